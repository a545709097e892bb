//! What trees do to the ground around them: litter and shade, as a small map.

use glam::DVec2;

/// Side of the map, texels.
pub(super) const SIDE: usize = 256;
/// Side of the map, metres.
pub(super) const SIDE_M: f64 = 192.0;

/// A tree as the ground sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// Root, x and z, metres.
    pub(super) position_m: DVec2,
    /// Radius of the crown, metres.
    pub(super) crown_m: f32,
}

/// Litter and openness to the sky around a place.
#[derive(Debug, Clone)]
pub(super) struct GroundMask {
    /// Corner with the least x and z, metres, world.
    pub(super) corner_m: DVec2,
    /// Litter and openness, 0..255, row by row along x.
    pub(super) texels: Vec<[u8; 2]>,
}

impl GroundMask {
    /// Map around `centre` (x, z), metres.
    pub(super) fn new(centre: DVec2, stands: &[Stand]) -> Self {
        let centre = if centre.is_finite() {
            centre
        } else {
            DVec2::ZERO
        };
        let corner_m = centre - SIDE_M * 0.5;
        let mut litter = vec![0.0f32; SIDE * SIDE];
        let mut open = vec![1.0f32; SIDE * SIDE];
        for stand in stands {
            add(&mut litter, &mut open, stand, corner_m);
        }
        let texels = litter
            .iter()
            .zip(&open)
            .map(|(&l, &o)| [l, o].map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8))
            .collect();
        Self { corner_m, texels }
    }

    /// Litter at `place` (x, z), 0..1.
    pub(super) fn litter(&self, place: DVec2) -> f32 {
        let texel = ((place - self.corner_m) * (SIDE as f64 / SIDE_M)).floor();
        if texel.min_element() < 0.0 || texel.max_element() >= SIDE as f64 {
            return 0.0;
        }
        f32::from(self.texels[texel.y as usize * SIDE + texel.x as usize][0]) / 255.0
    }
}

/// Litter lies thick to half the crown's radius and ends at its edge; shade reaches a little further.
fn add(litter: &mut [f32], open: &mut [f32], stand: &Stand, corner_m: DVec2) {
    let scale = SIDE as f64 / SIDE_M;
    let reach = f64::from(stand.crown_m) * 1.5 * scale;
    let centre = (stand.position_m - corner_m) * scale;
    if !centre.is_finite() || !reach.is_finite() {
        return;
    }
    let limit = |v: f64| v.clamp(0.0, SIDE as f64) as usize;
    for z in limit(centre.y - reach)..limit(centre.y + reach + 1.0) {
        for x in limit(centre.x - reach)..limit(centre.x + reach + 1.0) {
            let place = DVec2::new(x as f64 + 0.5, z as f64 + 0.5);
            let share: f32 = ((place - centre).length() / scale) as f32 / stand.crown_m.max(0.1);
            let texel = z * SIDE + x;
            litter[texel] = litter[texel].max(((0.78 - share) / 0.5f32).clamp(0.0, 1.0));
            open[texel] *= 1.0 - 0.5 * (1.0f32 - share / 1.4).clamp(0.0, 1.0);
        }
    }
}
