//! The navigation of Nextra: `_meta` files define titles and order in a folder; unlisted pages follow by name.

use std::collections::{BTreeMap, BTreeSet};

use super::code_routes::CodeRoute;
use super::{ByAddress, Chosen};
use crate::formats::ProjectReader;
use crate::literal::{Value, text};
use crate::paths;
use crate::project::{EntryLook, NavEntry};
use crate::report::LossKind;

/// The greatest nesting of groups.
const DEEPEST: usize = 32;

/// The first version that names pages by their headings, and lists the page of a folder first.
const HEADINGS: u32 = 4;
/// The version that shows the names of folders and links as they are.
const BARE_NAMES: u32 = 3;

/// The pages and the contents of `_meta` files, by URL path.
pub(super) struct MetaTree<'a, 's> {
    reader: &'a ProjectReader<'s>,
    /// The major version of Nextra.
    major: u32,
    /// The folder of the language; empty if the pages have only one.
    pub(super) language: String,
    pages: ByAddress,
    /// The URL paths of the pages that code makes.
    code: BTreeSet<String>,
    /// The members of each folder's `_meta`, by the folder's URL path.
    meta: BTreeMap<String, FolderMeta>,
    /// Whether one file has the members of all folders, so that their own files are not read.
    is_global: bool,
}

/// The members of a folder's `_meta`.
#[derive(Default)]
struct FolderMeta {
    file: String,
    members: Value,
    /// Whether the file is in that folder.
    is_own: bool,
    /// Whether code lists some of the entries.
    has_code: bool,
}

/// The computed parts of a `_meta` file.
#[derive(Default)]
struct ComputedParts {
    paths: BTreeSet<String>,
    /// The paths of the objects whose members are entries.
    lists: BTreeSet<String>,
}

impl<'a, 's> MetaTree<'a, 's> {
    pub(super) fn new(reader: &'a ProjectReader<'s>, major: u32) -> Self {
        Self {
            reader,
            major,
            language: String::new(),
            pages: ByAddress::new(),
            code: BTreeSet::new(),
            meta: BTreeMap::new(),
            is_global: false,
        }
    }

    pub(super) fn add(&mut self, file: &str, address: &str) {
        self.pages.entry(address.to_owned()).or_insert_with(|| file.to_owned());
    }

    pub(super) fn add_code(&mut self, routes: &[CodeRoute]) {
        self.code.extend(routes.iter().map(|route| route.address.clone()));
    }

    /// Reads the `_meta` files below a folder, except those of other languages, and those that Nextra ignores: directly in a
    /// private or dynamic folder of routes.
    pub(super) fn read_meta(&mut self, root: &str, chosen: &Chosen) {
        let is_app = paths::name(root) == "app";
        let files: Vec<String> = self
            .reader
            .source
            .under(root)
            .filter(|path| paths::name(path).starts_with("_meta."))
            .filter(|path| !is_app || !paths::name(paths::folder(path)).starts_with(['_', '[']))
            .map(ToOwned::to_owned)
            .collect();
        let is_global = |file: &String| is_app && paths::name(file).starts_with("_meta.global.");
        self.is_global |= files.iter().any(is_global);
        for file in files {
            if self.is_global && !is_global(&file) {
                continue;
            }
            let below = paths::folder(paths::below(&file, root).unwrap_or(&file));
            let parts = below.split('/').filter(|part| !(part.starts_with('(') && part.ends_with(')')));
            let is_of_other =
                below.split('/').next().is_some_and(|first| chosen.folders.contains(first) && first != chosen.folder);
            if is_of_other {
                continue;
            }
            let address = chosen.placed(&parts.filter(|part| !part.starts_with('[')).collect::<Vec<_>>().join("/"));
            let name = paths::name(&file);
            let own = name.trim_start_matches("_meta.").rsplit_once('.').map_or("", |(own, _)| own);
            if !matches!(own, "" | "global") && own != chosen.folder && own != chosen.suffix {
                continue;
            }
            let Some(value) = self.reader.script(&file).filter(Value::is_object) else { continue };
            let found = self.reader.evaluated(&file, None).unwrap_or_default();
            let paths = found.computed.iter().map(|part| part.path.clone()).collect();
            let mut parts = ComputedParts { paths, ..ComputedParts::default() };
            let meta = FolderMeta { file: file.clone(), members: value, is_own: true, has_code: false };
            self.insert(&address, "", meta, &mut parts, 0);
            let is_list = |path: &str| parts.lists.contains(path);
            self.reader.computed(&file, "the place of its entries is not known", is_list);
            let is_title = |path: &str| {
                let (around, key) = path.rsplit_once('.').unwrap_or(("", path));
                !is_list(path) && (key == "title" || is_list(around))
            };
            self.reader.computed(&file, "the entry has no title of its own", is_title);
            self.reader.computed(&file, "the entry is imported without it", |path| !is_list(path) && !is_title(path));
        }
    }

