//! A mesh on the device.

use wgpu::util::DeviceExt;

use crate::gpu::Gpu;
use crate::scene::Mesh;

/// Vertices and indices on the device.
#[derive(Clone, Debug)]
pub(super) struct GpuMesh {
    pub(super) vertices: wgpu::Buffer,
    pub(super) indices: wgpu::Buffer,
    pub(super) num_indices: u32,
    pub(super) num_vertices: u32,
}

impl GpuMesh {
    pub(super) fn new(gpu: &Gpu, mesh: &Mesh) -> Self {
        let buffer = |label, contents, usage| {
            gpu.device
                .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: Some(label),
                    contents,
                    usage,
                })
        };
        Self {
            vertices: buffer(
                "mesh vertices",
                bytemuck::cast_slice(&mesh.vertices),
                wgpu::BufferUsages::VERTEX,
            ),
            indices: buffer(
                "mesh indices",
                bytemuck::cast_slice(&mesh.indices),
                wgpu::BufferUsages::INDEX,
            ),
            num_indices: mesh.indices.len() as u32,
            num_vertices: mesh.vertices.len() as u32,
        }
    }
}
