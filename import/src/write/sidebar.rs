//! The navigation as `sidebar` of `tool.json`, with generated pages for the operations in it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::editions::Edition;
use crate::formats::Facts;
use crate::links::{Site, unresolved};
use crate::operations::{ApiPages, OperationPage, Operations};
use crate::page::PageFacts;
use crate::project::{EntryLook, GroupKind, NavBadge, NavEntry, Project, SourcePage};
use crate::report::{Loss, LossKind, Origin};

/// The titles of pages in the sidebar.
pub(super) struct Titles<'a> {
    /// The titles that the navigation gives to pages without one, by file.
    given: BTreeMap<&'a str, &'a str>,
    project: &'a Project,
    /// The facts of the pages, then those of the pages that are shown where they are not translated.
    facts: [Option<&'a Facts>; 2],
    /// The IDs of all these pages, by file.
    ids: BTreeMap<&'a str, &'a str>,
}

impl<'a> Titles<'a> {
    /// The titles of an edition whose pages have these IDs. `original` is the edition that is shown where pages are not
    /// translated, with the IDs of its pages.
    pub(super) fn new(
        edition: &'a Edition,
        ids: &'a [String],
        original: Option<&'a Edition>,
        original_ids: &'a [String],
    ) -> Self {
        let given = |page: &'a SourcePage| Some((page.file.as_str(), page.frontmatter.get("title")?.as_str()));
        let of = |pages: &'a [SourcePage], ids: &'a [String]| {
            pages.iter().zip(ids).map(|(page, id)| (page.file.as_str(), id.as_str()))
        };
        let shown = original.map(|original| original.project.pages.as_slice()).unwrap_or_default();
        Self {
            given: edition.project.pages.iter().chain(shown).filter_map(given).collect(),
            project: &edition.project,
            facts: [Some(&edition.facts), original.map(|original| &original.facts)],
            ids: of(shown, original_ids).chain(of(&edition.project.pages, ids)).collect(),
        }
    }

    fn facts(&self, file: &str) -> Option<&'a Rc<PageFacts>> {
        self.facts.into_iter().flatten().find_map(|facts| facts.get(file))
    }

    /// The title that the page itself shows in the sidebar, as far as it is known.
    fn own(&self, file: &str) -> Option<String> {
        let facts = self.facts(file)?;
        let field = |key: &str| facts.frontmatter.get(key).and_then(serde_yaml::Value::as_str).map(str::trim);
        let keys = ["sidebarTitle", "sidebar_title", "sidebar_label", "title"];
        let own = keys.iter().find_map(|key| field(key)).or(facts.heading.as_deref()).map(ToOwned::to_owned);
        own.or_else(|| self.given.get(file).map(|title| crate::page::title(title)))
    }
}

/// The navigation of an edition, in the format of `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Navigation {
    Sidebar(Vec<Value>),
    Tabs(Vec<Value>),
    Products(Vec<Value>),
}

impl Navigation {
    /// The field of `tool.json`. `None` if there is no navigation.
    pub(super) fn field(&self) -> Option<(&'static str, Value)> {
        match self {
            Self::Sidebar(entries) if entries.is_empty() => None,
            Self::Sidebar(entries) => Some(("sidebar", json!(entries))),
            Self::Tabs(tabs) => Some(("tabs", json!(tabs))),
            Self::Products(products) => Some(("products", json!(products))),
        }
    }
}

/// The sidebar under construction.
pub(super) struct Sidebar<'a> {
    titles: &'a Titles<'a>,
    operations: &'a Operations,
    site: &'a Site<'a>,
    /// The IDs of pages, in lowercase.
    taken: BTreeSet<String>,
    /// The refs of operations that pages already show.
    documented: BTreeSet<(String, Option<String>)>,
    made: BTreeMap<usize, ApiPages>,
    /// The IDs of the pages of operations, by their refs.
    ids: BTreeMap<(String, Option<String>), String>,
    /// The pages of operations: ID and text.
    pub(super) pages: BTreeMap<String, String>,
    /// The paths of operations on the old site that the navigation gives, each with the ID of its page.
    pub(super) addresses: BTreeMap<String, String>,
    /// The files in it.
    pub(super) listed: BTreeSet<String>,
    pub(super) losses: Vec<Loss>,
    /// The icons without a counterpart.
    no_icons: BTreeMap<String, usize>,
}

