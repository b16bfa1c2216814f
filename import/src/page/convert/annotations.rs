//! Annotations of code in Material for MkDocs: `# (1)!` at the end of a line refers to an item of the list after the code.
//! <https://squidfunk.github.io/mkdocs-material/reference/code-blocks/#stripping-comments>

use super::Converter;
use crate::report::LossKind;

impl Converter<'_> {
    /// Code in which the marks of annotations are comments with their numbers.
    pub(super) fn without_annotations(&mut self, content: String, line: u32) -> String {
        if !content.contains(")!") {
            return content;
        }
        let mut out = String::with_capacity(content.len());
        for (text, number) in content.split_inclusive('\n').zip(line + 1..) {
            match mark(text) {
                Some((before, mark, after)) => {
                    let outcome = "annotations are not shown in code: their numbers stay as comments";
                    self.count_loss(LossKind::Attribute, number, "annotations of code", outcome);
                    out.push_str(&format!("{before}{}{after}", mark.trim_end_matches('!')));
                }
                None => out.push_str(text),
            }
        }
        out
    }
}

/// The parts of a line whose comment is only the mark of an annotation, such as `(1)!`: what is before it, the mark, and
/// what is after it.
fn mark(line: &str) -> Option<(&str, &str, &str)> {
    const COMMENTS: [&str; 8] = ["#", "//", "--", ";", "%", "/*", "<!--", "\""];
    let end = line.rfind(")!")? + 2;
    let start = line.get(..end)?.rfind('(')?;
    let (before, mark, after) = (line.get(..start)?, line.get(start..end)?, line.get(end..)?);
    let number = mark.strip_prefix('(')?.strip_suffix(")!")?;
    let is_comment = COMMENTS.iter().any(|sign| before.trim_end().ends_with(sign));
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_comment && is_number && matches!(after.trim(), "" | "*/" | "-->")).then_some((before, mark, after))
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn only_comments_are_marks() {
        for line in ["# (1)!\n", "let a = 1; // (12)!", "a {} /* (2)! */\n", "<a> <!-- (3)! -->"] {
            assert!(mark(line).is_some(), "{line}");
        }
        for line in ["# (1)\n", "print(1)!", "# see (1)!", "# (a)!", "# ()!", "# (1)! and more", ""] {
            assert_eq!(mark(line), None, "{line}");
        }
    }
}
