//! The IDs of pages in the new project: their old URL paths, made portable and unique.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use crate::paths;
use crate::project::Project;
use crate::report::{Loss, LossKind, Origin};

/// The ID of each page, in order. `reserved` are the paths of editions below that of the project, in lowercase, with a
/// trailing slash.
pub(super) fn ids(project: &Project, reserved: &[String], losses: &mut Vec<Loss>) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut wanted_before: BTreeSet<&str> = BTreeSet::new();
    let mut out = Vec::with_capacity(project.pages.len());
    for page in &project.pages {
        let decoded = paths::decoded(&page.id);
        let wanted = match paths::portable(paths::without_index(decoded.trim_matches('/'))) {
            id if id.is_empty() => "index".to_owned(),
            id => id,
        };
        let is_reserved = |id: &str| {
            let path = format!("{}/", folded(id));
            reserved.iter().any(|edition| path.starts_with(edition.as_str()))
        };
        let mut id = wanted.clone();
        let mut number = 2_u32;
        while is_reserved(&id) || !taken.insert(folded(&id)) {
            id = match wanted.split_once('/').filter(|_| is_reserved(&wanted)) {
                Some((edition, rest)) => format!("{edition}-{number}/{rest}"),
                None => format!("{wanted}-{number}"),
            };
            number += 1;
        }
        if id != wanted {
            let origin = match () {
                () if page.is_unpublished => Origin::Choice,
                () if wanted_before.contains(page.id.as_str()) => Origin::Source,
                // Paths that differ in the source, but not here.
                () => Origin::Import,
            };
            let owner = if is_reserved(&wanted) { "a version or language" } else { "another page" };
            let own = if page.is_unpublished { ", which the old site did not have," } else { "" };
            let outcome = format!("{owner} has that address; this one{own} is /{id}");
            let loss = Loss::new(LossKind::DuplicateAddress, &page.file, 0, &format!("/{wanted}"), outcome);
            losses.push(loss.by(origin));
        }
        wanted_before.insert(&page.id);
        out.push(id);
    }
    out
}

/// An ID as seen by systems that ignore case and Unicode composition.
fn folded(id: &str) -> String {
    id.nfc().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::ids;
    use crate::project::{Project, SourcePage};
    use crate::report::Origin;

    #[test]
    fn ids_are_unique_on_every_system() {
        let page = |id: &str| SourcePage { file: format!("{id}.md"), id: id.to_owned(), ..SourcePage::default() };
        let names = ["", "a/index", "A", "caf\u{e9}", "cafe\u{301}", "../x", "con", "a%20b", "index", "a", "a/index"];
        let project = Project { pages: names.map(page).to_vec(), ..Project::default() };
        let mut losses = Vec::new();
        let expected =
            ["index", "a", "A-2", "caf\u{e9}", "cafe\u{301}-2", "x", "con-page", "a b", "index-2", "a-3", "a-4"];
        assert_eq!(ids(&project, &[], &mut losses), expected);
        assert_eq!(losses.len(), 5);
    }

    #[test]
    fn pages_that_the_source_did_not_publish_have_other_addresses_by_choice() {
        let page = |is_unpublished| SourcePage { id: "a".to_owned(), is_unpublished, ..SourcePage::default() };
        let project = Project { pages: [false, false, true].map(page).to_vec(), ..Project::default() };
        let mut losses = Vec::new();
        assert_eq!(ids(&project, &[], &mut losses), ["a", "a-2", "a-3"]);
        assert_eq!(losses.iter().map(|loss| loss.origin).collect::<Vec<_>>(), [Origin::Source, Origin::Choice]);
    }

    #[test]
    fn ids_are_not_inside_another_edition() {
        let page = |id: &str| SourcePage { file: format!("{id}.md"), id: id.to_owned(), ..SourcePage::default() };
        let project = Project { pages: ["v1/a", "v10/a", "V1", "v1-2"].map(page).to_vec(), ..Project::default() };
        let mut losses = Vec::new();
        assert_eq!(ids(&project, &["v1/".to_owned()], &mut losses), ["v1-2/a", "v10/a", "V1-2", "v1-2-2"]);
    }
}
