//! Whether the places that links name are in the new pages. The engine says so, since it makes them; it is asked about those
//! that are not certain without it.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{MemorySystem, Project};

use crate::Contents;
use crate::links::Anchored;
use crate::report::{Loss, LossKind};

/// How many links the engine is asked about at most.
const MOST: usize = 20_000;

/// A loss for each link to a place that the new page does not have. `places` are those that are certain, by page.
pub(super) fn missing(
    links: &[Anchored],
    ids: &[String],
    places: &[Vec<Box<str>>],
    files: &BTreeMap<String, Contents>,
) -> Vec<Loss> {
    let mut by_page: BTreeMap<usize, Vec<&Anchored>> = BTreeMap::new();
    for link in links.iter().filter(|link| !is_certain(link, places)).take(MOST) {
        by_page.entry(link.page).or_default().push(link);
    }
    let text = |page: usize| match files.get(&format!("docs/{}.md", ids.get(page)?)) {
        // The places of an operation come from its spec.
        Some(Contents::Text(text)) if !text.contains("<wc-endpoint") => Some(text),
        _ => None,
    };
    let system = MemorySystem::default();
    by_page.retain(|&page, _| {
        let path = ids.get(page).map(|id| format!("docs/{id}.md"));
        let written = path.zip(text(page)).map(|(path, text)| system.write(&path, text.as_bytes()));
        written.is_some()
    });
    if by_page.is_empty() {
        return Vec::new();
    }
    system.write("tool.json", "{ \"name\": \"Links\" }");
    for (path, contents) in files.iter().filter(|(path, _)| path.starts_with("docs/_reusables/")) {
        if let Contents::Text(text) = contents {
            system.write(path, text.as_bytes());
        }
    }
    let site = Project::open(Arc::new(system)).site();
    let asked = by_page.iter().flat_map(|(&page, links)| links.iter().map(move |link| (page, *link)));
    let missing = asked.filter(|(page, link)| {
        let id = ids.get(*page).map(String::as_str).unwrap_or_default();
        site.has_place(id, &link.anchor) == Some(false)
    });
    missing.map(|(_, link)| loss(link)).collect()
}

/// Whether the place that a link names is one of the certain ones of its page.
fn is_certain(link: &Anchored, places: &[Vec<Box<str>>]) -> bool {
    places.get(link.page).is_some_and(|places| places.binary_search_by(|place| (**place).cmp(&link.anchor)).is_ok())
}

fn loss(link: &Anchored) -> Loss {
    Loss {
        kind: LossKind::Anchor,
        file: link.from.clone(),
        line: link.line,
        subject: format!("#{}", link.anchor),
        outcome: format!("no such place in the new page that {} leads to", link.link),
    }
}
