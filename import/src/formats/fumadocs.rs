//! Fumadocs: `meta.json` in each folder of the content (formats.md 10).

mod code_nav;
mod languages;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::folders::is_index;
use super::{Pages, ProjectReader, Specs, code_routes, next, specs_among};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EntryLook, GroupKind, NavEntry, Project, SourceSpec};
use crate::report::{Loss, LossKind, Origin};

/// The deepest folder that becomes a group.
const DEEPEST: usize = 32;
/// Where pages are listed.
const LISTED_IN: &str = "the navigation that the `meta.json` files make";
/// The outcome for a document that pages name, such as one that is made when the site is built.
const NOT_IN_FOLDER: &str = "pages name it, but no OpenAPI file of that name is in the imported folder";
/// The outcome for a document that pages name by its URL.
const ELSEWHERE: &str = "pages name it by its URL, and an import makes no requests";
/// The outcome for a folder that is listed with its pages and does not exist.
const NOT_IN_SOURCE: &str = "its pages are not in the source: code makes them when the site is built";

/// Reports the pages of Markdown in the folder of the app, which are in no collection.
fn report_app(reader: &ProjectReader<'_>) {
    for folder in ["src/app", "app"].iter().filter_map(|folder| reader.at(folder)) {
        for file in
            reader.pages_below(&folder).into_iter().filter(|file| paths::stem(paths::name(file)) == Some("page"))
        {
            let outcome = "a page of the app, outside of the collections: left out";
            reader.report_loss(LossKind::File, &file, 0, paths::name(&file), outcome);
        }
    }
}

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let content = reader.at("content").unwrap_or_default();
    let all = reader.pages_below(&content);
    let (files, language) = languages::only_one(reader, &content, all);
    let mut pages = Pages::default();
    let bases = bases(reader);
    for file in &files {
        let below = paths::below(file, &content).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        let stem = stem.strip_suffix(&format!(".{}", languages::of(stem).unwrap_or_default())).unwrap_or(stem);
        let address = address(stem);
        let own = reader.field(file, "slug").map(|slug| slug.trim_matches('/').to_owned());
        let based = bases.iter().find_map(|(folder, base)| Some(paths::plus(base, paths::below(stem, folder)?)));
        let public = based.map(|based| self::address(&based));
        let shown = own.as_deref().or(public.as_deref()).unwrap_or(&address);
        let page = pages.add(file, shown);
        if !language.is_empty() {
            page.also_at(&paths::plus(&language, shown));
        }
        page.named(format!("/{address}")).named(format!("/{stem}"));
        // Pages of `content/docs` may be served at the root: links show which.
        if let Some(rest) = paths::below(&address, "docs") {
            page.named(format!("/{rest}"));
        }
    }
    let mut tree = ContentTree::of(reader);
    for file in &files {
        tree.add(file, &content);
    }
    let mut navigation = Vec::new();
    let top: Vec<String> =
        tree.folders.get(&content).map(|folder| folder.folders.iter().cloned().collect()).unwrap_or_default();
    let docs = paths::plus(&content, "docs");
    let first = if top.contains(&docs) { docs } else { content.clone() };
    navigation.extend(tree.folder(&first, false, 0));
    for folder in top.into_iter().filter(|folder| *folder != first && paths::below(folder, &first).is_none()) {
        let title = tree.title(&folder);
        let entries = tree.folder(&folder, false, 0);
        if !entries.is_empty() {
            navigation.push(NavEntry::group(title, None, entries));
        }
    }
    tree.report_others();
    let in_code = code_nav::read(reader, &content, &pages, &navigation);
    let listed_in =
        in_code.as_ref().map_or_else(|| LISTED_IN.to_owned(), |found| format!("the lists of {}", found.file));
    let navigation = in_code.map_or(navigation, |found| found.entries);
    next::read_redirects(reader);
    report_app(reader);
    let app = ["src/app", "app"].iter().filter_map(|folder| reader.at(folder));
    let (generated, code_pages) =
        code_routes::addresses(app.flat_map(|folder| code_routes::below(reader, &folder)).collect());
    Project {
        specs: specs(reader, &pages),
        pages: pages.pages,
        navigation,
        listed_in: Some(listed_in),
        generated,
        code_pages,
        public_folders: reader.at("public").into_iter().collect(),
        aliases: vec![
            ("@".to_owned(), reader.root.clone()),
            (String::new(), content),
            (String::new(), reader.root.clone()),
        ],
        ..Project::default()
    }
}

