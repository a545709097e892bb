//! Edits of what stands where on the canvas.

use std::collections::BTreeMap;

use super::{Edit, EditError, check_finite, check_node, graph, put};
use crate::{
    document::Document,
    graph::NodeId,
    layout::{Item, ItemId},
};

pub(super) fn move_nodes(
    document: &mut Document,
    positions: BTreeMap<NodeId, [f32; 2]>,
) -> Result<Edit, EditError> {
    for (id, position) in &positions {
        check_node(graph(document), id)?;
        check_finite(*position)?;
    }
    let places = &mut document.layout.nodes;
    let before: BTreeMap<NodeId, [f32; 2]> = positions
        .keys()
        .map(|id| (id.clone(), places.get(id).copied().unwrap_or_default()))
        .collect();
    if before == positions {
        return Err(EditError::NoChange);
    }
    places.extend(positions);
    Ok(Edit::MoveNodes { positions: before })
}

pub(super) fn set_item(
    document: &mut Document,
    id: ItemId,
    item: Option<Item>,
) -> Result<Edit, EditError> {
    match &item {
        Some(Item::Frame { position, size, .. }) => {
            check_finite(*position)?;
            check_finite(*size)?;
        }
        Some(Item::Comment { position, .. } | Item::Reroute { position, .. }) => {
            check_finite(*position)?;
        }
        None => {}
    }
    let items = &mut document.layout.items;
    let before = items.get(&id).cloned();
    if before == item {
        return Err(EditError::NoChange);
    }
    put(items, id.clone(), item);
    Ok(Edit::SetItem { id, item: before })
}
