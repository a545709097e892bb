//! Shipped graphs and presets: canonical, complete, and what the pictures need.
//!
//! With `WINDWRIGHT_BLESS` set, texts that are not canonical are rewritten instead.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read files and stop at the first surprise"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::{
    compile::{Cache, Compilation, Files, Severity, compile},
    content, format,
    nodes::Registry,
    preset::{self, Preset},
};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        fs::read(self.0.join(path))
            .map(Into::into)
            .map_err(|error| format!("{path}: {error}."))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut texts: Vec<(PathBuf, String)> = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    texts.sort();
    assert!(texts.len() >= 3, "{folder}");
    texts
}

fn check_canonical(path: &Path, text: &str, canonical: &str) {
    if std::env::var_os("WINDWRIGHT_BLESS").is_some() && text != canonical {
        fs::write(path, canonical).unwrap();
    } else {
        assert_eq!(text, canonical, "{}", path.display());
    }
}

fn compile_clean(path: &Path, text: &str) -> Compilation {
    let reading = format::read(text);
    assert_eq!(reading.problems, [], "{}", path.display());
    assert!(!reading.read_only);
    let compilation = compile(
        reading.document.graph(),
        &Registry::standard(),
        &Folder(root().join("graphs")),
        &mut Cache::default(),
    );
    let bad: Vec<_> = compilation
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity > Severity::Note)
        .collect();
    assert!(bad.is_empty(), "{}: {bad:#?}", path.display());
    compilation
}

#[test]
fn graphs_are_canonical_and_compile_clean() {
    for (path, text) in texts("graphs") {
        check_canonical(&path, &text, &format::write(&format::read(&text).document));
        let compilation = compile_clean(&path, &text);
        let scene = compilation.scene.unwrap();
        assert!(
            !scene.trees.is_empty() && scene.wind.is_some(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn presets_are_canonical_and_in_range() {
    for folder in ["presets/species", "presets/wind"] {
        for (path, text) in texts(folder) {
            let canonical = match preset::read(text.as_bytes()).unwrap() {
                Preset::Species(species) => preset::write(&species).unwrap(),
                Preset::Wind(wind) => preset::write(&wind).unwrap(),
            };
            check_canonical(&path, &text, &canonical);
        }
    }
}

#[test]
fn the_default_graph_shows_the_promised_scene() {
    let compilation = compile_clean(Path::new("first_breeze.ron"), content::DEFAULT_GRAPH);
    let scene = compilation.scene.unwrap();
    let document = format::read(content::DEFAULT_GRAPH).document;
    assert!((12..=16).contains(&document.graph().nodes.len()));
    assert_eq!(compilation.plants.len(), 3);

    let [eye_x, _, eye_z] = scene.camera.eye_m;
    let mut near = Vec::new();
    let mut far = 0;
    for (kind, group) in scene.trees.iter().enumerate() {
        for instance in &group.instances {
            let [x, _, z] = instance.position_m;
            let distance_m = ((x - eye_x).powi(2) + (z - eye_z).powi(2)).sqrt();
            match distance_m {
                40.0..90.0 => far += 1,
                _ => near.push((kind, distance_m)),
            }
        }
    }
    assert_eq!(scene.trees[0].instances[0].position_m, [0.0; 3]);
    assert!(far >= 12, "{far}");
    let kinds: Vec<usize> = near.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [0, 1, 1], "{near:?}");
    assert!(
        near[1..]
            .iter()
            .all(|(_, distance_m)| (13.0..19.0).contains(distance_m))
    );
    let wind = scene.wind.unwrap();
    assert!((8.0..=12.0).contains(&wind.preset.gust.interval_s) && wind.grid.is_some());
}

#[test]
fn the_embedded_graph_opens_without_files_beside_it() {
    let reading = format::read(content::DEFAULT_GRAPH);
    let compilation = compile(
        reading.document.graph(),
        &Registry::standard(),
        &content::Embedded,
        &mut Cache::default(),
    );
    assert!(compilation.scene.is_some());
    assert!(
        compilation
            .diagnostics
            .iter()
            .all(|each| each.severity < Severity::Warning)
    );
}
