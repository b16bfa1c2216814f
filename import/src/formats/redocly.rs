//! Redocly Realm: pages in Markdoc, `sidebars.yaml` in any folder, `redocly.yaml`.

use std::collections::{BTreeMap, BTreeSet};

use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader, Specs, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EditionName, EntryLook, Look, NavEntry, Project, SourcePage};
use crate::report::{LossKind, Origin};

/// The greatest nesting of a sidebar.
const DEEPEST: usize = 32;
/// Files in the root of a repository that are no pages of a site.
const OF_REPOSITORY: [&str; 6] =
    ["readme.md", "contributing.md", "license.md", "changelog.md", "code_of_conduct.md", "agents.md"];

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = reader.first(&["redocly.yaml", "siteConfig.yaml"]).unwrap_or_default();
    let settings = if file.is_empty() { Value::Null } else { reader.settings(&file).unwrap_or_default() };
    let versions = FolderVersions::of(reader);
    let sidebars = sidebars(reader);
    // Pages alone do not show which of the repository's files the site has.
    let is_set_up = !file.is_empty() || !sidebars.is_empty();
    let mut left_out: BTreeSet<String> = BTreeSet::new();
    let mut pages = Pages::default();
    let mut files = Vec::new();
    let has_index = reader.at("index.md").is_some_and(|path| reader.source.has(&path));
    for file in reader.pages_below(&reader.root) {
        let below = paths::below(&file, &reader.root).unwrap_or(&file).to_owned();
        if let Some(folder) = versions.left_out(&file) {
            left_out.insert(folder);
            continue;
        }
        let is_of_repository =
            is_set_up && !below.contains('/') && OF_REPOSITORY.contains(&below.to_ascii_lowercase().as_str());
        let is_outside = is_of_repository && (has_index || !below.eq_ignore_ascii_case("readme.md"));
        // The main version has the pages without versions.
        if is_outside || (reader.choice.is_old && !versions.has(&file)) {
            continue;
        }
        let stem = paths::stem(&below).unwrap_or(&below);
        let plain: Vec<&str> = stem.split('/').filter(|part| !part.starts_with('@')).collect();
        let page = add(reader, &mut pages, &file, &plain.join("/"));
        page.named(format!("/{stem}"));
        if plain.len() != stem.split('/').count() {
            // The addresses that name the version.
            let address = stem.replace('@', "");
            page.also_at(paths::without_index(&address)).also_at(&address);
        }
        files.push(file);
    }
    let mut site = Realm { reader, pages: &pages, specs: Specs::default(), listed: BTreeSet::new() };
    let mut navigation = Vec::new();
    let several = sidebars.iter().filter(|file| versions.left_out(file).is_none()).count() > 1;
    for file in sidebars.iter().filter(|file| versions.left_out(file).is_none()) {
        let list = reader.settings(file).unwrap_or_default();
        let mut entries = site.entries(&list, file, 0);
        let folder = paths::name(paths::folder(file)).trim_start_matches('@');
        let is_titled = matches!(&entries[..], [NavEntry::Group { .. }]);
        if several && !entries.is_empty() && !is_titled && !folder.is_empty() {
            let title = paths::words(folder);
            navigation.push(NavEntry::group(title, None, entries));
        } else {
            navigation.append(&mut entries);
        }
    }
    if navigation.is_empty() {
        let folders = Folders {
            reader,
            by: FolderOrder::IndexFirst,
            order: &[],
            label: &[],
            settings: &folder_settings,
            is_hidden: &|file| reader.has_flag(file, "sidebar.hide"),
        };
        navigation = folders.entries(&reader.root, &files);
    }
    for (_, api) in settings.get("apis").and_then(Value::as_object).into_iter().flatten() {
        if let Some(path) = text(api, "root").and_then(|path| reader.at(path)).filter(|path| reader.source.has(path)) {
            site.specs.add(&path);
        }
    }
    note_others(reader, &file, &settings);
    let root = reader.root.clone();
    let seo = settings.get("seo").cloned().unwrap_or_default();
    Project {
        name: text(&seo, "title").map(ToOwned::to_owned),
        description: text(&seo, "description").map(crate::report::one_line),
        mount: mount(reader, &files),
        site: text(&seo, "siteUrl").map(ToOwned::to_owned),
        specs: site.specs.specs,
        redirects: redirects(&settings),
        look: look(reader, &settings, &pages),
        pages: pages.pages,
        navigation,
        public_folders: vec![paths::plus(&root, "static"), root.clone()],
        aliases: vec![(String::new(), root)],
        left_out: left_out.into_iter().collect(),
        ..Project::default()
    }
}

