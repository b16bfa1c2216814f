//! The checks of pages and of the site as a whole, as values.

use std::collections::{BTreeMap, HashSet};

use crate::diagnostic::{Code, Diagnostic, Place, Span, did_you_mean};
use crate::inputs::{Contents, Db, File, FileSet};
use crate::parse::config::{SidebarEntry, SpecSetting, config_file, docs_folder, sidebar_setting, spec_settings};
use crate::parse::frontmatter::{frontmatter, read as read_frontmatter};
use crate::parse::markdown::{page_facts, page_tree};
use crate::resolve::chunks::{Chunk, chunk_key_place, file_diagnostics};
use crate::resolve::links::{DestinationParts, Target, resolve};
use crate::resolve::operation::{Lookup, address, find_operation, operation_head, operations, suggest_operation};
use crate::resolve::pages::pages;
use crate::resolve::sidebar::{find_operation_in, sidebar};
use crate::resolve::spec::{Version, version};

/// What is wrong with one page, at spans of its file.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_page(db: &dyn Db, file: File) -> Vec<Diagnostic<Span>> {
    if let Some(diagnostic) = unreadable(db, file) {
        return vec![diagnostic];
    }
    let (_, mut found) = read_frontmatter(file.text(db));
    let tree = page_tree(db, file);
    found.extend(tree.diagnostics.iter().cloned());
    for (destination, span) in tree.links() {
        found.extend(check_link(db, file, destination, span));
    }
    let set = FileSet::get(db);
    for (endpoint, span) in tree.endpoints() {
        let (reference, spec) = (&*endpoint.reference, endpoint.spec.as_deref());
        match find_operation_in(db, set, spec, reference) {
            Lookup::Found(_) => {}
            // A spec that cannot be read lacks every operation; that is reported once, in the spec.
            Lookup::Missing if has_broken_spec(db, set, spec) => {}
            Lookup::Missing => found.push(
                Diagnostic::new(Code::UnmatchedRef, format!("no operation matches `{reference}`"), span)
                    .with_help(nearest_operation(db, set, reference)),
            ),
            Lookup::Ambiguous(_) => found.push(
                Diagnostic::new(Code::AmbiguousRef, format!("several operations match `{reference}`"), span)
                    .with_help("refer to one as `METHOD /path`, or name the spec with `spec`".to_owned()),
            ),
        }
    }
    found
}

/// Whether the spec of that name, or one of all, cannot be read whole.
fn has_broken_spec(db: &dyn Db, set: FileSet, name: Option<&str>) -> bool {
    let settings = spec_settings(db, set.config(db)).iter();
    let named = settings.filter(|setting| name.is_none() || name == setting.name.as_deref());
    named.filter_map(|setting| set.named(db).get(&setting.path)).any(|&file| {
        let blocks = |diagnostic: &Diagnostic<Span>| diagnostic.code.info().blocks_build;
        is_absent(db, file)
            || version(db, file) == Version::Unsupported
            || file_diagnostics(db, file).iter().any(blocks)
    })
}

/// Why a file's contents are no text, if they are not.
pub(crate) fn unreadable(db: &dyn Db, file: File) -> Option<Diagnostic<Span>> {
    let start = Span::default();
    match file.contents(db) {
        Contents::Text(_) | Contents::Binary { .. } => None,
        Contents::Missing => Some(Diagnostic::new(Code::MissingFile, "the file does not exist", None)),
        Contents::Outside => {
            Some(Diagnostic::new(Code::OutsideProject, "the file lies outside the project's folder", start))
        }
        Contents::Unreadable(reason) => {
            Some(Diagnostic::new(Code::UnreadableFile, format!("the file cannot be read: {reason}"), start))
        }
        Contents::NotUtf8 { offset } => Some(
            Diagnostic::new(Code::NotText, format!("not UTF-8 from byte {offset} on"), start)
                .with_help("save the file as UTF-8".to_owned()),
        ),
    }
}

/// Whether a file has no contents at all: that is reported where the file is named, anything else in the file.
pub(crate) fn is_absent(db: &dyn Db, file: File) -> bool {
    matches!(file.contents(db), Contents::Missing | Contents::Outside | Contents::Unreadable(_))
}

