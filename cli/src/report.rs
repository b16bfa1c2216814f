//! Reports of diagnostics as text, JSON, GitHub annotations and SARIF.

mod github;
mod json;
mod sarif;
mod text;

use std::io::{self, IsTerminal, Write};

use engine::{Diagnostic, Severity};

use crate::args::{ColorChoice, Global, ReportFormat};

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
}

/// The texts of the files that findings refer to.
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
        let mut parts = Vec::new();
        for (count, one) in [(counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info")] {
            if count > 0 {
                parts.push(number_of(count, one));
            }
        }
        self.say(&if parts.is_empty() { "no problems found".to_owned() } else { format!("found {}", parts.join(", ")) })
    }
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
    diagnostics.sort_by_key(|found| !found.code.info().blocks_build);
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
