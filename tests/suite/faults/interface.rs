//! Entry points that the host cannot serve.

use super::{
    Everything, FRAGMENT, Headlines, Row, Text, VERTEX, VERTEX_AND_FRAGMENT, error, warning,
};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("vertex_input_that_nobody_supplies", Text("
struct In {
    @location(0) position: vec3f,
    @location(7) bones: vec4f,
}

@vertex
fn vs_main(in: In) -> @builtin(position) vec4f {
    return vec4f(in.position, 1.0) + in.bones;
}
"), FRAGMENT, Everything("
shaders/vertex_input_that_nobody_supplies.wgsl:3:18: error: nobody supplies the vertex input @location(7) `bones: vec4f`
  ┌─ shaders/vertex_input_that_nobody_supplies.wgsl:3:18
  │
3 │     @location(7) bones: vec4f,
  │                  ^^^^^
  │
  = locations: 0 position, 1 normal, 2 uv, 3 color, 4 joints, 5 weights, 6 tangent; of the instance 8–10 rows of world_from_model, 11 color, 12 custom, 13 id
")),
    error("vertex_input_of_another_type", Text("
@vertex
fn vs_main(@location(0) position: vec3u) -> @builtin(position) vec4f {
    return vec4f(vec3f(position), 1.0);
}
"), FRAGMENT, Everything("
shaders/vertex_input_of_another_type.wgsl:2:25: error: the vertex input @location(0) is the position, a vec3f: it cannot be read as vec3u
  ┌─ shaders/vertex_input_of_another_type.wgsl:2:25
  │
2 │ fn vs_main(@location(0) position: vec3u) -> @builtin(position) vec4f {
  │                         ^^^^^^^^
  │
  = change its type
")),
    error("vertex_input_without_a_location", Text("
@vertex
fn vs_main(position: vec3f) -> @builtin(position) vec4f {
    return vec4f(position, 1.0);
}
"), FRAGMENT, Everything("
shaders/vertex_input_without_a_location.wgsl:2:12: error: `position` has no `@location` or `@builtin`
  ┌─ shaders/vertex_input_without_a_location.wgsl:2:12
  │
2 │ fn vs_main(position: vec3f) -> @builtin(position) vec4f {
  │            ^^^^^^^^
  │
  = each input and output of an entry point says what it is: `@location(0) position: vec3f`
")),
    error("member_without_a_location", Text("
struct In {
    @location(0) position: vec3f,
    size: f32,
}

@vertex
fn vs_main(in: In) -> @builtin(position) vec4f {
    return vec4f(in.position * in.size, 1.0);
}
"), FRAGMENT,
        Headlines("shaders/member_without_a_location.wgsl:3:5: error: `size` has no `@location` or `@builtin`")),
    error("location_given_twice", Text("
struct In {
    @location(0) position: vec3f,
    @location(0) normal: vec3f,
}

@vertex
fn vs_main(in: In) -> @builtin(position) vec4f {
    return vec4f(in.position + in.normal, 1.0);
}
"), FRAGMENT, Everything("
shaders/location_given_twice.wgsl:3:18: error: @location(0) is given twice
  ┌─ shaders/location_given_twice.wgsl:3:18
  │
3 │     @location(0) normal: vec3f,
  │                  ^^^^^^
  │
  = give each its own number
")),
    error("vertex_stage_with_a_fragment_input", Text("
@vertex
fn vs_main(@builtin(front_facing) front: bool) -> @builtin(position) vec4f {
    return vec4f(f32(front));
}
"), FRAGMENT, Everything("
shaders/vertex_stage_with_a_fragment_input.wgsl:2:35: error: @builtin(front_facing) is no input of a vertex stage
  ┌─ shaders/vertex_stage_with_a_fragment_input.wgsl:2:35
  │
2 │ fn vs_main(@builtin(front_facing) front: bool) -> @builtin(position) vec4f {
  │                                   ^^^^^
  │
  = there are only `vertex_index` and `instance_index`
")),
    error("builtin_of_another_type", Text("
@vertex
fn vs_main(@builtin(vertex_index) i: i32) -> @builtin(position) vec4f {
    return vec4f(f32(i));
}
"), FRAGMENT, Everything("
shaders/builtin_of_another_type.wgsl:2:35: error: @builtin(vertex_index) cannot be i32
  ┌─ shaders/builtin_of_another_type.wgsl:2:35
  │
2 │ fn vs_main(@builtin(vertex_index) i: i32) -> @builtin(position) vec4f {
  │                                   ^
  │
  = it is a u32
")),
    error("vertex_stage_without_a_position", Text("
@vertex
fn vs_main() -> @location(0) vec4f {
    return vec4f(0.0);
}
"), FRAGMENT, Everything("
shaders/vertex_stage_without_a_position.wgsl:2:4: error: `vs_main` returns no `@builtin(position)`
  ┌─ shaders/vertex_stage_without_a_position.wgsl:2:4
  │
2 │ fn vs_main() -> @location(0) vec4f {
  │    ^^^^^^^
  │
  = a vertex stage says where its vertex is: return a `Surface`, or `@builtin(position) vec4f`
")),
    error("vertex_stage_without_a_result", Text("
@vertex
fn vs_main() {
}
"), FRAGMENT,
        Headlines("shaders/vertex_stage_without_a_result.wgsl:2:4: error: `vs_main` returns no `@builtin(position)`")),
    error("derivative_in_a_vertex_stage", Text("
@vertex
fn vs_main() -> @builtin(position) vec4f {
    return vec4f(dpdx(1.0));
}
"), FRAGMENT, Everything("
shaders/derivative_in_a_vertex_stage.wgsl:2:4: error: `vs_main` does what only a fragment stage can do
  ┌─ shaders/derivative_in_a_vertex_stage.wgsl:2:4
  │
2 │ fn vs_main() -> @builtin(position) vec4f {
  │    ^^^^^^^
  │
  = `dpdx`, `dpdy`, `fwidth`, `discard` and `textureSample` are those; `textureSampleLevel` goes everywhere
")),
    error("stages_of_two_types", Text("
struct Out {
    @builtin(position) position: vec4f,
    @location(0) color: vec3f,
}

@vertex
fn vs_main() -> Out {
    return Out(vec4f(0.0), vec3f(1.0));
}

@fragment
fn fs_main(@location(0) color: vec4f) -> @location(0) vec4f {
    return color;
}
"), "", Everything("
shaders/stages_of_two_types.wgsl:12:25: error: `fs_main` reads @location(0) as vec4f, but `vs_main` writes vec3f
   ┌─ shaders/stages_of_two_types.wgsl:12:25
   │
12 │ fn fs_main(@location(0) color: vec4f) -> @location(0) vec4f {
   │                         ^^^^^
   │
   = give both the same type
")),
    error("fragment_input_that_is_not_written", Text("
@fragment
fn fs_main(@location(2) uv: vec2f) -> @location(0) vec4f {
    return vec4f(uv, 0.0, 1.0);
}
"), VERTEX, Everything("
shaders/fragment_input_that_is_not_written.wgsl:2:25: error: `fs_main` reads @location(2) `uv: vec2f`, which `vs_main` does not write
  ┌─ shaders/fragment_input_that_is_not_written.wgsl:2:25
  │
2 │ fn fs_main(@location(2) uv: vec2f) -> @location(0) vec4f {
  │                         ^^
  │
  = write it in the vertex stage, or take it out of the fragment stage
")),
    error("fragment_input_without_a_vertex_stage", Text("
@fragment
fn fs_water(surface: Surface) -> @location(0) vec4f {
    return surface.color;
}
"), "", Everything("
shaders/fragment_input_without_a_vertex_stage.wgsl:2:4: error: `fs_water` reads @location(0) `world_position: vec3f`, but it has no vertex stage
  ┌─ shaders/fragment_input_without_a_vertex_stage.wgsl:2:4
  │
2 │ fn fs_water(surface: Surface) -> @location(0) vec4f {
  │    ^^^^^^^^
  │
  = a fragment stage on its own fills the picture and gets only `@builtin(position)`; the names of a pair end alike, as `vs_fish` and `fs_fish`
")),
    error("stages_with_two_interpolations", Text("
struct Out {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat) color: vec4f,
}

@vertex
fn vs_main() -> Out {
    return Out(vec4f(0.0), vec4f(1.0));
}

@fragment
fn fs_main(@location(0) color: vec4f) -> @location(0) vec4f {
    return color;
}
"), "", Everything("
shaders/stages_with_two_interpolations.wgsl:12:25: error: `fs_main` reads @location(0) with another `@interpolate` than `vs_main` writes it with
   ┌─ shaders/stages_with_two_interpolations.wgsl:12:25
   │
12 │ fn fs_main(@location(0) color: vec4f) -> @location(0) vec4f {
   │                         ^^^^^
   │
   = give both the same, or let both stages share one struct
")),
    error("whole_number_between_stages", Text("
struct Out {
    @builtin(position) position: vec4f,
    @location(0) id: u32,
}

@vertex
fn vs_main() -> Out {
    return Out(vec4f(0.0), 1u);
}
"), FRAGMENT, Everything("
shaders/whole_number_between_stages.wgsl:3:18: error: `id` is a whole number and cannot be blended between vertices
  ┌─ shaders/whole_number_between_stages.wgsl:3:18
  │
3 │     @location(0) id: u32,
  │                  ^^
  │
  = write `@interpolate(flat) id`
")),
    error("matrix_between_stages", Text("
struct Out {
    @builtin(position) position: vec4f,
    @location(0) turn: mat4x4f,
}

@vertex
fn vs_main() -> Out {
    var out: Out;
    return out;
}
"), FRAGMENT,
        Headlines("shaders/matrix_between_stages.wgsl:3:18: error: mat4x4f cannot go between stages")),
    error("fragment_stage_without_a_color", Text("
@fragment
fn fs_main() {
}
"), VERTEX, Everything("
shaders/fragment_stage_without_a_color.wgsl:2:4: error: `fs_main` writes no color
  ┌─ shaders/fragment_stage_without_a_color.wgsl:2:4
  │
2 │ fn fs_main() {
  │    ^^^^^^^
  │
  = return `@location(0) vec4f`
")),
    error("fragment_stage_with_three_numbers", Text("
@fragment
fn fs_main() -> @location(0) vec3f {
    return vec3f(1.0);
}
"), VERTEX, Everything("
shaders/fragment_stage_with_three_numbers.wgsl:2:4: error: `fs_main` writes vec3f to @location(0), the picture wants a vec4f
  ┌─ shaders/fragment_stage_with_three_numbers.wgsl:2:4
  │
2 │ fn fs_main() -> @location(0) vec3f {
  │    ^^^^^^^
  │
  = return `vec4f(red, green, blue, alpha)`, linear and not premultiplied
")),
    error("fragment_result_without_a_location", Text("
@fragment
fn fs_main() -> vec4f {
    return vec4f(1.0);
}
"), VERTEX,
        Headlines("shaders/fragment_result_without_a_location.wgsl:2:4: error: the result of `fs_main` has no `@location`")),
    error("two_pictures", Text("
struct Two {
    @location(0) color: vec4f,
    @location(1) glow: vec4f,
}

@fragment
fn fs_main() -> Two {
    return Two(vec4f(1.0), vec4f(1.0));
}
"), VERTEX, Everything("
shaders/two_pictures.wgsl:3:18: error: @location(1) leads nowhere: there is one picture
  ┌─ shaders/two_pictures.wgsl:3:18
  │
3 │     @location(1) glow: vec4f,
  │                  ^^^^
  │
  = write to @location(0)
")),
    error("picture_of_another_number", Text("
@fragment
fn fs_main() -> @location(1) vec4f {
    return vec4f(1.0);
}
"), VERTEX,
        Headlines("shaders/picture_of_another_number.wgsl:2:4: error: @location(1) leads nowhere: there is one picture")),
    error("no_entry_points", Text("
fn f() -> f32 {
    return 1.0;
}
"), "", Everything("
shaders/no_entry_points.wgsl:1:1: error: nothing to draw: the file has no `@fragment` entry point
 = a sketch has a `@vertex` and a `@fragment` function; `swimlab new NAME` writes one to start from
")),
    error("vertex_stage_only", Text("
@vertex
fn vs_fish() -> @builtin(position) vec4f {
    return vec4f(0.0);
}
"), "", Everything("
shaders/vertex_stage_only.wgsl:2:4: error: `vs_fish` has no fragment entry point to go with it
  ┌─ shaders/vertex_stage_only.wgsl:2:4
  │
2 │ fn vs_fish() -> @builtin(position) vec4f {
  │    ^^^^^^^
  │
  = add `@fragment fn fs_main(surface: Surface) -> @location(0) vec4f { return shade(surface); }`
")),
    warning("vertex_stage_without_a_partner", Text("
@vertex
fn vs_fish() -> @builtin(position) vec4f {
    return vec4f(0.0);
}
"), VERTEX_AND_FRAGMENT, Everything("
shaders/vertex_stage_without_a_partner.wgsl:2:4: warning: `vs_fish` is not drawn: no fragment entry point has its suffix
  ┌─ shaders/vertex_stage_without_a_partner.wgsl:2:4
  │
2 │ fn vs_fish() -> @builtin(position) vec4f {
  │    ^^^^^^^
  │
  = `vs_fish` goes with `fs_fish`
")),
    warning("compute_stage", Text("
@compute @workgroup_size(64)
fn cs_step() {
}
"), FRAGMENT, Everything("
shaders/compute_stage.wgsl:2:4: warning: `cs_step` is not run: this version has no compute passes
  ┌─ shaders/compute_stage.wgsl:2:4
  │
2 │ fn cs_step() {
  │    ^^^^^^^
  │
  = the draws of this sketch run as they are
")),
    error("compute_stage_without_a_size", Text("
@compute
fn cs_step() {
}
"), FRAGMENT, Everything("
shaders/compute_stage_without_a_size.wgsl:1:2: error: workgroup size is missing on compute shader entry point
  ┌─ shaders/compute_stage_without_a_size.wgsl:1:2
  │
1 │ @compute
  │  ^^^^^^^ must be paired with a `@workgroup_size` attribute
  │
  = write `@compute @workgroup_size(64)`
")),
    error("everything_that_is_missing_is_named", Text("
struct In {
    @location(7) bones: vec4f,
    @location(14) speed: f32,
}

@vertex
fn vs_main(in: In) -> @builtin(position) vec4f {
    return in.bones * in.speed;
}

@fragment
fn fs_main(@location(0) tint: vec3f) -> @location(0) vec3f {
    return tint;
}
"), "",
        Headlines("
shaders/everything_that_is_missing_is_named.wgsl:2:18: error: nobody supplies the vertex input @location(7) `bones: vec4f`
shaders/everything_that_is_missing_is_named.wgsl:3:19: error: nobody supplies the vertex input @location(14) `speed: f32`
shaders/everything_that_is_missing_is_named.wgsl:12:25: error: `fs_main` reads @location(0) `tint: vec3f`, which `vs_main` does not write
shaders/everything_that_is_missing_is_named.wgsl:12:4: error: `fs_main` writes vec3f to @location(0), the picture wants a vec4f
")),
];
