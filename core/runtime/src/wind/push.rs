//! Stage 5: effectors and gust fronts push the air.

use super::{
    level::Level,
    settings::{EffectorSettings, limit},
};
use crate::math::saturate;

/// Most speed that one pulse gives, m/s.
const MAX_STRENGTH_M_PER_S: f32 = 60.0;

/// Where an effector is between its pulses.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pulse {
    pub(super) node: String,
    /// Time since the last pulse began, seconds.
    phase_s: f32,
}

/// What an effector does in one tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Impulse {
    start_m: [f64; 3],
    direction: [f32; 3],
    length_m: f32,
    radius_m: f32,
    /// Change of velocity on the axis, m/s.
    change_m_per_s: f32,
}

impl Pulse {
    pub(super) fn new(node: &str) -> Self {
        Self {
            node: String::from(node),
            phase_s: 0.0,
        }
    }

    /// Seconds of the tick in which a pulse of `duration_s`, repeated every `interval_s` (0: without end), lasts.
    pub(super) fn advance(&mut self, duration_s: f32, interval_s: f32, tick_s: f32) -> f32 {
        if interval_s <= duration_s {
            self.phase_s = 0.0;
            return tick_s;
        }
        if self.phase_s >= interval_s {
            self.phase_s = 0.0;
        }
        let end_s = self.phase_s + tick_s;
        let now_s = (end_s.min(duration_s) - self.phase_s).max(0.0);
        let next_s = (end_s - interval_s).clamp(0.0, duration_s);
        self.phase_s = if end_s >= interval_s {
            end_s - interval_s
        } else {
            end_s
        };
        now_s + next_s
    }

    /// The push of `effector` in the tick that ends at `time_s`.
    pub(super) fn impulse(
        &mut self,
        effector: &EffectorSettings,
        time_s: f64,
        tick_s: f32,
    ) -> Impulse {
        let lasts_s = self.advance(effector.duration_s, effector.interval_s, tick_s);
        let strength = limit(
            effector.strength_m_per_s.at(time_s),
            -MAX_STRENGTH_M_PER_S,
            MAX_STRENGTH_M_PER_S,
            0.0,
        );
        Impulse {
            start_m: effector.start_m,
            direction: effector.direction,
            length_m: effector.length_m,
            radius_m: effector.radius_m,
            change_m_per_s: strength * lasts_s / effector.duration_s,
        }
    }
}

/// Pushes the cells inside the capsule, less towards its edge.
pub(super) fn push(level: &mut Level, impulse: &Impulse) {
    if impulse.change_m_per_s == 0.0 {
        return;
    }
    // a capsule thinner than a cell would slip between the centres
    let radius_m = f64::from(impulse.radius_m).max(0.9 * level.cell_m);
    let Some((low, high)) = bounds(level, impulse, radius_m) else {
        return;
    };
    for z in low[2]..=high[2] {
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let index = level.lattice.index(x, y, z);
                let distance_m = impulse.distance_m(level.centre_m([x, y, z]));
                let share = (distance_m / radius_m) as f32;
                let fade = saturate(1.0 - share * share);
                let change = impulse.change_m_per_s * fade * fade * level.open[index];
                for axis in 0..3 {
                    level.velocity[axis][index] += change * impulse.direction[axis];
                }
            }
        }
    }
}

/// Keeps the gust fronts that cross a level in shape: see [`super::gust_layer`].
pub(super) fn push_gusts(level: &mut Level) {
    if !level.gust.active {
        return;
    }
    let n = level.lattice.cells[0];
    for row in level.lattice.rows() {
        let column = level.gust.column(1, row.z);
        let share = level.profile[row.y];
        let push = &level.gust.push[column..][..n];
        let relief = &level.gust.relief[column..][..n];
        for (axis, side) in [(0, 0), (2, 1)] {
            let values = &mut level.velocity[axis][row.start..][..n];
            for i in 0..n {
                values[i] += share * (push[i][side] - share * relief[i][side]);
            }
        }
    }
    level.still_solids();
}

/// Takes its share off everything that differs from the mean wind.
pub(super) fn dissipate(level: &mut Level, mean: [f32; 3], keep: f32) {
    let n = level.lattice.cells[0];
    for row in level.lattice.rows() {
        for (axis, mean) in mean.into_iter().enumerate() {
            let mean = level.profile[row.y] * mean;
            for value in &mut level.velocity[axis][row.start..][..n] {
                *value = mean + keep * (*value - mean);
            }
        }
    }
    level.still_solids();
}

impl Impulse {
    /// Distance from the axis.
    fn distance_m(&self, place_m: [f64; 3]) -> f64 {
        let offset: [f64; 3] = core::array::from_fn(|axis| place_m[axis] - self.start_m[axis]);
        let direction = self.direction.map(f64::from);
        let along: f64 = (0..3).map(|axis| offset[axis] * direction[axis]).sum();
        let along = along.clamp(0.0, f64::from(self.length_m));
        let square: f64 = (0..3)
            .map(|axis| offset[axis] - along * direction[axis])
            .map(|x| x * x)
            .sum();
        libm::sqrt(square)
    }
}

/// Inner cells that the capsule can reach, if any.
fn bounds(level: &Level, impulse: &Impulse, radius_m: f64) -> Option<([usize; 3], [usize; 3])> {
    let reach = impulse.length_m;
    let end_m: [f64; 3] = core::array::from_fn(|axis| {
        impulse.start_m[axis] + f64::from(reach * impulse.direction[axis])
    });
    let low = level.in_cells(core::array::from_fn(|axis| {
        impulse.start_m[axis].min(end_m[axis]) - radius_m
    }));
    let high = level.in_cells(core::array::from_fn(|axis| {
        impulse.start_m[axis].max(end_m[axis]) + radius_m
    }));
    let cells = level.lattice.cells;
    let touches = (0..3).all(|axis| high[axis] >= 1.0 && low[axis] <= cells[axis] as f64);
    touches.then(|| {
        (
            core::array::from_fn(|axis| low[axis].max(1.0) as usize),
            core::array::from_fn(|axis| high[axis].min(cells[axis] as f64) as usize),
        )
    })
}
