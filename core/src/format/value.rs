//! One value: the leaves of a document.

use std::ops::Range;

use super::split::{inside, split};
use crate::value::{Finite, Value};

/// Most numbers in a list.
const MAX_NUMBERS: usize = 4096;

/// Why a leaf cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) remedy: &'static str,
}

fn refuse<T>(at: usize, message: impl Into<String>, remedy: &'static str) -> Result<T, Refusal> {
    Err(Refusal {
        at,
        message: message.into(),
        remedy,
    })
}

/// A value: number, whole number, true or false, text, `(x, y, z)` or `[list]`.
pub(super) fn value(text: &str, range: Range<usize>) -> Result<Value, Refusal> {
    let body = slice(text, &range);
    match body.chars().next() {
        Some('"' | 'r') => string(text, range).map(Value::Text),
        Some('(') => {
            let items = numbers(text, range.clone(), '(')?;
            match <[Finite; 3]>::try_from(items) {
                Ok(numbers) => Ok(Value::Vector(numbers)),
                Err(items) => refuse(
                    range.start,
                    format!("a vector has three numbers, not {}", items.len()),
                    "Write it as (x, y, z).",
                ),
            }
        }
        Some('[') => numbers(text, range, '[').map(Value::Numbers),
        _ if body == "true" => Ok(Value::Toggle(true)),
        _ if body == "false" => Ok(Value::Toggle(false)),
        _ => match body.parse::<i64>() {
            Ok(number) => Ok(Value::Integer(number)),
            Err(_) => finite(text, range).map(Value::Number),
        },
    }
}

/// A text in quotes.
pub(super) fn string(text: &str, range: Range<usize>) -> Result<String, Refusal> {
    ron::from_str::<String>(slice(text, &range)).or_else(|error| {
        refuse(
            range.start,
            format!("this is no text in quotes: {}", error.code),
            "Write it as \"text\".",
        )
    })
}

/// A whole number of 0 or more.
pub(super) fn unsigned(text: &str, range: Range<usize>) -> Result<u32, Refusal> {
    slice(text, &range).parse().or_else(|_error| {
        refuse(
            range.start,
            format!("{} is no whole number", shown(slice(text, &range))),
            "Write digits only.",
        )
    })
}

/// A pair of numbers.
pub(super) fn pair(text: &str, range: Range<usize>) -> Result<[f32; 2], Refusal> {
    let at = range.start;
    let items = numbers(text, range, '(')?;
    match <[Finite; 2]>::try_from(items) {
        Ok(pair) => Ok(pair.map(Finite::get)),
        Err(items) => refuse(
            at,
            format!("a place has two numbers, not {}", items.len()),
            "Write it as (x, y).",
        ),
    }
}

/// Numbers between brackets.
fn numbers(text: &str, range: Range<usize>, opening: char) -> Result<Vec<Finite>, Refusal> {
    let Some(inner) = inside(text, range.clone(), opening) else {
        return refuse(
            range.start,
            format!("{} is no list of numbers", shown(slice(text, &range))),
            "Write numbers in brackets, with commas.",
        );
    };
    let items = split(text, inner, 1);
    if items.len() > MAX_NUMBERS {
        return refuse(
            range.start,
            format!("a list has at most {MAX_NUMBERS} numbers"),
            "Shorten the list.",
        );
    }
    items
        .into_iter()
        .map(|item| finite(text, item.whole))
        .collect()
}

/// A number that is neither infinite nor absurdly large.
fn finite(text: &str, range: Range<usize>) -> Result<Finite, Refusal> {
    let body = slice(text, &range);
    let plain = body
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    match body.parse::<f32>() {
        Ok(number) if plain => match Finite::new(number) {
            Some(finite) => Ok(finite),
            None => refuse(
                range.start,
                format!("{} is larger than {:e}", shown(body), Finite::LIMIT),
                "Write a smaller number.",
            ),
        },
        Ok(_) => refuse(
            range.start,
            format!("{} is not a finite number", shown(body)),
            "Write a finite number.",
        ),
        Err(_) => refuse(
            range.start,
            format!("{} is no value that this version knows", shown(body)),
            "Write a number, true, false, a \"text\", (x, y, z) or [a list of numbers].",
        ),
    }
}

fn slice<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

/// The beginning of a text, for messages.
pub(super) fn shown(text: &str) -> String {
    let line: String = text.chars().take_while(|letter| *letter != '\n').collect();
    if line.chars().count() > 32 {
        line.chars().take(31).chain(['…']).collect()
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: f32) -> Finite {
        Finite::new(number).unwrap()
    }

    #[test]
    fn leaves_are_read() {
        let rows = [
            ("4.3", Value::Number(number(4.3))),
            ("-1e-7", Value::Number(number(-1e-7))),
            ("12", Value::Integer(12)),
            ("true", Value::Toggle(true)),
            (
                "\"a \\\"b\\\" 树\"",
                Value::Text(String::from("a \"b\" 树")),
            ),
            (
                "(1.0, 2, -3.5)",
                Value::Vector([1.0, 2.0, -3.5].map(number)),
            ),
            ("[]", Value::Numbers(Vec::new())),
            (
                "[1.0, 2.0]",
                Value::Numbers([1.0, 2.0].map(number).to_vec()),
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(value(text, 0..text.len()), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_value_is_refused_with_its_place() {
        let rows = [
            ("NaN", 0, "NaN is not a finite number"),
            ("inf", 0, "inf is not a finite number"),
            ("-inf", 0, "not a finite number"),
            ("1e999", 0, "1e999 is larger than 1e9"),
            ("1e30", 0, "1e30 is larger than 1e9"),
            ("99999999999999999999", 0, "is larger than 1e9"),
            ("[1.0, NaN]", 6, "NaN is not"),
            ("(1.0, 2.0)", 0, "a vector has three numbers, not 2"),
            ("Some(1.0)", 0, "no value that this version knows"),
            ("{\"a\": 1}", 0, "no value that this version knows"),
            ("\"abc", 0, "no text in quotes"),
            ("", 0, "no value"),
        ];
        for (text, at, message) in rows {
            let refusal = value(text, 0..text.len()).unwrap_err();
            assert_eq!(refusal.at, at, "{text}");
            assert!(
                refusal.message.contains(message),
                "{text}: {}",
                refusal.message
            );
        }
    }
}
