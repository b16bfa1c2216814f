//! Components that show code.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads,
    Notation, Value,
};

pub(super) const CODE_GROUP: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("CodeGroup"),
        Counterpart::tag("CodeBlocks"),
        Counterpart::tag("RequestExample"),
        Counterpart::tag("ResponseExample"),
        Counterpart::of(Notation::Directive, "code-group"),
        Counterpart::of(Notation::MagicBlock, "code"),
        Counterpart::of(Notation::Fences, "tab").remark("consecutive fences form one group"),
    ],
};

pub(super) const CODE_TAB: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("CodeTab").with(&[Change::Renamed("title", "label")]),
        Counterpart::of(Notation::Fences, "title")
            .with(&[Change::Renamed("title", "label")])
            .remark("a fence in a group; also bare words or `[words]` after the language"),
    ],
};

pub(super) const VAR: ComponentInfo = ComponentInfo {
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
    migrates_from: &[Counterpart::tag("Var"), Counterpart::tag("Variable")],
};

pub(super) const CODE_BLOCK: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("CodeBlock").with(&[Change::Renamed("title", "filename")]),
        Counterpart::tag("Code")
            .with(&[Change::Renamed("lang", "language"), Change::Renamed("title", "filename")])
            .remark("if `code` is a literal"),
        Counterpart::of(Notation::Liquid, "code")
            .with(&[Change::Renamed("title", "filename"), Change::Renamed("lineNumbers", "linenumbers")])
            .remark("the title moves to the fence inside it"),
    ],
};
