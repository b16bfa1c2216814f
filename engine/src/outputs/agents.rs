//! The files for agents: `llms.txt`, a list of the pages, and `llms-full.txt`, all pages in one file.

use std::sync::Arc;

use super::editions;
use crate::Db;
use crate::parse::config::{SiteTexts, product_settings, site_texts, tab_settings, tab_titles};
use crate::parse::frontmatter::frontmatter;
use crate::render::endpoint_markdown::text::line;
use crate::render::plain::page_plain;
use crate::resolve::downloads::downloads;
use crate::resolve::edition_view::{LLMS, LLMS_FULL};
use crate::resolve::history::page_history;
use crate::resolve::links::{absolute, asset_address, page_address};
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::pages;
use crate::resolve::sidebar::{SidebarItem, SidebarKind, sidebar};
use base::inputs::{File, FileSet};

/// The title of the pages that are in no group.
const PAGES: &str = "Pages";

/// The list of the pages in the format of llmstxt.org: the site's name, its description, and a section for each group
/// of the sidebar. Pages outside of the sidebar are in the "Optional" section.
pub(super) fn llms(db: &dyn Db, set: FileSet) -> String {
    let texts = site_texts(db, set.config(db));
    let mut list = List { db, url: &texts.base, out: head(texts) };
    let sidebar = sidebar(db, set);
    let tabs = tab_settings(db, set.config(db));
    if tabs.is_empty() {
        list.part(PAGES, None, &sidebar.items.iter().collect::<Vec<_>>());
    }
    for (part, _) in (0..).zip(tabs) {
        let items: Vec<&SidebarItem> = sidebar.part(part).map(|(_, item)| item).collect();
        let title = tab_titles(product_settings(db, set.config(db)), tabs, part).join(": ");
        let title = Some(title.as_str()).filter(|title| !title.is_empty());
        list.part(title.unwrap_or(PAGES), title, &items);
    }
    list.specs(set);
    let unlisted: Vec<(&Arc<str>, File)> = shown(db, set).filter(|(id, _)| !sidebar.place.contains_key(*id)).collect();
    list.section("Optional");
    for (id, file) in unlisted {
        list.page(id, file, page_title(db, file));
    }
    for (name, base) in editions::others(db, set) {
        list.entry(&name, &absolute(base, &asset_address(LLMS)), None);
    }
    let all = absolute(list.url, &asset_address(LLMS_FULL));
    list.out.push_str(&format!("- [{LLMS_FULL}]({all}): {}\n", "All pages in one file"));
    list.out
}

/// All pages without components, each after a line with its URL. Their parts go directly into one text; no page is
/// assembled first.
pub(super) fn llms_full(db: &dyn Db, set: FileSet) -> String {
    let texts = site_texts(db, set.config(db));
    let url = &texts.base;
    let mut out = head(texts);
    for (id, file) in in_order(db, set) {
        out.push_str(&format!("\n---\n\nSource: {}\n", absolute(url, &page_address(id))));
        if let Some(date) = page_history(db, file).and_then(|history| history.updated.as_deref()) {
            out.push_str(&format!("Last updated: {date}\n"));
        }
        out.push('\n');
        page_plain(db, file).write(db, url, &mut out);
    }
    out
}

/// The pages with content: those that have moved elsewhere are omitted.
pub(super) fn shown(db: &dyn Db, set: FileSet) -> impl Iterator<Item = (&Arc<str>, File)> {
    let all = pages(db, set).by_id.iter().map(|(id, &file)| (id, file));
    all.filter(|(_, file)| frontmatter(db, *file).redirect.is_none())
}

/// The pages with content in sidebar order, those that it does not list last.
fn in_order(db: &dyn Db, set: FileSet) -> impl Iterator<Item = (&Arc<str>, File)> {
    let sidebar = sidebar(db, set);
    let by_id = &pages(db, set).by_id;
    let is_read = move |file: File| frontmatter(db, file).redirect.is_none();
    let listed = sidebar.order.iter().filter_map(|(id, _)| by_id.get_key_value(id));
    let listed = listed.map(|(id, &file)| (id, file)).filter(move |(_, file)| is_read(*file));
    listed.chain(shown(db, set).filter(|(id, _)| !sidebar.place.contains_key(*id)))
}

