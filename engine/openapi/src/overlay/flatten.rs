//! Splits the document into chunks after all actions. Chunks that no action changed are those of the files.

use std::collections::HashMap;

use super::super::address::{address, relative_reference};
use super::super::chunks::{Chunk, ChunkKey, Section};
use super::super::external_files::{file_of_example, names_file};
use super::super::shape::Holds;
use super::document::{OverlaidDocument, below};
use super::draft::{Draft, Leaf, Member, Step};
use super::evaluate::Spent;
use super::origin::{Origin, Origins, Source};
use crate::Db;
use base::inputs::File;
use base::tree::{Kind, NodeId, NodeRef, Tree, TreeWriter};

/// A chunk of the overlaid document.
pub(super) enum DocumentPart<'db> {
    /// As in the files.
    Kept(Chunk<'db>),
    Changed {
        key: ChunkKey,
        tree: Tree,
        origins: Origins<'db>,
    },
}

/// Returns the chunks of the document in order. Those that are new have at most `most` nodes.
pub(super) fn flatten<'db>(document: &OverlaidDocument<'db>, most: usize) -> Result<Vec<DocumentPart<'db>>, Spent> {
    let mut flattener = DocumentFlattener { db: document.db, spec: document.spec, left: most, parts: Vec::new() };
    let key = |section, name: &str, member: &str| ChunkKey { section, name: name.into(), member: member.into() };
    let Draft::Object(root) = &document.root else {
        flattener.add(key(Section::Root, "", ""), None, &document.root)?;
        return Ok(flattener.parts);
    };
    for (name, member) in &root.members {
        let Some(section) = Section::of(name).filter(|_| is_split(&member.value)) else {
            flattener.add(key(Section::Root, name, ""), member.key, &member.value)?;
            continue;
        };
        for (step, item) in member.value.children() {
            let Step::Key(name) = step else { continue };
            if !is_split(&item) {
                flattener.add(key(section, name, ""), member.value.key(name), &item)?;
                continue;
            }
            for (step, value) in item.children() {
                let Step::Key(member) = step else { continue };
                flattener.add(key(section, name, member), item.key(member), &value)?;
            }
        }
    }
    Ok(flattener.parts)
}

/// A value of a file as a tree, with the origins of its nodes. `None` if it has more than `most` nodes.
pub(super) fn written<'db>(
    db: &'db dyn Db,
    file: File,
    value: &Draft<'db>,
    holds: Holds,
    most: usize,
) -> Option<(Tree, Origins<'db>)> {
    let mut writer = Writer::new(db, file, most);
    writer.value(value, holds).ok()?;
    Some((
        writer.tree.finish(),
        Origins { sources: writer.sources.list.into(), key: None, nodes: writer.origins.into() },
    ))
}

/// Whether a value is split into its members. A chunk that was never read is whole.
fn is_split(value: &Draft<'_>) -> bool {
    !matches!(value, Draft::Chunk(_)) && value.kind() == Kind::Object && !value.children().is_empty()
}

struct DocumentFlattener<'db> {
    db: &'db dyn Db,
    spec: File,
    /// How many more nodes may be written.
    left: usize,
    parts: Vec<DocumentPart<'db>>,
}

impl<'db> DocumentFlattener<'db> {
    fn add(&mut self, key: ChunkKey, place: Option<Leaf<'db>>, value: &Draft<'db>) -> Result<(), Spent> {
        if let Draft::Chunk(unread) = value
            && *unread.chunk.key(self.db) == key
        {
            self.parts.push(DocumentPart::Kept(unread.chunk));
            return Ok(());
        }
        let mut writer = Writer::new(self.db, self.spec, self.left);
        match value.leaf().filter(|leaf| key.last() == "$ref" && leaf.node.as_str().is_some()) {
            Some(leaf) => writer.reference(leaf),
            None => writer.value(value, Holds::of_chunk(&key))?,
        }
        self.left = self.left.checked_sub(writer.tree.len()).ok_or(Spent)?;
        let key_place = place.and_then(|leaf| writer.sources.origin(leaf));
        let origins = Origins { sources: writer.sources.list.into(), key: key_place, nodes: writer.origins.into() };
        self.parts.push(DocumentPart::Changed { key, tree: writer.tree.finish(), origins });
        Ok(())
    }
}

/// The trees from which the nodes of a chunk are copied.
#[derive(Default)]
struct Sources<'db> {
    list: Vec<Source<'db>>,
    numbers: HashMap<Source<'db>, u32>,
}

impl<'db> Sources<'db> {
    fn number(&mut self, source: Source<'db>) -> u32 {
        *self.numbers.entry(source).or_insert_with(|| {
            self.list.push(source);
            (self.list.len() - 1) as u32
        })
    }

