//! What people get to read for a faulty sketch: the exact place, the exact words.
//!
//! Each row is a file in a workspace of its own, with the modules of [`NEIGHBOURS`] beside it.

mod annotations;
mod encodings;
mod half_written;
mod imports;
mod interface;
mod limits;
mod names;
mod resources;
mod syntax;
mod types;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use swimlab::params::ParamSet;
use swimlab::shader::{Diagnostic, Limits, Severity, SourceFile, compile};
use swimlab::workspace::Workspace;

/// A stage that makes a picture, for sketches whose fault lies elsewhere.
pub(super) const FRAGMENT: &str = "
@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(1.0);
}
";

/// A vertex stage to go with it.
const VERTEX: &str = "
@vertex
fn vs_main() -> @builtin(position) vec4f {
    return vec4f(0.0);
}
";

/// Two stages that go together, and leave a third without a partner.
const VERTEX_AND_FRAGMENT: &str = "
@vertex
fn vs_main() -> @builtin(position) vec4f {
    return vec4f(0.0);
}

@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(1.0);
}
";

/// Modules that lie beside each sketch, for those that import one.
const NEIGHBOURS: &[(&str, &[u8])] = &[
    (
        "parts/waves.wgsl",
        b"fn wave(x: f32) -> f32 {\n    return sin(x);\n}\n",
    ),
    (
        "parts/broken.wgsl",
        b"// The second line is the bad one.\nfn wave(x: f32) -> f32 { return x + 1i; }\n",
    ),
    (
        "parts/open.wgsl",
        b"fn wave(x: f32) -> f32 {\n    return x;\n",
    ),
    ("parts/latin.wgsl", b"// caf\xe9\n"),
    (
        "parts/round.wgsl",
        b"//! @import(\"parts/trip.wgsl\")\nfn round_a() -> f32 { return 1.0; }\n",
    ),
    (
        "parts/trip.wgsl",
        b"//! @import(\"parts/round.wgsl\")\nfn trip_b() -> f32 { return round_a(); }\n",
    ),
    (
        "parts/lost.wgsl",
        b"//! A module of a module\n//! @import(\"parts/nowhere.wgsl\")\n",
    ),
    (
        "parts/noted.wgsl",
        b"struct Noted {\n    speed: f32, // @rnage(0, 1)\n}\n",
    ),
];

/// As the compile thread of the program has it.
const STACK_BYTES: usize = 256 << 20;

