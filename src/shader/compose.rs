//! The text that naga sees: the sketch, then its imports, then the library modules that it uses.
//!
//! WGSL's module scope has no order, so everything is appended *after* the sketch and each position
//! in the sketch is already the person's own. A library module whose names the sketch (or one of
//! its imports) declares itself is left out, and so is every module that needs it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::MAX_SOURCE_BYTES;
use super::annotation::ArgValue;
use super::diagnostic::{Diagnostic, EMBEDDED, SourceFile};
use super::lex::tokens;
use super::outline::{Item, ItemKind, Member, Outline, outline};

/// Fetches an imported module by the path that the sketch names it by, or says why it cannot.
pub type ImportLoader<'a> = &'a dyn Fn(&str) -> Result<SourceFile, String>;

/// The host library, by module name.
const LIBRARY: &[(&str, &str)] = &[
    ("frame", include_str!("../../shaders/lib/frame.wgsl")),
    ("vertex", include_str!("../../shaders/lib/vertex.wgsl")),
    ("instance", include_str!("../../shaders/lib/instance.wgsl")),
    ("surface", include_str!("../../shaders/lib/surface.wgsl")),
    ("shading", include_str!("../../shaders/lib/shading.wgsl")),
    ("math", include_str!("../../shaders/lib/math.wgsl")),
    ("noise", include_str!("../../shaders/lib/noise.wgsl")),
    ("color", include_str!("../../shaders/lib/color.wgsl")),
];

/// The most modules that a sketch may pull in.
const MAX_IMPORTS: usize = 64;

/// One file of the composed text.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) file: SourceFile,
    pub(super) outline: Outline,
    /// Its bytes in the composed text.
    range: Range<usize>,
    /// Name of the library module, if it is one.
    pub(super) library: Option<&'static str>,
}

/// The composed text and the way back from its positions.
#[derive(Clone, Debug)]
pub(super) struct Composed {
    pub(super) text: String,
    /// The sketch first.
    pub(super) parts: Vec<Part>,
    /// Library modules that were left out, each with the declared name that clashes.
    left_out: Vec<(&'static str, String, Outline)>,
}

impl Composed {
    /// The sketch's own part.
    pub(super) fn sketch(&self) -> &Part {
        &self.parts[0]
    }

    /// The file and the bytes in it that a range of the composed text stands for.
    pub(super) fn locate(&self, range: Range<usize>) -> (&SourceFile, Range<usize>) {
        let part = self
            .parts
            .iter()
            .rfind(|part| part.range.start <= range.start)
            .unwrap_or(self.sketch());
        let len = part.file.text.len();
        let start = (range.start - part.range.start).min(len);
        let end = range.end.saturating_sub(part.range.start).clamp(start, len);
        (&part.file, start..end)
    }

    /// The declaration of a name, and the file that it is in.
    pub(super) fn item(&self, name: &str) -> Option<(&SourceFile, &Item)> {
        self.parts
            .iter()
            .find_map(|part| Some((&part.file, part.outline.item(name)?)))
    }

    /// The function of a name, and the file that it is in.
    pub(super) fn function(&self, name: &str) -> Option<(&SourceFile, &Item)> {
        self.parts
            .iter()
            .find_map(|part| Some((&part.file, part.outline.function(name)?)))
    }

    /// A member of a struct or a parameter of a function.
    pub(super) fn member(&self, item: &str, member: &str) -> Option<(&SourceFile, &Member)> {
        self.parts
            .iter()
            .find_map(|part| Some((&part.file, part.outline.member(item, member)?)))
    }

    /// The parameter of a function whose name stands at these bytes of a file.
    pub(super) fn parameter_at(&self, file: &SourceFile, span: &Range<usize>) -> Option<String> {
        let part = self.parts.iter().find(|part| part.file == *file)?;
        let functions = part
            .outline
            .items
            .iter()
            .filter(|i| i.kind == ItemKind::Function);
        functions
            .flat_map(|item| &item.members)
            .find(|member| member.name_span == *span)
            .map(|member| member.name.clone())
    }

    /// Where a word first stands in code that is not the library's, directives left out.
    pub(super) fn find_word(&self, word: &str) -> Option<(SourceFile, Range<usize>)> {
        let own = self.parts.iter().filter(|part| part.library.is_none());
        own.into_iter().find_map(|part| {
            let text = &part.file.text;
            let code: Vec<Range<usize>> = code_tokens(text).collect();
            let at = (0..code.len()).find(|at| {
                let before = at.checked_sub(1).map(|at| &text[code[at].clone()]);
                &text[code[*at].clone()] == word && before != Some("enable")
            })?;
            Some((part.file.clone(), code[at].clone()))
        })
    }

