//! What a file declares, by name and place, with the comments that belong to each declaration.
//!
//! naga's IR has the types but neither comments nor the positions of members and parameters; this
//! has the positions but no types. The two are joined by name.

use std::ops::Range;

use super::annotation::{Annotation, Comment, Place, parse_comment};
use super::diagnostic::{Diagnostic, SourceFile};
use super::lex::{Token, TokenKind, tokens};

/// What kind of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Struct,
    Function,
    Variable,
    Override,
    Const,
    Alias,
}

/// A declaration at module scope.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    pub(super) name: String,
    pub(super) name_span: Range<usize>,
    /// Names of its attributes: `vertex`, `group`, …
    pub(super) attributes: Vec<String>,
    /// Members of a struct, parameters of a function.
    pub(super) members: Vec<Member>,
    pub(super) comment: Comment,
    /// What stands between `<` and `>` of a `var`.
    template: String,
}

impl Item {
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|a| a == name)
    }

    fn is_entry_point(&self) -> bool {
        ["vertex", "fragment", "compute"]
            .iter()
            .any(|stage| self.has_attribute(stage))
    }

    fn place(&self) -> Option<Place> {
        match self.kind {
            ItemKind::Override => Some(Place::Control),
            ItemKind::Variable if self.template.starts_with("uniform") => Some(Place::Control),
            ItemKind::Variable if self.has_attribute("binding") => Some(Place::Resource),
            ItemKind::Function if self.is_entry_point() => Some(Place::EntryPoint),
            _ => None,
        }
    }
}

/// A member of a struct or a parameter of a function.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) name_span: Range<usize>,
    pub(super) comment: Comment,
}

/// The declarations of one file.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    /// Annotations of the `//!` lines, and their Markdown.
    pub(super) header: Comment,
    pub(super) items: Vec<Item>,
    /// Every word in the code, for "is this name used at all".
    pub(super) words: Vec<String>,
}

impl Outline {
    pub(super) fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.name == name)
    }

    pub(super) fn function(&self, name: &str) -> Option<&Item> {
        self.items
            .iter()
            .find(|item| item.kind == ItemKind::Function && item.name == name)
    }

    pub(super) fn member(&self, item: &str, member: &str) -> Option<&Member> {
        self.item(item)?.members.iter().find(|m| m.name == member)
    }
}

/// Reads a file's declarations. Warnings are about annotations.
pub(super) fn outline(file: &SourceFile, warnings: &mut Vec<Diagnostic>) -> Outline {
    let all = tokens(&file.text);
    let code: Vec<&Token> = all.iter().filter(|t| !t.is_comment()).collect();
    let mut reader = Reader {
        text: &file.text,
        code,
        at: 0,
        items: Vec::new(),
        anchors: Vec::new(),
    };
    while reader.at < reader.code.len() {
        reader.item();
    }
    let words = reader
        .code
        .iter()
        .filter(|t| t.kind == TokenKind::Word)
        .map(|t| file.text[t.span.clone()].to_owned())
        .collect();
    let mut outline = Outline {
        header: Comment::default(),
        items: reader.items,
        words,
    };
    attach_comments(file, &all, &reader.anchors, &mut outline, warnings);
    outline
}

/// Something that a comment can belong to.
struct Anchor {
    /// Bytes; a comment that starts inside or later on the end's line belongs here.
    span: Range<usize>,
    target: Target,
}

#[derive(Clone, Copy)]
enum Target {
    Item(usize),
    Member(usize, usize),
    /// A function's body: its comments are its own affair.
    Body,
    /// The closing brace of a struct.
    Close,
}

