//! Rewrites TeX for the library: environments and commands that it lacks become ones that it has.

use memchr::memchr;

/// Environments with their replacements. Formulas are not numbered: numbers would restart in each formula.
const ENVIRONMENTS: &[(&str, &str)] = &[
    ("align", "align*"),
    ("eqnarray*", "align*"),
    ("eqnarray", "align*"),
    ("equation", "equation*"),
    ("gather", "gather*"),
    ("multline", "gather*"),
    ("multline*", "gather*"),
    ("smallmatrix", "matrix"),
    ("split", "aligned"),
];

/// Rewritten TeX, and the mapping to the original.
pub(super) struct Prepared {
    pub(super) text: String,
    /// The start of each copied part, in the text and in the original.
    copied: Vec<(usize, usize)>,
}

impl Prepared {
    fn copy(&mut self, source: &str, from: usize, to: usize) {
        self.copied.push((self.text.len(), from));
        self.text.push_str(source.get(from..to).unwrap_or_default());
    }

    /// The position in the original of a position in the text.
    pub(super) fn original(&self, at: usize) -> usize {
        let index = self.copied.partition_point(|&(start, _)| start <= at).saturating_sub(1);
        let next = self.copied.get(index + 1).map_or(usize::MAX, |&(_, from)| from);
        self.copied.get(index).map_or(0, |&(start, from)| (from + at.saturating_sub(start)).min(next))
    }
}

/// Rewrites TeX for the library.
pub(super) fn prepared(source: &str) -> Prepared {
    let mut out = Prepared { text: String::with_capacity(source.len() + 32), copied: Vec::new() };
    // An explicit number needs an environment of lines.
    let tagged = source.contains("\\tag") && !source.contains("\\begin{");
    if tagged {
        out.text.push_str("\\begin{equation*}");
    }
    let mut done = 0;
    let mut at = 0;
    while let Some(offset) = memchr(b'\\', source.as_bytes().get(at..).unwrap_or_default()) {
        at += offset;
        if let Some((length, text)) = rewritten(source.get(at..).unwrap_or_default()) {
            out.copy(source, done, at);
            out.text.push_str(&text);
            at += length;
            done = at;
        } else {
            // With the escaped character, if any.
            at += 2;
        }
    }
    out.copy(source, done, source.len());
    if tagged {
        out.text.push_str("\\end{equation*}");
    }
    out
}

/// The replacement for the start of a text, and the length of that start.
fn rewritten(text: &str) -> Option<(usize, String)> {
    for command in ["\\begin{", "\\end{"] {
        if let Some((name, _)) = text.strip_prefix(command).and_then(|rest| rest.split_once('}')) {
            let (_, other) = ENVIRONMENTS.iter().find(|(known, _)| *known == name)?;
            return Some((command.len() + name.len() + 1, format!("{command}{other}}}")));
        }
    }
    if let Some(escaped) = plain_text(text) {
        return Some(escaped);
    }
    // `\textcolor{red}{x}` becomes `{\color{red}x}`: the last brace stays.
    let (color, rest) = text.strip_prefix("\\textcolor{")?.split_once('}')?;
    rest.starts_with('{').then(|| (text.len() - rest.len() + 1, format!("{{\\color{{{color}}}")))
}

/// Commands whose argument is text.
const TEXTS: &[&str] = &["\\text{", "\\textrm{", "\\textsf{", "\\texttt{", "\\textbf{", "\\textit{"];
/// Boxes of text, which the library lacks.
const BOXES: &[&str] = &["\\mbox{", "\\hbox{"];

/// A box of text, or text that contains `_`, as in `\text{block_size}`: MathJax shows it as a plain character, TeX wants it
/// escaped.
fn plain_text(text: &str) -> Option<(usize, String)> {
    let command = TEXTS.iter().chain(BOXES).find(|command| text.starts_with(**command))?;
    let is_box = BOXES.contains(command);
    let written = if is_box { "\\text{" } else { command };
    let rest = text.get(command.len()..)?;
    let end = rest.find(['{', '}', '\\', '$'])?;
    let words = rest
        .get(..end)
        .filter(|words| words.contains('_') && rest.get(end..).is_some_and(|rest| rest.starts_with('}')));
    match words {
        Some(words) => Some((command.len() + end, format!("{written}{}", words.replace('_', "\\_")))),
        None => is_box.then(|| (command.len(), written.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::prepared;

    #[test]
    fn writes_what_the_library_lacks_and_finds_the_way_back() {
        let source = r"a \\begin{split} \begin{split} b \end{split} \textcolor{red}{x} \z";
        let prepared = prepared(source);
        assert_eq!(prepared.text, r"a \\begin{split} \begin{aligned} b \end{aligned} {\color{red}x} \z");
        for word in ["a ", " b ", "x}", r"\z"] {
            let at = prepared.text.rfind(word).unwrap();
            assert_eq!(prepared.original(at), source.rfind(word).unwrap(), "{word}");
        }
        assert_eq!(super::prepared(r"x \tag{1}").text, r"\begin{equation*}x \tag{1}\end{equation*}");
        assert_eq!(super::prepared(r"x \tag{1}").original(17), 0);
        assert_eq!(super::prepared(r"\text{a_b} x_1 \text{a $x_1$}").text, r"\text{a\_b} x_1 \text{a $x_1$}");
        assert_eq!(super::prepared(r"\mbox{a_b} \hbox{if $x$} \mboxes").text, r"\text{a\_b} \text{if $x$} \mboxes");
    }
}
