//! Sketches and presets, on the left.

use egui::{Align, Button, Key, Layout, RichText, ScrollArea, TextEdit, TextWrapMode, Ui, vec2};

use crate::preset::file_stem;
use crate::session::{Event, PresetItem, Session};

use super::UiState;
use super::theme::{ACCENT, ERROR, ROW, WEAK};

/// The panel.
pub fn browser_ui(ui: &mut Ui, session: &Session, state: &mut UiState) -> Vec<Event> {
    let mut events = Vec::new();
    ui.heading("Sketches");
    ui.add_space(2.0);
    let half = (ui.available_height() * 0.5).max(80.0);
    ScrollArea::vertical()
        .id_salt("sketches")
        .max_height(half)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for name in &session.sketches {
                let chosen = *name == session.sketch;
                let help = format!("Opens the sketch `{name}`; values of the present one are kept");
                if item(ui, name, chosen, &help) && !chosen {
                    events.push(Event::OpenSketch(name.clone()));
                }
            }
        });
    ui.add_space(4.0);
    if session.is_embedded() {
        let help =
            "This sketch comes with the program. Writes a copy into shaders/, to edit and keep";
        if wide_button(ui, "Edit a copy", help) {
            events.push(Event::CopySketch);
        }
    } else if !session.sketch.is_empty()
        && wide_button(
            ui,
            "Open in editor",
            "Opens the file in the editor of $VISUAL or $EDITOR  (E)",
        )
    {
        events.push(Event::EditSketch);
    }
    ui.add_space(10.0);
    ui.separator();
    ui.heading("Presets");
    ui.add_space(2.0);
    presets(ui, session, &mut events);
    save(ui, session, state, &mut events);
    events
}

fn wide_button(ui: &mut Ui, words: &str, help: &str) -> bool {
    let size = vec2(ui.available_width(), ROW);
    ui.add_sized(size, Button::new(words))
        .on_hover_text(help)
        .clicked()
}

/// A line of a list over the whole width.
fn item(ui: &mut Ui, name: &str, chosen: bool, help: &str) -> bool {
    let width = ui.available_width();
    ui.allocate_ui_with_layout(
        vec2(width, ROW),
        Layout::left_to_right(Align::Center),
        |ui| entry(ui, name, chosen, width, help),
    )
    .inner
}

fn entry(ui: &mut Ui, name: &str, chosen: bool, width: f32, help: &str) -> bool {
    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    let button = Button::selectable(chosen, name)
        .min_size(vec2(width, ROW))
        .right_text("");
    ui.add(button).on_hover_text(help).clicked()
}

fn presets(ui: &mut Ui, session: &Session, events: &mut Vec<Event>) {
    if session.presets.is_empty() {
        ui.label(RichText::new("None yet. Move some controls and save them below.").color(WEAK));
    }
    let room = (ui.available_height() - 84.0).max(60.0);
    ScrollArea::vertical()
        .id_salt("presets")
        .max_height(room)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for preset in &session.presets {
                preset_line(ui, session, preset, events);
            }
        });
    if let Some((_, report)) = &session.preset
        && !report.is_clean()
    {
        ui.label(RichText::new(report.to_string()).small().color(WEAK))
            .on_hover_text(report.details().join("\n"));
    }
}

fn preset_line(ui: &mut Ui, session: &Session, preset: &PresetItem, events: &mut Vec<Event>) {
    let chosen = session
        .preset
        .as_ref()
        .is_some_and(|(name, _)| *name == preset.name);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let bin = if preset.embedded { 0.0 } else { 22.0 };
        let help = if preset.embedded {
            "Sets the controls to this preset, which comes with the program  (Ctrl+Z goes back)"
        } else {
            "Sets the controls to this preset  (Ctrl+Z goes back)"
        };
        let width = ui.available_width() - bin;
        if entry(ui, &preset.name, chosen, width, help) {
            events.push(Event::LoadPreset(preset.name.clone()));
        }
        if !preset.embedded {
            let button = Button::new(RichText::new("✖").small().color(WEAK)).frame(false);
            let help = format!("Deletes \u{201c}{}\u{201d}; can be undone", preset.name);
            if ui
                .add_sized([20.0, ROW], button)
                .on_hover_text(help)
                .clicked()
            {
                events.push(Event::DeletePreset(preset.name.clone()));
            }
        }
    });
}

/// The field for a name, and the button.
fn save(ui: &mut Ui, session: &Session, state: &mut UiState, events: &mut Vec<Event>) {
    ui.add_space(4.0);
    let name = state.preset_name.trim().to_owned();
    let exists = session
        .presets
        .iter()
        .any(|preset| preset.name == name && !preset.embedded);
    let problem = file_stem(&name).err().filter(|_| !name.is_empty());
    let mut submitted = false;
    ui.horizontal(|ui| {
        let button = if exists { "Replace" } else { "Save" };
        let room = ui.available_width() - 66.0;
        let field = TextEdit::singleline(&mut state.preset_name)
            .hint_text("preset name")
            .char_limit(64)
            .desired_width(room)
            .id_salt("preset name");
        let field = ui
            .add(field)
            .on_hover_text("Saves every control, the camera and the number of instances  (Ctrl+S)");
        if std::mem::take(&mut state.focus_preset_name) {
            field.request_focus();
        }
        submitted = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let enabled = !name.is_empty() && problem.is_none() && session.shader.is_some();
        let help = format!("Writes presets/{}/{name}.toml", session.sketch);
        let clicked = ui
            .add_enabled(enabled, Button::new(button).min_size(vec2(58.0, 20.0)))
            .on_hover_text(help)
            .on_disabled_hover_text("Give the preset a name first")
            .clicked();
        submitted = (submitted || clicked) && enabled;
    });
    if let Some(problem) = problem {
        ui.label(RichText::new(problem).small().color(ERROR));
    } else if exists {
        let words = format!("There is a preset \u{201c}{name}\u{201d}: it will be replaced.");
        ui.label(RichText::new(words).small().color(ACCENT));
    }
    if submitted {
        events.push(Event::SavePreset(name));
    }
}
