//! HTML elements: written as HTML, with URLs rewritten and without parts that our pages would reject.

use std::collections::BTreeSet;

use engine::accepted;

use super::Converter;
use super::decorative::is_decorative;
use super::info::Info;
use crate::literal::Literal;
use crate::page::read::jsx::{decoded, without_tags};
use crate::page::read::lines::{is_html_block, is_void};
use crate::page::read::tags::is_warning;
use crate::page::read::tokens::{InlineToken, elements, opening_tags, tokens};
use crate::page::tree::{Attribute, Element, Fence, Kind, Node, TargetElement, Value};
use crate::page::write::escaped;
use crate::project::Dialect;
use crate::report::{LossKind, Origin};

/// HTML elements without meaning on our pages: controls and pure grouping. Their content stays.
pub(super) fn is_dropped(name: &str) -> bool {
    matches!(
        name,
        "input"
            | "button"
            | "label"
            | "form"
            | "fieldset"
            | "legend"
            | "select"
            | "option"
            | "textarea"
            | "main"
            | "slot"
            | "template"
            | "dialog"
            | "menu"
            | "search"
            | "link"
            | "meta"
            | "nobr"
            | "canvas"
            | "param"
            | "picture"
    )
}

impl Converter<'_> {
    /// The attributes of an HTML element as written in the new page.
    pub(super) fn html_attributes(
        &mut self,
        name: &str,
        attributes: &[Attribute],
        line: u32,
    ) -> Vec<(String, Option<String>)> {
        let mut out = Vec::new();
        for attribute in attributes {
            // JSX uses camel case for some names.
            let given = attribute.name.to_ascii_lowercase();
            let given = given.as_str();
            // Classes and colors are styling of the old site.
            let takes = accepted::is_html_attribute(name, given) && !matches!(given, "class" | "color");
            if !takes {
                self.drop_attribute(&attribute.name, line);
                continue;
            }
            let value = match &attribute.value {
                Value::None => None,
                // Without quotation marks, what a template inserts looks like an expression.
                Value::Expression(source) if self.dialect.mkdocs && source.starts_with('{') => {
                    Some(format!("{{{source}}}"))
                }
                _ => match self.literal(attribute) {
                    Some(Literal::Flag(false)) => continue,
                    Some(Literal::Flag(true)) => None,
                    Some(literal) => match literal.as_text() {
                        Some(text) => Some(text),
                        None => continue,
                    },
                    None => {
                        if matches!(given, "href" | "src" | "alt" | "title") {
                            let subject = format!("{given} of <{name}>");
                            self.report_loss(LossKind::Attribute, line, &subject, "its value is computed; left out");
                        }
                        continue;
                    }
                },
            };
            if self.dialect.mkdocs
                && matches!(given, "alt" | "title")
                && value.as_ref().is_some_and(|value| value.contains("{{") && value.contains("}}"))
            {
                let subject = format!("{given} of <{name}>");
                self.report_loss(LossKind::Attribute, line, &subject, "its value is computed; left out");
                continue;
            }
            let value = value.map(|value| match given {
                "href" => self.link(&value, line),
                "src" | "poster" if name != "iframe" => self.asset(&value, line),
                "width" | "height" => value.trim_end_matches("px").to_owned(),
                _ => value,
            });
            if !out.iter().any(|(name, _)| name == given) {
                out.push((given.to_owned(), value));
            }
        }
        out
    }

    /// Reports what of an HTML block element is for scripts. Returns whether nothing of it stays.
    pub(super) fn drops_block(&mut self, element: &Element, line: u32) -> bool {
        if self.drops_hidden(&element.name, &element.attributes, line) {
            return true;
        }
        self.report_hidden_block(element, line);
        self.report_behavior(&element.name, &element.attributes, line);
        let has_text = element.children.iter().any(|node| !node.is_silent());
        self.drops_control(&element.name, &element.attributes, has_text, line)
    }

    /// An HTML block element.
    pub(super) fn html_block(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let name = element.name.as_str();
        match name {
            "svg" => {
                let text = self.drawing(&element.argument, line);
                if !text.is_empty() {
                    out.push(Node::text(line, text));
                }
                return;
            }
            "script" | "style" | "link" | "meta" => {
                self.hidden(name, &element.attributes, line);
                self.imported_code(&element, line);
                return;
            }
            "object" | "embed" if self.value(&element, "data").is_some_and(|data| is_picture(&data)) => {
                let text = self.embedded(&element, line);
                out.push(Node::text(line, text));
                return;
            }
            "details" => return self.details(element, line, out),
            "summary" => {
                let children = self.nodes(element.children, parent);
                out.extend(children);
                return;
            }
            "figure" => return self.figure(element, line, out),
            "iframe" | "video" | "audio" | "embed" | "object" => return self.film(element, line, out),
            "img" => {
                let text = self.image_in_text(&element, line);
                if !text.is_empty() {
                    out.push(Node::text(line, text));
                }
                return;
            }
            "table" if element.attributes.iter().any(|a| a.name == "data-view") => {
                return self.card_table(element, line, out);
            }
            "pre" => return self.preformatted(element, line, out),
            "p" | "center" | "main" | "section" | "article" | "picture" | "button" | "form" | "label" | "nav"
            | "header" | "footer" => {
                self.drop_looks(&element.attributes, line);
                let children = self.nodes(element.children, parent);
                out.push(Node { line, kind: Kind::Blank });
                out.extend(children);
                out.push(Node { line, kind: Kind::Blank });
                return;
            }
            "a" => return self.link_block(element, line, out),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                if let Some(text) = source_of_line(&element.children) {
                    let level = name.as_bytes().get(1).map_or(1, |digit| usize::from(digit - b'0'));
                    let id = self.value(&element, "id").map(|id| format!(" {{#{id}}}")).unwrap_or_default();
                    out.push(Node { line, kind: Kind::Blank });
                    self.heading(level, &format!("{text}{id}"), line, out);
                    out.push(Node { line, kind: Kind::Blank });
                    return;
                }
            }
            "div" if self.dialect.mdbook && is_warning(&element.attributes) => return self.warning(element, line, out),
            "div" => return self.division(element, line, parent, out),
            "source" => {
                if super::attributes::is_dark_image(name, &element.attributes) {
                    let text = self.dark_image(&element.attributes, line);
                    out.push(Node::text(line, text));
                }
                return;
            }
            _ if !accepted::is_html(name) => {
                let children = self.nodes(element.children.clone(), parent);
                if is_html_block(name) {
                    out.extend(children);
                } else {
                    self.unknown((LossKind::UnknownComponent, name), &element, children, line, out);
                }
                return;
            }
            _ => {}
        }
        self.html_element(element, line, parent, out);
    }

    /// Reports a form control that has no text of its own, each kind once per page. Returns whether the element is one.
    pub(super) fn drops_control(&mut self, name: &str, attributes: &[Attribute], has_text: bool, line: u32) -> bool {
        let is_control = match name {
            "input" | "select" | "textarea" => true,
            "button" => !has_text,
            _ => false,
        };
        let is_hidden = |attribute: &Attribute| {
            attribute.name == "type" && matches!(&attribute.value, Value::Text(value) if value == "hidden")
        };
        if is_control && !attributes.iter().any(is_hidden) {
            let outcome = "a form control, which only scripts use: left out";
            self.count_loss(LossKind::CodeImport, line, &format!("<{name}>"), outcome);
        }
        is_control
    }

    /// Reports a button that does something on the old site: its text stays.
    pub(super) fn report_behavior(&mut self, name: &str, attributes: &[Attribute], line: u32) {
        let is_action = |attribute: &&Attribute| {
            let lower = attribute.name.to_ascii_lowercase();
            let is_handler = matches!(lower.as_str(), "data-action" | "onclick" | "@click" | "v-on:click");
            is_handler || matches!(lower.as_str(), "aria-controls" | "aria-expanded" | "popovertarget")
        };
        let Some(action) = attributes.iter().find(is_action).filter(|_| name == "button") else { return };
        let subject = match &action.value {
            Value::Text(value) => format!("<button {}=\"{value}\">", action.name),
            _ => format!("<button {}>", action.name),
        };
        self.report_loss(LossKind::Attribute, line, &subject, "its text stays, without what a click does");
    }

    /// Counts the attributes of an element that is replaced by its content.
    pub(super) fn drop_looks(&mut self, attributes: &[Attribute], line: u32) {
        for name in attributes.iter().map(|attribute| attribute.name.as_str()) {
            if name != "id" && is_decorative(name) {
                self.drop_attribute(name, line);
            }
        }
    }

    /// An HTML element that stays one.
    fn html_element(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let is_own_table = element.name == "table" && self.dialect.liquid;
        let element = if is_own_table { without_hidden_columns(element) } else { element };
        let name = element.name.as_str();
        let mut made = TargetElement::new(name);
        made.attributes = self.html_attributes(name, &element.attributes, line);
        let is_between_rows = match name {
            "table" | "thead" | "tbody" | "tfoot" => true,
            "tr" | "td" | "th" => false,
            _ => self.is_between_rows,
        };
        let before = std::mem::replace(&mut self.is_between_rows, is_between_rows);
        made.children = self.nodes(element.children, parent);
        if made.children.iter().all(Node::is_blank) && !is_void(name) {
            made.children.extend(self.generated_text(&element.attributes).map(|text| Node::text(line, text)));
        }
        self.is_between_rows = before;
        out.push(made.at(line));
    }

    /// Reports the files of code that a setup script of Vue imports, except components, which the page shows by their names.
    fn imported_code(&mut self, element: &Element, line: u32) {
        if element.name != "script" || element.attributes.iter().all(|attribute| attribute.name != "setup") {
            return;
        }
        for (line, text) in (line..).zip(element.argument.lines()) {
            let Some((names, path)) = text.trim().strip_prefix("import ").and_then(|text| text.split_once(" from "))
            else {
                continue;
            };
            let path = path.trim().trim_end_matches(';').trim_matches(['\'', '"']);
            let end = path.rsplit_once('.').map_or("", |(_, end)| end);
            let is_code = matches!(end, "ts" | "js" | "mts" | "mjs" | "data" | "json");
            if is_code && path.starts_with(['.', '@', '~', '/']) {
                let names = names.trim().trim_matches(['{', '}', ' ']);
                let outcome = "code of the page, which is not run: what it makes is left out";
                self.report_loss(LossKind::CodeImport, line, &format!("{path} ({names})"), outcome);
            }
        }
    }

    /// Reports code, styles and metadata of the page that are omitted. A setup script of Vue only binds names.
    pub(super) fn hidden(&mut self, name: &str, attributes: &[Attribute], line: u32) {
        let text = |name: &str| {
            let value = attributes.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value);
            value.and_then(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None })
        };
        match name {
            "script" if attributes.iter().all(|attribute| attribute.name != "setup") => {
                self.report_loss(LossKind::CodeImport, line, "<script>", "code of the page: left out");
                self.of_no_heading();
            }
            "style" => {
                let outcome = "left out: it only affects looks; see `theme.css` in `tool.json`";
                self.losses.push(self.loss(LossKind::Attribute, line, "<style>", outcome).by(Origin::Choice));
                self.of_no_content();
            }
            // What search engines and other sites read.
            "link" if matches!(text("rel"), Some("canonical" | "alternate")) => {
                let subject = format!("<link rel=\"{}\">", text("rel").unwrap_or_default());
                self.report_loss(LossKind::Frontmatter, line, &subject, "left out");
            }
            "meta" if text("http-equiv").is_none() => {
                let named = ["name", "property"].into_iter().find_map(|key| Some((key, text(key)?)));
                if let Some((key, name)) = named {
                    self.report_loss(LossKind::Frontmatter, line, &format!("<meta {key}=\"{name}\">"), "left out");
                }
            }
            _ => {}
        }
    }

    /// `object`, `embed`: the image or link that it shows.
    pub(super) fn embedded(&mut self, element: &Element, line: u32) -> String {
        let Some(source) = ["data", "src"].iter().find_map(|name| self.value(element, name)) else {
            return String::new();
        };
        let name = ["title", "aria-label"].iter().find_map(|name| self.value(element, name));
        if is_picture(&source) {
            let made =
                TargetElement::new("img").with("src", self.asset(&source, line)).with("alt", name.unwrap_or_default());
            return crate::page::write::opening(&made, true);
        }
        let name = name.unwrap_or_else(|| source.clone());
        format!("[{}]({})", crate::page::write::escaped_text(&name), self.link(&source, line))
    }

    /// A `div`: its content stays, and the element too if it forms a column.
    fn division(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let class = self.value(&element, "className").or_else(|| self.value(&element, "class")).unwrap_or_default();
        let words: Vec<&str> = class.split_whitespace().collect();
        if super::attributes::is_dark_class(&class) {
            // Duplicate content for dark pages contributes only its images.
            let before = std::mem::replace(&mut self.is_for_dark, true);
            let children = self.nodes(element.children, parent);
            self.is_for_dark = before;
            let is_image = |node: &Node| matches!(&node.kind, Kind::Text(text) if crate::page::pairs::has_dark(text));
            out.extend(children.into_iter().filter(is_image));
            return;
        }
        if words.contains(&"grid") && words.contains(&"cards") {
            return self.grid_of_cards(element, line, out);
        }
        if words.contains(&"grid") && self.dialect.mkdocs {
            let columns = self.nodes(element.children, Some("wc-columns"));
            out.push(TargetElement::new("wc-columns").holding(columns).at(line));
            return;
        }
        self.drop_looks(&element.attributes, line);
        let id = self.value(&element, "id");
        let children = self.nodes(element.children, parent);
        if parent == Some("wc-columns") {
            out.push(TargetElement::new("div").holding(children).at(line));
            return;
        }
        if let Some(id) = id {
            out.push(Node::text(line, format!("<a id=\"{}\"></a>", escaped(&id))));
        }
        out.push(Node { line, kind: Kind::Blank });
        out.extend(children);
        out.push(Node { line, kind: Kind::Blank });
    }

    /// A link around blocks: becomes a card.
    fn link_block(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let href = self.value(&element, "href");
        let children = self.nodes(element.children, Some("wc-card"));
        let Some(href) = href.filter(|href| !href.is_empty()) else {
            out.extend(children);
            return;
        };
        let mut card = TargetElement::new("wc-card").with("href", self.link(&href, line)).holding(children);
        let heading = card.children.iter().position(|node| matches!(node.kind, Kind::Heading { .. }));
        if let Some(Node { kind: Kind::Heading { text, .. }, .. }) = heading.map(|at| card.children.remove(at)) {
            card.set_if(Some(crate::page::headings::plain(&crate::page::headings::explicit_id(&text).0)), "title");
        }
        out.push(card.at(line));
    }

    /// `<pre>`: becomes code if it contains only text.
    fn preformatted(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        if !element.argument.is_empty() {
            let content = plain_code(&element.argument);
            for _ in element.argument.matches("<a ") {
                let outcome = "code has no links here: the text of those in it is kept";
                self.count_loss(LossKind::Link, line, "<a> in <pre>", outcome);
            }
            let class = self.value(&element, "class").unwrap_or_default();
            let language = class.strip_prefix("language-").and_then(|rest| rest.split_whitespace().next());
            let info = Info {
                language: language.unwrap_or_default().to_owned(),
                title: self.value(&element, "data-title"),
                lines: if self.dialect.liquid { strong_lines(&element.argument) } else { Vec::new() },
                ..Info::default()
            };
            let fence = Fence { mark: '`', length: 3, info: info.written(), content: format!("{content}\n") };
            return out.push(Node { line, kind: Kind::Fence(fence) });
        }
        let mut source = String::new();
        let mut open: Vec<Node> = element.children.into_iter().rev().collect();
        while let Some(node) = open.pop() {
            match node.kind {
                Kind::Blank => source.push('\n'),
                Kind::Text(text) | Kind::Verbatim(text) => {
                    source.push_str(&text);
                    source.push('\n');
                }
                Kind::Heading { level, text } => source.push_str(&format!("{} {text}\n", "#".repeat(level))),
                Kind::Expression(expression) => {
                    let value = self.scope.value(&expression).and_then(|value| value.as_text());
                    source.push_str(&value.unwrap_or(expression));
                    source.push('\n');
                }
                Kind::Element(element) => open.extend(element.children.into_iter().rev()),
                Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.into_iter().rev()),
                Kind::Fence(fence) => source.push_str(&fence.content),
                Kind::Target(_) => {}
            }
        }
        let content = plain_code(source.trim_matches('\n'));
        let inner = content.trim().strip_prefix('{').and_then(|content| content.strip_suffix('}'));
        let given = inner.and_then(|inner| self.scope.value(inner)).and_then(|value| value.as_text());
        let content = given.unwrap_or(content);
        let fence = Fence { mark: '`', length: 3, info: String::new(), content: format!("{content}\n") };
        out.push(Node { line, kind: Kind::Fence(fence) });
    }

    /// `details`: its `summary` becomes the title, which is text. A summary with links or images is also the first line
    /// of the content.
    pub(super) fn details(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let is_open = self.flag(&element, "open");
        let own = self.value(&element, "id");
        let (summary, children) = take_element(element.children, &["summary", "Summary"]);
        let mut ids = own.into_iter().chain(ids_in(summary.as_deref().unwrap_or_default()));
        let summary = self.nodes(summary.unwrap_or_default(), None);
        let title = Some(plain_text(summary.clone())).filter(|title| !title.is_empty());
        let mut made = TargetElement::new("wc-expandable").with("title", title.unwrap_or_else(|| "Details".to_owned()));
        made.set_if(ids.next(), "id");
        if is_open {
            made.set("open", None);
        }
        let anchors: String = ids.map(|id| format!("<a id=\"{}\"></a>", escaped(&id))).collect();
        if !anchors.is_empty() {
            made.children.extend([Node::text(line, anchors), Node { line, kind: Kind::Blank }]);
        }
        if summary.iter().any(is_more_than_text) {
            made.children.extend(summary.into_iter().map(without_level));
            made.children.push(Node { line, kind: Kind::Blank });
        }
        made.children.extend(self.nodes(children, Some("wc-expandable")));
        out.push(made.at(line));
    }

    /// Removes the first element with one of these names, and returns its content as a line of Markdown and the rest.
    pub(super) fn take_caption(&mut self, children: Vec<Node>, names: &[&str]) -> (Option<String>, Vec<Node>) {
        let (content, children) = take_element(children, names);
        let caption = content.map(|content| {
            let content = self.nodes(content, None);
            in_marks(&self.joined(content, true))
        });
        (caption, children)
    }

    /// The text of a content, without markup.
    pub(super) fn words(&mut self, nodes: Vec<Node>) -> String {
        plain_text(self.nodes(nodes, None))
    }
}

