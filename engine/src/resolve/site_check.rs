//! The checks of pages and of the site as a whole.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization as _;

use crate::Db;
use crate::parse::config::{
    EditionKey, HtmlPolicy, config_file, docs_folder, html_setting, sidebar_setting, spec_settings, tab_settings,
};
use crate::parse::frontmatter::{frontmatter, place_of, read as read_frontmatter};
use crate::parse::frontmatter_fix::{field_fix, title_fix};
use crate::parse::markdown::EndpointRef;
use crate::registry::icons::IconValue;
use crate::resolve::downloads::downloads;
use crate::resolve::edition_record::CommitProblem;
use crate::resolve::edition_view::EditionView;
use crate::resolve::history::check_history;
use crate::resolve::link_check::{check_link, check_old_address, near_path};
use crate::resolve::link_text::write_link;

use crate::resolve::page_tree::{page_facts, page_tree};
use crate::resolve::pages::{PageShard, all_shards, pages, pages_in};
use crate::resolve::project_components::check_components;
use crate::resolve::redirect_chain::check_chain;
use crate::resolve::redirects::redirect_output;
use crate::resolve::ref_check::{check_endpoint, check_schema};
use crate::resolve::sidebar::sidebar;
use crate::resolve::sidebar_check::check_entries;
use crate::resolve::site_files::site_file;
use crate::resolve::site_operation::{SiteSpec, documented_operation, site_specs};
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{CONFIG_PATH, Contents, File, FileSet, LeftOut};
use openapi::chunks::Chunk;
use openapi::operation::{address, may_have_page, operation_head, operations, webhooks};

/// The diagnostics of one page, at spans of its file.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_page(db: &dyn Db, file: File) -> Vec<Diagnostic<Span>> {
    if let Some(mut diagnostic) = file.unreadable(db) {
        // Every broken link that was found has a position.
        diagnostic.place.get_or_insert_default();
        return vec![diagnostic];
    }
    let (front, mut found) = read_frontmatter(file.text(db));
    fix_frontmatter(db, file, &mut found);
    if let Some(IconValue::Image(address)) = front.icon.as_deref().map(IconValue::read) {
        let span = place_of(file.text(db), "icon").unwrap_or_default();
        found.extend(check_link(db, file, address, span));
    }
    if let Some(to) = &front.redirect {
        let span = place_of(file.text(db), "redirect").unwrap_or_default();
        found.extend(check_link(db, file, to, span));
        found.extend(check_chain(db, file, to, span));
    }
    let tree = page_tree(db, file);
    let html = html_setting(db, FileSet::of(db, file).config(db));
    let holds = |found: &&Diagnostic<Span>| html == HtmlPolicy::Safe || found.code != Code::RawHtml;
    found.extend(tree.diagnostics.iter().filter(holds).cloned());
    for (destination, span) in tree.links() {
        found.extend(check_link(db, file, &destination, span));
        found.extend(check_old_address(db, file, &destination, span));
    }
    let set = FileSet::of(db, file);
    found.extend(tree.referring_components().filter_map(|component| check_endpoint(db, set, component)));
    found.extend(tree.schema_components().filter_map(|component| check_schema(db, set, component)));
    found
}

/// Adds fixes to diagnostics about a page's frontmatter.
fn fix_frontmatter(db: &dyn Db, file: File, found: &mut [Diagnostic<Span>]) {
    let text = file.text(db);
    let mut gets_title = false;
    for diagnostic in found.iter_mut().filter(|found| found.code == Code::UnknownField) {
        let fix = diagnostic.place.and_then(|span| field_fix(text, span, text.get(span.range())?));
        gets_title |= fix.as_ref().is_some_and(|fix| fix.edits.iter().any(|edit| edit.replacement == "title"));
        diagnostic.fix = fix.map(Box::new);
    }
    for diagnostic in found.iter_mut().filter(|found| found.code == Code::MissingTitle && !gets_title) {
        let heading = page_facts(db, file).headings.first().filter(|heading| heading.level == 1);
        let fix = heading.zip(diagnostic.place).and_then(|(heading, span)| title_fix(text, span, &heading.text));
        diagnostic.fix = fix.map(Box::new);
    }
}

