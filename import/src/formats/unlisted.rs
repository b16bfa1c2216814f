//! Groups for the pages that the navigation of the source does not list: one per folder, after the other entries.

use std::collections::{BTreeMap, BTreeSet};

use super::ProjectReader;
use super::folders::{FolderOrder, FolderSettings, Folders, is_index};
use crate::paths;
use crate::project::{GroupKind, NavEntry, Project, SourcePage};
use crate::report::LossKind;

/// The frontmatter fields by which a page asks not to be listed.
const HIDDEN: [&str; 5] = ["hidden", "draft", "unlisted", "sidebar.hidden", "noindex"];
/// The frontmatter fields that order pages in a folder.
const ORDER: &[&str] = &["sidebar_position", "sidebar.order", "order", "position", "weight", "nav_order"];
/// The title of the group for pages outside of folders, in English.
const OUTSIDE: &str = "More";

/// Adds the groups, and reports the place and the number of pages of each. A project without any navigation gets none: its
/// sidebar follows the folders as a whole.
pub(super) fn group(reader: &ProjectReader<'_>, project: &mut Project) {
    if project.navigation.is_empty() {
        return;
    }
    let mut listed = files(&project.navigation);
    listed.extend(linked(project));
    let hidden = reader.hidden.borrow();
    let is_left = |file: &str| {
        !listed.contains(file) && !hidden.contains(file) && !HIDDEN.iter().any(|key| reader.has_flag(file, key))
    };
    let is_home = |page: &SourcePage| {
        let of_language = reader.choice.language.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(&page.id));
        page.id == "index" || (of_language && is_index(&page.file))
    };
    let is_own = |page: &&SourcePage| !is_error(reader, page) && !is_home(page);
    let own: Vec<&SourcePage> = project.pages.iter().filter(is_own).collect();
    let shown = own.iter().filter(|page| !hidden.contains(&page.file));
    let listed_folders = ListedFolders::of(reader, &own);
    let place = |page: &SourcePage| listed_folders.below(&project.main_folder, reader, page);
    let places: Vec<String> = shown.map(|page| place(page)).collect();
    let root = places.iter().map(String::as_str).reduce(common_folder).unwrap_or_default().to_owned();
    let left = own.into_iter().filter(|page| page.updates.is_empty() && is_left(&page.file)).collect();
    let left = without_links(reader, left);
    let folders = Folders {
        reader,
        by: FolderOrder::IndexFirst,
        order: ORDER,
        label: &["sidebar_label", "sidebarTitle", "sidebar_title", "sidebar.label"],
        settings: &|_| FolderSettings::default(),
        is_hidden: &|_| false,
    };
    let places: Vec<String> = left.iter().map(|page| place(page)).collect();
    let placed = places.iter().map(|place| paths::below(place, &root).unwrap_or_default());
    let placed = placed.zip(left.iter().map(|page| page.file.as_str()));
    let mut groups = Vec::new();
    let mut outside = Vec::new();
    for mut entry in folders.placed(&root, placed) {
        // A folder that contains only a folder adds nothing.
        while let NavEntry::Group { entries, .. } = &mut entry
            && let [NavEntry::Group { .. }] = entries.as_slice()
            && let Some(only) = entries.pop()
        {
            entry = only;
        }
        match entry {
            NavEntry::Group { .. } => groups.push(entry),
            page => outside.push(page),
        }
    }
    let lang = project.lang.as_deref().or(reader.choice.language.as_deref()).unwrap_or_default();
    let title_outside = engine::GroupTitles::in_language(lang).map_or(OUTSIDE, |titles| titles.pages);
    if !outside.is_empty() {
        groups.push(NavEntry::group(title_outside, None, outside));
    }
    let mut added = groups;
    let in_bar = named(project, project.look.navbar.iter().chain(&project.look.footer).map(|(_, href)| href.as_str()));
    // Two groups with the same title would look like one that is listed twice.
    let title = |entry: &NavEntry| match entry {
        NavEntry::Group { title, .. } => Some(title.clone()),
        _ => None,
    };
    let titles = group_titles(&project.navigation);
    let is_known = |group: &NavEntry| title(group).is_some_and(|title| titles.contains(&title));
    let is_apart =
        added.iter().any(is_known) || project.navigation.iter().any(|entry| entry.kind() != GroupKind::Section);
    for group in &added {
        let Some(title) = title(group) else { continue };
        let place = listed_in(reader, title.trim(), title_outside, is_apart);
        report(reader, group, list_of(project, group), &in_bar, &place);
    }
    if is_apart && !added.is_empty() {
        // The pages outside of folders need no group of their own in it.
        if added.last().and_then(title).as_deref() == Some(title_outside)
            && let Some(NavEntry::Group { entries, .. }) = added.pop()
        {
            added.extend(entries);
        }
        project.navigation.push(NavEntry::group(title_outside, None, added));
    } else {
        project.navigation.append(&mut added);
    }
}

