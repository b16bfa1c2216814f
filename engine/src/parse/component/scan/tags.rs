//! Tags and comments: opening and closing elements, and recovery from errors.

use memchr::memmem;

use super::super::elements::{Element, ElementRole, IncludeTag, ScanToken};
use super::super::lines::{closes_fence, fence};
use super::super::{Source, Tag};
use super::json::{starts_rows, strings};
use super::{Container, LeafBlock, LiteralContent, MOST_FRAMES, Next, Scanner, is_blank};
use crate::registry::{ComponentKind, Content, Flow};
use base::diagnostic::{Code, Diagnostic, Span};

/// The maximum nesting depth of components.
const DEEPEST: usize = 64;

/// How a `<` was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handled {
    /// As text.
    No,
    /// As part of the paragraph.
    Inline,
    /// As a block, which ended the paragraph.
    Block(Next),
}

/// Whether it is an inline component.
fn is_inline(role: ElementRole) -> bool {
    matches!(role, ElementRole::Component(kind) if kind.entry().flow == Flow::Inline)
}

impl<'t> Scanner<'t> {
    /// Reads the component tag or comment that begins with the `<` here, if it is one.
    pub(super) fn tag_or_comment(&mut self, line_start: bool) -> Handled {
        let at = self.at;
        if self.text[at..].starts_with("<!--") {
            return self.comment(line_start, false);
        }
        let Some((tag, role)) = self.read_tag() else { return Handled::No };
        let Some(tag) = tag else { return self.broken_tag() };
        self.line_end = self.end_of_line_from(tag.span.end as usize);
        if is_inline(role) || !line_start && self.inline_component_is_open() {
            // On its own line it may represent table rows.
            let one_line = self.leaf == LeafBlock::Table && !self.stands_alone(&tag);
            return self.tag_among_inlines(tag, one_line);
        }
        if tag.closing {
            return self.closing_tag(tag, role, line_start);
        }
        if role == ElementRole::Unknown && !(line_start && (self.stands_alone(&tag) || self.fills_line(&tag))) {
            self.write_inline(tag);
            return Handled::Inline;
        }
        if self.is_too_deep(&tag) {
            return self.escape();
        }
        Handled::Block(self.open_element(tag, role, line_start))
    }

    /// Reads a tag or comment in a heading or table row, where only inline content is possible.
    pub(super) fn inline_tag(&mut self) -> Handled {
        if self.text[self.at..].starts_with("<!--") {
            return self.comment(false, true);
        }
        let Some((tag, role)) = self.read_tag() else { return Handled::No };
        let Some(tag) = tag else { return self.broken_tag() };
        if tag.span.end as usize > self.line_end {
            return self.broken_tag();
        }
        if tag.closing && !is_inline(role) && !self.inline_open.iter().any(|(name, _)| *name == tag.name) {
            return self.closing_tag(tag, role, false);
        }
        self.tag_among_inlines(tag, true)
    }

    /// Keeps a tag in its line, and records which inline components are open there.
    pub(super) fn tag_among_inlines(&mut self, tag: Tag<'t>, one_line: bool) -> Handled {
        if tag.closing {
            if let Some(open) = self.inline_open.iter().rposition(|(name, _)| *name == tag.name) {
                self.inline_open.truncate(open);
            }
        } else if !tag.empty && self.inline_open.len() < DEEPEST {
            let entry = tag.kind.map(ComponentKind::entry);
            let holds_text = entry.is_some_and(|entry| entry.content == Content::Inline);
            self.inline_open.push((tag.name.clone(), holds_text));
        }
        self.note_include(&tag, one_line);
        self.write_inline(tag);
        Handled::Inline
    }

    /// Whether the line is inside an inline component, which cannot contain a block.
    fn inline_component_is_open(&self) -> bool {
        self.inline_open.iter().any(|&(_, holds_text)| holds_text)
    }

