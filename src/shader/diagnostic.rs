//! What is wrong with a text, as a value: made once, where the fault is found, and rendered once,
//! in the window or on the command line.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic as report;
use codespan_reporting::term::{self, Config, DisplayStyle};
use serde::Serialize;

use super::excerpt::Line;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The shader runs; something in it is not understood.
    Warning,
    /// The shader cannot run.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What the names of files begin with that are embedded in the program and not on disk.
pub const EMBEDDED: &str = "swimlab:";

/// A text with the name that messages call it by. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Name shown in messages, usually the path relative to the working directory.
    pub path: Arc<str>,
    /// The text as read, a byte order mark excepted.
    pub text: Arc<str>,
}

impl SourceFile {
    /// Names a text.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }

    /// Line and column of a byte offset, both from 1. Columns count code points, as editors and
    /// naga do. An offset inside a code point counts as its start; past the end, as the end.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() as u32 + 1;
        let column = before[line_start..].chars().count() as u32 + 1;
        (line, column)
    }
}

/// One fault, with the place where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The text that the fault is in.
    pub file: SourceFile,
    /// Line from 1.
    pub line: u32,
    /// Column from 1, in code points.
    pub column: u32,
    /// Bytes of the token in the file's text. Empty when the whole file is meant.
    pub span: Range<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// A few words right at the caret; may be empty.
    pub label: String,
    /// What to do about it, one paragraph each.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// A fault at `span` of `file`.
    pub fn new(
        severity: Severity,
        file: &SourceFile,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let (line, column) = file.position(span.start);
        Self {
            severity,
            file: file.clone(),
            line,
            column,
            span,
            message: message.into().replace(['\n', '\r'], " "),
            label: String::new(),
            notes: Vec::new(),
        }
    }

    /// An error at `span` of `file`.
    pub fn error(file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, file, span, message)
    }

    /// A warning at `span` of `file`.
    pub fn warning(file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, file, span, message)
    }

    /// Adds the words at the caret.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a paragraph that says what to do.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// `path:line:column: severity: message`, the form that editors jump from.
    pub fn headline(&self) -> String {
        format!(
            "{}:{}:{}: {}: {}",
            self.file.path, self.line, self.column, self.severity, self.message
        )
    }

    /// The source line with a caret under the token, and the notes; no headline.
    pub fn excerpt(&self) -> String {
        let severity = match self.severity {
            Severity::Warning => report::Severity::Warning,
            Severity::Error => report::Severity::Error,
        };
        let mut diagnostic = report::Diagnostic::new(severity)
            .with_message(&self.message)
            .with_notes(self.notes.clone());
        let line = Line::of(self);
        if self.has_place() {
            diagnostic = diagnostic.with_label(
                report::Label::primary((), line.caret.clone()).with_message(&self.label),
            );
        }
        let config = Config {
            display_style: DisplayStyle::Rich,
            tab_width: 4,
            ..Config::default()
        };
        let mut text = String::new();
        let mut out = String::new();
        match term::emit_to_string(&mut text, &config, &line, &diagnostic) {
            Ok(()) => {
                for line in text.trim_end().lines().skip(1) {
                    out.push_str(line.trim_end());
                    out.push('\n');
                }
            }
            // Only a span outside of the text could get here; the headline still says it all.
            Err(error) => log::error!("cannot render a diagnostic's excerpt: {error}"),
        }
        out
    }

    /// Headline and excerpt.
    pub fn render(&self) -> String {
        format!("{}\n{}", self.headline(), self.excerpt())
    }

    /// Whether a place in the file is meant, and not the file as a whole.
    fn has_place(&self) -> bool {
        self.span != (0..0)
    }

    /// The span cut to one line, at least one code point where there is one, on char boundaries.
    pub(super) fn caret_range(&self) -> Range<usize> {
        let text = &self.file.text;
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(self.span.start);
        let line_end = text[start..]
            .find(['\n', '\r'])
            .map_or(text.len(), |at| start + at);
        let mut end = boundary(self.span.end).clamp(start, line_end);
        if end == start {
            end = text[start..line_end]
                .chars()
                .next()
                .map_or(start, |c| start + c.len_utf8());
        }
        start..end
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render())
    }
}

