//! The search that adds nodes: filters as one types, offers only what fits the wire in hand.

use std::collections::BTreeMap;

use egui::{Key, Pos2, Rect, RichText};
use egui_graph::SocketKind;
use windwright_core::{
    edit::Edit,
    graph::{Node, Port},
    nodes::{NodeSpec, Registry},
};

use super::{CanvasView, connect, edits};
use crate::{action::Action, identity, theme};

/// An open search.
#[derive(Debug, Clone)]
pub struct Finder {
    /// Where it stands, points.
    screen: Pos2,
    /// Where the node will stand, canvas units.
    place: Pos2,
    /// Wire that the new node will take.
    wire: Option<(Port, SocketKind)>,
    /// What was typed.
    query: String,
    /// Row that Enter takes.
    row: usize,
    /// Frames since it opened.
    age: u32,
}

/// What became of the search in this frame.
#[derive(Debug)]
pub enum Outcome {
    /// Still open.
    Open,
    /// Closed without a choice.
    Closed,
    /// A node was chosen.
    Chosen(Action),
}

/// Something that can be added.
#[derive(Debug, Clone, Copy)]
enum Entry<'a> {
    Node(&'a NodeSpec),
    Frame,
    Comment,
}

impl Finder {
    /// A search at a place.
    pub fn at(screen: Pos2, place: Pos2, wire: Option<(Port, SocketKind)>) -> Self {
        Self {
            screen,
            place,
            wire,
            query: String::new(),
            row: 0,
            age: 0,
        }
    }
}

impl Entry<'_> {
    fn label(&self) -> &str {
        match self {
            Self::Node(spec) => spec.label,
            Self::Frame => "Frame",
            Self::Comment => "Comment",
        }
    }

    fn doc(&self) -> &str {
        match self {
            Self::Node(spec) => spec.doc,
            Self::Frame => "A titled box behind nodes.",
            Self::Comment => "A piece of text on the canvas.",
        }
    }
}

/// Shows the search.
pub(super) fn show(ui: &egui::Ui, view: CanvasView<'_>, finder: &mut Finder) -> Outcome {
    let entries = entries(view, finder);
    finder.row = finder.row.min(entries.len().saturating_sub(1));
    finder.age += 1;
    let (up, down, enter, escape) = ui.ctx().input_mut(|input| {
        let none = egui::Modifiers::NONE;
        (
            input.consume_key(none, Key::ArrowUp),
            input.consume_key(none, Key::ArrowDown),
            input.consume_key(none, Key::Enter),
            input.consume_key(none, Key::Escape),
        )
    });
    if escape {
        return Outcome::Closed;
    }
    if down {
        finder.row = (finder.row + 1).min(entries.len().saturating_sub(1));
    }
    if up {
        finder.row = finder.row.saturating_sub(1);
    }
    let mut chosen = enter.then_some(finder.row);
    let area = egui::Area::new(egui::Id::new("finder"))
        .order(egui::Order::Foreground)
        .fixed_pos(finder.screen)
        .constrain(true)
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(264.0);
                chosen = list(ui, finder, &entries).or(chosen);
            });
        });
    let outside = ui.input(|input| {
        input.pointer.any_pressed()
            && input
                .pointer
                .interact_pos()
                .is_some_and(|place| !area.response.rect.contains(place))
    });
    match chosen.and_then(|row| entries.get(row)) {
        Some(entry) => Outcome::Chosen(add(view, finder, *entry)),
        None if outside && finder.age > 2 => Outcome::Closed,
        None => Outcome::Open,
    }
}

/// The field and the list below it; returns the row that was clicked.
fn list(ui: &mut egui::Ui, finder: &mut Finder, entries: &[Entry<'_>]) -> Option<usize> {
    let palette = theme::palette(ui.visuals());
    let field = ui.add(
        egui::TextEdit::singleline(&mut finder.query)
            .id_salt("finder")
            .hint_text("Add a node…")
            .margin(egui::Margin::symmetric(8, 5))
            .desired_width(f32::INFINITY),
    );
    field.request_focus();
    if field.changed() {
        finder.row = 0;
    }
    if entries.is_empty() {
        ui.label(RichText::new("Nothing fits.").color(palette.second_text));
        return None;
    }
    let mut clicked = None;
    egui::ScrollArea::vertical()
        .max_height(320.0)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, entry) in entries.iter().enumerate() {
                let response = row(ui, entry, index == finder.row);
                if response.clicked() {
                    clicked = Some(index);
                }
            }
        });
    if let Some(entry) = entries.get(finder.row) {
        ui.separator();
        ui.label(
            RichText::new(entry.doc())
                .size(12.0)
                .color(palette.second_text),
        );
    }
    clicked
}

