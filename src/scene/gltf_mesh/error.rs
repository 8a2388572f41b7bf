//! What can be wrong with a glTF file, in words that name the spot and the way out.

use std::fmt;

/// Why a mesh could not be loaded. Each message starts with the file.
#[derive(Debug, thiserror::Error)]
pub enum MeshError {
    /// The file or its buffers are larger than is read.
    #[error(
        "{file}: {what} has {size_in_bytes} bytes, the limit is {max_in_bytes}; simplify or split the model"
    )]
    TooLarge {
        /// The file.
        file: String,
        /// Which part of it.
        what: &'static str,
        /// Its size.
        size_in_bytes: usize,
        /// The limit.
        max_in_bytes: usize,
    },
    /// More of something than is read.
    #[error("{file}: more than {max} {what}; simplify or split the model")]
    TooMany {
        /// The file.
        file: String,
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        max: usize,
    },
    /// The container around a binary glTF is damaged.
    #[error("{file}: the binary glTF header is damaged: {reason}; export the model again")]
    Container {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// The JSON text is not glTF.
    #[error("{file}: not readable as glTF 2.0: {reason}; export the model as .glb or .gltf")]
    Json {
        /// The file.
        file: String,
        /// What is wrong, with line and column where known.
        reason: String,
    },
    /// The file cannot be shown without an extension that is not supported.
    #[error("{file}: needs the extension {extension}; export the model without it")]
    Extension {
        /// The file.
        file: String,
        /// The extension's name.
        extension: String,
    },
    /// A reference leads nowhere.
    #[error(
        "{file}: {from} refers to {what} {index}, but there are {count}; export the model again"
    )]
    Dangling {
        /// The file.
        file: String,
        /// Who refers.
        from: String,
        /// Kind of the item that is referred to.
        what: &'static str,
        /// Its index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A node is reached twice, so the nodes are not a tree.
    #[error("{file}: node {node} is reached twice; give each node one parent and no loops")]
    NodeLoop {
        /// The file.
        file: String,
        /// Index of the node.
        node: usize,
    },
    /// A node's transform is infinite.
    #[error("{file}: the transform of node {node} is not finite; reset it in the modeller")]
    NodeTransform {
        /// The file.
        file: String,
        /// Index of the node.
        node: usize,
    },
    /// A buffer's bytes cannot be had.
    #[error("{file}: buffer {buffer}: {problem}")]
    Buffer {
        /// The file.
        file: String,
        /// Index of the buffer.
        buffer: usize,
        /// What is wrong.
        #[source]
        problem: BufferProblem,
    },
    /// An accessor cannot be read as what it is used for.
    #[error("{file}: {place}: {attribute} (accessor {accessor}): {problem}")]
    Accessor {
        /// The file.
        file: String,
        /// The primitive that uses the accessor.
        place: PrimitivePlace,
        /// What it is used for: an attribute's name or `indices`.
        attribute: &'static str,
        /// Index of the accessor.
        accessor: usize,
        /// What is wrong.
        #[source]
        problem: Box<AccessorProblem>,
    },
    /// A primitive has no positions.
    #[error("{file}: {place}: has no POSITION attribute; export the model with positions")]
    NoPositions {
        /// The file.
        file: String,
        /// The primitive.
        place: PrimitivePlace,
    },
    /// A primitive's mode is not one of glTF's.
    #[error("{file}: {place}: unknown mode; use 4 (triangles), 5 (strip) or 6 (fan)")]
    Mode {
        /// The file.
        file: String,
        /// The primitive.
        place: PrimitivePlace,
    },
    /// A list of triangles ends within one.
    #[error("{file}: {place}: {count} corners do not make whole triangles; export it triangulated")]
    PartialTriangle {
        /// The file.
        file: String,
        /// The primitive.
        place: PrimitivePlace,
        /// Number of corners.
        count: usize,
    },
    /// No triangle is left to draw.
    #[error(
        "{file}: no triangles in the default scene; export a mesh with faces, not only points or lines"
    )]
    NoTriangles {
        /// The file.
        file: String,
    },
}

/// A primitive within a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimitivePlace {
    /// Index of the mesh.
    pub mesh: usize,
    /// The mesh's name, if it has one.
    pub mesh_name: Option<String>,
    /// Index of the primitive in the mesh.
    pub primitive: usize,
}

impl fmt::Display for PrimitivePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mesh {}", self.mesh)?;
        if let Some(name) = &self.mesh_name {
            write!(f, " {name:?}")?;
        }
        write!(f, ", primitive {}", self.primitive)
    }
}

