//! The navigation of `docs.yml`, and the URL paths that it assigns to pages.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::channels::{Channel, channels};
use super::names::{NamedOperation, SpecOperations, file_segment, kebab, operations};
use super::{api, missing};
use crate::formats::folders::{FolderOrder, FolderSettings, Folders};
use crate::formats::{Pages, ProjectReader, Specs, unlisted};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::presence::{CHANNEL, IGNORED};
use crate::project::{EditionName, EntryLook, GroupKind, NavBadge, NavEntry};
use crate::report::{LossKind, number_of};

/// The greatest nesting of sections.
const DEEPEST: usize = 32;

/// The state of reading a navigation.
pub(super) struct FernNav<'a, 's> {
    reader: &'a ProjectReader<'s>,
    /// The file that contains the navigation; paths are relative to its folder.
    file: String,
    /// The tabs by ID.
    tabs: Value,
    pages: &'a mut Pages,
    specs: &'a mut Specs,
    /// Files of omitted versions and products.
    pub(super) left_out: Vec<String>,
    /// The URL paths of sections and tabs, each with the file of its first page.
    pub(super) sections: Vec<(String, String)>,
    /// The URL paths of sections that begin with an operation, each with that of this operation.
    pub(super) operation_sections: Vec<(String, String)>,
    /// Whether an API has operations whose URL paths cannot be derived.
    pub(super) has_unnamed: bool,
    /// The URL path of the product being read, and that of its default version, which redirects to it.
    default: Option<(String, String)>,
    /// The operations of each spec, by its index.
    operations: BTreeMap<usize, Rc<SpecOperations>>,
    /// The URL path of the version being read, if it is not the default one: the `slug` of a page is below it.
    version: String,
}

impl<'a, 's> FernNav<'a, 's> {
    pub(super) fn new(
        reader: &'a ProjectReader<'s>,
        file: &str,
        settings: &Value,
        pages: &'a mut Pages,
        specs: &'a mut Specs,
    ) -> Self {
        let tabs = settings.get("tabs").cloned().unwrap_or_default();
        Self {
            reader,
            file: file.to_owned(),
            tabs,
            pages,
            specs,
            left_out: Vec::new(),
            sections: Vec::new(),
            operation_sections: Vec::new(),
            has_unnamed: false,
            operations: BTreeMap::new(),
            default: None,
            version: String::new(),
        }
    }

    /// The entries of all products in the imported version.
    pub(super) fn all(&mut self, settings: &Value) -> Vec<NavEntry> {
        let mut entries = Vec::new();
        let landing = settings.get("landing-page").and_then(|landing| self.page(landing, "", Some("")));
        let products = literal::items(settings.get("products"));
        for product in products {
            let path = text(product, "path").unwrap_or_default().to_owned();
            let title = text(product, "display-name").unwrap_or(&path).to_owned();
            let slug = segment(product, text(product, "display-name").unwrap_or_default());
            let inner = match literal::items(product.get("versions")) {
                [] => self.further(&path, &slug),
                versions => self.version(versions, &slug),
            };
            let kind = if products.len() > 1 { GroupKind::Product } else { GroupKind::Section };
            let description = text(product, "subtitle").map(ToOwned::to_owned);
            entries.push(NavEntry::group(title, None, inner).with(EntryLook { kind, description, ..look(product) }));
        }
        let versions = literal::items(settings.get("versions"));
        if !versions.is_empty() {
            entries.extend(self.version(versions, ""));
        }
        entries.extend(self.elements(settings.get("navigation"), "", 0));
        if let Some(landing) = landing {
            if entries.iter().any(|entry| entry.kind() != GroupKind::Section) {
                // The home page is in no product or tab.
                self.reader.hide(unlisted::files(&[landing]));
            } else {
                entries.insert(0, landing);
            }
        }
        entries
    }

