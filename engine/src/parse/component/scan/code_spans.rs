//! Where code spans end: a run of backticks is closed by the next run of its length in the same paragraph.

use std::collections::BTreeMap;

use memchr::memchr;

use super::super::lines::continues_paragraph;

/// Finds code spans in one pass over each paragraph.
pub(super) struct CodeSpans<'t> {
    text: &'t str,
    /// The end of the last span.
    until: usize,
    /// The runs up to here are known.
    known: usize,
    /// Places of runs by their length, last ones first.
    runs: BTreeMap<usize, Vec<usize>>,
}

impl<'t> CodeSpans<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, until: 0, known: 0, runs: BTreeMap::new() }
    }

    /// Text before this place is code.
    pub(super) fn until(&self) -> usize {
        self.until
    }

    /// The place after the span that the backticks at `at` open and that ends before `limit`, or after the backticks when
    /// they open none.
    pub(super) fn skip(&mut self, at: usize, limit: usize) -> usize {
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

    /// Notes the runs from `at` to the paragraph's end.
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