    fn origin(&mut self, leaf: Leaf<'db>) -> Option<Origin> {
        Some(Origin { source: self.number(leaf.source), node: leaf.node.id() })
    }
}

/// Writes one chunk.
struct Writer<'db> {
    db: &'db dyn Db,
    /// The file that the chunk belongs to.
    spec: File,
    /// How many nodes it may have.
    limit: usize,
    tree: TreeWriter,
    origins: Vec<Origin>,
    sources: Sources<'db>,
}

impl<'db> Writer<'db> {
    fn new(db: &'db dyn Db, spec: File, limit: usize) -> Self {
        let (origins, sources) = (Vec::new(), Sources::default());
        Self { db, spec, limit, tree: TreeWriter::default(), origins, sources }
    }

    /// Records the origin of the node that is written next; a container between chunks has none.
    fn note(&mut self, leaf: Option<Leaf<'db>>) {
        let unknown = Origin { source: u32::MAX, node: NodeId(0) };
        let origin = leaf.and_then(|leaf| self.sources.origin(leaf)).unwrap_or(unknown);
        self.origins.push(origin);
    }

    fn value(&mut self, value: &Draft<'db>, holds: Holds) -> Result<(), Spent> {
        if self.tree.len() > self.limit {
            return Err(Spent);
        }
        match value {
            Draft::Object(object) => {
                self.note(object.origin);
                self.tree.begin(Kind::Object);
                for (name, Member { key, value }) in &object.members {
                    self.note(key.or_else(|| value.origin()));
                    self.tree.string(name);
                    self.value(value, below(holds, Step::Key(name), value))?;
                }
                self.tree.end();
            }
            Draft::Array(array) => {
                self.note(array.origin);
                self.tree.begin(Kind::Array);
                for item in &array.items {
                    self.value(item, holds.item())?;
                }
                self.tree.end();
            }
            Draft::Leaf(_) | Draft::Chunk(_) => {
                if let Some(leaf) = value.leaf() {
                    self.leaf(leaf, holds)?;
                }
            }
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: Leaf<'db>, holds: Holds) -> Result<(), Spent> {
        if self.tree.len() + leaf.node.count() > self.limit {
            return Err(Spent);
        }
        match leaf.source {
            Source::Chunk(chunk) if chunk.file(self.db) != self.spec => {
                self.external_value(chunk.file(self.db), leaf, leaf.node, holds);
            }
            _ => {
                let source = self.sources.number(leaf.source);
                let first = leaf.node.id().0;
                let nodes = (first..).take(leaf.node.count());
                self.origins.extend(nodes.map(|node| Origin { source, node: NodeId(node) }));
                self.tree.copy(leaf.node);
            }
        }
        Ok(())
    }

    /// Writes the text of a `$ref`.
    fn reference(&mut self, leaf: Leaf<'db>) {
        self.note(Some(leaf));
        match leaf.source {
            Source::Chunk(chunk) if chunk.file(self.db) != self.spec => {
                self.tree.string(&self.seen_from_spec(chunk.file(self.db), leaf.node.text()));
            }
            _ => self.tree.copy(leaf.node),
        }
    }

    /// Writes a value of another file, with its references rewritten relative to the spec. As deep as in its file.
    fn external_value(&mut self, file: File, leaf: Leaf<'db>, node: NodeRef<'db>, holds: Holds) {
        self.note(Some(leaf.at(node)));
        let may_refer = match holds {
            Holds::Data => false,
            Holds::ExampleValue => file_of_example(node).is_some(),
            _ => true,
        };
        match node.kind() {
            Kind::Object => {
                self.tree.begin(Kind::Object);
                for (name, value) in node.entries() {
                    self.note(Some(leaf.at(name)));
                    self.tree.string(name.text());
                    let held = holds.member(name.text(), value.is_array());
                    let is_reference = |text: &str| match held {
                        Holds::SchemaName => names_file(text) || text.starts_with('#'),
                        _ => name.text() == "$ref" && may_refer,
                    };
                    match value.as_str().filter(|text| is_reference(text)) {
                        Some(reference) => {
                            self.note(Some(leaf.at(value)));
                            self.tree.string(&self.seen_from_spec(file, reference));
                        }
                        None => self.external_value(file, leaf, value, held),
                    }
                }
                self.tree.end();
            }
            Kind::Array => {
                self.tree.begin(Kind::Array);
                for item in node.items() {
                    self.external_value(file, leaf, item, holds.item());
                }
                self.tree.end();
            }
            _ => self.tree.copy(node),
        }
    }

    fn seen_from_spec(&self, file: File, reference: &str) -> String {
        let Ok(found) = address(file.path(self.db), reference) else { return reference.to_owned() };
        let path = found.path.as_deref().unwrap_or(file.path(self.db));
        relative_reference(self.spec.path(self.db), path, &found.fragment)
    }
}
