//! Other values for an input, within its range.

use windwright_core::{
    nodes::InputSpec,
    value::{Finite, Value},
};

use super::files::OTHER;

/// Values of `input` that differ from `current`, likely ones first.
pub(super) fn values(input: &InputSpec, current: Option<&Value>) -> Vec<Value> {
    let Some(current) = current else {
        return Vec::new();
    };
    let candidates: Vec<Value> = match current {
        Value::Number(number) => numbers(input, number.get())
            .into_iter()
            .map(|number| Value::Number(finite(number)))
            .collect(),
        Value::Integer(number) => numbers(input, *number as f32)
            .into_iter()
            .map(|number| Value::Integer(number.round() as i64))
            .chain([Value::Integer(number + 1), Value::Integer(number - 1)])
            .collect(),
        Value::Toggle(on) => vec![Value::Toggle(!on)],
        Value::Vector(numbers) => (0..3)
            .map(|axis| {
                let mut moved = *numbers;
                moved[axis] = finite(moved[axis].get() + 1.5);
                Value::Vector(moved)
            })
            .collect(),
        Value::Numbers(numbers) => {
            let halves = numbers.iter().map(|number| finite(number.get() * 0.5));
            let more = numbers.iter().map(|number| finite(number.get() + 3.0));
            vec![
                Value::Numbers(halves.collect()),
                Value::Numbers(more.collect()),
                Value::Numbers([4.0, 5.0, 6.0, 7.0].map(finite).to_vec()),
                Value::Numbers(vec![finite(0.25); 6]),
            ]
        }
        Value::Text(text) if input.choices.is_empty() => {
            vec![Value::Text(format!("{OTHER}{text}"))]
        }
        Value::Text(_) => input
            .choices
            .iter()
            .map(|(key, _)| Value::Text((*key).to_owned()))
            .collect(),
    };
    let mut values: Vec<Value> = Vec::new();
    for value in candidates.iter().filter_map(|value| input.accept(value)) {
        if value != *current && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn numbers(input: &InputSpec, current: f32) -> Vec<f32> {
    let [low, high] = input
        .soft
        .or(input.hard)
        .unwrap_or([current - 1.0, current + 1.0]);
    let share = |share: f32| low + (high - low) * share;
    vec![
        current * 1.5,
        current * 0.5,
        share(0.6),
        share(0.2),
        share(1.0),
        share(0.0),
    ]
}

fn finite(number: f32) -> Finite {
    Finite::new(number).unwrap_or_default()
}
