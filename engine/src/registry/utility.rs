//! Components that annotate other content: its audience, its version, its indentation, its link target.

use super::{
    Anchor, Attribute, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads, Value,
};

pub(super) const INDENT: ComponentInfo = ComponentInfo {
    name: "wc-indent",
    summary: "Indented text with a vertical rule.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("level", Value::Range(1, 6)).default("1"), Attribute::new("color", Value::Color)],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-indent level=\"2\" color=\"teal\">\nA remark on a remark.\n</wc-indent>"],
    migrates_from: &[Counterpart::tag("Indent")],
};

pub(super) const VISIBILITY: ComponentInfo = ComponentInfo {
    name: "wc-visibility",
    summary: "Text only for people or only for agents, or for readers of one version or role.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("for", Value::OneOf(&["humans", "agents"])),
        Attribute::new("version", Value::Text),
        Attribute::new("role", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-visibility for=\"humans\">\nClick the green button.\n</wc-visibility>",
        "<wc-visibility version=\"2\" role=\"Curator\">\nNew in version 2.\n</wc-visibility>",
    ],
    migrates_from: &[Counterpart::tag("Visibility")],
};

pub(super) const VERSIONS: ComponentInfo = ComponentInfo {
    name: "wc-versions",
    summary: "Blocks for several versions, one of which is shown.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("default", Value::Text)],
    parents: &[],
    children: Children::Only(&[ComponentKind::Version]),
    examples: &[
        "<wc-versions default=\"v2\">\n<wc-version name=\"v1\">\nThe old way.\n</wc-version>\n<wc-version name=\"v2\">\nThe new way.\n</wc-version>\n</wc-versions>",
    ],
    migrates_from: &[Counterpart::tag("Versions")],
};

pub(super) const VERSION: ComponentInfo = ComponentInfo {
    name: "wc-version",
    summary: "The block for one version.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("name", Value::Text).aliases(&["version"]).required()],
    parents: &[ComponentKind::Versions],
    children: Children::Any,
    examples: &["<wc-versions>\n<wc-version name=\"1.0\">\nOnly this one.\n</wc-version>\n</wc-versions>"],
    migrates_from: &[Counterpart::tag("Version")],
};

pub(super) const PAGE_META: ComponentInfo = ComponentInfo {
    name: "wc-page-meta",
    summary: "A line about the page: its tag, component, reading time and date.",
    content: Content::None,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("tag", Value::Text),
        Attribute::new("component", Value::Text),
        Attribute::new("readtime", Value::Text),
        Attribute::new("updated", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-page-meta tag=\"Beta\" component=\"wc-tabs\" readtime=\"4\" updated=\"2026-03-04\" />"],
    migrates_from: &[Counterpart::tag("PageMeta")],
};

pub(super) const ANCHOR: ComponentInfo = ComponentInfo {
    name: "wc-anchor",
    summary: "A link target in a text; its name is `id`, or is derived from its text.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::Text,
    attributes: &[],
    parents: &[],
    children: Children::Any,
    examples: &["The <wc-anchor id=\"grace-period\">grace period</wc-anchor> is a week."],
    migrates_from: &[Counterpart::tag("Anchor")],
};

pub(super) const INCLUDE: ComponentInfo = ComponentInfo {
    name: "wc-include",
    summary: "Text that several pages share: a Markdown file of `_reusables`, inserted before the page is parsed.",
    content: Content::None,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("src", Value::Text).required()],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-include src=\"limits.md\" />"],
    migrates_from: &[],
};
