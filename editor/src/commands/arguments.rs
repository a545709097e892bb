//! What can be typed behind `windwright`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::bench::Bench;

/// Node-graph editor for vegetation in wind. Without a command it opens its window.
#[derive(Debug, Parser)]
#[command(name = "windwright", version)]
pub struct Arguments {
    /// Command, if any.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What the window is to do.
    #[command(flatten)]
    pub window: WindowArguments,
    /// Folder with graphs, presets and assets, searched before the usual ones; may be repeated.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Vec<PathBuf>,
    /// Say more on standard error; twice says most.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// What the window is to do.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct WindowArguments {
    /// Graph to open; without it the last one, or the first breeze.
    pub graph: Option<PathBuf>,
    /// Close after so many seconds and print what was measured.
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub exit_after: Option<f64>,
    /// Save a picture of the window before it closes.
    #[arg(long, value_name = "PNG", requires = "exit_after")]
    pub screenshot: Option<PathBuf>,
    /// Lose the graphics device after so many seconds, to rehearse the restart.
    #[arg(long, value_name = "SECONDS", value_parser = positive, hide = true)]
    pub lose_device_after: Option<f64>,
    /// Size of the window, points.
    #[arg(long, value_name = "WxH", value_parser = Size::parse)]
    pub size: Option<Size>,
    /// Open what the last run left, without asking.
    #[arg(long)]
    pub restore: bool,
}

/// A headless twin of something that the window does.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw one picture of a graph.
    Render(RenderArguments),
    /// Look for faults in graphs, presets and trees.
    Check(CheckArguments),
    /// Write what a game loads: the scene, its branch tables and its presets.
    Export(ExportArguments),
    /// Find the branches of trees and report them.
    Analyse(AnalyseArguments),
    /// Simulate a graph and print the hash of its motion on the last line.
    Replay(ReplayArguments),
    /// List the node types.
    Nodes(NodesArguments),
    /// Measure speed.
    Bench(BenchArguments),
    /// Make the pictures of the documentation that need no window.
    Pictures(PicturesArguments),
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
    /// Edit a graph by lines of standard input, for tests.
    #[command(hide = true)]
    InternalEdit {
        /// Graph to edit.
        graph: PathBuf,
    },
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub struct RenderArguments {
    /// Graph to draw.
    pub graph: PathBuf,
    /// Picture to write.
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
    /// Size, pixels.
    #[arg(long, value_name = "WxH", default_value = "1600x1000", value_parser = Size::parse)]
    pub size: Size,
    /// Simulated time after the warm-up, seconds.
    #[arg(long, value_name = "S", default_value_t = 0.0, value_parser = not_negative)]
    pub time: f64,
    /// Samples of each pixel.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub samples: u32,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Files, or folders that are searched for .ron, .glb and .gltf files.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// How findings are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// `file:line:column: severity: message (remedy)`, one a line.
    Text,
    /// One JSON array.
    Json,
    /// Workflow commands that GitHub shows beside the changed lines.
    Github,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// Graph to export.
    pub graph: PathBuf,
    /// Folder to write into; made if it is not there. Nothing is written elsewhere.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Arguments of `analyse`.
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// A .glb or .gltf file, or a folder that is searched for them.
    pub tree: PathBuf,
    /// Print one JSON array.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// Graph to simulate.
    pub graph: PathBuf,
    /// Ticks of the simulation clock.
    #[arg(long, value_name = "N")]
    pub frames: u64,
    /// Threads that share the loops over branches; the hash does not depend on it.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// Arguments of `nodes`.
#[derive(Debug, Args)]
pub struct NodesArguments {
    /// Print the reference page instead of a list.
    #[arg(long)]
    pub markdown: bool,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// What to measure; without it, everything.
    #[arg(value_enum)]
    pub name: Option<Bench>,
    /// Print one JSON array.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `pictures`.
#[derive(Debug, Args)]
pub struct PicturesArguments {
    /// Only the picture of this name.
    pub name: Option<String>,
    /// Folder to write into.
    #[arg(long, value_name = "DIR", default_value = "docs/pictures")]
    pub out: PathBuf,
}

/// Width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns, 1 to [`Size::LIMIT`].
    pub width: u32,
    /// Rows, 1 to [`Size::LIMIT`].
    pub height: u32,
}

impl Size {
    /// Largest side.
    pub const LIMIT: u32 = 8192;

    /// Reads `1600x1000`.
    fn parse(text: &str) -> Result<Self, String> {
        let side = |text: &str| {
            text.parse()
                .ok()
                .filter(|side| (1..=Self::LIMIT).contains(side))
        };
        text.split_once(['x', 'X', '×'])
            .and_then(|(width, height)| {
                Some(Self {
                    width: side(width)?,
                    height: side(height)?,
                })
            })
            .ok_or_else(|| {
                format!(
                    "write it like 1600x1000, each side from 1 to {}",
                    Self::LIMIT
                )
            })
    }
}

/// Longest simulated time that a command accepts, seconds: a day.
const LONGEST_S: f64 = 86_400.0;

fn not_negative(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=LONGEST_S).contains(seconds))
        .ok_or_else(|| format!("a number of seconds from 0 to {LONGEST_S}"))
}

fn positive(text: &str) -> Result<f64, String> {
    not_negative(text).and_then(|seconds| {
        if seconds > 0.0 {
            Ok(seconds)
        } else {
            Err(String::from("more than 0 seconds"))
        }
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_declaration_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes() {
        let size = |width, height| Some(Size { width, height });
        for (text, expected) in [
            ("1600x1000", size(1600, 1000)),
            ("1x1", size(1, 1)),
            ("0x5", None),
            ("99999x5", None),
            ("12", None),
            ("-1x5", None),
            ("x", None),
        ] {
            assert_eq!(Size::parse(text).ok(), expected, "{text}");
        }
    }
}