    /// Inserts the members at a URL path, and their `items` below it. `path` is that of the members in their file.
    fn insert(&mut self, address: &str, path: &str, meta: FolderMeta, parts: &mut ComputedParts, depth: usize) {
        for (key, member) in meta.members.as_object().into_iter().flatten() {
            if let Some(items) = member.get("items").filter(|items| items.is_object() && depth < DEEPEST) {
                let path = [path, key, "items"].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>();
                let inner = FolderMeta { file: meta.file.clone(), members: items.clone(), ..FolderMeta::default() };
                self.insert(&paths::plus(address, key), &path.join("."), inner, parts, depth + 1);
            }
        }
        parts.lists.insert(path.to_owned());
        let has_code = parts.paths.contains(path);
        self.meta.insert(address.to_owned(), FolderMeta { has_code, ..meta });
    }

    /// The entries, from the root on, or from the folder of the language if all pages are in it.
    pub(super) fn navigation(&self) -> Vec<NavEntry> {
        let language = self.language.as_str();
        let is_in = |page: &String| page == language || paths::below(page, language).is_some();
        self.folder(if self.pages.keys().all(is_in) { language } else { "" }, 0)
    }

    /// The pages below a URL path, relative to it.
    fn below<'t>(&'t self, address: &'t str) -> impl Iterator<Item = &'t str> {
        let start = if address.is_empty() { String::new() } else { format!("{address}/") };
        self.pages.range(start..).map_while(move |(page, _)| paths::below(page, address))
    }

    /// The members of the `_meta` of a folder: its own, or those that all languages share.
    fn meta(&self, address: &str) -> Option<&FolderMeta> {
        let shared = || match self.language.as_str() {
            "" => None,
            language if address == language => self.meta.get(""),
            language => self.meta.get(paths::below(address, language)?),
        };
        self.meta.get(address).or_else(shared)
    }

    /// The names directly below a URL path: those of pages, and of folders with a `_meta` file, whose entries may be links.
    fn names(&self, address: &str) -> BTreeSet<String> {
        let below = self.below(address).chain(self.folders_below(address)).filter(|below| !below.is_empty());
        below.map(|below| below.split('/').next().unwrap_or(below).to_owned()).collect()
    }

