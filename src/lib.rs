//! swimlab: a live-coding playground for vertex animation.
//!
//! A sketch is one WGSL file. Its uniform declarations become controls, its entry points become
//! passes, and it is recompiled and swapped while the picture keeps moving. ARCHITECTURE.md has
//! the table of modules and the flows between them.

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "gpu")]
pub mod headless;
#[cfg(all(feature = "gpu", feature = "watch"))]
pub mod host;
pub mod params;
pub mod preset;
#[cfg(feature = "gpu")]
pub mod render;
pub mod scene;
pub mod session;
pub mod shader;
pub mod sim;
#[cfg(feature = "window")]
pub mod ui;
#[cfg(feature = "watch")]
pub mod watch;
#[cfg(feature = "gpu")]
pub mod worker;
pub mod workspace;
