//! Bytes that are no text, and text that is more than ASCII.

use super::{Bytes, Everything, FRAGMENT, Headlines, Made, Row, Text, error, good};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    error("not_utf_8", Bytes(b"fn f() -> f32 {\n    // caf\xe9\n    return 1.0;\n}\n"), "",
        Everything("
shaders/not_utf_8.wgsl:2:11: error: the byte 0xe9 is not UTF-8
  ┌─ shaders/not_utf_8.wgsl:2:11
  │
2 │     // caf�
  │           ^
  │
  = save the file as UTF-8
")),
    error("not_utf_8_behind_an_emoji", Bytes(b"// \xf0\x9f\x90\x9f \xff fish\n"), "", Everything("
shaders/not_utf_8_behind_an_emoji.wgsl:1:6: error: the byte 0xff is not UTF-8
  ┌─ shaders/not_utf_8_behind_an_emoji.wgsl:1:6
  │
1 │ // 🐟 � fish
  │       ^
  │
  = save the file as UTF-8
")),
    error("half_an_emoji", Bytes(b"// \xf0\x9f\x90"), "",
        Headlines("shaders/half_an_emoji.wgsl:1:4: error: the byte 0xf0 is not UTF-8")),
    error("utf_16_little_end_first", Bytes(b"\xff\xfef\0n\0 \0f\0(\0)\0 \0{\0}\0\n\0"), "",
        Everything("
shaders/utf_16_little_end_first.wgsl:1:1: error: the file is in UTF-16
 = save it as UTF-8
")),
    error("utf_16_big_end_first", Bytes(b"\xfe\xff\0f\0n\0 \0f\0(\0)\0 \0{\0}\0\n"), "",
        Headlines("shaders/utf_16_big_end_first.wgsl:1:1: error: the file is in UTF-16")),
    error("utf_16_without_a_mark", Bytes(b"f\0n\0 \0f\0(\0)\0 \0{\0}\0\n\0"), "",
        Headlines("shaders/utf_16_without_a_mark.wgsl:1:1: error: the file is in UTF-16")),
    error("zeros_behind_the_text", Bytes(b"fn f() {}\n\0\0\0\0"), "",
        Headlines("shaders/zeros_behind_the_text.wgsl:2:1: error: the byte 0x00 is no text")),
    error("byte_order_mark", Bytes(b"\xef\xbb\xbf@fragment\nfn fs_main() -> @location(0) vec4f {\n    return vec4f(unknown_name);\n}\n"), "",
        Everything("
shaders/byte_order_mark.wgsl:3:18: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/byte_order_mark.wgsl:3:18
  │
3 │     return vec4f(unknown_name);
  │                  ^^^^^^^^^^^^ unknown identifier
")),
    error("byte_order_mark_in_the_middle", Text("fn f() {}\n\u{feff}fn g() {}\n"), FRAGMENT,
        Everything(r#"
shaders/byte_order_mark_in_the_middle.wgsl:2:1: error: expected a declaration, found "\u{feff}"
  ┌─ shaders/byte_order_mark_in_the_middle.wgsl:2:1
  │
2 │ �fn g() {}
  │ ^
  │
  = there is an invisible character here, U+FEFF: delete it, or type a plain space
"#)),
    good("byte_order_mark_of_a_good_file", Bytes(b"\xef\xbb\xbf// A fish\n"), FRAGMENT),
    error("carriage_returns", Text("@fragment\r\nfn fs_main() -> @location(0) vec4f {\r\n    return vec4f(unknown_name);\r\n}\r\n"), "",
        Everything("
shaders/carriage_returns.wgsl:3:18: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/carriage_returns.wgsl:3:18
  │
3 │     return vec4f(unknown_name);
  │                  ^^^^^^^^^^^^ unknown identifier
")),
    error("tabs", Text("@fragment\nfn fs_main() -> @location(0) vec4f {\n\t\treturn vec4f(unknown_name);\n}\n"), "",
        Everything("
shaders/tabs.wgsl:3:16: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/tabs.wgsl:3:16
  │
3 │         return vec4f(unknown_name);
  │                      ^^^^^^^^^^^^ unknown identifier
")),
    error("emoji_before_the_token", Text("
@fragment
fn fs_main() -> @location(0) vec4f {
    /* 🐟🐠 */ return vec4f(unknown_name);
}
"), "", Everything("
shaders/emoji_before_the_token.wgsl:3:27: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/emoji_before_the_token.wgsl:3:27
  │
3 │     /* 🐟🐠 */ return vec4f(unknown_name);
  │                             ^^^^^^^^^^^^ unknown identifier
")),
    error("accent_before_the_token", Text("@fragment\nfn fs_main() -> @location(0) vec4f {\n    /* e\u{301} */ return vec4f(unknown_name);\n}\n"), "",
        Everything("\nshaders/accent_before_the_token.wgsl:3:27: error: no definition in scope for identifier: `unknown_name`\n  ┌─ shaders/accent_before_the_token.wgsl:3:27\n  │\n3 │     /* e\u{301} */ return vec4f(unknown_name);\n  │                          ^^^^^^^^^^^^ unknown identifier\n")),
    error("name_with_umlauts", Text("
@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(größe);
}
"), "", Everything("
shaders/name_with_umlauts.wgsl:3:18: error: no definition in scope for identifier: `größe`
  ┌─ shaders/name_with_umlauts.wgsl:3:18
  │
3 │     return vec4f(größe);
  │                  ^^^^^ unknown identifier
")),
    error("no_break_space", Text("@fragment\nfn fs_main() -> @location(0) vec4f {\n\u{a0}   return vec4f(unknown_name);\n}\n"), "",
        Everything("\nshaders/no_break_space.wgsl:3:1: error: expected statement, found \"\\u{a0}\"\n  ┌─ shaders/no_break_space.wgsl:3:1\n  │\n3 │ \u{a0}   return vec4f(unknown_name);\n  │ ^\n  │\n  = there is an invisible character here, U+00A0: delete it, or type a plain space\n")),
    error("space_without_width", Text("@fragment\nfn fs_main() -> @location(0) vec4f {\n\u{200b}   return vec4f(unknown_name);\n}\n"), "",
        Everything(r#"
shaders/space_without_width.wgsl:3:1: error: expected statement, found "\u{200b}"
  ┌─ shaders/space_without_width.wgsl:3:1
  │
3 │ �   return vec4f(unknown_name);
  │ ^
  │
  = there is an invisible character here, U+200B: delete it, or type a plain space
"#)),
    error("writing_turned_round", Text("@fragment\nfn fs_main() -> @location(0) vec4f {\n    /* \u{202e} */ return vec4f(unknown_name);\n}\n"), "",
        Everything("
shaders/writing_turned_round.wgsl:3:26: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/writing_turned_round.wgsl:3:26
  │
3 │     /* � */ return vec4f(unknown_name);
  │                          ^^^^^^^^^^^^ unknown identifier
")),
    error("minus_of_a_text_processor", Text("
@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(1.0 − 0.5);
}
"), "", Everything(r#"
shaders/minus_of_a_text_processor.wgsl:3:22: error: expected `)`, found "−"
  ┌─ shaders/minus_of_a_text_processor.wgsl:3:22
  │
3 │     return vec4f(1.0 − 0.5);
  │                      ^
  │
  = `−` is U+2212, not what WGSL wants: type `-`
"#)),
    error("quotes_of_a_text_processor", Text("
@fragment
fn fs_main() -> @location(0) vec4f {
    return vec4f(“1.0”);
}
"), "",
        Headlines(r#"shaders/quotes_of_a_text_processor.wgsl:3:18: error: expected expression, found "“""#)),
    error("long_line", Made(|| format!("const A = 1.0{} + unknown_name{};\n", " + 1.0".repeat(40), " + 1.0".repeat(40))), FRAGMENT,
        Everything("
shaders/long_line.wgsl:1:257: error: no definition in scope for identifier: `unknown_name`
  ┌─ shaders/long_line.wgsl:1:257
  │
1 │ …1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + unknown_name + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1…
  │                                                              ^^^^^^^^^^^^ unknown identifier
")),
    error("empty_file", Text(""), "", Everything("
shaders/empty_file.wgsl:1:1: error: the file is empty
 = `swimlab new NAME` writes a sketch to start from
")),
    error("blank_file", Text(" \n\n\t\n"), "",
        Headlines("shaders/blank_file.wgsl:1:1: error: the file is empty")),
    error("byte_order_mark_only", Bytes(b"\xef\xbb\xbf"), "",
        Headlines("shaders/byte_order_mark_only.wgsl:1:1: error: the file is empty")),
    error("comments_only", Text("
//! # A fish

// swims
/* and swims */
"), "", Everything("
shaders/comments_only.wgsl:1:1: error: nothing to draw: the file has no `@fragment` entry point
 = a sketch has a `@vertex` and a `@fragment` function; `swimlab new NAME` writes one to start from
")),
];
