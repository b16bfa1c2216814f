//! Text and raw HTML, including bare URLs and placeholders of components.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::CowStr;

use super::{Run, missing_alt_text};
use crate::parse::component::{Formula, TextPiece};
use crate::parse::markdown::autolink::autolinks;
use crate::parse::markdown::raw_html::{HtmlPart, HtmlRefusal, comment_end, parts};
use crate::parse::markdown::tree::{Block, BlockKind, Inline, Link, Math, RawHtml};
use crate::parse::markdown::variables::Region;
use crate::parse::variables::occurrences;
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Span};

/// The replacement for a comment before the Markdown is parsed.
const COMMENT: &str = "<!---->";

impl Run<'_, '_> {
    /// Adds the lines of an HTML block, and the elements whose placeholders are among them.
    pub(super) fn html_block(&mut self, lines: Vec<(Range<usize>, CowStr<'_>)>) {
        let mut raw = String::new();
        let mut place = 0..0;
        let placeholders = self.builder.shared.placeholders;
        for (range, line) in lines {
            // Most lines are just a placeholder.
            if let Some(index) = placeholders.element(line.strip_suffix('\n').unwrap_or(&line)) {
                if !raw.is_empty() {
                    self.raw_html(&std::mem::take(&mut raw), place.clone());
                }
                for block in self.builder.take(index) {
                    self.block(block);
                }
                continue;
            }
            for piece in placeholders.split(&line) {
                match piece {
                    TextPiece::Text(from, to) => {
                        if raw.trim().is_empty() {
                            raw.clear();
                            place = range.start + from..range.end;
                        }
                        raw.push_str(&line[from..to]);
                        place.end = range.start + to;
                    }
                    TextPiece::Inline(tag) => raw.push_str(&self.builder.file[tag.span.range()]),
                    TextPiece::Math(formula, _) => formula.restore(&mut raw),
                    TextPiece::Verbatim(span) => raw.push_str(&self.builder.file[span.range()]),
                    TextPiece::Element(index) => {
                        self.raw_html(&std::mem::take(&mut raw), place.clone());
                        for block in self.builder.take(index) {
                            self.block(block);
                        }
                    }
                }
            }
        }
        self.raw_html(&raw, place);
    }

    fn raw_html(&mut self, text: &str, range: Range<usize>) {
        let trailing = text.len() - text.trim_end().len();
        let span = self.source.span(range.start..range.end.saturating_sub(trailing).max(range.start));
        let shown = self.with_comments(text, span);
        if shown.trim().is_empty() {
            return;
        }
        let html = self.reported_html(shown.trim_end(), span);
        self.block(Block { span, kind: BlockKind::Html(html) });
    }

    pub(super) fn inline_html(&mut self, text: &str, range: Range<usize>) {
        let placeholders = self.builder.shared.placeholders;
        let mut raw = String::new();
        for piece in placeholders.split(text) {
            match piece {
                TextPiece::Element(index) => {
                    self.inline_tag(&std::mem::take(&mut raw), range.clone());
                    let blocks = self.builder.take(index);
                    self.hoisted.extend(blocks);
                }
                TextPiece::Inline(tag) => {
                    self.inline_tag(&std::mem::take(&mut raw), range.clone());
                    self.tag(tag);
                }
                TextPiece::Text(from, to) => raw.push_str(&text[from..to]),
                // In an attribute a dollar sign is plain text.
                TextPiece::Math(formula, _) => formula.restore(&mut raw),
                // In an attribute its text is used as it is.
                TextPiece::Verbatim(span) => raw.push_str(&self.builder.file[span.range()]),
            }
        }
        self.inline_tag(&raw, range);
    }

    fn inline_tag(&mut self, raw: &str, range: Range<usize>) {
        let span = self.source.span(range.clone());
        let raw = if raw.starts_with("<!--") { self.with_comments(COMMENT, span) } else { Cow::Borrowed(raw) };
        if raw.is_empty() {
            return;
        }
        let html = self.reported_html(&raw, span);
        self.inline(Inline::Html(Box::new(html)), range);
    }

    /// Raw HTML at `span` with its comments, if they are kept: the parsed text has an empty comment for each.
    fn with_comments<'h>(&self, text: &'h str, span: Span) -> Cow<'h, str> {
        if !text.contains(COMMENT) {
            return Cow::Borrowed(text);
        }
        if !self.builder.declared.keeps_comments {
            return Cow::Owned(text.replace(COMMENT, ""));
        }
        let file = self.builder.file;
        let mut from = span.start as usize;
        let mut out = String::new();
        let mut pieces = text.split(COMMENT).peekable();
        while let Some(piece) = pieces.next() {
            out.push_str(piece);
            let start = file.get(from..).and_then(|text| text.find("<!--")).map(|offset| from + offset);
            let comment = start.and_then(|start| Some(start..comment_end(file, start)?));
            if let Some(comment) = comment.filter(|_| pieces.peek().is_some()) {
                from = comment.end;
                out.push_str(&file[comment]);
            }
        }
        Cow::Owned(out)
    }

    /// A piece of raw HTML. Reports tags and attributes that are not allowed, each at its place if it is known, and
    /// images without alternative text.
    fn reported_html(&mut self, text: &str, span: Span) -> RawHtml {
        // Behind container prefixes, a position in the text does not map to the file.
        let is_verbatim = self.builder.file.get(span.range()).is_some_and(|written| written.starts_with(text));
        let html = RawHtml { text: text.into(), span, is_verbatim };
        let mut found = Vec::new();
        let parts =
            parts(text, |refusal, range| found.push((refusal, shortened(&text[range.clone()]), html.place(range))));
        for part in parts {
            if let HtmlPart::Open(element, attributes, place) = part
                && element.name == "img"
                && attributes.iter().all(|attribute| attribute.name != "alt")
            {
                self.builder.report(missing_alt_text(html.place(place)));
            }
        }
        for (refusal, what, place) in found {
            let message = match refusal {
                HtmlRefusal::Tag => format!("raw HTML `{what}` is shown as text"),
                HtmlRefusal::Attribute => format!("the attribute `{what}` is removed from raw HTML"),
            };
            self.builder.report(
                Diagnostic::new(DiagnosticCode::RawHtml, message, place)
                    .with_help("to allow all HTML, set `\"html\": \"unsafe\"` in `tool.json`".to_owned()),
            );
        }
        self.builder.variables.region(span, Region::Markup);
        let valued = self.builder.html_with_values(text);
        if valued == html.text { html } else { RawHtml { text: valued, span, is_verbatim: false } }
    }

    /// Adds the pending text: its bare URLs as links, its placeholders as what they represent.
    pub(super) fn flush_text(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let parts = std::mem::take(&mut self.parts);
        let placeholders = self.builder.shared.placeholders;
        let pieces = if placeholders.are_in(&text) { placeholders.split(&text) } else { Vec::new() };
        if pieces.is_empty() {
            self.add_text(&text, 0, &parts);
        }
        for piece in pieces {
            match piece {
                TextPiece::Text(from, to) => self.add_text(&text[from..to], from, &parts),
                TextPiece::Inline(tag) => self.tag(tag),
                TextPiece::Math(formula, at) => self.inline_math(formula, source_place(at, &parts)),
                TextPiece::Verbatim(span) => self.verbatim(span),
                TextPiece::Element(index) => {
                    let blocks = self.builder.take(index);
                    self.hoisted.extend(blocks);
                }
            }
        }
        self.text = text;
        self.parts = parts;
        self.text.clear();
        self.parts.clear();
    }

    /// Adds a formula whose placeholder is at `at` in the source.
    fn inline_math(&mut self, formula: &Formula, at: usize) {
        let start = self.source.span(at..at + 1).start as usize;
        let written = self.builder.file.get(start..).unwrap_or_default();
        let mut whole = String::new();
        formula.restore(&mut whole);
        // A multi-line formula may have container prefixes within it.
        let first = written.lines().next().map_or(0, str::len);
        let length = if written.starts_with(&whole) { whole.len() } else { first };
        let span = Span::new(start, start + length);
        let math = Math { span, source: formula.source.trim().into(), display: formula.display };
        self.builder.variables.region(span, Region::Verbatim);
        self.add_at(Inline::Math(Box::new(math)), span);
    }

    /// Adds `text`, which is at `offset` in the text that `parts` locate.
    fn add_text(&mut self, text: &str, offset: usize, parts: &[(usize, usize)]) {
        let place = |at: usize| source_place(offset + at, parts);
        let mut done = 0;
        if self.plain == 0 {
            for link in autolinks(text) {
                self.words(text, done..link.start, &place);
                let address = &text[link.start..link.end];
                let range = place(link.start)..place(link.end - 1) + 1;
                let span = self.source.span(range.clone());
                let shown = self.builder.replaced(address.into(), span);
                let node = Link {
                    span,
                    destination: format!("{}{shown}", link.prefix).into(),
                    title: "".into(),
                    content: vec![Inline::Text(shown)],
                };
                self.inline(Inline::Link(Box::new(node)), range);
                done = link.end;
            }
        }
        self.words(text, done..text.len(), &place);
    }

    /// Adds a part of a text, whose bytes are at `place` in the source, with the values of its variables.
    fn words(&mut self, text: &str, range: Range<usize>, place: &dyn Fn(usize) -> usize) {
        let mut done = range.start;
        if self.builder.variables.is_used() {
            for found in occurrences(&text[range.clone()]) {
                let (start, end) = (range.start + found.start, range.start + found.end);
                let source = place(start)..place(end - 1) + 1;
                // After an escape or a character reference it is plain text.
                let follows_text = start > 0 && place(start - 1) + 1 == source.start;
                let is_escaped = !follows_text && self.source.text()[..source.start].ends_with('\\');
                if is_escaped || source.len() != end - start {
                    continue;
                }
                let span = self.source.span(source.clone());
                let Some(inline) = self.builder.variable(found.name, span) else { continue };
                self.plain_words(text, done..start, place);
                self.inline(inline, source);
                done = end;
            }
        }
        self.plain_words(text, done..range.end, place);
    }

    fn plain_words(&mut self, text: &str, range: Range<usize>, place: &dyn Fn(usize) -> usize) {
        if !range.is_empty() {
            self.inline(Inline::Text(text[range.clone()].into()), place(range.start)..place(range.end - 1) + 1);
        }
    }

    /// Adds verbatim text.
    fn verbatim(&mut self, span: Span) {
        let text: Box<str> = self.builder.file[span.range()].into();
        if !text.is_empty() {
            self.add_at(Inline::Text(text), span);
        }
    }
}

/// The position in the source of a byte of a text that `parts` locate.
fn source_place(at: usize, parts: &[(usize, usize)]) -> usize {
    let index = parts.partition_point(|&(start, _)| start <= at).saturating_sub(1);
    parts.get(index).map_or(0, |&(start, source)| source + at - start)
}

/// The start of a tag, for a message.
fn shortened(tag: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = tag.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if tag.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
