//! Inline components.

use askama::Template;

use super::Root;
use crate::Db;
use crate::parse::config::Strings;
use crate::parse::markdown::{Component, ComponentContent, plain_text};
use crate::render::assets::Extra;
use crate::render::escape::{escape, escaped};
use crate::render::html::HtmlWriter;
use crate::render::icon::{Look, icon_html};
use crate::resolve::links::{Target, resolve};
use crate::resolve::pages::{PageId, asset_at};
use base::inputs::{Contents, File, FileSet};
use base::text::DestinationKind;

#[derive(Template)]
#[template(path = "components/tooltip.html", whitespace = "preserve")]
struct TooltipView<'a> {
    root: Root<'a>,
    number: usize,
    /// Whether it is focusable: not inside a link, which has the focus itself.
    focusable: bool,
    text: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/copy.html", whitespace = "preserve")]
struct CopyView<'a> {
    root: Root<'a>,
    text: &'a str,
    /// The text that is copied, for the button's accessible name.
    label: &'a str,
    body: &'a str,
    /// Whether a button is allowed: not inside a link.
    button: bool,
    copy: &'a str,
}

#[derive(Template)]
#[template(path = "components/download.html", whitespace = "preserve")]
struct DownloadView<'a> {
    root: Root<'a>,
    link: &'a str,
    size: &'a str,
}

#[derive(Template)]
#[template(path = "components/anchor.html", whitespace = "preserve")]
struct AnchorView<'a> {
    root: Root<'a>,
    /// Empty if the root element has the id, or without an id.
    own_id: &'a str,
    id: &'a str,
    text: &'a str,
    body: &'a str,
    link_to: &'a str,
    /// Whether a self-link is allowed.
    link: bool,
}

#[derive(Template)]
#[template(path = "components/var.html", whitespace = "preserve")]
struct VarView<'a> {
    root: Root<'a>,
    text: &'a str,
}

#[derive(Template)]
#[template(path = "components/color.html", whitespace = "preserve")]
struct ColorView<'a> {
    s: &'a Strings,
    root: Root<'a>,
    hex: &'a str,
    name: &'a str,
    variable: &'a str,
    /// Whether a button is allowed: not inside a link.
    button: bool,
}

