//! Watches the files that a graph names: folders are watched, events wait for quiet, and only another content counts.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

/// Quiet time after the last event of a file; editors write in several steps.
const QUIET: Duration = Duration::from_millis(150);
/// Most events that wait.
const QUEUE: usize = 1024;
/// Files larger than this are compared by size and time only, bytes.
const COMPARED_BYTES: u64 = 64 << 20;

enum Message {
    Watch(BTreeSet<PathBuf>),
    /// This content of a file is known: our own save, or what was just loaded.
    Known(PathBuf, u64),
    Touched(Vec<PathBuf>),
    End,
}

/// Watches files; dropping it ends its thread.
#[derive(Debug)]
pub struct Watch {
    messages: SyncSender<Message>,
    changes: Receiver<PathBuf>,
    watched: BTreeSet<PathBuf>,
}

impl Watch {
    /// Starts the thread; `wake` is called when a file changed.
    ///
    /// # Errors
    /// When the system gives no more threads or watches.
    pub fn start(wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (messages, inbox) = sync_channel(QUEUE);
        let (sender, changes) = sync_channel(QUEUE);
        let events = messages.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && !event.kind.is_access()
            {
                // A full queue means that a look is due anyway.
                if events.try_send(Message::Touched(event.paths)).is_err() {
                    tracing::debug!("more file events than can be kept");
                }
            }
        })
        .map_err(std::io::Error::other)?;
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || Keeper::new(watcher).run(&inbox, &sender, &wake))?;
        Ok(Self {
            messages,
            changes,
            watched: BTreeSet::new(),
        })
    }

    /// Watches these files, and no others.
    pub fn set(&mut self, files: BTreeSet<PathBuf>) {
        if files != self.watched {
            self.watched.clone_from(&files);
            self.send(Message::Watch(files));
        }
    }

    /// The program itself wrote or read this content: it is no news.
    pub fn know(&self, path: &Path, content: &[u8]) {
        self.send(Message::Known(path.to_path_buf(), digest(content)));
    }

    /// A file whose content changed.
    pub fn take(&self) -> Option<PathBuf> {
        self.changes.try_recv().ok()
    }

    fn send(&self, message: Message) {
        if self.messages.try_send(message).is_err() {
            tracing::warn!("watching is behind");
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.send(Message::End);
    }
}

/// Tells one content of a file from another.
pub(crate) fn digest(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// Digest of a file; 0 if it is not there.
fn look(path: &Path) -> u64 {
    let Ok(about) = std::fs::metadata(path) else {
        return 0;
    };
    if about.len() > COMPARED_BYTES {
        return digest(format!("{} {:?}", about.len(), about.modified().ok()).as_bytes());
    }
    std::fs::read(path).map_or(0, |content| digest(&content))
}

struct Keeper {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    digests: BTreeMap<PathBuf, u64>,
    due: BTreeMap<PathBuf, Instant>,
}

impl Keeper {
    fn new(watcher: RecommendedWatcher) -> Self {
        Self {
            watcher,
            folders: BTreeSet::new(),
            digests: BTreeMap::new(),
            due: BTreeMap::new(),
        }
    }

    fn run(&mut self, inbox: &Receiver<Message>, changes: &SyncSender<PathBuf>, wake: &dyn Fn()) {
        loop {
            let wait = self
                .due
                .values()
                .min()
                .map_or(Duration::from_mins(1), |due| {
                    due.saturating_duration_since(Instant::now())
                });
            match inbox.recv_timeout(wait) {
                Ok(Message::Watch(files)) => self.watch(files),
                Ok(Message::Known(path, digest)) => {
                    self.digests.insert(path, digest);
                }
                Ok(Message::Touched(paths)) => self.touch(&paths),
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            for path in self.changed() {
                if changes.try_send(path).is_err() {
                    return;
                }
                wake();
            }
        }
    }

    fn watch(&mut self, files: BTreeSet<PathBuf>) {
        let folders: BTreeSet<PathBuf> = files
            .iter()
            .filter_map(|file| file.parent())
            .map(Path::to_path_buf)
            .collect();
        for gone in self.folders.difference(&folders) {
            if let Err(error) = self.watcher.unwatch(gone) {
                tracing::debug!("no longer watching {}: {error}", gone.display());
            }
        }
        let mut watched = BTreeSet::new();
        for folder in folders {
            let known = self.folders.contains(&folder);
            if known
                || self
                    .watcher
                    .watch(&folder, RecursiveMode::NonRecursive)
                    .is_ok()
            {
                watched.insert(folder);
            } else {
                tracing::warn!("{} cannot be watched", folder.display());
            }
        }
        self.folders = watched;
        self.digests.retain(|path, _| files.contains(path));
        for file in files {
            self.digests
                .entry(file.clone())
                .or_insert_with(|| look(&file));
        }
    }

    fn touch(&mut self, paths: &[PathBuf]) {
        let due = Instant::now() + QUIET;
        for path in paths {
            if self.digests.contains_key(path) {
                self.due.insert(path.clone(), due);
            }
        }
    }

    /// Files that were quiet long enough and have another content than before.
    fn changed(&mut self) -> Vec<PathBuf> {
        let mut changed = self.ripe();
        changed.retain(|path| {
            // A file that is away for a moment comes back by rename; one that stays away is reported when compiled.
            let digest = look(path);
            self.digests.insert(path.clone(), digest) != Some(digest)
        });
        changed
    }

    /// Files that were quiet long enough.
    fn ripe(&mut self) -> Vec<PathBuf> {
        let now = Instant::now();
        let ripe: Vec<PathBuf> = self
            .due
            .iter()
            .filter(|(_, due)| **due <= now)
            .map(|(path, _)| path.clone())
            .collect();
        for path in &ripe {
            self.due.remove(path);
        }
        ripe
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn wait_for(watch: &Watch, patience: Duration) -> Option<PathBuf> {
        let end = Instant::now() + patience;
        while Instant::now() < end {
            if let Some(path) = watch.take() {
                return Some(path);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }

    #[test]
    fn every_way_of_saving_is_seen_once_and_our_own_saves_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("橡树.ron");
        fs::write(&file, "one").unwrap();
        let mut watch = Watch::start(|| ()).unwrap();
        watch.set(BTreeSet::from([file.clone()]));
        thread::sleep(Duration::from_millis(200));

        let patience = Duration::from_secs(5);
        let quiet = Duration::from_millis(400);
        fs::write(&file, "two").unwrap();
        assert_eq!(
            wait_for(&watch, patience),
            Some(file.clone()),
            "written in place"
        );

        let beside = folder.path().join("temporary");
        fs::write(&beside, "three").unwrap();
        fs::rename(&beside, &file).unwrap();
        assert_eq!(
            wait_for(&watch, patience),
            Some(file.clone()),
            "renamed over"
        );

        let backup = folder.path().join("橡树.ron~");
        fs::rename(&file, &backup).unwrap();
        fs::write(&file, "four").unwrap();
        fs::remove_file(&backup).unwrap();
        assert_eq!(
            wait_for(&watch, patience),
            Some(file.clone()),
            "moved away and written anew"
        );

        fs::write(&file, "four").unwrap();
        assert_eq!(wait_for(&watch, quiet), None, "the same content is no news");
        watch.know(&file, b"five");
        thread::sleep(Duration::from_millis(50));
        fs::write(&file, "five").unwrap();
        assert_eq!(wait_for(&watch, quiet), None, "our own save is no news");
    }
}
