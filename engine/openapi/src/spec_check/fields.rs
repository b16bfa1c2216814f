//! The fields of each object of OpenAPI: a table of their names and types, and the check that reports unknown, missing
//! and mistyped ones.
//!
//! The rows are those of OpenAPI 3.0, 3.1 and 3.2 (section 4) and of JSON Schema 2020-12. Objects that `shape.rs` knows
//! are checked where the walk over a description reaches them; the others (contact, server, tag, …) with the object that
//! contains them, which is never more than three levels deep.

use super::rules;
use crate::operation::METHODS;
use crate::shape::Object;
use crate::spec::LONGEST_TEXT;
use crate::spec::Version::{self, V30, V31, V32};
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean, nearest, only_typo};
use base::tree::{Kind, NodeId, NodeRef};

/// Place of the key of a chunk, which is not one of its nodes: `chunk_place` falls back to it.
pub(super) const CHUNK_KEY: NodeId = NodeId(u32::MAX);

/// The maximum number of findings about the objects of a chunk: enough to see the pattern, and a bound on memory.
pub(super) const MOST_FINDINGS: usize = 1_000;

/// An object of OpenAPI.
pub(super) struct ObjectForm {
    /// With its article, for messages: `a parameter`.
    pub(super) name: &'static str,
    fields: &'static [FieldRow],
    /// Further requirements.
    rule: fn(&mut Findings, &Given<'_, '_>),
}

/// An object and where it is.
pub(super) struct Given<'t, 'm> {
    pub(super) node: NodeRef<'t>,
    /// Its key, if it has one: the place of what is missing.
    pub(super) place: NodeId,
    /// The fields that its misspelled ones are meant as.
    meant: &'m [&'static str],
}

impl<'t> Given<'t, '_> {
    /// The value of a field, unless it is null.
    pub(super) fn get(&self, field: &str) -> Option<NodeRef<'t>> {
        self.node.get(field).filter(|value| value.kind() != Kind::Null)
    }

    /// Whether it lacks a field, also with a misspelled name.
    pub(super) fn lacks(&self, field: &str) -> bool {
        self.node.get(field).is_none_or(|value| value.kind() == Kind::Null) && !self.meant.contains(&field)
    }
}

impl ObjectForm {
    /// Whether it has a field of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }
}

/// A field of an object.
struct FieldRow {
    name: &'static str,
    value: FieldType,
    /// The first version with this field.
    since: Version,
    is_required: bool,
}

