//! From graph to scene: never fails as a whole.

pub mod cache;
pub mod diagnostic;
pub mod files;
pub mod inputs;
pub mod order;
pub(crate) mod path;
pub mod product;
pub(crate) mod tape;

mod fingerprint;
mod node;

use std::{collections::BTreeMap, sync::Arc};

use windwright_runtime::preset::scene::SceneDescription;

pub use cache::Cache;
pub use diagnostic::{Diagnostic, Severity};
pub use files::{Files, NoFiles};

use crate::{
    graph::{Graph, Key, NodeId},
    nodes::{Registry, export_preset, scene_output},
    plant::Plant,
    value::Value,
};
use product::Product;

/// What a graph means.
#[derive(Debug, Clone, Default)]
pub struct Compilation {
    /// The scene, if there is a scene output.
    pub scene: Option<SceneDescription>,
    /// Plants by the hash that the scene's tree groups name.
    pub plants: BTreeMap<String, Arc<Plant>>,
    /// Files that were read or asked for, relative to the document; the watcher watches them.
    pub files: Vec<String>,
    /// What `Export preset` nodes ask for: file name and RON text.
    pub exports: BTreeMap<String, String>,
    /// What applies at inputs that are neither set nor wired, where it differs from the spec's default:
    /// the numbers of a referenced preset, or the defaults of a chosen level.
    pub effective: BTreeMap<NodeId, BTreeMap<Key, Value>>,
    /// All problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the nodes that scene output and exports reach, reusing what `cache` holds.
///
/// Only the first scene output (by id) makes the scene. Nodes of unknown types give nothing and are reported.
pub fn compile(
    graph: &Graph,
    registry: &Registry,
    files: &dyn Files,
    cache: &mut Cache,
) -> Compilation {
    let mut compilation = Compilation::default();
    let outputs: Vec<&NodeId> = nodes_of(graph, scene_output::KEY).collect();
    for extra in outputs.iter().skip(1) {
        compilation.diagnostics.push(Diagnostic {
            node: (*extra).clone(),
            input: None,
            severity: Severity::Warning,
            message: String::from("There is another scene output; this one is left out."),
            remedy: String::from("Remove one of the two."),
        });
    }
    let roots: Vec<&NodeId> = outputs
        .first()
        .copied()
        .into_iter()
        .chain(nodes_of(graph, export_preset::KEY))
        .collect();

    cache.begin();
    let mut results = BTreeMap::new();
    for id in order::order(graph, &roots) {
        let Some(node) = graph.nodes.get(id) else {
            continue;
        };
        let result = node::compile(graph, registry, files, cache, &results, (id, node));
        compilation.take(id, &result);
        results.insert(id, result);
    }
    cache.finish();
    compilation.report_unknown(graph, registry);

    if let Some(Product::Scene(scene)) = outputs
        .first()
        .and_then(|id| results.get(*id))
        .and_then(|result| result.products.get(scene_output::SCENE.key))
    {
        compilation.scene = Some(scene.description.clone());
        compilation.plants.clone_from(&scene.plants);
    }
    compilation.files.sort();
    compilation.files.dedup();
    compilation.diagnostics.sort();
    compilation.diagnostics.dedup();
    compilation
}

impl Compilation {
    fn take(&mut self, id: &NodeId, result: &cache::Entry) {
        self.files.extend(result.said.files.keys().cloned());
        self.exports.extend(result.said.exports.clone());
        self.diagnostics.extend(result.said.diagnostics.clone());
        if !result.said.effective.is_empty() {
            self.effective
                .insert(id.clone(), result.said.effective.clone());
        }
    }

    fn report_unknown(&mut self, graph: &Graph, registry: &Registry) {
        for (id, node) in &graph.nodes {
            if registry.spec(&node.type_key).is_none() {
                self.diagnostics.push(Diagnostic {
                    node: id.clone(),
                    input: None,
                    severity: Severity::Error,
                    message: format!("This version knows no node type \"{}\".", node.type_key),
                    remedy: String::from(
                        "Open the document with a newer version; the node is kept as it is.",
                    ),
                });
            }
        }
    }
}

fn nodes_of<'a>(graph: &'a Graph, type_key: &'static str) -> impl Iterator<Item = &'a NodeId> {
    graph
        .nodes
        .iter()
        .filter(move |(_, node)| node.type_key == type_key)
        .map(|(id, _)| id)
}
