//! The preview: the only file that knows both the renderer and the toolkit.

use std::sync::{
    Arc,
    mpsc::{Receiver, sync_channel},
};

use egui::{Color32, Key, PointerButton, Rect, Sense, pos2, vec2};
use egui_wgpu::RenderState;
use windwright_core::nodes::Category;

use crate::{
    action::{Action, PreviewAction},
    beaufort,
    eye::{Eye, Mode, Pose},
    render::{Ladder, Quality, RenderError, Renderer, View, refine},
    snapshot::SceneBundle,
    theme,
    worker::Moment,
};

/// Longest frame that the ladder aims at with a graphics card, and without, milliseconds.
const BUDGET_MS: [f32; 2] = [24.0, 45.0];
/// Jittered pictures in a still, shown while nothing moves.
const STILL_SAMPLES: u32 = 64;
/// Frames without change before a still begins.
const STILL_PAUSE: i32 = 10;
/// Largest side of the picture, pixels.
const LARGEST_SIDE: f32 = 8192.0;

/// The preview pane.
pub struct Viewport {
    renderer: Option<Renderer>,
    /// The renderer, once its pipelines are ready.
    coming: Option<Receiver<Result<Renderer, RenderError>>>,
    texture: Option<egui::TextureId>,
    ladder: Ladder,
    eye: Option<Eye>,
    /// Where the last window looked from; taken with the first scene that has trees or wind.
    resumed: Option<Eye>,
    scene: Option<Arc<SceneBundle>>,
    drawn: u64,
    frame: u64,
    still: Option<Still>,
    fault: Option<String>,
    publish_fault: bool,
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
            texture: None,
            ladder: Ladder::new(software, BUDGET_MS[usize::from(software)]),
            eye: None,
            resumed: None,
            scene: None,
            drawn: 0,
            frame: 0,
            still: None,
            fault: None,
            publish_fault: false,
        };
        let Some(state) = state else {
            viewport.fail("There is no graphics device.");
            return viewport;
        };
        let (device, queue) = (state.device.clone(), state.queue.clone());
        if wait {
            viewport.take_renderer(Renderer::new(device, queue));
            return viewport;
        }
        let (sender, coming) = sync_channel(1);
        let waker = context.clone();
        let thread = std::thread::Builder::new()
            .name("pipelines".to_owned())
            .spawn(move || {
                if sender.send(Renderer::new(device, queue)).is_ok() {
                    waker.request_repaint();
                }
            });
        match thread {
            Ok(_) => viewport.coming = Some(coming),
            Err(error) => viewport.fail(&format!("The system gives no threads: {error}.")),
        }
        viewport
    }

    fn take_renderer(&mut self, result: Result<Renderer, RenderError>) {
        match result {
            Ok(mut renderer) => {
                if let Some(scene) = &self.scene {
                    renderer.set_scene(scene);
                }
                self.renderer = Some(renderer);
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

    /// A fault of the renderer that was not reported yet.
    pub fn take_fault(&mut self) -> Option<String> {
        std::mem::take(&mut self.publish_fault)
            .then(|| self.fault.clone())
            .flatten()
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
        ui.painter().rect_filled(rect, 0.0, palette.canvas);
        let bundle = &moment.snapshot.scene;
        if rect.width() < 2.0 || rect.height() < 2.0 {
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
        if let Some(texture) = self.texture {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, rect, whole, Color32::WHITE);
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
            wind_chip(ui, rect, moment);
            return self.view_menu(ui, rect);
        }
        Vec::new()
    }

    fn fail(&mut self, message: &str) {
        if self.fault.as_deref() != Some(message) {
            tracing::error!("preview: {message}");
            self.fault = Some(message.to_owned());
            self.publish_fault = true;
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

    fn steer(&mut self, ui: &egui::Ui, response: &egui::Response, bundle: &SceneBundle) {
        let description = &bundle.description;
        let (camera, ground) = (&description.camera, &description.ground);
        let eye = self
            .eye
            .get_or_insert_with(|| Eye::of_camera(camera, ground));
        let share = f64::from(response.rect.height().max(1.0)).recip();
        let delta = response.drag_delta();
        let (across, down) = (f64::from(delta.x) * share, f64::from(delta.y) * share);
        let panning = ui.input(|input| input.modifiers.shift);
        if response.dragged_by(PointerButton::Primary) && !panning {
            eye.turn(across, down);
        } else if response.dragged() {
            eye.pan(across, down);
        }
        if !response.hovered() {
            return;
        }
        let scroll = ui.input(|input| input.smooth_scroll_delta().y);
        if scroll != 0.0 {
            eye.zoom(f64::from(scroll / 240.0).exp());
        }
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let (go, fast, dt_s) = ui.input(|input| {
            let axis = |more: Key, less: Key| {
                f64::from(i8::from(input.key_down(more)) - i8::from(input.key_down(less)))
            };
            let go = [
                axis(Key::W, Key::S),
                axis(Key::D, Key::A),
                axis(Key::E, Key::Q),
            ];
            (go, input.modifiers.shift, f64::from(input.stable_dt))
        });
        if go.iter().any(|share| share.abs() > 0.0) && ui.input(|input| !input.modifiers.command) {
            eye.go(go, fast, dt_s, ground);
            ui.ctx().request_repaint();
        }
        if ui.input(|input| input.key_pressed(Key::F)) {
            self.eye = None;
        }
    }

    fn draw(
        &mut self,
        ui: &egui::Ui,
        rect: Rect,
        moment: &Moment,
        playing: bool,
        state: Option<&RenderState>,
    ) {
        self.frame += 1;
        let (Some(renderer), Some(state), Some(eye)) =
            (self.renderer.as_mut(), state, self.eye.as_ref())
        else {
            return;
        };
        let step = self.ladder.step();
        let pixels = rect.size() * ui.ctx().pixels_per_point();
        let side = |length: f32| length.round().clamp(1.0, LARGEST_SIDE) as u32;
        let snapshot = &moment.snapshot;
        let view = eye.view(
            &snapshot.scene.description.ground,
            [side(pixels.x), side(pixels.y)],
        );
        let same = self.still.is_some_and(|still| {
            still.time_s.to_bits() == snapshot.time_s.to_bits() && still.view == view
        });
        let result = if same {
            let Some(still) = self.still.as_mut() else {
                return;
            };
            if playing || still.count >= STILL_SAMPLES {
                return;
            }
            ui.ctx().request_repaint();
            still.pause -= 1;
            if still.pause >= 0 {
                return;
            }
            let quality = Quality {
                shadow_interval: if still.count == 0 { 1 } else { 8 },
                ..Quality::STILL
            };
            still.count += 1;
            refine(renderer, snapshot, &view, &quality, still.count - 1)
        } else {
            let interval = u64::from(step.update_interval.max(1));
            if self.texture.is_some() && !self.frame.is_multiple_of(interval) {
                return;
            }
            self.still = Some(Still {
                time_s: snapshot.time_s,
                view,
                count: 0,
                pause: STILL_PAUSE,
            });
            renderer.draw(snapshot, &view, &step.quality)
        };
        if let Err(error) = result {
            let message = format!("{error}. {}", error.remedy());
            self.fail(&message);
            return;
        }
        let colour = renderer.encoded_view();
        let mut textures = state.renderer.write();
        match self.texture {
            Some(texture) => textures.update_egui_texture_from_wgpu_texture(
                &state.device,
                colour,
                wgpu::FilterMode::Linear,
                texture,
            ),
            None => {
                self.texture = Some(textures.register_native_texture(
                    &state.device,
                    colour,
                    wgpu::FilterMode::Linear,
                ));
            }
        }
        self.fault = None;
        self.drawn += 1;
    }

    fn view_menu(&mut self, ui: &mut egui::Ui, rect: Rect) -> Vec<Action> {
        let mut actions = Vec::new();
        let corner = Rect::from_min_size(
            pos2(rect.right() - 104.0, rect.top() + 8.0),
            vec2(96.0, theme::ROW),
        );
        let builder = egui::UiBuilder::new()
            .max_rect(corner)
            .layout(egui::Layout::right_to_left(egui::Align::Center));
        let mode = self.eye.map(|eye| eye.mode).unwrap_or_default();
        ui.scope_builder(builder, |ui| {
            let fill = chip_fill(ui);
            ui.visuals_mut().widgets.inactive.weak_bg_fill = fill;
            let title = format!("{} {}", mode.label(), egui_phosphor::regular::CARET_DOWN);
            ui.menu_button(title, |ui| {
                if let Some(choice) = choose_mode(ui, mode)
                    && let Some(eye) = self.eye.as_mut()
                {
                    eye.mode = choice;
                }
                ui.separator();
                if ui.button("Frame all (F)").clicked() {
                    actions.push(Action::Preview(PreviewAction::FrameAll));
                    ui.close();
                }
            });
        });
        actions
    }
}

/// The ways of moving, with their keys; the one that was chosen.
fn choose_mode(ui: &mut egui::Ui, current: Mode) -> Option<Mode> {
    let mut chosen = None;
    for (mode, text) in [
        (
            Mode::Orbit,
            "Orbit: drag turns, shift-drag pans, wheel zooms",
        ),
        (Mode::Walk, "Walk: W A S D, shift runs"),
        (Mode::Fly, "Fly: W A S D, Q E, shift hurries"),
    ] {
        if ui.selectable_label(current == mode, text).clicked() {
            chosen = Some(mode);
            ui.close();
        }
    }
    chosen
}

fn chip_fill(ui: &egui::Ui) -> Color32 {
    theme::palette(ui.visuals()).panel.gamma_multiply(0.85)
}

/// The wind at 10 m over the point looked at: arrow as seen from above, m/s, Beaufort.
fn wind_chip(ui: &egui::Ui, rect: Rect, moment: &Moment) {
    let palette = theme::palette(ui.visuals());
    let [x, _, z] = moment.snapshot.wind_at_target_m_per_s;
    let speed = x.hypot(z);
    let (force, name) = beaufort::force(speed);
    let painter = ui.painter();
    let text = format!("{speed:.1} m/s");
    let second = format!("Beaufort {force}, {name}");
    let first = painter.layout_no_wrap(text, theme::title_font(13.0), palette.text);
    let second = painter.layout_no_wrap(second, theme::text_font(12.0), palette.second_text);
    let width = first.size().x + second.size().x + 56.0;
    let chip = Rect::from_min_size(
        pos2(rect.left() + 12.0, rect.bottom() - 40.0),
        vec2(width, 28.0),
    );
    if chip.right() > rect.right() {
        return;
    }
    painter.rect_filled(chip, 6.0, chip_fill(ui));
    let middle = chip.center().y;
    let hub = pos2(chip.left() + 18.0, middle);
    let colour = theme::family_colour(Category::Wind, ui.visuals());
    if speed > 0.05 {
        let along = vec2(x, z) / speed;
        painter.arrow(
            hub - along * 8.0,
            along * 16.0,
            egui::Stroke::new(1.5, colour),
        );
    } else {
        painter.circle_stroke(hub, 3.0, egui::Stroke::new(1.5, colour));
    }
    let place = pos2(chip.left() + 36.0, middle - first.size().y * 0.5);
    let after = place.x + first.size().x + 8.0;
    painter.galley(place, first, palette.text);
    let place = pos2(after, middle - second.size().y * 0.5);
    painter.galley(place, second, palette.second_text);
}