/// What the value of a field must be.
enum FieldType {
    /// Checked elsewhere, or anything.
    Any,
    Text,
    Flag,
    Number,
    /// A number that is not negative.
    Count,
    /// An array.
    List,
    /// An array of strings.
    Names,
    /// One of these words.
    Choice(&'static [&'static str]),
    One(&'static ObjectForm),
    Each(&'static ObjectForm),
    Map(&'static ObjectForm),
}

const fn field(name: &'static str, value: FieldType) -> FieldRow {
    FieldRow { name, value, since: V30, is_required: false }
}

impl FieldRow {
    const fn since(self, since: Version) -> Self {
        Self { since, ..self }
    }

    const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }
}

use FieldType::{Any, Choice, Count, Each, Flag, List, Map, Names, Number, One, Text};

pub(super) const STYLES: &[&str] =
    &["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"];

pub(super) static DOCUMENT: ObjectForm = ObjectForm {
    name: "the document",
    fields: &[
        field("openapi", Any),
        field("$self", Text).since(V32),
        field("info", One(&INFO)),
        field("jsonSchemaDialect", Text).since(V31),
        field("servers", Each(&SERVER)),
        field("paths", Any),
        field("webhooks", Any).since(V31),
        field("components", Any),
        field("security", Any),
        field("tags", Each(&TAG)),
        field("externalDocs", One(&EXTERNAL_DOCS)),
    ],
    rule: rules::none,
};

static INFO: ObjectForm = ObjectForm {
    name: "`info`",
    fields: &[
        field("title", Text),
        field("summary", Text).since(V31),
        field("description", Text),
        field("termsOfService", Text),
        field("contact", One(&CONTACT)),
        field("license", One(&LICENSE)),
        // Its type is checked by the rule.
        field("version", Any).required(),
    ],
    rule: rules::info,
};

static CONTACT: ObjectForm = ObjectForm {
    name: "`contact`",
    fields: &[field("name", Text), field("url", Text), field("email", Text)],
    rule: rules::none,
};

static LICENSE: ObjectForm = ObjectForm {
    name: "`license`",
    fields: &[field("name", Text).required(), field("identifier", Text).since(V31), field("url", Text)],
    rule: rules::none,
};

static SERVER: ObjectForm = ObjectForm {
    name: "a server",
    fields: &[
        field("url", Text).required(),
        field("description", Text),
        field("name", Text).since(V32),
        field("variables", Map(&SERVER_VARIABLE)),
    ],
    rule: rules::server,
};

static SERVER_VARIABLE: ObjectForm = ObjectForm {
    name: "a server variable",
    fields: &[field("enum", Names), field("default", Text).required(), field("description", Text)],
    rule: rules::server_variable,
};

static TAG: ObjectForm = ObjectForm {
    name: "a tag",
    fields: &[
        field("name", Text).required(),
        field("summary", Text).since(V32),
        field("description", Text),
        field("externalDocs", One(&EXTERNAL_DOCS)),
        field("parent", Text).since(V32),
        field("kind", Text).since(V32),
    ],
    rule: rules::none,
};

static EXTERNAL_DOCS: ObjectForm = ObjectForm {
    name: "`externalDocs`",
    fields: &[field("description", Text), field("url", Text).required()],
    rule: rules::none,
};

pub(super) static COMPONENTS: ObjectForm = ObjectForm {
    name: "`components`",
    fields: &[
        field("schemas", Any),
        field("responses", Any),
        field("parameters", Any),
        field("examples", Any),
        field("requestBodies", Any),
        field("headers", Any),
        field("securitySchemes", Any),
        field("links", Any),
        field("callbacks", Any),
        field("pathItems", Any).since(V31),
        field("mediaTypes", Any).since(V32),
    ],
    rule: rules::none,
};

pub(super) static PATH_ITEM: ObjectForm = ObjectForm {
    name: "a path item",
    fields: &[
        field("$ref", Any),
        field("summary", Text),
        field("description", Text),
        field("get", Any),
        field("put", Any),
        field("post", Any),
        field("delete", Any),
        field("options", Any),
        field("head", Any),
        field("patch", Any),
        field("trace", Any),
        field("query", Any).since(V32),
        field("additionalOperations", Any).since(V32),
        field("servers", Each(&SERVER)),
        field("parameters", Any),
    ],
    rule: rules::none,
};

static OPERATION: ObjectForm = ObjectForm {
    name: "an operation",
    fields: &[
        field("tags", Names),
        field("summary", Text),
        field("description", Text),
        field("externalDocs", One(&EXTERNAL_DOCS)),
        field("operationId", Text),
        field("parameters", Any),
        field("requestBody", Any),
        field("responses", Any),
        field("callbacks", Any),
        field("deprecated", Flag),
        field("security", Any),
        field("servers", Each(&SERVER)),
    ],
    rule: rules::operation,
};

static PARAMETER: ObjectForm = ObjectForm {
    name: "a parameter",
    fields: &[
        // That these two are there is checked by the rule.
        field("name", Text),
        field("in", Any),
        field("description", Text),
        field("required", Flag),
        field("deprecated", Flag),
        field("allowEmptyValue", Flag),
        field("style", Choice(STYLES)),
        field("explode", Flag),
        field("allowReserved", Flag),
        field("schema", Any),
        field("example", Any),
        field("examples", Any),
        field("content", Any),
    ],
    rule: rules::parameter,
};

static HEADER: ObjectForm = ObjectForm {
    name: "a header",
    fields: &[
        field("description", Text),
        field("required", Flag),
        field("deprecated", Flag),
        field("allowEmptyValue", Flag),
        field("style", Choice(STYLES)),
        field("explode", Flag),
        field("allowReserved", Flag),
        field("schema", Any),
        field("example", Any),
        field("examples", Any),
        field("content", Any),
    ],
    rule: rules::schema_or_content,
};

static REQUEST_BODY: ObjectForm = ObjectForm {
    name: "a request body",
    fields: &[field("description", Text), field("content", Any).required(), field("required", Flag)],
    rule: rules::none,
};

static MEDIA_TYPE: ObjectForm = ObjectForm {
    name: "a media type",
    fields: &[
        field("schema", Any),
        field("itemSchema", Any).since(V32),
        field("example", Any),
        field("examples", Any),
        field("encoding", Any),
        field("prefixEncoding", Any).since(V32),
        field("itemEncoding", Any).since(V32),
    ],
    rule: rules::none,
};

static ENCODING: ObjectForm = ObjectForm {
    name: "an encoding",
    fields: &[
        field("contentType", Text),
        field("headers", Any),
        field("style", Choice(STYLES)),
        field("explode", Flag),
        field("allowReserved", Flag),
        field("encoding", Any).since(V32),
        field("prefixEncoding", Any).since(V32),
        field("itemEncoding", Any).since(V32),
    ],
    rule: rules::none,
};

static RESPONSE: ObjectForm = ObjectForm {
    name: "a response",
    fields: &[
        field("summary", Text).since(V32),
        field("description", Text),
        field("headers", Any),
        field("content", Any),
        field("links", Any),
    ],
    rule: rules::response,
};

static EXAMPLE: ObjectForm = ObjectForm {
    name: "an example",
    fields: &[
        field("summary", Text),
        field("description", Text),
        field("value", Any),
        field("externalValue", Text),
        field("dataValue", Any).since(V32),
        field("serializedValue", Text).since(V32),
    ],
    rule: rules::none,
};

static LINK: ObjectForm = ObjectForm {
    name: "a link",
    fields: &[
        field("operationRef", Text),
        field("operationId", Text),
        field("parameters", Any),
        field("requestBody", Any),
        field("description", Text),
        field("server", One(&SERVER)),
    ],
    rule: rules::none,
};

static SECURITY_SCHEME: ObjectForm = ObjectForm {
    name: "a security scheme",
    fields: &[
        field("type", Choice(rules::SCHEME_TYPES)).required(),
        field("description", Text),
        field("name", Text),
        field("in", Choice(&["query", "header", "cookie"])),
        field("scheme", Text),
        field("bearerFormat", Text),
        field("flows", One(&FLOWS)),
        field("openIdConnectUrl", Text),
        field("oauth2MetadataUrl", Text).since(V32),
        field("deprecated", Flag).since(V32),
    ],
    rule: rules::security_scheme,
};

static FLOWS: ObjectForm = ObjectForm {
    name: "`flows`",
    fields: &[
        field("implicit", One(&IMPLICIT)),
        field("password", One(&PASSWORD)),
        field("clientCredentials", One(&CREDENTIALS)),
        field("authorizationCode", One(&CODE)),
        field("deviceAuthorization", One(&DEVICE)).since(V32),
    ],
    rule: rules::none,
};

static IMPLICIT: ObjectForm = ObjectForm {
    name: "the `implicit` flow",
    fields: &[
        field("authorizationUrl", Text).required(),
        field("tokenUrl", Text),
        field("refreshUrl", Text),
        field("scopes", Any).required(),
    ],
    rule: rules::flow,
};

static PASSWORD: ObjectForm = ObjectForm { name: "the `password` flow", fields: TOKEN_FLOW, rule: rules::flow };

static CREDENTIALS: ObjectForm =
    ObjectForm { name: "the `clientCredentials` flow", fields: TOKEN_FLOW, rule: rules::flow };

const TOKEN_FLOW: &[FieldRow] = &[
    field("authorizationUrl", Text),
    field("tokenUrl", Text).required(),
    field("refreshUrl", Text),
    field("scopes", Any).required(),
];

static CODE: ObjectForm = ObjectForm {
    name: "the `authorizationCode` flow",
    fields: &[
        field("authorizationUrl", Text).required(),
        field("tokenUrl", Text).required(),
        field("refreshUrl", Text),
        field("scopes", Any).required(),
    ],
    rule: rules::flow,
};

static DEVICE: ObjectForm = ObjectForm {
    name: "the `deviceAuthorization` flow",
    fields: &[
        field("deviceAuthorizationUrl", Text).required(),
        field("tokenUrl", Text).required(),
        field("refreshUrl", Text),
        field("scopes", Any).required(),
    ],
    rule: rules::flow,
};

static DISCRIMINATOR: ObjectForm = ObjectForm {
    name: "a discriminator",
    fields: &[field("propertyName", Text).required(), field("mapping", Any), field("defaultMapping", Any).since(V32)],
    rule: rules::none,
};

static XML: ObjectForm = ObjectForm {
    name: "`xml`",
    fields: &[
        field("name", Text),
        field("namespace", Text),
        field("prefix", Text),
        field("attribute", Flag),
        field("wrapped", Flag),
        field("nodeType", Choice(&["element", "attribute", "text", "cdata", "none"])).since(V32),
    ],
    rule: rules::none,
};

static SCHEMA: ObjectForm = ObjectForm {
    name: "a schema",
    fields: &[
        // The walk checks what holds schemas; `Check::schema` the types of `type`, `enum` and `required`.
        field("type", Any),
        field("description", Text),
        field("properties", Any),
        field("items", Any),
        field("required", Any),
        field("example", Any),
        field("enum", Any),
        field("format", Text),
        field("title", Text),
        field("default", Any),
        field("allOf", Any),
        field("oneOf", Any),
        field("anyOf", Any),
        field("not", Any),
        field("additionalProperties", Any),
        // Since 3.1 an unknown keyword, which is common all the same: the rule reports it.
        field("nullable", Flag),
        field("readOnly", Flag),
        field("writeOnly", Flag),
        field("deprecated", Flag),
        field("minLength", Count),
        field("maxLength", Count),
        field("pattern", Text),
        field("minimum", Number),
        field("maximum", Number),
        // Their type depends on the version: checked by the rule.
        field("exclusiveMinimum", Any),
        field("exclusiveMaximum", Any),
        field("multipleOf", Number),
        field("minItems", Count),
        field("maxItems", Count),
        field("uniqueItems", Flag),
        field("minProperties", Count),
        field("maxProperties", Count),
        field("discriminator", Any),
        field("externalDocs", One(&EXTERNAL_DOCS)),
        field("xml", One(&XML)),
        field("examples", List).since(V31),
        field("const", Any).since(V31),
        field("$id", Text).since(V31),
        field("$schema", Text).since(V31),
        field("$anchor", Text).since(V31),
        field("$comment", Text).since(V31),
        field("$defs", Any).since(V31),
        field("$dynamicAnchor", Text).since(V31),
        field("$dynamicRef", Text).since(V31),
        field("$vocabulary", Any).since(V31),
        field("patternProperties", Any).since(V31),
        field("propertyNames", Any).since(V31),
        field("unevaluatedProperties", Any).since(V31),
        field("unevaluatedItems", Any).since(V31),
        field("dependentRequired", Any).since(V31),
        field("dependentSchemas", Any).since(V31),
        field("prefixItems", Any).since(V31),
        field("contains", Any).since(V31),
        field("minContains", Count).since(V31),
        field("maxContains", Count).since(V31),
        field("if", Any).since(V31),
        field("then", Any).since(V31),
        field("else", Any).since(V31),
        field("contentEncoding", Text).since(V31),
        field("contentMediaType", Text).since(V31),
        field("contentSchema", Any).since(V31),
        // Of earlier drafts of JSON Schema.
        field("id", Any).since(V31),
        field("definitions", Any).since(V31),
        field("dependencies", Any).since(V31),
        field("additionalItems", Any).since(V31),
        field("$recursiveRef", Any).since(V31),
        field("$recursiveAnchor", Any).since(V31),
    ],
    rule: rules::schema,
};

/// Keywords of earlier drafts, which are in no version of OpenAPI, but allowed since unknown ones are.
const EARLIER_DRAFTS: [&str; 6] =
    ["id", "definitions", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor"];

/// The form of an object that the walk visits; `None` if its members have names that the author chose.
fn form(object: Object) -> Option<&'static ObjectForm> {
    Some(match object {
        Object::Schema => &SCHEMA,
        Object::Response => &RESPONSE,
        Object::Parameter => &PARAMETER,
        Object::Example => &EXAMPLE,
        Object::RequestBody => &REQUEST_BODY,
        Object::Header => &HEADER,
        Object::SecurityScheme => &SECURITY_SCHEME,
        Object::Link => &LINK,
        Object::PathItem => &PATH_ITEM,
        Object::MediaType => &MEDIA_TYPE,
        Object::Operation => &OPERATION,
        Object::Encoding => &ENCODING,
        Object::Discriminator => &DISCRIMINATOR,
        Object::Components => &COMPONENTS,
        Object::Document => &DOCUMENT,
        Object::Callback | Object::Responses | Object::Paths => return None,
    })
}

/// Where an unknown field belongs: it is from Swagger 2, or one level too high or too low.
fn moved(form: &ObjectForm, key: &str) -> Option<&'static str> {
    let help = match (form.name, key) {
        ("a path item", "copy" | "move" | "purge" | "connect" | "search" | "link" | "unlink" | "lock" | "unlock") => {
            "since OpenAPI 3.2, other methods are in `additionalOperations`"
        }
        ("a request body", "responses") => "put it into the operation",
        ("an operation" | "a request body" | "a path item", key) if rules::is_status(key) => "put it into `responses`",
        ("a response" | "a request body", key) if key.contains('/') => "put it into `content`",
        ("the document", "host" | "basePath" | "schemes") => "write the URL into `servers`",
        ("the document", "definitions" | "schemas") => "move the schemas into `components/schemas`",
        ("the document", "securityDefinitions" | "securitySchemes") => {
            "move the schemes into `components/securitySchemes`"
        }
        ("the document", "parameters" | "responses" | "headers" | "examples" | "requestBodies") => {
            "move it into `components`"
        }
        ("the document" | "an operation", "consumes" | "produces") => "media types are the keys of `content`",
        ("the document", "title" | "version" | "description" | "contact" | "license") => "move it into `info`",
        ("an operation", "schemes") => "write the URL into `servers`",
        ("an operation", "content") => "put it into `requestBody`, or into a response",
        ("an operation", "name") => "the name of an operation is its `operationId`",
        ("`components`", "definitions") => "did you mean `schemas`?",
        ("`components`", "securityDefinitions") => "did you mean `securitySchemes`?",
        ("a response" | "a request body", "schema" | "example" | "examples" | "type") => {
            "put it into `content`, below a media type"
        }
        ("a header", "name") => "the name of a header is its key",
        ("a header", "in") => "remove it; a header is always in the header",
        ("a parameter", "collectionFormat") => "use `style` and `explode`",
        ("`flows`", "accessCode") => "did you mean `authorizationCode`?",
        ("`flows`", "application") => "did you mean `clientCredentials`?",
        ("a security scheme", "flow") => "did you mean `flows`?",
        ("a security scheme", "authorizationUrl" | "tokenUrl" | "refreshUrl" | "scopes") => {
            "put it into a flow below `flows`"
        }
        // Not the names of examples, which nothing else has.
        ("a parameter" | "a header" | "a media type", key) if SCHEMA.fields.iter().any(|field| field.name == key) => {
            "put it into `schema`"
        }
        _ => return None,
    };
    Some(help)
}

