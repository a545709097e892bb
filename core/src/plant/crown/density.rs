//! Leaf area per volume, on a grid.

use glam::Vec3;

use super::super::{Material, MaterialKind, PlantMesh};

/// Cells along the longest side of a crown.
const CELLS: f32 = 32.0;
/// Free cells around the crown.
const BORDER: f32 = 3.0;
/// Share of a card that leaves cover, where the texture does not say.
const FULL: f32 = 1.0;

/// Leaf area per volume (m²/m³), in cubes.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityGrid {
    /// Lowest corner, metres.
    pub(super) origin_m: Vec3,
    /// Edge of a cube, metres.
    pub(super) cell_m: f32,
    /// Cubes along x, y, z.
    pub(super) size: [usize; 3],
    /// By x, then y, then z.
    pub(super) per_m: Vec<f32>,
}

impl DensityGrid {
    /// Leaf area of the leaf parts of `mesh`; `None` without leaves of finite place and size.
    pub fn of(mesh: &PlantMesh, materials: &[Material]) -> Option<Self> {
        let leaves = leaves(mesh, materials);
        let low = leaves.iter().fold(Vec3::MAX, |low, leaf| low.min(leaf.0));
        let high = leaves.iter().fold(Vec3::MIN, |high, leaf| high.max(leaf.0));
        let extent = high - low;
        if leaves.is_empty() || !extent.is_finite() {
            return None;
        }
        let cell_m = (extent.max_element() / CELLS).max(1e-3);
        let size = (extent / cell_m).ceil() + Vec3::splat(2.0 * BORDER);
        let size = size.to_array().map(|cells| cells as usize);
        let mut grid = Self {
            origin_m: low - Vec3::splat(BORDER * cell_m),
            cell_m,
            size,
            per_m: vec![0.0; size.iter().product()],
        };
        let volume_m3 = cell_m * cell_m * cell_m;
        for (centre_m, area_m2) in leaves {
            for (cell, weight) in grid.corners(centre_m) {
                if let Some(density) = cell.and_then(|cell| grid.per_m.get_mut(cell)) {
                    *density += area_m2 * weight / volume_m3;
                }
            }
        }
        grid.blur();
        Some(grid)
    }

    /// The same with its lumps spread over about two cells: what gives a crown's lobes their outside.
    #[must_use]
    pub fn smoothed(&self) -> Self {
        let mut smooth = self.clone();
        for _ in 0..3 {
            smooth.blur();
        }
        smooth
    }

    /// Leaf area per volume at `place_m`, m²/m³; 0 outside.
    pub fn at(&self, place_m: Vec3) -> f32 {
        self.corners(place_m)
            .into_iter()
            .map(|(cell, weight)| cell.map_or(0.0, |cell| self.per_m[cell] * weight))
            .sum()
    }

    /// Steepest rise of the density at each cube's centre, m²/m³ per metre.
    pub(super) fn gradients(&self) -> Vec<Vec3> {
        let strides = self.strides();
        (0..self.per_m.len())
            .map(|cell| {
                let rise = [0, 1, 2].map(|axis| {
                    let (low, high) = self.neighbours(cell, axis, strides[axis]);
                    high - low
                });
                Vec3::from_array(rise) / (2.0 * self.cell_m)
            })
            .collect()
    }

    fn strides(&self) -> [usize; 3] {
        [1, self.size[0], self.size[0] * self.size[1]]
    }

    /// Densities before and after a cube along an axis; 0 past the border.
    fn neighbours(&self, cell: usize, axis: usize, stride: usize) -> (f32, f32) {
        let place = cell / stride % self.size[axis];
        let low = if place > 0 {
            self.per_m[cell - stride]
        } else {
            0.0
        };
        let high = if place + 1 < self.size[axis] {
            self.per_m[cell + stride]
        } else {
            0.0
        };
        (low, high)
    }

    /// The eight cubes whose centres surround `place_m`, with their weights.
    pub(super) fn corners(&self, place_m: Vec3) -> [(Option<usize>, f32); 8] {
        let at = ((place_m - self.origin_m) / self.cell_m - 0.5).to_array();
        let low = at.map(floor);
        let shares: [[f32; 2]; 3] = core::array::from_fn(|axis| {
            let share = at[axis] - low[axis] as f32;
            [1.0 - share, share]
        });
        core::array::from_fn(|corner| {
            let step = [0, 1, 2].map(|axis| (corner >> axis) & 1);
            let cell =
                core::array::from_fn(|axis| low[axis].saturating_add(i32::from(step[axis] == 1)));
            let [x, y, z]: [f32; 3] = core::array::from_fn(|axis| shares[axis][step[axis]]);
            (self.number(cell), x * y * z)
        })
    }

    /// Number of a cube by its column, row and layer; `None` outside.
    #[inline]
    pub(super) fn number(&self, cell: [i32; 3]) -> Option<usize> {
        // A negative number becomes a large one.
        let [x, y, z] = cell.map(|at| at as u32 as usize);
        let inside = x < self.size[0] && y < self.size[1] && z < self.size[2];
        inside.then(|| (z * self.size[1] + y) * self.size[0] + x)
    }

    /// One pass of (1, 2, 1) / 4 along each axis.
    fn blur(&mut self) {
        for (axis, stride) in self.strides().into_iter().enumerate() {
            self.per_m = (0..self.per_m.len())
                .map(|cell| {
                    let (low, high) = self.neighbours(cell, axis, stride);
                    0.25 * (low + high) + 0.5 * self.per_m[cell]
                })
                .collect();
        }
    }
}

/// The next whole number below; saturates.
pub(super) fn floor(number: f32) -> i32 {
    let towards_zero = number as i32;
    if towards_zero as f32 > number {
        towards_zero - 1
    } else {
        towards_zero
    }
}

/// Centre and covered area of each leaf triangle.
fn leaves(mesh: &PlantMesh, materials: &[Material]) -> Vec<(Vec3, f32)> {
    let mut leaves = Vec::new();
    for part in &mesh.parts {
        let Some(material) = materials.get(part.material) else {
            continue;
        };
        if material.kind != MaterialKind::Leaf {
            continue;
        }
        let coverage = coverage(material);
        let range = part.indices.start as usize..part.indices.end as usize;
        let indices = mesh.indices.get(range).unwrap_or_default();
        for corners in indices.chunks_exact(3) {
            let corner = |k: usize| {
                let vertex = mesh.vertices.get(corners[k] as usize)?;
                Some(Vec3::from_array(vertex.position_m))
            };
            if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
                let area_m2 = 0.5 * (b - a).cross(c - a).length() * coverage;
                let centre_m = (a + b + c) / 3.0;
                if area_m2.is_finite() && centre_m.is_finite() {
                    leaves.push((centre_m, area_m2));
                }
            }
        }
    }
    leaves
}

/// Share of a material's texture that is not a hole.
fn coverage(material: &Material) -> f32 {
    let Some(texture) = &material.texture else {
        return FULL;
    };
    let cutoff = (material.alpha_cutoff * 255.0) as u8;
    let texels = texture.rgba.chunks_exact(4);
    let count = texels.len().max(1);
    let covered = texels.filter(|texel| texel[3] >= cutoff).count();
    covered as f32 / count as f32
}
