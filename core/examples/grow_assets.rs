//! Writes the grown trees of the assets: `grow_assets FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use windwright_core::grow::{GrowParameters, Habit, grow};
use windwright_core::plant::glb;

/// Name, habit, seed; the second level of detail is written.
const TREES: [(&str, Habit, u32); 3] = [
    ("oak", Habit::Oak, 12),
    ("birch", Habit::Birch, 1),
    ("spruce", Habit::Spruce, 1),
];

#[expect(clippy::disallowed_methods, reason = "a tool that writes files")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder")?);
    for (name, habit, seed) in TREES {
        let plant = grow(&GrowParameters {
            seed,
            ..GrowParameters::of(habit)
        });
        std::fs::write(folder.join(format!("{name}.glb")), glb::write(&plant, 1))?;
    }
    Ok(())
}
