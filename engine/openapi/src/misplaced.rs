//! References in positions where OpenAPI allows none: in place of a list, a map or a text. They are followed all the
//! same, as other tools do, and reported. `overlay/splice.rs` replaces them by their targets.

use memchr::memmem;

use crate::Db;
use crate::chunks::{Chunk, ChunkContent, chunk_tree, source_index};
use crate::fragments::spec_files;
use crate::parse::split::{ChunkKey, Section};
use crate::reference::{Reason, Unresolved, follow, resolve};
use crate::shape::Holds;
use crate::spec::{Version, version};
use crate::spec_check::unresolved;
use base::diagnostic::{Code, Diagnostic};
use base::inputs::File;
use base::tree::{Kind, NodeId, NodeRef};

/// The position of a value in a description, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// In an object of known type.
    Known(Holds),
    /// In a file of unknown type, where keywords are taken for what they usually are.
    Guessed,
    /// A text or a list, by its keyword, in a file of unknown type.
    GuessedPlain,
}

impl Position {
    /// The position of a chunk's value.
    pub(crate) fn of_chunk(key: &ChunkKey) -> Self {
        match key.section {
            Section::Fragment if key.name.is_empty() => Self::Guessed,
            Section::Fragment => Self::Guessed.member(&key.name, false),
            _ => Self::Known(Holds::of_chunk(key)),
        }
    }

    /// The position of a member's value.
    pub(crate) fn member(self, key: &str, is_array: bool) -> Self {
        const PLAIN: [&str; 8] = ["description", "summary", "title", "required", "enum", "tags", "servers", "security"];
        match self {
            Self::Known(holds) => Self::Known(holds.member(key, is_array)),
            Self::GuessedPlain => Self::Known(Holds::Plain),
            Self::Guessed if key.starts_with("x-") => Self::Known(Holds::Unknown),
            Self::Guessed if PLAIN.contains(&key) && !is_array => Self::GuessedPlain,
            Self::Guessed => match Holds::Unknown.usual_member(key, is_array) {
                Holds::Unknown | Holds::Plain => Self::Guessed,
                known => Self::Known(known),
            },
        }
    }

    /// The position of an item.
    pub(crate) fn item(self) -> Self {
        match self {
            Self::Known(holds) => Self::Known(holds.item()),
            Self::Guessed | Self::GuessedPlain => Self::Guessed,
        }
    }

    /// Whether a reference is not allowed here, but can only mean its target.
    pub(crate) fn is_misplaced(self) -> bool {
        match self {
            Self::Known(holds) => holds.is_collection() || holds == Holds::Plain,
            Self::Guessed => false,
            Self::GuessedPlain => true,
        }
    }

    /// Whether a value of that kind may replace a reference. In a file of unknown type, `description` may also be the name
    /// of a property, whose schema is an object.
    pub(crate) fn fits(self, kind: Kind) -> bool {
        self != Self::GuessedPlain || kind != Kind::Object
    }

    /// Whether no reference below means anything.
    fn is_closed(self) -> bool {
        matches!(
            self,
            Self::Known(
                Holds::Data
                    | Holds::ExampleValue
                    | Holds::Mapping
                    | Holds::SchemaName
                    | Holds::Unknown
                    | Holds::UnknownNames
            )
        )
    }
}

/// A misplaced reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misplaced {
    /// The object with the `$ref`, or its text if that is a chunk of its own.
    node: NodeId,
    /// The key of the object; empty for an item.
    key: Box<str>,
    position: Position,
}

/// The misplaced references of a chunk as written in its file. Equal after most edits.
#[salsa::tracked(returns(ref))]
pub(crate) fn misplaced<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Misplaced> {
    let key = chunk.key(db);
    if is_in_place_of_section(key) {
        let root = chunk_tree(db, chunk).root();
        // A component may have that name.
        let position = Position::Known(Holds::Plain);
        let names: Vec<&str> = key.path().collect();
        let section = names.iter().nth_back(1).copied().unwrap_or_default().into();
        return root.as_str().map(|_| Misplaced { node: root.id(), key: section, position }).into_iter().collect();
    }
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => {
            ["$ref", "\\"].iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
        }
        ChunkContent::Tree(_) => true,
    };
    if !may_have {
        return Vec::new();
    }
    misplaced_below(chunk_tree(db, chunk).root(), key.last(), Position::of_chunk(key))
}

