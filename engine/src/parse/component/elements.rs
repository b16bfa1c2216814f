//! What the scan of a page for components gives.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem;

use super::scan::Formula;
use super::{Source, Tag};
use crate::registry::ComponentKind;
use base::diagnostic::{Diagnostic, Span};

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The page itself.
    Page,
    Component(ComponentKind),
    /// A `wc-*` element that is none; its content is shown.
    Unknown,
    /// A `div` directly in columns.
    Column,
    /// A formula that is a block; its text is TeX.
    Math,
}

/// An element that holds blocks.
#[derive(Clone, Debug)]
pub(crate) struct Element<'t> {
    pub(crate) role: Role,
    /// Empty for the page.
    pub(crate) tag: Tag<'t>,
    /// From the opening tag to the end of the closing tag, or to where the element was taken to end.
    pub(crate) span: Span,
    /// What stands between the tags.
    pub(crate) inner: Span,
    /// The component that it stands in.
    pub(crate) parent: Option<ComponentKind>,
    /// How many containers (quotes, items, elements) are around it.
    pub(crate) depth: usize,
    /// What stands between its tags.
    pub(crate) content: Source<'t>,
}

/// A tag of `wc-include`: what it names is put in its place before the page is parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IncludeTag {
    pub(crate) tag: Tag<'static>,
    /// What each further line of a text in its place begins with, so that it stays in the containers around the tag.
    pub(crate) prefix: Box<str>,
    /// A text in its place has no further lines: it stands in a heading or in a row of a table.
    pub(crate) one_line: bool,
    /// Nothing but the marks of containers stands before it on its line.
    pub(crate) starts_line: bool,
    /// It follows the opening tag that it stands in, so its next line would say how that element is indented.
    pub(crate) follows_tag: bool,
}

/// What a placeholder stands for.
#[derive(Clone, Debug)]
pub(crate) enum Token<'t> {
    /// The element of that index.
    Element(usize),
    /// A tag among inlines.
    Inline(Tag<'t>),
    /// A formula among inlines.
    Math(Formula),
    /// Text that nothing is made of, without what encloses it.
    Verbatim(Span),
}

/// A page taken apart.
#[derive(Debug)]
pub(crate) struct Elements<'t> {
    /// The page, then its elements in the order of their opening tags.
    pub(super) elements: Vec<Element<'t>>,
    pub(super) tokens: Vec<Token<'t>>,
    /// The tokens of formulas: the same text has the same placeholder, so that labels with math in them are alike.
    formulas: BTreeMap<Formula, usize>,
    /// A word that the page does not contain.
    mark: Box<str>,
    /// The last placeholder.
    written: String,
    pub(super) diagnostics: Vec<Diagnostic<Span>>,
    /// In the order of the text.
    pub(super) includes: Vec<IncludeTag>,
    /// Where comments stand, and text that nothing is made of.
    pub(super) verbatim: Vec<Span>,
}

/// A part of a text that may hold placeholders.
#[derive(Debug)]
pub(crate) enum Piece<'e> {
    /// `text[start..end]`.
    Text(usize, usize),
    /// An element's placeholder.
    Element(usize),
    /// An inline tag's placeholder.
    Inline(&'e Tag<'e>),
    /// A formula's placeholder, which begins there.
    Math(&'e Formula, usize),
    /// The placeholder of text that nothing is made of.
    Verbatim(Span),
}

/// Where a placeholder among inlines borders on the text around its element: a noncharacter, which Markdown takes for a
/// letter, so that `**` may stand between it and a word.
const OUTER: &str = "\u{fdd0}";

/// Where it borders on the element's content: a mark of punctuation, as the `>` of a tag is, so that `_` may stand after it.
/// It encloses the placeholder of a formula too: a dollar sign is such a mark.
const INNER: &str = "\u{203b}";

/// What encloses the placeholder of a tag.
fn enclosing(tag: &Tag<'_>) -> (&'static str, &'static str) {
    match (tag.empty, tag.closing) {
        (true, _) => (OUTER, OUTER),
        (false, false) => (OUTER, INNER),
        (false, true) => (INNER, OUTER),
    }
}

