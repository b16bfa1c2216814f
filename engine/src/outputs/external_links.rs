//! The URLs of other sites in the project: in pages, in `tool.json`, in the texts of its specs. Makes no network
//! requests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pulldown_cmark::{Event, Parser, Tag, TagEnd, TextMergeStream};

use super::diagnostics::page_place;
use super::editions;
use crate::parse::config::{EntryTarget, SidebarEntry, config_file, rule_settings};
use crate::parse::frontmatter::{frontmatter, place_of};
use crate::parse::markdown::{OPTIONS, autolinks};
use crate::resolve::page_tree::page_tree;
use crate::resolve::pages::pages;
use crate::resolve::site_operation::site_specs;
use crate::{Database, Db};
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{File, FileSet};
use base::tree::NodeRef;
use openapi::chunks::{Chunk, chunk_place, chunk_tree, file_index};
use openapi::fragment_check::external_targets;

/// A URL of another site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalLink {
    /// With `http` or `https`, without a fragment.
    pub url: Arc<str>,
    /// Where it is used, in order.
    pub places: Vec<Place>,
}

/// The result of checking a URL of another site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalState {
    /// It does not respond as expected: the reason.
    Broken(String),
    /// It has permanently moved to this URL.
    Moved(String),
}

/// The URLs of other sites, sorted, each once.
pub(crate) fn external_links(db: &Database) -> Vec<ExternalLink> {
    let mut found = Found::default();
    for (_, set) in editions::all(db) {
        of_edition(db, set, &mut found);
    }
    let link = |(url, places): (Arc<str>, BTreeSet<Place>)| ExternalLink { url, places: places.into_iter().collect() };
    found.0.into_iter().map(link).collect()
}

fn of_edition(db: &Database, set: FileSet, found: &mut Found) {
    for &file in pages(db, set).by_id.values() {
        of_page(db, file, found);
    }
    of_config(db, set, found);
    for spec in site_specs(db, set) {
        for &chunk in &file_index(db, spec.file).chunks {
            of_node(db, chunk, chunk_tree(db, chunk).root(), found);
        }
        for &target in external_targets(db, spec.file) {
            if let Some(node) = chunk_tree(db, target.chunk(db)).get_node(target.node(db)) {
                of_node(db, target.chunk(db), node, found);
            }
        }
    }
}

/// The diagnostics for checked URLs, with the severities of the project's `rules`, by file and position.
pub(crate) fn findings(db: &dyn Db, set: FileSet, states: &[(ExternalLink, ExternalState)]) -> Vec<Diagnostic> {
    let rules = rule_settings(db, set.config(db));
    let mut found = Vec::new();
    for (link, state) in states {
        for place in &link.places {
            let diagnostic = match state {
                ExternalState::Broken(why) => {
                    let message = format!("`{}` cannot be reached: {why}", link.url);
                    Diagnostic::new(Code::BrokenExternalLink, message, place.clone())
                }
                ExternalState::Moved(to) => {
                    let message = format!("`{}` has moved permanently", link.url);
                    Diagnostic::new(Code::MovedExternalLink, message, place.clone())
                        .with_help(format!("its new URL is `{to}`"))
                }
            };
            found.extend(rules.apply(diagnostic));
        }
    }
    found.sort_by(|a, b| (&a.place, a.code, &a.message).cmp(&(&b.place, b.code, &b.message)));
    found
}

#[derive(Default)]
struct Found(BTreeMap<Arc<str>, BTreeSet<Place>>);

impl Found {
    /// Adds a destination at a span of a file if it is a URL of another site. The position is that of the URL's text
    /// within the span, if it appears there.
    fn add(&mut self, db: &dyn Db, destination: &str, file: File, span: Span) {
        let url = destination.split('#').next().unwrap_or(destination).trim();
        let has = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        let url: Arc<str> = match url {
            _ if has("https://") || has("http://") => url.into(),
            _ if url.starts_with("//") => format!("https:{url}").into(),
            _ => return,
        };
        // A variable that is not declared, or a template.
        if url.contains(['{', '}']) {
            return;
        }
        let span = span.of_part(file.text(db), destination, 0..destination.len());
        self.0.entry(url).or_default().insert(Place { file: file.path(db).clone(), span });
    }
}

