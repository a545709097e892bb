//! Joining numbers into one number: constants are folded, changing ones become a tape.

use windwright_runtime::signal::{MAX_STEPS, Scalar, SignalStep};

/// Most values that a tape may hold on its stack.
const MAX_DEPTH: usize = 32;

/// `operands` pushed in order, then `operation`; `None` if the tape would be too long or too deep.
pub(crate) fn join(operands: &[&Scalar], operation: &[SignalStep]) -> Option<Scalar> {
    let mut steps = Vec::new();
    for operand in operands {
        steps.extend(steps_of(operand));
    }
    steps.extend(operation);
    if steps.len() > MAX_STEPS || deepest(&steps) > MAX_DEPTH {
        return None;
    }
    let joined = Scalar::Signal(steps);
    Some(joined.constant().map_or(joined, Scalar::Constant))
}

/// `scalar` kept between `low` and `high`; unchanged where the tape has no room left.
pub(super) fn limit(scalar: &Scalar, low: f32, high: f32) -> Scalar {
    use SignalStep::{Constant, Maximum, Minimum};
    let limits = [Constant(low), Maximum, Constant(high), Minimum];
    join(&[scalar], &limits).unwrap_or_else(|| scalar.clone())
}

fn steps_of(scalar: &Scalar) -> Vec<SignalStep> {
    match scalar {
        Scalar::Constant(number) => vec![SignalStep::Constant(*number)],
        Scalar::Signal(steps) => steps.clone(),
    }
}

/// Largest number of values on the stack while the tape runs.
fn deepest(steps: &[SignalStep]) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for step in steps {
        depth = depth.saturating_sub(operands(*step)) + 1;
        deepest = deepest.max(depth);
    }
    deepest
}

fn operands(step: SignalStep) -> usize {
    use SignalStep::{
        Absolute, Add, Divide, Floor, Maximum, Minimum, Mix, Multiply, Negate, Power, Saturate,
        Sine, Subtract,
    };
    match step {
        Add | Subtract | Multiply | Divide | Minimum | Maximum | Power => 2,
        Sine | Absolute | Negate | Floor | Saturate => 1,
        Mix => 3,
        SignalStep::Constant(_) | SignalStep::Time | SignalStep::Noise { .. } | _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_folded_and_time_is_kept() {
        let two = Scalar::Constant(2.0);
        let three = Scalar::Constant(3.0);
        assert_eq!(
            join(&[&two, &three], &[SignalStep::Multiply]),
            Some(Scalar::Constant(6.0))
        );
        let time = Scalar::Signal(vec![SignalStep::Time]);
        let product = join(&[&two, &time], &[SignalStep::Multiply]).unwrap();
        assert_eq!(product.constant(), None);
        assert!((product.at(4.0) - 8.0).abs() < 1e-6);
    }

    #[test]
    fn too_long_a_tape_is_refused() {
        let mut sum = Scalar::Signal(vec![SignalStep::Time]);
        let time = sum.clone();
        let joined = std::iter::repeat_with(|| {
            let next = join(&[&sum, &time], &[SignalStep::Add]);
            if let Some(next) = &next {
                sum = next.clone();
            }
            next.is_some()
        })
        .take(200)
        .filter(|joined| *joined)
        .count();
        assert_eq!(joined, (MAX_STEPS - 1) / 2);
        let mut deep = time.clone();
        for _ in 0..MAX_DEPTH - 1 {
            deep = join(&[&time, &deep], &[SignalStep::Add]).unwrap();
        }
        assert_eq!(join(&[&time, &deep], &[SignalStep::Add]), None);
    }

    #[test]
    fn limits_hold_at_all_times() {
        let time = Scalar::Signal(vec![SignalStep::Time]);
        let limited = limit(&time, 1.0, 2.0);
        for (time_s, value) in [(0.0, 1.0), (1.5, 1.5), (9.0, 2.0)] {
            assert!((limited.at(time_s) - value).abs() < 1e-6, "{time_s}");
        }
    }
}
