//! The swim cycle of `shaders/swim.wgsl` on the CPU: what the shader is held to.
//!
//! The formula is that of Godot's tutorial "Animating thousands of fish with MultiMeshInstance3D"
//! (<https://docs.godotengine.org/en/stable/tutorials/performance/vertex_animation/animating_thousands_of_fish.html>):
//! four motions, each a cosine of the fish's own clock. The body turns about the vertical axis
//! (*pivot*), moves along x (*side to side*), a *wave* runs along its spine, and it rolls about the
//! spine (*twist*); a *mask* along the body says how much of the last two there is. Where a normal
//! goes the tutorial leaves open; here it is measured.
//!
//! Everything is in model space: right-handed, y up, the spine on z with the head at z = 1 and the
//! tail at z = -1. Lengths are model units (a fish is 2 long), angles and phases radians. It is
//! computed in `f64` with rotation matrices, and normals by differences of the moved surface: an
//! `f32` shader that multiplies everything out by hand can be told right from wrong by it.

use std::f64::consts::TAU;

use glam::{DMat3, DVec3, Vec3};

/// Half the distance of the points that a tangent is taken from. Small against the fish, and large
/// enough that an `f64` difference keeps eight digits.
const STEP: f64 = 1e-6;

/// The uniforms of `shaders/swim.wgsl` that move a vertex, by the same names. The default is what
/// the sketch opens with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwimParams {
    /// How far the whole body moves to each side, in model units.
    pub side_to_side: f32,
    /// How far the body turns about its vertical axis to each side, in radians.
    pub pivot: f32,
    /// How far the wave moves the spine sideways where the mask is whole, in model units.
    pub wave: f32,
    /// How far the body rolls about the spine where the mask is whole, in radians.
    pub twist: f32,
    /// How much later the tail beats than the head, in radians.
    pub body_phase: f32,
    /// Where the mask begins: 0 at the head, 1 at the tail.
    pub mask_black: f32,
    /// Where the mask is whole. Before `mask_black`, it is the head that moves.
    pub mask_white: f32,
    /// The swim cycle's clock, in radians: the integral of the sketch's `time_scale`.
    pub phase: f32,
}

impl Default for SwimParams {
    fn default() -> Self {
        Self {
            side_to_side: 0.08,
            pivot: 0.1,
            wave: 0.18,
            twist: 0.3,
            body_phase: 2.6,
            mask_black: 0.1,
            mask_white: 0.9,
            phase: 0.0,
        }
    }
}

/// Where a point of the fish at rest is now. `custom` is the instance's custom data: x its place in
/// the cycle in turns, y its speed above one half.
pub fn swim_position(params: &SwimParams, rest: Vec3, custom: [f32; 4]) -> Vec3 {
    moved(params, rest.as_dvec3(), custom).as_vec3()
}

/// The unit normal of the moved surface at the point `rest`, where the surface at rest has the unit
/// normal `normal`; +y where the surface is folded so that it has none.
///
/// The two tangents of the surface are followed by central differences, so that it depends on
/// nothing but [`swim_position`]'s own motion.
pub fn swim_normal(params: &SwimParams, rest: Vec3, normal: Vec3, custom: [f32; 4]) -> Vec3 {
    let rest = rest.as_dvec3();
    let (across, along) = normal.as_dvec3().normalize().any_orthonormal_pair();
    let slope = |tangent: DVec3| {
        let ahead = moved(params, rest + tangent * STEP, custom);
        let behind = moved(params, rest - tangent * STEP, custom);
        (ahead - behind) / (2.0 * STEP)
    };
    slope(across)
        .cross(slope(along))
        .normalize_or(DVec3::Y)
        .as_vec3()
}

/// How much of wave and twist there is at a place of the body, from 0 at the head to 1 at the tail.
pub fn swim_mask(params: &SwimParams, body: f32) -> f32 {
    mask(params, f64::from(body)) as f32
}

fn moved(params: &SwimParams, rest: DVec3, custom: [f32; 4]) -> DVec3 {
    let [start, speed, ..] = custom.map(f64::from);
    let clock = f64::from(params.phase) * (0.5 + speed) + TAU * start;
    let body = (1.0 - rest.z) / 2.0;
    let mask = mask(params, body);
    let beat = clock.cos();
    // The beat reaches this place later.
    let late_beat = (clock - f64::from(params.body_phase) * body).cos();

    let pivot = DMat3::from_rotation_y(f64::from(params.pivot) * beat);
    let sideways =
        f64::from(params.side_to_side) * beat + f64::from(params.wave) * mask * late_beat;
    let upright = pivot * rest + DVec3::X * sideways;
    let twist = DMat3::from_rotation_z(f64::from(params.twist) * late_beat);
    upright.lerp(twist * upright, mask)
}

