//! `swimlab render`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::{Common, output};
use crate::gpu::Image;
use crate::headless::Headless;
use crate::preset::Preset;
use crate::scene::{Camera, CameraState};
use crate::session::Event;
use crate::workspace::{display_path, write_atomic};

#[derive(Debug, Args)]
pub(super) struct RenderArgs {
    /// A name, or the path of a .wgsl file
    sketch: String,
    /// The picture: F.png, or DIR/%05d.png for a sequence
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    picture: PictureArgs,
    /// Number of instances [default: the sketch's]
    #[arg(long, value_parser = count, value_name = "N")]
    instances: Option<u32>,
    /// Number of pictures
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: u32,
    /// Pictures a second of the sketch's time
    #[arg(long, default_value_t = 30.0)]
    fps: f64,
}

/// What a picture shows; `bench` takes the same.
#[derive(Clone, Debug, Args)]
pub(super) struct PictureArgs {
    /// Pixels
    #[arg(long, default_value = "1280x720", value_name = "WxH")]
    pub(super) size: Size,
    /// Samples a pixel, 1 or 4
    #[arg(long, default_value = "4", value_parser = samples, value_name = "N")]
    samples: u32,
    /// Seconds since the start
    #[arg(long, default_value_t = 0.0, value_name = "S")]
    time: f64,
    /// Seed of everything random [default: the sketch's]
    #[arg(long)]
    seed: Option<u32>,
    /// A preset of the sketch, or the path of a .toml file
    #[arg(long)]
    preset: Option<String>,
    /// A control's value: swim.wave=0.3, look.back=0.1,0.2,0.3
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Where it is seen from: degrees, degrees, world units, and the point looked at
    #[arg(
        long,
        value_name = "YAW,PITCH,DISTANCE[,X,Y,Z]",
        allow_hyphen_values = true
    )]
    camera: Option<CameraArg>,
}

/// Width and height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size(pub(super) [u32; 2]);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split('x').map(|n| n.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[width, height])
                if (1..=16384).contains(&width.min(height)) && width.max(height) <= 16384 =>
            {
                Ok(Self([width, height]))
            }
            _ => Err("write it as 1280x720, each from 1 to 16384".to_owned()),
        }
    }
}

/// What every device can do.
fn samples(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "4" => Ok(4),
        _ => Err("1 or 4".to_owned()),
    }
}

/// `1000`, `1k`, `2M`
pub(super) fn count(text: &str) -> Result<u32, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1e3),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1e6),
            None => (text, 1.0),
        },
    };
    let number = digits.parse::<f64>().map(|n| n * unit);
    match number {
        Ok(n)
            if n.fract() == 0.0 && (1.0..=f64::from(crate::shader::MAX_INSTANCES)).contains(&n) =>
        {
            Ok(n as u32)
        }
        _ => Err(format!(
            "a number of instances is 1 to {}, 10k and 1M are understood",
            crate::shader::MAX_INSTANCES
        )),
    }
}

#[derive(Clone, Copy, Debug)]
struct CameraArg(CameraState);

impl FromStr for CameraArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f32>> = text
            .split(',')
            .map(|n| n.trim().parse().ok().filter(|n: &f32| n.is_finite()))
            .collect();
        let (direction, target) = match numbers.as_deref() {
            Some(&[yaw, pitch, distance]) => ([yaw, pitch, distance], [0.0; 3]),
            Some(&[yaw, pitch, distance, x, y, z]) => ([yaw, pitch, distance], [x, y, z]),
            _ => {
                return Err("write it as yaw,pitch,distance or yaw,pitch,distance,x,y,z".to_owned());
            }
        };
        let [yaw, pitch, distance] = direction;
        Ok(Self(CameraState {
            target,
            yaw: yaw.to_radians(),
            pitch: pitch.to_radians(),
            distance,
            ..CameraState::default()
        }))
    }
}

impl PictureArgs {
    /// Opens the sketch and sets everything that was asked for.
    pub(super) fn open(
        &self,
        common: &Common,
        sketch: &str,
        instances: Option<u32>,
    ) -> anyhow::Result<Headless> {
        let workspace = common.workspace()?;
        let sketch = workspace.find(sketch)?;
        let mut headless = Headless::open(&workspace, &sketch, &common.adapter, self.samples)?;
        let max = headless.gpu.device.limits().max_texture_dimension_2d;
        ensure!(
            self.size.0.iter().all(|&n| n <= max),
            "`{}` draws at most {max} pixels a side",
            headless.gpu.info.name
        );
        // Before a preset, which may set the number of instances and thereby their places.
        if let Some(seed) = self.seed {
            headless.session.set_seed(seed);
            headless.handle(Event::SetInstances(headless.session.num_instances()))?;
        }
        if let Some(name) = &self.preset {
            let (path, text) = if name.ends_with(".toml") {
                let text = std::fs::read_to_string(name)
                    .with_context(|| format!("cannot read the preset {name}"))?;
                (name.clone(), text)
            } else {
                workspace.read_preset(&sketch, name)?
            };
            let preset = Preset::parse(&path, &text)?;
            let (effects, report) = headless.session.apply_preset(&preset);
            headless.carry_out(effects)?;
            for detail in report.details() {
                output::error(&format!("{path}: warning: {detail}"));
            }
        }
        if let Some(num_instances) = instances {
            headless.handle(Event::SetInstances(num_instances))?;
            if headless.session.num_instances() != num_instances {
                output::error(&format!(
                    "warning: this adapter holds at most {} instances",
                    headless.session.num_instances()
                ));
            }
        }
        for assignment in &self.set {
            let Some((name, value)) = assignment.split_once('=') else {
                bail!("`--set {assignment}` has no value; write it as --set NAME=VALUE");
            };
            headless.set(name.trim(), value)?;
        }
        if let Some(CameraArg(state)) = self.camera {
            let radius = headless.session.camera.scene_radius;
            headless.session.camera = Camera::from(state);
            headless.session.camera.scene_radius = radius;
        } else if self.preset.is_none() || instances.is_some() {
            let [width, height] = self.size.0;
            headless.session.open_view(width as f32 / height as f32);
        }
        headless.seek(self.time);
        Ok(headless)
    }
}

