//! The mesh that grows primitive by primitive.

use glam::{Mat3, Mat4, Vec3};
use gltf::json;
use gltf::json::accessor::{ComponentType as C, Type};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;

use super::accessor::{Accessors, CheckedAccessor, Expected, Failure};
use super::error::{AccessorProblem, MeshError, PrimitivePlace};
use super::{MAX_INDICES, MAX_PRIMITIVES, MAX_VERTICES, PlacedNode};
use crate::scene::mesh::{MeshVertex, compute_smooth_normals, unit_or_up};

/// A use of an accessor: name, meaning, allowed types.
struct Attribute {
    name: &'static str,
    expected: Expected,
}

const fn floats(words: &'static str, dimensions: &'static [Type]) -> Expected {
    Expected {
        words,
        dimensions,
        components: &[C::F32],
        normalized: false,
    }
}

/// Floats, or with `KHR_mesh_quantization` integers.
const fn quantized(words: &'static str, dimensions: &'static [Type]) -> Expected {
    Expected {
        words,
        dimensions,
        components: &[C::F32, C::I8, C::U8, C::I16, C::U16],
        normalized: false,
    }
}

const fn fractions(words: &'static str, dimensions: &'static [Type]) -> Expected {
    Expected {
        words,
        dimensions,
        components: &[C::F32, C::U8, C::U16],
        normalized: true,
    }
}

const UV: Expected = fractions("vec2 of f32, u8 or u16", &[Type::Vec2]);
const COLOR: Expected = fractions("vec3 or vec4 of f32, u8 or u16", &[Type::Vec3, Type::Vec4]);
const WEIGHTS: Expected = fractions("vec4 of f32, u8 or u16", &[Type::Vec4]);
const JOINTS: Expected = Expected {
    words: "vec4 of u8 or u16",
    dimensions: &[Type::Vec4],
    components: &[C::U8, C::U16],
    normalized: false,
};
const INDICES: Expected = Expected {
    words: "scalar of u8, u16 or u32",
    dimensions: &[Type::Scalar],
    components: &[C::U8, C::U16, C::U32],
    normalized: false,
};

pub(super) struct Builder<'a> {
    pub(super) file: &'a str,
    pub(super) root: &'a json::Root,
    pub(super) accessors: Accessors<'a>,
    /// Whether positions, normals and tangents may be integers.
    pub(super) quantized: bool,
    pub(super) num_primitives: usize,
    pub(super) vertices: Vec<MeshVertex>,
    pub(super) indices: Vec<u32>,
}

