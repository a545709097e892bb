//! A limb: a chain of centres with radii, from its foot to its tip.

use glam::Vec3;

/// A piece of wood that will be one branch.
#[derive(Debug, Clone, Default)]
pub(super) struct Limb {
    /// Limb that it grows from; a lower number.
    pub(super) parent: Option<usize>,
    /// Centres from foot to tip; at least two.
    pub(super) points: Vec<Vec3>,
    /// Radius at each centre.
    pub(super) radii: Vec<f32>,
}

impl Limb {
    /// First centre.
    pub(super) fn foot(&self) -> Vec3 {
        self.points.first().copied().unwrap_or_default()
    }

    /// Last centre.
    pub(super) fn tip(&self) -> Vec3 {
        self.points.last().copied().unwrap_or_default()
    }

    /// Straight distance from foot to tip, metres.
    pub(super) fn length(&self) -> f32 {
        self.foot().distance(self.tip())
    }

    /// Volume of the truncated cones between the centres, cubic metres.
    pub(super) fn volume(&self) -> f32 {
        self.points
            .windows(2)
            .zip(self.radii.windows(2))
            .map(|(points, radii)| {
                let (a, b) = (radii[0], radii[1]);
                let length = points[0].distance(points[1]);
                core::f32::consts::PI / 3.0 * length * (a * a + a * b + b * b)
            })
            .sum()
    }

    /// Points along the limb no farther apart than `spacing`, with radii.
    pub(super) fn samples(&self, spacing: f32) -> impl Iterator<Item = (Vec3, f32)> {
        const MOST: f32 = 200.0;
        self.points
            .windows(2)
            .zip(self.radii.windows(2))
            .flat_map(move |(points, radii)| {
                let steps = (points[0].distance(points[1]) / spacing.max(1e-9)).min(MOST);
                let steps = steps.ceil().max(1.0) as u32;
                (0..=steps).map(move |step| {
                    let t = step as f32 / steps as f32;
                    (
                        points[0].lerp(points[1], t),
                        radii[0] + t * (radii[1] - radii[0]),
                    )
                })
            })
    }
}

/// Joins limbs shorter than `min_length` to their parents, then the shortest until `most` are left.
///
/// Returns the new number of each old limb.
pub(super) fn merge_short(limbs: &mut Vec<Limb>, min_length: f32, most: usize) -> Vec<usize> {
    let mut limit = min_length;
    if limbs.len() > most {
        let mut lengths: Vec<f32> = limbs.iter().map(Limb::length).collect();
        lengths.sort_unstable_by(f32::total_cmp);
        limit = limit.max(lengths[limbs.len() - most]);
    }
    let mut numbers = Vec::with_capacity(limbs.len());
    let mut kept = Vec::new();
    for mut limb in limbs.drain(..) {
        limb.parent = limb.parent.map(|parent| numbers[parent]);
        match limb.parent {
            Some(parent) if limb.length() < limit => numbers.push(parent),
            Some(_) | None => {
                numbers.push(kept.len());
                kept.push(limb);
            }
        }
    }
    *limbs = kept;
    numbers
}
