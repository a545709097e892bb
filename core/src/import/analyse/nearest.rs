//! The limb whose surface is nearest to a point: a uniform grid over points along the limbs.

use glam::{IVec3, Vec3};

use super::limb::Limb;

/// Cells along the longest side.
const CELLS: f32 = 40.0;

/// A grid over limbs that can grow.
pub(super) struct LimbGrid {
    low: Vec3,
    cell: f32,
    size: IVec3,
    /// First sample of each cell.
    heads: Vec<u32>,
    samples: Vec<Sample>,
    widest: f32,
}

struct Sample {
    position: Vec3,
    radius: f32,
    limb: u32,
    next: u32,
}

/// What lies nearest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// Number of the limb.
    pub(super) limb: usize,
    /// Point on its axis.
    pub(super) position: Vec3,
    /// Radius there.
    pub(super) radius: f32,
    /// Distance from the surface, negative inside.
    pub(super) gap: f32,
}

const NONE: u32 = u32::MAX;

impl LimbGrid {
    /// An empty grid over a box.
    pub(super) fn new(low: Vec3, high: Vec3) -> Self {
        let longest = (high - low).max_element().max(1e-6);
        let cell = longest / CELLS;
        let size = ((high - low) / cell).floor().as_ivec3().max(IVec3::ZERO) + IVec3::ONE;
        Self {
            low,
            cell,
            size,
            heads: vec![NONE; (size.x * size.y * size.z) as usize],
            samples: Vec::new(),
            widest: 0.0,
        }
    }

    /// Adds limb `number`.
    pub(super) fn add(&mut self, number: usize, limb: &Limb) {
        for (position, radius) in limb.samples(self.cell * 0.25) {
            let cell = self.index(self.cell_of(position));
            self.samples.push(Sample {
                position,
                radius,
                limb: number as u32,
                next: self.heads[cell],
            });
            self.heads[cell] = self.samples.len() as u32 - 1;
            self.widest = self.widest.max(radius);
        }
    }

    /// The nearest surface; `None` while the grid is empty.
    pub(super) fn nearest(&self, position: Vec3) -> Option<Hit> {
        if self.samples.is_empty() {
            return None;
        }
        let centre = self.cell_of(position);
        let mut best: Option<Hit> = None;
        for shell in 0..=self.size.max_element() {
            let reach = (shell - 1).max(0) as f32 * self.cell - self.widest;
            if best.is_some_and(|best| best.gap < reach) {
                break;
            }
            self.visit(centre, shell, |sample| {
                let gap = sample.position.distance(position) - sample.radius;
                if best.is_none_or(|best| gap < best.gap) {
                    best = Some(Hit {
                        limb: sample.limb as usize,
                        position: sample.position,
                        radius: sample.radius,
                        gap,
                    });
                }
            });
        }
        best
    }

    /// All samples in the cells whose greatest offset from `centre` is `shell`.
    #[expect(clippy::excessive_nesting, reason = "a walk over three axes")]
    fn visit(&self, centre: IVec3, shell: i32, mut see: impl FnMut(&Sample)) {
        let low = (centre - shell).max(IVec3::ZERO);
        let high = (centre + shell).min(self.size - 1);
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                let face = (z - centre.z).abs() == shell || (y - centre.y).abs() == shell;
                let step = if face || shell == 0 { 1 } else { 2 * shell };
                let mut x = if step == 1 { low.x } else { centre.x - shell };
                while x <= high.x {
                    if x >= low.x {
                        self.visit_cell(IVec3::new(x, y, z), &mut see);
                    }
                    x += step;
                }
            }
        }
    }

    fn visit_cell(&self, cell: IVec3, see: &mut impl FnMut(&Sample)) {
        let mut at = self.heads[self.index(cell)];
        while let Some(sample) = self.samples.get(at as usize) {
            see(sample);
            at = sample.next;
        }
    }

    fn cell_of(&self, position: Vec3) -> IVec3 {
        let cell = ((position - self.low) / self.cell).floor().as_ivec3();
        cell.clamp(IVec3::ZERO, self.size - 1)
    }

    fn index(&self, cell: IVec3) -> usize {
        ((cell.z * self.size.y + cell.y) * self.size.x + cell.x) as usize
    }
}
