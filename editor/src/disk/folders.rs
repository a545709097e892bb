//! Where the program keeps what is its own.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy as _;

const NAME: &str = "windwright";

/// The three folders of the program. None is made before something is written there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    /// Settings that the user chose.
    pub settings: PathBuf,
    /// Recent files, window layout, journal, log.
    pub state: PathBuf,
    /// What can be made again; may be deleted at any time.
    pub cache: PathBuf,
}

impl Folders {
    /// Below `WINDWRIGHT_HOME` if that is set, else where the system wants them, else (no home) in the temporary folder.
    pub fn find() -> Self {
        Self::from_home(std::env::var_os("WINDWRIGHT_HOME"))
    }

    fn from_home(home: Option<OsString>) -> Self {
        if let Some(home) = home.filter(|home| !home.is_empty()) {
            return Self::below(Path::new(&home));
        }
        let Ok(strategy) = etcetera::choose_base_strategy() else {
            return Self::below(&std::env::temp_dir().join(NAME));
        };
        Self {
            settings: strategy.config_dir().join(NAME),
            state: strategy
                .state_dir()
                .unwrap_or_else(|| strategy.data_dir())
                .join(NAME),
            cache: strategy.cache_dir().join(NAME),
        }
    }

    /// All three below one folder.
    pub fn below(home: &Path) -> Self {
        Self {
            settings: home.join("settings"),
            state: home.join("state"),
            cache: home.join("cache"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_variable_moves_all_three() {
        let moved = Folders::from_home(Some(OsString::from("/elsewhere")));
        assert_eq!(moved, Folders::below(Path::new("/elsewhere")));
        assert_ne!(Folders::from_home(Some(OsString::new())), moved);
    }
}
