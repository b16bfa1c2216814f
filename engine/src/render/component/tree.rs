//! Trees of files and of anything else: nested lists whose branches fold without script.

use askama::Template;

use super::{Parts, Root};
use crate::parse::markdown::Component;
use crate::registry::ComponentKind;
use crate::render::html::Writer;
use crate::render::strings::STRINGS;

#[derive(Template)]
#[template(path = "components/tree_list.html", whitespace = "preserve")]
struct TreeView<'a> {
    element: &'a str,
    root: Root<'a>,
    label: &'a str,
    parts: &'a Parts,
}

/// A node with a label, that folds what is in it.
#[derive(Template)]
#[template(path = "components/branch.html", whitespace = "preserve")]
struct BranchView<'a> {
    element: &'a str,
    root: Root<'a>,
    class: &'a str,
    label: &'a str,
    folds: bool,
    open: bool,
    parts: &'a Parts,
}

#[derive(Template)]
#[template(path = "components/file.html", whitespace = "preserve")]
struct FileView<'a> {
    root: Root<'a>,
    name: &'a str,
    highlight: bool,
    comment: &'a str,
    body: &'a str,
}

/// The nodes of a tree of files.
const FILES: &[ComponentKind] = &[ComponentKind::File, ComponentKind::Dir];

impl Writer<'_> {
    pub(super) fn files(&mut self, component: &Component) {
        let parts = self.parts(component, FILES);
        let root = Root { component, class: "files" };
        self.template(&TreeView { element: component.kind.name(), root, label: STRINGS.files, parts: &parts });
    }

    pub(super) fn dir(&mut self, component: &Component) {
        let parts = self.parts(component, FILES);
        self.template(&BranchView {
            element: component.kind.name(),
            root: Root { component, class: "" },
            class: "file-name",
            label: component.value("name").unwrap_or_default(),
            folds: true,
            open: component.flag_unless_false("open"),
            parts: &parts,
        });
    }

    pub(super) fn file(&mut self, component: &Component) {
        let body = self.body(component);
        self.template(&FileView {
            root: Root { component, class: "" },
            name: component.value("name").unwrap_or_default(),
            highlight: component.flag("highlight"),
            comment: component.value("comment").unwrap_or_default(),
            body: &body,
        });
    }

    pub(super) fn tree(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::TreeItem]);
        let root = Root { component, class: "tree" };
        self.template(&TreeView { element: component.kind.name(), root, label: STRINGS.tree, parts: &parts });
    }

    pub(super) fn tree_item(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::TreeItem]);
        self.template(&BranchView {
            element: component.kind.name(),
            root: Root { component, class: "" },
            class: "tree-label",
            label: component.value("label").unwrap_or_default(),
            folds: !component.is_empty(),
            open: component.flag("open"),
            parts: &parts,
        });
    }
}
