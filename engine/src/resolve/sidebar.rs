//! The sidebar: a tree of titles and URLs, from the configuration or the folders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{
    EntryMarks, EntryTarget, SidebarContents, SidebarEntry, TabSetting, sidebar_setting, tab_settings,
};
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::parse::markdown::EndpointRef;
use crate::resolve::model_keys::{model_id, model_key};
use crate::resolve::page_tree::page_facts;
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::{PageShard, all_shards, page_path, pages, pages_in, words};
use crate::resolve::site_operation::{SiteLookup, find_site_operation, site_specs};
use crate::resolve::site_schema::find_site_schema;
use base::inputs::{File, FileSet};
use openapi::operation::operation_head;
use openapi::spec::spec_info;

/// The whole sidebar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sidebar {
    pub(crate) items: Vec<SidebarItem>,
    /// The pages in reading order, each once, with their path in the tree: indices from the top down.
    pub(crate) order: Vec<(Arc<str>, Box<[u32]>)>,
    /// The index of a page in `order`.
    pub(crate) place: BTreeMap<Arc<str>, u32>,
    /// The path of the page of a schema in the tree, by its ID.
    pub(crate) schemas: BTreeMap<Arc<str>, Box<[u32]>>,
    /// The number of items on all levels.
    pub(crate) count: usize,
    /// For each top-level item, the index of its part; empty if the sidebar is not divided.
    pub(crate) part_of: Box<[u16]>,
    pub(crate) parts: Parts,
}

/// The parts of a sidebar. A page shows the one that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Parts {
    /// It is not divided.
    #[default]
    One,
    /// The guides, then the API.
    GuidesAndApi,
    /// The tabs of `tool.json`, by their indices. A tab that is a link has no items.
    Tabs(u16),
}

/// With fewer operations, or fewer guides, the sidebar is one part.
const LEAST_OPERATIONS: usize = 5;
const LEAST_GUIDES: usize = 2;

/// An item of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SidebarItem {
    pub(crate) title: Box<str>,
    pub(crate) kind: SidebarKind,
    pub(crate) marks: EntryMarks,
}

/// The target of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SidebarKind {
    /// A page of the site, with the method of its operation, shown as a badge.
    Page { id: Arc<str>, file: File, method: Option<Box<str>> },
    /// An anchor of the page with this ID.
    Anchor { id: Arc<str>, anchor: Box<str> },
    /// The page of a schema, by its ID.
    Schema { id: Arc<str> },
    /// A URL as written by the author.
    Link { href: Box<str> },
    /// A group, the number of pages and links in it on all levels, and whether it is closed until a reader opens it.
    Group { items: Vec<SidebarItem>, leaves: usize, collapsed: bool },
}

/// The parts of a site that has guides and an API.
pub(crate) const GUIDES: u16 = 0;
pub(crate) const API: u16 = 1;

impl Sidebar {
    /// The part of the top-level item with this index.
    pub(crate) fn part_at(&self, index: usize) -> u16 {
        self.part_of.get(index).copied().unwrap_or_default()
    }

    /// The top-level items of a part, with their indices.
    pub(crate) fn part(&self, part: u16) -> impl Iterator<Item = (usize, &SidebarItem)> {
        self.items.iter().enumerate().filter(move |(index, _)| self.part_at(*index) == part)
    }

    /// The first page of a part.
    pub(crate) fn first_page_of(&self, part: u16) -> Option<&Arc<str>> {
        self.part(part).find_map(|(_, item)| item.first_page())
    }

    /// The part of a page; `None` if the sidebar does not list it.
    pub(crate) fn part_of_page(&self, id: &str) -> Option<u16> {
        let (_, way) = self.order.get(*self.place.get(id)? as usize)?;
        Some(self.part_at(*way.first()? as usize))
    }

