//! A subtree cut out into a tree of its own.

use super::{Kind, Node, NodeId, NodeRef, Tree};
use crate::diagnostic::Span;

impl NodeRef<'_> {
    /// The subtree as a tree with a text of its own, and each node's span in this tree's text. The cut tree does not
    /// change with white space, comments and quotes, nor with what stands beside it.
    pub(crate) fn cut(self) -> (Tree, Box<[Span]>) {
        let first = self.id.0;
        let count = self.after().saturating_sub(first) as usize;
        let mut nodes = Vec::with_capacity(count);
        let mut places = Vec::with_capacity(count);
        let mut owned: Vec<Box<str>> = Vec::new();
        let mut text = String::new();
        for id in first..self.after() {
            let node = self.tree.node(NodeId(id));
            places.push(node.span());
            let start = text.len();
            nodes.push(match node.kind() {
                Kind::Array | Kind::Object => {
                    Node { extra: node.after() - first, ..Node::new(start, start, node.kind()) }
                }
                Kind::String if node.node().extra > 0 => {
                    owned.push(node.text().into());
                    Node { extra: owned.len() as u32, ..Node::new(start, start, Kind::String) }
                }
                kind => {
                    text.push_str(node.text());
                    Node::new(start, text.len(), kind)
                }
            });
        }
        (Tree { text: text.into(), nodes, owned, root: NodeId(0) }, places.into())
    }
}
