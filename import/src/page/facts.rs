//! What the site asks of a page before any page is converted.

use std::collections::BTreeSet;

use engine::foreign::Notation;
use memchr::{memchr_iter, memmem};

use super::convert::headings::{Headings, explicit_id, macro_name, plain, slug, without_languages};
use super::read::esm::{Exported, Statement};
use super::read::read;
use super::tree::{Element, Kind, Node, Value};
use super::{Import, PageFacts, Parsed, frontmatter};
use crate::literal::Literal;
use crate::project::Dialect;

/// Reads them.
pub(super) fn facts(text: String, dialect: Dialect) -> PageFacts {
    let parts = frontmatter::split(&text);
    let mut out = PageFacts::default();
    match frontmatter::read(parts.yaml) {
        Ok(fields) => out.frontmatter = fields,
        Err((line, reason)) => out.frontmatter_problem = Some((line, reason)),
    }
    let document = read(parts.body, parts.line, dialect);
    for statement in &document.statements {
        match statement {
            Statement::Import { line, names, path } => {
                let names = names.iter().map(|(local, _)| local.clone()).collect();
                out.imports.push(Import { names, path: path.clone(), line: *line });
            }
            Statement::Export { name, value: Exported::Literal(literal), .. } if name == "metadata" => {
                out.metadata = match literal.to_yaml() {
                    serde_yaml::Value::Mapping(fields) => Some(fields),
                    _ => None,
                };
            }
            Statement::Export { .. } => {}
        }
    }
    let mut headings = Headings::new(dialect);
    let mut notes: Vec<String> = Vec::new();
    let mut section = String::new();
    let mut open: Vec<&Node> = document.nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Heading { level, text } => {
                let (text, id) = explicit_id(text);
                ids_in(&text, &mut out.anchors);
                let name = macro_name(&text).filter(|_| dialect.mkdocs).map(ToOwned::to_owned);
                out.anchors.extend(name);
                let words = plain(&text);
                if *level == 1 && out.heading.is_none() && !words.is_empty() {
                    let bare = || plain(&without_languages(&text));
                    out.heading = Some(if dialect.marked_spans { bare() } else { words.clone() });
                }
                let made = id.unwrap_or(headings.id(&words));
                for other in other_names(&text, &words, dialect) {
                    out.other_names.entry(other).or_insert_with(|| made.clone());
                }
                section.clone_from(&made);
                out.anchors.push(made);
            }
            Kind::Text(text) => {
                ids_in(text, &mut out.anchors);
                if dialect.mkdocs {
                    footnotes_in(text, &mut notes);
                }
            }
            Kind::Verbatim(text) => ids_in(text, &mut out.anchors),
            Kind::Fence(fence) if dialect.mkdocs => out.anchors.extend(fence_id(&fence.info).map(ToOwned::to_owned)),
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.iter().rev()),
            // What people do not see has no places for them.
            Kind::Element(element) if is_for_agents(element) => {}
            Kind::Element(element) => {
                ids_of(element, &mut headings, &mut out.anchors);
                if element.notation == Notation::ContentTab {
                    tab_ids(element, &section, dialect, &mut out.anchors);
                }
                if element.name == "h1" && out.heading.is_none() {
                    out.heading = heading_of(element);
                }
                open.extend(element.children.iter().rev());
            }
            _ => {}
        }
    }
    // Python-Markdown calls footnotes by their labels, we by their numbers.
    for (number, label) in (1..).zip(&notes) {
        out.other_names.insert(format!("fn:{label}"), format!("footnote-{number}"));
        out.other_names.insert(format!("fnref:{label}"), format!("footnote-ref-{number}"));
    }
    out.anchors.sort();
    out.anchors.dedup();
    out.fields = fields_in(&text);
    out.parsed = Some(Parsed { text, document }).into();
    out
}

/// `<Visibility for="agents">`.
fn is_for_agents(element: &Element) -> bool {
    let is_agents = |value: &Value| matches!(value, Value::Text(text) if text == "agents");
    let mut attributes = element.attributes.iter();
    element.name == "Visibility" && attributes.any(|found| found.name == "for" && is_agents(&found.value))
}

