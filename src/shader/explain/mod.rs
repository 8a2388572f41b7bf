//! What naga refuses, in words that help the author of a sketch: at the place that is at fault,
//! without the compiler's own numbering, and with what to do about it.

mod declarations;
mod validation;
mod varying;
mod vocabulary;

use std::ops::Range;

use naga::front::wgsl::ParseError;

use super::compose::Composed;
use super::diagnostic::{Diagnostic, SourceFile};
use super::lex::{TokenKind, tokens};
use super::names::nearest;
use super::outline::ItemKind;

pub(super) use validation::validation;

/// What cannot be parsed.
pub(super) fn parse(composed: &Composed, error: &ParseError) -> Diagnostic {
    let message = error.message();
    if error.notes().any(|note| note.contains("recursion limit")) {
        return too_deep(composed);
    }
    let mut labels: Vec<(Range<usize>, String)> = error
        .labels()
        .filter_map(|(span, label)| Some((span.to_range()?, plain(label))))
        .collect();
    if let Some(operands) = message.strip_prefix("Incompatible operands: ") {
        return incompatible(composed, operands);
    }
    if let [(second, _), (first, _)] = labels.as_slice()
        && message.starts_with("redefinition of")
        && composed.locate(second.clone()).0 != composed.locate(first.clone()).0
    {
        // The one in the sketch is the one at hand, and it stands first.
        labels.reverse();
        labels[1].1 = "this module has one too".to_owned();
        labels[0].1.clear();
    }
    let Some((range, label)) = labels.first() else {
        let whole = &composed.sketch().file;
        let diagnostic = noted(Diagnostic::error(whole, 0..0, plain(message)), error);
        return match hint(composed, whole, message, &(0..0)) {
            Some(hint) => diagnostic.with_note(hint),
            None => diagnostic,
        };
    };
    let (file, span) = composed.locate(range.clone());
    if let Some(found) = message
        .strip_prefix("expected global item")
        .and_then(|rest| rest.split_once("found "))
    {
        let message = format!("expected a declaration, found {}", found.1);
        return Diagnostic::error(file, span.clone(), message)
            .with_note(misplaced(&file.text[span]));
    }
    if let Some(diagnostic) = missing_mark(file, &span, message) {
        return diagnostic;
    }

    let words = plain(message);
    let label = match label.as_str() {
        "see msg" => "",
        label if words.contains(label) => "",
        label => label,
    };
    let mut diagnostic = Diagnostic::error(file, span.clone(), words).with_label(label);
    for (range, label) in labels[1..].iter().filter(|(_, label)| !label.is_empty()) {
        let (file, span) = composed.locate(range.clone());
        let (line, column) = file.position(span.start);
        diagnostic = diagnostic.with_note(format!("{}:{line}:{column}: {label}", file.path));
    }
    diagnostic = match is_parameter(composed, &labels) {
        Some(name) => diagnostic.with_note(format!(
            "a parameter keeps its value; copy it first: `var my_{name} = {name};`"
        )),
        None => noted(diagnostic, error),
    };
    let (file, span) = composed.locate(range.clone());
    match hint(composed, file, message, &span) {
        Some(hint) => diagnostic.with_note(hint),
        None => diagnostic,
    }
}

/// naga's own notes; lists of types as one line.
fn noted(mut diagnostic: Diagnostic, error: &ParseError) -> Diagnostic {
    let mut allowed: Vec<String> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for note in error.notes() {
        let Some(ty) = note.strip_prefix("allowed type: ") else {
            notes.push(plain(note));
            continue;
        };
        let ty = short_types(ty);
        // What no device is asked for, and what cannot be written down.
        let rare = ["f16", "f64", "i64", "u64", "Abstract"];
        if !rare.iter().any(|rare| ty.contains(rare)) && !allowed.contains(&ty) {
            allowed.push(ty);
        }
    }
    if !allowed.is_empty() {
        let list = allowed.join(", ");
        // The sentence that leads to the list may be spread over several notes.
        notes = vec![format!("{} {list}", notes.join(" "))];
    }
    for note in notes {
        diagnostic = diagnostic.with_note(note);
    }
    diagnostic
}

