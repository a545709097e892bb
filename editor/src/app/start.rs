//! How the window starts, and how it ends when it is told to.

use std::{
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    sync::{Arc, mpsc::sync_channel},
    time::{Duration, Instant},
};

use eframe::egui;

use super::{
    App, WindowOptions,
    device_loss::{self, Restart},
};
use crate::{render, theme};

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// No graphics adapter or no display.
    #[error("no window can be opened: {message}")]
    NoWindow {
        /// What the system said.
        message: String,
    },
    /// No threads.
    #[error("the system gives no threads: {0}")]
    Threads(#[from] std::io::Error),
}

impl StartError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoWindow { .. } => {
                "Install a Vulkan driver (Debian and Ubuntu: mesa-vulkan-drivers) and start it on a display; \
                 render, check, export, analyse, replay and nodes work without either."
            }
            Self::Threads(_) => "Close other programs and try again.",
        }
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When no window can be opened.
pub fn run(options: WindowOptions) -> Result<(), StartError> {
    let started = Instant::now();
    let [width, height] = options.size.unwrap_or([1600.0, 1000.0]);
    let mut native = eframe::NativeOptions {
        renderer: eframe::Renderer::Wgpu,
        viewport: egui::ViewportBuilder::default()
            .with_title("Windwright")
            .with_app_id("windwright")
            .with_inner_size([width, height])
            .with_drag_and_drop(true),
        // Nothing here is a wide gradient, and the preview is dithered already.
        dithering: false,
        ..Default::default()
    };
    if let egui_wgpu::WgpuSetup::CreateNew(setup) = &mut native.wgpu_options.wgpu_setup {
        setup.device_descriptor = Arc::new(|adapter| wgpu::DeviceDescriptor {
            label: Some("windwright"),
            required_features: render::wanted_features(adapter),
            required_limits: adapter.limits(),
            ..Default::default()
        });
    }
    let (tell, device) = sync_channel(1);
    let window = AssertUnwindSafe(|| {
        eframe::run_native(
            "Windwright",
            native,
            Box::new(move |creation| {
                let state = creation.wgpu_render_state.as_ref();
                let restart = Restart::new(&options);
                let app = App::new(&creation.egui_ctx, state, options, started)?;
                if let Some(state) = state {
                    restart.watch(&state.device, &app.device_faults);
                    // a device without its queue never tells that it was lost
                    tell.try_send((state.device.clone(), state.queue.clone()))?;
                }
                Ok(Box::new(app))
            }),
        )
    });
    // The toolkit panics when it meets a lost device before the device has told of its loss.
    let ended = catch_unwind(window);
    if !matches!(ended, Ok(Ok(())))
        && let Ok((device, _queue)) = device.try_recv()
    {
        device_loss::tell(&device);
    }
    match ended {
        Ok(result) => result.map_err(|error| StartError::NoWindow {
            message: why_no_window(&error),
        }),
        Err(panic) => resume_unwind(panic),
    }
}

/// The toolkit tells of a missing display by a place in its own source.
fn why_no_window(error: &eframe::Error) -> String {
    let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
    if cfg!(target_os = "linux") && unset("DISPLAY") && unset("WAYLAND_DISPLAY") {
        return "there is no display, neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned();
    }
    error.to_string()
}

/// Reads a system font for Chinese, Japanese and Korean on a thread, then shows it.
pub(super) fn load_cjk_font(context: &egui::Context) {
    let context = context.clone();
    let thread = std::thread::Builder::new()
        .name("font".to_owned())
        .spawn(move || {
            let font = theme::CJK_FONTS
                .iter()
                .find_map(|path| std::fs::read(path).ok());
            if let Some(bytes) = font {
                context.set_fonts(theme::fonts(Some(bytes)));
                context.request_repaint();
            }
        });
    if let Err(error) = thread {
        tracing::warn!("no font for Chinese was loaded: {error}");
    }
}

/// What is left to do when the time is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// A picture of the window was asked for.
    Picture {
        /// When; it comes a few frames later.
        asked: Instant,
    },
    /// The window is closing.
    Closing,
}

impl App {
    /// Ends the window when its time is up: picture first, then the line with what was measured.
    pub(super) fn end_when_due(&mut self, context: &egui::Context) {
        let Some(limit_s) = self.options.exit_after_s else {
            return;
        };
        match self.ending {
            None if self.started.elapsed().as_secs_f64() >= limit_s => {
                if self.options.screenshot.is_some() {
                    context.send_viewport_cmd(egui::ViewportCommand::Screenshot(
                        egui::UserData::default(),
                    ));
                    self.ending = Some(Ending::Picture {
                        asked: Instant::now(),
                    });
                } else {
                    self.close(context);
                }
            }
            Some(Ending::Picture { asked }) => {
                let picture = finished_picture(context);
                if let (Some(picture), Some(path)) = (&picture, &self.options.screenshot)
                    && let Err(error) = save_picture(picture, path)
                {
                    tracing::error!("{} could not be written: {error}", path.display());
                }
                if picture.is_some() || asked.elapsed() > Duration::from_secs(5) {
                    self.close(context);
                }
            }
            None | Some(Ending::Closing) => {}
        }
        context.request_repaint();
    }

    fn close(&mut self, context: &egui::Context) {
        self.ending = Some(Ending::Closing);
        let stats = &self.worker.moment().stats;
        let elapsed_s = self.started.elapsed().as_secs_f64();
        let line = format!(
            "first_picture_s {:.2} frames {} fps {:.1} wind_ms {:.2} late_ticks {} branches {}",
            self.first_picture_s.unwrap_or(elapsed_s),
            self.frames,
            self.frames as f64 / elapsed_s.max(1e-3),
            stats.wind_ms,
            stats.late_ticks,
            stats.branches,
        );
        if let Err(error) = writeln!(std::io::stdout(), "{line}") {
            tracing::debug!("nobody reads what was measured: {error}");
        }
        context.send_viewport_cmd(egui::ViewportCommand::Close);
    }
}

/// The picture that was asked for, once it has come.
fn finished_picture(context: &egui::Context) -> Option<Arc<egui::ColorImage>> {
    context.input(|input| {
        input.events.iter().find_map(|event| {
            if let egui::Event::Screenshot { image, .. } = event {
                Some(Arc::clone(image))
            } else {
                None
            }
        })
    })
}

fn save_picture(picture: &egui::ColorImage, path: &Path) -> Result<(), image::ImageError> {
    let [width, height] = picture.size;
    let bytes: Vec<u8> = picture
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    image::save_buffer(
        path,
        &bytes,
        width as u32,
        height as u32,
        image::ExtendedColorType::Rgb8,
    )
}
