//! Converts documentation projects of other tools to the files of a new project, and reports everything that was not
//! carried over. Returns values only; writes nothing.
//!
//! Data flows one way: [`Source`] (the files) → `detect` (the tool) → `dialects` (pages in a syntax that is read like
//! another) → `formats` (a [`project::Project`]: pages,
//! navigation, redirects, one type for all tools) → `page` (the text of one page: parsed to one tree, converted,
//! written), which asks `links` for the new names of other files → `write` ([`Imported`]).

mod detect;
mod dialects;
mod docslit;
mod format;
mod formats;
mod links;
mod literal;
mod operations;
mod page;
mod paths;
mod presence;
mod project;
mod report;
mod source;
mod write;

pub use detect::{Detected, detect};
pub use format::Format;
pub use report::{Loss, LossKind, Origin, Report};
pub use source::Source;

/// What to import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The tool that the project was written for; `None` to detect it.
    pub from: Option<Format>,
    /// The language to import, as named in the project; `None` for the default one.
    pub locale: Option<String>,
    /// The version to import, as named in the project; `None` for the newest released one.
    pub version: Option<String>,
}

impl Options {
    /// Checks the requested language and version.
    ///
    /// # Errors
    /// If the source does not have it.
    fn check(&self, project: &project::Project) -> Result<(), Refusal> {
        let requested = [
            (LossKind::Locale, &self.locale, "language", "--locale"),
            (LossKind::Version, &self.version, "version", "--doc-version"),
        ];
        for (kind, wanted, what, option) in requested {
            let Some(wanted) = wanted else { continue };
            let offered: Vec<&str> = project.offered.get(&kind).into_iter().flatten().map(String::as_str).collect();
            if offered.contains(&wanted.as_str()) {
                continue;
            }
            let help = match offered.as_slice() {
                [] => format!("its pages have only one {what}; leave out `{option}`"),
                names => format!("its {what}s: {}", names.join(", ")),
            };
            return Err(Refusal { reason: format!("it has no {what} `{wanted}`"), help });
        }
        Ok(())
    }
}

/// Why a project cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in one line.
    pub reason: String,
    /// What to do.
    pub help: String,
}

/// A file of the new project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Relative to the new project's root, with `/`.
    pub path: String,
    /// The contents.
    pub contents: Contents,
}

/// The contents of a file of the new project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Generated text.
    Text(String),
    /// The bytes of this source file.
    Copy(String),
}

/// A new project, made from one of another tool.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The files, by path. `tool.json` is the last one.
    pub files: Vec<NewFile>,
    /// What was detected, and what was not carried over.
    pub report: Report,
}

/// Converts a source to a new project. The result is deterministic.
///
/// # Errors
/// If the source contains no pages, or not the requested language or version.
pub fn import(source: &Source, options: &Options) -> Result<Imported, Refusal> {
    let found = detect(source, options.from).ok_or_else(|| Refusal {
        reason: "it contains no pages".to_owned(),
        help: "pass the folder that contains the pages (.md, .mdx) or the settings of their tool".to_owned(),
    })?;
    if found.format == Format::DocsLit {
        return docslit::import(source, found);
    }
    let source = &dialects::rewritten(source, &found);
    let (mut project, facts) = formats::read(source, &found, options);
    if project.pages.is_empty() {
        return Err(Refusal {
            reason: format!(
                "{} marks it as a project of {}, but no page was found",
                found.evidence,
                found.format.name()
            ),
            help: "name the tool that it was written for with `--from`".to_owned(),
        });
    }
    options.check(&project)?;
    project.leave_out_error_page();
    project.give_home();
    project.name = project.name.or_else(|| source.name().map(ToOwned::to_owned));
    let mut written = write::write(source, &project, &facts);
    for (path, reason) in source.skipped() {
        let outcome = format!("left out: {reason}");
        written.losses.push(Loss::new(LossKind::File, path, 0, paths::name(path), outcome));
    }
    let copies = written.files.iter().filter_map(|file| match &file.contents {
        Contents::Copy(from) => Some(from.as_str()),
        Contents::Text(_) => None,
    });
    let pages = written.page_files.iter().map(|(file, _)| file.as_str());
    let carried = copies.chain(pages).chain(written.included.iter().map(String::as_str)).collect();
    presence::settle(source, &project, &carried, written.has_specs, &mut written.losses);
    written.losses.sort();
    let report = Report {
        format: found.format,
        evidence: found.evidence,
        pages: written.pages,
        losses: written.losses,
        page_files: written.page_files,
        unlisted: written.unlisted,
    };
    Ok(Imported { files: written.files, report })
}
