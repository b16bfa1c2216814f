//! The navigation of `mint.json`: a list of groups, assigned to tabs and anchors by URL prefix.

use super::{MintlifySite, NavPlace};
use crate::literal::{self, Value, text};
use crate::project::{EditionName, NavEntry};
use crate::report::LossKind;

/// The entries.
pub(super) fn navigation(
    site: &MintlifySite<'_, '_>,
    settings: &Value,
    navigation: &Value,
    place: NavPlace,
) -> Vec<NavEntry> {
    let version = version(site, settings);
    let tabs: Vec<(&str, &str)> = ["tabs", "anchors"]
        .iter()
        .flat_map(|key| literal::items(settings.get(key)))
        .filter_map(|tab| Some((text(tab, "name")?, text(tab, "url")?.trim_matches('/'))))
        .collect();
    let mut entries: Vec<NavEntry> = Vec::new();
    for group in literal::items(Some(navigation)) {
        let own = text(group, "version");
        if let (Some(own), Some(version)) = (own, &version)
            && own != version
        {
            let listed = site.listed(group);
            site.elsewhere.borrow_mut().extend(listed);
            continue;
        }
        let mut inner = site.node(group, place.inside());
        let first = first_path(group, 0).unwrap_or_default();
        let is_in =
            |url: &str| !url.contains("://") && first.strip_prefix(url).is_some_and(|rest| rest.starts_with('/'));
        // Of several matching tabs, the one with the longest prefix wins.
        let tab = tabs.iter().filter(|(_, url)| is_in(url)).max_by_key(|(_, url)| url.len());
        match tab {
            None => entries.append(&mut inner),
            Some((name, _)) => {
                let open = entries.iter_mut().find_map(|entry| match entry {
                    NavEntry::Group { title, entries, .. } if title == name => Some(entries),
                    _ => None,
                });
                match open {
                    Some(open) => open.append(&mut inner),
                    None => {
                        let title = (*name).to_owned();
                        entries.push(NavEntry::group(title, None, inner));
                    }
                }
            }
        }
    }
    let outside = tabs.iter().filter(|(_, url)| url.contains("://"));
    entries.extend(outside.map(|(title, href)| NavEntry::link((*title).to_owned(), (*href).to_owned())));
    entries
}

/// The version to import; reports the others.
fn version(site: &MintlifySite<'_, '_>, settings: &Value) -> Option<String> {
    let versions = literal::items(settings.get("versions")).iter();
    let names: Vec<&str> = versions.filter_map(|version| version.as_str().or_else(|| text(version, "name"))).collect();
    let names: Vec<EditionName> = names.into_iter().map(EditionName::from).collect();
    let chosen = site.reader.choose(LossKind::Version, &site.file, &names, 0);
    site.is_other.set(chosen > 0);
    Some(names.into_iter().nth(chosen)?.name)
}

/// The path of the first page of a group.
fn first_path(value: &Value, depth: usize) -> Option<&str> {
    if depth > super::DEEPEST {
        return None;
    }
    match value {
        Value::String(path) => Some(path.trim_matches('/')),
        Value::Array(items) => items.iter().find_map(|item| first_path(item, depth + 1)),
        value => value.get("pages").and_then(|pages| first_path(pages, depth + 1)),
    }
}
