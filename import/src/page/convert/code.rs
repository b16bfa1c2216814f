//! Code: info strings, groups of fences, code in attributes and from files.

use engine::foreign::{self, Notation};

use super::{Converter, Kind, Node};
use crate::page::literal::Literal;
use crate::page::tree::{Element, Fence, Made, Value};

/// What an info string says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Info {
    pub(super) language: String,
    pub(super) title: Option<String>,
    lines: Vec<String>,
    pub(super) numbers: bool,
    /// The tab that the fence is of a set with its neighbours.
    pub(super) tab: Option<String>,
    pub(super) words: Vec<String>,
}

/// Words in info strings that say how code looks or is run, not what it is called.
const FLAGS: &[&str] = &[
    "twoslash",
    "copy",
    "nocopy",
    "npm2yarn",
    "live",
    "noInline",
    "expandable",
    "wrap",
    "lines",
    "showLineNumbers",
    "linenums",
    "lineNumbers",
    "active",
    "hidden",
    "readonly",
    "raw",
    "eval",
    "word-wrap",
    "nowrap",
    "package-install",
    "ts2js",
    "no_run",
    "ignore",
    "should_panic",
    "editable",
    "noplayground",
    "noCopy",
    "collapse",
    "no-line-numbers",
    "ignoreErrors",
    "errors",
    "title",
    "filename",
    "tab",
    "mdx-code-block",
    "sh2ts",
    "playground",
    "hideTabs",
    "default",
    "preserve",
    "static",
    "focus",
    "async",
    "sync",
    "build",
    "with-output",
    "node",
    "result",
    "run",
    "test",
    "isolated",
];

impl Info {
    /// Reads an info string; bare words may be a title where the dialect has no other use for them.
    pub(super) fn read(source: &str) -> Self {
        let mut out = Self::default();
        let source = source.trim();
        // `{ .py .annotate title="x" }`
        if let Some(inner) = source.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'))
            && inner.trim_start().starts_with('.')
        {
            let mut words = inner.split_whitespace();
            out.language = words.next().unwrap_or_default().trim_start_matches('.').to_owned();
            let rest = inner.trim_start();
            out.meta(rest.get(out.language.len() + 1..).unwrap_or_default());
            return out;
        }
        let end = source.find(|c: char| c.is_whitespace() || matches!(c, '{' | '[')).unwrap_or(source.len());
        let word = source.get(..end).unwrap_or_default();
        if word.contains(['=', '"']) {
            out.meta(source);
            return out;
        }
        let (language, flags) = word.split_once([',', ':']).unwrap_or((word, ""));
        out.numbers = flags.starts_with("line-numbers");
        out.language = language.trim_start_matches('.').to_owned();
        out.meta(source.get(end..).unwrap_or_default());
        out
    }

    fn meta(&mut self, source: &str) {
        let mut rest = source.trim_start();
        while let Some(first) = rest.chars().next() {
            if first == '{' {
                let (lines, after) = rest.get(1..).and_then(|rest| rest.split_once('}')).unwrap_or(("", ""));
                self.add_lines(lines);
                rest = after.trim_start();
                continue;
            }
            if first == '[' {
                let (label, after) = rest.get(1..).and_then(|rest| rest.split_once(']')).unwrap_or((rest, ""));
                self.title.get_or_insert_with(|| label.to_owned());
                rest = after.trim_start();
                continue;
            }
            if matches!(first, '"' | '\'' | '/') && rest.get(1..).is_some_and(|inner| inner.contains(first)) {
                // Marked words: `"x"`, `/x/`.
                let marked = rest.get(1..).and_then(|inner| inner.split_once(first));
                let (word, after) = marked.unwrap_or(("", ""));
                if first == '/' && !after.is_empty() && !after.starts_with([' ', '{']) {
                    // A path, after all.
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    self.words.push(rest.get(..end).unwrap_or_default().to_owned());
                    rest = rest.get(end..).unwrap_or_default().trim_start();
                    continue;
                }
                let _ = word;
                rest = after.trim_start();
                continue;
            }
            rest = self.word(rest).trim_start();
        }
    }

