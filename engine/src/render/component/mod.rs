//! Components as HTML: each is its own element around semantic HTML, complete without script.

mod endpoint;
pub(super) mod fields;
mod hue;
pub(super) mod inline;
mod layout;
mod playground;
mod slots;
pub(super) mod text;
mod tree;

use std::fmt::{self, Display, Formatter, Write};

use askama::{FastWritable, Template, Values};

use self::hue::hue_of;
use super::assets::Extra;
use super::code::{CodeView, code_block, code_tab, tab_label};
use super::diagram::label_of;
use super::escape::{escape, escaped, write_escaped};
use super::fields::Slot;
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

impl Root<'_> {
    fn write(&self, out: &mut dyn Write) -> fmt::Result {
        /// A longer value is for what is shown, not for scripts and style sheets.
        const LONGEST_ECHOED: usize = 200;
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
            out.write_char(' ')?;
            out.write_str(name)?;
            if !attribute.value.is_empty() {
                out.write_str("=\"")?;
                write_escaped(&attribute.value, out)?;
                out.write_char('"')?;
            }
        }
        if let Some(id) = self.component.given("id").and(self.component.anchor.as_deref()) {
            out.write_str(" id=\"")?;
            write_escaped(id, out)?;
            out.write_char('"')?;
        }
        let own = self.component.given("class").map_or("", |attribute| &attribute.value);
        if !(own.is_empty() && self.class.is_empty()) {
            out.write_str(" class=\"")?;
            out.write_str(self.class)?;
            if !own.is_empty() && !self.class.is_empty() {
                out.write_char(' ')?;
            }
            write_escaped(own, out)?;
            out.write_char('"')?;
        }
        Ok(())
    }
}

impl Display for Root<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl FastWritable for Root<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.write(out)?)
    }
}

#[derive(Template)]
#[template(path = "components/callout.html", whitespace = "preserve")]
struct CalloutView<'a> {
    element: &'a str,
    root: &'a dyn Display,
    icon: &'a str,
    title: &'a str,
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/columns.html", whitespace = "preserve")]
struct ColumnsView<'a> {
    root: Root<'a>,
    columns: Slot<'a>,
}

/// The content of a list of components: the nodes of a tree.
struct Parts {
    /// Blocks that are no parts; they come first.
    others: String,
    items: Vec<String>,
}

#[derive(Template)]
#[template(path = "components/steps.html", whitespace = "preserve")]
struct StepsView<'a> {
    root: Root<'a>,
    items: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/step.html", whitespace = "preserve")]
