//! Runs all checks: the same queries that `build` and `dev` use, with the results in order.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::clashes::clashes;
use super::editions;
use crate::parse::config::{config_file, rule_settings, site_editions, spec_settings, untranslated_docs};
use crate::parse::markdown::Component;
use crate::render::diagram::check_diagrams;
use crate::render::math::check_math;
use crate::render::sample::check_samples;
use crate::resolve::include::{Included, Origin, included};
use crate::resolve::page_tree::page_tree;
use crate::resolve::pages::{PageShard, SHARDS, below, filled_shards, pages, pages_in};
use crate::resolve::site_check::{check_page, check_site, undocumented};
use crate::resolve::site_operation::{SiteLookup, find_site_operation, site_specs};
use crate::resolve::site_schema::find_site_schema;
use crate::{Database, Db};
use base::diagnostic::{Code, Diagnostic, Fix, Note, Place, Severity, Span};
use base::inputs::{CONFIG_PATH, File, FileSet};
use base::tree::{NodeId, NodeRef};
use openapi::chunks::{
    Chunk, ChunkName, Section, chunk_key_above_place, chunk_key_place, chunk_place, file_diagnostics, file_index,
    find_chunk,
};
use openapi::fragment_check::{check_external_target, check_shared_operation, external_targets, shared_operations};
use openapi::fragments::spec_files;
use openapi::misplaced::check_misplaced;
use openapi::operation::{address, operation_head, operation_target, operations, webhooks};
use openapi::overlay::applied;
use openapi::parse::overlay::{overlay, overlay_parsed};
use openapi::spec_check::{
    OperationsPlace, SpecPart, SpecPlace, check_chunk, check_examples, check_operations, check_spec,
};

/// All diagnostics of the project, by file and position, with the severities of its `rules`.
pub(crate) fn sweep(db: &Database) -> Vec<Diagnostic> {
    in_order(editions::all(db).into_iter().flat_map(|(_, set)| of_edition(db, set)).collect())
}

/// Diagnostics by file and position, each once. Those with the same cause become one.
#[must_use]
pub fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| (&a.place, a.code, &a.message).cmp(&(&b.place, b.code, &b.message)));
    found.dedup();
    join_included(join_repeated(found))
}

/// The diagnostics of an edition, with the severities of the `rules`.
pub(crate) fn of_edition(db: &Database, set: FileSet) -> Vec<Diagnostic> {
    let mut found = check_site(db, set).clone();
    let undocumented = undocumented(db, set).iter();
    found.extend(undocumented.map(|of| of.diagnostic.clone().map_place(|()| chunk_key_place(db, of.first))));
    let config = set.config(db);
    found.extend(check_samples(db, config).into_iter().map(|diagnostic| at_file(db, config, diagnostic)));
    let rules = rule_settings(db, config);
    let of_shard = |db: &mut Database, number| of_shard(db, PageShard::new(db, set, number)).to_vec();
    let shards = filled_shards(db, set).into_par_iter();
    let of_pages: Vec<Diagnostic> = shards.map_with(db.clone(), of_shard).flatten_iter().collect();
    for setting in spec_settings(db, set.config(db)) {
        if let Some(&spec) = set.named(db).get(&setting.path)
            && !spec.is_absent(db)
        {
            found.extend(of_spec(db, spec));
        }
    }
    found = found.into_iter().filter_map(|diagnostic| rules.apply(diagnostic)).chain(of_pages).collect();
    let of_clashes = clashes(db, set).iter().cloned().filter_map(|diagnostic| rules.apply(diagnostic));
    told(db, set, found).chain(of_clashes.filter(|found| is_told(db, set, found))).collect()
}

/// The diagnostics of an edition that are reported, with the severities that they have in it.
fn told(db: &dyn Db, set: FileSet, found: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    found.into_iter().filter_map(move |found| of_commit(db, set, found)).filter(move |found| is_told(db, set, found))
}

/// What of an edition may link to other editions.
struct LinksToOthers {
    /// The pages and fragments whose text names another edition.
    texts: Vec<File>,
    /// Whether that of `tool.json` does.
    is_in_config: bool,
}

