//! The controls of one shader with their values, and the bytes that the GPU reads.

use std::f64::consts::TAU;

use crate::shader::{BindingPoint, CompiledShader, Diagnostic};

use super::declare::declare;
use super::{Param, Value};

/// Phases wrap here, in radians: a whole number of turns even for an instance whose own speed is
/// any multiple of 1/256, so that the wrap is never seen.
pub const PHASE_PERIOD: f64 = TAU * 4096.0;

/// One uniform buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Name of the variable.
    pub name: String,
    /// Where it is bound.
    pub point: BindingPoint,
    /// Bytes.
    pub size: u32,
}

/// Where a control's value goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// Into a uniform buffer.
    Uniform {
        /// Index of the block.
        block: usize,
        /// Bytes from the start of the block, as naga lays it out.
        offset: u32,
    },
    /// Into pipeline creation.
    Override {
        /// The key that pipeline creation wants.
        key: String,
    },
}

/// Controls, values, and which of them a person has set.
#[derive(Clone, Debug, Default)]
pub struct ParamSet {
    params: Vec<Param>,
    homes: Vec<Home>,
    blocks: Vec<Block>,
    values: Vec<Value>,
    touched: Vec<bool>,
    /// Index of the phase, index of its rate, radians.
    phases: Vec<(usize, usize, f64)>,
    warnings: Vec<Diagnostic>,
}

impl ParamSet {
    /// The controls of a shader, at their defaults.
    pub fn new(shader: &CompiledShader) -> Self {
        let declared = declare(shader);
        let phases = declared
            .params
            .iter()
            .enumerate()
            .filter_map(|(at, param)| {
                let rate = param.phase_rate.as_ref()?;
                let rate = declared.params.iter().position(|p| p.path == *rate)?;
                Some((at, rate, param.default.lanes()[0]))
            })
            .collect();
        Self {
            values: declared.params.iter().map(|p| p.default).collect(),
            touched: vec![false; declared.params.len()],
            params: declared.params,
            homes: declared.homes,
            blocks: declared.blocks,
            phases,
            warnings: declared.warnings,
        }
    }

    /// The controls of an edited shader, with what was set before: values a person has touched keep
    /// by path and type, clamped to the new range; the others take the new default; phases go on.
    #[must_use]
    pub fn rebased(&self, shader: &CompiledShader) -> Self {
        let mut new = Self::new(shader);
        for at in 0..new.params.len() {
            let Some(old) = self.index(&new.params[at].path) else {
                continue;
            };
            if self.touched[old] && self.params[old].ty == new.params[at].ty {
                new.values[at] = new.params[at].clamp(self.values[old]);
                new.touched[at] = true;
            }
        }
        for phase in &mut new.phases {
            let path = &new.params[phase.0].path;
            if let Some(old) = self
                .phases
                .iter()
                .find(|old| self.params[old.0].path == *path)
            {
                phase.2 = old.2;
            }
        }
        new.write_phases();
        new
    }

    /// The controls in order of declaration.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The uniform buffers.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Warnings about annotations.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Index of a control.
    pub fn index(&self, path: &str) -> Option<usize> {
        self.params.iter().position(|p| p.path == path)
    }

    /// Value of a control.
    pub fn value(&self, index: usize) -> Value {
        self.values[index]
    }

    /// Whether a person has set it.
    pub fn is_touched(&self, index: usize) -> bool {
        self.touched[index]
    }

    /// Whether it is a pipeline-overridable constant.
    pub fn is_override(&self, index: usize) -> bool {
        matches!(self.homes[index], Home::Override { .. })
    }

    /// Sets a control, brought into its range. Returns whether the value is another one now. A value
    /// of another type is refused.
    pub fn set(&mut self, index: usize, value: Value) -> bool {
        if value.ty() != self.params[index].ty || self.params[index].phase_rate.is_some() {
            return false;
        }
        let value = self.params[index].clamp(value);
        self.touched[index] = true;
        std::mem::replace(&mut self.values[index], value) != value
    }

    /// Back to the default, as if nobody had touched it.
    pub fn reset(&mut self, index: usize) {
        if self.params[index].phase_rate.is_none() {
            self.values[index] = self.params[index].default;
            self.touched[index] = false;
        }
    }

