//! The text of one operation's page. All texts come from an untrusted spec: they are escaped so that readers see them
//! as written, and none becomes markup.

use super::frontmatter;

/// The longest title and description, in characters.
const LONGEST_LINE: usize = 500;

/// The values of a page.
pub(super) struct OperationPage<'a> {
    pub(super) title: &'a str,
    /// Plain text, or empty.
    pub(super) description: &'a str,
    /// The `ref` of the endpoint.
    pub(super) reference: &'a str,
    /// The `spec` of the endpoint, if the project has several.
    pub(super) spec: Option<&'a str>,
}

impl OperationPage<'_> {
    /// The page's source.
    pub(super) fn to_source(&self) -> String {
        let mut out = String::with_capacity(256);
        head(self.title, self.description, Some("api"), &mut out);
        out.push_str("<wc-endpoint ref=\"");
        attribute(self.reference, &mut out);
        if let Some(spec) = self.spec {
            out.push_str("\" spec=\"");
            attribute(spec, &mut out);
        }
        out.push_str("\"></wc-endpoint>\n");
        out
    }
}

/// Appends frontmatter and the level-1 heading, followed by a blank line.
pub(super) fn head(title: &str, description: &str, layout: Option<&str>, out: &mut String) {
    out.push_str("---\n");
    frontmatter::line("title", title, out);
    if !description.is_empty() {
        frontmatter::line("description", description, out);
    }
    if let Some(layout) = layout {
        frontmatter::line("layout", layout, out);
    }
    out.push_str("---\n\n# ");
    escape_inline(title, out);
    out.push_str("\n\n");
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
pub(in crate::outputs) fn first_line(markdown: &str) -> String {
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

/// Appends text escaped for one line of Markdown that does not begin a block.
pub(super) fn escape_inline(text: &str, out: &mut String) {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let escapes = match c {
            '\\' | '`' | '*' | '[' | ']' | '~' | '$' | '|' => true,
            // Between letters an underscore is not a delimiter.
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '<' => after.is_ascii_alphabetic() || matches!(after, '/' | '!' | '?'),
            '&' => after.is_ascii_alphabetic() || after == '#',
            // Heading attributes, and variables.
            '{' => true,
            // A closing sequence of a heading.
            '#' => before == ' ' || before == '#',
            // Bare URLs become links.
            ':' => after == '/',
            '@' => before.is_alphanumeric() && after.is_alphanumeric(),
            '.' => matches!(before, 'w' | 'W') && after.is_alphanumeric(),
            _ => false,
        };
        if escapes {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
}

/// Appends text as the value of a double-quoted attribute.
fn attribute(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() => out.push_str(&format!("&#{};", c as u32)),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Options, Parser};

    use super::{OperationPage, escape_inline, first_line, one_line};

    #[test]
    fn a_page_is_frontmatter_heading_and_endpoint() {
        let page = OperationPage {
            title: "List `repos`: all",
            description: "Lists them.",
            reference: "GET /a/{id}\"<b>",
            spec: None,
        };
        insta::assert_snapshot!(page.to_source(), @r#"
        ---
        title: "List `repos`: all"
        description: Lists them.
        layout: api
        ---

        # List \`repos\`: all

        <wc-endpoint ref="GET /a/{id}&quot;&lt;b&gt;"></wc-endpoint>
        "#);
    }

    #[test]
    fn titles_are_shown_as_they_are() {
        for title in [
            "plain",
            "a *b* _c_ __d__ `e` ~~f~~ [g](h) ![i](j) <k> </l> &amp; &#38; \\m # n #",
            "snake_case and {id} {#id} {{VAR}} $x$ | y",
            "https://example.com www.example.com a@b.example x:y",
            "# heading",
            "- list",
            "1. one",
            "> quote",
            "1 < 2 && 3 > 2",
            "<!-- c -->",
            "a\\",
            "wc-callout <wc-callout>",
        ] {
            let mut source = String::from("# ");
            escape_inline(title, &mut source);
            let mut shown = String::new();
            for event in Parser::new_ext(&source, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
                match event {
                    Event::Text(text) => shown.push_str(&text),
                    Event::Start(_) | Event::End(_) => {}
                    other => panic!("{title:?} became {other:?}"),
                }
            }
            assert_eq!(shown, title, "{source}");
        }
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
