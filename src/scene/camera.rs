//! An orbit camera: a target, a direction to look at it from, and a distance.
//!
//! Every method leaves the camera usable: angles, distance and field of view stay finite and in
//! range, so that [`Camera::matrices`] never holds a NaN. Pointer movements are given in the
//! window's sense: x to the right, y down. Clip space is wgpu's: y up, depth 0 (near) to 1 (far).

use std::f32::consts::{FRAC_PI_2, PI};

use glam::camera::rh::{proj::directx, view};
use glam::{Mat4, Vec3};
use serde::{Deserialize, Serialize};

use crate::scene::mesh::Bounds;

/// Steepest pitch in radians: short of the poles, where up would be undefined.
pub const MAX_PITCH: f32 = FRAC_PI_2 - 0.01;
/// Nearest and farthest distance to the target, in world units.
pub const DISTANCE_RANGE: (f32, f32) = (0.01, 1.0e5);
/// Smallest and largest vertical field of view in radians, about 3 and 143 degrees.
pub const FOV_RANGE: (f32, f32) = (0.05, 2.5);

/// Farthest that the target can be from the origin on each axis, in world units.
const MAX_TARGET: f32 = 1.0e6;
/// Share of the picture that [`Camera::frame`] fills.
const FRAME_FILL: f32 = 0.92;

/// A camera that looks at a target from a direction and a distance.
///
/// At yaw 0 and pitch 0 it stands on the +z side of the target and looks along -z. A growing yaw
/// moves it towards +x, a growing pitch upwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// What it looks at, in world space.
    pub target: Vec3,
    /// Turn about the vertical axis in radians.
    pub yaw: f32,
    /// Height angle in radians, within ±[`MAX_PITCH`].
    pub pitch: f32,
    /// Distance to the target in world units, within [`DISTANCE_RANGE`].
    pub distance: f32,
    /// Vertical field of view in radians, within [`FOV_RANGE`].
    pub vertical_fov: f32,
    /// Radius of the scene around the target in world units, from which the far plane follows.
    pub scene_radius: f32,
}

/// The part of a camera that a preset keeps, in plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CameraState {
    /// What it looks at, in world space.
    pub target: [f32; 3],
    /// Turn about the vertical axis in radians.
    pub yaw: f32,
    /// Height angle in radians.
    pub pitch: f32,
    /// Distance to the target in world units.
    pub distance: f32,
    /// Vertical field of view in radians.
    pub vertical_fov: f32,
}

/// The matrices of one camera for one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraMatrices {
    /// World to view space (right-handed, looking along -z).
    pub view_from_world: Mat4,
    /// View to clip space.
    pub clip_from_view: Mat4,
    /// World to clip space.
    pub clip_from_world: Mat4,
    /// The inverse of `clip_from_world`.
    pub world_from_clip: Mat4,
    /// The camera's position in world space.
    pub position: Vec3,
}

impl Default for Camera {
    /// Looks at the origin from the front right, a little from above.
    fn default() -> Self {
        Self {
            target: Vec3::ZERO,
            yaw: 1.13,
            pitch: 0.18,
            distance: 4.0,
            vertical_fov: 45f32.to_radians(),
            scene_radius: 2.0,
        }
    }
}

impl Default for CameraState {
    fn default() -> Self {
        Camera::default().state()
    }
}

impl From<CameraState> for Camera {
    fn from(state: CameraState) -> Self {
        let mut camera = Self::default();
        camera.set_state(state);
        camera
    }
}

