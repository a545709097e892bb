//! Numbers that may change with time: a constant, or a short postfix tape evaluated once a tick.

use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, SeqAccess, Visitor},
};

/// Most steps in one tape.
pub const MAX_STEPS: usize = 256;
/// Most values that a tape holds at once.
pub const MAX_DEPTH: usize = 32;

/// A number, fixed or computed once a tick.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Push smooth noise in −1..1: `rate_hz` lattice points a second, own lane `seed`; see [`SignalState`].
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

    /// Value at `time_s` seconds, as if every rate had always been what it is; 0 for a tape that is not well formed, never NaN or
    /// infinite. Where parameters may change while time runs, use [`Self::advance`].
    pub fn at(&self, time_s: f64) -> f32 {
        self.evaluate(time_s, &mut |_, rate_hz| time_s * f64::from(rate_hz))
    }

    /// Value at `time_s` seconds, the end of a tick of `tick_s` seconds, moving `state` on by that tick.
    pub fn advance(&self, state: &mut SignalState, time_s: f64, tick_s: f64) -> f32 {
        self.evaluate(time_s, &mut |number, rate_hz| {
            state.moved_on(number, f64::from(rate_hz) * tick_s)
        })
    }

    fn evaluate(&self, time_s: f64, phase: &mut dyn FnMut(usize, f32) -> f64) -> f32 {
        match self {
            Self::Constant(value) => *value,
            Self::Signal(steps) => run(steps, time_s, phase)
                .filter(|value| value.is_finite())
                .unwrap_or(0.0),
        }
    }
}

/// What a tape remembers: how far each of its noises has come, in lattice points.
///
/// A rate is never multiplied by the time since the start, so a change of it does not make the noise jump.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SignalState {
    phases: Vec<f64>,
}

impl SignalState {
    /// Position of noise `number` after a move of `points`.
    fn moved_on(&mut self, number: usize, points: f64) -> f64 {
        if self.phases.len() <= number {
            self.phases.resize(number.min(MAX_STEPS) + 1, 0.0);
        }
        match self.phases.get_mut(number) {
            Some(phase) => {
                *phase += points;
                *phase
            }
            None => 0.0,
        }
    }
}

impl Scalar {
    /// Whether it is a finite constant or a tape that runs: at most [`MAX_STEPS`] steps and [`MAX_DEPTH`] values at once, finite
    /// constants, one value at the end.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub fn validate(&self) -> Result<(), String> {
        let steps = match self {
            Self::Constant(value) => {
                return value
                    .is_finite()
                    .then_some(())
                    .ok_or_else(|| String::from("not finite"));
            }
            Self::Signal(steps) => steps,
        };
        if steps.len() > MAX_STEPS {
            return Err(format!(
                "{} steps; at most {MAX_STEPS} can run",
                steps.len()
            ));
        }
        let mut depth = 0_usize;
        for (number, step) in steps.iter().enumerate() {
            if !step.has_finite_numbers() {
                return Err(format!("step {number} holds a number that is not finite"));
            }
            depth = depth
                .checked_sub(step.operands())
                .ok_or_else(|| format!("step {number} finds too few values"))?
                + 1;
            if depth > MAX_DEPTH {
                return Err(format!(
                    "step {number} needs more than {MAX_DEPTH} values at once"
                ));
            }
        }
        if depth == 1 {
            Ok(())
        } else {
            Err(format!("{depth} values are left; one is wanted"))
        }
    }
}

impl SignalStep {
    /// Values that the step takes from the stack.
    fn operands(self) -> usize {
        match self {
            Self::Constant(_) | Self::Time | Self::Noise { .. } => 0,
            Self::Sine | Self::Absolute | Self::Negate | Self::Floor | Self::Saturate => 1,
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Minimum
            | Self::Maximum
            | Self::Power => 2,
            Self::Mix => 3,
        }
    }

    fn has_finite_numbers(self) -> bool {
        match self {
            Self::Constant(number)
            | Self::Noise {
                rate_hz: number, ..
            } => number.is_finite(),
            Self::Time
            | Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Minimum
            | Self::Maximum
            | Self::Power
            | Self::Sine
            | Self::Absolute
            | Self::Negate
            | Self::Floor
            | Self::Saturate
            | Self::Mix => true,
        }
    }
}

/// A number is a constant, a list a tape.
impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOrTape)
    }
}

struct NumberOrTape;

