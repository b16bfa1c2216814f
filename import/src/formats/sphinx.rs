//! Sphinx with pages in MyST Markdown: `conf.py`, and the `toctree`s of pages, or `_toc.yml` (Jupyter Book). Pages in
//! reStructuredText and notebooks are named in the report.

mod book;
mod templates;

use std::collections::{BTreeMap, BTreeSet};

use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader, glob, unread};
use crate::dialects::NOTEBOOKS;
use crate::literal::{self, Value, python, text};
use crate::paths;
use crate::project::{Announcement, Look, NavEntry, Project};
use crate::report::LossKind;
use crate::source::Source;

/// The greatest nesting of the navigation.
const DEEPEST: usize = 16;
/// Titles that are given in place of a page: `self` is the page with the tree, the others are generated.
const GENERATED: [&str; 3] = ["genindex", "modindex", "search"];

/// The settings of Sphinx by the names that `conf.py` has for them: those of `_config.yml` (Jupyter Book), and those of
/// `conf.py`, which override them.
pub(crate) fn settings(source: &Source, root: &str) -> BTreeMap<String, Value> {
    let read = |file: &str| source.text(&paths::plus(root, file)).ok();
    let book = read("_config.yml").and_then(|text| literal::yaml(&text).ok());
    let mut out = book.map(|book| book::settings(&book)).unwrap_or_default();
    out.extend(read("conf.py").map(|text| python(&text)).unwrap_or_default());
    out
}

/// Whether the pages are those of `mystmd`, which does not use Sphinx.
pub(crate) fn is_mystmd(source: &Source, root: &str) -> bool {
    let has = |file: &str| source.has(&paths::plus(root, file));
    has("myst.yml") && !has("conf.py") && !has("_config.yml")
}

/// The extensions of MyST that the settings of Sphinx turn on. Those of `mystmd` are always on.
pub(crate) fn myst_extensions(source: &Source, root: &str) -> BTreeSet<String> {
    let settings = settings(source, root);
    let mut out = BTreeSet::new();
    if let Some(value) = settings.get("myst_enable_extensions") {
        // A set is read as an object.
        out.extend(value.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        out.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned));
    }
    if is_mystmd(source, root) {
        out.extend(["deflist".to_owned(), "dollarmath".to_owned()]);
    }
    out
}

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let root = reader.root.clone();
    let file = reader.first(&["conf.py", "_config.yml"]).unwrap_or_default();
    reader.settings.borrow_mut().extend(reader.first(&["conf.py"]));
    let settings = settings(reader.source, &root);
    let book_file = reader.first(&["_config.yml", "myst.yml"]);
    let book = book_file.as_deref().and_then(|file| reader.settings(file)).unwrap_or_default();
    let listed = |key: &str| -> Vec<String> {
        let items = settings.get(key).map_or(&[][..], |value| literal::items(Some(value)));
        items.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
    };
    let excluded = listed("exclude_patterns");
    let is_excluded = |below: &str| {
        let parts: Vec<&str> = below.split('/').collect();
        let hidden = parts.iter().any(|part| matches!(*part, "_build" | "_templates"));
        hidden
            || (1..=parts.len()).any(|end| {
                let path = parts.get(..end).unwrap_or_default().join("/");
                excluded.iter().any(|pattern| glob::fits(pattern.trim_end_matches('/'), &path))
            })
    };
    let (pages, files) = pages(reader, &is_excluded);
    report_others(reader, &is_excluded);
    let mut trees = Toctrees { reader, root: &root, pages: &pages, seen: BTreeSet::new() };
    let mut navigation = trees.navigation(&settings, &book, &files);
    let image = |value: Option<&Value>| {
        let path = value?.as_str()?;
        let statics = listed("html_static_path");
        let places =
            std::iter::once(String::new()).chain(statics).filter_map(|folder| reader.at(&paths::plus(&folder, path)));
        places.into_iter().find(|path| reader.source.has(path))
    };
    let options = settings.get("html_theme_options").cloned().unwrap_or_default();
    let of_settings = |keys: &[&str]| {
        let given = keys.iter().find_map(|key| settings.get(*key).and_then(Value::as_str));
        given.filter(|text| !text.trim().is_empty()).map(ToOwned::to_owned)
    };
    let extra = listed("html_extra_path").into_iter().filter_map(|folder| reader.at(&folder));
    let templates = listed("templates_path");
    let specs = templates::specs(reader, &pages, &templates, &mut navigation);
    book_file
        .iter()
        .filter(|file| file.ends_with("_config.yml"))
        .for_each(|file| book::note_others(reader, file, &book));
    let repository = repository(&options).filter(|_| literal::is_true(&options, "use_edit_page_button"));
    unread::edit_link(reader, &file, repository);
    let mut project = Project {
        specs,
        name: of_settings(&["html_title", "project"])
            .or_else(|| book.get("project").and_then(|project| text(project, "title")).map(ToOwned::to_owned)),
        description: [Some(&book), book.get("project")]
            .into_iter()
            .find_map(|settings| text(settings?, "description"))
            .map(|text| text.trim().to_owned()),
        site: of_settings(&["html_baseurl", "ogp_site_url"]),
        lang: of_settings(&["language"]),
        pages: pages.pages,
        navigation,
        public_folders: extra.chain([root.clone()]).collect(),
        aliases: vec![(String::new(), root.clone())],
        redirects: redirects(reader, &settings),
        generated: generated(reader, &settings, &listed("extensions")),
        has_other_projects: settings.get("intersphinx_mapping").is_some_and(|mapping| *mapping != Value::Null),
        look: Look {
            logo: logo(&settings, &options, &image),
            favicon: image(settings.get("html_favicon")),
            navbar: navbar(&options),
            announcement: text(&options, "announcement").map(announcement),
            ..Look::default()
        },
        ..Project::default()
    };
    project.give_home();
    project
}

