//! Pictures of leafy sprays: 2 by 2, three of a single spray and a dense one for far cards.

use core::f32::consts::PI;

use glam::Vec2;
use windwright_runtime::math;

use super::Habit;
use super::cards::MARGIN;
use super::draws::Draws;
use super::picture::Picture;
use crate::plant::Texture;

/// Texels along an edge of the texture.
const EDGE: usize = 512;
/// Leaves (spruce: shoots) of the three fine pictures.
const FINE: [usize; 3] = [10, 12, 8];

/// Leaves of one habit's pictures.
struct Foliage {
    /// Leaves of a fine picture, as a multiple of [`FINE`].
    many: usize,
    /// Length of the stem that carries them, and of a leaf, over the picture's edge.
    stem: f32,
    leaf: f32,
    /// Leaves of the dense picture, their length and how far from its middle they reach.
    dense: usize,
    dense_leaf: f32,
    dense_reach: f32,
}

const fn foliage(habit: Habit) -> Foliage {
    match habit {
        Habit::Oak => Foliage {
            many: 1,
            stem: 0.66,
            leaf: 0.33,
            dense: 46,
            dense_leaf: 0.21,
            dense_reach: 0.37,
        },
        Habit::Birch => Foliage {
            many: 2,
            stem: 0.8,
            leaf: 0.155,
            dense: 84,
            dense_leaf: 0.12,
            dense_reach: 0.42,
        },
        Habit::Spruce => Foliage {
            many: 1,
            stem: 0.76,
            leaf: 0.34,
            dense: 46,
            dense_leaf: 0.24,
            dense_reach: 0.3,
        },
    }
}

/// Colour of young stems over the leaf's.
const STEM: [f32; 3] = [0.85, 0.55, 0.75];

/// Paints the texture of a habit; its mean colour is [`super::picture::MEAN`].
pub(super) fn leaf_texture(habit: Habit) -> Texture {
    let mut picture = Picture::new(EDGE, EDGE);
    for (number, &leaves) in FINE.iter().enumerate() {
        let mut tile = Tile::new(&mut picture, number);
        let mut draws = Draws::new(0x1eaf_7e37, number as u64);
        spray(&mut tile, habit, leaves, &mut draws);
    }
    let mut tile = Tile::new(&mut picture, FINE.len());
    dense(&mut tile, habit, &mut Draws::new(0x1eaf_7e37, 99));
    picture.into_texture()
}

/// A quarter of the picture, in coordinates 0..1 with y up.
struct Tile<'a> {
    picture: &'a mut Picture,
    column: usize,
    row: usize,
    texels: f32,
}

impl<'a> Tile<'a> {
    fn new(picture: &'a mut Picture, number: usize) -> Self {
        Self {
            picture,
            column: number % 2 * EDGE / 2,
            row: number / 2 * EDGE / 2,
            texels: EDGE as f32 / 2.0,
        }
    }

    /// Calls `paint` with column, row and place of each texel within `reach` of `centre`.
    fn each_texel(
        &mut self,
        centre: Vec2,
        reach: f32,
        mut paint: impl FnMut(&mut Picture, usize, usize, Vec2),
    ) {
        let free = MARGIN * 2.0;
        let low = ((centre - reach).clamp(Vec2::splat(free), Vec2::ONE) * self.texels).floor();
        let high =
            ((centre + reach).clamp(Vec2::ZERO, Vec2::splat(1.0 - free)) * self.texels).ceil();
        let last = self.texels as usize - 1;
        for y in low.y as usize..=(high.y as usize).min(last) {
            for x in low.x as usize..=(high.x as usize).min(last) {
                let place = (Vec2::new(x as f32, y as f32) + 0.5) / self.texels;
                paint(self.picture, self.column + x, self.row + last - y, place);
            }
        }
    }
}

/// A drawn leaf.
struct Leaf {
    foot: Vec2,
    /// From up, clockwise, radians.
    angle_rad: f32,
    length: f32,
    tone: [f32; 3],
}

fn heading(angle_rad: f32) -> Vec2 {
    Vec2::new(math::sin(angle_rad), math::cos(angle_rad))
}

