//! Presets in files of their own: a species or a wind, as a game reads them.

use windwright_runtime::{
    error::DescriptionError,
    preset::{FORMAT, species::Species, wind::WindPreset},
};

use crate::value::Finite;

/// Largest preset that is read, bytes.
const MAX_BYTES: usize = 1 << 20;

/// A preset of either kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Preset {
    /// How trees move.
    Species(Species),
    /// How the air moves.
    Wind(WindPreset),
}

/// Reads a preset; which kind it is, its fields say.
///
/// # Errors
/// The text is no preset, of a newer format, or holds a number that is not finite.
pub fn read(bytes: &[u8]) -> Result<Preset, DescriptionError> {
    let syntax = |message: &str| DescriptionError::Syntax {
        line: 1,
        column: 1,
        message: message.to_owned(),
    };
    if bytes.len() > MAX_BYTES {
        return Err(syntax("the file is too long for a preset"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_error| syntax("the file is not text"))?;
    let Kind {
        format,
        trunk,
        foliage,
        internal,
        speed_m_per_s,
    } = parse(text)?;
    if format > FORMAT {
        return Err(DescriptionError::NewerFormat {
            found: format,
            supported: FORMAT,
        });
    }
    if trunk.is_some() || internal.is_some() || foliage.is_some() {
        let species: Species = parse(text)?;
        check_finite(&species)?;
        Ok(Preset::Species(species))
    } else if speed_m_per_s.is_some() {
        let wind: WindPreset = parse(text)?;
        check_finite(&wind)?;
        Ok(Preset::Wind(wind))
    } else {
        Err(syntax(
            "a species has a trunk, internal branches or foliage, and a wind has a speed_m_per_s; this has neither",
        ))
    }
}

/// The text of a preset, one value a line.
///
/// # Errors
/// A number that cannot be written; there is none in a preset that was read or compiled.
pub fn write<T: serde::Serialize>(preset: &T) -> Result<String, ron::Error> {
    let style = ron::ser::PrettyConfig::new()
        .new_line("\n")
        .compact_arrays(true);
    ron::ser::to_string_pretty(preset, style).map(|text| text + "\n")
}

/// What tells one kind from the other.
#[derive(serde::Deserialize)]
#[serde(default)]
struct Kind {
    format: u32,
    trunk: Option<serde::de::IgnoredAny>,
    internal: Option<serde::de::IgnoredAny>,
    foliage: Option<serde::de::IgnoredAny>,
    speed_m_per_s: Option<serde::de::IgnoredAny>,
}

impl Default for Kind {
    fn default() -> Self {
        Self {
            format: FORMAT,
            trunk: None,
            internal: None,
            foliage: None,
            speed_m_per_s: None,
        }
    }
}

fn parse<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, DescriptionError> {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .map_err(|error| DescriptionError::Syntax {
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })
}

/// JSON has no numbers that are not finite: they turn up as null, with their path.
fn check_finite<T: serde::Serialize>(preset: &T) -> Result<(), DescriptionError> {
    let value = serde_json::to_value(preset).unwrap_or_default();
    match first_bad_number("", &value) {
        Some((field, value)) => Err(DescriptionError::OutOfRange {
            field,
            value,
            low: -Finite::LIMIT,
            high: Finite::LIMIT,
        }),
        None => Ok(()),
    }
}

fn first_bad_number(path: &str, value: &serde_json::Value) -> Option<(String, f32)> {
    use serde_json::Value::{Array, Bool, Null, Number, Object, String as Text};
    match value {
        Null => Some((path.to_owned(), f32::NAN)),
        Bool(_) | Text(_) => None,
        Number(number) => number
            .as_f64()
            .filter(|number| number.abs() > f64::from(Finite::LIMIT))
            .map(|number| (path.to_owned(), number as f32)),
        Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(at, item)| first_bad_number(&format!("{path}[{at}]"), item)),
        Object(fields) => fields.iter().find_map(|(name, field)| {
            let dot = if path.is_empty() { "" } else { "." };
            first_bad_number(&format!("{path}{dot}{name}"), field)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_say_the_kind() {
        let species = read(b"(name: \"Ash\", trunk: (damping_ratio: 0.07))").unwrap();
        assert!(
            matches!(species, Preset::Species(species) if (species.trunk.damping_ratio - 0.07).abs() < 1e-6)
        );
        let wind = read(b"(speed_m_per_s: 9)").unwrap();
        assert!(matches!(wind, Preset::Wind(wind) if wind.speed_m_per_s.constant() == Some(9.0)));
    }

    #[test]
    fn faults_name_their_place() {
        let rows: [(&[u8], &str); 7] = [
            (b"(format: 2, trunk: ())", "format 2 is newer"),
            (b"(name: \"x\")", "this has neither"),
            (
                b"(trunk: (damping_ratio: NaN))",
                "trunk.damping_ratio is NaN",
            ),
            (b"(trunk: (drag_factor: 1e999))", "trunk.drag_factor is NaN"),
            (
                b"(foliage: (drag_factor: 1e30))",
                "foliage.drag_factor is 1000000000000000000000000000000",
            ),
            (b"(\n  trunk: (\n  damping_ratio: yes))", "line 3, column"),
            (b"\xff", "not text"),
        ];
        for (text, expected) in rows {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
        let deep = "(trunk: ".repeat(100_000);
        assert!(read(deep.as_bytes()).is_err());
    }

    #[test]
    fn written_presets_read_back() {
        let wind = WindPreset::default();
        let text = write(&wind).unwrap();
        assert_eq!(read(text.as_bytes()), Ok(Preset::Wind(wind)));
        let species = Species::default();
        let text = write(&species).unwrap();
        assert_eq!(read(text.as_bytes()), Ok(Preset::Species(species)));
    }
}
