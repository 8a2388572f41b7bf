//! Where instances stand and what sets them apart, as a pure function of a seed and an index.
//!
//! Nothing is stored: an instance can be asked for at any time, in any order, from any thread, and
//! is the same to the last bit. Layouts that fill a space at random (`Box`, `Sphere`) do not look
//! at the number of instances, so that adding some leaves the others where they are.
//!
//! All instances head the same way (+z) except on a ring. Sizes vary by ±20 %, except for `Single`.

use std::f32::consts::TAU;
use std::ops::Range;

use glam::{Mat4, Vec3, Vec4};

use crate::scene::mesh::Bounds;

/// Smallest and largest uniform scale of an instance.
pub const SCALE_RANGE: (f32, f32) = (0.8, 1.2);

/// Bounds of at most this many instances are those of the instances themselves.
const MAX_TIGHT: u32 = 64;

/// Share of instances with a cool color; the others are warm.
const COOL_SHARE: f32 = 0.62;

/// One instance as the vertex stage is fed with it: shader locations 8 to 13.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct InstanceData {
    /// Locations 8 to 10: the rows of the affine matrix, so that x' = dot(row 0, vec4(p, 1)).
    pub world_from_model: [[f32; 4]; 3],
    /// Location 11: linear RGBA.
    pub color: [f32; 4],
    /// Location 12: four random numbers from 0 to below 1, each a multiple of 1/256: what custom
    /// data kept in bytes could hold, and coarse enough that a phase which the host wraps after
    /// 256 turns of the finest step shows no seam.
    pub custom: [f32; 4],
    /// Location 13: the instance's index.
    pub id: u32,
}

/// How instances are spread in world space. All are centred on the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Layout {
    /// Uniformly at random in a box.
    Box {
        /// Edge lengths in world units.
        size: Vec3,
    },
    /// A grid with about as many cells in each direction.
    Grid {
        /// Distance of neighbours in world units.
        spacing: Vec3,
    },
    /// Uniformly at random in a ball.
    Sphere {
        /// Radius in world units.
        radius: f32,
    },
    /// Evenly around the y axis in the xz plane, each heading along the ring.
    Ring {
        /// Mean distance to the axis in world units.
        radius: f32,
        /// How far the distances vary, from the innermost to the outermost.
        width: f32,
    },
    /// At the origin, unscaled and white: the mesh as it is.
    #[default]
    Single,
}

/// All instances of one draw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InstanceField {
    /// How they are spread.
    pub layout: Layout,
    /// What all randomness comes from.
    pub seed: u32,
}

impl InstanceField {
    /// The instance with this index, out of `num_instances`.
    pub fn instance(&self, index: u32, num_instances: u32) -> InstanceData {
        self.place(index, num_instances, self.cells(num_instances))
    }

    /// Appends the instances of a range of indices to `out`, out of `num_instances`.
    pub fn fill(&self, range: Range<u32>, num_instances: u32, out: &mut Vec<InstanceData>) {
        let cells = self.cells(num_instances);
        out.extend(range.map(|index| self.place(index, num_instances, cells)));
    }

    /// Whether instances move when their number changes.
    pub fn depends_on_count(&self) -> bool {
        matches!(self.layout, Layout::Grid { .. } | Layout::Ring { .. })
    }

    /// A world-space box that holds all instances of a mesh with these bounds: a tight one for a few,
    /// else that of the whole layout.
    ///
    /// Motion that a shader adds is not known here.
    pub fn bounds(&self, num_instances: u32, mesh_bounds: Bounds) -> Bounds {
        if mesh_bounds.is_empty() {
            return mesh_bounds;
        }
        if (1..=MAX_TIGHT).contains(&num_instances) {
            return (0..num_instances).fold(Bounds::EMPTY, |all, index| {
                let rows = self.instance(index, num_instances).world_from_model;
                let [x, y, z] = rows.map(Vec4::from);
                let transform = Mat4::from_cols(x, y, z, Vec4::W).transpose();
                all.union(&mesh_bounds.transformed(&transform))
            });
        }
        // The largest scale does not hold the others if the mesh is to one side of its origin.
        let scaled = |scale: f32| Bounds {
            min: mesh_bounds.min * scale,
            max: mesh_bounds.max * scale,
        };
        let mesh = scaled(SCALE_RANGE.0).union(&scaled(SCALE_RANGE.1));
        let spread = |half: Vec3| Bounds {
            min: mesh.min - half.abs(),
            max: mesh.max + half.abs(),
        };
        match self.layout {
            Layout::Single => mesh_bounds,
            Layout::Box { size } => spread(size * 0.5),
            Layout::Sphere { radius } => spread(Vec3::splat(radius)),
            Layout::Grid { spacing } => {
                let last = self.cells(num_instances).map(|n| (n.max(1) - 1) as f32);
                spread(Vec3::from(last) * spacing * 0.5)
            }
            Layout::Ring { radius, width } => {
                let far = mesh.min.abs().max(mesh.max.abs());
                let reach = radius.abs() + width.abs() * 0.5 + far.x.hypot(far.z);
                Bounds {
                    min: Vec3::new(-reach, mesh.min.y, -reach),
                    max: Vec3::new(reach, mesh.max.y, reach),
                }
            }
        }
    }

