//! Preset files: `presets/<sketch>/<name>.toml`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{
    PRESETS, Sketch, Workspace, WorkspaceError, display_path, embedded, read_limited, write_atomic,
    write_new,
};
use crate::preset::{MAX_PRESET_BYTES, file_stem};
use crate::shader::EMBEDDED;

/// A preset of a sketch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetEntry {
    /// Its name, the file's stem.
    pub name: String,
    /// Whether it is the embedded copy.
    pub embedded: bool,
}

/// What a deletion took away, to be put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletedPreset {
    /// Its name.
    pub name: String,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Workspace {
    fn preset_path(&self, sketch: &Sketch, name: &str) -> Result<PathBuf, WorkspaceError> {
        let stem = file_stem(name).map_err(WorkspaceError::Name)?;
        Ok(self
            .root
            .join("presets")
            .join(&sketch.name)
            .join(stem + ".toml"))
    }

    /// The presets of a sketch by name, embedded ones that no file replaces too.
    pub fn presets(&self, sketch: &Sketch) -> Vec<PresetEntry> {
        let mut presets: Vec<PresetEntry> = Vec::new();
        let folder = self.root.join("presets").join(&sketch.name);
        let on_disk = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut add = |path: &Path, embedded| {
            let name = path
                .file_stem()
                .and_then(|s| s.to_str())
                .unwrap_or_default();
            // One that would not be found again by its name is none.
            let fits = path.extension().is_some_and(|e| e == "toml")
                && file_stem(name).is_ok_and(|stem| stem == name);
            if fits && !presets.iter().any(|p| p.name == name) {
                presets.push(PresetEntry {
                    name: name.to_owned(),
                    embedded,
                });
            }
        };
        for entry in on_disk {
            let path = entry.path();
            if path.is_file() {
                add(&path, false);
            }
        }
        for file in PRESETS
            .get_dir(&sketch.name)
            .into_iter()
            .flat_map(|d| d.files())
        {
            add(file.path(), true);
        }
        presets.sort_by(|a, b| a.name.cmp(&b.name));
        presets
    }

    /// A preset's text, and what messages call it.
    pub fn read_preset(
        &self,
        sketch: &Sketch,
        name: &str,
    ) -> Result<(String, String), WorkspaceError> {
        let path = self.preset_path(sketch, name)?;
        match read_text(&path) {
            Ok(text) => Ok((display_path(&path), text)),
            Err(source) => {
                let inner = embedded_path(sketch, name);
                embedded(&PRESETS, &inner)
                    .filter(|_| source.kind() == io::ErrorKind::NotFound)
                    .map(|bytes| {
                        (
                            format!("{EMBEDDED}{inner}"),
                            String::from_utf8_lossy(bytes).into_owned(),
                        )
                    })
                    .ok_or(WorkspaceError::Read { path, source })
            }
        }
    }

    /// The file's text if there is one on disk, for a save over it.
    pub fn existing_preset(
        &self,
        sketch: &Sketch,
        name: &str,
    ) -> Result<Option<String>, WorkspaceError> {
        let path = self.preset_path(sketch, name)?;
        match read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(WorkspaceError::Read { path, source }),
        }
    }

    /// Writes a preset at once; returns its path.
    pub fn save_preset(
        &self,
        sketch: &Sketch,
        name: &str,
        text: &str,
    ) -> Result<PathBuf, WorkspaceError> {
        let path = self.preset_path(sketch, name)?;
        write_atomic(&path, text.as_bytes())?;
        Ok(path)
    }

    /// Deletes a preset's file; what it was comes back, for [`Self::restore_preset`].
    pub fn delete_preset(
        &self,
        sketch: &Sketch,
        name: &str,
    ) -> Result<DeletedPreset, WorkspaceError> {
        let path = self.preset_path(sketch, name)?;
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(source)
                if source.kind() == io::ErrorKind::NotFound
                    && embedded(&PRESETS, &embedded_path(sketch, name)).is_some() =>
            {
                return Err(WorkspaceError::Embedded {
                    name: name.trim().to_owned(),
                });
            }
            Err(source) => return Err(WorkspaceError::Read { path, source }),
        };
        fs::remove_file(&path).map_err(|source| WorkspaceError::Write {
            path: path.clone(),
            source,
        })?;
        Ok(DeletedPreset {
            name: name.to_owned(),
            path,
            bytes,
        })
    }

    /// Puts a deleted preset back; a file that came since is not replaced.
    pub fn restore_preset(&self, deleted: &DeletedPreset) -> Result<(), WorkspaceError> {
        write_new(&deleted.path, &deleted.bytes)
    }
}

fn embedded_path(sketch: &Sketch, name: &str) -> String {
    format!("{}/{}.toml", sketch.name, name.trim())
}

/// A preset's text; a file that is far too long for one is not read.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_limited(path, MAX_PRESET_BYTES as u64)?;
    String::from_utf8(bytes).map_err(|_| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "it is not UTF-8; save it as UTF-8",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swim() -> Sketch {
        Sketch {
            name: "swim".into(),
            file: None,
        }
    }

    #[test]
    fn a_preset_is_saved_listed_deleted_and_restored() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        workspace
            .save_preset(&swim(), "my eel", "version = 1\n")
            .expect("saved");
        workspace
            .save_preset(&swim(), "my eel", "version = 1 # again\n")
            .expect("saved over");
        let listed = workspace.presets(&swim());
        assert!(listed.contains(&PresetEntry {
            name: "my eel".into(),
            embedded: false
        }));
        let files = fs::read_dir(folder.path().join("presets/swim"))
            .expect("a folder")
            .count();
        assert_eq!(files, 1, "no temporary file stays");
        let deleted = workspace.delete_preset(&swim(), "my eel").expect("deleted");
        assert!(
            workspace
                .existing_preset(&swim(), "my eel")
                .expect("readable")
                .is_none()
        );
        workspace.restore_preset(&deleted).expect("restored");
        let (_, text) = workspace.read_preset(&swim(), "my eel").expect("back");
        assert_eq!(text, "version = 1 # again\n");
        assert!(matches!(
            workspace.restore_preset(&deleted),
            Err(WorkspaceError::Exists { .. })
        ));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_and_harms_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("presets"), "a file in the way").expect("written");
        let workspace = Workspace::new(folder.path());
        let error = workspace
            .save_preset(&swim(), "a", "x")
            .expect_err("it cannot");
        assert!(
            error.to_string().contains("nothing was changed there"),
            "{error}"
        );
        let kept = fs::read_to_string(folder.path().join("presets")).expect("still there");
        assert_eq!(kept, "a file in the way");
    }

    #[test]
    fn names_that_are_no_file_names_are_refused_in_words() {
        let workspace = Workspace::new(".");
        for name in ["", "a/b", "..", "nul", "a:b", &"x".repeat(65)] {
            assert!(
                matches!(
                    workspace.save_preset(&swim(), name, "x"),
                    Err(WorkspaceError::Name(_))
                ),
                "{name}"
            );
        }
    }

    #[test]
    fn embedded_presets_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = Workspace::new(folder.path())
            .delete_preset(&swim(), "eel")
            .expect_err("no");
        assert_eq!(
            error.to_string(),
            "`eel` comes with swimlab and cannot be deleted"
        );
    }
}
