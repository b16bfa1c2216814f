//! MyST Markdown (Sphinx, Jupyter Book): directives as JSX, roles as Markdown, labels as anchors.

mod labels;
mod options;
mod parts;
mod role;
mod roles;
mod tables;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use labels::NOTEBOOKS;

use super::{Fences, LineKind};
use crate::paths;
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use labels::{
    Labels, id, is_glossary_list, label, label_of_figure, label_of_formula, labels_of_restructured, named, object_name,
    own_substitutions, term_id, terms_of_list,
};
use options::{DirectiveOptions, Opening, attribution, closes, directive, fence, id_of, is_attributes};
use parts::Parts;
use role::without_roles;
use roles::{DEEPEST, TextReader, has_open_span, opening};
use tables::Cell;

/// Directives that become a box, and their components.
const BOXES: [(&str, &str); 16] = [
    ("note", "Note"),
    ("seealso", "Note"),
    ("sidebar", "Note"),
    ("margin", "Note"),
    ("aside", "Note"),
    ("topic", "Note"),
    ("todo", "Note"),
    ("tip", "Tip"),
    ("hint", "Tip"),
    ("important", "Info"),
    ("versionadded", "Info"),
    ("versionchanged", "Info"),
    ("warning", "Warning"),
    ("attention", "Warning"),
    ("caution", "Warning"),
    ("deprecated", "Warning"),
];
/// More of them.
const DANGERS: [&str; 3] = ["danger", "error", "versionremoved"];
/// Directives whose content stays as it is.
const PLAIN: [&str; 18] = [
    "div",
    "container",
    "grid-item",
    "compound",
    "rst-class",
    "only",
    "panels",
    "figure-md",
    "hlist",
    "centered",
    "align",
    "article-info",
    "line-block",
    "card-header",
    "card-footer",
    "header",
    "footer",
    "sd-container",
];
/// Directives whose content is a quote.
const QUOTES: [&str; 4] = ["epigraph", "pull-quote", "highlights", "blockquote"];
/// Directives whose content is not text of the page.
const SILENT: [&str; 15] = [
    "toctree",
    "contents",
    "tableofcontents",
    "index",
    "highlight",
    "meta",
    "default-role",
    "currentmodule",
    "module",
    "sectionauthor",
    "codeauthor",
    "tags",
    "todolist",
    "target-notes",
    "comment",
];
/// Directives whose content is code in the language that they name.
const CODE: [&str; 3] = ["code-block", "code", "sourcecode"];
/// Literal directives that show their argument: a part of the text, or the content of a file.
const ARGUMENT_IS_SHOWN: [&str; 4] = ["parsed-literal", "graphviz", "uml", "mermaid"];
/// Directives whose content is literal, and the language of the code block.
const LITERAL: [(&str, &str); 14] = [
    ("math", "math"),
    ("mermaid", "mermaid"),
    ("parsed-literal", ""),
    ("prompt", ""),
    ("doctest", "python"),
    ("testcode", "python"),
    ("testsetup", "python"),
    ("testoutput", ""),
    ("code-cell", "python"),
    ("jupyter-execute", "python"),
    ("ipython", "python"),
    ("graphviz", "dot"),
    ("uml", "plantuml"),
    ("productionlist", ""),
];
/// Directives whose code is run when the site is built, and its results are shown.
const CELLS: [&str; 2] = ["code-cell", "jupyter-execute"];
/// The languages whose objects directives describe: `{py:class}`.
const DOMAINS: [&str; 5] = ["py", "c", "cpp", "js", "rst"];
/// Prefixes of directives that Sphinx fills from code.
const GENERATED: [&str; 14] = [
    "auto",
    "argparse",
    "click",
    "typer",
    "doxygen",
    "autodoc2",
    "program-output",
    "command-output",
    "jsonschema",
    "openapi",
    "swagger",
    "bibliography",
    "footbibliography",
    "list-of-",
];

/// Pages in MyST as MDX.
pub(super) struct MystPages {
    /// The pages, and the parts of other files that they include.
    pub(super) texts: Vec<(String, String)>,
    pub(super) losses: Vec<Loss>,
    /// The files that contain the included parts.
    pub(super) parts: Vec<(String, String)>,
    /// The pages whose lines move: for each line, its number in the source.
    pub(super) lines: BTreeMap<String, Vec<u32>>,
}

/// Rewrites the pages below a folder, and those that they include.
pub(super) fn rewritten(source: &Source, root: &str) -> MystPages {
    let read = |path: &str| Some((path.to_owned(), source.text(path).ok()?));
    let mut open: Vec<(String, String)> =
        source.under(root).filter(|path| paths::is_page(path)).filter_map(read).collect();
    let labels = Labels::read(source, root, &open);
    let mut out = MystPages { texts: Vec::new(), losses: Vec::new(), parts: Vec::new(), lines: BTreeMap::new() };
    let mut parts = Parts::new(source);
    let mut done = 0;
    while let Some((path, text)) = open.get(done).cloned() {
        done += 1;
        let (made, numbers) = as_mdx(&path, &text, &labels, &mut parts, &mut out.losses);
        if (1..).zip(&numbers).any(|(written, number)| written != *number) {
            out.lines.insert(path.clone(), numbers);
        }
        out.texts.push((path, made));
        for (path, text) in parts.take_pages() {
            if open.iter().all(|(known, _)| *known != path) {
                open.push((path, text));
            }
        }
    }
    out.texts.extend(parts.code);
    out.parts = parts.origins;
    out
}

/// The text of a page with its directives as JSX, and the number of each line in the source.
fn as_mdx(
    path: &str,
    text: &str,
    labels: &Labels,
    parts: &mut Parts<'_>,
    losses: &mut Vec<Loss>,
) -> (String, Vec<u32>) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let has_head = lines.first().is_some_and(|line| line.trim_end() == "---");
    let head = lines.iter().skip(1).position(|line| line.trim_end() == "---").filter(|_| has_head);
    let (head, body) = lines.split_at(head.map_or(0, |end| end + 2).min(lines.len()));
    let own = if head.is_empty() { BTreeMap::new() } else { own_substitutions(&head.concat()) };
    let text = TextReader { path, labels, own, losses: Vec::new(), depth: 0, has_numbers: false };
    let mut reader = MystReader::new(path, parts, text);
    reader.out = head.concat();
    reader.numbers = (1..).take(head.len()).collect();
    reader.read(body, u32::try_from(head.len() + 1).unwrap_or(u32::MAX));
    reader.report_cells();
    reader.report_empty(head.concat().len());
    losses.append(&mut reader.text.losses);
    (reader.out, reader.numbers)
}

