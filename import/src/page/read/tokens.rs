//! Tokenizes inline text: code, tags, expressions, URLs. The only reader of tags within Markdown.

use std::collections::BTreeMap;
use std::ops::Range;

use super::expression::{Reach, expression_end};
use super::jsx::{Tag, tag_of};
use super::labels::LinkLabels;
use super::lines::is_void;
use crate::project::Dialect;

/// A part of a text, with its position.
#[derive(Clone, Debug)]
pub(in crate::page) enum InlineToken<'t> {
    Text,
    /// A code span or a comment, which stays.
    Code,
    Open(Tag<'t>),
    Close(&'t str),
    Empty(Tag<'t>),
    Expression,
    /// The URL of a link or an image, without its delimiters.
    Address {
        is_image: bool,
    },
}

/// The parts, in order, and for each opening and closing tag the index of its partner.
#[derive(Debug, Default)]
pub(in crate::page) struct Tokens<'t> {
    pub(in crate::page) all: Vec<(InlineToken<'t>, Range<usize>)>,
    pub(in crate::page) partners: Vec<Option<usize>>,
    /// The texts of the links, in order, without their brackets.
    pub(in crate::page) links: Vec<Range<usize>>,
}

impl Tokens<'_> {
    /// Whether a position is in the text of a link.
    pub(in crate::page) fn is_in_link(&self, at: usize) -> bool {
        let next = self.links.partition_point(|link| link.end <= at);
        self.links.get(next).is_some_and(|link| link.start <= at)
    }
}

/// Splits a text into its parts.
pub(in crate::page) fn tokens(text: &str, dialect: Dialect, has_math: bool) -> Tokens<'_> {
    tokens_with(text, dialect, has_math, &LinkLabels::default())
}

/// Splits a text into its parts. `defined` are the labels of the link definitions on its page.
pub(in crate::page) fn tokens_with<'t>(
    text: &'t str,
    dialect: Dialect,
    has_math: bool,
    defined: &LinkLabels,
) -> Tokens<'t> {
    let mut cutter = Cutter {
        text,
        out: Vec::new(),
        done: 0,
        reach: Reach::default(),
        brackets: Vec::new(),
        links: Vec::new(),
        no_span: BTreeMap::new(),
        comments: true,
        dialect,
        defined,
    };
    cutter.cut(has_math);
    let Cutter { out: all, links, .. } = cutter;
    let mut partners = vec![None; all.len()];
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, (token, _)) in all.iter().enumerate() {
        match token {
            InlineToken::Open(tag) => open.entry(tag.name).or_default().push(number),
            InlineToken::Close(name) => {
                if let Some(partner) = open.get_mut(name).and_then(Vec::pop) {
                    join(&mut partners, partner, Some(number));
                    join(&mut partners, number, Some(partner));
                }
            }
            _ => {}
        }
    }
    // Overlapping tags cannot both form elements: the one that ends within an earlier one does not.
    let mut ends: Vec<usize> = Vec::new();
    for number in 0..all.len() {
        while ends.last().is_some_and(|end| *end <= number) {
            ends.pop();
        }
        if let Some(end) = partners.get(number).copied().flatten().filter(|end| *end > number) {
            if ends.last().is_some_and(|outer| *outer < end) {
                join(&mut partners, number, None);
                join(&mut partners, end, None);
            } else {
                ends.push(end);
            }
        }
    }
    drop(open);
    Tokens { all, partners, links }
}

/// The opening tags of a Markdown text, each with its range. Code spans and comments are skipped.
pub(in crate::page) fn opening_tags(text: &str) -> impl Iterator<Item = (Tag<'_>, Range<usize>)> {
    let all = if text.contains('<') { tokens(text, Dialect::default(), false).all } else { Vec::new() };
    all.into_iter().filter_map(|(token, range)| match token {
        InlineToken::Open(tag) | InlineToken::Empty(tag) => Some((tag, range)),
        _ => None,
    })
}

/// A closed element within Markdown.
#[derive(Clone, Debug)]
pub(in crate::page) struct InlineElement<'t> {
    pub(in crate::page) tag: Tag<'t>,
    /// The range between its tags.
    pub(in crate::page) content: Range<usize>,
    /// From its opening tag to its closing tag.
    pub(in crate::page) range: Range<usize>,
}