    /// Values of the controls that a person has set, by path: what a later edit, an undo or another
    /// shader can be given again.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(
            (0..self.params.len())
                .filter(|at| self.touched[*at])
                .map(|at| (self.params[at].path.clone(), self.values[at]))
                .collect(),
        )
    }

    /// Puts a snapshot back; controls that it does not have are reset.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        for at in 0..self.params.len() {
            let saved = snapshot
                .0
                .iter()
                .find(|(path, _)| *path == self.params[at].path);
            match saved {
                Some((_, value)) if value.ty() == self.params[at].ty => {
                    self.set(at, *value);
                }
                _ => self.reset(at),
            }
        }
    }

    /// Moves the phases on by `dt_secs` at the present rates.
    pub fn advance_phases(&mut self, dt_secs: f64) {
        for (_, rate, radians) in &mut self.phases {
            let rate = self.values[*rate].lanes()[0];
            *radians = (*radians + rate * dt_secs).rem_euclid(PHASE_PERIOD);
        }
        self.write_phases();
    }

    /// Back to where the phases begin.
    pub fn restart_phases(&mut self) {
        for (at, _, radians) in &mut self.phases {
            *radians = self.params[*at].default.lanes()[0];
        }
        self.write_phases();
    }

    fn write_phases(&mut self) {
        for (at, _, radians) in &self.phases {
            self.values[*at].set_lane(0, *radians);
        }
    }

    /// The bytes of a uniform buffer, at naga's offsets; padding is 0.
    pub fn pack(&self, block: usize, out: &mut Vec<u8>) {
        out.clear();
        out.resize(self.blocks[block].size as usize, 0);
        for (value, home) in self.values.iter().zip(&self.homes) {
            let Home::Uniform {
                block: owner,
                offset,
            } = home
            else {
                continue;
            };
            if *owner != block {
                continue;
            }
            let rows = value.ty().rows as usize;
            // WGSL aligns a matrix's columns like vectors: two rows to 8 bytes, three or four to 16.
            let column_stride = if rows == 2 { 8 } else { 16 };
            for lane in 0..value.lanes().len() {
                let at = *offset as usize + lane / rows * column_stride + lane % rows * 4;
                out[at..at + 4].copy_from_slice(&value.lane_bytes(lane));
            }
        }
    }

    /// Keys and values for pipeline creation.
    pub fn override_values(&self) -> Vec<(String, f64)> {
        self.homes
            .iter()
            .zip(&self.values)
            .filter_map(|(home, value)| match home {
                Home::Override { key } => Some((key.clone(), value.lanes()[0])),
                Home::Uniform { .. } => None,
            })
            .collect()
    }
}

/// Values by path; see [`ParamSet::snapshot`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot(Vec<(String, Value)>);

#[cfg(test)]
mod tests {
    use super::super::{Scalar, ValueType, Widget};
    use super::*;
    use crate::shader::{Limits, SourceFile, compile};

    const DRAW: &str = "\n@vertex fn vs_a() -> @builtin(position) vec4f { return vec4f(s.a); }\n@fragment fn fs_a() -> @location(0) vec4f { return vec4f(1.0); }\n";

    fn shader(members: &str) -> CompiledShader {
        let text =
            format!("struct S {{\n{members}\n}}\n@group(1) @binding(0) var<uniform> s: S;\n{DRAW}");
        compile(
            &SourceFile::new("a.wgsl", text),
            &|_| Err(String::new()),
            &Limits::default(),
        )
        .unwrap_or_else(|found| panic!("{}", found[0]))
    }

    fn set(members: &str) -> ParamSet {
        ParamSet::new(&shader(members))
    }

    fn number(n: f64) -> Value {
        Value::from_lanes(ValueType::scalar(Scalar::F32), &[n]).expect("one lane")
    }

    #[test]
    fn annotations_shape_the_control() {
        let set = set(
            "a: f32, // @range(0, 10, 0.5) @default(4) @unit(\"m\") How far it goes\n tail_twist: vec3f, // @color @default(1, 0.5, 0) @group(\"Look\")\n m: u32, // @choice(\"one\", \"two\") @default(\"two\")\n",
        );
        assert_eq!(set.warnings(), []);
        let [a, twist, m] = set.params() else {
            panic!("three controls")
        };
        assert_eq!(
            (a.path.as_str(), a.unit.as_str(), a.tooltip.as_str()),
            ("s.a", "m", "How far it goes")
        );
        assert_eq!(
            a.range.map(|r| (r.min, r.max, r.step)),
            Some((0.0, 10.0, Some(0.5)))
        );
        assert_eq!(
            (twist.label.as_str(), twist.group.as_str()),
            ("tail twist", "Look")
        );
        assert_eq!(twist.widget, Widget::Color);
        assert_eq!(m.default.lanes(), [1.0]);
    }

    #[track_caller]
    fn assert_warning(member: &str, column: u32, message: &str) {
        let set = set(&format!("a: f32,\n{member}"));
        let found: Vec<_> = set
            .warnings()
            .iter()
            .map(|w| (w.line, w.column, w.message.as_str()))
            .collect();
        assert_eq!(found, [(3, column, message)]);
    }

