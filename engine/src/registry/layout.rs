//! Components that lay out other components.

use super::{
    ANY_CALLOUT, Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display,
    Flow, Loads, Notation, Value,
};

pub(super) const COLUMNS: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("Columns").remark("if it contains only cards: `wc-tiles`"),
        Counterpart::of(Notation::Liquid, "columns"),
    ],
};

pub(super) const FRAME: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("Frame"),
        Counterpart::tag("figure").remark("`figcaption` is the caption"),
        Counterpart::tag("Figure"),
        Counterpart::tag("Image").remark("`src` and `alt` become a Markdown image inside it"),
        Counterpart::tag("Illustration").remark("as `Image`"),
        Counterpart::tag("ThemedImage").remark("keeps one of its two images"),
        Counterpart::of(Notation::MagicBlock, "image").remark("as `Image`"),
    ],
};

pub(super) const PANEL: ComponentInfo = ComponentInfo {
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
    migrates_from: &[Counterpart::tag("Panel")],
};

pub(super) const EXPANDABLE: ComponentInfo = ComponentInfo {
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
        Counterpart::tag("Expandable")
            .with(&[Change::Renamed("defaultOpen", "open")])
            .remark("below a field: its fields move into the field, which becomes `collapsible`"),
        Counterpart::tag("details").remark("`summary` is the title"),
        Counterpart::tag("Details").remark("`summary` is the title"),
        Counterpart::tag("DeepDive").remark("its heading is the title"),
        Counterpart::of(Notation::Directive, "details").remark("the title follows the name"),
        Counterpart::of(Notation::Folded, ANY_CALLOUT).remark("the title in quotes; `???+` is `open`"),
    ],
};

pub(super) const ACCORDION: ComponentInfo = ComponentInfo {
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
    migrates_from: &[Counterpart::tag("Accordion")
        .with(&[Change::Renamed("defaultOpen", "open"), Change::Renamed("icon", "icon-name")])],
};

pub(super) const ACCORDION_GROUP: ComponentInfo = ComponentInfo {
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
    migrates_from: &[Counterpart::tag("AccordionGroup"), Counterpart::tag("Accordions")],
};

pub(super) const ASIDE: ComponentInfo = ComponentInfo {
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
    migrates_from: &[Counterpart::tag("Sidenote"), Counterpart::tag("MarginNote")],
};
