//! The names by which MyST pages refer to each other: labels, titles, terms of glossaries, and settings of `conf.py`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Fences, LineKind};
use super::options::{DirectiveOptions, FIGURE_CAPTION, closes, directive, id_of, is_attributes};
use crate::formats::{is_mystmd, myst_extensions, sphinx_settings};
use crate::literal::{Value, text};
use crate::paths;
use crate::source::Source;

/// The extensions of pages that are code with Markdown: Jupyter notebooks, and R Markdown, which Jupytext reads.
pub(crate) const NOTEBOOKS: [&str; 2] = [".ipynb", ".Rmd"];

/// The place of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelPlace {
    /// The URL path, with the anchor.
    pub(super) address: String,
    /// The title of the place, or the label itself.
    pub(super) title: String,
}

/// What roles and links refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    places: BTreeMap<String, LabelPlace>,
    /// The titles of pages, by path below the root without extension.
    titles: BTreeMap<String, String>,
    /// The folder of the pages.
    root: String,
    /// The values of `{{ name }}`.
    pub(super) substitutions: BTreeMap<String, String>,
    /// The roles for links: the URL and the text, with `%s` for the content of the role.
    pub(super) external: BTreeMap<String, (String, String)>,
    /// The names of other projects whose labels pages may refer to: `name:label`.
    pub(super) projects: BTreeSet<String>,
    /// Whether `$` delimits formulas.
    pub(super) has_math: bool,
    /// Whether `:name: text` is a field.
    pub(super) has_fields: bool,
    /// Whether `: text` is the definition of the term above.
    pub(super) has_definitions: bool,
    /// Whether the settings turn the execution of code cells off: they have no results then.
    pub(super) has_no_results: bool,
    /// Whether `:::name` without braces begins code. In Sphinx, the name is a class of the text up to `:::`.
    pub(super) has_code_of_colons: bool,
    /// The images, by path without extension: the extension of the one that Sphinx takes for `path.*`.
    images: BTreeMap<String, &'static str>,
}

/// The extensions of images, in the order in which Sphinx looks for them, and those that it does not know.
const IMAGES: [&str; 6] = ["svg", "png", "gif", "jpg", "jpeg", "webp"];

/// The images of a source, by path without extension, each with the first of its extensions.
fn images(source: &Source) -> BTreeMap<String, &'static str> {
    let mut out = BTreeMap::new();
    for path in source.paths() {
        let Some((stem, end)) = path.rsplit_once('.') else { continue };
        let Some(rank) = IMAGES.iter().position(|known| *known == end) else { continue };
        let best = out.entry(stem.to_owned()).or_insert(rank);
        *best = rank.min(*best);
    }
    out.into_iter().filter_map(|(stem, rank)| Some((stem, *IMAGES.get(rank)?))).collect()
}

impl Labels {
    /// Reads the pages, with their texts, and the settings.
    pub(super) fn read(source: &Source, root: &str, pages: &[(String, String)]) -> Self {
        let mut out = Self { root: root.to_owned(), ..Self::default() };
        let settings = sphinx_settings(source, root);
        out.read_settings(&settings);
        let mode = settings.get("nb_execution_mode");
        out.has_no_results = mode.is_some_and(|mode| mode.as_str() == Some("off") || *mode == Value::Bool(false));
        let extensions = myst_extensions(source, root);
        out.has_code_of_colons = is_mystmd(source, root);
        out.images = images(source);
        out.has_math = settings.is_empty() || extensions.contains("dollarmath");
        out.has_fields = extensions.contains("fieldlist");
        out.has_definitions = extensions.contains("deflist");
        for (path, text) in pages {
            out.read_page(path, text);
        }
        for path in source.under(root).filter(|path| path.ends_with(".rst")) {
            out.read_restructured(path, &source.text(path).unwrap_or_default());
        }
        for path in source.under(root).filter(|path| NOTEBOOKS.iter().any(|end| path.ends_with(end))) {
            let text = source.text(path).unwrap_or_default();
            out.read_page(path, &if path.ends_with(".ipynb") { text_of_notebook(&text) } else { text });
        }
        out
    }

