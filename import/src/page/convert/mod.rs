//! Converts the tree: elements of other tools become their counterparts. An element without one is reported, and its
//! text stays.

mod annotations;
pub(super) mod attributes;
mod book;
mod callout;
mod cards;
mod code;
mod comment;
mod components;
mod cut;
pub(super) mod decorative;
mod dialects;
mod drawing;
mod element;
mod emoji;
mod expression;
mod fields;
mod files;
mod given_html;
mod group;
mod heading;
mod hiding;
mod highlighted;
mod html;
mod icon;
mod include;
pub(super) mod info;
pub(super) mod inline;
mod inserted;
mod listed;
mod macros;
mod magic;
mod mapped;
mod media;
mod mentions;
mod own_code;
mod package_managers;
pub(super) mod plain;
mod raw_html;
mod references;
mod scope;
mod sized;
mod slots;
mod steps;
pub(super) mod swagger;
mod tabs;
mod twoslash;
mod types;
mod unknown;
mod vue_code;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use memchr::memmem;

pub(crate) use self::cards::variant_of;
pub(crate) use self::dialects::NO_OPERATION;
pub(super) use self::icon::NO_ICON;
use self::include::ComponentUse;
use self::own_code::OwnCode;
pub(crate) use self::own_code::mapped_components;
use self::plain::CodeNotation;
use self::scope::{Binding, Scope};
use self::twoslash::CodeParts;
use super::converted::{Converted, DroppedAttributes};
use super::headings::Headings;
use super::read::esm::{Exported, Statement};
use super::read::labels::LinkLabels;
use super::read::{Document, read};
use super::resolver::Resolver;
use super::tree::{Kind, Node};
use crate::project::Dialect;
use crate::report::{Loss, LossKind, Origin};

/// The greatest nesting of converted components and included files; deeper content stays without its component.
const DEEPEST: usize = 96;

/// The converter of one page.
pub(super) struct Converter<'a> {
    around: &'a dyn Resolver,
    dialect: Dialect,
    /// The file whose text is being converted, from the root of the source.
    file: String,
    scope: Scope,
    /// The files that are being included.
    including: Vec<String>,
    recorded: Recorded,
    /// The bytes that were inserted in trials that were given up.
    wasted: usize,
    losses: Vec<Loss>,
    /// The converted children of the snippets that are being inserted.
    children: Vec<Vec<Node>>,
    /// The uses of the components whose JSX is being inserted.
    uses: Vec<ComponentUse>,
    /// The page to which URLs of inserted text are relative, if it is not the file that contains the text.
    base: Option<String>,
    depth: usize,
    /// Whether `{{ … }}` is text.
    is_literal: bool,
    /// How code is written in the current text.
    code_notation: CodeNotation,
    /// The meanings of abbreviations.
    abbreviations: BTreeMap<String, String>,
    /// Whether the page has formulas, so that `$` is a delimiter.
    has_math: bool,
    /// The labels of link definitions on the page.
    definitions: LinkLabels,
    /// The number of links and buttons around the current text.
    links: usize,
    /// Whether the current content is shown only on dark pages.
    is_for_dark: bool,
    /// Whether the current content is that of a table, outside of its cells.
    is_between_rows: bool,
    /// The images of the sources of the open `picture`, with their lines.
    picture: Vec<(String, u32)>,
}

/// The outcome for the default export of a page: its layout.
const LAYOUT: &str = "the layout around the page, which is code: what it shows or changes is left out";

/// What the conversion has recorded so far, beside the losses. A trial that is given up records nothing: see
/// [`Converter::attempt`].
#[derive(Clone)]
struct Recorded {
    /// The uses of each decorative attribute.
    dropped_attributes: DroppedAttributes,
    /// The operations that the page shows, as named there.
    endpoints: BTreeSet<String>,
    /// What the code of a component shows, by the losses about it.
    own_code: BTreeMap<(LossKind, String), Option<OwnCode>>,
    /// The losses reported so far that would repeat at each use.
    reported: BTreeSet<(LossKind, String)>,
    /// The code that other code of the page may include.
    code_parts: CodeParts,
    /// The losses that are reported once for each file, by its path: the line of the first one, and their number.
    counted: BTreeMap<(String, LossKind, String, &'static str), (u32, usize)>,
    headings: Headings,
    /// The level-1 headings: as written, and their text in the source.
    titles: Vec<(String, String)>,
    /// The number of texts that were inserted, and the bytes that may still be.
    inserted: (usize, usize),
}

/// The lines `*[X]: meaning` of a text.
fn abbreviations(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("*[")?.split_once("]:"));
    lines.map(|(short, long)| (short.to_owned(), long.trim().to_owned())).collect()
}

