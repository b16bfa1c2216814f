//! `themeConfig.sidebar`: a list, or lists by URL prefix.

use crate::formats::{Pages, ProjectReader};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::NavEntry;
use crate::report::LossKind;

/// The greatest nesting of items.
const DEEPEST: usize = 32;

pub(super) struct VitePressSidebar<'a, 's> {
    pub(super) reader: &'a ProjectReader<'s>,
    /// The file that contains it.
    pub(super) file: &'a str,
    pub(super) pages: &'a Pages,
}

impl VitePressSidebar<'_, '_> {
    /// The entries. Several lists become groups, with the titles that the navigation bar gives their URLs.
    pub(super) fn all(&self, value: &Value, nav: Option<&Value>) -> Vec<NavEntry> {
        let Some(lists) = value.as_object() else { return self.items(literal::items(Some(value)), "", 0) };
        let mut entries = Vec::new();
        for (prefix, list) in lists {
            let (items, base) = match list.get("items") {
                Some(items) => (items, text(list, "base").unwrap_or_default()),
                None => (list, ""),
            };
            let mut inner = self.items(literal::items(Some(items)), base, 0);
            if lists.len() == 1 {
                entries.append(&mut inner);
            } else if !inner.is_empty() {
                let title =
                    title(prefix, nav, 0).unwrap_or_else(|| paths::words(paths::name(prefix.trim_matches('/'))));
                entries.push(NavEntry::Group { title, icon: None, page: None, entries: inner });
            }
        }
        entries
    }

    fn items(&self, items: &[Value], base: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, self.file, 0, "sidebar", "it is nested too deeply");
            return Vec::new();
        }
        items.iter().filter_map(|item| self.item(item, base, depth)).collect()
    }

    fn item(&self, item: &Value, base: &str, depth: usize) -> Option<NavEntry> {
        let base = text(item, "base").unwrap_or(base);
        let title = text(item, "text").map(crate::page::title);
        let link = text(item, "link");
        let below = literal::items(item.get("items"));
        let page = link.and_then(|link| self.page(base, link));
        if !below.is_empty() {
            let entries = self.items(below, base, depth + 1);
            return Some(NavEntry::Group { title: title.unwrap_or_default(), icon: None, page, entries });
        }
        let link = link?;
        match page {
            Some(file) => Some(NavEntry::Page { file, title }),
            None if link.contains("://") => {
                Some(NavEntry::Link { title: title.unwrap_or_else(|| link.to_owned()), href: link.to_owned() })
            }
            None => {
                let line = 0;
                self.reader.report_loss(LossKind::NavigationEntry, self.file, line, link, "the page does not exist");
                None
            }
        }
    }

    /// A page by URL path; `base` is prepended to one without a scheme.
    fn page(&self, base: &str, link: &str) -> Option<String> {
        let link = link.split(['#', '?']).next().unwrap_or_default();
        let whole = if base.is_empty() || link.starts_with(base) {
            link.to_owned()
        } else {
            format!("{base}{}", link.trim_start_matches('/'))
        };
        let bare = whole.trim_matches('/');
        let bare = paths::stem(bare).or_else(|| bare.strip_suffix(".html")).unwrap_or(bare);
        let address = format!("/{}", paths::without_index(bare));
        let named = format!("/{bare}");
        let pages = self.pages.pages.iter();
        let mut found = pages.filter(|page| page.addresses.contains(&address) || page.names.contains(&named));
        found.next().map(|page| page.file.clone())
    }
}

/// The title in the navigation bar for URLs with this prefix.
fn title(prefix: &str, nav: Option<&Value>, depth: usize) -> Option<String> {
    literal::items(nav).iter().filter(|_| depth < DEEPEST).find_map(|item| {
        let fits = |key: &str| text(item, key).is_some_and(|link| link.trim_start_matches('^').starts_with(prefix));
        match text(item, "text") {
            Some(title) if fits("activeMatch") || fits("link") => Some(title.to_owned()),
            _ => title(prefix, item.get("items"), depth + 1),
        }
    })
}
