//! Arithmetic on numbers, and the numbers that change by themselves: time and noise.

use windwright_runtime::signal::{Scalar, SignalStep};

use super::{
    Category, NodeSpec, OutputSpec, example,
    input::{Choice, Input},
};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{Product, Products, one},
        tape,
    },
    value::ValueKind,
};

const OPERATION: Input<Choice> = Input::choice(
    "operation",
    "Operation",
    &[
        ("absolute", "|a|"),
        ("add", "a + b"),
        ("divide", "a / b"),
        ("floor", "Floor of a"),
        ("maximum", "Larger of a and b"),
        ("minimum", "Smaller of a and b"),
        ("mix", "a to b by c"),
        ("multiply", "a × b"),
        ("negate", "−a"),
        ("noise", "Noise of size a, b times a second, lane c"),
        ("power", "a to the power b"),
        ("saturate", "a kept in 0 to 1"),
        ("sine", "Sine of a (radians)"),
        ("subtract", "a − b"),
        ("time", "Seconds × a + b"),
    ],
    "add",
)
.doc("What is done with a, b and c.");
const A: Input<Scalar> = Input::signal("a", "a", 0.0)
    .soft(-10.0, 10.0)
    .doc("First operand.");
const B: Input<Scalar> = Input::signal("b", "b", 0.0)
    .soft(-10.0, 10.0)
    .doc("Second operand.");
const C: Input<Scalar> = Input::signal("c", "c", 0.5)
    .soft(0.0, 1.0)
    .doc("Third operand: the share of b when mixing, the lane of a noise.");

const NUMBER: OutputSpec = OutputSpec::new("number", "Number", ValueKind::Number);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "math",
        version: 1,
        label: "Math",
        category: Category::Value,
        doc: "Computes a number from up to three others, or from the simulated time.",
        inputs: vec![OPERATION.spec(), A.spec(), B.spec(), C.spec()],
        outputs: vec![NUMBER],
        compile,
        examples: || {
            let values = [
                ("operation", example::text("mix")),
                ("a", example::number(4.0)),
                ("b", example::number(8.0)),
            ];
            vec![example::into_wind_speed("math", NUMBER.key, &values)]
        },
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    use SignalStep::{
        Absolute, Add, Divide, Floor, Maximum, Minimum, Mix, Multiply, Negate, Power, Saturate,
        Sine, Subtract, Time,
    };
    let operation = inputs.get(&OPERATION);
    let (a, b, c) = (inputs.get(&A), inputs.get(&B), inputs.get(&C));
    let joined = match operation.0 {
        "absolute" => tape::join(&[&a], &[Absolute]),
        "divide" => tape::join(&[&a, &b], &[Divide]),
        "floor" => tape::join(&[&a], &[Floor]),
        "maximum" => tape::join(&[&a, &b], &[Maximum]),
        "minimum" => tape::join(&[&a, &b], &[Minimum]),
        "mix" => tape::join(&[&a, &b, &c], &[Mix]),
        "multiply" => tape::join(&[&a, &b], &[Multiply]),
        "negate" => tape::join(&[&a], &[Negate]),
        "noise" => {
            let noise = noise(inputs, &b, &c);
            tape::join(&[&noise, &a], &[Multiply])
        }
        "power" => tape::join(&[&a, &b], &[Power]),
        "saturate" => tape::join(&[&a], &[Saturate]),
        "sine" => tape::join(&[&a], &[Sine]),
        "subtract" => tape::join(&[&a, &b], &[Subtract]),
        "time" => {
            let seconds = Scalar::Signal(vec![Time]);
            tape::join(&[&seconds, &a], &[Multiply])
                .and_then(|product| tape::join(&[&product, &b], &[Add]))
        }
        _ => tape::join(&[&a, &b], &[Add]),
    };
    if joined.is_none() {
        inputs.report(
            "",
            Severity::Error,
            "This number is made of too many steps.",
            "Use fewer Math nodes in a row.",
        );
    }
    Some(one(NUMBER.key, Product::Number(joined?)))
}

/// Noise needs a fixed rate and lane: a changing rate would make its phase jump.
fn noise(inputs: &mut Inputs<'_>, rate_hz: &Scalar, seed: &Scalar) -> Scalar {
    for (input, value) in [(&B, rate_hz), (&C, seed)] {
        if value.constant().is_none() {
            inputs.report(
                input.key(),
                Severity::Warning,
                "The rate and the lane of a noise cannot change with time; their values at 0 s are used.",
                "Link a number that does not change.",
            );
        }
    }
    Scalar::Signal(vec![SignalStep::Noise {
        rate_hz: rate_hz.at(0.0).clamp(0.0, 60.0),
        seed: seed.at(0.0).max(0.0) as u32,
    }])
}