/// Whether a text has formula delimiters other than a single `$`.
fn has_math(text: &str) -> bool {
    ["$$", "```math", "\\frac"].iter().any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
        || memchr::memchr(b'$', text.as_bytes()).is_some() && text.lines().any(has_formula)
}

/// Whether a line has a formula between two `$`: with a TeX command, a superscript or a subscript.
fn has_formula(line: &str) -> bool {
    let is_formula = |inner: &str| {
        let is_tight = !inner.is_empty() && !inner.starts_with(' ') && !inner.ends_with([' ', '\\']);
        let has_command = inner.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        is_tight && !inner.contains('`') && (has_command || inner.contains('^') || inner.contains("_{"))
    };
    // The text between the first and the second, the third and the fourth.
    let parts: Vec<&str> = line.split('$').collect();
    parts.len() > 2 && parts.iter().skip(1).step_by(2).take(parts.len() / 2).any(|inner| is_formula(inner))
}

impl<'a> Converter<'a> {
    /// Creates the converter for the text of this file.
    pub(super) fn new(file: &str, dialect: Dialect, around: &'a dyn Resolver) -> Self {
        Self {
            around,
            dialect,
            file: file.to_owned(),
            scope: Scope::default(),
            including: vec![file.to_owned()],
            recorded: Recorded {
                dropped_attributes: DroppedAttributes::new(),
                endpoints: BTreeSet::new(),
                own_code: BTreeMap::new(),
                reported: BTreeSet::new(),
                code_parts: CodeParts::default(),
                counted: BTreeMap::new(),
                headings: Headings::new(dialect),
                titles: Vec::new(),
                inserted: (0, include::MOST_BYTES),
            },
            wasted: 0,
            uses: Vec::new(),
            losses: Vec::new(),
            children: Vec::new(),
            base: None,
            depth: 0,
            is_literal: false,
            code_notation: CodeNotation::Markdown,
            abbreviations: BTreeMap::new(),
            has_math: false,
            definitions: LinkLabels::default(),
            links: 0,
            is_for_dark: false,
            is_between_rows: false,
            picture: Vec::new(),
        }
    }

    /// A page with the losses so far.
    pub(super) fn into_page(mut self, nodes: Vec<Node>) -> Converted {
        self.report_unused_code();
        self.report_counted();
        let dropped_attributes = self.recorded.dropped_attributes;
        Converted { nodes, losses: self.losses, dropped_attributes, ..Converted::default() }
    }

    /// Converts a parsed body.
    pub(super) fn body(&mut self, text: &str, document: Document) -> Vec<Node> {
        self.has_math = self.dialect.math || has_math(text);
        self.definitions = LinkLabels::of(text);
        if self.dialect.mkdocs {
            self.abbreviations = abbreviations(text);
        }
        self.enter(&document);
        self.nodes(document.nodes, None)
    }

    /// Adds the names of a text, and reports its problems.
    fn enter(&mut self, document: &Document) {
        self.scope = Scope::of(&document.statements);
        for problem in &document.problems {
            self.report_loss(LossKind::UnbalancedBlock, problem.line, &problem.subject, problem.outcome);
        }
        for statement in &document.statements {
            if let Statement::Export { line, name, value: Exported::Code } = statement {
                let is_layout = name == "default";
                let outcome =
                    if is_layout { LAYOUT } else { "code of the page: left out, with the text in it if there is any" };
                let loss = self.loss(LossKind::Export, *line, name, outcome);
                self.losses.push(Loss { is_content: loss.is_content || is_layout, ..loss });
            }
        }
    }

    /// Reports something that is not carried over.
    pub(super) fn report_loss(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        let loss = self.loss(kind, line, subject, outcome);
        let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let subject =
            if subject.chars().count() > 120 { subject.chars().take(119).chain(['…']).collect() } else { subject };
        self.losses.push(Loss { subject, ..loss });
    }

