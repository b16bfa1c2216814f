//! Components that show code.

use super::{
    Anchor, Attribute, Change, Children, Component, ComponentKind, Content, Display, Flow, Loads, Notation, Source,
    Value,
};

pub(super) const CODE_GROUP: Component = Component {
    name: "wc-code-group",
    summary: "Tabs of code. Plain fenced blocks inside become tabs too.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("sync", Value::Text)],
    parents: &[],
    children: Children::Only(&[ComponentKind::CodeTab]),
    examples: &[
        "<wc-code-group>\n<wc-code-tab label=\"Bash\" language=\"bash\">\ncurl https://example.com\n</wc-code-tab>\n```http\nGET / HTTP/1.1\n```\n</wc-code-group>",
    ],
    migrates_from: &[
        Source::tag("CodeGroup"),
        Source::tag("CodeBlocks"),
        Source::tag("RequestExample"),
        Source::tag("ResponseExample"),
        Source::of(Notation::Directive, "code-group"),
        Source::of(Notation::MagicBlock, "code"),
        Source::of(Notation::Fences, "tab").remark("consecutive fences form one group"),
    ],
};

pub(super) const CODE_TAB: Component = Component {
    name: "wc-code-tab",
    summary: "One tab of a code group; its content is literal text.",
    content: Content::Text,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("label", Value::Text).required(),
        Attribute::new("language", Value::Text).aliases(&["lang"]),
        Attribute::new("filename", Value::Text).aliases(&["title"]),
    ],
    parents: &[ComponentKind::CodeGroup, ComponentKind::Endpoint],
    children: Children::Any,
    examples: &[
        "<wc-code-group>\n  <wc-code-tab label=\"JSON\">\n    ```json\n    { \"a\": 1 }\n    ```\n  </wc-code-tab>\n</wc-code-group>",
    ],
    migrates_from: &[
        Source::tag("CodeTab").with(&[Change::Renamed("title", "label")]),
        Source::of(Notation::Fences, "title")
            .with(&[Change::Renamed("title", "label")])
            .remark("a fence in a group; also bare words or `[words]` after the language"),
    ],
};

pub(super) const VAR: Component = Component {
    name: "wc-var",
    summary: "A value that the reader fills in, by name; with `value`, its declaration.",
    content: Content::None,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["default", "name"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("name", Value::Variable).required(),
        Attribute::new("default", Value::Text),
        Attribute::new("value", Value::Text),
        Attribute::new("readonly", Value::Flag),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Your host is <wc-var name=\"HOST\" default=\"api.example.com\" />."],
    migrates_from: &[Source::tag("Var"), Source::tag("Variable")],
};

pub(super) const CODE_BLOCK: Component = Component {
    name: "wc-code-block",
    summary: "A code block, equivalent to a fenced block with the same info string.",
    content: Content::Text,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("language", Value::Text).aliases(&["lang"]),
        Attribute::new("filename", Value::Text).aliases(&["title"]),
        Attribute::new("linenumbers", Value::Flag),
        Attribute::new("highlight", Value::Lines),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-code-block language=\"json\" filename=\"tool.json\" linenumbers highlight=\"2\">\n{\n  \"name\": \"Pets\"\n}\n</wc-code-block>",
        "<wc-code-block>\n```sh\nls\n```\n</wc-code-block>",
    ],
    migrates_from: &[
        Source::tag("CodeBlock").with(&[Change::Renamed("title", "filename")]),
        Source::tag("Code")
            .with(&[Change::Renamed("lang", "language"), Change::Renamed("title", "filename")])
            .remark("with literal `code`"),
        Source::of(Notation::Liquid, "code")
            .with(&[Change::Renamed("title", "filename"), Change::Renamed("lineNumbers", "linenumbers")])
            .remark("the title moves to the fence inside it"),
    ],
};
