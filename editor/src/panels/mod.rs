//! The panes and how they are docked. Each reads state and returns actions.

pub mod banners;
mod derived;
mod field;
pub mod inspector;
pub mod menu_bar;
pub mod problems;
pub mod status;
pub mod strip;
mod typed;

use egui::{RichText, TextEdit};
use egui_dock::{DockState, NodeIndex};
use serde::{Deserialize, Serialize};

use crate::theme;

/// A pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Pane {
    Graph,
    Inspector,
    Preview,
    Plots,
    Problems,
}

impl Pane {
    /// All panes.
    pub const ALL: [Self; 5] = [
        Self::Graph,
        Self::Inspector,
        Self::Preview,
        Self::Plots,
        Self::Problems,
    ];

    /// Name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Graph => "Graph",
            Self::Inspector => "Inspector",
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
        tree.split_below(left, 0.58, vec![Pane::Inspector]);
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

/// A row with a name and a text field.
pub(crate) fn text_row(ui: &mut egui::Ui, label: &str, text: &mut String) {
    let palette = theme::palette(ui.visuals());
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW);
        ui.label(RichText::new(label).color(palette.second_text));
        ui.add(
            TextEdit::singleline(text)
                .margin(egui::Margin::symmetric(6, 4))
                .desired_width(f32::INFINITY),
        );
    });
}
