//! A navigation generated from folders, for projects without one, and for the parts of a navigation that request it.

use std::collections::BTreeMap;

use super::ProjectReader;
use crate::paths;
use crate::project::{EntryLook, NavEntry};

/// The deepest folder that becomes a group.
const DEEPEST: usize = 32;

/// The sort key of an entry: the number from the page or the folder's settings, then the number in its name, then its
/// name.
type Rank = (f64, String);

/// The settings of a folder.
#[derive(Clone, Debug, Default)]
pub(super) struct FolderSettings {
    pub(super) title: Option<String>,
    pub(super) order: Option<f64>,
    pub(super) is_hidden: bool,
    pub(super) is_open: bool,
    /// Whether its entries are among those of the folder around it.
    pub(super) is_merged: bool,
}

/// Where the index of a folder is among its pages, and what orders a folder itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FolderOrder {
    /// The index is first, unless it has an order of its own. Numbers in names count.
    #[default]
    IndexFirst,
    /// Docusaurus: the index of a folder below the root is the page of its category, and gives it its order. Numbers in
    /// names count.
    Categories,
    /// Starlight: the index is ordered like any page; a folder has the least order of its pages.
    Least,
}

/// How a navigation is generated from folders.
pub(super) struct Folders<'r, 's> {
    pub(super) reader: &'r ProjectReader<'s>,
    pub(super) by: FolderOrder,
    /// The frontmatter fields that order pages; the first one present wins.
    pub(super) order: &'static [&'static str],
    /// The frontmatter fields with the title of a page in the navigation.
    pub(super) label: &'static [&'static str],
    /// The settings of a folder.
    pub(super) settings: &'r dyn Fn(&str) -> FolderSettings,
    /// Whether a page is omitted.
    pub(super) is_hidden: &'r dyn Fn(&str) -> bool,
}

#[derive(Default)]
struct Folder {
    pages: Vec<String>,
    folders: BTreeMap<String, Folder>,
}

impl Folders<'_, '_> {
    /// The entries for the pages of `files` below `root`.
    pub(super) fn entries(&self, root: &str, files: &[String]) -> Vec<NavEntry> {
        let placed = files.iter().filter_map(|file| Some((paths::folder(paths::below(file, root)?), file.as_str())));
        self.placed(root, placed)
    }

    /// The entries for page files, each with the path of the folder in which it is listed, relative to `root`.
    pub(super) fn placed<'f>(&self, root: &str, files: impl Iterator<Item = (&'f str, &'f str)>) -> Vec<NavEntry> {
        let mut top = Folder::default();
        for (folder, file) in files.filter(|(_, file)| !(self.is_hidden)(file)) {
            let mut at = &mut top;
            for part in folder.split('/').filter(|part| !part.is_empty()).take(DEEPEST) {
                at = at.folders.entry(part.to_owned()).or_default();
            }
            at.pages.push(file.to_owned());
        }
        self.folder(&top, root, 0)
    }

    fn folder(&self, folder: &Folder, path: &str, depth: usize) -> Vec<NavEntry> {
        let mut entries: Vec<(Rank, NavEntry)> = Vec::new();
        for file in &folder.pages {
            entries.push((self.rank(file, path, depth), NavEntry::page(file.clone(), self.title(file))));
        }
        if depth < DEEPEST {
            for (name, below) in &folder.folders {
                let path = paths::plus(path, name);
                let settings = (self.settings)(&path);
                if settings.is_hidden {
                    continue;
                }
                let mut inner = self.folder(below, &path, depth + 1);
                let (bare, number) = paths::without_number(name);
                let index = below.pages.iter().find(|file| self.is_index_of(file, &path));
                let order = match self.by {
                    FolderOrder::Least => self.least(below, 0),
                    _ => {
                        let of_index = index.and_then(|file| self.order_of(file));
                        settings.order.or(of_index).or(number.map(f64::from))
                    }
                };
                let title = settings.title.unwrap_or_else(|| paths::words(bare));
                let rank = (order.unwrap_or(f64::MAX), self.key(name, bare));
                if settings.is_merged {
                    entries.extend(inner.into_iter().map(|entry| (rank.clone(), entry)));
                    continue;
                }
                // A folder that contains only its index page is that page.
                let entry = match (inner.len(), inner.pop()) {
                    (1, Some(page @ NavEntry::Page { .. })) if index.is_some() => page,
                    (_, None) => continue,
                    (_, Some(last)) => {
                        inner.push(last);
                        NavEntry::group(title, None, inner).with(EntryLook::opened(settings.is_open))
                    }
                };
                entries.push((rank, entry));
            }
        }
        entries.sort_by(|(left, _), (right, _)| left.0.total_cmp(&right.0).then_with(|| left.1.cmp(&right.1)));
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn order_of(&self, file: &str) -> Option<f64> {
        self.order.iter().find_map(|key| self.reader.field(file, key)).and_then(|text| text.parse().ok())
    }

    /// The least order of the pages in a folder.
    fn least(&self, folder: &Folder, depth: usize) -> Option<f64> {
        let own = folder.pages.iter().filter_map(|file| self.order_of(file));
        let below = folder.folders.values().filter(|_| depth < DEEPEST);
        own.chain(below.filter_map(|folder| self.least(folder, depth + 1))).min_by(f64::total_cmp)
    }

    /// Whether a page is the index of a folder below the root.
    fn is_index_of(&self, file: &str, folder: &str) -> bool {
        let stem = paths::without_number(paths::name(paths::stem(file).unwrap_or(file))).0;
        let is_named = self.by == FolderOrder::Categories
            && stem.eq_ignore_ascii_case(paths::without_number(paths::name(folder)).0);
        is_index(file) || is_named
    }

    /// What orders entries without numbers.
    fn key(&self, name: &str, bare: &str) -> String {
        match self.by {
            FolderOrder::IndexFirst => bare.to_lowercase(),
            FolderOrder::Categories => name.to_owned(),
            FolderOrder::Least => name.to_lowercase(),
        }
    }

    fn rank(&self, file: &str, folder: &str, depth: usize) -> Rank {
        let stem = paths::name(paths::stem(file).unwrap_or(file));
        let (bare, number) = paths::without_number(stem);
        let own = self.order_of(file);
        let number = number.map(f64::from);
        let order = match self.by {
            FolderOrder::IndexFirst => own.or(number).or(is_index(file).then_some(f64::MIN)),
            FolderOrder::Categories if depth > 0 && self.is_index_of(file, folder) => Some(f64::MIN),
            FolderOrder::Categories => own.or(number),
            FolderOrder::Least => own,
        };
        let key = match self.by {
            FolderOrder::Categories => self.key(paths::name(file), bare),
            // Its address is that of the folder.
            FolderOrder::Least if is_index(file) => String::new(),
            _ => self.key(stem, bare),
        };
        (order.unwrap_or(f64::MAX), key)
    }

    fn title(&self, file: &str) -> Option<String> {
        self.label.iter().find_map(|key| self.reader.field(file, key))
    }
}

/// Whether a page is the index of its folder.
pub(super) fn is_index(file: &str) -> bool {
    let stem = paths::name(paths::stem(file).unwrap_or(file));
    stem.eq_ignore_ascii_case("index") || stem.eq_ignore_ascii_case("readme")
}
