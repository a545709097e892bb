//! Random edits against whole-document clones.

mod common;

use proptest::prelude::*;
use windwright_core::{
    compile::order::loops,
    document::Document,
    edit::{Edit, apply},
    history::{History, head_line, journal_line, replay, replay_line},
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn apply_then_inverse_is_identity(
        document in common::document(),
        other in common::document(),
        mut edits in prop::collection::vec(common::edit(), 1..20),
    ) {
        edits.push(Edit::Replace { document: Box::new(other) });
        for edit in edits {
            let mut changed = document.clone();
            match apply(&mut changed, edit.clone()) {
                Ok(inverse) => {
                    prop_assert_ne!(&changed, &document);
                    prop_assert_eq!(apply(&mut changed, inverse).unwrap(), edit);
                }
                Err(error) => prop_assert!(!error.remedy().is_empty()),
            }
            prop_assert_eq!(&changed, &document);
        }
    }

    #[test]
    fn documents_never_have_loops(document in common::document()) {
        prop_assert!(loops(&document.graph().links).is_empty());
    }

    #[test]
    fn undo_all_and_redo_all(
        edits in prop::collection::vec(common::edit(), 1..40),
        other in common::document(),
    ) {
        let mut document = Document::default();
        let mut copy = document.clone();
        let mut history = History::default();
        let mut oracle = vec![document.clone()];
        let mut journal = Vec::new();
        for edit in edits {
            if let Ok(Some(transaction)) = history.edit(&mut document, "Step", (), [edit]) {
                journal.push(journal_line(transaction));
                oracle.push(document.clone());
            }
            prop_assert_eq!(&document, oracle.last().unwrap());
        }
        prop_assert_eq!(history.len(), oracle.len() - 1);
        for expected in oracle.iter().rev().skip(1) {
            journal.push(journal_line(&history.undo(&mut document).unwrap().unwrap().0));
            prop_assert_eq!(&document, expected);
        }
        prop_assert!(!history.is_dirty());
        prop_assert!(history.undo(&mut document).unwrap().is_none());
        for expected in oracle.iter().skip(1) {
            journal.push(journal_line(history.redo(&mut document).unwrap().unwrap()));
            prop_assert_eq!(&document, expected);
        }
        prop_assert!(history.redo(&mut document).unwrap().is_none());
        for line in &journal {
            replay_line(&mut copy, line).unwrap();
        }
        prop_assert_eq!(&copy, &document);

        // Another document is taken up, and the journal begins with the first.
        let other = Edit::Replace { document: Box::new(other) };
        journal.insert(0, head_line(Some("橡树.ron"), Some("other"), &Document::default()));
        if let Ok(Some(transaction)) = history.edit(&mut document, "Reload", (), [other]) {
            journal.push(journal_line(transaction));
        }
        prop_assert!(journal.iter().all(|line| !line.contains('\n')));
        let count = journal.len() - 1;
        let replayed = replay(journal.into_iter()).unwrap();
        prop_assert_eq!(replayed.path.as_deref(), Some("橡树.ron"));
        prop_assert_eq!((replayed.transactions, replayed.document), (count, document));
    }

    #[test]
    fn gestures_undo_as_one(
        start in common::document(),
        parts in prop::collection::vec(prop::collection::vec(common::edit(), 0..4), 1..10),
    ) {
        let mut document = start.clone();
        let mut history = History::default();
        history.begin("Gesture", ());
        for part in parts {
            if history.replace(&mut document, part).is_err() {
                prop_assert_eq!(&document, &start);
            }
        }
        let mut cancelled = (document.clone(), history.clone());
        cancelled.1.cancel(&mut cancelled.0).unwrap();
        prop_assert_eq!(&cancelled.0, &start);

        let end = document.clone();
        if history.commit().is_some() {
            history.undo(&mut document).unwrap();
            prop_assert_eq!(&document, &start);
            history.redo(&mut document).unwrap();
        } else {
            prop_assert_eq!(&end, &start);
        }
        prop_assert_eq!(document, end);
    }
}
