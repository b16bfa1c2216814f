//! Components of running text.

use super::{Anchor, Attribute, Children, Component, Content, Flow, Value};

pub(super) const CALLOUT: Component = Component {
    name: "wc-callout",
    summary: "A tinted box with an icon and a title for what should not be overlooked.",
    content: Content::Blocks,
    flow: Flow::Block,
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

pub(super) const BADGE: Component = Component {
    name: "wc-badge",
    summary: "A pill with a word or two.",
    content: Content::Inline,
    flow: Flow::Inline,
    anchor: Anchor::None,
    attributes: &[
        Attribute::new(
            "variant",
            Value::OneOf(&["default", "info", "success", "warning", "danger", "neutral", "purple"]),
        )
        .default("default"),
        Attribute::new("label", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Exports are <wc-badge variant=\"purple\">beta</wc-badge>.", "## Exports <wc-badge label=\"new\" />"],
    migrates_from: &["Badge"],
};

pub(super) const TOOLTIP: Component = Component {
    name: "wc-tooltip",
    summary: "Words with an explanation that shows on hover and focus.",
    content: Content::Inline,
    flow: Flow::Inline,
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("text", Value::Text).required(),
        Attribute::new("position", Value::OneOf(&["top", "bottom"])).default("top"),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Send an <wc-tooltip text=\"A key that makes retries safe\">idempotency key</wc-tooltip>."],
    migrates_from: &["Tooltip"],
};
