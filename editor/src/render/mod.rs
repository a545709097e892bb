//! The renderer: draws a snapshot; names no user interface.
