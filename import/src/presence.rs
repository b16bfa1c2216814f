//! Determines the origin of missing targets. If the source does not have a target anywhere, it was broken there already.
//! If it has one, the import did not carry it over or did not find it; if it is in a language or version that was left
//! out, an option imports it.

mod built;
mod named;
mod redirected;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use built::mark_built;
pub(crate) use named::name_others;
pub(crate) use redirected::mark_redirected;

use crate::formats::left_out;
use crate::paths;
use crate::project::NavEntry;
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;

/// The kinds of losses whose subject is a path.
const PATHS: [LossKind; 6] = [
    LossKind::MissingImport,
    LossKind::MissingInclude,
    LossKind::Link,
    LossKind::Asset,
    LossKind::NavigationEntry,
    LossKind::Redirect,
];
/// The outcome for a path that the source has.
const NOT_CARRIED: &str = "it exists in the source, but not as an imported page or file";
/// The outcome for a path that the source has at another place.
const ELSEWHERE: &str = "the source has one of that name at another path; the import did not find it from here";
/// The outcome for a path from the root of the source that has a file.
const NOT_FOUND: &str = "the source has that file; the import did not find it from here";
/// The outcome for a link to a path that the page of an operation may have.
const MAY_BE_OPERATION: &str =
    "no page or file has that path; it may be that of the API or one of its operations, which only the old tool knew";
/// The end of an outcome for a file that the source names and that was not given to the import.
pub(crate) const OUTSIDE: &str = "its path is outside of the imported folder";
/// The outcome for a relative link to a file outside of the imported folder.
const OUT_OF_FOLDER: &str =
    "its path is outside of the imported folder, where the old site may have something: kept as it is";
/// The outcome for an anchor that a page does not have.
pub(crate) const NO_ANCHOR: &str = "the page has no such anchor; the link goes to the page";
/// The outcome for an anchor of a path that redirects to a page without it.
pub(crate) const REDIRECTED: &str =
    "the page that this path redirects to has no such anchor; the link goes to that page";
/// The outcome for an anchor that a page does not have, if included files were expected to have it.
pub(crate) const NO_ANCHOR_KEPT: &str = "the page has no such anchor; the link keeps it";
/// The outcome for an anchor in a part of a page that only agents see.
pub(crate) const FOR_AGENTS: &str = "only agents see the part of the page with this anchor, as before";
/// The outcome for an anchor that a page of the source has and the new one lacks.
pub(crate) const NEW_LACKS_ANCHOR: &str = "the new page has no such anchor; the link keeps it";
/// The outcome for a relative link whose path begins above the old site.
pub(crate) const ABOVE: &str =
    "its path begins above the folder of the site, where the host may have something else: the link leads there";
/// The outcome for a link to a path that nothing has.
const NO_PAGE: &str = "no page or file has that path";
/// The outcome for a redirect to a path that nothing has.
pub(crate) const NO_TARGET: &str = "no page or file has the path that it redirects to";
/// The outcome for redirects that code makes.
pub(crate) const IN_CODE: &str = "code computes them and is not run: left out";
/// The outcome for a link to a path that such a redirect may have.
const MAY_REDIRECT: &str =
    "no page or file has that path; one of the redirects in code, which were left out, may have it";
/// The outcome for a channel of AsyncAPI, and for links to the page that the old site has for it.
pub(crate) const CHANNEL: &str = "a channel of AsyncAPI, which is not converted: it has no page here";
/// The outcome for operations that the old site does not show either.
pub(crate) const IGNORED: &str = "left out by `x-fern-ignore`, as on the old site";
/// The outcome for a path below a folder of generated pages.
const GENERATED: &str = "its page is made by code, which is not run";
/// The end of the outcome for an entry of the navigation whose page code of the project may write.
pub(crate) const WRITTEN: &str = " may write it before a build, and code is not run";
/// The outcome for a group of the navigation that lists the pages in a folder.
pub(crate) const NO_PAGES: &str = "a group of the pages in this folder, which has no pages: left out";
/// The outcome for an anchor without a page that another project may have.
const OF_OTHERS: &str = "the page has no such anchor; another project that the settings name may have it";
/// Words in the paths of APIs.
const API_WORDS: [&str; 6] = ["api", "apis", "endpoints", "openapi", "operations", "reference"];
/// Folders of partials, which have no URL of their own.
const PARTS: [&str; 4] = ["snippets", "includes", "partials", "components"];
/// Suffixes of a folder's path that are not part of a URL path.
const ENDINGS: [&str; 3] = ["-index", "-readme", "-page"];

/// Where the source has a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    #[default]
    Nowhere,
    /// As a file that the new project is made from.
    Carried,
    /// As a file that is not carried over.
    LeftOut,
}

/// The greatest number of files with a path that are compared: as many as there are languages or versions.
const MOST_FILES: usize = 64;

/// Where the source has a path.
#[derive(Clone, Debug, Default)]
struct Seen {
    found: Found,
    /// The first files that have it at their end: one of them may be that of the link.
    files: Vec<String>,
}

/// The paths of losses, and where the source has them.
#[derive(Debug, Default)]
struct LostPaths {
    /// URL paths, which name pages and files, but no code.
    urls: BTreeMap<String, Seen>,
    /// Paths in imports and includes, which may name code without its extension.
    modules: BTreeMap<String, Seen>,
}

impl LostPaths {
    /// Returns the paths of losses of this kind.
    fn of(&self, kind: LossKind) -> &BTreeMap<String, Seen> {
        if names_module(kind) { &self.modules } else { &self.urls }
    }

    /// Returns the paths of losses of this kind.
    fn of_mut(&mut self, kind: LossKind) -> &mut BTreeMap<String, Seen> {
        if names_module(kind) { &mut self.modules } else { &mut self.urls }
    }

    /// Records that a file has a path. `is_code` says whether only imports name code by it.
    fn find(&mut self, path: &str, file: &str, found: Found, is_code: bool) {
        let path = plain(path);
        for known in [&mut self.modules, &mut self.urls].into_iter().take(if is_code { 1 } else { 2 }) {
            if let Some(seen) = known.get_mut(&path) {
                seen.found = found.max(seen.found);
                if seen.files.len() < MOST_FILES && !seen.files.iter().any(|known| known == file) {
                    seen.files.push(file.to_owned());
                }
            }
        }
    }

