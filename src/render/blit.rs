//! A finished picture into a window, pixel by pixel.

use crate::gpu::Gpu;

use super::target::Target;

const SHADER: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) texel: vec2f,
}

@vertex
fn vs_blit(@builtin(vertex_index) index: u32) -> Corner {
    // One triangle that covers the viewport.
    let uv = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
    let position = vec4f(uv * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0), 0.0, 1.0);
    return Corner(position, uv * vec2f(textureDimensions(picture)));
}

@fragment
fn fs_blit(corner: Corner) -> @location(0) vec4f {
    return vec4f(textureLoad(picture, vec2u(corner.texel), 0).rgb, 1.0);
}
";

/// Draws targets into a pass of another format. Where drivers run on the CPU this is many times
/// faster than egui's own image, which samples, filters and blends.
#[derive(Debug)]
pub struct Blit {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

/// A picture that a [`Blit`] can draw.
#[derive(Debug)]
pub struct BlitSource(wgpu::BindGroup);

impl Blit {
    /// For passes whose color attachment has this format, one sample and no depth. The format is a
    /// plain one: bytes are copied as they are, sRGB-encoded.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let device = &gpu.device;
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("blit"),
            source: wgpu::ShaderSource::Wgsl(SHADER.into()),
        });
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("blit"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("blit"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("blit"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: None,
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: None,
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline, layout }
    }

    /// Makes a target's picture known.
    pub fn source(&self, gpu: &Gpu, target: &Target) -> BlitSource {
        BlitSource(gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("blit"),
            layout: &self.layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(target.view()),
            }],
        }))
    }

    /// Draws a picture with its top left corner at `at`, in pixels. Changes the pass's viewport.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        source: &BlitSource,
        at: [u32; 2],
        size: [u32; 2],
    ) {
        let [x, y] = at.map(|n| n as f32);
        let [width, height] = size.map(|n| n as f32);
        pass.set_viewport(x, y, width, height, 0.0, 1.0);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &source.0, &[]);
        pass.draw(0..3, 0..1);
    }
}
