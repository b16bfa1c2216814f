//! Resolves a `$ref` to a chunk and a node on demand: a file, and a JSON Pointer (RFC 6901) or an anchor in it.
//!
//! A target is a chunk, which knows its file, and a node, so both ends may be in different files. References in a file
//! are resolved against that file. Makes no network requests and reads no files: named files were read before.

use super::address::{address, encode_token, last_token, next_token, percent_decoded};
use super::anchors::{Anchored, find_anchored, find_below_id};
use super::chunks::{
    Chunk, ChunkKey, ChunkName, Section, chunk_key_place, chunk_place, chunk_tree, file_index, find_chunk, path_item,
};
use super::fragments::{Form, SpecFile, find_part, form, named_file, whole_file};
use super::spec::own_uri;
use crate::Db;
use base::diagnostic::{Place, did_you_mean};
use base::inputs::File;
use base::tree::{NodeId, NodeRef};

/// A longer chain of references counts as a cycle.
const MOST_HOPS: usize = 64;

/// A value of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Target<'db> {
    /// The chunk that contains it; its file is the chunk's.
    pub chunk: Chunk<'db>,
    /// The node in the chunk's tree.
    pub node: NodeId,
}

impl<'db> Target<'db> {
    /// The whole chunk.
    pub fn root(db: &'db dyn Db, chunk: Chunk<'db>) -> Self {
        Self { chunk, node: chunk_tree(db, chunk).root().id() }
    }

    /// The node itself.
    pub fn node(self, db: &'db dyn Db) -> NodeRef<'db> {
        chunk_tree(db, self.chunk).node(self.node)
    }

    /// The key before a member's value; for a whole chunk, the chunk itself.
    pub(crate) fn key(self, db: &'db dyn Db) -> Self {
        let key = self.node.0.checked_sub(1).filter(|_| self.node != chunk_tree(db, self.chunk).root().id());
        Self { chunk: self.chunk, node: key.map_or(self.node, NodeId) }
    }

    /// Its place in the source; for a chunk, the place of its key. For reporting.
    pub(crate) fn place(self, db: &'db dyn Db) -> Place {
        if self.node == chunk_tree(db, self.chunk).root().id() {
            chunk_key_place(db, self.chunk)
        } else {
            chunk_place(db, self.chunk, self.node)
        }
    }

    /// Another value of the same chunk.
    pub fn at(self, node: NodeRef<'_>) -> Self {
        Self { chunk: self.chunk, node: node.id() }
    }
}

/// Why a reference is unresolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) enum Reason {
    /// Nothing has that address.
    Missing,
    /// It is a URL of the network, which is never fetched.
    Remote,
    /// It names a file that does not exist.
    NoFile,
    /// It names a file that is not readable as text.
    Unreadable,
    /// It is an absolute path, or points outside the project's folder.
    Outside,
    /// It has a `~` escape that RFC 6901 does not define, or lacks a required `/`.
    NotAPointer,
    /// It has an invalid `%` escape, or escapes that are not UTF-8.
    BadEscape,
    /// It resolves to a value that is not a schema.
    NotASchema,
    /// It resolves to the document, or a whole section of it.
    TooWide,
    /// It refers back to itself.
    Cycle,
}

impl Reason {
    /// The reason as a phrase that follows the reference's text.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Missing => "has no target",
            Self::Remote => "is remote, and remote references are not fetched",
            Self::NoFile => "names a file that does not exist",
            Self::Unreadable => "names a file that cannot be read",
            Self::Outside => "points outside the project",
            Self::NotAPointer => "is not a JSON Pointer",
            Self::BadEscape => "has an invalid percent escape",
            Self::NotASchema => "resolves to a value that is not a schema",
            Self::TooWide => "resolves to a whole section of the document",
            Self::Cycle => "refers back to itself",
        }
    }
}

/// An unresolved reference, kept so that the page can show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The reference as written.
    pub(crate) text: Box<str>,
    pub(crate) reason: Reason,
}

