//! Slate: boxes written as `<aside>`, code samples in several languages, comments of Widdershins.

use std::collections::BTreeMap;

use super::{Fences, LineKind};
use crate::paths;

/// The kinds of boxes, as components.
const BOXES: [(&str, &str); 3] = [("notice", "Note"), ("warning", "Warning"), ("success", "Check")];

/// The text with its boxes as components and adjacent samples in one group, and for each of its lines the number of the
/// line in `text`.
pub(super) fn as_mdx(text: &str) -> (String, Vec<u32>) {
    let mut out = String::with_capacity(text.len() + 256);
    let mut numbers = Vec::new();
    let mut fences = Fences::default();
    let mut open: Option<&'static str> = None;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let groups = groups(&lines);
    let has_frontmatter = lines.first().is_some_and(|line| line.trim_end() == "---");
    let head = lines.iter().skip(1).position(|line| line.trim_end() == "---").filter(|_| has_frontmatter);
    for ((at, line), number) in lines.iter().enumerate().zip(1..) {
        if head.is_some_and(|end| at <= end + 1) {
            out.push_str(line);
            numbers.push(number);
            continue;
        }
        let end = if line.ends_with('\n') { "\n" } else { "" };
        if groups.iter().any(|(start, _)| *start == at) {
            out.push_str("<CodeGroup>\n\n");
            numbers.extend([number; 2]);
        }
        numbers.push(number);
        if fences.next(line) == LineKind::Code {
            out.push_str(line);
        } else {
            let mut made = line.trim_end_matches('\n').to_owned();
            for (name, jsx) in BOXES {
                for quote in ['"', '\''] {
                    let tag = format!("<aside class={quote}{name}{quote}>");
                    if made.contains(&tag) {
                        made = made.replace(&tag, &format!("<{jsx}>"));
                        open = Some(jsx);
                    }
                }
            }
            if let Some(jsx) = open.filter(|_| made.contains("</aside>")) {
                made = made.replace("</aside>", &format!("</{jsx}>"));
                open = None;
            }
            // Braces are text.
            out.push_str(&escaped_braces(&made));
            out.push_str(end);
        }
        if groups.iter().any(|(_, last)| *last == at) {
            out.push_str("\n</CodeGroup>\n");
            numbers.extend([number; 2]);
        }
    }
    (out, numbers)
}

/// Adds the page to links to headings of another one: Slate shows all of them as one page.
pub(super) fn link_pages(pages: &mut [(String, String)]) {
    let mut owner: BTreeMap<String, String> = BTreeMap::new();
    let ids: Vec<Vec<String>> = pages.iter().map(|(_, text)| headings(text)).collect();
    for ((path, _), ids) in pages.iter().zip(&ids) {
        let is_include = paths::name(path).starts_with('_');
        let address = if is_include { ids.first().map(|id| format!("/{id}")) } else { Some("/".to_owned()) };
        for id in ids {
            owner.entry(id.clone()).or_insert_with(|| address.clone().unwrap_or_default());
        }
    }
    for ((_, text), ids) in pages.iter_mut().zip(&ids) {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, link)) = rest.split_once("](#") {
            let id = link.split(')').next().unwrap_or_default();
            let other = owner.get(id).filter(|_| !ids.iter().any(|own| own == id));
            out.push_str(before);
            out.push_str("](");
            out.push_str(other.map_or("", String::as_str));
            out.push('#');
            rest = link;
        }
        out.push_str(rest);
        *text = out;
    }
}

/// The IDs of the headings of a page.
fn headings(text: &str) -> Vec<String> {
    let mut fences = Fences::default();
    let is_text = |line: &&str| fences.next(line) == LineKind::Text;
    let lines = text.lines().filter(is_text);
    let titles = lines.filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#'));
    titles.filter(|title| title.starts_with(' ')).map(|title| paths::slug(title.trim())).collect()
}

/// The first and last lines of adjacent fences in different languages: the samples of one request.
fn groups(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut blocks: Vec<(usize, usize, String)> = Vec::new();
    let mut fences = Fences::default();
    let mut start = None;
    for (at, line) in lines.iter().enumerate() {
        let was_open = fences.open.is_some();
        let kind = fences.next(line);
        match (kind, was_open, fences.open.is_some()) {
            (LineKind::Code, false, true) => start = Some(at),
            (LineKind::Code, true, false) => {
                let language = start.and_then(|start| lines.get(start)).map_or("", |line| line.trim());
                blocks.extend(start.map(|start| (start, at, language.trim_matches('`').to_owned())));
            }
            _ => {}
        }
    }
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let mut last = at;
        let mut languages = vec![&blocks[at].2];
        while let Some(next) = blocks.get(last + 1) {
            let gap = &lines[blocks[last].1 + 1..next.0];
            let is_near = gap.iter().all(|line| line.trim().is_empty());
            if !is_near || languages.contains(&&next.2) || next.2.is_empty() {
                break;
            }
            languages.push(&next.2);
            last += 1;
        }
        if last > at {
            out.push((blocks[at].0, blocks[last].1));
        }
        at = last + 1;
    }
    out
}

/// Text with its braces escaped outside of code spans.
fn escaped_braces(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut is_code = false;
    for c in line.chars() {
        match c {
            '`' => is_code = !is_code,
            '{' | '}' if !is_code => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{as_mdx, link_pages};

    #[test]
    fn links_to_other_pages_name_them() {
        let mut pages = [
            ("index.html.md".to_owned(), "# One\n[a](#error-codes) [b](#one) [c](#gone)\n".to_owned()),
            ("includes/_errors.md".to_owned(), "# Error codes\n## Four\n[d](#one) [e](#four)\n".to_owned()),
        ];
        link_pages(&mut pages);
        assert_eq!(pages[0].1, "# One\n[a](/error-codes#error-codes) [b](#one) [c](#gone)\n");
        assert_eq!(pages[1].1, "# Error codes\n## Four\n[d](/#one) [e](#four)\n");
    }

    #[test]
    fn boxes_and_samples_are_components() {
        let text = "---\ntitle: A\n---\n\n# A {x} `{y}`\n\n<aside class=\"notice\">\nOne <code>b</code>\n</aside>\n\n```ruby\na\n```\n\n```shell\nb\n```\n\n> Note\n\n```json\n{}\n```\n";
        let (made, numbers) = as_mdx(text);
        let unmoved = |lines: std::ops::RangeInclusive<u32>| lines.collect::<Vec<_>>();
        assert_eq!(numbers, [unmoved(1..=10), vec![11; 3], unmoved(12..=16), vec![17; 3], unmoved(18..=23)].concat());
        assert_eq!(
            made,
            "---\ntitle: A\n---\n\n# A \\{x\\} `{y}`\n\n<Note>\nOne <code>b</code>\n</Note>\n\n<CodeGroup>\n\n```ruby\na\n```\n\n```shell\nb\n```\n\n</CodeGroup>\n\n> Note\n\n```json\n{}\n```\n"
        );
    }
}
