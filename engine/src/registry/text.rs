//! Components of running text.

use super::{Anchor, Attribute, Children, Component, Content, Value};

pub(super) const CALLOUT: Component = Component {
    name: "wc-callout",
    summary: "A tinted box with an icon and a title for what should not be overlooked.",
    content: Content::Blocks,
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("type", Value::OneOf(&["info", "note", "tip", "success", "warning", "danger", "error"]))
            .default("info"),
        Attribute::new("title", Value::Text),
        Attribute::new("icon-name", Value::Icon),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-callout type=\"warning\" title=\"Before you start\">\nBack up your data.\n</wc-callout>",
        "<wc-callout>One line is enough.</wc-callout>",
    ],
    migrates_from: &[
        "Callout",
        "Note",
        "Info",
        "Tip",
        "Warning",
        "Danger",
        "Check",
        "Success",
        "Error",
        "Aside",
        "Admonition",
    ],
};
