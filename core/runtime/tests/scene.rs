//! What becomes a scene, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use windwright_runtime::{
    error::DescriptionError,
    preset::{
        scene::{Instance, SceneDescription, TreeGroup},
        wind::{LinearEffector, WindDescription, WindGrid},
    },
    scene::{Assets, Scene},
    signal::{Scalar, SignalStep},
    tree::table::{Branch, BranchTable, Level},
};

fn stem() -> Branch {
    Branch {
        parent: None,
        level: Level::Trunk,
        position_m: [0.0; 3],
        direction: [0.0, 1.0, 0.0],
        length_m: 5.0,
        volume_m3: 0.05,
        area_m2: 0.0,
    }
}

fn table() -> BranchTable {
    let mut table = BranchTable::default();
    table.push(stem());
    table.push(Branch {
        parent: Some(0),
        level: Level::Foliage,
        position_m: [0.0, 5.0, 0.0],
        length_m: 0.5,
        volume_m3: 0.0,
        area_m2: 0.2,
        ..stem()
    });
    table
}

fn description() -> SceneDescription {
    let mut description = SceneDescription::default();
    let mut wind = WindDescription::default();
    wind.grid = Some(WindGrid::default());
    wind.effectors.push(LinearEffector::default());
    description.wind = Some(wind);
    let mut group = TreeGroup::default();
    group.table = String::from("table");
    group.instances.push(Instance::default());
    description.trees.push(group);
    description
}

fn assets(table: BranchTable) -> Assets {
    let mut assets = Assets::default();
    assets.tables.insert(String::from("table"), table);
    assets
}

/// The message with which a changed description is refused.
fn refusal(change: impl FnOnce(&mut SceneDescription)) -> String {
    let mut description = description();
    change(&mut description);
    Scene::build(&description, &assets(table()))
        .unwrap_err()
        .to_string()
}

#[test]
fn every_number_is_checked() {
    type Change = fn(&mut SceneDescription, f32);
    let changes: [(&str, Change); 24] = [
        ("clock.rate_hz", |d, x| d.clock.rate_hz = x),
        ("clock.wind_rate_hz", |d, x| d.clock.wind_rate_hz = x),
        ("clock.time_scale", |d, x| d.clock.time_scale = x),
        ("clock.warm_up_s", |d, x| d.clock.warm_up_s = x),
        ("wind.preset.speed_m_per_s", |d, x| {
            d.wind.as_mut().unwrap().preset.speed_m_per_s =
                Scalar::Signal(vec![SignalStep::Constant(x)]);
        }),
        ("wind.preset.heading_deg", |d, x| {
            d.wind.as_mut().unwrap().preset.heading_deg = x.into();
        }),
        ("wind.preset.gust.rise_s", |d, x| {
            d.wind.as_mut().unwrap().preset.gust.rise_s = x;
        }),
        ("wind.grid.finest_cell_m", |d, x| {
            d.wind
                .as_mut()
                .unwrap()
                .grid
                .as_mut()
                .unwrap()
                .finest_cell_m = x;
        }),
        ("wind.effectors[0].radius_m", |d, x| {
            d.wind.as_mut().unwrap().effectors[0].radius_m = x;
        }),
        ("wind.effectors[0].position_m", |d, x| {
            d.wind.as_mut().unwrap().effectors[0].position_m[2] = x;
        }),
        ("wind.effectors[0].strength_m_per_s", |d, x| {
            d.wind.as_mut().unwrap().effectors[0].strength_m_per_s = x.into();
        }),
        ("trees[0].species.trunk.stiffness_factor", |d, x| {
            d.trees[0].species.trunk.stiffness_factor = x;
        }),
        ("trees[0].species.internal.damping_ratio", |d, x| {
            d.trees[0].species.internal.damping_ratio = x;
        }),
        ("trees[0].species.foliage.response_gains", |d, x| {
            d.trees[0].species.foliage.response_gains[5] = x;
        }),
        ("trees[0].springs.max_angle_rad", |d, x| {
            d.trees[0].springs.max_angle_rad = x;
        }),
        ("trees[0].springs.noise_speed_factor", |d, x| {
            d.trees[0].springs.noise_speed_factor = x;
        }),
        ("trees[0].instances[0].position_m", |d, x| {
            d.trees[0].instances[0].position_m[0] = f64::from(x);
        }),
        ("trees[0].instances[0].yaw_deg", |d, x| {
            d.trees[0].instances[0].yaw_deg = x;
        }),
        ("trees[0].instances[0].scale", |d, x| {
            d.trees[0].instances[0].scale = x;
        }),
        ("sky.sun_elevation_deg", |d, x| d.sky.sun_elevation_deg = x),
        ("sky.cloud_cover", |d, x| d.sky.cloud_cover = x),
        ("camera.eye_m", |d, x| d.camera.eye_m[1] = f64::from(x)),
        ("camera.field_of_view_deg", |d, x| {
            d.camera.field_of_view_deg = x;
        }),
        ("ground.roll_m", |d, x| d.ground.roll_m = x),
    ];
    for (field, change) in changes {
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
            let message = refusal(|description| change(description, number));
            assert!(message.starts_with(field), "{number} in {field}: {message}");
        }
    }
}

