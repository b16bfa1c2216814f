//! The Markdown of one element, with a mapping of its bytes to the file's.

use std::borrow::Cow;

use base::diagnostic::Span;

/// A text composed of pieces of a file and of generated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source<'t> {
    /// Borrowed while it is a single piece of the file.
    text: Cow<'t, str>,
    /// The position in the file, while it is a single piece.
    start: u32,
    /// Empty while it is a single piece.
    segments: Vec<SourceSegment>,
    /// The expected length in bytes.
    room: usize,
}

/// The minimum capacity: most contents have at least one line.
const LEAST: usize = 128;

/// From `at` in the text on, bytes map to those of the file from `source` on; generated text maps to `source` as a
/// whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SourceSegment {
    at: u32,
    source: u32,
    own: bool,
}

impl Default for Source<'_> {
    /// Empty.
    fn default() -> Self {
        Self { text: Cow::Borrowed(""), start: 0, segments: Vec::new(), room: 0 }
    }
}

impl<'t> Source<'t> {
    /// The Markdown.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Creates an empty source with capacity for this many bytes.
    pub(crate) fn with_room(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    /// Appends `file[from..to]`. Copies nothing while the text is a single piece of the file.
    pub(crate) fn copy(&mut self, file: &'t str, from: usize, to: usize) {
        if from >= to {
            return;
        }
        if let Cow::Borrowed(text) = self.text {
            let start = if text.is_empty() { from } else { self.start as usize };
            if start + text.len() == from {
                self.text = Cow::Borrowed(&file[start..to]);
                self.start = start as u32;
                return;
            }
        }
        let at = self.text.len() as u32;
        let follows = self
            .segments
            .last()
            .is_some_and(|last| !last.own && last.source as usize + (at - last.at) as usize == from);
        let text = self.owned();
        text.push_str(&file[from..to]);
        if !follows {
            self.segments.push(SourceSegment { at, source: from as u32, own: false });
        }
    }

    /// Appends generated text that represents something at `source` in the file.
    pub(crate) fn insert(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            let own = self.owned();
            let at = own.len() as u32;
            own.push_str(text);
            self.segments.push(SourceSegment { at, source: source as u32, own: true });
        }
    }

    /// The text as an owned string.
    fn owned(&mut self) -> &mut String {
        if let Cow::Borrowed(text) = self.text {
            let mut own = String::with_capacity(self.room.max(LEAST).max(2 * text.len()));
            own.push_str(text);
            self.segments = Vec::with_capacity(8.max(self.room / 64));
            if !text.is_empty() {
                self.segments.push(SourceSegment { at: 0, source: self.start, own: false });
            }
            self.text = Cow::Owned(own);
        }
        self.text.to_mut()
    }

    /// Prepends generated text that represents something at `source` in the file.
    pub(crate) fn prepend(&mut self, text: &str, source: usize) {
        self.owned().insert_str(0, text);
        for segment in &mut self.segments {
            segment.at += text.len() as u32;
        }
        self.segments.insert(0, SourceSegment { at: 0, source: source as u32, own: true });
    }

    /// Replaces everything with generated text that represents something at `source` in the file.
    pub(crate) fn replace(&mut self, text: &str, source: usize) {
        *self = Self::default();
        self.insert(text, source);
    }

    /// Whether the text ends at the start of a line.
    pub(crate) fn at_line_start(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// The position in the file of a byte of the text.
    fn place(&self, at: usize) -> usize {
        if let Cow::Borrowed(_) = self.text {
            return self.start as usize + at;
        }
        let index = self.segments.partition_point(|segment| segment.at as usize <= at);
        match index.checked_sub(1).and_then(|index| self.segments.get(index)) {
            Some(segment) if segment.own => segment.source as usize,
            Some(segment) => segment.source as usize + at - segment.at as usize,
            None => 0,
        }
    }

    /// The span in the file of a range of the text.
    pub(crate) fn span(&self, range: std::ops::Range<usize>) -> Span {
        let start = self.place(range.start);
        if range.is_empty() {
            return Span::new(start, start);
        }
        // Uses the last byte, since the end may already belong to the next piece.
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

    #[test]
    fn one_piece_of_the_file_is_not_copied() {
        let file = "> ab\ncd\n";
        let mut source = Source::default();
        source.copy(file, 2, 5);
        source.copy(file, 5, 7);
        assert!(std::ptr::eq(source.text(), &raw const file[2..7]));
        assert_eq!(&file[source.span(1..4).range()], "b\nc");
        source.insert("x", 7);
        assert_eq!(source.text(), "ab\ncdx");
        assert_eq!(&file[source.span(1..4).range()], "b\nc");
        source.replace("y", 0);
        source.prepend("z", 0);
        assert_eq!(source.text(), "zy");
    }
}
