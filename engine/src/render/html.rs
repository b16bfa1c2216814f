//! Blocks and inlines of a page as HTML.
//!
//! The HTML contains no path to the site's root. Nothing that an author wrote becomes script, a URL with a scheme that
//! is not allowed, or markup beyond that of `raw_html`, unless the project allows it.

use std::collections::BTreeSet;

use super::assets::{Extra, Extras};
use super::code::{CodeOrigin, CodeView, code_block, escape_code};
use super::escape::{encoded_address, escape, escape_address, escaped};
use super::html_piece::HtmlPiece;
use super::marked_texts::MARKED;
use super::markup::{close_heading, digit, open_table_box, task_box};
use super::math::mathml;
use super::raw_html::OpenTags;
use crate::Db;
use crate::parse::config::{HtmlPolicy, Strings, html_setting};
use crate::parse::markdown::raw_html::{HtmlPart, RawAttribute, is_address, parts};
use crate::parse::markdown::{
    Alignment, Block, BlockKind, CodeBlock, Definition, EndpointPrefixes, Footnote, Inline, Link, Math, Table,
    shown_text,
};
use crate::resolve::links::{Target, href, resolve};
use base::inputs::{File, FileSet};
use base::text::DestinationKind;

/// Writes one page.
pub(super) struct HtmlWriter<'db> {
    pub(super) db: &'db dyn Db,
    /// The marks of the interface strings.
    pub(super) s: &'db Strings,
    pub(super) file: File,
    pub(super) out: String,
    /// The pieces before `out`.
    pub(super) pieces: Vec<HtmlPiece<'db>>,
    /// The number of open components: inside one, nothing is a piece of its own.
    pub(super) inside: usize,
    /// The level of the current heading.
    pub(super) level: u8,
    pub(super) endpoints: EndpointPrefixes,
    /// The number of accordion groups written in which only one is open at a time.
    pub(super) exclusive_groups: usize,
    footnotes: &'db [Footnote],
    /// For each footnote, the number of references so far.
    references: Vec<u32>,
    /// What the page loads beyond what every page loads.
    pub(super) extras: Extras,
    /// The custom elements of the project that it uses.
    pub(super) custom: BTreeSet<Box<str>>,
    /// The number of tooltips written.
    pub(super) tooltips: usize,
    /// The number of image captions written.
    pub(super) captions: usize,
    html: HtmlPolicy,
    pub(super) tags: OpenTags,
}

impl<'db> HtmlWriter<'db> {
    pub(super) fn new(db: &'db dyn Db, file: File, footnotes: &'db [Footnote]) -> Self {
        let config = FileSet::of(db, file).config(db);
        Self {
            db,
            s: &MARKED,
            file,
            out: String::new(),
            pieces: Vec::new(),
            inside: 0,
            level: 1,
            endpoints: EndpointPrefixes::default(),
            exclusive_groups: 0,
            footnotes,
            references: vec![0; footnotes.len()],
            extras: Extras::default(),
            custom: BTreeSet::new(),
            tooltips: 0,
            captions: 0,
            html: html_setting(db, config),
            tags: OpenTags::of_author(),
        }
    }

    /// The output of `write`, as a separate string.
    pub(super) fn captured(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        self.nested(write);
        std::mem::replace(&mut self.out, outer)
    }

