//! A page as plain Markdown, for `llms-full.txt`: every component becomes CommonMark with tables, and no text is lost
//! except content that is only for people.
//!
//! The output parses back to the same text: markup characters are escaped, fences are longer than those inside them,
//! and blocks in lists and quotes carry their prefix.

mod component;
mod escape;
mod fields;
mod inline;
mod raw_html;

use self::escape::TextContext;
use super::endpoint_markdown::text::{block, fence, line};
use super::endpoint_markdown::{endpoint_markdown, schema_markdown};
use crate::Db;
use crate::parse::config::ENGLISH;
use crate::parse::markdown::{
    Alert, Alignment, Block, BlockKind, CodeBlock, Definition, Footnote, Inline, Table, Variable, mark,
};
use crate::resolve::links::{ROOT, below_root};
use crate::resolve::page_tree::page_title;
use crate::resolve::page_tree::page_tree;
use base::inputs::File;
use openapi::chunks::Chunk;

/// A part of a page's plain Markdown.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
enum PlainPiece<'db> {
    Text(Box<str>),
    /// An operation. Its Markdown is stored once, with the operation.
    Endpoint(Chunk<'db>),
    /// A schema. Its Markdown is stored once, with the schema.
    Schema(Chunk<'db>),
}

impl<'db> PlainPiece<'db> {
    fn text<'t>(&'t self, db: &'db dyn Db) -> &'t str
    where
        'db: 't,
    {
        match self {
            Self::Text(text) => text,
            Self::Endpoint(chunk) => endpoint_markdown(db, *chunk),
            Self::Schema(chunk) => schema_markdown(db, *chunk),
        }
    }
}

/// A page as plain Markdown.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct PagePlain<'db> {
    pieces: Vec<PlainPiece<'db>>,
}

impl<'db> PagePlain<'db> {
    /// Appends the text, with a final newline unless it is empty. Links to the site begin with `base`, which has no trailing
    /// slash: see [`crate::parse::config::SiteTexts`].
    pub(crate) fn write(&self, db: &'db dyn Db, base: &str, out: &mut String) {
        for (number, piece) in self.pieces.iter().enumerate() {
            if number > 0 {
                out.push('\n');
            }
            write_based(piece.text(db).trim_end(), base, out);
            out.push('\n');
        }
    }
}

/// In memoized Markdown, what links to the site begin with: a noncharacter, as [`mark`], since escaping replaces control
/// characters. It differs between editions, which share the rest. Steps up to another edition may follow.
const BASE: &str = "\u{fdd0}";

/// Appends Markdown with [`BASE`] replaced.
fn write_based(text: &str, base: &str, out: &mut String) {
    let mut parts = text.split(BASE);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let path = part.trim_start_matches("../");
        let root = below_root(&format!("{base}/"), &format!("{ROOT}{}", &part[..part.len() - path.len()]));
        // They could end the destination.
        out.push_str(&root.replace('(', "%28").replace(')', "%29"));
        out.push_str(path);
    }
}

/// The plain Markdown of a page: its title and body without content that is only for people. Links are canonical URLs,
/// or root-relative in a site without a URL, once it is written.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_plain(db: &dyn Db, file: File) -> PagePlain<'_> {
    let tree = page_tree(db, file);
    let mut writer = PlainWriter::new(db, file, &tree.footnotes);
    if !tree.blocks.iter().any(Block::has_title) {
        writer.title(1, page_title(db, file));
    }
    writer.blocks(&tree.blocks);
    writer.write_footnotes();
    writer.flush();
    let valued = |piece| match piece {
        PlainPiece::Text(text) => PlainPiece::Text(with_values(text, &tree.variables)),
        piece => piece,
    };
    PagePlain { pieces: writer.pieces.into_iter().map(valued).collect() }
}

