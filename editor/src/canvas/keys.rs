//! Keys that act on the canvas while the pointer is over it.

use egui::{Key, Modifiers, Vec2};

use super::{CanvasView, edits, shown::Shown, state::CanvasState};
use crate::action::{Action, WindowAction};

/// How far an arrow key moves what is selected, canvas units; with Shift farther.
const NUDGE: [f32; 2] = [4.0, 24.0];
const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, Vec2::new(-1.0, 0.0)),
    (Key::ArrowRight, Vec2::new(1.0, 0.0)),
    (Key::ArrowUp, Vec2::new(0.0, -1.0)),
    (Key::ArrowDown, Vec2::new(0.0, 1.0)),
];

/// Actions of the keys pressed in this frame.
pub(super) fn actions(
    ui: &egui::Ui,
    over: bool,
    view: CanvasView<'_>,
    shown: &Shown,
    state: &mut CanvasState,
) -> Vec<Action> {
    let mut actions = Vec::new();
    if !over || ui.ctx().egui_wants_keyboard_input() || state.finder.is_some() {
        end_nudge(state, &mut actions);
        return actions;
    }
    nudge(ui, view, state, &mut actions);
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::NONE, Key::Home) {
        actions.push(Action::FitGraph);
    }
    if view.selection.nodes.is_empty() {
        return actions;
    }
    if pressed(Modifiers::NONE, Key::B) {
        actions.push(edits::toggle_bypass(view.document, view.selection));
    }
    if pressed(Modifiers::COMMAND, Key::G) {
        actions.extend(frame_selection(view, shown));
    }
    if pressed(Modifiers::NONE, Key::F2) {
        actions.push(Action::Window(WindowAction::Rename));
    }
    actions
}

/// A frame around the selected nodes.
pub(super) fn frame_selection(view: CanvasView<'_>, shown: &Shown) -> Option<Action> {
    let bounds = shown
        .bounds(view)
        .filter(|(id, _)| view.selection.nodes.contains(*id))
        .map(|(_, rect)| rect);
    bounds.reduce(egui::Rect::union).map(edits::frame_around)
}

/// Holding arrow keys is one step, however often they repeat.
fn nudge(ui: &egui::Ui, view: CanvasView<'_>, state: &mut CanvasState, actions: &mut Vec<Action>) {
    let far = ui.input(|input| input.modifiers.shift);
    let delta = ui.input(|input| {
        let presses = ARROWS.map(|(key, way)| way * input.num_presses(key) as f32);
        presses.into_iter().fold(Vec2::ZERO, |sum, way| sum + way)
    }) * NUDGE[usize::from(far)];
    if delta != Vec2::ZERO {
        let edits = edits::nudge(view.document, view.selection, delta);
        if edits.is_empty() {
            return;
        }
        if !state.nudging {
            state.nudging = true;
            let label = "Nudge".to_owned();
            actions.push(Action::BeginGesture { label });
        }
        actions.push(Action::ReplaceGesture { edits });
    } else if !ui.input(|input| ARROWS.iter().any(|(key, _)| input.key_down(*key))) {
        end_nudge(state, actions);
    }
}

fn end_nudge(state: &mut CanvasState, actions: &mut Vec<Action>) {
    if std::mem::take(&mut state.nudging) {
        actions.push(Action::CommitGesture);
    }
}
