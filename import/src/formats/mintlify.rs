//! Mintlify: `docs.json`, with arbitrarily nested navigation, and `mint.json`, whose tabs are URL prefixes (formats.md
//! 1).

mod directory;
mod old;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::announcement::announcement;
use super::{OTHER_HOST, Pages, ProjectReader, Specs, glob, specs_among, unlisted, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EditionName, EntryLook, GroupKind, Look, METHODS, NavEntry, Project, ThemeColor};
use crate::report::LossKind;

/// The folder of the pages of operations if the settings name no other.
const DIRECTORY: &str = "api-reference";
/// The greatest nesting of a navigation, including references.
const DEEPEST: usize = 64;
/// The greatest number of `$ref`s that are followed.
const MOST_REFERENCES: usize = 500;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = reader.first(&["docs.json", "mint.json"]).unwrap_or_default();
    let settings = reader.settings(&file).unwrap_or_default();
    let site = MintlifySite {
        reader,
        file: file.clone(),
        specs: RefCell::default(),
        directories: RefCell::default(),
        addresses: RefCell::default(),
        references: Cell::new(0),
        elsewhere: RefCell::default(),
        folders: RefCell::default(),
        is_other: Cell::new(false),
    };
    let spec = site.spec_in(&settings, None);
    let spec = settings.get("api").map_or(spec, |api| site.spec_in(api, spec));
    let is_new = paths::name(&file) == "docs.json";
    let place = NavPlace { spec, depth: 0, is_inside: false, is_group: false };
    let navigation = match settings.get("navigation") {
        Some(navigation) if is_new => site.node(navigation, place),
        Some(navigation) => old::navigation(&site, &settings, navigation, place),
        None => Vec::new(),
    };
    let redirects = redirects(reader, &settings, &file);
    let mut pages = site.pages(&navigation);
    site.add_folders(&navigation, &redirects, &mut pages);
    site.specs_of_pages(&pages);
    let MintlifySite { specs, elsewhere, folders, .. } = site;
    note_others(reader, &file, &settings);
    Project {
        name: text(&settings, "name").map(ToOwned::to_owned),
        description: description(&settings).map(ToOwned::to_owned),
        site: canonical(&settings).map(ToOwned::to_owned),
        base: canonical(&settings).map(path_of_site).unwrap_or_default().to_owned(),
        pages: pages.pages,
        navigation,
        redirects,
        specs: specs.into_inner().specs,
        public_folders: vec![reader.root.clone()],
        aliases: vec![
            (String::new(), reader.root.clone()),
            ("_snippets".to_owned(), paths::plus(&reader.root, "_snippets")),
        ],
        look: Look { page_menu: page_menu(reader, &file, &settings), ..look(reader, &settings) },
        variables: variables(&settings),
        left_out: folders.into_inner().into_iter().chain(elsewhere.into_inner()).collect(),
        ..Project::default()
    }
}

/// Returns the URL of the site. `None` if the settings do not have it.
fn canonical(settings: &Value) -> Option<&str> {
    let seo = settings.get("seo").and_then(|seo| seo.get("metatags"));
    seo.and_then(|tags| text(tags, "canonical")).or_else(|| text(settings, "canonical"))
}

/// Returns the description of the site. `None` if the settings do not have it.
fn description(settings: &Value) -> Option<&str> {
    let tags = settings.get("seo").and_then(|seo| seo.get("metatags"));
    text(settings, "description").or_else(|| tags.and_then(|tags| text(tags, "description")))
}

/// Returns the path in the URL of the site, without surrounding slashes.
fn path_of_site(site: &str) -> &str {
    paths::origin(site).and_then(|origin| site.strip_prefix(origin)).unwrap_or_default().trim_matches('/')
}

struct MintlifySite<'r, 's> {
    reader: &'r ProjectReader<'s>,
    /// The file of the settings.
    file: String,
    specs: RefCell<Specs>,
    /// The folder of the pages of the operations of each spec, by its index.
    directories: RefCell<BTreeMap<usize, String>>,
    /// The operations and the URL paths of the specs read so far, by their index.
    addresses: RefCell<BTreeMap<usize, Vec<(String, String)>>>,
    /// The number of references followed so far.
    references: Cell<usize>,
    /// The pages of omitted languages and versions.
    elsewhere: RefCell<BTreeSet<String>>,
    /// The folders that contain only such pages.
    folders: RefCell<BTreeSet<String>>,
    /// Whether it is read in another language or version than the default one.
    is_other: Cell<bool>,
}

