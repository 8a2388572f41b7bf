//! Short messages that go away by themselves.

/// How long a notice stays; bad news and what can be acted on stay twice as long.
const NOTICE_SECS: f64 = 8.0;
/// The most that are shown at a time.
const MAX_NOTICES: usize = 4;
/// A frame that took longer than this counts as this long: nobody reads during a stall.
const MAX_FRAME_SECS: f64 = 0.25;

/// A short message to the person, with at most one thing to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// To close it by.
    pub id: u64,
    /// What happened.
    pub text: String,
    /// Whether it is bad news.
    pub is_error: bool,
    /// Whether a deleted preset can be restored from it.
    pub can_restore: bool,
    secs_left: f64,
}

impl Notice {
    pub(super) fn new(id: u64, text: String, is_error: bool, can_restore: bool) -> Self {
        let mut notice = Self {
            id,
            text,
            is_error,
            can_restore,
            secs_left: NOTICE_SECS,
        };
        if notice.matters() {
            notice.secs_left = 2.0 * NOTICE_SECS;
        }
        notice
    }

    fn matters(&self) -> bool {
        self.is_error || self.can_restore
    }
}

/// Adds the newest. The same words are not shown twice; where there are too many, the oldest that is
/// only good news goes first.
pub(super) fn push(notices: &mut Vec<Notice>, new: Notice) {
    notices.retain(|notice| notice.text != new.text);
    if new.can_restore {
        // Only the last deletion can be taken back.
        for notice in notices.iter_mut() {
            notice.can_restore = false;
        }
    }
    if notices.len() == MAX_NOTICES {
        let leaves = notices.iter().position(|notice| !notice.matters());
        notices.remove(leaves.unwrap_or(0));
    }
    notices.push(new);
}

/// Time passes.
pub(super) fn advance(notices: &mut Vec<Notice>, dt_secs: f64) {
    for notice in notices.iter_mut() {
        notice.secs_left -= dt_secs.min(MAX_FRAME_SECS);
    }
    notices.retain(|notice| notice.secs_left > 0.0);
}