    /// Number of grid cells along x, y and z; ones for other layouts.
    fn cells(&self, num_instances: u32) -> [u32; 3] {
        if !matches!(self.layout, Layout::Grid { .. }) {
            return [1; 3];
        }
        let n = f64::from(num_instances.max(1));
        // The smallest cube, then as few layers of it as hold everything. The subtraction keeps a
        // root that is a whole number from being rounded up past it.
        let x = (n.cbrt() - 1e-9).ceil().max(1.0);
        let y = ((n / x).sqrt() - 1e-9).ceil().max(1.0);
        let z = (n / (x * y)).ceil().max(1.0);
        [x as u32, y as u32, z as u32]
    }

    fn place(&self, index: u32, num_instances: u32, cells: [u32; 3]) -> InstanceData {
        let mut random = Random::new(self.seed, index);
        // Drawn in this order for every layout: another layout keeps colors, sizes and custom data.
        let custom = random.bytes().map(|byte| f32::from(byte) / 256.0);
        let color = fish_color(&mut random);
        let scale = SCALE_RANGE.0 + (SCALE_RANGE.1 - SCALE_RANGE.0) * random.unit();

        let upright = |position: Vec3| {
            [
                [scale, 0.0, 0.0, position.x],
                [0.0, scale, 0.0, position.y],
                [0.0, 0.0, scale, position.z],
            ]
        };
        let world_from_model = match self.layout {
            Layout::Single => {
                return InstanceData {
                    world_from_model: [
                        [1.0, 0.0, 0.0, 0.0],
                        [0.0, 1.0, 0.0, 0.0],
                        [0.0, 0.0, 1.0, 0.0],
                    ],
                    color: [1.0; 4],
                    custom,
                    id: index,
                };
            }
            Layout::Box { size } => {
                let [x, y, z] = [random.unit(), random.unit(), random.unit()];
                upright((Vec3::new(x, y, z) - 0.5) * size)
            }
            Layout::Sphere { radius } => {
                // A uniform height gives a uniform direction (Archimedes); the cube root evens out
                // the volume of the shells.
                let height = 2.0 * random.unit() - 1.0;
                let (sin, cos) = (TAU * random.unit()).sin_cos();
                let ring = (1.0 - height * height).max(0.0).sqrt();
                let distance = radius * random.unit().cbrt();
                upright(Vec3::new(ring * sin, height, ring * cos) * distance)
            }
            Layout::Grid { spacing } => {
                let [nx, ny, nz] = cells;
                let cell = [index % nx, index / nx % ny, index / nx / ny];
                let from_middle = |i: u32, n: u32| i as f32 - (n - 1) as f32 * 0.5;
                upright(
                    Vec3::new(
                        from_middle(cell[0], nx),
                        from_middle(cell[1], ny),
                        from_middle(cell[2], nz),
                    ) * spacing,
                )
            }
            Layout::Ring { radius, width } => {
                // f64: an index above 2^24 has no f32 of its own.
                let turn = f64::from(index) / f64::from(num_instances.max(1));
                let (sin, cos) = (TAU * turn as f32).sin_cos();
                let distance = radius + width * (random.unit() - 0.5);
                // Rotation about y that takes +z to the tangent (cos, 0, -sin).
                [
                    [-sin * scale, 0.0, cos * scale, sin * distance],
                    [0.0, scale, 0.0, 0.0],
                    [-cos * scale, 0.0, -sin * scale, cos * distance],
                ]
            }
        };
        InstanceData {
            world_from_model,
            color,
            custom,
            id: index,
        }
    }
}

