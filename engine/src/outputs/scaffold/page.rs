//! The text of one operation's page. All texts come from an untrusted spec: they are escaped so that readers see them
//! as written, and none becomes markup.

use super::frontmatter;

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

    use super::{OperationPage, escape_inline};

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
}
