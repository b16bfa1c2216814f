//! Checks a document as a whole: its version, and its top-level fields.

use super::fields::{COMPONENTS, DOCUMENT, MOST_FINDINGS, ObjectForm, is_extension, unknown_field};
use crate::Db;
use crate::chunks::{Chunk, ChunkKey, Section, chunk_tree, file_diagnostics, file_index};
use crate::spec::{Version, is_version, root_value, version};
use base::diagnostic::{Code, Diagnostic, Severity, nearest};
use base::inputs::File;
use base::tree::{Kind, NodeId, NodeRef};

/// A place in a document: a chunk of it, such as a top-level field, or a value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecPlace {
    /// The key of the chunk.
    pub chunk: ChunkKey,
    /// The place in it.
    pub part: SpecPart,
}

/// A part of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecPart {
    /// Its key.
    Key,
    /// The key above it, such as the section of a component.
    KeyAbove,
    /// A value.
    Node(NodeId),
}

impl SpecPlace {
    /// The key of a top-level field.
    pub(super) fn key(field: &str) -> Self {
        let chunk = ChunkKey { section: Section::Root, name: field.into(), member: "".into() };
        Self { chunk, part: SpecPart::Key }
    }

    /// A value of a top-level field.
    pub(super) fn node(field: &str, node: NodeId) -> Self {
        Self { part: SpecPart::Node(node), ..Self::key(field) }
    }
}

/// Checks the document as a whole: its version, and its required fields.
#[salsa::tracked(returns(ref))]
pub fn check_spec(db: &dyn Db, file: File) -> Vec<Diagnostic<SpecPlace>> {
    // A document without fields is one chunk without a name.
    let root = root_value(db, file, "");
    if file_index(db, file).chunks.is_empty() || root.is_some_and(|root| !root.is_object()) {
        if file_diagnostics(db, file).iter().any(|found| found.severity == Severity::Error) {
            // The reason is reported with the file.
            return Vec::new();
        }
        let message = format!(
            "the file contains {}, not an OpenAPI document",
            root.map_or("nothing", |root| root.kind().words())
        );
        let help = "an OpenAPI document is an object with `openapi`, `info` and `paths`".to_owned();
        return vec![Diagnostic::new(Code::NotOpenApi, message, None).with_help(help)];
    }
    let of_version = check_version(db, file);
    if of_version.as_ref().is_some_and(|found| found.code == Code::NotOpenApi) {
        // Another specification defines its fields.
        return of_version.into_iter().collect();
    }
    let mut found: Vec<Diagnostic<SpecPlace>> = of_version.into_iter().collect();
    let unknown = unknown_fields(db, file);
    match root_value(db, file, "info") {
        None if unknown.iter().any(|(_, meant)| *meant == Some("info")) => {}
        None => found.push(Diagnostic::new(Code::InvalidSpec, "the document has no `info`", None)),
        Some(info) if info.is_object() && info.get("title").is_none() => {
            found.push(Diagnostic::new(Code::InvalidSpec, "`info` has no `title`", SpecPlace::key("info")));
        }
        Some(_) => {}
    }
    let has_operations = |chunk: &Chunk<'_>| matches!(chunk.key(db).section, Section::Paths | Section::Webhooks);
    let is_there = |field: &str| root_value(db, file, field).is_some();
    if version(db, file) != Version::Unsupported
        && !file_index(db, file).chunks.iter().any(has_operations)
        && !is_there("paths")
        && !is_there("webhooks")
        && !unknown.iter().any(|(_, meant)| matches!(meant, Some("paths" | "webhooks")))
    {
        let help = "without operations, the site has no API pages".to_owned();
        found.push(
            Diagnostic::new(Code::MissingPaths, "the document has neither `paths` nor `webhooks`", None)
                .with_help(help),
        );
    }
    // A chunk of `paths`, `webhooks` or `components` as a whole exists only where it has no members.
    for (field, kind) in KINDS {
        if let Some(node) = root_value(db, file, field)
            && node.kind() != kind
        {
            let wanted = if kind == Kind::Array { "an array" } else { "an object" };
            let place = SpecPlace::node(field, node.id());
            found.push(Diagnostic::new(Code::InvalidSpec, format!("`{field}` must be {wanted}"), place));
        }
    }
    found.extend(unknown.into_iter().map(|(found, _)| found));
    found
}

/// The kinds of top-level fields.
const KINDS: [(&str, Kind); 8] = [
    ("info", Kind::Object),
    ("servers", Kind::Array),
    ("tags", Kind::Array),
    ("security", Kind::Array),
    ("x-tagGroups", Kind::Array),
    ("paths", Kind::Object),
    ("webhooks", Kind::Object),
    ("components", Kind::Object),
];

/// Whether a top-level field has the kind that it must have. If not, this is reported here.
pub(super) fn is_checked_kind(field: &str, node: NodeRef<'_>) -> bool {
    KINDS.iter().all(|(name, kind)| *name != field || node.kind() == *kind)
}