    fn read_settings(&mut self, settings: &BTreeMap<String, Value>) {
        let members = |name: &str| settings.get(name).and_then(Value::as_object).into_iter().flatten();
        for (name, value) in members("myst_substitutions") {
            self.substitutions.extend(value.as_str().map(|value| (name.clone(), value.trim().to_owned())));
        }
        self.projects = members("intersphinx_mapping").map(|(name, _)| name.clone()).collect();
        for (name, value) in members("extlinks") {
            let Some([address, shown]) = value.as_array().map(Vec::as_slice) else { continue };
            let Some(address) = address.as_str().filter(|address| address.contains("%s")) else { continue };
            let shown = shown.as_str().unwrap_or("%s");
            self.external.insert(name.clone(), (address.to_owned(), shown.to_owned()));
        }
    }

    /// The path of a file below the root, without its extension.
    fn stem<'p>(&self, path: &'p str) -> &'p str {
        let below = paths::below(path, &self.root).unwrap_or(path);
        let unread = || [".rst"].iter().chain(&NOTEBOOKS).find_map(|end| below.strip_suffix(end));
        paths::stem(below).or_else(unread).unwrap_or(below)
    }

    fn read_page(&mut self, path: &str, page: &str) {
        let stem = self.stem(path).to_owned();
        let mut open: Vec<String> = Vec::new();
        let mut fences = Fences::default();
        let mut glossary: Option<(u8, usize)> = None;
        let mut before = "";
        let lines: Vec<&str> = page.lines().collect();
        for (number, &line) in lines.iter().enumerate() {
            let trimmed = line.trim();
            if let Some((mark, length)) = glossary {
                if trimmed.len() >= length && trimmed.bytes().all(|byte| byte == mark) {
                    glossary = None;
                } else if !line.starts_with([' ', '\t', ':']) && !trimmed.is_empty() {
                    self.add_term(trimmed, &stem);
                }
                fences.next(line);
                continue;
            }
            let is_code = fences.open.is_some();
            if let Some(found) = directive(trimmed) {
                let next = lines.get(number + 1..).unwrap_or_default();
                let options = DirectiveOptions::read(next);
                let own = if found.name == "figure-md" { label_of_figure(found.argument) } else { None };
                if let Some(name) = own.or_else(|| own_label(&options)) {
                    let title = caption(found.name, found.argument, &options, next).unwrap_or_else(|| name.to_owned());
                    self.add(name, &stem, &title);
                }
            }
            let found = directive(trimmed).filter(|_| !is_code);
            if let Some(name) = found.as_ref().and_then(|found| object_name(found.name, found.argument)) {
                self.add_object(name, &stem);
            }
            if let Some(found) = found.as_ref().filter(|found| found.name == "eval-rst") {
                self.read_part(lines.get(number + 1..).unwrap_or_default(), found.fence, &stem);
            }
            glossary = found.filter(|found| found.name == "glossary").map(|found| found.fence);
            if fences.next(line) == LineKind::Code {
                continue;
            }
            if let Some(label) = label(line) {
                open.push(label.to_owned());
                continue;
            }
            if let Some(label) = label_of_formula(line).filter(|_| self.has_math) {
                self.add(label, &stem, label);
            }
            for id in ids_of_attributes(line) {
                self.add(id, &stem, id);
            }
            if is_glossary_list(trimmed) {
                let next = lines.get(number + 1..).unwrap_or_default();
                for term in terms_of_list(next).into_iter().filter_map(|at| next.get(at)) {
                    self.add_term(term.trim(), &stem);
                }
            }
            let level = line.len() - line.trim_start_matches('#').len();
            let heading = line.get(level..).filter(|rest| (1..=6).contains(&level) && rest.starts_with(' '));
            let is_underline =
                trimmed.len() > 2 && trimmed.bytes().all(|byte| byte == b'=') && !before.trim().is_empty();
            let heading = heading.or_else(|| is_underline.then_some(before)).map(|title| plain(title.trim()));
            if let Some(title) = heading.filter(|title| !title.is_empty()) {
                self.titles.entry(stem.clone()).or_insert_with(|| title.clone());
                for label in open.drain(..) {
                    self.add(&label, &stem, &title);
                }
            } else if !trimmed.is_empty() {
                for label in open.drain(..) {
                    self.add(&label, &stem, &label);
                }
            }
            before = line;
        }
        for label in open {
            self.add(&label, &stem, &label);
        }
        let head = page.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or("", |(head, _)| head);
        if let Some(title) = head.lines().find_map(|line| line.strip_prefix("title:")) {
            let title = title.trim().trim_matches(['"', '\'']).to_owned();
            self.titles.entry(stem).or_insert(title);
        }
    }

    /// The labels of reStructuredText within a page, up to the end of its directive.
    fn read_part(&mut self, next: &[&str], fence: (u8, usize), stem: &str) {
        for label in labels_of_restructured(next.iter().take_while(|line| !closes(line.trim(), fence))) {
            self.add(label, stem, label);
        }
    }

    /// The labels and the title of a page in reStructuredText, whose links are reported where they are used.
    fn read_restructured(&mut self, path: &str, page: &str) {
        let stem = self.stem(path).to_owned();
        let mut before = "";
        let mut open: Vec<&str> = Vec::new();
        for line in page.lines() {
            match name_of_restructured(line) {
                Some(name) => self.add(name, &stem, name),
                None => open.extend(label_of_restructured(line)),
            }
            let mark = line.chars().next().filter(char::is_ascii_punctuation);
            let is_underline = line.len() > 2 && mark.is_some_and(|mark| line.chars().all(|c| c == mark));
            if is_underline && before.starts_with(char::is_alphanumeric) {
                self.titles.entry(stem.clone()).or_insert_with(|| before.trim().to_owned());
                for label in open.drain(..) {
                    self.add(label, &stem, before.trim());
                }
            }
            before = line;
        }
        for label in open {
            self.add(label, &stem, label);
        }
    }

    fn add(&mut self, label: &str, stem: &str, title: &str) {
        let address = format!("/{stem}#{}", id(label));
        let place = LabelPlace { address, title: title.to_owned() };
        self.places.entry(key(label)).or_insert(place);
    }

    fn add_term(&mut self, term: &str, stem: &str) {
        let address = format!("/{stem}#{}", term_id(term));
        let term = text_of_term(term);
        self.places.entry(format!("term {}", key(&term))).or_insert(LabelPlace { address, title: term });
    }

    fn add_object(&mut self, name: &str, stem: &str) {
        let place = LabelPlace { address: format!("/{stem}#{name}"), title: name.to_owned() };
        self.places.entry(format!("object {name}")).or_insert(place);
    }

    /// The path of an image `path.*` in a file with the extension of the image that exists. `None` if there is no image.
    pub(super) fn image(&self, from: &str, path: &str) -> Option<String> {
        let stem = path.strip_suffix(".*")?;
        let folder = if stem.starts_with('/') { &self.root } else { paths::folder(from) };
        let end = self.images.get(&paths::join(folder, stem.trim_start_matches('/'))?)?;
        Some(format!("{stem}.{end}"))
    }

    /// The place of a label.
    pub(super) fn find(&self, label: &str) -> Option<&LabelPlace> {
        self.places.get(&key(label))
    }

    /// The place of a term in a glossary.
    pub(super) fn term(&self, term: &str) -> Option<&LabelPlace> {
        self.places.get(&format!("term {}", key(term)))
    }

    /// The place of an object in code that a directive of a page describes: `module.Class`, `~module.function()`.
    pub(super) fn object(&self, name: &str) -> Option<&LabelPlace> {
        let name = name.trim_start_matches('~').trim_end_matches("()");
        self.places.get(&format!("object {name}"))
    }

    /// The path of a page that the file `from` names, without extension, and its title if the page exists.
    pub(super) fn page(&self, from: &str, name: &str) -> (String, Option<&str>) {
        let below = paths::below(from, &self.root).unwrap_or(from);
        let folder = if name.starts_with('/') { "" } else { paths::folder(below) };
        let joined = paths::join(folder, name.trim_start_matches('/')).unwrap_or_default();
        let stem = self.stem(&joined).to_owned();
        let title = self.titles.get(&stem).map(String::as_str);
        (stem, title)
    }
}

