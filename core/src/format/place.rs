//! Where an unreadable piece stands in a document: the keys on the way to it, as one text.
//!
//! A piece without a readable key stands under an empty key and a number, with its whole text.

/// Joins keys with `/`.
pub(super) fn join(keys: &[&str]) -> String {
    let escaped: Vec<String> = keys
        .iter()
        .map(|key| key.replace('%', "%25").replace('/', "%2F"))
        .collect();
    escaped.join("/")
}

/// The keys that [`join`] joined.
pub(super) fn keys(place: &str) -> Vec<String> {
    place
        .split('/')
        .map(|key| key.replace("%2F", "/").replace("%25", "%"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_keys_come_back() {
        for row in [
            vec!["nodes", "a/b", "values", "c"],
            vec!["%2F", "%"],
            vec!["nodes", "", "1"],
        ] {
            assert_eq!(keys(&join(&row)), row);
        }
    }
}
