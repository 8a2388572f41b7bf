//! Small tools of the trade.

const PI: f32 = 3.14159265;
const TAU: f32 = 6.28318531;

/// Where `x` lies between two edges: 0 at the first, 1 at the second, not clamped.
fn unmix(edge0: f32, edge1: f32, x: f32) -> f32 {
    return (x - edge0) / (edge1 - edge0);
}

/// Turns a 2D vector counter-clockwise.
fn rotate2(v: vec2f, angle: f32) -> vec2f {
    let c = cos(angle);
    let s = sin(angle);
    return vec2f(c * v.x - s * v.y, s * v.x + c * v.y);
}
