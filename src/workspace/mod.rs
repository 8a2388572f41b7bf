//! Files: a folder with `shaders/`, `presets/` and `assets/`, each of which may be missing, over the
//! copies that are embedded in the program. A file on disk wins over the embedded one.
//!
//! Paths that a sketch names are looked for beside the sketch, then in the workspace, then among the
//! embedded files, and never leave those folders. Everything written is written to a temporary file
//! first and renamed, so that a full disk or a crash cannot harm what was there.

mod presets;

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use include_dir::{Dir, include_dir};
use thiserror::Error;

use crate::shader::{Diagnostic, EMBEDDED, MAX_SOURCE_BYTES, SourceFile, names, too_long};

pub use presets::{DeletedPreset, PresetEntry};

static SHADERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders");
static PRESETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/presets");
static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The longest file that is read, in bytes.
const MAX_ASSET_BYTES: u64 = 256 << 20;

/// Folder of modules, which are no sketches.
const LIBRARY_FOLDER: &str = "lib";

/// Why a file cannot be had or written.
#[derive(Debug, Error)]
pub enum WorkspaceError {
    /// No such sketch.
    #[error("there is no sketch `{name}`; {hint}")]
    NoSketch {
        /// As asked for.
        name: String,
        /// What to do.
        hint: String,
    },
    /// A file could not be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file could not be written; what was there is as it was.
    #[error("cannot write {}; nothing was changed there, free some space or choose another folder with --workspace", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Something is there already.
    #[error("{} exists already; choose another name", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A preset that the program brings along cannot be deleted.
    #[error("`{name}` comes with swimlab and cannot be deleted")]
    Embedded {
        /// The preset.
        name: String,
    },
    /// A name that makes no file name.
    #[error("{0}")]
    Name(String),
}

/// A sketch, on disk or embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// `swim`, `lessons/01-side-to-side`; for a file outside of the workspace, its stem.
    pub name: String,
    /// The file, or `None` for an embedded copy.
    pub file: Option<PathBuf>,
}

impl Sketch {
    /// What messages call it.
    pub fn display_path(&self) -> String {
        match &self.file {
            Some(file) => display_path(file),
            None => format!("{EMBEDDED}{}.wgsl", self.name),
        }
    }

    fn folder(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }
}