fn nearest_operation(db: &dyn Db, set: FileSet, reference: &str) -> Option<String> {
    let specs = spec_settings(db, set.config(db));
    if specs.is_empty() {
        return Some("name the spec in `tool.json`: `\"openapi\": \"openapi.yaml\"`".to_owned());
    }
    let files = specs.iter().filter_map(|setting| set.named(db).get(&setting.path));
    files.into_iter().find_map(|&file| suggest_operation(db, file, reference))
}

fn check_link(db: &dyn Db, file: File, destination: &str, span: Span) -> Option<Diagnostic<Span>> {
    match resolve(db, file, destination) {
        Target::External | Target::Asset(_) => None,
        Target::Missing => {
            let path = DestinationParts::parse(destination).path;
            let known = &pages(db, FileSet::get(db)).by_id;
            let wanted = path.trim_start_matches(['/', '.']).trim_end_matches(".md").trim_end_matches('/');
            let help = did_you_mean(wanted, known.keys().map(|id| &**id));
            Some(Diagnostic::new(Code::BrokenLink, format!("no page or file `{path}`"), span).with_help(help))
        }
        Target::Page { file: target, id } => {
            let fragment = DestinationParts::parse(destination).fragment.filter(|fragment| !fragment.is_empty())?;
            let anchor = crate::resolve::links::percent_decode(fragment);
            let facts = page_facts(db, target);
            // The fields of a resolved endpoint have anchors that only its rendering knows.
            if &*anchor == "top" || facts.anchors.iter().any(|known| **known == *anchor) || !facts.endpoints.is_empty()
            {
                return None;
            }
            let known = facts.anchors.iter().map(|id| &**id);
            let message = format!("page `{id}` has no heading or anchor `#{anchor}`");
            Some(Diagnostic::new(Code::BrokenAnchor, message, span).with_help(did_you_mean(&anchor, known)))
        }
    }
}

/// What is wrong with the configuration and with the pages as a set.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_site(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let at = |span: Span| Place { file: config.path(db).clone(), span };
    let mut found: Vec<Diagnostic> =
        unreadable(db, config).into_iter().map(|diagnostic| diagnostic.map_place(at)).collect();
    if !found.is_empty() {
        return found;
    }
    found.extend(file.diagnostics.iter().cloned().map(|diagnostic| diagnostic.map_place(at)));
    check_entries(db, set, &mut found);
    for (link, span) in file.config.texts.top_links.iter().zip(&file.link_spans) {
        found.extend(check_link(db, config, &link.href, *span).map(|diagnostic| diagnostic.map_place(at)));
    }
    found.extend(absent_files(db, set));
    check_pages(db, set, &mut found);
    found.extend(undocumented(db, set));
    found
}

/// The specs and overlays that are named but have no contents.
fn absent_files(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let mut found = Vec::new();
    for (setting, spans) in file.config.specs.iter().zip(&file.spec_spans) {
        let overlays = setting.overlays.iter().zip(&spans.overlays);
        for (path, &span) in std::iter::once((&setting.path, &spans.spec)).chain(overlays) {
            if let Some(&named) = set.named(db).get(path)
                && is_absent(db, named)
                && let Some(mut diagnostic) = unreadable(db, named)
            {
                diagnostic.message = format!("`{path}`: {}", diagnostic.message);
                diagnostic.place = Some(span);
                found.push(diagnostic.map_place(|span| Place { file: config.path(db).clone(), span }));
            }
        }
    }
    found
}

/// The entries of the sidebar: pages that are missing, listed twice, and links that lead nowhere.
fn check_entries(db: &dyn Db, set: FileSet, found: &mut Vec<Diagnostic>) {
    let config = set.config(db);
    let file = config_file(db, config);
    let known = &pages(db, set).by_id;
    let mut spans = file.entry_spans.iter();
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    let mut open: Vec<std::slice::Iter<'_, SidebarEntry>> =
        file.config.sidebar.iter().map(|entries| entries.iter()).collect();
    let at = |span: Span| Place { file: config.path(db).clone(), span };
    while let Some(entries) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            continue;
        };
        let Some(&span) = spans.next() else { return };
        match entry {
            SidebarEntry::Group { entries, .. } => open.push(entries.iter()),
            SidebarEntry::Link { href, .. } => {
                found.extend(check_link(db, config, href, span).map(|diagnostic| diagnostic.map_place(at)));
            }
            SidebarEntry::Page { id, .. } => {
                if !known.contains_key(&**id) {
                    let bare = id.trim_start_matches('/').trim_end_matches(".md").trim_end_matches("/index");
                    let help = if known.contains_key(bare) {
                        Some(format!("a page's id is its path without `.md`: `{bare}`"))
                    } else {
                        did_you_mean(id, known.keys().map(|id| &**id))
                            .or_else(|| Some(format!("create `{}/{id}.md`", docs_folder(db, config))))
                    };
                    found.push(Diagnostic::new(Code::MissingPage, format!("no page `{id}`"), at(span)).with_help(help));
                } else if let Some(first) = seen.insert(id, span) {
                    found.push(
                        Diagnostic::new(Code::DuplicateEntry, format!("page `{id}` is listed twice"), at(span))
                            .with_note("first listed here", at(first)),
                    );
                }
            }
        }
    }
}

