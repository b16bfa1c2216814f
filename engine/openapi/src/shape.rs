//! The shape of an OpenAPI document: which member of which object holds a schema, a list, a map, names or plain data.
//!
//! This is the only table of it, and every walk over a description asks it: the bundle, the checks, the search for files,
//! for anchors and for the uses of schemas, and overlays. Its rows are the union of OpenAPI 3.0, 3.1 and 3.2 (section 4)
//! and of JSON Schema 2020-12, with the keywords of earlier drafts that contain schemas. It reads no values: it takes the
//! key of a member, and whether the value is an array.

use crate::operation::METHODS;
use crate::parse::split::{ChunkKey, Section};
use crate::spec::Version;

/// The objects of a description that contain references, or may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A Schema Object, or a Boolean schema.
    Schema,
    /// A Response Object.
    Response,
    /// A Parameter Object.
    Parameter,
    /// An Example Object.
    Example,
    /// A Request Body Object.
    RequestBody,
    /// A Header Object.
    Header,
    /// A Security Scheme Object.
    SecurityScheme,
    /// A Link Object.
    Link,
    /// A Callback Object.
    Callback,
    /// A Path Item Object.
    PathItem,
    /// A Media Type Object.
    MediaType,
    /// An Operation Object.
    Operation,
    /// An Encoding Object.
    Encoding,
    /// A Discriminator Object.
    Discriminator,
    /// A Responses Object.
    Responses,
    /// A Paths Object.
    Paths,
    /// The Components Object.
    Components,
    /// The OpenAPI Object.
    Document,
}

/// What a value is, by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// An object of that type, or a reference to one.
    One(Object),
    /// An array of them.
    List(Object),
    /// An object of them under names that the author chose.
    Map(Object),
    /// The mapping of a discriminator.
    Mapping,
    /// The name of a schema, or a reference to one.
    SchemaName,
    /// The value of an example: data, unless it is a reference to the file with the value.
    ExampleValue,
    /// Data: a `$ref` in it is a value like any other.
    Data,
    /// A text, a list or an object in which no reference is allowed: `info`, `tags`, a description.
    Plain,
    /// Part of an extension, of an unknown file, or of an object without references. Keys have their usual meaning.
    Unknown,
    /// Like `Unknown`, but the keys are, or may be, names chosen by the author.
    UnknownNames,
}

impl Object {
    /// The objects that components can contain, in the order of the specification, with their section.
    pub const COMPONENTS: [(Self, &'static str); 11] = [
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

    /// Whether components can contain it. Media types have no section before 3.2; the section of path items is an
    /// extension before 3.1.
    pub fn is_component(self, version: Version) -> bool {
        Self::COMPONENTS.iter().any(|(object, _)| *object == self)
            && (self != Self::MediaType || version == Version::V32)
    }

    /// The section of the components that contains it.
    pub fn section(self, version: Version) -> &'static str {
        let known = Self::COMPONENTS.iter().find(|(object, _)| *object == self).map_or("schemas", |(_, name)| name);
        if self == Self::PathItem && version == Version::V30 { "x-pathItems" } else { known }
    }

    /// What a member of it holds.
    fn member(self, key: &str, is_array: bool) -> Holds {
        use Holds::{Data, ExampleValue, List, Map, Mapping, One, Plain, SchemaName, Unknown};
        use Object::{
            Callback, Components, Discriminator, Document, Encoding, Example, Header, Link, MediaType, Operation,
            Parameter, PathItem, Paths, RequestBody, Response, Responses, Schema,
        };
        if key.starts_with("x-") || key == "$ref" {
            return Unknown;
        }
        match (self, key) {
            (Schema, _) => schema_member(key, is_array),
            (Parameter | Header | MediaType, "schema") | (MediaType, "itemSchema") => One(Schema),
            (Parameter | Header | MediaType, "example") => ExampleValue,
            (Parameter | Header | MediaType, "examples") if is_array => Data,
            (Parameter | Header | MediaType, "examples") => Map(Example),
            (Parameter | Header | RequestBody | Response, "content") => Map(MediaType),
            (MediaType | Encoding, "encoding") => Map(Encoding),
            (MediaType | Encoding, "prefixEncoding") => List(Encoding),
            (MediaType | Encoding, "itemEncoding") => One(Encoding),
            (Encoding | Response, "headers") => Map(Header),
            (Response, "links") => Map(Link),
            (Example, "value" | "dataValue") => ExampleValue,
            (Link, "parameters" | "requestBody") => Data,
            (Discriminator, "mapping") => Mapping,
            (Discriminator, "defaultMapping") => SchemaName,
            (Operation | PathItem, "parameters") => List(Parameter),
            (Operation, "requestBody") => One(RequestBody),
            (Operation, "responses") => One(Responses),
            (Operation, "callbacks") => Map(Callback),
            (PathItem, "additionalOperations") => Map(Operation),
            (PathItem, method) if METHODS.contains(&method) => One(Operation),
            (Responses, _) => One(Response),
            (Callback | Paths, _) => One(PathItem),
            (Document, "webhooks") => Map(PathItem),
            (Document, "paths") => One(Paths),
            (Document, "components") => One(Components),
            (Document, "info" | "tags" | "servers" | "security" | "externalDocs") => Plain,
            (Components, section) => {
                Self::COMPONENTS.iter().find(|(_, name)| *name == section).map_or(Unknown, |(object, _)| Map(*object))
            }
            (Document, _) => Unknown,
            (
                _,
                "description" | "summary" | "tags" | "servers" | "security" | "externalDocs" | "name" | "required"
                | "url" | "flows" | "operationId" | "propertyName",
            ) => Plain,
            _ => Unknown,
        }
    }
}

/// What a keyword of a schema holds.
fn schema_member(key: &str, is_array: bool) -> Holds {
    match key {
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => Holds::Map(Object::Schema),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::List(Object::Schema),
        "items" if is_array => Holds::List(Object::Schema),
        "items"
        | "additionalItems"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Holds::One(Object::Schema),
        "discriminator" => Holds::One(Object::Discriminator),
        "enum" if !is_array => Holds::Plain,
        "type" | "title" | "description" | "format" | "pattern" | "required" | "externalDocs" | "xml" => Holds::Plain,
        "example" | "examples" | "default" | "const" | "enum" => Holds::Data,
        _ => Holds::Unknown,
    }
}

/// What a key holds in an object of unknown type. `Unknown` if it is not a keyword, or one that holds an object.
fn keyword(key: &str, is_array: bool) -> Holds {
    match known_keyword(key, is_array) {
        Some(Holds::Map(_) | Holds::One(Object::Paths | Object::Responses)) => Holds::UnknownNames,
        Some(kept @ (Holds::Data | Holds::ExampleValue | Holds::One(Object::Discriminator))) => kept,
        _ => Holds::Unknown,
    }
}

/// What a keyword holds, by the first of the objects that have one of that name.
fn known_keyword(key: &str, is_array: bool) -> Option<Holds> {
    /// Objects whose members have fixed names. Components come first: more of their members are maps.
    const KNOWN: [Object; 8] = [
        Object::Components,
        Object::MediaType,
        Object::Schema,
        Object::Response,
        Object::Operation,
        Object::PathItem,
        Object::Example,
        Object::Document,
    ];
    let is_known = |holds: &Holds| !matches!(holds, Holds::Unknown | Holds::Plain);
    KNOWN.iter().map(|object| object.member(key, is_array)).find(is_known)
}

impl Holds {
    /// The value of a whole document.
    pub(crate) const DOCUMENT: Self = Self::One(Object::Document);

