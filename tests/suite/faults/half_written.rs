//! A file that an editor has written in part: at any place, the fault is in the file and not in
//! what is appended to it.

use swimlab::shader::{Severity, SourceFile};

use super::check;

const SKETCH: &str = include_str!("../../../shaders/swim.wgsl");

/// Bytes between two cuts.
const STEP: usize = 41;

#[test]
fn a_cut_anywhere_is_an_error_of_the_file_itself() {
    let mut num_cuts = 0;
    // The last line break may be missing.
    for end in (1..SKETCH.trim_end().len()).step_by(STEP) {
        let Some(text) = SKETCH.get(..end) else {
            continue;
        };
        num_cuts += 1;
        let found = check("cut", text.as_bytes());
        let errors = || found.iter().filter(|d| d.severity == Severity::Error);
        let whole = errors().count() == 0;
        // Between two functions a cut leaves a smaller sketch that runs.
        assert!(
            !whole || text.trim_end().ends_with(['}', ';']) || in_comment(text),
            "at {end}"
        );
        for error in errors() {
            assert_eq!(&*error.file.path, "shaders/cut.wgsl", "at {end}: {error}");
            assert!(error.span.start <= text.len(), "at {end}: {error}");
            assert!(!error.message.contains("gave up"), "at {end}: {error}");
        }
    }
    assert!(num_cuts > 100, "{num_cuts}");
}

fn in_comment(text: &str) -> bool {
    let line = text.lines().last().unwrap_or_default();
    line.contains("//") || "// ".starts_with(line)
}

/// Cuts right after `end`; the error stands at the last `token` before it.
#[track_caller]
fn assert_cut(end: &str, token: &str, message: &str) {
    let at = SKETCH.find(end).expect("the sketch has it") + end.len();
    let text = &SKETCH[..at];
    let file = SourceFile::new("shaders/cut.wgsl", text);
    let (line, column) = file.position(text.rfind(token).expect("it stands before the cut"));
    let found: Vec<String> = check("cut", text.as_bytes())
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.headline())
        .collect();
    let wanted = format!("shaders/cut.wgsl:{line}:{column}: error: {message}");
    assert_eq!(found, [wanted]);
}

#[test]
fn a_cut_in_a_struct_is_at_its_brace() {
    assert_cut("own_color: f32,", "{", "this `{` is never closed");
}

#[test]
fn a_cut_in_a_function_is_at_its_brace() {
    assert_cut(
        "let rest = vertex.position;",
        "{",
        "this `{` is never closed",
    );
}

#[test]
fn a_cut_in_a_call_is_at_its_parenthesis() {
    assert_cut(
        "smoothstep(swim.mask_black,",
        "(",
        "this `(` is never closed",
    );
}

#[test]
fn a_cut_in_a_parameter_list_is_at_its_parenthesis() {
    assert_cut(
        "fn vs_fish(vertex: Vertex,",
        "(",
        "this `(` is never closed",
    );
}

#[test]
fn a_cut_after_an_attribute_is_at_the_last_token() {
    assert_cut(
        "@group(1) @binding(0)",
        ")",
        "the file ends in the middle of a declaration",
    );
}

#[test]
fn a_cut_in_a_declaration_is_at_the_last_token() {
    assert_cut(
        "@group(1) @binding(0) var<uniform> swim:",
        ":",
        "the file ends in the middle of a declaration",
    );
    assert_cut(
        "const TO_LIGHT =",
        "=",
        "the file ends in the middle of a declaration",
    );
}

#[test]
fn a_cut_between_declarations_lacks_the_picture() {
    assert_cut(
        "var<uniform> look: Look;",
        "//! # The swim cycle",
        "nothing to draw: the file has no `@fragment` entry point",
    );
}
