//! The tree of a page: blocks, inlines and components, with their spans in the file.

use std::borrow::Cow;
use std::ops::Range;

use super::raw_html::{Part, comment_end, parts};
use crate::parse::component::Checked;
use crate::registry::ComponentKind;
use base::diagnostic::{Diagnostic, Span};

/// A page's body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageTree {
    pub(crate) blocks: Vec<Block>,
    /// Those that are referred to come first, by number.
    pub(crate) footnotes: Vec<Footnote>,
    /// In the order of their places.
    pub(crate) diagnostics: Vec<Diagnostic<Span>>,
    /// The variables that readers edit, in the order of their marks in code.
    pub(crate) variables: Vec<Variable>,
    /// Where values stand in the page's text, in order.
    pub(crate) substitutions: Vec<Substitution>,
}

/// A variable that readers edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: Box<str>,
    /// What is shown until a reader edits it.
    pub(crate) text: Box<str>,
}

/// A variable in the page's text, and the Markdown of its value there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Substitution {
    pub(crate) span: Span,
    pub(crate) text: Box<str>,
}

/// A block with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) span: Span,
    pub(crate) kind: BlockKind,
}

impl Block {
    /// The component that it is, if it is one.
    pub(crate) fn component(&self) -> Option<&Component> {
        match &self.kind {
            BlockKind::Component(component) => Some(component),
            _ => None,
        }
    }

    /// Whether it is a comment and nothing else.
    pub(crate) fn is_comment(&self) -> bool {
        match &self.kind {
            BlockKind::Html(html) => comment_end(&html.text, 0) == Some(html.text.len()),
            _ => false,
        }
    }
}

/// What a block is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BlockKind {
    Paragraph(Vec<Inline>),
    /// The text of an item of a tight list, or of a term's details.
    Plain(Vec<Inline>),
    Heading {
        level: u8,
        id: Box<str>,
        content: Vec<Inline>,
    },
    Quote(Vec<Block>),
    /// A quote that begins with `[!NOTE]` and the like.
    Alert(Alert, Vec<Block>),
    List {
        /// The first number of an ordered list.
        start: Option<u64>,
        items: Vec<Item>,
    },
    Definitions(Vec<Definition>),
    Code(Box<CodeBlock>),
    /// A block of code of the language `mermaid`.
    Diagram(Box<Diagram>),
    /// Math that stands by itself.
    Math(Box<Math>),
    Table(Box<Table>),
    Rule,
    /// Raw HTML without comments.
    Html(RawHtml),
    /// A `div` directly in columns.
    Column(Vec<Block>),
    Component(Box<Component>),
    Custom(Box<CustomElement>),
}

/// The kinds of GitHub's alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alert {
    Note,
    Tip,
    Important,
    Warning,
    Caution,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// Of a task: whether it is done.
    pub(crate) task: Option<bool>,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a definition list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Definition {
    Term(Vec<Inline>),
    Details(Vec<Block>),
}

/// A block of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeBlock {
    pub(crate) info: Info,
    pub(crate) text: Box<str>,
    /// The text with a mark in the place of each variable that readers edit, if it has any.
    pub(crate) marked: Option<Box<str>>,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Math {
    /// With what it is written between.
    pub(crate) span: Span,
    /// The TeX.
    pub(crate) source: Box<str>,
    /// Whether it is set as a line of its own.
    pub(crate) display: bool,
}

/// A diagram that is written as a block of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    pub(crate) span: Span,
    /// In Mermaid's language.
    pub(crate) source: Box<str>,
}

/// What an info string says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) language: Option<Box<str>>,
    pub(crate) filename: Option<Box<str>>,
    pub(crate) line_numbers: bool,
    /// The number of the first line.
    pub(crate) first_line: Option<u32>,
    /// Long lines go on below themselves.
    pub(crate) wrap: bool,
    /// Ranges of lines in order and apart, both ends included.
    pub(crate) highlight: Vec<(u32, u32)>,
    /// The same for lines that stand out by the others being faint.
    pub(crate) focus: Vec<(u32, u32)>,
}

impl Info {
    /// Whether the language is the one of that name.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.language.as_deref().is_some_and(|language| language.eq_ignore_ascii_case(name))
    }
}

/// A table; each row has as many cells as the head.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) alignments: Vec<Alignment>,
    pub(crate) head: Vec<Vec<Inline>>,
    pub(crate) rows: Vec<Vec<Vec<Inline>>>,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alignment {
    None,
    Left,
    Center,
    Right,
}