/// The diagnostics of the configuration and of the pages as a set.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_site(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    set.reads_all_pages(db);
    let config = set.config(db);
    let file = config_file(db, config);
    let at = |span: Span| Place { file: config.path(db).clone(), span };
    let mut found: Vec<Diagnostic> =
        config.unreadable(db).into_iter().map(|diagnostic| diagnostic.map_place(at)).collect();
    if !found.is_empty() {
        return found;
    }
    found.extend(file.diagnostics.iter().cloned().map(|diagnostic| diagnostic.map_place(at)));
    found.extend(check_commits(db, set));
    found.extend(check_history(db, set));
    found.extend(check_entries(db, set));
    for (destination, span) in &file.site_spans.links {
        let of_link = check_link(db, config, destination, *span);
        let old = check_old_address(db, config, destination, *span);
        found.extend(of_link.into_iter().chain(old).map(|diagnostic| diagnostic.map_place(at)));
    }
    found.extend(absent_files(db, set));
    found.extend(absent_images(db, set));
    found.extend(check_redirects(db, set));
    check_pages(db, set, &mut found);
    found.extend(skipped_links(db, set));
    found.extend(set.left_out(db).iter().map(|(path, reason)| left_out(path, reason)));
    found.extend(unused_fragments(db, set));
    found.extend(check_components(db, set));
    found
}

/// The commits that cannot be read, or that are no project. The main edition reports those of every version.
fn check_commits(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let editions = &file.config.editions;
    let mut found = Vec::new();
    if set.number(db) != 0 {
        return found;
    }
    for (version, &span) in file.commit_spans.iter().enumerate() {
        let key = EditionKey { version, language: 0 };
        let of_commit = EditionView::at(db, editions, key);
        let (Some(span), Some(tree), Some(of_commit)) = (span, editions.tree(key), of_commit) else { continue };
        let (code, message, help) = match of_commit.commit_problem(db, tree) {
            None => continue,
            Some(CommitProblem::Unreadable(reason)) => (Code::UnreadableFile, reason.into_string(), None),
            Some(CommitProblem::Empty) => {
                let message = format!("the commit `{}` has no `{CONFIG_PATH}` and no pages in `docs`", tree.name());
                let help =
                    "name the folder of its pages with `docs`, and its API with `openapi`, if it has them elsewhere";
                (Code::MissingFile, message, Some(help.to_owned()))
            }
        };
        let place = Place { file: config.path(db).clone(), span };
        found.push(Diagnostic::new(code, message, place).with_help(help));
    }
    found
}

/// The missing specs, overlays and theme file.
fn absent_files(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let mut found = Vec::new();
    let of_specs = file.config.specs.iter().zip(&file.spec_spans).flat_map(|(setting, spans)| {
        let overlays = setting.overlays.iter().zip(&spans.overlays);
        std::iter::once((&setting.path, &spans.spec)).chain(overlays)
    });
    let theme = file.site_spans.theme_file.iter().map(|(path, span)| (path, span));
    for (path, &span) in of_specs.chain(theme) {
        if let Some(&named) = set.named(db).get(path)
            && named.is_absent(db)
            && let Some(mut diagnostic) = named.unreadable(db)
        {
            diagnostic.message = format!("`{path}`: {}", diagnostic.message);
            diagnostic.help = near_file(db, set, path);
            diagnostic.place = Some(span);
            found.push(diagnostic.map_place(|span| Place { file: config.path(db).clone(), span }));
        }
    }
    found
}

/// The missing images.
fn absent_images(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let docs = docs_folder(db, config);
    let absent = |(path, _): &&(Arc<str>, Span)| site_file(db, set, path).is_none();
    let finding = |(path, span): &(Arc<str>, Span)| {
        let below = format!("{docs}/{path}");
        let is_below = site_file(db, set, &below).is_some();
        let help = if is_below { Some(format!("did you mean `{below}`?")) } else { near_file(db, set, path) };
        let message = format!("the file `{path}` does not exist");
        let place = |span| Place { file: config.path(db).clone(), span };
        let fix = is_below.then(|| write_link(db, config, *span, path, &below)).flatten();
        Diagnostic::new(Code::MissingFile, message, *span).with_help(help).with_fix(fix).map_place(place)
    };
    config_file(db, config).site_spans.files.iter().filter(absent).map(finding).collect()
}

/// "did you mean …" for a missing file, from the files of the project.
fn near_file(db: &dyn Db, set: FileSet, path: &str) -> Option<String> {
    let named = set.named(db).iter().filter(|(_, file)| !file.is_absent(db)).map(|(path, _)| &**path);
    near_path(path, set.found(db).keys().map(|path| &**path).chain(named))
}

