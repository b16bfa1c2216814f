//! mdBook: fences that are callouts (mdbook-admonish), and hidden lines of code.

use engine::other_tools::Notation;

use super::cut::is_mark;
use super::{Converter, Node};
use crate::page::read::{pairs, read};
use crate::page::tree::{Attribute, Element, Fence, Kind, TargetElement, Value};
use crate::report::{LossKind, number_of};

/// The text after `admonish` in an info string. `None` for code.
pub(super) fn admonish(info: &str) -> Option<&str> {
    let rest = info.trim().strip_prefix("admonish")?;
    (rest.is_empty() || rest.starts_with([' ', ','])).then_some(rest)
}

/// A text with the commas outside of quotes replaced by spaces.
fn without_commas(text: &str) -> String {
    let mut quote: Option<char> = None;
    let mut escaped = false;
    let blank = |c: char| {
        let is_inside = quote.is_some();
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        if c == ',' && !is_inside { ' ' } else { c }
    };
    text.chars().map(blank).collect()
}

/// Words in info strings that mdBook and rustdoc know: readers of the code see nothing of these.
const KNOWN: [&str; 13] = [
    "ignore",
    "should_panic",
    "no_run",
    "compile_fail",
    "allow_fail",
    "test_harness",
    "standalone_crate",
    "editable",
    "playground",
    "noplayground",
    "noplaypen",
    "mdbook-runnable",
    "rust",
];

/// The words after the language of an info string that are only classes of the code in HTML: `rust,ignore,my_class`.
fn classes(info: &str) -> impl Iterator<Item = &str> {
    let is_error_code = |word: &str| word.strip_prefix('E').is_some_and(|code| is_number(code, 4));
    let is_known = move |word: &str| {
        let edition = word.strip_prefix("edition");
        KNOWN.contains(&word)
            || edition.is_some_and(|year| is_number(year, 4))
            || is_error_code(word)
            || word.starts_with("ignore-")
            || word.starts_with("hidelines=")
    };
    let words = info.split_whitespace().next().unwrap_or_default().split(',').skip(1);
    words.filter(move |word| !word.is_empty() && !is_known(word))
}

/// Whether a text has exactly this many digits, and nothing else.
fn is_number(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Rust code in which the lines outside of a part are hidden: `2:5`, or the sections between anchors of a name, of which
/// there may be several. `None` if the text has no such part.
pub(super) fn with_hidden(text: &str, part: &str) -> Option<String> {
    let lines = || text.lines().enumerate();
    let is_range = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    let mut shown: Vec<bool> = Vec::new();
    if is_range && !part.is_empty() {
        let (first, last) = part.split_once(':').unwrap_or((part, part));
        let first = first.parse::<usize>().unwrap_or(1);
        let last = last.parse::<usize>().unwrap_or(usize::MAX);
        shown.extend(lines().map(|(at, _)| (first..=last).contains(&(at + 1))));
    } else {
        let mut is_inside = false;
        shown.extend(text.lines().map(|line| {
            if anchor(line, "ANCHOR:") == Some(part) || anchor(line, "ANCHOR_END:") == Some(part) {
                is_inside = line.contains("ANCHOR:");
            }
            is_inside
        }));
    }
    let is_shown = |at: usize| shown.get(at).copied().unwrap_or(false);
    lines().find(|(at, line)| is_shown(*at) && !is_mark(line))?;
    let mut out = String::with_capacity(text.len());
    for (at, line) in lines().filter(|(_, line)| is_range || !is_mark(line)) {
        if !is_shown(at) {
            out.push_str("# ");
        }
        out.push_str(line);
        out.push('\n');
    }
    Some(out)
}

/// The name that a line gives after a mark such as `ANCHOR:`.
fn anchor<'t>(line: &'t str, mark: &str) -> Option<&'t str> {
    let rest = line.split_once(mark)?.1.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).unwrap_or(rest.len());
    rest.get(..end)
}

/// The outcome for lines that a button of mdBook shows.
const ON_CLICK: &str = "left out: the old site showed them only on a click";

