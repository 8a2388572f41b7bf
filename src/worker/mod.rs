//! The compile thread: a change of files becomes a new program, off the frame loop.
//!
//! Requests that have been overtaken are dropped. Text is parsed on a stack that holds what people
//! write, and a panic of the compiler ends as a diagnostic. Files whose content is what it was cause
//! nothing; an empty, missing or broken file is given a moment, since editors write in steps.

mod thread;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::gpu::Gpu;
use crate::params::ParamSet;
use crate::render::{BuildError, Program, ProgramContext, TargetFormat};
use crate::scene::Mesh;
use crate::shader::{
    CompiledShader, Diagnostic, Limits, PathSetting, SourceFile, compile, panic_words,
};
use crate::workspace::{Sketch, Workspace};

pub use thread::{Poker, Worker};

/// Stack of the threads that parse; operators and `else if` chains recurse.
const STACK_BYTES: usize = 256 << 20;

/// Runs `work` on a thread with a large stack and waits for it.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("compile".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .expect("the system can start a thread");
        match thread.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Compiles a sketch of a workspace; also returns what it read besides, to be watched.
pub fn compile_sketch(
    workspace: &Workspace,
    sketch: &Sketch,
    limits: &Limits,
) -> (Result<CompiledShader, Vec<Diagnostic>>, Sources) {
    let mut sources = Sources::default();
    let text = match workspace.read_sketch(sketch) {
        Ok(text) => text,
        Err(diagnostic) => return (Err(vec![*diagnostic]), sources),
    };
    sources.text = Some(text.clone());
    let imports = std::cell::RefCell::new(Vec::new());
    let load = |path: &str| {
        let read = workspace.read_import(sketch, path);
        let text = read.as_ref().ok().map(|(file, _)| file.clone());
        imports.borrow_mut().push((path.to_owned(), text));
        read.map(|(file, _)| file)
    };
    let compiled = compile(&text, &load, limits);
    sources.imports = imports.into_inner();
    (compiled, sources)
}

/// The texts that a compilation was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    text: Option<SourceFile>,
    imports: Vec<(String, Option<SourceFile>)>,
}

impl Sources {
    /// Whether reading everything again gives the same.
    fn are_current(&self, workspace: &Workspace, sketch: &Sketch) -> bool {
        self.text.is_some()
            && workspace.read_sketch(sketch).ok() == self.text
            && self.imports.iter().all(|(path, text)| {
                workspace
                    .read_import(sketch, path)
                    .ok()
                    .map(|(file, _)| file)
                    == *text
            })
    }

    /// Whether the sketch itself is empty or could not be read.
    fn is_blank(&self) -> bool {
        self.text
            .as_ref()
            .is_none_or(|file| file.text.trim().is_empty())
    }

    /// Every file whose change matters; imports that do not exist yet too.
    fn files(&self, workspace: &Workspace, sketch: &Sketch) -> Vec<PathBuf> {
        let imports = self
            .imports
            .iter()
            .flat_map(|(path, _)| workspace.candidates(sketch, path, "shaders"));
        let own = sketch.file.clone().or_else(|| {
            // An embedded sketch that somebody writes to disk is there at once.
            workspace
                .candidates(sketch, &format!("{}.wgsl", sketch.name), "shaders")
                .pop()
        });
        own.into_iter().chain(imports).collect()
    }
}

/// Loads the mesh that a sketch names, or the one that is drawn where it names none.
pub fn load_mesh(
    workspace: &Workspace,
    sketch: &Sketch,
    setting: Option<&PathSetting>,
) -> Result<(String, Mesh), Box<Diagnostic>> {
    let Some(setting) = setting else {
        return Ok(("sphere".to_owned(), builtin("sphere")));
    };
    if let Some(mesh) = Mesh::builtin(&setting.path) {
        return Ok((setting.path.clone(), mesh));
    }
    let fail = |why: String| {
        Box::new(
            Diagnostic::error(
                &setting.file,
                setting.span.clone(),
                format!("cannot load the mesh `{}`", setting.path),
            )
            .with_note(why)
            .with_note("the mesh that was there before stays"),
        )
    };
    let found = workspace.read_asset(sketch, &setting.path).map_err(fail)?;
    let resolve = |path: &str| {
        // Buffers lie beside the mesh.
        let folder = setting
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let path = if folder.is_empty() {
            path.to_owned()
        } else {
            format!("{folder}/{path}")
        };
        workspace.read_asset(sketch, &path).map(|found| found.bytes)
    };
    let loaded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        crate::scene::load_gltf(&found.display_path, &found.bytes, &resolve)
    }));
    match loaded {
        Ok(Ok(mesh)) => Ok((setting.path.clone(), mesh)),
        Ok(Err(error)) => Err(fail(error.to_string())),
        Err(panic) => Err(fail(format!(
            "its reader gave up: {}",
            panic_words(panic.as_ref())
        ))),
    }
}

