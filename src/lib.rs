//! swimlab: a live-coding playground for vertex animation.
//!
//! A sketch is one WGSL file. Its uniform declarations become controls, its entry points become
//! passes, and it is recompiled and swapped while the picture keeps moving. ARCHITECTURE.md has
//! the table of modules and the flows between them.

pub mod params;
pub mod shader;