/// What of an edition may link to other editions.
fn links_to_others(db: &dyn Db, set: FileSet) -> LinksToOthers {
    let config = set.config(db);
    let settings = site_editions(db, config);
    let names: BTreeSet<&str> = settings
        .versions
        .iter()
        .map(|setting| &*setting.version)
        .chain(settings.languages.iter().map(|setting| &*setting.lang))
        .collect();
    let texts = set.found(db).values().filter(|file| file.path(db).ends_with(".md"));
    let configs = [Some(config), commit_config(db, set)];
    LinksToOthers {
        texts: texts.copied().filter(|file| names_one(file.text(db), &names)).collect(),
        is_in_config: configs.into_iter().flatten().any(|config| names_one(config.text(db), &names)),
    }
}

/// Whether an edition may link to other editions.
pub(crate) fn may_link_to_others(db: &dyn Db, set: FileSet) -> bool {
    let LinksToOthers { texts, is_in_config } = links_to_others(db, set);
    is_in_config || !texts.is_empty()
}

/// The diagnostics of an edition that had none and has not changed: a heading that it links to in another edition may be gone.
/// Only pages whose text names another edition are read.
pub(crate) fn of_links_to_others(db: &Database, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let LinksToOthers { texts: linking, is_in_config } = links_to_others(db, set);
    if linking.is_empty() && !is_in_config {
        return Vec::new();
    }
    let all: HashSet<File> = pages(db, set).by_id.values().copied().collect();
    // The pages of a fragment, or of a sidebar, are not known without reading all of them.
    if is_in_config || linking.iter().any(|file| !all.contains(file)) {
        return of_edition(db, set);
    }
    let rules = rule_settings(db, config);
    let found = linking.into_iter().flat_map(|file| of_page(db, file)).filter_map(|found| rules.apply(found));
    let found = found.collect();
    told(db, set, found).collect()
}

/// The `tool.json` in the commit of an edition.
fn commit_config(db: &dyn Db, set: FileSet) -> Option<File> {
    let settings = site_editions(db, set.config(db));
    let path = settings.tree(editions::key(db, set))?.path(CONFIG_PATH);
    set.named(db).get(&path).copied().filter(|file| !file.is_absent(db))
}

/// Whether a text may contain a link to a path from the root that begins with one of these names.
fn names_one(text: &str, names: &BTreeSet<&str>) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '%');
    memchr::memchr_iter(b'/', text.as_bytes()).any(|at| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let name = after.find(|c| !is_of_name(c)).map_or(after, |end| &after[..end]);
        let is_first = !before.ends_with(|c| is_of_name(c) || c == '/');
        is_first && (names.contains(name) || name.contains('%'))
    })
}

/// A diagnostic of an edition, which is less severe in the version of a commit: nobody can change that. Without infos.
fn of_commit(db: &dyn Db, set: FileSet, found: Diagnostic) -> Option<Diagnostic> {
    let (file, key) = (config_file(db, set.config(db)), editions::key(db, set));
    let Some(tree) = file.config.editions.tree(key) else { return Some(found) };
    let is_of_config = found.place.as_ref().is_some_and(|place| place.file == *set.config(db).path(db));
    let span = file.commit_spans.get(key.version).copied().flatten();
    let is_at_name = is_of_config && found.place.as_ref().map(|place| place.span) == span;
    if is_of_config && !is_at_name {
        return Some(found);
    }
    let severity = match found.severity {
        Severity::Error => Severity::Warning,
        Severity::Warning => Severity::Info,
        Severity::Info => return None,
    };
    let message = if is_at_name { format!("in `{}`: {}", tree.name(), found.message) } else { found.message };
    Some(Diagnostic { severity, message, help: None, fix: None, ..found })
}

/// Whether an edition reports a diagnostic. Other editions than the main one need not show all of an API, and what is not
/// translated is checked where it is written.
fn is_told(db: &dyn Db, set: FileSet, found: &Diagnostic) -> bool {
    if editions::is_main(db, set) {
        return true;
    }
    let untranslated = untranslated_docs(db, set.config(db)).as_deref();
    let is_untranslated = found.place.as_ref().zip(untranslated).is_some_and(|(place, folder)| {
        below(folder, &place.file).is_some() && editions::own_page_path(db, set, &place.file).is_none()
    });
    found.code != Code::UndocumentedOperations && !is_untranslated
}

