//! Text that does not parse.

use super::{Everything, FRAGMENT, Headlines, Row, Text, error, good};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("missing_semicolon", Text("
fn f() -> f32 {
    let a = 1.0 // one
    return a;
}
"), FRAGMENT, Everything(r#"
shaders/missing_semicolon.wgsl:2:16: error: expected `;`, found "return"
  ┌─ shaders/missing_semicolon.wgsl:2:16
  │
2 │     let a = 1.0 // one
  │                ^ add `;` here
"#)),
    error("missing_semicolon_on_the_line", Text("
fn f() -> f32 {
    let a = 1.0 return a;
}
"), FRAGMENT,
        Headlines(r#"shaders/missing_semicolon_on_the_line.wgsl:2:17: error: expected `;`, found "return""#)),
    error("missing_comma_in_a_struct", Text("
struct Fish {
    length: f32
    width: f32,
}
"), FRAGMENT, Everything(r#"
shaders/missing_comma_in_a_struct.wgsl:2:16: error: expected `,`, found "width"
  ┌─ shaders/missing_comma_in_a_struct.wgsl:2:16
  │
2 │     length: f32
  │                ^ add `,` here
"#)),
    error("missing_colon", Text("
struct Fish {
    length f32,
}
"), FRAGMENT,
        Headlines(r#"shaders/missing_colon.wgsl:2:12: error: expected `:`, found "f32""#)),
    error("missing_type", Text("
fn f() -> {
    return 1.0;
}
"), FRAGMENT,
        Headlines(r#"shaders/missing_type.wgsl:1:11: error: expected identifier, found "{""#)),
    error("missing_operand", Text("
fn f() -> f32 {
    return 2.0 * ;
}
"), FRAGMENT,
        Headlines(r#"shaders/missing_operand.wgsl:2:18: error: expected expression, found ";""#)),
    error("missing_parenthesis", Text("
fn f() -> f32 {
    return sin(1.0;
}
"), FRAGMENT, Everything(r#"
shaders/missing_parenthesis.wgsl:2:19: error: expected `)`, found ";"
  ┌─ shaders/missing_parenthesis.wgsl:2:19
  │
2 │     return sin(1.0;
  │                   ^
"#)),
    error("parenthesis_open_to_the_end", Text("
fn f(a: f32 {
}
"), FRAGMENT, Everything("
shaders/parenthesis_open_to_the_end.wgsl:1:5: error: this `(` is never closed
  ┌─ shaders/parenthesis_open_to_the_end.wgsl:1:5
  │
1 │ fn f(a: f32 {
  │     ^
  │
  = the file ends before its `)`
")),
    error("brace_open_to_the_end", Text("
fn f() -> f32 {
    return 1.0;
"), "", Everything("
shaders/brace_open_to_the_end.wgsl:1:15: error: this `{` is never closed
  ┌─ shaders/brace_open_to_the_end.wgsl:1:15
  │
1 │ fn f() -> f32 {
  │               ^
  │
  = the file ends before its `}`
")),
    error("brace_of_an_if_open", Text("
fn f() -> f32 {
    if true {
        return 2.0;
    return 1.0;
}
"), FRAGMENT, Everything("
shaders/brace_of_an_if_open.wgsl:2:13: error: this `{` is never closed
  ┌─ shaders/brace_of_an_if_open.wgsl:2:13
  │
2 │     if true {
  │             ^
  │
  = the indentation tells so; counting alone leaves the `{` at 1:15 open
")),
    error("brace_too_many", Text("
fn f() -> f32 {
    return 1.0;
}
}
"), FRAGMENT, Everything(r#"
shaders/brace_too_many.wgsl:4:1: error: expected a declaration, found "}"
  ┌─ shaders/brace_too_many.wgsl:4:1
  │
4 │ }
  │ ^
  │
  = this `}` closes nothing: there is one too many, here or above
"#)),
    error("statement_behind_a_brace_too_many", Text("
fn f() -> f32 {
    if true { } }
    return 1.0;
}
"), FRAGMENT, Everything(r#"
shaders/statement_behind_a_brace_too_many.wgsl:3:5: error: expected a declaration, found "return"
  ┌─ shaders/statement_behind_a_brace_too_many.wgsl:3:5
  │
3 │     return 1.0;
  │     ^^^^^^
  │
  = statements stand in functions: is there a `}` too many above?
"#)),
    error("block_comment_never_closed", Text("
/* one /* two */
fn f() {}
"), FRAGMENT, Everything("
shaders/block_comment_never_closed.wgsl:1:1: error: this comment is never closed
  ┌─ shaders/block_comment_never_closed.wgsl:1:1
  │
1 │ /* one /* two */
  │ ^^
  │
  = close it with `*/`; block comments nest
")),
    error("unknown_character", Text("
fn f() -> f32 {
    return 1.0 # 2.0;
}
"), FRAGMENT,
        Headlines(r##"shaders/unknown_character.wgsl:2:16: error: expected `;`, found "#""##)),
    error("text_in_quotes", Text(r#"
fn f() -> f32 {
    let a = "fish";
    return 1.0;
}
"#), FRAGMENT, Everything(r#"
shaders/text_in_quotes.wgsl:2:13: error: expected expression, found "\""
  ┌─ shaders/text_in_quotes.wgsl:2:13
  │
2 │     let a = "fish";
  │             ^
  │
  = WGSL has no texts
"#)),
    error("two_points_in_a_number", Text("
fn f() -> f32 {
    return 1.2.3;
}
"), FRAGMENT,
        Headlines(r#"shaders/two_points_in_a_number.wgsl:2:15: error: expected `;`, found ".3""#)),
    error("ternary_operator", Text("
fn f(a: bool) -> f32 {
    return a ? 1.0 : 2.0;
}
"), FRAGMENT, Everything(r#"
shaders/ternary_operator.wgsl:2:14: error: expected `;`, found "?"
  ┌─ shaders/ternary_operator.wgsl:2:14
  │
2 │     return a ? 1.0 : 2.0;
  │              ^
  │
  = WGSL has no `a ? b : c`; write `select(c, b, a)`: the value for false comes first
"#)),
    error("increment_as_a_value", Text("
fn f() -> f32 {
    var a = 1;
    let b = a++;
    return 1.0;
}
"), FRAGMENT, Everything(r#"
shaders/increment_as_a_value.wgsl:3:14: error: expected `;`, found "++"
  ┌─ shaders/increment_as_a_value.wgsl:3:14
  │
3 │     let b = a++;
  │              ^^
  │
  = `a++;` is a statement of its own and has no value
"#)),
    error("assignment_as_a_condition", Text("
fn f(a: f32) {
    if (a = 1.0) { }
}
"), FRAGMENT, Everything(r#"
shaders/assignment_as_a_condition.wgsl:2:11: error: expected `)`, found "="
  ┌─ shaders/assignment_as_a_condition.wgsl:2:11
  │
2 │     if (a = 1.0) { }
  │           ^
  │
  = `==` compares; an assignment is a statement of its own
"#)),
    error("else_without_if", Text("
fn f() {
    else { }
}
"), FRAGMENT, Everything(r#"
shaders/else_without_if.wgsl:2:10: error: expected assignment or increment/decrement, found "{"
  ┌─ shaders/else_without_if.wgsl:2:10
  │
2 │     else { }
  │          ^
  │
  = an `else` follows right after the `}` of an `if`
"#)),
    error("value_without_a_use", Text("
fn f(a: f32) {
    a + 1.0;
}
"), FRAGMENT, Everything(r#"
shaders/value_without_a_use.wgsl:2:7: error: expected assignment or increment/decrement, found "+"
  ┌─ shaders/value_without_a_use.wgsl:2:7
  │
2 │     a + 1.0;
  │       ^
  │
  = a statement begins with `let`, `var`, `const`, `if`, `for`, …, or it assigns or calls something
"#)),
    error("let_outside_of_functions", Text("let a = 1.0;\n"), FRAGMENT, Everything(r#"
shaders/let_outside_of_functions.wgsl:1:1: error: expected a declaration, found "let"
  ┌─ shaders/let_outside_of_functions.wgsl:1:1
  │
1 │ let a = 1.0;
  │ ^^^
  │
  = outside of functions use `const`, `override` or `var<private>`
"#)),
    error("directive_too_late", Text("
fn f() {}
enable f16;
"), FRAGMENT,
        Headlines("shaders/directive_too_late.wgsl:2:1: error: expected global declaration, but found a global directive")),
    error("preprocessor", Text("#include \"waves.wgsl\"\n"), FRAGMENT, Everything(r##"
shaders/preprocessor.wgsl:1:1: error: expected a declaration, found "#"
  ┌─ shaders/preprocessor.wgsl:1:1
  │
1 │ #include "waves.wgsl"
  │ ^
  │
  = WGSL has no preprocessor; a module is imported with `//! @import("file.wgsl")`
"##)),
    error("glsl_uniform", Text("uniform float speed;\n"), FRAGMENT, Everything(r#"
shaders/glsl_uniform.wgsl:1:1: error: expected a declaration, found "uniform"
  ┌─ shaders/glsl_uniform.wgsl:1:1
  │
1 │ uniform float speed;
  │ ^^^^^^^
  │
  = this is another shading language; in WGSL a function begins with `fn`, and uniforms are members of a struct
"#)),
    error("glsl_variable", Text("
fn f() {
    float x = 1.0;
}
"), FRAGMENT, Everything(r#"
shaders/glsl_variable.wgsl:2:11: error: expected assignment or increment/decrement, found "x"
  ┌─ shaders/glsl_variable.wgsl:2:11
  │
2 │     float x = 1.0;
  │           ^
  │
  = a variable is declared with its name first: `var x: f32 = 1.0;`
"#)),
    error("godot_shader", Text("
shader_type spatial;
void vertex() {
    VERTEX.x += sin(TIME);
}
"), "",
        Headlines(r#"shaders/godot_shader.wgsl:1:1: error: expected a declaration, found "shader_type""#)),
    error("cut_behind_an_attribute", Text("
fn f() {}
@fragment // a stage
"), "", Everything("
shaders/cut_behind_an_attribute.wgsl:2:2: error: the file ends in the middle of a declaration
  ┌─ shaders/cut_behind_an_attribute.wgsl:2:2
  │
2 │ @fragment // a stage
  │  ^^^^^^^^
  │
  = what comes after this is missing
")),
    error("loop_without_an_end", Text("
fn f() {
    var i = 0;
    for (;;) {
        i += 1;
        switch i { case 3: { break; } default: { } }
    }
}
"), FRAGMENT, Everything("
shaders/loop_without_an_end.wgsl:3:5: error: this loop never ends
  ┌─ shaders/loop_without_an_end.wgsl:3:5
  │
3 │     for (;;) {
  │     ^^^^^^^^^^
  │
  = leave it with `break` or `return`: the GPU would hang
")),
    error("while_true", Text("
fn f() {
    while true { }
}
"), FRAGMENT,
        Headlines("shaders/while_true.wgsl:2:5: error: this loop never ends")),
    good("loops_with_an_end", Text("
fn f() -> i32 {
    var i = 0;
    loop { i += 1; if i > 9 { break; } }
    while i < 20 { i += 1; }
    loop { i += 1; continuing { break if i > 30; } }
    for (;;) { for (;;) { return i; } }
    return i;
}
"), FRAGMENT),
];