    /// Reads the word or pair at the start; gives what follows.
    fn word<'t>(&mut self, rest: &'t str) -> &'t str {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default();
        let after = rest.get(end..).unwrap_or_default();
        let Some(value) = after.strip_prefix('=') else {
            match name {
                "showLineNumbers" | "linenums" | "lineNumbers" | ":line-numbers" | "linenumbers" => self.numbers = true,
                "lines" => self.numbers = true,
                "" => return rest.get(1..).unwrap_or_default(),
                name if FLAGS.contains(&name) => {}
                name if name.starts_with("showLineNumbers") => self.numbers = true,
                name if name.contains('{') => {
                    let (word, lines) = name.split_once('{').unwrap_or((name, ""));
                    self.add_lines(lines.trim_end_matches('}'));
                    if !FLAGS.contains(&word) && !word.is_empty() {
                        self.words.push(word.to_owned());
                    }
                }
                name => self.words.push(name.to_owned()),
            }
            return after;
        };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                value.get(1..).and_then(|inner| inner.split_once(quote)).unwrap_or((value, ""))
            }
            Some('{') => value.get(1..).and_then(|inner| inner.split_once('}')).unwrap_or((value, "")),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        match name {
            "title" | "filename" | "name" | "label" | "fileName" | "file" => {
                self.title = Some(value.trim_matches(['"', '\'', '`']).to_owned()).filter(|title| !title.is_empty());
            }
            "tab" => self.tab = Some(value.to_owned()),
            "hl_lines" => self.add_lines(&value.split_whitespace().collect::<Vec<_>>().join(",")),
            "highlight" | "mark" => self.add_lines(value.trim_matches(['{', '}'])),
            "linenums" | "showLineNumbers" | "lines" | "lineNumbers" => self.numbers = value != "false",
            _ => {}
        }
        after
    }

    fn add_lines(&mut self, lines: &str) {
        let is_range = |part: &str| {
            let mut numbers = part.trim().split('-');
            !part.trim().is_empty() && numbers.all(|number| number.trim().parse::<u32>().is_ok())
        };
        self.lines.extend(lines.split(',').map(str::trim).filter(|part| is_range(part)).map(ToOwned::to_owned));
    }

    /// As our pages write it.
    pub(super) fn written(&self) -> String {
        let mut out = self.language.clone();
        let mut add = |part: &str| {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(part);
        };
        if let Some(title) = &self.title {
            let quote = if title.contains('"') { '\'' } else { '"' };
            add(&format!("filename={quote}{}{quote}", title.replace(['`', '\n'], "")));
        }
        if self.numbers {
            add("linenumbers");
        }
        if !self.lines.is_empty() {
            add(&format!("{{{}}}", self.lines.join(",")));
        }
        out
    }
}

/// A text without tags of HTML, as far as its lines are code.
pub(super) fn without_tags(text: &str) -> String {
    let mut out = text.to_owned();
    for mark in ["<code>", "</code>"] {
        out = out.replace(mark, "");
    }
    out.trim_matches('\n').to_owned()
}

