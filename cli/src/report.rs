//! Reports of diagnostics as text, JSON, GitHub annotations and SARIF, and for the browser.

mod github;
mod json;
mod sarif;
mod sheet;
mod text;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use engine::{Code, Diagnostic, Place, Severity};
use serde::{Deserialize, Serialize};

use crate::args::{ColorChoice, Global, ReportFormat};
pub(crate) use sheet::{SheetView, sheet};

/// Where and how a command reports.
#[derive(Clone, Debug)]
pub(crate) struct Reporter {
    format: ReportFormat,
    color: bool,
    quiet: bool,
    /// The path from the current folder to the project, ending with `/`, or empty.
    prefix: String,
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) infos: usize,
}

impl Counts {
    /// The counts of some findings.
    pub(crate) fn of(diagnostics: &[Diagnostic]) -> Self {
        let mut counts = Self::default();
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
                Severity::Info => counts.infos += 1,
            }
        }
        counts
    }

    /// `1 error, 2 warnings`; `None` if there is nothing to count.
    pub(crate) fn text(self) -> Option<String> {
        let counts = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let parts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, one)| number_of(count, one));
        Some(parts.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
    }
}

/// The texts of the files that findings refer to.
pub(crate) trait Sources {
    /// The text of a file, if it is known.
    fn source(&self, file: &str) -> Option<&str>;

    /// The part with a place of its file's text, if it is known.
    fn part(&self, place: &Place) -> Option<Part<'_>> {
        self.source(&place.file).map(Part::whole)
    }
}

/// A part of a file's text, or all of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'s> {
    /// Whole lines.
    text: &'s str,
    /// Where it starts in the file, in bytes.
    start: u32,
    /// The number of its first line, from 1.
    line: usize,
}

impl<'s> Part<'s> {
    /// All of a text.
    fn whole(text: &'s str) -> Self {
        Self { text, start: 0, line: 1 }
    }
}

/// For reports without findings.
pub(crate) struct NoSources;

impl Sources for NoSources {
    fn source(&self, _: &str) -> Option<&str> {
        None
    }
}

/// The lines of a place, without the rest of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Quote {
    place: Place,
    text: String,
    /// Where the lines start in the file, in bytes.
    start: u32,
    /// The number of the first one, from 1.
    line: usize,
}

/// The greatest length of a quote, in bytes.
const LONGEST_QUOTE: usize = 10_000;

/// The lines of all places of diagnostics; `None` if some are too long to be kept.
pub(crate) fn quotes(sources: &dyn Sources, diagnostics: &[Diagnostic]) -> Option<Vec<Quote>> {
    let mut locator = text::Locator::new(sources);
    let places: BTreeSet<&Place> = diagnostics.iter().flat_map(places_of).collect();
    // The file of a place may be missing.
    let known = places.into_iter().filter(|place| sources.part(place).is_some());
    known.map(|place| locator.quote(place)).collect()
}

/// All places that a diagnostic names.
fn places_of(found: &Diagnostic) -> impl Iterator<Item = &Place> {
    let of_notes = found.notes.iter().filter_map(|note| note.place.as_ref());
    let of_fix = found.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.place);
    found.place.iter().chain(of_notes).chain(of_fix)
}

/// Texts that outlast the site that they are from.
#[derive(Debug, Default)]
pub(crate) struct SavedTexts {
    texts: HashMap<Arc<str>, Arc<str>>,
    quotes: HashMap<Place, Quote>,
}

impl SavedTexts {
    /// Saves the texts that diagnostics, their notes and their fixes are about; `text_of` returns that of a file.
    pub(crate) fn save(&mut self, diagnostics: &[Diagnostic], text_of: impl Fn(&str) -> Option<Arc<str>>) {
        for place in diagnostics.iter().flat_map(places_of) {
            if !self.texts.contains_key(&place.file)
                && let Some(text) = text_of(&place.file)
            {
                self.texts.insert(place.file.clone(), text);
            }
        }
    }

    /// Saves the lines of places.
    pub(crate) fn save_quotes(&mut self, quotes: &[Quote]) {
        self.quotes.extend(quotes.iter().map(|quote| (quote.place.clone(), quote.clone())));
    }
}

impl Sources for SavedTexts {
    fn source(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(|text| &**text)
    }

    fn part(&self, place: &Place) -> Option<Part<'_>> {
        match self.quotes.get(place) {
            Some(Quote { text, start, line, .. }) => Some(Part { text, start: *start, line: *line }),
            None => self.source(&place.file).map(Part::whole),
        }
    }
}

impl Sources for engine::Site {
    fn source(&self, file: &str) -> Option<&str> {
        Self::source(self, file)
    }
}