    fn folder(&self, address: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            return Vec::new();
        }
        let none = FolderMeta::default();
        let FolderMeta { file, members: meta, has_code, .. } = self.meta(address).unwrap_or(&none);
        let mut list = Sections::default();
        let mut named: BTreeSet<String> = BTreeSet::new();
        let rest = meta.get("*").cloned().unwrap_or_default();
        let members = meta.as_object().into_iter().flatten().filter(|(key, _)| *key != "*");
        let members = members.map(|(key, value)| {
            // One that is computed may be anything.
            (key.clone(), if value.is_null() { Value::Null } else { with_defaults(value, &rest) })
        });
        let mut members: Vec<(String, Value)> = members.collect();
        // In the order of JavaScript: keys that are whole numbers come first.
        members.sort_by_key(|(key, _)| number(key).map_or((true, 0), |number| (false, number)));
        let mut unnamed = self.names(address);
        // By default, the page of the folder comes first; in older versions it is one of the others, unless it is beside
        // the folder.
        let index = self.pages.get(address).filter(|_| !members.iter().any(|(key, _)| key == "index"));
        match index.map(|file| self.major < HEADINGS && super::bare_name(file) == "index") {
            Some(true) => drop(unnamed.insert("index".to_owned())),
            Some(false) => list.extend(self.entry(address, "index", &with_defaults(&Value::Null, &rest), file, depth)),
            None => {}
        }
        for (key, value) in &members {
            named.insert(key.clone());
            if text(value, "type") == Some("separator") {
                list.separate(text(value, "title"));
                continue;
            }
            list.extend(self.entry(address, key, value, file, depth));
        }
        if *has_code {
            // Some of the others belong to earlier groups.
            list.separate(None);
        }
        let rest = with_defaults(&Value::Null, &rest);
        for name in unnamed.into_iter().filter(|name| !named.contains(name)) {
            list.extend(self.entry(address, &name, &rest, file, depth));
        }
        list.finish(self.reader, file)
    }

    /// The entry of a member: a page, a folder with its page, a link, a menu; or those of a folder that only shows them.
    fn entry(&self, address: &str, key: &str, value: &Value, file: &str, depth: usize) -> Vec<NavEntry> {
        let title = value.as_str().filter(|title| !title.is_empty()).or_else(|| text(value, "title"));
        let title = title.map(ToOwned::to_owned);
        let path = if key == "index" { address.to_owned() } else { paths::plus(address, key) };
        let page = self.pages.get(&path).cloned();
        let of_page = page.as_ref().filter(|file| key == "index" || !self.is_folder(&path) || self.is_of_folder(file));
        let of_page = of_page.and_then(|file| self.display(file));
        if of_page.as_deref().or_else(|| text(value, "display")) == Some("hidden") {
            let below = self.pages.iter().filter(|(page, _)| **page == path || paths::below(page, &path).is_some());
            self.reader.hide(below.filter(|(page, _)| key != "index" || **page == path).map(|(_, file)| file.clone()));
            return Vec::new();
        }
        if let Some(href) = text(value, "href") {
            return vec![NavEntry::link(title.unwrap_or_else(|| self.named(key)), href.to_owned())];
        }
        if text(value, "type") == Some("menu") {
            let title = title.unwrap_or_else(|| self.named(key));
            return self.menu(value, title, &path, file, depth).into_iter().collect();
        }
        let page_entry = |title: Option<String>| {
            let entry = |file: String| {
                let title = title.or_else(|| self.title_by_file(&file));
                NavEntry::page(file, title)
            };
            page.clone().map(entry).into_iter().collect()
        };
        let is_named = !file.is_empty() && !value.is_null();
        // A page in code is reported itself.
        let is_code = || self.code.iter().any(|route| *route == path || paths::below(route, &path).is_some());
        let report_missing = || {
            if page.is_none() && is_named && !is_code() {
                self.reader.report_loss(LossKind::NavigationEntry, file, 0, key, "the page does not exist");
            }
        };
        if key == "index" {
            report_missing();
            return page_entry(title);
        }
        if self.is_folder(&path) {
            let entries = self.folder(&path, depth + 1);
            if entries.is_empty() {
                return page_entry(title);
            }
            if text(value, "display") == Some("children") {
                return entries;
            }
            let own = page.as_ref().and_then(|file| self.title_of_folder(file));
            let title = title.or(own).unwrap_or_else(|| self.named(key));
            let theme = value.get("theme").cloned().unwrap_or_default();
            let is_open = theme.get("collapsed").and_then(Value::as_bool) == Some(false);
            return vec![NavEntry::group(title, None, entries).with(EntryLook::opened(is_open))];
        }
        report_missing();
        page_entry(title)
    }

    /// Whether a URL path is that of a folder: it has pages below it, or a `_meta` file there or below it.
    fn is_folder(&self, path: &str) -> bool {
        self.below(path).next().is_some()
            || self.meta.get(path).is_some_and(|meta| meta.is_own)
            || self.folders_below(path).next().is_some()
    }

    /// The folders below a URL path that have a `_meta` file, relative to it.
    fn folders_below<'t>(&'t self, address: &'t str) -> impl Iterator<Item = &'t str> {
        let start = if address.is_empty() { String::new() } else { format!("{address}/") };
        let folders = self.meta.range(start..);
        let below = folders.map_while(move |(folder, meta)| Some((paths::below(folder, address)?, meta)));
        below.filter(|(_, meta)| meta.is_own).map(|(folder, _)| folder)
    }

    /// Whether a page with the URL path of a folder is the page of that folder, not one in it.
    fn is_of_folder(&self, file: &str) -> bool {
        if self.major < HEADINGS {
            return super::bare_name(file) != "index";
        }
        let facts = self.reader.facts(file);
        let marked = facts.metadata.as_ref().and_then(|metadata| metadata.get("asIndexPage")?.as_bool());
        marked == Some(true) || self.reader.has_flag(file, "asIndexPage")
    }

    /// The title that a folder has by its page.
    fn title_of_folder(&self, file: &str) -> Option<String> {
        if !self.is_of_folder(file) {
            return None;
        }
        let given = ["sidebarTitle", "title"].iter().find_map(|key| self.reader.field(file, key));
        if self.major < HEADINGS {
            return given.or_else(|| self.title_by_file(file));
        }
        given.or_else(|| super::title(self.reader, file)).or_else(|| self.reader.facts(file).heading.clone())
    }

    /// What a page says about its place in the navigation.
    fn display(&self, file: &str) -> Option<String> {
        let of_metadata = || {
            let facts = self.reader.facts(file);
            Some(facts.metadata.as_ref()?.get("display")?.as_str()?.to_owned())
        };
        self.reader.field(file, "display").or_else(of_metadata)
    }

    /// The title of a page that older versions name by its file, since its frontmatter has none.
    fn title_by_file(&self, file: &str) -> Option<String> {
        let has_title = || ["sidebarTitle", "title"].iter().any(|key| self.reader.field(file, key).is_some());
        (self.major < HEADINGS && !has_title()).then(|| super::title_of_name(super::bare_name(file)))
    }

    /// The title of a folder or a link without one.
    fn named(&self, key: &str) -> String {
        if self.major == BARE_NAMES { key.to_owned() } else { super::title_of_name(key) }
    }

    /// A menu of the navigation bar: links, and pages below its URL path, which do not have their own titles in it.
    fn menu(&self, value: &Value, title: String, path: &str, file: &str, depth: usize) -> Option<NavEntry> {
        let mut list = Sections::default();
        for (key, item) in value.get("items").and_then(Value::as_object).into_iter().flatten() {
            let given = item.as_str().filter(|title| !title.is_empty()).or_else(|| text(item, "title"));
            let own = given.map_or_else(|| super::title_of_name(key), ToOwned::to_owned);
            if text(item, "type") == Some("separator") {
                list.separate(text(item, "title"));
            } else if let Some(href) = text(item, "href") {
                list.extend(vec![NavEntry::link(own, href.to_owned())]);
            } else if item.is_null() {
                list.extend(self.entry(path, key, item, file, depth + 1));
            } else {
                let mut members = item.as_object().cloned().unwrap_or_default();
                members.insert("title".to_owned(), own.into());
                list.extend(self.entry(path, key, &Value::Object(members), file, depth + 1));
            }
        }
        let entries = list.finish(self.reader, file);
        (!entries.is_empty()).then_some(NavEntry::group(title, None, entries))
    }
}

