//! The head of a home page as a block. From here on, its links, pictures and texts are those of any other block.

use super::tree::{Block, BlockKind, Component, ComponentContent, HeroBlock, Inline};
use crate::parse::component::Checked;
use crate::parse::hero::{Action, Hero, Picture, Placed};
use crate::registry::ComponentKind;
use base::diagnostic::Span;

/// The blocks of a home page: its head, then the others. The first level-1 heading moves into the head; without one, the
/// page's title is its heading. Without a picture, code directly after that heading stands beside it.
pub(super) fn with_hero(title: Option<Placed>, hero: Hero, mut blocks: Vec<Block>) -> Vec<Block> {
    let at = blocks.iter().position(|block| matches!(block.kind, BlockKind::Heading { level: 1, .. }));
    let heading = match at {
        Some(at) => Some(blocks.remove(at)),
        None => title.map(|Placed { text, span }| {
            let content = vec![Inline::Text(text)];
            Block { span, kind: BlockKind::Heading { level: 1, id: Box::default(), content } }
        }),
    };
    let after = at.unwrap_or(0);
    let beside = match hero.picture {
        Some(picture) => vec![shown(picture)],
        None if blocks.get(after).is_some_and(is_code) => vec![blocks.remove(after)],
        None => Vec::new(),
    };
    let mut text: Vec<Block> = heading.into_iter().collect();
    text.extend(hero.tagline.map(|Placed { text, span }| paragraph(span, vec![Inline::Text(text)])));
    if let (Some(first), Some(last)) = (hero.actions.first(), hero.actions.last()) {
        let span = Span { start: first.text.span.start.min(first.href.span.start), end: last.href.span.end };
        let mut content = Vec::new();
        for (number, action) in hero.actions.into_iter().enumerate() {
            if number > 0 {
                content.push(Inline::SoftBreak);
            }
            content.push(button(action, if number == 0 { "primary" } else { "outline" }));
        }
        text.push(paragraph(span, content));
    }
    let span = text.first().map_or_else(Span::default, |block| block.span);
    let head = Block { span, kind: BlockKind::Hero(Box::new(HeroBlock { text, beside })) };
    std::iter::once(head).chain(blocks).collect()
}

fn paragraph(span: Span, content: Vec<Inline>) -> Block {
    Block { span, kind: BlockKind::Paragraph(content) }
}

/// Whether a block is code, in one language or in several.
fn is_code(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Code(_) => true,
        BlockKind::Component(component) => {
            matches!(component.kind, ComponentKind::CodeGroup | ComponentKind::CodeBlock)
        }
        _ => false,
    }
}

fn button(Action { text, href }: Action, variant: &str) -> Inline {
    let span = href.span;
    let attributes = vec![
        Checked { name: "href", value: href.text, span },
        Checked { name: "variant", value: variant.into(), span },
        Checked { name: "size", value: "lg".into(), span },
    ];
    component(ComponentKind::Button, text.span, attributes, vec![Inline::Text(text.text)])
}

fn shown(Picture { source, alt, dark }: Picture) -> Block {
    let span = source.span;
    let mut attributes = vec![
        Checked { name: "src", value: source.text, span },
        Checked { name: "alt", value: alt.text, span: alt.span },
    ];
    attributes.extend(dark.map(|dark| Checked { name: "dark-src", value: dark.text, span: dark.span }));
    paragraph(span, vec![component(ComponentKind::Image, span, attributes, Vec::new())])
}

fn component(kind: ComponentKind, span: Span, attributes: Vec<Checked>, content: Vec<Inline>) -> Inline {
    let content = ComponentContent::Inlines(content);
    Inline::Component(Box::new(Component { kind, span, inner: span, attributes, anchor: None, content }))
}
