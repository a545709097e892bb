//! Wires: the laid ones, the one in the user's hand, and what letting go of it means.

use std::collections::BTreeMap;

use egui::{Rect, Stroke};
use egui_graph::{
    EdgesCtx, SocketKind,
    edge::{Edge, EdgeShape},
};
use windwright_core::{document::Document, edit::Edit, graph::Port, layout::Item};

use super::{
    CanvasView, Events, connect, edits,
    finder::Finder,
    menu::Target,
    shown::Shown,
    state::{CanvasState, Published, Pull},
};
use crate::{action::Action, theme};

/// Width of a wire, canvas units.
const WIDTH: f32 = 2.0;
/// A wire's handles are no longer than its way to the right, so wires in order never cross.
const SHAPE: EdgeShape = EdgeShape::Flow {
    curvature: 0.7,
    min_span: 32.0,
};
/// A wire dropped nearer than this to where it started was not pulled at all, points.
const SLACK: f32 = 16.0;

/// Draws all laid wires.
pub(super) fn draw(
    ui: &mut egui::Ui,
    context: &mut EdgesCtx,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    shown: &Shown,
    events: &mut Events,
) {
    let mut hovered = None;
    let palette = theme::palette(ui.visuals());
    let bends = waypoints(view.document);
    let pull = state.pull.as_ref().filter(|pull| pull.lifted.is_some());
    let lifted = pull.map(|pull| pull.port.clone());
    for wire in &shown.wires {
        let input = &wire.input;
        if lifted.as_ref() == Some(input) {
            continue;
        }
        let (from, to) = (&shown.nodes[wire.from.0], &shown.nodes[wire.to.0]);
        let colour = match from.face.outputs[wire.from.1].kind {
            Some(kind) if wire.fits => theme::kind_colour(kind, ui.visuals()),
            _ => palette.error,
        };
        let other = |known: &Port| known != input;
        let dimmed = state.hovered_wire.as_ref().is_some_and(other);
        let resting = colour.gamma_multiply(if dimmed { 0.3 } else { 0.75 });
        let mut selected = view.selection.wires.contains(input);
        let before = selected;
        let (start, end) = ((from.widget, wire.from.1), (to.widget, wire.to.1));
        let response = Edge::new(start, end, &mut selected)
            .waypoints(bends.get(input).map_or(&[], Vec::as_slice))
            .shape(SHAPE)
            .distance_per_point(8.0 / state.zoom().clamp(0.2, 1.0))
            .stroke(Stroke::new(WIDTH, resting))
            .hovered_stroke(Stroke::new(WIDTH + 0.5, colour))
            .selected_stroke(Stroke::new(WIDTH + 0.5, palette.accent))
            .show(context, ui);
        if response.hovered() {
            hovered = Some(input.clone());
        }
        if response.double_clicked()
            && let Some(pointer) = ui.input(|state| state.pointer.latest_pos())
        {
            let place = state.canvas_position(pointer);
            events.actions.push(edits::reroute(input, place));
        }
        if response.secondary_clicked() {
            events.menu = Some(Target::Wire(input.clone()));
        }
        events.delete |= response.deleted();
        if selected != before {
            let selection = events
                .selection
                .get_or_insert_with(|| view.selection.clone());
            if selected {
                selection.wires.insert(input.clone());
            } else {
                selection.wires.remove(input);
            }
        }
    }
    state.hovered_wire = hovered;
}

/// Reroutes of each wire, by the input it ends in, in the order of their ids.
fn waypoints(document: &Document) -> BTreeMap<&Port, Vec<egui::Pos2>> {
    let mut bends: BTreeMap<&Port, Vec<egui::Pos2>> = BTreeMap::new();
    for item in document.layout.items.values() {
        if let Item::Reroute { input, position } = item {
            bends.entry(input).or_default().push((*position).into());
        }
    }
    bends
}

/// The wire in hand: accent where it fits, error with the reason where not.
pub(super) fn draw_pull(
    ui: &egui::Ui,
    context: &EdgesCtx,
    view: CanvasView<'_>,
    state: &CanvasState,
    published: &mut Published,
) {
    let (Some(pull), Some(progress)) = (&state.pull, context.in_progress(ui)) else {
        return;
    };
    let palette = theme::palette(ui.visuals());
    let graph = view.document.graph();
    let source = pull.lifted.as_ref().unwrap_or(&pull.port);
    let kind = connect::output_kind(graph, view.registry, source)
        .or_else(|| connect::input_kind(graph, view.registry, source));
    let mut colour = kind.map_or(palette.accent, |kind| {
        theme::kind_colour(kind, ui.visuals())
    });
    let pointer = ui.input(|input| input.pointer.latest_pos());
    if let Some(target) = pointer.and_then(|pointer| target(pull, published, pointer))
        && let Some((output, input)) = wire(pull, &target)
    {
        match connect::check(graph, view.registry, &output, &input) {
            Ok(()) => colour = palette.accent,
            Err(refusal) => {
                colour = palette.error;
                published.refusal = Some(refusal.to_string());
            }
        }
    }
    let stroke = Stroke::new(WIDTH, colour);
    match pull
        .lifted
        .as_ref()
        .and_then(|from| published.outputs.get(from))
    {
        Some(from) => {
            let inverse = state.to_screen.inverse();
            let end = pointer.unwrap_or(*from);
            let path = SHAPE.path(
                (inverse.mul_pos(*from), egui::vec2(1.0, 0.0)),
                &[],
                (inverse.mul_pos(end), egui::vec2(-1.0, 0.0)),
            );
            ui.painter()
                .add(egui::Shape::line(path.flatten(5.0).collect(), stroke));
        }
        None => progress.show_styled(ui, Some(stroke), SHAPE),
    }
    if let (Some(reason), Some(pointer)) = (&published.refusal, pointer) {
        refusal_tip(ui, pointer, reason);
    }
}

