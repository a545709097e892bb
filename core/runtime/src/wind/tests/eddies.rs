//! Vorticity confinement.

use super::{
    super::confine::{ConfineScratch, confine},
    rig,
};

/// Changes of velocity that confinement makes of a field.
fn changes(field: impl Fn([f64; 3]) -> [f64; 3]) -> (super::super::level::Level, Vec<[f64; 3]>) {
    let mut level = rig::level([32, 16, 32]);
    rig::set(&mut level, field);
    let before = level.clone();
    let mut scratch = ConfineScratch::new(level.lattice.len());
    let unlimited = f32::INFINITY;
    confine(
        &mut level,
        [0.0; 3],
        unlimited,
        1.0,
        1.0 / 30.0,
        &mut scratch,
    );
    let changes = (0..level.lattice.len())
        .map(|index| {
            core::array::from_fn(|axis| {
                f64::from(level.velocity[axis][index] - before.velocity[axis][index])
            })
        })
        .collect();
    (level, changes)
}

#[test]
fn w_07_confinement_leaves_strain_and_solid_rotation_alone() {
    let strain = |[x, y, _]: [f64; 3]| [x, -y, 0.0];
    let rotation = |[x, _, z]: [f64; 3]| [z - 8.0, 0.0, 8.0 - x];
    for (name, (_, changes)) in [("strain", changes(strain)), ("rotation", changes(rotation))] {
        let most = changes
            .iter()
            .flatten()
            .fold(0.0, |most: f64, x| most.max(x.abs()));
        assert!(most <= 1e-6, "{name}: {most}");
    }
}

#[test]
fn w_07_confinement_spins_a_vortex_up_without_moving_it() {
    const RADIUS_M: f64 = 1.5;
    // counter-clockwise about +y: the direction of growing angle is (z, 0, −x)
    let vortex = |[x, _, z]: [f64; 3]| {
        let (x, z) = (x - 8.0, z - 8.0);
        let fade = libm::exp(-(x * x + z * z) / (2.0 * RADIUS_M * RADIUS_M));
        [fade * z, 0.0, -fade * x]
    };
    let (level, changes) = changes(vortex);
    let (mut net, mut total, mut seen) = ([0.0; 3], 0.0, 0);
    for ([x, y, z], index) in rig::inner(&level) {
        let change = changes[index];
        for axis in 0..3 {
            net[axis] += change[axis];
            total += change[axis].abs();
        }
        let centre = level.centre_m([x, y, z]);
        let (dx, dz) = (centre[0] - 8.0, centre[2] - 8.0);
        let distance = libm::sqrt(dx * dx + dz * dz);
        // the force follows the magnitude of the vorticity, which falls until it changes sign at 1.4 radii
        if (0.6..1.2 * RADIUS_M).contains(&distance) && (2..16).contains(&y) {
            seen += 1;
            let along = (change[0] * dz - change[2] * dx) / distance;
            assert!(along > 0.0, "at {distance} m: {along}");
        }
    }
    assert!(seen > 100);
    for axis in net {
        assert!(axis.abs() < 1e-4 * total, "net {axis} of {total}");
    }
}