impl Camera {
    /// Turns the scene under the pointer: right for positive `dx`, towards the viewer for
    /// positive `dy`. Both in radians.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.yaw -= dx;
        self.pitch += dy;
        self.sanitize();
    }

    /// Moves the scene with the pointer, by fractions of the picture's height: right for positive
    /// `dx`, down for positive `dy`.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let view_height = 2.0 * self.distance * (self.vertical_fov * 0.5).tan();
        let backward = self.backward();
        let right = Vec3::Y.cross(backward).normalize();
        let up = backward.cross(right);
        let moved = self.target + (up * dy - right * dx) * view_height;
        if moved.is_finite() {
            self.target = moved;
        }
        self.sanitize();
    }

    /// Magnifies by `factor`: above 1 moves closer, below 1 farther away. Factors multiply, so a
    /// wheel turns into one by a power of its steps (`1.1f32.powf(steps)`).
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.distance /= factor;
        }
        self.sanitize();
    }

    /// Moves target and distance so that the box fills a picture of this aspect ratio (width by
    /// height), seen from the direction that the camera has. An empty box changes nothing.
    pub fn frame(&mut self, bounds: Bounds, aspect: f32) {
        if bounds.is_empty() || !bounds.min.is_finite() || !bounds.max.is_finite() {
            return;
        }
        self.target = bounds.center();
        self.scene_radius = bounds.radius();
        let half_height = (self.vertical_fov * 0.5).tan() * FRAME_FILL;
        let half_width = half_height * sane_aspect(aspect);
        let backward = self.backward();
        let right = Vec3::Y.cross(backward).normalize();
        let up = backward.cross(right);
        // A corner is inside when its offset to the side is within the frustum at its depth.
        self.distance = bounds
            .corners()
            .map(|corner| corner - self.target)
            .map(|corner| {
                let sideways = corner.dot(right).abs() / half_width;
                let upwards = corner.dot(up).abs() / half_height;
                corner.dot(backward) + sideways.max(upwards)
            })
            .into_iter()
            .fold(0.0, f32::max);
        self.sanitize();
    }

    /// The matrices for a picture of this aspect ratio (width by height).
    pub fn matrices(&self, aspect: f32) -> CameraMatrices {
        let mut camera = self.clone();
        camera.sanitize();
        let position = camera.position();
        let (near, far) = camera.near_far();
        let view_from_world = view::look_at_mat4(position, camera.target, Vec3::Y);
        let clip_from_view =
            directx::perspective(camera.vertical_fov, sane_aspect(aspect), near, far);
        let clip_from_world = clip_from_view * view_from_world;
        CameraMatrices {
            view_from_world,
            clip_from_view,
            clip_from_world,
            // The factors are inverted one by one: their product is close to singular when the
            // depth range is large.
            world_from_clip: view_from_world.inverse() * clip_from_view.inverse(),
            position,
        }
    }

    /// The camera's position in world space.
    pub fn position(&self) -> Vec3 {
        self.target + self.backward() * self.distance
    }

    /// The part that a preset keeps.
    pub fn state(&self) -> CameraState {
        CameraState {
            target: self.target.to_array(),
            yaw: self.yaw,
            pitch: self.pitch,
            distance: self.distance,
            vertical_fov: self.vertical_fov,
        }
    }

    /// Takes over a kept state; the scene radius stays. Numbers that are not finite become those
    /// of the default camera, others are brought into their range.
    pub fn set_state(&mut self, state: CameraState) {
        self.target = Vec3::from(state.target);
        self.yaw = state.yaw;
        self.pitch = state.pitch;
        self.distance = state.distance;
        self.vertical_fov = state.vertical_fov;
        self.sanitize();
    }

    /// Unit vector from the target to the camera.
    fn backward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        Vec3::new(cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw)
    }

    /// Distances of the clip planes. The far one holds the scene even when the target was moved
    /// to its edge; the near one keeps a ratio that a 32-bit depth buffer can resolve.
    fn near_far(&self) -> (f32, f32) {
        let far = self.distance * 4.0 + self.scene_radius * 4.0;
        let near = (self.distance * 0.02).max(far * 1.0e-5);
        (near, far)
    }

    fn sanitize(&mut self) {
        let fallback = Self::default();
        let finite = |value: f32, other: f32| if value.is_finite() { value } else { other };
        self.target = Vec3::new(
            finite(self.target.x, 0.0),
            finite(self.target.y, 0.0),
            finite(self.target.z, 0.0),
        )
        .clamp(Vec3::splat(-MAX_TARGET), Vec3::splat(MAX_TARGET));
        let yaw = finite(self.yaw, fallback.yaw);
        // Only when it has left the range, so that a kept yaw comes back bit by bit.
        self.yaw = if yaw.abs() > PI {
            (yaw + PI).rem_euclid(2.0 * PI) - PI
        } else {
            yaw
        };
        self.pitch = finite(self.pitch, fallback.pitch).clamp(-MAX_PITCH, MAX_PITCH);
        self.distance =
            finite(self.distance, fallback.distance).clamp(DISTANCE_RANGE.0, DISTANCE_RANGE.1);
        self.vertical_fov =
            finite(self.vertical_fov, fallback.vertical_fov).clamp(FOV_RANGE.0, FOV_RANGE.1);
        self.scene_radius =
            finite(self.scene_radius, fallback.scene_radius).clamp(0.0, DISTANCE_RANGE.1);
    }
}

