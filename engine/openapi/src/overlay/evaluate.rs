//! Evaluates JSONPath queries (RFC 9535) on the document, following references as far as the query's segments reach.
//!
//! A descendant segment at the start of a query stays within the literal document, so it visits a component once. Below
//! a prefix it follows references, but never into a value that is one of its own ancestors.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Number, Value};
use serde_json_path::PathElement;

use super::super::shape::{Holds, Object};
use super::document::{OverlaidDocument, below};
use super::draft::{Draft, Step, ValueIdentity};
use crate::parse::overlay::{Filter, Query, Segment, Selector, selected};
use base::tree::{Kind, Limits};

/// Depth limit of a query.
const MOST_LEVELS: usize = 128;

/// How many values a filter may visit at once.
const MOST_BUILT: usize = 4_000_000;

/// Budget for all actions of a spec's overlays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Values that may be visited.
    pub(super) values: u64,
    /// How many of them a descendant segment may reach through references: the number of such paths is unbounded.
    pub(super) through: u64,
    /// Values that queries may select through references: each is a step of its own, so they cost memory.
    pub(super) selected: usize,
    /// Nodes of new chunks that may be created.
    pub(super) nodes: usize,
}

/// The budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

impl Default for Budget {
    fn default() -> Self {
        Self { values: 100_000_000, through: 8_000_000, selected: 1_000_000, nodes: Limits::default().nodes }
    }
}

impl Budget {
    pub(super) fn pay(&mut self, values: usize) -> Result<(), Spent> {
        self.values = self.values.checked_sub(values as u64).ok_or(Spent)?;
        Ok(())
    }
}

/// A value that a query has reached.
#[derive(Clone, Debug)]
struct QueryNode<'db> {
    value: Draft<'db>,
    /// Its index among the trails; `None` for the document.
    trail: Option<u32>,
    holds: Holds,
    /// Whether a reference was followed to it.
    through: bool,
}

/// Whether a descendant segment follows references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    Never,
    References,
    /// It has followed one.
    Through,
}

/// A step with its predecessor.
#[derive(Clone, Copy, Debug)]
struct Trail<'db> {
    before: Option<u32>,
    step: Step<'db>,
}

/// The state of a query evaluation.
pub(super) struct Evaluation<'w, 'db> {
    document: &'w OverlaidDocument<'db>,
    budget: &'w mut Budget,
    trails: Vec<Trail<'db>>,
    /// Whether a member that the current segment names can be reached from a value, at any distance.
    holds: HashMap<ValueIdentity<'db>, bool>,
    /// The whole document, with the references along the query's path followed. For filters that read it.
    whole: Option<Value>,
    /// How many values the current filter has built.
    built: usize,
}

/// The result of a query.
pub(super) struct Selected<'db> {
    /// The path to each value, and the value.
    pub(super) values: Vec<(Vec<Step<'db>>, Draft<'db>)>,
    /// If there are none: the segment that selects nothing, and the values before it.
    pub(super) stopped: Option<(usize, Vec<Draft<'db>>)>,
}

/// Evaluates a query.
pub(super) fn evaluate<'db>(
    document: &OverlaidDocument<'db>,
    budget: &mut Budget,
    query: &Query,
) -> Result<Selected<'db>, Spent> {
    let mut evaluation =
        Evaluation { document, budget, trails: Vec::new(), holds: HashMap::new(), whole: None, built: 0 };
    evaluation.run(query)
}

