//! `swimlab bench`

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::render::{PictureArgs, count};
use super::show::table;
use super::{Common, output};
use crate::headless::Headless;
use crate::render::Target;
use crate::session::{Event, thousands};

#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// A name, or the path of a .wgsl file
    sketch: String,
    /// Numbers of instances
    #[arg(
        long, value_delimiter = ',', value_parser = count, default_value = "1k,10k,100k,1M", value_name = "N,N…")]
    instances: Vec<u32>,
    /// Frames measured at each number
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    frames: u32,
    /// Seconds after which a number is cut short
    #[arg(long, default_value_t = 10.0, value_name = "S")]
    max_seconds: f64,
    #[command(flatten)]
    picture: PictureArgs,
    /// One document, version 1
    #[arg(long)]
    json: bool,
}

/// Medians over the frames at one number of instances, in milliseconds.
struct Row {
    num_instances: u32,
    num_frames: usize,
    /// Recording a frame's commands on the CPU, uniforms included.
    encode_ms: f64,
    /// The pass on the device, by timestamps.
    gpu_ms: Option<f64>,
    /// From the submission until the device is done.
    wait_ms: f64,
}

pub(super) fn bench(common: &Common, args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let mut headless = args.picture.open(common, &args.sketch, None)?;
    let target = headless.renderer.new_target(args.picture.size.0);
    let limit = headless.session.instance_limit();
    let mut rows = Vec::new();
    for &num_instances in &args.instances {
        if num_instances > limit {
            output::error(&format!(
                "{} instances are more than this adapter holds",
                thousands(num_instances)
            ));
            continue;
        }
        headless.handle(Event::SetInstances(num_instances))?;
        rows.push(measure(&mut headless, &target, args));
    }
    let info = &headless.gpu.info;
    let [width, height] = target.size;
    if args.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "instances": row.num_instances,
                    "frames": row.num_frames,
                    "encode_ms": row.encode_ms,
                    "gpu_ms": row.gpu_ms,
                    "wait_ms": row.wait_ms,
                })
            })
            .collect();
        output::document(&json!({
            "version": 1,
            "sketch": headless.session.sketch,
            "adapter": info.name,
            "driver": format!("{} {}", info.driver, info.driver_info),
            "size": target.size,
            "vertices": headless.renderer.num_vertices(),
            "triangles": headless.renderer.num_triangles(),
            "medians": rows,
        }));
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!(
        "{} on {}, {width}x{height}, {} vertices and {} triangles an instance; medians",
        headless.session.sketch,
        info.name,
        headless.renderer.num_vertices(),
        headless.renderer.num_triangles()
    ));
    let mut lines = vec![
        [
            "instances",
            "encode ms",
            "gpu ms",
            "submit to done ms",
            "frames",
        ]
        .map(str::to_owned),
    ];
    lines.extend(rows.iter().map(|row| {
        [
            thousands(row.num_instances),
            format!("{:.3}", row.encode_ms),
            row.gpu_ms
                .map_or("no timestamps".to_owned(), |ms| format!("{ms:.3}")),
            format!("{:.3}", row.wait_ms),
            row.num_frames.to_string(),
        ]
    }));
    table(&lines);
    Ok(ExitCode::SUCCESS)
}

fn measure(headless: &mut Headless, target: &Target, args: &BenchArgs) -> Row {
    // Writes the instances and lets the driver compile what it left for the first frame.
    headless.draw(target, 0.0);
    headless.renderer.poll_gpu_times();
    let mut encode_ms = Vec::new();
    let mut wait_ms = Vec::new();
    let mut gpu_ms = Vec::new();
    let start = Instant::now();
    for _ in 0..args.frames {
        if !encode_ms.is_empty() && start.elapsed().as_secs_f64() > args.max_seconds {
            break;
        }
        let dt_secs = headless.session.clock.advance_exactly(1.0 / 60.0);
        headless.session.params.advance_phases(dt_secs);
        let input = headless.frame_input(target.size, dt_secs);
        let begin = Instant::now();
        let mut encoder =
            headless
                .gpu
                .device
                .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                    label: Some("bench"),
                });
        headless
            .renderer
            .render(&mut encoder, target, &headless.session.params, &input);
        let commands = encoder.finish();
        let encoded = Instant::now();
        headless.gpu.queue.submit([commands]);
        headless.renderer.submitted();
        headless.gpu.wait();
        encode_ms.push((encoded - begin).as_secs_f64() * 1e3);
        wait_ms.push(encoded.elapsed().as_secs_f64() * 1e3);
        gpu_ms.extend(headless.renderer.poll_gpu_times().unwrap_or_default());
    }
    Row {
        num_instances: headless.session.num_instances(),
        num_frames: encode_ms.len(),
        encode_ms: median(&mut encode_ms).unwrap_or(0.0),
        wait_ms: median(&mut wait_ms).unwrap_or(0.0),
        gpu_ms: median(&mut gpu_ms),
    }
}

fn median(times: &mut [f64]) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