impl<'a> Sidebar<'a> {
    pub(super) fn new(
        titles: &'a Titles<'a>,
        operations: &'a Operations,
        site: &'a Site<'a>,
        taken: BTreeSet<String>,
    ) -> Self {
        Self {
            titles,
            operations,
            site,
            taken,
            documented: site.documented(),
            made: BTreeMap::new(),
            ids: BTreeMap::new(),
            pages: BTreeMap::new(),
            addresses: BTreeMap::new(),
            listed: BTreeSet::new(),
            losses: Vec::new(),
            no_icons: BTreeMap::new(),
        }
    }

    /// The navigation of a project. Its tabs and products are such if all of them have different titles, and more than one
    /// has pages.
    pub(super) fn navigation(&mut self, project: &Project) -> Navigation {
        let navigation = self.all(project);
        for (icon, count) in std::mem::take(&mut self.no_icons) {
            let (outcome, origin) = match engine::other_tools::icon(&icon) {
                Some(_) => ("an icon of the navigation whose file does not exist; left out", Origin::Source),
                None => ("an icon of the navigation that does not exist here; left out", Origin::Import),
            };
            let outcome = match count {
                1 => outcome.to_owned(),
                count => format!("{outcome}; {count} entries have it"),
            };
            self.losses.push(Loss::new(LossKind::Config, "", 0, &icon, &outcome).by(origin));
        }
        navigation
    }

    fn all(&mut self, project: &Project) -> Navigation {
        let entries = &project.navigation;
        let (made, name): (fn(Vec<Value>) -> Navigation, &str) = match menu_of(entries) {
            GroupKind::Section => return Navigation::Sidebar(self.entries(entries)),
            GroupKind::Tab => (Navigation::Tabs, "tab"),
            GroupKind::Product => (Navigation::Products, "product"),
        };
        let items: Vec<Value> = entries.iter().filter_map(|entry| self.item(entry, name)).collect();
        let with_pages = items.iter().filter(|item| item.get("href").is_none()).count();
        if with_pages > 1 { made(items) } else { Navigation::Sidebar(self.entries(entries)) }
    }

    /// A group or link as a tab or product, which has its title as the member `name`. `None` if it is empty.
    fn item(&mut self, entry: &NavEntry, name: &str) -> Option<Value> {
        let mut members = Map::new();
        members.insert(name.to_owned(), json!(crate::page::title(item_title(entry)?)));
        let NavEntry::Group { page, entries, look, .. } = entry else {
            let link = self.entry(entry).pop()?;
            members.insert("href".to_owned(), link.get("href")?.clone());
            members.extend(link.get("icon").map(|icon| ("icon".to_owned(), icon.clone())));
            return Some(Value::Object(members));
        };
        members.extend(self.icon(look).map(|icon| ("icon".to_owned(), json!(icon))));
        if name == "product" {
            members.extend(look.description.as_ref().map(|text| ("description".to_owned(), json!(text))));
            if page.is_none() && menu_of(entries) == GroupKind::Tab {
                let tabs: Vec<Value> = entries.iter().filter_map(|entry| self.item(entry, "tab")).collect();
                if tabs.iter().any(|tab| tab.get("sidebar").is_some()) {
                    members.insert("tabs".to_owned(), json!(tabs));
                    return Some(Value::Object(members));
                }
            }
        }
        let own = page.as_deref().filter(|file| !is_first(entries, file));
        let mut sidebar: Vec<Value> = own.and_then(|file| self.page(file, None)).into_iter().collect();
        sidebar.extend(self.entries(entries));
        if sidebar.is_empty() {
            return None;
        }
        members.insert("sidebar".to_owned(), json!(sidebar));
        Some(Value::Object(members))
    }

