//! From reflected types and annotations to controls.
//!
//! Each number, vector or matrix in a uniform becomes one control; arrays one an element. An
//! annotation that does not fit its member is a warning, and the control appears without it.

use crate::shader::{
    Annotation, Arg, ArgValue, Comment, CompiledShader, DataType, Diagnostic, ResourceKind,
    SourceFile, usage,
};

use super::set::{Block, Home};
use super::{Param, Range, Scalar, Value, ValueType, Widget};

/// The most controls that a sketch gets; members past them keep 0.
const MAX_PARAMS: usize = 1024;

/// The controls of a shader with their places, and warnings about their annotations.
#[derive(Default)]
pub(super) struct Declared {
    pub(super) params: Vec<Param>,
    pub(super) homes: Vec<Home>,
    pub(super) blocks: Vec<Block>,
    pub(super) warnings: Vec<Diagnostic>,
}

pub(super) fn declare(shader: &CompiledShader) -> Declared {
    let mut walk = Walk {
        shader,
        out: Declared::default(),
        phases: Vec::new(),
        full: false,
    };
    for resource in &shader.interface.resources {
        let ResourceKind::Uniform(ty) = &resource.kind else {
            continue;
        };
        let block = walk.out.blocks.len();
        walk.out.blocks.push(Block {
            name: resource.name.clone(),
            point: resource.point,
            size: resource.size,
        });
        let place = Place {
            path: resource.name.clone(),
            label: words(&resource.name),
            group: words(&resource.name),
            comment: shader.item_comment(&resource.name),
        };
        walk.data(block, 0, ty, place);
    }
    for constant in &shader.interface.overrides {
        let place = Place {
            path: constant.name.clone(),
            label: words(&constant.name),
            group: "constants".to_owned(),
            comment: shader.item_comment(&constant.name),
        };
        let home = Home::Override {
            key: constant.key.clone(),
        };
        let initial = constant.initial.map(|literal| literal.value());
        walk.leaf(constant.ty, home, place, initial);
    }
    walk.resolve_phases();
    walk.out
}

/// Underscores as spaces.
fn words(name: &str) -> String {
    name.split('_')
        .filter(|s| !s.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[derive(Clone)]
struct Place<'a> {
    path: String,
    label: String,
    group: String,
    comment: Option<(&'a SourceFile, &'a Comment)>,
}

/// A `@phase` whose rate is looked up once every control is known.
struct PendingPhase {
    param: usize,
    rate: String,
    file: SourceFile,
    arg: Arg,
}

struct Walk<'a> {
    shader: &'a CompiledShader,
    out: Declared,
    phases: Vec<PendingPhase>,
    full: bool,
}

impl<'a> Walk<'a> {
    fn data(&mut self, block: usize, offset: u32, ty: &DataType, place: Place<'a>) {
        if self.full {
            return;
        }
        match ty {
            DataType::Leaf(ty) => self.leaf(*ty, Home::Uniform { block, offset }, place, None),
            DataType::Opaque => {}
            DataType::Struct { name, members } => {
                let nested = place.path.contains(['.', '[']);
                for member in members {
                    let group = if nested {
                        place.label.clone()
                    } else {
                        place.group.clone()
                    };
                    let comment = self.shader.member_comment(name, &member.name);
                    // What is said about an array or a nested struct holds for its elements.
                    self.data(
                        block,
                        offset + member.offset,
                        &member.ty,
                        Place {
                            path: format!("{}.{}", place.path, member.name),
                            label: words(&member.name),
                            group,
                            comment,
                        },
                    );
                }
            }
            DataType::Array {
                len,
                stride,
                element,
            } => {
                for i in 0..*len {
                    if self.full {
                        return;
                    }
                    self.data(
                        block,
                        offset + i * stride,
                        element,
                        Place {
                            path: format!("{}[{i}]", place.path),
                            label: format!("{} {i}", place.label),
                            ..place.clone()
                        },
                    );
                }
            }
        }
    }

