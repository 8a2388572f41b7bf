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

    fn names(workspace: &Workspace) -> Vec<(String, bool)> {
        let presets = workspace.presets(&swim());
        presets.into_iter().map(|p| (p.name, p.embedded)).collect()
    }

    /// The names of all files below a folder.
    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| {
                let name = entry.expect("readable").file_name();
                name.to_string_lossy().into_owned()
            })
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_and_harms_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        for in_the_way in ["presets", "presets/swim"] {
            let in_the_way = folder.path().join(in_the_way);
            fs::write(&in_the_way, "a file in the way").expect("written");
            let workspace = Workspace::new(folder.path());
            let error = workspace
                .save_preset(&swim(), "a", "x")
                .expect_err("it cannot");
            let path = folder.path().join("presets/swim/a.toml");
            assert_eq!(
                error.to_string(),
                format!(
                    "cannot write {}; nothing was changed there, free some space or choose another folder with --workspace",
                    path.display()
                )
            );
            let kept = fs::read_to_string(&in_the_way).expect("still there");
            assert_eq!(kept, "a file in the way");
            assert!(workspace.presets(&swim()).iter().all(|p| p.embedded));
            fs::remove_file(&in_the_way).expect("removed");
            fs::create_dir_all(folder.path().join("presets")).expect("made");
        }
    }

    #[test]
    fn a_save_that_fails_at_its_end_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let in_the_way = folder.path().join("presets/swim/a.toml");
        fs::create_dir_all(in_the_way.join("inner")).expect("made");
        let workspace = Workspace::new(folder.path());
        let error = workspace
            .save_preset(&swim(), "a", "x")
            .expect_err("it cannot");
        assert!(matches!(error, WorkspaceError::Write { path, .. } if path == in_the_way));
        let left = files(&folder.path().join("presets/swim"));
        assert_eq!(left, ["a.toml"], "no temporary file");
        assert!(in_the_way.join("inner").is_dir());
        assert!(
            !names(&workspace).contains(&("a".into(), false)),
            "a folder is no preset"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_save_into_a_folder_that_is_read_only_leaves_the_file_as_it_was() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        let path = workspace.save_preset(&swim(), "a", "old\n").expect("saved");
        let inner = folder.path().join("presets/swim");
        let allow = |mode| {
            fs::set_permissions(&inner, fs::Permissions::from_mode(mode)).expect("set");
        };
        allow(0o555);
        // The superuser may write all the same.
        let is_bound = fs::write(inner.join("probe"), "").is_err();
        if is_bound {
            for result in [
                workspace.save_preset(&swim(), "a", "new\n").map(drop),
                workspace.delete_preset(&swim(), "a").map(drop),
            ] {
                let error = result.expect_err("it cannot");
                assert!(
                    matches!(&error, WorkspaceError::Write { path: named, .. } if *named == path),
                    "{error}"
                );
            }
        }
        allow(0o755);
        if is_bound {
            assert_eq!(fs::read(&path).expect("still there"), b"old\n");
            assert_eq!(files(&inner), ["a.toml"]);
        }
    }

    #[test]
    fn what_is_restored_is_the_same_to_the_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        let path = workspace.save_preset(&swim(), " a ", "").expect("saved");
        assert_eq!(path, folder.path().join("presets/swim/a.toml"));
        // Not even text: nothing reads it on the way.
        let bytes = b"\xef\xbb\xbfversion = 1\r\n# caf\xe9 \0\n\n";
        fs::write(&path, bytes).expect("written");
        let deleted = workspace.delete_preset(&swim(), "a").expect("deleted");
        assert!(!path.exists());
        // The folder may have gone as well.
        fs::remove_dir_all(folder.path().join("presets")).expect("removed");
        workspace.restore_preset(&deleted).expect("restored");
        assert_eq!(fs::read(&path).expect("back"), bytes);
        assert_eq!(files(&folder.path().join("presets/swim")), ["a.toml"]);
    }

    #[test]
    fn a_file_wins_over_the_embedded_preset_and_gives_way_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        assert!(names(&workspace).contains(&("eel".into(), true)));
        let (path, embedded) = workspace
            .read_preset(&swim(), "eel")
            .expect("it is embedded");
        assert_eq!(path, "swimlab:swim/eel.toml");
        assert_eq!(
            workspace.existing_preset(&swim(), "eel").expect("readable"),
            None,
            "a save over it begins anew"
        );

        workspace
            .save_preset(&swim(), "eel", "# mine\n")
            .expect("saved");
        let listed = names(&workspace);
        assert!(listed.contains(&("eel".into(), false)));
        assert_eq!(listed.iter().filter(|(name, _)| name == "eel").count(), 1);
        assert!(listed.is_sorted());
        let (path, text) = workspace.read_preset(&swim(), "eel").expect("there");
        assert_eq!(text, "# mine\n");
        assert!(path.ends_with("presets/swim/eel.toml"), "{path}");

        workspace.delete_preset(&swim(), "eel").expect("deleted");
        assert!(names(&workspace).contains(&("eel".into(), true)));
        let (_, text) = workspace.read_preset(&swim(), "eel").expect("embedded");
        assert_eq!(text, embedded);
    }

    #[test]
    fn what_cannot_be_read_is_told_and_not_replaced_by_the_embedded_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        let path = folder.path().join("presets/swim/eel.toml");
        fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        let too_long = vec![b'#'; MAX_PRESET_BYTES + 1];
        for (bytes, words) in [
            (&b"caf\xe9"[..], "it is not UTF-8; save it as UTF-8"),
            (&too_long, "it is over 1 MiB long"),
        ] {
            fs::write(&path, bytes).expect("written");
            for result in [
                workspace.read_preset(&swim(), "eel").map(drop),
                workspace.existing_preset(&swim(), "eel").map(drop),
            ] {
                match result {
                    Err(WorkspaceError::Read {
                        path: named,
                        source,
                    }) => {
                        assert_eq!((named, source.to_string()), (path.clone(), words.into()));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    #[test]
    fn only_files_that_can_be_asked_for_are_listed() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("presets/swim");
        fs::create_dir_all(inner.join("folder.toml")).expect("made");
        for name in ["good.toml", "a.b.toml", " odd .toml", "text.txt", ".toml"] {
            fs::write(inner.join(name), "").expect("written");
        }
        let mine: Vec<_> = names(&Workspace::new(folder.path()))
            .into_iter()
            .filter(|(_, embedded)| !embedded)
            .collect();
        assert_eq!(mine, [("good".to_owned(), false)]);
    }

    #[test]
    fn a_preset_of_a_lesson_lies_in_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        let lesson = Sketch {
            name: "lessons/01-first".into(),
            file: None,
        };
        let path = workspace
            .save_preset(&lesson, "mine", "version = 1\n")
            .expect("saved");
        assert_eq!(
            path,
            folder.path().join("presets/lessons/01-first/mine.toml")
        );
        assert!(workspace.presets(&lesson).iter().any(|p| p.name == "mine"));
        assert!(!workspace.presets(&swim()).iter().any(|p| p.name == "mine"));
    }

    #[test]
    fn names_that_are_no_file_names_are_refused_in_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path().join("inner"));
        fs::write(folder.path().join("secret.toml"), "x").expect("written");
        for name in [
            "",
            "a/b",
            "..",
            "../../../secret",
            "/etc/passwd",
            "a\\b",
            "nul",
            "a:b",
            "a\0",
            &"x".repeat(65),
        ] {
            for result in [
                workspace.save_preset(&swim(), name, "x").map(drop),
                workspace.read_preset(&swim(), name).map(drop),
                workspace.existing_preset(&swim(), name).map(drop),
                workspace.delete_preset(&swim(), name).map(drop),
            ] {
                assert!(matches!(result, Err(WorkspaceError::Name(_))), "{name}");
            }
        }
        assert_eq!(files(folder.path()), ["secret.toml"], "nothing was made");
    }

    #[test]
    fn embedded_presets_stay_and_what_is_not_there_is_not_called_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::new(folder.path());
        let error = workspace
            .delete_preset(&swim(), " eel ")
            .expect_err("it stays");
        assert_eq!(
            error.to_string(),
            "`eel` comes with swimlab and cannot be deleted"
        );
        let error = workspace.delete_preset(&swim(), "no such");
        assert!(matches!(error, Err(WorkspaceError::Read { .. })));
    }
}
