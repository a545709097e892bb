//! File dialogs, asked for on a thread of their own.

use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use windwright_core::graph::Port;

use crate::action::FileAction;

/// A dialog that ends sooner than this without a choice was never shown.
const NEVER_SHOWN: Duration = Duration::from_millis(400);

/// What a path is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Purpose {
    OpenGraph,
    SaveGraph { name: String },
    ExportFolder,
    ImportTree,
    InputFile(Port),
    LocateFolder,
}

impl Purpose {
    /// Title of the dialog.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Self::OpenGraph => "Open graph",
            Self::SaveGraph { .. } => "Save graph as",
            Self::ExportFolder => "Export into folder",
            Self::ImportTree => "Import tree",
            Self::InputFile(_) => "Choose file",
            Self::LocateFolder => "Folder with the missing files",
        }
    }

    /// What is done with the path.
    pub(crate) fn action(self, path: PathBuf) -> FileAction {
        match self {
            Self::OpenGraph => FileAction::OpenPath(path),
            Self::SaveGraph { .. } => FileAction::SaveTo(with_extension(path)),
            Self::ExportFolder => FileAction::ExportTo(path),
            Self::ImportTree => FileAction::ImportTreeFrom(path),
            Self::InputFile(input) => FileAction::SetPath { input, path },
            Self::LocateFolder => FileAction::LocateIn(path),
        }
    }
}

/// A graph's file ends in `.ron`.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        path
    } else {
        path.with_extension("ron")
    }
}

/// Answer of a dialog.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A path was chosen.
    Chosen(Purpose, PathBuf),
    /// The user closed it.
    Cancelled,
    /// The system has no dialog; the path must be typed.
    Unavailable(Purpose),
}

/// Asks for paths without holding up the window.
#[derive(Debug)]
pub(crate) struct Dialogs {
    sender: SyncSender<Answer>,
    answers: Receiver<Answer>,
    open: bool,
}

impl Default for Dialogs {
    fn default() -> Self {
        let (sender, answers) = sync_channel(4);
        Self {
            sender,
            answers,
            open: false,
        }
    }
}

impl Dialogs {
    /// Opens a dialog, unless one is open already.
    pub(crate) fn ask(
        &mut self,
        purpose: Purpose,
        folder: PathBuf,
        wake: impl Fn() + Send + 'static,
    ) {
        if self.open {
            return;
        }
        self.open = true;
        let sender = self.sender.clone();
        let asked = purpose.clone();
        let thread = thread::Builder::new()
            .name("dialog".to_owned())
            .spawn(move || {
                let begun = Instant::now();
                let answer = match pick(&asked, &folder) {
                    Some(path) => Answer::Chosen(asked, path),
                    None if begun.elapsed() < NEVER_SHOWN => Answer::Unavailable(asked),
                    None => Answer::Cancelled,
                };
                if sender.try_send(answer).is_ok() {
                    wake();
                }
            });
        if thread.is_err() && self.sender.try_send(Answer::Unavailable(purpose)).is_err() {
            self.open = false;
        }
    }

    /// An answer that came in.
    pub(crate) fn take(&mut self) -> Option<Answer> {
        let answer = self.answers.try_recv().ok()?;
        self.open = false;
        Some(answer)
    }
}

fn pick(purpose: &Purpose, folder: &std::path::Path) -> Option<PathBuf> {
    let dialog = rfd::FileDialog::new()
        .set_title(purpose.title())
        .set_directory(folder);
    match purpose {
        Purpose::OpenGraph => dialog.add_filter("Graph", &["ron"]).pick_file(),
        Purpose::SaveGraph { name } => dialog
            .add_filter("Graph", &["ron"])
            .set_file_name(name)
            .save_file(),
        Purpose::ExportFolder | Purpose::LocateFolder => dialog.pick_folder(),
        Purpose::ImportTree => dialog.add_filter("Tree", &["glb", "gltf"]).pick_file(),
        Purpose::InputFile(_) => dialog.pick_file(),
    }
}
