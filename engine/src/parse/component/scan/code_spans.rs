//! Finds the ends of code spans: a run of backticks is closed by the next run of the same length in the same paragraph.

use std::collections::BTreeMap;

use memchr::memchr;

use super::super::lines::continues_paragraph;

/// Finds code spans in one pass over each paragraph.
pub(crate) struct CodeSpans<'t> {
    text: &'t str,
    /// The end of the last code span.
    until: usize,
    /// The position up to which runs are known.
    known: usize,
    /// The positions of runs by length, last first.
    runs: BTreeMap<usize, Vec<usize>>,
}

impl<'t> CodeSpans<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, until: 0, known: 0, runs: BTreeMap::new() }
    }

    /// The position before which all text is code.
    pub(super) fn until(&self) -> usize {
        self.until
    }

    /// The position after the code span that the backticks at `at` open, if it ends before `limit`; otherwise after the
    /// backticks.
    pub(crate) fn skip(&mut self, at: usize, limit: usize) -> usize {
        if at >= self.known {
            self.look_ahead(at);
        }
        let length = self.text.as_bytes()[at..].iter().take_while(|&&byte| byte == b'`').count();
        let runs = self.runs.get_mut(&length);
        let close = runs.and_then(|runs| {
            while runs.last().is_some_and(|&run| run <= at) {
                runs.pop();
            }
            runs.last().copied().filter(|close| close + length <= limit)
        });
        match close {
            Some(close) => {
                self.until = close + length;
                self.until
            }
            None => at + length,
        }
    }

    /// Records the runs from `at` to the end of the paragraph.
    fn look_ahead(&mut self, at: usize) {
        self.runs.clear();
        let bytes = self.text.as_bytes();
        let end_of_line = |from: usize| memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |offset| from + offset + 1);
        let mut end = end_of_line(at);
        while end < bytes.len() {
            let next = end_of_line(end);
            if !continues_paragraph(&self.text[end..next]) {
                break;
            }
            end = next;
        }
        self.known = end;
        let mut place = at;
        while let Some(offset) = memchr(b'`', &bytes[place..end]) {
            place += offset;
            let length = bytes[place..].iter().take_while(|&&byte| byte == b'`').count();
            self.runs.entry(length).or_default().push(place);
            place += length;
        }
        for runs in self.runs.values_mut() {
            runs.reverse();
        }
    }
}
