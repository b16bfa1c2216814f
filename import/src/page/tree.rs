//! The one tree of a page, for all dialects: what the readers make, what conversion changes, what is written.

use engine::foreign::Notation;

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its line in the file, from 1.
    pub(super) line: u32,
    pub(super) kind: Kind,
}

/// What a part of a page is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// An empty line.
    Blank,
    /// A heading with `#`.
    Heading {
        level: usize,
        text: String,
    },
    /// Lines of Markdown that hold inlines: a paragraph, a table, raw HTML.
    Text(String),
    /// Lines that stay as they are: indented code, a comment, what conversion has made.
    Verbatim(String),
    Fence(Fence),
    Quote(Vec<Node>),
    Item {
        /// With the blanks behind it.
        marker: String,
        children: Vec<Node>,
    },
    /// Something of the other tool.
    Element(Box<Element>),
    /// `{…}` on its own, without the braces.
    Expression(String),
    /// A component of ours, or an HTML element.
    Made(Box<Made>),
}

/// A fenced block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fence {
    /// The character of its marks, and how many there are.
    pub(super) mark: char,
    pub(super) length: usize,
    /// What follows the marks, trimmed.
    pub(super) info: String,
    /// Each line with its `\n`, without the indentation of the containers and the marks.
    pub(super) content: String,
}

/// Something that another tool has beside Markdown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Element {
    pub(super) notation: Notation,
    /// As it is written; empty for a fragment `<>`.
    pub(super) name: String,
    pub(super) attributes: Vec<Attribute>,
    /// What else the opening line says: the title of a directive, the JSON of a magic block.
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
    /// The name alone.
    None,
    Text(String),
    /// The source between braces.
    Expression(String),
}

/// A component of ours, or an HTML element, as it is to be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Made {
    pub(super) name: String,
    /// Without a value: a flag.
    pub(super) attributes: Vec<(String, Option<String>)>,
    pub(super) children: Vec<Node>,
}

impl Node {
    /// Text as it is written.
    pub(super) fn text(line: u32, text: impl Into<String>) -> Self {
        Self { line, kind: Kind::Text(text.into()) }
    }

    /// Lines that stay as they are.
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

    /// Whether readers see nothing of it.
    pub(super) fn is_silent(&self) -> bool {
        self.is_blank() || self.is_comment()
    }
}

impl Made {
    /// Without attributes and content.
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

    /// Sets an attribute, if it is not there yet.
    pub(super) fn set(&mut self, name: &str, value: Option<String>) {
        if !self.has(name) {
            self.attributes.push((name.to_owned(), value));
        }
    }

    /// The same with an attribute.
    pub(super) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.set(name, Some(value.into()));
        self
    }

    /// The same with content.
    pub(super) fn holding(mut self, children: Vec<Node>) -> Self {
        self.children = children;
        self
    }

    /// As a part of a page.
    pub(super) fn at(self, line: u32) -> Node {
        Node { line, kind: Kind::Made(Box::new(self)) }
    }
}

impl Element {
    /// A tag without attributes and content.
    pub(super) fn new(notation: Notation, name: &str) -> Self {
        Self { notation, name: name.to_owned(), attributes: Vec::new(), argument: String::new(), children: Vec::new() }
    }
}
