//! The tree of a page, for all dialects: created by the parser, changed by the conversion, and written.

use engine::other_tools::Notation;

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its line in the file, from 1.
    pub(super) line: u32,
    pub(super) kind: Kind,
}

/// The kind of a part.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// An empty line.
    Blank,
    /// A heading with `#`.
    Heading {
        level: usize,
        text: String,
    },
    /// Lines of Markdown with inline content: a paragraph, a table, raw HTML.
    Text(String),
    /// Lines that stay unchanged: indented code, a comment, converted output.
    Verbatim(String),
    Fence(Fence),
    Quote(Vec<Node>),
    Item {
        /// With the spaces after it.
        marker: String,
        children: Vec<Node>,
    },
    /// An element of the other tool.
    Element(Box<Element>),
    /// A block `{…}`, without the braces.
    Expression(String),
    /// A component of ours, or an HTML element.
    Target(Box<TargetElement>),
}

/// A fenced block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fence {
    /// The character of its delimiter, and its length.
    pub(super) mark: char,
    pub(super) length: usize,
    /// The info string, trimmed.
    pub(super) info: String,
    /// Each line with its `\n`, without the indentation of the containers and the delimiters.
    pub(super) content: String,
}

/// An element of another tool beyond Markdown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Element {
    pub(super) notation: Notation,
    /// As written; empty for a fragment `<>`.
    pub(super) name: String,
    pub(super) attributes: Vec<Attribute>,
    /// The rest of the opening line: the title of a directive, the JSON of a magic block.
    pub(super) argument: String,
    pub(super) children: Vec<Node>,
}

/// An attribute as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attribute {
    /// `...` for a spread.
    pub(super) name: String,
    pub(super) value: Value,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Only the name.
    None,
    Text(String),
    /// The source between braces.
    Expression(String),
}

/// A component of ours, or an HTML element, as it will be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TargetElement {
    pub(super) name: String,
    /// `None` for a boolean attribute.
    pub(super) attributes: Vec<(String, Option<String>)>,
    pub(super) children: Vec<Node>,
}

impl Node {
    /// Text, unchanged.
    pub(super) fn text(line: u32, text: impl Into<String>) -> Self {
        Self { line, kind: Kind::Text(text.into()) }
    }

    /// Lines that stay unchanged.
    pub(super) fn verbatim(line: u32, text: impl Into<String>) -> Self {
        Self { line, kind: Kind::Verbatim(text.into()) }
    }

    /// Whether it is an empty line.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.kind, Kind::Blank)
    }

    /// Whether it is a comment.
    pub(super) fn is_comment(&self) -> bool {
        matches!(&self.kind, Kind::Verbatim(text) if text.starts_with("<!--") && text.ends_with("-->"))
    }

    /// Whether it is invisible to readers.
    pub(super) fn is_silent(&self) -> bool {
        self.is_blank() || self.is_comment()
    }
}

impl TargetElement {
    /// Creates it without attributes and content.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), attributes: Vec::new(), children: Vec::new() }
    }

    /// The value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(given, _)| given == name).and_then(|(_, value)| value.as_deref())
    }

    /// Whether it has an attribute of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(given, _)| given == name)
    }

    /// Sets an attribute unless it is set.
    pub(super) fn set(&mut self, name: &str, value: Option<String>) {
        if !self.has(name) {
            self.attributes.push((name.to_owned(), value));
        }
    }

    /// Adds an attribute.
    pub(super) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.set(name, Some(value.into()));
        self
    }

    /// Sets its content.
    pub(super) fn holding(mut self, children: Vec<Node>) -> Self {
        self.children = children;
        self
    }

    /// Makes it a node at this line.
    pub(super) fn at(self, line: u32) -> Node {
        Node { line, kind: Kind::Target(Box::new(self)) }
    }
}

impl Element {
    /// A tag without attributes and content.
    pub(super) fn new(notation: Notation, name: &str) -> Self {
        Self { notation, name: name.to_owned(), attributes: Vec::new(), argument: String::new(), children: Vec::new() }
    }
}
