//! Facts about a spec as a whole: version, info, servers, tags, security. Only top-level chunks are read, each by a
//! query of its own, so an edit of a description does not affect the operations.

use std::borrow::Cow;
use std::sync::Arc;

use super::chunks::{Chunk, ChunkKey, ChunkName, Section, chunk_tree, file_index, find_chunk};
use super::security::{SecurityRequirement, security_requirements};
use super::server::{Server, servers};
use crate::Db;
use base::inputs::File;
use base::tree::NodeRef;

/// Shared text of a resolved spec: descriptions and names occur in many places and are stored once.
pub type Text = Arc<str>;

/// Texts of more bytes are cut where they are shown: a page costs several times the size of its texts.
pub(crate) const LONGEST_TEXT: usize = 1 << 20;

/// A text of a document as shown: cut after [`LONGEST_TEXT`], with an ellipsis.
pub(crate) fn shown_text(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_TEXT {
        return text.into();
    }
    Cow::Owned(format!("{}…", &text[..text.floor_char_boundary(LONGEST_TEXT)]))
}

/// The rules by which a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// OpenAPI 3.0: siblings of a `$ref` are ignored.
    V30,
    /// OpenAPI 3.1, and documents without a version.
    V31,
    /// OpenAPI 3.2.
    V32,
    /// Not an OpenAPI 3 document: it has no operations.
    Unsupported,
}

/// Facts about a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecInfo {
    /// The `openapi` field as written.
    pub openapi: Option<Box<str>>,
    /// `$self`: the document's own URI (OpenAPI 3.2).
    pub own_uri: Option<Box<str>>,
    /// `info.title`.
    pub title: Option<Box<str>>,
    /// `info.version` as written.
    pub version: Option<Box<str>>,
    /// `info.summary`.
    pub summary: Option<Box<str>>,
    /// Markdown.
    pub description: Option<Box<str>>,
    /// `info.termsOfService`.
    pub terms_of_service: Option<Box<str>>,
    /// `info.contact`.
    pub contact: Contact,
    /// `info.license`.
    pub license: License,
    pub(crate) logo: Option<Logo>,
    /// Its external documentation.
    pub external_docs: Option<Documentation>,
    /// The servers of the document.
    pub servers: Vec<Server>,
    /// Declared tags, in order.
    pub tags: Vec<Tag>,
    /// `x-tagGroups`, in order.
    pub tag_groups: Vec<TagGroup>,
    /// The global security requirements.
    pub(crate) security: Option<Vec<SecurityRequirement>>,
    /// Names of the declared security schemes, in order.
    pub security_schemes: Vec<Box<str>>,
}

/// `info.contact`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// `name`.
    pub name: Option<Box<str>>,
    /// `url`.
    pub url: Option<Box<str>>,
    /// `email`.
    pub email: Option<Box<str>>,
}

/// `info.license`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct License {
    /// `name`.
    pub name: Option<Box<str>>,
    /// `url`.
    pub url: Option<Box<str>>,
    /// SPDX expression.
    pub identifier: Option<Box<str>>,
}

/// `info.x-logo`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    pub(crate) url: Box<str>,
    pub(crate) alt: Option<Box<str>>,
    pub(crate) href: Option<Box<str>>,
}

/// `externalDocs` of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Documentation {
    /// `url`.
    pub url: Box<str>,
    /// `description`.
    pub description: Option<Box<str>>,
}

/// A declared tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name that operations refer to it by.
    pub name: Box<str>,
    /// `x-displayName`, or the `summary` of 3.2.
    pub display_name: Option<Box<str>>,
    /// Markdown.
    pub description: Option<Box<str>>,
    /// The tag it is nested under (3.2).
    pub parent: Option<Box<str>>,
    /// Its `kind` (OpenAPI 3.2): `nav`, `badge`, `audience`.
    pub kind: Option<Box<str>>,
    /// Its external documentation.
    pub external_docs: Option<Box<str>>,
    /// Marked `x-internal`: its operations are displayed, its name is not suggested.
    pub internal: bool,
}

impl Tag {
    /// The displayed name.
    pub fn shown_name(&self) -> &str {
        self.display_name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&self.name)
    }

    /// Whether operations are grouped by it; false for badges and audiences.
    pub fn is_for_navigation(&self) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind == "nav")
    }
}

/// An entry of `x-tagGroups`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagGroup {
    /// The name of the group.
    pub name: Box<str>,
    /// The tags in it.
    pub tags: Vec<Box<str>>,
}

