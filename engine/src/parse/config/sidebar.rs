//! The `sidebar` field of `tool.json`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fields::{BADGE, FOLDER_GROUP, GROUP, LINK_ENTRY, PAGE, SCHEMA_ENTRY};
use super::read::{ConfigReader, rooted};
use super::site::{leads_somewhere, no_destination};
use crate::registry::{ComponentKind, Value};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, NodeRef};

/// One entry of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SidebarEntry {
    pub(crate) target: EntryTarget,
    pub(crate) marks: EntryMarks,
}

/// What an entry of the sidebar links to or contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryTarget {
    /// A page of the site.
    Page { id: Box<str>, title: Option<Box<str>>, method: Option<Box<str>> },
    /// A heading or another anchor of a page.
    Anchor { id: Box<str>, anchor: Box<str>, title: Option<Box<str>> },
    /// The page of a schema, and the name of its spec if given.
    Schema { name: Box<str>, spec: Option<Box<str>>, title: Option<Box<str>> },
    /// A titled group of entries, and the folder whose other pages follow them, relative to the pages' folder.
    Group { title: Box<str>, entries: Vec<SidebarEntry>, folder: Option<Arc<str>>, collapsed: bool },
    /// A link to anywhere.
    Link { title: Box<str>, href: Box<str> },
}

/// What an entry of the sidebar shows beside its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryMarks {
    /// The name of an icon, an emoji, or the path of an image.
    pub(crate) icon: Option<Box<str>>,
    pub(crate) badge: Option<Badge>,
}

/// A word or two after the title of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Badge {
    New,
    Beta,
    Deprecated,
    /// The author's text, in a variant of `wc-badge`.
    Own {
        text: Box<str>,
        variant: &'static str,
    },
}

impl Badge {
    /// The badges whose text is that of the interface, by their names in `tool.json`.
    const NAMED: [(&str, Self); 3] = [("new", Self::New), ("beta", Self::Beta), ("deprecated", Self::Deprecated)];

    /// The names of these badges.
    pub(super) fn names() -> Vec<&'static str> {
        Self::NAMED.iter().map(|(name, _)| *name).collect()
    }

    /// The variants of `wc-badge`, the default one first.
    pub(super) fn variants() -> Vec<&'static str> {
        match ComponentKind::Badge.entry().attribute("variant").map(|attribute| attribute.value) {
            Some(Value::OneOf(names)) => names.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Its variant of `wc-badge`.
    pub(crate) fn variant(&self) -> &'static str {
        match self {
            Self::New => "success",
            Self::Beta => "info",
            Self::Deprecated => "warning",
            Self::Own { variant, .. } => variant,
        }
    }
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
    /// The names of schemas, each with that of its spec if given.
    pub(crate) schemas: Vec<(&'c str, Option<&'c str>)>,
}

