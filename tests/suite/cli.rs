//! The command line: what it prints, what it writes, how it ends.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::Value as Json;

const GOOD: &str = "\
//! @mesh(\"cube\") @instances(3) @layout(box, 4, 4, 4)
struct Look { tint: vec3f } // @color
@group(1) @binding(0) var<uniform> look: Look;
@vertex
fn vs_main(vertex: Vertex, instance: Instance) -> Surface {
    return surface_at(instance_point(instance, vertex.position), vertex.normal, vertex.uv, vec4f(1.0));
}
@fragment
fn fs_main() -> @location(0) vec4f { return vec4f(look.tint, 1.0); }
@fragment
fn fs_back() -> @location(0) vec4f { return vec4f(0.0, 0.0, 1.0, 1.0); }
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn with(name: &str, text: &str) -> Self {
        let folder = Self::new();
        folder.save(name, text);
        folder
    }

    fn save(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_swimlab"));
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran(self.command(args).output().expect("swimlab starts"))
    }

    fn draw(&self, args: &[&str]) -> Ran {
        self.run(&[args, &["--adapter", "software", "--size", "64x48"]].concat())
    }

    fn image(&self, name: &str) -> image::RgbaImage {
        let picture = image::open(self.path().join(name)).expect("a picture");
        picture.into_rgba8()
    }
}

struct Ran(Output);

impl Ran {
    #[track_caller]
    fn ends(&self, code: i32) -> &Self {
        let all = format!("{}\n{}", self.out(), self.err());
        assert_eq!(self.0.status.code(), Some(code), "{all}");
        self
    }

    fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    fn says(&self, words: &str) -> &Self {
        let all = format!("{}\n{}", self.out(), self.err());
        assert!(all.contains(words), "no `{words}` in:\n{all}");
        self
    }

    #[track_caller]
    fn json(&self) -> Json {
        let document: Json = serde_json::from_str(&self.out()).expect("standard output is JSON");
        assert_eq!(document["version"], 1);
        document
    }
}

#[test]
fn an_empty_folder_has_the_embedded_sketches() {
    let folder = Folder::new();
    folder.run(&["list"]).ends(0).says("The swim cycle");
    let list = folder.run(&["list", "--json"]).ends(0).json();
    let swim = list["sketches"]
        .as_array()
        .and_then(|all| all.iter().find(|sketch| sketch["name"] == "swim"))
        .expect("swim is there");
    assert_eq!(swim["embedded"], true);
    assert_eq!(swim["file"], Json::Null);
    assert_eq!(swim["presets"].as_array().map(Vec::len), Some(3));
    folder
        .run(&["check", "swim"])
        .ends(0)
        .says("swim.wgsl: good");
}

#[test]
fn a_folder_on_disk_wins_over_the_embedded_copy() {
    let folder = Folder::with("shaders/swim.wgsl", &format!("//! # Mine\n{GOOD}"));
    let list = folder.run(&["list", "--json"]).ends(0).json();
    assert_eq!(list["sketches"][0]["title"], "Mine");
    assert_eq!(list["sketches"][0]["file"], "shaders/swim.wgsl");
}

