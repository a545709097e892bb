//! Documents as text: any document comes back, any text is read without harm.

mod common;

use proptest::prelude::*;
use windwright_core::{
    compile::Severity,
    content::DEFAULT_GRAPH,
    document::Document,
    edit::{Edit, apply},
    format::{self, migrate::Step},
    graph::{Key, NodeId},
    value::{Finite, Value},
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document_comes_back_byte_for_byte(document in common::document()) {
        let text = format::write(&document);
        let reading = format::read(&text);
        prop_assert_eq!(&reading.problems, &[]);
        prop_assert!(!reading.read_only);
        prop_assert_eq!(format::write(&reading.document), text);
        prop_assert_eq!(reading.document, document);
    }

    #[test]
    fn any_text_is_read_and_what_is_kept_stays(text in "[(){}\\[\\]\",:/* \\na-z0-9.#'r\\\\-]{0,200}") {
        check_stable(&text);
        check_stable(&format!("(format: 1, nodes: {{{text}}})"));
        check_stable(&format!("(nodes: {{\n  \"a\": (\n    type: \"x\",\n    values: {{\n      {text}\n    }},\n  ),\n}})"));
    }

    #[test]
    fn commented_documents_come_back(
        document in common::document(),
        comments in prop::collection::vec((any::<prop::sample::Index>(), "(// [a-z\"(){},:*/ ]{0,8}|/\\*[ a-z\"(,]{0,8}\\*/)"), 0..8),
    ) {
        let mut lines: Vec<String> = format::write(&document).lines().map(str::to_owned).collect();
        for (at, comment) in comments {
            let at = at.index(2 * lines.len());
            if at % 2 == 0 {
                lines.insert(at / 2, format!("  {comment}"));
            } else {
                lines[at / 2].extend([" ", &comment]);
            }
        }
        let text = lines.join("\n");
        let reading = format::read(&text);
        prop_assert_eq!(&reading.problems, &[]);
        let written = format::write(&reading.document);
        prop_assert_eq!(written.matches("//").count(), text.matches("//").count(), "{}\n=>{}", text, written);
        let mut again = format::read(&written);
        prop_assert_eq!(&format::write(&again.document), &written);
        for graph in again.document.graphs.values_mut() {
            graph.comments.clear();
        }
        prop_assert_eq!(&again.document, &document);
    }

    #[test]
    fn mutated_documents_are_read(
        document in common::document(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[(){}\\[\\]\",:\\na1.]{0,3}"), 1..6),
    ) {
        let mut text = format::write(&document);
        for (at, length, put) in cuts {
            let letters: Vec<char> = text.chars().collect();
            let at = at.index(letters.len() + 1);
            let end = (at + length).min(letters.len());
            text = letters[..at].iter().copied().chain(put.chars()).chain(letters[end..].iter().copied()).collect();
        }
        check_stable(&text);
    }
}

/// Reading never panics; what was read and kept is the same after writing and reading again.
fn check_stable(text: &str) {
    let first = format::read(text);
    if first.read_only {
        return;
    }
    let written = format::write(&first.document);
    let second = format::read(&written);
    assert!(!second.read_only, "{text}\n=> {written}");
    assert_eq!(second.document.graphs.len(), first.document.graphs.len());
    for (id, graph) in &first.document.graphs {
        let again = &second.document.graphs[id];
        assert_eq!(again.nodes, graph.nodes, "{text}\n=> {written}");
        assert_eq!(again.links, graph.links, "{text}\n=> {written}");
        assert_eq!(
            again.unreadable.len(),
            graph.unreadable.len(),
            "{text}\n=> {written}\n{:?}\n{:?}",
            graph.unreadable,
            again.unreadable
        );
    }
    assert_eq!(format::write(&second.document), written, "{text}");
}

fn problems(text: &str) -> Vec<String> {
    format::read(text)
        .problems
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn check_problem(text: &str, expected: &str) {
    let problems = problems(text);
    assert!(
        problems.len() == 1 && problems[0].contains(expected),
        "{problems:#?} instead of {expected}"
    );
}

const SMALL: &str = r#"(
    format: 1,
    nodes: {
        "a": (
            type: "number",
            version: 1,
            values: {
                "value": 2.5,
            },
        ),
        "b": (
            type: "math",
            version: 1,
        ),
    },
    links: {
        "b.a": "a.number",
    },
    layout: (
        nodes: {
            "a": (0.0, 0.0),
            "b": (200.0, 0.0),
        },
    ),
)
"#;

