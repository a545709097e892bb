//! The node canvas: a view over the document that returns actions and owns no graph.

pub mod clipboard;
pub mod connect;
pub mod face;
pub mod finder;
mod items;
mod navigate;
mod node;
pub mod state;
mod wires;

use std::collections::{BTreeMap, HashMap, HashSet};

use egui::{Rect, vec2};
use egui_graph::{Graph as GraphWidget, NodeId as WidgetId, node::EdgeEvent};
use windwright_core::{
    compile::Severity,
    document::Document,
    edit::Edit,
    graph::{NodeId, Port},
    nodes::Registry,
};

use self::{
    face::Face,
    node::{LIP, NodeLook, SocketLook},
    state::{CanvasState, Published},
};
use crate::{
    action::{Action, Selection},
    theme,
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
}

/// A node of this frame.
struct Shown<'a> {
    id: &'a NodeId,
    widget: WidgetId,
    face: Face,
    width: f32,
}

/// Events of one frame, resolved after all nodes and wires were shown.
#[derive(Default)]
struct Events {
    started: Option<(Port, egui_graph::SocketKind)>,
    ended: Option<(Port, egui_graph::SocketKind)>,
    cancelled: bool,
    delete: bool,
    node_menu: Option<NodeId>,
    selection: Option<Selection>,
    actions: Vec<Action>,
}

/// Shows the canvas and returns what the user asked for.
pub fn draw(ui: &mut egui::Ui, view: CanvasView<'_>, state: &mut CanvasState) -> Vec<Action> {
    let rect = ui.available_rect_before_wrap();
    let palette = theme::palette(ui.visuals());
    ui.painter().rect_filled(rect, 0.0, palette.canvas);
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return Vec::new();
    }
    let shown = shown_nodes(ui, view);
    sync_positions(ui, view.document, &shown, state);
    navigate::apply(ui, rect, &shown_bounds(view.document, &shown), state);

    let mut events = Events::default();
    let mut published = Published {
        canvas: Some(rect),
        ..Published::default()
    };
    let selected: HashSet<WidgetId> = shown
        .iter()
        .filter(|node| view.selection.nodes.contains(node.id))
        .map(|node| node.widget)
        .collect();
    let mut graph_view = std::mem::take(&mut state.view);
    let response = GraphWidget::new("canvas")
        .background(false)
        .dot_grid(false)
        .zoom_range(ZOOM[0]..=ZOOM[1])
        .snap_step(SNAP)
        .selected_nodes(selected)
        .show(&mut graph_view, ui, |ui, show| {
            ui.spacing_mut().interact_size = vec2(20.0, 20.0);
            state.to_screen = ui
                .ctx()
                .layer_transform_to_global(ui.layer_id())
                .unwrap_or_default();
            navigate::paint_dots(ui, state.zoom());
            items::frames(ui, view, state, &mut events, &mut published);
            show.nodes(ui, |context, ui| {
                for node in &shown {
                    draw_node(ui, context, view, state, node, &mut events, &mut published);
                }
            })
            .edges(ui, |context, ui| {
                wires::draw(
                    ui,
                    context,
                    view,
                    state,
                    &shown,
                    &mut events,
                    &mut published,
                );
                items::notes(ui, view, state, &mut events, &mut published);
            });
        });
    state.view = graph_view;
    state.published = published;

    let names: HashMap<WidgetId, &NodeId> =
        shown.iter().map(|node| (node.widget, node.id)).collect();
    if let Some(chosen) = &response.selection_changed {
        let selection = events
            .selection
            .get_or_insert_with(|| view.selection.clone());
        selection.nodes = chosen
            .iter()
            .filter_map(|widget| names.get(widget).map(|id| (*id).clone()))
            .collect();
        if ui.input(|input| !input.modifiers.ctrl) && chosen.len() != view.selection.nodes.len() {
            selection.items.clear();
        }
    }
    finish_drag(ui, response.nodes_moved, view, &shown, state, &mut events);
    wires::resolve(ui, rect, view, state, &mut events);
    menus(ui, &response.response, view, state, &mut events);
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
    if events.delete {
        actions.push(Action::Delete);
    }
    actions
}

fn shown_nodes<'a>(ui: &egui::Ui, view: CanvasView<'a>) -> Vec<Shown<'a>> {
    let graph = view.document.graph();
    graph
        .nodes
        .keys()
        .map(|id| {
            let problem = view.problems.get(id).copied();
            let face = Face::of(graph, view.registry, id, view.effective.get(id), problem);
            Shown {
                id,
                widget: WidgetId::new(id.as_str()),
                width: node::width(ui.painter(), &face),
                face,
            }
        })
        .collect()
}

