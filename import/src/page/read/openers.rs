//! The constructs that may begin a block at the start of a line.

use engine::other_tools::Notation;

use super::frames::{Close, FrameKind};
use super::jsx::from_name;
use super::lines::{
    definition_marker, fence, footnote_marker, heading, is_definitions, is_rule, is_underline, list_marker,
};
use super::{PageReader, Step, esm};
use crate::page::tree::{Attribute, Element, Kind, Value};

impl PageReader<'_> {
    /// Parses the construct at `at`, `columns` after the containers' prefixes, if it is more than a line of text.
    pub(super) fn opener(&mut self, at: usize, columns: usize, rest: &str) -> Step {
        let first = rest.as_bytes().first().copied().unwrap_or_default();
        match first {
            b'<' => self.angle(at, rest),
            b'{' => self.brace(at, rest),
            b'$' if rest.starts_with("$$") => self.formula(at, rest),
            b':' if self.dialect.directives && rest.starts_with(":::") => self.directive(at, rest),
            b':' if self.dialect.mkdocs && rest.starts_with("::: ") => self.generated(at, rest),
            b'@' if self.dialect.vitepress && rest.starts_with("@flowstart") => self.flowchart(at, rest),
            b'[' if self.dialect.readme && rest.starts_with("[block:") => self.magic_block(at, rest),
            b'!' | b'?' | b'=' | b'/' if self.dialect.mkdocs => self.admonition(at, rest),
            b'i' | b'e' if self.dialect.mdx && columns == 0 && self.fresh && self.paragraph.is_none() => {
                self.statement(at)
            }
            _ => Step::No,
        }
        .or_else(|| self.markdown_block(at, columns, rest))
    }

    fn statement(&mut self, at: usize) -> Step {
        let within_text = self
            .frames
            .iter()
            .any(|frame| !matches!(frame.kind, FrameKind::Root | FrameKind::Element { close: Close::Tag, .. }));
        if within_text {
            return Step::No;
        }
        let Some(end) = esm::statement(self.text, at) else { return Step::No };
        let source = self.text.get(at..end).unwrap_or_default();
        let line = self.line_of(at);
        self.document.statements.extend(esm::statements(source, line));
        self.line_end = end.saturating_sub(1).max(at);
        if !source.ends_with('\n') {
            self.line_end = end;
        }
        Step::Line
    }

    /// A CommonMark block.
    fn markdown_block(&mut self, at: usize, columns: usize, rest: &str) -> Step {
        if let Some((mark, length)) = fence(rest) {
            self.fence(at, columns, mark, length);
            return Step::Line;
        }
        if rest.starts_with('>') {
            if self.open(FrameKind::Quote, at) {
                self.at = at + 1;
                self.column += columns + 1;
                self.spare = 0;
                self.take_columns(1);
                return Step::Rest;
            }
            return Step::No;
        }
        if let Some((level, text)) = heading(rest).filter(|_| self.fresh || !self.dialect.mdx) {
            if let Some(end) = self.closing_in_heading(text) {
                let kept = text.get(..end).unwrap_or_default().trim();
                self.flush();
                if !kept.is_empty() {
                    self.push(self.line_of(at), Kind::Heading { level, text: kept.to_owned() });
                }
                let start = rest.len() - rest.trim_end().len();
                self.go_to(self.line_end - start - (text.len() - end));
                return Step::Rest;
            }
            self.flush();
            let text = text.trim_end_matches('#');
            let kept = if text.ends_with(' ') || text.is_empty() {
                text.trim_end()
            } else {
                heading(rest).map_or(text, |(_, text)| text)
            };
            self.push(self.line_of(at), Kind::Heading { level, text: kept.to_owned() });
            self.at = self.line_end;
            return Step::Line;
        }
        if self.fresh
            && is_underline(rest)
            && let Some((line, mut text)) = self.paragraph.take_if(|(_, text)| !is_definitions(text))
        {
            if text.trim_end().contains('\n') {
                text.push_str(rest.trim_end());
                self.paragraph = Some((line, text));
                self.flush();
            } else {
                self.flush();
                let level = if rest.starts_with('=') { 1 } else { 2 };
                self.push(line, Kind::Heading { level, text: text.trim().to_owned() });
            }
            return Step::Line;
        }
        if is_rule(rest) {
            self.flush();
            self.push(self.line_of(at), Kind::Text(rest.trim_end().to_owned()));
            return Step::Line;
        }
        self.item(at, columns, rest)
    }

    /// The position in a heading's text of the tag that closes the container of the heading.
    fn closing_in_heading(&self, text: &str) -> Option<usize> {
        let start = text.rfind("</").filter(|_| text.ends_with('>'))?;
        let name = from_name(text.get(start + 2..text.len() - 1)?, self.dialect).trim_end();
        let opens = format!("<{name}");
        let closes = |rest: &&str| from_name(rest, self.dialect).starts_with(name);
        let is_open = self.frames.iter().any(|frame| frame.tag_name() == Some(name));
        let is_whole = text.matches(&opens).count() < text.split("</").skip(1).filter(closes).count();
        (is_open && is_whole).then_some(start)
    }

    fn item(&mut self, at: usize, columns: usize, rest: &str) -> Step {
        let definition = definition_marker(rest).filter(|_| self.dialect.definitions);
        let footnote = footnote_marker(rest);
        let Some((length, interrupts)) = list_marker(rest).or(definition).or(footnote) else { return Step::No };
        if self.paragraph.is_some() && !interrupts {
            return Step::No;
        }
        self.at = at + length;
        self.column += columns + length;
        self.spare = 0;
        let (white, bytes) = self.indentation();
        let is_empty = self.at + bytes >= self.line_end;
        let padding = if is_empty || !(1..=4).contains(&white) && !self.dialect.mdx { 1 } else { white };
        let width = columns + length + padding;
        // Python-Markdown indents the content of an item by four.
        let strip = if self.dialect.mkdocs { width.max(columns + 4) } else { width };
        let width = if self.dialect.mkdocs { width.min(columns + 4) } else { width };
        let (width, strip) = if footnote.is_some() { (4, 4) } else { (width, strip) };
        let mark = if definition.is_some() { ":" } else { rest.get(..length).unwrap_or_default() };
        let marker = format!("{mark}{}", " ".repeat(padding.min(4)));
        let here = self.at;
        if !self.open(FrameKind::Item { marker, width, strip }, at) {
            self.at = here - length;
            return Step::No;
        }
        self.take_columns(padding);
        if is_empty {
            self.at = self.line_end;
            self.fresh = false;
        }
        Step::Rest
    }

    /// A formula over several lines, without Markdown in it.
    fn formula(&mut self, at: usize, rest: &str) -> Step {
        const MOST_LINES: usize = 200;
        if rest.trim_end().get(2..).is_some_and(|rest| rest.contains("$$")) || self.paragraph.is_some() {
            return Step::No;
        }
        let mut end = self.line_end;
        for _ in 0..MOST_LINES {
            if end >= self.text.len() {
                return Step::No;
            }
            let next = self.end_of_line(end + 1);
            let line = self.text.get(end + 1..next).unwrap_or_default().trim();
            end = next;
            if line.ends_with("$$") {
                let source = self.text.get(at..end).unwrap_or_default();
                let lines: Vec<&str> = source.lines().map(|line| line.trim_start_matches([' ', '\t', '>'])).collect();
                self.push(self.line_of(at), Kind::Verbatim(lines.join("\n")));
                self.go_to(end);
                return Step::Line;
            }
            if line.is_empty() {
                return Step::No;
            }
        }
        Step::No
    }

    /// A construct in braces: an expression, Liquid, MkDocs syntax.
    fn brace(&mut self, at: usize, rest: &str) -> Step {
        if self.dialect.liquid && rest.starts_with("{%") {
            return self.liquid(at);
        }
        if !self.dialect.mdx {
            return Step::No;
        }
        let Some(end) = esm::whole_expression(self.text, at, &mut self.reach) else { return Step::No };
        let source = self.text.get(at + 1..end - 1).unwrap_or_default().trim().to_owned();
        if source.starts_with("/*") || self.paragraph.is_none() {
            self.flush();
            self.push(self.line_of(at), Kind::Expression(source));
            self.go_to(end);
            return Step::Rest;
        }
        Step::No
    }

    /// `{% name a="b" %}` and `{% endname %}`, at the start of a line or inline.
    pub(super) fn liquid(&mut self, at: usize) -> Step {
        let Some((name, rest, end)) = liquid_tag(self.text, at) else { return Step::No };
        if let Some(opened) = name.strip_prefix("end") {
            let found = self.frames.iter().rposition(|frame| {
                matches!(&frame.kind, FrameKind::Element { element, close: Close::Liquid, .. } if element.name == opened)
            });
            match found {
                Some(index) => {
                    self.close_to(index + 1, false);
                    self.close_to(index, true);
                }
                None => self.problem(at, format!("{{% {name} %}}"), "closes nothing; left out"),
            }
            self.go_to(end);
            return Step::Rest;
        }
        let mut element = Element::new(Notation::Liquid, name);
        if name == "if" {
            rest.clone_into(&mut element.argument);
        } else {
            element.attributes = pairs(rest);
        }
        let key = format!("%{name}");
        let close = self.closes_after(&key, end);
        let again = self.text.get(end..close.unwrap_or(end)).unwrap_or_default();
        // These may be standalone, or around a caption.
        let may_be_empty = matches!(name, "embed" | "file" | "include" | "openapi-operation" | "page-ref");
        let is_empty = close.is_none() || may_be_empty && again.contains(&format!("{{% {name} "));
        if is_empty && (may_be_empty || close.is_none() && !is_liquid_block(name)) {
            self.flush();
            self.push(self.line_of(at), Kind::Element(Box::new(element)));
            self.go_to(end);
            return Step::Rest;
        }
        let indent = self.common_indent(end, |line| line.starts_with("{% end"));
        if !self.open(FrameKind::Element { element: Box::new(element), close: Close::Liquid, indent }, at) {
            self.problem(at, format!("{{% {name} %}}"), "nested too deep; its content stays");
        }
        self.go_to(end);
        Step::Rest
    }

    /// `:::name[Title]{key="value"}`, `::: name Title`, and `:::`.
    fn directive(&mut self, at: usize, rest: &str) -> Step {
        let colons = rest.bytes().take_while(|&byte| byte == b':').count();
        let after = rest.get(colons..).unwrap_or_default().trim();
        if after.is_empty() {
            if !self.close_container() {
                self.flush();
                self.problem(at, ":::".to_owned(), "closes nothing; left out");
            }
            self.at = self.line_end;
            return Step::Line;
        }
        let length = after.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_')).unwrap_or(after.len());
        let name = after.get(..length).unwrap_or_default();
        if !name.starts_with(char::is_alphabetic) {
            return Step::No;
        }
        let mut element = Element::new(Notation::Directive, name);
        let mut tail = after.get(length..).unwrap_or_default();
        if let Some(label) = tail.trim_start().strip_prefix('[')
            && let Some(end) = label.rfind(']')
        {
            element.argument = label.get(..end).unwrap_or_default().to_owned();
            tail = label.get(end + 1..).unwrap_or_default();
        }
        if let Some(inner) = tail.trim().strip_prefix('{').and_then(|tail| tail.strip_suffix('}')) {
            element.attributes = pairs(inner);
        } else if element.argument.is_empty() {
            let tail = tail.trim();
            let attributes = tail.strip_suffix('}').and_then(|tail| tail.rsplit_once('{'));
            let (title, inner) = attributes.unwrap_or((tail, ""));
            element.argument = title.trim().to_owned();
            element.attributes = pairs(inner);
        }
        if element.argument.is_empty() && self.tree_in_container(at, colons, name) {
            return Step::Line;
        }
        // `:::note Text:::` on one line.
        let indent = self.common_indent(at, |line| line.starts_with(":::"));
        self.go_to(self.line_end);
        if !self.open(FrameKind::Element { element: Box::new(element), close: Close::Colons(colons), indent }, at) {
            self.problem(at, format!(":::{name}"), "nested too deep; its content stays");
        }
        Step::Line
    }

    /// `::: package.module` of MkDocs: content that a plugin generates from code, with options indented by four.
    fn generated(&mut self, at: usize, rest: &str) -> Step {
        let subject = rest.trim_start_matches(':').trim();
        let is_name = !subject.is_empty() && !subject.contains(char::is_whitespace);
        if !is_name || self.paragraph.is_some() {
            return Step::No;
        }
        let mut element = Element::new(Notation::Line, "generated");
        subject.clone_into(&mut element.argument);
        let start = self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let required = at - start + 4;
        let line = self.line_of(at);
        self.go_to(self.line_end);
        let mut options = Vec::new();
        while self.line_end < self.text.len() {
            let end = self.end_of_line(self.line_end + 1);
            let next = self.text.get(self.line_end + 1..end).unwrap_or_default();
            let indent = next.len() - next.trim_start().len();
            if next.trim().is_empty() || indent < required {
                break;
            }
            options.push(next);
            self.go_to(end);
        }
        let value = Value::Text(members_in(&options).join(" "));
        element.attributes.push(Attribute { name: "members".to_owned(), value });
        self.push(line, Kind::Element(Box::new(element)));
        Step::Line
    }

    /// `!!! type "Title"`, `??? type`, `=== "Label"`, `/// type | Title`.
    fn admonition(&mut self, at: usize, rest: &str) -> Step {
        let (notation, after) = if let Some(after) = rest.strip_prefix("!!!") {
            (Notation::Admonition, after)
        } else if let Some(after) = rest.strip_prefix("???") {
            (Notation::Folded, after)
        } else if let Some(after) = rest.strip_prefix("===") {
            (Notation::ContentTab, after)
        } else if rest.starts_with("///") {
            return self.slash(at, rest);
        } else {
            return Step::No;
        };
        let is_open = after.starts_with(['+', '!']);
        let after = after.trim_start_matches(['+', '!']);
        if !after.starts_with([' ', '"']) && !after.starts_with(char::is_alphabetic) {
            return Step::No;
        }
        let (words, title) = match after.split_once('"') {
            Some((words, title)) => (words, Some(title.trim_end().strip_suffix('"').unwrap_or(title))),
            None => (after, None),
        };
        let mut words = words.split_whitespace();
        let name = words.next().unwrap_or_default();
        if notation == Notation::ContentTab && title.is_none() || notation != Notation::ContentTab && name.is_empty() {
            return Step::No;
        }
        let mut element = Element::new(notation, name);
        if let Some(title) = title {
            element
                .attributes
                .push(Attribute { name: "title".to_owned(), value: Value::Text(title.replace("\\\"", "\"")) });
        }
        if is_open {
            element.attributes.push(Attribute { name: "open".to_owned(), value: Value::None });
        }
        let close = Close::Indentation;
        if !self.open(FrameKind::Element { element: Box::new(element), close, indent: None }, at) {
            return Step::No;
        }
        self.go_to(self.line_end);
        Step::Line
    }

    /// A block of slashes: `/// name | Title`, options in lines below, `///`.
    fn slash(&mut self, at: usize, rest: &str) -> Step {
        let slashes = rest.bytes().take_while(|&byte| byte == b'/').count();
        let after = rest.get(slashes..).unwrap_or_default().trim();
        if after.is_empty() {
            let open = self.frames.iter().rposition(|frame| {
                matches!(frame.kind, FrameKind::Element { close: Close::Slashes(opened), .. } if opened == slashes)
            });
            let Some(index) = open else { return Step::No };
            self.close_to(index + 1, false);
            self.close_to(index, true);
            self.at = self.line_end;
            return Step::Line;
        }
        let (name, title) =
            after.split_once('|').map_or((after, None), |(name, title)| (name.trim(), Some(title.trim())));
        if name.contains(' ') && title.is_none() || !name.starts_with(char::is_alphabetic) {
            return Step::No;
        }
        let mut element = Element::new(Notation::Slash, name);
        if let Some(title) = title {
            element.attributes.push(Attribute { name: "title".to_owned(), value: Value::Text(title.to_owned()) });
        }
        self.go_to(self.line_end);
        // Options are indented lines directly below.
        while self.line_end < self.text.len() {
            let next = self.text.get(self.line_end + 1..self.end_of_line(self.line_end + 1)).unwrap_or_default();
            let Some((key, value)) = next.trim().split_once(':').filter(|_| next.starts_with("    ")) else { break };
            let value = Value::Text(value.trim().trim_matches(['"', '\'']).to_owned());
            element.attributes.push(Attribute { name: key.trim().to_owned(), value });
            self.go_to(self.end_of_line(self.line_end + 1));
        }
        let close = Close::Slashes(slashes);
        if !self.open(FrameKind::Element { element: Box::new(element), close, indent: None }, at) {
            return Step::No;
        }
        Step::Line
    }

    /// `[block:type]` JSON `[/block]`.
    fn magic_block(&mut self, at: usize, rest: &str) -> Step {
        let Some((name, _)) = rest.get("[block:".len()..).and_then(|rest| rest.split_once(']')) else {
            return Step::No;
        };
        let start = at + "[block:".len() + name.len() + 1;
        let length = self.text.get(start..).filter(|_| !self.no_magic).and_then(|rest| rest.find("[/block]"));
        let Some(length) = length else {
            self.no_magic = true;
            self.problem(at, format!("[block:{name}]"), "not closed; it stays as text");
            return Step::No;
        };
        self.flush();
        let mut element = Element::new(Notation::MagicBlock, name);
        element.argument = self.text.get(start..start + length).unwrap_or_default().trim().to_owned();
        self.push(self.line_of(at), Kind::Element(Box::new(element)));
        self.go_to(start + length + "[/block]".len());
        Step::Rest
    }
}

