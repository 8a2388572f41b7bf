//! The loop: what happens, and when the next frame is drawn.

use std::time::{Duration, Instant};

use serde_json::json;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

use crate::host::{Host, HostOptions, Message, Post, Taken};
use crate::render::RendererOptions;
use crate::session::Event;
use crate::ui::{self, UiState};

use super::frames::FrameTimes;
use super::screen::Screen;
use super::trace::Trace;
use super::{AppError, AppOptions};

/// How often the folders are looked at for sketches and presets that came or went.
const LIST_PERIOD: Duration = Duration::from_secs(2);
/// How often a lost device is tried again.
const RENEW_PERIOD: Duration = Duration::from_secs(1);
/// How long frames wait for the compile thread where both run on the same cores.
const STAND_BACK: Duration = Duration::from_millis(120);
/// Frames of a display that does not tell its rate.
const DEFAULT_RATE_HZ: f64 = 60.0;

/// The program with a window.
pub(super) struct App {
    options: AppOptions,
    sketch: String,
    post: Post,
    trace: Option<Trace>,
    started: Instant,
    open: Option<Open>,
    error: Option<AppError>,
}

/// What there is as long as the window is open.
struct Open {
    screen: Screen,
    host: Host,
    ui: UiState,
    times: FrameTimes,
    title: String,
    last_frame: Option<Instant>,
    /// Whether the last frame asked for this one.
    is_continuous: bool,
    /// Something is to be seen that is not drawn yet.
    is_dirty: bool,
    is_occluded: bool,
    repaint_at: Option<Instant>,
    lists_at: Instant,
    renew_at: Instant,
    /// The change of files that the next frame shows first.
    reload_since: Option<Instant>,
    /// The first sign of a person since the last frame.
    input_at: Option<Instant>,
    num_frames: u64,
    has_shown_sketch: bool,
}

impl App {
    pub(super) fn new(
        options: AppOptions,
        sketch: String,
        post: Post,
        trace: Option<Trace>,
    ) -> Self {
        Self {
            options,
            sketch,
            post,
            trace,
            started: Instant::now(),
            open: None,
            error: None,
        }
    }

    /// Why the loop ended, if not by closing the window.
    pub(super) fn into_error(self) -> Option<AppError> {
        self.error
    }

    fn start(&mut self, event_loop: &ActiveEventLoop) -> Result<Open, AppError> {
        let screen = Screen::new(event_loop, &self.options.adapter)?;
        let options = HostOptions {
            renderer: RendererOptions::interactive(&screen.gpu),
            auto_count: true,
        };
        let workspace = &self.options.workspace;
        let mut host = Host::new(&screen.gpu, workspace, options, self.post.clone())?;
        host.open(&self.sketch)?;
        let now = Instant::now();
        Ok(Open {
            screen,
            host,
            ui: UiState::default(),
            times: FrameTimes::default(),
            title: String::new(),
            last_frame: None,
            is_continuous: false,
            is_dirty: true,
            is_occluded: false,
            repaint_at: None,
            lists_at: now + LIST_PERIOD,
            renew_at: now,
            reload_since: None,
            input_at: None,
            num_frames: 0,
            has_shown_sketch: false,
        })
    }

    fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &mut self.open else {
            return;
        };
        if open.screen.gpu.is_lost() {
            open.renew(event_loop, &self.options);
            return;
        }
        if open.screen.has_size() {
            open.draw(self.trace.as_mut(), self.started);
        }
    }
}

