//! Light under water: a hemisphere, a key light from above, and fog. Colors are linear.

/// Light from the sky above and the ground below, by where the surface faces.
fn hemisphere_light(normal: vec3f, above: vec3f, below: vec3f) -> vec3f {
    return mix(below, above, 0.5 + 0.5 * normal.y);
}

/// Lambert's cosine for a distant lamp; `to_light` has unit length.
fn key_light(normal: vec3f, to_light: vec3f) -> f32 {
    return max(dot(normal, to_light), 0.0);
}

/// A narrow highlight, after Blinn.
fn highlight(normal: vec3f, to_light: vec3f, to_camera: vec3f, sharpness: f32) -> f32 {
    return pow(max(dot(normal, normalize(to_light + to_camera)), 0.0), sharpness);
}

/// How much of the water is seen instead of the thing, at a distance; `visibility` is where about
/// two thirds are water.
fn fog_amount(distance: f32, visibility: f32) -> f32 {
    return 1.0 - exp(-distance / max(visibility, 1e-3));
}

/// The color of open water in a direction of view.
fn water_color(direction: vec3f, deep: vec3f, bright: vec3f) -> vec3f {
    let up = clamp(0.5 + 0.7 * direction.y, 0.0, 1.0);
    return mix(deep, bright, up * up);
}

/// A plain, pleasant look for a sketch that has none of its own.
fn shade(surface: Surface) -> vec4f {
    let to_light = vec3f(0.351, 0.878, 0.326);
    let to_camera = normalize(frame.camera_position - surface.world_position);
    let facing = normalize(surface.normal);
    let normal = select(-facing, facing, dot(facing, to_camera) >= 0.0);
    let light = hemisphere_light(normal, vec3f(0.42, 0.55, 0.62), vec3f(0.06, 0.10, 0.14))
        + vec3f(0.95, 0.90, 0.78) * key_light(normal, to_light);
    return vec4f(surface.color.rgb * light, surface.color.a);
}
