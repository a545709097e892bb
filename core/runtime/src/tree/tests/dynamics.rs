//! One spring in time: T-05 to T-10, T-25, T-26, sleep, substeps.

use core::f32::consts::{PI, TAU};

use glam::Vec3;

use super::{
    check_close,
    fixtures::{Lab, Steady, quiet_species, stem, table, wood, worked_example},
};
use crate::{
    preset::scene::{Clock, Springs},
    random,
    tree::{
        equilibrium, noise, rotation,
        spring::{Motion, Rates, Solver},
    },
};

const UP: Vec3 = Vec3::Y;

fn solver(step_s: f32, self_aligning: bool) -> Solver {
    Solver {
        step_s,
        substeps: 1,
        self_aligning,
        max_angle_rad: 2.0,
        half_limit: (1.0_f32.sin(), 1.0_f32.cos()),
    }
}

/// Rates of a unit mass with a frequency and a damping ratio.
fn rates(frequency_hz: f32, zeta: f32, drag: f32, step_s: f32) -> Rates {
    let k = (TAU * frequency_hz).powi(2);
    Rates::new(1.0, k, 2.0 * zeta * k.sqrt(), drag, Some(step_s))
}

fn bent(angle_rad: f32) -> Motion {
    Motion {
        rotation: rotation::from_vector(Vec3::Z * angle_rad),
        ..Motion::REST
    }
}

/// Angles about z over `steps` steps of free decay.
fn free_decay(rates: &Rates, start_rad: f32, steps: usize, step_s: f32) -> Vec<f32> {
    let solver = solver(step_s, true);
    let mut motion = bent(start_rad);
    (0..steps)
        .map(|_| {
            motion = motion.step(UP, rates, Vec3::ZERO, &solver);
            rotation::to_vector(motion.rotation).z
        })
        .collect()
}

/// Frequency and log decrement of the recurrence θ″ = p θ′ − q θ that fits a series best.
fn fitted(series: &[f32], step_s: f32) -> (f64, f64) {
    let (mut aa, mut ab, mut bb, mut ay, mut by) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for three in series.windows(3) {
        let [a, b, y] = [three[1], three[0], three[2]].map(f64::from);
        aa += a * a;
        ab += a * b;
        bb += b * b;
        ay += a * y;
        by += b * y;
    }
    let determinant = aa * bb - ab * ab;
    let p = (ay * bb - by * ab) / determinant;
    let q = -(by * aa - ay * ab) / determinant;
    let angle = (p / (2.0 * q.sqrt())).acos();
    let frequency = angle / (core::f64::consts::TAU * f64::from(step_s));
    (frequency, -core::f64::consts::TAU * q.sqrt().ln() / angle)
}

#[test]
fn t_05_free_decay_follows_the_closed_form() {
    // Frequency, damping, step; discrete frequency and log decrement.
    let rows = [
        (0.25, 0.10, 1.0 / 60.0, 0.249_077, 0.632_303),
        (1.0, 0.10, 1.0 / 60.0, 1.000_671, 0.634_566),
        (2.0, 0.05, 1.0 / 30.0, 2.034_279, 0.315_521),
        (8.0, 0.10, 1.0 / 60.0, 8.618_972, 0.638_304),
        (12.0, 0.10, 1.0 / 60.0, 10.727_577, 0.809_466),
    ];
    for (frequency_hz, zeta, step_s, discrete_hz, decrement) in rows {
        let series = free_decay(&rates(frequency_hz, zeta, 0.0, step_s), 0.2, 200, step_s);
        let (measured_hz, measured_decrement) = fitted(&series, step_s);
        assert!(
            (measured_hz / discrete_hz - 1.0).abs() < 1e-4,
            "{measured_hz} {discrete_hz}"
        );
        assert!(
            (measured_decrement / decrement - 1.0).abs() < 1e-3,
            "{measured_decrement} {decrement}"
        );
        if frequency_hz * step_s < 1.0 / 60.0 {
            let continuous_hz = f64::from(frequency_hz * (1.0 - zeta * zeta).sqrt());
            assert!((measured_hz / continuous_hz - 1.0).abs() < 0.01);
        }
    }
}

