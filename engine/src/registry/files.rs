//! Trees: of files and folders, and of anything else.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Display, Flow, Loads,
    Value,
};

pub(super) const FILES: ComponentInfo = ComponentInfo {
    name: "wc-files",
    summary: "A file tree.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Tree,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::File, ComponentKind::Dir]),
    examples: &[
        "<wc-files>\n  <wc-dir name=\"docs\">\n    <wc-file name=\"index.md\" highlight comment=\"the first page\" />\n    <wc-dir name=\"api\" open=\"false\">\n      <wc-file name=\"pets.md\" />\n    </wc-dir>\n  </wc-dir>\n  <wc-file name=\"tool.json\" />\n</wc-files>",
    ],
    migrates_from: &[
        Counterpart::tag("FileTree").remark(
            "contains a list: a name that ends with `/` is a folder, bold is `highlight`, text after it is `comment`",
        ),
        Counterpart::tag("Files"),
        Counterpart::tag("Tree"),
    ],
};

pub(super) const DIR: ComponentInfo = ComponentInfo {
    name: "wc-dir",
    summary: "A collapsible folder in a file tree.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Tree,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[Attribute::new("name", Value::Text).required(), Attribute::new("open", Value::Flag).default("true")],
    parents: &[ComponentKind::Files, ComponentKind::Dir],
    children: Children::Only(&[ComponentKind::File, ComponentKind::Dir]),
    examples: &[
        "<wc-files>\n<wc-dir name=\"src\" open=\"false\">\n<wc-file name=\"main.rs\" />\n</wc-dir>\n<wc-dir name=\"empty\" />\n</wc-files>",
    ],
    migrates_from: &[
        Counterpart::tag("Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Counterpart::tag("Tree.Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Counterpart::tag("FileTree.Folder").with(&[Change::Renamed("defaultOpen", "open")]),
        Counterpart::tag("Dir"),
    ],
};

pub(super) const FILE: ComponentInfo = ComponentInfo {
    name: "wc-file",
    summary: "A file in a file tree.",
    content: Content::None,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Tree,
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
        Counterpart::tag("File").with(&[Change::Renamed("icon", "icon-name")]),
        Counterpart::tag("Tree.File"),
        Counterpart::tag("FileTree.File"),
    ],
};

pub(super) const TREE: ComponentInfo = ComponentInfo {
    name: "wc-tree",
    summary: "A tree of arbitrary items, with the keyboard navigation of a tree view.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Box,
    loads: Loads::Tree,
    own_text: &[],
    anchor: Anchor::None,
    attributes: &[],
    parents: &[],
    children: Children::Only(&[ComponentKind::TreeItem]),
    examples: &[
        "<wc-tree>\n  <wc-tree-item label=\"Plants\" open>\n    <wc-tree-item label=\"Mosses\" />\n    <wc-tree-item label=\"Ferns\">\n      With **text**.\n      <wc-tree-item label=\"Bracken\" />\n    </wc-tree-item>\n  </wc-tree-item>\n</wc-tree>",
    ],
    migrates_from: &[Counterpart::tag("TreeView")],
};

pub(super) const TREE_ITEM: ComponentInfo = ComponentInfo {
    name: "wc-tree-item",
    summary: "A node of a tree; nested nodes are its branches.",
    content: Content::Blocks,
    flow: Flow::Block,
    display: Display::Block,
    loads: Loads::Tree,
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
    migrates_from: &[Counterpart::tag("TreeItem"), Counterpart::tag("Tree.Item")],
};
