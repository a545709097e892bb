//! Who runs the loops over branches: the caller's threads, or nobody but us.
//!
//! Work is cut in fixed chunks, so who computes never changes what is computed.

/// Branches in one chunk of work, about: chunks are whole trees.
pub const CHUNK: usize = 1024;

/// Runs `job(0) .. job(count − 1)`, in any order, on any threads, and returns when all are done.
pub trait Executor {
    /// Runs every chunk once.
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}

/// Runs the chunks one after the other on the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct Serial;

impl Executor for Serial {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        for index in 0..count {
            job(index);
        }
    }
}
