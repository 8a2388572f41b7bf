//! What the host tells every stage about the picture being drawn.

struct Frame {
    clip_from_world: mat4x4f,
    world_from_clip: mat4x4f,
    view_from_world: mat4x4f,
    camera_position: vec3f, // world space
    time: f32,              // seconds, from 0 to 3600 and round again
    resolution: vec2f,      // pixels
    pointer: vec2f,         // pixels from the top left corner
    delta_time: f32,        // seconds since the last frame; 0 while paused
    frame_index: u32,       // frames since the start
    num_instances: u32,
    seed: u32,
}
@group(0) @binding(0) var<uniform> frame: Frame;