    /// Returns the file with a path at the end of its own that is nearest to the file of the loss, which is not meant.
    fn other_file(&self, loss: &Loss, key: Option<&String>) -> Option<&str> {
        let files = self.of(loss.kind).get(key?)?.files.iter();
        // Of the same language or version as many folders are the same.
        let shared = |file: &str| {
            let pairs = file.split('/').zip(loss.file.split('/'));
            pairs.take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count()
        };
        // Nor are the other languages and versions of that file.
        let is_edition = |file: &str| {
            let (own, other) = (loss.file.split('/').rev(), file.split('/').rev());
            let same = own.zip(other).take_while(|(own, other)| own == other).count();
            same > 1 && file.split('/').count().abs_diff(loss.file.split('/').count()) < 2
        };
        let others = files.map(String::as_str).filter(|file| *file != loss.file && !is_edition(file));
        let others: Vec<&str> = others.collect();
        let most = others.iter().map(|file| shared(file)).max()?;
        let mut nearest = others.into_iter().filter(|file| shared(file) == most);
        // Which one of several is meant, nothing tells.
        nearest.next().filter(|_| nearest.next().is_none())
    }

    /// Returns whether no path is asked for.
    fn is_empty(&self) -> bool {
        self.urls.is_empty() && self.modules.is_empty()
    }
}

/// Returns whether the path of a loss of this kind is that of an import or an include.
fn names_module(kind: LossKind) -> bool {
    matches!(kind, LossKind::MissingImport | LossKind::MissingInclude)
}

/// The URL paths of the APIs that the settings name, without surrounding slashes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ApiPaths<'a> {
    /// Those that may have operations with unknown paths.
    pub(crate) unknown: BTreeSet<&'a str>,
    /// Those whose operations all have known paths, with and without the path of the site.
    pub(crate) known: BTreeSet<String>,
}

impl ApiPaths<'_> {
    /// Whether the path of a loss can be that of an API or of one of its operations. Where all APIs are known, a word for
    /// an API in the path only says so outside of them.
    fn may_have(&self, loss: &Loss) -> bool {
        let path = path(loss);
        let requested = if path.starts_with('/') { path } else { loss.address.as_str() };
        let requested = requested.trim_matches('/').to_lowercase();
        let is_in = |api: &String| requested == *api || paths::below(&requested, api).is_some();
        let is_known = self.unknown.is_empty() && !requested.is_empty() && self.known.iter().any(is_in);
        let may_be = |path: &str| !path.is_empty() && may_be_operation(path, &self.unknown);
        !is_known && (may_be(path) || may_be(&loss.address))
    }
}

/// Corrects the origin of losses. `carried` are the source files that the new project is made from; `apis` are the paths
/// of APIs. It is `None` if the navigation has no operations of an OpenAPI file, and misses none of
/// a file that could not be read.
pub(crate) fn settle(source: &Source, carried: &BTreeSet<&str>, apis: Option<&ApiPaths<'_>>, losses: &mut [Loss]) {
    let mut asked = LostPaths::default();
    let left_out = editions_left_out(losses);
    let unread = partly_read(losses);
    let in_code = losses.iter().filter(|loss| loss.kind == LossKind::Redirect && loss.outcome == IN_CODE);
    let in_code: Vec<String> = in_code.filter_map(|loss| source.text(&loss.file).ok()).collect();
    let names_path = |loss: &&mut Loss| {
        let is_of_path = loss.kind != LossKind::Redirect || loss.outcome == NO_TARGET;
        loss.origin == Origin::Source && PATHS.contains(&loss.kind) && is_of_path && loss.outcome != NO_PAGES
    };
    for loss in losses.iter_mut().filter(names_path) {
        asked.of_mut(loss.kind).extend(keys(loss).into_iter().map(|key| (key, Seen::default())));
        asked.urls.extend(relative_key(loss).map(|key| (key, Seen::default())));
    }
    look(source, carried, &mut asked);
    for loss in losses.iter_mut().filter(names_path) {
        let path = path(loss);
        if let Some(outcome) = path.split('/').find_map(|part| left_out.get(part)) {
            (loss.origin, loss.outcome) = (Origin::Choice, outcome.clone());
            continue;
        }
        if loss.kind == LossKind::MissingInclude
            && path.starts_with("..")
            && paths::join(paths::folder(&loss.file), path).is_none()
        {
            loss.origin = Origin::Import;
            loss.outcome = format!("{OUTSIDE}; {}", loss.outcome);
            continue;
        }
        if loss.kind == LossKind::Link
            && loss.outcome != ABOVE
            && path.starts_with("..")
            && paths::is_page(&loss.file)
            && paths::is_page(path)
            && paths::join(paths::folder(&loss.file), path).is_none()
        {
            loss.origin = Origin::Import;
            loss.outcome = OUT_OF_FOLDER.to_owned();
            continue;
        }
        let seen = keys(loss).into_iter().filter_map(|key| asked.of(loss.kind).get(&key));
        let found = seen.map(|seen| seen.found).max().unwrap_or_default();
        let is_beside = is_beside(source, loss, path, carried);
        // Every tool resolves a relative link to a file of Markdown as a path, from the file with the link.
        let is_file = loss.kind == LossKind::Link && paths::is_page(path) && !path.starts_with(['/', '@', '~']);
        // A file at the end of another path is not the one that a relative path means. In settings, a path is relative to
        // the root of the site.
        let is_relative = matches!(loss.kind, LossKind::Link | LossKind::Asset) && paths::is_page(&loss.file);
        let is_rooted = path.starts_with(['/', '@', '~']) || !is_relative;
        // An entry of the navigation without a folder means the file in one place.
        let place = paths::without_index(paths::stem(path).unwrap_or(path));
        let has_place = loss.kind != LossKind::NavigationEntry || place.trim_matches('/').contains('/');
        let is_left = found == Found::LeftOut && !is_file && has_place || is_beside;
        let is_url = matches!(loss.kind, LossKind::Link | LossKind::Redirect);
        let is_carried = found == Found::Carried && has_place;
        // The path that a browser asks for by a relative link.
        let requested = if path.starts_with('.') && !loss.address.is_empty() { loss.address.as_str() } else { path };
        let outcome = if is_left {
            Some(if is_beside || is_rooted { NOT_CARRIED } else { ELSEWHERE })
        } else if loss.kind == LossKind::Link && in_code.iter().any(|code| may_redirect(requested, code)) {
            Some(MAY_REDIRECT)
        } else if is_url && apis.is_some_and(|apis| apis.may_have(loss)) {
            Some(MAY_BE_OPERATION)
        } else if is_carried && is_url && !source.has(path) && names_page(loss, &asked) {
            // The import knows all paths of that page: it does not have this one.
            let nothing = if loss.kind == LossKind::Link { NO_PAGE } else { NO_TARGET };
            loss.outcome = match asked.other_file(loss, keys(loss).first()) {
                Some(other) => format!("{nothing}; {other} has that name at another path"),
                None => nothing.to_owned(),
            };
            None
        } else {
            is_carried.then_some(if source.has(path) { NOT_FOUND } else { ELSEWHERE })
        };
        if let Some(outcome) = outcome {
            loss.origin = Origin::Import;
            if !names_module(loss.kind) {
                outcome.clone_into(&mut loss.outcome);
            }
        } else if loss.outcome == ABOVE {
            loss.origin = Origin::Import;
        } else if let Some(other) = asked.other_file(loss, relative_key(loss).as_ref()) {
            loss.outcome = format!("{}; {other} has that name at another path", loss.outcome);
        }
    }
    mark_written(losses);
    doubt_anchors(source, &unread, losses);
}

