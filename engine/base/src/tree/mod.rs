//! The flat tree that JSON and YAML are read into: one pre-order array of 16-byte nodes over the source text.
//!
//! Scalars keep their source text, so no number is re-rounded and `1.0` stays `1.0`. All walks are iterative or bounded
//! by the depth limit that the readers enforce.

mod builder;
mod expand;
mod json;
mod keys;
mod scalar;
mod sink;
mod sniff;
mod subtree;
mod write;
mod write_yaml;
mod yaml;
mod yaml_error;

#[cfg(test)]
mod tests;

use crate::diagnostic::{Code, Diagnostic, Span};
pub use keys::{MOST_DUPLICATES, duplicate};
pub use sink::{JsonWriter, Sink};
pub use sniff::{Syntax, recognise, sniff};
pub use subtree::TreeWriter;
pub use write::{is_json_number, write_string};
pub use write_yaml::yaml_string;
pub use write_yaml::{YamlWriter, write_yaml_scalar, write_yaml_string};

/// What a node is. Object children alternate key and value; a key is always a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number, as written.
    Number,
    /// A string, also the key of a member.
    String,
    /// A list of values.
    Array,
    /// Members in source order.
    Object,
}

impl Kind {
    /// Whether it is an array or an object.
    pub fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }

    /// The kind with its article, for messages to authors: `a string`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }
}

/// One value or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// Span in the source; of a string without quotes where it is a slice of the source.
    start: u32,
    end: u32,
    /// Containers: index of the node after the subtree. Strings that are no slice of the source: index into `owned`
    /// plus one. Otherwise zero.
    extra: u32,
    kind: Kind,
    /// Whether quotes stand around the span.
    quoted: bool,
    /// On the way to a YAML tree: a key `<<` that merges, or an object with such a key.
    merges: bool,
}

impl Node {
    fn new(start: usize, end: usize, kind: Kind) -> Self {
        Self { start: start as u32, end: end as u32, extra: 0, kind, quoted: false, merges: false }
    }

    fn is_container(&self) -> bool {
        self.kind.is_container()
    }

    /// The span with the quotes.
    fn span(&self) -> Span {
        let quote = u32::from(self.quoted);
        Span { start: self.start.saturating_sub(quote), end: self.end + quote }
    }
}

/// Position of a node in its tree's pre-order. Does not change with white space, comments or the length of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A parsed document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    text: Box<str>,
    nodes: Vec<Node>,
    owned: Vec<Box<str>>,
    /// The document's value; not the first node when the tree holds a `key: value` piece of a larger file.
    root: NodeId,
}

/// What a reader accepts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Containers within containers.
    pub depth: usize,
    /// Nodes of a document.
    pub nodes: usize,
    /// Nodes that aliases and merge keys add to a YAML document.
    pub copies: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 128, nodes: 20_000_000, copies: 2_000_000 }
    }
}

/// How much of a text its tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// All but single values: aliases without anchor, a second document.
    Gaps,
    /// What stands before an error.
    Cut,
}

/// A tree with what is wrong with its text. A document that does not parse gives the tree of what was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The values that were read.
    pub tree: Tree,
    /// Sorted by place.
    pub diagnostics: Vec<Diagnostic<Span>>,
    /// How much of the text they are.
    pub extent: Extent,
    /// The format that was read.
    pub syntax: Syntax,
}

impl Parsed {
    /// A text that is not read at all: its offsets do not fit a span.
    fn too_large(text: &str) -> Option<Self> {
        u32::try_from(text.len()).is_err().then(|| Self {
            tree: Tree {
                text: Box::default(),
                nodes: vec![Node::new(0, 0, Kind::Null)],
                owned: Vec::new(),
                root: NodeId(0),
            },
            diagnostics: vec![Diagnostic::new(Code::LimitExceeded, "larger than the limit of 4 GiB", Span::default())],
            extent: Extent::Cut,
            syntax: Syntax::Yaml,
        })
    }
}

impl Tree {
    /// Reads JSON (RFC 8259).
    pub fn from_json(text: &str, limits: Limits) -> Parsed {
        Parsed::too_large(text).unwrap_or_else(|| json::parse(text, limits))
    }