    /// Writes the content of a component to the output.
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        self.inside += 1;
        self.tags.enter();
        write(self);
        self.tags.leave(&mut self.out);
        self.inside -= 1;
    }

    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        self.tags.enter();
        for block in blocks {
            self.block(block);
        }
        self.tags.leave(&mut self.out);
    }

    pub(super) fn block(&mut self, block: &Block) {
        if !matches!(block.kind, BlockKind::Html(_)) {
            let is_paragraph = matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::Plain(_));
            self.tags.before_block(is_paragraph, &mut self.out);
        }
        match &block.kind {
            BlockKind::Paragraph(content) => self.paragraph(content),
            BlockKind::Plain(content) => self.inlines(content),
            BlockKind::Heading { level, id, content } => {
                self.level = *level;
                self.heading(*level, id, content);
            }
            BlockKind::Quote(content) => {
                self.out.push_str("<blockquote>");
                self.blocks(content);
                self.out.push_str("</blockquote>");
            }
            BlockKind::Alert(kind, content) => self.alert(*kind, content),
            BlockKind::List { start, items } => {
                match start {
                    None => self.out.push_str("<ul>"),
                    Some(1) => self.out.push_str("<ol>"),
                    Some(first) => self.out.push_str(&format!("<ol start=\"{first}\">")),
                }
                for item in items {
                    self.out.push_str("<li>");
                    if let Some(done) = item.task {
                        task_box(self.s, done, &mut self.out);
                    }
                    self.blocks(&item.blocks);
                    self.out.push_str("</li>");
                }
                self.out.push_str(if start.is_some() { "</ol>" } else { "</ul>" });
            }
            BlockKind::Definitions(parts) => {
                self.out.push_str("<dl>");
                for part in parts {
                    match part {
                        Definition::Term(content) => self.element("dt", content),
                        Definition::Details(content) => {
                            self.out.push_str("<dd>");
                            self.blocks(content);
                            self.out.push_str("</dd>");
                        }
                    }
                }
                self.out.push_str("</dl>");
            }
            BlockKind::Code(code) => self.code(&code_view(self.db, code)),
            BlockKind::Math(math) => self.math_block(math),
            BlockKind::Diagram(diagram) => self.diagram(" class=\"diagram\"", &diagram.source, None),
            BlockKind::Table(table) => {
                open_table_box(self.s, &mut self.out);
                self.table(table, "");
                self.out.push_str("</div>");
            }
            BlockKind::Rule => self.out.push_str("<hr>"),
            BlockKind::Html(html) => {
                self.raw_html(&html.text);
                self.out.push('\n');
            }
            BlockKind::Column(content) => {
                self.out.push_str("<div class=\"column\">");
                self.blocks(content);
                self.out.push_str("</div>");
            }
            BlockKind::Hero(hero) => self.hero(hero),
            BlockKind::Component(component) => self.component(component),
            BlockKind::Custom(element) => self.custom_element(element, "project-block"),
        }
    }

    /// Writes a block of code.
    pub(super) fn code(&mut self, view: &CodeView<'_>) {
        self.load_for(view);
        code_block(self.s, view, &mut self.out);
    }

    /// Makes the page load what a code block needs beyond what every page loads.
    pub(super) fn load_for(&mut self, view: &CodeView<'_>) {
        if view.has_lines() {
            self.extras.insert(Extra::Lines);
        }
    }

    fn paragraph(&mut self, content: &[Inline]) {
        let at = self.out.len();
        self.out.push_str("<p>");
        self.tags.enter_paragraph();
        self.inlines(content);
        self.tags.leave_paragraph(at, &mut self.out);
    }

    fn element(&mut self, name: &str, content: &[Inline]) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
        self.inlines(content);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    fn heading(&mut self, level: u8, id: &str, content: &[Inline]) {
        let text = shown_text(content);
        self.open_heading(level, id);
        self.tags.enter_heading();
        self.inlines(content);
        self.tags.leave_heading();
        close_heading(self.s, level, id, &text, &mut self.out);
    }

    pub(super) fn open_heading(&mut self, level: u8, id: &str) {
        self.out.push_str("<h");
        self.out.push(digit(level));
        self.out.push_str(" id=\"");
        escape(id, &mut self.out);
        self.out.push_str("\">");
    }

    /// Writes a table without the box that it scrolls in.
    pub(super) fn table(&mut self, table: &Table, caption: &str) {
        self.out.push_str("<table>");
        if !caption.is_empty() {
            self.out.push_str("<caption>");
            escape(caption, &mut self.out);
            self.out.push_str("</caption>");
        }
        if table.head.iter().any(|cell| !cell.is_empty()) {
            self.out.push_str("<thead>");
            self.row("th scope=\"col\"", "</th>", &table.head, &table.alignments);
            self.out.push_str("</thead>");
        }
        if !table.rows.is_empty() {
            self.out.push_str("<tbody>");
            for row in &table.rows {
                self.row("td", "</td>", row, &table.alignments);
            }
            self.out.push_str("</tbody>");
        }
        self.out.push_str("</table>");
    }

    fn row(&mut self, open: &str, close: &str, cells: &[Vec<Inline>], alignments: &[Alignment]) {
        self.out.push_str("<tr>");
        for (column, cell) in cells.iter().enumerate() {
            self.out.push('<');
            self.out.push_str(open);
            self.out.push_str(match alignments.get(column) {
                Some(Alignment::Left) => " class=\"left\">",
                Some(Alignment::Center) => " class=\"center\">",
                Some(Alignment::Right) => " class=\"right\">",
                Some(Alignment::None) | None => ">",
            });
            self.inlines(cell);
            self.out.push_str(close);
        }
        self.out.push_str("</tr>");
    }

    pub(super) fn inlines(&mut self, inlines: &[Inline]) {
        self.tags.enter();
        for inline in inlines {
            match inline {
                Inline::Html(_) | Inline::SoftBreak => {}
                Inline::Text(text) => self.tags.before_text(text, &mut self.out),
                _ => self.tags.before_markup(&mut self.out),
            }
            match inline {
                Inline::Text(text) => escape(text, &mut self.out),
                Inline::Html(html) => self.raw_html(&html.text),
                Inline::Code(text) => {
                    self.out.push_str("<code>");
                    escape_code(text, &mut self.out);
                    self.out.push_str("</code>");
                }
                Inline::Math(math) => self.math(math),
                Inline::Emphasis(content) => self.element("em", content),
                Inline::Strong(content) => self.element("strong", content),
                Inline::Strikethrough(content) => self.element("del", content),
                Inline::Link(link) => self.link(link),
                Inline::Image(image) => self.markdown_image(image),
                Inline::Footnote(index) => self.footnote_reference(*index),
                Inline::Component(component) => self.component(component),
                Inline::Custom(element) => self.custom_element(element, ""),
                Inline::SoftBreak => self.out.push('\n'),
                Inline::HardBreak => self.out.push_str("<br>"),
                Inline::Variable(variable) => self.edited_elsewhere(variable),
            }
        }
        self.tags.leave(&mut self.out);
    }

    /// An inline formula, or its source if it is invalid.
    fn math(&mut self, math: &Math) {
        match mathml(&math.source, math.display) {
            Ok(html) => {
                self.extras.insert(Extra::Math);
                self.out.push_str(&html);
            }
            Err(_) => {
                self.out.push_str("<code>");
                escape(&math.source, &mut self.out);
                self.out.push_str("</code>");
            }
        }
    }

    /// A formula in a block of its own, which scrolls if it is wide.
    fn math_block(&mut self, math: &Math) {
        let Ok(html) = mathml(&math.source, true) else {
            let view = CodeView { language: Some("tex"), text: &math.source, ..CodeView::default() };
            return code_block(self.s, &view, &mut self.out);
        };
        self.extras.insert(Extra::Math);
        self.out.push_str("<div class=\"math\" tabindex=\"0\">");
        self.out.push_str(&html);
        self.out.push_str("</div>");
    }

    fn raw_html(&mut self, text: &str) {
        if self.html == HtmlPolicy::Unsafe {
            return self.unsafe_html(text);
        }
        let mut tags = std::mem::take(&mut self.tags);
        let mut out = std::mem::take(&mut self.out);
        tags.write(text, &mut out, |address, out| out.push_str(&self.written_address(address)));
        (self.tags, self.out) = (tags, out);
    }

    /// Raw HTML without our markers. URLs of pages and assets work from any page.
    fn unsafe_html(&mut self, text: &str) {
        let own = |text: &str| text.replace(['\0', '\u{1}', '\u{2}'], "\u{fffd}");
        let mut done = 0;
        for part in parts(text, |_, _| {}) {
            let HtmlPart::Open(_, attributes, _) = part else { continue };
            for RawAttribute { name, value, place } in attributes {
                let leads = is_address(name)
                    && DestinationKind::of(&value) == DestinationKind::Relative
                    && matches!(
                        resolve(self.db, self.file, &value),
                        Target::Page(_) | Target::Asset(_) | Target::Model(_) | Target::Edition { .. }
                    )
                    && !value.starts_with(['#', '?']);
                if leads {
                    self.out.push_str(&own(&text[done..place.start]));
                    self.address(&value, DestinationKind::Relative);
                    done = place.end;
                }
            }
        }
        self.out.push_str(&own(&text[done..]));
    }

    /// An allowed URL, escaped.
    fn written_address(&mut self, address: &str) -> String {
        let outer = std::mem::take(&mut self.out);
        self.address(address, DestinationKind::of(address));
        std::mem::replace(&mut self.out, outer)
    }

    /// Whether it is inside a link, which must not contain another.
    pub(super) fn in_link(&self) -> bool {
        self.tags.in_link()
    }

    fn link(&mut self, link: &Link) {
        let is_link = !self.in_link() && self.open_link(&link.destination, "", &link.title);
        self.tags.enter_link();
        self.inlines(&link.content);
        self.tags.leave_link();
        if is_link {
            self.out.push_str("</a>");
        }
    }

    /// Opens a link if the scheme of its destination is allowed.
    pub(super) fn open_link(&mut self, destination: &str, class: &str, title: &str) -> bool {
        self.open_link_with(destination, class, |out| {
            if !title.is_empty() {
                out.push_str(" title=\"");
                escape(title, out);
                out.push('"');
            }
        })
    }

    /// Opens a link with further attributes if the scheme of its destination is allowed. Returns whether it did.
    pub(super) fn open_link_with(&mut self, destination: &str, class: &str, more: impl FnOnce(&mut String)) -> bool {
        let kind = DestinationKind::of(destination);
        if kind == DestinationKind::Refused && self.html != HtmlPolicy::Unsafe {
            return false;
        }
        self.out.push_str("<a");
        if !class.is_empty() {
            self.out.push_str(" class=\"");
            self.out.push_str(class);
            self.out.push('"');
        }
        self.out.push_str(" href=\"");
        self.address(destination, kind);
        self.out.push('"');
        more(&mut self.out);
        self.out.push_str(if kind == DestinationKind::External { " rel=\"noopener\">" } else { ">" });
        true
    }

    pub(super) fn address(&mut self, destination: &str, kind: DestinationKind) {
        write_address(self.db, self.file, destination, kind, &mut self.out);
    }

    fn footnote_reference(&mut self, index: usize) {
        let Some(number) = self.footnotes.get(index).and_then(|footnote| footnote.number) else { return };
        let Some(count) = self.references.get_mut(index) else { return };
        *count += 1;
        let suffix = if *count == 1 { String::new() } else { format!(".{count}") };
        let text = if self.in_link() {
            format!("<sup>{number}</sup>")
        } else {
            format!("<sup><a href=\"#footnote-{number}\" id=\"footnote-ref-{number}{suffix}\">{number}</a></sup>")
        };
        self.out.push_str(&text);
    }

    /// Writes the footnotes that the page refers to.
    pub(super) fn write_footnotes(&mut self) {
        let mut notes: Vec<&'db Footnote> = self.footnotes.iter().collect();
        if notes.is_empty() {
            return;
        }
        notes.sort_by_key(|note| note.number.unwrap_or(u32::MAX));
        self.out.push_str(&format!("<section class=\"footnotes\" aria-label=\"{}\"><ol>", escaped(self.s.footnotes())));
        for note in notes {
            let Some(number) = note.number else {
                self.out.push_str("<li>");
                self.blocks(&note.blocks);
                self.out.push_str("</li>");
                continue;
            };
            self.out.push_str(&format!("<li id=\"footnote-{number}\">"));
            self.blocks(&note.blocks);
            let back = escaped(self.s.back_to_text());
            self.out.push_str(&format!(" <a href=\"#footnote-ref-{number}\" aria-label=\"{back}\">↩</a></li>"));
        }
        self.out.push_str("</ol></section>");
    }

    /// Ends the current piece of HTML.
    pub(super) fn flush(&mut self) {
        if !self.out.is_empty() {
            self.pieces.push(HtmlPiece::Html(std::mem::take(&mut self.out).into()));
        }
    }
}

/// Appends the URL of a destination in `file`, escaped.
pub(super) fn write_address(db: &dyn Db, file: File, destination: &str, kind: DestinationKind, out: &mut String) {
    // Our markers in an author's URL would be taken for ours.
    if kind != DestinationKind::Relative || destination.contains(['\0', '\u{1}', '\u{2}']) {
        escape(&encoded_address(destination), out);
    } else {
        escape_address(&encoded_address(&href(db, file, destination).html), out);
    }
}

/// The view of a code block.
pub(super) fn code_view<'a>(db: &'a dyn Db, code: &'a CodeBlock) -> CodeView<'a> {
    CodeView {
        language: code.info.language.as_deref(),
        filename: code.info.filename.as_deref(),
        text: code.marked.as_deref().unwrap_or(&code.text),
        line_numbers: code.info.line_numbers,
        first_line: code.info.first_line,
        wrap: code.info.wrap,
        highlight: &code.info.highlight,
        focus: &code.info.focus,
        origin: CodeOrigin::page(db),
        is_plain: false,
    }
}
