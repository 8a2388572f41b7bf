//! Holds the modules of the package to the table in ARCHITECTURE.md: which may use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's row: the modules that it may use, or `None` for all of them.
type Table = BTreeMap<String, Option<BTreeSet<String>>>;

/// Reads the rows below the header `| module | … |`. The last column lists what the module may
/// use: other modules of the table, and crates, which are not looked at.
fn read_table(markdown: &str) -> Table {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|');
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let rows: Vec<Vec<String>> = markdown
        .lines()
        .skip_while(|line| !line.starts_with("| module |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    let name = |cell: &str| cell.trim_matches('`').to_owned();
    let modules: BTreeSet<String> = rows.iter().map(|row| name(&row[0])).collect();
    assert_eq!(modules.len(), rows.len(), "a module has two rows");
    rows.iter()
        .map(|row| {
            let list = row.last().expect("a row has columns");
            let allowed = (list != "everything").then(|| {
                let names = list.split(',').map(|cell| name(cell.trim()));
                names.filter(|name| modules.contains(name)).collect()
            });
            (name(&row[0]), allowed)
        })
        .collect()
}

/// Blanks comments and literals, so that only code is left; the line breaks stay.
fn code_of(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_len(rest)
        } else if c == '"' {
            quoted_len(rest)
        } else if let Some(hashes) = raw_string(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = hashes + 2;
            rest[body..]
                .find(&close)
                .map_or(rest.len(), |at| body + at + close.len())
        } else if let Some(len) = char_literal_len(rest) {
            len
        } else {
            code.push(c);
            // `r` and `b` begin a literal only where no word goes on.
            rest = &rest[c.len_utf8()..];
            if c.is_alphanumeric() || c == '_' {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                code.push_str(word);
                rest = after;
            }
            continue;
        };
        let (blanked, after) = rest.split_at(len);
        code.push(' ');
        code.extend(blanked.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    code
}

fn block_comment_len(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

fn quoted_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// Number of `#` of a raw string that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// `'a'` or `'\n'`, but no lifetime.
fn char_literal_len(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    if let Some(escape) = inner.strip_prefix('\\') {
        let skipped = escape.chars().next()?.len_utf8();
        return Some(2 + skipped + escape[skipped..].find('\'')? + 1);
    }
    let len = inner.chars().next()?.len_utf8();
    inner[len..].starts_with('\'').then_some(len + 2)
}

/// The modules that a file names by `crate::…`, with the line of the first use of each.
fn uses(source: &str) -> BTreeMap<String, usize> {
    let code = code_of(source);
    let mut found = BTreeMap::new();
    let mut add = |name: &str, at: usize| {
        let line = code[..at].matches('\n').count() + 1;
        if !name.is_empty() {
            found.entry(name.to_owned()).or_insert(line);
        }
    };
    for (at, _) in code.match_indices("crate::") {
        let is_part = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_part {
            continue;
        }
        let path = code[at + "crate::".len()..].trim_start();
        match path.strip_prefix('{') {
            None => add(first_word(path), at),
            Some(group) => {
                for item in group_items(group) {
                    add(first_word(item.trim_start()), at);
                }
            }
        }
    }
    found
}

fn first_word(path: &str) -> &str {
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    &path[..end.unwrap_or(path.len())]
}

/// The items of `{a::{b, c}, d}`, without the opening brace.
fn group_items(group: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&group[start..at]);
                return items;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

/// What a module's file uses against the table.
fn violations(table: &Table, module: &str, path: &str, source: &str) -> Vec<String> {
    let Some(Some(allowed)) = table.get(module) else {
        return Vec::new();
    };
    let is_forbidden = |name: &String| {
        table.contains_key(name.as_str()) && *name != module && !allowed.contains(name)
    };
    uses(source)
        .into_iter()
        .filter(|(name, _)| is_forbidden(name))
        .map(|(name, line)| format!("{path}:{line}: `{module}` may not use `{name}`"))
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn architecture() -> Table {
    let text = fs::read_to_string(package().join("ARCHITECTURE.md")).expect("it is there");
    read_table(&text)
}

#[test]
fn the_table_has_every_module_and_no_other() {
    let folders: BTreeSet<String> = fs::read_dir(package().join("src"))
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    let table: BTreeSet<String> = architecture().into_keys().collect();
    let missing: Vec<&String> = folders.difference(&table).collect();
    let surplus: Vec<&String> = table.difference(&folders).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "the table of ARCHITECTURE.md lacks {missing:?} and has {surplus:?} that src/ does not have"
    );
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let table = architecture();
    let src = package().join("src");
    let mut found = Vec::new();
    let mut num_files = 0;
    for file in rust_files(&src) {
        let relative = file.strip_prefix(&src).expect("it lies there");
        let mut parts = relative.iter();
        let module = parts.next().and_then(|part| part.to_str()).expect("a name");
        if parts.next().is_none() {
            // lib.rs and main.rs tie everything together.
            continue;
        }
        let source = fs::read_to_string(&file).expect("it can be read");
        let path = format!("src/{}", relative.display());
        found.extend(violations(&table, module, &path, &source));
        num_files += 1;
    }
    assert!(num_files > 30, "only {num_files} files were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[cfg(test)]
mod checker {
    use super::*;

    const TABLE: &str = "\
# Title

| module | what | may use |
| --- | --- | --- |
| `shader` | compiles | naga |
| `params` | controls | `shader`, glam |
| `app` | the window | everything |

| other | table |
| --- | --- |
| `gpu` | x |
";

    fn found(module: &str, source: &str) -> Vec<String> {
        violations(&read_table(TABLE), module, "a.rs", source)
    }

    #[test]
    fn the_table_is_read() {
        let table = read_table(TABLE);
        let names: Vec<&str> = table.keys().map(String::as_str).collect();
        assert_eq!(names, ["app", "params", "shader"]);
        assert_eq!(table["app"], None);
        assert_eq!(table["shader"], Some(BTreeSet::new()));
        assert_eq!(table["params"], Some(BTreeSet::from(["shader".to_owned()])));
    }

    #[test]
    fn a_forbidden_use_is_found() {
        let expected = ["a.rs:2: `shader` may not use `params`"];
        for source in [
            "\nuse crate::params::Param;",
            "\npub(crate) use crate::params;",
            "\nuse crate::{names, params::{Param, Value}};",
            "\nlet p = crate::params::Param::new();",
            "\nlet c = 'x'; let s = \"//\"; crate::params::f(); // crate::app",
            "\nlet s = r#\"a \" // b\"#; crate::params::f();",
            "/* a /* b */\n */ use crate::params::Param;",
            "\nfn f<'a>(x: &'a str) -> crate::params::Param {",
        ] {
            assert_eq!(found("shader", source), expected, "{source}");
        }
        assert_eq!(
            found("params", "use crate::{\n    shader,\n    app,\n};"),
            ["a.rs:1: `params` may not use `app`"]
        );
    }

    #[test]
    fn an_allowed_use_is_none() {
        assert!(found("params", "use crate::shader::Diagnostic;").is_empty());
        assert!(found("params", "use crate::params::Value;").is_empty());
        assert!(found("app", "use crate::params::Value;").is_empty());
        // A crate that happens to be called like nothing in the table.
        assert!(found("shader", "use crate::gpu::Gpu; use naga::Module;").is_empty());
    }

    #[test]
    fn comments_and_texts_are_no_uses() {
        for source in [
            "//! See [`crate::params`].\n/// crate::params::Param\n// use crate::params;",
            "/* use crate::params; /* nested */ crate::params */",
            "let s = \"use crate::params;\";",
            "let s = \"a \\\" crate::params\";",
            "let s = r##\"crate::params \"# crate::params\"##;",
            "let c = '\"'; let d = '\\''; // crate::params\nlet e = '\"';",
            "use my_crate::params;",
        ] {
            assert_eq!(found("shader", source), Vec::<String>::new(), "{source}");
        }
    }
}
