//! One element's Markdown: the parser's events as a tree, components put where their placeholders stand.

mod component;
mod simple;
mod text;

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Parser, Tag as Markup};

use self::simple::Line;
use crate::parse::component::{Source, Tag};
use crate::parse::markdown::build::Builder;
use crate::parse::markdown::info::info;
use crate::parse::markdown::tree::{
    Alert, Alignment, Block, BlockKind, CodeBlock, Definition, Diagram, Image, Inline, Item, Link, Math, Table,
    plain_text,
};
use crate::parse::markdown::variables::Region;
use crate::parse::markdown::{DEEPEST, options_for};
use crate::registry::ComponentKind;
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Span};

/// A node that is not ended yet. What it holds so far is the end of the lists of [`Run`]: only the innermost node gets more.
#[derive(Debug)]
pub(super) struct Level<'t> {
    kind: Open<'t>,
    span: Span,
    /// Where its blocks begin.
    blocks: usize,
    /// Where its inlines begin.
    inlines: usize,
}

/// What an open node is, with what it has but blocks and inlines.
#[derive(Debug)]
enum Open<'t> {
    Root,
    /// Nothing by itself: its content belongs to the node around it.
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
    /// A tag among inlines, with the component of running text that it is.
    Tag(&'t Tag<'t>, Option<ComponentKind>),
}

/// Room that the readings of a page's elements use one after the other: most elements hold next to nothing.
#[derive(Debug, Default)]
pub(in crate::parse::markdown) struct Room<'t> {
    levels: Vec<Level<'t>>,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    text: String,
    parts: Vec<(usize, usize)>,
    lines: Vec<(usize, Line<'t>)>,
}

/// The reading of one element's text.
pub(super) struct Run<'b, 't> {
    builder: &'b mut Builder<'t>,
    element: usize,
    source: &'t Source<'t>,
    /// How many levels may be open before nodes become transparent.
    room: usize,
    levels: Vec<Level<'t>>,
    /// The blocks of all open nodes, those of inner ones last: each node takes as much room as it needs when it ends.
    blocks: Vec<Block>,
    /// The inlines of all open nodes, the same way.
    inlines: Vec<Inline>,
    /// Text not added yet, since the parser cuts it where a markup may begin.
    text: String,
    /// Where parts of `text` begin in the source: offsets in `text` and in the source.
    parts: Vec<(usize, usize)>,
    /// The lines of a simple text.
    lines: Vec<(usize, Line<'t>)>,
    /// Open links and images, in which addresses are text.
    plain: usize,
    /// Blocks that were met among inlines: they follow the block that they were met in.
    hoisted: Vec<Block>,
}

impl<'b, 't> Run<'b, 't> {
    pub(super) fn new(builder: &'b mut Builder<'t>, element: usize) -> Self {
        let (source, depth) = (&builder.shared.elements[element].content, builder.shared.elements[element].depth);
        let Room { levels, blocks, inlines, text, parts, lines } = std::mem::take(&mut builder.room);
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
        self.push(Open::Root, start);
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

    /// Ends what is open.
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
        builder.room = Room { levels, blocks, inlines, text, parts, lines };
        found
    }

