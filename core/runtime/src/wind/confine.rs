//! Stage 4: vorticity confinement gives back the small eddies that advection blurs.
//!
//! Only the departure from the mean wind is confined: the shear of the mean profile is not an eddy, and would be
//! pushed along every tick.
//!
//! Confinement alone gives an eddy a share of its own strength every tick, so over a second-order advection, which blurs
//! little, every eddy would grow for as long as the wind takes to cross the grid. It fades out where the air departs
//! from the mean by as much as the turbulence that the wind brings: up to there it gives back, beyond it would invent.
//!
//! Source: Fedkiw, Stam, Jensen, Visual Simulation of Smoke (2001), section 4.

use super::{border::MAX_ROW, lattice::CellRow, level::Level};

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

/// Spins up the eddies of one level; `mean` is the wind, `turbulence_m_per_s` the departure from it at which the push
/// has faded out, both at the reference height, m/s.
pub(super) fn confine(
    level: &mut Level,
    mean: [f32; 3],
    turbulence_m_per_s: f32,
    strength_per_s: f32,
    tick_s: f32,
    scratch: &mut ConfineScratch,
) {
    if strength_per_s <= 0.0 || turbulence_m_per_s <= 0.0 {
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
            let share = level.profile[row.y];
            let most = share * turbulence_m_per_s;
            let calm = Calm {
                mean: mean.map(|axis| share * axis),
                inverse_square: 1.0 / (most * most),
            };
            push_row(level, row.start + 1, nx - 2, gain, &calm, scratch);
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

    let sides = |component: usize, stride: usize| {
        let values = &level.velocity[component];
        [&values[at - stride..][..n], &values[at + stride..][..n]]
    };
    let [x, y, z] = &mut scratch.vorticity;
    difference(
        &mut x[at..][..n],
        [sides(2, up), sides(1, back)],
        half,
        mean_x,
    );
    difference(&mut y[at..][..n], [sides(0, back), sides(2, 1)], half, 0.0);
    difference(&mut z[at..][..n], [sides(1, 1), sides(0, up)], half, mean_z);
    let magnitude = &mut scratch.magnitude[at..][..n];
    length(magnitude, [&x[at..][..n], &y[at..][..n], &z[at..][..n]]);
}

/// `out = half·((a₁ − a₀) − (b₁ − b₀)) − mean`.
#[inline(never)]
fn difference(out: &mut [f32], [a, b]: [[&[f32]; 2]; 2], half: f32, mean: f32) {
    let n = out.len();
    let (a0, a1, b0, b1) = (&a[0][..n], &a[1][..n], &b[0][..n], &b[1][..n]);
    for i in 0..n {
        out[i] = half * ((a1[i] - a0[i]) - (b1[i] - b0[i])) - mean;
    }
}

#[inline(never)]
fn length(out: &mut [f32], vector: [&[f32]; 3]) {
    let n = out.len();
    let (x, y, z) = (&vector[0][..n], &vector[1][..n], &vector[2][..n]);
    for i in 0..n {
        out[i] = (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]).sqrt();
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

/// Mean wind of a row, and one over the square of the departure from it that gets no push.
struct Calm {
    mean: [f32; 3],
    inverse_square: f32,
}

impl Calm {
    /// Share of the push that a run of cells gets, into `shares`.
    fn fill(&self, level: &Level, at: usize, shares: &mut [f32]) {
        let n = shares.len();
        let [u, v, w] = [0, 1, 2].map(|axis| &level.velocity[axis][at..][..n]);
        let [mean_u, mean_v, mean_w] = self.mean;
        for i in 0..n {
            let (u, v, w) = (u[i] - mean_u, v[i] - mean_v, w[i] - mean_w);
            let share = 1.0 - (u * u + v * v + w * w) * self.inverse_square;
            shares[i] = if share > 0.0 { share } else { 0.0 };
        }
    }
}

fn push_row(
    level: &mut Level,
    at: usize,
    n: usize,
    gain: f32,
    calm: &Calm,
    scratch: &ConfineScratch,
) {
    let [_, up, back] = level.lattice.strides();
    let half = 0.5 / level.cell();
    let around = [1, up, back]
        .map(|stride| [at - stride, at + stride].map(|at| &scratch.magnitude[at..][..n]));
    let [x, y, z] = &scratch.vorticity;
    let vorticity = [&x[at..][..n], &y[at..][..n], &z[at..][..n]];
    let mut pushes = [[0.0; MAX_ROW]; 3];
    pushes_of(&mut pushes, around, vorticity, half, gain);
    let mut shares = [0.0; MAX_ROW];
    calm.fill(level, at, &mut shares[..n]);
    for (values, push) in level.velocity.iter_mut().zip(&pushes) {
        for ((value, push), share) in values[at..][..n].iter_mut().zip(push).zip(&shares) {
            *value += share * push;
        }
    }
}

/// Pushes of a run of cells, by the magnitude of the vorticity around them and by their own vorticity.
#[inline(never)]
fn pushes_of(
    pushes: &mut [[f32; MAX_ROW]; 3],
    around: [[&[f32]; 2]; 3],
    vorticity: [&[f32]; 3],
    half: f32,
    gain: f32,
) {
    let n = vorticity[0].len().min(MAX_ROW);
    let [x, y, z] = around;
    let (x0, x1, y0) = (&x[0][..n], &x[1][..n], &y[0][..n]);
    let (y1, z0, z1) = (&y[1][..n], &z[0][..n], &z[1][..n]);
    let (wx, wy, wz) = (&vorticity[0][..n], &vorticity[1][..n], &vorticity[2][..n]);
    let [px, py, pz] = pushes;
    let (px, py, pz) = (&mut px[..n], &mut py[..n], &mut pz[..n]);
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
        px[i] = fx * most;
        py[i] = fy * most;
        pz[i] = fz * most;
    }
}
