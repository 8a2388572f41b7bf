//! All of the playground's state. [`Session::handle`] takes an event and returns what is to be done;
//! it reads no file, opens no window and knows no clock, so that the window, the command line and
//! the tests drive the same thing.

mod auto_count;
mod event;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use crate::params::{ParamSet, Snapshot, Value};
use crate::preset::{Preset, Report, SceneSettings};
use crate::scene::{Bounds, Camera, Clock, InstanceField, Layout};
use crate::shader::{CompiledShader, Diagnostic, EMBEDDED, LayoutSpec, MAX_INSTANCES, Severity};

use auto_count::AutoCount;
pub use event::{Compiled, Effect, Event, MeshInfo, PresetItem};

/// Instances of a sketch that does not say.
const DEFAULT_INSTANCES: u32 = 1;
/// Changes of one control that follow within this time are undone together.
const GESTURE_SECS: f64 = 0.7;
/// Changes that can be undone.
const MAX_UNDO: usize = 200;
/// A school has at least this many; fewer would all be beside the camera in its midst.
const MANY: u32 = 100;
/// How long a notice stays.
const NOTICE_SECS: f64 = 8.0;

/// A short message to the person, with at most one thing to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// To close it by.
    pub id: u64,
    /// What happened.
    pub text: String,
    /// Whether it is bad news.
    pub is_error: bool,
    /// Whether a deleted preset can be restored from it.
    pub can_restore: bool,
    secs_left: f64,
}

