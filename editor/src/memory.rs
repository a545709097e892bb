//! How much memory the program holds.

use std::time::Duration;

/// Least time between two looks.
const EVERY: Duration = Duration::from_secs(1);

/// Looks now and then.
#[derive(Debug, Default)]
pub(crate) struct MemoryMeter {
    looked: Option<Duration>,
    resident_bytes: Option<u64>,
}

impl MemoryMeter {
    /// Looks again if it is time; `elapsed` is the time since the start.
    pub(crate) fn update(&mut self, elapsed: Duration) {
        if self.looked.is_none_or(|last| elapsed >= last + EVERY) {
            self.looked = Some(elapsed);
            self.resident_bytes = resident_bytes();
        }
    }

    /// What was seen; `None` where the system does not say.
    pub(crate) fn resident_bytes(&self) -> Option<u64> {
        self.resident_bytes
    }
}

/// Memory of this process that is held in RAM; `None` where the system does not say.
fn resident_bytes() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_large_allocation_shows() {
        let before = resident_bytes().unwrap();
        let held = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = resident_bytes().unwrap();
        assert!(after > before + (32 << 20), "{before} {after}");
        drop(held);
    }
}
