//! The navigation of MkDocs: `nav`, `.pages` and `.nav.yml` in folders, `SUMMARY.md` of literate-nav, or folders.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::{MkDocsSite, text};
use crate::formats::folders::is_index;
use crate::formats::glob;
use crate::formats::summary::{Item, summary};
use crate::literal::{self, Value};
use crate::paths;
use crate::presence::WRITTEN;
use crate::project::NavEntry;
use crate::report::{Loss, LossKind, Origin};

/// The greatest nesting of groups.
const DEEPEST: usize = 32;

/// The entries.
pub(super) fn navigation(site: &MkDocsSite<'_, '_>, files: &[String]) -> Vec<NavEntry> {
    let nav = MkDocsNav { site, files, named: RefCell::default() };
    if let Some(list) = site.settings.get("nav").filter(|list| list.is_array()) {
        return nav.items(literal::items(Some(list)), site.docs, site.file, 0);
    }
    if let Some(plugin) = site.plugin("literate-nav") {
        let name = text(plugin, "nav_file").unwrap_or("SUMMARY.md");
        let file = paths::plus(site.docs, name);
        if let Ok(text) = site.reader.settings_text(&file) {
            return nav.literate(&text, &file);
        }
    }
    nav.folder(site.docs, 0)
}

struct MkDocsNav<'a, 's> {
    site: &'a MkDocsSite<'a, 's>,
    files: &'a [String],
    /// The pages and folders that are listed already: patterns and folders only add others.
    named: RefCell<BTreeSet<String>>,
}

/// An item of a list before patterns are expanded, which happens after all explicit pages are known.
enum Slot {
    Entries(Vec<NavEntry>),
    Pattern(String),
    Group(String, Vec<Slot>),
}

impl MkDocsNav<'_, '_> {
    /// Items of `nav`, whose paths are relative to `folder`.
    fn items(&self, items: &[Value], folder: &str, from: &str, depth: usize) -> Vec<NavEntry> {
        self.name_pages(items, folder, 0);
        let slots = self.slots(items, folder, from, depth);
        self.filled(slots, folder, from, depth)
    }