/// An aspect ratio to divide by: a window without an area has none.
fn sane_aspect(aspect: f32) -> f32 {
    if aspect.is_finite() && aspect > 0.0 {
        aspect.clamp(1.0e-3, 1.0e3)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looking_along_minus_z() -> Camera {
        Camera {
            yaw: 0.0,
            pitch: 0.0,
            ..Camera::default()
        }
    }

    fn project(camera: &Camera, aspect: f32, point: Vec3) -> Vec3 {
        camera
            .matrices(aspect)
            .clip_from_world
            .project_point3(point)
    }

    #[test]
    fn clip_space_is_y_up_with_depth_from_zero_to_one() {
        let camera = looking_along_minus_z();
        assert_eq!(camera.position(), Vec3::new(0.0, 0.0, 4.0));
        let up = project(&camera, 1.0, Vec3::Y);
        assert!(up.y > 0.0 && up.x.abs() < 1e-6, "{up}");
        let right = project(&camera, 1.0, Vec3::X);
        assert!(right.x > 0.0, "{right}");
        let (near, far) = camera.near_far();
        assert!(project(&camera, 1.0, Vec3::Z * (4.0 - near)).z.abs() < 1e-4);
        assert!((project(&camera, 1.0, Vec3::Z * (4.0 - far)).z - 1.0).abs() < 1e-4);
    }

    #[test]
    fn target_is_in_the_middle_from_anywhere() {
        let mut camera = Camera {
            target: Vec3::new(3.0, -2.0, 5.0),
            ..Camera::default()
        };
        for _ in 0..50 {
            camera.orbit(0.37, 0.21);
            let middle = project(&camera, 1.7, camera.target);
            assert!(middle.truncate().length() < 1e-4, "{middle}");
        }
        assert_eq!(camera.pitch, MAX_PITCH);
    }

    #[test]
    fn inverse_undoes_the_projection() {
        let matrices = Camera::default().matrices(16.0 / 9.0);
        let point = Vec3::new(0.3, -0.4, 0.5);
        let clip = matrices.clip_from_world.project_point3(point);
        let back = matrices.world_from_clip.project_point3(clip);
        assert!(back.abs_diff_eq(point, 1e-3), "{back}");
    }

    #[test]
    fn panning_by_one_moves_by_the_pictures_height() {
        let mut camera = looking_along_minus_z();
        let point = camera.target;
        camera.pan(0.0, 0.5);
        let moved = project(&camera, 1.0, point);
        assert!((moved.y + 1.0).abs() < 1e-4, "down by half: {moved}");
        let mut camera = looking_along_minus_z();
        camera.pan(0.5, 0.0);
        let moved = project(&camera, 1.0, point);
        assert!((moved.x - 1.0).abs() < 1e-4, "right by half: {moved}");
    }

    #[test]
    fn orbiting_right_turns_the_near_side_right() {
        let mut camera = looking_along_minus_z();
        camera.orbit(0.1, 0.0);
        assert!(project(&camera, 1.0, Vec3::Z).x > 0.0);
        let mut camera = looking_along_minus_z();
        camera.orbit(0.0, 0.1);
        assert!(camera.position().y > 0.0);
        assert!(project(&camera, 1.0, Vec3::Z).y < 0.0);
    }

    #[test]
    fn zoom_multiplies_and_is_clamped() {
        let mut camera = Camera::default();
        camera.zoom(2.0);
        assert_eq!(camera.distance, 2.0);
        camera.zoom(0.25);
        assert_eq!(camera.distance, 8.0);
        for odd in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            camera.zoom(odd);
            assert_eq!(camera.distance, 8.0);
        }
        camera.zoom(1e30);
        assert_eq!(camera.distance, DISTANCE_RANGE.0);
        camera.zoom(1e-30);
        assert_eq!(camera.distance, DISTANCE_RANGE.1);
    }

    #[test]
    fn framing_fits_the_box_tightly_in_both_directions() {
        let bounds = Bounds {
            min: Vec3::new(10.0, -20.0, -30.0),
            max: Vec3::new(110.0, 30.0, 20.0),
        };
        for aspect in [0.4, 1.0, 2.5] {
            for yaw in [-3.0, -1.0, 0.0, 0.7, 2.0] {
                let mut camera = Camera {
                    yaw,
                    ..Camera::default()
                };
                camera.frame(bounds, aspect);
                let reach = bounds
                    .corners()
                    .map(|corner| project(&camera, aspect, corner))
                    .map(|p| {
                        assert!((0.0..=1.0).contains(&p.z), "cut off: {p}");
                        p.x.abs().max(p.y.abs())
                    })
                    .into_iter()
                    .fold(0.0, f32::max);
                assert!((reach - FRAME_FILL).abs() < 1e-3, "{aspect} {yaw}: {reach}");
            }
        }
    }

    #[test]
    fn framing_nothing_or_a_point_stays_usable() {
        let mut camera = Camera::default();
        camera.frame(Bounds::EMPTY, 1.0);
        assert_eq!(camera, Camera::default());
        let point = Bounds::from_points([Vec3::ONE]);
        camera.frame(point, 1.0);
        assert_eq!(camera.target, Vec3::ONE);
        assert!(camera.matrices(1.0).world_from_clip.is_finite());
    }

    #[test]
    fn state_round_trips_and_is_sanitized() {
        let mut camera = Camera::default();
        camera.orbit(1.0, -0.4);
        camera.zoom(1.7);
        assert_eq!(Camera::from(camera.state()).state(), camera.state());

        let text = serde_json::to_string(&camera.state()).expect("it has a form");
        assert_eq!(
            serde_json::from_str::<CameraState>(&text).expect("it was just written"),
            camera.state()
        );
        let partial: CameraState =
            serde_json::from_str(r#"{"yaw": 1.5}"#).expect("the rest has defaults");
        assert_eq!(partial.yaw, 1.5);
        assert_eq!(partial.distance, Camera::default().distance);

        let broken = Camera::from(CameraState {
            target: [f32::NAN, f32::INFINITY, 1e30],
            yaw: f32::NEG_INFINITY,
            pitch: 9.0,
            distance: -3.0,
            vertical_fov: f32::NAN,
        });
        assert_eq!(broken.target, Vec3::new(0.0, 0.0, MAX_TARGET));
        assert_eq!(broken.pitch, MAX_PITCH);
        assert_eq!(broken.distance, DISTANCE_RANGE.0);
        assert_eq!(broken.vertical_fov, Camera::default().vertical_fov);
        for aspect in [0.0, f32::NAN, f32::INFINITY, 1e-30, 1.0] {
            assert!(broken.matrices(aspect).clip_from_world.is_finite());
        }
    }

    #[test]
    fn endless_orbiting_keeps_yaw_small() {
        let mut camera = Camera::default();
        for _ in 0..10_000 {
            camera.orbit(0.3, 0.0);
        }
        assert!(camera.yaw.abs() <= PI + 1e-3);
    }
}