/// Whether a folder is one of Sphinx itself, by its name.
fn is_own(folder: &str) -> bool {
    folder.starts_with('_')
}

/// The pages below the root, and their files.
fn pages(reader: &ProjectReader<'_>, is_excluded: &dyn Fn(&str) -> bool) -> (Pages, Vec<String>) {
    let root = &reader.root;
    let mut pages = Pages::default();
    let mut files = Vec::new();
    // Sphinx publishes pages whose names begin with `_`; folders with such names are its own.
    let mut underscored = reader.underscored_below(root, &[]);
    underscored.retain(|page| !paths::folder(paths::below(page, root).unwrap_or(page)).split('/').any(is_own));
    for page in reader.pages_below(root).into_iter().chain(underscored) {
        let below = paths::below(&page, root).unwrap_or(&page).to_owned();
        if is_excluded(&below) {
            continue;
        }
        let stem = paths::stem(&below).unwrap_or(&below);
        let is_index = matches!(paths::name(stem), "index");
        let address = if is_index { paths::folder(stem) } else { stem };
        let added = pages.add(&page, address).named(format!("/{stem}")).also_at(&format!("{stem}.html"));
        let description = description(reader, &page);
        added.with("description", description.as_deref());
        if reader.has_flag(&page, "orphan") {
            reader.hide([page.clone()]);
        }
        files.push(page);
    }
    (pages, files)
}

/// The description in the frontmatter: `html_meta`, perhaps below `myst`, with a language.
fn description(reader: &ProjectReader<'_>, page: &str) -> Option<String> {
    let keys = ["myst.html_meta.description lang=en", "myst.html_meta.description", "html_meta.description"];
    keys.iter().find_map(|key| reader.field(page, key))
}