    /// The version to import: the requested one, or else the first, which is the default and has no slug.
    fn version(&mut self, versions: &[Value], slug: &str) -> Vec<NavEntry> {
        let name = |version: &Value| text(version, "display-name").unwrap_or_default().into();
        let names: Vec<EditionName> = versions.iter().map(name).collect();
        let index = self.reader.choose(LossKind::Version, &self.file, &names, 0);
        let others = versions.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, version)| version);
        for other in others {
            if let Some(path) = text(other, "path") {
                let file = paths::join(paths::folder(&self.file), path).unwrap_or_default();
                let settings = self.reader.settings(&file).unwrap_or_default();
                self.leave_out(settings.get("navigation"), paths::folder(&file), 0);
            }
        }
        let Some(version) = versions.get(index) else { return Vec::new() };
        let named = paths::plus(slug, &segment(version, text(version, "display-name").unwrap_or_default()));
        let path = text(version, "path").unwrap_or_default().to_owned();
        if index > 0 {
            self.version = if slug.is_empty() { named.clone() } else { String::new() };
            let entries = self.further(&path, &named);
            self.version.clear();
            return entries;
        }
        let known = self.operation_sections.len();
        self.default = Some((slug.to_owned(), named.clone()));
        let entries = self.further(&path, slug);
        self.default = None;
        // The default version also has the paths with its own slug.
        let operations = NavEntry::operation_paths(&entries).into_iter().map(|path| (path, path));
        let sections = self.operation_sections.iter().skip(known).map(|(from, to)| (from.as_str(), to.as_str()));
        let of_version = |(from, to): (&str, &str)| {
            let below = paths::below(from.trim_start_matches('/'), slug)?;
            Some((format!("/{}", paths::plus(&named, below)), to.to_owned()))
        };
        let further: Vec<_> = operations.chain(sections).filter_map(of_version).collect();
        self.operation_sections.extend(further);
        entries
    }

    /// Records the pages of an omitted navigation.
    fn leave_out(&mut self, value: Option<&Value>, folder: &str, depth: usize) {
        let Some(value) = value.filter(|_| depth < DEEPEST) else { return };
        let files = ["path", "summary"].iter().filter_map(|key| paths::join(folder, text(value, key)?));
        self.left_out.extend(files.filter(|path| paths::is_page(path)));
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.leave_out(Some(item), folder, depth + 1)),
            Value::Object(members) => {
                members
                    .values()
                    .filter(|value| value.is_array())
                    .for_each(|value| self.leave_out(Some(value), folder, depth + 1));
            }
            _ => {}
        }
    }

    /// The navigation in another file.
    fn further(&mut self, path: &str, slug: &str) -> Vec<NavEntry> {
        let file = paths::join(paths::folder(&self.file), path).filter(|file| self.reader.source.has(file));
        let Some(file) = file else {
            missing(self.reader, LossKind::Config, &self.file, path);
            return Vec::new();
        };
        let settings = self.reader.settings(&file).unwrap_or_default();
        let (outer_file, outer_tabs) = (std::mem::replace(&mut self.file, file), self.tabs.clone());
        if let Some(tabs) = settings.get("tabs") {
            self.tabs = tabs.clone();
        }
        let entries = self.elements(settings.get("navigation"), slug, 0);
        (self.file, self.tabs) = (outer_file, outer_tabs);
        entries
    }

    /// The entries of a list. `slug` is the URL path of its parent.
    fn elements(&mut self, list: Option<&Value>, slug: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, &self.file, 0, "navigation", "it is nested too deeply");
            return Vec::new();
        }
        literal::items(list).iter().flat_map(|item| self.element(item, slug, depth)).collect()
    }

    fn element(&mut self, item: &Value, slug: &str, depth: usize) -> Vec<NavEntry> {
        if let Some(tab) = text(item, "tab") {
            return self.tab(tab, item, slug, depth);
        }
        let is_hidden = literal::is_true(item, "hidden");
        let entries = if item.get("section").is_some() {
            self.section(item, slug, depth)
        } else if item.get("page").is_some() {
            self.page(item, slug, None).into_iter().collect()
        } else if let (Some(title), Some(href)) = (text(item, "link"), text(item, "href")) {
            vec![NavEntry::link(title, href).with(look(item))]
        } else if item.get("api").is_some() {
            self.api(item, slug)
        } else if let Some(path) = text(item, "changelog") {
            let title = text(item, "title").unwrap_or("Changelog");
            self.changelog(path, title, &paths::plus(slug, &segment(item, title))).into_iter().collect()
        } else if let Some(path) = text(item, "folder") {
            self.folder(path, item, slug)
        } else {
            Vec::new()
        };
        if is_hidden {
            self.reader.hide(unlisted::files(&entries));
            return Vec::new();
        }
        entries
    }

    fn tab(&mut self, id: &str, item: &Value, slug: &str, depth: usize) -> Vec<NavEntry> {
        let tab = self.tabs.get(id).cloned().unwrap_or_default();
        let title = text(&tab, "display-name").map_or_else(|| paths::words(id), ToOwned::to_owned);
        if let Some(href) = text(&tab, "href") {
            return vec![NavEntry::link(title, href.to_owned())];
        }
        let own = segment(&tab, &title);
        let is_own = !own.is_empty();
        let slug = paths::plus(slug, &own);
        let changelog = text(&tab, "changelog").and_then(|path| self.changelog(path, &title, &slug));
        let mut entries: Vec<NavEntry> = changelog.into_iter().collect();
        entries.extend(self.elements(item.get("layout"), &slug, depth + 1));
        for variant in literal::items(item.get("variants")) {
            let title = text(variant, "title").unwrap_or_default().to_owned();
            let own = segment(variant, &title);
            let slug = paths::plus(&slug, &own);
            let inner = self.elements(variant.get("layout"), &slug, depth + 1);
            if literal::is_true(variant, "hidden") {
                self.reader.hide(unlisted::files(&inner));
                continue;
            }
            if !own.is_empty() {
                self.add_section(&slug, &inner);
            }
            entries.push(NavEntry::group(title, None, inner).with(look(variant)));
        }
        let is_hidden = literal::is_true(&tab, "hidden") || literal::is_true(item, "hidden");
        if is_hidden {
            self.reader.hide(unlisted::files(&entries));
        }
        if entries.is_empty() || is_hidden {
            return Vec::new();
        }
        if is_own {
            self.add_section(&slug, &entries);
        }
        vec![NavEntry::group(title, None, entries).with(EntryLook { kind: GroupKind::Tab, ..look(&tab) })]
    }

    fn section(&mut self, item: &Value, slug: &str, depth: usize) -> Vec<NavEntry> {
        let title = text(item, "section").unwrap_or_default().to_owned();
        let own = segment(item, &title);
        let is_own = !own.is_empty();
        let slug = paths::plus(slug, &own);
        let page = text(item, "path").and_then(|path| self.add(path, &slug, &title));
        let slug = self.base(page.as_deref(), slug);
        let entries = self.elements(item.get("contents"), &slug, depth + 1);
        if is_own && page.is_none() {
            self.add_section(&slug, &entries);
        }
        if title.is_empty() && page.is_none() {
            return entries;
        }
        // Sections are open unless they say otherwise.
        let look = EntryLook { is_open: !literal::is_true(item, "collapsed"), ..look(item) };
        vec![NavEntry::group(title, page, entries).with(look)]
    }

    /// Records that the URL path of a section, a tab or a part of an API redirects to its first page.
    fn add_section(&mut self, slug: &str, entries: &[NavEntry]) {
        let Some(first) = unlisted::opening(entries) else {
            return self.operation_sections.extend(section_of_operation(slug, entries));
        };
        let named = self.default.as_ref().and_then(|(product, version)| {
            let below = paths::below(slug, product)?;
            Some((paths::plus(version, below), first.clone()))
        });
        self.sections.extend(named);
        self.sections.push((slug.to_owned(), first));
    }

    fn page(&mut self, item: &Value, slug: &str, own: Option<&str>) -> Option<NavEntry> {
        let title = text(item, "page").unwrap_or_default();
        let own = own.map_or_else(|| segment(item, title), ToOwned::to_owned);
        let file = self.add(text(item, "path")?, &paths::plus(slug, &own), title)?;
        Some(NavEntry::page(file, Some(title.to_owned())).with(look(item)))
    }

    /// The URL path in the frontmatter of a page, which is below that of its version.
    fn own_path(&self, file: &str) -> Option<String> {
        let slug = self.reader.field(file, "slug")?;
        let slug = slug.trim_matches('/');
        Some(paths::plus(&self.version, paths::below(slug, &self.version).unwrap_or(slug)))
    }

    /// The URL path that the contents of a section or an API are below: that in the frontmatter of its own page, or else
    /// that of the navigation.
    fn base(&self, page: Option<&str>, slug: String) -> String {
        page.and_then(|file| self.own_path(file)).unwrap_or(slug)
    }

    /// Adds a page at a URL path, unless its frontmatter has another one.
    fn add(&mut self, path: &str, address: &str, title: &str) -> Option<String> {
        let file = paths::join(paths::folder(&self.file), path).filter(|file| self.reader.source.has(file));
        let Some(file) = file else {
            self.reader.report_loss(LossKind::NavigationEntry, &self.file, 0, path, "the page does not exist");
            return None;
        };
        let own = self.own_path(&file);
        let below = paths::below(&file, &self.reader.root).unwrap_or(&file);
        let shown = own.as_deref().unwrap_or(address);
        let page = self.pages.add(&file, shown);
        if let Some((product, version)) = &self.default
            && let Some(below) = paths::below(shown, product)
        {
            page.also_at(&paths::plus(version, below));
        }
        // The path given by the navigation was valid too.
        page.also_at(address).named(format!("/{}", paths::stem(below).unwrap_or(below))).with("title", Some(title));
        Some(file)
    }

    fn api(&mut self, item: &Value, slug: &str) -> Vec<NavEntry> {
        let title = text(item, "api").unwrap_or("API Reference").to_owned();
        let slug = paths::plus(slug, &segment(item, &title));
        let page = text(item, "summary").and_then(|path| self.add(path, &slug, &title));
        let slug = self.base(page.as_deref(), slug);
        let specs = api::specs(self.reader, text(item, "api-name"), self.specs);
        let audiences: Vec<&str> = literal::items(item.get("audiences")).iter().filter_map(Value::as_str).collect();
        let channels = channels(self.reader, text(item, "api-name"));
        let mut layout = ApiLayout { channels, ..ApiLayout::default() };
        layout.has_unnamed = specs.is_empty() && layout.channels.is_empty();
        for spec in specs {
            let known = self.operations(spec);
            let omitted = known.omitted(&audiences);
            let shown = known.named.iter().filter(|one| !omitted.contains(&one.operation));
            layout.operations.extend(shown.cloned());
            layout.specs.push((spec, omitted));
        }
        named_in(item.get("layout"), &mut layout.placed, 0);
        let mut entries = self.layout(item.get("layout"), &mut layout, &slug, 0);
        for channel in layout.channels.iter().filter(|channel| !channel.is_placed) {
            self.leave_out_channel(&channel.file, &channel.key, &channel.below(&slug));
        }
        let mut has_unnamed = layout.has_unnamed || !api::reads_all(self.reader, text(item, "api-name"));
        for (spec, omitted) in &layout.specs {
            let is_placed = |operation: &str| layout.addressed.contains(&plain(operation));
            has_unnamed |= self.operations(*spec).has_unnamed(omitted, is_placed);
        }
        if has_unnamed {
            self.has_unnamed = true;
            self.reader.add_api_path(&slug);
        } else {
            self.reader.add_known_api_path(&slug);
        }
        let rest = layout.operations.iter().filter(|one| !layout.placed.contains(&plain(&one.operation)));
        let rest: Vec<&NamedOperation> = rest.collect();
        self.operation_sections.append(&mut layout.sections);
        self.operation_sections.extend(packages(&rest, &slug));
        for (spec, omitted) in layout.specs {
            let own = rest.iter().filter(|one| one.spec == spec);
            let addresses = own.map(|one| (one.operation.clone(), one.address(&slug, 0)));
            entries.push(NavEntry::Api { spec, addresses: addresses.collect(), omitted });
        }
        if page.is_none() {
            self.add_section(&slug, &entries);
        }
        if literal::is_true(item, "flattened") {
            let page = page.map(|file| NavEntry::page(file, Some(title)));
            return page.into_iter().chain(entries).collect();
        }
        if entries.is_empty() && page.is_none() {
            return entries;
        }
        vec![NavEntry::group(title, page, entries)]
    }

    /// The operations of a spec. Reports the number of those that Fern does not show.
    fn operations(&mut self, spec: usize) -> Rc<SpecOperations> {
        let (reader, known) = (self.reader, self.specs.specs.get(spec));
        let read = || {
            let Some(known) = known else { return Rc::default() };
            let found = operations(reader, spec, known);
            if !found.ignored.is_empty() {
                let subject = number_of(found.ignored.len(), "operation");
                reader.report_choice(LossKind::Spec, &known.file, &subject, IGNORED);
            }
            Rc::new(found)
        };
        self.operations.entry(spec).or_insert_with(read).clone()
    }

    /// The layout of an API: its own pages, its packages, and operations by method and path or ID. Other operations
    /// follow. `slug` is the URL path of the API or of a section in it.
    fn layout(&mut self, list: Option<&Value>, api: &mut ApiLayout, slug: &str, depth: usize) -> Vec<NavEntry> {
        let mut entries = Vec::new();
        for item in literal::items(list).iter().filter(|_| depth < DEEPEST) {
            let endpoint = text(item, "endpoint").or(item.as_str().filter(|text| text.contains(' ')));
            let title = text(item, "title").map(ToOwned::to_owned);
            if let Some(operation) = endpoint {
                let own = text(item, "slug").map(|own| own.trim_matches('/').to_owned());
                api.addressed.extend(own.is_some().then(|| plain(operation)));
                let known = api.operations.iter().find(|known| plain(&known.operation) == plain(operation));
                let own = own.or_else(|| known.map(|known| known.name.clone()));
                let is_omitted = |operations: &[String]| operations.iter().any(|one| plain(one) == plain(operation));
                if known.is_none() && api.specs.iter().any(|(_, omitted)| is_omitted(omitted)) {
                    continue;
                }
                let mut channels = api.channels.iter_mut().filter(|_| known.is_none());
                if let Some(channel) = channels.find(|channel| channel.is_endpoint(operation)) {
                    channel.is_placed = true;
                    self.leave_out_channel(
                        &self.file,
                        operation,
                        &paths::plus(slug, own.as_deref().unwrap_or(&channel.name)),
                    );
                    continue;
                }
                let spec = known.map(|known| known.spec).or_else(|| Some(api.specs.first()?.0));
                let address = own.map(|own| format!("/{}", paths::plus(slug, &own)));
                entries.push(NavEntry::Operation { spec, operation: operation.to_owned(), title, address });
            } else if let Some(section) = text(item, "section") {
                entries.extend(self.part(item, section, api, &paths::plus(slug, &segment(item, section)), depth));
            } else if item.get("page").is_some() || item.get("link").is_some() {
                entries.extend(self.element(item, slug, depth + 1));
            } else if let Some(operation) = text(item, "operation") {
                api.has_unnamed = true;
                let outcome = "an operation of GraphQL, which has no page here: left out";
                self.reader.report_loss(LossKind::Spec, &self.file, 0, operation, outcome);
            } else if let Some(name) = item.as_str() {
                entries.extend(self.package(name, &Value::Null, api, slug, depth));
            } else {
                for (name, package) in item.as_object().into_iter().flatten() {
                    entries.extend(self.package(name, package, api, slug, depth));
                }
            }
        }
        entries
    }

    /// A section of an API with a URL path: its own page, its contents, and the packages that it names.
    fn part(&mut self, item: &Value, title: &str, api: &mut ApiLayout, slug: &str, depth: usize) -> Option<NavEntry> {
        let page = text(item, "summary").and_then(|path| self.add(path, slug, title));
        let slug = &self.base(page.as_deref(), slug.to_owned());
        let mut entries = self.layout(item.get("contents"), api, slug, depth + 1);
        for name in literal::items(item.get("referenced-packages")).iter().filter_map(Value::as_str) {
            entries.extend(api.rest(name, slug));
            self.leave_out_channels(name, api, slug);
        }
        if page.is_none() {
            self.add_section(slug, &entries);
        }
        (!entries.is_empty() || page.is_some()).then(|| NavEntry::group(title, page, entries))
    }

    /// A package of an API: a section with the operations that the settings name, and then its others.
    fn package(&mut self, name: &str, item: &Value, api: &mut ApiLayout, slug: &str, depth: usize) -> Option<NavEntry> {
        // `a.b` is the package `b` in `a`.
        let own = name.rsplit(['.', '/']).next().unwrap_or(name);
        let slug = paths::plus(slug, &segment(item, own));
        let title = text(item, "title").map_or_else(|| paths::title_case(&kebab(own)), ToOwned::to_owned);
        let contents;
        let item = if item.is_array() {
            contents = serde_json::json!({ "contents": item });
            &contents
        } else {
            item
        };
        let found = self.part(item, &title, api, &slug, depth);
        let page = match &found {
            Some(NavEntry::Group { page, .. }) => page.as_deref(),
            _ => None,
        };
        let slug = self.base(page, slug);
        let rest = api.rest(name, &slug);
        let has_channels = self.leave_out_channels(name, api, &slug);
        if found.is_none() {
            self.add_section(&slug, &rest);
        }
        match found {
            Some(NavEntry::Group { title, page, mut entries, look }) => {
                entries.extend(rest);
                Some(NavEntry::Group { title, page, entries, look })
            }
            _ if !rest.is_empty() => Some(NavEntry::group(title, None, rest)),
            _ if has_channels => None,
            _ => {
                api.has_unnamed = true;
                let outcome = "no OpenAPI file of the project has an operation in this part of the API: left out";
                self.reader.report_loss(LossKind::Spec, &self.file, 0, name, outcome);
                None
            }
        }
    }

    /// Reports a channel that a file names by `subject`, with the URL path of its page on the old site.
    fn leave_out_channel(&self, file: &str, subject: &str, path: &str) {
        self.reader.add_channel(path);
        self.reader.report_loss(LossKind::Spec, file, 0, subject, CHANNEL);
    }

    /// Reports the channels of a package with a URL path that have no place yet. Returns whether the package has channels.
    fn leave_out_channels(&self, package: &str, api: &mut ApiLayout, slug: &str) -> bool {
        let mut has_any = false;
        for channel in api.channels.iter_mut().filter(|channel| channel.is_in(package)) {
            has_any = true;
            if !std::mem::replace(&mut channel.is_placed, true) {
                self.leave_out_channel(&channel.file, &channel.key, &paths::plus(slug, &channel.name));
            }
        }
        has_any
    }

    /// A folder of files named after their dates: one page, newest first.
    fn changelog(&mut self, path: &str, title: &str, address: &str) -> Option<NavEntry> {
        let folder = paths::join(paths::folder(&self.file), path)?;
        let mut files = self.reader.pages_below(&folder);
        let overview = files.iter().position(|file| paths::stem(paths::name(file)) == Some("overview"));
        let overview = overview.map(|index| files.remove(index));
        files.sort_by_key(|file| std::cmp::Reverse(date(file)));
        let Some(first) = overview.or_else(|| files.first().cloned()) else {
            self.reader.report_loss(LossKind::NavigationEntry, &self.file, 0, path, "it has no entries");
            return None;
        };
        let page = self.pages.add(&first, address);
        page.with("title", Some(title));
        page.updates = files;
        Some(NavEntry::page(first, Some(title.to_owned())))
    }

    /// All pages of a folder.
    fn folder(&mut self, path: &str, item: &Value, slug: &str) -> Vec<NavEntry> {
        let Some(folder) = paths::join(paths::folder(&self.file), path) else { return Vec::new() };
        let title = text(item, "title").map_or_else(|| paths::words(paths::name(&folder)), ToOwned::to_owned);
        // The `title` of a folder has no effect on its path.
        let slug = paths::plus(slug, &given_segment(item).unwrap_or_else(|| file_segment(paths::name(&folder))));
        let files = self.reader.pages_below(&folder);
        for file in &files {
            let below = paths::below(file, &folder).unwrap_or(file);
            let stem = paths::without_index(paths::stem(below).unwrap_or(below));
            let own = self.reader.field(file, "slug").map(|slug| slug.trim_matches('/').to_owned());
            let below = || stem.split('/').fold(slug.clone(), |path, part| paths::plus(&path, &file_segment(part)));
            self.pages.add(file, &own.unwrap_or_else(below));
        }
        let reader = self.reader;
        let folders = Folders {
            reader,
            by: FolderOrder::IndexFirst,
            order: &["position"],
            label: &["sidebar-title"],
            settings: &|_| FolderSettings::default(),
            is_hidden: &|file| reader.has_flag(file, "hidden"),
        };
        let entries = folders.entries(&folder, &files);
        if entries.is_empty() {
            self.reader.report_loss(LossKind::NavigationEntry, &self.file, 0, path, "it has no pages");
            return entries;
        }
        vec![NavEntry::group(title, None, entries)]
    }
}

