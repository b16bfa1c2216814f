//! Components that present and link content.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads,
    Notation, Value,
};

pub(super) const CARD: ComponentInfo = ComponentInfo {
    name: "wc-card",
    summary: "A box with a title and a few words; a link if it has `href`.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("title", Value::Text),
        Attribute::new("href", Value::Url),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
        Attribute::new("color", Value::Color),
        Attribute::new("description", Value::Text),
        Attribute::new("img", Value::Url),
        Attribute::new("horizontal", Value::Flag),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-card title=\"Guides\" href=\"/guides\">\nLearn step by step.\n</wc-card>"],
    migrates_from: &[
        Counterpart::tag("Card").with(&[Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("LinkCard"),
        Counterpart::tag("Cards.Card").with(&[Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("PageCard").with(&[Change::Renamed("icon", "icon-name")]),
        Counterpart::of(Notation::Liquid, "content-ref")
            .with(&[Change::Renamed("url", "href")])
            .remark("the title comes from its link"),
    ],
};

pub(super) const TILES: ComponentInfo = ComponentInfo {
    name: "wc-tiles",
    summary: "A grid of compact links.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("cols", Value::Range(1, 6))],
    parents: &[],
    children: Children::Only(&[ComponentKind::Tile, ComponentKind::Card]),
    examples: &[
        "<wc-tiles cols=\"3\">\n  <wc-tile title=\"Install\" href=\"/install\">Get it running</wc-tile>\n  <wc-tile title=\"API\" description=\"Every call\" href=\"/api\" />\n</wc-tiles>",
    ],
    migrates_from: &[
        Counterpart::tag("CardGroup"),
        Counterpart::tag("Cards").with(&[Change::Renamed("num", "cols")]),
        Counterpart::tag("CardGrid"),
        Counterpart::tag("Tiles"),
    ],
};

pub(super) const TILE: ComponentInfo = ComponentInfo {
    name: "wc-tile",
    summary: "A compact box with a title; a link if it has `href`.",
    content: Content::Inline,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("title", Value::Text).required(),
        Attribute::new("description", Value::Text),
        Attribute::new("href", Value::Url),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[ComponentKind::Tiles],
    children: Children::Any,
    examples: &["<wc-tiles>\n<wc-tile title=\"Home\" href=\"/\">Start here</wc-tile>\n</wc-tiles>"],
    migrates_from: &[Counterpart::tag("Tile")],
};

pub(super) const BUTTON: ComponentInfo = ComponentInfo {
    name: "wc-button",
    summary: "A link that looks like a button.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["label", "href"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("label", Value::Text),
        Attribute::new("href", Value::Url),
        Attribute::new("variant", Value::OneOf(&["primary", "outline", "ghost", "danger"])).default("primary"),
        Attribute::new("size", Value::OneOf(&["sm", "md", "lg"])).default("md"),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-button href=\"/install\">Install</wc-button> <wc-button href=\"/api\" variant=\"outline\" label=\"API\" />",
    ],
    migrates_from: &[
        Counterpart::tag("Button"),
        Counterpart::tag("LinkButton").remark("`variant` secondary is `outline`, minimal `ghost`"),
    ],
};

pub(super) const PROMPT: ComponentInfo = ComponentInfo {
    name: "wc-prompt",
    summary: "A prompt for a language model; its button copies the Markdown.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("title", Value::Text).default("Prompt"), Attribute::new("description", Value::Text)],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-prompt title=\"Write a client\" description=\"For any assistant\">\nWrite a client for **this** API:\n\n- in Rust\n- with tests\n</wc-prompt>",
    ],
    migrates_from: &[Counterpart::tag("Prompt"), Counterpart::of(Notation::Liquid, "prompt")],
};