/// Reports the pages that are not Markdown, and the translations.
fn report_others(reader: &ProjectReader<'_>, is_excluded: &dyn Fn(&str) -> bool) {
    let mut languages = BTreeSet::new();
    for path in reader.source.under(&reader.root) {
        let below = paths::below(path, &reader.root).unwrap_or(path);
        let is_hidden = below.split('/').any(|part| part.starts_with(['_', '.']));
        if let Some((before, _)) = below.split_once("/LC_MESSAGES/").filter(|_| path.ends_with(".po")) {
            let folder = path.split("/LC_MESSAGES/").next().unwrap_or(path);
            if languages.insert(folder) {
                let outcome = "a translation in `.po` files, which are not read: left out";
                reader.report_loss(LossKind::File, folder, 0, paths::name(before), outcome);
            }
            continue;
        }
        if is_hidden || is_excluded(below) {
            continue;
        }
        let outcome = match path.rsplit_once('.').map(|(_, end)| end) {
            Some("rst") => {
                "a page in reStructuredText: left out; convert it, for example with `rst2myst`, and import again"
            }
            Some("ipynb" | "Rmd") => {
                "a notebook: left out; convert it, for example with `jupytext --to myst`, and import again"
            }
            _ => continue,
        };
        reader.report_loss(LossKind::File, path, 0, paths::name(path), outcome);
    }
}

/// Redirects of `sphinx-reredirects` and `sphinxext-rediraffe`.
fn redirects(reader: &ProjectReader<'_>, settings: &BTreeMap<String, Value>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let bare = |path: &str| {
        let end = [".html", ".rst"].iter().chain(&NOTEBOOKS).find_map(|end| path.strip_suffix(end));
        let path = paths::stem(path).or(end).unwrap_or(path);
        path.strip_suffix("/index").unwrap_or(path).trim_matches('/').to_owned()
    };
    for (from, to) in settings.get("redirects").and_then(Value::as_object).into_iter().flatten() {
        let Some(to) = to.as_str() else { continue };
        // A target is relative to the old page.
        let to = match to.contains("://") || to.starts_with('/') {
            true => to.to_owned(),
            false => match paths::join(paths::folder(from), to) {
                Some(to) => format!("/{}", bare(&to)),
                None => continue,
            },
        };
        out.push((format!("/{}", bare(from)), to));
    }
    let mut add = |from: &str, to: &str| out.push((format!("/{}", bare(from)), format!("/{}", bare(to))));
    match settings.get("rediraffe_redirects") {
        Some(Value::Object(members)) => {
            members.iter().filter_map(|(from, to)| Some((from, to.as_str()?))).for_each(|(from, to)| add(from, to));
        }
        Some(Value::String(file)) => {
            let text = reader.at(file).and_then(|file| reader.settings_text(&file).ok()).unwrap_or_default();
            for line in text.lines() {
                let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches('"')).collect();
                if let [from, to] = words.as_slice() {
                    add(from, to);
                }
            }
        }
        _ => {}
    }
    out
}

/// The logos: of Sphinx, Furo, the PyData theme, Jupyter Book.
fn logo(
    settings: &BTreeMap<String, Value>,
    options: &Value,
    image: &dyn Fn(Option<&Value>) -> Option<String>,
) -> [Option<String>; 2] {
    let of_theme = |name: &str| options.get("logo").and_then(|logo| logo.get(name));
    let light = [settings.get("html_logo"), options.get("light_logo"), of_theme("image_light"), of_theme("image")];
    let dark = [options.get("dark_logo"), of_theme("image_dark")];
    [light.into_iter().find_map(image), dark.into_iter().find_map(image)]
}

/// The links at the top: those of the PyData theme, and the repository.
fn navbar(options: &Value) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for list in ["external_links", "icon_links"] {
        for link in literal::items(options.get(list)) {
            let address = text(link, "url").filter(|address| address.contains("://"));
            out.extend(text(link, "name").zip(address).map(|(name, address)| (name.to_owned(), address.to_owned())));
        }
    }
    if let Some(address) = repository(options).filter(|address| out.iter().all(|(_, known)| known != address)) {
        out.push((super::mkdocs::host_name(address), address.to_owned()));
    }
    out
}

