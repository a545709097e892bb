//! Masses, springs, drag: T-01 to T-04, T-11, T-12, T-27, T-28 and the worked examples.

use super::{
    check_close,
    fixtures::{Lab, foliage, quiet_species, scene, stem, table, wood, worked_example},
};
use crate::{
    preset::{
        scene::{Clock, Springs},
        species::{Species, SpeciesLevel},
    },
    random,
    tree::{
        law,
        spring::Rates,
        table::{BranchTable, Level},
    },
};

/// Drag of the worked example's tree from direct drags, by the laws alone.
fn drag(table: &BranchTable, direct: &[f32], propagation: &[f32]) -> Vec<f32> {
    let attachments: Vec<f32> = (0..table.len())
        .map(|row| {
            let branch = table.get(row).unwrap();
            branch.parent.map_or(0.0, |parent| {
                law::projected_share(&table.get(parent.into()).unwrap(), branch.position_m)
            })
        })
        .collect();
    law::propagated_drag(&table.parents, direct, propagation, &attachments)
}

/// The published listing, literally: every branch walks all its ancestors.
fn drag_by_walking(table: &BranchTable, direct: &[f32], propagation: &[f32]) -> Vec<f32> {
    let mut drag = direct.to_vec();
    for (row, own) in direct.iter().enumerate() {
        let mut factor = 1.0;
        let mut anchor = table.positions_m[row];
        let mut above = table.parents[row];
        while let Some(parent) = above.map(usize::from) {
            factor *= propagation[parent];
            let receiver = table.get(parent).unwrap();
            drag[parent] += own * factor * law::projected_share(&receiver, anchor);
            anchor = receiver.position_m;
            above = receiver.parent;
        }
    }
    drag
}

/// A random tree of `rows` branches of all shapes.
fn random_tree(rows: usize, seed: u64) -> BranchTable {
    let mut tree = BranchTable::default();
    for row in 0..rows {
        let at = |step: u64, low: f32, high: f32| random::range(seed, row as u64, step, low, high);
        let parent = (row > 0).then(|| (at(0, 0.0, row as f32 - 0.01)) as u16);
        let direction = glam::Vec3::new(at(1, -1.0, 1.0), at(2, -1.0, 1.0), at(3, 0.1, 1.0));
        tree.push(wood(
            parent,
            [at(4, -3.0, 3.0), at(5, -3.0, 3.0), at(6, -3.0, 3.0)],
            direction.normalize().to_array(),
            at(7, 0.1, 5.0),
            at(8, 0.01, 0.2),
        ));
    }
    tree
}

const EXAMPLE_PROPAGATION: [f32; 4] = [0.5, 0.8, 0.9, 0.0];

#[test]
fn t_01_the_trunk_carries_all_masses() {
    let tree = worked_example();
    let species = Species::default();
    let own: Vec<f32> = (0..4)
        .map(|row| tree.get(row).unwrap())
        .map(|branch| law::own_mass_kg(&branch, species.level(branch.level)))
        .collect();
    let carried = law::carried_masses_kg(&tree.parents, &own);
    for (mass, expected) in own.iter().zip([353.4292, 15.707_96, 1.256_637, 0.3]) {
        check_close(*mass, expected, expected * 1e-6);
    }
    for (mass, expected) in carried.iter().zip([370.6938, 17.2646, 1.556_637, 0.3]) {
        check_close(*mass, expected, expected * 1e-6);
    }
    check_close(carried[0], own.iter().sum(), 1e-4);
    assert_eq!(carried[3].to_bits(), own[3].to_bits());
}

#[test]
fn t_02_worked_drag() {
    let drag = drag(
        &worked_example(),
        &[1.0, 0.5, 0.2, 0.8],
        &EXAMPLE_PROPAGATION,
    );
    for (d, expected) in drag.iter().zip([1.3708, 1.0520, 0.7400, 0.8000]) {
        check_close(*d, expected, 1e-6);
    }
    let tree = worked_example();
    let species = SpeciesLevel {
        drag_factor: 1.0,
        ..SpeciesLevel::INTERNAL
    };
    let areas: Vec<f32> = (0..4)
        .map(|row| law::direct_drag(&tree.get(row).unwrap(), &species))
        .collect();
    for (area, expected) in areas.iter().zip([3.0, 0.4, 0.08, 0.6]) {
        check_close(*area, expected, 1e-6);
    }
    let drag = super::laws::drag(&tree, &areas, &EXAMPLE_PROPAGATION);
    for (d, expected) in drag.iter().zip([3.2688, 0.7720, 0.4850, 0.6000]) {
        check_close(*d, expected, 1e-5);
    }
}

