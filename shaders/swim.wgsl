//! # The swim cycle
//!
//! Four motions make a fish swim, each a cosine of the same phase:
//!
//! - **side to side**: the whole body moves along x;
//! - **pivot**: the body turns a little about the vertical axis;
//! - **wave**: a sideways wave pans along the spine;
//! - **twist**: the body rolls about the spine, further along it later.
//!
//! A *mask* keeps the head still and lets the tail go: the wave is multiplied by it, the twist is
//! mixed in by it. Every fish has its own phase (`custom.x`) and its own speed, 50 to 150 %
//! (`custom.y`), so that ten thousand of them never beat in step.
//!
//! Change a number in `swim`, below, and save. Drag `twist` to the right. Turn on `show mask`.
//!
//! @mesh("fish.glb") @instances(10000) @layout(box, 100, 50, 50) @seed(7)

struct Swim {
    time_scale: f32,   // @group("Motion") @range(0, 20) @default(4) @unit("rad/s") Speed of the swim cycle
    side_to_side: f32, // @group("Motion") @range(0, 1, 0.01) @default(0.08) How far the whole body moves to each side, in model units (a fish is 2 long)
    pivot: f32,        // @group("Motion") @angle @range(0, 0.8) @default(0.1) How far the body turns about its vertical axis
    wave: f32,         // @group("Motion") @range(0, 1, 0.01) @default(0.18) How far the wave along the spine moves the tail sideways, in model units
    twist: f32,        // @group("Motion") @angle @range(0, 1.6) @default(0.3) How far the tail rolls about the spine
    body_phase: f32,   // @group("Motion") @range(0, 12, 0.1) @default(2.6) @unit("rad") How much later the tail beats than the head: the length of the wave
    mask_black: f32,   // @group("Mask") @range(-1, 2, 0.01) @default(0.1) Where the mask begins, from 0 at the head to 1 at the tail; nothing moves before it
    mask_white: f32,   // @group("Mask") @range(-1, 2, 0.01) @default(0.9) Where the mask is whole; everything moves behind it
    show_mask: u32,    // @group("Mask") @toggle Show the mask as brightness: black stays still, white moves
    phase: f32,        // @phase(time_scale) The swim cycle's own clock
}
@group(1) @binding(0) var<uniform> swim: Swim;

struct Look {
    back: vec3f,          // @group("Look") @color @default(0.05, 0.16, 0.24) Color of the back
    belly: vec3f,         // @group("Look") @color @default(0.86, 0.80, 0.66) Color of the belly
    own_color: f32,       // @group("Look") @range(0, 1, 0.01) @default(0.55) How much of its own color each fish shows
    shine: f32,           // @group("Look") @range(0, 1, 0.01) @default(0.35) Strength of the highlight on the scales
    deep_water: vec3f,    // @group("Water") @color @default(0.004, 0.022, 0.048) Color of the water below
    bright_water: vec3f,  // @group("Water") @color @default(0.10, 0.34, 0.42) Color of the water above
    visibility: f32,      // @group("Water") @log @range(5, 1000) @default(70) @unit("m") How far one sees before fish fade into the water
}
@group(1) @binding(1) var<uniform> look: Look;

const TO_LIGHT = vec3f(0.351, 0.878, 0.326);

struct Fish {
    @builtin(position) clip_position: vec4f,
    @location(0) world_position: vec3f,
    @location(1) normal: vec3f,
    @location(2) color: vec3f,
}

