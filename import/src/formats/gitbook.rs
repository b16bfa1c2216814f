//! GitBook: `.gitbook.yaml` and `SUMMARY.md` (formats.md 3).

use std::collections::BTreeSet;

use super::summary::{Item, summary};
use super::{Pages, ProjectReader, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EntryLook, GroupKind, NavEntry, Project};
use crate::report::{Loss, LossKind, Origin};

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
    let mut title = None;
    let navigation = match summary_file {
        Some(file) => book.navigation(&file),
        None => {
            let site = SiteSettings::read(reader);
            if let Some(site) = &site {
                site.note_others(reader);
            }
            title = site.as_ref().and_then(|site| text(&site.settings, "title")).map(ToOwned::to_owned);
            let spaces = site.as_ref().map_or_else(|| spaces(reader), |site| site.spaces(reader));
            let kind = if spaces.len() > 1 { GroupKind::Tab } else { GroupKind::Section };
            book.spaces(spaces).into_iter().map(|entry| entry.of_kind(kind)).collect()
        }
    };
    book.add_others(&BTreeSet::new());
    let redirects = settings.get("redirects").and_then(Value::as_object).into_iter().flatten();
    let redirects = redirects.filter_map(|(from, to)| Some((from.clone(), book.address_of(to.as_str()?))));
    let redirects = redirects.collect();
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned).or(title),
        pages: book.pages.pages,
        navigation,
        redirects,
        public_folders: vec![root.clone()],
        aliases: vec![(String::new(), root)],
        ..Project::default()
    }
}

/// A book with its own summary.
struct Space {
    title: String,
    look: EntryLook,
    /// The file of the summary.
    summary: String,
}

/// The settings of a site with several spaces: a file at the root, of any name, with `site.structure`.
struct SiteSettings {
    file: String,
    settings: Value,
}

impl SiteSettings {
    fn read(reader: &ProjectReader<'_>) -> Option<Self> {
        let is_named = |path: &&str| {
            let below = paths::below(path, &reader.root).unwrap_or(path);
            !below.contains('/') && (below.ends_with(".yaml") || below.ends_with(".yml"))
        };
        let is_site = |text: &str| text.lines().any(|line| line.starts_with("site:")) && text.contains("structure:");
        let mut files = reader.source.under(&reader.root).filter(is_named);
        let file = files.find(|path| reader.source.text(path).is_ok_and(|text| is_site(&text)))?.to_owned();
        let settings = reader.settings(&file)?.get("site")?.clone();
        settings.get("structure").is_some_and(Value::is_array).then_some(Self { file, settings })
    }

    /// The spaces in the order of the site. Those that it does not name follow.
    fn spaces(&self, reader: &ProjectReader<'_>) -> Vec<Space> {
        let mut out = Vec::new();
        self.add(reader, literal::items(self.settings.get("structure")), None, 0, &mut out);
        let others = spaces(reader).into_iter();
        let others: Vec<Space> =
            others.filter(|other| out.iter().all(|known| known.summary != other.summary)).collect();
        out.extend(others);
        out
    }

    /// Adds the spaces of a list. A section with a single space gives it its title and look.
    fn add(
        &self,
        reader: &ProjectReader<'_>,
        items: &[Value],
        section: Option<&Value>,
        depth: usize,
        out: &mut Vec<Space>,
    ) {
        const DEEPEST: usize = 8;
        let spaces = items.iter().filter(|item| self.summary(reader, item).is_some()).count();
        for item in items.iter().filter(|_| depth < DEEPEST) {
            let children = literal::items(item.get("children"));
            if !children.is_empty() {
                let own = (text(item, "type") == Some("section")).then_some(item);
                self.add(reader, children, own, depth + 1, out);
                continue;
            }
            let title = text(item, "title");
            match self.summary(reader, item) {
                Some(summary) => {
                    let shown = section.filter(|_| spaces == 1).unwrap_or(item);
                    let name = text(shown, "title").or(title).map(ToOwned::to_owned);
                    let title = name.unwrap_or_else(|| paths::words(paths::name(paths::folder(&summary))));
                    out.push(Space { title, look: EntryLook::of(shown), summary });
                }
                None if text(item, "type") == Some("space") => {
                    let outcome = "a space without a folder in the project: left out";
                    reader.report_missing(LossKind::NavigationEntry, &self.file, title.unwrap_or("space"), outcome);
                }
                None => {}
            }
        }
    }

    /// Reports the titles of groups of sections and the descriptions of sections.
    fn note_others(&self, reader: &ProjectReader<'_>) {
        let (mut groups, mut described) = (Vec::new(), Vec::new());
        let mut open: Vec<&Value> = literal::items(self.settings.get("structure")).iter().rev().collect();
        while let Some(item) = open.pop() {
            let title = text(item, "title").unwrap_or_default().to_owned();
            if text(item, "description").is_some_and(|text| !text.trim().is_empty()) {
                described.push(title.clone());
            }
            if text(item, "type") == Some("section-group") {
                groups.push(title);
            }
            open.extend(literal::items(item.get("children")).iter().rev());
        }
        let outcome = "groups of sections: their sections are kept without them";
        unread::names(reader, &self.file, &groups, outcome.to_owned());
        unread::names(reader, &self.file, &described, "sections whose descriptions are left out".to_owned());
    }

