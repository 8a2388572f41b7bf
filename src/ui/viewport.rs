//! The picture, and what lies under and over it.

use egui::{
    Align, Align2, Button, Color32, DragValue, Frame, Layout, Margin, PointerButton, Rect,
    RichText, Sense, Stroke, Ui, pos2, vec2,
};

use crate::scene::MAX_SPEED;
use crate::session::{Event, Session};

use super::theme::{ERROR, LINE, TEXT, WEAK};

/// A turn of the pointer across the whole height turns the camera by this, in radians.
const ORBIT: f32 = 4.0;
/// Zoom of one point of scrolling.
const ZOOM_PER_POINT: f32 = 1.0022;

/// What the picture's place tells.
pub struct Viewport {
    /// Where it is, in points.
    pub rect: Rect,
    /// The pointer, in points from the picture's top left corner.
    pub pointer: [f32; 2],
}

/// Transport, time and speed.
pub fn transport_ui(ui: &mut Ui, session: &Session, aspect: f32) -> Vec<Event> {
    let mut events = Vec::new();
    ui.horizontal_centered(|ui| {
        let mut button = |ui: &mut Ui, icon: &str, words: &str, event| {
            let button = Button::new(icon).min_size(vec2(28.0, 22.0));
            if ui.add(button).on_hover_text(words).clicked() {
                events.push(event);
            }
        };
        let (icon, words) = if session.clock.is_playing() {
            ("⏸", "Pause  (Space)")
        } else {
            ("▶", "Play  (Space)")
        };
        button(ui, icon, words, Event::TogglePlay);
        button(
            ui,
            "⏭",
            "One frame forward, 1/60 s, paused  (.)",
            Event::Step,
        );
        button(ui, "⏮", "Time starts again at 0  (R)", Event::Restart);
        ui.add_space(4.0);
        let mut speed = session.clock.speed();
        let drag = DragValue::new(&mut speed)
            .range(0.0..=MAX_SPEED)
            .speed(0.01)
            .fixed_decimals(2)
            .prefix("×");
        let drag = ui
            .add_sized([58.0, 22.0], drag)
            .on_hover_text("Speed of time: drag, or click to type. 1 is real time");
        if drag.changed() {
            events.push(Event::SetSpeed(speed));
        }
        ui.add_space(4.0);
        let time = format!("{:.2} s", session.clock.time());
        ui.add_sized(
            [70.0, 22.0],
            egui::Label::new(RichText::new(time).color(WEAK)),
        )
        .on_hover_text("The sketch's time: frame.time");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let frame = Button::new("⛶  frame all").min_size(vec2(28.0, 22.0));
            if ui
                .add(frame)
                .on_hover_text("Shows everything  (F, or a double click on the picture)")
                .clicked()
            {
                events.push(Event::FrameAll(aspect));
            }
        });
    });
    events
}

/// The place of the picture, with what the pointer does there.
pub fn viewport_ui(ui: &mut Ui, session: &Session) -> (Viewport, Vec<Event>) {
    let mut events = Vec::new();
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    if session.shader.is_none() {
        empty(ui, session, rect);
    }

    let delta = response.drag_delta();
    if delta != egui::Vec2::ZERO {
        let height = rect.height().max(1.0);
        let by = [delta.x / height, delta.y / height];
        let pans = response.dragged_by(PointerButton::Middle)
            || response.dragged_by(PointerButton::Secondary)
            || ui.input(|i| i.modifiers.shift);
        events.push(if pans {
            Event::Pan(by)
        } else {
            Event::Orbit(by.map(|n| n * ORBIT))
        });
    }
    if response.double_clicked() {
        events.push(Event::FrameAll(rect.width() / rect.height().max(1.0)));
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let factor = ZOOM_PER_POINT.powf(scroll) * pinch;
        if factor != 1.0 {
            events.push(Event::Zoom(factor));
        }
    }
    let pointer = response
        .hover_pos()
        .or_else(|| response.interact_pointer_pos())
        .map_or([0.0; 2], |at| (at - rect.min).into());
    notices(ui, session, rect, &mut events);
    (Viewport { rect, pointer }, events)
}

/// What is shown while there is no picture.
fn empty(ui: &Ui, session: &Session, rect: Rect) {
    let (title, hint, color) = if session.num_errors() > 0 {
        (
            "The sketch does not compile",
            "The list of problems below says where. Mend it and save: it appears at once.",
            ERROR,
        )
    } else if session.sketch.is_empty() {
        ("No sketch is open", "Choose one on the left.", TEXT)
    } else {
        ("Compiling …", "The first time takes a moment.", TEXT)
    };
    let font = egui::FontId::proportional(18.0);
    let center = rect.center();
    ui.painter()
        .text(center, Align2::CENTER_BOTTOM, title, font, color);
    let font = egui::FontId::proportional(13.0);
    let below = pos2(center.x, center.y + 6.0);
    ui.painter()
        .text(below, Align2::CENTER_TOP, hint, font, WEAK);
}

/// Short messages in the corner; they go away by themselves.
fn notices(ui: &Ui, session: &Session, rect: Rect, events: &mut Vec<Event>) {
    if session.notices.is_empty() {
        return;
    }
    egui::Area::new(egui::Id::unique("notices"))
        .pivot(Align2::RIGHT_TOP)
        .fixed_pos(rect.right_top() + vec2(-10.0, 10.0))
        .order(egui::Order::Foreground)
        .show(ui.ctx(), |ui| {
            let width = (rect.width() - 20.0).clamp(120.0, 340.0);
            for notice in &session.notices {
                let edge = if notice.is_error { ERROR } else { LINE };
                Frame::new()
                    .fill(Color32::from_rgba_unmultiplied(22, 25, 29, 240))
                    .stroke(Stroke::new(1.0, edge))
                    .corner_radius(5)
                    .inner_margin(Margin::symmetric(10, 7))
                    .show(ui, |ui| {
                        ui.set_width(width - 20.0);
                        ui.horizontal_top(|ui| {
                            let room = ui.available_width()
                                - 26.0
                                - if notice.can_restore { 52.0 } else { 0.0 };
                            ui.vertical(|ui| {
                                ui.set_width(room);
                                ui.label(&notice.text);
                            });
                            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                                let close = Button::new(RichText::new("✖").small().color(WEAK))
                                    .frame(false);
                                if ui.add(close).on_hover_text("Closes this message").clicked() {
                                    events.push(Event::CloseNotice(notice.id));
                                }
                                if notice.can_restore
                                    && ui
                                        .button("Undo")
                                        .on_hover_text("Puts the preset back")
                                        .clicked()
                                {
                                    events.push(Event::RestorePreset);
                                }
                            });
                        });
                    });
                ui.add_space(4.0);
            }
        });
}
