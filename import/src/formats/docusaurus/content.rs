//! The pages of one docs plugin: version, IDs and URL paths.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::excluded::Excluded;
use super::translation::Translation;
use super::{instances, sidebars};
use crate::formats::{Pages, ProjectReader, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EditionName, NavEntry};
use crate::report::LossKind;

/// A docs plugin as configured.
#[derive(Clone, Debug, Default)]
pub(super) struct Plugin {
    /// Its ID; empty for the default one.
    id: String,
    path: Option<String>,
    route: Option<String>,
    sidebar: Option<String>,
    /// The version without a prefix in its URL paths.
    last_version: Option<String>,
    /// The settings of versions.
    versions: Value,
    /// The versions that it publishes; `None` for all of them.
    only: Option<Vec<String>>,
    /// Whether it publishes the current pages if there are released versions.
    has_current: bool,
    /// Whether it publishes nothing but the current pages.
    is_unversioned: bool,
    /// Whether categories are open unless they say otherwise.
    is_open: bool,
    /// The pages that it does not publish.
    excluded: Excluded,
}

/// The docs plugins: that of the preset, and further ones. If the list of published versions is partly computed, it
/// does not say which ones are left out.
pub(super) fn plugins(settings: &Value, has_computed_versions: bool) -> Vec<Plugin> {
    let mut plugins: Vec<Plugin> = instances(settings, "docs").iter().map(plugin).collect();
    for plugin in plugins.iter_mut().filter(|_| has_computed_versions) {
        plugin.only = None;
    }
    plugins
}

fn plugin(options: &Value) -> Plugin {
    let field = |key: &str| text(options, key).map(ToOwned::to_owned);
    Plugin {
        id: field("id").filter(|id| id != "default").unwrap_or_default(),
        path: field("path"),
        route: field("routeBasePath"),
        sidebar: field("sidebarPath"),
        last_version: field("lastVersion"),
        versions: options.get("versions").cloned().unwrap_or_default(),
        only: options.get(super::ONLY_VERSIONS).and_then(Value::as_array).map(|names| {
            let names = names.iter().filter_map(Value::as_str);
            names.map(|name| if name == "current" { NEXT } else { name }.to_owned()).collect()
        }),
        has_current: options.get("includeCurrentVersion").and_then(Value::as_bool) != Some(false),
        is_unversioned: literal::is_true(options, "disableVersioning"),
        is_open: options.get("sidebarCollapsed").and_then(Value::as_bool) == Some(false),
        excluded: Excluded::of(options),
    }
}

impl Plugin {
    /// The title that the navigation bar gives it: the label of the item that names it, or of the only item that links to
    /// its pages.
    pub(super) fn label(&self, settings: &Value) -> Option<String> {
        let items = navbar(settings);
        let own = items.iter().filter(|item| !self.id.is_empty() && self.is_of(item));
        let named = own.filter_map(|item| text(item, "label")).next();
        let is_linked = |item: &&&Value| text(item, "to").map_or_else(|| self.is_page(item), |to| self.has(to));
        let mut linked = items.iter().filter(is_linked).filter_map(|item| text(item, "label"));
        let only = linked.next().filter(|_| linked.next().is_none());
        named.or(only).map(ToOwned::to_owned)
    }

    /// The title of its part of the navigation if the navigation bar gives it none: its ID, or for the default one a word
    /// in the language `lang`.
    pub(super) fn own_title(&self, lang: &str) -> String {
        match engine::GroupTitles::in_language(lang).filter(|_| self.id.is_empty()) {
            Some(titles) => titles.guides.to_owned(),
            None => paths::words(if self.id.is_empty() { "docs" } else { &self.id }),
        }
    }

    /// The labels of its sidebars in the navigation bar.
    pub(super) fn labels(&self, settings: &Value) -> BTreeMap<String, String> {
        let label = |item: &&Value| Some((text(item, "sidebarId")?.to_owned(), text(item, "label")?.to_owned()));
        navbar(settings).iter().filter(|item| self.is_of(item)).filter_map(label).collect()
    }

    /// Whether an item of the navigation bar is about this plugin, by its ID.
    fn is_of(&self, item: &Value) -> bool {
        text(item, "docsPluginId").filter(|id| *id != "default").unwrap_or_default() == self.id
    }

    /// Whether an item of the navigation bar is a page or a sidebar of this plugin.
    fn is_page(&self, item: &Value) -> bool {
        matches!(text(item, "type"), Some("doc" | "docSidebar")) && self.is_of(item)
    }