/// Whether the path of a loss as it is written is at the end of the path of a page, not only without the name of a
/// version in it.
fn names_page(loss: &Loss, asked: &LostPaths) -> bool {
    keys(loss).first().and_then(|key| asked.of(loss.kind).get(key)).is_some_and(|seen| seen.found == Found::Carried)
}

/// Corrects the origin of losses whose target is a page that the old tool makes from code, or in a folder of such pages.
pub(crate) fn mark_generated(folders: &BTreeSet<&str>, pages: &BTreeSet<&str>, losses: &mut [Loss]) {
    let kinds = [LossKind::Link, LossKind::Redirect, LossKind::NavigationEntry];
    for loss in losses.iter_mut().filter(|loss| loss.origin == Origin::Source && kinds.contains(&loss.kind)) {
        // As written, and joined to the path of the page.
        let named = [path(loss), loss.address.as_str()].map(|path| path.trim_start_matches(['.', '/']));
        let is_in = |folder: &str| named.iter().any(|path| *path == folder || paths::below(path, folder).is_some());
        if folders.iter().any(|folder| is_in(folder)) || named.iter().any(|path| pages.contains(path)) {
            loss.origin = Origin::Import;
            GENERATED.clone_into(&mut loss.outcome);
        }
    }
}

/// Corrects the origin of links to anchors without a page, in a source whose settings name other projects for them.
pub(crate) fn mark_other_projects(losses: &mut [Loss]) {
    let is_anchor = |loss: &&mut Loss| loss.kind == LossKind::Anchor && loss.origin == Origin::Source;
    for loss in losses.iter_mut().filter(is_anchor).filter(|loss| loss.subject.starts_with('#')) {
        loss.origin = Origin::Import;
        OF_OTHERS.clone_into(&mut loss.outcome);
    }
}

/// Gives links and redirects into a language that was left out since no page is translated that origin.
pub(crate) fn mark_untranslated(losses: &mut [Loss]) {
    let left = losses.iter().filter(|loss| loss.kind == LossKind::Locale).map(|loss| loss.subject.clone());
    let left: BTreeSet<String> = left.collect();
    let of_paths = |loss: &&mut Loss| matches!(loss.kind, LossKind::Link | LossKind::Redirect);
    for loss in losses.iter_mut().filter(|loss| loss.origin == Origin::Source).filter(of_paths) {
        let first = path(loss).strip_prefix('/').and_then(|path| path.split('/').next()).unwrap_or_default();
        if let Some(name) = left.get(first) {
            loss.origin = Origin::Choice;
            loss.outcome = format!("it is in the language `{name}`, which was left out");
        }
    }
}

/// Corrects the origin of links and redirects to paths outside of the folder that has most pages of the old site: its host
/// may have something else there, unless one of the `others`, the folders of the remaining pages, has the path.
pub(crate) fn mark_beside(folder: &str, others: &BTreeSet<String>, losses: &mut [Loss]) {
    let of_paths = |loss: &&mut Loss| {
        let is_missing = loss.kind == LossKind::Link || loss.outcome.starts_with(NO_TARGET);
        loss.origin == Origin::Source && matches!(loss.kind, LossKind::Link | LossKind::Redirect) && is_missing
    };
    for loss in losses.iter_mut().filter(of_paths) {
        let own = path(loss);
        // Of a relative link the path that a browser asks for, unless it names a file.
        let requested = if own.starts_with('/') || paths::name(own).contains('.') { own } else { &loss.address };
        let Some(requested) = requested.strip_prefix('/').map(|path| path.trim_end_matches('/').to_lowercase()) else {
            continue;
        };
        let main = folder.to_lowercase();
        let is_known = requested == main || paths::below(&requested, &main).is_some();
        if !is_known && !others.contains(paths::folder(&requested)) {
            loss.origin = Origin::Import;
            loss.outcome = format!(
                "{}; most pages were below /{folder}, and the host may have something else there",
                loss.outcome
            );
        }
    }
}

/// Corrects the origin of links to paths outside of the one that pages name as the place of the project on a larger site.
pub(crate) fn mark_outside(mount: &str, losses: &mut [Loss]) {
    let is_missing = |loss: &&mut Loss| loss.kind == LossKind::Link && loss.origin == Origin::Source;
    for loss in losses.iter_mut().filter(is_missing) {
        let requested = path(loss);
        if requested.starts_with('/') && paths::below(requested.trim_matches('/'), mount).is_none() {
            loss.origin = Origin::Import;
            loss.outcome = format!(
                "{}; by their slugs, pages are below /{mount} of a site that may have something else there",
                loss.outcome
            );
        }
    }
}

/// Corrects the origin of links and redirects to paths below those that the navigation names by their whole URL on the host
/// of the old site: another site is there. `sites` are these paths, without surrounding slashes.
pub(crate) fn mark_other_sites(sites: &BTreeSet<String>, losses: &mut [Loss]) {
    let of_paths = |loss: &&mut Loss| matches!(loss.kind, LossKind::Link | LossKind::Redirect);
    for loss in losses.iter_mut().filter(|loss| loss.origin == Origin::Source).filter(of_paths) {
        let path = path(loss).trim_matches('/');
        let site = sites.iter().find(|site| path == *site || paths::below(path, site).is_some());
        if let Some(site) = site {
            loss.origin = Origin::Import;
            loss.outcome =
                format!("{}; the navigation links to /{site} by its whole URL, as to another site", loss.outcome);
        }
    }
}

/// Gives links and redirects to the pages that the old site has for channels of AsyncAPI that origin and outcome.
pub(crate) fn mark_channels(channels: &BTreeSet<String>, losses: &mut [Loss]) {
    let of_paths = |loss: &&mut Loss| matches!(loss.kind, LossKind::Link | LossKind::Redirect);
    for loss in losses.iter_mut().filter(of_paths) {
        let named = [path(loss), loss.address.as_str()].map(|path| path.trim_matches('/'));
        if named.iter().any(|path| channels.contains(*path)) {
            (loss.origin, loss.outcome) = (Origin::Import, CHANNEL.to_owned());
        }
    }
}

