//! Every colour, size and font of the window.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle,
};
use serde::{Deserialize, Serialize};
use windwright_core::{nodes::Category, value::ValueKind};

/// Height of a row in panels, points.
pub const ROW: f32 = 24.0;
/// Space between a panel's edge and its content, points.
pub const PADDING: f32 = 12.0;
/// Radius of a node's corners, canvas units.
pub const NODE_CORNER: f32 = 6.0;

/// Dark or light window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Appearance {
    /// Dark greys.
    #[default]
    Dark,
    /// Light greys.
    Light,
}

/// Colours of one appearance: neutral greys, so that the eye judges the preview's colour.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Palette {
    pub canvas: Color32,
    pub panel: Color32,
    pub field: Color32,
    pub field_hover: Color32,
    pub text: Color32,
    pub second_text: Color32,
    pub accent: Color32,
    pub warning: Color32,
    pub error: Color32,
    pub node: Color32,
    pub node_edge: Color32,
    pub line: Color32,
    pub dot: Color32,
}

const fn grey(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The dark palette.
pub const DARK: Palette = Palette {
    canvas: grey(0x001B_1C1E),
    panel: grey(0x0023_2427),
    field: grey(0x002E_3034),
    field_hover: grey(0x0039_3C41),
    text: grey(0x00D9_DADC),
    second_text: grey(0x009A_9DA3),
    accent: grey(0x007F_B2E5),
    warning: grey(0x00E3_B341),
    error: grey(0x00E5_675C),
    node: grey(0x002A_2C30),
    node_edge: grey(0x003D_4046),
    line: grey(0x0017_181A),
    dot: grey(0x0033_3539),
};

/// The light palette.
pub const LIGHT: Palette = Palette {
    canvas: grey(0x00E6_E7E9),
    panel: grey(0x00F5_F5F6),
    field: grey(0x00E3_E4E7),
    field_hover: grey(0x00D6_D8DC),
    text: grey(0x001E_1F22),
    second_text: grey(0x005C_6068),
    accent: grey(0x001F_66AE),
    warning: grey(0x0084_5D00),
    error: grey(0x00B3_3A30),
    node: grey(0x00FA_FAFB),
    node_edge: grey(0x00FF_FFFF),
    line: grey(0x00D2_D4D8),
    dot: grey(0x00C9_CBCF),
};

/// The palette of the appearance that `visuals` shows.
pub fn palette(visuals: &egui::Visuals) -> &'static Palette {
    if visuals.dark_mode { &DARK } else { &LIGHT }
}

/// Colour of a family: all of one lightness, darker on light ground.
pub fn family_colour(family: Category, visuals: &egui::Visuals) -> Color32 {
    let colour = match family {
        Category::Wind => grey(0x0065_BAE1),
        Category::Tree => grey(0x0092_BC7C),
        Category::Species => grey(0x00C2_AD61),
        Category::Cloud => grey(0x00AD_A3E9),
        Category::Scene => grey(0x00DF_9D6F),
        Category::Measure => grey(0x00DE_94B7),
        Category::Learned => grey(0x00E6_9494),
        Category::Value => grey(0x00AE_AEAE),
    };
    if visuals.dark_mode {
        colour
    } else {
        Color32::from_rgb(scaled(colour.r()), scaled(colour.g()), scaled(colour.b()))
    }
}

/// Channel of a family's colour on light ground.
fn scaled(channel: u8) -> u8 {
    (f32::from(channel) * 0.72) as u8
}

/// Family that a kind belongs to; gives wires and sockets their colour.
pub fn kind_family(kind: ValueKind) -> Category {
    match kind {
        ValueKind::Number
        | ValueKind::Integer
        | ValueKind::Toggle
        | ValueKind::Vector
        | ValueKind::Numbers
        | ValueKind::Text
        | ValueKind::Choice
        | ValueKind::Path
        | ValueKind::Clock => Category::Value,
        ValueKind::Mesh | ValueKind::Tree | ValueKind::Springs | ValueKind::Forest => {
            Category::Tree
        }
        ValueKind::Level | ValueKind::Species => Category::Species,
        ValueKind::WindPreset | ValueKind::Wind | ValueKind::Effector => Category::Wind,
        ValueKind::Sky => Category::Cloud,
        ValueKind::Camera | ValueKind::Scene => Category::Scene,
    }
}

/// Colour of a kind.
pub fn kind_colour(kind: ValueKind, visuals: &egui::Visuals) -> Color32 {
    family_colour(kind_family(kind), visuals)
}

/// Outline of a socket: says the kind to those who do not see its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketShape {
    /// A value.
    Circle,
    /// A field over space.
    Diamond,
    /// Geometry.
    Square,
    /// A preset.
    Ring,
}

/// Shape of the sockets of a kind.
pub fn socket_shape(kind: ValueKind) -> SocketShape {
    match kind {
        ValueKind::Number
        | ValueKind::Integer
        | ValueKind::Toggle
        | ValueKind::Vector
        | ValueKind::Numbers
        | ValueKind::Text
        | ValueKind::Choice
        | ValueKind::Path
        | ValueKind::Clock => SocketShape::Circle,
        ValueKind::Wind | ValueKind::Effector | ValueKind::Sky => SocketShape::Diamond,
        ValueKind::Mesh
        | ValueKind::Tree
        | ValueKind::Springs
        | ValueKind::Forest
        | ValueKind::Camera
        | ValueKind::Scene => SocketShape::Square,
        ValueKind::Level | ValueKind::Species | ValueKind::WindPreset => SocketShape::Ring,
    }
}

