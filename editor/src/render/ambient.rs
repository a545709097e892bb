//! Light from sky and ground by normal, as nine spherical harmonics.
//!
//! Source: Ramamoorthi and Hanrahan 2001, "An efficient representation for irradiance environment maps".

use std::f32::consts::PI;

use glam::Vec3;

use super::{atmosphere::Atmosphere, limits::GRASS_ALBEDO};

/// Share of the ground that the sun reaches, seen from above: shadows and the blades' own shade take the rest.
const SUNLIT_GROUND: f32 = 0.35;
/// The meadow's mean reflectance against that of a blade.
const GROUND_FACTOR: f32 = 1.0;

/// Irradiance as nine coefficients (see the shader `light.wgsl` for their order), and that of the sky on level ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ambient {
    /// Red, green, blue of each coefficient.
    pub(super) coefficients: [[f32; 3]; 9],
    /// Of the sky alone on level ground.
    pub(super) sky_on_level: [f32; 3],
}

impl Ambient {
    /// Integrates the sky above and the lit meadow below.
    pub(super) fn new(atmosphere: &Atmosphere, sun_direction: Vec3) -> Self {
        let sky_on_level = sky_on_level(atmosphere);
        let sun = atmosphere.sun_irradiance;
        let ground: [f32; 3] = std::array::from_fn(|c| {
            let light = sun[c] * sun_direction.y.max(0.0) * SUNLIT_GROUND + sky_on_level[c];
            GRASS_ALBEDO[c] * GROUND_FACTOR * light / PI
        });
        let azimuth = sun_direction.x.atan2(-sun_direction.z);
        let mut coefficients = [[0.0; 3]; 9];
        for_sphere(|sine, turn, solid_angle| {
            let radiance = if sine > 0.0 {
                atmosphere.lighting(sine, unsigned(turn))
            } else {
                ground
            };
            let direction = direction(sine, azimuth + turn);
            for (coefficient, (basis, factor)) in coefficients.iter_mut().zip(terms(direction)) {
                for c in 0..3 {
                    coefficient[c] += radiance[c] * basis * factor * solid_angle;
                }
            }
        });
        Self {
            coefficients,
            sky_on_level,
        }
    }
}

fn sky_on_level(atmosphere: &Atmosphere) -> [f32; 3] {
    let mut sum = [0.0; 3];
    for_sphere(|sine, turn, solid_angle| {
        if sine > 0.0 {
            let radiance = atmosphere.lighting(sine, unsigned(turn));
            for c in 0..3 {
                sum[c] += radiance[c] * sine * solid_angle;
            }
        }
    });
    sum
}

/// Calls `visit(sine of the elevation, turn from the sun, solid angle)` all over the sphere.
fn for_sphere(mut visit: impl FnMut(f32, f32, f32)) {
    const ROWS: usize = 32;
    const COLUMNS: usize = 32;
    let solid_angle = 4.0 * PI / (ROWS * COLUMNS) as f32;
    for row in 0..ROWS {
        let sine = (row as f32 + 0.5) / ROWS as f32 * 2.0 - 1.0;
        for column in 0..COLUMNS {
            let turn = (column as f32 + 0.5) / COLUMNS as f32 * 2.0 * PI;
            visit(sine, turn, solid_angle);
        }
    }
}

fn unsigned(turn: f32) -> f32 {
    turn.min(2.0 * PI - turn)
}

fn direction(sine: f32, azimuth: f32) -> Vec3 {
    let level = (1.0 - sine * sine).max(0.0).sqrt();
    Vec3::new(level * azimuth.sin(), sine, -level * azimuth.cos())
}

/// Polynomials of the basis with the squared norms and the cosine lobe's factors.
fn terms(n: Vec3) -> [(f32, f32); 9] {
    let (flat, linear, square) = (PI, 2.0 * PI / 3.0, PI / 4.0);
    let one = linear * 0.488_603 * 0.488_603;
    let cross = square * 1.092_548 * 1.092_548;
    [
        (1.0, flat * 0.282_095 * 0.282_095),
        (n.y, one),
        (n.z, one),
        (n.x, one),
        (n.x * n.y, cross),
        (n.y * n.z, cross),
        (3.0 * n.z * n.z - 1.0, square * 0.315_392 * 0.315_392),
        (n.x * n.z, cross),
        (n.x * n.x - n.y * n.y, square * 0.546_274 * 0.546_274),
    ]
}

#[cfg(test)]
mod tests {
    use windwright_runtime::preset::scene::Sky;

    use super::*;

    fn luminance([r, g, b]: [f32; 3]) -> f32 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn sun_direction(sky: &Sky) -> Vec3 {
        direction(
            sky.sun_elevation_deg.to_radians().sin(),
            sky.sun_azimuth_deg.to_radians(),
        )
    }

    #[test]
    fn sun_over_sky_on_level_ground_is_two_to_four() {
        let sky = Sky::default();
        let atmosphere = Atmosphere::new(&sky);
        let ambient = Ambient::new(&atmosphere, sun_direction(&sky));
        let sun = luminance(atmosphere.sun_irradiance) * sky.sun_elevation_deg.to_radians().sin();
        let ratio = sun / luminance(ambient.sky_on_level);
        assert!((2.0..4.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn harmonics_give_the_sky_on_level_ground_back() {
        let sky = Sky::default();
        let ambient = Ambient::new(&Atmosphere::new(&sky), sun_direction(&sky));
        let up: f32 = ambient
            .coefficients
            .iter()
            .zip(terms(Vec3::Y))
            .map(|(coefficient, (basis, _))| luminance(*coefficient) * basis)
            .sum();
        let direct = luminance(ambient.sky_on_level);
        // nine coefficients are within a few percent for a smooth sky
        assert!((up / direct - 1.0).abs() < 0.08, "{up} against {direct}");
    }

    #[test]
    fn the_sky_is_blue_at_noon_and_red_low_at_dusk() {
        let mut sky = Sky::default();
        sky.cloud_cover = 0.0;
        sky.sun_elevation_deg = 60.0;
        let zenith = Atmosphere::new(&sky).radiance(0.95, 2.0);
        assert!(zenith[2] > 1.8 * zenith[0], "{zenith:?}");
        sky.sun_elevation_deg = 1.0;
        let dusk = Atmosphere::new(&sky);
        let low = dusk.radiance(0.02, 0.0);
        assert!(low[0] > 1.5 * low[2], "{low:?}");
        assert!(dusk.sun_irradiance[0] > 3.0 * dusk.sun_irradiance[2]);
    }

    #[test]
    fn a_closed_cover_leaves_no_sun() {
        let mut sky = Sky::default();
        let clear = Atmosphere::new(&sky).sun_irradiance[1];
        sky.cloud_cover = 1.0;
        let closed = Atmosphere::new(&sky);
        assert!(closed.sun_irradiance[1] < 0.05 * clear);
        let (high, low) = (closed.radiance(0.99, 1.0)[1], closed.radiance(0.05, 1.0)[1]);
        assert!(high > 1.5 * low, "{high} {low}");
    }
}
