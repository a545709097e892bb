//! The session: one document, its history and selection, and what is wrong with it. Knows no window.

pub mod history;
mod report;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::{
    compile::{Diagnostic, Severity},
    document::Document,
    edit::{Edit, EditError},
    graph::NodeId,
    nodes::Registry,
};

use self::history::History;
pub use self::report::Report;
use crate::{
    action::{Action, Selection},
    canvas::clipboard,
};

/// What the window does after an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Fit the canvas to all nodes.
    FitGraph,
    /// Bring a node into view.
    ShowNode(NodeId),
    /// Put a text on the clipboard.
    Copy(String),
}

/// A document being edited.
#[derive(Debug)]
pub struct Session {
    registry: Arc<Registry>,
    document: Document,
    history: History,
    selection: Selection,
    path: Option<PathBuf>,
    diagnostics: Vec<Diagnostic>,
    reports: Vec<Report>,
    read_only: bool,
    graph_revision: u64,
    unjournaled: Vec<Vec<Edit>>,
    saved_before: Option<usize>,
}

impl Session {
    /// A session on `document`, which counts as saved in `path`.
    pub fn new(registry: Arc<Registry>, document: Document, path: Option<PathBuf>) -> Self {
        Self {
            registry,
            document,
            history: History::saved(),
            selection: Selection::default(),
            path,
            diagnostics: Vec::new(),
            reports: Vec::new(),
            read_only: false,
            graph_revision: 1,
            unjournaled: Vec::new(),
            saved_before: None,
        }
    }

    /// Replaces everything by another document.
    pub fn open(&mut self, document: Document, path: Option<PathBuf>, reports: Vec<Report>) {
        let revision = self.graph_revision + 1;
        *self = Self {
            graph_revision: revision,
            reports,
            ..Self::new(Arc::clone(&self.registry), document, path)
        };
    }

    /// Node types.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Steps so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Where the document was opened or saved last.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Folder that relative paths start from.
    pub fn base(&self) -> PathBuf {
        self.path
            .as_deref()
            .and_then(Path::parent)
            .map(Path::to_path_buf)
            .unwrap_or_default()
    }

    /// Grows when the graph changes; moving a node does not count.
    pub fn graph_revision(&self) -> u64 {
        self.graph_revision
    }

    /// Problems of the graph.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Problems outside the graph.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Whether work would be lost by closing.
    pub fn is_modified(&self) -> bool {
        self.history.is_modified()
    }

    /// Refuses edits from now on: the file is of a newer format.
    pub fn set_read_only(&mut self) {
        self.read_only = true;
    }

    /// Takes the problems that compiling found.
    pub fn set_diagnostics(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics = diagnostics;
    }

    /// Adds a problem outside the graph; the newest of its kind stays.
    pub fn report(&mut self, report: Report) {
        self.reports.retain(|known| known.place != report.place);
        self.reports.push(report);
    }

    /// Removes the problems of a place.
    pub fn clear_reports(&mut self, place: &str) {
        self.reports.retain(|known| known.place != place);
    }

