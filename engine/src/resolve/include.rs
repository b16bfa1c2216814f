//! Text shared between pages: replaces each `wc-include` with its fragment of `_reusables` before a page is parsed, and
//! maps positions in the whole text back to the files.
//!
//! A page without such a tag is its own text and costs no extra query.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::parse::component::{IncludeTag, check, scan};
use crate::parse::config::{docs_folder, normal_path};
use crate::parse::frontmatter;
use crate::registry::ComponentKind;
use crate::resolve::pages::{PageId, fragment_at, page_path, pages};
use base::diagnostic::{Code, Diagnostic, Fix, Span, did_you_mean, only_typo};
use base::inputs::{Contents, FRAGMENTS, File, FileSet};

/// The greatest nesting of fragments.
const DEEPEST: usize = 16;
/// The greatest number of fragments in a page.
const MOST_FRAGMENTS: usize = 1_000;
/// The greatest number of bytes that fragments may add to a page.
const MOST_BYTES: usize = 1 << 20;

/// The text of a page as parsed: that of the file, with its includes.
pub(crate) fn page_text(db: &dyn Db, file: File) -> &str {
    included(db, file).map_or_else(|| file.text(db), |page| &page.text)
}

/// The text of a page with its fragments; `None` for a page that includes none.
pub(crate) fn included(db: &dyn Db, file: File) -> Option<&Included> {
    may_have(file.text(db), ComponentKind::Include).then(|| included_page(db, file))
}

/// Whether a text may contain a tag of this component.
pub(crate) fn may_have(text: &str, kind: ComponentKind) -> bool {
    let (bytes, name) = (text.as_bytes(), kind.name().as_bytes());
    memchr::memchr_iter(b'<', bytes)
        .any(|at| bytes.get(at + 1..at + 1 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)))
}

/// A page with its fragments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Included {
    text: String,
    segments: Vec<Segment>,
    inclusions: Vec<Inclusion>,
    /// The diagnostics of its includes, at their positions.
    pub(crate) diagnostics: Vec<Diagnostic<Origin>>,
}

/// From `at` in the text on, bytes are those of a file from `source` on; generated text has the position `source`
/// throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    at: u32,
    file: File,
    source: u32,
    own: bool,
    /// The inclusion that inserted it; `None` for the page itself.
    inclusion: Option<u32>,
}

/// A completed include.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Inclusion {
    fragment: File,
    /// The position of its tag.
    tag: Origin,
}

/// A position in the page's own file, or in one that it includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) file: File,
    pub(crate) span: Span,
    /// The inclusion that inserted it; `None` for the page's own text.
    pub(crate) inclusion: Option<u32>,
}

impl Included {
    /// The position of a span of the text, cut off at the end of its file.
    pub(crate) fn origin(&self, span: Span) -> Option<Origin> {
        let index = self.segments.partition_point(|segment| segment.at <= span.start).checked_sub(1)?;
        let segment = self.segments.get(index)?;
        let start = segment.source_of(span.start);
        // The position of the last byte, since the end may belong to the next segment.
        let last = self.segments.partition_point(|segment| segment.at < span.end).checked_sub(1)?;
        let end = match self.segments.get(last) {
            Some(last) if (last.file, last.inclusion) == (segment.file, segment.inclusion) => {
                last.source_of(span.end.saturating_sub(1)) + u32::from(!last.own)
            }
            _ if segment.own => start,
            _ => self.segments.get(index + 1).map_or(start, |next| segment.source_of(next.at)),
        };
        let end = if span.start == span.end { start } else { end.max(start) };
        Some(Origin { file: segment.file, span: Span { start, end }, inclusion: segment.inclusion })
    }

    /// Whether a span of the text is verbatim text of one file.
    pub(crate) fn is_verbatim(&self, db: &dyn Db, span: Span) -> bool {
        let written = self.origin(span).and_then(|origin| origin.file.text(db).get(origin.span.range()));
        written.is_some_and(|written| self.text.get(span.range()) == Some(written))
    }

    /// The tags through which a position was included, the innermost first.
    pub(crate) fn way(&self, origin: Origin) -> impl Iterator<Item = Origin> {
        let tag = |origin: Origin| Some(self.inclusions.get(origin.inclusion? as usize)?.tag);
        std::iter::successors(tag(origin), move |outer| tag(*outer))
    }

