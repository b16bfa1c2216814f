//! The document while overlays change it: what no action touched stays a node of the tree it came from, and only the
//! containers on the way to a change are held anew. A copy shares everything with what it was copied from.

use std::rc::Rc;

use indexmap::IndexMap;

use super::super::chunks::{Chunk, chunk_tree};
use super::origin::Source;
use crate::Db;
use base::tree::{Kind, NodeRef};

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Draft<'db> {
    /// Untouched.
    Leaf(Leaf<'db>),
    /// A chunk, untouched and not read yet.
    Chunk(Unread<'db>),
    Object(Rc<Object<'db>>),
    Array(Rc<Array<'db>>),
}

/// A value as it stands in a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'db> {
    pub(super) node: NodeRef<'db>,
    pub(super) source: Source<'db>,
}

/// A chunk that is read when something is asked of it, so that overlays depend on what their queries reach alone.
#[derive(Clone, Copy)]
pub(super) struct Unread<'db> {
    pub(super) db: &'db dyn Db,
    pub(super) chunk: Chunk<'db>,
}

impl std::fmt::Debug for Unread<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.chunk.fmt(f)
    }
}

impl<'db> Unread<'db> {
    fn leaf(self) -> Leaf<'db> {
        Leaf { node: chunk_tree(self.db, self.chunk).root(), source: Source::Chunk(self.chunk) }
    }
}

/// An object that has been looked into for a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Object<'db> {
    /// What it was before; none where it stands between chunks.
    pub(super) origin: Option<Leaf<'db>>,
    pub(super) members: IndexMap<&'db str, Member<'db>>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(super) struct Member<'db> {
    /// Where its key stands.
    pub(super) key: Option<Leaf<'db>>,
    pub(super) value: Draft<'db>,
}

/// An array that has been looked into for a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Array<'db> {
    pub(super) origin: Option<Leaf<'db>>,
    pub(super) items: Vec<Draft<'db>>,
}

/// The way from a container to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step<'db> {
    Key(&'db str),
    Index(usize),
}

/// What tells two values apart, wherever they are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Identity<'db> {
    Leaf(Source<'db>, u32),
    Built(usize),
}

impl<'db> Leaf<'db> {
    pub(super) fn at(self, node: NodeRef<'db>) -> Self {
        Self { node, ..self }
    }

    fn children(self) -> Vec<(Step<'db>, Draft<'db>)> {
        if self.node.is_object() {
            let entries = self.node.entries();
            return entries.map(|(key, value)| (Step::Key(key.text()), Draft::Leaf(self.at(value)))).collect();
        }
        let items = self.node.items().enumerate();
        items.map(|(index, item)| (Step::Index(index), Draft::Leaf(self.at(item)))).collect()
    }
}

