//! Variables that nobody binds, or that cannot be bound like this.

use super::{Everything, FRAGMENT, Headlines, Row, Text, error, warning};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("two_uniforms_in_one_binding", Text("
@group(1) @binding(0) var<uniform> wave: vec4f;
@group(1) @binding(0) var<uniform> tint: vec4f;

@fragment
fn fs_main() -> @location(0) vec4f {
    return wave + tint;
}
"), "", Everything("
shaders/two_uniforms_in_one_binding.wgsl:2:36: error: `wave` and `tint` are both at @group(1) @binding(0)
  ┌─ shaders/two_uniforms_in_one_binding.wgsl:2:36
  │
2 │ @group(1) @binding(0) var<uniform> tint: vec4f;
  │                                    ^^^^
  │
  = give each its own binding
")),
    error("place_of_the_frame_taken", Text("
@group(0) @binding(0) var<uniform> wave: vec4f;

@fragment
fn fs_main() -> @location(0) vec4f {
    return wave * frame.time;
}
"), "", Everything("
shaders/place_of_the_frame_taken.wgsl:1:36: error: `wave` is at @group(0) @binding(0), where the host's `frame` lives
  ┌─ shaders/place_of_the_frame_taken.wgsl:1:36
  │
1 │ @group(0) @binding(0) var<uniform> wave: vec4f;
  │                                    ^^^^
  │
  = put yours into group 1
")),
    error("uniform_without_a_binding", Text("var<uniform> wave: vec4f;\n"), FRAGMENT, Everything("
shaders/uniform_without_a_binding.wgsl:1:14: error: `wave` has no `@group` and `@binding`
  ┌─ shaders/uniform_without_a_binding.wgsl:1:14
  │
1 │ var<uniform> wave: vec4f;
  │              ^^^^
  │
  = write `@group(1) @binding(0)` in front of it, the next one is 1
")),
    error("uniform_with_a_bool", Text("
struct Swim {
    speed: f32,
    is_fast: bool,
}
@group(1) @binding(0) var<uniform> swim: Swim;
"), FRAGMENT, Everything("
shaders/uniform_with_a_bool.wgsl:3:5: error: `is_fast` is bool, which no buffer holds
  ┌─ shaders/uniform_with_a_bool.wgsl:3:5
  │
3 │     is_fast: bool,
  │     ^^^^^^^
  │
  = a bool is a `u32` here; with `@toggle` it is shown as a switch
")),
    error("uniform_with_a_narrow_array", Text("
struct Swim {
    speed: f32,
    waves: array<f32, 4>,
}
@group(1) @binding(0) var<uniform> swim: Swim;
"), FRAGMENT, Everything("
shaders/uniform_with_a_narrow_array.wgsl:3:5: error: the elements of `waves` take 4 bytes each; in a uniform they take a multiple of 16
  ┌─ shaders/uniform_with_a_narrow_array.wgsl:3:5
  │
3 │     waves: array<f32, 4>,
  │     ^^^^^
  │
  = use `array<vec4f, N>`, or `var<storage, read>`
")),
    error("uniform_with_a_member_out_of_step", Text("
struct Wave { height: f32 }
struct Swim {
    wave: Wave,
    speed: f32,
}
@group(1) @binding(0) var<uniform> swim: Swim;
"), FRAGMENT, Everything("
shaders/uniform_with_a_member_out_of_step.wgsl:4:5: error: in a uniform, `speed` of `Swim` has to begin at a multiple of 16 bytes
  ┌─ shaders/uniform_with_a_member_out_of_step.wgsl:4:5
  │
4 │     speed: f32,
  │     ^^^^^
  │
  = write `@align(16) speed`
")),
    error("uniform_with_a_value", Text("@group(1) @binding(0) var<uniform> speed: f32 = 1.0;\n"), FRAGMENT,
        Headlines("shaders/uniform_with_a_value.wgsl:1:36: error: `speed` gets its value from outside")),
    warning("texture", Text("
@group(1) @binding(0) var scales: texture_2d<f32>;
@group(1) @binding(1) var smoothly: sampler;

@fragment
fn fs_main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return textureSample(scales, smoothly, pixel.xy);
}
"), "", Everything("
shaders/texture.wgsl:1:27: warning: `scales` is bound to a white texture: this version loads no files
  ┌─ shaders/texture.wgsl:1:27
  │
1 │ @group(1) @binding(0) var scales: texture_2d<f32>;
  │                           ^^^^^^
  │
  = it samples as 1 everywhere
")),
    error("texture_of_three_dimensions", Text("
@group(1) @binding(0) var fog: texture_3d<f32>;

@fragment
fn fs_main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return textureLoad(fog, vec3i(pixel.xyz), 0);
}
"), "", Everything("
shaders/texture_of_three_dimensions.wgsl:1:27: error: `fog`: this kind of texture cannot be bound
  ┌─ shaders/texture_of_three_dimensions.wgsl:1:27
  │
1 │ @group(1) @binding(0) var fog: texture_3d<f32>;
  │                           ^^^
  │
  = swimlab binds uniform and storage buffers, `texture_2d<f32>` and samplers
")),
    error("storage_texture", Text("
@group(1) @binding(0) var canvas: texture_storage_2d<rgba8unorm, write>;

@fragment
fn fs_main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    textureStore(canvas, vec2i(pixel.xy), vec4f(1.0));
    return vec4f(1.0);
}
"), "",
        Headlines("shaders/storage_texture.wgsl:1:27: error: `canvas`: a storage texture cannot be bound")),
    error("texture_read_at_three_numbers", Text("
@group(1) @binding(0) var scales: texture_2d<f32>;
@group(1) @binding(1) var smoothly: sampler;

@fragment
fn fs_main() -> @location(0) vec4f {
    return textureSample(scales, smoothly, vec3f(1.0));
}
"), "",
        Headlines("shaders/texture_read_at_three_numbers.wgsl:6:12: error: vec3f is no place in this texture")),
    error("storage_written_by_a_vertex_stage", Text("
@group(1) @binding(0) var<storage, read_write> state: array<vec4f>;

@vertex
fn vs_main(@builtin(instance_index) i: u32) -> @builtin(position) vec4f {
    state[i] = vec4f(1.0);
    return state[i];
}
"), FRAGMENT, Everything("
shaders/storage_written_by_a_vertex_stage.wgsl:1:48: error: a vertex stage cannot write to `state`
  ┌─ shaders/storage_written_by_a_vertex_stage.wgsl:1:48
  │
1 │ @group(1) @binding(0) var<storage, read_write> state: array<vec4f>;
  │                                                ^^^^^
  │
  = declare it `var<storage, read>`
")),
    error("storage_that_is_read_only", Text("
@group(1) @binding(0) var<storage, read> state: array<vec4f>;

fn f() {
    state[0] = vec4f(1.0);
}
"), FRAGMENT,
        Headlines("shaders/storage_that_is_read_only.wgsl:4:5: error: `state` is read only")),
];
