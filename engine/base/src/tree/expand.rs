//! Expands the aliases and merge keys of a YAML document: turns the marked nodes into a plain tree.
//!
//! Every copied node and every key that a merge visits is charged to one budget, so that the cost of a small file is
//! bounded. An alias refers to a complete value before it, so there are no cycles.

use std::collections::HashSet;

use super::builder::{Failure, text_of, too_deep};
use super::{FlatNode, Kind, Limits};
use crate::diagnostic::{Code, Diagnostic, Span};

pub(super) struct Expanded {
    pub(super) nodes: Vec<FlatNode>,
    /// Whether a limit was reached.
    pub(super) is_cut: bool,
    pub(super) diagnostics: Vec<Diagnostic<Span>>,
}

/// Copies the tree of `nodes`, expanding aliases and merge keys.
pub(super) fn expand(text: &str, nodes: &[FlatNode], owned: &[Box<str>], limits: Limits) -> Expanded {
    let mut expander = Expander {
        text,
        nodes,
        owned,
        limits,
        budget: limits.copies,
        out: Vec::with_capacity(nodes.len()),
        open: Vec::new(),
        diagnostics: Vec::new(),
    };
    let failure = expander.run().err();
    let is_cut = failure.is_some();
    expander.diagnostics.extend(failure.map(|failure| *failure));
    Expanded { nodes: expander.out, is_cut, diagnostics: expander.diagnostics }
}

struct Expander<'a> {
    text: &'a str,
    nodes: &'a [FlatNode],
    owned: &'a [Box<str>],
    limits: Limits,
    budget: usize,
    out: Vec<FlatNode>,
    open: Vec<CopyFrame>,
    diagnostics: Vec<Diagnostic<Span>>,
}

/// A container that is being copied.
struct CopyFrame {
    /// Its index in the output.
    out: usize,
    rest: Remaining,
    /// The alias or merge key that it is copied for, if any.
    cause: Option<Span>,
}

/// The children that remain to be copied.
enum Remaining {
    /// A range of nodes.
    Range { next: usize, end: usize },
    /// Single nodes, each with the merge key that it comes from.
    List(std::vec::IntoIter<(usize, Option<Span>)>),
}

