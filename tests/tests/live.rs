//! Edits in the window and on the disk reach the moving trees, and nothing starts anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::float_cmp,
    reason = "a test stops at the first surprise"
)]

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use egui::vec2;
use egui_kittest::Harness;
use windwright::{
    action::{Action, FileAction},
    app::{App, WindowOptions},
    disk::Folders,
};
use windwright_core::{
    edit::Edit,
    graph::{Key, NodeId},
    value::{Finite, Value},
};
use windwright_runtime::{frame::BranchPose, signal::Scalar};

/// Frames over which the usual turning is taken.
const BEFORE: usize = 60;
/// Frames after an edit in which the turning of all branches together is compared.
const AFTER: usize = 12;
/// Frames of these that are compared branch by branch: the change itself and the next. Later a stronger wind may turn a single
/// branch more, as it should.
const CHANGE: usize = 2;
/// How much more than usual a branch may turn in a frame.
const FACTOR: f32 = 2.0;
/// Turning that is rounding alone, radians.
const ROUNDING_RAD: f32 = 2e-6;
/// Longest wait for a change on the disk to be noticed.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longer than the watcher waits for quiet, so that it looks at what is half written.
const LOOKED_AT: Duration = Duration::from_millis(400);

/// A small tree on springs in a wind from the node `wind`.
fn graph(wind: &str) -> String {
    format!(
        r#"(format: 1,
nodes: {{
"grow_tree-a": (type: "grow_tree", version: 1, values: {{"levels": 3, "bundles": 40, "height_m": 6.0}}),
"branch_springs-b": (type: "branch_springs", version: 1),
"wind-c": {wind},
"wind_grid-d": (type: "wind_grid", version: 1, values: {{"levels": 1, "cells_x": "32", "cells_z": "32"}}),
"scene_output-e": (type: "scene_output", version: 1),
}},
links: {{
"branch_springs-b.tree": "grow_tree-a.tree",
"wind_grid-d.preset": "wind-c.WIND",
"scene_output-e.trees": "branch_springs-b.springs",
"scene_output-e.wind": "wind_grid-d.wind",
}})
"#
    )
}

fn with_own_wind(speed_m_per_s: f32) -> String {
    let wind = format!(
        r#"(type: "wind_preset", version: 1, values: {{"speed_m_per_s": {speed_m_per_s:?}}})"#
    );
    graph(&wind).replace("WIND", "preset")
}

fn with_wind_from_file() -> String {
    let wind = r#"(type: "preset_reference", version: 1, values: {"file": "wind.ron"})"#;
    graph(wind).replace("WIND", "wind")
}

fn preset(speed_m_per_s: f32) -> String {
    format!("(format: 1, name: \"Test\", speed_m_per_s: {speed_m_per_s:?})\n")
}

/// Angle between two rotations, radians.
fn angle(a: &BranchPose, b: &BranchPose) -> f32 {
    let [a, b] = [a, b].map(|pose| glam::DQuat::from_array(pose.rotation.map(f64::from)));
    let turn = a.conjugate() * b;
    (2.0 * turn.xyz().length().atan2(turn.w.abs())) as f32
}

struct Window {
    harness: Harness<'static, App>,
    poses: Vec<BranchPose>,
    /// How far each branch turned in each of the last frames.
    turns: VecDeque<Vec<f32>>,
    /// Largest turn after an edit, in usual turns.
    worst: f32,
    home: tempfile::TempDir,
}

impl Window {
    fn open(text: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("图.ron");
        fs::write(&file, text).unwrap();
        fs::write(home.path().join("wind.ron"), preset(4.3)).unwrap();
        let options = WindowOptions {
            file: Some(file),
            folders: Some(Folders::below(&home.path().join("own"))),
            lockstep: true,
            ..WindowOptions::default()
        };
        let harness = Harness::builder()
            .with_size(vec2(300.0, 200.0))
            .build_eframe(move |creation| {
                App::new(&creation.egui_ctx, None, options, Instant::now()).unwrap()
            });
        let mut window = Self {
            harness,
            poses: Vec::new(),
            turns: VecDeque::new(),
            worst: 0.0,
            home,
        };
        window.frames(4 * BEFORE);
        assert!(window.poses.len() > 50, "{}", window.poses.len());
        window
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn act(&mut self, action: Action) {
        let context = self.harness.ctx.clone();
        self.harness.state_mut().act(&context, action);
    }

    fn frame(&mut self) {
        self.harness.step();
        let trees = &self.harness.state().moment().snapshot.trees;
        let poses: Vec<BranchPose> = trees.iter().flat_map(|tree| tree.poses.clone()).collect();
        if poses.len() == self.poses.len() {
            let turns = poses.iter().zip(&self.poses).map(|(a, b)| angle(a, b));
            self.turns.push_back(turns.collect());
            if self.turns.len() > BEFORE + AFTER {
                self.turns.pop_front();
            }
        }
        self.poses = poses;
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame();
        }
    }