/// The elements with these names in a Markdown text, except nested ones.
pub(in crate::page) fn elements<'t>(text: &'t str, names: &[&str]) -> Vec<InlineElement<'t>> {
    let mut out: Vec<InlineElement<'t>> = Vec::new();
    if !text.contains('<') {
        return out;
    }
    let Tokens { all, partners, .. } = tokens(text, Dialect::default(), false);
    for ((token, open), partner) in all.iter().zip(&partners) {
        let InlineToken::Open(tag) = token else { continue };
        let is_outer = out.last().is_none_or(|last| open.start >= last.range.end);
        if let Some((_, close)) = partner.and_then(|partner| all.get(partner))
            && is_outer
            && names.contains(&tag.name)
        {
            out.push(InlineElement { tag: tag.clone(), content: open.end..close.start, range: open.start..close.end });
        }
    }
    out
}

/// Sets the partner of a tag.
fn join(partners: &mut [Option<usize>], number: usize, partner: Option<usize>) {
    if let Some(place) = partners.get_mut(number) {
        *place = partner;
    }
}

/// The longest URL, in bytes.
const LONGEST_ADDRESS: usize = 2048;

struct Cutter<'t, 'd> {
    text: &'t str,
    out: Vec<(InlineToken<'t>, Range<usize>)>,
    /// The end of the text that is already split.
    done: usize,
    reach: Reach,
    /// The open brackets: whether each belongs to an image, and the position after it.
    brackets: Vec<(bool, usize)>,
    links: Vec<Range<usize>>,
    /// For each length of a run of backticks, the position after which none closes.
    no_span: BTreeMap<usize, usize>,
    /// Whether an open comment may have an end.
    comments: bool,
    dialect: Dialect,
    /// The labels of link definitions.
    defined: &'d LinkLabels,
}

impl<'t> Cutter<'t, '_> {
    fn put(&mut self, token: InlineToken<'t>, range: Range<usize>) {
        if range.start > self.done {
            self.out.push((InlineToken::Text, self.done..range.start));
        }
        self.done = range.end;
        self.out.push((token, range));
    }

    fn cut(&mut self, has_math: bool) {
        let dialect = self.dialect;
        let text = self.text;
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut line_start = true;
        while at < bytes.len() {
            let was_start = std::mem::replace(&mut line_start, false);
            at = match bytes.get(at).copied().unwrap_or_default() {
                b'\n' => {
                    line_start = true;
                    at + 1
                }
                b' ' if was_start => {
                    line_start = true;
                    at + 1
                }
                b'\\' => at + 1 + usize::from(bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation)),
                b'`' => self.code_span(at),
                b'<' => self.angle(at),
                b'$' if has_math => self.formula(at),
                b'{' if dialect.mdx => match expression_end(text, at, &mut self.reach) {
                    Some(end) => {
                        self.put(InlineToken::Expression, at..end);
                        end
                    }
                    None => at + 1,
                },
                b'[' => {
                    if was_start && let Some((label, address)) = self.definition(at) {
                        let end = address.end;
                        let destination = text.get(address.clone()).unwrap_or_default();
                        if self.defined.is_unused(label) || self.defined.is_overridden(label, destination) {
                            // It shows nothing.
                            self.put(InlineToken::Code, at..end);
                        } else {
                            // References are compared with the label as it is written.
                            self.put(InlineToken::Code, at..address.start);
                            self.put(InlineToken::Address { is_image: false }, address);
                        }
                        end
                    } else {
                        self.brackets.push((at > 0 && bytes.get(at - 1) == Some(&b'!'), at + 1));
                        at + 1
                    }
                }
                b']' => {
                    let bracket = self.brackets.pop();
                    match bracket.and_then(|bracket| Some((bracket, address(text, at + 1)?))) {
                        Some(((is_image, start), range)) => {
                            if !is_image {
                                self.links.push(start..at);
                            }
                            let end = range.end;
                            self.put(InlineToken::Address { is_image }, range);
                            end
                        }
                        None => {
                            if let Some((false, start)) = bracket.filter(|_| self.is_reference(at + 1)) {
                                self.links.push(start..at);
                            }
                            at + 1
                        }
                    }
                }
                _ => at + 1,
            };
        }
        if self.done < text.len() {
            self.out.push((InlineToken::Text, self.done..text.len()));
        }
    }

    fn code_span(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let run = bytes.iter().skip(at).take_while(|&&byte| byte == b'`').count();
        if self.no_span.contains_key(&run) {
            return at + run;
        }
        let mut place = at + run;
        while let Some(offset) = bytes.get(place..).and_then(|rest| rest.iter().position(|&byte| byte == b'`')) {
            let start = place + offset;
            let length = bytes.iter().skip(start).take_while(|&&byte| byte == b'`').count();
            if length == run {
                self.put(InlineToken::Code, at..start + length);
                return start + length;
            }
            place = start + length;
        }
        self.no_span.insert(run, at);
        at + run
    }

    /// A formula: `$$…$$`, or `$…$` by Pandoc's rule.
    fn formula(&mut self, at: usize) -> usize {
        const LONGEST: usize = 4096;
        let rest = self.text.get(at..).unwrap_or_default();
        let mark = if rest.starts_with("$$") { "$$" } else { "$" };
        let inner = rest.get(mark.len()..).unwrap_or_default();
        let mut from = 0;
        while let Some(offset) = inner.get(from..).and_then(|rest| rest.find(mark)) {
            let end = from + offset;
            if end > LONGEST {
                break;
            }
            let before = inner.get(..end).unwrap_or_default();
            let after = inner.get(end + mark.len()..).unwrap_or_default();
            let fits = !before.is_empty()
                && !before.ends_with('\\')
                && (mark == "$$"
                    || !before.starts_with(char::is_whitespace)
                        && !before.ends_with(char::is_whitespace)
                        && !before.contains("\n\n")
                        && !after.starts_with(|c: char| c.is_ascii_digit()));
            if fits {
                let end = at + 2 * mark.len() + end;
                self.put(InlineToken::Code, at..end);
                return end;
            }
            if mark == "$" && (before.is_empty() || before.starts_with(char::is_whitespace)) {
                break;
            }
            from = end + mark.len();
        }
        at + mark.len()
    }

    fn angle(&mut self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with("<!--") {
            let end = if self.comments { rest.find("-->") } else { None };
            self.comments = end.is_some();
            let Some(end) = end.map(|end| at + end + 3) else { return at + 4 };
            self.put(InlineToken::Code, at..end);
            return end;
        }
        if self.dialect.readme && rest.starts_with("<<") {
            return at + 2;
        }
        let Some(tag) = tag_of(self.text, at, &mut self.reach, self.dialect) else {
            return at + 1;
        };
        let end = tag.end;
        let token = if tag.closing {
            InlineToken::Close(tag.name)
        } else if tag.empty || is_void(tag.name) {
            InlineToken::Empty(tag)
        } else {
            InlineToken::Open(tag)
        };
        self.put(token, at..end);
        end
    }

    /// Whether the label of a definition is in brackets at `at`, after the text of a link.
    fn is_reference(&self, at: usize) -> bool {
        let label = self.text.get(at..).and_then(|rest| rest.strip_prefix('[')?.split_once(']'));
        label.is_some_and(|(label, _)| self.defined.has(label))
    }

    /// The label and the URL of the definition `[label]: url` that begins at `at`.
    fn definition(&self, at: usize) -> Option<(&'t str, Range<usize>)> {
        let rest = self.text.get(at..)?;
        let line = rest.split('\n').next()?;
        let close = line.find("]:").filter(|close| *close > 1 && !line.starts_with("[^"))?;
        let label = line.get(1..close).filter(|label| !label.contains(['[', ']']))?;
        let after = line.get(close + 2..).filter(|after| !after.trim().is_empty())?;
        let start = at + close + 2 + (after.len() - after.trim_start().len());
        let address = target(self.text, start)?;
        let rest = self.text.get(address.end..at + line.len())?;
        is_title(rest.strip_prefix('>').unwrap_or(rest)).then_some((label, address))
    }
}

