//! URL paths of operations on the old site, which generated their pages from a document, so no file has them. The
//! navigation gives most of them; of others, the last segment is the operation's name.

use std::collections::{BTreeMap, BTreeSet};

use crate::paths;

/// The pages of operations in an edition, by the URL paths that they had.
#[derive(Default)]
pub(super) struct OldPaths {
    /// The path above all pages of the old site, which links have and the navigation lacks.
    base: String,
    /// The URL paths that the navigation gives, each with the ID of the new page.
    given: BTreeMap<String, String>,
    /// The same URL paths by the ID of the new page.
    paths_of: BTreeMap<String, Vec<String>>,
    /// The names of operations; `None` for a name that two of them share.
    names: BTreeMap<String, Option<String>>,
    /// The IDs of the pages.
    ids: BTreeSet<String>,
}

impl OldPaths {
    /// `pages` has the text of the pages generated for operations, by ID; `given` has the URL paths that the navigation
    /// gives.
    pub(super) fn new(base: &str, pages: &BTreeMap<String, String>, given: BTreeMap<String, String>) -> Self {
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        for (id, text) in pages {
            let title = text.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
            let mut own = [paths::letters(id.rsplit('/').next().unwrap_or(id)), paths::letters(title)].to_vec();
            own.dedup();
            for name in own.into_iter().filter(|name| !name.is_empty()) {
                let known = names.entry(name).or_insert_with(|| Some(id.clone()));
                if known.as_ref() != Some(id) {
                    *known = None;
                }
            }
        }
        let mut paths_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, id) in &given {
            paths_of.entry(id.clone()).or_default().push(path.clone());
        }
        let ids = pages.keys().cloned().collect();
        Self { base: base.trim_matches('/').to_owned(), given, paths_of, names, ids }
    }

    /// The URL paths that the navigation gives, each with the ID of the new page.
    pub(super) fn moved(&self) -> impl Iterator<Item = (&String, &String)> {
        self.given.iter()
    }

    /// The IDs of the pages.
    pub(super) fn ids(&self) -> impl Iterator<Item = &String> {
        self.ids.iter()
    }

    /// The page at a URL path that the navigation gives.
    fn given(&self, address: &str) -> Option<&String> {
        let address = address.trim_end_matches('/');
        let below = || paths::below(address.trim_start_matches('/'), &self.base).filter(|_| !self.base.is_empty());
        self.given.get(address).or_else(|| self.given.get(&format!("/{}", below()?)))
    }

    /// The page of the operation that the last segment of a URL path names. One whose own path the navigation gives is
    /// not meant by another name, except in a folder above it.
    fn named(&self, address: &str) -> Option<&String> {
        let address = address.strip_prefix('/')?.trim_end_matches('/');
        let (folder, last) = (paths::folder(address), paths::letters(paths::name(address)));
        let id = self.names.get(&last)?.as_ref()?;
        let below = paths::below(folder, &self.base).unwrap_or(folder);
        let fits = |path: &String| {
            let path = path.trim_matches('/');
            paths::letters(paths::name(path)) == last
                || [folder, below].iter().any(|above| paths::below(path, above).is_some())
        };
        self.paths_of.get(id).is_none_or(|own| own.iter().any(fits)).then_some(id)
    }
}

/// The page that a URL path without a target refers to: the number of its edition, and its ID. The path is in a link of
/// the edition with the number `from`, or in its settings; those that the navigation of another edition gives are in that
/// one.
pub(super) fn meant(all: &[OldPaths], from: usize, address: &str) -> Option<(usize, String)> {
    let own = all.get(from)?;
    let given = || all.iter().enumerate().find_map(|(number, paths)| Some((number, paths.given(address)?)));
    let found = own.given(address).map(|id| (from, id)).or_else(given);
    found.or_else(|| Some((from, own.named(address)?))).map(|(number, id)| (number, id.clone()))
}

#[cfg(test)]
mod tests {
    use super::{OldPaths, meant};

    fn paths(base: &str, pages: &[(&str, &str)], given: &[(&str, &str)]) -> OldPaths {
        let page = |(id, title): &(&str, &str)| ((*id).to_owned(), format!("---\ntitle: \"{title}\"\n---\n"));
        let given = given.iter().map(|(path, id)| ((*path).to_owned(), (*id).to_owned())).collect();
        OldPaths::new(base, &pages.iter().map(page).collect(), given)
    }

    fn found(all: &[OldPaths], from: usize, address: &str) -> Option<String> {
        meant(all, from, address).map(|(number, id)| format!("{number} {id}"))
    }

    #[test]
    fn an_operation_is_found_by_its_path_or_by_the_last_part_of_it() {
        let pages = [("api/list-seeds", "All seeds"), ("api/add-seed", "Add"), ("api/add-bed", "Add")];
        let all = [paths("", &pages, &[("/api/seeds/add", "api/add-seed")])];
        for (address, expected) in [
            ("/api/seeds/listSeeds", Some("0 api/list-seeds")),
            ("/x/all-seeds/", Some("0 api/list-seeds")),
            ("/api/seeds/add/", Some("0 api/add-seed")),
            ("/api/seeds/add-seed", Some("0 api/add-seed")),
            ("/api/add-seed", Some("0 api/add-seed")),
            // The navigation gives another path.
            ("/api/beds/add-seed", None),
            // Two operations have that title.
            ("/x/add", None),
            ("list-seeds", None),
            ("/x/other", None),
        ] {
            assert_eq!(found(&all, 0, address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn links_may_begin_with_the_path_of_the_site() {
        let all = [paths("/docs", &[], &[("/api/seeds/add", "api/add-seed")])];
        for (address, expected) in [
            ("/docs/api/seeds/add", Some("0 api/add-seed")),
            ("/api/seeds/add", Some("0 api/add-seed")),
            ("/docs/docs/api/seeds/add", None),
            ("/docsapi/seeds/add", None),
        ] {
            assert_eq!(found(&all, 0, address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn a_path_that_another_edition_gives_is_in_that_one() {
        let pages = [("api/add", "Add"), ("api/list", "List")];
        let all = [
            paths("", &pages, &[("/api/seeds/add", "api/add")]),
            paths("", &pages, &[("/v1/api/seeds/list", "api/list")]),
        ];
        for (from, address, expected) in [
            (1, "/api/seeds/add", Some("0 api/add")),
            (0, "/v1/api/seeds/list", Some("1 api/list")),
            (1, "/v1/api/seeds/add", Some("1 api/add")),
            (1, "/x/list", Some("1 api/list")),
        ] {
            assert_eq!(found(&all, from, address).as_deref(), expected, "{from} {address}");
        }
    }
}
