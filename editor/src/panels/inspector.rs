//! The inspector: everything about the selected node, generated from its spec.

use egui::{RichText, TextEdit};
use windwright_core::{
    compile::Diagnostic,
    document::Document,
    edit::Edit,
    graph::{Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    nodes::{Category, InputSpec, NodeSpec, Registry},
};

use super::{derived, field, text_row};
use crate::{
    action::{Action, FileAction, Selection},
    canvas::{edits::describe, face},
    gesture, theme,
    worker::{DerivedFeel, Effective},
};

/// What the inspector shows.
#[derive(Debug, Clone, Copy)]
pub struct InspectorView<'a> {
    /// The document.
    pub document: &'a Document,
    /// Node types.
    pub registry: &'a Registry,
    /// What is selected.
    pub selection: &'a Selection,
    /// Problems of the graph.
    pub diagnostics: &'a [Diagnostic],
    /// What the species in the scene amount to.
    pub derived: &'a [DerivedFeel],
    /// What applies at inputs that are neither set nor wired.
    pub effective: &'a Effective,
}

/// Shows the inspector; with `rename` the keyboard goes to the name of what is selected.
pub fn show(ui: &mut egui::Ui, view: InspectorView<'_>, rename: bool) -> Vec<Action> {
    let mut actions = Vec::new();
    let graph = view.document.graph();
    let node = view
        .selection
        .nodes
        .iter()
        .find_map(|id| graph.nodes.get_key_value(id));
    let item = view
        .selection
        .items
        .iter()
        .find_map(|id| view.document.layout.items.get_key_value(id));
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| match (node, item) {
            (Some((id, node)), _) => show_node(ui, view, (id, node), rename, &mut actions),
            (None, Some((id, item))) => show_item(ui, (id, item), rename, &mut actions),
            (None, None) => show_graph(ui, view, &mut actions),
        });
    actions
}

/// Nothing is selected: what the graph is, and how to begin.
fn show_graph(ui: &mut egui::Ui, view: InspectorView<'_>, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui.visuals());
    let second = |text: String| RichText::new(text).size(12.0).color(palette.second_text);
    let Document { metadata, .. } = view.document;
    ui.label(RichText::new("Graph").font(theme::title_font(13.0)));
    let graph = view.document.graph();
    let (nodes, wires) = (graph.nodes.len(), graph.links.len());
    ui.label(second(format!(
        "Nodes: {nodes}, wires: {wires}. Select a node to see its values."
    )));
    ui.add_space(4.0);
    for (key, label) in [("title", "Title"), ("description", "Description")] {
        let mut text = metadata.get(key).cloned().unwrap_or_default();
        let field = text_row(ui, label, &mut text);
        let edits = || {
            Some(vec![Edit::SetMetadata {
                key: key.to_owned(),
                text: (!text.is_empty()).then_some(text),
            }])
        };
        let step = format!("Change {}", label.to_lowercase());
        gesture::report_text(&field, &step, edits, actions);
    }
    ui.add_space(8.0);
    for hint in [
        "Tab over the canvas adds a node.",
        "F1 over a node explains it; without one it lists the keys.",
        "A right click shows what else can be done.",
    ] {
        ui.label(second(hint.to_owned()));
    }
}

fn show_node(
    ui: &mut egui::Ui,
    view: InspectorView<'_>,
    (id, node): (&NodeId, &Node),
    rename: bool,
    actions: &mut Vec<Action>,
) {
    let spec = view.registry.spec(&node.type_key);
    let name = heading(ui, view, (id, node), spec, actions);
    if rename {
        name.request_focus();
    }
    for diagnostic in view
        .diagnostics
        .iter()
        .filter(|problem| problem.node == *id)
    {
        super::problems::line(ui, "", diagnostic);
    }
    let Some(spec) = spec else {
        ui.label("This version does not know the node. It is kept and saved unchanged.");
        return;
    };
    if matches!(spec.category, Category::Species | Category::Tree) {
        let graph = view.document.graph();
        let feels: Vec<&DerivedFeel> = view
            .derived
            .iter()
            .filter(|feel| derived::concerns(graph, feel, id))
            .collect();
        derived::show(ui, &feels, id);
    }
    let mut group = None;
    for input in &spec.inputs {
        if group != Some(input.group) {
            group = Some(input.group);
            if !input.group.is_empty() {
                ui.add_space(8.0);
                ui.label(RichText::new(input.group).font(theme::title_font(12.0)));
            }
        }
        show_input(ui, view, id, node, input, actions);
    }
    note(ui, id, node, actions);
}

