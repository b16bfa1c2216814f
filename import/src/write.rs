//! Writes a project of another tool as the files of the new one: pages, fragments, assets, specs, `tool.json`.

mod anchors;
mod apis;
mod config;
mod endpoints;
mod ids;
mod sidebar;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::editions::{Edition, Editions};
use crate::formats::OTHER_HOST;
use crate::links::{Anchored, Noted, Site, Table};
use crate::page::{
    Converted, NO_OPERATION, computes, convert, convert_fragment, convert_read, convert_update, is_look,
};
use crate::project::{Project, SourcePage};
use crate::report::{EditionReport, Loss, LossKind, Origin};
use crate::source::Source;
use crate::{Contents, NewFile, paths};
use apis::Apis;
use endpoints::OldPaths;
use sidebar::Navigation;

/// The files of the new project, the IDs of its pages, and the losses.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// By path; `tool.json` is the last one.
    pub(crate) files: Vec<NewFile>,
    /// The number of pages among them.
    pub(crate) pages: usize,
    /// The editions, with the number of pages of each.
    pub(crate) editions: Vec<EditionReport>,
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

/// The folder of the pages of the main edition.
const DOCS: &str = "docs";

/// The file of a page in the folder of its edition.
fn page_path(folder: &str, id: &str) -> String {
    format!("{folder}/{id}.md")
}

/// The folder of shared fragments in the folder of an edition.
fn fragments_folder(folder: &str) -> String {
    format!("{folder}/_reusables")
}

/// What pages of all editions drop.
#[derive(Default)]
struct AllDropped {
    fields: Dropped,
    attributes: Dropped,
}

/// An edition in the new project.
struct WrittenEdition {
    /// The pages; `None` for those that cannot be read.
    converted: Vec<Option<Converted>>,
    /// The fragments that they share, by path below the folder of fragments.
    fragments: BTreeMap<String, Contents>,
    /// The navigation.
    navigation: Navigation,
    /// The generated pages of operations: ID and text.
    operations: BTreeMap<String, String>,
    /// The paths of operations on the old site.
    old_paths: OldPaths,
    /// The URLs without a target that are those of operations.
    mended: BTreeSet<String>,
    unlisted: Vec<String>,
}

