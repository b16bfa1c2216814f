//! Components that help pages along.

use super::{Anchor, Children, Component, Content, Flow};

pub(super) const ANCHOR: Component = Component {
    name: "wc-anchor",
    summary: "A place in a text that links can lead to; its name is `id`, or else made from its text.",
    content: Content::Inline,
    flow: Flow::Inline,
    anchor: Anchor::Text,
    attributes: &[],
    parents: &[],
    children: Children::Any,
    examples: &["The <wc-anchor id=\"grace-period\">grace period</wc-anchor> is a week."],
    migrates_from: &["Anchor"],
};
