//! The thread that watches folders.
//!
//! A watch on a file is deaf after the first save by renaming, so the folders are watched and the
//! files picked out by name. Network file systems send nothing, queues overflow, folders are deleted
//! and made again: twice and more a second the files' times and the folders' identities are looked
//! at too, which costs a few system calls and catches all of that.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Coalescer;

/// Time between two looks at the files themselves.
const TICK: Duration = Duration::from_millis(250);

enum Message {
    Files(Vec<PathBuf>),
    Event(notify::Result<notify::Event>),
    End,
}

/// Watches a set of files until it is dropped.
#[derive(Debug)]
pub struct FileWatcher {
    messages: Sender<Message>,
    thread: Option<thread::JoinHandle<()>>,
}

impl FileWatcher {
    /// Starts watching nothing. `on_batch` is called on the watcher's thread with the files that may
    /// have changed, and when the first sign of it came.
    pub fn new(on_batch: impl FnMut(Vec<PathBuf>, Instant) + Send + 'static) -> Self {
        let (messages, inbox) = channel();
        let events = messages.clone();
        let watcher = notify::recommended_watcher(move |event| {
            // The inbox is gone only when the thread has ended.
            let _ = events.send(Message::Event(event));
        });
        let watcher = match watcher {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                log::warn!(
                    "the system cannot watch folders ({error}); files are looked at four times a second instead"
                );
                None
            }
        };
        let state = State {
            watcher,
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
            coalescer: Coalescer::default(),
            start: Instant::now(),
            on_batch: Box::new(on_batch),
        };
        let thread = thread::Builder::new()
            .name("watch".into())
            .spawn(move || state.run(&inbox))
            .map_err(|error| log::error!("cannot start the thread that watches files: {error}"))
            .ok();
        Self { messages, thread }
    }

    /// Replaces the set of watched files. They need not exist yet.
    pub fn set_files(&self, files: Vec<PathBuf>) {
        // The inbox is gone only when the thread could not be started, which is logged.
        let _ = self.messages.send(Message::Files(files));
    }
}

