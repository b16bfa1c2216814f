//! The texts of the generated pages: the list of all pages, lists of links, and the page for what is not found.

use askama::Template;

use super::escape::Address;
use super::shell::{ALL_PAGES_ID, NavNode};
use super::strings::{STRINGS, Strings};
use crate::resolve::links::page_address;

#[derive(Template)]
#[template(path = "404.html")]
struct NotFound {
    brand_href: Address,
    all_pages_href: Address,
    s: &'static Strings,
}

#[derive(Template)]
#[template(path = "all-pages.html")]
struct AllPages<'a> {
    nodes: &'a [NavNode],
    s: &'static Strings,
}

#[derive(Template)]
#[template(path = "uses.html")]
struct UsesList<'a> {
    title: &'a str,
    open: &'a [NavNode],
    folded: &'a [NavNode],
    more: String,
    s: &'static Strings,
}

/// A titled list of links; what is beyond `most` is folded. An empty title is left out.
pub(crate) fn uses(title: &str, nodes: &[NavNode], most: usize) -> String {
    let (open, folded) = nodes.split_at(most.min(nodes.len()));
    let more = STRINGS.and_more.replace("{count}", &folded.len().to_string());
    render(&UsesList { title, open, folded, more, s: &STRINGS })
}

/// The text of the page for addresses that do not exist.
pub(crate) fn not_found() -> String {
    let (brand_href, all_pages_href) = (Address(page_address("index")), Address(page_address(ALL_PAGES_ID)));
    render(&NotFound { brand_href, all_pages_href, s: &STRINGS })
}

/// The text of the list of all pages.
pub(crate) fn all_pages(nodes: &[NavNode]) -> String {
    render(&AllPages { nodes, s: &STRINGS })
}

fn render(template: &impl Template) -> String {
    let mut html = String::new();
    // Writing to a string cannot fail.
    let _ = template.render_into(&mut html);
    html
}
