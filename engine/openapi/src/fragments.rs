//! Files that a spec refers to, and the chunks into which they are split.
//!
//! A file that is an OpenAPI document itself is split like one. Any other file is one chunk, or, if it is large, one
//! for each top-level key. It is read by the rules of the spec that refers to it. A file in another language (Markdown,
//! a code sample) is one string.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::address::address;
use super::chunks::{
    Chunk, ChunkContent, ChunkKey, KeySpans, Section, file_diagnostics, file_index, source_index, text_diagnostics,
};
use super::external_files::{external_references, overlay_references};
use super::overlay::spliced;
use crate::Db;
use base::diagnostic::{Diagnostic, Span};
use base::inputs::{Contents, File, FileSet};
use base::tree::{Limits, NodeRef, Syntax, Tree, write_string};

/// A larger file is split by its top-level keys, in bytes.
const MOST_WHOLE: usize = 256 << 10;

/// How a referenced file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An OpenAPI document.
    Document,
    /// JSON or YAML, one chunk.
    Whole,
    /// JSON or YAML, a chunk for each top-level key.
    Parts,
    /// One string.
    Text,
    Missing,
    /// It is outside the project.
    Outside,
    /// It is not readable as text.
    Unreadable,
}

/// Detects how a file is read from its contents. A firewall: edits hardly ever change it.
#[salsa::tracked(returns(copy))]
pub(crate) fn form(db: &dyn Db, file: File) -> Form {
    let text = match file.contents(db) {
        Contents::Text(text) => text,
        Contents::Missing => return Form::Missing,
        Contents::Outside => return Form::Outside,
        Contents::Binary { .. } | Contents::NotUtf8 { .. } | Contents::Unreadable(_) => return Form::Unreadable,
    };
    if !is_data(file.path(db)) {
        Form::Text
    } else if is_document(text) {
        Form::Document
    } else if text.len() > MOST_WHOLE {
        Form::Parts
    } else {
        Form::Whole
    }
}

/// Whether a file name ends like JSON or YAML, or has no extension.
fn is_data(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((_, extension)) = name.rsplit_once('.') else { return true };
    ["json", "yaml", "yml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether a text has a top-level field `openapi` or `swagger`.
fn is_document(text: &str) -> bool {
    let names_version = |rest: &str| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let after = rest.strip_prefix("openapi").or_else(|| rest.strip_prefix("swagger"));
        after.is_some_and(|after| after.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    };
    let text = text.trim_start_matches('\u{feff}');
    let is_flow = text.lines().map(str::trim_start).find(|line| !(line.is_empty() || line.starts_with('#')));
    if !is_flow.is_some_and(|line| line.starts_with('{')) {
        return text.lines().any(names_version);
    }
    let mut depth = 0_usize;
    let mut quote = None;
    let mut skip = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if skip => skip = false,
            (Some(b'"'), b'\\') => skip = true,
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_start = quote.is_none() && depth == 1 && matches!(byte, b'{' | b',');
        if is_start && text.get(at + 1..).is_some_and(|rest| names_version(rest.trim_start())) {
            return true;
        }
    }
    false
}

/// A path as a key of queries.
#[salsa::interned]
struct Path<'db> {
    #[returns(copy)]
    set: FileSet,
    #[returns(ref)]
    text: Box<str>,
}

/// The file with that path in the edition of a spec.
pub(crate) fn named_file(db: &dyn Db, spec: File, path: &str) -> Option<File> {
    find_named(db, Path::new(db, FileSet::of(db, spec), Box::from(path)))
}

/// A firewall: its readers do not see other files come and go.
#[salsa::tracked(returns(copy))]
fn find_named<'db>(db: &'db dyn Db, path: Path<'db>) -> Option<File> {
    path.set(db).named(db).get(&**path.text(db)).copied()
}

/// A file read for a spec.
#[salsa::interned(debug)]
pub struct SpecFile<'db> {
    #[returns(copy)]
    pub file: File,
    /// The spec; the file itself if that is a document.
    #[returns(copy)]
    pub spec: File,
}

impl<'db> SpecFile<'db> {
    /// A file as the spec `spec` reads it.
    pub(crate) fn of(db: &'db dyn Db, file: File, spec: File) -> Self {
        let own = file == spec || form(db, file) == Form::Document;
        Self::new(db, file, if own { file } else { spec })
    }

