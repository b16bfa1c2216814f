//! Components that describe data and APIs.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads,
    Notation, Value,
};

pub(super) const FIELDS: ComponentInfo = ComponentInfo {
    name: "wc-fields",
    summary: "A titled group of fields: parameters, properties, options.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::Title,
    attributes: &[Attribute::new("title", Value::Text).aliases(&["header"]).default("Parameters")],
    parents: &[],
    children: Children::Only(&[ComponentKind::Field]),
    examples: &[
        "<wc-fields title=\"Options\">\n  <wc-field name=\"limit\" type=\"integer\" default=\"20\">\n    How many to return.\n  </wc-field>\n</wc-fields>",
    ],
    migrates_from: &[
        Counterpart::tag("ParamFields"),
        Counterpart::tag("Properties"),
        Counterpart::tag("PropsTable").remark("one field per row of `data`"),
        Counterpart::tag("TypeTable").remark("one field per member of `type`"),
    ],
};

pub(super) const FIELD: ComponentInfo = ComponentInfo {
    name: "wc-field",
    summary: "A field with its type, constraints and description; nested fields are its children.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::Name,
    attributes: &[
        Attribute::new("name", Value::Text).required(),
        Attribute::new("type", Value::Text),
        Attribute::new("required", Value::Flag),
        Attribute::new("description", Value::Text),
        Attribute::new("default", Value::Text),
        Attribute::new("deprecated", Value::Flag),
        Attribute::new("in", Value::OneOf(&["path", "query", "header", "cookie", "body"])),
        Attribute::new("format", Value::Text),
        Attribute::new("enum", Value::Text),
        Attribute::new("pattern", Value::Text),
        Attribute::new("minimum", Value::Number),
        Attribute::new("maximum", Value::Number),
        Attribute::new("minlength", Value::Number),
        Attribute::new("maxlength", Value::Number),
        Attribute::new("example", Value::Text),
        Attribute::new("collapsible", Value::Flag),
    ],
    parents: &[
        ComponentKind::Fields,
        ComponentKind::ResponseFields,
        ComponentKind::Schema,
        ComponentKind::Field,
        ComponentKind::Response,
    ],
    children: Children::Any,
    examples: &[
        "<wc-fields>\n<wc-field name=\"id\" type=\"string\" required />\n<wc-field name=\"owner\" type=\"object\">\n  Who it belongs to.\n  <wc-field name=\"email\" type=\"string\" format=\"email\" />\n</wc-field>\n</wc-fields>",
    ],
    migrates_from: &[
        Counterpart::tag("ParamField").with(&[
            Change::Located("path"),
            Change::Located("query"),
            Change::Located("body"),
            Change::Located("header"),
            Change::Renamed("initialValue", "default"),
        ]),
        Counterpart::tag("ResponseField"),
        Counterpart::tag("Property"),
        Counterpart::of(Notation::MagicBlock, "parameters").remark("one field per row"),
    ],
};

pub(super) const ENDPOINT: ComponentInfo = ComponentInfo {
    name: "wc-endpoint",
    summary: "An API operation: taken from the spec by `ref`, or described here.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("ref", Value::Text),
        Attribute::new("spec", Value::Text),
        Attribute::new("method", Value::Text),
        Attribute::new("url", Value::Text),
        Attribute::new("summary", Value::Text),
        Attribute::new("description", Value::Text),
        Attribute::new("security", Value::Security),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-endpoint ref=\"listPets\"></wc-endpoint>",
        "<wc-endpoint method=\"get\" url=\"/pets/{id}\">\n<wc-fields title=\"Path Parameters\">\n<wc-field name=\"id\" type=\"string\" required />\n</wc-fields>\n</wc-endpoint>",
    ],
    migrates_from: &[
        Counterpart::tag("Endpoint"),
        Counterpart::tag("EndpointRequestSnippet").with(&[Change::Renamed("endpoint", "ref")]),
        Counterpart::tag("APIMethod"),
        Counterpart::of(Notation::Frontmatter, "openapi")
            .with(&[Change::Renamed("openapi", "ref")])
            .remark("`METHOD /path`, and `layout: api`"),
        Counterpart::of(Notation::Frontmatter, "api")
            .with(&[Change::Renamed("api", "ref")])
            .remark("`METHOD /path`, and `layout: api`; with `api.operationId`, that id"),
        Counterpart::of(Notation::Liquid, "openapi-operation").remark("`ref` is its method and path"),
        Counterpart::of(Notation::Liquid, "swagger").remark("`ref` is its method and path"),
    ],
};

pub(super) const RESPONSES: ComponentInfo = ComponentInfo {
    name: "wc-responses",
    summary: "The responses of an endpoint.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[ComponentKind::Endpoint],
    children: Children::Only(&[ComponentKind::Response]),
    examples: &[
        "<wc-endpoint method=\"get\" url=\"/pets\">\n<wc-responses>\n<wc-response code=\"404\" description=\"Nobody lives here.\" />\n</wc-responses>\n</wc-endpoint>",
    ],
    migrates_from: &[],
};

pub(super) const RESPONSE: ComponentInfo = ComponentInfo {
    name: "wc-response",
    summary: "One response of an endpoint: its status code, its meaning and its fields.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::Code,
    attributes: &[
        Attribute::new("code", Value::Status).required(),
        Attribute::new("description", Value::Text),
        Attribute::new("content-type", Value::Text),
    ],
    parents: &[ComponentKind::Responses],
    children: Children::Any,
    examples: &[
        "<wc-endpoint method=\"get\" url=\"/pets/{id}\">\n<wc-responses>\n<wc-response code=\"200\" description=\"The pet.\" content-type=\"application/json\">\n<wc-field name=\"id\" type=\"string\" required />\n</wc-response>\n<wc-response code=\"404\" description=\"No such pet.\" />\n</wc-responses>\n</wc-endpoint>",
    ],
    migrates_from: &[],
};

