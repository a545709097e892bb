//! The session: document, history, compilation, simulation.
