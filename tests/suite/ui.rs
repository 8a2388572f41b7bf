//! The window's contents without a window: widgets to events.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use swimlab::params::ParamSet;
use swimlab::preset::Report;
use swimlab::session::{Compiled, Event, PresetItem, Session};
use swimlab::shader::{Limits, SourceFile, compile};
use swimlab::ui::{Stats, UiState, apply_theme, window_ui};

const SKETCH: &str = "\
//! # A fish
//! It is *lively*.
struct Motion {
    wave: f32,       // @range(0, 1) @default(0.25) How far the tail goes
    angle: f32,      // @angle @range(-3.2, 3.2)
    mode: u32,       // @choice(\"carangiform\", \"anguilliform\")
    mask: u32,       // @toggle
    tint: vec3f,     // @color
    offset: vec3f,
    secret: f32,     // @hidden
    turn: mat3x3f,
}
@group(1) @binding(0) var<uniform> motion: Motion;
@fragment fn fs_main() -> @location(0) vec4f {
    return vec4f(motion.wave + motion.turn[0].x + motion.offset.x + motion.tint.x
        + f32(motion.mode + motion.mask) + motion.angle + motion.secret);
}
";

struct Desk {
    session: Session,
    state: UiState,
    events: Vec<Event>,
}

fn session(text: &str) -> Session {
    let mut session = Session::default();
    session.handle(Event::SketchesListed(vec!["fish".into(), "swim".into()]));
    session.handle(Event::OpenSketch("fish".into()));
    let file = SourceFile::new("shaders/fish.wgsl", text);
    let compiled = compile(&file, &|_| Err(String::new()), &Limits::default());
    let (shader, diagnostics) = match compiled {
        Ok(shader) => (Some(Arc::new(shader)), Vec::new()),
        Err(diagnostics) => (None, diagnostics),
    };
    session.handle(Event::Compiled(Compiled {
        sketch: "fish".into(),
        shader,
        diagnostics,
        latency_ms: 5.0,
    }));
    session.handle(Event::PresetsListed(vec![
        PresetItem {
            name: "eel".into(),
            embedded: true,
        },
        PresetItem {
            name: "mine".into(),
            embedded: false,
        },
    ]));
    session
}

fn desk(text: &str) -> Harness<'static, Desk> {
    let desk = Desk {
        session: session(text),
        state: UiState::default(),
        events: Vec::new(),
    };
    let mut harness = Harness::builder()
        .with_size([1360.0, 840.0])
        .with_context_setup(apply_theme)
        .build_ui_state(
            |ui, desk: &mut Desk| {
                let stats = Stats::default();
                let (_, events) = window_ui(ui, &desk.session, &stats, &mut desk.state);
                for event in &events {
                    desk.session.handle(event.clone());
                }
                desk.events.extend(events);
            },
            desk,
        );
    harness.run();
    harness.state_mut().events.clear();
    harness
}

fn value(desk: &Desk, path: &str) -> Vec<f64> {
    let params: &ParamSet = &desk.session.params;
    let at = params.index(path).expect("the control is there");
    params.value(at).lanes().to_vec()
}

#[test]
fn every_member_has_its_control_and_looking_at_them_changes_nothing() {
    let mut desk = desk(SKETCH);
    for label in ["wave", "angle", "mode", "mask", "tint", "offset", "turn"] {
        assert!(desk.query_by_label(label).is_some(), "{label}");
    }
    assert!(desk.query_by_label("secret").is_none());
    desk.run_steps(5);
    assert!(desk.state().events.is_empty(), "{:?}", desk.state().events);
    assert!(!desk.state().session.params.is_touched(0));
}

#[test]
fn a_slider_sets_its_value_and_the_arrow_resets_it() {
    let mut desk = desk(SKETCH);
    let slider = desk
        .get_all_by_role(Role::Slider)
        .nth(1)
        .expect("the slider of `wave`, after that of the instances");
    let rect = slider.rect();
    let at = |share: f32| Pos2::new(rect.left() + rect.width() * share, rect.center().y);
    desk.drag_at(at(0.25));
    desk.run();
    desk.hover_at(at(0.9));
    desk.run();
    desk.drop_at(at(0.9));
    desk.run();
    let now = value(desk.state(), "motion.wave")[0];
    assert!((0.8..=1.0).contains(&now), "{now}");

    desk.get_by_label("↺").click();
    desk.run();
    assert_eq!(value(desk.state(), "motion.wave"), [0.25]);
    assert!(desk.query_by_label("↺").is_none());
}

