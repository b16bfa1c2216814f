//! References to a heading by ID, anywhere in the project: `[text][id]`, `[id][]` (mkdocs-autorefs).

use super::Converter;
use crate::report::LossKind;

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
            let found = label.zip(behind.split_once(']')).and_then(|(label, (id, after))| {
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
        if !is_id || label.contains('\n') && label.contains("\n\n") || self.definitions.contains(&id.to_lowercase()) {
            return None;
        }
        if let Some(target) = self.around.reference(id) {
            return Some(format!("[{label}]({target})"));
        }
        let is_object =
            id.contains('.') && id.split('.').all(|part| part.chars().all(|c| c.is_alphanumeric() || c == '_'));
        is_object.then(|| {
            self.report_loss(
                LossKind::CodeImport,
                line,
                id,
                "documentation generated from code: the text of the link is kept",
            );
            label.to_owned()
        })
    }
}

/// The labels of link definitions in a text: `[label]: target`.
pub(super) fn definitions(text: &str) -> std::collections::BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix('[')?.split_once("]:"));
    lines.map(|(label, _)| label.to_lowercase()).collect()
}

/// Whether a position of a text is in a code span.
pub(super) fn in_code((at, text): (usize, &str)) -> bool {
    text.get(..at).is_some_and(|before| before.matches('`').count() % 2 == 1)
}
