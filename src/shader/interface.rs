//! Reflection: what a validated module asks of its host, read from naga's IR.

use naga::proc::GlobalCtx;
use naga::valid::{GlobalUse, ModuleInfo};
use naga::{
    AddressSpace, ArraySize, BuiltIn, Handle, Module, ShaderStage, StorageAccess, Type, TypeInner,
};

use super::value_type::ValueType;

/// `@group(…) @binding(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BindingPoint {
    /// Bind group index.
    pub group: u32,
    /// Binding in the group.
    pub binding: u32,
}

/// The layout of host-shareable data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataType {
    /// A scalar, vector or matrix of 32-bit numbers.
    Leaf(ValueType),
    /// A struct.
    Struct {
        /// Its name in WGSL.
        name: String,
        /// In order of offsets.
        members: Vec<DataMember>,
    },
    /// A fixed-size array; `len` is 0 for a runtime-sized one.
    Array {
        /// Number of elements.
        len: u32,
        /// Bytes from one element to the next.
        stride: u32,
        /// Type of an element.
        element: Box<DataType>,
    },
    /// Atomics, 16-bit and 64-bit numbers, …: in the layout, but no control.
    Opaque,
}

/// A struct's member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataMember {
    /// Its name.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u32,
    /// Its type.
    pub ty: DataType,
}

/// What a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// The host's own `frame`.
    Frame,
    /// Parameters.
    Uniform(DataType),
    /// State.
    Storage {
        /// Layout.
        ty: DataType,
        /// Whether the shader may only read it.
        read_only: bool,
    },
    /// A sampled texture; the words say which kind, as in WGSL.
    Texture(String),
    /// A sampler; whether it compares.
    Sampler {
        /// `sampler_comparison`
        comparison: bool,
    },
    /// Something that swimlab has nothing to bind to; the words say what.
    Unsupported(String),
}

/// A module-scope variable that the host has to bind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// Where it is bound.
    pub point: BindingPoint,
    /// What it is.
    pub kind: ResourceKind,
    /// Bytes of its type; of one element and all that stands before it for runtime-sized arrays.
    pub size: u32,
    /// Indices of the entry points that use it.
    pub used_by: Vec<usize>,
}

/// A pipeline-overridable constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverrideConstant {
    /// Its name.
    pub name: String,
    /// The key that pipeline creation wants: the `@id` if there is one, else the name.
    pub key: String,
    /// Its type, always a scalar.
    pub ty: ValueType,
    /// Its initial value, if that is a literal.
    pub initial: Option<Literal>,
}

/// A literal number, comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal(u64);

impl Literal {
    /// The number.
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// Stage of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// `@vertex`
    Vertex,
    /// `@fragment`
    Fragment,
    /// `@compute`
    Compute,
}

/// How an entry point's input or output is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoBinding {
    /// `@location(…)`
    Location(u32),
    /// `@builtin(…)`
    BuiltIn(BuiltIn),
}

/// One input or output of an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Io {
    /// Name of the argument or the member; empty for a bare result.
    pub name: String,
    /// Name of the struct that it is a member of, or of the function that it is an argument of.
    pub owner: String,
    /// Where it is bound.
    pub binding: IoBinding,
    /// Its type; `None` for types that cannot cross a stage.
    pub ty: Option<ValueType>,
    /// How it is blended between vertices, if it has a location.
    pub interpolation: Option<(naga::Interpolation, Option<naga::Sampling>)>,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// Its stage.
    pub stage: Stage,
    /// Workgroup size of a compute stage.
    pub workgroup_size: [u32; 3],
    /// Structs flattened.
    pub inputs: Vec<Io>,
    /// Structs flattened.
    pub outputs: Vec<Io>,
}

/// Everything that a module asks of its host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Module-scope variables with a binding, in source order.
    pub resources: Vec<Resource>,
    /// Pipeline-overridable constants, in source order.
    pub overrides: Vec<OverrideConstant>,
    /// In source order.
    pub entry_points: Vec<EntryPoint>,
}

