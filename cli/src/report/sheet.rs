//! The findings as JSON for the sheet that `tool dev` shows in the browser. `templates/assets/dev-findings.js` reads it:
//!
//! ```json
//! {
//!   "version": 3,
//!   "explanations": { "broken-link": "…" },
//!   "findings": [
//!     {
//!       "code": "broken-link", "severity": "error", "message": "…", "help": "…" or null, "onPage": true,
//!       "place": PLACE or null, "notes": [{ "message": "…", "place": PLACE or null }],
//!       "frame": { "line": 3, "above": "…" or null, "start": "…", "marked": "…", "end": "…", "below": "…" or null } or null,
//!       "fix": { "title": "…", "finding": 0 } or null
//!     }
//!   ]
//! }
//! ```
//!
//! A PLACE is `{ "file": "docs/a.md", "line": 3, "column": 1, "link": "vscode://…" or null, "opens": true }`: `link` is
//! a URL that opens it, and `opens` says whether the server can.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{Diagnostic, Place, Severity};
use serde_json::{Value, json};

use super::Sources;
use super::text::Locator;

/// Who sees the sheet, and what it can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SheetView<'v> {
    /// The number of the check.
    pub(crate) version: u64,
    /// The file of the page that is shown, if it has one.
    pub(crate) page: Option<&'v str>,
    /// Whether excerpts of files are shown.
    pub(crate) has_excerpts: bool,
    /// The project's folder, if files in it can be opened and fixed.
    pub(crate) root: Option<&'v Path>,
    /// Whether the server can open an editor.
    pub(crate) opens: bool,
}

/// The findings as JSON: errors first, and those that block the build before others, which may follow from them.
pub(crate) fn sheet(sources: &dyn Sources, diagnostics: &[Diagnostic], view: &SheetView<'_>) -> Value {
    let mut locator = Locator::new(sources);
    let mut order: Vec<(usize, &Diagnostic)> = diagnostics.iter().enumerate().collect();
    order.sort_by_key(|(_, found)| (std::cmp::Reverse(found.severity), !found.blocks_build()));
    let explanations: BTreeMap<&str, &str> =
        diagnostics.iter().map(|found| (found.code.name(), found.code.info().explanation)).collect();
    let findings: Vec<Value> = order.into_iter().map(|(at, found)| finding(&mut locator, at, found, view)).collect();
    json!({ "version": view.version, "explanations": explanations, "findings": findings })
}

fn finding(locator: &mut Locator<'_>, at: usize, found: &Diagnostic, view: &SheetView<'_>) -> Value {
    let mut places = found.place.iter().chain(found.notes.iter().filter_map(|note| note.place.as_ref()));
    let is_on_page = view.page.is_some_and(|page| places.any(|place| *place.file == *page));
    let mut value = |wanted: Option<&Place>| wanted.map(|wanted| place(locator, wanted, view));
    let own = value(found.place.as_ref());
    let notes: Vec<Value> = found
        .notes
        .iter()
        .map(|note| json!({ "message": note.message, "place": value(note.place.as_ref()) }))
        .collect();
    // Hundreds of infos are listed in brief.
    let is_framed = view.has_excerpts && found.severity > Severity::Info;
    let frame = found.place.as_ref().filter(|_| is_framed).and_then(|place| locator.frame(place));
    let frame = frame.map(|frame| {
        json!({
            "line": frame.number, "above": frame.above, "start": frame.start, "marked": frame.marked,
            "end": frame.end, "below": frame.below,
        })
    });
    let fix = found.fix.as_ref().filter(|_| view.root.is_some());
    json!({
        "code": found.code.name(),
        "severity": found.severity.name(),
        "message": found.message,
        "help": found.help,
        "onPage": is_on_page,
        "place": own,
        "notes": notes,
        "frame": frame,
        "fix": fix.map(|fix| json!({ "title": fix.title, "finding": at })),
    })
}

fn place(locator: &mut Locator<'_>, place: &Place, view: &SheetView<'_>) -> Value {
    let start = locator.range(place).map(|range| (range.start.line, range.start.column));
    let (line, column) = start.unwrap_or((1, 1));
    // Editors of this family accept such URLs on every system.
    let link = view.root.filter(|_| !view.opens).map(|root| {
        let path = root.join(&*place.file).to_string_lossy().replace('\\', "/");
        let slash = if path.starts_with('/') { "" } else { "/" };
        format!(
            "vscode://file{slash}{}:{line}:{column}",
            path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
        )
    });
    json!({ "file": &*place.file, "line": line, "column": column, "link": link, "opens": view.opens && view.root.is_some() })
}