#[test]
fn counts_are_checked() {
    assert!(refusal(|d| d.trees[0].springs.substeps = 0).starts_with("trees[0].springs.substeps"));
    assert!(
        refusal(|d| d.trees[0].springs.substeps = 1 << 31).starts_with("trees[0].springs.substeps")
    );
    let cells = refusal(|d| d.wind.as_mut().unwrap().grid.as_mut().unwrap().cells = [48, 17, 48]);
    assert!(cells.starts_with("wind.grid.cells"), "{cells}");
    let many = refusal(|d| d.trees[0].instances = vec![Instance::default(); 4_000_001]);
    assert!(many.contains("branches in all"), "{many}");
}

type TableChange = fn(&mut BranchTable);

#[test]
fn tables_are_checked() {
    let missing = refusal(|d| d.trees[0].table = String::from("other"));
    assert!(
        missing.contains("branch table other is not among the assets"),
        "{missing}"
    );

    let changes: [(&str, TableChange); 8] = [
        ("branch 0: its parent does not stand before it", |t| {
            t.parents[0] = Some(1);
        }),
        ("branch 1: its parent does not stand before it", |t| {
            t.parents[1] = Some(1);
        }),
        ("branch 1: a number is not finite", |t| {
            t.lengths_m[1] = f32::NAN;
        }),
        ("branch 0: a number is larger than any tree's", |t| {
            t.positions_m[0][2] = -1e30;
        }),
        ("branch 1: a length, volume or area is negative", |t| {
            t.areas_m2[1] = -0.1;
        }),
        ("branch 0: its direction is not a unit vector", |t| {
            t.directions[0] = [0.0; 3];
        }),
        ("branch 1: the columns have different lengths", |t| {
            t.levels.pop();
        }),
        ("branch 2: the columns have different lengths", |t| {
            t.areas_m2.push(0.0);
        }),
    ];
    for (expected, change) in changes {
        let mut table = table();
        change(&mut table);
        let error = Scene::build(&description(), &assets(table)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn newer_descriptions_are_refused() {
    let mut description = description();
    description.format = 2;
    let error = Scene::build(&description, &assets(table())).unwrap_err();
    assert_eq!(
        error,
        DescriptionError::NewerFormat {
            found: 2,
            supported: 1
        }
    );
}

#[test]
fn an_empty_table_is_a_tree_without_branches() {
    let scene = Scene::build(&description(), &assets(BranchTable::default())).unwrap();
    let mut world = windwright_runtime::world::World::new(std::sync::Arc::new(scene));
    world.step();
    assert!(world.trees().all(|tree| tree.poses.is_empty()));
}

#[test]
fn read_outs_of_each_level() {
    let scene = Scene::build(&description(), &assets(table())).unwrap();
    let levels = scene.derived(0);
    assert_eq!(
        levels.iter().map(|level| level.level).collect::<Vec<_>>(),
        [Level::Trunk, Level::Foliage]
    );
    for level in &levels {
        assert_eq!((level.branches, level.clamped), (1, 0));
        assert!(level.lean_deg.min > 0.0 && level.lean_deg.max < 90.0);
        assert!(level.natural_frequency_hz.min <= level.natural_frequency_hz.mean);
    }
    assert!((levels[0].damping_ratio.mean - 0.08).abs() < 1e-6);
    assert!((levels[1].damping_ratio.mean - 0.15).abs() < 1e-6);
    assert!(scene.derived(1).is_empty());
}

#[test]
fn fingerprints_tell_any_change() {
    let fingerprint = |change: &dyn Fn(&mut SceneDescription, &mut BranchTable)| {
        let (mut description, mut table) = (description(), table());
        change(&mut description, &mut table);
        Scene::build(&description, &assets(table))
            .unwrap()
            .fingerprint()
    };
    let prints = [
        fingerprint(&|_, _| {}),
        fingerprint(&|_, table| table.lengths_m[1] = 0.500_000_06),
        fingerprint(&|description, _| description.sky.haze = 1.000_000_1),
        fingerprint(&|description, _| description.trees[0].node = String::from("forest-2")),
        fingerprint(&|description, _| description.wind = None),
    ];
    for (index, print) in prints.iter().enumerate() {
        assert!(!prints[..index].contains(print), "{index}");
    }
    assert_eq!(prints[0], fingerprint(&|_, _| {}));
}
