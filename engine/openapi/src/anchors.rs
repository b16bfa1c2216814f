//! `$anchor` and `$id`: names that schemas give themselves, within one file.

use std::collections::BTreeMap;

use memchr::memmem;

use super::address::encode_token;
use super::chunks::{Chunk, ChunkContent, chunk_tree, source_index};
use super::fragments::SpecFile;
use crate::Db;
use base::tree::NodeRef;

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
        let (_, pointer) = chunk_anchors(db, chunk).named.iter().find(|(own, _)| **own == *name)?;
        Some(Anchored { chunk, pointer: pointer.clone() })
    })
}

/// What the text `reference` of the chunk `from` means below an `$id`: a value of the same file, if one has that `$id`
/// (JSON Schema 2020-12, section 8.2.1). `reference` has no fragment.
pub(crate) fn find_below_id<'db>(
    db: &'db dyn Db,
    place: SpecFile<'db>,
    from: Chunk<'db>,
    reference: &str,
) -> Option<&'db Anchored<'db>> {
    let mut meant = chunk_anchors(db, from).relative.iter().filter(|(text, _)| **text == *reference);
    meant.find_map(|(_, uri)| find_anchored(db, place, uri))
}

/// The named values of a file; of a name that comes twice the first.
#[salsa::tracked(returns(ref))]
fn file_anchors<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> BTreeMap<Box<str>, Anchored<'db>> {
    let mut found = BTreeMap::new();
    for chunk in place.chunks(db) {
        for (name, pointer) in &chunk_anchors(db, chunk).named {
            found.entry(name.clone()).or_insert_with(|| Anchored { chunk, pointer: pointer.clone() });
        }
    }
    found
}

/// The names in a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Anchors {
    /// The named values with the way to each.
    named: Vec<(Box<str>, Box<str>)>,
    /// References below an `$id` that are relative to it, without their fragments, and the URI that each means.
    relative: Vec<(Box<str>, Box<str>)>,
}

/// The names in a chunk.
#[salsa::tracked(returns(ref))]
fn chunk_anchors<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Anchors {
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => {
            ["nchor", "$id", "\\"].iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
        }
        ChunkContent::Tree(_) => true,
    };
    if may_have { anchors(chunk_tree(db, chunk).root()) } else { Anchors::default() }
}

