//! The flat tree for JSON and YAML: a pre-order array of 16-byte nodes over the source text.
//!
//! Scalars keep their source text, so no number is rounded and `1.0` stays `1.0`. All walks are iterative or bounded by
//! the depth limit that the readers enforce.

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
pub use sniff::{Syntax, recognize, sniff};
pub use subtree::TreeWriter;
pub use write::{is_json_number, write_string};
pub use write_yaml::yaml_string;
pub use write_yaml::{YamlWriter, write_yaml_scalar, write_yaml_string};

/// The kind of a node. Children of an object alternate between key and value; a key is always a string.
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

    /// The kind with its article, for messages: `a string`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// One value or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FlatNode {
    /// Span in the source; for a string that is a slice of the source, without its quotes.
    start: u32,
    end: u32,
    /// For containers, the index of the node after the subtree. For strings that are not a slice of the source, the
    /// index into `owned` plus one. Otherwise zero.
    extra: u32,
    kind: Kind,
    /// Whether the span is surrounded by quotes.
    quoted: bool,
    /// Only before YAML expansion: a merge key `<<`, or an object that has one.
    merges: bool,
}

impl FlatNode {
    fn new(start: usize, end: usize, kind: Kind) -> Self {
        Self { start: start as u32, end: end as u32, extra: 0, kind, quoted: false, merges: false }
    }

    fn is_container(&self) -> bool {
        self.kind.is_container()
    }

    /// The span including quotes.
    fn span(&self) -> Span {
        let quote = u32::from(self.quoted);
        Span { start: self.start.saturating_sub(quote), end: self.end + quote }
    }
}

/// The index of a node in the pre-order of its tree. Stable under edits of white space, comments and scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A parsed document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    text: Box<str>,
    nodes: Vec<FlatNode>,
    owned: Vec<Box<str>>,
    /// The root value; not the first node if the tree is one `key: value` entry of a larger file.
    root: NodeId,
}

/// The limits of a reader.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum nesting depth of containers.
    pub depth: usize,
    /// The maximum number of nodes.
    pub nodes: usize,
    /// The maximum number of nodes that aliases and merge keys add to a YAML document.
    pub copies: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 128, nodes: 20_000_000, copies: 2_000_000 }
    }
}

/// The extent of a text that its tree covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole text.
    Whole,
    /// All but single values: aliases without an anchor, a second document.
    Gaps,
    /// The part before a syntax error.
    Cut,
}

/// A tree and the diagnostics of its text. For a text with a syntax error, the tree of the part before it.
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
    /// The result for a text that is not parsed at all, because its offsets do not fit a span.
    fn too_large(text: &str) -> Option<Self> {
        u32::try_from(text.len()).is_err().then(|| Self {
            tree: Tree {
                text: Box::default(),
                nodes: vec![FlatNode::new(0, 0, Kind::Null)],
                owned: Vec::new(),
                root: NodeId(0),
            },
            diagnostics: vec![Diagnostic::new(
                Code::LimitExceeded,
                "the file is larger than the limit of 4 GiB",
                Span::default(),
            )],
            extent: Extent::Cut,
            syntax: Syntax::Yaml,
        })
    }
}

impl Tree {
    /// Parses JSON (RFC 8259).
    pub fn from_json(text: &str, limits: Limits) -> Parsed {
        Parsed::too_large(text).unwrap_or_else(|| json::parse(text, limits))
    }

    /// Parses one YAML 1.2 document: core schema, merge keys, aliases expanded.
    pub fn from_yaml(text: &str, limits: Limits) -> Parsed {
        Parsed::too_large(text).unwrap_or_else(|| yaml::parse(text, limits))
    }

    /// The root value.
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: self.root }
    }

    /// The value of the whole document. `root` may be one of its members.
    pub fn document(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: NodeId(0) }
    }

    /// The node with this id, if it exists.
    pub fn get_node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        ((id.0 as usize) < self.nodes.len()).then_some(NodeRef { tree: self, id })
    }

    /// The node with this id, which must come from this tree or an equal one.
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id }
    }

    /// Whether a text in the tree may contain a byte; certainly not if this is false.
    pub fn may_contain(&self, byte: u8) -> bool {
        std::iter::once(&self.text).chain(&self.owned).any(|text| memchr::memchr(byte, text.as_bytes()).is_some())
    }

    /// Makes the value of the first member the root, for a text that is one `key: value` entry of a larger file.
    pub fn rooted_in_first_member(self) -> Self {
        let first = self.root().entries().next().map(|(_, value)| value.id());
        Self { root: first.unwrap_or(self.root), ..self }
    }

    /// The number of nodes, including keys.
    #[cfg(feature = "testing")]
    #[expect(clippy::len_without_is_empty, reason = "a tree has at least its root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A reference to a node in its tree.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl<'t> NodeRef<'t> {
    fn node(self) -> &'t FlatNode {
        &self.tree.nodes[self.id.0 as usize]
    }

    /// Its id.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Its span in the tree's text, including the quotes of a string, but not the `|` or `>` of a YAML block scalar.
    pub fn span(self) -> Span {
        self.node().span()
    }

    /// The text of a scalar: a string decoded, any other literal as written. Empty for containers.
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

    /// The text of any scalar except null.
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

    /// The node after this one and its descendants: for a key its value.
    pub fn following(self) -> Option<Self> {
        self.tree.get_node(NodeId(self.after()))
    }

    /// The index after this node and its descendants.
    fn after(self) -> u32 {
        match self.kind() {
            Kind::Array | Kind::Object => self.node().extra,
            _ => self.id.0 + 1,
        }
    }

    /// The children of a container in order, including the keys of objects; empty for a scalar.
    fn children(self) -> impl Iterator<Item = NodeRef<'t>> + Clone {
        let end = if matches!(self.kind(), Kind::Array | Kind::Object) { self.after() } else { self.id.0 + 1 };
        let tree = self.tree;
        let first = (self.id.0 + 1 < end).then(|| tree.node(NodeId(self.id.0 + 1)));
        std::iter::successors(first, move |child| {
            let next = child.after();
            (next < end).then(|| tree.node(NodeId(next)))
        })
    }

    /// The items of an array; empty for other kinds.
    pub fn items(self) -> impl Iterator<Item = NodeRef<'t>> + Clone {
        let is_array = self.is_array();
        self.children().take_while(move |_| is_array)
    }

    /// The members of an object as key and value, including duplicate keys; empty for other kinds.
    pub fn entries(self) -> impl Iterator<Item = (NodeRef<'t>, NodeRef<'t>)> + Clone {
        let end = if self.is_object() { self.after() } else { 0 };
        let tree = self.tree;
        let pair = move |key: u32| (key + 1 < end).then(|| (tree.node(NodeId(key)), tree.node(NodeId(key + 1))));
        std::iter::successors(pair(self.id.0 + 1), move |(_, value)| pair(value.after()))
    }

    /// The value of the member `key`; for duplicates the last one.
    pub fn get(self, key: &str) -> Option<NodeRef<'t>> {
        self.entries().filter(|(name, _)| name.text() == key).last().map(|(_, value)| value)
    }

    /// The texts of the string members `key` of all objects in the value, in order.
    pub fn members_named(self, key: &str) -> impl Iterator<Item = &'t str> {
        let nodes = (self.id.0..self.after()).map(|id| self.tree.node(NodeId(id)));
        let objects = nodes.filter(|node| node.is_object());
        objects
            .flat_map(move |object| object.entries().filter(move |(name, _)| name.text() == key))
            .filter_map(|(_, value)| value.as_str())
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