/// Reads the interface of a validated module. `is_host_frame` says whether a variable's name is
/// the host's own.
pub(super) fn reflect(
    module: &Module,
    info: &ModuleInfo,
    is_host_frame: &dyn Fn(&str) -> bool,
) -> Interface {
    let ctx = module.to_ctx();
    let mut interface = Interface::default();
    for entry in &module.entry_points {
        let stage = match entry.stage {
            ShaderStage::Vertex => Stage::Vertex,
            ShaderStage::Fragment => Stage::Fragment,
            ShaderStage::Compute => Stage::Compute,
            // Their capabilities are never asked of a device, so validation has refused them.
            _ => continue,
        };
        let mut inputs = Vec::new();
        for argument in &entry.function.arguments {
            let name = argument.name.as_deref().unwrap_or_default();
            flatten_io(
                module,
                &entry.name,
                name,
                argument.binding.as_ref(),
                argument.ty,
                &mut inputs,
            );
        }
        let mut outputs = Vec::new();
        if let Some(result) = &entry.function.result {
            flatten_io(
                module,
                &entry.name,
                "",
                result.binding.as_ref(),
                result.ty,
                &mut outputs,
            );
        }
        interface.entry_points.push(EntryPoint {
            name: entry.name.clone(),
            stage,
            workgroup_size: entry.workgroup_size,
            inputs,
            outputs,
        });
    }
    for (handle, variable) in module.global_variables.iter() {
        let Some(binding) = &variable.binding else {
            continue;
        };
        let name = variable.name.clone().unwrap_or_default();
        let inner = &module.types[variable.ty].inner;
        let kind = match variable.space {
            AddressSpace::Uniform if is_host_frame(&name) => ResourceKind::Frame,
            AddressSpace::Uniform => ResourceKind::Uniform(data_type(module, variable.ty)),
            AddressSpace::Storage { access } => ResourceKind::Storage {
                ty: data_type(module, variable.ty),
                read_only: !access.contains(StorageAccess::STORE),
            },
            _ => handle_kind(inner),
        };
        let used_by = (0..module.entry_points.len())
            .filter(|at| info.get_entry_point(*at)[handle] != GlobalUse::empty())
            .collect();
        interface.resources.push(Resource {
            name,
            point: BindingPoint {
                group: binding.group,
                binding: binding.binding,
            },
            kind,
            size: type_size(inner, ctx),
            used_by,
        });
    }
    for (_, constant) in module.overrides.iter() {
        let name = constant.name.clone().unwrap_or_default();
        let Some(ty) = ValueType::from_naga(&module.types[constant.ty].inner) else {
            continue;
        };
        interface.overrides.push(OverrideConstant {
            key: constant
                .id
                .map_or_else(|| name.clone(), |id| id.to_string()),
            name,
            ty,
            initial: constant.init.and_then(|init| literal(module, init)),
        });
    }
    interface
}

fn type_size(inner: &TypeInner, ctx: GlobalCtx<'_>) -> u32 {
    inner.try_size(ctx).unwrap_or(u32::MAX)
}

fn literal(module: &Module, init: Handle<naga::Expression>) -> Option<Literal> {
    use naga::{Expression, Literal as L, UnaryOperator};
    let value = match module.global_expressions[init] {
        Expression::Literal(L::F32(v)) => f64::from(v),
        Expression::Literal(L::F64(v) | L::AbstractFloat(v)) => v,
        Expression::Literal(L::I32(v)) => f64::from(v),
        Expression::Literal(L::U32(v)) => f64::from(v),
        Expression::Literal(L::Bool(v)) => f64::from(u8::from(v)),
        Expression::Literal(L::AbstractInt(v)) => v as f64,
        Expression::Unary {
            op: UnaryOperator::Negate,
            expr,
        } => -literal(module, expr)?.value(),
        _ => return None,
    };
    Some(Literal(value.to_bits()))
}

fn data_type(module: &Module, ty: Handle<Type>) -> DataType {
    let ty = &module.types[ty];
    match &ty.inner {
        TypeInner::Struct { members, .. } => DataType::Struct {
            name: ty.name.clone().unwrap_or_default(),
            members: members
                .iter()
                .map(|member| DataMember {
                    name: member.name.clone().unwrap_or_default(),
                    offset: member.offset,
                    ty: data_type(module, member.ty),
                })
                .collect(),
        },
        TypeInner::Array { base, size, stride } => DataType::Array {
            len: match size {
                ArraySize::Constant(len) => len.get(),
                ArraySize::Pending(_) | ArraySize::Dynamic => 0,
            },
            stride: *stride,
            element: Box::new(data_type(module, *base)),
        },
        inner => ValueType::from_naga(inner).map_or(DataType::Opaque, DataType::Leaf),
    }
}

fn handle_kind(inner: &TypeInner) -> ResourceKind {
    use naga::{ImageClass, ImageDimension, ScalarKind};
    match *inner {
        TypeInner::Sampler { comparison } => ResourceKind::Sampler { comparison },
        TypeInner::Image {
            dim: ImageDimension::D2,
            arrayed: false,
            class:
                ImageClass::Sampled {
                    kind: ScalarKind::Float,
                    multi: false,
                },
        } => ResourceKind::Texture("texture_2d<f32>".into()),
        TypeInner::Image {
            class: ImageClass::Storage { .. },
            ..
        } => ResourceKind::Unsupported("a storage texture".into()),
        TypeInner::Image { .. } => ResourceKind::Unsupported("this kind of texture".into()),
        _ => ResourceKind::Unsupported("this type".into()),
    }
}

fn flatten_io(
    module: &Module,
    owner: &str,
    name: &str,
    binding: Option<&naga::Binding>,
    ty: Handle<Type>,
    out: &mut Vec<Io>,
) {
    let ty = &module.types[ty];
    if let Some(binding) = binding {
        out.push(Io {
            name: name.to_owned(),
            owner: owner.to_owned(),
            binding: match binding {
                naga::Binding::BuiltIn(builtin) => IoBinding::BuiltIn(*builtin),
                naga::Binding::Location { location, .. } => IoBinding::Location(*location),
            },
            ty: ValueType::from_naga(&ty.inner),
            interpolation: match binding {
                naga::Binding::BuiltIn(_) => None,
                naga::Binding::Location {
                    interpolation,
                    sampling,
                    ..
                } => interpolation.map(|interpolation| (interpolation, *sampling)),
            },
        });
    } else if let TypeInner::Struct { members, .. } = &ty.inner {
        let owner = ty.name.clone().unwrap_or_default();
        for member in members {
            let name = member.name.as_deref().unwrap_or_default();
            flatten_io(
                module,
                &owner,
                name,
                member.binding.as_ref(),
                member.ty,
                out,
            );
        }
    }
}
