//! Syntax of a single tool: Liquid of GitBook, includes of MkDocs, mdBook and VitePress.

use engine::other_tools::{self, Notation};

use super::cut::{Cut, is_mark, part_of};
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::tree::{Element, Fence, TargetElement};
use crate::report::{Loss, LossKind, Origin};

/// The directives of mdBook that insert a file.
const FILE_DIRECTIVES: [&str; 3] = ["include", "rustdoc_include", "playground"];

/// The beginning of the outcome for an operation that a page names.
pub(crate) const NO_OPERATION: &str = "no OpenAPI file";

impl Converter<'_> {
    /// `{% name %}` of GitBook.
    pub(super) fn liquid(&mut self, mut element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        match element.name.as_str() {
            "hint" => self.hint(element, line, out),
            "tabs" => {
                for node in &mut element.children {
                    if let Kind::Element(tab) = &mut node.kind
                        && tab.name == "tab"
                    {
                        "Tab".clone_into(&mut tab.name);
                        tab.notation = Notation::Tag;
                    }
                }
                self.tabs(element, line, out);
            }
            "tab" => self.tab(element, line, None, out),
            "stepper" => self.steps(element, line, out),
            "step" => self.step(element, line, out),
            "code" => {
                "Code".clone_into(&mut element.name);
                self.code_block(element, line, out);
            }
            "columns" => {
                "Columns".clone_into(&mut element.name);
                self.columns(element, line, out);
            }
            "content-ref" | "page-ref" => self.reference(&element, line, out),
            "embed" => self.embed(&element, line, out),
            "file" => {
                let mut made = TargetElement::new("wc-download");
                let source = self.value(&element, "src").unwrap_or_default();
                made.set_if(Some(self.asset(&source, line)), "href");
                let given = self.value(&element, "caption");
                let caption = self.nodes(element.children, None);
                let caption = Some(self.joined(caption, true)).filter(|text| !text.is_empty()).or(given);
                made.set_if(caption.map(|caption| crate::page::headings::plain(&caption)), "label");
                out.push(Node::text(line, crate::page::write::opening(&made, true)));
            }
            "include" => {
                let path = self.value(&element, "_").unwrap_or_default();
                self.snippet(&element, &path, Cut::All, line, out);
            }
            "openapi" | "swagger" | "openapi-operation" | "api-method" => {
                if !self.written_endpoint(&mut element, line, out) {
                    self.operation(element, line, out);
                }
            }
            "update" => {
                "Update".clone_into(&mut element.name);
                self.update(element, line, out);
            }
            "prompt" => {
                self.element(
                    Element { notation: Notation::Tag, name: "Prompt".to_owned(), ..element },
                    line,
                    parent,
                    out,
                );
            }
            "updates" | "column" | "raw" | "endraw" | "comment" => {
                let children = self.nodes(element.children, parent);
                out.extend(children);
            }
            _ => self.other_liquid(element, line, parent, out),
        }
    }

    /// `{% hint style="info" %}`.
    fn hint(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let style = self.value(&element, "style").unwrap_or_else(|| "info".to_owned());
        let kind = other_tools::callout(&style).map_or("note", |(kind, _)| kind);
        let mut made = TargetElement::new("wc-callout").with("type", kind);
        if let Some(icon) = self.value(&element, "icon").and_then(|icon| self.icon("hint", &icon, line)) {
            made.set("icon-name", Some(icon));
        }
        let mut children = element.children;
        let title = self.take_raw_heading(&mut children).map(|(title, _)| title);
        made.set_if(title, "title");
        made.children = self.nodes(children, Some("wc-callout"));
        out.push(made.at(line));
    }

    /// `{% if condition %}`, a block of an integration, or an unknown one.
    fn other_liquid(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        match element.name.as_str() {
            "if" => {
                let subject = format!("{{% if {} %}}", element.argument);
                let outcome = "the condition is left out; its content is shown to all readers";
                self.report_own_loss(LossKind::Attribute, line, &subject, outcome);
                self.of_no_content();
                let children = self.nodes(element.children, parent);
                out.extend(children);
            }
            "@mermaid/diagram" if self.value(&element, "content").is_some() => {
                let content = format!("{}\n", self.value(&element, "content").unwrap_or_default().trim());
                let fence = Fence { mark: '`', length: 3, info: "mermaid".to_owned(), content };
                out.push(Node { line, kind: Kind::Fence(fence) });
            }
            name => {
                let subject = format!("{{% {name} %}}");
                let children = self.nodes(element.children.clone(), parent);
                self.unknown((LossKind::UnknownComponent, &subject), &element, children, line, out);
            }
        }
    }

    /// `{% embed url %}`: a player where the address has one, else a link.
    fn embed(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let caption = self.nodes(element.children.clone(), None);
        let given = self.value(element, "caption").unwrap_or_default();
        let caption = Some(self.joined(caption, true)).filter(|text| !text.is_empty()).unwrap_or(given);
        let url = self.value(element, "url").unwrap_or_default();
        if let Some(player) = super::media::player(&url) {
            let title = Some(caption).filter(|text| !text.is_empty());
            return out.push(super::media::frame(player, (title, None), line));
        }
        let has_links = caption.contains("](") || caption.contains("<a ");
        let title = if caption.is_empty() || has_links { url.clone() } else { crate::page::headings::plain(&caption) };
        out.push(Node::text(line, format!("[{}]({url})", crate::page::write::escaped_text(&title))));
        if has_links {
            // A link cannot be in the text of another one.
            out.extend([Node { line, kind: Kind::Blank }, Node::text(line, caption)]);
        }
    }

    /// `{% content-ref url %}` around a link: becomes a card.
    fn reference(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let url = ["url", "page"].iter().find_map(|name| self.value(element, name)).unwrap_or_default();
        let words = self.words(element.children.clone());
        let words = if words.is_empty() { url.clone() } else { words };
        // GitBook shows the title of the page, or else the text of the link.
        let title = self.target_title(&url).unwrap_or(words);
        let name = title.rsplit('/').find(|part| !part.is_empty() && *part != "README.md").unwrap_or(&title);
        let name = name.strip_suffix(".md").map(crate::paths::words);
        let title = name.unwrap_or(title);
        let card = TargetElement::new("wc-card").with("title", title).with("href", self.link(&url, line));
        out.push(card.at(line));
    }

    /// An operation of a spec.
    fn operation(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let (path, method) = (self.value(&element, "path"), self.value(&element, "method"));
        let named = match (&method, &path) {
            (Some(method), Some(path)) => format!("{} {path}", method.to_uppercase()),
            _ => self.value(&element, "src").unwrap_or_default(),
        };
        let made = self.endpoint(&named, method, path, line);
        let children = self.nodes(element.children, None);
        out.push(made.at(line));
        out.extend(children);
    }

    /// `Endpoint` and equivalents: the operation named by an attribute.
    pub(super) fn endpoint_component(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        if element.name == "APIPage" {
            return self.operations(element, line, out);
        }
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        let method = text("method");
        let path = text("path").or_else(|| text("url"));
        let referred = ["endpoint", "ref", "operationId", "operation"].iter().find_map(|name| text(name));
        // A component that has both shows them without any OpenAPI file.
        let is_described = referred.is_none();
        let named = referred.or_else(|| Some(format!("{} {}", method.clone()?.to_uppercase(), path.clone()?)));
        let Some(named) = named else { return };
        let is_sample = matches!(element.name.as_str(), "EndpointRequestSnippet" | "EndpointResponseSnippet");
        if element.name == "EndpointResponseSnippet" && self.recorded.endpoints.contains(named.trim()) {
            // The request and the response are shown at one place.
            return;
        }
        self.recorded.endpoints.insert(named.trim().to_owned());
        let mut made = match is_described {
            true => self.described_endpoint(named.trim(), method, path),
            // Only a sample of an operation, which keeps a page of its own.
            false if is_sample => {
                let is_response = element.name == "EndpointResponseSnippet";
                let outcome = if is_response {
                    "the sample of the response is left out; those of the request are made of its method and path, without the host and what else the spec says: see the page of the operation"
                } else {
                    "its samples are made of its method and path, without the host and what else the spec says: see the page of the operation"
                };
                let subject = format!("<{}> of {}", element.name, named.trim());
                let loss = self.loss(LossKind::Spec, line, &subject, outcome).by(Origin::Import);
                self.losses.push(Loss { is_content: is_response, ..loss });
                by_url(named.trim(), method, path)
            }
            false => self.endpoint(named.trim(), method, path, line),
        };
        if element.name == "APIMethod" {
            // Its code makes calls and a table of its attributes and of the type in it.
            let outcome = "method, path and content are kept; the code that it makes of them, and the list of fields of a type with some, are not";
            self.report_loss(LossKind::CodeImport, line, &format!("<APIMethod> of {}", named.trim()), outcome);
            self.of_no_heading();
        }
        if element.name == "RunnableEndpoint" {
            "wc-playground".clone_into(&mut made.name);
        }
        out.push(made.at(line));
        let used = ["endpoint", "ref", "operationId", "operation", "method", "path", "url"];
        out.extend(self.prose(element, &used, line));
    }

    /// `APIPage` of Fumadocs: the operations in a list, of the document that another attribute names.
    fn operations(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let document = self.value(element, "document").unwrap_or_default();
        let Some(Literal::List(operations)) = self.literal_value(element, "operations") else {
            let outcome = "its list of operations is computed; left out";
            return self.report_own_loss(LossKind::Expression, line, "<APIPage>", outcome);
        };
        for operation in &operations {
            let Literal::Object(members) = operation else { continue };
            let member =
                |name: &str| members.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_text());
            let (Some(method), Some(path)) = (member("method"), member("path")) else { continue };
            let named = format!("{} {} {path}", document.trim_start_matches("./"), method.to_uppercase());
            let made = self.endpoint(named.trim(), Some(method), Some(path), line);
            out.push(made.at(line));
            out.push(Node { line, kind: Kind::Blank });
        }
    }

    /// Our endpoint for an operation with this name; without one in a spec, by its method and URL.
    pub(in crate::page) fn endpoint(
        &mut self,
        named: &str,
        method: Option<String>,
        path: Option<String>,
        line: u32,
    ) -> TargetElement {
        if let Some(made) = self.known_endpoint(named) {
            return made;
        }
        let has_file = named.split_whitespace().count() > 2;
        let which = if has_file { "of that name has it" } else { "has it" };
        self.report_loss(LossKind::Spec, line, named, &format!("{NO_OPERATION} {which}; method and URL are kept"));
        by_url(named, method, path)
    }

    /// Our endpoint for a method and a URL that need no operation in a spec.
    pub(in crate::page) fn described_endpoint(
        &self,
        named: &str,
        method: Option<String>,
        path: Option<String>,
    ) -> TargetElement {
        self.known_endpoint(named).unwrap_or_else(|| by_url(named, method, path))
    }

    /// Our endpoint for an operation of a spec. `None` if no spec has it.
    fn known_endpoint(&self, named: &str) -> Option<TargetElement> {
        let (name, spec) = self.around.operation(&self.file, named)?;
        let mut made = TargetElement::new("wc-endpoint").with("ref", name);
        made.set_if(spec, "spec");
        Some(made)
    }

    /// `<include>path#part</include>` of Fumadocs: Markdown is inserted, other files become code.
    pub(super) fn included_part(&mut self, element: &Element, path: &str, line: u32, out: &mut Vec<Node>) {
        let (file, part) = path.split_once('#').unwrap_or((path, ""));
        let is_page = file.ends_with(".md") || file.ends_with(".mdx");
        if !is_page {
            let info =
                ["lang", "meta"].iter().filter_map(|name| self.value(element, name)).collect::<Vec<_>>().join(" ");
            let info = self.info(&info, false).written();
            if self.flag(element, "cwd") {
                // Relative to the root of the project, which may be in another folder of the repository.
                let found = self.around.file("", file).or_else(|| self.around.file(&self.file, file));
                let Some(text) = found else {
                    let outcome = "it is not in the imported folder; nothing is put in its place";
                    let loss = Loss::new(LossKind::MissingInclude, &self.file, line, file, outcome);
                    return self.losses.push(loss.by(Origin::Import));
                };
                return Self::code_of_text((file, &text), part, &info, line, out);
            }
            return self.code_of_file(file, part, &info, line, out);
        }
        let mut bare = element.clone();
        bare.attributes.clear();
        self.snippet(&bare, file, Cut::part(part), line, out);
    }

    /// Converts a line with dialect syntax. Returns whether it was one.
    pub(super) fn line_of_dialect(&mut self, text: &str, line: u32, out: &mut Vec<Node>) -> bool {
        if self.dialect.mkdocs {
            if text == "[TOC]" {
                return true;
            }
            if self.inserted(text, line, out) {
                return true;
            }
            if let Some(inner) = text.strip_prefix("{*").and_then(|text| text.strip_suffix("*}")) {
                self.code_line(inner, line, out);
                return true;
            }
            if text.starts_with("*[") && text.lines().all(|line| line.starts_with("*[") && line.contains("]:")) {
                // Abbreviations, which are applied to other words.
                return true;
            }
        }
        if self.dialect.vitepress && matches!(text.to_ascii_lowercase().as_str(), "[[toc]]") {
            return true;
        }
        if self.dialect.mdbook && text.starts_with("{{#") && text.ends_with("}}") && !text.contains('\n') {
            let inner = text.trim_start_matches("{{#").trim_end_matches("}}");
            let (word, rest) = inner.split_once(' ').unwrap_or((inner, ""));
            if FILE_DIRECTIVES.contains(&word) {
                let path = rest.split_whitespace().next().unwrap_or_default();
                let (file, part) = path.split_once(':').unwrap_or((path, ""));
                if file.ends_with(".md") {
                    let element = Element::new(Notation::Line, "include");
                    self.snippet(&element, file, Cut::part(part), line, out);
                } else if word == "playground" {
                    self.playground((file, part), line, out);
                } else {
                    self.code_of_file(file, part, "", line, out);
                }
                return true;
            }
            if word == "title" {
                return true;
            }
        }
        false
    }

    /// `{* file hl[1:3] *}`.
    fn code_line(&mut self, inner: &str, line: u32, out: &mut Vec<Node>) {
        let mut words = inner.split_whitespace();
        let path = words.next().unwrap_or_default();
        let mut part = String::new();
        let mut marked = String::new();
        for word in words {
            if let Some(range) = word.strip_prefix("ln[").and_then(|word| word.strip_suffix(']')) {
                part = range.to_owned();
            }
            if let Some(ranges) = word.strip_prefix("hl[").and_then(|word| word.strip_suffix(']')) {
                marked = ranges.replace(':', "-");
            }
        }
        let language = path.rsplit('.').next().unwrap_or_default();
        let info = if marked.is_empty() { language.to_owned() } else { format!("{language} {{{marked}}}") };
        self.code_of_file(path, &part, &info, line, out);
    }

    /// `<<< @/file#region{1,2 ts:line-numbers} [label]` of VitePress.
    pub(super) fn line_element(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let text = element.argument.trim();
        if element.name == "generated" {
            let members = self.value(element, "members").unwrap_or_default();
            let kept = if members.is_empty() { "its name is kept" } else { "its name and those of members are kept" };
            self.report_loss(LossKind::CodeImport, line, text, &format!("generated from code: {kept}"));
            out.extend([Node::text(line, super::plain::code_span(text)), Node { line, kind: Kind::Blank }]);
            for name in members.split_whitespace() {
                let children = vec![Node::text(line, super::plain::code_span(name))];
                out.push(Node { line, kind: Kind::Item { marker: "- ".to_owned(), children } });
            }
            out.push(Node { line, kind: Kind::Blank });
            return;
        }
        if element.name == "@flowstart" {
            let outcome = "a diagram of flowchart.js: its source stays as code";
            self.report_own_loss(LossKind::UnknownComponent, line, "@flowstart", outcome);
            let content = element.argument.clone();
            let fence = Fence { mark: '`', length: 3, info: String::new(), content };
            return out.push(Node { line, kind: Kind::Fence(fence) });
        }
        let end = text.find(['{', ' ', '[']).unwrap_or(text.len());
        let path = text.get(..end).unwrap_or_default();
        let (path, part) = path.split_once('#').unwrap_or((path, ""));
        let mut rest = text.get(end..).unwrap_or_default().trim();
        let mut meta = String::new();
        if let Some((inner, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            let is_lines = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'-'));
            for word in inner.split_whitespace() {
                if is_lines(word) {
                    meta.push_str(&format!(" {{{word}}}"));
                } else {
                    meta.insert_str(0, word);
                }
            }
            rest = after.trim();
        }
        let language = path.rsplit('.').next().unwrap_or_default();
        let source = if meta.is_empty() || meta.starts_with(' ') {
            format!("{language}{meta} {rest}")
        } else {
            format!("{meta} {rest}")
        };
        let info = self.info(&source, false).written();
        self.code_of_file(path, part, &info, line, out);
    }

    /// A comment, or indented code.
    pub(super) fn verbatim(&mut self, text: String, line: u32, out: &mut Vec<Node>) {
        let inner = text.trim().strip_prefix("<!--").and_then(|text| text.strip_suffix("-->")).map(str::trim);
        if let Some(inner) = inner {
            if self.dialect.vitepress
                && let Some(path) = inner.strip_prefix("@include:").or_else(|| inner.strip_prefix("@@include:"))
            {
                let path = path.trim();
                let (path, part) = path.split_at(path.find(['{', '#']).unwrap_or(path.len()));
                // `#region`, lines `{3,10}`; if both are given, the lines are relative to the region.
                let part = part.trim_start_matches(['#', '{']).split(['{', '}']).next().unwrap_or_default();
                let element = Element::new(Notation::Line, "include");
                self.snippet(&element, path, Cut::part(part), line, out);
                return;
            }
            if let Some(shown) = self.macro_shown(&text, true, line) {
                out.extend(Some(shown).filter(|shown| !shown.is_empty()).map(|shown| Node::text(line, shown)));
                return;
            }
            if self.dialect.mkdocs && inner == "more" {
                return;
            }
        }
        out.push(Node::verbatim(line, text));
    }

    /// Inline `{{#name …}}` of mdBook.
    pub(super) fn mdbook_in_text(&mut self, inner: &str, line: u32) -> Option<String> {
        let directive = inner.strip_prefix('#')?;
        if directive.starts_with("title") {
            return Some(String::new());
        }
        let whole = format!("{{{{{inner}}}}}");
        let word = directive.split_whitespace().next().unwrap_or_default();
        if !FILE_DIRECTIVES.contains(&word) {
            self.report_loss(
                LossKind::Expression,
                line,
                &whole,
                "only a preprocessor reads it: its source stays as code",
            );
        }
        let text = self.mdbook_file(directive, false, line);
        let source = || self.code_notation.code(&whole);
        Some(text.map_or_else(source, |text| text.trim().to_owned()))
    }

    /// The content inserted by `{{#include file:part}}`; in Rust code, `rustdoc_include` inserts the rest of the file as
    /// hidden lines. `None`, with a loss, if the file is missing.
    pub(super) fn mdbook_file(&mut self, directive: &str, is_rust: bool, line: u32) -> Option<String> {
        let mut words = directive.split_whitespace();
        let word = words.next()?;
        if !FILE_DIRECTIVES.contains(&word) {
            return None;
        }
        let target = words.next()?;
        let (path, part) = target.split_once(':').unwrap_or((target, ""));
        let Some(text) = self.around.file(&self.file, path) else {
            self.report_loss(LossKind::MissingInclude, line, target, "the line stays as it is");
            return None;
        };
        let hiding = Some(part).filter(|_| is_rust && word == "rustdoc_include");
        let hiding = hiding.and_then(|part| super::book::with_hidden(&text, part));
        Some(hiding.or_else(|| part_of(&text, part)).unwrap_or_else(|| {
            let lines: Vec<&str> = text.lines().filter(|line| !is_mark(line)).collect();
            lines.join("\n")
        }))
    }
}

/// An endpoint with a method and a URL, which are the last words of its name unless given.
fn by_url(named: &str, method: Option<String>, path: Option<String>) -> TargetElement {
    let mut words = named.split_whitespace().rev();
    let last = words.next().unwrap_or_default().to_owned();
    let before = words.next().map(ToOwned::to_owned);
    let mut made = TargetElement::new("wc-endpoint");
    made.set_if(method.or(before).map(|method| method.to_lowercase()), "method");
    made.set_if(path.or(Some(last)), "url");
    made
}
