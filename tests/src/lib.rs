//! Harness.

pub mod look;