/// A chunk, and the rest of the pointer within it: empty, or beginning with `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located<'db, 'r> {
    /// The chunk that contains the target.
    pub chunk: Chunk<'db>,
    /// The JSON Pointer from the chunk's root to the target.
    pub rest: &'r str,
}

/// The chunk of a document that contains the pointer's target.
fn locate_in_document<'db, 'r>(db: &'db dyn Db, file: File, pointer: &'r str) -> Result<Located<'db, 'r>, Reason> {
    let (first, rest) =
        next_token(pointer).ok_or(if pointer.is_empty() { Reason::TooWide } else { Reason::Missing })?;
    let section = match &*first {
        "paths" => Section::Paths,
        "webhooks" => Section::Webhooks,
        "components" => Section::Components,
        name => {
            let key = ChunkKey { section: Section::Root, name: name.into(), member: "".into() };
            let chunk = find_chunk(db, ChunkName::new(db, file, key)).ok_or(Reason::Missing)?;
            return Ok(Located { chunk, rest });
        }
    };
    let token = |pointer: &'r str| {
        next_token(pointer).ok_or(if pointer.is_empty() { Reason::TooWide } else { Reason::NotAPointer })
    };
    let (name, rest) = token(rest)?;
    if rest.is_empty() && section != Section::Components {
        let key = ChunkKey { section, name: name.into(), member: "".into() };
        let chunk = path_item(db, ChunkName::new(db, file, key)).ok_or(Reason::Missing)?;
        return Ok(Located { chunk, rest });
    }
    let (member, rest) = token(rest)?;
    let key = ChunkKey { section, name: name.into(), member: member.into() };
    let chunk = find_chunk(db, ChunkName::new(db, file, key)).ok_or(Reason::Missing)?;
    Ok(Located { chunk, rest })
}

/// The chunk that contains the pointer's target.
fn locate<'db, 'r>(db: &'db dyn Db, place: SpecFile<'db>, pointer: &'r str) -> Result<Located<'db, 'r>, Reason> {
    if place.is_document(db) {
        return locate_in_document(db, place.file(db), pointer);
    }
    if form(db, place.file(db)) == Form::Parts && !pointer.is_empty() {
        let (name, rest) = next_token(pointer).ok_or(Reason::NotAPointer)?;
        let chunk = find_part(db, place, &name).ok_or(Reason::Missing)?;
        return Ok(Located { chunk, rest });
    }
    let chunk = whole_file(db, place).ok_or(Reason::Unreadable)?;
    Ok(Located { chunk, rest: pointer })
}

/// The node below `node` that a pointer selects.
pub fn descend<'t>(node: NodeRef<'t>, pointer: &str) -> Option<NodeRef<'t>> {
    let mut node = node;
    let mut rest = pointer;
    while !rest.is_empty() {
        let (token, after) = next_token(rest)?;
        node = if node.is_array() {
            // RFC 6901, section 4: digits without leading zeros.
            if token.is_empty()
                || (token.len() > 1 && token.starts_with('0'))
                || !token.bytes().all(|b| b.is_ascii_digit())
            {
                return None;
            }
            node.items().nth(token.parse().ok()?)?
        } else {
            node.get(&token)?
        };
        rest = after;
    }
    Some(node)
}

/// The file with that path, as seen from the chunk `from`; without a path, the chunk's own file.
fn target_file<'db>(db: &'db dyn Db, from: Chunk<'db>, path: Option<&str>) -> Result<SpecFile<'db>, Reason> {
    let own = from.file(db);
    let file = match path {
        Some(path) if path != &**own.path(db) => {
            let file = named_file(db, own, path).ok_or(Reason::NoFile)?;
            match form(db, file) {
                Form::Missing => return Err(Reason::NoFile),
                Form::Outside => return Err(Reason::Outside),
                Form::Unreadable => return Err(Reason::Unreadable),
                Form::Document | Form::Whole | Form::Parts | Form::Text => file,
            }
        }
        _ => own,
    };
    Ok(SpecFile::of(db, file, from.spec(db)))
}

