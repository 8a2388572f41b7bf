//! A compiled shader on the device: pipelines, buffers, bind groups, ready to draw.

use std::borrow::Cow;
use std::collections::BTreeMap;

use thiserror::Error;
use wgpu::util::DeviceExt;

use crate::gpu::{Gpu, scoped};
use crate::params::ParamSet;
use crate::scene::{InstanceData, MeshVertex};
use crate::shader::{BindingPoint, CompiledShader, Diagnostic, ResourceKind, Stage};

use super::frame::FrameData;
use super::pipelines::{DrawPipeline, PipelineSource};
use super::target::{Target, TargetFormat};

/// Why there is no program.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The device refused the shader.
    #[error("the device refused the shader")]
    Refused(Box<Diagnostic>),
    /// The device is gone.
    #[error("the device is lost")]
    DeviceLost,
}

/// What all programs of a device share.
#[derive(Clone, Debug)]
pub struct ProgramContext {
    gpu: Gpu,
    format: TargetFormat,
    frame: wgpu::Buffer,
    full_screen: wgpu::ShaderModule,
    white: wgpu::TextureView,
    sampler: wgpu::Sampler,
    comparison_sampler: wgpu::Sampler,
}

impl ProgramContext {
    /// Makes the shared parts.
    pub fn new(gpu: &Gpu, format: TargetFormat) -> Self {
        let frame = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameData>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let full_screen = gpu
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("full screen"),
                source: wgpu::ShaderSource::Wgsl(Cow::Borrowed(include_str!("full_screen.wgsl"))),
            });
        let white = gpu.device.create_texture_with_data(
            &gpu.queue,
            &wgpu::TextureDescriptor {
                label: Some("white"),
                size: wgpu::Extent3d {
                    width: 1,
                    height: 1,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            },
            wgpu::util::TextureDataOrder::LayerMajor,
            &[255; 4],
        );
        let sampler = |compare| {
            gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("linear"),
                address_mode_u: wgpu::AddressMode::Repeat,
                address_mode_v: wgpu::AddressMode::Repeat,
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare,
                ..Default::default()
            })
        };
        Self {
            format,
            frame,
            full_screen,
            white: white.create_view(&Default::default()),
            sampler: sampler(None),
            comparison_sampler: sampler(Some(wgpu::CompareFunction::LessEqual)),
            gpu: gpu.clone(),
        }
    }

    /// The device.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// What pipelines are made for.
    pub fn format(&self) -> TargetFormat {
        self.format
    }

    pub(super) fn frame(&self) -> &wgpu::Buffer {
        &self.frame
    }
}

/// A shader that is ready to draw.
pub struct Program {
    pub(super) draws: Vec<DrawPipeline>,
    pub(super) bind_groups: Vec<(u32, wgpu::BindGroup)>,
    /// One a block of the controls, in their order.
    pub(super) uniforms: Vec<wgpu::Buffer>,
}

impl Program {
    /// Builds the program and draws it once into a target of a few pixels, so that the driver has
    /// compiled everything before it is installed. Call it off the frame loop. `params` must be
    /// those of `shader`; the values of its overrides are compiled in.
    ///
    /// Without `waits` the draw is only queued: for a driver that has drawn the same elsewhere and
    /// finds what it compiled in its cache. To wait would be to wait for the frames before it.
    pub async fn build(
        context: &ProgramContext,
        shader: &CompiledShader,
        params: &ParamSet,
        waits: bool,
    ) -> Result<Self, BuildError> {
        let gpu = &context.gpu;
        let built = scoped(&gpu.device, || {
            let program = Self::create(context, shader, params);
            let drawn = program.warm(context);
            if waits {
                gpu.wait_for(drawn);
            }
            program
        })
        .await;
        if gpu.is_lost() {
            return Err(BuildError::DeviceLost);
        }
        built.map_err(|error| BuildError::Refused(Box::new(refusal(shader, &error))))
    }

