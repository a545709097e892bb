//! Places for trees: chance with a least distance.

use std::collections::BTreeMap;

use windwright_runtime::{
    math::{cos, lerp, sin, sqrt},
    preset::scene::Instance,
    random,
};

/// Tries for each tree before it is given up.
const TRIES: u64 = 32;

/// Kinds of trees at most.
pub(crate) const KINDS: usize = 4;

/// Where and how trees are scattered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    /// How often each kind is drawn beside the others, 0 or more; if none is ever drawn, nothing is scattered.
    pub(crate) shares: [f32; KINDS],
    /// Trees wanted.
    pub(crate) count: usize,
    /// Centre, x and z, metres.
    pub(crate) centre_m: [f64; 2],
    /// Least and …
    pub(crate) inner_m: f32,
    /// … largest distance from the centre, metres.
    pub(crate) outer_m: f32,
    /// Middle of the sector, degrees clockwise from north.
    pub(crate) direction_deg: f32,
    /// Width of the sector, degrees.
    pub(crate) sector_deg: f32,
    /// Least distance between trees, metres.
    pub(crate) spacing_m: f32,
    /// Sizes lie within 1 ± this.
    pub(crate) scale_spread: f32,
}

/// One tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    /// Kind of tree, a place in [`Area::shares`].
    pub(crate) kind: usize,
    /// Where and how large; height 0.
    pub(crate) instance: Instance,
}

/// Scatters trees evenly over an area, none nearer than the spacing to another or to `taken`.
///
/// Trees keep their places when the count changes. Gives fewer than wanted where there is no room.
pub(crate) fn scatter(area: &Area, taken: &[[f64; 2]], seed: u32) -> Vec<Place> {
    let mut crowd = Crowd::new(area.spacing_m);
    for place in taken {
        crowd.add(*place);
    }
    let mut places = Vec::new();
    for tree in 0..area.count as u64 {
        let chance = |lane: u64| random::uniform(u64::from(seed), tree, 1000 + lane);
        let Some(kind) = drawn(&area.shares, chance(1)) else {
            continue;
        };
        let found = (0..TRIES)
            .map(|attempt| point(area, seed, tree, attempt))
            .find(|point| crowd.has_room(*point));
        let Some([x, z]) = found else {
            continue;
        };
        crowd.add([x, z]);
        let scale = 1.0 + area.scale_spread * (2.0 * chance(0) - 1.0);
        let own_seed = 10_000 + tree as u32;
        places.push(Place {
            kind,
            instance: Instance::new([x, 0.0, z], yaw_deg(own_seed), scale, own_seed),
        });
    }
    places
}

/// The kind at `chance` (0..1) of the way through all shares.
fn drawn(shares: &[f32; KINDS], chance: f32) -> Option<usize> {
    let mut left = chance * shares.iter().sum::<f32>();
    let mut last = None;
    for (kind, &share) in shares.iter().enumerate() {
        if share > 0.0 {
            last = Some(kind);
            if left < share {
                break;
            }
            left -= share;
        }
    }
    last
}

/// Turn of a tree about the vertical by its seed, degrees.
pub(crate) fn yaw_deg(seed: u32) -> f32 {
    random::range(u64::from(seed), 0, 2000, 0.0, 360.0)
}

/// A point of the area, evenly by area.
fn point(area: &Area, seed: u32, tree: u64, attempt: u64) -> [f64; 2] {
    let chance = |lane: u64| random::uniform(u64::from(seed), tree, attempt * 2 + lane);
    let (inner, outer) = (area.inner_m.min(area.outer_m), area.outer_m);
    let distance_m = sqrt(lerp(inner * inner, outer * outer, chance(0)));
    let heading = (area.direction_deg + area.sector_deg * (chance(1) - 0.5)).to_radians();
    [
        area.centre_m[0] + f64::from(distance_m * sin(heading)),
        area.centre_m[1] - f64::from(distance_m * cos(heading)),
    ]
}