/// Gives links to pages that code may write the origin and the outcome of the entries of the navigation for these pages.
fn mark_written(losses: &mut [Loss]) {
    let page = |path: &str| paths::without_index(paths::stem(path).unwrap_or(path)).trim_matches('/').to_owned();
    let is_written = |loss: &&Loss| loss.kind == LossKind::NavigationEntry && loss.outcome.ends_with(WRITTEN);
    let written: Vec<(String, String)> =
        losses.iter().filter(is_written).map(|loss| (page(&loss.subject), loss.outcome.clone())).collect();
    if written.is_empty() {
        return;
    }
    let is_link = |loss: &&mut Loss| loss.kind == LossKind::Link && loss.origin == Origin::Source;
    for loss in losses.iter_mut().filter(is_link) {
        let Some(target) = paths::join(paths::folder(&loss.file), path(loss)).map(|target| page(&target)) else {
            continue;
        };
        let is_same =
            |entry: &str| target.strip_suffix(entry).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        if let Some((_, outcome)) = written.iter().find(|(entry, _)| is_same(entry)) {
            (loss.origin, loss.outcome) = (Origin::Import, outcome.clone());
        }
    }
}

/// The names of languages and versions that were left out, each with the outcome for a link into it.
fn editions_left_out(losses: &[Loss]) -> BTreeMap<String, String> {
    let left = losses.iter().filter(|loss| loss.outcome == left_out(&loss.subject));
    left.map(|loss| {
        let what = if loss.kind == LossKind::Locale { "language" } else { "version" };
        let name = loss.subject.clone();
        let outcome = format!("it is in the {what} `{name}`, which was {}", left_out(&name));
        (name, outcome)
    })
    .collect()
}

/// The files of pages with parts that are not read and that may have headings, each with what is said of these parts: the
/// subject and the place of the first, and their number.
fn partly_read(losses: &[Loss]) -> BTreeMap<String, String> {
    let may_have_headings = |loss: &Loss| match loss.kind {
        // A value in a sentence has none.
        LossKind::Expression => loss.line > 0 && loss.subject.contains(['<', '(']) && !loss.subject.starts_with("{{"),
        _ => loss.may_have_headings,
    };
    let mut parts: BTreeMap<&str, BTreeSet<(u32, &str)>> = BTreeMap::new();
    for loss in losses.iter().filter(|loss| may_have_headings(loss)) {
        parts.entry(&loss.file).or_default().insert((loss.line, loss.subject.as_str()));
    }
    let named = |(file, parts): (&str, BTreeSet<(u32, &str)>)| {
        let (line, subject) = parts.first()?;
        let place = if *line > 0 { format!("{file}:{line}") } else { file.to_owned() };
        let unread = match parts.len() {
            1 => format!("`{subject}` ({place}) was not read"),
            count => format!("{count} parts of it were not read, the first is `{subject}` ({place})"),
        };
        Some((file.to_owned(), unread))
    };
    parts.into_iter().filter_map(named).collect()
}

/// Whether entries represent operations of a spec.
pub(crate) fn shows_operations(entries: &[NavEntry]) -> bool {
    let mut open: Vec<&NavEntry> = entries.iter().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Operation { .. } | NavEntry::Api { .. } => return true,
            NavEntry::Group { entries, .. } => open.extend(entries),
            NavEntry::Page { .. } | NavEntry::Link { .. } => {}
        }
    }
    false
}

/// Corrects the origin of missing anchors that a part of their page may have, which is not read. `unread` names the first
/// such part of each page.
fn doubt_anchors(source: &Source, unread: &BTreeMap<String, String>, losses: &mut [Loss]) {
    let is_anchor = |loss: &&mut Loss| loss.kind == LossKind::Anchor && loss.origin == Origin::Source;
    let mut named: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for loss in losses.iter_mut().filter(is_anchor).filter(|loss| !loss.target.is_empty()) {
        let link = if loss.outcome == NO_ANCHOR_KEPT { "the link keeps it" } else { "the link goes to the page" };
        if is_of_operation(source, loss) {
            loss.origin = Origin::Import;
            loss.outcome = format!("the old site made the anchors of an operation from its OpenAPI file; {link}");
            continue;
        }
        let Some(first) = unread.get(&loss.target) else { continue };
        let names = named.entry(loss.target.clone());
        let names = names.or_insert_with(|| attribute_values(&source.text(&loss.target).unwrap_or_default()));
        let line = loss.subject.split_once('#').and_then(|(_, anchor)| Some((anchor, names.get(anchor)?)));
        let place = line.map(|(anchor, line)| format!("`{anchor}` ({}:{line}) was not read", loss.target));
        let part = place.as_ref().unwrap_or(first);
        loss.origin = Origin::Import;
        loss.outcome = format!("what was read of the page has no such anchor; {part}; {link}");
    }
}

/// Whether a missing anchor is that of a field, on a page that shows an operation by its frontmatter (Mintlify).
fn is_of_operation(source: &Source, loss: &Loss) -> bool {
    const FIELDS: [&str; 7] = ["authorization-", "body-", "header-", "param-", "path-", "query-", "response-"];
    let anchor = loss.subject.split_once('#').map_or("", |(_, anchor)| anchor);
    FIELDS.iter().any(|start| anchor.starts_with(start))
        && source.text(&loss.target).is_ok_and(|text| {
            let mut fields = text.strip_prefix("---").unwrap_or_default().lines().take_while(|line| *line != "---");
            fields.any(|line| line.starts_with("openapi:") || line.starts_with("api:"))
        })
}

/// The values in quotation marks of the attributes in a page, each with its first line, from 1.
fn attribute_values(text: &str) -> BTreeMap<String, usize> {
    let mut values = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        for (start, quote) in [("=\"", '"'), ("='", '\'')] {
            for (value, _) in line.split(start).skip(1).filter_map(|rest| rest.split_once(quote)) {
                values.entry(value.to_owned()).or_insert(number);
            }
        }
    }
    values
}

/// The path in the subject of a loss: `path (Name)` of an import, `Type in path`, `from → to` of a redirect.
fn path(loss: &Loss) -> &str {
    let subject = loss.subject.as_str();
    let subject = match loss.kind {
        LossKind::Redirect => subject.rsplit_once(" → ").map_or(subject, |(_, to)| to),
        LossKind::MissingImport => subject.rsplit_once(" (").map_or(subject, |(path, _)| path),
        LossKind::MissingInclude => subject.rsplit_once(" in ").map_or(subject, |(_, path)| path),
        LossKind::Link => subject.strip_prefix("pathname://").unwrap_or(subject),
        _ => subject,
    };
    let end = subject.find(['?', '#']).unwrap_or(subject.len());
    subject.get(..end).unwrap_or(subject)
}

