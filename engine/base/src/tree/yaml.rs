//! The YAML reader: builds a tree from the events of `granit-parser`, iteratively.
//!
//! Aliases and merge keys are only marked here; `expand` expands them once the whole document has been read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use granit_parser::{Event, Options, Parser, ScalarStyle, Span as Range, Tag, YamlVersion};

use super::builder::{Failure, TreeBuilder};
use super::expand::expand;
use super::scalar::resolve;
use super::yaml_error::syntax_error;
use super::{Extent, FlatNode, Kind, Limits, NodeId, Parsed, Syntax, Tree};
use crate::diagnostic::{Code, Diagnostic, Span};

/// Parses `text` as one YAML document.
pub(super) fn parse(text: &str, limits: Limits) -> Parsed {
    let mut reader = YamlReader {
        text,
        builder: TreeBuilder::new(text, limits, text.len() / 24),
        anchors: BTreeMap::new(),
        complex_key: None,
        last_end: 0,
        has_document: false,
        must_expand: false,
        diagnostics: Vec::new(),
        extent: Extent::Whole,
    };
    if let Err(failure) = reader.document() {
        reader.extent = Extent::Cut;
        reader.diagnostics.push(*failure);
    }
    let YamlReader { mut builder, mut diagnostics, mut extent, must_expand, last_end, .. } = reader;
    diagnostics.extend(builder.finish(last_end));
    let TreeBuilder { mut nodes, owned, .. } = builder;
    if must_expand {
        let expanded = expand(text, &nodes, &owned, limits);
        nodes = expanded.nodes;
        if expanded.is_cut {
            extent = Extent::Cut;
        }
        diagnostics.extend(expanded.diagnostics);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    Parsed {
        tree: Tree { text: text.into(), nodes, owned, root: NodeId(0) },
        diagnostics,
        extent,
        syntax: Syntax::Yaml,
    }
}

struct YamlReader<'t> {
    text: &'t str,
    builder: TreeBuilder<'t>,
    /// The node of each anchor, by the parser's number.
    anchors: BTreeMap<usize, u32>,
    /// A collection used as a key, which is skipped: its start, and the number of open collections within it.
    complex_key: Option<(usize, usize)>,
    /// The end of the last scalar, alias or bracket, or the start of the last collection: block collections end there.
    last_end: usize,
    has_document: bool,
    must_expand: bool,
    diagnostics: Vec<Diagnostic<Span>>,
    extent: Extent,
}

impl<'t> YamlReader<'t> {
    fn document(&mut self) -> Result<(), Failure> {
        let mut options = Options::default();
        options.set_emit_comments(false);
        options.emit_unresolved_aliases = true;
        // The limit is enforced here; the parser's own limit bounds its lookahead.
        options.flow_nesting_limit = self.builder.limits.depth + 2;
        options.block_nesting_limit = self.builder.limits.depth + 2;
        for event in Parser::new_from_str_with_options(self.text, options) {
            let (event, range) = event.map_err(|error| syntax_error(self.text, self.builder.limits, &error))?;
            if let Event::DocumentStart(_, version) = event {
                if self.has_document {
                    self.problem("a second document begins here; only one per file is allowed", self.span(&range));
                    self.extent = Extent::Gaps;
                    return Ok(());
                }
                self.has_document = true;
                self.check_version(version);
            } else {
                self.node(event, &range)?;
            }
        }
        Ok(())
    }

