//! GPU time of a pass, by timestamp queries whose results are polled and never waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::Gpu;

/// Results in flight; when all are, a frame goes unmeasured.
const NUM_SLOTS: usize = 4;

const IDLE: u8 = 0;
const MAPPING: u8 = 1;
const MAPPED: u8 = 2;

struct Slot {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
}

/// Measures one render pass a frame.
pub struct GpuTimer {
    queries: wgpu::QuerySet,
    resolve: wgpu::Buffer,
    slots: Vec<Slot>,
    /// The slot that this frame's pass writes to.
    current: Option<usize>,
    nanoseconds_per_tick: f64,
}

impl GpuTimer {
    /// `None` when the device has no timestamps.
    pub fn new(gpu: &Gpu) -> Option<Self> {
        if !gpu
            .device
            .features()
            .contains(wgpu::Features::TIMESTAMP_QUERY)
        {
            return None;
        }
        let buffer = |label, usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: 16,
                usage,
                mapped_at_creation: false,
            })
        };
        Some(Self {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("frame time"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolve: buffer(
                "frame time",
                wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            ),
            slots: (0..NUM_SLOTS)
                .map(|_| Slot {
                    buffer: buffer(
                        "frame time read-back",
                        wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                    ),
                    state: Arc::new(AtomicU8::new(IDLE)),
                })
                .collect(),
            current: None,
            nanoseconds_per_tick: f64::from(gpu.queue.get_timestamp_period()),
        })
    }

    /// Starts a frame; what the pass's descriptor takes.
    pub fn writes(&mut self) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        self.current = self
            .slots
            .iter()
            .position(|slot| slot.state.load(Ordering::Acquire) == IDLE);
        self.current.map(|_| wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        })
    }

    /// After the pass, into the same encoder.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if let Some(slot) = self.current {
            encoder.resolve_query_set(&self.queries, 0..2, &self.resolve, 0);
            encoder.copy_buffer_to_buffer(&self.resolve, 0, &self.slots[slot].buffer, 0, 16);
        }
    }

    /// After the submission: asks for the result.
    pub fn submitted(&mut self) {
        let Some(slot) = self.current.take() else {
            return;
        };
        let slot = &self.slots[slot];
        slot.state.store(MAPPING, Ordering::Release);
        let state = Arc::clone(&slot.state);
        slot.buffer
            .map_async(wgpu::MapMode::Read, .., move |mapped| {
                state.store(
                    if mapped.is_ok() { MAPPED } else { IDLE },
                    Ordering::Release,
                );
            });
    }

    /// Milliseconds of passes that have ended since the last call, oldest first.
    pub fn poll(&mut self) -> Vec<f64> {
        let mut times = Vec::new();
        for slot in &self.slots {
            if slot.state.load(Ordering::Acquire) != MAPPED {
                continue;
            }
            if let Ok(bytes) = slot.buffer.get_mapped_range(..) {
                let ticks: &[u64] = bytemuck::cast_slice(&bytes);
                let elapsed = ticks[1].wrapping_sub(ticks[0]);
                times.push(elapsed as f64 * self.nanoseconds_per_tick / 1e6);
            }
            slot.buffer.unmap();
            slot.state.store(IDLE, Ordering::Release);
        }
        times
    }
}
