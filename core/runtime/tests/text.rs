//! Presets as text.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read files and use the standard library as a judge"
)]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use proptest::prelude::*;
use windwright_runtime::{
    error::DescriptionError,
    preset::{
        scene::{Instance, SceneDescription, TreeGroup},
        species::{Species, SpeciesLevel},
        text,
        wind::{LinearEffector, WindDescription, WindGrid, WindPreset},
    },
    scene::{Assets, Scene},
    signal::{Scalar, SignalStep},
    tree::table::{Branch, BranchTable, Level},
};

fn number(low: f32, high: f32) -> impl Strategy<Value = f32> {
    prop_oneof![low..=high, Just(low), Just(high)]
}

fn level() -> impl Strategy<Value = SpeciesLevel> {
    let numbers = (
        number(250.0, 1100.0),
        number(0.0, 1e8),
        number(0.0, 1.5),
        number(0.0, 100.0),
        number(-1.0, 0.0),
        prop::array::uniform6(number(0.0, 2.0)),
    );
    numbers.prop_map(|(density, stiffness, zeta, drag, vogel, gains)| {
        let mut level = SpeciesLevel::TRUNK;
        level.wood_density_kg_per_m3 = density;
        level.stiffness_factor = stiffness;
        level.damping_ratio = zeta;
        level.drag_factor = drag;
        level.vogel_exponent = vogel;
        level.response_gains = gains;
        level
    })
}

fn species() -> impl Strategy<Value = Species> {
    (any::<String>(), prop::array::uniform3(level())).prop_map(|(name, levels)| {
        let mut species = Species::default();
        species.name = name;
        [species.trunk, species.internal, species.foliage] = levels;
        species
    })
}

fn scalar(low: f32, high: f32) -> impl Strategy<Value = Scalar> {
    let tape = |value: f32| {
        Scalar::Signal(vec![
            SignalStep::Time,
            SignalStep::Noise {
                rate_hz: value,
                seed: 3,
            },
            SignalStep::Constant(value),
            SignalStep::Mix,
        ])
    };
    prop_oneof![
        number(low, high).prop_map(Scalar::Constant),
        number(low, high).prop_map(tape),
    ]
}

fn preset() -> impl Strategy<Value = WindPreset> {
    let parts = (
        any::<String>(),
        scalar(0.0, 60.0),
        scalar(-720.0, 720.0),
        number(1.0, 100.0),
        1_u32..=5,
        number(0.0, 3.0),
    );
    parts.prop_map(|(name, speed, heading, wavelength, octaves, strength)| {
        let mut preset = WindPreset::default();
        preset.name = name;
        preset.speed_m_per_s = speed;
        preset.heading_deg = heading;
        preset.noise_wavelength_m = wavelength;
        preset.noise_octaves = octaves;
        preset.gust.strength = strength;
        preset
    })
}

fn wind() -> impl Strategy<Value = WindDescription> {
    (preset(), any::<bool>(), scalar(0.0, 60.0)).prop_map(|(preset, has_grid, strength)| {
        let mut wind = WindDescription::default();
        wind.preset = preset;
        wind.grid = has_grid.then(WindGrid::default);
        let mut effector = LinearEffector::default();
        effector.strength_m_per_s = strength;
        wind.effectors.push(effector);
        wind
    })
}

fn scene() -> impl Strategy<Value = SceneDescription> {
    let place = (
        prop::array::uniform3(-1e5_f64..1e5),
        number(-360.0, 360.0),
        any::<u32>(),
    );
    let places = prop::collection::vec(place, 0..5);
    let parts = (species(), prop::option::of(wind()), places, any::<u32>());
    parts.prop_map(|(species, wind, places, seed)| {
        let mut scene = SceneDescription::default();
        scene.clock.seed = seed;
        scene.wind = wind;
        let mut group = TreeGroup::default();
        group.node = String::from("forest-1");
        group.table = String::from("table");
        group.species = species;
        group.instances = places
            .into_iter()
            .map(|(place, yaw, seed)| Instance::new(place, yaw, 1.0, seed))
            .collect();
        scene.trees.push(group);
        scene
    })
}