/// What is wrong with a buffer.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BufferProblem {
    /// Only the first buffer of a .glb may lack a URI.
    #[error("has no data: no URI, and the file has no binary chunk for it; export as .glb")]
    NoData,
    /// The URI leads out of the folder.
    #[error("the URI {0:?} leads out of the model's folder; put the file beside the model")]
    Outside(String),
    /// The URI has a scheme.
    #[error("the URI {0:?} has a scheme; put the file beside the model and use a relative path")]
    Scheme(String),
    /// The URI holds a malformed percent escape.
    #[error("the URI {0:?} has a malformed percent escape; rename the file without odd characters")]
    Escape(String),
    /// An embedded buffer is not base64.
    #[error("the data URI is not base64: {0}; export the model again")]
    DataUri(String),
    /// The file could not be read.
    #[error("cannot read {uri:?}: {reason}; put the file beside the model or export as .glb")]
    Unreadable {
        /// The relative path.
        uri: String,
        /// What the reader said.
        reason: String,
    },
    /// There are fewer bytes than announced.
    #[error(
        "has {actual} bytes where {expected} are announced; the file is cut off, copy it again"
    )]
    Short {
        /// Bytes announced.
        expected: u64,
        /// Bytes there.
        actual: usize,
    },
}

/// What is wrong with an accessor.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessorProblem {
    /// There is no such accessor.
    #[error("there are only {0} accessors; export the model again")]
    Missing(usize),
    /// Component type and dimensions do not fit the use.
    #[error("is {found}, expected {expected}; export the model again")]
    Type {
        /// What the file says.
        found: String,
        /// What the use needs.
        expected: &'static str,
    },
    /// It has no elements.
    #[error("has no elements; remove the primitive or export the model again")]
    Empty,
    /// It has another number of elements than there are positions.
    #[error("has {found} elements for {expected} positions; export the model again")]
    Count {
        /// Number of elements.
        found: usize,
        /// Number of positions.
        expected: usize,
    },
    /// It has neither a buffer view nor sparse values.
    #[error("has neither a buffer view nor sparse values; export the model again")]
    NoView,
    /// A buffer view does not exist.
    #[error("refers to buffer view {view}, but there are {count}; export the model again")]
    ViewMissing {
        /// Index of the view.
        view: usize,
        /// How many there are.
        count: usize,
    },
    /// A buffer view's buffer does not exist.
    #[error(
        "buffer view {view} refers to buffer {buffer}, but there are {count}; export the model again"
    )]
    BufferMissing {
        /// Index of the view.
        view: usize,
        /// Index of the buffer.
        buffer: usize,
        /// How many there are.
        count: usize,
    },
    /// A buffer view is not inside its buffer.
    #[error("buffer view {view} ends at byte {end} of a buffer of {size}; export the model again")]
    ViewOutside {
        /// Index of the view.
        view: usize,
        /// Where it ends.
        end: u128,
        /// Size of the buffer in bytes.
        size: usize,
    },
    /// Elements overlap.
    #[error(
        "a stride of {stride} bytes is too small for elements of {size}; export the model again"
    )]
    Stride {
        /// Bytes from element to element.
        stride: usize,
        /// Bytes of one element.
        size: usize,
    },
    /// The elements are not inside the buffer view.
    #[error("ends at byte {end} of buffer view {view}, which has {size}; export the model again")]
    Outside {
        /// Index of the view.
        view: usize,
        /// Where the last element ends.
        end: u128,
        /// Size of the view in bytes.
        size: usize,
    },
    /// A sparse index type is not one of glTF's.
    #[error("its sparse indices have an unknown type; export the model again")]
    SparseType,
    /// There are more sparse values than elements.
    #[error("has {found} sparse values for {count} elements; export the model again")]
    SparseCount {
        /// Number of sparse values.
        found: u64,
        /// Number of elements.
        count: usize,
    },
    /// A sparse index is out of range.
    #[error("sparse index {index} is not below {count}; export the model again")]
    SparseIndex {
        /// The index.
        index: usize,
        /// Number of elements.
        count: usize,
    },
    /// A number is NaN or infinite.
    #[error("element {0} is not finite; repair the model in the modeller")]
    NotFinite(usize),
    /// A position leaves the range of f32 under the node's transform.
    #[error(
        "element {element} is not finite under the transform of node {node}; make the model smaller"
    )]
    Overflow {
        /// Index of the vertex.
        element: usize,
        /// Index of the node.
        node: usize,
    },
    /// An index leads past the vertices.
    #[error("element {element} is vertex {vertex}, but there are {count}; export the model again")]
    IndexRange {
        /// Position in the list of indices.
        element: usize,
        /// The vertex it asks for.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
}
