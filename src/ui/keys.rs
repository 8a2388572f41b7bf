//! Keys, in one table: what they do and what the list says.

use egui::{Align2, Context, Grid, Key, KeyboardShortcut, Modifiers, RichText};

use crate::session::{Event, Session};

use super::theme::{ACCENT, WEAK};
use super::{Drawer, UiState};

/// What a key does.
#[derive(Clone, Copy)]
enum Action {
    Play,
    Step,
    Restart,
    FrameAll,
    SavePreset,
    Undo,
    Redo,
    Edit,
    Problems,
    Notes,
    Panels,
    List,
}

const NONE: Modifiers = Modifiers::NONE;

/// In the order of the list; longer shortcuts of a key before shorter ones.
const KEYS: [(Action, Modifiers, Key, &str, &str); 13] = [
    (Action::Play, NONE, Key::Space, "Space", "play or pause"),
    (Action::Step, NONE, Key::Period, ".", "one frame forward"),
    (Action::Restart, NONE, Key::R, "R", "time starts again at 0"),
    (Action::FrameAll, NONE, Key::F, "F", "show everything"),
    (
        Action::SavePreset,
        Modifiers::COMMAND,
        Key::S,
        "Ctrl+S",
        "save the controls as a preset",
    ),
    (
        Action::Redo,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::Z,
        "Ctrl+Shift+Z",
        "redo",
    ),
    (
        Action::Undo,
        Modifiers::COMMAND,
        Key::Z,
        "Ctrl+Z",
        "undo a change of controls",
    ),
    (
        Action::Edit,
        NONE,
        Key::E,
        "E",
        "open the sketch in your editor",
    ),
    (
        Action::Problems,
        NONE,
        Key::P,
        "P",
        "show or hide the problems",
    ),
    (
        Action::Notes,
        NONE,
        Key::N,
        "N",
        "show or hide the sketch's notes",
    ),
    (Action::Panels, NONE, Key::H, "H", "hide or show the panels"),
    (Action::List, NONE, Key::F1, "F1", "this list"),
    (Action::List, NONE, Key::Questionmark, "?", "this list"),
];

const POINTER: [(&str, &str); 4] = [
    ("drag", "turn the camera"),
    ("right or middle drag, Shift+drag", "move the camera"),
    ("wheel", "nearer or farther"),
    ("double click", "show everything"),
];

/// Carries out what is pressed; a field that is being typed in has its keys for itself.
pub(super) fn keys(
    ctx: &Context,
    session: &Session,
    state: &mut UiState,
    aspect: f32,
) -> Vec<Event> {
    let typing = ctx.egui_wants_keyboard_input();
    let mut events = Vec::new();
    for (action, modifiers, key, ..) in KEYS {
        if typing && !modifiers.command && key != Key::F1 {
            continue;
        }
        // A field has its own undo.
        if typing && matches!(action, Action::Undo | Action::Redo) {
            continue;
        }
        let shortcut = KeyboardShortcut::new(modifiers, key);
        if !ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            continue;
        }
        match action {
            Action::Play => events.push(Event::TogglePlay),
            Action::Step => events.push(Event::Step),
            Action::Restart => events.push(Event::Restart),
            Action::FrameAll => events.push(Event::FrameAll(aspect)),
            Action::SavePreset => {
                state.panels_hidden = false;
                state.focus_preset_name = true;
                if state.preset_name.is_empty()
                    && let Some((name, _)) = &session.preset
                {
                    state.preset_name.clone_from(name);
                }
            }
            Action::Undo => events.push(Event::Undo),
            Action::Redo => events.push(Event::Redo),
            Action::Edit => events.push(Event::EditSketch),
            Action::Problems => state.toggle(Drawer::Problems),
            Action::Notes => state.toggle(Drawer::Notes),
            Action::Panels => state.panels_hidden = !state.panels_hidden,
            Action::List => state.keys_open = !state.keys_open,
        }
    }
    if state.keys_open && ctx.input_mut(|i| i.consume_key(NONE, Key::Escape)) {
        state.keys_open = false;
    }
    events
}

/// The list of keys.
pub(super) fn keys_window(ctx: &Context, state: &mut UiState) {
    egui::Window::new("Keys")
        .open(&mut state.keys_open)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .collapsible(false)
        .resizable(false)
        .show(ctx, |ui| {
            Grid::new("keys")
                .num_columns(2)
                .spacing([24.0, 6.0])
                .show(ui, |ui| {
                    for (_, _, key, name, words) in KEYS {
                        if key == Key::Questionmark {
                            continue;
                        }
                        ui.label(RichText::new(name).color(ACCENT));
                        ui.label(words);
                        ui.end_row();
                    }
                    ui.label(RichText::new("on the picture").color(WEAK));
                    ui.end_row();
                    for (name, words) in POINTER {
                        ui.label(RichText::new(name).color(ACCENT));
                        ui.label(words);
                        ui.end_row();
                    }
                });
        });
}
