//! The host's side of `Frame` in the library.

use bytemuck::{Pod, Zeroable};

use crate::scene::{Camera, CameraMatrices, Clock};

/// Bytes of the `frame` uniform; a test holds it to the WGSL twin.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct FrameData {
    /// Clip space from world space.
    pub clip_from_world: [f32; 16],
    /// World space from clip space.
    pub world_from_clip: [f32; 16],
    /// Camera space from world space.
    pub view_from_world: [f32; 16],
    /// World space.
    pub camera_position: [f32; 3],
    /// Seconds.
    pub time: f32,
    /// Pixels.
    pub resolution: [f32; 2],
    /// Pixels from the top left corner.
    pub pointer: [f32; 2],
    /// Seconds.
    pub delta_time: f32,
    /// Frames since the start.
    pub frame_index: u32,
    /// Instances drawn.
    pub num_instances: u32,
    /// Seed of everything random.
    pub seed: u32,
}

/// What changes from frame to frame.
#[derive(Clone, Debug)]
pub struct FrameInput {
    /// Camera for the target's aspect.
    pub camera: CameraMatrices,
    /// Seconds, wrapped.
    pub time_secs: f64,
    /// Seconds since the last frame, 0 while paused.
    pub dt_secs: f64,
    /// Frames since the start.
    pub frame_index: u64,
    /// Pixels from the top left corner of the picture.
    pub pointer: [f32; 2],
}

impl FrameInput {
    /// A frame of `size` pixels at the clock's present time, seen by a camera.
    pub fn new(
        camera: &Camera,
        clock: &Clock,
        size: [u32; 2],
        dt_secs: f64,
        pointer: [f32; 2],
    ) -> Self {
        Self {
            camera: camera.matrices(size[0] as f32 / size[1].max(1) as f32),
            time_secs: clock.time(),
            dt_secs,
            frame_index: clock.frame_index(),
            pointer,
        }
    }

    pub(super) fn data(&self, resolution: [u32; 2], num_instances: u32, seed: u32) -> FrameData {
        FrameData {
            clip_from_world: self.camera.clip_from_world.to_cols_array(),
            world_from_clip: self.camera.world_from_clip.to_cols_array(),
            view_from_world: self.camera.view_from_world.to_cols_array(),
            camera_position: self.camera.position.to_array(),
            time: self.time_secs as f32,
            resolution: resolution.map(|n| n as f32),
            pointer: self.pointer,
            delta_time: self.dt_secs as f32,
            frame_index: self.frame_index as u32,
            num_instances,
            seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shader::{DataType, Limits, ResourceKind, SourceFile, compile};

    #[test]
    fn the_layout_is_that_of_the_wgsl_twin() {
        // Under another name the library's struct is reflected like any uniform.
        let text = include_str!("../../shaders/lib/frame.wgsl")
            .replace("Frame", "Twin")
            .replace("> frame", "> twin")
            + "@fragment fn fs_a() -> @location(0) vec4f { return vec4f(twin.time); }";
        let shader = compile(
            &SourceFile::new("a.wgsl", text),
            &|_| Err(String::new()),
            &Limits::default(),
        )
        .expect("it compiles");
        let twin = &shader.interface.resources[0];
        assert_eq!(twin.size as usize, size_of::<FrameData>());
        let ResourceKind::Uniform(DataType::Struct { members, .. }) = &twin.kind else {
            panic!("a struct");
        };
        let offsets: Vec<_> = members
            .iter()
            .map(|m| (m.name.as_str(), m.offset as usize))
            .collect();
        assert_eq!(
            offsets,
            [
                (
                    "clip_from_world",
                    std::mem::offset_of!(FrameData, clip_from_world)
                ),
                (
                    "world_from_clip",
                    std::mem::offset_of!(FrameData, world_from_clip)
                ),
                (
                    "view_from_world",
                    std::mem::offset_of!(FrameData, view_from_world)
                ),
                (
                    "camera_position",
                    std::mem::offset_of!(FrameData, camera_position)
                ),
                ("time", std::mem::offset_of!(FrameData, time)),
                ("resolution", std::mem::offset_of!(FrameData, resolution)),
                ("pointer", std::mem::offset_of!(FrameData, pointer)),
                ("delta_time", std::mem::offset_of!(FrameData, delta_time)),
                ("frame_index", std::mem::offset_of!(FrameData, frame_index)),
                (
                    "num_instances",
                    std::mem::offset_of!(FrameData, num_instances)
                ),
                ("seed", std::mem::offset_of!(FrameData, seed)),
            ]
        );
    }
}