fn tone(draws: &mut Draws) -> [f32; 3] {
    let light = draws.range(0.93, 1.07);
    let warm = draws.range(-0.05, 0.05);
    [light * (1.0 + warm), light, light * (1.0 - warm)]
}

fn spray(tile: &mut Tile<'_>, habit: Habit, leaves: usize, draws: &mut Draws) {
    let bend = draws.range(-0.07, 0.07);
    let form = foliage(habit);
    let leaves = leaves * form.many;
    let stem = |t: f32| Vec2::new(0.5 + bend * math::sin(3.0 * t), 0.01 + form.stem * t);
    for k in 0..12 {
        let (from, to) = (stem(k as f32 / 12.0), stem((k as f32 + 1.0) / 12.0));
        line(tile, from, to, 0.009, STEM);
    }
    if habit == Habit::Spruce {
        needles(tile, stem(0.1), stem(1.0), draws);
    }
    for k in 0..leaves {
        let last = k + 1 == leaves;
        let t = if last {
            1.0
        } else {
            0.12 + 0.86 * (k as f32 + draws.range(0.2, 0.8)) / leaves as f32
        };
        let side = if k % 2 == 0 { 1.0 } else { -1.0 };
        let spread = if last { 0.1 } else { 1.25 - 0.6 * t };
        let leaf = Leaf {
            foot: stem(t),
            angle_rad: side * spread + 0.14 * draws.normal(),
            length: form.leaf * draws.range(0.82, 1.08) * if last { 0.9 } else { 1.0 },
            tone: tone(draws),
        };
        draw(tile, habit, &leaf, draws);
    }
}

/// Many small leaves, from the rim inward, so that the middle lies on top.
fn dense(tile: &mut Tile<'_>, habit: Habit, draws: &mut Draws) {
    let Foliage {
        dense,
        dense_leaf,
        dense_reach,
        ..
    } = foliage(habit);
    for k in 0..dense {
        let out = 1.0 - k as f32 / dense as f32;
        let angle_rad = 2.4 * k as f32 + 0.2 * draws.normal();
        let leaf = Leaf {
            foot: Vec2::splat(0.5)
                + heading(angle_rad) * (dense_reach * math::sqrt(out) - 0.5 * dense_leaf),
            angle_rad: angle_rad + 0.7 * draws.normal(),
            length: dense_leaf * draws.range(0.85, 1.1),
            tone: tone(draws),
        };
        draw(tile, habit, &leaf, draws);
    }
}

fn draw(tile: &mut Tile<'_>, habit: Habit, leaf: &Leaf, draws: &mut Draws) {
    match habit {
        Habit::Oak => blade(tile, leaf, oak_half_width, 7.0),
        Habit::Birch => blade(tile, leaf, birch_half_width, 8.0),
        Habit::Spruce => {
            let tip = leaf.foot + heading(leaf.angle_rad) * leaf.length;
            line(tile, leaf.foot, tip, 0.008, STEM);
            needles(tile, leaf.foot, tip, draws);
        }
    }
}

/// Half the width of an oak leaf over its length: wide above the middle, four or five round lobes.
fn oak_half_width(u: f32, v: f32) -> f32 {
    let body = math::sin(PI * math::pow(math::saturate(u), 1.25));
    let wave = math::sin(PI * 4.2 * (u - 0.35 * v) - 0.3).abs();
    0.33 * math::sqrt(body.max(0.0)) * (0.36 + 0.64 * math::sqrt(wave))
}

/// Half the width of a birch leaf over its length: wide near its foot, pointed, sawn edge.
fn birch_half_width(u: f32, v: f32) -> f32 {
    let t = math::saturate(u);
    let body = 3.1 * t * (1.0 - t) * (1.0 - 0.55 * t) * (1.0 - 0.5 * t);
    let teeth = ((u - 0.5 * v) * 13.0).rem_euclid(1.0);
    body.max(0.0) * (0.9 + 0.12 * teeth)
}

