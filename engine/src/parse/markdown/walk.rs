//! Walks over a page's tree, and the facts about a page that other files may depend on.

use std::borrow::Cow;
use std::sync::Arc;

use super::place::GroupPlace;
use super::raw_html::{HtmlPart, RawAttribute, is_address, parts};
use super::slug::encoded;
use super::tree::{
    Block, BlockKind, Component, ComponentContent, Definition, Inline, Math, PageTree, RawHtml, plain_text,
};
use crate::parse::date::machine_date;
use crate::registry::icons::IconValue;
use crate::registry::{ComponentKind, Value};
use base::diagnostic::Span;

/// The facts about a page that other files may depend on. Contains no spans, so an edit that moves text leaves it
/// equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageFacts {
    pub(crate) headings: Vec<Heading>,
    /// Every possible link target, including headings.
    pub(crate) anchors: Vec<Box<str>>,
    /// The destinations of links and images.
    pub(crate) links: Vec<Box<str>>,
    pub(crate) endpoints: Vec<EndpointRef>,
    /// The methods of the endpoints that refer to no operation, as written.
    pub(crate) methods: Vec<Box<str>>,
    /// The schemas of a spec that the page shows.
    pub(crate) schemas: Vec<EndpointRef>,
    /// Whether it has a changelog entry with a machine-readable date.
    pub(crate) has_updates: bool,
    /// Whether it describes a request that requires signing in elsewhere.
    pub(crate) signs_in: bool,
    /// The paths of the included fragments, below the pages' folder, sorted.
    pub(crate) fragments: Vec<Arc<str>>,
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) id: Box<str>,
    /// Its text, without markup.
    pub(crate) text: Box<str>,
}

/// A reference to an operation or a schema that a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndpointRef {
    /// An `operationId` or `METHOD /path`; or the name of a schema.
    pub(crate) reference: Box<str>,
    /// The name of the spec, if the page states it.
    pub(crate) spec: Option<Box<str>>,
}

/// A node visited by a walk.
#[derive(Clone, Copy)]
pub(super) enum PageNode<'t> {
    Block(&'t BlockKind),
    Inline(&'t Inline),
}

impl<'t> PageNode<'t> {
    /// The component, if the node is one.
    pub(super) fn component(self) -> Option<&'t Component> {
        match self {
            Self::Block(BlockKind::Component(component)) | Self::Inline(Inline::Component(component)) => {
                Some(component)
            }
            _ => None,
        }
    }

    /// The raw HTML, if the node is raw HTML.
    fn html(self) -> Option<&'t RawHtml> {
        match self {
            Self::Block(BlockKind::Html(html)) => Some(html),
            Self::Inline(Inline::Html(html)) => Some(html),
            _ => None,
        }
    }
}

impl RawHtml {
    /// The allowed attributes of its tags.
    fn attributes(&self) -> impl Iterator<Item = RawAttribute> {
        parts(&self.text, |_, _| {}).into_iter().flat_map(|part| match part {
            HtmlPart::Open(_, attributes, _) => attributes,
            _ => Vec::new(),
        })
    }
}

/// Whether an attribute of raw HTML is a URL that readers see or follow.
fn is_link(name: &str) -> bool {
    is_address(name) && name != "cite"
}

impl PageTree {
    /// The destinations of links and images, including those in raw HTML, with their spans.
    pub(crate) fn links(&self) -> Vec<(Cow<'_, str>, Span)> {
        let mut links = Vec::new();
        self.walk(&mut |node| match node {
            PageNode::Inline(Inline::Link(link)) => links.push((Cow::Borrowed(&*link.destination), link.span)),
            PageNode::Inline(Inline::Image(image)) => links.push((Cow::Borrowed(&*image.source), image.span)),
            node => {
                if let Some(html) = node.html() {
                    let addresses = html.attributes().filter(|attribute| is_link(attribute.name));
                    links.extend(addresses.map(|found| (Cow::Owned(found.value.into()), html.place(found.place))));
                } else if let Some(component) = node.component() {
                    links.extend(component.addresses().map(|(address, span)| (Cow::Borrowed(address), span)));
                }
            }
        });
        links
    }

    /// The operations that the page shows, with the span of each reference.
    pub(crate) fn endpoints(&self) -> impl Iterator<Item = (EndpointRef, Span)> {
        self.endpoint_components().filter_map(|component| Some((component.endpoint_ref()?, component.place_of("ref"))))
    }

