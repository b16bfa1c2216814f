//! Mintlify: `docs.json`, with arbitrarily nested navigation, and `mint.json`, whose tabs are URL prefixes (formats.md
//! 1).

mod old;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::announcement::announcement;
use super::{Pages, ProjectReader, Specs, specs_among, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Look, NavEntry, Project};
use crate::report::LossKind;

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
        references: Cell::new(0),
        elsewhere: RefCell::default(),
        only: RefCell::default(),
    };
    let spec = site.spec_in(&settings, None);
    let spec = settings.get("api").map_or(spec, |api| site.spec_in(api, spec));
    let is_new = paths::name(&file) == "docs.json";
    let navigation = match settings.get("navigation") {
        Some(navigation) if is_new => site.node(navigation, spec, 0),
        Some(navigation) => old::navigation(&site, &settings, navigation, spec),
        None => Vec::new(),
    };
    let pages = site.pages();
    site.specs_of_pages(&pages);
    let MintlifySite { specs, elsewhere, .. } = site;
    note_others(reader, &file, &settings);
    let seo = settings.get("seo").and_then(|seo| seo.get("metatags"));
    let canonical = seo.and_then(|tags| text(tags, "canonical")).or_else(|| text(&settings, "canonical"));
    Project {
        name: text(&settings, "name").map(ToOwned::to_owned),
        description: text(&settings, "description").map(ToOwned::to_owned),
        site: canonical.map(ToOwned::to_owned),
        pages: pages.pages,
        navigation,
        redirects: redirects(reader, &settings, &file),
        specs: specs.into_inner().specs,
        public_folders: vec![reader.root.clone()],
        aliases: vec![
            (String::new(), reader.root.clone()),
            ("_snippets".to_owned(), paths::plus(&reader.root, "_snippets")),
        ],
        look: look(reader, &settings),
        variables: variables(&settings),
        left_out: elsewhere.into_inner().into_iter().collect(),
        ..Project::default()
    }
}

struct MintlifySite<'r, 's> {
    reader: &'r ProjectReader<'s>,
    /// The file of the settings.
    file: String,
    specs: RefCell<Specs>,
    /// The number of references followed so far.
    references: Cell<usize>,
    /// Files and folders of omitted languages and versions.
    elsewhere: RefCell<BTreeSet<String>>,
    /// The folder of the requested language.
    only: RefCell<Option<String>>,
}

/// A level of the navigation: its list, and the member with the name of its items.
const LEVELS: [(&str, &str); 5] =
    [("tabs", "tab"), ("dropdowns", "dropdown"), ("products", "product"), ("anchors", "anchor"), ("menu", "item")];