/// The path before that of the file in most slugs that end with it: `docs/cli` for `/docs/cli/commands/lint` of
/// `commands/lint.md`.
fn mount(reader: &ProjectReader<'_>, files: &[String]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let below = paths::below(file, &reader.root).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        let plain: Vec<&str> = stem.split('/').filter(|part| !part.starts_with('@')).collect();
        let plain = plain.join("/");
        for slug in slugs(reader, file) {
            let slug = slug.trim_matches('/').to_owned();
            let before = slug.strip_suffix(&plain).and_then(|before| before.strip_suffix('/'));
            if let Some(before) = before.filter(|before| !before.is_empty()) {
                *counts.entry(before.to_owned()).or_default() += 1;
            }
        }
    }
    let most = counts.into_iter().max_by_key(|(before, count)| (*count, std::cmp::Reverse(before.len())));
    most.map(|(before, _)| before).unwrap_or_default()
}

/// The slugs of a page, the canonical one first.
fn slugs(reader: &ProjectReader<'_>, file: &str) -> Vec<String> {
    let listed = reader.facts(file).frontmatter.get("slug").and_then(|slug| slug.as_sequence().cloned());
    let listed = listed.unwrap_or_default().into_iter().filter_map(|slug| Some(slug.as_str()?.to_owned()));
    reader.field(file, "slug").into_iter().chain(listed).collect()
}

/// Adds a page at the first of its slugs, or else at a path; the other slugs are further addresses of it.
fn add<'p>(reader: &ProjectReader<'_>, pages: &'p mut Pages, file: &str, path: &str) -> &'p mut SourcePage {
    let mut slugs = slugs(reader, file).into_iter();
    let address = slugs.next().unwrap_or_else(|| paths::without_index(path).to_owned());
    let address = if address.eq_ignore_ascii_case("readme") { "" } else { address.trim_matches('/') };
    let page = pages.add(file, address);
    for slug in slugs {
        page.also_at(&slug);
    }
    page
}

/// The folder of a version is no group.
fn folder_settings(folder: &str) -> FolderSettings {
    FolderSettings { is_merged: paths::name(folder).starts_with('@'), ..FolderSettings::default() }
}

/// All sidebar files, outer ones first.
fn sidebars(reader: &ProjectReader<'_>) -> Vec<String> {
    let mut found: Vec<String> =
        reader.source.under(&reader.root).filter(|path| is_sidebars(path)).map(ToOwned::to_owned).collect();
    found.sort_by_key(|path| (path.matches('/').count(), path.clone()));
    found
}

fn is_sidebars(path: &str) -> bool {
    let name = paths::name(path);
    name == "sidebars.yaml" || name.ends_with(".sidebars.yaml")
}

/// The versions of folders: `@v1/`, with `versions.yaml` beside them.
struct FolderVersions {
    /// The chosen version by the folder of the versions.
    chosen: BTreeMap<String, String>,
}

impl FolderVersions {
    fn of(reader: &ProjectReader<'_>) -> Self {
        let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in reader.source.under(&reader.root) {
            let mut folder = String::new();
            for part in paths::folder(path).split('/') {
                if let Some(version) = part.strip_prefix('@') {
                    names.entry(folder.clone()).or_default().insert(version.to_owned());
                    break;
                }
                folder = paths::plus(&folder, part);
            }
        }
        let mut chosen = BTreeMap::new();
        for (folder, names) in names {
            let file = paths::plus(&folder, "versions.yaml");
            let settings = if reader.source.has(&file) { reader.settings(&file) } else { None }.unwrap_or_default();
            // The newest one first.
            let label = |name: &str| {
                let own =
                    literal::items(settings.get("versions")).iter().find(|own| text(own, "version") == Some(name));
                own.and_then(|own| text(own, "name")).map(ToOwned::to_owned)
            };
            let named = |name: &String| EditionName { label: label(name), ..name.as_str().into() };
            let names: Vec<EditionName> = names.iter().rev().map(named).collect();
            let default = text(&settings, "default");
            let default = names.iter().position(|one| Some(one.name.as_str()) == default).unwrap_or(0);
            let version = names.get(reader.choose(LossKind::Version, &file, &names, default));
            chosen.extend(version.map(|version| (folder, version.name.clone())));
        }
        Self { chosen }
    }

