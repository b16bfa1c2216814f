//! Code: info strings, groups of fences, code in attributes and from files.

use engine::other_tools::{self, Notation};

use super::info::{Info, package_managers};
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::tree::{Element, Fence, TargetElement, Value};
use crate::project::Dialect;
use crate::report::LossKind;

/// The outcome for lines of code that the old site did not show.
const HIDDEN: &str = "left out: hidden from readers";

impl Converter<'_> {
    /// The info string of a fence; in a group, bare words are its label.
    pub(super) fn info(&self, source: &str, in_group: bool) -> Info {
        let mut info = Info::read(source);
        let words = std::mem::take(&mut info.words);
        // `.class` is a file such as `.env` only in tools whose titles are words.
        let is_name = |word: &String| word.contains(['.', '/']) && !word.starts_with(['{', '"', '.']);
        let takes_words = in_group || self.dialect.mdx && !self.dialect.directives || self.dialect.readme;
        if info.title.is_none() {
            let words = if takes_words { words } else { words.into_iter().filter(is_name).collect() };
            info.title = super::info::title_of(words);
        }
        if self.dialect.vitepress {
            info.title = info.title.as_deref().map(super::vue_code::without_icons).filter(|title| !title.is_empty());
        }
        if self.dialect.mkdocs {
            // The tool parses HTML in it.
            info.title = info.title.map(|title| crate::page::title(&title));
        }
        info
    }

    /// A fenced block.
    pub(super) fn fence(&mut self, fence: Fence, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        if let Some(name) = super::twoslash::part_name(&fence.info) {
            return self.recorded.code_parts.add(name, &fence.content, (&self.file, line));
        }
        if self.dialect.mdbook
            && let Some(info) = super::book::admonish(&fence.info)
        {
            return self.admonish(info, &fence.content, line, out);
        }
        let in_group = parent == Some("wc-code-group");
        let mut info = self.info(&fence.info, in_group);
        if info.cuts_words {
            let outcome = "the words that it marks as removed look like the others";
            self.report_loss(LossKind::Attribute, line, "del of a code block", outcome);
        }
        // In other tools, words in quotes mean nothing.
        let means_words = self.dialect.marked_spans || self.dialect.directives && self.dialect.mdx;
        if info.marks_words && means_words || info.has_marks {
            self.drop_attribute("words to highlight in code", line);
        }
        for name in &info.dropped {
            self.drop_attribute(name, line);
        }
        // `js-vue`: code in which the tool inserts values.
        let mut fence = fence;
        if let Some(bare) = info.language.strip_suffix("-vue").filter(|_| self.dialect.vitepress) {
            info.language = bare.to_owned();
            fence.content = self.with_values(&fence.content, line);
        }
        // As a language, `npm` is Fumadocs syntax.
        let has_word = |wanted: &str| fence.info.split_whitespace().any(|word| word == wanted);
        let (is_npm2yarn, is_install) = (has_word("npm2yarn"), has_word("package-install"));
        let is_npm = is_npm2yarn || is_install || self.dialect.marked_spans && info.language == "npm";
        if is_npm && !in_group && info.title.is_none() {
            let language =
                Some(info.language.as_str()).filter(|language| !matches!(*language, "npm" | "package-install"));
            let managers: &[&str] = if is_npm2yarn { &["yarn", "pnpm"] } else { &["pnpm", "yarn", "bun"] };
            if is_install {
                fence.content = super::info::installing(&fence.content);
            }
            out.push(package_managers(&fence, language.unwrap_or_default(), managers, line));
            return;
        }
        if let Some(id) = super::info::fence_id(&fence.info).filter(|_| self.dialect.mkdocs && !in_group) {
            let anchor = format!("<a id=\"{}\"></a>", crate::page::write::escaped(id));
            out.push(Node { line, kind: Kind::Text(anchor) });
            out.push(Node { line, kind: Kind::Blank });
        }
        let is_rust = self.dialect.mdbook && info.language == "rust";
        let content = match self.dialect {
            Dialect { mdbook: true, .. } => self.expanded(&fence.content, is_rust, line),
            Dialect { mkdocs: true, .. } => {
                let content = self.with_inserted(fence.content, line);
                self.without_annotations(content, line)
            }
            _ => fence.content,
        };
        let content = self.without_queries(&fence.info, content, line);
        // The lines marked by the info string are then the only ones.
        let marked = Some(&content).filter(|_| self.dialect.directives && self.dialect.mdx && info.lines.is_empty());
        let content = match marked.and_then(|content| super::highlighted::highlighted(content)) {
            Some((content, lines)) => {
                info.lines = lines;
                content
            }
            None => content,
        };
        let content = info.with_changes(content);
        let fence = Fence { content, ..fence };
        let fence = match () {
            () if is_rust => self.without_hidden(fence, line),
            () if self.dialect.mdbook => self.without_lines(fence, line),
            () => fence,
        };
        if self.dialect.mdbook {
            self.report_classes(&fence.info, line);
        }
        let is_mermaid = info.language == "mermaid" && !in_group;
        let info = if is_mermaid { info.language } else { info.written() };
        out.push(Node { line, kind: Kind::Fence(Fence { info, ..fence }) });
    }

    /// Code without the lines that only its compiler reads. Reports those, and the answers that the old tool showed.
    pub(super) fn without_queries(&mut self, info: &str, content: String, line: u32) -> String {
        if info.split_whitespace().all(|word| word != "twoslash") {
            return content;
        }
        let content = self.recorded.code_parts.filled(&content);
        let (shown, answers) = super::twoslash::shown(&content);
        let hidden = content.lines().count() - shown.lines().count() - answers.lines();
        self.report_hidden(hidden, HIDDEN, line);
        for (subject, outcome) in answers.losses() {
            self.report_loss(LossKind::CodeImport, line, &subject, outcome);
            self.of_no_heading();
        }
        shown
    }

    /// Reports the code that readers would only see where other code includes it.
    pub(super) fn report_unused_code(&mut self) {
        for (file, line, count) in std::mem::take(&mut self.recorded.code_parts).into_unused() {
            self.file = file;
            self.report_hidden(count, HIDDEN, line);
        }
    }

    /// Inserts other files into the lines of code.
    fn expanded(&mut self, content: &str, is_rust: bool, line: u32) -> String {
        if !content.contains("{{#") {
            return content.to_owned();
        }
        let mut out = String::new();
        for (number, text) in content.lines().enumerate() {
            let here = line + 1 + u32::try_from(number).unwrap_or(0);
            let trimmed = text.trim();
            let directive = trimmed.strip_prefix("{{#").and_then(|rest| rest.strip_suffix("}}"));
            let replaced = directive.and_then(|directive| self.mdbook_file(directive, is_rust, here));
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

    /// `CodeGroup` and equivalents.
    pub(super) fn code_group(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let title = self.value(&element, "title");
        let children = self.nodes(element.children, Some("wc-code-group"));
        self.code_tabs(children, title, line, out);
    }

    /// The fences among nodes as groups, in order with the other content: each run of fences becomes one.
    pub(super) fn code_tabs(&mut self, children: Vec<Node>, title: Option<String>, line: u32, out: &mut Vec<Node>) {
        let is_code = |node: &Node| match &node.kind {
            Kind::Fence(_) => true,
            Kind::Target(made) => made.name == "wc-code-tab",
            _ => false,
        };
        if let Some(title) = title {
            out.push(Node { line, kind: Kind::Blank });
            out.push(Node::text(line, format!("**{}**", crate::page::write::escaped_text(&title))));
        }
        out.push(Node { line, kind: Kind::Blank });
        let mut code = Vec::new();
        // Comments and empty lines do not end a run.
        let mut silent = Vec::new();
        for node in children {
            if is_code(&node) {
                code.push(node);
            } else if node.is_silent() && !code.is_empty() {
                silent.push(node);
            } else {
                end_run(&mut code, &mut silent, line, out);
                out.push(node);
            }
        }
        end_run(&mut code, &mut silent, line, out);
    }

    /// `Sandpack`: a file in each fence.
    pub(super) fn sandpack(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let outcome = "its files are kept as code, without the preview in which they run";
        self.count_loss(LossKind::UnknownComponent, line, &element.name, outcome);
        let mut children = element.children;
        children.retain(|node| match &node.kind {
            Kind::Fence(fence) if fence.info.split_whitespace().any(|word| word == "hidden") => {
                self.report_hidden(fence.content.lines().count(), HIDDEN, node.line);
                false
            }
            _ => true,
        });
        let mut children = self.nodes(children, Some("wc-code-group"));
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
        let of_class = || {
            let class = ["className", "class"].iter().find_map(|name| self.value(&element, name))?;
            class.split_whitespace().find_map(|word| word.strip_prefix("language-").map(ToOwned::to_owned))
        };
        let language = ["language", "lang"].iter().find_map(|name| self.value(&element, name)).or_else(of_class);
        let language = language.unwrap_or_default();
        let title = ["title", "filename"].iter().find_map(|name| self.value(&element, name));
        let numbers = self.flag(&element, "lineNumbers") || self.flag(&element, "showLineNumbers");
        let caption = self.value(&element, "caption");
        let info = Info { language, title, caption, numbers, ..Info::default() };
        let given = self.value(&element, "code");
        let from_child = || {
            if let [Node { kind: Kind::Expression(source), .. }] = element.children.as_slice() {
                return Some(source.clone());
            }
            // An expression on the line of a tag is read as text, which empty lines divide.
            let lines = element.children.iter().map(|node| match &node.kind {
                Kind::Text(text) | Kind::Verbatim(text) => Some(text.as_str()),
                Kind::Blank => Some(""),
                _ => None,
            });
            let text = lines.collect::<Option<Vec<&str>>>()?.join("\n");
            text.trim().strip_prefix('{')?.strip_suffix('}').map(ToOwned::to_owned)
        };
        let code = given.or_else(|| from_child().and_then(|source| self.code_of(&source)));
        if let Some(code) = code {
            let content = format!("{}\n", code.trim_matches('\n'));
            out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info: info.written(), content }) });
            return;
        }
        if let Some(attribute) = element.attributes.iter().find(|attribute| attribute.name == "code")
            && let Value::Expression(source) = &attribute.value
        {
            if let Some(code) = self.code_of(source) {
                let content = format!("{}\n", code.trim_matches('\n'));
                out.push(Node {
                    line,
                    kind: Kind::Fence(Fence { mark: '`', length: 3, info: info.written(), content }),
                });
            } else {
                self.block_expression(source, line, None, out);
            }
            return;
        }
        if element.children.iter().all(Node::is_blank) {
            self.code_elsewhere(&element, &info, line, out);
            return;
        }
        let is_text = element.children.iter().all(|node| matches!(node.kind, Kind::Text(_) | Kind::Blank));
        if is_text {
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
            if let Kind::Fence(fence) = &mut node.kind
                && !fence.info.contains("filename=")
                && (info.title.is_some() || info.caption.is_some() || info.numbers)
            {
                let language = fence.info.split_whitespace().next().unwrap_or_default();
                let with = Info { language: language.to_owned(), ..info.clone() };
                let rest = fence.info.get(language.len()..).unwrap_or_default();
                fence.info = format!("{}{rest}", with.written());
            }
        }
        out.extend(children);
    }

    /// Code in a file, of an element without content.
    fn code_elsewhere(&mut self, element: &Element, info: &Info, line: u32, out: &mut Vec<Node>) {
        if let Some(path) = ["file", "src"].iter().find_map(|name| self.value(element, name)) {
            return self.code_of_file(&path, "", &info.written(), line, out);
        }
        self.unknown((LossKind::UnknownComponent, &element.name), element, Vec::new(), line, out);
    }

    /// The code that an expression represents: a text, or the content of an imported file.
    fn code_of(&self, source: &str) -> Option<String> {
        if let Some(value) = self.scope.value(source) {
            return value.as_text();
        }
        if let Some(text) = template(source) {
            return Some(text);
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
        out.push(TargetElement::new("wc-frame").with("caption", caption).holding(children).at(line));
    }

    /// `Snippet` with its text in an attribute: one command, or a list of lines.
    pub(super) fn code_in_attribute(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let lines = match self.literal_value(element, "text") {
            Some(Literal::List(lines)) => lines.iter().filter_map(Literal::as_text).collect::<Vec<_>>().join("\n"),
            Some(text) => text.as_text().unwrap_or_default(),
            None => String::new(),
        };
        if lines.trim().is_empty() {
            return self.dropped(LossKind::Attribute, line, "text of <Snippet>");
        }
        let is_command = !lines.contains("import ") && !lines.contains('{');
        let info = if is_command { "bash" } else { "ts" }.to_owned();
        let content = format!("{}\n", lines.trim_matches('\n'));
        out.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info, content }) });
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

    /// The component and attributes that the registry assigns to an element.
    pub(super) fn made_by_table(&mut self, element: &Element, line: u32) -> Option<TargetElement> {
        let target = other_tools::target(Notation::Tag, &element.name)?;
        Some(self.made(element, target.component, target.changes, line))
    }
}

