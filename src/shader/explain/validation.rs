//! What naga's validator refuses. It speaks of its own tables (`[3]`, `Scalar { kind: Float }`) and
//! points at whole functions; here the names and the types are put back.

use std::ops::Range;

use naga::common::wgsl::TypeContext;
use naga::front::Typifier;
use naga::proc::ResolveContext;
use naga::valid::{
    CallError, ComposeError, ExpressionError, FunctionError, LiteralError, LocalVariableError,
    TypeError, ValidationError, WidthError,
};
use naga::{
    AddressSpace, BinaryOperator, Expression, Function, Handle, Literal, Module, Scalar, Span,
    Statement, Type, TypeInner, UnaryOperator,
};

use super::{plain, short_types};
use crate::shader::compose::Composed;
use crate::shader::diagnostic::{Diagnostic, SourceFile};
use crate::shader::value_type::{self, ValueType};

pub(super) type Site = (SourceFile, Range<usize>);

/// What is wrong, where, and what to do.
pub(super) struct Explained {
    message: String,
    /// `None`: where naga's innermost label points.
    site: Option<Site>,
    notes: Vec<String>,
}

impl Explained {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            site: None,
            notes: Vec::new(),
        }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// At this place if none is known yet.
    pub(super) fn or_at(mut self, site: Option<Site>) -> Self {
        self.site = self.site.or(site);
        self
    }

    pub(super) fn at(mut self, site: Option<Site>) -> Self {
        self.site = site;
        self
    }
}

/// What cannot be validated.
pub(in crate::shader) fn validation(
    composed: &Composed,
    module: &Module,
    error: &naga::WithSpan<ValidationError>,
) -> Diagnostic {
    let explainer = Explainer { composed, module };
    let labels: Vec<Range<usize>> = error
        .spans()
        .filter_map(|(span, _)| span.to_range())
        .filter(|range| !range.is_empty())
        .collect();
    let explained = explainer.explain(error.as_inner());
    let ends_elsewhere = |labels: &[Range<usize>]| match labels {
        [.., outer, inner] => inner.start < outer.start || inner.end > outer.end,
        _ => false,
    };
    // naga's labels go from the outside in; a function's own says no more than its name.
    let (inner, name) = match error.as_inner() {
        ValidationError::Function { name, .. } => (labels.get(1..), name.as_str()),
        ValidationError::EntryPoint { name, .. }
        | ValidationError::GlobalVariable { name, .. }
        | ValidationError::Constant { name, .. }
        | ValidationError::Override { name, .. }
        | ValidationError::Type { name, .. } => (Some(labels.as_slice()), name.as_str()),
        _ => (Some(labels.as_slice()), ""),
    };
    let (file, span) = explained.site.unwrap_or_else(|| {
        // An operand's own label is where it was declared, which may be far away.
        let label = inner.and_then(|labels| {
            let skipped = usize::from(ends_elsewhere(labels));
            labels.iter().rev().nth(skipped)
        });
        let label = label.map(|range| {
            let (file, span) = composed.locate(range.clone());
            (file.clone(), span)
        });
        let whole = || (composed.sketch().file.clone(), 0..0);
        label.or_else(|| explainer.item(name)).unwrap_or_else(whole)
    });
    explained
        .notes
        .into_iter()
        .fold(Diagnostic::error(&file, span, explained.message), |d, n| {
            d.with_note(n)
        })
}

pub(super) struct Explainer<'a> {
    pub(super) composed: &'a Composed,
    pub(super) module: &'a Module,
}

