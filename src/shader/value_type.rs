//! The types that a control, a vertex attribute or a varying can have.

use std::fmt;

use naga::{ScalarKind, TypeInner};

/// What one lane of a value is in WGSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `f32`
    F32,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `bool`; only `override` constants may have it, it is not host-shareable.
    Bool,
}

/// Scalar kind and shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// Kind of each lane.
    pub scalar: Scalar,
    /// 1 for scalars and vectors, 2–4 for matrices.
    pub columns: u8,
    /// 1 for scalars, 2–4 for vectors and matrices.
    pub rows: u8,
}

impl ValueType {
    /// A single number.
    pub const fn scalar(scalar: Scalar) -> Self {
        Self {
            scalar,
            columns: 1,
            rows: 1,
        }
    }

    /// A vector of `rows` numbers.
    pub const fn vector(scalar: Scalar, rows: u8) -> Self {
        Self {
            scalar,
            columns: 1,
            rows,
        }
    }

    /// An `f32` matrix.
    pub const fn matrix(columns: u8, rows: u8) -> Self {
        Self {
            scalar: Scalar::F32,
            columns,
            rows,
        }
    }

    /// Number of lanes, 1–16.
    pub const fn num_lanes(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether this is a matrix.
    pub const fn is_matrix(self) -> bool {
        self.columns > 1
    }

    /// The nearest number a lane of this type can hold: integers are rounded and saturate,
    /// NaN becomes 0, infinities the largest finite number.
    pub fn coerce_lane(self, lane: f64) -> f64 {
        let lane = if lane.is_nan() { 0.0 } else { lane };
        match self.scalar {
            Scalar::F32 => f64::from((lane.clamp(f64::from(f32::MIN), f64::from(f32::MAX))) as f32),
            Scalar::I32 => lane.round().clamp(f64::from(i32::MIN), f64::from(i32::MAX)),
            Scalar::U32 => lane.round().clamp(0.0, f64::from(u32::MAX)),
            Scalar::Bool => f64::from(u8::from(lane != 0.0)),
        }
    }
}

/// The WGSL spelling: `f32`, `vec3f`, `mat4x4f`, `bool`.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (long, short) = match self.scalar {
            Scalar::F32 => ("f32", "f"),
            Scalar::I32 => ("i32", "i"),
            Scalar::U32 => ("u32", "u"),
            Scalar::Bool => ("bool", "<bool>"),
        };
        match (self.columns, self.rows) {
            (1, 1) => f.write_str(long),
            (1, rows) => write!(f, "vec{rows}{short}"),
            (columns, rows) => write!(f, "mat{columns}x{rows}{short}"),
        }
    }
}

impl ValueType {
    /// The type of a 32-bit scalar, vector or matrix in naga's IR; `None` for everything else.
    pub(super) fn from_naga(inner: &TypeInner) -> Option<Self> {
        let kind = |scalar: naga::Scalar| match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 4) => Some(Scalar::F32),
            (ScalarKind::Sint, 4) => Some(Scalar::I32),
            (ScalarKind::Uint, 4) => Some(Scalar::U32),
            (ScalarKind::Bool, _) => Some(Scalar::Bool),
            _ => None,
        };
        match *inner {
            TypeInner::Scalar(scalar) => Some(Self::scalar(kind(scalar)?)),
            TypeInner::Vector { size, scalar } => Some(Self::vector(kind(scalar)?, size as u8)),
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } if kind(scalar) == Some(Scalar::F32) => Some(Self::matrix(columns as u8, rows as u8)),
            _ => None,
        }
    }
}