/// Returns the pages that are not only a link, and reports the others.
fn without_links<'p>(reader: &ProjectReader<'_>, pages: Vec<&'p SourcePage>) -> Vec<&'p SourcePage> {
    let (links, own): (Vec<_>, Vec<_>) =
        pages.into_iter().partition(|page| reader.facts(&page.file).elsewhere().is_some());
    for page in links {
        let facts = reader.facts(&page.file);
        let outcome =
            "the page only leads there, and is not in the navigation of the source; it stays, without an entry";
        reader.report_choice(LossKind::Frontmatter, &page.file, facts.elsewhere().unwrap_or_default(), outcome);
    }
    own
}

/// Where the source lists other pages than those of a group.
fn list_of<'p>(project: &'p Project, group: &NavEntry) -> &'p str {
    let own = files(std::slice::from_ref(group));
    let is_published = project.pages.iter().any(|page| !page.is_unpublished && own.contains(&page.file));
    match &project.listed_in {
        Some(list) => list,
        None if is_published => "the navigation of the source",
        None => "the navigation of the source, and so not on the old site",
    }
}

/// Whether a page is that for missing addresses, which is left out in each language.
fn is_error(reader: &ProjectReader<'_>, page: &SourcePage) -> bool {
    let folder = paths::folder(&page.id);
    let is_own = folder.is_empty() || reader.choice.language.as_deref().is_some_and(|name| name == folder);
    is_own && matches!(paths::name(&page.id), "404" | "404.html")
}

/// Where the pages of a group are listed.
fn listed_in(reader: &ProjectReader<'_>, title: &str, title_outside: &str, is_apart: bool) -> String {
    match is_apart {
        // Of another version in another language, no navigation is written.
        _ if reader.choice.is_old && reader.choice.has_originals => {
            "listed as in the main language, whose sidebar the version has".to_owned()
        }
        _ if title == title_outside => format!("listed in \"{title}\""),
        true => format!("listed in the group \"{title}\" of \"{title_outside}\", by folder"),
        false => format!("listed in a new group \"{title}\" after those of the source, by folder"),
    }
}

/// Reports the number of pages of a group by their common folder. `source` is where the source lists other pages, `in_bar`
/// are the files of pages to which its navigation bar or its footer links.
fn report(reader: &ProjectReader<'_>, group: &NavEntry, source: &str, in_bar: &BTreeSet<String>, place: &str) {
    let files = files(std::slice::from_ref(group));
    let folder = files.iter().map(|file| paths::folder(file)).reduce(common_folder).unwrap_or_default();
    let folder = match (folder, files.first()) {
        (_, Some(only)) if files.len() == 1 => only.clone(),
        ("", _) => ".".to_owned(),
        (folder, _) => format!("{folder}/"),
    };
    let mut subject = crate::report::number_of(files.len(), "page");
    if let Some(version) = read_version(reader) {
        subject.push_str(&format!(" of version {version}"));
    }
    let outcome = match files.intersection(in_bar).count() {
        0 => format!("not in {source}; {place}"),
        _ => {
            let linked = if files.len() == 1 { "it" } else { "some of them" };
            format!("not in {source}, whose navigation bar or footer links to {linked}; {place}")
        }
    };
    reader.report_loss(LossKind::Navigation, &folder, 0, subject, outcome);
}

/// The titles of groups at all levels.
fn group_titles(entries: &[NavEntry]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut open: Vec<&NavEntry> = entries.iter().collect();
    while let Some(entry) = open.pop() {
        if let NavEntry::Group { title, entries, .. } = entry {
            out.insert(title.clone());
            open.extend(entries);
        }
    }
    out
}