/// Moves a run of fences to `out`, as a group if it has several, and what is between them after it.
fn end_run(code: &mut Vec<Node>, silent: &mut Vec<Node>, line: u32, out: &mut Vec<Node>) {
    let code = std::mem::take(code);
    if !code.is_empty() {
        out.push(Node { line, kind: Kind::Blank });
    }
    if code.len() > 1 {
        out.push(TargetElement::new("wc-code-group").holding(code).at(line));
    } else {
        out.extend(code);
    }
    out.push(Node { line, kind: Kind::Blank });
    out.append(silent);
}

/// The text of one template of JavaScript, in which computed parts keep their source: `a ${b}`.
fn template(source: &str) -> Option<String> {
    let inner = source.trim().strip_prefix('`')?.strip_suffix('`')?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(|next| matches!(next, '`' | '$' | '{' | '\\')) => out.extend(chars.next()),
            '`' => return None,
            c => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::template;

    #[test]
    fn a_template_keeps_the_source_of_computed_parts() {
        assert_eq!(template(" `a: ${b}\n\\`c\\` \\${d}` ").as_deref(), Some("a: ${b}\n`c` ${d}"));
        for other in ["a", "`a", "`a` + `b`", ""] {
            assert_eq!(template(other), None, "{other}");
        }
    }
}
