//! How much of the sky each place in a crown sees.

use core::f32::consts::TAU;

use glam::Vec3;
use windwright_runtime::math;

use super::super::PlantVertex;
use super::density::{DensityGrid, floor};

/// Rays from a place.
const RAYS: usize = 32;
/// Steps of a ray at most; each is [`STRETCH`] longer than the one before.
const STEPS: usize = 14;
/// First step, cells.
const FIRST_STEP: f32 = 0.9;
/// Growth of the steps.
const STRETCH: f32 = 1.2;
/// Projection of leaves of all directions. Source: Ross 1981, spherical distribution.
const PROJECTION: f32 = 0.5;
/// Light of a ray that looks down, over one that looks up.
const FROM_BELOW: f32 = 0.35;

/// A direction to look in.
struct Ray {
    direction: Vec3,
    /// Light that comes from there.
    weight: f32,
    steps: [Step; STEPS],
}

/// A cube that a ray passes.
#[derive(Clone, Copy)]
struct Step {
    /// Place of the cube, from the cube of the ray's start.
    offset: [i32; 3],
    /// Length of the ray in it, cells.
    length: f32,
}

/// Light that reaches a cube: a mean, and how it changes with the direction looked to.
#[derive(Debug, Clone, Copy, Default)]
struct Light {
    mean: f32,
    towards: Vec3,
}

/// Light in the cubes that hold vertices.
pub(super) struct VisibilityGrid<'a> {
    density: &'a DensityGrid,
    light: Vec<Light>,
    /// Light without any leaf.
    open: Light,
}

impl<'a> VisibilityGrid<'a> {
    pub(super) fn of<'v>(
        density: &'a DensityGrid,
        vertices: impl Iterator<Item = &'v PlantVertex>,
    ) -> Self {
        let mut used = vec![false; density.per_m.len()];
        for vertex in vertices {
            let corners = density.corners(Vec3::from_array(vertex.position_m));
            for cell in corners.iter().filter_map(|(cell, _)| *cell) {
                used[cell] = true;
            }
        }
        let rays = rays();
        let mut light = vec![Light::default(); used.len()];
        for (cell, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            light[cell] = gather(&rays, |ray| transmitted(density, cell, ray));
        }
        Self {
            density,
            light,
            open: gather(&rays, |_| 1.0),
        }
    }

    /// Light at `place_m` on a face towards `normal`, over the light without leaves, 0..1.
    pub(super) fn at(&self, place_m: Vec3, normal: Vec3) -> f32 {
        let mut seen = 0.0;
        for (cell, weight) in self.density.corners(place_m) {
            let light = cell.map_or(self.open, |cell| self.light[cell]);
            seen += weight * (light.mean + light.towards.dot(normal));
        }
        let open = self.open.mean + self.open.towards.dot(normal);
        math::saturate(seen / open.max(1e-6))
    }
}

/// Directions spread evenly over a sphere, with the sky's weight, and the cubes that each passes.
fn rays() -> Vec<Ray> {
    (0..RAYS)
        .map(|ray| {
            let y = 1.0 - 2.0 * (ray as f32 + 0.5) / RAYS as f32;
            let across = math::sqrt(1.0 - y * y);
            let azimuth = TAU * 0.618_034 * ray as f32;
            let direction = Vec3::new(across * math::cos(azimuth), y, across * math::sin(azimuth));
            Ray {
                direction,
                weight: math::lerp(FROM_BELOW, 1.0, 0.5 + 0.5 * y),
                steps: steps(direction),
            }
        })
        .collect()
}

/// All rays start in the middle of a cube, so they all pass the same cubes around it.
fn steps(direction: Vec3) -> [Step; STEPS] {
    let mut length = FIRST_STEP;
    let mut reached = 0.7;
    core::array::from_fn(|_| {
        let middle = direction * (reached + 0.5 * length) + 0.5;
        let step = Step {
            offset: middle.to_array().map(floor),
            length,
        };
        reached += length;
        length *= STRETCH;
        step
    })
}

/// Sums rays with a half-cosine lobe, which is a mean and a vector whatever the normal.
fn gather(rays: &[Ray], transmitted: impl Fn(&Ray) -> f32) -> Light {
    let mut light = Light::default();
    for ray in rays {
        let seen = ray.weight * transmitted(ray);
        light.mean += 0.5 * seen;
        light.towards += ray.direction * (0.5 * seen);
    }
    light
}

/// Share of light that passes the leaves from a cube's centre outward. Source: Beer and Lambert's law.
fn transmitted(density: &DensityGrid, cell: usize, ray: &Ray) -> f32 {
    let [columns, rows, _] = density.size;
    let start = [
        cell % columns,
        cell / columns % rows,
        cell / (columns * rows),
    ]
    .map(|at| i32::try_from(at).unwrap_or(i32::MAX));
    let mut leaves = 0.0;
    for step in &ray.steps {
        let cube = core::array::from_fn(|axis| start[axis].saturating_add(step.offset[axis]));
        let Some(cube) = density.number(cube) else {
            break;
        };
        leaves += density.per_m[cube] * step.length;
    }
    math::exp(-PROJECTION * leaves * density.cell_m)
}
