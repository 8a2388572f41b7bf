//! A host on real files and a real device: what a person asks for is done, and nothing is lost.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use swimlab::gpu::{AdapterChoice, Gpu, Image, read_texture};
use swimlab::headless;
use swimlab::host::{Host, HostOptions, Message, Taken};
use swimlab::params::Value;
use swimlab::render::RendererOptions;
use swimlab::session::Event;
use swimlab::workspace::Workspace;

const SKETCH: &str = "\
//! @mesh(\"own.glb\")
//! @import(\"tone.wgsl\")
struct Look { level: f32, other: f32 } // two numbers
@group(1) @binding(0) var<uniform> look: Look;
override BOOST: f32 = 0.25;
@fragment
fn fs_main() -> @location(0) vec4f { return vec4f(tone(look.level), BOOST, 0.0, 1.0); }
";
const TONE: &str = "fn tone(level: f32) -> f32 { return level; }";

fn gpu() -> Gpu {
    pollster::block_on(Gpu::open(
        &Gpu::instance(None),
        &AdapterChoice::Software,
        None,
    ))
    .expect("a software driver; scripts/test installs one")
}

struct Desk {
    host: Host,
    inbox: Receiver<Message>,
    folder: tempfile::TempDir,
}

impl Desk {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let save = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        };
        save("shaders/a.wgsl", SKETCH.as_bytes());
        save("shaders/tone.wgsl", TONE.as_bytes());
        save("shaders/b.wgsl", SKETCH.as_bytes());
        save("assets/own.glb", include_bytes!("../../assets/fish.glb"));
        let (sender, inbox) = channel();
        let sender = Mutex::new(sender);
        let post = Arc::new(move |message| {
            if let Ok(sender) = sender.lock() {
                // The desk may be gone.
                let _ = sender.send(message);
            }
        });
        let options = HostOptions {
            renderer: RendererOptions::offline(1),
            auto_count: false,
        };
        let workspace = Workspace::new(folder.path());
        let host = Host::new(&gpu(), &workspace, options, post).expect("a host");
        let mut desk = Self {
            host,
            inbox,
            folder,
        };
        desk.host.open("a").expect("the sketch is there");
        desk.until(|taken| matches!(taken, Taken::Installed { .. }));
        desk.until(|taken| *taken == Taken::Mesh);
        desk
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    #[track_caller]
    fn until(&mut self, wanted: impl Fn(&Taken) -> bool) {
        loop {
            let message = self
                .inbox
                .recv_timeout(Duration::from_secs(60))
                .expect("the host's threads answer");
            let taken = self.host.take(message);
            if wanted(&taken) {
                return;
            }
        }
    }

    fn set(&mut self, path: &str, number: f64) {
        let params = &self.host.session.params;
        let at = params.index(path).expect("the control is there");
        let value = Value::from_lanes(params.params()[at].ty, &[number]).expect("a number");
        self.host.handle(Event::SetParam(at, value));
    }

    fn value(&self, path: &str) -> f64 {
        let params = &self.host.session.params;
        params
            .value(params.index(path).expect("the control is there"))
            .lanes()[0]
    }

    fn picture(&mut self) -> Image {
        let gpu = self.host.gpu().clone();
        let target = self.host.renderer.new_target([8, 8]);
        let input = self.host.frame_input([8, 8], 0.0, [0.0; 2]);
        let params = &self.host.session.params;
        headless::draw(&gpu, &mut self.host.renderer, &target, params, &input);
        read_texture(&gpu, target.color()).expect("a picture")
    }

    #[track_caller]
    fn shows(&mut self, red: u8, green: u8) {
        let [r, g, ..] = self.picture().pixel(4, 4);
        assert!(
            r.abs_diff(red) <= 2 && g.abs_diff(green) <= 2,
            "red {r} and green {g}, not {red} and {green}"
        );
    }
}

/// sRGB bytes of linear 0, 0.25, 0.5, 1.
const NONE: u8 = 0;
const QUARTER: u8 = 137;
const HALF: u8 = 188;
const FULL: u8 = 255;

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is there")
}

#[test]
fn a_lost_device_takes_nothing_with_it() {
    let mut desk = Desk::open();
    desk.set("look.level", 0.5);
    desk.shows(HALF, QUARTER);
    desk.host.handle(Event::Step);
    let time = desk.host.session.clock.time();

    desk.host.gpu().device.destroy();
    desk.host.renew(&gpu()).expect("another device");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    desk.shows(HALF, QUARTER);
    assert_eq!(desk.value("look.level"), 0.5);
    assert_eq!(desk.host.session.clock.time(), time);
    assert_eq!(desk.host.session.num_errors(), 0);
}

