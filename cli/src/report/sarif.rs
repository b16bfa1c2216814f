//! The report as a log of the Static Analysis Results Interchange Format, version 2.1.0 (OASIS Standard, 27 March 2020).
//!
//! One run; a rule for each code that was found; columns count characters (section 3.14.17, `unicodeCodePoints`). Files are
//! named from the current folder, with `%SRCROOT%` as their base. A result's fingerprint (section 3.27.17) is derived from its
//! code, file, message, the text of its line (the text around it if the line is very long), and its number among equal
//! ones: lines added or removed elsewhere do not change it.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::ops::Range;

use engine::{Code, Diagnostic, Fix, Place, Severity};
use serde_json::{Value, json};

use super::Sources;
use super::text::{Locator, Position};

/// Writes the log.
pub(super) fn write(
    out: &mut dyn Write,
    sources: &dyn Sources,
    diagnostics: &[Diagnostic],
    prefix: &str,
) -> io::Result<()> {
    let mut found: Vec<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    found.sort_unstable();
    found.dedup();
    let mut log = Log { locator: Locator::new(sources), prefix, seen: HashMap::new() };
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| log.result(diagnostic, found.binary_search(&diagnostic.code).unwrap_or_default()))
        .collect();
    let report = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "tool",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": found.iter().map(|code| rule(*code)).collect::<Vec<Value>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// What the table says of a code (section 3.49).
