//! Reads accessors with every offset checked, because the file may say anything.
//!
//! The `gltf` crate's own readers panic on types and ranges that do not fit; this one returns an
//! [`AccessorProblem`]. Sizes are computed in 128 bits, so that no announced number overflows, and
//! nothing is allocated before the number of elements is within the given limit.

use gltf::json;
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::validation::Checked;

use super::buffer::Buffers;
use super::error::{AccessorProblem, MeshError};

/// What an accessor may be for one use.
pub(super) struct Expected {
    /// In words, for the message.
    pub(super) words: &'static str,
    /// Allowed dimensions.
    pub(super) dimensions: &'static [Type],
    /// Allowed component types.
    pub(super) components: &'static [ComponentType],
    /// Whether integers stand for 0 to 1 (or -1 to 1) whatever the file says.
    pub(super) normalized: bool,
}

/// An accessor whose elements are known to lie inside their buffers.
pub(super) struct CheckedAccessor<'a> {
    declared: &'a json::Accessor,
    component: ComponentType,
    num_components: usize,
    normalized: bool,
    /// Number of elements.
    pub(super) count: usize,
}

/// A run of elements inside a buffer.
struct Elements<'b> {
    bytes: &'b [u8],
    stride: usize,
}

/// Where something failed: in the accessor itself or in a buffer under it.
pub(super) enum Failure {
    Accessor(AccessorProblem),
    Other(MeshError),
}

impl From<AccessorProblem> for Failure {
    fn from(problem: AccessorProblem) -> Self {
        Self::Accessor(problem)
    }
}

impl From<MeshError> for Failure {
    fn from(error: MeshError) -> Self {
        Self::Other(error)
    }
}

/// The accessors of one file and the buffers under them.
pub(super) struct Accessors<'a> {
    pub(super) root: &'a json::Root,
    pub(super) buffers: Buffers<'a>,
}

impl<'a> Accessors<'a> {
    /// Checks what the accessor says of itself. Its bytes are checked when it is read.
    pub(super) fn check(
        &self,
        index: usize,
        expected: &Expected,
    ) -> Result<CheckedAccessor<'a>, AccessorProblem> {
        let all = &self.root.accessors;
        let declared = all.get(index).ok_or(AccessorProblem::Missing(all.len()))?;
        let (Checked::Valid(component), Checked::Valid(dimensions)) =
            (declared.component_type, declared.type_)
        else {
            return Err(AccessorProblem::Type {
                found: "of an unknown type".to_owned(),
                expected: expected.words,
            });
        };
        let component = component.0;
        if !expected.dimensions.contains(&dimensions) || !expected.components.contains(&component) {
            return Err(AccessorProblem::Type {
                found: type_words(component, dimensions),
                expected: expected.words,
            });
        }
        let count = usize::try_from(declared.count.0).unwrap_or(usize::MAX);
        if count == 0 {
            return Err(AccessorProblem::Empty);
        }
        Ok(CheckedAccessor {
            declared,
            component,
            num_components: dimensions.multiplicity(),
            normalized: expected.normalized || declared.normalized,
            count,
        })
    }

    /// Reads elements as floats; components that the accessor lacks are `fill`. The caller has
    /// limited `accessor.count`.
    pub(super) fn read_f32<const N: usize>(
        &mut self,
        accessor: &CheckedAccessor<'_>,
        fill: f32,
    ) -> Result<Vec<[f32; N]>, Failure> {
        let out = self.read(accessor, |bytes| {
            let mut element = [fill; N];
            let size = accessor.component.size();
            for (value, bytes) in element.iter_mut().zip(bytes.chunks_exact(size)) {
                *value = float(bytes, accessor.component, accessor.normalized);
            }
            element
        })?;
        match out
            .iter()
            .position(|element: &[f32; N]| !element.iter().all(|value| value.is_finite()))
        {
            Some(element) => Err(AccessorProblem::NotFinite(element).into()),
            None => Ok(out),
        }
    }

    /// Reads elements of unsigned integers. The caller has limited `accessor.count`.
    pub(super) fn read_u32<const N: usize>(
        &mut self,
        accessor: &CheckedAccessor<'_>,
    ) -> Result<Vec<[u32; N]>, Failure> {
        self.read(accessor, |bytes| {
            let mut element = [0; N];
            let size = accessor.component.size();
            for (value, bytes) in element.iter_mut().zip(bytes.chunks_exact(size)) {
                *value = unsigned(bytes);
            }
            element
        })
    }

    fn read<T: Clone>(
        &mut self,
        accessor: &CheckedAccessor<'_>,
        parse: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, Failure> {
        let declared = accessor.declared;
        let size = accessor.component.size() * accessor.num_components;
        let mut out = match declared.buffer_view {
            Some(view) => {
                let offset = declared.byte_offset.unwrap_or_default().0;
                let elements = self.elements(view.value(), offset, accessor.count, size)?;
                elements.iter(accessor.count, size).map(&parse).collect()
            }
            None if declared.sparse.is_some() => vec![parse(&[0; 64][..size]); accessor.count],
            None => return Err(AccessorProblem::NoView.into()),
        };
        let Some(sparse) = &declared.sparse else {
            return Ok(out);
        };
        let Checked::Valid(index_type) = sparse.indices.component_type else {
            return Err(AccessorProblem::SparseType.into());
        };
        let index_size = index_type.0.size();
        let num_sparse = usize::try_from(sparse.count.0)
            .ok()
            .filter(|count| *count <= accessor.count)
            .ok_or(AccessorProblem::SparseCount {
                found: sparse.count.0,
                count: accessor.count,
            })?;
        let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset.0);
        let targets: Vec<usize> = self
            .elements(view.value(), offset, num_sparse, index_size)?
            .iter(num_sparse, index_size)
            .map(|bytes| unsigned(bytes) as usize)
            .collect();
        let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset.0);
        let values = self.elements(view.value(), offset, num_sparse, size)?;
        for (index, bytes) in targets.into_iter().zip(values.iter(num_sparse, size)) {
            let target = out.get_mut(index).ok_or(AccessorProblem::SparseIndex {
                index,
                count: accessor.count,
            })?;
            *target = parse(bytes);
        }
        Ok(out)
    }

    /// The bytes of `count` elements of `size` bytes each, from `offset` of a buffer view.
    fn elements(
        &mut self,
        view_index: usize,
        offset: u64,
        count: usize,
        size: usize,
    ) -> Result<Elements<'_>, Failure> {
        let views = &self.root.buffer_views;
        let view = views.get(view_index).ok_or(AccessorProblem::ViewMissing {
            view: view_index,
            count: views.len(),
        })?;
        let buffer = view.buffer.value();
        if buffer >= self.buffers.len() {
            return Err(AccessorProblem::BufferMissing {
                view: view_index,
                buffer,
                count: self.buffers.len(),
            }
            .into());
        }
        let stride = view.byte_stride.map_or(size, |stride| stride.0);
        if stride < size {
            return Err(AccessorProblem::Stride { stride, size }.into());
        }
        self.buffers.load(buffer)?;
        let bytes = self.buffers.bytes(buffer);

        let view_start = view.byte_offset.unwrap_or_default().0;
        let view_end = u128::from(view_start) + u128::from(view.byte_length.0);
        let in_view = usize::try_from(view_start)
            .ok()
            .zip(usize::try_from(view_end).ok())
            .and_then(|(start, end)| bytes.get(start..end))
            .ok_or(AccessorProblem::ViewOutside {
                view: view_index,
                end: view_end,
                size: bytes.len(),
            })?;
        if count == 0 {
            return Ok(Elements { bytes: &[], stride });
        }
        let end = u128::from(offset) + (count as u128 - 1) * stride as u128 + size as u128;
        let bytes = usize::try_from(offset)
            .ok()
            .zip(usize::try_from(end).ok())
            .and_then(|(start, end)| in_view.get(start..end))
            .ok_or(AccessorProblem::Outside {
                view: view_index,
                end,
                size: in_view.len(),
            })?;
        Ok(Elements { bytes, stride })
    }
}

