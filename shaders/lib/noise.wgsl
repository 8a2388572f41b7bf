//! Random numbers and noise from integer hashes, the same on every driver.

/// A permuted congruential generator as a hash, after O'Neill.
fn hash_u32(x: u32) -> u32 {
    let state = x * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

/// A random number in [0, 1) that belongs to a whole number.
fn random(x: u32) -> f32 {
    return f32(hash_u32(x) >> 8u) / 16777216.0;
}

fn lattice_value(cell: vec3i) -> f32 {
    let c = vec3u(cell);
    return random(c.x ^ hash_u32(c.y ^ hash_u32(c.z)));
}

/// Smooth noise in [0, 1] with features about one unit wide.
fn value_noise(p: vec3f) -> f32 {
    let cell = floor(p);
    let f = p - cell;
    let w = f * f * (3.0 - 2.0 * f);
    let c = vec3i(cell);
    let x00 = mix(lattice_value(c), lattice_value(c + vec3i(1, 0, 0)), w.x);
    let x10 = mix(lattice_value(c + vec3i(0, 1, 0)), lattice_value(c + vec3i(1, 1, 0)), w.x);
    let x01 = mix(lattice_value(c + vec3i(0, 0, 1)), lattice_value(c + vec3i(1, 0, 1)), w.x);
    let x11 = mix(lattice_value(c + vec3i(0, 1, 1)), lattice_value(c + vec3i(1, 1, 1)), w.x);
    return mix(mix(x00, x10, w.y), mix(x01, x11, w.y), w.z);
}