/// A mark that is missing at the end of a line is shown there, and not at the next line's start.
fn missing_mark(file: &SourceFile, span: &Range<usize>, message: &str) -> Option<Diagnostic> {
    let mark = [";", ",", ")", "]"]
        .into_iter()
        .find(|mark| message.starts_with(&format!("expected `{mark}`, found")))?;
    let before = tokens(&file.text)
        .into_iter()
        .rfind(|token| !token.is_comment() && token.span.end <= span.start)?;
    let end = before.span.end;
    file.text[end..span.start].contains('\n').then(|| {
        Diagnostic::error(file, end..end, message).with_label(format!("add `{mark}` here"))
    })
}

/// The parameter that an assignment was tried on.
fn is_parameter(composed: &Composed, labels: &[(Range<usize>, String)]) -> Option<String> {
    let (range, label) = labels.get(1)?;
    if label != "this is an immutable binding" {
        return None;
    }
    let (file, span) = composed.locate(range.clone());
    composed.parameter_at(file, &span)
}

/// Brackets deeper than the parser goes. It does not say where; the deepest one is meant.
fn too_deep(composed: &Composed) -> Diagnostic {
    let mut deepest = (0usize, composed.sketch().file.clone(), 0..0);
    for part in composed.parts.iter().filter(|part| part.library.is_none()) {
        let mut depth = 0usize;
        for token in tokens(&part.file.text) {
            match token.kind {
                TokenKind::Punct('{' | '(' | '[' | '<') => depth += 1,
                TokenKind::Punct('}' | ')' | ']' | '>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > deepest.0 {
                deepest = (depth, part.file.clone(), token.span);
            }
        }
    }
    let (_, file, span) = deepest;
    Diagnostic::error(&file, span, "this is nested too deeply")
        .with_note("take it apart: several statements with `let`, or a function for a part")
}

/// Operands that naga names without saying where they stand.
fn incompatible(composed: &Composed, operands: &str) -> Diagnostic {
    let logical = [("LogicalAnd(", "&&"), ("LogicalOr(", "||")]
        .into_iter()
        .find_map(|(name, op)| Some((op, operands.strip_prefix(name)?.split(',').next()?)));
    let Some((op, ty)) = logical else {
        let whole = &composed.sketch().file;
        return Diagnostic::error(
            whole,
            0..0,
            "an operator has operands that it does not take",
        )
        .with_note(format!("naga says, without a place: {}", plain(operands)));
    };
    let places: Vec<(&SourceFile, usize)> = composed
        .parts
        .iter()
        .filter(|part| part.library.is_none())
        .flat_map(|part| {
            let starts = tokens(&part.file.text)
                .into_iter()
                .filter(|token| !token.is_comment())
                .map(|token| token.span.start);
            // The tokens are single characters: the second one begins none.
            let is_op = |at: &usize| part.file.text[*at..].starts_with(op);
            starts.filter(is_op).map(|at| (&part.file, at))
        })
        .collect();
    let message = format!("`{op}` joins two bool, not {}", plain(ty));
    let Some((file, at)) = places.first() else {
        return Diagnostic::error(&composed.sketch().file, 0..0, message);
    };
    let diagnostic = Diagnostic::error(file, *at..at + 2, message)
        .with_note("compare a number to get a bool: `x > 0.0`");
    if places.len() == 1 {
        return diagnostic;
    }
    let others: Vec<String> = places[1..]
        .iter()
        .take(8)
        .map(|(file, at)| {
            let (line, column) = file.position(*at);
            format!("{line}:{column}")
        })
        .collect();
    diagnostic.with_note(format!(
        "naga does not say which `{op}` it means: it may also be the one at {}",
        others.join(", ")
    ))
}

/// What to write instead of something that begins no declaration.
fn misplaced(found: &str) -> String {
    let words = match found {
        "let" => "outside of functions use `const`, `override` or `var<private>`",
        "#" => "WGSL has no preprocessor; a module is imported with `//! @import(\"file.wgsl\")`",
        "}" => "this `}` closes nothing: there is one too many, here or above",
        "return" | "if" | "for" | "while" | "loop" | "switch" => {
            "statements stand in functions: is there a `}` too many above?"
        }
        _ if vocabulary::OTHER_LANGUAGES.contains(&found) => {
            "this is another shading language; in WGSL a function begins with `fn`, and uniforms are members of a struct"
        }
        _ => match odd_character(found) {
            Some(words) => return words,
            None => {
                "outside of functions stand only `fn`, `struct`, `var`, `const`, `override` and `alias`"
            }
        },
    };
    words.to_owned()
}

/// What to do about a parse error, beyond what naga says itself.
fn hint(
    composed: &Composed,
    file: &SourceFile,
    message: &str,
    span: &Range<usize>,
) -> Option<String> {
    let token = &file.text[span.clone()];
    // naga puts the names that it cannot find between backticks.
    let name = message.split('`').nth(1).unwrap_or_default();
    let did_you_mean = |known: Option<&str>| known.map(|near| format!("did you mean `{near}`?"));
    if message.starts_with("no definition in scope") {
        return missing_name(composed, file, name);
    }
    if message.starts_with("invalid field accessor") {
        let members = || {
            let items = composed.parts.iter().flat_map(|part| &part.outline.items);
            items.flat_map(|item| item.members.iter().map(|m| m.name.as_str()))
        };
        let near = complete(name, members).or_else(|| nearest(name, members()));
        let is_component = !name.is_empty() && name.chars().all(|c| "xyzwrgba".contains(c));
        let components = "a vec2f has `x` and `y`, a vec3f `z` too, a vec4f `w` too";
        return did_you_mean(near).or(is_component.then(|| components.to_owned()));
    }
    if message.starts_with("unknown attribute") {
        let known = || vocabulary::ATTRIBUTES.iter().copied();
        let near = complete(name, known).or_else(|| nearest(name, known()));
        return near.map(|near| format!("did you mean `@{near}`?"));
    }
    if message.starts_with("unknown builtin") {
        let known = || vocabulary::BUILT_INS.iter().copied();
        let near = complete(name, known).or_else(|| nearest(name, known()));
        let all = format!("there are {}", vocabulary::BUILT_INS.join(", "));
        return did_you_mean(near).or(Some(all));
    }
    if message == "brace nesting limit reached" {
        return Some("move the inner blocks into a function".to_owned());
    }
    if let Some(words) = odd_character(token).filter(|_| message.contains("found ")) {
        return Some(words);
    }
    if token == "?" {
        return Some(
            "WGSL has no `a ? b : c`; write `select(c, b, a)`: the value for false comes first"
                .to_owned(),
        );
    }
    if message.starts_with("expected assignment or increment/decrement") {
        let before = tokens(&file.text[..span.start]);
        let before = before.iter().rfind(|token| !token.is_comment());
        match before.map_or("", |token| &file.text[token.span.clone()]) {
            "else" => return Some("an `else` follows right after the `}` of an `if`".to_owned()),
            word if vocabulary::OTHER_LANGUAGES.contains(&word) => {
                return Some(
                    "a variable is declared with its name first: `var x: f32 = 1.0;`".to_owned(),
                );
            }
            _ => {}
        }
    }
    vocabulary::HINTS
        .iter()
        .find(|(begin, _)| message.starts_with(begin))
        .map(|(_, hint)| (*hint).to_owned())
}

/// Why a name is not there, or which one may be meant.
fn missing_name(composed: &Composed, file: &SourceFile, name: &str) -> Option<String> {
    if let Some(why) = composed.explain_missing(name) {
        return Some(why);
    }
    if let Some((_, ours)) = vocabulary::ELSEWHERE
        .iter()
        .find(|(theirs, _)| *theirs == name)
    {
        return Some(format!("here it is written {ours}"));
    }
    let structs = composed
        .parts
        .iter()
        .flat_map(|part| &part.outline.items)
        .filter(|item| item.kind == ItemKind::Struct);
    for item in structs {
        if item.members.iter().any(|member| member.name == name) {
            return Some(format!(
                "`{}` has a member of this name: write a variable of it and a point before it",
                item.name
            ));
        }
    }
    let declared = composed
        .parts
        .iter()
        .flat_map(|part| part.outline.items.iter().map(|item| item.name.as_str()));
    let built_in = naga::keywords::wgsl::BUILTIN_IDENTIFIERS.iter().copied();
    // Local variables and parameters are words of the same file.
    let words = composed
        .parts
        .iter()
        .filter(|part| part.file == *file)
        .flat_map(|part| part.outline.words.iter().map(String::as_str))
        .filter(|word| word.len() > 2 && *word != name);
    let near = nearest(name, declared.chain(built_in).chain(words))?;
    Some(format!("did you mean `{near}`?"))
}

/// The only candidate that goes on where the name ends.
fn complete<'a, I: Iterator<Item = &'a str>>(
    name: &str,
    candidates: impl Fn() -> I,
) -> Option<&'a str> {
    let begins =
        |known: &&str| name.len() > 2 && known.len() > name.len() && known.starts_with(name);
    let first = candidates().find(begins)?;
    candidates()
        .filter(begins)
        .all(|known| known == first)
        .then_some(first)
}

