//! GitBook: `.gitbook.yaml` and `SUMMARY.md` (formats.md 3).

use super::summary::{Item, summary};
use super::{Pages, ProjectReader};
use crate::literal::{Value, text};
use crate::paths;
use crate::project::{EntryLook, GroupKind, NavEntry, Project};
use crate::report::LossKind;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = reader.first(&[".gitbook.yaml", ".gitbook.yml", "book.json"]);
    let settings = file.as_deref().and_then(|file| reader.settings(file)).unwrap_or_default();
    let structure = settings.get("structure").cloned().unwrap_or_default();
    let root = text(&settings, "root").and_then(|root| reader.at(root)).unwrap_or_else(|| reader.root.clone());
    let name = text(&structure, "summary").unwrap_or("SUMMARY.md");
    let summary_file = [name, "SUMMARY.md", "src/SUMMARY.md"]
        .iter()
        .filter_map(|name| paths::join(&root, name))
        .find(|path| reader.source.has(path));
    let root = match &summary_file {
        // Without settings, the folder of the summary is the root.
        Some(file) if text(&settings, "root").is_none() => paths::folder(file).to_owned(),
        _ => root,
    };
    let home = text(&structure, "readme").and_then(|name| paths::join(&root, name));
    let mut book = Book::new(reader, root.clone(), home, ".html", false);
    let navigation = match summary_file {
        Some(file) => book.navigation(&file),
        None => {
            let spaces = spaces(reader);
            let kind = if spaces.len() > 1 { GroupKind::Tab } else { GroupKind::Section };
            book.spaces(&spaces).into_iter().map(|entry| entry.of_kind(kind)).collect()
        }
    };
    book.add_others();
    let redirects = settings.get("redirects").and_then(Value::as_object).into_iter().flatten();
    let redirects = redirects.filter_map(|(from, to)| Some((from.clone(), book.address_of(to.as_str()?))));
    let redirects = redirects.collect();
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned),
        pages: book.pages.pages,
        navigation,
        redirects,
        public_folders: vec![root.clone()],
        aliases: vec![(String::new(), root)],
        ..Project::default()
    }
}

/// The summaries of the spaces of a repository: one in each folder, or where the settings of the folder say.
fn spaces(reader: &ProjectReader<'_>) -> Vec<(String, String)> {
    const DEEPEST: usize = 2;
    let mut out: Vec<(String, String)> = Vec::new();
    for path in reader.source.under(&reader.root) {
        let folder = paths::folder(path);
        let below = paths::below(folder, &reader.root).unwrap_or(folder);
        let is_space = matches!(paths::name(path), ".gitbook.yaml" | ".gitbook.yml" | "SUMMARY.md");
        if !is_space
            || below.is_empty()
            || below.matches('/').count() >= DEEPEST
            || out.iter().any(|(known, _)| paths::below(folder, known).is_some() || known == folder)
        {
            continue;
        }
        let settings = if path.ends_with("SUMMARY.md") { None } else { reader.settings(path) };
        let settings = settings.unwrap_or_default();
        let root =
            text(&settings, "root").and_then(|root| paths::join(folder, root)).unwrap_or_else(|| folder.to_owned());
        let name = settings.get("structure").and_then(|structure| text(structure, "summary")).unwrap_or("SUMMARY.md");
        let summary = paths::join(&root, name).filter(|summary| reader.source.has(summary));
        out.extend(summary.map(|summary| (folder.to_owned(), summary)));
    }
    out
}

/// A book of GitBook or mdBook whose summary is being read.
pub(super) struct Book<'r, 's> {
    reader: &'r ProjectReader<'s>,
    /// The folder of the pages.
    root: String,
    /// The file of the home page.
    home: Option<String>,
    /// The ending of old URLs.
    end: &'static str,
    /// Whether old URLs have this ending.
    has_end: bool,
    pub(super) pages: Pages,
}

impl<'r, 's> Book<'r, 's> {
    pub(super) fn new(
        reader: &'r ProjectReader<'s>,
        root: String,
        home: Option<String>,
        end: &'static str,
        has_end: bool,
    ) -> Self {
        Self { reader, root, home, end, has_end, pages: Pages::default() }
    }