/// The redirects of `tool.json`: their targets, and the paths that pages already have.
fn check_redirects(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let file = config_file(db, config);
    let all = pages(db, set);
    let mut found = Vec::new();
    for (redirect, spans) in file.config.redirects.iter().zip(&file.redirect_spans) {
        let taken = all.by_id.get(&redirect.from).or_else(|| all.assets.get(&*redirect_output(&redirect.from)));
        if let Some(taken) = taken {
            let message = format!("`{}` has the path of this redirect", taken.path(db));
            found.push(
                Diagnostic::new(Code::DuplicatePage, message, spans.from)
                    .with_help("remove the redirect, or the file".to_owned()),
            );
        }
        found.extend(check_link(db, config, &redirect.to, spans.to));
        found.extend(check_chain(db, config, &redirect.to, spans.to));
    }
    let place = |span| Place { file: config.path(db).clone(), span };
    found.into_iter().map(|diagnostic| diagnostic.map_place(place)).collect()
}

/// Pages whose path is taken or invalid, and pages that readers cannot find.
fn check_pages(db: &dyn Db, set: FileSet, found: &mut Vec<Diagnostic>) {
    let all = pages(db, set);
    let start = |file: File| Place { file: file.path(db).clone(), span: Span::default() };
    for &(first, second) in &all.duplicates {
        found.push(
            Diagnostic::new(
                Code::DuplicatePage,
                format!("`{}` and `{}` have the same URL", first.path(db), second.path(db)),
                start(second),
            )
            .with_help("rename or remove one of them".to_owned()),
        );
    }
    for &(file, reason) in &all.invalid {
        found.push(Diagnostic::new(Code::InvalidPageId, format!("`{}`: {reason}", file.path(db)), start(file)));
    }
    let is_spec = |file: File| spec_settings(db, set.config(db)).iter().any(|setting| setting.path == *file.path(db));
    // A spec among the pages is published unchanged.
    for (download, file) in downloads(db, set).displaced.iter().filter(|(_, file)| !is_spec(*file)) {
        let message = format!("`{}` and the bundled spec have the same URL `/{}`", file.path(db), download.path);
        found.push(
            Diagnostic::new(Code::DuplicatePage, message, start(*file))
                .with_help("rename or remove it, or set `api.download` to false in `tool.json`".to_owned()),
        );
    }
    let mut by_folded: BTreeMap<String, File> = BTreeMap::new();
    for (id, &file) in &all.by_id {
        // Some systems ignore case or Unicode normalization.
        let composed: String = id.nfc().collect();
        if let Some(first) = by_folded.insert(composed.to_lowercase(), file) {
            let is_same = |path: &str| path.nfc().eq(file.path(db).nfc());
            let what = if is_same(first.path(db)) { "in Unicode normalization" } else { "in case" };
            let message = format!("`{}` and `{}` differ only {what}", first.path(db), file.path(db));
            found.push(Diagnostic::new(Code::DuplicatePage, message, start(file)));
        }
    }
    let config = set.config(db);
    if sidebar_setting(db, config).is_none() && tab_settings(db, config).is_empty() {
        return;
    }
    let listed = &sidebar(db, set).place;
    for (id, &file) in &all.by_id {
        let front = frontmatter(db, file);
        if !listed.contains_key(id) && &**id != "index" && !front.draft && front.redirect.is_none() {
            found.push(
                Diagnostic::new(Code::OrphanPage, format!("page `{id}` is not in the sidebar"), start(file))
                    .with_help(format!("add `\"{id}\"` to `sidebar` in `tool.json`")),
            );
        }
    }
}

/// The files and symbolic links among the pages that are skipped.
fn skipped_links(db: &dyn Db, set: FileSet) -> impl Iterator<Item = Diagnostic> {
    set.skipped(db).iter().map(|(path, file)| {
        let place = Place { file: path.clone(), span: Span::default() };
        let (why, help) = match file.contents(db) {
            Contents::Unreadable(reason) => {
                return Diagnostic::new(Code::UnreadableFile, format!("the file cannot be read: {reason}"), place);
            }
            Contents::Outside => ("points outside the project", "copy its target into the project"),
            _ => ("is broken: its target does not exist", "remove the link, or correct its target"),
        };
        Diagnostic::new(Code::SkippedLink, format!("the symbolic link `{path}` {why}"), place)
            .with_help(help.to_owned())
    })
}

