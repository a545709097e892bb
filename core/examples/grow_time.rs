//! Prints how long growing takes: `grow_time [TIMES]`, the fastest of each habit in milliseconds.

use std::error::Error;
use std::io::Write as _;
use std::time::Instant;

use windwright_core::grow::{GrowParameters, Habit, grow};

#[expect(clippy::disallowed_methods, reason = "it measures time")]
fn main() -> Result<(), Box<dyn Error>> {
    let times: u32 = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let parameters = GrowParameters::of(habit);
        let fastest_ms = (0..times)
            .map(|_| {
                let start = Instant::now();
                let plant = grow(&parameters);
                let ms = start.elapsed().as_secs_f64() * 1e3;
                if plant.table.is_empty() { f64::MAX } else { ms }
            })
            .fold(f64::MAX, f64::min);
        writeln!(std::io::stdout(), "{habit:?}: {fastest_ms:.0} ms")?;
    }
    Ok(())
}
