//! Writing: the graph, the export, the settings.

use std::{path::PathBuf, sync::Arc};

use eframe::egui;
use windwright_core::format;

use super::{App, export};
use crate::{
    disk::{DiskFiles, Remedy, SaveError},
    files::{Before, Done},
    panels::banners::Question,
    session::Report,
};

impl App {
    pub(super) fn save(&mut self, path: PathBuf, before: Before) {
        self.desk.dismiss();
        let text = format::write(self.session.document());
        if let Some(watch) = &self.desk.watch {
            watch.know(&path, text.as_bytes());
        }
        self.session.begin_save();
        self.desk.files.save(path, text, before);
    }

    pub(super) fn saved(
        &mut self,
        context: &egui::Context,
        path: PathBuf,
        text: &str,
        result: Result<(), SaveError>,
    ) {
        let Err(error) = result else {
            self.session.clear_reports("save");
            self.session.end_save(path.clone());
            self.settings.remember(&path);
            self.save_settings();
            let unchanged = format::write(self.session.document()) == text;
            if unchanged {
                self.restart_journal();
            }
            self.asked_revision = 0;
            return self.go_on(context, false);
        };
        self.session.fail_save();
        self.session.report(Report::error(
            "save",
            &format!("Not saved: {error}."),
            error.remedy(),
        ));
        for remedy in error.remedies() {
            match remedy {
                Remedy::MakeWritable => self.desk.ask(Question::ReadOnly {
                    path: path.clone(),
                    can_check_out: !self.settings.preferences.checkout_command.is_empty(),
                }),
                Remedy::SaveToTarget(target) => self.desk.ask(Question::Link { target }),
                Remedy::CheckOut | Remedy::SaveAs | Remedy::TryAgain => {}
            }
        }
        self.desk.unsaved_path = Some(path);
    }

    /// Writes what a game loads into a folder, off the window's thread.
    pub(super) fn export(&mut self, folder: PathBuf) {
        let graph = self.session.document().graph().clone();
        let (base, data) = (self.session.base(), self.options.data.clone());
        let registry = Arc::clone(self.session.registry());
        self.desk.files.work(move || {
            let files = DiskFiles::new(base).with_data(data);
            Done::Said(export::export(&graph, &registry, &files, &folder))
        });
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(error) = self.settings.save(&self.folders) {
            tracing::warn!("settings were not saved: {error}");
        }
    }
}
