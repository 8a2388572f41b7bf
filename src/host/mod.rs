//! Carries out what a session asks for: files, the compile thread, the watcher, the renderer. The
//! window and the command line's `watch` hold the same one.

mod editor;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::gpu::Gpu;
use crate::preset::Preset;
use crate::render::{FrameInput, Renderer, RendererOptions};
use crate::scene::Mesh;
use crate::session::{Compiled, Effect, Event, MeshInfo, PresetItem, Session};
use crate::watch::FileWatcher;
use crate::worker::{Builder, Output, Poker, Request, ShaderOutput, Worker};
use crate::workspace::{DeletedPreset, Sketch, Workspace, WorkspaceError};

/// Something that a host's threads have to say; it is given to [`Host::take`].
pub enum Message {
    /// Files of the sketch may have changed; the first sign came at that time.
    FilesChanged(Instant),
    /// The compile thread has made something.
    Made(Output),
}

/// Where a host's threads put their messages.
pub type Post = Arc<dyn Fn(Message) + Send + Sync>;

/// What came of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// Nothing that is seen.
    Nothing,
    /// A new program is in place.
    Installed {
        /// When the change was noticed.
        since: Instant,
        /// Parsing, validating, checking.
        front_end: Duration,
        /// Pipelines and their first draw.
        back_end: Duration,
    },
    /// The sketch is faulty; the program before it stays.
    Refused {
        /// When the change was noticed.
        since: Instant,
    },
    /// Another mesh is in place, or could not be loaded.
    Mesh,
}

/// Why there is no host.
#[derive(Debug, Error)]
pub enum HostError {
    /// The sketch is not there.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// No compile thread.
    #[error("the system starts no thread")]
    Thread(#[source] std::io::Error),
}

/// How a host is set up.
#[derive(Clone, Copy, Debug)]
pub struct HostOptions {
    /// Samples and portions.
    pub renderer: RendererOptions,
    /// Whether a software adapter shows fewer instances, so that it answers soon.
    pub auto_count: bool,
}

/// A session with everything that it needs to act.
pub struct Host {
    /// The state.
    pub session: Session,
    /// Draws it.
    pub renderer: Renderer,
    gpu: Gpu,
    options: HostOptions,
    workspace: Workspace,
    sketch: Option<Sketch>,
    worker: Worker,
    /// Lets the watcher reach the worker that there is now.
    poker: Arc<Mutex<Poker>>,
    watcher: FileWatcher,
    post: Post,
    /// The constants that are compiled into the program.
    constants: Vec<(String, f64)>,
    deleted: Option<DeletedPreset>,
    /// When the compile thread was asked for what it has not answered yet.
    compiling_since: Option<Instant>,
}

impl Host {
    /// A host without a sketch.
    pub fn new(
        gpu: &Gpu,
        workspace: &Workspace,
        options: HostOptions,
        post: Post,
    ) -> Result<Self, HostError> {
        let mut session = Session::default();
        let renderer = new_renderer(gpu, options, &session);
        let worker = start_worker(gpu, workspace, &renderer, &post)?;
        let poker = Arc::new(Mutex::new(worker.poker()));
        let (post_change, poke) = (Arc::clone(&post), Arc::clone(&poker));
        let watcher = FileWatcher::new(move |_, since| {
            // In this order: the worker's answer must not overtake the news.
            post_change(Message::FilesChanged(since));
            poke.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .poke(since);
        });
        session.handle(Event::InstanceLimit(renderer.max_instances()));
        session.handle(Event::Adapter {
            name: gpu.info.name.clone(),
            is_software: options.auto_count && gpu.is_software(),
        });
        let mut host = Self {
            session,
            renderer,
            gpu: gpu.clone(),
            options,
            workspace: workspace.clone(),
            sketch: None,
            worker,
            poker,
            watcher,
            post,
            constants: Vec::new(),
            deleted: None,
            compiling_since: None,
        };
        host.refresh_lists();
        Ok(host)
    }

    /// The device.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The open sketch.
    pub fn sketch(&self) -> Option<&Sketch> {
        self.sketch.as_ref()
    }

    /// The folder.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Since when the compile thread has been busy.
    pub fn compiling_since(&self) -> Option<Instant> {
        self.compiling_since
    }

    /// Opens a sketch by name or by the path of its file.
    pub fn open(&mut self, name: &str) -> Result<(), HostError> {
        let sketch = self.workspace.find(name)?;
        let name = sketch.name.clone();
        self.sketch = Some(sketch);
        self.handle(Event::OpenSketch(name));
        Ok(())
    }

    /// Goes on with another device after the old one was lost: values, time and camera stay.
    pub fn renew(&mut self, gpu: &Gpu) -> Result<(), HostError> {
        self.gpu = gpu.clone();
        self.renderer = new_renderer(gpu, self.options, &self.session);
        self.worker = start_worker(gpu, &self.workspace, &self.renderer, &self.post)?;
        *self.poker.lock().unwrap_or_else(PoisonError::into_inner) = self.worker.poker();
        self.handle(Event::InstanceLimit(self.renderer.max_instances()));
        self.handle(Event::Adapter {
            name: gpu.info.name.clone(),
            is_software: self.options.auto_count && gpu.is_software(),
        });
        self.renderer
            .set_instances(self.session.field(), self.session.num_instances());
        self.compile(true, Instant::now());
        Ok(())
    }

