//! The checks of the `sidebar` in `tool.json`: missing and duplicate pages, and links without a target.

use std::collections::{BTreeMap, BTreeSet};

use crate::Db;
use crate::parse::config::{
    Config, EntryPlace, EntryTarget, SidebarContents, SidebarEntry, config_file, docs_folder, product_of,
};
use crate::parse::markdown::EndpointRef;
use crate::resolve::link_check::{check_link, check_old_address};
use crate::resolve::link_text::write_link;
use crate::resolve::model_keys::model_key;
use crate::resolve::pages::{below, pages, unportable};
use crate::resolve::ref_check::{RefPlace, find_schema};
use crate::resolve::sidebar::filled_folders;
use base::diagnostic::{Code, Diagnostic, Fix, Place, Span, did_you_mean, only_typo};
use base::inputs::FileSet;

/// The diagnostics of the entries.
pub(super) fn check_entries(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let listed = SidebarContents::of(file.config.sidebars().flatten());
    let mut check = Check {
        db,
        set,
        filled: filled_folders(db, set, &listed),
        listed,
        seen: BTreeMap::new(),
        folders: BTreeMap::new(),
        found: Vec::new(),
        settings: &file.config,
        tab: 0,
    };
    let mut places = file.entry_places.iter();
    // The open lists, with their numbers. Those of tabs are read one after the other.
    let mut lists = file.config.sidebars().count();
    let mut open: Vec<(usize, std::slice::Iter<'_, SidebarEntry>)> =
        file.config.sidebars().enumerate().map(|(list, entries)| (list, entries.iter())).collect();
    open.reverse();
    while let Some((list, entries)) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            continue;
        };
        let Some(place) = places.next() else { break };
        let list = *list;
        if list < file.config.tabs.len() {
            check.tab = list;
        }
        match &entry.target {
            EntryTarget::Group { entries, folder, .. } => {
                if let Some(folder) = folder {
                    check.folder(folder, entries, place.folder.unwrap_or(place.span));
                }
                open.push((lists, entries.iter()));
                lists += 1;
            }
            EntryTarget::Anchor { id, anchor, .. } => check.anchor(id, anchor, place.span),
            EntryTarget::Schema { name, spec, .. } => check.schema(name, spec.as_deref(), place.span),
            EntryTarget::Link { href, .. } => {
                check.found.extend(check_link(db, config, href, place.span));
                check.found.extend(check_old_address(db, config, href, place.span));
            }
            EntryTarget::Page { id, .. } => check.page(id, entry, place, list),
        }
    }
    let at = |span: Span| Place { file: config.path(db).clone(), span };
    check.found.into_iter().map(|diagnostic| diagnostic.map_place(at)).collect()
}

struct Check<'db> {
    db: &'db dyn Db,
    set: FileSet,
    /// What all entries list.
    listed: SidebarContents<'db>,
    /// The folders of groups that a page fills.
    filled: BTreeSet<&'db str>,
    /// The entry that listed a page first.
    seen: BTreeMap<&'db str, Seen<'db>>,
    settings: &'db Config,
    /// The index of the tab whose entries are checked.
    tab: usize,
    /// The span of the folder that a group named first.
    folders: BTreeMap<&'db str, Span>,
    found: Vec<Diagnostic<Span>>,
}

/// An entry for a page.
struct Seen<'db> {
    entry: &'db SidebarEntry,
    span: Span,
    /// The number of its list.
    list: usize,
    /// The index of its tab.
    tab: usize,
}

impl<'db> Check<'db> {
    fn page(&mut self, id: &'db str, entry: &'db SidebarEntry, place: &EntryPlace, list: usize) {
        let all = pages(self.db, self.set);
        if !all.by_id.contains_key(id) {
            if !all.drafts.contains_key(id) {
                self.missing(id, id, place.span);
            }
            return;
        }
        let Some(&Seen { entry: first, span: first_place, list: first_list, tab }) = self.seen.get(id) else {
            self.seen.insert(id, Seen { entry, span: place.span, list, tab: self.tab });
            return;
        };
        if let Some((kind, first, second)) = self.apart(tab, self.tab) {
            let message = format!("page `{id}` is in the {kind} `{first}` and `{second}`");
            let help = format!(
                "remove one of the entries, or replace the second with a link: `{{ \"href\": \"/{id}\", \"title\": \"…\" }}`"
            );
            let found = Diagnostic::new(Code::DuplicateEntry, message, place.span);
            self.found.push(found.with_note("first listed here", first_place).with_help(help));
            return;
        }
        // Of entries that differ or are in different groups, only the author knows which is intended.
        let is_same = first == entry && first_list == list;
        let cut = place.cut.filter(|_| is_same);
        self.found.push(
            Diagnostic::new(Code::DuplicateEntry, format!("page `{id}` is listed twice"), place.span)
                .with_note("first listed here", first_place)
                .with_fix(cut.map(|cut| Fix::replace("remove the second entry", cut, ""))),
        );
    }

