//! Loops that nothing leaves. WGSL forbids them and naga lets them pass; on a GPU they end in a
//! lost device, and a sketch is compiled at every save, also in the middle of writing a loop.

use naga::{Arena, Block, Expression, Function, Literal, Module, Span, Statement};

use super::check::Checker;

impl Checker<'_> {
    /// Reports the first loop of each function that has no way out.
    pub(super) fn endless_loops(&mut self, module: &Module) {
        let functions = module.functions.iter().map(|(_, function)| function);
        let entries = module.entry_points.iter().map(|entry| &entry.function);
        for function in functions.chain(entries) {
            let Some(range) = first_endless(function).and_then(Span::to_range) else {
                continue;
            };
            let (file, span) = self.composed.locate(range);
            self.error(
                (file.clone(), span),
                "this loop never ends".to_owned(),
                "leave it with `break` or `return`: the GPU would hang",
            );
        }
    }
}

fn first_endless(function: &Function) -> Option<Span> {
    let mut blocks = vec![&function.body];
    let mut found: Option<Span> = None;
    while let Some(block) = blocks.pop() {
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::Block(inner) => blocks.push(inner),
                Statement::If { accept, reject, .. } => blocks.extend([accept, reject]),
                Statement::Switch { cases, .. } => {
                    blocks.extend(cases.iter().map(|case| &case.body));
                }
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                } => {
                    blocks.extend([body, continuing]);
                    if break_if.is_none() && !leaves(body, &function.expressions, true) {
                        let earlier = |other: &Span| other.to_range().map(|r| r.start);
                        if found.is_none_or(|other| earlier(span) < earlier(&other)) {
                            found = Some(*span);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether a block may leave the loop around it: by a `return`, or by a `break` that is the loop's.
fn leaves(block: &Block, expressions: &Arena<Expression>, breaks: bool) -> bool {
    let inside = |inner: &Block, breaks| leaves(inner, expressions, breaks);
    block.iter().any(|statement| match statement {
        Statement::Break => breaks,
        Statement::Return { .. } => true,
        Statement::Block(inner) => inside(inner, breaks),
        Statement::If {
            condition,
            accept,
            reject,
        } => match expressions[*condition] {
            Expression::Literal(Literal::Bool(true)) => inside(accept, breaks),
            Expression::Literal(Literal::Bool(false)) => inside(reject, breaks),
            _ => inside(accept, breaks) || inside(reject, breaks),
        },
        // A `break` in these is their own.
        Statement::Switch { cases, .. } => cases.iter().any(|case| inside(&case.body, false)),
        Statement::Loop { body, .. } => inside(body, false),
        _ => false,
    })
}
