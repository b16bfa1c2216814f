//! Links to pages of operations: the old site generated them from a document, so no file has their URLs. The last
//! segment of such a URL is the operation's name, from which the new page is found.

use std::collections::BTreeMap;

/// The URLs without a target, and the page of the operation that each refers to. `pages` has the text of the pages
/// generated for operations, by ID; `given` has the URL paths that the navigation gives, which override the names.
pub(super) fn meant(
    addresses: &[String],
    pages: &BTreeMap<String, String>,
    given: &BTreeMap<String, String>,
) -> Vec<(String, String)> {
    let mut names: BTreeMap<String, Option<&String>> = BTreeMap::new();
    for (id, text) in pages {
        let title = text.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
        let mut own = [plain(id.rsplit('/').next().unwrap_or(id)), plain(title)].to_vec();
        own.dedup();
        for name in own.into_iter().filter(|name| !name.is_empty()) {
            // A name that two operations share is ambiguous.
            names.entry(name).and_modify(|known| *known = known.filter(|known| *known == id)).or_insert(Some(id));
        }
    }
    let found = |address: &String| {
        if let Some(id) = given.get(address.trim_end_matches('/')) {
            return Some((address.clone(), id.clone()));
        }
        let last = address.trim_end_matches('/').rsplit('/').next().filter(|_| address.starts_with('/'))?;
        names.get(&plain(last)).copied().flatten().map(|id| (address.clone(), id.clone()))
    };
    addresses.iter().filter_map(found).collect()
}

/// The letters and digits of a name, in lowercase.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn an_operation_is_told_by_the_last_part_of_an_address() {
        let pages = [
            ("api/list-seeds", "---\ntitle: \"All seeds\"\n---\n"),
            ("api/add-seed", "---\ntitle: \"Add\"\n---\n"),
            ("api/add-bed", "---\ntitle: \"Add\"\n---\n"),
        ];
        let pages = pages.into_iter().map(|(id, text)| (id.to_owned(), text.to_owned())).collect();
        let addresses =
            ["/api/seeds/listSeeds", "/x/all-seeds/", "/x/add", "/api/seeds/add/", "list-seeds", "/x/other"]
                .map(str::to_owned);
        let given = [("/api/seeds/add".to_owned(), "api/add-seed".to_owned())].into();
        let found = meant(&addresses, &pages, &given);
        let ids: Vec<(&str, &str)> = found.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let expected = [
            ("/api/seeds/listSeeds", "api/list-seeds"),
            ("/x/all-seeds/", "api/list-seeds"),
            ("/api/seeds/add/", "api/add-seed"),
        ];
        assert_eq!(ids, expected);
    }
}
