//! Pictures of the swim sketch, held to those in `tests/goldens/`.
//!
//! They are drawn with the software driver, whatever GPU there is; without that driver the tests
//! fail. `tests/goldens/adapter.txt` says what drew the pictures that are there.
//!
//! Mesa 22.3 and 25.0 draw the same bits on one machine. Processors with other instructions and
//! drivers to come may round differently, which first shows along edges: a picture may differ a
//! little, by [`MAX_MEAN`] and [`MAX_SHARE`]. Both stand well below what a motion changes when it is
//! 5 % weaker, and a test keeps them there.
//!
//! A mismatch leaves the picture and its difference in `goldens/` of the target folder. Where the
//! new picture is right, [`COMMAND`] puts it in place of the old one: look at it before it is
//! committed.

use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, RgbImage};
use swimlab::gpu::AdapterChoice;
use swimlab::headless::{Headless, HeadlessError};
use swimlab::scene::{Camera, CameraState};
use swimlab::session::Event;
use swimlab::workspace::Workspace;

const SKETCH: &str = include_str!("../../shaders/swim.wgsl");
const UPDATE: &str = "SWIMLAB_UPDATE_GOLDENS";
/// Runs only the test that writes.
const COMMAND: &str =
    "SWIMLAB_UPDATE_GOLDENS=1 cargo test --test suite goldens::pictures_are_what_they_were";

const SIZE: u32 = 256;
const NUM_SAMPLES: u32 = 4;

/// The largest mean difference of a channel, of 255.
const MAX_MEAN: f64 = 0.2;
/// A pixel differs when one of its channels does by more than this, of 255.
const PIXEL_TOLERANCE: u8 = 24;
/// The largest share of pixels that differ.
const MAX_SHARE: f64 = 0.002;

/// A picture and what it shows.
struct Picture {
    name: &'static str,
    /// Controls that are not at their defaults.
    values: &'static [(&'static str, &'static str)],
    time_secs: f64,
    num_instances: u32,
}

/// The four motions, off: each picture turns on what it shows.
const STILL: [(&str, &str); 4] = [
    ("side_to_side", "0"),
    ("pivot", "0"),
    ("wave", "0"),
    ("twist", "0"),
];

const PICTURES: &[Picture] = &[
    Picture {
        name: "still",
        values: &[],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "side_to_side",
        values: &[("side_to_side", "0.7")],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "pivot",
        values: &[("pivot", "0.8")],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "wave",
        values: &[("wave", "0.6"), ("body_phase", "4")],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "twist",
        values: &[("twist", "1.5"), ("body_phase", "0.5")],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "all",
        values: &[
            ("side_to_side", "0.2"),
            ("pivot", "0.3"),
            ("wave", "0.4"),
            ("twist", "0.8"),
        ],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "mask",
        values: &[("show_mask", "on"), ("wave", "0.3")],
        time_secs: 1.0,
        num_instances: 1,
    },
    Picture {
        name: "school",
        values: &[
            ("side_to_side", "0.08"),
            ("pivot", "0.1"),
            ("wave", "0.18"),
            ("twist", "0.3"),
        ],
        time_secs: 2.0,
        num_instances: 1500,
    },
];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn golden(name: &str) -> PathBuf {
    package().join(format!("tests/goldens/{name}.png"))
}

/// Opens a sketch of a workspace on the software driver. A test without it fails.
fn open(workspace: &Workspace) -> Headless {
    let sketch = workspace.find("swim").expect("it is there");
    Headless::open(workspace, &sketch, &AdapterChoice::Software, NUM_SAMPLES)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Draws a picture; whatever was drawn before leaves no trace.
fn draw(headless: &mut Headless, picture: &Picture) -> Result<RgbImage, HeadlessError> {
    headless.handle(Event::ResetParams)?;
    headless.handle(Event::SetInstances(picture.num_instances))?;
    for (name, value) in STILL.iter().chain(picture.values) {
        headless.set(name, value)?;
    }
    headless.session.camera = Camera::from(if picture.num_instances == 1 {
        let fish = headless.session.field().instance(0, 1);
        CameraState {
            target: fish.world_from_model.map(|row| row[3]),
            yaw: 0.7,
            pitch: 0.6,
            distance: 3.4,
            vertical_fov: 0.8,
        }
    } else {
        CameraState {
            target: [0.0; 3],
            yaw: 0.95,
            pitch: 0.28,
            distance: 30.0,
            vertical_fov: 0.8,
        }
    });
    headless.session.camera.scene_radius = 60.0;
    headless.seek(picture.time_secs);
    let image = headless.picture([SIZE; 2])?;
    let (pixels, _) = image.rgba.as_chunks::<4>();
    let rgb = pixels
        .iter()
        .flat_map(|[r, g, b, _]| [*r, *g, *b])
        .collect();
    Ok(RgbImage::from_raw(SIZE, SIZE, rgb).expect("it has that many pixels"))
}

/// How far two pictures of one size are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Difference {
    /// Of a channel, of 255.
    mean: f64,
    /// Of pixels with a channel that is more than [`PIXEL_TOLERANCE`] off.
    share: f64,
}

