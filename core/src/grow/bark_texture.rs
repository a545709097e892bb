//! Bark: pictures that repeat in both directions.

use glam::Vec2;
use windwright_runtime::{math, random};

use super::Habit;
use super::picture::Picture;
use crate::plant::Texture;

/// Texels along an edge.
const EDGE: usize = 512;
const SEED: u64 = 0xba2c;

/// Paints the bark of a habit; its mean colour is [`super::picture::MEAN`].
pub(super) fn bark_texture(habit: Habit) -> Texture {
    let mut picture = Picture::new(EDGE, EDGE);
    let plates = match habit {
        Habit::Oak => Cells::new(13, 5),
        Habit::Birch => Cells::new(9, 26),
        Habit::Spruce => Cells::new(15, 12),
    };
    for row in 0..EDGE {
        for column in 0..EDGE {
            let place = Vec2::new(column as f32, row as f32) / EDGE as f32;
            let colour = match habit {
                Habit::Oak => furrowed(place, &plates, [0.3, 0.3], 0.16),
                Habit::Birch => white(place, &plates),
                Habit::Spruce => furrowed(place, &plates, [0.5, 0.22], 0.1),
            };
            picture.lay(column, row, colour, 1.0);
        }
    }
    picture.into_texture()
}

/// Plates between furrows: `depth` is the lightness in a furrow and the width of its slope, `warp` how crooked furrows run.
fn furrowed(place: Vec2, plates: &Cells, depth: [f32; 2], warp: f32) -> [f32; 3] {
    let bend = Vec2::new(
        noise(place, 5, 4, 1) + 0.5 * noise(place, 12, 9, 2) - 0.75,
        noise(place, 4, 4, 3) - 0.5,
    );
    let bent = place + bend * warp * Vec2::new(0.45, 0.9);
    let (gap, plate) = plates.gap(bent);
    let height = math::smoothstep(0.02, depth[1], gap);
    let grain = noise(place, 60, 16, 4) - 0.5;
    let fine = noise(place, 150, 90, 5) - 0.5;
    let broad = noise(place, 3, 3, 6) - 0.5;
    let light = math::lerp(depth[0], 1.0, height)
        * (1.0 + 0.35 * grain + 0.25 * fine + 0.25 * broad + 0.22 * (plate - 0.5));
    let warm = 0.12 * broad + 0.08 * (1.0 - height);
    [light * (1.0 + warm), light, light * (1.0 - warm)]
}

/// White skin with fine level grain, short dark lenticels and a few black scars.
fn white(place: Vec2, dashes: &Cells) -> [f32; 3] {
    let grain = noise(place, 4, 90, 7) - 0.5;
    let broad = noise(place, 3, 4, 8) - 0.5;
    let mut light = 1.0 + 0.12 * grain + 0.16 * broad;
    light = math::lerp(light, 0.16, dashes.dash(place, 0.5));
    let scar = noise(place, 4, 5, 9) + 0.35 * noise(place, 14, 22, 10);
    let band = noise(place, 2, 9, 11) + 0.25 * noise(place, 16, 40, 12);
    let dark = math::smoothstep(1.04, 1.14, scar).max(0.75 * math::smoothstep(0.98, 1.06, band));
    light = math::lerp(light, 0.12, dark);
    [light * 1.01, light, light * (0.97 + 0.06 * broad)]
}

/// Points scattered one a cell, periodic.
struct Cells {
    columns: usize,
    rows: usize,
    points: Vec<(Vec2, f32)>,
}

impl Cells {
    fn new(columns: usize, rows: usize) -> Self {
        let points = (0..columns * rows)
            .map(|cell| {
                let draw = |step| random::uniform(SEED, cell as u64, step);
                let offset = Vec2::new(0.15 + 0.7 * draw(0), 0.05 + 0.9 * draw(1));
                (offset, draw(2))
            })
            .collect();
        Self {
            columns,
            rows,
            points,
        }
    }

    fn point(&self, column: i64, row: i64) -> (Vec2, f32) {
        let cell = row.rem_euclid(self.rows as i64) * self.columns as i64
            + column.rem_euclid(self.columns as i64);
        let (offset, value) = self.points[cell as usize];
        (offset + Vec2::new(column as f32, row as f32), value)
    }

    /// Distance to the border between the nearest two points, in cells, and the nearest point's own number.
    fn gap(&self, place: Vec2) -> (f32, f32) {
        let at = place * Vec2::new(self.columns as f32, self.rows as f32);
        let (column, row) = (at.x.floor() as i64, at.y.floor() as i64);
        let mut nearest = (f32::MAX, 0.0);
        let mut second = f32::MAX;
        for (dy, dx) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dy, dx))) {
            let (point, value) = self.point(column + dx, row + dy);
            let distance = point.distance_squared(at);
            if distance < nearest.0 {
                second = nearest.0;
                nearest = (distance, value);
            } else {
                second = second.min(distance);
            }
        }
        (math::sqrt(second) - math::sqrt(nearest.0), nearest.1)
    }

    /// 1 on a level dash, which the given share of cells has, 0 beside it.
    fn dash(&self, place: Vec2, share: f32) -> f32 {
        let at = place * Vec2::new(self.columns as f32, self.rows as f32);
        let (column, row) = (at.x.floor() as i64, at.y.floor() as i64);
        let mut dark = 0.0_f32;
        for dx in -1..=1 {
            let (point, value) = self.point(column + dx, row);
            if value < share {
                let half = Vec2::new(0.15 + 0.8 * value, 0.1 + 0.14 * value);
                let offset = (at - point) / half;
                dark = dark.max(math::smoothstep(1.0, 0.6, offset.length()));
            }
        }
        dark
    }
}

/// Smooth noise of `columns` by `rows` waves, 0..1, periodic.
fn noise(place: Vec2, columns: i64, rows: i64, stream: u64) -> f32 {
    let at = place * Vec2::new(columns as f32, rows as f32);
    let low = at.floor();
    let f = at - low;
    let f = f * f * (Vec2::splat(3.0) - 2.0 * f);
    let value = |dx: i64, dy: i64| {
        let column = (low.x as i64 + dx).rem_euclid(columns);
        let row = (low.y as i64 + dy).rem_euclid(rows);
        random::uniform(SEED, stream, (row * columns + column) as u64)
    };
    math::lerp(
        math::lerp(value(0, 0), value(1, 0), f.x),
        math::lerp(value(0, 1), value(1, 1), f.x),
        f.y,
    )
}
