//! The navigation of MkDocs: `nav`, `.pages` and `.nav.yml` in folders, `SUMMARY.md` of literate-nav, or folders.

use std::collections::BTreeSet;

use super::{Site, text};
use crate::formats::folders::is_index;
use crate::formats::summary::{Item, summary};
use crate::literal::{self, Value};
use crate::paths;
use crate::project::NavEntry;
use crate::report::LossKind;

/// The deepest nesting of groups.
const DEEPEST: usize = 32;

/// The entries.
pub(super) fn navigation(site: &Site<'_, '_>, files: &[String]) -> Vec<NavEntry> {
    let nav = Nav { site, files };
    if let Some(list) = site.settings.get("nav").filter(|list| list.is_array()) {
        return nav.items(literal::items(Some(list)), site.docs, site.file, 0);
    }
    if let Some(plugin) = site.plugin("literate-nav") {
        let name = text(plugin, "nav_file").unwrap_or("SUMMARY.md");
        let file = paths::plus(site.docs, name);
        if let Ok(text) = site.reader.source.text(&file) {
            return nav.literate(&text, &file);
        }
    }
    nav.folder(site.docs, 0)
}

struct Nav<'a, 's> {
    site: &'a Site<'a, 's>,
    files: &'a [String],
}

impl Nav<'_, '_> {
    /// Items of `nav`, whose paths count from `folder`.
    fn items(&self, items: &[Value], folder: &str, from: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.site.reader.lose(LossKind::Config, from, 0, "nav", "it is nested too deep");
            return Vec::new();
        }
        let mut named: BTreeSet<String> = BTreeSet::new();
        let mut out = Vec::new();
        for item in items {
            match item {
                Value::String(path) if is_rest(path) => out.push(None),
                Value::String(path) => out.push(Some(self.target(path, None, folder, from, depth, &mut named))),
                Value::Object(members) => {
                    for (title, value) in members {
                        let entries = match value {
                            Value::String(path) => self.target(path, Some(title), folder, from, depth, &mut named),
                            Value::Array(inner) => {
                                let entries = self.items(inner, folder, from, depth + 1);
                                collect(&entries, &mut named, 0);
                                vec![NavEntry::Group { title: title.clone(), icon: None, page: None, entries }]
                            }
                            _ => Vec::new(),
                        };
                        out.push(Some(entries));
                    }
                }
                _ => {}
            }
        }
        // `...` stands for what is not named.
        let rest = || self.below(folder, depth, &named);
        out.into_iter().flat_map(|entries| entries.unwrap_or_else(rest)).collect()
    }

    /// A page, a folder, or an address elsewhere.
    fn target(
        &self,
        path: &str,
        title: Option<&String>,
        folder: &str,
        from: &str,
        depth: usize,
        named: &mut BTreeSet<String>,
    ) -> Vec<NavEntry> {
        if crate::links::is_external(path) {
            let title = title.map_or_else(|| path.to_owned(), Clone::clone);
            return vec![NavEntry::Link { title, href: path.to_owned() }];
        }
        let bare = path.split('#').next().unwrap_or_default().trim_end_matches('/').trim_end_matches("/*");
        let Some(place) = paths::join(folder, bare) else { return self.missing(path, from) };
        if self.files.contains(&place) {
            named.insert(place.clone());
            return vec![NavEntry::Page { file: place, title: title.cloned() }];
        }
        let is_folder = self.files.iter().any(|file| paths::below(file, &place).is_some());
        if is_folder && place != folder {
            named.insert(place.clone());
            let entries = self.folder(&place, depth + 1);
            let own = self.title(&place);
            let title = title.cloned().or(own).unwrap_or_else(|| paths::words(paths::name(&place)));
            return vec![NavEntry::Group { title, icon: None, page: None, entries }];
        }
        self.missing(path, from)
    }

    fn missing(&self, path: &str, from: &str) -> Vec<NavEntry> {
        self.site.reader.lose(LossKind::NavigationEntry, from, 0, path, "there is no such page");
        Vec::new()
    }

    /// What a folder's own settings say: `.nav.yml`, `.pages`.
    fn settings(&self, folder: &str) -> Option<(String, Value)> {
        let names = [".nav.yml", ".pages", ".pages.yml"].map(|name| paths::plus(folder, name));
        let file = names.into_iter().find(|path| self.site.reader.source.has(path))?;
        let text = self.site.reader.source.text(&file).ok()?;
        match literal::yaml(&text) {
            Ok(value) => Some((file, value)),
            Err((line, reason)) => {
                self.site.reader.lose(LossKind::Config, &file, line, paths::name(&file), reason);
                None
            }
        }
    }

    fn title(&self, folder: &str) -> Option<String> {
        self.settings(folder).and_then(|(_, settings)| text(&settings, "title").map(ToOwned::to_owned))
    }

    /// The entries of a folder: by its settings, else index first and by name.
    fn folder(&self, folder: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            return Vec::new();
        }
        if let Some((file, settings)) = self.settings(folder) {
            let list = settings.get("nav").or_else(|| settings.get("arrange"));
            if let Some(list) = list.filter(|list| list.is_array()) {
                return self.items(literal::items(Some(list)), folder, &file, depth);
            }
            if literal::is_true(&settings, "hide") {
                return Vec::new();
            }
        }
        self.below(folder, depth, &BTreeSet::new())
    }

    /// The pages and folders directly in a folder but those that are named.
    fn below(&self, folder: &str, depth: usize, named: &BTreeSet<String>) -> Vec<NavEntry> {
        let mut pages = Vec::new();
        let mut folders: BTreeSet<String> = BTreeSet::new();
        for file in self.files {
            let Some(below) = paths::below(file, folder) else { continue };
            match below.split_once('/') {
                None => pages.push(file.clone()),
                Some((name, _)) => drop(folders.insert(paths::plus(folder, name))),
            }
        }
        pages.retain(|file| !named.contains(file));
        pages.sort_by_key(|file| (!is_index(file), file.to_lowercase()));
        let mut out: Vec<NavEntry> = pages.into_iter().map(|file| NavEntry::Page { file, title: None }).collect();
        for below in folders.into_iter().filter(|below| !named.contains(below)) {
            let entries = self.folder(&below, depth + 1);
            let title = self.title(&below).unwrap_or_else(|| paths::words(paths::name(&below)));
            if !entries.is_empty() {
                out.push(NavEntry::Group { title, icon: None, page: None, entries });
            }
        }
        out
    }

    /// `SUMMARY.md` of literate-nav.
    fn literate(&self, text: &str, file: &str) -> Vec<NavEntry> {
        let parts = summary(text);
        let mut out = Vec::new();
        for part in parts {
            let mut entries = self.listed(&part.items, file, 0);
            match part.title {
                Some(title) => out.push(NavEntry::Group { title, icon: None, page: None, entries }),
                None => out.append(&mut entries),
            }
        }
        out
    }

    fn listed(&self, items: &[Item], file: &str, depth: usize) -> Vec<NavEntry> {
        let folder = paths::folder(file);
        let mut out = Vec::new();
        for item in items {
            let mut named = BTreeSet::new();
            let own = match &item.target {
                Some(target) => self.target(target, Some(&item.title), folder, file, depth, &mut named),
                None if is_rest(&item.title) => self.below(folder, depth, &named),
                None => Vec::new(),
            };
            if item.items.is_empty() {
                out.extend(own);
                continue;
            }
            let page = own.into_iter().find_map(|entry| match entry {
                NavEntry::Page { file, .. } => Some(file),
                _ => None,
            });
            let entries = self.listed(&item.items, file, depth + 1);
            out.push(NavEntry::Group { title: item.title.clone(), icon: None, page, entries });
        }
        out
    }
}

/// Whether an entry stands for everything that is not named.
fn is_rest(path: &str) -> bool {
    matches!(path, "..." | "*" | "**")
}

/// The files of entries.
fn collect(entries: &[NavEntry], named: &mut BTreeSet<String>, depth: usize) {
    for entry in entries {
        match entry {
            NavEntry::Page { file, .. } => drop(named.insert(file.clone())),
            NavEntry::Group { entries, .. } if depth < DEEPEST => collect(entries, named, depth + 1),
            _ => {}
        }
    }
}
