//! The Markdown alternate of a page: its source with includes and values inserted and its operations written out.

use std::cmp::Reverse;

use super::endpoint_markdown::{authored_markdown, authored_schema_markdown, endpoint_markdown, schema_markdown};
use crate::Db;
use crate::parse::frontmatter::{place_of, split};
use crate::parse::markdown::{Component, PageTree, Substitution};
use crate::registry::ComponentKind;
use crate::resolve::authored::{authored_endpoint, authored_model};
use crate::resolve::history::PageHistory;
use crate::resolve::include::page_text;
use crate::resolve::page_tree::page_tree;
use crate::resolve::site_operation::{SiteLookup, find_site_operation};
use crate::resolve::site_schema::find_site_schema;
use base::diagnostic::Span;
use base::inputs::{File, FileSet};
use base::tree::yaml_string;
use openapi::chunks::Chunk;
use openapi::endpoint::{endpoint, model};

/// A part of a page's Markdown alternate.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
enum MarkdownPiece<'db> {
    /// Source text with its includes, byte for byte.
    Source(Span),
    /// The value of a variable.
    Value(Box<str>),
    /// An operation. Its Markdown is stored once, with the operation.
    Endpoint(Chunk<'db>),
    /// A schema. Its Markdown is stored once, with the schema.
    Schema(Chunk<'db>),
    /// An operation or a schema with the author's content.
    Authored(Box<str>),
}

/// The Markdown alternate of a page.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct PageMarkdown<'db> {
    file: File,
    pieces: Vec<MarkdownPiece<'db>>,
}

impl<'db> PageMarkdown<'db> {
    /// The text.
    pub(crate) fn text(&self, db: &'db dyn Db) -> String {
        let source = page_text(db, self.file);
        let mut text = String::with_capacity(source.len());
        for piece in &self.pieces {
            text.push_str(piece.text(db, source));
        }
        text
    }

    /// Whether it is nothing but text of the source.
    pub(crate) fn is_source(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, MarkdownPiece::Source(_)))
    }

    /// The parts of the page's `source` in it, in order, each with its position in the text.
    pub(crate) fn source_parts(&self, db: &'db dyn Db, source: &str) -> Vec<(usize, Span)> {
        let mut position = 0;
        let mut parts = Vec::new();
        for piece in &self.pieces {
            if let MarkdownPiece::Source(span) = piece {
                parts.push((position, *span));
            }
            position += piece.text(db, source).len();
        }
        parts
    }
}

impl<'db> MarkdownPiece<'db> {
    /// The text, in a page with this source.
    fn text<'p>(&'p self, db: &'db dyn Db, source: &'p str) -> &'p str
    where
        'db: 'p,
    {
        match self {
            Self::Value(value) => value,
            Self::Source(span) => source.get(span.range()).unwrap_or_default(),
            Self::Endpoint(chunk) => endpoint_markdown(db, *chunk).trim_end(),
            Self::Schema(chunk) => schema_markdown(db, *chunk).trim_end(),
            Self::Authored(markdown) => markdown,
        }
    }
}

/// A Markdown alternate with what the page shows of its history, which is written into the frontmatter.
pub(crate) fn with_history(mut text: String, history: &PageHistory) -> String {
    let (yaml, _) = split(&text);
    let mut lines = String::new();
    // What the author wrote is there already.
    if let Some(date) = history.updated.as_deref().filter(|_| place_of(&text, "updated").is_none()) {
        lines.push_str(&format!("updated: {}\n", yaml_string(date)));
    }
    if !history.contributors.is_empty() && place_of(&text, "contributors").is_none() {
        let names: Vec<String> = history.contributors.iter().map(|name| yaml_string(name)).collect();
        lines.push_str(&format!("contributors: [{}]\n", names.join(", ")));
    }
    match yaml {
        // A mapping in braces ends before them.
        Some(yaml) if text[yaml.range()].trim_start().starts_with('{') => {}
        Some(yaml) => text.insert_str(yaml.range().end, &lines),
        None if lines.is_empty() => {}
        None => text.insert_str(0, &format!("---\n{lines}---\n\n")),
    }
    text
}

