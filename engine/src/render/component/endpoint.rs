//! Endpoints: an operation of the spec, one that an author wrote, or both.

use super::description;
use crate::inputs::FileSet;
use crate::parse::markdown::{BlockKind, Component, ComponentContent};
use crate::registry::ComponentKind;
use crate::render::code::code_group_at;
use crate::render::endpoint::{Authored, write_endpoint};
use crate::render::escape::escape;
use crate::render::fields::push_anchor;
use crate::render::html::{Writer, digit};
use crate::render::page::Piece;
use crate::render::strings::STRINGS;
use crate::resolve::chunks::Chunk;
use crate::resolve::endpoint::endpoint;
use crate::resolve::operation::{address, operation_head};
use crate::resolve::site_operation::{
    SiteLookup, distinctions, find_site_operation, suggest_site_operation, suggest_spec,
};

/// The attributes that say something in the place of the spec.
const OWN: &[&str] = &["method", "url", "summary", "description", "security", "id", "class", "theme"];

/// The level of the headings of an endpoint's groups.
const LEVEL: u8 = 3;

impl<'db> Writer<'db> {
    pub(super) fn endpoint(&mut self, component: &Component) {
        let Some(reference) = component.endpoint_ref() else {
            self.authored(None, component);
            return;
        };
        let set = FileSet::get(self.db);
        match find_site_operation(self.db, set, &reference) {
            SiteLookup::Found(chunk) => self.resolved(chunk, component),
            SiteLookup::Missing => {
                let hint = suggest_site_operation(self.db, set, &reference);
                self.problem(STRINGS.no_operation, &reference.reference, hint.as_deref(), component);
            }
            SiteLookup::NoSpec => {
                let name = reference.spec.as_deref().unwrap_or_default();
                let hint = suggest_spec(self.db, set, name);
                self.problem(STRINGS.no_spec, name, hint.as_deref(), component);
            }
            SiteLookup::Ambiguous(chunks) => {
                let hint = format!("{}: `{}`", STRINGS.told_apart, distinctions(self.db, set, &chunks).join("`, `"));
                self.problem(STRINGS.several_operations, &reference.reference, Some(&hint), component);
            }
        }
    }

    fn resolved(&mut self, chunk: Chunk<'db>, component: &Component) {
        let is_plain = component.is_empty() && !OWN.iter().any(|name| component.flag(name));
        // Only the first endpoint of a page has ids without its name.
        if is_plain && self.inside == 0 && self.endpoints == 0 {
            self.endpoints += 1;
            self.flush();
            self.pieces.push(Piece::Endpoint(chunk));
        } else {
            self.authored(Some(chunk), component);
        }
    }

    /// Says what is wrong in the endpoint's place, and shows what the author wrote.
    fn problem(&mut self, message: &str, reference: &str, hint: Option<&str>, component: &Component) {
        self.out.push_str("<div class=\"problem\" role=\"note\"><p>");
        self.out.push_str(message);
        self.out.push_str(" <code>");
        escape(reference, &mut self.out);
        self.out.push_str("</code>.");
        if let Some(hint) = hint {
            self.out.push(' ');
            self.hint(hint);
        }
        self.out.push_str("</p></div>");
        let shows_more =
            !component.is_empty() || ["method", "url", "description"].iter().any(|name| component.flag(name));
        if shows_more {
            self.authored(None, component);
        }
    }

    /// Writes a hint, in which names stand between backticks.
    fn hint(&mut self, hint: &str) {
        let mut hint = hint.to_owned();
        if let Some(first) = hint.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        for (at, part) in hint.split('`').enumerate() {
            let is_name = at % 2 == 1;
            self.out.push_str(if is_name { "<code>" } else { "" });
            escape(part, &mut self.out);
            self.out.push_str(if is_name { "</code>" } else { "" });
        }
    }

