//! How lines of Markdown begin: enough to distinguish blocks without parsing them.

use crate::registry::{ComponentKind, Flow};

/// The marker of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// In bytes.
    pub(super) length: usize,
    /// Whether it may directly follow a paragraph line.
    pub(super) interrupts: bool,
}

/// The list marker at the start of `line`, which must have no indentation.
pub(super) fn list_marker(line: &str) -> Option<Marker> {
    let bytes = line.as_bytes();
    let (length, first) = match bytes.first()? {
        b'-' | b'+' | b'*' => (1, true),
        b'0'..=b'9' => {
            let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 9 || !matches!(bytes.get(digits), Some(b'.' | b')')) {
                return None;
            }
            (digits + 1, &line[..digits] == "1")
        }
        _ => return None,
    };
    match bytes.get(length) {
        None => Some(Marker { length, interrupts: false }),
        Some(b' ' | b'\t' | b'\r') => {
            let empty = line[length..].trim().is_empty();
            Some(Marker { length, interrupts: first && !empty })
        }
        Some(_) => None,
    }
}

/// The number of columns before the text of the definition at the start of `line`, which must have no indentation: a
/// colon, and up to five spaces as counted by pulldown-cmark. Whether it really is a definition depends on the
/// preceding lines.
pub(super) fn definition(line: &str) -> Option<usize> {
    let after = line.strip_prefix(':')?;
    let blanks = after.bytes().take_while(|&byte| byte == b' ').count();
    let has_text = after.len() > blanks && !after[blanks..].starts_with(['\r', '\n']);
    match blanks {
        _ if !has_text => None,
        1..=5 => Some(blanks + 1),
        0 => None,
        _ => Some(2),
    }
}

/// Whether `line`, which must have no indentation, is a thematic break or the underline of a heading.
pub(super) fn is_rule(line: &str) -> bool {
    let Some(&mark) = line.as_bytes().first().filter(|byte| matches!(byte, b'-' | b'*' | b'_' | b'=')) else {
        return false;
    };
    let marks = line.bytes().filter(|&byte| byte == mark).count();
    line.bytes().all(|byte| byte == mark || byte.is_ascii_whitespace()) && (marks >= 3 || mark == b'=')
}

/// Whether `line`, which must have no indentation, is an ATX heading.
pub(super) fn is_heading(line: &str) -> bool {
    let marks = line.bytes().take(7).take_while(|&byte| byte == b'#').count();
    (1..=6).contains(&marks) && line[marks..].chars().next().is_none_or(char::is_whitespace)
}

/// The code fence that opens at the start of `line`: its character and length.
pub(super) fn fence(line: &str) -> Option<(u8, usize)> {
    let mark = *line.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = line.bytes().take_while(|&byte| byte == mark).count();
    // Backticks followed by more backticks form a code span.
    let opens = length >= 3 && (mark == b'~' || !line[length..].contains('`'));
    opens.then_some((mark, length))
}

/// Whether `line`, which must have no indentation, closes this fence.
pub(super) fn closes_fence(line: &str, (mark, length): (u8, usize)) -> bool {
    let marks = line.bytes().take_while(|&byte| byte == mark).count();
    marks >= length && line[marks..].trim().is_empty()
}

/// Whether `line` is a table's delimiter row, in any containers.
pub(super) fn is_delimiter_row(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    line.contains('-') && line.contains('|') && line.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Whether a paragraph can continue with `line`: not if it is blank or begins another block. Skips container markers.
pub(super) fn continues_paragraph(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    let starts_tag = line.strip_prefix('<').is_some_and(|rest| {
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let name = &name[..name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count()];
        let is_tag = name.as_bytes().get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"wc-"));
        let is_inline = || ComponentKind::named(name).is_some_and(|kind| kind.entry().flow == Flow::Inline);
        is_tag && !is_inline() || rest.starts_with("!--")
    });
    !(line.is_empty()
        || starts_tag
        || is_heading(line)
        || is_rule(line)
        || fence(line).is_some()
        || list_marker(line).is_some_and(|marker| marker.interrupts))
}

#[cfg(test)]
mod tests {
    use super::{Marker, definition, fence, is_delimiter_row, is_heading, is_rule, list_marker};

    #[test]
    fn tells_blocks_apart() {
        assert_eq!(list_marker("- a"), Some(Marker { length: 1, interrupts: true }));
        assert_eq!(list_marker("2) a"), Some(Marker { length: 2, interrupts: false }));
        assert_eq!(list_marker("-"), Some(Marker { length: 1, interrupts: false }));
        assert_eq!(list_marker("-a"), None);
        assert_eq!(list_marker("1234567890. a"), None);
        assert_eq!(
            [": a", ":   a", ":     a", ":      a", ":a", ":", ":::", ":  ", ": \r\n"].map(definition),
            [Some(2), Some(4), Some(6), Some(2), None, None, None, None, None]
        );
        assert!(is_rule("- - -") && is_rule("***") && is_rule("=") && !is_rule("--") && !is_rule("-- a"));
        assert!(is_heading("# a") && is_heading("######") && !is_heading("#a") && !is_heading("####### a"));
        assert_eq!(fence("```rs"), Some((b'`', 3)));
        assert_eq!(fence("``` a`"), None);
        assert_eq!(fence("~~~~ `"), Some((b'~', 4)));
        assert!(is_delimiter_row("> |--|:-:|") && !is_delimiter_row("---") && !is_delimiter_row("| a |"));
    }
}
