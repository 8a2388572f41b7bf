//! The playground's figures: reloads, frames, sliders, start. Run by hand:
//!
//! ```text
//! cargo bench --bench playground -- [--adapter NAME] [--instances N] [--reloads N] [--no-window]
//! ```
//!
//! Prints Markdown tables with the adapter's name. Nothing here fails because of a figure.

#![allow(clippy::print_stdout, reason = "tables are its output")]

#[path = "../tests/suite/xvfb.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod xvfb;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use swimlab::gpu::{AdapterChoice, Gpu};
use swimlab::headless::Headless;
use swimlab::host::{Host, HostOptions, Message, Taken};
use swimlab::render::{RendererOptions, Target};
use swimlab::session::{Event, thousands};
use swimlab::workspace::Workspace;

#[derive(Parser)]
struct Args {
    /// A part of the adapter's name, `software`, or `auto`
    #[arg(long, default_value = "auto")]
    adapter: AdapterChoice,
    /// Instances while reloads are measured without a window [default: 10,000, 100 without a GPU]
    #[arg(long)]
    instances: Option<u32>,
    /// Numbers of instances at which a frame is encoded and drawn
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "1000,10000,100000,1000000"
    )]
    counts: Vec<u32>,
    /// Saves that are measured
    #[arg(long, default_value_t = 200)]
    reloads: usize,
    /// Leave out what needs an X server
    #[arg(long)]
    no_window: bool,
    /// What cargo passes to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// Pixels of the picture in the window's default size.
const SIZE: [u32; 2] = [852, 780];
/// As in the window: without a GPU, frames wait a moment for the compile thread.
const STAND_BACK: Duration = Duration::from_millis(120);
/// Between two saves, so that each is a reload of its own.
const PAUSE: Duration = Duration::from_millis(120);