#[test]
fn check_tells_the_place_and_ends_with_1() {
    let folder = Folder::with("shaders/a.wgsl", &GOOD.replace("vec4f(1.0)", "vec4f(one)"));
    folder.save("shaders/b.wgsl", GOOD);
    let ran = folder.run(&["check", "shaders/b.wgsl", "shaders/a.wgsl"]);
    ran.ends(1).says("shaders/b.wgsl: good");
    let headline = ran.out().lines().nth(1).expect("a second line").to_owned();
    assert!(headline.starts_with("shaders/a.wgsl:6:"), "{headline}");
    assert!(headline.contains(": error: "), "{headline}");
    ran.says("^^^");

    let ran = folder.run(&["check", "a", "--format", "json"]);
    let document = ran.ends(1).json();
    let diagnostic = &document["files"][0]["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["line"], 6);
    assert_eq!(document["good"], false);

    folder
        .run(&["check", "missing.wgsl"])
        .ends(2)
        .says("missing.wgsl");
    folder.run(&["check", "c"]).ends(2);
    folder.run(&["check"]).ends(2);
    folder
        .run(&["check", "b", "--workspace", "nowhere"])
        .ends(2)
        .says("nowhere");
}

#[test]
fn check_sees_a_missing_mesh() {
    let folder = Folder::with("shaders/a.wgsl", &GOOD.replace("\"cube\"", "\"shark.glb\""));
    folder
        .run(&["check", "a"])
        .ends(1)
        .says("shaders/a.wgsl:1:11: error: cannot load the mesh `shark.glb`");
}

#[test]
fn params_lists_the_controls() {
    let folder = Folder::new();
    folder
        .run(&["params", "swim"])
        .ends(0)
        .says("swim.side_to_side  f32    0.08");
    let document = folder.run(&["params", "swim", "--json"]).ends(0).json();
    let wave = document["params"]
        .as_array()
        .and_then(|all| all.iter().find(|param| param["path"] == "swim.wave"))
        .expect("wave is there");
    assert_eq!(wave["default"][0], 0.18);
    assert_eq!(wave["range"]["max"], 1.0);
    assert_eq!(wave["label"], "wave");
}

#[test]
fn render_writes_a_picture_with_what_was_set() {
    let folder = Folder::with("shaders/a.wgsl", GOOD);
    folder
        .draw(&["render", "a", "--out", "out/a.png", "--set", "tint=1,0,0"])
        .ends(0)
        .says("wrote out/a.png");
    let picture = folder.image("out/a.png");
    assert_eq!(picture.dimensions(), (64, 48));
    let red = picture.pixels().filter(|p| p.0 == [255, 0, 0, 255]).count();
    let blue = picture.pixels().filter(|p| p.0 == [0, 0, 255, 255]).count();
    assert!(red > 20 && blue > 200, "{red} red, {blue} blue");

    let sequence = ["render", "a", "--out", "s/%03d.png", "--frames", "3"];
    folder.draw(&sequence).ends(0);
    assert!(folder.path().join("s/002.png").is_file());
}

#[test]
fn render_says_what_is_wrong_and_writes_nothing() {
    let folder = Folder::with("shaders/a.wgsl", GOOD);
    folder.save("shaders/bad.wgsl", "fn");
    folder.save("file", "");
    let render = |more: &[&str]| folder.draw(&[&["render"], more].concat());
    render(&["bad", "--out", "x.png"])
        .ends(1)
        .says("bad.wgsl:1:");
    render(&["a", "--out", "x.png", "--set", "tin=1"])
        .ends(2)
        .says("look.tint");
    render(&["a", "--out", "x.png", "--set", "tint=red"])
        .ends(2)
        .says("vec3f");
    render(&["a", "--out", "x.png", "--set", "tint"])
        .ends(2)
        .says("NAME=VALUE");
    render(&["a", "--out", "x.gif"]).ends(2).says("writes PNG");
    render(&["a", "--out", "x.png", "--frames", "2"])
        .ends(2)
        .says("%05d.png");
    render(&["a", "--out", "x.png", "--preset", "none"])
        .ends(2)
        .says("none.toml");
    render(&["a", "--out", "x.png", "--instances", "2M"]).ends(2);
    render(&["a", "--out", "file/x.png"])
        .ends(2)
        .says("file/x.png");
    folder
        .run(&["render", "a", "--out", "x.png", "--adapter", "no such"])
        .ends(2)
        .says("no adapter is called `no such`");
    assert!(!folder.path().join("x.png").exists());
}

#[test]
fn render_takes_a_preset_and_tells_what_does_not_fit() {
    let folder = Folder::with("shaders/a.wgsl", GOOD);
    let preset = "version = 1\nsketch = \"a\"\n[values]\n\"look.tint\" = [0.0, 1.0, 0.0]\n\"look.gone\" = 1.0\n";
    folder.save("presets/a/green.toml", preset);
    folder
        .draw(&["render", "a", "--out", "a.png", "--preset", "green"])
        .ends(0)
        .says("`look.gone` is not in this sketch");
    let green = |p: &&image::Rgba<u8>| p.0 == [0, 255, 0, 255];
    assert!(folder.image("a.png").pixels().filter(green).count() > 20);
}

#[test]
fn new_begins_a_sketch_and_never_replaces_one() {
    let folder = Folder::new();
    folder
        .run(&["new", "mine"])
        .ends(0)
        .says("shaders/mine.wgsl");
    folder
        .run(&["check", "shaders/mine.wgsl"])
        .ends(0)
        .says("good");
    folder.save("shaders/mine.wgsl", "// all my work");
    folder
        .run(&["new", "mine", "--from", "swim"])
        .ends(2)
        .says("exists already");
    let text = fs::read_to_string(folder.path().join("shaders/mine.wgsl")).expect("it is there");
    assert_eq!(text, "// all my work");
    folder.run(&["new", "copy", "--from", "swim"]).ends(0);
    folder.run(&["check", "copy"]).ends(0);
    folder
        .run(&["new", "../out"])
        .ends(2)
        .says("leaves the workspace");
}

#[test]
fn bench_measures_every_count() {
    let folder = Folder::with("shaders/a.wgsl", GOOD);
    let ran = folder.draw(&[
        "bench",
        "a",
        "--instances",
        "10,1k",
        "--frames",
        "3",
        "--json",
    ]);
    let document = ran.ends(0).json();
    let rows = document["medians"].as_array().expect("rows");
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["instances"], 1000);
    assert!(
        rows.iter()
            .all(|row| row["encode_ms"].as_f64().is_some_and(|ms| ms > 0.0))
    );
    assert!(
        document["adapter"]
            .as_str()
            .is_some_and(|name| !name.is_empty())
    );
}

