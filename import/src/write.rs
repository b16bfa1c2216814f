//! Writes a project of another tool as the files of the new one: pages, fragments, assets, specs, `tool.json`.

mod anchors;
mod config;
mod endpoints;
mod ids;
mod sidebar;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::formats::Facts;
use crate::links::Site;
use crate::operations::Operations;
use crate::page::{Converted, convert, convert_fragment, convert_read, convert_update};
use crate::project::{Project, SourcePage};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use crate::{Contents, NewFile, paths};

/// The files of the new project, the IDs of its pages, and the losses.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// By path; `tool.json` is the last one.
    pub(crate) files: Vec<NewFile>,
    /// The number of pages among them.
    pub(crate) pages: usize,
    pub(crate) losses: Vec<Loss>,
    /// Source files, and the page that each became; a changelog page has several.
    pub(crate) page_files: Vec<(String, String)>,
    /// Page files that the navigation does not list.
    pub(crate) unlisted: Vec<String>,
    /// Source files that pages include.
    pub(crate) included: BTreeSet<String>,
    /// Whether there is an OpenAPI file in it.
    pub(crate) has_specs: bool,
}

/// The folder of pages in the new project.
const DOCS: &str = "docs";
/// The folder of shared fragments in the new project.
const FRAGMENTS: &str = "docs/_reusables";

/// Creates the files.
pub(crate) fn write(source: &Source, project: &Project, facts: &Facts) -> Written {
    let mut losses = project.losses.clone();
    let ids = ids::ids(project, &mut losses);
    let operations = Operations::new(source, project);
    let site = Site::new(source, project, facts, &ids, &operations);
    let mut files: BTreeMap<String, Contents> = BTreeMap::new();
    let mut dropped = [Dropped::default(), Dropped::default()];
    let mut converted = Vec::with_capacity(project.pages.len());
    for page in &project.pages {
        match converted_page(source, project, page, facts, &site, &mut losses, &mut dropped) {
            Ok(page) => converted.push(Some(page)),
            Err(reason) => {
                converted.push(None);
                losses.push(Loss::new(LossKind::File, &page.file, 0, paths::name(&page.file), reason));
            }
        }
    }
    let [fields, mut attributes] = dropped;
    let fragments = fragments(source, project, &site, &mut losses, &mut attributes);
    let outcome = "left out, with the number of pages that had each; this is the first";
    losses.extend(fields.loss(LossKind::Frontmatter, outcome));
    let outcome = "left out, with the number of uses: they only affect looks; this is the first page";
    losses.extend(attributes.loss(LossKind::Attribute, outcome).map(|loss| loss.by(Origin::Choice)));
    let taken: BTreeSet<String> = ids.iter().map(|id| id.to_lowercase()).collect();
    let titles = sidebar::Titles::new(project, facts, &ids);
    let mut tree = sidebar::Sidebar::new(&titles, &operations, &site, taken);
    let sidebar = tree.entries(&project.navigation);
    for (id, text) in tree.pages.iter() {
        files.insert(page_path(id), Contents::Text(text.clone()));
    }
    losses.append(&mut tree.losses);
    let mut redirects = config::redirects(project, &ids, &site, &mut losses);
    let meant = endpoints::meant(&site.lost_links(), &tree.pages);
    for (from, id) in &meant {
        redirects.entry(from.trim_end_matches('/')).or_insert_with(|| format!("/{id}").into());
    }
    let config = config::config(project, sidebar, redirects, &operations, &site, &mut losses);
    let unlisted = unlisted(project, &tree.listed);
    drop(tree);
    let mut noted = site.into_noted();
    let mended: BTreeSet<&str> = meant.iter().map(|(from, _)| from.as_str()).collect();
    noted.losses.retain(|loss| loss.kind != LossKind::Link || !mended.contains(loss.subject.as_str()));
    let known = anchors::Known { source, project, facts, includes: &noted.includes, read: RefCell::default() };
    let mut pages = anchors::NewPages { ids: &ids, converted: &mut converted, fragments: &fragments };
    losses.extend(anchors::missing(&noted.anchored, &mut pages, &known));
    losses.extend(noted.losses);
    let mut page_files = Vec::new();
    for ((page, id), converted) in project.pages.iter().zip(&ids).zip(converted) {
        let Some(converted) = converted else { continue };
        let path = page_path(id);
        let own = [&page.file].into_iter().filter(|file| !page.updates.contains(file));
        page_files.extend(own.chain(&page.updates).map(|file| (file.clone(), path.clone())));
        files.entry(path).or_insert_with(|| Contents::Text(converted.text()));
    }
    let pages = files.len();
    files.extend(fragments);
    let included: BTreeSet<String> = noted.includes.into_values().flatten().collect();
    // A partial that a page includes is carried over.
    losses.retain(|loss| loss.kind != LossKind::File || !included.contains(&loss.file));
    let has_specs = operations.is_any();
    let origin = operations.origin();
    losses.extend(operations.losses);
    // Those with a line are operations that pages name.
    for loss in losses.iter_mut().filter(|loss| loss.kind == LossKind::Spec && loss.line > 0) {
        loss.origin = origin;
    }
    for (svg, place) in noted.drawings {
        files.entry(format!("{DOCS}/{place}")).or_insert(Contents::Text(svg));
    }
    for (file, place) in noted.assets {
        files.entry(format!("{DOCS}/{place}")).or_insert(Contents::Copy(file));
    }
    for (place, text) in operations.texts {
        files.entry(place).or_insert(Contents::Text(text));
    }
    for (place, file) in operations.files {
        files.entry(place).or_insert(Contents::Copy(file));
    }
    losses.sort();
    losses.dedup();
    let mut files: Vec<NewFile> = files.into_iter().map(|(path, contents)| NewFile { path, contents }).collect();
    files.push(NewFile { path: "tool.json".to_owned(), contents: Contents::Text(config) });
    Written { files, pages, losses, page_files, unlisted, included, has_specs }
}

