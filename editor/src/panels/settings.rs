//! The box with what the user may choose.

use std::path::PathBuf;

use egui::{Context, Grid, Id, Modal, RichText, TextEdit, Ui};

use crate::{
    action::{Action, WindowAction},
    settings::Preferences,
    theme::{self, Appearance},
};

/// Width of the fields, points.
const FIELD: f32 = 320.0;
/// Sizes that are offered.
const SCALES: [f32; 7] = [0.75, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0];

/// Shows the box; what is changed counts at once.
pub fn show(context: &Context, preferences: &Preferences) -> Vec<Action> {
    let mut changed = preferences.clone();
    let mut closed = false;
    let frame = super::box_frame(context);
    let modal = Modal::new(Id::new("settings"))
        .frame(frame)
        .show(context, |ui| {
            ui.set_width(482.0);
            ui.label(RichText::new("Settings").font(theme::title_font(15.0)));
            ui.add_space(8.0);
            Grid::new("preferences")
                .num_columns(2)
                .spacing([16.0, 8.0])
                .min_row_height(theme::ROW)
                .show(ui, |ui| fields(ui, &mut changed));
            ui.add_space(12.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                closed = ui.button("Close").clicked();
            });
        });
    let mut actions = Vec::new();
    if changed != *preferences {
        actions.push(Action::Window(WindowAction::Prefer(Box::new(changed))));
    }
    if closed || modal.should_close() {
        actions.push(Action::Window(WindowAction::ShowSettings(false)));
    }
    actions
}

fn fields(ui: &mut Ui, preferences: &mut Preferences) {
    let Preferences {
        appearance,
        scale,
        checkout_command,
        data,
    } = preferences;
    let hint = "Colours of the window; the preview keeps its own.";
    name(ui, "Appearance", hint);
    ui.horizontal(|ui| {
        ui.selectable_value(appearance, Appearance::Dark, "Dark");
        ui.selectable_value(appearance, Appearance::Light, "Light");
    });
    ui.end_row();

    let hint = "Size of text and controls. Ctrl and plus or minus do the same.";
    name(ui, "Scale", hint);
    egui::ComboBox::from_id_salt("scale")
        .selected_text(percent(*scale))
        .width(96.0)
        .show_ui(ui, |ui| {
            for offered in SCALES {
                ui.selectable_value(scale, offered, percent(offered));
            }
        });
    ui.end_row();

    let hint = "Run with the file’s path at its end when a read-only graph is saved.";
    name(ui, "Check-out command", hint);
    let mut typed = checkout_command.join(" ");
    if field(ui, "checkout", &mut typed, "p4 edit") {
        // The last space stays while the next word is being typed.
        *checkout_command = typed.split(' ').map(str::to_owned).collect();
        if typed.trim().is_empty() {
            checkout_command.clear();
        }
    }
    ui.end_row();

    let hint = "Looked into first for graphs, presets and assets, from the next start on.";
    name(ui, "Data folder", hint);
    let path = data.as_ref().map(|path| path.to_string_lossy());
    let mut typed = path.map_or_else(String::new, std::borrow::Cow::into_owned);
    if field(ui, "data", &mut typed, "the program’s own") {
        *data = (!typed.trim().is_empty()).then(|| PathBuf::from(typed));
    }
    ui.end_row();
}

fn name(ui: &mut Ui, label: &str, hint: &str) {
    let palette = theme::palette(ui.visuals());
    ui.label(RichText::new(label).color(palette.second_text))
        .on_hover_text(hint);
}

fn field(ui: &mut Ui, id: &str, text: &mut String, hint: &str) -> bool {
    let edit = TextEdit::singleline(text)
        .id_salt(id)
        .hint_text(hint)
        .margin(egui::Margin::symmetric(6, 4))
        .desired_width(FIELD);
    ui.add(edit).changed()
}

fn percent(scale: f32) -> String {
    format!("{:.0} %", scale * 100.0)
}