#[test]
fn the_small_document_is_canonical() {
    let reading = format::read(SMALL);
    assert_eq!(reading.problems, []);
    assert_eq!(format::write(&reading.document), SMALL);
}

#[test]
fn numbers_that_are_none_keep_their_text() {
    for (number, message) in [
        (
            "NaN",
            "8:26: nodes/a/values/value: NaN is not a finite number",
        ),
        (
            "inf",
            "8:26: nodes/a/values/value: inf is not a finite number",
        ),
        (
            "1e999",
            "8:26: nodes/a/values/value: 1e999 is larger than 1e9",
        ),
        (
            "-1e30",
            "8:26: nodes/a/values/value: -1e30 is larger than 1e9",
        ),
    ] {
        let text = SMALL.replace("2.5", number);
        check_problem(&text, message);
        let mut document = format::read(&text).document;
        let node = document.graph().nodes[&NodeId::from("a")].clone();
        assert!(node.values.is_empty());
        assert_eq!(format::write(&document), text, "kept word for word");
        // A value that is set goes before the one that could not be read.
        let root = document.root.clone();
        let graph = document.graphs.get_mut(&root).unwrap();
        let values = &mut graph.nodes.get_mut(&NodeId::from("a")).unwrap().values;
        values.insert(Key::new("value"), Value::Number(Finite::new(2.5).unwrap()));
        assert_eq!(format::write(&document), SMALL);
    }
}

#[test]
fn hand_broken_text_loses_nothing_else() {
    for (from, to, nodes, expected) in [
        // a bracket, a quote, a comma, a colon, a whole line
        (
            "            },\n        ),\n        \"b\"",
            "            },\n        \"b\"",
            2,
            "4:14: this bracket is not closed",
        ),
        ("\"number\",\n", "\"number,\n", 1, "no closing quote"),
        ("type: \"math\",", "type: \"math\"", 1, ""),
        ("\"b\": (", "\"b\" (", 1, "has no key"),
        ("            type: \"math\",\n", "", 1, "nodes/b is no node"),
        (
            "version: 1,\n        ),\n    },",
            "version: one,\n        ),\n    },",
            2,
            "13:22: nodes/b/version: one is no whole number",
        ),
    ] {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL);
        let reading = format::read(&text);
        let listed = problems(&text);
        assert_eq!(
            reading.document.graph().nodes.len(),
            nodes,
            "{to}: {listed:#?}"
        );
        assert!(!reading.read_only);
        assert!(
            listed.iter().any(|problem| problem.contains(expected)),
            "{to}: {listed:#?}"
        );
        check_stable(&text);
    }
}

#[test]
fn a_broken_node_keeps_its_links() {
    let broken = SMALL.replace("type: \"number\",", "type: number,");
    let reading = format::read(&broken);
    assert!(reading.document.graph().links.is_empty());
    let written = format::write(&reading.document);
    let mended = written.replace("type: number,", "type: \"number\",");
    assert_eq!(format::read(&mended).document, format::read(SMALL).document);
}

/// Where comments stand that people write.
const COMMENTED: &str = r#"// The graph of the avenue.
/* Two lines
   of licence. */
(
    format: 1, // as of spring
    // all nodes
    nodes: {
        // the first
        // of two
        "a": (
            type: "number",
            version: 1, /* same since */
            values: {
                // metres: "half" the height
                "value": 2.5, // measured
                // nothing more
            },
        ), // a ends
        "b": (
            type: "math",
            version: 1,
            // no values yet
        ),
        // room for more
    },
    links: {
        "b.a": "a.number", // 树
    },
    layout: (
        nodes: {
            "a": (0.0, 0.0), // left
            "b": (200.0, 0.0),
        },
        items: {
            // a note
            "c": (
                kind: "comment",
                // its words
                text: "// not a comment",
                position: (0.0, 0.0),
            ),
        },
    ),
    // the end
)
// behind it
"#;

