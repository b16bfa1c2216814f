//! Splits a document into parts: by its tree, or a YAML document by its lines, which is cheaper and needs no parse.
//!
//! Splitting by lines relies on indentation: a line at or left of a key's column cannot belong to its value, except `-
//! ` at the same column. Exceptions to this rule (flow collections that close further left, anchors used elsewhere)
//! show up when a part is parsed separately: it must be exactly one key. The caller of `by_lines` must check that.

use std::collections::HashMap;
use std::ops::Range;

use base::diagnostic::{Diagnostic, Span};
use base::tree::{MOST_DUPLICATES, NodeRef, Tree, duplicate};

/// The section of an OpenAPI document that a chunk belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, salsa::SalsaValue)]
pub enum Section {
    /// A top-level field: `name` is its key, `member` empty. `name` is empty for a document that has no fields.
    Root,
    /// `paths`: `name` is the path, `member` a method or another field of the path item; empty for a path item that has
    /// no fields or is not an object.
    Paths,
    /// `webhooks`: `name` is the name of the webhook, `member` as in `paths`.
    Webhooks,
    /// `components`: `name` is the kind (`schemas`), `member` the component's name; empty for a kind without
    /// components.
    Components,
    /// A file that is not a whole document, or one of its top-level fields: `name` is the field, empty for the whole
    /// file; `member` is empty.
    Fragment,
}

impl Section {
    /// The section that a top-level key opens. A section without members is treated as a top-level field.
    pub(crate) fn of(key: &str) -> Option<Self> {
        match key {
            "paths" => Some(Self::Paths),
            "webhooks" => Some(Self::Webhooks),
            "components" => Some(Self::Components),
            _ => None,
        }
    }

    /// The top-level key that opens the section.
    fn key(self) -> Option<&'static str> {
        match self {
            Self::Root | Self::Fragment => None,
            Self::Paths => Some("paths"),
            Self::Webhooks => Some("webhooks"),
            Self::Components => Some("components"),
        }
    }
}

/// The key of a chunk in its document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, salsa::SalsaValue)]
pub struct ChunkKey {
    /// The section of the document.
    pub section: Section,
    /// The name in the section: a path, a kind of component.
    pub name: Box<str>,
    /// The name below it: a method, a component; empty for the whole.
    pub member: Box<str>,
}

impl ChunkKey {
    /// The key that the chunk's text begins with.
    pub(crate) fn last(&self) -> &str {
        if self.member.is_empty() { &self.name } else { &self.member }
    }

    /// The keys from the document's root to the chunk.
    pub(crate) fn path(&self) -> impl Iterator<Item = &str> {
        let member = Some(&*self.member).filter(|member| !member.is_empty());
        self.section.key().into_iter().chain([&*self.name]).chain(member)
    }

    /// Whether it represents something that would be split further if it had members.
    pub(crate) fn is_unsplit(&self) -> bool {
        self.member.is_empty() && (self.section != Section::Root || Section::of(&self.name).is_some())
    }

    /// Whether it belongs to a path item: extensions are allowed between paths (OpenAPI 3.1.1, section 4.8.8).
    pub(crate) fn is_of_path_item(&self) -> bool {
        match self.section {
            Section::Paths => !self.name.starts_with("x-"),
            Section::Webhooks => true,
            Section::Root | Section::Components | Section::Fragment => false,
        }
    }
}

/// The spans of a part's keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeySpans {
    /// The part's own key.
    pub(crate) own: Span,
    /// The key above it in its section, such as the path of an operation; otherwise its own.
    pub(crate) above: Span,
}

impl KeySpans {
    /// The spans of a part without a key above it.
    pub(crate) fn alone(own: Span) -> Self {
        Self { own, above: own }
    }
}

/// A part of a document.
#[derive(Debug)]
pub(crate) struct SplitPart<V> {
    pub(crate) key: ChunkKey,
    pub(crate) keys: KeySpans,
    pub(crate) value: V,
}

/// A key and its value, and within sections its members.
#[derive(Debug)]
struct SplitEntry<'t, V> {
    name: &'t str,
    key_span: Span,
    value: V,
    members: Vec<Self>,
}

/// The parts of a document, split by its tree, in order; of duplicate keys the last.
pub(crate) fn by_tree(tree: &Tree) -> Vec<SplitPart<NodeRef<'_>>> {
    let root = tree.root();
    if root.entries().next().is_none() {
        let key = ChunkKey { section: Section::Root, name: Box::default(), member: Box::default() };
        let key_span = Span { end: root.span().start, ..root.span() };
        return vec![SplitPart { key, keys: KeySpans::alone(key_span), value: root }];
    }
    let roots: Vec<_> = entries(root, 0).collect();
    parts(&roots, &mut Vec::new())
}