/// The layout of an API as far as it is read.
#[derive(Default)]
struct ApiLayout {
    /// The indices of its specs, each with the operations that the API does not show.
    specs: Vec<(usize, Vec<String>)>,
    operations: Vec<NamedOperation>,
    /// The channels of its AsyncAPI files.
    channels: Vec<Channel>,
    /// The operations that have a place in it, as [`plain`] spells them.
    placed: BTreeSet<String>,
    /// The operations that the layout gives a URL path, as [`plain`] spells them.
    addressed: BTreeSet<String>,
    /// Whether it may have operations whose URL paths cannot be derived.
    has_unnamed: bool,
    /// The URL paths of packages in packages, each with that of its first operation.
    sections: Vec<(String, String)>,
}

impl ApiLayout {
    /// The operations of a package that have no place yet, and its inner packages. `slug` is its URL path.
    fn rest(&mut self, name: &str, slug: &str) -> Vec<NavEntry> {
        // The number of its packages that the name spells.
        let depth = |one: &NamedOperation| {
            let is_name = |depth: &usize| {
                one.packages
                    .get(..*depth)
                    .is_some_and(|packages| paths::letters(&packages.concat()) == paths::letters(name))
            };
            (1..=one.packages.len()).find(is_name)
        };
        let Some(found) = self.operations.iter().find_map(depth) else { return Vec::new() };
        let own = self.operations.iter().filter(|one| depth(one) == Some(found)).cloned();
        self.entries(&own.collect::<Vec<_>>(), slug, found)
    }