    /// The sources of diagrams with their spans, in document order.
    pub(crate) fn diagrams(&self) -> impl Iterator<Item = (&str, Span)> {
        let mut found = Vec::new();
        self.walk(&mut |node| match node {
            PageNode::Block(BlockKind::Diagram(diagram)) => found.push((&*diagram.source, diagram.span)),
            PageNode::Block(BlockKind::Component(component)) if component.kind == ComponentKind::Mermaid => {
                if let ComponentContent::Text(code) = &component.content {
                    found.push((&*code.text, component.span));
                }
            }
            _ => {}
        });
        found.into_iter()
    }

    /// The formulas in document order.
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Math> {
        let mut found = Vec::new();
        self.walk(&mut |node| {
            if let PageNode::Block(BlockKind::Math(math)) | PageNode::Inline(Inline::Math(math)) = node {
                found.push(&**math);
            }
        });
        found.into_iter()
    }

    /// The number of words, without code.
    pub(crate) fn words(&self) -> usize {
        let mut words = 0;
        self.walk_shown(&mut |node| {
            if let PageNode::Inline(Inline::Text(text)) = node {
                words += text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
            }
        });
        words
    }

    /// The facts that other files may depend on.
    pub(crate) fn facts(&self) -> PageFacts {
        let mut facts = PageFacts::default();
        self.walk_shown(&mut |node| match node {
            PageNode::Block(BlockKind::Heading { level, id, content }) => {
                let mut text = String::new();
                plain_text(content, &mut text);
                facts.headings.push(Heading { level: *level, id: id.clone(), text: text.into() });
                facts.anchors.push(id.clone());
            }
            PageNode::Block(BlockKind::Custom(element)) | PageNode::Inline(Inline::Custom(element)) => {
                facts.anchors.extend(element.id().map(Box::from));
            }
            node => {
                if let Some(html) = node.html() {
                    let ids = html.attributes().filter(|attribute| matches!(attribute.name, "id" | "name"));
                    facts.anchors.extend(ids.map(|attribute| attribute.value));
                }
                let Some(component) = node.component() else { return };
                facts.anchors.extend(component.anchor.clone());
                facts.anchors.extend(component.group_anchors());
                let shown = component.endpoint_ref().filter(|_| component.kind == ComponentKind::Endpoint);
                facts.endpoints.extend(shown);
                if component.kind == ComponentKind::Endpoint && component.endpoint_ref().is_none() {
                    facts.methods.push(component.text("method").unwrap_or_default().into());
                }
                facts.schemas.extend(component.schema_ref());
                facts.signs_in |= component.signs_in();
            }
        });
        for number in self.footnotes.iter().filter_map(|footnote| footnote.number) {
            facts.anchors.push(format!("footnote-{number}").into());
            facts.anchors.push(format!("footnote-ref-{number}").into());
        }
        facts.has_updates = self.updates().next().is_some();
        facts.links = self.links().into_iter().map(|(destination, _)| destination.into()).collect();
        facts
    }

    /// The changelog entries with a date, and their dates, in document order.
    pub(crate) fn updates(&self) -> impl Iterator<Item = (&Component, String)> {
        let mut found = Vec::new();
        self.walk_shown(&mut |node| {
            if let PageNode::Block(BlockKind::Component(component)) = node
                && component.kind == ComponentKind::Update
                && let Some(date) = component.value("date").and_then(machine_date)
            {
                found.push((&**component, date));
            }
        });
        found.into_iter()
    }

    /// Whether it shows facts about the page.
    pub(crate) fn has_page_meta(&self) -> bool {
        let mut found = false;
        self.walk(&mut |node| {
            if let PageNode::Block(BlockKind::Component(component)) = node {
                found |= component.kind == ComponentKind::PageMeta;
            }
        });
        found
    }

    /// The components that refer to operations, in document order.
    pub(crate) fn referring_components(&self) -> impl Iterator<Item = &Component> {
        let mut found = Vec::new();
        self.walk(&mut |node| {
            if let PageNode::Block(BlockKind::Component(component)) = node
                && component.endpoint_ref().is_some()
            {
                found.push(&**component);
            }
        });
        found.into_iter()
    }

