//! Sketches that are too large for a device, for the compiler, or for anybody.

use swimlab::shader::{Limits, SourceFile, compile};

use super::{Everything, FRAGMENT, Headlines, Made, Row, Text, error, good, warning};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("uniform_over_64_kib", Text("@group(1) @binding(0) var<uniform> table: array<vec4f, 5000>;\n"), FRAGMENT,
        Everything("
shaders/uniform_over_64_kib.wgsl:1:36: error: `table` has 80000 bytes, a uniform at most 65536
  ┌─ shaders/uniform_over_64_kib.wgsl:1:36
  │
1 │ @group(1) @binding(0) var<uniform> table: array<vec4f, 5000>;
  │                                    ^^^^^
  │
  = make it smaller, or use `var<storage>`
")),
    error("storage_over_128_mib", Text("@group(1) @binding(0) var<storage, read> table: array<vec4f, 100000000>;\n"), FRAGMENT,
        Headlines("shaders/storage_over_128_mib.wgsl:1:42: error: `table` has 1600000000 bytes, a storage buffer at most 134217728")),
    error("too_many_bind_groups", Text("@group(4) @binding(0) var<uniform> wave: vec4f;\n"), FRAGMENT,
        Everything("
shaders/too_many_bind_groups.wgsl:1:36: error: @group(4) @binding(0) of `wave` is over the device's last group, 3
  ┌─ shaders/too_many_bind_groups.wgsl:1:36
  │
1 │ @group(4) @binding(0) var<uniform> wave: vec4f;
  │                                    ^^^^
  │
  = use group 1
")),
    error("too_many_bindings", Text("@group(1) @binding(5000) var<uniform> wave: vec4f;\n"), FRAGMENT,
        Headlines("shaders/too_many_bindings.wgsl:1:39: error: @group(1) @binding(5000) of `wave` is over the last binding, 999")),
    error("too_many_locations", Text("
struct Out {
    @builtin(position) position: vec4f,
    @location(15) wave: f32,
    @location(16) tint: f32,
}

@vertex
fn vs_main() -> Out {
    return Out(vec4f(0.0), 1.0, 2.0);
}
"), FRAGMENT, Everything("
shaders/too_many_locations.wgsl:4:19: error: @location(16) is over the device's last, 15
  ┌─ shaders/too_many_locations.wgsl:4:19
  │
4 │     @location(16) tint: f32,
  │                   ^^^^
  │
  = number the outputs of the vertex stage from 0, or pack several into one vec4f
")),
    error("workgroup_memory", Text("
var<workgroup> table: array<vec4f, 2000>;

@compute @workgroup_size(64)
fn cs_main() {
    table[0] = vec4f(1.0);
}
"), FRAGMENT, Everything("
shaders/workgroup_memory.wgsl:1:16: error: `table` brings the workgroup variables to 32000 bytes, over 16384
  ┌─ shaders/workgroup_memory.wgsl:1:16
  │
1 │ var<workgroup> table: array<vec4f, 2000>;
  │                ^^^^^
  │
  = make its array shorter, or use `var<storage>`

shaders/workgroup_memory.wgsl:4:4: warning: `cs_main` is not run: this version has no compute passes
  ┌─ shaders/workgroup_memory.wgsl:4:4
  │
4 │ fn cs_main() {
  │    ^^^^^^^
  │
  = the draws of this sketch run as they are
")),
    error("workgroup_of_nothing", Text("
@compute @workgroup_size(0)
fn cs_main() {
}
"), FRAGMENT, Everything("
shaders/workgroup_of_nothing.wgsl:2:4: error: the workgroup size of `cs_main` is out of range
  ┌─ shaders/workgroup_of_nothing.wgsl:2:4
  │
2 │ fn cs_main() {
  │    ^^^^^^^
  │
  = 64 is good nearly everywhere: `@workgroup_size(64)`
")),
    warning("workgroup_of_a_million", Text("
@compute @workgroup_size(1024, 1024)
fn cs_main() {
}
"), FRAGMENT,
        Headlines("shaders/workgroup_of_a_million.wgsl:2:4: warning: `cs_main` is not run: this version has no compute passes")),
    error("private_memory", Text("var<private> table: array<vec4f, 5000>;\n"), FRAGMENT,
        Headlines("shaders/private_memory.wgsl:1:14: error: `table` brings the private variables to 80000 bytes, over 65536")),
    error("local_memory", Text("
fn f() -> f32 {
    var table: array<vec4f, 5000>;
    return table[0].x;
}
"), FRAGMENT, Everything("
shaders/local_memory.wgsl:1:4: error: `f` has 80000 bytes of variables, over 65536
  ┌─ shaders/local_memory.wgsl:1:4
  │
1 │ fn f() -> f32 {
  │    ^
  │
  = make its arrays shorter, or use `var<storage>`
")),
    error("array_larger_than_an_address", Text("
fn f() -> f32 {
    var table = array<f32, 4294967295>();
    return table[0];
}
"), FRAGMENT, Everything("
shaders/array_larger_than_an_address.wgsl:1:1: error: a type here is over 2 GiB large
 = make its array shorter
")),
    error("array_of_a_function_without_a_length", Text("
fn f() {
    var table: array<f32>;
}
"), FRAGMENT, Everything("
shaders/array_of_a_function_without_a_length.wgsl:2:5: error: `table` has a type that no variable of a function can have
  ┌─ shaders/array_of_a_function_without_a_length.wgsl:2:5
  │
2 │     var table: array<f32>;
  │     ^^^^^^^^^^^^^^^^^^^^^
  │
  = an array needs its length here: `array<f32, 8>`
")),
    error("file_over_1_mib", Made(|| "// a fish\n".repeat(105_000)), "", Everything("
shaders/file_over_1_mib.wgsl:1:1: error: the file is over 1 MiB long
 = move data into a texture or a mesh
")),
    error("file_far_over_1_mib", Made(|| "// a fish\n".repeat(500_000)), "",
        Headlines("shaders/file_far_over_1_mib.wgsl:1:1: error: the file is over 1 MiB long")),
    good("file_of_1_mib_that_is_good", Made(|| "// a fish\n".repeat(104_000)), FRAGMENT),
    error("nested_parentheses", Made(|| format!("const A = {}1.0{};\n", "(".repeat(2000), ")".repeat(2000))), FRAGMENT,
        Headlines("shaders/nested_parentheses.wgsl:1:2010: error: this is nested too deeply")),
    error("nested_braces", Made(|| format!("fn f() {}{}\n", "{".repeat(2000), "}".repeat(2000))), FRAGMENT,
        Headlines("shaders/nested_braces.wgsl:1:135: error: brace nesting limit reached")),
    error("nested_types", Made(|| format!("alias A = {}f32{};\n", "array<".repeat(500), ", 1>".repeat(500))), FRAGMENT,
        Headlines("shaders/nested_types.wgsl:1:3010: error: this is nested too deeply")),
    good("long_sum_that_is_good", Made(|| format!("fn f(a: f32) -> f32 {{\n    return a{};\n}}\n", " + a".repeat(20_000))), FRAGMENT),
    good("long_else_if_that_is_good", Made(|| {
            let branches: String = (1..3000)
                .map(|i| format!("    else if a == {i} {{ return {i}.0; }}\n"))
                .collect();
            format!("fn f(a: i32) -> f32 {{\n    if a == 0 {{ return 0.0; }}\n{branches}    return 1.0;\n}}\n")
        }), FRAGMENT),
    warning("more_than_1024_controls", Text("@group(1) @binding(0) var<uniform> table: array<vec4f, 2000>;\n"), FRAGMENT,
        Everything("
shaders/more_than_1024_controls.wgsl:1:1: warning: only the first 1024 uniform members get a control
 = the others are 0; put long tables into `var<storage>`
")),
    warning("many_faults_of_one_annotation_are_told_once", Text("
struct Swim {
    colors: array<vec4f, 900>, // @color @range(1, 0)
}
@group(1) @binding(0) var<uniform> swim: Swim;
"), FRAGMENT,
        Headlines("shaders/many_faults_of_one_annotation_are_told_once.wgsl:2:42: warning: `@range` does not fit `swim.colors[0]`")),
];

#[test]
fn the_length_of_a_function_has_a_limit() {
    let limits = Limits {
        max_expressions: 300,
        ..Limits::default()
    };
    let steps = "    a += 0.5;\n".repeat(200);
    let text = format!("fn f() -> f32 {{\n    var a = 0.0;\n{steps}    return a;\n}}\n{FRAGMENT}");
    let file = SourceFile::new("long.wgsl", text);
    let found = compile(&file, &|_| unreachable!("it has no imports"), &limits)
        .expect_err("it is too long");
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].headline(),
        "long.wgsl:1:4: error: `f` is too long: 603 expressions"
    );
}
