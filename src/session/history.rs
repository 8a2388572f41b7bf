//! What can be taken back: the values of the controls before each change.

use crate::params::{ParamSet, Snapshot};

/// Changes of one control that follow within this time are undone together.
const GESTURE_SECS: f64 = 0.7;
/// Changes that can be undone.
const MAX_UNDO: usize = 200;

/// Values to come back to, oldest first.
#[derive(Debug, Default)]
pub(super) struct History {
    undo: Vec<Snapshot>,
    redo: Vec<Snapshot>,
    /// The control that was moved last, by path because a reload may reorder them, and the seconds
    /// since.
    gesture: Option<(String, f64)>,
}

impl History {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether there is something to undo, and to redo.
    pub(super) fn can_undo_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// The controls were just changed, from `before`. Moves of one control in quick succession are
    /// one change; what leaves everything as it was is none.
    pub(super) fn changed(&mut self, before: Snapshot, params: &ParamSet, control: Option<usize>) {
        let control = control.map(|at| params.params()[at].path.as_str());
        let goes_on = match (&self.gesture, control) {
            (Some((last, age)), Some(now)) => last == now && *age < GESTURE_SECS,
            _ => false,
        };
        if !goes_on {
            if params.snapshot() == before {
                return;
            }
            self.undo.push(before);
            if self.undo.len() > MAX_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
        self.gesture = control.map(|path| (path.to_owned(), 0.0));
    }

    /// Goes one change back, or forward. A change that no longer shows, because its control is gone
    /// from the sketch or went back by hand, is passed over.
    pub(super) fn travel(&mut self, params: &mut ParamSet, back: bool) {
        let (from, to) = if back {
            (&mut self.undo, &mut self.redo)
        } else {
            (&mut self.redo, &mut self.undo)
        };
        let before = params.snapshot();
        while let Some(snapshot) = from.pop() {
            params.restore(&snapshot);
            if params.snapshot() != before {
                to.push(before);
                break;
            }
        }
        self.gesture = None;
    }

    /// Time passes.
    pub(super) fn advance(&mut self, dt_secs: f64) {
        if let Some((_, age)) = &mut self.gesture {
            *age += dt_secs;
        }
    }
}
