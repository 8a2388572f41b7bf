//! glTF 2.0 (`.glb`, `.gltf`) to [`Mesh`].
//!
//! All triangles of the default scene become one mesh in the scene's space. Materials, textures,
//! animations and morph targets are left out; joints and weights are kept, and a skinned mesh
//! stays in its bind pose (its node's transform does not apply, as glTF has it).
//!
//! The file may come from anywhere, so nothing in it is believed: the `gltf` crate only turns JSON
//! into structs (its validation and its readers can panic), every reference, type and range is
//! checked here, nodes are walked without recursion, and what is allocated is limited beforehand.

mod accessor;
mod buffer;
mod error;
mod primitive;
#[cfg(test)]
mod tests;

use glam::{Mat4, Quat, Vec3};
use gltf::json;

use self::accessor::Accessors;
use self::buffer::Buffers;
pub use self::error::{AccessorProblem, BufferProblem, MeshError, PrimitivePlace};
use self::primitive::Builder;
use crate::scene::mesh::Mesh;

/// Largest file, and largest sum of its buffers, in bytes.
pub const MAX_FILE_BYTES: usize = 256 << 20;
/// Most vertices of the merged mesh.
pub const MAX_VERTICES: usize = 4_000_000;
/// Most indices of the merged mesh.
pub const MAX_INDICES: usize = 24_000_000;
/// Most primitives that are looked at, counted anew for each node that shows them.
const MAX_PRIMITIVES: usize = 100_000;
/// Most objects and arrays, and most commas, in the JSON text: it bounds what parsing allocates.
const MAX_JSON_OBJECTS: usize = 200_000;
const MAX_JSON_COMMAS: usize = 2_000_000;

/// Reads a file beside the model: relative path to bytes, or the reason why not.
type Resolve<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Loads the default scene of a glTF file as one mesh.
///
/// `name` is the file's name for messages. `resolve` reads buffers that lie beside the model; it
/// gets a percent-decoded relative path without `..`, and should limit what it reads.
///
/// # Errors
///
/// [`MeshError`] names the file, the item in it, and what to do.
pub fn load_gltf(
    name: &str,
    bytes: &[u8],
    resolve: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Mesh, MeshError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(MeshError::TooLarge {
            file: name.to_owned(),
            what: "the file",
            size_in_bytes: bytes.len(),
            max_in_bytes: MAX_FILE_BYTES,
        });
    }
    let (text, blob) = split(name, bytes)?;
    limit_json(name, text)?;
    let root = json::Root::from_slice(text).map_err(|error| MeshError::Json {
        file: name.to_owned(),
        reason: error.to_string(),
    })?;
    check_extensions(name, &root)?;
    let buffers = Buffers::new(name, &root.buffers, blob, resolve);
    let mut builder = Builder {
        file: name,
        root: &root,
        accessors: Accessors {
            root: &root,
            buffers,
        },
        quantized: root
            .extensions_used
            .iter()
            .any(|extension| extension == "KHR_mesh_quantization"),
        num_primitives: 0,
        vertices: Vec::new(),
        indices: Vec::new(),
    };
    for node in placed_nodes(name, &root)? {
        builder.add_node(&node)?;
    }
    if builder.indices.is_empty() {
        return Err(MeshError::NoTriangles {
            file: name.to_owned(),
        });
    }
    Ok(Mesh::new(builder.vertices, builder.indices))
}

/// Splits a .glb into its JSON text and binary chunk; a .gltf is all text.
fn split<'a>(file: &str, bytes: &'a [u8]) -> Result<(&'a [u8], Option<&'a [u8]>), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let damaged = |reason: String| MeshError::Container {
        file: file.to_owned(),
        reason,
    };
    let word = |at: usize| {
        bytes
            .get(at..at + 4)
            .and_then(|word| word.try_into().ok())
            .map(u32::from_le_bytes)
            .ok_or_else(|| damaged(format!("it ends at byte {}", bytes.len())))
    };
    let version = word(4)?;
    if version != 2 {
        return Err(damaged(format!("version {version} instead of 2")));
    }
    let announced = word(8)? as usize;
    if announced > bytes.len() {
        return Err(damaged(format!(
            "it announces {announced} bytes, there are {}",
            bytes.len()
        )));
    }
    let chunk = |at: usize, kind: &[u8; 4]| {
        let length = word(at)? as usize;
        let words = kind.escape_ascii();
        if bytes.get(at + 4..at + 8) != Some(kind) {
            return Err(damaged(format!("no {words} chunk at byte {at}")));
        }
        bytes
            .get(at + 8..)
            .and_then(|rest| rest.get(..length))
            .ok_or_else(|| damaged(format!("the {words} chunk is cut off")))
    };
    let text = chunk(12, b"JSON")?;
    let after = 20 + text.len();
    // Bytes past the announced length are not part of the file.
    let blob = if after + 8 <= announced {
        Some(chunk(after, b"BIN\0")?)
    } else {
        None
    };
    Ok((text, blob))
}