    /// Reads one YAML 1.2 document: core schema, merge keys, aliases expanded.
    pub fn from_yaml(text: &str, limits: Limits) -> Parsed {
        Parsed::too_large(text).unwrap_or_else(|| yaml::parse(text, limits))
    }

    /// The document's value.
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: self.root }
    }

    /// The first node: the document's value even where the root is one of its members.
    pub fn document(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: NodeId(0) }
    }

    /// The node of that position, if there is one.
    pub fn get_node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        ((id.0 as usize) < self.nodes.len()).then_some(NodeRef { tree: self, id })
    }

    /// The node of that position. Positions come from this tree or an equal one.
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id }
    }

    /// The same with the value of the first member as root: for a text that is one `key: value` of a larger file.
    pub fn rooted_in_first_member(self) -> Self {
        let first = self.root().entries().next().map(|(_, value)| value.id());
        Self { root: first.unwrap_or(self.root), ..self }
    }

    /// How many nodes there are, keys included.
    #[cfg(feature = "testing")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A node seen in its tree.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl<'t> NodeRef<'t> {
    fn node(self) -> &'t Node {
        &self.tree.nodes[self.id.0 as usize]
    }

    /// Its position.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Its range in the tree's text; quotes of a string included, the `|` or `>` of a YAML block scalar not.
    pub fn span(self) -> Span {
        self.node().span()
    }

    /// A scalar's text: the decoded string, or a literal as written. Empty for containers.
    pub fn text(self) -> &'t str {
        match self.kind() {
            Kind::Array | Kind::Object => "",
            _ => builder::text_of(&self.tree.text, &self.tree.owned, self.node()),
        }
    }

    /// The text of a string.
    pub fn as_str(self) -> Option<&'t str> {
        (self.kind() == Kind::String).then(|| self.text())
    }

    /// The text of any scalar but null.
    pub fn scalar(self) -> Option<&'t str> {
        matches!(self.kind(), Kind::String | Kind::Number | Kind::Bool).then(|| self.text())
    }

    /// The value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.text().eq_ignore_ascii_case("true"))
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// The node after this one and all below it: of a key its value.
    pub fn following(self) -> Option<Self> {
        self.tree.get_node(NodeId(self.after()))
    }

    /// The position after this node and all below it.
    fn after(self) -> u32 {
        match self.kind() {
            Kind::Array | Kind::Object => self.node().extra,
            _ => self.id.0 + 1,
        }
    }

    /// The children of a container in order, keys of objects included; none for a scalar.
    fn children(self) -> impl Iterator<Item = NodeRef<'t>> + Clone {
        let end = if matches!(self.kind(), Kind::Array | Kind::Object) { self.after() } else { self.id.0 + 1 };
        let tree = self.tree;
        let first = (self.id.0 + 1 < end).then(|| tree.node(NodeId(self.id.0 + 1)));
        std::iter::successors(first, move |child| {
            let next = child.after();
            (next < end).then(|| tree.node(NodeId(next)))
        })
    }

    /// The items of an array; none for anything else.
    pub fn items(self) -> impl Iterator<Item = NodeRef<'t>> + Clone {
        let is_array = self.is_array();
        self.children().take_while(move |_| is_array)
    }

    /// The members of an object as key and value; none for anything else. Of duplicate keys all are given.
    pub fn entries(self) -> impl Iterator<Item = (NodeRef<'t>, NodeRef<'t>)> + Clone {
        let end = if self.is_object() { self.after() } else { 0 };
        let tree = self.tree;
        let pair = move |key: u32| (key + 1 < end).then(|| (tree.node(NodeId(key)), tree.node(NodeId(key + 1))));
        std::iter::successors(pair(self.id.0 + 1), move |(_, value)| pair(value.after()))
    }

    /// The value of the member `key`; the last one of duplicates.
    pub fn get(self, key: &str) -> Option<NodeRef<'t>> {
        self.entries().filter(|(name, _)| name.text() == key).last().map(|(_, value)| value)
    }

    /// The text of the string member `key`.
    pub fn get_str(self, key: &str) -> Option<&'t str> {
        self.get(key)?.as_str()
    }

    /// The value of the boolean member `key`; false when absent.
    pub fn get_bool(self, key: &str) -> bool {
        self.get(key).and_then(Self::as_bool).unwrap_or(false)
    }
}
