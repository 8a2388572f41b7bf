//! The thread itself.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::shader::{Diagnostic, Severity, panic_words};
use crate::workspace::{Sketch, Workspace};

use super::{
    Builder, Output, Request, STACK_BYTES, ShaderOutput, Sources, compile_sketch, load_mesh,
    mesh_setting,
};

/// How long a file may stay empty, missing or broken before that is told.
const BLANK_PATIENCE: Duration = Duration::from_millis(250);
const BROKEN_PATIENCE: Duration = Duration::from_millis(35);

/// The compile thread; it ends when this is dropped.
#[derive(Debug)]
pub struct Worker {
    shared: Arc<Mutex<Shared>>,
    thread: Option<thread::JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    /// `None` ends the thread.
    requests: Option<Sender<Request>>,
    last: Option<Request>,
}

/// Has a worker look at its sketch's files again, from any thread: without the detour over a loop
/// that may be busy with a frame.
#[derive(Clone, Debug)]
pub struct Poker(Weak<Mutex<Shared>>);

impl Poker {
    /// Files may have changed; the first sign came at `since`.
    pub fn poke(&self, since: Instant) {
        // Without a worker, or before its first request, there is nothing to look at.
        let Some(shared) = self.0.upgrade() else {
            return;
        };
        let shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(requests), Some(last)) = (&shared.requests, &shared.last) {
            // The thread ends only when there are no requests any more.
            let _ = requests.send(Request {
                force: false,
                since,
                ..last.clone()
            });
        }
    }
}

impl Worker {
    /// Starts the thread. `on_output` is called on it.
    pub fn new(
        workspace: Workspace,
        builder: Builder,
        on_output: impl FnMut(Output) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let state = State {
            workspace,
            builder,
            on_output: Box::new(on_output),
            sketch: None,
            sources: Sources::default(),
            mesh_files: Vec::new(),
            mesh: None,
            last_good_mesh: None,
        };
        let thread = thread::Builder::new()
            .name("compile".into())
            .stack_size(STACK_BYTES)
            .spawn(move || state.run(&inbox))?;
        Ok(Self {
            shared: Arc::new(Mutex::new(Shared {
                requests: Some(requests),
                last: None,
            })),
            thread: Some(thread),
        })
    }

