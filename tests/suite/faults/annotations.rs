//! Annotations that say nothing: warnings, and the sketch runs.

use super::{Everything, FRAGMENT, Header, Headlines, Member, Row, Text, good, warning};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    warning("unknown_annotation", Member("speed: f32, // @slider(0, 1) Speed of the wave"), FRAGMENT,
        Everything("
shaders/unknown_annotation.wgsl:2:20: warning: unknown annotation `@slider`
  ┌─ shaders/unknown_annotation.wgsl:2:20
  │
2 │     speed: f32, // @slider(0, 1) Speed of the wave
  │                    ^^^^^^^
  │
  = known here are @angle, @choice, @color, @default, @group, @hidden, @label, @log, @phase, @range, @toggle, @unit
")),
    warning("misspelt_annotation", Member("speed: f32, // @rnage(0, 1)"), FRAGMENT, Everything("
shaders/misspelt_annotation.wgsl:2:20: warning: unknown annotation `@rnage`
  ┌─ shaders/misspelt_annotation.wgsl:2:20
  │
2 │     speed: f32, // @rnage(0, 1)
  │                    ^^^^^^
  │
  = did you mean `@range`?
")),
    warning("range_upside_down", Member("speed: f32, // @range(1, 0)"), FRAGMENT, Everything("
shaders/range_upside_down.wgsl:2:20: warning: `@range` does not fit `swim.speed`
  ┌─ shaders/range_upside_down.wgsl:2:20
  │
2 │     speed: f32, // @range(1, 0)
  │                    ^^^^^^^^^^^^
  │
  = the first number is the lowest value, the second the highest
")),
    warning("range_of_words", Member("speed: f32, // @range(slow, fast)"), FRAGMENT, Everything("
shaders/range_of_words.wgsl:2:20: warning: `@range` does not fit `swim.speed`
  ┌─ shaders/range_of_words.wgsl:2:20
  │
2 │     speed: f32, // @range(slow, fast)
  │                    ^^^^^^^^^^^^^^^^^^
  │
  = write it as `@range(0, 1)` or `@range(0, 1, 0.01)`
")),
    warning("range_of_one_number", Member("speed: f32, // @range(1)"), FRAGMENT,
        Headlines("shaders/range_of_one_number.wgsl:2:20: warning: `@range` does not fit `swim.speed`")),
    warning("range_with_a_wide_step", Member("speed: f32, // @range(0, 1, 5)"), FRAGMENT,
        Everything("
shaders/range_with_a_wide_step.wgsl:2:33: warning: `@range` does not fit `swim.speed`
  ┌─ shaders/range_with_a_wide_step.wgsl:2:33
  │
2 │     speed: f32, // @range(0, 1, 5)
  │                                 ^
  │
  = the step is above 0 and at most the whole range
")),
    warning("range_with_a_bad_number", Member("speed: f32, // @range(0, 1x)"), FRAGMENT,
        Everything("
shaders/range_with_a_bad_number.wgsl:2:30: warning: `1x` is not a number
  ┌─ shaders/range_with_a_bad_number.wgsl:2:30
  │
2 │     speed: f32, // @range(0, 1x)
  │                              ^^
  │
  = numbers are written like 1, -0.5, 1e3, pi or tau
")),
    warning("range_never_closed", Member("speed: f32, // @range(0, 1"), FRAGMENT, Everything("
shaders/range_never_closed.wgsl:2:20: warning: `@range(` is never closed
  ┌─ shaders/range_never_closed.wgsl:2:20
  │
2 │     speed: f32, // @range(0, 1
  │                    ^^^^^^^^^^^
  │
  = add the `)` on the same line
")),
    warning("range_with_a_semicolon", Member("speed: f32, // @range(0; 1)"), FRAGMENT,
        Headlines("shaders/range_with_a_semicolon.wgsl:2:28: warning: expected `,` or `)` in `@range(…)`")),
    warning("default_out_of_range", Member("speed: f32, // @range(0, 1) @default(4)"), FRAGMENT,
        Everything("
shaders/default_out_of_range.wgsl:2:33: warning: the default of `swim.speed` is out of its range
  ┌─ shaders/default_out_of_range.wgsl:2:33
  │
2 │     speed: f32, // @range(0, 1) @default(4)
  │                                 ^^^^^^^^^^^
  │
  = the nearest value in the range is used
")),
    warning("default_with_too_few", Member("tint: vec3f, // @default(1, 0)"), FRAGMENT, Everything("
shaders/default_with_too_few.wgsl:2:21: warning: `@default` does not fit `swim.tint`
  ┌─ shaders/default_with_too_few.wgsl:2:21
  │
2 │     tint: vec3f, // @default(1, 0)
  │                     ^^^^^^^^^^^^^^
  │
  = a vec3f has 3 numbers
")),
    warning("default_with_too_many", Member("speed: f32, // @default(1, 0)"), FRAGMENT,
        Headlines("shaders/default_with_too_many.wgsl:2:20: warning: `@default` does not fit `swim.speed`")),
    warning("default_that_is_a_word", Member("speed: f32, // @default(fast)"), FRAGMENT,
        Headlines("shaders/default_that_is_a_word.wgsl:2:29: warning: `@default` does not fit `swim.speed`")),
    warning("default_of_a_half", Member("count: u32, // @default(1.5)"), FRAGMENT, Everything("
shaders/default_of_a_half.wgsl:2:29: warning: `@default` does not fit `swim.count`
  ┌─ shaders/default_of_a_half.wgsl:2:29
  │
2 │     count: u32, // @default(1.5)
  │                             ^^^
  │
  = it holds whole numbers from 0
")),
    warning("default_below_zero", Member("count: u32, // @default(-1)"), FRAGMENT,
        Headlines("shaders/default_below_zero.wgsl:2:29: warning: `@default` does not fit `swim.count`")),
    warning("default_that_is_no_choice", Member(r#"mode: u32, // @choice("slow", "fast") @default("medium")"#), FRAGMENT,
        Everything(r#"
shaders/default_that_is_no_choice.wgsl:2:52: warning: `@default` does not fit `swim.mode`
  ┌─ shaders/default_that_is_no_choice.wgsl:2:52
  │
2 │     mode: u32, // @choice("slow", "fast") @default("medium")
  │                                                    ^^^^^^^^
  │
  = the choices are slow, fast
"#)),
    warning("color_of_one_number", Member("speed: f32, // @color"), FRAGMENT, Everything("
shaders/color_of_one_number.wgsl:2:20: warning: `@color` does not fit `swim.speed`
  ┌─ shaders/color_of_one_number.wgsl:2:20
  │
2 │     speed: f32, // @color
  │                    ^^^^^^
  │
  = a color is a `vec3f` or a `vec4f`
")),
    warning("choice_without_names", Member("mode: u32, // @choice"), FRAGMENT, Everything(r#"
shaders/choice_without_names.wgsl:2:19: warning: `@choice` does not fit `swim.mode`
  ┌─ shaders/choice_without_names.wgsl:2:19
  │
2 │     mode: u32, // @choice
  │                   ^^^^^^^
  │
  = write it as `@choice("first", "second")`
"#)),
    warning("choice_of_words", Member("mode: u32, // @choice(slow, fast)"), FRAGMENT,
        Headlines("shaders/choice_of_words.wgsl:2:19: warning: `@choice` does not fit `swim.mode`")),
    warning("choice_never_closed", Member(r#"mode: u32, // @choice("slow, fast)"#), FRAGMENT,
        Headlines("shaders/choice_never_closed.wgsl:2:26: warning: this text has no closing quote")),
    warning("choice_of_a_vector", Member(r#"tint: vec3f, // @choice("slow", "fast")"#), FRAGMENT,
        Headlines("shaders/choice_of_a_vector.wgsl:2:21: warning: `@choice` does not fit `swim.tint`")),
    warning("log_from_zero", Member("speed: f32, // @log @range(0, 10)"), FRAGMENT, Everything("
shaders/log_from_zero.wgsl:2:20: warning: `@log` does not fit `swim.speed`
  ┌─ shaders/log_from_zero.wgsl:2:20
  │
2 │     speed: f32, // @log @range(0, 10)
  │                    ^^^^
  │
  = it wants a `@range` that begins above 0
")),
    warning("log_without_a_range", Member("speed: f32, // @log"), FRAGMENT,
        Headlines("shaders/log_without_a_range.wgsl:2:20: warning: `@log` does not fit `swim.speed`")),
    warning("phase_of_an_unknown_rate", Member("phase: f32, // @phase(tempo)"), FRAGMENT,
        Everything("
shaders/phase_of_an_unknown_rate.wgsl:2:27: warning: `@phase` finds no rate `tempo`
  ┌─ shaders/phase_of_an_unknown_rate.wgsl:2:27
  │
2 │     phase: f32, // @phase(tempo)
  │                           ^^^^^
  │
  = name an `f32` of the same struct, or one by its path: `swim.time_scale`
")),
    warning("phase_of_itself", Member("phase: f32, // @phase(phase)"), FRAGMENT,
        Headlines("shaders/phase_of_itself.wgsl:2:27: warning: `@phase` finds no rate `phase`")),
    warning("phase_of_a_number", Member("phase: f32, // @phase(2)"), FRAGMENT,
        Headlines("shaders/phase_of_a_number.wgsl:2:20: warning: `@phase` does not fit `swim.phase`")),
    warning("toggle_of_a_vector", Member("tint: vec3f, // @toggle"), FRAGMENT, Everything("
shaders/toggle_of_a_vector.wgsl:2:21: warning: `@toggle` does not fit `swim.tint`
  ┌─ shaders/toggle_of_a_vector.wgsl:2:21
  │
2 │     tint: vec3f, // @toggle
  │                     ^^^^^^^
  │
  = a toggle is a single number
")),
    warning("angle_of_a_whole_number", Member("count: u32, // @angle"), FRAGMENT,
        Headlines("shaders/angle_of_a_whole_number.wgsl:2:20: warning: `@angle` does not fit `swim.count`")),
    warning("unit_without_quotes", Member("speed: f32, // @unit(3)"), FRAGMENT,
        Headlines("shaders/unit_without_quotes.wgsl:2:20: warning: `@unit` does not fit `swim.speed`")),
    warning("label_of_two", Member(r#"speed: f32, // @label("a", "b")"#), FRAGMENT,
        Headlines("shaders/label_of_two.wgsl:2:20: warning: `@label` does not fit `swim.speed`")),
    warning("hidden_with_an_argument", Member("speed: f32, // @hidden(1)"), FRAGMENT,
        Headlines("shaders/hidden_with_an_argument.wgsl:2:20: warning: `@hidden` does not fit `swim.speed`")),
    warning("range_given_twice", Member("speed: f32, // @range(0, 1) @range(0, 2)"), FRAGMENT,
        Everything("
shaders/range_given_twice.wgsl:2:33: warning: `@range` is given twice: this one counts
  ┌─ shaders/range_given_twice.wgsl:2:33
  │
2 │     speed: f32, // @range(0, 1) @range(0, 2)
  │                                 ^^^^^^^^^^^^
  │
  = the other one is at 2:20
")),
    warning("mesh_at_a_member", Member(r#"speed: f32, // @mesh("fish.glb")"#), FRAGMENT,
        Everything(r#"
shaders/mesh_at_a_member.wgsl:2:20: warning: `@mesh` has no effect here
  ┌─ shaders/mesh_at_a_member.wgsl:2:20
  │
2 │     speed: f32, // @mesh("fish.glb")
  │                    ^^^^^^^^^^^^^^^^^
  │
  = it belongs in a `//!` line at the top, or above an entry point
"#)),
    warning("file_at_a_member", Member(r#"speed: f32, // @file("scales.png")"#), FRAGMENT,
        Headlines("shaders/file_at_a_member.wgsl:2:20: warning: `@file` has no effect here")),
    warning("annotation_on_the_line_above", Member("// Speed of the wave
    // @rnage(0, 1)
    speed: f32,"), FRAGMENT,
        Headlines("shaders/annotation_on_the_line_above.wgsl:3:8: warning: unknown annotation `@rnage`")),
    warning("annotation_in_a_block_comment", Member("speed: f32, /* @rnage(0, 1) */"), FRAGMENT,
        Headlines("shaders/annotation_in_a_block_comment.wgsl:2:20: warning: unknown annotation `@rnage`")),
    warning("annotations_of_two_members", Member("speed: f32, // @range(1, 0)
    width: f32, // @range(0, 1) @default(2)"), FRAGMENT, Everything("
shaders/annotations_of_two_members.wgsl:2:20: warning: `@range` does not fit `swim.speed`
  ┌─ shaders/annotations_of_two_members.wgsl:2:20
  │
2 │     speed: f32, // @range(1, 0)
  │                    ^^^^^^^^^^^^
  │
  = the first number is the lowest value, the second the highest

shaders/annotations_of_two_members.wgsl:3:33: warning: the default of `swim.width` is out of its range
  ┌─ shaders/annotations_of_two_members.wgsl:3:33
  │
3 │     width: f32, // @range(0, 1) @default(2)
  │                                 ^^^^^^^^^^^
  │
  = the nearest value in the range is used
")),
    warning("layout_unknown", Header("//! @layout(cube, 1)\n\n"), FRAGMENT, Everything("
shaders/layout_unknown.wgsl:1:13: warning: `@layout` cannot be read
  ┌─ shaders/layout_unknown.wgsl:1:13
  │
1 │ //! @layout(cube, 1)
  │             ^^^^
  │
  = write it as `@layout(box, 100, 50, 50)`, `@layout(grid, 4)`, `@layout(sphere, 30)`, `@layout(ring, 40, 8)` or `@layout(single)`
")),
    warning("layout_with_too_few", Header("//! @layout(box, 1)\n\n"), FRAGMENT,
        Headlines("shaders/layout_with_too_few.wgsl:1:5: warning: `@layout` cannot be read")),
    warning("layout_of_less_than_nothing", Header("//! @layout(sphere, -3)\n\n"), FRAGMENT,
        Headlines("shaders/layout_of_less_than_nothing.wgsl:1:21: warning: `@layout` cannot be read")),
    warning("instances_none", Header("//! @instances(0)\n\n"), FRAGMENT, Everything("
shaders/instances_none.wgsl:1:16: warning: a sketch has 1 to 1000000 instances: 1 is used
  ┌─ shaders/instances_none.wgsl:1:16
  │
1 │ //! @instances(0)
  │                ^
")),
    warning("instances_too_many", Header("//! @instances(5000000)\n\n"), FRAGMENT,
        Headlines("shaders/instances_too_many.wgsl:1:16: warning: a sketch has 1 to 1000000 instances: 1000000 is used")),
    warning("instances_of_a_word", Header("//! @instances(many)\n\n"), FRAGMENT, Everything("
shaders/instances_of_a_word.wgsl:1:16: warning: `@instances` cannot be read
  ┌─ shaders/instances_of_a_word.wgsl:1:16
  │
1 │ //! @instances(many)
  │                ^^^^
  │
  = write it as `@instances(10000)`
")),
    warning("instances_in_thousands", Header("//! @instances(10k)\n\n"), FRAGMENT,
        Headlines("shaders/instances_in_thousands.wgsl:1:16: warning: `10k` is not a number")),
    warning("unknown_header_word", Header(r#"//! # A fish
//! @author("me") swims

"#), FRAGMENT, Everything(r#"
shaders/unknown_header_word.wgsl:2:5: warning: unknown annotation `@author`
  ┌─ shaders/unknown_header_word.wgsl:2:5
  │
2 │ //! @author("me") swims
  │     ^^^^^^^
  │
  = known here are @blend, @cull, @depth, @import, @instances, @layout, @mesh, @seed, @topology
"#)),
    warning("misspelt_header_word", Header(r#"//! @meshes("fish.glb")

"#), FRAGMENT,
        Headlines("shaders/misspelt_header_word.wgsl:1:5: warning: unknown annotation `@meshes`")),
    warning("range_in_the_header", Header("//! @range(0, 1)\n\n"), FRAGMENT, Everything("
shaders/range_in_the_header.wgsl:1:5: warning: `@range` has no effect here
  ┌─ shaders/range_in_the_header.wgsl:1:5
  │
1 │ //! @range(0, 1)
  │     ^^^^^^^^^^^^
  │
  = it belongs at a uniform member or an override
")),
    warning("mesh_without_a_name", Header("//! @mesh\n\n"), FRAGMENT,
        Headlines("shaders/mesh_without_a_name.wgsl:1:5: warning: `@mesh` cannot be read")),
    warning("blend_unknown", Header("//! @blend(multiply)\n\n"), FRAGMENT, Everything("
shaders/blend_unknown.wgsl:1:12: warning: `@blend` cannot be read
  ┌─ shaders/blend_unknown.wgsl:1:12
  │
1 │ //! @blend(multiply)
  │            ^^^^^^^^
  │
  = write it as `@blend(opaque|alpha|add)`
")),
    warning("import_without_quotes", Header("//! @import(waves)\n\n"), FRAGMENT, Everything(r#"
shaders/import_without_quotes.wgsl:1:5: warning: `@import` takes one path in quotes
  ┌─ shaders/import_without_quotes.wgsl:1:5
  │
1 │ //! @import(waves)
  │     ^^^^^^^^^^^^^^
  │
  = write it as `@import("lib/noise.wgsl")`
"#)),
    warning("mesh_below_the_header", Header(r#"// @mesh("fish.glb")

"#), FRAGMENT,
        Headlines("shaders/mesh_below_the_header.wgsl:1:4: warning: `@mesh` has no effect here")),
    good("prose_with_at_signs", Text("
// Thanks to @ada.

struct Swim {
    speed: f32, // mail ada@example.org @ home
}
@group(1) @binding(0) var<uniform> swim: Swim;
"), FRAGMENT),
    good("code_in_a_comment", Member("speed: f32, // @location(0) @group(1) @binding(0) old: f32,"), FRAGMENT),
    warning("cull_above_a_stage", Text("
// @cull(sideways)
@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(1.0);
}
"), "", Everything("
shaders/cull_above_a_stage.wgsl:1:10: warning: `@cull` cannot be read
  ┌─ shaders/cull_above_a_stage.wgsl:1:10
  │
1 │ // @cull(sideways)
  │          ^^^^^^^^
  │
  = write it as `@cull(none|back|front)`
")),
    warning("range_above_a_function", Text("
// @range(0, 1)
fn f() {}
"), FRAGMENT,
        Headlines("shaders/range_above_a_function.wgsl:1:4: warning: `@range` has no effect here")),
    warning("range_of_a_constant", Text("override count: u32 = 2; // @range(3, 1)\n"), FRAGMENT,
        Headlines("shaders/range_of_a_constant.wgsl:1:29: warning: `@range` does not fit `count`")),
    warning("range_of_a_bool", Text("override is_fast: bool = true; // @range(0, 1)\n"), FRAGMENT,
        Everything("
shaders/range_of_a_bool.wgsl:1:35: warning: `@range` does not fit `is_fast`
  ┌─ shaders/range_of_a_bool.wgsl:1:35
  │
1 │ override is_fast: bool = true; // @range(0, 1)
  │                                   ^^^^^^^^^^^^
  │
  = a bool is on or off
")),
];