#[test]
fn changes_are_undone_and_made_again_by_keys() {
    let mut desk = desk(SKETCH);
    let toggle = desk.get_all_by_role(Role::CheckBox).next();
    toggle.expect("the toggle of `mask`").click();
    desk.run();
    assert_eq!(value(desk.state(), "motion.mask"), [1.0]);
    desk.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.run();
    assert_eq!(value(desk.state(), "motion.mask"), [0.0]);
    desk.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    desk.run();
    assert_eq!(value(desk.state(), "motion.mask"), [1.0]);
}

#[test]
fn keys_act_but_not_while_a_name_is_typed() {
    let mut desk = desk(SKETCH);
    desk.key_press(Key::Space);
    desk.run();
    assert!(!desk.state().session.clock.is_playing());

    desk.key_press_modifiers(Modifiers::COMMAND, Key::S);
    desk.run();
    desk.event(egui::Event::Text("quick one".into()));
    desk.key_press(Key::R);
    desk.key_press(Key::Space);
    desk.run();
    let is_quiet = |e: &Event| !matches!(e, Event::Restart);
    assert!(desk.state().events.iter().all(is_quiet));
    assert!(!desk.state().session.clock.is_playing());
    assert_eq!(desk.state().state.preset_name, "quick one");
    desk.key_press(Key::Enter);
    desk.run();
    let saved = |e: &Event| matches!(e, Event::SavePreset(name) if name == "quick one");
    assert!(desk.state().events.iter().any(saved));
}

#[test]
fn presets_are_loaded_and_own_ones_deleted() {
    let mut desk = desk(SKETCH);
    desk.get_by_label_contains("eel").click();
    desk.run();
    assert!(matches!(&desk.state().events[..], [Event::LoadPreset(name)] if name == "eel"));
    desk.state_mut().events.clear();
    // Only one's own can be deleted.
    desk.get_by_label("✖").click();
    desk.run();
    assert!(matches!(&desk.state().events[..], [Event::DeletePreset(name)] if name == "mine"));

    let report = Report {
        num_applied: 3,
        unknown: vec!["motion.gone".into()],
        ..Report::default()
    };
    desk.state_mut().session.preset = Some(("eel".into(), report));
    desk.run();
    assert!(desk.query_by_label("3 values applied, 1 unknown").is_some());
}

#[test]
fn another_sketch_is_opened_by_a_click() {
    let mut desk = desk(SKETCH);
    desk.get_by_label_contains("swim").click();
    desk.run();
    assert!(matches!(&desk.state().events[..], [Event::OpenSketch(name)] if name == "swim"));
}

#[test]
fn a_problem_is_told_in_the_status_line_and_in_the_list_and_opens_its_line() {
    let mut desk = desk("@fragment\nfn fs_main() -> @location(0) vec4f {\n    return wave;\n}\n");
    let headline = desk.state().session.problems[0].headline();
    assert!(
        headline.starts_with("shaders/fish.wgsl:3:12: error: "),
        "{headline}"
    );
    assert!(desk.query_by_label(&headline).is_some());
    assert!(desk.query_by_label("shaders/fish.wgsl:3:12").is_none());
    desk.key_press(Key::P);
    desk.run();
    desk.get_by_label("shaders/fish.wgsl:3:12").click();
    desk.run();
    assert!(matches!(desk.state().events[..], [Event::OpenProblem(0)]));
}

#[test]
fn what_the_sketch_says_of_itself_is_shown() {
    let mut desk = desk(SKETCH);
    assert!(desk.query_by_label_contains("A fish").is_none());
    desk.key_press(Key::N);
    desk.run();
    assert!(desk.query_by_label_contains("A fish").is_some());
    desk.key_press(Key::N);
    desk.run();
    assert!(desk.query_by_label_contains("A fish").is_none());
}

#[test]
fn the_list_of_keys_opens_and_closes() {
    let mut desk = desk(SKETCH);
    desk.key_press(Key::F1);
    desk.run();
    assert!(desk.query_by_label("play or pause").is_some());
    desk.key_press(Key::Escape);
    desk.run();
    assert!(desk.query_by_label("play or pause").is_none());
}

#[test]
fn the_panels_hide_and_the_picture_takes_their_room() {
    let mut desk = desk(SKETCH);
    desk.key_press(Key::H);
    desk.run();
    assert!(desk.query_by_label("wave").is_none());
    desk.key_press(Key::H);
    desk.run();
    assert!(desk.query_by_label("wave").is_some());
}