impl Difference {
    fn of(a: &RgbImage, b: &RgbImage) -> Self {
        assert_eq!(a.dimensions(), b.dimensions());
        let mut sum = 0.0;
        let mut num_off = 0.0;
        for (a, b) in a.pixels().zip(b.pixels()) {
            let off = [0, 1, 2].map(|i| a.0[i].abs_diff(b.0[i]));
            sum += off.iter().map(|n| f64::from(*n)).sum::<f64>();
            num_off += f64::from(u8::from(off.iter().any(|n| *n > PIXEL_TOLERANCE)));
        }
        let num_pixels = f64::from(a.width()) * f64::from(a.height());
        Self {
            mean: sum / (3.0 * num_pixels),
            share: num_off / num_pixels,
        }
    }

    fn is_too_large(self) -> bool {
        self.mean > MAX_MEAN || self.share > MAX_SHARE
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the mean difference is {:.3} (at most {MAX_MEAN}), and {:.3} % of the pixels differ (at most {} %)",
            self.mean,
            self.share * 100.0,
            MAX_SHARE * 100.0
        )
    }
}

/// Differences, made visible: four times as bright.
fn difference_image(a: &RgbImage, b: &RgbImage) -> RgbImage {
    RgbImage::from_fn(a.width(), a.height(), |x, y| {
        let (a, b) = (a.get_pixel(x, y).0, b.get_pixel(x, y).0);
        image::Rgb([0, 1, 2].map(|i| a[i].abs_diff(b[i]).saturating_mul(4)))
    })
}

fn write(path: &Path, picture: &RgbImage) {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(
            picture,
            picture.width(),
            picture.height(),
            ExtendedColorType::Rgb8,
        )
        .expect("it is a picture");
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

fn read(path: &Path) -> Option<RgbImage> {
    let bytes = fs::read(path).ok()?;
    Some(image::load_from_memory(&bytes).ok()?.to_rgb8())
}

/// Where pictures that do not match are left.
fn left_overs() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary
        .parent()
        .expect("the target folder")
        .join("goldens")
}

/// What is wrong with a picture; it and its difference are left to be looked at.
fn mismatch(name: &str, picture: &RgbImage) -> Option<String> {
    let path = golden(name);
    let folder = left_overs();
    let actual = folder.join(format!("{name}.png"));
    let Some(wanted) = read(&path).filter(|wanted| wanted.dimensions() == picture.dimensions())
    else {
        write(&actual, picture);
        return Some(format!(
            "{name}: {} is missing or has another size\n  the picture: {}",
            path.display(),
            actual.display()
        ));
    };
    let difference = Difference::of(&wanted, picture);
    if !difference.is_too_large() {
        return None;
    }
    let visible = folder.join(format!("{name}.difference.png"));
    write(&actual, picture);
    write(&visible, &difference_image(&wanted, picture));
    Some(format!(
        "{name}: {difference}\n  wanted: {}\n  the picture: {}\n  the difference, 4 times as bright: {}",
        path.display(),
        actual.display(),
        visible.display()
    ))
}

fn adapter(headless: &Headless) -> String {
    let info = &headless.gpu.info;
    format!("{}, {} {}\n", info.name, info.driver, info.driver_info)
}

