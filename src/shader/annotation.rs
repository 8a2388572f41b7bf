//! The grammar inside comments: `@name(args)` and the words around it.
//!
//! An argument is a number (`-1.5`, `1e3`, `pi`, `tau`), a text in double quotes, or a word
//! (`box`, `swim.time_scale`). What is not an annotation is prose. WGSL's own attributes, as they
//! stand in code that somebody has commented out, are prose too.

use std::ops::Range;

use super::diagnostic::{Diagnostic, SourceFile};
use super::names::nearest;

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgValue {
    /// A number.
    Number(f64),
    /// A quoted text, without the quotes.
    Text(String),
    /// A bare word or a path of words.
    Word(String),
}

/// One argument and its bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// What it says.
    pub value: ArgValue,
    /// Where it stands.
    pub span: Range<usize>,
}

/// `@name(args)` in a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The name, without the `@`.
    pub name: String,
    /// The arguments; empty for `@name` and for `@name()`.
    pub args: Vec<Arg>,
    /// Bytes from the `@` to the end of the name.
    pub name_span: Range<usize>,
    /// Bytes from the `@` to the closing parenthesis.
    pub span: Range<usize>,
}

/// The annotations of a comment, and its other words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comment {
    /// In order.
    pub annotations: Vec<Annotation>,
    /// The words that are left over, white space folded.
    pub prose: String,
}

/// Where an annotation may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a `//!` line.
    Header,
    /// At a member of a uniform struct, an override, or a uniform that is no struct.
    Control,
    /// At a storage buffer, a texture or a sampler.
    Resource,
    /// Above an entry point.
    EntryPoint,
}

/// Every annotation: its name, where it may stand, and how it is written.
const KNOWN: &[(&str, &[Place], &str)] = {
    use Place::{Control, EntryPoint, Header, Resource};
    &[
        ("angle", &[Control], "@angle"),
        ("bake", &[Resource], "@bake(skeleton)"),
        ("blend", &[Header, EntryPoint], "@blend(opaque|alpha|add)"),
        ("choice", &[Control], "@choice(\"first\", \"second\")"),
        ("color", &[Control], "@color"),
        ("cull", &[Header, EntryPoint], "@cull(none|back|front)"),
        ("default", &[Control], "@default(0.5)"),
        ("depth", &[Header, EntryPoint], "@depth(write|test|off)"),
        ("file", &[Resource], "@file(\"scales.png\")"),
        ("filter", &[Resource], "@filter(linear|nearest)"),
        ("group", &[Control], "@group(\"Motion\")"),
        ("hidden", &[Control], "@hidden"),
        ("hz", &[EntryPoint], "@hz(120)"),
        ("import", &[Header], "@import(\"lib/noise.wgsl\")"),
        ("instances", &[Header, EntryPoint], "@instances(10000)"),
        ("label", &[Control], "@label(\"tail twist\")"),
        (
            "layout",
            &[Header, EntryPoint],
            "@layout(box, 100, 50, 50)`, `@layout(grid, 4)`, `@layout(sphere, 30)`, `@layout(ring, 40, 8)` or `@layout(single)",
        ),
        ("len", &[Resource], "@len(1024)"),
        ("log", &[Control], "@log"),
        ("mesh", &[Header, EntryPoint], "@mesh(\"fish.glb\")"),
        ("once", &[EntryPoint], "@once"),
        ("per", &[EntryPoint], "@per(boids)"),
        ("phase", &[Control], "@phase(time_scale)"),
        ("previous", &[Resource], "@previous(boids)"),
        ("range", &[Control], "@range(0, 1)` or `@range(0, 1, 0.01)"),
        ("seed", &[Header], "@seed(7)"),
        ("toggle", &[Control], "@toggle"),
        (
            "topology",
            &[Header, EntryPoint],
            "@topology(triangles|lines|points)",
        ),
        ("unit", &[Control], "@unit(\"rad/s\")"),
        ("wrap", &[Resource], "@wrap(repeat|clamp|mirror)"),
    ]
};

/// Those that are understood and do nothing yet.
const PLANNED: &[&str] = &[
    "bake", "file", "filter", "hz", "len", "once", "per", "previous", "wrap",
];

/// WGSL's attributes, which mean nothing inside a comment.
const ATTRIBUTES: &[&str] = &[
    "align",
    "binding",
    "blend_src",
    "builtin",
    "compute",
    "const",
    "diagnostic",
    "fragment",
    "id",
    "interpolate",
    "invariant",
    "location",
    "must_use",
    "size",
    "vertex",
    "workgroup_size",
];