fn entries(object: NodeRef<'_>, level: usize) -> impl Iterator<Item = SplitEntry<'_, NodeRef<'_>>> {
    object.entries().map(move |(key, value)| {
        let splits = level == 1 || (level == 0 && Section::of(key.text()).is_some());
        let members = if splits { entries(value, level + 1).collect() } else { Vec::new() };
        SplitEntry { name: key.text(), key_span: key.span(), value, members }
    })
}

fn parts<V: Clone>(roots: &[SplitEntry<'_, V>], duplicates: &mut Vec<Diagnostic<Span>>) -> Vec<SplitPart<V>> {
    let mut parts = Vec::new();
    let mut add = |section, name: &str, member: &str, above: &SplitEntry<'_, V>, entry: &SplitEntry<'_, V>| {
        let key = ChunkKey { section, name: name.into(), member: member.into() };
        let keys = KeySpans { own: entry.key_span, above: above.key_span };
        parts.push(SplitPart { key, keys, value: entry.value.clone() });
    };
    for root in last_of_each(roots, duplicates) {
        let section = Section::of(root.name).filter(|_| !root.members.is_empty());
        let Some(section) = section else {
            add(Section::Root, root.name, "", root, root);
            continue;
        };
        for item in last_of_each(&root.members, duplicates) {
            if item.members.is_empty() {
                add(section, item.name, "", item, item);
            }
            for member in last_of_each(&item.members, duplicates) {
                add(section, item.name, member.name, item, member);
            }
        }
    }
    parts
}

/// The entries without earlier duplicates, which are reported.
fn last_of_each<'e, 't, V>(
    entries: &'e [SplitEntry<'t, V>],
    duplicates: &mut Vec<Diagnostic<Span>>,
) -> Vec<&'e SplitEntry<'t, V>> {
    let mut last: HashMap<&str, usize> = HashMap::with_capacity(entries.len());
    let mut kept: Vec<Option<&SplitEntry<'t, V>>> = Vec::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        kept.push(Some(entry));
        let earlier = last.insert(entry.name, at).and_then(|earlier| kept.get_mut(earlier)).and_then(Option::take);
        if let Some(earlier) = earlier.filter(|_| duplicates.len() < MOST_DUPLICATES) {
            duplicates.push(duplicate(entry.name, earlier.key_span, entry.key_span));
        }
    }
    kept.into_iter().flatten().collect()
}

/// The parts of an indented JSON document, split by its lines: an object's members begin on lines of the same indentation,
/// and a value that spans lines ends at the first line of its key's indentation that begins with the bracket. `None` if the
/// document is not indented that way, or repeats a key. The text between the values is checked; whether each value is
/// valid JSON is not.
pub(crate) fn by_indentation(text: &str) -> Option<Vec<SplitPart<Range<usize>>>> {
    let mut reader = IndentedReader { text, at: 0 };
    reader.take("{")?;
    let roots = reader.members(0, "")?;
    let is_end = reader.text.get(reader.at..)?.bytes().all(|byte| byte.is_ascii_whitespace());
    let mut duplicates = Vec::new();
    let parts = parts(&roots, &mut duplicates);
    (is_end && duplicates.is_empty() && !parts.is_empty()).then_some(parts)
}

