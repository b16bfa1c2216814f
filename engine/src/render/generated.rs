//! The content of generated pages: the list of all pages, lists of links, and the 404 page.

use askama::Template;

use super::escape::Address;
use super::shell::{ALL_PAGES_ID, NavNode};
use crate::parse::config::Strings;
use crate::resolve::links::page_address;

#[derive(Template)]
#[template(path = "404.html")]
struct NotFound<'a> {
    brand_href: Address,
    all_pages_href: Address,
    s: &'a Strings,
}

#[derive(Template)]
#[template(path = "all-pages.html")]
struct AllPages<'a> {
    parts: AllPagesList<'a>,
    s: &'a Strings,
}

/// A list on the page of all pages: pages, each group with a heading, and the pages after the first group.
#[derive(Template)]
#[template(path = "all-pages-list.html")]
struct AllPagesList<'a> {
    leaves: Vec<&'a NavNode>,
    groups: Vec<AllPagesGroup<'a>>,
    further: Vec<&'a NavNode>,
}

/// A titled group of that page.
struct AllPagesGroup<'a> {
    /// The level of its heading.
    level: usize,
    /// The id of its heading; empty below the second level.
    id: String,
    title: &'a str,
    list: AllPagesList<'a>,
}

impl<'a> AllPagesList<'a> {
    /// Groups nest no deeper than the configuration's depth limit.
    fn of(nodes: &'a [NavNode], level: usize, above: &str) -> Self {
        let groups = nodes.iter().filter(|node| node.is_group()).enumerate().map(|(at, node)| AllPagesGroup {
            level: level.min(6),
            id: if level <= 3 { group_id(above, at) } else { String::new() },
            title: &node.title,
            list: Self::of(&node.children, level + 1, &group_id(above, at)),
        });
        let first_group = nodes.iter().position(NavNode::is_group).unwrap_or(nodes.len());
        let (before, after) = nodes.split_at(first_group);
        Self {
            leaves: before.iter().collect(),
            groups: groups.collect(),
            further: after.iter().filter(|node| !node.is_group()).collect(),
        }
    }
}

/// The id of a group, from its position in its list.
fn group_id(above: &str, at: usize) -> String {
    format!("{above}-{}", at + 1)
}

/// The prefix of group ids.
const GROUPS: &str = "group";

/// The groups of the first two levels of [`all_pages`]: the ids of their headings, their titles, and the levels.
pub(crate) fn headings(nodes: &[NavNode]) -> Vec<(String, String, u8)> {
    let mut headings = Vec::new();
    for (at, node) in nodes.iter().filter(|node| node.is_group()).enumerate() {
        let id = group_id(GROUPS, at);
        let inner = node.children.iter().filter(|node| node.is_group()).enumerate();
        let inner: Vec<_> = inner.map(|(at, node)| (group_id(&id, at), node.title.clone(), 3)).collect();
        headings.push((id, node.title.clone(), 2));
        headings.extend(inner);
    }
    headings
}

#[derive(Template)]
#[template(path = "uses.html")]
struct UsesList<'a> {
    title: &'a str,
    open: &'a [NavNode],
    folded: &'a [NavNode],
    more: String,
}

/// A titled list of links, folded after `most`. An empty title is omitted.
pub(crate) fn uses(s: &Strings, title: &str, nodes: &[NavNode], most: usize) -> String {
    let (open, folded) = nodes.split_at(most.min(nodes.len()));
    let more = s.and_more().replace("{count}", &folded.len().to_string());
    render(&UsesList { title, open, folded, more })
}

/// The content of the 404 page.
pub(crate) fn not_found(s: &Strings) -> String {
    let (brand_href, all_pages_href) = (Address(page_address("index")), Address(page_address(ALL_PAGES_ID)));
    render(&NotFound { brand_href, all_pages_href, s })
}

/// The content of the list of all pages.
pub(crate) fn all_pages(s: &Strings, nodes: &[NavNode]) -> String {
    render(&AllPages { parts: AllPagesList::of(nodes, 2, GROUPS), s })
}

fn render(template: &impl Template) -> String {
    let mut html = String::new();
    // Writing to a string does not fail.
    let _ = template.render_into(&mut html);
    html
}
