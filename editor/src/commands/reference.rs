//! `nodes`: the node types, as a list or as the reference page.

use std::fmt::Write as _;

use windwright_core::{
    nodes::{Category, InputSpec, NodeSpec, Registry},
    value::Value,
};

use super::{
    arguments::NodesArguments,
    console::Console,
    outcome::{Failure, Outcome},
};

/// Runs `nodes`.
///
/// # Errors
/// [`Failure::Output`].
pub fn run(arguments: &NodesArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let registry = Registry::standard();
    if arguments.markdown {
        write!(console.out, "{}", page(&registry))?;
    } else {
        for spec in registry.specs() {
            writeln!(console.out, "{}\t{}\t{}", spec.key, spec.label, spec.doc)?;
        }
    }
    Ok(Outcome::Done)
}

/// The reference page: every type with its inputs and outputs, by family.
pub fn page(registry: &Registry) -> String {
    let mut specs: Vec<&NodeSpec> = registry.specs().iter().collect();
    specs.sort_by_key(|spec| (spec.category, spec.label));
    let mut page = String::from("# Nodes\n\nWritten by `windwright nodes --markdown`.\n");
    let mut family = None;
    for spec in specs {
        if family != Some(spec.category) {
            family = Some(spec.category);
            push(
                &mut page,
                format_args!("\n## {}\n", family_name(spec.category)),
            );
        }
        push(
            &mut page,
            format_args!("\n### {} (`{}`)\n\n{}\n", spec.label, spec.key, spec.doc),
        );
        if !spec.inputs.is_empty() {
            page.push_str(
                "\n| input | kind | default | range | meaning |\n|---|---|---|---|---|\n",
            );
            for input in &spec.inputs {
                push(&mut page, format_args!("{}\n", row(input)));
            }
        }
        for output in &spec.outputs {
            push(
                &mut page,
                format_args!(
                    "\nGives {} (`{}`): {}.\n",
                    output.label, output.key, output.kind
                ),
            );
        }
    }
    page
}

fn row(input: &InputSpec) -> String {
    let unit = if input.unit.is_empty() {
        String::new()
    } else {
        format!(" {}", input.unit)
    };
    let default = match &input.default {
        Some(value) => format!("{}{unit}", shown(value)),
        None if input.required => String::from("a link, needed"),
        None => String::from("a link"),
    };
    let range = match (input.soft, input.hard) {
        (_, Some([low, high])) => format!("{low} to {high}{unit}"),
        (Some([low, high]), None) => format!("about {low} to {high}{unit}"),
        (None, None) if !input.choices.is_empty() => {
            let keys: Vec<String> = input
                .choices
                .iter()
                .map(|(key, _)| format!("`{key}`"))
                .collect();
            keys.join(", ")
        }
        (None, None) => String::new(),
    };
    format!(
        "| {} (`{}`) | {} | {default} | {range} | {} |",
        input.label,
        input.key,
        input.kind,
        input.doc.replace('|', "\\|")
    )
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.get().to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Toggle(on) => String::from(if *on { "on" } else { "off" }),
        Value::Vector(vector) => vector.map(|number| number.get().to_string()).join(", "),
        Value::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|x| x.get().to_string()).collect();
            numbers.join(", ")
        }
        Value::Text(text) if text.is_empty() => String::from("empty"),
        Value::Text(text) => format!("`{text}`"),
    }
}

fn family_name(category: Category) -> &'static str {
    match category {
        Category::Value => "Values",
        Category::Tree => "Trees",
        Category::Species => "Species",
        Category::Wind => "Wind",
        Category::Cloud => "Clouds",
        Category::Scene => "Scene",
        Category::Measure => "Measuring",
        Category::Learned => "Learned",
    }
}

/// Adds to a text, which cannot fail.
fn push(page: &mut String, words: std::fmt::Arguments<'_>) {
    page.write_fmt(words).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_stands_on_the_page() {
        let registry = Registry::standard();
        let page = page(&registry);
        for spec in registry.specs() {
            assert!(page.contains(&format!("(`{}`)", spec.key)), "{}", spec.key);
            for input in &spec.inputs {
                assert!(
                    page.contains(&format!("(`{}`)", input.key)),
                    "{}.{}",
                    spec.key,
                    input.key
                );
            }
        }
    }
}
