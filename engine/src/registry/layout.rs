//! Components that lay out other components.

use super::{
    ANY_CALLOUT, Anchor, Attribute, Change, Children, Component, ComponentKind, Content, Display, Flow, Loads,
    Notation, Source, Value,
};

pub(super) const COLUMNS: Component = Component {
    name: "wc-columns",
    summary: "Columns side by side: each block or `div` directly inside is one column; they stack on small screens.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("cols", Value::Range(1, 6)).default("2"),
        Attribute::new("gap", Value::Length).default("1.5rem"),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-columns cols=\"2\">\n<div>\n\nLeft.\n\n</div>\n<div>\n\nRight.\n\n</div>\n</wc-columns>"],
    migrates_from: &[
        Source::tag("Columns").remark("if it contains only cards: `wc-tiles`"),
        Source::of(Notation::Liquid, "columns"),
    ],
};

pub(super) const FRAME: Component = Component {
    name: "wc-frame",
    summary: "A figure: an image or anything else, with a caption below.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("caption", Value::Text), Attribute::new("border", Value::Flag)],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-frame caption=\"The vault, *from above*\" border>\n![A plan](https://example.com/plan.png)\n</wc-frame>",
    ],
    migrates_from: &[
        Source::tag("Frame"),
        Source::tag("figure").remark("`figcaption` is the caption"),
        Source::tag("Figure"),
        Source::tag("Image").remark("`src` and `alt` become a Markdown image inside it"),
        Source::tag("Illustration").remark("as `Image`"),
        Source::tag("ThemedImage").remark("keeps one of its two images"),
        Source::of(Notation::MagicBlock, "image").remark("as `Image`"),
    ],
};

pub(super) const PANEL: Component = Component {
    name: "wc-panel",
    summary: "A box with a header bar.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("title", Value::Text), Attribute::new("icon-name", Value::Icon).aliases(&["icon"])],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-panel title=\"Opening hours\">\nEvery day from 9 to 5.\n</wc-panel>",
        "<wc-panel>No header.</wc-panel>",
    ],
    migrates_from: &[Source::tag("Panel")],
};

pub(super) const EXPANDABLE: Component = Component {
    name: "wc-expandable",
    summary: "Text that is collapsed until a reader opens it.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::Title,
    attributes: &[Attribute::new("title", Value::Text).required(), Attribute::new("open", Value::Flag)],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-expandable title=\"Why is that?\">\nBecause seed is **alive**.\n</wc-expandable>"],
    migrates_from: &[
        Source::tag("Expandable")
            .with(&[Change::Renamed("defaultOpen", "open")])
            .remark("below a field: its fields move into the field, which becomes `collapsible`"),
        Source::tag("details").remark("`summary` is the title"),
        Source::tag("Details").remark("`summary` is the title"),
        Source::tag("DeepDive").remark("its heading is the title"),
        Source::of(Notation::Directive, "details").remark("the title follows the name"),
        Source::of(Notation::Folded, ANY_CALLOUT).remark("the title in quotes; `???+` is `open`"),
    ],
};

pub(super) const ACCORDION: Component = Component {
    name: "wc-accordion",
    summary: "A box that expands, for questions and long sections.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::Title,
    attributes: &[
        Attribute::new("title", Value::Text).required(),
        Attribute::new("open", Value::Flag),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
        Attribute::new("description", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-accordion title=\"May I send seed by post?\" description=\"Parcels and customs\" open>\nYes, dry.\n</wc-accordion>",
    ],
    migrates_from: &[
        Source::tag("Accordion").with(&[Change::Renamed("defaultOpen", "open"), Change::Renamed("icon", "icon-name")])
    ],
};

pub(super) const ACCORDION_GROUP: Component = Component {
    name: "wc-accordion-group",
    summary: "Accordions with joined borders; in an exclusive group only one is open at a time.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("exclusive", Value::Flag)],
    parents: &[],
    children: Children::Only(&[ComponentKind::Accordion, ComponentKind::Expandable]),
    examples: &[
        "<wc-accordion-group exclusive>\n<wc-accordion title=\"One\" open>\nFirst.\n</wc-accordion>\n<wc-accordion title=\"Two\">\nSecond.\n</wc-accordion>\n<wc-expandable title=\"Three\">\nThird.\n</wc-expandable>\n</wc-accordion-group>",
    ],
    migrates_from: &[Source::tag("AccordionGroup"), Source::tag("Accordions")],
};

pub(super) const ASIDE: Component = Component {
    name: "wc-aside",
    summary: "A side note: beside the text on wide screens, within it on small ones.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("title", Value::Text)],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-aside title=\"By the way\">\nOaks cannot be frozen.\n</wc-aside>"],
    migrates_from: &[Source::tag("Sidenote"), Source::tag("MarginNote")],
};
