//! Builds the tree of a page from its elements. Elements are built innermost first, so nesting needs no recursion.

use std::cell::Cell;
use std::collections::BTreeMap;

use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Parser};

use super::data_table::write_data_table;
use super::info::info;
use super::options_for;
use super::run::{Buffers, Run};
use super::tree::{Block, BlockKind, CodeBlock, Component, ComponentContent, Footnote, Inline, Math, PageTree, Table};
use super::variables::{Region, Variables};
use crate::parse::component::{Checked, Element, ElementRole, Placeholders, Tag, TextPiece, check, scan};
use crate::parse::variables::Declared;
use crate::registry::{ComponentKind, Content, Flow};
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Fix, Severity, Span, did_you_mean, only_typo};

/// State known before the elements of a page are built.
pub(super) struct Shared<'e> {
    pub(super) elements: &'e [Element<'e>],
    pub(super) placeholders: &'e Placeholders<'e>,
    /// The link reference definitions of all elements: destination and title by label.
    definitions: BTreeMap<String, (String, String)>,
    /// The number of bytes that definitions may still add: a long one that is used often could otherwise grow without
    /// limit.
    expansion: Cell<usize>,
}

/// Builds the elements of a page.
pub(super) struct PageBuilder<'e> {
    pub(super) file: &'e str,
    pub(super) shared: &'e Shared<'e>,
    /// The blocks of elements that are not in the tree yet.
    built: Vec<Built>,
    pub(super) diagnostics: Vec<Diagnostic<Span>>,
    pub(super) footnotes: Vec<Footnote>,
    /// By element and label.
    footnote_of: BTreeMap<(usize, Box<str>), usize>,
    pub(super) variables: Variables<'e>,
    pub(super) declared: &'e Declared<'e>,
    /// Buffers for the next element.
    pub(super) room: Buffers<'e>,
}

/// The result of building an element.
#[derive(Default)]
pub(super) enum Built {
    /// Nothing, or already in the tree.
    #[default]
    None,
    One(Block),
    All(Vec<Block>),
}

impl IntoIterator for Built {
    type Item = Block;
    type IntoIter = std::iter::Chain<std::option::IntoIter<Block>, std::vec::IntoIter<Block>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, all) = match self {
            Self::None => (None, Vec::new()),
            Self::One(block) => (Some(block), Vec::new()),
            Self::All(blocks) => (None, blocks),
        };
        one.into_iter().chain(all)
    }
}

/// Builds the tree of a page whose body starts at `start`, without ids and footnote numbers.
pub(super) fn build(file: &str, start: usize, declared: &Declared<'_>) -> PageTree {
    let (mut elements, placeholders, mut diagnostics) = scan(file, start).into_parts();
    for element in elements.iter_mut().filter(|element| element.role == ElementRole::Component(ComponentKind::Table)) {
        diagnostics.extend(write_data_table(element, &placeholders));
    }
    let shared = Shared {
        elements: &elements,
        placeholders: &placeholders,
        definitions: definitions(&elements),
        expansion: Cell::new(file.len().max(100_000)),
    };
    let mut builder = PageBuilder {
        file,
        shared: &shared,
        built: std::iter::repeat_with(Built::default).take(elements.len()).collect(),
        diagnostics,
        footnotes: Vec::new(),
        footnote_of: BTreeMap::new(),
        variables: Variables::new(&file[start..], &elements, &placeholders, declared),
        declared,
        room: Buffers::default(),
    };
    for index in (0..elements.len()).rev() {
        builder.built[index] = builder.element(index);
    }
    // Whatever Markdown made of a placeholder, no text is lost: elements that were not placed are appended at the end.
    let rest: Vec<Block> = builder.built.drain(1..).flatten().collect();
    let mut blocks = match builder.built.pop() {
        Some(Built::All(blocks)) => blocks,
        page => page.into_iter().flatten().collect(),
    };
    blocks.extend(rest);
    let mut diagnostics = builder.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    let variables = builder.variables.marked();
    let substitutions = builder.variables.substitutions(file, start);
    PageTree { blocks, footnotes: builder.footnotes, diagnostics, variables, substitutions }
}

/// The link reference definitions of a page, if several texts have to share them.
fn definitions(elements: &[Element<'_>]) -> BTreeMap<String, (String, String)> {
    let mut found = BTreeMap::new();
    if elements.len() < 2 {
        return found;
    }
    for element in elements.iter().filter(|element| element.role != ElementRole::Math) {
        let text = element.content.text();
        let bytes = text.as_bytes();
        let mut colons = memchr_iter(b':', bytes);
        if !colons.any(|at| at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b']')) {
            continue;
        }
        let parser = Parser::new_ext(text, options_for(text));
        let mut in_order: Vec<_> = parser.reference_definitions().iter().collect();
        in_order.sort_by_key(|(_, definition)| definition.span.start);
        for (label, definition) in in_order {
            let title = definition.title.as_deref().unwrap_or_default();
            found.entry(folded(label)).or_insert_with(|| (definition.dest.to_string(), title.to_owned()));
        }
    }
    found
}