impl Converter<'_> {
    /// The info string of a fence; in a group bare words are its label.
    pub(super) fn info(&self, source: &str, in_group: bool) -> Info {
        let mut info = Info::read(source);
        let words = std::mem::take(&mut info.words);
        let is_name = |word: &String| word.contains(['.', '/']) && !word.starts_with(['{', '"']);
        let takes_words = in_group || self.dialect.mdx && !self.dialect.directives || self.dialect.readme;
        if info.title.is_none() && (takes_words && !words.is_empty() || words.iter().any(is_name)) {
            let words: Vec<String> = if takes_words { words } else { words.into_iter().filter(is_name).collect() };
            info.title = Some(words.join(" "));
        }
        info
    }

    /// A fenced block.
    pub(super) fn fence(&mut self, fence: Fence, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        if fence.info.split_whitespace().next() == Some("mdx-code-block") {
            // Its content is MDX that the tool only hides from other readers.
            let document = crate::page::read::read(&fence.content, line + 1, self.dialect);
            let nodes = self.nodes(document.nodes, parent);
            out.push(Node { line, kind: Kind::Blank });
            out.extend(nodes);
            out.push(Node { line, kind: Kind::Blank });
            return;
        }
        let in_group = parent == Some("wc-code-group");
        let info = self.info(&fence.info, in_group);
        let content = if self.dialect.mdbook { self.expanded(&fence.content, line) } else { fence.content };
        if matches!(info.language.as_str(), "mermaid") && !in_group {
            out.push(Node { line, kind: Kind::Fence(Fence { info: "mermaid".to_owned(), content, ..fence }) });
            return;
        }
        out.push(Node { line, kind: Kind::Fence(Fence { info: info.written(), content, ..fence }) });
    }

    /// The lines of code in which other files are put.
    fn expanded(&mut self, content: &str, line: u32) -> String {
        if !content.contains("{{#") {
            return content.to_owned();
        }
        let mut out = String::new();
        for (number, text) in content.lines().enumerate() {
            let here = line + 1 + u32::try_from(number).unwrap_or(0);
            let trimmed = text.trim();
            let directive = trimmed.strip_prefix("{{#").and_then(|rest| rest.strip_suffix("}}"));
            let replaced = directive.and_then(|directive| self.mdbook_file(directive, here));
            match replaced {
                Some(code) => {
                    out.push_str(code.trim_end_matches('\n'));
                    out.push('\n');
                }
                None => {
                    out.push_str(text);
                    out.push('\n');
                }
            }
        }
        out
    }

    /// `CodeGroup` and its kin.
    pub(super) fn code_group(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let title = self.value(&element, "title");
        let children = self.nodes(element.children, Some("wc-code-group"));
        self.code_tabs(children, title, line, out);
    }

    /// A group of the fences among nodes. What else there is stands before it.
    pub(super) fn code_tabs(&mut self, children: Vec<Node>, title: Option<String>, line: u32, out: &mut Vec<Node>) {
        let is_code = |node: &Node| match &node.kind {
            Kind::Fence(_) | Kind::Blank => true,
            Kind::Made(made) => made.name == "wc-code-tab",
            _ => false,
        };
        let (code, others): (Vec<Node>, Vec<Node>) = children.into_iter().partition(is_code);
        let code: Vec<Node> = code.into_iter().filter(|node| !node.is_blank()).collect();
        if let Some(title) = title {
            out.push(Node { line, kind: Kind::Blank });
            out.push(Node::text(line, format!("**{}**", super::inline::escaped_text(&title))));
        }
        out.push(Node { line, kind: Kind::Blank });
        out.extend(others);
        out.push(Node { line, kind: Kind::Blank });
        if code.len() == 1 || code.is_empty() {
            out.extend(code);
            out.push(Node { line, kind: Kind::Blank });
            return;
        }
        out.push(Made::new("wc-code-group").holding(code).at(line));
    }

    /// `Sandpack`: a file in each fence.
    pub(super) fn sandpack(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut children = self.nodes(element.children, Some("wc-code-group"));
        // Without a name it is the main file.
        for node in &mut children {
            if let Kind::Fence(fence) = &mut node.kind
                && !fence.info.contains("filename=")
            {
                let name = match fence.info.split_whitespace().next().unwrap_or_default() {
                    "css" => "styles.css",
                    "tsx" | "ts" => "App.tsx",
                    "json" => "package.json",
                    _ => "App.js",
                };
                fence.info = format!("{} filename=\"{name}\"", fence.info).trim().to_owned();
            }
        }
        self.code_tabs(children, None, line, out);
    }

    /// `CodeBlock`, `Code`: code in an attribute, in an expression, or in fences.
    pub(super) fn code_block(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let language = ["language", "lang"].iter().find_map(|name| self.value(&element, name)).unwrap_or_default();
        let title = ["title", "filename"].iter().find_map(|name| self.value(&element, name));
        let info = Info { language, title, ..Info::default() };
        let given = self.value(&element, "code");
        let from_child = || {
            let [node] = element.children.as_slice() else { return None };
            match &node.kind {
                Kind::Expression(source) => Some(source.clone()),
                Kind::Text(text) => text.trim().strip_prefix('{')?.strip_suffix('}').map(ToOwned::to_owned),
                _ => None,
            }
        };
        let code = given.or_else(|| from_child().and_then(|source| self.code_of(&source)));
        if let Some(code) = code {
            let content = format!("{}\n", code.trim_matches('\n'));
            out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info: info.written(), content }) });
            return;
        }
        if let Some(attribute) = element.attributes.iter().find(|attribute| attribute.name == "code") {
            if let Value::Expression(source) = &attribute.value {
                let source = source.clone();
                if let Some(code) = self.code_of(&source) {
                    let content = format!("{}\n", code.trim_matches('\n'));
                    out.push(Node {
                        line,
                        kind: Kind::Fence(Fence { mark: '`', length: 3, info: info.written(), content }),
                    });
                } else {
                    self.block_expression(&source, line, out);
                }
                return;
            }
        }
        let is_text = element.children.iter().all(|node| matches!(node.kind, Kind::Text(_) | Kind::Blank));
        if is_text && !element.children.is_empty() {
            let lines: Vec<&str> = element
                .children
                .iter()
                .map(|node| match &node.kind {
                    Kind::Text(text) => text.as_str(),
                    _ => "",
                })
                .collect();
            let content = format!("{}\n", lines.join("\n"));
            out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info: info.written(), content }) });
            return;
        }
        let mut children = self.nodes(element.children, None);
        for node in &mut children {
            if let (Kind::Fence(fence), Some(title)) = (&mut node.kind, &info.title)
                && !fence.info.contains("filename=")
            {
                let language = fence.info.split_whitespace().next().unwrap_or_default();
                let with = Info { language: language.to_owned(), title: Some(title.clone()), ..Info::default() };
                let rest = fence.info.get(language.len()..).unwrap_or_default();
                fence.info = format!("{}{rest}", with.written());
            }
        }
        out.extend(children);
    }

    /// The code that an expression stands for: a text, or an imported file's.
    fn code_of(&self, source: &str) -> Option<String> {
        if let Some(value) = self.scope.value(source) {
            return value.as_text();
        }
        match self.binding(source.trim())? {
            super::Binding::File { path, .. } => {
                let path = path.rsplit('!').next().unwrap_or(&path).to_owned();
                self.around.file(&self.file, path.split('?').next().unwrap_or(&path))
            }
            super::Binding::Value(Literal::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// `Listing` of mdBook: its caption and file name.
    pub(super) fn listing(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let number = self.value(&element, "number");
        let caption = self.value(&element, "caption");
        let file = self.value(&element, "file-name");
        let mut children = self.nodes(element.children, Some("wc-frame"));
        if let Some(file) = file
            && let Some(Kind::Fence(fence)) =
                children.iter_mut().map(|node| &mut node.kind).find(|kind| matches!(kind, Kind::Fence(_)))
        {
            let info = Info { title: Some(file), ..Info::read(&fence.info) };
            fence.info = info.written();
        }
        let caption = caption.map(|caption| self.inlines_of(&caption, line, true));
        let caption = match (number, caption) {
            (Some(number), Some(caption)) => Some(format!("Listing {number}: {caption}")),
            (Some(number), None) => Some(format!("Listing {number}")),
            (None, caption) => caption,
        };
        let Some(caption) = caption.filter(|caption| !caption.is_empty()) else {
            out.extend(children);
            return;
        };
        out.push(Made::new("wc-frame").with("caption", caption).holding(children).at(line));
    }

    /// `Mermaid`: a diagram in an attribute or as content.
    pub(super) fn mermaid(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let chart = ["chart", "code", "diagram"].iter().find_map(|name| self.value(&element, name));
        let Some(chart) = chart else {
            let children = self.nodes(element.children, None);
            out.extend(children);
            return;
        };
        let content = format!("{}\n", chart.trim_matches('\n'));
        out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info: "mermaid".to_owned(), content }) });
    }

    /// The target of a thing in the table, for those that share a converter.
    pub(super) fn made_by_table(&mut self, element: &Element, line: u32) -> Option<Made> {
        let target = foreign::target(Notation::Tag, &element.name)?;
        Some(self.made(element, target.component, target.changes, line))
    }
}

