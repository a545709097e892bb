//! Commands: headless twins of what the window does.

use std::{io, process::ExitCode};

use clap::Parser as _;

pub mod analyse;
pub mod arguments;
pub mod bench;
pub mod check;
pub mod console;
mod edit;
pub mod export;
pub mod find;
pub mod finding;
mod log;
pub mod open;
pub mod outcome;
pub mod pictures;
pub mod reference;
pub mod render;
pub mod replay;
pub mod shell;
pub mod simulate;
pub mod threads;
mod window;

use arguments::{Arguments, Command, WindowArguments};
use console::{Console, say};
use outcome::{Failure, Outcome, exit_code};

/// The whole program: reads the command line, does what it says, and returns the exit code.
///
/// 0 done, 1 findings, 2 wrong usage, 3 could not, 130 interrupted. Data goes to standard output, talk to standard error.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version end here too, on standard output and with code 0.
            let printed = error.print();
            return match printed {
                // Wrong usage stays wrong when nobody reads of it.
                Err(failure) if !error.use_stderr() => finish(&Err(Failure::Output(failure))),
                _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            };
        }
    };
    log::start(arguments.verbose);
    let result = run(arguments, &mut io::stdout().lock());
    finish(&result)
}

fn finish(result: &Result<Outcome, Failure>) -> ExitCode {
    if let Err(failure) = result
        && let Some(words) = failure.words()
    {
        say(format_args!("windwright: {words}"));
    }
    exit_code(result)
}

/// Does what `arguments` say, with data written to `out`.
///
/// # Errors
/// [`Failure`]: wrong usage, something in the way, or an interrupt.
pub fn run(arguments: Arguments, out: &mut dyn io::Write) -> Result<Outcome, Failure> {
    let data = crate::disk::data::folders(&arguments.data);
    let Some(command) = arguments.command else {
        return window::run(arguments.window, data);
    };
    if arguments.window != WindowArguments::default() {
        return Err(Failure::Usage(
            "a command opens no window: what is written before it belongs to the window".to_owned(),
        ));
    }
    let mut console = Console::new(out, data);
    console.listen();
    let outcome = match command {
        Command::Render(arguments) => render::run(&arguments, &mut console),
        Command::Check(arguments) => check::run(&arguments, &mut console),
        Command::Export(arguments) => export::run(&arguments, &mut console),
        Command::Analyse(arguments) => analyse::run(&arguments, &mut console),
        Command::Replay(arguments) => replay::run(&arguments, &mut console),
        Command::Nodes(arguments) => reference::run(&arguments, &mut console),
        Command::Bench(arguments) => bench::run(&arguments, &mut console),
        Command::Pictures(arguments) => pictures::run(&arguments, &mut console),
        Command::Completions { shell } => shell::completions(shell, &mut console),
        Command::Man => shell::man(&mut console),
        Command::InternalEdit { graph } => edit::run(&graph, &mut console),
    }?;
    console.out.flush()?;
    Ok(outcome)
}
