//! Leaf bundles: leaves near each other on one limb, moved as one.

use std::collections::{BTreeMap, BinaryHeap};

use glam::{IVec3, Vec3};

use super::{
    super::AnalyseOptions,
    fit,
    limb::Limb,
    nearest::{Hit, LimbGrid},
    surface::Surface,
    tissue::Tissue,
    weld::bounds,
};

/// A bundle of leaves.
#[derive(Debug, Clone)]
pub(super) struct Bundle {
    /// Limb that carries it.
    pub(super) limb: usize,
    /// Where it hangs.
    pub(super) position: Vec3,
    /// Unit direction from there through its middle.
    pub(super) direction: Vec3,
    /// Way to its far end, metres.
    pub(super) length: f32,
    /// Rectangle that covers it, square metres.
    pub(super) area: f32,
}

/// Bundles, and which of them has each joined point and each triangle.
#[derive(Default)]
pub(super) struct Leaves {
    /// The bundles.
    pub(super) bundles: Vec<Bundle>,
    /// Bundle of each joined point; `u32::MAX` where there is no leaf.
    pub(super) bundle_of_point: Vec<u32>,
}

/// Side of the cells that leaves are sorted into, over the side of a bundle.
const CELL: f32 = 0.45;

/// Leaves in one cell that hang on one limb.
#[derive(Default, Clone)]
struct Clump {
    limb: usize,
    triangles: Vec<u32>,
    low: Vec3,
    high: Vec3,
}

/// Clumps that will be one bundle, ordered by area.
struct Cluster {
    area: f32,
    number: usize,
    clumps: Vec<usize>,
}

/// Sorts all leaves into at most `options.max_bundles` bundles; one for each piece if `whole`.
pub(super) fn find(
    surface: &Surface<'_>,
    limbs: &[Limb],
    options: &AnalyseOptions,
    whole: bool,
) -> Leaves {
    let grid = grid_over(surface, limbs);
    let area = options.bundle_area_m2.max(1e-4);
    let most = options.max_bundles.max(1) as usize;
    let clumps = clumps(surface, &grid, area, whole);
    let clusters = if whole && clumps.len() <= usize::from(u16::MAX) / 2 {
        (0..clumps.len()).map(|clump| vec![clump]).collect()
    } else {
        split(&clumps, limbs, area, most)
    };
    let mut leaves = Leaves {
        bundles: Vec::with_capacity(clusters.len()),
        bundle_of_point: vec![u32::MAX; surface.weld.points.len()],
    };
    for clusters in clusters {
        leaves.add(surface, &grid, &clumps, &clusters, limbs);
    }
    leaves
}

/// Limb that carries a rigid part.
pub(super) fn carrier(grid: &LimbGrid, place: Vec3) -> usize {
    grid.nearest(place).map_or(0, |hit| hit.limb)
}

/// A grid that holds all limbs.
pub(super) fn grid_over(surface: &Surface<'_>, limbs: &[Limb]) -> LimbGrid {
    let (low, high) = bounds(surface.weld.points.iter().copied());
    let mut grid = LimbGrid::new(low, high);
    for (number, limb) in limbs.iter().enumerate() {
        grid.add(number, limb);
    }
    grid
}

/// Leaves by cell; a piece larger than a bundle is taken apart into its triangles.
fn clumps(surface: &Surface<'_>, grid: &LimbGrid, area: f32, whole: bool) -> Vec<Clump> {
    let pieces = measure(surface);
    let (low, _) = bounds(surface.weld.points.iter().copied());
    let side = CELL * windwright_runtime::math::sqrt(area);
    let mut cells: BTreeMap<[i32; 4], Clump> = BTreeMap::new();
    for triangle in surface.triangles(Tissue::Leaf) {
        let number = surface.pieces[triangle];
        let piece = &pieces[number as usize];
        let [a, b, c] = surface.places(triangle);
        let key = if whole {
            [number.cast_signed(), 0, 0, 0]
        } else {
            let place = if piece.area <= area {
                piece.centre
            } else {
                (a + b + c) / 3.0
            };
            let IVec3 { x, y, z } = ((place - low) / side).floor().as_ivec3();
            [0, x, y, z]
        };
        let clump = cells.entry(key).or_insert_with(|| Clump {
            low: Vec3::splat(f32::INFINITY),
            high: Vec3::splat(f32::NEG_INFINITY),
            ..Clump::default()
        });
        clump.triangles.push(triangle as u32);
        clump.low = clump.low.min(a).min(b).min(c);
        clump.high = clump.high.max(a).max(b).max(c);
    }
    let mut clumps: Vec<Clump> = cells.into_values().collect();
    for clump in &mut clumps {
        let middle = (clump.low + clump.high) * 0.5;
        clump.limb = grid.nearest(middle).map_or(0, |hit| hit.limb);
    }
    clumps
}

/// Area and middle of a piece.
#[derive(Clone, Copy, Default)]
struct Measure {
    area: f32,
    centre: Vec3,
}

fn measure(surface: &Surface<'_>) -> Vec<Measure> {
    let mut pieces = vec![Measure::default(); surface.piece_count];
    for triangle in surface.triangles(Tissue::Leaf) {
        let [a, b, c] = surface.places(triangle);
        let area = 0.5 * (b - a).cross(c - a).length();
        let piece = &mut pieces[surface.pieces[triangle] as usize];
        piece.area += area;
        piece.centre += (a + b + c) * (area / 3.0);
    }
    for piece in &mut pieces {
        piece.centre /= piece.area.max(1e-20);
    }
    pieces
}

