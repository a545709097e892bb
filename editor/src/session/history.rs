//! Undo and redo: steps of edits with their inverses, and the gesture in progress.

use windwright_core::{
    document::Document,
    edit::{self, Edit, EditError},
};

use crate::action::Selection;

/// Most steps kept.
const DEPTH: usize = 2_000;

/// One undoable step.
#[derive(Debug, Clone)]
struct Step {
    label: String,
    edits: Vec<Edit>,
    /// In the order in which they are applied.
    inverses: Vec<Edit>,
    selection: Selection,
}

/// A gesture between press and release.
#[derive(Debug, Clone)]
struct Gesture {
    label: String,
    edits: Vec<Edit>,
    inverses: Vec<Edit>,
}

/// The steps so far.
#[derive(Debug, Clone, Default)]
pub struct History {
    steps: Vec<Step>,
    /// Steps that are in effect; those after it can be redone.
    position: usize,
    /// Position that was saved; none if it can no longer be reached.
    saved: Option<usize>,
    gesture: Option<Gesture>,
}

impl History {
    /// A history whose start counts as saved.
    pub fn saved() -> Self {
        Self {
            saved: Some(0),
            ..Self::default()
        }
    }

    /// Steps in effect.
    pub fn len(&self) -> usize {
        self.position
    }

    /// Whether no step is in effect.
    pub fn is_empty(&self) -> bool {
        self.position == 0
    }

    /// Whether the document differs from what was saved.
    pub fn is_modified(&self) -> bool {
        self.saved != Some(self.position) || self.gesture.is_some()
    }

    /// What was saved is now what is.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.position);
    }

    /// Position that was saved, if it can be reached.
    pub fn saved_position(&self) -> Option<usize> {
        self.saved
    }

    /// Puts back what [`Self::saved_position`] said.
    pub fn set_saved_position(&mut self, position: Option<usize>) {
        self.saved = position;
    }

    /// Label of the step that Undo takes back.
    pub fn undo_label(&self) -> Option<&str> {
        let index = self.position.checked_sub(1)?;
        self.steps.get(index).map(|step| step.label.as_str())
    }

    /// Label of the step that Redo brings back.
    pub fn redo_label(&self) -> Option<&str> {
        self.steps
            .get(self.position)
            .map(|step| step.label.as_str())
    }

    /// Applies `edits` as one step. Edits that change nothing are left out; a step of nothing is none.
    /// Returns what was applied.
    ///
    /// # Errors
    /// The first edit that was refused; the document is then unchanged.
    pub fn step(
        &mut self,
        document: &mut Document,
        label: &str,
        edits: Vec<Edit>,
        selection: &Selection,
    ) -> Result<Vec<Edit>, EditError> {
        let (edits, inverses) = apply_all(document, edits)?;
        self.push(label, edits.clone(), inverses, selection);
        Ok(edits)
    }

    /// Begins a gesture; one that was left open is kept as a step.
    pub fn begin(&mut self, label: &str, selection: &Selection) -> Vec<Edit> {
        let left_open = self.commit(selection);
        self.gesture = Some(Gesture {
            label: label.to_owned(),
            edits: Vec::new(),
            inverses: Vec::new(),
        });
        left_open
    }

    /// Whether a gesture is in progress.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Replaces what the gesture did by `edits`.
    ///
    /// # Errors
    /// The edit that was refused; the gesture then stands as it was begun.
    pub fn replace(&mut self, document: &mut Document, edits: Vec<Edit>) -> Result<(), EditError> {
        let Some(gesture) = self.gesture.as_mut() else {
            return Ok(());
        };
        revert(document, std::mem::take(&mut gesture.inverses));
        gesture.edits.clear();
        let (edits, inverses) = apply_all(document, edits)?;
        gesture.edits = edits;
        gesture.inverses = inverses;
        Ok(())
    }

    /// Ends the gesture as one step and returns its edits.
    pub fn commit(&mut self, selection: &Selection) -> Vec<Edit> {
        let Some(gesture) = self.gesture.take() else {
            return Vec::new();
        };
        self.push(
            &gesture.label,
            gesture.edits.clone(),
            gesture.inverses,
            selection,
        );
        gesture.edits
    }

    /// Takes back what the gesture did. Returns whether anything changed.
    pub fn cancel(&mut self, document: &mut Document) -> bool {
        let Some(gesture) = self.gesture.take() else {
            return false;
        };
        let changed = !gesture.inverses.is_empty();
        revert(document, gesture.inverses);
        changed
    }

    /// Takes back the last step. Returns the edits that did it and the selection before the step.
    pub fn undo(&mut self, document: &mut Document) -> Option<(Vec<Edit>, Selection)> {
        let index = self.position.checked_sub(1)?;
        let step = self.steps.get(index)?;
        let (edits, selection) = (step.inverses.clone(), step.selection.clone());
        revert(document, edits.clone());
        self.position = index;
        Some((edits, selection))
    }

    /// Brings back the last undone step. Returns the edits that did it.
    pub fn redo(&mut self, document: &mut Document) -> Option<Vec<Edit>> {
        let edits = self.steps.get(self.position)?.edits.clone();
        revert(document, edits.clone());
        self.position += 1;
        Some(edits)
    }

    fn push(&mut self, label: &str, edits: Vec<Edit>, inverses: Vec<Edit>, selection: &Selection) {
        if edits.is_empty() {
            return;
        }
        self.steps.truncate(self.position);
        if self.saved.is_some_and(|saved| saved > self.position) {
            self.saved = None;
        }
        self.steps.push(Step {
            label: label.to_owned(),
            edits,
            inverses,
            selection: selection.clone(),
        });
        if self.steps.len() > DEPTH {
            self.steps.remove(0);
            self.saved = self.saved.and_then(|saved| saved.checked_sub(1));
        }
        self.position = self.steps.len();
    }
}

