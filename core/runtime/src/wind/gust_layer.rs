//! Gust fronts over the ground plan of one level: what they add, how they push, where their air comes from.
//!
//! The air that a front brings comes down from above the grid: the pressure leaves the front's divergence alone, or it
//! would spread it out within a second.

use super::{gust::Fronts, lattice::Lattice};

/// Columns of one level; every column is scaled by the mean profile at its height.
#[derive(Debug, Clone)]
pub(super) struct GustLayer {
    row: usize,
    /// Whether any front touches the level.
    pub(super) active: bool,
    /// Added wind at the reference height, x and z, m/s, border included.
    pub(super) wind: Vec<[f32; 2]>,
    /// Change of velocity in a tick where the air stood still, x and z, m/s.
    pub(super) push: Vec<[f32; 2]>,
    /// What to take off it for air that moves along, per share of the reference speed.
    pub(super) relief: Vec<[f32; 2]>,
    /// Divergence that belongs to the fronts, 1/s.
    pub(super) source_per_s: Vec<f32>,
}

/// What turns fronts into a layer.
pub(super) struct LayerInput<'a> {
    pub(super) fronts: &'a Fronts,
    /// Mean wind at the reference height, m/s.
    pub(super) mean: [f32; 3],
    /// Share of the last tick's departures from the mean that is still there.
    pub(super) keep: f32,
    pub(super) tick_s: f32,
}

impl GustLayer {
    pub(super) fn new(lattice: Lattice) -> Self {
        let columns = lattice.row() * (lattice.cells[2] + 2);
        Self {
            row: lattice.row(),
            active: false,
            wind: vec![[0.0; 2]; columns],
            push: vec![[0.0; 2]; columns],
            relief: vec![[0.0; 2]; columns],
            source_per_s: vec![0.0; columns],
        }
    }

    /// Index of a column.
    pub(super) fn column(&self, x: usize, z: usize) -> usize {
        x + self.row * z
    }

    /// Evaluates the fronts over a level whose first border column is centred at `low_m` (x, z).
    pub(super) fn fill(&mut self, input: &LayerInput<'_>, low_m: [f64; 2], cell_m: f64) {
        if input.fronts.is_empty() {
            self.clear();
            return;
        }
        let [mean_x, _, mean_z] = input.mean;
        let front_speed = crate::math::sqrt(mean_x * mean_x + mean_z * mean_z);
        let mut active = false;
        for (index, wind) in self.wind.iter_mut().enumerate() {
            let place_m = [
                low_m[0] + cell_m * (index % self.row) as f64,
                low_m[1] + cell_m * (index / self.row) as f64,
            ];
            *wind = [0.0; 2];
            let (mut push, mut relief) = ([0.0; 2], [0.0; 2]);
            for touch in input.fronts.touches(place_m, 0.0) {
                active = true;
                let [x, z] = touch.along;
                wind[0] += x * touch.speed_m_per_s;
                wind[1] += z * touch.speed_m_per_s;
                // the air that arrives here was, a tick ago, where the front's own travel less the air's had left it
                let travel = touch.slope_per_s * input.tick_s;
                let still = touch.speed_m_per_s - input.keep * touch.speed_before_m_per_s
                    + travel * front_speed;
                let moving = travel * (x * mean_x + z * mean_z + touch.speed_m_per_s);
                push = [push[0] + x * still, push[1] + z * still];
                relief = [relief[0] + x * moving, relief[1] + z * moving];
            }
            self.push[index] = push;
            self.relief[index] = relief;
        }
        self.active = active;
        self.fill_source(cell_m as f32);
    }

    /// Sum of the added wind over all inner columns, x and z.
    pub(super) fn sum(&self) -> [f64; 2] {
        let mut sum = [0.0; 2];
        if !self.active {
            return sum;
        }
        let inner = self.row..self.wind.len() - self.row;
        for row in self.wind[inner].chunks_exact(self.row) {
            for wind in &row[1..self.row - 1] {
                sum[0] += f64::from(wind[0]);
                sum[1] += f64::from(wind[1]);
            }
        }
        sum
    }

    fn clear(&mut self) {
        if self.active {
            self.wind.fill([0.0; 2]);
            self.push.fill([0.0; 2]);
            self.relief.fill([0.0; 2]);
            self.source_per_s.fill(0.0);
        }
        self.active = false;
    }

    /// The same central difference that the pressure takes of the velocity.
    fn fill_source(&mut self, cell_m: f32) {
        self.source_per_s.fill(0.0);
        if !self.active {
            return;
        }
        let half = 0.5 / cell_m;
        let rows = self.wind.len() / self.row;
        for z in 1..rows - 1 {
            for x in 1..self.row - 1 {
                let at = self.column(x, z);
                self.source_per_s[at] = half
                    * (self.wind[at + 1][0] - self.wind[at - 1][0] + self.wind[at + self.row][1]
                        - self.wind[at - self.row][1]);
            }
        }
    }
}
