//! What a spec says of itself: version, info, servers, tags, security. Read from the top-level chunks alone, each through
//! a query of its own, so that an edit of a description does not reach the operations.

use std::sync::Arc;

use super::chunks::{Chunk, ChunkKey, ChunkName, Section, chunk_tree, file_diagnostics, file_index, find_chunk};
use super::security::{SecurityRequirement, security_requirements};
use super::server::{Server, servers};
use crate::diagnostic::{Code, Diagnostic};
use crate::inputs::{Contents, Db, File};
use crate::parse::tree::{Kind, NodeId, NodeRef};

/// Shared text of a resolved spec: descriptions and names stand in many places and are held once.
pub(crate) type Text = Arc<str>;

/// The rules a document is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Version {
    /// OpenAPI 3.0: siblings of a `$ref` do not count.
    V30,
    /// OpenAPI 3.1, and whatever does not say its version.
    V31,
    /// OpenAPI 3.2.
    V32,
    /// No OpenAPI 3 document: it has no operations.
    Unsupported,
}

/// What a spec says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpecInfo {
    /// The `openapi` field as written.
    pub(crate) openapi: Option<Box<str>>,
    pub(crate) title: Option<Box<str>>,
    /// `info.version` as written.
    pub(crate) version: Option<Box<str>>,
    pub(crate) summary: Option<Box<str>>,
    /// Markdown.
    pub(crate) description: Option<Box<str>>,
    pub(crate) terms_of_service: Option<Box<str>>,
    pub(crate) contact: Contact,
    pub(crate) license: License,
    pub(crate) logo: Option<Logo>,
    pub(crate) servers: Vec<Server>,
    /// Declared tags, in order.
    pub(crate) tags: Vec<Tag>,
    /// `x-tagGroups`, in order.
    pub(crate) tag_groups: Vec<TagGroup>,
    /// The global security requirements.
    pub(crate) security: Option<Vec<SecurityRequirement>>,
    /// Names of the declared security schemes, in order.
    pub(crate) security_schemes: Vec<Box<str>>,
}

/// `info.contact`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) name: Option<Box<str>>,
    pub(crate) url: Option<Box<str>>,
    pub(crate) email: Option<Box<str>>,
}

/// `info.license`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct License {
    pub(crate) name: Option<Box<str>>,
    pub(crate) url: Option<Box<str>>,
    /// SPDX expression.
    pub(crate) identifier: Option<Box<str>>,
}

/// `info.x-logo`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    pub(crate) url: Box<str>,
    pub(crate) alt: Option<Box<str>>,
    pub(crate) href: Option<Box<str>>,
}

/// A declared tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: Box<str>,
    /// `x-displayName`, or the `summary` of 3.2.
    pub(crate) display_name: Option<Box<str>>,
    pub(crate) description: Option<Box<str>>,
    /// The tag it is nested under (3.2).
    pub(crate) parent: Option<Box<str>>,
    /// Marked `x-internal`: its operations are shown, its name is not offered.
    pub(crate) internal: bool,
}

/// An entry of `x-tagGroups`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TagGroup {
    pub(crate) name: Box<str>,
    pub(crate) tags: Vec<Box<str>>,
}

/// The chunk of a top-level field.
pub(crate) fn root_chunk<'db>(db: &'db dyn Db, file: File, name: &str) -> Option<Chunk<'db>> {
    let key = ChunkKey { section: Section::Root, name: name.into(), member: "".into() };
    find_chunk(db, ChunkName::new(db, file, key))
}

fn root_value<'db>(db: &'db dyn Db, file: File, name: &str) -> Option<NodeRef<'db>> {
    root_chunk(db, file, name).map(|chunk| chunk_tree(db, chunk).root())
}

/// The rules that a document is read by.
#[salsa::tracked(returns(copy))]
pub(crate) fn version(db: &dyn Db, file: File) -> Version {
    match root_value(db, file, "openapi").and_then(NodeRef::scalar) {
        Some(text) if is_version(text, "3.0") => Version::V30,
        Some(text) if is_version(text, "3.2") => Version::V32,
        Some(text) if is_version(text, "3.1") => Version::V31,
        Some(text) if text.starts_with("2.") => Version::Unsupported,
        Some(_) => Version::V31,
        None if root_chunk(db, file, "swagger").is_some() => Version::Unsupported,
        None => Version::V31,
    }
}

