//! The journal: what the document was when opened or saved, then every step since, on disk before the next frame.
//!
//! One file a running window, locked while it lives. A file that nobody locks and that holds steps is lost work.

mod record;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use windwright_core::{
    document::Document,
    edit::{self, Edit},
    format,
};

/// Least time between two syncs.
const SYNC: Duration = Duration::from_secs(1);
/// Largest journal that is read back, bytes.
const LARGEST: u64 = 256 << 20;

#[derive(Serialize, Deserialize)]
struct Head {
    /// Where the document stands on disk.
    path: Option<PathBuf>,
    /// The document's text then.
    text: String,
}

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    last_sync: Instant,
    unsynced: bool,
}

/// Work that an ended session left.
#[derive(Debug)]
pub struct Lost {
    /// The file; kept locked so that no other window takes it too.
    file: File,
    path: PathBuf,
    /// Where the document stands on disk.
    pub document_path: Option<PathBuf>,
    /// The document with all its steps.
    pub document: Document,
    /// Steps since the last save.
    pub steps: usize,
}

impl Journal {
    /// Begins a journal for a document in the folder of states.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn begin(state: &Path, document: &Document, at: Option<&Path>) -> io::Result<Self> {
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
            last_sync: Instant::now(),
            unsynced: false,
        };
        journal.restart(document, at)?;
        Ok(journal)
    }

    /// Begins anew from a document just opened or saved.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn restart(&mut self, document: &Document, at: Option<&Path>) -> io::Result<()> {
        let head = Head {
            path: at.map(Path::to_path_buf),
            text: format::write(document),
        };
        let mut line = serde_json::to_string(&head)?;
        line.push('\n');
        self.file.set_len(0)?;
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }

    /// Appends a step by one write.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, edits: &[Edit]) -> io::Result<()> {
        let mut line = record::to_line(edits)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
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

impl Lost {
    /// Forgets the work.
    pub fn discard(self) {
        drop(self.file);
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!("the journal stays: {error}");
        }
    }
}

/// The newest work that an ended session left, if any. Journals without steps are removed.
pub fn find_lost(state: &Path) -> Option<Lost> {
    let mut files: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(folder(state))
        .ok()?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "journal"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort();
    while let Some((_, path)) = files.pop() {
        let Ok(file) = File::open(&path) else {
            continue;
        };
        if file.try_lock().is_err() {
            continue;
        }
        match read(&file) {
            Some((document_path, document, steps)) if steps > 0 => {
                return Some(Lost {
                    file,
                    path,
                    document_path,
                    document,
                    steps,
                });
            }
            _ => {
                if let Err(error) = fs::remove_file(&path) {
                    tracing::warn!("an empty journal stays: {error}");
                }
            }
        }
    }
    None
}

fn folder(state: &Path) -> PathBuf {
    state.join("journal")
}

/// Reads head and steps up to the first line that is torn or does not fit.
fn read(file: &File) -> Option<(Option<PathBuf>, Document, usize)> {
    if file.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let mut lines = BufReader::new(file).lines();
    let head: Head = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    let mut document = format::read(&head.text).document;
    let mut steps = 0;
    for line in lines {
        let Some(edits) = line.ok().and_then(|line| record::from_line(&line)) else {
            break;
        };
        let mut next = document.clone();
        let fits = edits
            .into_iter()
            .all(|edit| edit::apply(&mut next, edit).is_ok());
        if !fits {
            break;
        }
        document = next;
        steps += 1;
    }
    Some((head.path, document, steps))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, io::Seek as _};

    use windwright_core::{
        graph::{Key, Node, NodeId, Port},
        layout::{Item, ItemId},
        value::{Finite, Value},
    };

    use super::*;

    fn steps() -> Vec<Vec<Edit>> {
        let add = |name: &str| Edit::AddNode {
            id: NodeId::new(name),
            node: Node::new("number", 1),
            links: BTreeMap::new(),
            position: [1.0, 2.5],
        };
        let set = |value: Value| Edit::SetValue {
            id: NodeId::new("a"),
            key: Key::new("value"),
            value: Some(value),
        };
        vec![
            vec![add("a"), add("b")],
            vec![set(Value::Number(Finite::new(0.1).unwrap()))],
            vec![set(Value::Text("橡树 \"quoted\"\nline".to_owned()))],
            vec![Edit::Connect {
                input: Port::new(NodeId::new("b"), "value"),
                output: Port::new(NodeId::new("a"), "value"),
            }],
            vec![Edit::SetItem {
                id: ItemId::new("frame"),
                item: Some(Item::Comment {
                    text: "風".to_owned(),
                    position: [0.0, -3.0],
                }),
            }],
            vec![Edit::RemoveNode {
                id: NodeId::new("a"),
            }],
        ]
    }

    /// Documents after 0, 1, 2 … steps.
    fn oracle() -> Vec<Document> {
        let mut document = Document::default();
        let mut all = vec![document.clone()];
        for edits in steps() {
            for edit in edits {
                edit::apply(&mut document, edit).unwrap();
            }
            all.push(document.clone());
        }
        all
    }

    fn written(state: &Path) -> PathBuf {
        let mut journal = Journal::begin(state, &Document::default(), None).unwrap();
        for edits in steps() {
            journal.append(&edits).unwrap();
        }
        journal.path.clone()
    }

    #[test]
    fn wherever_the_file_is_torn_whole_steps_come_back() {
        let home = tempfile::tempdir().unwrap();
        let path = written(home.path());
        let whole = fs::read(&path).unwrap();
        let oracle = oracle();
        let mut seen = std::collections::BTreeSet::new();
        for length in (0..=whole.len()).rev() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut file = File::open(&path).unwrap();
            let ends = whole[..length].split(|byte| *byte == b'\n').count() - 1;
            let Some((_, document, steps)) = read(&file) else {
                assert!(ends <= 1, "the head is whole at {length}");
                continue;
            };
            // A line without its end may still be complete.
            assert!(
                steps + 1 == ends || steps == ends,
                "{steps} steps of {ends} lines"
            );
            assert_eq!(document, oracle[steps]);
            seen.insert(steps);
            file.rewind().unwrap();
        }
        assert_eq!(seen.len(), oracle.len());
    }

    #[test]
    fn lost_work_is_found_once_and_living_windows_keep_theirs() {
        let home = tempfile::tempdir().unwrap();
        let mut living = Journal::begin(home.path(), &Document::default(), None).unwrap();
        living.append(&steps()[0]).unwrap();
        assert!(find_lost(home.path()).is_none(), "the lock is held");
        written(home.path());
        let lost = find_lost(home.path()).unwrap();
        assert_eq!(lost.steps, steps().len());
        assert_eq!(Some(&lost.document), oracle().last());
        assert!(find_lost(home.path()).is_none(), "it is taken");
        lost.discard();
        assert!(find_lost(home.path()).is_none());
    }

    #[test]
    fn a_save_begins_the_journal_anew() {
        let home = tempfile::tempdir().unwrap();
        let mut journal = Journal::begin(home.path(), &Document::default(), None).unwrap();
        journal.append(&steps()[0]).unwrap();
        let saved = oracle().swap_remove(1);
        journal.restart(&saved, Some(Path::new("/a.ron"))).unwrap();
        journal.append(&steps()[1]).unwrap();
        let (path, document, steps) = read(&File::open(&journal.path).unwrap()).unwrap();
        assert_eq!((path.as_deref(), steps), (Some(Path::new("/a.ron")), 1));
        assert_eq!(document, oracle()[2]);
    }
}