fn row(ui: &mut egui::Ui, entry: &Entry<'_>, current: bool) -> egui::Response {
    let palette = theme::palette(ui.visuals());
    let size = egui::vec2(ui.available_width(), theme::ROW);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, entry.label()));
    if current || response.hovered() {
        let fill = if current {
            palette.field_hover
        } else {
            palette.field
        };
        ui.painter().rect_filled(rect, 4.0, fill);
        if current {
            response.scroll_to_me(None);
        }
    }
    let colour = match entry {
        Entry::Node(spec) => theme::family_colour(spec.category, ui.visuals()),
        Entry::Frame | Entry::Comment => palette.second_text,
    };
    let middle = rect.center().y;
    let dot = Rect::from_center_size(
        egui::pos2(rect.left() + 10.0, middle),
        egui::vec2(3.0, 14.0),
    );
    ui.painter().rect_filled(dot, 1.5, colour);
    ui.painter().text(
        egui::pos2(rect.left() + 20.0, middle),
        egui::Align2::LEFT_CENTER,
        entry.label(),
        theme::text_font(13.0),
        palette.text,
    );
    if let Entry::Node(spec) = entry {
        ui.painter().text(
            egui::pos2(rect.right() - 8.0, middle),
            egui::Align2::RIGHT_CENTER,
            family_name(spec),
            theme::text_font(11.0),
            palette.second_text,
        );
    }
    response
}

fn family_name(spec: &NodeSpec) -> String {
    format!("{:?}", spec.category).to_lowercase()
}

/// What matches the query and the wire, best first.
fn entries<'a>(view: CanvasView<'a>, finder: &Finder) -> Vec<Entry<'a>> {
    let query = finder.query.trim().to_lowercase();
    let mut found: Vec<(u32, String, Entry<'a>)> = view
        .registry
        .specs()
        .iter()
        .filter(|spec| fits(view, spec, finder.wire.as_ref()))
        .map(Entry::Node)
        .chain(
            [Entry::Frame, Entry::Comment]
                .into_iter()
                .filter(|_| finder.wire.is_none()),
        )
        .filter_map(|entry| {
            let rank = rank(&query, &entry)?;
            let order = match entry {
                Entry::Node(spec) => format!("{:?}{}", spec.category as u8, spec.label),
                Entry::Frame | Entry::Comment => format!("~{}", entry.label()),
            };
            Some((rank, order, entry))
        })
        .collect();
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    found.into_iter().map(|(_, _, entry)| entry).collect()
}

/// Smaller is better: start of the label, inside it, its key, its sentence.
fn rank(query: &str, entry: &Entry<'_>) -> Option<u32> {
    if query.is_empty() {
        return Some(0);
    }
    let label = entry.label().to_lowercase();
    let key = match entry {
        Entry::Node(spec) => spec.key,
        Entry::Frame | Entry::Comment => "",
    };
    if label.starts_with(query) {
        Some(0)
    } else if label.split(' ').any(|word| word.starts_with(query)) {
        Some(1)
    } else if label.contains(query) || key.contains(query) {
        Some(2)
    } else if query.len() > 2 && entry.doc().to_lowercase().contains(query) {
        Some(3)
    } else {
        None
    }
}

fn fits(view: CanvasView<'_>, spec: &NodeSpec, wire: Option<&(Port, SocketKind)>) -> bool {
    wire.is_none_or(|wire| fitting_port(view, spec, wire).is_some())
}

/// Key of the new node's port that the wire in hand would take.
fn fitting_port(
    view: CanvasView<'_>,
    spec: &NodeSpec,
    (port, kind): &(Port, SocketKind),
) -> Option<&'static str> {
    let graph = view.document.graph();
    let registry: &Registry = view.registry;
    match kind {
        SocketKind::Output => {
            let output = connect::output_kind(graph, registry, port)?;
            let inputs = || spec.inputs.iter().filter(|input| input.socket);
            inputs()
                .find(|input| input.kind == output)
                .or_else(|| inputs().find(|input| input.kind.accepts(output)))
                .map(|input| input.key)
        }
        SocketKind::Input => {
            let input = connect::input_kind(graph, registry, port)?;
            spec.outputs
                .iter()
                .find(|output| input.accepts(output.kind))
                .map(|output| output.key)
        }
    }
}

fn add(view: CanvasView<'_>, finder: &Finder, entry: Entry<'_>) -> Action {
    let place = [finder.place.x.round(), finder.place.y.round()];
    match entry {
        Entry::Node(spec) => add_node(view, finder, spec, place),
        Entry::Frame => edits::frame(Rect::from_min_size(finder.place, edits::FRAME)),
        Entry::Comment => edits::comment(finder.place),
    }
}

fn add_node(view: CanvasView<'_>, finder: &Finder, spec: &NodeSpec, position: [f32; 2]) -> Action {
    let id = identity::node(spec.key);
    let mut edits = vec![Edit::AddNode {
        id: id.clone(),
        node: Node::new(spec.key, spec.version),
        links: BTreeMap::new(),
        position,
    }];
    if let Some(wire) = &finder.wire
        && let Some(key) = fitting_port(view, spec, wire)
    {
        let own = Port::new(id, key);
        let (input, output) = match wire.1 {
            SocketKind::Output => (own, wire.0.clone()),
            SocketKind::Input => (wire.0.clone(), own),
        };
        edits.push(Edit::Connect { input, output });
    }
    Action::Edit {
        label: format!("Add {}", spec.label.to_lowercase()),
        edits,
    }
}