/// The Markdown of a Jupyter notebook, whose links are reported where they are used.
/// <https://nbformat.readthedocs.io/en/latest/format_description.html#markdown-cells>
fn text_of_notebook(notebook: &str) -> String {
    let notebook: Value = serde_json::from_str(notebook).unwrap_or_default();
    let cells = notebook.get("cells").and_then(Value::as_array).into_iter().flatten();
    let mut out = String::new();
    for cell in cells.filter(|cell| text(cell, "cell_type") == Some("markdown")) {
        let source = cell.get("source");
        let lines = source.and_then(Value::as_array).into_iter().flatten().chain(source);
        out.extend(lines.filter_map(Value::as_str));
        out.push_str("\n\n");
    }
    out
}

/// The caption of a directive: its argument, an option, or the first line of its content.
fn caption(name: &str, argument: &str, options: &DirectiveOptions, next: &[&str]) -> Option<String> {
    let shown = match name {
        "table" | "list-table" | "csv-table" | "admonition" | "dropdown" => argument,
        _ if name.starts_with("prf:") => argument,
        "figure" | "figure-md" => {
            let content = next.get(options.lines..).unwrap_or_default().iter().map(|line| line.trim());
            content.filter(|line| !line.is_empty()).find(|line| super::options::fence(line).is_none())?
        }
        _ => options.get("caption").or_else(|| options.get(FIGURE_CAPTION))?,
    };
    Some(plain(shown)).filter(|shown| !shown.is_empty())
}

