//! The head of a home page as HTML.

use super::assets::Extra;
use super::html::HtmlWriter;
use super::image::Drawn;
use crate::parse::markdown::{Block, BlockKind, Component, HeroBlock, Inline};
use crate::registry::ComponentKind;

impl HtmlWriter<'_> {
    pub(super) fn hero(&mut self, hero: &HeroBlock) {
        self.out.push_str("<header class=\"hero\"><div class=\"hero-text\">");
        self.blocks(&hero.text);
        self.out.push_str("</div>");
        match picture(&hero.beside) {
            Some(picture) => {
                self.out.push_str("<p class=\"hero-image\">");
                self.hero_image(picture);
                self.out.push_str("</p>");
            }
            None if hero.beside.is_empty() => {}
            None => {
                self.out.push_str("<div class=\"hero-code\">");
                self.blocks(&hero.beside);
                self.out.push_str("</div>");
            }
        }
        self.out.push_str("</header>");
    }

    /// The picture, which is seen first and is loaded at once.
    fn hero_image(&mut self, picture: &Component) {
        let value = |name: &str| picture.given(name).map(|given| &*given.value);
        let dark = value("dark-src");
        let light = Drawn {
            source: value("src").unwrap_or_default(),
            alt: value("alt").unwrap_or_default(),
            class: if dark.is_some() { "image-light" } else { "" },
            is_first: true,
            ..Drawn::default()
        };
        self.image_element(&light);
        if let Some(source) = dark {
            self.extras.insert(Extra::Image);
            self.image_element(&Drawn { source, class: "image-dark", ..light });
        }
    }
}

/// The picture of a hero, which is a paragraph of its own.
fn picture(beside: &[Block]) -> Option<&Component> {
    let [Block { kind: BlockKind::Paragraph(content), .. }] = beside else { return None };
    match content.as_slice() {
        [Inline::Component(component)] if component.kind == ComponentKind::Image => Some(component),
        _ => None,
    }
}
