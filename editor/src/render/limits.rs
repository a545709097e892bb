//! Numbers that Rust and the shaders share; the shaders get them as generated constants.

/// Shadow cascades at most.
pub(super) const MAX_CASCADES: usize = 3;
/// Side of the blue-noise tile, pixels.
pub(super) const BLUE_NOISE_SIDE: usize = 32;
/// World coordinates wrap here for noise; every noise tile divides it, metres.
pub(super) const NOISE_PERIOD_M: f64 = 1024.0;
/// Grass ends here, metres from the eye.
pub(super) const GRASS_REACH_M: f32 = 44.0;
/// Blades have their true width up to here and keep their width in the picture beyond, metres.
pub(super) const GRASS_FULL_WIDTH_M: f32 = 9.0;
/// The ground starts to take the horizon's colour, metres …
pub(super) const FADE_START_M: f32 = 120.0;
/// … and has it wholly, metres.
pub(super) const FADE_END_M: f32 = 420.0;
/// Columns of the grid on which a lean sky is worked out …
pub(super) const SKY_COLUMNS: u32 = 40;
/// … and its rows.
pub(super) const SKY_ROWS: u32 = 32;
/// Power of the display values after the tone curve.
const LOOK_POWER: f32 = 1.4;
/// Saturation of the display values after the tone curve.
const LOOK_SATURATION: f32 = 1.3;

/// Mean value that leaf textures are made around; their colours are factors over it.
const LEAF_TEXTURE_MEAN: f32 = 0.6;
/// Share of the sky's light that counts as shining through leaves.
const SKY_THROUGH_LEAVES: f32 = 0.45;
/// Light that a cloud takes from sky and ground, over their irradiance.
const CLOUD_SKY: f32 = 0.14;

/// Linear reflectance of meadow grass.
pub(super) const GRASS_ALBEDO: [f32; 3] = [0.07, 0.10, 0.03];
const DRY_GRASS_ALBEDO: [f32; 3] = [0.25, 0.22, 0.10];
const SOIL_ALBEDO: [f32; 3] = [0.09, 0.065, 0.045];
const LITTER_ALBEDO: [f32; 3] = [0.16, 0.10, 0.05];

/// The constants as shader text.
pub(super) fn constants() -> String {
    let vector = |[r, g, b]: [f32; 3]| format!("vec3f({r:?}, {g:?}, {b:?})");
    [
        format!("const MAX_CASCADES: u32 = {MAX_CASCADES}u;"),
        format!("const BLUE_NOISE_SIDE: u32 = {BLUE_NOISE_SIDE}u;"),
        format!("const GRASS_REACH_M: f32 = {GRASS_REACH_M:?};"),
        format!("const GRASS_FULL_WIDTH_M: f32 = {GRASS_FULL_WIDTH_M:?};"),
        format!("const FADE_START_M: f32 = {FADE_START_M:?};"),
        format!("const FADE_END_M: f32 = {FADE_END_M:?};"),
        format!("const SKY_COLUMNS: u32 = {SKY_COLUMNS}u;"),
        format!("const SKY_ROWS: u32 = {SKY_ROWS}u;"),
        format!("const LOOK_POWER: f32 = {LOOK_POWER:?};"),
        format!("const LOOK_SATURATION: f32 = {LOOK_SATURATION:?};"),
        format!("const LEAF_TEXTURE_MEAN: f32 = {LEAF_TEXTURE_MEAN:?};"),
        format!("const SKY_THROUGH_LEAVES: f32 = {SKY_THROUGH_LEAVES:?};"),
        format!("const CLOUD_SKY: f32 = {CLOUD_SKY:?};"),
        format!("const GRASS_ALBEDO: vec3f = {};", vector(GRASS_ALBEDO)),
        format!(
            "const DRY_GRASS_ALBEDO: vec3f = {};",
            vector(DRY_GRASS_ALBEDO)
        ),
        format!("const SOIL_ALBEDO: vec3f = {};", vector(SOIL_ALBEDO)),
        format!("const LITTER_ALBEDO: vec3f = {};", vector(LITTER_ALBEDO)),
    ]
    .join("\n")
}
