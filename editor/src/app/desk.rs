//! Files at the window's desk: what is open, what is asked, what waits for an answer.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui;

use super::{WindowOptions, resume};
use crate::{
    action::{Action, FileAction},
    dialogs::{Dialogs, Purpose},
    disk::{DiskFiles, Folders, data},
    files::{self, Done, Files, Loaded},
    journal::{self, Lost},
    panels::banners::{self, Question, TypedPath},
    session::Session,
    watch::{Watch, digest},
};

/// How long a window that ends keeps its journal locked at most.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What was asked for and waits until the changes are saved or given up.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Pending {
    File(FileAction),
    Quit,
}

/// Files, dialogs, watching, and open questions.
pub(super) struct Desk {
    pub(super) files: Files,
    pub(super) dialogs: Dialogs,
    pub(super) watch: Option<Watch>,
    pub(super) typed: Option<(Purpose, TypedPath)>,
    pub(super) pending: Option<Pending>,
    pub(super) pending_confirmed: bool,
    pub(super) questions: Vec<Question>,
    pub(super) lost: Option<Lost>,
    /// Content of the document's file as it was last read or written here; none if it is no matter what stands there.
    pub(super) on_disk: Option<u64>,
    /// The same before the save that runs.
    pub(super) on_disk_before: Option<u64>,
    /// File of the last save that failed.
    pub(super) unsaved_path: Option<PathBuf>,
    pub(super) quit: bool,
    /// Shader files of a source tree, if the window runs from one.
    pub(super) shaders: Vec<PathBuf>,
}

impl Desk {
    pub(super) fn start(
        context: &egui::Context,
        data_folders: &[PathBuf],
    ) -> std::io::Result<Self> {
        let wake = |context: &egui::Context| {
            let context = context.clone();
            move || context.request_repaint()
        };
        let watch = Watch::start(wake(context));
        if let Err(error) = &watch {
            tracing::warn!("files are not watched: {error}");
        }
        Ok(Self {
            files: Files::start(Arc::new(wake(context)))?,
            dialogs: Dialogs::default(),
            watch: watch.ok(),
            typed: None,
            pending: None,
            pending_confirmed: false,
            questions: Vec::new(),
            lost: None,
            on_disk: None,
            on_disk_before: None,
            unsaved_path: None,
            quit: false,
            shaders: data::shaders(data_folders),
        })
    }

    /// Writes camera and panes, off the window's thread.
    pub(super) fn keep(&self, file: PathBuf, text: String) {
        self.files.work(move || match resume::write(&file, &text) {
            Ok(()) => Done::Nothing,
            Err(error) => {
                tracing::debug!("{} was not written: {error}", file.display());
                Done::Nothing
            }
        });
    }

    pub(super) fn questions(&self) -> &[Question] {
        &self.questions
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.dismiss();
        self.questions.push(question);
    }

    /// Takes away every question but that about lost work.
    pub(super) fn dismiss(&mut self) {
        self.questions
            .retain(|question| matches!(question, Question::Recovery { .. }));
    }

    /// Opens what the window starts with: the file asked for, or the first example. Gives back lost work that is wanted at once.
    /// If such work is `expected`, the window that left it may still be ending.
    pub(super) fn open_first(
        &mut self,
        session: &mut Session,
        options: &WindowOptions,
        folders: &Folders,
        expected: bool,
    ) -> Option<Lost> {
        self.lost = journal::find_lost(&folders.state);
        let begun = Instant::now();
        while expected && self.lost.is_none() && begun.elapsed() < LAST_WORDS {
            std::thread::sleep(Duration::from_millis(20));
            self.lost = journal::find_lost(&folders.state);
        }
        if options.restore && self.lost.is_some() {
            return self.lost.take();
        }
        if let Some(lost) = &self.lost {
            let name = lost.document_path.as_deref().and_then(Path::file_name);
            self.ask(Question::Recovery {
                name: name.map_or("an unsaved graph".into(), |name| {
                    name.to_string_lossy().into_owned()
                }),
                steps: lost.steps,
            });
        }
        let example = || {
            let graphs = options
                .data
                .iter()
                .map(|folder| folder.join("graphs/first_breeze.ron"));
            graphs.into_iter().find(|path| path.is_file())
        };
        let path = options.file.clone().or_else(example)?;
        let path = std::path::absolute(&path).unwrap_or(path);
        match files::load(&path) {
            Ok(loaded) => self.take_loaded(session, path, loaded),
            Err(report) => session.report(report),
        }
        None
    }

    /// This text stands, or will stand, in the document's file.
    pub(super) fn know(&mut self, path: &Path, text: &str) {
        self.on_disk = Some(digest(text.as_bytes()));
        if let Some(watch) = &self.watch {
            watch.know(path, text.as_bytes());
        }
    }

    pub(super) fn take_loaded(&mut self, session: &mut Session, path: PathBuf, loaded: Loaded) {
        self.know(&path, &loaded.text);
        session.open(loaded.document, Some(path), loaded.reports);
        if loaded.read_only {
            session.set_read_only();
        }
    }

    /// Watches the graph and the files it names.
    pub(super) fn named_files(
        &mut self,
        session: &Session,
        named: &[String],
        data_folders: &[PathBuf],
    ) {
        let places = DiskFiles::new(session.base()).with_data(data_folders.iter().cloned());
        let mut files: BTreeSet<PathBuf> =
            named.iter().flat_map(|name| places.watched(name)).collect();
        files.extend(session.path().map(Path::to_path_buf));
        files.extend(self.shaders.iter().cloned());
        if let Some(watch) = self.watch.as_mut() {
            watch.set(files);
        }
    }

    /// Shows the box for a typed path.
    pub(super) fn typed_path(&mut self, context: &egui::Context) -> Option<Action> {
        let (_, typed) = self.typed.as_mut()?;
        let answer = banners::typed_path(context, typed)?;
        let (purpose, _) = self.typed.take()?;
        answer.map(|path| Action::File(purpose.action(path)))
    }
}

/// Actions for files dropped on the window.
pub(super) fn dropped(context: &egui::Context) -> Vec<Action> {
    let dropped = context.input(|input| input.raw.dropped_files.clone());
    dropped
        .into_iter()
        .map(|file| {
            let path = file.path().to_path_buf();
            let end = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
            let tree = end.is_some_and(|end| end == "glb" || end == "gltf");
            Action::File(if tree {
                FileAction::ImportTreeFrom(path)
            } else {
                FileAction::OpenPath(path)
            })
        })
        .collect()
}
