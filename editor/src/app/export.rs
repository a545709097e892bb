//! Exporting from the window: compiles afresh and says what came of it.

use std::path::Path;

use windwright_core::{
    compile::{self, Cache, Files},
    graph::Graph,
    nodes::Registry,
};

use crate::{export::write, session::Report};

/// Writes the export into `folder` and says what came of it.
pub(super) fn export(
    graph: &Graph,
    registry: &Registry,
    files: &dyn Files,
    folder: &Path,
) -> Report {
    let compilation = compile::compile(graph, registry, files, &mut Cache::default());
    match write(&compilation, folder) {
        Ok(written) if written.is_empty() => Report::error(
            "export",
            "There is nothing to export.",
            "Connect a Scene output, or add an Export preset node.",
        ),
        Ok(written) => Report::note(
            "export",
            &format!(
                "{} files were written to {}.",
                written.len(),
                folder.display()
            ),
            "",
        ),
        Err(error) => Report::error(
            "export",
            &format!("The export stopped: {error}."),
            error.remedy(),
        ),
    }
}
