//! What a node of a spec is by where it stands, as far as a bundle has to know: where a `$ref` is a reference, and what
//! kind of component its target becomes.

use crate::chunks::{ChunkKey, Section};
use crate::operation::METHODS;
use crate::schema::Subschemas;
use crate::spec::Version;
use base::tree::NodeRef;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A value that is no part of the description: a `$ref` in it is a value like any other.
    Data,
    /// The value of an example: data, but that it may stand in a file of its own.
    Value,
    /// Where nothing refers to a component, or nobody knows: a reference stands for the value that it leads to.
    Other,
    /// The value of a discriminator's mapping: the name of a schema, or a reference to one.
    Mapped,
    One(Object),
    ListOf(Object),
    MapOf(Object),
    /// The mapping of a discriminator.
    Mapping,
}

/// The objects of a description that hold references, or may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Object {
    Schema,
    Response,
    Parameter,
    Example,
    RequestBody,
    Header,
    SecurityScheme,
    Link,
    Callback,
    PathItem,
    MediaType,
    Operation,
    Encoding,
    Discriminator,
}

impl Object {
    /// Those that components can hold, in the order of the specification, with their section.
    pub(crate) const COMPONENTS: [(Self, &'static str); 11] = [
        (Self::Schema, "schemas"),
        (Self::Response, "responses"),
        (Self::Parameter, "parameters"),
        (Self::Example, "examples"),
        (Self::RequestBody, "requestBodies"),
        (Self::Header, "headers"),
        (Self::SecurityScheme, "securitySchemes"),
        (Self::Link, "links"),
        (Self::Callback, "callbacks"),
        (Self::PathItem, "pathItems"),
        (Self::MediaType, "mediaTypes"),
    ];

    /// The object that a section of the components holds.
    fn of_section(section: &str) -> Option<Self> {
        Self::COMPONENTS.iter().find(|(_, name)| *name == section).map(|(object, _)| *object)
    }

    /// What a member of it is.
    fn member(self, key: &str, value: NodeRef<'_>) -> Role {
        if key.starts_with("x-") {
            return Role::Other;
        }
        match self {
            Self::Schema => schema_member(key, value),
            Self::Discriminator => match key {
                "mapping" => Role::Mapping,
                "defaultMapping" => Role::Mapped,
                _ => Role::Other,
            },
            Self::Callback => Role::One(Self::PathItem),
            Self::PathItem if METHODS.contains(&key) => Role::One(Self::Operation),
            Self::Example => match key {
                "value" | "dataValue" => Role::Value,
                _ => Role::Other,
            },
            Self::Link => match key {
                "parameters" | "requestBody" => Role::Data,
                _ => Role::Other,
            },
            Self::SecurityScheme => Role::Other,
            _ => match key {
                "schema" | "itemSchema" => Role::One(Self::Schema),
                "parameters" => Role::ListOf(Self::Parameter),
                "requestBody" => Role::One(Self::RequestBody),
                "responses" => Role::MapOf(Self::Response),
                "headers" => Role::MapOf(Self::Header),
                "content" => Role::MapOf(Self::MediaType),
                "links" => Role::MapOf(Self::Link),
                "encoding" => Role::MapOf(Self::Encoding),
                "prefixEncoding" => Role::ListOf(Self::Encoding),
                "itemEncoding" => Role::One(Self::Encoding),
                "examples" if value.is_object() => Role::MapOf(Self::Example),
                "callbacks" => Role::MapOf(Self::Callback),
                "additionalOperations" => Role::MapOf(Self::Operation),
                "example" => Role::Value,
                "examples" => Role::Data,
                _ => Role::Other,
            },
        }
    }

    /// Whether components can hold it. Before 3.2 there is no place for media types; that of path items is an extension
    /// before 3.1.
    pub(crate) fn is_component(self, version: Version) -> bool {
        match self {
            Self::MediaType => version == Version::V32,
            Self::Operation | Self::Encoding | Self::Discriminator => false,
            _ => true,
        }
    }

    /// The section of the components that holds it.
    pub(crate) fn section(self, version: Version) -> &'static str {
        let known = Self::COMPONENTS.iter().find(|(object, _)| *object == self).map_or("schemas", |(_, name)| name);
        if self == Self::PathItem && version == Version::V30 { "x-pathItems" } else { known }
    }
}

/// What a keyword of a schema holds.
fn schema_member(key: &str, value: NodeRef<'_>) -> Role {
    match Subschemas::of(key, value) {
        Some(Subschemas::One) => return Role::One(Object::Schema),
        Some(Subschemas::List) => return Role::ListOf(Object::Schema),
        Some(Subschemas::Map) => return Role::MapOf(Object::Schema),
        None => {}
    }
    match key {
        // A keyword of earlier drafts: nothing is made of it, but references in it are some.
        "additionalItems" => Role::One(Object::Schema),
        "discriminator" => Role::One(Object::Discriminator),
        "example" | "examples" | "default" | "const" | "enum" => Role::Data,
        _ => Role::Other,
    }
}

impl Role {
    /// What the value of a document's chunk is.
    pub(crate) fn of_chunk(key: &ChunkKey) -> Self {
        match key.section {
            Section::Root | Section::Fragment => Self::Other,
            Section::Paths if !key.is_of_path_item() => Self::Other,
            Section::Paths | Section::Webhooks => match &*key.member {
                member if METHODS.contains(&member) => Self::One(Object::Operation),
                "parameters" => Self::ListOf(Object::Parameter),
                "additionalOperations" => Self::MapOf(Object::Operation),
                _ => Self::Other,
            },
            Section::Components if key.member.is_empty() => Self::Data,
            Section::Components => Object::of_section(&key.name).map_or(Self::Other, Self::One),
        }
    }

    /// What the value of a member is.
    pub(crate) fn member(self, key: &str, value: NodeRef<'_>) -> Self {
        match self {
            Self::Data | Self::Value => Self::Data,
            Self::One(object) => object.member(key, value),
            Self::MapOf(Object::Response | Object::Callback) if key.starts_with("x-") => Self::Other,
            Self::MapOf(object) => Self::One(object),
            Self::Mapping => Self::Mapped,
            Self::Other => match key {
                "example" | "default" | "const" | "enum" | "value" | "dataValue" => Self::Data,
                _ => Self::Other,
            },
            Self::ListOf(_) | Self::Mapped => Self::Other,
        }
    }

    /// What an item is.
    pub(crate) fn item(self) -> Self {
        match self {
            Self::ListOf(object) => Self::One(object),
            Self::Data | Self::Value => Self::Data,
            _ => Self::Other,
        }
    }

    /// Whether a member `$ref` is a name that the author chose.
    pub(crate) fn holds_names(self) -> bool {
        matches!(self, Self::Data | Self::MapOf(_) | Self::Mapping)
    }
}
