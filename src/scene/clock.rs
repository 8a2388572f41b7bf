//! The animation's own time, apart from any wall clock.
//!
//! The caller measures how long a frame took and says so; the clock decides how far the animation
//! moves. Time is kept in f64 and wraps at [`WRAP_SECS`]: the GPU gets it as f32, whose steps
//! reach a quarter of a millisecond there and would become visible soon after. `dt_secs` never
//! shows the wrap.

/// Time starts over from 0 after this many seconds, as in Godot.
pub const WRAP_SECS: f64 = 3600.0;

/// A frame that took longer than this counts as this long, so that a stall does not become a jump.
pub const MAX_FRAME_SECS: f64 = 0.25;

/// What [`Clock::step`] moves by at speed 1.
pub const STEP_SECS: f64 = 1.0 / 60.0;

/// Highest factor between real and animation time.
pub const MAX_SPEED: f64 = 8.0;

/// Time of the animation, which can be paused, slowed down, stepped and set.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    playing: bool,
    speed: f64,
    time: f64,
    frame_index: u64,
}

impl Default for Clock {
    /// Playing at speed 1 from time 0.
    fn default() -> Self {
        Self {
            playing: true,
            speed: 1.0,
            time: 0.0,
            frame_index: 0,
        }
    }
}

impl Clock {
    /// Whether time passes.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Lets time pass, or stops it.
    pub fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
    }

    /// Animation seconds a real second, 0 to [`MAX_SPEED`].
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed, clamped to 0 to [`MAX_SPEED`]; one that is not a number is ignored.
    pub fn set_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            self.speed = speed.clamp(0.0, MAX_SPEED);
        }
    }

    /// Seconds of animation, from 0 to below [`WRAP_SECS`].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Number of frames since the start in which time could pass: paused frames do not count.
    pub fn frame_index(&self) -> u64 {
        self.frame_index
    }

    /// Moves by one frame that took `real_dt_secs`, and returns how far in seconds of animation.
    ///
    /// Zero while paused. Negative durations and such that are not numbers count as zero.
    pub fn advance(&mut self, real_dt_secs: f64) -> f64 {
        if !self.playing {
            return 0.0;
        }
        let real_dt_secs = if real_dt_secs.is_nan() {
            0.0
        } else {
            real_dt_secs.clamp(0.0, MAX_FRAME_SECS)
        };
        self.move_by(real_dt_secs * self.speed)
    }

    /// Moves by one frame of exactly `dt_secs`, whatever the speed and even while paused: for
    /// pictures that are made one after the other, without regard to how long each takes.
    ///
    /// Negative and non-finite durations count as zero. Returns how far the clock moved.
    pub fn advance_exactly(&mut self, dt_secs: f64) -> f64 {
        let dt_secs = if dt_secs.is_finite() {
            dt_secs.max(0.0)
        } else {
            0.0
        };
        self.move_by(dt_secs)
    }

    /// Pauses and moves by one frame of [`STEP_SECS`] times the speed, which is returned.
    pub fn step(&mut self) -> f64 {
        self.playing = false;
        self.move_by(STEP_SECS * self.speed)
    }

    /// Back to time 0 and frame 0. Speed and pause stay as they are.
    pub fn restart(&mut self) {
        self.time = 0.0;
        self.frame_index = 0;
    }

    /// Sets the time, wrapped into its range; one that is not finite is ignored.
    pub fn set_time(&mut self, time: f64) {
        if time.is_finite() {
            self.time = wrap(time);
        }
    }

    fn move_by(&mut self, dt_secs: f64) -> f64 {
        self.time = wrap(self.time + dt_secs);
        self.frame_index += 1;
        dt_secs
    }
}

fn wrap(time: f64) -> f64 {
    let wrapped = time.rem_euclid(WRAP_SECS);
    // A tiny negative number rounds up to the divisor itself.
    if wrapped < WRAP_SECS { wrapped } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advance_scales_by_speed_and_counts_frames() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(0.1), 0.1);
        clock.set_speed(2.0);
        assert_eq!(clock.advance(0.1), 0.2);
        assert!((clock.time() - 0.3).abs() < 1e-12);
        assert_eq!(clock.frame_index(), 2);
    }

    #[test]
    fn paused_clock_stands_still_but_can_be_stepped() {
        let mut clock = Clock::default();
        clock.set_playing(false);
        assert_eq!(clock.advance(0.1), 0.0);
        assert_eq!((clock.time(), clock.frame_index()), (0.0, 0));
        clock.set_speed(0.5);
        assert_eq!(clock.step(), STEP_SECS * 0.5);
        assert_eq!(clock.time(), STEP_SECS * 0.5);
        assert_eq!(clock.frame_index(), 1);
    }

    #[test]
    fn step_pauses_a_playing_clock() {
        let mut clock = Clock::default();
        clock.step();
        assert!(!clock.is_playing());
    }

    #[test]
    fn a_stall_does_not_jump() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(30.0), MAX_FRAME_SECS);
        assert_eq!(clock.advance(f64::INFINITY), MAX_FRAME_SECS);
    }

    #[test]
    fn advance_exactly_ignores_speed_pause_and_stall_limit() {
        let mut clock = Clock::default();
        clock.set_playing(false);
        clock.set_speed(0.0);
        assert_eq!(clock.advance_exactly(2.5), 2.5);
        assert_eq!(clock.time(), 2.5);
    }

    #[test]
    fn odd_durations_move_nothing() {
        let mut clock = Clock::default();
        for dt_secs in [f64::NAN, -1.0, f64::NEG_INFINITY] {
            assert_eq!(clock.advance(dt_secs), 0.0);
            assert_eq!(clock.advance_exactly(dt_secs), 0.0);
        }
        assert_eq!(clock.advance_exactly(f64::INFINITY), 0.0);
        assert_eq!(clock.time(), 0.0);
    }

    #[test]
    fn time_wraps_without_a_trace_in_dt() {
        let mut clock = Clock::default();
        clock.set_time(3599.9);
        assert_eq!(clock.advance(0.2), 0.2);
        assert!((clock.time() - 0.1).abs() < 1e-9);
        for (set, expected) in [(3600.0, 0.0), (-1.0, 3599.0), (7201.5, 1.5), (-1e-300, 0.0)] {
            clock.set_time(set);
            assert_eq!(clock.time(), expected, "{set}");
        }
        clock.set_time(f64::NAN);
        assert_eq!(clock.time(), 0.0);
    }

    #[test]
    fn restart_keeps_speed_and_pause() {
        let mut clock = Clock::default();
        clock.set_speed(3.0);
        clock.step();
        clock.restart();
        assert_eq!((clock.time(), clock.frame_index()), (0.0, 0));
        assert_eq!((clock.speed(), clock.is_playing()), (3.0, false));
    }

    #[test]
    fn speed_is_clamped() {
        let mut clock = Clock::default();
        for (set, expected) in [(9.0, 8.0), (-1.0, 0.0), (f64::INFINITY, 8.0)] {
            clock.set_speed(set);
            assert_eq!(clock.speed(), expected);
        }
        clock.set_speed(f64::NAN);
        assert_eq!(clock.speed(), MAX_SPEED);
    }
}
