//! The starts of Markdown lines: distinguishes blocks without parsing them.

/// Whether there is nothing but white space on a line.
pub(super) fn is_blank(line: &str) -> bool {
    match line.bytes().find(|byte| !matches!(byte, b' ' | b'\t')) {
        None => true,
        Some(byte) if byte.is_ascii_graphic() => false,
        Some(_) => line.trim().is_empty(),
    }
}

/// The list marker at the start of `line`, which has no indentation: its length, and whether it may interrupt a
/// paragraph.
pub(super) fn list_marker(line: &str) -> Option<(usize, bool)> {
    let bytes = line.as_bytes();
    let (length, first) = match bytes.first()? {
        b'-' | b'+' | b'*' => (1, true),
        b'0'..=b'9' => {
            let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 9 || !matches!(bytes.get(digits), Some(b'.' | b')')) {
                return None;
            }
            (digits + 1, line.starts_with("1.") || line.starts_with("1)"))
        }
        _ => return None,
    };
    match bytes.get(length) {
        None => Some((length, false)),
        Some(b' ' | b'\t') => {
            let empty = line.get(length..).is_none_or(|rest| rest.trim().is_empty());
            Some((length, first && !empty))
        }
        Some(_) => None,
    }
}

/// The footnote marker at the start of `line`, which has no indentation: its length. Its content is indented by four.
pub(super) fn footnote_marker(line: &str) -> Option<(usize, bool)> {
    const LONGEST: usize = 200;
    let inner = line.strip_prefix("[^")?;
    let end = inner.find("]:").filter(|end| (1..=LONGEST).contains(end))?;
    let label = inner.get(..end)?;
    (!label.contains([' ', '[', ']'])).then_some((end + 4, true))
}

/// The definition marker at the start of `line`, which has no indentation: its length. It follows its term, directly or
/// after a blank line (PHP Markdown Extra, "Definition Lists"; `~` is that of Pandoc and markdown-it).
pub(super) fn definition_marker(line: &str) -> Option<(usize, bool)> {
    line.strip_prefix([':', '~']).filter(|rest| rest.starts_with([' ', '\t'])).map(|rest| (1, !rest.trim().is_empty()))
}

/// Whether `line`, which has no indentation, is a thematic break.
pub(super) fn is_rule(line: &str) -> bool {
    let Some(&mark) = line.as_bytes().first().filter(|byte| matches!(byte, b'-' | b'*' | b'_')) else {
        return false;
    };
    let marks = line.bytes().filter(|&byte| byte == mark).count();
    marks >= 3 && line.bytes().all(|byte| byte == mark || byte.is_ascii_whitespace())
}

/// Whether `line`, which has no indentation, is a setext heading underline.
pub(super) fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    !line.is_empty() && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

/// Whether a paragraph consists of link reference definitions only: `[label]: target "title"`. They are no content, so a
/// line of `-` or `=` below does not make it a heading.
pub(super) fn is_definitions(paragraph: &str) -> bool {
    let mut rest = paragraph.trim();
    if rest.is_empty() {
        return false;
    }
    while !rest.is_empty() {
        match after_definition(rest) {
            Some(after) => rest = after.trim_start(),
            None => return false,
        }
    }
    true
}

/// The text after the definition that `text` begins with; `None` if it begins with something else.
fn after_definition(text: &str) -> Option<&str> {
    let (label, after) = text.strip_prefix('[')?.split_once("]:")?;
    if label.trim().is_empty() || label.starts_with('^') || label.contains(['[', ']']) {
        return None;
    }
    let after = after.trim_start();
    let length = match after.strip_prefix('<') {
        Some(inner) => inner.find('>')? + 2,
        None => after.find(char::is_whitespace).unwrap_or(after.len()),
    };
    let (target, after) = after.split_at_checked(length)?;
    let (line, below) = after.split_once('\n').unwrap_or((after, ""));
    let is_title = |line: &str| {
        let line = line.trim();
        let is_closed = |(open, close): (char, char)| line.starts_with(open) && line.ends_with(close);
        line.len() > 1 && [('"', '"'), ('\'', '\''), ('(', ')')].into_iter().any(is_closed)
    };
    if target.is_empty() || !line.trim().is_empty() && !is_title(line) {
        return None;
    }
    // The title may be on the next line.
    let (next, behind) = below.split_once('\n').unwrap_or((below, ""));
    Some(if line.trim().is_empty() && is_title(next) { behind } else { below })
}

/// The level and text of the ATX heading in `line`, which has no indentation.
pub(crate) fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take(7).take_while(|&byte| byte == b'#').count();
    let rest = line.get(level..)?;
    let is_heading = (1..=6).contains(&level) && rest.chars().next().is_none_or(char::is_whitespace);
    is_heading.then(|| (level, rest.trim()))
}

/// The fence that opens at the start of `line`: its character and length.
pub(crate) fn fence(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = line.chars().take_while(|&c| c == mark).count();
    // Backticks after backticks are a code span.
    let opens = length >= 3 && (mark == '~' || !line.get(length..)?.contains('`'));
    opens.then_some((mark, length))
}

/// Whether `line`, which has no indentation, closes this fence.
pub(super) fn closes_fence(line: &str, mark: char, length: usize) -> bool {
    let marks = line.chars().take_while(|&c| c == mark).count();
    marks >= length && line.get(marks..).is_some_and(|rest| rest.trim().is_empty())
}

/// Whether `line` is the delimiter row of a table.
pub(crate) fn is_delimiter_row(line: &str) -> bool {
    let line = line.trim();
    line.contains('-') && line.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t')) && line.contains('|')
}

/// HTML elements that begin a block of raw HTML in Markdown.
pub(crate) fn is_html_block(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "address",
        "article",
        "aside",
        "base",
        "basefont",
        "blockquote",
        "body",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hr",
        "html",
        "iframe",
        "legend",
        "li",
        "link",
        "main",
        "menu",
        "menuitem",
        "nav",
        "noframes",
        "ol",
        "optgroup",
        "option",
        "p",
        "param",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "track",
        "ul",
        "video",
        "audio",
        "picture",
        "source",
        "pre",
        "script",
        "style",
        "svg",
    ];
    NAMES.contains(&name)
}

/// HTML elements that are inline.
pub(crate) fn is_html_inline(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "a", "abbr", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "del", "dfn", "em", "font", "i", "img",
        "input", "ins", "kbd", "label", "mark", "q", "ruby", "rt", "rp", "s", "samp", "small", "span", "strike",
        "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ];
    NAMES.contains(&name)
}

/// Whether an HTML element has neither content nor a closing tag.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "br" | "hr" | "img" | "input" | "source" | "track" | "wbr" | "col" | "link" | "meta" | "area" | "base"
    )
}