/// An accessor in use, for messages.
struct Spot<'p> {
    place: &'p PrimitivePlace,
    attribute: &'static str,
    accessor: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn add_node(&mut self, node: &PlacedNode) -> Result<(), MeshError> {
        let mesh = &self.root.meshes[node.mesh];
        for (primitive_index, primitive) in mesh.primitives.iter().enumerate() {
            self.num_primitives += 1;
            if self.num_primitives > MAX_PRIMITIVES {
                return Err(self.too_many("primitives", MAX_PRIMITIVES));
            }
            let place = PrimitivePlace {
                mesh: node.mesh,
                mesh_name: mesh
                    .name
                    .as_ref()
                    .map(|name| name.chars().take(80).collect()),
                primitive: primitive_index,
            };
            self.add_primitive(node, primitive, &place)?;
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        node: &PlacedNode,
        primitive: &Primitive,
        place: &PrimitivePlace,
    ) -> Result<(), MeshError> {
        let Checked::Valid(mode) = primitive.mode else {
            return Err(MeshError::Mode {
                file: self.file.to_owned(),
                place: place.clone(),
            });
        };
        if !matches!(
            mode,
            Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
        ) {
            return Ok(());
        }
        let position = Attribute {
            name: "POSITION",
            expected: self.spatial("vec3 of f32", &[Type::Vec3]),
        };
        let Some((spot, positions)) =
            self.attribute(primitive, place, &position, &Semantic::Positions, None)?
        else {
            return Err(MeshError::NoPositions {
                file: self.file.to_owned(),
                place: place.clone(),
            });
        };
        let count = positions.count;
        if count > MAX_VERTICES - self.vertices.len() {
            return Err(self.too_many("vertices", MAX_VERTICES));
        }
        let corners = self.corners(primitive, place, count)?;
        if corners.len() > MAX_INDICES / 3 {
            return Err(self.too_many("indices", MAX_INDICES));
        }
        if matches!(mode, Mode::Triangles) && !corners.len().is_multiple_of(3) {
            return Err(MeshError::PartialTriangle {
                file: self.file.to_owned(),
                place: place.clone(),
                count: corners.len(),
            });
        }
        let mut indices = triangles(mode, corners);
        if indices.is_empty() {
            return Ok(());
        }
        if indices.len() > MAX_INDICES - self.indices.len() {
            return Err(self.too_many("indices", MAX_INDICES));
        }

        let mut vertices = vec![MeshVertex::default(); count];
        let values = self.accessors.read_f32::<3>(&positions, 0.0);
        for (vertex, value) in vertices.iter_mut().zip(self.told(&spot, values)?) {
            vertex.position = value;
        }
        let has_normals = self.read_attributes(primitive, place, &mut vertices)?;
        if !has_normals {
            compute_smooth_normals(&mut vertices, &indices);
        }
        transform(&mut vertices, &mut indices, node.scene_from_mesh).map_err(|element| {
            self.report(
                &spot,
                AccessorProblem::Overflow {
                    element,
                    node: node.index,
                },
            )
        })?;
        let first = self.vertices.len() as u32;
        self.vertices.append(&mut vertices);
        self.indices.extend(indices.iter().map(|i| first + i));
        Ok(())
    }

    /// Everything but positions; whether there are normals.
    fn read_attributes(
        &mut self,
        primitive: &Primitive,
        place: &PrimitivePlace,
        vertices: &mut [MeshVertex],
    ) -> Result<bool, MeshError> {
        let normal = self.spatial("vec3 of f32", &[Type::Vec3]);
        let has_normals = self.read_floats::<3>(
            (primitive, place),
            Attribute {
                name: "NORMAL",
                expected: normal,
            },
            &Semantic::Normals,
            vertices,
            |vertex, value| vertex.normal = unit_or_up(Vec3::from(value)).to_array(),
        )?;
        let tangent = self.spatial("vec4 of f32", &[Type::Vec4]);
        self.read_floats::<4>(
            (primitive, place),
            Attribute {
                name: "TANGENT",
                expected: tangent,
            },
            &Semantic::Tangents,
            vertices,
            |vertex, value| vertex.tangent = value,
        )?;
        self.read_floats::<2>(
            (primitive, place),
            Attribute {
                name: "TEXCOORD_0",
                expected: UV,
            },
            &Semantic::TexCoords(0),
            vertices,
            |vertex, value| vertex.uv = value,
        )?;
        self.read_floats::<4>(
            (primitive, place),
            Attribute {
                name: "COLOR_0",
                expected: COLOR,
            },
            &Semantic::Colors(0),
            vertices,
            |vertex, value| vertex.color = value,
        )?;
        self.read_floats::<4>(
            (primitive, place),
            Attribute {
                name: "WEIGHTS_0",
                expected: WEIGHTS,
            },
            &Semantic::Weights(0),
            vertices,
            |vertex, value| vertex.weights = value,
        )?;
        let joints = Attribute {
            name: "JOINTS_0",
            expected: JOINTS,
        };
        let semantic = Semantic::Joints(0);
        if let Some((spot, accessor)) =
            self.attribute(primitive, place, &joints, &semantic, Some(vertices.len()))?
        {
            let values = self.accessors.read_u32::<4>(&accessor);
            for (vertex, value) in vertices.iter_mut().zip(self.told(&spot, values)?) {
                // The component type is at most 16 bits wide.
                vertex.joints = value.map(|joint| joint as u16);
            }
        }
        Ok(has_normals)
    }

    fn read_floats<const N: usize>(
        &mut self,
        (primitive, place): (&Primitive, &PrimitivePlace),
        attribute: Attribute,
        semantic: &Semantic,
        vertices: &mut [MeshVertex],
        set: impl Fn(&mut MeshVertex, [f32; N]),
    ) -> Result<bool, MeshError> {
        let Some((spot, accessor)) =
            self.attribute(primitive, place, &attribute, semantic, Some(vertices.len()))?
        else {
            return Ok(false);
        };
        // A color without alpha is opaque; nothing else has fewer components than it is read with.
        let values = self.accessors.read_f32::<N>(&accessor, 1.0);
        for (vertex, value) in vertices.iter_mut().zip(self.told(&spot, values)?) {
            set(vertex, value);
        }
        Ok(true)
    }

    /// The checked accessor of an attribute, which must have `count` elements if that is given.
    fn attribute<'p>(
        &self,
        primitive: &Primitive,
        place: &'p PrimitivePlace,
        attribute: &Attribute,
        semantic: &Semantic,
        count: Option<usize>,
    ) -> Result<Option<(Spot<'p>, CheckedAccessor<'a>)>, MeshError> {
        let Some(index) = primitive.attributes.get(&Checked::Valid(semantic.clone())) else {
            return Ok(None);
        };
        let spot = Spot {
            place,
            attribute: attribute.name,
            accessor: index.value(),
        };
        let accessor = self
            .accessors
            .check(index.value(), &attribute.expected)
            .map_err(|problem| self.report(&spot, problem))?;
        if let Some(expected) = count
            && accessor.count != expected
        {
            let problem = AccessorProblem::Count {
                found: accessor.count,
                expected,
            };
            return Err(self.report(&spot, problem));
        }
        Ok(Some((spot, accessor)))
    }

    /// The vertices in drawing order; without indices they are drawn as they come.
    fn corners(
        &mut self,
        primitive: &Primitive,
        place: &PrimitivePlace,
        num_vertices: usize,
    ) -> Result<Vec<u32>, MeshError> {
        let Some(index) = primitive.indices else {
            return Ok((0..num_vertices as u32).collect());
        };
        let spot = Spot {
            place,
            attribute: "indices",
            accessor: index.value(),
        };
        let accessor = self
            .accessors
            .check(index.value(), &INDICES)
            .map_err(|problem| self.report(&spot, problem))?;
        if accessor.count > MAX_INDICES - self.indices.len() {
            return Err(self.too_many("indices", MAX_INDICES));
        }
        let read = self.accessors.read_u32::<1>(&accessor);
        let corners: Vec<u32> = self.told(&spot, read)?.into_iter().map(|[i]| i).collect();
        match corners
            .iter()
            .position(|vertex| *vertex as usize >= num_vertices)
        {
            Some(element) => Err(self.report(
                &spot,
                AccessorProblem::IndexRange {
                    element,
                    vertex: corners[element],
                    count: num_vertices,
                },
            )),
            None => Ok(corners),
        }
    }

    fn spatial(&self, words: &'static str, dimensions: &'static [Type]) -> Expected {
        if self.quantized {
            quantized(words, dimensions)
        } else {
            floats(words, dimensions)
        }
    }

    fn told<T>(&self, spot: &Spot<'_>, result: Result<T, Failure>) -> Result<T, MeshError> {
        result.map_err(|failure| match failure {
            Failure::Accessor(problem) => self.report(spot, problem),
            Failure::Other(error) => error,
        })
    }

    fn report(&self, spot: &Spot<'_>, problem: AccessorProblem) -> MeshError {
        MeshError::Accessor {
            file: self.file.to_owned(),
            place: spot.place.clone(),
            attribute: spot.attribute,
            accessor: spot.accessor,
            problem: Box::new(problem),
        }
    }

    fn too_many(&self, what: &'static str, max: usize) -> MeshError {
        MeshError::TooMany {
            file: self.file.to_owned(),
            what,
            max,
        }
    }
}

