//! Pages of an unknown tool: in folder order, or by a JSON sidebar next to them (formats.md 12).

use std::collections::BTreeMap;

use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader};
use crate::literal::{self, Value};
use crate::paths;
use crate::project::{NavEntry, Project};
use crate::report::{Loss, LossKind, Origin};

/// Folders of pages that are not part of URL paths.
const CONTENT: [&str; 5] = ["src/content", "content", "src/pages", "pages", "docs"];
/// The files of a repository that coding agents read.
const FOR_AGENTS: [&str; 3] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];
/// The greatest number of pages that are read to find a prefix of URL paths.
const MOST_READ: usize = 1_000;
/// The greatest nesting of a sidebar.
const DEEPEST: usize = 32;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let (for_agents, all): (Vec<String>, Vec<String>) =
        reader.pages_below(&reader.root).into_iter().partition(|file| FOR_AGENTS.contains(&paths::name(file)));
    for file in for_agents {
        let outcome = "left out: instructions for coding agents in this repository, and no page";
        reader.report_choice(LossKind::File, &file, paths::name(&file), outcome);
    }
    // Pages outside the folder of the others (a README) stay pages; if all are in one folder, it is not part of URL
    // paths.
    let folders = CONTENT.iter().filter_map(|folder| reader.at(folder));
    let holds_most = |folder: &String| {
        let inside = all.iter().filter(|file| paths::below(file, folder).is_some()).count();
        inside * 10 >= all.len() * 9
    };
    let content = folders.into_iter().find(holds_most).unwrap_or_else(|| reader.root.clone());
    let prefix = prefix(reader, &content, &all);
    let mut pages = Pages::default();
    for file in &all {
        let below = paths::below(file, &content).or_else(|| paths::below(file, &reader.root)).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        let numbered = stem.split('/').map(|part| paths::without_number(part).0).collect::<Vec<_>>().join("/");
        let inside = paths::below(file, &content).is_some();
        let address = paths::plus(if inside { prefix } else { "" }, paths::without_index(&numbered));
        let page = pages.add(file, &address).named(format!("/{}", paths::without_index(&numbered)));
        if numbered != stem {
            page.named(format!("/{stem}"));
        }
    }
    let navigation = sidebars(reader, &pages).unwrap_or_else(|| {
        let folders = Folders {
            reader,
            by: FolderOrder::IndexFirst,
            order: &["order", "position", "sidebar_position", "weight", "nav_order", "navSortSelf"],
            label: &["sidebar_title", "sidebarTitle", "sidebar_label", "short-title"],
            settings: &|_| FolderSettings::default(),
            is_hidden: &|_| false,
        };
        folders.entries(&content, &all)
    });
    let public = ["public", "static"].iter().filter_map(|folder| reader.at(folder)).collect();
    Project {
        pages: pages.pages,
        navigation,
        public_folders: public,
        aliases: vec![(String::new(), reader.root.clone()), (String::new(), content)],
        ..Project::default()
    }
}

/// The name of the pages' folder, if links show that URL paths begin with it.
fn prefix<'c>(reader: &ProjectReader<'_>, content: &'c str, files: &[String]) -> &'c str {
    let name = paths::name(content);
    if name.is_empty() {
        return "";
    }
    let (mut rooted, mut below) = (0_usize, 0_usize);
    let start = format!("](/{name}/");
    for file in files.iter().take(MOST_READ) {
        let text = reader.settings_text(file).unwrap_or_default();
        rooted += text.matches("](/").count();
        below += text.matches(&start).count();
    }
    if below > 0 && below * 3 >= rooted { name } else { "" }
}

/// The entries of all JSON files in the project folder that are sidebars: `routes`, `items` or `pages` of objects with
/// `title` and `path`.
fn sidebars(reader: &ProjectReader<'_>, pages: &Pages) -> Option<Vec<NavEntry>> {
    let names: Vec<String> = reader
        .source
        .under(&reader.root)
        .filter(|path| path.ends_with(".json") && paths::name(path).to_ascii_lowercase().contains("sidebar"))
        .map(ToOwned::to_owned)
        .collect();
    let mut by_address = BTreeMap::new();
    for page in &pages.pages {
        for address in &page.addresses {
            by_address.entry(address.as_str()).or_insert(page.file.as_str());
        }
    }
    let mut entries = Vec::new();
    for file in &names {
        let Some(value) = reader.settings(file) else { continue };
        let below = children(&value).map_or_else(|| literal::items(Some(&value)).to_vec(), <[Value]>::to_vec);
        let mut inner = LiteralSidebar::new(reader, &by_address, file).entries(&below, 0);
        match (literal::text(&value, "title"), names.len()) {
            (Some(title), 2..) => {
                entries.push(NavEntry::group(title.to_owned(), None, inner));
            }
            _ => entries.append(&mut inner),
        }
    }
    (!entries.is_empty()).then_some(entries)
}

