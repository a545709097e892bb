//! Reading: answers of dialogs, files that were read, and files that changed on disk.

use std::path::PathBuf;

use eframe::egui;
use windwright_core::{compile::Severity, edit::Edit};

use super::App;
use crate::{
    action::Action,
    canvas::state::CanvasState,
    dialogs::Answer,
    disk::data,
    files::{Done, Loaded},
    journal::Lost,
    panels::{
        Pane,
        banners::{Question, TypedPath},
    },
    session::Report,
    watch::{Watch, digest},
};

impl App {
    /// Takes in answers of dialogs, finished files and changes on disk.
    pub(super) fn receive_files(&mut self, context: &egui::Context) {
        while let Some(answer) = self.desk.dialogs.take() {
            match answer {
                Answer::Chosen(purpose, path) => self.file_action(context, purpose.action(path)),
                Answer::Cancelled => {}
                Answer::Unavailable(purpose) => {
                    let typed = TypedPath {
                        title: purpose.title().to_owned(),
                        text: self.session.base().display().to_string(),
                    };
                    self.desk.typed = Some((purpose, typed));
                }
            }
        }
        while let Some(done) = self.desk.files.take() {
            match done {
                Done::Loaded {
                    path,
                    reload,
                    result,
                } => self.loaded(path, reload, result),
                Done::Saved {
                    path,
                    state,
                    result,
                } => self.saved(context, path, state, result),
                Done::Edits { label, edits } => {
                    self.session.handle(Action::Edit { label, edits });
                }
                Done::Said(report) => self.session.report(report),
                Done::Nothing => {}
            }
        }
        while let Some(path) = self.desk.watch.as_ref().and_then(Watch::take) {
            self.changed_on_disk(context, path);
        }
        if context.input(|input| input.viewport().close_requested())
            && !self.desk.quit
            && self.ending.is_none()
            && self.session.is_modified()
        {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.quit(context);
        }
    }

    fn loaded(&mut self, path: PathBuf, reload: bool, result: Result<Loaded, Report>) {
        match result {
            Err(report) => self.session.report(report),
            Ok(loaded) if reload => {
                self.session
                    .clear_reports_of_file(&path.display().to_string());
                let whole = loaded.is_whole();
                if whole {
                    self.desk.on_disk = Some(digest(loaded.text.as_bytes()));
                }
                for report in loaded.reports {
                    self.session.report(report);
                }
                if !whole {
                    // Half written or broken by hand: the last good version stays until the file is mended.
                    return;
                }
                self.session.handle(Action::Edit {
                    label: "Reload from disk".to_owned(),
                    edits: vec![Edit::Replace {
                        document: Box::new(loaded.document),
                    }],
                });
                let state = self.session.history().state();
                self.journal.saved(&mut self.session, path, state);
            }
            Ok(loaded) => {
                self.settings.remember(&path);
                self.save_settings();
                self.desk.take_loaded(&mut self.session, path, loaded);
                self.after_open();
            }
        }
    }

    fn changed_on_disk(&mut self, context: &egui::Context, path: PathBuf) {
        if self.desk.shaders.contains(&path) {
            self.session.clear_reports("preview");
            let files = self.desk.shaders.clone();
            self.viewport
                .use_shaders(context, move || data::shader_texts(&files));
            return;
        }
        if self.session.path() != Some(&*path) {
            // A preset or a tree: compile again, whatever the revision.
            self.asked_revision = 0;
            return;
        }
        if self.session.is_modified() {
            self.desk.ask(Question::ChangedOnDisk(path));
        } else {
            self.desk.files.load(path, true);
        }
    }

    /// Takes up lost work as one step on what the file holds.
    pub(super) fn recover(&mut self, lost: Lost) {
        self.desk.on_disk = None;
        self.journal.recover(&mut self.session, lost);
        self.canvas = CanvasState::fitted();
        self.desk.dismiss();
    }

    /// Brings the list of problems to the front when the file that was opened has faults.
    pub(super) fn show_faults(&mut self) {
        let mut reports = self.session.reports().iter();
        if reports.any(|report| report.severity == Severity::Error) {
            self.show_pane(Pane::Problems);
        }
    }

    /// Another document is open: nothing of the old one stays.
    pub(super) fn after_open(&mut self) {
        self.show_faults();
        self.canvas = CanvasState::fitted();
        self.desk.dismiss();
        self.journal.restart(&mut self.session);
    }
}
