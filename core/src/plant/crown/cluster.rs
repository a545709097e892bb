//! Gathering leaves into bundles.

use glam::Vec3;

/// Number of the bundle of each leaf: compact groups of about `area_m2` together, `most` groups or fewer.
///
/// `centres_m` and `areas_m2` have one entry a leaf (the shorter counts). Halves the leaves again and again across their
/// longest side, by area; bundles are numbered along the way. Areas and places that are not finite count as 0.
pub fn cluster(centres_m: &[[f32; 3]], areas_m2: &[f32], most: usize, area_m2: f32) -> Vec<u32> {
    let mut leaves: Vec<Leaf> = centres_m
        .iter()
        .zip(areas_m2)
        .enumerate()
        .map(|(number, (centre, area))| Leaf {
            number,
            centre_m: Vec3::from_array(centre.map(finite)),
            area_m2: finite(*area).max(0.0),
        })
        .collect();
    let mut bundles = vec![0; leaves.len()];
    if leaves.is_empty() {
        return bundles;
    }
    let total_m2: f32 = leaves.iter().map(|leaf| leaf.area_m2).sum();
    let wanted = (total_m2 / area_m2.max(1e-6)).ceil() as usize;
    let count = wanted.min(most).clamp(1, leaves.len());
    let mut next = 0;
    split(&mut leaves, count, &mut next, &mut bundles);
    bundles
}

struct Leaf {
    number: usize,
    centre_m: Vec3,
    area_m2: f32,
}

fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

/// Gives `leaves` the next `count` numbers; there are at least that many leaves.
fn split(leaves: &mut [Leaf], count: usize, next: &mut u32, bundles: &mut [u32]) {
    if count <= 1 {
        for leaf in leaves {
            bundles[leaf.number] = *next;
        }
        *next += 1;
        return;
    }
    let low = leaves
        .iter()
        .fold(Vec3::MAX, |m, leaf| m.min(leaf.centre_m));
    let high = leaves
        .iter()
        .fold(Vec3::MIN, |m, leaf| m.max(leaf.centre_m));
    let axis = (high - low).max_position();
    leaves.sort_unstable_by(|a, b| {
        let along = a.centre_m[axis].total_cmp(&b.centre_m[axis]);
        along.then(a.number.cmp(&b.number))
    });
    let first_count = count / 2;
    let total_m2: f32 = leaves.iter().map(|leaf| leaf.area_m2).sum();
    let share_m2 = total_m2 * first_count as f32 / count as f32;
    let mut sum_m2 = 0.0;
    let within = leaves.iter().take_while(|leaf| {
        sum_m2 += leaf.area_m2;
        sum_m2 <= share_m2 * 1.000_01
    });
    let cut = within.count();
    let cut = cut.clamp(first_count, leaves.len() - (count - first_count));
    let (first, second) = leaves.split_at_mut(cut);
    split(first, first_count, next, bundles);
    split(second, count - first_count, next, bundles);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_compact_and_even() {
        let centres: Vec<[f32; 3]> = (0..1000)
            .map(|k| [(k % 10) as f32, (k / 10 % 10) as f32, (k / 100) as f32])
            .collect();
        let bundles = cluster(&centres, &[0.1; 1000], 8, 0.001);

        for bundle in 0..8 {
            let members: Vec<usize> = (0..1000).filter(|&k| bundles[k] == bundle).collect();
            assert_eq!(members.len(), 125, "an eighth of the leaves each");
            let extent = |axis: usize| {
                let along = members.iter().map(|&k| centres[k][axis]);
                along.clone().fold(f32::MIN, f32::max) - along.fold(f32::MAX, f32::min)
            };
            assert!(
                (0..3).all(|axis| extent(axis) <= 5.0),
                "half the cube's edge"
            );
        }
    }

    #[test]
    fn odd_input_gives_a_bundle_for_each_leaf() {
        assert!(cluster(&[], &[], 10, 1.0).is_empty());
        let bundles = cluster(
            &[[f32::NAN; 3], [f32::INFINITY; 3]],
            &[f32::NAN, 0.0],
            0,
            0.0,
        );
        assert_eq!(bundles, [0, 0]);
    }
}
