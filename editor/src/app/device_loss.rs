//! What happens when the graphics device is lost or complains.

use std::{ffi::OsString, process::Command, sync::Arc, time::Duration};

use super::WindowOptions;
use crate::worker::channel::Newest;

/// Starts the program again: a lost device cannot be mended in the window, and the journal is on disk already.
#[derive(Debug)]
pub(super) struct Restart {
    arguments: Vec<OsString>,
    /// Whether a device that is destroyed counts as lost.
    rehearsed: bool,
}

impl Restart {
    pub(super) fn new(options: &WindowOptions) -> Self {
        let mut arguments: Vec<OsString> = vec!["--restore".into()];
        for folder in &options.data {
            arguments.push("--data".into());
            arguments.push(folder.into());
        }
        if options.lose_device_after_s.is_some() {
            // a rehearsal ends by itself
            arguments.extend(["--exit-after".into(), "3".into()]);
        }
        Self {
            arguments,
            rehearsed: options.lose_device_after_s.is_some(),
        }
    }

    /// Restarts when `device` is lost; what else it complains about goes to `faults`.
    pub(super) fn watch(self, device: &wgpu::Device, faults: &Arc<Newest<String>>) {
        let faults = Arc::clone(faults);
        device.on_uncaptured_error(Arc::new(move |error| {
            tracing::error!("graphics: {error}");
            faults.put(error.to_string());
        }));
        device.set_device_lost_callback(move |reason, message| {
            if self.rehearsed || !matches!(reason, wgpu::DeviceLostReason::Destroyed) {
                tracing::error!("the graphics device was lost ({reason:?}): {message}");
                self.restart();
            }
        });
    }

    fn restart(&self) -> ! {
        let started = std::env::current_exe()
            .and_then(|program| Command::new(program).args(&self.arguments).spawn());
        if let Err(error) = started {
            tracing::error!("the program could not start again: {error}");
        }
        std::process::exit(3)
    }
}

/// Lets a device that is lost call back and start the program again; does nothing with one that is not.
pub(super) fn tell(device: &wgpu::Device) {
    let finished = wgpu::PollType::Wait {
        submission_index: None,
        timeout: Some(Duration::from_secs(1)),
    };
    if let Err(error) = device.poll(finished) {
        tracing::debug!("the device could not be asked: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_window_takes_up_what_was_lost_and_loses_nothing_itself() {
        let options = WindowOptions {
            data: vec!["folder".into()],
            lose_device_after_s: Some(1.0),
            ..WindowOptions::default()
        };
        let restart = Restart::new(&options);
        assert_eq!(restart.arguments[..3], ["--restore", "--data", "folder"]);
        let again = restart
            .arguments
            .iter()
            .any(|word| word == "--lose-device-after");
        assert!(!again);
    }
}
