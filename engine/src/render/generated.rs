//! The texts of the generated pages: the list of all pages, and the page for what is not found.

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
