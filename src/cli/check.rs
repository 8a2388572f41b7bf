//! `swimlab check`

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{Common, output, rendered};
use crate::params::ParamSet;
use crate::shader::{Diagnostic, Limits, Severity};
use crate::worker::{compile_sketch, load_mesh, mesh_setting, with_large_stack};
use crate::workspace::{Sketch, Workspace};

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Files, or names of sketches
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How problems are written
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// With the source line and a caret
    Human,
    /// One document, version 1
    Json,
}

pub(super) fn check(common: &Common, args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let workspace = common.workspace()?;
    let sketches: Vec<Sketch> = args
        .files
        .iter()
        .map(|file| workspace.find(file))
        .collect::<Result<_, _>>()?;
    let mut is_good = true;
    let mut files = Vec::new();
    for sketch in &sketches {
        let diagnostics = with_large_stack(|| problems(&workspace, sketch));
        let good = diagnostics.iter().all(|d| d.severity != Severity::Error);
        is_good &= good;
        match args.format {
            Format::Human if diagnostics.is_empty() => {
                output::line(&format!("{}: good", sketch.display_path()));
            }
            Format::Human => output::line(&rendered(&diagnostics)),
            Format::Json => files.push(json!({
                "file": sketch.display_path(),
                "good": good,
                "diagnostics": output::diagnostics(&diagnostics),
            })),
        }
    }
    if matches!(args.format, Format::Json) {
        output::document(&json!({ "version": 1, "good": is_good, "files": files }));
    }
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// Everything there is to say about a sketch, errors first.
fn problems(workspace: &Workspace, sketch: &Sketch) -> Vec<Diagnostic> {
    // What every WebGPU device has: a sketch that is good here runs on other machines too.
    let shader = match compile_sketch(workspace, sketch, &Limits::default()).0 {
        Ok(shader) => shader,
        Err(diagnostics) => return diagnostics,
    };
    let mut diagnostics = shader.warnings.clone();
    diagnostics.extend(ParamSet::new(&shader).warnings().iter().cloned());
    if let Err(diagnostic) = load_mesh(workspace, sketch, mesh_setting(&shader)) {
        diagnostics.insert(0, *diagnostic);
    }
    diagnostics
}
