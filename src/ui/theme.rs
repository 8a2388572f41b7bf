//! One dark, neutral theme with one accent. Red and amber mean problems and nothing else.

use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals, vec2};

/// The one accent: what is chosen, what is filled.
pub(super) const ACCENT: Color32 = Color32::from_rgb(72, 176, 178);
/// Something is wrong.
pub(super) const ERROR: Color32 = Color32::from_rgb(240, 104, 96);
/// Something is odd.
pub(super) const WARNING: Color32 = Color32::from_rgb(230, 176, 80);
/// Words that matter.
pub(super) const TEXT: Color32 = Color32::from_rgb(214, 218, 222);
/// Words that explain.
pub(super) const WEAK: Color32 = Color32::from_rgb(134, 142, 150);
/// Panels.
pub(super) const PANEL: Color32 = Color32::from_rgb(26, 29, 33);
/// What lies deeper than a panel.
pub(super) const DEEP: Color32 = Color32::from_rgb(17, 19, 22);
/// Lines between panels.
pub(super) const LINE: Color32 = Color32::from_rgb(44, 49, 55);

/// Height of a row of controls, in points.
pub(super) const ROW: f32 = 22.0;

/// Gives a context this look.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(Theme::Dark);
    ctx.style_mut_of(Theme::Dark, |style| {
        style.text_styles = [
            (
                TextStyle::Small,
                FontId::new(11.0, FontFamily::Proportional),
            ),
            (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
            (
                TextStyle::Button,
                FontId::new(13.0, FontFamily::Proportional),
            ),
            (
                TextStyle::Heading,
                FontId::new(15.0, FontFamily::Proportional),
            ),
            (
                TextStyle::Monospace,
                FontId::new(12.0, FontFamily::Monospace),
            ),
        ]
        .into();
        style.spacing.item_spacing = vec2(6.0, 4.0);
        style.spacing.button_padding = vec2(7.0, 2.0);
        style.spacing.interact_size = vec2(32.0, 20.0);
        style.spacing.slider_rail_height = 4.0;
        style.spacing.tooltip_width = 320.0;
        style.spacing.icon_width = 15.0;
        style.interaction.tooltip_delay = 0.35;
        style.visuals = visuals();
    });
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = None;
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.extreme_bg_color = DEEP;
    visuals.faint_bg_color = Color32::from_rgb(31, 34, 39);
    visuals.code_bg_color = DEEP;
    visuals.error_fg_color = ERROR;
    visuals.warn_fg_color = WARNING;
    visuals.hyperlink_color = ACCENT;
    visuals.weak_text_color = Some(WEAK);
    visuals.slider_trailing_fill = true;
    visuals.collapsing_header_frame = false;
    visuals.indent_has_left_vline = false;
    visuals.selection.bg_fill = Color32::from_rgb(34, 92, 96);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(220, 244, 244));
    let widgets = &mut visuals.widgets;
    for (state, fill, text) in [
        (&mut widgets.noninteractive, PANEL, TEXT),
        (&mut widgets.inactive, Color32::from_rgb(43, 48, 54), TEXT),
        (
            &mut widgets.hovered,
            Color32::from_rgb(56, 63, 70),
            Color32::WHITE,
        ),
        (
            &mut widgets.active,
            Color32::from_rgb(38, 104, 108),
            Color32::WHITE,
        ),
        (&mut widgets.open, Color32::from_rgb(43, 48, 54), TEXT),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.fg_stroke = Stroke::new(1.0, text);
        state.bg_stroke = Stroke::NONE;
        state.corner_radius = CornerRadius::same(3);
        state.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
    visuals
}
