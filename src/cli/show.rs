//! `swimlab list`, `swimlab params`, `swimlab new`

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde_json::{Value as Json, json};

use super::{Common, output};
use crate::headless::HeadlessError;
use crate::params::{Param, ParamSet, Scalar, Widget};
use crate::shader::{CompiledShader, Limits};
use crate::worker::{compile_sketch, with_large_stack};
use crate::workspace::{Sketch, Workspace, display_path};

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// One document, version 1
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ParamsArgs {
    /// A name, or the path of a .wgsl file
    sketch: String,
    /// One document, version 1
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// Name of the new sketch: shaders/NAME.wgsl
    name: String,
    /// The sketch to copy [default: a short one to begin with]
    #[arg(long, value_name = "SKETCH")]
    from: Option<String>,
}

/// What `new` begins with.
const STARTER: &str = include_str!("starter.wgsl");

fn compiled(workspace: &Workspace, sketch: &Sketch) -> Result<CompiledShader, HeadlessError> {
    with_large_stack(|| compile_sketch(workspace, sketch, &Limits::default()).0)
        .map_err(HeadlessError::Sketch)
}

pub(super) fn list(common: &Common, args: &ListArgs) -> anyhow::Result<ExitCode> {
    let workspace = common.workspace()?;
    let mut documents = Vec::new();
    let mut rows = Vec::new();
    for sketch in workspace.sketches() {
        let shader = compiled(&workspace, &sketch);
        let title = match &shader {
            Ok(shader) => title(&shader.prose).unwrap_or_default(),
            Err(_) => "(faulty: `swimlab check` says why)".to_owned(),
        };
        let presets: Vec<String> = workspace
            .presets(&sketch)
            .into_iter()
            .map(|p| p.name)
            .collect();
        let place = match &sketch.file {
            Some(file) => display_path(file),
            None => "embedded".to_owned(),
        };
        documents.push(json!({
            "name": sketch.name,
            "file": sketch.file.as_deref().map(display_path),
            "embedded": sketch.file.is_none(),
            "good": shader.is_ok(),
            "title": title,
            "presets": presets,
        }));
        rows.push([sketch.name, title, place]);
    }
    if args.json {
        output::document(&json!({ "version": 1, "sketches": documents }));
    } else {
        table(&rows);
    }
    Ok(ExitCode::SUCCESS)
}

/// The first heading, or the first line.
fn title(prose: &str) -> Option<String> {
    let line = prose.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim_start_matches('#').trim().to_owned())
}

pub(super) fn params(common: &Common, args: &ParamsArgs) -> anyhow::Result<ExitCode> {
    let workspace = common.workspace()?;
    let sketch = workspace.find(&args.sketch)?;
    let shader = compiled(&workspace, &sketch)?;
    let params = ParamSet::new(&shader);
    if args.json {
        let all: Vec<Json> = params.params().iter().map(document).collect();
        output::document(&json!({ "version": 1, "sketch": sketch.name, "params": all }));
    } else if params.params().is_empty() {
        output::line("no controls: the sketch declares no `var<uniform>` and no `override`");
    } else {
        let rows: Vec<[String; 5]> = params.params().iter().map(row).collect();
        table(&rows);
    }
    Ok(ExitCode::SUCCESS)
}

fn document(param: &Param) -> Json {
    let range = param.range.map(|range| {
        json!({
            "min": range.min,
            "max": range.max,
            "step": range.step,
            "logarithmic": range.logarithmic,
        })
    });
    let (widget, choices) = match &param.widget {
        Widget::Number => ("number", None),
        Widget::Color => ("color", None),
        Widget::Choice(names) => ("choice", Some(names)),
        Widget::Toggle => ("toggle", None),
        Widget::Angle => ("angle", None),
    };
    json!({
        "path": param.path,
        "label": param.label,
        "group": param.group,
        "type": param.ty.to_string(),
        "default": lanes(param),
        "range": range,
        "widget": widget,
        "choices": choices,
        "unit": param.unit,
        "hidden": param.hidden,
        "phase_rate": param.phase_rate,
        "tooltip": param.tooltip,
    })
}

/// The default, without the digits that an f32 does not have.
fn lanes(param: &Param) -> Vec<f64> {
    let plain = |lane: &f64| match param.ty.scalar {
        // The shortest decimal that is the same f32.
        Scalar::F32 => (*lane as f32).to_string().parse().unwrap_or(*lane),
        _ => *lane,
    };
    param.default.lanes().iter().map(plain).collect()
}

fn row(param: &Param) -> [String; 5] {
    let lanes: Vec<String> = lanes(param).iter().map(f64::to_string).collect();
    let range = match (&param.range, &param.widget, &param.phase_rate) {
        (_, _, Some(rate)) => format!("grows by {rate}"),
        (Some(range), ..) => format!("{} to {} {}", range.min, range.max, param.unit),
        (None, Widget::Choice(names), _) => names.join(" | "),
        (None, Widget::Toggle, _) => "on | off".to_owned(),
        (None, ..) => param.unit.clone(),
    };
    [
        param.path.clone(),
        param.ty.to_string(),
        lanes.join(", "),
        range.trim_end().to_owned(),
        param.tooltip.clone(),
    ]
}

pub(super) fn new(common: &Common, args: &NewArgs) -> anyhow::Result<ExitCode> {
    let workspace = common.workspace()?;
    let text = match &args.from {
        None => STARTER.to_owned(),
        Some(from) => {
            let source = workspace
                .read_sketch(&workspace.find(from)?)
                .map_err(|d| HeadlessError::Sketch(vec![*d]))?;
            source.text.to_string()
        }
    };
    let path = workspace
        .new_sketch(&args.name, &text)
        .context("no sketch was made")?;
    output::line(&format!(
        "wrote {}; open it with `swimlab {}`",
        display_path(&path),
        args.name.strip_suffix(".wgsl").unwrap_or(&args.name)
    ));
    Ok(ExitCode::SUCCESS)
}

/// Lines with their cells under each other.
pub(super) fn table<const N: usize>(rows: &[[String; N]]) {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        output::line(line.trim_end());
    }
}
