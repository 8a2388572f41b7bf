//! Triangle meshes as the vertex stage is fed with them, and the few that need no file.
//!
//! A [`Mesh`] is an indexed list of triangles whose vertices carry every attribute that a sketch
//! may ask for; [`MeshVertex::default`] says what stands in for one that the source lacks. Each
//! index is smaller than the number of vertices and all positions are finite: the loader checks
//! that, and the built-in meshes hold it by construction.

use std::f32::consts::{PI, TAU};

use glam::{Mat4, Vec3};

/// One vertex, with the attributes of shader locations 0 to 6 in that order. Model space.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct MeshVertex {
    /// Location 0: position in model space.
    pub position: [f32; 3],
    /// Location 1: unit normal in model space.
    pub normal: [f32; 3],
    /// Location 2: texture coordinates, (0, 0) at the top left.
    pub uv: [f32; 2],
    /// Location 3: linear RGBA.
    pub color: [f32; 4],
    /// Location 4: indices of the joints that move this vertex.
    pub joints: [u16; 4],
    /// Location 5: how much each of these joints moves it.
    pub weights: [f32; 4],
    /// Location 6: unit tangent in model space; w is the sign of the bitangent.
    pub tangent: [f32; 4],
}

impl Default for MeshVertex {
    /// What stands in for attributes that a mesh lacks: white, held by joint 0, tangent along +x.
    fn default() -> Self {
        Self {
            position: [0.0; 3],
            normal: [0.0, 1.0, 0.0],
            uv: [0.0; 2],
            color: [1.0; 4],
            joints: [0; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
            tangent: [1.0, 0.0, 0.0, 1.0],
        }
    }
}

/// An axis-aligned box. An empty one has `min` above `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lowest corner.
    pub min: Vec3,
    /// Highest corner.
    pub max: Vec3,
}

impl Bounds {
    /// The box that holds nothing; the identity of [`Bounds::union`].
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box around the given points.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        })
    }

    /// Whether the box holds no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The middle of the box; the origin if it is empty.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            return Vec3::ZERO;
        }
        // Halved first, so that a box as large as f32 allows does not overflow.
        self.min * 0.5 + self.max * 0.5
    }

    /// Edge lengths; zero if the box is empty.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            return Vec3::ZERO;
        }
        self.max - self.min
    }

    /// Radius of the sphere around the box's corners; zero if the box is empty.
    pub fn radius(&self) -> f32 {
        self.size().length() * 0.5
    }

    /// The eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, low: f32, high: f32| if i & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, self.min.x, self.max.x),
                pick(2, self.min.y, self.max.y),
                pick(4, self.min.z, self.max.z),
            )
        })
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The smallest axis-aligned box around this one after an affine transform.
    #[must_use]
    pub fn transformed(&self, transform: &Mat4) -> Self {
        if self.is_empty() {
            return *self;
        }
        Self::from_points(
            self.corners()
                .map(|corner| transform.transform_point3(corner)),
        )
    }
}

/// An indexed triangle mesh in model space.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<MeshVertex>,
    /// Three a triangle, counter-clockwise seen from outside; each below `vertices.len()`.
    pub indices: Vec<u32>,
    /// The box around all positions.
    pub bounds: Bounds,
}

impl Mesh {
    /// Names that [`Mesh::builtin`] knows.
    pub const BUILTIN_NAMES: [&str; 4] = ["quad", "cube", "sphere", "triangle"];

    /// Puts a mesh together and measures its bounds.
    pub fn new(vertices: Vec<MeshVertex>, indices: Vec<u32>) -> Self {
        let bounds = Bounds::from_points(vertices.iter().map(|v| Vec3::from(v.position)));
        Self {
            vertices,
            indices,
            bounds,
        }
    }

    /// A mesh that needs no file; `None` for a name that is not in [`Mesh::BUILTIN_NAMES`].
    ///
    /// `quad` (2 × 2) and `triangle` (inside that square) lie in the xy plane and face +z. `cube`
    /// has edges of length 2, `sphere` has radius 1. All are centred on the origin, have normals,
    /// texture coordinates and tangents, and are white.
    pub fn builtin(name: &str) -> Option<Self> {
        match name {
            "quad" => Some(quad()),
            "cube" => Some(cube()),
            "sphere" => Some(sphere(32, 16)),
            "triangle" => Some(triangle()),
            _ => None,
        }
    }

