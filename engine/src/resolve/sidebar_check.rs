//! The checks of the `sidebar` in `tool.json`: missing and duplicate pages, and links without a target.

use std::collections::{BTreeMap, BTreeSet};

use crate::Db;
use crate::parse::config::{EntryPlace, SidebarEntry, config_file, docs_folder};
use crate::resolve::link_check::{check_link, check_old_address};
use crate::resolve::link_text::write_link;
use crate::resolve::pages::{pages, unportable};
use base::diagnostic::{Code, Diagnostic, Fix, Place, Span, did_you_mean, only_typo};
use base::inputs::FileSet;

/// The diagnostics of the entries.
pub(super) fn check_entries(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let entries = file.config.sidebar.as_deref().unwrap_or_default();
    let mut check = Check { db, set, listed: listed(entries), seen: BTreeMap::new(), found: Vec::new() };
    let mut places = file.entry_places.iter();
    // The open lists, with their numbers.
    let mut open: Vec<(usize, std::slice::Iter<'_, SidebarEntry>)> =
        file.config.sidebar.iter().map(|entries| (0, entries.iter())).collect();
    let mut lists = 1;
    while let Some((list, entries)) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            continue;
        };
        let Some(place) = places.next() else { break };
        let list = *list;
        match entry {
            SidebarEntry::Group { entries, .. } => {
                open.push((lists, entries.iter()));
                lists += 1;
            }
            SidebarEntry::Link { href, .. } => {
                check.found.extend(check_link(db, config, href, place.span));
                check.found.extend(check_old_address(db, config, href, place.span));
            }
            SidebarEntry::Page { id, .. } => check.page(id, entry, place, list),
        }
    }
    let at = |span: Span| Place { file: config.path(db).clone(), span };
    check.found.into_iter().map(|diagnostic| diagnostic.map_place(at)).collect()
}

struct Check<'db> {
    db: &'db dyn Db,
    set: FileSet,
    /// The ids of all entries.
    listed: BTreeSet<&'db str>,
    /// The entry that listed a page first, its span, and the number of its list.
    seen: BTreeMap<&'db str, (&'db SidebarEntry, Span, usize)>,
    found: Vec<Diagnostic<Span>>,
}

impl<'db> Check<'db> {
    fn page(&mut self, id: &'db str, entry: &'db SidebarEntry, place: &EntryPlace, list: usize) {
        let all = pages(self.db, self.set);
        if !all.by_id.contains_key(id) {
            if !all.drafts.contains_key(id) {
                self.missing(id, place.span);
            }
            return;
        }
        let Some(&(first, first_place, first_list)) = self.seen.get(id) else {
            self.seen.insert(id, (entry, place.span, list));
            return;
        };
        // Of entries that differ or are in different groups, only the author knows which is intended.
        let is_same = first == entry && first_list == list;
        let cut = place.cut.filter(|_| is_same);
        self.found.push(
            Diagnostic::new(Code::DuplicateEntry, format!("page `{id}` is listed twice"), place.span)
                .with_note("first listed here", first_place)
                .with_fix(cut.map(|cut| Fix::replace("remove the second entry", cut, ""))),
        );
    }

    fn missing(&mut self, id: &str, span: Span) {
        let (db, config) = (self.db, self.set.config(self.db));
        let known = || pages(db, self.set).by_id.keys().map(|id| &**id);
        let bare = id.trim_start_matches('/').trim_end_matches(".md").trim_end_matches("/index");
        let is_bare = pages(db, self.set).by_id.contains_key(bare);
        let help = if is_bare {
            format!("a page's id is its path without `.md`: `{bare}`")
        } else {
            let docs = docs_folder(db, config);
            did_you_mean(id, known()).unwrap_or_else(|| {
                if is_possible(id) {
                    format!("create `{docs}/{id}.md`")
                } else {
                    format!("a page's id is the path of its file below `{docs}`, without `.md`")
                }
            })
        };
        let meant = if is_bare { Some(bare) } else { only_typo(bare, known()) };
        // A page that has an entry already is unlikely to be meant.
        let meant = meant.filter(|meant| !self.listed.contains(meant));
        let fix = meant.and_then(|meant| write_link(db, config, span, id, meant));
        self.found
            .push(Diagnostic::new(Code::MissingPage, format!("no page `{id}`"), span).with_help(help).with_fix(fix));
    }
}

/// The IDs that entries list, including those in groups.
fn listed(entries: &[SidebarEntry]) -> BTreeSet<&str> {
    let mut open: Vec<&SidebarEntry> = entries.iter().collect();
    let mut ids = BTreeSet::new();
    while let Some(entry) = open.pop() {
        match entry {
            SidebarEntry::Page { id, .. } => {
                ids.insert(&**id);
            }
            SidebarEntry::Group { entries, .. } => open.extend(entries),
            SidebarEntry::Link { .. } => {}
        }
    }
    ids
}

/// Whether a file may have this ID.
fn is_possible(id: &str) -> bool {
    unportable(id).is_none() && id.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}