impl<'b> Elements<'b> {
    /// `count` and `size` are those that the run was checked with.
    fn iter(&self, count: usize, size: usize) -> impl Iterator<Item = &'b [u8]> + use<'b> {
        let Self { bytes, stride } = *self;
        (0..count).map(move |i| &bytes[i * stride..i * stride + size])
    }
}

/// A little-endian number of 1, 2 or 4 bytes.
fn unsigned(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, byte| value << 8 | u32::from(*byte))
}

fn float(bytes: &[u8], component: ComponentType, normalized: bool) -> f32 {
    let bits = unsigned(bytes);
    let (value, one) = match component {
        ComponentType::F32 => return f32::from_bits(bits),
        ComponentType::U32 => return bits as f32,
        ComponentType::U8 => (bits as f32, 255.0),
        ComponentType::U16 => (bits as f32, 65535.0),
        ComponentType::I8 => (f32::from(bits as u8 as i8), 127.0),
        ComponentType::I16 => (f32::from(bits as u16 as i16), 32767.0),
    };
    // The lowest signed number is one step below -1.
    if normalized {
        (value / one).max(-1.0)
    } else {
        value
    }
}

fn type_words(component: ComponentType, dimensions: Type) -> String {
    let component = match component {
        ComponentType::I8 => "i8",
        ComponentType::U8 => "u8",
        ComponentType::I16 => "i16",
        ComponentType::U16 => "u16",
        ComponentType::U32 => "u32",
        ComponentType::F32 => "f32",
    };
    let dimensions = match dimensions {
        Type::Scalar => "scalar",
        Type::Vec2 => "vec2",
        Type::Vec3 => "vec3",
        Type::Vec4 => "vec4",
        Type::Mat2 => "mat2",
        Type::Mat3 => "mat3",
        Type::Mat4 => "mat4",
    };
    format!("{dimensions} of {component}")
}
