//! Writes the meshes that swimlab brings along: `cargo run --example make_meshes`.
//!
//! A fish is 2 long, centred, its spine on z with the head at z = 1, y up. Its body is a tube of
//! elliptical rings, its fins are single sheets. `uv.x` runs from head to tail, `uv.y` from belly to
//! back. Colors are linear; 0.5 leaves a shader's own color as it is. Alpha: 1 on the body, 0.5 on
//! the fins, which let light through.

use std::error::Error;
use std::fs;
use std::path::Path;

use glam::{Vec2, Vec3, Vec4, vec3};
use swimlab::scene::mesh::compute_smooth_normals;
use swimlab::scene::{Mesh, MeshVertex};

/// Along the body from snout to tail root: place, half height, half width, middle's height.
const PROFILE: &[[f32; 4]] = &[
    [0.00, 0.018, 0.014, -0.020],
    [0.03, 0.075, 0.052, -0.018],
    [0.10, 0.150, 0.098, -0.008],
    [0.20, 0.225, 0.134, 0.000],
    [0.32, 0.278, 0.152, 0.002],
    [0.45, 0.285, 0.150, 0.000],
    [0.58, 0.248, 0.128, 0.004],
    [0.72, 0.178, 0.090, 0.010],
    [0.86, 0.104, 0.052, 0.014],
    [1.00, 0.066, 0.026, 0.014],
];
/// Length of the body without the tail fin.
const BODY_LENGTH: f32 = 1.66;

struct Section {
    z: f32,
    half_height: f32,
    half_width: f32,
    middle: f32,
}

/// The body at a place from 0 (snout) to 1 (root of the tail), smooth between the profile's points.
fn section(s: f32) -> Section {
    let next = PROFILE
        .iter()
        .position(|p| p[0] >= s)
        .unwrap_or(PROFILE.len() - 1)
        .max(1);
    let at = |i: isize| PROFILE[(i.max(0) as usize).min(PROFILE.len() - 1)];
    let i = next as isize;
    let (a, b, c, d) = (at(i - 2), at(i - 1), at(i), at(i + 1));
    let t = (s - b[0]) / (c[0] - b[0]);
    // Catmull and Rom's spline, with slopes scaled to the uneven distances.
    let value = |k: usize| {
        let slope = |p: [f32; 4], q: [f32; 4]| (q[k] - p[k]) / (q[0] - p[0]).max(1e-6);
        let h = c[0] - b[0];
        let m0 = if a[0] < b[0] {
            slope(a, c)
        } else {
            slope(b, c)
        } * h;
        let m1 = if c[0] < d[0] {
            slope(b, d)
        } else {
            slope(b, c)
        } * h;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * b[k]
            + (t3 - 2.0 * t2 + t) * m0
            + (3.0 * t2 - 2.0 * t3) * c[k]
            + (t3 - t2) * m1
    };
    Section {
        z: 1.0 - BODY_LENGTH * s,
        half_height: value(1).max(0.01),
        half_width: value(2).max(0.008),
        middle: value(3),
    }
}

#[derive(Default)]
struct Sculpture {
    vertices: Vec<MeshVertex>,
    indices: Vec<u32>,
}

impl Sculpture {
    fn vertex(&mut self, position: Vec3, uv: Vec2, color: Vec4) -> u32 {
        self.vertices.push(MeshVertex {
            position: position.to_array(),
            uv: uv.to_array(),
            color: color.to_array(),
            ..MeshVertex::default()
        });
        self.vertices.len() as u32 - 1
    }

    /// A grid of `rows` × `columns` vertices; `place` gets both from 0 to 1.
    fn sheet(
        &mut self,
        rows: usize,
        columns: usize,
        place: impl Fn(f32, f32) -> Vec3,
        color: impl Fn(f32, f32) -> Vec4,
    ) {
        let first = self.vertices.len() as u32;
        for row in 0..rows {
            for column in 0..columns {
                let (r, c) = (part(row, rows), part(column, columns));
                let p = place(r, c);
                self.vertex(p, Vec2::new(0.5 * (1.0 - p.z), 0.5 + p.y), color(r, c));
            }
        }
        let columns = columns as u32;
        for row in 0..rows as u32 - 1 {
            for column in 0..columns - 1 {
                let a = first + row * columns + column;
                let (b, c, d) = (a + 1, a + columns, a + columns + 1);
                self.indices.extend([a, b, d, a, d, c]);
            }
        }
    }

