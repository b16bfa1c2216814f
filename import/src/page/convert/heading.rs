//! Headings: anchors that links use are preserved.

use super::Converter;
use crate::page::headings::{
    between_letters, common_slug, explicit_id, macro_name, plain, plain_for_id, without_languages,
};
use crate::page::tree::{Kind, Node};

impl Converter<'_> {
    pub(super) fn heading(&mut self, level: usize, text: &str, line: u32, out: &mut Vec<Node>) {
        let comment =
            text.trim_end().strip_suffix("*/}").and_then(|text| text.rsplit_once("{/*")).map(|(_, inner)| inner.trim());
        let comment = comment.filter(|comment| comment.contains(char::is_whitespace));
        let comment = comment.map(|comment| super::comment::of_expression(&format!("/*{comment}*/")));
        let (text, given) = explicit_id(text);
        let (text, given) = match macro_name(&text).filter(|_| self.dialect.mkdocs) {
            Some(name) => (format!("`{name}`"), given.or_else(|| Some(name.to_owned()))),
            None => (text, given),
        };
        let before = plain(&text);
        let written = self.inlines(&text, line);
        let written = written.trim().replace('\n', " ");
        let after = plain(&written);
        if written.is_empty() {
            return;
        }
        if level == 1 {
            let words = if self.dialect.marked_spans { plain(&without_languages(&text)) } else { before.clone() };
            self.recorded.titles.push((written.clone(), if words.contains('{') { after.clone() } else { words }));
        }
        let theirs = self.recorded.headings.id(&plain_for_id(&text));
        let ours = if after == before { None } else { Some(common_slug(&after)) };
        let ours = ours.unwrap_or_else(|| common_slug(&before));
        let is_first = !theirs.is_empty() && theirs == ours;
        // Where the rules agree, repeated headings get the same number in both.
        let same_rule = theirs
            .strip_prefix(ours.as_str())
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|number| number.parse::<u32>().is_ok());
        let id = given.or_else(|| (!is_first && !same_rule && !theirs.is_empty()).then_some(theirs));
        let text = match id.filter(|id| is_id(id)) {
            // Punctuation in an ID would be parsed as markup.
            Some(id) if has_marks(&id) => format!("<a id=\"{}\"></a>{written}", crate::page::write::escaped(&id)),
            Some(id) => format!("{written} {{#{id}}}"),
            None => written,
        };
        out.push(Node { line, kind: Kind::Heading { level, text } });
        out.extend(comment.filter(|comment| !comment.is_empty()).map(|comment| Node::verbatim(line, comment)));
    }

    /// The text of a level-1 heading in the source, by its new text.
    pub(in crate::page) fn title_of(&self, written: &str) -> Option<&str> {
        let (written, _) = explicit_id(written);
        self.recorded.titles.iter().find(|(text, _)| *text == written).map(|(_, words)| words.as_str())
    }
}

/// Whether an ID contains emphasis or code delimiters.
fn has_marks(id: &str) -> bool {
    id.contains(['*', '`', '~']) || id.match_indices('_').any(|(at, _)| !between_letters(id, at))
}

/// Whether our heading syntax can express this ID.
fn is_id(id: &str) -> bool {
    !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '<' | '>' | '\\'))
}
