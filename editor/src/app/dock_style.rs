//! The panes' frames and tabs in the theme's colours.

use eframe::egui;
use egui_dock::OverlayType;

use crate::theme;

pub(super) fn dock_style(ui: &egui::Ui) -> egui_dock::Style {
    let palette = theme::palette(ui.visuals());
    let mut style = egui_dock::Style::from_egui(ui.style());
    style.main_surface_border_stroke = egui::Stroke::NONE;
    style.separator.width = 2.0;
    style.separator.color_idle = palette.line;
    style.separator.color_hovered = palette.accent;
    style.separator.color_dragged = palette.accent;
    style.tab_bar.bg_fill = palette.line;
    style.tab_bar.hline_color = palette.line;
    style.tab_bar.height = theme::ROW;
    style.tab_bar.corner_radius = egui::CornerRadius::ZERO;
    style.tab.tab_body.inner_margin = egui::Margin::ZERO;
    style.tab.tab_body.stroke = egui::Stroke::NONE;
    style.tab.tab_body.corner_radius = egui::CornerRadius::ZERO;
    style.tab.tab_body.bg_fill = palette.panel;
    for (tab, fill, text) in [
        (&mut style.tab.active, palette.panel, palette.text),
        (&mut style.tab.focused, palette.panel, palette.text),
        (&mut style.tab.hovered, palette.field, palette.text),
        (&mut style.tab.inactive, palette.line, palette.second_text),
        (
            &mut style.tab.active_with_kb_focus,
            palette.panel,
            palette.text,
        ),
        (
            &mut style.tab.focused_with_kb_focus,
            palette.panel,
            palette.text,
        ),
        (
            &mut style.tab.inactive_with_kb_focus,
            palette.line,
            palette.text,
        ),
    ] {
        tab.bg_fill = fill;
        tab.text_color = text;
        tab.outline_color = egui::Color32::TRANSPARENT;
        tab.corner_radius = egui::CornerRadius::ZERO;
    }
    style.overlay.overlay_type = OverlayType::HighlightedAreas;
    style.overlay.selection_color = palette.accent.gamma_multiply(0.4);
    style
}
