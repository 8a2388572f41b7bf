//! # A sketch to begin with
//! Write here what it shows: Markdown, beside the picture.
//! @mesh("fish.glb") @instances(200) @layout(box, 30, 15, 15)

struct Motion {
    speed: f32,   // @range(0, 20) @default(5) @unit("rad/s") How fast the tail beats
    sway: f32,    // @range(0, 1, 0.01) @default(0.2) How far the tail goes to each side
    color: vec3f, // @color @default(0.9, 0.5, 0.2) Color of every fish
    phase: f32,   // @phase(speed) Where in its beat the tail is
}
@group(1) @binding(0) var<uniform> motion: Motion;

@vertex
fn vs_main(vertex: Vertex, instance: Instance) -> Surface {
    // The fish is 2 long with its head at z = 1: 0 at the head, 1 at the tail.
    let body = 0.5 * (1.0 - vertex.position.z);
    var position = vertex.position;
    position.x += motion.sway * body * cos(motion.phase - 3.0 * body + TAU * instance.custom.x);
    return surface_at(
        instance_point(instance, position),
        instance_direction(instance, vertex.normal),
        vertex.uv,
        vec4f(motion.color, 1.0),
    );
}

@fragment
fn fs_main(surface: Surface) -> @location(0) vec4f {
    return shade(surface);
}