    /// What the value of a chunk is. The type of a file that is not a document is unknown, and so are its fields.
    pub fn of_chunk(key: &ChunkKey) -> Self {
        match key.section {
            Section::Fragment if key.name.is_empty() => Self::UnknownNames,
            Section::Fragment => Self::UnknownNames.member(&key.name, false),
            _ => key.path().fold(Self::One(Object::Document), |holds, name| holds.member(name, false)),
        }
    }

    /// What the value of a member is; `is_array` says whether it is an array.
    pub fn member(self, key: &str, is_array: bool) -> Self {
        match self {
            Self::One(object) => object.member(key, is_array),
            Self::Map(object) => Self::One(object),
            Self::Mapping => Self::SchemaName,
            Self::Data | Self::ExampleValue => Self::Data,
            Self::Plain if key.starts_with("x-") => Self::Unknown,
            Self::Plain => Self::Plain,
            Self::List(_) | Self::SchemaName | Self::Unknown => keyword(key, is_array),
            Self::UnknownNames => match keyword(key, is_array) {
                Self::Data | Self::ExampleValue => Self::Unknown,
                names => names,
            },
        }
    }

    /// What an item is.
    pub fn item(self) -> Self {
        match self {
            Self::List(object) => Self::One(object),
            Self::Data | Self::ExampleValue => Self::Data,
            Self::Plain => Self::Plain,
            _ => Self::Unknown,
        }
    }

    /// Whether it is an object or a list of references, but none itself.
    pub(crate) fn is_collection(self) -> bool {
        use Object::{Components, Discriminator, Document, Encoding, Paths, Responses};
        matches!(
            self,
            Self::List(_)
                | Self::Map(_)
                | Self::One(Components | Discriminator | Document | Encoding | Paths | Responses)
        )
    }

    /// Like [`Holds::member`], in a file of unknown type: a keyword is taken for what it usually is.
    pub(crate) fn usual_member(self, key: &str, is_array: bool) -> Self {
        match self {
            Self::Unknown | Self::UnknownNames => known_keyword(key, is_array).unwrap_or(Self::Unknown),
            known => known.member(key, is_array),
        }
    }

    /// Whether nothing in it refers to anything.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Data | Self::ExampleValue)
    }

    /// Whether the walk over the description ends here: the rest is not part of it, or of unknown type.
    pub fn is_opaque(self) -> bool {
        self.is_data() || matches!(self, Self::Plain | Self::Unknown | Self::UnknownNames)
    }

    /// Whether a member `$ref` is a name that the author chose.
    pub fn holds_names(self) -> bool {
        matches!(self, Self::Data | Self::Map(_) | Self::Mapping | Self::One(Object::Paths | Object::Responses))
    }
}
