//! The spec split into chunks, so that an edit of one operation leaves the rest untouched.
//!
//! A chunk owns its text (a slice of the file would keep the whole old file alive), and its tree's spans are relative
//! to it; only reporting reads its position in the file.
//!
//! Indented JSON and YAML are split by their lines, and each chunk is parsed separately. If one of them is not what the
//! lines suggest, the whole file is parsed and its chunks become subtrees. If that fails too, the chunks of YAML that parse
//! are used. Other JSON is parsed whole to be split.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::misplaced::has_misplaced;
use super::overlay::{Origins, overlaid_index};
use crate::Db;
pub use crate::parse::split::{ChunkKey, KeySpans, Section};
use crate::parse::split::{SplitPart, by_indentation, by_lines, by_tree};
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{Contents, File};
use base::tree::{Extent, Limits, NodeId, Parsed, Syntax, Tree, recognize, sniff};

/// The source of a chunk's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkContent {
    /// A JSON value.
    Json(Box<str>),
    /// Lines of YAML that form one key with its value.
    Yaml(Box<str>),
    /// A whole file, in either syntax.
    Whole(Box<str>),
    /// A subtree of a file that cannot be split by text. Its spans refer to its own text; [`Chunk::places`] has the
    /// positions in the file.
    Tree(Box<Tree>),
}

/// One operation, one field of a path item, one component, or one other top-level field.
#[salsa::tracked(debug)]
pub struct Chunk<'db> {
    /// The file that contains it.
    #[returns(copy)]
    pub file: File,
    /// The document that it is read for, which determines version, servers and security. Usually the file itself.
    #[returns(copy)]
    pub spec: File,
    #[returns(ref)]
    pub key: ChunkKey,
    #[tracked]
    #[returns(ref)]
    pub content: ChunkContent,
    /// The offset of the text in the file, in bytes. Only for reporting.
    #[tracked]
    #[returns(copy)]
    pub(crate) start: u32,
    /// The positions of the chunk's keys in the file. Only for reporting.
    #[tracked]
    #[returns(copy)]
    pub(crate) keys: KeySpans,
    /// For [`ChunkContent::Tree`]: each node's span in the file. Only for reporting.
    #[tracked]
    #[returns(ref)]
    pub(crate) places: Box<[Span]>,
    /// For a chunk that overlays changed: the origins of its nodes. Only for reporting.
    #[tracked]
    #[returns(ref)]
    pub(crate) origins: Option<Arc<Origins<'db>>>,
}

/// The chunks of a spec file.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct FileIndex<'db> {
    /// In document order; for duplicate keys the last one.
    pub chunks: Vec<Chunk<'db>>,
}

/// The key of a chunk in a document, as a query key.
#[salsa::interned(debug)]
pub struct ChunkName<'db> {
    #[returns(copy)]
    pub file: File,
    #[returns(ref)]
    pub key: ChunkKey,
}

/// A file's chunks by one kind of split, with diagnostics.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Split<'db> {
    chunks: Vec<Chunk<'db>>,
    /// At positions in the file, so this changes with every edit: only [`source_index`] and [`file_diagnostics`] read
    /// it.
    diagnostics: Vec<Diagnostic<Span>>,
    way: SplitKind,
}

/// How a file was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SplitKind {
    /// Parsed as a whole; the extent says whether completely.
    Parsed(Extent),
    /// JSON by its indentation.
    Indentation,
    /// YAML by lines, which may all fit the pattern or not.
    Lines { is_regular: bool },
}

/// The chunks of a file, after its overlays, with misplaced references replaced.
pub fn file_index(db: &dyn Db, file: File) -> &FileIndex<'_> {
    let is_changed = !db.overlays(file).is_empty() || has_misplaced(db, file);
    if is_changed { overlaid_index(db, file) } else { source_index(db, file) }
}

/// The chunks of a file before overlays. Equal after an edit that adds and removes none.
#[salsa::tracked(returns(ref))]
pub(crate) fn source_index(db: &dyn Db, file: File) -> FileIndex<'_> {
    FileIndex { chunks: best_split(db, file).chunks.clone() }
}

/// The best available split.
fn best_split(db: &dyn Db, file: File) -> &Split<'_> {
    let split = split(db, file);
    match split.way {
        SplitKind::Indentation if !lines_are_sound(db, file) => whole_split(db, file),
        SplitKind::Lines { .. } if !lines_are_sound(db, file) => {
            let whole = whole_split(db, file);
            if whole.way == SplitKind::Parsed(Extent::Cut) { split } else { whole }
        }
        _ => split,
    }
}