/// The place of a value in the navigation.
#[derive(Clone, Copy, Debug)]
struct NavPlace {
    /// The current spec.
    spec: Option<usize>,
    depth: usize,
    /// Whether it is inside of a tab, product or group, whose versions are not those of the site.
    is_inside: bool,
    /// Whether it is inside of a group.
    is_group: bool,
}

impl NavPlace {
    fn below(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    fn inside(self) -> Self {
        Self { is_inside: true, ..self.below() }
    }
}

/// A level of the navigation: its list, and the member with the name of its items.
const LEVELS: [(&str, &str, GroupKind); 5] = [
    ("tabs", "tab", GroupKind::Tab),
    ("dropdowns", "dropdown", GroupKind::Product),
    ("products", "product", GroupKind::Product),
    ("anchors", "anchor", GroupKind::Section),
    ("menu", "item", GroupKind::Section),
];

impl MintlifySite<'_, '_> {
    /// The entries of any value of the navigation.
    fn node(&self, value: &Value, place: NavPlace) -> Vec<NavEntry> {
        if place.depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, &self.file, 0, "navigation", "it is nested too deeply");
            return Vec::new();
        }
        match value {
            Value::String(entry) => self.entry(entry, place.spec).into_iter().collect(),
            Value::Array(items) => items.iter().flat_map(|item| self.node(item, place.below())).collect(),
            Value::Object(_) => self.object(value, place),
            _ => Vec::new(),
        }
    }

    fn object(&self, value: &Value, place: NavPlace) -> Vec<NavEntry> {
        if let Some(reference) = text(value, "$ref") {
            let referred = self.referred(reference);
            return referred.map_or_else(Vec::new, |value| self.node(&value, place.below()));
        }
        // Hidden parts have pages, but are not in the navigation.
        if literal::is_true(value, "hidden") && place.depth > 0 {
            self.hide(value);
            return Vec::new();
        }
        let own = self.spec_in(value, place.spec);
        let place = NavPlace { spec: own, ..place };
        if let Some(title) = value.get("group").and_then(Value::as_str) {
            return self.group(title, value, place);
        }
        let mut entries = Vec::new();
        for (kind, name) in [(LossKind::Locale, "language"), (LossKind::Version, "version")] {
            let items = literal::items(value.get(format!("{name}s")));
            if place.is_inside {
                entries.extend(self.parts(items, name, GroupKind::Section, place));
            } else if let Some(chosen) = self.chosen(items, name, kind) {
                entries.extend(self.node(&chosen, place.below()));
            }
        }
        for (list, name, kind) in LEVELS {
            entries.extend(self.parts(literal::items(value.get(list)), name, kind, place));
        }
        for list in ["groups", "pages"] {
            entries.extend(literal::items(value.get(list)).iter().flat_map(|item| self.node(item, place.inside())));
        }
        if let Some(global) = value.get("global") {
            entries.extend(self.node(global, place.below()));
        }
        if entries.is_empty()
            && let (Some(spec), true) = (own, value.get("openapi").is_some() && place.depth > 0)
        {
            entries.push(self.api(spec));
        }
        entries
    }

    /// All operations of a spec, with their URL paths.
    fn api(&self, spec: usize) -> NavEntry {
        let (specs, directories) = (self.specs.borrow(), self.directories.borrow());
        let read = || {
            let place = specs.specs.get(spec).zip(directories.get(&spec));
            place.map(|(spec, folder)| directory::addresses(self.reader, &spec.file, folder)).unwrap_or_default()
        };
        let addresses = self.addresses.borrow_mut().entry(spec).or_insert_with(read).clone();
        NavEntry::Api { spec, addresses, omitted: Vec::new() }
    }

    /// The entries of the items of a level; several become groups.
    fn parts(&self, items: &[Value], name: &str, kind: GroupKind, place: NavPlace) -> Vec<NavEntry> {
        let part = |item: &Value| {
            let title = text(item, name).or_else(|| text(item, "name"));
            level(title, item, self.node(item, place.inside()), items.len() == 1)
        };
        items.iter().flat_map(part).map(|entry| if items.len() > 1 { entry.of_kind(kind) } else { entry }).collect()
    }

    /// Marks the pages in a hidden part.
    fn hide(&self, value: &Value) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::String(path) => {
                    self.reader.hide(self.reader.at(path).and_then(|path| self.reader.page_at(&path)));
                }
                Value::Array(items) => open.extend(items),
                Value::Object(members) => open.extend(members.values()),
                _ => {}
            }
        }
    }

    fn group(&self, title: &str, value: &Value, place: NavPlace) -> Vec<NavEntry> {
        let pages = literal::items(value.get("pages"));
        let inside = NavPlace { is_group: true, ..place.inside() };
        let mut entries: Vec<NavEntry> = pages.iter().flat_map(|item| self.node(item, inside)).collect();
        if let (true, Some(spec)) = (pages.is_empty() && value.get("openapi").is_some(), place.spec) {
            entries.push(self.api(spec));
        }
        let root = text(value, "root").and_then(|root| self.page(root));
        if title.trim().is_empty() && root.is_none() {
            return entries;
        }
        // Only groups within groups can be closed.
        let is_open = literal::is_true(value, "expanded") || !place.is_group;
        let look = EntryLook { is_open, ..EntryLook::of(value) };
        vec![NavEntry::group(title, root, entries).with(look)]
    }

    /// A page by path, or `GET /path`.
    fn entry(&self, entry: &str, spec: Option<usize>) -> Option<NavEntry> {
        if let Some((spec, operation)) = self.operation(entry, spec) {
            return Some(NavEntry::Operation { spec, operation, title: None, address: None });
        }
        if engine::is_external(entry) {
            return Some(NavEntry::link(entry.to_owned(), entry.to_owned()));
        }
        self.page(entry).map(|file| NavEntry::page(file, None))
    }

    /// `GET /path`, `file.json GET /path`, `webhook name`.
    fn operation(&self, entry: &str, spec: Option<usize>) -> Option<(Option<usize>, String)> {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let (file, rest) = match words.as_slice() {
            [method, _] if is_method(method) => (None, words.join(" ")),
            [file, method, path] if is_method(method) => (Some(*file), format!("{method} {path}")),
            _ => return None,
        };
        let named = file.and_then(|file| self.spec_file(file));
        Some((named.or(spec), rest))
    }

    /// The file of a page; reports a missing one.
    fn page(&self, path: &str) -> Option<String> {
        let file = self.reader.at(path).and_then(|path| self.reader.page_at(&path));
        if file.is_none() {
            self.reader.report_loss(LossKind::NavigationEntry, &self.file, 0, path, "the page does not exist");
        }
        file
    }

    /// Whether the file of a `$ref` exists.
    fn is_there(&self, reference: &str) -> bool {
        let file = reference.split('#').next().unwrap_or_default();
        self.reader.at(file).is_some_and(|path| self.reader.source.has(&path))
    }

    /// The target of a `$ref`: a file, or a value in one.
    fn referred(&self, reference: &str) -> Option<Value> {
        self.references.set(self.references.get() + 1);
        let (file, place) = reference.split_once('#').unwrap_or((reference, ""));
        let path = self.reader.at(file).filter(|path| self.reader.source.has(path));
        let (Some(path), true) = (path, self.references.get() <= MOST_REFERENCES) else {
            self.reader.report_missing(LossKind::Config, &self.file, reference, "the file is not there");
            return None;
        };
        self.reader.settings(&path)?.pointer(place).cloned()
    }

    /// The item of `languages` or `versions` to read; the pages of the others are omitted.
    fn chosen(&self, items: &[Value], name: &str, kind: LossKind) -> Option<Value> {
        // `{"$ref": "./fr.json"}` is the language `fr`, unless the file says otherwise.
        let labelled = |item: &Value| {
            let reference = text(item, "$ref");
            // A missing file only matters for the selected item.
            let value = match reference.filter(|path| self.is_there(path)) {
                Some(path) => self.referred(path).unwrap_or_default(),
                None => item.clone(),
            };
            let of_file = paths::name(reference.unwrap_or_default());
            let of_file = of_file.strip_suffix(".json").unwrap_or(of_file);
            (EditionName::from(text(&value, name).unwrap_or(of_file)), value)
        };
        if items.is_empty() {
            return None;
        }
        let items: Vec<(EditionName, Value)> = items.iter().map(labelled).collect();
        let names: Vec<EditionName> = items.iter().map(|(name, _)| name.clone()).collect();
        let default = items.iter().position(|(_, item)| literal::is_true(item, "default")).unwrap_or(0);
        let index = self.reader.choose(kind, &self.file, &names, default);
        if index != default {
            self.is_other.set(true);
        }
        let own = items.get(index).map(|(_, value)| self.listed(value)).unwrap_or_default();
        for (_, (name, other)) in items.iter().enumerate().filter(|(at, _)| *at != index) {
            let listed = self.listed(other);
            let exclusive = listed.difference(&own).cloned().collect();
            let folders = [self.reader.at(&name.name), common_folder(&exclusive)].into_iter().flatten();
            let is_free =
                |folder: &String| !folder.is_empty() && !own.iter().any(|file| paths::below(file, folder).is_some());
            self.folders.borrow_mut().extend(folders.filter(is_free));
            self.elsewhere.borrow_mut().extend(listed);
        }
        items.into_iter().nth(index).map(|(_, value)| value)
    }

    /// The page files that a value of the navigation lists.
    fn listed(&self, value: &Value) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.add_listed(value, 0, &mut found);
        found
    }

    fn add_listed(&self, value: &Value, depth: usize, found: &mut BTreeSet<String>) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::String(path) => found.extend(self.reader.at(path).and_then(|path| self.reader.page_at(&path))),
            Value::Array(items) => items.iter().for_each(|item| self.add_listed(item, depth + 1, found)),
            Value::Object(members) => {
                let reference = text(value, "$ref").filter(|path| self.is_there(path));
                if let Some(referred) = reference.and_then(|path| self.referred(path)) {
                    return self.add_listed(&referred, depth + 1, found);
                }
                let root = text(value, "root").map(|root| Value::String(root.to_owned()));
                let lists = members.values().filter(|value| !value.is_string());
                lists.chain(root.as_ref()).for_each(|value| self.add_listed(value, depth + 1, found));
            }
            _ => {}
        }
    }

    /// The spec named by a level of the navigation, or that of its parent.
    fn spec_in(&self, value: &Value, above: Option<usize>) -> Option<usize> {
        let Some(named) = value.get("openapi").filter(|named| !named.is_null()) else { return above };
        let mut first = None;
        for item in literal::items(Some(named)) {
            let path = item.as_str().or_else(|| text(item, "source"));
            let directory = text(item, "directory").unwrap_or(DIRECTORY).trim_matches('/');
            self.reader.add_api_path(directory);
            let found = path.and_then(|path| self.spec_file(path));
            if let Some(found) = found {
                self.directories.borrow_mut().entry(found).or_insert_with(|| directory.to_owned());
            }
            if let (None, Some(path)) = (found, path) {
                if engine::is_external(path) {
                    self.reader.report_choice(LossKind::Spec, &self.file, path, OTHER_HOST);
                    continue;
                }
                self.reader.report_missing(LossKind::Spec, &self.file, path, "the file is not there");
            }
            first = first.or(found);
        }
        first
    }

    /// The spec at this path, or with this name without its extension.
    fn spec_file(&self, path: &str) -> Option<usize> {
        let candidates =
            ["", ".json", ".yaml", ".yml"].iter().filter_map(|end| self.reader.at(&format!("{path}{end}")));
        let file = candidates.into_iter().find(|path| self.reader.source.has(path))?;
        Some(self.specs.borrow_mut().add(&file))
    }

    /// Adds the specs named in frontmatter; if no settings name one, also those found in the project.
    fn specs_of_pages(&self, pages: &Pages) {
        let mut uses_any = false;
        for page in &pages.pages {
            let Some(named) = self.reader.field(&page.file, "openapi") else { continue };
            match named.split_whitespace().next() {
                Some(first) if is_method(first) => uses_any = true,
                Some(file) => drop(self.spec_file(file)),
                None => {}
            }
        }
        if uses_any && self.specs.borrow().specs.is_empty() {
            for file in specs_among(self.reader.source, &self.reader.root) {
                self.specs.borrow_mut().add(&file);
            }
        }
    }

    /// The pages of the project except snippets and omitted ones. Pages that no navigation lists belong to the language
    /// and version in whose folder they are, or to the default ones.
    fn pages(&self, navigation: &[NavEntry]) -> Pages {
        let mut pages = Pages::default();
        let root = &self.reader.root;
        let (elsewhere, folders) = (self.elsewhere.borrow(), self.folders.borrow());
        let listed = unlisted::files(navigation);
        let ignored = self.reader.at(IGNORE).and_then(|file| self.reader.source.text(&file).ok()).unwrap_or_default();
        let ignored: Vec<&str> = ignored.lines().map(str::trim).collect();
        let hidden = self.reader.hidden.borrow();
        let exclusive: BTreeSet<String> = listed.difference(&elsewhere).cloned().collect();
        let own = if self.is_other.get() { common_folder(&exclusive) } else { None };
        let is_elsewhere = |file: &str| {
            elsewhere.contains(file)
                || folders.iter().any(|folder| paths::below(file, folder).is_some())
                || (self.is_other.get() && own.as_ref().is_none_or(|own| paths::below(file, own).is_none()))
        };
        for file in self.reader.pages_below(root) {
            let below = paths::below(&file, root).unwrap_or(&file);
            let is_own = listed.contains(&file) || hidden.contains(&file);
            if let Some(pattern) = ignored.iter().find(|pattern| glob::ignores(pattern, below)) {
                if !self.is_other.get() {
                    let outcome = format!("left out, as on the old site: `{pattern}` in `{IGNORE}`");
                    self.reader.report_choice(LossKind::File, &file, paths::name(below), &outcome);
                }
                continue;
            }
            if BUILT.contains(&below.split('/').next().unwrap_or_default()) && !is_own {
                continue;
            }
            if below.starts_with("snippets/") || (!is_own && is_elsewhere(&file)) {
                continue;
            }
            if !is_own && IGNORED.contains(&paths::name(below)) {
                if !self.is_other.get() {
                    let outcome = "left out: Mintlify makes no page of a file with this name";
                    self.reader.report_choice(LossKind::File, &file, paths::name(below), outcome);
                }
                continue;
            }
            let stem = paths::stem(below).unwrap_or(below);
            let without = if paths::name(stem) == "index" { paths::folder(stem) } else { stem };
            pages.add(&file, without).named(format!("/{stem}"));
        }
        pages
    }

    /// Gives the first page of the navigation in each folder the path of the folder, which leads there, unless a page or
    /// one of the redirects has it.
    fn add_folders(&self, navigation: &[NavEntry], redirects: &[(String, String)], pages: &mut Pages) {
        let key = |path: &str| path.trim_matches('/').to_lowercase();
        let mut taken: BTreeSet<String> = redirects.iter().map(|(from, _)| key(from)).collect();
        taken.extend(pages.pages.iter().flat_map(|page| &page.addresses).map(|address| key(address)));
        taken.extend(["".to_owned(), key(self.reader.choice.language.as_deref().unwrap_or_default())]);
        let places: BTreeMap<String, usize> =
            pages.pages.iter().enumerate().map(|(at, page)| (page.file.clone(), at)).collect();
        for file in unlisted::in_order(navigation) {
            let Some(page) = places.get(file).and_then(|at| pages.pages.get_mut(*at)) else { continue };
            let address = page.addresses.first().cloned().unwrap_or_default();
            let mut folder = paths::folder(address.trim_matches('/'));
            while !folder.is_empty() && taken.insert(key(folder)) {
                page.also_at(folder);
                folder = paths::folder(folder);
            }
        }
    }
}

