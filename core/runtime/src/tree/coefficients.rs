//! Numbers that a table, a species and a solver setting fix for every tree of a group.

use super::{
    law, noise,
    rest::Rest,
    spring::{Rates, Solver},
    table::{BranchTable, Level},
    torque::TorqueGain,
};
use crate::{
    math,
    preset::{
        scene::{Clock, Springs},
        species::{Species, SpeciesLevel},
    },
};

/// Longest step of a spring, seconds; slower ticks are cut.
const LONGEST_STEP_S: f32 = 1.0 / 15.0;
/// Most steps that a tick is cut into.
const MOST_STEPS: u32 = 32;

/// Columns of coefficients, one entry per branch, and what each level shares.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Coefficients {
    /// Carried mass, kg.
    pub(crate) masses_kg: Vec<f32>,
    /// k, N/m, before limits.
    pub(crate) stiffness: Vec<f32>,
    /// c, kg/s, before limits.
    pub(crate) damping: Vec<f32>,
    /// d with what descendants pass on, before limits.
    pub(crate) drag: Vec<f32>,
    /// The same over mass, limited to the step.
    pub(crate) rates: Vec<Rates>,
    /// Lattice points of noise per tick.
    pub(crate) noise_steps: Vec<f64>,
    /// What a level shares, by `Level as usize`.
    pub(crate) levels: [LevelNumbers; 3],
    pub(crate) solver: Solver,
    /// Length of a tick, seconds of simulated time.
    pub(crate) tick_s: f32,
    /// Angular speed under which a branch is quiet, rad/s.
    pub(crate) sleep_rad_per_s: f32,
    /// Wind speed that a quiet tree does not feel, m/s.
    pub(crate) sleep_wind_m_per_s: f32,
}

/// What all branches of a level share.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LevelNumbers {
    /// 0 where inertia is off.
    pub(crate) inertia_gain: f32,
    /// Largest turn of the wind by noise, radians.
    pub(crate) noise_angle_rad: f32,
    /// Share of its carriers' speed that a branch takes from the wind.
    pub(crate) relative_velocity_share: f32,
    pub(crate) torque_gain: TorqueGain,
}

impl Coefficients {
    /// Applies the laws to every branch of a valid table.
    pub(crate) fn new(
        table: &BranchTable,
        rest: &Rest,
        species: &Species,
        springs: &Springs,
        clock: &Clock,
    ) -> Self {
        let tick_s = clock.time_scale / clock.rate_hz;
        let solver = solver(springs, tick_s);
        let branches = || (0..table.len()).filter_map(|row| table.get(row));
        let level = |row: usize| species.level(rest.levels[row]);

        let own_kg: Vec<f32> = branches()
            .map(|branch| law::own_mass_kg(&branch, species.level(branch.level)))
            .collect();
        let masses_kg = law::carried_masses_kg(&rest.parents, &own_kg);
        let stiffness: Vec<f32> = branches()
            .map(|branch| law::stiffness_n_per_m(&branch, species.level(branch.level)))
            .collect();
        let damping: Vec<f32> = (0..rest.len())
            .map(|row| {
                law::damping_kg_per_s(level(row).damping_ratio, masses_kg[row], stiffness[row])
            })
            .collect();
        let drag = drag(table, species);
        let rates: Vec<Rates> = (0..rest.len())
            .map(|row| {
                // A branch's own speed through the air brakes it like damping.
                let own_air = level(row).relative_velocity_share
                    * drag[row]
                    * law::CENTRE_SHARE
                    * table.lengths_m[row];
                Rates::new(
                    masses_kg[row],
                    stiffness[row],
                    damping[row] + own_air,
                    drag[row],
                    springs.clamp.then_some(solver.step_s),
                )
            })
            .collect();
        let noise_steps = rates
            .iter()
            .map(|rates| {
                let frequency_hz = law::natural_frequency_hz(1.0, rates.stiffness_per_s2);
                f64::from(frequency_hz * springs.noise_speed_factor * tick_s).min(noise::PERIOD)
            })
            .collect();
        Self {
            masses_kg,
            stiffness,
            damping,
            drag,
            rates,
            noise_steps,
            levels: Level::ALL.map(|level| LevelNumbers::new(species.level(level), springs)),
            solver,
            tick_s,
            sleep_rad_per_s: springs.sleep_rad_per_s,
            sleep_wind_m_per_s: springs.sleep_wind_m_per_s,
        }
    }
}

impl LevelNumbers {
    fn new(species: &SpeciesLevel, springs: &Springs) -> Self {
        Self {
            inertia_gain: if springs.inertia {
                species.inertia_gain
            } else {
                0.0
            },
            noise_angle_rad: species.noise_angle_deg.to_radians() * species.noise_strength,
            relative_velocity_share: species.relative_velocity_share,
            torque_gain: TorqueGain::new(species),
        }
    }
}

/// Drag of every branch with what descendants pass on.
fn drag(table: &BranchTable, species: &Species) -> Vec<f32> {
    let branches = || (0..table.len()).filter_map(|row| table.get(row));
    let direct: Vec<f32> = branches()
        .map(|branch| law::direct_drag(&branch, species.level(branch.level)))
        .collect();
    let propagation: Vec<f32> = branches()
        .map(|branch| species.level(branch.level).wind_propagation)
        .collect();
    let attachments: Vec<f32> = branches()
        .map(|branch| {
            branch
                .parent
                .and_then(|parent| table.get(usize::from(parent)))
                .map_or(0.0, |parent| {
                    law::projected_share(&parent, branch.position_m)
                })
        })
        .collect();
    law::propagated_drag(&table.parents, &direct, &propagation, &attachments)
}

fn solver(springs: &Springs, tick_s: f32) -> Solver {
    let needed = libm::ceilf(tick_s / LONGEST_STEP_S - 1e-3) as u32;
    let substeps = springs.substeps.max(needed).clamp(1, MOST_STEPS);
    let half_limit = 0.5 * springs.max_angle_rad;
    Solver {
        // A stopped clock is never stepped; its rates only need to be finite.
        step_s: (tick_s / substeps as f32).max(1e-6),
        substeps,
        self_aligning: springs.self_aligning,
        max_angle_rad: springs.max_angle_rad,
        half_limit: (math::sin(half_limit), math::cos(half_limit)),
    }
}
