//! The variables of a page while its tree is built: their values, and where they are used in the text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::build::PageBuilder;
use super::tree::{CodeBlock, Inline, Substitution, Variable};
use crate::parse::component::{Checked, Element, ElementRole, Placeholders, Tag};
use crate::parse::variables::{Declared, is_variable, occurrences};
use crate::registry::{ComponentKind, Content};
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Fix, Span, did_you_mean, only_typo};

/// The maximum number of variables that readers can edit in the code of one page, since each needs a mark.
const MOST_MARKS: u32 = 31;

/// The mark of a variable in code: a noncharacter, which does not occur in real text.
pub(crate) fn mark(number: usize) -> Option<char> {
    let number = u32::try_from(number).ok().filter(|number| *number < MOST_MARKS)?;
    char::from_u32(0xfdd1 + number)
}

/// The kind of a part of a page's text, which determines how a value is written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Region {
    /// Values are not substituted.
    Verbatim,
    /// A code span, in which only values of the page's own `wc-var` are substituted.
    CodeSpan,
    /// Literal text.
    Code,
    /// Tags and their attributes.
    Markup,
}

/// The variables of a page.
pub(super) struct Variables<'e> {
    declared: &'e Declared<'e>,
    /// Whether the page may contain any.
    is_used: bool,
    /// The values declared on the page itself.
    values: BTreeMap<&'e str, &'e str>,
    /// The variables that the page shows, with the first `default` of each.
    shown: BTreeMap<&'e str, Option<&'e str>>,
    /// The shown variables that readers can edit, in document order.
    editable: Vec<&'e str>,
    regions: Vec<(Span, Region)>,
}

impl<'e> Variables<'e> {
    /// Collects the variables of a page with these elements.
    pub(super) fn new(
        body: &str,
        elements: &'e [Element<'e>],
        placeholders: &'e Placeholders<'e>,
        declared: &'e Declared<'e>,
    ) -> Self {
        let mut out = Self {
            declared,
            is_used: occurrences(body).next().is_some(),
            values: BTreeMap::new(),
            shown: BTreeMap::new(),
            editable: Vec::new(),
            regions: Vec::new(),
        };
        for tag in placeholders.tags() {
            let is_var = *tag.name == *ComponentKind::Var.name();
            let is_whole = is_var || *tag.name == *ComponentKind::Include.name();
            out.region(tag.span, if is_whole { Region::Verbatim } else { Region::Markup });
            if is_var && !tag.closing {
                out.declare(tag);
            }
        }
        for span in placeholders.verbatim() {
            out.region(*span, Region::Verbatim);
        }
        for element in elements.iter().skip(1) {
            out.region(element.tag.span, Region::Markup);
            if matches!(element.role, ElementRole::Component(kind) if kind.entry().content == Content::Text) {
                out.region(element.inner, Region::Code);
            }
        }
        out
    }

    fn declare(&mut self, tag: &'e Tag<'e>) {
        let given = |name: &str| tag.attributes.iter().find(|attribute| &*attribute.name == name);
        let text = |name: &str| given(name).and_then(|attribute| attribute.value.as_deref());
        let Some(name) = text("name").map(str::trim).filter(|name| is_variable(name)) else { return };
        if given("value").is_some() {
            self.values.entry(name).or_insert(text("value").unwrap_or_default());
            return;
        }
        let default = text("default").filter(|default| !default.trim().is_empty());
        let known = self.shown.entry(name).or_insert(default);
        *known = known.or(default);
        let is_fixed = given("readonly").is_some_and(|given| given.value.as_deref() != Some("false"));
        if !is_fixed && !self.editable.contains(&name) {
            self.editable.push(name);
        }
    }

    /// Whether the page may contain any.
    pub(super) fn is_used(&self) -> bool {
        self.is_used
    }

    /// Records the kind of a part of the page's text.
    pub(super) fn region(&mut self, span: Span, region: Region) {
        if self.is_used {
            self.regions.push((span, region));
        }
    }

    /// The value of a variable.
    fn value(&self, name: &str) -> Option<Cow<'e, str>> {
        let own = self.values.get(name).map(|value| Cow::Borrowed(*value));
        let given = || (self.declared.value)(name).map(|value| Cow::Owned(value.into_string()));
        own.or_else(given).or_else(|| self.shown.get(name).copied().flatten().map(Cow::Borrowed))
    }

    /// Whether the page itself declares or shows a variable.
    fn is_of_page(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.shown.contains_key(name)
    }

    /// The shown text of a variable: its value, or its name if the reader has to provide the value.
    fn text(&self, name: &str) -> Option<Cow<'e, str>> {
        self.value(name).or_else(|| self.shown.get_key_value(name).map(|(name, _)| Cow::Borrowed(*name)))
    }

    /// The variables that readers can edit, in the order of their marks.
    pub(super) fn marked(&self) -> Vec<Variable> {
        let variable =
            |name: &&str| Some(Variable { name: (*name).into(), text: self.text(name)?.into_owned().into() });
        self.editable.iter().filter_map(variable).collect()
    }

    /// The known names, for suggestions.
    fn names(&self) -> Vec<Box<str>> {
        let own = self.values.keys().chain(self.shown.keys()).map(|name| Box::from(*name));
        own.chain((self.declared.names)()).collect()
    }

    /// The substitutions in a page's text from `start` on, each written as its place requires.
    pub(super) fn substitutions(&mut self, file: &str, start: usize) -> Vec<Substitution> {
        if !self.is_used {
            return Vec::new();
        }
        let mut regions = std::mem::take(&mut self.regions);
        regions.sort_unstable_by_key(|(span, region)| (span.start, Reverse(span.end), *region));
        let mut regions = regions.into_iter().peekable();
        let mut open: Vec<(Span, Region)> = Vec::new();
        let mut out = Vec::new();
        for found in occurrences(&file[start..]) {
            let span = Span::new(start + found.start, start + found.end);
            while let Some(region) = regions.next_if(|(region, _)| region.start <= span.start) {
                open.push(region);
            }
            open.retain(|(region, _)| region.end > span.start);
            let region = open.last().map(|(_, region)| *region);
            let is_text = match region {
                Some(Region::Verbatim) => true,
                Some(Region::CodeSpan) => !self.is_of_page(found.name),
                Some(_) => false,
                None => is_escaped(file, span.start as usize),
            };
            let Some(value) = (if is_text { None } else { self.value(found.name) }) else { continue };
            let text = match region {
                Some(Region::Verbatim | Region::CodeSpan | Region::Code) => value.into_owned(),
                Some(Region::Markup) => in_markup(&value),
                None => in_markdown(&value),
            };
            out.push(Substitution { span, text: text.into() });
        }
        out
    }
}

