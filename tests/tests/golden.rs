//! The same graph, seed and wind give the same bits: on any number of threads, debug or release, today and tomorrow.
//!
//! `tests/golden/motion.ron` holds the hashes. A change that means to move trees otherwise writes them anew with
//! `WINDWRIGHT_UPDATE_GOLDEN=1`, and says why in its message.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use windwright::{commands::threads::Threads, export};
use windwright_runtime::executor::Serial;
use windwright_tests::{corpus::skipped, simulation, workspace};

/// Ticks after the warm-up; the hash folds every sixtieth.
const FRAMES: u64 = 120;

fn golden_file() -> PathBuf {
    workspace::root().join("tests/golden/motion.ron")
}

fn golden() -> BTreeMap<String, String> {
    ron::from_str(&fs::read_to_string(golden_file()).unwrap()).unwrap()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

#[test]
fn hashes_stand_as_written() {
    let mut found = BTreeMap::new();
    for path in workspace::ron_files("graphs").unwrap() {
        let scene = simulation::scene(&simulation::open(&path).unwrap()).unwrap();
        let world = simulation::replay(scene, FRAMES, &Serial);
        found.insert(name(&path), format!("{:016x}", world.motion_hash()));
    }
    if env::var_os("WINDWRIGHT_UPDATE_GOLDEN").is_some() {
        let text = ron::ser::to_string_pretty(&found, ron::ser::PrettyConfig::new()).unwrap();
        fs::write(golden_file(), text + "\n").unwrap();
    }
    assert_eq!(found, golden());
}

#[test]
fn two_threads_change_nothing() {
    check_threads(2);
}

#[test]
fn seven_threads_change_nothing() {
    check_threads(7);
}

fn check_threads(count: usize) {
    let path = workspace::root().join("graphs/first_breeze.ron");
    let scene = simulation::scene(&simulation::open(&path).unwrap()).unwrap();
    let world = simulation::replay(scene, FRAMES, &Threads::new(count).unwrap());
    let hash = format!("{:016x}", world.motion_hash());
    assert_eq!(hash, golden()["first_breeze"], "{count} threads");
}

/// What a game links, built with optimisation, steps the export of the default graph to the hash that stands here.
#[test]
fn a_game_sees_the_same_motion() {
    let Some(headless) = headless() else {
        return skipped("needs the release build of the headless example; ./dev test makes it");
    };
    let path = workspace::root().join("graphs/first_breeze.ron");
    let opened = simulation::open(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in export::files(&opened.compilation).unwrap() {
        let file = folder.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let output = Command::new(headless)
        .arg(folder.path())
        .arg(FRAMES.to_string())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        printed.lines().last(),
        Some(golden()["first_breeze"].as_str())
    );
}

/// The optimised headless example beside the folder that this test was built in, if it is not older than the test.
fn headless() -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let target = this.ancestors().nth(3)?;
    let path = target.join("release/examples/headless");
    path.is_file().then_some(path)
}
