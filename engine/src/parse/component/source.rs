//! The Markdown of one element, with the way back from its bytes to the file's.

use crate::diagnostic::Span;

/// A text put together from pieces of a file and from text of our own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    text: String,
    segments: Vec<Segment>,
}

/// Most contents have a line at least.
const LEAST: usize = 64;

/// From `at` in the text on, bytes are those of the file from `source` on; of text of our own, all are at `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    at: u32,
    source: u32,
    own: bool,
}

impl Source {
    /// The Markdown.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// None yet, with room for so many bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), segments: Vec::new() }
    }

    /// Appends `file[from..to]`.
    pub(crate) fn copy(&mut self, file: &str, from: usize, to: usize) {
        if from >= to {
            return;
        }
        let at = self.text.len() as u32;
        let follows = self
            .segments
            .last()
            .is_some_and(|last| !last.own && last.source as usize + (at - last.at) as usize == from);
        if !follows {
            self.segments.push(Segment { at, source: from as u32, own: false });
        }
        if self.text.capacity() == 0 {
            self.text.reserve((to - from).max(LEAST));
        }
        self.text.push_str(&file[from..to]);
    }

    /// Appends text that stands for something at `source` in the file.
    pub(crate) fn insert(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            self.segments.push(Segment { at: self.text.len() as u32, source: source as u32, own: true });
            self.text.push_str(text);
        }
    }

    /// Puts text of our own in front, which stands for something at `source` in the file.
    pub(crate) fn prepend(&mut self, text: &str, source: usize) {
        for segment in &mut self.segments {
            segment.at += text.len() as u32;
        }
        self.segments.insert(0, Segment { at: 0, source: source as u32, own: true });
        self.text.insert_str(0, text);
    }

    /// Makes it text of our own alone, which stands for something at `source` in the file.
    pub(crate) fn replace(&mut self, text: &str, source: usize) {
        *self = Self::default();
        self.insert(text, source);
    }

    /// Whether the text is at the start of a line.
    pub(crate) fn at_line_start(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// Where a byte of the text stands in the file.
    fn place(&self, at: usize) -> usize {
        // The text of a page without components is one piece.
        if let [only] = self.segments.as_slice()
            && !only.own
        {
            return only.source as usize + at - only.at as usize;
        }
        let index = self.segments.partition_point(|segment| segment.at as usize <= at);
        match index.checked_sub(1).and_then(|index| self.segments.get(index)) {
            Some(segment) if segment.own => segment.source as usize,
            Some(segment) => segment.source as usize + at - segment.at as usize,
            None => 0,
        }
    }

    /// The file's span of a range of the text.
    pub(crate) fn span(&self, range: std::ops::Range<usize>) -> Span {
        let start = self.place(range.start);
        if range.is_empty() {
            return Span::new(start, start);
        }
        // The last byte's place, since the end may already belong to the next piece.
        Span::new(start, (self.place(range.end - 1) + 1).max(start))
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn finds_the_way_back() {
        let file = "> ab\n> cd\n";
        let mut source = Source::default();
        source.copy(file, 2, 5);
        source.insert("xx", 7);
        source.copy(file, 7, 9);
        source.copy(file, 9, 10);
        assert_eq!(source.text(), "ab\nxxcd\n");
        assert_eq!(&file[source.span(0..2).range()], "ab");
        assert_eq!(&file[source.span(5..7).range()], "cd");
        assert_eq!(&file[source.span(0..7).range()], "ab\n> cd");
        assert_eq!(source.segments.len(), 3);
    }
}
