//! `swimlab watch`

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use serde_json::{Value as Json, json};

use super::render::png;
use super::{Common, output, rendered};
use crate::gpu::{Gpu, read_texture};
use crate::headless::{self, HeadlessError};
use crate::host::{Host, HostOptions, Taken};
use crate::render::{RendererOptions, Target};
use crate::session::Event;
use crate::workspace::{display_path, write_atomic};

#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// A name, or the path of a .wgsl file
    sketch: String,
    /// The picture, written again after each reload
    #[arg(long, value_name = "F.png")]
    out: PathBuf,
    /// Pixels
    #[arg(long, default_value = "1280x720", value_name = "WxH")]
    size: super::render::Size,
    /// Seconds since the start
    #[arg(long, default_value_t = 0.0, value_name = "S")]
    time: f64,
    /// Number of instances [default: the sketch's]
    #[arg(long, value_parser = super::render::count, value_name = "N")]
    instances: Option<u32>,
    /// One JSON object a line, each of version 1
    #[arg(long)]
    json: bool,
}

/// How often the device is looked at while nothing happens.
const LOOK: Duration = Duration::from_secs(2);

pub(super) fn watch(common: &Common, args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let workspace = common.workspace()?;
    let open = || pollster::block_on(Gpu::open(&Gpu::instance(None), &common.adapter, None));
    let gpu = open()?;
    let (sender, inbox) = channel();
    let sender = std::sync::Mutex::new(sender);
    let post = Arc::new(move |message| {
        if let Ok(sender) = sender.lock() {
            // Nobody listens only when the program ends.
            let _ = sender.send(message);
        }
    });
    let options = HostOptions {
        renderer: RendererOptions::offline(4),
        auto_count: false,
    };
    let host = Host::new(&gpu, &workspace, options, post)?;
    let mut watch = Watch {
        target: host.renderer.new_target(args.size.0),
        host,
        args,
        counted: false,
    };
    watch.host.open(&args.sketch)?;
    if !args.json {
        let sketch = watch.host.sketch();
        let path = sketch.map(crate::workspace::Sketch::display_path);
        output::line(&format!(
            "watching {}; Ctrl+C ends it",
            path.unwrap_or_default()
        ));
    }
    loop {
        match inbox.recv_timeout(LOOK) {
            Ok(message) => {
                let taken = watch.host.take(message);
                watch.report(&taken)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(ExitCode::SUCCESS),
        }
        if watch.host.gpu().is_lost() {
            output::error("swimlab: the device was lost; opening it again");
            watch.host.renew(&open()?)?;
            watch.target = watch.host.renderer.new_target(args.size.0);
        }
    }
}

struct Watch<'a> {
    host: Host,
    target: Target,
    args: &'a WatchArgs,
    /// Whether the number of instances of the command line is set.
    counted: bool,
}

impl Watch<'_> {
    fn report(&mut self, taken: &Taken) -> anyhow::Result<()> {
        match taken {
            Taken::Nothing => {}
            Taken::Installed {
                since,
                front_end,
                back_end,
            } => {
                let latency_ms = since.elapsed().as_secs_f64() * 1e3;
                let picture_ms = self.picture()?;
                let problems = &self.host.session.problems;
                if self.args.json {
                    self.event(
                        "reloaded",
                        json!({
                            "latency_ms": latency_ms,
                            "front_end_ms": front_end.as_secs_f64() * 1e3,
                            "back_end_ms": back_end.as_secs_f64() * 1e3,
                            "picture_ms": picture_ms,
                            "out": display_path(&self.args.out),
                            "diagnostics": output::diagnostics(problems),
                        }),
                    );
                } else {
                    if !problems.is_empty() {
                        output::line(&rendered(problems));
                    }
                    output::line(&format!(
                        "reloaded in {latency_ms:.1} ms; wrote {}",
                        display_path(&self.args.out)
                    ));
                }
            }
            Taken::Refused { .. } => {
                let problems = &self.host.session.problems;
                if self.args.json {
                    self.event(
                        "refused",
                        json!({ "diagnostics": output::diagnostics(problems) }),
                    );
                } else {
                    output::line(&rendered(problems));
                    output::line("the picture of before stays; mend the sketch and save it");
                }
            }
            Taken::Mesh => {
                let mesh = self.host.session.mesh.as_ref().map(|m| m.name.clone());
                if self.host.renderer.has_program() {
                    self.picture()?;
                }
                let problems = &self.host.session.problems;
                if self.args.json {
                    self.event(
                        "mesh",
                        json!({
                            "mesh": mesh,
                            "diagnostics": output::diagnostics(problems),
                        }),
                    );
                } else if problems.is_empty() {
                    output::line(&format!("mesh {}", mesh.unwrap_or_default()));
                } else {
                    output::line(&rendered(problems));
                }
            }
        }
        Ok(())
    }

    fn event(&self, name: &str, mut content: Json) {
        content["version"] = 1.into();
        content["event"] = name.into();
        content["sketch"] = self.host.session.sketch.as_str().into();
        output::line(&content.to_string());
    }

    /// Draws and writes the picture; returns how long that took in milliseconds.
    fn picture(&mut self) -> anyhow::Result<f64> {
        let start = Instant::now();
        if let Some(num_instances) = self.args.instances.filter(|_| !self.counted) {
            self.host.handle(Event::SetInstances(num_instances));
            self.counted = true;
        }
        let host = &mut self.host;
        host.session.clock.set_time(self.args.time);
        host.session.params.restart_phases();
        host.session.params.advance_phases(self.args.time);
        let [width, height] = self.args.size.0;
        host.session.open_view(width as f32 / height as f32);
        let input = host.frame_input(self.target.size, 0.0, [0.0; 2]);
        let gpu = host.gpu().clone();
        headless::draw(
            &gpu,
            &mut host.renderer,
            &self.target,
            &host.session.params,
            &input,
        );
        // A device that is gone is noticed by the loop, and the next reload draws again.
        let image = read_texture(&gpu, self.target.color()).ok_or(HeadlessError::DeviceLost);
        match image {
            Ok(image) => write_atomic(&self.args.out, &png(image)?)
                .context("the picture could not be written")?,
            Err(error) => output::error(&format!("swimlab: {error}")),
        }
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }
}