/// A color from a mix of cool (teal to blue) and warm (coral to gold) ones, in linear RGB.
fn fish_color(random: &mut Random) -> [f32; 4] {
    let warm = random.unit() > COOL_SHARE;
    let spread = random.unit();
    let hue = if warm {
        0.015 + 0.115 * spread
    } else {
        0.47 + 0.15 * spread
    };
    let saturation = 0.35 + 0.4 * random.unit();
    let value = 0.78 + 0.22 * random.unit();
    let channel = |offset: f32| {
        let ramp = ((hue + offset).fract() * 6.0 - 3.0).abs() - 1.0;
        let encoded = value * (1.0 - saturation * (1.0 - ramp.clamp(0.0, 1.0)));
        // A square is close to the sRGB curve and a good deal faster.
        encoded * encoded
    };
    [channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0), 1.0]
}

/// A short stream of random numbers for one instance.
///
/// PCG RXS-M-XS 32 (M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms for Random Number Generation", 2014). Its output function also mixes seed and index.
struct Random(u32);

impl Random {
    fn new(seed: u32, index: u32) -> Self {
        Self(Self::mix(index.wrapping_add(Self::mix(seed))))
    }

    fn mix(state: u32) -> u32 {
        let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
        (word >> 22) ^ word
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        Self::mix(self.0)
    }