impl Step {
    fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::No { other() } else { self }
    }
}

/// GitBook blocks that have an end tag.
fn is_liquid_block(name: &str) -> bool {
    matches!(
        name,
        "hint"
            | "tabs"
            | "tab"
            | "code"
            | "content-ref"
            | "stepper"
            | "step"
            | "columns"
            | "column"
            | "updates"
            | "update"
            | "api-method"
            | "if"
    ) || is_endpoint_part(name)
}

/// The Liquid tag at `at`: its name, the text after the name (attributes, or the condition of an `if`), and the position
/// after it.
pub(super) fn liquid_tag(text: &str, at: usize) -> Option<(&str, &str, usize)> {
    let rest = text.get(at..)?.strip_prefix("{%")?;
    let line_limit = rest.len().min(4096);
    let length = rest.as_bytes().get(..line_limit)?.windows(2).position(|two| two == b"%}")?;
    let inner = rest.get(..length)?.trim_matches('-').trim();
    let name_end = inner.find(char::is_whitespace).unwrap_or(inner.len());
    let name = inner.get(..name_end)?;
    // `@mermaid/diagram`: a block of an integration of GitBook.
    let is_name = name.trim_start_matches('@').starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'@' | b'/'));
    is_name.then(|| (name, inner.get(name_end..).unwrap_or_default().trim_start(), at + 2 + length + 2))
}

