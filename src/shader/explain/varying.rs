//! Inputs and outputs of entry points.

use naga::common::wgsl::TryToWgsl;
use naga::valid::VaryingError;
use naga::{
    Binding, BuiltIn, FunctionArgument, Handle, Interpolation, ShaderStage, Type, TypeInner,
};

use super::validation::{Explained, Explainer, Site, innermost};

/// An input or output, flattened.
struct Varying {
    name: String,
    binding: Option<Binding>,
    ty: Handle<Type>,
    site: Option<Site>,
}

impl Explainer<'_> {
    /// What is wrong with an argument of an entry point, or with its result.
    pub(super) fn varying(
        &self,
        entry: &naga::EntryPoint,
        argument: Option<&FunctionArgument>,
        error: &VaryingError,
    ) -> Explained {
        let function = entry.name.as_str();
        let varyings = self.varyings(entry, argument);
        let first = |wanted: &dyn Fn(&Varying) -> bool| varyings.iter().find(|v| wanted(v));
        let is_built_in = |varying: &Varying, wanted: BuiltIn| matches!(varying.binding, Some(Binding::BuiltIn(found)) if found == wanted);
        let stage = match entry.stage {
            ShaderStage::Vertex => "vertex",
            ShaderStage::Fragment => "fragment",
            _ => "compute",
        };
        let (explained, culprit) = match error {
            VaryingError::MissingBinding | VaryingError::MemberMissingBinding(_) => {
                let bare = first(&|v| v.binding.is_none());
                let name = bare.map(|v| v.name.as_str()).unwrap_or_default();
                let explained = if name.is_empty() {
                    Explained::new(format!("the result of `{function}` has no `@location`"))
                        .note("write `-> @location(0) vec4f`")
                } else {
                    Explained::new(format!("`{name}` has no `@location` or `@builtin`")).note(
                        "each input and output of an entry point says what it is: `@location(0) position: vec3f`",
                    )
                };
                (explained, bare)
            }
            VaryingError::BindingCollision { location } => {
                let at = |v: &&Varying| matches!(v.binding, Some(Binding::Location { location: l, .. }) if l == *location);
                let explained = Explained::new(format!("@location({location}) is given twice"))
                    .note("give each its own number");
                (explained, varyings.iter().filter(at).nth(1))
            }
            VaryingError::DuplicateBuiltIn(built_in) => {
                let name = built_in_name(*built_in);
                let explained = Explained::new(format!("@builtin({name}) is given twice"))
                    .note("keep one of them");
                let twice = varyings.iter().filter(|v| is_built_in(v, *built_in)).nth(1);
                (explained, twice)
            }
            VaryingError::InvalidBuiltInStage(built_in) => {
                let way = if argument.is_some() {
                    "input"
                } else {
                    "output"
                };
                let name = built_in_name(*built_in);
                let explained =
                    Explained::new(format!("@builtin({name}) is no {way} of a {stage} stage"));
                let list = match (entry.stage, argument.is_some()) {
                    (ShaderStage::Vertex, true) => "`vertex_index` and `instance_index`",
                    (ShaderStage::Vertex, false) => "`position`",
                    (ShaderStage::Fragment, true) => {
                        "`position`, `front_facing`, `sample_index` and `sample_mask`"
                    }
                    (ShaderStage::Fragment, false) => "`frag_depth` and `sample_mask`",
                    _ => "`global_invocation_id` and its like",
                };
                let explained = explained.note(format!("there are only {list}"));
                (explained, first(&|v| is_built_in(v, *built_in)))
            }
            VaryingError::InvalidBuiltInType(built_in, ty) => {
                let name = built_in_name(*built_in);
                let explained =
                    Explained::new(format!("@builtin({name}) cannot be {}", self.inner(ty)));
                let explained = match built_in {
                    BuiltIn::Position { .. } => explained.note("it is a vec4f"),
                    BuiltIn::FrontFacing => explained.note("it is a bool"),
                    BuiltIn::FragDepth => explained.note("it is an f32"),
                    BuiltIn::VertexIndex
                    | BuiltIn::InstanceIndex
                    | BuiltIn::SampleIndex
                    | BuiltIn::SampleMask => explained.note("it is a u32"),
                    _ => explained,
                };
                (explained, first(&|v| is_built_in(v, *built_in)))
            }
            VaryingError::InvalidInterpolationForInteger => {
                let whole = first(&|v| {
                    let smooth = !matches!(
                        v.binding,
                        Some(Binding::Location {
                            interpolation: Some(Interpolation::Flat),
                            ..
                        })
                    );
                    smooth && v.binding.is_some() && self.is_integer(v.ty)
                });
                let name = whole.map(|v| v.name.as_str()).unwrap_or_default();
                let explained = Explained::new(format!(
                    "`{name}` is a whole number and cannot be blended between vertices"
                ))
                .note(format!("write `@interpolate(flat) {name}`"));
                (explained, whole)
            }
            VaryingError::NotIOShareableType(ty) => {
                let explained =
                    Explained::new(format!("{} cannot go between stages", self.ty(*ty)))
                        .note("numbers and vectors can; hand a matrix over column by column");
                (explained, first(&|v| v.ty == *ty))
            }
            _ => (innermost(error), None),
        };
        let site = culprit.and_then(|varying| varying.site.clone());
        explained.at(site.or_else(|| self.item(function)))
    }

    fn varyings(
        &self,
        entry: &naga::EntryPoint,
        argument: Option<&FunctionArgument>,
    ) -> Vec<Varying> {
        let (name, binding, ty) = match (argument, &entry.function.result) {
            (Some(argument), _) => (argument.name.clone(), argument.binding.clone(), argument.ty),
            (None, Some(result)) => (None, result.binding.clone(), result.ty),
            (None, None) => return Vec::new(),
        };
        let name = name.unwrap_or_default();
        let ty_of = &self.module.types[ty];
        match &ty_of.inner {
            TypeInner::Struct { members, .. } if binding.is_none() => members
                .iter()
                .map(|member| {
                    let owner = ty_of.name.as_deref().unwrap_or_default();
                    let name = member.name.clone().unwrap_or_default();
                    Varying {
                        site: self.member(owner, &name),
                        name,
                        binding: member.binding.clone(),
                        ty: member.ty,
                    }
                })
                .collect(),
            _ => vec![Varying {
                site: self.member(&entry.name, &name),
                name,
                binding,
                ty,
            }],
        }
    }

    fn is_integer(&self, ty: Handle<Type>) -> bool {
        use naga::ScalarKind::{Sint, Uint};
        matches!(
            self.module.types[ty].inner,
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. }
                if matches!(scalar.kind, Sint | Uint)
        )
    }
}

fn built_in_name(built_in: BuiltIn) -> String {
    match built_in.try_to_wgsl() {
        Some(name) => name.to_owned(),
        None => format!("{built_in:?}"),
    }
}
