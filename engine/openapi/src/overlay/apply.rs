//! Applies one action: evaluates its target, and changes the selected values.

use std::collections::HashSet;

use super::super::shape::{Holds, Object};
use super::document::{OverlaidDocument, below, is_own_name};
use super::draft::{Draft, Leaf, Member, Step};
use super::evaluate::{Budget, Selected, Spent, evaluate, normalized};
use super::origin::{ActionOf, Source};
use crate::parse::overlay::{Action, Change, Query, Selector, overlay};
use base::diagnostic::{Code, Diagnostic, Note, did_you_mean};
use base::inputs::File;
use base::tree::{Kind, NodeId};

/// Depth limit of the document, as for the files that it is read from.
const MOST_LEVELS: usize = 128;

/// Why a value is left unchanged.
#[derive(Debug)]
enum Refusal {
    Spent,
    TooDeep,
    /// The kinds of the existing and of the new value do not match.
    Mismatch {
        at: String,
        found: &'static str,
        given: &'static str,
    },
    /// The document itself cannot be removed.
    Root,
}

impl From<Spent> for Refusal {
    fn from(_: Spent) -> Self {
        Self::Spent
    }
}

/// Input that is accepted although the specification does not allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Leniency {
    /// `null` in place of an object or an array: nothing is changed.
    Null,
    /// A primitive value is replaced.
    Primitive,
}

/// Applies an action. Returns false when the budget is spent: then no further action should be tried.
pub(super) fn apply<'db>(
    document: &mut OverlaidDocument<'db>,
    budget: &mut Budget,
    overlay: File,
    action: &'db Action,
    report: &mut Vec<Diagnostic<NodeId>>,
) -> bool {
    let mut doing = Doing { document, budget, action, overlay, report };
    let done = doing.run();
    let done = doing.refused(done, action.target_node);
    if done.is_err() {
        let message = "the overlays visit more values than the limit; this action and all later ones are skipped";
        let found = Diagnostic::new(Code::LimitExceeded, message, action.target_node);
        report.push(found.with_help("use a more specific path: `..` follows every reference".to_owned()));
        return false;
    }
    true
}

struct Doing<'w, 'db> {
    document: &'w mut OverlaidDocument<'db>,
    budget: &'w mut Budget,
    action: &'db Action,
    overlay: File,
    report: &'w mut Vec<Diagnostic<NodeId>>,
}

