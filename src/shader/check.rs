//! Whether the host can serve a module's interface: which entry points make a draw, whether
//! somebody supplies each input, and whether sizes stay within limits that a driver can bear.
//! Everything that is missing is named.

use std::ops::Range;

use naga::{BuiltIn, Expression, Module, TypeInner};

use super::Limits;
use super::compose::Composed;
use super::diagnostic::{Diagnostic, SourceFile};
use super::interface::{EntryPoint, Interface, Io, IoBinding, Resource, ResourceKind, Stage};
use super::value_type::{Scalar, ValueType};

/// A vertex attribute that the host supplies.
pub struct HostAttribute {
    /// `@location(…)`
    pub location: u32,
    /// What it is called in messages.
    pub name: &'static str,
    /// Its type as fed; a shader may declare fewer or more components of the same kind.
    pub ty: ValueType,
    /// Whether it advances once an instance.
    pub per_instance: bool,
}

/// Every vertex attribute that the host supplies, by location.
pub const HOST_ATTRIBUTES: &[HostAttribute] = {
    const fn new(location: u32, name: &'static str, ty: ValueType) -> HostAttribute {
        HostAttribute {
            location,
            name,
            ty,
            per_instance: location >= 8,
        }
    }
    const VEC3F: ValueType = ValueType::vector(Scalar::F32, 3);
    const VEC4F: ValueType = ValueType::vector(Scalar::F32, 4);
    &[
        new(0, "position", VEC3F),
        new(1, "normal", VEC3F),
        new(2, "uv", ValueType::vector(Scalar::F32, 2)),
        new(3, "color", VEC4F),
        new(4, "joints", ValueType::vector(Scalar::U32, 4)),
        new(5, "weights", VEC4F),
        new(6, "tangent", VEC4F),
        new(8, "first row of world_from_model", VEC4F),
        new(9, "second row of world_from_model", VEC4F),
        new(10, "third row of world_from_model", VEC4F),
        new(11, "instance color", VEC4F),
        new(12, "instance custom", VEC4F),
        new(13, "instance id", ValueType::scalar(Scalar::U32)),
    ]
};

/// Two entry points that draw together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawPair {
    /// `None`: a triangle that fills the picture.
    pub(super) vertex: Option<usize>,
    pub(super) fragment: usize,
}