    /// The document was written to `path`.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.path = Some(path);
        self.history.mark_saved();
    }

    /// A save has begun; what is now counts as saved unless it fails.
    pub fn begin_save(&mut self) {
        self.saved_before = self.history.saved_position();
        self.history.mark_saved();
    }

    /// The save that was begun is on the disk.
    pub fn end_save(&mut self, path: PathBuf) {
        self.path = Some(path);
    }

    /// The save that was begun failed.
    pub fn fail_save(&mut self) {
        self.history.set_saved_position(self.saved_before.take());
    }

    /// Removes the problems of a file, whatever its line.
    pub fn clear_reports_of_file(&mut self, file: &str) {
        self.reports.retain(|known| !known.place.starts_with(file));
    }

    /// Worst problem of each node.
    pub fn problems(&self) -> BTreeMap<NodeId, Severity> {
        let mut problems = BTreeMap::new();
        for diagnostic in &self.diagnostics {
            let worst = problems
                .entry(diagnostic.node.clone())
                .or_insert(diagnostic.severity);
            *worst = (*worst).max(diagnostic.severity);
        }
        problems
    }

    /// Committed edits since the last call, one entry a step, for the journal.
    pub fn take_unjournaled(&mut self) -> Vec<Vec<Edit>> {
        std::mem::take(&mut self.unjournaled)
    }

    /// Does what concerns document and selection; anything else is nothing here.
    pub fn handle(&mut self, action: Action) -> Option<Effect> {
        match action {
            Action::Edit { label, edits } => self.edit(&label, edits),
            Action::BeginGesture { label } => {
                let left_open = self.history.begin(&label, &self.selection);
                self.journal(left_open);
            }
            Action::ReplaceGesture { edits } => self.replace_gesture(edits),
            Action::CommitGesture => {
                let edits = self.history.commit(&self.selection);
                self.journal(edits);
            }
            Action::CancelGesture => {
                if self.history.cancel(&mut self.document) {
                    self.graph_revision += 1;
                }
            }
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Select(selection) => self.selection = self.existing(selection),
            Action::SelectAll => {
                self.selection.nodes = self.document.graph().nodes.keys().cloned().collect();
            }
            Action::Delete => {
                let edits = clipboard::removal(&self.document, &self.selection);
                self.edit("Delete", edits);
            }
            Action::Duplicate => {
                let copy = clipboard::cut_out(&self.document, &self.selection);
                self.insert("Duplicate", &copy, None);
            }
            Action::Copy => return self.copy(),
            Action::Cut => {
                let copied = self.copy();
                self.handle(Action::Delete);
                return copied;
            }
            Action::Paste { text, position } => self.paste(&text, position),
            Action::ShowNode(id) => {
                self.selection = self.existing(Selection::node(id.clone()));
                return Some(Effect::ShowNode(id));
            }
            Action::FitGraph => return Some(Effect::FitGraph),
            Action::DismissReport(index) => {
                if index < self.reports.len() {
                    self.reports.remove(index);
                }
            }
            Action::File(_) | Action::Preview(_) | Action::Window(_) | Action::Quit => {}
        }
        None
    }

    fn edit(&mut self, label: &str, edits: Vec<Edit>) {
        if self.refuses() {
            return;
        }
        let left_open = self.history.commit(&self.selection);
        self.journal(left_open);
        match self
            .history
            .step(&mut self.document, label, edits, &self.selection)
        {
            Ok(applied) => {
                let added: BTreeSet<NodeId> = applied
                    .iter()
                    .filter_map(|edit| {
                        if let Edit::AddNode { id, .. } = edit {
                            Some(id.clone())
                        } else {
                            None
                        }
                    })
                    .collect();
                self.note_change(&applied);
                self.journal(applied);
                if added.is_empty() {
                    self.selection = self.existing(self.selection.clone());
                } else {
                    self.selection = Selection {
                        nodes: added,
                        ..Selection::default()
                    };
                }
            }
            Err(error) => self.refused(&error),
        }
    }

    fn replace_gesture(&mut self, edits: Vec<Edit>) {
        if self.refuses() {
            return;
        }
        if !self.history.in_gesture() {
            return self.edit("Change", edits);
        }
        let touches = edits.iter().any(touches_graph);
        if let Err(error) = self.history.replace(&mut self.document, edits) {
            self.refused(&error);
        }
        if touches {
            self.graph_revision += 1;
        }
    }

    fn undo(&mut self) {
        let left_open = self.history.commit(&self.selection);
        self.journal(left_open);
        if let Some((edits, selection)) = self.history.undo(&mut self.document) {
            self.note_change(&edits);
            self.journal(edits);
            self.selection = self.existing(selection);
        }
    }

    fn redo(&mut self) {
        let left_open = self.history.commit(&self.selection);
        self.journal(left_open);
        if let Some(edits) = self.history.redo(&mut self.document) {
            self.note_change(&edits);
            self.journal(edits);
            self.selection = self.existing(self.selection.clone());
        }
    }

    fn copy(&self) -> Option<Effect> {
        if self.selection.nodes.is_empty() {
            return None;
        }
        let copy = clipboard::cut_out(&self.document, &self.selection);
        Some(Effect::Copy(clipboard::to_text(&copy)))
    }

    fn paste(&mut self, text: &str, position: Option<[f32; 2]>) {
        match clipboard::from_text(text) {
            Some(copy) => self.insert("Paste", &copy, position),
            None => self.report(Report::note(
                "clipboard",
                "The clipboard holds no nodes.",
                "Copy nodes of a graph first.",
            )),
        }
    }

    fn insert(&mut self, label: &str, copy: &Document, position: Option<[f32; 2]>) {
        let edits = clipboard::insertion(copy, position);
        self.edit(label, edits);
    }

    fn refuses(&mut self) -> bool {
        if self.read_only {
            self.report(Report::note(
                "document",
                "This graph was written by a newer version and can only be looked at.",
                "Update the program, or save a copy under another name.",
            ));
        }
        self.read_only
    }

    fn refused(&mut self, error: &EditError) {
        self.report(Report::note(
            "edit",
            &format!("Not done: {error}."),
            error.remedy(),
        ));
    }

    fn note_change(&mut self, edits: &[Edit]) {
        self.clear_reports("edit");
        if edits.iter().any(touches_graph) {
            self.graph_revision += 1;
        }
    }

    fn journal(&mut self, edits: Vec<Edit>) {
        if !edits.is_empty() {
            self.unjournaled.push(edits);
        }
    }

    /// The part of a selection that the document still has.
    fn existing(&self, mut selection: Selection) -> Selection {
        let graph = self.document.graph();
        selection.nodes.retain(|id| graph.nodes.contains_key(id));
        selection
            .wires
            .retain(|input| graph.links.contains_key(input));
        let items = &self.document.layout.items;
        selection.items.retain(|id| items.contains_key(id));
        selection
    }
}

/// Whether an edit can change what the graph means.
fn touches_graph(edit: &Edit) -> bool {
    match edit {
        Edit::AddNode { .. }
        | Edit::RemoveNode { .. }
        | Edit::SetValue { .. }
        | Edit::Connect { .. }
        | Edit::Disconnect { .. }
        | Edit::Describe { .. }
        | Edit::Replace { .. } => true,
        Edit::MoveNodes { .. } | Edit::SetItem { .. } | Edit::SetMetadata { .. } => false,
    }
}
