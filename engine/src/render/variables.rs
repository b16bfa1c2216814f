//! Variables that readers edit, where they stand outside of their own components: in running text they follow, in code they
//! are edited too.

use super::escape::escaped;
use super::html::Writer;
use crate::parse::markdown::{Variable, mark};

impl Writer<'_> {
    /// A variable in running text, which follows what a reader makes of it.
    pub(super) fn edited_elsewhere(&mut self, variable: &Variable) {
        let (name, text) = (escaped(&variable.name), escaped(&variable.text));
        self.out.push_str(&format!("<span data-var=\"{name}\">{text}</span>"));
    }
}

/// A piece of HTML with the marks of variables in its code turned into elements that readers edit.
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
