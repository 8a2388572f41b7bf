//! What runs into the end of a text, where the appended library begins: the one fault that naga
//! would report in a file that nobody has touched, or not at all (attributes at the end of a sketch
//! would go to the library's first declaration).

use std::ops::Range;

use super::diagnostic::{Diagnostic, SourceFile};
use super::lex::{Token, TokenKind, tokens};

/// An opening bracket that waits for its other half.
struct Open {
    bracket: char,
    span: Range<usize>,
}

/// A comment, a bracket or a declaration that the file's end cuts off.
pub(super) fn unfinished(file: &SourceFile) -> Option<Diagnostic> {
    let tokens = tokens(&file.text);
    if let Some(diagnostic) = unclosed(file, &tokens) {
        return Some(diagnostic);
    }
    // Every declaration and every directive ends with one of these.
    let last = tokens.iter().rfind(|token| !token.is_comment())?;
    if last.is('}') || last.is(';') {
        return None;
    }
    Some(
        Diagnostic::error(
            file,
            last.span.clone(),
            "the file ends in the middle of a declaration",
        )
        .with_note("what comes after this is missing"),
    )
}

/// A comment or a bracket that is never closed. Of the brackets that may be meant, the indentation
/// tells: while somebody types an `if` into a function, it is the `if`'s and not the function's.
fn unclosed(file: &SourceFile, tokens: &[Token]) -> Option<Diagnostic> {
    let text = file.text.as_ref();
    let mut open: Vec<Open> = Vec::new();
    let mut suspect: Option<Range<usize>> = None;
    for token in tokens {
        match token.kind {
            TokenKind::OpenBlockComment => {
                let start = token.span.start;
                return Some(
                    Diagnostic::error(file, start..start + 2, "this comment is never closed")
                        .with_note("close it with `*/`; block comments nest"),
                );
            }
            TokenKind::Punct(bracket @ ('{' | '(' | '[')) => open.push(Open {
                bracket,
                span: token.span.clone(),
            }),
            TokenKind::Punct(c @ ('}' | ')' | ']')) => {
                // A mismatch in the middle is naga's to explain.
                let opener = open.pop().filter(|open| other_half(open.bracket) == c)?;
                let (its, own) = (
                    indentation(text, opener.span.start),
                    indentation(text, token.span.start),
                );
                let begins_line = text[..token.span.start].ends_with(own);
                if c == '}' && begins_line && own.len() < its.len() && suspect.is_none() {
                    suspect = Some(opener.span);
                }
            }
            _ => {}
        }
    }
    let Open { bracket, span } = open.pop()?;
    let close = other_half(bracket);
    let message = |bracket: char| format!("this `{bracket}` is never closed");
    Some(match suspect.filter(|_| bracket == '{') {
        Some(suspect) => {
            let (line, column) = file.position(span.start);
            Diagnostic::error(file, suspect, message('{')).with_note(format!(
                "the indentation tells so; counting alone leaves the `{{` at {line}:{column} open"
            ))
        }
        None => Diagnostic::error(file, span, message(bracket))
            .with_note(format!("the file ends before its `{close}`")),
    })
}

fn other_half(bracket: char) -> char {
    match bracket {
        '{' => '}',
        '(' => ')',
        _ => ']',
    }
}

/// The white space that begins the line of a position, line break included.
fn indentation(text: &str, position: usize) -> &str {
    let start = text[..position].rfind('\n').unwrap_or(0);
    let line = &text[start..position];
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<(u32, u32, String)> {
        unfinished(&SourceFile::new("a.wgsl", text)).map(|d| (d.line, d.column, d.message))
    }

    #[test]
    fn open_brackets_are_found() {
        assert_eq!(
            at("fn a() {\n return 1;\n"),
            Some((1, 8, "this `{` is never closed".into()))
        );
        assert_eq!(
            at("fn a(x: f32"),
            Some((1, 5, "this `(` is never closed".into()))
        );
        assert_eq!(
            at("a /* b"),
            Some((1, 3, "this comment is never closed".into()))
        );
        assert_eq!(at("fn a() { ] }"), None);
        assert_eq!(at("fn a() { }"), None);
    }

    #[test]
    fn a_declaration_that_is_cut_off_is_found() {
        let message = "the file ends in the middle of a declaration";
        let cut = |line, column| Some((line, column, message.to_owned()));
        assert_eq!(at("fn a() { }\n@group(1) @binding(0) // x\n"), cut(2, 21));
        assert_eq!(at("var<private> a"), cut(1, 14));
        assert_eq!(at("const a = 1; // x\n"), None);
        assert_eq!(at("// x"), None);
    }

    #[test]
    fn the_indentation_tells_which_one_is_open() {
        assert_eq!(
            at("fn a() {\n    if x {\n        b();\n}\n\nfn c() {\n}\n"),
            Some((2, 10, "this `{` is never closed".into()))
        );
        // The function's own: nothing before it is odd.
        assert_eq!(
            at("fn a() {\n    if x {\n    }\n\nfn c() {\n}\n"),
            Some((1, 8, "this `{` is never closed".into()))
        );
        // On one line, and without any indentation, there is only the number.
        assert_eq!(
            at("fn a() { if x { b(); }\n"),
            Some((1, 8, "this `{` is never closed".into()))
        );
    }
}