    /// Its sidebars file. The setting may omit the extension; without it, the default plugin has a file of a usual name.
    fn sidebars(&self, reader: &ProjectReader<'_>) -> Option<String> {
        const ENDS: [&str; 6] = ["", ".ts", ".js", ".json", ".mjs", ".cjs"];
        let found = |path: &str| {
            let written = ENDS.iter().find_map(|end| reader.first(&[&format!("{path}{end}")]));
            // A file in TypeScript may be named like the one that it is compiled to.
            written.or_else(|| reader.first(&[&format!("{}.ts", path.strip_suffix(".js")?)]))
        };
        match &self.sidebar {
            Some(path) => found(path),
            None if self.id.is_empty() => found("sidebars"),
            None => None,
        }
    }

    /// The folder of its pages: next to the settings, or next to their folder.
    pub(super) fn folder(&self, reader: &ProjectReader<'_>) -> Option<String> {
        let path = self.path.as_deref().unwrap_or("docs");
        let places = [paths::join(&reader.root, path), paths::join(paths::folder(&reader.root), path)];
        places.into_iter().flatten().find(|folder| reader.source.under(folder).next().is_some())
    }

    /// The path above its pages.
    fn route(&self) -> &str {
        self.route.as_deref().unwrap_or("docs").trim_matches('/')
    }

    /// Returns the folder in the IDs of its pages if it is the default plugin.
    pub(super) fn main_folder(&self) -> Option<&str> {
        self.id.is_empty().then(|| self.route())
    }

    /// Whether a URL path is below its own.
    fn has(&self, path: &str) -> bool {
        let path = path.trim_matches('/');
        !self.route().is_empty() && (path == self.route() || paths::below(path, self.route()).is_some())
    }

    /// A setting of a version.
    fn setting(&self, version: &str, key: &str) -> Option<&str> {
        let name = if version == NEXT { "current" } else { version };
        text(self.versions.get(name)?, key)
    }

    /// A version as readers see it. `is_old` says that a newer one is the main version.
    fn named(&self, version: &str, is_old: bool) -> EditionName {
        let label = self.setting(version, "label").or((version == NEXT).then_some("Next"));
        let notice = match self.setting(version, "banner") {
            Some("none") => Some("none"),
            Some("unmaintained") => Some("unmaintained"),
            Some(_) => None,
            None => is_old.then_some("unmaintained"),
        };
        EditionName {
            alias: (version == NEXT).then_some("current"),
            label: label.map(ToOwned::to_owned),
            notice,
            ..version.into()
        }
    }

    /// A file or folder for versions, whose name begins with the ID of a plugin other than the default one.
    fn versioned(&self, name: &str) -> String {
        if self.id.is_empty() { name.to_owned() } else { format!("{}_{name}", self.id) }
    }
}

/// A docs plugin in one version and language.
pub(super) struct Docs<'r, 's> {
    reader: &'r ProjectReader<'s>,
    /// The folder of its pages in the main language.
    folder: String,
    /// The first segment of its URL paths.
    route: String,
    /// The segment of the version in URL paths; empty for the main one.
    version: String,
    /// Its pages in the main language.
    files: Vec<String>,
    translation: Option<Translation>,
    /// Its sidebars file.
    sidebar: Option<String>,
    /// The pages by ID.
    ids: BTreeMap<String, String>,
    /// Whether categories are open unless they say otherwise.
    is_open: bool,
}