/// An open directive with text.
struct OpenDirective {
    fence: (u8, usize),
    /// What is written at its end.
    close: String,
    is_glossary: bool,
}

struct MystReader<'a, 's> {
    path: &'a str,
    parts: &'a mut Parts<'s>,
    text: TextReader<'a>,
    out: String,
    /// The number of each written line in the source.
    numbers: Vec<u32>,
    /// The numbers of the first lines of what is being written, if they move.
    moved: Vec<u32>,
    open: Vec<OpenDirective>,
    /// Ordinary code blocks.
    code: Fences,
    is_after_blank: bool,
    is_in_list: bool,
    is_in_fields: bool,
    /// The lines of terms in definition lists that are glossaries.
    terms: BTreeSet<u32>,
    /// The openings of the code cells that may have shown something, with their lines.
    cells: Vec<(u32, String)>,
}

/// A directive as it is written in a page.
struct Directive<'t> {
    name: &'t str,
    argument: &'t str,
    options: DirectiveOptions,
    fence: (u8, usize),
    /// The blanks before its fence.
    indent: &'t str,
    /// The lines after the options, up to the end of the page.
    next: &'t [&'t str],
    line: u32,
}

impl Directive<'_> {
    /// The lines up to the closing fence.
    fn content(&self) -> &[&str] {
        // With more indentation, a fence is one in an item of a list.
        let is_far = |line: &str| line.len() - line.trim_start().len() >= self.indent.len() + 4;
        let is_end = |line: &&str| closes(line.trim(), self.fence) && !is_far(line);
        let end = self.next.iter().position(is_end).unwrap_or(self.next.len());
        self.next.get(..end).unwrap_or_default()
    }

    /// The content without the indentation of the directive.
    fn text(&self) -> String {
        self.content()
            .iter()
            .map(|line| line.strip_prefix(self.indent).unwrap_or(line.trim_start_matches(' ')))
            .collect()
    }
}

impl<'a, 's> MystReader<'a, 's> {
    fn new(path: &'a str, parts: &'a mut Parts<'s>, text: TextReader<'a>) -> Self {
        Self {
            path,
            parts,
            text,
            out: String::new(),
            numbers: Vec::new(),
            moved: Vec::new(),
            open: Vec::new(),
            code: Fences::default(),
            is_after_blank: true,
            is_in_list: false,
            is_in_fields: false,
            terms: BTreeSet::new(),
            cells: Vec::new(),
        }
    }

    /// Reports the results of the code cells of the page.
    fn report_cells(&mut self) {
        let Some((line, opening)) = self.cells.first() else { return };
        let outcome = match self.cells.len() {
            1 => "the code of a cell, which is not run: what it prints or draws is left out".to_owned(),
            count => format!("the code of {count} cells, which is not run: what it prints or draws is left out"),
        };
        self.text.losses.push(Loss::new(LossKind::CodeImport, self.path, *line, opening, outcome).without_headings());
    }

    /// Reports that nothing is left of a page because of its includes, if that is so. The body begins at a position.
    fn report_empty(&mut self, body: usize) {
        let shows = |line: &str| !line.is_empty() && !line.starts_with("# ") && !line.starts_with("<a id=");
        let is_left_out = self.text.losses.iter().any(|loss| loss.kind == LossKind::MissingInclude);
        if is_left_out && !self.out.get(body..).unwrap_or_default().lines().map(str::trim).any(shows) {
            let outcome = "nothing of its body is left: what it includes is left out";
            self.text.losses.push(Loss::new(LossKind::EmptyPage, self.path, 0, self.path, outcome));
        }
    }