/// What else links may call a heading: by its words before a component, and with `and` for `&`.
pub(super) fn other_names(text: &str, words: &str, dialect: Dialect) -> Vec<String> {
    let mut out = Vec::new();
    if words.contains('&') {
        out.push(slug(&words.replace('&', "and"), dialect));
    }
    if let Some((before, _)) = text.split_once('<') {
        let before = plain(before);
        out.push(slug(before.trim_end_matches([' ', '-', '–', '—', ':']), dialect));
    }
    out.retain(|name| !name.is_empty());
    out
}

/// Adds the labels of the footnotes that a text refers to, in the order of their first references.
fn footnotes_in(text: &str, labels: &mut Vec<String>) {
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            continue;
        }
        for (at, mark) in part.match_indices("[^") {
            let rest = part.get(at + mark.len()..).unwrap_or_default();
            let Some((label, behind)) = rest.split_once(']') else { continue };
            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            if is_label && !behind.starts_with(':') && !labels.iter().any(|known| known == label) {
                labels.push(label.to_owned());
            }
        }
    }
}

/// The id in the attribute list of a fence: ```` ``` { .sh #id } ````.
pub(super) fn fence_id(info: &str) -> Option<&str> {
    let (_, list) = info.split_once('{')?;
    let (list, _) = list.split_once('}')?;
    list.split_whitespace().find_map(|word| word.strip_prefix('#')).filter(|id| !id.is_empty())
}

/// The places of `=== "Label"`: that of the label, and the same behind that of the heading above it.
fn tab_ids(element: &Element, section: &str, dialect: Dialect, out: &mut Vec<String>) {
    for attribute in element.attributes.iter().filter(|attribute| attribute.name == "title") {
        let Value::Text(label) = &attribute.value else { continue };
        let label = slug(&plain(label), dialect);
        if !label.is_empty() {
            out.push(format!("{section}--{label}"));
            out.push(label);
        }
    }
}

/// The values in quotes on the lines that name a component for a field: `<ParamField query="limit">`.
fn fields_in(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut done = 0;
    for at in memmem::find_iter(text.as_bytes(), "Field") {
        if at < done {
            continue;
        }
        let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        done = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
        let values = text.get(start..done).unwrap_or_default().split("=\"").skip(1);
        out.extend(values.filter_map(|value| value.split('"').next()).map(ToOwned::to_owned));
    }
    out
}

/// The words of `<h1>`.
fn heading_of(element: &Element) -> Option<String> {
    element.children.iter().find_map(|node| match &node.kind {
        Kind::Text(text) => Some(plain(text)).filter(|words| !words.is_empty()),
        _ => None,
    })
}

/// The places that an element makes: its id, and that of its title where the tool gives it one.
fn ids_of(element: &Element, headings: &mut Headings, out: &mut Vec<String>) {
    const TITLED: &[&str] = &["Step", "Accordion", "Expandable", "Update", "Tab", "ParamField", "ResponseField"];
    let is_titled = TITLED.contains(&element.name.as_str());
    for attribute in &element.attributes {
        let is_title = is_titled && matches!(attribute.name.as_str(), "title" | "label");
        if !is_title && attribute.name != "id" {
            continue;
        }
        let text = match &attribute.value {
            Value::Text(text) => text.clone(),
            Value::Expression(source) => match Literal::read(source).as_text() {
                Some(text) => text,
                None => continue,
            },
            Value::None => continue,
        };
        out.push(if is_title { headings.id(&text) } else { text });
    }
}

/// The ids that raw HTML in a text gives, and those of the options that macros of Material for MkDocs name.
fn ids_in(text: &str, out: &mut Vec<String>) {
    for mark in ["<!-- md:option ", "<!-- md:setting "] {
        let names = text.split(mark).skip(1).filter_map(|part| part.split_once("-->"));
        out.extend(names.map(|(name, _)| format!("+{}", name.trim())));
    }
    for at in memchr_iter(b'=', text.as_bytes()) {
        let (name, rest) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
        let is_id = match rest.as_bytes().first() {
            Some(b'"') => name.ends_with("id") || name.ends_with("name"),
            Some(b'\'') => name.ends_with("id"),
            _ => false,
        };
        if !is_id {
            continue;
        }
        let id = rest.get(1..).and_then(|rest| rest.split(['"', '\'']).next()).unwrap_or_default();
        if !id.is_empty() && id.len() < 200 && !id.contains(char::is_whitespace) {
            out.push(id.to_owned());
        }
    }
}
