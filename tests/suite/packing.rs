//! What `ParamSet` packs is what the device reads: random uniforms, set member by member, packed,
//! and read back lane by lane by a compute shader.

use std::borrow::Cow;
use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use swimlab::params::{ParamSet, Scalar, Value, ValueType};
use swimlab::shader::{Limits, SourceFile, compile};
use swimlab::worker::with_large_stack;

use super::device::{Bound, Compute};

const NUM_CASES: u32 = 48;
/// The most lanes of a case: a driver compiles an instruction or two for each.
const MAX_LANES: usize = 256;

/// A type that a uniform can have.
#[derive(Clone, Debug)]
enum Type {
    Leaf(ValueType),
    Array(u32, Box<Type>),
    Struct(Vec<Member>),
}

/// A member of a struct.
#[derive(Clone, Debug)]
struct Member {
    ty: Type,
    /// Bytes, if it says so.
    align: Option<u32>,
    /// Bytes over what a leaf needs, by `@size`.
    surplus: u32,
}

impl Member {
    fn plain(ty: Type) -> Self {
        Self {
            ty,
            align: None,
            surplus: 0,
        }
    }
}

/// Size and alignment as WGSL has them.
fn size_and_align(ty: ValueType) -> (u32, u32) {
    let rows = u32::from(ty.rows);
    let align = 4 * rows.next_power_of_two();
    if ty.is_matrix() {
        (align * u32::from(ty.columns), align)
    } else {
        (4 * rows, align)
    }
}

/// Declares the structs that a type needs and returns its name. In a uniform, arrays and structs
/// inside of others stand at multiples of 16 bytes.
fn declare(ty: &Type, is_inner: bool, structs: &mut Vec<String>) -> String {
    match ty {
        Type::Leaf(ty) => ty.to_string(),
        Type::Array(len, element) => {
            format!("array<{}, {len}>", declare(element, true, structs))
        }
        Type::Struct(members) => {
            let mut text = String::new();
            for (at, member) in members.iter().enumerate() {
                let name = declare(&member.ty, true, structs);
                let must_align = is_inner && at == 0 || matches!(member.ty, Type::Array(..));
                match (member.align, must_align) {
                    (Some(align), _) => write!(text, "    @align({align})"),
                    (None, true) => write!(text, "    @align(16)"),
                    (None, false) => write!(text, "   "),
                }
                .expect("a string takes it");
                if let (Type::Leaf(ty), 1..) = (&member.ty, member.surplus) {
                    let (size, _) = size_and_align(*ty);
                    write!(text, " @size({})", size + member.surplus).expect("a string takes it");
                }
                writeln!(text, " m{at}: {name},").expect("a string takes it");
            }
            let name = format!("S{}", structs.len());
            structs.push(format!("struct {name} {{\n{text}}}\n"));
            name
        }
    }
}

/// Paths of all leaves in order of declaration: the same words in WGSL and for a control.
fn leaves(ty: &Type, path: &str, found: &mut Vec<(String, ValueType)>) {
    match ty {
        Type::Leaf(ty) => found.push((path.to_owned(), *ty)),
        Type::Array(len, element) => {
            for i in 0..*len {
                leaves(element, &format!("{path}[{i}]"), found);
            }
        }
        Type::Struct(members) => {
            for (at, member) in members.iter().enumerate() {
                leaves(&member.ty, &format!("{path}.m{at}"), found);
            }
        }
    }
}

fn num_lanes(types: &[Type]) -> usize {
    let mut found = Vec::new();
    for ty in types {
        leaves(ty, "", &mut found);
    }
    found.iter().map(|(_, ty)| ty.num_lanes()).sum()
}

/// A lane's number and its bits, made from random bits. Drivers may flush numbers below the normal
/// ones to 0, and what is not finite no control holds.
fn lane(scalar: Scalar, bits: u32) -> (f64, u32) {
    match scalar {
        Scalar::F32 => {
            let number = f32::from_bits(bits);
            let number = if number.is_normal() || number == 0.0 {
                number
            } else {
                bits as f32
            };
            (f64::from(number), number.to_bits())
        }
        Scalar::I32 => (f64::from(bits as i32), bits),
        Scalar::U32 => (f64::from(bits), bits),
        Scalar::Bool => unreachable!("no uniform holds it"),
    }
}