    /// The entries as JSON.
    pub(super) fn entries(&mut self, entries: &[NavEntry]) -> Vec<Value> {
        entries.iter().flat_map(|entry| self.entry(entry)).collect()
    }

    fn entry(&mut self, entry: &NavEntry) -> Vec<Value> {
        match entry {
            NavEntry::Page { file, title, look } => {
                let entry = self.page(file, title.as_deref());
                entry.map(|entry| self.marked(entry, look)).into_iter().collect()
            }
            NavEntry::Link { title, href, look } => match self.site.destination(href) {
                Some(to) => {
                    self.site.note_anchor(href);
                    self.listed.extend(self.site.linked_page(href).map(ToOwned::to_owned));
                    vec![self.marked(json!({ "href": to, "title": crate::page::title(title) }), look)]
                }
                None => {
                    let what = format!("the navigation links to it as \"{title}\"");
                    self.losses.push(unresolved(LossKind::NavigationEntry, href, &what));
                    Vec::new()
                }
            },
            NavEntry::Group { title, page, entries, look } => {
                let own = page.as_deref().filter(|file| !is_first(entries, file));
                let mut pages: Vec<Value> = own.and_then(|file| self.page(file, None)).into_iter().collect();
                pages.extend(self.entries(entries));
                match pages.as_slice() {
                    [] => Vec::new(),
                    // A group that contains only its own page is that page.
                    [Value::String(id)] if own.is_some() => {
                        let entry = self.titled(id, own.unwrap_or_default(), Some(title));
                        vec![self.marked(entry, look)]
                    }
                    // A list without a title only groups pages visually.
                    _ if title.trim().is_empty() => pages,
                    _ => {
                        let mut group = json!({ "group": crate::page::title(title) });
                        if let Some(members) = group.as_object_mut().filter(|_| look.is_open) {
                            members.insert("collapsed".to_owned(), json!(false));
                        }
                        let mut group = self.marked(group, look);
                        if let Some(members) = group.as_object_mut() {
                            members.insert("pages".to_owned(), json!(pages));
                        }
                        vec![group]
                    }
                }
            }
            NavEntry::Operation { spec, operation, title, address } => {
                self.operation(*spec, operation, title.as_deref(), address.as_deref())
            }
            NavEntry::Api { spec, addresses, omitted } => self.api(*spec, addresses, omitted),
        }
    }

    /// Our name of the icon of an entry, or the path of an image. Those without a counterpart are reported.
    fn icon(&mut self, look: &EntryLook) -> Option<String> {
        let given = look.icon.as_deref()?;
        let icon = match engine::other_tools::icon(given) {
            Some(path) if path.contains(['/', '.']) => self.site.destination(&path),
            other => other,
        };
        if icon.is_none() {
            *self.no_icons.entry(given.to_owned()).or_default() += 1;
        }
        icon
    }

    /// An entry with its icon and badge.
    fn marked(&mut self, entry: Value, look: &EntryLook) -> Value {
        let icon = self.icon(look);
        let badge = look.badge.as_ref().map(badge);
        if icon.is_none() && badge.is_none() {
            return entry;
        }
        let mut entry = if entry.is_object() { entry } else { json!({ "id": entry }) };
        if let Some(members) = entry.as_object_mut() {
            members.extend(icon.map(|icon| ("icon".to_owned(), json!(icon))));
            members.extend(badge.map(|badge| ("badge".to_owned(), badge)));
        }
        entry
    }

    fn page(&mut self, file: &str, title: Option<&str>) -> Option<Value> {
        let id = self.titles.ids.get(file).copied()?;
        self.listed.insert(file.to_owned());
        let href = self.titles.facts(file).and_then(|facts| facts.elsewhere());
        let href = href.and_then(|href| self.site.destination(href));
        if let Some(href) = href.filter(|href| href.trim_matches('/') != id) {
            let outcome = "its entry in the navigation links to that URL; the page stays, without an entry";
            self.losses.push(Loss::new(LossKind::Frontmatter, file, 0, &href, outcome).by(Origin::Choice));
            let title = title.map(ToOwned::to_owned).or_else(|| self.titles.own(file));
            let entry = json!({ "href": href, "title": title.unwrap_or_else(|| href.clone()) });
            let own = self.titles.facts(file).and_then(|facts| facts.frontmatter.get("icon"));
            let icon = own.and_then(serde_yaml::Value::as_str).map(ToOwned::to_owned);
            return Some(self.marked(entry, &EntryLook { icon, ..EntryLook::default() }));
        }
        Some(self.titled(id, file, title))
    }

