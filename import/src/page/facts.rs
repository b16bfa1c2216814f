//! What the site asks of a page before any page is converted.

use std::collections::BTreeSet;

use memchr::{memchr_iter, memmem};

use super::convert::headings::{Headings, explicit_id, macro_name, plain, without_languages};
use super::literal::Literal;
use super::read::esm::{Exported, Statement};
use super::read::read;
use super::tree::{Element, Kind, Node, Value};
use super::{Import, PageFacts, Parsed, frontmatter};
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
                let made = headings.id(&words);
                out.anchors.push(id.unwrap_or(made));
            }
            Kind::Text(text) | Kind::Verbatim(text) => ids_in(text, &mut out.anchors),
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.iter().rev()),
            Kind::Element(element) => {
                ids_of(element, &mut headings, &mut out.anchors);
                if element.name == "h1" && out.heading.is_none() {
                    out.heading = heading_of(element);
                }
                open.extend(element.children.iter().rev());
            }
            _ => {}
        }
    }
    out.anchors.sort();
    out.anchors.dedup();
    out.fields = fields_in(&text);
    out.parsed = Some(Parsed { text, document }).into();
    out
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
