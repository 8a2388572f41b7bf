//! Values that do not fit together.

use super::{Everything, FRAGMENT, Headlines, Row, Text, error};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("f32_and_i32", Text("
fn f(a: f32, b: i32) -> f32 {
    return a + b;
}
"), FRAGMENT, Everything("
shaders/f32_and_i32.wgsl:2:12: error: `+` does not work between f32 and i32
  ┌─ shaders/f32_and_i32.wgsl:2:12
  │
2 │     return a + b;
  │            ^^^^^
  │
  = WGSL converts nothing by itself: write `f32(…)` around the i32
")),
    error("literals_of_two_kinds", Text("
fn f() -> f32 {
    return 1.0 + 1i;
}
"), FRAGMENT, Everything("
shaders/literals_of_two_kinds.wgsl:2:12: error: `+` does not work between f32 and i32
  ┌─ shaders/literals_of_two_kinds.wgsl:2:12
  │
2 │     return 1.0 + 1i;
  │            ^^^^^^^^
  │
  = WGSL converts nothing by itself: write `f32(…)` around the i32
")),
    error("integer_vector_times_a_half", Text("
fn f(a: vec2i) -> vec2i {
    return a * 0.5;
}
"), FRAGMENT, Everything("
shaders/integer_vector_times_a_half.wgsl:2:12: error: `*` does not work between vec2i and f32
  ┌─ shaders/integer_vector_times_a_half.wgsl:2:12
  │
2 │     return a * 0.5;
  │            ^^^^^^^
  │
  = WGSL converts nothing by itself: write `vec2f(…)` around the vec2i
")),
    error("vectors_of_two_sizes", Text("
fn f(a: vec3f, b: vec2f) -> vec3f {
    return a + b;
}
"), FRAGMENT, Everything("
shaders/vectors_of_two_sizes.wgsl:2:12: error: `+` does not work between vec3f and vec2f
  ┌─ shaders/vectors_of_two_sizes.wgsl:2:12
  │
2 │     return a + b;
  │            ^^^^^
  │
  = both sides need the same number of components
")),
    error("matrix_and_vector", Text("
fn f(m: mat4x4f, v: vec3f) -> vec3f {
    return m * v;
}
"), FRAGMENT, Everything("
shaders/matrix_and_vector.wgsl:2:12: error: `*` does not work between mat4x4f and vec3f
  ┌─ shaders/matrix_and_vector.wgsl:2:12
  │
2 │     return m * v;
  │            ^^^^^
  │
  = a mat4x4f takes a vec4f on its right: `m * vec4f(v, 1.0)`
")),
    error("and_of_numbers", Text("
fn f(a: f32) -> bool {
    return a && true;
}
"), FRAGMENT, Everything("
shaders/and_of_numbers.wgsl:2:14: error: `&&` joins two bool, not f32
  ┌─ shaders/and_of_numbers.wgsl:2:14
  │
2 │     return a && true;
  │              ^^
  │
  = compare a number to get a bool: `x > 0.0`
")),
    error("or_of_numbers_in_two_places", Text("
fn f(a: bool, b: f32) -> bool {
    let c = a || true; // || in a comment
    return b || c;
}
"), FRAGMENT, Everything("
shaders/or_of_numbers_in_two_places.wgsl:2:15: error: `||` joins two bool, not f32
  ┌─ shaders/or_of_numbers_in_two_places.wgsl:2:15
  │
2 │     let c = a || true; // || in a comment
  │               ^^
  │
  = compare a number to get a bool: `x > 0.0`
  = naga does not say which `||` it means: it may also be the one at 3:14
")),
    error("minus_of_an_unsigned", Text("
fn f(a: u32) -> u32 {
    return -a;
}
"), FRAGMENT,
        Headlines("shaders/minus_of_an_unsigned.wgsl:2:12: error: `-` does not work on u32")),
    error("argument_missing", Text("
fn g(a: f32, b: f32) -> f32 { return a + b; }
fn f() -> f32 {
    return g(1.0);
}
"), FRAGMENT, Everything("
shaders/argument_missing.wgsl:3:12: error: `g` takes 2 arguments, not 1
  ┌─ shaders/argument_missing.wgsl:3:12
  │
3 │     return g(1.0);
  │            ^^^^^^
  │
  = it is `fn g(a: f32, b: f32)`
")),
    error("argument_of_another_type", Text("
fn g(a: f32) -> f32 { return a; }
fn f() -> f32 {
    return 2.0 * g(vec2f(1.0));
}
"), FRAGMENT, Everything("
shaders/argument_of_another_type.wgsl:3:20: error: argument 1 of `g` is f32, not vec2f
  ┌─ shaders/argument_of_another_type.wgsl:3:20
  │
3 │     return 2.0 * g(vec2f(1.0));
  │                    ^^^^^^^^^^
  │
  = it is `fn g(a: f32)`
")),
    error("argument_from_a_parameter", Text("
fn g(a: f32) -> f32 { return a; }
fn f(b: vec2f) -> f32 {
    return g(b);
}
"), FRAGMENT, Everything("
shaders/argument_from_a_parameter.wgsl:3:12: error: argument 1 of `g` is f32, not vec2f
  ┌─ shaders/argument_from_a_parameter.wgsl:3:12
  │
3 │     return g(b);
  │            ^^^^
  │
  = it is `fn g(a: f32)`
")),
    error("argument_that_is_a_literal", Text("
fn g(a: i32) -> i32 { return a; }
fn f() -> i32 {
    return g(1.5);
}
"), FRAGMENT, Everything("
shaders/argument_that_is_a_literal.wgsl:3:14: error: automatic conversions cannot convert a number with a decimal point to `i32`
  ┌─ shaders/argument_that_is_a_literal.wgsl:3:14
  │
3 │     return g(1.5);
  │              ^^^ a value of type i32 is required here
  │
  = shaders/argument_that_is_a_literal.wgsl:3:14: this expression is a number with a decimal point
")),
    error("built_in_with_an_argument_missing", Text("
fn f() -> f32 {
    return clamp(1.0, 2.0);
}
"), FRAGMENT,
        Headlines("shaders/built_in_with_an_argument_missing.wgsl:2:12: error: wrong number of arguments: expected 3, found 2")),
    error("built_in_of_another_type", Text("
fn f(a: i32) -> f32 {
    return sin(a);
}
"), FRAGMENT, Everything("
shaders/built_in_of_another_type.wgsl:2:12: error: wrong type passed as argument #1 to `sin`
  ┌─ shaders/built_in_of_another_type.wgsl:2:12
  │
2 │     return sin(a);
  │            ^^^
  │
  = shaders/built_in_of_another_type.wgsl:1:6: argument #1 has type `i32`
  = `sin` accepts the following types for argument #1: f32, vec2f, vec3f, vec4f
")),
    error("returns_another_type", Text("
fn f() -> f32 {
    return vec2f(1.0);
}
"), FRAGMENT, Everything("
shaders/returns_another_type.wgsl:2:12: error: `f` returns f32, but this is vec2f
  ┌─ shaders/returns_another_type.wgsl:2:12
  │
2 │     return vec2f(1.0);
  │            ^^^^^^^^^^
")),
    error("returns_a_variable_of_another_type", Text("
fn f() -> f32 {
    let a = vec2f(1.0);
    
    return a;
}
"), FRAGMENT, Everything("
shaders/returns_a_variable_of_another_type.wgsl:4:5: error: `f` returns f32, but this is vec2f
  ┌─ shaders/returns_a_variable_of_another_type.wgsl:4:5
  │
4 │     return a;
  │     ^^^^^^^^^
")),
    error("returns_nothing_at_its_end", Text("
fn f() -> f32 {
    let a = 1.0;
}
"), FRAGMENT, Everything("
shaders/returns_nothing_at_its_end.wgsl:1:4: error: `f` can end without returning its f32
  ┌─ shaders/returns_nothing_at_its_end.wgsl:1:4
  │
1 │ fn f() -> f32 {
  │    ^
  │
  = add a `return …;` at its end
")),
    error("returns_a_value_from_nothing", Text("
fn f(a: f32) {
    return a;
}
"), FRAGMENT, Everything("
shaders/returns_a_value_from_nothing.wgsl:2:5: error: `f` returns nothing, but here it has a value
  ┌─ shaders/returns_a_value_from_nothing.wgsl:2:5
  │
2 │     return a;
  │     ^^^^^^^^^
  │
  = say what it returns: `fn f(…) -> f32`
")),
    error("assignment_of_another_type", Text("
fn f() -> f32 {
    var a = 1.0;
    a = vec2f(2.0);
    return a;
}
"), FRAGMENT, Everything("
shaders/assignment_of_another_type.wgsl:3:9: error: cannot assign vec2f to a variable of f32
  ┌─ shaders/assignment_of_another_type.wgsl:3:9
  │
3 │     a = vec2f(2.0);
  │         ^^^^^^^^^^
")),
    error("variable_of_another_type", Text("
fn f() -> f32 {
    let a: f32 = vec2f(1.0);
    return a;
}
"), FRAGMENT,
        Headlines("shaders/variable_of_another_type.wgsl:2:9: error: the type of `a` is expected to be `f32`, but got `vec2f`")),
    error("condition_that_is_a_number", Text("
fn f(a: f32) {
    if a { return; }
}
"), FRAGMENT, Everything("
shaders/condition_that_is_a_number.wgsl:2:5: error: a condition is a bool, this is f32
  ┌─ shaders/condition_that_is_a_number.wgsl:2:5
  │
2 │     if a { return; }
  │     ^^^^^^^^^^^^^^^^
  │
  = compare it with something: `x > 0.0`
")),
    error("condition_that_is_a_vector", Text("
fn f(a: vec2f) {
    if a > vec2f(1.0) { return; }
}
"), FRAGMENT, Everything("
shaders/condition_that_is_a_vector.wgsl:2:8: error: a condition is a bool, this is vec2<bool>
  ┌─ shaders/condition_that_is_a_vector.wgsl:2:8
  │
2 │     if a > vec2f(1.0) { return; }
  │        ^^^^^^^^^^^^^^
  │
  = join its components with `all(…)` or `any(…)`
")),
    error("constructor_with_too_few", Text("
fn f() -> f32 {
    return vec3(1.0, 2.0).x;
}
"), FRAGMENT, Everything("
shaders/constructor_with_too_few.wgsl:2:12: error: Constructor expects 3 components, found 2
  ┌─ shaders/constructor_with_too_few.wgsl:2:12
  │
2 │     return vec3(1.0, 2.0).x;
  │            ^^^^^^^^^^^^^^
  │
  = give one number for each component, or a single one for all
")),
    error("struct_with_too_few", Text("
struct Fish { length: f32, width: f32 }
fn f() -> Fish {
    return Fish(1.0);
}
"), FRAGMENT, Everything("
shaders/struct_with_too_few.wgsl:3:12: error: `Fish` takes 2 members, not 1
  ┌─ shaders/struct_with_too_few.wgsl:3:12
  │
3 │     return Fish(1.0);
  │            ^^^^^^^^^
  │
  = its members are length: f32, width: f32
")),
    error("struct_with_another_type", Text("
struct Fish { length: f32, tint: vec3f }
fn f() -> Fish {
    return Fish(1.0, vec2f(1.0));
}
"), FRAGMENT,
        Headlines("shaders/struct_with_another_type.wgsl:3:12: error: member 2 of `Fish` is vec3f, not vec2f")),
    error("index_past_the_end", Text("
fn f() -> f32 {
    let a = array(1.0, 2.0);
    return a[2];
}
"), FRAGMENT, Everything("
shaders/index_past_the_end.wgsl:3:12: error: there is no element 2 in array<f32, 2>
  ┌─ shaders/index_past_the_end.wgsl:3:12
  │
3 │     return a[2];
  │            ^^^^
  │
  = elements are counted from 0
")),
    error("division_by_zero", Text("
fn f() -> i32 {
    return 1 / 0;
}
"), FRAGMENT,
        Headlines("shaders/division_by_zero.wgsl:2:12: error: Division by zero")),
    error("switch_without_default", Text("
fn f(a: i32) {
    switch a { case 1: { } }
}
"), FRAGMENT,
        Headlines("shaders/switch_without_default.wgsl:2:5: error: this `switch` has no `default`")),
    error("break_outside_of_a_loop", Text("
fn f() {
    break;
}
"), FRAGMENT, Everything("
shaders/break_outside_of_a_loop.wgsl:2:5: error: `break` stands outside of a loop or `switch`
  ┌─ shaders/break_outside_of_a_loop.wgsl:2:5
  │
2 │     break;
  │     ^^^^^^
  │
  = to leave the function, write `return`
")),
    error("pointer_without_ampersand", Text("
fn g(p: ptr<function, f32>) { *p = 1.0; }
fn f() {
    var a = 1.0;
    g(a);
}
"), FRAGMENT, Everything("
shaders/pointer_without_ampersand.wgsl:4:5: error: argument 1 of `g` is ptr<function, f32>, not f32
  ┌─ shaders/pointer_without_ampersand.wgsl:4:5
  │
4 │     g(a);
  │     ^^^^
  │
  = it is `fn g(p: ptr<function, f32>)`
  = hand over the place of a variable with `&`
")),
];
