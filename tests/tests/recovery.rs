//! What a window takes up, mends and refuses.
#![expect(
    clippy::float_cmp,
    reason = "what is refused leaves the very same number"
)]

use std::time::Instant;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use windwright::action::{Action, FileAction};
use windwright_tests::window::{GRAPH, Window};

#[test]
fn a_restored_window_has_document_time_and_panes() {
    for edited in [true, false] {
        let mut window = Window::open(GRAPH);
        if edited {
            let place = window.node("number-bbbbbb");
            window.click(place);
            window.key(Modifiers::NONE, Key::Delete);
        }
        let nodes = window.nodes();
        let kept = window.home.path().join("state/resume.ron");
        let begun = Instant::now();
        while !kept.is_file() {
            assert!(begun.elapsed().as_secs() < 20, "nothing is kept");
            window.harness.run_steps(5);
        }
        let time_s = window.app().moment().snapshot.time_s;
        let Window { harness, home } = window;
        drop(harness);
        let window = Window::restore(home);
        assert_eq!(window.nodes(), nodes);
        assert_eq!(window.app().session().is_modified(), edited);
        let path = window.app().session().path().unwrap();
        assert!(path.ends_with("图.ron"));
        let restored_s = window.app().moment().snapshot.time_s;
        assert!(
            (time_s - 2.0..time_s + 2.0).contains(&restored_s),
            "{restored_s} s after {time_s} s"
        );
    }
}

#[test]
fn missing_files_are_located_in_one_step() {
    let mut window = Window::open(&GRAPH.replace(
        "\"math-cccccc\": (type: \"math\", version: 1, values: {})",
        "\"math-cccccc\": (type: \"preset_reference\", version: 1, values: {\"file\": \"gone/wind.ron\"})",
    ).replace("wind_preset-dddddd.preset", "math-cccccc.wind"));
    let diagnostics = |window: &Window| window.app().session().diagnostics().len();
    let problem = window.app().session().diagnostics()[0].clone();
    assert!(window.app().session().is_of_missing_file(&problem));
    let there = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(there.path().join("a/b")).unwrap();
    let text = "(format: 1, name: \"Found\", speed_m_per_s: 9.0)";
    std::fs::write(there.path().join("a/b/wind.ron"), text).unwrap();
    let context = window.harness.ctx.clone();
    let locate = Action::File(FileAction::LocateIn(there.path().to_path_buf()));
    window.harness.state_mut().act(&context, locate);
    let begun = Instant::now();
    while window.steps() == 0 {
        assert!(begun.elapsed().as_secs() < 20, "nothing is found");
        window.harness.step();
    }
    window.harness.run_steps(3);
    assert_eq!((window.steps(), diagnostics(&window)), (1, 0));
    let scene = &window.app().moment().snapshot.scene.description;
    assert_eq!(scene.wind.as_ref().unwrap().preset.name, "Found");
    window.undo();
    assert_eq!((window.steps(), diagnostics(&window)), (0, 1));
    // The last good version stays.
    let scene = &window.app().moment().snapshot.scene.description;
    assert_eq!(scene.wind.as_ref().unwrap().preset.name, "Found");
}

#[test]
fn what_is_no_number_is_refused_at_the_field() {
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
    let typed = |window: &mut Window, text: &str| {
        window.click(field);
        window.key(Modifiers::COMMAND, Key::A);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(2);
        window.key(Modifiers::NONE, Key::Enter);
        window.number("number-aaaaaa")
    };
    for text in ["NaN", "inf", "-inf", "1e999", "1e30", "-1e30", "many"] {
        assert_eq!(typed(&mut window, text), 2.0, "{text}");
    }
    assert_eq!(window.steps(), 0);
    assert_eq!(typed(&mut window, "7.5"), 7.5);
    assert_eq!(window.steps(), 1);
}