    /// The endpoints in document order, including those that refer to no operation.
    pub(crate) fn endpoint_components(&self) -> impl Iterator<Item = &Component> {
        let mut found = Vec::new();
        self.walk(&mut |node| {
            if let PageNode::Block(BlockKind::Component(component)) = node
                && component.kind == ComponentKind::Endpoint
            {
                found.push(&**component);
            }
        });
        found.into_iter()
    }

    /// The type components that refer to a schema of a spec.
    pub(crate) fn schema_components(&self) -> impl Iterator<Item = &Component> {
        let mut found = Vec::new();
        self.walk(&mut |node| found.extend(node.component().filter(|component| component.schema_ref().is_some())));
        found.into_iter()
    }

    /// The components that the Markdown alternate of the page shows in another way: operations, schemas, and content
    /// only for people. In document order, parents before their children.
    pub(crate) fn twin_components(&self) -> impl Iterator<Item = &Component> {
        let mut found = Vec::new();
        self.walk(&mut |node| {
            if let PageNode::Block(BlockKind::Component(component)) = node
                && (component.kind == ComponentKind::Endpoint
                    || component.schema_ref().is_some()
                    || component.is_for("humans"))
            {
                found.push(&**component);
            }
        });
        found.into_iter()
    }

    pub(super) fn walk<'t>(&'t self, visit: &mut dyn FnMut(PageNode<'t>)) {
        self.walk_for(false, visit);
    }

    /// Walks over the nodes that are in the HTML.
    fn walk_shown<'t>(&'t self, visit: &mut dyn FnMut(PageNode<'t>)) {
        self.walk_for(true, visit);
    }

    fn walk_for<'t>(&'t self, people: bool, visit: &mut dyn FnMut(PageNode<'t>)) {
        walk_blocks(&self.blocks, people, visit);
        for footnote in &self.footnotes {
            walk_blocks(&footnote.blocks, people, visit);
        }
    }
}

impl Component {
    /// The span of an attribute; the span of the whole element if it has no such attribute.
    pub(crate) fn place_of(&self, attribute: &str) -> Span {
        self.given(attribute).map_or(self.span, |attribute| attribute.span)
    }

    /// The URLs among its attributes, with their spans.
    fn addresses(&self) -> impl Iterator<Item = (&str, Span)> {
        let is_address = |name: &str, value: &str| match self.kind.entry().attribute(name).map(|known| known.value) {
            Some(Value::Url) => true,
            Some(Value::Icon) => matches!(IconValue::read(value), IconValue::Image(_)),
            _ => false,
        };
        let held = self.attributes.iter().map(|attribute| (attribute.name, &*attribute.value, attribute.span));
        held.filter(move |(name, value, _)| is_address(name, value)).map(|(_, value, span)| (value, span))
    }

    /// Whether it describes an OpenAPI security scheme that requires signing in elsewhere.
    fn signs_in(&self) -> bool {
        let mut described = ["auth", "security"].into_iter().filter_map(|name| self.value(name));
        described.any(|json| json.contains("\"authorizationCode\"") || json.contains("\"openIdConnectUrl\""))
    }

    /// Whether it is only for this audience.
    pub(crate) fn is_for(&self, audience: &str) -> bool {
        self.kind == ComponentKind::Visibility
            && self.given("for").is_some_and(|given| given.value.eq_ignore_ascii_case(audience))
    }

    /// The anchors of the groups in which an endpoint without a `ref` collects its fields.
    fn group_anchors(&self) -> Vec<Box<str>> {
        let mut found = Vec::new();
        if self.kind != ComponentKind::Endpoint || self.endpoint_ref().is_some() {
            return found;
        }
        let url = self.value("url").unwrap_or_default();
        for group in self.blocks().iter().filter_map(Block::component) {
            let place = GroupPlace::new(group.kind, group.value("title"), url);
            if group.kind != ComponentKind::Fields || !place.joins(group) {
                continue;
            }
            for field in group.blocks().iter().filter_map(Block::component) {
                let (Some(place), Some(anchor)) = (place.of(field), &field.anchor) else { continue };
                let behind = format!("{}.{}", place.name(), encoded(field.value("name").unwrap_or_default()));
                if let (Some(before), Some(group)) = (anchor.strip_suffix(&behind), place.group()) {
                    found.push(format!("{before}{group}").into());
                }
            }
        }
        found
    }

    /// Whether an endpoint or a type has nothing but its reference to a spec.
    pub(crate) fn is_only_a_ref(&self) -> bool {
        self.is_empty() && self.attributes.iter().all(|attribute| matches!(attribute.name, "ref" | "spec"))
    }

