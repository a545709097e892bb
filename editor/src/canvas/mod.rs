//! The node canvas: a view over the document that returns actions.
