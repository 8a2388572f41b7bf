//! How many instances a driver without a GPU can move so that the window still answers.
//!
//! The count starts low and doubles while frames stay short, up to what the sketch asks for; past
//! that it shrinks until they fit. A person who moves the slider ends it.

/// A frame may take this long: a slider is answered by the frame after the one under way, and a saved
/// file by the frame after its compilation.
const BUDGET_MS: f64 = 30.0;
/// Where the search begins.
const START: u32 = 128;
/// Fewer than this are shown nowhere: what is slow then is not the instances.
const FEWEST: u32 = 20;
/// Frames measured at each count; the first after a change is left out.
const NUM_SAMPLES: usize = 4;

/// The search for a count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AutoCount {
    target: u32,
    count: u32,
    samples: Vec<f64>,
    is_shrinking: bool,
}

impl AutoCount {
    /// Begins for a sketch that asks for `target` instances.
    pub(super) fn new(target: u32) -> Self {
        Self {
            target,
            count: START.min(target),
            samples: Vec::new(),
            is_shrinking: false,
        }
    }

    /// How many to show now.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// A frame took `ms`. The result is what to show from now on and whether that is the end.
    pub(super) fn frame(&mut self, ms: f64) -> Option<(u32, bool)> {
        self.samples.push(ms);
        if self.samples.len() <= NUM_SAMPLES {
            return None;
        }
        let mut measured = self.samples.split_off(1);
        self.samples.clear();
        measured.sort_by(f64::total_cmp);
        let median = measured[measured.len() / 2];
        if median <= BUDGET_MS / 2.0 && self.count < self.target && !self.is_shrinking {
            self.count = (self.count * 2).min(self.target);
            return Some((self.count, false));
        }
        let fewest = FEWEST.min(self.target);
        if median > BUDGET_MS && self.count > fewest {
            // Part of a frame does not depend on the count, so this may have to be done again.
            let fitting = (f64::from(self.count) * BUDGET_MS / median).max(1.0);
            let less = round_down((self.count - 1).min(fitting as u32));
            self.count = less.max(fewest);
            self.is_shrinking = true;
            return Some((self.count, false));
        }
        Some((self.count, true))
    }
}

/// Two leading digits: 1837 becomes 1800.
fn round_down(n: u32) -> u32 {
    let mut unit = 1;
    while n / unit >= 100 {
        unit *= 10;
    }
    n / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the search on a machine that takes `fixed + each × count` milliseconds.
    fn search(target: u32, fixed: f64, each: f64) -> u32 {
        let mut auto = AutoCount::new(target);
        for _ in 0..1000 {
            let ms = fixed + each * f64::from(auto.count());
            if let Some((count, true)) = auto.frame(ms) {
                return count;
            }
        }
        panic!("the search does not end");
    }

    #[test]
    fn a_fast_machine_shows_all() {
        assert_eq!(search(10_000, 1.0, 0.0005), 10_000);
        assert_eq!(search(1, 1.0, 0.0005), 1);
    }

    #[test]
    fn a_machine_that_is_slow_anyway_shows_a_few() {
        assert_eq!(search(10_000, 80.0, 0.01), FEWEST);
        assert_eq!(search(3, 80.0, 0.01), 3);
    }

    #[test]
    fn what_does_not_depend_on_the_count_is_found_out() {
        let count = search(10_000, 20.0, 0.1);
        assert!((60..=100).contains(&count), "{count}");
    }

    #[test]
    fn a_slow_machine_shows_what_keeps_the_window_alive() {
        for each in [0.01, 0.03, 0.06, 0.5] {
            let count = search(10_000, 4.0, each);
            assert!(
                4.0 + each * f64::from(count) <= BUDGET_MS,
                "{each}: {count}"
            );
            assert!(
                4.0 + each * f64::from(count) >= 0.4 * BUDGET_MS,
                "{each}: {count}"
            );
        }
    }
}