/// The title of a sidebar entry.
fn title(value: &Value) -> Option<&str> {
    ["title", "label", "text", "name"].iter().find_map(|key| literal::text(value, key))
}

/// The path of a sidebar entry.
fn path(value: &Value) -> Option<&str> {
    let paths = ["path", "href", "link", "url", "slug"].iter().filter_map(|key| literal::text(value, key));
    paths.into_iter().find(|path| !path.trim().is_empty())
}

/// The child entries of a sidebar entry.
fn children(value: &Value) -> Option<&[Value]> {
    let keys = ["routes", "items", "pages", "children", "list"];
    keys.iter().find_map(|key| value.get(key)?.as_array()).map(Vec::as_slice)
}

/// A sidebar of objects with a title, a path and child entries.
pub(super) struct LiteralSidebar<'r, 's> {
    reader: &'r ProjectReader<'s>,
    /// The page files by URL path.
    by_address: &'r BTreeMap<&'r str, &'r str>,
    file: &'r str,
    /// The origin and the outcome of an entry without a page.
    pub(super) missing: (Origin, &'static str),
}

impl<'r, 's> LiteralSidebar<'r, 's> {
    /// A sidebar in a file, with the page files by URL path.
    pub(super) fn new(
        reader: &'r ProjectReader<'s>,
        by_address: &'r BTreeMap<&'r str, &'r str>,
        file: &'r str,
    ) -> Self {
        Self { reader, by_address, file, missing: (Origin::Source, "the page does not exist") }
    }
}

impl LiteralSidebar<'_, '_> {
    /// Converts a list of entries.
    pub(super) fn entries(&self, values: &[Value], depth: usize) -> Vec<NavEntry> {
        let mut out: Vec<NavEntry> = Vec::new();
        // A section header makes the following entries a group.
        let mut section: Option<(String, Vec<NavEntry>)> = None;
        for value in values {
            let header = ["sectionHeader", "heading"].iter().find_map(|key| literal::text(value, key));
            let header = header.or_else(|| title(value).filter(|_| path(value).is_none() && children(value).is_none()));
            if let Some(header) = header {
                close(&mut section, &mut out);
                section = Some((header.to_owned(), Vec::new()));
                continue;
            }
            let Some(entry) = self.entry(value, depth) else { continue };
            match &mut section {
                Some((_, entries)) => entries.push(entry),
                None => out.push(entry),
            }
        }
        close(&mut section, &mut out);
        out
    }

    fn entry(&self, value: &Value, depth: usize) -> Option<NavEntry> {
        let title = title(value);
        let path = path(value).or(value.as_str());
        let below = children(value).unwrap_or_default();
        let file = path.and_then(|path| self.page(path));
        if !below.is_empty() && depth >= DEEPEST {
            self.reader.report_loss(LossKind::Config, self.file, 0, "navigation", "it is nested too deeply");
        } else if !below.is_empty() {
            let entries = self.entries(below, depth + 1);
            let title = title.or(path)?.to_owned();
            return Some(NavEntry::group(title, file, entries));
        }
        let path = path?;
        match file {
            Some(file) => Some(NavEntry::page(file, title.map(ToOwned::to_owned))),
            None if super::is_link(path) => Some(NavEntry::link(title.unwrap_or(path).to_owned(), path.to_owned())),
            None => {
                let (origin, outcome) = self.missing;
                let loss = Loss::new(LossKind::NavigationEntry, self.file, 0, path, outcome);
                self.reader.losses.borrow_mut().push(loss.by(origin));
                None
            }
        }
    }

    fn page(&self, path: &str) -> Option<String> {
        let address = format!("/{}", path.trim_matches('/'));
        self.by_address.get(address.as_str()).map(|file| (*file).to_owned())
    }
}

/// Appends the open group to the others.
fn close(section: &mut Option<(String, Vec<NavEntry>)>, out: &mut Vec<NavEntry>) {
    if let Some((title, entries)) = section.take().filter(|(_, entries)| !entries.is_empty()) {
        out.push(NavEntry::group(title, None, entries));
    }
}
