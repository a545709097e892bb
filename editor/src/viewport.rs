//! The preview: the only module that knows both the renderer and the toolkit.

mod draw;
mod overlay;
pub(crate) mod pane_ground;
mod steer;

use std::sync::{
    Arc,
    mpsc::{Receiver, sync_channel},
};

use egui::Sense;
use egui_wgpu::RenderState;

use crate::{
    action::Action,
    eye::{Eye, Pose},
    render::{Ladder, RenderError, Renderer, Show, View, shaders::ShaderTexts},
    snapshot::SceneBundle,
    theme,
    worker::Moment,
};

/// Longest frame that the ladder aims at with a graphics card, and without, milliseconds.
const BUDGET_MS: [f32; 2] = [24.0, 38.0];

/// The preview pane.
pub struct Viewport {
    renderer: Option<Renderer>,
    /// The renderer, once its pipelines are ready.
    coming: Option<Receiver<Result<Renderer, RenderError>>>,
    device: Option<(wgpu::Device, wgpu::Queue)>,
    show: Option<Arc<Show>>,
    /// What the pane shows, and its size.
    picture: Option<wgpu::BindGroup>,
    shown_px: [u32; 2],
    ladder: Ladder,
    eye: Option<Eye>,
    /// Where the last window looked from; taken with the first scene that has trees or wind.
    resumed: Option<Eye>,
    scene: Option<Arc<SceneBundle>>,
    drawn: u64,
    frame: u64,
    still: Option<Still>,
    fault: Option<String>,
    /// A fault that nobody asked for yet; it may be over already.
    unreported: Option<String>,
}

/// What the last picture showed, and how far it is refined.
#[derive(Debug, Clone, Copy)]
struct Still {
    time_s: f64,
    view: View,
    /// Jittered pictures in it.
    count: u32,
    /// Frames to wait before the first of them: a pause may be short.
    pause: i32,
}

impl std::fmt::Debug for Viewport {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Viewport")
            .field("drawn", &self.drawn)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

impl Viewport {
    /// A preview on the window's device; without one it says so. The pipelines are made on a thread unless `wait`.
    pub fn new(context: &egui::Context, state: Option<&RenderState>, wait: bool) -> Self {
        let software =
            state.is_none_or(|state| state.adapter.get_info().device_type == wgpu::DeviceType::Cpu);
        let mut viewport = Self {
            renderer: None,
            coming: None,
            device: None,
            show: None,
            picture: None,
            shown_px: [0; 2],
            ladder: Ladder::new(software, BUDGET_MS[usize::from(software)]),
            eye: None,
            resumed: None,
            scene: None,
            drawn: 0,
            frame: 0,
            still: None,
            fault: None,
            unreported: None,
        };
        let Some(state) = state else {
            viewport.fail("There is no graphics device.");
            return viewport;
        };
        pane_ground::prepare(context, state);
        let device = (state.device.clone(), state.queue.clone());
        viewport.show = Some(Arc::new(Show::new(&device.0, state.target_format)));
        viewport.device = Some(device.clone());
        if wait {
            viewport.take_renderer(Renderer::new(device.0, device.1));
        } else {
            viewport.use_shaders(context, ShaderTexts::new);
        }
        viewport
    }

    /// Reads shaders and makes their pipelines on a thread, and draws with them as soon as they are ready; when they have
    /// a fault, what was there stays.
    pub(crate) fn use_shaders(
        &mut self,
        context: &egui::Context,
        read: impl FnOnce() -> ShaderTexts + Send + 'static,
    ) {
        let Some((device, queue)) = self.device.clone() else {
            return;
        };
        let (sender, coming) = sync_channel(1);
        let waker = context.clone();
        let thread = std::thread::Builder::new()
            .name("pipelines".to_owned())
            .spawn(move || {
                let renderer = Renderer::new(device, queue).and_then(|mut renderer| {
                    let texts = read();
                    if !texts.is_empty() {
                        renderer.set_shaders(texts)?;
                    }
                    Ok(renderer)
                });
                if sender.send(renderer).is_ok() {
                    waker.request_repaint();
                }
            });
        match thread {
            Ok(_) => self.coming = Some(coming),
            Err(error) => self.fail(&format!("The system gives no threads: {error}.")),
        }
    }