impl<'de> Visitor<'de> for NumberOrTape {
    type Value = Scalar;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number or a list of steps")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar, E> {
        Ok(Scalar::Constant(value as f32))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar::Constant(value as f32))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
        Ok(Scalar::Constant(value as f32))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Scalar, A::Error> {
        let mut steps = Vec::new();
        while let Some(step) = sequence.next_element()? {
            if steps.len() == MAX_STEPS {
                return Err(A::Error::custom(format!("more than {MAX_STEPS} steps")));
            }
            steps.push(step);
        }
        Ok(Scalar::Signal(steps))
    }
}

impl From<f32> for Scalar {
    fn from(value: f32) -> Self {
        Self::Constant(value)
    }
}

fn run(steps: &[SignalStep], time_s: f64, phase: &mut dyn FnMut(usize, f32) -> f64) -> Option<f32> {
    use crate::math;

    let mut stack = [0.0_f32; MAX_DEPTH];
    let mut depth = 0_usize;
    let mut noises = 0_usize;
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
                    noises += 1;
                    (0, noise(phase(noises - 1, rate_hz), seed))
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

#[cfg(test)]
mod tests {
    use super::{SignalStep as Step, *};

    fn tape(steps: &[Step]) -> Scalar {
        Scalar::Signal(steps.to_vec())
    }

    #[test]
    fn operations() {
        let c = Step::Constant;
        for (steps, expected) in [
            (vec![c(2.0), c(3.0), Step::Add], 5.0),
            (vec![c(2.0), c(3.0), Step::Subtract], -1.0),
            (vec![c(2.0), c(3.0), Step::Multiply], 6.0),
            (vec![c(3.0), c(2.0), Step::Divide], 1.5),
            (vec![c(3.0), c(0.0), Step::Divide], 0.0),
            (vec![c(3.0), c(2.0), Step::Minimum], 2.0),
            (vec![c(3.0), c(2.0), Step::Maximum], 3.0),
            (vec![c(3.0), c(2.0), Step::Power], 9.0),
            (vec![c(-8.0), c(0.5), Step::Power], 0.0),
            (vec![c(core::f32::consts::FRAC_PI_2), Step::Sine], 1.0),
            (vec![c(-3.0), Step::Absolute], 3.0),
            (vec![c(3.0), Step::Negate], -3.0),
            (vec![c(-1.5), Step::Floor], -2.0),
            (vec![c(1.5), Step::Saturate], 1.0),
            (vec![c(2.0), c(4.0), c(0.25), Step::Mix], 2.5),
            (vec![Step::Time, c(2.0), Step::Multiply], 20.0),
            (vec![c(1e38), c(1e38), Step::Multiply], 0.0),
        ] {
            let value = tape(&steps).at(10.0);
            assert!((value - expected).abs() < 1e-6, "{steps:?} gave {value}");
            assert_eq!(tape(&steps).validate(), Ok(()));
        }
    }

    #[test]
    fn only_tapes_without_time_are_constant() {
        assert_eq!(
            tape(&[Step::Constant(2.0), Step::Negate]).constant(),
            Some(-2.0)
        );
        assert_eq!(tape(&[Step::Time]).constant(), None);
        let noise = Step::Noise {
            rate_hz: 1.0,
            seed: 1,
        };
        assert_eq!(tape(&[noise]).constant(), None);
    }

    #[test]
    fn noise_moves_by_steps_and_survives_a_new_rate() {
        let noise = |rate_hz| tape(&[Step::Noise { rate_hz, seed: 4 }]);
        let mut state = SignalState::default();
        let mut time_s = 0.0;
        let (mut last, mut largest) = (noise(1.0).at(0.0), 0.0_f32);
        let mut advance = |rate_hz: f32, ticks: u32| {
            for _ in 0..ticks {
                time_s += 1.0 / 30.0;
                let value = noise(rate_hz).advance(&mut state, time_s, 1.0 / 30.0);
                largest = largest.max((value - last).abs());
                last = value;
            }
            largest
        };
        let usual = advance(1.0, 108_000);
        assert!(usual > 0.01, "the noise stands still");
        assert!(
            advance(1.01, 30) < 1.1 * usual,
            "the noise jumped after an hour"
        );
    }

    #[test]
    fn at_and_advance_agree_at_a_steady_rate() {
        let noise = tape(&[Step::Noise {
            rate_hz: 0.5,
            seed: 4,
        }]);
        let mut state = SignalState::default();
        for tick in 1..300_u32 {
            let time_s = f64::from(tick) * 0.25;
            let advanced = noise.advance(&mut state, time_s, 0.25);
            assert!((advanced - noise.at(time_s)).abs() < 1e-6);
        }
    }
}
