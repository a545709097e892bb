//! The docked panes of one frame.

use std::collections::BTreeMap;

use eframe::egui;
use egui_dock::{DockArea, OverlayType, TabViewer};
use windwright_core::{compile::Severity, graph::NodeId};

use super::App;
use crate::{
    action::Action,
    canvas::{self, CanvasView, state::CanvasState},
    panels::{
        Pane, help, inspector, menu_bar, problems,
        strip::{self, Clock, Traces},
    },
    session::Session,
    theme,
    viewport::Viewport,
    worker::{DerivedFeel, Effective, Worker},
};

impl App {
    pub(super) fn panes(&mut self, ui: &mut egui::Ui, frame: &eframe::Frame) -> Vec<Action> {
        let style = dock_style(ui);
        let problems = self.session.problems();
        let mut viewer = Panes {
            session: &self.session,
            canvas: &mut self.canvas,
            viewport: &mut self.viewport,
            worker: &self.worker,
            clock: self.clock,
            traces: &self.traces,
            derived: &self.derived,
            effective: &self.effective,
            problems: &problems,
            revision: [self.session.graph_revision(), self.compiled],
            rename: &mut self.rename,
            help: self.help.as_ref(),
            render_state: frame.wgpu_render_state(),
            actions: Vec::new(),
        };
        DockArea::new(&mut self.layout.0)
            .style(style)
            .show_close_buttons(false)
            .show_leaf_close_all_buttons(false)
            .show_leaf_collapse_buttons(false)
            .show_inside(ui, &mut viewer);
        viewer.actions
    }
}

/// The panes of one frame.
struct Panes<'a> {
    session: &'a Session,
    canvas: &'a mut CanvasState,
    viewport: &'a mut Viewport,
    worker: &'a Worker,
    clock: Clock,
    traces: &'a Traces,
    derived: &'a [DerivedFeel],
    effective: &'a Effective,
    problems: &'a BTreeMap<NodeId, Severity>,
    revision: [u64; 2],
    rename: &'a mut bool,
    help: Option<&'a NodeId>,
    render_state: Option<&'a egui_wgpu::RenderState>,
    actions: Vec<Action>,
}

impl TabViewer for Panes<'_> {
    type Tab = Pane;

    fn id(&mut self, tab: &mut Pane) -> egui::Id {
        egui::Id::new(*tab)
    }

    fn title(&mut self, tab: &mut Pane) -> egui::WidgetText {
        menu_bar::tab_title(*tab, self.session).into()
    }

    fn is_closeable(&self, _tab: &Pane) -> bool {
        false
    }

    fn clear_background(&self, tab: &Pane) -> bool {
        // these two paint all of theirs
        !matches!(tab, Pane::Preview | Pane::Graph)
    }

    fn scroll_bars(&self, _tab: &Pane) -> [bool; 2] {
        [false, false]
    }

    fn ui(&mut self, ui: &mut egui::Ui, tab: &mut Pane) {
        let actions = match tab {
            Pane::Graph => {
                let view = CanvasView {
                    document: self.session.document(),
                    registry: self.session.registry(),
                    selection: self.session.selection(),
                    problems: self.problems,
                    effective: self.effective,
                    revision: self.revision,
                };
                canvas::draw(ui, view, self.canvas)
            }
            Pane::Preview => {
                let moment = self.worker.moment();
                let playing = self.clock.playing;
                self.viewport.show(ui, moment, playing, self.render_state)
            }
            Pane::Inspector => padded(ui, |ui| {
                let view = inspector::InspectorView {
                    document: self.session.document(),
                    registry: self.session.registry(),
                    selection: self.session.selection(),
                    diagnostics: self.session.diagnostics(),
                    derived: self.derived,
                    effective: self.effective,
                };
                inspector::show(ui, view, std::mem::take(self.rename))
            }),
            Pane::Help => padded(ui, |ui| {
                help::show(
                    ui,
                    self.session.document(),
                    self.session.registry(),
                    self.help,
                );
                Vec::new()
            }),
            Pane::Plots => padded(ui, |ui| {
                strip::show(ui, self.clock, self.worker.moment(), self.traces)
            }),
            Pane::Problems => padded(ui, |ui| problems::show(ui, self.session)),
        };
        self.actions.extend(actions);
    }
}

fn padded<R>(ui: &mut egui::Ui, content: impl FnOnce(&mut egui::Ui) -> R) -> R {
    egui::Frame::new()
        .inner_margin(egui::Margin::symmetric(theme::PADDING as i8, 8))
        .show(ui, content)
        .inner
}

fn dock_style(ui: &egui::Ui) -> egui_dock::Style {
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
    // what the window is cleared with already
    style.tab.tab_body.bg_fill = egui::Color32::TRANSPARENT;
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