    /// Rings from snout to tail root, closed by a vertex at each end.
    fn body(&mut self, num_rings: usize, num_segments: usize) {
        let first = self.vertices.len() as u32;
        for ring in 0..num_rings {
            // Closer together at the head, where the shape changes fastest.
            let s = part(ring, num_rings).powf(1.25);
            let section = section(s);
            for segment in 0..num_segments {
                let angle = std::f32::consts::TAU * segment as f32 / num_segments as f32;
                let (sin, cos) = angle.sin_cos();
                // A back that is a little narrower than the belly.
                let narrow = 1.0 - 0.16 * cos.max(0.0);
                let p = vec3(
                    section.half_width * sin * narrow,
                    section.middle + section.half_height * cos,
                    section.z,
                );
                let uv = Vec2::new(0.5 * (1.0 - p.z), 0.5 + 0.5 * cos);
                self.vertex(p, uv, skin(s, cos));
            }
        }
        let n = num_segments as u32;
        for ring in 0..num_rings as u32 - 1 {
            for segment in 0..n {
                let a = first + ring * n + segment;
                let b = first + ring * n + (segment + 1) % n;
                self.indices.extend([a, a + n, b + n, a, b + n, b]);
            }
        }
        let (head, root) = (section(0.0), section(1.0));
        let snout = self.vertex(
            vec3(0.0, head.middle, 1.0),
            Vec2::new(0.0, 0.5),
            skin(0.0, 0.0),
        );
        let end_z = root.z - 0.01;
        let end = self.vertex(
            vec3(0.0, root.middle, end_z),
            Vec2::new(0.5 * (1.0 - end_z), 0.5),
            skin(1.0, 0.0),
        );
        let last = first + (num_rings as u32 - 1) * n;
        for segment in 0..n {
            let next = (segment + 1) % n;
            self.indices.extend([snout, first + segment, first + next]);
            self.indices.extend([end, last + next, last + segment]);
        }
    }

    fn mesh(mut self) -> Mesh {
        compute_smooth_normals(&mut self.vertices, &self.indices);
        Mesh::new(self.vertices, self.indices)
    }
}

fn part(at: usize, count: usize) -> f32 {
    at as f32 / (count - 1) as f32
}

/// Scales: a band along the side, darker bars towards the back, a paler throat.
fn skin(s: f32, up: f32) -> Vec4 {
    let band = (-((up - 0.12) / 0.22).powi(2)).exp();
    let bars = 0.5 + 0.5 * (s * 34.0).sin();
    let shade = 0.5 - 0.10 * bars * (0.3 + 0.7 * up.max(0.0)) + 0.16 * band;
    let warm = vec3(1.02, 1.0, 0.96) * shade;
    let face = (1.0 - s / 0.16).clamp(0.0, 1.0);
    (warm * (1.0 - 0.18 * face)).extend(1.0)
}

/// Fins: the body's tone at the root, clearer and warmer at the edge.
fn fin(out: f32, ray: f32) -> Vec4 {
    let stripe = 0.92 + 0.08 * (ray * 40.0).cos();
    (vec3(0.40, 0.38, 0.37).lerp(vec3(0.54, 0.47, 0.42), out) * stripe).extend(0.5)
}

fn tail(rows: usize, columns: usize, sculpture: &mut Sculpture) {
    let root = section(0.965);
    sculpture.sheet(
        rows,
        columns,
        |out, ray| {
            let side = 2.0 * ray - 1.0;
            let from = vec3(0.0, root.middle + 0.8 * root.half_height * side, root.z);
            // Two lobes with a fork between them.
            let reach = 0.58 + 0.42 * side.abs().powf(1.4);
            let to = vec3(
                0.0,
                0.40 * side.signum() * side.abs().powf(0.85),
                root.z - reach * (1.0 + root.z),
            );
            let bow = (out * std::f32::consts::PI).sin() * 0.03 * side;
            from.lerp(to, out) + vec3(0.0, bow, 0.0)
        },
        fin,
    );
}

fn dorsal(rows: usize, columns: usize, sculpture: &mut Sculpture) {
    sculpture.sheet(
        rows,
        columns,
        |out, ray| {
            let root = section(0.30 + 0.42 * ray);
            let height =
                0.185 * (1.0 - ray).powf(0.55) * (0.35 + 0.65 * (ray * 9.0).min(1.0)) + 0.018;
            let foot = vec3(0.0, root.middle + root.half_height - 0.014, root.z);
            foot + vec3(0.0, height, -0.15) * out
        },
        fin,
    );
}

fn anal(sculpture: &mut Sculpture) {
    sculpture.sheet(
        2,
        6,
        |out, ray| {
            let root = section(0.66 + 0.2 * ray);
            let height = 0.12 * (1.0 - ray).powf(0.6) + 0.016;
            let foot = vec3(0.0, root.middle - root.half_height + 0.012, root.z);
            foot + vec3(0.0, -height, -0.11) * out
        },
        fin,
    );
}

/// Pairs: where they sit, how far they reach.
fn paired(s: f32, down: f32, reach: Vec3, spread: f32, columns: usize, sculpture: &mut Sculpture) {
    for side in [-1.0f32, 1.0] {
        let root = section(s);
        sculpture.sheet(
            3,
            columns,
            |out, ray| {
                let across = ray - 0.5;
                let foot = vec3(
                    side * root.half_width * (1.0 - down * down).max(0.0).sqrt() * 0.96,
                    root.middle - root.half_height * down,
                    root.z - 0.03 * across,
                );
                let length = 1.0 - 0.55 * (2.0 * across).powi(2) * out;
                let fan = vec3(0.0, spread * across, -spread * 0.5 * across);
                foot + (vec3(side * reach.x, reach.y, reach.z) * length + fan) * out
            },
            fin,
        );
    }
}

