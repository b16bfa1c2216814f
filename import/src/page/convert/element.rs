//! Converts elements to their counterparts.

use engine::other_tools::{self, Notation, Outcome};

use super::components::{Component, Tagged};
use super::cut::Cut;
use super::group::may_hold;
use super::include::Asked;
use super::{Converter, Kind, Node};
use crate::page::tree::{Element, TargetElement};
use crate::report::LossKind;

impl Converter<'_> {
    pub(super) fn element(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        match element.notation {
            Notation::Directive => self.directive(element, line, parent, out),
            Notation::Admonition | Notation::Folded | Notation::Slash => self.admonition(element, line, out),
            Notation::Liquid => self.liquid(element, line, parent, out),
            Notation::MagicBlock => self.magic(&element, line, out),
            Notation::Line => self.line_element(&element, line, out),
            _ => self.tag(element, line, parent, out),
        }
    }

    /// A tag: HTML, imported, or a component by name.
    fn tag(&mut self, mut element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        self.with_given(&mut element, line);
        match self.resolve(&mut element) {
            Tagged::Include => {
                // A path as written: `[...slug]` is not Markdown in it.
                let path = match &element.children[..] {
                    [Node { kind: Kind::Text(path), .. }] => path.clone(),
                    _ => self.words(std::mem::take(&mut element.children)),
                };
                self.included_part(&element, path.trim(), line, out);
            }
            Tagged::Html if self.drops_block(&element, line) => {}
            Tagged::Html => self.html_block(element, line, parent, out),
            Tagged::Drawing => self.picture(element, line, out),
            Tagged::Imported { path, export } => {
                let asked = Asked { element: &element, path: &path, export: &export, line, cut: Cut::All };
                self.imported(asked, parent, out);
            }
            Tagged::Own(own) => {
                let nodes = self.own_component(&element, &own, line, parent);
                out.push(Node { line, kind: Kind::Blank });
                out.extend(nodes);
                out.push(Node { line, kind: Kind::Blank });
            }
            Tagged::Computed => {
                let children = self.nodes(element.children.clone(), parent);
                self.unknown((LossKind::CodeImport, &element.name), &element, children, line, out);
            }
            Tagged::Component(component) => self.component(component, element, line, parent, out),
            Tagged::OwnTabs(subject) => {
                let own = self.own_of_code(LossKind::CodeImport, &subject).and_then(|own| own.outcome(true, true));
                if let Some(own) = own {
                    self.report_loss(
                        LossKind::CodeImport,
                        line,
                        &subject,
                        &format!("its content is kept as tabs; {own}"),
                    );
                    self.of_no_heading();
                }
                self.tabs(element, line, out);
            }
        }
    }

    fn component(
        &mut self,
        component: Component,
        mut element: Element,
        line: u32,
        parent: Option<&str>,
        out: &mut Vec<Node>,
    ) {
        let has_content = element.children.iter().any(|node| !node.is_blank());
        let has = |name: &str| element.attributes.iter().any(|attribute| attribute.name == name);
        match component {
            Component::Anchor if has("href") => {
                let content = self.nodes(std::mem::take(&mut element.children), None);
                let content = self.joined(content, true);
                let text = self.component_in_text(component, &element, content, line);
                out.push(Node::text(line, text));
            }
            Component::Check | Component::Cross if !has_content && self.value(&element, "title").is_none() => {
                let icon = self.component_in_text(component, &element, String::new(), line);
                out.push(Node::text(line, icon));
            }
            Component::Snippet if has("text") => self.code_in_attribute(&element, line, out),
            Component::Snippet => {
                let path = ["file", "src", "path"].iter().find_map(|name| self.value(&element, name));
                self.snippet(&element, &path.unwrap_or_default(), Cut::All, line, out);
            }
            Component::Color if has_content => out.extend(self.nodes(element.children, parent)),
            Component::Group => out.extend(self.nodes(element.children, parent)),
            Component::Endpoint => {
                self.endpoint_component(&element, line, out);
                out.extend(self.nodes(element.children, parent));
            }
            Component::Accordion => self.accordion(element, line, out),
            Component::Callout => self.callout_component(element, line, out),
            Component::Card => self.card(element, line, out),
            Component::CodeBlock => self.code_block(element, line, out),
            Component::CodeGroup => self.code_group(element, line, out),
            Component::Columns => self.columns(element, line, out),
            Component::Details => self.details(element, line, out),
            Component::Expandable => self.expandable(element, line, parent, out),
            Component::Field => self.field(element, line, parent, out),
            Component::File => self.file(element, line, out),
            Component::FileTree => self.file_tree(element, line, out),
            Component::Film => self.film(element, line, out),
            Component::Frame => self.frame(element, line, out),
            Component::HtmlBlock => self.html_source(element, line, out),
            Component::Image => self.picture(element, line, out),
            Component::Listing => self.listing(element, line, out),
            Component::Mermaid => self.mermaid(element, line, out),
            Component::PackageManagers => self.package_command(&element, line, out),
            Component::PageCards => self.cards_of_pages(&element, line, out),
            Component::React => self.react(element, line, parent, out),
            Component::Sandpack => self.sandpack(element, line, out),
            Component::Step => self.step(element, line, out),
            Component::Steps => self.steps(element, line, out),
            Component::Tab => self.tab(element, line, None, out),
            Component::Table => self.jsx_table(element, line, out),
            Component::Tabs => self.tabs(element, line, out),
            Component::Tiles => self.tiles(element, line, out),
            Component::TypeTable => self.type_table(&element, line, out),
            Component::Update => self.update(element, line, out),
            Component::Anchor
            | Component::Badge
            | Component::Button
            | Component::Check
            | Component::Color
            | Component::Cross
            | Component::Icon
            | Component::Link
            | Component::Phrase
            | Component::Tooltip
            | Component::Registered => self.registered(component, element, line, parent, out),
        }
    }

    /// A component of the registry.
    fn registered(
        &mut self,
        component: Component,
        element: Element,
        line: u32,
        parent: Option<&str>,
        out: &mut Vec<Node>,
    ) {
        if let Some(target) = other_tools::target(Notation::Tag, &element.name) {
            let known = other_tools::known(target.component);
            if known.is_some_and(other_tools::Known::is_inline) {
                let content = self.inside(component, &element, |this| this.nodes(element.children.clone(), None));
                if content.iter().any(|node| !matches!(node.kind, Kind::Text(_) | Kind::Blank)) {
                    // Blocks are not allowed inline: they follow without it.
                    out.extend(content);
                    return;
                }
                let content = self.joined(content, true);
                let text = self.component_in_text(component, &element, content, line);
                if !text.is_empty() {
                    out.push(Node::text(line, text));
                }
                return;
            }
            let mut made = self.made(&element, target.component, target.changes, line);
            let children = self.nodes(element.children, Some(target.component));
            if children.iter().any(|node| is_misplaced(node, target.component)) {
                return self.grid(made, children, line, out);
            }
            made.children.extend(children);
            let holds_blocks = made.children.iter().any(|node| !matches!(node.kind, Kind::Text(_) | Kind::Blank));
            if holds_blocks && known.is_some_and(|known| known.content() == other_tools::Content::Inline) {
                // Ours is inline; another one of the same kind accepts blocks.
                let is_tile = made.name == "wc-tile";
                made.name = if is_tile { "wc-card" } else { "wc-callout" }.to_owned();
                made.attributes.retain(|(name, _)| is_tile || name == "title" || name == "id");
            }
            self.complete(&mut made, &element.name);
            if known.is_some_and(|known| known.content() == other_tools::Content::None) && !made.children.is_empty() {
                let children = std::mem::take(&mut made.children);
                out.push(made.at(line));
                out.extend(children);
                return;
            }
            out.push(made.at(line));
            return;
        }
        if other_tools::other(Notation::Tag, &element.name) == Some(Outcome::Linked) {
            return self.film(element, line, out);
        }
        let other = other_tools::other(Notation::Tag, &element.name);
        if other.is_none() && self.dialect.readme {
            // A custom block is a file with its name.
            let own = ["md", "mdx"].map(|end| format!("custom_blocks/{}.{end}", element.name));
            if let Some(path) = own.into_iter().find(|path| self.around.file(&self.file, path).is_some()) {
                return self.snippet(&element, &path, Cut::All, line, out);
            }
        }
        let children = self.nodes(element.children.clone(), parent);
        match other {
            Some(Outcome::Element(name)) => out.push(TargetElement::new(name).holding(children).at(line)),
            Some(Outcome::Removed) if children.is_empty() => {
                let text = self.component_in_text(component, &element, String::new(), line);
                if !text.is_empty() {
                    out.push(Node::text(line, text));
                }
            }
            Some(_) => out.extend(children),
            None => {
                if !element.name.is_empty() && self.listed(&element, line, out) {
                    return;
                }
                if element.name.is_empty() {
                    out.extend(children);
                } else {
                    let subject = element.name.as_str();
                    self.unknown((LossKind::UnknownComponent, subject), &element, children, line, out);
                }
            }
        }
    }

    /// Adds required attributes that are missing.
    pub(super) fn complete(&mut self, made: &mut TargetElement, name: &str) {
        let needed = other_tools::known(&made.name).and_then(other_tools::Known::required_text);
        let Some(needed) = needed.filter(|needed| matches!(*needed, "label" | "title" | "name")) else { return };
        if made.get(needed).is_none_or(|value| value.trim().is_empty()) {
            made.attributes.retain(|(given, _)| given != needed);
            let title = self.take_heading(&mut made.children).unwrap_or_else(|| match made.name.as_str() {
                "wc-step" => "Step".to_owned(),
                "wc-tab" | "wc-code-tab" => "Tab".to_owned(),
                "wc-expandable" | "wc-accordion" => "Details".to_owned(),
                _ => name.to_owned(),
            });
            made.attributes.insert(0, (needed.to_owned(), Some(title)));
        }
    }

    /// Removes the heading or bold line at the start of the content, and returns its text. One with links or images stays
    /// as a line of text.
    pub(super) fn take_heading(&mut self, children: &mut Vec<Node>) -> Option<String> {
        let at = children.iter().position(|node| !node.is_silent())?;
        let text = match &children.get(at)?.kind {
            Kind::Heading { text, .. } => text.clone(),
            Kind::Text(text)
                if text.starts_with("**") && text.ends_with("**") && !text.contains('\n') && text.len() > 4 =>
            {
                text.clone()
            }
            _ => return None,
        };
        let words = crate::page::headings::plain(&crate::page::headings::explicit_id(&text).0);
        if words.is_empty() {
            return None;
        }
        let heading = children.remove(at);
        if super::html::is_more_than_text(&heading) {
            children.insert(at, super::html::without_level(heading));
        }
        Some(words)
    }

    /// Reports and drops an element without a counterpart.
    pub(super) fn dropped(&mut self, kind: LossKind, line: u32, subject: &str) {
        self.report_loss(kind, line, subject, "left out");
    }
}

/// Whether a node is a component that `parent` does not accept, or an HTML element that contains one.
fn is_misplaced(node: &Node, parent: &str) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Target(child) if other_tools::known(&child.name).is_none() => open.extend(&child.children),
            Kind::Target(child) if !may_hold(parent, child) => return true,
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
            _ => {}
        }
    }
    false
}