    /// The item at a path of indices.
    pub(crate) fn item(&self, way: &[u32]) -> Option<&SidebarItem> {
        let (first, rest) = way.split_first()?;
        let mut item = self.items.get(*first as usize)?;
        for index in rest {
            let SidebarKind::Group { items, .. } = &item.kind else { return None };
            item = items.get(*index as usize)?;
        }
        Some(item)
    }
}

impl SidebarItem {
    /// The first page at or below the item.
    pub(crate) fn first_page(&self) -> Option<&Arc<str>> {
        match &self.kind {
            SidebarKind::Page { id, .. } => Some(id),
            SidebarKind::Anchor { .. } | SidebarKind::Schema { .. } | SidebarKind::Link { .. } => None,
            SidebarKind::Group { items, .. } => items.iter().find_map(Self::first_page),
        }
    }

    /// The number of pages at or below the item that show an operation.
    pub(crate) fn operations(&self) -> usize {
        match &self.kind {
            SidebarKind::Page { method, .. } => usize::from(method.is_some()),
            SidebarKind::Anchor { .. } | SidebarKind::Schema { .. } | SidebarKind::Link { .. } => 0,
            SidebarKind::Group { items, .. } => items.iter().map(Self::operations).sum(),
        }
    }

    /// The number of pages and links at or below the item.
    pub(crate) fn leaves(&self) -> usize {
        match &self.kind {
            SidebarKind::Group { leaves, .. } => *leaves,
            _ => 1,
        }
    }
}

/// The sidebar of the site. Pages that do not exist are omitted; the check reports them.
#[salsa::tracked(returns(ref))]
pub(crate) fn sidebar(db: &dyn Db, set: FileSet) -> Sidebar {
    set.reads_all_pages(db);
    let config = set.config(db);
    let tabs = tab_settings(db, config);
    let mut sidebar = Sidebar::default();
    let mut items: Vec<SidebarItem> = Vec::new();
    if tabs.is_empty() {
        items = match sidebar_setting(db, config) {
            Some(entries) => from_config(db, set, entries, &mut of_groups(db, set, &SidebarContents::of(entries))),
            None => from_folders(db, set),
        };
        sidebar.part_of = guides_and_api(db, set, &items);
        sidebar.parts = if sidebar.part_of.is_empty() { Parts::One } else { Parts::GuidesAndApi };
    } else {
        let mut part_of = Vec::new();
        for (number, _) in (0..).zip(tabs) {
            items.extend_from_slice(tab_items(db, Tab::new(db, set, number)));
            part_of.resize(items.len(), number);
        }
        sidebar.part_of = part_of.into();
        sidebar.parts = Parts::Tabs(tabs.len().try_into().unwrap_or(u16::MAX));
    }
    number(&items, &mut Vec::new(), &mut sidebar);
    sidebar.items = items;
    sidebar
}

/// A tab of the site as a query key.
#[salsa::interned(debug)]
struct Tab<'db> {
    #[returns(copy)]
    set: FileSet,
    /// Its index in `tool.json`.
    #[returns(copy)]
    number: u16,
}

/// The sidebar of a tab. An edit of a page in another tab leaves it as it is.
#[salsa::tracked(returns(deref))]
fn tab_items<'db>(db: &'db dyn Db, tab: Tab<'db>) -> Vec<SidebarItem> {
    let (set, number) = (tab.set(db), usize::from(tab.number(db)));
    let tabs = tab_settings(db, set.config(db));
    let Some(own) = tabs.get(number) else { return Vec::new() };
    let has_folders = !SidebarContents::of(own.entries()).folders.is_empty();
    let mut folders = BTreeMap::new();
    if has_folders {
        set.reads_all_pages(db);
        folders = of_groups(db, set, &SidebarContents::of(tabs.iter().flat_map(TabSetting::entries)));
        // The first tab that names a folder shows it.
        for earlier in tabs.iter().take(number) {
            folders.retain(|folder, _| !SidebarContents::of(earlier.entries()).folders.contains(folder));
        }
    }
    from_config(db, set, own.entries(), &mut folders)
}

