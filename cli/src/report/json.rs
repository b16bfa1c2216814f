//! The report for programs, one object:
//!
//! ```json
//! {
//!   "diagnostics": [
//!     {
//!       "code": "broken-link", "severity": "error", "message": "…", "help": "…" or null,
//!       "place": { "file": "docs/a.md", "start": POSITION, "end": POSITION } or null,
//!       "notes": [{ "message": "…", "place": … }],
//!       "fix": { "title": "…", "edits": [{ "place": …, "replacement": "…" }] } or null
//!     }
//!   ],
//!   "summary": { "errors": 1, "warnings": 0, "infos": 0 },
//!   "build": { … }
//! }
//! ```
//!
//! A POSITION is `{ "line": 1, "column": 1, "offset": 0 }`: line and column count from 1, columns in characters, the
//! offset in bytes from 0. Files are relative to the project's folder. The last member is named like the command and
//! holds its outcome.

use std::io::{self, Write};

use engine::{Diagnostic, Fix, Place};
use serde_json::{Value, json};

use super::text::{Locator, Position};
use super::{Counts, Sources};

/// Writes the object.
pub(super) fn write(
    out: &mut dyn Write,
    sources: &dyn Sources,
    diagnostics: &[Diagnostic],
    result: Option<(&str, Value)>,
) -> io::Result<()> {
    let counts = Counts::of(diagnostics);
    let mut report = json!({
        "diagnostics": values(sources, diagnostics),
        "summary": { "errors": counts.errors, "warnings": counts.warnings, "infos": counts.infos },
    });
    if let (Some(members), Some((command, result))) = (report.as_object_mut(), result) {
        members.insert(command.to_owned(), result);
    }
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// The members of `diagnostics`.
pub(super) fn values(sources: &dyn Sources, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut locator = Locator::new(sources);
    diagnostics
        .iter()
        .map(|diagnostic| {
            let notes: Vec<Value> = diagnostic
                .notes
                .iter()
                .map(|note| json!({ "message": note.message, "place": place(&mut locator, note.place.as_ref()) }))
                .collect();
            json!({
                "code": diagnostic.code.name(),
                "severity": diagnostic.severity.name(),
                "message": diagnostic.message,
                "help": diagnostic.help,
                "place": place(&mut locator, diagnostic.place.as_ref()),
                "notes": notes,
                "fix": diagnostic.fix.as_deref().map(|fix| fix_value(&mut locator, fix)),
            })
        })
        .collect()
}

fn fix_value(locator: &mut Locator<'_>, fix: &Fix) -> Value {
    let edits = fix.edits.iter();
    let edits: Vec<Value> = edits
        .map(|edit| json!({ "place": place(locator, Some(&edit.place)), "replacement": edit.replacement }))
        .collect();
    json!({ "title": fix.title, "edits": edits })
}

fn place(locator: &mut Locator<'_>, place: Option<&Place>) -> Value {
    let Some(place) = place else { return Value::Null };
    let position =
        |position: Position| json!({ "line": position.line, "column": position.column, "offset": position.offset });
    match locator.range(place) {
        Some(range) => json!({ "file": &*place.file, "start": position(range.start), "end": position(range.end) }),
        None => json!({ "file": &*place.file, "start": null, "end": null }),
    }
}
