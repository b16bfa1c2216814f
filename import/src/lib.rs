//! Converts documentation projects of other tools to the files of a new project, and reports everything that was not
//! carried over. Returns values only; writes nothing.
//!
//! Data flows one way: [`Source`] (the files) → `detect` (the tool) → `dialects` (pages in a syntax that is read like
//! another) → `editions` (the versions and languages), each read by `formats` (a [`project::Project`]: pages,
//! navigation, redirects, one type for all tools) → `page` (the text of one page: parsed to one tree, converted,
//! written), which asks `links` for the new names of other files → `write` ([`Imported`]).

mod detect;
mod dialects;
mod docslit;
mod editions;
mod format;
mod formats;
mod language;
mod links;
mod literal;
mod operations;
mod page;
mod paths;
mod presence;
mod project;
mod report;
mod settings;
mod skipped;
mod source;
mod style_sheet;
#[cfg(feature = "testing")]
pub mod testing;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use editions::Editions;
use project::{NavEntry, Project};

pub use detect::{Detected, detect};
pub use format::Format;
pub use report::{EditionReport, Loss, LossKind, Origin, Report};
pub use source::{SkippedFile, Source};

/// What to import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The tool that the project was written for; `None` to detect it.
    pub from: Option<Format>,
    /// The only language to import, as named in the project; `None` for all of them.
    pub locale: Option<String>,
    /// The only version to import, as named in the project; `None` for all of them.
    pub version: Option<String>,
    /// The languages and versions to import, as named in the project; empty for all of them.
    pub only: Vec<String>,
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

/// The line of the source that a loss is about. `numbers` are those of the lines of the rewritten page: one of them, such as
/// the row of a table, may be several in the source, of which the first with the words of the loss is meant. It is in the
/// same block of lines.
fn line_in_source(source: &Source, numbers: &[u32], loss: &Loss) -> Option<u32> {
    let first = *numbers.get(loss.line.checked_sub(1)? as usize)?;
    let text = source.text(&loss.file).unwrap_or_default();
    let lines = text.lines().skip((first as usize).saturating_sub(1));
    let mut lines = lines.take_while(|line| !line.trim().is_empty());
    // A tag may have attributes.
    let subject = loss.subject.trim_end_matches('…').trim_end_matches(" %}");
    let place = lines.position(|line| line.contains(subject));
    Some(first + place.and_then(|place| u32::try_from(place).ok()).unwrap_or(0))
}

/// Gives a loss of a page that was rewritten the subject and the line of the source.
fn match_source(source: &Source, found: &Detected, lines: &BTreeMap<String, Vec<u32>>, loss: &mut Loss) {
    if let Some(subject) = dialects::subject_in_source(source, found, loss) {
        loss.subject = subject;
    }
    if let Some(line) = lines.get(&loss.file).and_then(|numbers| line_in_source(source, numbers, loss)) {
        loss.line = line;
    }
}

/// URL paths of the old site, with and without the path of the site.
fn below_site(project: &Project, known: &[String]) -> Vec<String> {
    let base = project.base.trim_matches('/');
    known.iter().flat_map(|path| [path.clone(), paths::plus(base, path)]).collect()
}

