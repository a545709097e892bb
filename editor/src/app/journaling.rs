//! The journal of the open document, and taking up what another window left.

use windwright_core::edit::Edit;

use super::App;
use crate::{
    action::Action,
    files,
    journal::{Journal, Lost},
    session::Report,
};

impl App {
    /// Takes up lost work as one step on what the file holds; the old journal goes when the new one has it.
    pub(super) fn recover(&mut self, lost: Lost) {
        let path = lost.document_path.clone();
        let saved = path.as_deref().and_then(|path| files::load(path).ok());
        let document = saved.map(|loaded| loaded.document).unwrap_or_default();
        self.session.open(document, path, Vec::new());
        self.after_open();
        self.session.handle(Action::Edit {
            label: "Recover".to_owned(),
            edits: vec![Edit::Replace {
                document: Box::new(lost.document.clone()),
            }],
        });
        self.write_journal();
        lost.discard();
    }

    pub(super) fn begin_journal(&mut self) {
        let (document, path) = (self.session.document(), self.session.path());
        match Journal::begin(&self.folders.state, document, path) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) => self.session.report(Report::error(
                "journal",
                &format!("The journal cannot be written: {error}."),
                "Save often; unsaved work would be lost in a crash.",
            )),
        }
    }

    pub(super) fn restart_journal(&mut self) {
        let (document, path) = (self.session.document(), self.session.path());
        if let Some(journal) = self.journal.as_mut()
            && let Err(error) = journal.restart(document, path)
        {
            tracing::error!("the journal cannot be written: {error}");
        }
        // What led to this document is in the journal's head.
        drop(self.session.take_unjournaled());
    }

    pub(super) fn end_journal(&mut self) {
        let may_go = !self.session.is_modified() || self.desk.quit;
        if let Some(journal) = self.journal.take()
            && may_go
        {
            journal.finish();
        }
    }
}
