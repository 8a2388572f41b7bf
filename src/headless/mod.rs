//! The same session and renderer without a window: pictures, numbers, checks.

use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

use crate::gpu::{AdapterChoice, Gpu, GpuError, Image, read_texture};
use crate::params::{ParamSet, Value};
use crate::render::{FrameInput, Renderer, RendererOptions, Target};
use crate::scene::Mesh;
use crate::session::{Compiled, Effect, Event, MeshInfo, Session};
use crate::shader::Diagnostic;
use crate::worker::{Builder, compile_sketch, load_mesh, mesh_setting, with_large_stack};
use crate::workspace::{Sketch, Workspace};

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum HeadlessError {
    /// No device.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The sketch or its mesh is faulty.
    #[error("{}", .0.iter().map(Diagnostic::render).collect::<Vec<_>>().join("\n"))]
    Sketch(Vec<Diagnostic>),
    /// The device went away.
    #[error("the device was lost; try again, or use --adapter software")]
    DeviceLost,
    /// No control of that name.
    #[error("there is no control `{path}`; there are: {}", .present.join(", "))]
    NoParam {
        /// As asked for.
        path: String,
        /// What there is.
        present: Vec<String>,
    },
    /// A value that does not fit.
    #[error("`{path}` is a {wanted}; `{value}` is none")]
    BadValue {
        /// The control.
        path: String,
        /// Its type.
        wanted: String,
        /// As given.
        value: String,
    },
}

/// A session with a renderer.
pub struct Headless {
    /// The device.
    pub gpu: Gpu,
    /// The state.
    pub session: Session,
    /// The renderer.
    pub renderer: Renderer,
    builder: Builder,
    workspace: Workspace,
    sketch: Sketch,
}

impl Headless {
    /// Opens a device and a sketch.
    pub fn open(
        workspace: &Workspace,
        sketch: &Sketch,
        choice: &AdapterChoice,
        num_samples: u32,
    ) -> Result<Self, HeadlessError> {
        let gpu = pollster::block_on(Gpu::open(&Gpu::instance(None), choice, None))?;
        Self::on(&gpu, workspace, sketch, num_samples)
    }

    /// Opens a sketch on a device.
    pub fn on(
        gpu: &Gpu,
        workspace: &Workspace,
        sketch: &Sketch,
        num_samples: u32,
    ) -> Result<Self, HeadlessError> {
        let mut session = Session::default();
        session.handle(Event::Adapter {
            name: gpu.info.name.clone(),
            // Pictures show what was asked for, however long that takes.
            is_software: false,
        });
        let options = RendererOptions::offline(num_samples);
        let mesh = Mesh::builtin("sphere").expect("the mesh is built in");
        let renderer = Renderer::new(gpu, options, &mesh, session.field());
        session.handle(Event::InstanceLimit(renderer.max_instances()));
        session.handle(Event::OpenSketch(sketch.name.clone()));
        let builder = Builder::new(renderer.context(), None);
        let mut headless = Self {
            gpu: gpu.clone(),
            session,
            renderer,
            builder,
            workspace: workspace.clone(),
            sketch: sketch.clone(),
        };
        headless.reload()?;
        Ok(headless)
    }

    /// Compiles the sketch anew and installs it. When it fails, everything stays as it was.
    pub fn reload(&mut self) -> Result<(), HeadlessError> {
        let start = Instant::now();
        let (workspace, sketch) = (&self.workspace, &self.sketch);
        let (builder, params) = (&self.builder, &self.session.params);
        let limits = builder.limits();
        let made = with_large_stack(|| {
            let (compiled, _) = compile_sketch(workspace, sketch, &limits);
            let shader = compiled?;
            let program = builder
                .build(&shader, &params.rebased(&shader))
                .map_err(|d| vec![*d])?;
            let mesh = load_mesh(workspace, sketch, mesh_setting(&shader)).map_err(|d| vec![*d])?;
            Ok((shader, program, mesh))
        });
        let (shader, program, (name, mesh)) = made.map_err(HeadlessError::Sketch)?;
        self.renderer.install(program);
        self.renderer.set_mesh(&mesh);
        let diagnostics = shader.warnings.clone();
        let compiled = Event::Compiled(Compiled {
            sketch: self.sketch.name.clone(),
            shader: Some(Arc::new(shader)),
            diagnostics,
            latency_ms: start.elapsed().as_secs_f64() * 1e3,
        });
        self.handle(compiled)?;
        self.handle(Event::MeshLoaded(Ok(MeshInfo::of(&name, &mesh))))
    }

