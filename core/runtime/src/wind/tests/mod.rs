//! Truths of the wind, by their ids.
