//! Tree → tree: what another tool has becomes what stands for it here. What has no counterpart is a loss, its text stays.

pub(super) mod attributes;
mod book;
mod callout;
mod cards;
mod code;
mod comment;
mod components;
mod cut;
mod dialects;
mod drawing;
mod element;
mod expression;
mod fields;
mod files;
mod group;
mod heading;
mod highlighted;
mod html;
mod include;
pub(super) mod info;
pub(super) mod inline;
mod inserted;
mod listed;
mod magic;
mod mapped;
mod media;
mod plain;
mod references;
mod scope;
mod sized;
mod steps;
pub(super) mod swagger;
mod tabs;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem;

use self::scope::{Binding, Scope};
use super::headings::Headings;
use super::read::Document;
use super::read::esm::{Exported, Statement};
use super::resolver::Resolver;
use super::tree::{Kind, Node};
use crate::project::Dialect;
use crate::report::{Loss, LossKind, Origin};

/// How deep components and included files are converted; beyond it their content stays without them.
const DEEPEST: usize = 96;

/// What converts one page.
pub(super) struct Converter<'a> {
    around: &'a dyn Resolver,
    dialect: Dialect,
    /// The file in whose text the reading is, from the root of the source.
    file: String,
    scope: Scope,
    /// The files that are being included.
    including: Vec<String>,
    headings: Headings,
    /// The headings of level 1: as they are written, and their words in the source.
    titles: Vec<(String, String)>,
    /// What stands between the tags of the snippets that are being put in, converted.
    children: Vec<Vec<Node>>,
    losses: Vec<Loss>,
    /// The operations that the page shows, as they are named.
    endpoints: BTreeSet<String>,
    /// What was reported once already, where each use would say the same.
    reported: BTreeSet<(LossKind, String)>,
    /// The page that the addresses of inserted text count from, which is not the file that the text stands in.
    base: Option<String>,
    depth: usize,
    /// Whether `{{ … }}` is text.
    is_literal: bool,
    /// What abbreviations stand for.
    abbreviations: BTreeMap<String, String>,
    /// Whether the page has formulas, so that a `$` is one's mark.
    has_math: bool,
    /// The labels of links that the page defines, in small letters.
    definitions: BTreeSet<String>,
    /// Whether images are read that stand where dark pages alone show them.
    is_for_dark: bool,
}

/// The lines `*[X]: what it stands for` of a text.
fn abbreviations(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("*[")?.split_once("]:"));
    lines.map(|(short, long)| (short.to_owned(), long.trim().to_owned())).collect()
}

/// Whether a text has marks of formulas beside a single `$`.
fn has_math(text: &str) -> bool {
    ["$$", "```math", "\\frac"].iter().any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
        || memchr::memchr(b'$', text.as_bytes()).is_some() && text.lines().any(has_formula)
}

/// Whether a line has a formula between two `$`: with a command of TeX, or something raised or lowered.
fn has_formula(line: &str) -> bool {
    let is_formula = |inner: &str| {
        let is_tight = !inner.is_empty() && !inner.starts_with(' ') && !inner.ends_with([' ', '\\']);
        let has_command = inner.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        is_tight && !inner.contains('`') && (has_command || inner.contains('^') || inner.contains("_{"))
    };
    // What stands between the first and the second, the third and the fourth.
    let parts: Vec<&str> = line.split('$').collect();
    parts.len() > 2 && parts.iter().skip(1).step_by(2).take(parts.len() / 2).any(|inner| is_formula(inner))
}

impl<'a> Converter<'a> {
    /// For a text of that file.
    pub(super) fn new(file: &str, dialect: Dialect, around: &'a dyn Resolver) -> Self {
        Self {
            around,
            dialect,
            file: file.to_owned(),
            scope: Scope::default(),
            including: vec![file.to_owned()],
            headings: Headings::new(dialect),
            titles: Vec::new(),
            children: Vec::new(),
            losses: Vec::new(),
            endpoints: BTreeSet::new(),
            reported: BTreeSet::new(),
            base: None,
            depth: 0,
            is_literal: false,
            abbreviations: BTreeMap::new(),
            has_math: false,
            definitions: BTreeSet::new(),
            is_for_dark: false,
        }
    }

