//! References to a heading by ID, anywhere in the project: `[text][id]`, `[id][]` (mkdocs-autorefs).

use super::Converter;
use crate::report::LossKind;

/// The outcome for the name of an object in code: of this project or of another one.
const OF_CODE: &str =
    "a name in the code of this project or of another one, which is not read: the text of the link is kept";
/// The outcome for a name that may be one of the language, such as `bool`.
const MAY_BE_CODE: &str = "no page has an anchor of that name; it may be a name in the code of this project or of another one, which is not read: the text of the link is kept";

impl Converter<'_> {
    /// A text with such references converted to links; those that the page defines stay. `None` if there are none.
    pub(super) fn with_references(&mut self, text: &str, line: u32) -> Option<String> {
        if !self.dialect.mkdocs || !text.contains("][") || !self.around.has_references() {
            return None;
        }
        let mut out = String::with_capacity(text.len() + 32);
        let mut rest = text;
        let mut is_any = false;
        while let Some((before, behind)) = rest.split_once("][") {
            let is_code = (text.len() - rest.len() + before.len(), text);
            let start = before.rfind('[').filter(|_| !in_code(is_code));
            let label = start.and_then(|start| before.get(start + 1..));
            // In `names[i][j]`, the brackets are part of a word.
            let is_part =
                start.and_then(|start| before.get(..start)).is_some_and(|before| before.ends_with(is_in_word));
            let breaks = text.get(..text.len() - rest.len() + start.unwrap_or_default()).unwrap_or_default();
            let line = line + u32::try_from(breaks.matches('\n').count()).unwrap_or_default();
            let found = label.filter(|_| !is_part).zip(behind.split_once(']')).and_then(|(label, (id, after))| {
                let id = if id.is_empty() { label.trim_matches('`') } else { id };
                let link = self.reference_to(label, id, line)?;
                Some((link, after))
            });
            match (found, start) {
                (Some((link, after)), Some(start)) => {
                    out.push_str(before.get(..start).unwrap_or_default());
                    out.push_str(&link);
                    rest = after;
                    is_any = true;
                }
                _ => {
                    out.push_str(before);
                    out.push_str("][");
                    rest = behind;
                }
            }
        }
        out.push_str(rest);
        is_any.then_some(out)
    }

    /// A link to the heading with this ID; only the text if the target depends on the project's code.
    fn reference_to(&mut self, label: &str, id: &str, line: u32) -> Option<String> {
        let is_id = !id.is_empty() && !id.contains(char::is_whitespace) && !id.starts_with('^');
        if !is_id || label.contains('\n') && label.contains("\n\n") || self.definitions.has(id) {
            return None;
        }
        if let Some(target) = self.around.reference(id) {
            return Some(format!("[{label}]({target})"));
        }
        let is_name = |part: &str| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let outcome = if id.contains('.') { OF_CODE } else { MAY_BE_CODE };
        id.split('.').all(is_name).then(|| {
            self.report_loss(LossKind::CodeImport, line, id, outcome);
            // A link has none.
            self.of_no_heading();
            label.to_owned()
        })
    }
}

/// Whether a character before a bracket makes it a part of a word.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '`' | ']' | ')')
}

/// Whether a position of a text is in a code span.
pub(super) fn in_code((at, text): (usize, &str)) -> bool {
    text.get(..at).is_some_and(|before| before.matches('`').count() % 2 == 1)
}
