//! The node canvas: a view over the document that returns actions and owns no graph.

mod body;
pub mod clipboard;
pub mod connect;
mod drag;
pub(crate) mod edits;
pub mod face;
pub mod finder;
mod items;
mod keys;
pub mod menu;
mod navigate;
mod node;
mod shown;
pub mod state;
mod wires;

use std::collections::BTreeMap;

use egui::vec2;
use egui_graph::Graph as GraphWidget;
use windwright_core::{
    compile::Severity,
    document::Document,
    graph::{NodeId, Port},
    nodes::Registry,
};

use self::{
    menu::{Menu, Target},
    state::{CanvasState, Published},
};
use crate::{
    action::{Action, Selection, WindowAction},
    theme,
    viewport::pane_ground,
    worker::Effective,
};

/// Smallest and largest zoom.
pub const ZOOM: [f32; 2] = [0.2, 2.0];
/// Step to which dragged nodes snap, canvas units.
const SNAP: f32 = 4.0;

/// What the canvas shows.
#[derive(Debug, Clone, Copy)]
pub struct CanvasView<'a> {
    /// The document.
    pub document: &'a Document,
    /// Node types.
    pub registry: &'a Registry,
    /// What is selected.
    pub selection: &'a Selection,
    /// Worst problem of each node.
    pub problems: &'a BTreeMap<NodeId, Severity>,
    /// What applies at inputs that are neither set nor wired.
    pub effective: &'a Effective,
    /// Grow when the graph changes, and when `problems` or `effective` do.
    pub revision: [u64; 2],
}

/// Events of one frame, resolved after all nodes and wires were shown.
#[derive(Default)]
struct Events {
    started: Option<(Port, egui_graph::SocketKind)>,
    ended: Option<(Port, egui_graph::SocketKind)>,
    cancelled: bool,
    delete: bool,
    rename: bool,
    menu: Option<Target>,
    selection: Option<Selection>,
    actions: Vec<Action>,
}

/// Shows the canvas and returns what the user asked for.
pub fn draw(ui: &mut egui::Ui, view: CanvasView<'_>, state: &mut CanvasState) -> Vec<Action> {
    let rect = ui.available_rect_before_wrap();
    let palette = theme::palette(ui.visuals());
    pane_ground::fill(ui, rect, palette.canvas);
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return Vec::new();
    }
    let mut shown = std::mem::take(&mut state.shown);
    shown.update(ui, view);
    drag::sync(ui, view, &shown, state);
    navigate::apply(ui, rect, view, &shown, state);

    let mut events = Events::default();
    let mut published = Published {
        canvas: Some(rect),
        ..Published::default()
    };
    let mut graph_view = std::mem::take(&mut state.view);
    let response = GraphWidget::new("canvas")
        .background(false)
        .dot_grid(false)
        .zoom_range(ZOOM[0]..=ZOOM[1])
        .snap_step(SNAP)
        .selected_nodes(shown.selected(view.selection))
        .show(&mut graph_view, ui, |ui, show| {
            ui.spacing_mut().interact_size = vec2(20.0, 20.0);
            state.to_screen = ui
                .ctx()
                .layer_transform_to_global(ui.layer_id())
                .unwrap_or_default();
            navigate::paint_dots(ui, state.zoom());
            items::frames(ui, view, state, &mut events, &mut published);
            show.nodes(ui, |context, ui| {
                for node in &shown.nodes {
                    body::draw(ui, context, view, state, node, &mut events, &mut published);
                }
            })
            .edges(ui, |context, ui| {
                wires::draw(ui, context, view, state, &shown, &mut events);
                wires::draw_pull(ui, context, view, state, &mut published);
                items::notes(ui, view, state, &mut events, &mut published);
            });
        });
    state.view = graph_view;
    state.published = published;

    if let Some(chosen) = &response.selection_changed {
        let selection = events
            .selection
            .get_or_insert_with(|| view.selection.clone());
        selection.nodes = shown.named(chosen).collect();
        if ui.input(|input| !input.modifiers.ctrl) && chosen.len() != view.selection.nodes.len() {
            selection.items.clear();
        }
    }
    drag::finish(ui, response.nodes_moved, view, &shown, state, &mut events);
    wires::resolve(ui, rect, view, state, &mut events);
    let over = is_over(ui, state);
    open(ui, over, &response.response, state, &mut events);
    menu::show(ui, view, &shown, state, &mut events);
    if let Some(mut search) = state.finder.take() {
        match finder::show(ui, view, &mut search) {
            finder::Outcome::Open => state.finder = Some(search),
            finder::Outcome::Closed => {}
            finder::Outcome::Chosen(action) => events.actions.push(action),
        }
    }
    let keys = keys::actions(ui, over, view, &shown, state);
    events.actions.extend(keys);
    state.shown = shown;
    finish(view, events)
}

/// Orders what was asked for: selecting first, so that what follows sees it.
fn finish(view: CanvasView<'_>, events: Events) -> Vec<Action> {
    let mut actions = Vec::new();
    if let Some(selection) = events.selection
        && selection != *view.selection
        && !events.delete
    {
        actions.push(Action::Select(selection));
    }
    actions.extend(events.actions);
    if events.rename {
        actions.push(Action::Window(WindowAction::Rename));
    }
    if events.delete {
        actions.push(Action::Delete);
    }
    actions
}

/// Whether the pointer is over the canvas, with no menu or box between.
fn is_over(ui: &egui::Ui, state: &CanvasState) -> bool {
    let pointer = ui.input(|input| input.pointer.latest_pos());
    pointer.is_some_and(|pointer| {
        // Panes have no layer of their own here; popups and boxes above them do.
        let above = ui.ctx().layer_id_at(pointer);
        let canvas = state.published.canvas;
        canvas.is_some_and(|canvas| canvas.contains(pointer))
            && above.is_none_or(|layer| layer.order < egui::Order::Foreground)
    })
}

/// Opens the search or a menu at the pointer, as asked.
fn open(
    ui: &egui::Ui,
    over: bool,
    ground: &egui::Response,
    state: &mut CanvasState,
    events: &mut Events,
) {
    let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let place = state.canvas_position(pointer);
    let typing = ui.ctx().egui_wants_keyboard_input();
    let asked = std::mem::take(&mut state.open_finder)
        || (!typing && ui.input(|input| input.key_pressed(egui::Key::Space)));
    if asked && over {
        state.finder = Some(finder::Finder::at(pointer, place, None));
    }
    if ground.secondary_clicked() {
        events.menu.get_or_insert(Target::Ground);
    }
    if let Some(target) = events.menu.take() {
        state.finder = None;
        state.menu = Some(Menu::at(pointer, place, target));
    }
}

/// Names of the colours that a frame can take, with the family each belongs to.
pub fn frame_colours() -> impl Iterator<Item = (&'static str, windwright_core::nodes::Category)> {
    items::FRAME_COLOURS.into_iter()
}