/// Passes the chunk that a reference resolves to, and the pointer within it, to `then`.
pub fn with_located<'db, T>(
    db: &'db dyn Db,
    from: Chunk<'db>,
    reference: &str,
    then: impl FnOnce(Located<'db, '_>) -> Option<T>,
) -> Result<T, Unresolved> {
    let own = || SpecFile::of(db, from.file(db), from.spec(db));
    let find = || {
        let (file, below) = reference.split_once('#').unwrap_or((reference, ""));
        // Below an `$id`, a relative reference may mean a value of the same file.
        if !file.is_empty()
            && let Some(Anchored { chunk, pointer }) = find_below_id(db, own(), from, file)
        {
            let below = percent_decoded(below).ok_or(Reason::NotAPointer)?;
            if !below.is_empty() && !below.starts_with('/') {
                let Anchored { chunk, pointer } =
                    find_anchored(db, own(), &format!("#{below}")).ok_or(Reason::Missing)?;
                return then(Located { chunk: *chunk, rest: pointer }).ok_or(Reason::Missing);
            }
            return then(Located { chunk: *chunk, rest: &format!("{pointer}{below}") }).ok_or(Reason::Missing);
        }
        // The path of its own file is not read for it: another edition may have the same file elsewhere.
        let base = if file.is_empty() { "" } else { &**from.file(db).path(db) };
        let (place, fragment) = match address(base, reference) {
            Ok(address) => (target_file(db, from, address.path.as_deref()), address.fragment),
            Err(reason) => (Err(reason), "".into()),
        };
        let anchored = match place {
            Ok(place) if fragment.is_empty() || fragment.starts_with('/') => {
                return then(locate(db, place, &fragment)?).ok_or(Reason::Missing);
            }
            Ok(place) => find_anchored(db, place, &format!("#{fragment}")).ok_or(Reason::Missing)?,
            // An address that no file has may be the document's own `$self`, or the `$id` of a schema.
            Err(reason) => {
                let spec = from.spec(db);
                let is_self = own_uri(db, spec).is_some_and(|uri| uri == file);
                if is_self && (below.is_empty() || below.starts_with('/')) {
                    let below = percent_decoded(below).ok_or(Reason::NotAPointer)?;
                    return then(locate(db, SpecFile::of(db, spec, spec), &below)?).ok_or(Reason::Missing);
                }
                find_anchored(db, own(), reference.trim_end_matches('#')).ok_or(reason)?
            }
        };
        let Anchored { chunk, pointer } = anchored;
        then(Located { chunk: *chunk, rest: pointer }).ok_or(Reason::Missing)
    };
    find().map_err(|reason| Unresolved { text: reference.into(), reason })
}

/// Resolves a reference in the chunk `from` by one hop; the target may be a reference itself.
pub(crate) fn resolve<'db>(db: &'db dyn Db, from: Chunk<'db>, reference: &str) -> Result<Target<'db>, Unresolved> {
    with_located(db, from, reference, |Located { chunk, rest }| {
        let node = descend(chunk_tree(db, chunk).root(), rest)?;
        Some(Target { chunk, node: node.id() })
    })
}

/// Follows a chain of references to its end; returns the value itself if it is not a reference.
pub(crate) fn follow<'db>(db: &'db dyn Db, target: Target<'db>) -> Result<Target<'db>, Unresolved> {
    let mut target = target;
    let mut last = "";
    for _ in 0..MOST_HOPS {
        let Some(reference) = target.node(db).get_str("$ref") else { return Ok(target) };
        target = resolve(db, target.chunk, reference)?;
        last = reference;
    }
    Err(Unresolved { text: last.into(), reason: Reason::Cycle })
}

