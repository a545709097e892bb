//! Trees as hierarchies of angular springs.

pub mod table;