/// Labels are compared without case and with single blanks.
fn key(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The ID of the anchor of a label.
pub(super) fn id(label: &str) -> String {
    paths::slug(label)
}

/// The full name of the object in code that a directive describes, which is also the ID of its anchor:
/// `{py:function} a.b(c)`.
pub(super) fn object_name<'a>(directive: &str, argument: &'a str) -> Option<&'a str> {
    let kind = ["py:", "js:"].iter().find_map(|domain| directive.strip_prefix(domain))?;
    let name = argument.split(['(', '[', ' ', ':', '=']).next().unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    let is_object = !matches!(kind, "module" | "currentmodule") && !super::is_generated(directive);
    (is_name && is_object).then_some(name)
}

/// The ID of the anchor of a term.
pub(super) fn term_id(term: &str) -> String {
    format!("term-{}", paths::slug(&text_of_term(term)))
}

/// The text of a term in a glossary: without its key, the targets of its links, and marks of emphasis and code.
fn text_of_term(term: &str) -> String {
    let (term, _) = term.split_once(" : ").unwrap_or((term, ""));
    let mut out = String::new();
    let mut rest = term;
    while let Some((before, link)) = rest.split_once('[') {
        let (shown, after) = link.split_once(']').unwrap_or((link, ""));
        out.push_str(before);
        out.push_str(shown);
        rest = after.strip_prefix('(').and_then(|target| Some(target.split_once(')')?.1)).unwrap_or(after);
    }
    out.push_str(rest);
    super::role::without_roles(&out).replace(['*', '`'], "")
}

