//! Cutting the inside of a bracket into entries, also where brackets or quotes are missing.

use std::ops::Range;

use super::{
    scan::{Fault, entry_end, skip_trivia},
    value,
};

/// Most entries of one bracket.
const MAX_ENTRIES: usize = 1 << 16;

/// One entry `key: value`, as places in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// All of it, without the comma.
    pub(super) whole: Range<usize>,
    /// Its key; empty if there is none.
    pub(super) key: Range<usize>,
    /// Its value.
    pub(super) value: Range<usize>,
    /// Where brackets or quotes do not match; its end is then judged by indentation.
    pub(super) fault: Option<Fault>,
}

impl Entry {
    /// Its key in `text`: a text in quotes, or a word; `None` where it cannot be read.
    pub(super) fn key_in(&self, text: &str) -> Option<String> {
        let key = text.get(self.key.clone()).unwrap_or_default();
        if key.starts_with('"') {
            value::string(text, self.key.clone()).ok()
        } else {
            (!key.is_empty()).then(|| key.to_owned())
        }
    }
}

/// Entries of `inside`, at most `most`; what follows the last one is one more entry with a fault.
pub(super) fn split(text: &str, inside: Range<usize>, most: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut faults = 0;
    let mut at = inside.start;
    while at < inside.end {
        let start = match skip_trivia(text, at..inside.end) {
            Ok(start) => start,
            Err(fault) => {
                entries.push(Entry {
                    whole: fault.at..inside.end,
                    key: fault.at..fault.at,
                    value: fault.at..inside.end,
                    fault: Some(fault),
                });
                break;
            }
        };
        if start >= inside.end {
            break;
        }
        let found = if entries.len() < MAX_ENTRIES {
            entry_end(text, start..inside.end)
        } else {
            faults = most;
            Err(Fault {
                at: start,
                message: "there are too many entries",
            })
        };
        let (next, end, fault) = match found {
            Ok((comma, end)) => (comma + 1, end, None),
            Err(fault) if faults < most => {
                faults += 1;
                let end = end_by_indentation(text, start..inside.end);
                (end, trim(text, start..end), Some(fault))
            }
            Err(fault) => (inside.end, trim(text, start..inside.end), Some(fault)),
        };
        at = next.max(start + 1).min(inside.end);
        while at < inside.end && !text.is_char_boundary(at) {
            at += 1;
        }
        if end > start {
            entries.push(entry(text, start..end, fault));
        }
    }
    entries
}

/// What stands between the brackets of `value`; `None` if it does not begin with `opening`.
///
/// The closing bracket may be missing.
pub(super) fn inside(text: &str, value: Range<usize>, opening: char) -> Option<Range<usize>> {
    let body = text.get(value.clone())?;
    let rest = body.strip_prefix(opening)?;
    let closing = match opening {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    let start = value.start + opening.len_utf8();
    Some(match rest.strip_suffix(closing) {
        Some(inner) => start..start + inner.len(),
        None => start..value.end,
    })
}

/// Finds the `:` behind a key: a string or a word.
fn entry(text: &str, whole: Range<usize>, fault: Option<Fault>) -> Entry {
    let body = text.get(whole.clone()).unwrap_or_default();
    let length = if body.starts_with('"') {
        string_length(body)
    } else {
        body.find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .filter(|length| *length > 0)
    };
    let found = length.and_then(|length| {
        let after = whole.start + length;
        let colon = skip_trivia(text, after..whole.end).ok()?;
        text.get(colon..whole.end)?
            .starts_with(':')
            .then(|| skip_trivia(text, colon + 1..whole.end).ok())?
            .map(|value| (whole.start..after, value..whole.end))
    });
    let (key, value) = found.unwrap_or((whole.start..whole.start, whole.clone()));
    Entry {
        whole,
        key,
        value,
        fault,
    }
}

fn string_length(body: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in body.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return Some(at + 1),
            '\n' => return None,
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    None
}

/// Where the next entry begins, if each stands on lines of its own, at least as far right as its first line.
///
/// A line that closes a bracket in the same column belongs to the entry.
fn end_by_indentation(text: &str, range: Range<usize>) -> usize {
    let line_start = text
        .get(..range.start)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1);
    let column = range.start - line_start;
    let mut at = range.start;
    while let Some(newline) = text.get(at..range.end).and_then(|rest| rest.find('\n')) {
        let line = at + newline + 1;
        let rest = text.get(line..range.end).unwrap_or_default();
        let content = rest.trim_start_matches([' ', '\t']);
        let indent = rest.len() - content.len();
        let blank = content.starts_with(['\n', '\r']) || content.is_empty();
        if !blank && indent <= column {
            let closes = content.starts_with([')', ']', '}']);
            if !closes || indent < column {
                return line;
            }
            return content
                .find('\n')
                .map_or(range.end, |newline| line + indent + newline);
        }
        at = line;
    }
    range.end
}

/// End of `range` without trailing space and commas.
fn trim(text: &str, range: Range<usize>) -> usize {
    let body = text.get(range.clone()).unwrap_or_default();
    range.start + body.trim_end().trim_end_matches(',').trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str, bool)]) {
        let found: Vec<(&str, &str, bool)> = split(text, 0..text.len(), 100)
            .iter()
            .map(|entry| {
                (
                    &text[entry.key.clone()],
                    &text[entry.value.clone()],
                    entry.fault.is_some(),
                )
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn sound_text_is_cut_at_commas() {
        check(
            " a: 1, // one\n \"b c\" : (x: 2, y: 3),\n",
            &[("a", "1", false), ("\"b c\"", "(x: 2, y: 3)", false)],
        );
        check("1.0, 2.0,", &[("", "1.0", false), ("", "2.0", false)]);
        check("", &[]);
    }

    #[test]
    fn a_lost_bracket_costs_one_entry() {
        check(
            "\n  a: (\n    x: 1,\n  b: (\n    x: 2,\n  ),\n  c: 3,\n",
            &[
                ("a", "(\n    x: 1", true),
                ("b", "(\n    x: 2,\n  )", false),
                ("c", "3", false),
            ],
        );
        check(
            "\n  a: (\n    x: 1]\n  ),\n  b: 2,\n",
            &[("a", "(\n    x: 1]\n  )", true), ("b", "2", false)],
        );
    }

    #[test]
    fn a_lost_quote_costs_one_line() {
        check(
            "\n  a: \"one,\n  b: \"two\",\n",
            &[("a", "\"one", true), ("b", "\"two\"", false)],
        );
    }
}
