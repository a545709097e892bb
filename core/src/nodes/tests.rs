//! What holds for every node type.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read files and use the standard library as a judge"
)]

use std::collections::BTreeSet;

use super::*;
use crate::{
    compile::{Cache, NoFiles, Severity, compile},
    value::ValueKind,
};

#[test]
fn every_file_of_the_folder_is_in_the_list() {
    let registry = Registry::standard();
    assert_eq!(registry.specs().len(), ALL.len());
    let keys: Vec<&str> = ALL.iter().map(|spec| spec().key).collect();
    assert!(keys.is_sorted(), "{keys:?}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/nodes");
    let helpers = [
        "example",
        "input",
        "mod",
        "spec",
        "species_fields",
        "tests",
        "wind_fields",
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            helpers.contains(&stem) || registry.spec(stem).is_some(),
            "{stem}"
        );
    }
}

#[test]
fn specs_are_complete() {
    for spec in Registry::standard().specs() {
        assert!(spec.doc.ends_with('.'), "{}", spec.key);
        let mut keys = BTreeSet::new();
        for input in &spec.inputs {
            let place = format!("{}.{}", spec.key, input.key);
            assert!(keys.insert(input.key), "{place} is there twice");
            assert!(input.doc.ends_with('.'), "{place}: {}", input.doc);
            assert!(!input.label.is_empty(), "{place}");
            if let Some(default) = &input.default {
                assert_eq!(input.accept(default).as_ref(), Some(default), "{place}");
            } else {
                assert!(input.socket, "{place}");
            }
            if let Some([low, high]) = input.soft {
                let [lowest, highest] = input.limits();
                assert!(lowest <= low && low < high && high <= highest, "{place}");
                assert!(!input.logarithmic || low > 0.0, "{place}");
            } else {
                let number = matches!(
                    input.kind,
                    ValueKind::Number | ValueKind::Integer | ValueKind::Vector
                );
                assert!(!number, "{place} has no range");
            }
        }
    }
}

#[test]
fn every_node_compiles_with_its_defaults() {
    for spec in Registry::standard().specs() {
        for graph in (spec.examples)() {
            assert!(
                graph
                    .nodes
                    .contains_key(&crate::graph::NodeId::from(example::ID)),
                "{}",
                spec.key
            );
            let compilation = compile(
                &graph,
                &Registry::standard(),
                &NoFiles,
                &mut Cache::default(),
            );
            let needs_file = graph
                .nodes
                .values()
                .any(|node| node.values.contains_key(&crate::graph::Key::new("file")));
            assert!(compilation.scene.is_some(), "{}", spec.key);
            for diagnostic in compilation.diagnostics {
                assert!(
                    needs_file || diagnostic.severity == Severity::Note,
                    "{}: {diagnostic:?}",
                    spec.key
                );
            }
        }
    }
}
