//! `replay`: simulates a graph and prints the hash of its motion.

use std::{sync::Arc, time::Instant};

use windwright_runtime::{
    executor::{Executor, Serial},
    scene::Scene,
    world::World,
};

use super::{
    arguments::ReplayArguments,
    console::{Console, say},
    open::open_scene,
    outcome::{Failure, Outcome},
    threads::Threads,
};

/// Runs `replay`: the warm-up, then the frames; the last line of the output is the hash alone, 16 hex digits.
///
/// # Errors
/// [`Failure::CouldNot`] when the graph gives no scene.
pub fn run(arguments: &ReplayArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let scene = open_scene(&arguments.graph, console)?.scene;
    let started = Instant::now();
    let threads;
    let executor: &dyn Executor = if arguments.threads == 1 {
        &Serial
    } else {
        threads = Threads::new(usize::from(arguments.threads))?;
        &threads
    };
    let world = replay(scene, arguments.frames, executor, || console.pause())?;
    let branches: usize = world.trees().map(|tree| tree.poses.len()).sum();
    say(format_args!(
        "{} frames of {branches} branches in {:.2} s",
        arguments.frames,
        started.elapsed().as_secs_f64()
    ));
    writeln!(console.out, "{:016x}", world.motion_hash())?;
    Ok(Outcome::Done)
}

/// A world after its warm-up and `frames` ticks; `pause` is called before each tick and may end it.
///
/// # Errors
/// Those of `pause`.
pub fn replay<E>(
    scene: Arc<Scene>,
    frames: u64,
    executor: &dyn Executor,
    mut pause: impl FnMut() -> Result<(), E>,
) -> Result<World, E> {
    let mut world = World::new(scene);
    world.warm_up_with(executor);
    for _ in 0..frames {
        pause()?;
        world.step_with(executor);
    }
    Ok(world)
}
