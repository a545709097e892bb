//! Threads that share the loops over branches.

use rayon::{
    ThreadPool, ThreadPoolBuilder,
    iter::{IntoParallelIterator as _, ParallelIterator as _},
};
use windwright_runtime::executor::Executor;

use super::outcome::Failure;

/// A pool of named threads. Which of them runs a chunk changes nothing of the result.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
}

impl Threads {
    /// A pool of `count` threads, at least one.
    ///
    /// # Errors
    /// [`Failure::CouldNot`] when the system gives no more threads.
    pub fn new(count: usize) -> Result<Self, Failure> {
        ThreadPoolBuilder::new()
            .num_threads(count.max(1))
            .thread_name(|index| format!("branches-{index}"))
            .build()
            .map(|pool| Self { pool })
            .map_err(|error| Failure::could_not(error, "Ask for fewer threads."))
    }
}

impl Executor for Threads {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        self.pool
            .install(|| (0..count).into_par_iter().for_each(job));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_chunk_runs_once() {
        for threads in [1, 2, 7] {
            let counts: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
            let pool = Threads::new(threads).unwrap();
            pool.run(counts.len(), &|index| {
                counts[index].fetch_add(1, Ordering::Relaxed);
            });
            assert!(
                counts
                    .iter()
                    .all(|count| count.load(Ordering::Relaxed) == 1)
            );
        }
    }
}
