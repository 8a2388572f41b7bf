//! Render pipelines from a module's draws.

use crate::gpu::Gpu;
use crate::scene::{InstanceData, MeshVertex};
use crate::shader::{
    Blend, CompiledShader, Cull, Depth, Draw, HOST_ATTRIBUTES, IoBinding, Topology,
};

use super::target::{COLOR_FORMAT, DEPTH_FORMAT, TargetFormat};

/// The pipeline of one draw.
pub(super) struct DrawPipeline {
    pub(super) pipeline: wgpu::RenderPipeline,
    /// Whether the mesh is drawn, or one triangle that fills the picture.
    pub(super) draws_mesh: bool,
}

/// Format and offset of a host attribute in its buffer.
fn attribute(location: u32) -> Option<wgpu::VertexAttribute> {
    use std::mem::offset_of;
    use wgpu::VertexFormat::{Float32x2, Float32x3, Float32x4, Uint16x4, Uint32};
    let row = |at: usize| offset_of!(InstanceData, world_from_model) + at * 16;
    let (format, offset) = match location {
        0 => (Float32x3, offset_of!(MeshVertex, position)),
        1 => (Float32x3, offset_of!(MeshVertex, normal)),
        2 => (Float32x2, offset_of!(MeshVertex, uv)),
        3 => (Float32x4, offset_of!(MeshVertex, color)),
        4 => (Uint16x4, offset_of!(MeshVertex, joints)),
        5 => (Float32x4, offset_of!(MeshVertex, weights)),
        6 => (Float32x4, offset_of!(MeshVertex, tangent)),
        8 => (Float32x4, row(0)),
        9 => (Float32x4, row(1)),
        10 => (Float32x4, row(2)),
        11 => (Float32x4, offset_of!(InstanceData, color)),
        12 => (Float32x4, offset_of!(InstanceData, custom)),
        13 => (Uint32, offset_of!(InstanceData, id)),
        _ => return None,
    };
    Some(wgpu::VertexAttribute {
        format,
        offset: offset as u64,
        shader_location: location,
    })
}

/// Attributes that a draw reads: of the mesh, of the instance. Unread ones are not fetched.
fn attributes(shader: &CompiledShader, draw: &Draw) -> [Vec<wgpu::VertexAttribute>; 2] {
    let mut split = [Vec::new(), Vec::new()];
    let inputs = draw
        .vertex
        .map(|at| shader.interface.entry_points[at].inputs.as_slice());
    for input in inputs.unwrap_or_default() {
        if let IoBinding::Location(location) = input.binding
            && let Some(attribute) = attribute(location)
        {
            let per_instance = HOST_ATTRIBUTES
                .iter()
                .any(|a| a.location == location && a.per_instance);
            split[usize::from(per_instance)].push(attribute);
        }
    }
    split
}

pub(super) struct PipelineSource<'a> {
    pub(super) shader: &'a CompiledShader,
    pub(super) module: &'a wgpu::ShaderModule,
    /// Vertex stage of draws that have none of their own.
    pub(super) full_screen: &'a wgpu::ShaderModule,
    pub(super) layout: &'a wgpu::PipelineLayout,
    pub(super) format: TargetFormat,
    pub(super) constants: &'a [(&'a str, f64)],
}

impl PipelineSource<'_> {
    pub(super) fn create(&self, gpu: &Gpu, draw: &Draw) -> DrawPipeline {
        let entry = |at: usize| self.shader.interface.entry_points[at].name.as_str();
        let compilation_options = wgpu::PipelineCompilationOptions {
            constants: self.constants,
            ..Default::default()
        };
        let split = attributes(self.shader, draw);
        let buffer = |step_mode, array_stride: usize, attributes| wgpu::VertexBufferLayout {
            array_stride: array_stride as u64,
            step_mode,
            attributes,
        };
        let buffers = [
            Some(buffer(
                wgpu::VertexStepMode::Vertex,
                size_of::<MeshVertex>(),
                &split[0],
            )),
            Some(buffer(
                wgpu::VertexStepMode::Instance,
                size_of::<InstanceData>(),
                &split[1],
            )),
        ];
        let settings = &draw.settings;
        let full_screen = draw.vertex.is_none();
        let fallback = if full_screen {
            Depth::Test
        } else {
            Depth::Write
        };
        let (compare, write) = match settings.depth.unwrap_or(fallback) {
            Depth::Write => (wgpu::CompareFunction::LessEqual, true),
            Depth::Test => (wgpu::CompareFunction::LessEqual, false),
            Depth::Off => (wgpu::CompareFunction::Always, false),
        };
        let topology = match settings.topology.unwrap_or_default() {
            _ if full_screen => wgpu::PrimitiveTopology::TriangleList,
            Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
            Topology::Lines => wgpu::PrimitiveTopology::LineList,
            Topology::Points => wgpu::PrimitiveTopology::PointList,
        };
        let pipeline = gpu
            .device
            .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(entry(draw.fragment)),
                layout: Some(self.layout),
                vertex: match draw.vertex {
                    Some(vertex) => wgpu::VertexState {
                        module: self.module,
                        entry_point: Some(entry(vertex)),
                        compilation_options: compilation_options.clone(),
                        buffers: &buffers,
                    },
                    None => wgpu::VertexState {
                        module: self.full_screen,
                        entry_point: None,
                        compilation_options: Default::default(),
                        buffers: &[],
                    },
                },
                primitive: wgpu::PrimitiveState {
                    topology,
                    cull_mode: match settings.cull.unwrap_or_default() {
                        Cull::None => None,
                        Cull::Back => Some(wgpu::Face::Back),
                        Cull::Front => Some(wgpu::Face::Front),
                    },
                    ..Default::default()
                },
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH_FORMAT,
                    depth_write_enabled: Some(write),
                    depth_compare: Some(compare),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: wgpu::MultisampleState {
                    count: self.format.num_samples,
                    ..Default::default()
                },
                fragment: Some(wgpu::FragmentState {
                    module: self.module,
                    entry_point: Some(entry(draw.fragment)),
                    compilation_options,
                    targets: &[Some(wgpu::ColorTargetState {
                        format: COLOR_FORMAT,
                        blend: match settings.blend.unwrap_or_default() {
                            Blend::Opaque => None,
                            Blend::Alpha => Some(wgpu::BlendState::ALPHA_BLENDING),
                            Blend::Add => Some(ADDITIVE),
                        },
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            });
        DrawPipeline {
            pipeline,
            draws_mesh: !full_screen,
        }
    }
}

/// Source × alpha + destination; the picture's own alpha stays.
const ADDITIVE: wgpu::BlendState = wgpu::BlendState {
    color: wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::SrcAlpha,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    },
    alpha: wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::Zero,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_attribute_has_a_place_in_a_buffer() {
        for host in HOST_ATTRIBUTES {
            let attribute = attribute(host.location).expect("it is fed");
            let stride = if host.per_instance {
                size_of::<InstanceData>()
            } else {
                size_of::<MeshVertex>()
            };
            assert!(
                attribute.offset + attribute.format.size() <= stride as u64,
                "{}",
                host.name
            );
        }
        assert!(attribute(7).is_none());
    }
}
