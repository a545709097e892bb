//! Which picture a frame of the window draws: none, a live one, or one more of a still.

use std::sync::Arc;

use egui::Rect;
use egui_wgpu::{CallbackResources, CallbackTrait, RenderState};

use super::{Still, Viewport};
use crate::{
    render::{Quality, Show, refine},
    worker::Moment,
};

/// Jittered pictures in a still, shown while nothing moves.
const STILL_SAMPLES: u32 = 64;
/// Frames without change before a still begins.
const STILL_PAUSE: i32 = 10;
/// Largest side of the picture, pixels.
const LARGEST_SIDE: f32 = 8192.0;

/// The picture in its place among the window's shapes.
pub(super) fn shown(
    rect: Rect,
    show: &Arc<Show>,
    picture: &wgpu::BindGroup,
) -> egui::PaintCallback {
    let (show, picture) = (Arc::clone(show), picture.clone());
    egui_wgpu::Callback::new_paint_callback(rect, Shown { show, picture })
}

struct Shown {
    show: Arc<Show>,
    picture: wgpu::BindGroup,
}

impl CallbackTrait for Shown {
    fn paint(
        &self,
        _: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _: &CallbackResources,
    ) {
        self.show.draw(pass, &self.picture);
    }
}

impl Viewport {
    pub(super) fn draw(
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
            if self.picture.is_some() && !self.frame.is_multiple_of(interval) {
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
        // The picture is another texture only when its size changed.
        if self.picture.is_none() || self.shown_px != renderer.size_px() {
            let show = self.show.as_ref();
            self.picture = show.map(|show| show.picture(&state.device, renderer));
            self.shown_px = renderer.size_px();
        }
        self.fault = None;
        self.drawn += 1;
    }
}
