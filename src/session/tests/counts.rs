//! How many instances are shown: what the file, a preset or a person asks for, within what the
//! adapter can do.

use super::*;
use crate::preset::{Preset, SceneSettings};

fn sketch(num_instances: u32) -> String {
    text(
        &format!("//! @instances({num_instances}) @layout(box, 10, 10, 10)"),
        "a: f32,",
    )
}

fn preset(num_instances: u32) -> Preset {
    Preset {
        scene: SceneSettings {
            num_instances: Some(num_instances),
            ..SceneSettings::default()
        },
        ..Preset::default()
    }
}

/// Complete frames of this length, until a number of instances is asked for.
fn frames(session: &mut Session, ms: f64, at_most: usize) -> Option<u32> {
    (0..at_most).find_map(|_| {
        let effects = session.handle(Event::Frame {
            dt_secs: ms / 1e3,
            complete: true,
        });
        (!effects.is_empty()).then(|| shown(&effects))
    })
}

fn software() -> Session {
    let mut session = Session::default();
    session.handle(Event::Adapter {
        name: "llvmpipe".into(),
        is_software: true,
    });
    session
}

/// Frames of a machine that takes 0.1 ms an instance, until the search ends.
fn search(session: &mut Session) {
    for _ in 0..1000 {
        if session.auto_count.is_none() {
            return;
        }
        let ms = 0.1 * f64::from(session.num_instances());
        frames(session, ms, 1);
    }
    panic!("the search does not end");
}

#[test]
fn an_edited_number_is_applied_and_a_persons_stays_otherwise() {
    let mut session = opened(&sketch(100));
    session.handle(Event::SetInstances(30));
    assert_eq!(shown(&save(&mut session, &sketch(100))), 30, "a plain save");
    save_broken(&mut session);
    assert_eq!(session.num_instances(), 30);
    assert_eq!(shown(&save(&mut session, &sketch(200))), 200, "edited");
    session.handle(Event::SetInstances(30));
    let without = text("", "a: f32,");
    assert_eq!(shown(&save(&mut session, &without)), 1, "taken out");
}

#[test]
fn an_edited_layout_and_seed_are_applied_at_once() {
    let mut session = opened(&sketch(100));
    let edited = text("//! @instances(100) @layout(ring, 5) @seed(3)", "a: f32,");
    let effects = save(&mut session, &edited);
    let layout = Layout::Ring {
        radius: 5.0,
        width: 1.0,
    };
    let field = InstanceField { layout, seed: 3 };
    assert_eq!(effects, [Effect::SetInstances(field, 100)]);
    // Above a vertex stage it counts more than in the header.
    let above = edited.replace("@vertex", "// @instances(7)\n@vertex");
    assert_eq!(shown(&save(&mut session, &above)), 7);
    session.set_seed(11);
    assert_eq!(session.field().seed, 11, "whatever the file says");
}

#[test]
fn a_presets_number_stays_through_a_save() {
    let mut session = opened(&sketch(100));
    let (effects, _) = session.apply_preset(&preset(40));
    assert_eq!(shown(&effects), 40);
    assert_eq!(shown(&save(&mut session, &sketch(100))), 40);
    assert_eq!(shown(&save(&mut session, &sketch(101))), 101, "edited");
}

#[test]
fn a_number_over_the_limit_is_clamped_with_words() {
    let mut session = Session::default();
    assert_eq!(session.handle(Event::InstanceLimit(500)), []);
    let effects = open(&mut session, "fish", &sketch(2000));
    assert_eq!(shown(&effects), 500);
    let words = "2,000 instances are more than this adapter holds: 500 are shown";
    assert_eq!(notices(&session), [words]);
    wait(&mut session, 20.0);
    save(&mut session, &sketch(2000));
    assert_eq!(notices(&session), [""; 0], "it was told");

    assert_eq!(
        shown(&session.handle(Event::SetInstances(1_234_567))),
        500,
        "a person's"
    );
    assert_eq!(
        notices(&session),
        ["1,234,567 instances are more than this adapter holds: 500 are shown"]
    );
    assert_eq!(shown(&session.handle(Event::SetInstances(0))), 1);
    assert_eq!(session.instance_limit(), 500);
    assert!(!session.is_count_reduced(), "it is not the speed");
}

#[test]
fn a_limit_that_shrinks_takes_instances_away() {
    let mut session = opened(&sketch(2000));
    assert_eq!(session.handle(Event::InstanceLimit(2000)), []);
    assert_eq!(shown(&session.handle(Event::InstanceLimit(300))), 300);
    assert_eq!(
        notices(&session),
        ["2,000 instances are more than this adapter holds: 300 are shown"]
    );
    assert_eq!(session.to_preset().scene.num_instances, Some(2000));
    // Whatever a driver says, one is shown.
    assert_eq!(shown(&session.handle(Event::InstanceLimit(0))), 1);
}