    /// Reads all lines, the first of which has this number.
    fn read(&mut self, lines: &[&str], first: u32) {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let number = first.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            let from = self.out.len();
            let read = self.line(line, lines.get(at + 1..).unwrap_or_default(), number).max(1);
            self.number(from, number, read);
            at += read;
        }
        while let Some(open) = self.open.pop() {
            self.out.push_str(&open.close);
        }
    }

    /// Numbers the lines that were written from a position on, for as many source lines as were read from `number` on.
    fn number(&mut self, from: usize, number: u32, read: usize) {
        let moved = std::mem::take(&mut self.moved);
        let last = number + u32::try_from(read - 1).unwrap_or(0);
        let written = self.out.get(from..).unwrap_or_default().matches('\n').count();
        self.numbers.extend(moved.into_iter().chain((number..).map(|number| number.min(last))).take(written));
    }

    /// Reads a line, or several: their number is returned, and as many are written.
    fn line(&mut self, line: &str, next: &[&str], number: u32) -> usize {
        let trimmed = line.trim();
        let is_after_blank = std::mem::replace(&mut self.is_after_blank, trimmed.is_empty());
        let is_code = self.code.open.is_some();
        let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
        if !is_code && let Some(open) = self.open.last().filter(|open| closes(trimmed, open.fence)) {
            let close = format!("{indent}{}\n", open.close);
            self.open.pop();
            self.out.push_str(&close);
            self.is_after_blank = true;
            return 1;
        }
        let is_indented = indent.len() >= 4 || indent.contains('\t');
        let is_indented_code = is_after_blank && is_indented && !is_code && !self.is_in_list;
        if let Some(Opening { fence, name, argument }) = directive(trimmed).filter(|_| !is_code && !is_indented_code) {
            let name = &*name.to_ascii_lowercase();
            let options = DirectiveOptions::read(next);
            let lines = options.lines;
            let next = next.get(lines..).unwrap_or_default();
            let found = Directive { name, argument, options, fence, indent, next, line: number };
            self.is_after_blank = true;
            return self.directive(&found);
        }
        if is_indented_code && !trimmed.is_empty() && !is_item(trimmed) {
            return self.indented_code(line, next);
        }
        // A fence of colons without braces has only a class.
        if let Some(fence) = fence(trimmed).filter(|(mark, _)| *mark == b':' && !is_code) {
            let language = trimmed.trim_start_matches(':').trim();
            let is_word = !language.is_empty() && language.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if is_word && self.text.labels.has_code_of_colons {
                let options = DirectiveOptions::default();
                let code = Directive { name: "", argument: "", options, fence, indent, next, line: number };
                self.is_after_blank = true;
                return self.code_block(&code, language);
            }
            self.open.push(OpenDirective { fence, close: String::new(), is_glossary: false });
            self.out.push('\n');
            return 1;
        }
        if self.code.next(line) == LineKind::Code {
            self.out.push_str(line);
            return 1;
        }
        if trimmed.is_empty() {
            self.out.push_str(line);
            return 1;
        }
        let is_definition =
            self.text.labels.has_definitions && (trimmed.starts_with(": ") || trimmed.starts_with("~ "));
        // The paragraphs of a footnote are indented by four.
        let is_footnote = trimmed.starts_with("[^") && trimmed.contains("]:");
        if is_item(trimmed) || is_definition || is_footnote {
            self.is_in_list = true;
        } else if indent.is_empty() && is_after_blank {
            self.is_in_list = false;
        }
        self.text_line(line, next, number, is_after_blank)
    }

    /// A line of text outside of code.
    fn text_line(&mut self, line: &str, next: &[&str], number: u32, is_after_blank: bool) -> usize {
        let trimmed = line.trim();
        let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
        let marks = block_marks(line);
        if let Some(value) = line.get(marks..).and_then(|rest| self.text.block_value(rest)) {
            self.substitute(line.get(..marks).unwrap_or_default(), &value, number, is_after_blank, next);
            return 1;
        }
        if let Some(label) = label(line) {
            self.out.push_str(&format!("{indent}<a id=\"{}\"></a>\n", id(label)));
            return 1;
        }
        let is_comment = indent.is_empty() && (trimmed.starts_with("% ") || trimmed == "%");
        let is_mark = trimmed.starts_with("+++") || trimmed == "^^^";
        if is_comment || is_mark {
            self.out.push('\n');
            return 1;
        }
        let is_in_fields = self.is_in_fields;
        self.is_in_fields &= !indent.is_empty();
        if let Some((name, text)) = field(trimmed).filter(|_| self.text.labels.has_fields)
            && (is_after_blank || is_in_fields)
        {
            let (name, text) = (self.text.inline(name, number), self.text.inline(text, number));
            self.out.push_str(format!("{indent}- **{name}:** {text}").trim_end());
            self.out.push('\n');
            (self.is_in_fields, self.is_in_list) = (true, true);
            return 1;
        }
        // The attributes of the next block.
        let (before, rest) = line.split_at(marks);
        let braces = rest.trim_end().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(inner) = braces.filter(|inner| is_attributes(inner)) {
            if is_glossary_list(trimmed) {
                let terms = terms_of_list(next).into_iter().filter_map(|at| u32::try_from(at).ok());
                self.terms.extend(terms.map(|at| number + 1 + at));
            }
            let own = id_of(inner);
            let anchor = own.map(|own| format!("<a id=\"{own}\"></a>")).unwrap_or_default();
            self.out.push_str(format!("{before}{anchor}").trim_end());
            self.out.push('\n');
            return match attribution(inner) {
                Some(attribution) if !before.trim().is_empty() => {
                    self.lose_attribution(attribution, number);
                    1
                }
                Some(attribution) => 1 + self.attributed(attribution, next, number),
                None => 1,
            };
        }
        if self.text.labels.has_math && trimmed.starts_with("$$") && !trimmed[2..].contains("$$") {
            return self.formula(line, next, number);
        }
        let begins = is_after_blank || line.get(..marks).is_some_and(|marks| !marks.trim().is_empty());
        if begins && line.get(marks..).is_some_and(|rest| rest.starts_with("\\begin{")) {
            return self.environment(line, marks, next);
        }
        if self.open.last().is_some_and(|open| open.is_glossary) {
            return self.glossary_line(line, trimmed, indent, number);
        }
        if self.terms.remove(&number) {
            self.out.push_str(&format!("<a id=\"{}\"></a>", term_id(trimmed)));
        }
        // Roles, code spans and links may go on in the next lines.
        let mut text = line.to_owned();
        let mut count = 1;
        let is_open = |text: &str| has_open_span(text) || opening(text).is_some();
        while is_open(&text) && count < 6 {
            let Some(more) = next.get(count - 1).filter(|more| !more.trim().is_empty() && fence(more.trim()).is_none())
            else {
                break;
            };
            text.push_str(more);
            count += 1;
        }
        if count > 1 && is_open(&text) {
            (text, count) = (line.to_owned(), 1);
        }
        let made = self.text.inline(&text, number);
        self.out.push_str(&made);
        count
    }

    /// The blocks of a text within the page, whose first line has this number, and the number of each of their lines.
    fn nested(&mut self, value: &str, first: u32) -> (String, Vec<u32>) {
        let TextReader { path, labels, has_numbers, depth, .. } = self.text;
        let own = std::mem::take(&mut self.text.own);
        let losses = std::mem::take(&mut self.text.losses);
        let text = TextReader { path, labels, own, losses, depth: depth + 1, has_numbers };
        let mut reader = MystReader::new(self.path, self.parts, text);
        reader.read(&value.split_inclusive('\n').collect::<Vec<_>>(), first);
        let MystReader { text, out, numbers, mut cells, .. } = reader;
        (self.text.own, self.text.losses, self.text.has_numbers) = (text.own, text.losses, text.has_numbers);
        self.cells.append(&mut cells);
        (out, numbers)
    }

    /// Writes the blocks that are the value of a substitution, after the marks of lists and quotes. All their lines have the
    /// number of its line.
    fn substitute(&mut self, marks: &str, value: &str, number: u32, is_after_blank: bool, next: &[&str]) {
        let known = self.text.losses.len();
        let (blocks, _) = self.nested(&format!("{value}\n"), 1);
        self.text.losses.iter_mut().skip(known).for_each(|loss| loss.line = number);
        let further: String = marks.chars().map(|c| if c == '>' { c } else { ' ' }).collect();
        let blank = format!("{}\n", further.trim_end());
        let mut made = String::new();
        if !is_after_blank && marks.trim().is_empty() {
            made.push_str(&blank);
        }
        for (at, line) in blocks.trim_matches('\n').lines().enumerate() {
            let prefix = if at == 0 { marks } else { &further };
            made.push_str(&if line.is_empty() { blank.clone() } else { format!("{prefix}{line}\n") });
        }
        if next.first().is_some_and(|next| !next.trim().is_empty()) {
            made.push_str(&blank);
        }
        self.moved = vec![number; made.matches('\n').count()];
        self.out.push_str(&made);
        self.is_after_blank = true;
    }

    /// The quote that follows its attribution, which becomes its last line. Returns the number of its lines.
    fn attributed(&mut self, attribution: &str, next: &[&str], number: u32) -> usize {
        let is_quote = |line: &&&str| line.trim_start().starts_with('>');
        let count = next.iter().take_while(is_quote).count();
        let quote = next.get(..count).unwrap_or_default();
        let is_code = |line: &&str| fence(line.trim_start_matches(['>', ' ', '\t'])).is_some();
        let Some(last) = quote.last().filter(|_| !quote.iter().any(is_code)) else {
            self.lose_attribution(attribution, number);
            return 0;
        };
        let indent = last.get(..last.len() - last.trim_start().len()).unwrap_or_default();
        let text = self.text.inline(&quote.concat(), number + 1);
        let attribution = self.text.inline(attribution, number);
        self.out.push_str(&format!("{}\n{indent}>\n{indent}> — {attribution}\n", text.trim_end()));
        count
    }

    fn lose_attribution(&mut self, attribution: &str, number: u32) {
        let loss = Loss::new(LossKind::Attribute, self.path, number, attribution, "the source of a quote: left out");
        self.text.losses.push(loss);
    }

    /// A code block that is indented by four: MDX has none.
    fn indented_code(&mut self, line: &str, next: &[&str]) -> usize {
        let is_code = |line: &str| line.starts_with("    ") || line.starts_with('\t');
        let mut lines = vec![line];
        for (at, line) in next.iter().enumerate() {
            let is_part = is_code(line)
                || line.trim().is_empty()
                    && next
                        .get(at..)
                        .unwrap_or_default()
                        .iter()
                        .find(|line| !line.trim().is_empty())
                        .is_some_and(|line| is_code(line));
            if !is_part {
                break;
            }
            lines.push(line);
        }
        // The blank lines around it become the fences.
        let has_above = self.out.ends_with("\n\n") || self.out == "\n";
        if has_above {
            self.out.pop();
            self.moved.extend(self.numbers.pop());
        }
        let bare =
            |line: &&str| line.strip_prefix("    ").or_else(|| line.strip_prefix('\t')).unwrap_or("\n").to_owned();
        let code: String = lines.iter().map(bare).collect();
        self.out.push_str(&fenced("", "", &code));
        self.is_after_blank = true;
        let is_blank_after = next.get(lines.len() - 1).is_some_and(|line| line.trim().is_empty());
        lines.len() + usize::from(is_blank_after)
    }

    /// `$$ … $$` on several lines, perhaps with a label at its end.
    fn formula(&mut self, line: &str, next: &[&str], number: u32) -> usize {
        let Some(end) = next.iter().take(200).position(|line| line.contains("$$")) else {
            self.out.push_str(line);
            return 1;
        };
        let last = next.get(end).and_then(|line| line.split_once("$$")).map_or("", |(before, _)| before);
        let formula = format!("{}{last}", next.get(..end).unwrap_or_default().concat());
        if let Some(label) = next.get(end).and_then(|line| label_of_formula(line)) {
            let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
            self.out.push_str(&format!("{indent}<a id=\"{}\"></a>\n\n", id(label)));
            self.moved.extend([number, number]);
        }
        self.out.push_str(&format!("{line}{}$$\n", aligned(&formula)));
        end + 2
    }

    /// `\begin{align} … \end{align}`, after the marks of lists and quotes.
    fn environment(&mut self, line: &str, marks: usize, next: &[&str]) -> usize {
        let end = std::iter::once(&line).chain(next).take(200).position(|line| line.contains("\\end{"));
        let Some(end) = end else {
            self.out.push_str(line);
            return 1;
        };
        let (before, line) = line.split_at(marks);
        self.out.push_str(&format!("{before}$$ "));
        for line in std::iter::once(&line).chain(next).take(end) {
            self.out.push_str(line);
        }
        let last = std::iter::once(&line).chain(next).nth(end).map_or("", |line| line.trim_end());
        self.out.push_str(&format!("{last} $$\n"));
        end + 1
    }

    /// A line of a glossary: a term, or a part of its definition.
    fn glossary_line(&mut self, line: &str, trimmed: &str, indent: &str, number: u32) -> usize {
        if indent.is_empty() {
            // The key of the term in the index is not shown.
            let shown = trimmed.split_once(" : ").map_or(trimmed, |(term, _)| term);
            let term = self.text.inline(shown, number);
            self.out.push_str(&format!("<a id=\"{}\"></a>**{term}**<br />\n", term_id(trimmed)));
        } else {
            let made = self.text.inline(line.trim_start(), number);
            self.out.push_str(&made);
        }
        1
    }

    fn lose(&mut self, found: &Directive<'_>, kind: LossKind, outcome: &str) {
        let subject = format!("{{{}}} {}", found.name, found.argument);
        self.text.losses.push(Loss::new(kind, self.path, found.line, subject.trim(), outcome).by(Origin::Import));
    }

    /// Begins the content of a directive, after the lines of its options.
    fn begin(&mut self, found: &Directive<'_>, opening: &str, close: &str) -> usize {
        self.begin_as(found, opening, close, false)
    }

    fn begin_as(&mut self, found: &Directive<'_>, opening: &str, close: &str, is_glossary: bool) -> usize {
        let anchor = named(&found.options).map(|id| format!("<a id=\"{id}\"></a>"));
        let lines = found.options.lines;
        match anchor {
            // The line of the name has room for it.
            Some(anchor) if lines > 0 => {
                self.out.push_str(&format!("{}{anchor}\n{}", found.indent, "\n".repeat(lines - 1)));
                self.out.push_str(&format!("{}{opening}\n", found.indent));
            }
            _ => {
                self.out.push_str(&format!("{}{opening}\n", found.indent));
                self.out.push_str(&"\n".repeat(lines));
            }
        }
        self.open.push(OpenDirective { fence: found.fence, close: close.to_owned(), is_glossary });
        1 + lines
    }

    /// Writes a whole directive, and as many lines as it has.
    fn whole(&mut self, found: &Directive<'_>, made: &str) -> usize {
        let content = found.content().len();
        let is_closed = content < found.next.len();
        let lines = 1 + found.options.lines + content + usize::from(is_closed);
        let anchor = named(&found.options).filter(|_| has_anchor(found));
        let mut text = String::new();
        if let Some(id) = anchor {
            text.push_str(&format!("{}<a id=\"{id}\"></a>\n", found.indent));
        }
        for line in made.lines() {
            text.push_str(&format!("{}{line}\n", if line.is_empty() { "" } else { found.indent }));
        }
        let written = text.matches('\n').count();
        text.push_str(&"\n".repeat(lines.saturating_sub(written)));
        self.out.push_str(&text);
        lines
    }

    /// An element around the content.
    fn element(&mut self, found: &Directive<'_>, jsx: &str, attributes: &str) -> usize {
        self.begin(found, &format!("<{jsx}{attributes}>"), &format!("</{jsx}>"))
    }

    /// A directive. Returns the number of its lines that were read.
    fn directive(&mut self, found: &Directive<'_>) -> usize {
        let Directive { name, argument, line, .. } = found;
        let (name, argument) = (*name, *argument);
        if let Some(lines) = self.box_of(found) {
            return lines;
        }
        if SILENT.contains(&name) {
            return self.whole(found, "");
        }
        if CODE.contains(&name) {
            return self.code_block(found, argument);
        }
        if let Some((_, language)) = LITERAL.iter().find(|(known, _)| *known == name) {
            if name == "math" && !argument.is_empty() {
                return self.math(found);
            }
            if ARGUMENT_IS_SHOWN.contains(&name) && !argument.is_empty() {
                self.lose(found, LossKind::UnknownComponent, "its argument is left out; its content is kept as code");
            }
            let language = if name == "code-cell" && !argument.is_empty() { argument } else { language };
            let language = if language.starts_with("ipython") { "python" } else { language };
            return match CELLS.contains(&name) {
                true => self.cell(found, language),
                false => self.code_block(found, language),
            };
        }
        if QUOTES.contains(&name) {
            return self.element(found, "blockquote", "");
        }
        if PLAIN.contains(&name) {
            let shown = match name {
                "centered" => self.text.inline(argument, *line),
                "figure-md" => {
                    label_of_figure(argument).map_or_else(String::new, |own| format!("<a id=\"{}\"></a>", id(own)))
                }
                _ => String::new(),
            };
            return self.begin(found, &shown, "");
        }
        match self.container(found) {
            Some(lines) => lines,
            None => self.block(found),
        }
    }

    /// A directive with tabs or cards. `None` for any other.
    fn container(&mut self, found: &Directive<'_>) -> Option<usize> {
        let Directive { name, argument, options, .. } = found;
        let (name, argument) = (*name, *argument);
        Some(match name {
            "tab-set" | "tabs" => self.element(found, "Tabs", ""),
            "tab-item" | "tab" | "group-tab" | "tabbed" => {
                let title = title(&without_roles(argument));
                self.element(found, "Tab", &title)
            }
            "tab-set-code" => self.element(found, "CodeGroup", ""),
            "code-tab" => {
                let (language, label) = argument.split_once(' ').unwrap_or((argument, argument));
                let code = fenced(language, "", &found.text());
                self.whole(found, &format!("<Tab title=\"{}\">\n{code}</Tab>", quoted(label)))
            }
            "grid" | "card-carousel" => {
                let is_of_cards = found
                    .next
                    .iter()
                    .map(|line| line.trim())
                    .take_while(|line| !closes(line, found.fence))
                    .filter_map(directive)
                    .any(|inner| matches!(inner.name, "grid-item-card" | "card"));
                match is_of_cards {
                    true => {
                        let columns = argument.split_whitespace().filter_map(|word| word.parse::<u8>().ok()).max();
                        let columns = columns.filter(|columns| (1..=6).contains(columns) && name == "grid");
                        let cols = columns.map(|columns| format!(" cols={{{columns}}}")).unwrap_or_default();
                        self.element(found, "CardGroup", &cols)
                    }
                    false => self.begin(found, "", ""),
                }
            }
            "card" | "grid-item-card" => {
                let href = options.get("link").map(|link| self.href(link, options.get("link-type")));
                let href = href.map(|href| format!(" href=\"{}\"", quoted(&href))).unwrap_or_default();
                let image =
                    options.get("img-top").map(|image| format!(" img=\"{}\"", quoted(image))).unwrap_or_default();
                let title = title(&without_roles(argument));
                self.element(found, "Card", &format!("{title}{href}{image}"))
            }
            _ => return None,
        })
    }

    /// A directive with content of its own.
    fn block(&mut self, found: &Directive<'_>) -> usize {
        let Directive { name, argument, options, line, .. } = found;
        let (name, argument) = (*name, *argument);
        match name {
            "glossary" => self.begin_as(found, "", "", true),
            "table" => {
                let caption = self.text.inline(argument, *line);
                let caption = if caption.is_empty() { caption } else { format!("**{caption}**") };
                self.begin(found, &caption, "")
            }
            "list-table" | "csv-table" => self.table(found),
            "rubric" => {
                let text = self.text.inline(argument, *line);
                self.whole(found, &format!("**{text}**"))
            }
            "image" | "figure" => self.figure(found),
            "include" | "literalinclude" => self.include(found),
            "button-ref" | "button-link" => {
                let href = match name {
                    "button-ref" => self.href(argument, options.get("ref-type").or(Some("ref"))),
                    _ => argument.to_owned(),
                };
                let text = without_roles(&found.text().split_whitespace().collect::<Vec<_>>().join(" "));
                let text = if text.is_empty() { argument.to_owned() } else { text };
                self.whole(found, &format!("<Button href=\"{}\">{text}</Button>", quoted(&href)))
            }
            "youtube" | "vimeo" => {
                let jsx = if name == "youtube" { "YouTube" } else { "Vimeo" };
                self.whole(found, &format!("<{jsx} id=\"{}\" />", quoted(argument)))
            }
            "iframe" | "video" => self.whole(found, &format!("<{name} src=\"{}\"></{name}>", quoted(argument))),
            "raw" => {
                if argument.starts_with("html") {
                    return self.begin(found, "", "");
                }
                self.whole(found, "")
            }
            "eval-rst" => self.restructured(found),
            _ if is_glue(name) => {
                let outcome = match found.text().trim().is_empty() {
                    true => "what code of the pages computes, which is not run: left out",
                    false => "what code of the pages computes, which is not run: left out, except its caption",
                };
                self.lose(found, LossKind::CodeImport, outcome);
                self.begin(found, "", "")
            }
            "py:module" | "py:currentmodule" | "js:module" | "cpp:namespace" => self.whole(found, ""),
            _ if is_generated(name) => {
                self.lose(found, LossKind::CodeImport, "Sphinx makes it from code or data, which is not run: left out");
                self.whole(found, "")
            }
            _ if DOMAINS.iter().any(|domain| name.strip_prefix(domain).is_some_and(|rest| rest.starts_with(':'))) => {
                let kind = name.rsplit(':').next().unwrap_or_default();
                let kind = if matches!(kind, "class" | "exception" | "enum" | "struct") { kind } else { "" };
                let signature = format!("{kind} {argument}");
                let anchor =
                    object_name(name, argument).map_or_else(String::new, |name| format!("<a id=\"{name}\"></a>"));
                let text =
                    if argument.is_empty() { String::new() } else { format!("{anchor}**`{}`**", signature.trim()) };
                self.begin(found, &text, "")
            }
            _ => {
                let has_content = shows_anything(&found.text());
                let kept = match (argument.is_empty(), has_content) {
                    (true, true) => "its content is kept",
                    (true, false) => "nothing is shown in its place",
                    (false, true) => "its argument and content are kept",
                    (false, false) => "its argument is kept",
                };
                let rest = if argument.is_empty() && !has_content { "" } else { ", without what else it may show" };
                let outcome = format!("a directive that is not known: {kept}{rest}");
                self.lose(found, LossKind::UnknownComponent, &outcome);
                if let Some(loss) = self.text.losses.last_mut() {
                    loss.may_have_headings = !has_content;
                }
                let text = self.text.inline(argument, *line);
                self.begin(found, &text, "")
            }
        }
    }

    /// reStructuredText within a page: code, after the anchors of its labels.
    fn restructured(&mut self, found: &Directive<'_>) -> usize {
        let text = found.text();
        let labels = labels_of_restructured(found.content().iter());
        let anchors: String = labels.map(|label| format!("<a id=\"{}\"></a>", id(label))).collect();
        let is_tree = text
            .lines()
            .filter(|line| !line.starts_with(char::is_whitespace) && !line.trim().is_empty())
            .all(|line| line.starts_with(".. toctree::"));
        if is_tree {
            return self.whole(found, &anchors);
        }
        self.lose(found, LossKind::UnknownComponent, "reStructuredText within the page: it is kept as code");
        if anchors.is_empty() {
            return self.whole(found, &fenced("rst", "", &text));
        }
        self.moved.push(found.line);
        self.whole(found, &format!("{anchors}\n{}", fenced("rst", "", &text)))
    }

    /// Begins a directive that is a box. `None` if it is not one.
    fn box_of(&mut self, found: &Directive<'_>) -> Option<usize> {
        let Directive { name, argument, options, line, .. } = found;
        let class = options.get("class").unwrap_or_default();
        let classes = || class.split([',', ' ', '\t']).filter(|class| !class.is_empty());
        let boxed = |name: &str| {
            let known = BOXES.iter().find(|(known, _)| *known == name).map(|(_, jsx)| *jsx);
            known.or_else(|| DANGERS.contains(&name).then_some("Danger"))
        };
        let is_box = *name == "admonition" || boxed(name).is_some();
        let is_folded = matches!(*name, "dropdown" | "toggle")
            || is_box && (options.has("collapsible") || classes().any(|class| matches!(class, "dropdown" | "toggle")));
        if is_folded {
            let text = without_roles(argument);
            let usual = || if *name == "toggle" { "Click to show".to_owned() } else { paths::words(name) };
            let text = if text.is_empty() { usual() } else { text };
            return Some(self.element(found, "Accordion", &title(&text)));
        }
        if *name == "admonition" {
            let kind = classes().find_map(boxed).unwrap_or("Note");
            let text = without_roles(argument);
            return Some(self.element(found, kind, &title(&text)));
        }
        if let Some(kind) = statement(name) {
            let text = without_roles(argument);
            let text = if text.is_empty() { paths::words(kind) } else { format!("{} ({text})", paths::words(kind)) };
            return Some(self.element(found, "Note", &title(&text)));
        }
        let jsx = boxed(name)?;
        let verb = match *name {
            "versionadded" => "Added in version",
            "versionchanged" => "Changed in version",
            "versionremoved" => "Removed in version",
            "deprecated" => "Deprecated since version",
            "sidebar" | "topic" | "margin" | "aside" => {
                let text = without_roles(argument);
                return Some(self.element(found, jsx, &title(&text)));
            }
            "seealso" | "todo" => {
                let text = self.text.inline(argument, *line);
                let heading = if *name == "todo" { "To do" } else { "See also" };
                return Some(self.begin(found, &format!("<{jsx}{}>{text}", title(heading)), &format!("</{jsx}>")));
            }
            _ => {
                // The text of a box may begin on its line.
                let text = self.text.inline(argument, *line);
                return Some(self.begin(found, &format!("<{jsx}>{text}"), &format!("</{jsx}>")));
            }
        };
        let (version, rest) = argument.split_once(' ').unwrap_or((argument, ""));
        let text = self.text.inline(rest, *line);
        Some(self.begin(found, &format!("<{jsx}{}>{text}", title(&format!("{verb} {version}"))), &format!("</{jsx}>")))
    }

    /// A directive whose code is run, and which shows the code as its tags say.
    /// <https://myst-nb.readthedocs.io/en/latest/render/hiding.html>
    fn cell(&mut self, found: &Directive<'_>, language: &str) -> usize {
        let tags = found.options.get("tags").unwrap_or_default().replace('_', "-");
        let tags: BTreeSet<&str> = tags.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        let has = |names: &[&str]| names.iter().any(|name| tags.contains(name));
        let is_quiet = self.text.labels.has_no_results
            || has(&["remove-cell", "remove-output"])
            || found.options.has("hide-output");
        if !is_quiet && !found.text().trim().is_empty() {
            self.cells.push((found.line, format!("{{{}}} {}", found.name, found.argument).trim().to_owned()));
        }
        if has(&["remove-cell", "remove-input"]) || found.options.has("hide-code") {
            self.lose(found, LossKind::HiddenCode, "the old site did not show this code: left out");
            if let Some(loss) = self.text.losses.last_mut() {
                loss.origin = Origin::Choice;
            }
            return self.whole(found, "");
        }
        let folded = [("hide-input", "Show code cell source"), ("hide-cell", "Show code cell content")];
        match folded.into_iter().find(|(tag, _)| tags.contains(tag)) {
            Some((_, text)) => self.code_block_in(found, language, Some(text)),
            None => self.code_block(found, language),
        }
    }

    /// A directive whose content is code.
    fn code_block(&mut self, found: &Directive<'_>, language: &str) -> usize {
        self.code_block_in(found, language, None)
    }

    /// A directive whose content is code, in an accordion if there is a title for it.
    fn code_block_in(&mut self, found: &Directive<'_>, language: &str, folded: Option<&str>) -> usize {
        let language = language.split_whitespace().next().unwrap_or_default();
        let options = &found.options;
        let caption = options.get("caption").or_else(|| options.get("filename")).map(without_roles);
        let caption = caption.map(|caption| format!(" title=\"{}\"", quoted(&caption))).unwrap_or_default();
        let lines = options.get("emphasize-lines").map(|lines| format!(" {{{lines}}}")).unwrap_or_default();
        let text = found.text();
        let text = if language == "math" { aligned(&text) } else { text };
        // Code begins with its first line.
        let start = text.len() - text.trim_start_matches('\n').len();
        let code = fenced(language, &format!("{caption}{lines}"), text.get(start..).unwrap_or_default());
        let anchor = usize::from(has_anchor(found));
        let above = if code.is_empty() { 0 } else { options.lines + start - anchor };
        match folded.filter(|_| !code.is_empty()) {
            Some(text) => {
                let above = "\n".repeat(above.max(1));
                self.whole(found, &format!("<Accordion{}>{above}{code}</Accordion>", title(text)))
            }
            None => self.whole(found, &format!("{}{code}", "\n".repeat(above))),
        }
    }

    /// `math` with a formula as its argument, before those in its content.
    fn math(&mut self, found: &Directive<'_>) -> usize {
        let text = found.text();
        let mut made = format!("$$ {} $$", aligned(found.argument));
        if !text.trim().is_empty() {
            made.push_str(&format!("\n\n{}", fenced("math", "", &aligned(text.trim_matches('\n')))));
        }
        self.whole(found, &made)
    }

    /// An image, or a figure with its caption.
    fn figure(&mut self, found: &Directive<'_>) -> usize {
        let options = &found.options;
        let content = found.text();
        let caption = content.split("\n\n").find(|part| !part.trim().is_empty()).unwrap_or_default().trim();
        let rest = content.split_once(caption).map_or("", |(_, rest)| rest).trim();
        let alt = without_roles(options.get("alt").unwrap_or_default());
        let size = |name: &str| options.get(name).and_then(|value| size(name, value)).unwrap_or_default();
        let (width, height) = (size("width"), size("height"));
        let address = found.argument.trim_matches(['<', '>']);
        let existing = self.text.labels.image(self.path, address);
        let address = quoted(existing.as_deref().unwrap_or(address));
        let image = format!("<img src=\"{address}\" alt=\"{}\"{width}{height} />", quoted(&alt));
        let image = match options.get("target") {
            Some(target) => format!("<a href=\"{}\">{image}</a>", quoted(target)),
            None => image,
        };
        if caption.is_empty() || found.name == "image" {
            return self.whole(found, &image);
        }
        let caption = self.text.inline(&caption.split_whitespace().collect::<Vec<_>>().join(" "), found.line);
        let figure = format!("<figure>{image}<figcaption>{caption}</figcaption></figure>");
        if rest.is_empty() {
            return self.whole(found, &figure);
        }
        let rest = self.text.inline(rest, found.line);
        self.whole(found, &format!("{figure}\n\n{rest}"))
    }

    /// A table that is written as a list or as comma-separated values.
    fn table(&mut self, found: &Directive<'_>) -> usize {
        let options = &found.options;
        let mut lines: Vec<Vec<u32>> = Vec::new();
        let mut rows = match (found.name, options.get("file")) {
            ("csv-table", Some(file)) => match self.parts.text(self.path, file) {
                Some(text) => tables::of_csv(&text),
                None => {
                    self.text.losses.push(Loss::new(
                        LossKind::MissingInclude,
                        self.path,
                        found.line,
                        file,
                        "the file of a table does not exist",
                    ));
                    Vec::new()
                }
            },
            ("csv-table", None) => tables::of_csv(&found.text()),
            _ => {
                let text = found.text();
                let first = found.line + 1 + u32::try_from(options.lines).unwrap_or(0);
                let rows = tables::of_list(&text.lines().collect::<Vec<_>>(), first);
                if self.text.depth < DEEPEST && rows.iter().flatten().any(Cell::has_blocks) {
                    return self.table_of_blocks(found, &rows);
                }
                lines.extend(rows.iter().map(|row| row.iter().map(|cell| cell.line).collect()));
                rows.iter().map(|row| row.iter().map(Cell::joined).collect()).collect()
            }
        };
        for (number, row) in rows.iter_mut().enumerate() {
            for (at, cell) in row.iter_mut().enumerate() {
                let line = lines.get(number).and_then(|cells| cells.get(at)).copied().unwrap_or(found.line);
                *cell = self.text.inline(cell, line);
            }
        }
        let mut lines: Vec<u32> = lines.iter().filter_map(|cells| cells.first().copied()).collect();
        let heads = options.get("header-rows").and_then(|rows| rows.parse::<usize>().ok()).unwrap_or(0);
        match options.get("header") {
            Some(header) => {
                let mut header = tables::of_csv(header);
                header.iter_mut().flatten().for_each(|cell| *cell = self.text.inline(cell, found.line));
                rows.splice(0..0, header).for_each(drop);
            }
            None if heads == 0 && !rows.is_empty() => rows.insert(0, Vec::new()),
            None => {}
        }
        let added = rows.len().saturating_sub(lines.len());
        lines.splice(0..0, std::iter::repeat_n(found.line, added)).for_each(drop);
        let caption = self.text.inline(found.argument, found.line);
        let caption = if caption.is_empty() { String::new() } else { format!("**{caption}**\n") };
        let table = tables::written(&rows);
        // The lines above the table, its head, and the line below its head.
        let above = usize::from(has_anchor(found)) + caption.matches('\n').count() + 1;
        let head = lines.first().copied();
        let moved = std::iter::repeat_n(found.line, above).chain(head);
        self.moved = moved.chain(lines).collect();
        self.whole(found, &format!("{caption}\n{table}"))
    }

    /// A table with blocks in its cells, in HTML.
    fn table_of_blocks(&mut self, found: &Directive<'_>, rows: &[Vec<Cell>]) -> usize {
        let heads = found.options.get("header-rows").and_then(|rows| rows.parse::<usize>().ok()).unwrap_or(0);
        let caption = self.text.inline(found.argument, found.line);
        let mut made = if caption.is_empty() { String::new() } else { format!("**{caption}**\n\n") };
        made.push_str("<table>\n");
        let above = made.matches('\n').count() + usize::from(has_anchor(found));
        let mut moved = vec![found.line; above];
        for (number, row) in rows.iter().enumerate() {
            let name = if number < heads { "th" } else { "td" };
            made.push_str("<tr>\n");
            moved.extend(row.first().map(|cell| cell.line));
            for cell in row {
                let (blocks, numbers) = self.nested(&cell.lines.join("\n"), cell.line);
                made.push_str(&format!("<{name}>\n\n{}\n\n</{name}>\n", blocks.trim_end()));
                let written = blocks.trim_end().lines().count();
                moved.extend([cell.line; 2]);
                moved.extend(numbers.into_iter().chain(std::iter::repeat(cell.line)).take(written.max(1)));
                moved.extend([cell.line; 2]);
            }
            made.push_str("</tr>\n");
            moved.extend(row.last().map(|cell| cell.line));
        }
        made.push_str("</table>\n");
        self.moved = moved;
        self.whole(found, &made)
    }

    /// `include` and `literalinclude`.
    fn include(&mut self, found: &Directive<'_>) -> usize {
        let is_code = found.name == "literalinclude" || found.options.has("literal") || found.options.has("code");
        let is_restructured = found.argument.ends_with(".rst")
            || found.options.get("parser").is_some_and(|parser| parser.contains("rst"));
        if is_restructured && !is_code {
            self.lose(found, LossKind::MissingInclude, "a file in reStructuredText: left out");
            return self.whole(found, "");
        }
        let made = if is_code {
            self.parts.code(self.path, found.argument, &found.options)
        } else {
            self.parts.page(self.path, found.argument, &found.options)
        };
        match made {
            Ok(path) => self.whole(found, &format!("<Markdown src=\"{}\" />", quoted(&path))),
            Err(reason) => {
                let loss = Loss::new(LossKind::MissingInclude, self.path, found.line, found.argument, reason);
                self.text.losses.push(loss);
                self.whole(found, "")
            }
        }
    }

    /// The destination of a link option.
    fn href(&self, link: &str, kind: Option<&str>) -> String {
        let labels = self.text.labels;
        match kind {
            Some("doc") => format!("/{}", labels.page(self.path, link).0),
            Some("ref" | "any") => match labels.find(link) {
                Some(place) => place.address.clone(),
                None => match labels.page(self.path, link) {
                    (page, Some(_)) => format!("/{page}"),
                    _ => format!("#{link}"),
                },
            },
            // Without a type, it is the URL of the built page.
            _ => link.to_owned(),
        }
    }
}

