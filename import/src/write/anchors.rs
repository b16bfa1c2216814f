//! Whether the places that links name are in the new pages. The engine says so, since it makes them; it is asked about those
//! that are not certain without it. A place that the source has and the new page does not is made there, or a loss; one that
//! the source does not have either was broken there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use engine::{MemorySystem, Project as Site};

use crate::formats::Facts;
use crate::links::Anchored;
use crate::page::{PageFacts, bare, heading_id, other_heading_ids};
use crate::project::{Dialect, Project};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use crate::{Contents, paths};

/// How many links the engine is asked about at most.
const MOST: usize = 20_000;
/// How many files that a page includes are looked at for a place.
const MOST_INCLUDED: usize = 200;

/// What is known of the source.
pub(super) struct Known<'k> {
    pub(super) source: &'k Source,
    pub(super) project: &'k Project,
    pub(super) facts: &'k Facts,
    /// The files that a file includes.
    pub(super) includes: &'k BTreeMap<String, BTreeSet<String>>,
    /// What was read of those files: many links may ask for one.
    pub(super) read: RefCell<BTreeMap<String, Option<Rc<PageFacts>>>>,
}

/// A loss for each link to a place that the new page does not have. `places` are those that are certain, by page.
pub(super) fn missing(
    links: &[Anchored],
    ids: &[String],
    places: &[Vec<Box<str>>],
    known: &Known<'_>,
    files: &mut BTreeMap<String, Contents>,
) -> Vec<Loss> {
    let uncertain = links.iter().filter(|link| !is_certain(link, places)).take(MOST).collect();
    let (there, broken): (Vec<&Anchored>, Vec<&Anchored>) =
        without_place(uncertain, ids, files).into_iter().partition(|link| known.has(link));
    let mut lost = there;
    if known.make(&lost, ids, files) {
        lost = without_place(lost, ids, files);
    }
    let losses = lost.into_iter().map(|link| loss(link, Origin::Import));
    losses.chain(broken.into_iter().map(|link| loss(link, Origin::Source))).collect()
}

/// Those of the links whose place the engine does not find in the new pages.
fn without_place<'l>(
    links: Vec<&'l Anchored>,
    ids: &[String],
    files: &BTreeMap<String, Contents>,
) -> Vec<&'l Anchored> {
    let mut by_page: BTreeMap<usize, Vec<&Anchored>> = BTreeMap::new();
    for link in links {
        by_page.entry(link.page).or_default().push(link);
    }
    let text = |page: usize| match files.get(&path(ids, page)?) {
        // The places of an operation come from its spec.
        Some(Contents::Text(text)) if !text.contains("<wc-endpoint") => Some(text),
        _ => None,
    };
    let system = MemorySystem::default();
    by_page.retain(|&page, _| {
        let written = path(ids, page).zip(text(page)).map(|(path, text)| system.write(&path, text.as_bytes()));
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
    let site = Site::open(Arc::new(system)).site();
    let is_missing = |link: &&Anchored| {
        let id = ids.get(link.page).map(String::as_str).unwrap_or_default();
        site.has_place(id, &link.anchor) == Some(false)
    };
    by_page.into_values().flatten().filter(is_missing).collect()
}

/// The file of a page in the new project.
fn path(ids: &[String], page: usize) -> Option<String> {
    Some(format!("docs/{}.md", ids.get(page)?))
}

/// Whether the place that a link names is one of the certain ones of its page.
fn is_certain(link: &Anchored, places: &[Vec<Box<str>>]) -> bool {
    places.get(link.page).is_some_and(|places| places.binary_search_by(|place| (**place).cmp(&link.anchor)).is_ok())
}

fn loss(link: &Anchored, origin: Origin) -> Loss {
    let outcome = match origin {
        Origin::Import => format!("no such place in the new page that {} leads to", link.link),
        _ => format!("there is no such place in the page that {} leads to", link.link),
    };
    Loss::new(LossKind::Anchor, &link.from, link.line, &format!("#{}", link.anchor), outcome).by(origin)
}

impl Known<'_> {
    /// Whether the source has the place of a link: in the page itself, or in what it includes.
    fn has(&self, link: &Anchored) -> bool {
        if link.is_known {
            return true;
        }
        let Some(page) = self.project.pages.get(link.page) else { return false };
        let own = std::iter::once(&page.file).chain(&page.updates);
        let mut open: Vec<&String> = own.filter_map(|file| self.includes.get(file)).flatten().collect();
        open.extend(page.updates.iter().filter(|file| **file != page.file));
        let mut seen: BTreeSet<&String> = BTreeSet::new();
        let wanted = paths::decoded(&link.anchor);
        while let Some(file) = open.pop() {
            if seen.len() >= MOST_INCLUDED || !seen.insert(file) {
                continue;
            }
            let Some(facts) = self.of_included(file) else { continue };
            if facts.has_anchor(&link.anchor) || facts.has_anchor(&wanted) || facts.near_anchor(&wanted).is_some() {
                return true;
            }
            open.extend(self.includes.get(file).into_iter().flatten());
        }
        self.facts.get(&page.file).is_none()
    }

    /// What a file that pages include says of itself. None: it cannot be read.
    fn of_included(&self, file: &str) -> Option<Rc<PageFacts>> {
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.get(file) {
            return known.clone();
        }
        let found = self.source.text(file).ok().map(|text| Rc::new(crate::page::facts(text, self.project.dialect)));
        read.insert(file.to_owned(), found.clone());
        found
    }

    /// Makes the places of these links in their pages. Whether any could be made.
    fn make(&self, links: &[&Anchored], ids: &[String], files: &mut BTreeMap<String, Contents>) -> bool {
        let mut is_any = false;
        for link in links {
            let text = path(ids, link.page).and_then(|path| files.get_mut(&path));
            if let Some(Contents::Text(text)) = text
                && let Some(with) = with_place(text, &link.anchor, self.project.dialect)
            {
                *text = with;
                is_any = true;
            }
        }
        is_any
    }
}

