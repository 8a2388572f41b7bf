//! The one line of a file that a diagnostic shows: cut to a readable length, and without characters
//! that would not show, or that would turn the line round.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use super::diagnostic::Diagnostic;

/// The longest line that is shown, in characters.
pub(super) const MAX_COLUMNS: usize = 160;

/// Characters that are kept before the caret of a line that is cut.
const COLUMNS_BEFORE: usize = 60;

/// A line, as a file of its own that knows where it comes from.
pub(super) struct Line<'a> {
    path: &'a str,
    number: u32,
    column: u32,
    text: String,
    /// Bytes of `text` to underline.
    pub(super) caret: Range<usize>,
}

impl<'a> Line<'a> {
    /// The line that a diagnostic points to.
    pub(super) fn of(diagnostic: &'a Diagnostic) -> Self {
        let whole = diagnostic.file.text.as_ref();
        let caret = diagnostic.caret_range();
        let start = whole[..caret.start].rfind('\n').map_or(0, |at| at + 1);
        let end = whole[caret.start..]
            .find(['\n', '\r'])
            .map_or(whole.len(), |at| caret.start + at);
        let num_columns = whole[start..end].chars().count();
        let first = if num_columns <= MAX_COLUMNS {
            0
        } else {
            let before = whole[start..caret.start].chars().count();
            before.saturating_sub(COLUMNS_BEFORE)
        };
        let mut text = String::new();
        let mut shown = 0..0;
        let mut is_cut = false;
        if first > 0 {
            text.push('…');
        }
        for (column, (at, c)) in whole[start..end].char_indices().enumerate() {
            if column < first {
                continue;
            }
            let at = start + at;
            if at == caret.start {
                shown.start = text.len();
            }
            if at == caret.end {
                shown.end = text.len();
            }
            if column == first + MAX_COLUMNS {
                is_cut = true;
                break;
            }
            text.push(if shows(c) {
                c
            } else {
                char::REPLACEMENT_CHARACTER
            });
        }
        if caret.start == end {
            shown.start = text.len();
        }
        if caret.end == end || shown.end < shown.start || is_cut && shown.end == 0 {
            shown.end = text.len();
        }
        if is_cut {
            text.push('…');
        }
        Self {
            path: &diagnostic.file.path,
            number: diagnostic.line,
            column: diagnostic.column,
            text,
            caret: shown,
        }
    }
}

/// Whether a character takes room, and only its own.
fn shows(c: char) -> bool {
    let unseen = matches!(
        c,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    );
    c == '\t' || !c.is_control() && !unseen
}

impl<'a> Files<'a> for Line<'_> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.path)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.number as usize)
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, Error> {
        Ok(self.column as usize)
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        if line > 0 {
            return Err(Error::LineTooLarge {
                given: line,
                max: 0,
            });
        }
        Ok(0..self.text.len())
    }
}
