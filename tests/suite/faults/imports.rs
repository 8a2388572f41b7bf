//! Modules that are missing, faulty or in the way.

use super::{Everything, FRAGMENT, Headlines, Row, Text, error, good, warning};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    good("import_that_is_good", Text(r#"
//! @import("parts/waves.wgsl")
fn f() -> f32 {
    return wave(1.0);
}
"#), FRAGMENT),
    good("import_of_the_library", Text(r#"
//! @import("lib/frame.wgsl") @import("lib/noise.wgsl")
fn f() -> f32 {
    return frame.time;
}
"#), FRAGMENT),
    error("import_missing", Text(r#"
//! # A fish
//! @import("waves.wgsl")
"#), FRAGMENT, Everything(r#"
shaders/import_missing.wgsl:2:13: error: cannot import `waves.wgsl`
  ┌─ shaders/import_missing.wgsl:2:13
  │
2 │ //! @import("waves.wgsl")
  │             ^^^^^^^^^^^^
  │
  = there is no `waves.wgsl` in shaders
"#)),
    error("import_out_of_the_workspace", Text("//! @import(\"../x.wgsl\")\n"), FRAGMENT,
        Everything(r#"
shaders/import_out_of_the_workspace.wgsl:1:13: error: cannot import `../x.wgsl`
  ┌─ shaders/import_out_of_the_workspace.wgsl:1:13
  │
1 │ //! @import("../x.wgsl")
  │             ^^^^^^^^^^^
  │
  = `../x.wgsl` leaves the workspace: paths are relative, with `/`, without `..`
"#)),
    error("import_of_an_absolute_path", Text("//! @import(\"/etc/hostname\")\n"), FRAGMENT,
        Headlines("shaders/import_of_an_absolute_path.wgsl:1:13: error: cannot import `/etc/hostname`")),
    error("import_of_a_windows_path", Text("//! @import(\"parts\\\\\\\\waves.wgsl\")\n"), FRAGMENT,
        Headlines(r#"shaders/import_of_a_windows_path.wgsl:1:13: error: cannot import `parts\\waves.wgsl`"#)),
    error("import_of_a_folder", Text("//! @import(\"parts\")\n"), FRAGMENT,
        Headlines("shaders/import_of_a_folder.wgsl:1:13: error: cannot import `parts`")),
    good("imports_in_a_circle", Text(r#"
//! @import("parts/round.wgsl")
fn f() -> f32 {
    return trip_b();
}
"#), FRAGMENT),
    good("import_of_the_sketch_itself", Text(r#"
//! @import("import_of_the_sketch_itself.wgsl")
fn f() -> f32 {
    return 1.0;
}
"#), FRAGMENT),
    error("import_with_an_error", Text(r#"
//! @import("parts/broken.wgsl")
fn f() -> f32 {
    return wave(1.0);
}
"#), FRAGMENT, Everything("
shaders/parts/broken.wgsl:2:33: error: `+` does not work between f32 and i32
  ┌─ shaders/parts/broken.wgsl:2:33
  │
2 │ fn wave(x: f32) -> f32 { return x + 1i; }
  │                                 ^^^^^^
  │
  = WGSL converts nothing by itself: write `f32(…)` around the i32
")),
    error("import_with_an_open_brace", Text(r#"
//! @import("parts/open.wgsl")
fn f() -> f32 {
    return wave(1.0);
}
"#), FRAGMENT, Everything("
shaders/parts/open.wgsl:1:24: error: this `{` is never closed
  ┌─ shaders/parts/open.wgsl:1:24
  │
1 │ fn wave(x: f32) -> f32 {
  │                        ^
  │
  = the file ends before its `}`
")),
    error("import_that_is_not_utf_8", Text("//! @import(\"parts/latin.wgsl\")\n"), FRAGMENT,
        Everything(r#"
shaders/import_that_is_not_utf_8.wgsl:1:13: error: cannot import `parts/latin.wgsl`
  ┌─ shaders/import_that_is_not_utf_8.wgsl:1:13
  │
1 │ //! @import("parts/latin.wgsl")
  │             ^^^^^^^^^^^^^^^^^^
  │
  = shaders/parts/latin.wgsl:1:7: error: the byte 0xe9 is not UTF-8
"#)),
    error("import_of_an_import_missing", Text("//! @import(\"parts/lost.wgsl\")\n"), FRAGMENT,
        Everything(r#"
shaders/parts/lost.wgsl:2:13: error: cannot import `parts/nowhere.wgsl`
  ┌─ shaders/parts/lost.wgsl:2:13
  │
2 │ //! @import("parts/nowhere.wgsl")
  │             ^^^^^^^^^^^^^^^^^^^^
  │
  = there is no `parts/nowhere.wgsl` in shaders
"#)),
    warning("import_with_a_warning", Text("//! @import(\"parts/noted.wgsl\")\n"), FRAGMENT,
        Everything("
shaders/parts/noted.wgsl:2:20: warning: unknown annotation `@rnage`
  ┌─ shaders/parts/noted.wgsl:2:20
  │
2 │     speed: f32, // @rnage(0, 1)
  │                    ^^^^^^
  │
  = did you mean `@range`?
")),
    error("import_forgotten", Text("
fn f() -> f32 {
    return wave(1.0);
}
"), FRAGMENT,
        Headlines("shaders/import_forgotten.wgsl:2:12: error: no definition in scope for identifier: `wave`")),
    error("import_that_has_the_same_name", Text(r#"
//! @import("parts/waves.wgsl")
fn wave(x: f32) -> f32 {
    return x;
}
"#), FRAGMENT, Everything("
shaders/import_that_has_the_same_name.wgsl:2:4: error: redefinition of `wave`
  ┌─ shaders/import_that_has_the_same_name.wgsl:2:4
  │
2 │ fn wave(x: f32) -> f32 {
  │    ^^^^
  │
  = shaders/parts/waves.wgsl:1:4: this module has one too
  = rename or delete one of them
")),
    error("name_of_the_library_taken", Text("
struct Frame { speed: f32 }
fn f() -> f32 {
    return frame.time;
}
"), FRAGMENT, Everything("
shaders/name_of_the_library_taken.wgsl:3:12: error: no definition in scope for identifier: `frame`
  ┌─ shaders/name_of_the_library_taken.wgsl:3:12
  │
3 │     return frame.time;
  │            ^^^^^ unknown identifier
  │
  = the library's `frame` module has `frame`, but it is left out because this sketch declares `Frame` itself; rename yours to get it back
")),
    error("constant_of_the_library_taken", Text("
const TAU = 6.0;
fn f() -> f32 {
    return PI;
}
"), FRAGMENT, Everything("
shaders/constant_of_the_library_taken.wgsl:3:12: error: no definition in scope for identifier: `PI`
  ┌─ shaders/constant_of_the_library_taken.wgsl:3:12
  │
3 │     return PI;
  │            ^^ unknown identifier
  │
  = the library's `math` module has `PI`, but it is left out because this sketch declares `TAU` itself; rename yours to get it back
")),
    error("function_of_the_library_taken", Text("
fn shade(height: f32) -> f32 {
    return height;
}
fn f(surface: Surface) -> f32 {
    return shade(surface);
}
"), FRAGMENT,
        Headlines("shaders/function_of_the_library_taken.wgsl:5:12: error: argument 1 of `shade` is f32, not Surface")),
];