fn table() -> impl Strategy<Value = BranchTable> {
    let row = (
        any::<u16>(),
        0_usize..3,
        prop::array::uniform3(-20.0_f32..20.0),
        -3.1_f32..3.1,
        0.0_f32..9.0,
        0.0_f32..1.0,
    );
    prop::collection::vec(row, 0..40).prop_map(|rows| {
        let mut table = BranchTable::default();
        for (row, (parent, level, position_m, angle, length_m, size)) in
            rows.into_iter().enumerate()
        {
            table.push(Branch {
                parent: (row > 0 && parent % 5 > 0).then(|| parent % row as u16),
                level: Level::ALL[level],
                position_m,
                direction: [angle.sin(), angle.cos(), 0.0],
                length_m,
                volume_m3: size,
                area_m2: 1.0 - size,
            });
        }
        table
    })
}

fn fingerprint(scene: &SceneDescription, table: &BranchTable) -> u64 {
    let mut assets = Assets::default();
    assets.tables.insert(String::from("table"), table.clone());
    Scene::build(scene, &assets).unwrap().fingerprint()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn species_round_trip(species in species()) {
        let written = text::write_species(&species).unwrap();
        let read = text::read_species(&written).unwrap();
        prop_assert_eq!(&read, &species);
        prop_assert_eq!(text::write_species(&read).unwrap(), written);
    }

    #[test]
    fn wind_round_trip(preset in preset()) {
        let written = text::write_wind(&preset).unwrap();
        let read = text::read_wind(&written).unwrap();
        prop_assert_eq!(&read, &preset);
        prop_assert_eq!(text::write_wind(&read).unwrap(), written);
    }

    #[test]
    fn scenes_and_tables_round_trip_to_equal_fingerprints(scene in scene(), table in table()) {
        let scene_text = text::write_scene(&scene).unwrap();
        let table_text = text::write_table(&table).unwrap();
        let scene_read = text::read_scene(&scene_text).unwrap();
        let table_read = text::read_table(&table_text).unwrap();
        prop_assert_eq!(&scene_read, &scene);
        prop_assert_eq!(&table_read, &table);
        prop_assert_eq!(text::write_scene(&scene_read).unwrap(), scene_text);
        prop_assert_eq!(text::write_table(&table_read).unwrap(), table_text);
        prop_assert_eq!(fingerprint(&scene, &table), fingerprint(&scene_read, &table_read));
    }

    #[test]
    fn no_text_stops_the_program(text in any::<String>(), at in any::<usize>(), with in any::<char>()) {
        prop_assert!(text::read_scene(&text).is_err() || text.trim_start().starts_with(['(', '/', '#']));
        let mut broken: Vec<char> = text::write_scene(&full_scene()).unwrap().chars().collect();
        let at = at % broken.len();
        broken[at] = with;
        let broken: String = broken.into_iter().collect();
        if let Ok(scene) = text::read_scene(&broken) {
            prop_assert!(text::write_scene(&scene).is_ok());
        }
    }
}

fn full_scene() -> SceneDescription {
    let mut scene = SceneDescription::default();
    let mut wind = WindDescription::default();
    wind.grid = Some(WindGrid::default());
    wind.effectors.push(LinearEffector::default());
    scene.wind = Some(wind);
    let mut group = TreeGroup::default();
    group.table = String::from("table");
    group.instances.push(Instance::default());
    scene.trees.push(group);
    scene
}

#[test]
fn one_value_stands_on_a_line() {
    let written = text::write_species(&Species::default()).unwrap();
    for line in [
        "    name: \"Oak\",",
        "    trunk: (",
        "        stiffness_factor: 200000.0,",
        "        damping_ratio: 0.08,",
        "        response_gains: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),",
    ] {
        assert!(
            written.lines().any(|written| written == line),
            "{line} not in\n{written}"
        );
    }
    assert!(written.ends_with(")\n"));
}

#[test]
fn a_table_has_one_column_a_line() {
    let mut table = BranchTable::default();
    let mut row = Branch {
        parent: None,
        level: Level::Trunk,
        position_m: [0.0; 3],
        direction: [0.0, 1.0, 0.0],
        length_m: 3.1,
        volume_m3: 0.02,
        area_m2: 0.0,
    };
    table.push(row);
    row.parent = Some(0);
    row.level = Level::Internal;
    table.push(row);
    let written = text::write_table(&table).unwrap();
    assert_eq!(written.lines().count(), 9, "{written}");
    assert!(
        written.lines().any(|line| line == "    parents: [-1, 0],"),
        "{written}"
    );
}

