//! What tests on the device share: the software adapter, and a compute shader run once.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use swimlab::gpu::{AdapterChoice, Gpu, read_buffer, scoped};

/// The device of the driver that runs on the CPU, so that a developer's GPU changes no result.
/// Without that driver a test fails: skipped tests are not missed.
pub(super) fn software() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| {
        let instance = Gpu::instance(None);
        let opened = Gpu::open(&instance, &AdapterChoice::Software, None);
        pollster::block_on(opened).unwrap_or_else(|error| {
            panic!(
                "these tests draw with a software driver: {error}\n\
                 on Debian: apt-get install libvulkan1 mesa-vulkan-drivers"
            )
        })
    })
}

/// A buffer of a compute shader, with what it holds at first.
pub(super) struct Bound<'a> {
    pub(super) group: u32,
    pub(super) binding: u32,
    pub(super) usage: wgpu::BufferUsages,
    pub(super) bytes: &'a [u8],
}

/// A compute shader, ready to run.
pub(super) struct Compute {
    pipeline: wgpu::ComputePipeline,
}

impl Compute {
    /// Builds the module's only compute entry point.
    pub(super) fn new(source: wgpu::ShaderSource<'_>) -> Result<Self, wgpu::Error> {
        let device = &software().device;
        let built = scoped(device, || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("test"),
                source,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some("test"),
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
        });
        pollster::block_on(built).map(|pipeline| Self { pipeline })
    }

    /// Runs it once and returns what it has left in the last of the buffers.
    pub(super) fn run(&self, bound: &[Bound<'_>], num_workgroups: u32) -> Vec<u8> {
        let gpu = software();
        let submitted = scoped(&gpu.device, || self.submit(gpu, bound, num_workgroups));
        let result = pollster::block_on(submitted).unwrap_or_else(|error| panic!("{error}"));
        read_buffer(gpu, &result).expect("the device is there")
    }

    /// Returns the last of the buffers.
    fn submit(&self, gpu: &Gpu, bound: &[Bound<'_>], num_workgroups: u32) -> wgpu::Buffer {
        let buffers: Vec<wgpu::Buffer> = bound
            .iter()
            .map(|bound| {
                let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("test"),
                    size: bound.bytes.len() as u64,
                    usage: bound.usage
                        | wgpu::BufferUsages::COPY_SRC
                        | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                });
                gpu.queue.write_buffer(&buffer, 0, bound.bytes);
                buffer
            })
            .collect();
        let groups: BTreeSet<u32> = bound.iter().map(|bound| bound.group).collect();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            for group in groups {
                let entries: Vec<wgpu::BindGroupEntry<'_>> = bound
                    .iter()
                    .zip(&buffers)
                    .filter(|(bound, _)| bound.group == group)
                    .map(|(bound, buffer)| wgpu::BindGroupEntry {
                        binding: bound.binding,
                        resource: buffer.as_entire_binding(),
                    })
                    .collect();
                let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("test"),
                    layout: &self.pipeline.get_bind_group_layout(group),
                    entries: &entries,
                });
                pass.set_bind_group(group, &bind_group, &[]);
            }
            pass.dispatch_workgroups(num_workgroups, 1, 1);
        }
        gpu.queue.submit([encoder.finish()]);
        buffers.into_iter().last().expect("there is one")
    }
}
