//! `completions` and `man`: what a shell and its manual know about the program.

use clap::CommandFactory as _;

use super::{
    arguments::Arguments,
    console::Console,
    outcome::{Failure, Outcome},
};

/// Runs `completions`.
///
/// # Errors
/// [`Failure::Output`].
pub fn completions(
    shell: clap_complete::Shell,
    console: &mut Console<'_>,
) -> Result<Outcome, Failure> {
    // The generator panics when its output breaks, so it gets memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "windwright", &mut text);
    console.out.write_all(&text)?;
    Ok(Outcome::Done)
}

/// Runs `man`: one page with a section for each command.
///
/// # Errors
/// [`Failure::Output`].
pub fn man(console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let mut text = Vec::new();
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help" && !sub.is_hide_set())
    {
        let page = clap_mangen::Man::new(sub.clone());
        let title = sub
            .get_display_name()
            .unwrap_or(sub.get_name())
            .to_uppercase();
        text.extend_from_slice(format!(".SH {title}\n").as_bytes());
        page.render_description_section(&mut text)?;
        page.render_synopsis_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    console.out.write_all(&text)?;
    Ok(Outcome::Done)
}
