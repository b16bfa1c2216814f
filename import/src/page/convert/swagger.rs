//! Endpoints written out on GitBook pages: `{% swagger %}` with its parts, `{% api-method %}` of the first generation.

use engine::other_tools::Notation;

use super::{Converter, Kind, Node};
use crate::page::read::is_endpoint_part;
use crate::page::tree::{Element, TargetElement};

/// The greatest nesting of parts.
const DEEPEST: usize = 12;

/// The parts of an endpoint.
#[derive(Default)]
struct EndpointParts {
    summary: Option<String>,
    description: Vec<Node>,
    fields: Vec<Node>,
    responses: Vec<Node>,
}

impl Converter<'_> {
    /// An endpoint, and whether it is written out, rather than a reference to an operation of a document.
    pub(super) fn written_endpoint(&mut self, element: &mut Element, line: u32, out: &mut Vec<Node>) -> bool {
        let is_part = |node: &Node| match &node.kind {
            Kind::Element(child) => child.notation == Notation::Liquid && is_endpoint_part(&child.name),
            _ => false,
        };
        let summary = self.value(element, "summary").filter(|summary| !summary.trim().is_empty());
        if summary.is_none() && !element.children.iter().any(is_part) {
            return false;
        }
        let mut parts = EndpointParts { summary, ..EndpointParts::default() };
        let children = std::mem::take(&mut element.children);
        self.parts(children, "", &mut parts, 0);
        let method = self.value(element, "method").unwrap_or_else(|| "get".to_owned());
        let path = self.value(element, "path").unwrap_or_default();
        let host = ["baseUrl", "host"].iter().find_map(|name| self.value(element, name)).unwrap_or_default();
        let mut made = TargetElement::new("wc-endpoint").with("method", method.to_uppercase());
        made.set("url", Some(format!("{}{path}", host.trim_end_matches('/'))));
        made.set_if(parts.summary, "summary");
        made.children = parts.description;
        if !parts.fields.is_empty() {
            made.children.push(TargetElement::new("wc-fields").holding(parts.fields).at(line));
        }
        if !parts.responses.is_empty() {
            made.children.push(TargetElement::new("wc-responses").holding(parts.responses).at(line));
        }
        out.push(made.at(line));
        true
    }

    /// Reads parts, including nested ones. `place` is the location of the parameters.
    fn parts(&mut self, nodes: Vec<Node>, place: &str, parts: &mut EndpointParts, depth: usize) {
        for node in nodes {
            let line = node.line;
            let child = match node.kind {
                Kind::Element(child) if child.notation == Notation::Liquid && is_endpoint_part(&child.name) => *child,
                kind => {
                    let converted = self.nodes(vec![Node { line, kind }], None);
                    parts.description.extend(converted);
                    continue;
                }
            };
            match child.name.as_str() {
                "swagger-parameter" | "api-method-parameter" => {
                    let field = self.parameter(child, place, line);
                    parts.fields.push(field);
                }
                "swagger-response" | "api-method-response-example" => {
                    let response = self.response(child, line);
                    parts.responses.push(response);
                }
                "api-method-summary" => {
                    let words = self.words(child.children);
                    parts.summary = Some(words).filter(|words| !words.is_empty());
                }
                "swagger-description" | "api-method-description" => {
                    let description = self.nodes(child.children, None);
                    parts.description.extend(description);
                }
                name if depth < DEEPEST => {
                    let inner = name
                        .strip_prefix("api-method-")
                        .and_then(|rest| rest.strip_suffix("-parameters"))
                        .map_or_else(|| place.to_owned(), ToOwned::to_owned);
                    self.parts(child.children, &inner, parts, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn parameter(&mut self, element: Element, place: &str, line: u32) -> Node {
        let mut made = TargetElement::new("wc-field");
        let place = self.value(&element, "in").unwrap_or_else(|| place.to_owned());
        let place = match place.as_str() {
            "headers" => "header".to_owned(),
            "form-data" => "body".to_owned(),
            other => other.to_lowercase(),
        };
        made.set_if(self.value(&element, "name"), "name");
        made.set_if(
            Some(place).filter(|place| ["path", "query", "header", "cookie", "body"].contains(&place.as_str())),
            "in",
        );
        made.set_if(self.value(&element, "type").map(|kind| kind.to_lowercase()), "type");
        if self.value(&element, "required").is_some_and(|value| value == "true") {
            made.set("required", None);
        }
        self.complete(&mut made, "parameter");
        made.children = self.nodes(element.children, Some("wc-field"));
        made.at(line)
    }

    fn response(&mut self, element: Element, line: u32) -> Node {
        // `200: OK`.
        let status = ["status", "httpCode"].iter().find_map(|name| self.value(&element, name)).unwrap_or_default();
        let (code, word) = status.split_once(':').unwrap_or((&status, ""));
        let mut made = TargetElement::new("wc-response")
            .with("code", if code.trim().is_empty() { "default" } else { code.trim() });
        let given = self.value(&element, "description").filter(|text| !text.trim().is_empty());
        made.set_if(given.or_else(|| Some(word.trim().to_owned()).filter(|word| !word.is_empty())), "description");
        for node in element.children {
            match node.kind {
                Kind::Element(child) if child.name.ends_with("-description") => {
                    let words = self.words(child.children);
                    made.set_if(Some(words).filter(|words| !words.is_empty()), "description");
                }
                kind => {
                    let converted = self.nodes(vec![Node { line: node.line, kind }], Some("wc-response"));
                    made.children.extend(converted);
                }
            }
        }
        made.at(line)
    }
}