impl<'r, 's> Docs<'r, 's> {
    /// Selects the version. `None` if the plugin has no pages in it. `locale` is the language, if it is not the main one.
    pub(super) fn open(
        reader: &'r ProjectReader<'s>,
        plugin: &Plugin,
        file: &str,
        locale: Option<&str>,
        left_out: &mut Vec<String>,
    ) -> Option<Self> {
        let next = plugin.folder(reader);
        if next.is_none()
            && let Some(path) = &plugin.path
        {
            reader.report_missing(LossKind::Config, file, path, "the folder of a docs plugin has no files");
        }
        let Version { name, path } = Version::of(reader, plugin, next.is_some(), left_out)?;
        let folder = match &name {
            None => next?,
            Some(name) => reader.at(&format!("{}/version-{name}", plugin.versioned("versioned_docs")))?,
        };
        let sidebar = match &name {
            Some(name) => {
                let name = format!("{}/version-{name}-sidebars.json", plugin.versioned("versioned_sidebars"));
                reader.first(&[&name])
            }
            None => plugin.sidebars(reader),
        };
        if let (None, None, Some(path)) = (&name, &sidebar, &plugin.sidebar) {
            let outcome = "the file of the sidebars is not there: the navigation has its folders";
            reader.report_missing(LossKind::Config, file, path, outcome);
        }
        let part = name.map_or_else(|| "current".to_owned(), |name| format!("version-{name}"));
        let files = plugin.excluded.pages_below(reader, &folder);
        let translation = locale.and_then(|locale| {
            let set = if plugin.id.is_empty() { String::new() } else { format!("-{}", plugin.id) };
            Translation::of(reader, locale, &format!("docs{set}"), &part, (&folder, &plugin.excluded))
        });
        let route = plugin.route().to_owned();
        let (ids, is_open) = (BTreeMap::new(), plugin.is_open);
        let mut docs = Self { reader, folder, route, version: path, files, translation, sidebar, ids, is_open };
        let own = docs.translation.iter().flat_map(|translation| translation.files.values());
        docs.ids = docs.files.iter().chain(own).map(|file| (docs.id(file), file.clone())).collect();
        Some(docs)
    }

    /// The folder and name of a page's path, without their ordering numbers.
    fn parts(&self, file: &str) -> (String, String) {
        let translated = self.translation.as_ref().and_then(|translation| paths::below(file, &translation.folder));
        let below = translated.or_else(|| paths::below(file, &self.folder)).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        let folder =
            paths::folder(stem).split('/').map(|part| paths::without_number(part).0).collect::<Vec<_>>().join("/");
        (folder, paths::without_number(paths::name(stem)).0.to_owned())
    }

    /// The ID by which sidebars refer to a page.
    fn id(&self, file: &str) -> String {
        let (folder, name) = self.parts(file);
        paths::plus(&folder, &self.reader.field(file, "id").unwrap_or(name))
    }

    /// The URL path of a page below that of its version, without the leading `/`.
    fn address(&self, file: &str) -> String {
        let (folder, name) = self.parts(file);
        match self.reader.field(file, "slug") {
            Some(slug) if slug.starts_with('/') => slug.trim_matches('/').to_owned(),
            Some(slug) => paths::join(&folder, &slug).unwrap_or_default(),
            None => {
                let last = name.to_lowercase();
                let is_index = last == "index"
                    || last == "readme"
                    || (!folder.is_empty() && last == paths::name(&folder).to_lowercase());
                // The `id` of the page of a folder is no part of its path.
                let own = || self.reader.field(file, "id").unwrap_or(name);
                if is_index { folder } else { paths::plus(&folder, &own()) }
            }
        }
    }

    /// The URL path of the version and language, without the leading `/`.
    fn root(&self) -> String {
        let locale = self.translation.as_ref().map(|translation| translation.locale.as_str()).unwrap_or_default();
        paths::plus(&paths::plus(locale, &self.route), &self.version)
    }

    /// The folders that links to its pages by file may begin at.
    pub(super) fn folders(&self) -> impl Iterator<Item = String> {
        self.translation.iter().map(|translation| translation.folder.clone()).chain([self.folder.clone()])
    }

    /// Adds the pages.
    pub(super) fn add_pages(&self, pages: &mut Pages) {
        let root = self.root();
        for file in Translation::pages(self.translation.as_ref(), self.reader, &self.files) {
            let below = self.address(&file);
            let page = pages.add_as(&file, &paths::plus(&self.route, &below), &paths::plus(&root, &below));
            let id = self.id(&file);
            page.named(format!("/{}", paths::plus(&root, &id))).named(id);
        }
    }

    /// The entries of its sidebars, or else of its folders.
    /// `labels` are the titles of the sidebars in the navigation bar.
    pub(super) fn navigation(&self, labels: &BTreeMap<String, String>, pages: &mut Pages) -> Vec<NavEntry> {
        let entries = self.untranslated_navigation(labels, pages);
        match &self.translation {
            Some(translation) => translation.entries(entries),
            None => entries,
        }
    }

