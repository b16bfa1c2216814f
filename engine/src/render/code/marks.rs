//! Marks on lines of code, set by comments such as `// [!code ++]` in the syntax of any language. The comments are
//! removed from the code that is shown and copied.

use std::borrow::Cow;

use memchr::memchr_iter;

/// How a line is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Highlighted,
    Added,
    Removed,
    Focused,
    Warning,
    Error,
}

impl Mark {
    pub(super) const ALL: [Self; 6] =
        [Self::Highlighted, Self::Added, Self::Removed, Self::Focused, Self::Warning, Self::Error];

    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Highlighted => " hl",
            Self::Added => " add",
            Self::Removed => " del",
            Self::Focused => " focus",
            Self::Warning => " warn",
            Self::Error => " err",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hl" | "highlight" => Self::Highlighted,
            "++" | "add" => Self::Added,
            "--" | "remove" => Self::Removed,
            "focus" => Self::Focused,
            "warning" => Self::Warning,
            "error" => Self::Error,
            _ => return None,
        })
    }
}

/// A mark on a range of lines: the first and the last line, 1-based.
pub(super) type Marked = (u32, u32, Mark);

/// The start of a mark.
const OPEN: &str = "[!code ";

/// The escaped start, which is shown as [`OPEN`]: for pages that explain marks.
const ESCAPED: &str = "[!!code ";

/// The maximum number of marks on a line; further ones are plain text.
const MOST_ON_A_LINE: usize = 4;

/// The delimiters of comments.
const COMMENTS: &[(&str, &str)] = &[
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("<!--", "-->"),
    ("//", ""),
    ("--", ""),
    ("#", ""),
    (";", ""),
    ("%", ""),
    ("'", ""),
    ("REM", ""),
];

/// Whether a text may contain marks.
pub(super) fn are_in(text: &str) -> bool {
    // Both begin with `[!`, which is rare.
    let bytes = text.as_bytes();
    let mut places = memchr_iter(b'!', bytes).filter_map(|at| bytes.get(at.checked_sub(1)?..));
    places.any(|rest| rest.starts_with(OPEN.as_bytes()) || rest.starts_with(ESCAPED.as_bytes()))
}

/// The text to show, and the marks in its comments, in the order of their first lines.
pub(super) fn read(text: &str) -> (Cow<'_, str>, Vec<Marked>) {
    if !are_in(text) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut shown = String::with_capacity(text.len());
    let mut marks = Vec::new();
    let mut number = 1;
    for line in text.split_inclusive('\n') {
        if !are_in(line) {
            shown.push_str(line);
            number += 1;
            continue;
        }
        let (rest, found) = read_line(line);
        marks.extend(found.iter().map(|&(mark, lines)| (number, lines.saturating_add(number - 1), mark)));
        // A line with only marks applies to the lines after it.
        if found.is_empty() || !rest.trim().is_empty() {
            shown.push_str(&rest.replace(ESCAPED, OPEN));
            number += 1;
        }
    }
    (Cow::Owned(shown), marks)
}

/// The line without its marks, and each mark with its number of lines.
fn read_line(line: &str) -> (String, Vec<(Mark, u32)>) {
    let feed = if line.ends_with('\n') { "\n" } else { "" };
    let mut rest = line.trim_end_matches('\n').to_owned();
    let mut found = Vec::new();
    let mut from = 0;
    while found.len() < MOST_ON_A_LINE {
        let Some(start) = rest[from..].find(OPEN).map(|offset| from + offset) else { break };
        let name = start + OPEN.len();
        let Some(end) = rest[name..].find(']').map(|offset| name + offset) else { break };
        let in_comment = COMMENTS.iter().any(|(open, _)| rest[..start].contains(open));
        match mark(&rest[name..end]).filter(|_| in_comment) {
            Some(mark) => {
                found.push(mark);
                let after = rest.split_off(end + 1);
                rest.truncate(start);
                rest.push_str(after.trim_start());
            }
            None => from = end,
        }
    }
    if !found.is_empty() {
        let length = without_comment(&rest).trim_end().len();
        rest.truncate(length);
    }
    rest.push_str(feed);
    (rest, found)
}

/// Parses `++` or `++:3`.
fn mark(text: &str) -> Option<(Mark, u32)> {
    let (name, lines) = text.split_once(':').unwrap_or((text, "1"));
    Some((Mark::named(name.trim())?, lines.trim().parse().ok().filter(|&lines| lines > 0)?))
}

/// The line without an empty comment at its end.
fn without_comment(line: &str) -> &str {
    let line = line.trim_end();
    let stripped = COMMENTS.iter().find_map(|(open, close)| line.strip_suffix(close)?.trim_end().strip_suffix(open));
    stripped.unwrap_or(line)
}
