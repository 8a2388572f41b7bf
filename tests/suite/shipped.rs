//! What is shipped is good: every sketch, every module of the library, every preset.

use std::fs;
use std::path::{Path, PathBuf};

use swimlab::params::ParamSet;
use swimlab::preset::Preset;
use swimlab::shader::{CompiledShader, Limits, compile};
use swimlab::workspace::{Sketch, Workspace};

use super::faults::{FRAGMENT, check, problems, with_large_stack};

const MIN_PRESETS: usize = 3;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn workspace() -> Workspace {
    Workspace::new(package())
}

/// The files of a folder and of those inside of it that end like this.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sketches() -> Vec<Sketch> {
    let sketches = workspace().sketches();
    assert!(!sketches.is_empty(), "no sketch was found");
    sketches
}

fn compiled(sketch: &Sketch) -> CompiledShader {
    let workspace = workspace();
    with_large_stack(|| {
        let text = workspace.read_sketch(sketch).expect("it can be read");
        let load = |path: &str| workspace.read_import(sketch, path).map(|(file, _)| file);
        compile(&text, &load, &Limits::default()).unwrap_or_else(|found| panic!("{}", found[0]))
    })
}

#[test]
fn every_sketch_is_without_errors_and_warnings() {
    let workspace = workspace();
    let mut found = Vec::new();
    for sketch in sketches() {
        found.extend(
            problems(&workspace, &sketch.name)
                .iter()
                .map(|d| d.render()),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_of_the_library_is_without_errors_and_warnings() {
    let modules = files(&package().join("shaders/lib"), "wgsl");
    assert!(!modules.is_empty(), "no module was found");
    let mut found = Vec::new();
    for module in modules {
        let name = module.file_stem().and_then(|stem| stem.to_str());
        // It makes no picture, so it gets something that does.
        let text = fs::read_to_string(&module).expect("it can be read") + FRAGMENT;
        let name = name.expect("it is text");
        found.extend(check(name, text.as_bytes()).iter().map(|d| d.render()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_preset_fits_its_sketch() {
    let workspace = workspace();
    let mut num_presets = 0;
    let mut found = Vec::new();
    for sketch in sketches() {
        let params = ParamSet::new(&compiled(&sketch));
        let presets = workspace.presets(&sketch);
        num_presets += presets.len();
        if presets.len() < MIN_PRESETS {
            found.push(format!("`{}` has {} presets", sketch.name, presets.len()));
        }
        for entry in presets {
            let (path, text) = workspace
                .read_preset(&sketch, &entry.name)
                .expect("it can be read");
            let preset = match Preset::parse(&path, &text) {
                Ok(preset) => preset,
                Err(error) => {
                    found.push(error.to_string());
                    continue;
                }
            };
            if preset.sketch != sketch.name {
                found.push(format!("{path} is for `{}`", preset.sketch));
            }
            let (values, report) = preset.apply(params.params());
            if values.is_empty() {
                found.push(format!("{path} sets nothing"));
            }
            found.extend(
                report
                    .details()
                    .into_iter()
                    .map(|line| format!("{path}: {line}")),
            );
        }
    }
    // One that lies in a folder without a sketch would be seen by nobody.
    let on_disk = files(&package().join("presets"), "toml").len();
    assert_eq!(num_presets, on_disk, "a preset belongs to no sketch");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
