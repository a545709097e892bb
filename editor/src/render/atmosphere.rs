//! Light of sun and clear sky: single scattering by air, haze and ozone, and all further orders approximated.
//!
//! Sources: Hillaire 2020, "A scalable and production ready sky and atmosphere rendering technique" (coefficients,
//! multiple scattering as a geometric series); Bruneton and Neyret 2008 (densities by height).

use std::f64::consts::PI;

use windwright_runtime::preset::scene::Sky;

/// Columns of the sky table: angle from the sun's azimuth, 0..180 degrees.
pub(super) const COLUMNS: usize = 64;
/// Rows: square root of the elevation over 90 degrees.
pub(super) const ROWS: usize = 48;
/// Radius of the sun's disc, radians, a little larger than life so that it is not lost between pixels.
pub(super) const SUN_RADIUS_RAD: f32 = 0.0055;

const GROUND_M: f64 = 6_360_000.0;
const TOP_M: f64 = 6_460_000.0;
const RAYLEIGH: Colour = [5.802e-6, 13.558e-6, 33.1e-6];
const MIE: f64 = 3.996e-6;
const MIE_EXTINCTION: f64 = 4.40e-6;
const OZONE: Colour = [0.650e-6, 1.881e-6, 0.085e-6];
const MIE_ASYMMETRY: f64 = 0.76;
/// Irradiance of the sun above the air, in the renderer's own unit.
const SUN_ABOVE_AIR: f64 = 20.0;
/// Height of the eye over the sea, metres.
const EYE_M: f64 = 200.0;
/// Steps along a ray to the sun.
const STEPS: usize = 14;
/// Mean density of the cloud in the part of the sky that it covers.
const CLOUD_DENSITY: f32 = 0.42;
/// Light that thin cloud scatters down, over the sun's irradiance.
const CLOUD_LIGHT: f32 = 0.22;
/// Heights at which further orders are tabulated.
const LEVELS: usize = 12;

type Colour = [f64; 3];

/// Light of one position of the sun.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Atmosphere {
    /// Radiance of the sky, `ROWS` × `COLUMNS`.
    pub(super) table: Vec<[f32; 3]>,
    /// Irradiance of the sun on a surface that faces it.
    pub(super) sun_irradiance: [f32; 3],
    /// Share of the sky's light that comes from thin cloud.
    cloud_share: f32,
}

impl Atmosphere {
    /// The sky of `sky`: the position of the sun, the haze, and how much the cloud takes from the sun.
    pub(super) fn new(sky: &Sky) -> Self {
        let elevation =
            f64::from(finite(sky.sun_elevation_deg, 24.0).clamp(-18.0, 90.0)).to_radians();
        let air = Air {
            haze: f64::from(finite(sky.haze, 1.0).clamp(0.0, 10.0)),
            sun_sine: elevation.sin(),
        };
        let further = air.further_orders();
        let mut table = Vec::with_capacity(ROWS * COLUMNS);
        for row in 0..ROWS {
            let share = (row as f64 + 0.5) / ROWS as f64;
            let (sine, cosine) = (share * share * PI / 2.0).max(0.002).sin_cos();
            for column in 0..COLUMNS {
                let turn = (column as f64 + 0.5) / COLUMNS as f64 * PI;
                let to_sun = sine * air.sun_sine + cosine * elevation.cos() * turn.cos();
                table.push(air.radiance(sine, to_sun, &further).map(|v| v as f32));
            }
        }
        let mut sun = air
            .transmittance(EYE_M, air.sun_sine)
            .map(|t| t * SUN_ABOVE_AIR);
        let cover = finite(sky.cloud_cover, 0.0).clamp(0.0, 1.0);
        overcast(&mut table, &mut sun, cover, air.sun_sine);
        Self {
            table,
            sun_irradiance: sun.map(|v| v as f32),
            cloud_share: cover * (1.0 - closed(cover)) * CLOUD_DENSITY,
        }
    }

    /// Radiance at `sine` of the elevation and `turn` (0..π) from the sun's azimuth.
    pub(super) fn radiance(&self, sine: f32, turn: f32) -> [f32; 3] {
        let elevation = sine.clamp(0.0, 1.0).asin() / std::f32::consts::FRAC_PI_2;
        let row = ((elevation.sqrt() * ROWS as f32) as usize).min(ROWS - 1);
        let column = ((turn / std::f32::consts::PI * COLUMNS as f32) as usize).min(COLUMNS - 1);
        self.table[row * COLUMNS + column]
    }
}