impl<'c> SidebarContents<'c> {
    /// Reads the entries.
    pub(crate) fn of(entries: impl IntoIterator<Item = &'c SidebarEntry>) -> Self {
        let mut open: Vec<&SidebarEntry> = entries.into_iter().collect();
        let mut listed = Self::default();
        while let Some(entry) = open.pop() {
            match &entry.target {
                EntryTarget::Page { id, .. } => {
                    listed.pages.insert(id);
                }
                EntryTarget::Group { entries, folder, .. } => {
                    listed.folders.extend(folder.as_deref());
                    open.extend(entries);
                }
                EntryTarget::Schema { name, spec, .. } => listed.schemas.push((name, spec.as_deref())),
                EntryTarget::Anchor { .. } | EntryTarget::Link { .. } => {}
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

/// The target of the ID of a page, which an anchor may follow.
fn page_or_anchor(id: &str, title: Option<Box<str>>, method: Option<Box<str>>) -> EntryTarget {
    match id.split_once('#') {
        Some((id, anchor)) if !id.is_empty() && !anchor.is_empty() => {
            EntryTarget::Anchor { id: id.into(), anchor: anchor.into(), title }
        }
        _ => EntryTarget::Page { id: id.into(), title, method },
    }
}

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
        if let Some(id) = node.as_str() {
            self.entry_places.push(EntryPlace { span: node.span(), cut, folder: None });
            let target = page_or_anchor(id, None, None);
            return Some(SidebarEntry { target, marks: EntryMarks::default() });
        }
        if node.kind() != Kind::Object {
            self.wrong_type(node, "a sidebar entry", "a page id, or an object with `group`, `id`, `schema` or `href`");
            return None;
        }
        let target = if let Some(group) = node.get("group") {
            self.group(node, group, cut)
        } else if let Some(id) = node.get("id") {
            self.page(node, id, cut)
        } else if let Some(schema) = node.get("schema") {
            self.schema_entry(node, schema, cut)
        } else if let Some(href) = node.get("href") {
            self.link(node, href, cut)
        } else {
            let message = "a sidebar entry needs `group`, `id`, `schema` or `href`".to_owned();
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
            None
        };
        let marks = EntryMarks {
            icon: node.get("icon").and_then(|icon| self.icon(icon)),
            badge: node.get("badge").and_then(|badge| self.badge(badge)),
        };
        Some(SidebarEntry { target: target?, marks })
    }

    fn group(&mut self, node: NodeRef<'_>, group: NodeRef<'_>, cut: Option<Span>) -> Option<EntryTarget> {
        let folder = node.get("folder");
        let fields = if folder.is_some() { &FOLDER_GROUP } else { &GROUP };
        self.unknown_fields(node, &fields.names());
        let title = self.string(group, "group")?;
        self.entry_places.push(EntryPlace { span: group.span(), cut, folder: folder.map(NodeRef::span) });
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
        let collapsed = self.switch(node, "collapsed").unwrap_or(true);
        Some(EntryTarget::Group { title, entries, folder, collapsed })
    }

    fn page(&mut self, node: NodeRef<'_>, id: NodeRef<'_>, cut: Option<Span>) -> Option<EntryTarget> {
        self.unknown_fields(node, &PAGE.names());
        let text = self.string(id, "id")?;
        self.entry_places.push(EntryPlace { span: id.span(), cut, folder: None });
        let title = node.get("title").and_then(|title| self.string(title, "title"));
        let method = node.get("method").and_then(|method| self.method(method));
        Some(page_or_anchor(&text, title, method))
    }

    fn schema_entry(&mut self, node: NodeRef<'_>, schema: NodeRef<'_>, cut: Option<Span>) -> Option<EntryTarget> {
        self.unknown_fields(node, &SCHEMA_ENTRY.names());
        let name = self.string(schema, "schema")?;
        self.entry_places.push(EntryPlace { span: schema.span(), cut, folder: None });
        let spec = node.get("spec").and_then(|spec| self.string(spec, "spec"));
        let title = node.get("title").and_then(|title| self.string(title, "title"));
        Some(EntryTarget::Schema { name, spec, title })
    }

    fn link(&mut self, node: NodeRef<'_>, href: NodeRef<'_>, cut: Option<Span>) -> Option<EntryTarget> {
        self.unknown_fields(node, &LINK_ENTRY.names());
        let text = self.string(href, "href")?;
        if !leads_somewhere(&text) {
            self.invalid(href, &no_destination("href"));
            return None;
        }
        self.entry_places.push(EntryPlace { span: href.span(), cut, folder: None });
        let title = node.get("title").and_then(|title| self.string(title, "title"));
        Some(EntryTarget::Link { title: title.unwrap_or_else(|| text.clone()), href: text })
    }

    /// Reads the badge of an entry: the name of one, or an object with its text.
    fn badge(&mut self, node: NodeRef<'_>) -> Option<Badge> {
        if node.is_object() {
            self.unknown_fields(node, &BADGE.names());
            let Some(text) = node.get("text") else {
                self.invalid(node, "the badge has no `text`");
                return None;
            };
            let text = self.string(text, "text")?;
            let variants = Badge::variants();
            let given = node.get("variant").and_then(|variant| self.one_of(variant, "variant", &variants));
            let variant = given.or(variants.first().copied()).unwrap_or_default();
            return Some(Badge::Own { text, variant });
        }
        if node.as_str().is_none() {
            self.wrong_type(node, "`badge`", "`new`, `beta`, `deprecated`, or an object with `text`");
            return None;
        }
        let name = self.one_of(node, "badge", &Badge::names())?;
        Badge::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, badge)| badge)
    }

    /// Reads one of these names.
    fn one_of(&mut self, node: NodeRef<'_>, field: &str, names: &[&'static str]) -> Option<&'static str> {
        let text = self.string(node, field)?;
        if let Some(name) = names.iter().copied().find(|name| *name == &*text) {
            return Some(name);
        }
        let message = format!("`{field}` must be one of `{}`, not `{text}`", names.join("`, `"));
        let help = did_you_mean(&text, names.iter().copied());
        self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
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
