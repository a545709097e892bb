//! What each wish about files does, and what waits for an answer first.

use std::path::Path;

use eframe::egui;
use windwright_core::document::Document;

use super::{App, desk::Pending};
use crate::{action::FileAction, dialogs::Purpose, files::Before, panels::banners::Question};

impl App {
    pub(super) fn file_action(&mut self, context: &egui::Context, action: FileAction) {
        match action {
            FileAction::New | FileAction::OpenPath(_) if self.must_ask() => {
                self.desk.pending = Some(Pending::File(action));
                self.desk.ask(Question::Unsaved);
            }
            FileAction::New => {
                self.desk.on_disk = None;
                self.session.open(Document::default(), None, Vec::new());
                self.after_open();
            }
            FileAction::OpenPath(path) => {
                let path = std::path::absolute(&path).unwrap_or(path);
                self.desk.files.load(path, false);
            }
            FileAction::Open => self.ask_path(context, Purpose::OpenGraph),
            FileAction::Save => match self.session.path() {
                Some(path) => self.save(path.to_path_buf(), Before::Nothing),
                None => self.file_action(context, FileAction::SaveAs),
            },
            FileAction::SaveAs => {
                let name = self.session.path().and_then(Path::file_name);
                let name = name.map_or("graph.ron".into(), |name| {
                    name.to_string_lossy().into_owned()
                });
                self.ask_path(context, Purpose::SaveGraph { name });
            }
            FileAction::SaveTo(path) => {
                let path = std::path::absolute(&path).unwrap_or(path);
                self.save(path, Before::Nothing);
            }
            FileAction::MakeWritableAndSave => {
                if let Some(path) = self.desk.unsaved_path.take() {
                    self.save(path, Before::MakeWritable);
                }
            }
            FileAction::CheckOutAndSave => {
                if let Some(path) = self.desk.unsaved_path.take() {
                    let command = self.settings.preferences.checkout_command.clone();
                    self.save(path, Before::Run(command));
                }
            }
            FileAction::Export => self.ask_path(context, Purpose::ExportFolder),
            FileAction::ExportTo(folder) => self.export(folder),
            FileAction::ImportTree => self.ask_path(context, Purpose::ImportTree),
            FileAction::ImportTreeFrom(path) => self.import_tree(&path),
            FileAction::Browse { input } => self.ask_path(context, Purpose::InputFile(input)),
            FileAction::SetPath { input, path } => self.set_path(&input, &path),
            FileAction::Locate => self.ask_path(context, Purpose::LocateFolder),
            FileAction::LocateIn(folder) => self.locate(&folder),
            FileAction::Reload => {
                self.desk.dismiss();
                if let Some(path) = self.session.path() {
                    self.desk.files.load(path.to_path_buf(), true);
                }
            }
            FileAction::KeepMine => {
                self.desk.dismiss();
                self.desk.on_disk = None;
            }
            FileAction::Recover => {
                self.desk.questions.clear();
                if let Some(lost) = self.desk.lost.take() {
                    self.recover(lost);
                }
            }
            FileAction::DiscardRecovery => {
                self.desk.questions.clear();
                if let Some(lost) = self.desk.lost.take() {
                    lost.discard();
                }
            }
            FileAction::SaveThenContinue => {
                self.desk.pending_confirmed = true;
                self.file_action(context, FileAction::Save);
            }
            FileAction::DiscardThenContinue => {
                self.desk.pending_confirmed = true;
                self.go_on(context, true);
            }
            FileAction::CancelPending => {
                self.desk.pending = None;
                self.desk.pending_confirmed = false;
                self.desk.dismiss();
            }
        }
    }

    fn must_ask(&self) -> bool {
        self.session.is_modified() && !self.desk.pending_confirmed
    }

    /// Goes on with what waited for the answer.
    pub(super) fn go_on(&mut self, context: &egui::Context, may_lose: bool) {
        if !self.desk.pending_confirmed || (self.session.is_modified() && !may_lose) {
            return;
        }
        self.desk.dismiss();
        match self.desk.pending.take() {
            Some(Pending::File(action)) => self.file_action(context, action),
            Some(Pending::Quit) => self.leave(context),
            None => {}
        }
        self.desk.pending_confirmed = false;
    }

    pub(super) fn quit(&mut self, context: &egui::Context) {
        if self.session.is_modified() {
            self.desk.pending = Some(Pending::Quit);
            self.desk.ask(Question::Unsaved);
        } else {
            self.leave(context);
        }
    }

    fn leave(&mut self, context: &egui::Context) {
        self.desk.quit = true;
        context.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    fn ask_path(&mut self, context: &egui::Context, purpose: Purpose) {
        let waker = context.clone();
        let folder = self.session.base();
        self.desk
            .dialogs
            .ask(purpose, folder, move || waker.request_repaint());
    }

    pub(super) fn update_title(&mut self, context: &egui::Context) {
        let name = crate::panels::menu_bar::title(&self.session);
        let title = format!("{name} – Windwright");
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}
