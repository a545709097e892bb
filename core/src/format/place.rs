//! Where an unreadable piece stands in a document: the keys on the way to it, as one text.

/// A place, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Keys on the way to it.
    pub(super) way: Vec<String>,
    /// Its own key; `None` for a piece without a readable key, which is kept with its whole text.
    pub(super) key: Option<String>,
}

/// Joins keys with `/`.
pub(super) fn join(keys: &[&str]) -> String {
    let escaped: Vec<String> = keys.iter().map(|key| escape(key)).collect();
    escaped.join("/")
}

/// Place of a piece without a key: an empty key, which [`join`] never writes, and a number.
///
/// Numbers have a fixed width, so that pieces stay in their order.
pub(super) fn join_loose(way: &[&str], number: usize) -> String {
    let mut place = join(way);
    if !way.is_empty() {
        place.push('/');
    }
    place + &format!("/{number:06}")
}

/// Takes apart what [`join`] or [`join_loose`] joined.
pub(super) fn split(place: &str) -> Place {
    let mut keys: Vec<&str> = place.split('/').collect();
    let last = keys.pop();
    let loose = keys.last() == Some(&"");
    if loose {
        keys.pop();
    }
    Place {
        way: keys.into_iter().map(unescape).collect(),
        key: last.filter(|_| !loose).map(unescape),
    }
}

fn escape(key: &str) -> String {
    if key.is_empty() {
        String::from("%")
    } else {
        key.replace('%', "%25").replace('/', "%2F")
    }
}

fn unescape(key: &str) -> String {
    if key == "%" {
        String::new()
    } else {
        key.replace("%2F", "/").replace("%25", "%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_keys_come_back() {
        for keys in [
            vec!["nodes", "a/b", "values", "c"],
            vec!["%2F", "%"],
            vec!["nodes", "", "1"],
            vec![""],
        ] {
            let (key, way) = keys.split_last().unwrap();
            let place = split(&join(&keys));
            assert_eq!(
                (place.key.as_deref(), place.way),
                (
                    Some(*key),
                    way.iter().map(|key| (*key).to_owned()).collect()
                )
            );
        }
        for way in [vec![], vec!["nodes"], vec!["nodes", ""]] {
            let place = split(&join_loose(&way, 7));
            assert_eq!((place.key, place.way.len()), (None, way.len()), "{way:?}");
        }
    }
}
