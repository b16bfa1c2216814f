//! Whether the places that links name are in the new pages. The engine says so, since it makes them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::{LineIndex, MemorySystem, Project};

use crate::Contents;
use crate::links::Anchored;
use crate::report::{Loss, LossKind};

/// The page that holds the links to check; no page of a source has that name.
const CHECK: &str = "docs/~links.md";
/// How many places are checked at most.
const MOST: usize = 20_000;

/// A loss for each link to a place that the new page does not have.
pub(super) fn missing(links: &[Anchored], ids: &[String], files: &BTreeMap<String, Contents>) -> Vec<Loss> {
    let system = MemorySystem::default();
    system.write("tool.json", "{ \"name\": \"Links\" }");
    for (path, contents) in files.iter().filter(|(path, _)| path.starts_with("docs/_reusables/")) {
        if let Contents::Text(text) = contents {
            system.write(path, text.as_bytes());
        }
    }
    let mut lines = String::from("---\ntitle: Links\n---\n");
    let first = lines.lines().count();
    let mut checked = Vec::new();
    let mut written = BTreeSet::new();
    for link in links.iter().take(MOST) {
        let Some(id) = ids.get(link.page) else { continue };
        let path = format!("docs/{id}.md");
        let Some(Contents::Text(text)) = files.get(&path) else { continue };
        // The places of an operation come from its spec.
        if text.contains("<wc-endpoint") || link.anchor.contains([')', '>', '\n']) {
            continue;
        }
        if written.insert(link.page) {
            system.write(&path, text.as_bytes());
        }
        let address = if id == "index" { String::new() } else { id.replace(' ', "%20") };
        lines.push_str(&format!("[x](</{address}#{}>)\\\n", link.anchor));
        checked.push(link);
    }
    if checked.is_empty() {
        return Vec::new();
    }
    system.write(CHECK, lines.as_bytes());
    let site = Project::open(Arc::new(system)).site();
    let index = LineIndex::new(&lines);
    let found = site.diagnostics();
    let broken = found.iter().filter(|found| found.code.name() == "broken-anchor");
    let places = broken.filter_map(|found| found.place.as_ref()).filter(|place| &*place.file == CHECK);
    let lines = places.map(|place| index.line_column(place.span.start).0);
    let links = lines.filter_map(|line| checked.get(line.checked_sub(first + 1)?));
    links.map(|link| loss(link)).collect()
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