fn eyes(sculpture: &mut Sculpture) {
    for side in [-1.0f32, 1.0] {
        let s = 0.105;
        let body = section(s);
        let middle = vec3(side * body.half_width * 0.99, body.middle + 0.036, body.z);
        let center = sculpture.vertex(
            middle + vec3(side * 0.017, 0.0, 0.0),
            Vec2::new(0.5 * s, 0.6),
            Vec3::splat(0.01).extend(1.0),
        );
        let num_rim = 8;
        for i in 0..num_rim {
            let (sin, cos) = (std::f32::consts::TAU * i as f32 / num_rim as f32).sin_cos();
            let p = middle + vec3(-side * 0.012, 0.036 * cos, 0.036 * sin);
            let light = if i % 2 == 0 { 0.34 } else { 0.26 };
            sculpture.vertex(
                p,
                Vec2::new(0.5 * s, 0.6),
                vec3(light, light * 0.86, light * 0.45).extend(1.0),
            );
        }
        for i in 0..num_rim {
            let (a, b) = (center + 1 + i, center + 1 + (i + 1) % num_rim);
            sculpture.indices.extend(if side > 0.0 {
                [center, b, a]
            } else {
                [center, a, b]
            });
        }
    }
}

/// The fish that swimlab shows.
fn fish() -> Mesh {
    let mut sculpture = Sculpture::default();
    sculpture.body(14, 12);
    tail(4, 9, &mut sculpture);
    dorsal(3, 9, &mut sculpture);
    anal(&mut sculpture);
    paired(
        0.25,
        0.42,
        vec3(0.16, -0.07, -0.21),
        0.13,
        5,
        &mut sculpture,
    );
    paired(
        0.50,
        0.93,
        vec3(0.05, -0.11, -0.13),
        0.08,
        4,
        &mut sculpture,
    );
    eyes(&mut sculpture);
    sculpture.mesh()
}

/// 204 vertices and 384 triangles, for comparisons with figures from elsewhere.
fn comparison_fish() -> Mesh {
    let mut sculpture = Sculpture::default();
    sculpture.body(14, 13);
    tail(4, 4, &mut sculpture);
    dorsal(2, 2, &mut sculpture);
    sculpture.mesh()
}

/// A binary glTF of one mesh.
fn glb(name: &str, mesh: &Mesh) -> Vec<u8> {
    let mut data = Vec::new();
    let mut views = Vec::new();
    let mut accessors = Vec::new();
    let mut add = |bytes: &[u8], accessor: serde_json::Value| {
        views.push(serde_json::json!({
            "buffer": 0, "byteOffset": data.len(), "byteLength": bytes.len()
        }));
        let mut accessor = accessor;
        accessor["bufferView"] = (views.len() - 1).into();
        accessors.push(accessor);
        data.extend_from_slice(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
    };
    let count = mesh.vertices.len();
    let floats = |numbers: Vec<f32>| {
        numbers
            .iter()
            .flat_map(|n| n.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let each =
        |get: fn(&MeshVertex) -> Vec<f32>| floats(mesh.vertices.iter().flat_map(get).collect());
    add(
        &each(|v| v.position.to_vec()),
        serde_json::json!({
            "componentType": 5126, "count": count, "type": "VEC3",
            "min": mesh.bounds.min.to_array(), "max": mesh.bounds.max.to_array()
        }),
    );
    add(
        &each(|v| v.normal.to_vec()),
        serde_json::json!({"componentType": 5126, "count": count, "type": "VEC3"}),
    );
    add(
        &each(|v| v.uv.to_vec()),
        serde_json::json!({"componentType": 5126, "count": count, "type": "VEC2"}),
    );
    let colors: Vec<u8> = mesh
        .vertices
        .iter()
        .flat_map(|v| v.color.map(|n| (n.clamp(0.0, 1.0) * 255.0).round() as u8))
        .collect();
    add(
        &colors,
        serde_json::json!({
            "componentType": 5121, "normalized": true, "count": count, "type": "VEC4"
        }),
    );
    let indices: Vec<u8> = mesh
        .indices
        .iter()
        .flat_map(|i| (*i as u16).to_le_bytes())
        .collect();
    add(
        &indices,
        serde_json::json!({
            "componentType": 5123, "count": mesh.indices.len(), "type": "SCALAR"
        }),
    );
    let json = serde_json::json!({
        "asset": {"version": "2.0", "generator": "swimlab make_meshes"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": name, "mesh": 0}],
        "meshes": [{"name": name, "primitives": [{
            "attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3},
            "indices": 4
        }]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": data.len()}],
    });
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = Vec::new();
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend((12 + 8 + text.len() as u32 + 8 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &data)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for (name, mesh) in [("fish", fish()), ("fish_204", comparison_fish())] {
        fs::write(folder.join(format!("{name}.glb")), glb(name, &mesh))?;
        eprintln!(
            "{name}.glb: {} vertices, {} triangles, z from {} to {}",
            mesh.vertices.len(),
            mesh.indices.len() / 3,
            mesh.bounds.min.z,
            mesh.bounds.max.z
        );
    }
    Ok(())
}
