//! Which thing of the other tool becomes what.

use engine::foreign::{self, Notation, Outcome};

use super::cut::Cut;
use super::group::may_hold;
use super::include::Asked;
use super::scope::Binding;
use super::{Converter, Kind, Node};
use crate::page::tree::{Attribute, Element, Made, Value};
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

    /// A tag: of HTML, imported, or a component by its name.
    fn tag(&mut self, mut element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        if element.name == "include" {
            let path = self.words(std::mem::take(&mut element.children));
            return self.included_part(&element, path.trim(), line, out);
        }
        if let Some(part) = table_part(&element.name) {
            part.clone_into(&mut element.name);
        }
        if !crate::page::read::jsx::is_component(&element.name) {
            return self.html_block(element, line, parent, out);
        }
        match self.binding(&element.name) {
            Some(Binding::File { path, .. }) if is_image_file(&path) => {
                // A drawing that is used as a component.
                let mut image = Element { name: "Image".to_owned(), ..element };
                image
                    .attributes
                    .retain(|attribute| matches!(attribute.name.as_str(), "title" | "alt" | "width" | "height"));
                image.attributes.push(Attribute { name: "src".to_owned(), value: Value::Text(path) });
                return self.picture(image, line, out);
            }
            Some(Binding::File { path, export, line: at }) => {
                let asked =
                    Asked { element: &element, path: &path, export: &export, imported_at: at, line, cut: Cut::All };
                return self.imported(asked, parent, out);
            }
            Some(Binding::Component { jsx, defaults }) => {
                let nodes = self.own_component(element, &jsx, defaults, line, parent);
                out.push(Node { line, kind: Kind::Blank });
                out.extend(nodes);
                out.push(Node { line, kind: Kind::Blank });
                return;
            }
            Some(Binding::Code | Binding::Value(_)) => {
                let children = self.nodes(element.children, parent);
                out.extend(children);
                return;
            }
            Some(Binding::Library { export }) if export != "default" && export != "*" => {
                element.name = match element.name.split_once('.') {
                    Some((_, member)) => format!("{export}.{member}"),
                    None => export,
                };
            }
            _ => {}
        }
        self.component(element, line, parent, out);
    }

    fn component(&mut self, mut element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        if let Some((_, usual)) = SYNONYMS.iter().find(|(name, _)| *name == element.name) {
            (*usual).clone_into(&mut element.name);
        }
        let has_content = element.children.iter().any(|node| !node.is_blank());
        match element.name.as_str() {
            "Anchor" if element.attributes.iter().any(|attribute| attribute.name == "href") => {
                let content = self.nodes(std::mem::take(&mut element.children), None);
                let content = self.joined(content, true);
                let text = self.component_alone(&element, content, line);
                out.push(Node::text(line, text));
            }
            "Check" | "Cross" if !has_content && self.value(&element, "title").is_none() => {
                let icon = self.component_alone(&element, String::new(), line);
                out.push(Node::text(line, icon));
            }
            "Snippet" if element.attributes.iter().any(|attribute| attribute.name == "text") => {
                self.code_in_attribute(&element, line, out);
            }
            "PackageManagers" => self.package_command(&element, line, out),
            "DocCardList" | "DocsCategory" => self.cards_of_pages(&element, line, out),
            "Color" | "Color.Row" | "ColorRow" if has_content => {
                let children = self.nodes(element.children, parent);
                out.extend(children);
            }
            "Tabs" | "CodeTabs" => self.tabs(element, line, out),
            "Tab" | "TabItem" | "Tabs.Tab" | "TabsContent" => self.tab(element, line, None, out),
            "CodeGroup" | "CodeBlocks" | "RequestExample" | "ResponseExample" => self.code_group(element, line, out),
            "Sandpack" | "SandpackRSC" => self.sandpack(element, line, out),
            "CodeBlock" | "Code" => self.code_block(element, line, out),
            "Steps" | "Stepper" => self.steps(element, line, out),
            "Step" => self.step(element, line, out),
            "FileTree" | "Files" | "Tree" => self.file_tree(element, line, out),
            "Folder" | "File" | "Tree.Folder" | "Tree.File" | "FileTree.Folder" | "FileTree.File" => {
                self.file(element, line, out);
            }
            "ParamField" | "ResponseField" | "Property" => self.field(element, line, parent, out),
            "Expandable" => self.expandable(element, line, parent, out),
            "TypeTable" | "PropsTable" | "AutoTypeTable" | "auto-type-table" => self.type_table(&element, line, out),
            "Columns" => self.columns(element, line, out),
            "CardGroup" | "Cards" | "CardGrid" | "Tiles" => self.tiles(element, line, out),
            "Card" | "LinkCard" | "Cards.Card" | "PageCard" => self.card(element, line, out),
            "Frame" | "Figure" => self.frame(element, line, out),
            "Image" | "Illustration" | "Diagram" | "ThemedImage" | "Screenshot" => self.picture(element, line, out),
            "YouTube" | "Embed" | "LiteYouTubeEmbed" | "Video" | "Vimeo" | "GitHub.Repo" => {
                self.film(element, line, out);
            }
            "Snippet" | "Markdown" | "Include" => {
                let path = ["file", "src", "path"].iter().find_map(|name| self.value(&element, name));
                self.snippet(&element, &path.unwrap_or_default(), Cut::All, line, out);
            }
            "HTMLBlock" => self.html_source(element, line, out),
            "Table" | "DataTable" => self.jsx_table(element, line, out),
            "Listing" => self.listing(element, line, out),
            "Update" | "ChangelogEntry" => self.update(element, line, out),
            "Accordion" => self.accordion(element, line, out),
            "Callout" | "Aside" | "Admonition" | "Alert" => self.callout_component(element, line, out),
            "Mermaid" => self.mermaid(element, line, out),
            "Details" => self.details(element, line, out),
            "Endpoint" | "EndpointRequestSnippet" | "EndpointResponseSnippet" | "APIMethod" | "RunnableEndpoint" => {
                self.endpoint_component(&element, line, out);
                let children = self.nodes(element.children, parent);
                out.extend(children);
            }
            "DeepDive" | "Solution" | "Hint" | "Pitfall" | "Wip" | "Deprecated" | "Canary" | "LearnMore"
            | "YouWillLearn" | "Recap" | "Challenges" | "Intro" | "InlineToc" | "ConsoleBlock"
            | "ConsoleBlockMulti" | "ConsoleLogLine" | "TerminalBlock" | "DiagramGroup" | "IllustrationBlock"
            | "FullWidth" | "CodeDiagram" | "Note" => {
                self.react(element, line, parent, out);
            }
            "Head" | "TOCInline" | "Script" | "Style" | "Spacer" | "Hr" | "Divider" | "LinkedHeading" => {
                let children = self.nodes(element.children, parent);
                out.extend(children);
            }
            _ => self.generic(element, line, parent, out),
        }
    }

    /// A component as the table has it.
    pub(super) fn generic(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        if let Some(target) = foreign::target(Notation::Tag, &element.name) {
            let known = foreign::known(target.component);
            if known.is_some_and(foreign::Known::is_inline) {
                let content = self.nodes(element.children.clone(), None);
                if content.iter().any(|node| !matches!(node.kind, Kind::Text(_) | Kind::Blank)) {
                    // Blocks cannot stand in a line of text: they stay without it.
                    out.extend(content);
                    return;
                }
                let content = self.joined(content, true);
                let bare = Element { children: Vec::new(), ..element };
                let text = self.inline_alone(&bare, content, line);
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
            if holds_blocks && known.is_some_and(|known| known.content() == foreign::Content::Inline) {
                // Ours is for a line of text; another one of the same kind holds blocks.
                let is_tile = made.name == "wc-tile";
                made.name = if is_tile { "wc-card" } else { "wc-callout" }.to_owned();
                made.attributes.retain(|(name, _)| is_tile || name == "title" || name == "id");
            }
            self.complete(&mut made, &element.name);
            if known.is_some_and(|known| known.content() == foreign::Content::None) && !made.children.is_empty() {
                let children = std::mem::take(&mut made.children);
                out.push(made.at(line));
                out.extend(children);
                return;
            }
            out.push(made.at(line));
            return;
        }
        if foreign::other(Notation::Tag, &element.name) == Some(Outcome::Linked) {
            return self.film(element, line, out);
        }
        let children = self.nodes(element.children.clone(), parent);
        match foreign::other(Notation::Tag, &element.name) {
            Some(Outcome::Element(name)) => out.push(Made::new(name).holding(children).at(line)),
            Some(Outcome::Removed) if children.is_empty() => {
                let text = self.inline_alone(&element, String::new(), line);
                if !text.is_empty() {
                    out.push(Node::text(line, text));
                }
            }
            Some(_) => out.extend(children),
            None => {
                // A block of the customer's own in ReadMe is a file of its name.
                let own = ["md", "mdx"].map(|end| format!("custom_blocks/{}.{end}", element.name));
                let own =
                    own.into_iter().find(|path| self.dialect.readme && self.around.file(&self.file, path).is_some());
                if let Some(path) = own {
                    return self.snippet(&element, &path, Cut::All, line, out);
                }
                if !element.name.is_empty() && self.listed(&element, line, out) {
                    return;
                }
                if !element.name.is_empty() {
                    self.unknown(&element.name, line);
                    self.shown_attributes(&element, line, out);
                }
                out.push(Node { line, kind: Kind::Blank });
                out.extend(children);
                out.push(Node { line, kind: Kind::Blank });
            }
        }
    }

    /// The attributes of an unknown component that readers of the source see, as text.
    pub(super) fn shown_attributes(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        for name in ["title", "description", "label", "caption", "heading"] {
            if let Some(text) = self.value(element, name).filter(|text| !text.trim().is_empty()) {
                out.push(Node { line, kind: Kind::Blank });
                out.push(Node::text(line, super::inline::escaped_text(text.trim())));
            }
        }
    }

    /// What a component needs and was not given.
    pub(super) fn complete(&mut self, made: &mut Made, name: &str) {
        let needed = foreign::known(&made.name).and_then(foreign::Known::required_text);
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

    /// Takes the heading away that a content begins with, or the bold line: its words.
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
        let words = super::headings::plain(&super::headings::explicit_id(&text).0);
        if words.is_empty() {
            return None;
        }
        children.remove(at);
        Some(words)
    }

    /// A component of running text that has a line to itself.
    fn inline_alone(&mut self, element: &Element, content: String, line: u32) -> String {
        let source = Element { children: Vec::new(), ..element.clone() };
        self.component_alone(&source, content, line)
    }

    /// Reports and drops what stands for nothing here.
    pub(super) fn dropped(&mut self, kind: LossKind, line: u32, subject: &str) {
        self.lose(kind, line, subject, "left out");
    }
}

