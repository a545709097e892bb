//! Rules about the text of a file.

/// Lines before the tests of a Rust file; all lines of another.
pub fn line_count(path: &str, text: &str) -> usize {
    let is_rust = extension(path) == "rs";
    text.lines()
        .take_while(|line| !(is_rust && line.starts_with("#[cfg(") && line.contains("test")))
        .count()
}

/// What follows the last dot of a path.
pub(super) fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Words that no file may hold, with the reason. They are joined here so that this file does not hold them.
pub(super) fn forbidden_words() -> [(String, &'static str); 6] {
    [
        (
            ["..", "/shared"].concat(),
            "only the gate names the folder beside the checkout",
        ),
        (["/wo", "rk/"].concat(), "no place of one machine"),
        (
            ["/tm", "p/"].concat(),
            "no place of one machine; ask for a temporary folder",
        ),
        (["TO", "DO"].concat(), "finish it or leave it out"),
        (["FIX", "ME"].concat(), "mend it"),
        (["X", "XX"].concat(), "say what you mean"),
    ]
}