/// The text of a page with a place: as the id of the component whose title makes it in the source, in the heading whose words
/// before a component do, in front of a title that has become a line of bold text, or of the group of code that has it as a
/// label.
fn with_place(text: &str, anchor: &str, dialect: Dialect) -> Option<String> {
    let id = crate::page::escaped(anchor);
    let wanted = bare(anchor);
    let (mut at, mut group, mut fence, mut section) = (0, None, None, String::new());
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let start = at;
        at += line.len();
        let mark = trimmed.chars().take_while(|c| matches!(c, '`' | '~')).count();
        let is_inside = fence.is_some();
        match fence {
            Some(length) if mark >= length && trimmed.len() == mark => fence = None,
            None if mark >= 3 => fence = Some(mark),
            _ => {}
        }
        if is_inside {
            continue;
        }
        let made = |place: usize, made: &str| Some(format!("{}{made}{}", text.get(..place)?, text.get(place..)?));
        let is_made = |label: &str| {
            let label = heading_id(label, dialect);
            !label.is_empty() && (bare(&label) == wanted || bare(&format!("{section}{label}")) == wanted)
        };
        if trimmed.starts_with('#') {
            let words = trimmed.trim_start_matches('#').trim();
            if other_heading_ids(words, dialect).iter().any(|other| other == anchor) {
                return made(start + line.find(words)?, &format!("<a id=\"{id}\"></a>"));
            }
            section = heading_id(words, dialect);
        } else if trimmed.starts_with("<wc-code-group") {
            group = Some(start);
        } else if trimmed.starts_with("<wc-") && !trimmed.contains(" id=\"") {
            let mut titles = [" label=\"", " title=\""].iter().filter_map(|name| value(trimmed, name));
            if titles.any(is_made) {
                let end = line.find(" />").or_else(|| line.find('>'))?;
                return made(start + end, &format!(" id=\"{id}\""));
            }
        } else if trimmed.strip_prefix("**").and_then(|words| words.strip_suffix("**")).is_some_and(is_made) {
            return made(start + line.find("**")?, &format!("<a id=\"{id}\"></a>"));
        } else if let (Some(group), true) = (group, mark >= 3)
            && value(trimmed, " filename=\"").is_some_and(is_made)
        {
            return made(group, &format!("<a id=\"{id}\"></a>\n\n"));
        }
    }
    None
}

/// The value in quotes behind the name of an attribute.
fn value<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.split_once(name)?.1.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::with_place;
    use crate::project::Dialect;

    #[test]
    fn places_are_made_where_the_source_has_them() {
        let dialect = Dialect { mkdocs: true, ..Dialect::default() };
        for (text, anchor, expected) in [
            ("<wc-tab label=\"OAuth 2.0\">\n", "oauth-2-0", "<wc-tab label=\"OAuth 2.0\" id=\"oauth-2-0\">\n"),
            ("<wc-tab label=\"A\" />\n", "a", "<wc-tab label=\"A\" id=\"a\" />\n"),
            ("**Title**\n", "title", "<a id=\"title\"></a>**Title**\n"),
            ("### `a` - <wc-badge>x</wc-badge>\n", "a", "### <a id=\"a\"></a>`a` - <wc-badge>x</wc-badge>\n"),
            (
                "# One\n\n<wc-code-group>\n\n```js filename=\"... or me\"\n",
                "one--or-me",
                "# One\n\n<a id=\"one--or-me\"></a>\n\n<wc-code-group>\n\n```js filename=\"... or me\"\n",
            ),
        ] {
            assert_eq!(with_place(text, anchor, dialect).as_deref(), Some(expected));
        }
        for text in ["```\n<wc-tab label=\"A\">\n```\n", "<wc-tab label=\"A\" id=\"b\">\n", "A\n", "<wc-tab label=\"A"]
        {
            assert_eq!(with_place(text, "a", dialect), None, "{text}");
        }
    }
}
