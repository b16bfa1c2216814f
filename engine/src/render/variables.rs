//! Editable variables outside of their components: in text they show the reader's value, in code they can also be
//! edited.

use super::escape::escaped;
use super::html::HtmlWriter;
use crate::parse::markdown::{Variable, mark};

impl HtmlWriter<'_> {
    /// A variable in text, which shows the reader's value.
    pub(super) fn edited_elsewhere(&mut self, variable: &Variable) {
        let (name, text) = (escaped(&variable.name), escaped(&variable.text));
        self.out.push_str(&format!("<span data-var=\"{name}\">{text}</span>"));
    }
}

/// HTML with the markers of variables in its code replaced by editable elements.
pub(super) fn with_variables(html: Box<str>, variables: &[Variable]) -> Box<str> {
    let number = |c: char| (0..variables.len()).find(|number| mark(*number) == Some(c));
    if variables.is_empty() || !html.contains(|c| number(c).is_some()) {
        return html;
    }
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    for c in html.chars() {
        match number(c).and_then(|number| variables.get(number)) {
            Some(Variable { name, text }) => {
                let (name, text) = (escaped(name), escaped(text));
                out.push_str(&format!(
                    "<wc-var name=\"{name}\" default=\"{text}\" class=\"var\"><var>{text}</var></wc-var>"
                ));
            }
            None => out.push(c),
        }
    }
    out.into()
}