/// A table without the columns whose head says that GitBook hides them.
fn without_hidden_columns(mut table: Element) -> Element {
    let mut hidden = BTreeSet::new();
    for row in rows_of(&mut table.children) {
        let mut cells = 0;
        row.retain(|node| {
            let Kind::Element(cell) = &node.kind else { return true };
            if cell.attributes.iter().any(|attribute| attribute.name == "data-hidden") {
                hidden.insert(cells);
            }
            cells += 1;
            !hidden.contains(&(cells - 1))
        });
    }
    table
}

/// The contents of the rows of a table.
fn rows_of(content: &mut [Node]) -> Vec<&mut Vec<Node>> {
    let mut rows = Vec::new();
    for node in content {
        let Kind::Element(element) = &mut node.kind else { continue };
        match element.name.as_str() {
            "tr" => rows.push(&mut element.children),
            "thead" | "tbody" | "tfoot" => rows.extend(rows_of(&mut element.children)),
            _ => {}
        }
    }
    rows
}

/// The text of a converted content, without markup.
pub(super) fn plain_text(nodes: Vec<Node>) -> String {
    let mut out = String::new();
    let mut open: Vec<Node> = nodes.into_iter().rev().collect();
    while let Some(node) = open.pop() {
        match node.kind {
            Kind::Text(text) | Kind::Heading { text, .. } | Kind::Verbatim(text) => {
                out.push_str(&crate::page::headings::plain(&crate::page::headings::explicit_id(&text).0));
                out.push(' ');
            }
            Kind::Target(made) => open.extend(made.children.into_iter().rev()),
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.into_iter().rev()),
            Kind::Fence(fence) => out.push_str(&fence.content),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a node has a link, an image, or a component that shows more than the text in it.
pub(super) fn is_more_than_text(node: &Node) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Text(text) | Kind::Heading { text, .. } => {
                let is_more = |token: &InlineToken<'_>| match token {
                    InlineToken::Address { .. } => true,
                    InlineToken::Open(tag) | InlineToken::Empty(tag) => {
                        matches!(tag.name, "img" | "wc-image" | "wc-tooltip" | "wc-button" | "wc-download")
                            || tag.name == "a" && tag.has("href")
                    }
                    _ => false,
                };
                let tokens = tokens(text, Dialect::default(), false).all;
                if text.contains("][") || tokens.iter().any(|(token, _)| is_more(token)) {
                    return true;
                }
            }
            Kind::Target(made) if accepted::is_html(&made.name) => open.extend(&made.children),
            Kind::Target(_) => return true,
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
            _ => {}
        }
    }
    false
}

