//! Finds the pages near each other in the navigation.

use std::collections::BTreeMap;

use crate::paths;
use crate::project::NavEntry;

/// The entries near each page, by file; built in one walk of the navigation, since every page may need it.
pub(super) struct Neighbors<'a> {
    /// The entries below it, if it is the page of a group or its index.
    below: BTreeMap<&'a str, &'a [NavEntry]>,
    /// The list that contains it.
    around: BTreeMap<&'a str, &'a [NavEntry]>,
}

impl<'a> Neighbors<'a> {
    /// Indexes a navigation. If a page occurs several times, the first one counts.
    pub(super) fn of(navigation: &'a [NavEntry]) -> Self {
        let mut found = Self { below: BTreeMap::new(), around: BTreeMap::new() };
        let mut open = vec![navigation];
        while let Some(entries) = open.pop() {
            for entry in entries {
                match entry {
                    NavEntry::Group { page, entries, .. } => {
                        for file in page.as_deref().into_iter().chain(index(entries)) {
                            found.below.entry(file).or_insert(entries);
                        }
                        open.push(entries);
                    }
                    NavEntry::Page { file, .. } => {
                        found.around.entry(file).or_insert(entries);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// The entries below a page; if there are none, with `beside` its siblings.
    pub(super) fn near(&self, file: &str, beside: bool) -> &'a [NavEntry] {
        let around = || self.around.get(file).filter(|_| beside);
        self.below.get(file).or_else(around).copied().unwrap_or_default()
    }
}

/// The index page that is first among the pages of its folder.
fn index(entries: &[NavEntry]) -> Option<&str> {
    let Some(NavEntry::Page { file, .. }) = entries.first() else { return None };
    let stem = paths::stem(file).unwrap_or(file);
    (paths::without_index(stem) != stem).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::Neighbors;
    use crate::project::NavEntry;

    fn page(file: &str) -> NavEntry {
        NavEntry::page(file.to_owned(), None)
    }

    fn group(page: Option<&str>, entries: Vec<NavEntry>) -> NavEntry {
        NavEntry::group("G".to_owned(), page.map(ToOwned::to_owned), entries)
    }

    #[test]
    fn pages_know_what_stands_below_them_and_beside_them() {
        let own = group(Some("own.md"), vec![page("a.md"), page("b.md")]);
        let indexed = group(None, vec![page("c/index.md"), page("c/d.md")]);
        let navigation = [page("first.md"), own, indexed];
        let near = Neighbors::of(&navigation);
        let files = |file: &str, beside: bool| -> Vec<String> {
            let name = |entry: &NavEntry| match entry {
                NavEntry::Page { file, .. } => file.clone(),
                _ => "group".to_owned(),
            };
            near.near(file, beside).iter().map(name).collect()
        };
        assert_eq!(files("own.md", false), ["a.md", "b.md"]);
        assert_eq!(files("c/index.md", true), ["c/index.md", "c/d.md"]);
        assert_eq!(files("a.md", true), ["a.md", "b.md"]);
        assert_eq!(files("first.md", true), ["first.md", "group", "group"]);
        assert!(files("a.md", false).is_empty() && files("none.md", true).is_empty());
    }
}
