//! The rules of the house, as a function from a file to what it breaks.

mod names;
mod rules;
mod text;

pub use rules::violations;
pub use text::line_count;
