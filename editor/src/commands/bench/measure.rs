//! Timing: the same work some times, the middle and the best of it.

use std::time::Instant;

use serde::Serialize;

use crate::commands::{console::Console, outcome::Failure};

/// Times of one kind of work.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Measurement {
    /// What was done.
    pub(super) name: String,
    /// Half of the runs took no longer, milliseconds.
    pub(super) median_ms: f64,
    /// The fastest run, milliseconds.
    pub(super) best_ms: f64,
    /// The slowest run, milliseconds.
    pub(super) worst_ms: f64,
    /// Runs.
    pub(super) runs: usize,
    /// Parts of the work, such as branches or cells.
    pub(super) items: usize,
    /// Their name.
    pub(super) item: &'static str,
    /// Median over that of the reference in the same run, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ratio: Option<f64>,
}

impl Measurement {
    /// Does `work` once unmeasured and `runs` times measured.
    pub(super) fn take(
        name: impl Into<String>,
        (items, item): (usize, &'static str),
        runs: usize,
        console: &Console<'_>,
        mut work: impl FnMut(),
    ) -> Result<Self, Failure> {
        work();
        let mut times_ms = Vec::with_capacity(runs);
        for _ in 0..runs.max(1) {
            console.pause()?;
            let start = Instant::now();
            work();
            times_ms.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times_ms.sort_by(f64::total_cmp);
        Ok(Self {
            name: name.into(),
            median_ms: times_ms[times_ms.len() / 2],
            best_ms: times_ms[0],
            worst_ms: times_ms[times_ms.len() - 1],
            runs: times_ms.len(),
            items,
            item,
            ratio: None,
        })
    }

    /// One line for people.
    pub(super) fn line(&self) -> String {
        let Self {
            name,
            median_ms,
            best_ms,
            worst_ms,
            runs,
            items,
            item,
            ratio,
        } = self;
        let each_ns = median_ms * 1e6 / (*items).max(1) as f64;
        let ratio = ratio.map_or(String::new(), |ratio| {
            format!(", {ratio:.2} × the reference")
        });
        format!(
            "{name}: median {median_ms:.3} ms, best {best_ms:.3} ms, worst {worst_ms:.3} ms of {runs}; \
             {items} {item}, {each_ns:.1} ns each{ratio}"
        )
    }
}