    /// Entries for operations of a package, and groups for those in packages in it.
    fn entries(&mut self, operations: &[NamedOperation], slug: &str, depth: usize) -> Vec<NavEntry> {
        let mut entries = Vec::new();
        let mut inner: Vec<(&str, Vec<NamedOperation>)> = Vec::new();
        for one in operations {
            match one.packages.get(depth) {
                Some(name) => match inner.iter_mut().find(|(known, _)| known == name) {
                    Some((_, operations)) => operations.push(one.clone()),
                    None => inner.push((name, vec![one.clone()])),
                },
                None if self.placed.insert(plain(&one.operation)) => {
                    let address = Some(one.address(slug, depth));
                    let (spec, operation) = (Some(one.spec), one.operation.clone());
                    entries.push(NavEntry::Operation { spec, operation, title: None, address });
                }
                None => {}
            }
        }
        for (name, operations) in inner {
            let slug = paths::plus(slug, name);
            let entries_of = self.entries(&operations, &slug, depth + 1);
            if !entries_of.is_empty() {
                self.sections.extend(section_of_operation(&slug, &entries_of));
                entries.push(NavEntry::group(paths::title_case(name), None, entries_of));
            }
        }
        entries
    }
}

impl NamedOperation {
    /// Its URL path below that of the package at a depth.
    fn address(&self, slug: &str, depth: usize) -> String {
        let inner = self.packages.iter().skip(depth).map(String::as_str).chain([self.name.as_str()]);
        format!("/{}", inner.fold(slug.to_owned(), |path, part| paths::plus(&path, part)))
    }
}