/// Whether a chunk is the `$ref` in place of a section of the document, such as `components/schemas`.
pub(crate) fn is_in_place_of_section(key: &ChunkKey) -> bool {
    match key.section {
        Section::Components => key.last() == "$ref",
        Section::Paths | Section::Webhooks => &*key.name == "$ref" && key.member.is_empty(),
        Section::Root | Section::Fragment => false,
    }
}

/// The misplaced references in a value, in order; `key` is its own key.
pub(crate) fn misplaced_below(root: NodeRef<'_>, key: &str, position: Position) -> Vec<Misplaced> {
    let mut found = Vec::new();
    let mut open = vec![(root, key, position)];
    while let Some((node, key, position)) = open.pop() {
        if position.is_closed() {
            continue;
        }
        if position.is_misplaced() && node.get_str("$ref").is_some() {
            found.push(Misplaced { node: node.id(), key: key.into(), position });
            continue;
        }
        let holds_others = |value: NodeRef<'_>| matches!(value.kind(), Kind::Object | Kind::Array);
        open.extend(node.items().filter(|item| holds_others(*item)).map(|item| (item, "", position.item())));
        open.extend(node.entries().filter(|(_, value)| holds_others(*value)).map(|(key, value)| {
            let key = key.text();
            (value, key, position.member(key, value.is_array()))
        }));
    }
    found.sort_unstable_by_key(|found| found.node.0);
    found
}

/// Whether a document contains a misplaced reference.
#[salsa::tracked(returns(copy))]
pub(crate) fn has_misplaced(db: &dyn Db, file: File) -> bool {
    let chunks = &source_index(db, file).chunks;
    let is_other = |chunk: &Chunk<'_>| chunk.key(db).section == Section::Root && &*chunk.key(db).name == "swagger";
    !chunks.iter().any(is_other) && chunks.iter().any(|&chunk| !misplaced(db, chunk).is_empty())
}

/// Findings about the misplaced references of a chunk, as written in its file.
#[salsa::tracked(returns(ref))]
fn check_misplaced_in<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    let root = chunk_tree(db, chunk).root();
    // If all members of a file are objects, their keys may be names: `headers` may be a schema.
    let are_names =
        Position::of_chunk(chunk.key(db)) == Position::Guessed && root.entries().all(|(_, value)| value.is_object());
    let find = |found: &Misplaced| {
        let node = chunk_tree(db, chunk).node(found.node);
        let reference = if node.is_object() { node.get("$ref")? } else { node };
        let text = reference.as_str()?;
        match resolve(db, chunk, text).and_then(|target| follow(db, target)) {
            Ok(target) if !found.position.fits(target.node(db).kind()) => None,
            Ok(_) if are_names && root.entries().any(|(_, value)| value.id() == node.id()) => None,
            Ok(_) | Err(Unresolved { reason: Reason::TooWide, .. }) => {
                let subject = match &*found.key {
                    "" => "a `$ref` is in a list that takes none".to_owned(),
                    key => format!("`{key}` is a `$ref`, which OpenAPI does not allow there"),
                };
                let help = "refer to each member instead: OpenAPI allows a `$ref` in place of a schema, response, \
                            parameter, example, request body, header, security scheme, link, callback or path item";
                let found = Diagnostic::new(Code::MisplacedReference, subject, reference.id());
                Some(found.with_help(help.to_owned()))
            }
            Err(Unresolved { reason, .. }) => Some(unresolved(db, chunk, reference, text, reason)),
        }
    };
    misplaced(db, chunk).iter().filter_map(find).collect()
}

/// The misplaced references of a spec and of its files, with the chunks in which they are written.
pub fn check_misplaced(db: &dyn Db, spec: File) -> Vec<(Chunk<'_>, &[Diagnostic<NodeId>])> {
    if version(db, spec) == Version::Unsupported {
        return Vec::new();
    }
    let others = spec_files(db, spec).known.iter().skip(1).flat_map(|place| place.source_chunks(db));
    let chunks = source_index(db, spec).chunks.iter().copied().chain(others);
    let chunks = chunks.filter(|&chunk| !misplaced(db, chunk).is_empty());
    chunks.map(|chunk| (chunk, &check_misplaced_in(db, chunk)[..])).collect()
}

#[cfg(test)]
mod tests;
