//! The vertex stage of `shaders/swim.wgsl`, run on the device and held to `sim`.
//!
//! A compute shader cannot call an entry point. So the sketch is compiled, by the same code as
//! always, with a compute stage behind it that calls a function of the same signature, and in naga's
//! module that function is then given the vertex stage's body. What runs is what the sketch draws
//! with, down to the last expression.

use std::borrow::Cow;
use std::path::Path;

use glam::{Mat4, Vec3, Vec4};
use swimlab::params::{ParamSet, Scalar, Value, ValueType};
use swimlab::scene::{Camera, InstanceData, InstanceField, Layout, Mesh, load_gltf};
use swimlab::shader::{CompiledShader, Limits, ResourceKind, SourceFile, compile};
use swimlab::sim::{SwimParams, swim_normal, swim_position};

use super::device::{Bound, Compute};

const SKETCH: &str = include_str!("../../shaders/swim.wgsl");

/// How far the device's `f32` may be from the reference, in model units and in normals of unit
/// length.
const TOLERANCE: f32 = 1e-4;

/// Appended to the sketch. The sketch's own names are all it has to get along with.
const HARNESS: &str = "
struct TestCase {
    position: vec3f,
    normal: vec3f,
    world_from_model_row0: vec4f,
    world_from_model_row1: vec4f,
    world_from_model_row2: vec4f,
    custom: vec4f,
}
struct TestResult {
    clip: vec4f,
    world: vec3f,
    normal: vec3f,
    color: vec3f,
}
@group(2) @binding(0) var<storage, read> test_cases: array<TestCase>;
@group(2) @binding(1) var<storage, read_write> test_results: array<TestResult>;

fn test_stage(vertex: Vertex, instance: Instance) -> Fish {
    return Fish();
}

@compute @workgroup_size(64)
fn test_run(@builtin(global_invocation_id) at: vec3u) {
    if at.x >= arrayLength(&test_cases) {
        return;
    }
    let given = test_cases[at.x];
    let instance = Instance(
        given.world_from_model_row0,
        given.world_from_model_row1,
        given.world_from_model_row2,
        vec4f(1.0),
        given.custom,
        at.x,
    );
    let fish = test_stage(Vertex(given.position, given.normal, vec2f(), vec4f(1.0)), instance);
    test_results[at.x] = TestResult(fish.clip_position, fish.world_position, fish.normal, fish.color);
}
";

/// `TestCase` as WGSL lays it out.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Given {
    position: [f32; 4],
    normal: [f32; 4],
    world_from_model: [[f32; 4]; 3],
    custom: [f32; 4],
}

/// `TestResult` as WGSL lays it out.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Moved {
    clip: [f32; 4],
    world: [f32; 4],
    normal: [f32; 4],
    color: [f32; 4],
}

impl Moved {
    fn world(&self) -> Vec3 {
        Vec4::from(self.world).truncate()
    }

    fn normal(&self) -> Vec3 {
        Vec4::from(self.normal).truncate()
    }
}

/// A sketch's `vs_fish` as a compute shader.
struct Stage {
    shader: CompiledShader,
    compute: Compute,
}

impl Stage {
    fn of(sketch: &str) -> Self {
        let file = SourceFile::new("swim.wgsl", format!("{sketch}{HARNESS}"));
        let shader = compile(&file, &|_| Err(String::new()), &Limits::default())
            .unwrap_or_else(|found| panic!("{}", found[0]));
        let mut module = shader.module.clone();
        let vertex = module
            .entry_points
            .iter()
            .find(|entry| entry.name == "vs_fish")
            .expect("the sketch has it");
        let mut function = vertex.function.clone();
        for argument in &mut function.arguments {
            argument.binding = None;
        }
        if let Some(result) = &mut function.result {
            result.binding = None;
        }
        let (stage, _) = module
            .functions
            .iter()
            .find(|(_, function)| function.name.as_deref() == Some("test_stage"))
            .expect("the harness has it");
        module.functions[stage] = function;
        module
            .entry_points
            .retain(|entry| entry.stage == naga::ShaderStage::Compute);
        let compute = Compute::new(wgpu::ShaderSource::Naga(Cow::Owned(module)))
            .unwrap_or_else(|error| panic!("{error}"));
        Self { shader, compute }
    }

