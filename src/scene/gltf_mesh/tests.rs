//! Files that somebody broke, and good ones.

use base64::Engine as _;
use serde_json::{Value, json};

use super::*;

fn no_files(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("no file {path}"))
}

/// One triangle of three `f32` positions, then three `u16` indices, in a data URI.
fn triangle() -> Value {
    let mut bytes = Vec::new();
    for n in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(n.to_le_bytes());
    }
    for n in [0u16, 1, 2, 0] {
        bytes.extend(n.to_le_bytes());
    }
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 8}
        ],
        "buffers": [{"byteLength": 44, "uri": format!("data:application/octet-stream;base64,{data}")}]
    })
}

fn load(file: &Value) -> Result<Mesh, MeshError> {
    load_gltf("a.gltf", file.to_string().as_bytes(), &no_files)
}

fn with(pointer: &str, value: Value) -> Value {
    let mut file = triangle();
    *file
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("no {pointer}")) = value;
    file
}

#[track_caller]
fn assert_refused(file: &Value, expected: &str) {
    let error = load(file).expect_err("it is refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_triangle_loads_with_what_is_missing_filled_in() {
    let mesh = load(&triangle()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        (mesh.vertices.len(), mesh.indices.as_slice()),
        (3, &[0, 1, 2][..])
    );
    let vertex = mesh.vertices[1];
    assert_eq!(
        (vertex.position, vertex.normal),
        ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0])
    );
    assert_eq!(
        (vertex.color, vertex.weights),
        ([1.0; 4], [1.0, 0.0, 0.0, 0.0])
    );
}

#[test]
fn indices_may_be_missing_and_strips_are_unrolled() {
    let mut file = triangle();
    file["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": 0}});
    assert_eq!(
        load(&file).unwrap_or_else(|e| panic!("{e}")).indices,
        [0, 1, 2]
    );
    file["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": 0}, "mode": 5});
    assert_eq!(
        load(&file).unwrap_or_else(|e| panic!("{e}")).indices,
        [0, 1, 2]
    );
}

#[test]
fn node_transforms_apply_and_mirrors_turn_triangles_round() {
    let file = with(
        "/nodes/0",
        json!({"mesh": 0, "translation": [0, 0, 5], "scale": [-2, 1, 1]}),
    );
    let mesh = load(&file).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(mesh.vertices[1].position, [-2.0, 0.0, 5.0]);
    assert_eq!(mesh.indices, [0, 2, 1]);
    assert_eq!(mesh.vertices[0].normal, [0.0, 0.0, 1.0]);
}