/// The text with the markers of variables in code replaced by their values.
fn with_values(text: Box<str>, variables: &[Variable]) -> Box<str> {
    let named = |c: char| variables.iter().enumerate().find(|(number, _)| mark(*number) == Some(c));
    if variables.is_empty() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match named(c) {
            Some((_, variable)) => out.push_str(&variable.text),
            None => out.push(c),
        }
    }
    out.into()
}

/// Writes one page.
struct PlainWriter<'db> {
    db: &'db dyn Db,
    file: File,
    /// The output of the current container. Blocks have no final newline.
    out: String,
    /// The pieces before `out`.
    pieces: Vec<PlainPiece<'db>>,
    footnotes: &'db [Footnote],
    /// The number of open containers.
    inside: usize,
    /// The level of the current heading.
    level: u8,
    /// The marker of the previous list if nothing came after it: the next list needs a different one.
    after_list: Option<char>,
    /// Whether the next block goes on the next line, as in an item of a tight list.
    joins: bool,
    /// The number of open links, which must not contain others.
    links: usize,
    place: TextContext,
}

impl<'db> PlainWriter<'db> {
    fn new(db: &'db dyn Db, file: File, footnotes: &'db [Footnote]) -> Self {
        Self {
            db,
            file,
            out: String::new(),
            pieces: Vec::new(),
            footnotes,
            inside: 0,
            level: 1,
            after_list: None,
            joins: false,
            links: 0,
            place: TextContext::Block,
        }
    }