impl<'db> Draft<'db> {
    /// The value in its tree, where it is untouched.
    pub(super) fn leaf(&self) -> Option<Leaf<'db>> {
        match self {
            Self::Leaf(leaf) => Some(*leaf),
            Self::Chunk(chunk) => Some(chunk.leaf()),
            Self::Object(_) | Self::Array(_) => None,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Leaf(leaf) => leaf.node.kind(),
            Self::Chunk(chunk) => chunk.leaf().node.kind(),
            Self::Object(_) => Kind::Object,
            Self::Array(_) => Kind::Array,
        }
    }

    pub(super) fn is_container(&self) -> bool {
        self.kind().is_container()
    }

    /// What it was in its tree; none where it stands between chunks.
    pub(super) fn origin(&self) -> Option<Leaf<'db>> {
        match self {
            Self::Leaf(leaf) => Some(*leaf),
            Self::Chunk(chunk) => Some(chunk.leaf()),
            Self::Object(object) => object.origin,
            Self::Array(array) => array.origin,
        }
    }

    pub(super) fn identity(&self) -> Identity<'db> {
        match self {
            Self::Object(object) => Identity::Built(Rc::as_ptr(object).addr()),
            Self::Array(array) => Identity::Built(Rc::as_ptr(array).addr()),
            Self::Leaf(leaf) => Identity::Leaf(leaf.source, leaf.node.id().0),
            Self::Chunk(chunk) => {
                let leaf = chunk.leaf();
                Identity::Leaf(leaf.source, leaf.node.id().0)
            }
        }
    }

    /// The member of that name, with the name as it is held; the last of duplicates.
    pub(super) fn get(&self, name: &str) -> Option<(&'db str, Self)> {
        if let Self::Object(object) = self {
            let (_, key, member) = object.members.get_full(name)?;
            return Some((key, member.value.clone()));
        }
        let leaf = self.leaf()?;
        let (key, value) = leaf.node.entries().filter(|(key, _)| key.text() == name).last()?;
        Some((key.text(), Self::Leaf(leaf.at(value))))
    }

    /// Where the key of a member stands, if it does anywhere.
    pub(super) fn key(&self, name: &str) -> Option<Leaf<'db>> {
        if let Self::Object(object) = self {
            return object.members.get(name)?.key;
        }
        let leaf = self.leaf()?;
        let key = leaf.node.entries().filter(|(key, _)| key.text() == name).last()?.0;
        Some(leaf.at(key))
    }

    /// How many items an array has; none for anything else.
    pub(super) fn len(&self) -> Option<usize> {
        match self {
            Self::Array(array) => Some(array.items.len()),
            Self::Object(_) => None,
            Self::Leaf(_) | Self::Chunk(_) => {
                let node = self.leaf()?.node;
                node.is_array().then(|| node.items().count())
            }
        }
    }

    /// The item of that index.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        if let Self::Array(array) = self {
            return array.items.get(index).cloned();
        }
        let leaf = self.leaf()?;
        leaf.node.items().nth(index).map(|item| Self::Leaf(leaf.at(item)))
    }

    /// The children in order, each with the way to it.
    pub(super) fn children(&self) -> Vec<(Step<'db>, Self)> {
        match self {
            Self::Object(object) => {
                object.members.iter().map(|(key, member)| (Step::Key(key), member.value.clone())).collect()
            }
            Self::Array(array) => {
                let items = array.items.iter().enumerate();
                items.map(|(index, item)| (Step::Index(index), item.clone())).collect()
            }
            Self::Leaf(_) | Self::Chunk(_) => self.leaf().map(Leaf::children).unwrap_or_default(),
        }
    }

    /// The child that a step leads to.
    pub(super) fn child(&self, step: Step<'_>) -> Option<Self> {
        match step {
            Step::Key(name) => self.get(name).map(|(_, value)| value),
            Step::Index(index) => self.item(index),
        }
    }

    /// The text of its `$ref`, with the place that it stands at.
    pub(super) fn reference(&self) -> Option<(&'db str, Leaf<'db>)> {
        let leaf = self.get("$ref")?.1.leaf()?;
        Some((leaf.node.as_str()?, leaf))
    }

    /// The members of an object, to be changed; none for anything else.
    pub(super) fn members_mut(&mut self) -> Option<&mut IndexMap<&'db str, Member<'db>>> {
        self.open();
        match self {
            Self::Object(object) => Some(&mut Rc::make_mut(object).members),
            Self::Leaf(_) | Self::Chunk(_) | Self::Array(_) => None,
        }
    }

    /// The items of an array, to be changed; none for anything else.
    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        self.open();
        match self {
            Self::Array(array) => Some(&mut Rc::make_mut(array).items),
            Self::Leaf(_) | Self::Chunk(_) | Self::Object(_) => None,
        }
    }

    /// The child that a step leads to, to be changed.
    pub(super) fn child_mut(&mut self, step: Step<'_>) -> Option<&mut Self> {
        match step {
            Step::Key(name) => self.members_mut()?.get_mut(name).map(|member| &mut member.value),
            Step::Index(index) => self.items_mut()?.get_mut(index),
        }
    }

    /// Holds a container of a tree by its children.
    fn open(&mut self) {
        let Some(leaf) = self.leaf() else { return };
        match leaf.node.kind() {
            Kind::Object => {
                let member = |(key, value): (NodeRef<'db>, NodeRef<'db>)| {
                    (key.text(), Member { key: Some(leaf.at(key)), value: Self::Leaf(leaf.at(value)) })
                };
                let members = leaf.node.entries().map(member).collect();
                *self = Self::Object(Rc::new(Object { origin: Some(leaf), members }));
            }
            Kind::Array => {
                let items = leaf.node.items().map(|item| Self::Leaf(leaf.at(item))).collect();
                *self = Self::Array(Rc::new(Array { origin: Some(leaf), items }));
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
    }
}
