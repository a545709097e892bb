//! `export`: what a game loads, below one folder.

use super::{
    arguments::ExportArguments,
    console::{Console, say},
    open::open_scene,
    outcome::{Failure, Outcome},
};
use crate::export;

/// Runs `export`: `scene.ron`, `trees/<hash>.ron` and what the graph's export nodes ask for. Prints each path written.
///
/// # Errors
/// [`Failure::CouldNot`] when the graph gives no scene or a file cannot be written; then nothing or a part is written.
pub fn run(arguments: &ExportArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let opened = open_scene(&arguments.graph, console)?;
    let written = export::write(&opened.compilation, &arguments.out)
        .map_err(|error| Failure::could_not(&error, error.remedy()))?;
    for path in written {
        writeln!(console.out, "{}", path.display())?;
    }
    say(format_args!(
        "A game loads {}",
        arguments.out.join("scene.ron").display()
    ));
    Ok(Outcome::Done)
}