/// A file's bytes and where they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What messages call it.
    pub display_path: String,
    /// The file to watch, or `None` for an embedded copy.
    pub file: Option<PathBuf>,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The folder.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace of a folder, which need not have anything in it.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        Self {
            root: std::path::absolute(&root).unwrap_or(root),
        }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every sketch, embedded ones that no file replaces too, by name.
    pub fn sketches(&self) -> Vec<Sketch> {
        let mut sketches = Vec::new();
        let shaders = self.root.join("shaders");
        let mut folders = vec![shaders.clone()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                continue;
            };
            for entry in entries.flatten() {
                let path = entry.path();
                let kind = entry.file_type();
                if kind.is_ok_and(|kind| kind.is_dir()) {
                    if path != shaders.join(LIBRARY_FOLDER) {
                        folders.push(path);
                    }
                } else if let Some(name) = sketch_name(&shaders, &path) {
                    sketches.push(Sketch {
                        name,
                        file: Some(path),
                    });
                }
            }
        }
        let mut embedded = vec![&SHADERS];
        while let Some(folder) = embedded.pop() {
            embedded.extend(
                folder
                    .dirs()
                    .filter(|d| d.path() != Path::new(LIBRARY_FOLDER)),
            );
            for file in folder.files() {
                if let Some(name) = sketch_name(Path::new(""), file.path())
                    && !sketches.iter().any(|s| s.name == name)
                {
                    sketches.push(Sketch { name, file: None });
                }
            }
        }
        sketches.sort_by(|a, b| a.name.cmp(&b.name));
        sketches
    }

    /// A sketch by name, or by the path of a `.wgsl` file anywhere.
    pub fn find(&self, name: &str) -> Result<Sketch, WorkspaceError> {
        let sketches = self.sketches();
        if let Some(sketch) = sketches.iter().find(|s| s.name == name) {
            return Ok(sketch.clone());
        }
        let path = Path::new(name);
        if path.is_file() {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            let known = sketches
                .iter()
                .find(|s| s.file.as_deref().is_some_and(|file| same_file(file, &path)));
            return Ok(known.cloned().unwrap_or_else(|| Sketch {
                name: path.file_stem().map_or_else(
                    || "sketch".into(),
                    |stem| stem.to_string_lossy().into_owned(),
                ),
                file: Some(path),
            }));
        }
        let hint = if name.ends_with(".wgsl") || name.contains('/') {
            "no such file".to_owned()
        } else if let Some(near) = names::nearest(name, sketches.iter().map(|s| s.name.as_str())) {
            format!("did you mean `{near}`?")
        } else {
            let all: Vec<&str> = sketches.iter().map(|s| s.name.as_str()).collect();
            format!("there are: {}", all.join(", "))
        };
        Err(WorkspaceError::NoSketch {
            name: name.to_owned(),
            hint,
        })
    }

    /// A sketch's text. A byte order mark is taken off; other encodings than UTF-8 are an error at
    /// the first bad byte.
    pub fn read_sketch(&self, sketch: &Sketch) -> Result<SourceFile, Box<Diagnostic>> {
        let name = sketch.display_path();
        let bytes = match &sketch.file {
            Some(file) => read_limited(file, MAX_SOURCE_BYTES as u64),
            None => embedded(&SHADERS, &format!("{}.wgsl", sketch.name))
                .map(<[u8]>::to_vec)
                .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound)),
        };
        match bytes {
            Ok(bytes) => text_of(name, bytes),
            Err(error) => {
                let file = SourceFile::new(name, "");
                let note = match error.kind() {
                    io::ErrorKind::FileTooLarge => {
                        return Err(Box::new(too_long(&file)));
                    }
                    io::ErrorKind::NotFound => {
                        "it was moved or deleted; put it back, or choose another sketch".to_owned()
                    }
                    _ => error.to_string(),
                };
                let diagnostic = Diagnostic::error(&file, 0..0, "the file cannot be read");
                Err(Box::new(diagnostic.with_note(note)))
            }
        }
    }

    /// A module that a sketch imports.
    pub fn read_import(
        &self,
        sketch: &Sketch,
        path: &str,
    ) -> Result<(SourceFile, Option<PathBuf>), String> {
        let found = self.read(sketch, path, "shaders", &SHADERS, MAX_SOURCE_BYTES as u64)?;
        let file = text_of(found.display_path, found.bytes).map_err(|d| d.headline())?;
        Ok((file, found.file))
    }

    /// A mesh or another asset that a sketch names.
    pub fn read_asset(&self, sketch: &Sketch, path: &str) -> Result<Found, String> {
        self.read(sketch, path, "assets", &ASSETS, MAX_ASSET_BYTES)
    }

    fn read(
        &self,
        sketch: &Sketch,
        path: &str,
        folder: &str,
        dir: &'static Dir<'static>,
        max_bytes: u64,
    ) -> Result<Found, String> {
        let relative = inner_path(path)?;
        let own = sketch.folder().map(Path::to_owned);
        let mut bases: Vec<PathBuf> = own.into_iter().chain([self.root.join(folder)]).collect();
        bases.dedup();
        for base in &bases {
            let file = base.join(&relative);
            if !file.is_file() {
                continue;
            }
            let leaves = match (base.canonicalize(), file.canonicalize()) {
                (Ok(base), Ok(file)) => !file.starts_with(base),
                _ => false,
            };
            if leaves {
                return Err(format!("`{path}` is a link that leaves its folder"));
            }
            let bytes = read_limited(&file, max_bytes)
                .map_err(|error| format!("{}: {error}", display_path(&file)))?;
            return Ok(Found {
                display_path: display_path(&file),
                file: Some(file),
                bytes,
            });
        }
        if let Some(bytes) = embedded(dir, path) {
            return Ok(Found {
                display_path: format!("{EMBEDDED}{path}"),
                file: None,
                bytes: bytes.to_vec(),
            });
        }
        let looked: Vec<String> = bases.iter().map(|base| display_path(base)).collect();
        Err(format!("there is no `{path}` in {}", looked.join(" or ")))
    }

    /// Where a file that a sketch names would lie if it existed: to be watched, so that creating it
    /// is seen.
    pub fn candidates(&self, sketch: &Sketch, path: &str, folder: &str) -> Vec<PathBuf> {
        let Ok(relative) = inner_path(path) else {
            return Vec::new();
        };
        let own = sketch.folder().map(|f| f.join(&relative));
        own.into_iter()
            .chain([self.root.join(folder).join(&relative)])
            .collect()
    }

    /// Writes a new sketch; an existing file is never replaced.
    pub fn new_sketch(&self, name: &str, text: &str) -> Result<PathBuf, WorkspaceError> {
        let stem = name.strip_suffix(".wgsl").unwrap_or(name);
        let relative = inner_path(stem).map_err(WorkspaceError::Name)?;
        let path = self
            .root
            .join("shaders")
            .join(relative)
            .with_extension("wgsl");
        write_new(&path, text.as_bytes())?;
        Ok(path)
    }
}