/// Bounds of all nodes and items, canvas units.
fn shown_bounds(document: &Document, shown: &[Shown<'_>]) -> BTreeMap<NodeId, Rect> {
    shown
        .iter()
        .map(|node| {
            let [x, y] = document
                .layout
                .nodes
                .get(node.id)
                .copied()
                .unwrap_or_default();
            let size = vec2(node.width, node.face.height());
            (node.id.clone(), Rect::from_min_size(egui::pos2(x, y), size))
        })
        .collect()
}

/// Gives the widget the document's positions, but leaves a drag in progress alone.
fn sync_positions(
    ui: &egui::Ui,
    document: &Document,
    shown: &[Shown<'_>],
    state: &mut CanvasState,
) {
    let idle = ui.input(|input| !input.pointer.primary_down() && !input.pointer.primary_released());
    let layout = &mut state.view.layout;
    if idle {
        layout.clear();
        state.drag_cancelled = false;
    }
    let frame = state.item_drag.as_ref();
    for node in shown {
        let position = document
            .layout
            .nodes
            .get(node.id)
            .copied()
            .unwrap_or_default();
        let mut place = egui::pos2(position[0] + LIP, position[1]);
        let carried = frame.is_some_and(|drag| items::carries(document, drag, node.id));
        if carried {
            place += frame.map_or(egui::Vec2::ZERO, |drag| drag.delta);
        }
        if idle || carried || state.drag_cancelled {
            layout.insert(node.widget, place);
        } else {
            layout.entry(node.widget).or_insert(place);
        }
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) && !idle {
        state.drag_cancelled = true;
        state.item_drag = None;
    }
}

fn draw_node(
    ui: &mut egui::Ui,
    context: &mut egui_graph::NodesCtx<'_>,
    view: CanvasView<'_>,
    state: &CanvasState,
    shown: &Shown<'_>,
    events: &mut Events,
    published: &mut Published,
) {
    let face = &shown.face;
    let frame_size = vec2(shown.width - 2.0 * LIP, face.height());
    let graph_id = context.graph_id;
    let response = egui_graph::node::Node::from_id(shown.widget)
        .inputs(face.inputs.len())
        .outputs(face.outputs.len())
        .collapsed(true)
        .animation_time(0.0)
        .max_width(frame_size.x)
        .socket_color(egui::Color32::TRANSPARENT)
        .socket_radius(node::SOCKET_RADIUS)
        .show_or_cull(context, ui, |node| {
            let interaction = node.interaction();
            let look = NodeLook {
                selected: interaction.selected || interaction.in_selection_rect,
                hovered: interaction.hovered,
            };
            node.framed_with(egui::Frame::NONE, |ui, sockets| {
                let (rect, _) = ui.allocate_exact_size(frame_size, egui::Sense::hover());
                let body = rect.expand2(vec2(LIP, 0.0));
                node::paint(ui.painter(), ui.visuals(), body, face, look);
                for index in 0..face.inputs.len() {
                    sockets.input_at(index, node::row_middle(rect.top(), face.input_row(index)));
                }
                for index in 0..face.outputs.len() {
                    sockets.output_at(index, node::row_middle(rect.top(), index));
                }
                body
            })
        });
    publish_ports(ui, graph_id, view, state, shown, &response, published);
    let port = |kind: egui_graph::SocketKind, index: usize| {
        let ports = match kind {
            egui_graph::SocketKind::Input => &face.inputs,
            egui_graph::SocketKind::Output => &face.outputs,
        };
        ports.get(index).map(|port| Port {
            node: shown.id.clone(),
            key: port.key.clone(),
        })
    };
    match response.edge_event() {
        Some(EdgeEvent::Started { kind, index }) => {
            events.started = port(kind, index).map(|port| (port, kind));
        }
        Some(EdgeEvent::Ended { kind, index }) => {
            events.ended = port(kind, index).map(|port| (port, kind));
        }
        Some(EdgeEvent::Cancelled) => events.cancelled = true,
        None => {}
    }
    events.delete |= response.removed();
    if response.secondary_clicked() {
        events.node_menu = Some(shown.id.clone());
        if !view.selection.nodes.contains(shown.id) {
            events.selection = Some(Selection::node(shown.id.clone()));
        }
    }
}

/// Paints the sockets on the painted body's edge and publishes where they are.
fn publish_ports(
    ui: &egui::Ui,
    graph_id: egui::Id,
    view: CanvasView<'_>,
    state: &CanvasState,
    shown: &Shown<'_>,
    response: &egui_graph::node::NodeResponse<Option<Rect>>,
    published: &mut Published,
) {
    let Some(body) = *response.inner() else {
        return;
    };
    published
        .nodes
        .insert(shown.id.clone(), state.to_screen.mul_rect(body));
    let layer = egui::LayerId::new(
        ui.layer_id().order,
        egui_graph::node::egui_id(graph_id, shown.widget),
    );
    let painter = ui.painter().clone().with_layer_id(layer);
    let links = &view.document.graph().links;
    for (index, socket) in response.sockets().inputs() {
        let Some(port) = shown.face.inputs.get(index) else {
            continue;
        };
        let centre = egui::pos2(body.left(), socket.rect.center().y);
        let name = Port {
            node: shown.id.clone(),
            key: port.key.clone(),
        };
        let filled = links.contains_key(&name);
        let look = SocketLook {
            filled,
            hovered: socket.hovered(),
        };
        node::paint_socket(&painter, ui.visuals(), centre, port.kind, look);
        published
            .inputs
            .insert(name, state.to_screen.mul_pos(centre));
    }
    for (index, socket) in response.sockets().outputs() {
        let Some(port) = shown.face.outputs.get(index) else {
            continue;
        };
        let centre = egui::pos2(body.right(), socket.rect.center().y);
        let name = Port {
            node: shown.id.clone(),
            key: port.key.clone(),
        };
        let filled = links.values().any(|output| *output == name);
        let look = SocketLook {
            filled,
            hovered: socket.hovered(),
        };
        node::paint_socket(&painter, ui.visuals(), centre, port.kind, look);
        published
            .outputs
            .insert(name, state.to_screen.mul_pos(centre));
    }
}

/// Turns the end of a node drag into one move.
fn finish_drag(
    ui: &egui::Ui,
    moved: bool,
    view: CanvasView<'_>,
    shown: &[Shown<'_>],
    state: &mut CanvasState,
    events: &mut Events,
) {
    if moved && !state.drag_cancelled {
        let selection = events.selection.as_ref().unwrap_or(view.selection);
        let positions: BTreeMap<NodeId, [f32; 2]> = shown
            .iter()
            .filter(|node| selection.nodes.contains(node.id))
            .filter_map(|node| {
                let place = state.view.layout.get(&node.widget)?;
                Some((node.id.clone(), [place.x - LIP, place.y]))
            })
            .filter(|(id, place)| view.document.layout.nodes.get(id) != Some(place))
            .collect();
        if !positions.is_empty() {
            events.actions.push(Action::Edit {
                label: if positions.len() == 1 {
                    "Move node"
                } else {
                    "Move nodes"
                }
                .to_owned(),
                edits: vec![Edit::MoveNodes { positions }],
            });
        }
    }
    if ui.input(|input| input.pointer.primary_released())
        && let Some(drag) = state.item_drag.take()
        && let Some(action) = items::drop_item(view.document, &drag)
    {
        events.actions.push(action);
    }
}

/// Opens the search or a node's menu, and shows the one that is open.
fn menus(
    ui: &egui::Ui,
    background: &egui::Response,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    events: &mut Events,
) {
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let over = pointer.is_some_and(|pointer| {
        // Panes have no layer of their own here; popups and boxes above them do.
        let above = ui.ctx().layer_id_at(pointer);
        let canvas = state.published.canvas;
        canvas.is_some_and(|canvas| canvas.contains(pointer))
            && above.is_none_or(|layer| layer.order < egui::Order::Foreground)
    });
    let typing = ui.ctx().egui_wants_keyboard_input();
    let asked = std::mem::take(&mut state.open_finder)
        || (over && !typing && ui.input(|input| input.key_pressed(egui::Key::Space)));
    let clicked = background.secondary_clicked() && events.node_menu.is_none();
    if let Some(pointer) = pointer
        && ((asked && over) || clicked)
    {
        state.finder = Some(finder::Finder::at(
            pointer,
            state.canvas_position(pointer),
            None,
        ));
    }
    if let Some(mut open) = state.finder.take() {
        match finder::show(ui, view, &mut open) {
            finder::Outcome::Open => state.finder = Some(open),
            finder::Outcome::Closed => {}
            finder::Outcome::Chosen(action) => events.actions.push(action),
        }
    }
}

/// Names of the colours that a frame can take, with the family each belongs to.
pub fn frame_colours() -> impl Iterator<Item = (&'static str, windwright_core::nodes::Category)> {
    items::FRAME_COLOURS.into_iter()
}
