//! Cards and tiles: boxes that link to a page.

use std::fmt::Write as _;

use super::IN_CARD;
use super::hue::hue_of;
use crate::parse::markdown::Component;
use crate::registry::ComponentKind;
use crate::render::escape::escape;
use crate::render::html::HtmlWriter;
use crate::render::image::Drawn;
use crate::render::spec_text::spec_text_below;

impl HtmlWriter<'_> {
    pub(super) fn card(&mut self, component: &Component) {
        let mut class = String::from(if component.flag("horizontal") { "card card-horizontal" } else { "card" });
        if let Some(hue) = component.given("color").and_then(|color| hue_of(&color.value)) {
            class.push(' ');
            class.push_str(hue);
        }
        self.own_element(component, &class, |writer| {
            if let Some(source) = component.given("img") {
                let image = Drawn { source: &source.value, class: "card-image", ..Drawn::default() };
                writer.image_element(&image);
            }
            writer.head_of_box(component, "card");
            writer.content_here(&component.content);
        });
    }

    pub(super) fn tiles(&mut self, component: &Component) {
        let class = match component.given("cols") {
            Some(cols) => format!("tiles cols-{}", cols.value),
            None => "tiles".to_owned(),
        };
        let kinds = [ComponentKind::Tile, ComponentKind::Card];
        let level = self.level;
        self.own_element(component, &class, |writer| {
            writer.items(component, &kinds, "<ul role=\"list\">", |_, out| out.push_str("<li>"));
            writer.out.push_str("</ul>");
        });
        self.level = level;
    }

    pub(super) fn tile(&mut self, component: &Component) {
        self.own_element(component, "tile", |writer| {
            writer.head_of_box(component, "tile");
            let body = writer.body(component);
            if !body.is_empty() {
                writer.out.push_str("<div>");
                writer.out.push_str(&body);
                writer.out.push_str("</div>");
            }
        });
    }

    /// Writes the icon, the title and the description of a card or tile.
    fn head_of_box(&mut self, component: &Component, class: &str) {
        let icon = self.icon_of(component, "", IN_CARD);
        self.out.push_str(&icon);
        self.linked_title(component, class);
        if let Some(text) = component.value("description") {
            spec_text_below(self.s, self.level, text, &mut self.out);
        }
    }

    /// Writes the title of a card or tile. Its link covers the whole box; without a title, the link target names it.
    fn linked_title(&mut self, component: &Component, class: &str) {
        let href = component.given("href").map(|attribute| &*attribute.value);
        let title = component.value("title").filter(|title| !title.trim().is_empty());
        let Some(title) = title.or(href) else { return };
        let is_link = href.is_some_and(|href| self.open_link(href, &format!("{class}-link"), ""));
        // Writing to a string does not fail.
        let _ = write!(self.out, "<span class=\"{class}-title\">");
        escape(title, &mut self.out);
        self.out.push_str(if is_link { "</span></a>" } else { "</span>" });
    }
}
