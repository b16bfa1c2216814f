//! Trees: of files and folders, and of anything else.

use super::{
    Anchor, Attribute, Change, Children, Component, ComponentKind, Content, Display, Flow, Loads, Source, Value,
};

pub(super) const FILES: Component = Component {
    name: "wc-files",
    summary: "A file tree.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::File, ComponentKind::Dir]),
    examples: &[
        "<wc-files>\n  <wc-dir name=\"docs\">\n    <wc-file name=\"index.md\" highlight comment=\"the first page\" />\n    <wc-dir name=\"api\" open=\"false\">\n      <wc-file name=\"pets.md\" />\n    </wc-dir>\n  </wc-dir>\n  <wc-file name=\"tool.json\" />\n</wc-files>",
    ],
    migrates_from: &[
        Source::tag("FileTree").remark(
            "contains a list: a name that ends with `/` is a folder, bold is `highlight`, text after it is `comment`",
        ),
        Source::tag("Files"),
        Source::tag("Tree"),
    ],
};

pub(super) const DIR: Component = Component {
    name: "wc-dir",
    summary: "A collapsible folder in a file tree.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("name", Value::Text).required(), Attribute::new("open", Value::Flag).default("true")],
    parents: &[ComponentKind::Files, ComponentKind::Dir],
    children: Children::Only(&[ComponentKind::File, ComponentKind::Dir]),
    examples: &[
        "<wc-files>\n<wc-dir name=\"src\" open=\"false\">\n<wc-file name=\"main.rs\" />\n</wc-dir>\n<wc-dir name=\"empty\" />\n</wc-files>",
    ],
    migrates_from: &[
        Source::tag("Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Source::tag("Tree.Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Source::tag("FileTree.Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Source::tag("Dir"),
    ],
};

pub(super) const FILE: Component = Component {
    name: "wc-file",
    summary: "A file in a file tree.",
    content: Content::None,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("name", Value::Text).required(),
        Attribute::new("highlight", Value::Flag),
        Attribute::new("comment", Value::Text),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[ComponentKind::Files, ComponentKind::Dir],
    children: Children::Any,
    examples: &["<wc-files>\n<wc-file name=\"Cargo.toml\" highlight comment=\"dependencies\" />\n</wc-files>"],
    migrates_from: &[
        Source::tag("File").with(&[Change::Renamed("icon", "icon-name")]),
        Source::tag("Tree.File"),
        Source::tag("FileTree.File"),
    ],
};

pub(super) const TREE: Component = Component {
    name: "wc-tree",
    summary: "A tree of arbitrary items, with the keyboard navigation of a tree view.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::TreeItem]),
    examples: &[
        "<wc-tree>\n  <wc-tree-item label=\"Plants\" open>\n    <wc-tree-item label=\"Mosses\" />\n    <wc-tree-item label=\"Ferns\">\n      With **text**.\n      <wc-tree-item label=\"Bracken\" />\n    </wc-tree-item>\n  </wc-tree-item>\n</wc-tree>",
    ],
    migrates_from: &[Source::tag("TreeView")],
};

pub(super) const TREE_ITEM: Component = Component {
    name: "wc-tree-item",
    summary: "A node of a tree; nested nodes are its branches.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Nothing,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("label", Value::Text).aliases(&["title"]).required(),
        Attribute::new("open", Value::Flag),
        Attribute::new("icon-name", Value::Icon).aliases(&["icon"]),
    ],
    parents: &[ComponentKind::Tree, ComponentKind::TreeItem],
    children: Children::Any,
    examples: &["<wc-tree>\n<wc-tree-item label=\"Leaf\" />\n</wc-tree>"],
    migrates_from: &[Source::tag("TreeItem"), Source::tag("Tree.Item")],
};
