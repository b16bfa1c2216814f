//! Text from other files: inserted, or included by our own component if several pages share it.

use engine::other_tools::Notation;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Converter;
use super::cut::{Cut, is_mark, part_of};
use super::scope::Scope;
use crate::literal::Literal;
use crate::page::frontmatter;
use crate::page::read::esm::{Exported, JsxComponent, Statement};
use crate::page::read::lines::is_html_block;
use crate::page::read::{Document, read};
use crate::page::resolver::{Include, LinkPlace};
use crate::page::tree::{Attribute, Element, Fence, Kind, Node, TargetElement, Value};
use crate::presence::OUTSIDE;
use crate::report::{LossKind, Origin};

/// The limits of pages for their fragments: how many texts of files are inserted into a page, and how many bytes.
const MOST_INSERTED: usize = 1_000;
pub(super) const MOST_BYTES: usize = 1 << 20;

/// The name of an element of MkDocs that represents a file by its path from the folder of the project.
pub(super) const SCISSORS: &str = "--8<--";

/// An element that represents a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'e> {
    pub(super) element: &'e Element,
    /// As written.
    pub(super) path: &'e str,
    /// The selected export of the file.
    pub(super) export: &'e str,
    pub(super) line: u32,
    /// The selected part of the file.
    pub(super) cut: Cut<'e>,
}

/// Why the file of an element is not inserted: the kind and the subject of the loss; `None` if it is already reported.
pub(super) type Unresolved = Option<(LossKind, String)>;

/// The use of a component whose JSX is being inserted.
#[derive(Clone, Debug)]
pub(super) struct ComponentUse {
    file: String,
    line: u32,
    /// The values of its attributes as written.
    attributes: String,
    jsx: String,
}

