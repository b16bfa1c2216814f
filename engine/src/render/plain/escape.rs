//! Escapes text for our Markdown, so that it stays text.

/// The context of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextContext {
    /// A paragraph, which may have several lines.
    Block,
    /// A heading or a label: on one line, after our marker.
    Line,
    /// A table cell: on one line; pipes are escaped when the cell ends.
    Cell,
}

/// Appends text with everything escaped that would be markup in its context. Collapses whitespace to a space.
pub(super) fn text(text: &str, place: TextContext, in_link: bool, out: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() && c != '\u{a0}' {
            // At the beginning of a line it would be indentation.
            if !at_line_start(out) && !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        let next = chars.peek().copied();
        if place == TextContext::Block && at_line_start(out) && begins_block(c, chars.clone()) {
            out.push('\\');
            out.push(c);
            continue;
        }
        let ends_number = matches!(next, Some('.' | ')')) && chars.clone().nth(1).is_none_or(char::is_whitespace);
        if place == TextContext::Block && c.is_ascii_digit() && ends_number && is_line_of_digits(out) {
            out.push(c);
            out.push('\\');
            continue;
        }
        if is_markup(c, next, place, in_link, out) {
            out.push('\\');
        }
        // We use control characters as markers; they are not text.
        out.push(if c.is_control() { '\u{fffd}' } else { c });
    }
}

/// A text on one line, escaped.
pub(super) fn line(words: &str) -> String {
    let mut out = String::new();
    text(words.trim(), TextContext::Line, false, &mut out);
    out.truncate(out.trim_end().len());
    out
}

fn at_line_start(out: &str) -> bool {
    out.is_empty() || out.ends_with('\n')
}

/// Whether the line so far consists of digits that could begin an ordered list.
fn is_line_of_digits(out: &str) -> bool {
    let line = out.rsplit('\n').next().unwrap_or_default();
    line.len() < 9 && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a character at the beginning of a line would begin a block, or make the text above a heading.
fn begins_block(c: char, mut rest: impl Iterator<Item = char> + Clone) -> bool {
    let next = rest.clone().next();
    let before_space = next.is_none_or(char::is_whitespace);
    match c {
        '#' => rest.find(|c| *c != '#').is_none_or(char::is_whitespace),
        '-' | '+' | '=' => before_space || next == Some(c),
        '>' | '|' => true,
        ':' => before_space || next == Some(':') || next == Some('-'),
        _ => false,
    }
}

/// Whether a character would be markup after the text written so far.
fn is_markup(c: char, next: Option<char>, place: TextContext, in_link: bool, out: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric();
    match c {
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '`' | '*' | '[' | '~' | '$' => true,
        ']' => in_link,
        // Within a word it is an ordinary character.
        '_' => !(out.ends_with(is_word) && next.is_some_and(is_word)),
        '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        '&' => next.is_none_or(|next| next == '#' || next.is_ascii_alphabetic()),
        // At the end of a heading they would close it or give it an id.
        '#' | '{' => place == TextContext::Line,
        _ => false,
    }
}

/// Whether a text contains a component tag, which would become one if written unescaped.
pub(super) fn holds_component(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("<wc-") || text.contains("</wc-")
}

/// Appends lines with a prefix for the first and one for the others, trimmed on empty lines.
pub(super) fn prefixed(text: &str, first: &str, others: &str, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let prefix = if at == 0 { first } else { others };
        out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        out.push_str(line);
    }
}

/// Appends a link destination, in `<…>` if brackets would end it.
pub(super) fn destination(address: &str, out: &mut String) {
    let needs_brackets = address.is_empty() || address.contains(['(', ')', '\\', '*', '_', '`', '&']);
    if needs_brackets {
        out.push('<');
        for c in address.chars() {
            if matches!(c, '<' | '>' | '\\' | '&') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push('>');
    } else {
        out.push_str(address);
    }
}

#[cfg(test)]
mod tests {
    use super::{TextContext, destination, line, prefixed, text};

    fn escaped(words: &str) -> String {
        let mut out = String::new();
        text(words, TextContext::Block, false, &mut out);
        out
    }

    #[test]
    fn text_stays_text() {
        for (plain, markdown) in [
            ("snake_case _x_ a*b", "snake_case \\_x\\_ a\\*b"),
            ("[a](b) List<T> a < b </x>", "\\[a](b) List\\<T> a < b \\</x>"),
            ("C:\\Users \\* R&D &amp; a & b", "C:\\Users \\\\\\* R\\&D \\&amp; a & b"),
            ("- a", "\\- a"),
            ("-5", "-5"),
            ("---", "\\---"),
            ("12. x", "12\\. x"),
            ("1.5", "1.5"),
            ("v1. x", "v1. x"),
            ("123456789) x", "123456789\\) x"),
            ("1234567890. x", "1234567890. x"),
            ("# a", "\\# a"),
            ("#1", "#1"),
            ("> a | b", "\\> a | b"),
            (": a", "\\: a"),
            ("  a\n\t b", "a b"),
            ("$5", "\\$5"),
        ] {
            assert_eq!(escaped(plain), markdown, "{plain}");
        }
        assert_eq!(line("C# {#a} #"), "C\\# \\{\\#a} \\#");
    }

    #[test]
    fn destinations_and_prefixes() {
        let written = |address: &str| {
            let mut out = String::new();
            destination(address, &mut out);
            out
        };
        assert_eq!(
            (written("/a/b#c"), written("/a(b)"), written("")),
            ("/a/b#c".into(), "</a(b)>".into(), "<>".into())
        );
        let mut out = String::new();
        prefixed("a\n\nb", "- ", "  ", &mut out);
        assert_eq!(out, "- a\n\n  b");
    }
}