#[test]
fn comments_stay_with_their_entries() {
    let reading = format::read(COMMENTED);
    assert_eq!(reading.problems, []);
    let mut document = reading.document;
    assert_eq!(format::write(&document), COMMENTED);
    let before = document.clone();

    // A node takes its comments along and back.
    let remove = Edit::RemoveNode {
        id: NodeId::from("a"),
    };
    let inverse = apply(&mut document, remove).unwrap();
    let text = format::write(&document);
    assert!(
        !text.contains("the first") && text.contains("// no values yet"),
        "{text}"
    );
    apply(&mut document, inverse).unwrap();
    assert_eq!(
        (format::write(&document).as_str(), &document),
        (COMMENTED, &before)
    );

    // A comment stays at its value, whatever that becomes.
    let number = |number| Finite::new(number).map(Value::Number);
    let set = |value| Edit::SetValue {
        id: NodeId::from("a"),
        key: Key::new("value"),
        value,
    };
    apply(&mut document, set(number(9.0))).unwrap();
    assert_eq!(format::write(&document), COMMENTED.replace("2.5", "9.0"));
    apply(&mut document, set(None)).unwrap();
    let text = format::write(&document);
    assert!(
        text.contains("// nothing more") && !text.contains("// measured"),
        "{text}"
    );
}

#[test]
fn comments_in_odd_places_move_but_stay() {
    for (from, to) in [
        ("\"a\": (", "\"a\" /* odd */ : (\n"),
        ("nodes: {", "nodes: { // odd\n"),
        ("2.5,", "2.5 /* odd */,"),
        ("(0.0, 0.0)", "(0.0, /* odd */ 0.0)"),
        ("\"math\",", "\"math\" // odd\n,"),
        ("format: 1,", "/* odd */ format: 1,"),
        ("\n)\n", "\n /* odd */ )"),
        ("layout: (", "layout: ( /* odd */"),
        ("\"value\": 2.5,", "/* odd */"),
        ("version: 1,", "version: one, // odd\n"),
    ] {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL);
        let reading = format::read(&text);
        let written = format::write(&reading.document);
        assert!(written.contains(" odd"), "{to}: {written}");
        assert_eq!(
            format::write(&format::read(&written).document),
            written,
            "{to}"
        );
        check_stable(&text);
    }
}

#[test]
fn comments_beside_what_is_kept_are_kept() {
    check_stable("(format: 1, 9/**/, * // why\n, nodes: {})");
}

/// What is kept of a second section of one name must not become that section when the first is empty.
#[test]
fn a_second_section_does_not_come_to_life() {
    check_stable(
        "(\n    format: 1,\n    nodes: {\n    [    \"a\": (\n            type: \"_\",\n        ),\n    :,\n        \
         nodes: {\n            \"a\": (0.0, 1.0),\n        },\n        items: {\n        },\n    ),\n)\n",
    );
    check_stable("(nodes: {\"a\": (type: \"number\", name: \"\", name: \"second\")})");
    check_stable("(nodes: {}, nodes: {\"a\": (type: \"number\")})");
}

#[test]
fn what_is_not_known_survives() {
    let newer = SMALL
        .replace("    nodes: {\n        \"a\"", "    nodes: {\n        \"x\": (\n            type: \"hologram\",\n            version: 9,\n            values: {\n                \"depth\": [1.0, 2.0],\n                \"mood\": Calm(3),\n            },\n            colour: Blue,\n        ),\n        \"a\"")
        .replace("    links: {", "    thumbnail: \"abc\",\n    links: {");
    let reading = format::read(&newer);
    assert!(!reading.read_only);
    assert!(
        reading
            .document
            .graph()
            .nodes
            .contains_key(&NodeId::from("x"))
    );
    let written = format::write(&reading.document);
    for piece in [
        "\"hologram\"",
        "version: 9",
        "\"depth\": [1.0, 2.0]",
        "\"mood\": Calm(3)",
        "colour: Blue",
        "thumbnail: \"abc\"",
    ] {
        assert!(written.contains(piece), "{piece}\n{written}");
    }
    assert_eq!(format::write(&format::read(&written).document), written);
}

#[test]
fn a_newer_format_is_for_reading_only() {
    let reading = format::read(&SMALL.replace("format: 1", "format: 2"));
    assert!(reading.read_only);
    assert_eq!(reading.document.graph().nodes.len(), 2);
    check_problem(
        &SMALL.replace("format: 1", "format: 2"),
        "2:13: format 2 is newer than 1",
    );
}

#[test]
fn what_is_no_document_is_not_overwritten() {
    for text in ["", "hello", "{}", "\u{0}\u{1}", "[1, 2]"] {
        let reading = format::read(text);
        assert!(reading.read_only, "{text:?}");
        assert_eq!(reading.document, Document::default());
        check_problem(text, "this is no Windwright document");
    }
}

