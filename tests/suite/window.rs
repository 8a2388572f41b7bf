//! The main job in a real window: a file saved by an editor changes the picture while fish swim.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::xvfb::{Playground, Shot};

/// Colors of the water: linear as the sketch writes them, and as the screen shows them.
const RED: (&str, [u8; 3]) = ("1.0, 0.0, 0.0", [255, 0, 0]);
const GREEN: (&str, [u8; 3]) = ("0.0, 1.0, 0.0", [0, 255, 0]);
const BLUE: (&str, [u8; 3]) = ("0.0, 0.0, 1.0", [0, 0, 255]);
const YELLOW: (&str, [u8; 3]) = ("1.0, 1.0, 0.0", [255, 255, 0]);
const PINK: (&str, [u8; 3]) = ("1.0, 0.0, 1.0", [255, 0, 255]);
const CYAN: (&str, [u8; 3]) = ("0.0, 1.0, 1.0", [0, 255, 255]);

/// What the theme shows problems in.
const PROBLEM: [u8; 3] = [240, 104, 96];

const SPACE: u8 = 65;

/// The swim sketch with water of one color.
fn sketch(water: &str) -> String {
    let text = include_str!("../../shaders/swim.wgsl");
    let plain = "return vec4f(water_color(direction, look.deep_water, look.bright_water), 1.0);";
    assert!(text.contains(plain), "the water of the sketch has changed");
    text.replace(plain, &format!("return vec4f({water}, 1.0); // water"))
}

struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = Self {
            dir: tempfile::tempdir().expect("a temporary folder"),
        };
        fs::create_dir(folder.shaders()).expect("a folder");
        folder
    }

    fn shaders(&self) -> PathBuf {
        self.dir.path().join("shaders")
    }

    fn file(&self) -> PathBuf {
        self.shaders().join("swim.wgsl")
    }

    /// As editors do that open the file with truncation.
    fn save(&self, text: &str) {
        fs::write(self.file(), text).expect("the sketch is written");
    }

    /// As editors do that write a new file and rename it.
    fn save_by_rename(&self, text: &str) {
        let temporary = self.shaders().join(".swim.wgsl.tmp");
        fs::write(&temporary, text).expect("a file is written");
        fs::rename(temporary, self.file()).expect("a file is renamed");
    }

    /// By vim itself, with a backup.
    fn save_with_vim(&self, water: &str) {
        let vim = ["vim", "vim.tiny", "vi"]
            .into_iter()
            .find(|vim| Command::new(vim).arg("--version").output().is_ok())
            .expect("there is a vim; scripts/test installs one");
        let change =
            format!(r"%s/vec4f([0-9., ]*, 1.0); \/\/ water/vec4f({water}, 1.0); \/\/ water/");
        let status = Command::new(vim)
            .args(["-u", "NONE", "-N", "-es", "-c", "set backup backupcopy=no"])
            .arg("-c")
            .arg(change)
            .args(["-c", "wq"])
            .arg(self.file())
            .status()
            .expect("vim starts");
        assert!(status.success(), "vim says {status}");
        let text = fs::read_to_string(self.file()).expect("the sketch can be read");
        assert!(text.contains(water), "vim has not changed the sketch");
    }
}

/// The middle of the picture.
fn picture(playground: &Playground) -> Shot {
    playground.shot(240, 160, 700, 500)
}

/// Waits for water of a color, and fish in it.
#[track_caller]
fn sees(playground: &mut Playground, water: [u8; 3]) {
    playground.wait(&format!("water of {water:?}"), |p| {
        let share = picture(p).share(water);
        share > 0.5 && share < 0.9999
    });
}

/// Whether what the picture shows moves.
#[track_caller]
fn swims(playground: &mut Playground) {
    let before = picture(playground);
    playground.wait("motion", |p| picture(p) != before);
}

fn open(folder: &Path) -> Playground {
    Playground::open(folder, &["swim"])
}