/// A path relative to the root of the site or to an alias, as [`look`] compares it: as written, and without the name of
/// the current version.
fn keys(loss: &Loss) -> Vec<String> {
    const CURRENT: [&str; 5] = ["current", "latest", "main", "next", "stable"];
    let path = path(loss);
    let is_relative = path.starts_with("./") || path.starts_with("../") || engine::is_external(path);
    let rooted = paths::decoded(path.trim_start_matches(['@', '~']));
    let bare: Vec<&str> = rooted.split('/').filter(|part| !CURRENT.contains(part)).collect();
    let mut keys = vec![plain(&rooted), plain(&bare.join("/"))];
    keys.dedup();
    keys.retain(|key| !is_relative && !key.is_empty());
    keys
}

/// The end of the path of a relative link, which may be that of a page at another path.
fn relative_key(loss: &Loss) -> Option<String> {
    let path = path(loss);
    if loss.kind != LossKind::Link || !path.starts_with("./") && !path.starts_with("../") {
        return None;
    }
    let end = paths::decoded(path.trim_start_matches(['.', '/']));
    let is_index = paths::without_index(paths::stem(&end).unwrap_or(&end)).is_empty();
    Some(plain(&end)).filter(|key| !key.is_empty() && !is_index)
}

/// A path without surrounding slashes and without differences between file names and URLs, such as `2024-01-02-a` and
/// `2024/01/02/a`.
fn plain(path: &str) -> String {
    let path = path.trim_matches('/');
    let path = paths::stem(path).or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    let one = |c: char| if c.is_alphanumeric() { c.to_lowercase().next().unwrap_or(c) } else { '-' };
    let plain: String = path.chars().map(one).collect();
    let ending = ENDINGS.iter().find_map(|ending| plain.strip_suffix(ending));
    ending.map(ToOwned::to_owned).unwrap_or(plain)
}

/// Finds the paths that match the end of the path of a file, or of a folder of pages that are not carried over. Only an
/// import names code without its extension; a link means it by its route.
fn look(source: &Source, carried: &BTreeSet<&str>, asked: &mut LostPaths) {
    if asked.is_empty() {
        return;
    }
    for file in source.paths() {
        let is_carried = carried.contains(file);
        let here = if is_carried { Found::Carried } else { Found::LeftOut };
        let is_part = |part: &str| part.starts_with(['_', '.']) || PARTS.contains(&part);
        let has_address = paths::is_page(file) && !file.split('/').any(is_part);
        if let Some(route) = route_of(file) {
            asked.find(&route, file, here, false);
        }
        let mut end = file.len();
        while let Some(folder) = file.get(..end) {
            let mut start = 0;
            while let Some(last) = folder.get(start..).filter(|last| !last.is_empty()) {
                let bare = last.rsplit_once('.').filter(|_| end == file.len()).map(|(bare, _)| bare);
                asked.find(last, file, here, false);
                if let Some(bare) = bare {
                    asked.find(bare, file, here, !is_document(file));
                }
                match last.find('/') {
                    Some(at) => start += at + 1,
                    None => break,
                }
            }
            match folder.rfind('/') {
                Some(at) if at > 0 && has_address && !is_carried => end = at,
                _ => break,
            }
        }
    }
}

/// Returns whether a file has a URL without its extension if it is part of a site.
fn is_document(file: &str) -> bool {
    const DOCUMENTS: [&str; 8] = ["html", "htm", "rst", "adoc", "ipynb", "Rmd", "txt", "pdf"];
    paths::is_page(file) || file.rsplit_once('.').is_some_and(|(_, end)| DOCUMENTS.contains(&end))
}

/// The URL path of a file that answers requests by code: `app/llms.txt/route.ts` in Next.js, `routes/a/+page.svelte` in
/// SvelteKit, `pages/team.tsx` in most. Folders in parentheses are not part of it. `None` for other files.
fn route_of(file: &str) -> Option<String> {
    const NAMES: [&str; 4] = ["route", "page", "+page", "+server"];
    const ENDS: [&str; 7] = ["ts", "tsx", "js", "jsx", "svelte", "vue", "astro"];
    let (name, end) = paths::name(file).split_once('.').filter(|(_, end)| ENDS.contains(end))?;
    let folder = paths::folder(file);
    let parts: Vec<&str> = folder.split('/').collect();
    let below = |roots: &[&str]| {
        let root = parts.iter().position(|part| roots.contains(part))?;
        let below = parts.get(root + 1..).unwrap_or_default();
        Some(below.iter().copied().filter(|part| !part.starts_with('(')).collect::<Vec<_>>())
    };
    if NAMES.contains(&name)
        && !matches!(end, "vue" | "astro")
        && let Some(shown) = below(&["app", "routes"]).filter(|shown| !shown.is_empty())
    {
        return Some(shown.join("/"));
    }
    let shown = below(&["pages"]).filter(|_| !name.starts_with(['_', '[']))?;
    let own = if name == "index" { "" } else { name };
    Some(paths::plus(&shown.join("/"), own)).filter(|path| !path.is_empty())
}

/// Whether code may redirect from a path: a string in it ends with the path, or with what follows its language, or
/// computes or matches what follows a part of it. `/:name*` also matches nothing.
fn may_redirect(path: &str, code: &str) -> bool {
    const LANGUAGES: [&str; 4] = ["locale", "lang", "language", "lng"];
    const QUOTES: [char; 3] = ['\'', '"', '`'];
    let path = format!("/{}", path.trim_start_matches(['.', '/']).trim_end_matches('/'));
    let path = path.as_str();
    let below = path.get(1..).and_then(|path| path.find('/')).and_then(|at| path.get(at + 1..)).unwrap_or_default();
    let first = path.split('/').nth(1).unwrap_or_default();
    let is_any = |before: &str| {
        let name = before.rsplit('/').next().and_then(|part| part.strip_prefix(':'));
        name.is_some_and(|name| !LANGUAGES.contains(&name) || crate::language::is_language(first))
    };
    let is_below_any = |quote: &char| {
        let end = format!("{below}{quote}");
        !below.is_empty() && code.match_indices(&end).any(|(at, _)| code.get(..at).is_some_and(is_any))
    };
    let has = |path: &str, ends: &[char]| ends.iter().any(|end| code.contains(&format!("{path}{end}")));
    let mut folders = path.match_indices('/').skip(1).filter_map(|(at, _)| path.get(..=at));
    let is_open = |folder: &str| has(folder, &[':', '*', '(', '$']) || has(folder, &QUOTES);
    let is_optional = |(at, before): (usize, &str)| {
        let rest = code.get(at + before.len()..).unwrap_or_default();
        rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').starts_with('*')
    };
    let has_optional = || code.match_indices(&format!("{path}/:")).any(is_optional);
    path.len() > 1 && (has(path, &QUOTES) || has_optional() || QUOTES.iter().any(is_below_any) || folders.any(is_open))
}