#[test]
fn loops_are_opened() {
    let text = SMALL.replace(
        "\"b.a\": \"a.number\",",
        "\"a.value\": \"b.number\",\n        \"b.a\": \"a.number\",",
    );
    let reading = format::read(&text);
    assert_eq!(reading.document.graph().links.len(), 1);
    check_problem(&text, "closes a loop");
}

#[test]
fn hostile_texts_end_soon() {
    let rows = [
        "(".repeat(1 << 20),
        "(nodes: {".repeat(1 << 17),
        format!("(nodes: {{{}", "\"a\": (\n".repeat(1 << 18)),
        format!("(nodes: {{\n{}", "x\n(\n".repeat(1 << 18)),
        format!("(a: {}", "/*".repeat(1 << 20)),
        format!("(a: {}", "\"".repeat(1 << 20)),
        format!("(links: {{{}}})", "\"a.b\": \"c.d\",".repeat(1 << 16)),
        format!(
            "(nodes: {{\"a\": (type: \"x\", values: {{\"v\": [{}]}})}})",
            "1,".repeat(1 << 20)
        ),
        "x".repeat(format::MAX_BYTES + 1),
    ];
    for text in rows {
        let reading = format::read(&text);
        assert!(
            (1..=format::MAX_PROBLEMS).contains(&reading.problems.len()),
            "{text:.40}"
        );
    }
}

#[test]
fn older_nodes_are_brought_up_to_date() {
    let steps = [
        Step {
            type_key: "number",
            from: 1,
            change: |values| {
                if let Some(value) = values.remove(&Key::new("value")) {
                    values.insert(Key::new("amount"), value);
                }
            },
        },
        Step {
            type_key: "number",
            from: 2,
            change: |values| {
                values.insert(Key::new("unit"), Value::Text(String::from("m")));
            },
        },
    ];
    let reading = format::read_with(SMALL, &steps);
    let node = &reading.document.graph().nodes[&NodeId::from("a")];
    assert_eq!(node.version, 3);
    let keys: Vec<&str> = node.values.keys().map(Key::as_str).collect();
    assert_eq!(keys, ["amount", "unit"]);
    assert_eq!(reading.problems.len(), 1);
    assert_eq!(reading.problems[0].severity, Severity::Note);
}

#[test]
fn nodes_without_a_place_get_one() {
    let start = SMALL.find("    layout").unwrap();
    let reading = format::read(&format!("{})", &SMALL[..start]));
    let places = &reading.document.layout.nodes;
    assert_eq!(places.len(), 2);
    assert!(places[&NodeId::from("a")][0] < places[&NodeId::from("b")][0]);
}

#[test]
fn byte_order_marks_and_line_ends_of_other_systems_are_read() {
    let text = format!("\u{feff}{}", DEFAULT_GRAPH.replace('\n', "\r\n"));
    let reading = format::read(&text);
    assert_eq!(reading.problems, []);
    assert_eq!(format::write(&reading.document), DEFAULT_GRAPH);
}

/// Faults of every kind in one text: each is listed where it stands, and the rest is read.
#[test]
fn each_fault_is_listed_with_line_and_column() {
    let text = r#"(
    format: 1,
    nodes: {
        "a": (
            type: "number",
            version: one,
            values: {
                "value": NaN,
                "other": 1e30,
                "third": [1.0, 1e999],
                loose,
            },
        ),
        "a": (type: "math"),
        "c": 5,
        "树": (type: "math", note: 7),
    },
    links: {
        "c.a": "a.number",
        "a.x": 7,
        "a.value": "a.number",
    },
    surprise: 3,
    layout: (
        nodes: {
            "a": (0.0, inf),
        },
    ),
)
"#;
    let places: Vec<(usize, usize)> = format::read(text)
        .problems
        .iter()
        .map(|problem| (problem.line, problem.column))
        .collect();
    let expected = [
        (6, 22),  // version: one
        (8, 26),  // NaN
        (9, 26),  // 1e30
        (10, 32), // 1e999 in a list
        (11, 17), // no key
        (14, 9),  // the second "a"
        (15, 14), // no node
        (16, 35), // a note that is no text
        (19, 9),  // a link from nowhere
        (20, 9),  // no link
        (21, 9),  // a loop
        (23, 5),  // not known
        (26, 24), // inf
    ];
    assert_eq!(places, expected, "{:#?}", problems(text));
    let read = format::read(text).document;
    assert_eq!(read.graph().nodes.len(), 2);
    check_stable(text);
}