/// A lane of a leaf, in WGSL.
fn place(path: &str, ty: ValueType, lane: usize) -> String {
    let (column, row) = (lane / ty.rows as usize, lane % ty.rows as usize);
    match (ty.is_matrix(), ty.rows) {
        (true, _) => format!("{path}[{column}][{row}]"),
        (false, 1) => path.to_owned(),
        (false, _) => format!("{path}[{row}]"),
    }
}

/// Uniforms of these types, set to these bits: what each was packed to.
fn check(types: &[Type], bits: &[u32]) -> Result<Vec<Vec<u8>>, String> {
    let mut structs = Vec::new();
    let mut variables = String::new();
    let mut wanted = Vec::new();
    for (at, ty) in types.iter().enumerate() {
        let name = declare(ty, false, &mut structs);
        let _ = writeln!(
            variables,
            "@group(1) @binding({at}) var<uniform> u{at}: {name};"
        );
        leaves(ty, &format!("u{at}"), &mut wanted);
    }
    let declarations = structs.concat() + &variables;
    let fail = |what: &str| format!("{what}\n\n{declarations}");

    let used: String = wanted
        .iter()
        .map(|(path, ty)| format!(" + f32({})", place(path, *ty, 0)))
        .collect();
    let sketch = format!(
        "{declarations}\n@fragment\nfn fs_main() -> @location(0) vec4f {{\n    return vec4f(0.0{used});\n}}\n"
    );
    let shader = with_large_stack(|| {
        let file = SourceFile::new("packing.wgsl", sketch);
        compile(&file, &|_| Err(String::new()), &Limits::default())
    })
    .map_err(|found| fail(&found[0].render()))?;
    let mut params = ParamSet::new(&shader);
    let controls: Vec<(String, ValueType)> = params
        .params()
        .iter()
        .map(|param| (param.path.clone(), param.ty))
        .collect();
    if controls != wanted {
        return Err(fail(&format!("{wanted:?} have the controls {controls:?}")));
    }

    let mut bits = bits.iter().copied().cycle();
    let mut expected = Vec::new();
    let mut copies = String::new();
    for (at, (path, ty)) in wanted.iter().enumerate() {
        let mut lanes = Vec::new();
        for i in 0..ty.num_lanes() {
            let (number, bits) = lane(ty.scalar, bits.next().expect("there is one"));
            let place = place(path, *ty, i);
            let _ = writeln!(
                copies,
                "    lanes[{}] = bitcast<u32>({place});",
                expected.len()
            );
            expected.push((place, bits));
            lanes.push(number);
        }
        params.set(
            at,
            Value::from_lanes(*ty, &lanes).expect("as many as it has"),
        );
    }

    let text = format!(
        "{declarations}\n@group(0) @binding(0) var<storage, read_write> lanes: array<u32>;\n\
         @compute @workgroup_size(1)\nfn copy() {{\n{copies}}}\n"
    );
    let compute = Compute::new(wgpu::ShaderSource::Wgsl(Cow::Owned(text)))
        .map_err(|error| fail(&error.to_string()))?;
    let packed: Vec<Vec<u8>> = (0..params.blocks().len())
        .map(|at| {
            let mut bytes = Vec::new();
            params.pack(at, &mut bytes);
            // A buffer is as long as the renderer makes it.
            bytes.resize(bytes.len().next_multiple_of(16), 0);
            bytes
        })
        .collect();
    let mut bound: Vec<Bound<'_>> = params
        .blocks()
        .iter()
        .zip(&packed)
        .map(|(block, bytes)| Bound {
            group: block.point.group,
            binding: block.point.binding,
            usage: wgpu::BufferUsages::UNIFORM,
            bytes,
        })
        .collect();
    let nothing = vec![0; expected.len() * 4];
    bound.push(Bound {
        group: 0,
        binding: 0,
        usage: wgpu::BufferUsages::STORAGE,
        bytes: &nothing,
    });
    let read: Vec<u32> = bytemuck::pod_collect_to_vec(&compute.run(&bound, 1));
    let wrong: Vec<String> = expected
        .iter()
        .zip(&read)
        .filter(|((_, wanted), found)| wanted != *found)
        .map(|((place, wanted), found)| format!("{place}: {found:#010x} and not {wanted:#010x}"))
        .collect();
    if wrong.is_empty() {
        Ok(packed)
    } else {
        Err(fail(&wrong.join("\n")))
    }
}

const SCALARS: [Scalar; 3] = [Scalar::F32, Scalar::I32, Scalar::U32];

