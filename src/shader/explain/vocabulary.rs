//! Words: names of other languages, marks that look alike, and advice by what naga says.

/// Where WGSL's attributes are misspelt.
pub(super) const ATTRIBUTES: &[&str] = &[
    "align",
    "binding",
    "builtin",
    "compute",
    "fragment",
    "group",
    "id",
    "interpolate",
    "invariant",
    "location",
    "must_use",
    "size",
    "vertex",
    "workgroup_size",
];

/// The built-in values of vertex, fragment and compute stages.
pub(super) const BUILT_INS: &[&str] = &[
    "frag_depth",
    "front_facing",
    "global_invocation_id",
    "instance_index",
    "local_invocation_id",
    "local_invocation_index",
    "num_workgroups",
    "position",
    "sample_index",
    "sample_mask",
    "vertex_index",
    "workgroup_id",
];

/// What other shading languages begin a line with.
pub(super) const OTHER_LANGUAGES: &[&str] = &[
    "attribute",
    "bool",
    "cbuffer",
    "float",
    "float2",
    "float3",
    "float4",
    "in",
    "int",
    "layout",
    "mat3",
    "mat4",
    "out",
    "precision",
    "render_mode",
    "shader_type",
    "static",
    "uniform",
    "varying",
    "vec2",
    "vec3",
    "vec4",
    "void",
];

/// Names of GLSL, HLSL, Godot and Shadertoy, and what they are here.
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    ("COLOR", "`vertex.color`, or `instance.color`"),
    (
        "FRAGCOORD",
        "`@builtin(position) pixel: vec4f`, a parameter",
    ),
    ("INSTANCE_CUSTOM", "`instance.custom`"),
    ("INSTANCE_ID", "`instance.id`"),
    ("NORMAL", "`vertex.normal`"),
    ("TIME", "`frame.time`"),
    ("UV", "`vertex.uv`"),
    ("VERTEX", "`vertex.position`"),
    ("VIEWPORT_SIZE", "`frame.resolution`"),
    ("bvec2", "`vec2<bool>`"),
    ("bvec3", "`vec3<bool>`"),
    ("bvec4", "`vec4<bool>`"),
    ("ddx", "`dpdx`"),
    ("ddy", "`dpdy`"),
    ("double", "`f32`"),
    ("float", "`f32`"),
    ("float2", "`vec2f`"),
    ("float3", "`vec3f`"),
    ("float3x3", "`mat3x3f`"),
    ("float4", "`vec4f`"),
    ("float4x4", "`mat4x4f`"),
    ("frac", "`fract`"),
    (
        "gl_FragCoord",
        "`@builtin(position) pixel: vec4f`, a parameter",
    ),
    ("half", "`f32`"),
    ("iMouse", "`frame.pointer`"),
    ("iResolution", "`frame.resolution`"),
    ("iTime", "`frame.time`"),
    ("int", "`i32`"),
    ("int2", "`vec2i`"),
    ("int3", "`vec3i`"),
    ("int4", "`vec4i`"),
    ("inversesqrt", "`inverseSqrt`"),
    ("ivec2", "`vec2i`"),
    ("ivec3", "`vec3i`"),
    ("ivec4", "`vec4i`"),
    ("lerp", "`mix`"),
    ("mat2", "`mat2x2f`"),
    ("mat3", "`mat3x3f`"),
    ("mat4", "`mat4x4f`"),
    (
        "mod",
        "`a % b`; for a result that is never negative, `a - b * floor(a / b)`",
    ),
    ("mul", "`a * b`"),
    ("rsqrt", "`inverseSqrt`"),
    ("tex2D", "`textureSample`"),
    ("texture", "`textureSample`"),
    ("texture2D", "`textureSample`"),
    ("uint", "`u32`"),
    ("uvec2", "`vec2u`"),
    ("uvec3", "`vec3u`"),
    ("uvec4", "`vec4u`"),
];

/// Marks of text processors and other keyboards, and what to type.
pub(super) const LOOKALIKES: &[(&str, &str)] = &[
    ("−–—‐‑", "type `-`"),
    ("×∗·⋅", "type `*`"),
    ("÷∕⁄／", "type `/`"),
    ("≤⩽", "type `<=`"),
    ("≥⩾", "type `>=`"),
    ("≠", "type `!=`"),
    ("；;", "type `;`"),
    ("，", "type `,`"),
    ("：", "type `:`"),
    ("（", "type `(`"),
    ("）", "type `)`"),
    ("“”„‟‘’‚«»", "it has no texts"),
    ("²", "write `x * x`"),
    ("³", "write `x * x * x`"),
];

/// Characters that take no room, or turn the writing round.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// How naga's message begins, and what to do about it.
pub(super) const HINTS: &[(&str, &str)] = &[
    (
        "Constructor expects",
        "give one number for each component, or a single one for all",
    ),
    (
        "attribute `@must_use` is only",
        "put it in front of a function",
    ),
    (
        "declaration of",
        "nothing in WGSL may use itself, not even through others; use a loop",
    ),
    (
        "expected assignment or increment/decrement",
        "a statement begins with `let`, `var`, `const`, `if`, `for`, …, or it assigns or calls something",
    ),
    ("expected expression, found \"\\\"\"", "WGSL has no texts"),
    (
        "expected `;`, found \"++\"",
        "`a++;` is a statement of its own and has no value",
    ),
    (
        "expected `;`, found \"--\"",
        "`a--;` is a statement of its own and has no value",
    ),
    (
        "expected `)`, found \"=\"",
        "`==` compares; an assignment is a statement of its own",
    ),
    (
        "increment/decrement operation requires",
        "declare it with `var`, as a whole number",
    ),
    (
        "local declaration cannot be called",
        "a variable here has the name of the function: rename it",
    ),
    ("expected `:`", "write it as `name: type`"),
    ("expected identifier", "a name or a type is missing here"),
    ("name `", "choose another name"),
    ("redefinition of", "rename or delete one of them"),
    (
        "this operation is not supported in a const context",
        "a `const` is known before the shader runs: it is made of numbers, other constants and built-in functions",
    ),
    (
        "type is too large",
        "make the array shorter, or use `var<storage, read>` with an array that has no length",
    ),
    (
        "type mismatch for reject and accept",
        "`select(if_false, if_true, condition)` takes two values of one type",
    ),
    (
        "unknown address space",
        "there are `uniform`, `storage`, `private` and `workgroup`",
    ),
    (
        "workgroup size is missing",
        "write `@compute @workgroup_size(64)`",
    ),
];