#[test]
fn t_06_static_lean() {
    for (x, expected) in [
        (0.1, 0.099_505_3),
        (0.3, 0.287_672_1),
        (0.5, 0.450_183_6),
        (1.0, 0.739_085_1),
        (2.0, 1.029_866_5),
        (5.0, 1.306_44),
    ] {
        check_close(
            equilibrium::angle_rad(x, 0.5 * PI, true, 2.0),
            expected,
            1e-6,
        );
        check_close(equilibrium::angle_rad(x, 0.5 * PI, false, 9.0), x, 1e-6);

        let step_s = 1.0 / 60.0;
        let rates = rates(1.0, 0.7, 1.0, step_s);
        let wind = Vec3::X * (x * rates.stiffness_per_s2);
        for (self_aligning, limit) in [(true, expected), (false, x.min(2.0))] {
            let solver = solver(step_s, self_aligning);
            let mut motion = Motion::REST;
            for _ in 0..4000 {
                motion = motion.step(UP, &rates, wind, &solver);
            }
            check_close(rotation::to_vector(motion.rotation).length(), limit, 2e-5);
        }
    }
}

#[test]
fn t_06_a_tree_starts_where_it_would_end() {
    let wind = Vec3::new(7.0, 0.0, 2.0);
    let mut lab = Lab::new(
        worked_example(),
        quiet_species(),
        Springs::default(),
        Clock::default(),
    );
    lab.lean(wind);
    let start: Vec<Vec3> = (0..4).map(|branch| lab.bend_of(branch)).collect();
    assert!(start.iter().all(|bend| bend.length() > 1e-3));
    for _ in 0..3000 {
        lab.step(wind);
    }
    for (branch, start) in start.iter().enumerate() {
        assert!(
            (lab.bend_of(branch) - start).length() < 2e-4,
            "branch {branch}"
        );
    }
}

#[test]
fn t_07_wind_along_the_branch_does_nothing() {
    let step_s = 1.0 / 60.0;
    let motion = Motion::REST.step(
        UP,
        &rates(1.0, 0.1, 5.0, step_s),
        UP * 30.0,
        &solver(step_s, true),
    );
    assert_eq!(motion, Motion::REST);
}

#[test]
fn t_08_always_stable_under_the_limits() {
    for case in 0..200 {
        let at = |step, low, high| random::range(8, case, step, low, high);
        let step_s = 10.0_f32.powf(at(0, -4.0, 0.0));
        let mass = 10.0_f32.powf(at(1, -3.0, 3.0));
        let k = 10.0_f32.powf(at(2, -3.0, 6.0));
        let c = 10.0_f32.powf(at(3, -3.0, 4.0));
        let rates = Rates::new(mass, k, c, 0.0, Some(step_s));
        let (a, b) = (
            rates.stiffness_per_s2 * step_s * step_s,
            rates.damping_per_s * step_s,
        );
        assert!(a <= 1.000_001 && b <= 1.000_001 && a + 2.0 * b < 4.0);

        let solver = solver(step_s, true);
        let mut motion = bent(0.5);
        // Undamped cases wander by rounding, a few per cent in ten thousand steps.
        let mut farthest = 0.0_f32;
        for _ in 0..10_000 {
            motion = motion.step(UP, &rates, Vec3::ZERO, &solver);
            farthest = farthest.max(rotation::to_vector(motion.rotation).length());
        }
        assert!(
            motion.is_finite() && farthest <= 0.55,
            "case {case}: {farthest}"
        );
    }
}

#[test]
fn t_09_deadbeat_in_two_steps() {
    let step_s = 1.0 / 60.0;
    let rates = Rates::new(1.0, 1e9, 1e9, 0.0, Some(step_s));
    let solver = solver(step_s, true);
    let first = bent(0.3).step(UP, &rates, Vec3::ZERO, &solver);
    check_close(rotation::to_vector(first.rotation).length(), 0.0, 1e-6);
    let second = first.step(UP, &rates, Vec3::ZERO, &solver);
    check_close(rotation::to_vector(second.rotation).length(), 0.0, 1e-6);
    check_close(second.velocity.length() * step_s, 0.0, 1e-6);
}