/// "did you mean …" for a reference whose file has nothing at its pointer: the reference with a missing `#/` added, the
/// nearest sibling name, or the same name in another section of the components.
pub(crate) fn suggest_target<'db>(db: &'db dyn Db, from: Chunk<'db>, reference: &str) -> Option<String> {
    let written = reference.trim_start_matches(['#', '/']);
    let whole = format!("#/{written}");
    if whole != reference && !written.contains('#') && resolve(db, from, &whole).is_ok() {
        return Some(format!("did you mean `{whole}`?"));
    }
    let (before, _) = reference.rsplit_once('/').filter(|(before, _)| before.contains('#'))?;
    let name = last_token(reference);
    if let Ok(parent) = resolve(db, from, before) {
        return did_you_mean(&name, parent.node(db).entries().map(|(key, _)| key.text()));
    }
    let path = address(from.file(db).path(db), reference).ok()?.path;
    let place = target_file(db, from, path.as_deref()).ok()?;
    if !place.is_document(db) {
        return None;
    }
    let keys = file_index(db, place.file(db)).chunks.iter().map(|chunk| chunk.key(db));
    let components = keys.filter(|key| key.section == Section::Components && !key.is_unsplit());
    let kind = before.split_once("#/components/").map(|(_, kind)| kind);
    let beside = components.clone().filter(|key| Some(&*key.name) == kind).map(|key| &*key.member);
    did_you_mean(&name, beside).or_else(|| {
        let same = components.filter(|key| *key.member == *name).min_by_key(|key| &*key.name)?;
        Some(format!("did you mean `#/components/{}/{}`?", same.name, encode_token(&same.member)))
    })
}

/// The path of the other file that a reference names, and the address in it.
pub(crate) fn other_end(db: &dyn Db, from: Chunk<'_>, reference: &str) -> Option<(String, String)> {
    let address = address(from.file(db).path(db), reference).ok()?;
    Some((address.path?, address.fragment.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Reason, Target, descend, follow, resolve};
    use crate::testing::{chunk, spec};
    use base::tree::{Limits, Tree};

    #[test]
    fn pointers_are_exact() {
        let text = r##"{"a/b": {"{id}": [10, 11]}, "": {"": 1}, "m~n": 2}"##;
        let tree = Tree::from_json(text, Limits::default()).tree;
        let at = |reference: &str| {
            let pointer = crate::address::percent_decoded(reference.strip_prefix('#')?)?;
            descend(tree.root(), &pointer).map(|node| node.to_json())
        };
        assert_eq!(at("#/a~1b/%7Bid%7D/1").as_deref(), Some("11"));
        assert_eq!(at("#//").as_deref(), Some("1"));
        assert_eq!(at("#/m~0n").as_deref(), Some("2"));
        for wrong in ["#/a~1b/%7Bid%7D/01", "#/a~1b/%7Bid%7D/-1", "#/a~1b/", "#/m~2n", "#/%zz", "#foo", "x.yaml#/a"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn follows_chains_and_ends_on_cycles() {
        let (inputs, file) = spec(
            r##"{"openapi": "3.1.0", "components": {"schemas": {
                "A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/C/properties/x"},
                "C": {"properties": {"x": {"type": "string"}}},
                "L": {"$ref": "#/components/schemas/M"}, "M": {"$ref": "#/components/schemas/L"},
                "S": {"$ref": "#/components/schemas/S"}, "N": {"$ref": "#/components/schemas/Nope"}}}}"##,
        );
        let db = inputs.db();
        let at = |name: &str| follow(db, Target::root(db, chunk(db, file, "components/schemas", name)));
        assert_eq!(at("A").unwrap().node(db).to_json(), r#"{"type":"string"}"#);
        assert_eq!(at("L").unwrap_err().reason, Reason::Cycle);
        assert_eq!(at("S").unwrap_err().reason, Reason::Cycle);
        assert_eq!(at("N").unwrap_err().reason, Reason::Missing);
        let from = chunk(db, file, "components/schemas", "A");
        assert_eq!(resolve(db, from, "#").unwrap_err().reason, Reason::TooWide);
        assert_eq!(resolve(db, from, "#/components/schemas").unwrap_err().reason, Reason::TooWide);
    }
}
