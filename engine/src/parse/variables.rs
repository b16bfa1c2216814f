//! Variables: `{{NAME}}` in a page is replaced with a value. Their names, their occurrences, and the values from
//! `tool.json` or frontmatter; also what else the page parser knows about the project.

use std::collections::BTreeMap;

use memchr::memmem;

use base::diagnostic::Span;
use base::tree::{Kind, NodeRef};

/// Whether a text is a valid variable name: capital letters, digits and `_`.
pub(crate) fn is_variable(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A `{{NAME}}` in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence<'t> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) name: &'t str,
}

/// The occurrences in a text, in order. Other braces, including triple ones, are plain text.
pub(crate) fn occurrences(text: &str) -> impl Iterator<Item = Occurrence<'_>> {
    let bytes = text.as_bytes();
    memmem::find_iter(bytes, b"{{").filter_map(move |start| {
        let name = start + 2;
        let is_part = |byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b'_';
        let after = name + bytes.get(name..)?.iter().take_while(is_part).count();
        let is_alone = start.checked_sub(1).and_then(|before| bytes.get(before)) != Some(&b'{')
            && bytes.get(after + 2) != Some(&b'}');
        let name = text.get(name..after).filter(|name| is_variable(name))?;
        (is_alone && bytes.get(after..after + 2) == Some(b"}}")).then_some(Occurrence { start, end: after + 2, name })
    })
}

/// Declarations outside of a page's text: the values of variables, and the components of the project.
pub(crate) struct Declared<'a> {
    /// The value of a variable.
    pub(crate) value: &'a dyn Fn(&str) -> Option<Box<str>>,
    /// The names of all variables with a value.
    pub(crate) names: &'a dyn Fn() -> Vec<Box<str>>,
    /// Whether the project defines a component of that name.
    pub(crate) component: &'a dyn Fn(&str) -> bool,
    /// The names of the project's components.
    pub(crate) components: &'a dyn Fn() -> Vec<Box<str>>,
    /// Whether comments in pages are kept.
    pub(crate) keeps_comments: bool,
}

impl Declared<'_> {
    /// No declarations.
    #[cfg(test)]
    pub(crate) const NONE: Self = Declared {
        value: &|_| None,
        names: &Vec::new,
        component: &|_| false,
        components: &Vec::new,
        keeps_comments: false,
    };
}

/// The value of a field `attributes`: values by name, and errors.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) values: BTreeMap<Box<str>, Box<str>>,
    pub(crate) wrong: Vec<(String, Span)>,
}

impl Attributes {
    /// Reads the field's value.
    pub(crate) fn read(node: NodeRef<'_>) -> Self {
        let mut out = Self::default();
        if !node.is_object() {
            out.wrong.push(("`attributes` must be a mapping of names to values".to_owned(), node.span()));
        }
        for (key, value) in node.entries() {
            let name = key.text();
            if !is_variable(name) {
                let message = format!("`{name}` is not a variable name: use capital letters, digits and `_`");
                out.wrong.push((message, key.span()));
                continue;
            }
            match value.scalar().filter(|_| value.kind() != Kind::Null) {
                Some(text) => {
                    out.values.insert(name.into(), text.into());
                }
                None => out.wrong.push((format!("the value of `{name}` must be a string"), value.span())),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn only_names_of_variables_in_two_braces_are_met() {
        let text = "{{A}} {{B_1}} {{ C }} {{d}} {{{E}}} {{F}}} {{_G}} {{2}} {{}} {{H {{I}} é{{J}}";
        let names: Vec<&str> = occurrences(text).map(|found| found.name).collect();
        assert_eq!(names, ["A", "B_1", "I", "J"]);
        for found in occurrences(text) {
            assert_eq!(text[found.start..found.end], format!("{{{{{}}}}}", found.name));
        }
        assert_eq!(occurrences(&"{{".repeat(1000)).count() + occurrences(&"{{A".repeat(1000)).count(), 0);
    }
}