struct StepView<'a> {
    root: Root<'a>,
    heading: &'a str,
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/tabs.html", whitespace = "preserve")]
struct TabsView<'a> {
    root: Root<'a>,
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/tab.html", whitespace = "preserve")]
struct TabView<'a> {
    element: &'a str,
    root: Root<'a>,
    level: char,
    icon: &'a str,
    label: &'a str,
    body: Slot<'a>,
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
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/tiles.html", whitespace = "preserve")]
struct TilesView<'a> {
    root: Root<'a>,
    items: Slot<'a>,
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
                let root = Root { component, class: "" };
                self.around(component, |body, out| out.write(&TabsView { root, body }));
            }
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
            ComponentKind::Versions | ComponentKind::ApiExamples => self.element_with_body(component, ""),
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
    /// What stands in a component, as HTML by itself.
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

    /// Writes the content of a component where the output is.
    fn content_here(&mut self, content: &ComponentContent) {
        let level = self.level;
        self.nested(|writer| match content {
            ComponentContent::Blocks(blocks) => writer.blocks(blocks),
            ComponentContent::Inlines(inlines) => writer.inlines(inlines),
            ComponentContent::Text(code) => writer.code(&code_view(writer.db, code)),
        });
        self.level = level;
    }

    /// The same below a heading of that level.
    fn content_below(&mut self, level: u8, component: &Component) {
        let outer = std::mem::replace(&mut self.level, level);
        self.content_here(&component.content);
        self.level = outer;
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
        let (element, root) = (component.kind.name(), Root { component, class: &class });
        self.around(component, |body, out| {
            out.write(&CalloutView { element, root: &root, icon: &icon, title, body });
        });
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
        let root = format!(" type=\"{kind}\" class=\"callout callout-{kind}\"");
        let icon = icon_html(self.db, self.file, icon, Look::BESIDE_TEXT);
        let element = ComponentKind::Callout.name();
        let level = self.level;
        let inside = |writer: &mut Self| writer.nested(|writer| writer.blocks(content));
        self.with_slot(inside, |body, out| {
            out.write(&CalloutView { element, root: &root, icon: &icon, title, body });
        });
        self.level = level;
    }

    fn columns(&mut self, component: &Component) {
        let gap = component.given("gap").and_then(|gap| gap_class(&gap.value)).unwrap_or_default();
        let class = format!("columns cols-{}{gap}", component.value("cols").unwrap_or("2"));
        let root = Root { component, class: &class };
        let level = self.level;
        self.with_slot(
            |writer| writer.columns_here(component),
            |columns, out| out.write(&ColumnsView { root, columns }),
        );
        self.level = level;
    }

    fn columns_here(&mut self, component: &Component) {
        for block in component.blocks().iter().filter(|block| !block.is_comment()) {
            self.out.push_str("<div class=\"column\">");
            self.nested(|writer| match &block.kind {
                BlockKind::Column(blocks) => writer.blocks(blocks),
                _ => writer.block(block),
            });
            self.out.push_str("</div>");
        }
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
        let root = Root { component, class: "" };
        let level = self.level;
        self.with_slot(|writer| writer.numbered_steps(component), |items, out| out.write(&StepsView { root, items }));
        self.level = level;
    }

    /// Each step with its number, which shows in its disc.
    fn numbered_steps(&mut self, component: &Component) {
        let mut last = 0_i32;
        self.items(component, &[ComponentKind::Step], "<ol>", |step, out| {
            let own: Option<i32> = step.given("n").and_then(|number| number.value.parse().ok());
            last = own.unwrap_or_else(|| last.saturating_add(1));
            // Writing to a string does not fail.
            let _ = match own {
                Some(number) => write!(out, "<li value=\"{number}\" data-n=\"{last}\">"),
                None => write!(out, "<li data-n=\"{last}\">"),
            };
        });
    }

    /// Writes a list of the components of `kinds` in a component, without its end, each in an item that `open` begins. What
    /// else stands there comes first.
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
        self.out.insert_str(start, &others);
    }

    fn step(&mut self, component: &Component) {
        let level = self.next_level();
        let title = component.value("title").unwrap_or_default();
        let icon = self.icon_of(component, "", Look::BESIDE_TEXT);
        let heading = self.anchored_heading(component, level, &icon, title);
        let root = Root { component, class: "" };
        self.with_slot(
            |writer| writer.content_below(level, component),
            |body, out| out.write(&StepView { root, heading: &heading, body }),
        );
    }

    /// A panel with the label that the attribute of that name gives.
    fn tab(&mut self, component: &Component, label: &str) {
        let level = self.next_level();
        let label = component.value(label).unwrap_or_default();
        let icon = self.icon_of(component, "", IN_TAB);
        let (element, root) = (component.kind.name(), Root { component, class: "" });
        self.with_slot(
            |writer| writer.content_below(level, component),
            |body, out| out.write(&TabView { element, root, level: digit(level), icon: &icon, label, body }),
        );
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
        let icon = self.icon_of(component, "", IN_CARD);
        let mut class = String::from(if horizontal { "card card-horizontal" } else { "card" });
        if let Some(hue) = component.given("color").and_then(|color| hue_of(&color.value)) {
            class.push(' ');
            class.push_str(hue);
        }
        let root = Root { component, class: &class };
        let (image, icon, title, description) = (&*image, &*icon, &*title, &*description);
        self.around(component, |body, out| out.write(&CardView { root, image, icon, title, description, body }));
    }

    fn tiles(&mut self, component: &Component) {
        let class = match component.given("cols") {
            Some(cols) => format!("tiles cols-{}", cols.value),
            None => "tiles".to_owned(),
        };
        let root = Root { component, class: &class };
        let kinds = [ComponentKind::Tile, ComponentKind::Card];
        let level = self.level;
        self.with_slot(
            |writer| writer.items(component, &kinds, "<ul role=\"list\">", |_, out| out.push_str("<li>")),
            |items, out| out.write(&TilesView { root, items }),
        );
        self.level = level;
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
            let _ = write!(writer.out, "<span class=\"{class}-title\">");
            escape(title, &mut writer.out);
            writer.out.push_str("</span>");
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