struct Reader<'a> {
    text: &'a str,
    code: Vec<&'a Token>,
    at: usize,
    items: Vec<Item>,
    anchors: Vec<Anchor>,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.code
            .get(at)
            .filter(|t| t.kind == TokenKind::Word)
            .map_or("", |t| &self.text[t.span.clone()])
    }

    fn is(&self, at: usize, punct: char) -> bool {
        self.code.get(at).is_some_and(|t| t.is(punct))
    }

    fn start(&self, at: usize) -> usize {
        self.code.get(at).map_or(self.text.len(), |t| t.span.start)
    }

    fn end(&self, at: usize) -> usize {
        self.code.get(at).map_or(self.text.len(), |t| t.span.end)
    }

    /// Index just past the bracket that closes the one at `at`.
    fn past_close(&self, at: usize) -> usize {
        let mut depth = 0usize;
        for i in at..self.code.len() {
            match self.code[i].kind {
                TokenKind::Punct('{' | '(' | '[') => depth += 1,
                TokenKind::Punct('}' | ')' | ']') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return i + 1;
                    }
                }
                _ => {}
            }
        }
        self.code.len()
    }

    /// Index past a template list `<…>` that starts at `at`, or `at` if there is none.
    fn past_template(&self, at: usize) -> usize {
        if !self.is(at, '<') {
            return at;
        }
        let mut depth = 0usize;
        for i in at..self.code.len() {
            match self.code[i].kind {
                TokenKind::Punct('<') => depth += 1,
                TokenKind::Punct('>') => {
                    depth -= 1;
                    if depth == 0 {
                        return i + 1;
                    }
                }
                TokenKind::Punct(';' | '{') => return i,
                _ => {}
            }
        }
        self.code.len()
    }

    fn attributes(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while self.is(self.at, '@') {
            names.push(self.word(self.at + 1).to_owned());
            self.at += 2;
            if self.is(self.at, '(') {
                self.at = self.past_close(self.at);
            }
        }
        names
    }

    fn item(&mut self) {
        let first = self.at;
        let attributes = self.attributes();
        let kind = match self.word(self.at) {
            "struct" => ItemKind::Struct,
            "fn" => ItemKind::Function,
            "var" => ItemKind::Variable,
            "override" => ItemKind::Override,
            "const" => ItemKind::Const,
            "alias" => ItemKind::Alias,
            _ => {
                // Directives, const_assert, stray text.
                self.at = if self.is(self.at, '{') {
                    self.past_close(self.at)
                } else {
                    self.at + 1
                };
                return;
            }
        };
        let past_template = self.past_template(self.at + 1);
        let template = if past_template > self.at + 1 {
            let inner = self.start(self.at + 2)..self.end(past_template - 2);
            self.text.get(inner).unwrap_or_default().to_owned()
        } else {
            String::new()
        };
        let name_at = past_template;
        let name = self.word(name_at).to_owned();
        self.at = name_at + 1;
        if name.is_empty() {
            self.at = name_at;
            return;
        }
        let index = self.items.len();
        self.items.push(Item {
            kind,
            name,
            name_span: self.start(name_at)..self.end(name_at),
            attributes,
            members: Vec::new(),
            comment: Comment::default(),
            template,
        });
        let start = self.start(first);
        match kind {
            ItemKind::Struct if self.is(self.at, '{') => {
                let close = self.past_close(self.at);
                self.anchor(start..self.end(self.at), Target::Item(index));
                self.at += 1;
                self.members(index, close, true);
                self.at = close;
                self.anchor(self.end(close - 1) - 1..self.end(close - 1), Target::Close);
            }
            ItemKind::Function if self.is(self.at, '(') => {
                let close = self.past_close(self.at);
                self.at += 1;
                self.members(index, close, false);
                self.at = close;
                while self.at < self.code.len() && !self.is(self.at, '{') {
                    self.at += 1;
                }
                let body = self.at;
                self.anchor(start..self.start(body), Target::Item(index));
                self.at = self.past_close(body);
                self.anchor(self.start(body)..self.end(self.at - 1), Target::Body);
            }
            _ => {
                while self.at < self.code.len() && !self.is(self.at, ';') {
                    self.at = if self.is(self.at, '{') || self.is(self.at, '(') {
                        self.past_close(self.at)
                    } else {
                        self.at + 1
                    };
                }
                self.anchor(start..self.end(self.at), Target::Item(index));
                self.at += 1;
            }
        }
    }

    fn anchor(&mut self, span: Range<usize>, target: Target) {
        self.anchors.push(Anchor { span, target });
    }

    /// Reads `name: type` lists up to the closing bracket that stands before `close`.
    fn members(&mut self, item: usize, close: usize, anchored: bool) {
        while self.at + 1 < close {
            let first = self.at;
            self.attributes();
            let name_at = self.at;
            let name = self.word(name_at).to_owned();
            let mut angle = 0i32;
            while self.at + 1 < close {
                match self.code[self.at].kind {
                    TokenKind::Punct('<') => angle += 1,
                    TokenKind::Punct('>') => angle -= 1,
                    TokenKind::Punct(',') if angle <= 0 => break,
                    TokenKind::Punct('(' | '[' | '{') => {
                        self.at = self.past_close(self.at);
                        continue;
                    }
                    _ => {}
                }
                self.at += 1;
            }
            let last = if self.is(self.at, ',') {
                self.at
            } else {
                self.at.saturating_sub(1)
            };
            self.at += 1;
            if name.is_empty() {
                continue;
            }
            let index = self.items[item].members.len();
            let name_span = self.start(name_at)..self.end(name_at);
            self.items[item].members.push(Member {
                name,
                name_span,
                comment: Comment::default(),
            });
            if anchored {
                let span = self.start(first)..self.end(last);
                self.anchor(span, Target::Member(item, index));
            }
        }
    }
}

