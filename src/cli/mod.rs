//! The command line: arguments, commands, exit codes.
//!
//! 0: good. 1: a sketch, or a check, failed. 2: usage, files or the device. What a command found
//! goes to standard output, everything else to standard error. Each JSON document carries
//! `"version": 1`.

mod bench;
mod check;
mod output;
mod render;
mod show;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Parser, Subcommand};

use crate::gpu::AdapterChoice;
use crate::headless::HeadlessError;
use crate::shader::Diagnostic;
use crate::workspace::Workspace;

/// A live-coding playground for vertex animation: edit a WGSL file, and the fish keep swimming.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 good, 1 a sketch failed, 2 usage, files or GPU."
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    /// The sketch to open in the window: a name, or the path of a .wgsl file
    sketch: Option<String>,
    /// Write what each frame and reload took to a file, one JSON object a line
    #[arg(long, hide = true, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command takes.
#[derive(Debug, Args)]
struct Common {
    /// The folder with shaders/, presets/ and assets/ [default: the working directory]
    #[arg(long, global = true, value_name = "DIR")]
    workspace: Option<PathBuf>,
    /// The adapter to draw with: a part of its name, `software`, or `auto`
    #[arg(long, global = true, value_name = "NAME", default_value = "auto")]
    adapter: AdapterChoice,
}

impl Common {
    fn workspace(&self) -> anyhow::Result<Workspace> {
        let root = self.workspace.clone().unwrap_or_else(|| PathBuf::from("."));
        if !root.is_dir() {
            bail!("there is no folder {}", root.display());
        }
        Ok(Workspace::new(root))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the sketches, those that come with the program too
    List(show::ListArgs),
    /// Check sketches without a GPU
    Check(check::CheckArgs),
    /// Show the controls that a sketch declares
    Params(show::ParamsArgs),
    /// Draw a picture, or a sequence of them, without a window
    Render(render::RenderArgs),
    /// Draw a picture again whenever the sketch is saved, without a window
    Watch(watch::WatchArgs),
    /// Measure frame times at several numbers of instances
    Bench(bench::BenchArgs),
    /// Begin a sketch of your own in shaders/
    New(show::NewArgs),
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    // Drivers and the shader compiler say what they do at length; RUST_LOG brings it back.
    let quiet = "warn,wgpu_core=error,wgpu_hal=off,naga=error,winit=error,egui_winit=error,egui_extras=error";
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(quiet)).init();
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            if let Some(HeadlessError::Sketch(diagnostics)) = error.downcast_ref() {
                output::error(&rendered(diagnostics));
                return ExitCode::from(1);
            }
            output::error(&format!("swimlab: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let common = &cli.common;
    match cli.command {
        Some(_) if cli.sketch.is_some() => {
            bail!("give the command first: `swimlab render SKETCH …`");
        }
        None => window(common, cli.sketch, cli.trace),
        Some(Command::List(args)) => show::list(common, &args),
        Some(Command::Check(args)) => check::check(common, &args),
        Some(Command::Params(args)) => show::params(common, &args),
        Some(Command::Render(args)) => render::render(common, &args),
        Some(Command::Watch(args)) => watch::watch(common, &args),
        Some(Command::Bench(args)) => bench::bench(common, &args),
        Some(Command::New(args)) => show::new(common, &args),
    }
}

#[cfg(feature = "window")]
fn window(
    common: &Common,
    sketch: Option<String>,
    trace: Option<PathBuf>,
) -> anyhow::Result<ExitCode> {
    use anyhow::Context;
    let options = crate::app::AppOptions {
        workspace: common.workspace()?,
        adapter: common.adapter.clone(),
        sketch,
        trace,
    };
    crate::app::run(options).context("cannot open the window")?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "window"))]
fn window(_: &Common, _: Option<String>, _: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    bail!("this swimlab was built without its window; `swimlab help` lists the commands")
}

/// Diagnostics one below the other, with an empty line between.
fn rendered(diagnostics: &[Diagnostic]) -> String {
    let all: Vec<String> = diagnostics
        .iter()
        .map(|d| d.render().trim_end().to_owned())
        .collect();
    all.join("\n\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