#[test]
fn byte_colors_are_fractions() {
    let data = base64::engine::general_purpose::STANDARD
        .encode([255u8, 0, 51, 0, 255, 0, 0, 0, 0, 0, 0, 0]);
    let mut file = triangle();
    file["buffers"]
        .as_array_mut()
        .expect("an array")
        .push(json!({"byteLength": 12, "uri": format!("data:;base64,{data}")}));
    file["bufferViews"]
        .as_array_mut()
        .expect("an array")
        .push(json!({"buffer": 1, "byteLength": 12, "byteStride": 4}));
    file["accessors"].as_array_mut().expect("an array").push(json!({"bufferView": 2, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC3"}));
    file["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = json!(2);
    let mesh = load(&file).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(mesh.vertices[0].color, [1.0, 0.0, 0.2, 1.0]);
}

#[test]
fn broken_files_are_refused_in_words() {
    let export = "export the model again";
    let spot = "a.gltf: mesh 0, primitive 0:";
    for (file, expected) in [
        (with("/nodes/0", json!({"children": [0]})), "a.gltf: node 0 is reached twice; give each node one parent and no loops".to_owned()),
        (with("/nodes/0/mesh", json!(9)), format!("a.gltf: node 0 refers to mesh 9, but there are 1; {export}")),
        (with("/scenes/0/nodes", json!([7])), format!("a.gltf: scene 0 refers to node 7, but there are 1; {export}")),
        (with("/scene", json!(3)), format!("a.gltf: the file refers to scene 3, but there are 1; {export}")),
        (with("/nodes/0", json!({"mesh": 0, "scale": [1e38, 1e38, 1e38], "translation": [3e38, 0, 0]})), format!("{spot} POSITION (accessor 0): element 1 is not finite under the transform of node 0; make the model smaller")),
        (with("/accessors/0/componentType", json!(5123)), format!("{spot} POSITION (accessor 0): is vec3 of u16, expected vec3 of f32; {export}")),
        (with("/accessors/0/type", json!("VEC2")), format!("{spot} POSITION (accessor 0): is vec2 of f32, expected vec3 of f32; {export}")),
        (with("/accessors/0/count", json!(4)), format!("{spot} POSITION (accessor 0): ends at byte 48 of buffer view 0, which has 36; {export}")),
        (with("/accessors/0/count", json!(4_000_000_000u64)), "a.gltf: more than 4000000 vertices; simplify or split the model".to_owned()),
        (with("/accessors/0/bufferView", json!(8)), format!("{spot} POSITION (accessor 0): refers to buffer view 8, but there are 2; {export}")),
        (with("/bufferViews/0/buffer", json!(5)), format!("{spot} POSITION (accessor 0): buffer view 0 refers to buffer 5, but there are 1; {export}")),
        (with("/bufferViews/0/byteLength", json!(99)), format!("{spot} POSITION (accessor 0): buffer view 0 ends at byte 99 of a buffer of 44; {export}")),
        (with("/buffers/0/byteLength", json!(1000)), "a.gltf: buffer 0: has 44 bytes where 1000 are announced; the file is cut off, copy it again".to_owned()),
        (with("/buffers/0/uri", json!("../secret.bin")), "a.gltf: buffer 0: the URI \"../secret.bin\" leads out of the model's folder; put the file beside the model".to_owned()),
        (with("/buffers/0/uri", json!("file:///etc/passwd")), "a.gltf: buffer 0: the URI \"file:///etc/passwd\" has a scheme; put the file beside the model and use a relative path".to_owned()),
        (with("/buffers/0/uri", json!("missing.bin")), "a.gltf: buffer 0: cannot read \"missing.bin\": no file missing.bin; put the file beside the model or export as .glb".to_owned()),
        (with("/meshes/0/primitives/0/attributes", json!({})), format!("{spot} has no POSITION attribute; export the model with positions")),
        (with("/meshes/0/primitives/0/indices", json!(6)), format!("{spot} indices (accessor 6): there are only 2 accessors; {export}")),
        (with("/meshes/0/primitives/0/indices", json!(0)), format!("{spot} indices (accessor 0): is vec3 of f32, expected scalar of u8, u16 or u32; {export}")),
        (with("/accessors/1/count", json!(2)), format!("{spot} 2 corners do not make whole triangles; export it triangulated")),
        (with("/accessors/1", json!({"bufferView": 0, "componentType": 5123, "count": 3, "type": "SCALAR", "byteOffset": 14})), format!("{spot} indices (accessor 1): element 0 is vertex 16256, but there are 3; {export}")),
    ] {
        assert_refused(&file, &expected);
    }
    let points = with(
        "/meshes/0/primitives/0",
        json!({"attributes": {"POSITION": 0}, "mode": 0}),
    );
    assert_refused(
        &points,
        "a.gltf: no triangles in the default scene; export a mesh with faces, not only points or lines",
    );
    let mut needs = triangle();
    needs["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    needs["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    assert_refused(
        &needs,
        "a.gltf: needs the extension KHR_draco_mesh_compression; export the model without it",
    );
}

#[test]
fn numbers_that_are_none_are_refused() {
    let mut bytes = Vec::new();
    for n in [0.0f32, 0.0, 0.0, f32::NAN, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(n.to_le_bytes());
    }
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let mut file = with(
        "/buffers/0",
        json!({"byteLength": 36, "uri": format!("data:;base64,{data}")}),
    );
    file["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": 0}});
    assert_refused(
        &file,
        "a.gltf: mesh 0, primitive 0: POSITION (accessor 0): element 1 is not finite; repair the model in the modeller",
    );
}

#[test]
fn what_is_no_gltf_at_all_ends_quickly_and_without_a_panic() {
    let deep = "[".repeat(100_000);
    for bytes in [
        &b""[..],
        b"{",
        b"glTF",
        b"glTF\x02\0\0\0\xff\xff\xff\xff",
        b"glTF\x01\0\0\0\x0c\0\0\0",
        b"\xff\xfe\0",
        deep.as_bytes(),
        b"{\"asset\":{\"version\":\"2.0\"}}",
    ] {
        assert!(load_gltf("a.glb", bytes, &no_files).is_err());
    }
}

#[test]
fn other_peoples_files_load() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");
    if !std::path::Path::new(folder).is_dir() {
        eprintln!("skipped: the folder with sample files is not there");
        return;
    }
    for name in ["Fox.glb", "SimpleSkin.gltf", "torus.gltf"] {
        let bytes = std::fs::read(format!("{folder}/{name}")).expect("readable");
        let mesh = load_gltf(name, &bytes, &no_files).unwrap_or_else(|e| panic!("{e}"));
        assert!(
            !mesh.indices.is_empty() && mesh.bounds.radius() > 0.0,
            "{name}"
        );
    }
}