    /// Whether it is split as a document.
    pub(crate) fn is_document(self, db: &dyn Db) -> bool {
        self.file(db) == self.spec(db)
    }

    /// Its chunks, in order.
    pub(crate) fn chunks(self, db: &'db dyn Db) -> Vec<Chunk<'db>> {
        if self.is_document(db) {
            return file_index(db, self.file(db)).chunks.clone();
        }
        self.source_chunks(db).into_iter().map(|chunk| spliced(db, chunk)).collect()
    }

    /// Its chunks as written, in order.
    pub(crate) fn source_chunks(self, db: &'db dyn Db) -> Vec<Chunk<'db>> {
        if self.is_document(db) {
            return source_index(db, self.file(db)).chunks.clone();
        }
        if form(db, self.file(db)) == Form::Parts {
            return parts(db, self).chunks.values().copied().collect();
        }
        source_file(db, self).into_iter().collect()
    }

    /// Findings about its text.
    pub fn diagnostics(self, db: &'db dyn Db) -> &'db [Diagnostic<Span>] {
        let file = self.file(db);
        match form(db, file) {
            _ if self.is_document(db) => file_diagnostics(db, file),
            Form::Parts => &parts(db, self).diagnostics,
            Form::Whole => source_file(db, self).map(|chunk| text_diagnostics(db, chunk)).unwrap_or_default(),
            Form::Unreadable => file_diagnostics(db, file),
            Form::Document | Form::Text | Form::Missing | Form::Outside => &[],
        }
    }
}

fn part_key(name: &str) -> ChunkKey {
    ChunkKey { section: Section::Fragment, name: name.into(), member: Box::default() }
}

/// A file as one chunk; `None` if it is not readable as text.
pub(crate) fn whole_file<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> Option<Chunk<'db>> {
    source_file(db, place).map(|chunk| spliced(db, chunk))
}

/// A file as one chunk, as written.
#[salsa::tracked(returns(copy))]
pub(crate) fn source_file<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> Option<Chunk<'db>> {
    let file = place.file(db);
    let Contents::Text(text) = file.contents(db) else { return None };
    let (content, places): (_, Box<[Span]>) = if is_data(file.path(db)) {
        (ChunkContent::Whole(text.as_ref().into()), Box::default())
    } else {
        // A text as a single value; it is reported at its first line.
        let mut quoted = String::with_capacity(text.len() + 2);
        write_string(text, &mut quoted);
        let first_line = text.lines().next().unwrap_or_default().len();
        let tree = Tree::from_json(&quoted, Limits::default()).tree;
        (ChunkContent::Tree(Box::new(tree)), Box::new([Span { start: 0, end: first_line as u32 }]))
    };
    Some(Chunk::new(db, file, place.spec(db), part_key(""), content, 0, KeySpans::default(), places, None))
}

/// The chunks of a large file by key.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Parts<'db> {
    chunks: BTreeMap<Box<str>, Chunk<'db>>,
    /// Positions are those in the file.
    diagnostics: Vec<Diagnostic<Span>>,
}

#[salsa::tracked(returns(ref))]
fn parts<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> Parts<'db> {
    let (file, spec) = (place.file(db), place.spec(db));
    let text = file.text(db);
    let parsed = Tree::from_any(text, Limits::default());
    let members: BTreeMap<&str, (NodeRef<'_>, NodeRef<'_>)> =
        parsed.tree.root().entries().map(|(key, value)| (key.text(), (key, value))).collect();
    let chunk = |(name, (key, value)): (&str, (NodeRef<'_>, NodeRef<'_>))| {
        let span = value.span();
        let (content, places) = match parsed.syntax {
            Syntax::Json => (ChunkContent::Json(text.get(span.range()).unwrap_or_default().into()), Box::default()),
            Syntax::Yaml => {
                let (tree, places) = value.cut();
                (ChunkContent::Tree(Box::new(tree)), places)
            }
        };
        (
            name.into(),
            Chunk::new(db, file, spec, part_key(name), content, span.start, KeySpans::alone(key.span()), places, None),
        )
    };
    Parts { chunks: members.into_iter().map(chunk).collect(), diagnostics: parsed.diagnostics }
}

