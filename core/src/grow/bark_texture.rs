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
    let cells = match habit {
        Habit::Oak => Cells::new(19, 26),
        Habit::Birch => Cells::new(12, 34),
        Habit::Spruce => Cells::new(20, 15),
    };
    for row in 0..EDGE {
        for column in 0..EDGE {
            let place = Vec2::new(column as f32, row as f32) / EDGE as f32;
            let colour = match habit {
                Habit::Oak => furrowed(place, &cells),
                Habit::Birch => white(place, &cells),
                Habit::Spruce => scaly(place, &cells),
            };
            picture.lay(column, row, colour, 1.0);
        }
    }
    picture.into_texture()
}

/// Upright ridges that part and meet again, cracked across, with deep dark furrows between.
fn furrowed(place: Vec2, cells: &Cells) -> [f32; 3] {
    let bend = Vec2::new(0.05 * (noise(place, 7, 5, 1) - 0.5), 0.0);
    let bent = place + bend;
    let first = contour(bent, 17, 3, 21);
    let second = contour(bent, 25, 4, 23);
    let height = first * math::lerp(0.5, 1.0, second);
    let (gap, plate) = cells.gap(bent);
    let crack = math::lerp(0.72, 1.0, math::smoothstep(0.0, 0.12, gap));
    let light = math::lerp(0.2, 1.0, height) * crack * (1.0 + 0.18 * (plate - 0.5));
    tinted(place, light, height)
}

/// 0 on a line where noise crosses its mean, 1 beside it; as wide everywhere, and none where the noise is flat.
fn contour(place: Vec2, columns: i64, rows: i64, stream: u64) -> f32 {
    let level = |place: Vec2| {
        0.7 * noise(place, columns, rows, stream)
            + 0.3 * noise(place, 2 * columns + 1, 3 * rows, stream + 1)
            - 0.5
    };
    let here = level(place);
    let beside = Vec2::new(0.2 / columns as f32, 0.0);
    let slope = (level(place + beside) - here).abs() * 5.0;
    let distance = here.abs() / slope.max(1e-4);
    let depth = math::smoothstep(0.05, 0.5, slope);
    1.0 - depth * math::smoothstep(0.26, 0.04, distance)
}

/// Thin rounded scales that overlap.
fn scaly(place: Vec2, cells: &Cells) -> [f32; 3] {
    let bend = Vec2::new(
        noise(place, 9, 7, 1) + 0.5 * noise(place, 22, 19, 2) - 0.75,
        noise(place, 8, 7, 3) - 0.5,
    );
    let (gap, scale) = cells.gap(place + bend * 0.07);
    let height = math::smoothstep(0.0, 0.3, gap);
    let light = math::lerp(0.5, 1.0, height) * (1.0 + 0.4 * (scale - 0.5));
    tinted(place, light, height)
}

/// Varies lightness at three scales, and colour: warm in the depth, grey or green where broad.
fn tinted(place: Vec2, light: f32, height: f32) -> [f32; 3] {
    let grain = noise(place, 70, 18, 4) - 0.5;
    let fine = noise(place, 170, 100, 5) - 0.5;
    let broad = noise(place, 3, 3, 6) - 0.5;
    let light = light * (1.0 + 0.4 * grain + 0.3 * fine + 0.25 * broad);
    let warm = 0.12 * broad + 0.1 * (1.0 - height);
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
    columns: i64,
    rows: i64,
    points: Vec<(Vec2, f32)>,
}

impl Cells {
    fn new(columns: i64, rows: i64) -> Self {
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
        let cell = row.rem_euclid(self.rows) * self.columns + column.rem_euclid(self.columns);
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
