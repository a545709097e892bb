//! What the canvas shows, made anew only when the graph or what is known about it changes.

use std::collections::{BTreeMap, HashMap, HashSet};

use egui::{Rect, vec2};
use egui_graph::NodeId as WidgetId;
use windwright_core::{
    compile::Severity,
    graph::{Key, Node, NodeId, Port},
    value::Value,
};

use super::{
    CanvasView, connect,
    face::{self, Face},
    node,
};
use crate::action::Selection;

/// A node with its look.
#[derive(Debug, Clone)]
pub(super) struct ShownNode {
    pub(super) id: NodeId,
    pub(super) widget: WidgetId,
    pub(super) face: Face,
    /// Canvas units.
    pub(super) width: f32,
    source: Source,
    /// Whether a wire ends at each input of the face.
    pub(super) inputs_wired: Vec<bool>,
    /// Whether a wire starts at each output of the face.
    pub(super) outputs_wired: Vec<bool>,
}

/// What a face is made from, besides the wires at it.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    node: Node,
    effective: Option<BTreeMap<Key, Value>>,
    problem: Option<Severity>,
}

/// A wire with the sockets it joins.
#[derive(Debug, Clone)]
pub(super) struct ShownWire {
    pub(super) input: Port,
    /// Node and place among its outputs.
    pub(super) from: (usize, usize),
    /// Node and place among its inputs.
    pub(super) to: (usize, usize),
    /// Whether the input takes what the output gives.
    pub(super) fits: bool,
}

/// What the look depends on: graph, findings about it, and fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Stamp {
    revision: [u64; 2],
    fonts: usize,
}

/// All nodes and wires.
#[derive(Debug, Clone, Default)]
pub(super) struct Shown {
    stamp: Stamp,
    links: BTreeMap<Port, Port>,
    pub(super) nodes: Vec<ShownNode>,
    pub(super) wires: Vec<ShownWire>,
}

impl Shown {
    /// Takes in what changed since the last frame. A node whose face stayed keeps its width.
    pub(super) fn update(&mut self, ui: &egui::Ui, view: CanvasView<'_>) {
        let fonts = ui.fonts(|fonts| fonts.definitions().font_data.len());
        let stamp = Stamp {
            revision: view.revision,
            fonts,
        };
        if self.stamp == stamp {
            return;
        }
        let same_fonts = self.stamp.fonts == fonts;
        self.stamp = stamp;
        let links = &view.document.graph().links;
        let same_links = self.links == *links;
        let mut old = std::mem::take(&mut self.nodes);
        if !same_fonts {
            // With other fonts every width is another.
            old.clear();
        }
        self.nodes = nodes(view, ui.painter(), old, same_links);
        if !same_links {
            self.links.clone_from(links);
        }
        self.wires = wires(view, &self.nodes);
    }

    /// Bounds of all nodes, canvas units.
    pub(super) fn bounds<'a>(
        &'a self,
        view: CanvasView<'a>,
    ) -> impl Iterator<Item = (&'a NodeId, Rect)> {
        let places = &view.document.layout.nodes;
        self.nodes.iter().map(|node| {
            let [x, y] = places.get(&node.id).copied().unwrap_or_default();
            let size = vec2(node.width, node.face.height());
            (&node.id, Rect::from_min_size(egui::pos2(x, y), size))
        })
    }

    /// The selected nodes as the widget names them.
    pub(super) fn selected(&self, selection: &Selection) -> HashSet<WidgetId> {
        self.nodes
            .iter()
            .filter(|node| selection.nodes.contains(&node.id))
            .map(|node| node.widget)
            .collect()
    }

    /// The nodes that the widget names.
    pub(super) fn named<'a>(
        &self,
        chosen: impl IntoIterator<Item = &'a WidgetId>,
    ) -> impl Iterator<Item = NodeId> {
        let names: HashMap<WidgetId, &NodeId> = self
            .nodes
            .iter()
            .map(|node| (node.widget, &node.id))
            .collect();
        chosen
            .into_iter()
            .filter_map(|widget| names.get(widget).map(|id| (*id).clone()))
            .collect::<Vec<_>>()
            .into_iter()
    }
}

/// The nodes; what stayed as it was is taken over from `old`.
fn nodes(
    view: CanvasView<'_>,
    painter: &egui::Painter,
    old: Vec<ShownNode>,
    same_links: bool,
) -> Vec<ShownNode> {
    let graph = view.document.graph();
    let feeding: HashSet<&Port> = graph.links.values().collect();
    let mut old = old.into_iter().peekable();
    let mut nodes = Vec::with_capacity(graph.nodes.len());
    for (id, node) in &graph.nodes {
        while old.next_if(|known| known.id < *id).is_some() {}
        let known = old.next_if(|known| known.id == *id);
        let effective = view.effective.get(id);
        let problem = view.problems.get(id).copied();
        let stays = |source: &Source| {
            source.node == *node
                && source.problem == problem
                && source.effective.as_ref() == effective
        };
        let known = match known {
            Some(known) if same_links && stays(&known.source) => {
                nodes.push(known);
                continue;
            }
            known => known,
        };
        let face = Face::of(graph, view.registry, id, effective, problem);
        let fed = face::fed_inputs(graph, id);
        let inputs = face.inputs.iter();
        let inputs_wired = inputs.map(|input| fed.contains(&&input.key)).collect();
        let outputs = face.outputs.iter().map(|output| Port {
            node: id.clone(),
            key: output.key.clone(),
        });
        let outputs_wired = outputs.map(|output| feeding.contains(&output)).collect();
        let known = known.filter(|known| known.face == face);
        nodes.push(ShownNode {
            widget: WidgetId::new(id.as_str()),
            width: known.map_or_else(|| node::width(painter, &face), |known| known.width),
            id: id.clone(),
            face,
            source: Source {
                node: node.clone(),
                effective: effective.cloned(),
                problem,
            },
            inputs_wired,
            outputs_wired,
        });
    }
    nodes
}

fn wires(view: CanvasView<'_>, nodes: &[ShownNode]) -> Vec<ShownWire> {
    let graph = view.document.graph();
    let places: BTreeMap<&NodeId, usize> = nodes
        .iter()
        .enumerate()
        .map(|(place, node)| (&node.id, place))
        .collect();
    let wire = |(input, output): (&Port, &Port)| {
        let (from, to) = (*places.get(&output.node)?, *places.get(&input.node)?);
        let known = nodes[from].face.family.is_some() && nodes[to].face.family.is_some();
        Some(ShownWire {
            input: input.clone(),
            from: (from, nodes[from].face.output_index(&output.key)?),
            to: (to, nodes[to].face.input_index(&input.key)?),
            fits: !known || connect::check_kinds(graph, view.registry, output, input).is_ok(),
        })
    };
    graph.links.iter().filter_map(wire).collect()
}
