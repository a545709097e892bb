//! A number.

use windwright_runtime::signal::Scalar;

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::product::{Product, one},
    value::ValueKind,
};

const VALUE: Input<f32> = Input::number("value", "Value", 1.0)
    .soft(-10.0, 10.0)
    .doc("The number.");

const NUMBER: OutputSpec = OutputSpec::new("number", "Number", ValueKind::Number);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "number",
        version: 1,
        label: "Number",
        category: Category::Value,
        doc: "A number that can feed several inputs.",
        inputs: vec![VALUE.spec()],
        outputs: vec![NUMBER],
        compile: |inputs| {
            let value = inputs.get(&VALUE);
            Some(one(NUMBER.key, Product::Number(Scalar::Constant(value))))
        },
        examples: || vec![example::into_wind_speed("number", NUMBER.key, &[])],
    }
}
