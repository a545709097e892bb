//! Finding where an entry ends: brackets, strings and comments, without recursion.

use std::ops::Range;

/// Deepest nesting of brackets inside one entry.
const MAX_DEPTH: usize = 64;

/// A place where the text breaks the rules of brackets and strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: &'static str,
}

/// The first `,` at or after `range.start` that stands outside all brackets, or the end of the range;
/// and the end of the last thing before it that is neither space nor comment.
pub(super) fn entry_end(text: &str, range: Range<usize>) -> Result<(usize, usize), Fault> {
    let bytes = text.as_bytes();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut at = range.start;
    let mut end = at;
    while at < range.end {
        let next = skip_trivia(text, at..range.end)?;
        if next > at {
            at = next;
            continue;
        }
        match bytes.get(at).copied().unwrap_or_default() {
            b',' if open.is_empty() => return Ok((at, end)),
            bracket @ (b'(' | b'[' | b'{') => {
                if open.len() == MAX_DEPTH {
                    return Err(fault(at, "brackets are nested too deeply"));
                }
                open.push((bracket, at));
                at += 1;
            }
            bracket @ (b')' | b']' | b'}') => {
                match open.pop() {
                    Some((opening, _)) if closes(opening, bracket) => {}
                    Some((_, opened)) => return Err(fault(opened, "this bracket is not closed")),
                    None => return Err(fault(at, "this bracket closes nothing")),
                }
                at += 1;
            }
            b'"' => at = string_end(text, at..range.end)?,
            b'r' if !follows_word(bytes, at) => at = raw_string_end(text, at..range.end)?,
            b'\'' => at = char_end(text, at..range.end),
            _ => at += 1,
        }
        end = at;
    }
    match open.last() {
        Some((_, opened)) => Err(fault(*opened, "this bracket is not closed")),
        None => Ok((range.end, end)),
    }
}

/// First place at or after `range.start` that is neither space nor comment, or the end.
pub(super) fn skip_trivia(text: &str, range: Range<usize>) -> Result<usize, Fault> {
    let mut at = range.start;
    while let Some(rest) = text.get(at..range.end) {
        let trimmed = rest.trim_start();
        at = range.end - trimmed.len();
        if trimmed.starts_with("//") {
            at = trimmed.find('\n').map_or(range.end, |line| at + line);
        } else if trimmed.starts_with("/*") {
            at = comment_end(text, at..range.end)?;
        } else {
            return Ok(at);
        }
    }
    Ok(range.end)
}

/// Places of all comments in a range, texts left aside; one that is not closed ends the search.
pub(super) fn comments(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = bytes.get(at..range.end).unwrap_or_default();
        at = match rest {
            [b'/', b'/', ..] => {
                let end = rest.iter().position(|byte| *byte == b'\n');
                let end = end.map_or(range.end, |line| at + line);
                found.push(at..end);
                end
            }
            [b'/', b'*', ..] => match comment_end(text, at..range.end) {
                Ok(end) => {
                    found.push(at..end);
                    end
                }
                Err(_) => return found,
            },
            [b'"', ..] => string_end(text, at..range.end).unwrap_or(at + 1),
            [b'r', ..] if !follows_word(bytes, at) => {
                raw_string_end(text, at..range.end).unwrap_or(at + 1)
            }
            [b'\'', ..] => char_end(text, at..range.end),
            _ => at + 1,
        };
    }
    found
}

fn fault(at: usize, message: &'static str) -> Fault {
    Fault { at, message }
}

fn closes(opening: u8, closing: u8) -> bool {
    matches!(
        (opening, closing),
        (b'(', b')') | (b'[', b']') | (b'{', b'}')
    )
}

fn follows_word(bytes: &[u8], at: usize) -> bool {
    at > 0
        && bytes
            .get(at - 1)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Comments nest.
fn comment_end(text: &str, range: Range<usize>) -> Result<usize, Fault> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = range.start;
    while at + 1 < range.end {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'/'), Some(b'*')) => {
                depth += 1;
                at += 2;
            }
            (Some(b'*'), Some(b'/')) => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Ok(at);
                }
            }
            _ => at += 1,
        }
    }
    Err(fault(range.start, "this comment is not closed"))
}

/// A string ends on its line: that keeps a lost quote from swallowing what follows.
fn string_end(text: &str, range: Range<usize>) -> Result<usize, Fault> {
    let bytes = text.as_bytes();
    let mut at = range.start + 1;
    while at < range.end {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at += 2,
            Some(b'\n') | None => break,
            Some(_) => at += 1,
        }
    }
    Err(fault(range.start, "this text has no closing quote"))
}

fn raw_string_end(text: &str, range: Range<usize>) -> Result<usize, Fault> {
    let Some(rest) = text.get(range.start + 1..range.end) else {
        return Ok(range.end);
    };
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    let Some(body) = rest.get(hashes..).and_then(|rest| rest.strip_prefix('"')) else {
        return Ok(range.start + 1);
    };
    let closing = format!("\"{}", "#".repeat(hashes));
    match body.find(&closing) {
        Some(found) => Ok(range.start + 1 + hashes + 1 + found + closing.len()),
        None => Err(fault(range.start, "this text has no closing quote")),
    }
}

/// `'x'` and `'\n'`; a lone quote is passed over.
fn char_end(text: &str, range: Range<usize>) -> usize {
    let Some(rest) = text.get(range.start + 1..range.end) else {
        return range.end;
    };
    let mut chars = rest.char_indices();
    let escaped = rest.starts_with('\\');
    let skip = if escaped { 2 } else { 1 };
    match chars.nth(skip) {
        Some((at, '\'')) => range.start + 1 + at + 1,
        _ => range.start + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_end_at_their_comma() {
        let rows = [
            ("1.0, 2.0", 3, 3),
            ("(a: 1, b: [2, 3]), x", 17, 17),
            ("\"a, \\\" b\" , x", 10, 9),
            ("r#\"a \" , \"#, x", 11, 11),
            ("1.0 // one, two\n, x", 16, 3),
            ("1.0 /* , /* , */ */, x", 19, 3),
            ("',', x", 3, 3),
            ("'\\'', x", 4, 4),
            ("car, x", 3, 3),
            ("last", 4, 4),
            ("", 0, 0),
        ];
        for (text, comma, end) in rows {
            assert_eq!(entry_end(text, 0..text.len()), Ok((comma, end)), "{text}");
        }
    }

    #[test]
    fn comments_are_found_outside_texts() {
        let text = "a: 1, // \"one\n\"// no\", r#\"/* \" no */\"#, /* two /* 2 */ \n*/ '/' /* open";
        let found: Vec<&str> = comments(text, 0..text.len())
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, ["// \"one", "/* two /* 2 */ \n*/"]);
    }

    #[test]
    fn faults_say_where() {
        let deep = "(".repeat(100_000);
        let rows = [
            ("(a: 1, b", 0),
            ("a: (b: [1)", 7),
            ("1), x", 1),
            ("\"abc\n\", x", 0),
            ("r#\"abc\", x", 0),
            ("1 /* x", 2),
            (deep.as_str(), MAX_DEPTH),
        ];
        for (text, at) in rows {
            let found = entry_end(text, 0..text.len()).unwrap_err();
            assert_eq!(found.at, at, "{text:.20}");
        }
    }
}
