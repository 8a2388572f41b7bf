//! Words on standard output and standard error.

use std::io::{ErrorKind, Write};

use serde_json::{Value, json};

use crate::shader::{Diagnostic, Severity};

/// A line on standard output. A reader that has gone away (`| head`) ends the program quietly.
pub(super) fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        log::error!("cannot write to standard output: {error}");
    }
}

/// A JSON document over several lines.
pub(super) fn document(value: &Value) {
    line(&format!("{value:#}"));
}

/// A line on standard error; there is nobody to tell when that fails.
pub(super) fn error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// A diagnostic as JSON: `severity`, `file`, `line` and `column` (from 1, in code points), `message`,
/// `label` (words at the caret), `notes`.
pub(super) fn diagnostic(diagnostic: &Diagnostic) -> Value {
    json!({
        "severity": match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        "file": diagnostic.file.path.as_ref(),
        "line": diagnostic.line,
        "column": diagnostic.column,
        "message": diagnostic.message,
        "label": diagnostic.label,
        "notes": diagnostic.notes,
    })
}

/// Several of them.
pub(super) fn diagnostics(all: &[Diagnostic]) -> Vec<Value> {
    all.iter().map(diagnostic).collect()
}
