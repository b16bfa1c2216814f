//! ReadMe: folders with `_order.yaml`, and older exports of flat pages (formats.md 8).

use std::collections::{BTreeMap, BTreeSet};

use super::{Pages, ProjectReader, Specs, specs_among};
use crate::literal::{self, Value};
use crate::paths;
use crate::project::{NavEntry, Project};
use crate::report::LossKind;

/// The greatest nesting of pages.
const DEEPEST: usize = 16;
/// The folders of the bi-directional sync, with the first segment of their URL paths and their titles.
const SECTIONS: [(&str, &str, &str); 5] = [
    ("docs", "docs", "Documentation"),
    ("reference", "reference", "API Reference"),
    ("recipes", "recipes", "Recipes"),
    ("changelog", "changelog", "Changelog"),
    ("custom_pages", "page", "Pages"),
];

/// The fields of a page that name its category.
const CATEGORY: [&str; 2] = ["category", "category.uri"];
/// The fields of a page that name the page above it.
const PARENT: [&str; 3] = ["parentDocSlug", "parent.uri", "parentDoc"];

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let mut pages = Pages::default();
    let mut specs = Specs::default();
    for file in specs_among(reader.source, &reader.root) {
        specs.add(&file);
    }
    let blocks = reader.at("custom_blocks").unwrap_or_default();
    let all: Vec<String> = reader
        .pages_below(&reader.root)
        .into_iter()
        .filter(|file| blocks.is_empty() || paths::below(file, &blocks).is_none())
        .collect();
    let mut sections: Vec<(String, Vec<NavEntry>)> = Vec::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    for (name, route, title) in SECTIONS {
        let folder = reader.at(name).unwrap_or_default();
        let files: Vec<String> = all.iter().filter(|file| paths::below(file, &folder).is_some()).cloned().collect();
        if files.is_empty() {
            continue;
        }
        done.extend(files.iter().cloned());
        let section = Section { reader, folder: &folder, files: &files };
        section.add_pages(route, &mut pages);
        let entries = if section.is_in_folders() { section.ordered(&folder, 0) } else { section.by_fields() };
        sections.push((title.to_owned(), entries));
    }
    let rest: Vec<String> = all.into_iter().filter(|file| !done.contains(file)).collect();
    if !rest.is_empty() {
        let root = reader.root.clone();
        let section = Section { reader, folder: &root, files: &rest };
        section.add_pages("docs", &mut pages);
        sections.push(("Documentation".to_owned(), section.by_fields()));
    }
    let is_only = sections.len() == 1;
    let groups = sections.into_iter().flat_map(|(title, entries)| match is_only {
        true => entries,
        false => vec![NavEntry::group(title, None, entries)],
    });
    let navigation = groups.collect();
    Project {
        pages: pages.pages,
        navigation,
        specs: specs.specs,
        public_folders: vec![reader.root.clone()],
        aliases: vec![(String::new(), reader.root.clone()), (String::new(), blocks)],
        ..Project::default()
    }
}

/// A folder of pages.
struct Section<'a, 's> {
    reader: &'a ProjectReader<'s>,
    folder: &'a str,
    files: &'a [String],
}

impl Section<'_, '_> {
    /// Adds the pages: their URL path is their slug, regardless of their folder.
    fn add_pages(&self, route: &str, pages: &mut Pages) {
        for file in self.files {
            let slug = self.slug(file);
            let below = paths::below(file, self.folder).unwrap_or(file);
            let page = pages.add(file, &paths::plus(route, &slug));
            page.named(slug).named(format!("/{}", paths::stem(below).unwrap_or(below)));
        }
    }

    fn slug(&self, file: &str) -> String {
        let stem = paths::without_index(paths::stem(file).unwrap_or(file));
        let own = self.reader.field(file, "slug").filter(|slug| !slug.contains('/'));
        own.unwrap_or_else(|| paths::slug(paths::name(stem)))
    }

    /// Whether its folders are the groups: one has an order, or its pages are in folders and name no category or parent.
    fn is_in_folders(&self) -> bool {
        let has_order = self.reader.source.under(self.folder).any(|path| paths::name(path) == "_order.yaml");
        let is_below = |file: &String| paths::below(file, self.folder).is_some_and(|below| below.contains('/'));
        let is_placed =
            |file: &String| CATEGORY.iter().chain(&PARENT).any(|key| self.reader.field(file, key).is_some());
        has_order || self.files.iter().any(is_below) && !self.files.iter().any(is_placed)
    }

    fn is_hidden(&self, file: &str) -> bool {
        self.reader.has_flag(file, "hidden")
            || self.reader.field(file, "privacy.view").is_some_and(|view| view != "public")
    }

    /// The navigation entry of a page: a link if its frontmatter has an external URL; `None` if the page is hidden.
    fn page(&self, file: &str) -> Option<NavEntry> {
        let link = self.reader.field(file, "link_url").or_else(|| self.reader.field(file, "link.url"));
        let title = self.reader.field(file, "title");
        match link.filter(|link| engine::is_external(link)) {
            Some(href) => Some(NavEntry::link(title.unwrap_or_else(|| href.clone()), href)),
            None if self.is_hidden(file) => None,
            None => Some(NavEntry::page(file.to_owned(), None)),
        }
    }

