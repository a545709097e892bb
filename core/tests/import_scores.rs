//! How well branches are found in trees whose branches are known.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise and shows what it found"
)]

use std::sync::Arc;

use glam::Vec3;
use windwright_core::{
    grow::{GrowParameters, Habit, grow},
    import::{AnalyseOptions, ImportOptions, Resolver, analyse, import},
    plant::{Plant, glb},
};
use windwright_runtime::tree::table::{Branch, BranchTable, Level};

struct Nothing;

impl Resolver for Nothing {
    fn resolve(&self, uri: &str, _limit: usize) -> Result<Arc<[u8]>, String> {
        Err(format!("{uri} is not there"))
    }
}

fn read(bytes: &[u8]) -> Plant {
    let options = ImportOptions {
        recentre: false,
        ..ImportOptions::default()
    };
    let imported = import(bytes, &Nothing, &options).unwrap();
    let plant = analyse(&imported, &AnalyseOptions::default());
    plant.table.validate().unwrap();
    plant
}

/// The file without the numbers of its branches.
fn without_numbers(mut bytes: Vec<u8>) -> Vec<u8> {
    let name = b"_BRANCH_ID";
    let starts: Vec<usize> = (0..bytes.len() - name.len())
        .filter(|at| bytes[*at..].starts_with(name))
        .collect();
    assert!(!starts.is_empty());
    for start in starts {
        bytes[start..start + name.len()].copy_from_slice(b"_HIDDEN_ID");
    }
    bytes
}

fn wood(table: &BranchTable) -> Vec<(usize, Branch)> {
    (0..table.len())
        .filter_map(|row| Some((row, table.get(row)?)))
        .filter(|(_, branch)| branch.level != Level::Foliage)
        .collect()
}

fn tip(branch: &Branch) -> Vec3 {
    Vec3::from_array(branch.position_m) + Vec3::from_array(branch.direction) * branch.length_m
}

/// Shares of the true wood branches.
#[derive(Debug)]
struct Score {
    /// Some found branch has its tip and its direction.
    found: f32,
    /// Of those, the found parent is the match of the true parent.
    parents: f32,
    /// Found wood branches over true ones.
    count: f32,
}

fn score(truth: &BranchTable, found: &BranchTable) -> Score {
    let (truths, founds) = (wood(truth), wood(found));
    let matches: Vec<Option<usize>> = truths
        .iter()
        .map(|(_, branch)| {
            let near = founds.iter().min_by(|(_, a), (_, b)| {
                let away = |other: &Branch| tip(other).distance(tip(branch));
                away(a).total_cmp(&away(b))
            });
            near.filter(|(_, other)| {
                let away = tip(other).distance(tip(branch));
                let along =
                    Vec3::from_array(other.direction).dot(Vec3::from_array(branch.direction));
                away < 0.1 * branch.length_m.max(0.1) && along > 0.9
            })
            .map(|(row, _)| *row)
        })
        .collect();
    let matched = |row: usize| {
        let at = truths.iter().position(|(other, _)| *other == row)?;
        matches[at]
    };
    let mut right = 0.0_f32;
    for ((_, branch), found_row) in truths.iter().zip(&matches) {
        let Some(other) = found_row.and_then(|row| found.get(row)) else {
            continue;
        };
        let expected = branch
            .parent
            .and_then(|parent| matched(usize::from(parent)));
        right += f32::from(u8::from(other.parent.map(usize::from) == expected));
    }
    for (row, branch) in &founds {
        if !matches.contains(&Some(*row)) && std::env::var_os("EXTRA").is_some() {
            let parent = branch
                .parent
                .and_then(|parent| found.get(parent.into()))
                .unwrap();
            let away = tip(&parent).distance(tip(branch));
            eprintln!(
                "extra {row} {branch:?} of {} m, tips {away} apart",
                parent.length_m
            );
        }
    }
    let hits = matches.iter().flatten().count() as f32;
    Score {
        found: hits / truths.len() as f32,
        parents: right / hits.max(1.0),
        count: founds.len() as f32 / truths.len() as f32,
    }
}

fn grown(habit: Habit) -> Plant {
    grow(&GrowParameters {
        habit,
        ..GrowParameters::default()
    })
}

#[test]
fn grown_trees_are_found_again() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let plant = grown(habit);
        let found = read(&without_numbers(glb::write(&plant, 0)));
        let score = score(&plant.table, &found.table);
        eprintln!("{habit:?}: {score:?}, {:?}", found.notes);
        assert!(score.found > 0.9, "{habit:?}: {score:?}");
        assert!(score.parents > 0.85, "{habit:?}: {score:?}");
        assert!((0.8..1.2).contains(&score.count), "{habit:?}: {score:?}");
        let trunks = found
            .table
            .levels
            .iter()
            .filter(|level| **level == Level::Trunk);
        assert_eq!(trunks.count(), 1);
    }
}

#[test]
fn numbered_branches_are_taken_as_they_are() {
    let plant = grown(Habit::Oak);
    let found = read(&glb::write(&plant, 0));
    assert_eq!(found.table.len(), plant.table.len());
    let score = score(&plant.table, &found.table);
    eprintln!("{score:?}");
    assert!(score.found > 0.9 && score.parents > 0.85, "{score:?}");
}

#[test]
fn the_same_bytes_give_the_same_plant() {
    let bytes = without_numbers(glb::write(&grown(Habit::Birch), 0));
    assert_eq!(read(&bytes).hash, read(&bytes).hash);
}
