//! What of the geometry is left out, for the notes.

use super::ImportError;

/// Counts for the notes.
#[derive(Default)]
pub(super) struct LeftOut {
    /// Primitives of points or lines.
    pub(super) shapes: usize,
    /// Primitives without positions.
    pub(super) without_positions: usize,
    /// Triangles with a coordinate that is no number.
    pub(super) not_finite: usize,
    /// Triangles without an area.
    pub(super) without_area: usize,
    /// Attributes with another count than the positions.
    pub(super) lengths: usize,
    /// Primitives with morph targets.
    pub(super) morphs: usize,
}

impl LeftOut {
    /// One note for each count.
    pub(super) fn tell(&self, notes: &mut Vec<String>) {
        let mut tell = |count: usize, sentence: &str| {
            if count > 0 {
                notes.push(format!("{count} {sentence}"));
            }
        };
        tell(self.shapes, "primitives of points or lines are left out.");
        tell(
            self.without_positions,
            "primitives without positions are left out.",
        );
        tell(
            self.not_finite,
            "triangles with an infinite or missing coordinate are left out.",
        );
        tell(self.without_area, "triangles without an area are left out.");
        tell(
            self.lengths,
            "attributes with another count than the positions are left out.",
        );
        tell(
            self.morphs,
            "primitives have morph targets, which are left out.",
        );
    }

    /// Why there is no triangle at all.
    pub(super) fn nothing(&self) -> ImportError {
        let message = if self.without_area > 0 {
            "the file has no triangles with an area: the tree has no size"
        } else if self.not_finite > 0 {
            "the file has no triangles with finite coordinates"
        } else if self.shapes > 0 {
            "the file has no triangles, only points or lines"
        } else {
            "the file has no triangles"
        };
        ImportError::new("meshes", message, "Export the tree as a mesh of triangles.")
    }
}