impl Drop for FileWatcher {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Tells one state of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    identity: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self {
            modified: metadata.modified().ok(),
            len: metadata.len(),
            identity: identity(&metadata),
        })
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn identity(metadata: &Metadata) -> u64 {
    let created = metadata.created().ok();
    let since = created.and_then(|t| t.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.map_or(0, |d| d.as_nanos() as u64)
}

struct State {
    watcher: Option<RecommendedWatcher>,
    files: BTreeMap<PathBuf, Option<Stamp>>,
    /// Folders of the files, with the identity of the one that is watched.
    folders: BTreeMap<PathBuf, Option<u64>>,
    coalescer: Coalescer,
    start: Instant,
    on_batch: Box<dyn FnMut(Vec<PathBuf>, Instant) + Send>,
}

impl State {
    fn run(mut self, inbox: &Receiver<Message>) {
        let mut next_tick = self.start.elapsed() + TICK;
        loop {
            let now = self.start.elapsed();
            let wake = self
                .coalescer
                .deadline()
                .map_or(next_tick, |at| at.min(next_tick));
            match inbox.recv_timeout(wake.saturating_sub(now)) {
                Ok(Message::Files(files)) => self.set_files(files),
                Ok(Message::Event(event)) => self.event(event),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = self.start.elapsed();
            if now >= next_tick {
                self.look();
                next_tick = now + TICK;
            }
            if let Some((batch, first)) = self.coalescer.poll(now) {
                for file in &batch {
                    if let Some(stamp) = self.files.get_mut(file) {
                        *stamp = Stamp::of(file);
                    }
                }
                (self.on_batch)(batch, self.start + first);
            }
        }
    }

    fn set_files(&mut self, files: Vec<PathBuf>) {
        let old = std::mem::take(&mut self.files);
        let now = self.start.elapsed();
        for file in files {
            let stamp = old.get(&file).copied().unwrap_or_else(|| {
                // It may have changed after it was read and before it is watched.
                self.coalescer.event(now, &file);
                Stamp::of(&file)
            });
            self.files.insert(file, stamp);
        }
        let folders: Vec<PathBuf> = self
            .files
            .keys()
            .filter_map(|file| file.parent().map(Path::to_owned))
            .collect();
        let gone: Vec<PathBuf> = self
            .folders
            .keys()
            .filter(|f| !folders.contains(f))
            .cloned()
            .collect();
        for folder in gone {
            self.folders.remove(&folder);
            self.unwatch(&folder);
        }
        for folder in folders {
            self.folders.entry(folder).or_insert(None);
        }
        self.watch_folders();
    }

    fn unwatch(&mut self, folder: &Path) {
        if let Some(watcher) = &mut self.watcher {
            // A folder that is gone has no watch any more: nothing to undo.
            let _ = watcher.unwatch(folder);
        }
    }

    /// Watches folders that have appeared or are others than before.
    fn watch_folders(&mut self) {
        let folders: Vec<(PathBuf, Option<u64>)> = self
            .folders
            .iter()
            .map(|(folder, id)| (folder.clone(), *id))
            .collect();
        for (folder, watched) in folders {
            let present = std::fs::metadata(&folder).ok().filter(Metadata::is_dir);
            let present = present.as_ref().map(identity);
            if present == watched {
                continue;
            }
            if watched.is_some() {
                self.unwatch(&folder);
            }
            if present.is_some()
                && let Some(watcher) = &mut self.watcher
                && let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive)
            {
                log::warn!(
                    "cannot watch {} ({error}); its files are looked at four times a second instead",
                    folder.display()
                );
            }
            self.folders.insert(folder, present);
        }
    }

    fn event(&mut self, event: notify::Result<notify::Event>) {
        let now = self.start.elapsed();
        match event {
            Ok(event) if event.need_rescan() => self.look(),
            Ok(event) => {
                // Reading a file is an event too: only what ends a write counts.
                let reading = match event.kind {
                    EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
                    EventKind::Access(_) => true,
                    _ => false,
                };
                if reading {
                    return;
                }
                for path in &event.paths {
                    if self.files.contains_key(path) {
                        self.coalescer.event(now, path);
                    }
                }
            }
            Err(error) => log::warn!("watching files: {error}"),
        }
    }

    /// Compares every file with what it was.
    fn look(&mut self) {
        self.watch_folders();
        let now = self.start.elapsed();
        for (file, stamp) in &mut self.files {
            let present = Stamp::of(file);
            if present != *stamp {
                *stamp = present;
                self.coalescer.event(now, file);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    const LONG: Duration = Duration::from_secs(10);

    struct Watched {
        folder: tempfile::TempDir,
        file: PathBuf,
        batches: Receiver<Vec<PathBuf>>,
        _watcher: FileWatcher,
    }

    impl Watched {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("shaders/a.wgsl");
            fs::create_dir(folder.path().join("shaders")).expect("made");
            fs::write(&file, "0").expect("written");
            let (send, batches) = channel();
            let watcher = FileWatcher::new(move |batch, _| {
                let _ = send.send(batch);
            });
            watcher.set_files(vec![file.clone()]);
            // Long enough for the watch to stand: the tests below are about what comes after.
            thread::sleep(Duration::from_millis(100));
            Self {
                folder,
                file,
                batches,
                _watcher: watcher,
            }
        }

        /// Waits for a batch after which the file has this content.
        #[track_caller]
        fn assert_seen(&self, content: &str) {
            let until = Instant::now() + LONG;
            while Instant::now() < until {
                let batch = self.batches.recv_timeout(LONG).expect("a batch comes");
                assert_eq!(batch, std::slice::from_ref(&self.file));
                if fs::read_to_string(&self.file).is_ok_and(|text| text == content) {
                    return;
                }
            }
            panic!("`{content}` was never seen");
        }
    }

    #[test]
    fn every_way_of_saving_is_seen() {
        let watched = Watched::new();
        fs::write(&watched.file, "truncated").expect("written");
        watched.assert_seen("truncated");

        let beside = watched.folder.path().join("shaders/.a.wgsl.tmp");
        for content in ["renamed", "renamed again"] {
            fs::write(&beside, content).expect("written");
            fs::rename(&beside, &watched.file).expect("renamed");
            watched.assert_seen(content);
        }

        let backup = watched.folder.path().join("shaders/a.wgsl~");
        fs::rename(&watched.file, &backup).expect("renamed");
        fs::write(&watched.file, "with a backup").expect("written");
        fs::remove_file(&backup).expect("removed");
        watched.assert_seen("with a backup");
    }

    #[test]
    fn a_folder_that_is_deleted_and_made_again_is_watched_again() {
        let watched = Watched::new();
        let folder = watched.folder.path().join("shaders");
        for content in ["once", "twice"] {
            fs::remove_dir_all(&folder).expect("removed");
            fs::create_dir(&folder).expect("made");
            fs::write(&watched.file, content).expect("written");
            watched.assert_seen(content);
        }
        fs::write(&watched.file, "and on").expect("written");
        watched.assert_seen("and on");
    }

    #[test]
    fn a_burst_ends_on_the_last_content() {
        let watched = Watched::new();
        for i in 0..200 {
            fs::write(&watched.file, format!("{i}")).expect("written");
        }
        watched.assert_seen("199");
    }

    #[test]
    fn reading_is_no_change() {
        let watched = Watched::new();
        while watched.batches.try_recv().is_ok() {}
        for _ in 0..20 {
            fs::read(&watched.file).expect("read");
            thread::sleep(Duration::from_millis(50));
        }
        assert!(watched.batches.try_recv().is_err(), "nothing was written");
    }
}