impl ApplicationHandler<Message> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.start(event_loop) {
            Ok(open) => {
                self.open = Some(open);
                self.redraw(event_loop);
            }
            Err(error) => {
                self.error = Some(error);
                event_loop.exit();
            }
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, message: Message) {
        let Some(open) = &mut self.open else {
            return;
        };
        let taken = open.host.take(message);
        open.is_dirty |= taken != Taken::Nothing;
        if let Some(trace) = &mut self.trace {
            match &taken {
                Taken::Installed {
                    front_end,
                    back_end,
                    ..
                } => trace.write(
                    "installed",
                    json!({
                        "front_end_ms": front_end.as_secs_f64() * 1e3,
                        "back_end_ms": back_end.as_secs_f64() * 1e3,
                    }),
                ),
                Taken::Refused { .. } => trace.write("refused", json!({})),
                Taken::Mesh => trace.write("mesh", json!({})),
                Taken::Nothing => {}
            }
        }
        if let Taken::Installed { since, .. } = taken {
            open.reload_since.get_or_insert(since);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else {
            return;
        };
        match &event {
            WindowEvent::CloseRequested => {
                event_loop.exit();
                return;
            }
            WindowEvent::RedrawRequested => {
                self.redraw(event_loop);
                return;
            }
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => {
                open.screen.resize();
                open.is_dirty = true;
            }
            WindowEvent::Occluded(is_occluded) => {
                open.is_occluded = *is_occluded;
                open.is_dirty = true;
            }
            _ => {}
        }
        let screen = &mut open.screen;
        if screen.egui.on_window_event(&screen.window, &event).repaint {
            open.is_dirty = true;
            open.input_at.get_or_insert_with(Instant::now);
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(open)) = (cause, &mut self.open) {
            let now = Instant::now();
            if now >= open.lists_at {
                open.lists_at = now + LIST_PERIOD;
                open.is_dirty |= open.host.refresh_lists();
            }
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(open) = &mut self.open {
            event_loop.set_control_flow(open.schedule());
        }
    }
}

impl Open {
    /// Asks for a frame if one is due, and says until when to sleep.
    fn schedule(&mut self) -> ControlFlow {
        let now = Instant::now();
        if self.screen.gpu.is_lost() {
            if now >= self.renew_at {
                self.screen.window.request_redraw();
            }
            return ControlFlow::WaitUntil(self.renew_at.max(now));
        }
        if self.is_occluded || !self.screen.has_size() {
            return ControlFlow::WaitUntil(self.lists_at);
        }
        let session = &self.host.session;
        let moves = session.clock.is_playing() && self.host.renderer.has_program();
        let goes_on =
            moves || !self.host.renderer.instances_complete() || !session.notices.is_empty();
        let due = self.is_dirty || goes_on || self.repaint_at.is_some_and(|at| at <= now);
        if due {
            let at = self.next_frame(now);
            if at <= now {
                self.screen.window.request_redraw();
                return ControlFlow::WaitUntil(self.lists_at);
            }
            return ControlFlow::WaitUntil(at.min(self.lists_at));
        }
        let wake = self.repaint_at.unwrap_or(self.lists_at).min(self.lists_at);
        ControlFlow::WaitUntil(wake)
    }

    /// The earliest time of the next frame. Without a GPU, presenting does not wait for the display:
    /// more frames than it shows would only take the CPU from the compile thread, and while that is
    /// busy, frames stand back for a moment so that the new program is there sooner.
    fn next_frame(&self, now: Instant) -> Instant {
        if !self.screen.gpu.is_software() {
            return now;
        }
        let rate_hz = self
            .screen
            .window
            .current_monitor()
            .and_then(|monitor| monitor.refresh_rate_millihertz())
            .map_or(DEFAULT_RATE_HZ, |rate| f64::from(rate) / 1e3)
            .clamp(20.0, 240.0);
        let paced = self
            .last_frame
            .map_or(now, |last| last + Duration::from_secs_f64(1.0 / rate_hz));
        let after_compiling = self.host.compiling_since().map(|since| since + STAND_BACK);
        paced.max(after_compiling.unwrap_or(paced))
    }

    fn draw(&mut self, trace: Option<&mut Trace>, started: Instant) {
        let begin = Instant::now();
        let dt_secs = self
            .last_frame
            .map_or(0.0, |last| (begin - last).as_secs_f64());
        self.last_frame = Some(begin);
        self.is_dirty = false;

        let input = self.screen.egui.take_egui_input(&self.screen.window);
        let context = self.screen.egui.egui_ctx().clone();
        let stats = self.times.stats();
        let mut shown = None;
        let mut output = context.run_ui(input, |root| {
            // egui may lay a frame out twice; what the last pass says counts.
            let session = &self.host.session;
            shown = Some(ui::window_ui(root, session, &stats, &mut self.ui));
        });
        let (viewport, events) = shown.expect("the frame was laid out");
        let platform = std::mem::take(&mut output.platform_output);
        let screen = &mut self.screen;
        screen.egui.handle_platform_output(&screen.window, platform);

        let is_slide = events.iter().any(|e| matches!(e, Event::SetParam(..)));
        self.is_dirty |= !events.is_empty();
        for event in events {
            self.host.handle(event);
        }
        let has_program = self.host.renderer.has_program();
        let complete = self.is_continuous && has_program && self.host.renderer.instances_complete();
        let is_playing = self.host.session.clock.is_playing();
        self.host.handle(Event::Frame { dt_secs, complete });

        let scale = output.pixels_per_point;
        // Whole pixels: the picture is shown without filtering.
        let pixel = |points: f32| (points * scale).round().max(0.0) as u32;
        let (min, max) = (viewport.rect.min, viewport.rect.max);
        let at = [pixel(min.x), pixel(min.y)];
        let size = [pixel(max.x) - at[0], pixel(max.y) - at[1]].map(|n| n.max(1));
        let pointer = viewport.pointer.map(|points| points * scale);
        let sketch_dt = if is_playing { dt_secs } else { 0.0 };
        let input = self.host.frame_input(size, sketch_dt, pointer);
        let device = &self.screen.gpu.device;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("frame"),
        });
        let host = &mut self.host;
        let target = self.screen.target(&host.renderer, size);
        host.renderer
            .render(&mut encoder, target, &host.session.params, &input);
        let repaint_delay = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        self.repaint_at = begin.checked_add(repaint_delay);
        // What follows may wait for the display.
        let encoded = Instant::now();
        let is_presented = self.screen.present(encoder, at, output);
        self.host.renderer.submitted();
        self.is_dirty |= !is_presented;

        let cpu_ms = (encoded - begin).as_secs_f64() * 1e3;
        self.times.cpu(cpu_ms);
        if self.is_continuous {
            self.times.frame(dt_secs * 1e3);
        }
        for ms in self.host.renderer.poll_gpu_times().unwrap_or_default() {
            self.times.gpu(ms);
        }
        self.set_title();
        if let Some(trace) = trace {
            self.trace(trace, started, dt_secs, cpu_ms, is_slide, is_presented);
        }
        self.input_at = None;
        if is_presented {
            self.reload_since = None;
        }
        self.is_continuous = is_playing && has_program && is_presented;
        self.num_frames += 1;
    }

    fn trace(
        &mut self,
        trace: &mut Trace,
        started: Instant,
        dt_secs: f64,
        cpu_ms: f64,
        is_slide: bool,
        is_presented: bool,
    ) {
        if self.num_frames == 0 {
            let ms = started.elapsed().as_secs_f64() * 1e3;
            trace.write("first_frame", json!({ "since_start_ms": ms }));
        }
        if is_presented && self.host.renderer.has_program() && !self.has_shown_sketch {
            self.has_shown_sketch = true;
            let ms = started.elapsed().as_secs_f64() * 1e3;
            trace.write(
                "first_picture",
                json!({
                    "since_start_ms": ms,
                    "adapter": self.host.session.adapter,
                }),
            );
        }
        trace.write(
            "frame",
            json!({
                "dt_ms": dt_secs * 1e3,
                "cpu_ms": cpu_ms,
                "instances": self.host.renderer.num_drawable(),
                "continuous": self.is_continuous,
            }),
        );
        if let (true, Some(at)) = (is_slide, self.input_at) {
            let ms = at.elapsed().as_secs_f64() * 1e3;
            trace.write("slide_presented", json!({ "since_input_ms": ms }));
        }
        if let (true, Some(since)) = (is_presented, self.reload_since) {
            let ms = since.elapsed().as_secs_f64() * 1e3;
            trace.write("reload_presented", json!({ "since_change_ms": ms }));
        }
    }

    /// The window's title tells problems too, for whoever looks at the editor.
    fn set_title(&mut self) {
        let session = &self.host.session;
        let problems = match session.num_errors() {
            0 => String::new(),
            1 => " (1 error)".to_owned(),
            n => format!(" ({n} errors)"),
        };
        let title = format!("{}{problems} — swimlab", session.sketch);
        if title != self.title {
            self.screen.window.set_title(&title);
            self.title = title;
        }
    }

    /// Opens the device again after it was lost; everything that a person made stays.
    fn renew(&mut self, event_loop: &ActiveEventLoop, options: &AppOptions) {
        self.renew_at = Instant::now() + RENEW_PERIOD;
        let renewed = self
            .screen
            .renewed(event_loop, &options.adapter)
            .and_then(|screen| {
                self.host.renew(&screen.gpu)?;
                Ok(screen)
            });
        match renewed {
            Ok(screen) => {
                self.screen = screen;
                self.is_dirty = true;
                self.is_continuous = false;
                let words = "The graphics device was lost and has been opened again".to_owned();
                self.host.handle(Event::Done(words));
            }
            Err(error) => {
                log::error!("the device was lost and cannot be opened again yet: {error}");
                self.screen
                    .window
                    .set_title("the graphics device was lost; trying again — swimlab");
                self.title.clear();
            }
        }
    }
}
