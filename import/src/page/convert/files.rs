//! File trees: components, and lists in `FileTree`.

use super::{Converter, Kind, Node};
use crate::page::tree::{Element, TargetElement};

impl Converter<'_> {
    /// `FileTree`, `Files`, `Tree`.
    pub(super) fn file_tree(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let has_items = element.children.iter().any(|node| matches!(node.kind, Kind::Item { .. }));
        let mut made = TargetElement::new("wc-files");
        if has_items {
            made.children = self.files_of_list(element.children, 0);
            out.push(made.at(line));
            return;
        }
        let children = self.nodes(element.children, Some("wc-files"));
        let is_item = |node: &Node| matches!(&node.kind, Kind::Target(made) if made.name.starts_with("wc-tree"));
        if children.iter().any(is_item) {
            let (items, others): (Vec<Node>, Vec<Node>) = children.into_iter().partition(is_item);
            let items = items.into_iter().flat_map(|node| match node.kind {
                Kind::Target(made) if made.name == "wc-tree" => made.children,
                kind => vec![Node { line: node.line, kind }],
            });
            out.extend(others);
            out.push(TargetElement::new("wc-tree").holding(items.collect()).at(line));
            return;
        }
        let is_file = |node: &Node| matches!(&node.kind, Kind::Target(made) if matches!(made.name.as_str(), "wc-file" | "wc-dir"));
        let (files, others): (Vec<Node>, Vec<Node>) = children.into_iter().partition(is_file);
        if files.is_empty() {
            out.extend(others);
            return;
        }
        out.extend(others.into_iter().filter(|node| !node.is_blank()));
        made.children = files;
        out.push(made.at(line));
    }

    /// `Folder`, `File` and equivalents.
    pub(super) fn file(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let is_folder = element.name.ends_with("Folder");
        let mut made = TargetElement::new(if is_folder { "wc-dir" } else { "wc-file" });
        let name = self.value(&element, "name").or_else(|| self.value(&element, "label"));
        made.set_if(name, "name");
        if is_folder {
            if ["defaultOpen", "open"].iter().any(|name| self.value(&element, name).as_deref() == Some("false")) {
                made.set("open", Some("false".to_owned()));
            }
        } else if self.flag(&element, "active") || self.flag(&element, "highlight") {
            made.set("highlight", None);
        }
        let inner = if is_folder { "wc-dir" } else { "wc-file" };
        let mut children = self.nodes(element.children, Some(inner));
        let mut others = super::comment::taken(&mut children);
        if is_folder {
            let fits =
                |node: &Node| matches!(&node.kind, Kind::Target(child) if super::group::may_hold("wc-dir", child));
            let (files, rest): (Vec<Node>, Vec<Node>) = children.into_iter().partition(fits);
            made.children = files;
            others.extend(rest.into_iter().filter(|node| !node.is_blank()));
        } else {
            let text = self.joined(children, true);
            made.set_if(Some(text), "comment");
        }
        if made.get("name").is_none() {
            made.attributes.insert(0, ("name".to_owned(), Some("…".to_owned())));
        }
        out.push(made.at(line));
        // Other content follows the tree.
        out.extend(others);
    }

    fn files_of_list(&mut self, nodes: Vec<Node>, depth: usize) -> Vec<Node> {
        const DEEPEST: usize = 40;
        let mut out = Vec::new();
        for node in nodes {
            let line = node.line;
            let Kind::Item { children, .. } = node.kind else { continue };
            let mut inner = Vec::new();
            let mut text = String::new();
            for child in children {
                match child.kind {
                    Kind::Text(part) => {
                        text.push_str(&part);
                        text.push(' ');
                    }
                    Kind::Item { .. } if depth < DEEPEST => inner.push(child),
                    _ => {}
                }
            }
            let made = self.file_of_text(text.trim(), !inner.is_empty(), line);
            let children = if inner.is_empty() { Vec::new() } else { self.files_of_list(inner, depth + 1) };
            out.push(made.holding(children).at(line));
        }
        out
    }

    /// `**name/** comment`.
    fn file_of_text(&mut self, text: &str, has_children: bool, line: u32) -> TargetElement {
        let written = self.inlines_of(text, line, true);
        let text = written.trim();
        let mut is_code = false;
        let (marked, name, rest) =
            if let Some((name, rest)) = text.strip_prefix("**").and_then(|text| text.split_once("**")) {
                (true, name.to_owned(), rest.to_owned())
            } else if let Some((name, rest)) = text.strip_prefix('`').and_then(|text| text.split_once('`')) {
                is_code = true;
                (false, name.to_owned(), rest.to_owned())
            } else {
                let end = text.find(char::is_whitespace).unwrap_or(text.len());
                (false, text.get(..end).unwrap_or_default().to_owned(), text.get(end..).unwrap_or_default().to_owned())
            };
        let name = if is_code { name } else { crate::page::headings::plain(&name) };
        let name = name.trim_matches('`');
        let is_folder = has_children || name.ends_with('/');
        let mut made = TargetElement::new(if is_folder { "wc-dir" } else { "wc-file" });
        let comment = crate::page::headings::plain(rest.trim());
        let shown = if name.is_empty() { "…" } else { name.trim_end_matches('/') };
        if is_folder {
            // A folder has no comment.
            let shown = if comment.is_empty() { shown.to_owned() } else { format!("{shown} {comment}") };
            return made.with("name", shown);
        }
        made = made.with("name", shown);
        if marked {
            made.set("highlight", None);
        }
        made.set_if(Some(comment), "comment");
        made
    }
}
