//! Everything on the device that outlives a program, and the frame.

use crate::gpu::{Gpu, GpuTimer};
use crate::params::ParamSet;
use crate::scene::{InstanceField, Mesh};
use crate::shader::MAX_INSTANCES;

use super::frame::FrameInput;
use super::instances::{InstanceBuffer, max_instances};
use super::mesh::GpuMesh;
use super::program::{Program, ProgramContext};
use super::target::{Target, TargetFormat};

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RendererOptions {
    /// Samples a pixel, 1 or 4.
    pub num_samples: u32,
    /// The most instances that are written in one frame.
    pub instances_per_frame: u32,
}

impl RendererOptions {
    /// For a window: anti-aliased where that is cheap, instances in portions of a few milliseconds.
    pub fn interactive(gpu: &Gpu) -> Self {
        Self {
            num_samples: if gpu.is_software() { 1 } else { 4 },
            instances_per_frame: 1 << 16,
        }
    }

    /// For pictures: everything at once.
    pub fn offline(num_samples: u32) -> Self {
        Self {
            num_samples,
            instances_per_frame: u32::MAX,
        }
    }
}

/// Draws the installed program.
pub struct Renderer {
    context: ProgramContext,
    options: RendererOptions,
    program: Option<Program>,
    mesh: GpuMesh,
    instances: InstanceBuffer,
    timer: Option<GpuTimer>,
    packed: Vec<u8>,
}

impl Renderer {
    /// A renderer without a program, with one instance of `mesh`.
    pub fn new(gpu: &Gpu, options: RendererOptions, mesh: &Mesh, field: InstanceField) -> Self {
        let format = TargetFormat {
            num_samples: options.num_samples,
        };
        Self {
            context: ProgramContext::new(gpu, format),
            options,
            program: None,
            mesh: GpuMesh::new(gpu, mesh),
            instances: InstanceBuffer::new(gpu, field),
            timer: GpuTimer::new(gpu),
            packed: Vec::new(),
        }
    }

    /// What programs for this renderer are built with.
    pub fn context(&self) -> &ProgramContext {
        &self.context
    }

    fn gpu(&self) -> &Gpu {
        self.context.gpu()
    }

    /// Swaps a program in; the next frame is drawn with it.
    pub fn install(&mut self, program: Program) {
        self.program = Some(program);
    }

    /// Whether there is a program to draw.
    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }

    /// Swaps a mesh in.
    pub fn set_mesh(&mut self, mesh: &Mesh) {
        self.mesh = GpuMesh::new(self.gpu(), mesh);
    }

    /// Vertices of the mesh.
    pub fn num_vertices(&self) -> u32 {
        self.mesh.num_vertices
    }

    /// Triangles of the mesh.
    pub fn num_triangles(&self) -> u32 {
        self.mesh.num_indices / 3
    }

    /// The most instances that the device can hold, at most [`MAX_INSTANCES`].
    pub fn max_instances(&self) -> u32 {
        max_instances(self.gpu()).min(MAX_INSTANCES)
    }

    /// Asks for a number of instances, cut to [`Self::max_instances`]; returns how many it will be.
    /// They are written a portion a frame.
    pub fn set_instances(&mut self, field: InstanceField, num_instances: u32) -> u32 {
        let num_instances = num_instances.min(self.max_instances());
        self.instances.request(field, num_instances);
        num_instances
    }

    /// How many instances the next frame draws.
    pub fn num_drawable(&self) -> u32 {
        self.instances.num_drawable()
    }

    /// Whether every instance asked for is written.
    pub fn instances_complete(&self) -> bool {
        self.instances.is_complete()
    }

    /// A target that this renderer can draw into.
    pub fn new_target(&self, size: [u32; 2]) -> Target {
        Target::new(self.gpu(), self.context.format(), size)
    }

    /// Records one frame. `params` must be those of the installed program. Without a program the
    /// picture is black.
    pub fn render(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &Target,
        params: &ParamSet,
        input: &FrameInput,
    ) {
        let gpu = self.context.gpu();
        self.instances
            .fill(gpu, encoder, self.options.instances_per_frame);
        let num_instances = self.instances.num_drawable();
        let data = input.data(target.size, num_instances, self.instances.seed());
        gpu.queue
            .write_buffer(self.context.frame(), 0, bytemuck::bytes_of(&data));
        if let Some(program) = &self.program {
            for (at, uniform) in program
                .uniforms
                .iter()
                .enumerate()
                .take(params.blocks().len())
            {
                params.pack(at, &mut self.packed);
                self.packed.resize(uniform.size() as usize, 0);
                gpu.queue.write_buffer(uniform, 0, &self.packed);
            }
        }
        {
            let writes = self.timer.as_mut().and_then(GpuTimer::writes);
            let mut pass = target.begin_pass(encoder, writes);
            if let Some(program) = &self.program {
                program.draw(
                    &mut pass,
                    &self.mesh.vertices,
                    self.instances.buffer(),
                    &self.mesh.indices,
                    self.mesh.num_indices,
                    num_instances,
                );
            }
        }
        if let Some(timer) = &self.timer {
            timer.resolve(encoder);
        }
    }

    /// To be called after the frame's submission.
    pub fn submitted(&mut self) {
        if let Some(timer) = &mut self.timer {
            timer.submitted();
        }
    }

    /// GPU milliseconds of frames that have ended since the last call; `None` when the device has
    /// no timestamps.
    pub fn poll_gpu_times(&mut self) -> Option<Vec<f64>> {
        self.timer.as_mut().map(GpuTimer::poll)
    }
}
