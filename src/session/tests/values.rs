//! Values, time and camera through edits of the file and changes of sketch.

use super::*;

const SPEED: &str = "speed: f32, // @range(0, 10) @default(2)
turn: f32, // @default(1)
phase: f32, // @phase(speed)";

#[test]
fn opening_asks_for_the_file_and_then_shows_what_it_declares() {
    let mut session = Session::default();
    let effects = open(
        &mut session,
        "fish",
        &text("//! @instances(50) @layout(grid, 2) @seed(7)", SPEED),
    );
    let field = InstanceField {
        layout: Layout::Grid {
            spacing: Vec3::splat(2.0),
        },
        seed: 7,
    };
    assert_eq!(effects, [Effect::SetInstances(field, 50)]);
    assert_eq!(get(&session, "s.speed"), [2.0]);
    assert_eq!((session.num_reloads, session.reload_ms), (0, None));
    assert_eq!(session.can_undo_redo(), (false, false));
}

#[test]
fn a_touched_value_survives_an_edit_and_an_untouched_one_follows_its_default() {
    let mut session = opened(&text("", SPEED));
    set(&mut session, "s.speed", 9.0);
    save(
        &mut session,
        &text(
            "",
            "turn: f32, // @default(3)
            extra: vec2f,
            speed: f32, // @range(0, 10) @default(5)",
        ),
    );
    assert_eq!(get(&session, "s.speed"), [9.0], "a person has set it");
    assert_eq!(get(&session, "s.turn"), [3.0], "nobody has touched it");
    assert_eq!(get(&session, "s.extra"), [0.0, 0.0]);
    assert_eq!((session.num_reloads, session.reload_ms), (1, Some(9.0)));
}

#[test]
fn a_reset_control_follows_its_default_again() {
    let mut session = opened(&text("", SPEED));
    set(&mut session, "s.turn", 9.0);
    session.handle(Event::ResetParam(at(&session, "s.turn")));
    assert_eq!(get(&session, "s.turn"), [1.0]);
    save(&mut session, &text("", "turn: f32, // @default(4)"));
    assert_eq!(get(&session, "s.turn"), [4.0]);
}

#[test]
fn a_renamed_or_retyped_member_begins_at_its_default() {
    let mut session = opened(&text("", "a: f32,\nb: f32,\nc: f32,"));
    for path in ["s.a", "s.b", "s.c"] {
        set(&mut session, path, 7.0);
    }
    save(
        &mut session,
        &text(
            "",
            "a: vec3f, // @default(1, 2, 3)
            bb: f32, // @default(4)
            c: i32, // @default(5)",
        ),
    );
    assert_eq!(get(&session, "s.a"), [1.0, 2.0, 3.0]);
    assert_eq!(get(&session, "s.bb"), [4.0]);
    assert_eq!(get(&session, "s.c"), [5.0], "7 was a float's");
}

#[test]
fn a_value_is_clamped_to_an_edited_range() {
    let mut session = opened(&text("", "a: f32, // @range(0, 10)"));
    set(&mut session, "s.a", 8.0);
    save(&mut session, &text("", "a: f32, // @range(0, 5)"));
    assert_eq!(get(&session, "s.a"), [5.0]);
    save(&mut session, &text("", "a: f32, // @range(6, 9)"));
    assert_eq!(get(&session, "s.a"), [6.0]);
}

#[test]
fn a_broken_save_keeps_everything_and_the_good_one_after_it_too() {
    let good = text("", SPEED);
    let mut session = opened(&good);
    set(&mut session, "s.speed", 9.0);
    let program = session.shader.clone();
    save_broken(&mut session);
    assert_eq!(get(&session, "s.speed"), [9.0], "the last good controls");
    assert_eq!(session.params.params().len(), 3);
    assert!(
        session
            .shader
            .as_ref()
            .zip(program.as_ref())
            .is_some_and(|(a, b)| Arc::ptr_eq(a, b)),
        "the last good shader"
    );
    assert_eq!(session.num_errors(), 1);
    // What is moved meanwhile counts as well.
    set(&mut session, "s.turn", 0.5);
    save_broken(&mut session);
    save(&mut session, &good);
    assert_eq!(get(&session, "s.speed"), [9.0]);
    assert_eq!(get(&session, "s.turn"), [0.5]);
    assert_eq!(session.problems, []);
}