impl PageBuilder<'_> {
    /// The inline element for a variable in text; `None`, with a diagnostic, if it is not declared.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Option<Inline> {
        let Some(text) = self.variables.text(name) else {
            self.report_undeclared(name, span);
            return None;
        };
        let text: Box<str> = text.into();
        if !self.variables.editable.contains(&name) {
            return Some(Inline::Text(text));
        }
        Some(Inline::Variable(Box::new(Variable { name: name.into(), text })))
    }

    fn report_undeclared(&mut self, name: &str, span: Span) {
        let names = self.variables.names();
        let help = did_you_mean(name, names.iter().map(|name| &**name)).unwrap_or_else(|| {
            format!("declare it in `attributes` of `tool.json`; to show it as text, write `pass:[{{{{{name}}}}}]`")
        });
        let is_verbatim = self.file.get(span.range()) == Some(&format!("{{{{{name}}}}}"));
        let typo = is_verbatim.then(|| only_typo(name, names.iter().map(|name| &**name))).flatten();
        let fix = typo.map(|name| {
            let written = format!("{{{{{name}}}}}");
            Fix::replace(format!("write `{written}`"), span, written)
        });
        let message = format!("no variable is named `{name}`");
        let found = Diagnostic::new(DiagnosticCode::UndeclaredVariable, message, span);
        self.report(found.with_help(help).with_fix(fix));
    }

    /// A text that is not Markdown, with values substituted. Undeclared names are reported at `place`.
    pub(super) fn replaced(&mut self, text: Box<str>, place: Span) -> Box<str> {
        if !self.variables.is_used || occurrences(&text).next().is_none() {
            return text;
        }
        let mut undeclared = Vec::new();
        let out = self.with_values(&text, |value| value, |name| undeclared.push(name.to_owned()));
        for name in undeclared {
            let written = self.file.get(place.range()).unwrap_or_default();
            let at = occurrences(written).find(|found| found.name == name);
            let at = at.map_or(place, |found| Span::new(found.start, found.end).shifted(place.start));
            self.report_undeclared(&name, at);
        }
        out.into()
    }

    /// Raw HTML with values substituted as text.
    pub(super) fn html_with_values(&self, html: &str) -> Box<str> {
        if !self.variables.is_used {
            return html.into();
        }
        self.with_values(html, |value| in_markup(&value).into(), |_| {}).into()
    }

    fn with_values<'t>(
        &self,
        text: &'t str,
        written: impl Fn(Cow<'_, str>) -> Cow<'_, str>,
        mut missing: impl FnMut(&'t str),
    ) -> String {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for found in occurrences(text) {
            let Some(value) = self.variables.text(found.name) else {
                missing(found.name);
                continue;
            };
            out.push_str(&text[done..found.start]);
            out.push_str(&written(value));
            done = found.end;
        }
        out.push_str(&text[done..]);
        out
    }

    /// The text of a code span with the values of the page's own variables.
    pub(super) fn code_span_with_values(&self, text: Box<str>) -> Box<str> {
        let is_own = |name: &str| self.variables.is_of_page(name);
        if !self.variables.is_used || !occurrences(&text).any(|found| is_own(found.name)) {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for found in occurrences(&text).filter(|found| is_own(found.name)) {
            let Some(value) = self.variables.text(found.name) else { continue };
            out.push_str(&text[done..found.start]);
            out.push_str(&value);
            done = found.end;
        }
        out.push_str(&text[done..]);
        out.into()
    }

    /// A code block with values substituted. Undeclared names are left alone, since code may be a template.
    pub(super) fn code_with_values(&self, mut code: CodeBlock) -> CodeBlock {
        if !self.variables.is_used || occurrences(&code.text).next().is_none() {
            return code;
        }
        let is_mark = |c: char| ('\u{fdd1}'..='\u{fdef}').contains(&c);
        let is_edited = occurrences(&code.text).any(|found| self.variables.editable.contains(&found.name));
        if is_edited && !code.text.contains(is_mark) {
            let mut marked = String::with_capacity(code.text.len());
            let mut done = 0;
            for found in occurrences(&code.text) {
                let place = self.variables.editable.iter().position(|name| *name == found.name);
                let value = match place.and_then(mark) {
                    Some(mark) => Some(mark.to_string().into()),
                    None => self.variables.text(found.name),
                };
                let Some(value) = value else { continue };
                marked.push_str(&code.text[done..found.start]);
                marked.push_str(&value);
                done = found.end;
            }
            marked.push_str(&code.text[done..]);
            code.marked = Some(marked.into());
        }
        code.text = self.with_values(&code.text, |value| value, |_| {}).into();
        code
    }

    /// A component's tag with values substituted in its attributes. The attributes of a variable or an include are
    /// names, not text.
    pub(super) fn tag_with_values<'t>(&mut self, kind: ComponentKind, tag: &'t Tag<'t>) -> Cow<'t, Tag<'t>> {
        let is_name = matches!(kind, ComponentKind::Var | ComponentKind::Include);
        if is_name { Cow::Borrowed(tag) } else { self.values_in(tag) }
    }

    /// A tag with values substituted in its attributes.
    pub(super) fn values_in<'t>(&mut self, tag: &'t Tag<'t>) -> Cow<'t, Tag<'t>> {
        let has_any = |value: &str| occurrences(value).next().is_some();
        let mut values = tag.attributes.iter().filter_map(|attribute| attribute.value.as_deref());
        if !self.variables.is_used || !values.any(has_any) {
            return Cow::Borrowed(tag);
        }
        let mut tag = tag.clone();
        for attribute in &mut tag.attributes {
            attribute.value = attribute
                .value
                .take()
                .map(|value| self.replaced(value.into(), attribute.value_span).into_string().into());
        }
        Cow::Owned(tag)
    }

    /// Sets the `default` of a shown variable: a declared value overrides the one in the tag.
    pub(super) fn give_default(&self, tag: &Tag<'_>, attributes: &mut Vec<Checked>) {
        let given = |name: &str| attributes.iter().position(|attribute| attribute.name == name);
        let Some(name) = given("name").and_then(|at| attributes.get(at)).filter(|_| given("value").is_none()) else {
            return;
        };
        let Some(value) = self.variables.value(name.value.trim()) else { return };
        let value: Box<str> = value.into();
        match given("default").and_then(|at| attributes.get_mut(at)) {
            Some(default) => default.value = value,
            None => attributes.push(Checked { name: "default", value, span: tag.span }),
        }
    }
}