    fn create(context: &ProgramContext, shader: &CompiledShader, params: &ParamSet) -> Self {
        let gpu = &context.gpu;
        let label = Some(&*shader.file.path);
        let uniforms: Vec<wgpu::Buffer> = params
            .blocks()
            .iter()
            .enumerate()
            .map(|(at, block)| {
                let mut bytes = Vec::new();
                params.pack(at, &mut bytes);
                bytes.resize(bytes.len().next_multiple_of(16), 0);
                gpu.device
                    .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                        label: Some(&block.name),
                        contents: &bytes,
                        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                    })
            })
            .collect();
        let mut groups = Groups::new(context, shader, params, &uniforms);
        let layouts = groups.layouts();
        let layout = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label,
                bind_group_layouts: &layouts.iter().map(Option::as_ref).collect::<Vec<_>>(),
                immediate_size: 0,
            });
        let bind_groups = groups.bind_groups(&layouts);
        let module = gpu
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label,
                source: wgpu::ShaderSource::Naga(Cow::Owned(shader.module.clone())),
            });
        // Constants that nothing uses are gone from the module, and naming them would be an error.
        let values = params.override_values();
        let constants: Vec<(&str, f64)> = values
            .iter()
            .filter(|(key, _)| {
                shader.module.overrides.iter().any(|(_, constant)| {
                    constant
                        .id
                        .map(|id| id.to_string())
                        .as_ref()
                        .or(constant.name.as_ref())
                        == Some(key)
                })
            })
            .map(|(key, value)| (key.as_str(), *value))
            .collect();
        let source = PipelineSource {
            shader,
            module: &module,
            full_screen: &context.full_screen,
            layout: &layout,
            format: context.format,
            constants: &constants,
        };
        Self {
            draws: shader
                .draws
                .iter()
                .map(|draw| source.create(gpu, draw))
                .collect(),
            bind_groups,
            uniforms,
        }
    }

    /// Drivers compile at the first draw with a pipeline: this is that draw, of one vertex that
    /// covers no pixel.
    fn warm(&self, context: &ProgramContext) -> wgpu::SubmissionIndex {
        let gpu = &context.gpu;
        let target = Target::new(gpu, context.format, [4, 4]);
        let buffer = |label, size: usize, usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let vertices = buffer(
            "warm-up",
            size_of::<MeshVertex>(),
            wgpu::BufferUsages::VERTEX,
        );
        let instances = buffer(
            "warm-up",
            size_of::<InstanceData>(),
            wgpu::BufferUsages::VERTEX,
        );
        let indices = buffer("warm-up", 12, wgpu::BufferUsages::INDEX);
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("warm-up"),
            });
        {
            let mut pass = target.begin_pass(&mut encoder, None);
            self.draw(&mut pass, &vertices, &instances, &indices, 3, 1);
        }
        gpu.queue.submit([encoder.finish()])
    }

    /// Records every draw.
    pub(super) fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        vertices: &wgpu::Buffer,
        instances: &wgpu::Buffer,
        indices: &wgpu::Buffer,
        num_indices: u32,
        num_instances: u32,
    ) {
        for (group, bind_group) in &self.bind_groups {
            pass.set_bind_group(*group, bind_group, &[]);
        }
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_vertex_buffer(1, instances.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        for draw in &self.draws {
            pass.set_pipeline(&draw.pipeline);
            if draw.draws_mesh {
                pass.draw_indexed(0..num_indices, 0, 0..num_instances);
            } else {
                pass.draw(0..3, 0..1);
            }
        }
    }
}

/// Bind group layouts and bind groups from the reflected resources.
struct Groups<'a> {
    context: &'a ProgramContext,
    /// By group, then binding: what is bound and how.
    entries: BTreeMap<BindingPoint, (wgpu::BindGroupLayoutEntry, Bound<'a>)>,
}

