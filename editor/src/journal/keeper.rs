//! A session and its journal: what was committed is written before the next frame, and comes back.

use std::path::{Path, PathBuf};

use windwright_core::{edit::Edit, history::StateId};

use super::{Journal, Lost};
use crate::{
    action::Action,
    session::{Report, Session},
};

/// Keeps the journal of one session.
#[derive(Debug)]
pub struct Keeper {
    state: PathBuf,
    pub(super) journal: Option<Journal>,
    /// Lines that could not be written yet.
    waiting: Vec<String>,
}

impl Keeper {
    /// Begins a journal of the session in the folder of states; a failure is reported to the session.
    pub fn begin(state: &Path, session: &mut Session) -> Self {
        let mut keeper = Self {
            state: state.to_path_buf(),
            journal: None,
            waiting: Vec::new(),
        };
        keeper.restart(session);
        keeper
    }

    /// Begins anew from the present document: it was just opened, or stands on disk as it is.
    pub fn restart(&mut self, session: &mut Session) {
        self.restart_from(session, None);
    }

    fn restart_from(&mut self, session: &mut Session, continues: Option<&str>) {
        // What led to this document is in the head of the new journal.
        self.waiting.clear();
        drop(session.take_unjournaled());
        let (document, path) = (session.document(), session.path());
        let begun = Journal::begin(&self.state, document, path, continues);
        let old = self.journal.take();
        match begun {
            Ok(journal) => {
                self.journal = Some(journal);
                session.clear_reports(PLACE);
            }
            Err(error) => session.report(unwritten(&error)),
        }
        if let Some(old) = old {
            old.finish();
        }
    }

    /// Appends what was committed since the last call. Returns whether all of it is written.
    pub fn write(&mut self, session: &mut Session) -> bool {
        self.waiting.extend(session.take_unjournaled());
        let Some(journal) = &mut self.journal else {
            self.waiting.clear();
            return false;
        };
        let mut written = 0;
        for line in &self.waiting {
            if let Err(error) = journal.append(line) {
                session.report(unwritten(&error));
                break;
            }
            written += 1;
        }
        self.waiting.drain(..written);
        journal.sync_if_due();
        self.waiting.is_empty()
    }

    /// The document as it was in `state` was written to `path`.
    pub fn saved(&mut self, session: &mut Session, path: PathBuf, state: StateId) {
        session.mark_saved(path, state);
        if !session.is_modified() {
            self.restart(session);
        }
    }

    /// Takes up lost work as one step on what the file holds; the old journal goes when the new one has it.
    pub fn recover(&mut self, session: &mut Session, mut lost: Lost) {
        let saved = std::mem::take(&mut lost.saved);
        session.open(saved, lost.document_path.clone(), Vec::new());
        self.restart_from(session, lost.name());
        session.handle(Action::Edit {
            label: "Recover".to_owned(),
            edits: vec![Edit::Replace {
                document: Box::new(lost.document.clone()),
            }],
        });
        if self.write(session) {
            lost.discard();
        }
    }

    /// The session ends and leaves nothing to recover.
    pub fn finish(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.finish();
        }
    }
}

/// Place of the reports about the journal.
const PLACE: &str = "journal";

fn unwritten(error: &std::io::Error) -> Report {
    Report::error(
        PLACE,
        &format!("The journal cannot be written: {error}."),
        "Save often; unsaved work would be lost in a crash.",
    )
}
