//! Where leaf bundles sit: on the outer parts of the last wood.

use glam::Vec3;
use windwright_runtime::math;

use super::GrowParameters;
use super::draws::Draws;
use super::habit::Form;
use super::skeleton::Stem;

/// Innermost place of a bundle on its twig, 0..1.
const INNERMOST: f32 = 0.4;
/// Free space between a bundle and thick wood, metres.
const CLEARANCE_M: f32 = 0.02;

/// A bundle of leaves, before its cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bundle {
    /// Number of the stem that carries it.
    pub(super) stem: usize,
    /// Own number among the bundles.
    pub(super) number: usize,
    pub(super) position_m: Vec3,
    pub(super) direction: Vec3,
    /// Area of the rectangle that its cards are to fill, square metres.
    pub(super) area_m2: f32,
}

/// Places exactly the asked number of bundles.
pub(super) fn bundles(stems: &[Stem], parameters: &GrowParameters, form: &Form) -> Vec<Bundle> {
    let twigs: Vec<usize> = (0..stems.len()).filter(|&i| !stems[i].bears).collect();
    let lengths: Vec<f32> = twigs
        .iter()
        .map(|&i| stems[i].length_m().max(1e-4))
        .collect();
    // The root evens out: a short twig still ends in leaves.
    let weights: Vec<f32> = lengths.iter().map(|length| math::sqrt(*length)).collect();
    let total: f32 = weights.iter().sum();
    let asked = parameters.bundles as usize;

    let mut bundles = Vec::with_capacity(asked);
    let mut sum = 0.0;
    for (&stem, weight) in twigs.iter().zip(&weights) {
        sum += weight;
        let until = if stem == twigs[twigs.len() - 1] {
            asked
        } else {
            ((asked as f32 * sum / total) as usize).min(asked)
        };
        let here = until.saturating_sub(bundles.len());
        for k in 0..here {
            let number = bundles.len();
            let mut draws = Draws::new(u64::from(parameters.seed) ^ 0x1eaf, number as u64);
            let t = 1.0 - (1.0 - INNERMOST) * k as f32 / here as f32;
            bundles.push(bundle_on(
                &stems[stem],
                stem,
                number,
                t,
                parameters,
                form,
                &mut draws,
            ));
        }
    }
    for bundle in &mut bundles {
        push_out_of_wood(bundle, stems);
    }
    bundles
}

fn bundle_on(
    twig: &Stem,
    stem: usize,
    number: usize,
    t: f32,
    parameters: &GrowParameters,
    form: &Form,
    draws: &mut Draws,
) -> Bundle {
    let (axis_m, along, radius_m) = twig.at(t);
    let tip = t > 0.999;
    let mut side = draws.normal_vector();
    side = (side - along * side.dot(along)).normalize_or(super::wood::perpendicular(along));
    let spread = if tip { 0.15 } else { 0.9 };
    let direction = (along + side * spread + Vec3::Y * form.bundle_lift * draws.range(0.7, 1.3))
        .normalize_or(along);
    Bundle {
        stem,
        number,
        position_m: axis_m + if tip { Vec3::ZERO } else { side * radius_m },
        direction,
        area_m2: parameters.bundle_area_m2 * draws.range(0.78, 1.22),
    }
}

/// Moves a bundle that would start inside the trunk or a limb to that wood's surface, and turns it outward.
fn push_out_of_wood(bundle: &mut Bundle, stems: &[Stem]) {
    for (number, stem) in stems.iter().enumerate() {
        if stem.order > 1 {
            break;
        }
        if number == bundle.stem {
            continue;
        }
        for (points, radii) in stem.path_m.windows(2).zip(stem.radii_m.windows(2)) {
            let span = points[1] - points[0];
            let t = math::saturate(
                (bundle.position_m - points[0]).dot(span) / span.length_squared().max(1e-9),
            );
            let axis_m = points[0] + span * t;
            let away = bundle.position_m - axis_m;
            let free_m = math::lerp(radii[0], radii[1], t) + CLEARANCE_M;
            if away.length() < free_m {
                let outward =
                    away.normalize_or(super::wood::perpendicular(span.normalize_or(Vec3::Y)));
                bundle.position_m = axis_m + outward * free_m;
                bundle.direction = (bundle.direction + outward).normalize_or(outward);
            }
        }
    }
}
