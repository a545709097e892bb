//! How much work a picture may cost.

/// Settings of one picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Inner resolution over the picture's, 0.25..1.
    pub scale: f32,
    /// Samples a pixel, 1 or 4; 4 softens the cut of leaves too.
    pub samples: u32,
    /// Side of a shadow cascade, texels, 256..4096.
    pub shadow_size: u32,
    /// Shadow cascades, 1..3.
    pub cascades: u32,
    /// Shadow taps a pixel, 1..16.
    pub shadow_taps: u32,
    /// A cascade is drawn anew every so many frames, 1..1,024, and always when the view has moved away from it.
    pub shadow_interval: u32,
    /// Shift towards coarser meshes, in halvings of the distance, 0..6.
    pub lod_bias: f32,
    /// Triangles of trees in the picture at most; trees that matter least get coarser first.
    pub tree_triangles: u32,
    /// Share of the scene's grass, 0..1.
    pub grass_share: f32,
    /// Whether what is brighter than white glows.
    pub bloom: bool,
    /// Whether shading leaves out what only a close look shows.
    pub lean: bool,
}

impl Quality {
    /// For stills: everything.
    pub const STILL: Self = Self {
        scale: 1.0,
        samples: 1,
        shadow_size: 4096,
        cascades: 3,
        shadow_taps: 12,
        shadow_interval: 1,
        lod_bias: 0.0,
        tree_triangles: 6_000_000,
        grass_share: 1.0,
        bloom: true,
        lean: false,
    };

    /// Live on a graphics card.
    pub const LIVE: Self = Self {
        scale: 1.0,
        samples: 4,
        shadow_size: 2048,
        cascades: 3,
        shadow_taps: 8,
        shadow_interval: 1,
        lod_bias: 0.0,
        tree_triangles: 1_500_000,
        grass_share: 1.0,
        bloom: true,
        lean: false,
    };

    /// Live on a software adapter: at most 60,000 triangles.
    pub const SOFTWARE: Self = Self {
        scale: 0.7,
        samples: 1,
        shadow_size: 1024,
        cascades: 2,
        shadow_taps: 1,
        shadow_interval: 6,
        lod_bias: 1.6,
        tree_triangles: 30_000,
        grass_share: 0.05,
        bloom: false,
        lean: true,
    };

    /// The same with every number inside its range.
    #[must_use]
    pub fn clamped(self) -> Self {
        let finite = |value: f32, fallback: f32| if value.is_finite() { value } else { fallback };
        Self {
            scale: finite(self.scale, 1.0).clamp(0.25, 1.0),
            samples: if self.samples >= 4 { 4 } else { 1 },
            shadow_size: self.shadow_size.clamp(256, 4096),
            cascades: self.cascades.clamp(1, super::limits::MAX_CASCADES as u32),
            shadow_taps: self.shadow_taps.clamp(1, 16),
            shadow_interval: self.shadow_interval.clamp(1, 1024),
            tree_triangles: self.tree_triangles,
            lod_bias: finite(self.lod_bias, 0.0).clamp(0.0, 6.0),
            grass_share: finite(self.grass_share, 1.0).clamp(0.0, 1.0),
            bloom: self.bloom,
            lean: self.lean,
        }
    }
}
