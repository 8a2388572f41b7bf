//! Colors, all linear RGB.

/// Hue in turns, saturation and value in [0, 1], read as sRGB and made linear.
fn linear_from_hsv(hue: f32, saturation: f32, value: f32) -> vec3f {
    let k = fract(vec3f(hue) + vec3f(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0;
    let rgb = value * mix(vec3f(1.0), clamp(abs(k) - 1.0, vec3f(0.0), vec3f(1.0)), saturation);
    return linear_from_srgb(rgb);
}

/// IEC 61966-2-1.
fn linear_from_srgb(srgb: vec3f) -> vec3f {
    let low = srgb / 12.92;
    let high = pow((srgb + 0.055) / 1.055, vec3f(2.4));
    return select(high, low, srgb <= vec3f(0.04045));
}

/// How bright a color looks, Rec. 709.
fn luminance(rgb: vec3f) -> f32 {
    return dot(rgb, vec3f(0.2126, 0.7152, 0.0722));
}