/// The diagnostics of a page, at most [`MOST_OF_PAGE`]: the most severe ones, with a note that counts the others.
fn limited(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let Some(others) = found.len().checked_sub(MOST_OF_PAGE).filter(|others| *others > 0) else { return found };
    // Severe ones, and those that block a build, must not be lost among others.
    found.sort_by(|a, b| {
        let weight = |found: &Diagnostic| (found.severity, found.code.info().blocks_build);
        weight(b).cmp(&weight(a)).then_with(|| a.place.cmp(&b.place))
    });
    found.truncate(MOST_OF_PAGE);
    if let Some(last) = found.last_mut() {
        let message = format!("and {others} more problem{} on this page", if others == 1 { "" } else { "s" });
        last.notes.push(Note { message, place: None });
    }
    found
}

/// The greatest number of diagnostics of one page.
const MOST_OF_PAGE: usize = 1_000;

/// How many pages are checked at a time at most.
const PART: usize = 2_048;

/// The number of parts of [`check_part`].
pub(crate) fn parts(db: &dyn Db) -> usize {
    editions::all(db).into_iter().map(|(_, set)| parts_of(db, set)).sum()
}

/// The number of parts of an edition.
fn parts_of(db: &dyn Db, set: FileSet) -> usize {
    pages(db, set).by_id.len().div_ceil(PART).min(usize::from(SHARDS))
}

/// Checks the pages of a part.
pub(crate) fn check_part(db: &Database, mut part: usize) {
    for (_, set) in editions::all(db) {
        let parts = parts_of(db, set);
        if part < parts {
            let mut shards = filled_shards(db, set);
            shards.retain(|number| usize::from(*number) % parts == part);
            return shards.into_par_iter().for_each_with(db.clone(), |db, number| {
                of_shard(db, PageShard::new(db, set, number));
            });
        }
        part -= parts;
    }
}

/// The diagnostics in order. Those at the same position of a fragment become one, with notes on the first places that
/// include it.
fn join_included(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const MOST_NOTES: usize = 6;
    let mut joined: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for diagnostic in found {
        let is_included = diagnostic.notes.iter().any(|note| note.message == INCLUDED);
        let earlier = joined.last_mut().filter(|earlier| {
            is_included
                && (&earlier.place, earlier.code, &earlier.message)
                    == (&diagnostic.place, diagnostic.code, &diagnostic.message)
        });
        let Some(earlier) = earlier else {
            joined.push(diagnostic);
            continue;
        };
        for note in diagnostic.notes {
            if earlier.notes.len() < MOST_NOTES && !earlier.notes.contains(&note) {
                earlier.notes.push(note);
            }
        }
    }
    joined
}

/// Merges the diagnostics with the same cause into one that lists every place: those about the same missing file, and
/// those about a spec that say the same of one file.
fn join_repeated(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const MOST_PLACES: usize = 10;
    let mut joined: Vec<Diagnostic> = Vec::with_capacity(found.len());
    let mut first: HashMap<(Code, Option<Arc<str>>, String), usize> = HashMap::new();
    let mut left_out: BTreeMap<usize, usize> = BTreeMap::new();
    let file_of = |found: &Diagnostic| found.place.as_ref().map(|place| place.file.clone());
    for diagnostic in found {
        let (file, note) = match diagnostic.code {
            Code::MissingFile => (None, "also named here"),
            Code::UnknownSpecField | Code::MissingSpecField | Code::VersionMismatch | Code::UndeclaredSecurity => {
                (file_of(&diagnostic), "also here")
            }
            Code::InvalidSpec if diagnostic.severity < Severity::Error => (file_of(&diagnostic), "also here"),
            _ => {
                joined.push(diagnostic);
                continue;
            }
        };
        match first.entry((diagnostic.code, file, diagnostic.message.clone())) {
            Entry::Vacant(entry) => {
                entry.insert(joined.len());
                joined.push(diagnostic);
            }
            Entry::Occupied(entry) => {
                let at = *entry.get();
                let Some(earlier) = joined.get_mut(at) else { continue };
                if earlier.notes.len() + 1 < MOST_PLACES {
                    earlier.notes.push(Note { message: note.to_owned(), place: diagnostic.place });
                } else {
                    *left_out.entry(at).or_default() += 1;
                }
            }
        }
    }
    for (at, count) in left_out {
        if let Some(diagnostic) = joined.get_mut(at) {
            let message = format!("and at {count} more place{}", if count == 1 { "" } else { "s" });
            diagnostic.notes.push(Note { message, place: None });
        }
    }
    joined
}