impl<'db> Doing<'_, 'db> {
    fn number(&self) -> u32 {
        self.action.index + 1
    }

    fn say(&mut self, code: Code, message: String, at: NodeId) -> &mut Diagnostic<NodeId> {
        self.report.push(Diagnostic::new(code, message, at));
        let last = self.report.len() - 1;
        &mut self.report[last]
    }

    fn run(&mut self) -> Result<(), Refusal> {
        let action = self.action;
        let selected = evaluate(self.document, self.budget, &action.target)?;
        if matches!(action.change, Change::Remove) {
            return if selected.values.is_empty() { self.no_match(&selected) } else { self.remove(selected) };
        }
        let Some((value, place)) = self.value()? else { return Ok(()) };
        if selected.values.is_empty() {
            return if self.create(&value)? { Ok(()) } else { self.no_match(&selected) };
        }
        let mut seen = HashSet::new();
        let ways: Vec<Vec<Step<'db>>> = selected.values.into_iter().map(|(way, _)| way).collect();
        let ways: Vec<Vec<Step<'db>>> = ways.into_iter().filter(|way| seen.insert(way.clone())).collect();
        self.update(&ways, &value, place)
    }

    /// The value to merge into the targets, and its place. `None` if an error was reported instead.
    fn value(&mut self) -> Result<Option<(Draft<'db>, NodeId)>, Refusal> {
        let action = self.action;
        match &action.change {
            Change::Remove => Ok(None),
            Change::Update(tree, place) => {
                let source = Source::Action(ActionOf { overlay: self.overlay, index: action.index });
                Ok(Some((Draft::Leaf(Leaf { node: tree.root(), source }), *place)))
            }
            Change::Copy(query, place) => {
                let selected = evaluate(self.document, self.budget, query)?;
                let number = self.number();
                match selected.values.as_slice() {
                    [(_, value)] => {
                        // The dereferenced value is copied, not the reference to it.
                        let followed = self.document.followed(value, Holds::Unknown);
                        Ok(Some((followed.map_or_else(|| value.clone(), |followed| followed.value), *place)))
                    }
                    [] => {
                        let message = format!("`copy` of action {number} selects nothing: `{}`", query.text);
                        let help = hint(query, &selected);
                        self.say(Code::OverlayNoMatch, message, *place).help = help;
                        Ok(None)
                    }
                    several => {
                        let message = format!("`copy` of action {number} selects {} values, not one", several.len());
                        self.say(Code::InvalidOverlay, message, *place);
                        Ok(None)
                    }
                }
            }
        }
    }

    fn no_match(&mut self, selected: &Selected<'db>) -> Result<(), Refusal> {
        let query = &self.action.target;
        let message = format!("action {} selects nothing: `{}`", self.number(), query.text);
        let help = hint(query, selected);
        self.say(Code::OverlayNoMatch, message, self.action.target_node).help = help;
        Ok(())
    }

    fn remove(&mut self, selected: Selected<'db>) -> Result<(), Refusal> {
        let mut ways: Vec<Vec<Step<'db>>> = selected.values.into_iter().map(|(way, _)| way).collect();
        // From the end of the document, so that no index shifts before it is used.
        ways.sort_unstable();
        ways.dedup();
        let mut root = self.document.root.clone();
        let mut done = Ok(());
        for way in ways.iter().rev() {
            let Some((last, before)) = way.split_last() else {
                done = Err(Refusal::Root);
                break;
            };
            let Some((parent, holds)) = self.at_mut(&mut root, before)? else { continue };
            // The removed value may be a member of a reference's target.
            if *last != Step::Key("$ref") {
                self.inline(parent, holds, before.len())?;
            }
            match *last {
                Step::Key(key) => {
                    parent.members_mut().and_then(|members| members.shift_remove(key));
                }
                Step::Index(index) => {
                    if let Some(items) = parent.items_mut().filter(|items| index < items.len()) {
                        items.remove(index);
                    }
                }
            }
        }
        self.document.root = root;
        self.refused(done, self.action.target_node)
    }

    fn update(&mut self, ways: &[Vec<Step<'db>>], value: &Draft<'db>, place: NodeId) -> Result<(), Refusal> {
        let levels = self.levels(value)?;
        let mut root = self.document.root.clone();
        let mut lenient = Vec::new();
        let mut done = Ok(());
        for way in ways {
            let fits = if way.len() + levels > MOST_LEVELS { Err(Refusal::TooDeep) } else { Ok(()) };
            let outcome = match fits {
                Ok(()) => self.update_one(&mut root, way, value, &mut lenient),
                refused => refused,
            };
            match outcome {
                Err(Refusal::Spent) => return Err(Refusal::Spent),
                refused if done.is_ok() => done = refused,
                _ => {}
            }
        }
        self.document.root = root;
        lenient.sort_unstable();
        lenient.dedup();
        let number = self.number();
        for leniency in lenient {
            let message = match leniency {
                Leniency::Null => format!("action {number} sets an object or an array to `null`, which is ignored"),
                Leniency::Primitive => format!(
                    "action {number} targets a primitive value, which the Overlay Specification does not allow; it is replaced"
                ),
            };
            self.say(Code::OverlayExtension, message, place);
        }
        self.refused(done, place)
    }

    fn update_one(
        &mut self,
        root: &mut Draft<'db>,
        way: &[Step<'db>],
        value: &Draft<'db>,
        lenient: &mut Vec<Leniency>,
    ) -> Result<(), Refusal> {
        let Some((target, holds)) = self.at_mut(root, way)? else { return Ok(()) };
        // A refused value leaves the target unchanged.
        let mut merged = target.clone();
        // An array accepts one entry as well as a list of entries (Overlay 1.1.0, section 4.4.3.1).
        let is_entry = merged.kind() == Kind::Array && value.kind() != Kind::Array && value.kind() != Kind::Null;
        if is_entry {
            if let Some(items) = merged.items_mut() {
                items.push(value.clone());
            }
        } else {
            if !merged.is_container() && !value.is_container() && overlay(self.document.db, self.overlay).is_version_1_0
            {
                lenient.push(Leniency::Primitive);
            }
            let mut way = way.to_vec();
            self.merge(&mut merged, value, holds, &mut way, lenient)?;
        }
        *target = merged;
        Ok(())
    }

    /// Merges a value into another (Overlay 1.1.0, section 4.4.3).
    fn merge(
        &mut self,
        target: &mut Draft<'db>,
        value: &Draft<'db>,
        holds: Holds,
        way: &mut Vec<Step<'db>>,
        lenient: &mut Vec<Leniency>,
    ) -> Result<(), Refusal> {
        self.budget.pay(1)?;
        // A new reference replaces the old one; anything else is merged into the reference's target.
        if value.kind() == Kind::Object && value.get("$ref").is_none() {
            self.inline(target, holds, way.len())?;
        }
        match (target.kind(), value.kind()) {
            (Kind::Object, Kind::Object) => {
                let children = value.children();
                self.budget.pay(children.len())?;
                for (step, child) in children {
                    let Step::Key(key) = step else { continue };
                    way.push(step);
                    match target.child_mut(step) {
                        Some(existing) => {
                            let holds = below(holds, step, existing);
                            self.merge(existing, &child, holds, way, lenient)?;
                        }
                        None => {
                            if let Some(members) = target.members_mut() {
                                members.insert(key, Member { key: value.key(key), value: child });
                            }
                        }
                    }
                    way.pop();
                }
            }
            (Kind::Array, Kind::Array) => {
                let items = value.children();
                self.budget.pay(items.len())?;
                if let Some(all) = target.items_mut() {
                    all.extend(items.into_iter().map(|(_, item)| item));
                }
            }
            (Kind::Object | Kind::Array, Kind::Null) => lenient.push(Leniency::Null),
            (found, given) if found.is_container() || given.is_container() => {
                return Err(Refusal::Mismatch { at: normalized(way), found: found.words(), given: given.words() });
            }
            _ => *target = value.clone(),
        }
        Ok(())
    }

    /// Adds the last member of a singular query to its object. Returns false if there is no such object.
    fn create(&mut self, value: &Draft<'db>) -> Result<bool, Refusal> {
        let action = self.action;
        let target = &action.target;
        let name = match target.segments.last().map(|segment| segment.selectors.as_slice()) {
            Some([Selector::Name(name)]) if target.is_singular() => name,
            _ => return Ok(false),
        };
        let before = Query {
            text: target.text.clone(),
            segments: target.segments[..target.segments.len().saturating_sub(1)].to_vec(),
        };
        let selected = evaluate(self.document, self.budget, &before)?;
        let Some((way, _)) = selected.values.into_iter().next() else { return Ok(false) };
        let levels = self.levels(value)?;
        if way.len() + 1 + levels > MOST_LEVELS {
            self.refused(Err(Refusal::TooDeep), action.target_node)?;
            return Ok(true);
        }
        let mut root = self.document.root.clone();
        let Some((parent, holds)) = self.at_mut(&mut root, &way)? else { return Ok(false) };
        self.inline(parent, holds, way.len())?;
        let Some(members) = parent.members_mut() else { return Ok(false) };
        let parent_names: Vec<&'db str> = members.keys().copied().collect();
        members.insert(name, Member { key: None, value: value.clone() });
        self.document.root = root;
        let message = format!("action {} selects nothing, so `{name}` is added", self.number());
        let near = did_you_mean(name, parent_names.iter().copied());
        let rule = "a `target` must exist: select the object, and put the new member in `update`";
        self.say(Code::OverlayExtension, message, action.target_node).help =
            Some(near.unwrap_or_else(|| rule.to_owned()));
        Ok(true)
    }

    /// The value at a path, for modification. References along the path are replaced by copies of their targets.
    fn at_mut<'r>(
        &mut self,
        root: &'r mut Draft<'db>,
        way: &[Step<'db>],
    ) -> Result<Option<(&'r mut Draft<'db>, Holds)>, Refusal> {
        let mut at = root;
        let mut holds = Holds::One(Object::Document);
        for (level, &step) in way.iter().enumerate() {
            self.inline(at, holds, level)?;
            let Some(child) = at.child_mut(step) else { return Ok(None) };
            at = child;
            holds = below(holds, step, at);
        }
        Ok(Some((at, holds)))
    }

    /// Replaces a reference by a copy of its target.
    fn inline(&mut self, target: &mut Draft<'db>, holds: Holds, level: usize) -> Result<(), Refusal> {
        let Some(followed) = self.document.followed(target, holds) else { return Ok(()) };
        if level + self.levels(&followed.value)? > MOST_LEVELS {
            return Err(Refusal::TooDeep);
        }
        let mut copy = followed.value;
        let is_name = |(key, value): (&str, &Draft<'db>)| value.leaf().is_some_and(|leaf| is_own_name(key, leaf.node));
        let names: Vec<&'db str> = ["$id", "$anchor", "$dynamicAnchor"]
            .into_iter()
            .filter_map(|name| copy.get(name).filter(|(key, value)| is_name((key, value))).map(|(key, _)| key))
            .collect();
        if let Some(members) = copy.members_mut().filter(|_| !names.is_empty()) {
            members.retain(|key, _| !names.contains(key));
        }
        *target = copy;
        Ok(())
    }

    /// How deeply containers are nested in a value, itself included.
    fn levels(&mut self, value: &Draft<'db>) -> Result<usize, Refusal> {
        let mut deepest = 0;
        let mut open = vec![(value.clone(), 1)];
        while let Some((value, level)) = open.pop() {
            self.budget.pay(1)?;
            if !value.is_container() {
                continue;
            }
            if level > MOST_LEVELS {
                return Err(Refusal::TooDeep);
            }
            deepest = deepest.max(level);
            open.extend(value.children().into_iter().map(|(_, child)| (child, level + 1)));
        }
        Ok(deepest)
    }

    fn refused(&mut self, outcome: Result<(), Refusal>, place: NodeId) -> Result<(), Refusal> {
        let number = self.number();
        match outcome {
            Ok(()) => {}
            Err(Refusal::Spent) => return Err(Refusal::Spent),
            Err(Refusal::TooDeep) => {
                let message =
                    format!("action {number} would nest the document deeper than the limit of {MOST_LEVELS} levels");
                self.say(Code::LimitExceeded, message, place);
            }
            Err(Refusal::Root) => {
                self.say(Code::InvalidOverlay, format!("action {number} would remove the whole document"), place);
            }
            Err(Refusal::Mismatch { at, found, given }) => {
                let message = format!("action {number} cannot merge {given} into {found}");
                self.say(Code::InvalidOverlay, message, place)
                    .notes
                    .push(Note { message: format!("at `{at}`, which stays unchanged"), place: None });
            }
        }
        Ok(())
    }
}

/// "did you mean …" for a query that selects nothing.
fn hint(query: &Query, selected: &Selected<'_>) -> Option<String> {
    let (at, values) = selected.stopped.as_ref()?;
    let segment = query.segments.get(*at)?;
    let [Selector::Name(name)] = segment.selectors.as_slice() else { return None };
    let children = values.iter().flat_map(Draft::children);
    let names: Vec<&str> = children
        .filter_map(|(step, _)| match step {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        })
        .collect();
    did_you_mean(name, names.iter().copied())
}