/// How an annotation is written, for messages.
pub fn usage(name: &str) -> &'static str {
    KNOWN
        .iter()
        .find(|(known, ..)| *known == name)
        .map_or("", |(.., usage)| usage)
}

/// Reads the text of one comment. `span` is where that text, without comment markers, stands in
/// `file`. Malformed and unknown annotations become warnings and are left out.
pub(super) fn parse_comment(
    file: &SourceFile,
    span: Range<usize>,
    place: Option<Place>,
    warnings: &mut Vec<Diagnostic>,
) -> Comment {
    let mut comment = Comment::default();
    let mut prose = String::new();
    let mut cursor = Cursor {
        file,
        at: span.start,
        end: span.end,
    };
    let mut starts_word = true;
    while let Some(c) = cursor.peek() {
        if c == '@' && starts_word {
            let start = cursor.at;
            match cursor.annotation() {
                Ok(Some(annotation)) => {
                    check_place(file, &annotation, place, warnings);
                    comment.annotations.push(annotation);
                    prose.push(' ');
                    starts_word = true;
                    continue;
                }
                Ok(None) => cursor.at = start,
                Err(problem) => {
                    // Only a name like no other comes without advice. In a comment that belongs to
                    // nothing it is no annotation: `thanks to @ada`.
                    if !problem.notes.is_empty() {
                        warnings.push(*problem);
                    } else if let Some(place) = place {
                        warnings.push(problem.with_note(known_at(place)));
                    }
                    prose.push(' ');
                    continue;
                }
            }
        }
        starts_word = c.is_whitespace() || matches!(c, '(' | ',' | ';' | '*' | '/');
        prose.push(c);
        cursor.bump(c);
    }
    comment.prose = prose.split_whitespace().collect::<Vec<_>>().join(" ");
    comment
}

/// What may be written instead of something unknown.
fn known_at(place: Place) -> String {
    let names: Vec<String> = KNOWN
        .iter()
        .filter(|(_, places, _)| places.contains(&place))
        .map(|(name, ..)| format!("@{name}"))
        .collect();
    format!("known here are {}", names.join(", "))
}

fn check_place(
    file: &SourceFile,
    annotation: &Annotation,
    place: Option<Place>,
    warnings: &mut Vec<Diagnostic>,
) {
    let Some((_, places, _)) = KNOWN.iter().find(|(name, ..)| *name == annotation.name) else {
        return;
    };
    if place.is_some_and(|place| places.contains(&place)) {
        if PLANNED.contains(&annotation.name.as_str()) {
            warnings.push(
                Diagnostic::warning(
                    file,
                    annotation.span.clone(),
                    format!("`@{}` is not carried out by this version", annotation.name),
                )
                .with_note("the sketch runs as if it were not there"),
            );
        }
        return;
    }
    let wanted: Vec<&str> = places
        .iter()
        .map(|place| match place {
            Place::Header => "in a `//!` line at the top",
            Place::Control => "at a uniform member or an override",
            Place::Resource => "at a storage buffer, texture or sampler",
            Place::EntryPoint => "above an entry point",
        })
        .collect();
    warnings.push(
        Diagnostic::warning(
            file,
            annotation.span.clone(),
            format!("`@{}` has no effect here", annotation.name),
        )
        .with_note(format!("it belongs {}", wanted.join(", or "))),
    );
}