/// The parts of the top-level items. In the API part are groups most of whose pages show an operation, and groups with the
/// title of a spec. Empty if a part would be empty.
fn guides_and_api(db: &dyn Db, set: FileSet, items: &[SidebarItem]) -> Box<[u16]> {
    let operations: Vec<usize> = items.iter().map(SidebarItem::operations).collect();
    if operations.iter().sum::<usize>() < LEAST_OPERATIONS {
        return Box::default();
    }
    let specs = site_specs(db, set);
    let titles: Vec<&str> = specs.iter().filter_map(|spec| spec_info(db, spec.file).title.as_deref()).collect();
    let is_titled = |item: &SidebarItem| {
        matches!(item.kind, SidebarKind::Group { .. }) && titles.iter().any(|title| title.trim() == item.title.trim())
    };
    let in_api = |(item, count): (&SidebarItem, &usize)| {
        item.first_page().is_some() && (2 * count > item.leaves() || is_titled(item))
    };
    let in_api: Box<[bool]> = items.iter().zip(&operations).map(in_api).collect();
    let guides = items.iter().zip(&in_api).filter(|(_, in_api)| !**in_api).map(|(item, _)| item);
    let has_guides = guides.clone().any(|item| item.first_page().is_some());
    let is_worth_it = has_guides && guides.map(SidebarItem::leaves).sum::<usize>() >= LEAST_GUIDES;
    if !is_worth_it || !in_api.contains(&true) {
        return Box::default();
    }
    in_api.iter().map(|&in_api| if in_api { API } else { GUIDES }).collect()
}

fn number(items: &[SidebarItem], way: &mut Vec<u32>, sidebar: &mut Sidebar) {
    for (index, item) in items.iter().enumerate() {
        way.push(index as u32);
        sidebar.count += 1;
        match &item.kind {
            SidebarKind::Page { id, .. } if !sidebar.place.contains_key(id) => {
                sidebar.place.insert(id.clone(), sidebar.order.len() as u32);
                sidebar.order.push((id.clone(), way.as_slice().into()));
            }
            SidebarKind::Schema { id } => {
                sidebar.schemas.entry(id.clone()).or_insert_with(|| way.as_slice().into());
            }
            SidebarKind::Group { items, .. } => number(items, way, sidebar),
            SidebarKind::Page { .. } | SidebarKind::Anchor { .. } | SidebarKind::Link { .. } => {}
        }
        way.pop();
    }
}

/// The entries of `tool.json`. `folders` has the pages of those folders that no group before them has shown.
fn from_config<'db>(
    db: &'db dyn Db,
    set: FileSet,
    entries: &[SidebarEntry],
    folders: &mut BTreeMap<&'db str, Folder<'db>>,
) -> Vec<SidebarItem> {
    let known = &pages(db, set).by_id;
    let mut items = Vec::with_capacity(entries.len());
    for SidebarEntry { target, marks } in entries {
        let (title, kind) = match target {
            EntryTarget::Group { title, entries, folder, collapsed } => {
                let mut all = from_config(db, set, entries, folders);
                let folder = folder.as_deref().and_then(|folder| folders.remove(folder));
                all.extend(folder.into_iter().flat_map(|folder| folder.items(true)));
                (title.clone(), group(all, *collapsed))
            }
            EntryTarget::Link { title, href } => (title.clone(), SidebarKind::Link { href: href.clone() }),
            EntryTarget::Page { id, title, method } => {
                let Some((id, &file)) = known.get_key_value(&**id) else { continue };
                let title = title.clone().unwrap_or_else(|| sidebar_title(db, file));
                let method = method.clone().or_else(|| page_method(db, set, file));
                (title, SidebarKind::Page { id: id.clone(), file, method })
            }
            EntryTarget::Anchor { id, anchor, title } => {
                let Some((id, &file)) = known.get_key_value(&**id) else { continue };
                let title = title.clone().unwrap_or_else(|| anchor_title(db, file, anchor));
                (title, SidebarKind::Anchor { id: id.clone(), anchor: anchor.clone() })
            }
            EntryTarget::Schema { name, spec, title } => {
                let Some(id) = model_page(db, set, name, spec.as_deref()) else { continue };
                (title.clone().unwrap_or_else(|| name.clone()), SidebarKind::Schema { id })
            }
        };
        items.push(SidebarItem { title, kind, marks: marks.clone() });
    }
    items
}