/// Paints one leaf blade with its stalk, veins, a lighter half, and its shadow on what lies below.
fn blade(tile: &mut Tile<'_>, leaf: &Leaf, half_width: impl Fn(f32, f32) -> f32, veins: f32) {
    let along = heading(leaf.angle_rad);
    let across = Vec2::new(along.y, -along.x);
    let stalk = 0.1;
    let texels = tile.texels * leaf.length;
    let middle = leaf.foot + along * (0.5 * leaf.length);
    tile.each_texel(middle, 0.62 * leaf.length, |picture, column, row, place| {
        let offset = (place - leaf.foot) / leaf.length;
        let (u, v) = (offset.dot(along), offset.dot(across));
        let (side, blade_u) = (v.abs(), (u - stalk) / (1.0 - stalk));
        if !(0.0..1.02).contains(&u) {
            return;
        }
        let half = if blade_u > 0.0 {
            half_width(blade_u, side).max(0.012)
        } else {
            0.014
        };
        let inside = (half - side) * texels;
        let coverage = math::saturate(inside + 0.5);
        if coverage > 0.0 {
            let colour = blade_colour(leaf, blade_u, v, half, veins);
            picture.lay(column, row, colour, coverage);
        } else if inside > -5.0 {
            picture.shadow(column, row, 1.0 + 0.06 * (-5.0 - inside).max(-5.0));
        }
    });
}

fn blade_colour(leaf: &Leaf, u: f32, v: f32, half: f32, veins: f32) -> [f32; 3] {
    let side = v.abs();
    let relief = if v > 0.0 { 1.07 } else { 0.93 };
    let edge = 1.0 - 0.12 * math::smoothstep(0.6, 1.0, side / half.max(1e-4));
    let shade = relief * edge * (0.9 + 0.2 * math::saturate(u));
    let phase = ((u - 0.75 * side) * veins).rem_euclid(1.0) - 0.5;
    let lateral = 0.16 * math::smoothstep(0.12, 0.0, phase.abs());
    let midrib = 0.35 * math::smoothstep(0.022, 0.008, side);
    let vein = lateral.max(midrib);
    [
        leaf.tone[0] * shade * (1.0 + 1.2 * vein),
        leaf.tone[1] * shade * (1.0 + 0.8 * vein),
        leaf.tone[2] * shade * (1.0 + 0.9 * vein),
    ]
}

/// Needles to both sides and over the top of a shoot.
fn needles(tile: &mut Tile<'_>, from: Vec2, to: Vec2, draws: &mut Draws) {
    let along = (to - from).normalize_or(Vec2::Y);
    let across = Vec2::new(along.y, -along.x);
    let count = ((to - from).length() * 105.0) as usize;
    for k in 0..count {
        let t = (k as f32 + draws.range(0.0, 1.0)) / count.max(1) as f32;
        let foot = from + (to - from) * t;
        let side = draws.range(-1.0, 1.0);
        let lean = along * draws.range(0.45, 0.8) + across * (side + 0.35 * side.signum());
        let tip = foot + lean.normalize_or(along) * draws.range(0.05, 0.075);
        line(tile, foot, tip, 0.0058, tone(draws));
    }
    let tip = to + along * 0.06;
    line(tile, to, tip, 0.006, tone(draws));
}

/// A stroke with round ends; `half_width` in widths of the tile.
fn line(tile: &mut Tile<'_>, from: Vec2, to: Vec2, half_width: f32, colour: [f32; 3]) {
    let span = to - from;
    let texels = tile.texels;
    let reach = 0.5 * span.length() + half_width + 2.0 / texels;
    tile.each_texel((from + to) * 0.5, reach, |picture, column, row, place| {
        let t = math::saturate((place - from).dot(span) / span.length_squared().max(1e-9));
        let distance = place.distance(from + span * t);
        let inside = (half_width * (1.0 - 0.4 * t) - distance) * texels;
        let coverage = math::saturate(inside + 0.5);
        if coverage > 0.0 {
            let round = 0.85 + 0.3 * math::saturate(inside / (half_width * texels));
            picture.lay(column, row, colour.map(|channel| channel * round), coverage);
        }
    });
}
