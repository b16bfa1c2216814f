//! The tree of a page: blocks, inline content and components, with their spans in the file.

use std::borrow::Cow;
use std::ops::Range;

use super::raw_html::{HtmlPart, comment_end, parts};
use crate::parse::component::Checked;
use crate::registry::ComponentKind;
use base::diagnostic::{Diagnostic, Span};

/// A page's body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageTree {
    pub(crate) blocks: Vec<Block>,
    /// The referenced footnotes by number, then the others.
    pub(crate) footnotes: Vec<Footnote>,
    /// Sorted by place.
    pub(crate) diagnostics: Vec<Diagnostic<Span>>,
    /// The variables that readers can edit, in the order of their marks in code.
    pub(crate) variables: Vec<Variable>,
    /// The places in the page's text that are replaced with values, in order.
    pub(crate) substitutions: Vec<Substitution>,
}

/// A variable that readers can edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: Box<str>,
    /// The text until a reader edits it.
    pub(crate) text: Box<str>,
}

/// A variable in the page's text, and its value as Markdown in that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Substitution {
    pub(crate) span: Span,
    pub(crate) text: Box<str>,
}

/// A block and its span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) span: Span,
    pub(crate) kind: BlockKind,
}

impl Block {
    /// The component, if the block is one.
    pub(crate) fn component(&self) -> Option<&Component> {
        match &self.kind {
            BlockKind::Component(component) => Some(component),
            _ => None,
        }
    }

    /// Whether it has the title of the page.
    pub(crate) fn has_title(&self) -> bool {
        match &self.kind {
            BlockKind::Heading { level, .. } => *level == 1,
            BlockKind::Hero(hero) => hero.text.iter().any(|block| matches!(block.kind, BlockKind::Heading { .. })),
            _ => false,
        }
    }

    /// Whether it is nothing but a comment.
    pub(crate) fn is_comment(&self) -> bool {
        match &self.kind {
            BlockKind::Html(html) => comment_end(&html.text, 0) == Some(html.text.len()),
            _ => false,
        }
    }
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BlockKind {
    Paragraph(Vec<Inline>),
    /// The text of an item of a tight list, or of a definition.
    Plain(Vec<Inline>),
    Heading {
        level: u8,
        id: Box<str>,
        content: Vec<Inline>,
    },
    Quote(Vec<Block>),
    /// A GitHub alert: a quote that begins with `[!NOTE]` or another kind.
    Alert(Alert, Vec<Block>),
    List {
        /// The start number of an ordered list.
        start: Option<u64>,
        items: Vec<Item>,
    },
    Definitions(Vec<Definition>),
    Code(Box<CodeBlock>),
    /// A code block in the language `mermaid`.
    Diagram(Box<Diagram>),
    /// A block formula.
    Math(Box<Math>),
    Table(Box<Table>),
    Rule,
    /// Raw HTML other than comments.
    Html(RawHtml),
    /// A `div` that is a direct child of columns.
    Column(Vec<Block>),
    /// The head of a home page.
    Hero(Box<HeroBlock>),
    Component(Box<Component>),
    Custom(Box<CustomElement>),
}

/// The head of a home page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HeroBlock {
    /// The title, the tagline, and a paragraph of buttons.
    pub(crate) text: Vec<Block>,
    /// The picture or the code beside it.
    pub(crate) beside: Vec<Block>,
}

/// The types of GitHub alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alert {
    Note,
    Tip,
    Important,
    Warning,
    Caution,
}

/// A list item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// For a task: whether it is done.
    pub(crate) task: Option<bool>,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a definition list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Definition {
    Term(Vec<Inline>),
    Details(Vec<Block>),
}

/// A code block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeBlock {
    pub(crate) info: Info,
    pub(crate) text: Box<str>,
    /// The text with a mark in place of each variable that readers can edit, if there is any.
    pub(crate) marked: Option<Box<str>>,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Math {
    /// Includes the delimiters.
    pub(crate) span: Span,
    /// The TeX.
    pub(crate) source: Box<str>,
    /// Whether it is display math.
    pub(crate) display: bool,
}