/// Appends a number. Each placeholder has one, and the formatter takes longer than the rest of it.
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
        // The first number that the page does not use after this word.
        let used: BTreeSet<u32> = memmem::find_iter(text.as_bytes(), b"tool")
            .filter_map(|at| {
                let rest = &text[at + 4..];
                rest[..rest.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
            })
            .collect();
        let free =
            (0..).zip(&used).find(|(number, used)| number != *used).map_or(used.len() as u32, |(number, _)| number);
        let mark = format!("tool{free}:");
        // Pages of components have one to about as many bytes; there is no need to move them while they become more.
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

    /// The page, then its elements in the order of their opening tags: an element comes after the one it stands in.
    pub(crate) fn into_parts(self) -> (Vec<Element<'t>>, Placeholders<'t>, Vec<Diagnostic<Span>>) {
        let finder = memmem::Finder::new(self.mark.as_bytes()).into_owned();
        let placeholders = Placeholders { tokens: self.tokens, verbatim: self.verbatim, mark: self.mark, finder };
        (self.elements, placeholders, self.diagnostics)
    }

    /// The tags of `wc-include`, in the order of the text.
    pub(crate) fn into_includes(self) -> Vec<IncludeTag> {
        self.includes
    }

    /// Writes the placeholder of a new token into an element's content: a comment on a line of its own, or a word among
    /// inlines. It stands for what is at `place` in the file.
    pub(super) fn insert_token(&mut self, element: usize, token: Token<'t>, place: usize) {
        let mut number = self.tokens.len();
        if let Token::Math(formula) = &token {
            number = *self.formulas.entry(formula.clone()).or_insert(number);
        }
        let (before, after) = match &token {
            Token::Element(_) => ("<!--", "-->\n"),
            Token::Inline(tag) => enclosing(tag),
            Token::Math(_) => (INNER, INNER),
            Token::Verbatim(_) => (OUTER, OUTER),
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

/// Finds what was put in place of tags.
#[derive(Debug)]
pub(crate) struct Placeholders<'t> {
    tokens: Vec<Token<'t>>,
    verbatim: Vec<Span>,
    mark: Box<str>,
    /// Finds the mark: it is looked for in every text.
    finder: memmem::Finder<'static>,
}

impl<'t> Placeholders<'t> {
    /// Whether any may be in `text`.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        !self.tokens.is_empty() && self.finder.find(text.as_bytes()).is_some()
    }

    /// The tags among inlines, in the order of the page.
    pub(crate) fn tags(&self) -> impl Iterator<Item = &Tag<'t>> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Inline(tag) => Some(tag),
            Token::Element(_) | Token::Math(_) | Token::Verbatim(_) => None,
        })
    }

    /// Where comments stand, and text that nothing is made of.
    pub(crate) fn verbatim(&self) -> &[Span] {
        &self.verbatim
    }

    /// The element whose placeholder the line is, if it is nothing else.
    pub(crate) fn element(&self, line: &str) -> Option<usize> {
        let number = line.strip_prefix("<!--")?.strip_prefix(&*self.mark)?.strip_suffix("-->")?;
        match self.tokens.get(number.parse::<usize>().ok()?)? {
            Token::Element(index) => Some(*index),
            Token::Inline(_) | Token::Math(_) | Token::Verbatim(_) => None,
        }
    }

    /// The parts of `text`: what the author wrote, and placeholders.
    pub(crate) fn split(&self, text: &str) -> Vec<Piece<'_>> {
        if self.tokens.is_empty() {
            return vec![Piece::Text(0, text.len())];
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
                Some(Token::Element(_)) => ("<!--", "-->"),
                Some(Token::Inline(tag)) => enclosing(tag),
                Some(Token::Math(_)) => (INNER, INNER),
                Some(Token::Verbatim(_)) => (OUTER, OUTER),
                None => continue,
            };
            if !text[done..mark].ends_with(before) || !text[at..].starts_with(after) {
                continue;
            }
            let start = mark - before.len();
            if start > done {
                pieces.push(Piece::Text(done, start));
            }
            at += after.len();
            done = at;
            pieces.push(match token {
                Some(Token::Inline(tag)) => Piece::Inline(tag),
                Some(Token::Math(formula)) => Piece::Math(formula, start),
                Some(Token::Verbatim(span)) => Piece::Verbatim(*span),
                Some(Token::Element(element)) => Piece::Element(*element),
                None => continue,
            });
        }
        if done < text.len() {
            pieces.push(Piece::Text(done, text.len()));
        }
        pieces
    }
}
