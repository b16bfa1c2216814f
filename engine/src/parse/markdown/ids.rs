//! Assigns ids to headings and components and numbers to footnotes, in document order.

use super::place::{FieldPlace, GroupPlace};
use super::raw_html::{HtmlPart, RawAttribute, parts};
use super::slug::{EndpointPrefixes, Slugs, encoded};
use super::tree::{
    Block, BlockKind, Component, ComponentContent, CustomElement, Definition, Footnote, Inline, PageTree, RawHtml,
    shown_text,
};
use crate::registry::{Anchor, ComponentKind};
use base::diagnostic::{Code, Diagnostic, Span};

/// Assigns an id to every heading, an anchor to every linkable component, and a number to every footnote.
pub(super) fn give_ids(tree: &mut PageTree) {
    let numbers = vec![None; tree.footnotes.len()];
    let mut ids = Ids {
        slugs: Slugs::default(),
        numbers,
        next: 1,
        endpoints: EndpointPrefixes::default(),
        diagnostics: Vec::new(),
    };
    ids.blocks(&mut tree.blocks, AnchorContext::default());
    // Footnotes refer to other footnotes in the order in which they are shown.
    let mut order: Vec<usize> = (0..tree.footnotes.len()).collect();
    order.sort_by_key(|&index| ids.numbers[index].unwrap_or(u32::MAX));
    for index in order {
        ids.blocks(&mut tree.footnotes[index].blocks, AnchorContext::default());
    }
    for (Footnote { number, .. }, given) in tree.footnotes.iter_mut().zip(std::mem::take(&mut ids.numbers)) {
        *number = given;
    }
    if !ids.diagnostics.is_empty() {
        tree.diagnostics.append(&mut ids.diagnostics);
        tree.diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    }
}

struct Ids {
    slugs: Slugs,
    numbers: Vec<Option<u32>>,
    next: u32,
    endpoints: EndpointPrefixes,
    diagnostics: Vec<Diagnostic<Span>>,
}

/// The context that the anchors of fields depend on.
#[derive(Clone, Copy, Default)]
struct AnchorContext<'a> {
    /// The anchor of the enclosing field, type or response, or the prefix of the anchors in the enclosing endpoint.
    anchor: &'a str,
    /// The path of the enclosing endpoint.
    url: Option<&'a str>,
    /// The enclosing group of an endpoint, or the enclosing response.
    group: Option<GroupPlace<'a>>,
    /// Whether this is inside a response.
    in_response: bool,
}

impl<'a> AnchorContext<'a> {
    /// The context inside an element with this anchor.
    fn of(anchor: &'a str) -> Self {
        Self { anchor, ..Self::default() }
    }

    /// The context inside a group of fields.
    fn group(self, kind: ComponentKind, title: Option<&str>) -> Self {
        if self.in_response {
            return Self { group: Some(GroupPlace::in_response(title)), ..self };
        }
        match self.url {
            Some(url) => Self { url: None, group: Some(GroupPlace::new(kind, title, url)), ..self },
            None => Self::default(),
        }
    }

    /// Whether a component is a group whose fields are merged into those of the enclosing operation or response.
    fn gathers(self, component: &Component) -> bool {
        let (kind, title) = (component.kind, component.given("title").map(|title| &*title.value));
        let place = match self.url {
            _ if self.in_response => GroupPlace::in_response(title),
            // Handwritten responses may have no fields to merge into.
            Some(url) if kind != ComponentKind::ResponseFields => GroupPlace::new(kind, title, url),
            _ => return false,
        };
        place.joins(component)
    }

    /// The part of a field's anchor between the enclosing anchor and the field's name.
    fn before(self, field: &Component) -> String {
        match self.group.map(|group| group.of(field)) {
            Some(Some(FieldPlace::Response)) if self.in_response => String::new(),
            Some(place) => place.map_or("", FieldPlace::name).to_owned(),
            None if self.anchor.is_empty() => field.value("in").unwrap_or_default().to_ascii_lowercase(),
            None => String::new(),
        }
    }
}

