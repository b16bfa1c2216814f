//! Components that guide a reader through parts: steps and tabs.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads,
    Notation, Value,
};

pub(super) const STEPS: ComponentInfo = ComponentInfo {
    name: "wc-steps",
    summary: "A numbered list of things to do in order.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::Step]),
    examples: &[
        "<wc-steps>\n  <wc-step title=\"Install\">\n    Get the tool.\n  </wc-step>\n  <wc-step title=\"Run\">\n    Start it.\n  </wc-step>\n</wc-steps>",
    ],
    migrates_from: &[
        Counterpart::tag("Steps")
            .remark("around an ordered list: each item is a step; around headings: each heading begins a step"),
        Counterpart::of(Notation::Liquid, "stepper"),
    ],
};

pub(super) const STEP: ComponentInfo = ComponentInfo {
    name: "wc-step",
    summary: "One step: a numbered title with an anchor, and what to do.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::Title,
    attributes: &[
        Attribute::new("title", Value::Text).required(),
        Attribute::new("n", Value::Number),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[ComponentKind::Steps],
    children: Children::Any,
    examples: &["<wc-steps>\n<wc-step title=\"Only one\">Done.</wc-step>\n</wc-steps>"],
    migrates_from: &[
        Counterpart::tag("Step")
            .with(&[Change::Renamed("icon", "icon-name")])
            .remark("numbered automatically; without `title`, its first heading is the title"),
        Counterpart::of(Notation::Liquid, "step"),
    ],
};

pub(super) const TABS: ComponentInfo = ComponentInfo {
    name: "wc-tabs",
    summary: "Alternatives, one of which is shown. Groups with the same `sync` name switch together.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("sync", Value::Text)],
    parents: &[],
    children: Children::Only(&[ComponentKind::Tab]),
    examples: &[
        "<wc-tabs sync=\"os\">\n  <wc-tab label=\"macOS\">\n    Use the package.\n  </wc-tab>\n  <wc-tab label=\"Linux\">\n    Use the archive.\n  </wc-tab>\n</wc-tabs>",
    ],
    migrates_from: &[
        Counterpart::tag("Tabs")
            .with(&[Change::Renamed("groupId", "sync"), Change::Renamed("syncKey", "sync")])
            .remark("labels in `items={[…]}` are assigned to the tabs in order"),
        Counterpart::tag("CodeTabs"),
        Counterpart::of(Notation::Liquid, "tabs"),
        Counterpart::of(Notation::Directive, "tabs"),
    ],
};

pub(super) const TAB: ComponentInfo = ComponentInfo {
    name: "wc-tab",
    summary: "One tab of a tab group.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("label", Value::Text).aliases(&["title"]).required(),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[ComponentKind::Tabs],
    children: Children::Any,
    examples: &["<wc-tabs>\n<wc-tab label=\"One\">First.</wc-tab>\n<wc-tab label=\"Two\">Second.</wc-tab>\n</wc-tabs>"],
    migrates_from: &[
        Counterpart::tag("Tab").with(&[
            Change::Renamed("title", "label"),
            Change::Renamed("value", "label"),
            Change::Renamed("icon", "icon-name"),
        ]),
        Counterpart::tag("TabItem")
            .with(&[Change::Renamed("value", "label"), Change::Renamed("icon", "icon-name")])
            .remark("`label` takes precedence over `value`"),
        Counterpart::tag("Tabs.Tab").with(&[Change::Renamed("title", "label")]),
        Counterpart::tag("TabsContent")
            .with(&[Change::Renamed("value", "label")])
            .remark("labeled by the `TabsTrigger` with the same `value`"),
        Counterpart::of(Notation::Liquid, "tab").with(&[Change::Renamed("title", "label")]),
        Counterpart::of(Notation::ContentTab, "Label").remark("consecutive tabs form one `wc-tabs`"),
    ],
};

pub(super) const VIEW: ComponentInfo = ComponentInfo {
    name: "wc-view",
    summary: "Tabs in a box.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::ViewPanel]),
    examples: &[
        "<wc-view>\n<wc-view-panel label=\"Preview\">\nAs it looks.\n</wc-view-panel>\n<wc-view-panel label=\"Source\">\nAs it is written.\n</wc-view-panel>\n</wc-view>",
    ],
    migrates_from: &[Counterpart::tag("View")],
};

pub(super) const VIEW_PANEL: ComponentInfo = ComponentInfo {
    name: "wc-view-panel",
    summary: "One panel of a view.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("label", Value::Text).required()],
    parents: &[ComponentKind::View],
    children: Children::Any,
    examples: &["<wc-view>\n<wc-view-panel label=\"Only\">One.</wc-view-panel>\n</wc-view>"],
    migrates_from: &[Counterpart::tag("ViewPanel")],
};
