//! All limbs of a plant: pieces of wood traced one by one, thick ones first, each hung on what is already there.

use glam::Vec3;

use super::{
    fit::Axes,
    limb::Limb,
    nearest::LimbGrid,
    skeleton::{self, Piece, Traced},
    surface::Surface,
    weld::bounds,
};

/// Limbs, and which of them carries each joined point.
#[derive(Default)]
pub(super) struct Wood {
    /// Limbs, parents before children.
    pub(super) limbs: Vec<Limb>,
    /// Limb of each joined point; `u32::MAX` where there is no wood.
    pub(super) limb_of_point: Vec<u32>,
}

/// Share of the height within which a piece stands on the ground.
const GROUND: f32 = 0.06;
/// Stems whose feet are nearer than this share of the height belong to one plant.
const CLUMP: f32 = 0.12;
/// The thicker end is the foot if its radius is this many times the other's.
const TAPER: f32 = 1.25;
/// Share of the length that is measured as an end.
const END: f32 = 0.15;

/// A piece with what decides its place.
struct Candidate {
    piece: Piece,
    members: Vec<u32>,
    axes: Axes,
    low: f32,
    high: f32,
    area: f32,
    radius: f32,
    bottom: f32,
}

/// Finds the limbs of all wood; one for each piece if `whole`.
pub(super) fn find(surface: &Surface<'_>, whole: bool) -> Wood {
    let mut wood = Wood {
        limbs: Vec::new(),
        limb_of_point: vec![u32::MAX; surface.weld.points.len()],
    };
    let mut candidates = candidates(surface);
    if candidates.is_empty() {
        return wood;
    }
    let (low, high) = bounds(surface.weld.points.iter().copied());
    let height = (high.y - low.y).max(1e-6);
    let largest = candidates.iter().max_by(|a, b| a.area.total_cmp(&b.area));
    let ground = largest.map_or(low.y, |largest| largest.bottom);
    let stands = |candidate: &Candidate| candidate.bottom <= ground + GROUND * height;
    candidates.sort_by(|a, b| {
        let standing = stands(b).cmp(&stands(a));
        let size = |candidate: &Candidate| {
            if stands(candidate) {
                candidate.area
            } else {
                candidate.radius
            }
        };
        standing.then(size(b).total_cmp(&size(a)))
    });
    let mut grid = LimbGrid::new(low, high);
    for candidate in &candidates {
        let standing = stands(candidate);
        let up = direction(candidate, standing, &grid);
        let mut traced = skeleton::trace(&candidate.piece, up);
        if whole {
            join(&mut traced);
        }
        wood.hang(traced, candidate, standing, height, &mut grid);
    }
    wood
}

impl Wood {
    fn hang(
        &mut self,
        traced: Traced,
        candidate: &Candidate,
        standing: bool,
        height: f32,
        grid: &mut LimbGrid,
    ) {
        let first = self.limbs.len();
        let Some(root) = traced.limbs.first() else {
            return;
        };
        let foot = root.foot();
        let hit = grid.nearest(foot);
        let near = hit.filter(|hit| {
            !standing || hit.gap < 1.5 * hit.radius.max(root.radii[0]) + 0.01 * height
        });
        let parent = match near {
            Some(hit) => Some(hit.limb),
            None => self.stem_beside(foot, CLUMP * height),
        };
        for mut limb in traced.limbs {
            limb.parent = match limb.parent {
                Some(parent) => Some(first + parent),
                None => parent,
            };
            grid.add(self.limbs.len(), &limb);
            self.limbs.push(limb);
        }
        for (member, limb) in candidate.members.iter().zip(&traced.limb_of_point) {
            self.limb_of_point[*member as usize] = first as u32 + limb;
        }
    }

    /// The stem whose foot stands within `reach` of `foot`.
    fn stem_beside(&self, foot: Vec3, reach: f32) -> Option<usize> {
        let stems = self.limbs.iter().enumerate();
        stems
            .filter(|(_, limb)| limb.parent.is_none())
            .map(|(number, limb)| (number, limb.foot().distance(foot)))
            .filter(|(_, distance)| *distance < reach)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(number, _)| number)
    }
}

fn candidates(surface: &Surface<'_>) -> Vec<Candidate> {
    surface
        .wood_pieces()
        .into_iter()
        .map(|(piece, members)| {
            let axes = Axes::of(piece.points.iter().copied());
            let (low, high) = axes.extent(0, piece.points.iter().copied());
            let area: f32 = piece
                .triangles
                .iter()
                .map(|triangle| {
                    let [a, b, c] = triangle.map(|corner| piece.points[corner as usize]);
                    0.5 * (b - a).cross(c - a).length()
                })
                .sum();
            let bottom = piece
                .points
                .iter()
                .fold(f32::INFINITY, |low, p| low.min(p.y));
            Candidate {
                radius: area / (core::f32::consts::TAU * (high - low).max(1e-9)),
                area,
                piece,
                members,
                axes,
                low,
                high,
                bottom,
            }
        })
        .collect()
}

/// Direction from the foot of a piece towards its tip.
fn direction(candidate: &Candidate, standing: bool, grid: &LimbGrid) -> Vec3 {
    if standing {
        return Vec3::Y;
    }
    let axis = candidate.axes.directions[0];
    let (near, near_radius) = end(candidate, false);
    let (far, far_radius) = end(candidate, true);
    if near_radius > TAPER * far_radius {
        return axis;
    }
    if far_radius > TAPER * near_radius {
        return -axis;
    }
    let gap = |position| grid.nearest(position).map_or(0.0, |hit| hit.gap);
    if gap(near) <= gap(far) { axis } else { -axis }
}

/// Centre and radius of one end along the principal axis.
fn end(candidate: &Candidate, far: bool) -> (Vec3, f32) {
    let axis = candidate.axes.directions[0];
    let length = candidate.high - candidate.low;
    let members = || {
        candidate.piece.points.iter().copied().filter(|point| {
            let along = (*point - candidate.axes.centre).dot(axis);
            if far {
                along >= candidate.high - END * length
            } else {
                along <= candidate.low + END * length
            }
        })
    };
    let count = members().count().max(1) as f32;
    let centre = members().sum::<Vec3>() / count;
    let spread = members().map(|point| (point - centre).reject_from_normalized(axis).length());
    (centre, spread.sum::<f32>() / count)
}

/// Makes all limbs of a piece one.
fn join(traced: &mut Traced) {
    traced.limbs.truncate(1);
    traced.limb_of_point.fill(0);
}
