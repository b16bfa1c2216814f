//! Edits of `tool.json` that preserve every other byte: text is only inserted, at positions from the syntax tree, with
//! the file's own line endings and indentation. Depends on JSON only, not on the meaning of the members.

use base::diagnostic::Span;
use base::tree::{Kind, Limits, NodeRef, Parsed, Tree, write_string};

/// A value to insert.
#[derive(Clone, Debug)]
pub(crate) enum NewValue {
    String(String),
    Array(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
    /// A value as it is written elsewhere in the file, at a lesser indentation.
    Verbatim(String),
}

impl NewValue {
    fn is_scalar(&self) -> bool {
        matches!(self, Self::String(_))
    }

    /// Objects of scalars and arrays of scalars are written on one line.
    fn is_inline(&self) -> bool {
        match self {
            Self::String(_) => true,
            Self::Verbatim(text) => !text.contains('\n'),
            Self::Array(items) => items.iter().all(Self::is_scalar),
            Self::Object(members) => members.iter().all(|(_, value)| value.is_scalar()),
        }
    }
}

/// Why a file cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) reason: String,
    pub(crate) span: Span,
}

/// A parsed configuration file, from which edits are planned.
#[derive(Debug)]
pub(crate) struct ConfigSource {
    tree: Tree,
    has_mark: bool,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl ConfigSource {
    /// Reads `text`.
    ///
    /// # Errors
    /// If the text is invalid. A duplicate key is an error too, since the intended member is unknown.
    pub(crate) fn read(text: &str) -> Result<Self, Refused> {
        let stripped = text.strip_prefix(BYTE_ORDER_MARK);
        let mark = if stripped.is_some() { BYTE_ORDER_MARK.len_utf8() as u32 } else { 0 };
        let Parsed { tree, diagnostics, .. } = Tree::from_json(stripped.unwrap_or(text), Limits::default());
        if let Some(problem) = diagnostics.into_iter().next() {
            return Err(Refused { reason: problem.message, span: problem.place.unwrap_or_default().shifted(mark) });
        }
        if !tree.root().is_object() {
            return Err(Refused { reason: "it is not a JSON object".to_owned(), span: Span::default() });
        }
        Ok(Self { tree, has_mark: stripped.is_some() })
    }

    /// The root object.
    pub(crate) fn root(&self) -> NodeRef<'_> {
        self.tree.root()
    }

    /// The span of a node in the parsed text.
    pub(crate) fn span(&self, node: NodeRef<'_>) -> Span {
        node.span().shifted(if self.has_mark { BYTE_ORDER_MARK.len_utf8() as u32 } else { 0 })
    }

    /// Starts an edit of `text`, the parsed text.
    pub(crate) fn edit<'t>(&'t self, text: &'t str) -> Edit<'t> {
        let text = if self.has_mark { &text[BYTE_ORDER_MARK.len_utf8()..] } else { text };
        let line_end = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let mut edit =
            Edit { text, has_mark: self.has_mark, line_end, unit: String::from("  "), insertions: Vec::new() };
        let first = self.root().entries().next();
        if let Some(indent) = first.and_then(|(key, _)| edit.own_line(key)).filter(|indent| !indent.is_empty()) {
            edit.unit = indent.to_owned();
        }
        edit
    }
}

/// The insertions of an edit.
#[derive(Debug)]
pub(crate) struct Edit<'t> {
    text: &'t str,
    has_mark: bool,
    line_end: &'static str,
    /// One level of indentation.
    unit: String,
    /// Inserted texts with their positions.
    insertions: Vec<(usize, String)>,
}

