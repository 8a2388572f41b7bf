//! Puts a burst of events together, with the clock handed in.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A batch goes out when nothing has come for this long …
const QUIET: Duration = Duration::from_millis(4);
/// … or when its first event is this old, so that a file that is written without a pause is shown
/// all the same.
const LONGEST: Duration = Duration::from_millis(30);

/// Collects events into batches. Times count from any fixed moment.
#[derive(Debug, Default)]
pub struct Coalescer {
    paths: BTreeSet<PathBuf>,
    /// First and last event of the batch.
    times: Option<(Duration, Duration)>,
}

impl Coalescer {
    /// A file may have changed.
    pub fn event(&mut self, now: Duration, path: &Path) {
        self.paths.insert(path.to_owned());
        let first = self.times.map_or(now, |(first, _)| first);
        self.times = Some((first, now));
    }

    /// When [`Self::poll`] will have a batch, if nothing more comes.
    pub fn deadline(&self) -> Option<Duration> {
        self.times
            .map(|(first, last)| (last + QUIET).min(first + LONGEST))
    }

    /// The files of a batch that is due, and when its first event came. An event after it begins a
    /// new batch, so that the last content of a file is always looked at.
    pub fn poll(&mut self, now: Duration) -> Option<(Vec<PathBuf>, Duration)> {
        if self.deadline()? > now {
            return None;
        }
        let (first, _) = self.times.take()?;
        let paths = std::mem::take(&mut self.paths).into_iter().collect();
        Some((paths, first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_burst_is_one_batch_after_a_quiet_moment() {
        let mut coalescer = Coalescer::default();
        assert_eq!(coalescer.deadline(), None);
        coalescer.event(ms(100), Path::new("a"));
        coalescer.event(ms(102), Path::new("b"));
        coalescer.event(ms(103), Path::new("a"));
        assert_eq!(coalescer.deadline(), Some(ms(107)));
        assert_eq!(coalescer.poll(ms(106)), None);
        assert_eq!(
            coalescer.poll(ms(107)),
            Some((vec!["a".into(), "b".into()], ms(100)))
        );
        assert_eq!(coalescer.poll(ms(200)), None);
    }

    #[test]
    fn a_burst_without_a_pause_does_not_starve() {
        let mut coalescer = Coalescer::default();
        let mut batches = Vec::new();
        for now in 0..200 {
            coalescer.event(ms(now), Path::new("a"));
            if coalescer.poll(ms(now)).is_some() {
                batches.push(now);
            }
        }
        assert_eq!(batches, [30, 61, 92, 123, 154, 185]);
        assert_eq!(
            coalescer.poll(ms(203)),
            Some((vec!["a".into()], ms(186))),
            "the last event counts"
        );
    }
}
