//! Links in the Markdown of an edition: those from its root are written from the root of the site.

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::Db;
use crate::parse::config::{site_editions, site_texts};
use crate::resolve::links::named_edition;
use base::inputs::{File, FileSet};

/// The Markdown of the file `from` with links from the root of the site.
pub(crate) fn from_site_root(db: &dyn Db, from: File, markdown: String) -> String {
    let config = FileSet::of(db, from).config(db);
    let path = &*site_texts(db, config).path;
    if path == "/" && site_editions(db, config).count() == 1 {
        return markdown;
    }
    rewritten(&markdown, path, |destination| named_edition(db, from, destination))
}

/// Markdown whose links from the root begin with `path`, the path of the edition with `/` at both ends. `edition` returns
/// the path that replaces the beginning of a destination in another edition, and the length of that beginning.
fn rewritten(markdown: &str, path: &str, edition: impl Fn(&str) -> Option<(String, usize)>) -> String {
    let mut places = places(markdown);
    places.sort_unstable();
    places.dedup();
    let mut out = String::with_capacity(markdown.len() + places.len() * path.len());
    let mut from = 0;
    for (place, destination) in places {
        let named = edition(&destination)
            .filter(|(_, length)| destination.get(..*length).is_some_and(|name| markdown[place..].starts_with(name)));
        let (path, length) = named.unwrap_or_else(|| (path.to_owned(), 1));
        out.push_str(&markdown[from..place]);
        out.push_str(&path);
        from = place + length;
    }
    out.push_str(&markdown[from..]);
    out
}

/// The positions of the first `/` of the destinations that begin with one, with these destinations.
fn places(markdown: &str) -> Vec<(usize, String)> {
    let is_rooted = |to: &str| to.starts_with('/') && !to.starts_with("//");
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    let mut found = Vec::new();
    for (event, range) in parser.by_ref() {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
        if is_rooted(&dest_url) {
            let written = &markdown[range.clone()];
            let place = ["](/", "](</"].iter().filter_map(|start| Some(written.rfind(start)? + start.len() - 1)).max();
            found.extend(place.map(|place| (range.start + place, dest_url.to_string())));
        }
    }
    for (_, definition) in parser.reference_definitions().iter() {
        if is_rooted(&definition.dest) {
            let written = &markdown[definition.span.clone()];
            let place = written.find("]:").and_then(|label| Some(label + written[label..].find('/')?));
            found.extend(place.map(|place| (definition.span.start + place, definition.dest.to_string())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn links_to_other_editions_begin_with_their_paths() {
        let edition = |to: &str| to.starts_with("/2.x/").then(|| ("/docs/de/2.x/".to_owned(), 5));
        let written = "[a](/2.x/b#c) [d](/e) [f][g]\n\n[g]: /2.x/\n";
        let wanted = "[a](/docs/de/2.x/b#c) [d](/docs/de/e) [f][g]\n\n[g]: /docs/de/2.x/\n";
        assert_eq!(rewritten(written, "/docs/de/", edition), wanted);
    }

    #[test]
    fn links_from_the_root_of_an_edition_lead_into_it() {
        let written = "[a](/b \"t\") [c](d) ![e](</f g>) [h](//i.test) [![j](/k)](/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /r\n";
        let wanted = "[a](/de/b \"t\") [c](d) ![e](</de/f g>) [h](//i.test) [![j](/de/k)](/de/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /de/r\n";
        assert_eq!(rewritten(written, "/de/", |_| None), wanted);
        assert_eq!(rewritten(written, "/", |_| None), written);
    }
}