/// A member with the settings of `*` for all members of a folder, which have no title and no link.
fn with_defaults(value: &Value, rest: &Value) -> Value {
    let Some(rest) = rest.as_object().filter(|_| text(value, "type") != Some("separator")) else {
        return value.clone();
    };
    let mut members = rest.clone();
    members.retain(|key, _| !matches!(key.as_str(), "title" | "href"));
    match value {
        Value::Object(own) => members.extend(own.clone()),
        Value::String(title) if !title.is_empty() => drop(members.insert("title".to_owned(), value.clone())),
        _ => {}
    }
    Value::Object(members)
}

/// A key that is a whole number.
fn number(key: &str) -> Option<u32> {
    key.parse().ok().filter(|number: &u32| number.to_string() == key)
}

/// The entries of a folder or menu, in which separators with a title begin groups.
#[derive(Default)]
struct Sections {
    entries: Vec<NavEntry>,
    /// The group at the end, with its title.
    open: Option<(String, Vec<NavEntry>)>,
    /// The titles without entries.
    empty: Vec<String>,
}

impl Sections {
    fn extend(&mut self, more: Vec<NavEntry>) {
        match &mut self.open {
            Some((_, entries)) => entries.extend(more),
            None => self.entries.extend(more),
        }
    }

    /// Ends the group at the end, and begins another one if there is a title.
    fn separate(&mut self, title: Option<&str>) {
        match self.open.take() {
            Some((title, entries)) if entries.is_empty() => self.empty.push(title),
            Some((title, entries)) => {
                self.entries.push(NavEntry::group(title, None, entries).with(EntryLook::opened(true)));
            }
            None => {}
        }
        self.open = title.map(|title| (title.to_owned(), Vec::new()));
    }

    /// Ends the list, and reports the titles of a file that begin no group.
    fn finish(mut self, reader: &ProjectReader<'_>, file: &str) -> Vec<NavEntry> {
        self.separate(None);
        for title in self.empty {
            let outcome = "left out: no entries below this heading are carried over";
            reader.report_loss(LossKind::Config, file, 0, title, outcome);
        }
        self.entries
    }
}
