//! Bark: pictures that repeat in both directions.

use glam::Vec2;
use windwright_runtime::math;

use super::Habit;
use super::bark_noise::{Cells, Contour, Noise, Tint};
use super::picture::Picture;
use crate::plant::Texture;

/// Texels along an edge.
const EDGE: usize = 512;

/// Paints the bark of a habit; its mean colour is [`super::picture::MEAN`].
pub(super) fn bark_texture(habit: Habit) -> Texture {
    match habit {
        Habit::Oak => paint(&Furrowed::new()),
        Habit::Birch => paint(&White::new()),
        Habit::Spruce => paint(&Scaly::new()),
    }
}

/// A pattern that repeats over the unit square.
trait Pattern {
    /// Relative colour at `place`.
    fn colour(&self, place: Vec2) -> [f32; 3];
}

fn paint(pattern: &impl Pattern) -> Texture {
    let mut picture = Picture::new(EDGE, EDGE);
    for (row, column) in (0..EDGE).flat_map(|row| (0..EDGE).map(move |column| (row, column))) {
        let place = Vec2::new(column as f32, row as f32) / EDGE as f32;
        picture.lay(column, row, pattern.colour(place), 1.0);
    }
    picture.into_texture()
}

/// Upright ridges that part and meet again, cracked across, with deep dark furrows between.
struct Furrowed {
    bend: Noise,
    first: Contour,
    second: Contour,
    cells: Cells,
    tint: Tint,
}

impl Furrowed {
    fn new() -> Self {
        Self {
            bend: Noise::new(7, 5, 1),
            first: Contour::new(17, 3, 21),
            second: Contour::new(25, 4, 23),
            cells: Cells::new(19, 26),
            tint: Tint::new(),
        }
    }
}

impl Pattern for Furrowed {
    fn colour(&self, place: Vec2) -> [f32; 3] {
        let bent = place + Vec2::new(0.05 * (self.bend.at(place) - 0.5), 0.0);
        let height = self.first.at(bent) * math::lerp(0.5, 1.0, self.second.at(bent));
        let (gap, plate) = self.cells.gap(bent);
        let crack = math::lerp(0.72, 1.0, math::smoothstep(0.0, 0.12, gap));
        let light = math::lerp(0.2, 1.0, height) * crack * (1.0 + 0.18 * (plate - 0.5));
        self.tint.colour(place, light, height)
    }
}

/// White skin with fine level grain, short dark lenticels and a few black scars.
struct White {
    grain: Noise,
    broad: Noise,
    scars: [Noise; 2],
    bands: [Noise; 2],
    dashes: Cells,
}

impl White {
    fn new() -> Self {
        Self {
            grain: Noise::new(4, 90, 7),
            broad: Noise::new(3, 4, 8),
            scars: [Noise::new(4, 5, 9), Noise::new(14, 22, 10)],
            bands: [Noise::new(2, 9, 11), Noise::new(16, 40, 12)],
            dashes: Cells::new(12, 34),
        }
    }
}

impl Pattern for White {
    fn colour(&self, place: Vec2) -> [f32; 3] {
        let grain = self.grain.at(place) - 0.5;
        let broad = self.broad.at(place) - 0.5;
        let mut light = 1.0 + 0.12 * grain + 0.16 * broad;
        light = math::lerp(light, 0.16, self.dashes.dash(place, 0.5));
        let scar = self.scars[0].at(place) + 0.35 * self.scars[1].at(place);
        let band = self.bands[0].at(place) + 0.25 * self.bands[1].at(place);
        let dark =
            math::smoothstep(1.04, 1.14, scar).max(0.75 * math::smoothstep(0.98, 1.06, band));
        light = math::lerp(light, 0.12, dark);
        [light * 1.01, light, light * (0.97 + 0.06 * broad)]
    }
}

/// Thin rounded scales that overlap.
struct Scaly {
    bend: [Noise; 3],
    cells: Cells,
    tint: Tint,
}

impl Scaly {
    fn new() -> Self {
        Self {
            bend: [
                Noise::new(9, 7, 1),
                Noise::new(22, 19, 2),
                Noise::new(8, 7, 3),
            ],
            cells: Cells::new(20, 15),
            tint: Tint::new(),
        }
    }
}

impl Pattern for Scaly {
    fn colour(&self, place: Vec2) -> [f32; 3] {
        let [wide, narrow, upright] = &self.bend;
        let bend = Vec2::new(
            wide.at(place) + 0.5 * narrow.at(place) - 0.75,
            upright.at(place) - 0.5,
        );
        let (gap, scale) = self.cells.gap(place + bend * 0.07);
        let height = math::smoothstep(0.0, 0.3, gap);
        let light = math::lerp(0.5, 1.0, height) * (1.0 + 0.4 * (scale - 0.5));
        self.tint.colour(place, light, height)
    }
}
