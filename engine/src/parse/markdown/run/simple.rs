//! Elements that hold nothing but other elements and plain paragraphs: most components do. A parser for each would cost more
//! than its text.

use super::{Open, Run};
use crate::parse::markdown::tree::Inline;

/// Longer texts are left to the parser, whose start they are worth.
const LONGEST: usize = 2_000;

/// A line of a text.
enum Line<'t> {
    Blank,
    /// The placeholder of an element.
    Element(usize),
    /// Words that no Markdown is in, with the place of the first one.
    Words(usize, &'t str),
    Markdown,
}

impl<'t> Run<'_, 't> {
    /// Whether all lines can be read here. An element's own placeholder stands on a line of its own.
    pub(super) fn is_simple(&self) -> bool {
        let text = self.source.text();
        let mut after_words = false;
        text.len() <= LONGEST
            && self.element > 0
            && self.lines().all(|(_, line)| {
                let is_simple = match line {
                    // A colon below a paragraph makes it a term: `Words` never begin with one.
                    Line::Blank | Line::Words(..) => true,
                    Line::Element(_) => !after_words,
                    Line::Markdown => false,
                };
                after_words = matches!(line, Line::Words(..));
                is_simple
            })
    }

    /// Reads the lines of a simple text.
    pub(super) fn read_simple(&mut self) {
        let mut open = false;
        for (end, line) in self.lines() {
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
                        self.push(Open::Paragraph, place..end);
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
    }

    fn end_paragraph(&mut self) {
        self.flush_text();
        self.close_tags();
        self.pop();
    }

    /// The lines of the text, each with the place after it.
    fn lines(&self) -> impl Iterator<Item = (usize, Line<'t>)> + use<'t> {
        let placeholders = self.builder.shared.placeholders;
        let mut at = 0;
        let source = self.source;
        source.text().split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            let text = line.trim_end_matches('\n');
            let words = text.trim_start_matches(' ');
            let indentation = text.len() - words.len();
            let line = if words.is_empty() {
                Line::Blank
            } else if let Some(index) = placeholders.element(text) {
                Line::Element(index)
            } else if indentation < 4 && is_words(words) {
                Line::Words(start + indentation, words)
            } else {
                Line::Markdown
            };
            (at, line)
        })
    }
}

/// Whether a line holds nothing that Markdown gives a meaning to. Its inline components' placeholders are words.
fn is_words(line: &str) -> bool {
    let begins = line.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte >= 0x80);
    let is_plain = |byte: u8| {
        byte >= 0x80
            || byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b',' | b'.' | b';' | b':' | b'\'' | b'"' | b'(' | b')' | b'?' | b'/' | b'%' | b'-')
    };
    begins && !line.ends_with(' ') && line.bytes().all(is_plain)
}
