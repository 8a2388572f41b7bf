//! What a person is told: problems and notices.

use super::*;

fn warning(session: &Session, words: &str) -> Diagnostic {
    let file = SourceFile::new(format!("shaders/{}.wgsl", session.sketch), "one\n  two");
    Diagnostic::warning(&file, 6..9, words)
}

fn problems(session: &Session) -> Vec<String> {
    session.problems.iter().map(Diagnostic::headline).collect()
}

#[test]
fn problems_have_errors_first_and_a_place_to_open() {
    let mut session = opened(&text("", "a: f32,"));
    let first = warning(&session, "odd");
    let second = Diagnostic {
        severity: Severity::Error,
        ..warning(&session, "wrong")
    };
    session.handle(Event::Compiled(Compiled {
        shader: None,
        diagnostics: vec![first.clone(), second],
        ..compilation("fish", "")
    }));
    assert_eq!(
        problems(&session),
        [
            "shaders/fish.wgsl:2:3: error: wrong",
            "shaders/fish.wgsl:2:3: warning: odd"
        ]
    );
    assert_eq!(session.num_errors(), 1);
    let effects = session.handle(Event::OpenProblem(0));
    let editor = Effect::OpenEditor {
        path: "shaders/fish.wgsl".into(),
        line: 2,
        column: 3,
    };
    assert_eq!(effects, [editor]);
    assert_eq!(session.handle(Event::OpenProblem(2)), [], "there is none");
}

#[test]
fn a_mesh_problem_stands_beside_the_shaders_until_a_mesh_comes() {
    // An annotation that does not fit is a warning of the sketch.
    let odd = text("", "a: f32, // @range(1, 0)");
    let mut session = opened(&odd);
    let range = "shaders/fish.wgsl:3:12: warning: `@range` does not fit `s.a`";
    assert_eq!(problems(&session), [range]);
    let missing = Diagnostic {
        severity: Severity::Error,
        ..warning(&session, "there is no `fish.glb`")
    };
    let mesh_line = missing.headline();
    session.handle(Event::MeshLoaded(Err(Box::new(missing))));
    assert_eq!(problems(&session), [mesh_line.as_str(), range]);
    save(&mut session, &odd);
    assert_eq!(
        problems(&session),
        [mesh_line.as_str(), range],
        "still missing"
    );
    save(&mut session, &text("", "a: f32,"));
    assert_eq!(problems(&session), [mesh_line.as_str()]);
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    assert_eq!(session.problems, []);
    // The mesh that is there stays when another one cannot be loaded.
    let other = warning(&session, "odd mesh");
    session.handle(Event::MeshLoaded(Err(Box::new(other))));
    assert_eq!(session.mesh, Some(mesh(1.0)));
    session.handle(Event::OpenSketch("eel".into()));
    assert_eq!(session.problems, [], "they were the other sketch's");
}

#[test]
fn a_good_save_takes_the_problems_away() {
    let mut session = opened(&text("", "a: f32,"));
    save_broken(&mut session);
    assert_eq!(session.num_errors(), 1);
    save(&mut session, &text("", "a: f32,"));
    assert_eq!(session.problems, []);
}

#[test]
fn notices_go_away_and_errors_stay_longer() {
    let mut session = Session::default();
    session.handle(Event::Done("done".into()));
    session.handle(Event::Failed("failed".into()));
    wait(&mut session, 7.5);
    assert_eq!(notices(&session), ["done", "failed"]);
    wait(&mut session, 1.0);
    assert_eq!(notices(&session), ["failed"]);
    wait(&mut session, 7.0);
    assert_eq!(notices(&session), ["failed"]);
    wait(&mut session, 1.0);
    assert_eq!(notices(&session), [""; 0]);
}

#[test]
fn a_stall_takes_no_notice_away() {
    let mut session = Session::default();
    session.handle(Event::Done("done".into()));
    session.handle(Event::Frame {
        dt_secs: 60.0,
        complete: false,
    });
    assert_eq!(notices(&session), ["done"]);
}

#[test]
fn four_notices_at_most_and_bad_news_stays() {
    let mut session = Session::default();
    session.handle(Event::Failed("failed".into()));
    for words in ["a", "b", "c", "d", "e"] {
        session.handle(Event::Done(words.into()));
    }
    assert_eq!(notices(&session), ["failed", "c", "d", "e"]);
    for words in ["1", "2", "3", "4"] {
        session.handle(Event::Failed(words.into()));
    }
    assert_eq!(notices(&session), ["1", "2", "3", "4"]);
    session.handle(Event::Done("f".into()));
    assert_eq!(
        notices(&session),
        ["2", "3", "4", "f"],
        "the newest is seen"
    );
}

#[test]
fn the_same_words_are_shown_once_and_a_notice_can_be_closed() {
    let mut session = Session::default();
    for words in ["a", "b", "a"] {
        session.handle(Event::Done(words.into()));
    }
    assert_eq!(notices(&session), ["b", "a"]);
    let id = session.notices[0].id;
    assert_ne!(id, session.notices[1].id);
    session.handle(Event::CloseNotice(id));
    session.handle(Event::CloseNotice(id));
    assert_eq!(notices(&session), ["a"]);
}

#[test]
fn files_are_opened_and_copied_by_the_holder() {
    let mut session = opened(&text("", "a: f32,"));
    assert_eq!(session.handle(Event::EditSketch), [Effect::EditSketch]);
    assert_eq!(session.handle(Event::CopySketch), [Effect::CopySketch]);
    assert!(!session.is_embedded());
    let mut embedded = compilation("fish", &text("", "a: f32,"));
    let mut shader = embedded.shader.as_deref().cloned().expect("it compiles");
    shader.file = SourceFile::new(format!("{EMBEDDED}fish.wgsl"), "");
    embedded.shader = Some(Arc::new(shader));
    session.handle(Event::Compiled(embedded));
    assert!(session.is_embedded());
}

#[test]
fn the_camera_is_moved_by_hand() {
    let mut session = opened(&text("", "a: f32,"));
    session.handle(Event::MeshLoaded(Ok(mesh(1.0))));
    let view = session.camera.clone();
    session.handle(Event::Orbit([0.1, 0.0]));
    session.handle(Event::Pan([0.1, 0.0]));
    session.handle(Event::Zoom(3.0));
    assert_ne!(session.camera, view);
    // A save and another mesh leave it alone.
    let moved = session.camera.clone();
    save(&mut session, &text("", "b: f32,"));
    session.handle(Event::MeshLoaded(Ok(mesh(4.0))));
    assert_eq!(session.camera, moved);
    session.handle(Event::FrameAll(1.6));
    assert_eq!(session.camera.target, Vec3::ZERO);
    assert!(
        session.camera.distance > view.distance,
        "four times as large"
    );
}
