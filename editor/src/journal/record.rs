//! Edits as lines of text: one line a step, so that a torn last line loses nothing but itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use windwright_core::{
    edit::Edit,
    format,
    graph::{Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    value::{Finite, Value},
};

#[derive(Serialize, Deserialize)]
enum ValueRecord {
    Number(f32),
    Integer(i64),
    Toggle(bool),
    Vector([f32; 3]),
    Numbers(Vec<f32>),
    Text(String),
}

#[derive(Serialize, Deserialize)]
struct NodeRecord {
    type_key: String,
    version: u32,
    name: String,
    note: String,
    bypass: bool,
    values: BTreeMap<String, ValueRecord>,
}

type PortRecord = (String, String);

#[derive(Serialize, Deserialize)]
enum ItemRecord {
    Frame {
        title: String,
        position: [f32; 2],
        size: [f32; 2],
        colour: String,
    },
    Comment {
        text: String,
        position: [f32; 2],
    },
    Reroute {
        input: PortRecord,
        position: [f32; 2],
    },
}

#[derive(Serialize, Deserialize)]
enum EditRecord {
    AddNode {
        id: String,
        node: NodeRecord,
        links: Vec<(PortRecord, PortRecord)>,
        position: [f32; 2],
    },
    RemoveNode {
        id: String,
    },
    SetValue {
        id: String,
        key: String,
        value: Option<ValueRecord>,
    },
    Connect {
        input: PortRecord,
        output: PortRecord,
    },
    Disconnect {
        input: PortRecord,
    },
    MoveNodes {
        positions: BTreeMap<String, [f32; 2]>,
    },
    Describe {
        id: String,
        name: String,
        note: String,
        bypass: bool,
    },
    SetItem {
        id: String,
        item: Option<ItemRecord>,
    },
    SetMetadata {
        key: String,
        text: Option<String>,
    },
    Replace {
        document: String,
    },
}

/// One step as one line, without the line's end.
pub(super) fn to_line(edits: &[Edit]) -> Result<String, serde_json::Error> {
    let records: Vec<EditRecord> = edits.iter().map(record).collect();
    serde_json::to_string(&records)
}

/// The step of a line; `None` if the line is torn or of another version.
pub(super) fn from_line(line: &str) -> Option<Vec<Edit>> {
    let records: Vec<EditRecord> = serde_json::from_str(line).ok()?;
    records.into_iter().map(edit).collect()
}

fn port(port: &Port) -> PortRecord {
    (port.node.to_string(), port.key.to_string())
}

fn read_port((node, key): PortRecord) -> Port {
    Port::new(NodeId::new(node), key)
}

fn value(value: &Value) -> ValueRecord {
    match value {
        Value::Number(number) => ValueRecord::Number(number.get()),
        Value::Integer(number) => ValueRecord::Integer(*number),
        Value::Toggle(on) => ValueRecord::Toggle(*on),
        Value::Vector(parts) => ValueRecord::Vector(parts.map(Finite::get)),
        Value::Numbers(numbers) => {
            ValueRecord::Numbers(numbers.iter().map(|number| number.get()).collect())
        }
        Value::Text(text) => ValueRecord::Text(text.clone()),
    }
}

fn read_value(record: ValueRecord) -> Option<Value> {
    Some(match record {
        ValueRecord::Number(number) => Value::Number(Finite::new(number)?),
        ValueRecord::Integer(number) => Value::Integer(number),
        ValueRecord::Toggle(on) => Value::Toggle(on),
        ValueRecord::Vector([x, y, z]) => {
            Value::Vector([Finite::new(x)?, Finite::new(y)?, Finite::new(z)?])
        }
        ValueRecord::Numbers(numbers) => Value::Numbers(
            numbers
                .into_iter()
                .map(Finite::new)
                .collect::<Option<_>>()?,
        ),
        ValueRecord::Text(text) => Value::Text(text),
    })
}

fn node(node: &Node) -> NodeRecord {
    NodeRecord {
        type_key: node.type_key.clone(),
        version: node.version,
        name: node.name.clone(),
        note: node.note.clone(),
        bypass: node.bypass,
        values: node
            .values
            .iter()
            .map(|(key, content)| (key.to_string(), value(content)))
            .collect(),
    }
}