    /// The summary of a space.
    fn summary(&self, reader: &ProjectReader<'_>, item: &Value) -> Option<String> {
        let folder = item.get("content").and_then(|content| text(content, "directory"))?;
        let folder = paths::join(paths::folder(&self.file), folder)?;
        summary_of(reader, &folder)
    }
}

/// The summary of the space in a folder, or where its settings say.
fn summary_of(reader: &ProjectReader<'_>, folder: &str) -> Option<String> {
    let names = [".gitbook.yaml", ".gitbook.yml"].map(|name| paths::plus(folder, name));
    let settings = names.iter().find(|path| reader.source.has(path)).and_then(|path| reader.settings(path));
    let settings = settings.unwrap_or_default();
    let root = text(&settings, "root").and_then(|root| paths::join(folder, root)).unwrap_or_else(|| folder.to_owned());
    let name = settings.get("structure").and_then(|structure| text(structure, "summary")).unwrap_or("SUMMARY.md");
    paths::join(&root, name).filter(|summary| reader.source.has(summary))
}

/// The spaces of a repository, one in each folder with a summary or settings, by the names of the folders.
fn spaces(reader: &ProjectReader<'_>) -> Vec<Space> {
    const DEEPEST: usize = 2;
    let mut folders: Vec<&str> = Vec::new();
    let mut out = Vec::new();
    for path in reader.source.under(&reader.root) {
        let folder = paths::folder(path);
        let below = paths::below(folder, &reader.root).unwrap_or(folder);
        let is_space = matches!(paths::name(path), ".gitbook.yaml" | ".gitbook.yml" | "SUMMARY.md");
        if !is_space
            || below.is_empty()
            || below.matches('/').count() >= DEEPEST
            || folders.iter().any(|known| paths::below(folder, known).is_some() || *known == folder)
        {
            continue;
        }
        if let Some(summary) = summary_of(reader, folder) {
            folders.push(folder);
            out.push(Space { title: paths::words(paths::name(folder)), look: EntryLook::default(), summary });
        }
    }
    out
}

/// Reports the OpenAPI documents that GitBook stores and makes pages of at a place in a summary.
fn note_specs(reader: &ProjectReader<'_>, file: &str, text: &str) {
    let mut lines = (1..).zip(text.lines());
    while let Some((line, text)) = lines.next() {
        if text.trim() != "type: builtin:openapi" {
            continue;
        }
        let block = lines.by_ref().map(|(_, text)| text.trim()).take_while(|text| !text.starts_with("```"));
        let name = block.filter_map(|text| text.strip_prefix("spec:")).map(str::trim).find(|name| !name.is_empty());
        let subject = format!("builtin:openapi {}", name.unwrap_or_default());
        let outcome = "pages that GitBook makes of an OpenAPI document in its own store: left out";
        reader.report_loss(LossKind::Spec, file, line, subject.trim(), outcome);
    }
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

    /// The entries of several spaces, each a group.
    fn spaces(&mut self, spaces: Vec<Space>) -> Vec<NavEntry> {
        let mut entries = Vec::new();
        let is_only = spaces.len() == 1;
        for Space { title, look, summary } in spaces {
            let inner = self.navigation(&summary);
            if is_only {
                return inner;
            }
            if !inner.is_empty() {
                entries.push(NavEntry::group(title, None, inner).with(look));
            }
        }
        entries
    }

    /// The entries of a summary. Adds its pages in order.
    pub(super) fn navigation(&mut self, file: &str) -> Vec<NavEntry> {
        let text = self.reader.settings_text(file).unwrap_or_default();
        note_specs(self.reader, file, &text);
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
            Some(target) => {
                let listed = self.pages.pages.len();
                let page = self.page(target, summary, item);
                // An entry for a part of a page is a link, unless it is the first one of that page.
                let is_first = self.pages.pages.len() > listed;
                let anchor = target.split_once('#').filter(|_| !is_first && item.items.is_empty());
                if let Some((file, (_, anchor))) = page.as_deref().zip(anchor) {
                    let address = self.pages.of_file(file).and_then(|page| page.addresses.first());
                    let href = address.map(|address| format!("{address}#{anchor}"));
                    return href.map(|href| NavEntry::link(title, href)).into_iter().collect();
                }
                page
            }
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
            if path.is_empty() {
                let outcome = "a draft without a page, which the old navigation showed without a link: left out";
                let loss = Loss::new(LossKind::NavigationEntry, summary, item.line, &item.title, outcome);
                self.reader.losses.borrow_mut().push(loss.by(Origin::Choice));
                return None;
            }
            let outcome = "the page does not exist";
            self.reader.report_loss(LossKind::NavigationEntry, summary, item.line, target.to_owned(), outcome);
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

    /// Adds the pages that the summary does not list, which the tools do not publish, except these files.
    pub(super) fn add_others(&mut self, omitted: &BTreeSet<String>) {
        let root = self.root.clone();
        let published = self.pages.pages.len();
        for file in self.reader.pages_below(&root) {
            if !paths::name(&file).eq_ignore_ascii_case("summary.md") && !omitted.contains(&file) {
                self.add(&file);
            }
        }
        self.pages.pages.iter_mut().skip(published).for_each(|page| page.is_unpublished = true);
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
