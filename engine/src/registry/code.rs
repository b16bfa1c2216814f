//! Components that show code.

use super::{Anchor, Attribute, Children, Component, ComponentKind, Content, Value};

pub(super) const CODE_GROUP: Component = Component {
    name: "wc-code-group",
    summary: "Tabs of code. Plain fenced blocks inside become tabs too.",
    content: Content::Blocks,
    anchor: Anchor::None,
    attributes: &[Attribute::new("sync", Value::Text)],
    parents: &[],
    children: Children::Only(&[ComponentKind::CodeTab]),
    examples: &[
        "<wc-code-group>\n<wc-code-tab label=\"Bash\" language=\"bash\">\ncurl https://example.com\n</wc-code-tab>\n```http\nGET / HTTP/1.1\n```\n</wc-code-group>",
    ],
    migrates_from: &["CodeGroup", "CodeBlocks"],
};

pub(super) const CODE_TAB: Component = Component {
    name: "wc-code-tab",
    summary: "One tab of a code group; its content is taken literally.",
    content: Content::Text,
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
    migrates_from: &["CodeTab"],
};
