//! Raw HTML as plain Markdown: its text and its link targets.

use super::PlainWriter;
use super::escape;
use crate::parse::markdown::raw_html::{HtmlPart, parts};
use base::text::DestinationKind;

/// Elements whose text is separate from the text around them.
const APART: [&str; 34] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
    "video",
];

impl PlainWriter<'_> {
    /// A block of raw HTML: a paragraph of its text, with a line for each of its blocks.
    pub(super) fn html_block(&mut self, html: &str) {
        let text = self.captured(|writer| {
            let mut open = Vec::new();
            writer.html(html, &mut open);
            writer.close_html(open);
        });
        self.push_block(text.trim_end().trim_end_matches('\\'));
    }

    /// Inline raw HTML. `open` has the URLs of open links.
    pub(super) fn html(&mut self, html: &str, open: &mut Vec<String>) {
        for part in parts(html, |_, _| {}) {
            match part {
                HtmlPart::Text(text) => self.html_text(text),
                HtmlPart::Refused(tag) => self.text(tag),
                HtmlPart::Close(element) if element.name == "a" => self.close_html(open.pop().into_iter().collect()),
                HtmlPart::Close(element) => self.apart(element.name),
                HtmlPart::Open(element, attributes, _) => {
                    let value = |name: &str| {
                        let found = attributes.iter().find(|attribute| attribute.name == name);
                        found.map(|attribute| &*attribute.value)
                    };
                    match (element.name, value("href"), value("src")) {
                        ("a", href, _) => open.push(href.unwrap_or_default().to_owned()),
                        ("img", _, Some(source)) => {
                            self.image(source, value("alt").unwrap_or_default(), value("title").unwrap_or_default());
                        }
                        ("iframe" | "audio" | "video" | "source", _, Some(source)) => {
                            self.apart(element.name);
                            let shown = self.canonical(source);
                            self.linked(source, "", |writer| writer.text(&shown));
                        }
                        (name, ..) => self.apart(name),
                    }
                }
            }
        }
    }

    /// Ends links: their URLs follow their text.
    pub(super) fn close_html(&mut self, open: Vec<String>) {
        for address in open.into_iter().rev() {
            if !address.is_empty() && DestinationKind::of(&address) != DestinationKind::Refused {
                let address = self.canonical(&address);
                self.out.push_str(" (");
                self.text(&address);
                self.out.push(')');
            }
        }
    }

    /// HTML text. Its character references mean the same in Markdown.
    fn html_text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.text(&rest[..at]);
            let name = &rest[at + 1..];
            let length = name.bytes().take(33).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
            if length > 0 && name.as_bytes().get(length) == Some(&b';') {
                self.out.push_str(&rest[at..at + length + 2]);
                rest = &rest[at + length + 2..];
            } else {
                self.text("&");
                rest = name;
            }
        }
        escape::text(rest, self.place, self.links > 0, &mut self.out);
    }

    /// Keeps the text of blocks and cells from running together.
    fn apart(&mut self, element: &str) {
        if APART.contains(&element) {
            self.line_end(if element == "br" { "\\" } else { "" });
        } else if matches!(element, "td" | "th") && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
    }
}