fn read_node(record: NodeRecord) -> Option<Node> {
    let mut node = Node::new(record.type_key, record.version);
    node.name = record.name;
    node.note = record.note;
    node.bypass = record.bypass;
    for (key, content) in record.values {
        node.values.insert(Key::new(key), read_value(content)?);
    }
    Some(node)
}

fn item(item: &Item) -> ItemRecord {
    match item.clone() {
        Item::Frame {
            title,
            position,
            size,
            colour,
        } => ItemRecord::Frame {
            title,
            position,
            size,
            colour,
        },
        Item::Comment { text, position } => ItemRecord::Comment { text, position },
        Item::Reroute { input, position } => ItemRecord::Reroute {
            input: port(&input),
            position,
        },
    }
}

fn read_item(record: ItemRecord) -> Item {
    match record {
        ItemRecord::Frame {
            title,
            position,
            size,
            colour,
        } => Item::Frame {
            title,
            position,
            size,
            colour,
        },
        ItemRecord::Comment { text, position } => Item::Comment { text, position },
        ItemRecord::Reroute { input, position } => Item::Reroute {
            input: read_port(input),
            position,
        },
    }
}

fn record(edit: &Edit) -> EditRecord {
    match edit {
        Edit::AddNode {
            id,
            node: added,
            links,
            position,
        } => EditRecord::AddNode {
            id: id.to_string(),
            node: node(added),
            links: links
                .iter()
                .map(|(to, from)| (port(to), port(from)))
                .collect(),
            position: *position,
        },
        Edit::RemoveNode { id } => EditRecord::RemoveNode { id: id.to_string() },
        Edit::SetValue {
            id,
            key,
            value: content,
        } => EditRecord::SetValue {
            id: id.to_string(),
            key: key.to_string(),
            value: content.as_ref().map(value),
        },
        Edit::Connect { input, output } => EditRecord::Connect {
            input: port(input),
            output: port(output),
        },
        Edit::Disconnect { input } => EditRecord::Disconnect { input: port(input) },
        Edit::MoveNodes { positions } => EditRecord::MoveNodes {
            positions: positions
                .iter()
                .map(|(id, place)| (id.to_string(), *place))
                .collect(),
        },
        Edit::Describe {
            id,
            name,
            note,
            bypass,
        } => EditRecord::Describe {
            id: id.to_string(),
            name: name.clone(),
            note: note.clone(),
            bypass: *bypass,
        },
        Edit::SetItem { id, item: content } => EditRecord::SetItem {
            id: id.to_string(),
            item: content.as_ref().map(item),
        },
        Edit::SetMetadata { key, text } => EditRecord::SetMetadata {
            key: key.clone(),
            text: text.clone(),
        },
        Edit::Replace { document } => EditRecord::Replace {
            document: format::write(document),
        },
    }
}

fn edit(record: EditRecord) -> Option<Edit> {
    Some(match record {
        EditRecord::AddNode {
            id,
            node,
            links,
            position,
        } => Edit::AddNode {
            id: NodeId::new(id),
            node: read_node(node)?,
            links: links
                .into_iter()
                .map(|(to, from)| (read_port(to), read_port(from)))
                .collect(),
            position,
        },
        EditRecord::RemoveNode { id } => Edit::RemoveNode {
            id: NodeId::new(id),
        },
        EditRecord::SetValue { id, key, value } => Edit::SetValue {
            id: NodeId::new(id),
            key: Key::new(key),
            value: match value {
                Some(value) => Some(read_value(value)?),
                None => None,
            },
        },
        EditRecord::Connect { input, output } => Edit::Connect {
            input: read_port(input),
            output: read_port(output),
        },
        EditRecord::Disconnect { input } => Edit::Disconnect {
            input: read_port(input),
        },
        EditRecord::MoveNodes { positions } => Edit::MoveNodes {
            positions: positions
                .into_iter()
                .map(|(id, place)| (NodeId::new(id), place))
                .collect(),
        },
        EditRecord::Describe {
            id,
            name,
            note,
            bypass,
        } => Edit::Describe {
            id: NodeId::new(id),
            name,
            note,
            bypass,
        },
        EditRecord::SetItem { id, item } => Edit::SetItem {
            id: ItemId::new(id),
            item: item.map(read_item),
        },
        EditRecord::SetMetadata { key, text } => Edit::SetMetadata { key, text },
        EditRecord::Replace { document } => Edit::Replace {
            document: Box::new(format::read(&document).document),
        },
    })
}
