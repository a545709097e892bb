//! Files at the window's desk: what is open, what is asked, what waits for an answer.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui;
use windwright_core::{
    document::Document,
    edit::Edit,
    format,
    graph::{Node, Port},
    history::StateId,
    value::Value,
};

use super::{App, WindowOptions, export, resume};
use crate::{
    action::{Action, FileAction},
    canvas::state::CanvasState,
    dialogs::{Answer, Dialogs, Purpose},
    disk::{DiskFiles, Folders, Remedy, SaveError, name_from},
    files::{self, Before, Done, Files, Loaded},
    identity,
    journal::{self, Lost},
    panels::banners::{self, Question, TypedPath},
    session::{Report, Session},
    watch::{Watch, digest},
};

/// How long a window that ends keeps its journal locked at most.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What was asked for and waits until the changes are saved or given up.
#[derive(Debug, Clone, PartialEq)]
enum Pending {
    File(FileAction),
    Quit,
}

/// Files, dialogs, watching, and open questions.
pub(super) struct Desk {
    pub(super) files: Files,
    dialogs: Dialogs,
    watch: Option<Watch>,
    typed: Option<(Purpose, TypedPath)>,
    pending: Option<Pending>,
    pending_confirmed: bool,
    questions: Vec<Question>,
    lost: Option<Lost>,
    /// Content of the document's file as it was last read or written here; none if it is no matter what stands there.
    on_disk: Option<u64>,
    /// The same before the save that runs.
    on_disk_before: Option<u64>,
    /// File of the last save that failed.
    unsaved_path: Option<PathBuf>,
    quit: bool,
}

impl Desk {
    pub(super) fn start(context: &egui::Context) -> std::io::Result<Self> {
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

    fn ask(&mut self, question: Question) {
        self.dismiss();
        self.questions.push(question);
    }

    /// Takes away every question but that about lost work.
    fn dismiss(&mut self) {
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
    fn know(&mut self, path: &Path, text: &str) {
        self.on_disk = Some(digest(text.as_bytes()));
        if let Some(watch) = &self.watch {
            watch.know(path, text.as_bytes());
        }
    }

    fn take_loaded(&mut self, session: &mut Session, path: PathBuf, loaded: Loaded) {
        self.know(&path, &loaded.text);
        session.open(loaded.document, Some(path), loaded.reports);
        if loaded.read_only {
            session.set_read_only();
        }
    }

    /// Watches the graph and the files it names.
    pub(super) fn named_files(&mut self, session: &Session, named: &[String], data: &[PathBuf]) {
        let places = DiskFiles::new(session.base()).with_data(data.iter().cloned());
        let mut files: BTreeSet<PathBuf> =
            named.iter().flat_map(|name| places.watched(name)).collect();
        files.extend(session.path().map(Path::to_path_buf));
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
                    let command = self.settings.checkout_command.clone();
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

    /// Takes up lost work as one step on what the file holds.
    pub(super) fn recover(&mut self, lost: Lost) {
        self.desk.on_disk = None;
        self.journal.recover(&mut self.session, lost);
        self.canvas = CanvasState::fitted();
        self.desk.dismiss();
    }

    fn must_ask(&self) -> bool {
        self.session.is_modified() && !self.desk.pending_confirmed
    }

    /// Goes on with what waited for the answer.
    fn go_on(&mut self, context: &egui::Context, may_lose: bool) {
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

    fn save(&mut self, path: PathBuf, before: Before) {
        self.desk.dismiss();
        let text = format::write(self.session.document());
        let known = self.desk.on_disk;
        self.desk.on_disk_before = known;
        self.desk.know(&path, &text);
        let known = known.filter(|_| self.session.path() == Some(&*path));
        let state = self.session.history().state();
        self.desk.files.save(path, text, state, before, known);
    }

    /// Writes what a game loads into a folder, off the window's thread.
    fn export(&mut self, folder: PathBuf) {
        let graph = self.session.document().graph().clone();
        let (base, data) = (self.session.base(), self.options.data.clone());
        let registry = Arc::clone(self.session.registry());
        self.desk.files.work(move || {
            let files = DiskFiles::new(base).with_data(data);
            Done::Said(export::export(&graph, &registry, &files, &folder))
        });
    }

    fn import_tree(&mut self, path: &Path) {
        self.grant_folder_of(path);
        let spec = self
            .session
            .registry()
            .specs()
            .iter()
            .find(|spec| spec.key == "import_tree");
        let Some(spec) = spec else { return };
        let input = spec
            .inputs
            .iter()
            .find(|input| input.kind == windwright_core::value::ValueKind::Path);
        let Some(input) = input else { return };
        let mut node = Node::new(spec.key, spec.version);
        let text = Value::Text(name_from(&self.session.base(), path));
        node.values
            .insert(windwright_core::graph::Key::new(input.key), text);
        let scene = self.canvas.view.scene_rect.center();
        let edit = Edit::AddNode {
            id: identity::node(spec.key),
            node,
            links: std::collections::BTreeMap::new(),
            position: [scene.x.round(), scene.y.round()],
        };
        self.session.handle(Action::Edit {
            label: "Import tree".to_owned(),
            edits: vec![edit],
        });
    }

    fn set_path(&mut self, input: &Port, path: &Path) {
        self.grant_folder_of(path);
        let text = name_from(&self.session.base(), path);
        self.session.handle(Action::Edit {
            label: "Choose file".to_owned(),
            edits: vec![Edit::SetValue {
                id: input.node.clone(),
                key: input.key.clone(),
                value: Some(Value::Text(text)),
            }],
        });
    }

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
            self.changed_on_disk(path);
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

    fn saved(
        &mut self,
        context: &egui::Context,
        path: PathBuf,
        state: StateId,
        result: Result<(), SaveError>,
    ) {
        let Err(error) = result else {
            self.session.clear_reports("save");
            self.settings.remember(&path);
            self.save_settings();
            self.journal.saved(&mut self.session, path, state);
            self.asked_revision = 0;
            return self.go_on(context, false);
        };
        self.desk.on_disk = self.desk.on_disk_before;
        self.session.report(Report::error(
            "save",
            &format!("Not saved: {error}."),
            error.remedy(),
        ));
        for remedy in error.remedies() {
            match remedy {
                Remedy::MakeWritable => self.desk.ask(Question::ReadOnly {
                    path: path.clone(),
                    can_check_out: !self.settings.checkout_command.is_empty(),
                }),
                Remedy::Compare => self.desk.ask(Question::ChangedOnDisk(path.clone())),
                Remedy::SaveToTarget(target) => self.desk.ask(Question::Link { target }),
                Remedy::CheckOut | Remedy::SaveAs | Remedy::TryAgain => {}
            }
        }
        self.desk.unsaved_path = Some(path);
    }

    fn changed_on_disk(&mut self, path: PathBuf) {
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

    /// Another document is open: nothing of the old one stays.
    fn after_open(&mut self) {
        self.canvas = CanvasState::fitted();
        self.desk.dismiss();
        self.journal.restart(&mut self.session);
    }

    pub(super) fn end_journal(&mut self) {
        if !self.session.is_modified() || self.desk.quit {
            self.journal.finish();
        }
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(error) = self.settings.save(&self.folders) {
            tracing::warn!("settings were not saved: {error}");
        }
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