    fn leaf(&mut self, ty: ValueType, home: Home, place: Place<'a>, initial: Option<f64>) {
        if self.out.params.len() == MAX_PARAMS {
            self.full = true;
            self.out.warnings.push(
                Diagnostic::warning(
                    &self.shader.file,
                    0..0,
                    format!("only the first {MAX_PARAMS} uniform members get a control"),
                )
                .with_note("the others are 0; put long tables into `var<storage>`"),
            );
            return;
        }
        let index = self.out.params.len();
        let mut param = Param {
            path: place.path,
            label: place.label,
            tooltip: String::new(),
            group: place.group,
            ty,
            default: Value::neutral(ty),
            range: None,
            widget: if ty.scalar == Scalar::Bool {
                Widget::Toggle
            } else {
                Widget::Number
            },
            unit: String::new(),
            hidden: false,
            phase_rate: None,
        };
        let mut default = initial.and_then(|n| Value::from_lanes(ty, &[n]));
        if let Some((file, comment)) = place.comment {
            param.tooltip = comment.prose.clone();
            let mut annotated = Annotated {
                param: &mut param,
                default: None,
                logarithmic: None,
                phase: None,
            };
            // The list of a choice must be known before a default can name one of it.
            let (choices, others): (Vec<_>, Vec<_>) =
                comment.annotations.iter().partition(|a| a.name == "choice");
            for annotation in choices.into_iter().chain(others) {
                if let Err((span, note)) = annotated.apply(annotation) {
                    let warning = Diagnostic::warning(
                        file,
                        span,
                        format!(
                            "`@{}` does not fit `{}`",
                            annotation.name, annotated.param.path
                        ),
                    );
                    warn(&mut self.out.warnings, warning.with_note(note));
                }
            }
            default = annotated.default.or(default);
            if let Some(annotation) = annotated.logarithmic {
                match &mut annotated.param.range {
                    Some(range) if range.min > 0.0 => range.logarithmic = true,
                    _ => warn(
                        &mut self.out.warnings,
                        Diagnostic::warning(
                            file,
                            annotation.span.clone(),
                            format!("`@log` does not fit `{}`", annotated.param.path),
                        )
                        .with_note("it wants a `@range` that begins above 0"),
                    ),
                }
            }
            if let Some((rate, arg)) = annotated.phase {
                self.phases.push(PendingPhase {
                    param: index,
                    rate,
                    file: file.clone(),
                    arg,
                });
            }
        }
        let wanted = default.unwrap_or(param.default);
        param.default = param.clamp(wanted);
        if param.default != wanted
            && default.is_some()
            && let Some((file, comment)) = place.comment
            && let Some(annotation) = comment.annotations.iter().find(|a| a.name == "default")
        {
            warn(
                &mut self.out.warnings,
                Diagnostic::warning(
                    file,
                    annotation.span.clone(),
                    format!("the default of `{}` is out of its range", param.path),
                )
                .with_note("the nearest value in the range is used"),
            );
        }
        self.out.params.push(param);
        self.out.homes.push(home);
    }

    fn resolve_phases(&mut self) {
        for phase in std::mem::take(&mut self.phases) {
            let own = self.out.params[phase.param].path.clone();
            let sibling = match own.rsplit_once('.') {
                Some((owner, _)) => format!("{owner}.{}", phase.rate),
                None => phase.rate.clone(),
            };
            let rate = self
                .out
                .params
                .iter()
                .find(|p| p.path == sibling)
                .or_else(|| self.out.params.iter().find(|p| p.path == phase.rate));
            let number = ValueType::scalar(Scalar::F32);
            match rate {
                Some(rate) if rate.ty == number && rate.path != own => {
                    self.out.params[phase.param].phase_rate = Some(rate.path.clone());
                }
                _ => warn(
                    &mut self.out.warnings,
                    Diagnostic::warning(
                        &phase.file,
                        phase.arg.span,
                        format!("`@phase` finds no rate `{}`", phase.rate),
                    )
                    .with_note(
                        "name an `f32` of the same struct, or one by its path: `swim.time_scale`",
                    ),
                ),
            }
        }
    }
}

/// One annotation holds for all elements of an array, and for every use of its struct: it is told
/// once.
fn warn(warnings: &mut Vec<Diagnostic>, new: Diagnostic) {
    let is_told = |old: &Diagnostic| old.span == new.span && old.file == new.file;
    if !warnings.iter().any(is_told) {
        warnings.push(new);
    }
}

/// Spans of what does not fit, and what to do.
type Misfit = (std::ops::Range<usize>, String);

struct Annotated<'a, 'b> {
    param: &'a mut Param,
    default: Option<Value>,
    logarithmic: Option<&'b Annotation>,
    phase: Option<(String, Arg)>,
}