/// A top-level key of a large file, as a key of queries.
#[salsa::interned]
struct PartName<'db> {
    #[returns(copy)]
    place: SpecFile<'db>,
    #[returns(ref)]
    name: Box<str>,
}

/// The part with that key. A firewall: its readers do not see other parts come and go.
pub(crate) fn find_part<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<Chunk<'db>> {
    source_part(db, place, name).map(|chunk| spliced(db, chunk))
}

/// The part with that key, as written.
pub(crate) fn source_part<'db>(db: &'db dyn Db, place: SpecFile<'db>, name: &str) -> Option<Chunk<'db>> {
    part(db, PartName::new(db, place, Box::from(name)))
}

#[salsa::tracked(returns(copy))]
fn part<'db>(db: &'db dyn Db, name: PartName<'db>) -> Option<Chunk<'db>> {
    parts(db, name.place(db)).chunks.get(name.name(db)).copied()
}

/// The files that a file refers to, by path relative to the project's root, without URLs and paths outside the project.
///
/// For a spec with overlays, these are the references in its own text and in the overlays', whatever the overlays do:
/// an action that reads a file may remove the reference to it, so the set of files must not depend on the result.
#[salsa::tracked(returns(ref))]
fn file_references<'db>(db: &'db dyn Db, place: SpecFile<'db>) -> BTreeSet<Arc<str>> {
    let file = place.file(db);
    let base = file.path(db);
    let chunks = place.source_chunks(db);
    let overlays = if place.is_document(db) { db.overlays(file) } else { &[] };
    let of_text = chunks.iter().flat_map(|&chunk| external_references(db, chunk));
    let of_overlays = overlays.iter().flat_map(|&overlay| overlay_references(db, overlay));
    let references = of_text.chain(of_overlays);
    references.filter_map(|reference| address(base, reference).ok()?.path).map(Arc::from).collect()
}

/// The files that a spec is made of.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct SpecFiles<'db> {
    /// Every referenced file, whether it exists or not. Contains the spec only if a file refers to it.
    pub paths: BTreeSet<Arc<str>>,
    /// The known files, the spec first.
    pub known: Vec<SpecFile<'db>>,
}

/// The files that a spec refers to, directly or through other files.
#[salsa::tracked(returns(ref))]
pub fn spec_files(db: &dyn Db, spec: File) -> SpecFiles<'_> {
    let set = FileSet::of(db, spec).named(db);
    let mut found = SpecFiles { paths: BTreeSet::new(), known: vec![SpecFile::of(db, spec, spec)] };
    let mut seen: BTreeSet<(Arc<str>, Arc<str>)> = BTreeSet::new();
    let mut at = 0;
    while let Some(&place) = found.known.get(at) {
        at += 1;
        for path in file_references(db, place) {
            found.paths.insert(path.clone());
            let Some(&file) = set.get(path) else { continue };
            let place = SpecFile::of(db, file, place.spec(db));
            if file != spec && seen.insert((path.clone(), place.spec(db).path(db).clone())) {
                found.known.push(place);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{is_data, is_document};

    #[test]
    fn documents_are_known_by_their_version() {
        for text in [
            "openapi: 3.1.0\n",
            "\u{feff}# a comment\n\"openapi\" : 3.1.0",
            "info: {}\nswagger: '2.0'",
            r#"{"info": {"x": "}{\","}, "openapi": "3.1.0"}"#,
            "{openapi: 3.1.0}",
            "{\n  \"openapi\":\n 3}",
        ] {
            assert!(is_document(text), "{text}");
        }
        for text in [
            "",
            "openapi",
            "a:\n  openapi: 3.1.0\n",
            r#"{"info": {"openapi": "3.1.0"}}"#,
            r#"{"a": ["x", "openapi", {"openapi": 1}], "b": ",openapi: 1"}"#,
            "openapis: 1",
        ] {
            assert!(!is_document(text), "{text}");
        }
    }

    #[test]
    fn other_languages_are_text() {
        assert!(is_data("a/b.YAML") && is_data("a.json") && is_data("a.b/c"));
        assert!(!is_data("description.md") && !is_data("x.php"));
    }
}
