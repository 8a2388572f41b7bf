//! The window's contents: from a session to widgets, and from widgets to events. Nothing here acts;
//! the result is a list of events.

mod browser;
mod controls;
mod drawer;
mod keys;
mod theme;
mod viewport;

use egui::{CentralPanel, Color32, Frame, Margin, Panel, Ui};
use egui_commonmark::CommonMarkCache;

use crate::session::{Event, Session};

pub use browser::browser_ui;
pub use controls::controls_ui;
pub use drawer::{notes_ui, problems_ui, status_ui};
pub use theme::apply as apply_theme;
pub use viewport::{Viewport, transport_ui, viewport_ui};

/// What is open above the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// What the compiler has to say.
    Problems,
    /// What the sketch says of itself.
    Notes,
}

/// What the widgets remember between frames.
#[derive(Default)]
pub struct UiState {
    /// Whether only the picture is shown.
    pub panels_hidden: bool,
    /// What is open above the status line, if anything.
    pub drawer: Option<Drawer>,
    /// Whether the list of keys is open.
    pub keys_open: bool,
    /// What is typed into the field for a preset's name.
    pub preset_name: String,
    /// Whether that field is to get the keyboard.
    pub focus_preset_name: bool,
    /// Width over height of the picture in the last frame.
    aspect: Option<f32>,
    /// What the Markdown of notes has been read to.
    notes: CommonMarkCache,
}

impl UiState {
    /// Opens a drawer, or closes it if it is the open one.
    pub(crate) fn toggle(&mut self, drawer: Drawer) {
        self.drawer = (self.drawer != Some(drawer)).then_some(drawer);
    }
}

/// Numbers for the status line: medians over the last frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Frames a second.
    pub fps: f64,
    /// Milliseconds a frame on the CPU.
    pub cpu_ms: f64,
    /// Milliseconds a frame on the device.
    pub gpu_ms: Option<f64>,
}

/// What lies under everything: panels have no ground of their own, so that drivers without a GPU
/// have less to fill.
pub fn background() -> Color32 {
    theme::PANEL
}

/// The whole window but the picture, which is drawn under it where the [`Viewport`] says.
pub fn window_ui(
    ui: &mut Ui,
    session: &Session,
    stats: &Stats,
    state: &mut UiState,
) -> (Viewport, Vec<Event>) {
    let aspect = state.aspect.unwrap_or(1.6);
    let mut events = keys::keys(ui.ctx(), session, state, aspect);
    let side = Frame::new().inner_margin(Margin::symmetric(10, 8));
    let bar = Frame::new().inner_margin(Margin::symmetric(8, 3));
    if !state.panels_hidden {
        Panel::bottom("status")
            .exact_size(28.0)
            .frame(bar)
            .show(ui, |ui| events.extend(status_ui(ui, session, stats, state)));
        if let Some(drawer) = state.drawer {
            Panel::bottom("drawer")
                .resizable(true)
                .default_size(190.0)
                .size_range(60.0..=480.0)
                .frame(side.fill(theme::DEEP))
                .show(ui, |ui| match drawer {
                    Drawer::Problems => events.extend(problems_ui(ui, session)),
                    Drawer::Notes => notes_ui(ui, session, &mut state.notes),
                });
        }
        Panel::left("browser")
            .resizable(true)
            .default_size(184.0)
            .size_range(140.0..=320.0)
            .frame(side)
            .show(ui, |ui| events.extend(browser_ui(ui, session, state)));
        Panel::right("controls")
            .resizable(true)
            .default_size(324.0)
            .size_range(240.0..=520.0)
            .frame(side)
            .show(ui, |ui| events.extend(controls_ui(ui, session)));
        Panel::bottom("transport")
            .exact_size(32.0)
            .frame(bar)
            .show(ui, |ui| events.extend(transport_ui(ui, session, aspect)));
    }
    let (viewport, more) = CentralPanel::no_frame()
        .show(ui, |ui| viewport_ui(ui, session))
        .inner;
    events.extend(more);
    state.aspect = Some(viewport.rect.width().max(1.0) / viewport.rect.height().max(1.0));
    keys::keys_window(ui.ctx(), state);
    (viewport, events)
}
