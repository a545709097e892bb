//! Every graph and preset that is shipped is a test case.

use std::{fs, sync::Arc};

use windwright::export;
use windwright_core::{compile::Severity, format};
use windwright_runtime::{
    executor::Serial,
    preset::text,
    scene::{Assets, Scene},
};
use windwright_tests::{simulation, workspace};

/// Ten seconds of the usual clock.
const FRAMES: u64 = 600;

#[test]
fn graphs_read_write_and_compile_clean() {
    let paths = workspace::ron_files("graphs").unwrap();
    assert!(paths.len() >= 3, "three graphs are shipped");
    for path in paths {
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap();
        let opened = simulation::open(&path).unwrap();
        assert!(opened.problems.is_empty(), "{name}: {:?}", opened.problems);
        assert_eq!(
            format::write(&opened.document),
            text,
            "{name} is not as it would be written"
        );
        for diagnostic in &opened.compilation.diagnostics {
            assert!(
                diagnostic.severity <= Severity::Note,
                "{name}: {diagnostic:?}"
            );
        }
    }
}

#[test]
fn graphs_stay_finite() {
    for path in workspace::ron_files("graphs").unwrap() {
        let scene = simulation::scene(&simulation::open(&path).unwrap()).unwrap();
        let world = simulation::replay(scene, FRAMES, &Serial);
        let poses: Vec<_> = world.trees().flat_map(|tree| tree.poses).collect();
        assert!(
            poses.len() > 100,
            "{}: {} branches",
            path.display(),
            poses.len()
        );
        for pose in poses {
            let numbers = pose
                .rotation
                .iter()
                .chain(&pose.ancestor_rotation)
                .chain(&pose.ancestor_translation_m);
            assert!(
                numbers.copied().all(f32::is_finite),
                "{}: {pose:?}",
                path.display()
            );
        }
        assert_eq!(
            world.resets().count(),
            0,
            "{}: a branch was reset",
            path.display()
        );
    }
}

#[test]
fn what_is_exported_is_what_was_compiled() {
    for path in workspace::ron_files("graphs").unwrap() {
        let opened = simulation::open(&path).unwrap();
        let compiled = simulation::scene(&opened).unwrap();
        let files = export::files(&opened.compilation).unwrap();
        let description = text::read_scene(&files["scene.ron"]).unwrap();
        let mut assets = Assets::default();
        for group in &description.trees {
            let table = text::read_table(&files[&format!("trees/{}.ron", group.table)]).unwrap();
            assets.tables.insert(group.table.clone(), table);
        }
        let loaded = Arc::new(Scene::build(&description, &assets).unwrap());
        assert_eq!(
            loaded.fingerprint(),
            compiled.fingerprint(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn presets_read_and_write() {
    let mut count = 0;
    for path in workspace::ron_files("presets").unwrap() {
        let content = fs::read_to_string(&path).unwrap();
        let kind = path
            .parent()
            .unwrap()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap();
        let written = match kind {
            "species" => {
                text::read_species(&content).and_then(|preset| text::write_species(&preset))
            }
            "wind" => text::read_wind(&content).and_then(|preset| text::write_wind(&preset)),
            other => panic!("{}: no kind of preset is called {other}", path.display()),
        };
        assert_eq!(
            written.unwrap(),
            content,
            "{} is not as it would be written",
            path.display()
        );
        count += 1;
    }
    assert!(count >= 6, "{count} presets");
}
