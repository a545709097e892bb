//! The list of problems; a click jumps to the node.

use egui::RichText;
use windwright_core::{
    compile::{Diagnostic, Severity},
    graph::NodeId,
};

use crate::{
    action::{Action, FileAction},
    canvas::face,
    session::Session,
    theme,
};

/// Shows the list.
pub fn show(ui: &mut egui::Ui, session: &Session) -> Vec<Action> {
    let palette = theme::palette(ui.visuals());
    let mut actions = Vec::new();
    let (reports, diagnostics) = (session.reports(), session.diagnostics());
    // Files beside the graph go by their names.
    let folder = format!("{}{}", session.base().display(), std::path::MAIN_SEPARATOR);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            if reports.is_empty() && diagnostics.is_empty() {
                ui.label(RichText::new("No problems.").color(palette.second_text));
            }
            for (index, report) in reports.iter().enumerate() {
                ui.horizontal_wrapped(|ui| {
                    let message = report.message.replace(&folder, "");
                    text(ui, report.severity, "", &message, &report.remedy);
                    let cross = RichText::new(egui_phosphor::regular::X).size(12.0);
                    let dismiss = ui.add(egui::Button::new(cross).frame(false));
                    if dismiss.on_hover_text("Dismiss").clicked() {
                        actions.push(Action::DismissReport(index));
                    }
                });
            }
            for diagnostic in diagnostics {
                let name = node_name(session, &diagnostic.node);
                if jump(ui, &name, diagnostic).clicked() {
                    actions.push(Action::ShowNode(diagnostic.node.clone()));
                }
                if session.is_of_missing_file(diagnostic) && ui.button("Locate…").clicked() {
                    actions.push(Action::File(FileAction::Locate));
                }
            }
        });
    actions
}

fn node_name(session: &Session, id: &NodeId) -> String {
    let node = session.document().graph().nodes.get(id);
    let named = node.and_then(|node| {
        let spec = session.registry().spec(&node.type_key)?;
        Some(face::title(&node.name, spec))
    });
    named.unwrap_or_else(|| id.to_string())
}

/// A problem of the graph that leads to its node when clicked.
fn jump(ui: &mut egui::Ui, name: &str, diagnostic: &Diagnostic) -> egui::Response {
    let back = ui.painter().add(egui::Shape::Noop);
    let row = line(ui, name, diagnostic);
    let rect = egui::Rect::from_x_y_ranges(ui.max_rect().x_range(), row.rect.y_range());
    let id = row.id.with("jump");
    let response = ui
        .interact(rect, id, egui::Sense::click())
        .on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Go to {name}"))
    });
    if response.hovered() {
        let fill = theme::palette(ui.visuals()).field;
        let shape = egui::Shape::rect_filled(rect.expand2(egui::vec2(4.0, 2.0)), 4.0, fill);
        ui.painter().set(back, shape);
    }
    response
}

/// One problem of the graph; `name` is that of its node, or empty.
pub(super) fn line(ui: &mut egui::Ui, name: &str, diagnostic: &Diagnostic) -> egui::Response {
    let Diagnostic {
        severity,
        message,
        remedy,
        ..
    } = diagnostic;
    ui.horizontal_wrapped(|ui| text(ui, *severity, name, message, remedy))
        .response
}

fn text(ui: &mut egui::Ui, severity: Severity, name: &str, message: &str, remedy: &str) {
    let palette = theme::palette(ui.visuals());
    let (icon, colour) = match severity {
        Severity::Error => (egui_phosphor::regular::WARNING_CIRCLE, palette.error),
        Severity::Warning => (egui_phosphor::regular::WARNING, palette.warning),
        Severity::Note => (egui_phosphor::regular::INFO, palette.second_text),
    };
    ui.label(RichText::new(icon).color(colour));
    if !name.is_empty() {
        ui.label(RichText::new(name).font(theme::title_font(13.0)));
    }
    ui.label(message);
    ui.label(RichText::new(remedy).color(palette.second_text));
}

/// How many problems there are, for the status bar.
pub fn counts(session: &Session) -> (usize, usize) {
    let severities = || {
        let graph = session.diagnostics().iter().map(|problem| problem.severity);
        graph.chain(session.reports().iter().map(|report| report.severity))
    };
    (
        severities()
            .filter(|severity| *severity == Severity::Error)
            .count(),
        severities()
            .filter(|severity| *severity == Severity::Warning)
            .count(),
    )
}
