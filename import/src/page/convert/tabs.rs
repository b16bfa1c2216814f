//! Tabs, with labels from wherever the tool defines them.

use super::info::Info;
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::read::tokens::elements;
use crate::page::tree::{Element, Fence, TargetElement, Value};
use crate::report::{Loss, LossKind, Origin};

const TABS: &[&str] = &["Tab", "TabItem", "Tabs.Tab", "TabsContent"];

/// Whether a component with another name is one of tabs: its list of labels has one for each tab in it.
pub(super) fn are_tabs(element: &Element) -> bool {
    let mut tabs = 0;
    for node in &element.children {
        match &node.kind {
            Kind::Element(tab) if TABS.contains(&tab.name.as_str()) => tabs += 1,
            Kind::Blank => {}
            Kind::Expression(source) if source.trim_start().starts_with("/*") => {}
            _ => return false,
        }
    }
    tabs > 1 && element.attributes.iter().any(|attribute| attribute.name == "items")
}

impl Converter<'_> {
    /// `Tabs` around `Tab`s.
    pub(super) fn tabs(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = TargetElement::new("wc-tabs");
        made.set_if(["groupId", "syncKey", "sync"].iter().find_map(|name| self.value(&element, name)), "sync");
        let labels = self.labels(&element);
        let triggers = self.triggers(&element.children);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut number = 0;
        for node in element.children {
            let at = node.line;
            match node.kind {
                Kind::Element(tab) if TABS.contains(&tab.name.as_str()) => {
                    let value = self.value(&tab, "value");
                    let named = |list: &[(String, String)]| {
                        value
                            .as_ref()
                            .and_then(|value| list.iter().find(|(key, _)| key == value).map(|(_, label)| label.clone()))
                    };
                    let by_number = labels.get(number).map(|(_, label)| label.clone());
                    let label = self
                        .own_label(&tab, at)
                        .or_else(|| named(&triggers))
                        .or_else(|| named(&labels))
                        .or_else(|| self.value(&tab, "title"))
                        .or_else(|| {
                            if value.is_some() && !labels.is_empty() && tab.name == "TabsContent" {
                                None
                            } else {
                                value.clone()
                            }
                        })
                        .or(by_number);
                    number += 1;
                    self.tab(*tab, at, label, &mut made.children);
                }
                Kind::Element(list) if matches!(list.name.as_str(), "TabsList" | "TabList" | "TabsTrigger") => {}
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line: at, kind }], Some("wc-tabs"));
                    for node in nodes {
                        match &node.kind {
                            Kind::Target(tab) if tab.name == "wc-tab" => made.children.push(node),
                            // Tabs that are not closed hold what follows them.
                            _ if !made.children.is_empty() => after.push(node),
                            // Tabs inside something else, such as a loop or a fragment.
                            _ => before.push(node),
                        }
                    }
                }
            }
        }
        let fences = before.iter().filter(|node| matches!(node.kind, Kind::Fence(_))).count();
        if made.children.is_empty() && fences > 1 {
            return self.code_tabs(before, None, line, out);
        }
        if !before.is_empty() {
            out.push(Node { line, kind: Kind::Blank });
            out.extend(before);
            out.push(Node { line, kind: Kind::Blank });
        }
        if !made.children.is_empty() {
            out.push(made.at(line));
        }
        if !after.is_empty() {
            out.push(Node { line, kind: Kind::Blank });
            out.extend(after);
            out.push(Node { line, kind: Kind::Blank });
        }
    }

    /// The labels that `Tabs` itself lists: `items`, `values`, `tabs`.
    fn labels(&self, element: &Element) -> Vec<(String, String)> {
        let list = ["items", "values", "tabs", "labels"].iter().find_map(|name| self.literal_value(element, name));
        let Some(Literal::List(items)) = list else { return Vec::new() };
        let label = |item: &Literal| {
            let text = match item {
                Literal::Jsx(source) => Some(super::attributes::text_of_jsx(source)),
                other => other.as_text(),
            };
            if let Some(text) = text {
                return (text.clone(), text);
            }
            let member = |names: &[&str]| names.iter().find_map(|name| item.get(name).and_then(Literal::as_text));
            let label = member(&["label", "title", "name", "value"]).unwrap_or_default();
            (member(&["value", "id"]).unwrap_or_else(|| label.clone()), label)
        };
        items.iter().map(label).collect()
    }

    /// The labels of `TabsTrigger`s.
    fn triggers(&mut self, children: &[Node]) -> Vec<(String, String)> {
        let mut out = Vec::new();
        let mut open: Vec<&Node> = children.iter().rev().collect();
        while let Some(node) = open.pop() {
            match &node.kind {
                Kind::Element(element) if element.name == "TabsTrigger" => {
                    let value = self.value(element, "value").unwrap_or_default();
                    out.push((value, self.words(element.children.clone())));
                }
                Kind::Element(element) if matches!(element.name.as_str(), "TabsList" | "TabList") => {
                    open.extend(element.children.iter().rev());
                }
                Kind::Text(text) if text.contains("<TabsTrigger") => {
                    for trigger in elements(text, &["TabsTrigger"]) {
                        let value = trigger.tag.text("value").unwrap_or_default().to_owned();
                        let label = Node::text(node.line, text.get(trigger.content).unwrap_or_default());
                        out.push((value, self.words(vec![label])));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// The text that a tab shows by its own attributes: the tools with `Tab` show `title`, the others `label`.
    fn own_label(&mut self, tab: &Element, line: u32) -> Option<String> {
        let (title, label) = (self.value(tab, "title"), self.value(tab, "label"));
        match (title, label) {
            (Some(title), Some(label)) if tab.name == "Tab" => {
                if title != label {
                    let outcome = "left out: readers see the title of the tab, here as there";
                    let loss = Loss::new(LossKind::Attribute, &self.file, line, "label of <Tab>", outcome);
                    self.losses.push(loss.by(Origin::Choice));
                    self.of_no_content();
                }
                Some(title)
            }
            (title, None) if tab.name == "Tab" => title,
            (_, label) => label,
        }
    }

    /// One tab.
    pub(super) fn tab(&mut self, element: Element, line: u32, label: Option<String>, out: &mut Vec<Node>) {
        let mut element = element;
        let label = label
            .or_else(|| self.own_label(&element, line))
            .or_else(|| ["title", "value", "code"].iter().find_map(|name| self.value(&element, name)));
        element.attributes.retain(|attribute| !matches!(attribute.name.as_str(), "label" | "title" | "value" | "code"));
        if let Some(label) = label {
            element
                .attributes
                .insert(0, crate::page::tree::Attribute { name: "label".to_owned(), value: Value::Text(label) });
        }
        let mut made = self.made_by_table(&element, line).unwrap_or_else(|| TargetElement::new("wc-tab"));
        let children = self.nodes(element.children, Some("wc-tab"));
        made.children.extend(children);
        self.complete(&mut made, "Tab");
        out.push(made.at(line));
    }

    /// `:::tabs` with `== Label` lines.
    pub(super) fn directive_tabs(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = TargetElement::new("wc-tabs");
        let mut tabs: Vec<(String, u32, Vec<Node>)> = Vec::new();
        let mut before = Vec::new();
        for node in element.children {
            let text = match node.kind {
                Kind::Text(text) => text,
                kind => {
                    let list = tabs.last_mut().map_or(&mut before, |(_, _, list)| list);
                    list.push(Node { line: node.line, kind });
                    continue;
                }
            };
            let mut lines: Vec<&str> = Vec::new();
            for (number, line) in (node.line..).zip(text.lines()) {
                if line.starts_with("== ") || line.starts_with("@tab") {
                    let list = tabs.last_mut().map_or(&mut before, |(_, _, list)| list);
                    put_text(&mut lines, number, list);
                    let label = line.trim_start_matches(['=', ' ']).trim_start_matches("@tab").trim();
                    tabs.push((label.to_owned(), number, Vec::new()));
                } else {
                    lines.push(line);
                }
            }
            let end = node.line + u32::try_from(text.lines().count()).unwrap_or(0);
            put_text(&mut lines, end, tabs.last_mut().map_or(&mut before, |(_, _, list)| list));
        }
        let before = self.nodes(before, None);
        out.extend(before);
        for (label, at, nodes) in tabs {
            let tab = TargetElement::new("wc-tab").with("label", label);
            let children = self.nodes(nodes, Some("wc-tab"));
            made.children.push(tab.holding(children).at(at));
        }
        if !made.children.is_empty() {
            out.push(made.at(line));
        }
    }

    /// `/// tab | Label`.
    pub(super) fn slash_tab(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let label = self.value(&element, "title").unwrap_or_else(|| "Tab".to_owned());
        let label = self.title_text(&label, line);
        let tab = TargetElement::new("wc-tab").with("label", label);
        let children = self.nodes(element.children, Some("wc-tab"));
        out.push(tab.holding(children).at(line));
    }

    /// Consecutive `=== "Label"` blocks as one group. If each contains only a fence, they become a code group.
    pub(super) fn content_tabs(&mut self, tabs: Vec<(Element, u32)>, out: &mut Vec<Node>) {
        let Some(line) = tabs.first().map(|(_, line)| *line) else { return };
        let mut made = Vec::new();
        for (element, at) in tabs {
            let label = self.value(&element, "title").unwrap_or_default();
            let label = self.title_text(&label, at);
            let label = if label.trim().is_empty() { "Tab".to_owned() } else { label.trim().to_owned() };
            let children = self.nodes(element.children, Some("wc-tab"));
            made.push(TargetElement::new("wc-tab").with("label", label).holding(children).at(at));
        }
        out.push(group_of_tabs(made, line));
    }

    /// Fences that are tabs of one group, by the word `tab` in their info strings or because nothing is between them.
    pub(super) fn fence_tabs(&mut self, fences: Vec<(Fence, u32)>, out: &mut Vec<Node>) {
        let Some(line) = fences.first().map(|(_, line)| *line) else { return };
        let mut code: Vec<(Option<String>, Info, Fence, u32)> = Vec::new();
        for (fence, at) in fences {
            let mut info = self.info(&fence.info, true);
            let label = info.tab.take().map(|tab| {
                // An icon before the label.
                let words = super::attributes::text_of_jsx(&tab);
                if words.is_empty() { tab } else { words }
            });
            let content = self.without_queries(&fence.info, fence.content, at);
            let content = info.with_changes(content);
            code.push((label, info, Fence { content, ..fence }, at));
        }
        // A tab of a code group has one fence, whose name is the label.
        let has_both = code.iter().any(|(label, info, ..)| label.is_some() && info.title.is_some());
        let has_several = code.windows(2).any(|pair| matches!(pair, [one, two] if one.0.is_some() && one.0 == two.0));
        if has_both || has_several {
            return out.push(tabs_of_code(code).at(line));
        }
        let code = code.into_iter().map(|(label, info, fence, at)| {
            let info = Info { title: label.or(info.title), ..info };
            Node { line: at, kind: Kind::Fence(Fence { info: info.written(), ..fence }) }
        });
        self.code_tabs(code.collect(), None, line, out);
    }
}

/// Tabs whose fences keep their file names. Adjacent fences with the same label are in the same tab.
fn tabs_of_code(code: Vec<(Option<String>, Info, Fence, u32)>) -> TargetElement {
    let mut tabs: Vec<(String, u32, Vec<Node>)> = Vec::new();
    for (label, mut info, fence, at) in code {
        let label = label.or_else(|| info.title.take()).unwrap_or_else(|| match info.language.as_str() {
            "" => "Code".to_owned(),
            language => language.to_owned(),
        });
        let fence = Node { line: at, kind: Kind::Fence(Fence { info: info.written(), ..fence }) };
        match tabs.last_mut() {
            Some((last, _, fences)) if *last == label => fences.extend([Node { line: at, kind: Kind::Blank }, fence]),
            _ => tabs.push((label, at, vec![fence])),
        }
    }
    let tabs = tabs
        .into_iter()
        .map(|(label, at, fences)| TargetElement::new("wc-tab").with("label", label).holding(fences).at(at));
    TargetElement::new("wc-tabs").holding(tabs.collect())
}

/// Moves lines of text that end before this line.
fn put_text(lines: &mut Vec<&str>, end: u32, out: &mut Vec<Node>) {
    let start = end.saturating_sub(u32::try_from(lines.len()).unwrap_or(0));
    if lines.iter().any(|line| !line.trim().is_empty()) {
        out.push(Node::text(start, lines.join("\n")));
    }
    lines.clear();
}

/// Tabs as one group. If each contains only a fence, they become a code group.
pub(super) fn group_of_tabs(tabs: Vec<Node>, line: u32) -> Node {
    let code: Option<Vec<Node>> = tabs.iter().map(as_code_tab).collect();
    match code.filter(|code| code.len() > 1) {
        Some(code) => TargetElement::new("wc-code-group").holding(code).at(line),
        None => TargetElement::new("wc-tabs").holding(tabs).at(line),
    }
}

/// A tab that contains only one fence, as that fence with the tab's label.
fn as_code_tab(node: &Node) -> Option<Node> {
    let Kind::Target(tab) = &node.kind else { return None };
    let mut content = tab.children.iter().filter(|node| !node.is_blank());
    let Kind::Fence(fence) = &content.next()?.kind else { return None };
    if content.next().is_some() || fence.info.contains("filename=") || fence.info.starts_with("mermaid") {
        return None;
    }
    let label = tab.get("label")?.replace(['"', '`'], "'");
    let language = fence.info.split_whitespace().next().unwrap_or_default().to_owned();
    let rest = fence.info.get(language.len()..).unwrap_or_default();
    let info = format!("{language} filename=\"{label}\"{rest}").trim().to_owned();
    Some(Node { line: node.line, kind: Kind::Fence(Fence { info, ..fence.clone() }) })
}