    /// Takes an event in and does what it asks for.
    pub fn handle(&mut self, event: Event) -> Result<(), HeadlessError> {
        let effects = self.session.handle(event);
        self.carry_out(effects)
    }

    /// Does what the session asks for; what needs files or a person is left out.
    pub fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), HeadlessError> {
        for effect in effects {
            match effect {
                Effect::SetInstances(field, num_instances) => {
                    self.renderer.set_instances(field, num_instances);
                }
                Effect::Rebuild => self.rebuild()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn rebuild(&mut self) -> Result<(), HeadlessError> {
        let Some(shader) = self.session.shader.clone() else {
            return Ok(());
        };
        let (builder, params) = (&self.builder, &self.session.params);
        let program = with_large_stack(|| builder.build(&shader, params))
            .map_err(|d| HeadlessError::Sketch(vec![*d]))?;
        self.renderer.install(program);
        Ok(())
    }

    /// Sets a control by path, from words: numbers with commas between them, `on`, or a choice's
    /// name.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), HeadlessError> {
        let (at, value) = parse_value(&self.session, path, value)?;
        self.handle(Event::SetParam(at, value))
    }

    /// Goes to a time: the clock is there, and the phases are where they would be had time passed.
    pub fn seek(&mut self, time_secs: f64) {
        self.session.clock.set_time(time_secs);
        self.session.params.restart_phases();
        self.session.params.advance_phases(time_secs);
    }

    /// What a frame of this session is drawn with.
    pub fn frame_input(&self, size: [u32; 2], dt_secs: f64) -> FrameInput {
        FrameInput::new(
            &self.session.camera,
            &self.session.clock,
            size,
            dt_secs,
            [0.0; 2],
        )
    }

    /// Draws a frame into a target and waits for it.
    pub fn draw(&mut self, target: &Target, dt_secs: f64) {
        let input = self.frame_input(target.size, dt_secs);
        let params = &self.session.params;
        draw(&self.gpu, &mut self.renderer, target, params, &input);
    }

    /// Draws a frame at the present time.
    pub fn picture(&mut self, size: [u32; 2]) -> Result<Image, HeadlessError> {
        let target = self.renderer.new_target(size);
        self.draw(&target, 0.0);
        let image = read_texture(&self.gpu, target.color()).ok_or(HeadlessError::DeviceLost)?;
        if self.gpu.is_lost() {
            Err(HeadlessError::DeviceLost)
        } else {
            Ok(image)
        }
    }
}

/// Draws a frame with all of its instances and waits for it.
pub fn draw(
    gpu: &Gpu,
    renderer: &mut Renderer,
    target: &Target,
    params: &ParamSet,
    input: &FrameInput,
) {
    // The portion that follows the growth of the buffer needs a frame of its own.
    loop {
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("frame"),
            });
        renderer.render(&mut encoder, target, params, input);
        gpu.queue.submit([encoder.finish()]);
        renderer.submitted();
        if renderer.instances_complete() {
            break;
        }
    }
    gpu.wait();
}

/// A control by path and a value from words.
pub fn parse_value(
    session: &Session,
    path: &str,
    value: &str,
) -> Result<(usize, Value), HeadlessError> {
    use crate::params::Widget;
    let params = session.params.params();
    let found = params.iter().position(|p| p.path == path).or_else(|| {
        // `wave` for `swim.wave`, as long as there is only one.
        let mut short = params.iter().enumerate().filter(|(_, p)| {
            p.path
                .strip_suffix(path)
                .is_some_and(|owner| owner.ends_with('.'))
        });
        short
            .next()
            .map(|(at, _)| at)
            .filter(|_| short.next().is_none())
    });
    let at = found.ok_or_else(|| HeadlessError::NoParam {
        path: path.to_owned(),
        present: params.iter().map(|p| p.path.clone()).collect(),
    })?;
    let param = &params[at];
    let lanes: Option<Vec<f64>> = match (&param.widget, value.trim()) {
        (Widget::Choice(names), name) if names.iter().any(|n| n == name) => names
            .iter()
            .position(|n| n == name)
            .map(|at| vec![at as f64]),
        (_, "on" | "true") => Some(vec![1.0]),
        (_, "off" | "false") => Some(vec![0.0]),
        (_, numbers) => numbers
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse::<f64>().ok().filter(|n| n.is_finite()))
            .collect(),
    };
    lanes
        .and_then(|lanes| Value::from_lanes(param.ty, &lanes))
        .map(|value| (at, value))
        .ok_or_else(|| HeadlessError::BadValue {
            path: param.path.clone(),
            wanted: param.ty.to_string(),
            value: value.to_owned(),
        })
}