enum Bound<'a> {
    Buffer(Cow<'a, wgpu::Buffer>),
    Texture(&'a wgpu::TextureView),
    Sampler(&'a wgpu::Sampler),
}

impl<'a> Groups<'a> {
    fn new(
        context: &'a ProgramContext,
        shader: &'a CompiledShader,
        params: &ParamSet,
        uniforms: &'a [wgpu::Buffer],
    ) -> Self {
        let mut entries = BTreeMap::new();
        for resource in shader
            .interface
            .resources
            .iter()
            .filter(|r| !r.used_by.is_empty())
        {
            let buffer = |ty, size: u32| wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(u64::from(size)),
            };
            let (ty, bound) = match &resource.kind {
                ResourceKind::Frame => (
                    buffer(wgpu::BufferBindingType::Uniform, resource.size),
                    Bound::Buffer(Cow::Borrowed(&context.frame)),
                ),
                ResourceKind::Uniform(_) => {
                    let block = params.blocks().iter().position(|b| b.name == resource.name);
                    let Some(uniform) = block.map(|at| &uniforms[at]) else {
                        continue;
                    };
                    (
                        buffer(wgpu::BufferBindingType::Uniform, resource.size),
                        Bound::Buffer(Cow::Borrowed(uniform)),
                    )
                }
                ResourceKind::Storage { read_only, .. } => {
                    let storage = context.gpu.device.create_buffer(&wgpu::BufferDescriptor {
                        label: Some(&resource.name),
                        size: u64::from(resource.size).next_multiple_of(16),
                        usage: wgpu::BufferUsages::STORAGE,
                        mapped_at_creation: false,
                    });
                    (
                        buffer(
                            wgpu::BufferBindingType::Storage {
                                read_only: *read_only,
                            },
                            resource.size,
                        ),
                        Bound::Buffer(Cow::Owned(storage)),
                    )
                }
                ResourceKind::Texture(_) => (
                    wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    Bound::Texture(&context.white),
                ),
                ResourceKind::Sampler { comparison: true } => (
                    wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
                    Bound::Sampler(&context.comparison_sampler),
                ),
                ResourceKind::Sampler { comparison: false } => (
                    wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                    Bound::Sampler(&context.sampler),
                ),
                ResourceKind::Unsupported(_) => continue,
            };
            let mut visibility = wgpu::ShaderStages::empty();
            for at in &resource.used_by {
                visibility |= match shader.interface.entry_points[*at].stage {
                    Stage::Vertex => wgpu::ShaderStages::VERTEX,
                    Stage::Fragment => wgpu::ShaderStages::FRAGMENT,
                    Stage::Compute => wgpu::ShaderStages::COMPUTE,
                };
            }
            let entry = wgpu::BindGroupLayoutEntry {
                binding: resource.point.binding,
                visibility,
                ty,
                count: None,
            };
            entries.insert(resource.point, (entry, bound));
        }
        Self { context, entries }
    }

    /// One a group up to the highest in use; `None` for groups that nothing is in.
    fn layouts(&mut self) -> Vec<Option<wgpu::BindGroupLayout>> {
        let num_groups = self.entries.keys().map(|p| p.group + 1).max().unwrap_or(0);
        (0..num_groups)
            .map(|group| {
                let entries: Vec<_> = self.of(group).map(|(_, (entry, _))| *entry).collect();
                (!entries.is_empty()).then(|| {
                    self.context.gpu.device.create_bind_group_layout(
                        &wgpu::BindGroupLayoutDescriptor {
                            label: Some("sketch"),
                            entries: &entries,
                        },
                    )
                })
            })
            .collect()
    }

    fn of(
        &self,
        group: u32,
    ) -> impl Iterator<Item = (&BindingPoint, &(wgpu::BindGroupLayoutEntry, Bound<'a>))> {
        self.entries
            .iter()
            .filter(move |(point, _)| point.group == group)
    }

    fn bind_groups(
        &self,
        layouts: &[Option<wgpu::BindGroupLayout>],
    ) -> Vec<(u32, wgpu::BindGroup)> {
        let mut bind_groups = Vec::new();
        for (group, layout) in (0..).zip(layouts) {
            let Some(layout) = layout else { continue };
            let entries: Vec<_> = self
                .of(group)
                .map(|(point, (_, bound))| wgpu::BindGroupEntry {
                    binding: point.binding,
                    resource: match bound {
                        Bound::Buffer(buffer) => buffer.as_entire_binding(),
                        Bound::Texture(view) => wgpu::BindingResource::TextureView(view),
                        Bound::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
                    },
                })
                .collect();
            let bind_group =
                self.context
                    .gpu
                    .device
                    .create_bind_group(&wgpu::BindGroupDescriptor {
                        label: Some("sketch"),
                        layout,
                        entries: &entries,
                    });
            bind_groups.push((group, bind_group));
        }
        bind_groups
    }
}

/// wgpu's words as a diagnostic of the whole file.
fn refusal(shader: &CompiledShader, error: &wgpu::Error) -> Diagnostic {
    let text = match error {
        wgpu::Error::OutOfMemory { .. } => {
            return Diagnostic::error(
                &shader.file,
                0..0,
                "the device has not enough memory for it",
            )
            .with_note("make its arrays shorter, or lower the number of instances");
        }
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            description
        }
    };
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let mut diagnostic = Diagnostic::error(
        &shader.file,
        0..0,
        format!(
            "the device refused it: {}",
            lines.last().copied().unwrap_or("no reason given")
        ),
    );
    for line in lines.iter().rev().skip(1).rev() {
        diagnostic = diagnostic.with_note(*line);
    }
    diagnostic
}