    /// A loss in the current file.
    fn loss(&self, kind: LossKind, line: u32, subject: &str, outcome: &str) -> Loss {
        let place = self.place_of(subject, line);
        Loss::new(kind, place.file, place.line, subject, outcome)
    }

    /// Notes that readers of the page miss nothing by the last loss.
    fn of_no_content(&mut self) {
        if let Some(loss) = self.losses.last_mut() {
            loss.is_content = false;
        }
    }

    /// Notes that what the last loss is about has no headings.
    fn of_no_heading(&mut self) {
        if let Some(loss) = self.losses.last_mut() {
            loss.may_have_headings = false;
        }
    }

    /// Records an attribute that is dropped without a loss of its own.
    pub(in crate::page) fn drop_attribute(&mut self, name: &str, line: u32) {
        if name == "aria-label" {
            return self.count_loss(LossKind::Attribute, line, name, "words for screen readers: left out");
        }
        let places = self.recorded.dropped_attributes.entry(name.to_owned()).or_default();
        places.insert((self.file.clone(), line));
    }

    /// Reports something that is broken in the source.
    pub(in crate::page) fn report_missing(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        self.losses.push(self.loss(kind, line, subject, outcome).by(Origin::Source));
    }

    /// Reports something that the import cannot carry over, of a kind that is usually broken in the source.
    fn report_own_loss(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        self.losses.push(self.loss(kind, line, subject, outcome).by(Origin::Import));
    }

    /// Counts a loss that is reported once for the current file.
    fn count_loss(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &'static str) {
        let key = (self.file.clone(), kind, subject.to_owned(), outcome);
        self.recorded.counted.entry(key).or_insert((line, 0)).1 += 1;
    }

    /// Reports the losses that were counted.
    fn report_counted(&mut self) {
        for ((file, kind, subject, outcome), (line, count)) in std::mem::take(&mut self.recorded.counted) {
            self.file = file;
            let outcome = match count {
                1 => outcome.to_owned(),
                count => format!("{outcome}; the first of {count} on the page"),
            };
            self.report_own_loss(kind, line, &subject, &outcome);
            self.of_no_heading();
            if kind == LossKind::Attribute {
                self.of_no_content();
            }
        }
    }

    /// Reports a loss once per file. Returns whether this is the first time.
    fn report_loss_once(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) -> bool {
        let is_first = self.recorded.reported.insert((kind, format!("{}\n{subject}", self.file)));
        if is_first {
            self.report_loss(kind, line, subject, outcome);
        }
        is_first
    }

    /// Converts nodes inside the component with this name.
    fn nodes(&mut self, nodes: Vec<Node>, parent: Option<&str>) -> Vec<Node> {
        if self.depth >= DEEPEST {
            return nodes.into_iter().filter(|node| matches!(node.kind, Kind::Text(_) | Kind::Fence(_))).collect();
        }
        let out = self.deeper(1, |this| {
            let grouped = this.group_sources(nodes, parent);
            let mut out = Vec::with_capacity(grouped.len());
            for node in grouped {
                this.node(node, parent, &mut out);
            }
            out
        });
        group::adopt(out, parent)
    }

    /// Runs a conversion that may be given up: if it returns `None`, nothing stays of what it has recorded, here and on
    /// the site.
    fn attempt<T>(&mut self, convert: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (before, losses) = (self.recorded.clone(), self.losses.len());
        self.around.begin_trial();
        let made = convert(self);
        self.around.end_trial(made.is_some());
        if made.is_none() {
            self.losses.truncate(losses);
            let inserted = std::mem::replace(&mut self.recorded, before).inserted;
            self.wasted += self.recorded.inserted.1.saturating_sub(inserted.1);
        }
        made
    }

    /// Runs a conversion that is given up if it reports a loss. Returns `None` without running it if the trials that were
    /// given up have inserted too much text.
    fn attempt_whole<T>(&mut self, convert: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.wasted > include::MOST_BYTES {
            return None;
        }
        self.attempt(|this| {
            let losses = this.losses.len();
            let made = convert(this);
            (this.losses.len() == losses).then_some(made)
        })
    }

    /// Runs a conversion that is this many levels deeper.
    fn deeper<T>(&mut self, levels: usize, convert: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.depth;
        self.depth += levels;
        let made = convert(self);
        self.depth = depth;
        made
    }

