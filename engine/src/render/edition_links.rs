//! Links in the Markdown of an edition: those from its root are written from the root of the site.

use pulldown_cmark::{Event, Options, Parser, Tag};

/// Markdown whose links from the root begin with `path`, the path of the edition with `/` at both ends.
pub(crate) fn from_site_root(markdown: String, path: &str) -> String {
    if path == "/" {
        return markdown;
    }
    let mut places = places(&markdown);
    places.sort_unstable();
    places.dedup();
    let mut out = String::with_capacity(markdown.len() + places.len() * path.len());
    let mut from = 0;
    for place in places {
        out.push_str(&markdown[from..place]);
        out.push_str(path);
        from = place + 1;
    }
    out.push_str(&markdown[from..]);
    out
}

/// The positions of the first `/` of the destinations that begin with one.
fn places(markdown: &str) -> Vec<usize> {
    let is_rooted = |to: &str| to.starts_with('/') && !to.starts_with("//");
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    let mut found = Vec::new();
    for (event, range) in parser.by_ref() {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
        if is_rooted(&dest_url) {
            let written = &markdown[range.clone()];
            let place = ["](/", "](</"].iter().filter_map(|start| Some(written.rfind(start)? + start.len() - 1)).max();
            found.extend(place.map(|place| range.start + place));
        }
    }
    for (_, definition) in parser.reference_definitions().iter() {
        if is_rooted(&definition.dest) {
            let written = &markdown[definition.span.clone()];
            let place = written.find("]:").and_then(|label| Some(label + written[label..].find('/')?));
            found.extend(place.map(|place| definition.span.start + place));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::from_site_root;

    #[test]
    fn links_from_the_root_of_an_edition_lead_into_it() {
        let written = "[a](/b \"t\") [c](d) ![e](</f g>) [h](//i.test) [![j](/k)](/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /r\n";
        let wanted = "[a](/de/b \"t\") [c](d) ![e](</de/f g>) [h](//i.test) [![j](/de/k)](/de/l) `[m](/n)` [o]\n\n```\n[p](/q)\n```\n\n[o]: /de/r\n";
        assert_eq!(from_site_root(written.to_owned(), "/de/"), wanted);
        assert_eq!(from_site_root(written.to_owned(), "/"), written);
    }
}
