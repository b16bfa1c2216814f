//! Inline content as plain Markdown.

use super::escape::{self, TextContext};
use super::{BASE, PlainWriter};
use crate::parse::markdown::{ComponentContent, Inline, Link, Math, plain_text};
use crate::render::endpoint_markdown::text::code;
use crate::render::escape::encoded_address;
use crate::resolve::links::{below_root, href, page_address};
use crate::resolve::pages::page_id;
use base::text::DestinationKind;

impl PlainWriter<'_> {
    pub(super) fn inlines(&mut self, inlines: &[Inline]) {
        let mut open = Vec::new();
        let mut rest = inlines;
        while let Some((inline, after)) = rest.split_first() {
            rest = after;
            match inline {
                Inline::Text(text) => {
                    // The parser splits text where markup may be; whether a character needs escaping depends on those
                    // next to it.
                    let mut whole = text.to_string();
                    while let Some((Inline::Text(more), after)) = rest.split_first() {
                        whole.push_str(more);
                        rest = after;
                    }
                    self.text(&whole);
                }
                Inline::Html(html) => self.html(&html.text, &mut open),
                Inline::Code(text) => code(text, &mut self.out),
                Inline::Math(math) => self.math(math),
                Inline::Emphasis(content) => self.marked("*", "_", content),
                Inline::Strong(content) => self.marked("**", "__", content),
                Inline::Strikethrough(content) => self.marked("~~", "~~", content),
                Inline::Link(link) => self.link(link),
                Inline::Image(image) => self.image(&image.source, &image.alt, &image.title),
                Inline::Footnote(index) => {
                    if let Some(number) = self.footnotes.get(*index).and_then(|footnote| footnote.number) {
                        self.out.push_str(&format!("[^{number}]"));
                    }
                }
                Inline::Component(component) => self.component(component),
                Inline::Variable(variable) => self.text(&variable.text),
                Inline::Custom(element) => match &element.content {
                    ComponentContent::Inlines(content) => self.inlines(content),
                    ComponentContent::Blocks(_) | ComponentContent::Text(_) => {}
                },
                Inline::SoftBreak => self.line_end(""),
                Inline::HardBreak => self.line_end("\\"),
            }
        }
        self.close_html(open);
    }

    /// Writes plain text.
    pub(super) fn text(&mut self, text: &str) {
        escape::text(text, self.place, self.links > 0, &mut self.out);
    }

    /// A formula as its TeX, on one line.
    fn math(&mut self, math: &Math) {
        let mark = if math.display { "$$" } else { "$" };
        let source = math.source.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [mark, &source, mark] {
            self.out.push_str(part);
        }
    }

    /// Ends a line if the context allows several; `mark` makes it a hard break.
    pub(super) fn line_end(&mut self, mark: &str) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        match self.place {
            TextContext::Block if self.out.is_empty() || self.out.ends_with('\n') => {}
            TextContext::Block => {
                self.out.push_str(mark);
                self.out.push('\n');
            }
            TextContext::Cell if !mark.is_empty() => self.out.push_str("<br>"),
            TextContext::Line | TextContext::Cell => self.out.push(' '),
        }
    }

    /// Writes emphasis, with `other` as delimiter if `mark` precedes it, and without delimiters if they would not open
    /// emphasis.
    fn marked(&mut self, mark: &str, other: &str, content: &[Inline]) {
        let text = self.captured(|writer| writer.inlines(content));
        let inner = text.trim();
        if inner.is_empty() {
            self.out.push_str(&text);
            return;
        }
        let (before, after) = (text.len() - text.trim_start().len(), text.trim_end().len());
        self.out.push_str(text.get(..before).unwrap_or_default());
        // Adjacent equal delimiters would merge.
        let doubles = mark == "*" && inner.starts_with('*') && !inner.starts_with("**");
        let mark = if self.out.ends_with('*') || doubles { other } else { mark };
        let is_word = |c: char| c.is_alphanumeric();
        let begins = match self.out.chars().next_back() {
            Some(before) if is_word(before) => {
                !mark.starts_with('_') && inner.trim_start_matches('*').starts_with(is_word)
            }
            _ => true,
        };
        let mark = if begins { mark } else { "" };
        for part in [mark, inner, mark, text.get(after..).unwrap_or_default()] {
            self.out.push_str(part);
        }
    }

    fn link(&mut self, link: &Link) {
        let mut words = String::new();
        plain_text(&link.content, &mut words);
        let is_bare = link.title.is_empty() && *words == *link.destination && is_autolink(&words);
        if is_bare && self.links == 0 {
            self.out.push_str(&format!("<{words}>"));
            return;
        }
        self.linked(&link.destination, &link.title, |writer| writer.inlines(&link.content));
    }

    /// A link around the output of `write`; only that output if the scheme of the destination is not allowed.
    pub(super) fn linked(&mut self, destination: &str, title: &str, write: impl FnOnce(&mut Self)) {
        let is_link = self.links == 0 && DestinationKind::of(destination) != DestinationKind::Refused;
        self.links += 1;
        let text = self.captured(write);
        self.links -= 1;
        if !is_link {
            self.out.push_str(&text);
            return;
        }
        // It would turn the link into an image.
        if self.out.ends_with('!') {
            self.out.truncate(self.out.len() - 1);
            self.out.push_str("\\!");
        }
        self.out.push('[');
        self.out.push_str(text.trim());
        self.out.push_str("](");
        self.address(destination, title);
        self.out.push(')');
    }

    /// An image, or its text if the scheme of its source is not allowed.
    pub(super) fn image(&mut self, source: &str, alt: &str, title: &str) {
        let is_image = DestinationKind::of(source) != DestinationKind::Refused;
        if is_image {
            self.out.push_str("![");
        }
        escape::text(alt, self.place, true, &mut self.out);
        if is_image {
            self.out.push_str("](");
            self.address(source, title);
            self.out.push(')');
        }
    }

    /// Writes a destination and a title.
    fn address(&mut self, destination: &str, title: &str) {
        let address = self.canonical(destination);
        escape::destination(&address, &mut self.out);
        if !title.trim().is_empty() {
            self.out.push_str(" \"");
            for c in escape::line(title).chars() {
                self.out.push_str(if c == '"' { "\\\"" } else { "" });
                self.out.extend(Some(c).filter(|c| *c != '"'));
            }
            self.out.push('"');
        }
    }

    /// The URL of a destination for readers outside of the page, with [`BASE`] for what depends on the edition.
    pub(super) fn canonical(&self, destination: &str) -> String {
        if DestinationKind::of(destination) == DestinationKind::External {
            return encoded_address(destination).into_owned();
        }
        let mut address = href(self.db, self.file, destination).html;
        if address.starts_with(['#', '?']) || address.is_empty() {
            address.insert_str(0, &page_address(page_id(self.db, self.file)));
        }
        below_root(BASE, &encoded_address(&address))
    }
}

/// Whether a URL can be written in `<…>`.
fn is_autolink(address: &str) -> bool {
    (address.starts_with("https://") || address.starts_with("http://"))
        && !address.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>'))
}
