//! The `sidebar` field of `tool.json`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fields::{FOLDER_GROUP, GROUP, LINK_ENTRY, PAGE};
use super::read::{ConfigReader, rooted};
use super::site::{leads_somewhere, no_destination};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, NodeRef};

/// One entry of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SidebarEntry {
    /// A page of the site.
    Page { id: Box<str>, title: Option<Box<str>>, method: Option<Box<str>> },
    /// A titled group of entries, and the folder whose other pages follow them, relative to the pages' folder.
    Group { title: Box<str>, entries: Vec<SidebarEntry>, folder: Option<Arc<str>> },
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
    /// The span of the folder of a group.
    pub(crate) folder: Option<Span>,
}

/// What the entries of a sidebar list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SidebarContents<'c> {
    /// The IDs of the pages, including those in groups.
    pub(crate) pages: BTreeSet<&'c str>,
    /// The folders of groups.
    pub(crate) folders: BTreeSet<&'c str>,
}

impl<'c> SidebarContents<'c> {
    /// Reads the entries.
    pub(crate) fn of(entries: impl IntoIterator<Item = &'c SidebarEntry>) -> Self {
        let mut open: Vec<&SidebarEntry> = entries.into_iter().collect();
        let mut listed = Self::default();
        while let Some(entry) = open.pop() {
            match entry {
                SidebarEntry::Page { id, .. } => {
                    listed.pages.insert(id);
                }
                SidebarEntry::Group { entries, folder, .. } => {
                    listed.folders.extend(folder.as_deref());
                    open.extend(entries);
                }
                SidebarEntry::Link { .. } => {}
            }
        }
        listed
    }

    /// The innermost listed folder that contains `folder` or is the same.
    pub(crate) fn folder_around(&self, folder: &str) -> Option<&'c str> {
        let mut at = Some(folder);
        while let Some(path) = at {
            if let Some(found) = self.folders.get(path) {
                return Some(found);
            }
            at = (!path.is_empty()).then(|| path.rsplit_once('/').map_or("", |(around, _)| around));
        }
        None
    }
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
        let place = |part: NodeRef<'_>| EntryPlace { span: part.span(), cut, folder: None };
        if let Some(id) = node.as_str() {
            self.entry_places.push(place(node));
            return Some(SidebarEntry::Page { id: id.into(), title: None, method: None });
        }
        if node.kind() != Kind::Object {
            self.wrong_type(node, "a sidebar entry", "a page id, or an object with `group`, `id` or `href`");
            return None;
        }
        if let Some(group) = node.get("group") {
            let folder = node.get("folder");
            let fields = if folder.is_some() { &FOLDER_GROUP } else { &GROUP };
            self.unknown_fields(node, &fields.names());
            let title = self.string(group, "group")?;
            self.entry_places.push(EntryPlace { folder: folder.map(NodeRef::span), ..place(group) });
            let entries = match node.get("pages") {
                Some(pages) => {
                    if folder.is_none() && pages.is_array() && pages.items().next().is_none() {
                        let message = format!("the group `{title}` has no entries");
                        let help = "list its pages, or remove it".to_owned();
                        self.diagnostics.push(Diagnostic::new(Code::EmptyGroup, message, group.span()).with_help(help));
                    }
                    self.sidebar(pages)
                }
                None if folder.is_some() => Vec::new(),
                None => {
                    let message = "a sidebar group needs `pages` or `folder`".to_owned();
                    self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
                    Vec::new()
                }
            };
            let folder = folder.and_then(|folder| self.pages_folder(folder));
            return Some(SidebarEntry::Group { title, entries, folder });
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

    /// Reads the folder of a group, relative to the pages' folder; `.` is that folder itself.
    fn pages_folder(&mut self, node: NodeRef<'_>) -> Option<Arc<str>> {
        let text = self.string(node, "folder")?;
        let is_plain = !text.starts_with('/') && !text.contains(['\\', '\0', ':']);
        let folder = is_plain.then(|| rooted("", &text)).flatten();
        if folder.is_none() {
            let message = format!("`{text}` is not a folder of pages");
            let help = "use a path relative to the folder of the pages, with forward slashes".to_owned();
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        folder.map(Into::into)
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
