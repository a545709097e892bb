//! What a species comes to on the trees that carry it: Hz, damping, degrees of lean, limited branches.

use egui::{Grid, RichText};
use windwright_core::graph::NodeId;

use crate::{canvas::face::number_text, theme, worker::DerivedFeel};

/// Shows the table beneath the node's heading, if the node makes a group of moving trees or feeds one.
pub(super) fn show(ui: &mut egui::Ui, feels: &[&DerivedFeel], id: &NodeId) {
    let palette = theme::palette(ui.visuals());
    for (index, feel) in feels.iter().enumerate() {
        Grid::new(("derived", id.as_str(), index))
            .num_columns(5)
            .spacing([16.0, 2.0])
            .show(ui, |ui| {
                for title in ["on this tree", "Hz", "damping", "lean at 10 m/s", ""] {
                    ui.label(RichText::new(title).size(11.0).color(palette.second_text));
                }
                ui.end_row();
                for level in &feel.levels {
                    let number = |text: String| RichText::new(text).size(12.0);
                    let name = format!("{:?} ({})", level.level, level.branches);
                    ui.label(number(name));
                    ui.label(number(number_text(level.natural_frequency_hz.mean)));
                    ui.label(number(number_text(level.damping_ratio.mean)));
                    ui.label(number(format!("{}°", number_text(level.lean_deg.mean))));
                    if level.clamped > 0 {
                        let text = format!("{} limited", level.clamped);
                        ui.label(RichText::new(text).size(12.0).color(palette.warning))
                            .on_hover_text(
                                "Stiffness or damping of these branches is held back so that the \
                                 step stays stable. Raise the rate or the substeps to feel it.",
                            );
                    }
                    ui.end_row();
                }
            });
        ui.add_space(4.0);
    }
}