    /// Takes an event in and does everything that follows from it.
    pub fn handle(&mut self, event: Event) {
        let mut effects = VecDeque::from(self.session.handle(event));
        while let Some(effect) = effects.pop_front() {
            if let Some(event) = self.carry_out(effect) {
                effects.extend(self.session.handle(event));
            }
        }
    }

    /// Takes a message of its threads in.
    pub fn take(&mut self, message: Message) -> Taken {
        match message {
            Message::FilesChanged(since) => {
                if self.sketch.as_ref().is_some_and(|s| s.file.is_some()) {
                    // The watcher has poked the worker.
                    self.compiling_since.get_or_insert_with(Instant::now);
                } else {
                    // A file of one's own may have come.
                    self.compile(false, since);
                }
                Taken::Nothing
            }
            Message::Made(Output::Unchanged) => {
                self.compiling_since = None;
                Taken::Nothing
            }
            Message::Made(Output::Files(files)) => {
                self.watcher.set_files(files);
                Taken::Nothing
            }
            Message::Made(Output::Mesh { sketch, loaded }) => {
                if sketch != self.session.sketch {
                    return Taken::Nothing;
                }
                let loaded = loaded.map(|(name, mesh)| {
                    self.renderer.set_mesh(&mesh);
                    MeshInfo::of(&name, &mesh)
                });
                self.handle(Event::MeshLoaded(loaded));
                Taken::Mesh
            }
            Message::Made(Output::Shader(output)) => self.take_shader(*output),
        }
    }

    fn take_shader(&mut self, output: ShaderOutput) -> Taken {
        self.compiling_since = None;
        if output.sketch != self.session.sketch {
            return Taken::Nothing;
        }
        let since = output.since;
        let shader = output.made.map(|(shader, program)| {
            self.renderer.install(program);
            self.constants = output.constants;
            shader
        });
        let taken = if shader.is_some() {
            Taken::Installed {
                since,
                front_end: output.front_end,
                back_end: output.back_end,
            }
        } else {
            Taken::Refused { since }
        };
        self.handle(Event::Compiled(Compiled {
            sketch: output.sketch,
            shader,
            diagnostics: output.diagnostics,
            latency_ms: since.elapsed().as_secs_f64() * 1e3,
        }));
        // A constant may have been moved while the thread was busy with its value of before.
        if matches!(taken, Taken::Installed { .. })
            && self.session.params.override_values() != self.constants
        {
            self.compile(true, Instant::now());
        }
        taken
    }

    /// What a frame is drawn with; `pointer` in pixels from the picture's top left corner.
    pub fn frame_input(&self, size: [u32; 2], dt_secs: f64, pointer: [f32; 2]) -> FrameInput {
        FrameInput::new(
            &self.session.camera,
            &self.session.clock,
            size,
            dt_secs,
            pointer,
        )
    }

    /// Looks at the folders again: sketches and presets may have come or gone. Returns whether they
    /// have.
    pub fn refresh_lists(&mut self) -> bool {
        let names: Vec<String> = self
            .workspace
            .sketches()
            .into_iter()
            .map(|sketch| sketch.name)
            .collect();
        let presets = self.list_presets();
        let is_changed = names != self.session.sketches || presets != self.session.presets;
        if is_changed {
            self.handle(Event::SketchesListed(names));
            self.handle(Event::PresetsListed(presets));
        }
        is_changed
    }

    fn list_presets(&self) -> Vec<PresetItem> {
        let presets = self.sketch.as_ref().map(|s| self.workspace.presets(s));
        presets
            .unwrap_or_default()
            .into_iter()
            .map(|preset| PresetItem {
                name: preset.name,
                embedded: preset.embedded,
            })
            .collect()
    }

    fn compile(&mut self, force: bool, since: Instant) {
        let Some(sketch) = &mut self.sketch else {
            return;
        };
        // A file of one's own replaces an embedded sketch as soon as it is there.
        if sketch.file.is_none()
            && let Ok(found) = self.workspace.find(&sketch.name)
        {
            *sketch = found;
        }
        self.compiling_since.get_or_insert_with(Instant::now);
        self.worker.request(Request {
            sketch: sketch.clone(),
            params: self.session.params.clone(),
            force,
            since,
        });
    }

