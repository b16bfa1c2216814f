//! The files for search engines and feed readers: `sitemap.xml`, `robots.txt` and `feed.xml`. All dates are those of
//! authors and of commits, so the output is deterministic.

use std::sync::Arc;

use rayon::prelude::*;

use super::agents::shown;
use super::navigation::id_of;
use super::site_parts;
use crate::parse::config::{site_texts, strings};
use crate::parse::date::machine_date;
use crate::parse::frontmatter::frontmatter;
use crate::render::escape::{Address, escape};
use crate::render::shell::{OutputOptions, fill_markers};
use crate::render::updates::{Update, page_updates};
use crate::resolve::edition_view::EditionView;
use crate::resolve::links::{absolute, asset_address, page_address};
use crate::resolve::page_tree::page_facts;
use crate::resolve::pages::pages;
use crate::{Database, Db};
use base::inputs::{File, FileSet};

/// The sitemap, or the sitemap index.
pub(super) const SITEMAP: &str = "sitemap.xml";
/// The rules for robots.
pub(super) const ROBOTS: &str = "robots.txt";
/// The feed.
pub(super) const FEED: &str = "feed.xml";
/// The greatest number of URLs in a sitemap (sitemaps.org).
const MOST_ADDRESSES: usize = 50_000;
/// The greatest number of entries in the feed; older ones are omitted.
const MOST_ENTRIES: usize = 100;
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The URL of the site, if configured.
fn site_url(db: &dyn Db, set: FileSet) -> Option<&str> {
    site_texts(db, set.config(db)).url.as_deref()
}

/// The paths of the sitemaps; empty for a site without a URL. The first one lists all pages, or the others.
pub(super) fn sitemap_paths(db: &dyn Db, set: FileSet) -> Vec<Arc<str>> {
    if site_url(db, set).is_none() || EditionView::of(set).is_hidden(db) {
        return Vec::new();
    }
    let lists = pages(db, set).by_id.len().div_ceil(MOST_ADDRESSES);
    let further = (1..=lists).filter(|_| lists > 1).map(|number| format!("sitemap-{number}.xml").into());
    std::iter::once(SITEMAP.into()).chain(further).collect()
}

/// The sitemap with this number: 0 is `sitemap.xml`.
pub(super) fn sitemap(db: &dyn Db, set: FileSet, number: usize) -> String {
    sitemap_of(db, set, number, MOST_ADDRESSES)
}