impl Converter<'_> {
    /// The place of words that are converted at a line of the current file: if that is in a component's JSX, which does
    /// not have them, they may be from the attributes of its use.
    pub(super) fn place_of(&self, words: &str, line: u32) -> LinkPlace<'_> {
        let is_in_jsx = self.uses.last().is_none_or(|used| used.jsx.contains(words));
        let by_use = || self.uses.iter().rev().find(|used| used.attributes.contains(words));
        match by_use().filter(|_| !is_in_jsx) {
            Some(used) => LinkPlace { file: &used.file, line: used.line },
            None => LinkPlace { file: &self.file, line },
        }
    }

    /// A block element with an imported name.
    pub(super) fn imported(&mut self, asked: Asked<'_>, parent: Option<&str>, out: &mut Vec<Node>) {
        let (element, line) = (asked.element, asked.line);
        let has_props = !element.attributes.is_empty() || !element.children.is_empty();
        let children = self.nodes(element.children.clone(), parent);
        match self.included(asked, has_props, children.clone(), parent) {
            Ok(nodes) => {
                out.push(Node { line, kind: Kind::Blank });
                out.extend(nodes);
                out.push(Node { line, kind: Kind::Blank });
            }
            Err(Some((kind, subject))) => self.unknown((kind, &subject), element, children, line, out),
            Err(None) => out.extend(children),
        }
    }

    /// What is shown inline in place of an element whose file is not inserted.
    pub(super) fn unresolved_in_text(
        &mut self,
        unresolved: Unresolved,
        element: &Element,
        content: String,
        line: u32,
    ) -> String {
        match unresolved {
            Some((kind, subject)) => self.unknown_in_text((kind, &subject), element, content, line),
            None => content,
        }
    }

    /// An inline element with an imported name.
    pub(super) fn included_in_text(&mut self, asked: Asked<'_>, one_line: bool) -> Result<String, Unresolved> {
        let is_path = |name: &str| matches!(name, "file" | "src" | "path");
        let has_props = asked.element.attributes.iter().any(|attribute| !is_path(&attribute.name));
        let nodes = self.included(asked, has_props, Vec::new(), None)?;
        if let [Node { kind: Kind::Target(made), .. }] = nodes.as_slice()
            && made.name == "wc-include"
        {
            return Ok(crate::page::write::opening(made, true));
        }
        Ok(self.joined(nodes, one_line))
    }

    /// Nodes as inline text.
    pub(super) fn joined(&mut self, nodes: Vec<Node>, one_line: bool) -> String {
        let text = crate::page::write::write(&nodes);
        let text = text.trim();
        let text = if one_line {
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
        } else {
            text.to_owned()
        };
        without_open_code(text)
    }

    /// The content of an include path.
    fn included(
        &mut self,
        asked: Asked<'_>,
        has_props: bool,
        children: Vec<Node>,
        parent: Option<&str>,
    ) -> Result<Vec<Node>, Unresolved> {
        let Asked { element, path, line, cut, .. } = asked;
        if cut != Cut::All {
            let Some(text) = self.around.file(&self.file, path) else {
                return Err(self.missing(element, path, line));
            };
            let Some(text) = cut.of(&text, self.dialect) else {
                self.report_loss(
                    LossKind::MissingInclude,
                    line,
                    &format!("{cut} of {path}"),
                    "the file has no such part",
                );
                return Err(None);
            };
            let file = self.around.path(&self.file, path).unwrap_or_else(|| path.to_owned());
            return self.text_of_file(asked, (&file, &text, self.dialect), children, parent);
        }
        let is_whole = matches!(asked.export, "default" | "*") && !element.name.contains('.');
        match self.around.include(&self.file, path) {
            // A fragment is separate: its steps would be a list of their own.
            Include::Shared { src } if is_whole && !has_props && !parent.is_some_and(holds_parts) => {
                Ok(vec![TargetElement::new("wc-include").with("src", src).at(line)])
            }
            Include::Shared { src } => match self.around.file(&self.file, path) {
                Some(text) => {
                    let file = self.around.path(&self.file, path).unwrap_or_else(|| path.to_owned());
                    self.text_of_file(asked, (&file, &text, self.dialect), children, parent)
                }
                None => Ok(vec![TargetElement::new("wc-include").with("src", src).at(line)]),
            },
            Include::Text { file, text, dialect } => {
                self.text_of_file(asked, (&file, &text, dialect), children, parent)
            }
            Include::Code => {
                if let Some(nodes) = self.plain_component(asked, children) {
                    return Ok(nodes);
                }
                Err(Some((LossKind::CodeImport, format!("{path} ({})", element.name))))
            }
            Include::Missing => Err(self.missing(element, path, line)),
        }
    }

    /// The content of a component in a code file, if it is only JSX that is the same on every page.
    fn plain_component(&mut self, asked: Asked<'_>, children: Vec<Node>) -> Option<Vec<Node>> {
        let Asked { element, path, export, line, .. } = asked;
        if element.name.contains('.') || self.including.iter().any(|open| open == path) {
            return None;
        }
        let text = self.around.file(&self.file, path)?;
        let file = self.around.path(&self.file, path).unwrap_or_else(|| path.to_owned());
        let (statements, component) = match component_of_file(&text, export) {
            Some((statements, Exported::Component(component))) => (statements, component),
            Some(_) => return None,
            None => (crate::page::read::esm::imports(&text), component_of_markup(&file, &text)?),
        };
        let (props, used) = (self.props(element), self.component_use(element, line));
        // URLs in code are relative to the page.
        let base = self.base.clone();
        self.base.get_or_insert_with(|| self.file.clone());
        let before =
            (std::mem::replace(&mut self.scope, Scope::of(&statements)), std::mem::replace(&mut self.file, file));
        self.including.push(path.to_owned());
        self.children.push(children);
        // If parts of it are computed or unknown, nothing of it is shown.
        let nodes = self.attempt_whole(|this| this.filled(used, &component, props, None));
        self.children.pop();
        self.including.pop();
        (self.scope, self.file) = before;
        self.base = base;
        nodes
    }

    /// A component of the page itself, with its props inserted.
    pub(super) fn own_component(
        &mut self,
        element: &Element,
        component: &JsxComponent,
        line: u32,
        parent: Option<&str>,
    ) -> Vec<Node> {
        const COST: usize = 8;
        let children = self.nodes(element.children.clone(), None);
        if self.depth + COST > super::DEEPEST {
            return children;
        }
        let (props, used) = (self.props(element), self.component_use(element, line));
        let before = self.losses.len();
        self.children.push(children);
        let nodes = self.deeper(COST, |this| this.filled(used, component, props, parent));
        self.children.pop();
        let is_empty = nodes.iter().all(Node::is_silent);
        // The losses in its JSX are at the same place for all uses.
        if is_empty && self.losses.iter().skip(before).any(|loss| loss.is_content) {
            let outcome = "nothing is shown in its place: what its code shows is not carried over";
            self.report_loss(LossKind::CodeImport, line, &element.name, outcome);
        }
        nodes
    }

    /// The attributes of an element whose values are known.
    fn props(&self, element: &Element) -> Vec<(String, Literal)> {
        let known = |attribute: &Attribute| match (&*attribute.name, &attribute.value) {
            ("...", Value::Expression(source)) => match self.scope.value(source) {
                Some(Literal::Object(members)) => members,
                _ => Vec::new(),
            },
            (name, _) => self.literal(attribute).map(|value| (name.to_owned(), value)).into_iter().collect(),
        };
        element.attributes.iter().flat_map(known).filter(|(_, value)| value.is_whole()).collect()
    }

    /// The use of a component, whose JSX is still unknown, by an element of the current file.
    fn component_use(&self, element: &Element, line: u32) -> ComponentUse {
        let text = |attribute: &Attribute| match &attribute.value {
            Value::None => None,
            Value::Text(text) | Value::Expression(text) => Some(text.clone()),
        };
        let attributes = element.attributes.iter().filter_map(text).collect::<Vec<_>>().join("\n");
        ComponentUse { file: self.file.clone(), line, attributes, jsx: String::new() }
    }

    /// The JSX of a component with the props of its use inserted. It is in the current file.
    fn filled(
        &mut self,
        used: ComponentUse,
        component: &JsxComponent,
        props: Vec<(String, Literal)>,
        parent: Option<&str>,
    ) -> Vec<Node> {
        let mut scope = self.scope.clone();
        for (name, value) in component.defaults.iter().chain(&props) {
            scope.set(name, value.clone());
        }
        scope.set("props", Literal::Object(props));
        let is_text = |node: &Node| matches!(node.kind, Kind::Text(_));
        let holds_blocks = self.children.last().is_some_and(|children| !children.iter().all(is_text));
        let apart = if holds_blocks { Some(with_children_apart(&component.jsx)) } else { None };
        let document = read(apart.as_ref().unwrap_or(&component.jsx), component.line, self.dialect);
        let before = std::mem::replace(&mut self.scope, scope);
        self.uses.push(ComponentUse { jsx: component.jsx.clone(), ..used });
        let nodes = self.nodes(document.nodes, parent);
        self.uses.pop();
        self.scope = before;
        nodes
    }

    /// A file that does not exist. Nothing can be shown in place of a snippet, which is reported.
    fn missing(&mut self, element: &Element, path: &str, line: u32) -> Unresolved {
        let is_snippet = matches!(element.name.as_str(), "Snippet" | "Markdown" | "include" | "Include")
            || element.notation != Notation::Tag;
        if is_snippet {
            let is_from_project = element.name == SCISSORS;
            self.report_missing_include(line, path, "nothing is put in its place", is_from_project);
            return None;
        }
        Some((LossKind::MissingImport, format!("{path} ({})", element.name)))
    }

    /// Reports an included file that does not exist. A path that is relative to the folder of the project may be outside
    /// of the imported folder.
    pub(super) fn report_missing_include(&mut self, line: u32, subject: &str, outcome: &str, is_from_project: bool) {
        if !is_from_project || !self.around.is_outside(subject) {
            return self.report_loss(LossKind::MissingInclude, line, subject, outcome);
        }
        self.report_loss(LossKind::MissingInclude, line, subject, &format!("{OUTSIDE}; {outcome}"));
        if let Some(loss) = self.losses.last_mut() {
            loss.origin = Origin::Import;
        }
    }

    /// The nodes of a file's text, with the props of the element inserted.
    fn text_of_file(
        &mut self,
        asked: Asked<'_>,
        (file, text, dialect): (&str, &str, crate::project::Dialect),
        children: Vec<Node>,
        parent: Option<&str>,
    ) -> Result<Vec<Node>, Unresolved> {
        let Asked { element, line, .. } = asked;
        const DEEPEST: usize = 12;
        if self.including.iter().any(|open| open == file) || self.including.len() > DEEPEST {
            self.report_loss(LossKind::MissingInclude, line, file, "it includes itself; nothing is inserted");
            return Err(None);
        }
        match self.recorded.inserted.1.checked_sub(text.len()).filter(|_| self.recorded.inserted.0 < MOST_INSERTED) {
            Some(left) => self.recorded.inserted = (self.recorded.inserted.0 + 1, left),
            None => {
                let why = format!(
                    "the page includes more than {MOST_INSERTED} files, or more than {} MiB of them; nothing is inserted",
                    MOST_BYTES >> 20
                );
                self.report_loss_once(LossKind::MissingInclude, line, file, &why);
                return Err(None);
            }
        }
        let has_marks = text.contains("8<-") || text.contains("ANCHOR");
        let bare = if has_marks { super::cut::without_marks(text) } else { String::new() };
        let parts = frontmatter::split(if has_marks { &bare } else { text });
        let document = read(parts.body, parts.line, dialect);
        let part = part_of_file(&document, asked)?;
        let props = self.props(element);
        let used = self.component_use(element, line);
        let scope = Scope::of(&document.statements);
        let problems = document.problems;
        let before = (
            std::mem::replace(&mut self.scope, scope),
            std::mem::replace(&mut self.file, file.to_owned()),
            std::mem::replace(&mut self.dialect, dialect),
        );
        self.including.push(file.to_owned());
        self.children.push(children);
        for problem in problems {
            let subject = format!("{} in {file}", problem.subject);
            self.report_loss_once(LossKind::UnbalancedBlock, problem.line, &subject, problem.outcome);
        }
        let parent = parent.filter(|parent| holds_parts(parent));
        let nodes = match part {
            FilePart::Component(component) => self.filled(used, &component, props, parent),
            FilePart::Nodes(nodes) => {
                for (name, value) in &props {
                    self.scope.set(name, value.clone());
                }
                self.scope.set("props", Literal::Object(props));
                self.nodes(nodes, parent)
            }
        };
        self.children.pop();
        self.including.pop();
        (self.scope, self.file, self.dialect) = before;
        Ok(nodes)
    }

    /// Markdown of a file, by path: `Snippet`, `--8<--`, `{% include %}`.
    pub(super) fn snippet(&mut self, element: &Element, path: &str, cut: Cut<'_>, line: u32, out: &mut Vec<Node>) {
        let mut bare = element.clone();
        bare.attributes.retain(|attribute| !matches!(attribute.name.as_str(), "file" | "src" | "path" | "_"));
        let has_props = !bare.attributes.is_empty();
        let asked = Asked { element: &bare, path, export: "default", line, cut };
        if let Ok(nodes) = self.included(asked, has_props, Vec::new(), None) {
            out.push(Node { line, kind: Kind::Blank });
            out.extend(nodes);
            out.push(Node { line, kind: Kind::Blank });
        }
    }

    /// Code of a file as a fenced block. The part is the name of a region, or lines `2-5`.
    pub(super) fn code_of_file(&mut self, path: &str, part: &str, info: &str, line: u32, out: &mut Vec<Node>) {
        let Some(text) = self.around.file(&self.file, path) else {
            return self.report_missing_include(line, path, "nothing is put in its place", self.dialect.mkdocs);
        };
        Self::code_of_text((path, &text), part, info, line, out);
    }

    /// The code of a file with a path and a text, or a part of it, as a fenced block.
    pub(super) fn code_of_text((path, text): (&str, &str), part: &str, info: &str, line: u32, out: &mut Vec<Node>) {
        let content = part_of(text, part).unwrap_or_else(|| {
            // Lines that mark parts are hidden.
            let lines: Vec<&str> = text.lines().filter(|line| !is_mark(line)).collect();
            lines.join("\n")
        });
        let content = if content.ends_with('\n') || content.is_empty() { content } else { format!("{content}\n") };
        let language = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
        let info = if info.is_empty() { language.to_owned() } else { info.to_owned() };
        out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info, content }) });
    }
}

