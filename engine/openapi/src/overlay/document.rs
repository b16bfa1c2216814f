//! The document that overlays see: the spec's chunks as one value, with references followed on demand.

use std::rc::Rc;

use super::super::address::{address, next_token};
use super::super::anchors::source_anchored;
use super::super::chunks::{Chunk, ChunkKey, Section, chunk_tree, source_index};
use super::super::fragments::{Form, SpecFile, form, named_file, source_file, source_part};
use super::super::reference::descend;
use super::super::shape::Holds;
use super::super::spec::is_version;
use super::draft::{Draft, DraftObject, Leaf, Member, Step, Unread, ValueIdentity};
use super::origin::Source;
use crate::Db;
use base::inputs::File;
use base::tree::{Kind, NodeRef};

/// A longer chain of references is unresolved.
const MOST_HOPS: usize = 64;

/// The document between two actions.
pub(super) struct OverlaidDocument<'db> {
    pub(super) db: &'db dyn Db,
    pub(super) spec: File,
    pub(super) root: Draft<'db>,
    /// In OpenAPI 3.0, only `description` is merged from the siblings of a reference.
    is_v30: bool,
}

/// The target of a chain of references.
#[derive(Clone)]
pub(super) struct Followed<'db> {
    /// The value with the siblings of the references merged in.
    pub(super) value: Draft<'db>,
    /// The value at the end of the chain, without siblings.
    pub(super) identity: ValueIdentity<'db>,
}

/// The kind of a child. Does not parse an unread chunk: no chunk key depends on whether its value is an array.
pub(super) fn below(holds: Holds, step: Step<'_>, child: &Draft<'_>) -> Holds {
    match step {
        Step::Key(key) => holds.member(key, !matches!(child, Draft::Chunk(_)) && child.kind() == Kind::Array),
        Step::Index(_) => holds.item(),
    }
}

impl<'db> OverlaidDocument<'db> {
    /// Creates the document from the spec's files.
    pub(super) fn new(db: &'db dyn Db, spec: File) -> Self {
        let mut root = Draft::Object(Rc::default());
        for &chunk in &source_index(db, spec).chunks {
            place(&mut root, chunk.key(db), Draft::Chunk(Unread { db, chunk }));
        }
        Self::of(db, spec, root)
    }

    /// Creates a spec with that document.
    pub(super) fn of(db: &'db dyn Db, spec: File, root: Draft<'db>) -> Self {
        let version = root.get("openapi").and_then(|(_, value)| value.leaf()?.node.scalar());
        let is_v30 = version.is_some_and(|text| is_version(text, "3.0"));
        Self { db, spec, root, is_v30 }
    }

    /// Resolves a reference by one hop; the target may be a reference itself.
    pub(super) fn resolve(&self, from: Source<'db>, reference: &str) -> Option<Draft<'db>> {
        let db = self.db;
        let base = match from {
            Source::Chunk(chunk) => chunk.file(db),
            Source::Action(_) => self.spec,
        };
        let address = address(base.path(db), reference).ok()?;
        let file = match &address.path {
            Some(path) if **path != **base.path(db) => named_file(db, self.spec, path)?,
            _ => base,
        };
        let fragment = &*address.fragment;
        if file == self.spec || file.path(db) == self.spec.path(db) {
            let fragment = self.fragment(SpecFile::of(db, self.spec, self.spec), fragment)?;
            return walk(self.root.clone(), &fragment);
        }
        if matches!(form(db, file), Form::Missing | Form::Outside | Form::Unreadable) {
            return None;
        }
        let place = SpecFile::of(db, file, self.spec);
        let pointer = self.fragment(place, fragment)?;
        let (chunk, rest) = locate(db, place, &pointer)?;
        let node = descend(chunk_tree(db, chunk).root(), rest)?;
        Some(Draft::Leaf(Leaf { node, source: Source::Chunk(chunk) }))
    }

    /// The pointer that a fragment is, or that its anchor names.
    fn fragment(&self, place: SpecFile<'db>, fragment: &str) -> Option<String> {
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(fragment.to_owned());
        }
        let anchored = source_anchored(self.db, place, &format!("#{fragment}"))?;
        let key = anchored.chunk.key(self.db);
        let tokens = key.path().map(|token| format!("/{}", super::super::address::encode_token(token)));
        Some(tokens.chain([anchored.pointer.to_string()]).collect())
    }

