//! The session: one document, its history and selection, and what is wrong with it. Knows no window.

mod change;
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
    history::{History, StateId, Transaction, journal_line},
    nodes::Registry,
    value::Value,
};

use self::change::{added, touches_graph};
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
    history: History<Selection>,
    selection: Selection,
    path: Option<PathBuf>,
    diagnostics: Vec<Diagnostic>,
    missing: BTreeSet<String>,
    reports: Vec<Report>,
    read_only: bool,
    graph_revision: u64,
    unjournaled: Vec<String>,
}

impl Session {
    /// A session on `document`, which counts as saved in `path`.
    pub fn new(registry: Arc<Registry>, document: Document, path: Option<PathBuf>) -> Self {
        Self {
            registry,
            document,
            history: History::default(),
            selection: Selection::default(),
            path,
            diagnostics: Vec::new(),
            missing: BTreeSet::new(),
            reports: Vec::new(),
            read_only: false,
            graph_revision: 1,
            unjournaled: Vec::new(),
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
    pub fn history(&self) -> &History<Selection> {
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
        self.history.is_dirty()
    }

    /// Refuses edits from now on: the file is of a newer format.
    pub fn set_read_only(&mut self) {
        self.read_only = true;
    }

    /// Takes the problems that compiling found.
    pub fn set_diagnostics(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics = diagnostics;
    }

    /// Takes the files that the graph names and that cannot be read.
    pub fn set_missing(&mut self, missing: BTreeSet<String>) {
        self.missing = missing;
    }

    /// Whether a problem is that of a missing file.
    pub fn is_of_missing_file(&self, problem: &Diagnostic) -> bool {
        let node = self.document.graph().nodes.get(&problem.node);
        let value = node.zip(problem.input.as_ref());
        match value.and_then(|(node, input)| node.values.get(input)) {
            Some(Value::Text(path)) => self.missing.contains(path),
            _ => false,
        }
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

    /// The document as it was in `state` stands in the file at `path`.
    pub fn mark_saved(&mut self, path: PathBuf, state: StateId) {
        self.path = Some(path);
        self.history.mark_saved(state);
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

    /// What was committed since the last call, one line a step, for the journal.
    pub fn take_unjournaled(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unjournaled)
    }

    /// Does what concerns document and selection; anything else is nothing here.
    pub fn handle(&mut self, action: Action) -> Option<Effect> {
        match action {
            Action::Edit { label, edits } => self.edit(&label, edits),
            Action::BeginGesture { label } => {
                self.commit();
                self.history.begin(label, self.selection.clone());
            }
            Action::ReplaceGesture { edits } => self.replace_gesture(edits),
            Action::CommitGesture => self.commit(),
            Action::CancelGesture => match self.history.cancel(&mut self.document) {
                Ok(changed) => self.graph_revision += u64::from(changed),
                Err(error) => self.refused(&error),
            },
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Select(selection) => self.selection = self.existing(&selection),
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
                self.selection = self.existing(&Selection::node(id.clone()));
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
        self.commit();
        let selection = self.selection.clone();
        match self
            .history
            .edit(&mut self.document, label, selection, edits)
        {
            Ok(Some(done)) => {
                let done = done.clone();
                self.note(&done);
                self.selection = added(&done).unwrap_or_else(|| self.existing(&self.selection));
            }
            Ok(None) => {}
            Err(error) => self.refused(&error),
        }
    }

    fn replace_gesture(&mut self, edits: Vec<Edit>) {
        if self.refuses() {
            return;
        }
        if !self.history.is_open() {
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

    fn commit(&mut self) {
        self.unjournaled
            .extend(self.history.commit().map(journal_line));
    }

    fn undo(&mut self) {
        self.commit();
        match self.history.undo(&mut self.document) {
            Ok(Some((done, selection))) => {
                let selection = selection.clone();
                self.note(&done);
                self.selection = self.existing(&selection);
            }
            Ok(None) => {}
            Err(error) => self.refused(&error),
        }
    }

    fn redo(&mut self) {
        self.commit();
        match self.history.redo(&mut self.document) {
            Ok(Some(done)) => {
                let done = done.clone();
                self.note(&done);
                self.selection = self.existing(&self.selection);
            }
            Ok(None) => {}
            Err(error) => self.refused(&error),
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

    /// Notes what was done, for the journal and for the preview.
    fn note(&mut self, done: &Transaction) {
        self.clear_reports("edit");
        if done.edits.iter().any(touches_graph) {
            self.graph_revision += 1;
        }
        self.unjournaled.push(journal_line(done));
    }

    /// The part of a selection that the document still has.
    fn existing(&self, selection: &Selection) -> Selection {
        let mut selection = selection.clone();
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
