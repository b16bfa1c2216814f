//! Relative links in descriptions of specs: OpenAPI resolves them "in their rendered context", which is the site; a
//! link without a published target becomes text. Descriptions are rendered independently of the site, so their links
//! are marked, and resolved when the pieces of a page are assembled.

use std::borrow::Cow;

use super::escape::{Address, escaped};
use crate::Db;
use crate::resolve::links::{DestinationParts, href};
use base::inputs::File;
use base::text::DestinationKind;

/// Marks the URL of a link that is still to be resolved. No text can forge it: a quote after `<a href="` is escaped
/// everywhere, and URLs in raw HTML are checked like any other.
pub(crate) const TO_LOOK_UP: char = '\u{4}';

/// The start of a marked link.
const OPEN: &str = "<a href=\"\u{4}";

/// Pieces of a page with their marked links resolved, as if written in the file `from`. An anchor on the page itself
/// exists if one of the pieces has it.
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

/// The resolved URL; `None` without a target.
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

/// The HTML with each marked URL replaced by the result of `find`; without a result, the link is replaced by its text.
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

/// The text of an escaped attribute.
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
