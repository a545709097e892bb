//! A tile of blue noise: every value once, neighbours far apart, so that dither has no pattern.

use windwright_runtime::random;

use super::limits::BLUE_NOISE_SIDE as SIDE;

const COUNT: usize = SIDE * SIDE;
/// Radius of the Gaussian that measures crowding, texels.
const RADIUS: i32 = 5;

/// `SIDE`² ranks spread over 0..255, row by row.
///
/// Each rank goes to the emptiest place left, crowding measured by a Gaussian on the torus.
/// Source: Ulichney 1993, the void-and-cluster method (its filling phase).
pub(super) fn blue_noise() -> Vec<u8> {
    let kernel: Vec<f32> = (-RADIUS..=RADIUS)
        .flat_map(|y| (-RADIUS..=RADIUS).map(move |x| (-((x * x + y * y) as f32) / 4.5).exp()))
        .collect();
    let mut crowding: Vec<f32> = (0..COUNT)
        .map(|texel| 1e-3 * random::uniform(41, texel as u64, 0))
        .collect();
    let mut ranks = vec![0u8; COUNT];
    let mut taken = vec![false; COUNT];
    for rank in 0..COUNT {
        let emptiest = (0..COUNT)
            .filter(|&texel| !taken[texel])
            .min_by(|&a, &b| crowding[a].total_cmp(&crowding[b]))
            .unwrap_or(0);
        taken[emptiest] = true;
        ranks[emptiest] = (rank * 256 / COUNT) as u8;
        add_kernel(&mut crowding, &kernel, emptiest);
    }
    ranks
}

fn add_kernel(crowding: &mut [f32], kernel: &[f32], centre: usize) {
    let (cx, cy) = ((centre % SIDE) as u32, (centre / SIDE) as u32);
    let (cx, cy) = (cx.cast_signed(), cy.cast_signed());
    let side = (SIDE as u32).cast_signed();
    let mut weights = kernel.iter();
    for y in cy - RADIUS..=cy + RADIUS {
        for x in cx - RADIUS..=cx + RADIUS {
            let texel = y.rem_euclid(side) * side + x.rem_euclid(side);
            crowding[texel as usize] += weights.next().copied().unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_more_than_in_white_noise() {
        let tile = blue_noise();
        let difference: f32 = (0..COUNT)
            .map(|texel| {
                let right = texel / SIDE * SIDE + (texel + 1) % SIDE;
                (f32::from(tile[texel]) - f32::from(tile[right])).abs()
            })
            .sum::<f32>()
            / COUNT as f32;
        // white noise over 0..255 has 85
        assert!(difference > 92.0, "{difference}");
        let mean = tile.iter().map(|&v| f32::from(v)).sum::<f32>() / COUNT as f32;
        assert!((mean - 127.5).abs() < 1.0);
    }
}
