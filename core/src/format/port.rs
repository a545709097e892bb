//! Ends of links as text: `node.key`.

use crate::graph::{NodeId, Port};

/// `node.key`; a dot inside the key is written `%2E`, so that the last dot always parts the two.
pub(super) fn write(port: &Port) -> String {
    let key = port.key.as_str().replace('%', "%25").replace('.', "%2E");
    format!("{}.{key}", port.node)
}

/// The port that [`write`] wrote; `None` without a dot.
pub(super) fn read(text: &str) -> Option<Port> {
    let (node, key) = text.rsplit_once('.')?;
    let key = key.replace("%2E", ".").replace("%25", "%");
    Some(Port::new(NodeId::from(node), key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_port_comes_back() {
        for (node, key) in [
            ("wind-1", "preset"),
            ("a.b", "c.d"),
            ("", ""),
            ("x", "%2E%25."),
        ] {
            let port = Port::new(NodeId::from(node), key);
            assert_eq!(read(&write(&port)), Some(port));
        }
        assert_eq!(read("nothing"), None);
    }
}
