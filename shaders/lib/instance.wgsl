//! One of the many: where it stands, its color, and four numbers of its own.

struct Instance {
    @location(8) world_from_model_row0: vec4f,
    @location(9) world_from_model_row1: vec4f,
    @location(10) world_from_model_row2: vec4f,
    @location(11) color: vec4f,  // linear
    @location(12) custom: vec4f, // four random numbers in [0, 1), multiples of 1/256
    @location(13) id: u32,
}

/// A point of the model, in world space.
fn instance_point(instance: Instance, model_position: vec3f) -> vec3f {
    let p = vec4f(model_position, 1.0);
    return vec3f(
        dot(instance.world_from_model_row0, p),
        dot(instance.world_from_model_row1, p),
        dot(instance.world_from_model_row2, p),
    );
}

/// A direction of the model, in world space, of unit length. Right for normals as long as the
/// instance is scaled evenly.
fn instance_direction(instance: Instance, model_direction: vec3f) -> vec3f {
    let d = vec4f(model_direction, 0.0);
    return normalize(vec3f(
        dot(instance.world_from_model_row0, d),
        dot(instance.world_from_model_row1, d),
        dot(instance.world_from_model_row2, d),
    ));
}