/// The folder that the URL paths of most pages begin with, and the folders of all others, if the tool puts a site below any
/// path of a host that is not in its settings.
fn main_folder(editions: &Editions, found: &Detected) -> Option<(String, BTreeSet<String>)> {
    let has_host = matches!(
        found.format,
        Format::Docusaurus | Format::VitePress | Format::VuePress | Format::Starlight | Format::MkDocs | Format::Fern
    );
    let projects = || editions.list.iter().map(|edition| &edition.project);
    if has_host || projects().any(|project| !project.base.trim_matches('/').is_empty()) {
        return None;
    }
    let pages = projects().flat_map(|project| &project.pages).filter_map(|page| page.addresses.first());
    let pages: Vec<&str> = pages.map(|address| address.trim_matches('/')).collect();
    let mut main = String::new();
    loop {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for below in pages.iter().filter_map(|page| paths::below(page, &main)).filter(|below| !below.is_empty()) {
            *counts.entry(below.split('/').next().unwrap_or_default()).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some((next, _)) = most.filter(|(_, count)| *count > 1 && count * 10 >= pages.len() * 8) else { break };
        main = paths::plus(&main, next);
    }
    let others = pages.iter().filter(|page| !page.is_empty() && **page != main && paths::below(page, &main).is_none());
    let folders = others.map(|page| paths::folder(page).to_owned()).collect();
    (!main.is_empty()).then_some((main, folders))
}

/// The URL paths, without surrounding slashes, that the navigation names by their whole URL on the host of the old site.
fn other_sites(editions: &Editions) -> BTreeSet<String> {
    let mut sites = BTreeSet::new();
    for project in editions.list.iter().map(|edition| &edition.project) {
        let Some(origin) = project.site.as_deref().and_then(paths::origin) else { continue };
        let mut open: Vec<&NavEntry> = project.navigation.iter().collect();
        while let Some(entry) = open.pop() {
            match entry {
                NavEntry::Group { entries, .. } => open.extend(entries),
                NavEntry::Link { href, .. } => {
                    let path = href.strip_prefix(origin).and_then(|path| path.split(['?', '#']).next());
                    let path = path.map(|path| path.trim_matches('/')).filter(|path| !path.is_empty());
                    sites.extend(path.map(ToOwned::to_owned));
                }
                _ => {}
            }
        }
    }
    sites
}

/// The folders that links from the root and paths in settings may be relative to.
fn link_roots<'e>(editions: &'e Editions, found: &'e Detected) -> BTreeSet<&'e str> {
    let projects = editions.list.iter().map(|edition| &edition.project);
    let folders = projects.flat_map(|project| {
        project.public_folders.iter().chain(project.aliases.iter().map(|(_, folder)| folder)).map(String::as_str)
    });
    folders.chain(["", found.root.as_str()]).collect()
}

/// Corrects the origin of missing targets: by the files of the source, and by what the old site has besides. `carried` are
/// the files that the new project is made from; `has_specs` and `misses_spec` say whether there is an OpenAPI file, and
/// whether one could not be read.
fn settle(
    source: &Source,
    (editions, found): (&Editions, &Detected),
    carried: &BTreeSet<&str>,
    (has_specs, misses_spec): (bool, bool),
    losses: &mut [Loss],
) {
    let projects = || editions.list.iter().map(|edition| &edition.project);
    let shows_api = || projects().any(|project| presence::shows_operations(&project.navigation));
    let knows_all = projects().all(|project| project.knows_operations);
    let has_api = misses_spec || has_specs && !knows_all && shows_api();
    let known = projects().flat_map(|project| below_site(project, &project.known_api_paths));
    let unknown = projects().flat_map(|project| project.api_paths.iter().map(String::as_str));
    let api_paths = presence::ApiPaths { unknown: unknown.collect(), known: known.collect() };
    presence::settle(source, carried, has_api.then_some(&api_paths), losses);
    let generated = projects().flat_map(|project| project.generated.iter().map(String::as_str));
    let code_pages = projects().flat_map(|project| project.code_pages.iter().map(String::as_str));
    presence::mark_generated(&generated.collect(), &code_pages.collect(), losses);
    let channels = projects().flat_map(|project| below_site(project, &project.channels));
    presence::mark_channels(&channels.collect(), losses);
    presence::mark_redirected(losses);
    presence::mark_untranslated(losses);
    presence::mark_other_sites(&other_sites(editions), losses);
    if let Some(project) = projects().find(|project| !project.mount.is_empty()) {
        presence::mark_outside(&project.mount, losses);
    }
    if let Some((folder, others)) = main_folder(editions, found) {
        presence::mark_beside(&folder, &others, losses);
    }
    if projects().any(|project| project.has_other_projects) {
        presence::mark_other_projects(losses);
    }
}

/// Converts a source to a new project. The result is deterministic.
///
/// # Errors
/// If the source contains no pages, or not the requested languages or versions, or too many of them.
pub fn import(source: &Source, options: &Options) -> Result<Imported, Refusal> {
    let found = detect(source, options.from).ok_or_else(|| Refusal {
        reason: "it contains no pages".to_owned(),
        help: "pass the folder that contains the pages (.md, .mdx) or the settings of their tool".to_owned(),
    })?;
    if found.format == Format::DocsLit {
        return docslit::import(source, found);
    }
    let original = source;
    let dialects::Rewritten { source, losses: mut rewriting, parts, lines } = dialects::rewritten(source, &found);
    let source = &source;
    let editions = Editions::read(source, &found, options)?;
    if editions.list.iter().all(|edition| edition.project.pages.is_empty()) {
        if source.under(&found.root).any(|path| path.ends_with(".rst")) {
            return Err(Refusal {
                reason: format!(
                    "{} marks it as a project of Sphinx, and its pages are in reStructuredText",
                    found.evidence
                ),
                help: "convert them to Markdown first, for example with `rst2myst`".to_owned(),
            });
        }
        return Err(Refusal {
            reason: format!(
                "{} marks it as a project of {}, but no page was found",
                found.evidence,
                found.format.name()
            ),
            help: "name the tool that it was written for with `--from`".to_owned(),
        });
    }
    let mut written = write::write(source, &editions);
    let copies = written.files.iter().filter_map(|file| match &file.contents {
        Contents::Copy(from) => Some(from.as_str()),
        Contents::Text(_) => None,
    });
    let pages = written.page_files.iter().map(|(file, _)| file.as_str());
    let carried: BTreeSet<&str> = copies.chain(pages).chain(written.included.iter().map(String::as_str)).collect();
    let roots = link_roots(&editions, &found);
    written.losses.extend(skipped::losses(source, &editions, (&found.root, &roots), &carried));
    for loss in &mut written.losses {
        match_source(original, &found, &lines, loss);
    }
    // Of pages that are left out, nothing else is said.
    rewriting.retain(|loss| carried.contains(loss.file.as_str()));
    written.losses.append(&mut rewriting);
    // Of what these leave out, all paths are known.
    let is_known = |loss: &Loss| [presence::CHANNEL, presence::IGNORED].contains(&loss.outcome.as_str());
    let is_of_file = |loss: &Loss| loss.kind == LossKind::Spec && loss.line == 0;
    let misses_spec = written.losses.iter().any(|loss| is_of_file(loss) && !is_known(loss));
    let has_specs = written.has_specs;
    settle(source, (&editions, &found), &carried, (has_specs, misses_spec), &mut written.losses);
    presence::mark_built(source, &roots, &mut written.losses);
    let pages = editions.list.iter().flat_map(|edition| &edition.project.pages);
    let pages = pages.filter_map(|page| Some((page.addresses.first()?.as_str(), page.file.as_str())));
    presence::name_others(source, pages, &mut written.losses);
    for loss in &mut written.losses {
        if let Some(whole) = parts.get(&loss.file) {
            whole.clone_into(&mut loss.file);
        }
    }
    let files = editions.list.iter().flat_map(|edition| edition.project.settings.iter().map(String::as_str));
    settings::place(source, &files.collect::<Vec<_>>(), &mut written.losses);
    written.losses.sort();
    written.losses.dedup();
    let report = Report {
        format: found.format,
        evidence: found.evidence,
        pages: written.pages,
        editions: written.editions,
        losses: report::merged(written.losses),
        page_files: written.page_files,
        unlisted: written.unlisted,
    };
    Ok(Imported { files: written.files, report })
}
