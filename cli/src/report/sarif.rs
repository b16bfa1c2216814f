//! The report as SARIF 2.1.0, which code scanning of hosts and editors read: one run, a rule for each code that was found.

use std::collections::BTreeSet;
use std::io::{self, Write};

use engine::{Code, Diagnostic, Place, Severity};
use serde_json::{Value, json};

use super::Sources;
use super::text::Locator;

/// Writes the log.
pub(super) fn write(
    out: &mut dyn Write,
    sources: &dyn Sources,
    diagnostics: &[Diagnostic],
    prefix: &str,
) -> io::Result<()> {
    let codes: BTreeSet<Code> = diagnostics.iter().map(|found| found.code).collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code)).collect();
    let mut locator = Locator::new(sources);
    let results: Vec<Value> = diagnostics.iter().map(|found| result(&mut locator, found, prefix)).collect();
    let driver = json!({ "name": "tool", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn rule(code: Code) -> Value {
    let info = code.info();
    json!({
        "id": info.name,
        "shortDescription": { "text": info.explanation },
        "defaultConfiguration": { "level": level(info.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(locator: &mut Locator<'_>, found: &Diagnostic, prefix: &str) -> Value {
    let mut message = found.message.clone();
    if let Some(help) = &found.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let places: Vec<Value> = found.place.iter().map(|place| location(locator, place, prefix)).collect();
    let mut related = Vec::new();
    for note in &found.notes {
        match &note.place {
            Some(place) => {
                let mut place = location(locator, place, prefix);
                place["message"] = json!({ "text": note.message });
                related.push(place);
            }
            None => {
                message.push('\n');
                message.push_str(&note.message);
            }
        }
    }
    json!({
        "ruleId": found.code.name(),
        "level": level(found.severity),
        "message": { "text": message },
        "locations": places,
        "relatedLocations": related,
    })
}

fn location(locator: &mut Locator<'_>, place: &Place, prefix: &str) -> Value {
    let file = json!({ "uri": uri(&format!("{prefix}{}", place.file)) });
    let physical = match locator.range(place) {
        Some(range) => json!({ "artifactLocation": file, "region": {
            "startLine": range.start.line, "startColumn": range.start.column,
            "endLine": range.end.line, "endColumn": range.end.column,
        } }),
        None => json!({ "artifactLocation": file }),
    };
    json!({ "physicalLocation": physical })
}

/// A path as a relative reference: what may not stand in one is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("docs/a b/ä#%:.md"), "docs/a%20b/%C3%A4%23%25%3A.md");
    }
}
