//! Writes tokens as HTML: escaped, neighbours of one class merged, no span across a line's end.

use super::Token;
use super::bidi::escape_code;
use super::marks::{Mark, Marked};

/// How lines are written, where each is a span of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineView<'a> {
    /// In the order of their first lines.
    pub(super) marks: &'a [Marked],
    /// The number of the first line, where lines bear numbers that begin elsewhere than at 1.
    pub(super) first: Option<u32>,
}

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
    view: LineView<'a>,
    number: u32,
    open: bool,
    /// The last line that each mark is on.
    until: [u32; Mark::ALL.len()],
}

impl<'a> Painter<'a> {
    pub(super) fn new(text: &'a str, lines: Option<LineView<'a>>, out: &'a mut String) -> Self {
        let lines = lines.map(|view| Lines { view, number: 0, open: false, until: [0; Mark::ALL.len()] });
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
        let Some(lines) = self.lines.as_mut().filter(|lines| !lines.open) else { return };
        lines.open = true;
        lines.number += 1;
        while let Some((&(_, last, mark), rest)) =
            lines.view.marks.split_first().filter(|((first, ..), _)| *first <= lines.number)
        {
            lines.view.marks = rest;
            let until = &mut lines.until[mark as usize];
            *until = last.max(*until);
        }
        self.out.push_str("<span class=\"line");
        for (mark, until) in Mark::ALL.into_iter().zip(lines.until) {
            if lines.number <= until {
                self.out.push_str(mark.class());
            }
        }
        self.out.push('"');
        if let Some(first) = lines.view.first {
            let number = u64::from(first) + u64::from(lines.number) - 1;
            self.out.push_str(&format!(" data-line=\"{number}\""));
        }
        self.out.push('>');
    }

    fn write(&mut self, text: &str) {
        match self.token {
            Some(token) if !text.is_empty() => {
                self.out.push_str("<span class=\"");
                self.out.push_str(token.class());
                self.out.push_str("\">");
                escape_code(text, self.out);
                self.out.push_str("</span>");
            }
            _ => escape_code(text, self.out),
        }
    }
}