impl Converter<'_> {
    /// Converts `<div class="warning">`, which mdBook shows as a box.
    pub(super) fn warning(&mut self, mut element: Element, line: u32, out: &mut Vec<Node>) {
        element.attributes.retain(|attribute| attribute.name != "class");
        self.drop_looks(&element.attributes, line);
        let children = self.nodes(element.children, Some("wc-callout"));
        out.push(TargetElement::new("wc-callout").with("type", "warning").holding(children).at(line));
    }

    /// ```` ```admonish warning title="…" ````: its content is Markdown.
    pub(super) fn admonish(&mut self, info: &str, content: &str, line: u32, out: &mut Vec<Node>) {
        let info = without_commas(info);
        let info = info.trim();
        let end = info.find(|c: char| c.is_whitespace() || matches!(c, '=' | '"')).unwrap_or(info.len());
        let word = info.get(..end).filter(|_| !info.get(end..).is_some_and(|rest| rest.starts_with('=')));
        // `warning.my-class`: the part after the dot is a CSS class.
        let kind = word.and_then(|word| word.split('.').next()).filter(|word| !word.is_empty());
        let attributes = pairs(info.get(word.map_or(0, str::len)..).unwrap_or_default());
        let text = |name: &str| {
            attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match &attribute.value {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            })
        };
        let folds = text("collapsible").is_some_and(|value| value == "true");
        let notation = if folds { Notation::Folded } else { Notation::Admonition };
        let mut element = Element::new(notation, text("type").as_deref().or(kind).unwrap_or("note"));
        // A bare text is the title, as in the first version.
        if let Some(title) = text("title").or_else(|| text("_")) {
            element.attributes.push(Attribute { name: "title".to_owned(), value: Value::Text(title) });
        }
        let document = read(content, line + 1, self.dialect);
        element.children = document.nodes;
        self.admonition(element, line, out);
    }

    /// Rust code without the hidden lines, which begin with `# `; `##` at the start of a line is an escaped `#`.
    pub(super) fn without_hidden(&mut self, fence: Fence, line: u32) -> Fence {
        let is_hidden = |line: &str| {
            let trimmed = line.trim_start();
            trimmed == "#" || trimmed.starts_with("# ")
        };
        self.without(fence, is_hidden, line)
    }

    /// Code in another language without the hidden lines, whose start the settings or the info string name.
    pub(super) fn without_lines(&mut self, fence: Fence, line: u32) -> Fence {
        let language = fence.info.split([',', ' ']).next().unwrap_or_default();
        let own = fence.info.split([',', ' ']).find_map(|word| word.strip_prefix("hidelines="));
        let own = own.map(ToOwned::to_owned).or_else(|| self.around.hidden_lines(language));
        let Some(start) = own.filter(|start| !start.is_empty()) else { return fence };
        let hidden = fence.content.lines().filter(|line| line.trim_start().starts_with(&start)).count();
        self.report_hidden(hidden, ON_CLICK, line);
        let shown = fence.content.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(&start));
        Fence { content: shown.collect(), ..fence }
    }

    /// Reports the words of an info string that are only classes.
    pub(super) fn report_classes(&mut self, info: &str, line: u32) {
        let words: Vec<String> = classes(info).map(|word| format!("`{word}`")).collect();
        if !words.is_empty() {
            let outcome = "left out: a class for scripts and style sheets of the book, which are not read";
            self.report_loss(LossKind::Attribute, line, &format!("{} of a code block", words.join(", ")), outcome);
            self.of_no_content();
        }
    }

    /// Reports the number of lines of code that are left out, if any.
    pub(super) fn report_hidden(&mut self, lines: usize, outcome: &str, line: u32) {
        if lines > 0 {
            self.report_loss(LossKind::HiddenCode, line, &number_of(lines, "line"), outcome);
        }
    }

    /// `{{#playground file}}`: Rust code, with hidden lines as in a fence.
    pub(super) fn playground(&mut self, (file, part): (&str, &str), line: u32, out: &mut Vec<Node>) {
        let first = out.len();
        self.code_of_file(file, part, "rust", line, out);
        for node in out.iter_mut().skip(first) {
            if let Kind::Fence(fence) = &mut node.kind {
                *fence = self.without_hidden(std::mem::take(fence), line);
            }
        }
    }

    /// Rust code without hidden lines.
    fn without(&mut self, fence: Fence, is_hidden: impl Fn(&str) -> bool, line: u32) -> Fence {
        let hidden = fence.content.lines().filter(|line| is_hidden(line)).count();
        let is_escaped = fence.content.lines().any(|line| line.trim_start().starts_with("##"));
        if hidden == 0 && !is_escaped {
            return fence;
        }
        let mut content = String::with_capacity(fence.content.len());
        for line in fence.content.lines().filter(|line| !is_hidden(line)) {
            let indent = line.len() - line.trim_start().len();
            let (blank, rest) = line.split_at(indent);
            content.push_str(blank);
            content.push_str(if rest.starts_with("##") { rest.get(1..).unwrap_or_default() } else { rest });
            content.push('\n');
        }
        self.report_hidden(hidden, ON_CLICK, line);
        Fence { content, ..fence }
    }
}

#[cfg(test)]
mod tests {
    use super::{admonish, classes, with_hidden, without_commas};

    #[test]
    fn words_of_info_strings_are_known_or_classes() {
        let found = |info: &str| classes(info).map(ToOwned::to_owned).collect::<Vec<_>>();
        assert_eq!(found("rust,ignore,does_not_compile,,E0308,edition2021,hidelines=!"), ["does_not_compile"]);
        assert_eq!(found("rust,Extra,edition other"), ["Extra", "edition"]);
        assert_eq!(found("rust"), [""; 0]);
    }

    #[test]
    fn lines_outside_of_a_part_are_hidden() {
        const TEXT: &str = "a\n// ANCHOR: p\n  b\n// ANCHOR: q\n// ANCHOR_END: p\nc\n// ANCHOR: p\n    d\n";
        assert_eq!(with_hidden(TEXT, "p").as_deref(), Some("# a\n  b\n# c\n    d\n"));
        assert_eq!(with_hidden("a\nb\nc\n", "2:").as_deref(), Some("# a\nb\nc\n"));
        assert_eq!(with_hidden("a\nb\nc\n", "2").as_deref(), Some("# a\nb\n# c\n"));
        assert_eq!(with_hidden(TEXT, "r"), None);
    }

    #[test]
    fn info_strings_of_admonish_are_told() {
        assert_eq!(admonish("admonish warning title=\"x\""), Some(" warning title=\"x\""));
        assert_eq!(admonish("admonish"), Some(""));
        assert_eq!(admonish("admonished"), None);
        assert_eq!(without_commas("title=\"a, b\", id='c,d',e"), "title=\"a, b\"  id='c,d' e");
    }
}
