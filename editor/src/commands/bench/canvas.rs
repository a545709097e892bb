//! What a frame of the canvas costs the window's thread: nodes, wires, selection and shapes, without a device.

use std::sync::Arc;

use egui::{Event, PointerButton, Pos2, Rect, vec2};
use windwright_core::{
    document::Document,
    edit::Edit,
    graph::{Key, Node, NodeId, Port},
    nodes::Registry,
    value::{Finite, Value},
};

use super::Measurement;
use crate::{
    action::Action,
    canvas::{self, CanvasView, state::CanvasState},
    commands::{console::Console, outcome::Failure},
    session::Session,
    theme,
    worker::Effective,
};

const NODES: usize = 500;
const COLUMNS: usize = 25;
const RUNS: usize = 200;
/// The pane in which the graph stands in a window of 1600 × 1000 points.
const PANE: [f32; 2] = [608.0, 540.0];

/// Panning, looking at everything, and dragging a value.
pub(super) fn canvas(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let mut measurements = Vec::new();
    let nodes = (NODES, "nodes");
    let mut bench = Bench::new();
    measurements.push(Measurement::take(
        "canvas, all in view",
        nodes,
        RUNS,
        console,
        || {
            bench.frame(Vec::new());
        },
    )?);

    bench.state.view.scene_rect = Rect::from_min_size(Pos2::ZERO, PANE.into());
    let mut step = 0.0;
    measurements.push(Measurement::take(
        "canvas, panned at full size",
        nodes,
        RUNS,
        console,
        || {
            step += 1.0;
            let scene = &mut bench.state.view.scene_rect;
            *scene = scene.translate(vec2(8.0, 2.0));
            bench.frame(vec![Event::PointerMoved(Pos2::new(100.0 + step, 100.0))]);
        },
    )?);

    let mut bench = Bench::new();
    let id = name(0);
    let label = "Change value".to_owned();
    bench.session.handle(Action::BeginGesture { label });
    let mut value = 0.0;
    measurements.push(Measurement::take(
        "canvas, a value dragged",
        nodes,
        RUNS,
        console,
        || {
            value += 0.5;
            let edit = Edit::SetValue {
                id: id.clone(),
                key: Key::new("value"),
                value: Finite::new(value).map(Value::Number),
            };
            bench
                .session
                .handle(Action::ReplaceGesture { edits: vec![edit] });
            // What the window hands to the compiler.
            std::hint::black_box(bench.session.document().graph().clone());
            bench.frame(Vec::new());
        },
    )?);

    let mut bench = Bench::new();
    let at = bench
        .state
        .published
        .nodes
        .get(&name(0))
        .map(Rect::center_top);
    let at = at.unwrap_or_default() + vec2(0.0, 1.0);
    bench.frame(vec![Event::PointerMoved(at)]);
    bench.frame(vec![Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    }]);
    let mut way = 0.0;
    measurements.push(Measurement::take(
        "canvas, a node dragged",
        nodes,
        RUNS,
        console,
        || {
            way += 1.0;
            bench.frame(vec![Event::PointerMoved(at + vec2(way, way))]);
        },
    )?);
    Ok(measurements)
}

struct Bench {
    context: egui::Context,
    session: Session,
    state: CanvasState,
    time_s: f64,
}

impl Bench {
    /// A canvas that has settled.
    fn new() -> Self {
        let context = egui::Context::default();
        context.set_fonts(theme::fonts(None));
        theme::apply(&context, theme::Appearance::Dark);
        let mut bench = Self {
            context,
            session: Session::new(Arc::new(Registry::standard()), document(), None),
            state: CanvasState::fitted(),
            time_s: 0.0,
        };
        for _ in 0..3 {
            bench.frame(Vec::new());
        }
        bench
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.time_s += 1.0 / 60.0;
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, PANE.into())),
            time: Some(self.time_s),
            events,
            ..egui::RawInput::default()
        };
        let problems = self.session.problems();
        let view = CanvasView {
            document: self.session.document(),
            registry: self.session.registry(),
            selection: self.session.selection(),
            problems: &problems,
            effective: &Effective::new(),
            revision: [self.session.graph_revision(), 0],
        };
        let state = &mut self.state;
        let output = self.context.run_ui(input, |ui| {
            canvas::draw(ui, view, state);
        });
        let shapes = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(shapes);
    }
}

fn name(index: usize) -> NodeId {
    NodeId::new(format!(
        "{}-{index:06}",
        if index.is_multiple_of(COLUMNS) {
            "number"
        } else {
            "math"
        }
    ))
}

/// Rows of operations, each fed by the one before it.
fn document() -> Document {
    let mut document = Document::default();
    let mut graph = document.graph().clone();
    for index in 0..NODES {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let kind = if column == 0 { "number" } else { "math" };
        graph.nodes.insert(name(index), Node::new(kind, 1));
        let place = [column as f32 * 240.0, row as f32 * 140.0];
        document.layout.nodes.insert(name(index), place);
        if column > 0 {
            let output = Port::new(name(index - 1), "number");
            graph.links.insert(Port::new(name(index), "a"), output);
        }
    }
    document.graphs.insert(document.root.clone(), graph);
    document
}
