//! One level of the nested grid: its cells, where it stands, what is solid.

use super::{gust_layer::GustLayer, lattice::Lattice, profile::Profile};
use crate::math::lerp;

/// A box of solid matter: least and greatest corner, metres, world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SolidBox {
    pub(super) low_m: [f64; 3],
    pub(super) high_m: [f64; 3],
}

/// Structure of arrays over the padded cells of one level.
#[derive(Debug, Clone)]
pub(super) struct Level {
    pub(super) lattice: Lattice,
    pub(super) cell_m: f64,
    /// Place of the low corner of the first inner cell, in cells of this level.
    pub(super) origin: [i64; 3],
    pub(super) velocity: [Vec<f32>; 3],
    /// Pressure over density, times the tick; zero in the border and in solids.
    pub(super) pressure: Vec<f32>,
    /// 1 for air and border, 0 for solid.
    pub(super) open: Vec<f32>,
    /// Indices of solid cells, ascending.
    pub(super) solids: Vec<usize>,
    /// One over the number of neighbours that are not solid; zero for a solid cell or a walled-in one.
    pub(super) inverse_open: Vec<f32>,
    /// Share of the reference speed by y, now and a tick ago.
    pub(super) profile: Vec<f32>,
    pub(super) profile_before: Vec<f32>,
    pub(super) gust: GustLayer,
}

impl Level {
    pub(super) fn new(lattice: Lattice, cell_m: f64, profile: Profile) -> Self {
        let len = lattice.len();
        let mut level = Self {
            lattice,
            cell_m,
            origin: [0; 3],
            velocity: [vec![0.0; len], vec![0.0; len], vec![0.0; len]],
            pressure: vec![0.0; len],
            open: vec![1.0; len],
            solids: Vec::new(),
            inverse_open: Vec::new(),
            profile: vec![0.0; lattice.cells[1] + 2],
            profile_before: vec![0.0; lattice.cells[1] + 2],
            gust: GustLayer::new(lattice),
        };
        level.set_profile(profile);
        level.profile_before.copy_from_slice(&level.profile);
        level
    }

    /// Centre of a cell, metres; x, y, z count from the border.
    pub(super) fn centre_m(&self, place: [usize; 3]) -> [f64; 3] {
        core::array::from_fn(|axis| {
            self.cell_m * (self.origin[axis] as f64 + place[axis] as f64 - 0.5)
        })
    }

    pub(super) fn cell(&self) -> f32 {
        self.cell_m as f32
    }

    /// Fills the table of mean speed by height; the floor stays where it is, so the table holds until settings change.
    pub(super) fn set_profile(&mut self, profile: Profile) {
        for y in 0..self.profile.len() {
            self.profile[y] = profile.at(self.centre_m([0, y, 0])[1]);
        }
    }

    /// Marks the cells whose centres lie in a box as solid and stills them.
    pub(super) fn mark_solids(&mut self, boxes: &[SolidBox]) {
        if boxes.is_empty() && self.solids.is_empty() {
            return;
        }
        self.open.fill(1.0);
        self.solids.clear();
        for (place, index) in self.lattice.places() {
            let centre_m = self.centre_m(place);
            let solid = boxes.iter().any(|solid| solid.contains(centre_m));
            if solid && !self.lattice.is_border(place) {
                self.open[index] = 0.0;
                self.solids.push(index);
            }
        }
        self.count_open();
        self.still_solids();
    }

    /// Sets velocity and pressure of solid cells to zero.
    pub(super) fn still_solids(&mut self) {
        for &index in &self.solids {
            for axis in &mut self.velocity {
                axis[index] = 0.0;
            }
            self.pressure[index] = 0.0;
        }
    }

    /// Velocity at a place given in padded cells (centres at whole numbers), which is limited to the border's centres.
    pub(super) fn trilinear(&self, place: [f64; 3]) -> [f32; 3] {
        let mut base = [0_usize; 3];
        let mut fraction = [0.0_f32; 3];
        for axis in 0..3 {
            let cells = self.lattice.cells[axis];
            let at = place[axis].clamp(0.0, cells as f64 + 1.0);
            base[axis] = (at as usize).min(cells);
            fraction[axis] = (at - base[axis] as f64) as f32;
        }
        let index = self.lattice.index(base[0], base[1], base[2]);
        let [_, row, plane] = self.lattice.strides();
        core::array::from_fn(|axis| {
            let values = &self.velocity[axis];
            let along = |at: usize| lerp(values[at], values[at + 1], fraction[0]);
            let face = |at: usize| lerp(along(at), along(at + row), fraction[1]);
            lerp(face(index), face(index + plane), fraction[2])
        })
    }

    /// A world position in padded cells of this level.
    pub(super) fn in_cells(&self, place_m: [f64; 3]) -> [f64; 3] {
        core::array::from_fn(|axis| place_m[axis] / self.cell_m - self.origin[axis] as f64 + 0.5)
    }

    fn count_open(&mut self) {
        self.inverse_open.resize(self.lattice.len(), 0.0);
        self.inverse_open.fill(0.0);
        for row in self.lattice.rows() {
            for index in row.start..row.start + self.lattice.cells[0] {
                let neighbours: f32 = self
                    .lattice
                    .strides()
                    .into_iter()
                    .map(|stride| self.open[index - stride] + self.open[index + stride])
                    .sum();
                self.inverse_open[index] = if self.open[index] > 0.0 && neighbours > 0.0 {
                    1.0 / neighbours
                } else {
                    0.0
                };
            }
        }
    }
}

impl SolidBox {
    fn contains(&self, place_m: [f64; 3]) -> bool {
        (0..3).all(|axis| (self.low_m[axis]..self.high_m[axis]).contains(&place_m[axis]))
    }
}
