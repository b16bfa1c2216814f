//! Writes tokens as HTML: escapes them, merges adjacent tokens of one class, and ends spans at the end of a line.

use super::Token;
use super::bidi::escape_code;
use super::marks::{Mark, Marked};

/// Settings of output in which each line is a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineView<'a> {
    /// In the order of their first lines.
    pub(super) marks: &'a [Marked],
    /// The number of the first line, if lines are numbered and do not start at 1.
    pub(super) first: Option<u32>,
}

/// Writes a text whose tokens arrive in order. Text between tokens is plain.
pub(super) struct Painter<'a> {
    text: &'a str,
    out: &'a mut String,
    /// `text[from..to]` is pending, and is `token`; the text after `to` has not been classified.
    from: usize,
    to: usize,
    token: Option<Token>,
    lines: Option<LineState<'a>>,
}

/// The state of output in which each line is a span.
struct LineState<'a> {
    view: LineView<'a>,
    number: u32,
    open: bool,
    /// The last line of each mark.
    until: [u32; Mark::ALL.len()],
}

impl<'a> Painter<'a> {
    pub(super) fn new(text: &'a str, lines: Option<LineView<'a>>, out: &'a mut String) -> Self {
        let lines = lines.map(|view| LineState { view, number: 0, open: false, until: [0; Mark::ALL.len()] });
        Self { text, out, from: 0, to: 0, token: None, lines }
    }

    /// Adds the token `start..end`; the text between it and the previous token is plain.
    pub(super) fn token(&mut self, token: Token, start: usize, end: usize) {
        if start >= end {
            return;
        }
        self.extend(None, start);
        self.extend(Some(token), end);
    }

    /// Classifies the text up to `end` as `token`.
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

    /// Writes the rest of the text.
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
                // The line break is inside the line, so that empty lines have a height.
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
