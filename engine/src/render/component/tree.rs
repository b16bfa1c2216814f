//! Trees of files and other things: nested lists that fold without script.

use askama::Template;

use super::{IN_TAB, Root, SplitContent};
use crate::parse::markdown::Component;
use crate::registry::ComponentKind;
use crate::render::html::HtmlWriter;
use crate::render::icon::icon_html;

#[derive(Template)]
#[template(path = "components/tree_list.html", whitespace = "preserve")]
struct TreeView<'a> {
    element: &'a str,
    root: Root<'a>,
    label: &'a str,
    parts: &'a SplitContent,
}

/// A node with a label that folds its children.
#[derive(Template)]
#[template(path = "components/branch.html", whitespace = "preserve")]
struct BranchView<'a> {
    element: &'a str,
    root: Root<'a>,
    class: &'a str,
    icon: &'a str,
    label: &'a str,
    folds: bool,
    open: bool,
    parts: &'a SplitContent,
}

#[derive(Template)]
#[template(path = "components/file.html", whitespace = "preserve")]
struct FileView<'a> {
    root: Root<'a>,
    icon: &'a str,
    name: &'a str,
    highlight: bool,
    comment: &'a str,
    body: &'a str,
}

/// The nodes of a file tree.
const FILES: &[ComponentKind] = &[ComponentKind::File, ComponentKind::Dir];

impl HtmlWriter<'_> {
    pub(super) fn files(&mut self, component: &Component) {
        let parts = self.parts(component, FILES);
        let root = Root { component, class: "files" };
        self.template(&TreeView { element: component.kind.name(), root, label: self.s.files(), parts: &parts });
    }

    pub(super) fn dir(&mut self, component: &Component) {
        let parts = self.parts(component, FILES);
        let look = |state| format!("<span class=\"{state}\">{}</span>", icon_html(self.db, self.file, state, IN_TAB));
        let icon = ["folder-open", "folder"].map(look).concat();
        self.template(&BranchView {
            element: component.kind.name(),
            root: Root { component, class: "" },
            class: "file-name",
            icon: &icon,
            label: component.value("name").unwrap_or_default(),
            folds: true,
            open: component.flag_unless_false("open"),
            parts: &parts,
        });
    }

    pub(super) fn file(&mut self, component: &Component) {
        let body = self.body(component);
        let name = component.value("name").unwrap_or_default();
        let icon = self.icon_of(component, file_icon(name), IN_TAB);
        self.template(&FileView {
            root: Root { component, class: "" },
            icon: &icon,
            name,
            highlight: component.flag("highlight"),
            comment: component.value("comment").unwrap_or_default(),
            body: &body,
        });
    }

    pub(super) fn tree(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::TreeItem]);
        let root = Root { component, class: "tree" };
        self.template(&TreeView { element: component.kind.name(), root, label: self.s.tree(), parts: &parts });
    }

    pub(super) fn tree_item(&mut self, component: &Component) {
        let parts = self.parts(component, &[ComponentKind::TreeItem]);
        let icon = self.icon_of(component, "", IN_TAB);
        self.template(&BranchView {
            element: component.kind.name(),
            root: Root { component, class: "" },
            class: "tree-label",
            icon: &icon,
            label: component.value("label").unwrap_or_default(),
            folds: !component.is_empty(),
            open: component.flag("open"),
            parts: &parts,
        });
    }
}

/// The default icon of a file, by its extension.
fn file_icon(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "svg" | "ico" => "file-image",
        "zip" | "gz" | "tar" | "tgz" | "7z" | "xz" | "zst" => "file-archive",
        "md" | "mdx" | "txt" | "rst" | "pdf" | "adoc" => "file-text",
        "json" | "yaml" | "yml" | "toml" | "ini" | "env" => "file-braces",
        "csv" | "tsv" | "xlsx" | "parquet" => "file-spreadsheet",
        "mp4" | "webm" | "mov" => "file-video-camera",
        "mp3" | "wav" | "ogg" | "flac" => "file-headphone",
        "sh" | "bash" | "zsh" | "ps1" | "bat" => "file-terminal",
        "pem" | "key" | "crt" => "file-key",
        "rs" | "js" | "ts" | "tsx" | "jsx" | "py" | "go" | "java" | "rb" | "php" | "cs" | "c" | "h" | "cpp" | "kt"
        | "swift" | "html" | "css" | "sql" | "graphql" => "file-code",
        _ => "file",
    }
}

#[cfg(test)]
mod tests {
    use super::file_icon;
    use crate::registry::icons::named;

    #[test]
    fn files_have_an_icon_by_their_ending() {
        for name in ["a.PNG", "b.tar.gz", "c.md", "d.json", "e.csv", "f.mp4", "g.mp3", "h.sh", "i.pem", "j.rs", "k"] {
            assert!(named(file_icon(name)).is_some(), "{name}");
        }
        assert_eq!(
            (file_icon("a.PNG"), file_icon("LICENSE"), file_icon(".env")),
            ("file-image", "file", "file-braces")
        );
    }
}