/// A diagram, written as a code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    pub(crate) span: Span,
    /// Mermaid source.
    pub(crate) source: Box<str>,
}

/// A parsed info string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) language: Option<Box<str>>,
    pub(crate) filename: Option<Box<str>>,
    pub(crate) line_numbers: bool,
    /// The number of the first line.
    pub(crate) first_line: Option<u32>,
    /// Whether long lines wrap.
    pub(crate) wrap: bool,
    /// The highlighted lines: sorted inclusive ranges without overlaps.
    pub(crate) highlight: Vec<(u32, u32)>,
    /// The focused lines, all others being dimmed: sorted inclusive ranges without overlaps.
    pub(crate) focus: Vec<(u32, u32)>,
}

impl Info {
    /// Whether this is the language.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.language.as_deref().is_some_and(|language| language.eq_ignore_ascii_case(name))
    }
}

/// A table; each row has as many cells as the header.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) alignments: Vec<Alignment>,
    pub(crate) head: Vec<Vec<Inline>>,
    pub(crate) rows: Vec<Vec<Vec<Inline>>>,
}

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alignment {
    None,
    Left,
    Center,
    Right,
}

/// An inline element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inline {
    Text(Box<str>),
    Code(Box<str>),
    Math(Box<Math>),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Strikethrough(Vec<Inline>),
    Link(Box<Link>),
    Image(Box<Image>),
    /// An index of [`PageTree::footnotes`].
    Footnote(usize),
    SoftBreak,
    HardBreak,
    Variable(Box<Variable>),
    /// Raw HTML: a single tag.
    Html(Box<RawHtml>),
    Component(Box<Component>),
    Custom(Box<CustomElement>),
}

/// A link.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) span: Span,
    pub(crate) destination: Box<str>,
    pub(crate) title: Box<str>,
    pub(crate) content: Vec<Inline>,
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) span: Span,
    pub(crate) source: Box<str>,
    pub(crate) title: Box<str>,
    pub(crate) alt: Box<str>,
}

/// A piece of raw HTML.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RawHtml {
    pub(crate) text: Box<str>,
    pub(crate) span: Span,
    /// Whether the file has the same text at `span`, so that ranges of the text map to the file.
    pub(crate) is_verbatim: bool,
}

impl RawHtml {
    /// The span in the file of a range of the text; the span of the whole text if they differ.
    pub(super) fn place(&self, range: Range<usize>) -> Span {
        let start = self.span.start as usize;
        if self.is_verbatim { Span::new(start + range.start, start + range.end) } else { self.span }
    }
}

/// A footnote.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Footnote {
    /// Starts at 1, in the order of first references; `None` if nothing refers to it.
    pub(crate) number: Option<u32>,
    pub(crate) blocks: Vec<Block>,
}

/// A component of the registry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Component {
    pub(crate) kind: ComponentKind,
    /// From the opening tag to the end of the closing tag.
    pub(crate) span: Span,
    /// The span between the tags.
    pub(crate) inner: Span,
    /// The valid attributes.
    pub(crate) attributes: Vec<Checked>,
    /// Its id as a link target.
    pub(crate) anchor: Option<Box<str>>,
    pub(crate) content: ComponentContent,
}

/// A custom element that the project defines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CustomElement {
    pub(crate) name: Box<str>,
    /// Names and values; a flag's value is empty.
    pub(crate) attributes: Vec<(Box<str>, Box<str>)>,
    pub(crate) content: ComponentContent,
}

/// The content of a component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ComponentContent {
    Blocks(Vec<Block>),
    Inlines(Vec<Inline>),
    /// Literal text.
    Text(CodeBlock),
}

