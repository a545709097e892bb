//! Which numbers can be simulated: every field's range, as its documentation states it.

use super::{
    FORMAT,
    scene::{Camera, Clock, Ground, Instance, SceneDescription, Sky, Springs, TreeGroup},
    species::{Species, SpeciesLevel},
    wind::{LinearEffector, WindDescription, WindGrid, WindPreset},
};
use crate::{error::DescriptionError, signal::Scalar};

/// Field, value, lowest, highest.
type Row<'a> = (&'a str, f32, f32, f32);

/// Farthest place from the origin, metres.
const FARTHEST_M: f32 = 1e6;
/// Largest angle of a free turn, degrees.
const LARGEST_TURN_DEG: f32 = 36_000.0;

/// Checks a whole scene but its tables.
pub(crate) fn scene(scene: &SceneDescription) -> Result<(), DescriptionError> {
    format(scene.format)?;
    clock(&scene.clock)?;
    if let Some(description) = &scene.wind {
        wind(description)?;
    }
    for (number, group) in scene.trees.iter().enumerate() {
        trees(number, group)?;
    }
    sky(&scene.sky)?;
    camera(&scene.camera)?;
    ground(&scene.ground)
}

/// Checks a species preset; `path` is where it stands, empty or with a dot at its end.
pub(crate) fn species(path: &str, species: &Species) -> Result<(), DescriptionError> {
    format(species.format)?;
    let levels = [
        ("trunk", &species.trunk),
        ("internal", &species.internal),
        ("foliage", &species.foliage),
    ];
    for (name, level) in levels {
        species_level(&|| format!("{path}{name}."), level)?;
    }
    Ok(())
}

/// Checks a wind preset; `path` is where it stands, empty or with a dot at its end.
pub(crate) fn wind_preset(path: &str, preset: &WindPreset) -> Result<(), DescriptionError> {
    format(preset.format)?;
    let at = || path.to_owned();
    scalar(&at, "speed_m_per_s", &preset.speed_m_per_s, 0.0, 60.0)?;
    scalar(
        &at,
        "heading_deg",
        &preset.heading_deg,
        -LARGEST_TURN_DEG,
        LARGEST_TURN_DEG,
    )?;
    within(
        &at,
        &[
            ("elevation_deg", preset.elevation_deg, -30.0, 30.0),
            ("reference_height_m", preset.reference_height_m, 0.1, 1000.0),
            ("roughness_length_m", preset.roughness_length_m, 0.0001, 2.0),
            ("speed_response_s", preset.speed_response_s, 0.0, 60.0),
            ("heading_response_s", preset.heading_response_s, 0.0, 600.0),
            ("noise_amplitude", preset.noise_amplitude, 0.0, 1.0),
            ("noise_wavelength_m", preset.noise_wavelength_m, 1.0, 100.0),
            ("noise_octaves", preset.noise_octaves as f32, 1.0, 5.0),
            ("wander_deg", preset.wander_deg, 0.0, 180.0),
            ("wander_period_s", preset.wander_period_s, 0.1, 3600.0),
            ("vertical_share", preset.vertical_share, -1.0, 1.0),
            ("gust.interval_s", preset.gust.interval_s, 0.0, 3600.0),
            ("gust.strength", preset.gust.strength, 0.0, 3.0),
            ("gust.rise_s", preset.gust.rise_s, 0.01, 60.0),
            ("gust.fall_s", preset.gust.fall_s, 0.01, 60.0),
        ],
    )
}

/// Checks the number of branches up to group `number`.
pub(crate) fn branch_count(
    number: usize,
    branches: usize,
    most: usize,
) -> Result<(), DescriptionError> {
    within(
        &|| format!("trees[{number}].instances: "),
        &[("branches in all", branches as f32, 0.0, most as f32)],
    )
}

/// Refuses files of a newer version, and format 0, which no version wrote.
pub(crate) fn format(found: u32) -> Result<(), DescriptionError> {
    if found > FORMAT {
        return Err(DescriptionError::NewerFormat {
            found,
            supported: FORMAT,
        });
    }
    within(
        &String::new,
        &[("format", found as f32, 1.0, FORMAT as f32)],
    )
}

