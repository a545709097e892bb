//! What a species comes to on the trees that carry it: Hz, damping, degrees of lean, limited branches.

use egui::{Grid, RichText};
use windwright_core::graph::{Graph, NodeId, Port};

use crate::{theme, worker::DerivedFeel};

/// Whether the trees of `feel` say something about a node: it makes them, moves them, or feeds them.
pub(super) fn concerns(graph: &Graph, feel: &DerivedFeel, id: &NodeId) -> bool {
    if *id == feel.node {
        return true;
    }
    let feeds = |output: &Port| graph.reaches(id, &output.node);
    let inputs = graph
        .links
        .iter()
        .filter(|(input, output)| input.node == feel.node && feeds(output));
    let mut kinds = inputs
        .map(|(input, _)| kind_of(input.key.as_str()))
        .peekable();
    if kinds.peek().is_some() {
        return kinds.any(|kind| feel.kind.is_none_or(|own| own == kind));
    }
    graph.reaches(&feel.node, id)
}

/// Number at the end of an input's key, `species_2`; 1 where there is none.
fn kind_of(key: &str) -> usize {
    key.rsplit('_')
        .next()
        .and_then(|end| end.parse().ok())
        .unwrap_or(1)
}

/// Shows the table beneath the node's heading, if the node makes a group of moving trees or feeds one.
pub(super) fn show(ui: &mut egui::Ui, feels: &[&DerivedFeel], id: &NodeId) {
    let palette = theme::palette(ui.visuals());
    for (index, feel) in feels.iter().enumerate() {
        Grid::new(("derived", id.as_str(), index))
            .num_columns(5)
            .min_row_height(20.0)
            .spacing([20.0, 0.0])
            .show(ui, |ui| {
                let title = |text: &str| RichText::new(text).size(11.0).color(palette.second_text);
                ui.label(title("on this tree"));
                for text in ["Hz", "damping", "lean at 10 m/s", ""] {
                    right(ui, title(text));
                }
                ui.end_row();
                for level in &feel.levels {
                    let number = |text: String| RichText::new(text).size(12.0);
                    let name = format!("{:?} ({})", level.level, level.branches);
                    ui.label(number(name));
                    right(
                        ui,
                        number(format!("{:.2}", level.natural_frequency_hz.mean)),
                    );
                    right(ui, number(format!("{:.2}", level.damping_ratio.mean)));
                    right(ui, number(format!("{:.1}°", level.lean_deg.mean)));
                    if level.clamped > 0 {
                        let text = format!("{} limited", level.clamped);
                        ui.label(RichText::new(text).size(12.0).color(palette.warning))
                            .on_hover_text(
                                "Stiffness or damping of these branches is held back so that the \
                                 step stays stable. Raise the rate or the substeps to feel it.",
                            );
                    }
                    ui.end_row();
                }
            });
        ui.add_space(8.0);
    }
}

/// A cell whose text stands at its right.
fn right(ui: &mut egui::Ui, text: RichText) {
    let end = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(end, |ui| ui.label(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(node: &str, key: &str) -> Port {
        Port::new(NodeId::new(node), key)
    }

    #[test]
    fn a_species_is_told_about_its_own_trees_only() {
        let mut graph = Graph::default();
        for (input, output) in [
            (port("forest", "species"), port("oak", "species")),
            (port("forest", "species_2"), port("birch", "species")),
            (port("springs", "forest"), port("forest", "forest")),
            (port("scene", "trees"), port("springs", "springs")),
        ] {
            graph.links.insert(input, output);
        }
        let birches = DerivedFeel {
            node: NodeId::new("forest"),
            kind: Some(2),
            levels: Vec::new(),
        };
        for (node, concerned) in [
            ("oak", false),
            ("birch", true),
            ("forest", true),
            ("springs", true),
            ("sky", false),
        ] {
            let answer = concerns(&graph, &birches, &NodeId::new(node));
            assert_eq!(answer, concerned, "{node}");
        }
    }
}
