//! Mouse and keys move the eye.

use egui::{Key, PointerButton};

use super::Viewport;
use crate::{eye::Eye, snapshot::SceneBundle};

impl Viewport {
    pub(super) fn steer(&mut self, ui: &egui::Ui, response: &egui::Response, bundle: &SceneBundle) {
        let description = &bundle.description;
        let (camera, ground) = (&description.camera, &description.ground);
        let eye = self
            .eye
            .get_or_insert_with(|| Eye::of_camera(camera, ground));
        let share = f64::from(response.rect.height().max(1.0)).recip();
        let delta = response.drag_delta();
        let (across, down) = (f64::from(delta.x) * share, f64::from(delta.y) * share);
        let panning = ui.input(|input| input.modifiers.shift);
        if response.dragged_by(PointerButton::Primary) && !panning {
            eye.turn(across, down);
        } else if response.dragged() {
            eye.pan(across, down);
        }
        if !response.hovered() {
            return;
        }
        let scroll = ui.input(|input| input.smooth_scroll_delta().y);
        if scroll != 0.0 {
            eye.zoom(f64::from(scroll / 240.0).exp());
        }
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let (go, fast, dt_s) = ui.input(|input| {
            let axis = |more: Key, less: Key| {
                f64::from(i8::from(input.key_down(more)) - i8::from(input.key_down(less)))
            };
            let go = [
                axis(Key::W, Key::S),
                axis(Key::D, Key::A),
                axis(Key::E, Key::Q),
            ];
            (go, input.modifiers.shift, f64::from(input.stable_dt))
        });
        if go.iter().any(|share| share.abs() > 0.0) && ui.input(|input| !input.modifiers.command) {
            eye.go(go, fast, dt_s, ground);
            ui.ctx().request_repaint();
        }
        if ui.input(|input| input.key_pressed(Key::F)) {
            self.eye = None;
        }
    }
}
