//! Walls, and what must never grow.

use super::{
    super::level::SolidBox,
    rig::{self, Rig},
};
use crate::preset::wind::{Advection, WindGrid};

/// Wind of 8 m/s against a box of 4 m along it, 4 m high and 5 m across, in the middle.
fn wall() -> Rig {
    let mut rig = Rig::uniform(&rig::steady(8.0, rig::single_level()));
    rig.settings.solids = vec![SolidBox {
        low_m: [-2.0, 0.0, -2.5],
        high_m: [2.0, 4.0, 2.5],
    }];
    rig.grid.mark_solids(&rig.settings.solids);
    rig
}

#[test]
fn w_10_nothing_flows_into_a_wall() {
    let mut rig = wall();
    for _ in 0..300 {
        rig.tick();
        let level = &rig.grid.levels[0];
        for &solid in &level.solids {
            assert_eq!(rig::velocity(level, solid), [0.0; 3]);
            for (axis, stride) in level.lattice.strides().into_iter().enumerate() {
                let (low, high) = (solid - stride, solid + stride);
                assert!(level.open[low] == 0.0 || level.velocity[axis][low] <= 0.0);
                assert!(level.open[high] == 0.0 || level.velocity[axis][high] >= 0.0);
            }
        }
    }
}

#[test]
fn w_10_a_box_shelters_what_is_behind_it() {
    let mut rig = wall();
    for _ in 0..200 {
        rig.tick();
    }
    let level = &rig.grid.levels[0];
    let mean = |low: [f64; 3], high: [f64; 3]| {
        let (mut sum, mut count) = (0.0, 0);
        for (place, index) in rig::inner(level) {
            let at = level.centre_m(place);
            if (0..3).all(|axis| (low[axis]..high[axis]).contains(&at[axis])) {
                sum += level.velocity[0][index] / 8.0;
                count += 1;
            }
        }
        assert!(count > 0);
        sum / count as f32
    };
    let behind = mean([2.0, 0.0, -2.5], [4.0, 4.0, 2.5]);
    let farther = mean([5.0, 0.0, -2.5], [5.5, 4.0, 2.5]);
    let ahead = mean([-4.0, 0.0, -2.5], [-2.0, 4.0, 2.5]);
    let most = level.velocity[0]
        .iter()
        .fold(0.0_f32, |most, x| most.max(*x))
        / 8.0;
    assert!(behind < 0.1, "behind {behind}");
    assert!(farther < 0.3, "3 m behind {farther}");
    assert!((0.1..0.6).contains(&ahead), "ahead {ahead}");
    assert!((1.02..1.15).contains(&most), "fastest {most}");
}

#[test]
fn w_14_energy_never_grows_at_any_step() {
    // the border brings nothing in; tens of cells a tick
    let grid = WindGrid {
        cells: [32, 16, 32],
        ..rig::single_level()
    };
    let mut rig = Rig::uniform(&rig::steady(0.0, grid));
    rig.settings.tick_s = 1.0 / 3.0;
    rig::set_random(&mut rig.grid.levels[0], 11, 5.0);
    let level = &mut rig.grid.levels[0];
    for (place, index) in level.lattice.places() {
        if level.lattice.is_border(place) {
            level.velocity.iter_mut().for_each(|axis| axis[index] = 0.0);
        }
    }
    let measure = |rig: &Rig| {
        let level = &rig.grid.levels[0];
        let speeds: Vec<f64> = rig::inner(level)
            .iter()
            .map(|&(_, index)| f64::from(rig::speed(rig::velocity(level, index))))
            .collect();
        let energy: f64 = speeds.iter().map(|speed| speed * speed).sum();
        (energy, speeds.into_iter().fold(0.0, f64::max))
    };
    let (mut energy, fastest) = measure(&rig);
    for tick in 0..1000 {
        rig.tick();
        let (now, most) = measure(&rig);
        assert!(
            now.is_finite() && now <= energy,
            "tick {tick}: {now} after {energy}"
        );
        assert!(most <= fastest);
        energy = now;
    }
}

#[test]
fn w_14_mac_cormack_stays_finite_in_a_storm() {
    let mut description = rig::steady(
        60.0,
        WindGrid {
            cells: [16, 16, 16],
            finest_cell_m: 0.1,
            vorticity_confinement_per_s: 5.0,
            advection: Advection::MacCormack,
            ..WindGrid::default()
        },
    );
    description.preset.noise_amplitude = 1.0;
    let mut rig = Rig::new(&description);
    for _ in 0..300 {
        rig.tick();
        for level in &rig.grid.levels {
            assert!(level.velocity.iter().flatten().all(|x| x.abs() < 300.0));
        }
    }
}