/// A path without a root, without `..`, or why it is refused.
fn inner_path(path: &str) -> Result<PathBuf, String> {
    let inner = Path::new(path);
    let plain = inner
        .components()
        .all(|c| matches!(c, Component::Normal(_)));
    if path.is_empty() || !plain || path.contains(['\\', ':', '\0']) {
        return Err(format!(
            "`{path}` leaves the workspace: paths are relative, with `/`, without `..`"
        ));
    }
    Ok(inner.to_owned())
}

/// `swim` of `<root>/swim.wgsl`.
fn sketch_name(root: &Path, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(root).ok()?;
    if relative.extension()? != "wgsl" {
        return None;
    }
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    let name = parts?.join("/");
    Some(name.strip_suffix(".wgsl")?.to_owned())
}

fn embedded(dir: &'static Dir<'static>, path: &str) -> Option<&'static [u8]> {
    dir.get_file(path).map(include_dir::File::contents)
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Relative to the working directory where that is shorter.
pub fn display_path(path: &Path) -> String {
    let short = std::env::current_dir()
        .ok()
        .and_then(|here| path.strip_prefix(&here).ok().map(Path::to_owned));
    let path = short.as_deref().unwrap_or(path);
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}

/// Reads a file up to a length; a longer one is an error.
fn read_limited(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if metadata.len() > max_bytes {
        let words = format!("it is over {} MiB long", max_bytes >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
    }
    fs::read(path)
}

fn text_of(name: String, mut bytes: Vec<u8>) -> Result<SourceFile, Box<Diagnostic>> {
    if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        bytes.drain(..3);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let file = SourceFile::new(name, "");
        let diagnostic = Diagnostic::error(&file, 0..0, "the file is in UTF-16");
        return Err(Box::new(diagnostic.with_note("save it as UTF-8")));
    }
    match String::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => Ok(SourceFile::new(name, text)),
            Some(at) => Err(Box::new(zero_byte(name, &text, at))),
        },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            let file = SourceFile::new(name, String::from_utf8_lossy(error.as_bytes()));
            let diagnostic = Diagnostic::error(
                &file,
                at..at + 3,
                format!("the byte 0x{byte:02x} is not UTF-8"),
            );
            Err(Box::new(diagnostic.with_note("save the file as UTF-8")))
        }
    }
}

/// Half of each letter in UTF-16, or what a crash has left of a file.
fn zero_byte(name: String, text: &str, at: usize) -> Diagnostic {
    let num_zeros = text.bytes().filter(|byte| *byte == 0).count();
    if at < 2 && num_zeros > 1 && num_zeros.abs_diff(text.len() / 2) <= text.len() / 8 {
        let file = SourceFile::new(name, "");
        return Diagnostic::error(&file, 0..0, "the file is in UTF-16")
            .with_note("save it as UTF-8");
    }
    let file = SourceFile::new(name, text);
    Diagnostic::error(&file, at..at + 1, "the byte 0x00 is no text")
        .with_note("the file may be damaged, or it is no WGSL; save it again as UTF-8")
}

/// A temporary file beside `path` with its content, on disk.
fn staged(path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    use io::Write;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".swimlab-");
    #[cfg(unix)]
    {
        // The umask takes its share, as for any file.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Replaces a file at once, or leaves it as it was.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), WorkspaceError> {
    let fail = |source| WorkspaceError::Write {
        path: path.to_owned(),
        source,
    };
    staged(path, bytes)
        .map_err(fail)?
        .persist(path)
        .map_err(|e| fail(e.error))?;
    Ok(())
}

