//! Layout components: figures, panels, accordions, asides, columns, indents.

use askama::Template;

use super::Root;
use super::hue::hue_of;
use crate::parse::markdown::{BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::escape::escape;
use crate::render::fields::Slot;
use crate::render::html::HtmlWriter;
use crate::render::icon::Look;
use crate::render::spec_text::spec_text_below;

#[derive(Template)]
#[template(path = "components/frame.html", whitespace = "preserve")]
struct FrameView<'a> {
    root: Root<'a>,
    caption: &'a str,
    body: Slot<'a>,
}

/// A box with an optional title, which is then the label of its role.
#[derive(Template)]
#[template(path = "components/titled_box.html", whitespace = "preserve")]
struct TitledBoxView<'a> {
    element: &'a str,
    root: Root<'a>,
    /// Empty for no role.
    role: &'a str,
    label: &'a str,
    class: &'a str,
    icon: &'a str,
    title: &'a str,
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/accordion.html", whitespace = "preserve")]
struct AccordionView<'a> {
    element: &'a str,
    root: Root<'a>,
    /// Empty if the element has an id of the author's.
    id: &'a str,
    /// The name shared by the accordions of an exclusive group.
    group: &'a str,
    open: bool,
    icon: &'a str,
    title: &'a str,
    description: &'a str,
    body: Slot<'a>,
}

#[derive(Template)]
#[template(path = "components/visibility.html", whitespace = "preserve")]
struct VisibilityView<'a> {
    root: Root<'a>,
    badges: &'a [String],
    body: &'a str,
}

impl HtmlWriter<'_> {
    pub(super) fn columns(&mut self, component: &Component) {
        let gap = component.given("gap").and_then(|gap| gap_class(&gap.value)).unwrap_or_default();
        let class = format!("columns cols-{}{gap}", component.value("cols").unwrap_or("2"));
        let level = self.level;
        self.own_element(component, &class, |writer| {
            for block in component.blocks().iter().filter(|block| !block.is_comment()) {
                writer.out.push_str("<div class=\"column\">");
                writer.nested(|writer| match &block.kind {
                    BlockKind::Column(blocks) => writer.blocks(blocks),
                    _ => writer.block(block),
                });
                writer.out.push_str("</div>");
            }
        });
        self.level = level;
    }

    pub(super) fn frame(&mut self, component: &Component) {
        let mut caption = String::new();
        if let Some(text) = component.value("caption") {
            spec_text_below(self.s, self.level, text, &mut caption);
        }
        let root = Root { component, class: if component.flag("border") { "frame frame-border" } else { "frame" } };
        self.around(component, |body, out| out.write(&FrameView { root, caption: &caption, body }));
    }

    pub(super) fn panel(&mut self, component: &Component) {
        let title = component.text("title").unwrap_or_default();
        let icon = self.icon_of(component, "", Look::BESIDE_TEXT);
        self.around(component, |body, out| {
            out.write(&TitledBoxView {
                element: component.kind.name(),
                root: Root { component, class: "panel" },
                role: if title.is_empty() { "" } else { "group" },
                label: title,
                class: "panel",
                icon: &icon,
                title,
                body,
            });
        });
    }

    pub(super) fn aside(&mut self, component: &Component) {
        let title = component.text("title").unwrap_or_default();
        self.around(component, |body, out| {
            out.write(&TitledBoxView {
                element: component.kind.name(),
                root: Root { component, class: "aside" },
                role: "note",
                label: if title.is_empty() { self.s.aside() } else { title },
                class: "aside",
                icon: "",
                title,
                body,
            });
        });
    }

    /// An accordion or expandable of a group; `group` is empty for one that opens independently.
    pub(super) fn accordion(&mut self, component: &Component, group: &str, open: bool) {
        let class = if component.kind == ComponentKind::Expandable { "expandable" } else { "accordion" };
        let icon = self.icon_of(component, "", Look::BESIDE_TEXT);
        let id = component.anchor.as_deref().filter(|_| component.given("id").is_none());
        self.around(component, |body, out| {
            out.write(&AccordionView {
                element: component.kind.name(),
                root: Root { component, class },
                id: id.unwrap_or_default(),
                group,
                open,
                icon: &icon,
                title: component.value("title").unwrap_or_default(),
                description: component.value("description").unwrap_or_default(),
                body,
            });
        });
    }

    pub(super) fn accordion_group(&mut self, component: &Component) {
        let exclusive = component.flag("exclusive");
        let mut group = String::new();
        if exclusive {
            self.exclusive_groups += 1;
            group = format!("accordion-group-{}", self.exclusive_groups);
        }
        let level = self.level;
        let mut one_is_open = false;
        let inside = |writer: &mut Self| {
            for block in component.blocks() {
                match &block.kind {
                    BlockKind::Component(part)
                        if matches!(part.kind, ComponentKind::Accordion | ComponentKind::Expandable) =>
                    {
                        let open = part.flag("open") && !(exclusive && one_is_open);
                        one_is_open |= open;
                        writer.accordion(part, &group, open);
                    }
                    _ => writer.block(block),
                }
            }
        };
        self.own_element(component, "accordion-group", |writer| writer.nested(inside));
        self.level = level;
    }

    pub(super) fn indent(&mut self, component: &Component) {
        let hue = component.given("color").and_then(|color| hue_of(&color.value)).unwrap_or_default();
        let space = if hue.is_empty() { "" } else { " " };
        let class = format!("indent indent-{}{space}{hue}", component.value("level").unwrap_or("1"));
        self.element_with_body(component, &class);
    }

    /// Content for people. Content only for agents is not in the HTML.
    pub(super) fn visibility(&mut self, component: &Component) {
        if component.is_for("agents") {
            return;
        }
        let version = component.text("version").map(|version| format!("{} {version}", self.s.version()));
        let badges: Vec<String> = version.into_iter().chain(component.text("role").map(str::to_owned)).collect();
        let body = self.body(component);
        self.template(&VisibilityView { root: Root { component, class: "" }, badges: &badges, body: &body });
    }

    /// A table. Other content of the component keeps its position around it.
    pub(super) fn data_table(&mut self, component: &Component) {
        let caption = component.text("caption").unwrap_or_default();
        let label = if caption.is_empty() { self.s.table() } else { caption };
        let level = self.level;
        let mut is_first = true;
        let inside = |writer: &mut Self| {
            for block in component.blocks() {
                let BlockKind::Table(table) = &block.kind else {
                    writer.block(block);
                    continue;
                };
                writer.open_scrolling_table(label);
                writer.table(table, if std::mem::take(&mut is_first) { caption } else { "" });
                writer.out.push_str("</div>");
            }
        };
        self.own_element(component, "", |writer| writer.nested(inside));
        self.level = level;
    }

    fn open_scrolling_table(&mut self, label: &str) {
        self.out.push_str("<div class=\"table-box table-scroll\" role=\"group\" aria-label=\"");
        escape(label, &mut self.out);
        self.out.push_str("\" tabindex=\"0\">");
    }
}

/// The class of a gap between columns; `None` for the default gap.
fn gap_class(length: &str) -> Option<&'static str> {
    let digits = length.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number: f32 = length[..digits].parse().ok()?;
    let rem = if length[digits..].eq_ignore_ascii_case("px") { number / 16.0 } else { number };
    let steps = [(0.25, " gap-none"), (0.75, " gap-small"), (1.25, " gap-medium"), (1.75, ""), (2.5, " gap-large")];
    Some(steps.iter().find(|(below, _)| rem < *below).map_or(" gap-huge", |(_, class)| class))
}
