//! Tests across the crates, and their harness.

pub mod look;
