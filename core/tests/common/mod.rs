//! Random documents, made by random edits: what a user can do, a document can hold.

use proptest::prelude::*;
use windwright_core::{
    document::Document,
    edit::{Edit, apply},
    graph::{Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    value::{Finite, Value},
};

/// Few names, so that edits meet.
fn node_id() -> impl Strategy<Value = NodeId> {
    prop_oneof![
        6 => "[a-e]".prop_map(NodeId::new),
        1 => "\\PC{0,4}".prop_map(NodeId::new),
    ]
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        6 => "[x-z]".prop_map(Key::new),
        1 => "[ .%/\"\\\\\\n\u{0}a樹]{0,4}".prop_map(Key::new),
    ]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,8}",
        "[\"\\\\\\n\\r\\t/(){}\\[\\],:#'\u{0}\u{7f}\u{feff}樹é]{0,8}",
    ]
}

fn finite() -> impl Strategy<Value = Finite> {
    prop_oneof![
        any::<f32>().prop_filter_map("finite", Finite::new),
        (-1000_i16..1000)
            .prop_map(|number| Finite::new(f32::from(number) / 10.0).unwrap_or_default()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        finite().prop_map(Value::Number),
        any::<i64>().prop_map(Value::Integer),
        any::<bool>().prop_map(Value::Toggle),
        [finite(), finite(), finite()].prop_map(Value::Vector),
        prop::collection::vec(finite(), 0..5).prop_map(Value::Numbers),
        words().prop_map(Value::Text),
    ]
}

fn port() -> impl Strategy<Value = Port> {
    (node_id(), key()).prop_map(|(node, key)| Port { node, key })
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    [finite(), finite()].prop_map(|place| place.map(Finite::get))
}

fn node() -> impl Strategy<Value = Node> {
    (
        "[a-z_]{1,8}",
        0_u32..4,
        words(),
        words(),
        any::<bool>(),
        prop::collection::btree_map(key(), value(), 0..4),
    )
        .prop_map(|(type_key, version, name, note, bypass, values)| Node {
            type_key,
            version,
            name,
            note,
            bypass,
            values,
        })
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        (words(), place(), place(), "[a-z]{0,5}").prop_map(|(title, position, size, colour)| {
            Item::Frame {
                title,
                position,
                size,
                colour,
            }
        }),
        (words(), place()).prop_map(|(text, position)| Item::Comment { text, position }),
        (port(), place()).prop_map(|(input, position)| Item::Reroute { input, position }),
    ]
}

/// Any edit but the replacement of the whole document.
pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (node_id(), node(), prop::collection::btree_map(port(), port(), 0..3), place())
            .prop_map(|(id, node, links, position)| Edit::AddNode { id, node, links, position }),
        1 => node_id().prop_map(|id| Edit::RemoveNode { id }),
        3 => (node_id(), key(), prop::option::of(value()))
            .prop_map(|(id, key, value)| Edit::SetValue { id, key, value }),
        3 => (port(), port()).prop_map(|(input, output)| Edit::Connect { input, output }),
        1 => port().prop_map(|input| Edit::Disconnect { input }),
        2 => prop::collection::btree_map(node_id(), place(), 0..3)
            .prop_map(|positions| Edit::MoveNodes { positions }),
        1 => (node_id(), words(), words(), any::<bool>())
            .prop_map(|(id, name, note, bypass)| Edit::Describe { id, name, note, bypass }),
        1 => ("[a-c]", prop::option::of(item()))
            .prop_map(|(id, item)| Edit::SetItem { id: ItemId::new(id), item }),
        1 => (words(), prop::option::of(words()))
            .prop_map(|(key, text)| Edit::SetMetadata { key, text }),
    ]
}

/// A document that random edits made.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    prop::collection::vec(edit(), 0..40).prop_map(|edits| {
        let mut document = Document::default();
        for edit in edits {
            // Refused edits are part of the game.
            drop(apply(&mut document, edit));
        }
        document
    })
}