    /// Writes an endpoint with what the author wrote in its element.
    fn authored(&mut self, chunk: Option<Chunk<'db>>, component: &Component) {
        let anchor_prefix = self.anchor_prefix(chunk, component);
        self.endpoints += 1;
        let outer = self.level;
        let (mut prose, mut fields, mut examples) = (String::new(), String::new(), String::new());
        let mut tabs = Vec::new();
        for block in component.blocks() {
            self.level = LEVEL - 1;
            match &block.kind {
                BlockKind::Component(part) if part.kind.holds_fields() => {
                    fields.push_str(&self.captured(|writer| writer.component(part)));
                }
                BlockKind::Component(part) if part.kind == ComponentKind::CodeGroup => {
                    examples.push_str(&self.captured(|writer| writer.component(part)));
                }
                BlockKind::Component(part) if part.kind == ComponentKind::CodeTab => {
                    if let ComponentContent::Text(code) = &part.content {
                        let label = part.value("label").unwrap_or(STRINGS.code);
                        tabs.push((label, super::tab_view(part, code)));
                    }
                }
                _ => prose.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        self.level = outer;
        if !tabs.is_empty() {
            code_group_at(LEVEL + 1, &tabs, Some("lang"), &mut examples);
        }
        let own_description = description(component);
        let security = component.value("security").map(security_html);
        let authored = Authored {
            reference: component.value("ref").unwrap_or_default(),
            method: component.value("method"),
            url: component.value("url"),
            summary: component.value("summary"),
            description: Some(&*own_description).filter(|html| !html.is_empty()),
            security: security.as_deref(),
            examples: Some(&*examples).filter(|html| !html.is_empty()),
            prose: &prose,
            fields: &fields,
            responses: "",
            anchor_prefix: &anchor_prefix,
            level: LEVEL,
        };
        let resolved = chunk.map(|chunk| endpoint(self.db, chunk));
        write_endpoint(self.db, resolved, &authored, &mut self.out);
    }

    /// What stands before the ids of an endpoint: nothing for the first one of a page.
    fn anchor_prefix(&self, chunk: Option<Chunk<'db>>, component: &Component) -> String {
        let mut prefix = String::new();
        if self.endpoints == 0 {
            return prefix;
        }
        match chunk.map(|chunk| operation_head(self.db, chunk)) {
            Some(head) => match &head.operation_id {
                Some(id) => push_anchor(&mut prefix, id),
                None => push_anchor(&mut prefix, &address(head)),
            },
            None => {
                let words = [component.value("method").unwrap_or_default(), component.value("url").unwrap_or_default()];
                push_anchor(&mut prefix, words.join(" ").trim());
            }
        }
        prefix
    }
}

/// The attribute `security`, which has the form of the spec's: alternatives of schemes with their scopes.
fn security_html(json: &str) -> String {
    let parsed = serde_json::from_str::<serde_json::Value>(json).unwrap_or_default();
    let alternatives = match parsed {
        serde_json::Value::Array(alternatives) => alternatives,
        one => vec![one],
    };
    let level = digit(LEVEL);
    let mut out = format!("<section class=\"endpoint-security\"><h{level}>{}</h{level}><ul>", STRINGS.authorization);
    for alternative in &alternatives {
        out.push_str("<li>");
        match alternative {
            serde_json::Value::Object(schemes) if !schemes.is_empty() => {
                for (at, (name, scopes)) in schemes.iter().enumerate() {
                    out.push_str(if at == 0 { "<code>" } else { " and <code>" });
                    escape(name, &mut out);
                    out.push_str("</code>");
                    for scope in scopes.as_array().into_iter().flatten().filter_map(|scope| scope.as_str()) {
                        out.push_str(" <code>");
                        escape(scope, &mut out);
                        out.push_str("</code>");
                    }
                }
            }
            serde_json::Value::String(name) => {
                out.push_str("<code>");
                escape(name, &mut out);
                out.push_str("</code>");
            }
            _ => out.push_str(STRINGS.no_authorization),
        }
        out.push_str("</li>");
    }
    out.push_str("</ul></section>");
    out
}