/// Counts what makes structs, before anything is parsed.
fn limit_json(file: &str, text: &[u8]) -> Result<(), MeshError> {
    let (mut num_objects, mut num_commas) = (0, 0);
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => {
                while let Some(byte) = rest.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = rest.next(),
                        _ => {}
                    }
                }
            }
            b'{' | b'[' => num_objects += 1,
            b',' => num_commas += 1,
            _ => {}
        }
    }
    let too_many = |what, max| {
        Err(MeshError::TooMany {
            file: file.to_owned(),
            what,
            max,
        })
    };
    if num_objects > MAX_JSON_OBJECTS {
        return too_many("JSON objects", MAX_JSON_OBJECTS);
    }
    if num_commas > MAX_JSON_COMMAS {
        return too_many("JSON values", MAX_JSON_COMMAS);
    }
    Ok(())
}

/// Extensions about materials, lights and the like do not change the triangles.
fn check_extensions(file: &str, root: &json::Root) -> Result<(), MeshError> {
    let harmless = |extension: &str| {
        [
            "KHR_materials_",
            "KHR_lights_",
            "KHR_texture_",
            "EXT_texture_",
        ]
        .iter()
        .any(|prefix| extension.starts_with(prefix))
            || extension == "KHR_mesh_quantization"
    };
    match root
        .extensions_required
        .iter()
        .find(|extension| !harmless(extension))
    {
        Some(extension) => Err(MeshError::Extension {
            file: file.to_owned(),
            extension: extension.chars().take(80).collect(),
        }),
        None => Ok(()),
    }
}

/// A node that shows a mesh.
struct PlacedNode {
    index: usize,
    mesh: usize,
    scene_from_mesh: Mat4,
}

/// The nodes of the default scene that show a mesh, parents before children. Without a default
/// scene the first one; without any, all nodes that are nobody's child.
fn placed_nodes(file: &str, root: &json::Root) -> Result<Vec<PlacedNode>, MeshError> {
    let dangling = |from: String, what, index, count| MeshError::Dangling {
        file: file.to_owned(),
        from,
        what,
        index,
        count,
    };
    let starts: Vec<(String, usize)> = match (root.scene, root.scenes.len()) {
        (None, 0) => {
            let mut is_child = vec![false; root.nodes.len()];
            for child in root
                .nodes
                .iter()
                .filter_map(|n| n.children.as_ref())
                .flatten()
            {
                if let Some(flag) = is_child.get_mut(child.value()) {
                    *flag = true;
                }
            }
            (0..root.nodes.len())
                .filter(|node| !is_child[*node])
                .map(|node| ("the file".to_owned(), node))
                .collect()
        }
        (scene, count) => {
            let scene = scene.map_or(0, |scene| scene.value());
            let found = root
                .scenes
                .get(scene)
                .ok_or_else(|| dangling("the file".to_owned(), "scene", scene, count))?;
            found
                .nodes
                .iter()
                .map(|node| (format!("scene {scene}"), node.value()))
                .collect()
        }
    };
    let mut visited = vec![false; root.nodes.len()];
    let mut placed = Vec::new();
    let mut open: Vec<(String, usize, Mat4)> = starts
        .into_iter()
        .rev()
        .map(|(from, node)| (from, node, Mat4::IDENTITY))
        .collect();
    while let Some((from, index, scene_from_parent)) = open.pop() {
        let Some(node) = root.nodes.get(index) else {
            return Err(dangling(from, "node", index, root.nodes.len()));
        };
        if std::mem::replace(&mut visited[index], true) {
            return Err(MeshError::NodeLoop {
                file: file.to_owned(),
                node: index,
            });
        }
        let scene_from_node = scene_from_parent * parent_from_node(node);
        if !scene_from_node.is_finite() {
            return Err(MeshError::NodeTransform {
                file: file.to_owned(),
                node: index,
            });
        }
        if let Some(mesh) = node.mesh {
            let mesh = mesh.value();
            if mesh >= root.meshes.len() {
                let from = format!("node {index}");
                return Err(dangling(from, "mesh", mesh, root.meshes.len()));
            }
            placed.push(PlacedNode {
                index,
                mesh,
                scene_from_mesh: match node.skin {
                    Some(_) => Mat4::IDENTITY,
                    None => scene_from_node,
                },
            });
        }
        for child in node.children.iter().flatten().rev() {
            open.push((format!("node {index}"), child.value(), scene_from_node));
        }
    }
    Ok(placed)
}

fn parent_from_node(node: &json::Node) -> Mat4 {
    if let Some(matrix) = &node.matrix {
        return Mat4::from_cols_array(matrix);
    }
    let rotation = node.rotation.map_or(Quat::IDENTITY, |rotation| {
        let rotation = Quat::from_array(rotation.0);
        // Left as it is when it has no length: the caller reports what is not finite.
        if rotation.length_squared() > 1e-12 {
            rotation.normalize()
        } else {
            Quat::IDENTITY
        }
    });
    Mat4::from_scale_rotation_translation(
        node.scale.map_or(Vec3::ONE, Vec3::from),
        rotation,
        node.translation.map_or(Vec3::ZERO, Vec3::from),
    )
}
