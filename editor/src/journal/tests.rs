//! Torn files, and which work counts as lost.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use windwright_core::{edit::Edit, format, history::Replay, nodes::Registry};

use super::*;
use crate::{action::Action, session::Session};

fn session(path: Option<PathBuf>) -> Session {
    Session::new(Arc::new(Registry::standard()), Document::default(), path)
}

fn rename(session: &mut Session, title: &str) {
    session.handle(Action::Edit {
        label: "Title".to_owned(),
        edits: vec![Edit::SetMetadata {
            key: "title".to_owned(),
            text: Some(title.to_owned()),
        }],
    });
}

const TITLES: [&str; 4] = ["橡树 \"quoted\"\nline", "b", "风", ""];

/// Documents after 0, 1, 2 … steps.
fn oracle() -> Vec<Document> {
    let mut session = session(None);
    let mut all = vec![Document::default()];
    for title in TITLES {
        rename(&mut session, title);
        all.push(session.document().clone());
    }
    all
}

/// A journal of all steps, left as a killed process leaves it.
fn leave(state: &Path, at: Option<PathBuf>) -> PathBuf {
    let mut session = session(at);
    let mut keeper = Keeper::begin(state, &mut session);
    for title in TITLES {
        rename(&mut session, title);
        assert!(keeper.write(&mut session));
    }
    keeper.journal.unwrap().path
}

fn read(path: &Path) -> Option<Replay> {
    lost::read(&File::open(path).unwrap())
}

#[test]
fn wherever_the_file_is_torn_whole_steps_come_back() {
    let home = tempfile::tempdir().unwrap();
    let path = leave(home.path(), None);
    let whole = fs::read(&path).unwrap();
    let oracle = oracle();
    let mut seen = BTreeSet::new();
    for length in (0..=whole.len()).rev() {
        fs::write(&path, &whole[..length]).unwrap();
        let ends = whole[..length].split(|byte| *byte == b'\n').count() - 1;
        let Some(Replay {
            document,
            transactions,
            ..
        }) = read(&path)
        else {
            assert!(ends <= 1, "the head is whole at {length}");
            continue;
        };
        // A line without its end may still be complete.
        assert!(
            transactions + 1 == ends || transactions == ends,
            "{transactions} steps of {ends} lines"
        );
        assert_eq!(document, oracle[transactions]);
        seen.insert(transactions);
    }
    assert_eq!(seen.len(), oracle.len());
}

#[test]
fn lost_work_is_found_once_and_living_windows_keep_theirs() {
    let home = tempfile::tempdir().unwrap();
    let mut living = session(None);
    let mut keeper = Keeper::begin(home.path(), &mut living);
    rename(&mut living, "living");
    assert!(keeper.write(&mut living));
    assert!(find_lost(home.path()).is_none(), "the lock is held");
    leave(home.path(), None);
    let lost = find_lost(home.path()).unwrap();
    assert_eq!(lost.steps, TITLES.len());
    assert_eq!(Some(&lost.document), oracle().last());
    assert!(find_lost(home.path()).is_none(), "it is taken");
    lost.discard();
    assert!(find_lost(home.path()).is_none());
}

#[test]
fn what_the_saved_file_holds_is_not_lost() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("图.ron");
    fs::write(&file, format::write(&oracle()[1])).unwrap();
    leave(home.path(), Some(file.clone()));
    let lost = find_lost(home.path()).unwrap();
    assert_eq!((&lost.saved, lost.steps), (&oracle()[1], TITLES.len()));
    drop(lost);
    // Ended right after a save, before the fresh journal.
    fs::write(&file, format::write(oracle().last().unwrap())).unwrap();
    assert!(find_lost(home.path()).is_none());
}

#[test]
fn a_save_begins_the_journal_anew_unless_more_was_done_meanwhile() {
    let home = tempfile::tempdir().unwrap();
    let mut session = session(None);
    let mut keeper = Keeper::begin(home.path(), &mut session);
    let steps = |keeper: &Keeper| {
        let journal = keeper.journal.as_ref().unwrap();
        let replay = read(&journal.path).unwrap();
        (replay.path, replay.transactions)
    };
    rename(&mut session, "first");
    keeper.write(&mut session);
    let being_saved = session.history().state();
    rename(&mut session, "second");
    keeper.write(&mut session);
    keeper.saved(&mut session, PathBuf::from("/a.ron"), being_saved);
    assert!(session.is_modified());
    assert_eq!(steps(&keeper), (None, 2));
    let being_saved = session.history().state();
    keeper.saved(&mut session, PathBuf::from("/a.ron"), being_saved);
    assert!(!session.is_modified());
    assert_eq!(steps(&keeper), (Some("/a.ron".to_owned()), 0));
    let journals = fs::read_dir(folder(home.path())).unwrap().count();
    assert_eq!(journals, 1, "the old journal is gone");
}

#[test]
fn recovered_work_is_one_step_on_the_file() {
    let home = tempfile::tempdir().unwrap();
    let lost_document = oracle().pop().unwrap();
    leave(home.path(), None);
    let mut session = session(None);
    let mut keeper = Keeper::begin(home.path(), &mut session);
    keeper.recover(&mut session, find_lost(home.path()).unwrap());
    assert_eq!(session.document(), &lost_document);
    assert!(session.is_modified());
    session.handle(Action::Undo);
    assert_eq!(session.document(), &Document::default());
    // Ended early once more: undone is undone.
    assert!(keeper.write(&mut session));
    drop(keeper);
    assert!(find_lost(home.path()).is_none());
}

#[test]
fn work_that_was_taken_up_is_not_offered_again() {
    let home = tempfile::tempdir().unwrap();
    let first = leave(home.path(), None);
    let content = fs::read(&first).unwrap();
    let mut session = session(None);
    let mut keeper = Keeper::begin(home.path(), &mut session);
    keeper.recover(&mut session, find_lost(home.path()).unwrap());
    // Ended after the recovery was journaled, before the old journal was removed.
    drop(keeper);
    fs::write(&first, content).unwrap();
    let long_ago = std::time::SystemTime::now() - Duration::from_mins(1);
    let old = OpenOptions::new().write(true).open(&first).unwrap();
    old.set_modified(long_ago).unwrap();
    drop(old);
    let lost = find_lost(home.path()).unwrap();
    assert_eq!((Some(&lost.document), lost.steps), (oracle().last(), 1));
    assert!(!first.exists());
}