/// Writes a file that must not exist yet.
fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WorkspaceError> {
    let fail = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => WorkspaceError::Exists {
            path: path.to_owned(),
        },
        _ => WorkspaceError::Write {
            path: path.to_owned(),
            source,
        },
    };
    staged(path, bytes)
        .map_err(fail)?
        .persist_noclobber(path)
        .map_err(|e| fail(e.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let workspace = Workspace::new(folder.path());
        (folder, workspace)
    }

    fn write(folder: &tempfile::TempDir, path: &str, bytes: &[u8]) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    #[test]
    fn an_empty_folder_has_the_embedded_sketches() {
        let (_folder, workspace) = workspace();
        let swim = workspace.find("swim").expect("it is embedded");
        assert_eq!(swim.file, None);
        assert!(
            workspace
                .read_sketch(&swim)
                .expect("it is text")
                .text
                .contains("vs_fish")
        );
        assert!(
            !workspace
                .sketches()
                .iter()
                .any(|s| s.name.starts_with("lib/"))
        );
    }

    #[test]
    fn a_file_on_disk_wins_over_the_embedded_one() {
        let (folder, workspace) = workspace();
        write(&folder, "shaders/swim.wgsl", b"// mine");
        write(&folder, "shaders/lib/part.wgsl", b"// part");
        write(&folder, "shaders/class/one.wgsl", b"// one");
        let swim = workspace.find("swim").expect("it is there");
        assert_eq!(
            &*workspace.read_sketch(&swim).expect("text").text,
            "// mine"
        );
        let names: Vec<_> = workspace.sketches().into_iter().map(|s| s.name).collect();
        assert!(names.contains(&"class/one".to_owned()), "{names:?}");
        let (part, file) = workspace
            .read_import(&swim, "lib/part.wgsl")
            .expect("it is there");
        assert_eq!((&*part.text, file.is_some()), ("// part", true));
    }

    #[test]
    fn a_misspelt_sketch_gets_a_suggestion() {
        let (_folder, workspace) = workspace();
        let error = workspace.find("swin").expect_err("it is misspelt");
        assert_eq!(
            error.to_string(),
            "there is no sketch `swin`; did you mean `swim`?"
        );
    }

    #[test]
    fn paths_do_not_leave_the_workspace() {
        let (folder, workspace) = workspace();
        write(&folder, "secret.glb", b"x");
        let swim = workspace.find("swim").expect("embedded");
        for path in [
            "../secret.glb",
            "/etc/passwd",
            "a/../../secret.glb",
            "C:\\x",
            "..\\secret.glb",
            "",
        ] {
            let error = workspace
                .read_asset(&swim, path)
                .expect_err("it is refused");
            assert!(error.contains("leaves the workspace"), "{error}");
        }
        #[cfg(unix)]
        {
            write(&folder, "assets/a.glb", b"");
            std::os::unix::fs::symlink(
                folder.path().join("secret.glb"),
                folder.path().join("assets/link.glb"),
            )
            .expect("linked");
            let error = workspace
                .read_asset(&swim, "link.glb")
                .expect_err("it is refused");
            assert_eq!(error, "`link.glb` is a link that leaves its folder");
        }
    }

    #[test]
    fn encodings_are_told_apart() {
        let (folder, workspace) = workspace();
        let read = |bytes: &[u8]| {
            write(&folder, "shaders/a.wgsl", bytes);
            let sketch = workspace.find("a").expect("it is there");
            workspace
                .read_sketch(&sketch)
                .map(|f| f.text.to_string())
                .map_err(|d| (d.line, d.column, d.message))
        };
        assert_eq!(read(b"\xef\xbb\xbfa"), Ok("a".into()));
        assert_eq!(
            read(b"\xff\xfea\0"),
            Err((1, 1, "the file is in UTF-16".into()))
        );
        assert_eq!(
            read(b"ab\nc\xe9d"),
            Err((2, 2, "the byte 0xe9 is not UTF-8".into()))
        );
    }

    #[test]
    fn a_new_sketch_replaces_nothing() {
        let (folder, workspace) = workspace();
        let path = workspace.new_sketch("mine", "a").expect("written");
        assert_eq!(path, folder.path().join("shaders/mine.wgsl"));
        let error = workspace
            .new_sketch("mine.wgsl", "b")
            .expect_err("it exists");
        assert!(
            error
                .to_string()
                .ends_with("exists already; choose another name"),
            "{error}"
        );
        assert_eq!(fs::read(path).expect("still there"), b"a");
        assert!(workspace.new_sketch("../x", "b").is_err());
    }
}
