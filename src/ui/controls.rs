//! The controls of a sketch, made from its declarations.

use egui::{
    Align, CollapsingHeader, ComboBox, DragValue, Id, Layout, Response, RichText, ScrollArea,
    Sense, Slider, TextWrapMode, Ui, vec2,
};

use crate::params::{Param, Scalar, Value, Widget};
use crate::session::{Event, Session, thousands};

use super::theme::{ROW, WARNING, WEAK};

/// Width of the number beside a slider, and of the button that resets a control, in points.
const NUMBER: f32 = 62.0;
const RESET: f32 = 18.0;

/// The panel: the scene's own controls, then those of the sketch.
pub fn controls_ui(ui: &mut Ui, session: &Session) -> Vec<Event> {
    let mut events = Vec::new();
    header(ui, session, &mut events);
    ui.separator();
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            instances(ui, session, &mut events);
            ui.add_space(2.0);
            let shown: Vec<usize> = (0..session.params.params().len())
                .filter(|&at| !session.params.params()[at].hidden)
                .collect();
            if shown.is_empty() {
                let words = if session.shader.is_some() {
                    "This sketch has no controls. Declare a struct as var<uniform>, and each of its members appears here."
                } else {
                    "The sketch's controls appear here as soon as it compiles."
                };
                ui.add_space(8.0);
                ui.label(RichText::new(words).color(WEAK));
                return;
            }
            // In order of first appearance.
            let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
            for at in shown {
                let group = session.params.params()[at].group.as_str();
                match groups.iter_mut().find(|(name, _)| *name == group) {
                    Some((_, members)) => members.push(at),
                    None => groups.push((group, vec![at])),
                }
            }
            for (name, members) in groups {
                CollapsingHeader::new(RichText::new(name).strong())
                    .id_salt(("group", name))
                    .default_open(true)
                    .show_unindented(ui, |ui| {
                        for at in members {
                            control(ui, session, at, &mut events);
                        }
                        ui.add_space(4.0);
                    });
            }
        });
    events
}

fn header(ui: &mut Ui, session: &Session, events: &mut Vec<Event>) {
    ui.horizontal(|ui| {
        ui.heading("Controls");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (can_undo, can_redo) = session.can_undo_redo();
            let touched =
                (0..session.params.params().len()).any(|at| session.params.is_touched(at));
            let mut button = |enabled, icon: &str, words: &str, event| {
                let button = egui::Button::new(icon).min_size(vec2(24.0, 20.0));
                if ui
                    .add_enabled(enabled, button)
                    .on_hover_text(words)
                    .clicked()
                {
                    events.push(event);
                }
            };
            button(
                touched,
                "Reset",
                "Puts every control back to its default",
                Event::ResetParams,
            );
            button(can_redo, "⟳", "Redo  (Ctrl+Shift+Z)", Event::Redo);
            button(
                can_undo,
                "⟲",
                "Undo the last change of a control  (Ctrl+Z)",
                Event::Undo,
            );
        });
    });
}

/// How many swim: a logarithmic slider to the device's limit.
fn instances(ui: &mut Ui, session: &Session, events: &mut Vec<Event>) {
    let mut num_instances = session.num_instances();
    let limit = session.instance_limit().max(1);
    let mut changed = false;
    let help = format!(
        "How many instances are drawn: 1 to {}. The sketch sets it with @instances(…)",
        thousands(limit)
    );
    row(ui, "instances", "", &help, |ui, width, name| {
        ui.spacing_mut().slider_width = width - NUMBER - RESET - 2.0 * ui.spacing().item_spacing.x;
        let slider = Slider::new(&mut num_instances, 1..=limit)
            .logarithmic(true)
            .show_value(false);
        changed |= ui
            .add(slider)
            .labelled_by(name)
            .on_hover_text(&help)
            .changed();
        let number = DragValue::new(&mut num_instances)
            .range(1..=limit)
            .speed(f64::from(session.num_instances()).max(100.0) * 0.005)
            .custom_formatter(|n, _| thousands(n as u32))
            .custom_parser(|text| text.replace([',', ' '], "").parse().ok());
        changed |= ui
            .add_sized([NUMBER, 20.0], number)
            .on_hover_text("Drag, or click to type a number")
            .changed();
        ui.add_space(RESET);
    });
    if changed {
        events.push(Event::SetInstances(num_instances));
    }
    if session.is_count_reduced() {
        ui.label(
            RichText::new("Reduced, since there is no GPU. Raise it if you like.")
                .small()
                .color(WARNING),
        )
        .on_hover_text(
            "Without a GPU fewer instances are drawn, so that sliders answer within 100 ms. This is never saved into the sketch.",
        );
    }
}

