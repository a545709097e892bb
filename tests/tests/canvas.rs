//! Menus, keys and panes around the canvas, as a user drives them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use egui::{Event, Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use windwright::action::{Action, FileAction};
use windwright_core::layout::Item;
use windwright_tests::window::{GRAPH, Window, id};

const NUMBER: &str = "number-aaaaaa";

fn choose(window: &mut Window, label: &str) {
    window.harness.get_by_label(label).click();
    window.harness.run_steps(3);
}

fn node_menu(window: &mut Window, node: &str, entry: &str) {
    let place = window.node(node);
    window.right_click(place);
    choose(window, entry);
}

fn context(window: &Window) -> egui::Context {
    window.harness.ctx.clone()
}

#[test]
fn a_node_is_renamed_where_it_was_asked_for() {
    let mut window = Window::open(GRAPH);
    node_menu(&mut window, NUMBER, "Rename F2");
    window.type_text("风速");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.graph().nodes[&id(NUMBER)].name, "风速");
    assert_eq!(window.steps(), 1, "typing is one step");
    window.undo();
    assert_eq!(window.graph().nodes[&id(NUMBER)].name, "");
}

#[test]
fn a_nodes_menu_duplicates_passes_over_frames_and_deletes() {
    let mut window = Window::open(GRAPH);
    node_menu(&mut window, NUMBER, "Duplicate Ctrl+D");
    assert_eq!(window.nodes(), 6);
    window.undo();

    node_menu(&mut window, NUMBER, "Bypass B");
    assert!(window.graph().nodes[&id(NUMBER)].bypass);
    node_menu(&mut window, NUMBER, "Activate B");
    assert!(!window.graph().nodes[&id(NUMBER)].bypass);

    node_menu(&mut window, NUMBER, "Frame selection Ctrl+G");
    let frame = window.layout().items.values().next().cloned();
    let Some(Item::Frame { position, size, .. }) = frame else {
        unreachable!("{frame:?}")
    };
    let [x, y] = window.layout().nodes[&id(NUMBER)];
    assert!(position[0] < x && position[1] < y && position[0] + size[0] > x + 176.0);

    node_menu(&mut window, "wind_preset-dddddd", "Disconnect");
    assert_eq!(window.links(), 0);
    window.undo();
    node_menu(&mut window, "wind_preset-dddddd", "Delete Del");
    assert_eq!((window.nodes(), window.links()), (4, 0));
}

#[test]
fn the_ground_offers_nodes_frames_comments_and_paste() {
    let mut window = Window::open(GRAPH);
    let place = window.empty_place();
    for (entry, kind) in [("Add frame", "frame"), ("Add comment", "comment")] {
        window.right_click(place);
        choose(&mut window, entry);
        let items = &window.layout().items;
        assert!(
            items.keys().any(|id| id.as_str().starts_with(kind)),
            "{entry}"
        );
    }
    window.right_click(place);
    choose(&mut window, "Add node… Tab");
    assert!(window.app().canvas().finder.is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().canvas().finder.is_none());

    window.right_click(place);
    choose(&mut window, "Paste Ctrl+V");
    let at = window.app().canvas().canvas_position(place);
    let text = GRAPH.replace(
        "\"number-bbbbbb\": (0.0, 120.0)",
        "\"number-bbbbbb\": (7.0, 120.0)",
    );
    window.harness.event(Event::Paste(text));
    window.harness.run_steps(2);
    assert_eq!(window.nodes(), 10);
    let near = |[x, y]: &[f32; 2]| Pos2::new(*x, *y).distance(at) < 2.0;
    assert!(
        window.layout().nodes.values().any(near),
        "where the menu was opened"
    );
}

#[test]
fn a_wires_menu_bends_and_cuts_it() {
    let mut window = Window::open(GRAPH);
    let from = window.output("wind_preset-dddddd", "preset");
    let to = window.input("scene_output-eeeeee", "wind");
    window.right_click(from.lerp(to, 0.5));
    choose(&mut window, "Add bend double click");
    let items = &window.layout().items;
    assert!(matches!(items.values().next(), Some(Item::Reroute { .. })));
    window.undo();
    window.right_click(from.lerp(to, 0.5));
    choose(&mut window, "Disconnect Del");
    assert_eq!(window.links(), 0);
}

#[test]
fn a_box_selects_and_delete_removes() {
    let mut window = Window::open(GRAPH);
    let canvas = window.app().canvas().published.canvas.unwrap();
    let numbers =
        [NUMBER, "number-bbbbbb"].map(|node| window.app().canvas().published.nodes[&id(node)]);
    let from = numbers[0].left_top() - vec2(8.0, 8.0);
    let to = numbers[1].right_bottom() + vec2(8.0, 4.0);
    assert!(canvas.contains(from) && canvas.contains(to));
    window.drag(from, to);
    let selected = &window.app().session().selection().nodes;
    assert_eq!(selected.len(), 2, "{selected:?}");
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!((window.nodes(), window.steps()), (3, 1));
    window.undo();
    assert_eq!(window.nodes(), 5);
}

