//! What the program remembers between runs.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{disk::Folders, panels::Layout, theme::Appearance};

/// Most entries in the list of recent files.
const RECENT: usize = 12;
/// Most folders from which the user chose files.
const GRANTED: usize = 64;

/// Smallest and largest scale.
const SCALE: [f32; 2] = [0.5, 3.0];

/// What the user chose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Dark or light.
    pub appearance: Appearance,
    /// Size of everything in the window, on top of what the system asks for.
    pub scale: f32,
    /// Command that makes a file writable, such as a check-out; the path is appended.
    pub checkout_command: Vec<String>,
    /// Folder with graphs, presets and assets that is searched first.
    pub data: Option<PathBuf>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            appearance: Appearance::default(),
            scale: 1.0,
            checkout_command: Vec::new(),
            data: None,
        }
    }
}

/// What is remembered.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What the user chose.
    pub preferences: Preferences,
    /// Last opened first.
    pub recent: Vec<PathBuf>,
    /// Folders from which the user chose files: documents may read there.
    pub granted: Vec<PathBuf>,
    /// Where the panes stand.
    pub layout: Option<Layout>,
}

impl Settings {
    /// Reads the settings; missing or broken ones are the defaults.
    pub fn load(folders: &Folders) -> Self {
        match fs::read_to_string(Self::file(folders)) {
            Ok(text) => {
                let mut read: Self = ron::from_str(&text).unwrap_or_else(|error| {
                    tracing::warn!("settings are unreadable and start afresh: {error}");
                    Self::default()
                });
                let scale = &mut read.preferences.scale;
                *scale = if scale.is_finite() { *scale } else { 1.0 };
                *scale = scale.clamp(SCALE[0], SCALE[1]);
                read
            }
            Err(_) => Self::default(),
        }
    }

    /// Writes the settings through a temporary file.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn save(&self, folders: &Folders) -> std::io::Result<()> {
        fs::create_dir_all(&folders.settings)?;
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(std::io::Error::other)?;
        let mut file = tempfile::NamedTempFile::new_in(&folders.settings)?;
        file.write_all(text.as_bytes())?;
        file.persist(Self::file(folders))
            .map_err(|error| error.error)?;
        Ok(())
    }

    /// Puts `path` at the head of the recent files.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_path_buf());
        self.recent.truncate(RECENT);
    }

    /// Remembers a folder from which the user chose a file.
    pub fn grant(&mut self, folder: PathBuf) {
        self.granted.retain(|known| *known != folder);
        self.granted.insert(0, folder);
        self.granted.truncate(GRANTED);
    }

    fn file(folders: &Folders) -> PathBuf {
        folders.settings.join("settings.ron")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_round_trip_and_damage() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::below(home.path());
        let mut settings = Settings::default();
        settings.preferences.appearance = Appearance::Light;
        for number in 0..20 {
            settings.remember(Path::new(&format!("/树/{number}.ron")));
        }
        settings.save(&folders).unwrap();
        let read = Settings::load(&folders);
        assert_eq!(read.preferences.appearance, Appearance::Light);
        assert_eq!(read.recent.len(), RECENT);
        assert_eq!(read.recent[0], Path::new("/树/19.ron"));

        let file = folders.settings.join("settings.ron");
        for (text, scale) in [("900.0", 3.0), ("NaN", 1.0), ("1.5", 1.5)] {
            fs::write(&file, format!("(preferences: (scale: {text}))")).unwrap();
            let read = Settings::load(&folders).preferences.scale;
            assert!((read - scale).abs() < 1e-6, "{text}: {read}");
        }
        fs::write(file, "(preferences: (appearance: Li").unwrap();
        assert_eq!(
            Settings::load(&folders).preferences.appearance,
            Appearance::Dark
        );
    }
}