#[cfg(test)]
mod tests {
    use super::Info;

    #[test]
    fn info_strings_become_ours() {
        let written = |source: &str| Info::read(source).written();
        insta::assert_snapshot!(written("py title=\"x.py\" hl_lines=\"1 3-4\" linenums=\"1\""), @r#"py filename="x.py" linenumbers {1,3-4}"#);
        insta::assert_snapshot!(written("{ .py .annotate title=\"x\" }"), @r#"py filename="x""#);
        insta::assert_snapshot!(written("js{4}"), @"js {4}");
        insta::assert_snapshot!(written("ts:line-numbers {1} [file.ts]"), @r#"ts filename="file.ts" linenumbers {1}"#);
        insta::assert_snapshot!(written("rust,ignore,does_not_compile"), @"rust");
        insta::assert_snapshot!(written("js {2-4} ins={5} \"x\" showLineNumbers frame=\"none\""), @"js linenumbers {2-4}");
        insta::assert_snapshot!(written(""), @"");
        insta::assert_snapshot!(written("title=\"a\""), @r#"filename="a""#);
        assert_eq!(Info::read("bash npm /a/b.sh").words, ["npm", "/a/b.sh"]);
        assert_eq!(Info::read("ts tab=\"x\"").tab.as_deref(), Some("x"));
    }
}
