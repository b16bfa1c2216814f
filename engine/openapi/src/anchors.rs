//! `$anchor` and `$id`: names that schemas declare for themselves, within one file.

use std::collections::BTreeMap;

use memchr::memmem;

use super::address::encode_token;
use super::chunks::{Chunk, ChunkContent, chunk_tree};
use super::fragments::SpecFile;
use super::shape::Holds;
use crate::Db;
use base::tree::NodeRef;

/// A value with a declared name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Anchored<'db> {
    pub(crate) chunk: Chunk<'db>,
    /// JSON Pointer to it within the chunk.
    pub(crate) pointer: Box<str>,
}

/// Returns the value with that name in a file. A name is `#` and an anchor, or an `$id`.
pub(crate) fn find_anchored<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<&'db Anchored<'db>> {
    file_anchors(db, place).get(name)
}

/// Like [`find_anchored`], in the file's own text, before overlays.
pub(super) fn source_anchored<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<Anchored<'db>> {
    place.source_chunks(db).into_iter().find_map(|chunk| {
        let (_, pointer) = chunk_anchors(db, chunk).named.iter().find(|(own, _)| **own == *name)?;
        Some(Anchored { chunk, pointer: pointer.clone() })
    })
}

/// Resolves the reference `reference` of the chunk `from` against the `$id` around it: returns the value of the same
/// file with the resulting `$id`, if any (JSON Schema 2020-12, section 8.2.1). `reference` has no fragment.
pub(crate) fn find_below_id<'db>(
    db: &'db dyn Db,
    place: SpecFile<'db>,
    from: Chunk<'db>,
    reference: &str,
) -> Option<&'db Anchored<'db>> {
    let mut meant = chunk_anchors(db, from).relative.iter().filter(|(text, _)| **text == *reference);
    meant.find_map(|(_, uri)| find_anchored(db, place, uri))
}

/// The named values of a file; the first wins where a name is declared twice.
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

/// The names declared in a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Anchors {
    /// Each name with the JSON Pointer to its value.
    named: Vec<(Box<str>, Box<str>)>,
    /// References relative to an enclosing `$id`, without fragments, each with the URI that it resolves to.
    relative: Vec<(Box<str>, Box<str>)>,
}

/// The names declared in a chunk.
#[salsa::tracked(returns(ref))]
fn chunk_anchors<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Anchors {
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => {
            ["nchor", "$id", "\\"].iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
        }
        ChunkContent::Tree(_) => true,
    };
    if may_have { anchors(chunk_tree(db, chunk).root(), Holds::of_chunk(chunk.key(db))) } else { Anchors::default() }
}

fn anchors<'t>(root: NodeRef<'t>, holds: Holds) -> Anchors {
    let mut found = Anchors::default();
    // Each open node stores one token and its parent; only the pointers of named values are spelled out.
    let mut tokens: Vec<(Option<usize>, String)> = Vec::new();
    let mut bases: Vec<String> = Vec::new();
    let mut open: Vec<(NodeRef<'t>, Holds, Option<usize>, Option<usize>)> = vec![(root, holds, None, None)];
    while let Some((node, holds, at, outer)) = open.pop() {
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
        let mut below = |value: NodeRef<'t>, holds: Holds, token: &str| {
            if value.kind().is_container() && !holds.is_data() {
                tokens.push((at, encode_token(token).into_owned()));
                open.push((value, holds, Some(tokens.len() - 1), base));
            }
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
                (key, _) => below(value, holds.member(key, value.is_array()), key),
            }
        }
        for (number, value) in node.items().enumerate() {
            below(value, holds.item(), &number.to_string());
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

/// Resolves a reference against a base URI (RFC 3986, section 5.2); neither has a fragment.
fn joined(base: &str, reference: &str) -> String {
    let has_scheme = reference.split_once(':').is_some_and(|(scheme, _)| !scheme.is_empty() && !scheme.contains('/'));
    if has_scheme {
        return reference.to_owned();
    }
    // The path of the base begins after the scheme and the authority.
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
    use super::{Holds, anchors, joined};
    use crate::shape::Object;
    use base::tree::{Limits, Tree};

    fn pairs(found: &mut [(Box<str>, Box<str>)]) -> Vec<(&str, &str)> {
        found.sort();
        found.iter().map(|(one, other)| (&**one, &**other)).collect()
    }

    #[test]
    fn names_lead_to_their_schema() {
        let text =
            r#"{"$defs": {"a/b": {"$anchor": "x", "oneOf": [{}, {"$id": "pet.json#"}]}}, "example": {"$id": "no"}}"#;
        let mut found = anchors(Tree::from_json(text, Limits::default()).tree.root(), Holds::One(Object::Schema));
        assert_eq!(pairs(&mut found.named), [("#x", "/$defs/a~1b"), ("pet.json", "/$defs/a~1b/oneOf/1")]);
        assert_eq!(pairs(&mut found.relative), []);
    }

    #[test]
    fn an_id_is_the_base_of_what_stands_below_it() {
        let text = r##"{"$ref": "out.json", "$defs": {"a": {"$id": "https://e.test/s/", "$ref": "b.json#/x", "items": {"$ref": "#y"},
            "$defs": {"b": {"$id": "b.json"}, "c": {"$id": "/t/c.json", "not": {"$ref": "../s/b.json"}}}}}}"##;
        let mut found = anchors(Tree::from_json(text, Limits::default()).tree.root(), Holds::One(Object::Schema));
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