fn group(items: Vec<SidebarItem>, collapsed: bool) -> SidebarKind {
    let leaves = items.iter().map(SidebarItem::leaves).sum();
    SidebarKind::Group { items, leaves, collapsed }
}

/// The text of the heading of a page that has this anchor; without one, the words of the anchor.
fn anchor_title(db: &dyn Db, file: File, anchor: &str) -> Box<str> {
    let heading = page_facts(db, file).headings.iter().find(|heading| *heading.id == *anchor);
    heading.map_or_else(|| words(anchor).into(), |heading| heading.text.clone())
}

/// The ID of the page of a schema; `None` if no schema has this name or its page is turned off.
fn model_page(db: &dyn Db, set: FileSet, name: &str, spec: Option<&str>) -> Option<Arc<str>> {
    let wanted = EndpointRef { reference: name.into(), spec: spec.map(Into::into) };
    let SiteLookup::Found(chunk) = find_site_schema(db, set, &wanted) else { return None };
    Some(model_id(model_key(db, chunk).as_deref()?).into())
}

/// The title of a page in the sidebar.
fn sidebar_title(db: &dyn Db, file: File) -> Box<str> {
    frontmatter(db, file).sidebar_title.clone().unwrap_or_else(|| page_title(db, file).clone())
}

/// The method of the only operation that an API page shows.
fn page_method(db: &dyn Db, set: FileSet, file: File) -> Option<Box<str>> {
    if frontmatter(db, file).layout != Layout::Api {
        return None;
    }
    let facts = page_facts(db, file);
    match (facts.endpoints.as_slice(), facts.methods.as_slice()) {
        ([endpoint], []) => match find_site_operation(db, set, endpoint) {
            SiteLookup::Found(chunk) => Some(operation_head(db, chunk).method.clone()),
            _ => None,
        },
        ([], [method]) if !method.is_empty() => Some(method.to_uppercase().into()),
        _ => None,
    }
}

/// A page of a sidebar that is generated from the folders.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FolderPage {
    id: Arc<str>,
    file: File,
    /// Whether it is the index of a folder.
    is_index: bool,
    order: i64,
    title: Box<str>,
    method: Option<Box<str>>,
}

/// The pages in a shard, without those that have moved. Equal after most edits.
#[salsa::tracked(returns(ref))]
fn folder_pages_in<'db>(db: &'db dyn Db, shard: PageShard<'db>) -> Arc<[FolderPage]> {
    let set = shard.set(db);
    let stays = pages_in(db, shard).iter().filter(|(_, file)| frontmatter(db, *file).redirect.is_none());
    let page = |&(ref id, file): &(Arc<str>, File)| FolderPage {
        id: id.clone(),
        file,
        is_index: &**id == "index" || page_path(db, file).is_some_and(|path| path.ends_with("/index.md")),
        order: frontmatter(db, file).order.unwrap_or(i64::MAX),
        title: sidebar_title(db, file),
        method: page_method(db, set, file),
    };
    stays.map(page).collect()
}

/// [`folder_pages_in`]. A firewall: the first edit of a page lowers the durability of its shard, which counts as a change
/// even if the pages are equal.
#[salsa::tracked(returns(deref))]
fn folder_pages<'db>(db: &'db dyn Db, shard: PageShard<'db>) -> Arc<[FolderPage]> {
    shard.set(db).reads_all_pages(db);
    folder_pages_in(db, shard).clone()
}