    /// The entries of several spaces, each a group with the name of its folder.
    fn spaces(&mut self, spaces: &[(String, String)]) -> Vec<NavEntry> {
        let mut entries = Vec::new();
        for (folder, summary) in spaces {
            let inner = self.navigation(summary);
            if spaces.len() == 1 {
                return inner;
            }
            if !inner.is_empty() {
                entries.push(NavEntry::group(paths::words(paths::name(folder)), None, inner));
            }
        }
        entries
    }

    /// The entries of a summary. Adds its pages in order.
    pub(super) fn navigation(&mut self, file: &str) -> Vec<NavEntry> {
        let text = self.reader.source.text(file).unwrap_or_default();
        let mut entries = Vec::new();
        for part in summary(&text) {
            let mut inner = self.items(&part.items, file);
            match part.title {
                Some(title) if !inner.is_empty() => {
                    entries.push(NavEntry::group(title, None, inner).with(EntryLook::opened(true)));
                }
                _ => entries.append(&mut inner),
            }
        }
        entries
    }

    fn items(&mut self, items: &[Item], summary: &str) -> Vec<NavEntry> {
        items.iter().flat_map(|item| self.item(item, summary)).collect()
    }

    fn item(&mut self, item: &Item, summary: &str) -> Vec<NavEntry> {
        let title = item.title.clone();
        let page = match item.target.as_deref() {
            Some(href) if engine::is_external(href) => {
                let mut out = vec![NavEntry::link(title, href.to_owned())];
                out.extend(self.items(&item.items, summary));
                return out;
            }
            Some(target) => self.page(target, summary, item),
            None => None,
        };
        if page.as_deref().is_some_and(|file| self.reader.has_flag(file, "hidden")) && item.items.is_empty() {
            return Vec::new();
        }
        if item.items.is_empty() {
            return page.map(|file| NavEntry::page(file, Some(title))).into_iter().collect();
        }
        let entries = self.items(&item.items, summary);
        vec![NavEntry::group(title, page, entries)]
    }

    /// The page that a link target names; reports a missing one.
    fn page(&mut self, target: &str, summary: &str, item: &Item) -> Option<String> {
        let path = paths::decoded(target.split('#').next().unwrap_or_default());
        let file = paths::join(paths::folder(summary), &path).filter(|file| self.reader.source.has(file));
        let Some(file) = file.filter(|file| paths::is_page(file)) else {
            let outcome = if path.is_empty() { "a draft, without a page" } else { "the page does not exist" };
            let subject = if path.is_empty() { &item.title } else { target };
            self.reader.report_loss(LossKind::NavigationEntry, summary, item.line, subject.to_owned(), outcome);
            return None;
        };
        self.add(&file);
        Some(file)
    }

    /// Adds a page at the URL path of its file.
    fn add(&mut self, file: &str) {
        let below = paths::below(file, &self.root).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        let is_home = self.home.as_deref() == Some(file);
        let last = paths::name(stem);
        let is_index = last.eq_ignore_ascii_case("readme") || last == "index";
        let address = if is_home {
            ""
        } else if is_index {
            paths::folder(stem)
        } else {
            stem
        };
        if self.pages.has(file) {
            return;
        }
        let end = self.end;
        let page = self.pages.add(file, address);
        page.named(format!("/{stem}"));
        if self.has_end && !address.is_empty() && !is_index {
            page.also_at(&format!("{stem}{end}"));
        }
    }

    /// Adds the pages that the summary does not list.
    pub(super) fn add_others(&mut self) {
        let root = self.root.clone();
        for file in self.reader.pages_below(&root) {
            if !paths::name(&file).eq_ignore_ascii_case("summary.md") {
                self.add(&file);
            }
        }
    }

    /// The URL path of a file named in settings, or the text itself.
    pub(super) fn address_of(&self, target: &str) -> String {
        let (path, anchor) =
            target.split_once('#').map_or((target, String::new()), |(path, rest)| (path, format!("#{rest}")));
        let file = paths::join(&self.root, path).unwrap_or_default();
        let page = self.pages.of_file(&file);
        let address = page.and_then(|page| page.addresses.first());
        address.map_or_else(|| target.to_owned(), |address| format!("{address}{anchor}"))
    }
}
