//! Running the program as a child process.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The program under test, with a home of its own and a bare environment.
#[derive(Debug)]
pub struct Program {
    binary: PathBuf,
    home: tempfile::TempDir,
}

/// What a run gave.
#[derive(Debug)]
pub struct Run {
    /// Exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Program {
    /// `binary` is `env!("CARGO_BIN_EXE_windwright-under-test")` of the test.
    ///
    /// # Errors
    /// No temporary folder can be made.
    pub fn new(binary: &str) -> io::Result<Self> {
        Ok(Self {
            binary: PathBuf::from(binary),
            home: tempfile::tempdir()?,
        })
    }

    /// A folder that is deleted with the program.
    pub fn folder(&self) -> &Path {
        self.home.path()
    }

    /// A command with neither HOME nor DISPLAY, run in the source tree.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.bare(self.binary.as_os_str());
        command.args(arguments);
        command
    }

    /// A shell that runs `script` in the same environment.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = self.bare(OsStr::new("sh"));
        command.args(["-c", script]);
        command
    }

    fn bare(&self, program: &OsStr) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(super::workspace::root())
            .env_clear()
            .env("WINDWRIGHT_HOME", self.home.path().join("home"))
            .stdin(Stdio::null());
        for kept in [
            "PATH",
            "VK_DRIVER_FILES",
            "VK_ICD_FILENAMES",
            "LD_LIBRARY_PATH",
            "SYSTEMROOT",
        ] {
            if let Some(value) = std::env::var_os(kept) {
                command.env(kept, value);
            }
        }
        command
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> io::Result<Run> {
        let output = self.command(arguments).output()?;
        Ok(Run {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}
