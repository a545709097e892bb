//! Plants without wood: short virtual trunks, one for each plant that stands apart.

use glam::Vec3;

use super::{limb::Limb, surface::Surface, weld::Sets, weld::bounds};

/// Cells along the longest side of the ground on which footprints are drawn.
const CELLS: f32 = 64.0;
/// Length and radius of a virtual trunk over the plant's height.
const LENGTH: f32 = 0.12;
const RADIUS: f32 = 0.01;

/// One limb for each group of footprints that touch.
pub(super) fn trunks(surface: &Surface<'_>) -> Vec<Limb> {
    let (low, high) = bounds(surface.weld.points.iter().copied());
    let size = high - low;
    let cell = size.x.max(size.z).max(1e-6) / CELLS;
    let columns = CELLS as usize + 1;
    let at = |value: f32, low: f32| (((value - low) / cell) as usize).min(columns - 1);

    let mut filled = vec![false; columns * columns];
    let mut sets = Sets::new(columns * columns);
    let triangles = (0..surface.tissues.len()).filter(|number| surface.tissues[*number].is_some());
    for triangle in triangles.clone() {
        let (least, most) = bounds(surface.places(triangle).into_iter());
        for row in at(least.z, low.z)..=at(most.z, low.z) {
            for column in at(least.x, low.x)..=at(most.x, low.x) {
                filled[row * columns + column] = true;
            }
        }
    }
    for cell in (0..filled.len()).filter(|cell| filled[*cell]) {
        let neighbours = [
            cell + 1,
            cell + columns,
            cell + columns + 1,
            cell + columns - 1,
        ];
        for next in neighbours {
            let wraps = (next % columns).abs_diff(cell % columns) > 1;
            if !wraps && filled.get(next) == Some(&true) {
                sets.join(cell as u32, next as u32);
            }
        }
    }
    let cells: Vec<u32> = triangles
        .clone()
        .map(|triangle| {
            let [place, ..] = surface.places(triangle);
            (at(place.z, low.z) * columns + at(place.x, low.x)) as u32
        })
        .collect();
    let (plants, count) = sets.number(cells.into_iter());
    let mut boxes = vec![(Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)); count];
    for (triangle, plant) in triangles.zip(plants) {
        let (least, most) = bounds(surface.places(triangle).into_iter());
        let plant = &mut boxes[plant as usize];
        *plant = (plant.0.min(least), plant.1.max(most));
    }
    boxes.into_iter().map(trunk).collect()
}

fn trunk((low, high): (Vec3, Vec3)) -> Limb {
    let height = (high.y - low.y).max((high - low).max_element() * 0.1);
    let foot = Vec3::new(
        f32::midpoint(low.x, high.x),
        low.y,
        f32::midpoint(low.z, high.z),
    );
    Limb {
        parent: None,
        points: vec![foot, foot + Vec3::Y * (LENGTH * height)],
        radii: vec![RADIUS * height; 2],
    }
}