/// The URL of the repository, as themes name it.
fn repository(options: &Value) -> Option<&str> {
    ["source_repository", "repository_url", "github_url"].iter().find_map(|key| text(options, key))
}

/// An announcement without its markup.
fn announcement(html: &str) -> Announcement {
    let mut plain = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        rest = after.split_once('>').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let href = html.split_once("href=\"").and_then(|(_, rest)| rest.split('"').next()).map(ToOwned::to_owned);
    let text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    Announcement { text, href: href.filter(|href| href.contains("://")), is_dismissible: false }
}

/// A `toctree`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Toctree {
    caption: Option<String>,
    is_glob: bool,
    is_reversed: bool,
    /// The entries: title, and document, with the line.
    entries: Vec<(Option<String>, String, u32)>,
}

struct Toctrees<'a, 's> {
    reader: &'a ProjectReader<'s>,
    root: &'a str,
    pages: &'a Pages,
    seen: BTreeSet<String>,
}

impl Toctrees<'_, '_> {
    /// The navigation: of `_toc.yml`, or of the trees of pages, or else of folders.
    fn navigation(&mut self, settings: &BTreeMap<String, Value>, book: &Value, files: &[String]) -> Vec<NavEntry> {
        let toc = self.reader.first(&["_toc.yml"]).and_then(|file| Some((self.reader.settings(&file)?, file)));
        let own = book.get("project").and_then(|project| project.get("toc"));
        let own = own.cloned().zip(self.reader.first(&["myst.yml"]));
        if let Some((toc, file)) = toc.or(own) {
            let mut navigation: Vec<NavEntry> = text(&toc, "root")
                .and_then(|root| self.document(None, root, self.root, &file, 0, 0))
                .into_iter()
                .collect();
            navigation.extend(self.external(&toc, &file, 0));
            return navigation;
        }
        let given = ["root_doc", "master_doc"].iter().find_map(|key| settings.get(*key).and_then(Value::as_str));
        let home = given.unwrap_or("index");
        let mut starts = ["md", "rst"].iter().map(|end| paths::plus(self.root, &format!("{home}.{end}")));
        let start = starts.find(|path| self.reader.source.has(path));
        let mut navigation = Vec::new();
        if let Some(start) = &start {
            self.seen.insert(start.clone());
            navigation = self.entries(start, 0);
            let is_own = |entry: &NavEntry| matches!(entry, NavEntry::Page { file, .. } if file == start);
            if !navigation.is_empty() && self.pages.has(start) && !navigation.iter().any(is_own) {
                navigation.insert(0, NavEntry::page(start.clone(), None));
            }
        }
        if navigation.is_empty() {
            let reader = self.reader;
            let folders = Folders {
                reader,
                by: FolderOrder::IndexFirst,
                order: &[],
                label: &[],
                settings: &|_| FolderSettings::default(),
                is_hidden: &|_| false,
            };
            navigation = folders.entries(self.root, files);
        }
        navigation
    }

