//! What is in the picture besides shaders: meshes, seeded instances, the camera, the clock.
//!
//! Everything here is a value computed on the CPU: no device, no files, no wall clock. World space
//! is right-handed with y up; a fish swims towards its own +z. Angles are radians, times seconds.

pub mod camera;
pub mod clock;
pub mod gltf_mesh;
pub mod instances;
pub mod mesh;

pub use camera::{Camera, CameraMatrices, CameraState};
pub use clock::{Clock, MAX_SPEED};
pub use gltf_mesh::{MeshError, load_gltf};
pub use instances::{InstanceData, InstanceField, Layout};
pub use mesh::{Bounds, Mesh, MeshVertex};
