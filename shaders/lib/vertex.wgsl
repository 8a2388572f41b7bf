//! A vertex of the mesh, in model space. Joints (4), weights (5) and tangent (6) are there too, for
//! a sketch that declares its own `Vertex`.

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) color: vec4f, // linear
}