fn leaf_types() -> Vec<ValueType> {
    let mut types = Vec::new();
    for scalar in SCALARS {
        types.push(ValueType::scalar(scalar));
        types.extend((2..=4).map(|rows| ValueType::vector(scalar, rows)));
    }
    for columns in 2..=4 {
        types.extend((2..=4).map(|rows| ValueType::matrix(columns, rows)));
    }
    types
}

/// Arrays of leaves whose elements stand at multiples of 16 bytes, as those of uniforms must; at
/// times arrays of such arrays.
fn array_of_leaves() -> impl Strategy<Value = Type> {
    let is_wide = |ty: &ValueType| {
        let (size, align) = size_and_align(*ty);
        size.next_multiple_of(align).is_multiple_of(16)
    };
    let types: Vec<ValueType> = leaf_types().into_iter().filter(is_wide).collect();
    let array =
        (1..=4u32, select(types)).prop_map(|(len, ty)| Type::Array(len, Box::new(Type::Leaf(ty))));
    (
        prop_oneof![4 => Just(None), 1 => (1..=2u32).prop_map(Some)],
        array,
    )
        .prop_map(|(outer, array)| match outer {
            Some(len) => Type::Array(len, Box::new(array)),
            None => array,
        })
}

fn leaf() -> impl Strategy<Value = Type> {
    select(leaf_types()).prop_map(Type::Leaf)
}

/// With four rows where a matrix has two: inside of inner structs the compiler refuses those.
fn widened(ty: Type) -> Type {
    match ty {
        Type::Leaf(ty) if ty.is_matrix() && ty.rows == 2 => {
            Type::Leaf(ValueType::matrix(ty.columns, 4))
        }
        Type::Leaf(ty) => Type::Leaf(ty),
        Type::Array(len, element) => Type::Array(len, Box::new(widened(*element))),
        Type::Struct(members) => Type::Struct(
            members
                .into_iter()
                .map(|member| Member {
                    ty: widened(member.ty),
                    ..member
                })
                .collect(),
        ),
    }
}

/// A struct with structs inside of it, `depth` deep.
fn any_struct(depth: u32) -> BoxedStrategy<Type> {
    let ty = if depth == 0 {
        prop_oneof![4 => leaf(), 1 => array_of_leaves()].boxed()
    } else {
        let inner = any_struct(depth - 1).prop_map(widened);
        let array =
            (1..=3u32, any_struct(depth - 1)).prop_map(|(len, ty)| Type::Array(len, Box::new(ty)));
        prop_oneof![6 => leaf(), 2 => array_of_leaves(), 1 => inner, 1 => array].boxed()
    };
    let align = prop_oneof![8 => Just(None), 1 => Just(Some(16)), 1 => Just(Some(32))];
    let surplus = prop_oneof![6 => Just(0), 1 => (1..=6u32).prop_map(|words| words * 4)];
    let member =
        (ty, align, surplus).prop_map(|(ty, align, surplus)| Member { ty, align, surplus });
    prop::collection::vec(member, 1..=6)
        .prop_map(Type::Struct)
        .boxed()
}

/// One or two uniforms.
fn uniforms() -> impl Strategy<Value = Vec<Type>> {
    let ty = prop_oneof![6 => any_struct(2), 1 => leaf(), 1 => array_of_leaves()];
    prop::collection::vec(ty, 1..=2).prop_filter("few enough lanes for a driver", |types| {
        num_lanes(types) <= MAX_LANES
    })
}

/// Of one case. Which lanes are wrong the failure says; all of them would hide it.
#[derive(Clone)]
struct Bits(Vec<u32>);

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// Bits of any number, zeros and ends of ranges among them.
fn any_bits() -> impl Strategy<Value = Bits> {
    let ends = select(vec![
        0,
        1,
        u32::MAX,
        i32::MAX as u32,
        i32::MIN as u32,
        f32::MAX.to_bits(),
        f32::MIN_POSITIVE.to_bits(),
    ]);
    prop::collection::vec(prop_oneof![9 => any::<u32>(), 1 => ends], MAX_LANES).prop_map(Bits)
}

