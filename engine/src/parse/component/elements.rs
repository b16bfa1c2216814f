//! The result of scanning a page for components.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem;

use super::scan::Formula;
use super::{Source, Tag};
use crate::registry::ComponentKind;
use base::diagnostic::{Diagnostic, Span};

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementRole {
    /// The page itself.
    Page,
    Component(ComponentKind),
    /// A `wc-*` element that is not a component; its content is shown.
    Unknown,
    /// A `div` that is a direct child of columns.
    Column,
    /// A block formula; its text is TeX.
    Math,
}

/// A block element.
#[derive(Clone, Debug)]
pub(crate) struct Element<'t> {
    pub(crate) role: ElementRole,
    /// Empty for the page.
    pub(crate) tag: Tag<'t>,
    /// From the opening tag to the end of the closing tag, or to where the element was considered closed.
    pub(crate) span: Span,
    /// The span between the tags.
    pub(crate) inner: Span,
    /// The component that it is a direct child of.
    pub(crate) parent: Option<ComponentKind>,
    /// The number of containers (quotes, items, elements) around it.
    pub(crate) depth: usize,
    /// The content between its tags.
    pub(crate) content: Source<'t>,
}

/// A `wc-include` tag, which is replaced with the file that it names before the page is parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IncludeTag {
    pub(crate) tag: Tag<'static>,
    /// The prefix for further lines of the included text, so that it stays in the containers around the tag.
    pub(crate) prefix: Box<str>,
    /// The included text must not have further lines, because the tag is in a heading or a table row.
    pub(crate) one_line: bool,
    /// Only container markers precede it on its line.
    pub(crate) starts_line: bool,
    /// It directly follows the opening tag of its parent, so its next line would determine that element's indentation.
    pub(crate) follows_tag: bool,
}

/// The meaning of a placeholder.
#[derive(Clone, Debug)]
pub(crate) enum ScanToken<'t> {
    /// The element with that index.
    Element(usize),
    /// An inline tag.
    Inline(Tag<'t>),
    /// An inline formula.
    Math(Formula),
    /// Verbatim text, without its delimiters.
    Verbatim(Span),
}

/// A scanned page.
#[derive(Debug)]
pub(crate) struct Elements<'t> {
    /// The page, then its elements in the order of their opening tags.
    pub(super) elements: Vec<Element<'t>>,
    pub(super) tokens: Vec<ScanToken<'t>>,
    /// The tokens of formulas: equal formulas share a placeholder, so that link labels that contain them match.
    formulas: BTreeMap<Formula, usize>,
    /// A word that does not occur in the page.
    mark: Box<str>,
    /// The last placeholder that was written.
    written: String,
    pub(super) diagnostics: Vec<Diagnostic<Span>>,
    /// In document order.
    pub(super) includes: Vec<IncludeTag>,
    /// The spans of comments and verbatim text.
    pub(super) verbatim: Vec<Span>,
}

/// A piece of text, which may be a placeholder.
#[derive(Debug)]
pub(crate) enum TextPiece<'e> {
    /// `text[start..end]`.
    Text(usize, usize),
    /// An element's placeholder.
    Element(usize),
    /// An inline tag's placeholder.
    Inline(&'e Tag<'e>),
    /// The placeholder of a formula, and its start.
    Math(&'e Formula, usize),
    /// The placeholder of verbatim text.
    Verbatim(Span),
}

/// The outer border of an inline placeholder: a noncharacter, which Markdown treats as a letter, so that `**` works
/// between it and a word.
const OUTER: &str = "\u{fdd0}";

/// The inner border, next to the element's content: a punctuation character like the `>` of a tag, so that `_` works
/// after it. It also encloses the placeholder of a formula, in place of the dollar signs.
const INNER: &str = "\u{203b}";

/// The borders around the placeholder of a tag.
fn enclosing(tag: &Tag<'_>) -> (&'static str, &'static str) {
    match (tag.empty, tag.closing) {
        (true, _) => (OUTER, OUTER),
        (false, false) => (OUTER, INNER),
        (false, true) => (INNER, OUTER),
    }
}

/// Appends a number. Faster than the formatter, which would dominate the cost of a placeholder.
fn push_number(number: usize, out: &mut String) {
    let mut unit = 1;
    while number / unit > 9 {
        unit *= 10;
    }
    while unit > 0 {
        out.push(char::from(b'0' + (number / unit % 10) as u8));
        unit /= 10;
    }
}

