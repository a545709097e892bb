//! Shipped graphs and presets: canonical, complete, and what the pictures need.
//!
//! With `WINDWRIGHT_BLESS` set, texts that are not canonical are rewritten instead.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read files and stop at the first surprise"
)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::{
    compile::{Cache, Compilation, Files, Severity, compile},
    content, format,
    graph::NodeId,
    layout::Item,
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
    assert_eq!(compilation.plants.len(), 4);

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
    let oak = &scene.trees[2];
    assert_eq!((oak.species.name.as_str(), oak.instances.len()), ("Oak", 1));
    let [x, y, z] = oak.instances[0].position_m;
    assert!(x.abs() + y.abs() + z.abs() < 1e-9);
    assert!(far >= 12, "{far}");
    let kinds: Vec<usize> = near.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [0, 0, 2], "{near:?}");
    assert!(
        near[..2]
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

/// Width of a node, height of its rows and of its bottom edge, canvas units.
const NODE: [f32; 3] = [190.0, 24.0, 8.0];

#[test]
fn the_default_graph_is_laid_out_from_left_to_right() {
    let document = format::read(content::DEFAULT_GRAPH).document;
    let registry = Registry::standard();
    let [width, row, bottom] = NODE;
    let graph = document.graph();
    // Title, outputs, then sockets, a row each.
    let place = |id: &NodeId, key: &str, is_output: bool| {
        let spec = registry.spec(&graph.nodes[id].type_key).unwrap();
        let [x, y] = document.layout.nodes[id];
        let sockets: Vec<&str> = spec
            .inputs
            .iter()
            .filter(|each| each.socket)
            .map(|each| each.key)
            .collect();
        let outputs: Vec<&str> = spec.outputs.iter().map(|each| each.key).collect();
        let at = if is_output {
            outputs.iter().position(|each| *each == key).unwrap()
        } else {
            outputs.len() + sockets.iter().position(|each| *each == key).unwrap()
        };
        let end = y + row * (1 + outputs.len() + sockets.len()) as f32 + bottom;
        (
            [
                if is_output { x + width } else { x },
                y + row * (at as f32 + 1.5),
            ],
            end,
        )
    };

    let mut wires = Vec::new();
    let (mut right, mut low) = (0.0_f32, 0.0_f32);
    for (input, output) in &graph.links {
        let (start, start_end) = place(&output.node, output.key.as_str(), true);
        let (end, end_end) = place(&input.node, input.key.as_str(), false);
        assert!(start[0] < end[0], "{output:?} is not left of {input:?}");
        right = right.max(end[0] + width);
        low = low.max(start_end).max(end_end);
        wires.push((start, end));
    }
    // A pane of 610 by 560 pixels at zoom 0.7.
    assert!(
        right <= 610.0 / 0.7 + 10.0 && low <= 560.0 / 0.7,
        "{right} {low}"
    );

    for (at, wire) in wires.iter().enumerate() {
        for other in &wires[..at] {
            assert!(!cross(*wire, *other), "{wire:?} crosses {other:?}");
        }
    }

    let frames: BTreeMap<String, f32> = document
        .layout
        .items
        .values()
        .filter_map(|item| match item {
            Item::Frame {
                title, position, ..
            } => Some((title.clone(), position[0])),
            Item::Comment { .. } | Item::Reroute { .. } => None,
        })
        .collect();
    // Two may stand in one column.
    let lefts = ["Tree", "Species", "Wind", "Scene"].map(|title| frames[title]);
    assert!(lefts.is_sorted(), "{lefts:?}");
    assert!(lefts[0] < lefts[3] && frames.len() == 4);
}

/// Whether two wires cross: smooth curves with level ends, compared where both are.
fn cross(one: ([f32; 2], [f32; 2]), other: ([f32; 2], [f32; 2])) -> bool {
    let height = |(start, end): ([f32; 2], [f32; 2]), x: f32| {
        let t = ((x - start[0]) / (end[0] - start[0])).clamp(0.0, 1.0);
        start[1] + (end[1] - start[1]) * t * t * (3.0 - 2.0 * t)
    };
    let (left, right) = (one.0[0].max(other.0[0]), one.1[0].min(other.1[0]));
    let differences: Vec<f32> = (0..=100)
        .map(|step| left + (right - left) * step as f32 / 100.0)
        .map(|x| height(one, x) - height(other, x))
        // Wires of one output begin together.
        .filter(|difference| difference.abs() > 1.0)
        .collect();
    left < right
        && differences.iter().any(|each| *each > 0.0)
        && differences.iter().any(|each| *each < 0.0)
}
