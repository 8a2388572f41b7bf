//! Saving, loading, deleting and restoring presets.

use super::*;
use crate::preset::{Preset, SceneSettings, Stored};

const MEMBERS: &str = "wave: f32, // @range(0, 1) @default(0.25)
tint: vec3f, // @color
mode: u32, // @choice(\"eel\", \"carp\")
phase: f32, // @phase(wave)";

fn preset(values: &[(&str, Stored)]) -> Preset {
    Preset {
        sketch: "fish".into(),
        values: values
            .iter()
            .map(|(path, stored)| ((*path).to_owned(), stored.clone()))
            .collect(),
        scene: SceneSettings::default(),
    }
}

fn read(session: &mut Session, preset: Preset) -> Vec<Effect> {
    let load = session.handle(Event::LoadPreset("carp".into()));
    assert_eq!(load, [Effect::ReadPreset("carp".into())]);
    session.handle(Event::PresetRead("carp".into(), Ok(preset)))
}

fn numbers(lanes: &[f64]) -> Stored {
    Stored::Numbers(lanes.to_vec())
}

#[test]
fn a_save_carries_values_and_scene() {
    let mut session = opened(&text("//! @instances(9)", MEMBERS));
    set(&mut session, "s.wave", 0.5);
    set(&mut session, "s.mode", 1.0);
    session.handle(Event::SetSpeed(0.5));
    let effects = session.handle(Event::SavePreset(" my carp ".into()));
    let [Effect::SavePreset(name, saved)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(name, "my carp", "as the list will show it");
    assert_eq!(saved.sketch, "fish");
    assert_eq!(
        saved.values,
        [
            ("s.wave".to_owned(), numbers(&[0.5])),
            ("s.tint".to_owned(), numbers(&[0.0; 3])),
            ("s.mode".to_owned(), Stored::Name("carp".into())),
        ],
        "all but the phase, which is the host's"
    );
    let scene = SceneSettings {
        num_instances: Some(9),
        time_speed: Some(0.5),
        camera: Some(session.camera.state()),
    };
    assert_eq!(saved.scene, scene);
    assert_eq!(session.preset, None, "it is not saved yet");

    let effects = session.handle(Event::PresetSaved("my carp".into(), Ok(())));
    assert_eq!(effects, [Effect::ListPresets]);
    assert_eq!(notices(&session), ["Saved preset “my carp”"]);
    assert_eq!(
        session.preset.as_ref().map(|(n, _)| n.as_str()),
        Some("my carp")
    );
}

#[test]
fn a_failed_save_is_told_and_marks_nothing() {
    let mut session = opened(&text("", MEMBERS));
    let failed = Event::PresetSaved("carp".into(), Err("cannot write carp.toml".into()));
    assert_eq!(session.handle(failed), [Effect::ListPresets]);
    assert_eq!(notices(&session), ["cannot write carp.toml"]);
    assert!(session.notices[0].is_error);
    assert_eq!(session.preset, None);
}

#[test]
fn a_load_replaces_all_values_and_can_be_undone() {
    let mut session = opened(&text("", MEMBERS));
    set(&mut session, "s.wave", 0.9);
    set(&mut session, "s.mode", 1.0);
    wait(&mut session, 1.0);
    let phase = get(&session, "s.phase");
    let tint = numbers(&[1.0, 0.5, 0.0]);
    let mut loaded = preset(&[("s.tint", tint)]);
    loaded.scene.time_speed = Some(2.0);
    loaded.scene.num_instances = Some(6);
    let effects = read(&mut session, loaded);
    assert_eq!(shown(&effects), 6);
    assert_eq!(get(&session, "s.tint"), [1.0, 0.5, 0.0]);
    assert_eq!(get(&session, "s.wave"), [0.25], "the default");
    assert_eq!(get(&session, "s.mode"), [0.0]);
    assert_eq!(get(&session, "s.phase"), phase, "nothing jumps");
    assert_eq!(session.clock.speed(), 2.0);
    assert_eq!(notices(&session), [""; 0], "all went well");
    assert_eq!(
        session.preset.as_ref().map(|(n, _)| n.as_str()),
        Some("carp")
    );

    session.handle(Event::Undo);
    assert_eq!(get(&session, "s.tint"), [0.0; 3]);
    assert_eq!(get(&session, "s.wave"), [0.9]);
    assert_eq!(get(&session, "s.mode"), [1.0]);
    session.handle(Event::Redo);
    assert_eq!(get(&session, "s.tint"), [1.0, 0.5, 0.0]);
}

#[test]
fn a_loads_values_are_a_persons_and_survive_a_save_of_the_file() {
    let mut session = opened(&text("", MEMBERS));
    read(&mut session, preset(&[("s.wave", numbers(&[0.75]))]));
    let edited = text("", &MEMBERS.replace("@default(0.25)", "@default(0.1)"));
    save(&mut session, &edited);
    assert_eq!(get(&session, "s.wave"), [0.75]);
}

#[test]
fn what_was_not_applied_as_it_stands_is_told() {
    let mut session = opened(&text("", MEMBERS));
    read(
        &mut session,
        preset(&[
            ("s.wave", numbers(&[7.0])),
            ("s.tint", numbers(&[1.0])),
            ("s.mode", Stored::Name("shark".into())),
            ("s.gone", numbers(&[1.0])),
            ("s.phase", numbers(&[1.0])),
        ]),
    );
    assert_eq!(get(&session, "s.wave"), [1.0]);
    assert_eq!(
        notices(&session),
        [
            "“carp”: 1 value applied, 2 unknown, 1 clamped, 1 of another type, 1 not among the choices"
        ]
    );
    assert!(!session.notices[0].is_error);
    let details = session.preset.as_ref().map(|(_, report)| report.details());
    assert_eq!(
        details.expect("it is loaded"),
        [
            "`s.gone` is not in this sketch; it stays in the file",
            "`s.phase` is not in this sketch; it stays in the file",
            "`s.wave` was out of its range; the nearest value is used",
            "`s.tint` is a vec3f in this sketch; the file has something else, which stays there",
            "`s.mode` has no choice `shark`; there are: eel, carp",
        ]
    );
}

#[test]
fn an_empty_preset_is_told() {
    let mut session = opened(&text("", MEMBERS));
    read(&mut session, Preset::default());
    assert_eq!(notices(&session), ["“carp”: 0 values applied"]);
}

#[test]
fn a_file_that_cannot_be_read_changes_nothing() {
    let mut session = opened(&text("", MEMBERS));
    set(&mut session, "s.wave", 0.9);
    let error = "presets/fish/carp.toml:3:1: half a file".to_owned();
    let effects = session.handle(Event::PresetRead("carp".into(), Err(error.clone())));
    assert_eq!(effects, []);
    assert_eq!(notices(&session), [error.as_str()]);
    assert!(session.notices[0].is_error);
    assert_eq!(get(&session, "s.wave"), [0.9]);
    assert_eq!(session.preset, None);
    session.handle(Event::Undo);
    assert_eq!(get(&session, "s.wave"), [0.25], "no step between");
}

#[test]
fn a_loaded_constant_asks_for_another_program() {
    let mut session = opened(&(text("", MEMBERS) + "override steps: u32 = 3;\n"));
    let wave = ("s.wave", numbers(&[0.5]));
    assert_eq!(read(&mut session, preset(&[wave])), []);
    let steps = ("steps", Stored::Integers(vec![4]));
    assert_eq!(read(&mut session, preset(&[steps])), [Effect::Rebuild]);
}

#[test]
fn a_sketch_without_controls_is_neither_saved_nor_given_values() {
    let mut session = opened(&text("", MEMBERS));
    session.handle(Event::OpenSketch("eel".into()));
    save_broken(&mut session);
    // The file would get the camera and the count of `fish`.
    assert_eq!(session.handle(Event::SavePreset("carp".into())), []);
    read(&mut session, preset(&[("s.wave", numbers(&[0.5]))]));
    assert_eq!(session.preset, None);
    assert_eq!(
        notices(&session),
        [
            "Presets wait until the sketch compiles: before that it has no controls. See its problems"
        ]
    );
    assert!(session.notices[0].is_error);
}

#[test]
fn a_presets_camera_sees_as_far_as_the_school_goes() {
    let mut session = opened(&text(
        "//! @instances(1) @layout(box, 100, 50, 50)",
        MEMBERS,
    ));
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    let mut near = preset(&[]);
    near.scene.num_instances = Some(1000);
    near.scene.camera = Some(crate::scene::CameraState {
        target: [30.0, 0.0, 0.0],
        distance: 5.0,
        ..Default::default()
    });
    read(&mut session, near);
    assert_eq!(session.camera.target.to_array(), [30.0, 0.0, 0.0]);
    assert_eq!(session.camera.distance, 5.0);
    // The far corner of the box is about 88 units from the target.
    let matrices = session.camera.matrices(1.0);
    let far = matrices.world_from_clip.project_point3(Vec3::Z);
    assert!(far.distance(matrices.position) > 100.0, "{far}");
}

#[test]
fn a_deleted_preset_can_be_restored() {
    let mut session = opened(&text("", MEMBERS));
    read(&mut session, preset(&[("s.wave", numbers(&[0.5]))]));
    let effects = session.handle(Event::DeletePreset("carp".into()));
    assert_eq!(effects, [Effect::DeletePreset("carp".into())]);
    assert!(session.preset.is_some(), "it is not deleted yet");
    let effects = session.handle(Event::PresetDeleted("carp".into(), Ok(())));
    assert_eq!(effects, [Effect::ListPresets]);
    assert_eq!(session.preset, None);
    assert_eq!(get(&session, "s.wave"), [0.5], "values stay");
    assert_eq!(notices(&session), ["Deleted preset “carp”"]);
    assert!(session.notices[0].can_restore);

    let effects = session.handle(Event::RestorePreset);
    assert_eq!(effects, [Effect::RestorePreset]);
    assert_eq!(notices(&session), [""; 0], "it is not offered twice");
    let effects = session.handle(Event::PresetRestored(Ok(())));
    assert_eq!(effects, [Effect::ListPresets]);
    assert_eq!(notices(&session), ["The preset is back"]);
    assert!(!session.notices[0].can_restore);
}

#[test]
fn only_the_last_deletion_offers_to_be_undone() {
    let mut session = opened(&text("", MEMBERS));
    session.handle(Event::PresetDeleted("carp".into(), Ok(())));
    session.handle(Event::PresetDeleted("eel".into(), Ok(())));
    let offers: Vec<_> = session.notices.iter().map(|n| n.can_restore).collect();
    assert_eq!(offers, [false, true]);
}

#[test]
fn what_fails_about_a_deletion_is_told() {
    let mut session = opened(&text("", MEMBERS));
    read(&mut session, preset(&[("s.wave", numbers(&[0.5]))]));
    let failed = Event::PresetDeleted("carp".into(), Err("it comes with swimlab".into()));
    assert_eq!(session.handle(failed), [Effect::ListPresets]);
    assert!(session.preset.is_some());
    let [notice] = session.notices.as_slice() else {
        panic!("{:?}", notices(&session));
    };
    assert!(notice.is_error && !notice.can_restore);

    session.handle(Event::PresetRestored(
        Err("carp.toml exists already".into()),
    ));
    let last = session.notices.last().expect("it is told");
    assert_eq!(last.text, "carp.toml exists already");
    assert!(last.is_error && last.can_restore, "it can be tried again");
}

#[test]
fn the_list_is_the_sketchs() {
    let mut session = opened(&text("", MEMBERS));
    let item = PresetItem {
        name: "carp".into(),
        embedded: true,
    };
    session.handle(Event::PresetsListed(vec![item.clone()]));
    assert_eq!(session.presets, [item]);
    session.handle(Event::OpenSketch("eel".into()));
    assert_eq!((session.presets.len(), session.preset.clone()), (0, None));
}
