// One triangle that covers the picture, at the far end of the depth range.
@vertex
fn vs_full_screen(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(corner * 4.0 - 1.0, 1.0, 1.0);
}