/// A character that looks like one of WGSL's, or like nothing.
fn odd_character(token: &str) -> Option<String> {
    let c = token.chars().next().filter(|c| !c.is_ascii())?;
    let code = format!("U+{:04X}", c as u32);
    if c.is_whitespace() || c.is_control() || vocabulary::is_invisible(c) {
        return Some(format!(
            "there is an invisible character here, {code}: delete it, or type a plain space"
        ));
    }
    let plain = vocabulary::LOOKALIKES
        .iter()
        .find(|(odd, _)| odd.contains(c))
        .map(|(_, plain)| *plain)?;
    Some(format!("`{c}` is {code}, not what WGSL wants: {plain}"))
}

/// naga's words with the types as people write them.
fn plain(words: &str) -> String {
    let words = short_types(words);
    let kinds = [
        ("{AbstractFloat}", "a number with a decimal point"),
        ("{AbstractInt}", "a whole number"),
    ];
    kinds.into_iter().fold(words, |words, (kind, plain)| {
        words
            .replace(&format!("`{kind}`"), kind)
            .replace(&format!("has type {kind}"), &format!("is {plain}"))
            .replace(kind, plain)
    })
}

/// `vec3<f32>` as `vec3f`.
fn short_types(words: &str) -> String {
    let mut words = words.to_owned();
    if !words.contains('<') {
        return words;
    }
    for (long, short) in [("f32", 'f'), ("i32", 'i'), ("u32", 'u')] {
        for rows in 2..=4 {
            words = words.replace(&format!("vec{rows}<{long}>"), &format!("vec{rows}{short}"));
            for columns in 2..=4 {
                words = words.replace(
                    &format!("mat{columns}x{rows}<{long}>"),
                    &format!("mat{columns}x{rows}{short}"),
                );
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_short() {
        assert_eq!(
            plain("cannot cast a vec2<f32> to `{AbstractInt}` or array<mat4x3<f32>, 2>"),
            "cannot cast a vec2f to a whole number or array<mat4x3f, 2>"
        );
    }

    #[test]
    fn odd_characters_are_told() {
        assert_eq!(
            odd_character("−").as_deref(),
            Some("`−` is U+2212, not what WGSL wants: type `-`")
        );
        assert_eq!(
            odd_character("\u{a0}").as_deref(),
            Some("there is an invisible character here, U+00A0: delete it, or type a plain space")
        );
        assert_eq!(odd_character("é"), None);
        assert_eq!(odd_character("-"), None);
    }

    #[test]
    fn a_beginning_is_completed_where_it_is_unique() {
        let names = || ["position", "normal", "pose", "position"].into_iter();
        assert_eq!(complete("posi", names), Some("position"));
        assert_eq!(complete("pos", names), None);
        assert_eq!(complete("no", names), None);
    }
}
