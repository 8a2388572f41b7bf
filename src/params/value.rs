//! The type and the value of one control.
//!
//! A value is a small matrix of numbers: a scalar is 1×1, a `vec3f` one column of three rows, a
//! `mat4x3f` four columns of three rows. Lanes are `f64`, which holds every `f32`, `i32` and `u32`
//! exactly, so that clamping, saving and editing need one code path.

pub use crate::shader::{Scalar, ValueType};

/// A value with its type. Lanes are column-major; lanes past [`ValueType::num_lanes`] are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    ty: ValueType,
    lanes: [f64; 16],
}

impl Value {
    /// All lanes 0.
    pub const fn zero(ty: ValueType) -> Self {
        Self {
            ty,
            lanes: [0.0; 16],
        }
    }

    /// What a control starts at when the file says nothing: the identity for square matrices,
    /// else 0.
    pub fn neutral(ty: ValueType) -> Self {
        let mut value = Self::zero(ty);
        if ty.is_matrix() {
            for i in 0..ty.columns.min(ty.rows) as usize {
                value.lanes[i * ty.rows as usize + i] = 1.0;
            }
        }
        value
    }

    /// Builds a value from column-major lanes, each coerced to the type. `None` when the number of
    /// lanes does not fit, except that a single number fills every lane of a vector.
    pub fn from_lanes(ty: ValueType, lanes: &[f64]) -> Option<Self> {
        let mut value = Self::zero(ty);
        let num_lanes = ty.num_lanes();
        if lanes.len() == num_lanes {
            for (to, from) in value.lanes.iter_mut().zip(lanes) {
                *to = ty.coerce_lane(*from);
            }
        } else if lanes.len() == 1 && !ty.is_matrix() {
            value.lanes[..num_lanes].fill(ty.coerce_lane(lanes[0]));
        } else {
            return None;
        }
        Some(value)
    }

    /// The type.
    pub const fn ty(&self) -> ValueType {
        self.ty
    }

    /// The lanes in use, column-major.
    pub fn lanes(&self) -> &[f64] {
        &self.lanes[..self.ty.num_lanes()]
    }

    /// Replaces one lane, coerced to the type. Lanes out of range are ignored.
    pub fn set_lane(&mut self, index: usize, lane: f64) {
        if index < self.ty.num_lanes() {
            self.lanes[index] = self.ty.coerce_lane(lane);
        }
    }

    /// Little-endian bytes of one lane as the GPU reads it (`bool` as a `u32`).
    pub fn lane_bytes(&self, index: usize) -> [u8; 4] {
        let lane = self.lanes[index];
        match self.ty.scalar {
            Scalar::F32 => (lane as f32).to_le_bytes(),
            Scalar::I32 => (lane as i32).to_le_bytes(),
            Scalar::U32 | Scalar::Bool => (lane as u32).to_le_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_coerced_to_what_the_type_holds() {
        let u = ValueType::scalar(Scalar::U32);
        assert_eq!(u.coerce_lane(-3.0), 0.0);
        assert_eq!(u.coerce_lane(2.5), 3.0);
        assert_eq!(u.coerce_lane(1e20), f64::from(u32::MAX));
        let f = ValueType::scalar(Scalar::F32);
        assert_eq!(f.coerce_lane(f64::NAN), 0.0);
        assert_eq!(f.coerce_lane(f64::INFINITY), f64::from(f32::MAX));
        assert_eq!(f.coerce_lane(0.1), f64::from(0.1f32));
    }

    #[test]
    fn one_number_fills_a_vector_but_not_a_matrix() {
        let v = ValueType::vector(Scalar::F32, 3);
        assert_eq!(
            Value::from_lanes(v, &[2.0]).map(|v| v.lanes().to_vec()),
            Some(vec![2.0; 3])
        );
        assert_eq!(Value::from_lanes(ValueType::matrix(2, 2), &[2.0]), None);
        assert_eq!(Value::from_lanes(v, &[1.0, 2.0]), None);
    }

    #[test]
    fn neutral_matrices_are_the_identity() {
        let m = Value::neutral(ValueType::matrix(3, 2));
        assert_eq!(m.lanes(), &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn types_are_spelled_as_in_wgsl() {
        assert_eq!(ValueType::vector(Scalar::I32, 2).to_string(), "vec2i");
        assert_eq!(ValueType::matrix(4, 3).to_string(), "mat4x3f");
        assert_eq!(ValueType::scalar(Scalar::Bool).to_string(), "bool");
    }
}
