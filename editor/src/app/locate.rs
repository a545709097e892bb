//! Missing files: their namesakes below a folder that the user names take their place.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::locate::locate;

use super::App;
use crate::{
    disk::{DiskFiles, files_below, name_from},
    files::Done,
    session::Report,
};

/// Most files of a folder that are looked at.
const MOST_FILES: usize = 100_000;

impl App {
    /// Mends every missing file that has a namesake below `path`, a folder or a file in it; off the window's thread.
    pub(super) fn locate(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = match path.parent() {
            Some(folder) if path.is_file() => folder.to_path_buf(),
            _ => path,
        };
        let base = self.session.base();
        let files = DiskFiles::new(&base).with_data(self.options.data.clone());
        self.grant(&folder);
        let graph = self.session.document().graph().clone();
        let registry = Arc::clone(self.session.registry());
        self.desk.files.work(move || {
            let found = files_below(&folder, MOST_FILES);
            let is_missing = |path: &str| !files.is_there(path);
            let name = name_from(&base, &folder);
            let edits = locate(&graph, &registry, &is_missing, &name, &found);
            if edits.is_empty() {
                let message = format!("No missing file has a namesake below {}.", folder.display());
                return Done::Said(Report::note("locate", &message, "Choose another folder."));
            }
            Done::Edits {
                label: "Locate files".to_owned(),
                edits,
            }
        });
    }

    /// Lets documents read in a folder from which the user chose a file.
    pub(super) fn grant(&mut self, folder: &Path) {
        let folder = folder.to_path_buf();
        if folder.parent().is_some() && !self.options.data.contains(&folder) {
            self.options.data.push(folder.clone());
            self.settings.grant(folder);
            self.save_settings();
        }
    }

    /// Lets documents read where the user chose `file`.
    pub(super) fn grant_folder_of(&mut self, file: &Path) {
        let file: PathBuf = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
        if let Some(folder) = file.parent() {
            self.grant(folder);
        }
    }
}
