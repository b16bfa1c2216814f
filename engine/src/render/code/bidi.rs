//! Code in which the characters that change the direction of text are visible.

use crate::render::escape::escape_content;
use base::text::bidi_controls;

/// Appends escaped code; each directional control is shown by its number and isolated.
pub(crate) fn escape_code(text: &str, out: &mut String) {
    let mut done = 0;
    for (at, name) in bidi_controls(text) {
        let end = at + 3;
        escape_content(&text[done..at], out);
        out.push_str("<bdi class=\"bidi\" data-code=\"");
        out.push_str(name.split(' ').next().unwrap_or_default());
        out.push_str("\" title=\"");
        out.push_str(name);
        out.push_str("\">");
        out.push_str(&text[at..end]);
        out.push_str("</bdi>");
        done = end;
    }
    escape_content(&text[done..], out);
}