/// An item without an icon or a badge of its own.
fn unmarked(title: Box<str>, kind: SidebarKind) -> SidebarItem {
    SidebarItem { title, kind, marks: EntryMarks::default() }
}

/// The pages of a folder, and its folders.
#[derive(Default)]
struct Folder<'db> {
    /// Each with whether it is not the index of the folder.
    pages: Vec<(bool, &'db FolderPage)>,
    folders: BTreeMap<&'db str, Folder<'db>>,
}

impl<'db> Folder<'db> {
    /// Adds a page; `path` is its folder relative to this one.
    fn add(&mut self, path: &'db str, is_index: bool, page: &'db FolderPage) {
        let mut folder = self;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            folder = folder.folders.entry(name).or_default();
        }
        folder.pages.push((!is_index, page));
    }

    /// The `order` of its index.
    fn order(&self) -> i64 {
        self.pages.iter().find(|(follows, _)| !follows).map_or(i64::MAX, |(_, page)| page.order)
    }

    /// Its index, then its pages by `order` and ID, then a group for each of its folders by name. With `orders_folders`,
    /// a folder whose index has an `order` is where a page with that `order` is.
    fn items(self, orders_folders: bool) -> Vec<SidebarItem> {
        let page = |(follows, page): (bool, &'db FolderPage)| {
            let FolderPage { id, file, title, method, order, .. } = page;
            let kind = SidebarKind::Page { id: id.clone(), file: *file, method: method.clone() };
            ((follows, *order, false, &**id), unmarked(title.clone(), kind))
        };
        let folder = |(name, folder): (&'db str, Self)| {
            let order = if orders_folders { folder.order() } else { i64::MAX };
            ((true, order, true, name), unmarked(words(name).into(), group(folder.items(orders_folders), true)))
        };
        let mut items: Vec<_> = self.pages.into_iter().map(page).chain(self.folders.into_iter().map(folder)).collect();
        items.sort_by_key(|(key, _)| *key);
        items.into_iter().map(|(_, item)| item).collect()
    }
}

/// Every page that stays, with its folder, and whether it is the index of that.
fn all_pages(db: &dyn Db, set: FileSet) -> impl Iterator<Item = (&str, bool, &FolderPage)> {
    all_shards(db, set).flat_map(move |shard| folder_pages(db, shard)).map(move |page| {
        let id = &*page.id;
        let folder =
            if page.is_index && id != "index" { id } else { id.rsplit_once('/').map_or("", |(folder, _)| folder) };
        (folder, page.is_index, page)
    })
}

/// One group per folder, the pages at the root first; siblings are sorted by `order`, then by ID.
fn from_folders(db: &dyn Db, set: FileSet) -> Vec<SidebarItem> {
    let mut root = Folder::default();
    for (folder, is_index, page) in all_pages(db, set) {
        root.add(folder, is_index, page);
    }
    root.items(false)
}

/// The folders of groups with the pages that fill them: each page is in the innermost of the folders around it, unless an
/// entry lists it.
fn of_groups<'db>(db: &'db dyn Db, set: FileSet, listed: &SidebarContents<'db>) -> BTreeMap<&'db str, Folder<'db>> {
    let mut folders: BTreeMap<&str, Folder<'_>> = BTreeMap::new();
    if listed.folders.is_empty() {
        return folders;
    }
    for (folder, is_index, page) in all_pages(db, set) {
        if listed.pages.contains(&*page.id) {
            continue;
        }
        if let Some(around) = listed.folder_around(folder) {
            folders.entry(around).or_default().add(folder.get(around.len()..).unwrap_or_default(), is_index, page);
        }
    }
    folders
}

/// The folders of groups that a page fills.
pub(crate) fn filled_folders<'db>(db: &'db dyn Db, set: FileSet, listed: &SidebarContents<'db>) -> BTreeSet<&'db str> {
    of_groups(db, set, listed).into_keys().collect()
}