    /// Turns the current output into a piece.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.out);
        if !text.is_empty() {
            self.pieces.push(PlainPiece::Text(text.into()));
        }
        self.after_list = None;
    }

    /// An operation or a schema of the spec, whose Markdown is stored elsewhere.
    fn piece(&mut self, piece: PlainPiece<'db>) {
        if self.inside == 0 {
            self.flush();
            self.pieces.push(piece);
        } else {
            self.push_block(piece.text(self.db));
        }
    }

    /// The output of `write`, as a separate string.
    fn captured(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        let (after_list, joins) = (self.after_list.take(), std::mem::take(&mut self.joins));
        self.inside += 1;
        write(self);
        self.inside -= 1;
        (self.after_list, self.joins) = (after_list, joins);
        std::mem::replace(&mut self.out, outer)
    }

    /// Begins a block.
    fn separate(&mut self) {
        self.after_list = None;
        let joins = std::mem::take(&mut self.joins);
        if !self.out.is_empty() {
            self.out.truncate(self.out.trim_end_matches('\n').len());
            self.out.push_str(if joins { "\n" } else { "\n\n" });
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut before: Option<&BlockKind> = None;
        for block in blocks {
            self.joins = before.is_some_and(|before| stand_together(before, &block.kind));
            self.block(block);
            before = Some(&block.kind);
        }
        self.joins = false;
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(content) | BlockKind::Plain(content) => self.paragraph(content),
            BlockKind::Heading { level, content, .. } => {
                self.level = *level;
                let text = self.line_of(content);
                self.heading(*level, &text);
            }
            BlockKind::Quote(content) => self.quote(|writer| writer.blocks(content)),
            BlockKind::Alert(kind, content) => {
                let title = match kind {
                    Alert::Note => ENGLISH.note(),
                    Alert::Tip => ENGLISH.tip(),
                    Alert::Important => ENGLISH.important(),
                    Alert::Warning => ENGLISH.warning(),
                    Alert::Caution => ENGLISH.caution(),
                };
                self.titled_quote(title, |writer| writer.blocks(content));
            }
            BlockKind::List { start, items } => {
                let texts: Vec<String> = items
                    .iter()
                    .map(|item| {
                        let task = match item.task {
                            Some(true) => "[x] ",
                            Some(false) => "[ ] ",
                            None => "",
                        };
                        format!("{task}{}", self.captured(|writer| writer.blocks(&item.blocks)))
                    })
                    .collect();
                let is_tight =
                    !items.iter().flat_map(|item| &item.blocks).any(|b| matches!(b.kind, BlockKind::Paragraph(_)));
                self.list(*start, &texts, is_tight);
            }
            BlockKind::Definitions(parts) => self.definitions(parts),
            BlockKind::Code(code) => {
                self.code(code.info.language.as_deref(), code.info.filename.as_deref(), &code.text);
            }
            BlockKind::Diagram(diagram) => self.code(Some("mermaid"), None, &diagram.source),
            BlockKind::Math(math) => self.code(Some("math"), None, &math.source),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Rule => {
                self.separate();
                self.out.push_str("***");
            }
            BlockKind::Html(html) => self.html_block(&html.text),
            BlockKind::Column(content) => self.blocks(content),
            BlockKind::Hero(hero) => {
                self.blocks(&hero.text);
                self.blocks(&hero.beside);
            }
            BlockKind::Component(component) => self.component(component),
            BlockKind::Custom(element) => self.any_content(&element.content),
        }
    }

    /// Writes a block that is Markdown already.
    fn push_block(&mut self, text: &str) {
        let text = text.trim_matches([' ', '\n']);
        if !text.is_empty() {
            self.separate();
            self.out.push_str(text);
        }
    }

    fn paragraph(&mut self, content: &[Inline]) {
        let text = self.captured(|writer| writer.inlines(content));
        // A hard break at the end of a block would show its backslash.
        self.push_block(text.trim_end().trim_end_matches("\\\n"));
    }

    /// Inlines on one line.
    fn line_of(&mut self, content: &[Inline]) -> String {
        let outer = std::mem::replace(&mut self.place, TextContext::Line);
        let text = self.captured(|writer| writer.inlines(content));
        self.place = outer;
        text.trim().to_owned()
    }

    /// A heading whose text is Markdown already; nothing if it is empty.
    fn heading(&mut self, level: u8, text: &str) {
        if text.is_empty() {
            return;
        }
        self.separate();
        self.out.extend(std::iter::repeat_n('#', level.clamp(1, 6).into()));
        self.out.push(' ');
        self.out.push_str(text);
    }

    /// A heading of plain text.
    fn title(&mut self, level: u8, text: &str) {
        let text = escape::line(text);
        self.heading(level, &text);
    }

    /// A line of plain text in bold; nothing if it is empty.
    fn label(&mut self, text: &str) {
        let text = escape::line(text);
        if !text.is_empty() {
            self.push_block(&format!("**{text}**"));
        }
    }

    /// A paragraph of plain text.
    fn words(&mut self, text: &str) {
        let mut out = String::new();
        escape::text(text.trim(), TextContext::Block, false, &mut out);
        self.push_block(&out);
    }

    /// The Markdown of an attribute.
    fn markdown(&mut self, text: &str) {
        if escape::holds_component(text) {
            return self.words(text);
        }
        let mut out = String::new();
        block(text, &mut out);
        self.push_block(&out);
    }

    /// The Markdown of an attribute on one line, to be appended to other text.
    fn line_of_markdown(&self, text: &str) -> String {
        if escape::holds_component(text) {
            return escape::line(text);
        }
        // After a space, nothing begins a block.
        let mut out = String::from(" ");
        line(text, &mut out);
        out.trim_start().to_owned()
    }

    fn quote(&mut self, write: impl FnOnce(&mut Self)) {
        let text = self.captured(write);
        self.separate();
        escape::prefixed(text.trim_matches('\n'), "> ", "> ", &mut self.out);
    }

    /// A quote that begins with a bold label.
    fn titled_quote(&mut self, title: &str, write: impl FnOnce(&mut Self)) {
        self.quote(|writer| {
            writer.label(title);
            write(writer);
        });
    }

    /// A list whose items are Markdown already.
    fn list(&mut self, start: Option<u64>, items: &[String], is_tight: bool) {
        if items.is_empty() {
            return;
        }
        let marks = if start.is_some() { ['.', ')'] } else { ['-', '+'] };
        // Next to a list with the same marker it would continue that list.
        let mark = if self.after_list == Some(marks[0]) { marks[1] } else { marks[0] };
        for (at, item) in items.iter().enumerate() {
            self.joins |= at > 0 && is_tight;
            self.separate();
            let first = match start {
                Some(start) => format!("{}{mark} ", start.saturating_add(at as u64)),
                None => format!("{mark} "),
            };
            escape::prefixed(item.trim_matches('\n'), &first, &" ".repeat(first.len()), &mut self.out);
        }
        self.after_list = Some(mark);
    }

    /// Terms in bold, each with a list of its definitions.
    fn definitions(&mut self, parts: &[Definition]) {
        let mut details: Vec<String> = Vec::new();
        for part in parts {
            match part {
                Definition::Term(content) => {
                    self.list(None, &std::mem::take(&mut details), true);
                    let term = self.line_of(content);
                    if !term.is_empty() {
                        self.push_block(&format!("**{term}**"));
                    }
                }
                Definition::Details(content) => details.push(self.captured(|writer| writer.blocks(content))),
            }
        }
        self.list(None, &details, true);
    }

    fn code(&mut self, language: Option<&str>, filename: Option<&str>, text: &str) {
        self.label(filename.unwrap_or_default());
        // A backtick in its info string would end the fence.
        let language: String =
            language.unwrap_or_default().trim().chars().filter(|c| !c.is_control() && *c != '`').collect();
        let mut out = String::new();
        fence(&language, text, &mut out);
        self.separate();
        self.out.push_str(out.trim_end_matches('\n'));
    }

    fn literal(&mut self, code: &CodeBlock) {
        self.code(code.info.language.as_deref(), code.info.filename.as_deref(), &code.text);
    }

    fn table(&mut self, table: &Table) {
        self.separate();
        let head = self.row(&table.head);
        self.out.push_str(&head);
        self.out.push_str("\n|");
        for column in 0..table.head.len() {
            self.out.push_str(match table.alignments.get(column) {
                Some(Alignment::Left) => ":--|",
                Some(Alignment::Center) => ":-:|",
                Some(Alignment::Right) => "--:|",
                Some(Alignment::None) | None => "---|",
            });
        }
        for row in &table.rows {
            let row = self.row(row);
            self.out.push('\n');
            self.out.push_str(&row);
        }
    }

    fn row(&mut self, cells: &[Vec<Inline>]) -> String {
        let outer = std::mem::replace(&mut self.place, TextContext::Cell);
        let mut out = String::from("|");
        for cell in cells {
            let text = self.captured(|writer| writer.inlines(cell));
            out.push(' ');
            out.push_str(&text.trim().replace('|', "\\|"));
            out.push_str(" |");
        }
        self.place = outer;
        out
    }

    /// The footnotes at the end of the page.
    fn write_footnotes(&mut self) {
        let mut notes: Vec<&'db Footnote> = self.footnotes.iter().collect();
        notes.sort_by_key(|note| note.number.unwrap_or(u32::MAX));
        for note in notes {
            let text = self.captured(|writer| writer.blocks(&note.blocks));
            match note.number {
                Some(number) => {
                    self.separate();
                    escape::prefixed(text.trim_matches('\n'), &format!("[^{number}]: "), "    ", &mut self.out);
                }
                None => self.push_block(&text),
            }
        }
    }
}

/// Whether two blocks of a tight list item go on consecutive lines.
fn stand_together(before: &BlockKind, block: &BlockKind) -> bool {
    let is_sharp = |kind: &BlockKind| match kind {
        BlockKind::Heading { .. } => true,
        // A file name is a paragraph above its fence.
        BlockKind::Code(code) => code.info.filename.is_none(),
        _ => false,
    };
    match (before, block) {
        (BlockKind::Plain(_), BlockKind::List { .. } | BlockKind::Quote(_)) => true,
        (BlockKind::Plain(_) | BlockKind::Quote(_), other) | (other, BlockKind::Plain(_)) => is_sharp(other),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
