//! Decisions derived from bytes, so that changing one byte changes one decision.

/// Bytes that are consumed one by one.
pub(super) struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// A number below `limit`, which is at most 256; zero once the bytes are used up, so zero must lead to termination.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first) % limit.max(1)
    }

    /// An element of a non-empty list.
    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A position in a text, on a character boundary.
    pub(super) fn place(&mut self, text: &str) -> usize {
        let share = self.below(256) * 256 + self.below(256);
        let at = share * text.len() / 65_536;
        char_boundary(text, at)
    }
}

/// The first character boundary from `at` on, or the end.
pub(super) fn char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