    fn node(&mut self, node: Node, parent: Option<&str>, out: &mut Vec<Node>) {
        let line = node.line;
        match node.kind {
            Kind::Blank | Kind::Target(_) => out.push(node),
            Kind::Heading { level, text } => self.heading(level, &text, line, out),
            Kind::Text(text) => self.text(text, line, out),
            Kind::Verbatim(text) => self.verbatim(text, line, out),
            Kind::Fence(fence) => self.fence(fence, line, parent, out),
            Kind::Quote(children) => self.quote(children, line, out),
            Kind::Item { marker, children } => {
                let children = self.nodes(children, None);
                out.push(Node { line, kind: Kind::Item { marker, children } });
            }
            Kind::Element(element) => self.element(*element, line, parent, out),
            Kind::Expression(source) => self.block_expression(&source, line, parent, out),
        }
    }

    /// Lines of text, and what components between them insert.
    fn text(&mut self, text: String, line: u32, out: &mut Vec<Node>) {
        let inserted = self.inserted_lines(&text);
        if inserted.is_empty() {
            return self.lines(text, line, out);
        }
        let (mut at, mut line) = (0, line);
        for range in inserted {
            let before = text.get(at..range.start).unwrap_or_default();
            let here = line + u32::try_from(before.matches('\n').count()).unwrap_or(0);
            self.lines(before.to_owned(), line, out);
            out.push(Node { line: here, kind: Kind::Blank });
            for node in read(text.get(range.clone()).unwrap_or_default().trim(), here, self.dialect).nodes {
                self.node(node, None, out);
            }
            out.push(Node { line: here, kind: Kind::Blank });
            (at, line) = (range.end, here + 1);
        }
        self.lines(text.get(at..).unwrap_or_default().to_owned(), line, out);
    }

    /// Lines of text.
    fn lines(&mut self, text: String, line: u32, out: &mut Vec<Node>) {
        let trimmed = text.trim();
        if self.line_of_dialect(trimmed, line, out) {
            return;
        }
        // Text that began with an element of its own must not become another block.
        let begins_heading = text.starts_with('#');
        let mut written = if self.is_as_written(&text) { text } else { self.inlines(&text, line) };
        if self.dialect.mkdocs && written.contains("[](<>)") {
            // An empty link with an attribute list is only an anchor.
            written = written.replace("[](<>)<a id=", "<a id=");
        }
        written.truncate(written.trim_end().len());
        let above = written.len() - written.trim_start_matches('\n').len();
        written.drain(..above);
        if written.trim_start().is_empty() {
            return;
        }
        if begins_heading && crate::page::read::lines::heading(&written).is_some() {
            written.insert(0, '\\');
        }
        out.push(Node::text(line, written));
    }

    /// The lines of a text that are only a component from a Markdown file: what it inserts may be code and other blocks,
    /// which have no place in a paragraph.
    fn inserted_lines(&self, text: &str) -> Vec<Range<usize>> {
        if !text.contains("/>") || !text.trim().contains('\n') {
            return Vec::new();
        }
        let is_page = |binding: Binding| matches!(binding, Binding::File { path, .. } if crate::paths::is_page(&path));
        let is_inserted = |line: &str| {
            let tag = line.trim().strip_prefix('<').and_then(|tag| tag.strip_suffix("/>"));
            let name = tag.filter(|tag| !tag.contains(['<', '>'])).and_then(|tag| tag.split_whitespace().next());
            name.is_some_and(|name| name.starts_with(char::is_uppercase) && self.binding(name).is_some_and(is_page))
        };
        let mut at = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len()..at, line)
        });
        lines.filter(|(_, line)| is_inserted(line)).map(|(range, _)| range).collect()
    }

    /// A member of a literal object that the page exports.
    pub(super) fn exported_text(&self, name: &str, member: &str) -> Option<String> {
        match self.scope.get(name)? {
            Binding::Value(value) => value.get(member)?.as_text(),
            _ => None,
        }
    }

    /// The binding of a component's name in this text.
    fn binding(&self, name: &str) -> Option<Binding> {
        let first = name.split('.').next().unwrap_or(name);
        self.scope.get(first).cloned()
    }
}
