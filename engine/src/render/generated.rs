//! The content of generated pages: the list of all pages, lists of links, and the 404 page.

use std::collections::BTreeMap;

use askama::Template;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

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

/// A list without groups that has more entries than this is grouped by letter.
const MOST_UNGROUPED: usize = 40;

/// A list of pages or schemas with a filter.
#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    /// Empty if the page has its title above the list.
    title: &'a str,
    letters: Vec<Letter>,
    list: GroupedList<'a>,
    s: &'a Strings,
}

impl<'a> Index<'a> {
    fn of(s: &'a Strings, title: &'a str, nodes: &'a [NavNode]) -> Self {
        let by_letter = by_letter(nodes);
        let letters: Vec<Letter> = by_letter.keys().map(|&letter| Letter(letter)).collect();
        // Of ideographs, almost every entry has its own.
        if letters.is_empty() || letters.len() * 3 > nodes.len() {
            return Self { title, letters: Vec::new(), list: GroupedList::of(nodes, 2, GROUPS), s };
        }
        let group = |(letter, nodes)| ListGroup {
            level: 2,
            id: Letter(letter).id(),
            title: letter.to_string(),
            is_letter: true,
            list: GroupedList { leaves: PlainList { nodes, class: "index" }, ..GroupedList::default() },
        };
        let groups = by_letter.into_iter().map(group).collect();
        Self { title, letters, list: GroupedList { groups, ..GroupedList::default() }, s }
    }
}

/// The entries of a long list without groups by the first letter of their titles, those without one under `#`; otherwise
/// empty.
fn by_letter(nodes: &[NavNode]) -> BTreeMap<char, Vec<&NavNode>> {
    let mut letters: BTreeMap<char, Vec<&NavNode>> = BTreeMap::new();
    if nodes.len() <= MOST_UNGROUPED || nodes.iter().any(NavNode::is_group) {
        return letters;
    }
    let plain = |node: &&NavNode| -> String {
        node.title.trim().nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_uppercase).collect()
    };
    let mut sorted: Vec<&NavNode> = nodes.iter().collect();
    sorted.sort_by_cached_key(plain);
    for node in sorted {
        let letter = plain(&node).chars().next().filter(|c| c.is_alphabetic());
        letters.entry(letter.unwrap_or('#')).or_default().push(node);
    }
    letters
}

/// A letter with a heading.
#[derive(Clone, Copy)]
struct Letter(char);

impl Letter {
    fn id(self) -> String {
        match self.0 {
            '#' => "letter-other".to_owned(),
            letter if letter.is_ascii() => format!("letter-{}", letter.to_ascii_lowercase()),
            letter => format!("letter-u{:x}", u32::from(letter)),
        }
    }
}

/// Links to pages, with their descriptions.
#[derive(Default, Template)]
#[template(path = "index-list.html")]
struct PlainList<'a> {
    nodes: Vec<&'a NavNode>,
    class: &'static str,
}

/// Pages, each group with a heading, and the pages after the first group.
#[derive(Default, Template)]
#[template(path = "index-groups.html")]
struct GroupedList<'a> {
    leaves: PlainList<'a>,
    groups: Vec<ListGroup<'a>>,
    further: PlainList<'a>,
}

/// A titled group of a list.
struct ListGroup<'a> {
    /// The level of its heading.
    level: usize,
    /// The id of its heading; empty below the second level.
    id: String,
    title: String,
    is_letter: bool,
    list: GroupedList<'a>,
}

