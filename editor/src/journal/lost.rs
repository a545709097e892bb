//! Work that a session left which ended early.

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    time::SystemTime,
};

use windwright_core::{
    document::Document,
    history::{self, Replay},
};

use super::folder;
use crate::files;

/// Largest journal that is read back, bytes.
const LARGEST: u64 = 256 << 20;

/// Work that an ended session left.
#[derive(Debug)]
pub struct Lost {
    /// The file; kept locked so that no other window takes it too.
    file: File,
    path: PathBuf,
    /// Where the document stands on disk.
    pub document_path: Option<PathBuf>,
    /// What stands there now; an empty document if nothing can be read.
    pub saved: Document,
    /// The document with all its steps.
    pub document: Document,
    /// Steps since the last save.
    pub steps: usize,
}

impl Lost {
    /// Name of the journal.
    pub(super) fn name(&self) -> Option<&str> {
        self.path.file_name()?.to_str()
    }

    /// Forgets the work.
    pub fn discard(self) {
        drop(self.file);
        remove(&self.path);
    }
}

/// The newest work that an ended session left, if any. Journals that hold no more than the saved file are removed.
pub fn find_lost(state: &Path) -> Option<Lost> {
    let mut journals: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder(state))
        .ok()?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "journal"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    journals.sort();
    while let Some((_, path)) = journals.pop() {
        let Ok(file) = File::open(&path) else {
            continue;
        };
        if file.try_lock().is_err() {
            continue;
        }
        let found = read(&file).filter(|replay| replay.transactions > 0);
        let Some(Replay {
            path: document_path,
            continues,
            document,
            transactions,
        }) = found
        else {
            remove(&path);
            continue;
        };
        // A session may end after it took up the work of another, before that one's journal is gone.
        let taken_up = continues.map(|name| folder(state).join(name));
        journals.retain(|(_, older)| {
            let superseded = Some(older) == taken_up.as_ref();
            if superseded {
                remove(older);
            }
            !superseded
        });
        let document_path = document_path.map(PathBuf::from);
        let on_disk = document_path
            .as_deref()
            .and_then(|path| files::load(path).ok());
        let saved = on_disk.map(|loaded| loaded.document).unwrap_or_default();
        // A session may end between a save and the fresh journal that follows it.
        if saved == document {
            remove(&path);
            continue;
        }
        return Some(Lost {
            file,
            path,
            document_path,
            saved,
            document,
            steps: transactions,
        });
    }
    None
}

/// Reads head and steps up to the first line that is torn or does not fit.
pub(super) fn read(file: &File) -> Option<Replay> {
    if file.metadata().ok()?.len() > LARGEST {
        return None;
    }
    history::replay(BufReader::new(file).lines().map_while(Result::ok))
}

fn remove(path: &Path) {
    if let Err(error) = fs::remove_file(path) {
        tracing::warn!("a journal stays: {error}");
    }
}
