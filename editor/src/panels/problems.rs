//! The list of problems; a click jumps to the node.

use egui::RichText;
use windwright_core::compile::{Diagnostic, Severity};

use crate::{
    action::{Action, FileAction},
    session::Session,
    theme,
};

/// Shows the list.
pub fn show(ui: &mut egui::Ui, session: &Session) -> Vec<Action> {
    let palette = theme::palette(ui.visuals());
    let mut actions = Vec::new();
    let (reports, diagnostics) = (session.reports(), session.diagnostics());
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            if reports.is_empty() && diagnostics.is_empty() {
                ui.label(RichText::new("No problems.").color(palette.second_text));
            }
            for (index, report) in reports.iter().enumerate() {
                ui.horizontal_wrapped(|ui| {
                    text(ui, report.severity, &report.message, &report.remedy);
                    if ui.small_button(egui_phosphor::regular::X).clicked() {
                        actions.push(Action::DismissReport(index));
                    }
                });
            }
            for diagnostic in diagnostics {
                let response = line(ui, diagnostic);
                if response.interact(egui::Sense::click()).clicked() {
                    actions.push(Action::ShowNode(diagnostic.node.clone()));
                }
                if session.is_of_missing_file(diagnostic) && ui.button("Locate…").clicked() {
                    actions.push(Action::File(FileAction::Locate));
                }
            }
        });
    actions
}

/// One problem of the graph.
pub(super) fn line(ui: &mut egui::Ui, diagnostic: &Diagnostic) -> egui::Response {
    ui.horizontal_wrapped(|ui| {
        text(
            ui,
            diagnostic.severity,
            &diagnostic.message,
            &diagnostic.remedy,
        );
    })
    .response
}

fn text(ui: &mut egui::Ui, severity: Severity, message: &str, remedy: &str) {
    let palette = theme::palette(ui.visuals());
    let (icon, colour) = match severity {
        Severity::Error => (egui_phosphor::regular::WARNING_CIRCLE, palette.error),
        Severity::Warning => (egui_phosphor::regular::WARNING, palette.warning),
        Severity::Note => (egui_phosphor::regular::INFO, palette.second_text),
    };
    ui.label(RichText::new(icon).color(colour));
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