/// Family name of the heavier cut, for titles.
pub fn title_family() -> FontFamily {
    FontFamily::Name("title".into())
}

/// Font of a node's title or a heading.
pub fn title_font(size: f32) -> FontId {
    FontId::new(size, title_family())
}

/// Font of running text.
pub fn text_font(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Fonts of the window; `cjk` is a system font that completes them.
pub fn fonts(cjk: Option<Vec<u8>>) -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    let regular: &'static [u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
    let title: &'static [u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");
    for (name, bytes) in [("inter", regular), ("inter-title", title)] {
        fonts
            .font_data
            .insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let mut text = vec!["inter".to_owned()];
    text.extend(
        fonts
            .families
            .remove(&FontFamily::Proportional)
            .unwrap_or_default(),
    );
    if let Some(bytes) = cjk {
        fonts
            .font_data
            .insert("cjk".to_owned(), Arc::new(FontData::from_owned(bytes)));
        text.push("cjk".to_owned());
        fonts
            .families
            .entry(FontFamily::Monospace)
            .or_default()
            .push("cjk".to_owned());
    }
    let mut titles = text.clone();
    titles.insert(0, "inter-title".to_owned());
    fonts.families.insert(title_family(), titles);
    fonts.families.insert(FontFamily::Proportional, text);
    fonts
}

/// Places where a font for Chinese, Japanese and Korean usually stands.
pub const CJK_FONTS: [&str; 6] = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "C:/Windows/Fonts/msyh.ttc",
    "/System/Library/Fonts/PingFang.ttc",
];

/// Puts colours, sizes and spacing of both appearances into `context` and shows `appearance`.
pub fn apply(context: &egui::Context, appearance: Appearance) {
    context.style_mut_of(egui::Theme::Dark, |style| set_style(style, &DARK, true));
    context.style_mut_of(egui::Theme::Light, |style| set_style(style, &LIGHT, false));
    context.set_theme(match appearance {
        Appearance::Dark => egui::Theme::Dark,
        Appearance::Light => egui::Theme::Light,
    });
}

fn set_style(style: &mut egui::Style, palette: &Palette, dark: bool) {
    style.text_styles = [
        (TextStyle::Small, text_font(11.0)),
        (TextStyle::Body, text_font(13.0)),
        (TextStyle::Button, text_font(13.0)),
        (TextStyle::Monospace, FontId::monospace(12.0)),
        (TextStyle::Heading, title_font(15.0)),
    ]
    .into();
    style.animation_time = 0.08;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    let spacing = &mut style.spacing;
    spacing.item_spacing = egui::vec2(8.0, 4.0);
    spacing.button_padding = egui::vec2(8.0, 4.0);
    spacing.interact_size = egui::vec2(40.0, ROW);
    spacing.window_margin = Margin::same(12);
    spacing.menu_margin = Margin::same(6);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 8.0;
    spacing.slider_rail_height = 4.0;
    spacing.combo_height = 320.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
    set_visuals(&mut style.visuals, palette, dark);
}

fn set_visuals(visuals: &mut egui::Visuals, palette: &Palette, dark: bool) {
    *visuals = if dark {
        egui::Visuals::dark()
    } else {
        egui::Visuals::light()
    };
    visuals.weak_text_color = Some(palette.second_text);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.field_hover);
    visuals.extreme_bg_color = palette.field;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.field;
    visuals.code_bg_color = palette.field;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.error;
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.selection.bg_fill = palette
        .accent
        .gamma_multiply(if dark { 0.45 } else { 0.35 });
    visuals.selection.stroke = Stroke::new(1.5, palette.accent);
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Rect { aspect_ratio: 0.4 };
    visuals.window_shadow.color = Color32::from_black_alpha(if dark { 96 } else { 40 });
    visuals.popup_shadow = visuals.window_shadow;
    let widgets = &mut visuals.widgets;
    for (state, fill, text) in [
        (&mut widgets.noninteractive, palette.panel, palette.text),
        (&mut widgets.inactive, palette.field, palette.text),
        (&mut widgets.hovered, palette.field_hover, palette.text),
        (&mut widgets.active, palette.field_hover, palette.text),
        (&mut widgets.open, palette.field, palette.text),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::NONE;
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = CornerRadius::same(4);
        state.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.field_hover);
    widgets.inactive.bg_fill = palette.field_hover;
    widgets.active.bg_stroke = Stroke::new(1.0, palette.accent);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: Color32) -> f32 {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    /// 4.5:1 is what WCAG 2 asks of running text.
    #[test]
    fn text_is_legible_on_its_ground() {
        for palette in [&DARK, &LIGHT] {
            for text in [
                palette.text,
                palette.second_text,
                palette.accent,
                palette.warning,
                palette.error,
            ] {
                for ground in [palette.panel, palette.canvas] {
                    let ratio = contrast(text, ground);
                    assert!(ratio >= 4.5, "{text:?} on {ground:?}: {ratio}");
                }
            }
        }
    }
}
