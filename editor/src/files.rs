//! Opening and saving on a thread of its own, so that a slow disk never holds up the window.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use windwright_core::{
    compile::Severity, document::Document, edit::Edit, format, history::StateId,
};

use crate::{
    disk::{self, SaveError},
    session::Report,
    watch::digest,
};

/// Most files that wait.
const QUEUE: usize = 64;
/// Largest graph that is opened, bytes.
const LARGEST_GRAPH: u64 = 64 << 20;

enum Job {
    Load {
        path: PathBuf,
        reload: bool,
    },
    Save {
        path: PathBuf,
        text: String,
        state: StateId,
        before: Before,
        known: Option<u64>,
    },
    Work(Box<dyn FnOnce() -> Done + Send>),
}

/// What is done to a file before it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Before {
    /// Nothing: a read-only file stays as it is, and that is reported.
    Nothing,
    /// It is made writable.
    MakeWritable,
    /// A command of the settings is run on it, such as a check-out.
    Run(Vec<String>),
}

/// A finished piece of work.
pub enum Done {
    /// A graph was read, as far as it could be.
    Loaded {
        /// The file.
        path: PathBuf,
        /// Whether it takes the place of the same graph after a change on disk.
        reload: bool,
        /// What was read, or why nothing was.
        result: Result<Loaded, Report>,
    },
    /// A graph was written, or not.
    Saved {
        /// The file.
        path: PathBuf,
        /// State of the document that was written.
        state: StateId,
        /// What went wrong.
        result: Result<(), SaveError>,
    },
    /// Something else was found out that changes the document, as one step.
    Edits {
        /// What the Undo entry says.
        label: String,
        /// Applied in order; all or none.
        edits: Vec<Edit>,
    },
    /// Something else was done and has this to say.
    Said(Report),
    /// Something else was done.
    Nothing,
}

/// A graph that was read.
pub struct Loaded {
    /// The document.
    pub document: Document,
    /// The text, to tell our own content from others'.
    pub text: String,
    /// Faults of the file; what they touch is kept word for word.
    pub reports: Vec<Report>,
    /// Whether the file is of a newer format and may only be looked at.
    pub read_only: bool,
}

impl Loaded {
    /// Whether all of it was read, so that it may take the place of the last good version.
    pub fn is_whole(&self) -> bool {
        let broken = |report: &Report| report.severity == Severity::Error;
        !self.read_only && !self.reports.iter().any(broken)
    }
}

/// The thread and its queue.
pub struct Files {
    jobs: SyncSender<Job>,
    done: Receiver<Done>,
}

impl std::fmt::Debug for Files {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Files").finish_non_exhaustive()
    }
}

impl Files {
    /// Starts the thread; `wake` is called when something is done.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn start(wake: Arc<dyn Fn() + Send + Sync>) -> std::io::Result<Self> {
        let (jobs, inbox) = sync_channel::<Job>(QUEUE);
        let (sender, done) = sync_channel(QUEUE);
        thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || {
                while let Ok(job) = inbox.recv() {
                    if sender.send(run(job)).is_err() {
                        return;
                    }
                    wake();
                }
            })?;
        Ok(Self { jobs, done })
    }

    /// Reads a graph.
    pub fn load(&self, path: PathBuf, reload: bool) {
        self.send(Job::Load { path, reload });
    }

    /// Writes the text of a document in some state, after what is to be done before.
    ///
    /// A file with another content than the `known` one is left as it is.
    pub fn save(
        &self,
        path: PathBuf,
        text: String,
        state: StateId,
        before: Before,
        known: Option<u64>,
    ) {
        self.send(Job::Save {
            path,
            text,
            state,
            before,
            known,
        });
    }

    /// Does something else.
    pub fn work(&self, work: impl FnOnce() -> Done + Send + 'static) {
        self.send(Job::Work(Box::new(work)));
    }

    /// Something that was done, once it is; `None` when the thread has ended.
    pub fn wait(&self) -> Option<Done> {
        self.done.recv().ok()
    }

    /// Something that was done.
    pub fn take(&self) -> Option<Done> {
        self.done.try_recv().ok()
    }

    fn send(&self, job: Job) {
        if self.jobs.try_send(job).is_err() {
            tracing::error!("too many files wait; one request is lost");
        }
    }
}

fn run(job: Job) -> Done {
    match job {
        Job::Load { path, reload } => {
            let result = load(&path);
            Done::Loaded {
                path,
                reload,
                result,
            }
        }
        Job::Save {
            path,
            text,
            state,
            before,
            known,
        } => {
            let result = unchanged(&path, known)
                .and_then(|()| {
                    prepare(&path, before).map_err(|source| SaveError::Prepare {
                        path: path.clone(),
                        source,
                    })
                })
                .and_then(|()| disk::save(&path, text.as_bytes()));
            Done::Saved {
                path,
                state,
                result,
            }
        }
        Job::Work(work) => work(),
    }
}

/// A file that is away may be written anew.
fn unchanged(path: &Path, known: Option<u64>) -> Result<(), SaveError> {
    match (known, std::fs::read(path)) {
        (Some(known), Ok(content)) if digest(&content) != known => Err(SaveError::Changed {
            path: path.to_path_buf(),
        }),
        _ => Ok(()),
    }
}

fn prepare(path: &Path, before: Before) -> std::io::Result<()> {
    match before {
        Before::Nothing => Ok(()),
        Before::MakeWritable => disk::make_writable(path),
        Before::Run(command) => {
            let Some((program, arguments)) = command.split_first() else {
                return Ok(());
            };
            let mut run = std::process::Command::new(program);
            let status = run.args(arguments).arg(path).status()?;
            if status.success() {
                Ok(())
            } else {
                Err(std::io::Error::other(format!(
                    "{program} ended with {status}"
                )))
            }
        }
    }
}

/// Reads a graph as far as it can be read.
///
/// # Errors
/// When there is nothing to read: the file is away, too large, or no text.
pub fn load(path: &Path) -> Result<Loaded, Report> {
    let place = path.display().to_string();
    let fail = |message: String, remedy: &str| Err(Report::error(&place, &message, remedy));
    match std::fs::metadata(path) {
        Ok(about) if about.len() > LARGEST_GRAPH => {
            return fail(
                format!("{place} is larger than {} MB.", LARGEST_GRAPH >> 20),
                "Open a graph; trees are imported by a node.",
            );
        }
        Ok(_) => {}
        Err(error) => {
            return fail(
                format!("{place} cannot be opened: {error}."),
                "Check the name, or open another file.",
            );
        }
    }
    let text = match std::fs::read(path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => {
            return fail(
                format!("{place} is not text."),
                "Open a .ron file; trees are imported by a node.",
            );
        }
        Err(error) => {
            return fail(
                format!("{place} cannot be read: {error}."),
                "Check that you may read it.",
            );
        }
    };
    Ok(parse(&place, text))
}

/// The graph in a text.
pub fn parse(place: &str, text: String) -> Loaded {
    let reading = format::read(&text);
    let reports: Vec<Report> = reading
        .problems
        .iter()
        .map(|problem| {
            let place = format!("{place}:{}:{}", problem.line, problem.column);
            let message = format!("{place}: {}", problem.message);
            Report::new(&place, problem.severity, &message, &problem.remedy)
        })
        .collect();
    Loaded {
        document: reading.document,
        read_only: reading.read_only,
        reports,
        text,
    }
}
