//! Slots of components without a counterpart: their names are labels of tabs, or lost.

use super::tabs::group_of_tabs;
use super::{Kind, Node};
use crate::page::tree::{Element, TargetElement, Value};

/// The name of the slot that an element fills.
fn name_of(element: &Element) -> Option<&str> {
    element.attributes.iter().find_map(|attribute| match &attribute.value {
        Value::Text(name) if attribute.name == "slot" => Some(name.trim()).filter(|name| !name.is_empty()),
        _ => None,
    })
}

/// Whether a component has content in slots with names.
pub(super) fn has_slots(children: &[Node]) -> bool {
    children.iter().any(|node| matches!(&node.kind, Kind::Element(child) if name_of(child).is_some()))
}

/// A group of tabs for content that consists of named slots with one fence each. `converted` is this content.
pub(super) fn tabs(children: &[Node], converted: &[Node], line: u32) -> Option<Node> {
    let label = |node: &Node| {
        let Kind::Element(child) = &node.kind else { return None };
        let mut content = child.children.iter().filter(|node| !node.is_silent());
        let is_code = matches!(content.next()?.kind, Kind::Fence(_)) && content.next().is_none();
        name_of(child).filter(|_| is_code).map(ToOwned::to_owned)
    };
    let labels = children.iter().filter(|node| !node.is_silent()).map(label).collect::<Option<Vec<String>>>()?;
    let fences: Vec<&Node> = converted.iter().filter(|node| !node.is_silent()).collect();
    let is_code = fences.iter().all(|node| matches!(node.kind, Kind::Fence(_)));
    if labels.len() < 2 || labels.len() != fences.len() || !is_code {
        return None;
    }
    let tabs = labels.into_iter().zip(fences).map(|(label, fence)| {
        TargetElement::new("wc-tab").with("label", label).holding(vec![fence.clone()]).at(fence.line)
    });
    Some(group_of_tabs(tabs.collect(), line))
}