/// Splits a file the cheapest way and creates its chunks.
#[salsa::tracked(returns(ref))]
fn split(db: &dyn Db, file: File) -> Split<'_> {
    let Contents::Text(text) = file.contents(db) else {
        return Split { chunks: Vec::new(), diagnostics: Vec::new(), way: SplitKind::Parsed(Extent::Cut) };
    };
    let is_json = sniff(text) == Syntax::Json;
    let (parts, diagnostics, way) = if is_json {
        let Some(parts) = by_indentation(text) else {
            return split_by_tree(db, file, text, Tree::from_any(text, Limits::default()));
        };
        (parts, Vec::new(), SplitKind::Indentation)
    } else {
        let Some(lines) = by_lines(text) else {
            return split_by_tree(db, file, text, Tree::from_any(text, Limits::default()));
        };
        (lines.parts, lines.duplicates, SplitKind::Lines { is_regular: lines.is_regular })
    };
    let chunks = parts
        .into_iter()
        .map(|SplitPart { key, keys, value }| {
            let part: Box<str> = text.get(value.clone()).unwrap_or_default().into();
            let content = if is_json { ChunkContent::Json(part) } else { ChunkContent::Yaml(part) };
            Chunk::new(
                db,
                file,
                file,
                key,
                content,
                Span::new(value.start, value.end).start,
                keys,
                Box::default(),
                None,
            )
        })
        .collect();
    Split { chunks, diagnostics, way }
}

/// Splits a file by its tree. Only requested if the split by lines fails.
#[salsa::tracked(returns(ref))]
fn whole_split(db: &dyn Db, file: File) -> Split<'_> {
    let text = file.text(db);
    let parsed = match sniff(text) {
        Syntax::Json => Tree::from_any(text, Limits::default()),
        Syntax::Yaml => Tree::from_yaml(text, Limits::default()),
    };
    split_by_tree(db, file, text, parsed)
}

fn split_by_tree<'db>(db: &'db dyn Db, file: File, text: &str, parsed: Parsed) -> Split<'db> {
    let chunks = by_tree(&parsed.tree)
        .into_iter()
        .map(|SplitPart { key, keys, value }| {
            let span = value.span();
            let (content, places) = match parsed.syntax {
                Syntax::Json => (ChunkContent::Json(text.get(span.range()).unwrap_or_default().into()), Box::default()),
                Syntax::Yaml => {
                    let (tree, places) = value.cut();
                    (ChunkContent::Tree(Box::new(tree)), places)
                }
            };
            Chunk::new(db, file, file, key, content, span.start, keys, places, None)
        })
        .collect();
    Split { chunks, diagnostics: parsed.diagnostics, way: SplitKind::Parsed(parsed.extent) }
}

/// Whether each chunk of a file that was split by lines is what the lines suggest.
#[salsa::tracked(returns(copy))]
fn lines_are_sound(db: &dyn Db, file: File) -> bool {
    let split = split(db, file);
    matches!(split.way, SplitKind::Lines { is_regular: true } | SplitKind::Indentation)
        && split.chunks.iter().all(|&chunk| chunk_syntax(db, chunk).is_sound)
}

/// The result of parsing a chunk of YAML lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChunkSyntax {
    /// Whether it is exactly one key, and nothing in it depends on the rest of the file; for JSON, exactly one value
    /// without diagnostics.
    is_sound: bool,
    extent: Extent,
    diagnostics: Vec<Diagnostic<Span>>,
}

/// Survives the eviction of the chunk's tree, and stays equal when an edit leaves the chunk valid.
#[salsa::tracked(returns(ref))]
fn chunk_syntax<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> ChunkSyntax {
    let Parsed { tree, diagnostics, extent, .. } = chunk_parsed(db, chunk);
    let key = chunk.key(db);
    if let ChunkContent::Json(_) = chunk.content(db) {
        let is_sound = *extent == Extent::Whole && diagnostics.is_empty();
        return ChunkSyntax { is_sound, extent: *extent, diagnostics: diagnostics.clone() };
    }
    let mut entries = tree.document().entries();
    let is_one_key = entries.next().is_some_and(|(name, value)| {
        name.text() == key.last() && !(key.is_unsplit() && value.entries().next().is_some())
    });
    let is_sound = is_one_key && entries.next().is_none() && *extent == Extent::Whole;
    ChunkSyntax { is_sound, extent: *extent, diagnostics: diagnostics.clone() }
}

/// The diagnostics of a chunk's text, at positions in that text.
pub(crate) fn text_diagnostics<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> &'db [Diagnostic<Span>] {
    &chunk_syntax(db, chunk).diagnostics
}