/// A heading as a line of text; other nodes as they are.
pub(super) fn without_level(node: Node) -> Node {
    match node.kind {
        Kind::Heading { text, .. } => Node::text(node.line, crate::page::headings::explicit_id(&text).0),
        kind => Node { kind, ..node },
    }
}

/// The text of a `<pre>` without expressions and components.
fn plain_code(source: &str) -> String {
    // A button that copies the code is not part of it.
    let mut text = String::with_capacity(source.len());
    for (number, part) in source.split("<button").enumerate() {
        let shown = if number == 0 { Some(part) } else { part.split_once("</button>").map(|(_, after)| after) };
        text.push_str(shown.unwrap_or_default());
    }
    for (written, shown) in
        [("<br>", "\n"), ("<br/>", "\n"), ("<br />", "\n"), ("\\{", "{"), ("\\}", "}"), ("\\<", "&lt;")]
    {
        text = text.replace(written, shown);
    }
    let text = without_tags(text.trim_matches('\n'), |tag| accepted::is_html(tag.name));
    decoded(text.trim_end().trim_matches('\n'))
}

/// The numbers of the lines of a `<pre>` with strong text, which its fence highlights.
fn strong_lines(source: &str) -> Vec<String> {
    let mut is_open = false;
    let mut is_strong = |line: &str| {
        let mut found = false;
        for (at, part) in line.split('<').enumerate() {
            let text = if at == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) };
            if at > 0 {
                is_open = part.starts_with("strong>") || is_open && !part.starts_with("/strong>");
            }
            found |= is_open && !text.is_empty();
        }
        found
    };
    let code = source.trim_matches('\n');
    let code = code.strip_prefix("<code").and_then(|rest| rest.split_once('>')).map_or(code, |(_, code)| code);
    let lines = code.trim_start_matches('\n').split('\n').zip(1..);
    lines.filter(|(line, _)| is_strong(line)).map(|(_, number)| number.to_string()).collect()
}