impl Ids {
    fn blocks(&mut self, blocks: &mut [Block], around: AnchorContext<'_>) {
        for block in blocks {
            self.block(&mut block.kind, around);
        }
    }

    fn block(&mut self, block: &mut BlockKind, around: AnchorContext<'_>) {
        match block {
            BlockKind::Paragraph(content) | BlockKind::Plain(content) => self.inlines(content),
            BlockKind::Heading { id, content, .. } => {
                *id = if id.is_empty() {
                    self.slugs.heading(&shown_text(content))
                } else {
                    self.slugs.unique(id.to_string())
                };
                self.inlines(content);
            }
            BlockKind::Quote(content) | BlockKind::Alert(_, content) | BlockKind::Column(content) => {
                self.blocks(content, around);
            }
            BlockKind::Hero(hero) => {
                self.blocks(&mut hero.text, around);
                self.blocks(&mut hero.beside, around);
            }
            BlockKind::List { items, .. } => items.iter_mut().for_each(|item| self.blocks(&mut item.blocks, around)),
            BlockKind::Definitions(parts) => {
                for part in parts {
                    match part {
                        Definition::Term(content) => self.inlines(content),
                        Definition::Details(content) => self.blocks(content, around),
                    }
                }
            }
            BlockKind::Table(table) => {
                for cell in table.head.iter_mut().chain(table.rows.iter_mut().flatten()) {
                    self.inlines(cell);
                }
            }
            BlockKind::Component(component) => self.component(component, around),
            BlockKind::Custom(element) => self.custom(element),
            BlockKind::Html(html) => self.html(html),
            BlockKind::Code(_) | BlockKind::Diagram(_) | BlockKind::Math(_) | BlockKind::Rule => {}
        }
    }

    fn component(&mut self, component: &mut Component, around: AnchorContext<'_>) {
        component.anchor = self.anchor(component, around);
        let kind = component.kind;
        let own: Box<str> = match kind.entry().anchor {
            _ if kind == ComponentKind::Endpoint => self.endpoints.next(&component.operation_name()).into(),
            Anchor::Name | Anchor::Code => component.anchor.clone().unwrap_or_default(),
            _ => Box::default(),
        };
        let is_group = matches!(kind, ComponentKind::Fields | ComponentKind::ResponseFields);
        let title = component.value("title").filter(|_| is_group).map(Box::<str>::from);
        let url = component.value("url").filter(|_| kind == ComponentKind::Endpoint).map(Box::<str>::from);
        let inner = match kind {
            ComponentKind::Endpoint => {
                AnchorContext { url: Some(url.as_deref().unwrap_or_default()), ..AnchorContext::of(&own) }
            }
            ComponentKind::Responses => around,
            ComponentKind::Response => AnchorContext {
                group: Some(GroupPlace::in_response(None)),
                in_response: true,
                ..AnchorContext::of(&own)
            },
            ComponentKind::Fields | ComponentKind::ResponseFields => around.group(kind, title.as_deref()),
            _ => AnchorContext::of(&own),
        };
        let is_shown = !component.is_for("agents");
        let before = (!is_shown).then(|| self.endpoints.clone());
        match &mut component.content {
            ComponentContent::Blocks(content) => self.blocks(content, inner),
            ComponentContent::Inlines(content) => self.inlines(content),
            ComponentContent::Text(_) => {}
        }
        if let Some(endpoints) = before {
            self.endpoints = endpoints;
        }
    }

