//! The journal: what the document was when opened or saved, then every step since, on disk before the next frame.
//!
//! One file a running window, locked while it lives. A file that nobody locks and that holds steps is lost work.

mod keeper;
mod lost;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use windwright_core::{document::Document, history};

pub use self::{
    keeper::Keeper,
    lost::{Lost, find_lost},
};

/// Least time between two syncs.
const SYNC: Duration = Duration::from_secs(1);

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines.
    length: u64,
    last_sync: Instant,
    unsynced: bool,
}

impl Journal {
    /// Begins a journal for a document in the folder of states; `continues` is the journal whose work it takes up.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn begin(
        state: &Path,
        document: &Document,
        at: Option<&Path>,
        continues: Option<&str>,
    ) -> io::Result<Self> {
        let folder = folder(state);
        fs::create_dir_all(&folder)?;
        let name = format!(
            "{}-{}.journal",
            std::process::id(),
            crate::identity::item("j")
        );
        let path = folder.join(name);
        let file = OpenOptions::new()
            .create_new(true)
            .append(true)
            .read(true)
            .open(&path)?;
        file.try_lock().map_err(io::Error::other)?;
        let mut journal = Self {
            file,
            path,
            length: 0,
            last_sync: Instant::now(),
            unsynced: false,
        };
        let begun = journal
            .append(&history::head_line(
                at.and_then(Path::to_str),
                continues,
                document,
            ))
            .and_then(|()| journal.file.sync_data());
        match begun {
            Ok(()) => Ok(journal),
            Err(error) => {
                journal.finish();
                Err(error)
            }
        }
    }

    /// Appends a line by one write.
    ///
    /// # Errors
    /// When the file cannot be written; no part of the line stays.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        let text = format!("{line}\n");
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += text.len() as u64;
        self.unsynced = true;
        Ok(())
    }

    /// Brings what was appended onto the disk, once a second at most; on another thread than the window's.
    pub fn sync_if_due(&mut self) {
        if !self.unsynced || self.last_sync.elapsed() < SYNC {
            return;
        }
        self.unsynced = false;
        self.last_sync = Instant::now();
        let Ok(file) = self.file.try_clone() else {
            return;
        };
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || {
                if let Err(error) = file.sync_data() {
                    tracing::warn!("the journal is not on the disk: {error}");
                }
            });
        if let Err(error) = thread {
            tracing::warn!("the journal is not on the disk: {error}");
        }
    }

    /// Ends the journal: nothing is left to recover.
    pub fn finish(self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!("the journal stays: {error}");
        }
    }
}

fn folder(state: &Path) -> PathBuf {
    state.join("journal")
}

#[cfg(test)]
mod tests;