/// A chunk parsed from its text. Cheap to recompute, so it is evicted when many others were used since.
#[salsa::tracked(returns(ref), no_eq, lru = 4096)]
fn chunk_parsed<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Parsed {
    match chunk.content(db) {
        ChunkContent::Json(text) => {
            // The limit holds for the document, in which the value is nested in others.
            let above = chunk.key(db).path().filter(|key| !key.is_empty()).count();
            let limits = Limits::default();
            Tree::from_json(text, Limits { depth: limits.depth.saturating_sub(above), ..limits })
        }
        ChunkContent::Yaml(text) => {
            // The limit is proportional to the text, which bounds all chunks together; if it is too low, the whole file
            // is parsed.
            let limits = Limits { copies: text.len(), ..Limits::default() };
            let parsed = Tree::from_yaml(text, limits);
            Parsed { tree: parsed.tree.rooted_in_first_member(), ..parsed }
        }
        ChunkContent::Whole(text) => Tree::from_any(text, Limits::default()),
        ChunkContent::Tree(tree) => {
            Parsed { tree: Tree::clone(tree), diagnostics: Vec::new(), extent: Extent::Whole, syntax: Syntax::Yaml }
        }
    }
}

/// A chunk's tree; its root is the chunk's value.
pub fn chunk_tree<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> &'db Tree {
    match chunk.content(db) {
        ChunkContent::Tree(tree) => tree,
        _ => &chunk_parsed(db, chunk).tree,
    }
}

/// The chunks of a file by key.
#[salsa::tracked(returns(ref))]
fn chunk_map(db: &dyn Db, file: File) -> BTreeMap<ChunkKey, Chunk<'_>> {
    file_index(db, file).chunks.iter().map(|&chunk| (chunk.key(db).clone(), chunk)).collect()
}

/// The chunk with a key. A firewall: its readers do not depend on other chunks.
#[salsa::tracked(returns(copy))]
pub fn find_chunk<'db>(db: &'db dyn Db, name: ChunkName<'db>) -> Option<Chunk<'db>> {
    chunk_map(db, name.file(db)).get(name.key(db)).copied()
}

/// The fields of each path item and webhook, in order.
#[salsa::tracked(returns(ref))]
fn path_items(db: &dyn Db, file: File) -> HashMap<(Section, Box<str>), Vec<Chunk<'_>>> {
    let mut found: HashMap<(Section, Box<str>), Vec<Chunk<'_>>> = HashMap::new();
    for &chunk in &file_index(db, file).chunks {
        let key = chunk.key(db);
        if matches!(key.section, Section::Paths | Section::Webhooks) {
            found.entry((key.section, key.name.clone())).or_default().push(chunk);
        }
    }
    found
}

/// The path item at a path, or of a webhook, as one chunk: other path items may refer to it.
#[salsa::tracked(returns(copy))]
pub(crate) fn path_item<'db>(db: &'db dyn Db, name: ChunkName<'db>) -> Option<Chunk<'db>> {
    let (file, key) = (name.file(db), name.key(db));
    let fields = path_items(db, file).get(&(key.section, key.name.clone()))?;
    if let [only] = &fields[..]
        && only.key(db).member.is_empty()
    {
        return Some(*only);
    }
    let (tree, origins) = Origins::joined(db, fields);
    let (content, origins) = (ChunkContent::Tree(Box::new(tree)), Some(Arc::new(origins)));
    Some(Chunk::new(db, file, file, key.clone(), content, 0, KeySpans::default(), Box::default(), origins))
}

/// The position of a chunk's key in its file. For reporting.
pub fn chunk_key_place<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Place {
    let overlaid = chunk.origins(db).as_ref().and_then(|origins| origins.key_place(db));
    overlaid.unwrap_or_else(|| Place { file: chunk.file(db).path(db).clone(), span: chunk.keys(db).own })
}

/// The position of the key above a chunk, such as the path of an operation. For reporting.
pub fn chunk_key_above_place<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Place {
    match chunk.origins(db) {
        Some(origins) => origins.key_above_place(db).unwrap_or_else(|| chunk_key_place(db, chunk)),
        None => Place { file: chunk.file(db).path(db).clone(), span: chunk.keys(db).above },
    }
}

/// The position of a node in a chunk's file. For reporting: it changes when anything before it does.
pub fn chunk_place<'db>(db: &'db dyn Db, chunk: Chunk<'db>, node: NodeId) -> Place {
    if let Some(origins) = chunk.origins(db) {
        return origins.place(db, node).unwrap_or_else(|| chunk_key_place(db, chunk));
    }
    let span = match chunk.content(db) {
        ChunkContent::Tree(_) => chunk.places(db).get(node.0 as usize).copied(),
        _ => chunk_tree(db, chunk).get_node(node).map(|node| node.span().shifted(chunk.start(db))),
    };
    Place { file: chunk.file(db).path(db).clone(), span: span.unwrap_or_else(|| chunk.keys(db).own) }
}

