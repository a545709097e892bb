//! Nothing that the catalogue of nodes asks for is forgotten: every row and parameter is here, or says why not yet.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{collections::BTreeMap, fs};

use serde::Deserialize;
use windwright_core::nodes::Registry;
use windwright_tests::{corpus, workspace};

/// Sections of the catalogue that are being built.
const SECTIONS: [&str; 6] = ["1.1", "1.2", "1.3", "1.4", "1.5", "1.9"];

/// Where a row of the catalogue is.
#[derive(Debug, Deserialize)]
enum Entry {
    Row(BTreeMap<String, Place>),
    Later(String),
}

/// Where a parameter is.
#[derive(Debug, Deserialize)]
enum Place {
    Input(String),
    Node(String),
    Built(String),
    Later(String),
}

fn ours() -> BTreeMap<String, Entry> {
    let text = fs::read_to_string(workspace::root().join("tests/catalogue.ron")).unwrap();
    ron::from_str(&text).unwrap()
}

#[test]
fn every_place_exists() {
    let registry = Registry::standard();
    for (row, entry) in ours() {
        let parameters = match entry {
            Entry::Row(parameters) => parameters,
            Entry::Later(reason) => {
                assert!(reason.len() > 10, "{row}: {reason}");
                continue;
            }
        };
        for (parameter, place) in parameters {
            let found = match &place {
                Place::Input(path) => path.split_once('.').is_some_and(|(node, input)| {
                    registry
                        .spec(node)
                        .is_some_and(|spec| spec.input(input).is_some())
                }),
                Place::Node(node) => registry.spec(node).is_some(),
                Place::Built(reason) | Place::Later(reason) => !reason.is_empty(),
            };
            assert!(found, "{row}, {parameter}: there is no {place:?}");
        }
    }
}

#[test]
fn every_line_is_mapped() {
    let Some(path) = corpus::entry("node-catalogue.md") else {
        return;
    };
    let ours = ours();
    let mut missing = Vec::new();
    let rows = rows(&fs::read_to_string(path).unwrap());
    assert!(rows.len() > 40, "{} rows", rows.len());
    for (row, parameters) in rows {
        match ours.get(&row) {
            None => missing.push(row),
            Some(Entry::Later(_)) => {}
            Some(Entry::Row(mapped)) => missing.extend(
                parameters
                    .into_iter()
                    .filter(|parameter| !mapped.contains_key(parameter))
                    .map(|parameter| format!("{row}: {parameter}")),
            ),
        }
    }
    assert!(missing.is_empty(), "not mapped:\n{}", missing.join("\n"));
}

/// Rows of the catalogue's tables in [`SECTIONS`]: name, and the parameters of its last column.
fn rows(catalogue: &str) -> Vec<(String, Vec<String>)> {
    let mut wanted = false;
    let mut rows = Vec::new();
    for line in catalogue.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            wanted = SECTIONS
                .iter()
                .any(|section| title.starts_with(&format!("{section} ")));
        } else if line.starts_with("## ") {
            wanted = false;
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let is_row = line.starts_with('|') && !line.starts_with("|---") && cells[0] != "Node";
        if wanted && is_row && cells.len() == 3 {
            let mut parameters: Vec<String> =
                split(cells[2]).iter().map(|part| plain(part)).collect();
            parameters.retain(|part| !part.is_empty());
            rows.push((plain(cells[0]), parameters));
        }
    }
    rows
}

/// Parts of `text` between commas and semicolons, those inside brackets left together.
fn split(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut parts = vec![String::new()];
    for letter in text.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(letter, ',' | ';') {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
}

/// `text` without what stands in brackets and between double stars, and with single spaces.
fn plain(text: &str) -> String {
    let without_defaults: String = text.split("**").step_by(2).collect();
    let mut depth = 0_usize;
    let mut kept = String::new();
    for letter in without_defaults.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ").trim_matches([' ', '.']).to_owned()
}

#[test]
fn rows_are_read_as_written() {
    let table = "### 1.1 Values\n| Node | In | Parameters |\n|---|---|---|\n| Sim clock (S1) | -> | rate Hz **60** [15, 240]; paused, seed **1** |\n### 1.6 Other\n| Bend | - | scale |\n";
    let expected = ["rate Hz", "paused", "seed"].map(str::to_owned);
    assert_eq!(
        rows(table),
        [(String::from("Sim clock"), expected.to_vec())]
    );
}