    /// The sketch's controls with all motions off, then some of them set.
    fn settings(&self, values: &[(&str, f32)], phase: f32) -> ParamSet {
        let mut params = ParamSet::new(&self.shader);
        let mut set = |name: &str, number: f32| {
            let at = params.index(&format!("swim.{name}")).expect("declared");
            let lanes = [f64::from(number)];
            let value = Value::from_lanes(ValueType::scalar(Scalar::F32), &lanes);
            params.set(at, value.expect("one lane"));
            assert_eq!(
                params.value(at).lanes(),
                lanes,
                "{name} is out of its range"
            );
        };
        for name in MOTIONS {
            set(name, 0.0);
        }
        set("time_scale", 1.0);
        for (name, number) in values {
            set(name, *number);
        }
        params.restart_phases();
        params.advance_phases(f64::from(phase));
        params
    }

    fn run(&self, params: &ParamSet, clip_from_world: Mat4, cases: &[Given]) -> Vec<Moved> {
        let resources = &self.shader.interface.resources;
        let frame = resources
            .iter()
            .find(|resource| resource.kind == ResourceKind::Frame)
            .expect("the sketch uses it");
        let mut frame_bytes = vec![0; frame.size as usize];
        frame_bytes[..64].copy_from_slice(bytemuck::bytes_of(&clip_from_world));
        let mut blocks = vec![Vec::new(); params.blocks().len()];
        for (at, bytes) in blocks.iter_mut().enumerate() {
            params.pack(at, bytes);
        }
        let uniform = |point: swimlab::shader::BindingPoint, bytes| Bound {
            group: point.group,
            binding: point.binding,
            usage: wgpu::BufferUsages::UNIFORM,
            bytes,
        };
        let storage = |binding, bytes| Bound {
            group: 2,
            binding,
            usage: wgpu::BufferUsages::STORAGE,
            bytes,
        };
        let results = vec![0; size_of::<Moved>() * cases.len()];
        let mut bound = vec![uniform(frame.point, &frame_bytes)];
        for (block, bytes) in params.blocks().iter().zip(&blocks) {
            bound.push(uniform(block.point, bytes));
        }
        bound.push(storage(0, bytemuck::cast_slice(cases)));
        bound.push(storage(1, &results));
        let bytes = self.compute.run(&bound, (cases.len() as u32).div_ceil(64));
        bytemuck::pod_collect_to_vec(&bytes)
    }

    /// The largest distance of a position and of a normal from the reference, over every case and
    /// phase, for an instance that stands at the origin unturned.
    fn distance(&self, values: &[(&str, f32)], phases: &[f32], cases: &[Given]) -> (f32, f32) {
        let mut largest = (0.0f32, 0.0f32);
        for phase in phases {
            let params = self.settings(values, *phase);
            let reference = reference(&params);
            for (given, moved) in cases.iter().zip(self.run(&params, Mat4::IDENTITY, cases)) {
                let (position, normal) = expected(&reference, given);
                largest.0 = largest.0.max(distance(moved.world(), position));
                largest.1 = largest.1.max(distance(moved.normal(), normal));
            }
        }
        largest
    }
}

/// NaN is the farthest of all.
fn distance(a: Vec3, b: Vec3) -> f32 {
    let distance = a.distance(b);
    if distance.is_nan() {
        f32::INFINITY
    } else {
        distance
    }
}

const MOTIONS: [&str; 4] = ["side_to_side", "pivot", "wave", "twist"];
const PHASES: [f32; 5] = [0.0, 0.7, 2.9, 11.3, 41.3];
/// Custom data at the ends of its range and between them.
const CUSTOM: [[f32; 4]; 3] = [
    [0.0, 0.5, 0.0, 0.0],
    [0.296_875, 0.0, 0.25, 0.75],
    [0.996_093_75, 0.996_093_75, 0.5, 0.5],
];

/// The reference's parameters as the device gets them.
fn reference(params: &ParamSet) -> SwimParams {
    let number = |name: &str| {
        let at = params.index(&format!("swim.{name}")).expect("declared");
        params.value(at).lanes()[0] as f32
    };
    SwimParams {
        side_to_side: number("side_to_side"),
        pivot: number("pivot"),
        wave: number("wave"),
        twist: number("twist"),
        body_phase: number("body_phase"),
        mask_black: number("mask_black"),
        mask_white: number("mask_white"),
        phase: number("phase"),
    }
}

/// Position and normal in model space.
fn expected(params: &SwimParams, given: &Given) -> (Vec3, Vec3) {
    let rest = Vec4::from(given.position).truncate();
    let normal = Vec4::from(given.normal).truncate();
    (
        swim_position(params, rest, given.custom),
        swim_normal(params, rest, normal, given.custom),
    )
}

fn fish() -> Mesh {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/fish.glb");
    let bytes = std::fs::read(path).expect("it can be read");
    load_gltf(
        "fish.glb",
        &bytes,
        &|_| Err("it needs no other file".into()),
    )
    .expect("it loads")
}