@vertex
fn vs_fish(vertex: Vertex, instance: Instance) -> Fish {
    let rest = vertex.position;

    // The fish's own clock: its speed is 50 to 150 %, its start anywhere in the cycle.
    let time = swim.phase * (0.5 + instance.custom.y) + TAU * instance.custom.x;

    // 0 at the head, 1 at the tail: the fish is 2 long, centred, its head at z = 1.
    let body = 0.5 * (1.0 - rest.z);
    // Edges that meet make a step, where a smooth one would divide by zero.
    let is_step = abs(swim.mask_white - swim.mask_black) < 1e-4;
    let mask_white = select(swim.mask_white, swim.mask_black + 1e-4, is_step);
    let mask = smoothstep(swim.mask_black, mask_white, body);
    let wave_time = time - swim.body_phase * body;

    // 1. Pivot: turn about the vertical axis. 2. Side to side: move along x.
    let pivot_angle = swim.pivot * cos(time);
    let pc = cos(pivot_angle);
    let ps = sin(pivot_angle);
    var p = vec3f(pc * rest.x + ps * rest.z, rest.y, pc * rest.z - ps * rest.x);
    p.x += swim.side_to_side * cos(time);

    // 3. Wave: a sideways wave that pans along the spine, times the mask.
    p.x += swim.wave * mask * cos(wave_time);

    // 4. Twist: roll about the spine, mixed in by the mask.
    let twist_angle = swim.twist * cos(wave_time);
    let tc = cos(twist_angle);
    let ts = sin(twist_angle);
    let upright = p.xy;
    let rolled = vec2f(tc * upright.x - ts * upright.y, ts * upright.x + tc * upright.y);
    p = vec3f(mix(upright, rolled, mask), p.z);

    // The normal turns with the surface: it follows the cofactors of the motion's Jacobian, whose
    // columns say where a small step along x, y and z goes.
    let mask_slope = smoothstep_slope(swim.mask_black, mask_white, body) * -0.5;
    let beat_slope = -0.5 * swim.body_phase * sin(wave_time);
    let wave_slope = swim.wave * (mask_slope * cos(wave_time) + mask * beat_slope);
    let twist_slope = swim.twist * beat_slope;
    let a = mix(1.0, tc, mask);
    let b = mask * ts;
    let dx = vec3f(a * pc, b * pc, -ps);
    let dy = vec3f(-b, a, 0.0);
    let slide = ps + wave_slope;
    let turn = mask_slope * (rolled - upright)
        + mask * twist_slope * vec2f(-rolled.y, rolled.x);
    let dz = vec3f(a * slide + turn.x, b * slide + turn.y, pc);
    let normal = vertex.normal.x * cross(dy, dz)
        + vertex.normal.y * cross(dz, dx)
        + vertex.normal.z * cross(dx, dy);

    // Dark above, light below, as fish are; fins (alpha 0.5) in between. Then the mesh's own paint and
    // the fish's own color.
    let upside = smoothstep(-0.3, 0.3, rest.y + 0.12 * vertex.normal.y);
    let skin = mix(look.belly, look.back, mix(0.66, upside, 2.0 * vertex.color.a - 1.0)) * 2.0;
    let own = mix(vec3f(1.0), instance.color.rgb * 2.0, look.own_color);
    var color = vertex.color.rgb * skin * own;
    if swim.show_mask != 0u {
        color = vec3f(mask);
    }

    let world = instance_point(instance, p);
    return Fish(
        frame.clip_from_world * vec4f(world, 1.0),
        world,
        instance_direction(instance, normal),
        color,
    );
}

@fragment
fn fs_fish(fish: Fish) -> @location(0) vec4f {
    let offset = frame.camera_position - fish.world_position;
    let distance = length(offset);
    let to_camera = offset / distance;
    // Fins are single sheets: both sides are lit.
    let facing = normalize(fish.normal);
    let normal = select(-facing, facing, dot(facing, to_camera) >= 0.0);

    var color = fish.color;
    if swim.show_mask == 0u {
        let sky = hemisphere_light(normal, vec3f(0.50, 0.68, 0.74), vec3f(0.08, 0.13, 0.17));
        color *= sky + vec3f(1.0, 0.94, 0.8) * key_light(normal, TO_LIGHT);
        color += look.shine * vec3f(0.8, 0.9, 1.0) * highlight(normal, TO_LIGHT, to_camera, 24.0);
    }
    let water = water_color(-to_camera, look.deep_water, look.bright_water);
    return vec4f(mix(color, water, fog_amount(distance, look.visibility)), 1.0);
}

// The open water behind the fish: a fragment stage of its own fills what is left of the picture.
@fragment
fn fs_water(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let ndc = vec2f(2.0, -2.0) * pixel.xy / frame.resolution + vec2f(-1.0, 1.0);
    let far = frame.world_from_clip * vec4f(ndc, 1.0, 1.0);
    let direction = normalize(far.xyz / far.w - frame.camera_position);
    return vec4f(water_color(direction, look.deep_water, look.bright_water), 1.0);
}

/// Slope of `smoothstep` with respect to x.
fn smoothstep_slope(edge0: f32, edge1: f32, x: f32) -> f32 {
    let t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0);
    return 6.0 * t * (1.0 - t) / (edge1 - edge0);
}