fn clock(clock: &Clock) -> Result<(), DescriptionError> {
    within(
        &|| String::from("clock."),
        &[
            ("rate_hz", clock.rate_hz, 15.0, 240.0),
            ("wind_rate_hz", clock.wind_rate_hz, 15.0, 120.0),
            ("time_scale", clock.time_scale, 0.0, 4.0),
            ("warm_up_s", clock.warm_up_s, 0.0, 60.0),
        ],
    )
}

fn trees(number: usize, group: &TreeGroup) -> Result<(), DescriptionError> {
    let path = format!("trees[{number}].");
    if !is_plain_name(&group.table) {
        return Err(DescriptionError::MissingTable {
            hash: group.table.clone(),
        });
    }
    species(&format!("{path}species."), &group.species)?;
    springs(&|| format!("{path}springs."), &group.springs)?;
    for (index, instance) in group.instances.iter().enumerate() {
        place(&|| format!("{path}instances[{index}]."), instance)?;
    }
    Ok(())
}

/// Whether a name can stand for a file without leading out of its folder.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

fn species_level(path: &dyn Fn() -> String, level: &SpeciesLevel) -> Result<(), DescriptionError> {
    within(
        path,
        &[
            (
                "wood_density_kg_per_m3",
                level.wood_density_kg_per_m3,
                250.0,
                1100.0,
            ),
            (
                "foliage_density_kg_per_m2",
                level.foliage_density_kg_per_m2,
                0.05,
                5.0,
            ),
            ("stiffness_factor", level.stiffness_factor, 0.0, 1e8),
            ("damping_ratio", level.damping_ratio, 0.0, 1.5),
            ("drag_factor", level.drag_factor, 0.0, 100.0),
            ("wind_propagation", level.wind_propagation, 0.0, 1.0),
            ("inertia_gain", level.inertia_gain, 0.0, 1.0),
            ("noise_angle_deg", level.noise_angle_deg, 0.0, 60.0),
            ("noise_strength", level.noise_strength, 0.0, 2.0),
            ("vogel_exponent", level.vogel_exponent, -1.0, 0.0),
            (
                "relative_velocity_share",
                level.relative_velocity_share,
                0.0,
                1.0,
            ),
        ],
    )?;
    let gains = level
        .response_gains
        .map(|gain| ("response_gains", gain, 0.0, 2.0));
    within(path, &gains)
}

fn springs(path: &dyn Fn() -> String, springs: &Springs) -> Result<(), DescriptionError> {
    within(
        path,
        &[
            ("substeps", springs.substeps as f32, 1.0, 8.0),
            ("max_angle_rad", springs.max_angle_rad, 0.1, 3.0),
            ("noise_speed_factor", springs.noise_speed_factor, 0.0, 10.0),
            ("sleep_rad_per_s", springs.sleep_rad_per_s, 0.0, 10.0),
            ("sleep_wind_m_per_s", springs.sleep_wind_m_per_s, 0.0, 10.0),
        ],
    )
}

fn place(path: &dyn Fn() -> String, instance: &Instance) -> Result<(), DescriptionError> {
    position(path, "position_m", &instance.position_m)?;
    within(
        path,
        &[
            (
                "yaw_deg",
                instance.yaw_deg,
                -LARGEST_TURN_DEG,
                LARGEST_TURN_DEG,
            ),
            ("scale", instance.scale, 0.01, 100.0),
        ],
    )
}

fn wind(wind: &WindDescription) -> Result<(), DescriptionError> {
    wind_preset("wind.preset.", &wind.preset)?;
    if let Some(grid) = &wind.grid {
        wind_grid(grid)?;
    }
    for (number, effector) in wind.effectors.iter().enumerate() {
        linear_effector(&|| format!("wind.effectors[{number}]."), effector)?;
    }
    Ok(())
}