    /// The entry of a page, with a title if it differs from the page's.
    fn titled(&self, id: &str, file: &str, title: Option<&str>) -> Value {
        let own = self.titles.own(file);
        let title = title.map(crate::page::title);
        match title.filter(|title| !title.is_empty() && own.as_ref() != Some(title)) {
            Some(title) => json!({ "id": id, "title": title }),
            None => json!(id),
        }
    }

    fn made(&mut self, spec: usize) -> &ApiPages {
        let operations = self.operations;
        self.made.entry(spec).or_insert_with(|| operations.pages(spec))
    }

    fn operation(
        &mut self,
        spec: Option<usize>,
        operation: &str,
        title: Option<&str>,
        address: Option<&str>,
    ) -> Vec<Value> {
        let found = match spec {
            Some(spec) => self.operations.among(operation, Some(spec)).map(|found| (spec, found.0)),
            None => (0..self.titles.project.specs.len())
                .find_map(|spec| self.operations.among(operation, Some(spec)).map(|found| (spec, found.0))),
        };
        let page = found.and_then(|(spec, reference)| {
            let page = self.made(spec).pages.iter().find(|page| page.reference == reference).cloned();
            page.map(|page| (spec, page))
        });
        let Some((spec, page)) = page else {
            let outcome = "no OpenAPI file of the project has that operation of the navigation";
            let loss = Loss::new(LossKind::Spec, "", 0, operation, outcome);
            self.losses.push(loss.by(self.operations.origin()));
            return Vec::new();
        };
        // The page of an operation shows its stream, too.
        let documented = (page.reference.clone(), self.operations.name_of(spec));
        if operation.starts_with("STREAM ") && self.documented.contains(&documented) {
            return Vec::new();
        }
        let method = operation.split_once(' ').map(|(method, _)| method.to_uppercase());
        let entry = self.entry_of(spec, &page.id).unwrap_or_else(|| json!({ "id": page.id }));
        let id = self.add(spec, &page);
        if let Some(address) = address {
            self.addresses.entry(address.to_owned()).or_insert_with(|| id.clone());
        }
        let title = title.map(|title| json!(title)).or_else(|| entry.get("title").cloned());
        let method = entry.get("method").cloned().or_else(|| method.map(|method| json!(method)));
        let mut out = json!({ "id": id });
        if let Some(members) = out.as_object_mut() {
            members.extend(title.map(|title| ("title".to_owned(), title)));
            members.extend(method.map(|method| ("method".to_owned(), method)));
        }
        vec![out]
    }

    /// The scaffolded entry of a page.
    fn entry_of(&mut self, spec: usize, id: &str) -> Option<Value> {
        let mut open: Vec<&Value> = self.made(spec).sidebar.iter().collect();
        while let Some(entry) = open.pop() {
            if entry.get("id").and_then(Value::as_str) == Some(id) {
                return Some(entry.clone());
            }
            open.extend(entry.get("pages").and_then(Value::as_array).into_iter().flatten());
        }
        None
    }

    /// Adds the page of an operation under an unused ID.
    fn add(&mut self, spec: usize, page: &OperationPage) -> String {
        let reference = (page.reference.clone(), self.operations.name_of(spec));
        self.documented.insert(reference.clone());
        let mut id = page.id.clone();
        let mut number = 2_u32;
        while self.pages.get(&id).is_none_or(|text| *text != page.text) && !self.taken.insert(id.to_lowercase()) {
            id = format!("{}-{number}", page.id);
            number += 1;
        }
        self.pages.insert(id.clone(), page.text.clone());
        self.ids.insert(reference, id.clone());
        id
    }

