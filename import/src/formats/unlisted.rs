//! Groups for the pages that the navigation of the source does not list: one per folder, after the other entries.

use std::collections::BTreeSet;

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
    let unlisted = project.pages.iter().map(|page| &page.file).filter(|file| !listed.contains(*file));
    project.unlisted = unlisted.cloned().collect();
    let hidden = reader.hidden.borrow();
    let is_left = |file: &str| {
        !listed.contains(file) && !hidden.contains(file) && !HIDDEN.iter().any(|key| reader.has_flag(file, key))
    };
    let is_home = |page: &SourcePage| {
        let of_language = reader.choice.language.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(&page.id));
        page.id == "index" || (of_language && is_index(&page.file))
    };
    let own: Vec<&SourcePage> = project.pages.iter().filter(|page| page.id != "404" && !is_home(page)).collect();
    let shown = own.iter().filter(|page| !hidden.contains(&page.file));
    // The start of files that their IDs lack.
    let start = own.iter().find_map(|page| base_of(page)).unwrap_or_default();
    let place = |page: &SourcePage| place(reader, page, start).to_owned();
    let places: Vec<String> = shown.map(|page| place(page)).collect();
    let root = places.iter().map(String::as_str).reduce(common_folder).unwrap_or_default().to_owned();
    let left: Vec<&SourcePage> =
        own.into_iter().filter(|page| page.updates.is_empty() && is_left(&page.file)).collect();
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
    // Two groups with the same title would look like one that is listed twice.
    let title = |entry: &NavEntry| match entry {
        NavEntry::Group { title, .. } => Some(title.clone()),
        _ => None,
    };
    let titles: BTreeSet<String> = project.navigation.iter().filter_map(title).collect();
    let is_known = |group: &NavEntry| title(group).is_some_and(|title| titles.contains(&title));
    let is_apart =
        added.iter().any(is_known) || project.navigation.iter().any(|entry| entry.kind() != GroupKind::Section);
    for group in &added {
        let Some(title) = title(group) else { continue };
        let source = project.listed_in.as_deref().unwrap_or("the navigation of the source");
        report(reader, group, source, &listed_in(title.trim(), title_outside, is_apart));
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

/// Where the pages of a group are listed.
fn listed_in(title: &str, title_outside: &str, is_apart: bool) -> String {
    match is_apart {
        _ if title == title_outside => format!("listed in \"{title}\""),
        true => format!("listed in the group \"{title}\" of \"{title_outside}\", by folder"),
        false => format!("listed in the group \"{title}\", by folder"),
    }
}

/// Reports the number of pages of a group by their common folder. `source` is where the source lists other pages.
fn report(reader: &ProjectReader<'_>, group: &NavEntry, source: &str, place: &str) {
    let files = files(std::slice::from_ref(group));
    let folder = files.iter().map(|file| paths::folder(file)).reduce(common_folder).unwrap_or_default();
    let folder = if folder.is_empty() { ".".to_owned() } else { format!("{folder}/") };
    let subject = crate::report::number_of(files.len(), "page");
    let outcome = format!("not in {source}; {place}");
    reader.report_loss(LossKind::Navigation, &folder, 0, subject, outcome);
}

/// The page files in entries.
pub(super) fn files(entries: &[NavEntry]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut open: Vec<&NavEntry> = entries.iter().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Page { file, .. } => drop(out.insert(file.clone())),
            NavEntry::Group { page, entries, .. } => {
                out.extend(page.clone());
                open.extend(entries);
            }
            NavEntry::Link { .. } | NavEntry::Operation { .. } | NavEntry::Api { .. } => {}
        }
    }
    out
}

/// The page files that entries link to by their URL paths.
fn linked(project: &Project) -> BTreeSet<String> {
    let plain = |path: &str| path.trim_matches('/').to_lowercase();
    let base = plain(&project.base);
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<&NavEntry> = project.navigation.iter().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Group { entries, .. } => open.extend(entries),
            NavEntry::Link { href, .. } if href.starts_with('/') => {
                let path = plain(href.split(['?', '#']).next().unwrap_or_default());
                paths.extend(paths::below(&path, &base).filter(|_| !base.is_empty()).map(ToOwned::to_owned));
                paths.insert(path);
            }
            _ => {}
        }
    }
    let is_linked =
        |page: &&SourcePage| page.addresses.iter().chain(&page.names).any(|path| paths.contains(&plain(path)));
    project.pages.iter().filter(is_linked).map(|page| page.file.clone()).collect()
}

/// The first page among entries.
pub(super) fn first(entries: &[NavEntry]) -> Option<String> {
    let mut open: Vec<&NavEntry> = entries.iter().rev().collect();
    while let Some(entry) = open.pop() {
        match entry {
            NavEntry::Page { file, .. } | NavEntry::Group { page: Some(file), .. } => return Some(file.clone()),
            NavEntry::Group { entries, .. } => open.extend(entries.iter().rev()),
            _ => {}
        }
    }
    None
}

/// The folder that a page is listed in. An ID that is the page's own slug says nothing about folders: then that of its file
/// below `start`.
fn place<'p>(reader: &ProjectReader<'_>, page: &'p SourcePage, start: &str) -> &'p str {
    if base_of(page).is_some() || reader.facts(&page.file).frontmatter.get("slug").is_none() {
        return folder(page);
    }
    let folder = paths::folder(&page.file);
    paths::below(folder, start).unwrap_or(if folder == start { "" } else { folder })
}

/// The start of a page's file, if its ID is the rest.
fn base_of(page: &SourcePage) -> Option<&str> {
    let stem = paths::without_index(paths::stem(&page.file)?);
    let base = stem.strip_suffix(page.id.as_str())?;
    if base.is_empty() { Some(base) } else { base.strip_suffix('/') }
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