    /// The entries of all trees of a page.
    fn entries(&mut self, file: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, file, 0, "toctree", "it is nested too deeply");
            return Vec::new();
        }
        // Pages were rewritten, without their trees.
        let text = self.reader.source.original(file).unwrap_or_default();
        let mut out = Vec::new();
        for tree in toctrees(&text) {
            let mut entries = Vec::new();
            for (title, name, line) in &tree.entries {
                if tree.is_glob && name.contains(['*', '?', '[']) {
                    entries.extend(self.glob(name, file, depth));
                } else {
                    let folder = if name.starts_with('/') { self.root } else { paths::folder(file) };
                    entries.extend(self.document(title.clone(), name, folder, file, *line, depth));
                }
            }
            if tree.is_reversed {
                entries.reverse();
            }
            match tree.caption.filter(|_| depth == 0) {
                Some(title) if !entries.is_empty() => {
                    out.push(NavEntry::group(title, None, entries));
                }
                _ => out.append(&mut entries),
            }
        }
        out
    }

    /// The entry of a document or URL that the line of a file names, relative to a folder.
    fn document(
        &mut self,
        title: Option<String>,
        name: &str,
        folder: &str,
        file: &str,
        line: u32,
        depth: usize,
    ) -> Option<NavEntry> {
        if engine::is_external(name) {
            return Some(NavEntry::link(title.unwrap_or_else(|| name.to_owned()), name.to_owned()));
        }
        if name == "self" {
            return self.pages.has(file).then(|| NavEntry::page(file.to_owned(), title));
        }
        if GENERATED.contains(&name) {
            return None;
        }
        let joined = paths::join(folder, name.trim_start_matches('/')).unwrap_or_default();
        match self.file_of(&joined) {
            Some(found) => self.page(title, found, depth),
            None => {
                self.reader.report_loss(LossKind::NavigationEntry, file, line, name, "the page does not exist");
                None
            }
        }
    }

    /// The file of a page that is named without its extension.
    fn file_of(&self, path: &str) -> Option<String> {
        let ends = ["", ".md", ".rst", ".markdown"].iter().chain(&NOTEBOOKS);
        ends.map(|end| format!("{path}{end}")).find(|path| self.reader.source.has(path))
    }

    fn page(&mut self, title: Option<String>, file: String, depth: usize) -> Option<NavEntry> {
        if !self.seen.insert(file.clone()) {
            return None;
        }
        let below = self.entries(&file, depth + 1);
        self.with_pages(title, file, below)
    }

    /// A page with the entries below it.
    fn with_pages(&mut self, title: Option<String>, file: String, entries: Vec<NavEntry>) -> Option<NavEntry> {
        let page = Some(file.clone()).filter(|file| self.pages.has(file));
        if entries.is_empty() {
            return page.map(|file| NavEntry::page(file, title));
        }
        let stem = paths::stem(&file).or_else(|| file.strip_suffix(".rst")).unwrap_or(&file);
        let name = || match paths::name(stem) {
            "index" => paths::words(paths::name(paths::folder(stem))),
            name => paths::words(name),
        };
        let own = || match page {
            Some(_) => self.reader.facts(&file).heading.clone(),
            None => restructured_title(&self.reader.source.text(&file).unwrap_or_default()),
        };
        let title = title.or_else(own).unwrap_or_else(name);
        Some(NavEntry::group(crate::page::title(&title), page, entries))
    }

    /// The pages that fit a pattern with `*`, in order of their names.
    fn glob(&mut self, pattern: &str, file: &str, depth: usize) -> Vec<NavEntry> {
        let folder = if pattern.starts_with('/') { self.root } else { paths::folder(file) };
        let pattern = paths::plus(folder, pattern.trim_start_matches('/'));
        let fits = |path: &str| glob::fits(&pattern, paths::stem(path).unwrap_or(path));
        let files: Vec<String> =
            self.pages.pages.iter().map(|page| page.file.clone()).filter(|path| path != file && fits(path)).collect();
        files.into_iter().filter_map(|file| self.page(None, file, depth)).collect()
    }

    /// The entries of `_toc.yml` or `myst.yml`.
    fn external(&mut self, value: &Value, file: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, file, 0, paths::name(file), "it is nested too deeply");
            return Vec::new();
        }
        if let Value::Array(items) = value {
            return items.iter().flat_map(|item| self.external(item, file, depth + 1)).collect();
        }
        let lists = ["parts", "subtrees", "chapters", "entries", "sections", "children", "items"];
        let below: Vec<NavEntry> = lists
            .iter()
            .filter_map(|list| value.get(*list))
            .flat_map(|list| self.external(list, file, depth + 1))
            .collect();
        let title = ["caption", "title"].iter().find_map(|key| text(value, key)).map(ToOwned::to_owned);
        if let Some(address) = text(value, "url") {
            return vec![NavEntry::link(title.unwrap_or_else(|| address.to_owned()), address.to_owned())];
        }
        let pattern = ["glob", "pattern"].iter().find_map(|key| text(value, key));
        if let Some(pattern) = pattern {
            return self.glob(paths::stem(pattern).unwrap_or(pattern), &paths::plus(self.root, "_toc.yml"), depth);
        }
        let Some(name) = text(value, "file") else {
            return match title.filter(|_| !below.is_empty()) {
                Some(title) => vec![NavEntry::group(title, None, below)],
                None => below,
            };
        };
        if below.is_empty() {
            return self.document(title, name, self.root, file, 0, depth).into_iter().collect();
        }
        let joined = paths::join(self.root, name).unwrap_or_default();
        match self.file_of(&joined) {
            Some(page) => {
                self.seen.insert(page.clone());
                self.with_pages(title, page, below).into_iter().collect()
            }
            None => {
                self.reader.report_loss(LossKind::NavigationEntry, file, 0, name, "the page does not exist");
                below
            }
        }
    }
}