/// A label with its unit in a third of the width, then the widgets.
fn row(ui: &mut Ui, label: &str, unit: &str, help: &str, widgets: impl FnOnce(&mut Ui, f32, Id)) {
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let all = ui.available_width();
        let width = (all * 0.33).clamp(76.0, 160.0);
        let name = ui.allocate_ui_with_layout(
            vec2(width, ROW),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                let label = ui.add(egui::Label::new(label).sense(Sense::hover()));
                let id = label.id;
                if !unit.is_empty() {
                    ui.add(egui::Label::new(RichText::new(unit).small().color(WEAK)));
                }
                if !help.is_empty() {
                    label.on_hover_text(help);
                }
                id
            },
        );
        let rest = all - width - ui.spacing().item_spacing.x;
        widgets(ui, rest, name.inner);
    });
}

/// A control with its label and, once it is touched, a button to reset it.
fn control(ui: &mut Ui, session: &Session, at: usize, events: &mut Vec<Event>) {
    let params = &session.params;
    let param = &params.params()[at];
    let value = params.value(at);
    let help = help(param);
    let mut edited = None;
    let mut reset = false;
    ui.push_id(&param.path, |ui| {
        let many_rows = param.ty.is_matrix();
        row(ui, &param.label, &param.unit, &help, |ui, width, name| {
            let width = width - RESET - ui.spacing().item_spacing.x;
            if many_rows {
                ui.add_space(width);
            } else {
                edited = widget(ui, param, value, width, name, &help);
            }
            // Sliders and boxes end where they end; the button is in a column of its own.
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let words = format!("Back to {}", words(param, param.default));
                let button = egui::Button::new(RichText::new("↺").color(WEAK)).frame(false);
                let shown = params.is_touched(at);
                let size = vec2(RESET, 20.0);
                if shown && ui.add_sized(size, button).on_hover_text(words).clicked() {
                    reset = true;
                }
            });
        });
        if many_rows {
            edited = matrix(ui, param, value, &help);
        }
    });
    // Widgets round what they show; that alone moves nothing.
    if let Some(edited) = edited.filter(|edited| *edited != value) {
        events.push(Event::SetParam(at, edited));
    }
    if reset {
        events.push(Event::ResetParam(at));
    }
}

/// The prose of the file, and what the value is called.
fn help(param: &Param) -> String {
    let mut text = param.tooltip.clone();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&format!("{}: {}", param.path, param.ty));
    if let Some(range) = &param.range {
        text.push_str(&format!(", {} to {}", range.min, range.max));
        if !param.unit.is_empty() {
            text.push_str(&format!(" {}", param.unit));
        }
    }
    text.push_str(&format!("\ndefault {}", words(param, param.default)));
    text
}

/// A value in the words that the control shows it with.
fn words(param: &Param, value: Value) -> String {
    let lane = |lane: &f64| match &param.widget {
        Widget::Angle => format!("{}°", round(lane.to_degrees())),
        Widget::Toggle => if *lane == 0.0 { "off" } else { "on" }.to_owned(),
        Widget::Choice(names) => names
            .get(*lane as usize)
            .cloned()
            .unwrap_or_else(|| lane.to_string()),
        _ => round(*lane).to_string(),
    };
    let lanes: Vec<String> = value.lanes().iter().map(lane).collect();
    lanes.join(", ")
}

/// Without the digits that an f32 does not have.
fn round(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}

/// What is shown for a lane: degrees for an angle, and no digits that an f32 does not have.
fn to_shown(param: &Param, lane: f64) -> f64 {
    if param.widget == Widget::Angle {
        round(lane.to_degrees())
    } else if param.ty.scalar == Scalar::F32 {
        // The shortest decimal that is the same f32.
        (lane as f32).to_string().parse().unwrap_or(lane)
    } else {
        lane
    }
}

fn from_shown(param: &Param, shown: f64) -> f64 {
    if param.widget == Widget::Angle {
        shown.to_radians()
    } else {
        shown
    }
}

/// The widgets of a control; the result is another value.
fn widget(
    ui: &mut Ui,
    param: &Param,
    value: Value,
    width: f32,
    name: Id,
    help: &str,
) -> Option<Value> {
    let lanes = value.lanes();
    match &param.widget {
        Widget::Color => color(ui, param, value, name, help),
        Widget::Toggle => {
            let mut on = lanes[0] != 0.0;
            let changed = ui
                .checkbox(&mut on, "")
                .labelled_by(name)
                .on_hover_text(help)
                .changed();
            changed.then(|| with_lane(value, 0, f64::from(u8::from(on))))
        }
        Widget::Choice(names) => {
            let chosen = lanes[0] as usize;
            let mut picked = chosen;
            ComboBox::from_id_salt("choice")
                .width(width)
                .selected_text(names.get(chosen).map_or("", String::as_str))
                .show_ui(ui, |ui| {
                    for (at, name) in names.iter().enumerate() {
                        ui.selectable_value(&mut picked, at, name);
                    }
                })
                .response
                .labelled_by(name)
                .on_hover_text(help);
            (picked != chosen).then(|| with_lane(value, 0, picked as f64))
        }
        Widget::Number | Widget::Angle if lanes.len() == 1 => {
            let mut lane = lanes[0];
            number(ui, param, &mut lane, width, name, help).then(|| with_lane(value, 0, lane))
        }
        Widget::Number | Widget::Angle => {
            let spacing = ui.spacing().item_spacing.x;
            let each = (width - spacing * (lanes.len() - 1) as f32) / lanes.len() as f32;
            let mut edited = None;
            for (at, lane) in lanes.iter().enumerate() {
                let mut lane = *lane;
                if drag(ui, param, &mut lane, each, help).changed() {
                    edited = Some(with_lane(edited.unwrap_or(value), at, lane));
                }
            }
            edited
        }
    }
}

