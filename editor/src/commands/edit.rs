//! `internal-edit`: an editing session without a window, driven line by line, so that tests can end it at any moment.
//!
//! Session, journal, recovery and saving are the window's own. Each line is answered by one line, once what it asked for is
//! as safe as it would be before the next frame of a window.

use std::{
    io::{self, BufRead as _},
    path::Path,
    sync::Arc,
};

use windwright_core::{document::Document, format, history, nodes::Registry};

use super::{
    console::Console,
    outcome::{Failure, Outcome},
};
use crate::{
    action::Action,
    disk::Folders,
    files::{self, Before, Done, Files},
    journal::{Keeper, find_lost},
    session::Session,
};

/// Runs the session on the graph at `path`, after taking up what a session before it left.
///
/// # Errors
/// The system gives no threads, or standard input or output ends.
pub(super) fn run(path: &Path, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let files = Files::start(Arc::new(|| ()))?;
    let folders = Folders::find();
    let document = files::load(path).map_or_else(|_| Document::default(), |read| read.document);
    let registry = Arc::new(Registry::standard());
    let mut session = Session::new(registry, document, Some(path.to_path_buf()));
    let lost = find_lost(&folders.state);
    let mut keeper = Keeper::begin(&folders.state, &mut session);
    let recovered = lost.as_ref().map_or(0, |lost| lost.steps);
    if let Some(lost) = lost {
        keeper.recover(&mut session, lost);
    }
    writeln!(console.out, "open {recovered}")?;
    console.out.flush()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match word {
            "undo" => act(&mut session, [Action::Undo]),
            "redo" => act(&mut session, [Action::Redo]),
            "do" => act(&mut session, gesture(rest)?),
            "save" => save(&mut session, &mut keeper, &files),
            "show" => ron::to_string(&format::write(session.document())).unwrap_or_default(),
            _ => return Err(Failure::Usage(format!("{word} is not understood"))),
        };
        keeper.write(&mut session);
        write!(console.out, "{answer}")?;
        if word != "show" {
            for report in session.reports() {
                write!(console.out, " {}", report.message)?;
            }
        }
        writeln!(console.out)?;
        console.out.flush()?;
    }
    Ok(Outcome::Done)
}

fn act(session: &mut Session, actions: impl IntoIterator<Item = Action>) -> String {
    for action in actions {
        session.handle(action);
    }
    String::from("done")
}

/// A drag to the edits of a line, with a turn on the way.
fn gesture(line: &str) -> Result<[Action; 4], Failure> {
    let (label, edits) =
        history::parse_line(line).map_err(|error| Failure::Usage(error.to_string()))?;
    let begun = edits.iter().take(edits.len() / 2).cloned().collect();
    Ok([
        Action::BeginGesture { label },
        Action::ReplaceGesture { edits: begun },
        Action::ReplaceGesture { edits },
        Action::CommitGesture,
    ])
}

fn save(session: &mut Session, keeper: &mut Keeper, files: &Files) -> String {
    let path = session.path().map(Path::to_path_buf).unwrap_or_default();
    let text = format::write(session.document());
    files.save(path, text, session.history().state(), Before::Nothing, None);
    match files.wait() {
        Some(Done::Saved {
            path,
            state,
            result: Ok(()),
        }) => {
            keeper.saved(session, path, state);
            String::from("saved")
        }
        Some(Done::Saved {
            result: Err(error), ..
        }) => {
            let dirty = if session.is_modified() {
                "dirty"
            } else {
                "clean"
            };
            format!("unsaved {dirty} {error} ({})", error.remedy())
        }
        Some(Done::Loaded { .. } | Done::Edits { .. } | Done::Said(_) | Done::Nothing) | None => {
            String::from("unsaved: no answer")
        }
    }
}