/// The title of a page in reStructuredText: the line above the first underline.
fn restructured_title(text: &str) -> Option<String> {
    let mut before = "";
    for line in text.lines() {
        let mark = line.chars().next().filter(char::is_ascii_punctuation);
        let is_underline = line.len() > 2 && mark.is_some_and(|mark| line.chars().all(|c| c == mark));
        if is_underline && before.trim_start().starts_with(char::is_alphanumeric) {
            return Some(before.trim().to_owned());
        }
        before = line;
    }
    None
}

/// The trees of a page, in MyST, reStructuredText, or one in the other.
fn toctrees(text: &str) -> Vec<Toctree> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let trimmed = line.trim();
        at += 1;
        let rest = lines.get(at..).unwrap_or_default();
        let marks = trimmed.bytes().take_while(|byte| matches!(byte, b'`' | b':' | b'~')).count();
        let is_myst = marks >= 3 && trimmed.get(marks..).is_some_and(|rest| rest.trim_start().starts_with("{toctree}"));
        let length = if is_myst {
            let close = trimmed.get(..marks).unwrap_or_default();
            rest.iter().position(|line| line.trim() == close).unwrap_or(rest.len())
        } else if trimmed == ".. toctree::" {
            let indent = line.len() - line.trim_start().len();
            let is_inside = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
            rest.iter().take_while(|line| is_inside(line)).count()
        } else {
            // What looks like a `toctree` in an example is not one.
            let is_example = marks >= 3
                && !trimmed.starts_with(':')
                && !trimmed.get(marks..).is_some_and(|rest| rest.trim_start().starts_with('{'));
            let close = trimmed.get(..marks).unwrap_or_default();
            let end = rest.iter().position(|line| line.trim() == close).filter(|_| is_example);
            at += end.map_or(0, |end| end + 1);
            continue;
        };
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        out.push(tree(rest.get(..length).unwrap_or_default(), number));
        // A fence ends with a line of its own, which opens no other one.
        at += length + usize::from(is_myst);
    }
    out
}