    /// Whether the library's own declaration of `name` is in the text.
    pub(super) fn is_library_item(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.library.is_some() && part.outline.item(name).is_some())
    }

    /// Why a name that the library has cannot be used here.
    pub(super) fn explain_missing(&self, name: &str) -> Option<String> {
        let (module, clash, _) = self
            .left_out
            .iter()
            .find(|(.., outline)| outline.item(name).is_some())?;
        Some(format!(
            "the library's `{module}` module has `{name}`, but it is left out because this sketch declares `{clash}` itself; rename yours to get it back"
        ))
    }
}

/// Joins a sketch with its imports and the library. Errors are about imports.
pub(super) fn compose(
    sketch: &SourceFile,
    load: ImportLoader<'_>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Composed, Box<Diagnostic>> {
    let mut parts = vec![new_part(sketch.clone(), warnings)];
    let mut seen = BTreeSet::new();
    let mut at = 0;
    while at < parts.len() {
        for (path, span) in imports_of(&parts[at], warnings) {
            if !seen.insert(path.clone()) {
                continue;
            }
            let fail = |why: String| {
                let message = format!("cannot import `{path}`");
                let error = Diagnostic::error(&parts[at].file, span.clone(), message);
                Box::new(error.with_note(why))
            };
            if parts.len() > MAX_IMPORTS {
                return Err(fail(format!(
                    "a sketch may import at most {MAX_IMPORTS} modules"
                )));
            }
            let file = load(&path).map_err(fail)?;
            if file.text.len() > MAX_SOURCE_BYTES {
                return Err(fail("it is over 1 MiB long".to_owned()));
            }
            // The library is there without being asked for, and `frame` is the host's to fill.
            let is_library = LIBRARY.iter().any(|(_, text)| **text == *file.text);
            // Under another path, or the sketch itself.
            if is_library || parts.iter().any(|part| part.file.path == file.path) {
                continue;
            }
            parts.push(new_part(file, warnings));
        }
        at += 1;
    }

    let left_out = append_library(&mut parts);

    let mut text = String::new();
    for part in &mut parts {
        let start = text.len();
        text.push_str(&part.file.text);
        part.range = start..text.len();
        text.push('\n');
    }
    Ok(Composed {
        text,
        parts,
        left_out,
    })
}

fn code_tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    tokens(text)
        .into_iter()
        .filter(|token| !token.is_comment())
        .map(|token| token.span)
}

fn new_part(file: SourceFile, warnings: &mut Vec<Diagnostic>) -> Part {
    Part {
        outline: outline(&file, warnings),
        file,
        range: 0..0,
        library: None,
    }
}

fn imports_of(part: &Part, warnings: &mut Vec<Diagnostic>) -> Vec<(String, Range<usize>)> {
    let mut imports = Vec::new();
    for annotation in part
        .outline
        .header
        .annotations
        .iter()
        .filter(|a| a.name == "import")
    {
        match annotation.args.as_slice() {
            [arg] if matches!(arg.value, ArgValue::Text(_)) => {
                if let ArgValue::Text(path) = &arg.value {
                    imports.push((path.clone(), arg.span.clone()));
                }
            }
            _ => warnings.push(
                Diagnostic::warning(
                    &part.file,
                    annotation.span.clone(),
                    "`@import` takes one path in quotes",
                )
                .with_note("write it as `@import(\"lib/noise.wgsl\")`"),
            ),
        }
    }
    imports
}