#[test]
fn holding_an_arrow_key_is_one_step() {
    let mut window = Window::open(GRAPH);
    let place = window.node(NUMBER);
    window.click(place);
    let before = window.layout().nodes[&id(NUMBER)];
    window.harness.key_down(Key::ArrowRight);
    for _ in 0..3 {
        window.harness.event(Event::Key {
            key: Key::ArrowRight,
            physical_key: None,
            pressed: true,
            repeat: true,
            modifiers: Modifiers::NONE,
        });
        window.harness.step();
    }
    window.harness.key_up(Key::ArrowRight);
    window.harness.run_steps(3);
    let after = window.layout().nodes[&id(NUMBER)];
    assert!(after[0] >= before[0] + 12.0, "{after:?}");
    assert_eq!(window.steps(), 1);
    window.undo();
    let back = window.layout().nodes[&id(NUMBER)];
    assert!((back[0] - before[0]).abs() < 1e-3, "{back:?}");
}

#[test]
fn help_is_about_the_node_under_the_pointer() {
    let mut window = Window::open(GRAPH);
    let place = window.node("wind_preset-dddddd");
    window.hover(place);
    window.key(Modifiers::NONE, Key::F1);
    let registry = window.app().session().registry().clone();
    let doc = registry.spec("wind_preset").unwrap().doc;
    assert!(window.harness.query_by_label(doc).is_some());
    assert!(
        window
            .harness
            .query_by_label("lay a wire; dropped on nothing, it offers what fits")
            .is_some()
    );
}

#[test]
fn a_problem_leads_to_its_node() {
    let broken = GRAPH.replace(
        "\"scene_output-eeeeee.wind\": \"wind_preset-dddddd.preset\"",
        "\"scene_output-eeeeee.sky\": \"wind_preset-dddddd.preset\"",
    );
    let mut window = Window::open(&broken);
    window.harness.run_steps(3);
    let problem = window.app().session().diagnostics()[0].clone();
    choose(&mut window, "View");
    choose(&mut window, "Problems");
    choose(&mut window, "Go to Scene output");
    assert!(
        window
            .app()
            .session()
            .selection()
            .nodes
            .contains(&problem.node)
    );
}

#[test]
fn undo_says_what_it_takes_back() {
    let mut window = Window::open(GRAPH);
    let place = window.node(NUMBER);
    window.drag(place, place + vec2(0.0, 40.0));
    choose(&mut window, "Edit");
    assert!(
        window
            .harness
            .query_by_label("Undo move node Ctrl+Z")
            .is_some()
    );
}

#[test]
fn settings_count_at_once_and_are_kept() {
    let mut window = Window::open(GRAPH);
    window.key(Modifiers::COMMAND, Key::Comma);
    choose(&mut window, "Light");
    assert!(!context(&window).global_style().visuals.dark_mode);
    choose(&mut window, "Close");
    let settings = window.home.path().join("settings/settings.ron");
    let text = std::fs::read_to_string(settings).unwrap();
    assert!(text.contains("appearance: Light"), "{text}");
    assert!(
        window.harness.query_by_label("Check-out command").is_none(),
        "the box is closed"
    );
}

#[test]
fn a_typed_path_opens_and_a_dropped_tree_is_imported() {
    let mut window = Window::open(GRAPH);
    let other = window.home.path().join("other.ron");
    std::fs::write(
        &other,
        GRAPH.replace(
            "\"number-bbbbbb\": (type: \"number\", version: 1, values: {\"value\": 3.0}),\n",
            "",
        ),
    )
    .unwrap();
    let open = Action::File(FileAction::OpenPath(other.clone()));
    let ctx = context(&window);
    window.harness.state_mut().act(&ctx, open);
    wait_until(&mut window, |window| window.nodes() == 4);
    assert_eq!(window.app().session().path(), Some(&*other));

    let tree = Arc::new(Dropped(PathBuf::from("/trees/橡树.glb")));
    window.harness.input_mut().dropped_files.push(tree);
    window.harness.run_steps(3);
    let imported = window
        .graph()
        .nodes
        .values()
        .find(|node| node.type_key == "import_tree");
    let file = format!("{:?}", imported.unwrap().values);
    assert!(file.contains("橡树.glb"), "{file}");
}

/// A file that was let go over the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("its path is enough".to_owned())
    }
}

/// Files are read on a thread: frames pass until it is done.
fn wait_until(window: &mut Window, done: impl Fn(&Window) -> bool) {
    for _ in 0..500 {
        if done(window) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
        window.harness.step();
    }
}

#[test]
fn every_pane_can_be_shown() {
    let mut window = Window::open(GRAPH);
    for (pane, content) in [
        ("Inspector", "Tab over the canvas adds a node."),
        ("Problems", "There is no graphics device."),
        ("Plots", "Wind at 10 m"),
    ] {
        choose(&mut window, "View");
        choose(&mut window, pane);
        assert!(window.harness.query_by_label(content).is_some(), "{pane}");
    }
}
