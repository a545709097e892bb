//! Finding branches and leaf bundles in a mesh.

mod assemble;
mod bundle;
mod colour;
mod fit;
mod limb;
mod lod;
mod nearest;
mod skeleton;
mod surface;
mod tissue;
mod trunkless;
mod weld;
mod wood;

use windwright_runtime::{
    random,
    tree::table::{BranchTable, Level},
};

use super::{AnalyseOptions, ImportedMesh};
use crate::plant::{Material, MaterialKind, Plant, PlantMesh, crown::Crown, hash};
use surface::Surface;
use wood::Wood;

pub(super) use tissue::{Tissue, tissue_of_name, tissues};

/// Most wood branches; the rest of a table's 65,535 rows is for bundles.
const MOST_LIMBS: usize = 60_000;
/// Most leaf bundles.
const MOST_BUNDLES: u32 = 4000;
/// Taller plants of several stems or without a trunk are taken for a wrong unit, metres.
const TALLEST_SHRUB_M: f32 = 12.0;
/// Stems from one foot that make a shrub.
const SHRUB_STEMS: usize = 3;

/// Finds branches and leaf bundles in a mesh; always gives a plant, with notes on what was guessed.
///
/// The table has all wood first, parents before children, then the bundles; it passes [`BranchTable::validate`].
pub fn analyse(imported: &ImportedMesh, options: &AnalyseOptions) -> Plant {
    let options = sound(options);
    let surface = Surface::of(imported);
    let numbered = !imported.branch_ids.is_empty();
    let mut notes = imported.notes.clone();
    if surface.copies > 0 {
        notes.push(format!(
            "{} triangles repeat others at the same place and are left out.",
            surface.copies
        ));
    }
    let mut wood = wood::find(&surface, numbered);
    let has_wood = !wood.limbs.is_empty();
    shorten(&mut wood, &options, numbered);
    if !has_wood {
        wood.limbs = trunkless::trunks(&surface);
        notes.push(String::from(
            "No wood was found: leaf bundles stand on a short virtual trunk.",
        ));
    }
    let leaves = bundle::find(&surface, &wood.limbs, &options, numbered);
    let table = assemble::table(&wood.limbs, &leaves);
    describe(&table, has_wood, imported, &mut notes);

    let (mesh, materials) = assemble::mesh(&surface, &wood, &wood.limbs, &leaves);
    let mut lods = lod::levels(mesh, &materials);
    Crown::of(&lods[0], &materials).shade(&mut lods, &materials);
    vary_leaves(&mut lods, &materials, &table);
    Plant {
        hash: hash::hash(&table, &lods),
        table,
        lods,
        materials,
        notes,
    }
}

/// Options inside their ranges; what is not finite is the default.
fn sound(options: &AnalyseOptions) -> AnalyseOptions {
    let default = AnalyseOptions::default();
    let finite = |value: f32, default: f32| if value.is_finite() { value } else { default };
    AnalyseOptions {
        min_length_m: finite(options.min_length_m, default.min_length_m).max(0.0),
        max_bundles: options.max_bundles.clamp(1, MOST_BUNDLES),
        bundle_area_m2: finite(options.bundle_area_m2, default.bundle_area_m2).max(1e-4),
    }
}

fn shorten(wood: &mut Wood, options: &AnalyseOptions, numbered: bool) {
    let shortest = if numbered { 0.0 } else { options.min_length_m };
    let numbers = limb::merge_short(&mut wood.limbs, shortest, MOST_LIMBS);
    for limb in &mut wood.limb_of_point {
        if let Some(number) = numbers.get(*limb as usize) {
            *limb = *number as u32;
        }
    }
}

/// Notes on what the structure looks like.
fn describe(table: &BranchTable, has_wood: bool, imported: &ImportedMesh, notes: &mut Vec<String>) {
    let count = |level| table.levels.iter().filter(|other| **other == level).count();
    let (trunks, limbs, bundles) = (
        count(Level::Trunk),
        count(Level::Internal),
        count(Level::Foliage),
    );
    if trunks > 1 {
        notes.push(format!(
            "{trunks} plants stand apart; each has its own trunk."
        ));
    }
    if has_wood && limbs == 0 && bundles > 0 {
        notes.push(String::from(
            "No branches were found: the plant bends as trunk and leaf bundles.",
        ));
    }
    let heights = imported
        .mesh
        .vertices
        .iter()
        .map(|vertex| vertex.position_m[1]);
    let (low, high) = heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    let height = high - low;
    let warned = notes.iter().any(|note| note.contains("set scale"));
    let shrub = !has_wood || stems(table, height) >= SHRUB_STEMS;
    if shrub && height > TALLEST_SHRUB_M && !warned {
        notes.push(format!(
            "The plant is {height:.0} m tall, much for a plant without a single trunk: set scale 0.1 if its unit is no metre."
        ));
    }
}

/// Stems of the first trunk's foot, itself included.
fn stems(table: &BranchTable, height: f32) -> usize {
    let Some(trunk) = table.get(0) else {
        return 0;
    };
    let near = |position: [f32; 3]| {
        let offset = glam::Vec3::from_array(position) - glam::Vec3::from_array(trunk.position_m);
        offset.length() < 0.05 * height
    };
    (0..table.len())
        .filter_map(|row| table.get(row))
        .filter(|row| row.level != Level::Foliage && row.parent.is_none_or(|parent| parent == 0))
        .filter(|row| near(row.position_m) && row.length_m > 0.15 * height)
        .count()
}

/// Gives leaf bundles slightly different lightness and hue, where the file has none.
fn vary_leaves(lods: &mut [PlantMesh], materials: &[Material], table: &BranchTable) {
    const SEED: u64 = 0x7e1f;
    let plain = lods
        .iter()
        .flat_map(|mesh| &mesh.vertices)
        .all(|vertex| vertex.hue_shift_rad.abs() < 1e-6);
    let leafy = materials
        .iter()
        .any(|material| material.kind == MaterialKind::Leaf);
    if !plain || !leafy {
        return;
    }
    for vertex in lods.iter_mut().flat_map(|mesh| &mut mesh.vertices) {
        let row = vertex.branch as usize;
        if table.levels.get(row) == Some(&Level::Foliage) {
            let index = u64::from(vertex.branch);
            vertex.lightness *= random::range(SEED, index, 0, 0.9, 1.1);
            vertex.hue_shift_rad = random::range(SEED, index, 1, -0.08, 0.08);
        }
    }
}
