//! What a person relies on, driven by events alone.

mod counts;
mod presets;
mod reports;
mod undo;
mod values;

use std::sync::Arc;

use glam::Vec3;

use super::*;
use crate::params::{Scalar, ValueType};
use crate::shader::{Limits, SourceFile, compile};

const DRAW: &str = "
@vertex fn vs_a() -> @builtin(position) vec4f { return vec4f(0.0); }
@fragment fn fs_a() -> @location(0) vec4f { return vec4f(1.0); }
";

/// A sketch with these members in its one uniform, `s`.
fn text(header: &str, members: &str) -> String {
    format!(
        "{header}\nstruct S {{\n{members}\n}}\n@group(1) @binding(0) var<uniform> s: S;\n{DRAW}"
    )
}

/// What the compile thread makes of a text.
fn compilation(sketch: &str, text: &str) -> Compiled {
    let file = SourceFile::new(format!("shaders/{sketch}.wgsl"), text);
    let result = compile(&file, &|_| Err(String::new()), &Limits::default());
    let (shader, diagnostics) = match result {
        Ok(shader) => {
            let warnings = shader.warnings.clone();
            (Some(Arc::new(shader)), warnings)
        }
        Err(diagnostics) => (None, diagnostics),
    };
    Compiled {
        sketch: sketch.to_owned(),
        shader,
        diagnostics,
        latency_ms: 9.0,
    }
}

/// The open sketch is saved with this text, which is good.
#[track_caller]
fn save(session: &mut Session, text: &str) -> Vec<Effect> {
    let compiled = compilation(&session.sketch, text);
    assert!(compiled.shader.is_some(), "{}", compiled.diagnostics[0]);
    session.handle(Event::Compiled(compiled))
}

/// The open sketch is saved half-way through an edit.
#[track_caller]
fn save_broken(session: &mut Session) {
    let compiled = compilation(&session.sketch, "struct S { a: f32, b: ");
    assert!(compiled.shader.is_none());
    let effects = session.handle(Event::Compiled(compiled));
    assert_eq!(effects, [], "a broken save changes nothing that is shown");
}

#[track_caller]
fn open(session: &mut Session, name: &str, text: &str) -> Vec<Effect> {
    let effects = session.handle(Event::OpenSketch(name.to_owned()));
    assert_eq!(effects, [Effect::OpenSketch(name.to_owned())]);
    save(session, text)
}

/// A session with the sketch `fish` open.
#[track_caller]
fn opened(text: &str) -> Session {
    let mut session = Session::default();
    open(&mut session, "fish", text);
    session
}

fn number(n: f64) -> Value {
    Value::from_lanes(ValueType::scalar(Scalar::F32), &[n]).expect("one lane")
}

#[track_caller]
fn at(session: &Session, path: &str) -> usize {
    session
        .params
        .index(path)
        .unwrap_or_else(|| panic!("there is no `{path}`"))
}

/// The value of a control.
#[track_caller]
fn get(session: &Session, path: &str) -> Vec<f64> {
    session
        .params
        .value(at(session, path))
        .lanes()
        .iter()
        // As it was written, without the digits of an `f32`.
        .map(|lane| (lane * 1e6).round() / 1e6)
        .collect()
}

/// A person moves a control.
#[track_caller]
fn set(session: &mut Session, path: &str, n: f64) -> Vec<Effect> {
    let index = at(session, path);
    let ty = session.params.params()[index].ty;
    let value = Value::from_lanes(ty, &[n]).expect("no matrix");
    session.handle(Event::SetParam(index, value))
}

/// Time passes in short frames.
fn wait(session: &mut Session, secs: f64) {
    for _ in 0..(secs * 10.0).round() as usize {
        session.handle(Event::Frame {
            dt_secs: 0.1,
            complete: true,
        });
    }
}

/// How many instances are asked to be shown.
#[track_caller]
fn shown(effects: &[Effect]) -> u32 {
    match effects {
        [Effect::SetInstances(_, count)] => *count,
        other => panic!("{other:?}"),
    }
}

fn notices(session: &Session) -> Vec<&str> {
    session.notices.iter().map(|n| n.text.as_str()).collect()
}

fn mesh(radius: f32) -> MeshInfo {
    MeshInfo {
        name: "fish.glb".to_owned(),
        bounds: Bounds {
            min: Vec3::splat(-radius),
            max: Vec3::splat(radius),
        },
        num_vertices: 30,
        num_triangles: 50,
    }
}