/// One cluster a limb, then the largest is halved until all are small enough or there are enough.
fn split(clumps: &[Clump], limbs: &[Limb], area: f32, most: usize) -> Vec<Vec<usize>> {
    let mut by_limb: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, clump) in clumps.iter().enumerate() {
        by_limb.entry(clump.limb).or_default().push(number);
    }
    give_up_small(&mut by_limb, limbs, most);
    let mut queue = BinaryHeap::new();
    let mut done = Vec::new();
    let mut next = 0;
    for (_, members) in by_limb {
        queue.push(Cluster::of(clumps, members, next));
        next += 1;
    }
    while let Some(cluster) = queue.pop() {
        let full = queue.len() + done.len() + 1 >= most;
        if full || cluster.area <= area || cluster.clumps.len() < 2 {
            done.push(cluster);
            continue;
        }
        let (one, other) = halve(clumps, cluster.clumps);
        for half in [one, other] {
            queue.push(Cluster::of(clumps, half, next));
            next += 1;
        }
    }
    done.sort_by_key(|cluster| cluster.number);
    done.into_iter().map(|cluster| cluster.clumps).collect()
}

/// Moves the leaves of the limbs with the fewest to their parents until there are at most `most` limbs with leaves.
fn give_up_small(by_limb: &mut BTreeMap<usize, Vec<usize>>, limbs: &[Limb], most: usize) {
    while by_limb.len() > most {
        let mut sizes: Vec<usize> = by_limb.values().map(Vec::len).collect();
        sizes.sort_unstable();
        let limit = sizes[by_limb.len() - most - 1];
        let small: Vec<usize> = by_limb
            .iter()
            .filter(|(limb, members)| members.len() <= limit && limbs[**limb].parent.is_some())
            .map(|(limb, _)| *limb)
            .rev()
            .take(by_limb.len() - most)
            .collect();
        if small.is_empty() {
            break;
        }
        for limb in small {
            let members = by_limb.remove(&limb).unwrap_or_default();
            let parent = limbs[limb].parent.unwrap_or(0);
            by_limb.entry(parent).or_default().extend(members);
        }
    }
}

impl Cluster {
    fn of(clumps: &[Clump], members: Vec<usize>, number: usize) -> Self {
        let (low, high) = members.iter().fold(
            (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)),
            |(low, high), member| (low.min(clumps[*member].low), high.max(clumps[*member].high)),
        );
        let mut size = (high - low).to_array();
        size.sort_by(f32::total_cmp);
        Self {
            area: size[2] * size[1],
            number,
            clumps: members,
        }
    }
}

impl PartialEq for Cluster {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cluster {}

impl PartialOrd for Cluster {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cluster {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let area = self.area.total_cmp(&other.area);
        area.then(other.number.cmp(&self.number))
    }
}

/// Splits at the median along the longest side.
fn halve(clumps: &[Clump], mut members: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
    let middle = |member: &usize| (clumps[*member].low + clumps[*member].high) * 0.5;
    let (low, high) = bounds(members.iter().map(middle));
    let size = high - low;
    let axis = usize::from(size.y > size.x);
    let axis = if size.z > size[axis] { 2 } else { axis };
    members.sort_by(|a, b| {
        let order = middle(a)[axis].total_cmp(&middle(b)[axis]);
        order.then(a.cmp(b))
    });
    let other = members.split_off(members.len() / 2);
    (members, other)
}

impl Leaves {
    fn add(
        &mut self,
        surface: &Surface<'_>,
        grid: &LimbGrid,
        clumps: &[Clump],
        members: &[usize],
        limbs: &[Limb],
    ) {
        let number = self.bundles.len() as u32;
        let triangles = members.iter().flat_map(|member| &clumps[*member].triangles);
        let mut points: Vec<u32> = triangles
            .flat_map(|triangle| surface.corners(*triangle as usize))
            .collect();
        points.sort_unstable();
        points.dedup();
        for point in &points {
            let bundle = &mut self.bundle_of_point[*point as usize];
            if *bundle == u32::MAX {
                *bundle = number;
            }
        }
        let places: Vec<Vec3> = points
            .iter()
            .map(|point| surface.weld.points[*point as usize])
            .collect();
        let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
        let hit = grid.nearest(middle).unwrap_or(Hit {
            limb: 0,
            position: Vec3::ZERO,
            radius: 0.0,
            gap: 0.0,
        });
        // The limb that most of the leaves hang on may have become another's by merging.
        let limb = clumps.get(members[0]).map_or(hit.limb, |clump| clump.limb);
        let position = if limb == hit.limb {
            hit.position
        } else {
            closest(limbs.get(limb), middle).unwrap_or(hit.position)
        };
        let direction = (middle - position).try_normalize().unwrap_or(Vec3::Y);
        let length = places
            .iter()
            .map(|place| (*place - position).dot(direction))
            .fold(0.0, f32::max);
        self.bundles.push(Bundle {
            limb,
            position,
            direction,
            length: length.max(1e-4),
            area: fit::covering_area(&places.iter().copied()).max(1e-8),
        });
    }
}

/// The centre of `limb` nearest to `place`.
fn closest(limb: Option<&Limb>, place: Vec3) -> Option<Vec3> {
    let samples = limb?.samples(f32::MAX);
    samples.map(|(point, _)| point).min_by(|a, b| {
        a.distance_squared(place)
            .total_cmp(&b.distance_squared(place))
    })
}