/// The documents that `APIPage` in pages names, by their path from the root or by the name of a file in the project.
fn specs(reader: &ProjectReader<'_>, pages: &Pages) -> Vec<SourceSpec> {
    let mut specs = Specs::default();
    let mut known: Option<Vec<String>> = None;
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for page in &pages.pages {
        let text = reader.source.text(&page.file).unwrap_or_default();
        let names = text.match_indices("<APIPage").filter_map(|(at, _)| Some((at, document_of(text.get(at..)?)?)));
        for (at, name) in names {
            let is_elsewhere = name.contains("://");
            if let Some(file) = reader.first(&[name]).filter(|_| !is_elsewhere) {
                specs.add(&file);
                continue;
            }
            let all = known.get_or_insert_with(|| specs_among(reader.source, &reader.root));
            let stem = |file: &str| paths::name(file).rsplit_once('.').map_or("", |(stem, _)| stem).to_owned();
            if let Some(file) = all.iter().find(|file| stem(file) == name) {
                specs.add(file);
            } else if missing.insert(name.to_owned()) {
                let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
                let outcome = if is_elsewhere { ELSEWHERE } else { NOT_IN_FOLDER };
                reader.report_loss(LossKind::Spec, &page.file, u32::try_from(line).unwrap_or_default(), name, outcome);
            }
        }
    }
    specs.specs
}

/// The document of the tag that a text begins with: `<APIPage document={"./museum.yaml"} …`.
fn document_of(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("document=")?;
    let rest = rest.trim_start_matches(['{', ' ']);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    rest.get(1..)?.split(quote).next()
}

/// The folders of content, below `content`, whose pages have a URL path of another name, the longest one first:
/// `loader({ baseUrl: '/blog', source: … })` of a collection in `source.config.ts` with a `dir`.
fn bases(reader: &ProjectReader<'_>) -> Vec<(String, String)> {
    const LOADERS: [&str; 5] =
        ["lib/source.ts", "lib/source.tsx", "src/lib/source.ts", "app/source.ts", "src/source.ts"];
    let text_of =
        |names: &[&str]| reader.first(names).and_then(|file| reader.source.text(&file).ok()).unwrap_or_default();
    let (config, code) = (text_of(&["source.config.ts", "source.config.mjs"]), text_of(&LOADERS));
    let collections: Vec<(&str, &str)> = config
        .split("export const ")
        .skip(1)
        .filter_map(|part| {
            let dir = quoted(part.split_once("dir:")?.1)?.trim_start_matches("./").trim_end_matches('/');
            Some((part.split(is_no_name).next()?, paths::below(dir, "content")?))
        })
        .collect();
    let mut out: Vec<(String, String)> = Vec::new();
    for call in code.split("loader(").skip(1) {
        let base = call.split_once("baseUrl:").and_then(|(_, rest)| quoted(rest));
        let source = call.split_once("source:").and_then(|(_, rest)| rest.lines().next());
        let (Some(base), Some(source)) = (base, source) else { continue };
        let named = collections.iter().filter(|(name, _)| source.split(is_no_name).any(|word| word == *name));
        out.extend(named.map(|(_, dir)| ((*dir).to_owned(), base.trim_matches('/').to_owned())));
    }
    out.sort_by_key(|(dir, _)| std::cmp::Reverse(dir.len()));
    out
}

/// The text in quotation marks that code begins with.
fn quoted(code: &str) -> Option<&str> {
    let code = code.trim_start();
    let quote = code.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    code.get(1..)?.split(quote).next()
}

/// Whether a character is not part of a name in code.
fn is_no_name(c: char) -> bool {
    !c.is_alphanumeric() && c != '_' && c != '$'
}

/// A URL path without folders in parentheses and the index of a folder.
fn address(stem: &str) -> String {
    let parts = stem.split('/').filter(|part| !(part.starts_with('(') && part.ends_with(')')));
    let path = parts.collect::<Vec<_>>().join("/");
    if paths::name(&path) == "index" { paths::folder(&path).to_owned() } else { path }
}

/// The direct contents of a folder.
#[derive(Default)]
struct FolderContents {
    pages: Vec<String>,
    folders: BTreeSet<String>,
}

struct ContentTree<'a, 's> {
    reader: &'a ProjectReader<'s>,
    /// The pages by path without extension and language.
    by_stem: BTreeMap<String, String>,
    folders: BTreeMap<String, FolderContents>,
    /// The folders whose entries were made.
    done: RefCell<BTreeSet<String>>,
}

