//! Checks that the anchors that links use exist in the new pages. The engine is asked about those that are not certain.
//! An anchor that the source has and the new page lacks is added there, or reported as a loss; one that the source
//! lacks too was already broken.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use engine::{MemorySystem, Project as Site};

use crate::formats::Facts;
use crate::links::Anchored;
use crate::page::{Converted, PageFacts};
use crate::presence::{FOR_AGENTS, NEW_LACKS_ANCHOR, NO_ANCHOR_KEPT};
use crate::project::Project;
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use crate::{Contents, paths};

/// The greatest number of links that the engine is asked about.
const MOST: usize = 20_000;
/// The greatest number of included files that are searched for an anchor.
const MOST_INCLUDED: usize = 200;

/// What is known about the source.
pub(super) struct Known<'k> {
    pub(super) source: &'k Source,
    pub(super) project: &'k Project,
    pub(super) facts: &'k Facts,
    /// The files that a file includes.
    pub(super) includes: &'k BTreeMap<String, BTreeSet<String>>,
    /// The facts of those files, cached, since many links may need the same one.
    pub(super) read: RefCell<BTreeMap<String, Option<Rc<PageFacts>>>>,
}

/// The new pages, indexed as in links.
pub(super) struct NewPages<'p> {
    pub(super) ids: &'p [String],
    /// `None` if the page could not be read.
    pub(super) converted: &'p mut [Option<Converted>],
    /// The fragments that they share, by path below the folder of fragments.
    pub(super) fragments: &'p BTreeMap<String, Contents>,
}

/// A loss for each link to an anchor that the new page lacks. An anchor that the source has is added if possible.
pub(super) fn missing(links: &[&Anchored], pages: &mut NewPages<'_>, known: &Known<'_>) -> Vec<Loss> {
    let uncertain = links.iter().copied().filter(|link| !pages.is_certain(link)).take(MOST).collect();
    let (there, broken): (Vec<&Anchored>, Vec<&Anchored>) =
        pages.without_place(uncertain).into_iter().partition(|link| known.has(link));
    let mut lost = there;
    if pages.make(&lost, known.project) {
        lost = pages.without_place(lost);
    }
    let target = |link: &Anchored| {
        let file = known.project.pages.get(link.place.page).map(|page| page.file.as_str()).unwrap_or_default();
        let anchor = paths::decoded(&link.anchor);
        if known.facts.get(file).is_some_and(|facts| facts.is_replaced(&anchor)) {
            String::new()
        } else {
            file.to_owned()
        }
    };
    let of_source = |link: &Anchored| {
        let file = known.project.pages.get(link.place.page).map(|page| page.file.as_str()).unwrap_or_default();
        let is_for_agents = known.facts.get(file).is_some_and(|facts| facts.for_agents.contains(&link.anchor));
        if is_for_agents { loss(link, FOR_AGENTS) } else { loss(link, NO_ANCHOR_KEPT).to(&target(link)) }
    };
    let losses = lost.into_iter().map(|link| loss(link, NEW_LACKS_ANCHOR).by(Origin::Import));
    losses.chain(broken.into_iter().map(of_source)).collect()
}

impl NewPages<'_> {
    fn get(&self, page: usize) -> Option<&Converted> {
        self.converted.get(page)?.as_ref()
    }

    /// Whether the anchor of a link is one of the certain ones of its page.
    fn is_certain(&self, link: &Anchored) -> bool {
        let places = self.get(link.place.page).map(|page| page.places.as_slice()).unwrap_or_default();
        places.binary_search_by(|place| (**place).cmp(&link.anchor)).is_ok()
    }

    /// The links whose anchor the engine does not find in the new pages.
    fn without_place<'l>(&self, links: Vec<&'l Anchored>) -> Vec<&'l Anchored> {
        let mut by_page: BTreeMap<usize, Vec<&Anchored>> = BTreeMap::new();
        for link in links {
            by_page.entry(link.place.page).or_default().push(link);
        }
        let id = |page: usize| self.ids.get(page).map(String::as_str).unwrap_or_default();
        let system = MemorySystem::default();
        by_page.retain(|&number, _| {
            // The anchors of an operation come from its spec.
            let page = self.get(number).filter(|page| !page.has_endpoint());
            let written =
                page.map(|page| system.write(&super::page_path(super::DOCS, id(number)), page.text().as_bytes()));
            written.is_some()
        });
        if by_page.is_empty() {
            return Vec::new();
        }
        system.write("tool.json", "{ \"name\": \"Links\" }");
        for (path, contents) in self.fragments {
            if let Contents::Text(text) = contents {
                system.write(&format!("{}/{path}", super::fragments_folder(super::DOCS)), text.as_bytes());
            }
        }
        let site = Site::open(Arc::new(system)).site();
        let is_missing = |link: &&Anchored| site.has_place(id(link.place.page), &link.anchor) == Some(false);
        by_page.into_values().flatten().filter(is_missing).collect()
    }

    /// Adds the anchors of these links to their pages. Returns whether any could be added.
    fn make(&mut self, links: &[&Anchored], project: &Project) -> bool {
        let mut is_any = false;
        for link in links {
            let page = self.converted.get_mut(link.place.page).and_then(Option::as_mut);
            is_any |= page.is_some_and(|page| page.make_place(&link.anchor, project.dialect));
        }
        is_any
    }
}

fn loss(link: &Anchored, outcome: &str) -> Loss {
    Loss::new(LossKind::Anchor, &link.from, link.line, &link.written, outcome)
}

impl Known<'_> {
    /// Whether the source has the anchor of a link: in the page itself, or in an included file.
    fn has(&self, link: &Anchored) -> bool {
        if link.is_known {
            return true;
        }
        let Some(page) = self.project.pages.get(link.place.page) else { return false };
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
            let field = wanted.split_once('-').filter(|(kind, _)| matches!(*kind, "param" | "response" | "body"));
            if facts.has_anchor(&link.anchor)
                || facts.has_anchor(&wanted)
                || facts.near_anchor(&wanted).is_some()
                || field.is_some_and(|(_, name)| facts.field(name).is_some())
            {
                return true;
            }
            open.extend(self.includes.get(file).into_iter().flatten());
        }
        self.facts.get(&page.file).is_none()
    }

    /// The facts of an included file. `None` if it cannot be read.
    fn of_included(&self, file: &str) -> Option<Rc<PageFacts>> {
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.get(file) {
            return known.clone();
        }
        let found = self.source.text(file).ok().map(|text| Rc::new(crate::page::facts(text, self.project.dialect)));
        read.insert(file.to_owned(), found.clone());
        found
    }
}