    #[test]
    fn what_does_not_fit_is_a_warning_at_the_annotation() {
        assert_warning("b: f32, // @range(1, 0)", 12, "`@range` does not fit `s.b`");
        assert_warning("b: f32, // @range(1)", 12, "`@range` does not fit `s.b`");
        assert_warning(
            "b: f32, // @range(0, 1, 2)",
            25,
            "`@range` does not fit `s.b`",
        );
        assert_warning("b: f32, // @color", 12, "`@color` does not fit `s.b`");
        assert_warning(
            "b: vec2f, // @default(1, 2, 3)",
            14,
            "`@default` does not fit `s.b`",
        );
        assert_warning(
            "b: u32, // @choice(\"x\") @default(\"y\")",
            34,
            "`@default` does not fit `s.b`",
        );
        assert_warning(
            "b: f32, // @phase(none)",
            19,
            "`@phase` finds no rate `none`",
        );
        assert_warning(
            "b: f32, // @log @range(0, 1)",
            12,
            "`@log` does not fit `s.b`",
        );
        assert_warning(
            "b: f32, // @range(0, 1) @default(2)",
            25,
            "the default of `s.b` is out of its range",
        );
    }

    #[test]
    fn nested_structs_and_arrays_have_paths() {
        let text = "struct J { angle: f32, @size(16) w: vec2f }\nstruct S { a: f32, @align(16) joints: array<J, 2> }\n@group(1) @binding(0) var<uniform> s: S;\n@group(1) @binding(1) var<uniform> gain: f32; // @default(3)\noverride steps: i32 = -2; // @range(-4, 4)\n";
        let text = text.replace("angle: f32", "@size(16) angle: f32") + DRAW;
        let shader = compile(
            &SourceFile::new("a.wgsl", text),
            &|_| Err(String::new()),
            &Limits::default(),
        )
        .unwrap_or_else(|found| panic!("{}", found[0]));
        let set = ParamSet::new(&shader);
        let paths: Vec<_> = set.params().iter().map(|p| p.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "s.a",
                "s.joints[0].angle",
                "s.joints[0].w",
                "s.joints[1].angle",
                "s.joints[1].w",
                "gain",
                "steps"
            ]
        );
        assert_eq!(set.value(5).lanes(), [3.0]);
        assert_eq!(set.override_values(), [("steps".to_owned(), -2.0)]);
        assert_eq!(set.params()[3].group, "joints 1");
    }

    #[test]
    fn touched_values_survive_an_edit_and_defaults_follow_it() {
        let mut old = set("a: f32, // @range(0, 10) @default(4)\nb: f32, // @default(1)\nc: f32,");
        old.set(0, number(9.0));
        old.set(2, number(5.0));
        let new = old.rebased(&shader(
            "b: f32, // @default(2)\nc: vec2f,\na: f32, // @range(0, 5) @default(3)",
        ));
        let value = |path: &str| {
            new.value(new.index(path).expect("declared"))
                .lanes()
                .to_vec()
        };
        assert_eq!(value("s.a"), [5.0], "kept and clamped");
        assert_eq!(value("s.b"), [2.0], "the new default");
        assert_eq!(value("s.c"), [0.0, 0.0], "another type");
    }

    #[test]
    fn changing_a_rate_does_not_make_its_phase_jump() {
        let mut set = set("a: f32, // @default(2)\nphase: f32, // @phase(a)");
        set.advance_phases(1.0);
        assert_eq!(set.value(1).lanes(), [2.0]);
        set.set(0, number(10.0));
        assert_eq!(set.value(1).lanes(), [2.0]);
        set.advance_phases(0.5);
        assert_eq!(set.value(1).lanes(), [7.0]);
        assert_eq!(
            set.rebased(&shader("a: f32,\nphase: f32, // @phase(a)"))
                .value(1)
                .lanes(),
            [7.0]
        );
        set.advance_phases(PHASE_PERIOD / 10.0);
        assert!(
            (set.value(1).lanes()[0] - 7.0).abs() < 1e-2,
            "it wraps to where it was"
        );
    }

    #[test]
    fn values_out_of_range_or_of_another_type_are_not_taken_as_they_are() {
        let mut set = set("a: f32, // @range(0, 1)");
        assert!(set.set(0, number(7.0)));
        assert_eq!(set.value(0).lanes(), [1.0]);
        assert!(!set.set(0, Value::zero(ValueType::scalar(Scalar::U32))));
        set.reset(0);
        assert_eq!(
            (set.value(0).lanes(), set.is_touched(0)),
            (&[0.0][..], false)
        );
    }
}
