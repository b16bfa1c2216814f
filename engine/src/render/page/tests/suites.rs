//! The suites of CommonMark and GFM: each example as a page, its HTML against the suite's.
//!
//! What we add to the HTML of Markdown (ids, links of headings, boxes of tables, heads of code, colours) is taken off before
//! they are compared; white space between blocks is not compared.

use std::collections::BTreeSet;

use crate::parse::config::ENGLISH;
use crate::render::page::page_body;
use crate::testing::project;
use base::inputs::{OsSystem, System};

/// The examples that differ, with the reason.
type Different = &'static [(&'static [u64], &'static str)];

const COMMONMARK: Different = &[
    (&[179], "what follows a comment on its line is Markdown"),
    (&[608, 610, 613, 614], "bare addresses are links, as GFM has them"),
];

const COMMONMARK_SAFE: Different = &[
    (&[21, 31, 346, 632, 633, 645, 646], "addresses are percent-encoded"),
    (
        &[148, 150, 155, 162, 176, 177, 186, 189, 478, 479, 496, 615],
        "what is open is closed where the block or inline around it ends",
    ),
    (&[151, 166], "a closing tag of nothing is left out"),
    (&[152], "names of attributes are written in small letters"),
    (&[164, 171, 493, 616, 617, 618, 619, 625], "tags and attributes that are not in the table are text, or left out"),
    (&[193], "what cannot stand directly in a table ends it"),
    (&[179, 181, 185, 310, 311, 627, 628], "comments are left out"),
    (&[502, 598, 600, 601, 603], "addresses of schemes that are not let through are text"),
    (&[608, 610, 613, 614], "bare addresses are links"),
];

const GFM: Different = &[
    (&[146], "what follows a comment on its line is Markdown"),
    (&[614, 616, 619, 620], "bare addresses are links: the examples are those of CommonMark"),
    (&[628], "bare addresses with `ftp:` are text: no browser opens them"),
    (&[653], "`unsafe` is to let through what GFM disallows"),
];

const GFM_SAFE: Different = &[
    (
        &[118, 120, 125, 143, 144, 153, 156, 485, 486, 503, 632, 653],
        "what is open is closed where the block or inline around it ends",
    ),
    (&[121, 135], "a closing tag of nothing is left out"),
    (&[122], "names of attributes are written in small letters"),
    (&[133, 139, 500, 633, 634, 635, 636, 642], "tags and attributes that are not in the table are text, or left out"),
    (&[160], "what cannot stand directly in a table ends it"),
    (&[317, 327, 354, 650, 651, 663, 664], "addresses are percent-encoded"),
    (&[146, 148, 152, 288, 289, 644, 645, 646], "comments are left out"),
    (&[508, 604, 606, 607, 609], "addresses of schemes that are not let through are text"),
    (&[614, 616, 619, 620], "bare addresses are links"),
    (&[628], "addresses with `ftp:` are text"),
];

/// The examples of a suite; none where it is not on this machine.
pub(in crate::render) fn suite(name: &str) -> Vec<(u64, String, String)> {
    let path = format!("specs/markdown/{name}.json");
    let Some(root) = base::testing::test_data(&path, name) else { return Vec::new() };
    let json = OsSystem::new(&root).unwrap().read(&path, 1 << 24).unwrap();
    let examples: Vec<serde_json::Value> = serde_json::from_slice(&json).unwrap();
    let text = |example: &serde_json::Value, name: &str| example[name].as_str().unwrap().to_owned();
    let number = |example: &serde_json::Value| example["example"].as_u64().unwrap();
    examples.iter().map(|example| (number(example), text(example, "markdown"), text(example, "html"))).collect()
}

/// Compares a suite, as `html` lets HTML through.
fn compare(name: &str, html: &str, different: Different) {
    let examples = suite(name);
    let mut files = format!("//- /tool.json\n{{\"name\": \"x\", \"html\": \"{html}\"}}\n");
    for (number, markdown, _) in &examples {
        files.push_str(&format!("//- /docs/zz{number}.md\n---\ntitle: x\n---\n{markdown}"));
        if !files.ends_with('\n') {
            files.push('\n');
        }
    }
    let (_, project) = project(&files);
    let db = project.inputs.db();
    let pages = project.inputs.set().found(db);
    let listed: BTreeSet<u64> = different.iter().flat_map(|(numbers, _)| numbers.iter().copied()).collect();
    let mut found = BTreeSet::new();
    let mut report = String::new();
    for (number, markdown, wanted) in &examples {
        let ours = page_body(db, pages[format!("docs/zz{number}.md").as_str()]).html(db, &ENGLISH).concat();
        let (ours, wanted) = (normal(&ours), normal(wanted));
        if ours != wanted {
            found.insert(*number);
            if !listed.contains(number) {
                report.push_str(&format!("{number}: {markdown:?}\n  wanted {wanted:?}\n  is     {ours:?}\n"));
            }
        }
    }
    if !examples.is_empty() {
        assert!(examples.len() > 600);
        assert!(found == listed, "{report}equal though listed: {:?}", listed.difference(&found));
    }
}

#[test]
fn commonmark() {
    compare("commonmark-spec", "unsafe", COMMONMARK);
}