impl<'b> Annotated<'_, 'b> {
    fn apply(&mut self, annotation: &'b Annotation) -> Result<(), Misfit> {
        let ty = self.param.ty;
        let scalar = ty.num_lanes() == 1;
        let misfit = |note: &str| (annotation.span.clone(), note.to_owned());
        let as_written = || misfit(&format!("write it as `{}`", usage(&annotation.name)));
        match annotation.name.as_str() {
            "hidden" | "log" | "color" | "toggle" | "angle" if !annotation.args.is_empty() => {
                return Err(as_written());
            }
            "range" if ty.scalar == Scalar::Bool => {
                return Err(misfit("a bool is on or off"));
            }
            "range" => self.range(annotation)?,
            "default" => self.default = Some(self.read_default(annotation)?),
            "log" => self.logarithmic = Some(annotation),
            "unit" => self.param.unit = text(annotation).ok_or_else(as_written)?,
            "label" => self.param.label = text(annotation).ok_or_else(as_written)?,
            "group" => self.param.group = text(annotation).ok_or_else(as_written)?,
            "hidden" => self.param.hidden = true,
            "color" if ty.scalar == Scalar::F32 && !ty.is_matrix() && ty.rows >= 3 => {
                self.param.widget = Widget::Color;
            }
            "color" => return Err(misfit("a color is a `vec3f` or a `vec4f`")),
            "toggle" if scalar => self.param.widget = Widget::Toggle,
            "toggle" => return Err(misfit("a toggle is a single number")),
            "angle" if ty.scalar == Scalar::F32 => self.param.widget = Widget::Angle,
            "angle" => return Err(misfit("an angle is of `f32`, in radians")),
            "choice" => {
                let names: Vec<String> = annotation
                    .args
                    .iter()
                    .filter_map(|arg| match &arg.value {
                        ArgValue::Text(text) => Some(text.clone()),
                        _ => None,
                    })
                    .collect();
                if names.is_empty() || names.len() != annotation.args.len() {
                    return Err(as_written());
                }
                if !scalar {
                    return Err(misfit("a choice is a single number, the index of the name"));
                }
                self.param.widget = Widget::Choice(names);
            }
            "phase" => {
                if ty != ValueType::scalar(Scalar::F32) {
                    return Err(misfit("a phase is an `f32`"));
                }
                match annotation.args.as_slice() {
                    [arg] => match &arg.value {
                        ArgValue::Word(rate) | ArgValue::Text(rate) => {
                            self.phase = Some((rate.clone(), arg.clone()));
                            self.param.hidden = true;
                        }
                        ArgValue::Number(_) => return Err(as_written()),
                    },
                    _ => return Err(as_written()),
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn range(&mut self, annotation: &Annotation) -> Result<(), Misfit> {
        let numbers: Vec<f64> = annotation
            .args
            .iter()
            .filter_map(|arg| match arg.value {
                ArgValue::Number(n) => Some(n),
                _ => None,
            })
            .collect();
        let (min, max, step) = match numbers.as_slice() {
            [min, max] if annotation.args.len() == 2 => (*min, *max, None),
            [min, max, step] if annotation.args.len() == 3 => (*min, *max, Some(*step)),
            _ => {
                return Err((
                    annotation.span.clone(),
                    format!("write it as `{}`", usage("range")),
                ));
            }
        };
        if min >= max {
            return Err((
                annotation.span.clone(),
                "the first number is the lowest value, the second the highest".to_owned(),
            ));
        }
        if let Some(step) = step
            && !(step > 0.0 && step <= max - min)
        {
            return Err((
                annotation.args[2].span.clone(),
                "the step is above 0 and at most the whole range".to_owned(),
            ));
        }
        self.param.range = Some(Range {
            min,
            max,
            step,
            logarithmic: false,
        });
        Ok(())
    }

    fn read_default(&self, annotation: &Annotation) -> Result<Value, Misfit> {
        let ty = self.param.ty;
        let mut lanes = Vec::new();
        for arg in &annotation.args {
            lanes.push(match (&arg.value, &self.param.widget) {
                (ArgValue::Number(n), _) => *n,
                (ArgValue::Word(word), _) if word == "true" || word == "on" => 1.0,
                (ArgValue::Word(word), _) if word == "false" || word == "off" => 0.0,
                (ArgValue::Text(name), Widget::Choice(names)) => {
                    names.iter().position(|n| n == name).ok_or_else(|| {
                        let note = format!("the choices are {}", names.join(", "));
                        (arg.span.clone(), note)
                    })? as f64
                }
                _ => return Err((arg.span.clone(), "a default is made of numbers".to_owned())),
            });
            if let Some(lane) = lanes.last()
                && matches!(ty.scalar, Scalar::I32 | Scalar::U32)
                && ty.coerce_lane(*lane) != *lane
            {
                let from = if ty.scalar == Scalar::U32 {
                    " from 0"
                } else {
                    ""
                };
                return Err((arg.span.clone(), format!("it holds whole numbers{from}")));
            }
        }
        Value::from_lanes(ty, &lanes).ok_or_else(|| {
            let note = match ty.num_lanes() {
                1 => "it takes one number: `@default(0.5)`".to_owned(),
                count => format!("a {ty} has {count} numbers"),
            };
            (annotation.span.clone(), note)
        })
    }
}

fn text(annotation: &Annotation) -> Option<String> {
    match annotation.args.as_slice() {
        [
            Arg {
                value: ArgValue::Text(text) | ArgValue::Word(text),
                ..
            },
        ] => Some(text.clone()),
        _ => None,
    }
}