/// The kind of statement that a directive contains: a theorem, a proof (sphinx-proof), an exercise (sphinx-exercise).
fn statement(name: &str) -> Option<&str> {
    let kind = name.strip_prefix("prf:").filter(|kind| *kind != "ref");
    kind.or_else(|| ["exercise", "solution"].into_iter().find(|known| *known == name))
}

/// Whether Sphinx makes the content of a directive from code or data.
fn is_generated(name: &str) -> bool {
    let bare = name.rsplit(':').next().unwrap_or(name);
    GENERATED.iter().any(|start| name.starts_with(start) || bare.starts_with(start))
}

/// Whether a role or directive shows what code of the pages stored by a name (MyST-NB).
fn is_glue(name: &str) -> bool {
    name == "glue" || name.starts_with("glue:")
}

/// Whether the content of a directive shows anything: it has more than directives without output.
fn shows_anything(content: &str) -> bool {
    let mut silent = None;
    for line in content.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (silent, directive(line)) {
            (Some(fence), _) => silent = Some(fence).filter(|fence| !closes(line, *fence)),
            (None, Some(inner)) if is_generated(inner.name) || SILENT.contains(&inner.name) => {
                silent = Some(inner.fence);
            }
            (None, _) => return true,
        }
    }
    false
}

/// Whether a trimmed line begins an item of a list.
fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// The length of the blanks and of the marks of lists and quotes that a line begins with.
fn block_marks(line: &str) -> usize {
    let mut rest = line.trim_start();
    while rest.starts_with('>') || is_item(rest) {
        let mark = rest.find(['>', '-', '*', '+', '.', ')']).map_or(0, |at| at + 1);
        rest = rest.get(mark..).unwrap_or_default().trim_start_matches(' ');
    }
    line.len() - rest.len()
}

