//! Reports of what was found: for people, for programs, for GitHub and for code scanning. Knows diagnostics, not how they came about.

mod github;
mod json;
mod sarif;
mod text;

use std::io::{self, IsTerminal, Write};

use engine::{Diagnostic, Severity};

use crate::args::{ColorChoice, Format, Global};

/// Where and how a command reports.
#[derive(Clone, Debug)]
pub(crate) struct Reporter {
    format: Format,
    color: bool,
    quiet: bool,
    /// The way from the current folder to the project, ending with `/`, or nothing.
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
}

/// The texts of the files that findings point into.
pub(crate) trait Sources {
    /// The text of a file, if it is known.
    fn source(&self, file: &str) -> Option<&str>;
}

/// For reports without findings.
pub(crate) struct NoSources;

impl Sources for NoSources {
    fn source(&self, _: &str) -> Option<&str> {
        None
    }
}

impl Sources for engine::Site {
    fn source(&self, file: &str) -> Option<&str> {
        Self::source(self, file)
    }
}

impl Reporter {
    /// The reporter that the arguments ask for; `no_color` is what the environment says.
    pub(crate) fn new(global: &Global, no_color: bool) -> Self {
        let color = match global.color {
            ColorChoice::Auto => !no_color && io::stdout().is_terminal(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        Self { format: global.format, color, quiet: global.quiet, prefix: String::new() }
    }

    /// The same for findings whose files are named from another folder: `prefix` leads there from the current one.
    pub(crate) fn with_prefix(mut self, prefix: String) -> Self {
        self.prefix = prefix;
        self
    }

    /// Whether all that is on standard output is one document for programs.
    pub(crate) fn is_data(&self) -> bool {
        self.is_json() || self.format == Format::Sarif
    }

    /// Whether that is JSON with the command's outcome in it.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether people want to know how far a command is.
    pub(crate) fn wants_progress(&self) -> bool {
        !self.quiet && self.format == Format::Text
    }

    /// Writes all findings to standard output; in JSON with `result`, the command's own outcome, beside them. A reader that has
    /// gone away changes nothing of what the command does and how it ends.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn report(
        &self,
        sources: &dyn Sources,
        diagnostics: &[Diagnostic],
        result: Option<(&str, serde_json::Value)>,
    ) -> io::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let written = match self.format {
            Format::Text => text::write(&mut out, sources, diagnostics, &self.prefix, self.color),
            Format::Github => github::write(&mut out, sources, diagnostics, &self.prefix),
            Format::Json => json::write(&mut out, sources, diagnostics, result),
            Format::Sarif => sarif::write(&mut out, sources, diagnostics, &self.prefix),
        };
        unless_gone(written.and_then(|()| out.flush()))
    }

    /// Text that people asked for on standard output: left out for programs alone.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn print(&self, text: &str) -> io::Result<()> {
        if self.is_data() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        unless_gone(write!(out, "{text}").and_then(|()| out.flush()))
    }

    /// A line for people on standard output: left out for programs and with `--quiet`.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn say(&self, line: &str) -> io::Result<()> {
        if self.quiet || self.is_data() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        unless_gone(writeln!(out, "{line}").and_then(|()| out.flush()))
    }

    /// The line that ends a report.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn say_counts(&self, counts: Counts) -> io::Result<()> {
        let mut parts = Vec::new();
        for (count, one) in [(counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "note")] {
            if count > 0 {
                parts.push(number_of(count, one));
            }
        }
        self.say(&if parts.is_empty() { "no problems found".to_owned() } else { format!("found {}", parts.join(", ")) })
    }
}

/// The outcome of writing, but for readers who have gone away.
fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Puts what stops a build before the rest, which may follow from it.
pub(crate) fn stopping_first(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|found| !found.code.info().blocks_build);
}

/// Says how a project without pages gets one.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn say_where_to_begin(site: &engine::Site, reporter: &Reporter) -> io::Result<()> {
    if site.has_pages() {
        return Ok(());
    }
    let docs = site.docs_folder();
    reporter.say(&format!(
        "there are no pages in {docs}/ yet: write {docs}/index.md, or make those of an API with `tool openapi scaffold`"
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