/// Points by cells as large as the spacing, so that only neighbours are compared.
struct Crowd {
    spacing_m: f64,
    cells: BTreeMap<[i64; 2], Vec<[f64; 2]>>,
}

impl Crowd {
    fn new(spacing_m: f32) -> Self {
        Self {
            spacing_m: f64::from(spacing_m),
            cells: BTreeMap::new(),
        }
    }

    fn cell(&self, point: [f64; 2]) -> [i64; 2] {
        point.map(|along| (along / self.spacing_m.max(0.01)).floor() as i64)
    }

    fn add(&mut self, point: [f64; 2]) {
        self.cells.entry(self.cell(point)).or_default().push(point);
    }

    fn has_room(&self, point: [f64; 2]) -> bool {
        let [column, row] = self.cell(point);
        let near = (column - 1..=column + 1)
            .flat_map(|column| (row - 1..=row + 1).map(move |row| [column, row]));
        near.filter_map(|cell| self.cells.get(&cell))
            .flatten()
            .all(|other| {
                let (x, z) = (other[0] - point[0], other[1] - point[1]);
                x * x + z * z >= self.spacing_m * self.spacing_m
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area {
        shares: [1.0, 1.0, 1.0, 0.0],
        count: 60,
        centre_m: [2.0, 29.0],
        inner_m: 40.0,
        outer_m: 90.0,
        direction_deg: 0.0,
        sector_deg: 70.0,
        spacing_m: 6.0,
        scale_spread: 0.2,
    };

    #[test]
    fn trees_stand_inside_the_area_and_apart() {
        let taken = [[2.0, -21.0]];
        let places = scatter(&AREA, &taken, 3);
        assert_eq!(places.len(), 60);
        let points: Vec<[f64; 2]> = places
            .iter()
            .map(|place| [place.instance.position_m[0], place.instance.position_m[2]])
            .collect();
        for (at, [x, z]) in points.iter().enumerate() {
            let (dx, dz) = (x - 2.0, z - 29.0);
            let distance_m = (dx * dx + dz * dz).sqrt();
            assert!((39.99..=90.01).contains(&distance_m), "{distance_m}");
            assert!(dz < 0.0 && dx.abs() <= -dz * 0.71, "{dx} {dz}");
            for [other_x, other_z] in points[..at].iter().chain(&taken) {
                let (dx, dz) = (x - other_x, z - other_z);
                assert!((dx * dx + dz * dz).sqrt() >= 6.0);
            }
        }
        assert!((0..3).all(|kind| places.iter().filter(|place| place.kind == kind).count() > 10));
    }

    #[test]
    fn more_trees_leave_the_others_where_they_are() {
        let few = scatter(&Area { count: 20, ..AREA }, &[], 5);
        let many = scatter(&AREA, &[], 5);
        assert_eq!(few, many[..20]);
    }

    #[test]
    fn kinds_come_in_their_shares() {
        let few_of_the_last = Area {
            shares: [0.0, 1.0, 0.0, 0.25],
            count: 1000,
            spacing_m: 0.0,
            ..AREA
        };
        let places = scatter(&few_of_the_last, &[], 2);
        let of = |kind| places.iter().filter(|place| place.kind == kind).count();
        assert_eq!(of(1) + of(3), 1000);
        assert!((150..250).contains(&of(3)), "{}", of(3));
        let none = Area {
            shares: [0.0; KINDS],
            ..AREA
        };
        assert!(scatter(&none, &[], 2).is_empty());
    }

    #[test]
    fn a_full_area_gives_fewer() {
        let crowded = Area {
            outer_m: 3.0,
            inner_m: 0.0,
            sector_deg: 360.0,
            count: 5000,
            ..AREA
        };
        let places = scatter(&crowded, &[], 1);
        assert!((1..=4).contains(&places.len()), "{}", places.len());
    }
}