/// A mesh that the program brings along.
fn builtin(name: &str) -> Mesh {
    Mesh::builtin(name).expect("the name is one of the built-in meshes")
}

/// The mesh setting that is in effect for a shader.
pub fn mesh_setting(shader: &CompiledShader) -> Option<&PathSetting> {
    let drawn = shader.draws.iter().find(|draw| draw.vertex.is_some());
    drawn
        .map_or(&shader.settings, |draw| &draw.settings)
        .mesh
        .as_ref()
}

/// Makes programs for one device.
#[derive(Clone, Debug)]
pub struct Builder {
    context: ProgramContext,
    /// A device of its own to draw a program the first time, where drivers compile on the CPU: its
    /// queue stands still meanwhile, and the disk cache of the driver hands the result over.
    warm_up: Option<ProgramContext>,
}

impl Builder {
    /// For a renderer's context.
    pub fn new(context: &ProgramContext, warm_up: Option<&Gpu>) -> Self {
        let format: TargetFormat = context.format();
        Self {
            context: context.clone(),
            warm_up: warm_up.map(|gpu| ProgramContext::new(gpu, format)),
        }
    }

    /// Builds a program, drawn once.
    pub fn build(
        &self,
        shader: &CompiledShader,
        params: &ParamSet,
    ) -> Result<Program, Box<Diagnostic>> {
        let build = |context: &ProgramContext, waits| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                pollster::block_on(Program::build(context, shader, params, waits))
            }))
        };
        let mut is_cached = false;
        if let Some(warm_up) = &self.warm_up
            && !warm_up.gpu().is_lost()
        {
            match build(warm_up, true) {
                Ok(Err(BuildError::Refused(diagnostic))) => return Err(diagnostic),
                built => is_cached = matches!(built, Ok(Ok(_))),
            }
        }
        let gone = |words: String| {
            Box::new(
                Diagnostic::error(&shader.file, 0..0, words)
                    .with_note("the program before it stays"),
            )
        };
        match build(&self.context, !is_cached) {
            Ok(Ok(program)) => Ok(program),
            Ok(Err(BuildError::Refused(diagnostic))) => Err(diagnostic),
            Ok(Err(BuildError::DeviceLost)) => {
                Err(gone("the device was lost while it compiled".into()))
            }
            Err(panic) => Err(gone(format!(
                "the driver's compiler gave up: {}",
                panic_words(panic.as_ref())
            ))),
        }
    }

    /// What sketches may ask of this device.
    pub fn limits(&self) -> Limits {
        let device = self.context.gpu().device.limits();
        let default = Limits::default();
        Limits {
            max_bind_groups: device.max_bind_groups,
            max_bindings: device.max_bindings_per_bind_group,
            max_uniform_size: small(device.max_uniform_buffer_binding_size),
            max_storage_size: small(device.max_storage_buffer_binding_size),
            max_varyings: device.max_inter_stage_shader_variables,
            max_workgroup_size: device.max_compute_workgroup_storage_size,
            ..default
        }
    }
}

fn small(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// What the worker is asked for: bring the sketch up to date.
#[derive(Clone, Debug)]
pub struct Request {
    /// The sketch.
    pub sketch: Sketch,
    /// The controls as they are, to carry values over.
    pub params: ParamSet,
    /// Build even if no file has changed.
    pub force: bool,
    /// When the change was made known.
    pub since: Instant,
}

/// What the worker has made.
pub enum Output {
    /// A compilation ended.
    Shader(Box<ShaderOutput>),
    /// A mesh was loaded, or could not be.
    Mesh {
        /// Name of the sketch.
        sketch: String,
        /// Name of the mesh and the mesh.
        loaded: Result<(String, Arc<Mesh>), Box<Diagnostic>>,
    },
    /// The files that this sketch depends on.
    Files(Vec<PathBuf>),
    /// Nothing had changed.
    Unchanged,
}

/// The end of a compilation.
pub struct ShaderOutput {
    /// Name of the sketch.
    pub sketch: String,
    /// The shader and its program, or nothing.
    pub made: Option<(Arc<CompiledShader>, Program)>,
    /// The constants that were compiled in.
    pub constants: Vec<(String, f64)>,
    /// Errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// When the change was made known.
    pub since: Instant,
    /// Time for parsing, validating and checking.
    pub front_end: Duration,
    /// Time for the pipelines and their first draw.
    pub back_end: Duration,
}
