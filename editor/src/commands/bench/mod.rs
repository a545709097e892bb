//! `bench`: what things cost on this machine. The only front for measurements.

mod canvas;
mod measure;
mod pictures;
mod simulation;
mod trees;

use clap::ValueEnum;

use super::{
    arguments::BenchArguments,
    console::{Console, say},
    outcome::{Failure, Outcome},
};
use measure::Measurement;

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Bench {
    /// One tick of the wind grid, in our way and as published.
    Wind,
    /// One tick of the springs of many trees.
    Springs,
    /// Growing the default oak.
    Grow,
    /// Compiling the default graph, from nothing and unchanged.
    Compile,
    /// Frames of a canvas with 500 nodes.
    Canvas,
    /// Live pictures of the default graph at each step of the quality ladder.
    Pictures,
}

/// Runs `bench`.
///
/// # Errors
/// [`Failure::CouldNot`] when what is measured cannot be built; [`Failure::Interrupted`].
pub fn run(arguments: &BenchArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    if cfg!(debug_assertions) {
        say("This is a debug build: build with --release for numbers that mean something.");
    }
    let chosen = match &arguments.name {
        Some(bench) => std::slice::from_ref(bench),
        None => Bench::value_variants(),
    };
    let mut measurements = Vec::new();
    for bench in chosen {
        console.pause()?;
        measurements.extend(match bench {
            Bench::Wind => simulation::wind(console)?,
            Bench::Springs => simulation::springs(console)?,
            Bench::Grow => trees::grow(console)?,
            Bench::Compile => trees::compile(console)?,
            Bench::Canvas => canvas::canvas(console)?,
            Bench::Pictures => pictures::pictures(console)?,
        });
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *console.out, &measurements)
            .map_err(std::io::Error::from)?;
        writeln!(console.out)?;
    } else {
        for measurement in &measurements {
            writeln!(console.out, "{}", measurement.line())?;
        }
    }
    Ok(Outcome::Done)
}

/// A row of the report, with a ratio to another row.
fn ratio(of: &Measurement, to: &Measurement) -> f64 {
    of.median_ms / to.median_ms.max(f64::MIN_POSITIVE)
}
