//! From a compiled shader to pixels.
//!
//! A [`Program`] is built whole, on whichever thread compiles, under error scopes and drawn once
//! into a throw-away target; [`Renderer::install`] then swaps it in between two frames. Nothing is
//! compiled here while a frame is drawn, and a frame's CPU cost does not depend on how many
//! instances there are.

mod blit;
mod frame;
mod instances;
mod mesh;
mod pipelines;
mod program;
mod renderer;
mod target;

pub use blit::{Blit, BlitSource};
pub use frame::{FrameData, FrameInput};
pub use program::{BuildError, Program, ProgramContext};
pub use renderer::{Renderer, RendererOptions};
pub use target::{COLOR_FORMAT, DEPTH_FORMAT, Target, TargetFormat};