/// Whether the place in Markdown is preceded by a backslash that is not itself escaped.
fn is_escaped(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// A value escaped for HTML text and attributes.
fn in_markup(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A value escaped for Markdown text, on one line.
fn in_markdown(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut before = ' ';
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        let is_mark = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '~' | '|' | '$' | '&' => true,
            '_' => !(before.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric())),
            '#' | '-' | '+' => out.is_empty(),
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(if matches!(c, '\n' | '\r') { ' ' } else { c });
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{in_markdown, in_markup, is_escaped, mark};

    #[test]
    fn values_are_text_wherever_they_stand() {
        assert_eq!(in_markdown("- a_b *c*\n[d](e) _f & <g>"), r"\- a_b \*c\* \[d\](e) \_f \& \<g\>");
        assert_eq!(in_markup("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
    }

    #[test]
    fn escapes_are_told_from_escaped_backslashes() {
        assert!(is_escaped("\\{", 1) && is_escaped("\\\\\\{", 3));
        assert!(!is_escaped("\\\\{", 2) && !is_escaped("{", 0));
    }

    #[test]
    fn marks_are_noncharacters() {
        assert_eq!((mark(0), mark(30), mark(31)), (Some('\u{fdd1}'), Some('\u{fdef}'), None));
    }
}
