//! Numbers typed into a field.

use windwright_core::value::Finite;

/// The number in a text; `None` leaves the field as it was: no number, not finite, or larger than any document holds.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| if letter == '−' { '-' } else { letter })
        .collect();
    let number: f64 = plain.parse().ok()?;
    Finite::new(number as f32).map(|_| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_document_holds_is_refused() {
        for text in [
            "NaN",
            "-nan",
            "inf",
            "-infinity",
            "1e999",
            "1e30",
            "-1e30",
            "",
            "x",
            "1,5",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        for (text, expected) in [
            ("4.3", 4.3),
            (" −2 ", -2.0),
            ("1e9", 1e9),
            ("1 000", 1000.0),
        ] {
            assert_eq!(number(text), Some(expected), "{text}");
        }
    }
}
