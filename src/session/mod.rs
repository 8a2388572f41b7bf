//! All of the playground's state. [`Session::handle`] takes an event and returns what is to be done;
//! it reads no file, opens no window and knows no clock, so that the window, the command line and
//! the tests drive the same thing.

mod auto_count;
mod event;
mod history;
mod notice;
mod presets;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use crate::params::{ParamSet, Snapshot, Value};
use crate::preset::Report;
use crate::scene::{Bounds, Camera, Clock, InstanceField, Layout};
use crate::shader::{CompiledShader, Diagnostic, EMBEDDED, LayoutSpec, MAX_INSTANCES, Severity};

use auto_count::AutoCount;
pub use event::{Compiled, Effect, Event, MeshInfo, PresetItem};
use history::History;
pub use notice::Notice;

/// Instances of a sketch that does not say.
const DEFAULT_INSTANCES: u32 = 1;
/// Where several instances stand if the sketch does not say.
const DEFAULT_LAYOUT: LayoutSpec = LayoutSpec::Box([100.0, 50.0, 50.0]);
/// A school has at least this many; fewer would all be beside the camera in its midst.
const MANY: u32 = 100;
/// What is kept of a sketch while another one is open.
#[derive(Clone, Debug)]
struct Kept {
    values: Snapshot,
    /// `None`: nobody has seen it yet.
    camera: Option<Camera>,
    num_instances: u32,
    wanted_instances: u32,
    file_instances: Option<u32>,
    /// Whether a slow adapter was still searching for a number of instances.
    searches: bool,
}

/// The state.
#[derive(Debug)]
pub struct Session {
    /// Sketches by name.
    pub sketches: Vec<String>,
    /// Name of the open one.
    pub sketch: String,
    /// The last good shader.
    pub shader: Option<Arc<CompiledShader>>,
    /// Its controls.
    pub params: ParamSet,
    /// What the last compilation had to say, and the mesh.
    pub problems: Vec<Diagnostic>,
    /// Where it is seen from.
    pub camera: Camera,
    /// Time.
    pub clock: Clock,
    /// The mesh.
    pub mesh: Option<MeshInfo>,
    /// Presets of the sketch.
    pub presets: Vec<PresetItem>,
    /// The preset that was loaded or saved last, and what the load reported.
    pub preset: Option<(String, Report)>,
    /// Newest last.
    pub notices: Vec<Notice>,
    /// Milliseconds from the last save to its program.
    pub reload_ms: Option<f64>,
    /// Compilations that succeeded.
    pub num_reloads: u64,
    /// The adapter's name.
    pub adapter: String,
    /// Whether the adapter runs on the CPU.
    pub is_software: bool,
    num_instances: u32,
    /// What the sketch, a preset or the person asks for: more than are shown where the adapter is
    /// slow or small.
    wanted_instances: u32,
    /// What the file asks for, so that only an edited number is applied again.
    file_instances: Option<u32>,
    instance_limit: u32,
    /// What the file says; `None`: it does not.
    layout_spec: Option<LayoutSpec>,
    seed: u32,
    seed_override: Option<u32>,
    shader_problems: Vec<Diagnostic>,
    mesh_problem: Option<Diagnostic>,
    history: History,
    /// Values of controls that an edit took out of the open sketch.
    gone: Vec<(String, Value)>,
    kept: BTreeMap<String, Kept>,
    auto_count: Option<AutoCount>,
    camera_is_set: bool,
    next_notice: u64,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            sketches: Vec::new(),
            sketch: String::new(),
            shader: None,
            params: ParamSet::default(),
            problems: Vec::new(),
            camera: Camera::default(),
            clock: Clock::default(),
            mesh: None,
            presets: Vec::new(),
            preset: None,
            notices: Vec::new(),
            reload_ms: None,
            num_reloads: 0,
            adapter: String::new(),
            is_software: false,
            num_instances: DEFAULT_INSTANCES,
            wanted_instances: DEFAULT_INSTANCES,
            file_instances: None,
            instance_limit: MAX_INSTANCES,
            layout_spec: None,
            seed: 0,
            seed_override: None,
            shader_problems: Vec::new(),
            mesh_problem: None,
            history: History::default(),
            gone: Vec::new(),
            kept: BTreeMap::new(),
            auto_count: None,
            camera_is_set: false,
            next_notice: 0,
        }
    }
}

