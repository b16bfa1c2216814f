//! Inline components: their tags arrive one by one and are paired here.

use super::{OpenKind, OpenNode, Run, missing_alt_text};
use crate::parse::component::{Tag, check};
use crate::parse::markdown::tree::{Block, Component, ComponentContent, Inline};
use crate::registry::{ComponentKind, Content, Flow};
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Span};

impl<'t> Run<'_, 't> {
    /// Handles the tag of a component in inline content.
    pub(super) fn tag(&mut self, tag: &'t Tag<'t>) {
        if tag.closing {
            return self.closing_tag(tag);
        }
        let kind = tag.kind;
        let inline = kind.filter(|kind| kind.entry().flow == Flow::Inline);
        match (kind, inline) {
            (None, _) if (self.builder.declared.component)(&tag.name) => {}
            // It is reported when it ends.
            (None, _) if self.levels.len() <= self.room => {}
            (None, _) => self.builder.report_unknown(tag, tag.span, None, Flow::Inline),
            (Some(kind), None) => self.builder.report(
                Diagnostic::new(
                    DiagnosticCode::InvalidNesting,
                    format!("`<{}>` is not allowed within a line of text", kind.name()),
                    tag.span,
                )
                .with_help("its content is shown as text".to_owned()),
            ),
            (Some(_), Some(_)) => {}
        }
        let span = tag.span;
        let is_empty = tag.empty;
        // A component that is nested too deeply adds its content to the enclosing node.
        if self.levels.len() <= self.room {
            self.open(OpenKind::Tag(tag, inline), span);
            if is_empty {
                self.pop();
            }
        }
    }

    /// Adds the content of a tag that is not an inline component: a custom element of the project keeps it as its
    /// content; for all others it is shown by itself.
    pub(super) fn end_other(&mut self, tag: &Tag<'_>, span: Span, blocks: Vec<Block>, content: Vec<Inline>) {
        if !(self.builder.declared.component)(&tag.name) {
            if tag.kind.is_none() {
                self.builder.report_unknown(tag, span, self.parent(), Flow::Inline);
            }
            return self.splice(blocks, content);
        }
        let element = self.builder.custom_element(tag, ComponentContent::Inlines(content));
        self.splice(blocks, vec![Inline::Custom(Box::new(element))]);
    }

    fn closing_tag(&mut self, tag: &Tag<'_>) {
        let names = self.levels.iter().rev().map_while(|level| match &level.kind {
            OpenKind::Tag(open, _) => Some(&open.name),
            _ => None,
        });
        match names.enumerate().find(|(_, name)| **name == tag.name) {
            Some((above, _)) => {
                for _ in 0..above {
                    self.report_unclosed();
                    self.pop();
                }
                if let Some(level) = self.levels.last_mut() {
                    level.span.end = tag.span.end;
                }
                self.pop();
            }
            None => self.builder.report(Diagnostic::new(
                DiagnosticCode::StrayClosingTag,
                format!("`</{}>` has no matching opening tag", tag.name),
                tag.span,
            )),
        }
    }

    /// Adds an inline component. The content of one that takes none is shown after it.
    pub(super) fn end_component(&mut self, tag: &Tag<'_>, kind: ComponentKind, span: Span, content: Vec<Inline>) {
        let parent = self.parent();
        let valued = self.builder.tag_with_values(kind, tag);
        let mut attributes = check(kind, &valued, parent, &mut self.builder.diagnostics);
        if let Some(around) = self.link_around()
            && kind.is_interactive()
        {
            let message = format!("`<{}>` is not allowed in {around}", kind.name());
            let help = "its text is shown, but it is not interactive".to_owned();
            self.builder.report(Diagnostic::new(DiagnosticCode::InvalidNesting, message, tag.span).with_help(help));
        }
        if kind == ComponentKind::Image && attributes.iter().all(|attribute| attribute.name != "alt") {
            self.builder.report(missing_alt_text(tag.span));
        }
        if kind == ComponentKind::Var {
            self.builder.give_default(tag, &mut attributes);
        }
        let holds_nothing = kind.entry().content == Content::None;
        let (content, behind) = if holds_nothing { (Vec::new(), content) } else { (content, Vec::new()) };
        if !behind.is_empty() && span.end > tag.span.end {
            self.builder.report(Diagnostic::new(
                DiagnosticCode::InvalidNesting,
                format!("`<{}>` takes no content", kind.name()),
                span,
            ));
        }
        let between = self.builder.file.get(tag.span.end as usize..span.end as usize).unwrap_or_default();
        let start = tag.span.end as usize;
        let inner = Span::new(start, start + between.rfind("</").unwrap_or(0));
        let content = ComponentContent::Inlines(content);
        let component = Component { kind, span, inner, attributes, anchor: None, content };
        self.add_at(Inline::Component(Box::new(component)), span);
        behind.into_iter().for_each(|inline| self.add(inline));
    }

    /// The inline component around the node that is being closed.
    fn parent(&self) -> Option<ComponentKind> {
        self.levels.iter().rev().find_map(|level| match level.kind {
            OpenKind::Tag(_, parent) => parent,
            _ => None,
        })
    }

    /// The link or button around the node that is being closed, in words.
    pub(super) fn link_around(&self) -> Option<&'static str> {
        self.levels.iter().rev().find_map(|level| match &level.kind {
            OpenKind::Link(..) => Some("a link"),
            OpenKind::Tag(tag, Some(ComponentKind::Button)) => {
                tag.attributes.iter().any(|attribute| &*attribute.name == "href").then_some("`<wc-button>`")
            }
            _ => None,
        })
    }

    /// Closes the inline tags inside the node that is being closed.
    pub(super) fn close_tags(&mut self) {
        while matches!(self.levels.last(), Some(OpenNode { kind: OpenKind::Tag(..), .. })) {
            self.report_unclosed();
            self.pop();
        }
    }

    fn report_unclosed(&mut self) {
        if let Some(OpenNode { kind: OpenKind::Tag(tag, _), .. }) = self.levels.last() {
            let message = format!("`<{}>` has no closing tag", tag.name);
            let diagnostic = Diagnostic::new(DiagnosticCode::UnclosedComponent, message, tag.span)
                .with_help(format!("add `</{0}>`, or write `<{0} />` if it is empty", tag.name))
                .with_fix(tag.close_itself());
            self.builder.report(diagnostic);
        }
    }
}
