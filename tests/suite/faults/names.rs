//! Names that are not there, or not what they are taken for.

use super::{Everything, FRAGMENT, Headlines, Row, Text, error};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("attribute_misspelt", Text("
@vertx
fn f() -> f32 {
    return 1.0;
}
"), FRAGMENT, Everything("
shaders/attribute_misspelt.wgsl:1:2: error: unknown attribute: `vertx`
  ┌─ shaders/attribute_misspelt.wgsl:1:2
  │
1 │ @vertx
  │  ^^^^^
  │
  = did you mean `@vertex`?
")),
    error("builtin_misspelt", Text("
@vertex
fn vs_main(@builtin(vertex_id) i: u32) -> @builtin(position) vec4f {
    return vec4f(0.0);
}
"), FRAGMENT, Everything("
shaders/builtin_misspelt.wgsl:2:21: error: unknown builtin: `vertex_id`
  ┌─ shaders/builtin_misspelt.wgsl:2:21
  │
2 │ fn vs_main(@builtin(vertex_id) i: u32) -> @builtin(position) vec4f {
  │                     ^^^^^^^^^
  │
  = there are frag_depth, front_facing, global_invocation_id, instance_index, local_invocation_id, local_invocation_index, num_workgroups, position, sample_index, sample_mask, vertex_index, workgroup_id
")),
    error("reserved_word", Text("
fn f() -> f32 {
    let new = 1.0;
    return new;
}
"), FRAGMENT, Everything("
shaders/reserved_word.wgsl:2:9: error: name `new` is a reserved keyword
  ┌─ shaders/reserved_word.wgsl:2:9
  │
2 │     let new = 1.0;
  │         ^^^ definition of `new`
  │
  = choose another name
")),
    error("unknown_name", Text("
fn f() -> f32 {
    return speed;
}
"), FRAGMENT, Everything("
shaders/unknown_name.wgsl:2:12: error: no definition in scope for identifier: `speed`
  ┌─ shaders/unknown_name.wgsl:2:12
  │
2 │     return speed;
  │            ^^^^^ unknown identifier
")),
    error("member_without_its_variable", Text("
struct Swim { speed: f32 }
@group(1) @binding(0) var<uniform> swim: Swim;
fn f() -> f32 {
    return speed;
}
"), FRAGMENT, Everything("
shaders/member_without_its_variable.wgsl:4:12: error: no definition in scope for identifier: `speed`
  ┌─ shaders/member_without_its_variable.wgsl:4:12
  │
4 │     return speed;
  │            ^^^^^ unknown identifier
  │
  = `Swim` has a member of this name: write a variable of it and a point before it
")),
    error("misspelt_constant", Text("
const SPEED = 2.0;
fn f() -> f32 {
    return SPEDE;
}
"), FRAGMENT, Everything("
shaders/misspelt_constant.wgsl:3:12: error: no definition in scope for identifier: `SPEDE`
  ┌─ shaders/misspelt_constant.wgsl:3:12
  │
3 │     return SPEDE;
  │            ^^^^^ unknown identifier
  │
  = did you mean `SPEED`?
")),
    error("misspelt_variable", Text("
fn f() -> f32 {
    let frequency = 2.0;
    return frequnecy;
}
"), FRAGMENT,
        Headlines("shaders/misspelt_variable.wgsl:3:12: error: no definition in scope for identifier: `frequnecy`")),
    error("misspelt_function", Text("
fn f() -> f32 {
    return smothstep(0.0, 1.0, 0.5);
}
"), FRAGMENT, Everything("
shaders/misspelt_function.wgsl:2:12: error: no definition in scope for identifier: `smothstep`
  ┌─ shaders/misspelt_function.wgsl:2:12
  │
2 │     return smothstep(0.0, 1.0, 0.5);
  │            ^^^^^^^^^ unknown identifier
  │
  = did you mean `smoothstep`?
")),
    error("name_of_another_language", Text("
fn f() -> f32 {
    return float3(1.0).x;
}
"), FRAGMENT, Everything("
shaders/name_of_another_language.wgsl:2:12: error: no definition in scope for identifier: `float3`
  ┌─ shaders/name_of_another_language.wgsl:2:12
  │
2 │     return float3(1.0).x;
  │            ^^^^^^ unknown identifier
  │
  = here it is written `vec3f`
")),
    error("time_as_in_godot", Text("
fn f() -> f32 {
    return sin(TIME);
}
"), FRAGMENT, Everything("
shaders/time_as_in_godot.wgsl:2:16: error: no definition in scope for identifier: `TIME`
  ┌─ shaders/time_as_in_godot.wgsl:2:16
  │
2 │     return sin(TIME);
  │                ^^^^ unknown identifier
  │
  = here it is written `frame.time`
")),
    error("modulo_as_in_glsl", Text("
fn f(a: f32) -> f32 {
    return mod(a, 2.0);
}
"), FRAGMENT,
        Headlines("shaders/modulo_as_in_glsl.wgsl:2:12: error: no definition in scope for identifier: `mod`")),
    error("unknown_type", Text("fn f(a: vec5f) {}\n"), FRAGMENT,
        Headlines("shaders/unknown_type.wgsl:1:9: error: no definition in scope for identifier: `vec5f`")),
    error("misspelt_member", Text("
fn f() -> f32 {
    return frame.tme;
}
"), FRAGMENT, Everything("
shaders/misspelt_member.wgsl:2:18: error: invalid field accessor `tme`
  ┌─ shaders/misspelt_member.wgsl:2:18
  │
2 │     return frame.tme;
  │                  ^^^ invalid accessor
  │
  = did you mean `time`?
")),
    error("component_that_is_not_there", Text("
fn f() -> f32 {
    let a = vec2f(1.0);
    return a.z;
}
"), FRAGMENT, Everything("
shaders/component_that_is_not_there.wgsl:3:14: error: invalid field accessor `z`
  ┌─ shaders/component_that_is_not_there.wgsl:3:14
  │
3 │     return a.z;
  │              ^ invalid accessor
  │
  = a vec2f has `x` and `y`, a vec3f `z` too, a vec4f `w` too
")),
    error("assignment_to_let", Text("
fn f() -> f32 {
    let a = 1.0;
    a = 2.0;
    return a;
}
"), FRAGMENT, Everything("
shaders/assignment_to_let.wgsl:3:5: error: invalid left-hand side of assignment
  ┌─ shaders/assignment_to_let.wgsl:3:5
  │
3 │     a = 2.0;
  │     ^ cannot assign to this expression
  │
  = shaders/assignment_to_let.wgsl:2:9: this is an immutable binding
  = consider declaring `a` with `var` instead of `let`
")),
    error("assignment_to_a_parameter", Text("
fn f(a: f32) -> f32 {
    a = 2.0;
    return a;
}
"), FRAGMENT, Everything("
shaders/assignment_to_a_parameter.wgsl:2:5: error: invalid left-hand side of assignment
  ┌─ shaders/assignment_to_a_parameter.wgsl:2:5
  │
2 │     a = 2.0;
  │     ^ cannot assign to this expression
  │
  = shaders/assignment_to_a_parameter.wgsl:1:6: this is an immutable binding
  = a parameter keeps its value; copy it first: `var my_a = a;`
")),
    error("assignment_to_a_swizzle", Text("
fn f() -> f32 {
    var a = vec3f(1.0);
    a.xy = vec2f(2.0);
    return a.x;
}
"), FRAGMENT, Everything("
shaders/assignment_to_a_swizzle.wgsl:3:5: error: invalid left-hand side of assignment
  ┌─ shaders/assignment_to_a_swizzle.wgsl:3:5
  │
3 │     a.xy = vec2f(2.0);
  │     ^^^^ cannot assign to this expression
  │
  = WGSL does not support assignments to swizzles
  = consider assigning each component individually
")),
    error("assignment_to_a_uniform", Text("
@group(1) @binding(0) var<uniform> wave: vec4f;
fn f() {
    wave = vec4f(1.0);
}
"), FRAGMENT, Everything("
shaders/assignment_to_a_uniform.wgsl:3:5: error: `wave` is a uniform: a shader only reads it
  ┌─ shaders/assignment_to_a_uniform.wgsl:3:5
  │
3 │     wave = vec4f(1.0);
  │     ^^^^
  │
  = copy it into a variable first: `var copy = …;`
")),
    error("function_that_calls_itself", Text("
fn f() -> f32 {
    return f();
}
"), FRAGMENT, Everything("
shaders/function_that_calls_itself.wgsl:1:4: error: declaration of `f` is recursive
  ┌─ shaders/function_that_calls_itself.wgsl:1:4
  │
1 │ fn f() -> f32 {
  │    ^
  │
  = shaders/function_that_calls_itself.wgsl:2:12: uses itself here
  = nothing in WGSL may use itself, not even through others; use a loop
")),
    error("constant_from_a_function", Text("
const A = f();
fn f() -> f32 { return 1.0; }
"), FRAGMENT, Everything("
shaders/constant_from_a_function.wgsl:1:11: error: this operation is not supported in a const context
  ┌─ shaders/constant_from_a_function.wgsl:1:11
  │
1 │ const A = f();
  │           ^^^ operation not supported here
  │
  = a `const` is known before the shader runs: it is made of numbers, other constants and built-in functions
")),
    error("two_of_one_name", Text("
fn f() {}
fn f() {}
"), FRAGMENT, Everything("
shaders/two_of_one_name.wgsl:2:4: error: redefinition of `f`
  ┌─ shaders/two_of_one_name.wgsl:2:4
  │
2 │ fn f() {}
  │    ^
  │
  = shaders/two_of_one_name.wgsl:1:4: previous definition of `f`
  = rename or delete one of them
")),
    error("half_precision", Text("
enable f16;
fn f(a: f16) {}
"), FRAGMENT, Everything("
shaders/half_precision.wgsl:2:9: error: `f16` is not to be had: not every GPU has it
  ┌─ shaders/half_precision.wgsl:2:9
  │
2 │ fn f(a: f16) {}
  │         ^^^
  │
  = use `f32`, `i32` or `u32`
")),
    error("variable_that_hides_a_function", Text("
fn f(sin: f32) -> f32 {
    return sin(sin);
}
"), FRAGMENT, Everything("
shaders/variable_that_hides_a_function.wgsl:2:12: error: local declaration cannot be called
  ┌─ shaders/variable_that_hides_a_function.wgsl:2:12
  │
2 │     return sin(sin);
  │            ^^^
  │
  = a variable here has the name of the function: rename it
")),
];