fn heading(
    ui: &mut egui::Ui,
    view: InspectorView<'_>,
    (id, node): (&NodeId, &Node),
    spec: Option<&NodeSpec>,
    actions: &mut Vec<Action>,
) -> egui::Response {
    let palette = theme::palette(ui.visuals());
    let label = spec.map_or(node.type_key.as_str(), |spec| spec.label);
    let heading = ui.horizontal(|ui| {
        if let Some(spec) = spec {
            super::family_bar(ui, spec.category);
        }
        let mut name = node.name.clone();
        let width = ui.available_width() - 96.0;
        let field = ui.add(
            TextEdit::singleline(&mut name)
                .id_salt(("name", id.as_str()))
                .hint_text(label)
                .font(theme::title_font(13.0))
                .margin(egui::Margin::symmetric(6, 4))
                .desired_width(width.max(60.0)),
        );
        let edits = || Some(vec![describe(id, node, |node| node.name = name)]);
        gesture::report_text(&field, "Rename node", edits, actions);
        let mut active = !node.bypass;
        if ui
            .checkbox(&mut active, "Active")
            .on_hover_text("Off passes the node over.")
            .changed()
        {
            actions.push(Action::Edit {
                label: "Bypass node".to_owned(),
                edits: vec![describe(id, node, |node| node.bypass = !active)],
            });
        }
        field
    });
    let count = view.selection.nodes.len();
    let doc = spec.map_or("", |spec| spec.doc);
    let text = if count > 1 {
        format!("{label}: {doc} ({count} nodes selected, this one is shown.)")
    } else {
        format!("{label}: {doc}")
    };
    ui.label(RichText::new(text).size(12.0).color(palette.second_text));
    ui.add_space(4.0);
    heading.inner
}

fn show_input(
    ui: &mut egui::Ui,
    view: InspectorView<'_>,
    id: &NodeId,
    node: &Node,
    input: &InputSpec,
    actions: &mut Vec<Action>,
) {
    let port = Port::new(id.clone(), input.key);
    let key = Key::new(input.key);
    let source = view.document.graph().links.get(&port);
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW);
        let label = field::label(ui, input);
        if let Some(output) = source {
            wired(ui, view, input, output, &port, actions);
            return;
        }
        let set = node.values.get(&key);
        let applies = view.effective.get(id).and_then(|values| values.get(&key));
        let Some(value) = set.or(applies).or(input.default.as_ref()) else {
            let palette = theme::palette(ui.visuals());
            let text = if input.required {
                "not connected"
            } else {
                "nothing"
            };
            let colour = if input.required {
                palette.warning
            } else {
                palette.second_text
            };
            ui.label(RichText::new(text).color(colour));
            return;
        };
        field::show(ui, &port, input, value, &label, actions);
        if set.is_some() && input.default.is_some() {
            field::reset(ui, &port, input, actions);
        }
    });
}

/// What stands in place of a field when a wire feeds it.
fn wired(
    ui: &mut egui::Ui,
    view: InspectorView<'_>,
    input: &InputSpec,
    output: &Port,
    port: &Port,
    actions: &mut Vec<Action>,
) {
    let graph = view.document.graph();
    let name = graph.nodes.get(&output.node).map_or_else(
        || output.node.to_string(),
        |node| match view.registry.spec(&node.type_key) {
            Some(spec) => face::title(&node.name, spec),
            None => node.type_key.clone(),
        },
    );
    let colour = theme::kind_colour(input.kind, ui.visuals());
    let text =
        RichText::new(format!("{} {name}", egui_phosphor::regular::ARROW_LEFT)).color(colour);
    if ui
        .add(egui::Button::new(text).frame(false))
        .on_hover_text("Fed by this node. Click to go there.")
        .clicked()
    {
        actions.push(Action::ShowNode(output.node.clone()));
    }
    let cut = RichText::new(egui_phosphor::regular::X).size(12.0);
    if ui
        .add(egui::Button::new(cut).frame(false))
        .on_hover_text("Disconnect")
        .clicked()
    {
        actions.push(Action::Edit {
            label: "Disconnect".to_owned(),
            edits: vec![Edit::Disconnect {
                input: port.clone(),
            }],
        });
    }
}

fn note(ui: &mut egui::Ui, id: &NodeId, node: &Node, actions: &mut Vec<Action>) {
    ui.add_space(8.0);
    ui.label(RichText::new("Note").font(theme::title_font(12.0)));
    let mut text = node.note.clone();
    let field = ui.add(
        TextEdit::multiline(&mut text)
            .id_salt(("note", id.as_str()))
            .desired_rows(2)
            .hint_text("For those who read the graph after you.")
            .desired_width(f32::INFINITY),
    );
    let edits = || Some(vec![describe(id, node, |node| node.note = text)]);
    gesture::report_text(&field, "Edit note", edits, actions);
}

fn show_item(
    ui: &mut egui::Ui,
    (id, item): (&ItemId, &Item),
    rename: bool,
    actions: &mut Vec<Action>,
) {
    let mut changed = item.clone();
    let (label, field) = match &mut changed {
        Item::Frame { title, colour, .. } => {
            let field = text_row(ui, "Title", title);
            let before = colour.clone();
            field::colour_choice(ui, colour);
            if *colour != before {
                actions.push(Action::Edit {
                    label: "Colour frame".to_owned(),
                    edits: vec![set_item(id, changed)],
                });
                return;
            }
            ("Edit frame", field)
        }
        Item::Comment { text, .. } => {
            let field = ui.add(TextEdit::multiline(text).desired_width(f32::INFINITY));
            ("Edit comment", field)
        }
        Item::Reroute { .. } => {
            ui.label("A bend of a wire. Drag it; Delete removes it.");
            return;
        }
    };
    if rename {
        field.request_focus();
    }
    let edits = || Some(vec![set_item(id, changed)]);
    gesture::report_text(&field, label, edits, actions);
}

fn set_item(id: &ItemId, item: Item) -> Edit {
    Edit::SetItem {
        id: id.clone(),
        item: Some(item),
    }
}

/// Asks for the file of an input.
pub(super) fn browse(port: &Port) -> Action {
    Action::File(FileAction::Browse {
        input: port.clone(),
    })
}
