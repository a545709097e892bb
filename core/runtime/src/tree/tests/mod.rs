//! Testable truths of the spring hierarchy, each named by its number.
#![expect(
    clippy::disallowed_methods,
    reason = "the standard library judges our own functions"
)]

mod dynamics;
mod fixtures;
mod inertia;
mod laws;
mod packing;
mod skin;

/// Whether `a` and `b` differ by at most `tolerance`, with both in the message if not.
#[track_caller]
fn check_close(a: f32, b: f32, tolerance: f32) {
    assert!(
        (a - b).abs() <= tolerance,
        "{a} is not within {tolerance} of {b}"
    );
}
