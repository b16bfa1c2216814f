//! The ends of containers `:::`.
//!
//! The tools look for the end of a container before they parse its content: the first line with at least as many colons
//! as its opening line and nothing else ends it, even inside code or raw HTML (markdown-it-container,
//! micromark-extension-directive). Containers of equal length therefore do not nest: the inner one ends with its parent.

use super::PageReader;
use super::frames::{Close, FrameKind};

impl PageReader<'_> {
    /// The index of the container that a line closes; `None` if it closes no container. `rest` is the line after its
    /// whitespace, and `column` the column where `rest` begins.
    pub(super) fn container_closed_by(&self, rest: &str, column: usize) -> Option<usize> {
        if !self.dialect.directives || !rest.starts_with(":::") {
            return None;
        }
        let colons = rest.trim_end();
        if colons.bytes().any(|byte| byte != b':') {
            return None;
        }
        let is_quote = |frame: &super::Frame| matches!(frame.kind, FrameKind::Quote);
        let quoted = self.frames.iter().rposition(is_quote);
        // The column where the content of the containers outside begins.
        let mut outside = 0;
        for (index, frame) in self.frames.iter().enumerate().skip(quoted.unwrap_or_default()) {
            match &frame.kind {
                FrameKind::Item { width, .. } => outside += width,
                FrameKind::Element { close: Close::Indentation, .. } => outside += 4,
                FrameKind::Element { close: Close::Colons(opened), .. } => {
                    // Lines that are indented by four are code, except in MDX.
                    let is_near = self.dialect.mdx || quoted.is_some() || column < outside + 4;
                    if *opened <= colons.len() && is_near {
                        return Some(index);
                    }
                }
                FrameKind::Root | FrameKind::Quote | FrameKind::Element { .. } => {}
            }
        }
        None
    }

    /// Closes the container that the current line closes, from any block inside it. Returns false if the line closes no
    /// container.
    pub(super) fn close_container(&mut self) -> bool {
        let (columns, white) = self.indentation();
        let rest = self.rest().get(white..).unwrap_or_default();
        let Some(index) = self.container_closed_by(rest, self.column + columns) else { return false };
        self.close_to(index + 1, false);
        self.close_to(index, true);
        true
    }
}