/// What is kept of a sketch while another one is open.
#[derive(Clone, Debug)]
struct Kept {
    values: Snapshot,
    camera: Camera,
    num_instances: u32,
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
    instance_limit: u32,
    layout: Layout,
    seed: u32,
    seed_override: Option<u32>,
    shader_problems: Vec<Diagnostic>,
    mesh_problem: Option<Diagnostic>,
    undo: Vec<Snapshot>,
    redo: Vec<Snapshot>,
    gesture: Option<(usize, f64)>,
    kept: BTreeMap<String, Kept>,
    /// The settings of the file that are in effect, so that only an edited one is applied again.
    applied_instances: Option<u32>,
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
            instance_limit: MAX_INSTANCES,
            layout: Layout::Single,
            seed: 0,
            seed_override: None,
            shader_problems: Vec::new(),
            mesh_problem: None,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            kept: BTreeMap::new(),
            applied_instances: None,
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
                self.remember(None);
                self.params.reset(at);
                return self.after_change(self.params.is_override(at));
            }
            Event::ResetParams => {
                self.remember(None);
                self.params.restore(&Snapshot::default());
                return self.after_change(true);
            }
            Event::Undo => return self.travel(true),
            Event::Redo => return self.travel(false),
            Event::SetInstances(num_instances) => {
                self.auto_count = None;
                return self.show_instances(num_instances);
            }
            Event::InstanceLimit(limit) => {
                self.instance_limit = limit;
                if self.num_instances > limit {
                    return self.show_instances(self.num_instances);
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
            Event::SavePreset(name) => {
                let preset = self.to_preset();
                return vec![Effect::SavePreset(name, preset)];
            }
            Event::PresetSaved(name, result) => return self.preset_saved(name, result),
            Event::LoadPreset(name) => return vec![Effect::ReadPreset(name)],
            Event::PresetRead(name, read) => return self.preset_read(name, read),
            Event::DeletePreset(name) => return vec![Effect::DeletePreset(name)],
            Event::PresetDeleted(name, result) => {
                match result {
                    Ok(()) => {
                        self.notify(
                            format!("Deleted preset \u{201c}{name}\u{201d}"),
                            false,
                            true,
                        );
                        if self
                            .preset
                            .as_ref()
                            .is_some_and(|(loaded, _)| *loaded == name)
                        {
                            self.preset = None;
                        }
                    }
                    Err(error) => self.notify(error, true, false),
                }
                return vec![Effect::ListPresets];
            }
            Event::RestorePreset => {
                self.notices.retain(|notice| !notice.can_restore);
                return vec![Effect::RestorePreset];
            }
            Event::PresetRestored(result) => {
                match result {
                    Ok(()) => self.notify("The preset is back".to_owned(), false, false),
                    Err(error) => self.notify(error, true, false),
                }
                return vec![Effect::ListPresets];
            }
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
            Event::Failed(error) => self.notify(error, true, false),
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
        self.is_software
            && self
                .applied_instances
                .is_some_and(|n| n > self.num_instances)
    }

    /// Whether the open sketch is a copy that comes with the program, and no file.
    pub fn is_embedded(&self) -> bool {
        let path = self.shader.as_ref().map(|shader| &shader.file.path);
        path.is_some_and(|path| path.starts_with(EMBEDDED))
    }

    /// Where the instances stand.
    pub fn field(&self) -> InstanceField {
        InstanceField {
            layout: self.layout,
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
        (!self.undo.is_empty(), !self.redo.is_empty())
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
            Some(_) => self.applied_instances.unwrap_or(self.num_instances),
            None => self.num_instances,
        };
        self.camera = Camera::default();
        self.camera
            .frame(self.field().bounds(num_instances, mesh), aspect);
        if num_instances > MANY {
            self.camera.zoom(2.0);
        }
    }

    /// The present values as a preset.
    pub fn to_preset(&self) -> Preset {
        let scene = SceneSettings {
            num_instances: Some(match &self.auto_count {
                // What the sketch asks for, and not where a search happens to be.
                Some(_) => self.applied_instances.unwrap_or(self.num_instances),
                None => self.num_instances,
            }),
            time_speed: Some(self.clock.speed()),
            camera: Some(self.camera.state()),
        };
        Preset::new(
            &self.sketch,
            self.params.params(),
            |at| self.params.value(at),
            scene,
        )
    }

    fn open(&mut self, name: String) -> Vec<Effect> {
        if self.shader.is_some() {
            self.kept.insert(
                self.sketch.clone(),
                Kept {
                    values: self.params.snapshot(),
                    camera: self.camera.clone(),
                    num_instances: self.num_instances,
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
        self.undo.clear();
        self.redo.clear();
        self.gesture = None;
        self.applied_instances = None;
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
        self.params = self.params.rebased(&shader);
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
        self.layout = match settings.layout {
            Some(spec) => layout(spec),
            None if wanted == 1 => Layout::Single,
            None => layout(LayoutSpec::Box([100.0, 50.0, 50.0])),
        };
        self.seed = settings.seed.unwrap_or(0);
        self.shader = Some(shader);

        let mut num_instances = self.num_instances;
        if is_first {
            self.params.restart_phases();
            if let Some(kept) = self.kept.remove(&self.sketch) {
                self.params.restore(&kept.values);
                self.camera = kept.camera;
                self.camera_is_set = true;
                self.applied_instances = Some(wanted);
                num_instances = kept.num_instances;
            }
        }
        if self.applied_instances != Some(wanted) {
            self.applied_instances = Some(wanted);
            num_instances = wanted;
            if self.is_software {
                let auto = AutoCount::new(wanted);
                num_instances = auto.count();
                self.auto_count = Some(auto);
            }
        }
        self.show_instances(num_instances)
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
        self.remember(Some(at));
        let changed = self.params.set(at, value);
        self.after_change(changed && self.params.is_override(at))
    }

    /// Keeps the present values to come back to. Moves of one control in quick succession are one.
    fn remember(&mut self, control: Option<usize>) {
        let goes_on = matches!((self.gesture, control), (Some((last, age)), Some(now)) if last == now && age < GESTURE_SECS);
        if !goes_on {
            self.undo.push(self.params.snapshot());
            if self.undo.len() > MAX_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
        self.gesture = control.map(|at| (at, 0.0));
    }

    fn travel(&mut self, back: bool) -> Vec<Effect> {
        let (from, to) = if back {
            (&mut self.undo, &mut self.redo)
        } else {
            (&mut self.redo, &mut self.undo)
        };
        let Some(snapshot) = from.pop() else {
            return Vec::new();
        };
        to.push(self.params.snapshot());
        self.params.restore(&snapshot);
        self.gesture = None;
        self.after_change(true)
    }

    fn after_change(&mut self, may_change_constants: bool) -> Vec<Effect> {
        let has_constants = !self.params.override_values().is_empty();
        if may_change_constants && has_constants {
            vec![Effect::Rebuild]
        } else {
            Vec::new()
        }
    }

    fn show_instances(&mut self, num_instances: u32) -> Vec<Effect> {
        let clamped = num_instances.clamp(1, self.instance_limit.max(1));
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

    fn preset_saved(&mut self, name: String, result: Result<(), String>) -> Vec<Effect> {
        match result {
            Ok(()) => {
                self.notify(format!("Saved preset \u{201c}{name}\u{201d}"), false, false);
                self.preset = Some((name, Report::default()));
            }
            Err(error) => self.notify(error, true, false),
        }
        vec![Effect::ListPresets]
    }

    fn preset_read(&mut self, name: String, read: Result<Preset, String>) -> Vec<Effect> {
        let preset = match read {
            Ok(preset) => preset,
            Err(error) => {
                self.notify(error, true, false);
                return Vec::new();
            }
        };
        let (effects, report) = self.apply_preset(&preset);
        if !report.is_clean() {
            self.notify(format!("\u{201c}{name}\u{201d}: {report}"), false, false);
        }
        self.preset = Some((name, report));
        effects
    }

    /// Applies a preset: its values over the defaults, then its scene.
    pub fn apply_preset(&mut self, preset: &Preset) -> (Vec<Effect>, Report) {
        self.remember(None);
        self.params.restore(&Snapshot::default());
        let (values, report) = preset.apply(self.params.params());
        for (at, value) in values {
            self.params.set(at, value);
        }
        if let Some(speed) = preset.scene.time_speed {
            self.clock.set_speed(speed);
        }
        if let Some(camera) = &preset.scene.camera {
            self.camera = Camera::from(*camera);
            self.camera_is_set = true;
        }
        let mut effects = self.after_change(true);
        if let Some(num_instances) = preset.scene.num_instances {
            self.applied_instances = Some(num_instances);
            self.auto_count = self.is_software.then(|| AutoCount::new(num_instances));
            let shown = self
                .auto_count
                .as_ref()
                .map_or(num_instances, AutoCount::count);
            effects.extend(self.show_instances(shown));
        }
        (effects, report)
    }

    fn frame(&mut self, dt_secs: f64, complete: bool) -> Vec<Effect> {
        let scaled = self.clock.advance(dt_secs);
        self.params.advance_phases(scaled);
        if let Some((_, age)) = &mut self.gesture {
            *age += dt_secs;
        }
        for notice in &mut self.notices {
            notice.secs_left -= dt_secs.min(0.25);
        }
        self.notices.retain(|notice| notice.secs_left > 0.0);
        if complete
            && let Some(auto) = &mut self.auto_count
            && let Some((count, is_end)) = auto.frame(dt_secs * 1e3)
        {
            if is_end {
                self.auto_count = None;
                if let Some(wanted) = self.applied_instances.filter(|n| *n > count) {
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
        self.notices.retain(|notice| notice.text != text);
        self.notices.push(Notice {
            id: self.next_notice,
            text,
            is_error,
            can_restore,
            secs_left: if is_error || can_restore {
                2.0 * NOTICE_SECS
            } else {
                NOTICE_SECS
            },
        });
        self.next_notice += 1;
        if self.notices.len() > 4 {
            self.notices.remove(0);
        }
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
