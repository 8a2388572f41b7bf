//! A tokenizer for WGSL that keeps comments, for what naga does not report: annotations, the names
//! that a file declares, and where a brace was left open. It never fails; text that it does not
//! understand becomes punctuation.

use std::ops::Range;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Identifier or keyword.
    Word,
    /// Number literal.
    Number,
    /// One character of anything else.
    Punct(char),
    /// `// …`, without the line's end.
    LineComment,
    /// `//! …`
    HeaderComment,
    /// `/* … */`, nested.
    BlockComment,
    /// `/* …` up to the end of the text.
    OpenBlockComment,
}

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

impl Token {
    pub(super) fn is(&self, punct: char) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::LineComment
                | TokenKind::HeaderComment
                | TokenKind::BlockComment
                | TokenKind::OpenBlockComment
        )
    }
}

/// WGSL's line breaks.
fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Splits a text into tokens; white space is left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, len) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            let len = rest.find(is_line_break).unwrap_or(rest.len());
            if rest.starts_with("//!") {
                (TokenKind::HeaderComment, len)
            } else {
                (TokenKind::LineComment, len)
            }
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if c.is_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            (TokenKind::Word, end.unwrap_or(rest.len()))
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_'));
            (TokenKind::Number, end.unwrap_or(rest.len()))
        } else {
            (TokenKind::Punct(c), c.len_utf8())
        };
        tokens.push(Token {
            kind,
            span: at..at + len,
        });
        at += len;
    }
    tokens
}

fn block_comment(rest: &str) -> (TokenKind, usize) {
    let mut depth = 1usize;
    let bytes = rest.as_bytes();
    let mut at = 2;
    while at < bytes.len() {
        match &bytes[at..bytes.len().min(at + 2)] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return (TokenKind::BlockComment, at);
                }
            }
            _ => at += 1,
        }
    }
    (TokenKind::OpenBlockComment, rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_tokens(text: &str, expected: &[(TokenKind, &str)]) {
        let found: Vec<_> = tokens(text)
            .into_iter()
            .map(|t| (t.kind, text[t.span].to_owned()))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(k, s)| (*k, (*s).to_owned()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_nest_and_end_at_every_line_break() {
        use TokenKind::{BlockComment, HeaderComment, LineComment, Word};
        assert_tokens(
            "a /* x /* y */ z */ b // c\r\n//! d\u{2028}e",
            &[
                (Word, "a"),
                (BlockComment, "/* x /* y */ z */"),
                (Word, "b"),
                (LineComment, "// c"),
                (HeaderComment, "//! d"),
                (Word, "e"),
            ],
        );
    }

    #[test]
    fn an_open_comment_runs_to_the_end() {
        assert_tokens(
            "/* a /* b */ c",
            &[(TokenKind::OpenBlockComment, "/* a /* b */ c")],
        );
    }

    #[test]
    fn words_may_be_unicode() {
        use TokenKind::{Number, Punct, Word};
        assert_tokens(
            "größe=1.5f",
            &[(Word, "größe"), (Punct('='), "="), (Number, "1.5f")],
        );
    }
}