    /// Speed of the wind in the scene that runs.
    fn speed_m_per_s(&self) -> f32 {
        let scene = &self.app().moment().snapshot.scene.description;
        match &scene.wind.as_ref().unwrap().preset.speed_m_per_s {
            Scalar::Constant(speed) => *speed,
            Scalar::Signal(_) => panic!("the wind is constant"),
        }
    }

    /// Draws frames for some time.
    fn wait(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.frame();
            thread::sleep(Duration::from_millis(8));
        }
    }

    fn wait_for(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}");
            self.frame();
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The scene has just changed to a wind of this speed: no branch starts, no state is lost.
    fn check_change(&mut self, speed_m_per_s: f32, what: &str) {
        self.wait_for(what, |window| window.speed_m_per_s() == speed_m_per_s);
        let stats = self.app().moment().stats;
        assert_eq!(
            (stats.retention.new, stats.retention.kept),
            (0, self.poses.len()),
            "{what}"
        );
        self.frames(AFTER - 1);
        let turns = self.turns.make_contiguous();
        let (before, after) = turns.split_at(turns.len() - AFTER);
        assert_eq!(before.len(), BEFORE);
        let most = |frames: &[Vec<f32>], row: usize| {
            frames.iter().map(|frame| frame[row]).fold(0.0, f32::max)
        };
        let mut worst = 0.0_f32;
        for row in 0..self.poses.len() {
            let (usual, now) = (most(before, row), most(&after[..CHANGE], row));
            worst = worst.max(now / usual);
            assert!(
                now <= FACTOR * usual + ROUNDING_RAD,
                "{what}: branch {row} turns by {now} rad, usually by {usual} at most"
            );
        }
        let together = |frames: &[Vec<f32>]| {
            let squares = frames
                .iter()
                .map(|frame| frame.iter().map(|turn| turn * turn).sum());
            squares.fold(0.0, f32::max).sqrt()
        };
        let (usual, now) = (together(before), together(after));
        assert!(
            now <= FACTOR * usual,
            "{what}: the tree turns by {now} rad, usually by {usual} at most"
        );
        assert!(worst > 0.0, "{what}: the trees move");
        self.frames(BEFORE);
        self.worst = self.worst.max(worst);
    }
}

/// Ways in which programs write a file.
#[derive(Debug, Clone, Copy)]
enum Way {
    Plain,
    RenameOver,
    TruncateThenWrite,
    /// A temporary file, the old one moved aside, the new one in its place, the old one deleted.
    JetBrains,
    /// The old one becomes a backup and the file is written anew.
    Backup,
}

const WAYS: [Way; 5] = [
    Way::Plain,
    Way::RenameOver,
    Way::TruncateThenWrite,
    Way::JetBrains,
    Way::Backup,
];

/// Writes a file that way; `meanwhile` is called while it is half written.
fn write(path: &Path, text: &str, way: Way, mut meanwhile: impl FnMut()) {
    let beside = |end: &str| {
        let mut name = path.file_name().unwrap().to_owned();
        name.push(end);
        path.with_file_name(name)
    };
    match way {
        Way::Plain => fs::write(path, text).unwrap(),
        Way::RenameOver => {
            fs::write(beside(".tmp"), text).unwrap();
            fs::rename(beside(".tmp"), path).unwrap();
        }
        Way::TruncateThenWrite => {
            fs::write(path, "").unwrap();
            meanwhile();
            let half = text.len() / 2;
            fs::write(path, &text[..half]).unwrap();
            meanwhile();
            fs::write(path, text).unwrap();
        }
        Way::JetBrains => {
            fs::write(beside("___jb_tmp___"), text).unwrap();
            fs::rename(path, beside("___jb_old___")).unwrap();
            meanwhile();
            fs::rename(beside("___jb_tmp___"), path).unwrap();
            fs::remove_file(beside("___jb_old___")).unwrap();
        }
        Way::Backup => {
            fs::rename(path, beside("~")).unwrap();
            fs::write(path, text).unwrap();
        }
    }
}

/// Changes a file back and forth, each time in another way.
fn check_file(window: &mut Window, name: &str, text: impl Fn(f32) -> String) {
    let path = window.file(name);
    for (way, speed_m_per_s) in WAYS.into_iter().zip([6.0, 4.3].into_iter().cycle()) {
        let before = window.speed_m_per_s();
        let document = window.app().session().document().clone();
        write(&path, &text(speed_m_per_s), way, || {
            window.wait(LOOKED_AT);
            assert_eq!(window.speed_m_per_s(), before, "the last good one is kept");
            assert_eq!(window.app().session().document(), &document);
        });
        window.check_change(speed_m_per_s, &format!("{name}, {way:?}"));
        assert!(!window.app().session().is_modified());
        let reports = window.app().session().reports();
        let mut of_file = reports.iter().filter(|report| report.place != "preview");
        assert_eq!(of_file.next(), None, "{way:?}");
        let diagnostics = window.app().session().diagnostics();
        assert!(diagnostics.is_empty(), "{way:?}: {diagnostics:?}");
    }
}

