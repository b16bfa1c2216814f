//! Origins of the values in an overlaid chunk. Only for reporting.

use super::super::chunks::{Chunk, chunk_key_above_place, chunk_key_place, chunk_place, chunk_tree};
use crate::Db;
use crate::parse::overlay::{Change, overlay, overlay_parsed};
use base::diagnostic::Place;
use base::inputs::File;
use base::tree::{Kind, NodeId, Tree, TreeWriter};

/// A tree from which values are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) enum Source<'db> {
    /// A part of the spec, or of a file that it refers to.
    Chunk(Chunk<'db>),
    /// The value of an overlay's action.
    Action(ActionOf),
}

/// An action of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ActionOf {
    pub(crate) overlay: File,
    /// Its index among the overlay's actions, from zero.
    pub(crate) index: u32,
}

/// A node of one of the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Index of the source.
    pub(super) source: u32,
    pub(super) node: NodeId,
}

/// The origin of each node of an overlaid chunk.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Origins<'db> {
    pub(super) sources: Box<[Source<'db>]>,
    /// The origin of the chunk's key, if it has one.
    pub(super) key: Option<Origin>,
    pub(super) nodes: Box<[Origin]>,
}

impl<'db> Origins<'db> {
    /// Chunks as the members of one object, and the origins of its nodes.
    pub(crate) fn joined(db: &'db dyn Db, members: &[Chunk<'db>]) -> (Tree, Self) {
        let unknown = Origin { source: u32::MAX, node: NodeId(0) };
        let mut tree = TreeWriter::default();
        let mut nodes = vec![unknown];
        tree.begin(Kind::Object);
        for (source, &chunk) in (0..).zip(members) {
            let root = chunk_tree(db, chunk).root();
            tree.string(chunk.key(db).last());
            tree.copy(root);
            nodes.push(unknown);
            nodes.extend((root.id().0..).take(root.count()).map(|node| Origin { source, node: NodeId(node) }));
        }
        tree.end();
        let sources = members.iter().map(|&chunk| Source::Chunk(chunk)).collect();
        (tree.finish(), Self { sources, key: None, nodes: nodes.into() })
    }

    /// The place of a node; `None` if it is unknown.
    pub(crate) fn place(&self, db: &'db dyn Db, node: NodeId) -> Option<Place> {
        self.nodes.get(node.0 as usize).and_then(|&origin| self.origin_place(db, origin))
    }

    /// The place of the chunk's key, in the source or in an overlay.
    pub(crate) fn key_place(&self, db: &'db dyn Db) -> Option<Place> {
        if let Some(place) = self.key.and_then(|origin| self.origin_place(db, origin)) {
            return Some(place);
        }
        let of_root = *self.nodes.first()?;
        match self.sources.get(of_root.source as usize) {
            Some(&Source::Chunk(chunk)) if of_root.node == super::super::reference::Target::root(db, chunk).node => {
                Some(chunk_key_place(db, chunk))
            }
            _ => self.nodes.iter().find_map(|&origin| self.origin_place(db, origin)),
        }
    }

    /// The place of the key above the chunk's, if the chunk is from the source.
    pub(crate) fn key_above_place(&self, db: &'db dyn Db) -> Option<Place> {
        let of_root = *self.nodes.first()?;
        match self.sources.get(of_root.source as usize) {
            Some(&Source::Chunk(chunk)) if of_root.node == super::super::reference::Target::root(db, chunk).node => {
                Some(chunk_key_above_place(db, chunk))
            }
            _ => None,
        }
    }

    /// The action that set a node's value.
    pub(crate) fn action(&self, node: NodeId) -> Option<ActionOf> {
        let origin = self.nodes.get(node.0 as usize)?;
        match *self.sources.get(origin.source as usize)? {
            Source::Action(action) => Some(action),
            Source::Chunk(_) => None,
        }
    }

    /// The origins of a part of the chunk: `count` nodes starting at `first`.
    pub(crate) fn part(&self, first: NodeId, count: usize) -> Self {
        let first = first.0 as usize;
        let nodes = self.nodes.get(first..).unwrap_or_default();
        Self {
            sources: self.sources.clone(),
            // A key is right before its value.
            key: first.checked_sub(1).and_then(|key| self.nodes.get(key).copied()),
            nodes: nodes.iter().take(count).copied().collect(),
        }
    }

    fn origin_place(&self, db: &'db dyn Db, origin: Origin) -> Option<Place> {
        match *self.sources.get(origin.source as usize)? {
            Source::Chunk(chunk) => Some(chunk_place(db, chunk, origin.node)),
            Source::Action(ActionOf { overlay: file, index }) => {
                let action = overlay(db, file).actions.iter().find(|action| action.index == index)?;
                let Change::Update(_, value) = action.change else { return None };
                let node = overlay_parsed(db, file).tree.get_node(NodeId(value.0 + origin.node.0))?;
                Some(Place { file: file.path(db).clone(), span: node.span() })
            }
        }
    }
}
