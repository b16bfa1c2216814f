//! The `sidebar` field of `tool.json`.

use super::fields::{GROUP, LINK_ENTRY, PAGE};
use super::read::ConfigReader;
use super::site::{leads_somewhere, no_destination};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, NodeRef};

/// One entry of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SidebarEntry {
    /// A page of the site.
    Page { id: Box<str>, title: Option<Box<str>>, method: Option<Box<str>> },
    /// A titled group of entries.
    Group { title: Box<str>, entries: Vec<SidebarEntry> },
    /// A link to anywhere.
    Link { title: Box<str>, href: Box<str> },
}

/// The place of an entry in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryPlace {
    /// The span of its id, of the name of its group, or of its URL.
    pub(crate) span: Span,
    /// What is removed together with the entry; `None` for the first of a list.
    pub(crate) cut: Option<Span>,
}

/// The methods that an entry can show.
pub(crate) const METHODS: [&str; 9] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"];

impl ConfigReader {
    /// Reads the entries of the sidebar or of a group.
    pub(super) fn sidebar(&mut self, node: NodeRef<'_>) -> Vec<SidebarEntry> {
        if !node.is_array() {
            self.wrong_type(node, "the sidebar", "a list of groups and page ids");
            return Vec::new();
        }
        let mut entries = Vec::new();
        let mut before: Option<Span> = None;
        for item in node.items() {
            let cut = before.map(|before| Span { start: before.end, end: item.span().end });
            entries.extend(self.entry(item, cut));
            before = Some(item.span());
        }
        entries
    }

    /// Reads an entry; `cut` is what is removed together with it.
    fn entry(&mut self, node: NodeRef<'_>, cut: Option<Span>) -> Option<SidebarEntry> {
        let place = |part: NodeRef<'_>| EntryPlace { span: part.span(), cut };
        if let Some(id) = node.as_str() {
            self.entry_places.push(place(node));
            return Some(SidebarEntry::Page { id: id.into(), title: None, method: None });
        }
        if node.kind() != Kind::Object {
            self.wrong_type(node, "a sidebar entry", "a page id, or an object with `group`, `id` or `href`");
            return None;
        }
        if let Some(group) = node.get("group") {
            self.unknown_fields(node, &GROUP.names());
            let title = self.string(group, "group")?;
            self.entry_places.push(place(group));
            let entries = match node.get("pages") {
                Some(pages) => {
                    if pages.is_array() && pages.items().next().is_none() {
                        let message = format!("the group `{title}` has no entries");
                        let help = "list its pages, or remove it".to_owned();
                        self.diagnostics.push(Diagnostic::new(Code::EmptyGroup, message, group.span()).with_help(help));
                    }
                    self.sidebar(pages)
                }
                None => {
                    let message = "a sidebar group needs `pages`".to_owned();
                    self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
                    Vec::new()
                }
            };
            return Some(SidebarEntry::Group { title, entries });
        }
        if let Some(id) = node.get("id") {
            self.unknown_fields(node, &PAGE.names());
            let id_text = self.string(id, "id")?;
            self.entry_places.push(place(id));
            let title = node.get("title").and_then(|title| self.string(title, "title"));
            let method = node.get("method").and_then(|method| self.method(method));
            return Some(SidebarEntry::Page { id: id_text, title, method });
        }
        if let Some(href) = node.get("href") {
            self.unknown_fields(node, &LINK_ENTRY.names());
            let href_text = self.string(href, "href")?;
            if !leads_somewhere(&href_text) {
                self.invalid(href, &no_destination("href"));
                return None;
            }
            self.entry_places.push(place(href));
            let title = node.get("title").and_then(|title| self.string(title, "title"));
            return Some(SidebarEntry::Link { title: title.unwrap_or_else(|| href_text.clone()), href: href_text });
        }
        let message = "a sidebar entry needs `group`, `id` or `href`".to_owned();
        self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
        None
    }

    fn method(&mut self, node: NodeRef<'_>) -> Option<Box<str>> {
        let text = self.string(node, "method")?;
        if METHODS.iter().any(|method| method.eq_ignore_ascii_case(&text)) {
            return Some(text.to_ascii_uppercase().into());
        }
        let diagnostic = Diagnostic::new(
            Code::InvalidConfig,
            format!("`{text}` is not a method that an operation can have"),
            node.span(),
        );
        self.diagnostics.push(diagnostic.with_help(did_you_mean(&text, METHODS)));
        None
    }
}
