//! From geometry and species to masses, springs and drag.
//!
//! Units follow the model's own convention: an equation of the lateral displacement of a branch's centre of mass, divided by its arm.
//! So k is N/m, c kg/s, and d torque per wind speed, kg/s per metre of arm. Source: S1 §3.3.

use core::f32::consts::{PI, TAU};

use super::table::{Branch, Level};
use crate::{math, preset::species::SpeciesLevel};

/// Where the centre of mass lies along a branch, as a share of its length.
pub const CENTRE_SHARE: f32 = 0.75;

/// Mass of the branch alone, kg: density times volume (wood) or density times area (foliage).
pub fn own_mass_kg(branch: &Branch, species: &SpeciesLevel) -> f32 {
    match branch.level {
        Level::Trunk | Level::Internal => species.wood_density_kg_per_m3 * branch.volume_m3,
        Level::Foliage => species.foliage_density_kg_per_m2 * branch.area_m2,
    }
}

/// Stiffness k, N/m: beta V/l² (wood) or beta √A (foliage); 0 for a branch without length.
pub fn stiffness_n_per_m(branch: &Branch, species: &SpeciesLevel) -> f32 {
    match branch.level {
        Level::Trunk | Level::Internal if branch.length_m > 0.0 => {
            species.stiffness_factor * branch.volume_m3 / (branch.length_m * branch.length_m)
        }
        Level::Trunk | Level::Internal => 0.0,
        Level::Foliage => species.stiffness_factor * math::sqrt(branch.area_m2),
    }
}

/// Damping c = 2 zeta √(m k), kg/s.
pub fn damping_kg_per_s(damping_ratio: f32, mass_kg: f32, stiffness_n_per_m: f32) -> f32 {
    2.0 * damping_ratio * math::sqrt(mass_kg * stiffness_n_per_m)
}

/// Drag of the branch alone: 2 gamma √(l V/π) (wood, its longitudinal section) or gamma A (foliage).
pub fn direct_drag(branch: &Branch, species: &SpeciesLevel) -> f32 {
    let area_m2 = match branch.level {
        Level::Trunk | Level::Internal => 2.0 * math::sqrt(branch.length_m * branch.volume_m3 / PI),
        Level::Foliage => branch.area_m2,
    };
    species.drag_factor * area_m2
}

/// Natural frequency √(k/m)/2π, Hz; 0 without mass.
pub fn natural_frequency_hz(mass_kg: f32, stiffness_n_per_m: f32) -> f32 {
    if mass_kg > 0.0 {
        math::sqrt(stiffness_n_per_m / mass_kg) / TAU
    } else {
        0.0
    }
}

/// Mass that each branch carries, its own and all its descendants', from the masses of the branches alone.
pub fn carried_masses_kg(parents: &[Option<u16>], own_kg: &[f32]) -> Vec<f32> {
    let mut carried = own_kg.to_vec();
    for row in (0..parents.len()).rev() {
        if let Some(parent) = parents[row] {
            carried[usize::from(parent)] += carried[row];
        }
    }
    carried
}

/// How far along `parent` something is attached, 0 at its root to 1 at its tip, by projection; 0 for a parent without length.
pub fn projected_share(parent: &Branch, point_m: [f32; 3]) -> f32 {
    if parent.length_m <= 0.0 {
        return 0.0;
    }
    let along: f32 = (0..3)
        .map(|axis| (point_m[axis] - parent.position_m[axis]) * parent.direction[axis])
        .sum();
    math::saturate(along / parent.length_m)
}

/// Drag with what descendants pass on.
///
/// Per branch: drag of the branch alone (`direct`), share of a child's drag that it takes (`propagation`), and where it is
/// attached to its parent (`attachments`, see [`projected_share`]). A drag that climbs several branches is multiplied by the
/// propagation of every receiver on its way, but by the attachment only of the last: it is never passed on twice.
pub fn propagated_drag(
    parents: &[Option<u16>],
    direct: &[f32],
    propagation: &[f32],
    attachments: &[f32],
) -> Vec<f32> {
    // `climbing[row]`: what leaves row towards its parent, the direct drags of its whole subtree.
    let mut climbing = direct.to_vec();
    let mut drag = direct.to_vec();
    for row in (0..parents.len()).rev() {
        if let Some(parent) = parents[row].map(usize::from) {
            let passed_on = propagation[parent] * climbing[row];
            climbing[parent] += passed_on;
            drag[parent] += passed_on * attachments[row];
        }
    }
    drag
}