    fn event(&mut self, event: Event<'t>, range: Range<usize>) {
        if let Event::Text(text) = event {
            match self.levels.last_mut() {
                Some(Level { kind: Open::Code(_, code), .. }) => code.push_str(&text),
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
                self.builder.variables.region(span, Region::Verbatim);
                let text = self.builder.restored(&text);
                self.builder.check_direction(&text, span);
                self.add_at(Inline::Code(text), span);
            }
            Event::Html(text) => match self.levels.last_mut() {
                Some(Level { kind: Open::Html(lines), .. }) => lines.push((range, text)),
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
                    Open::Item(task) => Some(task),
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
            Markup::Paragraph => Open::Paragraph,
            Markup::Heading { level, .. } => Open::Heading(level as u8),
            Markup::BlockQuote(kind) => Open::Quote(kind),
            Markup::CodeBlock(CodeBlockKind::Indented) => Open::Code("".into(), String::new()),
            Markup::CodeBlock(CodeBlockKind::Fenced(info)) => Open::Code(self.builder.restored(&info), String::new()),
            Markup::HtmlBlock => Open::Html(Vec::new()),
            Markup::List(start) => Open::List(start, Vec::new()),
            Markup::Item => Open::Item(None),
            Markup::FootnoteDefinition(label) => Open::Footnote(self.builder.footnote(self.element, &label)),
            Markup::DefinitionList => Open::Definitions(Vec::new()),
            Markup::DefinitionListTitle => Open::Term,
            Markup::DefinitionListDefinition => Open::Details,
            Markup::Table(alignments) => {
                let alignments = alignments.into_iter().map(Alignment::from).collect();
                Open::Table(Box::new(Table { alignments, head: Vec::new(), rows: Vec::new() }))
            }
            Markup::TableHead | Markup::TableRow => Open::Row(Vec::new()),
            Markup::TableCell => Open::Cell,
            Markup::Emphasis => Open::Emphasis,
            Markup::Strong => Open::Strong,
            Markup::Strikethrough => Open::Strikethrough,
            Markup::Link { dest_url, title, link_type, .. } => {
                let mut destination = self.attribute(&dest_url, span);
                if link_type == LinkType::Email {
                    destination = format!("mailto:{destination}").into();
                }
                Open::Link(destination, self.attribute(&title, span))
            }
            Markup::Image { dest_url, title, .. } => {
                Open::Image(self.attribute(&dest_url, span), self.attribute(&title, span))
            }
            Markup::Superscript | Markup::Subscript | Markup::MetadataBlock(_) => Open::Transparent,
        };
        self.push(open, span);
    }

    /// The address or title of what stands at `place`.
    fn attribute(&mut self, text: &str, place: Span) -> Box<str> {
        let text = self.builder.restored(text);
        self.builder.replaced(text, place)
    }

    fn push(&mut self, kind: Open<'t>, span: Span) {
        // Parts of a whole must have it around them.
        let is_part = matches!(kind, Open::Item(_) | Open::Row(_) | Open::Cell | Open::Term | Open::Details);
        let parent_is_transparent = self.levels.last().is_some_and(|level| matches!(level.kind, Open::Transparent));
        let is_leaf = matches!(kind, Open::Code(..) | Open::Html(_));
        let too_deep = self.levels.len() > self.room && !is_part && !is_leaf;
        let kind = if too_deep || (is_part && parent_is_transparent) { Open::Transparent } else { kind };
        if !is_inline(&kind) {
            self.close_tags();
            self.close_inlines();
        }
        self.plain += usize::from(is_plain(&kind));
        self.open(kind, span);
    }

    /// Opens a node that holds nothing yet.
    fn open(&mut self, kind: Open<'t>, span: Span) {
        self.levels.push(Level { kind, span, blocks: self.blocks.len(), inlines: self.inlines.len() });
    }

    /// Ends the innermost node and adds it to the one around it.
    fn pop(&mut self) {
        self.close_inlines_before_end();
        let Some(level) = self.levels.pop() else { return };
        let Level { kind, span, .. } = level;
        let (blocks, inlines) = (self.blocks.split_off(level.blocks), self.inlines.split_off(level.inlines));
        self.plain -= usize::from(is_plain(&kind));
        let block = match kind {
            Open::Root => return,
            Open::Transparent => return self.splice(blocks, inlines),
            // Nothing but a stray tag stood in it.
            Open::Paragraph if inlines.is_empty() && self.hoisted.is_empty() => return,
            Open::Paragraph => BlockKind::Paragraph(inlines),
            Open::Heading(level) => {
                let mut content = inlines;
                let id = explicit_id(&mut content);
                BlockKind::Heading { level, id, content }
            }
            Open::Quote(None) => BlockKind::Quote(blocks),
            Open::Quote(Some(kind)) => BlockKind::Alert(kind.into(), blocks),
            Open::List(start, items) => BlockKind::List { start, items },
            Open::Definitions(parts) => BlockKind::Definitions(parts),
            Open::Table(table) => BlockKind::Table(table),
            Open::Code(words, text) => {
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
            Open::Html(lines) => return self.html_block(lines),
            Open::Footnote(index) => {
                self.builder.define(index, blocks);
                return;
            }
            Open::Item(_) | Open::Term | Open::Details | Open::Row(_) | Open::Cell => {
                return self.end_part(kind, blocks, inlines);
            }
            Open::Tag(tag, None) => return self.end_other(tag, span, blocks, inlines),
            Open::Tag(tag, Some(kind)) => return self.end_component(tag, kind, span, inlines),
            inline => return self.end_inline(inline, span, inlines),
        };
        self.block(Block { span, kind: block });
    }

    fn end_part(&mut self, kind: Open<'t>, blocks: Vec<Block>, inlines: Vec<Inline>) {
        match (kind, self.levels.last_mut().map(|level| &mut level.kind)) {
            (Open::Item(task), Some(Open::List(_, items))) => items.push(Item { task, blocks }),
            (Open::Term, Some(Open::Definitions(parts))) => parts.push(Definition::Term(inlines)),
            (Open::Details, Some(Open::Definitions(parts))) => parts.push(Definition::Details(blocks)),
            (Open::Cell, Some(Open::Row(cells))) => cells.push(inlines),
            (Open::Row(cells), Some(Open::Table(table))) if table.head.is_empty() => table.head = cells,
            (Open::Row(cells), Some(Open::Table(table))) => table.rows.push(cells),
            _ => self.splice(blocks, inlines),
        }
    }

    fn end_inline(&mut self, kind: Open<'t>, span: Span, content: Vec<Inline>) {
        let inline = match kind {
            Open::Emphasis => Inline::Emphasis(content),
            Open::Strong => Inline::Strong(content),
            Open::Strikethrough => Inline::Strikethrough(content),
            Open::Link(destination, title) => {
                if self.link_around().is_some() {
                    let message = "a link cannot stand in `<wc-button>`";
                    self.builder.report(
                        Diagnostic::new(DiagnosticCode::InvalidNesting, message, span)
                            .with_help("its text is shown there, as a part of the button".to_owned()),
                    );
                }
                Inline::Link(Box::new(Link { span, destination, title, content }))
            }
            Open::Image(source, title) => {
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

    /// Adds what has no node of its own to the innermost node.
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

    /// Adds an inline, and makes its place the start of text that stands in its item directly.
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

    /// The innermost node, if the next inline is the first of a text that stands in it directly.
    fn level_to_start(&mut self) -> Option<&mut Level<'t>> {
        let inlines = self.inlines.len();
        self.levels.last_mut().filter(|level| {
            level.inlines == inlines
                && matches!(level.kind, Open::Item(_) | Open::Details | Open::Root | Open::Transparent)
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

    /// Makes inlines that stand where blocks do a block of their own.
    fn close_inlines(&mut self) {
        let Some(level) = self.levels.last() else { return };
        let holds_blocks = matches!(
            level.kind,
            Open::Root | Open::Item(_) | Open::Details | Open::Quote(_) | Open::Footnote(_) | Open::Transparent
        );
        if !holds_blocks || level.inlines == self.inlines.len() {
            return;
        }
        let content = self.inlines.split_off(level.inlines);
        self.blocks.push(Block { span: level.span, kind: BlockKind::Plain(content) });
        self.blocks.append(&mut self.hoisted);
    }

    fn close_inlines_before_end(&mut self) {
        let is_transparent = self.levels.last().is_some_and(|level| matches!(level.kind, Open::Transparent));
        if !is_transparent {
            self.close_inlines();
        }
    }
}

fn is_plain(kind: &Open<'_>) -> bool {
    matches!(kind, Open::Link(..) | Open::Image(..))
}

fn is_inline(kind: &Open<'_>) -> bool {
    matches!(
        kind,
        Open::Emphasis
            | Open::Strong
            | Open::Strikethrough
            | Open::Link(..)
            | Open::Image(..)
            | Open::Tag(..)
            | Open::Transparent
    )
}

/// The finding that an image has no text.
pub(super) fn missing_alt_text(span: Span) -> Diagnostic<Span> {
    Diagnostic::new(DiagnosticCode::MissingAltText, "the image has no alternative text", span)
        .with_help("say what it shows: `![…](…)`; for mere ornament, `<wc-image src=\"…\" alt=\"\" />`".to_owned())
}

/// Takes `{#id}` off the end of a heading; empty when there is none.
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