#[test]
fn imports_and_meshes_are_loaded_again_when_they_change() {
    let mut desk = Desk::open();
    desk.set("look.level", 0.5);
    let doubled = "fn tone(level: f32) -> f32 { return 2.0 * level; }";
    fs::write(desk.path("shaders/tone.wgsl"), doubled).expect("the module is saved");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    desk.shows(FULL, QUARTER);

    // Broken in the module: told with the module's place, and the picture stays.
    fs::write(
        desk.path("shaders/tone.wgsl"),
        "fn tone(level: f32) -> f32 {\n  return lvl;\n}",
    )
    .expect("the module is saved");
    desk.until(|taken| matches!(taken, Taken::Refused { .. }));
    let headline = desk.host.session.problems[0].headline();
    assert!(
        headline.contains("shaders/tone.wgsl:2:10: error"),
        "{headline}"
    );
    desk.shows(FULL, QUARTER);
    fs::write(desk.path("shaders/tone.wgsl"), TONE).expect("the module is saved");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));

    let vertices = |desk: &Desk| desk.host.session.mesh.as_ref().map(|m| m.num_vertices);
    let before = vertices(&desk);
    let other = include_bytes!("../../assets/fish_204.glb");
    fs::write(desk.path("assets/own.glb"), other).expect("the mesh is saved");
    desk.until(|taken| *taken == Taken::Mesh);
    assert_ne!(vertices(&desk), before);
    assert_eq!(vertices(&desk), Some(204));

    // A mesh that is none: told, and the one of before stays.
    fs::write(desk.path("assets/own.glb"), b"no mesh").expect("a file is saved");
    desk.until(|taken| *taken == Taken::Mesh);
    assert_eq!(desk.host.session.num_errors(), 1);
    assert_eq!(vertices(&desk), Some(204));
    assert_eq!(desk.host.renderer.num_vertices(), 204);
}

#[test]
fn a_constant_is_compiled_in_and_a_uniform_is_not() {
    let mut desk = Desk::open();
    desk.shows(NONE, QUARTER);
    desk.set("BOOST", 1.0);
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    desk.shows(NONE, FULL);
    desk.set("look.level", 1.0);
    desk.shows(FULL, FULL);
}

#[test]
fn presets_are_files_and_a_deleted_one_comes_back_as_it_was() {
    let mut desk = Desk::open();
    let file = desk.path("presets/a/mine.toml");
    desk.set("look.level", 0.5);
    desk.host.handle(Event::SavePreset("mine".into()));
    assert!(
        text(&file).contains("\"look.level\" = 0.5"),
        "{}",
        text(&file)
    );
    // A person's own words in the file survive another save.
    let edited = format!("# my words\n{}", text(&file));
    fs::write(&file, &edited).expect("the preset is edited");
    desk.set("look.level", 0.25);
    desk.host.handle(Event::SavePreset("mine".into()));
    assert!(text(&file).starts_with("# my words\n"));
    let saved = text(&file);

    desk.set("look.level", 1.0);
    desk.host.handle(Event::LoadPreset("mine".into()));
    assert_eq!(desk.value("look.level"), 0.25);

    desk.host.handle(Event::DeletePreset("mine".into()));
    assert!(!file.exists());
    assert!(desk.host.session.presets.is_empty());
    desk.host.handle(Event::RestorePreset);
    assert_eq!(text(&file), saved);
    assert_eq!(desk.host.session.presets.len(), 1);

    // A file that cannot be understood is not replaced.
    fs::write(&file, "version = 1\n[values\n").expect("a half-written preset");
    desk.host.handle(Event::SavePreset("mine".into()));
    assert_eq!(text(&file), "version = 1\n[values\n");
    let notice = desk.host.session.notices.last().expect("it is told");
    assert!(
        notice.is_error && notice.text.contains("mine.toml"),
        "{}",
        notice.text
    );
}

#[test]
fn another_sketch_and_back_keeps_what_was_set() {
    let mut desk = Desk::open();
    desk.set("look.level", 0.5);
    desk.host.open("b").expect("the sketch is there");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    assert_eq!(desk.value("look.level"), 0.0);
    desk.host.open("a").expect("the sketch is there");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    assert_eq!(desk.value("look.level"), 0.5);
    desk.shows(HALF, QUARTER);
}

#[test]
fn an_embedded_sketch_becomes_a_file_of_ones_own() {
    let mut desk = Desk::open();
    desk.host.open("swim").expect("it comes with the program");
    desk.until(|taken| matches!(taken, Taken::Installed { .. }));
    assert!(desk.host.session.is_embedded());
    desk.host.handle(Event::CopySketch);
    desk.until(|taken| matches!(taken, Taken::Installed { .. } | Taken::Nothing));
    assert_eq!(
        text(&desk.path("shaders/swim.wgsl")),
        include_str!("../../shaders/swim.wgsl")
    );
    // A second time would replace it.
    desk.host.handle(Event::CopySketch);
    assert!(
        desk.host
            .session
            .notices
            .iter()
            .any(|notice| notice.is_error)
    );
}
