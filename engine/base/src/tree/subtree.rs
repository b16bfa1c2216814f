//! A subtree cut out into a tree of its own, and trees put together from parts of others.

use super::{Kind, Node, NodeId, NodeRef, Tree};
use crate::diagnostic::Span;

impl NodeRef<'_> {
    /// The subtree as a tree with a text of its own, and each node's span in this tree's text. The cut tree does not
    /// change with white space, comments and quotes, nor with what stands beside it.
    pub fn cut(self) -> (Tree, Box<[Span]>) {
        let mut writer = TreeWriter::default();
        writer.copy(self);
        let places = (self.id.0..self.after()).map(|id| self.tree.node(NodeId(id)).span()).collect();
        (writer.finish(), places)
    }

    /// How many nodes the subtree has, keys and itself included.
    pub fn count(self) -> usize {
        self.after().saturating_sub(self.id.0) as usize
    }
}

/// Puts a tree together: values in order, each whole or begun and ended; in an object a key before each value.
#[derive(Debug, Default)]
pub struct TreeWriter {
    text: String,
    nodes: Vec<Node>,
    owned: Vec<Box<str>>,
    open: Vec<usize>,
}

impl TreeWriter {
    /// How many nodes were written.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A copy of a subtree.
    pub fn copy(&mut self, root: NodeRef<'_>) {
        let first = root.id.0;
        let base = self.nodes.len() as u32;
        self.nodes.reserve(root.count());
        for id in first..root.after() {
            let node = root.tree.node(NodeId(id));
            let start = self.text.len();
            let copied = match node.kind() {
                Kind::Array | Kind::Object => {
                    Node { extra: node.after() - first + base, ..Node::new(start, start, node.kind()) }
                }
                Kind::String if node.node().extra > 0 => {
                    self.owned.push(node.text().into());
                    Node { extra: self.owned.len() as u32, ..Node::new(start, start, Kind::String) }
                }
                kind => {
                    self.text.push_str(node.text());
                    Node::new(start, self.text.len(), kind)
                }
            };
            self.nodes.push(copied);
        }
    }

    /// A string, or a key.
    pub fn string(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.nodes.push(Node::new(start, self.text.len(), Kind::String));
    }

    /// Begins an array or an object.
    pub fn begin(&mut self, kind: Kind) {
        self.open.push(self.nodes.len());
        self.nodes.push(Node::new(self.text.len(), self.text.len(), kind));
    }

    /// Ends what was begun last.
    pub fn end(&mut self) {
        let after = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at)) {
            node.extra = after;
        }
    }

    /// The tree of what was written; null when that is nothing.
    pub fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.end();
        }
        if self.nodes.is_empty() {
            self.nodes.push(Node::new(0, 0, Kind::Null));
        }
        Tree { text: self.text.into(), nodes: self.nodes, owned: self.owned, root: NodeId(0) }
    }
}
