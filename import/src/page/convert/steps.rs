//! Steps: components, list items, headings.

use super::{Converter, Kind, Node};
use crate::page::tree::{Element, TargetElement};

impl Converter<'_> {
    /// `Steps` around `Step`s, a list, or headings.
    pub(super) fn steps(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = TargetElement::new("wc-steps");
        let is_step =
            |node: &Node| matches!(&node.kind, Kind::Element(step) if matches!(step.name.as_str(), "Step" | "step"));
        let has_titles =
            element.children.iter().any(|node| matches!(node.kind, Kind::Heading { .. } | Kind::Item { .. }));
        let has_steps = |node: &Node| is_step(node) || self.is_imported(node, has_titles);
        if element.children.iter().any(has_steps) {
            let mut loose = Vec::new();
            for node in element.children {
                if is_step(&node)
                    && let Kind::Element(step) = node.kind
                {
                    self.flush_loose(&mut loose, &mut made, out);
                    self.step(*step, node.line, &mut made.children);
                } else if self.is_imported(&node, false) {
                    self.flush_loose(&mut loose, &mut made, out);
                    self.imported_steps(node, &mut made, out);
                } else if !node.is_blank() {
                    loose.push(node);
                }
            }
            self.flush_loose(&mut loose, &mut made, out);
            if !made.children.is_empty() {
                out.push(made.at(line));
            }
            return;
        }
        let items = element.children.iter().filter(|node| matches!(node.kind, Kind::Item { .. })).count();
        let steps = if items > 0 && !element.children.iter().any(|node| matches!(node.kind, Kind::Heading { .. })) {
            self.steps_of_list(element.children, out)
        } else {
            self.steps_of_headings(element.children, out)
        };
        if !steps.is_empty() {
            made.children = steps;
            out.push(made.at(line));
        }
    }

    /// Whether a node is an element with an imported name; with `of_steps`, one from a file that has steps.
    fn is_imported(&self, node: &Node, of_steps: bool) -> bool {
        let Kind::Element(element) = &node.kind else { return false };
        let Some(super::scope::Binding::File { path, .. }) = self.binding(&element.name) else { return false };
        let has_steps = |text: String| text.contains("<Step>") || text.contains("<Step ");
        !of_steps || self.around.file(&self.file, &path).is_some_and(has_steps)
    }

    /// Steps in a separate file.
    fn imported_steps(&mut self, node: Node, made: &mut TargetElement, out: &mut Vec<Node>) {
        for node in self.nodes(vec![node], Some("wc-steps")) {
            let is_step = matches!(&node.kind, Kind::Target(made) if made.name == "wc-step");
            match made.children.last_mut().map(|last| &mut last.kind) {
                _ if is_step => made.children.push(node),
                Some(Kind::Target(step)) => step.children.push(node),
                _ => out.push(node),
            }
        }
    }

    /// Adds the content between steps to the step before it; before the first step it stays above all of them.
    fn flush_loose(&mut self, loose: &mut Vec<Node>, made: &mut TargetElement, out: &mut Vec<Node>) {
        if loose.is_empty() {
            return;
        }
        let nodes = self.nodes(std::mem::take(loose), None);
        match made.children.last_mut().map(|node| &mut node.kind) {
            Some(Kind::Target(step)) => {
                step.children.push(Node { line: 0, kind: Kind::Blank });
                step.children.extend(nodes);
            }
            _ => out.extend(nodes),
        }
    }

    /// One step; without a title, its first heading is the title.
    pub(super) fn step(&mut self, mut element: Element, line: u32, out: &mut Vec<Node>) {
        let mut id = self.value(&element, "id");
        if self.value(&element, "title").is_none_or(|title| title.trim().is_empty())
            && let Some((title, heading_id)) = self.take_raw_heading(&mut element.children)
        {
            element.attributes.retain(|attribute| attribute.name != "title");
            let value = crate::page::tree::Value::Text(title.clone());
            element.attributes.insert(0, crate::page::tree::Attribute { name: "title".to_owned(), value });
            let ours = engine::Slugs::default().heading(&title).into_string();
            id = id.or(heading_id).filter(|id| *id != ours);
        }
        let target = engine::other_tools::target(engine::other_tools::Notation::Tag, "Step");
        let changes = target.map(|target| target.changes).unwrap_or_default();
        let mut made = self.made(&element, "wc-step", changes, line);
        made.attributes.retain(|(name, _)| name != "n" && name != "id");
        made.set_if(id, "id");
        let children = self.nodes(element.children, Some("wc-step"));
        made.children.extend(children);
        self.complete(&mut made, "Step");
        out.push(made.at(line));
    }

    /// Each list item is a step: its first bold text or sentence is the title.
    fn steps_of_list(&mut self, children: Vec<Node>, out: &mut Vec<Node>) -> Vec<Node> {
        let mut steps: Vec<Node> = Vec::new();
        for node in children {
            let line = node.line;
            match node.kind {
                Kind::Item { children, .. } => {
                    let mut children = self.nodes(children, Some("wc-step"));
                    let title = Some(self.title_of_item(&mut children)).filter(|title| !title.trim().is_empty());
                    let title = title.unwrap_or_else(|| "Step".to_owned());
                    steps.push(TargetElement::new("wc-step").with("title", title).holding(children).at(line));
                }
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line, kind }], None);
                    match steps.last_mut().map(|node| &mut node.kind) {
                        Some(Kind::Target(step)) => step.children.extend(nodes),
                        _ => out.extend(nodes),
                    }
                }
            }
        }
        steps
    }

    /// Extracts the title of a step from its text: all of a short first paragraph, or its first sentence.
    fn title_of_item(&mut self, children: &mut Vec<Node>) -> String {
        const LONGEST: usize = 90;
        if let Some(title) = self.take_heading(children) {
            return title;
        }
        let Some(at) = children.iter().position(|node| !node.is_blank()) else { return "Step".to_owned() };
        let Some(Kind::Text(text)) = children.get_mut(at).map(|node| &mut node.kind) else { return "Step".to_owned() };
        let words = crate::page::headings::plain(text);
        let has_marks = text.contains(['`', '[', '<', '*', '_']);
        let whole = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if whole.chars().count() <= LONGEST && !has_marks {
            children.remove(at);
            return whole.trim_end_matches([':', '.']).to_owned();
        }
        // Text with links or code stays in the content as well.
        let end = whole.find(". ").map_or(whole.len(), |end| end + 1);
        let sentence = whole.get(..end).unwrap_or(&whole);
        let cut: String = sentence.chars().take(LONGEST).collect();
        if !has_marks && cut == sentence && end < whole.len() {
            let rest = text.find(". ").and_then(|end| text.get(end + 2..)).map(ToOwned::to_owned);
            if let Some(rest) = rest {
                *text = rest;
            }
            return cut.trim_end_matches(['.', ':']).to_owned();
        }
        if cut == sentence {
            return cut.trim_end_matches(['.', ':']).to_owned();
        }
        let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head);
        format!("{}…", cut.trim_end_matches([',', '.', ':']))
    }

    /// Each heading begins a step.
    fn steps_of_headings(&mut self, children: Vec<Node>, out: &mut Vec<Node>) -> Vec<Node> {
        let top = children
            .iter()
            .filter_map(|node| match node.kind {
                Kind::Heading { level, .. } => Some(level),
                _ => None,
            })
            .min();
        let mut parts: Vec<(u32, Vec<Node>)> = Vec::new();
        let mut before = Vec::new();
        for node in children {
            let begins = matches!(node.kind, Kind::Heading { level, .. } if Some(level) == top);
            if begins {
                parts.push((node.line, vec![node]));
            } else {
                parts.last_mut().map_or(&mut before, |(_, nodes)| nodes).push(node);
            }
        }
        let before = self.nodes(before, None);
        out.extend(before);
        let mut steps = Vec::new();
        for (line, nodes) in parts {
            let mut step = Element::new(engine::other_tools::Notation::Tag, "Step");
            step.children = nodes;
            let mut made = Vec::new();
            self.step(step, line, &mut made);
            for step in made {
                self.divided_step(step, top, &mut steps);
            }
        }
        steps
    }

    /// A step that is divided before each heading of the steps' level: those of pages that are inserted in it.
    fn divided_step(&mut self, step: Node, top: Option<usize>, out: &mut Vec<Node>) {
        let Kind::Target(mut made) = step.kind else { return out.push(step) };
        let mut parts: Vec<Vec<Node>> = vec![Vec::new()];
        for node in std::mem::take(&mut made.children) {
            if matches!(node.kind, Kind::Heading { level, .. } if Some(level) == top) {
                parts.push(Vec::new());
            }
            if let Some(part) = parts.last_mut() {
                part.push(node);
            }
        }
        let mut parts = parts.into_iter();
        made.children = parts.next().unwrap_or_default();
        out.push(Node { line: step.line, kind: Kind::Target(made) });
        for mut children in parts {
            let line = children.first().map_or(step.line, |node| node.line);
            let id = match children.first().map(|node| &node.kind) {
                Some(Kind::Heading { text, .. }) => crate::page::headings::explicit_id(text).1,
                _ => None,
            };
            let title = self.take_heading(&mut children).unwrap_or_else(|| "Step".to_owned());
            let mut step = TargetElement::new("wc-step").with("title", title);
            step.set_if(id, "id");
            out.push(step.holding(children).at(line));
        }
    }
}