    /// Number of triangles.
    pub fn num_triangles(&self) -> usize {
        self.indices.len() / 3
    }
}

/// Overwrites normals by the mean of the adjoining faces' normals, weighted by their areas.
///
/// Vertices are taken as they are shared through `indices`: two vertices at the same place keep a
/// crease between them. A vertex without a face that has an area gets +y.
///
/// # Panics
///
/// If an index is not below `vertices.len()`.
pub fn compute_smooth_normals(vertices: &mut [MeshVertex], indices: &[u32]) {
    let mut sums = vec![Vec3::ZERO; vertices.len()];
    for triangle in indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|i| triangle[i] as usize);
        let [a, b, c] = corners.map(|i| Vec3::from(vertices[i].position));
        // Twice the area times the unit normal: the weight comes for free.
        let weighted = (b - a).cross(c - a);
        if weighted.is_finite() {
            for corner in corners {
                sums[corner] += weighted;
            }
        }
    }
    for (vertex, sum) in vertices.iter_mut().zip(&sums) {
        vertex.normal = unit_or_up(*sum).to_array();
    }
}

/// The unit vector along `v`, or +y where `v` has no direction. Never NaN.
pub(super) fn unit_or_up(v: Vec3) -> Vec3 {
    // Scaled first: squares of very small or very large lanes leave the range of f32.
    let scale = v.abs().max_element();
    if scale > 0.0 && scale.is_finite() {
        (v / scale).normalize_or(Vec3::Y)
    } else {
        Vec3::Y
    }
}

fn quad() -> Mesh {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let vertices = corners.map(|(x, y)| flat_vertex(x, y)).to_vec();
    Mesh::new(vertices, vec![0, 1, 2, 0, 2, 3])
}

fn triangle() -> Mesh {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)];
    let vertices = corners.map(|(x, y)| flat_vertex(x, y)).to_vec();
    Mesh::new(vertices, vec![0, 1, 2])
}

fn flat_vertex(x: f32, y: f32) -> MeshVertex {
    MeshVertex {
        position: [x, y, 0.0],
        normal: [0.0, 0.0, 1.0],
        uv: [x * 0.5 + 0.5, 0.5 - y * 0.5],
        ..MeshVertex::default()
    }
}