/// Corners as a list of triangles, all turning the same way.
fn triangles(mode: Mode, corners: Vec<u32>) -> Vec<u32> {
    match mode {
        Mode::TriangleStrip => corners
            .windows(3)
            .enumerate()
            .flat_map(|(at, w)| {
                if at % 2 == 0 {
                    [w[0], w[1], w[2]]
                } else {
                    [w[0], w[2], w[1]]
                }
            })
            .collect(),
        Mode::TriangleFan => corners
            .windows(2)
            .skip(1)
            .flat_map(|w| [corners[0], w[0], w[1]])
            .collect(),
        _ => corners,
    }
}

/// Brings vertices into the scene's space. The error is the vertex that leaves the range of `f32`.
fn transform(
    vertices: &mut [MeshVertex],
    indices: &mut [u32],
    scene_from_mesh: Mat4,
) -> Result<(), usize> {
    if scene_from_mesh == Mat4::IDENTITY {
        return Ok(());
    }
    let linear = Mat3::from_mat4(scene_from_mesh);
    let determinant = linear.determinant();
    // Cofactors: the inverse transpose up to a factor, and finite for flat transforms too.
    let cofactors = Mat3::from_cols(
        linear.y_axis.cross(linear.z_axis),
        linear.z_axis.cross(linear.x_axis),
        linear.x_axis.cross(linear.y_axis),
    ) * if determinant < 0.0 { -1.0 } else { 1.0 };
    for (at, vertex) in vertices.iter_mut().enumerate() {
        let position = scene_from_mesh.transform_point3(Vec3::from(vertex.position));
        if !position.is_finite() {
            return Err(at);
        }
        vertex.position = position.to_array();
        vertex.normal = unit_or_up(cofactors * Vec3::from(vertex.normal)).to_array();
        let [x, y, z, side] = vertex.tangent;
        let tangent = unit_or_up(linear * Vec3::new(x, y, z));
        vertex.tangent = tangent.extend(side).to_array();
    }
    if determinant < 0.0 {
        // A mirror turns triangles round.
        for triangle in indices.as_chunks_mut::<3>().0 {
            triangle.swap(1, 2);
        }
    }
    Ok(())
}