pub(super) fn render(common: &Common, args: &RenderArgs) -> anyhow::Result<ExitCode> {
    let pattern = Pattern::of(&args.out)?;
    ensure!(
        args.frames == 1 || pattern.is_sequence(),
        "{} pictures need a numbered name: --out DIR/%05d.png",
        args.frames
    );
    ensure!(args.fps.is_finite() && args.fps > 0.0, "--fps is above 0");
    let mut headless = args.picture.open(common, &args.sketch, args.instances)?;
    for frame in 0..args.frames {
        let time = args.picture.time + f64::from(frame) / args.fps;
        headless.seek(time);
        let image = headless.picture(args.picture.size.0)?;
        let path = pattern.path(frame);
        write_atomic(&path, &png(image)?)?;
        if args.frames == 1 {
            output::line(&format!("wrote {}", display_path(&path)));
        } else if frame + 1 == args.frames || (frame + 1).is_multiple_of(10) {
            output::error(&format!("{} of {}", frame + 1, args.frames));
        }
    }
    if args.frames > 1 {
        let last = pattern.path(args.frames - 1);
        output::line(&format!(
            "wrote {} to {}",
            display_path(&pattern.path(0)),
            display_path(&last)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// An image as the bytes of a PNG file.
pub(super) fn png(image: Image) -> anyhow::Result<Vec<u8>> {
    let picture = image::RgbaImage::from_raw(image.width, image.height, image.rgba)
        .context("the picture has another length than its size says")?;
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// Where pictures go.
#[derive(Debug, PartialEq)]
struct Pattern {
    before: String,
    /// Digits of the number; `None` for a single picture.
    digits: Option<usize>,
    after: String,
}

impl Pattern {
    fn of(out: &Path) -> anyhow::Result<Self> {
        let text = out
            .to_str()
            .with_context(|| format!("{} is not Unicode", out.display()))?;
        match out
            .extension()
            .and_then(|e| e.to_str())
            .map(str::to_lowercase)
            .as_deref()
        {
            Some("png") => {}
            Some("gif" | "mp4") => bail!(
                "{text}: this version writes PNG; --out DIR/%05d.png gives pictures to make a film of"
            ),
            _ => bail!("{text}: the name of a picture ends in .png"),
        }
        let Some((before, rest)) = text.split_once('%') else {
            return Ok(Self {
                before: text.to_owned(),
                digits: None,
                after: String::new(),
            });
        };
        let parsed = rest.split_once('d').and_then(|(digits, after)| {
            let digits = if digits.is_empty() {
                Some(1)
            } else {
                digits.parse().ok()
            };
            digits.filter(|d| *d <= 9).map(|digits| (digits, after))
        });
        match parsed {
            Some((digits, after)) if !after.contains('%') => Ok(Self {
                before: before.to_owned(),
                digits: Some(digits),
                after: after.to_owned(),
            }),
            _ => bail!("{text}: the number is written as %05d, once"),
        }
    }

    fn is_sequence(&self) -> bool {
        self.digits.is_some()
    }

    fn path(&self, frame: u32) -> PathBuf {
        match self.digits {
            None => PathBuf::from(&self.before),
            Some(digits) => format!("{}{frame:0digits$}{}", self.before, self.after).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_with_units() {
        assert_eq!(count("10k"), Ok(10_000));
        assert_eq!(count("1M"), Ok(1_000_000));
        assert_eq!(count("1.5k"), Ok(1500));
        assert!(count("0").is_err() && count("2M").is_err() && count("0.5").is_err());
    }

    #[test]
    fn names_of_pictures_are_numbered() {
        let path = |out: &str, frame| Pattern::of(Path::new(out)).map(|p| p.path(frame));
        for (out, frame, wanted) in [
            ("a/%05d.png", 7, "a/00007.png"),
            ("a%d.png", 12, "a12.png"),
            ("a.png", 0, "a.png"),
        ] {
            assert_eq!(path(out, frame).expect("a pattern"), Path::new(wanted));
        }
        for bad in ["a.gif", "a", "%5x.png", "%5d%5d.png", "%99d.png"] {
            assert!(path(bad, 0).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_have_two_numbers() {
        assert!("1280x720".parse::<Size>().is_ok());
        for bad in ["1280", "0x5", "5x0", "1x2x3", "99999x1", "axb"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
