//! Which files changed: raw events from the operating system, put together into batches.
//!
//! Editors save by truncating, by renaming a new file over the old one, or through a backup; a burst
//! of events is one change. [`Coalescer`] is pure, with the time handed in; [`FileWatcher`] is the
//! thread around it. Neither reads a file's content: whoever gets a batch compares.

mod coalescer;
mod watcher;

pub use coalescer::Coalescer;
pub use watcher::FileWatcher;
