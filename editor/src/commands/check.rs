//! `check`: faults of graphs, presets and trees.

use std::path::{Path, PathBuf};

use windwright_core::compile::Severity;
use windwright_runtime::{error::DescriptionError, preset::text};

use super::{
    analyse,
    arguments::CheckArguments,
    console::Console,
    find,
    finding::{Finding, print},
    open,
    outcome::{Failure, Outcome},
};
use crate::disk::DiskFiles;

/// Runs `check`. Notes are printed but are no findings.
///
/// # Errors
/// [`Failure::CouldNot`] for a path that cannot be read.
pub fn run(arguments: &CheckArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let files = find::files(&arguments.paths, &["ron", "glb", "gltf"])?;
    let mut findings = Vec::new();
    for file in &files {
        console.pause()?;
        findings.extend(check_file(file, &console.data)?);
    }
    let printed = print(&findings, arguments.format).map_err(std::io::Error::from)?;
    write!(console.out, "{printed}")?;
    let bad = findings
        .iter()
        .any(|finding| finding.severity > Severity::Note);
    Ok(if bad {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// All faults of the file at `path`.
///
/// # Errors
/// [`Failure::CouldNot`] when it cannot be read.
pub fn check_file(path: &Path, data: &[PathBuf]) -> Result<Vec<Finding>, Failure> {
    if find::has_extension(path, &["glb", "gltf"]) {
        return Ok(match analyse::plant(path) {
            Ok(plant) => plant
                .notes
                .into_iter()
                .map(|note| Finding::of_file(path, Severity::Note, note))
                .collect(),
            Err(fault) => vec![Finding::of_file(path, Severity::Error, fault)],
        });
    }
    let bytes = std::fs::read(path).map_err(|error| find::cannot_read(path, &error))?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(vec![Finding::of_file(
            path,
            Severity::Error,
            String::from("the text is not UTF-8"),
        )]);
    };
    Ok(match kind_of(&text) {
        Kind::Graph => {
            let files = DiskFiles::beside(path).with_data(data.to_vec());
            Finding::of_graph(path, &open::open_text(&text, &files))
        }
        Kind::Scene => preset(path, text::read_scene(&text).err()),
        Kind::Species => preset(path, text::read_species(&text).err()),
        Kind::Wind => preset(path, text::read_wind(&text).err()),
        Kind::Table => preset(path, text::read_table(&text).err()),
    })
}

/// What a RON file may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Graph,
    Scene,
    Species,
    Wind,
    Table,
}

/// Tells files apart by a field that only one kind has; what has none is read as a graph, whose reader says most.
fn kind_of(text: &str) -> Kind {
    let has = |key: &str| {
        text.match_indices(key).any(|(at, _)| {
            let before = text[..at].trim_end().chars().next_back();
            let after = text[at + key.len()..].trim_start();
            after.starts_with(':') && matches!(before, None | Some('(' | ',' | '/'))
        })
    };
    match () {
        () if has("nodes") => Kind::Graph,
        () if has("parents") => Kind::Table,
        () if has("trunk") || has("foliage") => Kind::Species,
        () if has("trees") => Kind::Scene,
        () if has("speed_m_per_s") => Kind::Wind,
        () => Kind::Graph,
    }
}

fn preset(path: &Path, error: Option<DescriptionError>) -> Vec<Finding> {
    let finding = |error: DescriptionError| {
        let remedy = error.remedy().to_owned();
        let (line, column, message) = if let DescriptionError::Syntax {
            line,
            column,
            message,
        } = error
        {
            (Some(line), Some(column), message)
        } else {
            (None, None, error.to_string())
        };
        Finding {
            line,
            column,
            remedy,
            ..Finding::of_file(path, Severity::Error, message)
        }
    };
    error.map(finding).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_by_their_fields() {
        for (text, kind) in [
            ("(format: 1, nodes: {})", Kind::Graph),
            ("(\n    format: 1,\n    nodes: {},\n)", Kind::Graph),
            ("(\n    format: 1,\n    trunk: (),\n)", Kind::Species),
            ("(\n    format: 1,\n    speed_m_per_s: 4,\n)", Kind::Wind),
            ("(\n    format: 1,\n    trees: [],\n)", Kind::Scene),
            ("(\n    parents: [],\n)", Kind::Table),
            ("(format: 9, speed_m_per_s : 4)", Kind::Wind),
            ("(metadata: {\"a\": \"trees: \"}, nodes: {})", Kind::Graph),
            ("rubbish", Kind::Graph),
        ] {
            assert_eq!(kind_of(text), kind, "{text}");
        }
    }
}
