//! Components as HTML: each is its own element around semantic HTML, complete without script.

mod endpoint;
pub(super) mod fields;
mod hue;
pub(super) mod inline;
mod layout;
mod playground;
pub(super) mod text;
mod tree;

use std::fmt::{self, Display, Formatter};

use askama::Template;

use self::hue::hue_of;
use super::assets::Extra;
use super::code::{CodeView, code_block, code_tab, tab_label};
use super::diagram::label_of;
use super::escape::{escape, escaped};
use super::html::{Writer, code_view, digit};
use super::icon::{Look, icon_html};
use super::image::Drawn;
use super::spec_text::spec_text_below;
use super::strings::STRINGS;
use crate::inputs::Db;
use crate::parse::markdown::{
    Alert, Block, BlockKind, CodeBlock, Component, ComponentContent, CustomElement, lines_of_code,
};
use crate::registry::ComponentKind;

/// An icon above a title.
const IN_CARD: Look<'_> = Look { size: 24.0, ..Look::BESIDE_TEXT };
/// An icon in a line of small text.
const IN_TAB: Look<'_> = Look { size: 16.0, ..Look::BESIDE_TEXT };

/// The attributes of a component's own element: what the author gave, with our class.
struct Root<'a> {
    component: &'a Component,
    class: &'a str,
}

impl Display for Root<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        /// A longer value is for what is shown, not for scripts and style sheets.
        const LONGEST_ECHOED: usize = 200;
        let mut out = String::new();
        for attribute in &self.component.attributes {
            let name = match attribute.name {
                "id" | "class" => continue,
                // It would be a tooltip over the whole element.
                "title" => "data-title",
                // The author's word, not a role of ARIA.
                "role" => "data-role",
                name => name,
            };
            if attribute.value.len() > LONGEST_ECHOED {
                continue;
            }
            out.push(' ');
            out.push_str(name);
            if !attribute.value.is_empty() {
                out.push_str("=\"");
                escape(&attribute.value, &mut out);
                out.push('"');
            }
        }
        if let Some(id) = self.component.given("id").and(self.component.anchor.as_deref()) {
            out.push_str(" id=\"");
            escape(id, &mut out);
            out.push('"');
        }
        let own = self.component.given("class").map_or("", |attribute| &attribute.value);
        if !(own.is_empty() && self.class.is_empty()) {
            out.push_str(" class=\"");
            out.push_str(self.class);
            if !own.is_empty() && !self.class.is_empty() {
                out.push(' ');
            }
            escape(own, &mut out);
            out.push('"');
        }
        f.write_str(&out)
    }
}

#[derive(Template)]
#[template(path = "components/callout.html", whitespace = "preserve")]
struct CalloutView<'a> {
    element: &'a str,
    root: &'a str,
    icon: &'a str,
    title: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/columns.html", whitespace = "preserve")]
struct ColumnsView<'a> {
    root: Root<'a>,
    columns: &'a [String],
}

/// The content of a list of components: steps or tiles.
struct Parts {
    /// Blocks that are no parts; they come first.
    others: String,
    items: Vec<String>,
}

#[derive(Template)]
#[template(path = "components/steps.html", whitespace = "preserve")]
struct StepsView<'a> {
    root: Root<'a>,
    others: &'a str,
    /// Each step with its number, which shows in its disc, and whether its author gave it.
    items: Vec<(i32, bool, &'a str)>,
}

#[derive(Template)]
#[template(path = "components/step.html", whitespace = "preserve")]
struct StepView<'a> {
    root: Root<'a>,
    heading: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/tabs.html", whitespace = "preserve")]
struct TabsView<'a> {
    root: Root<'a>,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/tab.html", whitespace = "preserve")]
struct TabView<'a> {
    element: &'a str,
    root: Root<'a>,
    level: char,
    icon: &'a str,
    label: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/code_group.html", whitespace = "preserve")]
struct CodeGroupView<'a> {
    root: Root<'a>,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/code_tab.html", whitespace = "preserve")]
struct CodeTabView<'a> {
    root: Root<'a>,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/card.html", whitespace = "preserve")]
struct CardView<'a> {
    root: Root<'a>,
    image: &'a str,
    icon: &'a str,
    title: &'a str,
    description: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/tiles.html", whitespace = "preserve")]
struct TilesView<'a> {
    root: Root<'a>,
    parts: &'a Parts,
}