/// A label, normalized for comparison: case-folded, with white space collapsed.
fn folded(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl<'e> Shared<'e> {
    /// The destination and title of a label that is defined in another element.
    pub(super) fn definition(&'e self, label: &str) -> Option<(CowStr<'e>, CowStr<'e>)> {
        if self.definitions.is_empty() {
            return None;
        }
        let (destination, title) = self.definitions.get(&folded(label))?;
        let left = self.expansion.get().checked_sub(destination.len() + title.len())?;
        self.expansion.set(left);
        Some((destination.as_str().into(), title.as_str().into()))
    }
}

impl<'e> PageBuilder<'e> {
    /// The index of the footnote with this label in an element.
    pub(super) fn footnote(&mut self, element: usize, label: &str) -> usize {
        let footnotes = &mut self.footnotes;
        *self.footnote_of.entry((element, label.into())).or_insert_with(|| {
            footnotes.push(Footnote { number: None, blocks: Vec::new() });
            footnotes.len() - 1
        })
    }

    /// Sets the text of a footnote. The text of a duplicate definition is shown after the others, without a number.
    pub(super) fn define(&mut self, footnote: usize, blocks: Vec<Block>) {
        match self.footnotes.get_mut(footnote) {
            Some(note) if note.blocks.is_empty() => note.blocks = blocks,
            _ => self.footnotes.push(Footnote { number: None, blocks }),
        }
    }

    /// Takes the blocks that a placeholder represents.
    pub(super) fn take(&mut self, element: usize) -> Built {
        self.built.get_mut(element).map(std::mem::take).unwrap_or_default()
    }

    /// A text with placeholders restored; keeps its allocation if there are none.
    pub(super) fn restored_whole(&mut self, text: String) -> Box<str> {
        if self.shared.placeholders.are_in(&text) { self.restored(&text) } else { text.into() }
    }

    /// `text` with placeholders replaced by what the author wrote.
    pub(super) fn restored(&mut self, text: &str) -> Box<str> {
        let placeholders = self.shared.placeholders;
        if !placeholders.are_in(text) {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        for piece in placeholders.split(text) {
            match piece {
                TextPiece::Text(start, end) => out.push_str(&text[start..end]),
                TextPiece::Inline(tag) => out.push_str(&self.file[tag.span.range()]),
                TextPiece::Math(formula, _) => formula.restore(&mut out),
                TextPiece::Verbatim(span) => out.push_str(&self.file[span.range()]),
                TextPiece::Element(index) => {
                    self.take(index);
                    out.push_str(&self.file[self.shared.elements[index].span.range()]);
                }
            }
        }
        out.into()
    }

    fn element(&mut self, index: usize) -> Built {
        let element: &'e Element<'e> = &self.shared.elements[index];
        if let ElementRole::Component(kind) = element.role
            && kind.entry().content == Content::Text
        {
            let code = literal(element.content.text());
            let named = element.tag.attributes.iter().find(|attribute| matches!(&*attribute.name, "language" | "lang"));
            let language = named.and_then(|attribute| attribute.value.as_deref()).or(code.info.language.as_deref());
            self.check_length(&code.text, language, element.span);
            self.check_direction(&code.text, element.inner);
            let content = ComponentContent::Text(self.code_with_values(code));
            return Built::One(self.component(element, kind, content));
        }
        if element.role == ElementRole::Math {
            let source = element.content.text().trim().into();
            self.variables.region(element.span, Region::Verbatim);
            let math = Math { span: element.span, source, display: true };
            return Built::One(Block { span: element.span, kind: BlockKind::Math(Box::new(math)) });
        }
        let blocks = Run::new(self, index).blocks();
        match element.role {
            ElementRole::Page | ElementRole::Math => Built::All(blocks),
            ElementRole::Unknown if (self.declared.component)(&element.tag.name) => {
                let content = ComponentContent::Blocks(blocks);
                let kind = BlockKind::Custom(Box::new(self.custom_element(&element.tag, content)));
                Built::One(Block { span: element.span, kind })
            }
            ElementRole::Unknown => {
                self.report_unknown(&element.tag, element.span, element.parent, Flow::Block);
                Built::All(blocks)
            }
            ElementRole::Column => Built::One(Block { span: element.span, kind: BlockKind::Column(blocks) }),
            ElementRole::Component(kind) => {
                let content = match kind.entry().content {
                    Content::Inline => ComponentContent::Inlines(self.inlines_of(kind, blocks)),
                    Content::Blocks | Content::Text => ComponentContent::Blocks(blocks),
                    Content::None => {
                        self.report_content(kind, &blocks);
                        ComponentContent::Blocks(blocks)
                    }
                };
                Built::One(self.component(element, kind, content))
            }
        }
    }

    fn component(&mut self, element: &Element<'_>, kind: ComponentKind, content: ComponentContent) -> Block {
        let tag = self.tag_with_values(kind, &element.tag);
        let attributes = check(kind, &tag, element.parent, &mut self.diagnostics);
        if kind == ComponentKind::Versions {
            self.diagnostics.extend(unknown_default(&attributes, &content));
        }
        let component = Component { kind, span: element.span, inner: element.inner, attributes, anchor: None, content };
        Block { span: element.span, kind: BlockKind::Component(Box::new(component)) }
    }

    /// Reports content in a component that takes none.
    fn report_content(&mut self, kind: ComponentKind, blocks: &[Block]) {
        if let Some(first) = blocks.first() {
            let message = format!("`<{}>` takes no content", kind.name());
            let help = format!("write it as `<{} />`", kind.name());
            self.report(Diagnostic::new(DiagnosticCode::InvalidNesting, message, first.span).with_help(help));
        }
    }

    /// Reports an element that is not a component and ends at the end of `span`.
    pub(super) fn report_unknown(&mut self, tag: &Tag<'_>, span: Span, parent: Option<ComponentKind>, flow: Flow) {
        let name = &tag.name;
        let own = (self.declared.components)();
        let known = || ComponentKind::ALL.iter().map(|kind| kind.name()).chain(own.iter().map(|name| &**name));
        let hint = did_you_mean(name, known());
        let fix = only_typo(name, known()).and_then(|meant| self.rename_element(tag, span, parent, flow, meant));
        let found =
            Diagnostic::new(DiagnosticCode::UnknownComponent, format!("there is no component `{name}`"), tag.span);
        self.report(found.with_help(hint).with_fix(fix));
    }

    /// Renames an element to a component, if that leaves no errors.
    fn rename_element(
        &self,
        tag: &Tag<'_>,
        span: Span,
        parent: Option<ComponentKind>,
        flow: Flow,
        meant: &str,
    ) -> Option<Fix<Span>> {
        let kind = ComponentKind::named(meant)?;
        let entry = kind.entry();
        let mut found = Vec::new();
        check(kind, tag, parent, &mut found);
        let written = self.file.get(span.range())?;
        let may_hold = match entry.content {
            Content::Blocks => true,
            Content::Inline => !written.contains('\n'),
            Content::Text | Content::None => tag.empty,
        };
        let fits = entry.flow == flow || (entry.flow == Flow::Inline && !written.contains('\n'));
        if !may_hold || !fits || found.iter().any(|found| found.severity == Severity::Error) {
            return None;
        }
        let start = tag.span.start as usize + 1;
        let fix = Fix::rename(Span::new(start, start + tag.name.len()), meant);
        if tag.empty {
            return Some(fix);
        }
        let close = written.rfind("</").filter(|&at| {
            let name = written.get(at + 2..).unwrap_or_default().trim_end_matches('>').trim_end();
            name.eq_ignore_ascii_case(&tag.name)
        })?;
        let close = span.start as usize + close + 2;
        Some(fix.and(Span::new(close, close + tag.name.len()), meant))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic<Span>) {
        self.diagnostics.push(diagnostic);
    }

    /// The inline content of blocks, for a component that takes inline content only.
    fn inlines_of(&mut self, kind: ComponentKind, blocks: Vec<Block>) -> Vec<Inline> {
        let mut out: Vec<Inline> = Vec::new();
        for block in blocks {
            if !out.is_empty() {
                out.push(Inline::SoftBreak);
            }
            match block.kind {
                BlockKind::Paragraph(content) | BlockKind::Plain(content) => out.extend(content),
                other => {
                    self.report(Diagnostic::new(
                        DiagnosticCode::InvalidNesting,
                        format!("`<{}>` takes inline content only", kind.name()),
                        block.span,
                    ));
                    flatten(other, &mut out);
                }
            }
        }
        out
    }
}

/// The diagnostic if the `default` of versions is not one of them.
fn unknown_default(attributes: &[Checked], content: &ComponentContent) -> Option<Diagnostic<Span>> {
    let default = attributes.iter().find(|attribute| attribute.name == "default")?;
    let ComponentContent::Blocks(blocks) = content else { return None };
    let names: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match &block.kind {
            BlockKind::Component(version) if version.kind == ComponentKind::Version => version.value("name"),
            _ => None,
        })
        .collect();
    if names.is_empty() || names.contains(&&*default.value) {
        return None;
    }
    let message = format!("`default` of `<wc-versions>` is not one of its versions: `{}`", default.value);
    let help = did_you_mean(&default.value, names.iter().copied())
        .unwrap_or_else(|| format!("the versions are `{}`", names.join("`, `")));
    Some(Diagnostic::new(DiagnosticCode::InvalidAttribute, message, default.span).with_help(help))
}

/// Appends the inline content of a block.
fn flatten(block: BlockKind, out: &mut Vec<Inline>) {
    let mut blocks = |blocks: Vec<Block>| {
        for block in blocks {
            flatten(block.kind, out);
            out.push(Inline::SoftBreak);
        }
    };
    match block {
        BlockKind::Paragraph(content) | BlockKind::Plain(content) | BlockKind::Heading { content, .. } => {
            out.extend(content);
        }
        BlockKind::Quote(content) | BlockKind::Alert(_, content) | BlockKind::Column(content) => blocks(content),
        BlockKind::Hero(hero) => [hero.text, hero.beside].into_iter().for_each(blocks),
        BlockKind::List { items, .. } => items.into_iter().for_each(|item| blocks(item.blocks)),
        BlockKind::Definitions(parts) => {
            for part in parts {
                match part {
                    super::tree::Definition::Term(content) => out.extend(content),
                    super::tree::Definition::Details(content) => {
                        for block in content {
                            flatten(block.kind, out);
                        }
                    }
                }
                out.push(Inline::SoftBreak);
            }
        }
        BlockKind::Code(code) => out.push(Inline::Code(code.text)),
        BlockKind::Diagram(diagram) => out.push(Inline::Code(diagram.source)),
        BlockKind::Math(math) => out.push(Inline::Math(math)),
        BlockKind::Table(table) => {
            let Table { head, rows, .. } = *table;
            for cell in std::iter::once(head).chain(rows).flatten() {
                out.extend(cell);
                out.push(Inline::Text(" ".into()));
            }
        }
        BlockKind::Rule => {}
        BlockKind::Html(html) => out.push(Inline::Html(Box::new(html))),
        BlockKind::Component(component) => flatten_content(component.content, out),
        BlockKind::Custom(element) => flatten_content(element.content, out),
    }
}

fn flatten_content(content: ComponentContent, out: &mut Vec<Inline>) {
    match content {
        ComponentContent::Blocks(content) => {
            for block in content {
                flatten(block.kind, out);
                out.push(Inline::SoftBreak);
            }
        }
        ComponentContent::Inlines(content) => out.extend(content),
        ComponentContent::Text(code) => out.push(Inline::Code(code.text)),
    }
}

/// Literal content: dedented, and unwrapped if it is a single fenced block.
fn literal(text: &str) -> CodeBlock {
    let text = dedented(text);
    let trimmed = text.trim_start();
    let (first, rest) = trimmed.split_once('\n').unwrap_or((trimmed, ""));
    let Some(mark) = first.chars().next().filter(|mark| matches!(mark, '`' | '~')) else {
        return CodeBlock { text: text.into(), ..CodeBlock::default() };
    };
    let length = first.chars().take_while(|&c| c == mark).count();
    let is_fence = |line: &str| line.trim().len() >= length && line.trim().chars().all(|c| c == mark);
    let body = rest.trim_end();
    let (body, last) = body.rsplit_once('\n').unwrap_or(("", body));
    if length < 3 || !is_fence(last) || body.lines().any(is_fence) {
        return CodeBlock { text: text.into(), ..CodeBlock::default() };
    }
    let indent = text.len() - trimmed.len();
    let mut code = String::with_capacity(body.len() + 1);
    for line in body.lines() {
        code.push_str(&line[indentation(line).min(indent)..]);
        code.push('\n');
    }
    CodeBlock { info: info(&first[length..]), text: code.into(), marked: None }
}

/// The number of leading white space bytes of a line.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// A text without surrounding blank lines and without the common indentation of its lines.
fn dedented(text: &str) -> String {
    let is_blank = |line: &str| line.trim().is_empty();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
    let lines = &lines[first..last];
    let indent = lines.iter().filter(|line| !is_blank(line)).map(|line| indentation(line)).min().unwrap_or(0);
    let mut out = String::with_capacity(text.len());
    for line in lines {
        out.push_str(line.get(indent..).unwrap_or_default());
        out.push('\n');
    }
    out
}