impl<'db> Evaluation<'_, 'db> {
    fn run(&mut self, query: &Query) -> Result<Selected<'db>, Spent> {
        let mut nodes = vec![QueryNode {
            value: self.document.root.clone(),
            trail: None,
            holds: Holds::One(Object::Document),
            through: false,
        }];
        for (at, segment) in query.segments.iter().enumerate() {
            let mut next = Vec::new();
            self.holds.clear();
            for node in &nodes {
                if segment.is_descendant {
                    let mut on_way = Vec::new();
                    let follows = if at > 0 { Follows::References } else { Follows::Never };
                    self.descend(node, segment, follows, &mut on_way, &mut next)?;
                } else {
                    let node = self.followed(node);
                    self.select(&node, segment, &mut next)?;
                }
            }
            if next.is_empty() {
                const MOST_SHOWN: usize = 16;
                let before = nodes.iter().take(MOST_SHOWN).map(|node| self.followed(node).value).collect();
                return Ok(Selected { values: Vec::new(), stopped: Some((at, before)) });
            }
            nodes = next;
        }
        let values = nodes.into_iter().map(|node| (self.steps(node.trail), node.value)).collect();
        Ok(Selected { values, stopped: None })
    }

    fn steps(&self, trail: Option<u32>) -> Vec<Step<'db>> {
        let at = |trail: u32| self.trails.get(trail as usize);
        let trails = std::iter::successors(trail.and_then(at), |trail| trail.before.and_then(at));
        let mut steps: Vec<Step<'db>> = trails.map(|trail| trail.step).collect();
        steps.reverse();
        steps
    }

    /// The node, with its reference followed.
    fn followed(&self, node: &QueryNode<'db>) -> QueryNode<'db> {
        match self.document.followed(&node.value, node.holds) {
            Some(followed) => QueryNode { value: followed.value, through: true, ..*node },
            None => node.clone(),
        }
    }

    fn child(&mut self, node: &QueryNode<'db>, step: Step<'db>, value: Draft<'db>) -> QueryNode<'db> {
        self.trails.push(Trail { before: node.trail, step });
        let holds = below(node.holds, step, &value);
        QueryNode { value, trail: Some((self.trails.len() - 1) as u32), holds, through: node.through }
    }

    /// Pushes the children that a segment selects.
    fn select(
        &mut self,
        node: &QueryNode<'db>,
        segment: &Segment,
        next: &mut Vec<QueryNode<'db>>,
    ) -> Result<(), Spent> {
        let before = next.len();
        for selector in &segment.selectors {
            self.budget.pay(1)?;
            match selector {
                Selector::Name(name) => {
                    if let Some((key, value)) = node.value.get(name) {
                        next.push(self.child(node, Step::Key(key), value));
                    }
                }
                Selector::Wildcard => {
                    let children = node.value.children();
                    self.budget.pay(children.len())?;
                    for (step, value) in children {
                        next.push(self.child(node, step, value));
                    }
                }
                Selector::Index(index) => {
                    let Some(len) = node.value.len() else { continue };
                    let index = usize::try_from(*index).ok().or_else(|| len.checked_add_signed(*index as isize));
                    if let Some((index, value)) = index.and_then(|index| Some((index, node.value.item(index)?))) {
                        next.push(self.child(node, Step::Index(index), value));
                    }
                }
                Selector::Slice(path) => {
                    let Some(len) = node.value.len() else { continue };
                    self.budget.pay(len)?;
                    let items = Value::Array(vec![Value::Null; len]);
                    self.push_selected(node, selected(path, &items), next);
                }
                Selector::Filter(filter) if node.value.is_container() => self.filter(node, filter, next)?,
                Selector::Filter(_) => {}
            }
        }
        if node.through {
            self.budget.selected = self.budget.selected.checked_sub(next.len() - before).ok_or(Spent)?;
        }
        Ok(())
    }

    fn push_selected(&mut self, node: &QueryNode<'db>, children: Vec<PathElement<'_>>, next: &mut Vec<QueryNode<'db>>) {
        for child in children {
            let found = match child {
                PathElement::Name(name) => node.value.get(name).map(|(key, value)| (Step::Key(key), value)),
                PathElement::Index(index) => node.value.item(index).map(|value| (Step::Index(index), value)),
            };
            if let Some((step, value)) = found {
                next.push(self.child(node, step, value));
            }
        }
    }

    /// Pushes the nodes that a segment selects from a node and all its descendants.
    fn descend(
        &mut self,
        node: &QueryNode<'db>,
        segment: &Segment,
        follows: Follows,
        on_way: &mut Vec<ValueIdentity<'db>>,
        next: &mut Vec<QueryNode<'db>>,
    ) -> Result<(), Spent> {
        self.budget.pay(1)?;
        if follows == Follows::Through {
            self.budget.through = self.budget.through.checked_sub(1).ok_or(Spent)?;
        }
        let is_followed = follows != Follows::Never && !node.holds.is_data();
        let reference = node.value.reference().filter(|_| is_followed);
        let followed = reference.and_then(|_| self.document.followed(&node.value, node.holds));
        let identity = followed.as_ref().map_or_else(|| node.value.identity(), |followed| followed.identity);
        if on_way.contains(&identity) || on_way.len() >= MOST_LEVELS {
            return Ok(());
        }
        let node = match followed {
            Some(followed) => QueryNode { value: followed.value, through: true, ..*node },
            None => node.clone(),
        };
        if reference.is_some() && !self.may_hold(&node.value, node.holds, segment)? {
            return Ok(());
        }
        let follows = if reference.is_some() { Follows::Through } else { follows };
        self.select(&node, segment, next)?;
        on_way.push(identity);
        for (step, value) in node.value.children() {
            if value.is_container() {
                let child = self.child(&node, step, value);
                self.descend(&child, segment, follows, on_way, next)?;
            }
        }
        on_way.pop();
        Ok(())
    }

    /// Whether a segment of names can select anything below a value, through any number of references. Values that
    /// cannot are visited once: the number of paths through a spec is unbounded.
    fn may_hold(&mut self, start: &Draft<'db>, holds: Holds, segment: &Segment) -> Result<bool, Spent> {
        let is_name = |selector: &Selector| matches!(selector, Selector::Name(_));
        if !segment.selectors.iter().all(is_name) {
            return Ok(true);
        }
        let first = start.identity();
        if let Some(&known) = self.holds.get(&first) {
            return Ok(known);
        }
        let mut seen = HashSet::from([first]);
        let mut open = vec![(start.clone(), holds)];
        let mut found = false;
        while let Some((value, holds)) = open.pop() {
            self.budget.pay(1)?;
            found = segment.selectors.iter().any(|selector| match selector {
                Selector::Name(name) => value.get(name).is_some(),
                _ => true,
            });
            if found {
                break;
            }
            if let Some((reference, leaf)) = value.reference().filter(|_| !holds.is_data())
                && let Some(target) = self.document.resolve(leaf.source, reference)
            {
                match self.holds.get(&target.identity()) {
                    Some(true) => {
                        found = true;
                        break;
                    }
                    Some(false) => {}
                    None if seen.insert(target.identity()) => open.push((target, holds)),
                    None => {}
                }
            }
            let containers = value.children().into_iter().filter(|(_, child)| child.is_container());
            open.extend(containers.map(|(step, child)| {
                let held = below(holds, step, &child);
                (child, held)
            }));
        }
        if found {
            self.holds.insert(first, true);
        } else {
            self.holds.extend(seen.into_iter().map(|identity| (identity, false)));
        }
        Ok(found)
    }

    /// Pushes the children that pass a filter.
    fn filter(&mut self, node: &QueryNode<'db>, filter: &Filter, next: &mut Vec<QueryNode<'db>>) -> Result<(), Spent> {
        let value = self.container(&node.value, node.holds, filter.levels)?;
        if !filter.is_absolute {
            self.push_selected(node, selected(&filter.path, &value), next);
            return Ok(());
        }
        let steps = self.steps(node.trail);
        let whole = self.whole_with(&steps, value)?;
        if let Some(path) = filter.at(&normalized(&steps)) {
            self.push_selected(node, selected(&path, &whole), next);
        }
        self.whole = Some(whole);
        Ok(())
    }

    /// The literal document, with the references along a path followed, and a value inserted at its end.
    fn whole_with(&mut self, steps: &[Step<'db>], value: Value) -> Result<Value, Spent> {
        let root = self.document.root.clone();
        let mut whole = match self.whole.take() {
            Some(whole) => whole,
            None => self.value(&root, Holds::Data, None, &mut Vec::new())?,
        };
        let (mut at, mut draft, mut holds) = (&mut whole, root, Holds::One(Object::Document));
        for &step in steps {
            if let Some(followed) = self.document.followed(&draft, holds) {
                *at = self.value(&followed.value, Holds::Data, None, &mut Vec::new())?;
                draft = followed.value;
            }
            let child = match step {
                Step::Key(key) => at.get_mut(key),
                Step::Index(index) => at.get_mut(index),
            };
            let (Some(child), Some(next)) = (child, draft.child(step)) else { return Ok(whole) };
            holds = below(holds, step, &next);
            (at, draft) = (child, next);
        }
        *at = value;
        Ok(whole)
    }

    /// A container with its children as a filter sees them: dereferenced as far as the filter reads.
    fn container(&mut self, draft: &Draft<'db>, holds: Holds, levels: Option<usize>) -> Result<Value, Spent> {
        let mut on_way = vec![draft.identity()];
        self.built = 0;
        // The children are dereferenced even for a filter that reads no further.
        self.children(draft, holds, levels.map(|levels| levels + 2), &mut on_way)
    }

    /// A value with references followed down to a level; without a level, all that are not cycles.
    fn value(
        &mut self,
        draft: &Draft<'db>,
        holds: Holds,
        levels: Option<usize>,
        on_way: &mut Vec<ValueIdentity<'db>>,
    ) -> Result<Value, Spent> {
        self.budget.pay(1)?;
        self.built += 1;
        if self.built > MOST_BUILT {
            return Err(Spent);
        }
        let follows = levels.is_none_or(|levels| levels > 0) && on_way.len() < MOST_LEVELS;
        let followed = if follows { self.document.followed(draft, holds) } else { None };
        let identity = followed.as_ref().map_or_else(|| draft.identity(), |followed| followed.identity);
        let followed = followed.filter(|_| !on_way.contains(&identity));
        let draft = followed.as_ref().map_or(draft, |followed| &followed.value);
        if let Some(scalar) = scalar(draft) {
            return Ok(scalar);
        }
        on_way.push(identity);
        let value = self.children(draft, holds, levels, on_way);
        on_way.pop();
        value
    }

    fn children(
        &mut self,
        draft: &Draft<'db>,
        holds: Holds,
        levels: Option<usize>,
        on_way: &mut Vec<ValueIdentity<'db>>,
    ) -> Result<Value, Spent> {
        let levels = levels.map(|levels| levels.saturating_sub(1));
        let mut members = Map::new();
        let mut items = Vec::new();
        for (step, child) in draft.children() {
            let value = self.value(&child, below(holds, step, &child), levels, on_way)?;
            match step {
                Step::Key(key) => {
                    members.insert(key.to_owned(), value);
                }
                Step::Index(_) => items.push(value),
            }
        }
        Ok(if draft.kind() == Kind::Array { Value::Array(items) } else { Value::Object(members) })
    }
}

/// A scalar as a value; `None` for a container.
fn scalar(draft: &Draft<'_>) -> Option<Value> {
    let node = draft.leaf()?.node;
    let text = node.text();
    Some(match node.kind() {
        Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(node.as_bool().unwrap_or_default()),
        Kind::Number => text.parse::<Number>().map_or_else(|_| Value::String(text.to_owned()), Value::Number),
        Kind::String => Value::String(text.to_owned()),
        Kind::Array | Kind::Object => return None,
    })
}

/// A normalized path (RFC 9535, section 2.7).
pub(super) fn normalized(steps: &[Step<'_>]) -> String {
    use std::fmt::Write as _;
    let mut path = String::from("$");
    for step in steps {
        let _ = match step {
            Step::Index(index) => write!(path, "[{index}]"),
            Step::Key(key) => {
                path.push_str("['");
                for c in key.chars() {
                    match c {
                        '\'' | '\\' => path.extend(['\\', c]),
                        '\u{8}' => path.push_str("\\b"),
                        '\u{c}' => path.push_str("\\f"),
                        '\n' => path.push_str("\\n"),
                        '\r' => path.push_str("\\r"),
                        '\t' => path.push_str("\\t"),
                        c if c.is_control() && (c as u32) < 0x20 => {
                            let _ = write!(path, "\\u{:04x}", c as u32);
                        }
                        c => path.push(c),
                    }
                }
                path.write_str("']")
            }
        };
    }
    path
}