/// The JSX of a component whose children are blocks: they do not stand in a line of text.
fn with_children_apart(jsx: &str) -> String {
    let mut out = String::with_capacity(jsx.len());
    let mut rest = jsx;
    while let Some(at) = rest.find('{') {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let length =
            ["{children}", "{props.children}"].iter().find(|name| behind.starts_with(**name)).map(|name| name.len());
        let (name, after) = behind.split_at(length.unwrap_or(1));
        let closed = after.trim_start().strip_prefix("</").unwrap_or_default();
        let end = closed.find(|c: char| !c.is_alphanumeric()).unwrap_or(closed.len());
        let closes_block = is_html_block(closed.get(..end).unwrap_or_default());
        // A line of its own moves what follows: on the same line, that is only the end of the element.
        if length.is_some() && closes_block && before.ends_with('>') {
            out.push_str(&format!("\n\n{name}\n\n"));
        } else {
            out.push_str(name);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether a component contains parts that are not allowed without it.
fn holds_parts(component: &str) -> bool {
    matches!(
        component,
        "wc-steps"
            | "wc-tabs"
            | "wc-tiles"
            | "wc-code-group"
            | "wc-files"
            | "wc-dir"
            | "wc-fields"
            | "wc-response-fields"
    )
}

/// The imports of a code file, and the value that it exports under a name.
fn component_of_file(text: &str, export: &str) -> Option<(Vec<Statement>, Exported)> {
    let imports = crate::page::read::esm::imports(text);
    let declared = match export {
        "default" => {
            let at = text.find("export default ")? + "export default ".len();
            let rest = text.get(at..)?.trim_start();
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            match rest.get(..length)? {
                "function" => crate::page::read::esm::default_component(text, at)?,
                name => crate::page::read::esm::declared(text, name)?,
            }
        }
        name => crate::page::read::esm::declared(text, name)?,
    };
    Some((imports, declared))
}

/// The component of a file whose text is its markup (Astro, Svelte, Vue), if it has no code but imports.
fn component_of_markup(file: &str, text: &str) -> Option<JsxComponent> {
    let code = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or("", |(code, _)| code);
    let is_import = |line: &str| line.is_empty() || ["import ", "//"].iter().any(|start| line.starts_with(start));
    if !code.lines().all(|line| is_import(line.trim())) || text.contains("<script") {
        return None;
    }
    let markup = super::own_code::without_code(text);
    let markup = match file.rsplit_once('.')?.1 {
        "astro" => markup.replace("<slot />", "{children}").replace("<slot/>", "{children}"),
        // Bindings, conditions and events.
        "svelte" | "vue" if ["{", " v-", " :", " @"].iter().any(|mark| markup.contains(mark)) => return None,
        "svelte" => markup,
        "vue" => markup.trim().strip_prefix("<template>")?.strip_suffix("</template>")?.to_owned(),
        _ => return None,
    };
    let jsx = markup.trim();
    let above = text.find(jsx.lines().next()?).and_then(|at| text.get(..at))?;
    let line = 1 + u32::try_from(above.matches('\n').count()).ok()?;
    let is_whole = !markup.contains("<slot");
    is_whole.then(|| JsxComponent { jsx: jsx.to_owned(), line, defaults: Vec::new() })
}

/// What an element shows of a page file.
enum FilePart {
    Nodes(Vec<Node>),
    Component(JsxComponent),
}

/// What an element shows of a page file: its text, or the text or component that the file exports under a name.
fn part_of_file(document: &Document, asked: Asked<'_>) -> Result<FilePart, Unresolved> {
    let Asked { element, path, export, .. } = asked;
    let name = match (export, element.name.split_once('.')) {
        ("*", Some((_, member))) => member,
        ("default" | "*", _) => return Ok(FilePart::Nodes(document.nodes.clone())),
        (name, _) => name,
    };
    let exported = document.statements.iter().find_map(|statement| match statement {
        Statement::Export { name: given, value, line } if given == name => Some((value, *line)),
        _ => None,
    });
    let text = |literal: &Literal, line| literal.as_text().map(|text| FilePart::Nodes(vec![Node::text(line, text)]));
    let found = match exported {
        Some((Exported::Component(component), _)) => Some(FilePart::Component(component.clone())),
        Some((Exported::Literal(Literal::Jsx(jsx)), line)) => {
            Some(FilePart::Component(JsxComponent { jsx: jsx.clone(), line, defaults: Vec::new() }))
        }
        Some((Exported::Literal(literal), line)) => text(literal, line),
        Some((Exported::Code, _)) => None,
        None => return Err(Some((LossKind::UnknownComponent, element.name.clone()))),
    };
    found.ok_or_else(|| Some((LossKind::CodeImport, format!("{path} ({})", element.name))))
}

/// Inline text with an escape for each backtick that opens no code: one behind it in the paragraph would close it.
fn without_open_code(mut text: String) -> String {
    if !text.contains('`') {
        return text;
    }
    let mut open = Vec::new();
    let mut is_block = false;
    for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_block = true,
            Event::End(TagEnd::CodeBlock) => is_block = false,
            Event::Text(_) if !is_block => {
                let found = text.get(range.clone()).unwrap_or_default().match_indices('`');
                open.extend(found.map(|(at, _)| range.start + at));
            }
            _ => {}
        }
    }
    // The backslash of an escaped backtick is before the text of the event.
    let backslashes = |at: usize| text.bytes().take(at).rev().take_while(|byte| *byte == b'\\').count();
    open.retain(|&at| backslashes(at) % 2 == 0);
    for at in open.into_iter().rev() {
        text.insert(at, '\\');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_open_code;

    #[test]
    fn backticks_that_open_no_code_are_escaped() {
        for (text, expected) in [
            ("it`s", "it\\`s"),
            ("it\\`s", "it\\`s"),
            ("a\\\\`s", "a\\\\\\`s"),
            ("`a` b` ``c``", "`a` b\\` ``c``"),
            ("<b title=\"`\">a</b>", "<b title=\"`\">a</b>"),
            ("```\n`\n```", "```\n`\n```"),
        ] {
            assert_eq!(without_open_code(text.to_owned()), expected);
        }
    }
}
