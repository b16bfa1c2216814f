//! Texts on one line: titles and descriptions, also those in lists of pages and schemas. Must not depend on other outputs.

/// The longest title and description of a page, in characters.
const LONGEST_LINE: usize = 500;
/// The longest description in a list, in characters.
const LONGEST: usize = 120;

/// The first sentence of a Markdown description as plain text, without its period. Empty if it only repeats `name`.
pub(super) fn first_sentence(name: &str, markdown: &str) -> String {
    let line = first_line(markdown);
    let mut sentence = line.as_str();
    for (at, end) in line.match_indices(['.', '!', '?', '。']) {
        let (before, after) = (&line[..at], &line[at + end.len()..]);
        let word = before.rsplit(' ').next().unwrap_or_default();
        // Most abbreviations are short, contain a period, or are followed by a lowercase word.
        let is_word = end != "." || word.chars().count() > 2 && !word.contains('.');
        let next = after.trim_start();
        if end == "。" || after.starts_with(' ') && is_word && !next.starts_with(char::is_lowercase) {
            sentence = if matches!(end, "!" | "?") { &line[..at + end.len()] } else { before };
            break;
        }
    }
    let sentence = sentence.strip_suffix('.').filter(|rest| !rest.ends_with('.')).unwrap_or(sentence);
    // What the line introduces is not there.
    let sentence = sentence.trim_end_matches(':');
    if letters(sentence) == letters(name) { String::new() } else { shorten(sentence) }
}

/// A text on one line, cut at the end of a word if it is too long.
pub(super) fn shorten(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let size = word.chars().count();
        if length + size >= LONGEST {
            if out.is_empty() {
                out.extend(word.chars().take(LONGEST));
            }
            out.truncate(out.trim_end_matches([',', ';', ':', '.']).len());
            out.push('…');
            return out;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        length += size + 1;
    }
    out
}

/// The text as one line of bounded length: whitespace, line breaks and control characters collapse to single spaces.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
            length += 1;
        }
        for c in word.chars() {
            if length == LONGEST_LINE {
                out.push('…');
                return out;
            }
            out.push(c);
            length += 1;
        }
    }
    out
}

/// The first line of visible text in Markdown, as plain text.
pub(super) fn first_line(markdown: &str) -> String {
    use pulldown_cmark::{Event, Options, Parser, TagEnd};
    let mut line = String::new();
    let mut in_html = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        let ends = match event {
            Event::Text(text) | Event::Code(text) => {
                line.push_str(&text);
                false
            }
            Event::InlineHtml(tag) => {
                line.push_str(if is_line_break(&tag) { "\n" } else { "" });
                false
            }
            Event::Html(html) => {
                in_html.push_str(&html);
                false
            }
            Event::End(TagEnd::HtmlBlock) => {
                line.push_str(&without_tags(&in_html));
                in_html.clear();
                true
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => true,
            Event::End(end) => {
                !matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
            }
            _ => false,
        };
        if (ends || line.contains('\n')) && !line.trim().is_empty() {
            break;
        }
    }
    let first = line.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    one_line(first)
}

fn is_line_break(tag: &str) -> bool {
    tag.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("<br"))
}

/// The text between the tags of an HTML block; block tags end a line. Character references stay as written.
fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('>') else {
            rest = "";
            break;
        };
        let tag = rest[at..at + end].trim_start_matches(['<', '/']);
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !matches!(name, "a" | "b" | "code" | "em" | "i" | "span" | "strong") {
            out.push('\n');
        }
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    out
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, first_line, first_sentence, one_line, shorten};

    #[test]
    fn a_description_is_the_first_sentence() {
        for (markdown, expected) in [
            ("A pet.", "A pet"),
            ("The **owner** of a [pet](https://x.test). More.\n\nEven more.", "The owner of a pet"),
            ("A pet, e.g. a cat or a v. 2 dog. More.", "A pet, e.g. a cat or a v. 2 dog"),
            ("Is it on? Yes.", "Is it on?"),
            ("宠物。更多", "宠物"),
            ("Used by the file `a.b.json` etc. but not here", "Used by the file a.b.json etc. but not here"),
            ("And so on...", "And so on..."),
            ("The state of a pet:\n\n- fed", "The state of a pet"),
            ("Pet Owner.", ""),
            ("", ""),
        ] {
            assert_eq!(first_sentence("pet-owner", markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_word() {
        let text = "word, ".repeat(40);
        let cut = shorten(&text);
        assert!(cut.ends_with("word…") && cut.chars().count() <= LONGEST, "{cut}");
        assert_eq!(shorten(&"語".repeat(200)).chars().count(), LONGEST + 1);
        assert_eq!(shorten(" a\n b "), "a b");
    }

    #[test]
    fn descriptions_are_the_first_line_as_text() {
        for (markdown, expected) in [
            ("One.\n\nTwo.", "One."),
            ("One\ntwo", "One"),
            (
                "\n\n  Lists [users](/x) of `a` **org**. See <https://e.example>.\n",
                "Lists users of a org. See https://e.example.",
            ),
            ("<p>Returns a <b>list</b>.</p>\n<p>More</p>", "Returns a list."),
            ("A<br/>B", "A"),
            ("# Title\n\nText", "Title"),
            ("---\n\n> quoted", "quoted"),
            ("<div>\n</div>\n\nAfter", "After"),
            ("| a | b |\n|---|---|\n| c | d |", "a"),
            ("", ""),
            ("<", "<"),
            ("a\u{0}b\u{1b}c", "a b c"),
        ] {
            assert_eq!(first_line(markdown), expected, "{markdown:?}");
        }
    }

    #[test]
    fn lines_are_bounded() {
        assert_eq!(one_line(" a \r\n\t b\u{a0}c\u{2028}d "), "a b c d");
        assert_eq!(one_line(&"x".repeat(10_000)).chars().count(), 501);
    }
}
