//! JSON values as a document spells them, and how much of a long one is shown.

use crate::schema::Literal;
use crate::spec::Text;
use base::tree::{Limits, NodeRef, Tree, is_json_number, write_string};

/// JSON beyond this length is shown with shorter lists, in bytes.
const LONGEST_SHOWN: usize = 64 << 10;
/// The items of each list that are shown then: the most that are short enough.
const MOST_SHOWN: [usize; 4] = [32, 8, 3, 1];

/// The part of a long value that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The value with fewer items, as JSON.
    pub(crate) text: Text,
    /// How many items each list has at most.
    pub items: usize,
}

/// What is shown of a JSON text that is long. None for any other text.
pub(super) fn shortened(text: &str) -> Option<Shortened> {
    if text.len() <= LONGEST_SHOWN || !text.starts_with(['{', '[']) {
        return None;
    }
    Value::read(text).shortened()
}

/// A value, with numbers as the source spells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    String(Text),
    /// JSON text of a number, boolean or `null`.
    Literal(Text),
    /// A list.
    Array(Vec<Self>),
    /// Members in order.
    Object(Vec<(Text, Self)>),
}

impl Value {
    /// The value that a literal spells.
    pub fn of(literal: &Literal) -> Self {
        if literal.is_string {
            return Self::String(literal.text.clone());
        }
        if literal.text.starts_with(['{', '[']) {
            return Self::read(&literal.text);
        }
        if matches!(&*literal.text, "true" | "false" | "null") || is_json_number(&literal.text) {
            return Self::Literal(literal.text.clone());
        }
        Self::String(literal.text.clone())
    }

    /// The value of a JSON text of our own making.
    pub fn read(text: &str) -> Self {
        Self::of_node(Tree::from_json(text, Limits::default()).tree.root())
    }

    /// A value of a document. The depth of the recursion is the document's, which its reader limits.
    pub(crate) fn of_node(node: NodeRef<'_>) -> Self {
        if node.is_object() {
            let members = node.entries().map(|(key, value)| (key.text().into(), Self::of_node(value)));
            return Self::Object(members.collect());
        }
        if node.is_array() {
            return Self::Array(node.items().map(Self::of_node).collect());
        }
        match node.as_str() {
            Some(text) => Self::String(text.into()),
            None => Self::Literal(node.to_json().into()),
        }
    }

    /// A scalar as it stands in a URL or a header; JSON for a container.
    pub fn plain(&self) -> Text {
        match self {
            Self::String(text) | Self::Literal(text) => text.clone(),
            Self::Array(_) | Self::Object(_) => self.json().into(),
        }
    }

    /// JSON with two-space indentation.
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out
    }

    /// JSON with at most so many items in each list, or less where that is still too long; and how many those are. None when
    /// there are no lists to shorten.
    fn shortened(&self) -> Option<Shortened> {
        let mut found = None;
        for most in MOST_SHOWN {
            let mut value = self.clone();
            if !value.cut_lists(most) {
                continue;
            }
            let text = value.json();
            let is_short = text.len() <= LONGEST_SHOWN;
            found = Some(Shortened { text: text.into(), items: most });
            if is_short {
                break;
            }
        }
        found
    }

    /// Leaves so many items in each list. Says whether one had more.
    fn cut_lists(&mut self, most: usize) -> bool {
        match self {
            Self::String(_) | Self::Literal(_) => false,
            Self::Array(items) => {
                let had_more = items.len() > most;
                items.truncate(most);
                items.iter_mut().fold(had_more, |cut, item| item.cut_lists(most) | cut)
            }
            Self::Object(members) => members.iter_mut().fold(false, |cut, (_, value)| value.cut_lists(most) | cut),
        }
    }

    fn write(&self, level: usize, out: &mut String) {
        let new_line = |level: usize, out: &mut String| {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        };
        match self {
            Self::String(text) => write_string(text, out),
            Self::Literal(text) => out.push_str(text),
            Self::Array(items) if items.is_empty() => out.push_str("[]"),
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    new_line(level + 1, out);
                    item.write(level + 1, out);
                }
                new_line(level, out);
                out.push(']');
            }
            Self::Object(members) => {
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push(if at == 0 { '{' } else { ',' });
                    new_line(level + 1, out);
                    write_string(name, out);
                    out.push_str(": ");
                    value.write(level + 1, out);
                }
                new_line(level, out);
                out.push('}');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_SHOWN, shortened};

    #[test]
    fn long_lists_are_shortened_to_what_fits() {
        let of = |items: usize, each: usize| {
            let item = format!("{{\"name\": \"{}\", \"list\": [1, 2, 3, 4]}}", "x".repeat(each));
            format!("{{\"total\": {items}, \"items\": [{}]}}", vec![item; items].join(", "))
        };
        assert_eq!(shortened(&of(10, 10)), None);
        let many = shortened(&of(5_000, 100)).unwrap();
        assert!(many.items == 32 && many.text.len() <= LONGEST_SHOWN, "{} {}", many.items, many.text.len());
        assert_eq!((many.text.matches("xxx\"").count(), many.text.matches(", ").count()), (32, 0));
        assert!(many.text.contains("\"total\": 5000"));
        // Of long items there are fewer, one at least, and then the lists in them are short too.
        assert_eq!(shortened(&of(100, 20_000)).unwrap().items, 3);
        let one = shortened(&of(3, 100_000)).unwrap();
        assert_eq!((one.items, one.text.matches("xxx\"").count(), one.text.contains('2')), (1, 1, false));
    }

    #[test]
    fn what_has_no_lists_stays_whole() {
        assert_eq!(shortened(&format!("{{\"a\": \"{}\"}}", "x".repeat(100_000))), None);
        assert_eq!(shortened(&"text ".repeat(100_000)), None);
        assert_eq!(shortened(&format!("[not json {}", "x".repeat(100_000))), None);
    }
}
