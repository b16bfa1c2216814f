//! `$anchor` and `$id`: names that schemas give themselves, within one file.

use std::collections::BTreeMap;

use memchr::memmem;

use super::address::encode_token;
use super::chunks::{Chunk, ChunkContent, chunk_tree, source_index};
use super::fragments::SpecFile;
use crate::inputs::Db;
use crate::parse::tree::NodeRef;

/// A value that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Anchored<'db> {
    pub(crate) chunk: Chunk<'db>,
    /// The way to it within the chunk.
    pub(crate) pointer: Box<str>,
}

/// The value of that name in a file: `#` and an anchor, or an `$id`.
pub(crate) fn find_anchored<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<&'db Anchored<'db>> {
    file_anchors(db, place).get(name)
}

/// The same in a file as its text has it, before overlays.
pub(super) fn source_anchored<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<Anchored<'db>> {
    let chunks = if place.is_document(db) { source_index(db, place.file(db)).chunks.clone() } else { place.chunks(db) };
    chunks.into_iter().find_map(|chunk| {
        let (_, pointer) = chunk_anchors(db, chunk).iter().find(|(own, _)| **own == *name)?;
        Some(Anchored { chunk, pointer: pointer.clone() })
    })
}

/// The named values of a file; of a name that comes twice the first.
#[salsa::tracked(returns(ref))]
fn file_anchors<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> BTreeMap<Box<str>, Anchored<'db>> {
    let mut found = BTreeMap::new();
    for chunk in place.chunks(db) {
        for (name, pointer) in chunk_anchors(db, chunk) {
            found.entry(name.clone()).or_insert_with(|| Anchored { chunk, pointer: pointer.clone() });
        }
    }
    found
}

/// The named values of a chunk with the way to each.
#[salsa::tracked(returns(ref))]
fn chunk_anchors<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<(Box<str>, Box<str>)> {
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => {
            ["nchor", "$id", "\\"].iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
        }
        ChunkContent::Tree(_) => true,
    };
    if may_have { anchors(chunk_tree(db, chunk).root()) } else { Vec::new() }
}

fn anchors(root: NodeRef<'_>) -> Vec<(Box<str>, Box<str>)> {
    let mut found: Vec<(Box<str>, Box<str>)> = Vec::new();
    // The pointer of each open node is its parent's with one token more; only those of named ones are spelled out.
    let mut tokens: Vec<(Option<usize>, String)> = Vec::new();
    let mut open: Vec<(NodeRef<'_>, Option<usize>)> = vec![(root, None)];
    while let Some((node, at)) = open.pop() {
        let mut below = |value, token: String| {
            tokens.push((at, token));
            open.push((value, Some(tokens.len() - 1)));
        };
        let mut names: Vec<Box<str>> = Vec::new();
        for (key, value) in node.entries() {
            match (key.text(), value.as_str()) {
                ("$anchor" | "$dynamicAnchor", Some(name)) => names.push(format!("#{name}").into()),
                ("$id", Some(name)) => names.push(name.trim_end_matches('#').into()),
                ("example" | "default" | "const" | "enum", _) => {}
                (key, None) if value.is_object() || value.is_array() => below(value, encode_token(key).into_owned()),
                _ => {}
            }
        }
        for (number, value) in node.items().enumerate() {
            below(value, number.to_string());
        }
        if !names.is_empty() {
            let way = std::iter::successors(at, |&at| tokens.get(at).and_then(|(parent, _)| *parent));
            let way: Vec<&str> = way.filter_map(|at| Some(tokens.get(at)?.1.as_str())).collect();
            let pointer: String = way.iter().rev().flat_map(|token| ["/", token]).collect();
            found.extend(names.into_iter().map(|name| (name, pointer.clone().into())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::anchors;
    use crate::parse::tree::{Limits, Tree};

    #[test]
    fn names_lead_to_their_schema() {
        let text =
            r#"{"$defs": {"a/b": {"$anchor": "x", "oneOf": [{}, {"$id": "pet.json#"}]}}, "example": {"$id": "no"}}"#;
        let mut found = anchors(Tree::from_json(text, Limits::default()).tree.root());
        found.sort();
        let found: Vec<(&str, &str)> = found.iter().map(|(name, pointer)| (&**name, &**pointer)).collect();
        assert_eq!(found, [("#x", "/$defs/a~1b"), ("pet.json", "/$defs/a~1b/oneOf/1")]);
    }
}