/// What was found, and in which version of OpenAPI the document is written.
pub(super) struct Findings {
    pub(super) version: Version,
    pub(super) found: Vec<Diagnostic<NodeId>>,
}

impl Findings {
    pub(super) fn new(version: Version) -> Self {
        Self { version, found: Vec::new() }
    }

    /// Whether no further warnings are added.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MOST_FINDINGS
    }

    /// Adds a warning.
    pub(super) fn warn(
        &mut self,
        code: Code,
        message: impl Into<String>,
        place: NodeId,
        help: impl Into<Option<String>>,
    ) {
        if self.is_full() {
            return;
        }
        let mut diagnostic = Diagnostic::new(code, message, place).with_help(help);
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        self.found.push(diagnostic);
    }

    /// Adds the warning that a value has the wrong type.
    pub(super) fn mistyped(&mut self, key: &str, wanted: &str, value: NodeRef<'_>) {
        let text = value.text();
        let help = match (value.kind(), wanted) {
            (Kind::String, "a number") if text.parse::<f64>().is_ok() => Some("remove the quotes".to_owned()),
            (Kind::String, "a boolean") => match text {
                "true" | "false" => Some("remove the quotes".to_owned()),
                "yes" | "on" | "Yes" => Some("write `true`".to_owned()),
                "no" | "off" | "No" => Some("write `false`".to_owned()),
                _ => None,
            },
            (Kind::Number | Kind::Bool, "a string") => Some("put it in quotes".to_owned()),
            (Kind::String | Kind::Number, "an array") => Some(format!("write `{key}: [{text}]`")),
            _ => None,
        };
        let message = format!("`{key}` must be {wanted}, found {}", value.kind().words());
        self.warn(Code::InvalidSpec, message, value.id(), help);
    }

    /// Adds the warning that an object lacks a field. `place` is its key, if it has one.
    pub(super) fn missing(&mut self, what: &str, field: &str, place: NodeId, help: Option<&str>) {
        self.warn(Code::MissingSpecField, format!("{what} needs {field}"), place, help.map(str::to_owned));
    }

    /// Checks an object of the description that is not a reference. `place` is its key, if it has one.
    pub(super) fn object(&mut self, object: Object, node: NodeRef<'_>, place: NodeId) {
        let is_reference = node.get("$ref").is_some() && (object != Object::Schema || self.version == V30);
        if let Some(form) = form(object).filter(|_| !is_reference && !rules::is_of_swagger(self, object, node)) {
            self.fields(form, node, place);
        }
    }

    fn fields(&mut self, form: &'static ObjectForm, node: NodeRef<'_>, place: NodeId) {
        let mut meant = Vec::new();
        for (key, value) in node.entries() {
            meant.extend(self.member(form, key.text(), key.id(), value));
        }
        let given = Given { node, place, meant: &meant };
        for field in form.fields.iter().filter(|field| field.is_required && given.lacks(field.name)) {
            self.missing(form.name, &format!("`{}`", field.name), place, None);
        }
        (form.rule)(self, &given);
    }

    /// Checks a member of an object by its key. Returns the fields that an unknown one may have been meant as.
    pub(super) fn member(
        &mut self,
        form: &'static ObjectForm,
        key: &str,
        place: NodeId,
        value: NodeRef<'_>,
    ) -> &'static [&'static str] {
        let is_draft = |key| self.version == V30 && EARLIER_DRAFTS.contains(&key) && std::ptr::eq(form, &SCHEMA);
        let Some(field) = form.fields.iter().find(|field| field.name == key && !is_draft(key)) else {
            return self.unknown(form, key, place, value);
        };
        if field.since > self.version {
            let since = number(field.since);
            let message =
                format!("`{key}` of {} is new in OpenAPI {since}; the document is {}", form.name, number(self.version));
            let help = rules::instead(key).map_or_else(
                || format!("other tools may ignore it; declare `openapi: {since}.0` if you use it"),
                str::to_owned,
            );
            self.warn(Code::VersionMismatch, message, place, help);
        }
        self.value(key, &field.value, value);
        &[]
    }

    fn value(&mut self, key: &str, wanted: &FieldType, value: NodeRef<'_>) {
        let kind = value.kind();
        // Null is like no value, and any value may be in another file.
        if matches!(wanted, Any) || kind == Kind::Null || value.get("$ref").is_some() {
            return;
        }
        match wanted {
            Any => {}
            Text if kind != Kind::String => self.mistyped(key, "a string", value),
            Text if value.text().len() > LONGEST_TEXT => {
                let (size, most) = (value.text().len() >> 20, LONGEST_TEXT >> 20);
                let message = format!("`{key}` has more than {size} MiB of text; pages show the first {most} MiB");
                let help = "move long texts to pages, and link to them".to_owned();
                self.warn(Code::InvalidSpec, message, value.id(), help);
            }
            Flag if kind != Kind::Bool => self.mistyped(key, "a boolean", value),
            Number | Count if kind != Kind::Number => self.mistyped(key, "a number", value),
            Count if value.text().starts_with('-') => {
                let message = format!("`{key}` must not be negative");
                self.warn(Code::InvalidSpec, message, value.id(), None);
            }
            List | Names | Each(_) if kind != Kind::Array => self.mistyped(key, "an array", value),
            Names => {
                for item in value.items().filter(|item| item.kind() != Kind::String) {
                    let message = format!("`{key}` must contain strings, found {}", item.kind().words());
                    self.warn(Code::InvalidSpec, message, item.id(), None);
                }
            }
            One(_) | Map(_) if kind != Kind::Object => self.mistyped(key, "an object", value),
            One(form) => self.fields(form, value, before(value)),
            Each(form) => {
                for item in value.items() {
                    self.item(key, form, item);
                }
            }
            Map(form) => {
                for (name, value) in value.entries().filter(|(name, _)| !is_extension(name.text())) {
                    if value.is_object() {
                        self.fields(form, value, name.id());
                    } else {
                        self.mistyped(name.text(), "an object", value);
                    }
                }
            }
            Choice(words) => self.choice(key, words, value),
            Text | Flag | Number | Count | List => {}
        }
    }

    fn item(&mut self, key: &str, form: &'static ObjectForm, item: NodeRef<'_>) {
        if item.get("$ref").is_some() {
            return;
        }
        if item.is_object() {
            self.fields(form, item, item.id());
        } else {
            let message = format!("`{key}` must contain objects, found {}", item.kind().words());
            let help = item.as_str().filter(|_| form.name == "a tag").map(|name| format!("write `name: {name}`"));
            self.warn(Code::InvalidSpec, message, item.id(), help);
        }
    }

    /// Checks that a value is one of the words.
    pub(super) fn choice(&mut self, key: &str, words: &[&str], value: NodeRef<'_>) {
        let Some(text) = value.as_str() else { return self.mistyped(key, "a string", value) };
        if words.contains(&text) {
            return;
        }
        let help = rules::renamed(key, text)
            .map(str::to_owned)
            .or_else(|| did_you_mean(text, words.iter().copied()))
            .unwrap_or_else(|| format!("use {}", listed(words)));
        self.warn(Code::InvalidSpec, format!("`{key}` cannot be `{text}`"), value.id(), help);
    }

    /// Reports an unknown field. Returns the fields that it may have been meant as.
    fn unknown(
        &mut self,
        form: &'static ObjectForm,
        key: &str,
        place: NodeId,
        value: NodeRef<'_>,
    ) -> &'static [&'static str] {
        if is_extension(key) || key.is_empty() || key == "$ref" || self.is_full() {
            return &[];
        }
        let (found, meant) = unknown_field(form, key, place, value, self.version);
        self.found.extend(found);
        meant
    }
}