    /// What the tabs with these indices are, with their titles: two products or two tabs. `None` if they are the same.
    fn apart(&self, first: usize, second: usize) -> Option<(&'static str, &'db str, &'db str)> {
        let Config { products, tabs, .. } = self.settings;
        let product = |tab: usize| product_of(products, tab.try_into().ok()?);
        match (product(first), product(second)) {
            (Some(first), Some(second)) if first != second => Some(("products", &first.title, &second.title)),
            _ if first == second => None,
            _ => Some(("tabs", &tabs.get(first)?.title, &tabs.get(second)?.title)),
        }
    }

    /// Checks an entry for an anchor of a page.
    fn anchor(&mut self, id: &str, anchor: &str, span: Span) {
        let all = pages(self.db, self.set);
        let written = format!("{id}#{anchor}");
        if all.by_id.contains_key(id) {
            self.found.extend(check_link(self.db, self.set.config(self.db), &written, span));
        } else if !all.drafts.contains_key(id) {
            self.missing(id, &written, span);
        }
    }

    /// Checks an entry for the page of a schema.
    fn schema(&mut self, name: &str, spec: Option<&str>, span: Span) {
        let wanted = EndpointRef { reference: name.into(), spec: spec.map(Into::into) };
        let place = RefPlace { reference: span, spec: span };
        match find_schema(self.db, self.set, &wanted, place, |spec| format!("\"spec\": \"{spec}\"")) {
            Ok(chunk) if model_key(self.db, chunk).is_none() => {
                let found = Diagnostic::new(Code::BrokenLink, format!("the schema `{name}` has no page"), span);
                self.found
                    .push(found.with_help("remove `\"models\": false` from `api`, or remove the entry".to_owned()));
            }
            Ok(_) => {}
            Err(found) => self.found.extend(found),
        }
    }

    /// Checks the folder of a group with these entries.
    fn folder(&mut self, folder: &'db str, entries: &[SidebarEntry], span: Span) {
        if let Some(&first) = self.folders.get(folder) {
            let message = format!("the folder `{folder}` is listed twice");
            let found = Diagnostic::new(Code::DuplicateEntry, message, span)
                .with_note("first listed here", first)
                .with_help("remove `folder` from one of the groups".to_owned());
            self.found.push(found);
            return;
        }
        self.folders.insert(folder, span);
        if self.filled.contains(folder) {
            return;
        }
        let all = pages(self.db, self.set);
        let folders =
            || all.by_id.iter().chain(&all.drafts).flat_map(|(id, &file)| folders_around(id, file.path(self.db)));
        let docs = docs_folder(self.db, self.set.config(self.db));
        if !folder.is_empty() && !folders().any(|known| known == folder) {
            let inner = below(docs, folder).filter(|inner| folders().any(|known| known == *inner));
            let help = match inner {
                Some(inner) => format!("the folder is relative to `{docs}`: `{inner}`"),
                None => did_you_mean(folder, folders().collect::<BTreeSet<_>>())
                    .unwrap_or_else(|| format!("create a page in `{docs}/{folder}`, or remove the group")),
            };
            let message = format!("no pages in the folder `{folder}`");
            self.found.push(Diagnostic::new(Code::MissingPage, message, span).with_help(help));
        } else if entries.is_empty() {
            let message = format!("no pages are left in the folder `{folder}`");
            let help = "other entries list all of them; remove the group, or one of these entries".to_owned();
            self.found.push(Diagnostic::new(Code::EmptyGroup, message, span).with_help(help));
        }
    }

    /// Reports an entry, as it is written, for a page that does not exist.
    fn missing(&mut self, id: &str, written: &str, span: Span) {
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
        let meant = meant.filter(|meant| !self.listed.pages.contains(meant));
        let anchor = written.strip_prefix(id).unwrap_or_default();
        let fix = meant.and_then(|meant| write_link(db, config, span, written, &format!("{meant}{anchor}")));
        self.found
            .push(Diagnostic::new(Code::MissingPage, format!("no page `{id}`"), span).with_help(help).with_fix(fix));
    }
}

/// The folders around the page of a file, which may be the index of the innermost.
fn folders_around<'p>(id: &'p str, file: &str) -> impl Iterator<Item = &'p str> {
    let around = |path: &'p str| path.rsplit_once('/').map(|(around, _)| around);
    let first = if file.ends_with("/index.md") { Some(id) } else { around(id) };
    std::iter::successors(first, move |path| around(path))
}

/// Whether a file may have this ID.
fn is_possible(id: &str) -> bool {
    unportable(id).is_none() && id.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}