fn with_lane(mut value: Value, at: usize, lane: f64) -> Value {
    value.set_lane(at, lane);
    value
}

fn color(ui: &mut Ui, param: &Param, value: Value, name: Id, help: &str) -> Option<Value> {
    let lanes = value.lanes();
    let mut rgb = [lanes[0] as f32, lanes[1] as f32, lanes[2] as f32];
    ui.spacing_mut().interact_size = vec2(44.0, 18.0);
    let mut edited = None;
    let button = ui.color_edit_button_rgb(&mut rgb).labelled_by(name);
    if button.on_hover_text(help).changed() {
        let mut value = value;
        for (at, lane) in rgb.iter().enumerate() {
            value.set_lane(at, f64::from(*lane));
        }
        edited = Some(value);
    }
    if let Some(alpha) = lanes.get(3) {
        let mut alpha = *alpha;
        let drag = DragValue::new(&mut alpha)
            .range(0.0..=1.0)
            .speed(0.005)
            .prefix("alpha ");
        if ui.add(drag).on_hover_text(help).changed() {
            edited = Some(with_lane(edited.unwrap_or(value), 3, alpha));
        }
    }
    edited.map(|value| param.clamp(value))
}

/// Digits behind the point that are worth showing for a span of values.
fn decimals(param: &Param) -> usize {
    if param.ty.scalar != Scalar::F32 {
        return 0;
    }
    let span = param.range.map_or(1.0, |r| r.max - r.min);
    let span = if param.widget == Widget::Angle {
        span.to_degrees()
    } else {
        span
    };
    (2.0 - span.log10().floor()).clamp(0.0, 4.0) as usize
}

/// A slider with its number, or a number to drag where there is no range.
fn number(ui: &mut Ui, param: &Param, lane: &mut f64, width: f32, name: Id, help: &str) -> bool {
    let Some(range) = param.range else {
        return drag(ui, param, lane, width, help).changed();
    };
    ui.spacing_mut().slider_width = (width - NUMBER - ui.spacing().item_spacing.x).max(24.0);
    let mut shown = to_shown(param, *lane);
    let limits = to_shown(param, range.min)..=to_shown(param, range.max);
    let mut slider = Slider::new(&mut shown, limits)
        .show_value(false)
        .logarithmic(range.logarithmic);
    if let Some(step) = range.step {
        slider = slider.step_by(to_shown(param, step));
    } else if param.ty.scalar != Scalar::F32 {
        slider = slider.step_by(1.0);
    }
    let slid = ui
        .add(slider)
        .labelled_by(name)
        .on_hover_text(help)
        .changed();
    if slid {
        *lane = from_shown(param, shown);
    }
    drag(ui, param, lane, NUMBER, help).changed() || slid
}

/// A number to drag or to type.
fn drag(ui: &mut Ui, param: &Param, lane: &mut f64, width: f32, help: &str) -> Response {
    let mut shown = to_shown(param, *lane);
    let span = param.range.map_or_else(
        || shown.abs().max(1.0) * 2.0,
        |range| to_shown(param, range.max - range.min),
    );
    let whole = param.ty.scalar != Scalar::F32;
    let speed = if whole {
        (span * 0.002).max(0.1)
    } else {
        span * 0.002
    };
    let mut drag = DragValue::new(&mut shown).speed(speed);
    drag = match param.widget {
        Widget::Angle => drag.suffix("°"),
        _ => drag,
    };
    drag = match param.range {
        Some(range) => drag
            .range(to_shown(param, range.min)..=to_shown(param, range.max))
            .fixed_decimals(decimals(param)),
        None if whole => drag.max_decimals(0),
        None => drag.max_decimals(4),
    };
    let response = ui.add_sized([width, 20.0], drag).on_hover_text(help);
    if response.changed() {
        *lane = from_shown(param, shown);
    }
    response
}

/// A matrix, a line a row as it is written in mathematics; WGSL stores columns.
fn matrix(ui: &mut Ui, param: &Param, value: Value, help: &str) -> Option<Value> {
    let (columns, rows) = (usize::from(param.ty.columns), usize::from(param.ty.rows));
    let spacing = ui.spacing().item_spacing.x;
    let each = (ui.available_width() - spacing * columns as f32) / columns as f32;
    let mut edited = None;
    for at_row in 0..rows {
        ui.horizontal(|ui| {
            for column in 0..columns {
                let at = column * rows + at_row;
                let mut lane = value.lanes()[at];
                if drag(ui, param, &mut lane, each, help).changed() {
                    edited = Some(with_lane(edited.unwrap_or(value), at, lane));
                }
            }
        });
    }
    edited
}