/// The Markdown alternate of a page: its source with includes and the values of variables inserted, without content
/// that is only for people. Elements whose `ref` is an operation or a schema are replaced by that, merged with the
/// author's content.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_markdown(db: &dyn Db, file: File) -> PageMarkdown<'_> {
    let source = page_text(db, file);
    let tree = page_tree(db, file);
    let mut pieces = Vec::new();
    // The end of the part of the source that is already written.
    let mut done = 0;
    let set = FileSet::of(db, file);
    for component in tree.twin_components() {
        let Span { start, end } = component.span;
        if start < done {
            continue;
        }
        let lookup = match (component.endpoint_ref(), component.schema_ref()) {
            _ if component.is_for("humans") => None,
            (Some(wanted), _) => Some(find_site_operation(db, set, &wanted)),
            (None, Some(wanted)) => Some(find_site_schema(db, set, &wanted)),
            (None, None) => continue,
        };
        let piece = match lookup {
            None => None,
            Some(SiteLookup::Found(chunk)) => Some(resolved(db, chunk, component, source, tree)),
            Some(SiteLookup::Missing | SiteLookup::Ambiguous(_) | SiteLookup::NoSpec) => continue,
        };
        pieces.push(MarkdownPiece::Source(Span { start: done, end: start }));
        pieces.extend(piece);
        done = end;
    }
    pieces.push(MarkdownPiece::Source(Span { start: done, end: Span::new(0, source.len()).end }));
    PageMarkdown { file, pieces: with_values(pieces, &tree.substitutions) }
}

/// The pieces, in source order, with the values of variables inserted.
fn with_values<'db>(pieces: Vec<MarkdownPiece<'db>>, substitutions: &[Substitution]) -> Vec<MarkdownPiece<'db>> {
    if substitutions.is_empty() {
        return pieces;
    }
    let mut out = Vec::with_capacity(pieces.len() + 2 * substitutions.len());
    let mut substitutions = substitutions.iter().peekable();
    for piece in pieces {
        let MarkdownPiece::Source(Span { mut start, end }) = piece else {
            out.push(piece);
            continue;
        };
        while let Some(Substitution { span, text }) = substitutions.next_if(|next| next.span.end <= end) {
            if span.start >= start {
                out.push(MarkdownPiece::Source(Span { start, end: span.start }));
                out.push(MarkdownPiece::Value(text.clone()));
                start = span.end;
            }
        }
        out.push(MarkdownPiece::Source(Span { start, end }));
    }
    out
}

/// The operation or schema of an element, with the author's content.
fn resolved<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    component: &Component,
    source: &str,
    tree: &PageTree,
) -> MarkdownPiece<'db> {
    let is_schema = component.kind == ComponentKind::Schema;
    if component.is_only_a_ref() {
        return if is_schema { MarkdownPiece::Schema(chunk) } else { MarkdownPiece::Endpoint(chunk) };
    }
    let (source, values) = with_stand_ins(&without_people(source, tree), &tree.substitutions, component.span);
    let mut markdown = if is_schema {
        authored_schema_markdown(&authored_model(model(db, chunk), component, Some(&source)), &source)
    } else {
        let set = FileSet::of(db, chunk.spec(db));
        let resolved = Some((chunk, endpoint(db, chunk)));
        authored_markdown(db, set, &authored_endpoint(db, set, resolved, component, Some(&source)), &source)
    };
    for (stand_in, value) in values {
        markdown = markdown.replace(&stand_in, value);
    }
    MarkdownPiece::Authored(markdown.trim_end().into())
}

/// The source with each variable in a span replaced by a placeholder of the same length, so positions stay, and the
/// value of each placeholder. The texts of a spec, which may be inserted, contain no such placeholder.
fn with_stand_ins<'t>(source: &str, all: &'t [Substitution], within: Span) -> (String, Vec<(String, &'t str)>) {
    const MARK: char = '\u{fdd0}';
    let mut out = source.to_owned();
    let mut values = Vec::new();
    let inside = all.iter().filter(|found| within.start <= found.span.start && found.span.end <= within.end);
    for (number, Substitution { span, text }) in inside.enumerate() {
        let width = span.range().len().saturating_sub(MARK.len_utf8());
        let stand_in = format!("{MARK}{number:0width$}");
        if stand_in.len() == span.range().len()
            && out.get(span.range()).is_some_and(|written| written.starts_with("{{"))
        {
            out.replace_range(span.range(), &stand_in);
            values.push((stand_in, &**text));
        }
    }
    // One may be a prefix of another.
    values.sort_by_key(|(stand_in, _)| Reverse(stand_in.len()));
    (out, values)
}

/// The source with content for people replaced by spaces, so positions stay.
fn without_people(source: &str, tree: &PageTree) -> String {
    let mut bytes = source.as_bytes().to_vec();
    for component in tree.twin_components().filter(|component| component.is_for("humans")) {
        let hidden = bytes.get_mut(component.span.range()).into_iter().flatten();
        hidden.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).unwrap_or_default()
}
