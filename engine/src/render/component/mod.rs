//! Components as HTML: each is an element around semantic HTML, complete without script.

mod callout;
mod cards;
mod code;
mod element;
mod endpoint;
pub(super) mod fields;
mod hue;
pub(super) mod inline;
mod layout;
mod navigation;
mod playground;
mod slots;
pub(super) mod text;
mod tree;

use askama::Template;

pub(super) use self::callout::callout_words;
use self::code::tab_view;
use self::element::Root;
use super::assets::Extra;
use super::escape::{escape, escaped};
use super::html::{HtmlWriter, code_view};
use super::icon::{Look, icon_html};
use super::spec_text::spec_text_below;
use crate::parse::config::Strings;
use crate::parse::markdown::{BlockKind, Component, ComponentContent, CustomElement};
use crate::registry::ComponentKind;

/// An icon above a title.
const IN_CARD: Look<'_> = Look { size: 24.0, ..Look::BESIDE_TEXT };
/// An icon in a line of small text.
const IN_TAB: Look<'_> = Look { size: 16.0, ..Look::BESIDE_TEXT };

/// The parts of a component that is a list, and its other content.
struct SplitContent {
    /// The other blocks; they come first.
    others: String,
    items: Vec<String>,
}

impl HtmlWriter<'_> {
    pub(super) fn component(&mut self, component: &Component) {
        if let Some(extra) = Extra::of(component.kind) {
            self.extras.insert(extra);
        }
        match component.kind {
            ComponentKind::Callout | ComponentKind::Alert => self.callout(component),
            ComponentKind::Columns => self.columns(component),
            ComponentKind::Steps => self.steps(component),
            ComponentKind::Step => self.step(component),
            ComponentKind::Tab | ComponentKind::ViewPanel => self.tab(component, "label"),
            ComponentKind::Version => self.tab(component, "name"),
            ComponentKind::CodeGroup => self.code_group(component),
            ComponentKind::CodeTab => self.code_tab(component),
            ComponentKind::Fields | ComponentKind::ResponseFields => self.fields(component),
            ComponentKind::Schema => self.schema(component),
            ComponentKind::Field => {
                let mut out = std::mem::take(&mut self.out);
                self.field(component, &mut out);
                self.out = out;
            }
            ComponentKind::Endpoint => self.endpoint(component),
            ComponentKind::Responses | ComponentKind::Response => self.stray_responses(component),
            ComponentKind::Playground => self.playground(component),
            ComponentKind::Card => self.card(component),
            ComponentKind::Tiles => self.tiles(component),
            ComponentKind::Tile => self.tile(component),
            ComponentKind::Badge => self.badge(component),
            ComponentKind::Tooltip => self.tooltip(component),
            ComponentKind::Icon => self.icon(component),
            ComponentKind::Copy => self.copy(component),
            ComponentKind::Image => self.picture(component),
            ComponentKind::Download => self.download(component),
            ComponentKind::Button => self.button(component),
            ComponentKind::Anchor => self.anchor(component),
            ComponentKind::Var => self.variable(component),
            ComponentKind::Color => self.color(component),
            ComponentKind::Banner => self.banner(component),
            ComponentKind::Update => self.update(component),
            ComponentKind::Frame => self.frame(component),
            ComponentKind::Panel => self.panel(component),
            ComponentKind::Expandable | ComponentKind::Accordion => {
                self.accordion(component, "", component.flag("open"));
            }
            ComponentKind::AccordionGroup => self.accordion_group(component),
            ComponentKind::Aside => self.aside(component),
            ComponentKind::Indent => self.indent(component),
            ComponentKind::Prompt => self.prompt(component),
            ComponentKind::PageMeta => self.page_meta(component),
            ComponentKind::Visibility => self.visibility(component),
            ComponentKind::Tabs | ComponentKind::Versions | ComponentKind::ApiExamples => {
                self.element_with_body(component, "");
            }
            ComponentKind::View => self.element_with_body(component, "view"),
            ComponentKind::Files => self.files(component),
            ComponentKind::Dir => self.dir(component),
            ComponentKind::File => self.file(component),
            ComponentKind::Tree => self.tree(component),
            ComponentKind::TreeItem => self.tree_item(component),
            ComponentKind::Table => self.data_table(component),
            ComponentKind::CodeBlock => self.literal_block(component),
            ComponentKind::Include => self.include(component),
            ComponentKind::Mermaid => {
                let source = if let ComponentContent::Text(code) = &component.content { &*code.text } else { "" };
                let root = Root { component, class: "diagram" }.to_string();
                self.diagram(&root, source, component.value("caption"));
            }
        }
    }

    /// An element that the project defines, with our class before the author's. Without its script, the content is
    /// shown.
    pub(super) fn custom_element(&mut self, element: &CustomElement, class: &str) {
        self.custom.insert(element.name.clone());
        let body = self.content(&element.content);
        self.out.push('<');
        self.out.push_str(&element.name);
        let is_class = |(name, _): &&(Box<str>, Box<str>)| &**name == "class";
        let own = element.attributes.iter().find(is_class).map_or("", |(_, value)| value);
        let class = [class, own].into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ");
        if !class.is_empty() {
            self.out.push_str(&format!(" class=\"{}\"", escaped(&class)));
        }
        for (name, value) in element.attributes.iter().filter(|attribute| !is_class(attribute)) {
            self.out.push(' ');
            self.out.push_str(name);
            if !value.is_empty() {
                self.out.push_str("=\"");
                escape(value, &mut self.out);
                self.out.push('"');
            }
        }
        self.out.push('>');
        self.out.push_str(&body);
        self.out.push_str(&format!("</{}>", element.name));
    }

    fn template(&mut self, view: &impl Template) {
        // Writing to a string does not fail.
        let _ = view.render_into(&mut self.out);
    }

    /// The content of a component as a separate piece of HTML. Headings in it do not change the level of what follows.
    pub(super) fn apart(mut self, component: &Component) -> String {
        self.body(component)
    }

    fn body(&mut self, component: &Component) -> String {
        self.content(&component.content)
    }

    fn content(&mut self, content: &ComponentContent) -> String {
        let outer = std::mem::take(&mut self.out);
        self.content_here(content);
        std::mem::replace(&mut self.out, outer)
    }

    /// Writes the content of a component to the output.
    fn content_here(&mut self, content: &ComponentContent) {
        let level = self.level;
        self.nested(|writer| match content {
            ComponentContent::Blocks(blocks) => writer.blocks(blocks),
            ComponentContent::Inlines(inlines) => writer.inlines(inlines),
            ComponentContent::Text(code) => writer.code(&code_view(writer.db, code)),
        });
        self.level = level;
    }

    /// Writes the content of a component below a heading of `level`.
    fn content_below(&mut self, level: u8, component: &Component) {
        let outer = std::mem::replace(&mut self.level, level);
        self.content_here(&component.content);
        self.level = outer;
    }

    /// The level of a heading below the current one.
    fn next_level(&self) -> u8 {
        (self.level + 1).min(6)
    }

    /// The content of a component, split into components of `kinds` and other blocks.
    fn parts(&mut self, component: &Component, kinds: &[ComponentKind]) -> SplitContent {
        let mut parts = SplitContent { others: String::new(), items: Vec::new() };
        let level = self.level;
        for block in component.blocks() {
            let html = self.captured(|writer| writer.block(block));
            match &block.kind {
                BlockKind::Component(part) if kinds.contains(&part.kind) => parts.items.push(html),
                _ => parts.others.push_str(&html),
            }
        }
        self.level = level;
        parts
    }

    /// Writes the components of `kinds` in a component as list items, each opened by `open`, without the end of the
    /// list. Other content comes first.
    fn items(
        &mut self,
        component: &Component,
        kinds: &[ComponentKind],
        list: &str,
        mut open: impl FnMut(&Component, &mut String),
    ) {
        let start = self.out.len();
        self.out.push_str(list);
        let mut others = String::new();
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(part) if kinds.contains(&part.kind) => {
                    open(part, &mut self.out);
                    self.nested(|writer| writer.block(block));
                    self.out.push_str("</li>");
                }
                _ => others.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        if !others.is_empty() {
            self.out.insert_str(start, &others);
        }
    }

    /// The icon that a component names, or the icon named `usual`; empty if both are empty.
    fn icon_of(&self, component: &Component, usual: &str, look: Look<'_>) -> String {
        let name = component.value("icon-name").unwrap_or(usual);
        if name.is_empty() { String::new() } else { icon_html(self.db, self.file, name, look) }
    }
}

/// The attribute `description` as HTML, below a heading of `level`.
fn description(s: &Strings, component: &Component, level: u8) -> String {
    let mut html = String::new();
    if let Some(text) = component.value("description") {
        spec_text_below(s, level, text, &mut html);
    }
    html
}
