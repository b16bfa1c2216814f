//! The pages of one docs plugin: version, language, IDs and URL paths.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{instances, sidebars};
use crate::formats::{Pages, ProjectReader};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::NavEntry;
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
}

/// The docs plugins: that of the preset, and further ones.
pub(super) fn plugins(settings: &Value) -> Vec<Plugin> {
    instances(settings, "docs").iter().map(plugin).collect()
}

fn plugin(options: &Value) -> Plugin {
    let field = |key: &str| text(options, key).map(ToOwned::to_owned);
    Plugin {
        id: field("id").filter(|id| id != "default").unwrap_or_default(),
        path: field("path"),
        route: field("routeBasePath"),
        sidebar: field("sidebarPath"),
        last_version: field("lastVersion"),
    }
}

impl Plugin {
    /// The title of its part of the navigation: the label in the navigation bar, or else its ID.
    pub(super) fn title(&self, settings: &Value) -> String {
        let navbar = settings.get("themeConfig").and_then(|theme| theme.get("navbar"));
        let items = literal::items(navbar.and_then(|navbar| navbar.get("items"))).iter();
        let own = |item: &&Value| !self.id.is_empty() && text(item, "docsPluginId") == Some(self.id.as_str());
        let label = items.filter(own).filter_map(|item| text(item, "label")).next();
        let id = if self.id.is_empty() { "docs" } else { &self.id };
        label.map_or_else(|| paths::words(id), ToOwned::to_owned)
    }

    /// Its sidebars file. The setting may omit the extension; without it, the default plugin has a file of a usual name.
    fn sidebars(&self, reader: &ProjectReader<'_>) -> Option<String> {
        const ENDS: [&str; 6] = ["", ".ts", ".js", ".json", ".mjs", ".cjs"];
        let found = |path: &str| ENDS.iter().find_map(|end| reader.first(&[&format!("{path}{end}")]));
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

    /// A file or folder for versions, whose name begins with the ID of a plugin other than the default one.
    fn versioned(&self, name: &str) -> String {
        if self.id.is_empty() { name.to_owned() } else { format!("{}_{name}", self.id) }
    }
}

/// A docs plugin in the imported version and language.
pub(super) struct Docs<'r, 's> {
    reader: &'r ProjectReader<'s>,
    folder: String,
    /// The first segment of its URL paths.
    route: String,
    files: Vec<String>,
    /// Its sidebars file.
    sidebar: Option<String>,
    /// The pages by ID.
    ids: BTreeMap<String, String>,
}

impl<'r, 's> Docs<'r, 's> {
    /// Selects version and language.
    pub(super) fn open(
        reader: &'r ProjectReader<'s>,
        plugin: &Plugin,
        settings: &Value,
        file: &str,
        left_out: &mut Vec<String>,
    ) -> Option<Self> {
        let next = plugin.folder(reader);
        if next.is_none()
            && let Some(path) = &plugin.path
        {
            reader.report_missing(LossKind::Config, file, path, "the folder of a docs plugin has no files");
        }
        let version = version(reader, plugin, next.is_some(), left_out);
        let folder = match &version {
            None => next?,
            Some(version) => reader.at(&format!("{}/version-{version}", plugin.versioned("versioned_docs")))?,
        };
        let sidebar = match &version {
            Some(version) => {
                let name = format!("{}/version-{version}-sidebars.json", plugin.versioned("versioned_sidebars"));
                reader.first(&[&name])
            }
            None => plugin.sidebars(reader),
        };
        let folder = locale(reader, plugin, settings, version.as_deref(), left_out).unwrap_or(folder);
        let files = reader.pages_below(&folder);
        let route = plugin.route.as_deref().unwrap_or("docs").trim_matches('/').to_owned();
        let mut docs = Self { reader, folder, route, files, sidebar, ids: BTreeMap::new() };
        for file in &docs.files {
            docs.ids.insert(docs.id(file), file.clone());
        }
        Some(docs)
    }