/// Applies all edits or none. Returns those that changed something, and their inverses in the order of undoing.
fn apply_all(
    document: &mut Document,
    edits: Vec<Edit>,
) -> Result<(Vec<Edit>, Vec<Edit>), EditError> {
    let mut applied = Vec::with_capacity(edits.len());
    let mut inverses = Vec::with_capacity(edits.len());
    for edit in edits {
        match edit::apply(document, edit.clone()) {
            Ok(inverse) => {
                applied.push(edit);
                inverses.push(inverse);
            }
            Err(EditError::NoChange) => {}
            Err(error) => {
                inverses.reverse();
                revert(document, inverses);
                return Err(error);
            }
        }
    }
    inverses.reverse();
    Ok((applied, inverses))
}

/// Applies edits that are known to fit the document.
fn revert(document: &mut Document, edits: Vec<Edit>) {
    for edit in edits {
        if let Err(error) = edit::apply(document, edit) {
            tracing::error!("an inverse does not fit the document: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use windwright_core::{
        graph::{Key, Node, NodeId},
        value::{Finite, Value},
    };

    use super::*;

    fn add(name: &str) -> Edit {
        Edit::AddNode {
            id: NodeId::new(name),
            node: Node::new("number", 1),
            links: std::collections::BTreeMap::new(),
            position: [0.0; 2],
        }
    }

    fn set(number: f32) -> Edit {
        Edit::SetValue {
            id: NodeId::new("a"),
            key: Key::new("value"),
            value: Finite::new(number).map(Value::Number),
        }
    }

    #[test]
    fn a_gesture_is_one_step_and_cancelling_it_leaves_no_trace() {
        let (mut document, none) = (Document::default(), Selection::default());
        let mut history = History::saved();
        history
            .step(&mut document, "Add", vec![add("a")], &none)
            .unwrap();
        let before = document.clone();
        history.begin("Change", &none);
        for number in [1.0, 2.0, 3.0] {
            history.replace(&mut document, vec![set(number)]).unwrap();
        }
        let dragged = document.clone();
        assert_eq!(history.commit(&none).len(), 1);
        assert_eq!(history.len(), 2);
        history.undo(&mut document).unwrap();
        assert_eq!(document, before);
        history.redo(&mut document).unwrap();
        assert_eq!(document, dragged);

        history.begin("Change", &none);
        history.replace(&mut document, vec![set(9.0)]).unwrap();
        assert!(history.cancel(&mut document));
        assert_eq!((document, history.len()), (dragged, 2));
    }

    #[test]
    fn a_refused_step_changes_nothing_and_an_empty_one_is_none() {
        let (mut document, none) = (Document::default(), Selection::default());
        let mut history = History::saved();
        let edits = vec![add("a"), add("a")];
        history
            .step(&mut document, "Add", edits, &none)
            .unwrap_err();
        assert_eq!(document, Document::default());
        history
            .step(&mut document, "Nothing", vec![], &none)
            .unwrap();
        assert!(!history.is_modified());
    }

    #[test]
    fn undoing_to_the_saved_state_clears_the_mark() {
        let (mut document, none) = (Document::default(), Selection::default());
        let mut history = History::saved();
        history
            .step(&mut document, "Add", vec![add("a")], &none)
            .unwrap();
        history.mark_saved();
        history
            .step(&mut document, "Add", vec![add("b")], &none)
            .unwrap();
        assert!(history.is_modified());
        history.undo(&mut document).unwrap();
        assert!(!history.is_modified());
        history.undo(&mut document).unwrap();
        history
            .step(&mut document, "Add", vec![add("c")], &none)
            .unwrap();
        assert!(history.is_modified(), "the saved state is out of reach");
    }
}
