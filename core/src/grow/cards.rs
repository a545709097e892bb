//! Leaf cards: the small pictures of sprays that make up a bundle.

use core::f32::consts::TAU;

use glam::{Vec2, Vec3};
use windwright_runtime::math;

use super::bundles::Bundle;
use super::draws::Draws;
use super::habit::Form;
use super::wood::perpendicular;
use crate::plant::{PlantMesh, PlantVertex};

/// Largest change of a leaf's lightness.
const LIGHTNESS: f32 = 0.15;
/// Largest shift of a leaf's hue, radians (8 degrees).
const HUE_RAD: f32 = 0.139;
/// Pictures in the leaf texture: 2 by 2; the last one is dense and serves far cards alone.
const FINE_PICTURES: u32 = 3;
/// Edge of a picture that is left free, of the texture's width.
pub(super) const MARGIN: f32 = 1.0 / 128.0;

/// A card: corners in order round its edge, the first two at its foot.
#[derive(Debug, Clone, Copy)]
struct Card {
    corners_m: [Vec3; 4],
    normal: Vec3,
    /// Where its pictures begin in the texture, and how far they reach.
    picture: Vec2,
    span: f32,
    lightness: f32,
    hue_shift_rad: f32,
}

/// Cards of one bundle, and the rectangle that covers them.
pub(super) struct Layout {
    cards: Vec<Card>,
    /// Along the bundle's direction from its attachment, metres.
    pub(super) length_m: f32,
}

impl Layout {
    /// Lays out `count` cards that fill the bundle's rectangle times `enlarge`.
    pub(super) fn of(bundle: &Bundle, form: &Form, count: usize, enlarge: f32) -> Self {
        let mut draws = Draws::new(
            0xca4d ^ u64::from(bundle.direction.x.to_bits()),
            bundle.number as u64,
        );
        let coarse = count * 2 <= form.cards;
        let size = if coarse { 1.0 } else { form.card_length };
        let turn = draws.range(0.0, TAU);
        let mut cards: Vec<Card> = (0..count)
            .map(|k| card(k, count, size, turn, bundle, form, &mut draws))
            .collect();

        let (along, across) = extent(&cards, bundle);
        let scale = enlarge * math::sqrt(bundle.area_m2 / (along * across).max(1e-9));
        for card in &mut cards {
            for corner in &mut card.corners_m {
                *corner = bundle.position_m + *corner * scale;
            }
        }
        Self {
            cards,
            length_m: along * scale,
        }
    }

    /// Adds the cards to `mesh`, carried by row `branch`.
    pub(super) fn add_to(&self, mesh: &mut PlantMesh, branch: u32) {
        for card in &self.cards {
            let first = mesh.vertices.len() as u32;
            let (low, high) = (MARGIN, card.span - MARGIN);
            let uvs = [[low, high], [high, high], [high, low], [low, low]];
            for (corner, uv) in card.corners_m.iter().zip(uvs) {
                mesh.vertices.push(PlantVertex {
                    position_m: corner.to_array(),
                    branch,
                    normal: card.normal.to_array(),
                    occlusion: 1.0,
                    uv: [uv[0] + card.picture.x, uv[1] + card.picture.y],
                    lightness: card.lightness,
                    hue_shift_rad: card.hue_shift_rad,
                });
            }
            mesh.indices
                .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
}

/// A card around a bundle of length 1 at the origin.
fn card(
    k: usize,
    count: usize,
    size: f32,
    turn: f32,
    bundle: &Bundle,
    form: &Form,
    draws: &mut Draws,
) -> Card {
    let coarse = count * 2 <= form.cards;
    let place = (k as f32 + draws.range(0.1, 0.9)) / count as f32;
    let azimuth = turn + 2.4 * k as f32 + 0.3 * draws.normal();
    let spread = if coarse { 0.55 } else { 1.0 };
    let tilt = form.card_spread_rad * spread * (1.0 - 0.75 * place) * draws.range(0.75, 1.1);

    let x = perpendicular(bundle.direction);
    let y = bundle.direction.cross(x);
    let radial = x * math::cos(azimuth) + y * math::sin(azimuth);
    let along = bundle.direction * math::cos(tilt) + radial * math::sin(tilt);
    let level = Vec3::Y * (2.0 * form.card_flatness);
    let facing = draws.normal_vector().normalize_or(Vec3::Y) + level;
    let normal = (facing - along * facing.dot(along))
        .try_normalize()
        .unwrap_or_else(|| perpendicular(along));
    let side = along.cross(normal);

    let length = size * draws.range(0.8, 1.15);
    let half = 0.5 * length * form.card_aspect;
    let aspect = 1.0 / form.bundle_aspect;
    let inward = if coarse { 0.0 } else { 0.72 * place };
    let foot = bundle.direction * inward + radial * 0.06 * aspect;
    let tip = foot + along * length;
    // Opposite corners rise and fall: two triangles that curl.
    let curl = normal * (0.12 * length);
    // A large card shows all pictures, so that its leaves stay small.
    let (picture, span) = if coarse {
        (Vec2::ZERO, 1.0)
    } else {
        let number = draws.range(0.0, FINE_PICTURES as f32) as u32;
        let place = Vec2::new(0.5 * (number % 2) as f32, 0.5 * (number / 2) as f32);
        (place, 0.5)
    };
    Card {
        corners_m: [
            foot - side * half + curl,
            foot + side * half - curl,
            tip + side * half + curl,
            tip - side * half - curl,
        ],
        normal,
        picture,
        span,
        lightness: 1.0 + draws.range(-LIGHTNESS, LIGHTNESS),
        hue_shift_rad: draws.range(-HUE_RAD, HUE_RAD),
    }
}

/// Reach along the bundle's direction, and the wider of its two widths.
fn extent(cards: &[Card], bundle: &Bundle) -> (f32, f32) {
    let x = perpendicular(bundle.direction);
    let y = bundle.direction.cross(x);
    let mut along = 0.0_f32;
    let mut low = Vec2::ZERO;
    let mut high = Vec2::ZERO;
    for corner in cards.iter().flat_map(|card| card.corners_m) {
        along = along.max(corner.dot(bundle.direction));
        let lateral = Vec2::new(corner.dot(x), corner.dot(y));
        low = low.min(lateral);
        high = high.max(lateral);
    }
    (along, (high - low).max_element())
}
