//! Components that set content apart: figures, panels, accordions, asides, indents.

use std::fmt::Write as _;

use askama::Template;

use super::Root;
use super::hue::hue_of;
use crate::parse::markdown::{BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::escape::escape;
use crate::render::fields::Slot;
use crate::render::html::Writer;
use crate::render::icon::Look;
use crate::render::spec_text::spec_text_below;
use crate::render::strings::STRINGS;

#[derive(Template)]
#[template(path = "components/frame.html", whitespace = "preserve")]
struct FrameView<'a> {
    root: Root<'a>,
    caption: &'a str,
    body: Slot<'a>,
}

/// A box that may have a title, and then a role that is named by it.
#[derive(Template)]
#[template(path = "components/titled_box.html", whitespace = "preserve")]
struct TitledBoxView<'a> {
    element: &'a str,
    root: Root<'a>,
    /// Empty for none.
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
    /// Empty where the element has the author's.
    id: &'a str,
    /// The name that the accordions of an exclusive group share.
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

impl Writer<'_> {
    pub(super) fn frame(&mut self, component: &Component) {
        let mut caption = String::new();
        if let Some(text) = component.value("caption") {
            spec_text_below(self.level, text, &mut caption);
        }
        let root = Root { component, class: if component.flag("border") { "frame frame-border" } else { "frame" } };
        self.around(component, |body, out| out.write(&FrameView { root, caption: &caption, body }));
    }

    pub(super) fn panel(&mut self, component: &Component) {
        let title = component.value("title").map(str::trim).unwrap_or_default();
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
        let title = component.value("title").map(str::trim).unwrap_or_default();
        self.around(component, |body, out| {
            out.write(&TitledBoxView {
                element: component.kind.name(),
                root: Root { component, class: "aside" },
                role: "note",
                label: if title.is_empty() { STRINGS.aside } else { title },
                class: "aside",
                icon: "",
                title,
                body,
            });
        });
    }

    /// An accordion or expandable of a group; `group` is empty for one that opens by itself.
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
        let body = self.captured(|writer| {
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
        });
        self.level = level;
        self.element_around(component, "accordion-group", &body);
    }

    pub(super) fn indent(&mut self, component: &Component) {
        let hue = component.given("color").and_then(|color| hue_of(&color.value)).unwrap_or_default();
        let space = if hue.is_empty() { "" } else { " " };
        let class = format!("indent indent-{}{space}{hue}", component.value("level").unwrap_or("1"));
        self.element_with_body(component, &class);
    }

    /// Content for people; what is for agents alone is not in the HTML.
    pub(super) fn visibility(&mut self, component: &Component) {
        if component.is_for("agents") {
            return;
        }
        let text = |name: &str| component.value(name).map(str::trim).filter(|text| !text.is_empty());
        let version = text("version").map(|version| format!("{} {version}", STRINGS.version));
        let badges: Vec<String> = version.into_iter().chain(text("role").map(str::to_owned)).collect();
        let body = self.body(component);
        self.template(&VisibilityView { root: Root { component, class: "" }, badges: &badges, body: &body });
    }

    /// Writes a component's own element around its content.
    pub(super) fn element_with_body(&mut self, component: &Component, class: &str) {
        self.open_element(component, class);
        self.content_here(&component.content);
        self.close_element(component);
    }

    /// Writes a component's own element around HTML.
    pub(super) fn element_around(&mut self, component: &Component, class: &str, body: &str) {
        self.open_element(component, class);
        self.out.push_str(body);
        self.close_element(component);
    }

    fn open_element(&mut self, component: &Component, class: &str) {
        let name = component.kind.name();
        // Writing to a string does not fail.
        let _ = write!(self.out, "<{name}{}>", Root { component, class });
    }

    fn close_element(&mut self, component: &Component) {
        let name = component.kind.name();
        let _ = write!(self.out, "</{name}>");
    }

    /// A table: what else stands in it keeps its place around it.
    pub(super) fn data_table(&mut self, component: &Component) {
        let caption = component.value("caption").map(str::trim).unwrap_or_default();
        let label = if caption.is_empty() { STRINGS.table } else { caption };
        let level = self.level;
        let mut is_first = true;
        let body = self.captured(|writer| {
            for block in component.blocks() {
                let BlockKind::Table(table) = &block.kind else {
                    writer.block(block);
                    continue;
                };
                writer.open_scrolling_table(label);
                writer.table(table, if std::mem::take(&mut is_first) { caption } else { "" });
                writer.out.push_str("</div>");
            }
        });
        self.level = level;
        self.element_around(component, "", &body);
    }

    fn open_scrolling_table(&mut self, label: &str) {
        self.out.push_str("<div class=\"table-box table-scroll\" role=\"group\" aria-label=\"");
        escape(label, &mut self.out);
        self.out.push_str("\" tabindex=\"0\">");
    }
}
