//! Components that arrange others.

use super::{Anchor, Attribute, Children, Component, Content, Flow, Value};

pub(super) const COLUMNS: Component = Component {
    name: "wc-columns",
    summary: "Columns side by side: each block or `div` directly inside is one; on small screens they stack.",
    content: Content::Blocks,
    flow: Flow::Block,
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("cols", Value::Range(1, 6)).default("2"),
        Attribute::new("gap", Value::Length).default("1.5rem"),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-columns cols=\"2\">\n<div>\n\nLeft.\n\n</div>\n<div>\n\nRight.\n\n</div>\n</wc-columns>"],
    migrates_from: &["Columns", "Column", "CardGroup"],
};
