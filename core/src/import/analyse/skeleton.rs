//! The limbs of one connected piece of wood: bands of equal distance over its surface, and how they branch.
//!
//! Source: Verroust and Lazarus, "Extracting skeletal curves from 3D scattered data", The Visual Computer 16, 2000.

use std::{cmp::Reverse, collections::BinaryHeap};

use glam::Vec3;

use super::{limb::Limb, weld::Sets};

/// A connected piece of surface.
#[derive(Default)]
pub(super) struct Piece {
    /// Joined points.
    pub(super) points: Vec<Vec3>,
    /// Triangles over `points`.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Limbs of a piece, the one at the foot first; parents are numbers in the same list.
pub(super) struct Traced {
    /// The limbs.
    pub(super) limbs: Vec<Limb>,
    /// Limb of each point of the piece.
    pub(super) limb_of_point: Vec<u32>,
}

/// Share of the extent that counts as the foot.
const FOOT: f32 = 0.04;
/// Most bands along the longest way.
const BANDS: f32 = 48.0;
/// A side limb shorter than this many radii of its parent is a bump.
const BUMP: f32 = 1.5;
/// A side limb whose tip is within this many radii of its parent's axis is part of it.
const ALONGSIDE: f32 = 1.8;
/// Two rings whose middles are nearer than this share of their sizes are parts of one.
const HALVES: f32 = 0.7;

/// A connected part of a band.
#[derive(Default)]
struct Ring {
    parent: Option<usize>,
    centre: Vec3,
    radius: f32,
    points: u32,
    /// Points of it and of all rings beyond.
    beyond: u32,
    /// Way from here to the farthest tip.
    reach: f32,
}

/// Traces the limbs of `piece` from its end against `up`.
pub(super) fn trace(piece: &Piece, up: Vec3) -> Traced {
    let edges = Edges::of(piece);
    let sources = foot(piece, up);
    let ways = ways(piece, &edges, &sources);
    let longest = ways.iter().copied().fold(0.0, f32::max);
    let foot_radius = mean_distance(piece, &sources);
    let band = foot_radius.clamp(longest / BANDS, longest / 4.0).max(1e-12);
    let (ring_of_point, mut rings) = rings(piece, &edges, &ways, band);
    measure(piece, &ring_of_point, &mut rings);
    let mut traced = limbs(&ring_of_point, &rings);
    fold_alongside(&mut traced);
    traced
}

/// Joins side limbs that never leave their parent's surface: halves of a ring that was cut by a band's edge.
fn fold_alongside(traced: &mut Traced) {
    let mut has_children = vec![false; traced.limbs.len()];
    let mut folded: Vec<Option<usize>> = vec![None; traced.limbs.len()];
    for number in (1..traced.limbs.len()).rev() {
        let limb = &traced.limbs[number];
        let Some(parent) = limb.parent else { continue };
        let tip = limb.tip();
        let spacing = limb.length() * 0.25;
        let inside = traced.limbs[parent]
            .samples(spacing)
            .any(|(centre, radius)| centre.distance(tip) < ALONGSIDE * radius);
        if inside && !has_children[number] {
            folded[number] = Some(parent);
        } else {
            has_children[parent] = true;
        }
    }
    let mut numbers: Vec<usize> = Vec::with_capacity(folded.len());
    let mut kept = Vec::new();
    for (mut limb, folded) in traced.limbs.drain(..).zip(folded) {
        if let Some(parent) = folded {
            numbers.push(numbers[parent]);
            continue;
        }
        limb.parent = limb.parent.map(|parent| numbers[parent]);
        numbers.push(kept.len());
        kept.push(limb);
    }
    traced.limbs = kept;
    for limb in &mut traced.limb_of_point {
        *limb = numbers[*limb as usize] as u32;
    }
}

/// Neighbours of each point, as one list with starts.
struct Edges {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Edges {
    fn of(piece: &Piece) -> Self {
        let mut starts = vec![0; piece.points.len() + 1];
        let pairs = || {
            piece
                .triangles
                .iter()
                .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)])
        };
        for (from, _) in pairs() {
            starts[from as usize + 1] += 1;
        }
        for point in 0..piece.points.len() {
            starts[point + 1] += starts[point];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![0; starts[piece.points.len()] as usize];
        for (from, to) in pairs() {
            neighbours[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Self { starts, neighbours }
    }

    fn around(&self, point: usize) -> &[u32] {
        &self.neighbours[self.starts[point] as usize..self.starts[point + 1] as usize]
    }
}

fn foot(piece: &Piece, up: Vec3) -> Vec<u32> {
    let heights = piece.points.iter().map(|point| point.dot(up));
    let (low, high) = heights
        .clone()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), h| {
            (low.min(h), high.max(h))
        });
    let limit = low + FOOT * (high - low);
    heights
        .enumerate()
        .filter(|(_, height)| *height <= limit)
        .map(|(point, _)| point as u32)
        .collect()
}