impl Reporter {
    /// The reporter for these arguments; `no_color` is whether the environment asks for plain text.
    pub(crate) fn new(global: &Global, no_color: bool) -> Self {
        let color = match global.color {
            ColorChoice::Auto => !no_color && io::stdout().is_terminal(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        Self { format: global.format, color, quiet: global.quiet, prefix: String::new() }
    }

    /// Sets the path from the current folder to the one that the findings' paths are relative to.
    pub(crate) fn with_prefix(mut self, prefix: String) -> Self {
        self.prefix = prefix;
        self
    }

    /// Whether standard output is a single document for programs.
    pub(crate) fn is_data(&self) -> bool {
        self.is_json() || self.format == ReportFormat::Sarif
    }

    /// Whether standard output is JSON, including the command's result.
    pub(crate) fn is_json(&self) -> bool {
        self.format == ReportFormat::Json
    }

    /// Whether progress is shown.
    pub(crate) fn wants_progress(&self) -> bool {
        !self.quiet && self.format == ReportFormat::Text
    }

    /// Writes all findings to standard output, in JSON with `result`, the command's own result. A closed pipe does not change
    /// what the command does or how it ends.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(crate) fn report(
        &self,
        sources: &dyn Sources,
        diagnostics: &[Diagnostic],
        result: Option<(&str, serde_json::Value)>,
    ) -> io::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let written = match self.format {
            ReportFormat::Text => text::write(&mut out, sources, diagnostics, &self.prefix, self.color),
            ReportFormat::Github => github::write(&mut out, sources, diagnostics, &self.prefix),
            ReportFormat::Json => json::write(&mut out, sources, diagnostics, result),
            ReportFormat::Sarif => sarif::write(&mut out, sources, diagnostics, &self.prefix),
        };
        unless_gone(written.and_then(|()| out.flush()))
    }

    /// Prints text that the user asked for, unless the output is for programs.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(crate) fn print(&self, text: &str) -> io::Result<()> {
        if self.is_data() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        unless_gone(write!(out, "{text}").and_then(|()| out.flush()))
    }

    /// Prints a line for people, unless the output is for programs or `--quiet` is given.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(crate) fn say(&self, line: &str) -> io::Result<()> {
        // Names of files may have control characters, which terminals interpret.
        self.say_styled(&line.replace(|c: char| c.is_control() && !matches!(c, '\n' | '\t'), "\u{fffd}"))
    }

    /// As [`Reporter::say`], for a line with colors, whose other parts are [`printable`].
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(crate) fn say_styled(&self, line: &str) -> io::Result<()> {
        if self.quiet || self.is_data() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        unless_gone(writeln!(out, "{line}").and_then(|()| out.flush()))
    }

    /// Prints the summary line of a report.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(crate) fn say_counts(&self, counts: Counts) -> io::Result<()> {
        let text = counts.text();
        self.say(&text.map_or_else(|| "no problems found".to_owned(), |text| format!("found {text}")))
    }

    /// Whether the output is text for people.
    pub(crate) fn is_text(&self) -> bool {
        self.format == ReportFormat::Text
    }

    /// The findings as readable text, each followed by a blank line.
    pub(crate) fn text(&self, sources: &dyn Sources, diagnostics: &[Diagnostic]) -> String {
        let mut out = Vec::new();
        // Writing to memory does not fail.
        let _ = text::write(&mut out, sources, diagnostics, &self.prefix, self.color);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// A finding in one line, with its place.
    pub(crate) fn line(&self, sources: &dyn Sources, found: &Diagnostic) -> String {
        let place = self.address(sources, found);
        let place = if place.is_empty() { place } else { format!("{place}: ") };
        format!("{}: {place}{}", self.label(found.severity, found.code), printable(&found.message))
    }

    /// The place of a finding as `file:line:column`; empty if it has none.
    pub(crate) fn address(&self, sources: &dyn Sources, found: &Diagnostic) -> String {
        let address = found.place.as_ref().map(|place| text::Locator::new(sources).address(place, &self.prefix));
        printable(&address.unwrap_or_default())
    }

    /// Severity and code, as at the head of a finding.
    pub(crate) fn label(&self, severity: Severity, code: Code) -> String {
        let (start, end) = match (self.color, severity) {
            (false, _) => ("", ""),
            (true, Severity::Error) => ("\x1b[1m\x1b[91m", "\x1b[0m"),
            (true, Severity::Warning) => ("\x1b[1m\x1b[33m", "\x1b[0m"),
            (true, Severity::Info) => ("\x1b[1m\x1b[94m", "\x1b[0m"),
        };
        format!("{start}{}[{}]{end}", severity.name(), code.name())
    }

    /// Text that is less important than its surroundings.
    pub(crate) fn dim(&self, text: &str) -> String {
        if self.color { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Text on one line, without the control characters that names of files and in specs may have and terminals interpret.
pub(crate) fn printable(text: &str) -> String {
    let replace = |c: char| match c {
        '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => '\u{fffd}',
        c => c,
    };
    text.chars().map(replace).collect()
}

/// The result of writing; a closed pipe counts as success.
fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Moves findings that block the build to the front, since others may follow from them.
pub(crate) fn stopping_first(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|found| !found.blocks_build());
}

/// Prints how to add a first page if the project has no pages.
///
/// # Errors
/// Fails if standard output cannot be written.
pub(crate) fn say_where_to_begin(site: &engine::Site, reporter: &Reporter) -> io::Result<()> {
    if site.has_pages() {
        return Ok(());
    }
    let docs = site.docs_folder();
    reporter.say(&format!(
        "{docs}/ has no pages yet: write {docs}/index.md, or create API pages with `tool openapi scaffold`"
    ))
}

/// Findings as the members of `diagnostics` in JSON.
pub(crate) fn values(sources: &dyn Sources, diagnostics: &[Diagnostic]) -> Vec<serde_json::Value> {
    json::values(sources, diagnostics)
}

/// `1 page`, `2 pages`.
pub(crate) fn number_of(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
