//! Prints milliseconds per stage of a wind tick: `cargo run --release --example wind_bench [published]`.
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(
    clippy::print_stdout,
    reason = "a program that prints its measurements"
)]

use std::time::Instant;

use windwright_runtime::{
    preset::{
        scene::Clock,
        wind::{Advection, PressureSolver, WindDescription, WindGrid},
    },
    wind::{STAGES, Stage, WindState},
};

const WARM_UP_TICKS: usize = 60;
const TICKS: usize = 200;
const SAMPLES: u32 = 200_000;

fn main() {
    let published = std::env::args().any(|argument| argument == "published");
    let mut grid = WindGrid::default();
    if published {
        grid.advection = Advection::SemiLagrangian;
        grid.pressure_solver = PressureSolver::Jacobi;
    }
    let mut description = WindDescription::default();
    description.grid = Some(grid);
    let mut wind = WindState::new(&description, &Clock::default(), [0.0, 2.0, 0.0]);
    for _ in 0..WARM_UP_TICKS {
        wind.tick_inline();
    }

    let mut stage_ms = [0.0_f64; STAGES.len()];
    let mut tick_ms = Vec::with_capacity(TICKS);
    for _ in 0..TICKS {
        let job = wind.job();
        let begin = Instant::now();
        let mut current: Option<(Stage, Instant)> = None;
        let result = job.run_traced(&mut |stage, _| {
            let now = Instant::now();
            if let Some((stage, since)) = current.replace((stage, now)) {
                stage_ms[stage as usize] += (now - since).as_secs_f64() * 1e3;
            }
        });
        let end = Instant::now();
        if let Some((stage, since)) = current {
            stage_ms[stage as usize] += (end - since).as_secs_f64() * 1e3;
        }
        tick_ms.push((end - begin).as_secs_f64() * 1e3);
        wind.join(result);
    }
    for (stage, ms) in STAGES.iter().zip(stage_ms) {
        println!("{:>18} {:7.3} ms", format!("{stage:?}"), ms / TICKS as f64);
    }
    tick_ms.sort_by(f64::total_cmp);
    println!("{:>18} {:7.3} ms", "median tick", tick_ms[TICKS / 2]);
    println!("{:>18} {:7.3} ms", "fastest tick", tick_ms[0]);

    let begin = Instant::now();
    let mut sum = 0.0;
    for index in 0..SAMPLES {
        let at = f64::from(index % 1000) * 0.01;
        sum += wind.sample([at, 1.0 + 0.5 * at, -at], 0.5)[0];
    }
    let ns = begin.elapsed().as_secs_f64() * 1e9 / f64::from(SAMPLES);
    println!(
        "{:>18} {ns:7.1} ns (mean {:.2} m/s)",
        "sample",
        sum / SAMPLES as f32
    );
}