    fn node(&mut self, event: Event<'t>, range: &Range) -> Result<(), Failure> {
        if let Some((start, depth)) = self.complex_key {
            return self.within_complex_key(&event, range, start, depth);
        }
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let is_merge = style == ScalarStyle::Plain && value == "<<";
                let node = self.scalar(value, style, tag.as_deref(), range);
                self.last_end = self.last_end.max(node.span().end as usize);
                self.anchor(anchor);
                self.push(node, is_merge)
            }
            Event::SequenceStart(_, anchor, tag) => self.begin(Kind::Array, anchor, tag.as_deref(), range),
            Event::MappingStart(_, anchor, tag) => self.begin(Kind::Object, anchor, tag.as_deref(), range),
            Event::SequenceEnd | Event::MappingEnd => {
                self.note_end(range);
                self.last_end = self.builder.end(self.last_end);
                Ok(())
            }
            Event::Alias(anchor) => self.alias(self.anchors.get(&anchor).copied(), range),
            Event::UnresolvedAlias(_) => self.alias(None, range),
            _ => Ok(()),
        }
    }

    /// Whether the next node is a key.
    fn at_key(&self) -> bool {
        self.builder.innermost().is_some_and(|node| node.kind == Kind::Object) && !self.builder.awaits_value()
    }

    fn push(&mut self, node: FlatNode, is_merge: bool) -> Result<(), Failure> {
        if !self.at_key() {
            return self.builder.push(node);
        }
        let key =
            FlatNode { kind: Kind::String, extra: if node.kind == Kind::String { node.extra } else { 0 }, ..node };
        if !is_merge {
            return self.builder.push_key(key);
        }
        self.must_expand = true;
        if let Some(object) = self.builder.innermost_mut() {
            object.merges = true;
        }
        self.builder.push_repeatable_key(FlatNode { merges: true, ..key })
    }

    fn scalar(&mut self, value: Cow<'t, str>, style: ScalarStyle, tag: Option<&Tag>, range: &Range) -> FlatNode {
        let span = self.span(range);
        let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let plain = style == ScalarStyle::Plain;
        if plain && span.start == span.end {
            let at = self.place_of_nothing(span.start as usize);
            return FlatNode::new(at, at, self.kind("", true, tag, range));
        }
        let kind = self.kind(&value, plain, tag, range);
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let slice = match &value {
            Cow::Borrowed(value) if !is_block => self.offset_of(value),
            _ => None,
        };
        if let Some(start) = slice {
            return FlatNode { quoted, ..FlatNode::new(start, start + value.len(), kind) };
        }
        let source = self.text.get(span.range()).unwrap_or_default();
        // The parser places an empty block scalar at the next token, or at its `|` if there is none.
        let (start, end) = match is_block && value.bytes().all(|byte| byte == b'\n') {
            true => (self.last_end, self.last_end),
            false => {
                let start = span.start as usize;
                (start, start + source.trim_end_matches([' ', '\t', '\r', '\n']).len())
            }
        };
        self.builder.owned.push(value.into());
        let extra = self.builder.owned.len() as u32;
        let quote = usize::from(quoted);
        let start = start + quote;
        FlatNode { quoted, extra, ..FlatNode::new(start, end.saturating_sub(quote).max(start), Kind::String) }
    }

    /// The position of an omitted value: after the colon rather than at the next token. An omitted key is before its
    /// colon.
    fn place_of_nothing(&self, at: usize) -> usize {
        if self.at_key() {
            return at;
        }
        let before = self.text.get(..at).unwrap_or_default().trim_end_matches(' ');
        match self.text.as_bytes().get(at) {
            _ if before.is_empty() || before.ends_with(['\n', '\r']) => self.last_end,
            Some(b':') => at + 1,
            _ => at,
        }
    }

    /// The offset of a borrowed value in the text.
    fn offset_of(&self, value: &str) -> Option<usize> {
        let offset = (value.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (offset + value.len() <= self.text.len()).then_some(offset)
    }

    /// The kind of a scalar. Tags of the core schema only repeat what the form of a plain scalar says, except `!!str`
    /// and `!`.
    fn kind(&mut self, value: &str, plain: bool, tag: Option<&Tag>, range: &Range) -> Kind {
        let Some(tag) = tag else { return if plain { resolve(value) } else { Kind::String } };
        match tag.core_suffix() {
            Some("str") => Kind::String,
            Some(_) if plain => resolve(value),
            Some(_) => Kind::String,
            None if tag.original() == "!" => Kind::String,
            None => {
                self.custom_tag(tag, range);
                if plain { resolve(value) } else { Kind::String }
            }
        }
    }

    fn custom_tag(&mut self, tag: &Tag, range: &Range) {
        let span = range.tag_span().map_or_else(|| self.span(range), |tag| self.span(&tag));
        let message = format!("the tag `{}` is not supported", tag.original());
        let found = Diagnostic::new(Code::InvalidYaml, message, span);
        self.diagnostics.push(found.with_help("remove the tag; the value is read as if it had no tag".to_owned()));
    }

    fn begin(&mut self, kind: Kind, anchor: usize, tag: Option<&Tag>, range: &Range) -> Result<(), Failure> {
        let start = self.span(range).start as usize;
        if self.at_key() {
            self.complex_key = Some((start, 1));
            return Ok(());
        }
        if let Some(tag) = tag.filter(|tag| tag.is_custom() && tag.original() != "!") {
            self.custom_tag(tag, range);
        }
        self.anchor(anchor);
        self.last_end = self.last_end.max(start);
        self.builder.begin(kind, start)
    }

    /// Records that the next node has an anchor.
    fn anchor(&mut self, anchor: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, self.builder.nodes.len() as u32);
        }
    }

    fn alias(&mut self, target: Option<u32>, range: &Range) -> Result<(), Failure> {
        let span = self.span(range);
        self.last_end = self.last_end.max(span.end as usize);
        let found = target.and_then(|target| Some((target, *self.builder.nodes.get(target as usize)?)));
        let (start, end) = (span.start as usize, span.end as usize);
        let Some((target, node)) = found else {
            let name = self.text.get(span.range()).unwrap_or_default();
            self.problem(&format!("the alias `{name}` has no anchor before it"), span);
            self.extent = Extent::Gaps;
            return self.push(FlatNode::new(start, end, Kind::Null), false);
        };
        if !node.is_container() {
            return self.push(FlatNode { merges: false, ..node }, false);
        }
        if self.at_key() {
            self.problem("a key must be a scalar, not a list or mapping", span);
            return self.push(FlatNode::new(start, end, Kind::String), false);
        }
        if node.extra == 0 {
            self.problem("the alias is inside the value that it repeats", span);
            self.extent = Extent::Gaps;
            return self.push(FlatNode::new(start, end, Kind::Null), false);
        }
        self.must_expand = true;
        self.push(FlatNode { extra: target + 1, ..FlatNode::new(start, end, Kind::Null) }, false)
    }

    /// Skips a collection used as a key; its source text becomes the key.
    fn within_complex_key(
        &mut self,
        event: &Event<'t>,
        range: &Range,
        start: usize,
        depth: usize,
    ) -> Result<(), Failure> {
        self.note_end(range);
        let depth = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => depth + 1,
            Event::SequenceEnd | Event::MappingEnd => depth - 1,
            _ => depth,
        };
        self.complex_key = Some((start, depth));
        if depth > 0 {
            return Ok(());
        }
        self.complex_key = None;
        let end = self.last_end.max(start);
        self.last_end = end;
        self.problem("a key must be a scalar, not a list or mapping", Span::new(start, end));
        self.push(FlatNode::new(start, end, Kind::String), false)
    }

    /// Moves the last end after a token; the end of a block collection has no width.
    fn note_end(&mut self, range: &Range) {
        let span = self.span(range);
        if span.start < span.end {
            self.last_end = self.last_end.max(span.end as usize);
        }
    }

    fn check_version(&mut self, version: Option<YamlVersion>) {
        let Some(version) = version.filter(|version| (version.major, version.minor) < (1, 2)) else { return };
        let at = self.text.find("%YAML").unwrap_or(0);
        let line = self.text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let message = format!("YAML {}.{} is not supported", version.major, version.minor);
        let found = Diagnostic::new(Code::InvalidYaml, message, Span::new(at, at + line.trim_end().len()));
        self.diagnostics.push(found.with_help("remove the line; the file is read as YAML 1.2".to_owned()));
    }

    fn problem(&mut self, message: &str, span: Span) {
        self.diagnostics.push(Diagnostic::new(Code::InvalidYaml, message, span));
    }

    fn span(&self, range: &Range) -> Span {
        let offset = |marker: &granit_parser::Marker| marker.byte_offset().unwrap_or(0).min(self.text.len());
        Span::new(offset(&range.start), offset(&range.end))
    }
}