struct Cursor<'a> {
    file: &'a SourceFile,
    at: usize,
    end: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.file.text[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn skip_space(&mut self) {
        while let Some(c) = self.peek().filter(|c| c.is_whitespace()) {
            self.bump(c);
        }
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| keep(*c)) {
            self.bump(c);
        }
        start..self.at
    }

    fn warning(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.file, span, message)
    }

    /// At an `@`. `None` when this is prose or a WGSL attribute.
    fn annotation(&mut self) -> Result<Option<Annotation>, Box<Diagnostic>> {
        let start = self.at;
        self.bump('@');
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let name_span = start..name.end;
        let name = self.file.text[name].to_owned();
        if name.is_empty() || ATTRIBUTES.contains(&name.as_str()) {
            return Ok(None);
        }
        if !KNOWN.iter().any(|(known, ..)| *known == name) {
            if self.peek() == Some('(') {
                // Its arguments are no prose either.
                let _ = self.args(&name, start);
            }
            let mut problem = self.warning(name_span, format!("unknown annotation `@{name}`"));
            if let Some(near) = nearest(&name, KNOWN.iter().map(|(known, ..)| *known)) {
                problem = problem.with_note(format!("did you mean `@{near}`?"));
            }
            return Err(Box::new(problem));
        }
        let args = if self.peek() == Some('(') {
            self.args(&name, start)?
        } else {
            Vec::new()
        };
        // `// @group(1) @binding(0)` is code that was commented out.
        if name == "group"
            && matches!(
                args.as_slice(),
                [Arg {
                    value: ArgValue::Number(_),
                    ..
                }]
            )
        {
            return Ok(None);
        }
        Ok(Some(Annotation {
            name,
            args,
            name_span,
            span: start..self.at,
        }))
    }

    /// At the opening parenthesis.
    fn args(&mut self, name: &str, start: usize) -> Result<Vec<Arg>, Box<Diagnostic>> {
        let open = self.at;
        self.bump('(');
        let mut args = Vec::new();
        loop {
            self.skip_space();
            let at = self.at;
            match self.peek() {
                None => {
                    let problem =
                        self.warning(start..self.end, format!("`@{name}(` is never closed"));
                    return Err(Box::new(problem.with_note("add the `)` on the same line")));
                }
                Some(')') => {
                    self.bump(')');
                    return Ok(args);
                }
                Some(',') if !args.is_empty() => {
                    self.bump(',');
                    continue;
                }
                Some('"') => {
                    let text = self.text(open)?;
                    args.push(Arg {
                        value: ArgValue::Text(text),
                        span: at..self.at,
                    });
                }
                Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => {
                    let number = self.number()?;
                    args.push(Arg {
                        value: ArgValue::Number(number),
                        span: at..self.at,
                    });
                }
                Some(c) if c.is_alphabetic() || c == '_' => {
                    let word = self
                        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'));
                    let word = &self.file.text[word];
                    args.push(Arg {
                        value: constant(word)
                            .map_or_else(|| ArgValue::Word(word.to_owned()), ArgValue::Number),
                        span: at..self.at,
                    });
                }
                Some(c) => {
                    let problem = self
                        .warning(
                            at..at + c.len_utf8(),
                            format!("`{c}` is no argument of `@{name}`"),
                        )
                        .with_note(format!("write it as `{}`", usage(name)));
                    self.skip_to_close();
                    return Err(Box::new(problem));
                }
            }
            self.skip_space();
            if !matches!(self.peek(), Some(',' | ')') | None) {
                let at = self.at;
                self.skip_to_close();
                let problem =
                    self.warning(at..at + 1, format!("expected `,` or `)` in `@{name}(…)`"));
                return Err(Box::new(
                    problem.with_note(format!("write it as `{}`", usage(name))),
                ));
            }
        }
    }

    fn skip_to_close(&mut self) {
        self.take_while(|c| c != ')');
        if self.peek().is_some() {
            self.bump(')');
        }
    }

    fn text(&mut self, open: usize) -> Result<String, Box<Diagnostic>> {
        self.bump('"');
        let mut text = String::new();
        loop {
            match self.peek() {
                None => {
                    let problem = self.warning(open..self.end, "this text has no closing quote");
                    return Err(Box::new(
                        problem.with_note("close it with `\"` on the same line"),
                    ));
                }
                Some('"') => {
                    self.bump('"');
                    return Ok(text);
                }
                Some('\\') => {
                    self.bump('\\');
                    if let Some(c) = self.peek() {
                        text.push(c);
                        self.bump(c);
                    }
                }
                Some(c) => {
                    text.push(c);
                    self.bump(c);
                }
            }
        }
    }

    fn number(&mut self) -> Result<f64, Box<Diagnostic>> {
        let sign = self.take_while(|c| matches!(c, '-' | '+'));
        let digits = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        let mut span = sign.start..digits.end;
        // The sign of an exponent: `1e-3`.
        if self.file.text[digits.clone()].ends_with(['e', 'E'])
            && self.file.text[digits.clone()].starts_with(|c: char| c.is_ascii_digit() || c == '.')
        {
            let exponent = self.take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '+'));
            span.end = exponent.end;
        }
        let text = self.file.text[span.clone()].replace('_', "");
        let negative = text.starts_with('-');
        let bare = text.trim_start_matches(['-', '+']);
        let number = constant(bare)
            .or_else(|| bare.trim_end_matches('f').parse::<f64>().ok())
            .filter(|n| n.is_finite())
            .map(|n| if negative { -n } else { n });
        number.ok_or_else(|| {
            let problem = self
                .warning(
                    span.clone(),
                    format!("`{}` is not a number", &self.file.text[span]),
                )
                .with_note("numbers are written like 1, -0.5, 1e3, pi or tau");
            self.skip_to_close();
            Box::new(problem)
        })
    }
}