/// The chunk of a top-level field.
pub fn root_chunk<'db>(db: &'db dyn Db, file: File, name: &str) -> Option<Chunk<'db>> {
    let key = ChunkKey { section: Section::Root, name: name.into(), member: "".into() };
    find_chunk(db, ChunkName::new(db, file, key))
}

/// The value of a top-level field.
pub(super) fn root_value<'db>(db: &'db dyn Db, file: File, name: &str) -> Option<NodeRef<'db>> {
    root_chunk(db, file, name).map(|chunk| chunk_tree(db, chunk).root())
}

/// The rules by which a document is read.
#[salsa::tracked(returns(copy))]
pub fn version(db: &dyn Db, file: File) -> Version {
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
pub(super) fn is_version(text: &str, family: &str) -> bool {
    text.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// `$self`: the own URI of an OpenAPI 3.2 document, without fragment.
pub(super) fn own_uri(db: &dyn Db, file: File) -> Option<&str> {
    let uri = root_value(db, file, "$self")?.as_str()?;
    Some(uri.split('#').next().unwrap_or(uri))
}

/// The document's servers; those of an operation or path override them.
#[salsa::tracked(returns(ref))]
pub fn root_servers(db: &dyn Db, file: File) -> Vec<Server> {
    root_value(db, file, "servers").map(servers).unwrap_or_default()
}

/// The global security requirements; `None` without that field.
#[salsa::tracked(returns(ref))]
pub(crate) fn root_security(db: &dyn Db, file: File) -> Option<Vec<SecurityRequirement>> {
    root_value(db, file, "security").and_then(security_requirements)
}

/// The names of the tags that are badges (OpenAPI 3.2, section 4.22.1), with what readers see of them. Equal after edits of
/// other tags.
#[salsa::tracked(returns(ref))]
pub(crate) fn badge_tags(db: &dyn Db, file: File) -> Vec<(Box<str>, Text)> {
    let tags = root_value(db, file, "tags").map(|node| tags(node)).unwrap_or_default();
    let badges = tags.iter().filter(|tag| tag.kind.as_deref() == Some("badge") && !tag.internal);
    badges.map(|tag| (tag.name.clone(), Text::from(tag.shown_name()))).collect()
}

/// Returns the facts about a spec.
#[salsa::tracked(returns(ref))]
pub fn spec_info(db: &dyn Db, file: File) -> SpecInfo {
    let info = root_value(db, file, "info");
    let text = |node: Option<NodeRef<'_>>, key: &str| {
        node.and_then(|node| node.get(key)?.scalar()).map(|text| shown_text(text).into())
    };
    let contact = info.and_then(|info| info.get("contact"));
    let license = info.and_then(|info| info.get("license"));
    SpecInfo {
        openapi: root_value(db, file, "openapi").and_then(NodeRef::scalar).map(Box::from),
        own_uri: own_uri(db, file).map(Box::from),
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
        external_docs: root_value(db, file, "externalDocs").and_then(documentation),
        servers: root_servers(db, file).clone(),
        tags: root_value(db, file, "tags").map(tags).unwrap_or_default(),
        tag_groups: root_value(db, file, "x-tagGroups").map(tag_groups).unwrap_or_default(),
        security: root_security(db, file).clone(),
        security_schemes: file_index(db, file)
            .chunks
            .iter()
            .map(|chunk| chunk.key(db))
            .filter(|key| key.section == Section::Components && &*key.name == "securitySchemes")
            // An empty section is one chunk without a name.
            .filter(|key| !key.is_unsplit())
            .map(|key| key.member.clone())
            .collect(),
    }
}

fn logo(node: NodeRef<'_>) -> Option<Logo> {
    let text = |key: &str| node.get_str(key).map(Box::from);
    Some(Logo { url: text("url")?, alt: text("altText"), href: text("href") })
}

fn documentation(node: NodeRef<'_>) -> Option<Documentation> {
    let text = |key: &str| node.get(key).and_then(NodeRef::scalar).map(|text| shown_text(text).into());
    Some(Documentation { url: text("url")?, description: text("description") })
}

fn tags(node: NodeRef<'_>) -> Vec<Tag> {
    let tag = |node: NodeRef<'_>| {
        let text = |key: &str| node.get(key).and_then(NodeRef::scalar).map(|text| shown_text(text).into());
        Some(Tag {
            name: text("name")?,
            display_name: text("x-displayName").or_else(|| text("summary")),
            description: text("description"),
            parent: text("parent"),
            kind: text("kind"),
            external_docs: node.get("externalDocs").and_then(|docs| Some(docs.get("url")?.scalar()?.into())),
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

#[cfg(test)]
mod tests {
    use super::spec_info;
    use crate::testing::spec;

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
