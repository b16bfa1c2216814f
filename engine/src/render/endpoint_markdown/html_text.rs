//! HTML in the Markdown of a spec, as Markdown: agents read a description without its tags.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser};

use super::text::{code, fence};
use crate::parse::component::decoded;
use crate::parse::markdown::raw_html::{HtmlPart, RawAttribute, parts};
use base::text::DestinationKind;

/// The text, with the HTML elements for which Markdown has syntax written in it. Other tags, and texts with HTML tables,
/// are kept as they are.
pub(super) fn without_html(text: &str) -> Cow<'_, str> {
    if !text.contains('<') || text.contains("<table") {
        return Cow::Borrowed(text);
    }
    let mut writer = HtmlText::default();
    let mut done = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let is_block = match event {
            Event::Html(_) => true,
            Event::InlineHtml(_) => false,
            _ => continue,
        };
        writer.out.push_str(text.get(done..range.start).unwrap_or_default());
        writer.html(text.get(range.clone()).unwrap_or_default(), is_block);
        done = range.end;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    writer.out.push_str(text.get(done..).unwrap_or_default());
    // Code that never ends would swallow what follows.
    for element in writer.open.iter_mut().filter(|element| matches!(element.name, "pre" | "code")) {
        element.name = "";
    }
    writer.close_to(0);
    Cow::Owned(writer.out)
}

/// An element whose Markdown is written when it ends.
struct OpenElement {
    name: &'static str,
    /// Where its content begins in the output.
    start: usize,
    /// The URL of a link; empty otherwise.
    href: Box<str>,
}

#[derive(Default)]
struct HtmlText {
    out: String,
    open: Vec<OpenElement>,
    /// The number of the last item of each open list; `None` in a list without numbers.
    lists: Vec<Option<usize>>,
}

impl HtmlText {
    fn html(&mut self, html: &str, is_block: bool) {
        for part in parts(html, |_, _| {}) {
            match part {
                HtmlPart::Text(text) if is_block && !self.is_code() => self.text(text),
                HtmlPart::Text(text) | HtmlPart::Refused(text) => self.out.push_str(text),
                HtmlPart::Open(element, attributes, range) => {
                    self.begin(element.name, &attributes, html.get(range).unwrap_or_default());
                }
                HtmlPart::Close(element) => self.end(element.name),
            }
        }
    }

    fn is_code(&self) -> bool {
        self.open.iter().any(|element| matches!(element.name, "pre" | "code"))
    }

    /// Text of an HTML block, in which Markdown's characters are text. Character references mean the same in Markdown.
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            if matches!(c, '*' | '`' | '[' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    fn begin(&mut self, name: &'static str, attributes: &[RawAttribute], tag: &str) {
        let value = |name: &str| attributes.iter().find(|attribute| attribute.name == name).map(|found| &*found.value);
        match name {
            "p" | "div" | "section" | "center" | "hr" => self.paragraph(),
            "br" => self.out.push_str("  \n"),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.paragraph();
                self.push(name, "");
            }
            "pre" => {
                self.paragraph();
                self.push(name, "");
            }
            "b" | "strong" | "i" | "em" | "s" | "del" | "code" => self.push(name, ""),
            "a" => self.push(name, value("href").unwrap_or_default()),
            "ul" | "ol" => {
                if self.lists.is_empty() {
                    self.paragraph();
                }
                self.lists.push((name == "ol").then_some(0));
            }
            "li" => self.item(),
            "img" => {
                let alt = value("alt").unwrap_or_default();
                let source = value("src").filter(|source| DestinationKind::of(source) != DestinationKind::Refused);
                match source.filter(|source| !source.is_empty()) {
                    Some(source) => {
                        self.out.push_str("![");
                        self.text(alt);
                        self.out.push(']');
                        self.destination(source);
                    }
                    None => self.text(alt),
                }
            }
            _ => self.out.push_str(tag),
        }
    }

