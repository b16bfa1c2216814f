//! Converts attributes, by the registry's changes for a component and the values that ours accepts.

use engine::accepted;
use engine::other_tools::{self, Change, Known, Value as Form};

use super::Converter;
use super::decorative::{computes, is_decorative};
use crate::literal::Literal;
use crate::page::read::jsx::decoded;
use crate::page::tree::{Attribute, Element, Kind, Node, TargetElement, Value};
use crate::page::write::escaped_text;
use crate::report::LossKind;

impl Converter<'_> {
    /// The literal value of an attribute; `None` if it is computed.
    pub(super) fn literal(&self, attribute: &Attribute) -> Option<Literal> {
        match &attribute.value {
            Value::None => Some(Literal::Flag(true)),
            Value::Text(text) => Some(Literal::Text(decoded(text))),
            Value::Expression(source) => match Literal::read(source) {
                jsx @ Literal::Jsx(_) => Some(jsx),
                _ => self.scope.value(source),
            },
        }
    }

    /// The text of an attribute; for JSX the text between its tags.
    pub(super) fn value(&self, element: &Element, name: &str) -> Option<String> {
        let attribute = element.attributes.iter().find(|attribute| attribute.name == name)?;
        match self.literal(attribute)? {
            Literal::Jsx(source) => Some(text_of_jsx(&source)).filter(|text| !text.is_empty()),
            literal => literal.as_text(),
        }
    }

    /// The value of an attribute; of an expression, what is literal.
    pub(super) fn literal_value(&self, element: &Element, name: &str) -> Option<Literal> {
        let attribute = element.attributes.iter().find(|attribute| attribute.name == name)?;
        match &attribute.value {
            Value::Expression(source) => Some(self.scope.value(source).unwrap_or_else(|| Literal::read(source))),
            _ => self.literal(attribute),
        }
    }

    /// Whether a boolean attribute is set.
    pub(super) fn flag(&self, element: &Element, name: &str) -> bool {
        element.attributes.iter().any(|attribute| {
            attribute.name == name
                && self.literal(attribute).is_some_and(|value| value.as_text().as_deref() != Some("false"))
        })
    }

    /// Our component for an element, with the attributes that it accepts.
    pub(super) fn made(&mut self, element: &Element, component: &str, changes: &[Change], line: u32) -> TargetElement {
        let mut made = TargetElement::new(component);
        let Some(known) = other_tools::known(component) else { return made };
        for change in changes {
            if let Change::Fixed(name, value) = change {
                made.set(name, Some((*value).to_owned()));
            }
        }
        for attribute in &element.attributes {
            self.attribute(element, attribute, known, changes, &mut made, line);
        }
        made
    }

    fn attribute(
        &mut self,
        element: &Element,
        attribute: &Attribute,
        known: Known,
        changes: &[Change],
        made: &mut TargetElement,
        line: u32,
    ) {
        let given = attribute.name.as_str();
        let change = changes.iter().find(|change| match change {
            Change::Renamed(theirs, _)
            | Change::Located(theirs)
            | Change::CalloutWord(theirs)
            | Change::Content(theirs) => *theirs == given,
            Change::Fixed(..) => false,
        });
        let name = match change {
            Some(Change::Renamed(_, ours)) => ours,
            Some(Change::CalloutWord(_)) => return self.callout_word(attribute, made),
            Some(Change::Located(place)) => {
                made.set("in", Some((*place).to_owned()));
                "name"
            }
            Some(Change::Content(_)) => return,
            _ => given,
        };
        let Some((ours, form)) = known.attribute(name).filter(|(ours, _)| !matches!(*ours, "class" | "theme")) else {
            if let Some(text) = self.shown_text(attribute) {
                made.children.push(Node::text(line, format!("**{}**", escaped_text(&text))));
                made.children.push(Node { line, kind: Kind::Blank });
            } else if is_decorative(given) {
                self.drop_attribute(given, line);
            } else {
                let subject = format!("{given} of <{}>", element.name);
                self.report_loss(LossKind::Attribute, line, &subject, "left out");
            }
            return;
        };
        if let Value::Text(text) = &attribute.value
            && !text.contains('&')
        {
            return self.fitted(element, made, (ours, form), text, line);
        }
        let Some(literal) = self.literal(attribute) else {
            if form == Form::Icon {
                let is_drawing =
                    matches!(&attribute.value, Value::Expression(source) if source.trim().starts_with('<'));
                let outcome = if is_drawing {
                    "a drawing that is not carried over; left out"
                } else {
                    "its value is computed; left out"
                };
                self.report_icon(&format!("{given} of <{}>", element.name), outcome, line);
            } else if !matches!(form, Form::Color | Form::Flag) {
                let subject = format!("{given} of <{}>", element.name);
                self.report_loss(LossKind::Attribute, line, &subject, "its value is computed; left out");
            }
            return;
        };
        let text = match &literal {
            Literal::Jsx(source) if form == Form::Icon => {
                return made.set_if(self.icon_of_jsx(&element.name, source, line), ours);
            }
            Literal::Flag(_) | Literal::Nothing if form == Form::Icon => None,
            Literal::Jsx(source) => Some(text_of_jsx(source)),
            // Of a pair for both themes, the light one.
            pair @ Literal::Object(_) if form == Form::Color => pair.get("light").and_then(Literal::as_text),
            other => other.as_text(),
        };
        let Some(text) = text else {
            if form == Form::Icon && !matches!(literal, Literal::Flag(_) | Literal::Nothing | Literal::Jsx(_)) {
                self.report_icon(&format!("{given} of <{}>", element.name), "its value is not a name; left out", line);
            }
            if form == Form::Json
                && let Ok(json) = serde_json::to_string(&literal.to_yaml())
            {
                made.set(ours, Some(json));
            }
            return;
        };
        self.fitted(element, made, (ours, form), &text, line);
    }

    /// Sets an attribute, given by name and form. A URL that pages refuse stays as text.
    fn fitted(
        &mut self,
        element: &Element,
        made: &mut TargetElement,
        (name, form): (&str, Form),
        text: &str,
        line: u32,
    ) {
        if form == Form::Icon {
            if let Some(icon) = self.icon(&element.name, text, line) {
                made.set(name, Some(icon));
            }
            return;
        }
        match self.fitting(&made.name, (name, form), text, line) {
            Some(value) => made.set(name, value),
            None if form == Form::Url && !text.trim().is_empty() => {
                let code = self.refused_url(element, name, text, line);
                made.children.push(Node::text(line, code));
                made.children.push(Node { line, kind: Kind::Blank });
            }
            None => {}
        }
    }

    /// Reports a URL that pages refuse and returns it as a code span.
    pub(super) fn refused_url(&mut self, element: &Element, name: &str, url: &str, line: u32) -> String {
        let subject = format!("{name} of <{}>: {}", element.name, url.trim());
        self.report_loss(LossKind::Attribute, line, &subject, "pages cannot link to it; it stays as code");
        super::plain::code_span(url)
    }

    /// The text of an attribute that readers of the source see, but that ours does not have.
    fn shown_text(&self, attribute: &Attribute) -> Option<String> {
        const SHOWN: &[&str] = &[
            "title",
            "description",
            "label",
            "caption",
            "subtitle",
            "footer",
            "header",
            "tag",
            "text",
            "heading",
            "badge",
            "hint",
            "tooltip",
        ];
        let text = SHOWN.contains(&attribute.name.as_str()).then(|| self.literal(attribute)).flatten()?;
        let text = match text {
            Literal::Jsx(source) => text_of_jsx(&source),
            Literal::Text(text) => text,
            _ => return None,
        };
        Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
    }

    /// Reports the texts of attributes that are not in `shown`, and counts those that the old tool computes. With
    /// `is_empty`, nothing else is shown of the component: a computed text is reported too.
    pub(super) fn report_unshown(&mut self, element: &Element, shown: &[&str], is_empty: bool, line: u32) {
        for attribute in element.attributes.iter().filter(|attribute| !shown.contains(&attribute.name.as_str())) {
            let name = attribute.name.as_str();
            let is_computed = is_empty && matches!(name, "text" | "label" | "value" | "content" | "title");
            if self.shown_text(attribute).is_some() {
                self.report_loss(LossKind::Attribute, line, &format!("{name} of <{}>", element.name), "left out");
            } else if is_computed && self.literal(attribute).is_none() {
                let subject = format!("{name} of <{}>", element.name);
                self.report_loss(LossKind::Attribute, line, &subject, "its value is computed; left out");
            } else if computes(name) {
                self.drop_attribute(name, line);
            }
        }
    }

    fn callout_word(&self, attribute: &Attribute, made: &mut TargetElement) {
        let Some(word) = self.literal(attribute).and_then(|value| value.as_text()) else { return };
        let found = other_tools::callout(&word);
        if let Some((kind, is_title)) = found {
            made.set("type", Some(kind.to_owned()));
            if is_title {
                made.set("title", Some(super::plain::capitalized(&word)));
            }
        } else if attribute.name == "emoji" {
            made.set("type", Some("note".to_owned()));
            made.set("icon-name", other_tools::icon(&word));
        } else {
            made.set("type", Some("note".to_owned()));
        }
    }

    /// Converts a text to the value of a component's attribute, given by name and form: `None` if the attribute does
    /// not accept it, `Some(None)` for a boolean attribute.
    pub(super) fn fitting(
        &mut self,
        component: &str,
        (name, form): (&str, Form),
        text: &str,
        line: u32,
    ) -> Option<Option<String>> {
        let text = text.trim();
        match form {
            Form::Flag => match text {
                "false" => Some(Some("false".to_owned())),
                _ => Some(None),
            },
            // Their names are those of icon fonts.
            Form::Icon => None,
            // The caller says so.
            Form::Url if engine::is_refused(text) => None,
            Form::Url => {
                let path = text.split(['?', '#']).next().unwrap_or(text);
                // What is downloaded is the file, not the page that it becomes.
                let is_download = component == "wc-download" && crate::paths::is_page(path);
                let is_file = is_download || text.rsplit('.').next().is_some_and(is_image);
                let address = if is_file { self.asset(text, line) } else { self.link(text, line) };
                accepted::is_value(component, name, &address).then_some(Some(address))
            }
            Form::Range(low, high) => {
                let number = text.parse::<u8>().ok()?;
                Some(Some(number.clamp(low, high).to_string()))
            }
            Form::OneOf(_) => {
                let lower = text.to_lowercase();
                accepted::is_value(component, name, &lower).then_some(Some(lower))
            }
            Form::Number | Form::Color | Form::Length | Form::Size | Form::Variable => {
                let fits = !text.is_empty() && accepted::is_value(component, name, text);
                fits.then(|| Some(text.to_owned()))
            }
            Form::Text | Form::Json | Form::Lines | Form::Security | Form::Status => Some(Some(text.to_owned())),
        }
    }

    /// The new URL of a link.
    pub(in crate::page) fn link(&self, target: &str, line: u32) -> String {
        if is_outside(target) && !engine::is_refused(target) {
            return target.to_owned();
        }
        let from = self.base.as_deref().unwrap_or(&self.file);
        self.around.link(from, target, self.place_of(target, line)).unwrap_or_else(|| target.to_owned())
    }

    /// The new URL of a file.
    pub(in crate::page) fn asset(&self, target: &str, line: u32) -> String {
        let target = themed(target).map_or(target, |(target, _)| target);
        if is_outside(target) {
            return target.to_owned();
        }
        let from = self.base.as_deref().unwrap_or(&self.file);
        self.around.asset(from, target, self.place_of(target, line)).unwrap_or_else(|| target.to_owned())
    }
}

