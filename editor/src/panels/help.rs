//! The help pane: what a node is for, from its spec, and the keys of the window.

use egui::{Grid, RichText, Ui};
use windwright_core::{
    document::Document,
    graph::NodeId,
    nodes::{InputSpec, NodeSpec, Registry},
};

use super::{keys, menu_bar};
use crate::{canvas::face, theme};

/// Shows the help of `node`, then the keys.
pub fn show(ui: &mut Ui, document: &Document, registry: &Registry, node: Option<&NodeId>) {
    let spec = node
        .and_then(|id| document.graph().nodes.get(id))
        .and_then(|node| registry.spec(&node.type_key));
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            if let Some(spec) = spec {
                show_node(ui, spec);
            } else {
                let palette = theme::palette(ui.visuals());
                let text = "Point at a node and press F1 to read about it here.";
                ui.label(RichText::new(text).color(palette.second_text));
            }
            show_keys(ui);
        });
}

fn show_node(ui: &mut Ui, spec: &NodeSpec) {
    super::family_heading(ui, spec.category, spec.label);
    ui.label(spec.doc);
    if !spec.inputs.is_empty() {
        heading(ui, "Inputs");
        for input in &spec.inputs {
            entry(ui, input.label, &facts(input), input.doc);
        }
    }
    if !spec.outputs.is_empty() {
        heading(ui, "Outputs");
        for output in &spec.outputs {
            entry(ui, output.label, &output.kind.to_string(), "");
        }
    }
    ui.add_space(8.0);
    ui.separator();
}

/// What an input takes: kind, range with its unit, default.
fn facts(input: &InputSpec) -> String {
    let mut facts = vec![input.kind.to_string()];
    let with_unit = |text: String| format!("{text} {}", input.unit).trim_end().to_owned();
    if let Some(range) = input.hard {
        let [low, high] = range.map(face::number_text);
        facts.push(with_unit(format!("{low} to {high}")));
    }
    if let Some(default) = &input.default {
        let text = face::value_text(default, input);
        if !text.is_empty() {
            facts.push(format!("default {}", with_unit(text)));
        }
    }
    facts.join(", ")
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).font(theme::title_font(12.0)));
}

fn entry(ui: &mut Ui, label: &str, facts: &str, doc: &str) {
    let palette = theme::palette(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.label(label);
        ui.label(RichText::new(facts).size(12.0).color(palette.second_text));
    });
    if !doc.is_empty() {
        ui.label(RichText::new(doc).size(12.0).color(palette.second_text));
        ui.add_space(4.0);
    }
}

fn show_keys(ui: &mut Ui) {
    let palette = theme::palette(ui.visuals());
    let menus = ("Menus", menu_bar::key_list(ui.ctx()));
    let lists: Vec<_> = keys::lists(ui.ctx()).collect();
    for (title, list) in lists.into_iter().chain([menus]) {
        heading(ui, title);
        Grid::new(title)
            .num_columns(2)
            .spacing([16.0, 2.0])
            .min_col_width(148.0)
            .show(ui, |ui| {
                for (keys, what) in list {
                    ui.label(RichText::new(keys).size(12.0).color(palette.second_text));
                    ui.add(egui::Label::new(RichText::new(what).size(12.0)).wrap());
                    ui.end_row();
                }
            });
    }
}