fn given(rest: Vec3, normal: Vec3, instance: &InstanceData) -> Given {
    Given {
        position: rest.extend(0.0).to_array(),
        normal: normal.extend(0.0).to_array(),
        world_from_model: instance.world_from_model,
        custom: instance.custom,
    }
}

/// Every vertex of the fish, for several fish that stand at the origin.
fn cases() -> Vec<Given> {
    let fish = fish();
    let mut cases = Vec::new();
    for custom in CUSTOM {
        let instance = InstanceData {
            custom,
            ..InstanceField::default().instance(0, 1)
        };
        cases.extend(
            fish.vertices
                .iter()
                .map(|v| given(v.position.into(), v.normal.into(), &instance)),
        );
    }
    cases
}

fn assert_motions(rows: &[(&str, &[(&str, f32)])], cases: &[Given]) {
    let stage = Stage::of(SKETCH);
    let mut failures = Vec::new();
    for (name, values) in rows {
        let (position, normal) = stage.distance(values, &PHASES, cases);
        if position > TOLERANCE || normal > TOLERANCE {
            failures.push(format!(
                "{name}: positions differ by {position:e}, normals by {normal:e}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_motion_alone_and_all_together_are_those_of_the_reference() {
    assert_motions(
        &[
            ("nothing", &[]),
            ("side to side", &[("side_to_side", 1.0)]),
            ("pivot", &[("pivot", 0.8)]),
            ("wave", &[("wave", 1.0)]),
            ("twist", &[("twist", 1.6)]),
            ("wave and twist", &[("wave", 0.5), ("twist", 1.0)]),
            (
                "all",
                &[
                    ("side_to_side", 0.08),
                    ("pivot", 0.1),
                    ("wave", 0.18),
                    ("twist", 0.3),
                ],
            ),
            (
                "all, as far as they go",
                &[
                    ("side_to_side", 1.0),
                    ("pivot", 0.8),
                    ("wave", 1.0),
                    ("twist", 1.6),
                    ("body_phase", 12.0),
                ],
            ),
        ],
        &cases(),
    );
}

#[test]
fn masks_of_every_kind_are_those_of_the_reference() {
    const WAVE: (&str, f32) = ("wave", 0.5);
    const TWIST: (&str, f32) = ("twist", 1.2);
    assert_motions(
        &[
            (
                "whole",
                &[WAVE, TWIST, ("mask_black", -1.0), ("mask_white", -0.5)],
            ),
            (
                "none",
                &[WAVE, TWIST, ("mask_black", 1.5), ("mask_white", 2.0)],
            ),
            (
                "all along the body",
                &[WAVE, TWIST, ("mask_black", 0.0), ("mask_white", 1.0)],
            ),
            (
                "steep",
                &[WAVE, TWIST, ("mask_black", 0.45), ("mask_white", 0.55)],
            ),
            (
                "the head moves",
                &[WAVE, TWIST, ("mask_black", 0.9), ("mask_white", 0.1)],
            ),
            ("no lag", &[WAVE, TWIST, ("body_phase", 0.0)]),
        ],
        &cases(),
    );
}

/// A person who drags one edge over the other passes through this.
#[test]
fn edges_of_the_mask_that_meet_make_a_step() {
    let mesh = fish();
    let instance = InstanceField::default().instance(0, 1);
    for edge in [0.0, 0.5, 0.51, 1.0] {
        let at_edge = |z: f32| 0.5 * (1.0 - z) - edge;
        let values = [
            ("wave", 0.5),
            ("twist", 1.2),
            ("mask_black", edge),
            ("mask_white", edge),
        ];
        // On the step itself, where the reference has no slope, all that is asked is a number.
        let (mut beside, mut on) = (Vec::new(), Vec::new());
        for vertex in &mesh.vertices {
            let case = given(vertex.position.into(), vertex.normal.into(), &instance);
            if at_edge(vertex.position[2]).abs() > 1e-3 {
                beside.push(case);
            } else {
                on.push(case);
            }
        }
        on.push(given(
            Vec3::new(0.1, 0.1, 1.0 - 2.0 * edge),
            Vec3::X,
            &instance,
        ));
        let stage = Stage::of(SKETCH);
        let (position, normal) = stage.distance(&values, &PHASES, &beside);
        assert!(
            position <= TOLERANCE && normal <= TOLERANCE,
            "edges at {edge}: positions differ by {position:e}, normals by {normal:e}"
        );
        let params = stage.settings(&values, 0.7);
        for moved in stage.run(&params, Mat4::IDENTITY, &on) {
            assert!(
                moved.world().is_finite() && moved.normal().is_normalized(),
                "edges at {edge}: {moved:?}"
            );
        }
    }
}

#[test]
fn the_fish_is_then_put_where_its_instance_stands_and_projected() {
    let stage = Stage::of(SKETCH);
    let params = stage.settings(&[("side_to_side", 0.3), ("wave", 0.4), ("twist", 0.9)], 2.9);
    let reference = reference(&params);
    let field = InstanceField {
        layout: Layout::Ring {
            radius: 3.0,
            width: 1.0,
        },
        seed: 7,
    };
    let clip_from_world = Camera::default().matrices(1.5).clip_from_world;
    let mesh = fish();
    for id in 0..5 {
        let instance = field.instance(id, 5);
        let rows = instance.world_from_model.map(Vec4::from);
        let world_from_model = Mat4::from_cols(rows[0], rows[1], rows[2], Vec4::W).transpose();
        let cases: Vec<Given> = mesh
            .vertices
            .iter()
            .map(|v| given(v.position.into(), v.normal.into(), &instance))
            .collect();
        for (given, moved) in cases
            .iter()
            .zip(stage.run(&params, clip_from_world, &cases))
        {
            let (position, normal) = expected(&reference, given);
            let world = world_from_model.transform_point3(position);
            let normal = world_from_model.transform_vector3(normal).normalize();
            assert!(distance(moved.world(), world) < TOLERANCE, "{moved:?}");
            assert!(distance(moved.normal(), normal) < TOLERANCE, "{moved:?}");
            let clip = clip_from_world * world.extend(1.0);
            assert!(Vec4::from(moved.clip).abs_diff_eq(clip, 1e-3), "{moved:?}");
        }
    }
}

#[test]
fn the_mask_is_shown_as_brightness() {
    let stage = Stage::of(SKETCH);
    let mut params = stage.settings(&[], 0.0);
    let at = params.index("swim.show_mask").expect("declared");
    let on = Value::from_lanes(ValueType::scalar(Scalar::U32), &[1.0]).expect("one lane");
    params.set(at, on);
    let reference = reference(&params);
    let cases = cases();
    for (given, moved) in cases.iter().zip(stage.run(&params, Mat4::IDENTITY, &cases)) {
        let mask = swimlab::sim::swim_mask(&reference, 0.5 * (1.0 - given.position[2]));
        let color = Vec4::from(moved.color).truncate();
        assert!(distance(color, Vec3::splat(mask)) < TOLERANCE, "{moved:?}");
    }
}

#[test]
fn the_reference_opens_with_what_the_sketch_opens_with() {
    let file = SourceFile::new("swim.wgsl", SKETCH);
    let shader = compile(&file, &|_| Err(String::new()), &Limits::default()).expect("it compiles");
    assert_eq!(reference(&ParamSet::new(&shader)), SwimParams::default());
}

#[test]
fn a_wrong_motion_or_normal_is_noticed() {
    let all = [
        ("side_to_side", 0.3),
        ("pivot", 0.4),
        ("wave", 0.4),
        ("twist", 0.9),
    ];
    let cases = cases();
    for (is_motion, right, wrong) in [
        (
            true,
            "p.x += swim.side_to_side * cos(time)",
            "p.x += swim.side_to_side * sin(time)",
        ),
        (
            true,
            "pc * rest.x + ps * rest.z",
            "pc * rest.x - ps * rest.z",
        ),
        (
            true,
            "swim.wave * mask * cos(wave_time)",
            "swim.wave * cos(wave_time)",
        ),
        (
            true,
            "ts * upright.x + tc * upright.y",
            "ts * upright.x + upright.y",
        ),
        (
            true,
            "(0.5 + instance.custom.y)",
            "(0.51 + instance.custom.y)",
        ),
        (false, "body) * -0.5;", "body) * -0.49;"),
        (false, "mask * beat_slope", "beat_slope"),
        (
            false,
            "let dx = vec3f(a * pc, b * pc, -ps)",
            "let dx = vec3f(a * pc, b * pc, 0.0)",
        ),
        (false, "mask * twist_slope", "0.99 * mask * twist_slope"),
        (false, "cross(dz, dx)", "cross(dx, dz)"),
    ] {
        assert!(
            SKETCH.contains(right),
            "the sketch has no `{right}` to spoil"
        );
        let (position, normal) =
            Stage::of(&SKETCH.replace(right, wrong)).distance(&all, &PHASES, &cases);
        if is_motion {
            assert!(position > 10.0 * TOLERANCE, "`{wrong}`: {position:e}");
        } else {
            assert!(position <= TOLERANCE, "`{wrong}`: {position:e}");
            assert!(normal > 10.0 * TOLERANCE, "`{wrong}`: {normal:e}");
        }
    }
}