/// Creates the files.
pub(crate) fn write(source: &Source, editions: &Editions) -> Written {
    let mut losses = Vec::new();
    let ids: Vec<Vec<String>> = editions.list.iter().map(|edition| own_ids(editions, edition, &mut losses)).collect();
    let tables: Vec<Table<'_>> =
        editions.list.iter().zip(&ids).map(|(edition, ids)| Table::new(source, &edition.project, ids)).collect();
    let apis = Apis::new(source, editions);
    let sites: Vec<Site<'_>> = editions
        .list
        .iter()
        .enumerate()
        .filter_map(|(number, edition)| Site::new(source, editions, &tables, number, apis.of(edition)?))
        .collect();
    let mut dropped = AllDropped::default();
    let mut written: Vec<WrittenEdition> = Vec::with_capacity(sites.len());
    for (number, site) in sites.iter().enumerate() {
        let original = editions.original(number);
        let known = Originals {
            edition: original.and_then(|original| editions.list.get(original)),
            ids: original.and_then(|original| ids.get(original)).map(Vec::as_slice).unwrap_or_default(),
            written: original.and_then(|original| written.get(original)),
        };
        let Some((edition, ids)) = editions.list.get(number).zip(ids.get(number)) else { continue };
        written.push(write_edition(source, edition, ids, site, &known, &mut dropped, &mut losses));
    }
    losses.extend(dropped.fields.each(LossKind::Frontmatter, |name| !is_look(name)));
    let outcome =
        "left out, with the number of pages: such fields are about how pages look or behave; this is one of the places";
    losses.extend(dropped.fields.loss(LossKind::Frontmatter, outcome, is_look).map(|loss| loss.by(Origin::Choice)));
    let outcome = "left out, at least that often: they affect looks or behavior; this is one of the places";
    let looks = dropped.attributes.loss(LossKind::Attribute, outcome, |name| !computes(name));
    losses.extend(looks.map(|loss| loss.by(Origin::Choice)));
    let outcome =
        "left out, at least that often: only the old tool knows what they compute or place; this is one of the places";
    losses.extend(dropped.attributes.loss(LossKind::Expression, outcome, computes));
    let old_paths: Vec<OldPaths> = written.iter_mut().map(|edition| std::mem::take(&mut edition.old_paths)).collect();
    let mut redirects = config::redirects(editions, &ids, &sites, &old_paths, &mut losses);
    for (number, (edition, site)) in written.iter_mut().zip(&sites).enumerate() {
        edition.mended = redirects.operations(number, site.lost_links());
    }
    let navigations: Vec<&Navigation> = written.iter().map(|edition| &edition.navigation).collect();
    let config = config::config(editions, &navigations, redirects, &apis, &sites, &mut losses);
    let noted: Vec<Noted> = sites.into_iter().map(Site::into_noted).collect();
    let mut out = Written { losses, ..Written::default() };
    out.check_anchors(source, editions, &ids, &noted, &mut written);
    let mut files: BTreeMap<String, Contents> = BTreeMap::new();
    let mut assets: Vec<BTreeMap<String, String>> = Vec::new();
    for (number, (written, noted)) in written.into_iter().zip(noted).enumerate() {
        let Some((edition, ids)) = editions.list.get(number).zip(ids.get(number)) else { continue };
        assets.push(noted.assets.clone());
        let shown = editions.original(number).and_then(|original| assets.get(original)).cloned().unwrap_or_default();
        let pages: Vec<(&SourcePage, &String)> = edition.project.pages.iter().zip(ids).collect();
        let pages = out.add_edition(&editions.folder(edition), &pages, written, noted, &shown, &mut files);
        out.editions.push(editions.report(edition, pages));
        out.pages += pages;
    }
    // A partial that a page includes is carried over.
    let included = std::mem::take(&mut out.included);
    out.losses.retain(|loss| loss.kind != LossKind::File || !included.contains(&loss.file));
    out.included = included;
    out.has_specs = apis.is_any();
    let has_remote = out.losses.iter().any(|loss| loss.outcome == OTHER_HOST);
    let origin = if has_remote { Origin::Import } else { apis.origin() };
    let is_missing = |loss: &&mut Loss| loss.kind == LossKind::Spec && loss.outcome.starts_with(NO_OPERATION);
    for loss in out.losses.iter_mut().filter(is_missing) {
        loss.origin = origin;
        if has_remote {
            loss.outcome.push_str("; the one on another host, which may have it, is not read");
        }
    }
    apis.add_files(&mut files, &mut out.losses);
    out.losses.sort();
    out.losses.dedup();
    out.unlisted.sort();
    out.unlisted.dedup();
    out.files = files.into_iter().map(|(path, contents)| NewFile { path, contents }).collect();
    out.files.push(NewFile { path: "tool.json".to_owned(), contents: Contents::Text(config) });
    out
}

/// The IDs of the pages of an edition, none of which is in the path of another one.
fn own_ids(editions: &Editions, edition: &Edition, losses: &mut Vec<Loss>) -> Vec<String> {
    let own = editions.prefix(edition);
    let below = |other: &Edition| {
        let prefix = editions.prefix(other);
        prefix.strip_prefix(&own).filter(|below| !below.is_empty()).map(str::to_lowercase)
    };
    let reserved: Vec<String> = editions.list.iter().filter_map(below).collect();
    losses.extend(edition.project.losses.iter().cloned());
    ids::ids(&edition.project, &reserved, losses)
}

/// The edition whose pages another one shows where its own are not translated, if there is one.
struct Originals<'a> {
    edition: Option<&'a Edition>,
    /// The IDs of its pages.
    ids: &'a [String],
    written: Option<&'a WrittenEdition>,
}

/// Converts the pages and the navigation of an edition.
fn write_edition(
    source: &Source,
    edition: &Edition,
    ids: &[String],
    site: &Site<'_>,
    originals: &Originals<'_>,
    dropped: &mut AllDropped,
    losses: &mut Vec<Loss>,
) -> WrittenEdition {
    let project = &edition.project;
    let mut converted = Vec::with_capacity(project.pages.len());
    for page in &project.pages {
        match converted_page(source, edition, page, site, losses, dropped) {
            Ok(page) => converted.push(Some(page)),
            Err(reason) => {
                converted.push(None);
                losses.push(Loss::new(LossKind::File, &page.file, 0, paths::name(&page.file), reason));
            }
        }
    }
    let fragments = fragments(source, project, site, losses, &mut dropped.attributes);
    let mut taken: BTreeSet<String> = ids.iter().map(|id| id.to_lowercase()).collect();
    let generated = originals.written.map(|written| &written.operations);
    let of_original = originals.ids.iter().map(|id| id.to_lowercase());
    taken.extend(of_original);
    let titles = sidebar::Titles::new(edition, ids, originals.edition, originals.ids);
    let mut tree = sidebar::Sidebar::new(&titles, site.operations(), site, taken);
    let navigation = tree.navigation(project);
    losses.append(&mut tree.losses);
    let old_paths = OldPaths::new(&project.base, &tree.pages, std::mem::take(&mut tree.addresses));
    let unlisted = unlisted(project, &tree.listed);
    let mut operations = tree.pages;
    operations.retain(|id, text| generated.and_then(|generated| generated.get(id)) != Some(text));
    let mended = BTreeSet::new();
    WrittenEdition { converted, fragments, navigation, operations, old_paths, mended, unlisted }
}

