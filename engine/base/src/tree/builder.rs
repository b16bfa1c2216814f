//! Builds a flat tree for the JSON and YAML readers: containers, limits, and duplicate keys.

use super::keys::KeyTracker;
use super::{FlatNode, Kind, Limits};
use crate::diagnostic::{Code, Diagnostic, Span};

/// The diagnostic that ends the parse.
pub(super) type Failure = Box<Diagnostic<Span>>;

pub(super) struct TreeBuilder<'t> {
    pub(super) text: &'t str,
    pub(super) limits: Limits,
    pub(super) nodes: Vec<FlatNode>,
    pub(super) owned: Vec<Box<str>>,
    open: Vec<OpenContainer>,
    keys: KeyTracker,
}

/// A container that is not closed yet.
struct OpenContainer {
    node: u32,
    /// The last key of an object; zero if there is none, since a key is never the first node.
    last_key: u32,
    /// The index of its first key among all recorded keys.
    first_key: usize,
}

impl<'t> TreeBuilder<'t> {
    pub(super) fn new(text: &'t str, limits: Limits, capacity: usize) -> Self {
        Self {
            text,
            limits,
            nodes: Vec::with_capacity(capacity),
            owned: Vec::new(),
            open: Vec::new(),
            keys: KeyTracker::default(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, node: FlatNode) -> Result<(), Failure> {
        if self.nodes.len() >= self.limits.nodes {
            return Err(self.too_many(node.span()));
        }
        self.nodes.push(node);
        Ok(())
    }

    #[cold]
    fn too_many(&self, span: Span) -> Failure {
        let message = format!("the document has more values than the limit of {}", self.limits.nodes);
        Box::new(Diagnostic::new(Code::LimitExceeded, message, span))
    }

    /// Pushes a key of the innermost object.
    #[inline]
    pub(super) fn push_key(&mut self, node: FlatNode) -> Result<(), Failure> {
        let at = self.nodes.len() as u32;
        self.push(node)?;
        self.keys.note(at, text_of(self.text, &self.owned, &node));
        if let Some(open) = self.open.last_mut() {
            open.last_key = at;
        }
        Ok(())
    }

    /// Pushes a key that may be repeated in its object.
    pub(super) fn push_repeatable_key(&mut self, node: FlatNode) -> Result<(), Failure> {
        let at = self.nodes.len() as u32;
        self.push(node)?;
        if let Some(open) = self.open.last_mut() {
            open.last_key = at;
        }
        Ok(())
    }

    /// Opens a container whose first character is at `start`.
    pub(super) fn begin(&mut self, kind: Kind, start: usize) -> Result<(), Failure> {
        // An empty list may begin at the end of the text.
        let width = self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        if self.open.len() >= self.limits.depth {
            return Err(too_deep(self.limits, Span::new(start, start + width)));
        }
        let node = self.nodes.len() as u32;
        self.push(FlatNode::new(start, start + width, kind))?;
        self.open.push(OpenContainer { node, last_key: 0, first_key: self.keys.len() });
        Ok(())
    }

    /// Closes the innermost container at `end`, or after its first character if that is further. Returns where it ends.
    pub(super) fn end(&mut self, end: usize) -> usize {
        let Some(open) = self.open.pop() else { return end };
        let after = self.nodes.len() as u32;
        let mut end = end as u32;
        if let Some(node) = self.nodes.get_mut(open.node as usize) {
            end = end.max(node.end);
            node.end = end;
            node.extra = after;
        }
        self.keys.close(open.first_key, &self.nodes, |node| text_of(self.text, &self.owned, node));
        end as usize
    }

    /// The innermost open container.
    pub(super) fn innermost(&self) -> Option<&FlatNode> {
        self.open.last().and_then(|open| self.nodes.get(open.node as usize))
    }

    /// The innermost open container, mutable.
    pub(super) fn innermost_mut(&mut self) -> Option<&mut FlatNode> {
        self.open.last().and_then(|open| self.nodes.get_mut(open.node as usize))
    }

    /// Whether the innermost container is an object whose last key has no value yet.
    pub(super) fn awaits_value(&self) -> bool {
        self.open.last().is_some_and(|open| open.last_key != 0 && open.last_key as usize + 1 == self.nodes.len())
    }

    /// Completes the tree of what was read up to `at`, and returns the diagnostics for duplicate keys.
    pub(super) fn finish(&mut self, at: usize) -> Vec<Diagnostic<Span>> {
        // A container that was just opened ends where it begins.
        let mut at = self.nodes.last().map_or(at, |last| at.max(last.span().end as usize));
        if self.nodes.is_empty() {
            self.nodes.push(FlatNode::new(at, at, Kind::Null));
        }
        while !self.open.is_empty() {
            if self.awaits_value() {
                self.nodes.push(FlatNode::new(at, at, Kind::Null));
            }
            at = self.end(at);
        }
        std::mem::take(&mut self.keys).into_diagnostics()
    }
}

/// The failure for a container at `span` that is nested too deeply.
pub(super) fn too_deep(limits: Limits, span: Span) -> Failure {
    let message = format!("the document is nested deeper than the limit of {} levels", limits.depth);
    Box::new(Diagnostic::new(Code::LimitExceeded, message, span))
}

/// A scalar's text.
pub(super) fn text_of<'a>(text: &'a str, owned: &'a [Box<str>], node: &FlatNode) -> &'a str {
    let own = (node.extra as usize).checked_sub(1).filter(|_| node.kind == Kind::String);
    match own {
        Some(own) => owned.get(own).map_or("", |text| text),
        None => text.get(node.start as usize..node.end as usize).unwrap_or_default(),
    }
}