    /// The folder and name of a page's path, without their ordering numbers.
    fn parts(&self, file: &str) -> (String, String) {
        let below = paths::below(file, &self.folder).unwrap_or(file);
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

    /// The URL path of a page without the leading `/`.
    fn address(&self, file: &str) -> String {
        let (folder, name) = self.parts(file);
        let below = match self.reader.field(file, "slug") {
            Some(slug) if slug.starts_with('/') => slug.trim_matches('/').to_owned(),
            Some(slug) => paths::join(&folder, &slug).unwrap_or_default(),
            None => {
                let last = name.to_lowercase();
                let is_index = last == "index"
                    || last == "readme"
                    || (!folder.is_empty() && last == paths::name(&folder).to_lowercase());
                let own = self.reader.field(file, "id");
                if is_index && own.is_none() { folder } else { paths::plus(&folder, &own.unwrap_or(name)) }
            }
        };
        paths::plus(&self.route, &below)
    }

    /// Adds the pages.
    pub(super) fn add_pages(&self, pages: &mut Pages) {
        for file in &self.files {
            let id = self.id(file);
            pages.add(file, &self.address(file)).named(format!("/{}", paths::plus(&self.route, &id))).named(id);
        }
    }

    /// The entries of its sidebars, or else of its folders.
    pub(super) fn navigation(&self, settings: &Value, pages: &mut Pages) -> Vec<NavEntry> {
        let read = self.sidebar.as_deref().and_then(|file| Some((file, self.reader.script(file)?)));
        let Some((file, value)) = read.filter(|(_, value)| value.is_object()) else {
            return super::autogenerated(self.reader, &self.folder, &self.files);
        };
        let sidebars = sidebars::Sidebars {
            reader: self.reader,
            file,
            folder: &self.folder,
            files: &self.files,
            ids: &self.ids,
            indexes: RefCell::default(),
        };
        self.reader.computed(file, super::super::COMPUTED_LEFT_OUT, |_| true);
        let entries = sidebars.all(&value, &labels(settings));
        for (address, first) in sidebars.indexes.into_inner() {
            pages.add_name(&first, &format!("/{}", paths::plus(&self.route, address.trim_matches('/'))));
        }
        entries
    }
}

/// The labels of the sidebars in the navigation bar.
fn labels(settings: &Value) -> BTreeMap<String, String> {
    let navbar = settings.get("themeConfig").and_then(|theme| theme.get("navbar"));
    let items = literal::items(navbar.and_then(|navbar| navbar.get("items"))).iter();
    let label = |item: &Value| Some((text(item, "sidebarId")?.to_owned(), text(item, "label")?.to_owned()));
    items.filter_map(label).collect()
}

/// The version to import: the requested one, or else that of `lastVersion`, or else the newest released one with pages.
/// `None` for `next`.
fn version(reader: &ProjectReader<'_>, plugin: &Plugin, has_next: bool, left_out: &mut Vec<String>) -> Option<String> {
    let file = reader.first(&[&plugin.versioned("versions.json")])?;
    let list = reader.settings(&file)?;
    let names: Vec<&str> = literal::items(Some(&list)).iter().filter_map(Value::as_str).collect();
    let folder = |name: &str| reader.at(&format!("{}/version-{name}", plugin.versioned("versioned_docs")));
    let is_there = |name: &str| folder(name).is_some_and(|folder| reader.source.under(&folder).next().is_some());
    let wanted = reader.options.version.as_deref();
    let wanted = wanted.filter(|wanted| names.contains(wanted) || matches!(*wanted, "next" | "current"));
    let wanted = wanted.or(plugin.last_version.as_deref());
    let wants_next = wanted.is_some_and(|wanted| matches!(wanted, "next" | "current")) && has_next;
    let newest = names.iter().find(|name| is_there(name)).copied();
    reader.offer(LossKind::Version, names.iter().copied().filter(|name| is_there(name)));
    reader.offer(LossKind::Version, has_next.then_some(["next", "current"]).into_iter().flatten());
    let chosen = match wanted.filter(|wanted| names.contains(wanted) && is_there(wanted)) {
        Some(wanted) => Some(wanted),
        None if wants_next => None,
        None => newest,
    };
    let others = names.iter().filter(|name| Some(**name) != chosen);
    for name in others.clone().filter(|name| !is_there(name)) {
        reader.report_missing(LossKind::Version, &file, name, "its pages are not there");
    }
    reader.leave_out(
        LossKind::Version,
        &file,
        others.clone().filter(|name| is_there(name)).map(|name| (*name).to_owned()),
    );
    left_out.extend(others.filter_map(|name| folder(name)));
    if chosen.is_some() && has_next {
        let folder = plugin.folder(reader).unwrap_or_default();
        reader.leave_out(LossKind::Version, &format!("{folder}/"), ["next".to_owned()]);
        left_out.push(folder);
    }
    chosen.map(ToOwned::to_owned)
}

/// The folder of the requested language; the others are omitted.
fn locale(
    reader: &ProjectReader<'_>,
    plugin: &Plugin,
    settings: &Value,
    version: Option<&str>,
    left_out: &mut Vec<String>,
) -> Option<String> {
    let root = reader.at("i18n")?;
    let mut names: Vec<String> = Vec::new();
    for path in reader.source.under(&root) {
        let name = paths::below(path, &root).and_then(|below| below.split_once('/')).map(|(name, _)| name);
        if let Some(name) = name.filter(|name| names.last().is_none_or(|last| last != name)) {
            names.push(name.to_owned());
        }
    }
    let default = settings.get("i18n").and_then(|i18n| text(i18n, "defaultLocale")).unwrap_or("en");
    reader.offer(LossKind::Locale, names.iter().map(String::as_str).chain([default]));
    let wanted = reader.options.locale.as_deref().filter(|wanted| names.iter().any(|name| name == wanted));
    let others: Vec<String> =
        names.iter().filter(|name| Some(name.as_str()) != wanted && *name != default).cloned().collect();
    left_out.extend(others.iter().map(|name| paths::plus(&root, name)));
    reader.leave_out(LossKind::Locale, &root, others);
    let set = if plugin.id.is_empty() { String::new() } else { format!("-{}", plugin.id) };
    let part = version.map_or_else(|| "current".to_owned(), |version| format!("version-{version}"));
    let folder = format!("{root}/{}/docusaurus-plugin-content-docs{set}/{part}", wanted?);
    let is_there = reader.source.under(&folder).next().is_some();
    is_there.then_some(folder)
}