/// Components of one tool that are called otherwise elsewhere.
const SYNONYMS: &[(&str, &str)] = &[
    ("Warn", "Warning"),
    ("Launch", "Tip"),
    ("ImageZoom", "Image"),
    ("Zoom", "Frame"),
    ("DynamicCodeBlock", "CodeBlock"),
    ("InlineTOC", "TOCInline"),
    ("MDXImage", "Image"),
    ("ButtonLink", "LinkButton"),
];

/// Whether an imported file is an image.
pub(super) fn is_image_file(path: &str) -> bool {
    let path = path.split('?').next().unwrap_or(path);
    path.rsplit('.').next().is_some_and(super::attributes::is_image)
}

/// The element of HTML that a part of a table is: `Table.Tr`, `Tr`.
pub(super) fn table_part(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("Table.").unwrap_or(name) {
        "Thead" => "thead",
        "Tbody" => "tbody",
        "Tr" => "tr",
        "Th" => "th",
        "Td" => "td",
        _ => return None,
    })
}

/// Whether a component that `parent` cannot hold is a node, or stands in one that is HTML.
fn is_misplaced(node: &Node, parent: &str) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Made(child) if foreign::known(&child.name).is_none() => open.extend(&child.children),
            Kind::Made(child) if !may_hold(parent, child) => return true,
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
            _ => {}
        }
    }
    false
}
