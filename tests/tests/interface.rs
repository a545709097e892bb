//! The window as a user drives it: pointer and keys in, document and undo out. Lockstep, no clock.
#![expect(
    clippy::float_cmp,
    clippy::wildcard_enum_match_arm,
    reason = "a test stops at the first surprise"
)]

use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use windwright_core::graph::Port;
use windwright_tests::window::{GRAPH, Window, id};

#[test]
fn idle_frames_add_nothing() {
    let mut window = Window::open(GRAPH);
    assert_eq!((window.nodes(), window.links()), (5, 1));
    window.harness.run_steps(60);
    assert_eq!(window.steps(), 0);
    assert!(!window.app().session().is_modified());
    assert!(window.app().moment().stats.tick > 30, "time runs meanwhile");
}

#[test]
fn the_search_adds_a_node_and_undo_takes_it_away() {
    let mut window = Window::open(GRAPH);
    let place = window.empty_place();
    window.harness.event(Event::PointerMoved(place));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Space);
    window.harness.event(Event::Text("number".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!((window.nodes(), window.steps()), (6, 1));
    let graph = window.app().session().document().graph();
    let added = graph
        .nodes
        .values()
        .filter(|node| node.type_key == "number");
    assert_eq!(added.count(), 3);
    window.undo();
    assert_eq!((window.nodes(), window.steps()), (5, 0));
    window.redo();
    assert_eq!(window.nodes(), 6);
}

#[test]
fn a_wire_is_laid_moved_and_pulled_off() {
    let mut window = Window::open(GRAPH);
    let a = Port::new(id("math-cccccc"), "a");
    let from = window.output("number-aaaaaa", "number");
    let to = window.input("math-cccccc", "a");
    window.drag(from, to);
    let links = |window: &Window| window.app().session().document().graph().links.clone();
    assert_eq!(links(&window)[&a].node, id("number-aaaaaa"));
    assert_eq!(window.steps(), 1);

    // Picked up at its input and dropped on another one.
    let other = window.input("math-cccccc", "b");
    window.drag(to, other);
    let b = Port::new(id("math-cccccc"), "b");
    assert_eq!(links(&window).get(&a), None);
    assert_eq!(links(&window)[&b].node, id("number-aaaaaa"));
    assert_eq!(window.steps(), 2, "one step");

    // Picked up and dropped on nothing.
    let nowhere = window.empty_place();
    window.drag(other, nowhere);
    assert_eq!(window.links(), 1);
    for _ in 0..3 {
        window.undo();
    }
    assert_eq!((window.links(), window.steps()), (1, 0));
}

#[test]
fn a_wire_that_does_not_fit_is_refused_with_the_reason() {
    let mut window = Window::open(GRAPH);
    let from = window.output("number-aaaaaa", "number");
    let to = window.input("scene_output-eeeeee", "sky");
    window.drag_begin(from, to);
    window.harness.step();
    let refusal = window.app().canvas().published.refusal.clone();
    assert!(refusal.is_some_and(|reason| reason.contains("does not take")));
    window.button(to, PointerButton::Primary, false);
    window.harness.run_steps(2);
    assert_eq!((window.links(), window.steps()), (1, 0));
}

#[test]
fn a_wire_dropped_on_the_canvas_offers_what_fits() {
    let mut window = Window::open(GRAPH);
    let from = window.output("number-aaaaaa", "number");
    let nowhere = window.empty_place();
    window.drag(from, nowhere);
    assert!(window.app().canvas().finder.is_some());
    window.harness.event(Event::Text("math".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!((window.nodes(), window.links()), (6, 2));
    window.undo();
    assert_eq!((window.nodes(), window.links()), (5, 1));
}

#[test]
fn dragging_a_value_is_one_step_and_escape_leaves_no_trace() {
    let mut window = Window::open(GRAPH);
    let place = window.node("number-aaaaaa");
    window.click(place);
    let field = window
        .harness
        .get_all_by_role(egui::accesskit::Role::SpinButton)
        .map(|field| field.rect())
        .find(|rect| rect.right() < 600.0)
        .unwrap()
        .center();
    window.drag(field, field + vec2(60.0, 0.0));
    let dragged = window.number("number-aaaaaa");
    assert!(dragged > 2.0, "{dragged}");
    assert_eq!(window.steps(), 1);
    window.undo();
    assert_eq!(window.number("number-aaaaaa"), 2.0);
    assert!(!window.app().session().is_modified());

    window.drag_begin(field, field + vec2(60.0, 0.0));
    assert_ne!(window.number("number-aaaaaa"), 2.0);
    window.key(Modifiers::NONE, Key::Escape);
    window.button(field, PointerButton::Primary, false);
    window.harness.run_steps(2);
    assert_eq!((window.number("number-aaaaaa"), window.steps()), (2.0, 0));
}

#[test]
fn an_edit_reaches_the_simulation_in_the_next_frame() {
    let mut window = Window::open(GRAPH);
    let place = window.node("wind_preset-dddddd");
    window.click(place);
    let scene = |window: &Window| window.app().moment().snapshot.scene.description.clone();
    let before = scene(&window);
    let tick = window.app().moment().stats.tick;
    let field = window
        .harness
        .get_all_by_role(egui::accesskit::Role::SpinButton)
        .map(|field| field.rect())
        .find(|rect| rect.right() < 600.0)
        .unwrap()
        .center();
    window.drag_begin(field, field + vec2(30.0, 0.0));
    window.harness.step();
    assert_ne!(scene(&window), before, "while the pointer is still down");
    window.button(field, PointerButton::Primary, false);
    assert!(window.app().moment().stats.tick > tick, "time is not reset");
}

#[test]
fn nodes_move_together_and_moving_compiles_nothing() {
    let mut window = Window::open(GRAPH);
    let revision = window.app().session().graph_revision();
    let place = window.node("number-aaaaaa");
    window.drag(place, place + vec2(0.0, 40.0));
    let layout = &window.app().session().document().layout;
    assert_ne!(layout.nodes[&id("number-aaaaaa")], [0.0, 0.0]);
    assert_eq!(window.steps(), 1);
    assert_eq!(window.app().session().graph_revision(), revision);
    window.undo();
    let layout = &window.app().session().document().layout;
    assert_eq!(layout.nodes[&id("number-aaaaaa")], [0.0, 0.0]);
}

#[test]
fn deleting_what_is_previewed_keeps_the_last_scene() {
    let mut window = Window::open(GRAPH);
    let place = window.node("scene_output-eeeeee");
    window.click(place);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!((window.nodes(), window.links()), (4, 0));
    let tick = window.app().moment().stats.tick;
    window.harness.run_steps(10);
    assert!(
        window.app().moment().stats.tick > tick,
        "the last scene goes on"
    );
    window.undo();
    assert_eq!((window.nodes(), window.links()), (5, 1));
}

#[test]
fn copies_are_text_and_paste_anew() {
    let mut window = Window::open(GRAPH);
    let place = window.node("number-aaaaaa");
    window.click(place);
    window.harness.event(Event::Copy);
    window.harness.run_steps(1);
    let text = window
        .harness
        .output()
        .platform_output
        .commands
        .iter()
        .find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
        .unwrap();
    assert!(text.contains("\"number-aaaaaa\": ("), "{text}");
    window.harness.event(Event::Paste(text));
    window.harness.run_steps(2);
    assert_eq!((window.nodes(), window.steps()), (6, 1));
    window
        .harness
        .event(Event::Paste("no nodes here".to_owned()));
    window.harness.run_steps(2);
    assert_eq!((window.nodes(), window.steps()), (6, 1));
}

#[test]
fn a_broken_file_opens_as_far_as_it_can_be_read() {
    let broken = GRAPH.replace("\"math\", version: 1", "\"math\", version: one");
    let mut window = Window::open(&broken);
    window.harness.run_steps(5);
    assert!(window.nodes() >= 4);
    let reports = window.app().session().reports();
    assert!(
        reports
            .iter()
            .any(|report| report.message.contains(".ron:5:")),
        "{reports:?}"
    );
    // The list of faults lies in front.
    assert!(window.harness.query_by_label_contains(".ron:5:").is_some());
}

#[test]
fn a_file_that_is_not_there_is_said_and_the_window_opens() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("nothing.ron");
    let window = Window::start(home, &file);
    assert_eq!(window.nodes(), 0);
    let reports = window.app().session().reports();
    let said = reports
        .iter()
        .any(|report| report.message.contains("nothing.ron"));
    assert!(said, "{reports:?}");
}

#[test]
fn windows_of_no_size_do_no_harm() {
    let mut window = Window::open(GRAPH);
    for size in [vec2(1.0, 1.0), vec2(30.0, 900.0), vec2(900.0, 30.0)] {
        window.harness.set_size(size);
        window.harness.run_steps(3);
    }
    window.harness.set_size(vec2(1600.0, 1000.0));
    window.harness.run_steps(3);
    assert_eq!(window.nodes(), 5);
}

#[test]
fn work_of_a_window_that_ended_early_comes_back() {
    let mut window = Window::open(GRAPH);
    let place = window.node("number-bbbbbb");
    window.click(place);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(window.nodes(), 4);
    let Window { harness, home } = window;
    // Dropped without the toolkit's farewell, as a killed process is.
    drop(harness);
    let file = home.path().join("图.ron");
    let mut window = Window::start(home, &file);
    assert_eq!(window.nodes(), 5, "the file is as it was");
    window.harness.get_by_label("Recover").click();
    window.harness.run_steps(3);
    assert_eq!(window.nodes(), 4);
    assert!(window.app().session().is_modified());

    // Ended early once more, right after: still nothing is lost.
    let Window { harness, home } = window;
    drop(harness);
    let mut window = Window::start(home, &file);
    window.harness.get_by_label("Recover").click();
    window.harness.run_steps(3);
    assert_eq!(window.nodes(), 4);
    window.undo();
    assert_eq!(window.nodes(), 5, "undo leads back to the file");
    assert!(window.home.path().exists());
}
