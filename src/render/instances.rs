//! The instances on the device, filled a portion a frame, so that asking for a million of them does
//! not hold the picture up.

use crate::gpu::Gpu;
use crate::scene::{InstanceData, InstanceField};

/// Bytes of an instance: three matrix rows, color, custom, id.
pub(super) const INSTANCE_SIZE: u64 = size_of::<InstanceData>() as u64;

pub(super) struct InstanceBuffer {
    buffer: wgpu::Buffer,
    field: InstanceField,
    /// How many are asked for.
    num_wanted: u32,
    /// How many are written for the present field and count.
    num_written: u32,
    /// How many can be drawn: those written, and older ones until they are overwritten.
    num_drawable: u32,
    staging: Vec<InstanceData>,
}

impl InstanceBuffer {
    pub(super) fn new(gpu: &Gpu, field: InstanceField) -> Self {
        Self {
            buffer: new_buffer(gpu, 1024),
            field,
            num_wanted: 0,
            num_written: 0,
            num_drawable: 0,
            staging: Vec::new(),
        }
    }

    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    pub(super) fn num_drawable(&self) -> u32 {
        self.num_drawable
    }

    pub(super) fn is_complete(&self) -> bool {
        self.num_written == self.num_wanted
    }

    pub(super) fn seed(&self) -> u32 {
        self.field.seed
    }

    /// Asks for a number of instances; they come with [`Self::fill`].
    pub(super) fn request(&mut self, field: InstanceField, num_instances: u32) {
        let rewrite =
            self.field != field || (field.depends_on_count() && self.num_wanted != num_instances);
        if rewrite {
            self.num_written = 0;
        }
        self.field = field;
        self.num_wanted = num_instances;
        self.num_written = self.num_written.min(num_instances);
        self.num_drawable = self.num_drawable.min(num_instances);
    }

    /// Writes at most `max_instances` more.
    pub(super) fn fill(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        max_instances: u32,
    ) {
        if self.is_complete() {
            return;
        }
        self.reserve(gpu, encoder);
        let end = self
            .num_wanted
            .min(self.num_written.saturating_add(max_instances));
        self.staging.clear();
        self.field
            .fill(self.num_written..end, self.num_wanted, &mut self.staging);
        gpu.queue.write_buffer(
            &self.buffer,
            u64::from(self.num_written) * INSTANCE_SIZE,
            bytemuck::cast_slice(&self.staging),
        );
        self.num_written = end;
        self.num_drawable = self.num_drawable.max(end);
        if self.is_complete() {
            self.num_drawable = self.num_wanted;
            self.staging = Vec::new();
        }
    }

    /// Makes room for all that is asked for.
    fn reserve(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) {
        let capacity = self.buffer.size() / INSTANCE_SIZE;
        if u64::from(self.num_wanted) <= capacity {
            return;
        }
        let max = max_instances(gpu);
        let wanted = self
            .num_wanted
            .next_power_of_two()
            .min(max)
            .max(self.num_wanted);
        let buffer = new_buffer(gpu, wanted);
        // Writes of this frame come before the encoder's commands, and nothing has been written to
        // the new buffer yet: older instances are copied, the portion follows in the next frame.
        let kept = u64::from(self.num_drawable) * INSTANCE_SIZE;
        if kept > 0 {
            encoder.copy_buffer_to_buffer(&self.buffer, 0, &buffer, 0, kept);
        }
        self.buffer = buffer;
    }
}

/// The most instances whose data fits into one buffer of the device.
pub(super) fn max_instances(gpu: &Gpu) -> u32 {
    let by_size = gpu.device.limits().max_buffer_size / INSTANCE_SIZE;
    u32::try_from(by_size).unwrap_or(u32::MAX)
}

fn new_buffer(gpu: &Gpu, capacity: u32) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("instances"),
        size: u64::from(capacity) * INSTANCE_SIZE,
        usage: wgpu::BufferUsages::VERTEX
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    })
}
