//! The window: the loop of events, the surface, and a host between them.
//!
//! Nothing here waits for the device, and nothing is compiled here: a frame takes what the compile
//! thread has finished, and goes on with what there was otherwise.

mod frames;
mod player;
mod screen;
mod trace;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use thiserror::Error;
use winit::event_loop::{ControlFlow, EventLoop};

use crate::gpu::{AdapterChoice, GpuError};
use crate::host::{HostError, Message};
use crate::workspace::Workspace;

/// What is opened.
#[derive(Clone, Debug)]
pub struct AppOptions {
    /// The folder.
    pub workspace: Workspace,
    /// What draws.
    pub adapter: AdapterChoice,
    /// A name, or the path of a file; the swim cycle when `None`.
    pub sketch: Option<String>,
    /// Where to write what each frame and reload took.
    pub trace: Option<PathBuf>,
}

/// The sketch that opens when none is named.
const FIRST_SKETCH: &str = "swim";

/// Why there is no window.
#[derive(Debug, Error)]
pub enum AppError {
    /// No display server.
    #[error(
        "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); without a window: \
         `swimlab render SKETCH --out picture.png` draws a picture, and `swimlab watch SKETCH --out \
         picture.png` draws it again whenever the sketch is saved"
    )]
    NoDisplay,
    /// The display server refuses.
    #[error(
        "the display cannot be used; `swimlab render` and `swimlab watch` work without a window"
    )]
    EventLoop(#[from] winit::error::EventLoopError),
    /// The window system makes no window.
    #[error("the window system makes no window")]
    Window(#[from] winit::error::OsError),
    /// The window cannot be drawn into.
    #[error("the window cannot be drawn into")]
    Surface(#[from] wgpu::CreateSurfaceError),
    /// The adapter cannot draw into this window.
    #[error("`{0}` cannot draw into this window; choose another with --adapter, or `software`")]
    Unsupported(String),
    /// No device.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The sketch is not there, or no thread can be started.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The trace cannot be written.
    #[error("cannot write the trace {}", .0.display())]
    Trace(PathBuf, #[source] std::io::Error),
}

/// Opens the window and stays until it is closed.
pub fn run(options: AppOptions) -> Result<(), AppError> {
    if !has_display() {
        return Err(AppError::NoDisplay);
    }
    let sketch = options
        .sketch
        .clone()
        .unwrap_or_else(|| FIRST_SKETCH.to_owned());
    // A wrong name is told where it was typed, before there is a window.
    options.workspace.find(&sketch).map_err(HostError::from)?;
    let trace = match &options.trace {
        Some(path) => {
            Some(trace::Trace::create(path).map_err(|error| AppError::Trace(path.clone(), error))?)
        }
        None => None,
    };
    let event_loop = EventLoop::<Message>::with_user_event().build()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let proxy = Mutex::new(event_loop.create_proxy());
    let post = Arc::new(move |message| {
        if let Ok(proxy) = proxy.lock() {
            // The loop is gone only when the program ends.
            let _ = proxy.send_event(message);
        }
    });
    let mut app = player::App::new(options, sketch, post, trace);
    event_loop.run_app(&mut app)?;
    match app.into_error() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Whether there is something to open a window on.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "macos", windows)) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