#[derive(Template)]
#[template(path = "components/tile.html", whitespace = "preserve")]
struct TileView<'a> {
    root: Root<'a>,
    icon: &'a str,
    title: &'a str,
    description: &'a str,
    body: &'a str,
}

impl Writer<'_> {
    pub(super) fn component(&mut self, component: &Component) {
        if let Some(extra) = Extra::of(component.kind) {
            self.extras.insert(extra);
        }
        match component.kind {
            ComponentKind::Callout | ComponentKind::Alert => self.callout(component),
            ComponentKind::Columns => self.columns(component),
            ComponentKind::Steps => self.steps(component),
            ComponentKind::Step => self.step(component),
            ComponentKind::Tabs => {
                let body = self.body(component);
                self.template(&TabsView { root: Root { component, class: "" }, body: &body });
            }
            ComponentKind::Tab | ComponentKind::ViewPanel => self.tab(component, "label"),
            ComponentKind::Version => self.tab(component, "name"),
            ComponentKind::CodeGroup => self.code_group(component),
            ComponentKind::CodeTab => self.code_tab(component),
            ComponentKind::Fields | ComponentKind::ResponseFields => self.fields(component),
            ComponentKind::Schema => self.schema(component),
            ComponentKind::Field => {
                let html = self.field(component);
                self.out.push_str(&html);
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
            ComponentKind::Versions | ComponentKind::ApiExamples => {
                let body = self.body(component);
                self.element_around(component, "", &body);
            }
            ComponentKind::View => {
                let body = self.body(component);
                self.element_around(component, "view", &body);
            }
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

    /// An element that the project defines itself, with a class of ours before the author's. Without its script the content
    /// is shown.
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

    /// The content of a component; headings in it do not change the level of what follows.
    fn body(&mut self, component: &Component) -> String {
        self.content(&component.content)
    }

    fn content(&mut self, content: &ComponentContent) -> String {
        let level = self.level;
        let body = self.captured(|writer| match content {
            ComponentContent::Blocks(blocks) => writer.blocks(blocks),
            ComponentContent::Inlines(inlines) => writer.inlines(inlines),
            ComponentContent::Text(code) => writer.code(&code_view(writer.db, code)),
        });
        self.level = level;
        body
    }

    /// The level of a heading below the current one.
    fn next_level(&self) -> u8 {
        (self.level + 1).min(6)
    }

    fn callout(&mut self, component: &Component) {
        let kind = component.value("type").unwrap_or_default().to_ascii_lowercase();
        let (word, icon) = callout_words(component);
        let icon = self.icon_of(component, icon, Look::BESIDE_TEXT);
        let title = component.value("title").filter(|title| !title.trim().is_empty()).unwrap_or(word);
        let class = format!("callout callout-{kind}");
        let root = Root { component, class: &class }.to_string();
        let body = self.body(component);
        self.template(&CalloutView { element: component.kind.name(), root: &root, icon: &icon, title, body: &body });
    }

    /// A GitHub alert, which is a callout.
    pub(super) fn alert(&mut self, kind: Alert, content: &[Block]) {
        let (kind, title, icon) = match kind {
            Alert::Note => ("note", STRINGS.note, "bookmark"),
            Alert::Tip => ("tip", STRINGS.tip, "lightbulb"),
            Alert::Important => ("info", STRINGS.important, "message-square-warning"),
            Alert::Warning => ("warning", STRINGS.warning, "triangle-alert"),
            Alert::Caution => ("danger", STRINGS.caution, "octagon-alert"),
        };
        let level = self.level;
        let body = self.captured(|writer| writer.blocks(content));
        self.level = level;
        let root = format!(" type=\"{kind}\" class=\"callout callout-{kind}\"");
        let icon = icon_html(self.db, self.file, icon, Look::BESIDE_TEXT);
        let element = ComponentKind::Callout.name();
        self.template(&CalloutView { element, root: &root, icon: &icon, title, body: &body });
    }

    fn columns(&mut self, component: &Component) {
        let level = self.level;
        let columns: Vec<String> = component
            .blocks()
            .iter()
            .filter(|block| !block.is_comment())
            .map(|block| {
                self.captured(|writer| match &block.kind {
                    BlockKind::Column(blocks) => writer.blocks(blocks),
                    _ => writer.block(block),
                })
            })
            .collect();
        self.level = level;
        let gap = component.given("gap").and_then(|gap| gap_class(&gap.value)).unwrap_or_default();
        let class = format!("columns cols-{}{gap}", component.value("cols").unwrap_or("2"));
        self.template(&ColumnsView { root: Root { component, class: &class }, columns: &columns });
    }

    /// The content of a list of components of `kinds`.
    fn parts(&mut self, component: &Component, kinds: &[ComponentKind]) -> Parts {
        let mut parts = Parts { others: String::new(), items: Vec::new() };
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

    fn steps(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::Step]);
        let number = |block: &Block| match &block.kind {
            BlockKind::Component(step) if step.kind == ComponentKind::Step => {
                Some(step.given("n").and_then(|number| number.value.parse().ok()))
            }
            _ => None,
        };
        let numbers = component.blocks().iter().filter_map(number);
        let mut last = 0_i32;
        let mut items = Vec::with_capacity(parts.items.len());
        for (own, html) in numbers.zip(&parts.items) {
            last = own.unwrap_or_else(|| last.saturating_add(1));
            items.push((last, own.is_some(), html.as_str()));
        }
        self.template(&StepsView { root: Root { component, class: "" }, others: &parts.others, items });
    }

    fn step(&mut self, component: &Component) {
        let level = self.next_level();
        let title = component.value("title").unwrap_or_default();
        let icon = self.icon_of(component, "", Look::BESIDE_TEXT);
        let heading = self.anchored_heading(component, level, &icon, title);
        let outer = std::mem::replace(&mut self.level, level);
        let body = self.body(component);
        self.level = outer;
        self.template(&StepView { root: Root { component, class: "" }, heading: &heading, body: &body });
    }

    /// A panel with the label that the attribute of that name gives.
    fn tab(&mut self, component: &Component, label: &str) {
        let level = self.next_level();
        let outer = std::mem::replace(&mut self.level, level);
        let body = self.body(component);
        self.level = outer;
        let label = component.value(label).unwrap_or_default();
        let icon = self.icon_of(component, "", IN_TAB);
        self.template(&TabView {
            element: component.kind.name(),
            root: Root { component, class: "" },
            level: digit(level),
            icon: &icon,
            label,
            body: &body,
        });
    }

    fn code_group(&mut self, component: &Component) {
        let level = self.next_level();
        let mut others = String::new();
        let mut tabs = String::new();
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(tab) if tab.kind == ComponentKind::CodeTab => {
                    tabs.push_str(&self.captured(|writer| writer.code_tab(tab)));
                }
                BlockKind::Code(code) => {
                    let view = code_view(self.db, code);
                    self.load_for(&view);
                    let label = view.filename.or(view.language).unwrap_or(STRINGS.code);
                    tabs.push_str(&format!("<wc-code-tab label=\"{}\">", escaped(label)));
                    code_tab(level, label, &view, &mut tabs);
                    tabs.push_str("</wc-code-tab>");
                }
                BlockKind::Diagram(diagram) => {
                    let label = label_of(&diagram.source);
                    tabs.push_str(&format!("<wc-code-tab label=\"{}\">", escaped(label)));
                    tab_label(level, label, &mut tabs);
                    tabs.push_str(&self.captured(|writer| writer.block(block)));
                    tabs.push_str("</wc-code-tab>");
                }
                _ => others.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        self.out.push_str(&others);
        self.template(&CodeGroupView { root: Root { component, class: "code-group" }, body: &tabs });
    }

    fn literal_block(&mut self, component: &Component) {
        let mut body = String::new();
        if let ComponentContent::Text(code) = &component.content {
            let lines = component.given("highlight").map(|lines| lines_of_code(&lines.value));
            let mut view = tab_view(self.db, component, code);
            view.line_numbers |= component.flag("linenumbers");
            view.highlight = lines.as_deref().unwrap_or(view.highlight);
            self.load_for(&view);
            code_block(&view, &mut body);
        }
        self.element_around(component, "", &body);
    }

    fn code_tab(&mut self, component: &Component) {
        let label = component.value("label").unwrap_or(STRINGS.code);
        let mut body = String::new();
        if let ComponentContent::Text(code) = &component.content {
            let view = tab_view(self.db, component, code);
            self.load_for(&view);
            code_tab(self.next_level(), label, &view, &mut body);
        }
        self.template(&CodeTabView { root: Root { component, class: "" }, body: &body });
    }

    fn card(&mut self, component: &Component) {
        let horizontal = component.flag("horizontal");
        let image = self.captured(|writer| {
            if let Some(source) = component.given("img") {
                let image = Drawn { source: &source.value, class: "card-image", ..Drawn::default() };
                writer.image_element(&image);
            }
        });
        let title = self.linked_title(component, "card");
        let description = description(component, self.level);
        let body = self.body(component);
        let icon = self.icon_of(component, "", IN_CARD);
        let mut class = String::from(if horizontal { "card card-horizontal" } else { "card" });
        if let Some(hue) = component.given("color").and_then(|color| hue_of(&color.value)) {
            class.push(' ');
            class.push_str(hue);
        }
        self.template(&CardView {
            root: Root { component, class: &class },
            image: &image,
            icon: &icon,
            title: &title,
            description: &description,
            body: &body,
        });
    }

    fn tiles(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::Tile, ComponentKind::Card]);
        let class = match component.given("cols") {
            Some(cols) => format!("tiles cols-{}", cols.value),
            None => "tiles".to_owned(),
        };
        self.template(&TilesView { root: Root { component, class: &class }, parts: &parts });
    }

    fn tile(&mut self, component: &Component) {
        let title = self.linked_title(component, "tile");
        let description = description(component, self.level);
        let body = self.body(component);
        let icon = self.icon_of(component, "", IN_CARD);
        let root = Root { component, class: "tile" };
        self.template(&TileView { root, icon: &icon, title: &title, description: &description, body: &body });
    }

    /// The icon that a component names, or else that of the name `usual`; empty where both are.
    fn icon_of(&self, component: &Component, usual: &str, look: Look<'_>) -> String {
        let name = component.value("icon-name").unwrap_or(usual);
        if name.is_empty() { String::new() } else { icon_html(self.db, self.file, name, look) }
    }

    /// The title of a card or tile. Its link is as large as the box; one without a title is named by its address.
    fn linked_title(&mut self, component: &Component, class: &str) -> String {
        self.captured(|writer| {
            let href = component.given("href").map(|attribute| &*attribute.value);
            let title = component.value("title").filter(|title| !title.trim().is_empty());
            let Some(title) = title.or(href) else { return };
            let is_link = href.is_some_and(|href| writer.open_link(href, &format!("{class}-link"), ""));
            writer.out.push_str(&format!("<span class=\"{class}-title\">{}</span>", escaped(title)));
            if is_link {
                writer.out.push_str("</a>");
            }
        })
    }
}