pub(super) struct Checker<'a> {
    pub(super) composed: &'a Composed,
    pub(super) interface: &'a Interface,
    pub(super) limits: &'a Limits,
    pub(super) found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn function_site(&self, name: &str) -> (SourceFile, Range<usize>) {
        match self.composed.function(name) {
            Some((file, item)) => (file.clone(), item.name_span.clone()),
            None => (self.composed.sketch().file.clone(), 0..0),
        }
    }

    /// The declaration of an input or output; where that is the library's, the entry point's name.
    fn io_site(&self, entry: &EntryPoint, io: &Io) -> (SourceFile, Range<usize>) {
        if !self.composed.is_library_item(&io.owner)
            && let Some((file, member)) = self.composed.member(&io.owner, &io.name)
        {
            return (file.clone(), member.name_span.clone());
        }
        self.function_site(&entry.name)
    }

    fn item_site(&self, name: &str) -> (SourceFile, Range<usize>) {
        match self.composed.item(name) {
            Some((file, item)) => (file.clone(), item.name_span.clone()),
            None => (self.composed.sketch().file.clone(), 0..0),
        }
    }

    pub(super) fn error(&mut self, site: (SourceFile, Range<usize>), message: String, note: &str) {
        self.found
            .push(Diagnostic::error(&site.0, site.1, message).with_note(note));
    }

    fn warning(&mut self, site: (SourceFile, Range<usize>), message: String, note: &str) {
        self.found
            .push(Diagnostic::warning(&site.0, site.1, message).with_note(note));
    }

    /// Pairs vertex and fragment entry points, in the order of the fragments.
    pub(super) fn pairs(&mut self) -> Vec<DrawPair> {
        let entries = &self.interface.entry_points;
        let of = |stage: Stage| -> Vec<usize> {
            (0..entries.len())
                .filter(|at| entries[*at].stage == stage)
                .collect()
        };
        let (vertices, fragments) = (of(Stage::Vertex), of(Stage::Fragment));
        if fragments.is_empty() {
            let (site, message, note) = match vertices.first() {
                Some(vertex) => (
                    self.function_site(&entries[*vertex].name),
                    format!(
                        "`{}` has no fragment entry point to go with it",
                        entries[*vertex].name
                    ),
                    "add `@fragment fn fs_main(surface: Surface) -> @location(0) vec4f { return shade(surface); }`",
                ),
                None => (
                    (self.composed.sketch().file.clone(), 0..0),
                    "nothing to draw: the file has no `@fragment` entry point".to_owned(),
                    "a sketch has a `@vertex` and a `@fragment` function; `swimlab new NAME` writes one to start from",
                ),
            };
            self.error(site, message, note);
            return Vec::new();
        }
        for at in of(Stage::Compute) {
            let entry = &entries[at];
            self.warning(
                self.function_site(&entry.name),
                format!(
                    "`{}` is not run: this version has no compute passes",
                    entry.name
                ),
                "the draws of this sketch run as they are",
            );
        }
        if let ([vertex], [fragment]) = (vertices.as_slice(), fragments.as_slice()) {
            return vec![DrawPair {
                vertex: Some(*vertex),
                fragment: *fragment,
            }];
        }
        let mut pairs = Vec::new();
        let mut used = Vec::new();
        for fragment in fragments {
            let wanted = suffix(&entries[fragment].name);
            let vertex = vertices
                .iter()
                .copied()
                .find(|at| suffix(&entries[*at].name) == wanted);
            used.extend(vertex);
            pairs.push(DrawPair { vertex, fragment });
        }
        for vertex in vertices {
            if !used.contains(&vertex) {
                let name = &entries[vertex].name;
                self.warning(
                    self.function_site(name),
                    format!("`{name}` is not drawn: no fragment entry point has its suffix"),
                    "`vs_fish` goes with `fs_fish`",
                );
            }
        }
        pairs
    }

    /// Inputs and outputs of a pair.
    pub(super) fn pair(&mut self, pair: DrawPair) {
        let interface = self.interface;
        let fragment = &interface.entry_points[pair.fragment];
        let written: Vec<Io> = match pair.vertex {
            Some(vertex) => {
                let vertex = &interface.entry_points[vertex];
                self.vertex_inputs(vertex);
                self.varyings(vertex);
                vertex.outputs.clone()
            }
            None => Vec::new(),
        };
        for input in &fragment.inputs {
            let IoBinding::Location(location) = input.binding else {
                self.fragment_builtin(fragment, input);
                continue;
            };
            let source = written
                .iter()
                .find(|io| io.binding == IoBinding::Location(location));
            let read = io_words(input);
            let site = self.io_site(fragment, input);
            match (source, pair.vertex) {
                (Some(source), Some(vertex)) if source.ty != input.ty => {
                    let vertex = &interface.entry_points[vertex].name;
                    self.error(
                        site,
                        format!(
                            "`{}` reads @location({location}) as {}, but `{vertex}` writes {}",
                            fragment.name,
                            type_words(input.ty),
                            type_words(source.ty)
                        ),
                        "give both the same type",
                    );
                }
                (Some(source), Some(vertex)) if source.interpolation != input.interpolation => {
                    let vertex = &interface.entry_points[vertex].name;
                    self.error(
                        site,
                        format!(
                            "`{}` reads @location({location}) with another `@interpolate` than `{vertex}` writes it with",
                            fragment.name
                        ),
                        "give both the same, or let both stages share one struct",
                    );
                }
                (Some(_), _) => {}
                (None, Some(vertex)) => {
                    let vertex = &interface.entry_points[vertex].name;
                    self.error(
                        site,
                        format!(
                            "`{}` reads @location({location}) {read}, which `{vertex}` does not write",
                            fragment.name
                        ),
                        "write it in the vertex stage, or take it out of the fragment stage",
                    );
                }
                (None, None) => {
                    self.error(
                        site,
                        format!(
                            "`{}` reads @location({location}) {read}, but it has no vertex stage",
                            fragment.name
                        ),
                        "a fragment stage on its own fills the picture and gets only `@builtin(position)`; the names of a pair end alike, as `vs_fish` and `fs_fish`",
                    );
                    // The other inputs have nobody either.
                    break;
                }
            }
        }
        self.fragment_outputs(fragment);
    }

    fn vertex_inputs(&mut self, vertex: &EntryPoint) {
        for input in &vertex.inputs {
            let site = self.io_site(vertex, input);
            match input.binding {
                IoBinding::Location(location) => {
                    let host = HOST_ATTRIBUTES.iter().find(|a| a.location == location);
                    match (host, input.ty) {
                        (None, _) => self.error(
                            site,
                            format!(
                                "nobody supplies the vertex input @location({location}) {}",
                                io_words(input)
                            ),
                            "locations: 0 position, 1 normal, 2 uv, 3 color, 4 joints, 5 weights, 6 tangent; of the instance 8–10 rows of world_from_model, 11 color, 12 custom, 13 id",
                        ),
                        (Some(host), Some(ty)) if ty.scalar == host.ty.scalar => {}
                        (Some(host), ty) => self.error(
                            site,
                            format!(
                                "the vertex input @location({location}) is the {}, a {}: it cannot be read as {}",
                                host.name,
                                host.ty,
                                type_words(ty)
                            ),
                            "change its type",
                        ),
                    }
                }
                IoBinding::BuiltIn(BuiltIn::VertexIndex | BuiltIn::InstanceIndex) => {}
                IoBinding::BuiltIn(builtin) => self.error(
                    site,
                    format!(
                        "the vertex input `{}` is not supplied: {builtin:?}",
                        input.name
                    ),
                    "a vertex stage gets `vertex_index` and `instance_index`",
                ),
            }
        }
    }

    fn varyings(&mut self, vertex: &EntryPoint) {
        for output in &vertex.outputs {
            if let IoBinding::Location(location) = output.binding
                && location >= self.limits.max_varyings
            {
                let max = self.limits.max_varyings - 1;
                self.error(
                    self.io_site(vertex, output),
                    format!("@location({location}) is over the device's last, {max}"),
                    "number the outputs of the vertex stage from 0, or pack several into one vec4f",
                );
            }
        }
    }

    fn fragment_builtin(&mut self, fragment: &EntryPoint, input: &Io) {
        let served = matches!(
            input.binding,
            IoBinding::BuiltIn(
                BuiltIn::Position { .. }
                    | BuiltIn::FrontFacing
                    | BuiltIn::SampleIndex
                    | BuiltIn::SampleMask
            )
        );
        if !served {
            self.error(
                self.io_site(fragment, input),
                format!("the fragment input `{}` is not supplied", input.name),
                "a fragment stage gets `position`, `front_facing`, `sample_index` and `sample_mask`",
            );
        }
    }

    fn fragment_outputs(&mut self, fragment: &EntryPoint) {
        let target = fragment
            .outputs
            .iter()
            .find(|io| io.binding == IoBinding::Location(0));
        let vec4f = Some(ValueType::vector(Scalar::F32, 4));
        match target {
            Some(target) if target.ty == vec4f => {}
            Some(target) => self.error(
                self.io_site(fragment, target),
                format!(
                    "`{}` writes {} to @location(0), the picture wants a vec4f",
                    fragment.name,
                    type_words(target.ty)
                ),
                "return `vec4f(red, green, blue, alpha)`, linear and not premultiplied",
            ),
            // Another location is reported below.
            None if fragment.outputs.iter().any(is_at_location) => {}
            None => self.error(
                self.function_site(&fragment.name),
                format!("`{}` writes no color", fragment.name),
                "return `@location(0) vec4f`",
            ),
        }
        for output in &fragment.outputs {
            if let IoBinding::Location(location @ 1..) = output.binding {
                self.error(
                    self.io_site(fragment, output),
                    format!("@location({location}) leads nowhere: there is one picture"),
                    "write to @location(0)",
                );
            }
        }
    }

    /// Bindings: kinds that can be bound, sizes, clashes.
    pub(super) fn resources(&mut self) {
        let interface = self.interface;
        for (at, resource) in interface.resources.iter().enumerate() {
            // All draws share one set of layouts.
            let clash = interface.resources[..at].iter().find(|other| {
                other.point == resource.point
                    && !other.used_by.is_empty()
                    && !resource.used_by.is_empty()
            });
            let site = self.item_site(&resource.name);
            let point = format!(
                "@group({}) @binding({})",
                resource.point.group, resource.point.binding
            );
            if let Some(clash) = clash {
                let note = if matches!(clash.kind, ResourceKind::Frame) {
                    "the host's `frame` lives there; put yours into group 1"
                } else {
                    "give each its own binding"
                };
                self.error(
                    site.clone(),
                    format!(
                        "`{}` and `{}` are both at {point}",
                        clash.name, resource.name
                    ),
                    note,
                );
            }
            if resource.point.group >= self.limits.max_bind_groups {
                let max = self.limits.max_bind_groups - 1;
                self.error(
                    site.clone(),
                    format!(
                        "{point} of `{}` is over the device's last group, {max}",
                        resource.name
                    ),
                    "use group 1",
                );
            }
            if resource.point.binding >= self.limits.max_bindings {
                let max = self.limits.max_bindings - 1;
                self.error(
                    site.clone(),
                    format!(
                        "{point} of `{}` is over the last binding, {max}",
                        resource.name
                    ),
                    "number the bindings of a group from 0",
                );
            }
            match &resource.kind {
                ResourceKind::Uniform(_) if resource.size > self.limits.max_uniform_size => {
                    let (size, max) = (resource.size, self.limits.max_uniform_size);
                    self.error(
                        site.clone(),
                        format!(
                            "`{}` has {size} bytes, a uniform at most {max}",
                            resource.name
                        ),
                        "make it smaller, or use `var<storage>`",
                    );
                }
                ResourceKind::Storage { .. } if resource.size > self.limits.max_storage_size => {
                    let (size, max) = (resource.size, self.limits.max_storage_size);
                    self.error(
                        site.clone(),
                        format!(
                            "`{}` has {size} bytes, a storage buffer at most {max}",
                            resource.name
                        ),
                        "make the array shorter",
                    );
                }
                ResourceKind::Storage {
                    read_only: false, ..
                } if self.used_in(resource, Stage::Vertex) => self.error(
                    site.clone(),
                    format!("a vertex stage cannot write to `{}`", resource.name),
                    "declare it `var<storage, read>`",
                ),
                ResourceKind::Texture(_) => self.warning(
                    site.clone(),
                    format!(
                        "`{}` is bound to a white texture: this version loads no files",
                        resource.name
                    ),
                    "it samples as 1 everywhere",
                ),
                ResourceKind::Unsupported(what) => self.error(
                    site.clone(),
                    format!("`{}`: {what} cannot be bound", resource.name),
                    "swimlab binds uniform and storage buffers, `texture_2d<f32>` and samplers",
                ),
                _ => {}
            }
        }
    }

    fn used_in(&self, resource: &Resource, stage: Stage) -> bool {
        resource
            .used_by
            .iter()
            .any(|at| self.interface.entry_points[*at].stage == stage)
    }

    /// Sizes that validate and then make a driver ask for gigabytes.
    pub(super) fn sizes(&mut self, module: &Module) {
        let ctx = module.to_ctx();
        let size = |ty| -> u64 {
            let inner: &TypeInner = &module.types[ty].inner;
            inner.try_size(ctx).map_or(u64::from(u32::MAX), u64::from)
        };
        let mut private = 0u64;
        let mut workgroup = 0u64;
        for (_, variable) in module.global_variables.iter() {
            let (total, max, space) = match variable.space {
                naga::AddressSpace::Private => {
                    (&mut private, self.limits.max_private_size, "private")
                }
                naga::AddressSpace::WorkGroup => {
                    (&mut workgroup, self.limits.max_workgroup_size, "workgroup")
                }
                _ => continue,
            };
            *total += size(variable.ty);
            if *total > u64::from(max) {
                let (total, name) = (*total, variable.name.clone().unwrap_or_default());
                self.error(
                    self.item_site(&name),
                    format!("`{name}` brings the {space} variables to {total} bytes, over {max}"),
                    "make its array shorter, or use `var<storage>`",
                );
                return;
            }
        }
        let functions = module
            .functions
            .iter()
            .map(|(_, f)| (f.name.clone().unwrap_or_default(), f))
            .chain(
                module
                    .entry_points
                    .iter()
                    .map(|e| (e.name.clone(), &e.function)),
            );
        for (name, function) in functions {
            let locals: u64 = function
                .local_variables
                .iter()
                .map(|(_, v)| size(v.ty))
                .sum();
            let largest = function
                .expressions
                .iter()
                .filter_map(|(_, e)| match e {
                    Expression::Compose { ty, .. } | Expression::ZeroValue(ty) => Some(size(*ty)),
                    _ => None,
                })
                .max()
                .unwrap_or(0);
            let max = self.limits.max_private_size;
            if locals.max(largest) > u64::from(max) {
                self.error(
                    self.function_site(&name),
                    format!(
                        "`{name}` has {} bytes of variables, over {max}",
                        locals.max(largest)
                    ),
                    "make its arrays shorter, or use `var<storage>`",
                );
            } else if function.expressions.len() > self.limits.max_expressions {
                self.error(
                    self.function_site(&name),
                    format!(
                        "`{name}` is too long: {} expressions",
                        function.expressions.len()
                    ),
                    "split it, or use a loop",
                );
            }
        }
    }
}

/// What stands behind the first underscore: `fish` of `vs_fish`.
fn suffix(name: &str) -> &str {
    name.split_once('_').map_or("", |(_, suffix)| suffix)
}

fn is_at_location(io: &Io) -> bool {
    matches!(io.binding, IoBinding::Location(_))
}

fn io_words(io: &Io) -> String {
    if io.name.is_empty() {
        format!("`{}`", type_words(io.ty))
    } else {
        format!("`{}: {}`", io.name, type_words(io.ty))
    }
}

fn type_words(ty: Option<ValueType>) -> String {
    ty.map_or_else(|| "another type".to_owned(), |ty| ty.to_string())
}
