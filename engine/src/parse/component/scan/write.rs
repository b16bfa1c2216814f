//! Moving along the line, and writing what was read to the content that it belongs to.

use memchr::memchr;

use super::{Frame, Literal, Scanner};
use crate::parse::component::Source;
use crate::parse::component::elements::Token;

impl<'t> Scanner<'t> {
    /// The place of the line feed that ends the line of `at`, or the text's end.
    pub(super) fn end_of_line(&self, at: usize) -> usize {
        memchr(b'\n', &self.text.as_bytes()[at..]).map_or(self.text.len(), |offset| at + offset)
    }

    /// The end of the line of `at`, which does not lie before the current line. On that line it is known already: looking for
    /// it again at each tag would take time in proportion to the square of the line's length.
    pub(super) fn end_of_line_from(&self, at: usize) -> usize {
        if at <= self.line_end { self.line_end } else { self.end_of_line(at) }
    }

    /// The white space from here to the line's text: columns and bytes.
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

    /// Moves on by bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        for &byte in &self.text.as_bytes()[self.at..self.at + bytes] {
            self.column += if byte == b'\t' { tab_width(self.column) } else { 1 };
        }
        self.at += bytes;
        self.spare = 0;
    }

    /// Moves on over at most so many columns of white space.
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

    /// What comes from here on is the innermost element's.
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
        // A blank line before all else says nothing, and without it most contents are one piece of the file.
        if !(content.text().is_empty() && text.get(from..to) == Some("\n")) {
            content.copy(text, from, to);
        }
        self.from = self.from.max(to);
    }

    /// Writes the line to its end and goes on to the next.
    pub(super) fn write_line(&mut self) {
        let next = (self.line_end + 1).min(self.text.len());
        self.write_to(next);
        self.at = next;
    }

    /// Writes text of our own that stands for what is at `place`.
    pub(super) fn insert(&mut self, text: &str, place: usize) {
        self.content().insert(text, place);
    }

    /// Writes the placeholder of a new token, which stands for what is at `place`.
    pub(super) fn insert_token(&mut self, token: Token<'t>, place: usize) {
        let element = self.innermost();
        self.out.insert_token(element, token, place);
    }

    /// Starts a line that continues the containers in the innermost element.
    pub(super) fn start_line(&mut self, place: usize) {
        let mut prefix = String::new();
        for frame in self.frames.iter().rev().take_while(|frame| !matches!(frame, Frame::Element { .. })) {
            let part = match frame {
                Frame::Item(width) => " ".repeat(*width),
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

    /// Goes on after `place`. Says whether there is anything on its line.
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
            Frame::Element { index, .. } => Some(*index),
            _ => None,
        });
        index.unwrap_or(0)
    }

    /// The state of the innermost container, if it is an element whose content is taken literally.
    pub(super) fn literal(&mut self) -> Option<&mut Literal> {
        match self.frames.last_mut() {
            Some(Frame::Element { literal, .. }) => literal.as_mut(),
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