/// The URL path of the operation that entries begin with; `None` if they begin with something else.
fn first_operation(entries: &[NavEntry]) -> Option<&str> {
    match unlisted::leading(entries)? {
        NavEntry::Operation { address, .. } => address.as_deref(),
        NavEntry::Api { addresses, .. } => addresses.first().map(|(_, address)| address.as_str()),
        _ => None,
    }
}

/// The URL path of a section and that of the operation that its entries begin with.
fn section_of_operation(slug: &str, entries: &[NavEntry]) -> Option<(String, String)> {
    Some((format!("/{slug}"), first_operation(entries)?.to_owned()))
}

/// The URL paths of the packages of operations, each with that of the operation that it begins with. The packages are
/// below the URL path `slug`, and have their own operations before those of the packages in them.
fn packages(operations: &[&NamedOperation], slug: &str) -> Vec<(String, String)> {
    let mut first: BTreeMap<String, (bool, usize)> = BTreeMap::new();
    for (at, one) in operations.iter().enumerate() {
        let mut path = slug.to_owned();
        for (depth, package) in one.packages.iter().enumerate() {
            path = paths::plus(&path, package);
            let place = (depth + 1 < one.packages.len(), at);
            first.entry(format!("/{path}")).and_modify(|known| *known = place.min(*known)).or_insert(place);
        }
    }
    first.into_iter().filter_map(|(path, (_, at))| Some((path, operations.get(at)?.address(slug, 0)))).collect()
}