/// Whether a line makes the definition list after it a glossary: `{.glossary}`.
pub(super) fn is_glossary_list(trimmed: &str) -> bool {
    let inner = trimmed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| is_attributes(inner) && inner.split_whitespace().any(|word| word == ".glossary"))
}

/// The places of the terms among the lines of a definition list.
pub(super) fn terms_of_list(lines: &[&str]) -> Vec<usize> {
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim().is_empty() || line.starts_with([' ', '\t', ':']) {
            continue;
        }
        let next = lines.get(at + 1..).unwrap_or_default().iter().find(|line| !line.trim().is_empty());
        if !next.is_some_and(|next| next.starts_with(':')) {
            break;
        }
        out.push(at);
    }
    out
}

/// The label of a line `(label)=`.
pub(super) fn label(line: &str) -> Option<&str> {
    line.trim().strip_prefix('(')?.strip_suffix(")=").filter(|label| !label.is_empty() && !label.contains(')'))
}

/// The label that a line of reStructuredText defines: `.. _label:`.
fn label_of_restructured(line: &str) -> Option<&str> {
    let label = line.trim().strip_prefix(".. _")?.strip_suffix(':')?;
    Some(label.trim_matches('`')).filter(|label| !label.is_empty())
}

/// The label in the options of a directive in reStructuredText: `:name: label`.
fn name_of_restructured(line: &str) -> Option<&str> {
    line.trim().strip_prefix(":name: ").map(str::trim).filter(|name| !name.is_empty())
}

/// The labels that lines of reStructuredText define.
pub(super) fn labels_of_restructured<'a, 'b: 'a>(
    lines: impl Iterator<Item = &'a &'b str>,
) -> impl Iterator<Item = &'b str> {
    lines.filter_map(|line| label_of_restructured(line).or_else(|| name_of_restructured(line)))
}

/// The substitutions of a page's frontmatter: `substitutions`, or those below `myst`.
pub(super) fn own_substitutions(head: &str) -> BTreeMap<String, String> {
    let inner = head.trim_start_matches("---\n").trim_end().trim_end_matches("---");
    let Ok(value) = crate::literal::yaml(inner) else { return BTreeMap::new() };
    let own = value.get("substitutions").or_else(|| value.get("myst")?.get("substitutions"));
    let members = own.and_then(Value::as_object).into_iter().flatten();
    members.filter_map(|(name, _)| Some((name.clone(), text(own?, name)?.trim().to_owned()))).collect()
}

/// The text of a heading without roles and IDs.
fn plain(title: &str) -> String {
    let title = title.rsplit_once(" {#").map_or(title, |(title, _)| title);
    super::role::without_roles(title)
}

/// The anchor that the options of a directive give it.
pub(super) fn named(options: &DirectiveOptions) -> Option<String> {
    own_label(options).map(id)
}

/// The label of a directive: `label` for formulas, `name` for others.
fn own_label(options: &DirectiveOptions) -> Option<&str> {
    options.get("name").or_else(|| options.get("label"))
}

/// The label of a `figure-md`, which is its argument.
pub(super) fn label_of_figure(argument: &str) -> Option<&str> {
    Some(argument.trim()).filter(|label| !label.is_empty())
}

/// The IDs in the attribute lists of a line.
fn ids_of_attributes(line: &str) -> impl Iterator<Item = &str> {
    // Every other part is code.
    let texts = line.split('`').step_by(2).filter(|text| text.contains("{#") || text.contains(" #"));
    texts.flat_map(|text| text.split('{').skip(1)).filter_map(|rest| {
        let (inner, _) = rest.split_once('}')?;
        id_of(inner).filter(|_| is_attributes(inner))
    })
}

/// The label behind a formula that ends on this line: `$$ (label)`.
pub(super) fn label_of_formula(line: &str) -> Option<&str> {
    let (_, behind) = line.rsplit_once("$$")?;
    behind.trim().strip_prefix('(')?.strip_suffix(')').filter(|label| !label.is_empty() && !label.contains(['(', ')']))
}