    /// Follows a value that is a reference. `None` if it is not one, or is unresolved.
    pub(super) fn followed(&self, draft: &Draft<'db>, holds: Holds) -> Option<Followed<'db>> {
        if holds.is_data() { None } else { self.followed_with(draft, !self.is_v30) }
    }

    /// Follows a value that is a reference where none is allowed: its siblings count in every version.
    pub(super) fn followed_with_siblings(&self, draft: &Draft<'db>) -> Option<Followed<'db>> {
        self.followed_with(draft, true)
    }

    fn followed_with(&self, draft: &Draft<'db>, all_count: bool) -> Option<Followed<'db>> {
        let mut value = draft.clone();
        let mut referring = Vec::new();
        while let Some((reference, leaf)) = value.reference() {
            if referring.len() >= MOST_HOPS {
                return None;
            }
            let target = self.resolve(leaf.source, reference)?;
            referring.push(std::mem::replace(&mut value, target));
        }
        if referring.is_empty() {
            return None;
        }
        let identity = value.identity();
        for referring in referring.into_iter().rev() {
            value = with_siblings(value, &referring, all_count);
        }
        Some(Followed { value, identity })
    }
}

/// Returns the target with the siblings of the reference merged in: all of them, or only its description.
fn with_siblings<'db>(target: Draft<'db>, referring: &Draft<'db>, all_count: bool) -> Draft<'db> {
    // A path item's own fields always apply (OpenAPI 3.0.4, section 4.7.9.1); they are between chunks.
    let all_count = all_count || referring.origin().is_none();
    let siblings: Vec<(&'db str, Draft<'db>)> = referring
        .children()
        .into_iter()
        .filter_map(|(step, value)| match step {
            Step::Key(key) => (key != "$ref" && (all_count || key == "description")).then_some((key, value)),
            Step::Index(_) => None,
        })
        .collect();
    let mut target = target;
    if siblings.is_empty() || target.kind() != Kind::Object {
        return target;
    }
    if let Some(members) = target.members_mut() {
        for (key, value) in siblings {
            members.insert(key, Member { key: value.origin(), value });
        }
    }
    target
}

/// Inserts a chunk at its address in the document.
fn place<'db>(root: &mut Draft<'db>, key: &'db ChunkKey, value: Draft<'db>) {
    if key.section == Section::Root && key.name.is_empty() {
        *root = value;
        return;
    }
    let mut at = root;
    let way: Vec<&'db str> = key.path().collect();
    for (level, &name) in way.iter().enumerate() {
        let Some(members) = at.members_mut() else { return };
        let is_last = level + 1 == way.len();
        let empty = || Draft::Object(Rc::new(DraftObject::default()));
        let entry = members.entry(name);
        let member =
            entry.or_insert_with(|| Member { key: None, value: if is_last { value.clone() } else { empty() } });
        at = &mut member.value;
    }
}

/// The value that a pointer selects, without following references.
fn walk<'db>(root: Draft<'db>, pointer: &str) -> Option<Draft<'db>> {
    let mut value = root;
    let mut rest = pointer;
    while !rest.is_empty() {
        // Within a chunk, the rest of the pointer selects in its tree.
        if let Some(leaf) = value.leaf() {
            return descend(leaf.node, rest).map(|node| Draft::Leaf(leaf.at(node)));
        }
        let (token, after) = next_token(rest)?;
        value = match value.len() {
            Some(_) => value.item(token.parse().ok()?)?,
            None => value.get(&token)?.1,
        };
        rest = after;
    }
    Some(value)
}

/// The chunk of a file other than the spec that contains the pointer's target, before overlays.
fn locate<'db, 'r>(db: &'db dyn Db, place: SpecFile<'db>, pointer: &'r str) -> Option<(Chunk<'db>, &'r str)> {
    if place.is_document(db) {
        let chunks = &source_index(db, place.file(db)).chunks;
        let inside = |chunk: &&Chunk<'db>| {
            let mut rest = pointer;
            for name in chunk.key(db).path() {
                let (token, after) = next_token(rest)?;
                if token != name {
                    return None;
                }
                rest = after;
            }
            Some((**chunk, rest))
        };
        return chunks.iter().find_map(|chunk| inside(&chunk));
    }
    if form(db, place.file(db)) == Form::Parts && !pointer.is_empty() {
        let (name, rest) = next_token(pointer)?;
        return Some((source_part(db, place, &name)?, rest));
    }
    Some((source_file(db, place)?, pointer))
}

/// Whether a member names its object in the document (`$id`, anchors); an inline copy must not repeat it.
pub(super) fn is_own_name(key: &str, value: NodeRef<'_>) -> bool {
    matches!(key, "$id" | "$anchor" | "$dynamicAnchor") && value.as_str().is_some()
}