/// The diagnostics of the pages in a shard, with the severities of the `rules`: one memo to validate after an edit elsewhere, instead of several for each page.
#[salsa::tracked(returns(deref))]
fn of_shard<'db>(db: &'db dyn Db, shard: PageShard<'db>) -> Box<[Diagnostic]> {
    let rules = rule_settings(db, shard.set(db).config(db));
    let of_page = |file| of_page(db, file).into_iter().filter_map(|diagnostic| rules.apply(diagnostic)).collect();
    pages_in(db, shard).iter().flat_map(|&(_, file)| limited(of_page(file))).collect()
}

fn of_page(db: &dyn Db, file: File) -> Vec<Diagnostic> {
    // Finding out whether a page includes others reads its text, so not once per diagnostic.
    let page = included(db, file);
    let complete = |diagnostic: &Diagnostic<Span>| {
        let operations =
            if diagnostic.code == Code::AmbiguousRef { meant_at(db, file, diagnostic) } else { Vec::new() };
        let mut diagnostic = in_page(db, file, page, diagnostic.clone());
        diagnostic.notes.extend(operations);
        diagnostic
    };
    let of_text = check_page(db, file).iter().chain(check_math(db, file)).chain(check_diagrams(db, file));
    let mut found: Vec<Diagnostic> = of_text.map(complete).collect();
    if let Some(page) = page {
        found.extend(page.diagnostics.iter().cloned().map(|diagnostic| at_origin(db, page, diagnostic)));
    }
    found
}

/// A diagnostic at a span of a page's text, mapped to positions in its files. `page` is the page with its fragments.
fn in_page(db: &dyn Db, file: File, page: Option<&Included>, mut diagnostic: Diagnostic<Span>) -> Diagnostic {
    let Some(page) = page else { return at_file(db, file, diagnostic) };
    let own = |span| Origin { file, span, inclusion: None };
    let is_whole = |fix: &Fix<Span>| fix.edits.iter().all(|edit| page.is_verbatim(db, edit.place));
    let fix = diagnostic.fix.take_if(|fix| is_whole(fix));
    let diagnostic = Diagnostic { fix, ..diagnostic };
    at_origin(db, page, diagnostic.map_place(|span| page.origin(span).unwrap_or_else(|| own(span))))
}

/// The note at the place of an include.
const INCLUDED: &str = "included here";

/// A diagnostic about a page or a fragment in it, with notes at the includes through which the fragment is reached.
fn at_origin(db: &dyn Db, page: &Included, diagnostic: Diagnostic<Origin>) -> Diagnostic {
    let place = |origin: Origin| Place { file: origin.file.path(db).clone(), span: origin.span };
    let way = diagnostic.place.map(|origin| page.way(origin)).into_iter().flatten();
    let notes: Vec<Note> = way.map(|tag| Note { message: INCLUDED.to_owned(), place: Some(place(tag)) }).collect();
    let mut diagnostic = diagnostic.map_place(place);
    diagnostic.notes.extend(notes);
    diagnostic
}

/// The position of a span of a page's text in its files.
pub(super) fn page_place(db: &dyn Db, file: File, span: Span) -> Place {
    let origin = included(db, file).and_then(|page| page.origin(span));
    let (file, span) = origin.map_or((file, span), |origin| (origin.file, origin.span));
    Place { file: file.path(db).clone(), span }
}

/// The positions of the operations or schemas that the `ref` at a diagnostic's position names.
fn meant_at(db: &dyn Db, file: File, diagnostic: &Diagnostic<Span>) -> Vec<Note<Place>> {
    let set = FileSet::of(db, file);
    let tree = page_tree(db, file);
    let is_meant = |component: &&Component| Some(component.place_of("ref")) == diagnostic.place;
    let endpoint = tree.endpoint_components().find(is_meant).and_then(Component::endpoint_ref);
    let schema = || tree.schema_components().find(is_meant).and_then(Component::schema_ref);
    let lookup = match endpoint {
        Some(endpoint) => find_site_operation(db, set, &endpoint),
        None => schema().map_or(SiteLookup::Missing, |wanted| find_site_schema(db, set, &wanted)),
    };
    let SiteLookup::Ambiguous(chunks) = lookup else { return Vec::new() };
    let specs = site_specs(db, set);
    let note = |&chunk: &Chunk<'_>| {
        let name = specs.iter().find(|spec| spec.file == chunk.spec(db)).and_then(|spec| spec.name);
        let of = name.map(|name| format!(" of `{name}`")).unwrap_or_default();
        let key = chunk.key(db);
        let what =
            if key.section == Section::Components { key.member.clone() } else { address(operation_head(db, chunk)) };
        Note { message: format!("matches `{what}`{of}"), place: Some(chunk_key_place(db, chunk)) }
    };
    chunks.iter().map(note).collect()
}

