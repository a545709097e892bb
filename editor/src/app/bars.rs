//! The bars around the panes: menus, questions, status.

use eframe::egui;

use super::App;
use crate::{
    action::Action,
    panels::{Pane, banners, menu_bar, status},
    theme,
};

impl App {
    pub(super) fn bars(&mut self, ui: &mut egui::Ui) -> Vec<Action> {
        let palette = theme::palette(ui.visuals());
        let bar = egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 2));
        let mut actions = egui::Panel::top("menus")
            .frame(bar)
            .show(ui, |ui| menu_bar::show(ui, &self.session, &self.settings))
            .inner;
        let view = status::StatusView {
            frame_ms: self.frame_ms,
            stats: &self.worker.moment().stats,
            quality: self.viewport.quality(),
            gpu_ms: self.viewport.gpu_ms(),
            compile_s: self.compile_s,
            memory_bytes: self.memory.resident_bytes(),
            measured: !self.options.lockstep,
        };
        let clicked = egui::Panel::bottom("status")
            .frame(bar)
            .exact_size(theme::ROW)
            .show(ui, |ui| status::show(ui, &self.session, view))
            .inner;
        if clicked {
            self.show_pane(Pane::Problems);
        }
        for question in self.desk.questions() {
            let id = format!("question {question:?}");
            actions.extend(
                egui::Panel::top(egui::Id::new(id))
                    .frame(
                        bar.fill(palette.field)
                            .inner_margin(egui::Margin::symmetric(12, 6)),
                    )
                    .show(ui, |ui| banners::question(ui, question))
                    .inner,
            );
        }
        actions
    }
}
