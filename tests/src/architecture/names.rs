//! The paths that a Rust file names, its tests left out.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What a Rust file names.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Every path as written, `use` groups spread out: `std::fs::read`, `Instant`, `egui::Ui`.
    pub(super) paths: BTreeSet<String>,
    /// Words of the signatures of public functions.
    pub(super) public_signature_words: BTreeSet<String>,
    /// Names of attributes, such as `allow`.
    pub(super) attributes: BTreeSet<String>,
}

/// Reads `text`; comments and strings name nothing.
///
/// # Errors
/// The text is not Rust.
pub(super) fn names(text: &str) -> Result<Names, proc_macro2::LexError> {
    let mut names = Names::default();
    collect(text.parse()?, "", &mut names);
    Ok(names)
}

fn collect(stream: TokenStream, prefix: &str, names: &mut Names) {
    let tokens: Vec<TokenTree> = without_tests(stream);
    let mut path = prefix.to_owned();
    let mut joined = !prefix.is_empty();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(word) => {
                note_signature(&tokens, at, names);
                if !joined {
                    finish(&mut path, "", names);
                }
                if !path.is_empty() {
                    path.push_str("::");
                }
                path.push_str(&word.to_string());
                joined = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' && is_colon(&tokens, at + 1) => {
                joined = !path.is_empty();
                at += 1;
            }
            TokenTree::Group(group) => {
                let inner = if joined && group.delimiter() == Delimiter::Brace {
                    path.clone()
                } else {
                    String::new()
                };
                if is_hash(&tokens, at) && group.delimiter() == Delimiter::Bracket {
                    note_attribute(&group.stream(), names);
                }
                collect(group.stream(), &inner, names);
                finish(&mut path, prefix, names);
                joined = !prefix.is_empty();
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {
                finish(&mut path, prefix, names);
                joined = !prefix.is_empty();
            }
        }
        at += 1;
    }
    finish(&mut path, "", names);
}

/// Notes a complete path and begins the next one at `prefix`.
fn finish(path: &mut String, prefix: &str, names: &mut Names) {
    if !path.is_empty() && path != prefix {
        names.paths.insert(std::mem::take(path));
    }
    prefix.clone_into(path);
}

fn is_colon(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

fn is_hash(tokens: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    matches!(before, Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '#' | '!'))
}

fn note_attribute(stream: &TokenStream, names: &mut Names) {
    if let Some(TokenTree::Ident(word)) = stream.clone().into_iter().next() {
        names.attributes.insert(word.to_string());
    }
}

/// If `pub fn` (with `const` between, but not `pub(crate)`) begins at `at`, notes the words up to the body.
fn note_signature(tokens: &[TokenTree], at: usize, names: &mut Names) {
    let word = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    };
    if word(at) != "pub" {
        return;
    }
    let function = if word(at + 1) == "const" {
        at + 2
    } else {
        at + 1
    };
    if word(function) != "fn" {
        return;
    }
    let signature = tokens.iter().skip(function).take_while(
        |token| !matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    words(
        &signature.cloned().collect(),
        &mut names.public_signature_words,
    );
}

fn words(stream: &TokenStream, into: &mut BTreeSet<String>) {
    for token in stream.clone() {
        match token {
            TokenTree::Ident(word) => {
                into.insert(word.to_string());
            }
            TokenTree::Group(group) => words(&group.stream(), into),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The tokens but for items under `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn without_tests(stream: TokenStream) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        let test =
            matches!(tokens.peek(), Some(TokenTree::Group(group)) if is_test(&group.stream()));
        if !(hash && test) {
            kept.push(token);
            continue;
        }
        for skipped in tokens.by_ref() {
            let body = matches!(&skipped, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
            let end = matches!(&skipped, TokenTree::Punct(punct) if punct.as_char() == ';');
            if body || end {
                break;
            }
        }
    }
    kept
}

fn is_test(attribute: &TokenStream) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    text == "cfg(test)" || text.starts_with("cfg(all(test,")
}