/// A member's value within a chunk as a separate chunk, read for `spec`. Only for tracked functions; the value changes
/// with the position.
pub(crate) fn subchunk<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    value: NodeId,
    spec: File,
    key: ChunkKey,
) -> Chunk<'db> {
    let place = |node: NodeId| chunk_place(db, chunk, node).span;
    let node = chunk_tree(db, chunk).node(value);
    if let Some(origins) = chunk.origins(db) {
        let content = ChunkContent::Tree(Box::new(node.cut().0));
        let origins = Some(Arc::new(origins.part(value, node.count())));
        return Chunk::new(db, chunk.file(db), spec, key, content, 0, KeySpans::default(), Box::default(), origins);
    }
    // A key is immediately before its value.
    let own = value.0.checked_sub(1).map_or_else(|| chunk.keys(db).own, |key| place(NodeId(key)));
    let keys = KeySpans { own, above: chunk.keys(db).own };
    let start = place(value).start;
    if let ChunkContent::Json(text) = chunk.content(db) {
        let content = ChunkContent::Json(text.get(node.span().range()).unwrap_or_default().into());
        return Chunk::new(db, chunk.file(db), spec, key, content, start, keys, Box::default(), None);
    }
    let (tree, places) = node.cut();
    let places = (value.0..).take(places.len()).map(|node| place(NodeId(node))).collect();
    Chunk::new(db, chunk.file(db), spec, key, ChunkContent::Tree(Box::new(tree)), start, keys, places, None)
}

/// The diagnostics of a file as JSON or YAML, independent of its format: that it is unreadable, syntax errors,
/// duplicate keys. Sorted by position.
#[salsa::tracked(returns(ref))]
pub fn file_diagnostics(db: &dyn Db, file: File) -> Vec<Diagnostic<Span>> {
    if let Some(found) = unreadable(db, file) {
        return vec![found];
    }
    let best = best_split(db, file);
    if !matches!(best.way, SplitKind::Lines { .. }) {
        return best.diagnostics.clone();
    }
    let mut diagnostics = best.diagnostics.clone();
    if !lines_are_sound(db, file) {
        if let Some(found) = recognize(file.text(db)) {
            return vec![found];
        }
        // Each chunk has its own errors; the file's first error is only needed if all chunks are valid.
        let is_broken = |&chunk: &Chunk<'_>| {
            let syntax = chunk_syntax(db, chunk);
            syntax.extent == Extent::Cut && syntax.diagnostics.iter().any(|found| found.code == Code::InvalidYaml)
        };
        let whole = &whole_split(db, file).diagnostics;
        if !best.chunks.iter().any(is_broken) {
            return whole.clone();
        }
        diagnostics.extend(whole.iter().filter(|found| found.code == Code::LimitExceeded).cloned());
    }
    for &chunk in &best.chunks {
        let syntax = chunk_syntax(db, chunk);
        // An alias without an anchor in its chunk may have one elsewhere in the file.
        if syntax.extent == Extent::Gaps {
            continue;
        }
        let start = chunk.start(db);
        // The limits of a chunk are tighter than the file's.
        let found = syntax.diagnostics.iter().filter(|found| found.code != Code::LimitExceeded).cloned();
        diagnostics.extend(found.map(|found| found.map_place(|span| span.shifted(start))));
    }
    diagnostics.sort_by_key(|found| found.place);
    diagnostics
}

/// The reason why a file has no text.
fn unreadable(db: &dyn Db, file: File) -> Option<Diagnostic<Span>> {
    let path = match &**file.path(db) {
        // A reference to a folder may name the project's own.
        "" => ".",
        path => path,
    };
    let start = Span::default();
    match file.contents(db) {
        Contents::Text(_) => None,
        Contents::Missing => {
            Some(Diagnostic::new(Code::MissingFile, format!("the file `{path}` does not exist"), start))
        }
        contents @ Contents::NotUtf8 { .. } => contents.not_text(&format!("the file `{path}`")),
        Contents::Binary { .. } => {
            Some(Diagnostic::new(Code::NotText, format!("the file `{path}` is not read as text"), start))
        }
        Contents::Unreadable(reason) => {
            Some(Diagnostic::new(Code::UnreadableFile, format!("the file `{path}` cannot be read: {reason}"), start))
        }
        Contents::Outside => {
            Some(Diagnostic::new(Code::OutsideProject, format!("the file `{path}` is outside the project"), start))
        }
    }
}

#[cfg(test)]
mod tests;