    /// Makes the ids of raw HTML unique. `name` may repeat the `id` of the same tag.
    fn html(&mut self, html: &mut RawHtml) {
        let mut text = String::new();
        let mut done = 0;
        for part in parts(&html.text, |_, _| {}) {
            let HtmlPart::Open(_, attributes, _) = part else { continue };
            let mut own: Option<(Box<str>, Box<str>)> = None;
            for RawAttribute { name, value, place } in attributes {
                if !matches!(name, "id" | "name") || value.trim().is_empty() {
                    continue;
                }
                let given = match &own {
                    Some((written, given)) if *written == value => given.clone(),
                    _ => self.slugs.unique(value.to_string()),
                };
                if given != value {
                    if own.as_ref().is_none_or(|(written, _)| *written != value) {
                        self.diagnostics.push(duplicate_id(&value, &given, html.place(place.clone())));
                    }
                    text.push_str(&html.text[done..place.start]);
                    // The new id is the old one followed by a number.
                    text.push_str(&html.text[place.clone()]);
                    text.push_str(given.strip_prefix(&*value).unwrap_or_default());
                    done = place.end;
                }
                own = Some((value, given));
            }
        }
        if done > 0 {
            text.push_str(&html.text[done..]);
            html.text = text.into();
            html.is_verbatim = false;
        }
    }

    fn custom(&mut self, element: &mut CustomElement) {
        for (_, id) in element.attributes.iter_mut().filter(|(name, value)| &**name == "id" && !value.is_empty()) {
            *id = self.slugs.unique(id.to_string());
        }
        match &mut element.content {
            ComponentContent::Blocks(content) => self.blocks(content, AnchorContext::default()),
            ComponentContent::Inlines(content) => self.inlines(content),
            ComponentContent::Text(_) => {}
        }
    }

    fn anchor(&mut self, component: &Component, around: AnchorContext<'_>) -> Option<Box<str>> {
        if let Some(id) = component.given("id").filter(|id| !id.value.trim().is_empty()) {
            return Some(self.slugs.unique(id.value.split_whitespace().collect::<Vec<_>>().join("-")));
        }
        match component.kind.entry().anchor {
            Anchor::None => None,
            // The title of a group that is merged into those of an operation is not shown.
            Anchor::Title if around.gathers(component) => None,
            Anchor::Title => component.value("title").map(|title| self.slugs.heading(title)),
            Anchor::Text => {
                let mut text = String::new();
                component.plain_text(&mut text);
                (!text.trim().is_empty()).then(|| self.slugs.heading(&text))
            }
            Anchor::FirstOf(names) => {
                let given = names.iter().find_map(|name| component.given(name));
                let text = given.map(|attribute| attribute.value.trim()).filter(|text| !text.is_empty())?;
                Some(self.slugs.heading(&text.replace('.', "-")))
            }
            Anchor::Name => {
                let reference = || component.schema_ref().map(|wanted| wanted.reference);
                let name = encoded(&component.value("name").map(Box::from).or_else(reference)?);
                let before = around.before(component);
                Some(self.slugs.unique(joined(&[around.anchor, &before, &name])))
            }
            Anchor::Code => {
                let code = encoded(component.value("code")?);
                Some(self.slugs.unique(joined(&[around.anchor, FieldPlace::Response.name(), &code])))
            }
        }
    }

    fn inlines(&mut self, inlines: &mut [Inline]) {
        for inline in inlines {
            match inline {
                Inline::Footnote(index) => {
                    if let Some(number @ None) = self.numbers.get_mut(*index) {
                        *number = Some(self.next);
                        self.next += 1;
                    }
                }
                Inline::Emphasis(content) | Inline::Strong(content) | Inline::Strikethrough(content) => {
                    self.inlines(content);
                }
                Inline::Link(link) => self.inlines(&mut link.content),
                Inline::Component(component) => self.component(component, AnchorContext::default()),
                Inline::Html(html) => self.html(html),
                Inline::Custom(element) => self.custom(element),
                _ => {}
            }
        }
    }
}

/// The non-empty parts, joined with dots.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(".")
}

fn duplicate_id(id: &str, given: &str, span: Span) -> Diagnostic<Span> {
    Diagnostic::new(Code::DuplicateId, format!("duplicate id `{id}`"), span)
        .with_help(format!("the id of this element becomes `{given}`; choose a unique id"))
}