    /// From 0 to below 1, in steps that f32 holds exactly.
    fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / 16_777_216.0
    }

    fn bytes(&mut self) -> [u8; 4] {
        self.next().to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;
    use crate::scene::mesh::Mesh;

    const BOX: Layout = Layout::Box {
        size: Vec3::new(100.0, 50.0, 50.0),
    };
    const LAYOUTS: [Layout; 5] = [
        BOX,
        Layout::Grid {
            spacing: Vec3::new(2.0, 1.0, 3.0),
        },
        Layout::Sphere { radius: 20.0 },
        Layout::Ring {
            radius: 10.0,
            width: 2.0,
        },
        Layout::Single,
    ];

    fn field(layout: Layout) -> InstanceField {
        InstanceField { layout, seed: 7 }
    }

    fn position(instance: &InstanceData) -> Vec3 {
        Vec3::from(instance.world_from_model.map(|row| row[3]))
    }

    fn transform(instance: &InstanceData, point: Vec3) -> Vec3 {
        let point = point.extend(1.0);
        Vec3::from(
            instance
                .world_from_model
                .map(|row| glam::Vec4::from(row).dot(point)),
        )
    }

    fn filled(layout: Layout, num_instances: u32) -> Vec<InstanceData> {
        let mut out = Vec::new();
        field(layout).fill(0..num_instances, num_instances, &mut out);
        out
    }

    #[test]
    fn instance_data_has_no_padding() {
        assert_eq!(size_of::<InstanceData>(), 84);
        let offsets = [
            offset_of!(InstanceData, world_from_model),
            offset_of!(InstanceData, color),
            offset_of!(InstanceData, custom),
            offset_of!(InstanceData, id),
        ];
        assert_eq!(offsets, [0, 48, 64, 80]);
    }

    #[test]
    fn filling_a_range_equals_asking_one_by_one() {
        for layout in LAYOUTS {
            let field = field(layout);
            let mut out = Vec::new();
            field.fill(40..90, 100, &mut out);
            for (index, instance) in (40..).zip(&out) {
                assert_eq!(*instance, field.instance(index, 100), "{layout:?}");
                assert_eq!(instance.id, index);
            }
        }
    }

    #[test]
    fn only_grid_and_ring_depend_on_the_count() {
        for layout in LAYOUTS {
            let field = field(layout);
            let same = (0..10).all(|i| field.instance(i, 10) == field.instance(i, 1000));
            assert_eq!(same, !field.depends_on_count(), "{layout:?}");
        }
    }

    #[test]
    fn another_seed_gives_another_school() {
        let other = InstanceField {
            layout: BOX,
            seed: 8,
        };
        assert_ne!(field(BOX).instance(0, 1), other.instance(0, 1));
    }

    #[test]
    fn bounds_hold_every_instance() {
        let mesh = Mesh::builtin("cube").expect("it is built in");
        for layout in LAYOUTS {
            let bounds = field(layout).bounds(500, mesh.bounds);
            for instance in filled(layout, 500) {
                for corner in mesh.bounds.corners() {
                    let point = transform(&instance, corner);
                    let inside = point.cmpge(bounds.min - 1e-4) & point.cmple(bounds.max + 1e-4);
                    assert!(inside.all(), "{layout:?}: {point} outside {bounds:?}");
                }
            }
        }
    }

    #[test]
    fn box_is_filled_evenly() {
        let instances = filled(BOX, 20_000);
        let mut octants = [0u32; 8];
        let mut sum = Vec3::ZERO;
        for instance in &instances {
            let p = position(instance);
            sum += p;
            octants[(p.cmpge(Vec3::ZERO).bitmask()) as usize] += 1;
        }
        let mean = sum / instances.len() as f32;
        assert!(mean.abs().max_element() < 1.0, "{mean}");
        assert!(
            octants.iter().all(|n| (2300..2700).contains(n)),
            "{octants:?}"
        );
    }

    #[test]
    fn sphere_is_filled_evenly() {
        let inner = filled(Layout::Sphere { radius: 20.0 }, 20_000)
            .iter()
            .filter(|instance| position(instance).length() < 10.0)
            .count();
        // Half the radius holds an eighth of the volume.
        assert!((2300..2700).contains(&inner), "{inner}");
    }

    #[test]
    fn grid_is_centred_near_cubic_and_without_doubles() {
        let spacing = Vec3::new(2.0, 1.0, 3.0);
        let field = field(Layout::Grid { spacing });
        for (num_instances, expected) in [
            (1, [1, 1, 1]),
            (2, [2, 1, 1]),
            (8, [2, 2, 2]),
            (9, [3, 2, 2]),
            (27, [3, 3, 3]),
            (1000, [10, 10, 10]),
            (u32::MAX, [1626, 1626, 1625]),
        ] {
            let [x, y, z] = field.cells(num_instances);
            assert_eq!([x, y, z], expected, "{num_instances}");
            assert!(u64::from(x) * u64::from(y) * u64::from(z) >= u64::from(num_instances));
        }
        let instances = filled(field.layout, 27);
        let sum: Vec3 = instances.iter().map(position).sum();
        assert!(sum.length() < 1e-4);
        for (i, a) in instances.iter().enumerate() {
            for b in &instances[..i] {
                assert!(position(a).distance(position(b)) >= 1.0);
            }
        }
    }

    #[test]
    fn ring_swims_along_its_tangent() {
        for instance in filled(LAYOUTS[3], 100) {
            let origin = position(&instance);
            assert!((9.0..=11.0).contains(&origin.length()));
            assert_eq!(origin.y, 0.0);
            let heading = (transform(&instance, Vec3::Z) - origin).normalize();
            let tangent = Vec3::Y.cross(origin).normalize();
            assert!(heading.abs_diff_eq(tangent, 1e-5), "{heading} {tangent}");
            let up = (transform(&instance, Vec3::Y) - origin).normalize();
            assert!(up.abs_diff_eq(Vec3::Y, 1e-5));
            let side = (transform(&instance, Vec3::X) - origin).normalize();
            assert!(side.cross(up).abs_diff_eq(heading, 1e-5), "mirrored");
        }
    }

    #[test]
    fn custom_data_is_made_of_bytes_and_colors_are_linear_and_opaque() {
        let mut warm = 0;
        let instances = filled(BOX, 1000);
        for instance in &instances {
            for value in instance.custom {
                assert_eq!((value * 256.0).fract(), 0.0);
                assert!((0.0..1.0).contains(&value));
            }
            let [r, g, b, a] = instance.color;
            assert!([r, g, b].iter().all(|c| (0.03..=1.0).contains(c)));
            assert_eq!(a, 1.0);
            warm += usize::from(r > b);
            let scale = instance.world_from_model[0][0];
            assert!((SCALE_RANGE.0..=SCALE_RANGE.1).contains(&scale));
        }
        assert!((300..460).contains(&warm), "{warm} of 1000 are warm");
    }

    #[test]
    fn single_shows_the_mesh_as_it_is() {
        let single = InstanceField::default().instance(0, 1);
        assert_eq!(transform(&single, Vec3::ONE), Vec3::ONE);
        assert_eq!(single.color, [1.0; 4]);
    }

    #[test]
    fn huge_indices_are_fine() {
        for layout in LAYOUTS {
            let last = field(layout).instance(u32::MAX - 1, u32::MAX);
            assert!(position(&last).is_finite(), "{layout:?}");
        }
    }
}