/// Whether `text` is `family` or a patch release of it.
fn is_version(text: &str, family: &str) -> bool {
    text.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// The document's servers; those of an operation or path come before them.
#[salsa::tracked(returns(ref))]
pub(crate) fn root_servers(db: &dyn Db, file: File) -> Vec<Server> {
    root_value(db, file, "servers").map(servers).unwrap_or_default()
}

/// The global security requirements, if there is such a field.
#[salsa::tracked(returns(ref))]
pub(crate) fn root_security(db: &dyn Db, file: File) -> Option<Vec<SecurityRequirement>> {
    root_value(db, file, "security").and_then(security_requirements)
}

/// What the spec says of itself.
#[salsa::tracked(returns(ref))]
pub(crate) fn spec_info(db: &dyn Db, file: File) -> SpecInfo {
    let info = root_value(db, file, "info");
    let text = |node: Option<NodeRef<'_>>, key: &str| node.and_then(|node| node.get(key)?.scalar()).map(Box::from);
    let contact = info.and_then(|info| info.get("contact"));
    let license = info.and_then(|info| info.get("license"));
    SpecInfo {
        openapi: root_value(db, file, "openapi").and_then(NodeRef::scalar).map(Box::from),
        title: text(info, "title"),
        version: text(info, "version"),
        summary: text(info, "summary"),
        description: text(info, "description"),
        terms_of_service: text(info, "termsOfService"),
        contact: Contact { name: text(contact, "name"), url: text(contact, "url"), email: text(contact, "email") },
        license: License {
            name: text(license, "name"),
            url: text(license, "url"),
            identifier: text(license, "identifier"),
        },
        logo: info.and_then(|info| logo(info.get("x-logo")?)),
        servers: root_servers(db, file).clone(),
        tags: root_value(db, file, "tags").map(tags).unwrap_or_default(),
        tag_groups: root_value(db, file, "x-tagGroups").map(tag_groups).unwrap_or_default(),
        security: root_security(db, file).clone(),
        security_schemes: file_index(db, file)
            .chunks
            .iter()
            .map(|chunk| chunk.key(db))
            .filter(|key| key.section == Section::Components && &*key.name == "securitySchemes")
            .map(|key| key.member.clone())
            .collect(),
    }
}

fn logo(node: NodeRef<'_>) -> Option<Logo> {
    let text = |key: &str| node.get_str(key).map(Box::from);
    Some(Logo { url: text("url")?, alt: text("altText"), href: text("href") })
}

fn tags(node: NodeRef<'_>) -> Vec<Tag> {
    let tag = |node: NodeRef<'_>| {
        let text = |key: &str| node.get(key).and_then(NodeRef::scalar).map(Box::from);
        Some(Tag {
            name: text("name")?,
            display_name: text("x-displayName").or_else(|| text("summary")),
            description: text("description"),
            parent: text("parent"),
            internal: node.get_bool("x-internal"),
        })
    };
    node.items().filter_map(tag).collect()
}

fn tag_groups(node: NodeRef<'_>) -> Vec<TagGroup> {
    let group = |node: NodeRef<'_>| {
        let tags = node.get("tags").into_iter().flat_map(NodeRef::items);
        Some(TagGroup {
            name: node.get("name")?.scalar()?.into(),
            tags: tags.filter_map(NodeRef::scalar).map(Box::from).collect(),
        })
    };
    node.items().filter_map(group).collect()
}

/// Where in a document: a value of one of its top-level fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpecPlace {
    /// The top-level field, whose chunk [`root_chunk`] gives.
    pub(crate) field: &'static str,
    pub(crate) node: NodeId,
}

/// What is wrong with the document as a whole: its version, and the fields it must have.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_spec(db: &dyn Db, file: File) -> Vec<Diagnostic<SpecPlace>> {
    // A document without fields is one chunk without a name. The text is looked at only then: it changes with each edit.
    let has_fields = root_value(db, file, "").is_none_or(NodeRef::is_object);
    if file_index(db, file).chunks.is_empty() || !has_fields {
        let Contents::Text(text) = file.contents(db) else {
            // That it cannot be read is reported by whoever names it.
            return Vec::new();
        };
        if !file_diagnostics(db, file).is_empty() {
            // Why it has no fields is said there.
            return Vec::new();
        }
        let message = format!("`{}` is not an OpenAPI document", file.path(db));
        return vec![Diagnostic::new(Code::NotOpenApi, message, None).with_help(what_it_is(text).to_owned())];
    }
    let mut found: Vec<Diagnostic<SpecPlace>> = check_version(db, file).into_iter().collect();
    match root_value(db, file, "info") {
        None => found.push(Diagnostic::new(Code::InvalidSpec, "the document has no `info`", None)),
        Some(info) if info.is_object() && info.get("title").is_none() => {
            let place = SpecPlace { field: "info", node: info.id() };
            found.push(Diagnostic::new(Code::InvalidSpec, "`info` has no `title`", place));
        }
        Some(_) => {}
    }
    // A chunk of `paths`, `webhooks` or `components` as a whole exists only where it has no members.
    for (field, kind) in [
        ("info", Kind::Object),
        ("servers", Kind::Array),
        ("tags", Kind::Array),
        ("security", Kind::Array),
        ("x-tagGroups", Kind::Array),
        ("paths", Kind::Object),
        ("webhooks", Kind::Object),
        ("components", Kind::Object),
    ] {
        if let Some(node) = root_value(db, file, field)
            && node.kind() != kind
        {
            let wanted = if kind == Kind::Array { "an array" } else { "an object" };
            let place = SpecPlace { field, node: node.id() };
            found.push(Diagnostic::new(Code::InvalidSpec, format!("`{field}` must be {wanted}"), place));
        }
    }
    found
}

