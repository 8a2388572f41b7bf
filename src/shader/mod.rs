//! From WGSL text to a validated module with its interface, or to diagnostics.
//!
//! A sketch is composed with its imports and the library, parsed and validated by naga, reflected,
//! and held against what the host supplies. Nothing here knows a device, a file or a thread;
//! [`compile`] recurses over the text, so that it wants a large stack (see the worker).

mod annotation;
mod brackets;
mod check;
mod compose;
mod diagnostic;
mod endless;
mod excerpt;
mod explain;
mod interface;
mod lex;
pub(crate) mod names;
mod outline;
mod settings;
mod two_rows;
mod value_type;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::valid::{Capabilities, ValidationFlags, Validator};

pub use annotation::{Annotation, Arg, ArgValue, Comment, usage};
pub use check::{HOST_ATTRIBUTES, HostAttribute};
pub use compose::ImportLoader;
pub use diagnostic::{Diagnostic, EMBEDDED, Severity, SourceFile};
pub use interface::{
    BindingPoint, DataMember, DataType, EntryPoint, Interface, Io, IoBinding, Literal,
    OverrideConstant, Resource, ResourceKind, Stage,
};
pub use settings::{
    Blend, Cull, Depth, LayoutSpec, MAX_INSTANCES, PathSetting, Settings, Topology,
};
pub use value_type::{Scalar, ValueType};

use check::Checker;
use compose::{Composed, compose};

/// The longest sketch, in bytes.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// What a device can take. The default is what WebGPU guarantees everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of bind groups.
    pub max_bind_groups: u32,
    /// Bindings in a group.
    pub max_bindings: u32,
    /// Bytes of a uniform buffer.
    pub max_uniform_size: u32,
    /// Bytes of a storage buffer.
    pub max_storage_size: u32,
    /// Locations from the vertex to the fragment stage.
    pub max_varyings: u32,
    /// Bytes of `var<private>` together, and of a function's variables.
    pub max_private_size: u32,
    /// Bytes of `var<workgroup>` together.
    pub max_workgroup_size: u32,
    /// Expressions of a function.
    pub max_expressions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bind_groups: 4,
            max_bindings: 1000,
            max_uniform_size: 64 << 10,
            max_storage_size: 128 << 20,
            max_varyings: 16,
            max_private_size: 64 << 10,
            max_workgroup_size: 16 << 10,
            max_expressions: 100_000,
        }
    }
}

/// A draw: a pair of entry points and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Index of the vertex entry point; `None`: a triangle that fills the picture.
    pub vertex: Option<usize>,
    /// Index of the fragment entry point.
    pub fragment: usize,
    /// The header's settings, overridden by those above the entry points.
    pub settings: Settings,
}

/// A sketch that the host can run.
#[derive(Clone, Debug)]
pub struct CompiledShader {
    /// The sketch's own file.
    pub file: SourceFile,
    /// The validated module, unused parts removed.
    pub module: naga::Module,
    /// What it asks of the host.
    pub interface: Interface,
    /// In source order.
    pub draws: Vec<Draw>,
    /// The header's settings.
    pub settings: Settings,
    /// The header's Markdown.
    pub prose: String,
    /// Mistakes that do not keep it from running.
    pub warnings: Vec<Diagnostic>,
    composed: Composed,
}

impl CompiledShader {
    /// The comment at a member of a struct, and its file.
    pub fn member_comment(&self, owner: &str, member: &str) -> Option<(&SourceFile, &Comment)> {
        self.composed
            .member(owner, member)
            .map(|(file, member)| (file, &member.comment))
    }

    /// The comment at a declaration of module scope, and its file.
    pub fn item_comment(&self, name: &str) -> Option<(&SourceFile, &Comment)> {
        self.composed
            .item(name)
            .map(|(file, item)| (file, &item.comment))
    }
}

