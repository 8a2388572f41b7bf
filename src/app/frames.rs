//! Times of the last frames.

use std::collections::VecDeque;

use crate::ui::Stats;

/// Frames that the medians are of.
const NUM_FRAMES: usize = 48;

#[derive(Default)]
struct Last(VecDeque<f64>);

impl Last {
    fn push(&mut self, ms: f64) {
        if self.0.len() == NUM_FRAMES {
            self.0.pop_front();
        }
        self.0.push_back(ms);
    }

    fn median(&self) -> Option<f64> {
        let mut sorted: Vec<f64> = self.0.iter().copied().collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    }
}

/// Medians over the last frames, in milliseconds.
#[derive(Default)]
pub(super) struct FrameTimes {
    frame: Last,
    cpu: Last,
    gpu: Last,
}

impl FrameTimes {
    /// A frame that followed the one before at once.
    pub(super) fn frame(&mut self, ms: f64) {
        self.frame.push(ms);
    }

    /// Time on the CPU.
    pub(super) fn cpu(&mut self, ms: f64) {
        self.cpu.push(ms);
    }

    /// Time on the device.
    pub(super) fn gpu(&mut self, ms: f64) {
        self.gpu.push(ms);
    }

    /// For the status line.
    pub(super) fn stats(&self) -> Stats {
        Stats {
            fps: self.frame.median().map_or(0.0, |ms| 1e3 / ms.max(1e-3)),
            cpu_ms: self.cpu.median().unwrap_or(0.0),
            gpu_ms: self.gpu.median(),
        }
    }
}
