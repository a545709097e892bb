//! Stage 4: vorticity confinement gives back the small eddies that advection blurs.
//!
//! Only the departure from the mean wind is confined: the shear of the mean profile is not an eddy, and would be
//! pushed along every tick.
//!
//! Source: Fedkiw, Stam, Jensen, Visual Simulation of Smoke (2001), section 4.

use super::{lattice::CellRow, level::Level};

/// Largest change of velocity that one tick makes, m/s.
const MAX_CHANGE_M_PER_S: f32 = 0.5;
/// Keeps the direction of a vanishing gradient finite, 1/(s·m).
const LEAST_GRADIENT: f32 = 1e-5;

/// Vorticity and its magnitude, each as long as a level.
#[derive(Debug, Clone)]
pub(super) struct ConfineScratch {
    vorticity: [Vec<f32>; 3],
    magnitude: Vec<f32>,
}

impl ConfineScratch {
    pub(super) fn new(len: usize) -> Self {
        Self {
            vorticity: [vec![0.0; len], vec![0.0; len], vec![0.0; len]],
            magnitude: vec![0.0; len],
        }
    }
}

/// Spins up the eddies of one level; `mean` is the wind at the reference height, m/s.
pub(super) fn confine(
    level: &mut Level,
    mean: [f32; 3],
    strength_per_s: f32,
    tick_s: f32,
    scratch: &mut ConfineScratch,
) {
    if strength_per_s <= 0.0 {
        return;
    }
    for row in level.lattice.rows() {
        curl_row(level, mean, row, scratch);
    }
    if !level.solids.is_empty() {
        forget_near_solids(level, scratch);
    }
    let [nx, ny, nz] = level.lattice.cells;
    let gain = tick_s * strength_per_s * level.cell();
    for row in level.lattice.rows() {
        // the outermost cells have no neighbour whose vorticity is known
        if row.y > 1 && row.y < ny && row.z > 1 && row.z < nz {
            push_row(level, row.start + 1, nx - 2, gain, scratch);
        }
    }
}

/// Curl of a row's departure from the mean.
fn curl_row(level: &Level, mean: [f32; 3], row: CellRow, scratch: &mut ConfineScratch) {
    let n = level.lattice.cells[0];
    let [_, up, back] = level.lattice.strides();
    let at = row.start;
    let half = 0.5 / level.cell();
    let shear = half * (level.profile[row.y + 1] - level.profile[row.y - 1]);
    let (mean_x, mean_z) = (shear * mean[2], -shear * mean[0]);

    let [u, v, w] = &level.velocity;
    let (u_y0, u_y1) = (&u[at - up..][..n], &u[at + up..][..n]);
    let (u_z0, u_z1) = (&u[at - back..][..n], &u[at + back..][..n]);
    let (v_x0, v_x1) = (&v[at - 1..][..n], &v[at + 1..][..n]);
    let (v_z0, v_z1) = (&v[at - back..][..n], &v[at + back..][..n]);
    let (w_x0, w_x1) = (&w[at - 1..][..n], &w[at + 1..][..n]);
    let (w_y0, w_y1) = (&w[at - up..][..n], &w[at + up..][..n]);
    let [x, y, z] = &mut scratch.vorticity;
    let (x, y, z) = (&mut x[at..][..n], &mut y[at..][..n], &mut z[at..][..n]);
    let magnitude = &mut scratch.magnitude[at..][..n];
    for i in 0..n {
        let a = half * ((w_y1[i] - w_y0[i]) - (v_z1[i] - v_z0[i])) - mean_x;
        let b = half * ((u_z1[i] - u_z0[i]) - (w_x1[i] - w_x0[i]));
        let c = half * ((v_x1[i] - v_x0[i]) - (u_y1[i] - u_y0[i])) - mean_z;
        x[i] = a;
        y[i] = b;
        z[i] = c;
        magnitude[i] = (a * a + b * b + c * c).sqrt();
    }
}

/// Clears the vorticity of cells that are solid or touch a solid.
fn forget_near_solids(level: &Level, scratch: &mut ConfineScratch) {
    let strides = level.lattice.strides();
    let mut clear = |index: usize| {
        for axis in &mut scratch.vorticity {
            axis[index] = 0.0;
        }
        scratch.magnitude[index] = 0.0;
    };
    for &index in &level.solids {
        clear(index);
        for stride in strides {
            clear(index - stride);
            clear(index + stride);
        }
    }
}

fn push_row(level: &mut Level, at: usize, n: usize, gain: f32, scratch: &ConfineScratch) {
    let [_, up, back] = level.lattice.strides();
    let half = 0.5 / level.cell();
    let magnitude = &scratch.magnitude;
    let (x0, x1) = (&magnitude[at - 1..][..n], &magnitude[at + 1..][..n]);
    let (y0, y1) = (&magnitude[at - up..][..n], &magnitude[at + up..][..n]);
    let (z0, z1) = (&magnitude[at - back..][..n], &magnitude[at + back..][..n]);
    let [wx, wy, wz] = &scratch.vorticity;
    let (wx, wy, wz) = (&wx[at..][..n], &wy[at..][..n], &wz[at..][..n]);
    let [u, v, w] = &mut level.velocity;
    let (u, v, w) = (&mut u[at..][..n], &mut v[at..][..n], &mut w[at..][..n]);
    for i in 0..n {
        let gx = half * (x1[i] - x0[i]);
        let gy = half * (y1[i] - y0[i]);
        let gz = half * (z1[i] - z0[i]);
        let scale = gain / ((gx * gx + gy * gy + gz * gz).sqrt() + LEAST_GRADIENT);
        let fx = scale * (gy * wz[i] - gz * wy[i]);
        let fy = scale * (gz * wx[i] - gx * wz[i]);
        let fz = scale * (gx * wy[i] - gy * wx[i]);
        let size = (fx * fx + fy * fy + fz * fz).sqrt();
        let most = if size > MAX_CHANGE_M_PER_S {
            MAX_CHANGE_M_PER_S / size
        } else {
            1.0
        };
        u[i] += fx * most;
        v[i] += fy * most;
        w[i] += fz * most;
    }
}
