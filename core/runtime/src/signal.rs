//! Numbers that may change with time: a constant, or a short postfix tape evaluated once a tick.

use serde::{Deserialize, Serialize};

/// Most steps in one tape.
pub const MAX_STEPS: usize = 256;

/// A number, fixed or computed once a tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// Never changes.
    Constant(f32),
    /// Postfix tape; leaves exactly one value.
    Signal(Vec<SignalStep>),
}

/// One step of a tape. Operations take their operands from the stack, the last pushed is the right one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum SignalStep {
    /// Push a number.
    Constant(f32),
    /// Push the simulation time in seconds (an integral of the time scale, kept in the state).
    Time,
    /// Push smooth noise in −1..1: `rate_hz` lattice points a second, own lane `seed`.
    Noise {
        /// Lattice points per second.
        rate_hz: f32,
        /// Lane of the noise.
        seed: u32,
    },
    /// a + b.
    Add,
    /// a − b.
    Subtract,
    /// a · b.
    Multiply,
    /// a / b, 0 when b is 0.
    Divide,
    /// Smaller of a and b.
    Minimum,
    /// Larger of a and b.
    Maximum,
    /// a to the power b; 0 where that is not a number.
    Power,
    /// Sine of a (radians).
    Sine,
    /// |a|.
    Absolute,
    /// −a.
    Negate,
    /// Largest whole number not above a.
    Floor,
    /// a limited to 0..1.
    Saturate,
    /// a + (b − a)·c.
    Mix,
}

impl Scalar {
    /// Value of a constant, or of a tape that does not read time.
    pub fn constant(&self) -> Option<f32> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Signal(steps)
                if steps
                    .iter()
                    .any(|step| matches!(step, SignalStep::Time | SignalStep::Noise { .. })) =>
            {
                None
            }
            Self::Signal(_) => Some(self.at(0.0)),
        }
    }

    /// Value at `time_s` seconds; 0 for a tape that is not well formed, never NaN or infinite.
    pub fn at(&self, time_s: f64) -> f32 {
        match self {
            Self::Constant(value) => *value,
            Self::Signal(steps) => run(steps, time_s)
                .filter(|value| value.is_finite())
                .unwrap_or(0.0),
        }
    }
}

impl From<f32> for Scalar {
    fn from(value: f32) -> Self {
        Self::Constant(value)
    }
}

fn run(steps: &[SignalStep], time_s: f64) -> Option<f32> {
    use crate::math;

    let mut stack = [0.0_f32; 32];
    let mut depth = 0_usize;
    for step in steps.iter().take(MAX_STEPS) {
        let (operands, value) = {
            let top = |back: usize| {
                depth
                    .checked_sub(back)
                    .and_then(|at| stack.get(at))
                    .copied()
            };
            match *step {
                SignalStep::Constant(value) => (0, value),
                SignalStep::Time => (0, time_s as f32),
                SignalStep::Noise { rate_hz, seed } => {
                    (0, noise(time_s * f64::from(rate_hz), seed))
                }
                SignalStep::Add => (2, top(2)? + top(1)?),
                SignalStep::Subtract => (2, top(2)? - top(1)?),
                SignalStep::Multiply => (2, top(2)? * top(1)?),
                SignalStep::Divide => (
                    2,
                    if top(1)? == 0.0 {
                        0.0
                    } else {
                        top(2)? / top(1)?
                    },
                ),
                SignalStep::Minimum => (2, top(2)?.min(top(1)?)),
                SignalStep::Maximum => (2, top(2)?.max(top(1)?)),
                SignalStep::Power => (2, math::pow(top(2)?, top(1)?)),
                SignalStep::Sine => (1, math::sin(top(1)?)),
                SignalStep::Absolute => (1, top(1)?.abs()),
                SignalStep::Negate => (1, -top(1)?),
                SignalStep::Floor => (1, libm::floorf(top(1)?)),
                SignalStep::Saturate => (1, math::saturate(top(1)?)),
                SignalStep::Mix => (3, math::lerp(top(3)?, top(2)?, top(1)?)),
            }
        };
        depth = depth.checked_sub(operands)?;
        *stack.get_mut(depth)? = if value.is_finite() { value } else { 0.0 };
        depth += 1;
    }
    (depth == 1).then_some(stack[0])
}

fn noise(position: f64, seed: u32) -> f32 {
    let cell = libm::floor(position);
    let t = (position - cell) as f32;
    let lattice =
        |index: f64| crate::random::range(u64::from(seed), (index as i64) as u64, 0, -1.0, 1.0);
    crate::math::lerp(lattice(cell), lattice(cell + 1.0), t * t * (3.0 - 2.0 * t))
}