impl MintlifySite<'_, '_> {
    /// The entries of any value of the navigation. `spec` is the current spec.
    fn node(&self, value: &Value, spec: Option<usize>, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, &self.file, 0, "navigation", "it is nested too deeply");
            return Vec::new();
        }
        match value {
            Value::String(entry) => self.entry(entry, spec).into_iter().collect(),
            Value::Array(items) => items.iter().flat_map(|item| self.node(item, spec, depth + 1)).collect(),
            Value::Object(_) => self.object(value, spec, depth),
            _ => Vec::new(),
        }
    }

    fn object(&self, value: &Value, spec: Option<usize>, depth: usize) -> Vec<NavEntry> {
        if let Some(reference) = text(value, "$ref") {
            let referred = self.referred(reference);
            return referred.map_or_else(Vec::new, |value| self.node(&value, spec, depth + 1));
        }
        // Hidden parts have pages, but are not in the navigation.
        if literal::is_true(value, "hidden") && depth > 0 {
            self.hide(value);
            return Vec::new();
        }
        let own = self.spec_in(value, spec);
        if let Some(title) = value.get("group").and_then(Value::as_str) {
            return self.group(title, value, own, depth);
        }
        let mut entries = Vec::new();
        for (kind, name, option) in [
            (LossKind::Locale, "language", &self.reader.options.locale),
            (LossKind::Version, "version", &self.reader.options.version),
        ] {
            let list = value.get(format!("{name}s"));
            let items = literal::items(list);
            if let Some(chosen) = self.chosen(items, name, option.as_deref(), kind) {
                entries.extend(self.node(&chosen, own, depth + 1));
            }
        }
        for (list, name) in LEVELS {
            let items = literal::items(value.get(list));
            for item in items {
                let inner = self.node(item, own, depth + 1);
                let title = text(item, name).or_else(|| text(item, "name"));
                entries.extend(level(title, item, inner, items.len() == 1));
            }
        }
        for list in ["groups", "pages"] {
            entries.extend(literal::items(value.get(list)).iter().flat_map(|item| self.node(item, own, depth + 1)));
        }
        if let Some(global) = value.get("global") {
            entries.extend(self.node(global, own, depth + 1));
        }
        if entries.is_empty()
            && let (Some(spec), true) = (own, value.get("openapi").is_some() && depth > 0)
        {
            entries.push(NavEntry::Api { spec });
        }
        entries
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

    fn group(&self, title: &str, value: &Value, own: Option<usize>, depth: usize) -> Vec<NavEntry> {
        let pages = literal::items(value.get("pages"));
        let mut entries: Vec<NavEntry> = pages.iter().flat_map(|item| self.node(item, own, depth + 1)).collect();
        if let (true, Some(spec)) = (pages.is_empty() && value.get("openapi").is_some(), own) {
            entries.push(NavEntry::Api { spec });
        }
        let root = text(value, "root").and_then(|root| self.page(root));
        if title.trim().is_empty() && root.is_none() {
            return entries;
        }
        let icon = text(value, "icon").map(ToOwned::to_owned);
        vec![NavEntry::Group { title: title.to_owned(), icon, page: root, entries }]
    }

    /// A page by path, or `GET /path`.
    fn entry(&self, entry: &str, spec: Option<usize>) -> Option<NavEntry> {
        if let Some((spec, operation)) = self.operation(entry, spec) {
            return Some(NavEntry::Operation { spec, operation, title: None });
        }
        if entry.contains("://") {
            return Some(NavEntry::Link { title: entry.to_owned(), href: entry.to_owned() });
        }
        self.page(entry).map(|file| NavEntry::Page { file, title: None })
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

    /// The item of `languages` or `versions` to import; the pages of the others are omitted.
    fn chosen(&self, items: &[Value], name: &str, wanted: Option<&str>, kind: LossKind) -> Option<Value> {
        // `{"$ref": "./fr.json"}` is the language `fr`, unless the file says otherwise.
        let labelled = |item: &Value| {
            let reference = text(item, "$ref");
            // A missing file only matters for the selected item.
            let value = match reference.filter(|path| self.is_there(path)) {
                Some(path) => self.referred(path).unwrap_or_default(),
                None => item.clone(),
            };
            let of_file = paths::name(reference.unwrap_or_default());
            let of_file = of_file.strip_suffix(".json").unwrap_or(of_file).to_owned();
            (text(&value, name).map_or(of_file, ToOwned::to_owned), value)
        };
        let items: Vec<(String, Value)> = items.iter().map(labelled).collect();
        self.reader.offer(kind, items.iter().map(|(label, _)| label.as_str()));
        let wanted = wanted.and_then(|wanted| items.iter().position(|(label, _)| label == wanted));
        let default = items.iter().position(|(_, item)| literal::is_true(item, "default"));
        let index = wanted.or(default).unwrap_or(0);
        let (own, chosen) = items.get(index)?.clone();
        for (_, (label, other)) in items.into_iter().enumerate().filter(|(at, _)| *at != index) {
            if kind == LossKind::Locale && self.reader.at(&label).is_some_and(|path| !path.is_empty()) {
                self.elsewhere.borrow_mut().extend(self.reader.at(&label));
            } else {
                self.leave_out_pages(&other, 0);
            }
            self.reader.leave_out(kind, &self.file, [label]);
        }
        // Other languages are in folders of their own; the default one is next to these folders.
        if kind == LossKind::Locale {
            let folder = self.reader.at(&own);
            *self.only.borrow_mut() = folder.filter(|folder| self.reader.source.under(folder).next().is_some());
        }
        Some(chosen)
    }

    /// Omits the pages listed by another version.
    fn leave_out_pages(&self, value: &Value, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::String(path) => {
                let file = self.reader.at(path).and_then(|path| self.reader.page_at(&path));
                self.elsewhere.borrow_mut().extend(file);
            }
            Value::Array(items) => items.iter().for_each(|item| self.leave_out_pages(item, depth + 1)),
            Value::Object(members) => {
                let reference = text(value, "$ref").filter(|path| self.is_there(path));
                if let Some(referred) = reference.and_then(|path| self.referred(path)) {
                    return self.leave_out_pages(&referred, depth + 1);
                }
                let lists = members.iter().filter(|(_, value)| !value.is_string());
                lists.for_each(|(_, value)| self.leave_out_pages(value, depth + 1));
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
            let found = path.and_then(|path| self.spec_file(path));
            if let (None, Some(path)) = (found, path) {
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

    /// All pages of the project except snippets and omitted ones.
    fn pages(&self) -> Pages {
        let mut pages = Pages::default();
        let root = &self.reader.root;
        let (elsewhere, only) = (self.elsewhere.borrow(), self.only.borrow());
        let is_elsewhere = |file: &str| {
            let above =
                std::iter::successors(Some(file), |path| Some(paths::folder(path)).filter(|folder| !folder.is_empty()));
            above.into_iter().any(|path| elsewhere.contains(path))
        };
        for file in self.reader.pages_below(root) {
            let below = paths::below(&file, root).unwrap_or(&file);
            let is_other = only.as_ref().is_some_and(|only| paths::below(&file, only).is_none());
            if below.starts_with("snippets/") || is_other || is_elsewhere(&file) {
                continue;
            }
            let stem = paths::stem(below).unwrap_or(below);
            let without = if paths::name(stem) == "index" { paths::folder(stem) } else { stem };
            pages.add(&file, without).named(format!("/{stem}"));
        }
        pages
    }
}

/// A level as a group, or as a link, or just its entries if it is the only one of its kind.
fn level(title: Option<&str>, item: &Value, inner: Vec<NavEntry>, is_only: bool) -> Vec<NavEntry> {
    let Some(title) = title else { return inner };
    let href = ["href", "url"].iter().find_map(|key| text(item, key));
    match (inner.is_empty(), href) {
        (true, Some(href)) => vec![NavEntry::Link { title: title.to_owned(), href: href.to_owned() }],
        (true, None) => Vec::new(),
        (false, _) if is_only => inner,
        _ => {
            let icon = text(item, "icon").map(ToOwned::to_owned);
            vec![NavEntry::Group { title: title.to_owned(), icon, page: None, entries: inner }]
        }
    }
}

fn is_method(word: &str) -> bool {
    let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "webhook"];
    methods.iter().any(|method| word.eq_ignore_ascii_case(method))
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
fn variables(settings: &Value) -> std::collections::BTreeMap<String, String> {
    let given = settings.get("variables").and_then(Value::as_object).into_iter().flatten();
    given.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// The settings that are read, or that have no effect on readers.
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
];

/// Reports the settings that are not imported.
fn note_others(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
}

fn look(reader: &ProjectReader<'_>, settings: &Value) -> Look {
    let file = |value: Option<&Value>| value.and_then(Value::as_str).and_then(|path| reader.at(path));
    let pair = |key: &str| {
        let value = settings.get(key);
        let member = |name: &str| file(value.and_then(|value| value.get(name)));
        [member("light").or_else(|| file(value)), member("dark")]
    };
    let colors = settings.get("colors");
    let color = |key: &str| colors.and_then(|colors| text(colors, key)).map(ToOwned::to_owned);
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
    }
}