#[test]
fn saving_the_sketch_changes_the_picture_while_fish_swim() {
    let folder = Folder::new();
    folder.save(&sketch(RED.0));
    let mut playground = open(folder.dir.path());
    sees(&mut playground, RED.1);
    swims(&mut playground);

    folder.save(&sketch(GREEN.0));
    sees(&mut playground, GREEN.1);
    folder.save_by_rename(&sketch(BLUE.0));
    sees(&mut playground, BLUE.1);
    folder.save_with_vim(YELLOW.0);
    sees(&mut playground, YELLOW.1);
    folder.save_by_rename(&sketch(PINK.0));
    sees(&mut playground, PINK.1);

    // Broken: the fish swim on, and the problem is told.
    let status = |p: &Playground| p.shot(0, 812, 900, 28).share(PROBLEM);
    assert_eq!(status(&playground), 0.0);
    folder.save(&sketch(CYAN.0).replace("let body = 0.5", "let body = 0.5.5.5"));
    playground.wait("an error in the title", |p| p.title().contains("(1 error)"));
    playground.wait("an error in the status line", |p| status(p) > 0.001);
    sees(&mut playground, PINK.1);
    swims(&mut playground);

    folder.save(&sketch(CYAN.0));
    sees(&mut playground, CYAN.1);
    playground.wait("a title without an error", |p| !p.title().contains("error"));

    // The whole folder goes and comes back, as with a change of branches.
    fs::remove_dir_all(folder.shaders()).expect("the folder is deleted");
    playground.wait("an error in the title", |p| p.title().contains("error"));
    sees(&mut playground, CYAN.1);
    swims(&mut playground);
    fs::create_dir(folder.shaders()).expect("a folder");
    folder.save(&sketch(RED.0));
    sees(&mut playground, RED.1);
    playground.wait("a title without an error", |p| !p.title().contains("error"));
    folder.save_by_rename(&sketch(GREEN.0));
    sees(&mut playground, GREEN.1);
}

#[test]
fn nothing_is_reloaded_without_a_change_and_a_burst_ends_on_its_last_save() {
    let folder = Folder::new();
    folder.save(&sketch(RED.0));
    let mut playground = open(folder.dir.path());
    sees(&mut playground, RED.1);
    playground.wait("the first program", |p| p.count("installed") == 1);

    // Neither reading the file nor writing the same text is a change.
    for _ in 0..10 {
        let text = fs::read_to_string(folder.file()).expect("the sketch can be read");
        folder.save_by_rename(&text);
        std::thread::sleep(Duration::from_millis(500));
    }
    assert_eq!(playground.count("installed"), 1);
    assert_eq!(playground.count("refused"), 0);

    for n in 0..200 {
        let water = [GREEN, BLUE, YELLOW][n % 3].0;
        if n % 2 == 0 {
            folder.save(&sketch(water));
        } else {
            folder.save_by_rename(&sketch(water));
        }
    }
    folder.save(&sketch(PINK.0));
    sees(&mut playground, PINK.1);
    std::thread::sleep(Duration::from_secs(1));
    sees(&mut playground, PINK.1);
    assert!(!playground.title().contains("error"));
}

#[test]
fn the_window_answers_to_keys_the_pointer_and_its_size() {
    let folder = Folder::new();
    folder.save(&sketch(RED.0));
    let mut playground = open(folder.dir.path());
    sees(&mut playground, RED.1);
    // A search for the number of fish that this machine can draw may go on for a while.
    let mut last = picture(&playground);
    playground.key(SPACE);
    playground.wait("a picture that stands still", |p| {
        std::thread::sleep(Duration::from_millis(400));
        let now = picture(p);
        std::mem::replace(&mut last, now.clone()) == now
    });

    // The camera turns: the still picture is another one, and comes to rest again.
    playground.drag([600, 500], [760, 500]);
    let still = last.clone();
    playground.wait("another view", |p| picture(p) != still);
    playground.key(SPACE);
    swims(&mut playground);

    // The picture takes the room of a larger window.
    assert!(playground.shot(1380, 100, 10, 200).share(RED.1) < 0.1);
    playground.resize(1400, 900);
    const H: u8 = 43;
    playground.key(H);
    playground.wait("a picture over the whole window", |p| {
        p.shot(1380, 100, 10, 200).share(RED.1) > 0.5 && p.shot(10, 880, 10, 10).share(RED.1) > 0.5
    });
    swims(&mut playground);
}