    fn untranslated_navigation(&self, labels: &BTreeMap<String, String>, pages: &mut Pages) -> Vec<NavEntry> {
        let read = self.sidebar.as_deref().and_then(|file| Some((file, self.reader.script(file)?)));
        let Some((file, value)) = read.filter(|(_, value)| value.is_object()) else {
            return super::autogenerated(self.reader, &self.folder, &self.files);
        };
        let sidebars = sidebars::Sidebars {
            reader: self.reader,
            file,
            folder: &self.folder,
            files: &self.files,
            is_open: self.is_open,
            ids: &self.ids,
            indexes: RefCell::default(),
        };
        self.reader.computed(file, super::super::COMPUTED_LEFT_OUT, |_| true);
        let entries = sidebars.all(&value, labels);
        for (address, first) in sidebars.indexes.into_inner() {
            pages.add_name(&first, &format!("/{}", paths::plus(&self.root(), address.trim_matches('/'))));
        }
        entries
    }
}

/// The items of the navigation bar; those of a menu replace it.
pub(super) fn navbar(settings: &Value) -> Vec<&Value> {
    let navbar = settings.get("themeConfig").and_then(|theme| theme.get("navbar"));
    unread::leaves(navbar.and_then(|navbar| navbar.get("items")))
}

/// Whether the top of a navigation consists of groups that the navigation bar names, perhaps followed by others.
pub(super) fn are_tabs(titles: &BTreeSet<String>, navigation: &[NavEntry]) -> bool {
    let is_tab = |entry: &&NavEntry| matches!(entry, NavEntry::Group { title, .. } if titles.contains(title));
    navigation.iter().take_while(is_tab).count() > 1
        && navigation.iter().all(|entry| matches!(entry, NavEntry::Group { .. }))
}

/// A version of a docs plugin.
struct Version {
    /// `None` for the current pages.
    name: Option<String>,
    /// Its segment in URL paths.
    path: String,
}

/// The name of the version with the current pages.
const NEXT: &str = "next";

impl Version {
    /// The requested version, or else that of `lastVersion`, or else the newest released one with pages. `None` if the
    /// plugin does not have the requested one, and another version has its pages.
    fn of(reader: &ProjectReader<'_>, plugin: &Plugin, has_next: bool, left_out: &mut Vec<String>) -> Option<Self> {
        let file = reader.first(&[&plugin.versioned("versions.json")]).filter(|_| !plugin.is_unversioned);
        let list = file.as_deref().and_then(|file| reader.settings(file)).unwrap_or_default();
        // `current` is the name of the pages that are no version.
        let names = literal::items(Some(&list)).iter().filter_map(Value::as_str).filter(|name| *name != "current");
        let names: Vec<&str> = names.collect();
        let Some(file) = file.filter(|_| !names.is_empty()) else {
            return (!reader.choice.is_old).then(|| Self { name: None, path: String::new() });
        };
        let folder = |name: &str| reader.at(&format!("{}/version-{name}", plugin.versioned("versioned_docs")));
        let is_there = |name: &str| folder(name).is_some_and(|folder| reader.source.under(&folder).next().is_some());
        for name in names.iter().filter(|name| !is_there(name)) {
            reader.report_missing(LossKind::Version, &file, name, "its pages are not there");
        }
        let last = plugin.last_version.as_deref().map(|name| if name == "current" { NEXT } else { name });
        let released = || names.iter().copied().filter(|name| is_there(name));
        let has_next = has_next && plugin.has_current;
        let is_published = |name: &&str| plugin.only.as_ref().is_none_or(|only| only.iter().any(|one| one == name));
        let all: Vec<&str> = has_next.then_some(NEXT).into_iter().chain(released()).filter(is_published).collect();
        let last = last
            .filter(|last| all.contains(last))
            .or_else(|| all.iter().copied().find(|name| *name != NEXT))
            .unwrap_or(NEXT);
        let place = all.iter().position(|name| *name == last)?;
        let offered: Vec<EditionName> =
            all.iter().enumerate().map(|(at, name)| plugin.named(name, at > place)).collect();
        let is_absent = reader.choice.version.as_deref().is_none_or(|wanted| !all.contains(&wanted));
        if reader.choice.is_old && is_absent {
            return None;
        }
        let chosen = *all.get(reader.choose(LossKind::Version, &file, &offered, place))?;
        let path = |name: &str| match plugin.setting(name, "path") {
            Some(path) => path.trim_matches('/').to_owned(),
            None if name == last => String::new(),
            None => name.to_owned(),
        };
        // The folder of a version at the root has those of the others.
        let others = all.iter().filter(|name| **name != chosen).map(|name| path(name)).filter(|path| !path.is_empty());
        left_out.extend(others.map(|path| paths::plus(plugin.route(), &path)));
        Some(Self { name: Some(chosen.to_owned()).filter(|name| name != NEXT), path: path(chosen) })
    }
}
