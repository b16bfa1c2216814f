//! Ids of headings and components and numbers of footnotes, given in the order of the page.

use super::place::{FieldPlace, GroupPlace};
use super::slug::{Slugs, encoded};
use super::tree::{Block, BlockKind, Component, ComponentContent, Definition, Footnote, Inline, PageTree, plain_text};
use crate::registry::{Anchor, ComponentKind};

/// Gives every heading its id, every component that readers can link to its anchor, every footnote its number.
pub(super) fn give_ids(tree: &mut PageTree) {
    let mut ids = Ids { slugs: Slugs::default(), numbers: vec![None; tree.footnotes.len()], next: 1, endpoints: 0 };
    ids.blocks(&mut tree.blocks, Around::default());
    // Footnotes refer to others in the order that they are shown in.
    let mut order: Vec<usize> = (0..tree.footnotes.len()).collect();
    order.sort_by_key(|&index| ids.numbers[index].unwrap_or(u32::MAX));
    for index in order {
        ids.blocks(&mut tree.footnotes[index].blocks, Around::default());
    }
    for (Footnote { number, .. }, given) in tree.footnotes.iter_mut().zip(ids.numbers) {
        *number = given;
    }
}

struct Ids {
    slugs: Slugs,
    numbers: Vec<Option<u32>>,
    next: u32,
    /// How many endpoints readers met.
    endpoints: usize,
}

/// What the anchors of fields depend on.
#[derive(Clone, Copy, Default)]
struct Around<'a> {
    /// The anchor of the field, type or response around, or what stands before the anchors of the endpoint around.
    anchor: &'a str,
    /// The path of the endpoint that holds the blocks.
    url: Option<&'a str>,
    /// The group of an endpoint, or the response, that holds the blocks.
    group: Option<GroupPlace<'a>>,
    /// Whether they are in a response.
    in_response: bool,
}

impl<'a> Around<'a> {
    /// The blocks of what has that anchor.
    fn of(anchor: &'a str) -> Self {
        Self { anchor, ..Self::default() }
    }

    /// The blocks of a group of fields that stands here.
    fn group(self, kind: ComponentKind, title: Option<&str>) -> Self {
        if self.in_response {
            return Self { group: Some(GroupPlace::in_response(title)), ..self };
        }
        match self.url {
            Some(url) => Self { url: None, group: Some(GroupPlace::new(kind, title, url)), ..self },
            None => Self::default(),
        }
    }

    /// Whether a component is a group whose fields join those of the operation or response that it stands in.
    fn gathers(self, component: &Component) -> bool {
        let (kind, title) = (component.kind, component.given("title").map(|title| &*title.value));
        let place = match self.url {
            _ if self.in_response => GroupPlace::in_response(title),
            // Of responses by hand there may be none to join.
            Some(url) if kind != ComponentKind::ResponseFields => GroupPlace::new(kind, title, url),
            _ => return false,
        };
        place.joins(component)
    }

    /// What stands between the anchor around and the name of a field that stands here.
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
    fn blocks(&mut self, blocks: &mut [Block], around: Around<'_>) {
        for block in blocks {
            self.block(&mut block.kind, around);
        }
    }

    fn block(&mut self, block: &mut BlockKind, around: Around<'_>) {
        match block {
            BlockKind::Paragraph(content) | BlockKind::Plain(content) => self.inlines(content),
            BlockKind::Heading { id, content, .. } => {
                *id = if id.is_empty() {
                    let mut text = String::new();
                    plain_text(content, &mut text);
                    self.slugs.heading(&text)
                } else {
                    self.slugs.unique(id.to_string())
                };
                self.inlines(content);
            }
            BlockKind::Quote(content) | BlockKind::Alert(_, content) | BlockKind::Column(content) => {
                self.blocks(content, around);
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
            BlockKind::Code(_) | BlockKind::Math(_) | BlockKind::Rule | BlockKind::Html(_) => {}
        }
    }

    fn component(&mut self, component: &mut Component, around: Around<'_>) {
        component.anchor = self.anchor(component, around);
        let kind = component.kind;
        let own: Box<str> = match kind.entry().anchor {
            _ if kind == ComponentKind::Endpoint => self.endpoint(component),
            Anchor::Name | Anchor::Code => component.anchor.clone().unwrap_or_default(),
            _ => Box::default(),
        };
        let url: Box<str> = component.value("url").unwrap_or_default().into();
        let title: Option<Box<str>> = component.value("title").map(Box::from);
        let inner = match kind {
            ComponentKind::Endpoint => Around { url: Some(&url), ..Around::of(&own) },
            ComponentKind::Responses => around,
            ComponentKind::Response => {
                Around { group: Some(GroupPlace::in_response(None)), in_response: true, ..Around::of(&own) }
            }
            ComponentKind::Fields | ComponentKind::ResponseFields => around.group(kind, title.as_deref()),
            _ => Around::of(&own),
        };
        let is_shown = !component.is_for("agents");
        let endpoints = self.endpoints;
        match &mut component.content {
            ComponentContent::Blocks(content) => self.blocks(content, inner),
            ComponentContent::Inlines(content) => self.inlines(content),
            ComponentContent::Text(_) => {}
        }
        if !is_shown {
            self.endpoints = endpoints;
        }
    }

    /// What stands before the anchors in an endpoint: nothing in the first one of a page, in others its operation.
    fn endpoint(&mut self, endpoint: &Component) -> Box<str> {
        self.endpoints += 1;
        if self.endpoints == 1 { Box::default() } else { encoded(&endpoint.operation_name()).into() }
    }

    fn anchor(&mut self, component: &Component, around: Around<'_>) -> Option<Box<str>> {
        if let Some(id) = component.given("id").filter(|id| !id.value.trim().is_empty()) {
            return Some(self.slugs.unique(id.value.split_whitespace().collect::<Vec<_>>().join("-")));
        }
        match component.kind.entry().anchor {
            Anchor::None => None,
            // The title of a group that joins those of an operation is not shown.
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
                let name = encoded(component.value("name")?);
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
                Inline::Component(component) => self.component(component, Around::default()),
                _ => {}
            }
        }
    }
}

/// The parts that are not empty, with dots between them.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(".")
}
