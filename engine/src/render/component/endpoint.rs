//! Endpoints: an operation of the spec, one written by the author, or both.

use crate::parse::markdown::{Block, Component, ComponentContent};
use crate::registry::ComponentKind;
use crate::render::assets::Extra;
use crate::render::code::CodeView;
use crate::render::endpoint::{Authored, AuthoredElement, write_endpoint, write_responses};
use crate::render::escape::{escape, escaped};
use crate::render::html::HtmlWriter;
use crate::render::html_piece::HtmlPiece;
use crate::render::playground::{has_playground, operation_json, playground_key};
use crate::resolve::authored::{WrittenElement, authored_endpoint, stray_responses};
use crate::resolve::site_operation::{
    SiteLookup, distinctions, find_site_operation, suggest_site_operation, suggest_spec,
};
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::endpoint;
use openapi::operation::address;

/// The level of the headings of an endpoint's groups.
const LEVEL: u8 = 2;

impl<'db> HtmlWriter<'db> {
    pub(super) fn endpoint(&mut self, component: &Component) {
        let shows_more =
            || !component.is_empty() || ["method", "url", "description"].iter().any(|name| component.flag(name));
        match self.operation_of(component) {
            Some(chunk) => self.resolved(chunk, component),
            None if component.endpoint_ref().is_none() || shows_more() => self.authored(None, component),
            // Ids count all endpoints of the page.
            None => drop(self.endpoints.next(&component.operation_name())),
        }
    }

