//! `{…}` in text: comments stay comments, literals become text, other expressions stay as code.

use std::collections::BTreeSet;

use super::comment::{is_comment, of_expression};
use super::plain::code_span;
use super::{Binding, Converter};
use crate::literal::Literal;
use crate::page::read::esm::{Exported, declared};
use crate::page::tree::{Fence, Kind, Node};
use crate::report::LossKind;

impl Converter<'_> {
    /// An inline expression.
    pub(super) fn inline_expression(&mut self, source: &str, line: u32, one_line: bool) -> String {
        let trimmed = source.trim();
        if trimmed.is_empty() || is_development_only(trimmed) {
            return String::new();
        }
        if is_comment(trimmed) {
            return of_expression(trimmed).split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if let Some(text) = self.text_of(source) {
            let text = crate::page::write::escaped_text(&text);
            return if one_line { text.replace('\n', " ") } else { text };
        }
        if let Some(items) = self.mapped(trimmed, None, line) {
            return self.joined(items, one_line);
        }
        if let Some(children) = self.children_for(trimmed, line, None) {
            return self.joined(children, one_line);
        }
        let is_variable = source.starts_with('{') && source.ends_with('}');
        if !is_variable && !self.is_text(trimmed) {
            self.report_expression(trimmed, line);
        }
        self.code_notation.code(&format!("{{{source}}}"))
    }

    /// Reports an expression whose source stays as code, and the values of the text's own exports in it.
    fn report_expression(&mut self, source: &str, line: u32) {
        self.report_loss(LossKind::Expression, line, &format!("{{{source}}}"), "its source stays as code");
        let is_no_name = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$');
        let names: BTreeSet<&str> = source.split(is_no_name).filter(|name| !name.is_empty()).collect();
        for name in names {
            let is_value = matches!(self.scope.get(name), Some(Binding::Value(_)));
            if let Some(line) = self.scope.line(name).filter(|_| is_value) {
                let outcome = "left out: an expression that stays as code uses it";
                self.report_loss_once(LossKind::Export, line, name, outcome);
            }
        }
    }

    /// An expression on lines of its own.
    pub(super) fn block_expression(&mut self, source: &str, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let trimmed = source.trim();
        if trimmed.is_empty() || is_development_only(trimmed) {
            return;
        }
        if is_comment(trimmed) {
            let comment = of_expression(trimmed);
            if !comment.is_empty() {
                out.push(Node::verbatim(line, comment));
            }
            return;
        }
        if let Some(text) = self.text_of(source) {
            if !text.trim().is_empty() {
                out.push(Node::text(line, crate::page::write::escaped_text(text.trim())));
            }
            return;
        }
        if let Some(items) = self.mapped(trimmed, parent, line) {
            out.extend(items);
            return;
        }
        if let Some(children) = self.children_for(trimmed, line, parent) {
            out.extend(children);
            return;
        }
        if !self.is_text(trimmed) {
            self.report_expression(trimmed, line);
        }
        if trimmed.contains('\n') {
            let content = format!("{{{source}}}\n");
            let fence = Fence { mark: '`', length: 3, info: "jsx".to_owned(), content };
            out.push(Node { line, kind: Kind::Fence(fence) });
        } else {
            out.push(Node::text(line, code_span(&format!("{{{trimmed}}}"))));
        }
    }

    /// Whether braces are text: otherwise a page without such a name would not build (`/users/{id}`).
    fn is_text(&self, source: &str) -> bool {
        let is_name = source.starts_with(|c: char| c.is_ascii_lowercase())
            && source.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        is_name && self.including.len() == 1 && self.scope.get(source).is_none() && source != "children"
    }

    /// The text that an expression represents.
    fn text_of(&self, source: &str) -> Option<String> {
        let value = self.scope.value(source.trim());
        match value {
            Some(Literal::Nothing) => Some(String::new()),
            Some(Literal::Flag(_)) => Some(String::new()),
            Some(value) => value.as_text(),
            None => {
                // `{{name}}` is a variable of the settings in Mintlify.
                let name = source.trim();
                let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).map_or(name, str::trim);
                let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
                is_name.then(|| self.around.variable(name).or_else(|| self.imported_value(name))).flatten()
            }
        }
    }

    /// The text of an imported value, or of a member of it: `name`, `config.name`.
    fn imported_value(&self, name: &str) -> Option<String> {
        let mut parts = name.split('.');
        let Some(Binding::File { path, export, .. }) = self.binding(parts.next()?) else { return None };
        let text = self.around.file(&self.file, &path)?;
        if path.ends_with(".json") {
            let value = crate::literal::json(&text).ok()?;
            let value = parts.try_fold(&value, |value, part| value.get(part))?;
            return value.as_str().map(ToOwned::to_owned).or_else(|| value.is_number().then(|| value.to_string()));
        }
        let export = if export == "*" { parts.next()?.to_owned() } else { export };
        let Exported::Literal(value) = declared(&text, &export)? else { return None };
        parts.try_fold(&value, |value, part| value.get(part))?.as_text()
    }

    /// The children of the snippet being inserted, or JSX that the page has assigned to a name.
    fn children_for(&mut self, source: &str, line: u32, parent: Option<&str>) -> Option<Vec<Node>> {
        if let Some(Binding::Value(Literal::Jsx(jsx))) = self.scope.get(source)
            && self.depth < super::DEEPEST
        {
            let line = self.scope.line(source).unwrap_or(line);
            let document = crate::page::read::read(&jsx.clone(), line, self.dialect);
            return Some(self.deeper(8, |this| this.nodes(document.nodes, parent)));
        }
        if !matches!(source, "children" | "props.children") || self.scope.get(source) == Some(&Binding::Code) {
            return None;
        }
        self.children.last().cloned()
    }
}

/// Whether an expression shows something only during development: `process.env.NODE_ENV !== 'production' && …`.
fn is_development_only(source: &str) -> bool {
    let Some((condition, _)) = source.split_once("&&") else { return false };
    let condition = condition.replace('"', "'");
    matches!(
        condition.split_whitespace().collect::<Vec<_>>().as_slice(),
        ["process.env.NODE_ENV", "!==" | "!=", "'production'"]
            | ["process.env.NODE_ENV", "===" | "==", "'development'"]
            | ["import.meta.env.DEV"]
    )
}