    fn end(&mut self, name: &'static str) {
        match name {
            "p" | "div" | "section" | "center" => self.paragraph(),
            "ul" | "ol" => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.paragraph();
                }
            }
            "li" => {}
            name => match self.open.iter().rposition(|element| element.name == name) {
                Some(at) => self.close_to(at),
                None => {
                    self.out.push_str("</");
                    self.out.push_str(name);
                    self.out.push('>');
                }
            },
        }
    }

    fn push(&mut self, name: &'static str, href: &str) {
        self.open.push(OpenElement { name, start: self.out.len(), href: href.into() });
    }

    /// Writes the Markdown of the open elements from number `at` on.
    fn close_to(&mut self, at: usize) {
        while self.open.len() > at {
            let Some(OpenElement { name, start, href }) = self.open.pop() else { return };
            let content = self.out.split_off(start.min(self.out.len()));
            match name {
                "b" | "strong" => self.marked("**", &content),
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                    self.marked("**", &content);
                    self.paragraph();
                }
                "i" | "em" => self.marked("*", &content),
                "s" | "del" => self.marked("~~", &content),
                "code" if self.is_code() => self.out.push_str(&content),
                "code" => code(decoded(content.trim()).as_ref(), &mut self.out),
                "pre" => fence("", decoded(content.trim_matches('\n')).as_ref(), &mut self.out),
                _ if href.is_empty() || DestinationKind::of(&href) == DestinationKind::Refused => {
                    self.out.push_str(&content);
                }
                _ => {
                    self.out.push('[');
                    self.out.push_str(content.trim());
                    self.out.push(']');
                    self.destination(&href);
                }
            }
        }
    }

    /// Emphasized content; white space at its ends stays outside, since Markdown's marks must touch a word.
    fn marked(&mut self, mark: &str, content: &str) {
        let text = content.trim();
        if text.is_empty() {
            self.out.push_str(content);
            return;
        }
        let before = content.len() - content.trim_start().len();
        let after = content.trim_end().len();
        for part in
            [content.get(..before).unwrap_or_default(), mark, text, mark, content.get(after..).unwrap_or_default()]
        {
            self.out.push_str(part);
        }
    }

    /// The destination of a link or an image.
    fn destination(&mut self, url: &str) {
        let url: String = url.chars().filter(|c| !matches!(c, '<' | '>') && !c.is_control()).collect();
        let is_plain = !url.contains([' ', '(', ')']);
        self.out.push_str(if is_plain { "(" } else { "(<" });
        self.out.push_str(&url);
        self.out.push_str(if is_plain { ")" } else { ">)" });
    }

    /// Ends a paragraph.
    fn paragraph(&mut self) {
        if self.is_code() {
            return;
        }
        let end = self.out.trim_end_matches([' ', '\n']).len();
        let start = self.open.last().map_or(0, |element| element.start);
        if end > start || self.out.len() > end && start == 0 && end > 0 {
            self.out.truncate(end.max(start));
            self.out.push_str(if self.lists.is_empty() { "\n\n" } else { " " });
        }
    }

    /// Begins an item of a list.
    fn item(&mut self) {
        let end = self.out.trim_end_matches([' ', '\n']).len();
        if self.open.last().is_none_or(|element| element.start <= end) {
            self.out.truncate(end);
        }
        if !self.out.is_empty() {
            self.out.push_str(if self.lists.len() > 1 || self.begins_later() { "\n" } else { "\n\n" });
        }
        for list in self.lists.iter().rev().skip(1) {
            self.out.push_str(if list.is_some() { "   " } else { "  " });
        }
        match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                let marker = format!("{number}. ");
                self.out.push_str(&marker);
            }
            _ => self.out.push_str("- "),
        }
    }

    /// Whether an item follows another one of its list.
    fn begins_later(&self) -> bool {
        match self.lists.last() {
            Some(Some(number)) => *number > 0,
            _ => self.out.lines().last().is_some_and(|line| line.trim_start().starts_with("- ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_html;

    #[test]
    fn html_is_written_as_markdown() {
        for (html, markdown) in [
            (
                "<p>Creates a <code>Payment_Intent</code>.</p>\n\n<p>See <a href=\"/docs/x\">the <b>guide</b></a>.</p>",
                "Creates a `Payment_Intent`.\n\nSee [the **guide**](/docs/x).",
            ),
            ("Plain <em>words</em> and `<p>` in *code*.", "Plain *words* and `<p>` in *code*."),
            ("<ul><li>One</li><li>Two <i>x</i></li></ul>After", "- One\n- Two *x*\n\nAfter"),
            ("x<b><p>A</p></b>y <i><p></p>B</i>", "x**A**\n\ny *B*"),
            ("<ol>\n<li>One</li>\n<li>Two</li>\n</ol>", "1. One\n2. Two"),
            ("<h2>Title</h2><p>Text * with [marks</p>", "**Title**\n\nText \\* with \\[marks"),
            ("<pre><code>a &lt; b\n  c</code></pre>", "```\na < b\n  c\n```"),
            ("Use <id> and <span>that</span>.", "Use <id> and <span>that</span>."),
            ("<a href=\"javascript:x\">No</a> <b>open", "No **open**"),
            (
                "<p><img src=\"/a.png\" alt=\"A *b*\"> <img src=\"javascript:x\" alt=\"c\"></p>",
                "![A \\*b\\*](/a.png) c",
            ),
            ("<table><tr><td>1</td></tr></table>", "<table><tr><td>1</td></tr></table>"),
            ("<pre>\n\nnever ends", "never ends"),
            ("a < b", "a < b"),
        ] {
            assert_eq!(without_html(html).trim(), markdown, "{html}");
        }
    }
}
