//! Panels: each reads state and returns actions.
