//! Taking changes back.

use super::*;

const TWO: &str = "a: f32, // @default(1)\nb: f32, // @default(2)";

fn values(session: &Session) -> [f64; 2] {
    [get(session, "s.a")[0], get(session, "s.b")[0]]
}

#[test]
fn a_gesture_is_one_step() {
    let mut session = opened(&text("", TWO));
    for n in 0..20 {
        set(&mut session, "s.a", f64::from(n));
        wait(&mut session, 0.1);
    }
    session.handle(Event::Undo);
    assert_eq!(values(&session), [1.0, 2.0]);
    assert_eq!(session.can_undo_redo(), (false, true));
    session.handle(Event::Redo);
    assert_eq!(values(&session), [19.0, 2.0]);
    assert_eq!(session.can_undo_redo(), (true, false));
}

#[test]
fn two_controls_are_two_steps_and_so_are_two_gestures() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.a", 5.0);
    set(&mut session, "s.b", 6.0);
    set(&mut session, "s.a", 7.0);
    wait(&mut session, 1.0);
    set(&mut session, "s.a", 8.0);
    let mut seen = Vec::new();
    for _ in 0..4 {
        session.handle(Event::Undo);
        seen.push(values(&session));
    }
    assert_eq!(seen, [[7.0, 6.0], [5.0, 6.0], [5.0, 2.0], [1.0, 2.0]]);
    assert_eq!(session.handle(Event::Undo), [], "there is no more");
    assert_eq!(values(&session), [1.0, 2.0]);
    for _ in 0..4 {
        session.handle(Event::Redo);
    }
    assert_eq!(values(&session), [8.0, 6.0]);
}

#[test]
fn a_new_change_ends_what_could_be_made_again() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.a", 5.0);
    session.handle(Event::Undo);
    set(&mut session, "s.b", 6.0);
    assert_eq!(session.can_undo_redo(), (true, false));
    session.handle(Event::Redo);
    assert_eq!(values(&session), [1.0, 6.0]);
    // Going on with the same control right after an undo is a change of its own.
    session.handle(Event::Undo);
    set(&mut session, "s.b", 7.0);
    session.handle(Event::Undo);
    assert_eq!(values(&session), [1.0, 2.0]);
}

#[test]
fn resets_can_be_undone() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.a", 5.0);
    set(&mut session, "s.b", 6.0);
    session.handle(Event::ResetParams);
    assert_eq!(values(&session), [1.0, 2.0]);
    session.handle(Event::Undo);
    assert_eq!(values(&session), [5.0, 6.0]);
    session.handle(Event::ResetParam(0));
    assert_eq!(values(&session), [1.0, 6.0]);
    session.handle(Event::Undo);
    assert_eq!(values(&session), [5.0, 6.0]);
    assert!(session.params.is_touched(0));
}

#[test]
fn what_changes_nothing_is_no_step() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.a", 5.0);
    session.handle(Event::Undo);
    session.handle(Event::ResetParams);
    session.handle(Event::ResetParam(1));
    session.handle(Event::SetParam(9, number(1.0)));
    assert_eq!(
        session.can_undo_redo(),
        (false, true),
        "redo is still there"
    );
}

#[test]
fn undo_works_across_a_save_and_passes_over_what_is_gone() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.b", 6.0);
    set(&mut session, "s.a", 5.0);
    // In another order, with another default, and without the one that was moved last.
    save(&mut session, &text("", "c: f32,\nb: f32, // @default(4)"));
    session.handle(Event::Undo);
    assert_eq!(get(&session, "s.b"), [4.0], "the default of now");
    assert!(!session.can_undo_redo().0);
}

#[test]
fn a_gesture_goes_on_while_its_constant_is_compiled() {
    let text = text("", TWO) + "override steps: u32 = 3;\n";
    let mut session = opened(&text);
    for n in 4..9 {
        assert_eq!(set(&mut session, "steps", f64::from(n)), [Effect::Rebuild]);
        save(&mut session, &text);
        wait(&mut session, 0.1);
    }
    session.handle(Event::Undo);
    assert_eq!(get(&session, "steps"), [3.0]);
}

#[test]
fn a_gesture_does_not_go_over_to_the_control_that_takes_the_place() {
    let mut session = opened(&text("", "a: f32,\nb: f32,"));
    set(&mut session, "s.a", 5.0);
    save(&mut session, &text("", "b: f32,\na: f32,"));
    set(&mut session, "s.b", 6.0);
    session.handle(Event::Undo);
    assert_eq!(values(&session), [5.0, 0.0]);
}

#[test]
fn steps_are_limited_and_the_oldest_go() {
    let mut session = opened(&text("", TWO));
    for n in 0..300 {
        set(
            &mut session,
            if n % 2 == 0 { "s.a" } else { "s.b" },
            10.0 + f64::from(n),
        );
    }
    let mut steps = 0;
    while session.can_undo_redo().0 {
        session.handle(Event::Undo);
        steps += 1;
    }
    assert_eq!(steps, 200);
    assert_eq!(values(&session), [108.0, 109.0], "after the first hundred");
}

#[test]
fn another_sketch_has_a_history_of_its_own() {
    let mut session = opened(&text("", TWO));
    set(&mut session, "s.a", 5.0);
    open(&mut session, "eel", &text("", TWO));
    assert_eq!(session.can_undo_redo(), (false, false));
    session.handle(Event::Undo);
    assert_eq!(values(&session), [1.0, 2.0]);
}
