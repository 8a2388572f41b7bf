//! Controls: what a shader lets a person turn, the values they are at, and the bytes the GPU gets.
//!
//! [`ParamSet`] is built from a compiled shader's interface and its annotations. It keeps which
//! values a person has touched, so that an edited shader can be rebased onto it without losing
//! them. Nothing here knows a device or a window.

mod declare;
mod set;
mod value;

pub use set::{Block, Home, PHASE_PERIOD, ParamSet, Snapshot};
pub use value::{Scalar, Value, ValueType};

/// One control.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Path of member names, `swim.tint` or `bones.joints[3].angle`; an override's bare name.
    /// Unique in a sketch; the key in presets and on the command line.
    pub path: String,
    /// Words for people: `@label`, or the member's own name with underscores as spaces.
    pub label: String,
    /// The words left over in the member's comment.
    pub tooltip: String,
    /// Title of the group that the control stands under: `@group`, or the struct variable's name.
    pub group: String,
    /// Type of the value.
    pub ty: ValueType,
    /// Value of a control that nobody has touched.
    pub default: Value,
    /// Lowest and highest value of each lane.
    pub range: Option<Range>,
    /// How the control is shown.
    pub widget: Widget,
    /// Unit shown behind the number.
    pub unit: String,
    /// Whether the control is left out of the window.
    pub hidden: bool,
    /// Path of the rate that the host integrates into this value (`@phase`).
    pub phase_rate: Option<String>,
}

/// Limits of a control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lowest value.
    pub min: f64,
    /// Highest value.
    pub max: f64,
    /// Distance of two neighbouring values, if the control is stepped.
    pub step: Option<f64>,
    /// Whether a slider moves by factors instead of differences.
    pub logarithmic: bool,
}

/// How a control is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Widget {
    /// A slider where there is a range, else a number to drag; one a lane.
    Number,
    /// A color picker; three or four lanes, linear RGB(A).
    Color,
    /// A list of names; the value is the index.
    Choice(Vec<String>),
    /// A check box; 0 is off, anything else on.
    Toggle,
    /// Radians on the GPU, degrees for people.
    Angle,
}

impl Param {
    /// Brings a value into the control's range. Steps are for dragging and do not move a value.
    pub fn clamp(&self, value: Value) -> Value {
        let mut clamped = value;
        for (i, lane) in value.lanes().iter().enumerate() {
            let lane = match (&self.range, &self.widget) {
                (Some(range), _) => lane.clamp(range.min, range.max),
                (None, Widget::Choice(names)) if !names.is_empty() => {
                    lane.clamp(0.0, (names.len() - 1) as f64)
                }
                _ => *lane,
            };
            clamped.set_lane(i, lane);
        }
        clamped
    }
}