    /// Asks for the sketch to be brought up to date; overtakes earlier requests.
    pub fn request(&self, request: Request) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.last = Some(request.clone());
        if let Some(requests) = &shared.requests {
            // The thread ends only when this is dropped.
            let _ = requests.send(request);
        }
    }

    /// What pokes this worker.
    pub fn poker(&self) -> Poker {
        Poker(Arc::downgrade(&self.shared))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct State {
    workspace: Workspace,
    builder: Builder,
    on_output: Box<dyn FnMut(Output) + Send>,
    sketch: Option<Sketch>,
    sources: Sources,
    /// Files that the mesh may come from.
    mesh_files: Vec<PathBuf>,
    /// Path and content of the mesh that was loaded last.
    mesh: Option<(Option<String>, Option<Vec<u8>>)>,
    /// The same for the last that could be loaded.
    last_good_mesh: Option<(Option<String>, Option<Vec<u8>>)>,
}

/// How a request ended.
enum End {
    Done,
    /// Another request came meanwhile.
    Overtaken(Box<Request>),
    /// Nobody asks any more.
    Closed,
}

impl State {
    fn run(mut self, inbox: &Receiver<Request>) {
        let mut next = inbox.recv().ok();
        while let Some(request) = next {
            let request = latest(inbox, request);
            next = match self.refresh(inbox, request) {
                End::Done => inbox.recv().ok(),
                End::Overtaken(request) => Some(*request),
                End::Closed => None,
            };
        }
    }

    fn refresh(&mut self, inbox: &Receiver<Request>, request: Request) -> End {
        let is_other = self.sketch.as_ref() != Some(&request.sketch);
        if is_other {
            self.sketch = Some(request.sketch.clone());
            self.sources = Sources::default();
            self.mesh = None;
            self.last_good_mesh = None;
        }
        if !is_other && !request.force && self.sources.are_current(&self.workspace, &request.sketch)
        {
            self.refresh_mesh(&request.sketch, None);
            (self.on_output)(Output::Unchanged);
            return End::Done;
        }

        let mut waited = Duration::ZERO;
        loop {
            let start = Instant::now();
            let workspace = &self.workspace;
            let limits = self.builder.limits();
            let compiled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                compile_sketch(workspace, &request.sketch, &limits)
            }));
            let (compiled, sources) = compiled.unwrap_or_else(|panic| {
                let file = workspace
                    .read_sketch(&request.sketch)
                    .unwrap_or_else(|d| d.file);
                let words = panic_words(panic.as_ref());
                let error =
                    Diagnostic::error(&file, 0..0, format!("swimlab's reader gave up: {words}"))
                        .with_note("undo the last edit");
                (Err(vec![error]), Sources::default())
            });
            let front_end = start.elapsed();
            let patience = match &compiled {
                _ if is_other => Duration::ZERO,
                Err(_) if sources.is_blank() => BLANK_PATIENCE,
                Err(_) => BROKEN_PATIENCE,
                Ok(_) => Duration::ZERO,
            };
            if waited < patience {
                let step = BROKEN_PATIENCE.min(patience - waited);
                match inbox.recv_timeout(step) {
                    Ok(newer) => {
                        return End::Overtaken(Box::new(self.since_first(newer, &request)));
                    }
                    Err(RecvTimeoutError::Disconnected) => return End::Closed,
                    Err(RecvTimeoutError::Timeout) => waited += step,
                }
                continue;
            }
            let mut output = ShaderOutput {
                sketch: request.sketch.name.clone(),
                made: None,
                constants: Vec::new(),
                diagnostics: Vec::new(),
                since: request.since,
                front_end,
                back_end: Duration::ZERO,
            };
            let mut files = sources.files(&self.workspace, &request.sketch);
            self.sources = sources;
            match compiled {
                Err(diagnostics) => output.diagnostics = diagnostics,
                Ok(shader) => {
                    // A newer text makes this one's pipelines useless.
                    if let Ok(newer) = inbox.try_recv() {
                        self.sources = Sources::default();
                        return End::Overtaken(Box::new(self.since_first(newer, &request)));
                    }
                    output.diagnostics.clone_from(&shader.warnings);
                    let shader = Arc::new(shader);
                    let start = Instant::now();
                    let params = request.params.rebased(&shader);
                    output.constants = params.override_values();
                    match self.builder.build(&shader, &params) {
                        Ok(program) => output.made = Some((Arc::clone(&shader), program)),
                        Err(diagnostic) => output.diagnostics.insert(0, *diagnostic),
                    }
                    output.back_end = start.elapsed();
                }
            }
            let shader = output.made.as_ref().map(|(shader, _)| Arc::clone(shader));
            let failed = output
                .diagnostics
                .iter()
                .any(|d| d.severity == Severity::Error);
            log::debug!(
                "compiled {}: {}, front end {:?}, back end {:?}",
                request.sketch.name,
                if failed { "failed" } else { "good" },
                output.front_end,
                output.back_end
            );
            (self.on_output)(Output::Shader(Box::new(output)));
            if let Some(shader) = &shader {
                self.refresh_mesh(&request.sketch, Some(mesh_setting(shader)));
            }
            files.extend(self.mesh_files.iter().cloned());
            let files: BTreeSet<PathBuf> = files.into_iter().collect();
            (self.on_output)(Output::Files(files.into_iter().collect()));
            return End::Done;
        }
    }

    /// A request that overtakes another answers both: it counts from the first, is forced if either
    /// was.
    fn since_first(&self, newer: Request, first: &Request) -> Request {
        if newer.sketch != first.sketch {
            return newer;
        }
        Request {
            force: newer.force || first.force,
            ..newer
        }
    }

    /// Loads the mesh if its name or content is another than before. Without a setting, the one that
    /// was named last is looked at again.
    fn refresh_mesh(
        &mut self,
        sketch: &Sketch,
        setting: Option<Option<&crate::shader::PathSetting>>,
    ) {
        let name = match &setting {
            Some(setting) => setting.map(|s| s.path.clone()),
            None => match &self.mesh {
                Some((name, _)) => name.clone(),
                None => return,
            },
        };
        let read = |name: &str| {
            self.workspace
                .read_asset(sketch, name)
                .ok()
                .map(|f| f.bytes)
        };
        let content = name.as_deref().and_then(read);
        let key = (name.clone(), content);
        if self.mesh.as_ref() == Some(&key)
            && setting.is_none_or(|s| s.is_none() || self.mesh == self.last_good_mesh)
        {
            return;
        }
        let place =
            match setting {
                Some(setting) => setting.cloned(),
                None => name.map(|path| crate::shader::PathSetting {
                    span: self
                        .sources
                        .text
                        .as_ref()
                        .and_then(|file| file.text.find(&path).map(|at| at..at + path.len()))
                        .unwrap_or(0..0),
                    file: self.sources.text.clone().unwrap_or_else(|| {
                        crate::shader::SourceFile::new(sketch.display_path(), "")
                    }),
                    path,
                }),
            };
        self.mesh_files = place
            .as_ref()
            .map(|s| self.workspace.candidates(sketch, &s.path, "assets"))
            .unwrap_or_default();
        let loaded = load_mesh(&self.workspace, sketch, place.as_ref())
            .map(|(name, mesh)| (name, Arc::new(mesh)));
        if loaded.is_ok() {
            self.last_good_mesh = Some(key.clone());
        }
        self.mesh = Some(key);
        (self.on_output)(Output::Mesh {
            sketch: sketch.name.clone(),
            loaded,
        });
    }
}

/// The newest request in the inbox; a forced one stays forced.
fn latest(inbox: &Receiver<Request>, mut request: Request) -> Request {
    while let Ok(newer) = inbox.try_recv() {
        let force = newer.force || (request.force && newer.sketch == request.sketch);
        request = Request { force, ..newer };
    }
    request
}
