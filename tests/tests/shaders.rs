//! Every assembled shader is valid, every shader file is used, and Rust and WGSL agree about every struct they share.

use std::fs;

use naga::{
    AddressSpace, Module, TypeInner,
    front::wgsl,
    valid::{Capabilities, ValidationFlags, Validator},
};
use windwright::render::{Layout, layouts, shaders};
use windwright_tests::workspace;

#[expect(clippy::panic, reason = "the message is the report")]
fn parse(name: &str, source: &str) -> Module {
    let module = wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string_with_path(source, name)));
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string_with_path(source, name)));
    module
}

#[test]
fn every_module_is_valid() {
    for module in shaders::ALL {
        let parsed = parse(module.name, &module.source());
        assert!(
            !parsed.entry_points.is_empty(),
            "{} has no entry point",
            module.name
        );
    }
}

#[test]
fn a_fault_is_told_with_file_and_line() {
    let sky = workspace::root().join("editor/shaders/sky.wgsl");
    let good = fs::read_to_string(sky).unwrap();
    for (bad, line) in [
        ("\nfn fault( {}\n", 2),
        ("\n\nfn fault() -> f32 { return 1u; }\n", 3),
    ] {
        let line = good.matches('\n').count() + line;
        let texts = [("sky.wgsl".to_owned(), format!("{good}{bad}"))].into();
        let fault = shaders::check(&texts).unwrap_err().to_string();
        assert!(
            fault.contains(&format!("sky.wgsl:{line}: ")),
            "{line}: {fault}"
        );
    }
    assert!(shaders::check(&shaders::ShaderTexts::new()).is_ok());
}

#[test]
fn every_file_is_used() {
    let sources: Vec<String> = shaders::ALL
        .iter()
        .map(shaders::ShaderModule::source)
        .collect();
    for entry in fs::read_dir(workspace::root().join("editor/shaders")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            sources.iter().any(|source| source.contains(&text)),
            "{} belongs to no module",
            path.display()
        );
    }
}

#[test]
fn shared_structs_agree() {
    let layouts = layouts();
    let mut seen = Vec::new();
    let mut differences = Vec::new();
    for module in shaders::ALL {
        let parsed = parse(module.name, &module.source());
        for (name, difference) in compare(&parsed, &layouts) {
            differences
                .extend(difference.map(|difference| format!("{}: {difference}", module.name)));
            seen.push(name);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    for layout in layouts {
        assert!(
            seen.iter().any(|name| name == layout.name),
            "no shader reads {}",
            layout.name
        );
    }
}

#[test]
fn drift_is_found() {
    let layout = Layout {
        name: "Light",
        size: 32,
        fields: &[("direction", 0), ("strength", 12), ("colour", 16)],
    };
    for (fields, right) in [
        ("direction: vec3f, strength: f32, colour: vec4f", true),
        ("strength: f32, direction: vec3f, colour: vec4f", false),
        ("direction: vec3f, power: f32, colour: vec4f", false),
        (
            "direction: vec3f, strength: f32, colour: vec4f, more: vec4f",
            false,
        ),
        (
            "direction: vec3f, strength: f32, colour: vec3f, more: f32",
            false,
        ),
    ] {
        let source = format!(
            "struct Light {{ {fields} }}\n@group(0) @binding(0) var<uniform> light: Light;\n\
             @fragment fn main() -> @location(0) vec4f {{ return light.colour.xyzz; }}"
        );
        let found = compare(&parse("planted", &source), std::slice::from_ref(&layout));
        assert_eq!(
            found.iter().all(|(_, difference)| difference.is_none()),
            right,
            "{fields}"
        );
    }
    let unknown = "struct Other { a: vec4f }\n@group(0) @binding(0) var<storage> all: array<Other>;\n\
                   @fragment fn main() -> @location(0) vec4f { return all[0].a; }";
    assert!(
        compare(&parse("planted", unknown), &[layout])[0]
            .1
            .is_some()
    );
}

/// Names of the structs that uniform and storage variables hold, each with its difference from its mirror, if any.
fn compare(module: &Module, layouts: &[Layout]) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        if !matches!(
            variable.space,
            AddressSpace::Uniform | AddressSpace::Storage { .. }
        ) {
            continue;
        }
        let mut held = &module.types[variable.ty];
        let mut stride = None;
        if let TypeInner::Array {
            base,
            stride: bytes,
            ..
        } = held.inner
        {
            held = &module.types[base];
            stride = Some(bytes);
        }
        let TypeInner::Struct { members, span } = &held.inner else {
            continue;
        };
        let name = held.name.clone().unwrap_or_default();
        let fields: Vec<(&str, usize)> = members
            .iter()
            .map(|member| {
                (
                    member.name.as_deref().unwrap_or_default(),
                    member.offset as usize,
                )
            })
            .collect();
        let difference = match layouts.iter().find(|layout| layout.name == name) {
            None => Some(format!("{name} has no mirror in Rust")),
            Some(mirror) if mirror.fields != fields => Some(format!(
                "{name} is {fields:?} here and {:?} in Rust",
                mirror.fields
            )),
            Some(mirror) if mirror.size != stride.unwrap_or(*span) as usize => Some(format!(
                "{name} has {span} bytes here and {} in Rust",
                mirror.size
            )),
            Some(_) => None,
        };
        found.push((name, difference));
    }
    found
}