    fn take_renderer(&mut self, result: Result<Renderer, RenderError>) {
        match result {
            Ok(mut renderer) => {
                if let Some(scene) = &self.scene {
                    renderer.set_scene(scene);
                }
                self.renderer = Some(renderer);
                self.shown_px = [0; 2];
                self.still = None;
            }
            Err(error) => self.fail(&format!("{error}. {}", error.remedy())),
        }
    }

    /// Pictures drawn so far.
    pub fn pictures(&self) -> u64 {
        self.drawn
    }

    /// Step of the quality ladder.
    pub fn quality(&self) -> &'static str {
        self.ladder.step().name
    }

    /// Milliseconds that the graphics device spent on a recent picture.
    pub fn gpu_ms(&self) -> Option<f32> {
        self.renderer.as_ref().and_then(Renderer::gpu_ms)
    }

    /// A fault of the renderer that was not reported yet.
    pub fn take_fault(&mut self) -> Option<String> {
        self.unreported.take()
    }

    /// Tells the ladder how long a frame took, when frames follow each other without pause.
    pub fn record_frame(&mut self, frame_ms: f32, now_s: f64) {
        self.ladder.record(frame_ms, now_s);
    }

    /// Back to the camera of the graph.
    pub fn frame_all(&mut self) {
        self.eye = None;
    }

    /// Where the preview looks from, for keeping.
    pub(crate) fn pose(&self) -> Option<Pose> {
        self.eye.map(|eye| eye.pose())
    }

    /// Looks from a kept place, once the scene is there.
    pub(crate) fn resume(&mut self, pose: &Pose) {
        self.resumed = Eye::of_pose(pose);
    }

    /// Point that the preview looks at, metres.
    pub fn target_m(&self) -> Option<[f64; 3]> {
        self.eye.map(|eye| eye.target_m())
    }

    /// Shows the preview.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        moment: &Moment,
        playing: bool,
        state: Option<&RenderState>,
    ) -> Vec<Action> {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "Preview"));
        let palette = theme::palette(ui.visuals());
        let bundle = &moment.snapshot.scene;
        if rect.width() < 2.0 || rect.height() < 2.0 {
            ui.painter().rect_filled(rect, 0.0, palette.canvas);
            return Vec::new();
        }
        if let Some(result) = self
            .coming
            .as_ref()
            .and_then(|coming| coming.try_recv().ok())
        {
            self.coming = None;
            self.take_renderer(result);
        }
        self.take_scene(bundle);
        self.steer(ui, &response, bundle);
        self.draw(ui, rect, moment, playing, state);
        if let (Some(show), Some(picture)) = (&self.show, &self.picture) {
            ui.painter().add(draw::shown(rect, show, picture));
        } else {
            ui.painter().rect_filled(rect, 0.0, palette.canvas);
        }
        if let Some(fault) = &self.fault {
            let font = theme::text_font(13.0);
            let galley =
                ui.painter()
                    .layout(fault.clone(), font, palette.error, rect.width() - 48.0);
            let place = rect.center() - galley.size() * 0.5;
            ui.painter().galley(place, galley, palette.error);
        } else if bundle.description.trees.is_empty() && moment.stats.tick == 0 {
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                "Connect a Scene output to see the scene here.",
                theme::text_font(13.0),
                palette.second_text,
            );
        }
        if rect.width() > 160.0 && rect.height() > 90.0 {
            overlay::wind_chip(ui, rect, moment);
            return self.view_menu(ui, rect);
        }
        Vec::new()
    }

    fn fail(&mut self, message: &str) {
        if self.fault.as_deref() != Some(message) {
            tracing::error!("preview: {message}");
            self.fault = Some(message.to_owned());
            self.unreported = Some(message.to_owned());
        }
    }

    fn take_scene(&mut self, bundle: &Arc<SceneBundle>) {
        let known = self.scene.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, bundle)) {
            return;
        }
        let camera_moved =
            known.is_none_or(|known| known.description.camera != bundle.description.camera);
        if camera_moved {
            self.eye = None;
        }
        let description = &bundle.description;
        if !description.trees.is_empty() || description.wind.is_some() {
            self.eye = self.resumed.take().or(self.eye);
        }
        self.scene = Some(Arc::clone(bundle));
        self.still = None;
        if let Some(renderer) = self.renderer.as_mut() {
            renderer.set_scene(bundle);
        }
    }
}
