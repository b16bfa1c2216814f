//! Callouts, including GitHub alerts.

use std::fmt::Display;

use askama::Template;

use super::Root;
use crate::parse::config::Strings;
use crate::parse::markdown::{Alert, Block, Component};
use crate::registry::ComponentKind;
use crate::render::fields::Slot;
use crate::render::html::HtmlWriter;
use crate::render::icon::{Look, icon_html};

#[derive(Template)]
#[template(path = "components/callout.html", whitespace = "preserve")]
struct CalloutView<'a> {
    element: &'a str,
    root: &'a dyn Display,
    icon: &'a str,
    /// Its accessible name: the title, or the word for its type.
    label: &'a str,
    /// Empty without one; the icon then stands before the text.
    title: &'a str,
    body: Slot<'a>,
}

impl HtmlWriter<'_> {
    pub(super) fn callout(&mut self, component: &Component) {
        let kind = component.value("type").unwrap_or_default().to_ascii_lowercase();
        let (word, icon) = callout_words(self.s, component);
        let icon = self.icon_of(component, icon, Look::BESIDE_TEXT);
        let title = component.value("title").filter(|title| !title.trim().is_empty()).unwrap_or_default();
        // A callout that would otherwise be only an icon shows the word for its type.
        let title = if title.is_empty() && component.is_empty() { word } else { title };
        let label = if title.is_empty() { word } else { title };
        let class = format!("callout callout-{kind}{}", if title.is_empty() { " callout-plain" } else { "" });
        let (element, root) = (component.kind.name(), Root { component, class: &class });
        self.around(component, |body, out| {
            out.write(&CalloutView { element, root: &root, icon: &icon, label, title, body });
        });
    }

    /// A GitHub alert, rendered as a callout without a title.
    pub(in crate::render) fn alert(&mut self, kind: Alert, content: &[Block]) {
        let (kind, label, icon) = match kind {
            Alert::Note => ("note", self.s.note(), "bookmark"),
            Alert::Tip => ("tip", self.s.tip(), "lightbulb"),
            Alert::Important => ("info", self.s.important(), "message-square-warning"),
            Alert::Warning => ("warning", self.s.warning(), "triangle-alert"),
            Alert::Caution => ("danger", self.s.caution(), "octagon-alert"),
        };
        let title = if content.is_empty() { label } else { "" };
        let plain = if title.is_empty() { " callout-plain" } else { "" };
        let root = format!(" type=\"{kind}\" class=\"callout callout-{kind}{plain}\"");
        let icon = icon_html(self.db, self.file, icon, Look::BESIDE_TEXT);
        let element = ComponentKind::Callout.name();
        let level = self.level;
        let inside = |writer: &mut Self| writer.nested(|writer| writer.blocks(content));
        self.with_slot(inside, |body, out| {
            out.write(&CalloutView { element, root: &root, icon: &icon, label, title, body });
        });
        self.level = level;
    }
}

/// The default title and icon of a callout.
pub(in crate::render) fn callout_words<'a>(s: &'a Strings, component: &Component) -> (&'a str, &'static str) {
    match component.value("type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "note" => (s.note(), "bookmark"),
        "tip" => (s.tip(), "lightbulb"),
        "success" => (s.success(), "circle-check"),
        "warning" => (s.warning(), "triangle-alert"),
        "danger" => (s.danger(), "octagon-alert"),
        "error" => (s.error(), "circle-x"),
        _ => (s.info(), "info"),
    }
}
