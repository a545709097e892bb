//! The air: nested grids, what blows in from outside, and how consumers sample it.
