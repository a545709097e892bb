//! Gestures, saved mark, bounds and the journal; random edits stand in `core/tests/edits.rs`.

use super::*;
use crate::{
    edit::apply,
    graph::{Key, Node, NodeId},
    value::{Finite, Value},
};

fn document() -> Document {
    let mut document = Document::default();
    let add = Edit::AddNode {
        id: NodeId::from("number-1"),
        node: Node::new("number", 1),
        links: std::collections::BTreeMap::new(),
        position: [0.0, 0.0],
    };
    apply(&mut document, add).unwrap();
    document
}

fn set(number: f32) -> Edit {
    Edit::SetValue {
        id: NodeId::from("number-1"),
        key: Key::new("value"),
        value: Finite::new(number).map(Value::Number),
    }
}

fn rename(name: &str) -> Edit {
    Edit::Describe {
        id: NodeId::from("number-1"),
        name: name.to_owned(),
        note: String::from("two\nlines"),
        bypass: false,
    }
}

#[test]
fn a_drag_is_one_step_of_its_last_edits() {
    let mut document = document();
    let before = document.clone();
    let mut history = History::default();
    history.begin("Drag", "selection");
    for step in 1..100_u8 {
        let edits = vec![set(f32::from(step)), rename(&step.to_string())];
        history.replace(&mut document, edits).unwrap();
    }
    let transaction = history.commit().unwrap();
    assert_eq!(transaction.edits, [set(99.0), rename("99")]);
    assert_eq!(history.len(), 1);
    let after = document.clone();
    let (_, context) = history.undo(&mut document).unwrap().unwrap();
    assert_eq!((*context, &document), ("selection", &before));
    history.redo(&mut document).unwrap();
    assert_eq!(document, after);
}

#[test]
fn what_changes_nothing_leaves_nothing() {
    let mut document = document();
    let mut history = History::default();
    history.edit(&mut document, "Set", (), [set(1.0)]).unwrap();
    for _frame in 0..10 {
        let none = history.edit(&mut document, "Set", (), [set(1.0)]);
        assert_eq!(none, Ok(None));
        assert!(history.commit().is_none());
    }
    history.mark_saved(history.state());
    history.begin("There and back", ());
    assert!(!history.is_dirty());
    history.replace(&mut document, vec![set(2.0)]).unwrap();
    assert!(history.is_dirty());
    history.replace(&mut document, vec![set(1.0)]).unwrap();
    assert!(history.commit().is_none());
    let unknown = Edit::RemoveNode {
        id: NodeId::from("other"),
    };
    let before = document.clone();
    let edits = [set(5.0), unknown];
    assert!(history.edit(&mut document, "Bad", (), edits).is_err());
    assert_eq!((history.len(), document), (1, before));
}

#[test]
fn a_refused_part_leaves_the_gesture_as_it_was_begun() {
    let mut document = document();
    let before = document.clone();
    let mut history = History::default();
    history.begin("Drag", ());
    history.replace(&mut document, vec![set(2.0)]).unwrap();
    let unknown = Edit::RemoveNode {
        id: NodeId::from("other"),
    };
    let refused = history.replace(&mut document, vec![set(3.0), unknown]);
    assert!(refused.is_err() && history.is_open());
    assert_eq!(document, before);
    history.replace(&mut document, vec![set(4.0)]).unwrap();
    assert_eq!(history.commit().unwrap().label, "Drag");
}

#[test]
fn escape_takes_a_gesture_back() {
    let mut document = document();
    let before = document.clone();
    let mut history = History::default();
    history.begin("Drag", ());
    let edits = vec![set(7.0), rename("x")];
    history.replace(&mut document, edits).unwrap();
    assert_eq!(history.undo(&mut document), Ok(None), "a gesture runs");
    assert_eq!(history.cancel(&mut document), Ok(true));
    assert_eq!(
        (document, history.len(), history.is_dirty()),
        (before, 0, false)
    );
}

#[test]
fn the_saved_mark_follows_undo() {
    let mut document = document();
    let mut history = History::default();
    let mut step = |history: &mut History, number| {
        history
            .edit(&mut document, "Set", (), [set(number)])
            .unwrap();
    };
    assert!(!history.is_dirty());
    step(&mut history, 1.0);
    let being_saved = history.state();
    step(&mut history, 2.0);
    // The save ends after more was done.
    history.mark_saved(being_saved);
    assert!(history.is_dirty());
    history.undo(&mut document).unwrap();
    assert!(!history.is_dirty());
    history.undo(&mut document).unwrap();
    assert!(history.is_dirty());
    // The saved state can no longer be reached.
    history.edit(&mut document, "Set", (), [set(3.0)]).unwrap();
    assert!(history.is_dirty());
}

#[test]
fn bytes_are_bounded() {
    let mut document = document();
    let mut history = History::new(2000);
    for step in 0..200_u8 {
        history
            .edit(&mut document, "Set", (), [set(f32::from(step) + 0.5)])
            .unwrap();
    }
    assert!(history.bytes() <= 2000, "{}", history.bytes());
    assert!((3..30).contains(&history.len()), "{}", history.len());
    assert!(history.is_dirty());
    let large = "x".repeat(5000);
    history
        .edit(&mut document, "Rename", (), [rename(&large)])
        .unwrap();
    assert_eq!(history.len(), 1);
    history.undo(&mut document).unwrap();
    assert_eq!(document.graph().nodes[&NodeId::from("number-1")].name, "");
    history.edit(&mut document, "Set", (), [set(0.0)]).unwrap();
    assert!(history.bytes() < 2000);
}

#[test]
fn journal_lines_replay() {
    let mut document = document();
    let mut copy = document.clone();
    let mut history = History::default();
    let mut lines = Vec::new();
    for edit in [set(1.0), rename("树\t\"x\""), set(1e-7)] {
        let transaction = history
            .edit(&mut document, "Step", (), [edit])
            .unwrap()
            .unwrap();
        lines.push(journal_line(transaction));
    }
    let (undone, ()) = history.undo(&mut document).unwrap().unwrap();
    lines.push(journal_line(&undone));
    for line in &lines {
        assert!(!line.contains('\n'), "{line}");
        replay_line(&mut copy, line).unwrap();
    }
    assert_eq!(copy, document);
    // A line that was cut by a crash changes nothing.
    let last = &lines[1];
    for end in (0..last.len()).filter(|end| last.is_char_boundary(*end)) {
        assert!(replay_line(&mut copy, &last[..end]).is_err());
    }
    let inf =
        "(label:\"x\",edits:[SetValue(id:\"number-1\",key:\"value\",value:Some(Number(inf)))])";
    assert!(matches!(
        replay_line(&mut copy, inf),
        Err(JournalError::Unreadable { .. })
    ));
    assert_eq!(copy, document);
}