/// The name and the text of a field: `:name: text`.
fn field(trimmed: &str) -> Option<(&str, &str)> {
    let rest = trimmed.strip_prefix(':').filter(|rest| !rest.starts_with([':', ' ']))?;
    let (name, text) = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")))?;
    (!name.is_empty() && !name.contains('`')).then(|| (name, text.trim()))
}

/// Whether an anchor is written above a whole directive: the line of its name has room for it.
fn has_anchor(found: &Directive<'_>) -> bool {
    found.options.lines > 0 && named(&found.options).is_some()
}

/// A code block; empty without code.
fn fenced(language: &str, info: &str, code: &str) -> String {
    if code.trim().is_empty() {
        return String::new();
    }
    let longest = code.lines().map(|line| line.trim().bytes().take_while(|byte| *byte == b'`').count()).max();
    let marks = "`".repeat(longest.unwrap_or(0).clamp(2, 40) + 1);
    let end = if code.ends_with('\n') { "" } else { "\n" };
    format!("{marks}{language}{info}\n{code}{end}{marks}\n")
}

/// A formula as Sphinx shows it: lines that are aligned by `&`, or several formulas, are in an environment.
fn aligned(formula: &str) -> String {
    let body = formula.trim();
    let is_plain = body.contains("\\begin") || !(body.contains('&') || body.contains("\\\\"));
    if is_plain {
        return formula.to_owned();
    }
    let (before, after) = formula.split_once(body).unwrap_or_default();
    let lines: Vec<&str> = body.split('\n').map(|line| if line.trim().is_empty() { "\\\\" } else { line }).collect();
    format!("{before}\\begin{{aligned}} {} \\end{{aligned}}{after}", lines.join("\n"))
}

/// The attribute with a size in pixels or as a percentage, preceded by a space.
fn size(name: &str, value: &str) -> Option<String> {
    let size = value.trim_end_matches("px");
    let is_size = size.trim_end_matches('%').parse::<u32>().is_ok();
    is_size.then(|| format!(" {name}=\"{size}\""))
}

/// The attribute `title`, preceded by a space; empty without a text.
fn title(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" title=\"{}\"", quoted(text)) }
}

/// Text for an attribute in double quotes.
fn quoted(text: &str) -> String {
    text.replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