    /// The name of an endpoint among several on a page: its `ref`, or its method and path.
    pub(crate) fn operation_name(&self) -> String {
        match self.endpoint_ref() {
            Some(EndpointRef { reference, .. }) => reference.into(),
            None => {
                let words = ["method", "url"].map(|name| self.text(name).unwrap_or_default());
                [&*words[0].to_uppercase(), words[1]].join(" ").trim().to_owned()
            }
        }
    }

    /// The operation that an endpoint or a request panel refers to, if any.
    pub(crate) fn endpoint_ref(&self) -> Option<EndpointRef> {
        let refers = matches!(self.kind, ComponentKind::Endpoint | ComponentKind::Playground);
        if refers { self.spec_ref() } else { None }
    }

    /// The schema of a spec that a type refers to, if any: by its name, or in the form of a `$ref`.
    pub(crate) fn schema_ref(&self) -> Option<EndpointRef> {
        let wanted = self.spec_ref().filter(|_| self.kind == ComponentKind::Schema)?;
        match wanted.reference.strip_prefix("#/components/schemas/") {
            Some(name) => {
                let reference = name.replace("~1", "/").replace("~0", "~").into();
                Some(EndpointRef { reference, ..wanted })
            }
            None => Some(wanted),
        }
    }

    fn spec_ref(&self) -> Option<EndpointRef> {
        let reference = self.given("ref").map(|attribute| attribute.value.trim()).filter(|text| !text.is_empty())?;
        let spec = self.given("spec").map(|attribute| attribute.value.trim()).filter(|name| !name.is_empty());
        Some(EndpointRef { reference: reference.into(), spec: spec.map(Box::from) })
    }
}

/// Visits blocks and their content; with `people`, leaves out content that is only for agents.
fn walk_blocks<'t>(blocks: &'t [Block], people: bool, visit: &mut dyn FnMut(PageNode<'t>)) {
    for block in blocks {
        if people && matches!(&block.kind, BlockKind::Component(component) if component.is_for("agents")) {
            continue;
        }
        visit(PageNode::Block(&block.kind));
        match &block.kind {
            BlockKind::Paragraph(content) | BlockKind::Plain(content) | BlockKind::Heading { content, .. } => {
                walk_inlines(content, visit);
            }
            BlockKind::Quote(content) | BlockKind::Alert(_, content) | BlockKind::Column(content) => {
                walk_blocks(content, people, visit);
            }
            BlockKind::Hero(hero) => {
                walk_blocks(&hero.text, people, visit);
                walk_blocks(&hero.beside, people, visit);
            }
            BlockKind::List { items, .. } => items.iter().for_each(|item| walk_blocks(&item.blocks, people, visit)),
            BlockKind::Definitions(parts) => {
                for part in parts {
                    match part {
                        Definition::Term(content) => walk_inlines(content, visit),
                        Definition::Details(content) => walk_blocks(content, people, visit),
                    }
                }
            }
            BlockKind::Table(table) => {
                for cell in table.head.iter().chain(table.rows.iter().flatten()) {
                    walk_inlines(cell, visit);
                }
            }
            BlockKind::Component(component) => walk_content(&component.content, people, visit),
            BlockKind::Custom(element) => walk_content(&element.content, people, visit),
            BlockKind::Code(_) | BlockKind::Diagram(_) | BlockKind::Math(_) | BlockKind::Rule | BlockKind::Html(_) => {}
        }
    }
}

fn walk_content<'t>(content: &'t ComponentContent, people: bool, visit: &mut dyn FnMut(PageNode<'t>)) {
    match content {
        ComponentContent::Blocks(content) => walk_blocks(content, people, visit),
        ComponentContent::Inlines(content) => walk_inlines(content, visit),
        ComponentContent::Text(_) => {}
    }
}

fn walk_inlines<'t>(inlines: &'t [Inline], visit: &mut dyn FnMut(PageNode<'t>)) {
    for inline in inlines {
        visit(PageNode::Inline(inline));
        match inline {
            Inline::Emphasis(content) | Inline::Strong(content) | Inline::Strikethrough(content) => {
                walk_inlines(content, visit);
            }
            Inline::Link(link) => walk_inlines(&link.content, visit),
            Inline::Component(component) => walk_content(&component.content, true, visit),
            Inline::Custom(element) => walk_content(&element.content, true, visit),
            _ => {}
        }
    }
}