#[test]
fn a_software_adapter_begins_low_and_only_complete_frames_count() {
    let mut session = software();
    let effects = open(&mut session, "fish", &sketch(10_000));
    assert_eq!(shown(&effects), 128);
    for _ in 0..100 {
        let effects = session.handle(Event::Frame {
            dt_secs: 0.005,
            complete: false,
        });
        assert_eq!(effects, []);
    }
    // The first complete frame is not yet one of 128 only.
    assert_eq!(frames(&mut session, 5.0, 4), None);
    assert_eq!(frames(&mut session, 5.0, 1), Some(256));
    assert_eq!(session.num_instances(), 256);
    assert!(session.is_count_reduced());
}

#[test]
fn a_search_ends_with_words_and_what_is_asked_for_is_not_forgotten() {
    let mut session = software();
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(session.to_preset().scene.num_instances, Some(10_000));
    // 12.8 ms at 128, and 25.6 ms at 256: twice as many would not fit into 42.
    search(&mut session);
    assert_eq!(session.num_instances(), 256);
    assert_eq!(
        notices(&session),
        [
            "llvmpipe draws without a GPU: 256 of 10,000 are shown so that sliders answer at once. Raise the number of instances if you like."
        ]
    );
    assert!(session.is_count_reduced());
    assert_eq!(
        session.to_preset().scene.num_instances,
        Some(10_000),
        "a preset is for other machines too"
    );
    assert_eq!(shown(&save(&mut session, &sketch(10_000))), 256);
    assert_eq!(frames(&mut session, 1.0, 50), None, "it has ended");
}

#[test]
fn a_search_that_reaches_all_says_nothing() {
    let mut session = software();
    open(&mut session, "fish", &sketch(200));
    search(&mut session);
    assert_eq!(session.num_instances(), 200);
    assert_eq!(notices(&session), [""; 0]);
    assert!(!session.is_count_reduced());
}

#[test]
fn a_search_goes_on_through_a_save() {
    let mut session = software();
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(frames(&mut session, 5.0, 5), Some(256));
    assert_eq!(shown(&save(&mut session, &sketch(10_000))), 256);
    save_broken(&mut session);
    assert_eq!(frames(&mut session, 5.0, 5), Some(512));
    // An edited number is searched for anew.
    assert_eq!(shown(&save(&mut session, &sketch(9_000))), 128);
}

#[test]
fn a_persons_number_ends_the_search() {
    let mut session = software();
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(shown(&session.handle(Event::SetInstances(300))), 300);
    assert_eq!(frames(&mut session, 100.0, 50), None);
    assert_eq!(session.to_preset().scene.num_instances, Some(300));
    assert!(!session.is_count_reduced(), "it is what was asked for");
    assert_eq!(shown(&save(&mut session, &sketch(10_000))), 300);
}

#[test]
fn a_presets_number_is_searched_for_too() {
    let mut session = software();
    open(&mut session, "fish", &sketch(10_000));
    session.handle(Event::SetInstances(10));
    let (effects, _) = session.apply_preset(&preset(5_000));
    assert_eq!(shown(&effects), 128);
    assert_eq!(session.to_preset().scene.num_instances, Some(5_000));
}

#[test]
fn a_search_stays_below_the_limit() {
    let mut session = software();
    session.handle(Event::InstanceLimit(200));
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(session.num_instances(), 128);
    assert_eq!(
        notices(&session),
        ["10,000 instances are more than this adapter holds: 200 are shown"]
    );
    for _ in 0..50 {
        frames(&mut session, 1.0, 1);
    }
    assert_eq!(session.num_instances(), 200);
    assert_eq!(session.notices.len(), 1, "{:?}", notices(&session));
    open(&mut session, "fish", &sketch(150));
    assert_eq!(session.handle(Event::InstanceLimit(150)), []);
    assert_eq!(shown(&session.handle(Event::InstanceLimit(140))), 128);
    for _ in 0..50 {
        frames(&mut session, 1.0, 1);
    }
    assert_eq!(session.num_instances(), 140);
}

#[test]
fn another_sketch_and_back_goes_on_where_the_search_was() {
    let mut session = software();
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(frames(&mut session, 5.0, 5), Some(256));
    open(&mut session, "eel", &sketch(1));
    assert_eq!(session.to_preset().scene.num_instances, Some(1));
    open(&mut session, "fish", &sketch(10_000));
    assert_eq!(session.to_preset().scene.num_instances, Some(10_000));
    search(&mut session);
    assert_eq!(session.num_instances(), 256);
    // One that has ended is not made again.
    open(&mut session, "eel", &sketch(1));
    assert_eq!(shown(&open(&mut session, "fish", &sketch(10_000))), 256);
    assert_eq!(frames(&mut session, 1.0, 50), None);
    assert!(session.is_count_reduced());
}

#[test]
fn the_opening_view_is_of_all_that_will_be_there() {
    let mut session = software();
    let grid = text("//! @instances(8000) @layout(grid, 2)", "a: f32,");
    open(&mut session, "fish", &grid);
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    let mut hardware = opened(&grid);
    hardware.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    assert_eq!(session.num_instances(), 128);
    assert_eq!(session.camera, hardware.camera);
}

#[test]
fn thousands_are_told_apart() {
    for (n, words) in [
        (0, "0"),
        (999, "999"),
        (1000, "1,000"),
        (123_456, "123,456"),
        (u32::MAX, "4,294,967,295"),
    ] {
        assert_eq!(thousands(n), words);
    }
}