#[test]
fn t_02_one_pass_equals_the_published_walk() {
    for seed in 0..20 {
        let tree = random_tree(60, seed);
        let number = |row: usize, step| random::range(seed, row as u64, step, 0.0, 1.0);
        let direct: Vec<f32> = (0..60).map(|row| number(row, 20)).collect();
        let propagation: Vec<f32> = (0..60).map(|row| number(row, 21)).collect();
        let fast = drag(&tree, &direct, &propagation);
        let slow = drag_by_walking(&tree, &direct, &propagation);
        for (a, b) in fast.iter().zip(slow) {
            check_close(*a, b, 1e-5 * b.max(1.0));
        }
    }
}

#[test]
fn t_03_limits_of_propagation() {
    let direct = [1.0, 0.5, 0.2, 0.8];
    assert_eq!(drag(&worked_example(), &direct, &[0.0; 4]), direct);

    let up = [0.0, 1.0, 0.0];
    let chain = table(&[
        wood(None, [0.0; 3], up, 2.0, 0.1),
        wood(Some(0), [0.0, 2.0, 0.0], up, 2.0, 0.1),
        wood(Some(1), [0.0, 4.0, 0.0], up, 2.0, 0.1),
    ]);
    let total = drag(&chain, &[1.0, 2.0, 4.0], &[1.0; 3]);
    assert_eq!(total, [7.0, 6.0, 4.0]);

    for (height_m, added) in [(0.0, 0.0), (-1.0, 0.0), (2.0, 2.0), (5.0, 2.0)] {
        let pair = table(&[
            wood(None, [0.0; 3], up, 2.0, 0.1),
            wood(Some(0), [0.0, height_m, 0.0], up, 2.0, 0.1),
        ]);
        assert_eq!(drag(&pair, &[1.0, 2.0], &[1.0; 2]), [1.0 + added, 2.0]);
    }
}

#[test]
fn t_04_drag_is_linear() {
    let tree = random_tree(50, 3);
    let column = |step| -> Vec<f32> { (0..50).map(|row| random::uniform(5, row, step)).collect() };
    let (first, second, propagation) = (column(0), column(1), column(2));
    let sum: Vec<f32> = first.iter().zip(&second).map(|(a, b)| a + b).collect();
    let of_sum = drag(&tree, &sum, &propagation);
    let one = drag(&tree, &first, &propagation);
    let other = drag(&tree, &second, &propagation);
    for row in 0..50 {
        check_close(
            of_sum[row],
            one[row] + other[row],
            1e-5 * of_sum[row].max(1.0),
        );
    }
}

#[test]
fn worked_springs() {
    let tree = worked_example();
    let betas = [2e4, 8e3, 4e3, 60.0];
    let zetas = [0.08, 0.10, 0.12, 0.15];
    let masses = [370.6938, 17.2646, 1.556_637, 0.3];
    let expected_k = [141.3717, 15.707_96, 2.513_274, 46.4758];
    let expected_c = [36.627_63, 3.29358, 0.474_706, 1.120_199];
    let expected_hz = [0.098_286, 0.151_810, 0.202_230, 1.980_947];
    for row in 0..4 {
        let species = SpeciesLevel {
            stiffness_factor: betas[row],
            ..SpeciesLevel::INTERNAL
        };
        let k = law::stiffness_n_per_m(&tree.get(row).unwrap(), &species);
        check_close(k, expected_k[row], expected_k[row] * 1e-6);
        let c = law::damping_kg_per_s(zetas[row], masses[row], k);
        check_close(c, expected_c[row], expected_c[row] * 2e-6);
        let hz = law::natural_frequency_hz(masses[row], k);
        check_close(hz, expected_hz[row], 1e-5 * expected_hz[row]);
    }
}

#[test]
fn k_02_calibrated_species_moves_as_wanted() {
    let tree = worked_example();
    let level = |stiffness_factor, drag_factor| SpeciesLevel {
        stiffness_factor,
        drag_factor,
        ..SpeciesLevel::INTERNAL
    };
    let levels = [
        level(186_331.0, 1.42362),
        level(117_925.2, 0.792_898),
        level(61.1597, 1.690_612),
    ];
    let rows: Vec<_> = (0..4).map(|row| tree.get(row).unwrap()).collect();
    let k: Vec<f32> = rows
        .iter()
        .map(|branch| law::stiffness_n_per_m(branch, &levels[branch.level as usize]))
        .collect();
    let direct: Vec<f32> = rows
        .iter()
        .map(|branch| law::direct_drag(branch, &levels[branch.level as usize]))
        .collect();
    let d = drag(&tree, &direct, &EXAMPLE_PROPAGATION);
    let masses = [370.6938, 17.2646, 1.556_637, 0.3];
    for row in 0..4 {
        let expected_k = [1317.096, 231.5457, 74.094_62, 47.3741][row];
        check_close(k[row], expected_k, expected_k * 1e-5);
        let expected_hz = [0.3000, 0.582_86, 1.098_04, 2.000][row];
        check_close(
            law::natural_frequency_hz(masses[row], k[row]),
            expected_hz,
            1e-4,
        );
        let expected_d = [4.600_336, 0.902_977, 0.748_130, 1.014_367][row];
        check_close(d[row], expected_d, expected_d * 1e-5);
        let expected_deg = [2.0012, 2.2344, 5.7851, 12.2681][row];
        check_close((d[row] * 10.0 / k[row]).to_degrees(), expected_deg, 1e-3);
    }
}