/// The tree with this content, which begins at a line.
fn tree(content: &[&str], first: u32) -> Toctree {
    let mut out = Toctree::default();
    let mut is_yaml = false;
    for (number, line) in (first..).zip(content.iter().map(|line| line.trim())) {
        if line == "---" {
            is_yaml = !is_yaml;
            continue;
        }
        if line.is_empty() || line.starts_with("% ") {
            continue;
        }
        let option = match is_yaml {
            true => line.split_once(':'),
            false => line.strip_prefix(':').and_then(|rest| rest.split_once(':')),
        };
        match option {
            Some(("caption", text)) => out.caption = Some(text.trim().trim_matches(['"', '\'']).to_owned()),
            Some(("glob", _)) => out.is_glob = true,
            Some(("reversed", _)) => out.is_reversed = true,
            Some(_) => {}
            None => {
                let titled = line.strip_suffix('>').and_then(|line| line.rsplit_once('<'));
                out.entries.push(match titled {
                    Some((title, name)) => (
                        Some(title.trim().to_owned()).filter(|title| !title.is_empty()),
                        name.trim().to_owned(),
                        number,
                    ),
                    None => (None, line.to_owned(), number),
                });
            }
        }
    }
    out
}

/// The folders of pages that extensions write when the site is built.
fn generated(reader: &ProjectReader<'_>, settings: &BTreeMap<String, Value>, extensions: &[String]) -> Vec<String> {
    const WRITERS: [(&str, &str, &str); 2] =
        [("autodoc2", "autodoc2_output_dir", "apidocs"), ("autoapi.extension", "autoapi_root", "autoapi")];
    let used = WRITERS.iter().filter(|(extension, ..)| extensions.iter().any(|used| used == extension));
    let folder = |key: &str, usual: &str| {
        settings.get(key).and_then(Value::as_str).unwrap_or(usual).trim_matches('/').to_owned()
    };
    let mut out: Vec<String> = used.map(|(_, key, usual)| folder(key, usual)).collect();
    if extensions.iter().any(|used| used == "sphinx.ext.autosummary") {
        for file in reader.source.under(&reader.root).filter(|file| paths::is_page(file) || file.ends_with(".rst")) {
            let text = reader.source.original(file).unwrap_or_default();
            let own = paths::folder(paths::below(file, &reader.root).unwrap_or(file));
            out.extend(summaries(&text).into_iter().filter_map(|folder| paths::join(own, folder)));
        }
    }
    out.sort();
    out.dedup();
    out
}

/// The folders of `autosummary`s in a page: their option `toctree`.
fn summaries(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut is_inside = false;
    for line in text.lines().map(str::trim) {
        is_inside =
            line.contains("autosummary}") || line.contains("autosummary::") || is_inside && line.starts_with(':');
        let folder = line.strip_prefix(":toctree:").filter(|_| is_inside).map(str::trim);
        out.extend(folder.map(|folder| folder.trim_matches('/')).filter(|folder| !folder.is_empty()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{summaries, toctrees};

    #[test]
    fn autosummaries_write_into_folders() {
        let text = "```{autosummary}\n:nosignatures:\n:toctree: api/made\n\na.b\n```\n\n```{toctree}\n:toctree: x\n```\n\n\
                    .. autosummary::\n   :toctree: ./\n   :recursive:\n\n   c\n";
        assert_eq!(summaries(text), ["api/made", "."]);
    }

    #[test]
    fn trees_are_read_in_both_languages() {
        let myst = toctrees("# A\n```{toctree}\n:caption: Guides\n:maxdepth: 2\n\na\nThe B <b.md>\n```\n");
        let rst = toctrees("A\n.. toctree::\n   :caption: Guides\n   :maxdepth: 2\n\n   a\n   The B <b.md>\n\nText\n");
        assert_eq!(myst, rst);
        assert_eq!(myst[0].caption.as_deref(), Some("Guides"));
        assert_eq!(myst[0].entries, [(None, "a".to_owned(), 6), (Some("The B".to_owned()), "b.md".to_owned(), 7)]);
        assert_eq!(toctrees("````md\n```{toctree}\na\n```\n````\n"), []);
        let yaml = toctrees(":::{toctree}\n---\ncaption: \"C\"\nglob:\n---\nx/*\n:::\n");
        assert_eq!((yaml[0].caption.as_deref(), yaml[0].is_glob, yaml[0].entries.len()), (Some("C"), true, 1));
    }
}
