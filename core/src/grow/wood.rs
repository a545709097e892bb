//! Tubes around the skeleton.

use core::f32::consts::{PI, TAU};

use glam::Vec3;
use windwright_runtime::math;

use super::habit::Form;
use super::skeleton::Stem;
use crate::plant::{PlantMesh, PlantVertex};

/// Width on the wood that the bark's picture covers, metres.
const BARK_WIDTH_M: f32 = 0.9;

/// How finely wood is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct WoodDetail {
    /// Sides of a tube, by order.
    pub(super) sides: [usize; 5],
    /// Most pieces along a tube, by order.
    pub(super) pieces: [usize; 5],
}

impl WoodDetail {
    /// Levels of detail, finest first; an order with 0 sides is left out.
    pub(super) const LADDER: [Self; 7] = [
        Self {
            sides: [18, 11, 6, 3, 3],
            pieces: [22, 12, 6, 3, 2],
        },
        Self {
            sides: [14, 8, 4, 3, 3],
            pieces: [16, 8, 4, 2, 1],
        },
        Self {
            sides: [10, 6, 3, 3, 0],
            pieces: [12, 6, 3, 1, 1],
        },
        Self {
            sides: [8, 4, 3, 0, 0],
            pieces: [8, 4, 2, 0, 0],
        },
        Self {
            sides: [6, 3, 0, 0, 0],
            pieces: [6, 3, 0, 0, 0],
        },
        Self {
            sides: [5, 3, 0, 0, 0],
            pieces: [4, 1, 0, 0, 0],
        },
        Self {
            sides: [5, 0, 0, 0, 0],
            pieces: [4, 0, 0, 0, 0],
        },
    ];

    fn triangles_of(&self, stem: &Stem) -> usize {
        let sides = self.sides[stem.order];
        let extra = if stem.order == 0 { 4 } else { 1 };
        2 * sides * (self.pieces[stem.order] + extra) + sides
    }

    /// The finest detail that needs at most `most` triangles (the coarsest, if none does).
    pub(super) fn within(stems: &[Stem], most: usize, from: usize) -> Self {
        let fits = |detail: &&Self| {
            let need: usize = stems.iter().map(|stem| detail.triangles_of(stem)).sum();
            need <= most
        };
        let ladder = &Self::LADDER[from.min(Self::LADDER.len() - 1)..];
        *ladder
            .iter()
            .find(fits)
            .unwrap_or(&Self::LADDER[Self::LADDER.len() - 1])
    }
}

/// Adds the tubes of all stems whose order lies in `orders`.
pub(super) fn add_wood(
    mesh: &mut PlantMesh,
    stems: &[Stem],
    detail: &WoodDetail,
    form: &Form,
    orders: core::ops::Range<usize>,
) {
    for (row, stem) in stems.iter().enumerate() {
        let sides = detail.sides[stem.order];
        if sides < 3 || !orders.contains(&stem.order) {
            continue;
        }
        let rings = rings(stem, detail.pieces[stem.order].max(1), sides, form.flare);
        let turns = (TAU * stem.radii_m[0] / BARK_WIDTH_M).round().max(1.0);
        add_tube(mesh, &rings, row as u32, sides, turns);
        add_tip(mesh, stem, row as u32, sides);
    }
}

/// First order that `form` gives the bark of twigs, and the end of the orders.
pub(super) fn twig_orders(form: &Form) -> (core::ops::Range<usize>, core::ops::Range<usize>) {
    (0..form.twig_order, form.twig_order..super::habit::ORDERS)
}

/// One cross-section of a tube.
struct Ring {
    centre_m: Vec3,
    along: Vec3,
    radius_m: f32,
    /// Strength of the ridges between roots, 0..1.
    roots: f32,
}

fn rings(stem: &Stem, pieces: usize, sides: usize, flare_share: f32) -> Vec<Ring> {
    let mut rings: Vec<Ring> = (0..=pieces)
        .map(|i| ring_at(stem, i as f32 / pieces as f32, sides))
        .collect();
    if stem.order == 0 {
        flare(&mut rings, stem, flare_share);
    } else if !stem.continues {
        let clear = 1.3 * stem.parent_radius_m / stem.length_m().max(1e-4);
        if clear > 0.02 && clear < 0.6 / pieces as f32 {
            rings.insert(1, ring_at(stem, clear, sides));
        }
    }
    rings
}

fn ring_at(stem: &Stem, t: f32, sides: usize) -> Ring {
    let (centre_m, along, radius_m) = stem.at(t);
    let mut radius_m = radius_m;
    if stem.parent.is_some() && !stem.continues {
        // A collar where the child leaves its parent, never wider than the parent.
        let distance_m = t * stem.length_m();
        let collar = 0.55 * math::exp(-distance_m / (1.1 * stem.parent_radius_m).max(1e-4));
        let inside_m = 0.92 * stem.parent_radius_m * math::cos(PI / sides.max(4) as f32);
        radius_m = (radius_m * (1.0 + collar)).min(inside_m.max(radius_m.min(inside_m)));
    }
    Ring {
        centre_m,
        along,
        radius_m,
        roots: 0.0,
    }
}