#[test]
fn a_member_that_comes_back_has_its_value_again() {
    let good = text("", SPEED);
    let mut session = opened(&good);
    set(&mut session, "s.speed", 9.0);
    set(&mut session, "s.turn", 4.0);
    // Commented out, then broken, then back with a tighter range.
    save(
        &mut session,
        &text("", "// speed: f32,\nturn: f32,\nphase: f32,"),
    );
    assert_eq!(session.params.index("s.speed"), None);
    save_broken(&mut session);
    save(
        &mut session,
        &text("", "speed: f32, // @range(0, 5)\nturn: u32,"),
    );
    assert_eq!(get(&session, "s.speed"), [5.0]);
    assert_eq!(get(&session, "s.turn"), [0.0], "another type meanwhile");
    save(&mut session, &good);
    assert_eq!(get(&session, "s.turn"), [4.0], "its type is back");
    assert!(session.params.is_touched(at(&session, "s.turn")));
}

#[test]
fn resetting_all_means_those_that_are_gone_too() {
    let good = text("", SPEED);
    let mut session = opened(&good);
    set(&mut session, "s.speed", 9.0);
    save(&mut session, &text("", "turn: f32,"));
    session.handle(Event::ResetParams);
    save(&mut session, &good);
    assert_eq!(get(&session, "s.speed"), [2.0]);
}

#[test]
fn time_speed_and_phase_go_on_through_a_save() {
    let good = text("", SPEED);
    let mut session = opened(&good);
    session.handle(Event::SetSpeed(0.5));
    wait(&mut session, 2.0);
    let phase = get(&session, "s.phase");
    assert_eq!(phase, [2.0], "2 rad/s for 2 s at half speed");
    let clock = session.clock.clone();
    assert!((clock.time() - 1.0).abs() < 1e-9);

    save(&mut session, &good.replace("@default(1)", "@default(2)"));
    save_broken(&mut session);
    save(&mut session, &good);
    assert_eq!(session.clock, clock);
    assert_eq!(get(&session, "s.phase"), phase);

    session.handle(Event::TogglePlay);
    save(&mut session, &good);
    assert!(!session.clock.is_playing(), "a pause is kept as well");
    wait(&mut session, 1.0);
    assert_eq!(get(&session, "s.phase"), phase);
    session.handle(Event::Step);
    assert_eq!(get(&session, "s.phase"), [2.016667], "2 / 60 at half speed");

    session.handle(Event::Restart);
    assert_eq!(session.clock.time(), 0.0);
    assert_eq!(get(&session, "s.phase"), [0.0]);
    assert_eq!(session.clock.speed(), 0.5);
}

#[test]
fn time_begins_with_the_first_picture() {
    let mut session = Session::default();
    session.handle(Event::OpenSketch("fish".into()));
    wait(&mut session, 3.0);
    save_broken(&mut session);
    wait(&mut session, 3.0);
    save(&mut session, &text("", SPEED));
    assert_eq!(
        (session.clock.time(), session.clock.frame_index()),
        (0.0, 0)
    );
}

#[test]
fn phases_belong_to_the_host() {
    let mut session = opened(&text("", SPEED));
    wait(&mut session, 1.0);
    let phase = at(&session, "s.phase");
    assert!(session.params.params()[phase].hidden);
    for event in [
        Event::SetParam(phase, number(5.0)),
        Event::ResetParam(phase),
        Event::ResetParams,
    ] {
        assert_eq!(session.handle(event), []);
        assert_eq!(get(&session, "s.phase"), [2.0]);
    }
    assert_eq!(session.can_undo_redo(), (false, false), "nothing happened");
}

#[test]
fn a_hidden_control_can_be_set_and_odd_ones_are_ignored() {
    let mut session = opened(&text("", "a: f32, // @hidden @range(0, 1)\nb: u32,"));
    set(&mut session, "s.a", 3.0);
    assert_eq!(get(&session, "s.a"), [1.0]);
    for event in [
        Event::SetParam(99, number(1.0)),
        Event::ResetParam(99),
        // Of another type.
        Event::SetParam(1, number(1.0)),
        Event::ResetParam(1),
    ] {
        assert_eq!(session.handle(event), []);
    }
    assert_eq!(get(&session, "s.b"), [0.0]);
    assert!(!session.params.is_touched(1));
    session.handle(Event::Undo);
    assert_eq!(session.can_undo_redo(), (false, true), "one step was made");
}