/// The IDs of the elements in a content.
fn ids_in(nodes: &[Node]) -> Vec<String> {
    let id = |name: &str, attributes: &[Attribute]| {
        let is_id = |attribute: &&Attribute| attribute.name == "id" || name == "a" && attribute.name == "name";
        match &attributes.iter().find(is_id)?.value {
            Value::Text(id) => Some(decoded(id)).filter(|id| !id.trim().is_empty()),
            _ => None,
        }
    };
    let mut out = Vec::new();
    let mut open: Vec<&Node> = nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Text(text) | Kind::Verbatim(text) => {
                out.extend(opening_tags(text).filter_map(|(tag, _)| id(tag.name, &tag.attributes)));
            }
            Kind::Element(element) => {
                out.extend(id(&element.name, &element.attributes));
                open.extend(element.children.iter().rev());
            }
            _ => {}
        }
    }
    out
}

/// Whether a URL is that of an image.
fn is_picture(address: &str) -> bool {
    let ending = address.split(['?', '#']).next().and_then(|path| path.rsplit('.').next());
    ending.is_some_and(|ending| super::attributes::is_image(ending) && !matches!(ending, "mp4" | "webm" | "mov"))
}

/// A line of Markdown with HTML elements replaced by Markdown markup, which is all that an attribute accepts.
fn in_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut links = Vec::new();
    let mut reach = crate::page::read::expression::Reach::default();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let tag = (c == '<').then(|| crate::page::read::jsx::tag(text, at, &mut reach)).flatten();
        let Some(tag) = tag.filter(|tag| accepted::is_html(tag.name)) else {
            out.push(c);
            at += c.len_utf8();
            continue;
        };
        match tag.name {
            "a" if !tag.closing => {
                let href = tag.attributes.iter().find_map(|attribute| match &attribute.value {
                    Value::Text(href) if attribute.name == "href" => Some(decoded(href)),
                    _ => None,
                });
                out.push_str(if href.is_some() { "[" } else { "" });
                links.push(href);
            }
            "a" => {
                if let Some(href) = links.pop().flatten() {
                    out.push_str(&format!("]({href})"));
                }
            }
            "code" => out.push('`'),
            "em" | "i" => out.push('*'),
            "strong" | "b" => out.push_str("**"),
            "br" => out.push(' '),
            _ => {}
        }
        at = tag.end;
    }
    out.trim().to_owned()
}