    /// Whether a file belongs to a version.
    fn has(&self, file: &str) -> bool {
        self.chosen
            .iter()
            .any(|(folder, version)| paths::below(file, &paths::plus(folder, &format!("@{version}"))).is_some())
    }

    /// The folder of the version that a file belongs to, if it is not the chosen one.
    fn left_out(&self, file: &str) -> Option<String> {
        self.chosen.iter().find_map(|(folder, version)| {
            let below = if folder.is_empty() { file } else { paths::below(file, folder)? };
            let (first, _) = below.split_once('/')?;
            let name = first.strip_prefix('@')?;
            (name != version).then(|| paths::plus(folder, first))
        })
    }
}

struct Realm<'a, 's> {
    reader: &'a ProjectReader<'s>,
    pages: &'a Pages,
    specs: Specs,
    /// The pages in the navigation.
    listed: BTreeSet<String>,
}

impl Realm<'_, '_> {
    fn entries(&mut self, list: &Value, file: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, file, 0, "sidebar", "it is nested too deeply");
            return Vec::new();
        }
        let mut out: Vec<NavEntry> = Vec::new();
        // What follows a titled separator belongs to it.
        let mut below_separator = false;
        for item in literal::items(Some(list)) {
            if let Some(title) = text(item, "separator") {
                if title != "line" {
                    out.push(NavEntry::group(title, None, Vec::new()).with(EntryLook::opened(true)));
                    below_separator = true;
                }
                continue;
            }
            if let Some((list, file)) = self.list(item, file) {
                // Every sidebars file is read on its own.
                out.extend(if is_sidebars(&file) { Vec::new() } else { self.entries(&list, &file, depth + 1) });
                continue;
            }
            let Some(entry) = self.entry(item, file, depth) else { continue };
            match out.last_mut() {
                Some(NavEntry::Group { entries, .. }) if below_separator => entries.push(entry),
                _ => out.push(entry),
            }
        }
        out.retain(|entry| !matches!(entry, NavEntry::Group { entries, page: None, .. } if entries.is_empty()));
        out
    }

    /// The list in the file that an item refers to, and that file. `None` if it is not a list: an OpenAPI document.
    fn list(&self, item: &Value, file: &str) -> Option<(Value, String)> {
        let path = paths::join(paths::folder(file), text(item, "$ref")?)?;
        let path = Some(path).filter(|path| is_data(path) && self.reader.source.has(path))?;
        let list = self.reader.settings(&path).filter(Value::is_array)?;
        Some((list, path))
    }

    fn entry(&mut self, item: &Value, file: &str, depth: usize) -> Option<NavEntry> {
        let title = text(item, "label").map(ToOwned::to_owned);
        let look = EntryLook {
            is_open: item.get("expanded").is_some_and(|open| open != &Value::Bool(false)),
            ..EntryLook::of(item)
        };
        if let Some(reference) = text(item, "$ref") {
            let path = paths::join(paths::folder(file), reference).filter(|path| self.reader.source.has(path));
            return match path {
                Some(path) if is_data(&path) => self.api(&path, title),
                _ => self.missing(file, reference),
            };
        }
        if let Some(directory) = text(item, "directory") {
            let folder = paths::join(paths::folder(file), directory)?;
            let files: Vec<String> = self.reader.pages_below(&folder);
            self.listed.extend(files.iter().cloned());
            let folders = Folders {
                reader: self.reader,
                by: FolderOrder::IndexFirst,
                order: &[],
                label: &[],
                settings: &|_| FolderSettings::default(),
                is_hidden: &|_| false,
            };
            let entries = folders.entries(&folder, &files);
            let title = title.unwrap_or_else(|| paths::words(paths::name(&folder)));
            return (!entries.is_empty()).then_some(NavEntry::group(title, None, entries));
        }
        if let Some(group) = text(item, "group") {
            let page = text(item, "page").and_then(|page| self.page(page, file));
            let entries = item.get("items").map(|items| self.entries(items, file, depth + 1)).unwrap_or_default();
            return Some(NavEntry::group(group, page, entries).with(look));
        }
        if let Some(page) = text(item, "page") {
            if is_data(page) {
                let path = paths::join(paths::folder(file), page).filter(|path| self.reader.source.has(path));
                return match path {
                    Some(path) => self.api(&path, title),
                    None => self.missing(file, page),
                };
            }
            let found = self.page(page, file)?;
            let below = item.get("items").map(|items| self.entries(items, file, depth + 1)).unwrap_or_default();
            if !below.is_empty() {
                let title = title.or_else(|| self.reader.facts(&found).heading.clone()).unwrap_or_default();
                return Some(NavEntry::group(title, Some(found), below).with(look));
            }
            return Some(NavEntry::page(found, title).with(look));
        }
        let href = text(item, "href")?;
        Some(NavEntry::link(title.unwrap_or_else(|| href.to_owned()), href).with(look))
    }

    /// All operations of a spec.
    fn api(&mut self, path: &str, title: Option<String>) -> Option<NavEntry> {
        let spec = self.specs.add(path);
        let below = paths::below(path, &self.reader.root).unwrap_or(path);
        self.reader.add_api_path(below.rsplit_once('.').map_or(below, |(stem, _)| stem));
        let entries = vec![NavEntry::api(spec)];
        Some(match title {
            Some(title) => NavEntry::group(title, None, entries),
            None => NavEntry::api(spec),
        })
    }

    fn page(&mut self, page: &str, file: &str) -> Option<String> {
        let folder = if page.starts_with('/') { &self.reader.root } else { paths::folder(file) };
        let found = paths::join(folder, page.trim_start_matches('/')).filter(|path| self.pages.has(path));
        if found.is_none() {
            return self.missing(file, page);
        }
        self.listed.extend(found.clone());
        found
    }

    fn missing<T>(&self, file: &str, page: &str) -> Option<T> {
        self.reader.report_missing(LossKind::NavigationEntry, file, page, "the page does not exist");
        None
    }
}

