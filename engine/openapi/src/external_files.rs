//! References of a chunk to other files: they decide which files are read.
//!
//! In a file that is not a document, the types of the outer objects are unknown. There the walk may return a file that
//! no query asks for, but it never misses one. Most chunks have no such reference, which a scan of their text shows.

use memchr::memmem;

use super::chunks::{Chunk, ChunkContent, chunk_tree};
use super::shape::Holds;
use crate::Db;
use crate::parse::overlay::{Change, overlay};
use base::inputs::File;
use base::tree::NodeRef;

/// Returns the references of a chunk that name another file, or may: `$ref`s and values of discriminator mappings, as
/// written and sorted. Equal after edits of anything else.
#[salsa::tracked(returns(ref))]
pub(crate) fn external_references<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Box<str>> {
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => may_leave(text),
        ChunkContent::Tree(_) => true,
    };
    let key = chunk.key(db);
    // The text of a path item's own `$ref` chunk may be just the value.
    let is_reference = key.last() == "$ref";
    if !may_have && !is_reference {
        return Vec::new();
    }
    let root = chunk_tree(db, chunk).root();
    let own = is_reference.then(|| root.as_str()).flatten();
    let mut found: Vec<Box<str>> = own.into_iter().filter(|text| leaves(text)).map(Box::from).collect();
    collect(root, Holds::of_chunk(key), &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the references to other files in the values that an overlay adds, as written. The position of a value is
/// known only when the overlay is applied, so every string that ends like the name of a data file counts as well.
#[salsa::tracked(returns(ref))]
pub(crate) fn overlay_references(db: &dyn Db, file: File) -> Vec<Box<str>> {
    let mut found = Vec::new();
    for action in &overlay(db, file).actions {
        let Change::Update(tree, _) = &action.change else { continue };
        let mut open = vec![(tree.root(), false)];
        while let Some((node, is_reference)) = open.pop() {
            let text = node.as_str().filter(|text| if is_reference { leaves(text) } else { ends_like_data(text) });
            found.extend(text.map(Box::from));
            open.extend(node.items().map(|item| (item, false)));
            open.extend(node.entries().map(|(key, value)| (value, key.text() == "$ref")));
        }
    }
    found
}

fn collect(root: NodeRef<'_>, holds: Holds, found: &mut Vec<Box<str>>) {
    let mut open = vec![(root, holds)];
    while let Some((node, holds)) = open.pop() {
        match (holds, node.as_str()) {
            (Holds::Data, _) => continue,
            (Holds::ExampleValue, _) => {
                found.extend(file_of_example(node).map(Box::from));
                continue;
            }
            (Holds::SchemaName, Some(target)) => found.extend(names_file(target).then(|| target.into())),
            _ => {}
        }
        found.extend(node.get_str("$ref").filter(|reference| leaves(reference)).map(Box::from));
        open.extend(node.items().map(|item| (item, holds.item())));
        open.extend(node.entries().map(|(key, value)| (value, holds.member(key.text(), value.is_array()))));
    }
}

/// The file with an example's value, if the value is only a reference to a file. Any other `$ref` is data.
pub(crate) fn file_of_example(value: NodeRef<'_>) -> Option<&str> {
    let reference = value.get_str("$ref").filter(|reference| names_file(reference))?;
    (value.entries().count() == 1).then_some(reference)
}

fn leaves(reference: &str) -> bool {
    !reference.starts_with('#') && !reference.is_empty()
}

/// Whether a discriminator's value is a reference to a file, not the name of a schema.
pub fn names_file(target: &str) -> bool {
    let path = target.split('#').next().unwrap_or(target);
    !path.is_empty() && (path.contains('/') || ends_like_data(target) || path.len() < target.len())
}

/// Whether the file name in a reference ends in `.json`, `.yaml` or `.yml`.
fn ends_like_data(target: &str) -> bool {
    let path = target.split('#').next().unwrap_or(target);
    [".json", ".yaml", ".yml"].iter().any(|extension| path.ends_with(extension))
}

/// Whether a text may contain a reference that does not begin with `#`.
fn may_leave(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has = |word: &str| memmem::find(bytes, word.as_bytes()).is_some();
    // An escape may spell `$`; `mapping` and `defaultMapping` contain references without `$ref`.
    if has("apping") || has("\\u0024") || has("\\x24") || has("\\U00000024") {
        return true;
    }
    memmem::find_iter(bytes, b"$ref").any(|at| {
        let rest = text.get(at + 4..).unwrap_or_default();
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start();
        let Some(rest) = rest.strip_prefix(':') else { return true };
        let rest = rest.trim_start();
        !rest.strip_prefix(['"', '\'']).unwrap_or(rest).starts_with('#')
    })
}

#[cfg(test)]
mod tests {
    use super::{Holds, collect, may_leave, names_file};
    use base::tree::{Limits, Tree};

    fn found(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(Tree::from_any(text, Limits::default()).tree.root(), Holds::Unknown, &mut found);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn references_of_data_are_data() {
        assert_eq!(
            found(r#"{"schema": {"$ref": "a.yaml"}, "x-codeSamples": [{"$ref": "b.yaml"}]}"#),
            ["b.yaml", "a.yaml"]
        );
        for data in [
            r#"{"example": {"$ref": "a.yaml", "x": 1}, "examples": {"x": {"value": {"$ref": "b"}}}}"#,
            r#"{"example": {"a": {"$ref": "a.yaml"}}, "default": {"$ref": "a.yaml"}}"#,
        ] {
            assert_eq!(found(data), [""; 0], "{data}");
        }
        assert_eq!(found(r#"{"examples": {"x": {"value": {"$ref": "b.json"}}}}"#), ["b.json"]);
        assert_eq!(found(r#"{"examples": {"value": {"$ref": "b.json"}, "default": {"$ref": "c.json"}}}"#).len(), 2);
        assert_eq!(
            found(r#"{"properties": {"value": {"$ref": "b.json"}, "x": {"default": {"$ref": "c.json"}}}}"#),
            ["b.json"]
        );
        assert_eq!(found(r##"{"$ref": "#/a", "b": {"$ref": 7}}"##), [""; 0]);
        assert_eq!(found(r#"{"discriminator": {"mapping": {"a": "A", "b": "./b.yaml", "c": "c.json#/C"}}}"#).len(), 2);
    }

    #[test]
    fn texts_without_foreign_references_are_not_parsed() {
        for text in [r##"{"$ref" : "#/a"}"##, "$ref: '#/a'", "x: {}", "'$ref':\n  \"#/a\"", "a: no ref"] {
            assert!(!may_leave(text), "{text}");
        }
        for text in [r#"{"$ref": "a"}"#, "$ref: a#/b", "? $ref\n: a", "$ref: >-\n  #/a", "\"\\x24ref\": a", "$ref: *a"]
        {
            assert!(may_leave(text), "{text}");
        }
    }

    #[test]
    fn mappings_name_schemas_or_files() {
        assert!(names_file("./Dog") && names_file("dog.yaml") && names_file("dog#/x"));
        assert!(!names_file("Dog") && !names_file("v1.Dog") && !names_file("#/components/schemas/Dog"));
    }
}