    /// The tag here and its role. The tag is `None` if it does not end.
    fn read_tag(&mut self) -> Option<(Option<Tag<'t>>, ElementRole)> {
        if self.tags.starts_component(self.at) {
            let tag = self.tags.read(self.at, self.quotes());
            let kind = tag.as_ref().and_then(|tag| tag.kind);
            return Some((tag, kind.map_or(ElementRole::Unknown, ElementRole::Component)));
        }
        let columns = ElementRole::Component(ComponentKind::Columns);
        let inside = self.out.elements[self.innermost()].role;
        let fits = if self.text.as_bytes().get(self.at + 1) == Some(&b'/') { ElementRole::Column } else { columns };
        if inside != fits || !self.tags.starts_div(self.at) {
            return None;
        }
        let tag = self.tags.read(self.at, self.quotes())?;
        Some((Some(tag), ElementRole::Column))
    }

    pub(super) fn quotes(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Container::Quote)).count()
    }

    /// The frame, from `matched` on, that the closing tag at the start of the line closes: a closing tag need not be
    /// indented like its element.
    pub(super) fn closing_tag_of(&mut self, matched: usize) -> Option<(usize, Tag<'t>)> {
        let here = self.at;
        self.at += self.white_space().1;
        let tag = if self.text[self.at..].starts_with("</") { self.read_tag() } else { None };
        self.at = here;
        let tag = tag?.0?;
        let frame = self.frame_named(&tag.name).filter(|&frame| frame >= matched)?;
        Some((frame, tag))
    }

    fn frame_named(&self, name: &str) -> Option<usize> {
        self.frames.iter().rposition(|frame| match frame {
            Container::Element { index, .. } => *self.out.elements[*index].tag.name == *name,
            _ => false,
        })
    }

    /// Whether only tags follow an opening tag on its line.
    fn stands_alone(&self, tag: &Tag<'_>) -> bool {
        let end = tag.span.end as usize;
        let rest = self.text[end..self.end_of_line_from(end)].trim_start();
        let place = end + (self.text[end..].len() - self.text[end..].trim_start().len());
        rest.is_empty() || (self.tags.starts_component(place) && !rest.starts_with("</"))
    }

    /// Whether the closing tag of an opening tag ends its line.
    fn fills_line(&self, tag: &Tag<'_>) -> bool {
        let end = tag.span.end as usize;
        let rest = self.text[end..self.end_of_line(end)].trim_end();
        let closing = format!("</{}", tag.name);
        let first = rest.to_ascii_lowercase().find(&closing);
        first.and_then(|at| rest.get(at + closing.len()..)).is_some_and(|after| after.trim_start() == ">")
    }

    fn is_too_deep(&mut self, tag: &Tag<'_>) -> bool {
        let open = self.frames.iter().filter(|frame| matches!(frame, Container::Element { .. })).count();
        if open < DEEPEST && self.frames.len() < MOST_FRAMES {
            return false;
        }
        if self.too_deep == 0 {
            self.report(
                Diagnostic::new(
                    Code::NestingTooDeep,
                    format!("`<{}>` is nested more than {DEEPEST} components deep", tag.name),
                    tag.span,
                )
                .with_help("it is shown as text, with its content".to_owned()),
            );
        }
        self.too_deep += usize::from(!tag.empty);
        true
    }

    /// Escapes the `<` here so that it is text.
    pub(super) fn escape(&mut self) -> Handled {
        self.write_to(self.at);
        self.insert("\\", self.at);
        self.at += 1;
        Handled::Inline
    }

    fn broken_tag(&mut self) -> Handled {
        let length = self.text[self.at + 2..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
        let tag = &self.text[self.at..self.at + 2 + length];
        self.report(
            Diagnostic::new(
                Code::UnclosedComponent,
                format!("the tag `{tag}` has no closing `>`"),
                Span::new(self.at, self.at + tag.len()),
            )
            .with_help("it is shown as text".to_owned()),
        );
        self.escape()
    }

    /// Inserts a placeholder into inline content.
    fn write_inline(&mut self, tag: Tag<'t>) {
        let Span { start, end } = tag.span;
        self.write_to(start as usize);
        self.insert_token(ScanToken::Inline(tag), start as usize);
        (self.at, self.from) = (end as usize, end as usize);
    }

    /// Records a `wc-include` tag and the constraints on the included text.
    fn note_include(&mut self, tag: &Tag<'_>, one_line: bool) {
        if *tag.name != *ComponentKind::Include.name() {
            return;
        }
        let before = &self.text[self.prefix_end.min(self.at)..self.at];
        let starts_line = is_blank(before);
        let mut prefix = String::new();
        for frame in &self.frames {
            match *frame {
                Container::Quote => prefix.push_str("> "),
                Container::Item(columns) | Container::Element { indent: Some(columns), .. } => {
                    prefix.push_str(&" ".repeat(columns));
                }
                Container::Element { indent: None, .. } => {}
            }
        }
        if starts_line {
            prefix.push_str(before);
        }
        let follows_tag = starts_line && matches!(self.frames.last(), Some(Container::Element { indent: None, .. }));
        let include =
            IncludeTag { tag: tag.clone().into_owned(), prefix: prefix.into(), one_line, starts_line, follows_tag };
        self.out.includes.push(include);
    }

    /// Continues after a block that ends at `place`.
    pub(super) fn resume_block(&mut self, place: usize) -> Next {
        if !self.resume(place) {
            return Next::Line;
        }
        self.start_line(place);
        Next::Rest
    }

    fn open_element(&mut self, tag: Tag<'t>, role: ElementRole, line_start: bool) -> Next {
        let (start, end) = (tag.span.start as usize, tag.span.end as usize);
        if !line_start {
            self.write_to(start);
        }
        if let Some(frame) = self.sibling_frame(role) {
            self.close_frames_before(frame, start);
            self.start_line(start);
        } else if line_start {
            self.write_to(self.prefix_end);
        } else {
            self.start_line(start);
        }
        let parent = match self.out.elements[self.innermost()].role {
            ElementRole::Component(kind) => Some(kind),
            ElementRole::Column => Some(ComponentKind::Columns),
            ElementRole::Unknown => self.out.elements[self.innermost()].parent,
            ElementRole::Page | ElementRole::Math => None,
        };
        let index = self.out.elements.len();
        self.insert_token(ScanToken::Element(index), start);
        self.leaf = LeafBlock::None;
        let empty = tag.empty;
        let has_rows = || tag.attributes.iter().any(|attribute| &*attribute.name == "rows");
        let json =
            role == ElementRole::Component(ComponentKind::Table) && !has_rows() && starts_rows(&self.text[end..]);
        let depth = self.frames.len();
        let inner = Span::new(end, end);
        let content = Source::default();
        self.out.elements.push(Element { role, span: tag.span, inner, tag, parent, depth, content });
        if empty {
            return self.resume_block(end);
        }
        let is_text = matches!(role, ElementRole::Component(kind) if kind.entry().content == Content::Text);
        let is_literal = is_text || json;
        let literal = is_literal.then(|| LiteralContent { json, ..LiteralContent::default() });
        self.frames.push(Container::Element { index, indent: None, literal });
        if !self.resume(end) {
            return Next::Line;
        }
        if is_literal { self.literal_line() } else { Next::Rest }
    }

    /// The frame of an open element that a new one of `role` cannot be inside of, because its closing tag was
    /// forgotten.
    fn sibling_frame(&self, role: ElementRole) -> Option<usize> {
        let ElementRole::Component(kind) = role else { return None };
        let parents = kind.entry().parents;
        let frame = self.frames.iter().rposition(|frame| matches!(frame, Container::Element { .. }))?;
        let same = self.out.elements[self.innermost()].role == role;
        (same && !parents.is_empty() && !parents.contains(&kind)).then_some(frame)
    }

    fn closing_tag(&mut self, tag: Tag<'t>, role: ElementRole, line_start: bool) -> Handled {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return self.escape();
        }
        let (start, end) = (tag.span.start as usize, tag.span.end as usize);
        if let Some(frame) = self.frame_named(&tag.name) {
            if !line_start {
                self.write_to(start);
            }
            return Handled::Block(self.close_element(frame, &tag));
        }
        if role == ElementRole::Unknown {
            self.write_inline(tag);
            return Handled::Inline;
        }
        self.report(Diagnostic::new(
            Code::StrayClosingTag,
            format!("`</{}>` has no matching opening tag", tag.name),
            tag.span,
        ));
        self.write_to(if line_start { self.prefix_end } else { start });
        (self.at, self.from, self.prefix_end) = (end, end, end);
        if line_start && is_blank(&self.text[end..self.line_end]) {
            self.leaf = LeafBlock::None;
            self.write_line();
            return Handled::Block(Next::Line);
        }
        Handled::Inline
    }

    /// Closes the element of a frame, and everything open in it, at its closing tag.
    pub(super) fn close_element(&mut self, frame: usize, tag: &Tag<'_>) -> Next {
        self.close_frames_before(frame + 1, tag.span.start as usize);
        if let Some(Container::Element { index, .. }) = self.frames.pop() {
            let element = &mut self.out.elements[index];
            element.span.end = tag.span.end;
            element.inner.end = tag.span.start;
        }
        self.resume_block(tag.span.end as usize)
    }

    /// Closes the containers from `depth` on, at the first line that does not belong to them.
    pub(super) fn close_frames(&mut self, depth: usize) {
        let line = self.text[..self.at].rfind('\n').map_or(self.at, |feed| feed + 1);
        let end = if self.at == self.text.len() { self.at } else { line };
        self.close_frames_before(depth, end);
    }

    /// Closes the containers from `depth` on; elements among them have no closing tag and end at `end`.
    fn close_frames_before(&mut self, depth: usize, end: usize) {
        while self.frames.len() > depth {
            if let Some(Container::Element { index, .. }) = self.frames.pop() {
                self.too_deep = 0;
                let element = &mut self.out.elements[index];
                element.span.end = element.span.end.max(end as u32);
                element.inner.end = element.span.end;
                let (name, span, fix) = (element.tag.name.clone(), element.tag.span, element.tag.close_itself());
                self.report(
                    Diagnostic::new(Code::UnclosedComponent, format!("`<{name}>` has no closing tag"), span)
                        .with_help(format!("add `</{name}>`, or write `<{name} />` if it is empty"))
                        .with_fix(fix),
                );
            }
        }
        self.leaf = LeafBlock::None;
    }

    /// Reads a line of literal content.
    pub(super) fn literal_line(&mut self) -> Next {
        let Some(&mut state) = self.literal() else { return Next::Rest };
        let line = &self.text[self.at..self.line_end];
        let trimmed = line.trim_start();
        let mut next = state;
        if let Some(open) = state.fence {
            if closes_fence(trimmed, open) {
                next.fence = None;
            }
        } else if let Some(handled) = self.literal_end(line, trimmed, state.json) {
            return handled;
        } else if !state.started {
            next.fence = fence(trimmed);
        }
        next.started |= !trimmed.trim_end().is_empty();
        if let Some(state) = self.literal() {
            *state = next;
        }
        if state.json {
            self.strings_of_line();
        }
        self.write_line();
        Next::Line
    }

    /// Closes literal content at its closing tag in `line`, or at a tag that shows that the closing tag was forgotten. In
    /// JSON, a closing tag in a string is text.
    fn literal_end(&mut self, line: &str, trimmed: &str, json: bool) -> Option<Next> {
        let frame = self.frames.len().checked_sub(1)?;
        let name = self.out.elements[self.innermost()].tag.name.clone();
        let start = self.at;
        let strings = if json { strings(line) } else { Vec::new() };
        let in_string = |offset: usize| {
            let before = strings.partition_point(|string| string.start <= offset).checked_sub(1);
            before.and_then(|index| strings.get(index)).is_some_and(|string| string.contains(&offset))
        };
        for offset in memmem::find_iter(line.as_bytes(), b"</").filter(|&offset| !in_string(offset)) {
            let after = offset + 2 + name.len();
            let is_close =
                line.as_bytes().get(offset + 2..after).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()))
                    && line.as_bytes().get(after).is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'>');
            if is_close && let Some(tag) = self.tags.read(start + offset, self.quotes()) {
                if json {
                    let line_end = std::mem::replace(&mut self.line_end, start + offset);
                    self.strings_of_line();
                    self.line_end = line_end;
                }
                if !is_blank(&line[..offset]) {
                    self.write_to(start + offset);
                }
                return Some(self.close_element(frame, &tag));
            }
        }
        let place = start + line.len() - trimmed.len();
        if !self.tags.starts_component(place) {
            return None;
        }
        self.at = place;
        let tag = self.read_tag().and_then(|(tag, _)| tag);
        self.at = start;
        let tag = tag?;
        let ends = if tag.closing { self.frame_named(&tag.name).is_some() } else { tag.name == name };
        if !ends {
            return None;
        }
        self.close_frames_before(frame, place);
        Some(self.resume_block(place))
    }

    fn report(&mut self, diagnostic: Diagnostic<Span>) {
        self.out.diagnostics.push(diagnostic);
    }
}
