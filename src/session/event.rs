//! What can happen to a session, and what it asks to be done.

use std::sync::Arc;

use crate::params::Value;
use crate::preset::Preset;
use crate::scene::{Bounds, InstanceField, Mesh};
use crate::shader::{CompiledShader, Diagnostic};

/// Something happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The sketches of the workspace, by name.
    SketchesListed(Vec<String>),
    /// Another sketch was asked for.
    OpenSketch(String),
    /// A compilation ended.
    Compiled(Compiled),
    /// A mesh was loaded, or could not be.
    MeshLoaded(Result<MeshInfo, Box<Diagnostic>>),
    /// A control was moved; the value is clamped.
    SetParam(usize, Value),
    /// A control goes back to its default.
    ResetParam(usize),
    /// All controls go back to their defaults.
    ResetParams,
    /// Takes the last change of controls back.
    Undo,
    /// Makes the change that was taken back again.
    Redo,
    /// Another number of instances was asked for.
    SetInstances(u32),
    /// The device holds no more instances than this.
    InstanceLimit(u32),
    /// Plays or pauses.
    TogglePlay,
    /// One frame forward, paused.
    Step,
    /// Another factor on time.
    SetSpeed(f64),
    /// Time starts again at 0.
    Restart,
    /// The camera turns; radians.
    Orbit([f32; 2]),
    /// The camera moves sideways; parts of the view's height.
    Pan([f32; 2]),
    /// The camera comes nearer (above 1) or goes away.
    Zoom(f32),
    /// The camera shows everything; the number is width over height.
    FrameAll(f32),
    /// The presets of the sketch; embedded ones cannot be deleted.
    PresetsListed(Vec<PresetItem>),
    /// The present values were asked to be saved.
    SavePreset(String),
    /// A save ended: the preset's name, and the reason if it failed.
    PresetSaved(String, Result<(), String>),
    /// A preset was chosen.
    LoadPreset(String),
    /// A preset was read, or could not be; the reason.
    PresetRead(String, Result<Preset, String>),
    /// A preset's deletion was asked for.
    DeletePreset(String),
    /// A deletion ended.
    PresetDeleted(String, Result<(), String>),
    /// The last deletion is to be undone.
    RestorePreset,
    /// The deleted preset is back, or could not be put back.
    PresetRestored(Result<(), String>),
    /// A place of a problem was asked to be opened.
    OpenProblem(usize),
    /// The sketch's file was asked to be opened in a text editor.
    EditSketch,
    /// A file of one's own was asked for, as a copy of an embedded sketch.
    CopySketch,
    /// Something could not be done; the reason.
    Failed(String),
    /// Something was done; the words for it.
    Done(String),
    /// A notice was closed.
    CloseNotice(u64),
    /// The adapter: its name, and whether it runs on the CPU.
    Adapter {
        /// Name.
        name: String,
        /// Whether it is a software driver.
        is_software: bool,
    },
    /// A frame was drawn: real seconds since the one before.
    Frame {
        /// Seconds since the last frame.
        dt_secs: f64,
        /// Whether every wanted instance was drawn, so that its duration counts.
        complete: bool,
    },
}

/// A preset in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetItem {
    /// Its name.
    pub name: String,
    /// Whether it comes with the program.
    pub embedded: bool,
}

/// The end of a compilation.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The sketch that was compiled.
    pub sketch: String,
    /// The shader, whose program has been installed; `None` when it failed.
    pub shader: Option<Arc<CompiledShader>>,
    /// Errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Milliseconds from the change of the file to the program being ready.
    pub latency_ms: f64,
}

/// What the session knows of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInfo {
    /// File or name.
    pub name: String,
    /// Model space.
    pub bounds: Bounds,
    /// Vertices.
    pub num_vertices: u32,
    /// Triangles.
    pub num_triangles: u32,
}

impl MeshInfo {
    /// What there is to know of a mesh.
    pub fn of(name: &str, mesh: &Mesh) -> Self {
        Self {
            name: name.to_owned(),
            bounds: mesh.bounds,
            num_vertices: mesh.vertices.len() as u32,
            num_triangles: mesh.indices.len() as u32 / 3,
        }
    }
}

/// Something is to be done by whoever holds the session.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Compile a sketch, watch its files and list its presets.
    OpenSketch(String),
    /// Build the program again: a constant changed.
    Rebuild,
    /// Show this many instances.
    SetInstances(InstanceField, u32),
    /// Write a preset.
    SavePreset(String, Preset),
    /// Read a preset.
    ReadPreset(String),
    /// Delete a preset and keep it to be restored.
    DeletePreset(String),
    /// Put the deleted preset back.
    RestorePreset,
    /// List the sketch's presets again.
    ListPresets,
    /// Open the sketch's file in a text editor.
    EditSketch,
    /// Write an embedded sketch into the workspace.
    CopySketch,
    /// Open a text editor.
    OpenEditor {
        /// Path as in the diagnostic.
        path: String,
        /// From 1.
        line: u32,
        /// From 1.
        column: u32,
    },
}
