//! Links in descriptions of specs that name no site: OpenAPI resolves them "in their rendered context", which is the site, and
//! what is published nowhere becomes text. Descriptions are rendered without a look at the site, so their links are marked,
//! and looked up when the pieces of a page are put together.

use std::borrow::Cow;

use super::escape::{Address, escaped};
use crate::Db;
use crate::resolve::links::{DestinationParts, href};
use base::inputs::File;
use base::text::DestinationKind;

/// Begins the address of a link that is still to be looked up. No text forges one: behind `<a href="` a quote would have to
/// stand that is escaped everywhere, and what stands there in raw HTML is checked like any other address.
pub(crate) const TO_LOOK_UP: char = '\u{4}';

/// How a marked link begins.
const OPEN: &str = "<a href=\"\u{4}";

/// Pieces of a page with their marked links looked up, as if written in the file `from`. A place on the page itself is there
/// when one of the pieces has it.
pub(crate) fn look_up<'p>(db: &dyn Db, from: File, pieces: &[&'p str]) -> Vec<Cow<'p, str>> {
    let has_place = |anchor: &str| {
        let id = format!(" id=\"{}\"", escaped(anchor));
        pieces.iter().any(|piece| memchr::memmem::find(piece.as_bytes(), id.as_bytes()).is_some())
    };
    let found = |piece: &&'p str| match memchr::memchr(TO_LOOK_UP as u8, piece.as_bytes()) {
        Some(_) => Cow::Owned(replaced(piece, &|address| found(db, from, address, &has_place))),
        None => Cow::Borrowed(*piece),
    };
    pieces.iter().map(found).collect()
}

/// What is written for an address; none where it leads nowhere.
fn found(db: &dyn Db, from: File, address: &str, has_place: &dyn Fn(&str) -> bool) -> Option<String> {
    if DestinationKind::of(address) != DestinationKind::Relative {
        return Some(escaped(address));
    }
    let parts = DestinationParts::parse(address);
    if parts.path.is_empty() {
        return parts.fragment.filter(|anchor| has_place(anchor)).map(|_| escaped(address));
    }
    let href = href(db, from, address);
    (!href.broken).then(|| Address(href.html).to_string())
}

/// The HTML with what `find` gives for each marked address; its link becomes the text in it where that is nothing.
fn replaced(html: &str, find: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        let (address, after) = after.split_once('"').unwrap_or((after, ""));
        let found = find(&unescaped(address));
        if let Some(found) = found {
            out.push_str("<a href=\"");
            out.push_str(&found);
            out.push('"');
            rest = after;
            continue;
        }
        let (_, after) = after.split_once('>').unwrap_or(("", after));
        let (text, after) = after.split_once("</a>").unwrap_or((after, ""));
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The text of an attribute that was escaped.
fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

#[test]
fn marked_links_are_written_or_become_text() {
    let find = |address: &str| (address == "/a?b&c").then(|| "../a/?b&amp;c".to_owned());
    let html = "<a href=\"x\">y</a> <a href=\"\u{4}/a?b&amp;c\" title=\"t\"><b>z</b></a>, <a href=\"\u{4}#gone\"><b>g</b></a>!";
    let expected = "<a href=\"x\">y</a> <a href=\"../a/?b&amp;c\" title=\"t\"><b>z</b></a>, <b>g</b>!";
    assert_eq!(replaced(html, &find), expected);
}