pub(super) const API_EXAMPLES: ComponentInfo = ComponentInfo {
    name: "wc-api-examples",
    summary: "The examples panel of an endpoint.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Own,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[ComponentKind::Endpoint],
    children: Children::Only(&[ComponentKind::CodeGroup]),
    examples: &[
        "<wc-endpoint method=\"get\" url=\"/pets\">\n<wc-api-examples>\n<wc-code-group>\n```json filename=\"200\"\n[]\n```\n</wc-code-group>\n</wc-api-examples>\n</wc-endpoint>",
    ],
    migrates_from: &[],
};

pub(super) const COLOR: ComponentInfo = ComponentInfo {
    name: "wc-color",
    summary: "A color swatch with its name and value.",
    content: Content::None,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["name", "hex"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("hex", Value::Color).required(),
        Attribute::new("name", Value::Text),
        Attribute::new("variable", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Links are <wc-color hex=\"#2450d1\" name=\"Blue\" variable=\"--blue\" />."],
    migrates_from: &[
        Counterpart::tag("Color.Item").with(&[Change::Renamed("value", "hex")]),
        Counterpart::tag("ColorItem").with(&[Change::Renamed("value", "hex")]),
        Counterpart::tag("Color").with(&[Change::Renamed("value", "hex")]),
    ],
};

pub(super) const RESPONSE_FIELDS: ComponentInfo = ComponentInfo {
    name: "wc-response-fields",
    summary: "A titled group of response fields.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::Title,
    attributes: &[Attribute::new("title", Value::Text).aliases(&["header"]).default("Response")],
    parents: &[],
    children: Children::Only(&[ComponentKind::Field]),
    examples: &[
        "<wc-response-fields>\n<wc-field name=\"id\" type=\"string\" required>\nThe new id.\n</wc-field>\n</wc-response-fields>",
    ],
    migrates_from: &[Counterpart::tag("ResponseFields")],
};

pub(super) const SCHEMA: ComponentInfo = ComponentInfo {
    name: "wc-schema",
    summary: "A type: its name, what it extends, and its fields; with `ref`, a schema from the spec.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Api,
    own_text: &[],
    anchor: Anchor::Name,
    attributes: &[
        Attribute::new("name", Value::Text).aliases(&["type"]),
        Attribute::new("description", Value::Text),
        Attribute::new("extends", Value::Text),
        Attribute::new("ref", Value::Text),
        Attribute::new("spec", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-schema name=\"Pet\" extends=\"Animal\" description=\"Somebody who lives with *people*.\">\n<wc-field name=\"tag\" type=\"string\" />\n</wc-schema>",
    ],
    migrates_from: &[Counterpart::tag("Schema"), Counterpart::tag("Type")],
};

pub(super) const TABLE: ComponentInfo = ComponentInfo {
    name: "wc-table",
    summary: "A table that scrolls within its box: a Markdown table, JSON objects, or headers and rows.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("headers", Value::Json),
        Attribute::new("rows", Value::Json),
        Attribute::new("caption", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-table headers='[\"Name\", \"Age\"]' rows='[[\"Oak\", 300], [\"*Moss*\", null]]' caption=\"How old they get\" />",
        "<wc-table>\n[\n  { \"name\": \"Oak\", \"grows\": true },\n  { \"name\": \"[Moss](https://example.com)\", \"note\": \"a | b\" }\n]\n</wc-table>",
        "<wc-table caption=\"Codes\">\n\n| Code | Meaning |\n|---|--:|\n| `A` | First |\n\n</wc-table>",
    ],
    migrates_from: &[Counterpart::tag("Table"), Counterpart::tag("DataTable")],
};

pub(super) const PLAYGROUND: ComponentInfo = ComponentInfo {
    name: "wc-playground",
    summary: "A request that readers fill in and send: an operation from the spec, or one described here.",
    content: Content::None,
    flow: Flow::Block,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("ref", Value::Text),
        Attribute::new("spec", Value::Text),
        Attribute::new("method", Value::Text),
        Attribute::new("url", Value::Text),
        Attribute::new("server", Value::Text),
        Attribute::new("proxy", Value::Text),
        Attribute::new("params", Value::Json),
        Attribute::new("auth", Value::Json),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-playground ref=\"getPet\" />",
        "<wc-playground method=\"get\" url=\"/pets/{id}\" server=\"https://api.example.com\" params='[{\"name\": \"id\", \"type\": \"integer\"}]' auth='\"bearer\"' />",
    ],
    migrates_from: &[Counterpart::tag("RunnableEndpoint").with(&[Change::Renamed("endpoint", "ref")])],
};

pub(super) const MERMAID: ComponentInfo = ComponentInfo {
    name: "wc-mermaid",
    summary: "A Mermaid diagram, drawn when the site is built.",
    content: Content::Text,
    flow: Flow::Block,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("caption", Value::Text)],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-mermaid caption=\"How seed arrives\">\nflowchart LR\n  Collect --> Dry --> Freeze\n</wc-mermaid>"],
    migrates_from: &[Counterpart::tag("Mermaid")],
};