/// Edges that meet make a step.
fn mask(params: &SwimParams, body: f64) -> f64 {
    let (black, white) = (f64::from(params.mask_black), f64::from(params.mask_white));
    if black == white {
        return if body > black { 1.0 } else { 0.0 };
    }
    let x = ((body - black) / (white - black)).clamp(0.0, 1.0);
    // Hermite's cubic from 0 to 1, level at both ends.
    x * x * (3.0 - 2.0 * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: Vec3 = Vec3::Z;
    const TAIL: Vec3 = Vec3::NEG_Z;
    /// A fish whose clock is the phase itself.
    const PLAIN: [f32; 4] = [0.0, 0.5, 0.0, 0.0];

    fn still() -> SwimParams {
        SwimParams {
            side_to_side: 0.0,
            pivot: 0.0,
            wave: 0.0,
            twist: 0.0,
            ..SwimParams::default()
        }
    }

    #[track_caller]
    fn assert_near(found: Vec3, wanted: Vec3) {
        assert!(
            found.abs_diff_eq(wanted, 1e-6),
            "{found} instead of {wanted}"
        );
    }

    #[test]
    fn without_motions_the_fish_is_at_rest() {
        let point = Vec3::new(0.1, 0.2, 0.3);
        let normal = Vec3::new(1.0, 2.0, 2.0) / 3.0;
        for phase in [0.0, 1.0, 100.0] {
            let params = SwimParams { phase, ..still() };
            assert_near(swim_position(&params, point, PLAIN), point);
            assert_near(swim_normal(&params, point, normal, PLAIN), normal);
        }
    }

    #[test]
    fn side_to_side_moves_everything_alike() {
        let params = SwimParams {
            side_to_side: 0.5,
            ..still()
        };
        for point in [HEAD, TAIL, Vec3::ONE] {
            assert_near(swim_position(&params, point, PLAIN), point + Vec3::X * 0.5);
        }
        let later = SwimParams {
            phase: std::f32::consts::PI,
            ..params
        };
        assert_near(swim_position(&later, HEAD, PLAIN), HEAD - Vec3::X * 0.5);
    }

    #[test]
    fn pivot_turns_about_the_vertical_axis() {
        let params = SwimParams {
            pivot: std::f32::consts::FRAC_PI_2,
            ..still()
        };
        let point = Vec3::new(0.0, 0.3, 1.0);
        assert_near(
            swim_position(&params, point, PLAIN),
            Vec3::new(1.0, 0.3, 0.0),
        );
        assert_near(swim_normal(&params, point, Vec3::Z, PLAIN), Vec3::X);
    }

    #[test]
    fn the_mask_keeps_the_head_and_moves_the_tail() {
        let params = SwimParams {
            wave: 0.4,
            twist: std::f32::consts::FRAC_PI_2,
            body_phase: 0.0,
            ..still()
        };
        let above = Vec3::Y * 0.5;
        assert_near(swim_position(&params, HEAD + above, PLAIN), HEAD + above);
        // A quarter turn about the spine takes up to the side, and the wave's push upwards.
        assert_near(
            swim_position(&params, TAIL + above, PLAIN),
            TAIL + Vec3::new(-0.5, 0.4, 0.0),
        );
        assert_near(swim_normal(&params, TAIL, Vec3::Y, PLAIN), Vec3::NEG_X);
    }

    #[test]
    fn the_tail_beats_later_than_the_head() {
        let params = SwimParams {
            wave: 0.4,
            body_phase: std::f32::consts::FRAC_PI_2,
            ..still()
        };
        assert_near(swim_position(&params, TAIL, PLAIN), TAIL);
        let later = SwimParams {
            phase: std::f32::consts::FRAC_PI_2,
            ..params
        };
        assert_near(swim_position(&later, TAIL, PLAIN), TAIL + Vec3::X * 0.4);
    }

    #[test]
    fn custom_data_are_start_and_speed() {
        let params = SwimParams {
            side_to_side: 1.0,
            phase: 2.0,
            ..still()
        };
        let x = |custom| swim_position(&params, HEAD, custom).x;
        assert!((x([0.0, 0.0, 9.0, 9.0]) - 1f32.cos()).abs() < 1e-6);
        assert!((x([0.0, 1.0, 9.0, 9.0]) - 3f32.cos()).abs() < 1e-6);
        assert!((x([0.25, 0.5, 9.0, 9.0]) + 2f32.sin()).abs() < 1e-6);
    }

    #[test]
    fn masks_can_be_turned_round_and_be_steps() {
        let mask = |mask_black, mask_white, body| {
            let params = SwimParams {
                mask_black,
                mask_white,
                ..still()
            };
            swim_mask(&params, body)
        };
        assert_eq!(
            [0.0, 0.5, 1.0].map(|body| mask(0.0, 1.0, body)),
            [0.0, 0.5, 1.0]
        );
        assert_eq!(
            [0.0, 0.5, 1.0].map(|body| mask(1.0, 0.0, body)),
            [1.0, 0.5, 0.0]
        );
        assert_eq!(
            [0.4, 0.5, 0.6].map(|body| mask(0.5, 0.5, body)),
            [0.0, 0.0, 1.0]
        );
        assert_eq!([0.0, 1.0].map(|body| mask(-1.0, -0.5, body)), [1.0, 1.0]);
    }
}
