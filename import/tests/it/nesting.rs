//! Whether nested components stay nested: the ways to each component in the pages of the source, read by simple rules of its
//! own, are those in the pages that were made of them.

use std::collections::BTreeMap;

use import::{Contents, Imported, Source};

use crate::extract::{closing, extract};

/// Tags of other tools, and the component that each becomes.
const MAPPED: &[(&str, &str)] = &[
    ("Tabs", "wc-tabs"),
    ("Tab", "wc-tab"),
    ("TabItem", "wc-tab"),
    ("Tabs.Tab", "wc-tab"),
    ("Steps", "wc-steps"),
    ("Step", "wc-step"),
    ("AccordionGroup", "wc-accordion-group"),
    ("Accordions", "wc-accordion-group"),
    ("Accordion", "wc-accordion"),
    ("CardGroup", "wc-tiles"),
    ("Cards", "wc-tiles"),
    ("CardGrid", "wc-tiles"),
    ("Card", "wc-card"),
    ("LinkCard", "wc-card"),
    ("Cards.Card", "wc-card"),
    ("Note", "wc-callout"),
    ("Tip", "wc-callout"),
    ("Warning", "wc-callout"),
    ("Info", "wc-callout"),
    ("Check", "wc-callout"),
    ("Callout", "wc-callout"),
    ("Aside", "wc-callout"),
    ("Update", "wc-update"),
];

/// The ways to components: the names of those around each, and its own, with how often there is one.
type Ways = BTreeMap<String, usize>;

/// What stands otherwise in the new pages than in those of the source; and how many ways were compared.
pub(crate) fn faults(source: &Source, imported: &Imported) -> (usize, Vec<String>) {
    let made = |path: &str| {
        imported.files.iter().find(|file| file.path == path).and_then(|file| match &file.contents {
            Contents::Text(text) => Some(text.as_str()),
            Contents::Copy(_) => None,
        })
    };
    let mut faults = Vec::new();
    let mut compared = 0;
    for (file, page) in &imported.report.page_files {
        let (Ok(old), Some(new)) = (source.text(file), made(page)) else { continue };
        let name = |tag: &str| MAPPED.iter().find(|(theirs, _)| *theirs == tag).map(|(_, ours)| *ours);
        let wanted = ways(&old, name);
        let found = ways(new, |tag| MAPPED.iter().find(|(_, ours)| *ours == tag).map(|(_, ours)| *ours));
        for (way, count) in &wanted {
            // What holds nothing of its kind may be something else: steps of plain text.
            let holds = wanted.keys().any(|other| other.starts_with(&format!("{way} > ")));
            if !holds && GROUPS.contains(&way.rsplit(" > ").next().unwrap_or(way)) {
                continue;
            }
            compared += count;
            let there: usize = also(way).iter().map(|way| found.get(way).copied().unwrap_or(0)).sum();
            if there < *count {
                faults.push(format!("{file}: {way} stands {there} times, not {count}"));
            }
        }
    }
    (compared, faults)
}

/// What is only there to hold parts.
const GROUPS: &[&str] = &["wc-steps", "wc-tabs", "wc-tiles", "wc-accordion-group"];

/// The ways that a component of the source may have now: itself; below an entry of a page of changes; in the step that a
/// heading or an item of a list has become; in the grid that columns of cards have become.
fn also(way: &str) -> Vec<String> {
    let mut out = vec![way.to_owned(), format!("wc-update > {way}")];
    if !way.contains("wc-step >") && !way.ends_with("wc-step") && way.contains("wc-steps > ") {
        out.push(way.replace("wc-steps > ", "wc-steps > wc-step > "));
    }
    if let Some(before) = way.strip_suffix("wc-card").filter(|before| !before.ends_with("wc-tiles > ")) {
        out.push(format!("{before}wc-tiles > wc-card"));
    }
    out
}

/// The ways in a page, by the names that tags have there.
fn ways(text: &str, name: impl Fn(&str) -> Option<&'static str>) -> Ways {
    let prose = without_code(&extract(text).prose);
    let mut ways = Ways::new();
    let mut open: Vec<(&str, &'static str)> = Vec::new();
    let mut rest = prose.as_str();
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if let Some(tag) = after.strip_prefix('/') {
            let tag = name_of(tag);
            if let Some(at) = open.iter().rposition(|(theirs, _)| *theirs == tag) {
                open.truncate(at);
            }
            continue;
        }
        let tag = name_of(after);
        let Some(ours) = name(tag) else { continue };
        let whole = format!("<{after}");
        let Some(end) = closing(&whole, '<', '>') else { continue };
        let mut way: Vec<&str> = open.iter().map(|(_, ours)| *ours).collect();
        way.push(ours);
        *ways.entry(way.join(" > ")).or_default() += 1;
        if !whole[..end].ends_with("/>") {
            open.push((tag, ours));
        }
        rest = &after[end - 1..];
    }
    ways
}

fn name_of(tag: &str) -> &str {
    tag.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-'))).next().unwrap_or_default()
}

/// A text without code spans and comments.
fn without_code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '`' => {
                let count = rest.chars().take_while(|c| *c == '`').count();
                let end = rest[count..].find(&rest[..count]).filter(|end| !rest[count..count + end].contains("\n\n"));
                end.map_or(count, |end| 2 * count + end)
            }
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '<' if rest.starts_with("<!--") => rest.find("-->").map_or(4, |end| end + 3),
            '{' if rest.starts_with("{/*") => rest.find("*/}").map_or(3, |end| end + 3),
            _ => 0,
        };
        if skipped == 0 {
            out.push(c);
        }
        rest = &rest[skipped.max(c.len_utf8())..];
    }
    out
}

#[test]
fn ways_are_told_from_tags() {
    let text = "<Tabs>\n<Tab title=\"a > b\">\n`<Note>` <Note>x</Note>\n</Tab>\n</Tabs>\n{/* <Tip> */}\n<Card title={<b>x</b>} />\n";
    let found = ways(text, |tag| MAPPED.iter().find(|(theirs, _)| *theirs == tag).map(|(_, ours)| *ours));
    let expected = ["wc-card", "wc-tabs", "wc-tabs > wc-tab", "wc-tabs > wc-tab > wc-callout"];
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), expected);
}