/// The site's name and description.
fn head(texts: &SiteTexts) -> String {
    let mut out = String::from("# ");
    words(&texts.name, &mut out);
    out.push('\n');
    if let Some(description) = &texts.description {
        out.push_str("\n> ");
        words(description, &mut out);
        out.push('\n');
    }
    out
}

/// Appends a text on one line, after other text.
fn words(text: &str, out: &mut String) {
    line(text, out);
}

/// The list under construction.
struct List<'db> {
    db: &'db dyn Db,
    /// Without a trailing slash; empty for a site without a URL.
    url: &'db str,
    out: String,
}

impl List<'_> {
    fn section(&mut self, title: &str) {
        self.out.push_str("\n## ");
        words(title, &mut self.out);
        self.out.push_str("\n\n");
    }

    /// A section with the pages that are in no group, then one for each group with pages of its own, at any depth. Its
    /// title includes the titles of the tab and the groups around it.
    fn part(&mut self, title: &str, tab: Option<&str>, items: &[&SidebarItem]) {
        let is_loose = |item: &&&SidebarItem| !matches!(item.kind, SidebarKind::Group { .. });
        if items.iter().any(|item| is_loose(&item)) {
            self.section(title);
            items.iter().filter(is_loose).for_each(|item| self.item(item));
        }
        let titled = |item: &SidebarItem| match tab {
            Some(tab) => format!("{tab}: {}", item.title),
            None => item.title.to_string(),
        };
        let mut open: Vec<(String, &SidebarItem)> = items.iter().rev().map(|item| (titled(item), *item)).collect();
        while let Some((title, item)) = open.pop() {
            let SidebarKind::Group { items, .. } = &item.kind else { continue };
            let is_group = |item: &&SidebarItem| matches!(item.kind, SidebarKind::Group { .. });
            if items.iter().any(|item| !is_group(&item)) {
                self.section(&title);
                items.iter().filter(|item| !is_group(item)).for_each(|item| self.item(item));
            }
            open.extend(items.iter().rev().filter(is_group).map(|item| (format!("{title}: {}", item.title), item)));
        }
    }

    fn item(&mut self, item: &SidebarItem) {
        match &item.kind {
            SidebarKind::Page { id, file, .. } => self.page(id, *file, &item.title),
            SidebarKind::Link { href } if href.starts_with("https://") || href.starts_with("http://") => {
                self.entry(&item.title, href, None);
            }
            // The page itself has an entry of its own.
            SidebarKind::Anchor { .. } | SidebarKind::Schema { .. } => {}
            SidebarKind::Link { .. } | SidebarKind::Group { .. } => {}
        }
    }

    fn page(&mut self, id: &str, file: File, title: &str) {
        let front = frontmatter(self.db, file);
        if front.redirect.is_none() {
            let address = absolute(self.url, &asset_address(&format!("{id}.md")));
            self.entry(title, &address, front.description.as_deref());
        }
    }

    fn entry(&mut self, title: &str, address: &str, description: Option<&str>) {
        self.out.push_str("- [");
        let title = title.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
        words(&title, &mut self.out);
        let address = address.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace(['<', '>'], "");
        self.out.push_str(&format!("]({address})"));
        if let Some(description) = description {
            self.out.push_str(": ");
            words(description, &mut self.out);
        }
        self.out.push('\n');
    }

    /// The bundled specs.
    fn specs(&mut self, set: FileSet) {
        let published = &downloads(self.db, set).published;
        if published.is_empty() {
            return;
        }
        self.section("OpenAPI");
        for download in published {
            let address = absolute(self.url, &asset_address(&download.path));
            self.entry(&download.path, &address, None);
        }
    }
}
