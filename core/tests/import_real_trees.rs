//! Real plants of the corpus: each becomes what its answer key says.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests read files, measure, and stop at the first surprise"
)]

mod corpus;
mod folders;

use std::{fs, time::Instant};

use corpus::corpus;
use folders::Folder;
use windwright_core::{
    import::{AnalyseOptions, ImportOptions, analyse, import},
    plant::{MaterialKind, Plant},
};
use windwright_runtime::tree::table::Level;

/// One row of the answer key.
struct Row<'a> {
    file: &'a str,
    trunks: usize,
    has_wood: bool,
    /// `None`: either is right.
    has_leaves: Option<bool>,
    height_m: (f32, f32),
    unit_warning: bool,
    up_warning: bool,
    codec: &'a str,
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split(',').collect();
    Row {
        file: cells[0],
        trunks: cells[2].parse().unwrap(),
        has_wood: cells[3] == "yes",
        has_leaves: (!cells[4].contains('|')).then(|| cells[4] == "yes"),
        height_m: (cells[6].parse().unwrap(), cells[7].parse().unwrap()),
        unit_warning: cells[8] == "yes",
        up_warning: cells[9] == "yes",
        codec: cells[10],
    }
}

#[test]
fn every_real_plant_is_what_the_answer_key_says() {
    let Some(folder) = corpus("real-trees") else {
        return;
    };
    let key = fs::read_to_string(folder.join("expected.csv")).unwrap();
    let mut wrong = Vec::new();
    for line in key.lines().skip(1) {
        let row = row(line);
        let path = folder.join(row.file);
        let bytes = fs::read(&path).unwrap();
        let resolver = Folder(path.parent().unwrap().to_owned());
        let started = Instant::now();
        let read = |options: &ImportOptions| import(&bytes, &resolver, options);
        let imported = read(&ImportOptions::default());
        if matches!(row.codec, "draco" | "meshopt") {
            let error = imported.expect_err(row.file);
            let text = error.to_string();
            assert!(
                text.contains(row.codec) && !error.remedy().is_empty(),
                "{text}"
            );
            continue;
        }
        let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", row.file));
        let mut plant = analyse(&imported, &AnalyseOptions::default());
        if row.up_warning {
            let lying = plant.notes.iter().any(|note| note.contains("on its side"));
            assert!(lying, "{}: {:?}", row.file, plant.notes);
            let upright = ImportOptions {
                z_up: true,
                ..ImportOptions::default()
            };
            plant = analyse(&read(&upright).unwrap(), &AnalyseOptions::default());
        }
        eprintln!("{} {:?}", summary(&row, &plant), started.elapsed());
        wrong.extend(
            check(&row, &plant)
                .into_iter()
                .map(|what| format!("{}: {what}", row.file)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn count(plant: &Plant, level: Level) -> usize {
    plant
        .table
        .levels
        .iter()
        .filter(|other| **other == level)
        .count()
}

fn has(plant: &Plant, kind: MaterialKind) -> bool {
    let parts = &plant.lods[0].parts;
    parts
        .iter()
        .any(|part| plant.materials[part.material].kind == kind)
}

fn height_m(plant: &Plant) -> f32 {
    let heights = plant.lods[0]
        .vertices
        .iter()
        .map(|vertex| vertex.position_m[1]);
    let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    high - low
}

fn summary(row: &Row<'_>, plant: &Plant) -> String {
    for row in (0..plant.table.len()).filter_map(|row| plant.table.get(row)) {
        if row.level != Level::Foliage && std::env::var_os("ROWS").is_some() {
            eprintln!("   {row:?}");
        }
    }
    format!(
        "{:46} trunks {:2}/{:2} limbs {:4} bundles {:4} wood {} leaves {} {:.2} m, lods {:?} {:?}",
        row.file,
        count(plant, Level::Trunk),
        row.trunks,
        count(plant, Level::Internal),
        count(plant, Level::Foliage),
        has(plant, MaterialKind::Bark),
        has(plant, MaterialKind::Leaf),
        height_m(plant),
        plant
            .lods
            .iter()
            .map(|mesh| mesh.indices.len() / 3)
            .collect::<Vec<_>>(),
        plant.notes,
    )
}

fn check(row: &Row<'_>, plant: &Plant) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expect = |right: bool, what: String| {
        if !right {
            wrong.push(what);
        }
    };
    let says = |word: &str| plant.notes.iter().any(|note| note.contains(word));
    let height = height_m(plant);
    plant.table.validate().unwrap();
    expect(
        (row.height_m.0..=row.height_m.1).contains(&height),
        format!("it is {height} m tall"),
    );
    let trunks = count(plant, Level::Trunk);
    expect(trunks == row.trunks, format!("{trunks} trunks"));
    expect(
        has(plant, MaterialKind::Bark) == row.has_wood,
        String::from("wood"),
    );
    if let Some(has_leaves) = row.has_leaves {
        expect(
            has(plant, MaterialKind::Leaf) == has_leaves,
            String::from("leaves"),
        );
    }
    expect(says("set scale") == row.unit_warning, String::from("unit"));
    expect(!says("on its side"), String::from("up axis"));
    wrong
}