impl Edit<'_> {
    /// Adds members at the end of an object. At most once per object.
    pub(crate) fn append_members(&mut self, object: NodeRef<'_>, members: &[(&str, NewValue)]) {
        let last = object.entries().last();
        let pieces = |edit: &Self, indent: &str| -> Vec<String> {
            members.iter().map(|(key, value)| edit.member(key, value, indent)).collect()
        };
        self.append(object, last, false, pieces);
    }

    /// Adds items at the end of an array. At most once per array.
    pub(crate) fn append_items(&mut self, array: NodeRef<'_>, items: &[NewValue]) {
        let last = array.items().last().map(|item| (item, item));
        let pieces = |edit: &Self, indent: &str| -> Vec<String> {
            let piece = |value: &NewValue| {
                let mut out = String::new();
                edit.write(value, indent, &mut out);
                out
            };
            items.iter().map(piece).collect()
        };
        self.append(array, last, items.iter().all(NewValue::is_scalar), pieces);
    }

    /// Adds an item at the start of a non-empty array.
    pub(crate) fn prepend_item(&mut self, array: NodeRef<'_>, value: &NewValue) {
        match array.items().next() {
            Some(first) => self.insert_before(array, first, value),
            None => self.append_items(array, std::slice::from_ref(value)),
        }
    }

    /// Adds an item before another one of an array.
    pub(crate) fn insert_before(&mut self, array: NodeRef<'_>, first: NodeRef<'_>, value: &NewValue) {
        let at = first.span().start as usize;
        let mut out = String::new();
        match self.own_line(first).map(ToOwned::to_owned) {
            Some(indent) => {
                self.write(value, &indent, &mut out);
                out.push(',');
                out.push_str(self.line_end);
                out.push_str(&indent);
            }
            None => {
                let indent = format!("{}{}", self.line_indent(array), self.unit);
                self.break_line(&indent, &mut out);
                self.write(value, &indent, &mut out);
                out.push(',');
                self.break_line(&indent, &mut out);
            }
        }
        self.insertions.push((at, out));
    }

    /// Adds a member at the start of a non-empty object.
    pub(crate) fn prepend_member(&mut self, object: NodeRef<'_>, key: &str, value: &NewValue) {
        let Some((first, _)) = object.entries().next() else { return };
        let indent = self.own_line(first).map(ToOwned::to_owned);
        let mut out = self.member(key, value, self.line_indent(first));
        out.push(',');
        match indent {
            Some(indent) => self.break_line(&indent, &mut out),
            None => out.push(' '),
        }
        self.insertions.push((first.span().start as usize, out));
    }

    /// Wraps a value in an object: first `member`, then `key` with the value.
    pub(crate) fn wrap_in_object(&mut self, value: NodeRef<'_>, member: (&str, &NewValue), key: &str) {
        let (before, after) = self.object_around(value, member, key);
        self.insertions.push((value.span().start as usize, before));
        self.insertions.push((value.span().end as usize, after));
    }

    /// Wraps a value in an object: first `key` with the value, then another member.
    pub(crate) fn wrap_as_member(&mut self, value: NodeRef<'_>, key: &str, (name, of_name): (&str, &NewValue)) {
        let mut before = String::from("{ ");
        write_string(key, &mut before);
        before.push_str(": ");
        let after = format!(", {} }}", self.member(name, of_name, self.line_indent(value)));
        self.insertions.push((value.span().start as usize, before));
        self.insertions.push((value.span().end as usize, after));
    }

    /// Replaces a value with a list of it and further items. With `object`, which has the member and key of
    /// [`Self::wrap_in_object`], the value becomes an object first.
    pub(crate) fn wrap_in_list(
        &mut self,
        value: NodeRef<'_>,
        object: Option<((&str, &NewValue), &str)>,
        further: &[NewValue],
    ) {
        let outer = self.line_indent(value).to_owned();
        let indent = format!("{outer}{}", self.unit);
        // The lines of a multi-line value stay in place.
        let is_one_line = !self.text.get(value.span().range()).is_some_and(|text| text.contains('\n'));
        let mut before = String::from("[");
        if is_one_line {
            self.break_line(&indent, &mut before);
        }
        let mut after = String::new();
        if let Some((member, key)) = object {
            let (start, end) = self.object_around(value, member, key);
            before.push_str(&start);
            after.push_str(&end);
        }
        for item in further {
            after.push(',');
            if is_one_line {
                self.break_line(&indent, &mut after);
            } else {
                after.push(' ');
            }
            self.write(item, if is_one_line { &indent } else { &outer }, &mut after);
        }
        if is_one_line {
            self.break_line(&outer, &mut after);
        }
        after.push(']');
        self.insertions.push((value.span().start as usize, before));
        self.insertions.push((value.span().end as usize, after));
    }

    /// The text before and after a value that becomes a member of a new object.
    fn object_around(&self, value: NodeRef<'_>, (name, of_name): (&str, &NewValue), key: &str) -> (String, String) {
        let mut before = format!("{{ {}, ", self.member(name, of_name, self.line_indent(value)));
        write_string(key, &mut before);
        before.push_str(": ");
        (before, " }".to_owned())
    }

    fn member(&self, key: &str, value: &NewValue, indent: &str) -> String {
        let mut out = String::new();
        write_string(key, &mut out);
        out.push_str(": ");
        self.write(value, indent, &mut out);
        out
    }

    /// The new text, or `None` if nothing was inserted.
    pub(crate) fn finish(mut self) -> Option<String> {
        if self.insertions.is_empty() {
            return None;
        }
        self.insertions.sort_by_key(|&(at, _)| at);
        let added: usize = self.insertions.iter().map(|(_, text)| text.len()).sum();
        let mut out = String::with_capacity(self.text.len() + added + BYTE_ORDER_MARK.len_utf8());
        if self.has_mark {
            out.push(BYTE_ORDER_MARK);
        }
        let mut done = 0;
        for (at, text) in &self.insertions {
            out.push_str(&self.text[done..*at]);
            out.push_str(text);
            done = *at;
        }
        out.push_str(&self.text[done..]);
        Some(out)
    }

    /// Adds pieces after the last child (given by its first and last node), or into an empty container.
    fn append(
        &mut self,
        container: NodeRef<'_>,
        last: Option<(NodeRef<'_>, NodeRef<'_>)>,
        scalars: bool,
        pieces: impl Fn(&Self, &str) -> Vec<String>,
    ) {
        debug_assert!(matches!(container.kind(), Kind::Array | Kind::Object));
        let outer = self.line_indent(container).to_owned();
        let own_line = last.and_then(|(start, _)| self.own_line(start)).map(ToOwned::to_owned);
        let on_one_line = last.is_some() && own_line.is_none();
        let indent = own_line.unwrap_or_else(|| format!("{outer}{}", self.unit));
        let at = match last {
            Some((_, end)) => end.span().end as usize,
            None => container.span().start as usize + 1,
        };
        let close = (container.span().end as usize).saturating_sub(1);
        let closes_on_its_line = self.text.get(at..close).is_some_and(|rest| rest.contains('\n'));
        let mut out = String::new();
        for (number, piece) in pieces(self, &indent).into_iter().enumerate() {
            if last.is_some() || number > 0 {
                out.push(',');
            }
            if on_one_line && scalars {
                out.push(' ');
            } else {
                self.break_line(&indent, &mut out);
            }
            out.push_str(&piece);
        }
        if !(closes_on_its_line || on_one_line && scalars) {
            self.break_line(&outer, &mut out);
        }
        self.insertions.push((at, out));
    }

    fn break_line(&self, indent: &str, out: &mut String) {
        out.push_str(self.line_end);
        out.push_str(indent);
    }

    /// The whitespace before a node that is the first on its line.
    fn own_line(&self, node: NodeRef<'_>) -> Option<&str> {
        let before = &self.text[..node.span().start as usize];
        let line = &before[before.rfind('\n')? + 1..];
        is_blank(line).then_some(line)
    }

    /// The whitespace at the start of a node's line.
    fn line_indent(&self, node: NodeRef<'_>) -> &str {
        let before = &self.text[..node.span().start as usize];
        let line = &self.text[before.rfind('\n').map_or(0, |at| at + 1)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    fn write(&self, value: &NewValue, indent: &str, out: &mut String) {
        let inline = value.is_inline();
        let inner = if inline { String::new() } else { format!("{indent}{}", self.unit) };
        let separate = |number: usize, out: &mut String| match (number, inline) {
            (0, true) => {}
            (_, true) => out.push_str(", "),
            (0, false) => self.break_line(&inner, out),
            (_, false) => {
                out.push(',');
                self.break_line(&inner, out);
            }
        };
        match value {
            NewValue::String(text) => write_string(text, out),
            // The lines after the first are below a member of the root, which has one level.
            NewValue::Verbatim(text) => {
                let deeper = indent.strip_prefix(&*self.unit).unwrap_or(indent);
                let lines = text.split('\n').enumerate();
                for (number, line) in lines {
                    if number > 0 {
                        out.push('\n');
                        out.push_str(deeper);
                    }
                    out.push_str(line);
                }
            }
            NewValue::Array(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    separate(number, out);
                    self.write(item, &inner, out);
                }
                if !inline {
                    self.break_line(indent, out);
                }
                out.push(']');
            }
            NewValue::Object(members) => {
                out.push_str(if inline { "{ " } else { "{" });
                for (number, (key, value)) in members.iter().enumerate() {
                    separate(number, out);
                    write_string(key, out);
                    out.push_str(": ");
                    self.write(value, &inner, out);
                }
                if inline {
                    out.push(' ');
                } else {
                    self.break_line(indent, out);
                }
                out.push('}');
            }
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

#[cfg(test)]
mod tests;