/// Reports a folder or link among the sources that cannot be followed.
fn left_out(path: &Arc<str>, reason: &LeftOut) -> Diagnostic {
    let place = Place { file: path.clone(), span: Span::default() };
    match reason {
        LeftOut::Unlisted(reason) => {
            let message = format!("the folder `{path}` cannot be listed: {reason}");
            Diagnostic::new(Code::UnreadableFolder, message, place)
        }
        LeftOut::Unresolved(reason) => {
            let message = format!("the link `{path}` cannot be followed: {reason}");
            Diagnostic::new(Code::UnreadableFile, message, place)
        }
        LeftOut::Cycle => {
            let message = format!("the link `{path}` points to a folder that contains it");
            Diagnostic::new(Code::SkippedLink, message, place).with_help("remove the link".to_owned())
        }
    }
}

/// What the pages in a shard use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Used {
    fragments: BTreeSet<Arc<str>>,
    endpoints: Vec<EndpointRef>,
}

/// What the pages in a shard use. Equal after most edits.
#[salsa::tracked(returns(ref))]
fn used_in<'db>(db: &'db dyn Db, shard: PageShard<'db>) -> Used {
    let mut used = Used::default();
    for &(_, file) in pages_in(db, shard) {
        let facts = page_facts(db, file);
        used.fragments.extend(facts.fragments.iter().cloned());
        used.endpoints.extend(facts.endpoints.iter().cloned());
    }
    used
}

/// The fragments that no page includes, directly or indirectly.
fn unused_fragments(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let all = pages(db, set);
    if all.fragments.is_empty() {
        return Vec::new();
    }
    let used: BTreeSet<&Arc<str>> = all_shards(db, set).flat_map(|shard| &used_in(db, shard).fragments).collect();
    let unused = all.fragments.iter().filter(|(path, _)| !used.contains(path));
    let finding = |(path, file): (&Arc<str>, &File)| {
        let place = Place { file: file.path(db).clone(), span: Span::default() };
        Diagnostic::new(Code::UnusedFragment, format!("no page includes `{path}`"), place)
            .with_help(format!("write `<wc-include src=\"{path}\" />` where it belongs, or remove the file"))
    };
    unused.map(finding).collect()
}

/// Operations of a spec that no page shows.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Undocumented<'db> {
    /// The first of them, where it is reported.
    pub(crate) first: Chunk<'db>,
    pub(crate) diagnostic: Diagnostic<()>,
}

/// The operations that no page shows, as one diagnostic per spec: their number, and the first five. Positions change with
/// every edit of a spec, so only reporting adds them.
#[salsa::tracked(returns(deref))]
pub(crate) fn undocumented(db: &dyn Db, set: FileSet) -> Vec<Undocumented<'_>> {
    set.reads_all_pages(db);
    let specs = site_specs(db, set);
    if specs.is_empty() {
        return Vec::new();
    }
    let endpoints = all_shards(db, set).flat_map(|shard| &used_in(db, shard).endpoints);
    let documented: HashSet<Chunk<'_>> =
        endpoints.filter_map(|endpoint| documented_operation(db, &specs, endpoint)).collect();
    let of_spec = |spec: &SiteSpec<'_>| {
        let all = operations(db, spec.file).iter().chain(webhooks(db, spec.file)).copied();
        let missing: Vec<Chunk<'_>> =
            all.filter(|&chunk| !documented.contains(&chunk) && may_have_page(db, chunk)).collect();
        let first = *missing.first()?;
        let count = missing.len();
        let noun = if count == 1 { "operation" } else { "operations" };
        let verb = if count == 1 { "has" } else { "have" };
        let of = spec.name.map(|name| format!(" of `{name}`")).unwrap_or_default();
        let message = format!("{count} {noun}{of} {verb} no page");
        let mut diagnostic = Diagnostic::new(Code::UndocumentedOperations, message, ())
            .with_help(format!("`tool openapi scaffold {} --new-only` creates the missing pages", spec.file.path(db)));
        for &chunk in missing.iter().take(5) {
            diagnostic = diagnostic.with_note(address(operation_head(db, chunk)), None);
        }
        if count > 5 {
            diagnostic = diagnostic.with_note(format!("and {} more", count - 5), None);
        }
        Some(Undocumented { first, diagnostic })
    };
    specs.iter().filter_map(of_spec).collect()
}