    /// The fragments in the page, by their paths below `_reusables`.
    pub(crate) fn fragments(&self, db: &dyn Db) -> Vec<Arc<str>> {
        let files: BTreeSet<&str> =
            self.inclusions.iter().filter_map(|inclusion| below_fragments(db, inclusion.fragment)).collect();
        files.into_iter().map(Arc::from).collect()
    }
}

impl Segment {
    /// The position in the file of a byte of the text.
    fn source_of(self, at: u32) -> u32 {
        if self.own { self.source } else { self.source + (at - self.at) }
    }
}

/// A fragment's path below the folder of fragments.
fn below_fragments(db: &dyn Db, fragment: File) -> Option<&str> {
    page_path(db, fragment)?.strip_prefix(FRAGMENTS)
}

/// The include tags in a page or fragment.
#[salsa::tracked(returns(ref))]
fn include_tags(db: &dyn Db, file: File) -> Vec<IncludeTag> {
    let text = file.text(db);
    if !may_have(text, ComponentKind::Include) {
        return Vec::new();
    }
    scan(text, frontmatter::split(text).1).into_includes()
}

/// A page with its fragments. Only for one that [`may_have`] an include.
#[salsa::tracked(returns(ref))]
fn included_page(db: &dyn Db, file: File) -> Included {
    let text = file.text(db);
    let mut page = Assembler { db, out: Included::default(), open: vec![file], room: MOST_BYTES, is_full: false };
    page.put(file, 0..text.len(), &Lines { prefix: "", one_line: false }, None);
    page.out
}

/// How the lines of an inserted text are written.
#[derive(Clone, Copy)]
struct Lines<'a> {
    /// The prefix of each line except the first.
    prefix: &'a str,
    /// Whether they are joined into one line.
    one_line: bool,
}

struct Assembler<'db> {
    db: &'db dyn Db,
    out: Included,
    /// The page and the fragments that are being inserted.
    open: Vec<File>,
    /// The number of bytes that may still be added.
    room: usize,
    /// Whether a limit was reached: nothing more is inserted.
    is_full: bool,
}

/// A tag with its closing tag.
struct Pair<'t> {
    open: &'t IncludeTag,
    /// The position after the replaced text.
    end: usize,
    /// The span of its closing tag, if there is content before it.
    close: Option<Span>,
}

