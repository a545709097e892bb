//! Settings of import and analysis.

/// How the file is to be placed.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportOptions {
    /// Factor on all lengths.
    pub scale: f32,
    /// Whether the file's up axis is z.
    pub z_up: bool,
    /// Moves the lowest point of the trunk to the origin.
    pub recentre: bool,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            scale: 1.0,
            z_up: false,
            recentre: true,
        }
    }
}

/// Settings of the branch analysis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnalyseOptions {
    /// Pieces of wood shorter than this join their parent, metres.
    pub min_length_m: f32,
    /// Most leaf bundles, 50..4000.
    pub max_bundles: u32,
    /// Area that a leaf bundle aims at, square metres.
    pub bundle_area_m2: f32,
}

impl Default for AnalyseOptions {
    fn default() -> Self {
        Self {
            min_length_m: 0.05,
            max_bundles: 1000,
            bundle_area_m2: 0.35,
        }
    }
}
