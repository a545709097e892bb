//! What lies over the picture: the wind's chip and the menu of views.

use egui::{Color32, Rect, pos2, vec2};
use windwright_core::nodes::Category;

use super::Viewport;
use crate::{
    action::{Action, PreviewAction},
    beaufort,
    eye::Mode,
    theme,
    worker::Moment,
};

impl Viewport {
    pub(super) fn view_menu(&mut self, ui: &mut egui::Ui, rect: Rect) -> Vec<Action> {
        let mut actions = Vec::new();
        let corner = Rect::from_min_size(
            pos2(rect.right() - 104.0, rect.top() + 8.0),
            vec2(96.0, theme::ROW),
        );
        let builder = egui::UiBuilder::new()
            .max_rect(corner)
            .layout(egui::Layout::right_to_left(egui::Align::Center));
        let mode = self.eye.map(|eye| eye.mode).unwrap_or_default();
        ui.scope_builder(builder, |ui| {
            let fill = chip_fill(ui);
            ui.visuals_mut().widgets.inactive.weak_bg_fill = fill;
            let title = format!("{} {}", mode.label(), egui_phosphor::regular::CARET_DOWN);
            ui.menu_button(title, |ui| {
                if let Some(choice) = choose_mode(ui, mode)
                    && let Some(eye) = self.eye.as_mut()
                {
                    eye.mode = choice;
                }
                ui.separator();
                if ui.button("Frame all (F)").clicked() {
                    actions.push(Action::Preview(PreviewAction::FrameAll));
                    ui.close();
                }
            });
        });
        actions
    }
}

/// The ways of moving, with their keys; the one that was chosen.
fn choose_mode(ui: &mut egui::Ui, current: Mode) -> Option<Mode> {
    let mut chosen = None;
    for (mode, text) in [
        (
            Mode::Orbit,
            "Orbit: drag turns, shift-drag pans, wheel zooms",
        ),
        (Mode::Walk, "Walk: W A S D, shift runs"),
        (Mode::Fly, "Fly: W A S D, Q E, shift hurries"),
    ] {
        if ui.selectable_label(current == mode, text).clicked() {
            chosen = Some(mode);
            ui.close();
        }
    }
    chosen
}

fn chip_fill(ui: &egui::Ui) -> Color32 {
    theme::palette(ui.visuals()).panel.gamma_multiply(0.85)
}

/// The wind at 10 m over the point looked at: arrow as seen from above, m/s, Beaufort.
pub(super) fn wind_chip(ui: &egui::Ui, rect: Rect, moment: &Moment) {
    let palette = theme::palette(ui.visuals());
    let [x, _, z] = moment.snapshot.wind_at_target_m_per_s;
    let speed = x.hypot(z);
    let (force, name) = beaufort::force(speed);
    let painter = ui.painter();
    let text = format!("{speed:.1} m/s");
    let second = format!("Beaufort {force}, {name}");
    let first = painter.layout_no_wrap(text, theme::title_font(13.0), palette.text);
    let second = painter.layout_no_wrap(second, theme::text_font(12.0), palette.second_text);
    let width = first.size().x + second.size().x + 56.0;
    let chip = Rect::from_min_size(
        pos2(rect.left() + 12.0, rect.bottom() - 40.0),
        vec2(width, 28.0),
    );
    if chip.right() > rect.right() {
        return;
    }
    painter.rect_filled(chip, 6.0, chip_fill(ui));
    let middle = chip.center().y;
    let hub = pos2(chip.left() + 18.0, middle);
    let colour = theme::family_colour(Category::Wind, ui.visuals());
    if speed > 0.05 {
        let along = vec2(x, z) / speed;
        painter.arrow(
            hub - along * 8.0,
            along * 16.0,
            egui::Stroke::new(1.5, colour),
        );
    } else {
        painter.circle_stroke(hub, 3.0, egui::Stroke::new(1.5, colour));
    }
    let place = pos2(chip.left() + 36.0, middle - first.size().y * 0.5);
    let after = place.x + first.size().x + 8.0;
    painter.galley(place, first, palette.text);
    let place = pos2(after, middle - second.size().y * 0.5);
    painter.galley(place, second, palette.second_text);
}