impl Atmosphere {
    /// Radiance that lights the scene: as [`Self::radiance`], with the mean of the cloud before it.
    pub(super) fn lighting(&self, sine: f32, turn: f32) -> [f32; 3] {
        let clear = self.radiance(sine, turn);
        let rising = (sine / 0.15).clamp(0.0, 1.0);
        std::array::from_fn(|c| {
            let cloud = self.sun_irradiance[c] * CLOUD_LIGHT + clear[c] * 0.3;
            clear[c] + (cloud - clear[c]) * self.cloud_share * rising
        })
    }
}

fn finite(value: f32, fallback: f32) -> f32 {
    if value.is_finite() { value } else { fallback }
}

/// How far a cover is closed: from 0 at seven tenths to 1.
fn closed(cover: f32) -> f32 {
    let t = ((cover - 0.7) / 0.3).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A closed cloud cover takes the sun and gives the grey sky of Moon and Spencer (1942): zenith three times the horizon.
fn overcast(table: &mut [[f32; 3]], sun: &mut Colour, cover: f32, sun_sine: f64) {
    let closed = closed(cover);
    let level = sun.map(|s| (s * sun_sine.max(0.0) * 0.42) as f32);
    let grey = 0.2126 * level[0] + 0.7152 * level[1] + 0.0722 * level[2];
    // irradiance of the cover's sky is 7/9 π times its zenith radiance
    let zenith =
        level.map(|l| (0.25 * l + 0.75 * grey * 1.02) * 9.0 / (7.0 * std::f32::consts::PI));
    for (index, radiance) in table.iter_mut().enumerate() {
        let share = ((index / COLUMNS) as f32 + 0.5) / ROWS as f32;
        let sine = (share * share * std::f32::consts::FRAC_PI_2).sin();
        for (value, top) in radiance.iter_mut().zip(zenith) {
            let covered = top * (1.0 + 2.0 * sine) / 3.0 + *value * 0.25;
            *value += (covered - *value) * closed;
        }
    }
    let left = f64::from((1.0 - 0.12 * cover) * (1.0 - 0.97 * closed));
    *sun = sun.map(|s| s * left);
}

struct Air {
    haze: f64,
    sun_sine: f64,
}

/// Scattering and extinction at one height, per metre.
struct Medium {
    rayleigh: f64,
    mie: f64,
    extinction: Colour,
}

impl Air {
    fn medium(&self, height_m: f64) -> Medium {
        let rayleigh = (-height_m / 8_000.0).exp();
        let mie = (-height_m / 1_200.0).exp() * self.haze;
        let ozone = (1.0 - (height_m - 25_000.0).abs() / 15_000.0).max(0.0);
        let extinction = std::array::from_fn(|c| {
            RAYLEIGH[c] * rayleigh + MIE_EXTINCTION * mie + OZONE[c] * ozone
        });
        Medium {
            rayleigh,
            mie,
            extinction,
        }
    }

    /// Share of light that comes from above the air to `height_m` at `sine` of the elevation; none through the ground.
    fn transmittance(&self, height_m: f64, sine: f64) -> Colour {
        let radius = GROUND_M + height_m;
        let to_ground = radius * radius * (sine * sine - 1.0) + GROUND_M * GROUND_M;
        if sine < 0.0 && to_ground > 0.0 {
            return [0.0; 3];
        }
        let length = distance_to_top(radius, sine);
        let mut depth = [0.0; 3];
        for step in 0..STEPS {
            // short steps near the start, where the air is dense
            let (a, b) = (step as f64 / STEPS as f64, (step + 1) as f64 / STEPS as f64);
            let (from, to) = (a * a * length, b * b * length);
            let middle = 0.5 * (from + to);
            let height = (radius * radius + middle * middle + 2.0 * radius * middle * sine).sqrt()
                - GROUND_M;
            let extinction = self.medium(height).extinction;
            for c in 0..3 {
                depth[c] += extinction[c] * (to - from);
            }
        }
        depth.map(|d| (-d).exp())
    }

    /// Radiance along a ray from the eye; `to_sun` is the cosine of its angle to the sun.
    fn radiance(&self, sine: f64, to_sun: f64, further: &[Colour]) -> Colour {
        let rayleigh_phase = 3.0 / (16.0 * PI) * (1.0 + to_sun * to_sun);
        let g = MIE_ASYMMETRY;
        let mie_phase = (1.0 - g * g) / (4.0 * PI * (1.0 + g * g - 2.0 * g * to_sun).powf(1.5));
        let mut sum = [0.0; 3];
        self.march(EYE_M, sine, 28, |height, sun_sine, medium, weight| {
            let sun = self.transmittance(height, sun_sine);
            let more = at_height(further, height);
            for c in 0..3 {
                let first = sun[c]
                    * (RAYLEIGH[c] * medium.rayleigh * rayleigh_phase
                        + MIE * medium.mie * mie_phase);
                let rest = more[c] * (RAYLEIGH[c] * medium.rayleigh + MIE * medium.mie);
                sum[c] += weight[c] * (first + rest) * SUN_ABOVE_AIR;
            }
        });
        sum
    }

    /// Radiance of all further orders by height, for a sun of strength 1.
    fn further_orders(&self) -> Vec<Colour> {
        (0..LEVELS)
            .map(|level| self.further_orders_at(height_of(level)))
            .collect()
    }

    fn further_orders_at(&self, height_m: f64) -> Colour {
        const SIDE: usize = 6;
        let mut second = [0.0; 3];
        let mut returned = [0.0; 3];
        for row in 0..SIDE {
            let sine = (row as f64 + 0.5) / SIDE as f64 * 2.0 - 1.0;
            self.march(height_m, sine, 12, |height, sun_sine, medium, weight| {
                let sun = self.transmittance(height, sun_sine);
                for c in 0..3 {
                    let scattered = RAYLEIGH[c] * medium.rayleigh + MIE * medium.mie;
                    second[c] += weight[c] * scattered * sun[c] / (4.0 * PI) / SIDE as f64;
                    returned[c] += weight[c] * scattered / SIDE as f64;
                }
            });
        }
        std::array::from_fn(|c| second[c] / (1.0 - returned[c].min(0.95)))
    }

    /// Calls `visit(height, sine of the sun there, medium, weight)` along a ray; weights hold length and transmittance.
    fn march(
        &self,
        height_m: f64,
        sine: f64,
        steps: usize,
        mut visit: impl FnMut(f64, f64, &Medium, Colour),
    ) {
        let radius = GROUND_M + height_m;
        let to_ground = radius * radius * (sine * sine - 1.0) + GROUND_M * GROUND_M;
        let length = if sine < 0.0 && to_ground > 0.0 {
            -radius * sine - to_ground.sqrt()
        } else {
            distance_to_top(radius, sine)
        };
        let mut through = [1.0f64; 3];
        for step in 0..steps {
            let (a, b) = (step as f64 / steps as f64, (step + 1) as f64 / steps as f64);
            let (from, to) = (a * a * length, b * b * length);
            let middle = 0.5 * (from + to);
            let there = (radius * radius + middle * middle + 2.0 * radius * middle * sine).sqrt();
            // the sun's height above the local horizon; rays towards and away from it are averaged
            let sun_sine = (self.sun_sine * (radius + middle * sine) / there).clamp(-1.0, 1.0);
            let medium = self.medium((there - GROUND_M).max(0.0));
            let weight = std::array::from_fn(|c| {
                let passed = (-medium.extinction[c] * (to - from)).exp();
                let value = through[c] * (1.0 - passed) / medium.extinction[c].max(1e-12);
                through[c] *= passed;
                value
            });
            visit((there - GROUND_M).max(0.0), sun_sine, &medium, weight);
        }
    }
}

fn distance_to_top(radius: f64, sine: f64) -> f64 {
    -radius * sine
        + (radius * radius * (sine * sine - 1.0) + TOP_M * TOP_M)
            .max(0.0)
            .sqrt()
}

fn height_of(level: usize) -> f64 {
    let share = level as f64 / (LEVELS - 1) as f64;
    share * share * 60_000.0
}

fn at_height(table: &[Colour], height_m: f64) -> Colour {
    let place = (height_m / 60_000.0).clamp(0.0, 1.0).sqrt() * (LEVELS - 1) as f64;
    let first = (place as usize).min(LEVELS - 2);
    let share = place - first as f64;
    std::array::from_fn(|c| table[first][c] + (table[first + 1][c] - table[first][c]) * share)
}