fn mean_distance(piece: &Piece, members: &[u32]) -> f32 {
    let points = || members.iter().map(|point| piece.points[*point as usize]);
    let count = members.len().max(1) as f32;
    let centre = points().sum::<Vec3>() / count;
    points().map(|point| point.distance(centre)).sum::<f32>() / count
}

/// Length of the shortest way over edges from the foot to each point.
fn ways(piece: &Piece, edges: &Edges, sources: &[u32]) -> Vec<f32> {
    let mut ways = vec![f32::INFINITY; piece.points.len()];
    let mut queue = BinaryHeap::new();
    for source in sources {
        ways[*source as usize] = 0.0;
        queue.push(Reverse((0, *source)));
    }
    while let Some(Reverse((bits, point))) = queue.pop() {
        let length = f32::from_bits(bits);
        if length > ways[point as usize] {
            continue;
        }
        let here = piece.points[point as usize];
        for next in edges.around(point as usize) {
            let longer = length + here.distance(piece.points[*next as usize]);
            if longer < ways[*next as usize] {
                ways[*next as usize] = longer;
                // Lengths are not negative, so their bits order like the numbers.
                queue.push(Reverse((longer.to_bits(), *next)));
            }
        }
    }
    ways
}

/// Ring of each point, and the rings, parents before children.
fn rings(piece: &Piece, edges: &Edges, ways: &[f32], band: f32) -> (Vec<u32>, Vec<Ring>) {
    let band_of = |point: usize| (ways[point] / band) as u32;
    let count = piece.points.len();
    let mut sets = Sets::new(count);
    for point in 0..count {
        for next in edges.around(point) {
            if band_of(point) == band_of(*next as usize) {
                sets.join(point as u32, *next);
            }
        }
    }
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by(|a, b| ways[*a as usize].total_cmp(&ways[*b as usize]));
    let (numbers, ring_count) = sets.number(order.iter().copied());
    let mut ring_of_point = vec![0; count];
    for (point, ring) in order.iter().zip(&numbers) {
        ring_of_point[*point as usize] = *ring;
    }
    let mut rings: Vec<Ring> = (0..ring_count).map(|_| Ring::default()).collect();
    let mut bands = vec![0; ring_count];
    for point in 0..count {
        bands[ring_of_point[point] as usize] = band_of(point);
    }
    for point in 0..count {
        let ring = ring_of_point[point] as usize;
        for next in edges.around(point) {
            let before = ring_of_point[*next as usize] as usize;
            // The highest band below: half a ring may lie in each of two bands.
            let nearer = rings[ring]
                .parent
                .is_none_or(|parent| bands[parent] < bands[before]);
            if bands[before] < bands[ring] && before < ring && nearer {
                rings[ring].parent = Some(before);
            }
        }
    }
    for ring in rings.iter_mut().skip(1) {
        ring.parent = ring.parent.or(Some(0));
    }
    join_halves(piece, &mut ring_of_point, &mut rings);
    (ring_of_point, rings)
}

/// Joins rings with the ring before them where their middles are nearer than their own size: parts of one ring.
fn join_halves(piece: &Piece, ring_of_point: &mut [u32], rings: &mut Vec<Ring>) {
    let mut middles = vec![(Vec3::ZERO, 0.0_f32); rings.len()];
    for (point, ring) in piece.points.iter().zip(ring_of_point.iter()) {
        let middle = &mut middles[*ring as usize];
        middle.0 += *point;
        middle.1 += 1.0;
    }
    for middle in &mut middles {
        middle.0 /= middle.1.max(1.0);
        middle.1 = 0.0;
    }
    let mut counts = vec![0.0_f32; rings.len()];
    for (point, ring) in piece.points.iter().zip(ring_of_point.iter()) {
        let ring = *ring as usize;
        middles[ring].1 += point.distance(middles[ring].0);
        counts[ring] += 1.0;
    }
    let mut numbers: Vec<u32> = Vec::with_capacity(rings.len());
    let mut kept: Vec<Ring> = Vec::new();
    // Whether a ring was joined already: a whole ring is not joined to more.
    let mut joined = vec![false; rings.len()];
    for (number, mut ring) in rings.drain(..).enumerate() {
        if let Some(parent) = ring.parent {
            let size = middles[number].1 / counts[number].max(1.0)
                + middles[parent].1 / counts[parent].max(1.0);
            let near = middles[number].0.distance(middles[parent].0) < HALVES * size;
            if near && !joined[parent] {
                joined[number] = true;
                numbers.push(numbers[parent]);
                continue;
            }
            ring.parent = Some(numbers[parent] as usize);
        }
        numbers.push(kept.len() as u32);
        kept.push(ring);
    }
    *rings = kept;
    for ring in ring_of_point {
        *ring = numbers[*ring as usize];
    }
}