/// Whether a path can be that of an API or of one of its operations, and is no file: it has the path of an API among its
/// parts, or a word for one if the settings name none, or is a section with an API. An API at the root may have every
/// folder.
fn may_be_operation(path: &str, apis: &BTreeSet<&str>) -> bool {
    let below = path.trim_start_matches("./").trim_start_matches("../").trim_matches('/').to_ascii_lowercase();
    let parts: Vec<&str> = below.split('/').collect();
    let is_in = |api: &&str| {
        let api = api.to_ascii_lowercase();
        let api: Vec<&str> = api.split('/').collect();
        // A relative path may begin within that of the API.
        let mut ends = (0..api.len()).filter_map(|from| api.get(from..));
        let is_part = parts.windows(api.len()).any(|part| part == api);
        is_part || path.starts_with('.') && ends.any(|end| parts.starts_with(end))
    };
    let is_word = |part: &&str| part.split(['-', '_']).any(|word| API_WORDS.contains(&word));
    let is_named = apis.iter().any(is_in) || apis.is_empty() && parts.iter().any(is_word);
    let is_above = || !below.is_empty() && apis.iter().any(|path| paths::below(path, &below).is_some());
    let is_below = || parts.len() > 1 && apis.contains("");
    path.starts_with(['/', '.']) && !paths::name(&below).contains('.') && (is_named || is_above() || is_below())
}