/// The entries of the menu above each page that have the same name here.
const MENU: [&str; 5] = ["copy", "view", "chatgpt", "claude", "cursor"];
/// The entries that ask an assistant about the URL of a page.
const ASSISTANTS: [&str; 3] = ["chatgpt", "claude", "cursor"];

/// The file with the patterns of files that Mintlify makes no pages of.
const IGNORE: &str = ".mintignore";
/// The folders at the root that it makes no pages of.
const BUILT: [&str; 6] = ["build", "coverage", "dist", "node_modules", "temp", "tmp"];
/// The files of a repository that Mintlify never makes pages of.
const IGNORED: [&str; 5] = ["README.md", "README.mdx", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/// The deepest folder with all these files. `None` for the root of the source.
fn common_folder(files: &BTreeSet<String>) -> Option<String> {
    let folder = files.iter().map(|file| paths::folder(file)).reduce(unlisted::common_folder)?;
    Some(folder.to_owned()).filter(|folder| !folder.is_empty())
}

/// A level as a group, or as a link, or just its entries if it is the only one of its kind.
fn level(title: Option<&str>, item: &Value, inner: Vec<NavEntry>, is_only: bool) -> Vec<NavEntry> {
    let Some(title) = title else { return inner };
    let href = ["href", "url"].iter().find_map(|key| text(item, key));
    match (inner.is_empty(), href) {
        (true, Some(href)) => vec![NavEntry::link(title.to_owned(), href.to_owned()).with(EntryLook::of(item))],
        (true, None) => Vec::new(),
        (false, _) if is_only => inner,
        _ => {
            vec![NavEntry::group(title, None, inner).with(EntryLook::of(item))]
        }
    }
}

fn is_method(word: &str) -> bool {
    METHODS.iter().chain(&["webhook"]).any(|method| word.eq_ignore_ascii_case(method))
}

/// `redirects`, in the file or one that it refers to.
fn redirects(reader: &ProjectReader<'_>, settings: &Value, file: &str) -> Vec<(String, String)> {
    let Some(own) = settings.get("redirects") else { return Vec::new() };
    let referred = text(own, "$ref").and_then(|reference| reader.at(reference)).map(|path| {
        if !reader.source.has(&path) {
            reader.report_missing(LossKind::Config, file, &path, "the file is not there");
            return Value::Null;
        }
        reader.settings(&path).unwrap_or_default()
    });
    let list = referred.unwrap_or_else(|| own.clone());
    let pair = |item: &Value| Some((text(item, "source")?.to_owned(), text(item, "destination")?.to_owned()));
    literal::items(Some(&list)).iter().filter_map(pair).collect()
}

/// `variables`: the values of `{{name}}` in pages.
fn variables(settings: &Value) -> BTreeMap<String, String> {
    let given = settings.get("variables").and_then(Value::as_object).into_iter().flatten();
    given.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// The settings that are read or reported here, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "$schema",
    "theme",
    "name",
    "description",
    "colors",
    "logo",
    "favicon",
    "navigation",
    "tabs",
    "anchors",
    "versions",
    "topAnchor",
    "primaryTab",
    "navbar",
    "topbar",
    "topbarLinks",
    "topbarCtaButton",
    "footer",
    "footerSocials",
    "redirects",
    "banner",
    "api",
    "openapi",
    "seo",
    "canonical",
    "metadata",
    "icons",
    "search",
    "interaction",
    "thumbnails",
    "layout",
    "rounded",
    "sidebar",
    "eyebrow",
    "codeBlock",
    "isWhiteLabeled",
    "contextual",
    "variables",
    "background",
    "integrations",
    "styling",
];

/// The members that are read of settings whose other members mean something to readers.
const READ_MEMBERS: &[(&str, &[&str])] = &[
    ("background", &[]),
    ("banner", &["content", "dismissible"]),
    ("colors", &["primary", "light"]),
    ("footer", &["links", "socials"]),
    ("integrations", &[]),
    ("logo", &["light", "dark"]),
    ("navbar", &["links", "primary"]),
    ("seo", &["metatags"]),
    ("styling", &[]),
];

/// The tags of `seo.metatags` that are read, or that every page has by itself when the site has a URL.
const METATAGS: [&str; 8] =
    ["canonical", "description", "og:title", "og:description", "og:url", "og:type", "og:site_name", "charset"];

/// Reports the settings that are not imported.
fn note_others(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
    for (name, read) in READ_MEMBERS {
        unread::members(reader, file, name, settings.get(*name), read);
    }
    let seo = settings.get("seo");
    let tags = unread::others("seo.metatags", seo.and_then(|seo| seo.get("metatags")), &METATAGS);
    unread::names(reader, file, &tags, unread::outcome(&["head".to_owned()]));
    unread::menus(reader, file, settings.get("footer").and_then(|footer| footer.get("links")));
    note_sheets(reader);
}

/// Reports the style sheets and the scripts of the project, which Mintlify adds to every page.
fn note_sheets(reader: &ProjectReader<'_>) {
    let is_dependency = |path: &str| path.split('/').any(|part| part == "node_modules" || part.starts_with('.'));
    let sheets = reader.source.under(&reader.root).filter(|path| path.ends_with(".css") && !is_dependency(path));
    let outcome = unread::outcome(&["css".to_owned()]);
    for sheet in sheets {
        reader.report_loss(LossKind::Config, sheet, 0, paths::name(sheet), outcome.clone());
    }
    let is_beside = |path: &&str| path.ends_with(".js") && paths::folder(path) == reader.root;
    let outcome = format!("Mintlify adds such a file to every page; {}", unread::outcome(&["js".to_owned()]));
    for script in reader.source.under(&reader.root).filter(is_beside) {
        reader.report_loss(LossKind::Config, script, 0, paths::name(script), outcome.clone());
    }
}

/// Returns the entries of the menu above each page (`contextual`) that ours has too, and reports the others. `None` if the
/// settings do not list any entries.
fn page_menu(reader: &ProjectReader<'_>, file: &str, settings: &Value) -> Option<Vec<&'static str>> {
    let contextual = settings.get("contextual")?;
    if text(contextual, "display") == Some("toc") {
        let outcome = "the menu is above the page, not beside it";
        reader.report_choice(LossKind::Config, file, "contextual.display", outcome);
    }
    let options = contextual.get("options").filter(|options| options.is_array());
    let mut entries = Vec::new();
    let mut others = Vec::new();
    for option in literal::items(options) {
        let name = option.as_str().or_else(|| text(option, "title")).unwrap_or("an entry without a title");
        match MENU.iter().find(|entry| option.as_str() == Some(**entry)) {
            Some(entry) if entries.contains(entry) => {}
            Some(entry) => entries.push(*entry),
            None => others.push(name),
        }
    }
    if !others.is_empty() {
        let outcome = "entries that the menu above pages does not have: left out";
        reader.report_loss(LossKind::Config, file, 0, format!("contextual.options: {}", others.join(", ")), outcome);
    }
    let is_question = |entry: &&&str| ASSISTANTS.contains(entry);
    let questions: Vec<&str> = entries.iter().filter(is_question).copied().collect();
    if !questions.is_empty() && canonical(settings).is_none_or(|address| !engine::is_site_url(address)) {
        let outcome = "kept in `pageMenu`; pages show them when `tool.json` has the `url` of the site";
        let subject = format!("contextual.options: {}", questions.join(", "));
        reader.report_choice(LossKind::Config, file, &subject, outcome);
    }
    if entries.contains(&"cursor") {
        let outcome =
            "kept in `pageMenu`, where it asks Cursor about the page and does not add the MCP server of the site";
        reader.report_choice(LossKind::Config, file, "contextual.options: cursor", outcome);
    }
    options.map(|_| entries)
}

fn look(reader: &ProjectReader<'_>, settings: &Value) -> Look {
    let file = |value: Option<&Value>| value.and_then(Value::as_str).and_then(|path| reader.at(path));
    let pair = |key: &str| {
        let value = settings.get(key);
        let member = |name: &str| file(value.and_then(|value| value.get(name)));
        [member("light").or_else(|| file(value)), member("dark")]
    };
    let colors = settings.get("colors");
    let color = |key: &str| colors.and_then(|colors| text(colors, key)).map(ThemeColor::given);
    let links = |value: Option<&Value>| -> Vec<(String, String)> {
        let label = |item: &Value| {
            let own = ["label", "name"].iter().find_map(|key| text(item, key)).map(ToOwned::to_owned);
            own.or_else(|| text(item, "type").map(paths::words))
        };
        let href = |item: &Value| ["href", "url"].iter().find_map(|key| text(item, key)).map(ToOwned::to_owned);
        literal::items(value).iter().filter_map(|item| Some((label(item)?, href(item)?))).collect()
    };
    let navbar = settings.get("navbar");
    let mut top = links(navbar.and_then(|navbar| navbar.get("links")).or(settings.get("topbarLinks")));
    top.extend(links(navbar.and_then(|navbar| navbar.get("primary")).or(settings.get("topbarCtaButton"))));
    let footer = settings.get("footer");
    let columns = literal::items(footer.and_then(|footer| footer.get("links")));
    let mut bottom: Vec<(String, String)> = columns.iter().flat_map(|column| links(column.get("items"))).collect();
    let socials = footer.and_then(|footer| footer.get("socials")).or(settings.get("footerSocials"));
    for (name, href) in socials.and_then(Value::as_object).into_iter().flatten() {
        bottom.extend(href.as_str().map(|href| (paths::words(name), href.to_owned())));
    }
    let [light, dark] = pair("favicon");
    Look {
        accent: [color("primary"), color("light")],
        logo: pair("logo"),
        favicon: light.or(dark),
        navbar: top,
        footer: bottom,
        footer_text: None,
        announcement: settings
            .get("banner")
            .and_then(|banner| announcement(text(banner, "content")?, literal::is_true(banner, "dismissible"))),
        ..Look::default()
    }
}