/// The version that is read, if there are several: they may share folders.
fn read_version(reader: &ProjectReader<'_>) -> Option<String> {
    let offered = reader.offered.borrow();
    let versions = offered.get(&LossKind::Version).filter(|versions| versions.names.len() > 1)?;
    let [name] = versions.read.as_slice() else { return None };
    let read = versions.names.iter().find(|version| version.name == *name)?;
    Some(read.label.clone().unwrap_or_else(|| name.clone())).filter(|name| !name.is_empty())
}

/// The page files in entries.
pub(super) fn files(entries: &[NavEntry]) -> BTreeSet<String> {
    in_order(entries).into_iter().map(ToOwned::to_owned).collect()
}

/// The page files in entries, in the order of the navigation.
pub(super) fn in_order(entries: &[NavEntry]) -> Vec<&str> {
    let mut out = Vec::new();
    let mut open: Vec<&NavEntry> = entries.iter().rev().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Page { file, .. } => out.push(file.as_str()),
            NavEntry::Group { page, entries, .. } => {
                out.extend(page.as_deref());
                open.extend(entries.iter().rev());
            }
            NavEntry::Link { .. } | NavEntry::Operation { .. } | NavEntry::Api { .. } => {}
        }
    }
    out
}

/// The page files that entries link to by their URL paths.
fn linked(project: &Project) -> BTreeSet<String> {
    let mut paths: Vec<&str> = Vec::new();
    let mut open: Vec<&NavEntry> = project.navigation.iter().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Group { entries, .. } => open.extend(entries),
            NavEntry::Link { href, .. } if href.starts_with('/') => paths.push(href),
            _ => {}
        }
    }
    named(project, paths.into_iter())
}

/// The page files that links name, by their URL paths or by other names.
fn named<'h>(project: &Project, links: impl Iterator<Item = &'h str>) -> BTreeSet<String> {
    let plain = |path: &str| {
        let path = path.trim_matches('/');
        let path = paths::stem(path).or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        path.to_lowercase()
    };
    let base = plain(&project.base);
    let site = project.site.as_deref().map(|site| site.trim_end_matches('/')).filter(|site| !site.is_empty());
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for link in links {
        let path = site.and_then(|site| link.strip_prefix(site)).filter(|path| path.starts_with('/')).unwrap_or(link);
        let path = plain(path.split(['?', '#']).next().unwrap_or_default());
        paths.extend(paths::below(&path, &base).filter(|_| !base.is_empty()).map(ToOwned::to_owned));
        paths.insert(path);
    }
    let is_linked =
        |page: &&SourcePage| page.addresses.iter().chain(&page.names).any(|path| paths.contains(&plain(path)));
    project.pages.iter().filter(is_linked).map(|page| page.file.clone()).collect()
}

/// The first page among entries.
pub(super) fn first(entries: &[NavEntry]) -> Option<String> {
    page_of(first_where(entries, |entry| page_of(entry).is_some())?)
}

/// The first page of entries; `None` if an operation precedes it, or may do so.
pub(super) fn opening(entries: &[NavEntry]) -> Option<String> {
    page_of(leading(entries)?)
}

/// The first entry that has a page, or that has operations.
pub(super) fn leading(entries: &[NavEntry]) -> Option<&NavEntry> {
    first_where(entries, |entry| {
        page_of(entry).is_some() || matches!(entry, NavEntry::Operation { .. } | NavEntry::Api { .. })
    })
}

/// The file of the page of an entry.
fn page_of(entry: &NavEntry) -> Option<String> {
    match entry {
        NavEntry::Page { file, .. } | NavEntry::Group { page: Some(file), .. } => Some(file.clone()),
        _ => None,
    }
}

/// The first of entries, and of those in groups, that is `wanted`.
fn first_where(entries: &[NavEntry], wanted: impl Fn(&NavEntry) -> bool) -> Option<&NavEntry> {
    let mut open: Vec<&NavEntry> = entries.iter().rev().collect();
    while let Some(entry) = open.pop() {
        if wanted(entry) {
            return Some(entry);
        }
        if let NavEntry::Group { entries, .. } = entry {
            open.extend(entries.iter().rev());
        }
    }
    None
}

/// The folders in which pages are listed, by the folders of their files. The addresses of most pages have the names of
/// these folders.
struct ListedFolders<'p> {
    by_file: BTreeMap<&'p str, &'p str>,
    /// The folder of all files.
    root: &'p str,
}

