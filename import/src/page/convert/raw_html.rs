//! HTML of ReadMe that is not Markdown: `HTMLBlock` and `[block:html]`.

use super::{Converter, Kind, Node};
use crate::page::read::expression::Reach;
use crate::page::read::jsx::tag;
use crate::page::read::lines::is_html_inline;
use crate::page::tree::{Element, Fence};

impl Converter<'_> {
    /// `HTMLBlock`: HTML in a template, which `safeMode` shows as code.
    pub(super) fn html_source(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let source = element.children.iter().find_map(|node| match &node.kind {
            Kind::Expression(source) => self.scope.value(source).and_then(|value| value.as_text()),
            Kind::Text(text) => {
                let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
                self.scope.value(inner).and_then(|value| value.as_text())
            }
            _ => None,
        });
        match source {
            Some(html) if self.flag(&element, "safeMode") => {
                let content = format!("{}\n", html.trim_matches('\n'));
                out.push(Node {
                    line,
                    kind: Kind::Fence(Fence { mark: '`', length: 3, info: "html".to_owned(), content }),
                });
            }
            Some(html) => self.html_text(&html, line, out),
            None => {
                let children = self.nodes(element.children, None);
                out.extend(children);
            }
        }
    }

    /// HTML without the parts that our pages reject.
    pub(super) fn html_text(&mut self, html: &str, line: u32, out: &mut Vec<Node>) {
        let dialect = crate::project::Dialect { mdx: true, ..self.dialect };
        let before = std::mem::replace(&mut self.dialect, dialect);
        let document = crate::page::read::read(&literal(html), line, dialect);
        let nodes = self.nodes(document.nodes, None);
        self.dialect = before;
        out.push(Node { line, kind: Kind::Blank });
        out.extend(nodes);
        out.push(Node { line, kind: Kind::Blank });
    }
}

/// HTML whose text has no marks of Markdown. It has as many lines as before.
fn literal(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut reach = Reach::default();
    let mut has_comments = true;
    let (mut done, mut begins_block) = (0, true);
    for (at, _) in html.match_indices('<') {
        let rest = html.get(at..).unwrap_or_default();
        if at < done {
            continue;
        }
        let end = if rest.starts_with("<!--") && has_comments {
            let length = rest.find("-->");
            has_comments = length.is_some();
            length.map(|length| at + length + "-->".len())
        } else {
            None
        };
        let tag = if end.is_none() { tag(html, at, &mut reach) } else { None };
        let Some(end) = end.or(tag.as_ref().map(|tag| tag.end)) else { continue };
        add_text(html.get(done..at).unwrap_or_default(), begins_block, &mut out);
        out.push_str(html.get(at..end).unwrap_or_default());
        done = end;
        let code = tag.as_ref().filter(|tag| is_code(tag.name) && !tag.closing && !tag.empty);
        if let Some(code) = code {
            let close = html.get(done..).and_then(|rest| rest.find(&format!("</{}", code.name)));
            done = close.map_or(html.len(), |length| done + length);
            let content = html.get(end..done).unwrap_or_default();
            match code.name {
                "pre" => add_code(content, &mut out),
                _ => out.push_str(content),
            }
        }
        begins_block = tag.is_none_or(|tag| !is_html_inline(tag.name));
    }
    add_text(html.get(done..).unwrap_or_default(), begins_block, &mut out);
    out
}

/// Whether the content of an element is never read as Markdown.
fn is_code(name: &str) -> bool {
    matches!(name, "script" | "style" | "pre" | "textarea" | "svg")
}

/// Appends the content of a `<pre>` with character references for its braces and the marks at the start of a line.
fn add_code(content: &str, out: &mut String) {
    for line in content.split_inclusive('\n') {
        let text = line.trim_start();
        let start = line.len() - text.len();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        for (at, c) in line.char_indices() {
            let is_mark = match c {
                '{' | '}' => true,
                '*' | '-' | '+' | '#' | '>' | '~' | '`' | '|' | '=' | ':' => at == start,
                '.' | ')' => digits > 0 && at == start + digits,
                _ => false,
            };
            if is_mark {
                out.push_str(&format!("&#{};", u32::from(c)));
            } else {
                out.push(c);
            }
        }
    }
}

/// Appends a text of HTML with its marks escaped.
fn add_text(text: &str, begins_block: bool, out: &mut String) {
    if text.trim().is_empty() {
        return out.push_str(text);
    }
    for (number, source) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let is_start = number > 0 || begins_block;
        let line = if is_start { source.trim_start() } else { source };
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let mut before = None;
        for (at, c) in line.char_indices() {
            let next = || line.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
            let is_mark = match c {
                '*' | '`' | '[' | ']' | '\\' | '~' | '{' | '}' => true,
                '_' => !(before.is_some_and(char::is_alphanumeric) && next().is_some_and(char::is_alphanumeric)),
                '#' | '-' | '+' | '>' | '=' | ':' | '|' => is_start && at == 0,
                '.' | ')' => is_start && at == digits && at > 0 && next().is_none_or(char::is_whitespace),
                _ => false,
            };
            if is_mark {
                out.push('\\');
            }
            out.push(c);
            before = Some(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn marks_in_the_text_of_html_are_escaped() {
        for (html, expected) in [
            (
                "<div>\n  # a\n- b\n1. c **d** {e} f_g _h\n</div>",
                "<div>\n\\# a\n\\- b\n1\\. c \\*\\*d\\*\\* \\{e\\} f_g \\_h\n</div>",
            ),
            ("<p>- a <b>b</b> - c 1.5</p>", "<p>\\- a <b>b</b> - c 1.5</p>"),
            ("<!-- *a* --><a title=\"*\">1 < 2</a>", "<!-- *a* --><a title=\"*\">1 < 2</a>"),
            ("<style>a { b: c }</style><pre>* {</pre>*", "<style>a { b: c }</style><pre>&#42; &#123;</pre>\\*"),
            ("<!-- <b>*</b>", "<!-- <b>\\*</b>"),
        ] {
            assert_eq!(literal(html), expected);
        }
    }
}