/// Appends the library modules in use; returns those that had to be left out.
fn append_library(parts: &mut Vec<Part>) -> Vec<(&'static str, String, Outline)> {
    let mut modules: BTreeMap<&'static str, Part> = LIBRARY
        .iter()
        .map(|(name, text)| {
            let mut part = new_part(
                SourceFile::new(format!("{EMBEDDED}{name}.wgsl"), *text),
                &mut Vec::new(),
            );
            part.library = Some(name);
            (*name, part)
        })
        .collect();
    let declared: BTreeSet<String> = parts
        .iter()
        .flat_map(|part| part.outline.items.iter().map(|item| item.name.clone()))
        .collect();

    let mut left_out: Vec<(&'static str, String, Outline)> = Vec::new();
    loop {
        let clash = modules.iter().find_map(|(name, part)| {
            let own = part
                .outline
                .items
                .iter()
                .find(|item| declared.contains(&item.name));
            let clash = own.map(|item| item.name.clone()).or_else(|| {
                // What it needs is gone, and the sketch did not declare it either.
                left_out.iter().find_map(|(_, clash, gone)| {
                    let needed = |item: &&Item| {
                        !declared.contains(&item.name) && part.outline.words.contains(&item.name)
                    };
                    gone.items.iter().find(needed).map(|_| clash.clone())
                })
            })?;
            Some((*name, clash))
        });
        let Some((name, clash)) = clash else { break };
        if let Some(part) = modules.remove(name) {
            left_out.push((name, clash, part.outline));
        }
    }

    let mut at = 0;
    while at < parts.len() {
        let words: BTreeSet<&String> = parts[at].outline.words.iter().collect();
        let used: Vec<&'static str> = modules
            .iter()
            .filter(|(_, part)| part.outline.items.iter().any(|i| words.contains(&i.name)))
            .map(|(name, _)| *name)
            .collect();
        parts.extend(used.iter().filter_map(|name| modules.remove(name)));
        at += 1;
    }
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_imports(path: &str) -> Result<SourceFile, String> {
        Err(format!("no `{path}`"))
    }

    fn composed(text: &str) -> Composed {
        compose(
            &SourceFile::new("a.wgsl", text),
            &no_imports,
            &mut Vec::new(),
        )
        .expect("it has no imports")
    }

    fn libraries(composed: &Composed) -> Vec<&'static str> {
        composed
            .parts
            .iter()
            .filter_map(|part| part.library)
            .collect()
    }

    #[test]
    fn the_sketch_stands_first_and_unchanged() {
        let text = "fn a() -> f32 { return frame.time; }";
        let composed = composed(text);
        assert!(composed.text.starts_with(text));
        assert_eq!(libraries(&composed), ["frame"]);
    }

    #[test]
    fn only_modules_in_use_are_appended() {
        assert!(libraries(&composed("fn a() {}")).is_empty());
    }

    #[test]
    fn a_clashing_module_is_left_out_with_those_that_need_it() {
        let composed = composed("struct Frame { a: f32 } fn a(s: Surface) { shade(s); }");
        assert!(!libraries(&composed).contains(&"frame"));
        assert!(!libraries(&composed).contains(&"shading"));
        let why = composed.explain_missing("shade").expect("it is left out");
        assert!(why.contains("`Frame`"), "{why}");
    }

    #[test]
    fn positions_lead_back_to_their_file() {
        let load = |path: &str| Ok(SourceFile::new(path, "fn b() {}"));
        let text = "//! @import(\"b.wgsl\")\nfn a() {}";
        let composed = compose(&SourceFile::new("a.wgsl", text), &load, &mut Vec::new())
            .expect("the import is there");
        let at = composed.text.find("fn b").expect("it was appended");
        let (file, range) = composed.locate(at..at + 4);
        assert_eq!((&*file.path, &file.text[range]), ("b.wgsl", "fn b"));
        let (file, range) = composed.locate(22..26);
        assert_eq!((&*file.path, &file.text[range]), ("a.wgsl", "fn a"));
    }

    #[test]
    fn imports_may_go_in_circles_and_are_read_once() {
        let load = |path: &str| {
            Ok(SourceFile::new(
                path,
                "//! @import(\"b.wgsl\") @import(\"c.wgsl\")\n",
            ))
        };
        let sketch = SourceFile::new("a.wgsl", "//! @import(\"c.wgsl\")\n");
        let composed = compose(&sketch, &load, &mut Vec::new()).expect("all are there");
        assert_eq!(composed.parts.len(), 3);
    }

    #[test]
    fn a_missing_import_is_an_error_at_its_path() {
        let sketch = SourceFile::new("a.wgsl", "//! @import(\"x.wgsl\")\n");
        let error = compose(&sketch, &no_imports, &mut Vec::new()).expect_err("it is missing");
        assert_eq!(
            error.headline(),
            "a.wgsl:1:13: error: cannot import `x.wgsl`"
        );
        assert_eq!(error.notes, ["no `x.wgsl`"]);
    }
}