fn anchors(root: NodeRef<'_>) -> Anchors {
    let mut found = Anchors::default();
    // The pointer of each open node is its parent's with one token more; only those of named ones are spelled out.
    let mut tokens: Vec<(Option<usize>, String)> = Vec::new();
    let mut bases: Vec<String> = Vec::new();
    let mut open: Vec<(NodeRef<'_>, Option<usize>, Option<usize>)> = vec![(root, None, None)];
    while let Some((node, at, outer)) = open.pop() {
        let mut names: Vec<Box<str>> = Vec::new();
        let mut base = outer;
        if let Some(id) = node.get_str("$id") {
            let id = id.trim_end_matches('#');
            let uri = outer.and_then(|outer| bases.get(outer)).map_or_else(|| id.to_owned(), |outer| joined(outer, id));
            names.push(id.into());
            if uri != id {
                names.push(uri.as_str().into());
            }
            bases.push(uri);
            base = Some(bases.len() - 1);
        }
        let mut below = |value, token: String| {
            tokens.push((at, token));
            open.push((value, Some(tokens.len() - 1), base));
        };
        for (key, value) in node.entries() {
            match (key.text(), value.as_str()) {
                ("$anchor" | "$dynamicAnchor", Some(name)) => names.push(format!("#{name}").into()),
                ("$ref", Some(reference)) => {
                    let (text, _) = reference.split_once('#').unwrap_or((reference, ""));
                    if let Some(base) = base.and_then(|base| bases.get(base)).filter(|_| !text.is_empty()) {
                        found.relative.push((text.into(), joined(base, text).into()));
                    }
                }
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
            found.named.extend(names.into_iter().map(|name| (name, pointer.clone().into())));
        }
    }
    found
}

/// A reference resolved against a base URI (RFC 3986, section 5.2), both without fragment.
fn joined(base: &str, reference: &str) -> String {
    let has_scheme = reference.split_once(':').is_some_and(|(scheme, _)| !scheme.is_empty() && !scheme.contains('/'));
    if has_scheme {
        return reference.to_owned();
    }
    // Where the path of the base begins: behind the scheme and the authority.
    let path_at = match base.split_once("://") {
        Some((scheme, rest)) => scheme.len() + 3 + rest.find('/').unwrap_or(rest.len()),
        None => base.find(':').map_or(0, |colon| colon + 1),
    };
    let (root, path) = base.split_at(path_at);
    if reference.starts_with("//") {
        let scheme = base.split("//").next().unwrap_or_default();
        return format!("{scheme}{reference}");
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = match reference.strip_prefix('/') {
        Some(reference) => reference.to_owned(),
        None => format!("{folder}/{reference}"),
    };
    let mut segments: Vec<&str> = Vec::new();
    for segment in whole.trim_start_matches('/').split('/') {
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            segment => segments.push(segment),
        }
    }
    let lead = if root.is_empty() && !path.starts_with('/') && !reference.starts_with('/') { "" } else { "/" };
    format!("{root}{lead}{}", segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{anchors, joined};
    use base::tree::{Limits, Tree};

    fn pairs(found: &mut [(Box<str>, Box<str>)]) -> Vec<(&str, &str)> {
        found.sort();
        found.iter().map(|(one, other)| (&**one, &**other)).collect()
    }

    #[test]
    fn names_lead_to_their_schema() {
        let text =
            r#"{"$defs": {"a/b": {"$anchor": "x", "oneOf": [{}, {"$id": "pet.json#"}]}}, "example": {"$id": "no"}}"#;
        let mut found = anchors(Tree::from_json(text, Limits::default()).tree.root());
        assert_eq!(pairs(&mut found.named), [("#x", "/$defs/a~1b"), ("pet.json", "/$defs/a~1b/oneOf/1")]);
        assert_eq!(pairs(&mut found.relative), []);
    }

    #[test]
    fn an_id_is_the_base_of_what_stands_below_it() {
        let text = r##"{"$ref": "out.json", "$defs": {"a": {"$id": "https://e.test/s/", "$ref": "b.json#/x", "items": {"$ref": "#y"},
            "$defs": {"b": {"$id": "b.json"}, "c": {"$id": "/t/c.json", "not": {"$ref": "../s/b.json"}}}}}}"##;
        let mut found = anchors(Tree::from_json(text, Limits::default()).tree.root());
        let named = pairs(&mut found.named);
        assert!(named.contains(&("https://e.test/s/b.json", "/$defs/a/$defs/b")), "{named:?}");
        assert!(named.contains(&("https://e.test/t/c.json", "/$defs/a/$defs/c")), "{named:?}");
        assert_eq!(
            pairs(&mut found.relative),
            [("../s/b.json", "https://e.test/s/b.json"), ("b.json", "https://e.test/s/b.json")]
        );
    }

    #[test]
    fn references_join_as_in_rfc_3986() {
        for (base, reference, uri) in [
            ("https://e.test/a/b", "c", "https://e.test/a/c"),
            ("https://e.test/a/b/", "../c", "https://e.test/a/c"),
            ("https://e.test", "c", "https://e.test/c"),
            ("https://e.test/a/", "/c", "https://e.test/c"),
            ("https://e.test/a/", "//f.test/c", "https://f.test/c"),
            ("https://e.test/a/", "urn:x:y", "urn:x:y"),
            ("a/b.json", "./c.json", "a/c.json"),
            ("/a/b.json", "c.json", "/a/c.json"),
            ("b.json", "c.json", "c.json"),
        ] {
            assert_eq!(joined(base, reference), uri, "{base} {reference}");
        }
    }
}
