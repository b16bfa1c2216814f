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
}

/// How a navigation is generated from folders.
pub(super) struct Folders<'r, 's> {
    pub(super) reader: &'r ProjectReader<'s>,
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
            entries.push((self.rank(file), NavEntry::page(file.clone(), self.title(file))));
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
                let index = below.pages.iter().find(|file| is_index(file));
                let of_index = index.and_then(|file| self.order_of(file));
                let order = settings.order.or(of_index).or(number.map(f64::from)).unwrap_or(f64::MAX);
                let title = settings.title.unwrap_or_else(|| paths::words(bare));
                let rank = (order, bare.to_lowercase());
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

    /// The index of a folder comes first, unless it says otherwise.
    fn rank(&self, file: &str) -> Rank {
        let stem = paths::name(paths::stem(file).unwrap_or(file));
        let (bare, number) = paths::without_number(stem);
        let first = is_index(file).then_some(f64::MIN);
        let order = self.order_of(file).or(number.map(f64::from)).or(first).unwrap_or(f64::MAX);
        (order, bare.to_lowercase())
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