#[test]
fn the_device_reads_from_random_uniforms_what_was_set() {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: NUM_CASES,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5317),
        ..ProptestConfig::default()
    });
    let result = runner.run(&(uniforms(), any_bits()), |(types, bits)| {
        check(&types, &bits.0)
            .map(|_| ())
            .map_err(TestCaseError::fail)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

fn vector(rows: u8) -> Type {
    Type::Leaf(if rows == 1 {
        ValueType::scalar(Scalar::F32)
    } else {
        ValueType::vector(Scalar::F32, rows)
    })
}

fn matrix(columns: u8, rows: u8) -> Type {
    Type::Leaf(ValueType::matrix(columns, rows))
}

fn array(len: u32, element: Type) -> Type {
    Type::Array(len, Box::new(element))
}

fn structure(types: impl IntoIterator<Item = Type>) -> Type {
    Type::Struct(types.into_iter().map(Member::plain).collect())
}

/// Sets the lanes of a uniform to 1, 2, 3, … in order of declaration and compares the bytes; a 0 is
/// padding.
#[track_caller]
fn assert_packed(ty: Type, wanted: &[f32]) {
    let bits: Vec<u32> = (1..=num_lanes(std::slice::from_ref(&ty)))
        .map(|n| (n as f32).to_bits())
        .collect();
    let packed = check(&[ty], &bits).unwrap_or_else(|why| panic!("{why}"));
    let words: Vec<f32> = bytemuck::pod_collect_to_vec(&packed[0]);
    assert_eq!(words, wanted);
}

#[test]
fn a_number_fills_the_gap_behind_a_vec3() {
    assert_packed(structure([vector(3), vector(1)]), &[1.0, 2.0, 3.0, 4.0]);
    assert_packed(
        structure([vector(1), vector(3), vector(1), vector(2)]),
        &[
            1.0, 0.0, 0.0, 0.0, //
            2.0, 3.0, 4.0, 5.0, //
            6.0, 7.0, 0.0, 0.0,
        ],
    );
}

#[test]
fn columns_of_three_rows_take_four_words() {
    assert_packed(
        structure([matrix(3, 3), vector(1)]),
        &[
            1.0, 2.0, 3.0, 0.0, //
            4.0, 5.0, 6.0, 0.0, //
            7.0, 8.0, 9.0, 0.0, //
            10.0, 0.0, 0.0, 0.0,
        ],
    );
    assert_packed(matrix(2, 3), &[1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0]);
}

#[test]
fn columns_of_two_rows_take_two_words() {
    assert_packed(
        structure([matrix(3, 2), vector(1)]),
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.0],
    );
}

#[test]
fn arrays_of_vectors_have_no_gaps_but_those_of_their_elements() {
    assert_packed(
        structure([vector(1), array(2, vector(4)), vector(1)]),
        &[
            1.0, 0.0, 0.0, 0.0, //
            2.0, 3.0, 4.0, 5.0, //
            6.0, 7.0, 8.0, 9.0, //
            10.0, 0.0, 0.0, 0.0,
        ],
    );
    // Behind the array's last element too.
    assert_packed(
        structure([array(2, vector(3)), vector(1)]),
        &[
            1.0, 2.0, 3.0, 0.0, //
            4.0, 5.0, 6.0, 0.0, //
            7.0, 0.0, 0.0, 0.0,
        ],
    );
    assert_packed(
        array(3, vector(4)),
        &[
            1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0,
        ],
    );
}

#[test]
fn structs_in_arrays_stand_at_their_stride() {
    let joint = structure([vector(3), vector(1), vector(2)]);
    assert_packed(
        structure([vector(1), array(2, joint), vector(1)]),
        &[
            1.0, 0.0, 0.0, 0.0, //
            2.0, 3.0, 4.0, 5.0, //
            6.0, 7.0, 0.0, 0.0, //
            8.0, 9.0, 10.0, 11.0, //
            12.0, 13.0, 0.0, 0.0, //
            14.0, 0.0, 0.0, 0.0,
        ],
    );
}

#[test]
fn sizes_and_alignments_that_a_member_declares_are_kept() {
    let ty = Type::Struct(vec![
        Member {
            surplus: 8,
            ..Member::plain(vector(1))
        },
        Member::plain(vector(1)),
        Member {
            align: Some(32),
            ..Member::plain(vector(2))
        },
    ]);
    assert_packed(
        ty,
        &[
            1.0, 0.0, 0.0, 2.0, //
            0.0, 0.0, 0.0, 0.0, //
            3.0, 4.0, 0.0, 0.0, //
            0.0, 0.0, 0.0, 0.0,
        ],
    );
}