    /// Records the pages that items list, so that patterns skip them.
    fn name_pages(&self, items: &[Value], folder: &str, depth: usize) {
        let name = |path: &str| {
            let place = paths::join(folder, path.split('#').next().unwrap_or_default());
            if let Some(place) = place.filter(|place| self.files.contains(place)) {
                self.named.borrow_mut().insert(place);
            }
        };
        for item in items.iter().filter(|_| depth <= DEEPEST) {
            match item {
                Value::String(path) => name(path),
                Value::Object(members) => {
                    for value in members.values() {
                        match value {
                            Value::String(path) => name(path),
                            Value::Array(inner) => self.name_pages(inner, folder, depth + 1),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn slots(&self, items: &[Value], folder: &str, from: &str, depth: usize) -> Vec<Slot> {
        if depth > DEEPEST {
            self.site.reader.report_loss(LossKind::Config, from, 0, "nav", "it is nested too deeply");
            return Vec::new();
        }
        let mut out = Vec::new();
        for item in items {
            match item {
                Value::String(path) if is_pattern(path) => out.push(Slot::Pattern(path.clone())),
                Value::String(path) => out.push(Slot::Entries(self.target(path, None, folder, from, depth))),
                Value::Object(members) => {
                    if let Some(pattern) = text(item, "glob") {
                        out.push(Slot::Pattern(pattern.to_owned()));
                        continue;
                    }
                    for (title, value) in members {
                        out.push(match value {
                            Value::String(path) if is_pattern(path) => {
                                Slot::Group(title.clone(), vec![Slot::Pattern(path.clone())])
                            }
                            Value::String(path) => Slot::Entries(self.target(path, Some(title), folder, from, depth)),
                            Value::Array(inner) => {
                                Slot::Group(title.clone(), self.slots(inner, folder, from, depth + 1))
                            }
                            _ => Slot::Entries(Vec::new()),
                        });
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// The entries of items, with their patterns expanded.
    fn filled(&self, slots: Vec<Slot>, folder: &str, from: &str, depth: usize) -> Vec<NavEntry> {
        let mut out = Vec::new();
        for slot in slots {
            match slot {
                Slot::Entries(entries) => out.extend(entries),
                Slot::Pattern(pattern) => out.extend(self.matching(&pattern, folder, from, depth)),
                Slot::Group(title, inner) => {
                    let entries = self.filled(inner, folder, from, depth + 1);
                    out.push(NavEntry::group(title, None, entries));
                }
            }
        }
        out
    }

    /// The unlisted pages that match a pattern. `...` matches everything in the folder.
    fn matching(&self, pattern: &str, folder: &str, from: &str, depth: usize) -> Vec<NavEntry> {
        if matches!(pattern, "..." | "*") {
            return self.below(folder, depth);
        }
        let bare = pattern.strip_prefix("...").map_or(pattern, |rest| rest.trim_start_matches([' ', '|']));
        let bare = bare.trim_start_matches("./").trim_start_matches('/');
        let place = paths::join(folder, bare.strip_suffix("/*").unwrap_or_default());
        if let Some(place) = place.filter(|place| bare.ends_with("/*") && !place.contains('*')) {
            let entries = self.below(&place, depth);
            if entries.is_empty() && !self.files.iter().any(|file| paths::below(file, &place).is_some()) {
                return self.missing(pattern, from);
            }
            return entries;
        }
        let fits = |file: &&String| paths::below(file, folder).is_some_and(|below| glob::fits(bare, below));
        let found: Vec<&String> = self.files.iter().filter(fits).collect();
        if found.is_empty() {
            return self.missing(pattern, from);
        }
        let mut named = self.named.borrow_mut();
        let mut new: Vec<String> = found.into_iter().filter(|file| named.insert((*file).clone())).cloned().collect();
        new.sort_by_key(|file| (!is_index(file), file.to_lowercase()));
        new.into_iter().map(|file| NavEntry::page(file, None)).collect()
    }

    /// A page, a folder, or an external URL.
    fn target(&self, path: &str, title: Option<&String>, folder: &str, from: &str, depth: usize) -> Vec<NavEntry> {
        if engine::is_external(path) {
            let title = title.map_or_else(|| path.to_owned(), Clone::clone);
            return vec![NavEntry::link(title, path.to_owned())];
        }
        let bare = path.split('#').next().unwrap_or_default().trim_end_matches('/');
        let Some(place) = paths::join(folder, bare) else { return self.missing(path, from) };
        if self.files.contains(&place) {
            self.named.borrow_mut().insert(place.clone());
            return vec![NavEntry::page(place, title.cloned())];
        }
        let is_folder = self.files.iter().any(|file| paths::below(file, &place).is_some());
        if is_folder && place != folder {
            self.named.borrow_mut().insert(place.clone());
            let entries = self.folder(&place, depth + 1);
            let own = self.title(&place);
            let title = title.cloned().or(own).unwrap_or_else(|| paths::words(paths::name(&place)));
            return vec![NavEntry::group(title, None, entries)];
        }
        self.missing(path, from)
    }

    fn missing(&self, path: &str, from: &str) -> Vec<NavEntry> {
        let has_hooks = !literal::items(self.site.settings.get("hooks")).is_empty();
        let maker = if has_hooks { Some("hooks") } else { self.site.plugin("gen-files").map(|_| "gen-files") };
        let loss = Loss::new(LossKind::NavigationEntry, from, 0, path, "the page does not exist");
        self.site.reader.losses.borrow_mut().push(match maker {
            Some(maker) => {
                let outcome = format!("no file has that path; `{maker}`{WRITTEN}");
                Loss { outcome, ..loss }.by(Origin::Import)
            }
            None => loss,
        });
        Vec::new()
    }

    /// The settings of a folder: `.nav.yml`, `.pages`.
    fn settings(&self, folder: &str) -> Option<(String, Value)> {
        let names = [".nav.yml", ".pages", ".pages.yml"].map(|name| paths::plus(folder, name));
        let file = names.into_iter().find(|path| self.site.reader.source.has(path))?;
        let text = self.site.reader.settings_text(&file).ok()?;
        match literal::yaml(&text) {
            Ok(value) => Some((file, value)),
            Err((line, reason)) => {
                self.site.reader.report_loss(LossKind::Config, &file, line, paths::name(&file), reason);
                None
            }
        }
    }

    fn title(&self, folder: &str) -> Option<String> {
        self.settings(folder).and_then(|(_, settings)| text(&settings, "title").map(ToOwned::to_owned))
    }

    /// The entries of a folder: by its settings, or else the index first and the others by name.
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
                let below = self.files.iter().filter(|file| paths::below(file, folder).is_some());
                self.site.reader.hide(below.cloned());
                return Vec::new();
            }
        }
        self.below(folder, depth)
    }

    /// The unlisted pages and folders directly in a folder.
    fn below(&self, folder: &str, depth: usize) -> Vec<NavEntry> {
        let mut pages = Vec::new();
        let mut folders: BTreeSet<String> = BTreeSet::new();
        for file in self.files {
            let Some(below) = paths::below(file, folder) else { continue };
            match below.split_once('/') {
                None => pages.push(file.clone()),
                Some((name, _)) => drop(folders.insert(paths::plus(folder, name))),
            }
        }
        pages.retain(|file| self.named.borrow_mut().insert(file.clone()));
        pages.sort_by_key(|file| (!is_index(file), file.to_lowercase()));
        let mut out: Vec<NavEntry> = pages.into_iter().map(|file| NavEntry::page(file, None)).collect();
        for below in folders {
            if !self.named.borrow_mut().insert(below.clone()) {
                continue;
            }
            let entries = self.folder(&below, depth + 1);
            let title = self.title(&below).unwrap_or_else(|| paths::words(paths::name(&below)));
            if !entries.is_empty() {
                out.push(NavEntry::group(title, None, entries));
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
                Some(title) => out.push(NavEntry::group(title, None, entries)),
                None => out.append(&mut entries),
            }
        }
        out
    }

    fn listed(&self, items: &[Item], file: &str, depth: usize) -> Vec<NavEntry> {
        let folder = paths::folder(file);
        let mut out = Vec::new();
        for item in items {
            let own = match &item.target {
                Some(target) => self.target(target, Some(&item.title), folder, file, depth),
                None if is_pattern(&item.title) => self.matching(&item.title, folder, file, depth),
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
            out.push(NavEntry::group(item.title.clone(), page, entries));
        }
        out
    }
}

/// Whether an entry is a pattern.
fn is_pattern(path: &str) -> bool {
    path.starts_with("...") || path.contains('*') && !path.contains("://")
}
