//! Writes tokens as HTML: escaped, neighbours of one class merged, no span across a line's end.

use super::Token;
use crate::render::escape::escape;

/// Writes a text whose tokens come in order. What lies between tokens is plain.
pub(super) struct Painter<'a> {
    text: &'a str,
    out: &'a mut String,
    /// The part not written yet is `text[from..to]`, all of it `token`; what follows `to` is unknown.
    from: usize,
    to: usize,
    token: Option<Token>,
    lines: Option<Lines<'a>>,
}

/// The state of writing each line as a span of its own.
struct Lines<'a> {
    /// The ranges that do not end before `number`.
    highlight: &'a [(u32, u32)],
    number: u32,
    open: bool,
}

impl<'a> Painter<'a> {
    pub(super) fn new(text: &'a str, by_line: bool, highlight: &'a [(u32, u32)], out: &'a mut String) -> Self {
        let lines = by_line.then_some(Lines { highlight, number: 0, open: false });
        Self { text, out, from: 0, to: 0, token: None, lines }
    }

    /// `start..end` is a token; what lies before it and after the last one is plain.
    pub(super) fn token(&mut self, token: Token, start: usize, end: usize) {
        if start >= end {
            return;
        }
        self.extend(None, start);
        self.extend(Some(token), end);
    }

    /// Everything up to `end` that is not written yet is `token`.
    fn extend(&mut self, token: Option<Token>, end: usize) {
        if end <= self.to {
            return;
        }
        if token != self.token {
            self.flush();
            self.token = token;
        }
        self.to = end;
    }

    /// Writes what no token covered.
    pub(super) fn finish(mut self) {
        self.extend(None, self.text.len());
        self.flush();
        if self.lines.as_ref().is_some_and(|lines| lines.open) {
            self.out.push_str("</span>");
        }
    }

    fn flush(&mut self) {
        let piece = &self.text[self.from..self.to];
        self.from = self.to;
        if self.lines.is_none() {
            self.write(piece);
            return;
        }
        for part in piece.split_inclusive('\n') {
            self.open_line();
            self.write(part.trim_end_matches('\n'));
            if part.ends_with('\n') {
                // The line's end belongs to its line, so that empty lines have a height.
                self.out.push_str("\n</span>");
                if let Some(lines) = &mut self.lines {
                    lines.open = false;
                }
            }
        }
    }

    fn open_line(&mut self) {
        let Some(lines) = &mut self.lines else { return };
        if lines.open {
            return;
        }
        lines.open = true;
        lines.number += 1;
        while let Some((_, rest)) = lines.highlight.split_first().filter(|((_, last), _)| *last < lines.number) {
            lines.highlight = rest;
        }
        let marked = lines.highlight.first().is_some_and(|(first, _)| *first <= lines.number);
        self.out.push_str(if marked { "<span class=\"line hl\">" } else { "<span class=\"line\">" });
    }

    fn write(&mut self, text: &str) {
        match self.token {
            Some(token) if !text.is_empty() => {
                self.out.push_str("<span class=\"");
                self.out.push_str(token.class());
                self.out.push_str("\">");
                escape(text, self.out);
                self.out.push_str("</span>");
            }
            _ => escape(text, self.out),
        }
    }
}