/// Removes the first element with one of these names from a content, and returns its children.
fn take_element(mut children: Vec<Node>, names: &[&str]) -> (Option<Vec<Node>>, Vec<Node>) {
    let found = children.iter().position(|node| match &node.kind {
        Kind::Element(element) => names.contains(&element.name.as_str()),
        _ => false,
    });
    if let Some(at) = found {
        if let Kind::Element(element) = children.remove(at).kind {
            return (Some(element.children), children);
        }
        return (None, children);
    }
    // On one line with other text.
    for node in &mut children {
        let Kind::Text(text) = &mut node.kind else { continue };
        let found = elements(text, names).into_iter().next().map(|found| (found.content, found.range));
        if let Some((content, range)) = found {
            let title = Node::text(node.line, text.get(content).unwrap_or_default());
            text.replace_range(range, "");
            return (Some(vec![title]), children);
        }
    }
    (None, children)
}

/// The source of a content that is one line of text and expressions.
fn source_of_line(children: &[Node]) -> Option<String> {
    let mut out = Vec::new();
    for node in children {
        match &node.kind {
            Kind::Blank => {}
            Kind::Text(text) => out.push(text.clone()),
            Kind::Expression(source) => out.push(format!("{{{source}}}")),
            _ => return None,
        }
    }
    let text = out.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

impl TargetElement {
    /// Sets an attribute if there is a value.
    pub(in crate::page) fn set_if(&mut self, value: Option<String>, name: &str) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            self.set(name, Some(value));
        }
    }
}