/// What must be refused, and a part of the message.
#[track_caller]
fn check_refused<T: core::fmt::Debug>(read: Result<T, DescriptionError>, message: &str) {
    let error = read.unwrap_err();
    assert!(
        error.to_string().contains(message),
        "{error} does not say {message}"
    );
    assert!(!error.remedy().is_empty());
}

#[test]
fn numbers_that_cannot_be_simulated_are_refused_by_path() {
    for number in ["NaN", "inf", "-inf", "1e999", "1e30", "-1.0"] {
        let text = format!("(format: 1, trunk: (drag_factor: {number}))");
        check_refused(text::read_species(&text), "trunk.drag_factor");
        let text = format!("(wind: (preset: (speed_m_per_s: {number})))");
        check_refused(text::read_scene(&text), "wind.preset.speed_m_per_s");
        let text = format!(
            "(trees: [(table: \"a\"), (table: \"a\", instances: [(), (scale: {number})])])"
        );
        check_refused(text::read_scene(&text), "trees[1].instances[1].scale");
    }
    let table = "(parents: [-1], levels: [Trunk], positions_m: [(0.0, 1e999, 0.0)], \
                 directions: [(0.0, 1.0, 0.0)], lengths_m: [1.0], volumes_m3: [1.0], areas_m2: [0.0])";
    check_refused(text::read_table(table), "not finite");
}

#[test]
fn broken_text_is_refused_by_place() {
    check_refused(
        text::read_species("(format: 1,\n    trunk: (damping_ratio: fast))"),
        "line 2",
    );
    check_refused(text::read_species(""), "line 1");
    check_refused(text::read_scene(&"[".repeat(100_000)), "line 1");
    check_refused(
        text::read_scene("(trees: [(table: \"../../secret\")])"),
        "not among the assets",
    );
}

#[test]
fn newer_files_are_refused_as_such() {
    check_refused(text::read_species("(format: 2)"), "format 2 is newer");
    check_refused(
        text::read_wind("(format: 7, speed_m_per_s: Moved(3))"),
        "format 7 is newer",
    );
    check_refused(
        text::read_scene("(trees: [(table: \"a\", species: (format: 3))])"),
        "format 3 is newer",
    );
    check_refused(text::read_species("(format: 0)"), "format is 0");
}

#[test]
fn unknown_fields_are_skipped_and_missing_ones_take_defaults() {
    let species = text::read_species("(name: \"Elm\", mood: [(calm: true)])").unwrap();
    assert_eq!(species.name, "Elm");
    assert_eq!(species.trunk, SpeciesLevel::TRUNK);
}

#[test]
fn a_level_that_is_only_named_in_part_keeps_its_own_defaults() {
    let species = text::read_species("(foliage: (damping_ratio: 0.2))").unwrap();
    let mut expected = SpeciesLevel::FOLIAGE;
    expected.damping_ratio = 0.2;
    assert_eq!(species.foliage, expected);
}

#[test]
fn nothing_that_cannot_be_read_is_written() {
    let mut species = Species::default();
    species.foliage.drag_factor = f32::NAN;
    check_refused(text::write_species(&species), "foliage.drag_factor");
}

#[test]
fn tapes_are_checked() {
    use SignalStep::{Add, Constant, Noise, Time};

    let check = |steps: Vec<SignalStep>, message: &str| {
        let mut preset = WindPreset::default();
        preset.speed_m_per_s = Scalar::Signal(steps);
        check_refused(text::write_wind(&preset), message);
    };
    check(vec![], "0 values are left");
    check(vec![Time, Time], "2 values are left");
    check(vec![Add], "step 0 finds too few");
    check(vec![Constant(f32::INFINITY)], "not finite");
    check(
        vec![Noise {
            rate_hz: f32::NAN,
            seed: 0,
        }],
        "not finite",
    );
    check(vec![Time; 300], "at most 256");
    check(vec![Time; 40], "more than 32 values");
}