pub(super) fn at_file(db: &dyn Db, file: File, diagnostic: Diagnostic<Span>) -> Diagnostic {
    diagnostic.map_place(|span| Place { file: file.path(db).clone(), span })
}

/// Codes of syntax errors.
const BREAKS: [Code; 3] = [Code::InvalidJson, Code::InvalidYaml, Code::LimitExceeded];

/// Whether nothing of a spec was read after its last syntax error.
fn is_truncated(db: &dyn Db, spec: File, found: &[Diagnostic]) -> bool {
    let broken = found.iter().filter(|found| BREAKS.contains(&found.code)).filter_map(|found| found.place.as_ref());
    let last = file_index(db, spec).chunks.last().map(|&chunk| chunk_key_place(db, chunk));
    broken.max().is_some_and(|broken| last.is_none_or(|last| last.file != broken.file || last.span <= broken.span))
}

/// Whether a diagnostic may only follow from what a truncated document lacks.
fn follows_from_truncation(found: &Diagnostic) -> bool {
    match found.code {
        Code::UnresolvedReference
        | Code::MissingSpecField
        | Code::MissingResponses
        | Code::PathParameters
        | Code::VersionMismatch
        | Code::UndeclaredSecurity
        | Code::UndeclaredTag => true,
        Code::InvalidSpec => found.place.as_ref().is_some_and(|place| place.span.start == place.span.end),
        _ => false,
    }
}

/// The diagnostics of a spec: its text, its document object, and each of its chunks.
pub(super) fn of_spec(db: &Database, spec: File) -> Vec<Diagnostic> {
    let mut found = of_document(db, spec);
    found.extend(of_operations(db, spec));
    let chunks: Vec<usize> = (0..file_index(db, spec).chunks.len()).collect();
    let of_chunks: Vec<Diagnostic> = chunks
        .into_par_iter()
        .map_with(db.clone(), |db, index| of_chunk(db, file_index(db, spec).chunks[index]))
        .flatten_iter()
        .collect();
    found.extend(of_chunks);
    found.extend(check_misplaced(db, spec).into_iter().flat_map(|(chunk, found)| {
        let place = move |node| chunk_place(db, chunk, node);
        found.iter().map(move |diagnostic| diagnostic.clone().map_place(place))
    }));
    let is_openapi = !found.iter().any(|found| found.code == Code::NotOpenApi);
    if !is_openapi || is_truncated(db, spec, &found) {
        found.retain(|found| !follows_from_truncation(found));
    }
    if !is_openapi {
        found.retain(|found| !matches!(found.code, Code::UnknownSpecField | Code::UnquotedVersion));
    }
    found.extend(of_other_files(db, spec));
    found.extend(of_overlays(db, spec));
    found
}

/// The diagnostics of a spec's overlays: their text, their structure, and the results of their actions.
pub(super) fn of_overlays(db: &dyn Db, spec: File) -> Vec<Diagnostic> {
    let files = db.overlays(spec);
    let mut found = Vec::new();
    for &file in files.iter().filter(|file| !file.is_absent(db)) {
        if let Some(diagnostic) = file.unreadable(db) {
            found.push(at_file(db, file, diagnostic));
            continue;
        }
        let parsed = overlay_parsed(db, file);
        found.extend(parsed.diagnostics.iter().map(|diagnostic| at_file(db, file, diagnostic.clone())));
        let of_actions = applied(db, spec).findings.iter().filter(|(of, _)| *of == file).map(|(_, found)| found);
        let place = |node| parsed.tree.get_node(node).map_or_else(Span::default, NodeRef::span);
        let of_form = overlay(db, file).diagnostics.iter();
        found
            .extend(of_form.chain(of_actions).map(|diagnostic| at_file(db, file, diagnostic.clone().map_place(place))));
    }
    found
}