#[allow(unsafe_code, reason = "there is no safe way to set a variable")]
fn main() -> ExitCode {
    if std::env::var_os("GALLIVM_PERF").is_none() {
        // As the program does.
        // SAFETY: this is the first thing that the process does; no other thread reads variables.
        unsafe { std::env::set_var("GALLIVM_PERF", "nopt") };
    }
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("playground: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    let gpu = open_gpu(&args.adapter)?;
    println!(
        "Adapter: {} ({} {}), picture {}×{}.\n",
        gpu.info.name, gpu.info.driver, gpu.info.driver_info, SIZE[0], SIZE[1]
    );
    encode(&gpu, &args.counts)?;
    reloads(&gpu, args)?;
    if !args.no_window {
        window(args)?;
    }
    Ok(())
}

fn open_gpu(choice: &AdapterChoice) -> Result<Gpu> {
    Ok(pollster::block_on(Gpu::open(
        &Gpu::instance(None),
        choice,
        None,
    ))?)
}

/// Sorted times in milliseconds.
struct Times(Vec<f64>);

impl Times {
    fn new(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (last as f64 * share).round() as usize;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }

    fn row(&self, name: &str) {
        println!(
            "| {name} | {} | {:.2} | {:.2} | {:.2} |",
            self.0.len(),
            self.at(0.5),
            self.at(0.99),
            self.at(1.0)
        );
    }
}

fn header(title: &str) {
    println!("| {title} | number | median ms | p99 ms | longest ms |");
    println!("| --- | ---: | ---: | ---: | ---: |");
}

fn ms(from: Instant) -> f64 {
    from.elapsed().as_secs_f64() * 1e3
}

/// Recording a frame's commands must not depend on how many instances there are.
fn encode(gpu: &Gpu, counts: &[u32]) -> Result<()> {
    let workspace = Workspace::new(env!("CARGO_MANIFEST_DIR"));
    let sketch = workspace.find("swim")?;
    let mut headless = Headless::on(gpu, &workspace, &sketch, 1)?;
    let target = headless.renderer.new_target(SIZE);
    header("encode a frame");
    let mut gpu_times = Vec::new();
    for &num_instances in counts {
        headless.handle(Event::SetInstances(num_instances))?;
        headless.draw(&target, 0.0);
        headless.renderer.poll_gpu_times();
        let mut encode = Vec::new();
        let mut drawn = Vec::new();
        let start = Instant::now();
        while encode.len() < 200 && (encode.len() < 3 || start.elapsed().as_secs() < 10) {
            let input = headless.frame_input(SIZE, 1.0 / 60.0);
            let begin = Instant::now();
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            headless
                .renderer
                .render(&mut encoder, &target, &headless.session.params, &input);
            let commands = encoder.finish();
            encode.push(ms(begin));
            gpu.queue.submit([commands]);
            headless.renderer.submitted();
            gpu.wait();
            drawn.extend(headless.renderer.poll_gpu_times().unwrap_or_default());
        }
        Times::new(encode).row(&format!("{} instances", thousands(num_instances)));
        gpu_times.push((num_instances, Times::new(drawn)));
    }
    println!();
    header("draw a frame (timestamps)");
    for (num_instances, times) in gpu_times {
        times.row(&format!("{} instances", thousands(num_instances)));
    }
    println!();
    Ok(())
}

/// A folder with the swim sketch, whose text differs with a number.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Result<Self> {
        let folder = Self(tempfile::tempdir()?);
        fs::create_dir(folder.0.path().join("shaders"))?;
        folder.save(0)?;
        Ok(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Changes a constant of the vertex stage, as a person does.
    fn save(&self, number: usize) -> Result<()> {
        let text = include_str!("../shaders/swim.wgsl");
        let plain = "let body = 0.5 * (1.0 - rest.z);";
        ensure!(text.contains(plain), "the sketch has changed");
        let edited = format!("let body = 0.5 * (1.0 - rest.z) + {number}.0e-7;");
        let path = self.path().join("shaders/swim.wgsl");
        fs::write(&path, text.replace(plain, &edited)).context("cannot save the sketch")
    }
}

/// A host that draws without a window, one frame in flight.
struct Player {
    host: Host,
    inbox: Receiver<Message>,
    target: Target,
    frames: Vec<f64>,
}

impl Player {
    /// Takes in what has come and draws a frame; the result is whether it is the first of a new
    /// program.
    fn frame(&mut self) -> Option<(Duration, Duration)> {
        let mut installed = None;
        let stands_back = self.host.gpu().is_software() && self.host.compiling_since().is_some();
        let patience = if stands_back {
            STAND_BACK
        } else {
            Duration::ZERO
        };
        let first = self.inbox.recv_timeout(patience).ok();
        let begin = Instant::now();
        for message in first.into_iter().chain(self.inbox.try_iter()) {
            if let Taken::Installed {
                front_end,
                back_end,
                ..
            } = self.host.take(message)
            {
                installed = Some((front_end, back_end));
            }
        }
        let dt_secs = 1.0 / 60.0;
        self.host.handle(Event::Frame {
            dt_secs,
            complete: false,
        });
        let input = self.host.frame_input(SIZE, dt_secs, [0.0; 2]);
        let gpu = self.host.gpu().clone();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.host.renderer.render(
            &mut encoder,
            &self.target,
            &self.host.session.params,
            &input,
        );
        gpu.queue.submit([encoder.finish()]);
        self.host.renderer.submitted();
        gpu.wait();
        self.frames.push(ms(begin));
        installed
    }
}

fn reloads(gpu: &Gpu, args: &Args) -> Result<()> {
    let folder = Folder::new()?;
    let (sender, inbox) = channel();
    let sender = Mutex::new(sender);
    let post = Arc::new(move |message| {
        if let Ok(sender) = sender.lock() {
            // The player listens as long as it measures.
            let _ = sender.send(message);
        }
    });
    let options = HostOptions {
        renderer: RendererOptions::interactive(gpu),
        auto_count: false,
    };
    let host = Host::new(gpu, &Workspace::new(folder.path()), options, post)?;
    let mut player = Player {
        target: host.renderer.new_target(SIZE),
        host,
        inbox,
        frames: Vec::new(),
    };
    player.host.open("swim")?;
    let num_instances = match args.instances {
        Some(n) => n,
        None if gpu.is_software() => 100,
        None => 10_000,
    };
    while player.frame().is_none() {}
    player.host.handle(Event::SetInstances(num_instances));
    for _ in 0..30 {
        player.frame();
    }
    player.frames.clear();
    let quiet_until = Instant::now() + Duration::from_secs(2);
    while Instant::now() < quiet_until {
        player.frame();
    }
    let quiet = Times::new(std::mem::take(&mut player.frames));

    let (mut latency, mut front, mut back) = (Vec::new(), Vec::new(), Vec::new());
    let mut busy = Vec::new();
    for number in 1..=args.reloads {
        player.frames.clear();
        let begin = Instant::now();
        folder.save(number)?;
        let (front_end, back_end) = loop {
            if let Some(taken) = player.frame() {
                break taken;
            }
            ensure!(begin.elapsed().as_secs() < 20, "a save was not seen");
        };
        latency.push(ms(begin));
        front.push(front_end.as_secs_f64() * 1e3);
        back.push(back_end.as_secs_f64() * 1e3);
        busy.append(&mut player.frames);
        let pause = Instant::now() + PAUSE;
        while Instant::now() < pause {
            player.frame();
        }
    }
    let busy = Times::new(busy);
    header(&format!(
        "without a window, {} instances",
        thousands(num_instances)
    ));
    Times::new(latency).row("save → first new frame drawn");
    Times::new(front).row("of it: read, parse, validate, reflect");
    Times::new(back).row("of it: pipelines and their first draw");
    quiet.row("a frame, nothing saved");
    busy.row("a frame between save and new program");
    println!(
        "\nThe longest frame because of a reload is {:.2} × the median of {:.2} ms.\n",
        busy.at(1.0) / quiet.at(0.5),
        quiet.at(0.5)
    );
    Ok(())
}

fn unix_ms() -> f64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    now.as_secs_f64() * 1e3
}