impl Assembler<'_> {
    /// Appends a part of a file with its includes. Recurses at most [`DEEPEST`] levels.
    fn put(&mut self, file: File, range: std::ops::Range<usize>, lines: &Lines<'_>, inclusion: Option<u32>) {
        let db = self.db;
        let text = file.text(db);
        let mut at = range.start;
        let mut tags = include_tags(db, file).iter().peekable();
        while let Some(open) = tags.next() {
            let start = open.tag.span.start as usize;
            if open.tag.closing || start < at {
                continue;
            }
            let close = tags.next_if(|next| next.tag.closing && !open.tag.empty);
            let origin = Origin { file, span: open.tag.span, inclusion };
            let Some(fragment) = self.fragment(open, origin) else { continue };
            let pair = self.pair(text, open, close, origin);
            self.copy(file, at..start, lines, inclusion);
            self.put_fragment(fragment, &pair, origin, lines);
            at = pair.end;
            if let Some(close) = pair.close {
                self.copy(file, at..close.start as usize, lines, inclusion);
                at = close.end as usize;
            }
        }
        self.copy(file, at..range.end, lines, inclusion);
    }

    /// Replaces a tag with its fragment.
    fn put_fragment(&mut self, fragment: File, pair: &Pair<'_>, tag: Origin, lines: &Lines<'_>) {
        let text = fragment.text(self.db);
        let body = body(text);
        let prefix = format!("{}{}", lines.prefix, pair.open.prefix);
        let lines = Lines { prefix: &prefix, one_line: lines.one_line || pair.open.one_line };
        let inner = &text[body.clone()];
        let is_long = inner.contains('\n') && !lines.one_line;
        let needed = inner.len() + memchr::memchr_iter(b'\n', inner.as_bytes()).count() * prefix.len();
        match self.room.checked_sub(needed) {
            Some(room) if self.out.inclusions.len() < MOST_FRAGMENTS => self.room = room,
            _ => {
                self.is_full = true;
                let message = format!(
                    "the page includes more than {MOST_FRAGMENTS} fragments, or more than {} MiB of them",
                    MOST_BYTES >> 20
                );
                self.report(Diagnostic::new(Code::LimitExceeded, message, tag));
                return;
            }
        }
        let inclusion = self.out.inclusions.len() as u32;
        self.out.inclusions.push(Inclusion { fragment, tag });
        if is_long && pair.open.follows_tag {
            self.own("\n", tag.file, pair.open.tag.span.start as usize, tag.inclusion);
            self.own(&prefix, tag.file, pair.open.tag.span.start as usize, tag.inclusion);
        }
        self.open.push(fragment);
        self.put(fragment, body, &lines, Some(inclusion));
        self.open.pop();
        let rest = tag.file.text(self.db)[pair.end..].lines().next().unwrap_or_default();
        if is_long && pair.open.starts_line && !rest.trim().is_empty() {
            self.own("\n", tag.file, pair.end, tag.inclusion);
            self.own(&prefix, tag.file, pair.end, tag.inclusion);
        }
    }

    /// The fragment of a tag, if it can be inserted; otherwise reports why, and the tag stays.
    fn fragment(&mut self, include: &IncludeTag, origin: Origin) -> Option<File> {
        let db = self.db;
        let set = FileSet::of(db, origin.file);
        let written = include.tag.attributes.iter().find(|attribute| &*attribute.name == "src")?;
        let src = written.value.as_deref().map(str::trim).filter(|src| !src.is_empty())?;
        if self.is_full {
            return None;
        }
        let at = Origin { span: written.value_span, ..origin };
        let wrong = |code, message: String| Diagnostic::new(code, message, at);
        // A path from the root of the site, or of the project, names the folder of fragments itself.
        let docs = docs_folder(db, set.config(db));
        let rooted = src.strip_prefix('/').and_then(|path| {
            path.strip_prefix(&**docs).and_then(|path| path.strip_prefix('/')).unwrap_or(path).strip_prefix(FRAGMENTS)
        });
        let path = normal_path(rooted.unwrap_or(src)).filter(|path| path.ends_with(".md") && !path.contains('%'));
        let Some(path) = path else {
            let found = wrong(Code::InvalidInclude, format!("`{src}` is not a fragment path"));
            let name = format!("{src}.md");
            let known = pages(db, set).fragments.contains_key(name.as_str());
            let help = if known {
                format!("did you mean `{name}`?")
            } else {
                format!("write the path of a Markdown file below `{docs}/{FRAGMENTS}`, with forward slashes")
            };
            let fix = (known && written.is_verbatim())
                .then(|| Fix::rename(written.value_span, &name).map_place(|span| Origin { span, ..origin }));
            self.report(found.with_help(help).with_fix(fix));
            return None;
        };
        let Some(fragment) = fragment_at(db, PageId::new(db, set, path.clone())) else {
            let known = &pages(db, set).fragments;
            let docs = docs_folder(db, set.config(db));
            let help = did_you_mean(&path, known.keys().map(|path| &**path))
                .unwrap_or_else(|| format!("create `{docs}/{FRAGMENTS}{path}`"));
            let typo = only_typo(&path, known.keys().map(|path| &**path)).filter(|_| written.is_verbatim());
            let fix = typo.map(|path| Fix::rename(written.value_span, path));
            let found = wrong(Code::MissingFragment, format!("no fragment `{path}`")).with_help(help);
            self.report(found.with_fix(fix.map(|fix| fix.map_place(|span| Origin { span, ..origin }))));
            return None;
        };
        let refusal = match fragment.contents(db) {
            Contents::Text(_) => None,
            Contents::Outside => {
                Some(wrong(Code::InvalidInclude, format!("`{path}` is outside of the fragments folder")))
            }
            Contents::Unreadable(reason) => {
                Some(wrong(Code::UnreadableFile, format!("`{path}` cannot be read: {reason}")))
            }
            contents => contents.not_text(&format!("`{path}`")).map(|found| found.map_place(|_| at)),
        };
        let refusal = refusal.or_else(|| self.repeats(fragment).map(|message| wrong(Code::IncludeCycle, message)));
        let is_deep = self.open.len() > DEEPEST;
        let refusal = refusal.or_else(|| {
            let message = || format!("includes are nested more than {DEEPEST} levels deep");
            is_deep.then(|| wrong(Code::LimitExceeded, message()))
        });
        match refusal {
            Some(refusal) => {
                self.report(refusal);
                None
            }
            None if matches!(fragment.contents(db), Contents::Text(_)) => Some(fragment),
            None => None,
        }
    }

    /// The include chain through which a fragment would include itself.
    fn repeats(&self, fragment: File) -> Option<String> {
        let name = |file: File| below_fragments(self.db, file).unwrap_or_else(|| file.path(self.db));
        let first = self.open.iter().position(|open| *open == fragment)?;
        let chain: Vec<String> =
            self.open.iter().skip(first).chain([&fragment]).map(|file| format!("`{}`", name(*file))).collect();
        Some(format!("`{}` includes itself: {}", name(fragment), chain.join(" → ")))
    }

    /// The tag pair to replace. Reports its problems, since the parser will not see it.
    fn pair<'t>(&mut self, text: &str, open: &'t IncludeTag, close: Option<&IncludeTag>, origin: Origin) -> Pair<'t> {
        let mut found = Vec::new();
        check(ComponentKind::Include, &open.tag, None, &mut found);
        let mut pair = Pair { open, end: open.tag.span.end as usize, close: None };
        let name = ComponentKind::Include.name();
        match close {
            None if open.tag.empty => {}
            None => found.push(
                Diagnostic::new(Code::UnclosedComponent, format!("`<{name}>` has no closing tag"), open.tag.span)
                    .with_help(format!("write it as `<{name} src=\"…\" />`"))
                    .with_fix(open.tag.close_itself()),
            ),
            Some(close) => {
                let between = text.get(pair.end..close.tag.span.start as usize).unwrap_or_default();
                if between.trim().is_empty() {
                    pair.end = close.tag.span.end as usize;
                } else {
                    pair.close = Some(close.tag.span);
                    found.push(
                        Diagnostic::new(Code::InvalidNesting, format!("`<{name}>` takes no content"), open.tag.span)
                            .with_help(format!("write it as `<{name} src=\"…\" />`")),
                    );
                }
            }
        }
        for diagnostic in found {
            self.report(diagnostic.map_place(|span| Origin { span, ..origin }));
        }
        pair
    }

    fn report(&mut self, diagnostic: Diagnostic<Origin>) {
        self.out.diagnostics.push(diagnostic);
    }

    /// Appends a part of a file.
    fn copy(&mut self, file: File, range: std::ops::Range<usize>, lines: &Lines<'_>, inclusion: Option<u32>) {
        let text = file.text(self.db);
        let mut from = range.start;
        let has_prefix = lines.one_line || !lines.prefix.is_empty();
        while let Some(feed) = memchr::memchr(b'\n', &text.as_bytes()[from..range.end]).filter(|_| has_prefix) {
            let feed = from + feed;
            if lines.one_line {
                self.piece(&text[from..feed], file, from, false, inclusion);
                self.own(" ", file, feed, inclusion);
            } else {
                self.piece(&text[from..=feed], file, from, false, inclusion);
                let is_blank = text[feed + 1..].starts_with(['\n', '\r']);
                self.own(if is_blank { lines.prefix.trim_end() } else { lines.prefix }, file, feed + 1, inclusion);
            }
            from = feed + 1;
        }
        self.piece(&text[from..range.end], file, from, false, inclusion);
    }

    /// Appends generated text for the position `source` in a file.
    fn own(&mut self, text: &str, file: File, source: usize, inclusion: Option<u32>) {
        self.piece(text, file, source, true, inclusion);
    }

    fn piece(&mut self, text: &str, file: File, source: usize, own: bool, inclusion: Option<u32>) {
        if !text.is_empty() {
            let (at, source) = (self.out.text.len() as u32, source as u32);
            self.out.segments.push(Segment { at, file, source, own, inclusion });
            self.out.text.push_str(text);
        }
    }
}

/// The range of a fragment's text: without its frontmatter and surrounding blank lines.
fn body(text: &str) -> std::ops::Range<usize> {
    let mut start = frontmatter::split(text).1;
    while let Some(line) = text[start..].split_inclusive('\n').next().filter(|line| line.trim().is_empty()) {
        start += line.len();
    }
    start..start + text[start..].trim_end().len()
}