/// A piece of running text.
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
    /// Raw HTML: one tag.
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
    /// Whether the file has the same text at `span`, so that a place in the one is a place in the other.
    pub(crate) is_verbatim: bool,
}

impl RawHtml {
    /// The place in the file of a range of the text; that of all of it where they differ.
    pub(super) fn place(&self, range: Range<usize>) -> Span {
        let start = self.span.start as usize;
        if self.is_verbatim { Span::new(start + range.start, start + range.end) } else { self.span }
    }
}

/// A footnote's text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Footnote {
    /// From 1 on, in the order of first references; absent when nothing refers to it.
    pub(crate) number: Option<u32>,
    pub(crate) blocks: Vec<Block>,
}

/// A component of the registry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Component {
    pub(crate) kind: ComponentKind,
    /// From the opening tag to the end of the closing tag.
    pub(crate) span: Span,
    /// What stands between the tags.
    pub(crate) inner: Span,
    /// Those that hold.
    pub(crate) attributes: Vec<Checked>,
    /// The id that readers can link to.
    pub(crate) anchor: Option<Box<str>>,
    pub(crate) content: ComponentContent,
}

/// An element that the project defines itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CustomElement {
    pub(crate) name: Box<str>,
    /// Names and values; a flag's value is empty.
    pub(crate) attributes: Vec<(Box<str>, Box<str>)>,
    pub(crate) content: ComponentContent,
}

/// What stands between a component's tags.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ComponentContent {
    Blocks(Vec<Block>),
    Inlines(Vec<Inline>),
    /// Text that is taken literally.
    Text(CodeBlock),
}

impl CustomElement {
    /// Its id, which links may lead to.
    pub(crate) fn id(&self) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| &**name == "id").map(|(_, value)| &**value)
    }
}

impl Component {
    /// The attribute as the author gave it.
    pub(crate) fn given(&self, name: &str) -> Option<&Checked> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The attribute's value as given, or its default.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.given(name).map(|attribute| &*attribute.value).or_else(|| self.kind.entry().default_of(name))
    }

    /// Whether a flag is set.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    /// Whether a flag is set that is so unless the author says otherwise.
    pub(crate) fn flag_unless_false(&self, name: &str) -> bool {
        self.given(name).is_none_or(|attribute| &*attribute.value != "false")
    }

    /// The blocks between the tags; none where they hold something else.
    pub(crate) fn blocks(&self) -> &[Block] {
        match &self.content {
            ComponentContent::Blocks(blocks) => blocks,
            ComponentContent::Inlines(_) | ComponentContent::Text(_) => &[],
        }
    }

    /// Appends what a reader sees of a component of running text: what stands between its tags, or else an attribute.
    pub(super) fn plain_text(&self, out: &mut String) {
        match &self.content {
            ComponentContent::Inlines(content) if !content.is_empty() => plain_text(content, out),
            _ => out.push_str(self.own_text().unwrap_or_default()),
        }
    }

    /// The text of a component of running text that has none between its tags.
    pub(crate) fn own_text(&self) -> Option<&str> {
        let names: &[&str] = match self.kind {
            ComponentKind::Badge | ComponentKind::Icon => &["label"],
            ComponentKind::Image => &["alt"],
            ComponentKind::Button => &["label", "href"],
            ComponentKind::Copy => &["text"],
            ComponentKind::Download => &["label", "filename", "href"],
            ComponentKind::Color => &["name", "hex"],
            ComponentKind::Var if self.given("value").is_none() => &["default", "name"],
            _ => &[],
        };
        names.iter().filter_map(|name| self.value(name)).find(|text| !text.trim().is_empty())
    }

    /// Whether there is nothing between the tags.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.content {
            ComponentContent::Blocks(blocks) => blocks.is_empty(),
            ComponentContent::Inlines(inlines) => inlines.is_empty(),
            ComponentContent::Text(code) => code.text.is_empty(),
        }
    }
}

/// The text of inlines, without their markup.
pub(crate) fn shown_text(inlines: &[Inline]) -> Cow<'_, str> {
    if let [Inline::Text(text)] = inlines {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    plain_text(inlines, &mut text);
    Cow::Owned(text)
}

/// Appends the text of inlines, without their markup.
pub(crate) fn plain_text(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Math(math) => out.push_str(&math.source),
            // Only what is shown as text.
            Inline::Html(html) => {
                for part in parts(&html.text, |_, _| {}) {
                    if let Part::Refused(text) | Part::Text(text) = part {
                        out.push_str(text);
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
