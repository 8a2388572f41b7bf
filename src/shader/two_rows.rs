//! Matrices of two rows in a uniform's inner structs. They are WGSL, but naga 30 lays them out for
//! Vulkan only in the uniform's own struct and in structs of arrays. For the others it panics or
//! writes SPIR-V that is not valid, and the driver that is given it may be lost with its device.

use naga::{AddressSpace, Handle, Module, StructMember, Type, TypeInner, VectorSize};

use super::check::Checker;

impl Checker<'_> {
    /// Reports the first such matrix of each uniform in use.
    pub(super) fn two_row_matrices(&mut self, module: &Module) {
        for resource in &self.interface.resources {
            let variable = module
                .global_variables
                .iter()
                .map(|(_, variable)| variable)
                .find(|variable| variable.name.as_ref() == Some(&resource.name));
            let Some(variable) = variable else { continue };
            if variable.space != AddressSpace::Uniform || resource.used_by.is_empty() {
                continue;
            }
            let Some((owner, member)) = first_inner(module, variable.ty, false) else {
                continue;
            };
            let name = member.name.as_deref().unwrap_or_default();
            let site = match self.composed.member(owner, name) {
                Some((file, member)) => (file.clone(), member.name_span.clone()),
                None => (self.composed.sketch().file.clone(), 0..0),
            };
            self.error(
                site,
                format!(
                    "`{name}` is a matrix of two rows, and `{owner}` stands inside of another struct of the uniform `{}`: the shader compiler cannot do that",
                    resource.name
                ),
                "declare its columns as members of type `vec2f`, give it four rows, or move it to the outermost struct",
            );
        }
    }
}

/// The first member with a matrix of two rows that is in a struct which is itself a member, and
/// the name of that struct.
fn first_inner(module: &Module, ty: Handle<Type>, is_inner: bool) -> Option<(&str, &StructMember)> {
    let ty = &module.types[ty];
    match &ty.inner {
        TypeInner::Array { base, .. } => first_inner(module, *base, is_inner),
        TypeInner::Struct { members, .. } => members.iter().find_map(|member| {
            if is_inner && is_two_rows(module, member.ty) {
                return Some((ty.name.as_deref().unwrap_or_default(), member));
            }
            let is_struct = matches!(module.types[member.ty].inner, TypeInner::Struct { .. });
            first_inner(module, member.ty, is_inner || is_struct)
        }),
        _ => None,
    }
}

/// Whether it is such a matrix, or an array of them.
fn is_two_rows(module: &Module, ty: Handle<Type>) -> bool {
    match module.types[ty].inner {
        TypeInner::Matrix { rows, .. } => rows == VectorSize::Bi,
        TypeInner::Array { base, .. } => is_two_rows(module, base),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, SourceFile, compile};

    fn errors(declarations: &str, used: &str) -> Vec<String> {
        let text = format!(
            "{declarations}\n@fragment\nfn fs_main() -> @location(0) vec4f {{\n    return vec4f({used});\n}}\n"
        );
        let file = SourceFile::new("a.wgsl", text);
        match compile(&file, &|_| Err(String::new()), &Limits::default()) {
            Ok(_) => Vec::new(),
            Err(found) => found.iter().map(|d| d.headline()).collect(),
        }
    }

    #[test]
    fn inside_of_inner_structs_they_are_errors() {
        let wanted = "a.wgsl:1:23: error: `m` is a matrix of two rows, and `A` stands inside of another struct of the uniform `u`: the shader compiler cannot do that";
        for outer in [
            "struct U { a: A }\n@group(1) @binding(0) var<uniform> u: U;",
            "struct B { a: A }\nstruct U { b: array<B, 2>, }\n@group(1) @binding(0) var<uniform> u: U;",
            "struct B { x: vec4f, a: array<A, 2> }\nstruct U { b: B, }\n@group(1) @binding(0) var<uniform> u: U;",
        ] {
            let used = match outer {
                _ if outer.contains("b: array") => "u.b[0].a.m[0].x",
                _ if outer.contains("a: array") => "u.b.a[0].m[0].x",
                _ => "u.a.m[0].x",
            };
            for ty in ["mat2x2f", "array<mat4x2f, 3>"] {
                let used =
                    used.replace(".m[0]", if ty == "mat2x2f" { ".m[0]" } else { ".m[0][0]" });
                let text = format!("struct A {{ @align(16) m: {ty}, n: vec4f }}\n{outer}");
                assert_eq!(errors(&text, &used), [wanted], "{text}");
            }
        }
    }

    #[test]
    fn everywhere_else_they_are_none() {
        for (declarations, used) in [
            (
                "struct U { m: mat2x2f }\n@group(1) @binding(0) var<uniform> u: U;",
                "u.m[0].x",
            ),
            (
                "struct A { @align(16) m: mat3x2f }\nstruct U { a: array<A, 2> }\n@group(1) @binding(0) var<uniform> u: U;",
                "u.a[0].m[0].x",
            ),
            (
                "struct A { m: mat2x4f }\nstruct U { a: A }\n@group(1) @binding(0) var<uniform> u: U;",
                "u.a.m[0].x",
            ),
            // Nothing is bound that nothing uses.
            (
                "struct A { @align(16) m: mat2x2f }\nstruct U { a: A }\n@group(1) @binding(0) var<uniform> u: U;",
                "0.0",
            ),
            (
                "struct A { m: mat2x2f }\nstruct U { a: A }\n@group(1) @binding(0) var<storage> u: U;",
                "u.a.m[0].x",
            ),
        ] {
            assert_eq!(errors(declarations, used), [""; 0], "{declarations}");
        }
    }
}