/// Collects the operations that a layout names.
fn named_in(list: Option<&Value>, out: &mut BTreeSet<String>, depth: usize) {
    for item in literal::items(list).iter().filter(|_| depth < DEEPEST) {
        if let Some(operation) = text(item, "endpoint").or(item.as_str().filter(|text| text.contains(' '))) {
            out.insert(plain(operation));
        }
        for value in item.as_object().into_iter().flat_map(|members| members.values()) {
            // A package has its contents as a list, or as a member.
            let contents = value.get("contents").or(Some(value)).filter(|contents| contents.is_array());
            named_in(contents, out, depth + 1);
        }
    }
}

/// `GET /path` without a slash at the end of the path, which makes no difference.
fn plain(operation: &str) -> String {
    let (method, path) = operation.split_once(' ').unwrap_or((operation, ""));
    format!("{} {}", method.to_uppercase(), path.trim().trim_end_matches('/'))
}

/// The icon and the badge of an element, whose `availability` is a badge.
fn look(item: &Value) -> EntryLook {
    let own = EntryLook::of(item);
    let stage = text(item, "availability").filter(|stage| !matches!(*stage, "stable" | "generally-available"));
    let stage = stage.map(|stage| NavBadge { text: paths::words(stage), look: None });
    EntryLook { badge: own.badge.or(stage), ..own }
}

/// The URL segment of an element: the one that it has itself, or that of its title.
fn segment(item: &Value, title: &str) -> String {
    given_segment(item).unwrap_or_else(|| kebab(title))
}

/// The URL segment that an element has itself: its `slug`, or none with `skip-slug`.
fn given_segment(item: &Value) -> Option<String> {
    if literal::is_true(item, "skip-slug") {
        return Some(String::new());
    }
    item.get("slug").and_then(Value::as_str).map(|slug| slug.trim_matches('/').to_owned())
}

/// The date in a file name, as a sortable text: `2024-10-07`, `10-07-24`.
fn date(file: &str) -> String {
    let name = paths::name(paths::stem(file).unwrap_or(file));
    let parts: Vec<&str> = name.split('-').collect();
    match parts.as_slice() {
        [month, day, year] if month.len() <= 2 && year.len() == 2 => format!("20{year}-{month:0>2}-{day:0>2}"),
        [month, day, year] if month.len() <= 2 && year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        [year, month, day] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        _ => name.to_owned(),
    }
}