    /// The losses so far.
    pub(super) fn into_losses(self) -> Vec<Loss> {
        self.losses
    }

    /// A body with that text, which was read already, converted.
    pub(super) fn body(&mut self, text: &str, document: Document) -> Vec<Node> {
        self.has_math = has_math(text);
        if self.dialect.mkdocs {
            self.abbreviations = abbreviations(text);
            self.definitions = references::definitions(text);
        }
        self.enter(&document);
        self.nodes(document.nodes, None)
    }

    /// Takes up the names of a text, and reports what was wrong with it.
    fn enter(&mut self, document: &Document) {
        self.scope = Scope::of(&document.statements);
        for problem in &document.problems {
            self.lose(LossKind::UnbalancedBlock, problem.line, &problem.subject, problem.outcome);
        }
        for statement in &document.statements {
            if let Statement::Export { line, name, value: Exported::Code } = statement {
                self.lose(LossKind::Export, *line, name, "code of the page: left out");
            }
        }
    }

    /// Notes that something is not carried over.
    pub(super) fn lose(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let subject =
            if subject.chars().count() > 120 { subject.chars().take(119).chain(['…']).collect() } else { subject };
        self.losses.push(Loss::new(kind, &self.file, line, &subject, outcome));
    }

    /// The same for what is broken in the source.
    pub(in crate::page) fn lack(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        self.losses.push(Loss::new(kind, &self.file, line, subject, outcome).by(Origin::Source));
    }

    /// The same for what the source has, of a kind that it mostly has not.
    fn lose_own(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        self.losses.push(Loss::new(kind, &self.file, line, subject, outcome).by(Origin::Import));
    }

    /// The same, once for a file.
    fn lose_once(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str) {
        if self.reported.insert((kind, format!("{}\n{subject}", self.file))) {
            self.lose(kind, line, subject, outcome);
        }
    }

    /// Nodes that stand in the component of that name, converted.
    fn nodes(&mut self, nodes: Vec<Node>, parent: Option<&str>) -> Vec<Node> {
        if self.depth >= DEEPEST {
            return nodes.into_iter().filter(|node| matches!(node.kind, Kind::Text(_) | Kind::Fence(_))).collect();
        }
        self.depth += 1;
        let grouped = self.group_sources(nodes, parent);
        let mut out = Vec::with_capacity(grouped.len());
        for node in grouped {
            self.node(node, parent, &mut out);
        }
        self.depth -= 1;
        group::adopt(out, parent)
    }

    fn node(&mut self, node: Node, parent: Option<&str>, out: &mut Vec<Node>) {
        let line = node.line;
        match node.kind {
            Kind::Blank | Kind::Made(_) => out.push(node),
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

    /// Lines of text.
    fn text(&mut self, text: String, line: u32, out: &mut Vec<Node>) {
        let trimmed = text.trim();
        if self.line_of_dialect(trimmed, line, out) {
            return;
        }
        // What began with a mark of its own must not become another block.
        let begins_heading = text.starts_with('#');
        let mut written = if self.is_as_written(&text) { text } else { self.inlines(&text, line) };
        written.truncate(written.trim_end().len());
        let above = written.len() - written.trim_start_matches('\n').len();
        if above > 0 {
            written.replace_range(..above, "");
        }
        if written.trim_start().is_empty() {
            return;
        }
        if begins_heading && crate::page::read::lines::heading(&written).is_some() {
            written.insert(0, '\\');
        }
        out.push(Node::text(line, written));
    }

    /// A member of a literal object that the page exports.
    pub(super) fn exported_text(&self, name: &str, member: &str) -> Option<String> {
        match self.scope.get(name)? {
            Binding::Value(value) => value.get(member)?.as_text(),
            _ => None,
        }
    }

    /// What a component's name stands for in this text, if it is bound.
    fn binding(&self, name: &str) -> Option<Binding> {
        let first = name.split('.').next().unwrap_or(name);
        self.scope.get(first).cloned()
    }
}
