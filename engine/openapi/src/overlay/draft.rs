//! The document while overlays change it: untouched values stay nodes of the trees they come from, and only the
//! containers on the path to a change are copied. Copies share everything with their originals.

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
    /// An untouched chunk that is not parsed yet.
    Chunk(Unread<'db>),
    Object(Rc<DraftObject<'db>>),
    Array(Rc<Array<'db>>),
}

/// A value in a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'db> {
    pub(super) node: NodeRef<'db>,
    pub(super) source: Source<'db>,
}

/// A chunk that is parsed on access, so that overlays depend only on what their queries reach.
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

/// An object on the path to a change.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftObject<'db> {
    /// The original object; `None` between chunks.
    pub(super) origin: Option<Leaf<'db>>,
    pub(super) members: IndexMap<&'db str, Member<'db>>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(super) struct Member<'db> {
    /// The position of its key.
    pub(super) key: Option<Leaf<'db>>,
    pub(super) value: Draft<'db>,
}

/// An array on the path to a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Array<'db> {
    pub(super) origin: Option<Leaf<'db>>,
    pub(super) items: Vec<Draft<'db>>,
}

/// A step from a container to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step<'db> {
    Key(&'db str),
    Index(usize),
}

/// Identifies a value, however it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ValueIdentity<'db> {
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
    /// The value in its tree, if it is untouched.
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

    /// The original value in its tree; `None` between chunks.
    pub(super) fn origin(&self) -> Option<Leaf<'db>> {
        match self {
            Self::Leaf(leaf) => Some(*leaf),
            Self::Chunk(chunk) => Some(chunk.leaf()),
            Self::Object(object) => object.origin,
            Self::Array(array) => array.origin,
        }
    }

    pub(super) fn identity(&self) -> ValueIdentity<'db> {
        match self {
            Self::Object(object) => ValueIdentity::Built(Rc::as_ptr(object).addr()),
            Self::Array(array) => ValueIdentity::Built(Rc::as_ptr(array).addr()),
            Self::Leaf(leaf) => ValueIdentity::Leaf(leaf.source, leaf.node.id().0),
            Self::Chunk(chunk) => {
                let leaf = chunk.leaf();
                ValueIdentity::Leaf(leaf.source, leaf.node.id().0)
            }
        }
    }

    /// The member with this name, and its stored name; the last of duplicates.
    pub(super) fn get(&self, name: &str) -> Option<(&'db str, Self)> {
        if let Self::Object(object) = self {
            let (_, key, member) = object.members.get_full(name)?;
            return Some((key, member.value.clone()));
        }
        let leaf = self.leaf()?;
        let (key, value) = leaf.node.entries().filter(|(key, _)| key.text() == name).last()?;
        Some((key.text(), Self::Leaf(leaf.at(value))))
    }

    /// The position of a member's key, if it has one.
    pub(super) fn key(&self, name: &str) -> Option<Leaf<'db>> {
        if let Self::Object(object) = self {
            return object.members.get(name)?.key;
        }
        let leaf = self.leaf()?;
        let key = leaf.node.entries().filter(|(key, _)| key.text() == name).last()?.0;
        Some(leaf.at(key))
    }

    /// The length of an array; `None` for other kinds.
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

    /// The item at this index.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        if let Self::Array(array) = self {
            return array.items.get(index).cloned();
        }
        let leaf = self.leaf()?;
        leaf.node.items().nth(index).map(|item| Self::Leaf(leaf.at(item)))
    }

    /// The children in order, each with its step.
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

    /// The child at a step.
    pub(super) fn child(&self, step: Step<'_>) -> Option<Self> {
        match step {
            Step::Key(name) => self.get(name).map(|(_, value)| value),
            Step::Index(index) => self.item(index),
        }
    }

    /// The text of its `$ref`, with its position.
    pub(super) fn reference(&self) -> Option<(&'db str, Leaf<'db>)> {
        let leaf = self.get("$ref")?.1.leaf()?;
        Some((leaf.node.as_str()?, leaf))
    }

    /// The members of an object, mutable; `None` for other kinds.
    pub(super) fn members_mut(&mut self) -> Option<&mut IndexMap<&'db str, Member<'db>>> {
        self.open();
        match self {
            Self::Object(object) => Some(&mut Rc::make_mut(object).members),
            Self::Leaf(_) | Self::Chunk(_) | Self::Array(_) => None,
        }
    }

    /// The items of an array, mutable; `None` for other kinds.
    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        self.open();
        match self {
            Self::Array(array) => Some(&mut Rc::make_mut(array).items),
            Self::Leaf(_) | Self::Chunk(_) | Self::Object(_) => None,
        }
    }

    /// The child at a step, mutable.
    pub(super) fn child_mut(&mut self, step: Step<'_>) -> Option<&mut Self> {
        match step {
            Step::Key(name) => self.members_mut()?.get_mut(name).map(|member| &mut member.value),
            Step::Index(index) => self.items_mut()?.get_mut(index),
        }
    }

    /// Makes a container count as written at `origin`. A text keeps its own position.
    pub(super) fn set_origin(&mut self, origin: Option<Leaf<'db>>) {
        self.open();
        match self {
            Self::Object(object) if origin.is_some() => Rc::make_mut(object).origin = origin,
            Self::Array(array) if origin.is_some() => Rc::make_mut(array).origin = origin,
            _ => {}
        }
    }

    /// Splits a container of a tree into its children.
    fn open(&mut self) {
        let Some(leaf) = self.leaf() else { return };
        match leaf.node.kind() {
            Kind::Object => {
                let member = |(key, value): (NodeRef<'db>, NodeRef<'db>)| {
                    (key.text(), Member { key: Some(leaf.at(key)), value: Self::Leaf(leaf.at(value)) })
                };
                let members = leaf.node.entries().map(member).collect();
                *self = Self::Object(Rc::new(DraftObject { origin: Some(leaf), members }));
            }
            Kind::Array => {
                let items = leaf.node.items().map(|item| Self::Leaf(leaf.at(item))).collect();
                *self = Self::Array(Rc::new(Array { origin: Some(leaf), items }));
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
    }
}
