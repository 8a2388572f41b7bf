//! What a vertex stage hands to a fragment stage.

struct Surface {
    @builtin(position) clip_position: vec4f,
    @location(0) world_position: vec3f,
    @location(1) normal: vec3f, // world space
    @location(2) uv: vec2f,
    @location(3) color: vec4f, // linear
}

/// A surface point at a place in the world.
fn surface_at(world_position: vec3f, normal: vec3f, uv: vec2f, color: vec4f) -> Surface {
    return Surface(
        frame.clip_from_world * vec4f(world_position, 1.0),
        world_position,
        normal,
        uv,
        color,
    );
}
