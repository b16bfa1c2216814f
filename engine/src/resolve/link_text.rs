//! A link destination as written in a file, and the fix that replaces it.

use crate::Db;
use crate::resolve::include::{included, page_text};
use base::diagnostic::{Fix, Span};
use base::inputs::{File, FileSet};

/// The fix that replaces `destination`, at `span` of a file, with `new`: alone, in quotes, or as the destination of a
/// Markdown link. `None` if it is spelled differently there.
///
/// In a fragment, a relative path would resolve differently in each page that includes it.
pub(crate) fn write_link(db: &dyn Db, file: File, span: Span, destination: &str, new: &str) -> Option<Fix<Span>> {
    let is_page = file != FileSet::of(db, file).config(db);
    let text = if is_page { page_text(db, file) } else { file.text(db) };
    let origin = included(db, file).filter(|_| is_page).and_then(|page| page.origin(span));
    let is_shared = origin.is_some_and(|origin| origin.inclusion.is_some());
    if (is_shared && !destination.starts_with('/')) || !new.chars().all(is_plain) {
        return None;
    }
    let place = place_of(text.get(span.range())?, destination)?;
    Some(Fix::rename(Span::new(place, place + destination.len()).shifted(span.start), new))
}

/// Whether a character needs no escape in URLs in Markdown, HTML, JSON and YAML.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '/' | '#' | '?' | '=')
}

/// The position of a destination within its source text.
fn place_of(written: &str, destination: &str) -> Option<usize> {
    if destination.is_empty() {
        return None;
    }
    if written == destination {
        return Some(0);
    }
    if ['"', '\''].iter().any(|quote| {
        written
            .strip_prefix(*quote)
            .and_then(|rest| rest.strip_suffix(*quote))
            .is_some_and(|inner| inner == destination)
    }) {
        return Some(1);
    }
    written.match_indices("](").map(|(at, mark)| at + mark.len()).find_map(|open| {
        let rest = written.get(open..)?;
        let start = rest.len() - rest.trim_start_matches([' ', '<']).len();
        let behind = rest.get(start..)?.strip_prefix(destination)?;
        // Its title or its end follows: another pair of brackets belongs to the link's text.
        let is_title = behind.starts_with([' ', '\n']) && behind.trim_start().starts_with(['"', '\'', '(']);
        (behind.trim_start_matches(['>', ' ']) == ")" || is_title).then_some(open + start)
    })
}

#[cfg(test)]
mod tests {
    use super::place_of;

    #[test]
    fn a_destination_is_found_in_what_is_written_for_it() {
        for (written, expected) in [
            ("/a", Some(0)),
            ("\"/a\"", Some(1)),
            ("[text](/a)", Some(7)),
            ("![text](/a \"title](/a)\")", Some(8)),
            ("[![image](/a)](</a>)", Some(16)),
            ("[text](/a\n'title')", Some(7)),
            ("[text][label]", None),
            ("[text](/b)", None),
            ("[](/a)](/b)", None),
            ("[a](/a b](/a)", Some(10)),
            ("[a](/a\"b](/a)", Some(10)),
        ] {
            assert_eq!(place_of(written, "/a"), expected, "{written}");
        }
    }
}