impl HtmlWriter<'_> {
    /// The content of a component, or the attribute that replaces it.
    fn words(&mut self, component: &Component) -> String {
        let outer = std::mem::take(&mut self.out);
        self.words_here(component);
        std::mem::replace(&mut self.out, outer)
    }

    /// Writes the content of a component, or the attribute that replaces it, to the output.
    fn words_here(&mut self, component: &Component) {
        if component.is_empty() {
            escape(component.own_text().unwrap_or_default(), &mut self.out);
        } else {
            self.content_here(&component.content);
        }
    }

    pub(super) fn badge(&mut self, component: &Component) {
        let class = format!("badge badge-{}", choice(component, "variant"));
        self.own_element(component, &class, |writer| writer.words_here(component));
    }

    pub(super) fn tooltip(&mut self, component: &Component) {
        self.tooltips += 1;
        let number = self.tooltips;
        let body = self.words(component);
        let class = format!("tooltip tooltip-{}", choice(component, "position"));
        let root = Root { component, class: &class };
        let text = component.value("text").unwrap_or_default();
        self.template(&TooltipView { root, number, focusable: !self.in_link(), text, body: &body });
    }

    /// An icon by its name.
    pub(super) fn icon(&mut self, component: &Component) {
        let number = |name: &str| component.value(name).and_then(|text| text.parse().ok());
        let look = Look {
            size: number("size").unwrap_or(16.0),
            label: component.own_text().unwrap_or_default(),
            color: component.value("color").unwrap_or_default(),
        };
        let icon = icon_html(self.db, self.file, component.value("name").unwrap_or_default(), look);
        self.own_element(component, "", |writer| writer.out.push_str(&icon));
    }

    pub(super) fn picture(&mut self, component: &Component) {
        let root = Root { component, class: "" }.to_string();
        self.image_component(component, &root);
    }

    pub(super) fn copy(&mut self, component: &Component) {
        let body = self.words(component);
        let mut text = component.value("text").unwrap_or_default().to_owned();
        if text.is_empty()
            && let ComponentContent::Inlines(content) = &component.content
        {
            plain_text(content, &mut text);
        }
        let root = Root { component, class: "copy-pill" };
        let label = component.value("label").unwrap_or(&text);
        let (button, copy) = (!self.in_link(), self.s.copy());
        self.template(&CopyView { root, text: &text, label, body: &body, button, copy });
    }

    pub(super) fn download(&mut self, component: &Component) {
        let href = component.value("href").unwrap_or_default();
        let filename = component.value("filename").unwrap_or_default();
        let label = download_label(self.s, component);
        let link = self.captured(|writer| {
            let is_link = !writer.in_link()
                && writer.open_link_with(href, "download-link", |out| {
                    out.push_str(&format!(" download=\"{}\"", escaped(filename)));
                });
            if component.is_empty() {
                writer.out.push_str(&escaped(label));
            } else {
                writer.nested(|writer| {
                    writer.tags.enter_link();
                    writer.content_here(&component.content);
                    writer.tags.leave_link();
                });
            }
            if is_link {
                writer.out.push_str("</a>");
            }
        });
        let size = match component.value("size") {
            Some(size) if !size.trim().is_empty() => size.to_owned(),
            _ => size_of(self.db, self.file, href).unwrap_or_default(),
        };
        self.template(&DownloadView { root: Root { component, class: "download" }, link: &link, size: &size });
    }

    pub(super) fn button(&mut self, component: &Component) {
        let class = format!("button button-{} button-{}", choice(component, "variant"), choice(component, "size"));
        let inside = |writer: &mut Self| {
            let href = component.given("href").filter(|_| !writer.in_link()).map(|href| &*href.value);
            if href.is_some_and(|href| writer.open_link(href, "button-label", "")) {
                writer.tags.enter_link();
                writer.words_here(component);
                writer.tags.leave_link();
                writer.out.push_str("</a>");
            } else {
                writer.out.push_str("<span class=\"button-label\">");
                writer.words_here(component);
                writer.out.push_str("</span>");
            }
        };
        self.own_element(component, &class, |writer| writer.nested(inside));
    }

    pub(super) fn anchor(&mut self, component: &Component) {
        let body = self.words(component);
        let mut text = String::new();
        if let ComponentContent::Inlines(content) = &component.content {
            plain_text(content, &mut text);
        }
        let id = component.anchor.as_deref().unwrap_or_default();
        let own_id = if component.given("id").is_some() { "" } else { id };
        let name = if text.trim().is_empty() { id } else { &text };
        let link = !self.in_link() && !id.is_empty();
        let root = Root { component, class: "anchor" };
        self.template(&AnchorView { root, own_id, id, text: name, body: &body, link_to: self.s.link_to(), link });
    }

    /// The value of a variable; nothing if the component declares it.
    pub(super) fn variable(&mut self, component: &Component) {
        if let Some(text) = component.own_text() {
            self.extras.insert(Extra::Variables);
            self.template(&VarView { root: Root { component, class: "var" }, text });
        }
    }

    /// An include that could not be resolved.
    pub(super) fn include(&mut self, component: &Component) {
        let source = component.value("src").unwrap_or_default();
        // The path is not a URL and is not linked.
        let (words, path) = (escaped(self.s.missing_text()), escaped(source));
        self.out.push_str(&format!("<wc-include><mark>{words} <code>{path}</code></mark></wc-include>"));
    }

    pub(super) fn color(&mut self, component: &Component) {
        let hex = component.value("hex").unwrap_or_default();
        let name = component.value("name").unwrap_or_default();
        let variable = component.value("variable").unwrap_or_default();
        let (root, button) = (Root { component, class: "color" }, !self.in_link());
        self.template(&ColorView { s: self.s, root, hex, name, variable, button });
    }
}

/// The label of a link to a file; by default the last segment of its URL.
pub(in crate::render) fn download_label<'a>(s: &'a Strings, component: &'a Component) -> &'a str {
    let href = component.value("href").unwrap_or_default();
    let last = href.split(['?', '#']).next().and_then(|path| path.rsplit('/').find(|part| !part.is_empty()));
    let given = component.value("label").or(component.given("filename").map(|name| &*name.value));
    given.filter(|label| !label.trim().is_empty()).or(last).unwrap_or(s.download())
}

/// The readable size of a project file.
pub(in crate::render) fn size_of(db: &dyn Db, file: File, href: &str) -> Option<String> {
    if DestinationKind::of(href) == DestinationKind::Refused {
        return None;
    }
    let Target::Asset(path) = resolve(db, file, href) else { return None };
    match asset_at(db, PageId::new(db, FileSet::of(db, file), path))?.contents(db) {
        Contents::Binary { len, .. } => Some(size(*len)),
        Contents::Text(text) => Some(size(text.len() as u64)),
        _ => None,
    }
}

/// The value of an enumerated attribute, for use in a class name.
fn choice(component: &Component, name: &str) -> String {
    component.value(name).unwrap_or_default().to_ascii_lowercase()
}

/// Formats a number of bytes for readers.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    let mut amount = bytes as f64;
    let mut unit = "B";
    for larger in UNITS {
        if amount < 999.5 {
            break;
        }
        amount /= 1000.0;
        unit = larger;
    }
    if unit == "B" || amount >= 9.95 { format!("{amount:.0} {unit}") } else { format!("{amount:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_at_a_glance() {
        let sizes: Vec<String> = [0, 999, 1_000, 9_949, 15_600, 999_600, 3_450_000_000].map(size).to_vec();
        assert_eq!(sizes, ["0 B", "999 B", "1.0 kB", "9.9 kB", "16 kB", "1.0 MB", "3.5 GB"]);
    }
}
