//! The panes and how they are docked. Each reads state and returns actions.

pub mod banners;
mod derived;
mod field;
pub mod help;
pub mod inspector;
mod keys;
pub mod menu_bar;
pub mod problems;
pub mod settings;
pub mod status;
pub mod strip;
mod typed;

use egui::{RichText, TextEdit};
use egui_dock::{DockState, NodeIndex};
use serde::{Deserialize, Serialize};
use windwright_core::nodes::Category;

use crate::theme;

/// A pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Pane {
    Graph,
    Inspector,
    Help,
    Preview,
    Plots,
    Problems,
}

impl Pane {
    /// All panes.
    pub const ALL: [Self; 6] = [
        Self::Graph,
        Self::Inspector,
        Self::Help,
        Self::Preview,
        Self::Plots,
        Self::Problems,
    ];

    /// Name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Graph => "Graph",
            Self::Inspector => "Inspector",
            Self::Help => "Help",
            Self::Preview => "Preview",
            Self::Plots => "Plots",
            Self::Problems => "Problems",
        }
    }
}

/// Where the panes stand.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Layout(pub DockState<Pane>);

impl Default for Layout {
    /// What is edited left, what is judged right, time below it.
    fn default() -> Self {
        let mut dock = DockState::new(vec![Pane::Preview]);
        let tree = dock.main_surface_mut();
        let [right, left] = tree.split_left(NodeIndex::root(), 0.38, vec![Pane::Graph]);
        tree.split_below(left, 0.58, vec![Pane::Inspector, Pane::Help]);
        tree.split_below(right, 0.85, vec![Pane::Plots, Pane::Problems]);
        Self(dock)
    }
}

impl Layout {
    /// Whether every pane stands somewhere; a layout of another version may lack one.
    pub fn is_complete(&self) -> bool {
        Pane::ALL.iter().all(|pane| self.0.find_tab(pane).is_some())
    }
}

/// The name of a node or type beside the colour of its family.
pub(crate) fn family_heading(ui: &mut egui::Ui, family: Category, text: &str) {
    ui.horizontal(|ui| {
        family_bar(ui, family);
        ui.label(RichText::new(text).font(theme::title_font(13.0)));
    });
}

/// A bar in the colour of a family.
pub(crate) fn family_bar(ui: &mut egui::Ui, family: Category) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(3.0, 18.0), egui::Sense::hover());
    let colour = theme::family_colour(family, ui.visuals());
    ui.painter().rect_filled(rect, 1.5, colour);
}

/// The frame of a box in the middle of the window.
pub(crate) fn box_frame(context: &egui::Context) -> egui::Frame {
    egui::Frame::popup(&context.global_style()).inner_margin(egui::Margin::same(16))
}

/// A row with a name and a text field.
pub(crate) fn text_row(ui: &mut egui::Ui, label: &str, text: &mut String) -> egui::Response {
    let palette = theme::palette(ui.visuals());
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW);
        let size = egui::vec2(80.0, theme::ROW);
        let middle = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, middle, |ui| {
            ui.set_width(size.x);
            ui.label(RichText::new(label).color(palette.second_text));
        });
        ui.add(
            TextEdit::singleline(text)
                .id_salt(label)
                .margin(egui::Margin::symmetric(6, 4))
                .desired_width(f32::INFINITY),
        )
    })
    .inner
}
