//! Links in the Markdown of an edition: those from its root are written from the root of the site.

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::Db;
use crate::parse::config::{site_editions, site_texts};
use crate::render::endpoint_markdown::model_markdown;
use crate::render::page_markdown::page_markdown;
use crate::resolve::include::page_text;
use crate::resolve::links::named_edition;
use crate::resolve::page_tree::page_tree;
use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;

/// The Markdown alternate of a page with links from the root of the site.
pub(crate) fn page_from_site_root(db: &dyn Db, page: File) -> String {
    let markdown = page_markdown(db, page).text(db);
    match path_of_several(db, page) {
        Some(path) => {
            rewritten(&markdown, rooted_links(db, page), path, |destination| named_edition(db, page, destination))
        }
        None => markdown,
    }
}

/// The links of a page's Markdown alternate: found once for all editions that have the page.
#[salsa::tracked(returns(deref))]
fn rooted_links(db: &dyn Db, page: File) -> Vec<RootedLink> {
    let markdown = page_markdown(db, page);
    let source = page_text(db, page);
    // The page's tree has all links of its text, but neither definitions of links nor what is written for operations.
    let is_in_tree = markdown.is_source() && !source.contains("]:");
    let mut found = if is_in_tree { Vec::new() } else { rooted_links_in(&markdown.text(db)) };
    let parts = markdown.source_parts(db, source);
    for (destination, span) in page_tree(db, page).links().iter().filter(|(destination, _)| is_rooted(destination)) {
        let part =
            parts.partition_point(|(_, part)| part.start <= span.start).checked_sub(1).and_then(|at| parts.get(at));
        let Some((position, part)) = part.filter(|(_, part)| span.end <= part.end) else { continue };
        let place = source.get(span.range()).and_then(place_in);
        found.extend(place.and_then(|at| rooted(position + (span.start - part.start) as usize + at, destination)));
    }
    found.sort_unstable();
    found.dedup_by_key(|(place, _)| *place);
    found
}

/// The Markdown of a schema with links from the root of the site, for an edition whose settings are in the file `from`.
pub(crate) fn model_from_site_root(db: &dyn Db, from: File, chunk: Chunk<'_>) -> String {
    let markdown = model_markdown(db, chunk);
    match path_of_several(db, from) {
        Some(path) => rewritten(markdown, rooted_links_of_model(db, chunk), path, |destination| {
            named_edition(db, from, destination)
        }),
        None => markdown.to_owned(),
    }
}

/// The links of a schema's Markdown: found once for all editions that have the schema.
#[salsa::tracked(returns(deref))]
fn rooted_links_of_model<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<RootedLink> {
    rooted_links_in(model_markdown(db, chunk))
}

/// The Markdown of the file `from` with links from the root of the site.
pub(crate) fn from_site_root(db: &dyn Db, from: File, markdown: String) -> String {
    match path_of_several(db, from) {
        Some(path) => {
            let links = rooted_links_in(&markdown);
            rewritten(&markdown, &links, path, |destination| named_edition(db, from, destination))
        }
        None => markdown,
    }
}

/// The path of the edition of a file, unless links from its root are already those from the root of the site.
fn path_of_several(db: &dyn Db, file: File) -> Option<&str> {
    let config = FileSet::of(db, file).config(db);
    let path = &*site_texts(db, config).path;
    (path != "/" || site_editions(db, config).count() > 1).then_some(path)
}

/// Markdown whose links from the root begin with `path`, the path of the edition with `/` at both ends. `edition` returns
/// the path that replaces the beginning of a destination in another edition, and the length of that beginning.
fn rewritten(
    markdown: &str,
    links: &[RootedLink],
    path: &str,
    edition: impl Fn(&str) -> Option<(String, usize)>,
) -> String {
    let mut out = String::with_capacity(markdown.len() + links.len() * path.len());
    let mut from = 0;
    for (place, destination) in links {
        let place = *place as usize;
        let named = edition(destination)
            .filter(|(_, length)| destination.get(..*length).is_some_and(|name| markdown[place..].starts_with(name)));
        let (path, length) = named.unwrap_or_else(|| (path.to_owned(), 1));
        out.push_str(&markdown[from..place]);
        out.push_str(&path);
        from = place + length;
    }
    out.push_str(&markdown[from..]);
    out
}

/// The position of the first `/` of a destination that begins with one, in bytes, and that destination.
type RootedLink = (u32, Box<str>);

fn rooted(place: usize, destination: &str) -> Option<RootedLink> {
    Some((u32::try_from(place).ok()?, destination.into()))
}

fn is_rooted(destination: &str) -> bool {
    destination.starts_with('/') && !destination.starts_with("//")
}

/// The position of the first `/` of the destination in a link or an image, or in an attribute that is a URL.
fn place_in(written: &str) -> Option<usize> {
    if is_rooted(written) {
        return Some(0);
    }
    ["](/", "](</"].iter().filter_map(|start| Some(written.rfind(start)? + start.len() - 1)).max()
}

/// The links from the root in Markdown, in order.
fn rooted_links_in(markdown: &str) -> Vec<RootedLink> {
    // Most pages have none.
    if !["](/", "](</", "]:"].iter().any(|start| markdown.contains(start)) {
        return Vec::new();
    }
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    let mut found = Vec::new();
    for (event, range) in parser.by_ref() {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
        if is_rooted(&dest_url) {
            found.extend(place_in(&markdown[range.clone()]).and_then(|place| rooted(range.start + place, &dest_url)));
        }
    }
    for (_, definition) in parser.reference_definitions().iter() {
        if is_rooted(&definition.dest) {
            let written = &markdown[definition.span.clone()];
            let place = written.find("]:").and_then(|label| Some(label + written[label..].find('/')?));
            found.extend(place.and_then(|place| rooted(definition.span.start + place, &definition.dest)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::{rewritten, rooted_links_in};

    #[test]
    fn links_to_other_editions_begin_with_their_paths() {
        let edition = |to: &str| to.starts_with("/2.x/").then(|| ("/docs/de/2.x/".to_owned(), 5));
        let written = "[a](/2.x/b#c) [d](/e) [f][g]\n\n[g]: /2.x/\n";
        let wanted = "[a](/docs/de/2.x/b#c) [d](/docs/de/e) [f][g]\n\n[g]: /docs/de/2.x/\n";
        assert_eq!(rewritten(written, &rooted_links_in(written), "/docs/de/", edition), wanted);
    }

    #[test]
    fn links_from_the_root_of_an_edition_lead_into_it() {
        let written = "[a](/b \"t\") [c](d) ![e](</f g>) [h](//i.test) [![j](/k)](/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /r\n";
        let wanted = "[a](/de/b \"t\") [c](d) ![e](</de/f g>) [h](//i.test) [![j](/de/k)](/de/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /de/r\n";
        let links = rooted_links_in(written);
        assert_eq!(rewritten(written, &links, "/de/", |_| None), wanted);
        assert_eq!(rewritten(written, &links, "/", |_| None), written);
    }
}
