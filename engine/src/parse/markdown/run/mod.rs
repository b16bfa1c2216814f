//! Parses the Markdown of one element: builds a tree from the parser's events and inserts components at their
//! placeholders.

mod component;
mod simple;
mod text;

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Parser, Tag as Markup};

use self::simple::Line;
use crate::parse::component::{Source, Tag};
use crate::parse::markdown::build::PageBuilder;
use crate::parse::markdown::info::info;
use crate::parse::markdown::tree::{
    Alert, Alignment, Block, BlockKind, CodeBlock, Definition, Diagram, Image, Inline, Item, Link, Math, Table,
    plain_text,
};
use crate::parse::markdown::variables::Region;
use crate::parse::markdown::{DEEPEST, options_for};
use crate::registry::ComponentKind;
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Span};

/// A node that is still open. Its content is the tail of the lists in [`Run`], since only the innermost node grows.
#[derive(Debug)]
pub(super) struct OpenNode<'t> {
    kind: OpenKind<'t>,
    span: Span,
    /// The start of its blocks.
    blocks: usize,
    /// The start of its inline content.
    inlines: usize,
}

/// The kind of an open node, with its data other than blocks and inline content.
#[derive(Debug)]
enum OpenKind<'t> {
    Root,
    /// No node of its own: its content belongs to the enclosing node.
    Transparent,
    Paragraph,
    Heading(u8),
    Quote(Option<BlockQuoteKind>),
    List(Option<u64>, Vec<Item>),
    Item(Option<bool>),
    Definitions(Vec<Definition>),
    Term,
    Details,
    Footnote(usize),
    Code(Box<str>, String),
    Html(Vec<(Range<usize>, CowStr<'t>)>),
    Table(Box<Table>),
    Row(Vec<Vec<Inline>>),
    Cell,
    Emphasis,
    Strong,
    Strikethrough,
    Link(Box<str>, Box<str>),
    Image(Box<str>, Box<str>),
    /// An inline tag, and the inline component that it belongs to, if any.
    Tag(&'t Tag<'t>, Option<ComponentKind>),
}

/// Buffers that are reused for all elements of a page, since most elements contain next to nothing.
#[derive(Debug, Default)]
pub(in crate::parse::markdown) struct Buffers<'t> {
    levels: Vec<OpenNode<'t>>,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    text: String,
    parts: Vec<(usize, usize)>,
    lines: Vec<(usize, Line<'t>)>,
}

/// Parses the text of one element.
pub(super) struct Run<'b, 't> {
    builder: &'b mut PageBuilder<'t>,
    element: usize,
    source: &'t Source<'t>,
    /// The number of levels that may be open before nodes become transparent.
    room: usize,
    levels: Vec<OpenNode<'t>>,
    /// The blocks of all open nodes, innermost last. Each node allocates its exact size when it is closed.
    blocks: Vec<Block>,
    /// The inline content of all open nodes, in the same order.
    inlines: Vec<Inline>,
    /// Pending text, since the parser splits it wherever markup may begin.
    text: String,
    /// The starts of parts of `text` in the source: offsets in `text` and in the source.
    parts: Vec<(usize, usize)>,
    /// The lines of a simple text.
    lines: Vec<(usize, Line<'t>)>,
    /// The number of open links and images, inside which bare URLs are plain text.
    plain: usize,
    /// Blocks inside inline content: they are placed after the enclosing block.
    hoisted: Vec<Block>,
}

impl<'b, 't> Run<'b, 't> {
    pub(super) fn new(builder: &'b mut PageBuilder<'t>, element: usize) -> Self {
        let (source, depth) = (&builder.shared.elements[element].content, builder.shared.elements[element].depth);
        let Buffers { levels, blocks, inlines, text, parts, lines } = std::mem::take(&mut builder.room);
        Self {
            builder,
            element,
            source,
            room: DEEPEST.saturating_sub(depth).max(1),
            levels,
            blocks,
            inlines,
            text,
            parts,
            lines,
            plain: 0,
            hoisted: Vec::new(),
        }
    }

    pub(super) fn blocks(mut self) -> Vec<Block> {
        let start = self.source.span(0..0);
        self.push(OpenKind::Root, start);
        if self.is_simple() {
            self.read_simple();
            return self.finish();
        }
        let source = self.source;
        let shared = self.builder.shared;
        let callback = |link: BrokenLink<'t>| shared.definition(&link.reference);
        let parser = Parser::new_with_broken_link_callback(source.text(), options_for(source.text()), Some(callback));
        for (event, range) in parser.into_offset_iter() {
            self.event(event, range);
        }
        self.finish()
    }

    /// Closes everything that is open.
    fn finish(mut self) -> Vec<Block> {
        self.flush_text();
        while self.levels.len() > 1 {
            self.pop();
        }
        self.close_inlines();
        let found = self.blocks.split_off(0);
        let Self { builder, mut levels, blocks, mut inlines, mut text, mut parts, mut lines, .. } = self;
        levels.clear();
        inlines.clear();
        text.clear();
        parts.clear();
        lines.clear();
        builder.room = Buffers { levels, blocks, inlines, text, parts, lines };
        found
    }

    fn event(&mut self, event: Event<'t>, range: Range<usize>) {
        if let Event::Text(text) = event {
            match self.levels.last_mut() {
                Some(OpenNode { kind: OpenKind::Code(_, code), .. }) => code.push_str(&text),
                _ => {
                    self.parts.push((self.text.len(), range.start));
                    self.text.push_str(&text);
                }
            }
            return;
        }
        self.flush_text();
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(_) => {
                self.close_tags();
                self.pop();
            }
            Event::Code(text) => {
                let span = self.source.span(range);
                self.builder.variables.region(span, Region::CodeSpan);
                let text = self.builder.restored(&text);
                let text = self.builder.code_span_with_values(text);
                self.builder.check_direction(&text, span);
                self.add_at(Inline::Code(text), span);
            }
            Event::Html(text) => match self.levels.last_mut() {
                Some(OpenNode { kind: OpenKind::Html(lines), .. }) => lines.push((range, text)),
                _ => self.inline_html(&text, range),
            },
            Event::InlineHtml(text) => self.inline_html(&text, range),
            Event::FootnoteReference(label) => {
                let footnote = self.builder.footnote(self.element, &label);
                self.inline(Inline::Footnote(footnote), range);
            }
            Event::SoftBreak => self.inline(Inline::SoftBreak, range),
            Event::HardBreak => self.inline(Inline::HardBreak, range),
            Event::Rule => {
                self.close_tags();
                let span = self.source.span(range);
                self.block(Block { span, kind: BlockKind::Rule });
            }
            Event::TaskListMarker(done) => {
                let item = self.levels.iter_mut().rev().find_map(|level| match &mut level.kind {
                    OpenKind::Item(task) => Some(task),
                    _ => None,
                });
                if let Some(task) = item {
                    *task = Some(done);
                }
            }
            Event::Text(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Markup<'t>, range: Range<usize>) {
        let span = self.source.span(range);
        let open = match tag {
            Markup::Paragraph => OpenKind::Paragraph,
            Markup::Heading { level, .. } => OpenKind::Heading(level as u8),
            Markup::BlockQuote(kind) => OpenKind::Quote(kind),
            Markup::CodeBlock(CodeBlockKind::Indented) => OpenKind::Code("".into(), String::new()),
            Markup::CodeBlock(CodeBlockKind::Fenced(info)) => {
                OpenKind::Code(self.builder.restored(&info), String::new())
            }
            Markup::HtmlBlock => OpenKind::Html(Vec::new()),
            Markup::List(start) => OpenKind::List(start, Vec::new()),
            Markup::Item => OpenKind::Item(None),
            Markup::FootnoteDefinition(label) => OpenKind::Footnote(self.builder.footnote(self.element, &label)),
            Markup::DefinitionList => OpenKind::Definitions(Vec::new()),
            Markup::DefinitionListTitle => OpenKind::Term,
            Markup::DefinitionListDefinition => OpenKind::Details,
            Markup::Table(alignments) => {
                let alignments = alignments.into_iter().map(Alignment::from).collect();
                OpenKind::Table(Box::new(Table { alignments, head: Vec::new(), rows: Vec::new() }))
            }
            Markup::TableHead | Markup::TableRow => OpenKind::Row(Vec::new()),
            Markup::TableCell => OpenKind::Cell,
            Markup::Emphasis => OpenKind::Emphasis,
            Markup::Strong => OpenKind::Strong,
            Markup::Strikethrough => OpenKind::Strikethrough,
            Markup::Link { dest_url, title, link_type, .. } => {
                let mut destination = self.attribute(&dest_url, span);
                if link_type == LinkType::Email {
                    destination = format!("mailto:{destination}").into();
                }
                OpenKind::Link(destination, self.attribute(&title, span))
            }
            Markup::Image { dest_url, title, .. } => {
                OpenKind::Image(self.attribute(&dest_url, span), self.attribute(&title, span))
            }
            Markup::Superscript | Markup::Subscript | Markup::MetadataBlock(_) => OpenKind::Transparent,
        };
        self.push(open, span);
    }

    /// The URL or title of the element at `place`.
    fn attribute(&mut self, text: &str, place: Span) -> Box<str> {
        let text = self.builder.restored(text);
        self.builder.replaced(text, place)
    }

    fn push(&mut self, kind: OpenKind<'t>, span: Span) {
        // Parts need the whole around them.
        let is_part =
            matches!(kind, OpenKind::Item(_) | OpenKind::Row(_) | OpenKind::Cell | OpenKind::Term | OpenKind::Details);
        let parent_is_transparent = self.levels.last().is_some_and(|level| matches!(level.kind, OpenKind::Transparent));
        let is_leaf = matches!(kind, OpenKind::Code(..) | OpenKind::Html(_));
        let too_deep = self.levels.len() > self.room && !is_part && !is_leaf;
        let kind = if too_deep || (is_part && parent_is_transparent) { OpenKind::Transparent } else { kind };
        if !is_inline(&kind) {
            self.close_tags();
            self.close_inlines();
        }
        self.plain += usize::from(is_plain(&kind));
        self.open(kind, span);
    }

    /// Opens an empty node.
    fn open(&mut self, kind: OpenKind<'t>, span: Span) {
        self.levels.push(OpenNode { kind, span, blocks: self.blocks.len(), inlines: self.inlines.len() });
    }

    /// Closes the innermost node and adds it to the enclosing one.
    fn pop(&mut self) {
        self.close_inlines_before_end();
        let Some(level) = self.levels.pop() else { return };
        let OpenNode { kind, span, .. } = level;
        let (blocks, inlines) = (self.blocks.split_off(level.blocks), self.inlines.split_off(level.inlines));
        self.plain -= usize::from(is_plain(&kind));
        let block = match kind {
            OpenKind::Root => return,
            OpenKind::Transparent => return self.splice(blocks, inlines),
            // It contained only a stray tag.
            OpenKind::Paragraph if inlines.is_empty() && self.hoisted.is_empty() => return,
            OpenKind::Paragraph => BlockKind::Paragraph(inlines),
            OpenKind::Heading(level) => {
                let mut content = inlines;
                let id = explicit_id(&mut content);
                BlockKind::Heading { level, id, content }
            }
            OpenKind::Quote(None) => BlockKind::Quote(blocks),
            OpenKind::Quote(Some(kind)) => BlockKind::Alert(kind.into(), blocks),
            OpenKind::List(start, items) => BlockKind::List { start, items },
            OpenKind::Definitions(parts) => BlockKind::Definitions(parts),
            OpenKind::Table(table) => BlockKind::Table(table),
            OpenKind::Code(words, text) => {
                let (text, info) = (self.builder.restored_whole(text), info(&words));
                if info.is("math") {
                    self.builder.variables.region(span, Region::Verbatim);
                    BlockKind::Math(Box::new(Math { span, source: text.trim().into(), display: true }))
                } else if info.is("mermaid") {
                    BlockKind::Diagram(Box::new(Diagram { span, source: text }))
                } else {
                    self.builder.variables.region(span, Region::Code);
                    self.builder.check_length(&text, info.language.as_deref(), span);
                    self.builder.check_direction(&text, span);
                    let code = CodeBlock { info, text, marked: None };
                    BlockKind::Code(Box::new(self.builder.code_with_values(code)))
                }
            }
            OpenKind::Html(lines) => return self.html_block(lines),
            OpenKind::Footnote(index) => {
                self.builder.define(index, blocks);
                return;
            }
            OpenKind::Item(_) | OpenKind::Term | OpenKind::Details | OpenKind::Row(_) | OpenKind::Cell => {
                return self.end_part(kind, blocks, inlines);
            }
            OpenKind::Tag(tag, None) => return self.end_other(tag, span, blocks, inlines),
            OpenKind::Tag(tag, Some(kind)) => return self.end_component(tag, kind, span, inlines),
            inline => return self.end_inline(inline, span, inlines),
        };
        self.block(Block { span, kind: block });
    }

    fn end_part(&mut self, kind: OpenKind<'t>, blocks: Vec<Block>, inlines: Vec<Inline>) {
        match (kind, self.levels.last_mut().map(|level| &mut level.kind)) {
            (OpenKind::Item(task), Some(OpenKind::List(_, items))) => items.push(Item { task, blocks }),
            (OpenKind::Term, Some(OpenKind::Definitions(parts))) => parts.push(Definition::Term(inlines)),
            (OpenKind::Details, Some(OpenKind::Definitions(parts))) => parts.push(Definition::Details(blocks)),
            (OpenKind::Cell, Some(OpenKind::Row(cells))) => cells.push(inlines),
            (OpenKind::Row(cells), Some(OpenKind::Table(table))) if table.head.is_empty() => table.head = cells,
            (OpenKind::Row(cells), Some(OpenKind::Table(table))) => table.rows.push(cells),
            _ => self.splice(blocks, inlines),
        }
    }

    fn end_inline(&mut self, kind: OpenKind<'t>, span: Span, content: Vec<Inline>) {
        let inline = match kind {
            OpenKind::Emphasis => Inline::Emphasis(content),
            OpenKind::Strong => Inline::Strong(content),
            OpenKind::Strikethrough => Inline::Strikethrough(content),
            OpenKind::Link(destination, title) => {
                if self.link_around().is_some() {
                    let message = "a link is not allowed in `<wc-button>`";
                    self.builder.report(
                        Diagnostic::new(DiagnosticCode::InvalidNesting, message, span)
                            .with_help("its text is shown as part of the button".to_owned()),
                    );
                }
                Inline::Link(Box::new(Link { span, destination, title, content }))
            }
            OpenKind::Image(source, title) => {
                let mut alt = String::new();
                plain_text(&content, &mut alt);
                if alt.trim().is_empty() {
                    self.builder.report(missing_alt_text(span));
                }
                Inline::Image(Box::new(Image { span, source, title, alt: alt.into() }))
            }
            _ => return self.splice(Vec::new(), content),
        };
        self.add(inline);
    }

    /// Adds content that has no node of its own to the innermost node.
    fn splice(&mut self, blocks: Vec<Block>, inlines: Vec<Inline>) {
        for block in blocks {
            self.block(block);
        }
        inlines.into_iter().for_each(|inline| self.add(inline));
    }

    fn add(&mut self, inline: Inline) {
        if !self.levels.is_empty() {
            self.inlines.push(inline);
        }
    }

    /// Adds inline content, and makes its place the start of text that is directly in its item.
    fn inline(&mut self, inline: Inline, range: Range<usize>) {
        let source = self.source;
        if let Some(level) = self.level_to_start() {
            level.span.start = source.span(range).start;
        }
        self.add(inline);
    }

    fn add_at(&mut self, inline: Inline, span: Span) {
        if let Some(level) = self.level_to_start() {
            level.span.start = span.start;
        }
        self.add(inline);
    }

    /// The innermost node, if the next inline element is the first of a text directly in it.
    fn level_to_start(&mut self) -> Option<&mut OpenNode<'t>> {
        let inlines = self.inlines.len();
        self.levels.last_mut().filter(|level| {
            level.inlines == inlines
                && matches!(level.kind, OpenKind::Item(_) | OpenKind::Details | OpenKind::Root | OpenKind::Transparent)
        })
    }

    fn block(&mut self, block: Block) {
        self.close_inlines();
        if self.levels.is_empty() {
            return;
        }
        self.blocks.push(block);
        self.blocks.append(&mut self.hoisted);
    }

    /// Wraps inline content at block level in a block of its own.
    fn close_inlines(&mut self) {
        let Some(level) = self.levels.last() else { return };
        let holds_blocks = matches!(
            level.kind,
            OpenKind::Root
                | OpenKind::Item(_)
                | OpenKind::Details
                | OpenKind::Quote(_)
                | OpenKind::Footnote(_)
                | OpenKind::Transparent
        );
        if !holds_blocks || level.inlines == self.inlines.len() {
            return;
        }
        let content = self.inlines.split_off(level.inlines);
        self.blocks.push(Block { span: level.span, kind: BlockKind::Plain(content) });
        self.blocks.append(&mut self.hoisted);
    }

    fn close_inlines_before_end(&mut self) {
        let is_transparent = self.levels.last().is_some_and(|level| matches!(level.kind, OpenKind::Transparent));
        if !is_transparent {
            self.close_inlines();
        }
    }
}

fn is_plain(kind: &OpenKind<'_>) -> bool {
    matches!(kind, OpenKind::Link(..) | OpenKind::Image(..))
}

fn is_inline(kind: &OpenKind<'_>) -> bool {
    matches!(
        kind,
        OpenKind::Emphasis
            | OpenKind::Strong
            | OpenKind::Strikethrough
            | OpenKind::Link(..)
            | OpenKind::Image(..)
            | OpenKind::Tag(..)
            | OpenKind::Transparent
    )
}

/// The diagnostic that an image has no alternative text.
pub(super) fn missing_alt_text(span: Span) -> Diagnostic<Span> {
    Diagnostic::new(DiagnosticCode::MissingAltText, "the image has no alternative text", span).with_help(
        "describe the image: `![…](…)`; if it is only decorative, use `<wc-image src=\"…\" alt=\"\" />`".to_owned(),
    )
}

/// Removes `{#id}` from the end of a heading and returns it; empty if there is none.
fn explicit_id(content: &mut Vec<Inline>) -> Box<str> {
    let Some(Inline::Text(text)) = content.last_mut() else { return "".into() };
    let id = text.trim_end().strip_suffix('}').and_then(|rest| rest.rsplit_once("{#"));
    let Some((before, id)) = id.filter(|(_, id)| !id.is_empty() && !id.contains([' ', '\t', '{', '}'])) else {
        return "".into();
    };
    let id: Box<str> = id.into();
    let before: Box<str> = before.trim_end().into();
    if before.is_empty() {
        content.pop();
    } else {
        *text = before;
    }
    id
}

impl From<BlockQuoteKind> for Alert {
    fn from(kind: BlockQuoteKind) -> Self {
        match kind {
            BlockQuoteKind::Note => Self::Note,
            BlockQuoteKind::Tip => Self::Tip,
            BlockQuoteKind::Important => Self::Important,
            BlockQuoteKind::Warning => Self::Warning,
            BlockQuoteKind::Caution => Self::Caution,
        }
    }
}

impl From<pulldown_cmark::Alignment> for Alignment {
    fn from(alignment: pulldown_cmark::Alignment) -> Self {
        match alignment {
            pulldown_cmark::Alignment::None => Self::None,
            pulldown_cmark::Alignment::Left => Self::Left,
            pulldown_cmark::Alignment::Center => Self::Center,
            pulldown_cmark::Alignment::Right => Self::Right,
        }
    }
}