/// The diagnostics of the files that a spec refers to: their text, and the referenced parts.
fn of_other_files(db: &Database, spec: File) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for place in spec_files(db, spec).known.iter().skip(1) {
        let file = place.file(db);
        if !file.is_absent(db) {
            found.extend(place.diagnostics(db).iter().cloned().map(|diagnostic| at_file(db, file, diagnostic)));
        }
    }
    let at = |chunk: Chunk<'_>, diagnostic: &Diagnostic<NodeId>| {
        diagnostic.clone().map_place(|node| chunk_place(db, chunk, node))
    };
    for &target in external_targets(db, spec) {
        found.extend(check_external_target(db, target).iter().map(|diagnostic| at(target.chunk(db), diagnostic)));
    }
    for chunk in shared_operations(db, spec) {
        found.extend(check_shared_operation(db, chunk).iter().map(|diagnostic| at(chunk, diagnostic)));
    }
    found
}

/// The diagnostics of a spec as a whole: its text and its document object.
pub(super) fn of_document(db: &dyn Db, spec: File) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        file_diagnostics(db, spec).iter().cloned().map(|diagnostic| at_file(db, spec, diagnostic)).collect();
    let at_field = |place: SpecPlace| {
        spec_place(db, spec, place).unwrap_or_else(|| Place { file: spec.path(db).clone(), span: Span::default() })
    };
    // What is missing from a text that does not parse is missing because of that.
    let is_whole = found.iter().all(|diagnostic| diagnostic.severity < Severity::Error);
    let of_head = check_spec(db, spec).iter().filter(|diagnostic| is_whole || diagnostic.place.is_some());
    let start = Place { file: spec.path(db).clone(), span: Span::default() };
    found.extend(of_head.cloned().map(|diagnostic| {
        let diagnostic = diagnostic.map_place(at_field);
        let place = diagnostic.place.clone().or_else(|| Some(start.clone()));
        Diagnostic { place, ..diagnostic }
    }));
    found
}

/// The position of a part of a spec.
fn spec_place(db: &dyn Db, spec: File, place: SpecPlace) -> Option<Place> {
    let chunk = find_chunk(db, ChunkName::new(db, spec, place.chunk))?;
    Some(match place.part {
        SpecPart::Key => chunk_key_place(db, chunk),
        SpecPart::KeyAbove => chunk_key_above_place(db, chunk),
        SpecPart::Node(node) => chunk_place(db, chunk, node),
    })
}

/// The diagnostics of a spec's operations as a set.
pub(super) fn of_operations(db: &dyn Db, spec: File) -> Vec<Diagnostic> {
    let numbered = |number| operations(db, spec).iter().chain(webhooks(db, spec)).nth(number);
    let place = |place: OperationsPlace| match place {
        OperationsPlace::Field(place) => spec_place(db, spec, place),
        OperationsPlace::Operation { number, field } => {
            numbered(number).map(|&chunk| operation_place(db, chunk, field))
        }
        OperationsPlace::Path { number } => numbered(number).map(|&chunk| chunk_key_above_place(db, chunk)),
    };
    let start = || Place { file: spec.path(db).clone(), span: Span::default() };
    let found = check_operations(db, spec).iter().cloned();
    found.map(|diagnostic| diagnostic.map_place(|at| place(at).unwrap_or_else(start))).collect()
}

/// The position of an operation: the given field if it exists, otherwise the key of the operation.
pub(super) fn operation_place<'db>(db: &'db dyn Db, chunk: Chunk<'db>, field: Option<&str>) -> Place {
    let target = operation_target(db, chunk);
    match field.and_then(|field| target.node(db).get(field)) {
        Some(node) => chunk_place(db, target.chunk, node.id()),
        None => chunk_key_place(db, chunk),
    }
}

/// The diagnostics of a chunk of a spec.
pub(super) fn of_chunk<'db>(db: &'db Database, chunk: Chunk<'db>) -> Vec<Diagnostic> {
    let check = check_chunk(db, chunk).iter().chain(check_examples(db, chunk)).cloned();
    check.map(|diagnostic| diagnostic.map_place(|node| chunk_place(db, chunk, node))).collect()
}