/// The title and the icon of a callout that has none of its own.
pub(super) fn callout_words(component: &Component) -> (&'static str, &'static str) {
    match component.value("type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "note" => (STRINGS.note, "bookmark"),
        "tip" => (STRINGS.tip, "lightbulb"),
        "success" => (STRINGS.success, "circle-check"),
        "warning" => (STRINGS.warning, "triangle-alert"),
        "danger" => (STRINGS.danger, "octagon-alert"),
        "error" => (STRINGS.error, "circle-x"),
        _ => (STRINGS.info, "info"),
    }
}

/// A tab's code: what its attributes say goes before what its fence says.
pub(super) fn tab_view<'a>(db: &'a dyn Db, component: &'a Component, code: &'a CodeBlock) -> CodeView<'a> {
    let view = code_view(db, code);
    CodeView {
        language: component.value("language").or(view.language),
        filename: component.value("filename").or(view.filename),
        ..view
    }
}

/// The attribute `description` as HTML, below a heading of this level.
fn description(component: &Component, level: u8) -> String {
    let mut html = String::new();
    if let Some(text) = component.value("description") {
        spec_text_below(level, text, &mut html);
    }
    html
}

/// The class of a gap between columns; none for the usual one.
fn gap_class(length: &str) -> Option<&'static str> {
    let digits = length.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number: f32 = length[..digits].parse().ok()?;
    let rem = if length[digits..].eq_ignore_ascii_case("px") { number / 16.0 } else { number };
    let steps = [(0.25, " gap-none"), (0.75, " gap-small"), (1.25, " gap-medium"), (1.75, ""), (2.5, " gap-large")];
    Some(steps.iter().find(|(below, _)| rem < *below).map_or(" gap-huge", |(_, class)| class))
}