impl<'t> Elements<'t> {
    pub(super) fn new(text: &str, page: Element<'t>, tags: bool) -> Self {
        // The first number that does not follow this word in the page.
        let used: BTreeSet<u32> = memmem::find_iter(text.as_bytes(), b"tool")
            .filter_map(|at| {
                let rest = &text[at + 4..];
                rest[..rest.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
            })
            .collect();
        let free =
            (0..).zip(&used).find(|(number, used)| number != *used).map_or(used.len() as u32, |(number, _)| number);
        let mark = format!("tool{free}:");
        // Preallocates for about one component per 256 bytes, to avoid moving elements while the list grows.
        let expected = if tags { (text.len() / 256).min(1_000) } else { 0 };
        let mut elements = Vec::with_capacity(1 + expected);
        elements.push(page);
        Self {
            elements,
            tokens: Vec::with_capacity(expected),
            formulas: BTreeMap::new(),
            mark: mark.into(),
            written: String::new(),
            diagnostics: Vec::new(),
            includes: Vec::new(),
            verbatim: Vec::new(),
        }
    }

    /// The page, then its elements in the order of their opening tags: a parent precedes its children.
    pub(crate) fn into_parts(self) -> (Vec<Element<'t>>, Placeholders<'t>, Vec<Diagnostic<Span>>) {
        let finder = memmem::Finder::new(self.mark.as_bytes()).into_owned();
        let placeholders = Placeholders { tokens: self.tokens, verbatim: self.verbatim, mark: self.mark, finder };
        (self.elements, placeholders, self.diagnostics)
    }

    /// The `wc-include` tags in document order.
    pub(crate) fn into_includes(self) -> Vec<IncludeTag> {
        self.includes
    }

    /// Writes the placeholder of a new token into an element's content: a comment on its own line, or a word among
    /// inline content. `place` is the position in the file that it represents.
    pub(super) fn insert_token(&mut self, element: usize, token: ScanToken<'t>, place: usize) {
        let mut number = self.tokens.len();
        if let ScanToken::Math(formula) = &token {
            number = *self.formulas.entry(formula.clone()).or_insert(number);
        }
        let (before, after) = match &token {
            ScanToken::Element(_) => ("<!--", "-->\n"),
            ScanToken::Inline(tag) => enclosing(tag),
            ScanToken::Math(_) => (INNER, INNER),
            ScanToken::Verbatim(_) => (OUTER, OUTER),
        };
        self.written.clear();
        self.written.push_str(before);
        self.written.push_str(&self.mark);
        push_number(number, &mut self.written);
        self.written.push_str(after);
        if number == self.tokens.len() {
            self.tokens.push(token);
        }
        if let Some(element) = self.elements.get_mut(element) {
            element.content.insert(&self.written, place);
        }
    }
}

/// Finds placeholders in text.
#[derive(Debug)]
pub(crate) struct Placeholders<'t> {
    tokens: Vec<ScanToken<'t>>,
    verbatim: Vec<Span>,
    mark: Box<str>,
    /// A searcher for the mark, which is looked for in every text.
    finder: memmem::Finder<'static>,
}

impl<'t> Placeholders<'t> {
    /// Whether `text` may contain any.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        !self.tokens.is_empty() && self.finder.find(text.as_bytes()).is_some()
    }

    /// The inline tags in document order.
    pub(crate) fn tags(&self) -> impl Iterator<Item = &Tag<'t>> {
        self.tokens.iter().filter_map(|token| match token {
            ScanToken::Inline(tag) => Some(tag),
            ScanToken::Element(_) | ScanToken::Math(_) | ScanToken::Verbatim(_) => None,
        })
    }

    /// The spans of comments and verbatim text.
    pub(crate) fn verbatim(&self) -> &[Span] {
        &self.verbatim
    }

    /// The element whose placeholder makes up the whole line.
    pub(crate) fn element(&self, line: &str) -> Option<usize> {
        let number = line.strip_prefix("<!--")?.strip_prefix(&*self.mark)?.strip_suffix("-->")?;
        match self.tokens.get(number.parse::<usize>().ok()?)? {
            ScanToken::Element(index) => Some(*index),
            ScanToken::Inline(_) | ScanToken::Math(_) | ScanToken::Verbatim(_) => None,
        }
    }

    /// Splits `text` into what the author wrote and placeholders.
    pub(crate) fn split(&self, text: &str) -> Vec<TextPiece<'_>> {
        if self.tokens.is_empty() {
            return vec![TextPiece::Text(0, text.len())];
        }
        let mut pieces = Vec::new();
        let mut done = 0;
        let mut at = 0;
        while let Some(offset) = self.finder.find(&text.as_bytes()[at..]) {
            let mark = at + offset;
            at = mark + self.mark.len();
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let token = text[at..at + digits].parse().ok().and_then(|number: usize| self.tokens.get(number));
            at += digits;
            let (before, after) = match token {
                Some(ScanToken::Element(_)) => ("<!--", "-->"),
                Some(ScanToken::Inline(tag)) => enclosing(tag),
                Some(ScanToken::Math(_)) => (INNER, INNER),
                Some(ScanToken::Verbatim(_)) => (OUTER, OUTER),
                None => continue,
            };
            if !text[done..mark].ends_with(before) || !text[at..].starts_with(after) {
                continue;
            }
            let start = mark - before.len();
            if start > done {
                pieces.push(TextPiece::Text(done, start));
            }
            at += after.len();
            done = at;
            pieces.push(match token {
                Some(ScanToken::Inline(tag)) => TextPiece::Inline(tag),
                Some(ScanToken::Math(formula)) => TextPiece::Math(formula, start),
                Some(ScanToken::Verbatim(span)) => TextPiece::Verbatim(*span),
                Some(ScanToken::Element(element)) => TextPiece::Element(*element),
                None => continue,
            });
        }
        if done < text.len() {
            pieces.push(TextPiece::Text(done, text.len()));
        }
        pieces
    }
}