/// An entry of `pages` before `...` is expanded.
enum Entry {
    Separator(String),
    Nav(Vec<NavEntry>),
    Rest { is_reversed: bool },
}

impl<'a, 's> ContentTree<'a, 's> {
    fn of(reader: &'a ProjectReader<'s>) -> Self {
        Self { reader, by_stem: BTreeMap::new(), folders: BTreeMap::new(), done: RefCell::default() }
    }

    /// Reports the missing entries of the folders that no other folder lists.
    fn report_others(&self) {
        for folder in self.folders.keys() {
            if !self.done.borrow().contains(folder) && self.meta(folder).is_some() {
                self.folder(folder, false, 0);
            }
        }
    }

    fn add(&mut self, file: &str, content: &str) {
        let stem = paths::stem(file).unwrap_or(file);
        let bare = languages::of(stem).and_then(|language| stem.strip_suffix(&format!(".{language}"))).unwrap_or(stem);
        self.by_stem.insert(bare.to_owned(), file.to_owned());
        let mut folder = paths::folder(file).to_owned();
        self.folders.entry(folder.clone()).or_default().pages.push(file.to_owned());
        for _ in 0..DEEPEST {
            if folder == content || folder.is_empty() {
                return;
            }
            let above = paths::folder(&folder).to_owned();
            self.folders.entry(above.clone()).or_default().folders.insert(folder);
            folder = above;
        }
    }

    /// The `meta.json` of a folder.
    fn meta(&self, folder: &str) -> Option<(String, Value)> {
        let file = paths::plus(folder, "meta.json");
        let settings = self.reader.source.has(&file).then(|| self.reader.settings(&file))??;
        Some((file, settings))
    }

    fn title(&self, folder: &str) -> String {
        let own = self.meta(folder).and_then(|(_, meta)| text(&meta, "title").map(ToOwned::to_owned));
        let index = self.index(folder).and_then(|file| self.reader.field(&file, "title"));
        let name = paths::name(folder).trim_matches(['(', ')']);
        own.or(index).unwrap_or_else(|| paths::words(name))
    }

    fn index(&self, folder: &str) -> Option<String> {
        self.folders.get(folder)?.pages.iter().find(|file| is_index(file)).cloned()
    }