/// The file of a page.
fn page_path(id: &str) -> String {
    format!("{DOCS}/{id}.md")
}

/// Converts a page.
fn converted_page(
    source: &Source,
    project: &Project,
    page: &SourcePage,
    facts: &Facts,
    site: &Site<'_>,
    losses: &mut Vec<Loss>,
    [fields, attributes]: &mut [Dropped; 2],
) -> Result<Converted, String> {
    let is_dated = page.updates.contains(&page.file);
    let read = facts.get(&page.file).filter(|_| !is_dated);
    let mut converted = match read.and_then(|facts| convert_read(page, facts, project.dialect, site)) {
        Some(converted) => converted,
        None => {
            let text = if is_dated { String::new() } else { source.text(&page.file)? };
            convert(page, &text, project.dialect, site)
        }
    };
    fields.add(&page.file, std::mem::take(&mut converted.dropped_fields).into_iter().map(|field| (field, 1)));
    for file in &page.updates {
        let text = source.text(file)?;
        let label = paths::name(paths::stem(file).unwrap_or(file));
        let kind = if is_date(label) { "date" } else { "label" };
        converted.add_update(kind, label, convert_update(file, &text, project.dialect, site));
    }
    attributes.add(&page.file, std::mem::take(&mut converted.dropped_attributes));
    losses.append(&mut converted.losses);
    Ok(converted)
}

/// Names that pages drop, as one loss for all of them.
#[derive(Default)]
struct Dropped {
    /// How often each of them is dropped.
    names: BTreeMap<String, usize>,
    /// The first page with one of them.
    first: Option<String>,
}

impl Dropped {
    fn add(&mut self, file: &str, names: impl IntoIterator<Item = (String, usize)>) {
        for (name, count) in names {
            *self.names.entry(name).or_default() += count;
            self.first.get_or_insert_with(|| file.to_owned());
        }
    }

    fn loss(self, kind: LossKind, outcome: &str) -> Option<Loss> {
        let mut names: Vec<(String, usize)> = self.names.into_iter().collect();
        names.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
        let subject: Vec<String> = names.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        Some(Loss::new(kind, &self.first?, 1, &subject.join(", "), outcome))
    }
}

/// `2024-10-07`.
fn is_date(name: &str) -> bool {
    let parts: Vec<&str> = name.split('-').collect();
    parts.len() == 3 && name.len() == 10 && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The fragments that pages share, by path; a fragment may need others.
fn fragments(
    source: &Source,
    project: &Project,
    site: &Site<'_>,
    losses: &mut Vec<Loss>,
    dropped_attributes: &mut Dropped,
) -> BTreeMap<String, Contents> {
    let mut files = BTreeMap::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    loop {
        let open: Vec<(String, String)> =
            site.fragments().into_iter().filter(|(file, _)| !done.contains(file)).collect();
        if open.is_empty() {
            return files;
        }
        for (file, src) in open {
            let converted = convert_fragment(&file, &source.text(&file).unwrap_or_default(), project.dialect, site);
            files.insert(format!("{FRAGMENTS}/{src}"), Contents::Text(converted.text()));
            losses.extend(converted.losses);
            dropped_attributes.add(&file, converted.dropped_attributes);
            done.insert(file);
        }
    }
}

/// The pages that the navigation does not list, unless there is no navigation.
fn unlisted(project: &Project, listed: &BTreeSet<String>) -> Vec<String> {
    if project.navigation.is_empty() {
        return Vec::new();
    }
    let files = project.pages.iter().map(|page| &page.file).filter(|file| !listed.contains(*file));
    let mut files: Vec<String> = files.cloned().collect();
    files.sort();
    files
}
