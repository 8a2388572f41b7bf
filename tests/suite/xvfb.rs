//! The program in a real window on a display of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    self, AtomEnum, ConfigureWindowAux, ConnectionExt as _, ImageFormat, InputFocus,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Windows are open one at a time: each takes all of a small machine's cores.
static TURN: Mutex<()> = Mutex::new(());

/// Ends its process when it goes.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running swimlab.
pub(crate) struct Playground {
    connection: RustConnection,
    root: xproto::Window,
    window: xproto::Window,
    trace: PathBuf,
    // Dropped in this order: the program before its display.
    program: Ended,
    _server: Ended,
    _turn: MutexGuard<'static, ()>,
}

/// A part of the screen, four bytes a pixel: blue, green, red, unused.
#[derive(Clone, PartialEq)]
pub(crate) struct Shot {
    pub(crate) width: usize,
    bytes: Vec<u8>,
}

impl Shot {
    /// Red, green, blue of every pixel.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = [u8; 3]> {
        self.bytes.chunks_exact(4).map(|p| [p[2], p[1], p[0]])
    }

    /// Share of the pixels that are nearly this color.
    pub(crate) fn share(&self, color: [u8; 3]) -> f64 {
        let near = |p: [u8; 3]| (0..3).all(|i| p[i].abs_diff(color[i]) <= 6);
        let all = self.bytes.len() / 4;
        self.pixels().filter(|p| near(*p)).count() as f64 / all as f64
    }
}

impl Playground {
    /// Starts an X server and the program on a workspace.
    pub(crate) fn open(workspace: &Path, args: &[&str]) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1400x900x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; scripts/test installs it");
        let mut line = String::new();
        let out = server.stdout.take().expect("it is piped");
        let server = Ended(server);
        BufReader::new(out)
            .read_line(&mut line)
            .expect("Xvfb tells its display");
        let display = format!(":{}", line.trim());

        let trace = workspace.join("trace.jsonl");
        let program = Command::new(env!("CARGO_BIN_EXE_swimlab"))
            .args(args)
            .arg("--workspace")
            .arg(workspace)
            .arg("--trace")
            .arg(&trace)
            .args(["--adapter", "software"])
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .spawn()
            .expect("swimlab starts");
        let program = Ended(program);

        let (connection, screen) = x11rb::connect(Some(&display)).expect("the display answers");
        let root = connection.setup().roots[screen].root;
        let mut playground = Self {
            connection,
            root,
            window: root,
            trace,
            program,
            _server: server,
            _turn: turn,
        };
        playground.window = playground.wait_some("a window with a title", |p| {
            let tree = p.connection.query_tree(p.root).ok()?.reply().ok()?;
            tree.children
                .into_iter()
                .find(|window| p.title_of(*window).is_some_and(|t| t.contains("swimlab")))
        });
        playground.focus();
        playground
    }

    fn focus(&self) {
        // There is no window manager to do it.
        self.connection
            .set_input_focus(InputFocus::PARENT, self.window, x11rb::CURRENT_TIME)
            .expect("the display takes requests");
        self.sync();
    }

    fn sync(&self) {
        let focus = self.connection.get_input_focus();
        focus
            .expect("the display takes requests")
            .reply()
            .expect("the display answers");
    }

    fn title_of(&self, window: xproto::Window) -> Option<String> {
        let atom = |name: &[u8]| {
            let atom = self.connection.intern_atom(false, name).ok()?;
            Some(atom.reply().ok()?.atom)
        };
        let name = atom(b"_NET_WM_NAME")?;
        let property = self
            .connection
            .get_property(false, window, name, AtomEnum::ANY, 0, 1024)
            .ok()?
            .reply()
            .ok()?;
        let title = String::from_utf8(property.value).ok()?;
        (!title.is_empty()).then_some(title)
    }

    /// The window's title.
    pub(crate) fn title(&self) -> String {
        self.title_of(self.window).unwrap_or_default()
    }

    /// Waits until something is there.
    #[track_caller]
    pub(crate) fn wait_some<T>(
        &mut self,
        what: &str,
        mut look: impl FnMut(&Self) -> Option<T>,
    ) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            let ended = self.program.0.try_wait().expect("it can be asked");
            assert!(ended.is_none(), "swimlab ended while waiting for {what}");
            assert!(
                start.elapsed() < PATIENCE,
                "no {what} after {PATIENCE:?}; the title is {:?}",
                self.title()
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits until something holds.
    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        self.wait_some(what, |p| holds(p).then_some(()));
    }

    /// What a part of the screen shows.
    pub(crate) fn shot(&self, x: i16, y: i16, width: u16, height: u16) -> Shot {
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, x, y, width, height, !0)
            .expect("the display takes requests")
            .reply()
            .expect("the display gives its pixels");
        Shot {
            width: usize::from(width),
            bytes: image.data,
        }
    }

    /// Presses and releases a key by its X keycode.
    pub(crate) fn key(&self, keycode: u8) {
        for kind in [xproto::KEY_PRESS_EVENT, xproto::KEY_RELEASE_EVENT] {
            self.fake(kind, keycode, 0, 0);
        }
    }

    /// Moves the pointer.
    pub(crate) fn move_to(&self, x: i16, y: i16) {
        self.fake(xproto::MOTION_NOTIFY_EVENT, 0, x, y);
    }

    /// Presses the first button, moves, and lets go.
    pub(crate) fn drag(&self, from: [i16; 2], to: [i16; 2]) {
        self.move_to(from[0], from[1]);
        std::thread::sleep(Duration::from_millis(200));
        self.fake(xproto::BUTTON_PRESS_EVENT, 1, 0, 0);
        for step in 1..=8 {
            let at = |i: usize| from[i] + (to[i] - from[i]) * step / 8;
            self.move_to(at(0), at(1));
            std::thread::sleep(Duration::from_millis(60));
        }
        self.fake(xproto::BUTTON_RELEASE_EVENT, 1, 0, 0);
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        self.connection
            .xtest_fake_input(kind, detail, 0, self.root, x, y, 0)
            .expect("the display takes requests");
        self.sync();
    }

    /// Gives the window another size.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.connection
            .configure_window(self.window, &size)
            .expect("the display takes requests");
        self.sync();
    }

    /// Lines of the trace with this event.
    pub(crate) fn count(&self, event: &str) -> usize {
        let text = std::fs::read_to_string(&self.trace).unwrap_or_default();
        let wanted = format!("\"event\":\"{event}\"");
        text.lines().filter(|line| line.contains(&wanted)).count()
    }
}
