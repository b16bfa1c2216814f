//! Moves along the line and writes what was read to the content that it belongs to.

use memchr::memchr;

use super::{Container, LiteralContent, Scanner};
use crate::parse::component::Source;
use crate::parse::component::elements::ScanToken;

impl<'t> Scanner<'t> {
    /// The position of the line feed that ends the line of `at`, or the end of the text.
    pub(super) fn end_of_line(&self, at: usize) -> usize {
        memchr(b'\n', &self.text.as_bytes()[at..]).map_or(self.text.len(), |offset| at + offset)
    }

    /// The end of the line of `at`, which must not be before the current line. Cached for the current line, since
    /// searching at each tag would take time quadratic in the length of the line.
    pub(super) fn end_of_line_from(&self, at: usize) -> usize {
        if at <= self.line_end { self.line_end } else { self.end_of_line(at) }
    }

    /// The width of the white space before the text of the line: columns and bytes.
    pub(super) fn white_space(&self) -> (usize, usize) {
        let mut columns = self.spare;
        let mut bytes = 0;
        for &byte in &self.text.as_bytes()[self.at.min(self.line_end)..self.line_end] {
            match byte {
                b' ' => columns += 1,
                b'\t' => columns += tab_width(self.column + columns - self.spare),
                b'\r' => {}
                _ => break,
            }
            bytes += 1;
        }
        (columns, bytes)
    }

    /// Advances by bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        for &byte in &self.text.as_bytes()[self.at..self.at + bytes] {
            self.column += if byte == b'\t' { tab_width(self.column) } else { 1 };
        }
        self.at += bytes;
        self.spare = 0;
    }

    /// Advances over at most this many columns of white space.
    pub(super) fn take_columns(&mut self, columns: usize) {
        let mut left = columns;
        let from_tab = self.spare.min(left);
        self.spare -= from_tab;
        left -= from_tab;
        while left > 0 && self.at < self.line_end {
            let width = match self.text.as_bytes()[self.at] {
                b' ' => 1,
                b'\t' => tab_width(self.column),
                _ => return,
            };
            self.at += 1;
            self.column += width;
            self.spare = width.saturating_sub(left);
            left = left.saturating_sub(width);
        }
    }

    /// Makes the text from here on part of the innermost element.
    pub(super) fn start_writing(&mut self) {
        self.from = self.at;
        self.from_spare = self.spare;
        self.prefix_end = self.at;
    }

    /// Writes the line up to `to`.
    pub(super) fn write_to(&mut self, to: usize) {
        let (from, spare) = (self.from, std::mem::take(&mut self.from_spare));
        let text = self.text;
        let content = self.content();
        if spare > 0 {
            content.insert(&" ".repeat(spare), from);
        }
        // A leading blank line has no meaning, and without it most contents are a single piece of the file.
        if !(content.text().is_empty() && text.get(from..to) == Some("\n")) {
            content.copy(text, from, to);
        }
        self.from = self.from.max(to);
    }

    /// Writes the line to its end and advances to the next.
    pub(super) fn write_line(&mut self) {
        let next = (self.line_end + 1).min(self.text.len());
        self.write_to(next);
        self.at = next;
    }

    /// Writes generated text that represents the text at `place`.
    pub(super) fn insert(&mut self, text: &str, place: usize) {
        self.content().insert(text, place);
    }

    /// Writes the placeholder of a new token that represents the text at `place`.
    pub(super) fn insert_token(&mut self, token: ScanToken<'t>, place: usize) {
        let element = self.innermost();
        self.out.insert_token(element, token, place);
    }

    /// Starts a line in the innermost element that continues its containers.
    pub(super) fn start_line(&mut self, place: usize) {
        let mut prefix = String::new();
        for frame in self.frames.iter().rev().take_while(|frame| !matches!(frame, Container::Element { .. })) {
            let part = match frame {
                Container::Item(width) => " ".repeat(*width),
                _ => "> ".to_owned(),
            };
            prefix.insert_str(0, &part);
        }
        let content = self.content();
        if !content.at_line_start() {
            content.insert("\n", place);
        }
        content.insert(&prefix, place);
    }

    /// Continues after `place`. Returns whether anything follows on its line.
    pub(super) fn resume(&mut self, place: usize) -> bool {
        self.line_end = self.end_of_line_from(place);
        (self.spare, self.column, self.at) = (0, 0, place);
        self.at += self.white_space().1;
        self.start_writing();
        if self.at >= self.line_end {
            self.at = (self.line_end + 1).min(self.text.len());
            return false;
        }
        true
    }

    /// The innermost element.
    pub(super) fn innermost(&self) -> usize {
        let index = self.frames.iter().rev().find_map(|frame| match frame {
            Container::Element { index, .. } => Some(*index),
            _ => None,
        });
        index.unwrap_or(0)
    }

    /// The state of the innermost container, if it is an element with literal content.
    pub(super) fn literal(&mut self) -> Option<&mut LiteralContent> {
        match self.frames.last_mut() {
            Some(Container::Element { literal, .. }) => literal.as_mut(),
            _ => None,
        }
    }

    fn content(&mut self) -> &mut Source<'t> {
        let index = self.innermost();
        &mut self.out.elements[index].content
    }
}

fn tab_width(column: usize) -> usize {
    4 - column % 4
}
