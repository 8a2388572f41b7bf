//! The integration tests, in one binary.

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "gpu")]
mod device;
mod faults;
#[cfg(feature = "gpu")]
mod goldens;
#[cfg(all(feature = "gpu", feature = "watch"))]
mod host;
mod meshes;
mod modules;
#[cfg(feature = "gpu")]
mod motions;
#[cfg(feature = "gpu")]
mod packing;
mod shipped;
#[cfg(feature = "window")]
mod ui;
#[cfg(all(feature = "cli", feature = "window", target_os = "linux"))]
mod window;
#[cfg(all(feature = "cli", feature = "window", target_os = "linux"))]
mod xvfb;