/// Compiles a sketch. The error has at least one diagnostic of [`Severity::Error`]; warnings may
/// stand beside it.
pub fn compile(
    sketch: &SourceFile,
    load: ImportLoader<'_>,
    limits: &Limits,
) -> Result<CompiledShader, Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    let fail = |error: Diagnostic, warnings: Vec<Diagnostic>| {
        let mut all = vec![error];
        all.extend(warnings);
        Err(all)
    };
    if sketch.text.trim().is_empty() {
        let error = Diagnostic::error(sketch, 0..0, "the file is empty")
            .with_note("`swimlab new NAME` writes a sketch to start from");
        return fail(error, warnings);
    }
    if sketch.text.len() > MAX_SOURCE_BYTES {
        return fail(too_long(sketch), warnings);
    }
    if let Some(error) = brackets::unfinished(sketch) {
        return fail(error, warnings);
    }
    let composed = match compose(sketch, load, &mut warnings) {
        Ok(composed) => composed,
        Err(error) => return fail(*error, warnings),
    };
    for part in &composed.parts[1..] {
        if let Some(error) = brackets::unfinished(&part.file) {
            return fail(error, warnings);
        }
    }

    let (mut module, info) = match parse_and_validate(&composed) {
        Ok(valid) => valid,
        Err(error) => return fail(*error, warnings),
    };
    let interface = interface::reflect(&module, &info, &|name| {
        name == "frame" && composed.is_library_item("frame")
    });

    let mut checker = Checker {
        composed: &composed,
        interface: &interface,
        limits,
        found: Vec::new(),
    };
    let pairs = checker.pairs();
    for pair in &pairs {
        checker.pair(*pair);
    }
    checker.resources();
    checker.sizes(&module);
    checker.two_row_matrices(&module);
    checker.endless_loops(&module);
    let found = checker.found;
    let (errors, notes): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|d| d.severity == Severity::Error);
    warnings.extend(notes);
    if !errors.is_empty() {
        let mut all = dedup(errors);
        all.extend(warnings);
        return Err(all);
    }

    let header = &composed.sketch().outline.header;
    let settings = Settings::read(sketch, &header.annotations, &mut warnings);
    let mut has_mesh = false;
    let draws = pairs
        .into_iter()
        .map(|pair| {
            let is_further = has_mesh && pair.vertex.is_some();
            has_mesh |= pair.vertex.is_some();
            let names = pair
                .vertex
                .into_iter()
                .chain([pair.fragment])
                .map(|at| interface.entry_points[at].name.as_str());
            let mut own = Settings::default();
            for name in names {
                if let Some((file, item)) = composed.function(name) {
                    if is_further {
                        warnings.extend(Settings::unshared(file, &item.comment.annotations));
                    }
                    own = own.or(&Settings::read(
                        file,
                        &item.comment.annotations,
                        &mut warnings,
                    ));
                }
            }
            Draw {
                vertex: pair.vertex,
                fragment: pair.fragment,
                settings: own.or(&settings),
            }
        })
        .collect();
    let prose = header.prose.clone();
    naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
    Ok(CompiledShader {
        file: sketch.clone(),
        module,
        interface,
        draws,
        settings,
        prose,
        warnings: dedup(warnings),
        composed,
    })
}

/// What is said about a file over [`MAX_SOURCE_BYTES`].
pub(crate) fn too_long(file: &SourceFile) -> Diagnostic {
    Diagnostic::error(file, 0..0, "the file is over 1 MiB long")
        .with_note("move data into a texture or a mesh")
}

/// One entry point in two draws is checked twice; each fault is told once.
fn dedup(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics {
        if !kept.contains(&diagnostic) {
            kept.push(diagnostic);
        }
    }
    kept
}

fn parse_and_validate(
    composed: &Composed,
) -> Result<(naga::Module, naga::valid::ModuleInfo), Box<Diagnostic>> {
    let text = composed.text.as_str();
    let module = guarded(composed, || {
        naga::front::wgsl::parse_str(text)
            .map_err(|error| Box::new(explain::parse(composed, &error)))
    })??;
    let info = guarded(composed, || {
        // No feature beyond WebGPU's core is asked of a device, so no capability beyond it either.
        Validator::new(ValidationFlags::all(), Capabilities::default())
            .validate(&module)
            .map_err(|error| Box::new(explain::validation(composed, &module, &error)))
    })??;
    Ok((module, info))
}

/// naga panics on some odd texts: that is a fault of the text to its author, not the end of us.
fn guarded<T>(composed: &Composed, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        Box::new(
            Diagnostic::error(
                &composed.sketch().file,
                0..0,
                format!(
                    "the shader compiler gave up: {}",
                    panic_words(panic.as_ref())
                ),
            )
            .with_note("undo the last edit; the text uses something that naga cannot handle"),
        )
    })
}

/// The words that a panic was raised with.
pub fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    words.unwrap_or_else(|| "no reason given".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile_text(text: &str) -> Result<CompiledShader, Vec<Diagnostic>> {
        compile(
            &SourceFile::new("a.wgsl", text),
            &|path| Err(format!("no `{path}`")),
            &Limits::default(),
        )
    }

    #[test]
    fn the_swim_sketch_compiles_without_a_warning() {
        let shader = compile_text(include_str!("../../shaders/swim.wgsl"));
        let shader = shader.unwrap_or_else(|found| panic!("{}", found[0]));
        assert_eq!(shader.warnings, []);
        assert_eq!(shader.draws.len(), 2);
        assert_eq!(shader.draws[0].settings.num_instances, Some(10_000));
        assert_eq!(shader.interface.resources.len(), 3);
    }
}