fn cube() -> Mesh {
    let mut vertices = Vec::with_capacity(24);
    let mut indices = Vec::with_capacity(36);
    let sides = [
        (Vec3::X, Vec3::NEG_Z, Vec3::Y),
        (Vec3::NEG_X, Vec3::Z, Vec3::Y),
        (Vec3::Y, Vec3::X, Vec3::NEG_Z),
        (Vec3::NEG_Y, Vec3::X, Vec3::Z),
        (Vec3::Z, Vec3::X, Vec3::Y),
        (Vec3::NEG_Z, Vec3::NEG_X, Vec3::Y),
    ];
    for (normal, right, up) in sides {
        let first = vertices.len() as u32;
        for corner in quad().vertices {
            let [x, y, _] = corner.position;
            vertices.push(MeshVertex {
                position: (normal + right * x + up * y).to_array(),
                normal: normal.to_array(),
                tangent: right.extend(1.0).to_array(),
                ..corner
            });
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }
    Mesh::new(vertices, indices)
}

fn sphere(num_segments: u32, num_rings: u32) -> Mesh {
    let num_columns = num_segments + 1;
    let mut vertices = Vec::with_capacity((num_columns * (num_rings + 1)) as usize);
    for ring in 0..=num_rings {
        let v = ring as f32 / num_rings as f32;
        let (ring_radius, y) = (PI * v).sin_cos();
        for column in 0..num_columns {
            let u = column as f32 / num_segments as f32;
            let (sin, cos) = (TAU * u).sin_cos();
            let normal = [ring_radius * sin, y, ring_radius * cos];
            vertices.push(MeshVertex {
                position: normal,
                normal,
                uv: [u, v],
                tangent: [cos, 0.0, -sin, 1.0],
                ..MeshVertex::default()
            });
        }
    }
    let mut indices = Vec::new();
    for ring in 0..num_rings {
        for column in 0..num_segments {
            let a = ring * num_columns + column;
            let b = a + num_columns;
            // At the poles one of the two triangles has no area.
            if ring + 1 < num_rings {
                indices.extend([a, b, b + 1]);
            } else {
                indices.extend([a, b, a + 1]);
            }
            if ring > 0 && ring + 1 < num_rings {
                indices.extend([a, b + 1, a + 1]);
            }
        }
    }
    Mesh::new(vertices, indices)
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn vertex_has_no_padding_and_keeps_the_order_of_locations() {
        assert_eq!(size_of::<MeshVertex>(), 88);
        let offsets = [
            offset_of!(MeshVertex, position),
            offset_of!(MeshVertex, normal),
            offset_of!(MeshVertex, uv),
            offset_of!(MeshVertex, color),
            offset_of!(MeshVertex, joints),
            offset_of!(MeshVertex, weights),
            offset_of!(MeshVertex, tangent),
        ];
        assert_eq!(offsets, [0, 12, 24, 32, 48, 56, 72]);
    }

    #[test]
    fn builtin_meshes_face_outwards_and_have_unit_normals() {
        for name in Mesh::BUILTIN_NAMES {
            let mesh = Mesh::builtin(name).expect("it is built in");
            assert!(mesh.num_triangles() > 0, "{name}");
            assert_eq!(mesh.indices.len() % 3, 0, "{name}");
            assert!(
                mesh.bounds.center().length() < 1e-5,
                "{name}: {:?}",
                mesh.bounds
            );
            for vertex in &mesh.vertices {
                let normal = Vec3::from(vertex.normal);
                let tangent = Vec3::from_slice(&vertex.tangent[..3]);
                assert!((normal.length() - 1.0).abs() < 1e-5, "{name}");
                assert!((tangent.length() - 1.0).abs() < 1e-5, "{name}");
                assert!(normal.dot(tangent).abs() < 1e-5, "{name}");
            }
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[triangle[i] as usize]);
                let [p, q, r] = [a, b, c].map(|v| Vec3::from(v.position));
                let face = (q - p).cross(r - p);
                assert!(face.length() > 1e-4, "{name}: no area");
                assert!(face.dot(Vec3::from(a.normal)) > 0.0, "{name}: inside out");
            }
        }
        assert_eq!(Mesh::builtin("teapot"), None);
    }

    #[test]
    fn smooth_normals_weigh_faces_by_area() {
        let corner = |position| MeshVertex {
            position,
            ..MeshVertex::default()
        };
        // A large face in xy and a small one in yz share an edge.
        let mut vertices = vec![
            corner([0.0, 0.0, 0.0]),
            corner([0.0, 1.0, 0.0]),
            corner([-3.0, 0.0, 0.0]),
            corner([0.0, 0.0, -1.0]),
            corner([9.0, 9.0, 9.0]),
        ];
        compute_smooth_normals(&mut vertices, &[0, 1, 2, 0, 3, 1]);
        let expected = Vec3::new(1.0, 0.0, 3.0).normalize();
        assert!(Vec3::from(vertices[0].normal).abs_diff_eq(expected, 1e-6));
        assert_eq!(vertices[2].normal, [0.0, 0.0, 1.0]);
        assert_eq!(vertices[4].normal, [0.0, 1.0, 0.0], "no face: up");
    }

    #[test]
    fn bounds_grow_and_turn() {
        assert!(Bounds::EMPTY.is_empty());
        assert_eq!(Bounds::EMPTY.radius(), 0.0);
        assert_eq!(Bounds::EMPTY.center(), Vec3::ZERO);
        let cube = Mesh::builtin("cube").expect("it is built in").bounds;
        assert_eq!(cube.union(&Bounds::EMPTY), cube);
        assert!((cube.radius() - 3f32.sqrt()).abs() < 1e-6);
        let turned = cube.transformed(&Mat4::from_rotation_y(PI / 4.0));
        assert!((turned.max.x - 2f32.sqrt()).abs() < 1e-6);
        assert_eq!(turned.max.y, 1.0);
    }
}