fn constant(word: &str) -> Option<f64> {
    match word {
        "pi" => Some(std::f64::consts::PI),
        "tau" => Some(std::f64::consts::TAU),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Comment, Vec<Diagnostic>) {
        let file = SourceFile::new("a.wgsl", text);
        let mut warnings = Vec::new();
        let comment = parse_comment(&file, 0..text.len(), Some(Place::Control), &mut warnings);
        (comment, warnings)
    }

    #[track_caller]
    fn assert_args(text: &str, expected: &[ArgValue]) {
        let (comment, warnings) = parse(text);
        assert_eq!(warnings, []);
        let found: Vec<_> = comment.annotations[0]
            .args
            .iter()
            .map(|a| a.value.clone())
            .collect();
        assert_eq!(found, expected);
    }

    #[track_caller]
    fn assert_warning(text: &str, column: u32, message: &str) {
        let (_, warnings) = parse(text);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_eq!(
            (warnings[0].column, warnings[0].message.as_str()),
            (column, message)
        );
    }

    #[test]
    fn arguments_are_numbers_texts_and_words() {
        use ArgValue::{Number, Text, Word};
        assert_args(
            "@range(-1, 1.5, 1e-2)",
            &[Number(-1.0), Number(1.5), Number(0.01)],
        );
        assert_args(
            "@range( -pi , tau )",
            &[Number(-std::f64::consts::PI), Number(std::f64::consts::TAU)],
        );
        assert_args(
            r#"@choice("a, b", "c\"d")"#,
            &[Text("a, b".into()), Text("c\"d".into())],
        );
        assert_args("@phase(swim.rate[2])", &[Word("swim.rate[2]".into())]);
        assert_args("@color()", &[]);
        assert_args("@color", &[]);
    }

    #[test]
    fn words_left_over_are_prose() {
        let (comment, warnings) = parse("  @range(0, 1)  Speed of   @unit(\"m\") the wave ");
        assert_eq!(warnings, []);
        assert_eq!(comment.prose, "Speed of the wave");
        assert_eq!(comment.annotations.len(), 2);
    }

    #[test]
    fn mail_addresses_and_code_are_prose() {
        for text in [
            "me@range.org",
            "@ alone",
            "@location(0) x",
            "@group(1) @binding(0)",
            "a @",
        ] {
            let (comment, warnings) = parse(text);
            assert_eq!(
                (comment.annotations.len(), warnings.len()),
                (0, 0),
                "{text}"
            );
            assert_eq!(comment.prose, text);
        }
    }

    #[test]
    fn mistakes_are_warnings_at_the_token() {
        assert_warning("x @rnage(0, 1)", 3, "unknown annotation `@rnage`");
        assert_warning("@range(0, 1", 1, "`@range(` is never closed");
        assert_warning("@range(0; 1)", 9, "expected `,` or `)` in `@range(…)`");
        assert_warning("@range(1.2.3, 1)", 8, "`1.2.3` is not a number");
        assert_warning("@range(#)", 8, "`#` is no argument of `@range`");
        assert_warning("@label(\"open", 7, "this text has no closing quote");
        assert_warning("@mesh(\"a.glb\")", 1, "`@mesh` has no effect here");
    }

    #[test]
    fn a_near_name_is_suggested() {
        let (_, warnings) = parse("@colour");
        assert_eq!(warnings[0].notes, ["did you mean `@color`?"]);
        let (_, warnings) = parse("@whatever");
        assert!(warnings[0].notes[0].starts_with("known here are @angle, @choice, "));
    }

    #[test]
    fn a_comment_of_nothing_may_name_people() {
        let file = SourceFile::new("a.wgsl", "thanks to @ada, @rnage(0, 1)");
        let mut warnings = Vec::new();
        parse_comment(&file, 0..file.text.len(), None, &mut warnings);
        let found: Vec<&str> = warnings.iter().map(|w| w.message.as_str()).collect();
        assert_eq!(found, ["unknown annotation `@rnage`"]);
    }
}
