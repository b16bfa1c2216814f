//! HTML elements that the old site hides from readers: those that a style sheet hides are left out, and the content of the
//! others shows here. Both are reported.

use super::{Converter, Node};
use crate::page::read::jsx::decoded;
use crate::page::tree::{Attribute, Element, Value};
use crate::page::write::escaped_text;
use crate::report::{LossKind, Origin};
use crate::style_sheet::Generated;

impl Converter<'_> {
    /// Reports what hides an HTML block in the source, unless it has nothing to show.
    pub(super) fn report_hidden_block(&mut self, element: &Element, line: u32) {
        let is_box = matches!(element.name.as_str(), "div" | "p" | "section" | "span");
        if !is_box || !element.children.iter().all(Node::is_silent) {
            self.report_hiding(&element.name, &element.attributes, line);
        }
    }

    /// Reports what hides an HTML element in the source, since it has no effect here.
    pub(super) fn report_hiding(&mut self, name: &str, attributes: &[Attribute], line: u32) {
        // These show nothing of their own.
        if matches!(name, "script" | "style" | "link" | "meta" | "template" | "input" | "source") {
            return;
        }
        let Some(hiding) = attributes.iter().find_map(hiding) else { return };
        self.report_loss(
            LossKind::Attribute,
            line,
            &format!("{hiding} of <{name}>"),
            "left out: its content shows here",
        );
        self.of_no_content();
    }
}

impl Converter<'_> {
    /// Reports an element that a style sheet of the site hides. Returns whether it is one.
    pub(super) fn drops_hidden(&mut self, name: &str, attributes: &[Attribute], line: u32) -> bool {
        let hiding = self.around.style_sheet().zip(class_of(attributes));
        let Some(class) = hiding.and_then(|(sheet, class)| sheet.hiding_class(class)) else { return false };
        let subject = format!("the class \"{class}\" of <{name}>");
        let outcome = "a style sheet hides it: left out, as on the old site unless a script shows it there";
        let loss = self.loss(LossKind::Attribute, line, &subject, outcome);
        self.losses.push(loss.by(Origin::Choice));
        self.of_no_content();
        true
    }

    /// The text that a style sheet of the site shows in an element without content.
    pub(super) fn generated_text(&self, attributes: &[Attribute]) -> Option<String> {
        let value = |name: &str| {
            let of_name = |attribute: &&Attribute| attribute.name == name;
            attributes.iter().find(of_name).and_then(|attribute| match &attribute.value {
                Value::Text(text) => Some(decoded(text)).filter(|text| !text.trim().is_empty()),
                _ => None,
            })
        };
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name == name);
        let text = match self.around.style_sheet()?.generated(class_of(attributes)?, has)? {
            Generated::Text(text) => text,
            Generated::ValueOf(name) => value(&name)?,
        };
        Some(escaped_text(&text))
    }
}

/// The classes of an element.
fn class_of(attributes: &[Attribute]) -> Option<&str> {
    attributes.iter().find_map(|attribute| match (attribute.name.as_str(), &attribute.value) {
        ("class" | "className", Value::Text(class)) => Some(class.as_str()),
        _ => None,
    })
}

/// The attribute as written if it hides its element: `hidden`, the class `hidden`, `display: none`. `None` for others and
/// for computed values.
fn hiding(attribute: &Attribute) -> Option<String> {
    match (attribute.name.as_str(), &attribute.value) {
        ("hidden", Value::None) => Some("hidden".to_owned()),
        ("hidden", Value::Text(value)) => Some(format!("hidden=\"{value}\"")),
        ("hidden", Value::Expression(source)) => (source.trim() == "true").then(|| "hidden={true}".to_owned()),
        ("class" | "className", Value::Text(class)) => is_hidden(class).then(|| "the class \"hidden\"".to_owned()),
        ("style", Value::Text(style) | Value::Expression(style)) => {
            is_displayed_as_none(style).then(|| "the style \"display: none\"".to_owned())
        }
        _ => None,
    }
}

/// Whether classes hide an element everywhere: one is `hidden`, and no variant such as `md:block` shows it again.
fn is_hidden(class: &str) -> bool {
    const SHOWN: [&str; 7] = ["block", "inline", "flex", "grid", "table", "contents", "list-item"];
    let shows = |word: &str| {
        let look = word.rsplit_once(':').map(|(_, look)| look.trim_start_matches("inline-"));
        look.is_some_and(|look| SHOWN.contains(&look) || look.starts_with("table-"))
    };
    class.split_whitespace().any(|word| word == "hidden") && !class.split_whitespace().any(shows)
}

/// Whether a style, as CSS or as an object of JSX, has `display: none`.
fn is_displayed_as_none(style: &str) -> bool {
    let mut declarations = style.split([';', ',']).filter_map(|declaration| declaration.split_once(':'));
    let plain = |text: &str| text.trim_matches(|c: char| c.is_whitespace() || "{}\"'".contains(c)).to_ascii_lowercase();
    declarations.any(|(name, value)| {
        let value = plain(value);
        plain(name) == "display" && value.split(['!', ' ']).next() == Some("none")
    })
}

#[cfg(test)]
mod tests {
    use super::{is_displayed_as_none, is_hidden};

    #[test]
    fn classes_and_styles_hide_elements() {
        assert!(is_hidden("a hidden") && is_hidden("hidden md:text-lg"));
        for class in ["", "hidden-x", "md:hidden", "hidden md:block", "hidden lg:inline-flex", "hidden dark:table-cell"]
        {
            assert!(!is_hidden(class), "{class}");
        }
        assert!(
            ["display:none", "color: red; display: none !important", "{ display: 'none', top: 0 }"]
                .into_iter()
                .all(is_displayed_as_none)
        );
        assert!(!["display: block", "display-x: none", "content: none", ""].into_iter().any(is_displayed_as_none));
    }
}