impl Written {
    /// Checks the links to anchors of the pages of each edition.
    fn check_anchors(
        &mut self,
        source: &Source,
        editions: &Editions,
        ids: &[Vec<String>],
        noted: &[Noted],
        written: &mut [WrittenEdition],
    ) {
        for (number, ((edition, ids), written)) in editions.list.iter().zip(ids).zip(written).enumerate() {
            let links = noted.iter().flat_map(|noted| &noted.anchored);
            let links: Vec<&Anchored> = links.filter(|link| link.place.edition == number).collect();
            let Some(noted) = noted.get(number) else { continue };
            let known = anchors::Known {
                source,
                project: &edition.project,
                facts: &edition.facts,
                includes: &noted.includes,
                read: RefCell::default(),
            };
            let WrittenEdition { converted, fragments, .. } = written;
            let mut pages = anchors::NewPages { ids, converted, fragments };
            self.losses.extend(anchors::missing(&links, &mut pages, &known));
        }
    }

    /// Adds the files of an edition in its folder, and returns the number of its pages. `shown` are the assets of the
    /// edition that readers see where something is not translated.
    fn add_edition(
        &mut self,
        folder: &str,
        pages: &[(&SourcePage, &String)],
        written: WrittenEdition,
        mut noted: Noted,
        shown: &BTreeMap<String, String>,
        files: &mut BTreeMap<String, Contents>,
    ) -> usize {
        noted.losses.retain(|loss| loss.kind != LossKind::Link || !written.mended.contains(&loss.address));
        self.losses.append(&mut noted.losses);
        self.unlisted.extend(written.unlisted);
        let before = files.len();
        files.extend(written.operations.into_iter().map(|(id, text)| (page_path(folder, &id), Contents::Text(text))));
        for (&(page, id), converted) in pages.iter().zip(written.converted) {
            let Some(converted) = converted else { continue };
            let path = page_path(folder, id);
            let own = [&page.file].into_iter().filter(|file| !page.updates.contains(file));
            self.page_files.extend(own.chain(&page.updates).map(|file| (file.clone(), path.clone())));
            files.entry(path).or_insert_with(|| Contents::Text(converted.text()));
        }
        let pages = files.len() - before;
        let fragments = fragments_folder(folder);
        files.extend(written.fragments.into_iter().map(|(path, contents)| (format!("{fragments}/{path}"), contents)));
        self.included.extend(noted.includes.into_values().flatten());
        for (svg, place) in noted.drawings {
            files.entry(format!("{folder}/{place}")).or_insert(Contents::Text(svg));
        }
        for (file, place) in noted.assets.into_iter().filter(|(file, place)| shown.get(file) != Some(place)) {
            files.entry(format!("{folder}/{place}")).or_insert(Contents::Copy(file));
        }
        pages
    }
}

/// Converts a page.
fn converted_page(
    source: &Source,
    Edition { project, facts, .. }: &Edition,
    page: &SourcePage,
    site: &Site<'_>,
    losses: &mut Vec<Loss>,
    AllDropped { fields, attributes }: &mut AllDropped,
) -> Result<Converted, String> {
    let is_dated = page.updates.contains(&page.file);
    let read = facts.get(&page.file).filter(|_| !is_dated);
    let mut converted =
        match read.and_then(|facts| convert_read(page, facts, project.dialect.of_file(&page.file), site)) {
            Some(converted) => converted,
            None => {
                let text = if is_dated { String::new() } else { source.text(&page.file)? };
                convert(page, &text, project.dialect.of_file(&page.file), site)
            }
        };
    if let Some(href) = read.and_then(|facts| facts.elsewhere())
        && let Some(address) = site.destination(href)
    {
        let title = read.and_then(|facts| facts.title());
        converted.lead_to(title.as_deref().unwrap_or(href), &address);
    }
    let of_page = |(field, line)| (field, BTreeSet::from([(page.file.clone(), line)]));
    fields.add(&page.file, std::mem::take(&mut converted.dropped_fields).into_iter().map(of_page));
    for file in &page.updates {
        let text = source.text(file)?;
        let label = paths::name(paths::stem(file).unwrap_or(file));
        let kind = if is_date(label) { "date" } else { "label" };
        converted.add_update(kind, label, convert_update(file, &text, project.dialect.of_file(file), site));
    }
    attributes.add(&page.file, std::mem::take(&mut converted.dropped_attributes));
    losses.append(&mut converted.losses);
    Ok(converted)
}