/// Widens the foot of the trunk into roots and sinks it into the ground.
fn flare(rings: &mut Vec<Ring>, stem: &Stem, share: f32) {
    let base_m = stem.radii_m[0];
    for factor in [0.35_f32, 0.9, 1.8] {
        let height_m = factor * base_m;
        let t = height_m / stem.length_m().max(1e-3);
        if t < 0.5 && rings.get(1).is_some_and(|ring| ring.centre_m.y > height_m) {
            let place = rings.partition_point(|ring| ring.centre_m.y < height_m);
            rings.insert(place, ring_at(stem, t, 8));
        }
    }
    for ring in rings.iter_mut() {
        let fade = math::exp(-ring.centre_m.y / (1.05 * base_m).max(1e-3));
        ring.radius_m *= 1.0 + share * fade;
        ring.roots = share * fade;
    }
    if let Some(foot) = rings.first() {
        let sunk = Ring {
            centre_m: foot.centre_m - Vec3::Y * 0.4 * base_m,
            along: Vec3::Y,
            radius_m: foot.radius_m * 1.18,
            roots: share,
        };
        rings.insert(0, sunk);
    }
}

/// `turns` is how often the bark repeats around the tube.
fn add_tube(mesh: &mut PlantMesh, rings: &[Ring], row: u32, sides: usize, turns: f32) {
    let first = mesh.vertices.len() as u32;
    let mut across = perpendicular(rings[0].along);
    let mut v = 0.0;
    let mut before: Option<Vec3> = None;
    for (number, ring) in rings.iter().enumerate() {
        across = (across - ring.along * across.dot(ring.along))
            .try_normalize()
            .unwrap_or_else(|| perpendicular(ring.along));
        let beside = ring.along.cross(across);
        if let Some(before) = before {
            let around_m = (TAU * ring.radius_m).max(0.05);
            v += before.distance(ring.centre_m) * turns / around_m;
        }
        before = Some(ring.centre_m);
        let slope = slope(rings, number);
        for side in 0..=sides {
            let u = side as f32 / sides as f32;
            let angle = TAU * if side == sides { 0.0 } else { u };
            let ridge =
                ring.roots * (0.21 * math::cos(5.0 * angle + 1.0) + 0.1 * math::cos(3.0 * angle));
            let outward = across * math::cos(angle) + beside * math::sin(angle);
            let normal = (outward - ring.along * slope).normalize_or(outward);
            mesh.vertices.push(PlantVertex {
                position_m: (ring.centre_m + outward * ring.radius_m * (1.0 + ridge)).to_array(),
                branch: row,
                normal: normal.to_array(),
                occlusion: 1.0,
                uv: [u * turns, v],
                lightness: 1.0,
                hue_shift_rad: 0.0,
            });
        }
    }
    let width = sides as u32 + 1;
    for ring in 0..rings.len() as u32 - 1 {
        for side in 0..sides as u32 {
            let a = first + ring * width + side;
            let (b, c, d) = (a + 1, a + width, a + width + 1);
            mesh.indices.extend([a, b, c, b, d, c]);
        }
    }
}

/// Change of radius per length at a ring.
fn slope(rings: &[Ring], number: usize) -> f32 {
    let low = &rings[number.saturating_sub(1)];
    let high = &rings[(number + 1).min(rings.len() - 1)];
    let length_m = low.centre_m.distance(high.centre_m).max(1e-4);
    ((high.radius_m - low.radius_m) / length_m).clamp(-1.5, 1.5)
}

/// Closes the tube just added with a cone over its last ring; a continuation covers the cone, whatever its number of sides.
fn add_tip(mesh: &mut PlantMesh, stem: &Stem, row: u32, sides: usize) {
    let (end_m, along, radius_m) = stem.at(1.0);
    let ring = mesh.vertices.len() as u32 - (sides as u32 + 1);
    let tip = mesh.vertices.len() as u32;
    let uv = mesh.vertices[ring as usize].uv;
    mesh.vertices.push(PlantVertex {
        position_m: (end_m + along * radius_m * 1.5).to_array(),
        branch: row,
        normal: along.to_array(),
        occlusion: 1.0,
        uv: [uv[0], uv[1] + 0.2],
        lightness: 1.0,
        hue_shift_rad: 0.0,
    });
    for side in 0..sides as u32 {
        mesh.indices.extend([ring + side, ring + side + 1, tip]);
    }
}

/// Some unit vector across `along`.
pub(super) fn perpendicular(along: Vec3) -> Vec3 {
    let other = if along.y.abs() < 0.9 {
        Vec3::Y
    } else {
        Vec3::X
    };
    other.cross(along).normalize_or(Vec3::Z)
}
