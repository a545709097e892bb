//! `analyse`: what the branch analysis finds in tree files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;
use windwright_core::{
    import::{AnalyseOptions, ImportError, ImportOptions, analyse, import},
    plant::Plant,
};
use windwright_runtime::tree::table::Level;

use super::{
    arguments::AnalyseArguments,
    console::{Console, say},
    find,
    outcome::{Failure, Outcome},
};
use crate::disk::FolderResolver;

/// What is reported of one file.
#[derive(Debug, Serialize)]
struct Report {
    file: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(flatten)]
    tree: Option<Tree>,
}

#[derive(Debug, Serialize)]
struct Tree {
    trunks: usize,
    internal: usize,
    foliage: usize,
    wood_m3: f32,
    leaves_m2: f32,
    height_m: f32,
    triangles: usize,
    notes: Vec<String>,
}

/// Runs `analyse`.
///
/// # Errors
/// [`Failure::CouldNot`] when the one file named gives no tree or the folder holds none; a file of a folder that gives
/// none is a finding.
pub fn run(arguments: &AnalyseArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let files = find::files(std::slice::from_ref(&arguments.tree), &["glb", "gltf"])?;
    let mut reports = Vec::with_capacity(files.len());
    for file in files {
        console.pause()?;
        reports.push(report(file));
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *console.out, &reports).map_err(std::io::Error::from)?;
        writeln!(console.out)?;
    } else {
        for report in &reports {
            write_report(report, console)?;
        }
    }
    let faults: Vec<&Report> = reports
        .iter()
        .filter(|report| report.fault.is_some())
        .collect();
    for report in &faults {
        let fault = report.fault.as_deref().unwrap_or_default();
        say(format_args!("{}: {fault}", report.file.display()));
    }
    match (faults.len(), arguments.tree.is_dir()) {
        (0, _) => Ok(Outcome::Done),
        (_, true) => Ok(Outcome::Findings),
        (_, false) => Err(Failure::could_not(
            format_args!("{} gives no tree", arguments.tree.display()),
            "Mend what is named above, or export the tree again.",
        )),
    }
}

/// Reads and analyses the tree file at `path`.
///
/// # Errors
/// One sentence with its remedy.
pub fn plant(path: &Path) -> Result<Plant, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let resolver = FolderResolver::beside(path);
    import(&bytes, &resolver, &ImportOptions::default())
        .map(|mesh| analyse(&mesh, &AnalyseOptions::default()))
        .map_err(|error| match &error {
            ImportError::Fault { remedy, .. } => format!("{error} ({remedy})"),
            _ => error.to_string(),
        })
}

fn report(file: PathBuf) -> Report {
    match plant(&file) {
        Ok(plant) => Report {
            file,
            fault: None,
            tree: Some(Tree::of(&plant)),
        },
        Err(fault) => Report {
            file,
            fault: Some(fault),
            tree: None,
        },
    }
}

impl Tree {
    fn of(plant: &Plant) -> Self {
        let count = |level| plant.table.levels.iter().filter(|&&of| of == level).count();
        let heights = plant
            .lods
            .first()
            .into_iter()
            .flat_map(|mesh| &mesh.vertices)
            .map(|vertex| vertex.position_m[1]);
        Self {
            trunks: count(Level::Trunk),
            internal: count(Level::Internal),
            foliage: count(Level::Foliage),
            wood_m3: plant.table.volumes_m3.iter().sum(),
            leaves_m2: plant.table.areas_m2.iter().sum(),
            height_m: heights.fold(0.0, f32::max),
            triangles: plant.lods.first().map_or(0, |mesh| mesh.indices.len() / 3),
            notes: plant.notes.clone(),
        }
    }
}

fn write_report(report: &Report, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(tree) = &report.tree else {
        return Ok(());
    };
    let Tree {
        trunks,
        internal,
        foliage,
        wood_m3,
        leaves_m2,
        height_m,
        triangles,
        notes,
    } = tree;
    let branches = trunks + internal + foliage;
    writeln!(console.out, "{}", report.file.display())?;
    writeln!(
        console.out,
        "  {branches} branches: {trunks} trunk, {internal} wood, {foliage} leaf bundles"
    )?;
    writeln!(
        console.out,
        "  {height_m:.2} m high, {wood_m3:.3} m³ of wood, {leaves_m2:.1} m² of leaves, {triangles} triangles"
    )?;
    for note in notes {
        writeln!(console.out, "  note: {note}")?;
    }
    Ok(())
}