/// Unknown top-level fields and sections of the components, each with the field that it is probably meant as.
fn unknown_fields(db: &dyn Db, file: File) -> Vec<(Diagnostic<SpecPlace>, Option<&'static str>)> {
    let version = version(db, file);
    let mut found = Vec::new();
    let mut last = None;
    for &chunk in &file_index(db, file).chunks {
        let key = chunk.key(db);
        let form: &'static ObjectForm = match key.section {
            Section::Root => &DOCUMENT,
            // A section is reported once, at its first component.
            Section::Components if last != Some(&key.name) => &COMPONENTS,
            _ => continue,
        };
        last = Some(&key.name);
        let name = &*key.name;
        if found.len() >= MOST_FINDINGS {
            break;
        }
        if form.has(name) || name.is_empty() || is_extension(name) || name == "$ref" {
            continue;
        }
        let is_above = key.section == Section::Components && !key.is_unsplit();
        let part = if is_above { SpecPart::KeyAbove } else { SpecPart::Key };
        let place = SpecPlace { chunk: key.clone(), part };
        let (diagnostic, meant) = unknown_field(form, name, place, chunk_tree(db, chunk).root(), version);
        found.extend(diagnostic.map(|found| (found, meant.first().copied())));
    }
    found
}

/// The supported versions, for messages.
const SUPPORTED: &str = "OpenAPI 3.0, 3.1 and 3.2 are supported";

/// Fields that identify other kinds of documents.
const OTHERS: [(&str, &str, &str); 5] = [
    ("swagger", "Swagger", "convert it to OpenAPI 3 first"),
    ("swaggerVersion", "Swagger", "convert it to OpenAPI 3 first"),
    ("asyncapi", "AsyncAPI", "use the API's OpenAPI document"),
    ("arazzo", "Arazzo", "use the OpenAPI document that it describes"),
    ("overlay", "OpenAPI Overlay", "use the OpenAPI document that it changes"),
];

fn check_version(db: &dyn Db, file: File) -> Option<Diagnostic<SpecPlace>> {
    let Some(node) = root_value(db, file, "openapi") else {
        let other = OTHERS.iter().find_map(|other| Some((other, root_value(db, file, other.0)?)));
        return Some(match other {
            Some(((field, name, help), node)) => {
                let version = node.scalar().map_or(String::new(), |version| format!(" {version}"));
                let message = format!("this is {} {name}{version} document, which is not supported", article(name));
                let place = SpecPlace::node(field, node.id());
                Diagnostic::new(Code::NotOpenApi, message, place).with_help(format!("{SUPPORTED}; {help}"))
            }
            None => {
                let keys = file_index(db, file).chunks.iter().map(|chunk| chunk.key(db));
                let mut names = keys.filter(|key| key.section == Section::Root).map(|key| &*key.name);
                let near = names.find(|name| nearest(name, ["openapi"]).is_some());
                let help = near.map_or_else(
                    || format!("{SUPPORTED}; begin it with `openapi: 3.1.0`"),
                    |near| format!("write `openapi` instead of `{near}`"),
                );
                Diagnostic::new(Code::NotOpenApi, "the document has no `openapi` field", near.map(SpecPlace::key))
                    .with_help(help)
            }
        });
    };
    let place = SpecPlace::node("openapi", node.id());
    let text = node.text();
    let known = ["3.0", "3.1", "3.2"].iter().any(|family| is_version(text, family));
    match node.kind() {
        Kind::String if known => None,
        Kind::Number if known => Some(
            Diagnostic::new(Code::UnquotedVersion, format!("`openapi` is the number {text}, not a string"), place)
                .with_help(format!("it is read as the intended version; write it as \"{text}.0\"")),
        ),
        Kind::String | Kind::Number => {
            let message = format!("OpenAPI version `{text}` is not supported");
            Some(Diagnostic::new(Code::NotOpenApi, message, place).with_help(SUPPORTED.to_owned()))
        }
        _ => {
            let message = format!("`openapi` must be a string, found {}", node.kind().words());
            Some(Diagnostic::new(Code::NotOpenApi, message, place).with_help(SUPPORTED.to_owned()))
        }
    }
}

/// The article before a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'O']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::check_spec;
    use crate::spec::{Version, version};
    use crate::testing::spec;

    #[test]
    fn versions_are_told_apart() {
        let check = |text: &str| {
            let (inputs, file) = spec(text);
            let found: Vec<String> = check_spec(inputs.db(), file).iter().map(|found| found.message.clone()).collect();
            (version(inputs.db(), file), found.join("; "))
        };
        let info = r#""info": {"title": "T", "version": "1"}, "paths": {}"#;
        assert_eq!(check(&format!(r#"{{"openapi": "3.0.3", {info}}}"#)), (Version::V30, String::new()));
        assert_eq!(check(&format!(r#"{{"openapi": "3.2.0", {info}}}"#)), (Version::V32, String::new()));
        let (found, message) = check(&format!(r#"{{"openapi": 3.1, {info}}}"#));
        assert_eq!((found, message.as_str()), (Version::V31, "`openapi` is the number 3.1, not a string"));
        let (found, message) = check(&format!(r#"{{"swagger": "2.0", {info}}}"#));
        assert_eq!(found, Version::Unsupported);
        assert_eq!(message, "this is a Swagger 2.0 document, which is not supported");
        assert_eq!(check(&format!(r#"{{"openapi": "3.9.0", {info}}}"#)).1, "OpenAPI version `3.9.0` is not supported");
        assert_eq!(check(&format!("{{{info}}}")).1, "the document has no `openapi` field");
        assert_eq!(check("[1, 2]").1, "the file contains an array, not an OpenAPI document");
        assert_eq!(check(r#"{"asyncapi": "3.0.0"}"#).1, "this is an AsyncAPI 3.0.0 document, which is not supported");
        assert_eq!(check(r#"{"openapi": "3.1.0", "info": [], "webhooks": {}}"#).1, "`info` must be an object");
        assert_eq!(
            check(r#"{"openapi": "3.1.0", "info": {"title": "T"}}"#).1,
            "the document has neither `paths` nor `webhooks`"
        );
    }
}
