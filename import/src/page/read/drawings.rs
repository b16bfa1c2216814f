//! Drawings that plugins of VuePress show: file trees in preformatted containers such as `::: vue`, and flowcharts.

use engine::other_tools::{self, Notation};

use super::{PageReader, Step, push_without};
use crate::page::headings::plain;
use crate::page::tree::{Element, Fence, Kind};

/// The characters that begin the lines of a drawing.
const STROKES: [char; 4] = ['│', '├', '└', '─'];

impl PageReader<'_> {
    /// Reads a container without a known meaning that consists of a drawing, up to its closing line: the drawing becomes
    /// code, so that its lines and blanks stay. Returns false if the container is something else.
    pub(super) fn tree_in_container(&mut self, at: usize, colons: usize, name: &str) -> bool {
        if other_tools::callout(name).is_some() {
            return false;
        }
        let Some((content, end)) = self.tree_below(colons) else { return false };
        self.flush();
        self.push(self.line_of(at), Kind::Fence(Fence { mark: '`', length: 3, info: String::new(), content }));
        self.go_to(end);
        true
    }

    /// The drawing on the lines below, up to a line of at least this many colons, without inline markup, and the end of that
    /// line. `None` for other content, or with a link, which code cannot have.
    fn tree_below(&self, colons: usize) -> Option<(String, usize)> {
        let (required, _) = self.frames_indent()?;
        let mut content = String::new();
        let mut is_tree = false;
        let mut end = self.line_end;
        while end < self.text.len() {
            let start = end + 1;
            end = self.end_of_line(start);
            let line = self.text.get(start..end)?;
            let text = line.trim();
            if text.starts_with(":::") && text.bytes().all(|byte| byte == b':') {
                return (is_tree && text.len() >= colons).then_some((content, end));
            }
            // The first line is the root.
            let is_drawn = text.starts_with(STROKES);
            if text.contains("](") || !is_drawn && !text.is_empty() && !content.trim().is_empty() {
                return None;
            }
            is_tree |= text.starts_with(['├', '└']);
            let own = line.find(|c: char| !c.is_whitespace() && !STROKES.contains(&c)).unwrap_or(line.len());
            let (strokes, words) = line.split_at(own);
            push_without(strokes, required, &mut content);
            content.push_str(&plain(words));
            content.truncate(content.trim_end_matches(' ').len());
            content.push('\n');
        }
        None
    }

    /// `@flowstart`, the source of a diagram, `@flowend` (vuepress-plugin-flowchart).
    pub(super) fn flowchart(&mut self, at: usize, rest: &str) -> Step {
        let is_start = rest.get("@flowstart".len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let start = self.line_end + 1;
        let below = self.text.get(start..).filter(|_| is_start && !self.no_flowchart && self.paragraph.is_none());
        let Some(length) = below.and_then(|below| below.find("@flowend")) else {
            self.no_flowchart |= below.is_some();
            return Step::No;
        };
        let mut element = Element::new(Notation::Line, "@flowstart");
        let lines = self.text.get(start..start + length).unwrap_or_default().lines();
        element.argument = lines.map(|line| line.trim_start().to_owned() + "\n").collect();
        self.push(self.line_of(at), Kind::Element(Box::new(element)));
        self.go_to(self.end_of_line(start + length));
        Step::Line
    }
}