impl Session {
    /// Takes an event in.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::SketchesListed(sketches) => self.sketches = sketches,
            Event::OpenSketch(name) => return self.open(name),
            Event::Compiled(compiled) => return self.compiled(compiled),
            Event::MeshLoaded(loaded) => self.mesh_loaded(loaded),
            Event::SetParam(at, value) => return self.set_param(at, value),
            Event::ResetParam(at) => {
                if at < self.params.params().len() {
                    return self.change(None, |params| params.reset(at));
                }
            }
            Event::ResetParams => {
                self.gone.clear();
                return self.change(None, |params| params.restore(&Snapshot::default()));
            }
            Event::Undo => return self.travel(true),
            Event::Redo => return self.travel(false),
            Event::SetInstances(num_instances) => return self.ask_instances(num_instances, false),
            Event::InstanceLimit(limit) => {
                self.instance_limit = limit.max(1);
                let searches = self.auto_count.is_some();
                let most = if searches {
                    self.wanted_instances
                } else {
                    self.num_instances
                };
                if most > self.instance_limit {
                    return self.ask_instances(self.wanted_instances, searches);
                }
            }
            Event::TogglePlay => self.clock.set_playing(!self.clock.is_playing()),
            Event::Step => {
                self.clock.set_playing(false);
                let dt_secs = self.clock.step();
                self.params.advance_phases(dt_secs);
            }
            Event::SetSpeed(speed) => self.clock.set_speed(speed),
            Event::Restart => {
                self.clock.restart();
                self.params.restart_phases();
            }
            Event::Orbit([dx, dy]) => self.camera.orbit(dx, dy),
            Event::Pan([dx, dy]) => self.camera.pan(dx, dy),
            Event::Zoom(factor) => self.camera.zoom(factor),
            Event::FrameAll(aspect) => self.camera.frame(self.bounds(), aspect),
            Event::PresetsListed(presets) => self.presets = presets,
            Event::SavePreset(name) => return self.save_preset(&name),
            Event::PresetSaved(name, result) => return self.preset_saved(name, result),
            Event::LoadPreset(name) => return vec![Effect::ReadPreset(name)],
            Event::PresetRead(name, read) => return self.preset_read(name, read),
            Event::DeletePreset(name) => return vec![Effect::DeletePreset(name)],
            Event::PresetDeleted(name, result) => return self.preset_deleted(&name, result),
            Event::RestorePreset => {
                self.notices.retain(|notice| !notice.can_restore);
                return vec![Effect::RestorePreset];
            }
            Event::PresetRestored(result) => return self.preset_restored(result),
            Event::OpenProblem(at) => {
                if let Some(problem) = self.problems.get(at) {
                    return vec![Effect::OpenEditor {
                        path: problem.file.path.to_string(),
                        line: problem.line,
                        column: problem.column,
                    }];
                }
            }
            Event::EditSketch => return vec![Effect::EditSketch],
            Event::CopySketch => return vec![Effect::CopySketch],
            Event::Failed(error) => self.notify_error(error),
            Event::Done(words) => self.notify(words, false, false),
            Event::CloseNotice(id) => self.notices.retain(|notice| notice.id != id),
            Event::Adapter { name, is_software } => {
                self.adapter = name;
                self.is_software = is_software;
            }
            Event::Frame { dt_secs, complete } => return self.frame(dt_secs, complete),
        }
        Vec::new()
    }

    /// Instances asked for, within the device's limit.
    pub fn num_instances(&self) -> u32 {
        self.num_instances
    }

    /// The most that can be asked for.
    pub fn instance_limit(&self) -> u32 {
        self.instance_limit
    }

    /// Whether fewer instances are shown than the sketch asks for, because the adapter is slow.
    pub fn is_count_reduced(&self) -> bool {
        self.is_software && self.wanted_instances.min(self.instance_limit) > self.num_instances
    }

    /// Whether the open sketch is a copy that comes with the program, and no file.
    pub fn is_embedded(&self) -> bool {
        let path = self.shader.as_ref().map(|shader| &shader.file.path);
        path.is_some_and(|path| path.starts_with(EMBEDDED))
    }

    /// Where the instances stand.
    pub fn field(&self) -> InstanceField {
        InstanceField {
            layout: match self.layout_spec {
                Some(spec) => layout(spec),
                None if self.wanted_instances <= 1 => Layout::Single,
                None => layout(DEFAULT_LAYOUT),
            },
            seed: self.seed_override.unwrap_or(self.seed),
        }
    }

    /// Uses this seed whatever the sketch says.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed_override = Some(seed);
    }

    /// Number of errors among the problems.
    pub fn num_errors(&self) -> usize {
        self.problems
            .iter()
            .filter(|p| p.severity == Severity::Error)
            .count()
    }

    /// Whether a change of controls can be taken back, and made again.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        self.history.can_undo_redo()
    }

    /// Everything that is drawn, in world space.
    pub fn bounds(&self) -> Bounds {
        let mesh = self.mesh.as_ref().map_or(
            Bounds {
                min: Vec3::splat(-1.0),
                max: Vec3::ONE,
            },
            |mesh| mesh.bounds,
        );
        self.field().bounds(self.num_instances, mesh)
    }

    /// The view that a sketch opens with, for a picture of this width over height: everything, and
    /// a school from its midst.
    pub fn open_view(&mut self, aspect: f32) {
        let Some(mesh) = self.mesh.as_ref().map(|mesh| mesh.bounds) else {
            return;
        };
        // The whole school, whatever a search for a slow machine shows at first.
        let num_instances = match &self.auto_count {
            Some(_) => self.wanted_instances.min(self.instance_limit),
            None => self.num_instances,
        };
        self.camera = Camera::default();
        self.camera
            .frame(self.field().bounds(num_instances, mesh), aspect);
        if num_instances > MANY {
            self.camera.zoom(2.8);
        }
    }

    fn open(&mut self, name: String) -> Vec<Effect> {
        if self.shader.is_some() {
            self.kept.insert(
                self.sketch.clone(),
                Kept {
                    values: self.params.snapshot(),
                    camera: self.camera_is_set.then(|| self.camera.clone()),
                    num_instances: self.num_instances,
                    wanted_instances: self.wanted_instances,
                    file_instances: self.file_instances,
                    searches: self.auto_count.is_some(),
                },
            );
        }
        self.sketch.clone_from(&name);
        self.shader = None;
        self.params = ParamSet::default();
        self.mesh = None;
        self.presets.clear();
        self.preset = None;
        self.shader_problems.clear();
        self.mesh_problem = None;
        self.collect_problems();
        self.history.clear();
        self.gone.clear();
        self.file_instances = None;
        self.auto_count = None;
        self.camera_is_set = false;
        self.reload_ms = None;
        self.clock.restart();
        vec![Effect::OpenSketch(name)]
    }

    fn compiled(&mut self, compiled: Compiled) -> Vec<Effect> {
        if compiled.sketch != self.sketch {
            return Vec::new();
        }
        self.shader_problems = compiled.diagnostics;
        let Some(shader) = compiled.shader else {
            self.collect_problems();
            return Vec::new();
        };
        let is_first = self.shader.is_none();
        self.rebase(&shader);
        self.shader_problems
            .extend(self.params.warnings().iter().cloned());
        self.collect_problems();
        if !is_first {
            self.reload_ms = Some(compiled.latency_ms);
            self.num_reloads += 1;
        }

        let settings = &shader.settings;
        let drawn = shader
            .draws
            .iter()
            .find(|d| d.vertex.is_some())
            .map(|d| &d.settings);
        let settings = drawn.unwrap_or(settings);
        let wanted = settings.num_instances.unwrap_or(DEFAULT_INSTANCES);
        self.layout_spec = settings.layout;
        self.seed = settings.seed.unwrap_or(0);
        self.shader = Some(shader);

        let mut kept = None;
        if is_first {
            // Its time begins with its first picture, however long it took to get there.
            self.clock.restart();
            self.params.restart_phases();
            kept = self.kept.remove(&self.sketch);
        }
        let mut num_instances = self.num_instances;
        let mut searches = self.auto_count.is_some();
        if let Some(kept) = kept {
            self.params.restore(&kept.values);
            if let Some(camera) = kept.camera {
                self.camera = camera;
                self.camera_is_set = true;
            }
            self.file_instances = kept.file_instances;
            self.wanted_instances = kept.wanted_instances;
            num_instances = kept.num_instances;
            searches = kept.searches;
        }
        if self.file_instances != Some(wanted) {
            self.file_instances = Some(wanted);
            return self.ask_instances(wanted, true);
        }
        if searches && self.auto_count.is_none() {
            return self.ask_instances(self.wanted_instances, true);
        }
        self.show_instances(num_instances)
    }

    /// Puts an edited sketch's controls in place of the present ones. A line that is commented out
    /// and in again, or renamed there and back, has its value again.
    fn rebase(&mut self, shader: &CompiledShader) {
        let old = std::mem::take(&mut self.params);
        self.params = old.rebased(shader);
        for (at, param) in old.params().iter().enumerate() {
            let now = self.params.index(&param.path);
            let stays = now.is_some_and(|now| self.params.params()[now].ty == param.ty);
            if old.is_touched(at) && !stays {
                self.gone
                    .retain(|(path, value)| *path != param.path || value.ty() != param.ty);
                self.gone.push((param.path.clone(), old.value(at)));
            }
        }
        let params = &mut self.params;
        self.gone.retain(|(path, value)| {
            let now = params.index(path);
            let back = now.filter(|now| params.params()[*now].ty == value.ty());
            if let Some(at) = back {
                params.set(at, *value);
            }
            back.is_none()
        });
    }

    fn mesh_loaded(&mut self, loaded: Result<MeshInfo, Box<Diagnostic>>) {
        match loaded {
            Ok(mesh) => {
                self.mesh_problem = None;
                self.mesh = Some(mesh);
                if !self.camera_is_set {
                    self.camera_is_set = true;
                    self.open_view(1.6);
                }
            }
            Err(problem) => self.mesh_problem = Some(*problem),
        }
        self.collect_problems();
    }

    fn collect_problems(&mut self) {
        self.problems = self.shader_problems.clone();
        self.problems.extend(self.mesh_problem.clone());
        self.problems
            .sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    }

    fn set_param(&mut self, at: usize, value: Value) -> Vec<Effect> {
        if at >= self.params.params().len() {
            return Vec::new();
        }
        self.change(Some(at), |params| {
            params.set(at, value);
        })
    }

    /// Changes controls so that it can be undone; `control` is the one that a person moves.
    fn change(&mut self, control: Option<usize>, edit: impl FnOnce(&mut ParamSet)) -> Vec<Effect> {
        let before = self.params.snapshot();
        let constants = self.params.override_values();
        edit(&mut self.params);
        self.history.changed(before, &self.params, control);
        self.rebuilt_from(&constants)
    }

    fn travel(&mut self, back: bool) -> Vec<Effect> {
        let constants = self.params.override_values();
        self.history.travel(&mut self.params, back);
        self.rebuilt_from(&constants)
    }

    /// Asks for another program if constants are no longer these.
    fn rebuilt_from(&self, constants: &[(String, f64)]) -> Vec<Effect> {
        if self.params.override_values() == constants {
            Vec::new()
        } else {
            vec![Effect::Rebuild]
        }
    }

    /// Shows this many; where `may_search`, a slow adapter begins with fewer and finds out.
    fn ask_instances(&mut self, wanted: u32, may_search: bool) -> Vec<Effect> {
        self.wanted_instances = wanted.max(1);
        self.auto_count = None;
        let effects = self.show_instances(wanted);
        if !(may_search && self.is_software) {
            return effects;
        }
        let auto = AutoCount::new(self.num_instances);
        let count = auto.count();
        self.auto_count = Some(auto);
        self.show_instances(count)
    }

    fn show_instances(&mut self, num_instances: u32) -> Vec<Effect> {
        let clamped = num_instances.clamp(1, self.instance_limit);
        if clamped < num_instances {
            let limit = thousands(self.instance_limit);
            self.notify(
                format!(
                    "{} instances are more than this adapter holds: {limit} are shown",
                    thousands(num_instances)
                ),
                false,
                false,
            );
        }
        self.num_instances = clamped;
        vec![Effect::SetInstances(self.field(), clamped)]
    }

    fn frame(&mut self, dt_secs: f64, complete: bool) -> Vec<Effect> {
        let scaled = self.clock.advance(dt_secs);
        self.params.advance_phases(scaled);
        self.history.advance(dt_secs);
        notice::advance(&mut self.notices, dt_secs);
        if complete
            && let Some(auto) = &mut self.auto_count
            && let Some((count, is_end)) = auto.frame(dt_secs * 1e3)
        {
            if is_end {
                self.auto_count = None;
                let wanted = self.wanted_instances.min(self.instance_limit);
                if wanted > count {
                    self.notify(
                        format!(
                            "{} draws without a GPU: {} of {} are shown so that sliders answer at once. Raise the number of instances if you like.",
                            self.adapter,
                            thousands(count),
                            thousands(wanted)
                        ),
                        false,
                        false,
                    );
                }
            }
            if count != self.num_instances {
                return self.show_instances(count);
            }
        }
        Vec::new()
    }

    /// Tells the person something.
    pub fn notify(&mut self, text: String, is_error: bool, can_restore: bool) {
        let new = Notice::new(self.next_notice, text, is_error, can_restore);
        notice::push(&mut self.notices, new);
        self.next_notice += 1;
    }

    fn notify_error(&mut self, text: String) {
        self.notify(text, true, false);
    }
}

/// The scene's layout for a header's.
pub fn layout(spec: LayoutSpec) -> Layout {
    match spec {
        LayoutSpec::Single => Layout::Single,
        LayoutSpec::Box(size) => Layout::Box {
            size: Vec3::from(size),
        },
        LayoutSpec::Grid(spacing) => Layout::Grid {
            spacing: Vec3::from(spacing),
        },
        LayoutSpec::Sphere(radius) => Layout::Sphere { radius },
        LayoutSpec::Ring(radius, width) => Layout::Ring { radius, width },
    }
}

/// `10,000`
pub fn thousands(n: u32) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