/// Whether a path relative to the file of the loss names a file that is not carried over, or a folder of such files.
fn is_beside(source: &Source, loss: &Loss, path: &str, carried: &BTreeSet<&str>) -> bool {
    let path = paths::decoded(path);
    if path.starts_with('/') || path.is_empty() {
        return false;
    }
    let Some(joined) = paths::join(paths::folder(&loss.file), &path) else { return false };
    // A navigation entry may be a file that is not a page here.
    let is_entry = loss.kind == LossKind::NavigationEntry;
    let is_left = |path: &str| source.has(path) && (is_entry || !carried.contains(path));
    let is_code_left = |end: &&str| {
        let file = format!("{joined}{end}");
        is_left(&file) && (names_module(loss.kind) || route_of(&file).is_some())
    };
    ["", ".md", ".mdx"].iter().any(|end| is_left(&format!("{joined}{end}")))
        || [".tsx", ".jsx", ".ts", ".js", ".vue"].iter().any(is_code_left)
        || source.under(&joined).any(|path| !carried.contains(path))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        ApiPaths, ELSEWHERE, IN_CODE, MAY_BE_OPERATION, MAY_REDIRECT, NO_ANCHOR, NO_ANCHOR_KEPT, NO_TARGET,
        NOT_CARRIED, NOT_FOUND, mark_generated, mark_other_projects, mark_other_sites, mark_untranslated, may_redirect,
        settle, shows_operations,
    };
    use crate::formats::left_out;
    use crate::project::NavEntry;
    use crate::report::{Loss, LossKind, Origin};
    use crate::source::Source;

    /// The origin of a loss on the page `docs/a/b.md`.
    fn origin(kind: LossKind, subject: &str, has_api: bool) -> Origin {
        let files =
            ["docs/a/b.md", "docs/c.md", "site/blog/2024-01-02-first.md", "fr/c.md", "img/Left out.png", "lib/x.ts"];
        let source = Source::from_memory(files.map(|file| (file, "")));
        let carried: BTreeSet<&str> = ["docs/a/b.md", "docs/c.md"].into();
        let mut losses = [Loss::new(kind, "docs/a/b.md", 1, subject, "")];
        settle(&source, &carried, has_api.then_some(&ApiPaths::default()), &mut losses);
        losses[0].origin
    }

    #[test]
    fn what_the_source_has_nowhere_was_broken_there() {
        for (kind, subject) in [
            (LossKind::Link, "/gone"),
            (LossKind::Link, "../gone.md#x"),
            // That page is carried over; from here the path has another target.
            (LossKind::Link, "./c.md"),
            (LossKind::Link, "/api/gone"),
            (LossKind::Asset, "/img/gone.png"),
            (LossKind::Asset, "out.png"),
            (LossKind::MissingImport, "@/lib/y (Y)"),
            (LossKind::NavigationEntry, "gone"),
            // Another folder has a page of that name.
            (LossKind::NavigationEntry, "b/index.md"),
            // Those pages have other paths, which the import knows.
            (LossKind::Link, "/b"),
            (LossKind::Link, "b#x"),
            (LossKind::Link, "/a/b"),
        ] {
            assert_eq!(origin(kind, subject, false), Origin::Source, "{subject}");
        }
    }

    #[test]
    fn what_the_source_has_was_not_carried_over() {
        for (kind, subject) in [
            (LossKind::Link, "/blog/2024/01/02/first"),
            (LossKind::Link, "/blog/#top"),
            (LossKind::Link, "pathname:///blog/#top"),
            (LossKind::Link, "/fr/c"),
            (LossKind::Link, "../../fr/c.md"),
            (LossKind::Link, "../../site/blog/"),
            (LossKind::Asset, "/img/Left%20out.png"),
            (LossKind::MissingImport, "@/lib/x (X)"),
            (LossKind::MissingInclude, "X in ../../lib/x.ts"),
            (LossKind::NavigationEntry, "blog/2024-01-02-first"),
            // A tool may look for it from the root of the project.
            (LossKind::Link, "docs/c.md#x"),
            // It is carried over, but the path has the name of a version that the import does not know.
            (LossKind::Link, "/docs/next/a/b"),
            (LossKind::NavigationEntry, "a/b"),
        ] {
            assert_eq!(origin(kind, subject, false), Origin::Import, "{subject}");
        }
    }

    #[test]
    fn a_relative_path_means_no_file_elsewhere() {
        let source = Source::from_memory([("docs/a.md", ""), ("img/x.png", ""), ("docs/img/y.png", "")]);
        for (subject, expected) in [
            ("img/x.png", ELSEWHERE),
            ("/img/x.png", NOT_CARRIED),
            ("img/y.png", NOT_CARRIED),
            ("../img/x.png", NOT_CARRIED),
        ] {
            let mut losses = [Loss::new(LossKind::Asset, "docs/a.md", 1, subject, "")];
            settle(&source, &["docs/a.md"].into(), None, &mut losses);
            assert_eq!((losses[0].origin, losses[0].outcome.as_str()), (Origin::Import, expected), "{subject}");
        }
    }

    #[test]
    fn code_without_a_route_is_no_target_of_a_link() {
        let files = ["docs/a.md", "lib/api/index.ts", "docs/lib.ts", "site/pages/shop/index.vue", "app/cart/page.tsx"];
        let source = Source::from_memory(files.map(|file| (file, "")));
        for (kind, subject, expected) in [
            (LossKind::Link, "/api/", Origin::Source),
            (LossKind::Link, "lib/api", Origin::Source),
            (LossKind::Link, "./lib", Origin::Source),
            (LossKind::NavigationEntry, "api", Origin::Source),
            (LossKind::Link, "/lib/api/index.ts", Origin::Import),
            (LossKind::Link, "./lib.ts", Origin::Import),
            (LossKind::Link, "/shop", Origin::Import),
            (LossKind::Link, "/cart", Origin::Import),
            (LossKind::MissingImport, "@/lib/api (X)", Origin::Import),
        ] {
            let mut losses = [Loss::new(kind, "docs/a.md", 1, subject, "")];
            settle(&source, &["docs/a.md"].into(), None, &mut losses);
            assert_eq!(losses[0].origin, expected, "{kind:?} {subject}");
        }
    }

    #[test]
    fn a_path_in_settings_is_relative_to_the_root() {
        let source = Source::from_memory([("docs/a.md", ""), ("site/pages/team.tsx", "")]);
        for (file, expected) in [("site/settings.js", NOT_CARRIED), ("docs/a.md", ELSEWHERE)] {
            let mut losses = [Loss::new(LossKind::Link, file, 1, "team", "")];
            settle(&source, &["docs/a.md"].into(), None, &mut losses);
            assert_eq!((losses[0].origin, losses[0].outcome.as_str()), (Origin::Import, expected), "{file}");
        }
    }

    #[test]
    fn a_page_at_another_path_is_named() {
        let pages = ["docs/a/b.md", "docs/c/b.md", "docs/api/b.md"];
        let files = pages.map(|page| (page, "")).into_iter();
        let source = Source::from_memory(files.chain([("next.config.js", "redirects: [{ source: '/c/b' }]")]));
        let other = "docs/a/b.md has that name at another path";
        for (kind, subject, outcome, origin) in [
            (LossKind::Link, "/a/b?x#y", format!("no page or file has that path; {other}"), Origin::Source),
            (LossKind::Redirect, "/old → /a/b", format!("{NO_TARGET}; {other}"), Origin::Source),
            (LossKind::Asset, "/a/b", ELSEWHERE.to_owned(), Origin::Import),
            (LossKind::Link, "docs/c/b.md", NOT_FOUND.to_owned(), Origin::Import),
            // These may have another target.
            (LossKind::Link, "/c/b", MAY_REDIRECT.to_owned(), Origin::Import),
            (LossKind::Link, "/api/b", MAY_BE_OPERATION.to_owned(), Origin::Import),
        ] {
            let before = if kind == LossKind::Redirect { NO_TARGET } else { "" };
            let in_code = Loss::new(LossKind::Redirect, "next.config.js", 1, "redirects", IN_CODE);
            let mut losses = [Loss::new(kind, "docs/c/b.md", 1, subject, before).by(Origin::Source), in_code];
            settle(&source, &pages.into(), Some(&ApiPaths::default()), &mut losses);
            assert_eq!((losses[0].outcome.clone(), losses[0].origin), (outcome, origin), "{subject}");
        }
    }

    #[test]
    fn pages_made_from_code_are_not_known_to_be_broken() {
        for (kind, subject, expected) in [
            (LossKind::NavigationEntry, "apidocs/index.rst", Origin::Import),
            (LossKind::Link, "/apidocs/x", Origin::Import),
            (LossKind::Redirect, "/old → /apidocs", Origin::Import),
            (LossKind::Link, "/apidocs-old", Origin::Source),
            (LossKind::Link, "/shop", Origin::Import),
            (LossKind::Link, "/shop/x", Origin::Source),
        ] {
            let mut losses = [Loss::new(kind, "a.md", 1, subject, "").by(Origin::Source)];
            mark_generated(&["apidocs"].into(), &["shop"].into(), &mut losses);
            assert_eq!(losses[0].origin, expected, "{subject}");
        }
    }

    #[test]
    fn a_language_that_was_left_out_may_have_a_path() {
        for (subject, expected) in [("/docs/uk/* → /uk/docs/:splat", Origin::Choice), ("/a → /ukulele", Origin::Source)]
        {
            let locale = Loss::new(LossKind::Locale, "", 0, "uk", "left out: none of its pages is translated");
            let mut losses = [locale, Loss::new(LossKind::Redirect, "", 0, subject, "").by(Origin::Source)];
            mark_untranslated(&mut losses);
            assert_eq!(losses[1].origin, expected, "{subject}");
        }
    }

    #[test]
    fn another_site_on_the_host_may_have_a_path() {
        for (kind, subject, expected) in [
            (LossKind::Link, "/sdk/python/x", Origin::Import),
            (LossKind::Redirect, "/old → /sdk", Origin::Import),
            (LossKind::Link, "/sdk-old", Origin::Source),
            (LossKind::Asset, "/sdk/x.png", Origin::Source),
        ] {
            let mut losses = [Loss::new(kind, "a.md", 1, subject, "").by(Origin::Source)];
            mark_other_sites(&["sdk".to_owned()].into(), &mut losses);
            assert_eq!(losses[0].origin, expected, "{subject}");
        }
    }

    #[test]
    fn the_address_of_an_operation_may_be_relative_to_that_of_the_page() {
        let source = Source::from_memory([("a.md", "")]);
        for (address, expected) in [("/api/pets", Origin::Import), ("/a/pets", Origin::Source)] {
            let loss = Loss::new(LossKind::Link, "a.md", 1, "pets", "").at(address.to_owned());
            let mut losses = [loss];
            settle(&source, &["a.md"].into(), Some(&ApiPaths::default()), &mut losses);
            assert_eq!(losses[0].origin, expected, "{address}");
        }
    }

    #[test]
    fn files_outside_of_the_folder_are_not_known_to_be_missing() {
        let source = Source::from_memory([("docs/a.md", "")]);
        for (path, expected) in
            [("../b.md", Origin::Source), ("../../b.md", Origin::Import), ("../../b", Origin::Source)]
        {
            let mut losses = [Loss::new(LossKind::Link, "docs/a.md", 1, path, "")];
            settle(&source, &["docs/a.md"].into(), None, &mut losses);
            assert_eq!(losses[0].origin, expected, "{path}");
        }
    }

    #[test]
    fn routes_in_code_have_a_path() {
        let route = |file: &str| super::route_of(file);
        assert_eq!(route("app/llms.txt/route.ts").as_deref(), Some("llms.txt"));
        assert_eq!(route("docs/src/app/(site)/a/b/page.tsx").as_deref(), Some("a/b"));
        for file in ["app/page.tsx", "app/a/layout.tsx", "lib/a/route.ts", "app/a/page.mdx"] {
            assert_eq!(route(file), None, "{file}");
        }
    }

    #[test]
    fn addresses_of_operations_are_not_known_to_be_broken() {
        assert!(shows_operations(&[NavEntry::api(0)]));
        let source = Source::from_memory([("a.md", "")]);
        let origin = |path: &str, apis: &[&str]| {
            let mut losses = [Loss::new(LossKind::Link, "a.md", 1, path, "")];
            let apis = ApiPaths { unknown: apis.iter().copied().collect(), ..ApiPaths::default() };
            settle(&source, &["a.md"].into(), Some(&apis), &mut losses);
            losses[0].origin
        };
        for path in ["/api/pets/list", "../api/pets/list", "/api", "/api/#x", "/apis", "/v1/rest-api/x"] {
            assert_eq!(origin(path, &[]), Origin::Import, "{path}");
        }
        for path in ["/pets", "../pets", "/pets/list", "/blog/x", "/img/pets.png", "./api/list.md", "api", "/apiary/x"]
        {
            assert_eq!(origin(path, &[]), Origin::Source, "{path}");
        }
        for (path, expected) in [
            ("/zoo/pets/list", Origin::Import),
            ("../pets/list", Origin::Import),
            ("/docs/zoo/pets", Origin::Import),
            ("/zoo", Origin::Import),
            ("/pets/list", Origin::Source),
            ("/app/api-keys", Origin::Source),
            ("/blog/x", Origin::Source),
        ] {
            assert_eq!(origin(path, &["zoo/pets"]), expected, "{path}");
        }
        // Nothing tells the operations of an API at the root from pages.
        assert_eq!([origin("/blog/x", &[""]), origin("/blog", &[""])], [Origin::Import, Origin::Source]);
    }

    #[test]
    fn only_redirects_that_code_may_make_are_named() {
        let code = "source: '/old', `/shop/${item}`, \"/:locale/docs/:path*\", '/news/' + name, '/team/us', '/:locale/here', \
                    '/sale/:path*', '/part/:id'";
        for path in
            ["/old", "/old/", "./old", "/shop/x", "/docs/a/b", "/news/x", "/fr/here", "../team/us", "/sale", "/sale/x"]
        {
            assert!(may_redirect(path, code), "{path}");
        }
        for path in ["/old/x", "/team", "/team/them", "/shop", "/", "./", "/ol", "/fr/old", "/fr/there", "/part"] {
            assert!(!may_redirect(path, code), "{path}");
        }
    }

    #[test]
    fn a_relative_link_is_redirected_from_its_address() {
        let source = Source::from_memory([("a/b.md", ""), ("next.config.js", "source: '/team/x'")]);
        for (address, expected) in [("/team/x", Origin::Import), ("/a/team/x", Origin::Source), ("", Origin::Import)] {
            let in_code = Loss::new(LossKind::Redirect, "next.config.js", 1, "redirects", IN_CODE);
            let link = Loss::new(LossKind::Link, "a/b.md", 1, "../team/x", "").at(address.to_owned());
            let mut losses = [link, in_code];
            settle(&source, &["a/b.md"].into(), None, &mut losses);
            assert_eq!(losses[0].origin, expected, "{address}");
        }
    }

    #[test]
    fn links_into_what_was_left_out_are_no_fault_of_the_source() {
        let source = Source::from_memory([("docs/a.md", "")]);
        let version = Loss::new(LossKind::Version, "docs", 0, "next", left_out("next"));
        let mut losses = [version, Loss::new(LossKind::Link, "docs/a.md", 1, "/docs/next/x", "")];
        settle(&source, &["docs/a.md"].into(), None, &mut losses);
        assert_eq!(losses[1].origin, Origin::Choice);
        assert!(losses[1].outcome.contains("`--only next` imports it"), "{}", losses[1].outcome);
    }

    #[test]
    fn an_anchor_without_a_page_may_be_that_of_another_project() {
        let anchor = |subject: &str| Loss::new(LossKind::Anchor, "a.md", 1, subject, NO_ANCHOR);
        let mut losses = [anchor("#x"), anchor("b.md#x"), Loss::new(LossKind::Link, "a.md", 1, "#x", "")];
        mark_other_projects(&mut losses);
        let origins = losses.map(|loss| loss.origin);
        assert_eq!(origins, [Origin::Import, Origin::Source, Origin::Source]);
    }

    #[test]
    fn an_anchor_of_a_page_with_unread_parts_may_exist() {
        let source = Source::from_memory([("a.md", ""), ("b.md", "")]);
        let anchor = |file: &str| Loss::new(LossKind::Anchor, file, 1, "b.md#x", "").to("b.md");
        for (kind, subject, expected) in [
            (LossKind::CodeImport, "X", Origin::Import),
            (LossKind::UnknownComponent, "X", Origin::Import),
            (LossKind::MissingInclude, "x.md", Origin::Import),
            (LossKind::Expression, "{items.map(<Item />)}", Origin::Import),
            (LossKind::Expression, "{version}", Origin::Source),
            (LossKind::Export, "x", Origin::Source),
            (LossKind::Config, "X", Origin::Source),
        ] {
            let origin = |loss: Loss| {
                let mut losses = [anchor("a.md"), loss];
                settle(&source, &["a.md", "b.md"].into(), None, &mut losses);
                losses[0].origin
            };
            let loss = Loss::new(kind, "b.md", 3, subject, "");
            assert_eq!(origin(loss.clone()), expected, "{kind:?} {subject}");
            if kind != LossKind::Expression {
                assert_eq!(origin(loss.without_headings()), Origin::Source, "{kind:?} {subject}");
            }
        }
        for (outcome, end) in [(NO_ANCHOR, "the link goes to the page"), (NO_ANCHOR_KEPT, "the link keeps it")] {
            let of_anchor = Loss { outcome: outcome.to_owned(), ..anchor("a.md") };
            let unread = [(7, "<Y>"), (3, "x.md")];
            let unread = unread.map(|(line, subject)| Loss::new(LossKind::MissingInclude, "b.md", line, subject, ""));
            let all: Vec<Loss> = std::iter::once(of_anchor).chain(unread).collect();
            let first = "2 parts of it were not read, the first is `x.md` (b.md:3)";
            for (text, part) in [("", first), ("\n<Y\n  permalink='x'/>\n", "`x` (b.md:3) was not read")] {
                let source = Source::from_memory([("a.md", ""), ("b.md", text)]);
                let mut losses = all.clone();
                settle(&source, &["a.md", "b.md"].into(), None, &mut losses);
                let expected = format!("what was read of the page has no such anchor; {part}; {end}");
                assert_eq!(losses[0].outcome, expected);
            }
        }
    }
}