fn attach_comments(
    file: &SourceFile,
    all: &[Token],
    anchors: &[Anchor],
    outline: &mut Outline,
    warnings: &mut Vec<Diagnostic>,
) {
    let line_starts: Vec<usize> = file
        .text
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .collect();
    let line = |offset: usize| line_starts.partition_point(|start| *start <= offset);
    let comments: Vec<&Token> = all.iter().filter(|t| t.is_comment()).collect();
    // The comment after this one that goes to the same declaration decides: work from the end.
    let mut owner: Vec<Option<Target>> = vec![None; comments.len()];
    let mut ignored = vec![false; comments.len()];
    for i in (0..comments.len()).rev() {
        let comment = comments[i];
        if comment.kind == TokenKind::HeaderComment {
            continue;
        }
        let next_at = anchors.partition_point(|a| a.span.start <= comment.span.start);
        if let Some(previous) = next_at.checked_sub(1).map(|at| &anchors[at]) {
            let inside = comment.span.start < previous.span.end;
            if inside || line(previous.span.end) == line(comment.span.start) {
                match previous.target {
                    Target::Body | Target::Close => ignored[i] = true,
                    target => owner[i] = Some(target),
                }
                continue;
            }
        }
        let Some(next) = anchors.get(next_at) else {
            continue;
        };
        let below = match comments.get(i + 1) {
            Some(below) if below.span.start < next.span.start => {
                if owner[i + 1].is_none() {
                    continue;
                }
                below.span.start
            }
            _ => next.span.start,
        };
        let last_line = line(comment.span.end.saturating_sub(1).max(comment.span.start));
        if last_line + 1 >= line(below) {
            owner[i] = Some(next.target);
        }
    }

    let mut header_lines = Vec::new();
    for (i, comment) in comments.iter().enumerate() {
        let text = &file.text[comment.span.clone()];
        if comment.kind == TokenKind::HeaderComment {
            let span = comment.span.start + 3..comment.span.end;
            let raw = &file.text[span.clone()];
            let parsed = parse_comment(file, span, Some(Place::Header), warnings);
            if parsed.annotations.is_empty() {
                header_lines.push(raw.strip_prefix(' ').unwrap_or(raw).trim_end().to_owned());
            } else if !parsed.prose.is_empty() {
                header_lines.push(parsed.prose);
            }
            outline.header.annotations.extend(parsed.annotations);
            continue;
        }
        if ignored[i] {
            continue;
        }
        for span in text_spans(text, comment) {
            let place = match owner[i] {
                Some(Target::Item(item)) => outline.items[item].place(),
                Some(Target::Member(..)) => Some(Place::Control),
                _ => None,
            };
            let parsed = parse_comment(file, span, place, warnings);
            let target = match owner[i] {
                Some(Target::Item(item)) => &mut outline.items[item].comment,
                Some(Target::Member(item, member)) => {
                    &mut outline.items[item].members[member].comment
                }
                _ => continue,
            };
            target.annotations.extend(parsed.annotations);
            if !parsed.prose.is_empty() {
                if !target.prose.is_empty() {
                    target.prose.push(' ');
                }
                target.prose.push_str(&parsed.prose);
            }
        }
    }
    outline.header.prose = header_lines.join("\n").trim().to_owned();
    let members = outline.items.iter().flat_map(|item| &item.members);
    let comments = std::iter::once(&outline.header)
        .chain(outline.items.iter().map(|item| &item.comment))
        .chain(members.map(|member| &member.comment));
    for comment in comments {
        warn_of_repeats(file, comment, warnings);
    }
}

/// Of two annotations of one name the last one counts, which is hardly meant.
fn warn_of_repeats(file: &SourceFile, comment: &Comment, warnings: &mut Vec<Diagnostic>) {
    for (at, annotation) in comment.annotations.iter().enumerate() {
        let earlier = |other: &&Annotation| other.name == annotation.name;
        if annotation.name == "import" {
            continue;
        }
        if let Some(first) = comment.annotations[..at].iter().find(earlier) {
            let (line, column) = file.position(first.span.start);
            warnings.push(
                Diagnostic::warning(
                    file,
                    annotation.span.clone(),
                    format!("`@{}` is given twice: this one counts", annotation.name),
                )
                .with_note(format!("the other one is at {line}:{column}")),
            );
        }
    }
}