fn rule(code: Code) -> Value {
    let info = code.info();
    let first = info.explanation.split_inclusive(". ").next().unwrap_or(info.explanation).trim_end();
    json!({
        "id": info.name,
        "shortDescription": { "text": first },
        "fullDescription": { "text": info.explanation },
        "help": { "text": format!("{} More: tool explain {}", info.explanation, info.name) },
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

/// A region (section 3.30).
fn region(range: &Range<Position>) -> Value {
    json!({
        "startLine": range.start.line,
        "startColumn": range.start.column,
        "endLine": range.end.line,
        "endColumn": range.end.column,
    })
}

struct Log<'s> {
    locator: Locator<'s>,
    prefix: &'s str,
    /// How often a fingerprint without its number was met.
    seen: HashMap<u64, usize>,
}

impl Log<'_> {
    /// A result (section 3.27). `rule` is its rule's place in the list.
    fn result(&mut self, diagnostic: &Diagnostic, rule: usize) -> Value {
        let mut text = diagnostic.message.clone();
        for note in diagnostic.notes.iter().filter(|note| note.place.is_none()) {
            text.push('\n');
            text.push_str(&note.message);
        }
        if let Some(help) = &diagnostic.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        let mut result = json!({
            "ruleId": diagnostic.code.name(),
            "ruleIndex": rule,
            "level": level(diagnostic.severity),
            "message": { "text": text },
            "locations": diagnostic.place.iter().map(|place| self.location(place)).collect::<Vec<Value>>(),
            "partialFingerprints": { "finding/v1": self.fingerprint(diagnostic) },
        });
        let related: Vec<Value> = diagnostic
            .notes
            .iter()
            .filter_map(|note| {
                let mut location = self.location(note.place.as_ref()?);
                location.as_object_mut()?.insert("message".to_owned(), json!({ "text": note.message }));
                Some(location)
            })
            .collect();
        if let (Some(members), false) = (result.as_object_mut(), related.is_empty()) {
            members.insert("relatedLocations".to_owned(), Value::Array(related));
        }
        if let (Some(members), Some(fix)) = (result.as_object_mut(), &diagnostic.fix) {
            members.insert("fixes".to_owned(), json!([self.fix(fix)]));
        }
        result
    }

    /// A fix (section 3.55): the replacements, by file.
    fn fix(&mut self, fix: &Fix) -> Value {
        let mut changes: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for edit in &fix.edits {
            let Some(range) = self.locator.range(&edit.place) else { continue };
            let mut replacement = json!({ "deletedRegion": region(&range) });
            if let (Some(members), false) = (replacement.as_object_mut(), edit.replacement.is_empty()) {
                members.insert("insertedContent".to_owned(), json!({ "text": edit.replacement }));
            }
            changes.entry(&edit.place.file).or_default().push(replacement);
        }
        let changes = changes.into_iter();
        let changes: Vec<Value> = changes
            .map(
                |(file, replacements)| json!({ "artifactLocation": self.artifact(file), "replacements": replacements }),
            )
            .collect();
        json!({ "description": { "text": fix.title }, "artifactChanges": changes })
    }

    /// A file (section 3.4).
    fn artifact(&self, file: &str) -> Value {
        json!({ "uri": uri(&format!("{}{file}", self.prefix)), "uriBaseId": "%SRCROOT%" })
    }

    /// A location (section 3.28). A place in a file that cannot be shown names the file alone.
    fn location(&mut self, place: &Place) -> Value {
        let mut physical = json!({ "artifactLocation": self.artifact(&place.file) });
        if let (Some(range), Some(members)) = (self.locator.range(place), physical.as_object_mut()) {
            members.insert("region".to_owned(), region(&range));
        }
        json!({ "physicalLocation": physical })
    }

    fn fingerprint(&mut self, diagnostic: &Diagnostic) -> String {
        let place = diagnostic.place.as_ref();
        let line = place.and_then(|place| self.locator.excerpt(place));
        let file = place.map_or("", |place| &*place.file);
        let parts = [diagnostic.code.name(), file, &diagnostic.message, line.unwrap_or_default().trim()];
        let hash = rapidhash::v3::rapidhash_v3(parts.join("\0").as_bytes());
        let number = self.seen.entry(hash).or_default();
        *number += 1;
        format!("{hash:016x}:{number}")
    }
}

/// A relative reference (RFC 3986, section 4.2) to that path: what is no unreserved character is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use engine::{Code, Diagnostic, Place, Span};
    use serde_json::Value;

    use super::super::Sources;
    use super::{uri, write};

    struct Text(&'static str);

    impl Sources for Text {
        fn source(&self, file: &str) -> Option<&str> {
            (file == "docs/ä b.md").then_some(self.0)
        }
    }

    fn log(text: &'static str, starts: &[usize]) -> Value {
        let found: Vec<Diagnostic> = starts
            .iter()
            .map(|&start| {
                let place = |start| Place { file: "docs/ä b.md".into(), span: Span::new(start, start + 1) };
                Diagnostic::new(Code::BrokenLink, "no page `x`", place(start))
                    .with_note("said here", place(0))
                    .with_note("and so on", None)
                    .with_help("did you mean `y`?".to_owned())
            })
            .collect();
        let mut out = Vec::new();
        write(&mut out, &Text(text), &found, "site/").unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    fn fingerprints(log: &Value) -> Vec<String> {
        let results = log["runs"][0]["results"].as_array().unwrap();
        results.iter().map(|result| result["partialFingerprints"]["finding/v1"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_fingerprint_survives_lines_that_come_and_go() {
        let before = fingerprints(&log("é [x](x)\n[x](x) [x](x)\n", &[3, 10, 17]));
        let after = fingerprints(&log("new\n\né [x](x)\n[x](x) [x](x)\n", &[8, 15, 22]));
        assert_eq!(before, after);
        assert!(before[1].ends_with(":1") && before[2].ends_with(":2"), "{before:?}");
        assert_eq!(before[1].split(':').next(), before[2].split(':').next());
        assert_ne!(before[0], before[1]);
    }

    #[test]
    fn a_fingerprint_in_a_long_line_survives_edits_elsewhere_in_it() {
        let line = |start: &str| -> &'static str {
            format!("{start}{}[x](x){}", " a".repeat(2_000), " b".repeat(2_000)).leak()
        };
        let before = fingerprints(&log(line("old"), &[4_003]));
        let after = fingerprints(&log(line("older"), &[4_005]));
        assert_eq!(before, after);
    }

    #[test]
    fn places_count_characters_and_name_files_as_addresses() {
        let log = log("é [x](x)\n", &[3]);
        let result = &log["runs"][0]["results"][0];
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "site/docs/%C3%A4%20b.md");
        assert_eq!(location["region"]["startColumn"], 3);
        assert_eq!(result["message"]["text"], "no page `x`\nand so on\nhelp: did you mean `y`?");
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "said here");
        assert_eq!(uri("a#b?c%d"), "a%23b%3Fc%25d");
    }
}
