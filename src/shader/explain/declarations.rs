//! Variables of module scope, and entry points.

use naga::valid::{Disalignment as D, EntryPointError, GlobalVariableError};
use naga::{Handle, Type, TypeInner};

use super::validation::{Explained, Explainer, Site, innermost};

impl Explainer<'_> {
    pub(super) fn global(&self, name: &str, error: &GlobalVariableError) -> Explained {
        let resource = self
            .module
            .global_variables
            .iter()
            .map(|(_, variable)| variable)
            .find(|variable| variable.name.as_deref() == Some(name));
        let is_bound = resource.is_some_and(|variable| variable.binding.is_some());
        match error {
            GlobalVariableError::InvalidBinding if is_bound => {
                Explained::new(format!("`{name}` is not bound by anybody"))
                    .note("only uniforms, storage buffers, textures and samplers have a binding")
            }
            GlobalVariableError::InvalidBinding => {
                Explained::new(format!("`{name}` has no `@group` and `@binding`"))
                    .note("write `@group(1) @binding(0)` in front of it, the next one is 1")
            }
            GlobalVariableError::InitializerNotAllowed(_) => {
                Explained::new(format!("`{name}` gets its value from outside"))
                    .note("take the `= …` away; a comment with `@default(…)` says where it starts")
            }
            GlobalVariableError::Alignment(_, ty, D::ArrayStride { stride, .. }) => {
                let (member, site) = self
                    .member_of(*ty)
                    .unwrap_or_else(|| self.global_site(name));
                Explained::new(format!(
                    "the elements of `{member}` take {stride} bytes each; in a uniform they take a multiple of 16"
                ))
                .note("use `array<vec4f, N>`, or `var<storage, read>`")
                .at(site)
            }
            GlobalVariableError::Alignment(_, ty, D::MemberOffset { index, .. })
            | GlobalVariableError::Alignment(_, ty, D::MemberOffsetAfterStruct { index, .. }) => {
                let (owner, member) = self.member_name(*ty, *index);
                Explained::new(format!(
                    "in a uniform, `{member}` of `{owner}` has to begin at a multiple of 16 bytes"
                ))
                .note(format!("write `@align(16) {member}`"))
                .at(self.member(&owner, &member))
            }
            GlobalVariableError::Alignment(_, ty, D::NonHostShareable) => {
                let (member, site) = self
                    .member_of(*ty)
                    .unwrap_or_else(|| self.global_site(name));
                Explained::new(format!(
                    "`{member}` is {}, which no buffer holds",
                    self.ty(*ty)
                ))
                .note("a bool is a `u32` here; with `@toggle` it is shown as a switch")
                .at(site)
            }
            _ => innermost(error),
        }
    }

    pub(super) fn entry_point(
        &self,
        entry: &naga::EntryPoint,
        error: &EntryPointError,
    ) -> Explained {
        let name = entry.name.as_str();
        let site = self.item(name);
        match error {
            EntryPointError::Function(error) => self.function(&entry.function, name, error),
            EntryPointError::Argument(index, error) => {
                let argument = entry.function.arguments.get(*index as usize);
                match argument {
                    Some(argument) => self.varying(entry, Some(argument), error),
                    None => innermost(error).at(site),
                }
            }
            EntryPointError::Result(error) => self.varying(entry, None, error),
            EntryPointError::MissingVertexOutputPosition => {
                Explained::new(format!("`{name}` returns no `@builtin(position)`"))
                    .note("a vertex stage says where its vertex is: return a `Surface`, or `@builtin(position) vec4f`")
                    .at(site)
            }
            EntryPointError::OutOfRangeWorkgroupSize => {
                Explained::new(format!("the workgroup size of `{name}` is out of range"))
                    .note("64 is good nearly everywhere: `@workgroup_size(64)`")
                    .at(site)
            }
            EntryPointError::ForbiddenStageOperations => {
                Explained::new(format!("`{name}` does what only a fragment stage can do"))
                    .note("`dpdx`, `dpdy`, `fwidth`, `discard` and `textureSample` are those; `textureSampleLevel` goes everywhere")
                    .at(site)
            }
            EntryPointError::BindingCollision(handle) => self.collision(*handle).unwrap_or_else(|| {
                innermost(error).at(site)
            }),
            EntryPointError::InvalidGlobalUsage(handle, _) => {
                let global = self.module.global_variables[*handle].name.as_deref();
                Explained::new(format!(
                    "`{name}` uses `{}` in a way that its declaration forbids",
                    global.unwrap_or_default()
                ))
                .at(site)
            }
            _ => innermost(error).at(site),
        }
    }

    /// Two variables at one binding; the host's own is never the one to blame.
    fn collision(&self, handle: Handle<naga::GlobalVariable>) -> Option<Explained> {
        let global = &self.module.global_variables[handle];
        let binding = global.binding?;
        let name = global.name.as_deref()?;
        let other = self
            .module
            .global_variables
            .iter()
            .find(|(at, other)| *at != handle && other.binding == Some(binding))?;
        let other = other.1.name.as_deref()?;
        let point = format!("@group({}) @binding({})", binding.group, binding.binding);
        for (host, own) in [(name, other), (other, name)] {
            if self.composed.is_library_item(host) {
                let message = format!("`{own}` is at {point}, where the host's `{host}` lives");
                return Some(
                    Explained::new(message)
                        .note("put yours into group 1")
                        .at(self.item(own)),
                );
            }
        }
        let (first, second) = if self.item(name)?.1.start < self.item(other)?.1.start {
            (name, other)
        } else {
            (other, name)
        };
        Some(
            Explained::new(format!("`{first}` and `{second}` are both at {point}"))
                .note("give each its own binding")
                .at(self.item(second)),
        )
    }

    /// The first member of a struct that has this type.
    fn member_of(&self, wanted: Handle<Type>) -> Option<(String, Option<Site>)> {
        self.module.types.iter().find_map(|(_, ty)| {
            let TypeInner::Struct { members, .. } = &ty.inner else {
                return None;
            };
            let member = members.iter().find(|member| member.ty == wanted)?;
            let name = member.name.clone()?;
            let site = self.member(ty.name.as_deref()?, &name)?;
            Some((name, Some(site)))
        })
    }

    fn global_site(&self, name: &str) -> (String, Option<Site>) {
        (name.to_owned(), self.item(name))
    }

    /// Names of a struct and of its member.
    fn member_name(&self, ty: Handle<Type>, index: u32) -> (String, String) {
        let ty = &self.module.types[ty];
        let member = match &ty.inner {
            TypeInner::Struct { members, .. } => members
                .get(index as usize)
                .and_then(|member| member.name.clone()),
            _ => None,
        };
        (
            ty.name.clone().unwrap_or_default(),
            member.unwrap_or_default(),
        )
    }
}
