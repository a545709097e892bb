//! The air that comes from outside, and the air beyond the grid.

use super::{
    super::{
        field::Field,
        grid::TickInput,
        inflow::Inflow,
        level::SolidBox,
        settings::Settings,
        stage::{STAGES, Stage},
    },
    rig::{self, Rig},
};
use crate::preset::{
    scene::Clock,
    wind::{WindDescription, WindGrid},
};

#[test]
fn w_16_beyond_the_grid_blows_the_mean_of_its_air() {
    let mut description = rig::steady(6.0, WindGrid::default());
    description.preset.noise_amplitude = 0.5;
    let mut rig = Rig::new(&description);
    rig.settings.solids = vec![SolidBox {
        low_m: [-20.0, 0.0, -20.0],
        high_m: [20.0, 10.0, 20.0],
    }];
    rig.grid.mark_solids(&rig.settings.solids);
    for _ in 0..5 {
        rig.tick();
    }
    let field = Field::new(&rig.inflow, Some(&rig.grid));
    let level = &rig.grid.levels[2];
    let (mut sum, mut count) = ([0.0_f64; 3], 0.0);
    for (_, index) in rig::inner(level) {
        if level.open[index] > 0.0 {
            count += 1.0;
            for axis in 0..3 {
                sum[axis] += f64::from(level.velocity[axis][index]);
            }
        }
    }
    for place in [[300.0, 5.0, 0.0], [0.0, 90.0, 0.0], [-60.0, 1.0, 4000.0]] {
        let found = field.sample(place);
        for axis in 0..3 {
            let expected = sum[axis] / count;
            assert!(
                (f64::from(found[axis]) - expected).abs() < 1e-4,
                "{place:?}"
            );
        }
    }
}

#[test]
fn samples_run_on_smoothly_from_level_to_level() {
    let mut rig = Rig::new(&WindDescription {
        grid: Some(WindGrid::default()),
        ..WindDescription::default()
    });
    for _ in 0..10 {
        rig.tick();
    }
    let field = Field::new(&rig.inflow, Some(&rig.grid));
    let mut before = field.sample([-60.0, 3.0, 1.3]);
    for step in 1..12_000 {
        let x = -60.0 + 0.01 * f64::from(step);
        let here = field.sample([x, 3.0, 1.3]);
        for axis in 0..3 {
            // a centimetre: no jump where one level ends and the next begins
            assert!((here[axis] - before[axis]).abs() < 0.1, "at {x}");
        }
        before = here;
    }
}

#[test]
fn w_17_border_noise_has_the_mean_and_the_bound_of_the_law() {
    let mut description = WindDescription::default();
    description.preset.speed_m_per_s = 7.0.into();
    description.preset.vertical_share = 0.5;
    description.preset.wander_deg = 0.0;
    description.preset.gust.interval_s = 0.0;
    let settings = Settings::new(&description, &Clock::default());
    let inflow = Inflow::new(&settings.inflow, [0.0; 3], 0.0);
    let air = inflow.air(0.0);
    const COUNT: u32 = 10_000;
    let speed = 7.0 * inflow.profile.at(5.0);
    let mean = inflow.mean.map(|axis| inflow.profile.at(5.0) * axis);
    let (mut sum, mut squares) = ([0.0_f64; 3], [0.0_f64; 3]);
    for index in 0..COUNT {
        // far apart, so that the samples are independent
        let place = [
            37.3 * f64::from(index % 100),
            5.0,
            41.9 * f64::from(index / 100),
        ];
        let velocity = air.at(place);
        let off: [f32; 3] = core::array::from_fn(|axis| velocity[axis] - mean[axis]);
        assert!(rig::speed(off) <= 0.37 * speed * 1.5 + 1e-4);
        for axis in 0..3 {
            sum[axis] += f64::from(off[axis]);
            squares[axis] += f64::from(off[axis] * off[axis]);
        }
    }
    for axis in 0..3 {
        let deviation = libm::sqrt(squares[axis] / f64::from(COUNT));
        let off = sum[axis] / f64::from(COUNT);
        assert!(
            off.abs() < 3.0 * deviation / 100.0,
            "axis {axis}: {off} of {deviation}"
        );
    }
    // rms along the wind: amplitude over 1.7
    let along = libm::sqrt(squares[0] / f64::from(COUNT)) / f64::from(speed);
    assert!((along - 0.37 / 1.7).abs() < 0.01, "{along}");
}

#[test]
fn w_18_stages_run_in_order_for_all_levels() {
    let mut rig = Rig::new(&WindDescription {
        grid: Some(WindGrid::default()),
        ..WindDescription::default()
    });
    let mut seen: Vec<(Stage, usize)> = Vec::new();
    let input = TickInput {
        inflow: &rig.inflow,
        impulses: &[],
        solids: &[],
        viewer_m: [0.0; 3],
        tick_s: rig.settings.tick_s,
    };
    rig.grid
        .tick(&input, &mut |stage, level| seen.push((stage, level)));
    let mut order: Vec<Stage> = seen.iter().map(|(stage, _)| *stage).collect();
    order.dedup();
    assert_eq!(order, STAGES);
    for stage in STAGES {
        let mut levels: Vec<usize> = seen
            .iter()
            .filter(|(seen, _)| *seen == stage)
            .map(|(_, level)| *level)
            .collect();
        levels.sort_unstable();
        let expected = if stage == Stage::Inject {
            vec![2]
        } else {
            vec![0, 1, 2]
        };
        assert_eq!(levels, expected, "{stage:?}");
    }
}