/// Reads the upper levels of an indented JSON document.
struct IndentedReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> IndentedReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, expected: &str) -> Option<()> {
        self.rest().starts_with(expected).then(|| self.at += expected.len())
    }

    fn line_end(&mut self) -> Option<()> {
        self.take("\n").or_else(|| self.take("\r\n"))
    }

    /// The members of an object, from the byte after its brace to the end of the closing one, whose indentation is
    /// `outer`. Its depth is bounded by the levels at which documents are split.
    fn members(&mut self, level: usize, outer: &str) -> Option<Vec<SplitEntry<'t, Range<usize>>>> {
        let mut members = Vec::new();
        let rest = self.rest();
        let line = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
        let indent = line.get(..line.len() - line.trim_start_matches([' ', '\t']).len())?;
        loop {
            self.line_end()?;
            if self.rest().strip_prefix(outer).is_some_and(|rest| rest.starts_with('}')) {
                self.at += outer.len() + 1;
                return Some(members);
            }
            self.take(indent)?;
            members.push(self.member(level, indent)?);
            // A comma before the last brace is an error, which only parsing reports.
            if self.take(",").is_none() {
                self.line_end()?;
                self.take(outer)?;
                self.take("}")?;
                return Some(members);
            }
            let is_member = |rest: &str| rest.strip_prefix(indent).is_some_and(|rest| rest.starts_with('"'));
            let rest = self.rest();
            let next = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
            is_member(next).then_some(())?;
        }
    }

    /// A member whose line has this indentation, up to the end of its value.
    fn member(&mut self, level: usize, indent: &str) -> Option<SplitEntry<'t, Range<usize>>> {
        let key_start = self.at;
        self.take("\"")?;
        let name_start = self.at;
        let len = memchr::memchr2(b'"', b'\\', self.rest().as_bytes())?;
        self.at += len;
        let name = self.text.get(name_start..self.at)?;
        self.take("\"")?;
        if name.contains(|c: char| c.is_control()) {
            return None;
        }
        let key_span = Span::new(key_start, self.at);
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.take(":")?;
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
        let start = self.at;
        let splits = level == 1 || (level == 0 && Section::of(name).is_some());
        let mut members = Vec::new();
        let spans_lines = |open: char| {
            self.rest().strip_prefix(open).is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"))
        };
        if splits && spans_lines('{') {
            self.at += 1;
            members = self.members(level + 1, indent)?;
        } else if let Some((_, close)) = [('{', '}'), ('[', ']')].into_iter().find(|(open, _)| spans_lines(*open)) {
            let last_line = format!("\n{indent}{close}");
            self.at += memchr::memmem::find(self.rest().as_bytes(), last_line.as_bytes())? + last_line.len();
        } else {
            let rest = self.rest();
            let line = rest.get(..memchr::memchr(b'\n', rest.as_bytes())?)?.trim_end_matches('\r');
            let value = line.strip_suffix(',').unwrap_or(line);
            // The members of an object on one line are not split.
            if splits && value.starts_with('{') && value != "{}" {
                return None;
            }
            self.at += value.len();
        }
        Some(SplitEntry { name, key_span, value: start..self.at, members })
    }
}

/// A YAML document split by its lines.
#[derive(Debug)]
pub(crate) struct Lines {
    /// In order; of duplicate keys the last. Each consists of whole lines, starting with that of the key.
    pub(crate) parts: Vec<SplitPart<Range<usize>>>,
    pub(crate) duplicates: Vec<Diagnostic<Span>>,
    /// Whether all lines fit the pattern and no key is repeated: the value of a repeated key is in no part, so parsing the
    /// parts cannot show where it ends. If not, the parts are a best effort for a document that does not parse.
    pub(crate) is_regular: bool,
}

/// Splits a YAML document by its lines; `None` if its top level is not a block mapping.
pub(crate) fn by_lines(text: &str) -> Option<Lines> {
    let lone_return = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let is_odd =
        memchr::memchr(0, text.as_bytes()).is_some() || memchr::memchr_iter(b'\r', text.as_bytes()).any(lone_return);
    if is_odd {
        return None;
    }
    let mut splitter = LineSplitter {
        roots: Vec::new(),
        open: 0,
        is_split: [false; 2],
        columns: [0; 3],
        trailing_comment: None,
        is_regular: true,
        has_marker: false,
    };
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let len = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
        if !splitter.line(at, rest.get(..len).unwrap_or_default())? {
            break;
        }
        at += len;
    }
    splitter.close(0, at);
    let mut duplicates = Vec::new();
    let parts = parts(&splitter.roots, &mut duplicates);
    let is_regular = splitter.is_regular && duplicates.is_empty();
    (!parts.is_empty()).then_some(Lines { parts, duplicates, is_regular })
}

struct LineSplitter<'t> {
    roots: Vec<SplitEntry<'t, Range<usize>>>,
    /// The number of open entries, each the last member of the one before.
    open: usize,
    /// Whether the open root entry and its open member are split further.
    is_split: [bool; 2],
    /// The columns of the open entries, and of the entries of the next level once one was seen.
    columns: [usize; 3],
    /// The start of a run of comments after the innermost entry's value, unless the value has continued since.
    trailing_comment: Option<usize>,
    is_regular: bool,
    has_marker: bool,
}

impl<'t> LineSplitter<'t> {
    /// Processes the line that starts at `at`. Returns false at the end of the document, `None` if it cannot be split.
    fn line(&mut self, at: usize, line: &'t str) -> Option<bool> {
        let content = line.trim_start_matches(' ');
        let column = line.len() - content.len();
        let content = content.trim_end_matches(['\n', '\r', ' ', '\t']);
        let is_comment = content.trim_start_matches('\t').starts_with('#');
        if content.is_empty() || is_comment {
            let innermost = self.columns.get(self.open.wrapping_sub(1));
            if is_comment && innermost.is_some_and(|&innermost| column <= innermost) {
                self.trailing_comment = self.trailing_comment.or(Some(at));
            }
            return Some(true);
        }
        if column == 0 && is_marker(content) {
            let is_first = self.roots.is_empty() && !self.has_marker && content == "---";
            self.has_marker = true;
            self.is_regular &= is_first;
            return Some(self.roots.is_empty());
        }
        let level = self.level(column);
        match level.and_then(|level| Some((level, key(content)?))) {
            Some((level, key)) => self.begin(level, column, at, &key),
            None if self.roots.is_empty() => return None,
            None => {
                // The value of the innermost entry continues, or is malformed.
                let dash = content == "-" || content.starts_with("- ");
                let within = self.columns.get(self.open.wrapping_sub(1)).is_some_and(|&innermost| {
                    let is_leaf = !self.is_split.get(self.open - 1).is_some_and(|&is_split| is_split);
                    is_leaf && (column > innermost || (column == innermost && dash))
                });
                // The value of an explicit key without one ends after the comments that follow it.
                let is_explicit = matches!(content.trim_start_matches("- ").strip_prefix('?'), Some(rest) if rest.is_empty() || rest.starts_with(' '));
                self.is_regular &= within && !is_explicit;
                self.trailing_comment = None;
            }
        }
        Some(true)
    }