impl Explainer<'_> {
    pub(super) fn item(&self, name: &str) -> Option<Site> {
        let (file, item) = self.composed.item(name)?;
        Some((file.clone(), item.name_span.clone()))
    }

    pub(super) fn member(&self, owner: &str, name: &str) -> Option<Site> {
        let (file, member) = self.composed.member(owner, name)?;
        Some((file.clone(), member.name_span.clone()))
    }

    fn explain(&self, error: &ValidationError) -> Explained {
        match error {
            ValidationError::Function { handle, source, .. } => {
                let function = &self.module.functions[*handle];
                let name = function.name.as_deref().unwrap_or_default();
                self.function(function, name, source)
            }
            ValidationError::EntryPoint { name, source, .. } => {
                let entry = self.module.entry_points.iter().find(|e| e.name == *name);
                match entry {
                    Some(entry) => self.entry_point(entry, source),
                    None => innermost(error),
                }
            }
            ValidationError::GlobalVariable { name, source, .. } => {
                self.global(name, source).or_at(self.item(name))
            }
            ValidationError::Type {
                source: TypeError::WidthError(WidthError::MissingCapability { name, .. }),
                ..
            } => Explained::new(format!("`{name}` is not to be had: not every GPU has it"))
                .at(self.composed.find_word(name))
                .note("use `f32`, `i32` or `u32`"),
            ValidationError::Layouter(_) => {
                Explained::new("a type here is over 2 GiB large").note("make its array shorter")
            }
            ValidationError::Type { name, .. }
            | ValidationError::Constant { name, .. }
            | ValidationError::Override { name, .. } => innermost(error).at(self.item(name)),
            _ => innermost(error),
        }
    }

    pub(super) fn function(
        &self,
        function: &Function,
        name: &str,
        error: &FunctionError,
    ) -> Explained {
        let of = |handle: &Handle<Expression>| self.type_of(function, *handle);
        match error {
            FunctionError::Expression { handle, source } => {
                self.expression(function, name, *handle, source)
            }
            FunctionError::InvalidReturnType {
                expression: Some(expression),
                expected_ty: Some(expected),
            } => Explained::new(format!(
                "`{name}` returns {}, but this is {}",
                self.ty(*expected),
                of(expression)
            ))
            .at(self.operand(function, *expression, |statement| {
                matches!(statement, Statement::Return { value } if *value == Some(*expression))
            })),
            FunctionError::InvalidReturnType {
                expression: None,
                expected_ty: Some(expected),
            } => Explained::new(format!(
                "`{name}` can end without returning its {}",
                self.ty(*expected)
            ))
            .at(self.item(name))
            .note("add a `return …;` at its end"),
            FunctionError::InvalidReturnType { expression, .. } => {
                let explained = returns_nothing(name);
                match expression {
                    Some(expression) => explained.at(self.operand(
                        function,
                        *expression,
                        |statement| matches!(statement, Statement::Return { value: Some(_) }),
                    )),
                    None => explained,
                }
            }
            FunctionError::InvalidIfType(handle) => {
                let ty = of(handle);
                let explained = Explained::new(format!("a condition is a bool, this is {ty}"))
                    .at(self.operand(function, *handle, |statement| {
                        matches!(statement, Statement::If { condition, .. } if condition == handle)
                    }));
                if ty.starts_with("vec") {
                    explained.note("join its components with `all(…)` or `any(…)`")
                } else {
                    explained.note("compare it with something: `x > 0.0`")
                }
            }
            FunctionError::BreakOutsideOfLoopOrSwitch => {
                Explained::new("`break` stands outside of a loop or `switch`")
                    .note("to leave the function, write `return`")
            }
            FunctionError::ContinueOutsideOfLoop => {
                Explained::new("`continue` stands outside of a loop")
                    .note("to leave the function, write `return`")
            }
            FunctionError::MissingDefaultCase => Explained::new("this `switch` has no `default`")
                .note("add `default: { }`: every value needs a case"),
            FunctionError::InvalidStoreTypes { pointer, value } => Explained::new(format!(
                "cannot assign {} to a variable of {}",
                of(value),
                self.pointee(function, *pointer)
            ))
            .at(self.operand(function, *value, |statement| {
                matches!(statement, Statement::Store { value: stored, .. } if stored == value)
            })),
            FunctionError::InvalidStorePointer(pointer) => self.not_writable(function, *pointer),
            FunctionError::InvalidCall {
                function: called,
                error,
            } => self.call(function, *called, error),
            FunctionError::LocalVariable {
                name,
                source: LocalVariableError::InvalidType(_),
                ..
            } => Explained::new(format!(
                "`{name}` has a type that no variable of a function can have"
            ))
            .note("an array needs its length here: `array<f32, 8>`"),
            _ => innermost(error),
        }
    }

    /// Where an operand of a statement stands: its own place if that is inside of the statement,
    /// and else, for a parameter or a name from a `let` above, the statement.
    fn operand(
        &self,
        function: &Function,
        operand: Handle<Expression>,
        is_wanted: impl Fn(&Statement) -> bool,
    ) -> Option<Site> {
        let statement = statement_span(&function.body, &is_wanted)?.to_range()?;
        let own = function.expressions.get_span(operand).to_range();
        let range = own
            .filter(|own| statement.start <= own.start && own.end <= statement.end)
            .unwrap_or(statement);
        let (file, span) = self.composed.locate(range);
        Some((file.clone(), span))
    }

    fn call(&self, function: &Function, called: Handle<Function>, error: &CallError) -> Explained {
        let callee = &self.module.functions[called];
        let name = callee.name.as_deref().unwrap_or_default();
        let parameters = || {
            let list: Vec<String> = callee
                .arguments
                .iter()
                .map(|a| format!("{}: {}", a.name.as_deref().unwrap_or("_"), self.ty(a.ty)))
                .collect();
            format!("it is `fn {name}({})`", list.join(", "))
        };
        match error {
            CallError::ArgumentCount { required, seen } => {
                let s = if *required == 1 { "" } else { "s" };
                Explained::new(format!("`{name}` takes {required} argument{s}, not {seen}"))
                    .note(parameters())
            }
            CallError::ArgumentType {
                index,
                required,
                seen_expression,
            } => {
                let seen = self.type_of(function, *seen_expression);
                let required = self.ty(*required);
                let explained = Explained::new(format!(
                    "argument {} of `{name}` is {required}, not {seen}",
                    index + 1
                ))
                .note(parameters());
                if required.starts_with("ptr<") && !seen.starts_with("ptr<") {
                    explained.note("hand over the place of a variable with `&`")
                } else {
                    explained
                }
            }
            _ => innermost(error),
        }
    }

    fn expression(
        &self,
        function: &Function,
        name: &str,
        handle: Handle<Expression>,
        error: &ExpressionError,
    ) -> Explained {
        let of = |handle: &Handle<Expression>| self.type_of(function, *handle);
        let span = function.expressions.get_span(handle).to_range();
        match error {
            ExpressionError::InvalidBinaryOperandTypes {
                op,
                lhs_type,
                rhs_type,
                ..
            } => self.binary(*op, lhs_type, rhs_type),
            ExpressionError::Literal(LiteralError::Width(WidthError::Abstract)) => {
                self.misfit_literal(function, name, handle)
            }
            ExpressionError::InvalidUnaryOperandType(op, operand) => {
                let op = match op {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::LogicalNot => "!",
                    UnaryOperator::BitwiseNot => "~",
                };
                Explained::new(format!("`{op}` does not work on {}", of(operand)))
            }
            ExpressionError::IndexOutOfBounds(base, index) => Explained::new(format!(
                "there is no element {index} in {}",
                self.pointee(function, *base)
            ))
            .note("elements are counted from 0"),
            ExpressionError::InvalidIndexType(index) => {
                Explained::new(format!("an index is an i32 or u32, not {}", of(index)))
            }
            ExpressionError::InvalidBaseType(base) => {
                Explained::new(format!("{} has no elements to index", of(base)))
            }
            ExpressionError::SelectConditionNotABool { actual } => Explained::new(format!(
                "the last argument of `select` is a bool, not {}",
                self.inner(actual)
            ))
            .note("`select(if_false, if_true, condition)`"),
            ExpressionError::Compose(error) => self.compose(function, handle, error),
            ExpressionError::MissingCapabilities(_) => {
                Explained::new("not every GPU can do this, so that it is not asked for")
            }
            ExpressionError::InvalidImageCoordinateType(_, coordinate) => Explained::new(format!(
                "{} is no place in this texture",
                of(coordinate)
            ))
            .note("a place in a `texture_2d` is a vec2f; for `textureLoad` it is a vec2i or vec2u"),
            _ => innermost(error),
        }
        .at(span.filter(|range| !range.is_empty()).map(|range| {
            let (file, span) = self.composed.locate(self.widened(function, handle, range));
            (file.clone(), span)
        }))
    }

    /// A literal that took no type is shown with the operation that it is in.
    fn widened(
        &self,
        function: &Function,
        handle: Handle<Expression>,
        range: Range<usize>,
    ) -> Range<usize> {
        match operation_with(function, handle) {
            Some(operation) if matches!(function.expressions[handle], Expression::Literal(_)) => {
                let whole = function.expressions.get_span(operation.handle).to_range();
                whole.unwrap_or(range)
            }
            _ => range,
        }
    }

    /// A number that found no type: it stands beside one of another kind.
    fn misfit_literal(
        &self,
        function: &Function,
        name: &str,
        handle: Handle<Expression>,
    ) -> Explained {
        if let Some(operation) = operation_with(function, handle) {
            let inner = |side: Handle<Expression>| match function.expressions[side] {
                Expression::Literal(Literal::AbstractFloat(_)) => {
                    Some(TypeInner::Scalar(Scalar::F32))
                }
                Expression::Literal(Literal::AbstractInt(_)) => {
                    Some(TypeInner::Scalar(Scalar::I32))
                }
                _ => self.inner_of(function, side),
            };
            if let (Some(left), Some(right)) = (inner(operation.left), inner(operation.right)) {
                return self.binary(operation.op, &left, &right);
            }
        }
        if function.result.is_none() && returns(&function.body, handle) {
            return returns_nothing(name);
        }
        Explained::new("this number has a type that does not fit here")
            .note("`1` is a whole number, `1.0` an f32, `1u` a u32")
    }

    fn binary(&self, op: BinaryOperator, left: &TypeInner, right: &TypeInner) -> Explained {
        let sign = naga::back::binary_operation_str(op);
        let explained = Explained::new(format!(
            "`{sign}` does not work between {} and {}",
            self.inner(left),
            self.inner(right)
        ));
        if matches!(
            left,
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        ) || matches!(
            right,
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        ) {
            return explained.note("read what a pointer points to with `*`");
        }
        let both = (ValueType::from_naga(left), ValueType::from_naga(right));
        let (Some(left), Some(right)) = both else {
            return explained;
        };
        use value_type::Scalar as S;
        if left.scalar != right.scalar && left.scalar != S::Bool && right.scalar != S::Bool {
            // To the float, if there is one; else to the left.
            let (target, source) = if right.scalar == S::F32 {
                (right, left)
            } else {
                (left, right)
            };
            let target = ValueType {
                scalar: target.scalar,
                ..source
            };
            return explained.note(format!(
                "WGSL converts nothing by itself: write `{target}(…)` around the {source}"
            ));
        }
        let compares = sign.contains(['<', '>', '=', '!']);
        match (left.is_matrix(), right.is_matrix()) {
            (true, false) => {
                let wanted = left.columns;
                let as_point = if right.rows + 1 == wanted && right.rows > 1 {
                    format!(": `m * vec{wanted}f(v, 1.0)`")
                } else {
                    String::new()
                };
                explained.note(format!(
                    "a {left} takes a vec{wanted}f on its right{as_point}"
                ))
            }
            (false, true) => {
                explained.note(format!("a {right} takes a vec{}f on its left", right.rows))
            }
            (true, true) => explained,
            (false, false) if compares && left.rows != right.rows => {
                explained.note("compare numbers with numbers, or vectors of one size")
            }
            (false, false) if left.rows != right.rows => {
                explained.note("both sides need the same number of components")
            }
            (false, false) => explained,
        }
    }

    fn compose(
        &self,
        function: &Function,
        handle: Handle<Expression>,
        error: &ComposeError,
    ) -> Explained {
        let Expression::Compose { ty, components } = &function.expressions[handle] else {
            return innermost(error);
        };
        let name = self.ty(*ty);
        let members = match &self.module.types[*ty].inner {
            TypeInner::Struct { members, .. } => Some(members),
            _ => None,
        };
        let what = if members.is_some() {
            "member"
        } else {
            "component"
        };
        match error {
            ComposeError::ComponentCount { given, expected } => {
                let explained =
                    Explained::new(format!("`{name}` takes {expected} {what}s, not {given}"));
                match members {
                    Some(members) => {
                        let list: Vec<String> = members
                            .iter()
                            .map(|m| {
                                format!("{}: {}", m.name.as_deref().unwrap_or("_"), self.ty(m.ty))
                            })
                            .collect();
                        explained.note(format!("its members are {}", list.join(", ")))
                    }
                    None => explained,
                }
            }
            ComposeError::ComponentType { index } => {
                let at = *index as usize;
                let given = components.get(at).map(|c| self.type_of(function, *c));
                let wanted = match &self.module.types[*ty].inner {
                    TypeInner::Struct { members, .. } => members.get(at).map(|m| self.ty(m.ty)),
                    TypeInner::Array { base, .. } => Some(self.ty(*base)),
                    TypeInner::Vector { scalar, .. } => {
                        Some(self.inner(&TypeInner::Scalar(*scalar)))
                    }
                    TypeInner::Matrix { rows, scalar, .. } => {
                        Some(self.inner(&TypeInner::Vector {
                            size: *rows,
                            scalar: *scalar,
                        }))
                    }
                    _ => None,
                };
                match (wanted, given) {
                    (Some(wanted), Some(given)) => Explained::new(format!(
                        "{what} {} of `{name}` is {wanted}, not {given}",
                        index + 1
                    )),
                    _ => innermost(error),
                }
            }
            ComposeError::Type(_) => innermost(error),
        }
    }

    fn not_writable(&self, function: &Function, pointer: Handle<Expression>) -> Explained {
        let mut root = pointer;
        let global = loop {
            match function.expressions[root] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                    root = base;
                }
                Expression::GlobalVariable(handle) => {
                    break Some(&self.module.global_variables[handle]);
                }
                _ => break None,
            }
        };
        let Some(global) = global else {
            return Explained::new("this cannot be assigned to");
        };
        let name = global.name.as_deref().unwrap_or_default();
        match global.space {
            AddressSpace::Uniform => {
                Explained::new(format!("`{name}` is a uniform: a shader only reads it"))
                    .note("copy it into a variable first: `var copy = …;`")
            }
            _ => Explained::new(format!("`{name}` is read only"))
                .note("a shader writes to `var<storage, read_write>`, and not in a vertex stage"),
        }
    }

    pub(super) fn ty(&self, handle: Handle<Type>) -> String {
        short_types(&self.module.to_ctx().type_to_string(handle))
    }

    pub(super) fn inner(&self, inner: &TypeInner) -> String {
        if let Some(ty) = ValueType::from_naga(inner) {
            return ty.to_string();
        }
        // A struct's name stands in the table of types only.
        if let Some((handle, _)) = self.module.types.iter().find(|(_, ty)| ty.inner == *inner) {
            return self.ty(handle);
        }
        let mut words = String::new();
        match self.module.to_ctx().write_type_inner(inner, &mut words) {
            Ok(()) => plain(&words),
            Err(_) => "another type".to_owned(),
        }
    }

    fn inner_of(&self, function: &Function, handle: Handle<Expression>) -> Option<TypeInner> {
        let mut typifier = Typifier::new();
        let context = ResolveContext::with_locals(
            self.module,
            &function.local_variables,
            &function.arguments,
        );
        typifier
            .grow(handle, &function.expressions, &context)
            .ok()?;
        Some(typifier.get(handle, &self.module.types).clone())
    }

    fn type_of(&self, function: &Function, handle: Handle<Expression>) -> String {
        match self.inner_of(function, handle) {
            Some(inner) => self.inner(&inner),
            None => "another type".to_owned(),
        }
    }

    /// The type of a value, or of what a pointer points to.
    fn pointee(&self, function: &Function, handle: Handle<Expression>) -> String {
        match self.inner_of(function, handle) {
            Some(TypeInner::Pointer { base, .. }) => self.ty(base),
            Some(TypeInner::ValuePointer { size, scalar, .. }) => self.inner(&match size {
                Some(size) => TypeInner::Vector { size, scalar },
                None => TypeInner::Scalar(scalar),
            }),
            Some(inner) => self.inner(&inner),
            None => "another type".to_owned(),
        }
    }
}