/// Pages whose address is taken or impossible, and pages that no reader finds.
fn check_pages(db: &dyn Db, set: FileSet, found: &mut Vec<Diagnostic>) {
    let all = pages(db, set);
    let start = |file: File| Place { file: file.path(db).clone(), span: Span::default() };
    for &(first, second) in &all.duplicates {
        found.push(
            Diagnostic::new(
                Code::DuplicatePage,
                format!("`{}` and `{}` have the same address", first.path(db), second.path(db)),
                start(second),
            )
            .with_help("rename or remove one of them".to_owned()),
        );
    }
    for &(file, reason) in &all.invalid {
        found.push(Diagnostic::new(Code::InvalidPageId, format!("`{}`: {reason}", file.path(db)), start(file)));
    }
    let mut by_folded: BTreeMap<String, File> = BTreeMap::new();
    for (id, &file) in &all.by_id {
        if let Some(first) = by_folded.insert(id.to_lowercase(), file) {
            let message = format!("`{}` and `{}` differ only in case", first.path(db), file.path(db));
            found.push(Diagnostic::new(Code::DuplicatePage, message, start(file)));
        }
    }
    if sidebar_setting(db, set.config(db)).is_none() {
        return;
    }
    let listed = &sidebar(db, set).place;
    for (id, &file) in &all.by_id {
        if !listed.contains_key(id) && &**id != "index" && !frontmatter(db, file).draft {
            found.push(
                Diagnostic::new(Code::OrphanPage, format!("page `{id}` is not in the sidebar"), start(file))
                    .with_help(format!("add `\"{id}\"` to `sidebar` in `tool.json`")),
            );
        }
    }
}

/// The operations that no page shows, as one finding: how many, and the first five.
fn undocumented(db: &dyn Db, set: FileSet) -> Option<Diagnostic> {
    let specs: Vec<(&SpecSetting, File)> = spec_settings(db, set.config(db))
        .iter()
        .filter_map(|setting| Some((setting, *set.named(db).get(&setting.path)?)))
        .collect();
    let mut documented: HashSet<Chunk<'_>> = HashSet::new();
    for &file in pages(db, set).by_id.values() {
        for endpoint in &page_facts(db, file).endpoints {
            for (setting, spec) in &specs {
                if endpoint.spec.is_some() && endpoint.spec != setting.name {
                    continue;
                }
                if let Lookup::Found(chunk) = find_operation(db, *spec, &endpoint.reference) {
                    documented.insert(*chunk);
                }
            }
        }
    }
    let missing: Vec<Chunk<'_>> = specs
        .iter()
        .flat_map(|(_, spec)| operations(db, *spec))
        .filter(|chunk| !documented.contains(chunk))
        .copied()
        .collect();
    let place = chunk_key_place(db, *missing.first()?);
    let count = missing.len();
    let noun = if count == 1 { "operation has" } else { "operations have" };
    let mut diagnostic = Diagnostic::new(Code::UndocumentedOperations, format!("{count} {noun} no page"), place)
        .with_help("`tool openapi scaffold <spec> --new-only` makes their pages".to_owned());
    for &chunk in missing.iter().take(5) {
        diagnostic = diagnostic.with_note(address(operation_head(db, chunk)), None);
    }
    if count > 5 {
        diagnostic = diagnostic.with_note(format!("and {} more", count - 5), None);
    }
    Some(diagnostic)
}