    /// The operation that an element refers to. Writes a problem box in its place if there is no such operation.
    pub(super) fn operation_of(&mut self, component: &Component) -> Option<Chunk<'db>> {
        let reference = &component.endpoint_ref()?;
        let set = FileSet::of(self.db, self.file);
        match find_site_operation(self.db, set, reference) {
            SiteLookup::Found(chunk) => return Some(chunk),
            SiteLookup::Missing => {
                let hint = suggest_site_operation(self.db, set, reference);
                self.problem_box(self.s.no_operation(), &reference.reference, hint.as_deref());
            }
            SiteLookup::NoSpec => {
                let name = reference.spec.as_deref().unwrap_or_default();
                let hint = suggest_spec(self.db, set, name);
                self.problem_box(self.s.no_spec(), name, hint.as_deref());
            }
            SiteLookup::Ambiguous(chunks) => {
                let hint = format!("{}: `{}`", self.s.told_apart(), distinctions(self.db, set, &chunks).join("`, `"));
                self.problem_box(self.s.several_operations(), &reference.reference, Some(&hint));
            }
        }
        None
    }

    fn resolved(&mut self, chunk: Chunk<'db>, component: &Component) {
        self.extras.insert(Extra::Models);
        let key =
            has_playground(self.db, FileSet::of(self.db, self.file)).then(|| playground_key(self.db, chunk)).flatten();
        if key.is_some() {
            self.extras.insert(Extra::Playground);
        }
        // Only the first endpoint of a page has ids without a prefix.
        if component.is_only_a_ref() && self.inside == 0 && self.endpoints.is_empty() {
            self.endpoints.next(&component.operation_name());
            self.flush();
            self.pieces.push(HtmlPiece::Endpoint(chunk));
        } else {
            self.authored(Some(chunk), component);
        }
    }

    /// Writes a box that reports an invalid reference to a spec.
    pub(super) fn problem_box(&mut self, message: &str, reference: &str, hint: Option<&str>) {
        self.out.push_str("<div class=\"problem\" role=\"note\"><p>");
        escape(message, &mut self.out);
        self.out.push_str(" <code>");
        escape(reference, &mut self.out);
        self.out.push_str("</code>.");
        if let Some(hint) = hint {
            self.out.push(' ');
            self.hint(hint);
        }
        self.out.push_str("</p></div>");
    }

    /// Writes a hint whose code spans are delimited by backticks.
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

    /// Writes an endpoint together with the author's content.
    fn authored(&mut self, chunk: Option<Chunk<'db>>, component: &Component) {
        let set = FileSet::of(self.db, self.file);
        let anchor_prefix = self.endpoints.next(&component.operation_name());
        let resolved = chunk.map(|chunk| (chunk, endpoint(self.db, chunk)));
        let found = authored_endpoint(self.db, set, resolved, component, None);
        let outer = std::mem::replace(&mut self.level, LEVEL - 1);
        let prose = self.html_of(&found.prose);
        let fields = self.html_of(&found.groups);
        let examples = self.html_of(&found.examples);
        self.level = LEVEL;
        let elements = self.elements(&found.elements, resolved.is_none());
        self.level = outer;
        let tabs = found.tabs.iter().filter_map(|tab| match &tab.content {
            ComponentContent::Text(code) => {
                Some((tab.value("label").unwrap_or(self.s.code()), super::tab_view(self.db, tab, code)))
            }
            ComponentContent::Blocks(_) | ComponentContent::Inlines(_) => None,
        });
        let tabs: Vec<(&str, CodeView<'_>)> = tabs.collect();
        for (_, view) in &tabs {
            self.load_for(view);
        }
        let reference = match resolved {
            Some((_, endpoint)) => endpoint.head.operation_id.clone().unwrap_or_else(|| address(&endpoint.head)),
            None => component.value("ref").unwrap_or_default().into(),
        };
        let mut parts = component.blocks().iter().filter_map(Block::component);
        let responses = parts.find(|part| part.kind == ComponentKind::Responses);
        let key = chunk.filter(|_| has_playground(self.db, set)).and_then(|chunk| playground_key(self.db, chunk));
        // The author's changes are in no data file of an operation.
        let operation = key
            .as_ref()
            .filter(|_| !component.is_only_a_ref())
            .map(|_| operation_json(found.requested.as_ref().unwrap_or(&found.endpoint)));
        let authored = Authored {
            reference: Some(&reference),
            attributes: &common_attributes(component),
            response_attributes: &responses.map(common_attributes).unwrap_or_default(),
            summary: component.value("summary"),
            prose: &prose,
            fields: &fields,
            elements: &elements,
            tabs: &tabs,
            examples: &examples,
            requested: found.requested.as_ref(),
            makes_examples: resolved.is_some()
                || (tabs.is_empty() && examples.is_empty() && !is_label(&found.endpoint.head.path)),
            playground: key.as_deref().unwrap_or_default(),
            operation: operation.as_deref().unwrap_or_default(),
            anchor_prefix: &anchor_prefix,
            level: LEVEL,
        };
        write_endpoint(self.db, set, &found.endpoint, &authored, &mut self.out);
    }

    /// Writes responses outside an endpoint.
    pub(super) fn stray_responses(&mut self, component: &Component) {
        let found = stray_responses(component);
        let prose = self.html_of(&found.prose);
        let elements = self.elements(&found.elements, true);
        let attributes =
            if component.kind == ComponentKind::Responses { common_attributes(component) } else { String::new() };
        let authored =
            Authored { response_attributes: &attributes, prose: &prose, elements: &elements, ..Authored::default() };
        write_responses(self.s, &found.endpoint, &authored, &mut self.out);
    }

    /// Blocks as HTML.
    pub(super) fn html_of(&mut self, blocks: &[&Block]) -> String {
        let level = self.level;
        let mut html = String::new();
        for block in blocks {
            self.level = level;
            html.push_str(&self.captured(|writer| writer.block(block)));
        }
        self.level = level;
        html
    }

    /// The author's content of field and response elements. With `has_anchors`, they keep the ids that the page gave
    /// them.
    pub(super) fn elements<'t>(
        &mut self,
        elements: &[WrittenElement<'t>],
        has_anchors: bool,
    ) -> Vec<AuthoredElement<'t>> {
        let mut found = Vec::with_capacity(elements.len());
        for WrittenElement { component, blocks } in elements {
            let anchor = component.anchor.as_deref().filter(|_| has_anchors || component.given("id").is_some());
            found.push(AuthoredElement {
                html: self.html_of(blocks),
                anchor,
                class: component.value("class").unwrap_or_default(),
                location: "",
                collapsible: component.flag("collapsible"),
                content_type: component.value("content-type").unwrap_or_default(),
            });
        }
        found
    }
}

/// The attributes that every component accepts, each preceded by a space.
fn common_attributes(component: &Component) -> String {
    let mut out = String::new();
    let id = component.given("id").and(component.anchor.as_deref());
    let given = |name| component.given(name).map(|given| &*given.value);
    for (name, value) in [("id", id), ("class", given("class")), ("theme", given("theme"))] {
        if let Some(value) = value {
            out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
    }
    out
}

/// Whether a `url` is not a URL, but a label such as a command: nothing can request it.
fn is_label(url: &str) -> bool {
    !url.starts_with(['/', '{']) && url.trim().contains(char::is_whitespace)
}
