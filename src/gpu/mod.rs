//! The device: choosing an adapter, errors, read-backs and timestamps. Knows nothing of sketches.

mod device;
mod readback;
mod timestamps;

pub use device::{AdapterChoice, Gpu, GpuError, scoped};
pub use readback::{Image, read_buffer, read_texture};
pub use timestamps::GpuTimer;