#[test]
fn without_a_display_the_window_says_what_to_run_instead() {
    let folder = Folder::new();
    folder
        .run(&["swim"])
        .ends(2)
        .says("swimlab render SKETCH --out picture.png")
        .says("swimlab watch SKETCH");
    folder
        .run(&["swim", "list"])
        .ends(2)
        .says("give the command first");
}

/// Ends its process when it goes.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn watch_draws_again_after_each_save() {
    let folder = Folder::with("shaders/a.wgsl", GOOD);
    let args = [
        "watch",
        "a",
        "--out",
        "a.png",
        "--json",
        "--size",
        "64x48",
        "--adapter",
        "software",
    ];
    let mut watch = Ended(
        folder
            .command(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("swimlab starts"),
    );
    let out = watch.0.stdout.take().expect("it is piped");
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            // The test may have ended.
            let _ = sender.send(line);
        }
    });
    let until = |event: &str| loop {
        let line = lines.recv_timeout(Duration::from_secs(60));
        let line = line.unwrap_or_else(|_| panic!("no `{event}` from watch"));
        let document: Json = serde_json::from_str(&line).expect("each line is JSON");
        assert_eq!(document["version"], 1);
        if document["event"] == event {
            return document;
        }
    };
    until("reloaded");
    until("mesh");
    let blue = folder.image("a.png");

    folder.save(
        "shaders/a.wgsl",
        &GOOD.replace("0.0, 0.0, 1.0, 1.0", "0.0, 1.0, 0.0, 1.0"),
    );
    let reloaded = until("reloaded");
    assert!(reloaded["latency_ms"].as_f64().is_some_and(|ms| ms > 0.0));
    let green = folder.image("a.png");
    assert_ne!(blue, green);

    folder.save("shaders/a.wgsl", "fn");
    let refused = until("refused");
    assert_eq!(refused["diagnostics"][0]["severity"], "error");
    assert_eq!(folder.image("a.png"), green);

    folder.save("shaders/a.wgsl", GOOD);
    until("reloaded");
    assert_eq!(folder.image("a.png"), blue);
}