fn is_data(path: &str) -> bool {
    [".yaml", ".yml", ".json"].iter().any(|end| path.ends_with(end))
}

/// `redirects: { /old: { to: /new } }`.
fn redirects(settings: &Value) -> Vec<(String, String)> {
    let given = settings.get("redirects").and_then(Value::as_object).into_iter().flatten();
    given.filter_map(|(from, to)| Some((from.clone(), text(to, "to").or(to.as_str())?.to_owned()))).collect()
}

fn look(reader: &ProjectReader<'_>, settings: &Value, pages: &Pages) -> Look {
    let file = |value: &Value, key: &str| text(value, key).and_then(|path| reader.at(path));
    let logo = settings.get("logo").cloned().unwrap_or_default();
    let href = |item: &Value| {
        let page = text(item, "page").and_then(|page| reader.at(page));
        let address = page.and_then(|file| pages.of_file(&file)?.addresses.first().cloned());
        address.or_else(|| text(item, "href").map(ToOwned::to_owned))
    };
    let link = |item: &&Value| Some((text(item, "label").or(text(item, "group"))?.to_owned(), href(item)?));
    let links = |place: &str| -> Vec<(String, String)> {
        let items = settings.get(place).and_then(|place| place.get("items"));
        unread::leaves(items).iter().filter_map(link).collect()
    };
    let copyright = settings.get("footer").and_then(|footer| text(footer, "copyrightText"));
    Look {
        logo: [file(&logo, "image").or_else(|| file(&logo, "srcLight")), file(&logo, "srcDark")],
        favicon: file(&logo, "favicon"),
        navbar: links("navbar"),
        footer: links("footer"),
        footer_text: copyright.map(ToOwned::to_owned),
        ..Look::default()
    }
}

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "seo",
    "logo",
    "navbar",
    "footer",
    "redirects",
    "apis",
    "sidebar",
    "search",
    "ignore",
    "extends",
    "rules",
    "plugins",
    "theme",
    "navigation",
    "openapi",
    "markdown",
    "versionPicker",
    "breadcrumbs",
    "codeSnippet",
    "colorMode",
    "resolve",
    "telemetry",
    "decorators",
    "preprocessors",
    "struct",
    "scorecard",
    "lint",
];

fn note_others(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let mode = settings.get("colorMode");
    if mode.is_some_and(|mode| literal::is_true(mode, "hide") || literal::is_true(mode, "ignoreDetection")) {
        unread::color_scheme(reader, file, "colorMode");
    }
    for place in ["navbar", "footer"] {
        unread::menus(reader, file, settings.get(place).and_then(|place| place.get("items")));
    }
    let others = unread::others("", Some(settings), KNOWN);
    if !others.is_empty() {
        let loss = crate::report::Loss::new(LossKind::Config, file, 0, &others.join(", "), unread::outcome(&others));
        reader.losses.borrow_mut().push(loss.by(Origin::Import));
    }
}
