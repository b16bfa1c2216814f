//! Elements that contain only other elements and plain paragraphs, as most components do. Starting a parser for each
//! would cost more than its text.

use memchr::memchr;

use super::{OpenKind, Run};
use crate::parse::component::Placeholders;
use crate::parse::markdown::tree::Inline;

/// Longer texts are worth the cost of starting the parser.
const LONGEST: usize = 2_000;

/// A line of a simple text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'t> {
    Blank,
    /// The placeholder of an element.
    Element(usize),
    /// Words without any Markdown, and the position of the first one.
    Words(usize, &'t str),
    Markdown,
}

impl<'t> Run<'_, 't> {
    /// Whether all lines are simple, and records them. An element's placeholder is on a line of its own.
    pub(super) fn is_simple(&mut self) -> bool {
        let text = self.source.text();
        if text.len() > LONGEST || self.element == 0 {
            return false;
        }
        let placeholders = self.builder.shared.placeholders;
        let mut after_words = false;
        let mut start = 0;
        while start < text.len() {
            let end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |offset| start + offset + 1);
            let line = Line::read(&text[start..end], start, placeholders);
            match line {
                // A colon after a paragraph would make it a term, but `Words` never begin with one.
                Line::Blank | Line::Words(..) => {}
                Line::Element(_) if !after_words => {}
                Line::Element(_) | Line::Markdown => return false,
            }
            after_words = matches!(line, Line::Words(..));
            self.lines.push((end, line));
            start = end;
        }
        true
    }

    /// Reads the lines of a simple text.
    pub(super) fn read_simple(&mut self) {
        let mut open = false;
        let lines = std::mem::take(&mut self.lines);
        for &(end, line) in &lines {
            if open && !matches!(line, Line::Words(..)) {
                open = false;
                self.end_paragraph();
            }
            match line {
                Line::Words(place, words) => {
                    if open {
                        self.flush_text();
                        self.inline(Inline::SoftBreak, place..place);
                    } else {
                        let span = self.source.span(place..end);
                        self.push(OpenKind::Paragraph, span);
                        open = true;
                    }
                    if let Some(level) = self.levels.last_mut() {
                        level.span.end = self.source.span(place..end).end;
                    }
                    self.parts.push((self.text.len(), place));
                    self.text.push_str(words);
                }
                Line::Element(index) => {
                    for block in self.builder.take(index) {
                        self.block(block);
                    }
                }
                Line::Blank | Line::Markdown => {}
            }
        }
        if open {
            self.end_paragraph();
        }
        self.lines = lines;
    }

    fn end_paragraph(&mut self) {
        self.flush_text();
        self.close_tags();
        self.pop();
    }
}

impl<'t> Line<'t> {
    /// Classifies the line that begins at `start` of its text.
    fn read(line: &'t str, start: usize, placeholders: &Placeholders<'_>) -> Self {
        let text = line.trim_end_matches('\n');
        let words = text.trim_start_matches(' ');
        let indentation = text.len() - words.len();
        if words.is_empty() {
            Self::Blank
        } else if let Some(index) = placeholders.element(text) {
            Self::Element(index)
        } else if indentation < 4 && is_words(words) {
            Self::Words(start + indentation, words)
        } else {
            Self::Markdown
        }
    }
}

/// Whether a byte may have a meaning in Markdown. Without branches, so that it vectorizes.
fn is_mark(byte: u8) -> bool {
    let within = |first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    (byte < b' ')
        | (byte == b'!')
        | within(b'#', b'$')
        | (byte == b'&')
        | within(b'*', b'+')
        | within(b'<', b'>')
        | (byte == b'@')
        | within(b'[', b'`')
        | within(b'{', 0x7f)
}

/// Whether a line contains nothing with a meaning in Markdown. Placeholders of inline components count as words.
fn is_words(line: &str) -> bool {
    let begins = line.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte >= 0x80);
    if !begins || line.ends_with(' ') {
        return false;
    }
    let (chunks, rest) = line.as_bytes().as_chunks::<16>();
    let has_mark = |bytes: &[u8]| bytes.iter().fold(false, |any, &byte| any | is_mark(byte));
    !chunks.iter().any(|chunk| has_mark(chunk)) && !has_mark(rest)
}