/// Lines of a trace.
fn events(path: &Path, name: &str) -> Result<Vec<serde_json::Value>> {
    let text = fs::read_to_string(path)?;
    Ok(text
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|event| event["event"] == name)
        .collect())
}

fn number(event: &serde_json::Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or(f64::NAN)
}

/// The same in the real window, on a display of its own.
fn window(args: &Args) -> Result<()> {
    let folder = Folder::new()?;
    let trace = folder.path().join("trace.jsonl");

    // The first start fills the driver's cache; the others are warm.
    let mut starts = Vec::new();
    for round in 0..6 {
        let mut playground = xvfb::Playground::open(folder.path(), &["swim"]);
        playground.wait("a picture", |p| p.count("first_picture") == 1);
        let first = events(&trace, "first_picture")?;
        let first = first.first().context("the trace has no first picture")?;
        if round > 0 {
            starts.push(number(first, "since_start_ms"));
        }
    }

    let mut playground = xvfb::Playground::open(folder.path(), &["swim"]);
    playground.wait("a picture", |p| p.count("first_picture") == 1);
    // The search for a count takes a few seconds where there is no GPU.
    std::thread::sleep(Duration::from_secs(8));
    let mut saves = Vec::new();
    let quiet_from = unix_ms();
    std::thread::sleep(Duration::from_secs(4));
    let busy_from = unix_ms();
    for round in 1..=args.reloads {
        let before = playground.count("reload_presented");
        saves.push(unix_ms());
        folder.save(round)?;
        playground.wait("a reload", |p| p.count("reload_presented") > before);
        std::thread::sleep(PAUSE);
    }
    let busy_to = unix_ms();
    for _ in 0..6 {
        playground.drag([1178, 122], [1240, 122]);
        playground.drag([1240, 122], [1178, 122]);
    }
    std::thread::sleep(Duration::from_secs(1));
    drop(playground);

    let presented = events(&trace, "reload_presented")?;
    // The first program is no reload.
    let shown = &presented[presented.len().saturating_sub(saves.len())..];
    let latency = shown
        .iter()
        .zip(&saves)
        .map(|(event, saved)| number(event, "unix_ms") - saved)
        .collect();
    let frames = events(&trace, "frame")?;
    let between = |from: f64, to: f64| {
        let times = frames
            .iter()
            .filter(|event| (from..to).contains(&number(event, "unix_ms")))
            .map(|event| number(event, "dt_ms"));
        Times::new(times.collect())
    };
    let quiet = between(quiet_from, busy_from);
    let busy = between(busy_from, busy_to);
    let slides = events(&trace, "slide_presented")?;
    let slides = slides.iter().map(|event| number(event, "since_input_ms"));
    let shown = frames.last().map_or(f64::NAN, |f| number(f, "instances"));
    header(&format!("in the window, {shown} instances"));
    Times::new(latency).row("save → first new frame presented");
    quiet.row("from frame to frame, nothing saved");
    busy.row("from frame to frame during reloads");
    Times::new(slides.collect()).row("slider → frame presented");
    Times::new(starts).row("start → first picture, warm");
    println!(
        "\nThe longest frame during reloads is {:.2} × the median of {:.2} ms.",
        busy.at(1.0) / quiet.at(0.5),
        quiet.at(0.5)
    );
    Ok(())
}