fn measure(piece: &Piece, ring_of_point: &[u32], rings: &mut [Ring]) {
    for (point, ring) in piece.points.iter().zip(ring_of_point) {
        let ring = &mut rings[*ring as usize];
        ring.centre += *point;
        ring.points += 1;
    }
    for ring in rings.iter_mut() {
        ring.centre /= ring.points.max(1) as f32;
        ring.beyond = ring.points;
    }
    let axes = axes(rings);
    for (point, number) in piece.points.iter().zip(ring_of_point) {
        let ring = &mut rings[*number as usize];
        let offset = (*point - ring.centre).reject_from_normalized(axes[*number as usize]);
        ring.radius += offset.length() / ring.points.max(1) as f32;
    }
    for number in (1..rings.len()).rev() {
        let (before, from) = rings.split_at_mut(number);
        let ring = &from[0];
        if let Some(parent) = ring.parent.and_then(|parent| before.get_mut(parent)) {
            parent.beyond += ring.beyond;
            let way = ring.reach + ring.centre.distance(parent.centre);
            parent.reach = parent.reach.max(way);
        }
    }
}

/// Direction of the limb at each ring.
fn axes(rings: &[Ring]) -> Vec<Vec3> {
    let mut ahead = vec![Vec3::ZERO; rings.len()];
    for ring in rings {
        if let Some(parent) = ring.parent {
            ahead[parent] += ring.centre - rings[parent].centre;
        }
    }
    rings
        .iter()
        .zip(ahead)
        .map(|(ring, ahead)| {
            let behind = ring
                .parent
                .map_or(Vec3::ZERO, |parent| ring.centre - rings[parent].centre);
            (ahead + behind).try_normalize().unwrap_or(Vec3::Y)
        })
        .collect()
}

fn limbs(ring_of_point: &[u32], rings: &[Ring]) -> Traced {
    let mut heirs: Vec<Option<usize>> = vec![None; rings.len()];
    for (number, ring) in rings.iter().enumerate() {
        let Some(parent) = ring.parent else { continue };
        let better = heirs[parent].is_none_or(|heir| rings[heir].beyond < ring.beyond);
        if better {
            heirs[parent] = Some(number);
        }
    }
    let mut limbs: Vec<Limb> = Vec::new();
    let mut limb_of_ring = vec![0_u32; rings.len()];
    for (number, ring) in rings.iter().enumerate() {
        let Some(parent) = ring.parent else {
            limbs.push(start(None, ring, None));
            continue;
        };
        let limb = limb_of_ring[parent] as usize;
        if heirs[parent] == Some(number) {
            limb_of_ring[number] = limb as u32;
            // Rings of a bump are swallowed; only the limb's own chain grows.
            if limbs[limb].points.last() == Some(&rings[parent].centre) {
                limbs[limb].points.push(ring.centre);
                limbs[limb].radii.push(ring.radius);
            }
            continue;
        }
        let way = ring.reach + ring.centre.distance(rings[parent].centre);
        if way < BUMP * rings[parent].radius + ring.radius {
            limb_of_ring[number] = limb as u32;
        } else {
            limb_of_ring[number] = limbs.len() as u32;
            limbs.push(start(Some(limb), ring, Some(&rings[parent])));
        }
    }
    for limb in &mut limbs {
        if limb.points.len() == 1 {
            let (point, radius) = (limb.points[0], limb.radii[0]);
            limb.points.push(point + Vec3::Y * radius.max(1e-6));
            limb.radii.push(radius);
        }
    }
    Traced {
        limb_of_point: ring_of_point
            .iter()
            .map(|ring| limb_of_ring[*ring as usize])
            .collect(),
        limbs,
    }
}

fn start(parent: Option<usize>, ring: &Ring, from: Option<&Ring>) -> Limb {
    let mut limb = Limb {
        parent,
        ..Limb::default()
    };
    if let Some(from) = from {
        limb.points.push(from.centre);
        limb.radii.push(ring.radius.min(from.radius));
    }
    limb.points.push(ring.centre);
    limb.radii.push(ring.radius);
    limb
}