impl<'p> ListedFolders<'p> {
    /// Returns the folders of files whose pages have addresses that follow those of their files.
    fn of(reader: &ProjectReader<'_>, pages: &[&'p SourcePage]) -> Self {
        let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut below: BTreeMap<&str, usize> = BTreeMap::new();
        for page in pages.iter().filter(|page| !has_own_address(reader, page)) {
            let mut at = paths::folder(&page.file);
            *below.entry(at).or_default() += 1;
            while !at.is_empty() {
                at = paths::folder(at);
                *below.entry(at).or_default() += 1;
            }
            for (file, id) in same_folders(page) {
                *counts.entry(file).or_default().entry(id).or_default() += 1;
            }
        }
        // The navigation may give some pages other addresses.
        let is_most = |file: &str, count: usize| below.get(file).is_some_and(|all| 2 * count > *all);
        let most = |(file, ids): (&'p str, BTreeMap<&'p str, usize>)| {
            let (id, _) = ids.into_iter().find(|(_, count)| is_most(file, *count))?;
            Some((file, id))
        };
        let root = pages.iter().map(|page| paths::folder(&page.file)).reduce(common_folder).unwrap_or_default();
        Self { by_file: counts.into_iter().filter_map(most).collect(), root }
    }

    /// Returns the folder that a page is listed in, relative to the folder `main` if it is that or below it.
    fn below(&self, main: &str, reader: &ProjectReader<'_>, page: &SourcePage) -> String {
        let place = self.of_page(reader, page);
        if place == main { String::new() } else { paths::below(&place, main).unwrap_or(&place).to_owned() }
    }

    /// Returns the folder that a page is listed in. An address that the page gives itself says nothing about folders: then
    /// the folder of its file counts, as for the pages beside it.
    fn of_page(&self, reader: &ProjectReader<'_>, page: &SourcePage) -> String {
        if !has_own_address(reader, page) {
            return folder(page).to_owned();
        }
        let own = paths::folder(&page.file);
        let mut at = own;
        loop {
            let rest = if at == own { "" } else { paths::below(own, at).unwrap_or_default() };
            if let Some(listed) = self.by_file.get(at) {
                return paths::plus(listed, rest);
            }
            if at == self.root || at.is_empty() {
                return rest.to_owned();
            }
            at = paths::folder(at);
        }
    }
}

/// Returns the folders around the file of a page, and those in its ID that have the same names, from the inside.
fn same_folders(page: &SourcePage) -> Vec<(&str, &str)> {
    let Some(stem) = paths::stem(&page.file) else { return Vec::new() };
    let (mut file, mut id) = (paths::without_index(stem), page.id.as_str());
    let is_same = |file: &str, id: &str| {
        let name = paths::without_number(paths::name(file)).0;
        !id.is_empty() && name.eq_ignore_ascii_case(paths::name(id))
    };
    let mut out = Vec::new();
    if is_index(&page.file) && is_same(file, id) {
        out.push((file, id));
    }
    while is_same(file, id) {
        (file, id) = (paths::folder(file), paths::folder(id));
        out.push((file, id));
    }
    out
}

/// Returns whether the frontmatter of a page gives its address, and that differs from the path of its file or has no
/// folder.
fn has_own_address(reader: &ProjectReader<'_>, page: &SourcePage) -> bool {
    let facts = reader.facts(&page.file);
    let is_given = ["slug", "permalink"].iter().any(|key| facts.frontmatter.get(*key).is_some());
    is_given && same_folders(page).len() < 2
}

/// The folder of a page by its ID; the page of a folder is in it.
pub(crate) fn folder(page: &SourcePage) -> &str {
    if is_index(&page.file) { &page.id } else { paths::folder(&page.id) }
}

/// The deepest folder that contains both.
pub(super) fn common_folder<'f>(left: &'f str, right: &str) -> &'f str {
    let same = left.split('/').zip(right.split('/')).take_while(|(left, right)| left == right);
    let end: usize = same.map(|(part, _)| part.len() + 1).sum();
    left.get(..end.saturating_sub(1)).unwrap_or(left)
}

#[cfg(test)]
mod tests {
    use super::common_folder;

    #[test]
    fn the_common_folder_consists_of_whole_names() {
        assert_eq!(common_folder("docs/a", "docs/ab"), "docs");
        assert_eq!(common_folder("docs/a", "docs/a/b"), "docs/a");
        assert_eq!(common_folder("docs/a", ""), "");
        assert_eq!(common_folder("", "docs/a"), "");
    }
}