    /// The entries of a folder, without its index if that is shown elsewhere and not listed.
    fn folder(&self, folder: &str, is_group: bool, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            return Vec::new();
        }
        self.done.borrow_mut().insert(folder.to_owned());
        let meta = self.meta(folder);
        let list = meta.as_ref().and_then(|(_, meta)| meta.get("pages")).filter(|pages| pages.is_array());
        let Some(list) = list else { return self.rest(folder, &BTreeSet::new(), false, depth) };
        let file = meta.as_ref().map_or("", |(file, _)| file.as_str());
        let mut named: BTreeSet<String> = BTreeSet::new();
        let mut entries = Vec::new();
        named.extend(self.index(folder).filter(|_| is_group));
        for item in literal::items(Some(list)).iter().filter_map(Value::as_str) {
            entries.push(self.entry(item, folder, file, &mut named, depth));
        }
        let mut out: Vec<NavEntry> = Vec::new();
        let mut section: Option<(String, Vec<NavEntry>)> = None;
        for entry in entries {
            let inner = match entry {
                Entry::Separator(title) => {
                    close(&mut section, &mut out);
                    section = Some((title, Vec::new()));
                    continue;
                }
                Entry::Nav(inner) => inner,
                Entry::Rest { is_reversed } => self.rest(folder, &named, is_reversed, depth),
            };
            match &mut section {
                Some((_, entries)) => entries.extend(inner),
                None => out.extend(inner),
            }
        }
        close(&mut section, &mut out);
        out
    }

    fn entry(&self, item: &str, folder: &str, file: &str, named: &mut BTreeSet<String>, depth: usize) -> Entry {
        if let Some(title) = item.strip_prefix("---") {
            let title = title.trim_end_matches('-');
            // `---[Icon]Title---`
            let title = title.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(title, |(_, title)| title);
            return Entry::Separator(title.trim().to_owned());
        }
        match item {
            "..." => return Entry::Rest { is_reversed: false },
            "z...a" => return Entry::Rest { is_reversed: true },
            _ => {}
        }
        let link = item.strip_prefix("external:").unwrap_or(item);
        if let Some((title, href)) = link.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')?.split_once("](")) {
            // `[Icon][Title](address)`
            let title = title.rsplit_once("][").map_or(title, |(_, title)| title);
            return Entry::Nav(vec![NavEntry::link(title.to_owned(), href.to_owned())]);
        }
        let (name, is_spilled) = item.strip_prefix("...").map_or((item, false), |name| (name, true));
        let (name, is_left_out) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
        let Some(path) = paths::join(folder, name) else { return Entry::Nav(Vec::new()) };
        if let Some(page) = self.page(&path) {
            named.insert(page.clone());
            if is_left_out {
                self.reader.hide([page]);
                return Entry::Nav(Vec::new());
            }
            return Entry::Nav(vec![NavEntry::page(page, None)]);
        }
        if self.folders.contains_key(&path) || self.meta(&path).is_some() {
            named.insert(path.clone());
            return Entry::Nav(match (is_left_out, is_spilled) {
                (true, _) => {
                    let files = self.by_stem.values().filter(|file| paths::below(file, &path).is_some());
                    self.reader.hide(files.cloned());
                    Vec::new()
                }
                (_, true) => self.folder(&path, false, depth + 1),
                _ => self.group(&path, depth).into_iter().collect(),
            });
        }
        if !is_left_out {
            // Scripts write the pages of an API into a folder in parentheses, which has no part in their URL paths.
            let is_of_build = is_spilled || name.starts_with('(');
            let outcome = if is_of_build { NOT_IN_SOURCE } else { "the page or folder does not exist" };
            let origin = if is_of_build { Origin::Import } else { Origin::Source };
            let loss = Loss::new(LossKind::NavigationEntry, file, 0, item, outcome).by(origin);
            self.reader.losses.borrow_mut().push(loss);
        }
        Entry::Nav(Vec::new())
    }

    /// The page at a path with or without its extension, in the imported language.
    fn page(&self, path: &str) -> Option<String> {
        self.by_stem.get(path).or_else(|| self.by_stem.get(paths::stem(path)?)).cloned()
    }

    fn group(&self, folder: &str, depth: usize) -> Option<NavEntry> {
        let entries = self.folder(folder, true, depth + 1);
        let page = self.index(folder);
        if entries.is_empty() && page.is_none() {
            return None;
        }
        // A listed index is shown at its position in the list.
        let is_named = page.as_ref().is_some_and(|page| names(&entries, page));
        let page = page.filter(|_| !is_named);
        let meta = self.meta(folder).map(|(_, meta)| meta).unwrap_or_default();
        // The folders above the pages that have a navigation of their own are its tabs.
        let is_tab = depth == 0 && literal::is_true(&meta, "root");
        let kind = if is_tab { GroupKind::Tab } else { GroupKind::Section };
        let look = EntryLook { is_open: literal::is_true(&meta, "defaultOpen"), kind, ..EntryLook::of(&meta) };
        Some(NavEntry::group(self.title(folder), page, entries).with(look))
    }

    /// The unlisted pages by name, the index first, then folders.
    fn rest(&self, folder: &str, named: &BTreeSet<String>, is_reversed: bool, depth: usize) -> Vec<NavEntry> {
        let Some(own) = self.folders.get(folder) else { return Vec::new() };
        let mut pages: Vec<&String> = own.pages.iter().filter(|file| !named.contains(*file)).collect();
        pages.sort_by_key(|file| (!is_index(file), file.to_lowercase()));
        let mut folders: Vec<&String> = own.folders.iter().filter(|folder| !named.contains(*folder)).collect();
        if is_reversed {
            pages.reverse();
            folders.reverse();
        }
        let pages = pages.into_iter().map(|file| NavEntry::page(file.clone(), None));
        pages.chain(folders.into_iter().filter_map(|folder| self.group(folder, depth))).collect()
    }
}

/// Whether entries contain a page.
fn names(entries: &[NavEntry], page: &str) -> bool {
    entries.iter().any(|entry| match entry {
        NavEntry::Page { file, .. } => file == page,
        NavEntry::Group { entries, .. } => {
            entries.iter().any(|entry| matches!(entry, NavEntry::Page { file, .. } if file == page))
        }
        _ => false,
    })
}

/// Appends the open group to the others.
fn close(section: &mut Option<(String, Vec<NavEntry>)>, out: &mut Vec<NavEntry>) {
    if let Some((title, mut entries)) = section.take().filter(|(_, entries)| !entries.is_empty()) {
        if title.is_empty() {
            out.append(&mut entries);
        } else {
            out.push(NavEntry::group(title, None, entries).with(EntryLook::opened(true)));
        }
    }
}