/// An image URL without the suffix that limits it to light or dark pages (Material for MkDocs, GitHub), and whether it
/// is for dark ones.
pub(super) fn themed(target: &str) -> Option<(&str, bool)> {
    const MARKS: [(&str, bool); 4] =
        [("#only-light", false), ("#only-dark", true), ("#gh-light-mode-only", false), ("#gh-dark-mode-only", true)];
    MARKS.iter().find_map(|(mark, is_dark)| Some((target.trim_end().strip_suffix(mark)?, *is_dark)))
}

/// Whether an image is only for dark pages.
pub(super) fn is_for_dark(target: &str) -> bool {
    themed(target).is_some_and(|(_, is_dark)| is_dark)
}

/// Whether classes show something only on dark pages: `hidden dark:block`, `light:sl-hidden`.
pub(super) fn is_dark_class(class: &str) -> bool {
    let words = || class.split_whitespace();
    let is_shown = |word: &str| word.strip_prefix("dark:").is_some_and(|look| !look.contains("hidden"));
    let is_hidden = |word: &str| matches!(word, "light:hidden" | "light:sl-hidden");
    words().any(|word| word == "hidden") && words().any(is_shown) || words().any(is_hidden)
}

/// Whether an HTML element is an image only for dark pages, or its source in `picture`.
pub(super) fn is_dark_image(name: &str, attributes: &[Attribute]) -> bool {
    let is_dark = |attribute: &Attribute| match (&attribute.value, attribute.name.as_str()) {
        (Value::Text(source), "src") => is_for_dark(source),
        (Value::Text(class), "class" | "className") => is_dark_class(class),
        (Value::Text(media), "media") => media.contains("prefers-color-scheme") && media.contains("dark"),
        _ => false,
    };
    matches!(name, "img" | "source") && attributes.iter().any(is_dark)
}