/// Whether a line may go on like this after the URL of a definition: with a title, which may go on in the next lines, or not
/// at all. Otherwise the line is text.
fn is_title(rest: &str) -> bool {
    let rest = rest.trim();
    let close = match rest.chars().next() {
        None => return true,
        Some('(') => ')',
        Some(mark @ ('"' | '\'')) => mark,
        Some(_) => return false,
    };
    let inner = rest.get(1..).unwrap_or_default();
    inner.ends_with(close) || !inner.contains(close)
}

/// The URL in `(url "title")`, if that is at `at`.
fn address(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?.strip_prefix('(')?;
    let start = at + 1 + (rest.len() - rest.trim_start().len());
    let range = target(text, start)?;
    let after = text.get(range.end..)?.trim_start_matches('>').trim_start();
    after.starts_with([')', '"', '\'', '(']).then_some(range)
}

/// The URL that begins at `start`, without angle brackets.
fn target(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    if let Some(inner) = rest.strip_prefix('<') {
        let end = inner.char_indices().take(LONGEST_ADDRESS).find(|(_, c)| matches!(c, '>' | '\n'))?.0;
        return inner.get(end..)?.starts_with('>').then(|| start + 1..start + 1 + end);
    }
    let mut open = 0_usize;
    let mut escaped = false;
    for (offset, c) in rest.char_indices() {
        if offset > LONGEST_ADDRESS {
            return None;
        }
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' => open += 1,
            ')' if open == 0 => return Some(start..start + offset),
            ')' => open -= 1,
            c if c.is_whitespace() || c.is_control() => return (offset > 0).then(|| start..start + offset),
            _ => {}
        }
    }
    Some(start..text.len())
}