#[test]
fn t_10_critical_never_overshoots_and_undamped_never_decays() {
    let step_s = 1.0 / 60.0;
    for frequency_hz in [0.2, 1.0, 4.5] {
        let critical = free_decay(&rates(frequency_hz, 1.0, 0.0, step_s), 0.4, 2000, step_s);
        assert!(critical.iter().all(|angle| *angle > -1e-6));
    }
    let rates = rates(1.0, 0.0, 0.0, step_s);
    let a = rates.stiffness_per_s2 * step_s * step_s;
    let conserved = |motion: &Motion| {
        let (v, angle) = (
            motion.velocity.z * step_s,
            rotation::to_vector(motion.rotation).z,
        );
        v * v - a * v * angle + a * angle * angle
    };
    let solver = solver(step_s, true);
    let mut motion = bent(0.3);
    let start = conserved(&motion);
    for step in 0..600 {
        motion = motion.step(UP, &rates, Vec3::ZERO, &solver);
        let change = conserved(&motion) / start - 1.0;
        assert!(change.abs() < 1e-4, "step {step}: {change}");
    }
}

#[test]
fn t_23_turning_wind_and_tree_together_turns_the_result() {
    use crate::preset::scene::Instance;
    use crate::tree::{group::Placement, step};

    let lab = |yaw_deg: f32, wind: Vec3| {
        let mut lab = Lab::new(
            worked_example(),
            quiet_species(),
            Springs::default(),
            Clock::default(),
        );
        let placement = Placement::new(&Instance::new([0.0; 3], yaw_deg, 1.0, 0), 1);
        let group = lab.group().clone();
        for _ in 0..200 {
            step::step(&mut lab.tree, &group, &placement, &Steady { wind, tick: 0 });
        }
        (0..4).map(|branch| lab.bend_of(branch)).collect::<Vec<_>>()
    };
    let angle = 50.0_f32.to_radians();
    let wind = Vec3::new(6.0, 0.5, -2.0);
    let turned = rotation::turn_about_vertical(wind, (angle.sin(), angle.cos()));
    for (a, b) in lab(0.0, wind).into_iter().zip(lab(50.0, turned)) {
        assert!((a - b).length() < 1e-5, "{a} {b}");
    }
}

#[test]
fn t_25_noise_only_turns_the_wind() {
    for step in 0..1000_u64 {
        let shake = noise::gradient_noise(5, step as f64 * 0.37);
        assert!(shake.abs() <= 1.0);
        let wind = Vec3::new(4.0, 1.5, -2.0);
        let turned = rotation::turn_about_vertical(wind, (shake.sin(), shake.cos()));
        check_close(turned.length(), wind.length(), 1e-5);
        assert_eq!(turned.y.to_bits(), wind.y.to_bits());
    }
}

#[test]
fn noise_is_smooth_wraps_and_peaks_near_half_a_cycle_per_point() {
    let end = noise::PERIOD;
    let seam = noise::gradient_noise(3, end - 1e-4) - noise::gradient_noise(3, 1e-4);
    assert!(seam.abs() < 1e-3);
    assert!(noise::advanced(end - 0.25, 0.5) < 1.0);

    // Power in bands of 0.1 cycles per lattice point, over several lanes.
    let power = |lane: u64, cycles_per_point: f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for sample in 0..4096_u32 {
            let phase = f64::from(sample) * 0.25;
            let value = f64::from(noise::gradient_noise(lane, phase));
            let angle = core::f64::consts::TAU * cycles_per_point * phase;
            re += value * angle.cos();
            im += value * angle.sin();
        }
        re * re + im * im
    };
    let band = |low: f64| {
        (0..320_u32)
            .map(|line| power(u64::from(line / 20), low + f64::from(line % 20) * 0.005))
            .sum::<f64>()
    };
    let bands: Vec<f64> = (0..12).map(|index| band(f64::from(index) * 0.1)).collect();
    let total: f64 = bands.iter().sum();
    let centre: f64 = (0_u32..)
        .zip(&bands)
        .map(|(band, power)| (f64::from(band) * 0.1 + 0.05) * power)
        .sum();
    assert!((centre / total - 0.53).abs() < 0.02, "{bands:?}");
    assert!(
        bands[4] + bands[5] > 4.0 * (bands[1] + bands[0]),
        "{bands:?}"
    );
}