/// The bytes of a comment's text, line by line, without its markers.
fn text_spans(text: &str, comment: &Token) -> Vec<Range<usize>> {
    let start = comment.span.start;
    let mut spans = Vec::new();
    if comment.kind == TokenKind::LineComment {
        let markers = text.len() - text.trim_start_matches('/').len();
        spans.push(start + markers..comment.span.end);
        return spans;
    }
    let body_end = text.len()
        - if text.len() >= 4 && text.ends_with("*/") {
            2
        } else {
            0
        };
    let mut at = 2;
    for line in text[2..body_end].split_inclusive('\n') {
        let content = line.trim_end();
        let stars = content.len() - content.trim_start().trim_start_matches('*').len();
        spans.push(start + at + stars..start + at + content.len());
        at += line.len();
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::super::brackets::unfinished;
    use super::*;

    fn read(text: &str) -> (Outline, Vec<Diagnostic>) {
        let mut warnings = Vec::new();
        let outline = outline(&SourceFile::new("a.wgsl", text), &mut warnings);
        (outline, warnings)
    }

    fn member_names(outline: &Outline, item: &str, member: &str) -> (Vec<String>, String) {
        let member = outline
            .member(item, member)
            .expect("the member is declared");
        let names = member
            .comment
            .annotations
            .iter()
            .map(|a| a.name.clone())
            .collect();
        (names, member.comment.prose.clone())
    }

    #[track_caller]
    fn assert_member(text: &str, member: &str, names: &[&str], prose: &str) {
        let (outline, warnings) = read(text);
        assert_eq!(warnings, []);
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        assert_eq!(
            member_names(&outline, "S", member),
            (names, prose.to_owned())
        );
    }

    #[test]
    fn a_comment_belongs_to_the_member_on_its_line_or_below() {
        let text = "struct S { // about S\n a: f32, // @range(0, 1) A\n // @log\n /// B\n b: f32, /* @angle C */ c: array<vec4<f32>, 4>, // @color D\n\n // free words\n\n d: f32 // last\n // beyond\n}";
        assert_member(text, "a", &["range"], "A");
        assert_member(text, "b", &["log", "angle"], "B C");
        assert_member(text, "c", &["color"], "D");
        assert_member(text, "d", &[], "last");
        assert_eq!(read(text).0.items[0].comment.prose, "about S");
    }

    #[test]
    fn crlf_and_block_comments_are_read_alike() {
        let text = "struct S {\r\n  /* @range(0, 2)\r\n   * Words\r\n   * more */\r\n  @size(16) a: f32,\r\n}";
        assert_member(text, "a", &["range"], "Words more");
    }

    #[test]
    fn items_have_kind_name_attributes_and_comments() {
        let text = "//! # Title\n//! @mesh(\"a.glb\") @seed(3)\n//! - item\n\n// @once\n@compute @workgroup_size(64)\nfn step(@builtin(position) p: vec4f, x: f32) -> u32 { /* @range(bad */ return 1u; }\n@group(1) @binding(0) var<storage, read_write> s: array<f32>; // @len(8)\noverride n: u32 = 3; // @range(1, 9)\nalias A = f32;\nconst c = vec2(1, 2);\n";
        let (outline, warnings) = read(text);
        let planned = |w: &Diagnostic| w.message.ends_with("is not carried out by this version");
        assert!(warnings.len() == 2 && warnings.iter().all(planned));
        let found: Vec<_> = outline
            .items
            .iter()
            .map(|i| (i.kind, i.name.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                (ItemKind::Function, "step"),
                (ItemKind::Variable, "s"),
                (ItemKind::Override, "n"),
                (ItemKind::Alias, "A"),
                (ItemKind::Const, "c"),
            ]
        );
        assert_eq!(outline.items[0].attributes, ["compute", "workgroup_size"]);
        assert_eq!(outline.items[0].comment.annotations[0].name, "once");
        assert_eq!(outline.items[0].members.len(), 2);
        assert_eq!(outline.items[1].comment.annotations[0].name, "len");
        assert_eq!(outline.header.prose, "# Title\n- item");
        assert_eq!(outline.header.annotations.len(), 2);
    }

    #[test]
    fn a_setting_outside_of_the_header_is_pointed_out() {
        let (_, warnings) = read("// @mesh(\"fish.glb\")\n\nfn a() {}\n");
        assert_eq!(warnings.len(), 1);
        assert_eq!(warnings[0].message, "`@mesh` has no effect here");
    }

    #[test]
    fn odd_text_ends() {
        for text in [
            "@",
            "struct",
            "struct S {",
            "fn f(",
            "var<",
            "var<uniform",
            "}",
            "@a(",
            "a\u{0}b",
            "struct S { a",
            "fn",
            "struct S { < , > }",
        ] {
            read(text);
            unfinished(&SourceFile::new("a.wgsl", text));
        }
    }
}
