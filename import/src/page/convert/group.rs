//! Groups elements that belong together without a common parent, and moves elements that are not allowed in their
//! place.

use engine::other_tools::{Known, Notation, known};

use super::fields::RESPONSE;
use super::{Converter, Kind, Node};
use crate::page::tree::{Element, Fence, TargetElement};

impl Converter<'_> {
    /// Converts elements that span several nodes: `=== "Label"` blocks, fences that are tabs. Others stay.
    pub(super) fn group_sources(&mut self, nodes: Vec<Node>, parent: Option<&str>) -> Vec<Node> {
        let may_begin = |node: &Node| match &node.kind {
            Kind::Element(element) => element.notation == Notation::ContentTab,
            Kind::Fence(fence) => self.dialect.readme || has_tab(fence),
            _ => false,
        };
        if !nodes.iter().any(may_begin) {
            return nodes;
        }
        let mut out = Vec::with_capacity(nodes.len());
        let mut nodes = nodes.into_iter().peekable();
        let mut blanks: Vec<Node> = Vec::new();
        while let Some(node) = nodes.next() {
            match node.kind {
                Kind::Element(first) if first.notation == Notation::ContentTab => {
                    let starts = |element: &Element| element.attributes.iter().any(|a| a.name == "open");
                    let mut tabs = vec![(*first, node.line)];
                    blanks.clear();
                    while let Some(next) = nodes.peek() {
                        let goes_on = match &next.kind {
                            Kind::Blank => true,
                            Kind::Element(element) => element.notation == Notation::ContentTab && !starts(element),
                            _ => false,
                        };
                        if !goes_on {
                            break;
                        }
                        match nodes.next() {
                            Some(Node { line, kind: Kind::Element(element) }) => tabs.push((*element, line)),
                            Some(blank) => blanks.push(blank),
                            None => {}
                        }
                    }
                    self.content_tabs(tabs, &mut out);
                    out.append(&mut blanks);
                }
                Kind::Fence(first) if parent != Some("wc-code-group") && self.begins_tabs(&first, nodes.peek()) => {
                    let mut fences = vec![(first, node.line)];
                    blanks.clear();
                    while let Some(next) = nodes.peek() {
                        let goes_on = match &next.kind {
                            Kind::Blank => !self.dialect.readme,
                            Kind::Fence(fence) => self.dialect.readme || has_tab(fence),
                            _ => false,
                        };
                        if !goes_on {
                            break;
                        }
                        match nodes.next() {
                            Some(Node { line, kind: Kind::Fence(fence) }) => fences.push((fence, line)),
                            Some(blank) => blanks.push(blank),
                            None => {}
                        }
                    }
                    self.fence_tabs(fences, &mut out);
                    out.append(&mut blanks);
                }
                _ => out.push(node),
            }
        }
        out
    }

    /// Whether a fence is the first tab of a group.
    fn begins_tabs(&self, fence: &Fence, next: Option<&Node>) -> bool {
        has_tab(fence) || self.dialect.readme && next.is_some_and(|next| matches!(next.kind, Kind::Fence(_)))
    }
}

/// Whether the info string names a tab.
fn has_tab(fence: &Fence) -> bool {
    fence.info.contains("tab")
        && fence.info.split_whitespace().skip(1).any(|word| word == "tab" || word.starts_with("tab="))
}

/// Wraps components that need a certain parent in one, and moves those out that are not allowed in their place.
pub(super) fn adopt(mut nodes: Vec<Node>, parent: Option<&str>) -> Vec<Node> {
    let around = parent.and_then(known);
    if nodes.iter_mut().all(|node| is_placed(node, around)) {
        return nodes;
    }
    let mut out: Vec<Node> = Vec::with_capacity(nodes.len());
    // The position of the last group that was added here.
    let mut last_group = None;
    for mut node in nodes {
        let line = node.line;
        let Kind::Target(made) = &mut node.kind else {
            out.push(node);
            continue;
        };
        let is_response = made.has(RESPONSE);
        let Some(group) = group_of(&made.name, is_response).filter(|_| !may_stand(made, around)) else {
            is_placed(&mut node, around);
            out.push(node);
            continue;
        };
        made.attributes.retain(|(name, _)| name != RESPONSE);
        // Joins the previous one if only blank lines are in between.
        let last = out.iter().rposition(|node| !node.is_silent());
        if let Some(at) = last.filter(|at| last_group == Some(*at)) {
            let comments: Vec<Node> = out.iter().skip(at + 1).filter(|node| node.is_comment()).cloned().collect();
            if let Some(Node { kind: Kind::Target(before), .. }) = out.get_mut(at)
                && before.name == group
            {
                before.children.extend(comments);
                before.children.push(node);
                out.truncate(at + 1);
                continue;
            }
        }
        last_group = Some(out.len());
        let mut made = TargetElement::new(group);
        if has_default_title(group) {
            // The source shows no heading above them.
            made.set("title", Some(String::new()));
        }
        out.push(made.holding(vec![node]).at(line));
    }
    out
}

/// Whether a component is allowed in its place.
fn may_stand(made: &TargetElement, around: Option<Known>) -> bool {
    known(&made.name).is_some_and(|own| own.may_stand_in(around) || own.may_stand_in(None))
}

/// Whether a node stays in its place. Removes the marker of a response field from an allowed component.
fn is_placed(node: &mut Node, around: Option<Known>) -> bool {
    let Kind::Target(made) = &mut node.kind else { return true };
    if group_of(&made.name, false).is_none() && !made.has(RESPONSE) {
        return true;
    }
    if may_stand(made, around) {
        made.attributes.retain(|(name, _)| name != RESPONSE);
        return true;
    }
    group_of(&made.name, false).is_none()
}

/// Whether a component has a default title.
fn has_default_title(group: &str) -> bool {
    matches!(group, "wc-fields" | "wc-response-fields")
}

/// The required parent of a component.
fn group_of(name: &str, is_response: bool) -> Option<&'static str> {
    Some(match name {
        "wc-field" if is_response => "wc-response-fields",
        "wc-field" => "wc-fields",
        "wc-step" => "wc-steps",
        "wc-tab" => "wc-tabs",
        "wc-tile" => "wc-tiles",
        "wc-file" | "wc-dir" => "wc-files",
        "wc-code-tab" => "wc-code-group",
        "wc-tree-item" => "wc-tree",
        "wc-version" => "wc-versions",
        "wc-view-panel" => "wc-view",
        _ => return None,
    })
}

/// Whether a component accepts another one as a direct child.
pub(super) fn may_hold(parent: &str, child: &TargetElement) -> bool {
    match (known(parent), known(&child.name)) {
        (Some(parent), Some(child)) => Known::may_stand_in(child, Some(parent)),
        _ => false,
    }
}