    /// The level of an entry at this column, if an entry is possible there.
    fn level(&mut self, column: usize) -> Option<usize> {
        if column == 0 {
            return Some(0);
        }
        for level in 1..3 {
            if self.open < level || !self.is_split.get(level - 1).is_some_and(|&is_split| is_split) {
                return None;
            }
            let known = self.columns.get_mut(level)?;
            if *known == 0 {
                *known = column;
            }
            if column <= *known {
                return (column == *known).then_some(level);
            }
        }
        None
    }

    fn begin(&mut self, level: usize, column: usize, at: usize, key: &LineKey<'t>) {
        self.close(level, at);
        let is_split = level == 1 || (level == 0 && Section::of(key.name).is_some());
        let value = key.rest.trim_start();
        // Other values may have no members; parsing will tell.
        let is_header = value.is_empty() || value.starts_with('#');
        if let Some(open) = self.is_split.get_mut(level) {
            *open = is_split && is_header;
        }
        let start = at + column;
        let key_span = Span::new(start, start + key.len);
        if let Some(siblings) = self.siblings(level) {
            siblings.push(SplitEntry { name: key.name, key_span, value: at..at, members: Vec::new() });
        }
        self.open = level + 1;
        if let Some(known) = self.columns.get_mut(level) {
            *known = column;
        }
        // The columns of deeper levels are unknown again.
        self.columns.iter_mut().skip(level + 1).for_each(|known| *known = 0);
    }

    /// The open list of entries of a level.
    fn siblings(&mut self, level: usize) -> Option<&mut Vec<SplitEntry<'t, Range<usize>>>> {
        let mut siblings = &mut self.roots;
        for _ in 0..level {
            siblings = &mut siblings.last_mut()?.members;
        }
        Some(siblings)
    }

    /// Closes the open entries from `level` on; the next line starts at `at`.
    fn close(&mut self, level: usize, at: usize) {
        let end = self.trailing_comment.take().unwrap_or(at);
        for level in level..self.open {
            if let Some(entry) = self.siblings(level).and_then(|siblings| siblings.last_mut()) {
                entry.value.end = end;
            }
        }
        self.open = self.open.min(level);
    }
}

/// Whether a line marks the start or the end of a document.
fn is_marker(content: &str) -> bool {
    ["---", "..."]
        .into_iter()
        .any(|marker| content.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])))
}

/// A key at the start of a line.
struct LineKey<'t> {
    name: &'t str,
    /// Its length in the source, quotes included.
    len: usize,
    /// The text after the colon.
    rest: &'t str,
}

/// The key at the start of a line, if it is plain or quoted without escapes.
fn key(content: &str) -> Option<LineKey<'_>> {
    const LONGEST: usize = 1000;
    let first = content.chars().next()?;
    let (name, len) = match first {
        '"' | '\'' => {
            let name = content.get(1..)?.split(first).next()?;
            (name, name.len() + 2)
        }
        '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '%' | '@' | '`' | '-' | '?' | ',' | ':' | '#' => {
            return None;
        }
        _ => {
            let ends = |at: &usize| matches!(content.as_bytes().get(at + 1), None | Some(b' '));
            let colon = memchr::memchr_iter(b':', content.as_bytes()).find(ends)?;
            let name = content.get(..colon)?.trim_end_matches(' ');
            (name, name.len())
        }
    };
    let rest = content.get(len..)?.trim_start_matches(' ').strip_prefix(':')?;
    let is_odd = |c: char| c.is_control() || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    let is_simple = len <= LONGEST
        && !name.contains(is_odd)
        && !name.contains('\\')
        && (first == '"' || first == '\'' || !(name.contains(" #") || name == "<<"))
        && (rest.is_empty() || rest.starts_with(' '));
    is_simple.then_some(LineKey { name, len, rest })
}