impl<'a> GroupedList<'a> {
    /// Groups nest no deeper than the configuration's depth limit.
    fn of(nodes: &'a [NavNode], level: usize, above: &str) -> Self {
        let groups = nodes.iter().filter(|node| node.is_group()).enumerate().map(|(at, node)| ListGroup {
            level: level.min(6),
            id: if level <= 3 { group_id(above, at) } else { String::new() },
            title: node.title.clone(),
            is_letter: false,
            list: Self::of(&node.children, level + 1, &group_id(above, at)),
        });
        let first_group = nodes.iter().position(NavNode::is_group).unwrap_or(nodes.len());
        let (before, after) = nodes.split_at(first_group);
        Self {
            leaves: PlainList { nodes: before.iter().collect(), class: "index" },
            groups: groups.collect(),
            further: PlainList {
                nodes: after.iter().filter(|node| !node.is_group()).collect(),
                class: "index index-further",
            },
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
    id: &'a str,
    title: &'a str,
    open: PlainList<'a>,
    folded: PlainList<'a>,
    more: String,
}

/// A titled list of links, folded after `most`. The title has an id unless it is empty.
pub(crate) fn uses(s: &Strings, id: &str, title: &str, nodes: &[NavNode], most: usize) -> String {
    let (open, folded) = nodes.split_at(most.min(nodes.len()));
    let more = s.and_more().replace("{count}", &folded.len().to_string());
    let [open, folded] = [open, folded].map(|nodes| PlainList { nodes: nodes.iter().collect(), class: "index" });
    render(&UsesList { id, title, open, folded, more })
}

/// The content of a page with a rail, which is beside the rest on wide screens and after the introduction on narrow ones.
pub(crate) fn with_rail(intro: &str, rail: &str, rest: &str) -> String {
    format!(
        "<div class=\"endpoint\"><div class=\"endpoint-intro\">{intro}</div>\
         <div class=\"endpoint-examples\">{rail}</div><div class=\"endpoint-main\">{rest}</div></div>"
    )
}

/// The content of the 404 page.
pub(crate) fn not_found(s: &Strings) -> String {
    let (brand_href, all_pages_href) = (Address(page_address("index")), Address(page_address(ALL_PAGES_ID)));
    render(&NotFound { brand_href, all_pages_href, s })
}

/// The content of the list of all pages.
pub(crate) fn all_pages(s: &Strings, nodes: &[NavNode]) -> String {
    render(&Index::of(s, s.all_pages(), nodes))
}

/// The content of a page that lists `nodes`, below its title.
pub(crate) fn index(s: &Strings, nodes: &[NavNode]) -> String {
    render(&Index::of(s, "", nodes))
}

fn render(template: &impl Template) -> String {
    let mut html = String::new();
    // Writing to a string does not fail.
    let _ = template.render_into(&mut html);
    html
}

#[cfg(test)]
mod tests {
    use super::{GroupedList, Index, Letter, NavNode};
    use crate::parse::config::ENGLISH;

    fn nodes(titles: impl Iterator<Item = String>) -> Vec<NavNode> {
        titles.map(|title| NavNode { href: super::Address(title.clone()), title, ..NavNode::default() }).collect()
    }

    fn letters(nodes: &[NavNode]) -> String {
        let shown =
            |list: &GroupedList<'_>| list.leaves.nodes.iter().map(|node| node.title.clone()).collect::<Vec<_>>();
        let index = Index::of(&ENGLISH, "", nodes);
        let groups = index.list.groups.iter().map(|group| (&group.id, &group.title, shown(&group.list).len()));
        groups.map(|(id, title, count)| format!("{id} {title} {count}\n")).collect()
    }

    #[test]
    fn a_long_flat_list_is_grouped_by_letter() {
        let titles = ["apple", "Äpfel", "Bread", "żur", "жук", "9 lives", "_private", "$ref"];
        let many = nodes((0..48).map(|at| format!("{} {}", titles[at % 8], at / 8)));
        insta::assert_snapshot!(letters(&many), @r"
        letter-other # 18
        letter-a A 12
        letter-b B 6
        letter-z Z 6
        letter-u416 Ж 6
        ");
        let [.., group] = &Index::of(&ENGLISH, "", &many).list.groups[..2] else { panic!() };
        let titles: Vec<&str> = group.list.leaves.nodes.iter().map(|node| node.title.as_str()).collect();
        assert_eq!(&titles[..2], ["Äpfel 0", "Äpfel 1"], "sorted ignoring case and accents");
        assert_eq!(letters(&many[..40]), "", "short");
        let mut grouped = many;
        grouped.push(NavNode {
            title: "G".to_owned(),
            children: nodes(["a".to_owned()].into_iter()),
            ..NavNode::default()
        });
        assert_eq!(letters(&grouped), "group-1 G 1\n", "it has groups");
        assert_eq!(letters(&nodes(('一'..='世').map(String::from))), "", "as many letters as entries");
        let few = |count: usize| nodes((0..count).map(|at| char::from(b'a' + (at % 14) as u8).to_string()));
        assert_eq!(letters(&few(42)).lines().count(), 14, "three entries for each letter");
        assert_eq!(letters(&few(41)), "", "fewer");
    }

    #[test]
    fn ids_of_letters_are_plain() {
        assert_eq!(['#', 'Q', 'Ж'].map(|letter| Letter(letter).id()), ["letter-other", "letter-q", "letter-u416"]);
    }
}