#[cfg(test)]
mod tests {
    use super::super::excerpt::MAX_COLUMNS;
    use super::*;

    #[track_caller]
    fn assert_render(text: &str, token: &str, expected: &str) {
        let file = SourceFile::new("a.wgsl", text);
        let start = text.find(token).expect("the token stands in the text");
        let diagnostic = Diagnostic::error(&file, start..start + token.len(), "no such name")
            .with_label("unknown")
            .with_note("declare it");
        assert_eq!(diagnostic.render(), expected);
    }

    #[test]
    fn the_caret_stands_under_the_token() {
        assert_render(
            "let a = 1;\nlet b = foo;\n",
            "foo",
            "a.wgsl:2:9: error: no such name\n  ┌─ a.wgsl:2:9\n  │\n2 │ let b = foo;\n  │         ^^^ unknown\n  │\n  = declare it\n",
        );
    }

    #[test]
    fn the_caret_stands_under_the_token_after_tabs() {
        assert_render(
            "\tlet b = foo;",
            "foo",
            "a.wgsl:1:10: error: no such name\n  ┌─ a.wgsl:1:10\n  │\n1 │     let b = foo;\n  │             ^^^ unknown\n  │\n  = declare it\n",
        );
    }

    #[test]
    fn the_caret_stands_under_the_token_after_wide_characters() {
        // An emoji is two terminal cells wide and one column.
        assert_render(
            "/*🐟é*/ foo",
            "foo",
            "a.wgsl:1:8: error: no such name\n  ┌─ a.wgsl:1:8\n  │\n1 │ /*🐟é*/ foo\n  │         ^^^ unknown\n  │\n  = declare it\n",
        );
    }

    #[test]
    fn carriage_returns_do_not_show() {
        assert_render(
            "let a;\r\nfoo;\r\n",
            "foo",
            "a.wgsl:2:1: error: no such name\n  ┌─ a.wgsl:2:1\n  │\n2 │ foo;\n  │ ^^^ unknown\n  │\n  = declare it\n",
        );
    }

    #[test]
    fn an_empty_file_has_a_headline_and_notes() {
        let file = SourceFile::new("a.wgsl", "");
        let diagnostic = Diagnostic::error(&file, 0..0, "the file is empty").with_note("write");
        assert_eq!(
            diagnostic.render(),
            "a.wgsl:1:1: error: the file is empty\n = write\n"
        );
    }

    #[test]
    fn a_fault_of_the_whole_file_shows_no_line() {
        let file = SourceFile::new("a.wgsl", "fn a() {}");
        let diagnostic = Diagnostic::error(&file, 0..0, "nothing to draw").with_note("write");
        assert_eq!(
            diagnostic.render(),
            "a.wgsl:1:1: error: nothing to draw\n = write\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let text = format!("\n{}foo{}\n", "a ".repeat(5000), " b".repeat(5000));
        let file = SourceFile::new("a.wgsl", text);
        let diagnostic = Diagnostic::error(&file, 10_001..10_004, "no such name");
        let excerpt = diagnostic.excerpt();
        let lines: Vec<&str> = excerpt.lines().collect();
        assert_eq!(lines[0], "  ┌─ a.wgsl:2:10001");
        assert!(lines[2].chars().count() <= MAX_COLUMNS + 6, "{}", lines[2]);
        assert!(lines[2].starts_with("2 │ …") && lines[2].ends_with('…'));
        let caret = lines[3].chars().position(|c| c == '^');
        let under: String = lines[2].chars().skip(caret.unwrap_or(0)).take(3).collect();
        assert_eq!(under, "foo");
    }

    #[test]
    fn characters_that_do_not_show_or_turn_the_line_round_are_marked() {
        assert_render(
            "a\0\u{202e}\u{200b}\t foo",
            "foo",
            "a.wgsl:1:7: error: no such name\n  ┌─ a.wgsl:1:7\n  │\n1 │ a���     foo\n  │          ^^^ unknown\n  │\n  = declare it\n",
        );
    }

    #[test]
    fn spans_outside_of_the_text_are_cut() {
        let file = SourceFile::new("a.wgsl", "é");
        for span in [0..9, 1..1, 1..2, 5..9] {
            assert!(!Diagnostic::error(&file, span, "x").render().is_empty());
        }
    }
}