fn check_version(db: &dyn Db, file: File) -> Option<Diagnostic<SpecPlace>> {
    let supported = "OpenAPI 3.0, 3.1 and 3.2 are supported";
    let Some(node) = root_value(db, file, "openapi") else {
        return Some(match root_value(db, file, "swagger") {
            Some(node) => {
                let message = format!("this is a Swagger {} document, which is not supported", node.text());
                let place = SpecPlace { field: "swagger", node: node.id() };
                Diagnostic::new(Code::NotOpenApi, message, place)
                    .with_help(format!("{supported}; convert it to OpenAPI 3 first"))
            }
            None => Diagnostic::new(Code::NotOpenApi, "the document has no `openapi` field", None)
                .with_help(format!("{supported}; begin it with `openapi: 3.1.0`")),
        });
    };
    let place = SpecPlace { field: "openapi", node: node.id() };
    let text = node.text();
    let known = ["3.0", "3.1", "3.2"].iter().any(|family| is_version(text, family));
    match node.kind() {
        Kind::String if known => None,
        Kind::Number if known => Some(
            Diagnostic::new(Code::UnquotedVersion, format!("`openapi` is the number {text}, not a string"), place)
                .with_help(format!("it is read as meant; write it as \"{text}.0\"")),
        ),
        Kind::String | Kind::Number => {
            let message = format!("OpenAPI version `{text}` is not supported");
            Some(Diagnostic::new(Code::NotOpenApi, message, place).with_help(supported.to_owned()))
        }
        _ => {
            Some(Diagnostic::new(Code::NotOpenApi, "`openapi` must be a string", place).with_help(supported.to_owned()))
        }
    }
}

/// What a document without fields is.
fn what_it_is(text: &str) -> &'static str {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.is_empty() {
        "it is empty"
    } else if start.starts_with(['[', '-']) {
        "it is a list; an object with `openapi`, `info` and `paths` is needed"
    } else {
        "an object with `openapi`, `info` and `paths` is needed"
    }
}

#[cfg(test)]
mod tests {
    use super::{Version, check_spec, spec_info, version};
    use crate::resolve::fixture::spec;

    #[test]
    fn versions_are_told_apart() {
        let check = |text: &str| {
            let (inputs, file) = spec(text);
            let found: Vec<String> = check_spec(inputs.db(), file).iter().map(|found| found.message.clone()).collect();
            (version(inputs.db(), file), found.join("; "))
        };
        let info = r#""info": {"title": "T", "version": "1"}"#;
        assert_eq!(check(&format!(r#"{{"openapi": "3.0.3", {info}}}"#)), (Version::V30, String::new()));
        assert_eq!(check(&format!(r#"{{"openapi": "3.2.0", {info}}}"#)), (Version::V32, String::new()));
        let (found, message) = check(&format!(r#"{{"openapi": 3.1, {info}}}"#));
        assert_eq!((found, message.as_str()), (Version::V31, "`openapi` is the number 3.1, not a string"));
        let (found, message) = check(&format!(r#"{{"swagger": "2.0", {info}}}"#));
        assert_eq!(found, Version::Unsupported);
        assert_eq!(message, "this is a Swagger 2.0 document, which is not supported");
        assert_eq!(check(&format!(r#"{{"openapi": "3.9.0", {info}}}"#)).1, "OpenAPI version `3.9.0` is not supported");
        assert_eq!(check(&format!("{{{info}}}")).1, "the document has no `openapi` field");
        assert_eq!(check("[1, 2]").1, "`openapi.json` is not an OpenAPI document");
        assert_eq!(check(r#"{"openapi": "3.1.0", "info": []}"#).1, "`info` must be an object");
    }

    #[test]
    fn info_keeps_the_source_text() {
        let (inputs, file) = spec(
            r#"{"openapi": "3.1.0", "info": {"title": "T", "version": 1.0, "contact": {"email": "a@b.test"},
                "x-logo": {"url": "logo.svg"}},
                "tags": [{"name": "a", "x-displayName": "A"}, 7, {"description": "no name"}],
                "x-tagGroups": [{"name": "G", "tags": ["a", 1]}],
                "components": {"securitySchemes": {"key": {"type": "apiKey"}}}}"#,
        );
        let info = spec_info(inputs.db(), file);
        assert_eq!(info.version.as_deref(), Some("1.0"));
        assert_eq!(info.contact.email.as_deref(), Some("a@b.test"));
        assert_eq!(info.tags.len(), 1);
        assert_eq!(info.tags[0].display_name.as_deref(), Some("A"));
        assert_eq!(info.tag_groups[0].tags.len(), 2);
        assert_eq!(info.security_schemes, ["key".into()]);
        assert_eq!(info.logo.as_ref().map(|logo| &*logo.url), Some("logo.svg"));
    }
}