/// The bytes of a sketch.
enum Source {
    /// A line break in front is for the eye, and not part of it.
    Text(&'static str),
    Bytes(&'static [u8]),
    Made(fn() -> String),
    /// A uniform struct with these members, which begin in its second line.
    Member(&'static str),
    /// What stands above a uniform struct.
    Header(&'static str),
}

use Source::{Bytes, Header, Made, Member, Text};

/// What is said about it. A line break in front is for the eye.
enum Says {
    /// Nothing.
    Nothing,
    /// Lines of the form `file:line:column: severity: message`.
    Headlines(&'static str),
    /// Headlines, source lines with carets, notes: all that a person sees.
    Everything(&'static str),
}

use Says::{Everything, Headlines, Nothing};

/// A sketch, and whether it runs all the same.
struct Row {
    name: &'static str,
    source: Source,
    /// Appended to the source, where it does not disturb its lines.
    tail: &'static str,
    runs: bool,
    says: Says,
}

/// A sketch that does not run.
const fn error(name: &'static str, source: Source, tail: &'static str, says: Says) -> Row {
    Row {
        name,
        source,
        tail,
        runs: false,
        says,
    }
}

/// A sketch that runs, in spite of what is said about it.
const fn warning(name: &'static str, source: Source, tail: &'static str, says: Says) -> Row {
    Row {
        name,
        source,
        tail,
        runs: true,
        says,
    }
}

/// A sketch that nothing is said about.
const fn good(name: &'static str, source: Source, tail: &'static str) -> Row {
    warning(name, source, tail, Nothing)
}

fn swim_struct(members: &str) -> String {
    format!("struct Swim {{\n    {members}\n}}\n@group(1) @binding(0) var<uniform> swim: Swim;\n")
}

impl Row {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = match self.source {
            Text(text) => text.strip_prefix('\n').unwrap_or(text).as_bytes().to_vec(),
            Bytes(bytes) => bytes.to_vec(),
            Made(make) => make().into_bytes(),
            Member(members) => swim_struct(members).into_bytes(),
            Header(header) => (header.to_owned() + &swim_struct("speed: f32,")).into_bytes(),
        };
        bytes.extend(self.tail.as_bytes());
        bytes
    }

    /// What is wrong with what is said; `None` if it is what it should be.
    fn failure(&self) -> Option<String> {
        let found = check(self.name, &self.bytes());
        let (wanted, said) = match self.says {
            Nothing => ("", joined(&found, Diagnostic::render)),
            Headlines(lines) => (lines, joined(&found, |d| d.headline() + "\n")),
            Everything(text) => (text, joined(&found, |d| d.render() + "\n")),
        };
        let runs = found.iter().all(|d| d.severity == Severity::Warning);
        let is_sorted = found.is_sorted_by_key(|d| d.severity == Severity::Warning);
        let misplaced = found.iter().find(|d| {
            let place = (d.line, d.column);
            place != d.file.position(d.span.start) || d.headline().contains('\n')
        });
        if wanted.trim() != said.trim() {
            return Some(format!("{}\nwanted:\n{wanted}\nfound:\n{said}", self.name));
        }
        if runs != self.runs {
            return Some(format!("{}: whether it runs is {runs}", self.name));
        }
        if !is_sorted {
            return Some(format!("{}: warnings stand before errors", self.name));
        }
        misplaced.map(|d| format!("{}: place and span differ: {d}", self.name))
    }
}

fn joined(found: &[Diagnostic], words: impl Fn(&Diagnostic) -> String) -> String {
    found.iter().map(words).collect()
}

/// Checks a sketch of a fresh workspace. Paths are relative to the workspace.
pub(super) fn check(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shaders = folder.path().join("shaders");
    let write = |path: &Path, bytes: &[u8]| {
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    };
    for (path, bytes) in NEIGHBOURS {
        write(&shaders.join(path), bytes);
    }
    write(&shaders.join(format!("{name}.wgsl")), bytes);
    let workspace = Workspace::new(folder.path());
    let prefix = format!("{}/", workspace.root().display());
    problems(&workspace, name)
        .into_iter()
        .map(|found| {
            let path = found.file.path.replace(&prefix, "");
            Diagnostic {
                file: SourceFile::new(path, found.file.text.clone()),
                notes: found.notes.iter().map(|n| n.replace(&prefix, "")).collect(),
                ..found
            }
        })
        .collect()
}

/// Everything there is to say about a sketch of a workspace, errors first: what `swimlab check`
/// says, the mesh excepted.
pub(super) fn problems(workspace: &Workspace, name: &str) -> Vec<Diagnostic> {
    with_large_stack(|| {
        let sketch = workspace.find(name).expect("it is there");
        let text = match workspace.read_sketch(&sketch) {
            Ok(text) => text,
            Err(diagnostic) => return vec![*diagnostic],
        };
        let load = |path: &str| workspace.read_import(&sketch, path).map(|(file, _)| file);
        match compile(&text, &load, &Limits::default()) {
            Ok(shader) => {
                let mut found = shader.warnings.clone();
                found.extend(ParamSet::new(&shader).warnings().iter().cloned());
                found
            }
            Err(found) => found,
        }
    })
}

/// Runs `work` on a thread like the one that compiles.
pub(super) fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        let thread = thread.expect("the system can start a thread");
        thread.join().expect("nothing panics")
    })
}

#[track_caller]
fn assert_rows(rows: &[Row]) {
    let failures: Vec<String> = rows.iter().filter_map(Row::failure).collect();
    assert!(
        failures.is_empty(),
        "{} of {} rows:\n\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n\n")
    );
}

#[test]
fn syntax() {
    assert_rows(syntax::ROWS);
}

#[test]
fn types() {
    assert_rows(types::ROWS);
}

#[test]
fn interface() {
    assert_rows(interface::ROWS);
}

#[test]
fn resources() {
    assert_rows(resources::ROWS);
}

#[test]
fn names() {
    assert_rows(names::ROWS);
}

#[test]
fn limits() {
    assert_rows(limits::ROWS);
}

#[test]
fn annotations() {
    assert_rows(annotations::ROWS);
}

#[test]
fn encodings() {
    assert_rows(encodings::ROWS);
}

#[test]
fn imports() {
    assert_rows(imports::ROWS);
}

#[test]
fn names_are_used_once() {
    let tables = [
        syntax::ROWS,
        types::ROWS,
        names::ROWS,
        interface::ROWS,
        resources::ROWS,
        limits::ROWS,
        annotations::ROWS,
        encodings::ROWS,
        imports::ROWS,
    ];
    let names = tables
        .iter()
        .flat_map(|rows| rows.iter().map(|row| row.name));
    let all: Vec<&str> = names.collect();
    let unique: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(unique.len(), all.len());
    assert!(all.len() >= 45, "{} rows", all.len());
}
