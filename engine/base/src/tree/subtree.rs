//! Cuts a subtree out into its own tree, and composes trees from parts of others.

use super::{FlatNode, Kind, NodeId, NodeRef, Tree};
use crate::diagnostic::Span;

impl NodeRef<'_> {
    /// The subtree as a tree with its own text, and the span of each node in this tree's text. The cut tree is
    /// unaffected by edits of white space, comments and quotes, and by its surroundings.
    pub fn cut(self) -> (Tree, Box<[Span]>) {
        let mut writer = TreeWriter::default();
        writer.copy(self);
        let places = (self.id.0..self.after()).map(|id| self.tree.node(NodeId(id)).span()).collect();
        (writer.finish(), places)
    }

    /// The number of nodes of the subtree, including keys and the root.
    pub fn count(self) -> usize {
        self.after().saturating_sub(self.id.0) as usize
    }
}

/// Composes a tree: values in order, each as a whole or begun and ended; in an object a key before each value.
#[derive(Debug, Default)]
pub struct TreeWriter {
    text: String,
    nodes: Vec<FlatNode>,
    owned: Vec<Box<str>>,
    open: Vec<usize>,
}

impl TreeWriter {
    /// The number of nodes written.
    #[expect(clippy::len_without_is_empty, reason = "a tree has at least its root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Copies a subtree.
    pub fn copy(&mut self, root: NodeRef<'_>) {
        let first = root.id.0;
        let base = self.nodes.len() as u32;
        self.nodes.reserve(root.count());
        for id in first..root.after() {
            let node = root.tree.node(NodeId(id));
            let start = self.text.len();
            let copied = match node.kind() {
                Kind::Array | Kind::Object => {
                    FlatNode { extra: node.after() - first + base, ..FlatNode::new(start, start, node.kind()) }
                }
                Kind::String if node.node().extra > 0 => {
                    self.owned.push(node.text().into());
                    FlatNode { extra: self.owned.len() as u32, ..FlatNode::new(start, start, Kind::String) }
                }
                kind => {
                    self.text.push_str(node.text());
                    FlatNode::new(start, self.text.len(), kind)
                }
            };
            self.nodes.push(copied);
        }
    }

    /// Writes a string or a key.
    pub fn string(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.nodes.push(FlatNode::new(start, self.text.len(), Kind::String));
    }

    /// Begins an array or an object.
    pub fn begin(&mut self, kind: Kind) {
        self.open.push(self.nodes.len());
        self.nodes.push(FlatNode::new(self.text.len(), self.text.len(), kind));
    }

    /// Ends the container that was begun last.
    pub fn end(&mut self) {
        let after = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at)) {
            node.extra = after;
        }
    }

    /// The resulting tree; null if nothing was written.
    pub fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.end();
        }
        if self.nodes.is_empty() {
            self.nodes.push(FlatNode::new(0, 0, Kind::Null));
        }
        Tree { text: self.text.into(), nodes: self.nodes, owned: self.owned, root: NodeId(0) }
    }
}
