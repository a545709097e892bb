//! Sun and sky of a scene, worked out anew when they change.

use glam::Vec3;
use half::f16;
use wgpu::{Device, Queue, Texture, TextureFormat};
use windwright_runtime::preset::scene::Sky;

use super::{
    ambient::Ambient,
    atmosphere::{self, Atmosphere},
    gpu,
};

/// Light of the default sky on level ground; exposure is fixed for it.
const LEVEL_LIGHT: f32 = 7.2;
/// Exposure of the default sky.
const EXPOSURE: f32 = 0.9;
/// How far exposure follows the light, as a share of its stops: an incident-light meter that is mostly trusted.
const METER_TRUST: f32 = 0.65;

/// Light of the present sky.
#[derive(Debug)]
pub(super) struct Daylight {
    known: Option<Sky>,
    /// Radiance of the sky.
    pub(super) table: Texture,
    /// Towards the sun, unit.
    pub(super) sun_direction: Vec3,
    /// Irradiance of the sun on a surface that faces it.
    pub(super) sun_irradiance: [f32; 3],
    /// Irradiance of sky and ground by normal.
    pub(super) ambient: [[f32; 3]; 9],
    /// Colour of hazy distance by powers 0, 1, 2 and 8 of the cosine to the sun's azimuth.
    pub(super) air: [[f32; 3]; 4],
    /// From radiance to the tone curve's scale.
    pub(super) exposure: f32,
}

impl Daylight {
    /// Dark until a sky is set.
    pub(super) fn new(device: &Device) -> Self {
        let size = [atmosphere::COLUMNS as u32, atmosphere::ROWS as u32];
        Self {
            known: None,
            table: gpu::sampled(device, "sky", size, TextureFormat::Rgba16Float),
            sun_direction: Vec3::Y,
            sun_irradiance: [0.0; 3],
            ambient: [[0.0; 3]; 9],
            air: [[0.0; 3]; 4],
            exposure: EXPOSURE,
        }
    }

    /// Takes `sky`; true when the light changed.
    pub(super) fn set(&mut self, queue: &Queue, sky: &Sky) -> bool {
        if self.known.as_ref() == Some(sky) {
            return false;
        }
        let or = |value: f32, fallback: f32| if value.is_finite() { value } else { fallback };
        let elevation = or(sky.sun_elevation_deg, 24.0)
            .clamp(-18.0, 90.0)
            .to_radians();
        let azimuth = or(sky.sun_azimuth_deg, 62.0).to_radians();
        let level = elevation.cos();
        self.sun_direction = Vec3::new(
            level * azimuth.sin(),
            elevation.sin(),
            -level * azimuth.cos(),
        );
        let atmosphere = Atmosphere::new(sky);
        let ambient = Ambient::new(&atmosphere, self.sun_direction);
        let texels: Vec<[f16; 4]> = atmosphere
            .table
            .iter()
            .map(|&[r, g, b]| [r, g, b, 1.0].map(f16::from_f32))
            .collect();
        let size = [atmosphere::COLUMNS as u32, atmosphere::ROWS as u32];
        gpu::write_level(queue, &self.table, 0, size, bytemuck::cast_slice(&texels));

        let sun = atmosphere.sun_irradiance[1] * self.sun_direction.y.max(0.0);
        let light = sun + ambient.sky_on_level[1];
        let metered = (LEVEL_LIGHT / light.max(1e-3))
            .powf(METER_TRUST)
            .clamp(0.1, 12.0);
        self.exposure = EXPOSURE * metered * or(sky.exposure_stops, 0.0).clamp(-5.0, 5.0).exp2();
        self.air = air(&atmosphere);
        self.sun_irradiance = atmosphere.sun_irradiance;
        self.ambient = ambient.coefficients;
        self.known = Some(*sky);
        true
    }
}

/// Horizon's colour as a short series: exact away from, across and near the sun, with its glow in the last term.
fn air(atmosphere: &Atmosphere) -> [[f32; 3]; 4] {
    let at = |turn_deg: f32| atmosphere.radiance(0.035, turn_deg.to_radians());
    let (away, across, near, sunward) = (at(180.0), at(90.0), at(45.0), at(2.0));
    let mut series = [[0.0; 3]; 4];
    for c in 0..3 {
        // at 180 degrees: a − b + d, at 90: a, at 45: a + b / √2 + d / 2 (and 1/16 of the glow, which is left out)
        let base = across[c];
        let square = (near[c] - base - std::f32::consts::FRAC_1_SQRT_2 * (base - away[c]))
            / (0.5 + std::f32::consts::FRAC_1_SQRT_2);
        let linear = base + square - away[c];
        series[0][c] = base;
        series[1][c] = linear;
        series[2][c] = square;
        series[3][c] = sunward[c] - base - linear - square;
    }
    series
}
