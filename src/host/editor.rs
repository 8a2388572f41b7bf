//! Opens a text editor at a line.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// How an editor is told where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// `--goto file:line:column`
    Goto,
    /// `file:line:column`
    Colons,
    /// `+line file`
    Plus,
    /// Only the file: how it takes a line is not known.
    None,
}

/// How an editor is told the place, and whether it needs a terminal to run in.
fn manner(program: &str) -> (Place, bool) {
    match program {
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            (Place::Goto, false)
        }
        "subl" | "zed" | "zeditor" | "lapce" => (Place::Colons, false),
        "hx" | "helix" => (Place::Colons, true),
        "vi" | "vim" | "nvim" | "nano" | "micro" | "kak" | "ne" | "joe" => (Place::Plus, true),
        "gvim" | "neovide" | "gedit" | "kate" | "geany" | "emacs" | "emacsclient" | "mousepad"
        | "pluma" | "xed" => (Place::Plus, false),
        _ => (Place::None, false),
    }
}

/// The words of `$VISUAL` or `$EDITOR`, and the arguments for a place in a file.
fn command_line(editor: &str, path: &Path, line: u32, column: u32) -> (Vec<OsString>, bool) {
    let mut words: Vec<OsString> = editor.split_whitespace().map(Into::into).collect();
    let program = words.first().map_or("", |word| {
        Path::new(word)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or("")
    });
    let (place, terminal) = manner(program);
    let with_place = || {
        let mut text = path.as_os_str().to_owned();
        text.push(format!(":{line}:{column}"));
        text
    };
    match place {
        Place::Goto => words.extend(["--goto".into(), with_place()]),
        Place::Colons => words.push(with_place()),
        Place::Plus => words.extend([format!("+{line}").into(), path.into()]),
        Place::None => words.push(path.into()),
    }
    (words, terminal)
}

/// Starts the editor of `$VISUAL` or `$EDITOR`; returns its name. The editor goes on without us.
pub(super) fn open(path: &Path, line: u32, column: u32) -> Result<String, String> {
    let place = format!("{}:{line}:{column}", path.display());
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|editor| !editor.trim().is_empty())
        .ok_or_else(|| {
            format!("Set VISUAL to your editor, VISUAL=code for one, to open {place} from here")
        })?;
    let (mut words, needs_terminal) = command_line(&editor, path, line, column);
    if needs_terminal {
        let terminal = std::env::var_os("TERMINAL").unwrap_or("x-terminal-emulator".into());
        words.splice(0..0, [terminal, "-e".into()]);
    }
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            let program = words[0].to_string_lossy();
            if needs_terminal {
                format!("`{editor}` needs a terminal, and `{program}` does not start ({error}): open {place} yourself, or set TERMINAL")
            } else {
                format!("`{program}` does not start ({error}): set VISUAL to your editor, or open {place} yourself")
            }
        })?;
    // Somebody has to wait for it, or it stays in the process table.
    let waiting = std::thread::Builder::new().name("editor".into());
    if let Err(error) = waiting.spawn(move || child.wait()) {
        log::warn!("cannot wait for the editor: {error}");
    }
    Ok(editor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_command(editor: &str, wanted: &[&str], terminal: bool) {
        let (words, needs_terminal) = command_line(editor, Path::new("a b.wgsl"), 12, 5);
        assert_eq!(words, wanted);
        assert_eq!(needs_terminal, terminal);
    }

    #[test]
    fn editors_are_told_the_line_in_their_own_way() {
        assert_command("code -w", &["code", "-w", "--goto", "a b.wgsl:12:5"], false);
        assert_command("/usr/bin/nvim", &["/usr/bin/nvim", "+12", "a b.wgsl"], true);
        assert_command("subl", &["subl", "a b.wgsl:12:5"], false);
        assert_command("unheard-of", &["unheard-of", "a b.wgsl"], false);
    }
}
