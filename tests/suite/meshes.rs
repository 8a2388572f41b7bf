//! The meshes that come with the program: `assets/make_meshes.rs` writes them.

use std::path::Path;

use glam::Vec3;
use swimlab::scene::{Mesh, load_gltf};

fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets")
        .join(name);
    std::fs::read(path).expect("it can be read")
}

fn load(name: &str) -> Mesh {
    let no_file = |path: &str| Err(format!("{name} needs {path}, but stands alone"));
    load_gltf(name, &bytes(name), &no_file).unwrap_or_else(|error| panic!("{error}"))
}

/// What the swim cycle counts on, beside the number of vertices.
#[track_caller]
fn assert_is_fish(name: &str) {
    let mesh = load(name);
    let bounds = mesh.bounds;
    assert!(
        (bounds.min.z + 1.0).abs() < 1e-4 && (bounds.max.z - 1.0).abs() < 1e-4,
        "{name} is 2 long: {bounds:?}"
    );
    assert!(
        bounds.center().x.abs() < 1e-3,
        "{name} is centred: {bounds:?}"
    );
    // Fins reach further up than down; the spine is what stands on the axis.
    assert!(
        bounds.min.y < -0.2 && bounds.max.y > 0.2 && bounds.center().y.abs() < 0.2,
        "{name} is centred: {bounds:?}"
    );
    for vertex in &mesh.vertices {
        assert!(
            Vec3::from(vertex.normal).is_normalized(),
            "{name}: {vertex:?}"
        );
        assert!(
            vertex.uv.iter().all(|n| (0.0..=1.0).contains(n)),
            "{name}: {vertex:?}"
        );
        assert!(
            vertex.color.iter().all(|n| (0.0..=1.0).contains(n)),
            "{name}: {vertex:?}"
        );
    }
    // The loader fills in what a file lacks.
    let file = gltf::Gltf::from_slice(&bytes(name)).expect("it is glTF");
    for primitive in file.meshes().flat_map(|mesh| mesh.primitives()) {
        for semantic in [
            gltf::Semantic::Positions,
            gltf::Semantic::Normals,
            gltf::Semantic::TexCoords(0),
            gltf::Semantic::Colors(0),
        ] {
            let found = primitive.get(&semantic);
            assert!(found.is_some(), "{name} has no {semantic:?}");
        }
    }
    let differ = |value: &dyn Fn(usize) -> Vec<f32>| {
        (1..mesh.vertices.len()).any(|at| value(at) != value(0))
    };
    assert!(differ(&|at| mesh.vertices[at].uv.to_vec()), "{name}: uv");
    assert!(
        differ(&|at| mesh.vertices[at].color.to_vec()),
        "{name}: color"
    );
}

#[test]
fn the_fish_is_what_the_swim_cycle_counts_on() {
    assert_is_fish("fish.glb");
    let num_vertices = load("fish.glb").vertices.len();
    assert!((200..=400).contains(&num_vertices), "{num_vertices}");
}

#[test]
fn the_fish_of_the_measurements_keeps_its_size() {
    assert_is_fish("fish_204.glb");
    let mesh = load("fish_204.glb");
    assert_eq!((mesh.vertices.len(), mesh.num_triangles()), (204, 384));
}

#[test]
fn the_head_is_ahead() {
    for name in ["fish.glb", "fish_204.glb"] {
        let mesh = load(name);
        let height = |range: std::ops::Range<f32>| {
            let ys = mesh
                .vertices
                .iter()
                .filter(|v| range.contains(&v.position[2]))
                .map(|v| v.position[1].abs());
            ys.fold(0.0, f32::max)
        };
        // The snout is low, the tail fin is high.
        assert!(height(0.97..1.1) < 0.1, "{name}");
        assert!(height(-1.1..-0.9) > 0.15, "{name}");
    }
}