/// Whether a URL points outside the project.
pub(super) fn is_outside(target: &str) -> bool {
    let lower = target.trim_start().get(..9).unwrap_or(target).to_ascii_lowercase();
    ["http:", "https:", "mailto:", "tel:", "data:", "//", "ftp:", "vscode:", "cursor:"]
        .iter()
        .any(|start| lower.starts_with(start))
}

/// Whether a file extension is that of an image or video.
pub(super) fn is_image(ending: &str) -> bool {
    const ENDINGS: &[&str] = &["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "mp4", "webm", "mov", "ico"];
    ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
}

/// The source of the first image in JSX.
pub(super) fn image_of_jsx(source: &str) -> Option<String> {
    let tags = crate::page::read::tokens::opening_tags(source);
    tags.filter(|(tag, _)| tag.name == "img").find_map(|(tag, _)| tag.text("src").map(ToOwned::to_owned))
}

/// The text between the tags of JSX.
pub(super) fn text_of_jsx(source: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut reach = crate::page::read::expression::Reach::default();
    while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '<' => {
                let tag = crate::page::read::jsx::tag(source, at, &mut reach);
                at = tag.map_or(at + 1, |tag| tag.end);
            }
            '{' => {
                let end = crate::page::read::expression::expression_end(source, at, &mut reach).unwrap_or(source.len());
                let inner = source.get(at + 1..end.saturating_sub(1)).unwrap_or_default();
                if let Literal::Text(text) = Literal::read(inner) {
                    out.push_str(&text);
                }
                at = end;
            }
            c => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::is_dark_class;

    #[test]
    fn classes_show_something_only_on_dark_pages() {
        for class in ["hidden dark:block", "dark:inline w-4 hidden", "light:sl-hidden", "a light:hidden"] {
            assert!(is_dark_class(class), "{class}");
        }
        for class in ["", "hidden", "dark:block", "rounded dark:invert", "block dark:hidden", "hidden dark:hidden"] {
            assert!(!is_dark_class(class), "{class}");
        }
    }
}
