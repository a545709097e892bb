//! Presets as text: canonical RON, one value a line, floats in their shortest form that reads back to the same bits.
//!
//! A text is refused if it is not RON of the expected shape (line and column), if it was written by a newer version, or if a number
//! in it cannot be simulated (path of the field): infinities and NaN are neither read nor written.
//! Fields that this version does not know are skipped, fields that are missing take their defaults.

use ron::{extensions::Extensions, ser::PrettyConfig};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{check, scene::SceneDescription, species::Species, wind::WindPreset};
use crate::{error::DescriptionError, tree::table::BranchTable};

/// Levels of nesting that a preset's values take lines of their own.
const PRESET_DEPTH: usize = 8;
/// A table has one column a line.
const TABLE_DEPTH: usize = 1;

/// Reads a scene.
///
/// # Errors
/// See the module.
pub fn read_scene(text: &str) -> Result<SceneDescription, DescriptionError> {
    let scene = read_versioned(text)?;
    check::scene(&scene)?;
    Ok(scene)
}

/// Writes a scene.
///
/// # Errors
/// A number that could not be read back.
pub fn write_scene(scene: &SceneDescription) -> Result<String, DescriptionError> {
    check::scene(scene)?;
    write(scene, PRESET_DEPTH)
}

/// Reads a species.
///
/// # Errors
/// See the module.
pub fn read_species(text: &str) -> Result<Species, DescriptionError> {
    let species = read_versioned(text)?;
    check::species("", &species)?;
    Ok(species)
}

/// Writes a species.
///
/// # Errors
/// A number that could not be read back.
pub fn write_species(species: &Species) -> Result<String, DescriptionError> {
    check::species("", species)?;
    write(species, PRESET_DEPTH)
}

/// Reads a wind preset.
///
/// # Errors
/// See the module.
pub fn read_wind(text: &str) -> Result<WindPreset, DescriptionError> {
    let preset = read_versioned(text)?;
    check::wind_preset("", &preset)?;
    Ok(preset)
}

/// Writes a wind preset.
///
/// # Errors
/// A number that could not be read back.
pub fn write_wind(preset: &WindPreset) -> Result<String, DescriptionError> {
    check::wind_preset("", preset)?;
    write(preset, PRESET_DEPTH)
}

/// Reads a branch table.
///
/// # Errors
/// See the module; [`DescriptionError::Table`] names a row that contradicts the others.
pub fn read_table(text: &str) -> Result<BranchTable, DescriptionError> {
    let table: BranchTable = read(text)?;
    table.validate()?;
    Ok(table)
}

/// Writes a branch table.
///
/// # Errors
/// A row that could not be read back.
pub fn write_table(table: &BranchTable) -> Result<String, DescriptionError> {
    table.validate()?;
    write(table, TABLE_DEPTH)
}

/// The format number alone, so that a newer file is named as such even if its shape changed.
#[derive(Deserialize)]
struct Version {
    #[serde(default = "newest")]
    format: u32,
}

fn newest() -> u32 {
    super::FORMAT
}

fn read_versioned<T: DeserializeOwned>(text: &str) -> Result<T, DescriptionError> {
    let version: Version = read(text)?;
    check::format(version.format)?;
    read(text)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, DescriptionError> {
    options()
        .from_str(text)
        .map_err(|error| DescriptionError::Syntax {
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })
}

fn write<T: Serialize>(value: &T, depth: usize) -> Result<String, DescriptionError> {
    let pretty = PrettyConfig::new().new_line("\n").depth_limit(depth);
    let mut text =
        options()
            .to_string_pretty(value, pretty)
            .map_err(|error| DescriptionError::Syntax {
                line: 0,
                column: 0,
                message: error.to_string(),
            })?;
    text.push('\n');
    Ok(text)
}

/// An optional part is written as itself, or as `None`.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}