/// The finding about an unknown field, and the fields that it may have been meant as.
pub(super) fn unknown_field<P>(
    form: &'static ObjectForm,
    key: &str,
    place: P,
    value: NodeRef<'_>,
    version: Version,
) -> (Option<Diagnostic<P>>, &'static [&'static str]) {
    let names = || form.fields.iter().filter(|field| field.since <= version).map(|field| field.name);
    let is_open = std::ptr::eq(form, &SCHEMA) && version != V30;
    // Keywords of other vocabularies are allowed in schemas since 3.1, unless they are clearly misspelled.
    let near = if is_open { only_typo(key, names()) } else { nearest(key, names()) };
    if is_open && near.is_none() {
        return (None, &[]);
    }
    let moved = moved(form, key);
    let near = near.filter(|_| moved.is_none());
    let help = match (moved, near) {
        (Some(help), _) => help.to_owned(),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => "fields that OpenAPI does not define must begin with `x-`".to_owned(),
    };
    let mut found = Diagnostic::new(Code::UnknownSpecField, format!("`{key}` is not a field of {}", form.name), place)
        .with_help(help);
    if near.is_some_and(|near| METHODS.contains(&near)) && value.is_object() && std::ptr::eq(form, &PATH_ITEM) {
        found.message = format!("`{key}` is not a method, so the operation is left out");
        found.severity = Severity::Error;
    }
    let meant = match moved {
        // With a schema's keywords in it, what is missing is not the schema.
        Some(help) if help.contains("`schema`") || help.contains("`content`") => &["schema", "content"],
        _ => {
            let field = form.fields.iter().find(|field| near == Some(field.name));
            field.map_or(&[] as &[&str], |field| std::slice::from_ref(&field.name))
        }
    };
    (Some(found), meant)
}