fn refusal_tip(ui: &egui::Ui, pointer: egui::Pos2, reason: &str) {
    let palette = theme::palette(ui.visuals());
    egui::Area::new(egui::Id::new("refusal"))
        .order(egui::Order::Tooltip)
        .fixed_pos(pointer + egui::vec2(16.0, 12.0))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.colored_label(palette.error, reason);
            });
        });
}

/// Port under the pointer that the wire in hand could end in.
fn target(pull: &Pull, published: &Published, pointer: egui::Pos2) -> Option<Port> {
    let wants_input = pull.lifted.is_some() || pull.kind == SocketKind::Output;
    let ports = if wants_input {
        &published.inputs
    } else {
        &published.outputs
    };
    ports
        .iter()
        .map(|(port, centre)| (port, centre.distance(pointer)))
        .filter(|(_, distance)| *distance < 24.0)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(port, _)| port.clone())
}

/// Output and input of the wire that would be laid.
fn wire(pull: &Pull, target: &Port) -> Option<(Port, Port)> {
    match (&pull.lifted, pull.kind) {
        (Some(output), _) => (*target != pull.port).then(|| (output.clone(), target.clone())),
        (None, SocketKind::Output) => Some((pull.port.clone(), target.clone())),
        (None, SocketKind::Input) => Some((target.clone(), pull.port.clone())),
    }
}

/// Turns this frame's wire events into actions.
pub(super) fn resolve(
    ui: &egui::Ui,
    canvas: Rect,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    events: &mut Events,
) {
    let graph = view.document.graph();
    if let Some((port, kind)) = events.started.take() {
        let lifted = (kind == SocketKind::Input)
            .then(|| graph.links.get(&port).cloned())
            .flatten();
        state.pull = Some(Pull { port, kind, lifted });
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        state.pull = None;
    }
    if events.ended.is_none() && !events.cancelled {
        if !ui.input(|input| input.pointer.primary_down()) {
            state.pull = None;
        }
        return;
    }
    let Some(pull) = state.pull.take() else {
        return;
    };
    let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let target = target(&pull, &state.published, pointer)
        .or_else(|| events.ended.take().map(|(port, _)| port));
    let laid = target.and_then(|target| wire(&pull, &target));
    match laid {
        Some((output, input)) => lay(view, &pull, output, input, events),
        None => drop_free(canvas, state, &pull, pointer, events),
    }
}

/// Lays the wire if it fits; a lifted one leaves its old input.
fn lay(view: CanvasView<'_>, pull: &Pull, output: Port, input: Port, events: &mut Events) {
    if connect::check(view.document.graph(), view.registry, &output, &input).is_err() {
        return;
    }
    let mut edits = Vec::new();
    if pull.lifted.is_some() {
        edits.push(Edit::Disconnect {
            input: pull.port.clone(),
        });
    }
    edits.push(Edit::Connect { input, output });
    events.actions.push(Action::Edit {
        label: "Connect".to_owned(),
        edits,
    });
}

/// A wire dropped on the canvas: a lifted one is taken out, a new one offers fitting nodes.
fn drop_free(
    canvas: Rect,
    state: &mut CanvasState,
    pull: &Pull,
    pointer: egui::Pos2,
    events: &mut Events,
) {
    let start = state
        .published
        .inputs
        .get(&pull.port)
        .or_else(|| state.published.outputs.get(&pull.port));
    if start.is_some_and(|start| start.distance(pointer) < SLACK) {
        return;
    }
    if pull.lifted.is_some() {
        events.actions.push(Action::Edit {
            label: "Disconnect".to_owned(),
            edits: vec![Edit::Disconnect {
                input: pull.port.clone(),
            }],
        });
    } else if canvas.contains(pointer) {
        let place = state.canvas_position(pointer);
        state.finder = Some(Finder::at(
            pointer,
            place,
            Some((pull.port.clone(), pull.kind)),
        ));
    }
}