#[test]
fn only_constants_ask_for_another_program() {
    let mut session = opened(&(text("", "a: f32,") + "override steps: u32 = 3; // @range(1, 8)\n"));
    assert_eq!(set(&mut session, "s.a", 2.0), []);
    assert_eq!(set(&mut session, "steps", 5.0), [Effect::Rebuild]);
    assert_eq!(set(&mut session, "steps", 5.0), [], "it is 5 already");
    set(&mut session, "s.a", 3.0);
    assert_eq!(session.handle(Event::Undo), [], "the uniform");
    assert_eq!(session.handle(Event::Undo), [Effect::Rebuild]);
    assert_eq!(get(&session, "steps"), [3.0]);
    assert_eq!(session.handle(Event::Redo), [Effect::Rebuild]);
    assert_eq!(session.handle(Event::ResetParams), [Effect::Rebuild]);
    assert_eq!(session.handle(Event::ResetParams), [], "all are reset");
    let uniform = at(&session, "s.a");
    assert_eq!(session.handle(Event::ResetParam(uniform)), []);
    set(&mut session, "steps", 8.0);
    let steps = at(&session, "steps");
    assert_eq!(
        session.handle(Event::ResetParam(steps)),
        [Effect::Rebuild],
        "8 to 3"
    );
}

#[test]
fn another_sketch_and_back_keeps_values_camera_and_count() {
    let fish = text("//! @instances(1000)", SPEED);
    let mut session = opened(&fish);
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    set(&mut session, "s.speed", 9.0);
    session.handle(Event::SetInstances(70));
    session.handle(Event::Orbit([0.3, 0.2]));
    session.handle(Event::Zoom(1.5));
    wait(&mut session, 1.0);
    let camera = session.camera.clone();

    open(&mut session, "eel", &text("", "speed: f32, // @default(4)"));
    assert_eq!(get(&session, "s.speed"), [4.0], "a value of its own");
    assert_eq!((session.num_instances(), session.mesh.clone()), (1, None));
    session.handle(Event::MeshLoaded(Ok(mesh(5.0))));
    assert_ne!(session.camera, camera, "it is seen in full");
    set(&mut session, "s.speed", 3.0);

    let effects = open(&mut session, "fish", &fish);
    assert_eq!(shown(&effects), 70);
    assert_eq!(get(&session, "s.speed"), [9.0]);
    assert_eq!(get(&session, "s.phase"), [0.0], "its time begins again");
    assert_eq!(session.clock.time(), 0.0);
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    assert_eq!(session.camera, camera);
    open(&mut session, "eel", &text("", "speed: f32, // @default(4)"));
    assert_eq!(get(&session, "s.speed"), [3.0]);
}

#[test]
fn a_sketch_that_does_not_compile_costs_no_other_its_values() {
    let fish = text("", SPEED);
    let mut session = opened(&fish);
    set(&mut session, "s.speed", 9.0);
    // Broken from the start.
    session.handle(Event::OpenSketch("eel".into()));
    save_broken(&mut session);
    assert_eq!(session.params.params(), []);
    assert!(session.shader.is_none());
    // The one that was left is broken now, and left again.
    session.handle(Event::OpenSketch("fish".into()));
    save_broken(&mut session);
    session.handle(Event::OpenSketch("eel".into()));
    open(&mut session, "fish", &fish);
    assert_eq!(get(&session, "s.speed"), [9.0]);
}

#[test]
fn a_file_edited_while_another_sketch_was_open_counts() {
    let mut session = opened(&text("//! @instances(1000)", SPEED));
    set(&mut session, "s.speed", 9.0);
    session.handle(Event::SetInstances(70));
    open(&mut session, "eel", &text("", SPEED));
    let effects = open(
        &mut session,
        "fish",
        &text("//! @instances(200)", "speed: f32, // @range(0, 3)"),
    );
    assert_eq!(shown(&effects), 200, "the edited number");
    assert_eq!(get(&session, "s.speed"), [3.0], "the edited range");
}

#[test]
fn what_was_never_seen_gets_a_view_when_it_is() {
    let sketch = text("", SPEED);
    let mut session = Session::default();
    open(&mut session, "whale", &sketch);
    session.handle(Event::MeshLoaded(Ok(mesh(50.0))));
    let far = session.camera.distance;
    // No mesh comes, so that the camera is still the whale's.
    open(&mut session, "fish", &sketch);
    assert_eq!(session.camera.distance, far);
    open(&mut session, "whale", &sketch);
    open(&mut session, "fish", &sketch);
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    assert!(session.camera.distance < far / 10.0);
}

#[test]
fn a_late_compilation_of_another_sketch_is_ignored() {
    let mut session = opened(&text("", SPEED));
    let late = compilation("fish", &text("//! @instances(9)", "old: f32,"));
    open(&mut session, "eel", &text("", SPEED));
    let problem = compilation("fish", "struct S {");
    for compiled in [late, problem] {
        assert_eq!(session.handle(Event::Compiled(compiled)), []);
        assert_eq!(session.params.index("s.old"), None);
        assert_eq!((session.num_instances(), session.num_reloads), (1, 0));
        assert_eq!(session.problems, []);
    }
}
