//! The status line at the bottom, and the problems above it.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Sense, TextWrapMode, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::session::{Event, Session, thousands};
use crate::shader::{Diagnostic, Severity};

use super::theme::{ACCENT, ERROR, WARNING, WEAK};
use super::{Drawer, Stats, UiState};

fn color(severity: Severity) -> egui::Color32 {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    }
}

/// The list of problems.
pub fn problems_ui(ui: &mut Ui, session: &Session) -> Vec<Event> {
    let mut events = Vec::new();
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            if session.problems.is_empty() {
                ui.label(
                    RichText::new("No problems. What the shader compiler has to say about the sketch appears here, with the line.")
                        .color(WEAK),
                );
            }
            for (at, problem) in session.problems.iter().enumerate() {
                if problem_ui(ui, at, problem) {
                    events.push(Event::OpenProblem(at));
                }
            }
        });
    events
}

fn problem_ui(ui: &mut Ui, at: usize, problem: &Diagnostic) -> bool {
    let color = color(problem.severity);
    let mut clicked = false;
    ui.push_id(at, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let place = format!("{}:{}:{}", problem.file.path, problem.line, problem.column);
            ui.label(
                RichText::new(problem.severity.to_string())
                    .color(color)
                    .strong(),
            );
            ui.label(RichText::new(&problem.message).strong());
            clicked = ui
                .link(RichText::new(place).monospace())
                .on_hover_text("Opens this line in the editor of $VISUAL or $EDITOR")
                .clicked();
        });
        let excerpt = RichText::new(problem.excerpt().trim_end()).monospace();
        ui.add(Label::new(excerpt).wrap_mode(TextWrapMode::Extend));
        ui.add_space(8.0);
    });
    clicked
}

/// The status line.
pub fn status_ui(ui: &mut Ui, session: &Session, stats: &Stats, state: &mut UiState) -> Vec<Event> {
    let mut events = Vec::new();
    ui.horizontal_centered(|ui| {
        tabs(ui, session, state);
        // The numbers first: what is left over belongs to the problem.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
            ui.spacing_mut().item_spacing.x = 14.0;
            numbers(ui, session, stats);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(problem) = session.problems.first() {
                    let words = RichText::new(problem.headline()).color(color(problem.severity));
                    let label = ui.add(Label::new(words).sense(Sense::click()).truncate());
                    if label
                        .on_hover_text("Opens this line in your editor")
                        .clicked()
                    {
                        events.push(Event::OpenProblem(0));
                    }
                }
            });
        });
    });
    events
}

fn tabs(ui: &mut Ui, session: &Session, state: &mut UiState) {
    let words = match session.problems.first() {
        None => RichText::new("Problems").color(WEAK),
        Some(worst) => RichText::new(format!("Problems {}", session.problems.len()))
            .color(color(worst.severity))
            .strong(),
    };
    let help = "Shows or hides what the compiler has to say  (P)";
    tab(ui, Drawer::Problems, words, help, state);
    let words = RichText::new("Notes").color(WEAK);
    let help = "Shows or hides what the sketch says of itself, in its lines of //!  (N)";
    tab(ui, Drawer::Notes, words, help, state);
}

fn tab(ui: &mut Ui, drawer: Drawer, words: RichText, help: &str, state: &mut UiState) {
    let arrow = if state.drawer == Some(drawer) {
        "⏷"
    } else {
        "⏶"
    };
    let button = Button::new(words)
        .right_text(RichText::new(arrow).color(WEAK))
        .min_size(vec2(92.0, 20.0));
    if ui.add(button).on_hover_text(help).clicked() {
        state.toggle(drawer);
    }
}

/// The sketch's own prose.
pub fn notes_ui(ui: &mut Ui, session: &Session, cache: &mut CommonMarkCache) {
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            let prose = session.shader.as_ref().map_or("", |shader| &shader.prose);
            if prose.trim().is_empty() {
                let words = "No notes. Lines that begin with //! at the top of the sketch appear here, as Markdown.";
                ui.label(RichText::new(words).color(WEAK));
            } else {
                ui.set_max_width(ui.available_width().min(720.0));
                CommonMarkViewer::new().show(ui, cache, prose);
            }
        });
}

/// From the right.
fn numbers(ui: &mut Ui, session: &Session, stats: &Stats) {
    let mut number = |words: String, help: &str, color| {
        ui.add(Label::new(RichText::new(words).color(color)).extend())
            .on_hover_text(help);
    };
    if let Some(ms) = session.reload_ms {
        number(
            format!("reloaded in {ms:.0} ms"),
            "From the file's change until its program was ready to draw",
            ACCENT,
        );
    }
    let reduced = session.is_count_reduced();
    let adapter = if reduced {
        format!("{}: fewer shown", short(&session.adapter))
    } else {
        short(&session.adapter)
    };
    let adapter_help = if reduced {
        format!(
            "{}. It draws on the CPU: the number of instances was chosen so that sliders answer within 100 ms. Raise it if you like.",
            session.adapter
        )
    } else {
        format!("The adapter that draws: {}", session.adapter)
    };
    number(adapter, &adapter_help, if reduced { WARNING } else { WEAK });
    let vertices = session.mesh.as_ref().map_or(0, |mesh| mesh.num_vertices);
    number(
        format!(
            "{} × {} vertices",
            thousands(session.num_instances()),
            thousands(vertices)
        ),
        "Instances, and vertices of the mesh",
        WEAK,
    );
    let gpu = stats
        .gpu_ms
        .map_or("gpu –".to_owned(), |ms| format!("gpu {ms:.1} ms"));
    number(
        gpu,
        "The sketch's passes on the device, by timestamps; median",
        WEAK,
    );
    number(
        format!("cpu {:.1} ms", stats.cpu_ms),
        "Events, controls and recording a frame's commands on the CPU; median",
        WEAK,
    );
    number(
        format!("{:.0} fps", stats.fps),
        "Frames a second while it plays",
        WEAK,
    );
}

/// An adapter's name without its driver.
fn short(name: &str) -> String {
    let name = name.split(" (").next().unwrap_or(name);
    name.chars().take(28).collect()
}