fn sitemap_of(db: &dyn Db, set: FileSet, number: usize, most: usize) -> String {
    let url = site_url(db, set).unwrap_or_default();
    let lists = pages(db, set).by_id.len().div_ceil(most);
    let mut xml = String::from(XML);
    if number == 0 && lists > 1 {
        xml.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        for list in 1..=lists {
            xml.push_str("<sitemap>");
            element("loc", &format!("{url}/sitemap-{list}.xml"), &mut xml);
            xml.push_str("</sitemap>\n");
        }
        xml.push_str("</sitemapindex>\n");
        return xml;
    }
    xml.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (id, &file) in pages(db, set).by_id.iter().skip(number.saturating_sub(1) * most).take(most) {
        if frontmatter(db, file).redirect.is_some() {
            continue;
        }
        xml.push_str("<url>");
        element("loc", &absolute(url, &page_address(id)), &mut xml);
        if let Some(date) = site_parts::updated(db, file).and_then(machine_date) {
            element("lastmod", &date, &mut xml);
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Allows everything, and refers to the sitemap of each edition that search engines may index.
pub(super) fn robots(db: &dyn Db) -> String {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    for (at, edition) in EditionView::all(db).filter(|edition| !edition.is_hidden(db)).enumerate() {
        if let Some(url) = edition.url(db) {
            text.push_str(if at == 0 { "\n" } else { "" });
            text.push_str(&format!("Sitemap: {url}/{SITEMAP}\n"));
        }
    }
    text
}

/// Whether the site has a feed: a URL, and a page with dated changes. Reads all pages.
pub(super) fn has_feed(db: &Database, set: FileSet) -> bool {
    let files: Vec<File> = shown(db, set).map(|(_, file)| file).collect();
    site_url(db, set).is_some()
        && files.into_par_iter().map_with(db.clone(), |db, file| page_facts(db, file).has_updates).any(|has| has)
}

/// The URL of the feed, for a page with entries in it.
pub(super) fn feed_href(db: &dyn Db, set: FileSet, file: File) -> Option<String> {
    let url = site_url(db, set)?;
    page_facts(db, file).has_updates.then(|| absolute(url, &asset_address(FEED)))
}

/// The feed (Atom, RFC 4287): the dated changes of all pages, newest first. `None` without any.
pub(super) fn feed(db: &dyn Db, set: FileSet) -> Option<String> {
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let url = texts.url.as_deref()?;
    let mut entries: Vec<(File, &Update)> = shown(db, set)
        .filter(|(_, file)| page_facts(db, *file).has_updates)
        .flat_map(|(_, file)| page_updates(db, file).iter().map(move |update| (file, update)))
        .collect();
    // Changes of the same day stay in page order.
    entries.sort_by(|a, b| b.1.date.cmp(&a.1.date));
    let (_, newest) = entries.first()?;
    let mut xml = String::from(XML);
    xml.push_str("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"");
    attribute(&texts.lang, &mut xml);
    xml.push_str("\">\n");
    element("title", &format!("{} {}", s.feed_of(), texts.name), &mut xml);
    element("id", &format!("{url}/"), &mut xml);
    element("updated", &instant(&newest.date), &mut xml);
    xml.push_str("\n<author>");
    element("name", &texts.name, &mut xml);
    xml.push_str("</author>\n");
    for (rel, href) in [("self", format!("{url}/{FEED}")), ("alternate", format!("{url}/"))] {
        xml.push_str(&format!("<link rel=\"{rel}\" href=\"{}\"/>\n", Address(href)));
    }
    for (file, update) in entries.into_iter().take(MOST_ENTRIES) {
        entry(url, id_of(db, file), update, &mut xml);
    }
    xml.push_str("</feed>\n");
    Some(xml)
}

fn entry(url: &str, id: &str, update: &Update, xml: &mut String) {
    let page = absolute(url, &page_address(id));
    let fragment = asset_address(&update.anchor);
    let address = format!("{page}#{}", fragment.trim_start_matches('\u{1}'));
    xml.push_str("<entry>\n");
    element("title", &update.title, xml);
    element("id", &address, xml);
    element("updated", &instant(&update.date), xml);
    xml.push_str(&format!(
        "\n<link href=\"{}\"/>\n<content type=\"html\" xml:base=\"{}\">",
        Address(address.clone()),
        Address(page)
    ));
    text(&fill_markers(&update.html, &format!("{url}/"), OutputOptions::default()), xml);
    xml.push_str("</content>\n</entry>\n");
}

/// A date as an RFC 3339 timestamp.
fn instant(date: &str) -> String {
    format!("{date}T00:00:00Z")
}

/// Appends an element with a text.
fn element(name: &str, content: &str, xml: &mut String) {
    xml.push_str(&format!("<{name}>"));
    text(content, xml);
    xml.push_str(&format!("</{name}>"));
}

fn attribute(value: &str, xml: &mut String) {
    text(value, xml);
}

/// Appends a text without characters that are invalid in XML.
fn text(content: &str, xml: &mut String) {
    let is_allowed = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\n' | '\t');
    if content.chars().all(is_allowed) {
        escape(content, xml);
    } else {
        escape(&content.chars().filter(|&c| is_allowed(c)).collect::<String>(), xml);
    }
}

#[cfg(test)]
mod tests {
    use super::sitemap_of;
    use crate::testing::project;

    #[test]
    fn many_pages_are_in_several_lists() {
        let mut files = "//- /tool.json\n{\"name\": \"N\", \"url\": \"https://a.test\"}\n".to_owned();
        for page in ["a", "b", "c"] {
            files.push_str(&format!("//- /docs/{page}.md\n---\ntitle: T\n---\n"));
        }
        let (_, project) = project(&files);
        let db = project.inputs.db();
        let list = |number| sitemap_of(db, project.inputs.set(), number, 2);
        insta::assert_snapshot!([list(0), list(1), list(2)].concat(), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>https://a.test/sitemap-1.xml</loc></sitemap>
        <sitemap><loc>https://a.test/sitemap-2.xml</loc></sitemap>
        </sitemapindex>
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://a.test/a/</loc></url>
        <url><loc>https://a.test/b/</loc></url>
        </urlset>
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://a.test/c/</loc></url>
        </urlset>
        "#);
    }
}