fn wind_grid(grid: &WindGrid) -> Result<(), DescriptionError> {
    let path = || String::from("wind.grid.");
    let odd = grid
        .cells
        .iter()
        .find(|cells| ![16, 32, 48, 64, 96, 128].contains(*cells));
    if let Some(&cells) = odd {
        return Err(out_of_range(&path, ("cells", cells as f32, 16.0, 128.0)));
    }
    within(
        &path,
        &[
            ("finest_cell_m", grid.finest_cell_m, 0.1, 4.0),
            ("levels", grid.levels as f32, 1.0, 5.0),
            (
                "pressure_iterations",
                grid.pressure_iterations as f32,
                4.0,
                100.0,
            ),
            (
                "vorticity_confinement_per_s",
                grid.vorticity_confinement_per_s,
                0.0,
                5.0,
            ),
            ("dissipation_per_s", grid.dissipation_per_s, 0.0, 1.0),
        ],
    )
}

fn linear_effector(
    path: &dyn Fn() -> String,
    effector: &LinearEffector,
) -> Result<(), DescriptionError> {
    position(path, "position_m", &effector.position_m.map(f64::from))?;
    scalar(
        path,
        "strength_m_per_s",
        &effector.strength_m_per_s,
        0.0,
        60.0,
    )?;
    within(
        path,
        &[
            (
                "heading_deg",
                effector.heading_deg,
                -LARGEST_TURN_DEG,
                LARGEST_TURN_DEG,
            ),
            ("elevation_deg", effector.elevation_deg, -90.0, 90.0),
            ("length_m", effector.length_m, 0.0, 1000.0),
            ("radius_m", effector.radius_m, 0.1, 10.0),
            ("duration_s", effector.duration_s, 0.02, 5.0),
            ("interval_s", effector.interval_s, 0.0, 3600.0),
        ],
    )
}

fn sky(sky: &Sky) -> Result<(), DescriptionError> {
    within(
        &|| String::from("sky."),
        &[
            ("sun_elevation_deg", sky.sun_elevation_deg, -5.0, 90.0),
            (
                "sun_azimuth_deg",
                sky.sun_azimuth_deg,
                -LARGEST_TURN_DEG,
                LARGEST_TURN_DEG,
            ),
            ("cloud_cover", sky.cloud_cover, 0.0, 1.0),
            ("haze", sky.haze, 0.0, 10.0),
            ("exposure_stops", sky.exposure_stops, -5.0, 5.0),
        ],
    )
}

fn camera(camera: &Camera) -> Result<(), DescriptionError> {
    let path = || String::from("camera.");
    position(&path, "eye_m", &camera.eye_m)?;
    position(&path, "target_m", &camera.target_m)?;
    within(
        &path,
        &[("field_of_view_deg", camera.field_of_view_deg, 5.0, 120.0)],
    )
}

fn ground(ground: &Ground) -> Result<(), DescriptionError> {
    within(
        &|| String::from("ground."),
        &[
            ("roll_m", ground.roll_m, 0.0, 5.0),
            ("grass", ground.grass, 0.0, 1.0),
        ],
    )
}

fn position(
    path: &dyn Fn() -> String,
    field: &str,
    position_m: &[f64; 3],
) -> Result<(), DescriptionError> {
    let rows = position_m.map(|metres| (field, metres as f32, -FARTHEST_M, FARTHEST_M));
    within(path, &rows)
}

/// A constant in its range, or a tape that can run.
fn scalar(
    path: &dyn Fn() -> String,
    field: &str,
    value: &Scalar,
    low: f32,
    high: f32,
) -> Result<(), DescriptionError> {
    value
        .validate()
        .map_err(|message| DescriptionError::Signal {
            field: path() + field,
            message,
        })?;
    match value.constant() {
        Some(constant) => within(path, &[(field, constant, low, high)]),
        None => Ok(()),
    }
}

/// Every row inside its range; NaN is outside of every range.
fn within(path: &dyn Fn() -> String, rows: &[Row<'_>]) -> Result<(), DescriptionError> {
    match rows
        .iter()
        .find(|(_, value, low, high)| !(low..=high).contains(&value))
    {
        Some(&row) => Err(out_of_range(path, row)),
        None => Ok(()),
    }
}

fn out_of_range(path: &dyn Fn() -> String, (field, value, low, high): Row<'_>) -> DescriptionError {
    DescriptionError::OutOfRange {
        field: path() + field,
        value,
        low,
        high,
    }
}