/// The key before a member's value.
pub(super) fn before(value: NodeRef<'_>) -> NodeId {
    value.id().0.checked_sub(1).map_or(value.id(), NodeId)
}

/// Whether a key is an extension (section 4.9).
pub(super) fn is_extension(key: &str) -> bool {
    key.starts_with("x-")
}

/// `a`, `b` or `c`.
pub(super) fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The number of a version.
pub(super) fn number(version: Version) -> &'static str {
    match version {
        V30 => "3.0",
        V31 => "3.1",
        V32 | Version::Unsupported => "3.2",
    }
}

#[cfg(test)]
mod tests {
    use crate::chunks::file_index;
    use crate::operation::METHODS;
    use crate::schema::Constraint;
    use crate::shape::Object;
    use crate::spec_check::check_chunk;
    use crate::testing::spec;

    /// What is said of a component.
    fn check(version: &str, section: &str, component: &str) -> String {
        let text = format!(r#"{{"openapi": "{version}", "components": {{"{section}": {{"A": {component}}}}}}}"#);
        let (inputs, file) = spec(&text);
        let db = inputs.db();
        let found = file_index(db, file).chunks.iter().flat_map(|&chunk| check_chunk(db, chunk));
        let said = |found: &base::diagnostic::Diagnostic<_>| {
            let help = found.help.as_ref().map_or(String::new(), |help| format!(" / {help}"));
            format!("{} {}: {}{help}", found.severity.name(), found.code.name(), found.message)
        };
        found.map(said).collect::<Vec<_>>().join("\n")
    }

    /// Keywords that only one version has, as it has them.
    #[test]
    fn schemas_of_both_dialects_have_no_finding() {
        for (version, schema) in [
            ("3.0.3", r#"{"type": "string", "nullable": true, "example": 1, "xml": {"wrapped": true}}"#),
            ("3.0.3", r#"{"minimum": 0, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}"#),
            ("3.0.3", r##"{"$ref": "#/components/schemas/A", "examples": 7}"##),
            ("3.0.3", r#"{"type": "array", "items": {}, "x-any": [1]}"#),
            ("3.1.0", r#"{"type": ["string", "null"], "examples": ["a", null], "const": null}"#),
            ("3.1.0", r#"{"exclusiveMinimum": 0, "exclusiveMaximum": 1.5, "type": "array"}"#),
            ("3.1.0", r#"{"prefixItems": [true], "$comment": "x", "enumNames": ["a"], "instanceof": "Date"}"#),
            ("3.1.0", r#"{"definitions": {"a": {}}, "id": "x", "dependencies": {}, "title": null}"#),
            ("3.2.0", r#"{"xml": {"nodeType": "text"}, "discriminator": {"propertyName": "a"}}"#),
        ] {
            let found = check(version, "schemas", schema);
            let found = found.lines().filter(|line| !line.contains("refers back to itself")).collect::<String>();
            assert_eq!(found, "", "{version} {schema}");
        }
    }

    #[test]
    fn a_keyword_of_the_other_dialect_is_named() {
        for (version, schema, expected) in [
            (
                "3.1.0",
                r#"{"nullable": true}"#,
                "info version-mismatch: `nullable` has no meaning since OpenAPI 3.1 / write `type: [string, 'null']`, or `null` among the alternatives",
            ),
            (
                "3.1.0",
                r#"{"minimum": 1, "exclusiveMinimum": true}"#,
                "warning version-mismatch: `exclusiveMinimum` is the bound itself since OpenAPI 3.1, not a boolean / write the bound as `exclusiveMinimum`, without `minimum`",
            ),
            (
                "3.0.3",
                r#"{"exclusiveMinimum": 1}"#,
                "warning version-mismatch: `exclusiveMinimum` is a boolean in OpenAPI 3.0; the bound is in `minimum` / write `minimum: 1` and `exclusiveMinimum: true`",
            ),
            (
                "3.0.3",
                r#"{"type": "null"}"#,
                "warning version-mismatch: `type: 'null'` is new in OpenAPI 3.1; the document is 3.0 / write `nullable: true` for values that may be null",
            ),
            (
                "3.0.3",
                r#"{"const": 1}"#,
                "warning version-mismatch: `const` of a schema is new in OpenAPI 3.1; the document is 3.0 / write `enum` with one value",
            ),
            (
                "3.0.3",
                r#"{"enumNames": []}"#,
                "warning unknown-spec-field: `enumNames` is not a field of a schema / fields that OpenAPI does not define must begin with `x-`",
            ),
            (
                "3.1.0",
                r#"{"proprties": {}}"#,
                "warning unknown-spec-field: `proprties` is not a field of a schema / did you mean `properties`?",
            ),
            (
                "3.1.0",
                r#"{"items": [{}]}"#,
                "warning version-mismatch: `items` must be one schema, found an array / a list of schemas is `prefixItems`",
            ),
            (
                "3.1.0",
                r#"{"type": "file"}"#,
                "warning invalid-spec: `file` is not a JSON Schema type / write `type: string` and `format: binary`",
            ),
        ] {
            assert_eq!(check(version, "schemas", schema), expected, "{version} {schema}");
        }
    }

    /// What is written as in Swagger 2 has one finding, which says where it is in OpenAPI 3.
    #[test]
    fn what_is_from_swagger_is_told_its_new_place() {
        for (section, component, expected) in [
            (
                "parameters",
                r#"{"name": "a", "in": "formData", "type": "file"}"#,
                "error invalid-spec: `in` cannot be `formData` / forms are `requestBody` in OpenAPI 3",
            ),
            (
                "parameters",
                r#"{"name": "a", "in": "query", "type": "string"}"#,
                "warning unknown-spec-field: `type` is not a field of a parameter / put it into `schema`",
            ),
            (
                "responses",
                r#"{"description": "", "schema": {}}"#,
                "warning unknown-spec-field: `schema` is not a field of a response / put it into `content`, below a media type",
            ),
            (
                "securitySchemes",
                r#"{"type": "basic"}"#,
                "warning invalid-spec: `type` cannot be `basic` / write `type: http` and `scheme: basic`",
            ),
            (
                "securitySchemes",
                r#"{"type": "oauth2", "flows": {"accessCode": {}}}"#,
                "warning unknown-spec-field: `accessCode` is not a field of `flows` / did you mean `authorizationCode`?",
            ),
        ] {
            assert_eq!(check("3.0.3", section, component), expected, "{component}");
        }
    }

    /// The table knows every field that is read elsewhere.
    #[test]
    fn fields_that_are_read_are_known() {
        for (_, section) in Object::COMPONENTS {
            assert!(super::COMPONENTS.has(section), "{section}");
        }
        for method in METHODS {
            assert!(super::PATH_ITEM.has(method), "{method}");
        }
        let of_parameters =
            ["contentType", "headers", "style", "explode", "allowReserved", "allowEmptyValue", "content"];
        for keyword in Constraint::ALL.iter().map(|constraint| constraint.keyword()) {
            let is_of_schema = super::SCHEMA.has(keyword) || super::DISCRIMINATOR.has(keyword);
            assert!(is_of_schema || of_parameters.contains(&keyword), "{keyword}");
        }
    }

    /// A reference is not checked as what it refers to, and a value may be in another file.
    #[test]
    fn references_lack_nothing() {
        for (section, component) in [
            ("responses", r##"{"$ref": "#/components/responses/A", "summary": "x"}"##),
            ("parameters", r##"{"$ref": "#/components/parameters/A"}"##),
            ("securitySchemes", r##"{"type": "oauth2", "flows": {"$ref": "flows.yaml"}}"##),
        ] {
            let found = check("3.1.0", section, component);
            assert!(!found.contains("needs") && !found.contains("field"), "{found}");
        }
    }
}