    fn carry_out(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::OpenSketch(name) => {
                if self.sketch.as_ref().is_none_or(|s| s.name != name) {
                    match self.workspace.find(&name) {
                        Ok(sketch) => self.sketch = Some(sketch),
                        Err(error) => return Some(Event::Failed(error.to_string())),
                    }
                }
                self.compile(true, Instant::now());
                Some(Event::PresetsListed(self.list_presets()))
            }
            Effect::Rebuild => {
                self.compile(true, Instant::now());
                None
            }
            Effect::SetInstances(field, num_instances) => {
                self.renderer.set_instances(field, num_instances);
                None
            }
            Effect::SavePreset(name, preset) => {
                let saved = self.save_preset(&name, &preset);
                Some(Event::PresetSaved(name, saved))
            }
            Effect::ReadPreset(name) => {
                let read = self.read_preset(&name);
                Some(Event::PresetRead(name, read))
            }
            Effect::DeletePreset(name) => {
                let sketch = self.sketch.as_ref()?;
                let deleted = match self.workspace.delete_preset(sketch, &name) {
                    Ok(deleted) => {
                        self.deleted = Some(deleted);
                        Ok(())
                    }
                    Err(error) => Err(words(&error)),
                };
                Some(Event::PresetDeleted(name, deleted))
            }
            Effect::RestorePreset => {
                let restored = match &self.deleted {
                    Some(deleted) => self
                        .workspace
                        .restore_preset(deleted)
                        .map_err(|error| words(&error)),
                    None => Err("there is no deleted preset to restore".to_owned()),
                };
                if restored.is_ok() {
                    self.deleted = None;
                }
                Some(Event::PresetRestored(restored))
            }
            Effect::ListPresets => Some(Event::PresetsListed(self.list_presets())),
            Effect::EditSketch => {
                let file = self.sketch.as_ref()?.file.clone();
                Some(match file {
                    Some(file) => self.open_editor(&file, 1, 1),
                    None => Event::Failed(
                        "This sketch comes with the program: make a copy of it first, to edit"
                            .into(),
                    ),
                })
            }
            Effect::CopySketch => Some(self.copy_sketch()),
            Effect::OpenEditor { path, line, column } => {
                let path = PathBuf::from(path);
                Some(if path.is_file() {
                    self.open_editor(&path, line, column)
                } else {
                    Event::Failed(format!(
                        "{} comes with the program and is no file; make a copy of the sketch to edit it",
                        path.display()
                    ))
                })
            }
        }
    }

    fn open_editor(&self, path: &std::path::Path, line: u32, column: u32) -> Event {
        match editor::open(path, line, column) {
            Ok(editor) => Event::Done(format!("Opened line {line} in {editor}")),
            Err(error) => Event::Failed(error),
        }
    }

    fn copy_sketch(&mut self) -> Event {
        let Some(sketch) = self.sketch.clone() else {
            return Event::Failed("no sketch is open".into());
        };
        let made = match self.workspace.read_sketch(&sketch) {
            Ok(source) => self.workspace.new_sketch(&sketch.name, &source.text),
            Err(diagnostic) => return Event::Failed(diagnostic.headline()),
        };
        match made {
            Ok(path) => {
                self.compile(false, Instant::now());
                Event::Done(format!(
                    "Wrote {}: edit it, and save",
                    crate::workspace::display_path(&path)
                ))
            }
            Err(error) => Event::Failed(words(&error)),
        }
    }

    fn save_preset(&self, name: &str, preset: &Preset) -> Result<(), String> {
        let sketch = self.sketch.as_ref().ok_or("no sketch is open")?;
        let existing = self
            .workspace
            .existing_preset(sketch, name)
            .map_err(|error| words(&error))?;
        // A file that cannot be understood is not replaced.
        let path = format!("presets/{}/{name}.toml", sketch.name);
        let text = preset
            .to_text(&path, existing.as_deref())
            .map_err(|error| error.to_string())?;
        self.workspace
            .save_preset(sketch, name, &text)
            .map(drop)
            .map_err(|error| words(&error))
    }

    fn read_preset(&self, name: &str) -> Result<Preset, String> {
        let sketch = self.sketch.as_ref().ok_or("no sketch is open")?;
        let (path, text) = self
            .workspace
            .read_preset(sketch, name)
            .map_err(|error| words(&error))?;
        Preset::parse(&path, &text).map_err(|error| error.to_string())
    }
}

/// An error with its causes in one line.
fn words(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

fn new_renderer(gpu: &Gpu, options: HostOptions, session: &Session) -> Renderer {
    let mesh = Mesh::builtin("sphere").expect("the mesh is built in");
    Renderer::new(gpu, options.renderer, &mesh, session.field())
}

fn start_worker(
    gpu: &Gpu,
    workspace: &Workspace,
    renderer: &Renderer,
    post: &Post,
) -> Result<Worker, HostError> {
    // Drivers that run on the CPU compile in the queue that frames wait for; elsewhere a second
    // device only costs memory.
    let warm_up = gpu
        .is_software()
        .then(|| pollster::block_on(gpu.second()))
        .and_then(|second| {
            second
                .map_err(|error| log::warn!("no second device to warm programs up on: {error}"))
                .ok()
        });
    let builder = Builder::new(renderer.context(), warm_up.as_ref());
    let post = Arc::clone(post);
    Worker::new(workspace.clone(), builder, move |output| {
        post(Message::Made(output));
    })
    .map_err(HostError::Thread)
}
