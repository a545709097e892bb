//! Writing: the graph, the export, the settings.

use std::{path::PathBuf, sync::Arc};

use eframe::egui;
use windwright_core::{format, history::StateId};

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
        let known = self.desk.on_disk;
        self.desk.on_disk_before = known;
        self.desk.know(&path, &text);
        let known = known.filter(|_| self.session.path() == Some(&*path));
        let state = self.session.history().state();
        self.desk.files.save(path, text, state, before, known);
    }

    pub(super) fn saved(
        &mut self,
        context: &egui::Context,
        path: PathBuf,
        state: StateId,
        result: Result<(), SaveError>,
    ) {
        let Err(error) = result else {
            self.session.clear_reports("save");
            self.settings.remember(&path);
            self.save_settings();
            self.journal.saved(&mut self.session, path, state);
            self.asked_revision = 0;
            return self.go_on(context, false);
        };
        self.desk.on_disk = self.desk.on_disk_before;
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
                Remedy::Compare => self.desk.ask(Question::ChangedOnDisk(path.clone())),
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

    /// The window ends: what is saved, or was given up, is not to be recovered.
    pub(super) fn end_journal(&mut self) {
        if !self.session.is_modified() || self.desk.quit {
            self.journal.finish();
        }
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(error) = self.settings.save(&self.folders) {
            tracing::warn!("settings were not saved: {error}");
        }
    }
}
