//! Truths of the wind, by their ids.
#![expect(
    clippy::float_cmp,
    clippy::needless_range_loop,
    clippy::cast_possible_wrap,
    clippy::items_after_statements,
    clippy::field_reassign_with_default,
    reason = "bits are compared, axes are counted, grids are small"
)]

mod advection;
mod beyond;
mod eddies;
mod fixed_points;
mod nesting;
mod projection;
mod rig;
mod solids;
