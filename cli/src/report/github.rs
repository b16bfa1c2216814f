//! Annotations of GitHub Actions: one workflow command a finding.

use std::io::{self, Write};

use engine::{Diagnostic, Severity};

use super::Sources;
use super::text::Locator;

/// Writes the annotations.
pub(super) fn write(
    out: &mut dyn Write,
    sources: &dyn Sources,
    diagnostics: &[Diagnostic],
    prefix: &str,
) -> io::Result<()> {
    let mut locator = Locator::new(sources);
    for diagnostic in diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        write!(out, "::{command} title={}", property(diagnostic.code.name()))?;
        if let Some(place) = &diagnostic.place {
            write!(out, ",file={}", property(&format!("{prefix}{}", place.file)))?;
            if let Some(range) = locator.range(place) {
                write!(out, ",line={},endLine={}", range.start.line, range.end.line)?;
                // Columns are refused for a range of several lines.
                if range.start.line == range.end.line {
                    write!(out, ",col={},endColumn={}", range.start.column, range.end.column)?;
                }
            }
        }
        let mut message = diagnostic.message.clone();
        for note in &diagnostic.notes {
            message.push('\n');
            message.push_str(&locator.note(note, prefix));
        }
        if let Some(help) = &diagnostic.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        writeln!(out, "::{}", data(&message))?;
    }
    Ok(())
}

/// Control characters have no place in a log.
fn data(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