/// Names that pages drop, as one loss for all of them.
#[derive(Default)]
struct Dropped {
    /// The files and lines where each of them is dropped, and the number of the first page that has it.
    names: BTreeMap<String, (BTreeSet<(String, u32)>, usize)>,
    /// The pages that have any, in order.
    pages: Vec<String>,
}

impl Dropped {
    fn add(&mut self, file: &str, names: impl IntoIterator<Item = (String, BTreeSet<(String, u32)>)>) {
        let number = self.pages.len();
        for (name, places) in names {
            self.names.entry(name).or_insert((BTreeSet::new(), number)).0.extend(places);
        }
        self.pages.push(file.to_owned());
    }

    /// The loss of those that are `wanted`.
    fn loss(&self, kind: LossKind, outcome: &str, wanted: impl Fn(&str) -> bool) -> Option<Loss> {
        let mut names: Vec<_> = self.names.iter().filter(|(name, _)| wanted(name)).collect();
        names.sort_by_key(|(name, (places, _))| (std::cmp::Reverse(places.len()), *name));
        let (places, first) = names.iter().map(|(_, places)| *places).min_by_key(|(_, first)| *first)?;
        let first = self.pages.get(*first)?;
        let line = line_on(places, first);
        let subject: Vec<String> =
            names.iter().map(|(name, (places, _))| format!("{name} ({})", places.len())).collect();
        // A cut list would not name all of them.
        Some(Loss { subject: subject.join(", "), ..Loss::new(kind, first, line, "", outcome) })
    }

    /// A loss for each of those that are `wanted`, at its place on the first page that has it.
    fn each(&self, kind: LossKind, wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Loss> {
        self.names.iter().filter(move |(name, _)| wanted(name)).filter_map(move |(name, (places, first))| {
            let page = self.pages.get(*first)?;
            let line = line_on(places, page);
            let outcome = match places.len() {
                1 => "left out".to_owned(),
                count => format!("left out on {count} pages; this is the first"),
            };
            Some(Loss::new(kind, page, line, name, outcome))
        })
    }
}

/// The first of these places on a page, as its line; 1 if a file that the page includes has it.
fn line_on(places: &BTreeSet<(String, u32)>, page: &str) -> u32 {
    places.iter().find(|(file, _)| file == page).map_or(1, |(_, line)| *line)
}

/// `2024-10-07`.
fn is_date(name: &str) -> bool {
    let parts: Vec<&str> = name.split('-').collect();
    parts.len() == 3 && name.len() == 10 && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The fragments that pages share, by path below their folder; a fragment may need others.
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
            let converted =
                convert_fragment(&file, &source.text(&file).unwrap_or_default(), project.dialect.of_file(&file), site);
            files.insert(src, Contents::Text(converted.text()));
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
    files.cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Dropped;
    use crate::report::LossKind;

    #[test]
    fn a_file_that_several_pages_include_counts_once() {
        let mut dropped = Dropped::default();
        for page in ["a.md", "b.md"] {
            let places = [("shared.md".to_owned(), 3), (page.to_owned(), 1)];
            dropped.add(page, [("class".to_owned(), BTreeSet::from(places))]);
        }
        assert_eq!(dropped.loss(LossKind::Attribute, "", |_| true).unwrap().subject, "class (3)");
    }

    #[test]
    fn all_dropped_names_are_in_the_loss() {
        let mut dropped = Dropped::default();
        let places = BTreeSet::from([("a.md".to_owned(), 1)]);
        dropped.add("a.md", (100..160).map(|number| (format!("attribute-{number}"), places.clone())));
        let loss = dropped.loss(LossKind::Attribute, "", |_| true).unwrap();
        assert!(loss.subject.ends_with("attribute-159 (1)"), "{}", loss.subject);
    }
}
