//! Markup that texts of pages and texts of specs share.

use super::escape::{escape, escaped};
use crate::parse::config::Strings;

/// Appends the end of a heading, with its self-link.
pub(super) fn close_heading(s: &Strings, level: u8, id: &str, text: &str, out: &mut String) {
    out.push_str(" <a class=\"heading-anchor\" href=\"#");
    escape(id, out);
    out.push_str("\" aria-label=\"");
    escape(s.link_to(), out);
    out.push(' ');
    escape(text, out);
    out.push_str("\">#</a></h");
    out.push(digit(level));
    out.push('>');
}

/// Appends the start of the box that a wide table scrolls in.
pub(super) fn open_table_box(s: &Strings, out: &mut String) {
    out.push_str("<div class=\"table-box\" role=\"group\" aria-label=\"");
    escape(s.table(), out);
    out.push_str("\" tabindex=\"0\">");
}

/// Appends the checkbox of a task list item.
pub(super) fn task_box(s: &Strings, done: bool, out: &mut String) {
    let (checked, label) = if done { (" checked", s.task_done()) } else { ("", s.task_open()) };
    let label = escaped(label);
    out.push_str(&format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\"> "));
}

/// A heading's level as the digit of its tag.
pub(super) fn digit(level: u8) -> char {
    char::from(b'0' + level.clamp(1, 6))
}
