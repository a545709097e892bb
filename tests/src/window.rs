//! The window as a user drives it: pointer and keys in, document and undo out. Lockstep, no clock.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a test stops at the first surprise"
)]

use std::{path::Path, time::Instant};

use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::{Harness, HarnessBuilder};
use windwright::{
    app::{App, WindowOptions},
    disk::Folders,
};
use windwright_core::{
    graph::{Graph, Key as InputKey, NodeId, Port},
    layout::Layout,
    value::Value,
};

use crate::workspace;

/// Two numbers, an operation, and a scene of wind alone.
pub const GRAPH: &str = r#"(format: 1,
nodes: {
"number-aaaaaa": (type: "number", version: 1, values: {"value": 2.0}),
"number-bbbbbb": (type: "number", version: 1, values: {"value": 3.0}),
"math-cccccc": (type: "math", version: 1, values: {}),
"wind_preset-dddddd": (type: "wind_preset", version: 1, values: {}),
"scene_output-eeeeee": (type: "scene_output", version: 1, values: {}),
},
links: {
"scene_output-eeeeee.wind": "wind_preset-dddddd.preset",
},
layout: (nodes: {
"number-aaaaaa": (0.0, 0.0),
"number-bbbbbb": (0.0, 120.0),
"math-cccccc": (280.0, 40.0),
"wind_preset-dddddd": (0.0, 260.0),
"scene_output-eeeeee": (280.0, 260.0),
}))
"#;

/// A window with a home of its own.
pub struct Window {
    /// The toolkit's driver.
    pub harness: Harness<'static, App>,
    /// Folder of its settings and of the graph it was opened with.
    pub home: tempfile::TempDir,
}

/// A node's id.
pub fn id(text: &str) -> NodeId {
    NodeId::new(text)
}

impl Window {
    /// A window on a graph's text.
    pub fn open(text: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("图.ron");
        std::fs::write(&file, text).unwrap();
        Self::start(home, &file)
    }

    /// A window on a file.
    pub fn start(home: tempfile::TempDir, file: &Path) -> Self {
        let size = [1600.0, 1000.0];
        Self::build(Harness::builder(), false, size, home, Some(file))
    }

    /// As the program starts itself when the graphics device was lost.
    pub fn restore(home: tempfile::TempDir) -> Self {
        let size = [1600.0, 1000.0];
        Self::build(Harness::builder(), false, size, home, None)
    }

    /// A window that can be drawn, on a graph's text; needs a graphics adapter.
    pub fn drawn(text: &str, size: [f32; 2]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("breeze.ron");
        std::fs::write(&file, text).unwrap();
        let mut window = Self::build(Harness::builder().wgpu(), true, size, home, Some(&file));
        // Nothing fades, blinks or runs in a picture.
        window.harness.ctx.all_styles_mut(|style| {
            style.animation_time = 0.0;
            style.visuals.text_cursor.blink = false;
        });
        window.key(Modifiers::NONE, Key::P);
        window.harness.run_steps(3);
        window
    }

    fn build(
        builder: HarnessBuilder<App>,
        without_preview: bool,
        size: [f32; 2],
        home: tempfile::TempDir,
        file: Option<&Path>,
    ) -> Self {
        let options = WindowOptions {
            file: file.map(Path::to_path_buf),
            restore: file.is_none(),
            folders: Some(Folders::below(home.path())),
            data: vec![workspace::root().to_path_buf()],
            lockstep: true,
            without_preview,
            ..WindowOptions::default()
        };
        let mut harness = builder
            .with_size(size)
            .with_pixels_per_point(1.0)
            .build_eframe(move |creation| {
                let state = creation.wgpu_render_state.as_ref();
                App::new(&creation.egui_ctx, state, options, Instant::now()).unwrap()
            });
        harness.run_steps(3);
        Self { harness, home }
    }

    /// The window's state.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        self.app().session().document().graph()
    }

    /// Where things stand.
    pub fn layout(&self) -> &Layout {
        &self.app().session().document().layout
    }

    /// Moves the pointer.
    pub fn hover(&mut self, place: Pos2) {
        self.harness.event(Event::PointerMoved(place));
        self.harness.run_steps(2);
    }

    /// Types.
    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run_steps(2);
    }

    /// A click with the other button.
    pub fn right_click(&mut self, place: Pos2) {
        self.hover(place);
        self.button(place, PointerButton::Secondary, true);
        self.button(place, PointerButton::Secondary, false);
        self.harness.run_steps(2);
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.graph().nodes.len()
    }

    /// How many wires.
    pub fn links(&self) -> usize {
        self.graph().links.len()
    }

    /// How many steps could be undone.
    pub fn steps(&self) -> usize {
        self.app().session().history().len()
    }

    /// Value of a number node.
    pub fn number(&self, node: &str) -> f32 {
        let graph = self.app().session().document().graph();
        match graph.nodes[&id(node)].values.get(&InputKey::new("value")) {
            Some(Value::Number(number)) => number.get(),
            other => panic!("{other:?}"),
        }
    }

    /// A place on a node where it can be taken.
    pub fn node(&self, node: &str) -> Pos2 {
        let rect = self.app().canvas().published.nodes[&id(node)];
        rect.center_top() + vec2(0.0, 8.0)
    }

    /// An output's socket.
    pub fn output(&self, node: &str, key: &str) -> Pos2 {
        self.app().canvas().published.outputs[&Port::new(id(node), key)]
    }

    /// An input's socket.
    pub fn input(&self, node: &str, key: &str) -> Pos2 {
        self.app().canvas().published.inputs[&Port::new(id(node), key)]
    }

    /// Moves the pointer and presses or releases a button.
    pub fn button(&mut self, place: Pos2, button: PointerButton, pressed: bool) {
        self.harness.event(Event::PointerMoved(place));
        self.harness.event(Event::PointerButton {
            pos: place,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        });
        self.harness.step();
    }

    /// A click.
    pub fn click(&mut self, place: Pos2) {
        self.harness.event(Event::PointerMoved(place));
        self.harness.step();
        self.button(place, PointerButton::Primary, true);
        self.button(place, PointerButton::Primary, false);
        self.harness.run_steps(2);
    }

    /// Presses and moves, without letting go.
    pub fn drag_begin(&mut self, from: Pos2, to: Pos2) {
        self.harness.event(Event::PointerMoved(from));
        self.harness.step();
        self.button(from, PointerButton::Primary, true);
        for step in 1..=6 {
            let place = from.lerp(to, step as f32 / 6.0);
            self.harness.event(Event::PointerMoved(place));
            self.harness.step();
        }
    }

    /// A whole drag.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.drag_begin(from, to);
        self.button(to, PointerButton::Primary, false);
        self.harness.run_steps(2);
    }

    /// A key, pressed and released.
    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(2);
    }

    /// Takes back.
    pub fn undo(&mut self) {
        self.key(Modifiers::COMMAND, Key::Z);
    }

    /// Does again.
    pub fn redo(&mut self) {
        self.key(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    }

    /// A place on the canvas where nothing stands.
    pub fn empty_place(&self) -> Pos2 {
        let canvas = self.app().canvas().published.canvas.unwrap();
        canvas.right_bottom() - vec2(40.0, 40.0)
    }
}