#[test]
fn t_11_the_limit_acts_above_its_frequency_only() {
    let dt = 1.0 / 60.0;
    for (frequency_hz, zeta) in [(9.5_f32, 0.1_f32), (9.6, 0.1), (2.0, 1.0), (8.0, 1.2)] {
        let k = (core::f32::consts::TAU * frequency_hz).powi(2);
        let c = 2.0 * zeta * k.sqrt();
        let rates = Rates::new(1.0, k, c, 1.0, Some(dt));
        let free = frequency_hz <= 9.549 && 2.0 * zeta * k.sqrt() * dt <= 1.0;
        let untouched = rates.stiffness_per_s2.to_bits() == k.to_bits()
            && rates.damping_per_s.to_bits() == c.to_bits();
        assert_eq!(free, untouched, "{frequency_hz} Hz");
    }
}

#[test]
fn t_12_a_limited_branch_leans_as_far() {
    let (k, m, d) = (500.0, 0.05, 3.0);
    let dt = 1.0 / 60.0;
    check_close(k / (m / (dt * dt)), 2.7778, 1e-3);
    for step_s in [1.0 / 15.0, dt, 1.0 / 240.0, 1e-4] {
        let rates = Rates::new(m, k, 0.1, d, Some(step_s));
        check_close(rates.drag_per_m_s / rates.stiffness_per_s2, d / k, 1e-7);
    }
}

#[test]
fn t_27_stiffness_and_drag_do_different_things() {
    let numbers = |stiffness: f32, drag: f32| {
        let mut species = quiet_species();
        species.trunk.stiffness_factor *= stiffness;
        species.trunk.drag_factor *= drag;
        let scene = scene(stem(), species, Springs::default(), Clock::default());
        let summary = scene.derived(0)[0];
        (summary.natural_frequency_hz.mean, summary.lean_deg.mean)
    };
    let (hz, lean) = numbers(1.0, 1.0);
    let (stiff_hz, stiff_lean) = numbers(2.0, 1.0);
    let (light_hz, light_lean) = numbers(1.0, 0.5);
    check_close(stiff_hz / hz, core::f32::consts::SQRT_2, 1e-5);
    assert_eq!(light_hz.to_bits(), hz.to_bits());
    // Alignment with the wind makes the lean a little less than proportional.
    check_close(stiff_lean / lean, 0.5, 0.01);
    check_close(light_lean, stiff_lean, 1e-3 * lean);
}

#[test]
fn t_28_nothing_is_not_a_number() {
    let no_length = wood(None, [0.0; 3], [0.0, 1.0, 0.0], 0.0, 0.1);
    let no_area = foliage(0, [0.0; 3], [1.0, 0.0, 0.0], 0.5, 0.0);
    let no_size = foliage(1, [0.0; 3], [1.0, 0.0, 0.0], 0.0, 0.0);
    for stiffness in [0.0, 1e5] {
        for wind in [glam::Vec3::ZERO, glam::Vec3::new(30.0, 0.0, 0.0)] {
            let mut species = quiet_species();
            species.trunk.stiffness_factor = stiffness;
            species.internal.stiffness_factor = stiffness;
            species.foliage.stiffness_factor = stiffness;
            let mut tree = worked_example();
            for mut branch in [no_length, no_area, no_size] {
                branch.parent = Some(tree.len() as u16 - 1);
                branch.level = if branch.level == Level::Trunk {
                    Level::Internal
                } else {
                    branch.level
                };
                tree.push(branch);
            }
            let mut lab = Lab::new(tree, species, Springs::default(), Clock::default());
            lab.lean(wind);
            for _ in 0..300 {
                lab.step(wind);
            }
            assert_eq!(lab.tree.resets, 0);
            for summary in lab.scene().derived(0) {
                assert!(
                    summary.lean_deg.max.is_finite()
                        && summary.natural_frequency_hz.max.is_finite()
                );
            }
        }
    }
}

#[test]
fn a_wind_that_is_not_a_number_is_caught_and_counted() {
    let mut lab = Lab::new(
        worked_example(),
        quiet_species(),
        Springs::default(),
        Clock::default(),
    );
    lab.step(glam::Vec3::new(f32::NAN, 0.0, 0.0));
    assert_eq!((lab.tree.resets, lab.tree.last_reset), (4, Some(3)));
    lab.step(glam::Vec3::new(5.0, 0.0, 0.0));
    assert_eq!(lab.tree.resets, 4);
    assert!(lab.tree.motion(0).is_finite());
}