    /// All operations of a spec without a page, grouped by tag, except the omitted ones. `addresses` are the paths of
    /// operations on the old site.
    fn api(&mut self, spec: usize, addresses: &[(String, String)], omitted: &[String]) -> Vec<Value> {
        let made = self.made(spec).clone();
        let name = self.operations.name_of(spec);
        let omitted = omitted.iter().filter_map(|operation| self.operations.among(operation, Some(spec)));
        let omitted: BTreeSet<(String, Option<String>)> = omitted.collect();
        let mut ids = BTreeMap::new();
        for page in &made.pages {
            let reference = (page.reference.clone(), name.clone());
            if !self.documented.contains(&reference) && !omitted.contains(&reference) {
                let id = self.add(spec, page);
                ids.insert(page.id.clone(), id);
            }
        }
        for (operation, address) in addresses {
            let id =
                self.operations.among(operation, Some(spec)).and_then(|reference| self.ids.get(&reference).cloned());
            if let Some(id) = id {
                self.addresses.entry(address.clone()).or_insert(id);
            }
        }
        let groups: Vec<Value> = made.sidebar.iter().filter_map(|entry| kept(entry, &ids)).collect();
        // The only group of an API without tag groups replaces the entry itself.
        match groups.as_slice() {
            [one] => one.get("pages").and_then(Value::as_array).cloned().unwrap_or_default(),
            _ => groups,
        }
    }
}

/// A scaffolded entry with the generated pages, under their IDs.
fn kept(entry: &Value, ids: &BTreeMap<String, String>) -> Option<Value> {
    if let Some(pages) = entry.get("pages").and_then(Value::as_array) {
        let pages: Vec<Value> = pages.iter().filter_map(|entry| kept(entry, ids)).collect();
        return (!pages.is_empty()).then(|| json!({ "group": entry.get("group"), "pages": pages }));
    }
    let id = entry.as_str().or_else(|| entry.get("id")?.as_str())?;
    let new = ids.get(id)?;
    let mut entry = entry.clone();
    match entry.as_object_mut() {
        Some(members) => drop(members.insert("id".to_owned(), json!(new))),
        None => entry = json!(new),
    }
    Some(entry)
}

/// A badge as in `tool.json`: one of those with a name, or its text and variant.
fn badge(given: &NavBadge) -> Value {
    // The named ones have texts in the site's language, and a variant of their own.
    const NAMED: [(&str, &str); 3] = [("new", "success"), ("beta", "info"), ("deprecated", "warning")];
    let variant = given.look.as_deref().and_then(crate::page::badge_variant);
    let text = crate::page::title(&given.text);
    let named =
        NAMED.iter().find(|(name, own)| text.eq_ignore_ascii_case(name) && variant.is_none_or(|given| given == *own));
    match (named, variant) {
        (Some((name, _)), _) => json!(name),
        (None, Some(variant)) => json!({ "text": text, "variant": variant }),
        (None, None) => json!({ "text": text }),
    }
}

/// What the entries at the top of a navigation are: products, tabs, or the entries of a sidebar.
fn menu_of(entries: &[NavEntry]) -> GroupKind {
    let titles: BTreeSet<&str> = entries.iter().filter_map(item_title).collect();
    let has = |kind: GroupKind| entries.iter().any(|entry| entry.kind() == kind);
    match () {
        () if titles.len() < entries.len() => GroupKind::Section,
        () if has(GroupKind::Product) => GroupKind::Product,
        () if has(GroupKind::Tab) => GroupKind::Tab,
        () => GroupKind::Section,
    }
}

/// The title of an entry that can be a tab or product.
fn item_title(entry: &NavEntry) -> Option<&str> {
    match entry {
        NavEntry::Group { title, .. } | NavEntry::Link { title, .. } => {
            Some(title.trim()).filter(|title| !title.is_empty())
        }
        NavEntry::Page { .. } | NavEntry::Operation { .. } | NavEntry::Api { .. } => None,
    }
}

/// Whether a page is already the first entry.
fn is_first(entries: &[NavEntry], file: &str) -> bool {
    matches!(entries.first(), Some(NavEntry::Page { file: first, .. }) if first == file)
}
