//! How much of the sky each place in a crown sees.

use core::f32::consts::TAU;

use glam::Vec3;
use windwright_runtime::math;

use super::super::PlantVertex;
use super::density::DensityGrid;

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
            light[cell] = gather(&rays, |direction| transmitted(density, cell, direction));
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

/// Directions spread evenly over a sphere, with the sky's weight.
fn rays() -> Vec<(Vec3, f32)> {
    (0..RAYS)
        .map(|ray| {
            let y = 1.0 - 2.0 * (ray as f32 + 0.5) / RAYS as f32;
            let across = math::sqrt(1.0 - y * y);
            let azimuth = TAU * 0.618_034 * ray as f32;
            let direction = Vec3::new(across * math::cos(azimuth), y, across * math::sin(azimuth));
            (direction, math::lerp(FROM_BELOW, 1.0, 0.5 + 0.5 * y))
        })
        .collect()
}

/// Sums rays with a half-cosine lobe, which is a mean and a vector whatever the normal.
fn gather(rays: &[(Vec3, f32)], transmitted: impl Fn(Vec3) -> f32) -> Light {
    let mut light = Light::default();
    for (direction, weight) in rays {
        let seen = weight * transmitted(*direction);
        light.mean += 0.5 * seen;
        light.towards += *direction * (0.5 * seen);
    }
    light
}

/// Share of light that passes the leaves from a cube's centre outward. Source: Beer and Lambert's law.
fn transmitted(density: &DensityGrid, cell: usize, direction: Vec3) -> f32 {
    let [columns, rows, _] = density.size;
    let centre = Vec3::new(
        (cell % columns) as f32,
        (cell / columns % rows) as f32,
        (cell / (columns * rows)) as f32,
    ) + 0.5;
    let mut step = FIRST_STEP;
    let mut reached = 0.7;
    let mut leaves = 0.0;
    for _ in 0..STEPS {
        let Some(per_m) = density.nearest(centre + direction * (reached + 0.5 * step)) else {
            break;
        };
        leaves += per_m * step;
        reached += step;
        step *= STRETCH;
    }
    math::exp(-PROJECTION * leaves * density.cell_m)
}
