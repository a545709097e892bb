//! Copying parts of a graph: a copy is a document of its own, so its text is a file's text.

use std::collections::BTreeMap;

use windwright_core::{
    document::Document,
    edit::Edit,
    format,
    graph::{Graph, NodeId, Port},
};

use crate::{action::Selection, identity};

/// Where a copy stands beside its original, canvas units.
const BESIDE: f32 = 32.0;

/// The selected nodes with the links among them.
pub fn cut_out(document: &Document, selection: &Selection) -> Document {
    let graph = document.graph();
    let chosen = |id: &NodeId| selection.nodes.contains(id);
    let part = Graph {
        nodes: graph
            .nodes
            .iter()
            .filter(|(id, _)| chosen(id))
            .map(|(id, node)| (id.clone(), node.clone()))
            .collect(),
        links: graph
            .links
            .iter()
            .filter(|(input, output)| chosen(&input.node) && chosen(&output.node))
            .map(|(input, output)| (input.clone(), output.clone()))
            .collect(),
        unreadable: BTreeMap::new(),
        comments: BTreeMap::new(),
    };
    let mut copy = Document::default();
    copy.layout.nodes = document
        .layout
        .nodes
        .iter()
        .filter(|(id, _)| chosen(id))
        .map(|(id, place)| (id.clone(), *place))
        .collect();
    copy.graphs.insert(copy.root.clone(), part);
    copy
}

/// The copy as the text of a file.
pub fn to_text(copy: &Document) -> String {
    format::write(copy)
}

/// A copy from a text; `None` if it holds no node.
pub fn from_text(text: &str) -> Option<Document> {
    let document = format::read(text).document;
    (!document.graph().nodes.is_empty()).then_some(document)
}

/// Edits that add the nodes of `copy` under new ids, the left top one at `position` or beside the original.
pub fn insertion(copy: &Document, position: Option<[f32; 2]>) -> Vec<Edit> {
    let graph = copy.graph();
    let place = |id: &NodeId| copy.layout.nodes.get(id).copied().unwrap_or_default();
    let corner = graph
        .nodes
        .keys()
        .map(place)
        .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]);
    let shift = match (position, corner) {
        (Some(target), Some(corner)) => [target[0] - corner[0], target[1] - corner[1]],
        _ => [BESIDE, BESIDE],
    };
    let names: BTreeMap<&NodeId, NodeId> = graph
        .nodes
        .iter()
        .map(|(id, node)| (id, identity::node(&node.type_key)))
        .collect();
    let mut edits: Vec<Edit> = graph
        .nodes
        .iter()
        .map(|(id, node)| {
            let [x, y] = place(id);
            Edit::AddNode {
                id: names[id].clone(),
                node: node.clone(),
                links: BTreeMap::new(),
                position: [x + shift[0], y + shift[1]],
            }
        })
        .collect();
    let renamed = |port: &Port| {
        Some(Port {
            node: names.get(&port.node)?.clone(),
            key: port.key.clone(),
        })
    };
    edits.extend(graph.links.iter().filter_map(|(input, output)| {
        Some(Edit::Connect {
            input: renamed(input)?,
            output: renamed(output)?,
        })
    }));
    edits
}

/// Edits that remove what is selected.
pub fn removal(document: &Document, selection: &Selection) -> Vec<Edit> {
    let wires = selection.wires.iter().filter(|input| {
        let output = document.graph().links.get(input);
        output.is_some_and(|output| {
            !selection.nodes.contains(&input.node) && !selection.nodes.contains(&output.node)
        })
    });
    wires
        .map(|input| Edit::Disconnect {
            input: input.clone(),
        })
        .chain(
            selection
                .nodes
                .iter()
                .map(|id| Edit::RemoveNode { id: id.clone() }),
        )
        .chain(selection.items.iter().map(|id| Edit::SetItem {
            id: id.clone(),
            item: None,
        }))
        .collect()
}