impl Expander<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        let result = self.value(0, None).and_then(|()| self.containers());
        // After a failure, the open containers end where they are.
        while let Some(frame) = self.open.pop() {
            let is_object = self.out.get(frame.out).is_some_and(|node| node.kind == Kind::Object);
            if is_object && children(&self.out, frame.out, self.out.len()).count() % 2 == 1 {
                let end = self.out.last().map_or(0, |node| node.end as usize);
                self.out.push(FlatNode::new(end, end, Kind::Null));
            }
            self.close(frame.out);
        }
        result
    }

    fn containers(&mut self) -> Result<(), Failure> {
        while let Some(frame) = self.open.last_mut() {
            let cause = frame.cause;
            let next = match &mut frame.rest {
                Remaining::Range { next, end } if *next < *end => {
                    let at = *next;
                    *next = after(self.nodes, at);
                    Some((at, None))
                }
                Remaining::Range { .. } => None,
                Remaining::List(list) => list.next(),
            };
            match next {
                Some((at, merged)) => self.value(at, cause.or(merged))?,
                None => {
                    let out = frame.out;
                    self.open.pop();
                    self.close(out);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, out: usize) {
        let after = self.out.len() as u32;
        if let Some(node) = self.out.get_mut(out) {
            node.extra = after;
        }
    }

    /// Copies a node; for a container only its beginning.
    fn value(&mut self, at: usize, cause: Option<Span>) -> Result<(), Failure> {
        let Some(&node) = self.nodes.get(at) else { return Ok(()) };
        let is_alias = node.kind == Kind::Null && node.extra > 0;
        if is_alias {
            return self.value(node.extra as usize - 1, cause.or(Some(node.span())));
        }
        if let Some(cause) = cause {
            self.pay(cause)?;
        }
        let out = self.out.len();
        if !node.is_container() {
            self.out.push(node);
            return Ok(());
        }
        if self.open.len() >= self.limits.depth {
            let place = cause.unwrap_or_else(|| node.span());
            return Err(too_deep(self.limits, place));
        }
        let rest = match node.merges {
            true => Remaining::List(self.merge(at, cause)?.into_iter()),
            false => Remaining::Range { next: at + 1, end: node.extra as usize },
        };
        self.out.push(FlatNode { merges: false, ..node });
        self.open.push(CopyFrame { out, rest, cause });
        Ok(())
    }

    fn pay(&mut self, cause: Span) -> Result<(), Failure> {
        let Some(left) = self.budget.checked_sub(1) else {
            return Err(Box::new(Diagnostic::new(
                Code::LimitExceeded,
                format!("aliases expand to more than the limit of {} values", self.limits.copies),
                cause,
            )));
        };
        self.budget = left;
        Ok(())
    }

    /// The keys and values of an object with merge keys. Merged entries take the position of the first merge key.
    fn merge(&mut self, object: usize, cause: Option<Span>) -> Result<Vec<(usize, Option<Span>)>, Failure> {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut sources = Vec::new();
        let mut own = Vec::new();
        let mut place = None;
        for (key, value) in entries(self.nodes, object) {
            let Some(node) = self.nodes.get(key) else { continue };
            if node.merges && self.sources(value, &mut sources) {
                place = place.or(Some((own.len(), node.span())));
                continue;
            }
            // A copy was already reported at its origin.
            if node.merges && cause.is_none() {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::InvalidYaml,
                        "the value of a merge key must be a mapping or a list of mappings",
                        node.span(),
                    )
                    .with_help("quote the key if it is not a merge key".to_owned()),
                );
            }
            seen.insert(text_of(self.text, self.owned, node));
            own.extend([(key, None), (value, None)]);
        }
        let Some((place, merge_key)) = place else { return Ok(own) };
        let cause = cause.unwrap_or(merge_key);
        let mut merged = Vec::new();
        // Depth first: a mapping's own merge keys come before the next mapping of the list.
        sources.reverse();
        while let Some(source) = sources.pop() {
            let mut inner = Vec::new();
            let mut taken = Vec::new();
            for (key, value) in entries(self.nodes, source).collect::<Vec<_>>().into_iter().rev() {
                self.pay(cause)?;
                let Some(node) = self.nodes.get(key) else { continue };
                let mut nested = Vec::new();
                if node.merges && self.sources(value, &mut nested) {
                    inner.splice(0..0, nested);
                } else if seen.insert(text_of(self.text, self.owned, node)) {
                    taken.push([(key, Some(cause)), (value, Some(cause))]);
                }
            }
            merged.extend(taken.into_iter().rev().flatten());
            sources.extend(inner.into_iter().rev());
        }
        own.splice(place..place, merged);
        Ok(own)
    }

    /// Adds the objects that the value of a merge key refers to. Returns false if it is something else.
    fn sources(&self, value: usize, to: &mut Vec<usize>) -> bool {
        let target = |at: usize| match self.nodes.get(at) {
            Some(node) if node.kind == Kind::Null && node.extra > 0 => node.extra as usize - 1,
            _ => at,
        };
        let kind = |at: usize| self.nodes.get(at).map(|node| node.kind);
        let value = target(value);
        match kind(value) {
            Some(Kind::Object) => to.push(value),
            Some(Kind::Array) => {
                let items: Vec<usize> = children(self.nodes, value, after(self.nodes, value)).map(target).collect();
                if items.iter().any(|&item| kind(item) != Some(Kind::Object)) {
                    return false;
                }
                to.extend(items);
            }
            _ => return false,
        }
        true
    }
}

/// The index after a node and its descendants.
fn after(nodes: &[FlatNode], at: usize) -> usize {
    match nodes.get(at) {
        Some(node) if node.is_container() && node.extra as usize > at => node.extra as usize,
        _ => at + 1,
    }
}

/// The children, keys included, of a container that ends before `end`.
fn children(nodes: &[FlatNode], container: usize, end: usize) -> impl Iterator<Item = usize> {
    let first = (container + 1 < end).then_some(container + 1);
    std::iter::successors(first, move |&at| Some(after(nodes, at)).filter(|&next| next < end))
}

/// The keys and values of an object.
fn entries(nodes: &[FlatNode], object: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut children = children(nodes, object, after(nodes, object));
    std::iter::from_fn(move || Some((children.next()?, children.next()?)))
}
