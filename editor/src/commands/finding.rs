//! A fault that `check` found, and how it is printed.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde::Serialize;
use windwright_core::compile::Severity;

use super::{arguments::Format, open::Opened};

/// One fault of one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1, where known.
    pub line: Option<usize>,
    /// Column, from 1, where known.
    pub column: Option<usize>,
    /// How bad: `note`, `warning` or `error`.
    #[serde(serialize_with = "severity_name")]
    pub severity: Severity,
    /// The node, where one is to blame.
    pub node: Option<String>,
    /// Its input, where one is to blame.
    pub input: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

/// Findings as text in `format`; JSON is an array even when it is empty.
///
/// # Errors
/// [`serde_json::Error`], which these plain values do not cause.
pub fn print(findings: &[Finding], format: Format) -> serde_json::Result<String> {
    let mut text = String::new();
    match format {
        Format::Json => {
            text = serde_json::to_string_pretty(findings)?;
            text.push('\n');
        }
        Format::Text => {
            for finding in findings {
                text.push_str(&finding.line());
                text.push('\n');
            }
        }
        Format::Github => {
            for finding in findings {
                text.push_str(&finding.workflow_command());
                text.push('\n');
            }
        }
    }
    Ok(text)
}

impl Finding {
    /// A finding about a whole file.
    pub fn of_file(path: &Path, severity: Severity, message: String) -> Self {
        Self {
            file: path.to_owned(),
            line: None,
            column: None,
            severity,
            node: None,
            input: None,
            message,
            remedy: String::new(),
        }
    }

    /// All findings about a graph: faults of its text, then of its meaning.
    pub fn of_graph(path: &Path, opened: &Opened) -> Vec<Self> {
        let problems = opened.problems.iter().map(|problem| Self {
            line: Some(problem.line),
            column: Some(problem.column),
            remedy: problem.remedy.clone(),
            ..Self::of_file(path, problem.severity, problem.message.clone())
        });
        let diagnostics = &opened.compilation.diagnostics;
        let diagnostics = diagnostics.iter().map(|diagnostic| Self {
            node: Some(diagnostic.node.to_string()),
            input: diagnostic.input.as_ref().map(ToString::to_string),
            remedy: diagnostic.remedy.clone(),
            ..Self::of_file(path, diagnostic.severity, diagnostic.message.clone())
        });
        problems.chain(diagnostics).collect()
    }

    /// `file:line:column: severity: node.input: message (remedy)`.
    pub fn line(&self) -> String {
        let mut line = self.file.display().to_string();
        for number in [self.line, self.column].into_iter().flatten() {
            push(&mut line, format_args!(":{number}"));
        }
        push(&mut line, format_args!(": {}: ", name(self.severity)));
        line.push_str(&self.sentence());
        line
    }

    fn sentence(&self) -> String {
        let mut sentence = String::new();
        if let Some(node) = &self.node {
            sentence.push_str(node);
            if let Some(input) = &self.input {
                push(&mut sentence, format_args!(".{input}"));
            }
            sentence.push_str(": ");
        }
        sentence.push_str(&self.message);
        if !self.remedy.is_empty() {
            push(&mut sentence, format_args!(" ({})", self.remedy));
        }
        sentence
    }

    fn workflow_command(&self) -> String {
        let kind = match self.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let escape = |text: &str| {
            text.replace('%', "%25")
                .replace('\r', "%0D")
                .replace('\n', "%0A")
        };
        let file = escape(&self.file.display().to_string())
            .replace(':', "%3A")
            .replace(',', "%2C");
        let mut command = format!("::{kind} file={file}");
        if let Some(line) = self.line {
            push(&mut command, format_args!(",line={line}"));
        }
        if let Some(column) = self.column {
            push(&mut command, format_args!(",col={column}"));
        }
        push(&mut command, format_args!("::{}", escape(&self.sentence())));
        command
    }
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn severity_name<S: serde::Serializer>(
    severity: &Severity,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name(*severity))
}

/// Adds to a text, which cannot fail.
fn push(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format() {
        let finding = Finding {
            file: PathBuf::from("a,b.ron"),
            line: Some(3),
            column: Some(7),
            severity: Severity::Error,
            node: Some(String::from("wind-1")),
            input: Some(String::from("speed")),
            message: String::from("100% wrong"),
            remedy: String::from("Mend it."),
        };
        let findings = [finding];
        let print = |format| print(&findings, format).unwrap();
        assert_eq!(
            print(Format::Text),
            "a,b.ron:3:7: error: wind-1.speed: 100% wrong (Mend it.)\n"
        );
        assert_eq!(
            print(Format::Github),
            "::error file=a%2Cb.ron,line=3,col=7::wind-1.speed: 100%25 wrong (Mend it.)\n"
        );
        let json: serde_json::Value = serde_json::from_str(&print(Format::Json)).unwrap();
        assert_eq!(json[0]["severity"], "error");
        assert_eq!(json[0]["line"], 3);
    }
}
