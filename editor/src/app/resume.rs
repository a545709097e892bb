//! Document, time, camera and panes as they were, for a start that follows a lost device.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{eye::Pose, panels::Layout};

/// Least time between two looks.
const EVERY: Duration = Duration::from_secs(2);

/// What is kept beside the journal.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Resume {
    /// Where the preview looks from.
    pub(super) pose: Option<Pose>,
    /// Where the panes stand.
    pub(super) layout: Option<Layout>,
    /// File of the document.
    pub(super) document: Option<PathBuf>,
    /// Whether there was work that the file does not hold.
    pub(super) modified: bool,
    /// Simulated time, seconds.
    pub(super) time_s: f64,
}

/// Writes a [`Resume`] now and then.
#[derive(Debug)]
pub(super) struct Keeper {
    file: PathBuf,
    last: Instant,
    written: String,
}

impl Keeper {
    pub(super) fn new(state: &Path) -> Self {
        Self {
            file: state.join("resume.ron"),
            last: Instant::now(),
            written: String::new(),
        }
    }

    /// What the last window left if that is `wanted`; nothing if it cannot be read.
    pub(super) fn left(&self, wanted: bool) -> Resume {
        if wanted {
            self.read()
        } else {
            Resume::default()
        }
    }

    fn read(&self) -> Resume {
        std::fs::read_to_string(&self.file)
            .ok()
            .and_then(|text| ron::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// What is to be written, at most every two seconds and only when it changed.
    pub(super) fn due(&mut self, resume: impl FnOnce() -> Resume) -> Option<(PathBuf, String)> {
        if self.last.elapsed() < EVERY {
            return None;
        }
        self.last = Instant::now();
        let text = ron::ser::to_string(&resume()).ok()?;
        if text == self.written {
            return None;
        }
        self.written.clone_from(&text);
        Some((self.file.clone(), text))
    }
}

/// Writes the text through a temporary file.
pub(super) fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_and_camera_come_back() {
        let home = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(home.path());
        assert!(keeper.read().layout.is_none());
        let resume = Resume {
            pose: Some(Pose::default()),
            layout: Some(Layout::default()),
            document: Some(PathBuf::from("/图.ron")),
            modified: true,
            time_s: 12.5,
        };
        let text = ron::ser::to_string(&resume).unwrap();
        write(&keeper.file, &text).unwrap();
        let read = keeper.read();
        assert_eq!((read.pose, read.time_s), (resume.pose, resume.time_s));
        assert_eq!((read.document, read.modified), (resume.document, true));
        assert!(read.layout.unwrap().is_complete());
    }
}
