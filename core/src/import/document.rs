//! The JSON part of a file: version, extensions, then the typed document.

use gltf_json::Root;
use serde::Deserialize;
use serde_json::Value;

use super::{ImportError, extensions, limits};

/// What must be known before the rest can be understood.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Probe {
    asset: AssetProbe,
    #[serde(rename = "extensionsRequired")]
    extensions_required: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AssetProbe {
    version: Value,
    #[serde(rename = "minVersion")]
    min_version: Value,
}

/// Reads the document; what it refers to is not yet checked.
pub(super) fn parse(json: &[u8], notes: &mut Vec<String>) -> Result<Root, ImportError> {
    limits::check_json(json)?;
    let probe: Probe = read(json)?;
    check_version(&probe.asset)?;
    extensions::check_required(&probe.extensions_required)?;
    let root: Root = read(json)?;
    if !root.animations.is_empty() {
        notes.push(String::from(
            "The file's animations are left out; the wind moves the tree.",
        ));
    }
    Ok(root)
}

fn read<T: for<'de> Deserialize<'de>>(json: &[u8]) -> Result<T, ImportError> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        let inner = error.into_inner();
        let place = format!("line {}, column {}", inner.line(), inner.column());
        let place = if path.is_empty() {
            place
        } else {
            format!("{path}, {place}")
        };
        let text = inner.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        let message = format!("the JSON text cannot be read: {message}");
        ImportError::new(place, message, super::EXPORT_AGAIN)
    })
}

fn check_version(asset: &AssetProbe) -> Result<(), ImportError> {
    let version = text(&asset.version);
    let Some(version) = version else {
        return Err(ImportError::new(
            "asset.version",
            "it is missing, so this is not a glTF 2.0 file",
            "Export the tree as glTF 2.0.",
        ));
    };
    let major = version.split('.').next().unwrap_or_default();
    if major != "2" {
        return Err(ImportError::new(
            "asset.version",
            format!("glTF {version} is not supported; only glTF 2.0 is"),
            "Export the tree as glTF 2.0.",
        ));
    }
    if let Some(least) = text(&asset.min_version)
        && least != "2.0"
    {
        return Err(ImportError::new(
            "asset.minVersion",
            format!("the file needs a reader of glTF {least}; this one reads 2.0"),
            "Export the tree as glTF 2.0.",
        ));
    }
    Ok(())
}

/// A version as text, whether it was written as text or as a number.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
