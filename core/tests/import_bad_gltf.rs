//! Malformed files of the corpus: each gets the outcome that its README says, in words.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read files, measure, and stop at the first surprise"
)]

mod corpus;
mod folders;

use std::{fs, time::Instant};

use corpus::corpus;
use folders::Folder;
use windwright_core::import::{AnalyseOptions, ImportOptions, analyse, import};

#[test]
fn every_bad_file_is_refused_or_read_as_its_readme_says() {
    let Some(folder) = corpus("bad-gltf") else {
        return;
    };
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in readme.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, file, _, _, _, must, ..] = cells.as_slice() else {
            continue;
        };
        if !["LOAD", "ERROR", "LOAD or ERROR"].contains(must) {
            continue;
        }
        rows += 1;
        let path = folder.join(file);
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let started = Instant::now();
        let resolver = Folder(path.parent().unwrap().to_owned());
        let outcome = import(&bytes, &resolver, &ImportOptions::default());
        let loaded = match &outcome {
            Ok(imported) => {
                let plant = analyse(imported, &AnalyseOptions::default());
                plant.table.validate().unwrap();
                eprintln!(
                    "{file}: read, {} rows, {:?}",
                    plant.table.len(),
                    plant.notes
                );
                true
            }
            Err(error) => {
                eprintln!("{file}: {error} ({})", error.remedy());
                assert!(!error.place().is_empty() && error.remedy().ends_with('.'));
                false
            }
        };
        if (*must == "LOAD" && !loaded) || (*must == "ERROR" && loaded) {
            wrong.push(format!("{file}: must {must}, but {outcome:.200?}"));
        }
        assert!(started.elapsed().as_secs() < 5, "{file} took too long");
    }
    assert!(rows >= 55, "only {rows} rows were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
