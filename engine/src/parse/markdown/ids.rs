//! Ids of headings and components and numbers of footnotes, given in the order of the page.

use super::slug::{Slugs, encoded};
use super::tree::{Block, BlockKind, Component, ComponentContent, Definition, Footnote, Inline, PageTree, plain_text};
use crate::registry::Anchor;

/// Gives every heading its id, every component that readers can link to its anchor, every footnote its number.
pub(super) fn give_ids(tree: &mut PageTree) {
    let mut ids = Ids { slugs: Slugs::default(), numbers: vec![None; tree.footnotes.len()], next: 1 };
    ids.blocks(&mut tree.blocks, "");
    // Footnotes refer to others in the order that they are shown in.
    let mut order: Vec<usize> = (0..tree.footnotes.len()).collect();
    order.sort_by_key(|&index| ids.numbers[index].unwrap_or(u32::MAX));
    for index in order {
        ids.blocks(&mut tree.footnotes[index].blocks, "");
    }
    for (Footnote { number, .. }, given) in tree.footnotes.iter_mut().zip(ids.numbers) {
        *number = given;
    }
}

struct Ids {
    slugs: Slugs,
    numbers: Vec<Option<u32>>,
    next: u32,
}

impl Ids {
    /// `field` is the anchor of the field around the blocks, if there is one.
    fn blocks(&mut self, blocks: &mut [Block], field: &str) {
        for block in blocks {
            self.block(&mut block.kind, field);
        }
    }

    fn block(&mut self, block: &mut BlockKind, field: &str) {
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
                self.blocks(content, field);
            }
            BlockKind::List { items, .. } => items.iter_mut().for_each(|item| self.blocks(&mut item.blocks, field)),
            BlockKind::Definitions(parts) => {
                for part in parts {
                    match part {
                        Definition::Term(content) => self.inlines(content),
                        Definition::Details(content) => self.blocks(content, field),
                    }
                }
            }
            BlockKind::Table(table) => {
                for cell in table.head.iter_mut().chain(table.rows.iter_mut().flatten()) {
                    self.inlines(cell);
                }
            }
            BlockKind::Component(component) => self.component(component, field),
            BlockKind::Code(_) | BlockKind::Rule | BlockKind::Html(_) => {}
        }
    }

    fn component(&mut self, component: &mut Component, field: &str) {
        component.anchor = self.anchor(component, field);
        let field = match component.kind.entry().anchor {
            Anchor::Name => component.anchor.clone().unwrap_or_default(),
            _ => Box::default(),
        };
        match &mut component.content {
            ComponentContent::Blocks(content) => self.blocks(content, &field),
            ComponentContent::Inlines(content) => self.inlines(content),
            ComponentContent::Text(_) => {}
        }
    }

    fn anchor(&mut self, component: &Component, field: &str) -> Option<Box<str>> {
        if let Some(id) = component.given("id").filter(|id| !id.value.trim().is_empty()) {
            return Some(self.slugs.unique(id.value.split_whitespace().collect::<Vec<_>>().join("-")));
        }
        match component.kind.entry().anchor {
            Anchor::None => None,
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
                let prefix = if field.is_empty() { component.value("in").unwrap_or_default() } else { field };
                let id = if prefix.is_empty() { name } else { format!("{}.{name}", prefix.to_ascii_lowercase()) };
                Some(self.slugs.unique(id))
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
                Inline::Component(component) => self.component(component, ""),
                _ => {}
            }
        }
    }
}