#[test]
fn commonmark_with_safe_html() {
    compare("commonmark-spec", "safe", COMMONMARK_SAFE);
}

#[test]
fn gfm() {
    compare("gfm-spec", "unsafe", GFM);
}

#[test]
fn gfm_with_safe_html() {
    compare("gfm-spec", "safe", GFM_SAFE);
}

/// HTML in one form: without what we add, without white space beside blocks, attributes in order.
fn normal(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    let mut in_pre = 0usize;
    // Elements of ours: the closing tags that are left out.
    let mut left_out: Vec<&str> = Vec::new();
    // Of the code that is open, as our head of it says.
    let mut language = "";
    while !rest.is_empty() {
        let is_tag =
            rest.strip_prefix('<').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
        let end = if is_tag { tag_end(rest) } else { None };
        let Some(end) = end else {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let next = rest[first..].find('<').map_or(rest.len(), |at| at + first);
            push_text(&decoded(&rest[..next]), in_pre > 0, &mut out);
            rest = &rest[next..];
            continue;
        };
        let tag = &rest[..end];
        rest = &rest[end..];
        let name: String =
            tag[1..].trim_start_matches('/').chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let name = name.to_ascii_lowercase();
        let closing = tag.starts_with("</");
        if closing && left_out.last().is_some_and(|open| *open == name) {
            left_out.pop();
            continue;
        }
        if tag.starts_with("<a class=\"heading-anchor\"") || tag.starts_with("<figcaption") {
            let close = if name == "a" { "</a>" } else { "</figcaption>" };
            rest = rest.find(close).map_or("", |at| &rest[at + close.len()..]);
            out.truncate(out.trim_end_matches(' ').len());
            continue;
        }
        if tag.starts_with("<button class=\"icon-button image-open\"") {
            rest = rest.strip_prefix("</button>").unwrap_or(rest);
            continue;
        }
        let ours = [
            ("<figure class=\"code\"", "figure"),
            ("<div class=\"table-box\"", "div"),
            ("<span class=\"tk", "span"),
            ("<wc-image>", "wc-image"),
        ];
        if let Some((_, name)) = ours.iter().find(|(start, _)| tag.starts_with(start)) {
            left_out.push(name);
            let words = tag.split_once("data-lang=\"").and_then(|(_, rest)| rest.split_once('"'));
            language = words.map_or("", |(language, _)| language);
            continue;
        }
        if !left_out.is_empty() && name == *left_out[left_out.len() - 1] {
            left_out.push("-");
        }
        if is_block(&name) && in_pre == 0 {
            out.truncate(out.trim_end_matches([' ', '\n']).len());
        }
        if name == "pre" {
            in_pre = if closing { in_pre.saturating_sub(1) } else { in_pre + 1 };
        }
        if name == "code" && !closing && in_pre > 0 && left_out.last().is_some_and(|open| *open == "figure") {
            let class = format!(" class={:?}", format!("lang-{}", decoded(language)));
            out.push_str(&format!("<code{}>", if language.is_empty() { "" } else { &class }));
            continue;
        }
        out.push_str(&normal_tag(tag, &name, closing));
        if left_out.last() == Some(&"-") && closing {
            left_out.pop();
        }
        if (is_block(&name) || name == "br") && in_pre == 0 {
            rest = rest.trim_start_matches([' ', '\n']);
        }
    }
    out.trim().replace("<tbody></tbody>", "")
}

fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

fn push_text(text: &str, verbatim: bool, out: &mut String) {
    if verbatim {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        let c = if c == '\n' { ' ' } else { c };
        if c != ' ' || !out.ends_with([' ', '\n']) {
            out.push(c);
        }
    }
}

fn decoded(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

/// The tag with its attributes in order, without those that we add.
fn normal_tag(tag: &str, name: &str, closing: bool) -> String {
    if closing {
        return format!("</{name}>");
    }
    let mut attributes = Vec::new();
    let mut rest = tag[1 + name.len()..].trim_end_matches('>').trim_end_matches('/').trim();
    while !rest.is_empty() {
        let length = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let key = rest[..length].to_owned();
        rest = rest[length..].trim_start();
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (text, next) = match quote {
                Some(quote) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            (value, rest) = (decoded(text), next.trim_start());
        }
        attributes.push((key, value));
    }
    let is_heading = name.len() == 2 && name.starts_with('h') && name != "hr";
    attributes.retain(|(key, _)| match key.as_str() {
        "id" => !is_heading,
        "tabindex" | "loading" | "decoding" | "rel" | "scope" | "aria-label" => false,
        _ => true,
    });
    for (key, value) in &mut attributes {
        if matches!(name, "td" | "th") && key == "class" {
            *key = "align".to_owned();
        }
        if name == "code" && key == "class" {
            *value = value.replace("language-", "lang-");
        }
    }
    attributes.sort();
    attributes.dedup();
    let attributes: String = attributes.iter().map(|(key, value)| format!(" {key}={value:?}")).collect();
    format!("<{name}{attributes}>")
}

fn is_block(name: &str) -> bool {
    let heading = name.len() == 2 && name.starts_with('h');
    heading
        || matches!(
            name,
            "p" | "ul" | "ol" | "li" | "pre" | "blockquote" | "div" | "table" | "thead" | "tbody" | "tr" | "td" | "th"
        )
}