fn returns_nothing(name: &str) -> Explained {
    Explained::new(format!("`{name}` returns nothing, but here it has a value"))
        .note(format!("say what it returns: `fn {name}(…) -> f32`"))
}

/// An operation of two operands.
struct Operation {
    handle: Handle<Expression>,
    op: BinaryOperator,
    left: Handle<Expression>,
    right: Handle<Expression>,
}

/// The operation that an expression is an operand of.
fn operation_with(function: &Function, operand: Handle<Expression>) -> Option<Operation> {
    function
        .expressions
        .iter()
        .find_map(|(handle, expression)| match *expression {
            Expression::Binary { op, left, right } if left == operand || right == operand => {
                Some(Operation {
                    handle,
                    op,
                    left,
                    right,
                })
            }
            _ => None,
        })
}

/// The span of a statement, in the block or the blocks inside.
fn statement_span(block: &naga::Block, is_wanted: &impl Fn(&Statement) -> bool) -> Option<Span> {
    block.span_iter().find_map(|(statement, span)| {
        if is_wanted(statement) {
            return Some(*span);
        }
        let inside = |block| statement_span(block, is_wanted);
        match statement {
            Statement::Block(block) => inside(block),
            Statement::If { accept, reject, .. } => inside(accept).or_else(|| inside(reject)),
            Statement::Switch { cases, .. } => cases.iter().find_map(|case| inside(&case.body)),
            Statement::Loop {
                body, continuing, ..
            } => inside(body).or_else(|| inside(continuing)),
            _ => None,
        }
    })
}

/// Whether a `return` of the block itself has this value.
fn returns(block: &naga::Block, wanted: Handle<Expression>) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Return { value } => *value == Some(wanted),
        Statement::Block(inner) => returns(inner, wanted),
        Statement::If { accept, reject, .. } => returns(accept, wanted) || returns(reject, wanted),
        _ => false,
    })
}

/// naga's own words for the innermost cause.
pub(super) fn innermost(error: &(dyn std::error::Error + 'static)) -> Explained {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    Explained::new(plain(&cause.to_string()))
}