#[test]
fn pictures_are_what_they_were() {
    let mut headless = open(&Workspace::new(package()));
    let recorded = package().join("tests/goldens/adapter.txt");
    let update = std::env::var_os(UPDATE).is_some_and(|value| value == "1");
    let mut failures = Vec::new();
    for picture in PICTURES {
        let drawn = draw(&mut headless, picture).unwrap_or_else(|error| panic!("{error}"));
        if update {
            write(&golden(picture.name), &drawn);
        } else {
            failures.extend(mismatch(picture.name, &drawn));
        }
    }
    let adapter = adapter(&headless);
    if update {
        fs::write(&recorded, adapter).expect("written");
        return;
    }
    assert!(
        failures.is_empty(),
        "{}\n\ndrawn by {adapter}the goldens were drawn by {}if the new pictures are right: {COMMAND}",
        failures.join("\n"),
        fs::read_to_string(&recorded).unwrap_or_default()
    );
}

#[test]
fn the_folder_has_no_picture_that_nothing_is_held_to() {
    let folder = package().join("tests/goldens");
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str());
        assert!(
            name == Some("adapter") || PICTURES.iter().any(|p| Some(p.name) == name),
            "{} belongs to no test",
            path.display()
        );
    }
}

/// A sketch with one number changed draws pictures that are taken for wrong.
#[test]
fn a_changed_constant_is_noticed() {
    for (name, right, wrong) in [
        (
            "side_to_side",
            "p.x += swim.side_to_side * cos(time)",
            "p.x += 0.95 * swim.side_to_side * cos(time)",
        ),
        (
            "pivot",
            "swim.pivot * cos(time)",
            "0.95 * swim.pivot * cos(time)",
        ),
        (
            "wave",
            "swim.wave * mask * cos(wave_time);",
            "0.95 * swim.wave * mask * cos(wave_time);",
        ),
        (
            "twist",
            "swim.twist * cos(wave_time)",
            "0.95 * swim.twist * cos(wave_time)",
        ),
        ("mask", "0.5 * (1.0 - rest.z)", "0.48 * (1.0 - rest.z)"),
        (
            "still",
            "2.0 * vertex.color.a - 1.0)) * 2.0;",
            "2.0 * vertex.color.a - 1.0)) * 1.8;",
        ),
        (
            "still",
            "vec3f(0.351, 0.878, 0.326)",
            "vec3f(-0.351, 0.878, 0.326)",
        ),
        (
            "all",
            "(0.5 + instance.custom.y)",
            "(0.51 + instance.custom.y)",
        ),
        (
            "school",
            "TAU * instance.custom.x",
            "6.0 * instance.custom.x",
        ),
    ] {
        let difference = with_change(name, right, wrong);
        assert!(
            difference.is_too_large(),
            "{name} with `{wrong}`: {difference}"
        );
    }
}

/// The difference of a picture from its golden when the sketch says `wrong` instead of `right`.
fn with_change(name: &str, right: &str, wrong: &str) -> Difference {
    assert!(
        SKETCH.contains(right),
        "the sketch has no `{right}` to change"
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shaders = folder.path().join("shaders");
    fs::create_dir_all(&shaders).expect("made");
    fs::write(shaders.join("swim.wgsl"), SKETCH.replace(right, wrong)).expect("written");
    let picture = PICTURES.iter().find(|picture| picture.name == name);
    let picture = picture.expect("there is one");
    let drawn = draw(&mut open(&Workspace::new(folder.path())), picture);
    let wanted = read(&golden(name)).expect("the golden is there");
    Difference::of(&wanted, &drawn.unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn differences_are_measured() {
    let gray = RgbImage::from_pixel(10, 10, image::Rgb([100; 3]));
    assert_eq!(
        Difference::of(&gray, &gray),
        Difference {
            mean: 0.0,
            share: 0.0
        }
    );
    let mut spot = gray.clone();
    spot.put_pixel(3, 4, image::Rgb([100, 130, 100]));
    let difference = Difference::of(&gray, &spot);
    assert!((difference.mean - 0.1).abs() < 1e-9 && difference.share == 0.01);
    assert!(difference.is_too_large());
    assert_eq!(
        difference_image(&gray, &spot).get_pixel(3, 4).0,
        [0, 120, 0]
    );
    let pale = RgbImage::from_pixel(10, 10, image::Rgb([101; 3]));
    let difference = Difference::of(&gray, &pale);
    assert_eq!((difference.mean, difference.share), (1.0, 0.0));
    assert!(difference.is_too_large());
}