fn of_page(db: &dyn Db, file: File, found: &mut Found) {
    let front = frontmatter(db, file);
    for (name, value) in [("icon", &front.icon), ("redirect", &front.redirect)] {
        if let (Some(value), Some(span)) = (value, value.as_ref().and_then(|_| place_of(file.text(db), name))) {
            found.add(db, value, file, span);
        }
    }
    for (destination, span) in page_tree(db, file).links() {
        let place = page_place(db, file, span);
        let source = FileSet::of(db, file).found(db).get(&place.file).copied().unwrap_or(file);
        found.add(db, &destination, source, place.span);
    }
}

fn of_config(db: &dyn Db, set: FileSet, found: &mut Found) {
    let config = set.config(db);
    let file = config_file(db, config);
    for (destination, span) in &file.site_spans.links {
        found.add(db, destination, config, *span);
    }
    for (redirect, spans) in file.config.redirects.iter().zip(&file.redirect_spans) {
        found.add(db, &redirect.to, config, spans.to);
    }
    let mut places = file.entry_places.iter();
    let mut open: Vec<std::slice::Iter<'_, SidebarEntry>> =
        file.config.sidebars().map(<[SidebarEntry]>::iter).collect();
    open.reverse();
    while let Some(entries) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            continue;
        };
        let Some(place) = places.next() else { return };
        match &entry.target {
            EntryTarget::Group { entries, .. } => open.push(entries.iter()),
            EntryTarget::Link { href, .. } => found.add(db, href, config, place.span),
            EntryTarget::Page { .. } | EntryTarget::Anchor { .. } | EntryTarget::Schema { .. } => {}
        }
    }
}

/// The URLs in the texts below a node of a spec, and in its URL fields. Data is skipped.
fn of_node<'db>(db: &'db dyn Db, chunk: Chunk<'db>, root: NodeRef<'db>, found: &mut Found) {
    const DATA: [&str; 5] = ["example", "examples", "default", "enum", "const"];
    let set = FileSet::of(db, chunk.spec(db));
    let key = chunk.key(db);
    let own = if key.member.is_empty() { &*key.name } else { &*key.member };
    let mut open = vec![(root, own, false)];
    while let Some((node, name, is_named)) = open.pop() {
        open.extend(node.items().map(|item| (item, name, false)));
        for (member, value) in node.entries() {
            let member = member.text();
            let is_data = !is_named && (DATA.contains(&member) || member.starts_with("x-"));
            // The members of these have names chosen by the author.
            let names = !is_named && matches!(member, "properties" | "patternProperties" | "schemas");
            if !is_data {
                open.push((value, member, names));
            }
            let is_address = member == "termsOfService"
                || (member == "url" && matches!(name, "externalDocs" | "contact" | "license"));
            let Some(text) = value.as_str() else { continue };
            let place = || chunk_place(db, chunk, value.id());
            if is_address {
                note(db, set, text, place(), found);
            } else if member == "description" && !is_named {
                addresses(text).iter().for_each(|address| note(db, set, address, place(), found));
            }
        }
    }
}

fn note(db: &dyn Db, set: FileSet, destination: &str, place: Place, found: &mut Found) {
    let file = set.named(db).get(&place.file).or_else(|| set.found(db).get(&place.file));
    if let Some(&file) = file {
        found.add(db, destination, file, place.span);
    }
}

/// The link targets of a Markdown text.
fn addresses(text: &str) -> Vec<String> {
    if !text.contains("//") && !text.contains("www.") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut plain = 0_usize;
    for event in TextMergeStream::new(Parser::new_ext(text, OPTIONS)) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push(dest_url.into_string());
                plain += 1;
            }
            Event::Start(Tag::CodeBlock(_)) => plain += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => plain = plain.saturating_sub(1),
            Event::Text(text) if plain == 0 => {
                let links = autolinks(&text);
                found.extend(
                    links.iter().filter_map(|link| Some(format!("{}{}", link.prefix, text.get(link.start..link.end)?))),
                );
            }
            _ => {}
        }
    }
    found
}
