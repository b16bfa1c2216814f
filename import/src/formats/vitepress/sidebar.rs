//! `themeConfig.sidebar`: a list, or lists by URL prefix.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::formats::{Pages, ProjectReader, unlisted, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EntryLook, GroupKind, NavEntry};
use crate::report::LossKind;

/// The greatest nesting of items.
const DEEPEST: usize = 32;

pub(super) struct VitePressSidebar<'a, 's> {
    pub(super) reader: &'a ProjectReader<'s>,
    /// The file that contains it.
    file: &'a str,
    /// The folder of the language, which its URLs begin with; empty if they are at the root.
    language: &'a str,
    /// The page files by URL path and by other names.
    by_path: BTreeMap<&'a str, &'a str>,
    /// The files of the pages that have an entry.
    listed: RefCell<BTreeSet<String>>,
}

impl<'a, 's> VitePressSidebar<'a, 's> {
    pub(super) fn new(reader: &'a ProjectReader<'s>, file: &'a str, language: &'a str, pages: &'a Pages) -> Self {
        let mut by_path = BTreeMap::new();
        for page in &pages.pages {
            for path in page.addresses.iter().chain(&page.names) {
                by_path.entry(path.as_str()).or_insert(page.file.as_str());
            }
        }
        Self { reader, file, language, by_path, listed: RefCell::default() }
    }

    /// The entries. Several lists become tabs in the order of the navigation bar if it has a title for each, or else groups
    /// with the titles that it gives their URLs; a list that is given for several prefixes counts once. The list for the
    /// whole language is no group.
    pub(super) fn all(&self, value: &Value, nav: Option<&Value>) -> Vec<NavEntry> {
        let Some(lists) = value.as_object() else { return self.items(literal::items(Some(value)), "", 0) };
        let mut parts: Vec<(Option<String>, &str, Vec<NavEntry>)> = Vec::new();
        let mut known: Vec<&Value> = Vec::new();
        for (prefix, list) in lists {
            if known.contains(&list) {
                continue;
            }
            known.push(list);
            let (items, base) = match list.get("items") {
                Some(items) => (items, text(list, "base").unwrap_or_default()),
                None => (list, ""),
            };
            let inner = self.items(literal::items(Some(items)), base, 0);
            let name = prefix.trim_matches('/');
            let is_whole = lists.len() == 1 || name.is_empty() || name == self.language;
            let title = if is_whole { self.title_of(&inner, nav) } else { title(prefix, nav, 0) };
            if !inner.is_empty() {
                parts.push((title, if is_whole { "" } else { name }, inner));
            }
        }
        let titles: BTreeSet<&String> = parts.iter().filter_map(|(title, ..)| title.as_ref()).collect();
        let are_tabs = parts.len() > 1 && titles.len() == parts.len();
        if are_tabs {
            // Readers know the order of the navigation bar.
            let order = unread::titles(nav);
            let place = |title: &str| order.iter().position(|known| *known == title);
            parts.sort_by_key(|(title, ..)| title.as_deref().and_then(place).unwrap_or(usize::MAX));
        }
        let entries = parts.into_iter().flat_map(|(title, name, inner)| match (title, name) {
            (Some(title), _) if are_tabs => vec![NavEntry::group(title, None, inner).of_kind(GroupKind::Tab)],
            (_, "") => inner,
            (title, name) => {
                let title = title.unwrap_or_else(|| paths::words(paths::name(name)));
                vec![NavEntry::group(title, None, inner)]
            }
        });
        entries.collect()
    }

    /// The title in the navigation bar of the first link to one of the pages in a list.
    fn title_of(&self, entries: &[NavEntry], nav: Option<&Value>) -> Option<String> {
        let files = unlisted::files(entries);
        let is_linked = |item: &&&Value| {
            let page = text(item, "link").and_then(|link| self.page("", link));
            page.is_some_and(|page| files.contains(&page))
        };
        let items = unread::leaves(nav);
        items.iter().find(is_linked).and_then(|item| text(item, "text")).map(ToOwned::to_owned)
    }

    fn items(&self, items: &[Value], base: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, self.file, 0, "sidebar", "it is nested too deeply");
            return Vec::new();
        }
        items.iter().flat_map(|item| self.item(item, base, depth)).collect()
    }

    /// The entry of an item; those of its list for a group without a title.
    fn item(&self, item: &Value, base: &str, depth: usize) -> Vec<NavEntry> {
        let base = text(item, "base").unwrap_or(base);
        let title = text(item, "text").map(crate::page::title).filter(|title| !title.trim().is_empty());
        let link = text(item, "link");
        let below = literal::items(item.get("items"));
        let page = link.and_then(|link| self.page(base, link));
        if !below.is_empty() {
            let mut entries = self.items(below, base, depth + 1);
            let Some(title) = title else {
                let own = page.map(|file| NavEntry::page(file, None));
                entries.splice(0..0, own);
                return entries;
            };
            // Groups are open unless they say otherwise.
            let is_open = !literal::is_true(item, "collapsed");
            return vec![NavEntry::group(title, page, entries).with(EntryLook::opened(is_open))];
        }
        let Some(link) = link else { return Vec::new() };
        match page {
            Some(file) => {
                // An entry for a part of a page is a link, unless it is the first one of that page.
                let is_first = self.listed.borrow_mut().insert(file.clone());
                match title {
                    Some(title) if link.contains('#') && !is_first => vec![NavEntry::link(title, whole(base, link))],
                    title => vec![NavEntry::page(file, title)],
                }
            }
            None if crate::formats::is_link(link) => {
                vec![NavEntry::link(title.unwrap_or_else(|| link.to_owned()), link.to_owned())]
            }
            None => {
                let line = 0;
                self.reader.report_loss(LossKind::NavigationEntry, self.file, line, link, "the page does not exist");
                Vec::new()
            }
        }
    }

    /// A page by URL path; `base` is prepended to one without a scheme.
    fn page(&self, base: &str, link: &str) -> Option<String> {
        let whole = whole(base, link.split(['#', '?']).next().unwrap_or_default());
        let bare = whole.trim_matches('/');
        let bare = paths::stem(bare).or_else(|| bare.strip_suffix(".html")).unwrap_or(bare);
        let paths = [format!("/{bare}"), format!("/{}", paths::without_index(bare))];
        paths.iter().find_map(|path| self.by_path.get(path.as_str())).map(|file| (*file).to_owned())
    }
}

/// A link below a base.
fn whole(base: &str, link: &str) -> String {
    if base.is_empty() || link.starts_with(base) {
        link.to_owned()
    } else {
        format!("{base}{}", link.trim_start_matches('/'))
    }
}

/// The title in the navigation bar for URLs with this prefix.
fn title(prefix: &str, nav: Option<&Value>, depth: usize) -> Option<String> {
    literal::items(nav).iter().filter(|_| depth < DEEPEST).find_map(|item| {
        let bare = prefix.trim_start_matches('/');
        let fits =
            |key: &str| text(item, key).is_some_and(|link| link.trim_start_matches(['^', '/']).starts_with(bare));
        match text(item, "text") {
            Some(title) if fits("activeMatch") || fits("link") => Some(title.to_owned()),
            _ => title(prefix, item.get("items"), depth + 1),
        }
    })
}