impl CustomElement {
    /// Its id, as a link target.
    pub(crate) fn id(&self) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| &**name == "id").map(|(_, value)| &**value)
    }
}

impl Component {
    /// The attribute, if the author wrote it.
    pub(crate) fn given(&self, name: &str) -> Option<&Checked> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The attribute's value, or its default.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.given(name).map(|attribute| &*attribute.value).or_else(|| self.kind.entry().default_of(name))
    }

    /// The same without white space around it; `None` if nothing is left.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Whether a flag is set.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    /// The value of a flag that is on by default.
    pub(crate) fn flag_unless_false(&self, name: &str) -> bool {
        self.given(name).is_none_or(|attribute| &*attribute.value != "false")
    }

    /// The blocks of the content; empty if the content is of another kind.
    pub(crate) fn blocks(&self) -> &[Block] {
        match &self.content {
            ComponentContent::Blocks(blocks) => blocks,
            ComponentContent::Inlines(_) | ComponentContent::Text(_) => &[],
        }
    }

    /// Appends the visible text of an inline component: its content, or else an attribute.
    pub(super) fn plain_text(&self, out: &mut String) {
        match &self.content {
            ComponentContent::Inlines(content) if !content.is_empty() => plain_text(content, out),
            _ => out.push_str(self.own_text().unwrap_or_default()),
        }
    }

    /// The text of an inline component without content.
    pub(crate) fn own_text(&self) -> Option<&str> {
        // A variable that sets its value shows nothing.
        if self.kind == ComponentKind::Var && self.given("value").is_some() {
            return None;
        }
        let names = self.kind.entry().own_text;
        names.iter().filter_map(|name| self.value(name)).find(|text| !text.trim().is_empty())
    }

    /// Whether the content is empty.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.content {
            ComponentContent::Blocks(blocks) => blocks.is_empty(),
            ComponentContent::Inlines(inlines) => inlines.is_empty(),
            ComponentContent::Text(code) => code.text.is_empty(),
        }
    }
}

/// The text of inline content, without markup.
pub(crate) fn shown_text(inlines: &[Inline]) -> Cow<'_, str> {
    if let [Inline::Text(text)] = inlines {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    plain_text(inlines, &mut text);
    Cow::Owned(text)
}

/// Appends the text of inline content, without markup.
pub(crate) fn plain_text(inlines: &[Inline], out: &mut String) {
    for (at, inline) in inlines.iter().enumerate() {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Math(math) => out.push_str(&math.source),
            // Only tags that are shown as text, and line breaks, which separate words.
            Inline::Html(html) => {
                for part in parts(&html.text, |_, _| {}) {
                    match part {
                        HtmlPart::Refused(text) | HtmlPart::Text(text) => out.push_str(text),
                        HtmlPart::Open(element, ..) if element.name == "br" => {
                            let is_blank_after = match inlines.get(at + 1) {
                                Some(Inline::Text(text)) => text.starts_with(char::is_whitespace),
                                next => matches!(next, None | Some(Inline::SoftBreak | Inline::HardBreak)),
                            };
                            if !is_blank_after && !out.is_empty() && !out.ends_with(char::is_whitespace) {
                                out.push(' ');
                            }
                        }
                        HtmlPart::Open(..) | HtmlPart::Close(_) => {}
                    }
                }
            }
            Inline::Emphasis(content) | Inline::Strong(content) | Inline::Strikethrough(content) => {
                plain_text(content, out);
            }
            Inline::Link(link) => plain_text(&link.content, out),
            Inline::Image(image) => out.push_str(&image.alt),
            Inline::SoftBreak | Inline::HardBreak => out.push(' '),
            Inline::Variable(variable) => out.push_str(&variable.text),
            Inline::Component(component) => component.plain_text(out),
            Inline::Custom(element) => {
                if let ComponentContent::Inlines(content) = &element.content {
                    plain_text(content, out);
                }
            }
            Inline::Footnote(_) => {}
        }
    }
}