#[test]
fn t_26_gain_at_resonance() {
    let step_s = 1.0 / 60.0;
    let rates = rates(1.0, 0.1, 1.0, step_s);
    let solver = solver(step_s, false);
    let amplitude = 0.01 * rates.stiffness_per_s2;
    let mut motion = Motion::REST;
    let (mut re, mut im) = (0.0_f64, 0.0_f64);
    for step in 0..6000_u32 {
        let angle = core::f64::consts::TAU * f64::from(step) / 60.0;
        let wind = Vec3::X * (amplitude * angle.cos() as f32);
        motion = motion.step(UP, &rates, wind, &solver);
        if step >= 5400 {
            let bend = f64::from(rotation::to_vector(motion.rotation).z);
            re += bend * angle.cos();
            im += bend * angle.sin();
        }
    }
    let gain = (re * re + im * im).sqrt() / 300.0 / 0.01;
    assert!((gain - 5.0010).abs() < 5e-3, "{gain}");
}

#[test]
fn angles_stop_at_the_limit_from_any_push() {
    let springs = Springs {
        max_angle_rad: 3.0,
        self_aligning: false,
        ..Springs::default()
    };
    let mut species = quiet_species();
    species.trunk.stiffness_factor = 1.0;
    species.trunk.drag_factor = 100.0;
    let mut lab = Lab::new(stem(), species, springs, Clock::default());
    for _ in 0..600 {
        lab.step(Vec3::X * 60.0);
        assert!(lab.bend_of(0).length() <= 3.0 + 1e-4);
        assert!(lab.bend_of(0).z <= 1e-6, "thrown to the other side");
    }
    check_close(lab.bend_of(0).length(), 3.0, 1e-4);
}

#[test]
fn slow_ticks_are_cut_into_steps() {
    let clock = Clock {
        rate_hz: 15.0,
        time_scale: 4.0,
        ..Clock::default()
    };
    let lab = Lab::new(stem(), quiet_species(), Springs::default(), clock);
    assert_eq!(lab.group().coefficients.solver.substeps, 4);
    let lab = Lab::new(
        stem(),
        quiet_species(),
        Springs::default(),
        Clock::default(),
    );
    assert_eq!(lab.group().coefficients.solver.substeps, 1);
}

#[test]
fn substeps_raise_the_limit() {
    let branch = table(&[wood(None, [0.0; 3], [0.0, 1.0, 0.0], 0.2, 0.01)]);
    let clamped = |substeps| {
        let springs = Springs {
            substeps,
            ..Springs::default()
        };
        let lab = Lab::new(branch.clone(), quiet_species(), springs, Clock::default());
        lab.scene().derived(0)[0].clamped
    };
    assert_eq!((clamped(1), clamped(4)), (1, 0));
}

#[test]
fn a_calm_tree_sleeps_and_a_breeze_wakes_it() {
    let mut species = quiet_species();
    species.trunk.damping_ratio = 1.0;
    let mut lab = Lab::new(stem(), species, Springs::default(), Clock::default());
    lab.bend(0, Vec3::Z * 0.1);
    for _ in 0..1200 {
        lab.step(Vec3::ZERO);
    }
    let asleep = lab.tree.noise_phases[0];
    lab.step(Vec3::X * 0.05);
    assert_eq!(
        lab.tree.noise_phases[0].to_bits(),
        asleep.to_bits(),
        "still stepped"
    );
    lab.step(Vec3::X * 3.0);
    lab.step(Vec3::X * 3.0);
    assert!(lab.bend_of(0).length() > 0.0);
}

#[test]
fn air_that_the_branch_moves_through_damps_it() {
    let amplitude_after = |share| {
        let mut species = quiet_species();
        species.trunk.damping_ratio = 0.0;
        species.trunk.relative_velocity_share = share;
        let mut lab = Lab::new(stem(), species, Springs::default(), Clock::default());
        lab.bend(0, Vec3::Z * 0.2);
        let mut largest = 0.0_f32;
        for tick in 0..600 {
            lab.step(Vec3::ZERO);
            if tick > 500 {
                largest = largest.max(lab.bend_of(0).length());
            }
        }
        largest
    };
    check_close(amplitude_after(0.0), 0.2, 2e-3);
    assert!(amplitude_after(1.0) < 0.15);
}
