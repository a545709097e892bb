//! Content that stands in the program itself, so that it opens without any file beside it.

use std::sync::Arc;

use crate::compile::Files;

/// The document that opens when none is named.
pub const DEFAULT_GRAPH: &str = include_str!("../../graphs/first_breeze.ron");

/// Presets that the default document names, by the path it uses.
pub const DEFAULT_FILES: [(&str, &str); 3] = [
    (
        "../presets/species/oak.ron",
        include_str!("../../presets/species/oak.ron"),
    ),
    (
        "../presets/species/birch.ron",
        include_str!("../../presets/species/birch.ron"),
    ),
    (
        "../presets/species/spruce.ron",
        include_str!("../../presets/species/spruce.ron"),
    ),
];

/// The files of [`DEFAULT_FILES`] and no others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

impl Files for Embedded {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        DEFAULT_FILES
            .iter()
            .find(|(name, _)| *name == path)
            .map(|(_, text)| text.as_bytes().into())
            .ok_or_else(|| format!("{path} is not part of the program."))
    }
}
