//! Where grass tufts stand: in clumps, the same at every visit, thinner under trees.

use glam::{DVec2, Vec3};
use windwright_core::ground::height_m;
use windwright_runtime::{preset::scene::Ground, random};

use super::{ground_mask::GroundMask, limits::GRASS_REACH_M, noise::NoiseTile, view::Lens};

/// Side of a cell of tufts that is drawn or left out as a whole, metres.
const CELL_M: f64 = 4.0;
/// Tufts in a full cell.
const TUFTS_PER_CELL: u32 = 260;
/// Blades of a tuft at most.
pub(super) const BLADES: u32 = 11;
/// Vertices of a blade.
pub(super) const BLADE_VERTICES: u32 = 5;
/// Indices of a blade.
pub(super) const BLADE_INDICES: u32 = 9;
/// The field is planted anew when the eye has moved this far, metres.
const REPLANT_M: f64 = 3.0;

/// A tuft, 24 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct GrassTuft {
    position_m: [f32; 3],
    height_m: f32,
    dry: f32,
    seed: u32,
}

/// Tufts of one cell.
#[derive(Debug, Clone, Copy)]
struct Cell {
    centre_m: Vec3,
    first: u32,
    count: u32,
}

/// Run of tufts to draw with a number of blades.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GrassDraw {
    /// First tuft.
    pub(super) first: u32,
    /// Tufts.
    pub(super) count: u32,
    /// Blades of each.
    pub(super) blades: u32,
}

/// Grass around the eye.
#[derive(Debug, Clone, Default)]
pub(super) struct GrassField {
    /// Origin of the tufts' positions, x and z, metres, world; height 0.
    pub(super) anchor_m: DVec2,
    /// Tufts, cell by cell.
    pub(super) tufts: Vec<GrassTuft>,
    cells: Vec<Cell>,
    share: f32,
}

impl GrassField {
    /// Plants all cells within reach of `eye_m` (x, z).
    pub(super) fn new(
        ground: &Ground,
        noise: &NoiseTile,
        mask: &GroundMask,
        eye_m: DVec2,
        share: f32,
    ) -> Self {
        let home = (eye_m / CELL_M).floor();
        let mut field = Self {
            anchor_m: home * CELL_M,
            share,
            ..Self::default()
        };
        let reach = (f64::from(GRASS_REACH_M) / CELL_M).ceil() as i32 + 1;
        for j in -reach..=reach {
            for i in -reach..=reach {
                let offset = DVec2::new(f64::from(i), f64::from(j));
                let centre = (offset + 0.5) * CELL_M;
                if centre.length() < f64::from(GRASS_REACH_M) + CELL_M {
                    field.plant(ground, noise, mask, home + offset, offset * CELL_M);
                }
            }
        }
        field
    }

    /// Whether the field still serves an eye at `eye_m` and a `share`.
    pub(super) fn serves(&self, eye_m: DVec2, share: f32) -> bool {
        (eye_m - self.anchor_m - CELL_M * 0.5).abs().max_element() < REPLANT_M + CELL_M * 0.5
            && (self.share - share).abs() < 1e-3
    }

    fn plant(
        &mut self,
        ground: &Ground,
        noise: &NoiseTile,
        mask: &GroundMask,
        cell: DVec2,
        corner: DVec2,
    ) {
        let first = self.tufts.len() as u32;
        let wanted = (TUFTS_PER_CELL as f32 * self.share.clamp(0.0, 1.0)).round() as u32;
        let seed = random::bits(u64::from(ground.seed), cell.x.to_bits(), cell.y.to_bits());
        for tuft in 0..wanted {
            let draw = |step: u64| random::uniform(seed, u64::from(tuft), step);
            let at = corner + DVec2::new(f64::from(draw(0)), f64::from(draw(1))) * CELL_M;
            let world = self.anchor_m + at;
            let clump = noise.sample(2, world.x / 16.0, world.y / 16.0);
            let litter = mask.litter(world);
            let chance = ((clump - 0.15) * 1.9).clamp(0.22, 1.0) * (1.0 - 0.93 * litter);
            if draw(2) > chance {
                continue;
            }
            let broad = noise.sample(0, world.x / 128.0, world.y / 128.0);
            self.tufts.push(GrassTuft {
                position_m: [at.x as f32, height_m(ground, world.x, world.y), at.y as f32],
                height_m: (0.09 + 0.40 * clump * clump.sqrt())
                    * (0.6 + 0.6 * draw(3))
                    * (1.0 - 0.5 * litter),
                dry: (broad * 1.1 + (draw(4) - 0.5) * 0.5 - 0.15).clamp(0.0, 1.0),
                seed: (random::bits(seed, u64::from(tuft), 5) >> 40) as u32,
            });
        }
        let count = self.tufts.len() as u32 - first;
        if count > 0 {
            let middle = corner + CELL_M * 0.5;
            let world = self.anchor_m + middle;
            let height_m = height_m(ground, world.x, world.y);
            let centre_m = Vec3::new(middle.x as f32, height_m, middle.y as f32);
            self.cells.push(Cell {
                centre_m,
                first,
                count,
            });
        }
    }

    /// Cells that `lens` sees, nearest first; far tufts have fewer blades.
    pub(super) fn draws(&self, lens: &Lens) -> Vec<GrassDraw> {
        let eye = Vec3::new(
            (lens.eye_m.x - self.anchor_m.x) as f32,
            lens.eye_m.y as f32,
            (lens.eye_m.z - self.anchor_m.y) as f32,
        );
        let radius_m = CELL_M as f32 * 0.75 + 0.6;
        let mut seen: Vec<(f32, GrassDraw)> = self
            .cells
            .iter()
            .filter(|cell| lens.sees(cell.centre_m - eye, radius_m))
            .map(|cell| {
                let distance_m = (cell.centre_m - eye).length();
                let blades = match distance_m {
                    ..13.0 => BLADES,
                    ..25.0 => 7,
                    _ => 4,
                };
                (
                    distance_m,
                    GrassDraw {
                        first: cell.first,
                        count: cell.count,
                        blades,
                    },
                )
            })
            .filter(|(distance_m, _)| *distance_m < GRASS_REACH_M + radius_m)
            .collect();
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        seen.into_iter().map(|(_, draw)| draw).collect()
    }
}

/// Indices of all blades of a tuft.
pub(super) fn tuft_indices() -> Vec<u16> {
    (0..BLADES as u16)
        .flat_map(|blade| {
            let first = blade * BLADE_VERTICES as u16;
            [0, 1, 2, 1, 3, 2, 2, 3, 4].map(|corner| first + corner)
        })
        .collect()
}
