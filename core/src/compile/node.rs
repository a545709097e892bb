//! Compiling one node: links checked, cache asked, last good result kept.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Severity,
    cache::{Cache, Entry},
    diagnostic::Diagnostic,
    files::Files,
    fingerprint,
    inputs::{Inputs, Said},
    product::{Product, Products},
};
use crate::{
    graph::{Graph, Node, NodeId},
    nodes::{NodeSpec, Registry},
};

/// The result of a node whose sources have `results`.
pub(super) fn compile(
    graph: &Graph,
    registry: &Registry,
    files: &dyn Files,
    cache: &mut Cache,
    results: &BTreeMap<&NodeId, Entry>,
    (id, node): (&NodeId, &Node),
) -> Entry {
    let fingerprint = fingerprint::of(graph, (id, node), |source| {
        results.get(source).map(|entry| entry.fingerprint)
    });
    if let Some(entry) = cache.find(fingerprint, files) {
        return settle(cache, (id, node), entry);
    }
    let Some(spec) = registry.spec(&node.type_key) else {
        return Entry {
            fingerprint,
            products: Arc::default(),
            said: Arc::default(),
            good: true,
        };
    };
    let mut inputs = Inputs {
        id,
        node,
        spec,
        links: BTreeMap::new(),
        files,
        said: Said::default(),
    };
    let waiting = link(&mut inputs, graph, registry, results);
    report_newer(&mut inputs);
    let products = if node.bypass {
        Some(pass_over(&inputs))
    } else if waiting {
        None
    } else {
        (spec.compile)(&mut inputs)
    };
    let entry = Entry {
        fingerprint: fingerprint.with_files(&inputs.said.files),
        good: products.is_some(),
        products: Arc::new(products.unwrap_or_default()),
        said: Arc::new(inputs.said),
    };
    cache.keep(fingerprint, &entry);
    settle(cache, (id, node), entry)
}

/// A good result becomes the last good one; another is replaced by it.
fn settle(cache: &mut Cache, (id, node): (&NodeId, &Node), entry: Entry) -> Entry {
    if entry.good {
        cache.note_good(id, &node.type_key, &entry);
        entry
    } else {
        with_last_good(cache, (id, node), entry)
    }
}

/// Fills in the links that fit; whether a required one is missing.
fn link<'a>(
    inputs: &mut Inputs<'a>,
    graph: &'a Graph,
    registry: &Registry,
    results: &BTreeMap<&NodeId, Entry>,
) -> bool {
    for (input, output) in graph.inputs_of(inputs.id) {
        let key = input.key.as_str();
        let Some(spec) = inputs.spec.input(key) else {
            inputs.report(
                key,
                Severity::Warning,
                format!("This node has no input \"{key}\"; the link is left out."),
                "Remove the link, or open the document with the version that made it.",
            );
            continue;
        };
        let kind = graph
            .nodes
            .get(&output.node)
            .and_then(|source| registry.spec(&source.type_key))
            .and_then(|source| source.output(output.key.as_str()))
            .map(|output| output.kind);
        match kind {
            None => inputs.report(
                key,
                Severity::Error,
                format!("{} is linked to an output that does not exist.", spec.label),
                "Link another output, or remove the link.",
            ),
            Some(kind) if !spec.kind.accepts(kind) => inputs.report(
                key,
                Severity::Error,
                format!("{} takes a {}, not a {kind}.", spec.label, spec.kind),
                "Link an output of the right kind, or remove the link.",
            ),
            Some(_) => {
                let product = results
                    .get(&output.node)
                    .and_then(|result| result.products.get(output.key.as_str()));
                if let Some(product) = product {
                    inputs.links.insert(spec.key, product.clone());
                }
            }
        }
    }
    report_missing(inputs, graph)
}

/// Reports required inputs without a link. One whose source gives nothing is not reported again.
fn report_missing(inputs: &mut Inputs<'_>, graph: &Graph) -> bool {
    let spec: &NodeSpec = inputs.spec;
    let mut missing = false;
    for input in spec.inputs.iter().filter(|input| input.required) {
        if inputs.links.contains_key(input.key) {
            continue;
        }
        missing = true;
        let linked = graph
            .inputs_of(inputs.id)
            .any(|(port, _)| port.key.as_str() == input.key);
        if !linked && !inputs.node.bypass {
            inputs.report(
                input.key,
                Severity::Error,
                format!("{} is not linked.", input.label),
                format!("Link a {}.", input.kind),
            );
        }
    }
    missing
}

/// What a newer version wrote and this one does not know.
fn report_newer(inputs: &mut Inputs<'_>) {
    if inputs.node.version > inputs.spec.version {
        inputs.report(
            "",
            Severity::Warning,
            "This node was made by a newer version; it may act differently here.",
            "Open the document with the version that made it.",
        );
    }
    let unknown: Vec<String> = inputs
        .node
        .values
        .keys()
        .map(crate::graph::Key::as_str)
        .filter(|key| inputs.spec.input(key).is_none())
        .map(str::to_owned)
        .collect();
    for key in unknown {
        inputs.report(
            &key,
            Severity::Note,
            format!("This version has no value \"{key}\"; it is kept and left out."),
            "Nothing has to be done.",
        );
    }
}

/// A bypassed node gives for each output what it receives of the same kind, from its first such input.
fn pass_over(inputs: &Inputs<'_>) -> Products {
    let mut products = Products::new();
    for output in &inputs.spec.outputs {
        let passed: Option<&Product> = inputs
            .spec
            .inputs
            .iter()
            .filter(|input| output.kind.accepts(input.kind))
            .find_map(|input| inputs.links.get(input.key));
        if let Some(product) = passed {
            products.insert(output.key, product.clone());
        }
    }
    products
}

/// A node that could not read its file goes on with what it last made.
fn with_last_good(cache: &mut Cache, (id, node): (&NodeId, &Node), failed: Entry) -> Entry {
    if failed.said.files.is_empty() {
        return failed;
    }
    let Some(last) = cache.last_good(id, &node.type_key) else {
        return failed;
    };
    let mut said = Said::clone(&last.said);
    said.files.clone_from(&failed.said.files);
    said.diagnostics.clone_from(&failed.said.diagnostics);
    for Diagnostic {
        severity, message, ..
    } in &mut said.diagnostics
    {
        if *severity == Severity::Error {
            *severity = Severity::Warning;
            message.push_str(" The last good version is used.");
        }
    }
    Entry {
        said: Arc::new(said),
        ..last
    }
}
