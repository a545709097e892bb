//! One node handed to the widget: its body, its sockets, and what the user did to it.

use egui::{Rect, vec2};
use egui_graph::{
    NodesCtx, SocketKind,
    node::{EdgeEvent, Node, NodeResponse, egui_id},
};
use windwright_core::graph::Port;

use super::{
    CanvasView, Events,
    menu::Target,
    node::{self, LIP, NodeLook, SocketLook},
    shown::ShownNode,
    state::{CanvasState, Published},
};
use crate::action::Selection;

/// Below this zoom the rows of a node are too small to be read and are left out.
const READABLE: f32 = 0.4;

/// Shows a node and notes what happened to it.
pub(super) fn draw(
    ui: &mut egui::Ui,
    context: &mut NodesCtx<'_>,
    view: CanvasView<'_>,
    state: &CanvasState,
    shown: &ShownNode,
    events: &mut Events,
    published: &mut Published,
) {
    let face = &shown.face;
    let frame_size = vec2(shown.width - 2.0 * LIP, face.height());
    let graph_id = context.graph_id;
    let far = state.zoom() < READABLE;
    let response = Node::from_id(shown.widget)
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
                far,
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
    if let Some(body) = *response.inner() {
        let layer = egui::LayerId::new(ui.layer_id().order, egui_id(graph_id, shown.widget));
        let painter = ui.painter().clone().with_layer_id(layer);
        sockets(
            &painter,
            ui.visuals(),
            state,
            shown,
            &response,
            body,
            published,
        );
    }
    note_events(view, shown, &response, events);
}

fn port(shown: &ShownNode, kind: SocketKind, index: usize) -> Option<Port> {
    let ports = match kind {
        SocketKind::Input => &shown.face.inputs,
        SocketKind::Output => &shown.face.outputs,
    };
    ports.get(index).map(|port| Port {
        node: shown.id.clone(),
        key: port.key.clone(),
    })
}

fn note_events(
    view: CanvasView<'_>,
    shown: &ShownNode,
    response: &NodeResponse<Option<Rect>>,
    events: &mut Events,
) {
    match response.edge_event() {
        Some(EdgeEvent::Started { kind, index }) => {
            events.started = port(shown, kind, index).map(|port| (port, kind));
        }
        Some(EdgeEvent::Ended { kind, index }) => {
            events.ended = port(shown, kind, index).map(|port| (port, kind));
        }
        Some(EdgeEvent::Cancelled) => events.cancelled = true,
        None => {}
    }
    events.delete |= response.removed();
    if response.double_clicked() {
        events.rename = true;
    }
    if response.secondary_clicked() {
        events.menu = Some(Target::Node(shown.id.clone()));
        if !view.selection.nodes.contains(&shown.id) {
            events.selection = Some(Selection::node(shown.id.clone()));
        }
    }
}

/// Paints the sockets on the painted body's edge and publishes where they are.
fn sockets(
    painter: &egui::Painter,
    visuals: &egui::Visuals,
    state: &CanvasState,
    shown: &ShownNode,
    response: &NodeResponse<Option<Rect>>,
    body: Rect,
    published: &mut Published,
) {
    published
        .nodes
        .insert(shown.id.clone(), state.to_screen.mul_rect(body));
    let face = &shown.face;
    let (inputs, outputs) = (response.sockets().inputs(), response.sockets().outputs());
    let sides = [
        (
            SocketKind::Input,
            body.left(),
            &shown.inputs_wired,
            &face.inputs,
        ),
        (
            SocketKind::Output,
            body.right(),
            &shown.outputs_wired,
            &face.outputs,
        ),
    ];
    let mut side = |at: usize, index: usize, socket: &egui::Response| {
        let (kind, x, wired, ports) = sides[at];
        let (Some(name), Some(own)) = (port(shown, kind, index), ports.get(index)) else {
            return;
        };
        let centre = egui::pos2(x, socket.rect.center().y);
        let look = SocketLook {
            filled: wired.get(index).copied().unwrap_or_default(),
            hovered: socket.hovered(),
        };
        if look.filled || look.hovered || state.zoom() >= READABLE {
            node::paint_socket(painter, visuals, centre, own.kind, look);
        }
        let place = state.to_screen.mul_pos(centre);
        match kind {
            SocketKind::Input => published.inputs.insert(name, place),
            SocketKind::Output => published.outputs.insert(name, place),
        };
    };
    for (index, socket) in inputs {
        side(0, index, socket);
    }
    for (index, socket) in outputs {
        side(1, index, socket);
    }
}
