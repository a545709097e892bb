//! What levels give each other.

use super::{
    super::{level::Level, nest, recentre},
    rig,
};

/// A fine level inside a coarse one.
fn pair() -> (Level, Level) {
    let fine = {
        let mut level = rig::level([32, 16, 32]);
        level.origin = [4, 0, -6];
        level
    };
    let mut coarse = rig::level([32, 16, 32]);
    coarse.cell_m = 1.0;
    coarse.origin = [-6, 0, -10];
    (fine, coarse)
}

#[test]
fn w_08_inner_borders_continue_a_linear_field() {
    let (mut fine, mut coarse) = pair();
    let field = |[x, y, z]: [f64; 3]| {
        [
            1.0 + 0.3 * x - 0.2 * y + 0.1 * z,
            -2.0 + 0.05 * x + 0.4 * y - 0.3 * z,
            0.5 - 0.1 * x + 0.2 * y + 0.25 * z,
        ]
    };
    rig::set(&mut coarse, field);
    nest::fill_inner_border(&mut fine, &coarse);
    let mut seen = 0;
    for (place, index) in fine.lattice.places() {
        if fine.lattice.is_border(place) {
            seen += 1;
            let expected = field(fine.centre_m(place));
            for axis in 0..3 {
                let found = f64::from(fine.velocity[axis][index]);
                // values reach 10: one rounding each
                assert!((found - expected[axis]).abs() < 1e-5, "{place:?}");
            }
        }
    }
    assert_eq!(seen, 34 * 18 * 34 - 32 * 16 * 32);
}

#[test]
fn w_09_coarse_cells_take_the_mean_of_their_children() {
    let (mut fine, mut coarse) = pair();
    rig::set_random(&mut fine, 1, 5.0);
    rig::set_random(&mut coarse, 2, 5.0);
    let before = coarse.clone();
    nest::overwrite_coarse(&mut coarse, &fine);

    let (mut fine_sum, mut coarse_sum, mut covered) = ([0.0_f64; 3], [0.0_f64; 3], 0);
    for (place, index) in rig::inner(&coarse) {
        let first: [i64; 3] = core::array::from_fn(|axis| {
            2 * (coarse.origin[axis] + place[axis] as i64 - 1) - fine.origin[axis] + 1
        });
        let inside =
            (0..3).all(|axis| first[axis] >= 1 && first[axis] < fine.lattice.cells[axis] as i64);
        if !inside {
            assert_eq!(rig::velocity(&coarse, index), rig::velocity(&before, index));
            continue;
        }
        covered += 1;
        let [x, y, z] = first.map(|index| index as usize);
        for axis in 0..3 {
            let mut sum = 0.0_f64;
            for corner in 0..8 {
                let child =
                    fine.lattice
                        .index(x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2));
                sum += f64::from(fine.velocity[axis][child]);
            }
            let found = f64::from(coarse.velocity[axis][index]);
            assert!(
                (found - sum / 8.0).abs() < 2e-6,
                "{found} for {}",
                sum / 8.0
            );
            fine_sum[axis] += sum;
            coarse_sum[axis] += 8.0 * found;
        }
    }
    assert_eq!(covered, 16 * 8 * 16);
    for axis in 0..3 {
        assert!((fine_sum[axis] - coarse_sum[axis]).abs() < 1e-2);
    }
}

#[test]
fn w_09_solid_children_do_not_count() {
    let (mut fine, mut coarse) = pair();
    rig::set(&mut fine, |_| [2.0, 0.0, 0.0]);
    // half of the children of the coarse cells at x = 8..9 m
    fine.mark_solids(&[super::super::level::SolidBox {
        low_m: [8.0, 0.0, 0.0],
        high_m: [8.5, 8.0, 8.0],
    }]);
    nest::overwrite_coarse(&mut coarse, &fine);
    let place = coarse.in_cells([8.5, 2.5, 3.5]).map(|at| at as usize);
    let index = coarse.lattice.index(place[0], place[1], place[2]);
    assert_eq!(rig::velocity(&coarse, index), [2.0, 0.0, 0.0]);
}

#[test]
fn w_11_recentring_copies_cells_bit_for_bit() {
    let mut level = rig::level([32, 16, 32]);
    rig::set_random(&mut level, 4, 3.0);
    level
        .pressure
        .iter_mut()
        .enumerate()
        .for_each(|(index, p)| *p = index as f32);
    for by in [[2, 0, -6], [-10, 0, 4], [0, 0, 30], [64, 0, 0]] {
        let mut moved = level.clone();
        let origin = core::array::from_fn(|axis| level.origin[axis] + by[axis]);
        let mut spare = vec![0.0; level.lattice.len()];
        recentre::shift(&mut moved, origin, &mut spare, |[x, _, _]| {
            [x as f32, -1.0, 0.0]
        });

        for (place, index) in moved.lattice.places() {
            let old: [i64; 3] = core::array::from_fn(|axis| place[axis] as i64 + by[axis]);
            let kept =
                (0..3).all(|axis| (0..level.lattice.cells[axis] as i64 + 2).contains(&old[axis]));
            let expected = if kept {
                let [x, y, z] = old.map(|index| index as usize);
                rig::velocity(&level, level.lattice.index(x, y, z))
            } else {
                [moved.centre_m(place)[0] as f32, -1.0, 0.0]
            };
            assert_eq!(
                rig::velocity(&moved, index),
                expected,
                "{place:?} by {by:?}"
            );
            if moved.lattice.is_border(place) || !kept {
                assert_eq!(moved.pressure[index], 0.0);
            }
        }
        // the same point of the world reads the same
        for at in [[5.3, 4.1, 7.7], [10.2, 0.3, 12.9]] {
            let inside = moved.in_cells(at);
            if (0..3).all(|axis| inside[axis] > 1.0 && inside[axis] < 17.0) {
                let fraction =
                    |level: &Level| level.trilinear(level.in_cells(at)).map(f32::to_bits);
                let (old, new) = (fraction(&level), fraction(&moved));
                for axis in 0..3 {
                    let (old, new) = (f32::from_bits(old[axis]), f32::from_bits(new[axis]));
                    // the fraction inside the cell loses bits of f64 with the shift, at most
                    assert!((old - new).abs() < 1e-6);
                }
            }
        }
    }
}

#[test]
fn a_level_waits_until_the_viewer_has_left_its_middle() {
    let mut level = rig::level([48, 16, 48]);
    level.origin = recentre::centred(&level, [0.0; 3]);
    assert_eq!(level.origin, [-24, 0, -24]);
    assert_eq!(recentre::target(&level, [0.9, 5.0, -0.9]), [-24, 0, -24]);
    assert_eq!(recentre::target(&level, [1.1, 5.0, 0.0]), [-22, 0, -24]);
    assert_eq!(
        recentre::target(&level, [0.0, 900.0, -500.0]),
        [-24, 0, -1024]
    );
}
