//! Grounds of panes: one colour, filled by the device where there is one.

use std::sync::Arc;

use egui::{Color32, Context, Id, Rect, Ui};
use egui_wgpu::{Callback, CallbackResources, CallbackTrait, RenderState};

use crate::render::Flat;

/// Lets [`fill`] use the device. Targets that encode by themselves are left to the toolkit, which knows how.
pub(super) fn prepare(context: &Context, state: &RenderState) {
    if !state.target_format.is_srgb() {
        let flat = Arc::new(Flat::new(&state.device, state.target_format));
        context.data_mut(|data| data.insert_temp(Id::NULL, flat));
    }
}

/// Fills `rect` with an opaque `colour`.
pub(crate) fn fill(ui: &Ui, rect: Rect, colour: Color32) {
    let shape = match ui.data(|data| data.get_temp::<Arc<Flat>>(Id::NULL)) {
        Some(flat) => Callback::new_paint_callback(rect, Ground { flat, colour }).into(),
        None => egui::Shape::rect_filled(rect, 0.0, colour),
    };
    ui.painter().add(shape);
}

struct Ground {
    flat: Arc<Flat>,
    colour: Color32,
}

impl CallbackTrait for Ground {
    fn paint(
        &self,
        _: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _: &CallbackResources,
    ) {
        let [r, g, b, a] = self.colour.to_normalized_gamma_f32().map(f64::from);
        self.flat.draw(pass, wgpu::Color { r, g, b, a });
    }
}