/// `a="b" c='d' e=f g`; a bare quoted value gets the name `_`.
pub(crate) fn pairs(text: &str) -> Vec<Attribute> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'') {
            let (value, after) = quoted(rest);
            out.push(Attribute { name: "_".to_owned(), value: Value::Text(value.to_owned()) });
            rest = after.trim_start();
            continue;
        }
        let length = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest.get(..length).unwrap_or_default().to_owned();
        let after = rest.get(length..).unwrap_or_default();
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            if !name.is_empty() {
                out.push(Attribute { name, value: Value::None });
            }
            rest = after.trim_start();
            continue;
        };
        let (value, after) = if value.starts_with(['"', '\'']) {
            quoted(value)
        } else {
            value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()))
        };
        if !name.is_empty() {
            out.push(Attribute { name, value: Value::Text(value.to_owned()) });
        }
        rest = after.trim_start();
    }
    out
}

/// The text in the quotes at the start, and the rest.
fn quoted(text: &str) -> (&str, &str) {
    let quote = text.chars().next().unwrap_or('"');
    let inner = text.get(1..).unwrap_or_default();
    inner.split_once(quote).unwrap_or((inner, ""))
}

/// Whether a Liquid block is part of an endpoint.
pub(in crate::page) fn is_endpoint_part(name: &str) -> bool {
    name.starts_with("swagger-") || name.starts_with("api-method-")
}
/// The members of an object that the options of generated content name: `:members: a b`, or a list below `members:`.
fn members_in(options: &[&str]) -> Vec<String> {
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let bare = |word: &str| word.trim().trim_matches(['"', '\'', '[', ']', ',']).to_owned();
    let mut out = Vec::new();
    let mut lines = options.iter();
    while let Some(line) = lines.next() {
        if let Some(names) = line.trim().strip_prefix(":members:") {
            out.extend(names.split([' ', ',']).map(bare));
        } else if let Some(names) = line.trim().strip_prefix("members:") {
            out.extend(names.split(',').map(bare));
            let items = lines.clone().map_while(|line| line.trim().strip_prefix("- "));
            out.extend(items.map(bare));
        }
    }
    // A flag, and patterns.
    out.retain(|name| is_name(&name.as_str()) && !matches!(name.as_str(), "true" | "false" | "null"));
    out
}
