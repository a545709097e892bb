//! Fresh ids: random, drawn here so that applying an edit stays pure.

use windwright_core::graph::NodeId;

/// Random bits; from the clock when the system has none.
fn bits() -> u32 {
    getrandom::u32().unwrap_or_else(|_| {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.subsec_nanos().rotate_left(13))
    })
}

/// A new node's id.
pub(crate) fn node(type_key: &str) -> NodeId {
    NodeId::from_bits(type_key, bits())
}

/// A new layout item's id.
pub(crate) fn item(kind: &str) -> String {
    NodeId::from_bits(kind, bits()).as_str().to_owned()
}
