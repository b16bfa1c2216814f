//! What the site asks of a page before any page is converted.

use super::convert::headings::{Headings, explicit_id, macro_name, plain};
use super::literal::Literal;
use super::read::esm::{Exported, Statement};
use super::read::read;
use super::tree::{Element, Kind, Node, Value};
use super::{Import, PageFacts, frontmatter};
use crate::project::Dialect;

/// Reads them.
pub(super) fn facts(text: &str, dialect: Dialect) -> PageFacts {
    let parts = frontmatter::split(text);
    let mut out = PageFacts::default();
    match frontmatter::read(parts.yaml) {
        Ok(fields) => out.frontmatter = fields,
        Err((line, reason)) => out.frontmatter_problem = Some((line, reason)),
    }
    let document = read(parts.body, parts.line, dialect);
    for statement in document.statements {
        match statement {
            Statement::Import { line, names, path } => {
                let names = names.into_iter().map(|(local, _)| local).collect();
                out.imports.push(Import { names, path, line });
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
    let mut open: Vec<Node> = document.nodes.into_iter().rev().collect();
    while let Some(node) = open.pop() {
        match node.kind {
            Kind::Heading { level, text } => {
                let (text, id) = explicit_id(&text);
                ids_in(&text, &mut out.anchors);
                let name = macro_name(&text).filter(|_| dialect.mkdocs).map(ToOwned::to_owned);
                out.anchors.extend(name);
                let words = plain(&text);
                if level == 1 && out.heading.is_none() && !words.is_empty() {
                    out.heading = Some(words.clone());
                }
                let made = headings.id(&words);
                out.anchors.push(id.unwrap_or(made));
            }
            Kind::Text(text) | Kind::Verbatim(text) => ids_in(&text, &mut out.anchors),
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.into_iter().rev()),
            Kind::Element(element) => {
                ids_of(&element, &mut headings, &mut out.anchors);
                if element.name == "h1" && out.heading.is_none() {
                    out.heading = heading_of(&element);
                }
                open.extend(element.children.into_iter().rev());
            }
            _ => {}
        }
    }
    out.anchors.sort();
    out.anchors.dedup();
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
    for attribute in &element.attributes {
        let text = match &attribute.value {
            Value::Text(text) => text.clone(),
            Value::Expression(source) => match Literal::read(source).as_text() {
                Some(text) => text,
                None => continue,
            },
            Value::None => continue,
        };
        match attribute.name.as_str() {
            "id" => out.push(text),
            "title" | "label" if TITLED.contains(&element.name.as_str()) => out.push(headings.id(&text)),
            _ => {}
        }
    }
}

/// The ids that raw HTML in a text gives.
fn ids_in(text: &str, out: &mut Vec<String>) {
    for mark in ["id=\"", "name=\"", "id='"] {
        for part in text.split(mark).skip(1) {
            let id = part.split(['"', '\'']).next().unwrap_or_default();
            if !id.is_empty() && id.len() < 200 && !id.contains(char::is_whitespace) {
                out.push(id.to_owned());
            }
        }
    }
}
