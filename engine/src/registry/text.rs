//! Components of running text.

use super::{
    ANY_CALLOUT, Anchor, Attribute, Change, Children, ComponentInfo, Content, Counterpart, Display, Flow, Loads,
    Notation, Value,
};

pub(super) const CALLOUT: ComponentInfo = ComponentInfo {
    name: "wc-callout",
    summary: "A tinted box with an icon and a title for information that must not be overlooked.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("type", Value::OneOf(&["info", "note", "tip", "success", "warning", "danger", "error"]))
            .default("info"),
        Attribute::new("title", Value::Text),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-callout type=\"warning\" title=\"Before you start\">\nBack up your data.\n</wc-callout>",
        "<wc-callout>One line is enough.</wc-callout>",
    ],
    migrates_from: &[
        Counterpart::tag("Note").with(&[Change::Fixed("type", "note"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Info").with(&[Change::Fixed("type", "info"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Tip").with(&[Change::Fixed("type", "tip"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Warning").with(&[Change::Fixed("type", "warning"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Danger").with(&[Change::Fixed("type", "error"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Check").with(&[Change::Fixed("type", "success"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Success").with(&[Change::Fixed("type", "success"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Error").with(&[Change::Fixed("type", "error"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Callout").with(&[
            Change::CalloutWord("type"),
            Change::CalloutWord("intent"),
            Change::CalloutWord("emoji"),
            Change::Renamed("icon", "icon-name"),
        ]),
        Counterpart::tag("Aside").with(&[Change::CalloutWord("type"), Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Admonition").with(&[Change::CalloutWord("type"), Change::Renamed("icon", "icon-name")]),
        Counterpart::of(Notation::Directive, ANY_CALLOUT)
            .with(&[Change::CalloutWord("")])
            .remark("the title follows the word or is in `[…]`"),
        Counterpart::of(Notation::Admonition, ANY_CALLOUT)
            .with(&[Change::CalloutWord("")])
            .remark("the title follows in quotes; an empty one means no title"),
        Counterpart::of(Notation::Slash, ANY_CALLOUT)
            .with(&[Change::CalloutWord("")])
            .remark("the title follows after a vertical bar"),
        Counterpart::of(Notation::Liquid, "hint").with(&[Change::CalloutWord("style")]),
        Counterpart::of(Notation::Alert, ANY_CALLOUT).with(&[Change::CalloutWord("")]).remark("may stay as it is"),
        Counterpart::of(Notation::EmojiQuote, "📘")
            .with(&[Change::CalloutWord("")])
            .remark("the rest of its first line is the title"),
        Counterpart::of(Notation::MagicBlock, "callout").with(&[Change::CalloutWord("type"), Change::Content("body")]),
    ],
};

pub(super) const ALERT: ComponentInfo = ComponentInfo {
    name: "wc-alert",
    summary: "An alias of `wc-callout`.",
    examples: &["<wc-alert type=\"danger\" title=\"No way back\">\nThis cannot be undone.\n</wc-alert>"],
    migrates_from: &[
        Counterpart::tag("Alert").with(&[Change::CalloutWord("type"), Change::Renamed("icon", "icon-name")])
    ],
    ..CALLOUT
};

pub(super) const BANNER: ComponentInfo = ComponentInfo {
    name: "wc-banner",
    summary: "A full-width strip with an announcement; readers may dismiss it.",
    content: Content::Inline,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("type", Value::OneOf(&["neutral", "info", "success", "warning", "error"])).default("neutral"),
        Attribute::new("dismissible", Value::Flag),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-banner type=\"info\" dismissible id=\"v2\">Version 2 is [out](https://example.com).</wc-banner>",
        "<wc-banner>The service rests on Sundays.</wc-banner>",
    ],
    migrates_from: &[Counterpart::tag("Banner")],
};

pub(super) const UPDATE: ComponentInfo = ComponentInfo {
    name: "wc-update",
    summary: "A changelog entry with its own anchor.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::FirstOf(&["version", "label", "date"]),
    attributes: &[
        Attribute::new("version", Value::Text),
        Attribute::new(
            "type",
            Value::OneOf(&["added", "changed", "improved", "updated", "fixed", "removed", "deprecated", "security"]),
        )
        .default("added"),
        Attribute::new("date", Value::Text),
        Attribute::new("label", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-update version=\"1.2.0\" type=\"fixed\" date=\"2026-03-04\">\nLabels print again.\n</wc-update>",
        "<wc-update label=\"March\" date=\"2026-03-01\">\n- New **search**\n</wc-update>",
    ],
    migrates_from: &[
        Counterpart::tag("Update").with(&[Change::Renamed("description", "date")]).remark("if `description` is a date"),
        Counterpart::tag("Changelog"),
        Counterpart::of(Notation::Liquid, "update"),
    ],
};

pub(super) const BADGE: ComponentInfo = ComponentInfo {
    name: "wc-badge",
    summary: "A small label of a word or two.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["label"],
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
    migrates_from: &[Counterpart::tag("Badge")
        .with(&[Change::Renamed("text", "label")])
        .remark("`type` and `color` become `variant`")],
};

pub(super) const TOOLTIP: ComponentInfo = ComponentInfo {
    name: "wc-tooltip",
    summary: "Text with an explanation that appears on hover and focus.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("text", Value::Text).required(),
        Attribute::new("position", Value::OneOf(&["top", "bottom"])).default("top"),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Send an <wc-tooltip text=\"A key that makes retries safe\">idempotency key</wc-tooltip>."],
    migrates_from: &[],
};
