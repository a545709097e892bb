//! Periodic noise that bark is made of: smooth, in cells, in lines.

use glam::Vec2;
use windwright_runtime::{math, random};

const SEED: u64 = 0xba2c;

/// Smooth noise, 0..1, periodic.
pub(super) struct Noise {
    columns: usize,
    rows: usize,
    /// One number a lattice point; the first column and row are repeated at the end.
    values: Vec<f32>,
}

impl Noise {
    /// `columns` by `rows` waves; another `stream`, other noise.
    pub(super) fn new(columns: usize, rows: usize, stream: u64) -> Self {
        let values = (0..=rows)
            .flat_map(|row| (0..=columns).map(move |column| (row % rows, column % columns)))
            .map(|(row, column)| random::uniform(SEED, stream, (row * columns + column) as u64))
            .collect();
        Self {
            columns,
            rows,
            values,
        }
    }

    pub(super) fn at(&self, place: Vec2) -> f32 {
        // Whole turns keep the coordinates positive, so that cutting rounds down.
        let at = (place + 2.0) * Vec2::new(self.columns as f32, self.rows as f32);
        let (column, row) = (at.x as usize, at.y as usize);
        let f = at - Vec2::new(column as f32, row as f32);
        let f = f * f * (Vec2::splat(3.0) - 2.0 * f);
        let low = row % self.rows * (self.columns + 1) + column % self.columns;
        let high = low + self.columns + 1;
        math::lerp(
            math::lerp(self.values[low], self.values[low + 1], f.x),
            math::lerp(self.values[high], self.values[high + 1], f.x),
            f.y,
        )
    }
}

/// Lines where noise crosses its mean: as wide everywhere, and none where the noise is flat.
pub(super) struct Contour {
    columns: usize,
    coarse: Noise,
    fine: Noise,
}

impl Contour {
    pub(super) fn new(columns: usize, rows: usize, stream: u64) -> Self {
        Self {
            columns,
            coarse: Noise::new(columns, rows, stream),
            fine: Noise::new(2 * columns + 1, 3 * rows, stream + 1),
        }
    }

    /// 0 on a line, 1 beside it.
    pub(super) fn at(&self, place: Vec2) -> f32 {
        let level = |place: Vec2| 0.7 * self.coarse.at(place) + 0.3 * self.fine.at(place) - 0.5;
        let here = level(place);
        let beside = Vec2::new(0.2 / self.columns as f32, 0.0);
        let slope = (level(place + beside) - here).abs() * 5.0;
        let distance = here.abs() / slope.max(1e-4);
        let depth = math::smoothstep(0.05, 0.5, slope);
        1.0 - depth * math::smoothstep(0.26, 0.04, distance)
    }
}

/// Lightness at three scales, and colour: warm in the depth, grey or green where broad.
pub(super) struct Tint {
    grain: Noise,
    fine: Noise,
    broad: Noise,
}

impl Tint {
    pub(super) fn new() -> Self {
        Self {
            grain: Noise::new(70, 18, 4),
            fine: Noise::new(170, 100, 5),
            broad: Noise::new(3, 3, 6),
        }
    }

    pub(super) fn colour(&self, place: Vec2, light: f32, height: f32) -> [f32; 3] {
        let grain = self.grain.at(place) - 0.5;
        let fine = self.fine.at(place) - 0.5;
        let broad = self.broad.at(place) - 0.5;
        let light = light * (1.0 + 0.4 * grain + 0.3 * fine + 0.25 * broad);
        let warm = 0.12 * broad + 0.1 * (1.0 - height);
        [light * (1.0 + warm), light, light * (1.0 - warm)]
    }
}

/// Points scattered one a cell, periodic.
pub(super) struct Cells {
    columns: i64,
    rows: i64,
    points: Vec<(Vec2, f32)>,
}

impl Cells {
    pub(super) fn new(columns: i64, rows: i64) -> Self {
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
    pub(super) fn gap(&self, place: Vec2) -> (f32, f32) {
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
    pub(super) fn dash(&self, place: Vec2, share: f32) -> f32 {
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
