//! HTML elements that the old site hides from readers: their content shows here, which is reported.

use super::{Converter, Node};
use crate::page::tree::{Attribute, Element, Value};
use crate::report::LossKind;

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