#[test]
fn a_graph_that_others_write_moves_the_trees_on() {
    let mut window = Window::open(&with_own_wind(4.3));
    check_file(&mut window, "图.ron", with_own_wind);
    println!("at most {} times the usual turn", window.worst);
}

#[test]
fn a_preset_that_others_write_moves_the_trees_on() {
    let mut window = Window::open(&with_wind_from_file());
    check_file(&mut window, "wind.ron", preset);
    println!("at most {} times the usual turn", window.worst);
}

fn set_speed(speed_m_per_s: f32) -> Vec<Edit> {
    vec![Edit::SetValue {
        id: NodeId::new("wind-c"),
        key: Key::new("speed_m_per_s"),
        value: Finite::new(speed_m_per_s).map(Value::Number),
    }]
}

#[test]
fn a_wind_that_is_dragged_moves_the_trees_on_and_its_save_is_no_news() {
    let mut window = Window::open(&with_own_wind(4.3));
    // Over the whole map, so that no gust decides.
    let wind = |window: &Window| {
        let [x, z] = window.app().moment().snapshot.wind_map.mean_m_per_s;
        x.hypot(z)
    };
    let before = wind(&window);
    window.act(Action::Edit {
        label: "Wind".to_owned(),
        edits: set_speed(6.0),
    });
    window.check_change(6.0, "edit");
    window.frames(BEFORE);
    let gain = wind(&window) / before;
    assert!((1.2..1.6).contains(&gain), "{gain} instead of 6 / 4.3");
    window.act(Action::BeginGesture {
        label: "Wind".to_owned(),
    });
    for step in 1_u8..=12 {
        let edits = set_speed(6.0 - f32::from(step) / 8.0);
        window.act(Action::ReplaceGesture { edits });
        window.frame();
    }
    window.act(Action::CommitGesture);
    window.check_change(4.5, "drag");
    println!("at most {} times the usual turn", window.worst);

    let document = window.app().session().document().clone();
    let revision = window.app().session().graph_revision();
    window.act(Action::File(FileAction::Save));
    window.wait_for("saved", |window| !window.app().session().is_modified());
    window.wait(2 * LOOKED_AT);
    assert_eq!(window.app().session().document(), &document);
    assert_eq!(window.app().session().graph_revision(), revision);
    assert!(!window.app().session().is_modified());
}

/// While the window has changes of its own, a change on the disk is a question.
#[test]
fn a_change_on_both_sides_is_asked_about() {
    let mut window = Window::open(&with_own_wind(4.3));
    window.act(Action::Edit {
        label: "Wind".to_owned(),
        edits: set_speed(5.0),
    });
    fs::write(window.file("图.ron"), with_own_wind(6.0)).unwrap();
    window.wait(2 * LOOKED_AT);
    assert_eq!(window.speed_m_per_s(), 5.0);
    window.act(Action::File(FileAction::Reload));
    window.check_change(6.0, "reload");
    // What was here is one step back.
    window.act(Action::Undo);
    window.check_change(5.0, "undo");
}

/// What others wrote and could not be taken, because it is broken, is not written over without a word.
#[test]
fn a_broken_change_is_kept_until_the_user_decides() {
    let mut window = Window::open(&with_own_wind(4.3));
    let file = window.file("图.ron");
    let broken = with_own_wind(6.0).replace("\"wind_preset\"", "\"wind_preset");
    fs::write(&file, &broken).unwrap();
    window.wait_for("the fault is listed", |window| {
        let mut reports = window.app().session().reports().iter();
        reports.any(|report| report.message.contains("图.ron:5:"))
    });
    assert_eq!(window.speed_m_per_s(), 4.3);
    window.act(Action::Edit {
        label: "Wind".to_owned(),
        edits: set_speed(5.0),
    });
    window.act(Action::File(FileAction::Save));
    window.wait_for("refused", |window| {
        let mut reports = window.app().session().reports().iter();
        reports.any(|report| report.message.contains("changed by another program"))
    });
    assert!(window.app().session().is_modified());
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
    window.act(Action::File(FileAction::KeepMine));
    window.act(Action::File(FileAction::Save));
    window.wait_for("saved", |window| !window.app().session().is_modified());
    assert!(fs::read_to_string(&file).unwrap().contains("5.0"));
}
