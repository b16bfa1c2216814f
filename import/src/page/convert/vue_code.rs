//! Code blocks of VitePress: values that it inserts into the code, and icons in their titles.

use super::Converter;
use crate::report::LossKind;

impl Converter<'_> {
    /// Returns code with the values of the expressions `{{ … }}` in it that are known. Reports the others, which stay as
    /// they are. `line` is that of the fence.
    pub(super) fn with_values(&mut self, code: &str, line: u32) -> String {
        let mut out = String::with_capacity(code.len());
        for (number, mut rest) in (1..).zip(code.split_inclusive('\n')) {
            while let Some((before, after)) = rest.split_once("{{")
                && let Some((inner, after)) = after.split_once("}}")
            {
                out.push_str(before);
                let inner = inner.trim();
                let known = self.scope.value(inner).and_then(|value| value.as_text());
                match known.or_else(|| self.around.variable(inner)) {
                    Some(value) => out.push_str(&value),
                    None => {
                        let whole = format!("{{{{ {inner} }}}}");
                        let outcome = "it stays in the code, where the old site showed its value";
                        self.report_loss(LossKind::Expression, line + number, &whole, outcome);
                        out.push_str(&whole);
                    }
                }
                rest = after;
            }
            out.push_str(rest);
        }
        out
    }
}

/// Returns the title of a code block without its icons: `vercel.json ~vscode-icons:file-type-json~`.
pub(super) fn without_icons(title: &str) -> String {
    let is_icon = |word: &str| {
        let name = word.strip_prefix('~').and_then(|word| word.strip_suffix('~'));
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
        name.is_some_and(|name| name.contains(':') && name.chars().all(is_part))
    };
    if !title.contains('~') {
        return title.to_owned();
    }
    title.split(' ').filter(|word| !is_icon(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_icons;

    #[test]
    fn icons_in_titles_are_left_out() {
        for (title, expected) in [
            ("vercel.json ~vscode-icons:file-type-json~", "vercel.json"),
            ("~logos:npm~ npm", "npm"),
            ("~logos:npm~", ""),
            ("~/.bashrc ~now~", "~/.bashrc ~now~"),
            ("a  b", "a  b"),
        ] {
            assert_eq!(without_icons(title), expected);
        }
    }
}
