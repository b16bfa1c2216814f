//! The references of a chunk that leave its file: what decides which files are read.
//!
//! The walk knows keywords alone, not what a node is, so it may name a file that nobody asks for; it never misses one.
//! Most chunks have no such reference, which their text shows without a parse.

use memchr::memmem;

use super::chunks::{Chunk, ChunkContent, Section, chunk_tree};
use crate::Db;
use crate::parse::overlay::{Change, overlay};
use base::inputs::File;
use base::tree::NodeRef;

/// The references of a chunk that name another file, or may: `$ref`s and the values of discriminator mappings, as
/// written. Sorted. Stays equal through edits of anything else.
#[salsa::tracked(returns(ref))]
pub(crate) fn foreign_references<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Box<str>> {
    let may_have = match chunk.content(db) {
        ChunkContent::Json(text) | ChunkContent::Yaml(text) | ChunkContent::Whole(text) => may_leave(text),
        ChunkContent::Tree(_) => true,
    };
    let key = chunk.key(db);
    // A path item's own `$ref` is a chunk whose text may be the value alone.
    let is_reference = key.last() == "$ref";
    if !may_have && !is_reference {
        return Vec::new();
    }
    let root = chunk_tree(db, chunk).root();
    let own = is_reference.then(|| root.as_str()).flatten();
    let mut found: Vec<Box<str>> = own.into_iter().filter(|text| leaves(text)).map(Box::from).collect();
    let of_key = |key: &str| if holds_names(key) { Keys::Names } else { Keys::Keywords };
    let keys = match key.section {
        Section::Fragment if key.name.is_empty() || holds_names(&key.name) => Keys::Unknown,
        Section::Fragment => Keys::Keywords,
        Section::Root => of_key(&key.name),
        // A callback is a map of expressions.
        Section::Components if key.member.is_empty() || &*key.name == "callbacks" => Keys::Names,
        Section::Components => Keys::Keywords,
        Section::Paths | Section::Webhooks => of_key(&key.member),
    };
    collect(root, keys, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

/// The references to other files in what an overlay adds, as written. Where a value is put shows only when the overlay is
/// applied, so beside every `$ref` each text counts that ends like the name of a data file.
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

/// What the keys of an object are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    Keywords,
    /// The author's own: none of them is a keyword.
    Names,
    /// Either: in a file of which only those who refer to it know what it is.
    Unknown,
}

impl Keys {
    /// What the keys of a member's object are.
    fn below(self, key: &str) -> Self {
        match self {
            Self::Keywords if holds_names(key) => Self::Names,
            Self::Unknown if holds_names(key) => Self::Unknown,
            Self::Keywords | Self::Names | Self::Unknown => Self::Keywords,
        }
    }
}

fn collect(root: NodeRef<'_>, keys: Keys, found: &mut Vec<Box<str>>) {
    let mut open = vec![(root, keys)];
    while let Some((node, keys)) = open.pop() {
        open.extend(node.items().map(|item| (item, Keys::Keywords)));
        for (key, value) in node.entries() {
            match (key.text(), value.as_str()) {
                ("$ref", Some(reference)) => found.extend(leaves(reference).then(|| reference.into())),
                (_, Some(_)) => {}
                ("example" | "value" | "dataValue", _) if keys == Keys::Keywords => {
                    found.extend(file_of_example(value).map(Box::from));
                }
                ("default" | "const" | "enum", _) if keys == Keys::Keywords => {}
                ("discriminator", _) if keys != Keys::Names => {
                    let mapped = value.get("mapping").into_iter().flat_map(NodeRef::entries);
                    let targets = mapped.filter_map(|(_, target)| target.as_str());
                    found.extend(targets.filter(|target| names_file(target)).map(Box::from));
                    open.push((value, Keys::Keywords));
                }
                (name, _) => open.push((value, keys.below(name))),
            }
        }
    }
}

/// Whether the members of a keyword's object are named by the author.
pub(super) fn holds_names(keyword: &str) -> bool {
    matches!(
        keyword,
        "properties"
            | "patternProperties"
            | "$defs"
            | "definitions"
            | "dependentSchemas"
            | "paths"
            | "webhooks"
            | "components"
            | "responses"
            | "headers"
            | "content"
            | "links"
            | "encoding"
            | "examples"
            | "callbacks"
            | "schemas"
            | "parameters"
            | "requestBodies"
            | "securitySchemes"
            | "pathItems"
            | "mediaTypes"
            | "additionalOperations"
    )
}

/// The file that an example stands in: its value is nothing but a reference to it. Any other `$ref` is data.
pub(crate) fn file_of_example(value: NodeRef<'_>) -> Option<&str> {
    let reference = value.get_str("$ref").filter(|reference| names_file(reference))?;
    (value.entries().count() == 1).then_some(reference)
}

fn leaves(reference: &str) -> bool {
    !reference.starts_with('#') && !reference.is_empty()
}

/// Whether a discriminator's value is a reference to a file rather than the name of a schema.
pub fn names_file(target: &str) -> bool {
    let path = target.split('#').next().unwrap_or(target);
    !path.is_empty() && (path.contains('/') || ends_like_data(target) || path.len() < target.len())
}

/// Whether the file that a reference names has the ending of JSON or YAML.
fn ends_like_data(target: &str) -> bool {
    let path = target.split('#').next().unwrap_or(target);
    [".json", ".yaml", ".yml"].iter().any(|extension| path.ends_with(extension))
}

/// Whether a text may hold a reference that does not begin with `#`.
fn may_leave(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has = |word: &str| memmem::find(bytes, word.as_bytes()).is_some();
    // An escape may spell `$`; a mapping has references without `$ref`.
    if has("mapping") || has("\\u0024") || has("\\x24") || has("\\U00000024") {
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
    use super::{Keys, collect, may_leave, names_file};
    use base::tree::{Limits, Tree};

    fn found(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(Tree::from_any(text, Limits::default()).tree.root(), Keys::Keywords, &mut found);
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
