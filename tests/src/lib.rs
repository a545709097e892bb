//! Harness of the tests that cross crates. Helpers return results; tests unwrap them.

pub mod architecture;
pub mod corpus;
pub mod drawing;
pub mod knobs;
pub mod look;
pub mod program;
pub mod simulation;
pub mod window;
pub mod workspace;