    /// The entries of a folder in the order of its `_order.yaml`; others follow by name.
    fn ordered(&self, folder: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            return Vec::new();
        }
        let file = paths::plus(folder, "_order.yaml");
        let order = if self.reader.source.has(&file) { self.reader.settings(&file) } else { None };
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for page in self.files {
            let Some(below) = paths::below(page, folder) else { continue };
            let name = below.split('/').next().unwrap_or(below);
            let name = paths::stem(name).unwrap_or(name);
            if name != "index" || below.contains('/') {
                names.entry(name.to_owned()).or_default().push(page.clone());
            }
        }
        let mut out = Vec::new();
        for name in literal::items(order.as_ref()).iter().filter_map(Value::as_str) {
            match names.remove(name) {
                Some(pages) => out.extend(self.named(folder, name, &pages, depth)),
                None => self.reader.report_loss(
                    LossKind::NavigationEntry,
                    &file,
                    0,
                    name,
                    "the page or folder does not exist",
                ),
            }
        }
        for (name, pages) in names {
            out.extend(self.named(folder, &name, &pages, depth));
        }
        out
    }

    fn named(&self, folder: &str, name: &str, pages: &[String], depth: usize) -> Option<NavEntry> {
        let below = paths::plus(folder, name);
        let own = pages.iter().find(|page| paths::stem(page) == Some(below.as_str()));
        let is_folder = pages.iter().any(|page| paths::below(page, &below).is_some());
        if !is_folder {
            return own.and_then(|page| self.page(page));
        }
        let index = own.cloned().or_else(|| {
            pages.iter().find(|page| paths::stem(page) == Some(paths::plus(&below, "index").as_str())).cloned()
        });
        let title = index.as_ref().and_then(|page| self.reader.field(page, "title")).unwrap_or_else(|| name.to_owned());
        let entries = self.ordered(&below, depth + 1);
        let page = index.filter(|page| !self.is_hidden(page));
        if entries.is_empty() {
            return page.and_then(|page| self.page(&page));
        }
        Some(NavEntry::group(title, page, entries))
    }

    /// The entries by the frontmatter fields `category`, `parentDoc` and `order`. The titles of categories are not part
    /// of the export.
    fn by_fields(&self) -> Vec<NavEntry> {
        let category = |file: &String| {
            let named = CATEGORY.iter().find_map(|key| self.reader.field(file, key));
            named.map(|named| paths::name(&named).to_owned())
        };
        let slugs: BTreeMap<String, &String> = self.files.iter().rev().map(|file| (self.slug(file), file)).collect();
        let parent = |file: &String| {
            let named = PARENT.iter().find_map(|key| self.reader.field(file, key))?;
            slugs.get(paths::name(&named)).copied().filter(|other| *other != file)
        };
        let order = |file: &String| self.reader.field(file, "order").and_then(|order| order.parse::<f64>().ok());
        let mut files: Vec<&String> = self.files.iter().collect();
        files.sort_by(|left, right| {
            let rank = |file: &String| order(file).unwrap_or(f64::MAX);
            rank(left).total_cmp(&rank(right)).then_with(|| left.cmp(right))
        });
        let mut children: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
        for file in files.iter().copied() {
            if let Some(above) = parent(file) {
                children.entry(above).or_default().push(file);
            }
        }
        let mut groups: Vec<(Option<String>, Vec<NavEntry>)> = Vec::new();
        for file in files.iter().filter(|file| parent(file).is_none()) {
            let own = children.get(*file).into_iter().flatten();
            let below: Vec<NavEntry> = own.filter_map(|other| self.page(other)).collect();
            let entry = match below.is_empty() {
                true => self.page(file),
                false => {
                    let title = self.reader.field(file, "title").unwrap_or_else(|| self.slug(file));
                    Some(NavEntry::group(title, Some((*file).clone()), below))
                }
            };
            let own = category(file);
            let Some(entry) = entry else { continue };
            match groups.iter_mut().find(|(name, _)| *name == own) {
                Some((_, entries)) => entries.push(entry),
                None => groups.push((own, vec![entry])),
            }
        }
        let unnamed: Vec<String> = groups.iter().filter_map(|(name, _)| name.clone()).collect();
        if let [first, ..] = unnamed.as_slice() {
            let more = if unnamed.len() > 1 { format!(" and {} more", unnamed.len() - 1) } else { String::new() };
            let outcome = "the titles of categories are not part of the export: groups have their technical names";
            self.reader.report_missing(LossKind::Config, self.folder, &format!("{first}{more}"), outcome);
        }
        let groups = groups.into_iter().flat_map(|(name, entries)| match name {
            None => entries,
            Some(name) => vec![NavEntry::group(paths::words(&name), None, entries)],
        });
        groups.collect()
    }
}
